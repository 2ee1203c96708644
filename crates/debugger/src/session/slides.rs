//! The slides of a lesson: which one is at hand, and how they are turned, added and removed.

use super::Session;
use super::playback::{SlideMotion, motion_seconds};
use crate::session::command::effect::Changes;
use crate::session::command::{SessionCommand, Stride};
use crate::session::window::PanelId;
use gridscope_trace::scene::Slide;
use gridscope_trace::slide::Motion;
use gridscope_trace::trace::Replay;

impl Session {
    /// Returns the index of the slide at hand. Two slides may be at the same moment, and a later slide of the list may be at
    /// an earlier one. So the slide that was turned to last is at hand as long as the cursor is at its moment. Otherwise it
    /// is the slide with the last moment up to the cursor, or before all of them the one with the first moment.
    pub fn slide_at_hand(&self) -> Option<usize> {
        let slides = &self.scene().run.slides;
        let cursor = self.moment().0;
        let at = |i: usize| self.moment_of_number(slides[i].at);
        // During the motion into a slide, its text is there already.
        let moves = self.shown.playback.motion.is_some();
        if let Some(i) = self.shown.slide.filter(|&i| i < slides.len() && (moves || at(i) == cursor)) {
            return Some(i);
        }
        let here = (0..slides.len()).find(|&i| at(i) == cursor);
        let before = || (0..slides.len()).filter(|&i| at(i) <= cursor).max_by_key(|&i| at(i));
        here.or_else(before).or_else(|| (0..slides.len()).min_by_key(|&i| at(i)))
    }

    /// Returns the next or previous slide of the list.
    fn neighbouring_slide(&self, forward: bool) -> Option<usize> {
        let here = self.slide_at_hand()?;
        let cursor = self.moment().0;
        let at = self.moment_of_number(self.scene().run.slides[here].at);
        let to = match forward {
            true if cursor < at => Some(here),
            true => Some(here + 1),
            false if cursor > at => Some(here),
            false => here.checked_sub(1),
        };
        to.filter(|&to| to < self.scene().run.slides.len())
    }

    /// Turns to the next or previous slide of the list. Returns whether there is one.
    pub(super) fn turn_slide(&mut self, forward: bool) -> bool {
        let to = self.neighbouring_slide(forward);
        if let Some(to) = to {
            self.show_slide(to);
        }
        to.is_some()
    }

    /// Turns to the next slide, and plays the events up to it. A slide at an earlier moment, or with `cut`, is shown at once.
    pub(super) fn play_slide(&mut self) {
        let Some(next) = self.neighbouring_slide(true) else { return self.stride(Stride::Slide, true) };
        let from = self.moment().0;
        let slide = &self.scene().run.slides[next];
        let to = self.moment_of_number(slide.at);
        let seconds = match slide.play {
            _ if to <= from => None,
            Some(Motion::Cut) => None,
            Some(Motion::Seconds(seconds)) => Some(seconds),
            None => Some(motion_seconds(to - from)),
        };
        let Some(seconds) = seconds else { return self.show_slide(next) };
        self.shown.playback.playing = false;
        self.shown.slide = Some(next);
        self.shown.playback.motion = Some(SlideMotion { from, to, seconds, passed: 0.0, opens: false });
        self.shown.panel = Some(PanelId::Lesson);
    }

    /// Plays the events up to the moment of the scene's picture, or with `cut` goes there. Any command stops it.
    pub fn play_opening(&mut self, cut: bool) {
        let (from, len) = self.moment();
        let to = self.scene().run.picture_moment().unwrap_or(len).min(len);
        self.shown.slide = self.scene().run.slides.iter().position(|slide| slide.at == to);
        if cut || to <= from {
            return self.seek(to);
        }
        let seconds = motion_seconds(to - from);
        self.shown.playback.motion = Some(SlideMotion { from, to, seconds, passed: 0.0, opens: true });
    }

    /// Ends the opening motion of a page at the moment that it has reached.
    pub fn stop_opening(&mut self) {
        self.shown.playback.stop_opening();
    }

    /// Ends the motion into a slide if a command does so. Returns whether the command does nothing else: a second press, Esc
    /// and a click on the map only go to the end of the motion.
    pub(super) fn ends_motion(&mut self, command: &SessionCommand) -> bool {
        use SessionCommand as S;
        let goes_to_end = matches!(
            command,
            S::PlaySlide | S::PlayPause | S::Forward(Stride::Slide) | S::DiscardOrStop | S::Select(_)
        );
        if !goes_to_end && command.effect().changes == Changes::View {
            return false;
        }
        // During the motion, the step back is one from the slide that it leads to.
        let target = self.shown.playback.motion.as_ref().and(self.shown.slide);
        let Some(motion) = self.shown.playback.motion.take() else { return false };
        if motion.opens {
            return goes_to_end;
        }
        if goes_to_end {
            self.seek(motion.to);
        } else if let (S::Back(Stride::Slide), Some(before)) = (command, target.and_then(|slide| slide.checked_sub(1)))
        {
            self.show_slide(before);
            return true;
        }
        goes_to_end
    }

    /// Goes to the moment of a slide, given by its index.
    pub(super) fn show_slide(&mut self, slide: usize) {
        let Some(at) = self.scene().run.slides.get(slide).map(|slide| slide.at) else { return };
        self.shown.playback.playing = false;
        self.shown.slide = Some(slide);
        self.seek(self.moment_of_number(at));
        // The panel shows the note of the slide.
        self.shown.panel = Some(PanelId::Lesson);
    }

    /// Adds a slide at the current moment, after the slide at hand or before it, as their moments are.
    pub(super) fn add_slide(&mut self) {
        let at = self.replay().map_or(0, Replay::number_now);
        let slides = &self.scene().run.slides;
        let new = self.slide_at_hand().map_or(0, |here| here + usize::from(slides[here].at <= at));
        self.slides(None, |all| all.insert(new, Slide { at, ..Slide::default() }));
        self.shown.slide = Some(new);
    }

    /// Removes a slide, given by its index.
    pub(super) fn remove_slide(&mut self, slide: usize) {
        if slide < self.scene().run.slides.len() {
            self.slides(None, |all| {
                all.remove(slide);
            });
            self.shown.slide =
                self.shown.slide.filter(|&shown| shown != slide).map(|shown| shown - usize::from(shown > slide));
        }
    }

    /// Edits the slides, which does not change the run.
    pub(super) fn slides(&mut self, merge: Option<usize>, change: impl FnOnce(&mut Vec<Slide>)) {
        let mut run = self.scene().run.clone();
        change(&mut run.slides);
        self.document.set_run(run, merge.map(|i| format!("slide {i}")).as_deref());
    }
}
