//! Pointer input on a map: drawing, dragging actors, asking about a path, and moving the map.

use super::{Canvas, ask, is_drawn_on, menu, touch};
use crate::debugger::session::command::{Brush, Mode, Tool};
use crate::debugger::session::window::PanelId;
use crate::debugger::{SessionCommand, WindowCommand};
use crate::view::Cx;
use egui::{Event, InputState, Key, PointerButton, Pos2, Rect, Response, Ui};
use gridscope_trace::geometry::Cell;
use gridscope_trace::scene::Scene;

impl Canvas {
    /// Handles the pointer over a canvas.
    pub(super) fn hand(
        &mut self,
        ui: &Ui,
        cx: &mut Cx<'_>,
        response: &Response,
        rect: Rect,
        (i, scene): (usize, &Scene),
    ) {
        let (main, size) = (i == 0, cx.session.scene().size());
        let pointer = response.hover_pos().or_else(|| response.interact_pointer_pos());
        let cell = pointer.and_then(|p| cx.view.camera.cell_at(rect, p, size));
        if response.hovered() && cell.is_some() {
            cx.view.point_at = cell;
        }
        if self.fingers(ui, cx, response, rect) {
            return;
        }
        self.move_camera(ui, cx, response, rect);
        let edit = cx.session.hand().mode == Mode::Edit;
        let drawn_on = is_drawn_on(cx.session, scene);
        if edit && !drawn_on {
            let help = "This map belongs to another scene: what you draw goes onto map A.";
            response.clone().on_hover_text_at_pointer(help);
        }
        let (pressed, released, down, modifiers, press_origin) = ui.input(|i| {
            (
                i.pointer.primary_pressed(),
                i.pointer.primary_released(),
                i.pointer.primary_down(),
                i.modifiers,
                i.pointer.press_origin(),
            )
        });
        // A tap may go down and up within one frame, and so may a quick stroke.
        let quick = released && !down && response.contains_pointer();
        let here = response.is_pointer_button_down_on() || response.clicked() || quick;
        let pressed = pressed && here && !self.panning;
        if (main || (edit && drawn_on)) && (pressed || self.fingers.is_waiting()) {
            let at = press_origin.or_else(|| ui.input(pressed_at)).or(pointer).filter(|_| pressed);
            let at = if edit { self.fingers.paint(ui, response, at) } else { at };
            if let Some(cell) = at.and_then(|p| cx.view.camera.cell_at(rect, p, size)) {
                self.begun_on = i;
                self.press(cx, cell, edit, modifiers);
            }
        }
        if main && self.replying {
            let over = ui.input(strokes_over);
            self.draw_reply(ui, cx, rect, &over, released || !down);
        }
        if main && !self.drawn.is_empty() {
            self.draw_path(ui, cx, rect, released || !down);
        }
        if self.stroking && i == self.begun_on && !self.by_keys {
            for p in ui.input(strokes_over) {
                cx.send(SessionCommand::StrokeTo(cx.view.camera.nearest_cell(rect, p, size)));
            }
            if released || !down {
                self.stroking = false;
                cx.view.journey.has_dragged |= !edit && cx.session.document().is_changed();
                cx.send(SessionCommand::StrokeEnd);
            }
        }
        if response.clicked() && !edit && !modifiers.shift {
            let turns = cx.session.display_state().playback.is_turning_slide();
            let on_main = cell.filter(|_| main && !turns);
            match on_main {
                Some(cell) if cx.session.display_state().predict.is_some() => cx.send(SessionCommand::Guess(cell)),
                Some(cell) if ask::wants_cell(cx) => ask::answer_cell(cx, cell),
                Some(cell) if ask::pen(cx).is_some() => cx.send(SessionCommand::DrawOn(cell)),
                _ => cx.send(SessionCommand::Select(cell)),
            }
        }
        if let Some(cell) = cell.filter(|_| !edit && response.double_clicked() && ui.input(touch::is_touched)) {
            cx.view.camera.zoom_to(cell);
        }
        if edit {
            if response.secondary_clicked()
                && drawn_on
                && let Some(cell) = cell
            {
                cx.send(SessionCommand::Pick(cell));
            }
        } else {
            menu::show(cx, response, rect, cell);
        }
        self.pointer_shape(ui, cx, response, edit && drawn_on);
    }

    /// Handles the primary button going down on a cell.
    pub(super) fn press(&mut self, cx: &mut Cx<'_>, cell: Cell, edit: bool, modifiers: egui::Modifiers) {
        let asks = !edit && modifiers.shift;
        let on_actor = !asks && (cx.session.actor_now(cell).is_some() || cx.session.scene().actor_at(cell).is_some());
        // With the eraser, the selection or a weight, the user means the cell, not the actor on it.
        let tool = cx.session.hand().tool;
        let weighs = matches!(cx.session.hand().brush, Brush::Weight(_)) && tool != Tool::Eyedropper;
        let meant = edit && (weighs || cx.session.floats() || matches!(tool, Tool::Erase | Tool::Select));
        if !edit && modifiers.is_none() && self.begin_reply(cx, cell) {
            return;
        }
        if modifiers.alt {
            cx.send(SessionCommand::Pick(cell));
        } else if on_actor && !meant && (edit || !cx.session.shows_log_only()) {
            cx.send(SessionCommand::DragBegin(cell));
            self.stroking = true;
        } else if edit && modifiers.shift {
            cx.send(SessionCommand::LineFromLast(cell));
        } else if modifiers.shift {
            self.drawn = vec![cell];
        } else if edit {
            cx.send(SessionCommand::StrokeBegin(cell));
            self.stroking = true;
        }
    }

    /// Extends the drawn path to the pointer. When the button comes up, asks about the path.
    fn draw_path(&mut self, ui: &Ui, cx: &mut Cx<'_>, rect: Rect, done: bool) {
        if let Some(p) = ui.input(|i| i.pointer.latest_pos()).filter(|_| !self.by_keys) {
            self.draw_to(cx.view.camera.nearest_cell(rect, p, cx.session.scene().size()));
        }
        cx.view.point_at_path.clone_from(&self.drawn);
        if done && !self.by_keys {
            self.ask_path(cx);
        }
    }

    /// Extends the drawn path to a cell, through neighbouring cells. Stepping back removes the last cell.
    pub(super) fn draw_to(&mut self, to: Cell) {
        let Some(&last) = self.drawn.last() else { return };
        for cell in crate::debugger::document::paint::line(last, to).into_iter().skip(1) {
            let back = self.drawn.len().checked_sub(2).is_some_and(|k| self.drawn[k] == cell);
            if back { self.drawn.truncate(self.drawn.len() - 1) } else { self.drawn.push(cell) }
        }
    }

    pub(super) fn ask_path(&mut self, cx: &mut Cx<'_>) {
        cx.send(WindowCommand::ShowPanel(PanelId::Cell));
        cx.send(SessionCommand::WhyNotPath(std::mem::take(&mut self.drawn)));
    }

    /// Moves the camera with the wheel, a pinch, a middle drag, or Space and drag. In Inspect, a plain drag moves it
    /// too.
    fn move_camera(&mut self, ui: &Ui, cx: &mut Cx<'_>, response: &Response, rect: Rect) {
        let space = ui.input(|i| i.key_down(Key::Space));
        if response.drag_started() {
            let primary = response.drag_started_by(PointerButton::Primary);
            let free =
                cx.session.hand().mode == Mode::Inspect && !self.stroking && !self.replying && self.drawn.is_empty();
            self.panning = response.drag_started_by(PointerButton::Middle) || (primary && (space || free));
        }
        if self.panning && response.dragged() {
            cx.view.camera.pan(response.drag_delta());
        }
        if response.drag_stopped() {
            self.panning = false;
        }
        if let Some(at) = response.hover_pos() {
            let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
            let factor = (scroll / 240.0).exp2() * pinch;
            if (factor - 1.0).abs() > 1e-4 {
                cx.view.camera.zoom_at(rect, at, factor);
            }
        }
    }

    fn pointer_shape(&self, ui: &Ui, cx: &Cx<'_>, response: &Response, edit: bool) {
        if !response.hovered() {
            return;
        }
        let over_actor = cx.view.point_at.is_some_and(|c| cx.session.actor_now(c).is_some());
        ui.ctx().set_cursor_icon(if self.panning {
            egui::CursorIcon::Grabbing
        } else if over_actor {
            egui::CursorIcon::Grab
        } else if edit {
            egui::CursorIcon::Crosshair
        } else {
            egui::CursorIcon::Default
        });
    }
}

/// Returns where the primary button went down in this frame.
fn pressed_at(input: &InputState) -> Option<Pos2> {
    input.events.iter().find_map(|event| match event {
        Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, .. } => Some(*pos),
        _ => None,
    })
}

/// Returns the points of a stroke in this frame, in order. A quick pointer moves several times in a frame, and may be
/// released in the frame of its last move. Moves before the button went down or after it came up are not part of the
/// stroke.
fn strokes_over(input: &InputState) -> Vec<Pos2> {
    let mut draws = !input.pointer.primary_pressed();
    let mut over = Vec::new();
    for event in &input.events {
        match event {
            Event::PointerButton { pos, button: PointerButton::Primary, pressed, .. } => {
                if draws && !pressed {
                    over.push(*pos);
                }
                draws = *pressed;
            }
            Event::PointerMoved(pos) if draws => over.push(*pos),
            _ => {}
        }
    }
    // The map may have moved beneath a pointer that rests.
    if draws && let Some(pos) = input.pointer.latest_pos() {
        over.push(pos);
    }
    over
}
