//! The stops of a lesson: its slides, and then its exercise.

use super::{Stage, is_on};
use crate::App;
use crate::debugger::Session;
use crate::debugger::session::command::{SessionCommand, Stride};
use crate::panels::slides;
use crate::view::{Cx, View};

/// Returns the number of stops.
pub(crate) fn count(session: &Session) -> usize {
    let run = &session.scene().run;
    run.slides.len() + usize::from(!run.exercise.is_empty())
}

/// Returns the index of the stop at hand. That of the exercise follows those of the slides.
pub(crate) fn at_hand(session: &Session, view: &View) -> Option<usize> {
    let slides = session.scene().run.slides.len();
    if is_exercise(session, view) { Some(slides) } else { slides::at_moment(session).map(|(slide, _)| slide) }
}

/// Returns whether the exercise is at hand.
pub(crate) fn is_exercise(session: &Session, view: &View) -> bool {
    let run = &session.scene().run;
    let chosen = view.stage.exercise == Some(session.scene_number()) && is_on(view);
    !run.exercise.is_empty() && (chosen || run.slides.is_empty())
}

/// Returns whether the stop at hand is the last one. A lesson without stops is at its end.
pub(crate) fn is_last(session: &Session, view: &View) -> bool {
    at_hand(session, view).is_none_or(|here| here + 1 >= count(session))
        && (count(session) == 0 || at_hand(session, view).is_some())
}

/// Returns the title of a stop.
pub(crate) fn title(session: &Session, stop: usize) -> String {
    let run = &session.scene().run;
    run.slides.get(stop).map_or_else(|| "Exercise".to_owned(), |slide| slides::title(&slide.note))
}

/// Goes to a stop.
pub(crate) fn go(cx: &mut Cx<'_>, stop: usize) {
    if stop < cx.session.scene().run.slides.len() {
        cx.view.stage.exercise = None;
        cx.send(SessionCommand::ToSlide(stop));
    } else {
        cx.view.stage.exercise = Some(cx.session.scene_number());
        cx.send(SessionCommand::End);
    }
}

impl Stage {
    /// Leaves the exercise, because the user went to another moment of the lesson.
    pub(crate) const fn leave_exercise(&mut self) {
        self.exercise = None;
    }
}

impl App {
    /// Turns from the last slide to the exercise, or back, if a command asks for the next or previous slide there. Returns
    /// whether it did.
    pub(crate) fn turns_at_exercise(&mut self, command: &SessionCommand) -> bool {
        let slides = self.session.scene().run.slides.len();
        let turns = self.session.display_state().playback.is_turning_slide();
        if turns || !is_on(&self.view) || self.session.scene().run.exercise.is_empty() || slides == 0 {
            return false;
        }
        let at_exercise = is_exercise(&self.session, &self.view);
        let at_last = slides::at_moment(&self.session).is_some_and(|(slide, _)| slide + 1 == slides);
        match command {
            SessionCommand::Forward(Stride::Slide) if !at_exercise && at_last => {
                self.view.stage.exercise = Some(self.session.scene_number());
                self.session.perform(&SessionCommand::End);
                true
            }
            SessionCommand::Back(Stride::Slide) if at_exercise => {
                self.view.stage.exercise = None;
                self.session.perform(&SessionCommand::ToSlide(slides - 1));
                true
            }
            SessionCommand::Forward(Stride::Slide) => at_exercise,
            _ => false,
        }
    }

    /// Returns whether the next stop is the exercise, or there is none.
    pub(crate) fn turns_at_exercise_next(&self) -> bool {
        let slides = self.session.scene().run.slides.len();
        let at_last = slides::at_moment(&self.session).is_none_or(|(slide, _)| slide + 1 == slides);
        is_exercise(&self.session, &self.view) || (is_on(&self.view) && at_last)
    }

    /// Stops playback on the stage at a slide between two moments.
    pub(crate) fn stop_at_slide(&mut self, before: usize) {
        let after = self.session.moment().0;
        if !is_on(&self.view) || self.view.settings.details {
            return;
        }
        let slides = self.session.scene().run.slides.iter().map(|slide| slide.at).enumerate();
        if let Some((slide, _)) = slides.filter(|&(_, at)| before < at && at <= after).min_by_key(|&(_, at)| at) {
            self.session.perform(&SessionCommand::ToSlide(slide));
        }
    }
}
