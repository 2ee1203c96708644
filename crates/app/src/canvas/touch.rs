//! Fingers on the map: two move and zoom it, and in Edit one paints.

use super::Canvas;
use crate::debugger::SessionCommand;
use crate::view::Cx;
use egui::{Event, InputState, Pos2, Rect, Response, Ui};

/// Distance that a finger moves before it draws a line, in points. Until then a second finger may join it.
const STILL: f32 = 6.0;

/// State of the fingers on the map.
#[derive(Default)]
pub(super) struct Fingers {
    /// Where the finger went down that will paint, until it moves or lifts.
    waiting: Option<Pos2>,
    /// Whether two fingers have been on the map since all were lifted.
    several: bool,
}

impl Fingers {
    /// Returns whether a finger is down that has not painted yet.
    pub(super) const fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Returns where a stroke begins in this frame, if one does. `pressed` is where the button of a mouse or a finger went
    /// down in this frame. A mouse paints at once. A finger paints when it moves or lifts, because it may be the first of
    /// two, or may stay down to open a menu.
    pub(super) fn paint(&mut self, ui: &Ui, response: &Response, pressed: Option<Pos2>) -> Option<Pos2> {
        let (touched, released, at) =
            ui.input(|i| (is_touched(i), i.pointer.primary_released(), i.pointer.latest_pos()));
        if let Some(pressed) = pressed {
            if !touched {
                return Some(pressed);
            }
            self.waiting = Some(pressed);
        }
        if response.long_touched() {
            self.waiting = None;
        }
        let press_position = self.waiting?;
        let moved = at.is_some_and(|at| at.distance(press_position) > STILL);
        if moved || released { self.waiting.take() } else { None }
    }
}

impl Canvas {
    /// Moves and zooms the map with two fingers. Returns whether fingers do that, so that they neither select nor paint.
    pub(super) fn fingers(&mut self, ui: &Ui, cx: &mut Cx<'_>, response: &Response, rect: Rect) -> bool {
        let (several, any) = ui.input(|i| (i.multi_touch(), i.any_touches()));
        let here = |at: Pos2| rect.contains(at) && ui.ctx().layer_id_at(at) == Some(response.layer_id);
        if let Some(touch) = several.filter(|touch| self.fingers.several || here(touch.center_pos)) {
            (self.fingers.several, self.fingers.waiting, self.panning) = (true, None, false);
            if std::mem::take(&mut self.stroking) {
                cx.send(SessionCommand::StrokeEnd);
            }
            cx.view.camera.pan(touch.translation_delta);
            cx.view.camera.zoom_at(rect, touch.center_pos, touch.zoom_delta);
            return true;
        }
        if !any {
            // The frame in which the last finger lifts still belongs to the gesture.
            return std::mem::take(&mut self.fingers.several);
        }
        self.fingers.several
    }
}

/// Returns whether the input comes from a finger.
pub(super) fn is_touched(input: &InputState) -> bool {
    input.any_touches() || input.events.iter().any(|event| matches!(event, Event::Touch { .. }))
}
