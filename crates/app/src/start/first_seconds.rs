//! The first seconds of a page without a link: the first lesson plays up to the moment of its picture.

use crate::App;
use egui::{Context, Event};

impl App {
    /// Plays the scene up to the moment of its picture as soon as it is recorded. Any key or press stops that.
    #[must_use]
    pub fn playing_opening(self) -> Self {
        Self { plays_opening: true, ..self }
    }

    /// Starts to play, if the window was opened to do that.
    pub(crate) fn play_opening(&mut self) {
        if self.plays_opening && self.is_settled() {
            self.plays_opening = false;
            self.session.play_opening(self.view.settings.less_motion);
        }
    }

    /// Stops at any key and any press. Its command is performed already, and may have taken the event.
    pub(crate) fn stop_opening(&mut self, ctx: &Context) {
        let presses = |event: &Event| {
            matches!(event, Event::Key { pressed: true, .. } | Event::PointerButton { pressed: true, .. })
        };
        if self.session.display_state().playback.is_opening() && ctx.input(|i| i.raw.events.iter().any(presses)) {
            self.session.stop_opening();
        }
    }
}
