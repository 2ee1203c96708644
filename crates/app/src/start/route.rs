//! The reader on the route: what was read is recorded, and a lesson goes on at the slide where it was left.

use crate::App;
use crate::debugger::{SessionCommand, WindowCommand};
use crate::presets;

impl App {
    /// Opens the first lesson of the route that is not done, at the slide where the reader left it. If all are done, shows
    /// the lessons.
    pub(crate) fn continue_route(&mut self, ctx: &egui::Context) {
        let Some((id, slide)) = self.view.journey.next_on_route() else {
            return self.perform(ctx, WindowCommand::AskLesson.into(), false);
        };
        self.perform(ctx, SessionCommand::OpenPreset(id).into(), false);
        self.view.resume = (slide > 0).then_some((id, slide));
    }

    /// Goes to the slide where the reader left the lesson, once its run is recorded. Then records which slide is read.
    pub(crate) fn follow_journey(&mut self) {
        if self.view.start_page.is_shown() || self.host.is_embedded() || !self.is_settled() {
            return;
        }
        if let Some((id, slide)) = self.view.resume
            && presets::of(self.session.scene()).is_some_and(|preset| preset.id == id)
        {
            self.view.resume = None;
            self.session.perform(&SessionCommand::ToSlide(slide));
        }
        self.store_replies();
        let Some(slide) = self.session.slide_at_hand() else { return };
        let now = Some((self.session.scene_number(), slide));
        if self.view.read != now {
            self.view.read = now;
            if let Some(preset) = presets::of(self.session.scene()) {
                self.view.journey.visit(preset.id, slide, self.session.scene().run.slides.len());
            }
        }
    }

    /// Gives an opened lesson the replies that the reader gave before, and stores new ones.
    fn store_replies(&mut self) {
        if self.session.scene().run.slides.iter().all(|slide| slide.ask.is_none()) {
            return;
        }
        let preset = presets::of(self.session.scene()).map(|preset| preset.id.to_owned());
        let path = || self.session.opened().file.as_ref().map(|path| path.display().to_string());
        let Some(lesson) = preset.or_else(path) else { return };
        let scene = self.session.scene_number();
        if self.view.replied != scene {
            self.view.replied = scene;
            if let Some(replies) = self.view.journey.replies(&lesson) {
                self.session.perform(&SessionCommand::RestoreReplies(replies.clone()));
            }
        }
        self.view.journey.store_replies(&lesson, self.session.replies());
    }
}
