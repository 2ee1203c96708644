//! Keyboard input on the map. While the map has the focus, the arrows move from cell to cell, and Enter acts like the
//! mouse button, first down and then up.

use super::Canvas;
use crate::debugger::SessionCommand;
use crate::debugger::session::command::{Brush, Mode, Tool};
use crate::view::Cx;
use egui::accesskit::Live;
use egui::{
    EventFilter, Id, Key, Modifiers, Popup, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};
use gridscope_trace::geometry::Cell;

/// Returns the widget id of the map.
pub(crate) fn id() -> Id {
    Id::unique("map canvas")
}

/// Returns whether the map has the focus.
pub(crate) fn is_focused(ctx: &egui::Context) -> bool {
    ctx.memory(|m| m.focused() == Some(id()))
}

/// The modifiers with which Enter presses a cell.
const PRESSES: [Modifiers; 3] = [Modifiers::SHIFT, Modifiers::ALT, Modifiers::NONE];

/// Key presses of a frame.
#[derive(Clone, Copy, Default)]
pub(super) struct Keys {
    right: i32,
    down: i32,
    enter: Option<Modifiers>,
}

impl Keys {
    /// Takes the keys of a focused map, before egui turns Enter into a click.
    pub(super) fn take(ui: &Ui) -> Self {
        if !is_focused(ui.ctx()) {
            return Self::default();
        }
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|m| m.set_focus_lock_filter(id(), arrows));
        ui.input_mut(|i| {
            let mut times = |key| i.count_and_consume_key(Modifiers::NONE, key) as i32;
            let right = times(Key::ArrowRight) - times(Key::ArrowLeft);
            let down = times(Key::ArrowDown) - times(Key::ArrowUp);
            let enter = PRESSES.into_iter().find(|&modifiers| i.consume_key(modifiers, Key::Enter));
            Self { right, down, enter }
        })
    }
}

impl Canvas {
    /// Handles the keys.
    pub(super) fn keyboard(&mut self, ui: &Ui, cx: &mut Cx<'_>, response: &Response, rect: Rect, keys: Keys) {
        if !response.has_focus() {
            if self.by_keys {
                self.lift(cx);
            }
            return;
        }
        let is_for_reply = keys.enter.is_none_or(|modifiers| modifiers.is_none())
            && Self::reply_by_keys(ui, cx, (keys.right, keys.down, keys.enter.is_some()));
        let keys = if is_for_reply { Keys::default() } else { keys };
        let size = cx.session.scene().size();
        ui.painter().rect_stroke(rect, 0.0, Stroke::new(2.0, cx.view.theme.brackets), StrokeKind::Inside);
        let old = cx.session.display_state().selected.filter(|&cell| size.contains(cell));
        let old = old.unwrap_or_else(|| cx.view.camera.nearest_cell(rect, rect.center(), size));
        let by = |at: u16, by: i32, side: u16| (i32::from(at) + by).min(i32::from(side) - 1).max(0) as u16;
        let cell = Cell::new(by(old.x, keys.right, size.width), by(old.y, keys.down, size.height));
        if cell != old {
            cx.send(SessionCommand::Select(Some(cell)));
            bring(cx, rect, cell);
            if self.stroking {
                cx.send(SessionCommand::StrokeTo(cell));
            }
            self.draw_to(cell);
        }
        if let Some(modifiers) = keys.enter {
            if self.by_keys { self.lift(cx) } else { self.put_down(ui, cx, response, cell, modifiers) }
        }
        say(ui, cx, response, cell);
    }

    /// Handles Enter going down on a cell.
    fn put_down(&mut self, ui: &Ui, cx: &mut Cx<'_>, response: &Response, cell: Cell, modifiers: Modifiers) {
        let edit = cx.session.hand().mode == Mode::Edit;
        if !edit && cx.session.display_state().predict.is_some() {
            return cx.send(SessionCommand::Guess(cell));
        }
        if !edit && modifiers.is_none() && super::ask::wants_cell(cx) {
            return super::ask::answer_cell(cx, cell);
        }
        // Only the first map takes keys.
        self.begun_on = 0;
        self.press(cx, cell, edit, modifiers);
        self.by_keys = self.stroking || !self.drawn.is_empty();
        // An action on a single cell ends at once.
        let once = matches!(cx.session.hand().tool, Tool::Fill | Tool::Eyedropper)
            || matches!(cx.session.hand().brush, Brush::Actor(_));
        let drags = cx.session.scene().actor_at(cell).is_some() || cx.session.floats();
        if edit && self.by_keys && once && !drags {
            self.lift(cx);
        } else if !edit && !self.by_keys && modifiers.is_none() {
            cx.send(SessionCommand::Select(Some(cell)));
            Popup::open_id(ui.ctx(), Popup::default_response_id(response));
        }
    }

    /// Ends the stroke or path: Enter was pressed again, or the map has lost the focus.
    fn lift(&mut self, cx: &mut Cx<'_>) {
        self.by_keys = false;
        if std::mem::take(&mut self.stroking) {
            cx.send(SessionCommand::StrokeEnd);
        }
        if !self.drawn.is_empty() {
            self.ask_path(cx);
        }
    }
}

/// Brings the selected cell into view.
pub(super) fn bring_selected(cx: &mut Cx<'_>, rect: Rect) {
    if let Some(cell) = cx.session.display_state().selected.filter(|&cell| cx.session.scene().size().contains(cell)) {
        bring(cx, rect, cell);
    }
}

fn bring(cx: &mut Cx<'_>, rect: Rect, cell: Cell) {
    if !rect.contains_rect(cx.view.camera.cell_rect(rect, cell)) {
        cx.view.camera.look_at(vec2(f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5));
    }
}

/// Says what is in the cell with the keyboard, as the value of the map and as a line that is read aloud when it changes.
fn say(ui: &Ui, cx: &Cx<'_>, response: &Response, cell: Cell) {
    let signs = &cx.view.signs;
    let words = cx.session.words_of_cell(cell, &signs.drawn, &signs.pins);
    let foot = Rect::from_min_size(response.rect.left_bottom(), Vec2::ZERO);
    let line = ui.interact(foot, Id::unique("words of the cell with the keyboard"), Sense::hover());
    line.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &words));
    if !cx.session.display_state().playback.playing {
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(Live::Polite));
    }
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_value(words));
}
