//! What the window itself remembers: camera, switches, open dialogs. Nothing here changes the data.

use super::canvas::camera::Camera;
use super::dialogs::export::ExportForm;
use super::exporting::{Asked, Exporting, Waiting};
use super::own_scenes::OwnScenes;
use super::panels::timeline::Grip;
use super::previewing::Previewing;
use super::theme::{Theme, ThemeName};
use crate::core::geometry::{Cell, Size};
use crate::core::view::palette::Palette;
use crate::debugger::hand::Sides;
use crate::debugger::kept_path::KeptPath;
use crate::debugger::new_map::NewMap;
use crate::debugger::order::Order;
use crate::debugger::window::{Arrangement, PanelId};
use crate::debugger::{Command, Session};
use std::collections::VecDeque;

/// What is kept from one start to the next.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the menu View")]
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The theme.
    pub theme: ThemeName,
    /// Lines between cells.
    pub grid: bool,
    /// Numbers of the layer.
    pub numbers: bool,
    /// Arrows to parents.
    pub arrows: bool,
    /// The map with its sentence, and nothing else.
    #[serde(skip)]
    pub bare: bool,
    /// How the panels are arranged.
    pub arrangement: Arrangement,
    /// How large everything is, in percent of the usual.
    pub text_size: u16,
    /// What differs between runs, coloured.
    pub differences: bool,
    /// The small picture of the whole map, where it is larger than the view.
    pub overview: bool,
    /// The files that were opened or saved of late, the last first.
    #[serde(with = "crate::debugger::kept_path::list")]
    pub recent: Vec<std::path::PathBuf>,
    /// The folder whose scenes stand beside the lessons.
    pub own_scenes: Option<KeptPath>,
    /// What the last new map was.
    pub new_map: NewMap,
    /// What was ordered of a generator last.
    pub order: Order,
    /// Numbers of columns and rows at the rim of the map; pictures may go without.
    #[serde(skip)]
    pub rulers: bool,
}

impl Settings {
    /// The same with a size of text that the window offers, 80 to 200 percent, whatever the file said.
    #[must_use]
    pub fn sensible(&self) -> Self {
        Self { text_size: self.text_size.clamp(80, 200), ..self.clone() }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeName::Dark,
            grid: false,
            numbers: true,
            arrows: true,
            bare: false,
            arrangement: Arrangement::Learn,
            text_size: 100,
            differences: false,
            overview: true,
            recent: Vec::new(),
            own_scenes: None,
            new_map: NewMap::default(),
            order: Order::default(),
            rulers: true,
        }
    }
}

/// What a path is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathFor {
    /// To open.
    Open,
    /// To save the scene to.
    Save,
    /// To compare with.
    Compare,
    /// To save a table to.
    Table,
    /// The folder of one's own scenes.
    Folder,
}

/// Which dialog is open.
#[derive(Clone, PartialEq, Debug)]
pub enum Dialog {
    /// Size of a new map, and how one moves on it.
    New(NewMap),
    /// What a generator is to make.
    Generate(Box<Order>),
    /// Width and height that the map gets, and where it lies on the new one.
    Resize(Size, Sides),
    /// The number of a moment.
    Seek(String),
    /// The command palette, with what was typed and which row is chosen.
    Palette {
        /// What was typed.
        query: String,
        /// The chosen row.
        row: usize,
    },
    /// The lessons, and what was typed to find one.
    Lessons(String),
    /// What to export, and how.
    Export(Box<ExportForm>),
    /// A path, where the system has no dialog for it.
    Path(PathFor, String),
    /// Whether a file that is there already is replaced.
    Replace(PathFor, String),
    /// The searches of the scenario beside the map, and what was typed to find one.
    Searches(String),
    /// Something takes long to read or make, in a sentence, and whether it was called off.
    Opening(String, bool),
    /// The key sheet.
    Keys,
    /// What the program is.
    About,
    /// Something was not saved; the command waits for the answer.
    Unsaved(Box<Command>),
    /// A window that was killed left something behind.
    Recovered(Found),
}

/// What a window that was killed left behind, as the dialog tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The title of the scene; may be empty.
    pub title: String,
    /// The file that it belongs to.
    pub file: Option<String>,
    /// What differs from that file.
    pub differs: Option<String>,
    /// How many others were left behind.
    pub others: usize,
}

/// What is done with what was left behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recover {
    /// It is opened.
    Open,
    /// It is forgotten.
    Drop,
    /// It is asked again at the next start.
    Later,
}

/// The window's own state.
pub struct View {
    /// What is kept.
    pub settings: Settings,
    /// The colours.
    pub theme: Theme,
    /// The same, worked out for every tile under every mark.
    pub palette: Palette<egui::Color32>,
    /// Where the map is looked at; one for all canvases.
    pub camera: Camera,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The answer to what was left behind.
    pub recover: Option<Recover>,
    /// Whether the commands that come out now were confirmed: nothing asks again.
    pub confirmed: bool,
    /// What goes on once the scene is saved; forgotten where saving is called off.
    pub after_save: Option<Command>,
    /// A cell that a panel points at in this frame.
    pub point_at: Option<Cell>,
    /// The selected cell, where its card had no room beside the map when that was drawn last.
    pub card: Option<Cell>,
    /// Cells that a panel points at in this frame, such as a path.
    pub point_at_path: Vec<Cell>,
    /// How much of the ring of the last step is there: it fades in from 0 to 1.
    pub fade: f32,
    /// Whether the field that looks for events is to have the keyboard.
    pub find: bool,
    /// The panels that were drawn in this frame, from the first to the last.
    pub panels: Vec<PanelId>,
    /// The panel other than the map in which the keyboard is.
    pub panel_at_hand: Option<PanelId>,
    /// The panel that is to have the keyboard.
    pub focus_panel: Option<PanelId>,
    /// Whether the note of the slide at hand is to be written: a slide was added.
    pub write_slide: bool,
    /// Whether the banner of the audit is closed or folded.
    pub banner: super::banner::State,
    /// The hand on the timeline, while it is there.
    pub grip: Option<Grip>,
    /// What the dialog Export asks for, until the frame is over.
    pub export_asked: Option<Asked>,
    /// What is exported one after the other, once what is under way is done.
    pub export_waits: VecDeque<Waiting>,
    /// The export under way.
    pub exporting: Option<Exporting>,
    /// The small picture of what the dialog Export would write.
    pub previewing: Previewing,
    /// The folder of one's own scenes, as far as it is read.
    pub own_scenes: OwnScenes,
    /// The layer that was asked for and is shown as soon as it is known what it looks like.
    pub awaited_layer: Option<usize>,
    /// Where the map stands in this frame, without the rulers.
    pub map: egui::Rect,
    /// What there is on each map that is shown.
    pub occurring: Vec<Occurring>,
}

/// What there is on a map: roles and tiles, a bit for each by its number.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Occurring {
    /// The parts that cells play.
    pub roles: u32,
    /// The tiles.
    pub tiles: u64,
    /// Whether a way is drawn on it.
    pub way: bool,
}

impl View {
    /// Takes a theme.
    pub fn set_theme(&mut self, name: ThemeName) {
        self.settings.theme = name;
        self.colour(Theme::new(name));
    }

    /// Takes these colours.
    pub fn colour(&mut self, theme: Theme) {
        self.palette = palette(&theme);
        self.theme = theme;
    }

    /// The state of a first start, or of the last one.
    pub fn new(settings: Settings) -> Self {
        Self {
            palette: palette(&Theme::new(settings.theme)),
            theme: Theme::new(settings.theme),
            settings,
            camera: Camera::default(),
            dialog: None,
            recover: None,
            confirmed: false,
            after_save: None,
            point_at: None,
            card: None,
            point_at_path: Vec::new(),
            fade: 1.0,
            find: false,
            write_slide: false,
            panels: Vec::new(),
            panel_at_hand: None,
            focus_panel: None,
            banner: super::banner::State::default(),
            grip: None,
            export_asked: None,
            export_waits: VecDeque::new(),
            exporting: None,
            previewing: Previewing::default(),
            own_scenes: OwnScenes::default(),
            awaited_layer: None,
            map: egui::Rect::NOTHING,
            occurring: Vec::new(),
        }
    }
}

fn palette(theme: &Theme) -> Palette<egui::Color32> {
    Palette::new(|tile, mark| theme.cell(tile, mark))
}

/// What a panel is given: it reads the session, draws, and says what should be done.
pub struct Cx<'a> {
    /// The data, to read.
    pub session: &'a Session,
    /// The window's own state.
    pub view: &'a mut View,
    /// What should be done after the frame, in order.
    pub out: &'a mut Vec<Command>,
}

impl Cx<'_> {
    /// Asks for a command to be done after the frame.
    pub fn send(&mut self, command: impl Into<Command>) {
        self.out.push(command.into());
    }
}
