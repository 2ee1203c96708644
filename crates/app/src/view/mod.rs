//! State of the window itself: camera, switches, open dialogs. Nothing here changes the data. Keys, focus, and
//! notices are here as well.

pub(crate) mod focus;
pub(crate) mod lesson_signs;
pub(crate) mod notice_lines;
pub(crate) mod notices;
pub mod shortcuts;
pub(crate) mod structure;

use crate::canvas::camera::Camera;
use crate::debugger::disk::exact_path::ExactPath;
use crate::debugger::document::hand::Sides;
use crate::debugger::lesson::journey::Journey;
use crate::debugger::session::command::generator_request::GeneratorRequest;
use crate::debugger::session::command::new_map::NewMap;
use crate::debugger::session::window::{Arrangement, HelpPage, PanelId};
use crate::debugger::{Command, Session};
use crate::dialogs::export::{ExportForm, LastExport};
use crate::dialogs::exporting::{ExportRequest, Exporting, Waiting};
use crate::dialogs::guide::Guide;
use crate::dialogs::lesson_pictures::LessonPictures;
use crate::dialogs::lessons::Entry;
use crate::dialogs::own_scenes::OwnScenes;
use crate::dialogs::previewing::Previewing;
use crate::dialogs::tiles::TilesForm;
use crate::layout::tour::Landmark;
use crate::panels::timeline::Grip;
use crate::start::start_page::StartPage;
use crate::style::theme::{Theme, ThemeName};
use gridscope_trace::geometry::{Cell, Size};
use gridscope_trace::view::palette::Palette;
use std::cell::OnceCell;
use std::collections::VecDeque;
use web_time::Instant;

/// Settings that are kept from one start to the next.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the menu View")]
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The theme.
    pub theme: ThemeName,
    /// Whether the theme is the one that the system prefers. Settings of an older version keep
    /// their theme.
    #[serde(default = "no")]
    pub follows_system_theme: bool,
    /// Whether lines between cells are drawn.
    pub grid: bool,
    /// Whether the layer's numbers are drawn.
    pub numbers: bool,
    /// Whether large cells have more numbers in their corners.
    pub corner_numbers: bool,
    /// Whether arrows to parents are drawn.
    pub arrows: bool,
    /// Whether only the map and its sentence are shown.
    #[serde(skip)]
    pub bare: bool,
    /// The arrangement of the panels.
    pub arrangement: Arrangement,
    /// Text size in percent of the usual size, 80 to 200.
    pub text_size: u16,
    /// Whether Learn shows the sentence, the player, rulers and all marks.
    pub details: bool,
    /// Whether differences between runs are coloured.
    pub differences: bool,
    /// Whether an overview of the whole map is shown if the map is larger than the view.
    pub overview: bool,
    /// Recently opened or saved files, the latest first.
    #[serde(with = "crate::debugger::disk::exact_path::list")]
    pub recent: Vec<std::path::PathBuf>,
    /// The folder whose scenes the gallery lists beside the lessons.
    pub own_scenes: Option<ExactPath>,
    /// Values of the last new map.
    pub new_map: NewMap,
    /// Last order for a generator.
    pub order: GeneratorRequest,
    /// Whether a start without a file shows the start page.
    pub start_page: bool,
    /// Whether what would move cuts to its end.
    pub less_motion: bool,
    /// The memory for runs in GiB, if the user set it.
    pub run_memory: Option<u16>,
    /// Whether columns and rows are numbered at the edge of the map. Pictures may leave that out.
    #[serde(skip)]
    pub rulers: bool,
}

const fn no() -> bool {
    false
}

impl Settings {
    /// Returns a copy with the text size clamped to what the window offers, 80 to 200 percent.
    #[must_use]
    pub(crate) fn sensible(&self) -> Self {
        Self { text_size: self.text_size.clamp(80, 200), ..self.clone() }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeName::Dark,
            follows_system_theme: true,
            grid: false,
            numbers: true,
            corner_numbers: true,
            arrows: true,
            bare: false,
            arrangement: Arrangement::Learn,
            text_size: 100,
            details: false,
            differences: true,
            overview: true,
            recent: Vec::new(),
            own_scenes: None,
            new_map: NewMap::default(),
            order: GeneratorRequest::default(),
            start_page: true,
            less_motion: false,
            run_memory: None,
            rulers: true,
        }
    }
}

/// Purpose of a path that the user is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathFor {
    /// A file to open.
    Open,
    /// A file to save the scene to.
    Save,
    /// A file to compare with.
    Compare,
    /// A file to save a table to.
    Table,
    /// The folder of the user's own scenes.
    Folder,
}

/// An open dialog with its input.
#[derive(Clone, PartialEq, Debug)]
pub enum Dialog {
    /// A new map: its size, and how actors move on it.
    New(NewMap),
    /// An order for a generator.
    Generate(Box<GeneratorRequest>),
    /// New width and height of the map, and the position of the old map on it.
    Resize(Size, Sides),
    /// The number of an event to go to.
    Seek(String),
    /// The command palette.
    Palette {
        /// The search text.
        query: String,
        /// The selected row.
        row: usize,
    },
    /// The lessons, with the search text.
    Lessons(String),
    /// The export form.
    Export(Box<ExportForm>),
    /// A path typed by the user, if the system has no file dialog.
    Path(PathFor, String),
    /// Whether to replace an existing file.
    Replace(PathFor, String),
    /// The searches of the scenario file that is open or beside the map, with the search text.
    Searches(String),
    /// The question what the tiles and objects of a map mean, and which of several levels is opened.
    Tiles(Box<TilesForm>),
    /// Progress of a file or map that takes long: a sentence, and whether the user stopped it.
    Opening(String, bool),
    /// The key sheet.
    Keys,
    /// About the program.
    About,
    /// A page of the guide.
    Help(HelpPage),
    /// A warning about unsaved changes. The command waits for the answer.
    Unsaved(Box<Command>),
    /// Unsaved work from a window that was killed.
    Recovered(Found),
}

/// Unsaved work from a window that was killed, as the dialog shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Title of the scene. May be empty.
    pub title: String,
    /// The file that the scene belongs to.
    pub file: Option<String>,
    /// Differences from that file.
    pub differs: Option<String>,
    /// Number of other recovered scenes.
    pub others: usize,
}

/// The user's answer for recovered work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recover {
    /// Opens the work.
    Open,
    /// Deletes the work.
    Drop,
    /// Asks again at the next start.
    Later,
}

/// State of the window itself.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own part of the window")]
pub struct View {
    /// The stored settings.
    pub settings: Settings,
    /// Whether *next slide* shows its moment at once, whatever the settings say. For tests and pictures.
    pub cuts_to_slides: bool,
    /// The colours.
    pub theme: Theme,
    /// The theme's colours, computed for every tile under every mark.
    pub palette: Palette<egui::Color32>,
    /// The arrangement that was drawn last, and whether the start page was.
    pub(crate) drawn: Option<(Arrangement, bool)>,
    /// Camera of the map, shared by all canvases.
    pub camera: Camera,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The user's answer for recovered work.
    pub recover: Option<Recover>,
    /// The cell of a question *why this before that* that lacks the other one, and the number of its opened scene.
    pub one_of_two: Option<(u64, Cell)>,
    /// Whether the commands of this frame are already confirmed and must not ask again.
    pub confirmed: bool,
    /// Command to perform once the scene is saved. Cleared if the user cancels saving.
    pub after_save: Option<Command>,
    /// Cell that a panel points at in this frame.
    pub point_at: Option<Cell>,
    /// The selected cell, if its card did not fit beside the map in the last frame.
    pub card: Option<Cell>,
    /// Cells that a panel points at in this frame, such as a path.
    pub point_at_path: Vec<Cell>,
    /// Rows of cells that are kept free below the map, for what is measured there.
    pub rows_below: u16,
    /// Whether the panel Cell shows why a cell has its value. It stays when another cell is selected.
    pub asks_why: bool,
    /// Cells of the chain of causes that was listed in the last frame, the nearest cause first.
    pub chain: Vec<Cell>,
    /// Like `chain`, but of this frame.
    pub next_chain: Vec<Cell>,
    /// Opacity of the ring around the cell of the last step. Fades in from 0 to 1.
    pub fade: f32,
    /// Whether the search field of the events is about to get the focus.
    pub find: bool,
    /// Panels drawn in this frame, in that order.
    pub panels: Vec<PanelId>,
    /// The panel other than the map that has the focus.
    pub panel_at_hand: Option<PanelId>,
    /// The panel that is about to get the focus.
    pub focus_panel: Option<PanelId>,
    /// Whether the note of the current slide is about to be edited, because the slide was just added.
    pub write_slide: bool,
    /// Whether the audit's banner is closed or folded.
    pub banner: crate::panels::banner::State,
    /// The watch on the open map's file.
    pub changed_file: crate::files::changed_file::ChangedFile,
    /// Lines below the menu that wait for an answer.
    pub(crate) lines: Vec<crate::view::notice_lines::NoticeLine>,
    /// The user's hold on the timeline during a drag.
    pub grip: Option<Grip>,
    /// The export that the dialog requests, until the end of the frame.
    pub export_asked: Option<ExportRequest>,
    /// The kind of the last export.
    pub(crate) last_export: Option<LastExport>,
    /// When a link to the moment was copied last.
    pub link_copied: Option<Instant>,
    /// Exports that wait for the current one, in order.
    pub export_waits: VecDeque<Waiting>,
    /// The export being drawn.
    pub exporting: Option<Exporting>,
    /// Preview of what the export dialog would write.
    pub previewing: Previewing,
    /// The built-in lessons, read when the gallery first opens.
    pub(crate) lessons: OnceCell<Vec<Entry>>,
    /// The folder of the user's own scenes, as far as it has been read.
    pub own_scenes: OwnScenes,
    /// Area of the map in this frame, without the rulers.
    pub map: egui::Rect,
    /// Roles and tiles on each map shown.
    pub occurring: Vec<Occurring>,
    /// The signs and pins that are drawn.
    pub(crate) signs: lesson_signs::LessonSigns,
    /// The pictures of the built-in lessons.
    pub(crate) pictures: LessonPictures,
    /// Whether the start page is shown in place of the map.
    pub start_page: StartPage,
    /// The lessons that the reader has done or begun.
    pub journey: Journey,
    /// Id of a lesson being opened, and index of the slide at which it goes on.
    pub(crate) resume: Option<(&'static str, usize)>,
    /// Number of the opened scene and index of the slide that were recorded last as read.
    pub(crate) read: Option<(u64, usize)>,
    /// Number of the scene that has its earlier replies.
    pub(crate) replied: u64,
    /// The current stop of the tour, from 0. `None` if it is not on.
    pub tour: Option<usize>,
    /// Places of parts of the window that stops of the tour are about.
    pub(crate) landmarks: Vec<(Landmark, egui::Rect)>,
    /// The texts of the guide.
    pub guide: Guide,
    /// State of Learn.
    pub(crate) stage: crate::layout::stage::Stage,
    /// State of the layout for narrow windows. `None` in a wide window.
    pub(crate) narrow: Option<crate::layout::narrow::Narrow>,
}

/// Roles and tiles on a map, as bit sets by their numbers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Occurring {
    /// Roles of cells.
    pub roles: u32,
    /// The tiles.
    pub tiles: u64,
    /// Whether a path is drawn on the map.
    pub way: bool,
    /// Whether cells are marked that differ from those of another run.
    pub differs: bool,
    /// Whether cells are outlined that only another run has reached.
    pub elsewhere: bool,
}

impl View {
    /// Sets the theme.
    pub(crate) fn set_theme(&mut self, name: ThemeName) {
        self.settings.theme = name;
        self.colour(Theme::new(name));
    }

    /// Sets the colours.
    pub(crate) fn colour(&mut self, theme: Theme) {
        self.palette = palette(&theme);
        self.theme = theme;
    }

    /// Creates the state for these settings.
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            palette: palette(&Theme::new(settings.theme)),
            theme: Theme::new(settings.theme),
            settings,
            drawn: None,
            camera: Camera::default(),
            dialog: None,
            recover: None,
            one_of_two: None,
            confirmed: false,
            after_save: None,
            point_at: None,
            card: None,
            point_at_path: Vec::new(),
            rows_below: 0,
            asks_why: false,
            chain: Vec::new(),
            next_chain: Vec::new(),
            fade: 1.0,
            find: false,
            write_slide: false,
            panels: Vec::new(),
            panel_at_hand: None,
            focus_panel: None,
            banner: crate::panels::banner::State::default(),
            changed_file: crate::files::changed_file::ChangedFile::default(),
            lines: Vec::new(),
            grip: None,
            export_asked: None,
            last_export: None,
            link_copied: None,
            export_waits: VecDeque::new(),
            exporting: None,
            previewing: Previewing::default(),
            lessons: OnceCell::new(),
            own_scenes: OwnScenes::default(),
            map: egui::Rect::NOTHING,
            occurring: Vec::new(),
            signs: lesson_signs::LessonSigns::default(),
            pictures: LessonPictures::default(),
            start_page: StartPage::Hidden,
            journey: Journey::default(),
            resume: None,
            replied: 0,
            cuts_to_slides: false,
            read: None,
            tour: None,
            landmarks: Vec::new(),
            guide: Guide::default(),
            stage: crate::layout::stage::Stage::default(),
            narrow: None,
        }
    }
}

fn palette(theme: &Theme) -> Palette<egui::Color32> {
    Palette::new(|tile, mark| theme.cell(tile, mark))
}

/// Context of a panel: it reads the session, draws, and sends commands.
pub(crate) struct Cx<'a> {
    /// The session, read-only.
    pub session: &'a Session,
    /// State of the window itself.
    pub view: &'a mut View,
    /// Commands to perform after the frame, in order.
    pub out: &'a mut Vec<Command>,
}

impl Cx<'_> {
    /// Requests a command to be performed after the frame.
    pub(crate) fn send(&mut self, command: impl Into<Command>) {
        self.out.push(command.into());
    }
}
