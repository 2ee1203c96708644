//! Animation, used only if it helps the eye: the map glides to the target of a jump, and a step fades in.

use super::Canvas;
use crate::debugger::session::command::Mode;
use crate::view::Cx;
use egui::{Rect, Ui};

/// Duration of the fade after a manual step, in seconds.
const FADE: f64 = 0.09;

impl Canvas {
    /// Brings the cell of the event into view after a jump in time. If the camera follows an actor, does so at every
    /// event.
    pub(super) fn keep_in_view(&mut self, ui: &Ui, cx: &mut Cx<'_>, rect: Rect) {
        let (session, now) = (cx.session, ui.input(|i| i.time));
        let moment = (session.generation(), session.moment().0);
        let before = std::mem::replace(&mut self.moment, moment);
        let room = self.room.replace(rect);
        let steps = before.1.abs_diff(moment.1);
        // In a narrow window, the map follows the sentence, but not under a brush.
        let edits = session.hand().mode == Mode::Edit;
        let steps_on = before.0 == moment.0 && before.1 != moment.1 && !edits;
        let follows = cx.view.camera.fit || steps_on || room != Some(rect);
        if follows && cx.view.narrow.is_some_and(|narrow| !narrow.whole) {
            let still = before.0 != moment.0 || room != Some(rect) || ui.style().animation_time == 0.0;
            let fast = session.display_state().playback.is_fast();
            let event_cell = session.replay().and_then(|r| r.cell(r.cursor().checked_sub(1)?));
            let cell = event_cell.or_else(|| session.scene().actors.first().map(|actor| actor.at)).filter(|_| !edits);
            cx.view.camera.hold(rect, session.scene().size(), cell, now, still || fast);
        }
        let jumped = before.0 == moment.0
            && steps > 1
            && !session.display_state().playback.is_running()
            && cx.view.narrow.is_none();
        if jumped || (cx.view.camera.follow && before != moment) {
            let replay = session.replay();
            let acts = replay.and_then(|r| r.tokens().into_iter().find(|t| t.acts)?.at);
            let event_cell = replay.and_then(|r| r.cell(r.cursor().checked_sub(1)?));
            let wanted = if cx.view.camera.follow { acts.or(event_cell) } else { event_cell };
            // Above ten events per second, nothing glides.
            let fast = session.display_state().playback.is_fast();
            if let Some(cell) = wanted {
                cx.view.camera.bring(rect, cell, now, fast || ui.style().animation_time == 0.0);
            }
        }
        // The ring of a manual step fades in. During playback, each event takes only one frame.
        if before.0 == moment.0
            && steps == 1
            && !session.display_state().playback.is_running()
            && ui.style().animation_time > 0.0
        {
            self.stepped = Some(now);
        }
        let fade = self.stepped.map_or(1.0, |since| ((now - since) / FADE) as f32).clamp(0.0, 1.0);
        cx.view.fade = fade;
        if fade >= 1.0 {
            self.stepped = None;
        }
        if cx.view.camera.glide(now) || fade < 1.0 {
            ui.ctx().request_repaint();
        }
    }
}
