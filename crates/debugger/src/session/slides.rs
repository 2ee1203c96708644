//! The slides of a lesson: which one is at hand, and how they are turned, added and removed.

use super::Session;
use crate::session::window::PanelId;
use gridscope_trace::scene::Slide;

impl Session {
    /// Returns the index of the slide at hand. Two slides may be at the same moment, and a later slide of the list may be at
    /// an earlier one. So the slide that was turned to last is at hand as long as the cursor is at its moment. Otherwise it
    /// is the slide with the last moment up to the cursor, or before all of them the one with the first moment.
    pub fn slide_at_hand(&self) -> Option<usize> {
        let slides = &self.scene().run.slides;
        let (cursor, len) = self.moment();
        let at = |i: usize| slides[i].at.min(len);
        if let Some(i) = self.shown.slide.filter(|&i| i < slides.len() && at(i) == cursor) {
            return Some(i);
        }
        let here = (0..slides.len()).find(|&i| at(i) == cursor);
        let before = || (0..slides.len()).filter(|&i| at(i) <= cursor).max_by_key(|&i| at(i));
        here.or_else(before).or_else(|| (0..slides.len()).min_by_key(|&i| at(i)))
    }

    /// Turns to the next or previous slide of the list. Returns whether there is one.
    pub(super) fn turn_slide(&mut self, forward: bool) -> bool {
        let Some(here) = self.slide_at_hand() else { return false };
        let (cursor, len) = self.moment();
        let at = self.scene().run.slides[here].at.min(len);
        let to = match forward {
            true if cursor < at => Some(here),
            true => Some(here + 1),
            false if cursor > at => Some(here),
            false => here.checked_sub(1),
        };
        let Some(to) = to.filter(|&to| to < self.scene().run.slides.len()) else { return false };
        self.show_slide(to);
        true
    }

    /// Goes to the moment of a slide, given by its index.
    pub(super) fn show_slide(&mut self, slide: usize) {
        let Some(at) = self.scene().run.slides.get(slide).map(|slide| slide.at) else { return };
        self.shown.playback.playing = false;
        self.shown.slide = Some(slide);
        self.seek(at.min(self.moment().1));
        // The panel shows the note of the slide.
        self.shown.panel = Some(PanelId::Lesson);
    }

    /// Adds a slide at the current moment, after the slide at hand or before it, as their moments are.
    pub(super) fn add_slide(&mut self) {
        let at = self.moment().0;
        let slides = &self.scene().run.slides;
        if slides.iter().any(|slide| slide.at == at) {
            return self.notify("This moment has a slide already.");
        }
        let new = self.slide_at_hand().map_or(0, |here| here + usize::from(slides[here].at < at));
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
