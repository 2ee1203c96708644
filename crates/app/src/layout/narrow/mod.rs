//! The layout of narrow windows, such as a phone held upright: one column with the map, the sentence and the player, and
//! a sheet with the panels that can be pulled over them.

mod column;
mod sheet;

pub(crate) use column::{bar, show};

use crate::debugger::session::command::Mode;
use crate::debugger::session::window::{Arrangement, PanelId};
use crate::layout;
use crate::view::{Cx, View};
use egui::{Context, Vec2};
use egui_tiles::Tree;
use sheet::Sheet;

/// Windows wider than this have panels beside the map, in points. A tablet held upright is narrow.
const WIDE: f32 = 900.0;
/// Windows lower than this have no room for the column, in points.
const LOW: f32 = 500.0;
/// Least height of what a finger aims at, in points.
pub(crate) const FINGER: f32 = 44.0;
/// Usual height of a button without its text's padding, in points.
const USUAL: f32 = 26.0;

/// Smallest narrow window in which no text is cut, in points.
pub(crate) const LEAST: Vec2 = Vec2::new(340.0, LOW);

/// State of the layout for narrow windows.
#[derive(Clone, Copy)]
pub(crate) struct Narrow {
    sheet: Sheet,
    /// The panel in the sheet.
    front: PanelId,
    /// Whether the whole map is shown, however small its cells.
    pub whole: bool,
}

impl Default for Narrow {
    fn default() -> Self {
        Self { sheet: Sheet::default(), front: PanelId::Lesson, whole: false }
    }
}

impl Narrow {
    /// Returns whether the lesson is in front.
    pub(crate) fn shows_lesson(&self) -> bool {
        self.front == PanelId::Lesson
    }

    /// Puts a panel into the sheet, which keeps its height.
    pub(crate) const fn turn_to(&mut self, panel: PanelId) {
        self.front = panel;
    }

    /// Puts a panel into the sheet, and raises it so that the panel can be read. The lesson keeps the sheet's height,
    /// because its beginning is visible.
    pub(crate) fn bring(&mut self, panel: PanelId) {
        self.front = panel;
        if panel != PanelId::Lesson {
            self.sheet.raise();
        }
    }

    /// Shows the map whole, or near again.
    pub(crate) const fn toggle_whole(&mut self, whole_now: bool) {
        self.whole = !(self.whole && whole_now);
    }
}

/// Returns whether a window of this size, in points, is narrow. A small window that is wider than it is high is not
/// narrow: a projector with large text has one.
pub(crate) fn is_narrow(size: Vec2) -> bool {
    size.x <= WIDE && size.y >= LOW.max(size.x)
}

/// Chooses the layout for the size of the window. Present, the bare map and a part of a page have layouts of their own.
pub(crate) fn update(ctx: &Context, view: &mut View, embedded: bool) {
    let own = view.settings.arrangement == Arrangement::Present || view.settings.bare || embedded;
    if own || !is_narrow(ctx.content_rect().size()) {
        view.narrow = None;
    } else {
        view.narrow.get_or_insert_default();
    }
    // In a narrow window, everything that can be pressed is high enough for a finger.
    let high = if view.narrow.is_some() { FINGER } else { USUAL };
    if ctx.global_style().spacing.interact_size.y.to_bits() != high.to_bits() {
        ctx.all_styles_mut(|style| style.spacing.interact_size.y = high);
        // This frame is still drawn with the other height.
        ctx.request_repaint();
    }
}

/// Returns the panels of the sheet in the order of their tabs. Those that explain the run come first, then those of the
/// arrangement, then the one that was asked for.
fn tabs(cx: &Cx<'_>, front: PanelId, tree: &Tree<PanelId>) -> Vec<PanelId> {
    use PanelId::{Cell, Layers, Lesson, Map, Run, Tools};
    let mut all = if cx.session.hand().mode == Mode::Edit { vec![Tools] } else { Vec::new() };
    all.extend([Lesson, Cell, Layers, Run]);
    let mut more = layout::panels(tree);
    more.sort_by_key(|panel| *panel as u8);
    for panel in more.into_iter().chain([front]) {
        if panel != Map && !all.contains(&panel) {
            all.push(panel);
        }
    }
    all
}

/// Returns the title of a panel on its tab.
const fn title(panel: PanelId) -> &'static str {
    match panel {
        PanelId::Layers => "Legend",
        PanelId::Run => "Parameters",
        other => other.title(),
    }
}
