//! The reader's journey through the lessons: which ones are finished, and the slide where each was left.

use crate::presets::{find, place_on_route, route};
use crate::session::ask::Replies;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of lessons whose replies are stored.
pub const MAX_LESSONS: usize = 200;

/// A reader's visit to a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Visit {
    /// Index of the slide where the reader left the lesson.
    pub slide: u16,
    /// Whether the reader has reached the last slide. An exercise need not be solved.
    pub done: bool,
}

/// The reader's journey through the lessons. It has at most one entry for each built-in lesson.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Journey {
    /// The visits, by the ids of the lessons.
    lessons: BTreeMap<String, Visit>,
    /// The replies to the questions of slides, by the ids of built-in lessons and the paths of other files.
    replies: BTreeMap<String, Replies>,
    /// Whether the reader has dragged the flag of the start page, so that it need not be said again.
    pub has_dragged: bool,
}

impl Journey {
    /// Returns a copy without lessons that this version does not have.
    #[must_use]
    pub fn sensible(mut self) -> Self {
        self.lessons.retain(|id, _| find(id).is_some());
        self.replies.retain(|lesson, _| find(lesson).is_some() || lesson.contains(['/', '\\']));
        self
    }

    /// Records that the reader sees a slide of a built-in lesson with `slides` slides.
    pub fn visit(&mut self, id: &'static str, slide: usize, slides: usize) {
        let visit = self.lessons.entry(id.to_owned()).or_default();
        visit.slide = u16::try_from(slide).unwrap_or(u16::MAX);
        visit.done |= slide + 1 >= slides;
    }

    /// Returns the replies to the questions of a lesson.
    pub fn replies(&self, lesson: &str) -> Option<&Replies> {
        self.replies.get(lesson)
    }

    /// Stores the replies to the questions of a lesson. At most [`MAX_LESSONS`] lessons have replies.
    pub fn store_replies(&mut self, lesson: &str, replies: &Replies) {
        if replies.is_empty() {
            self.replies.remove(lesson);
        } else if self.replies.get(lesson) != Some(replies) {
            self.replies.insert(lesson.to_owned(), replies.clone());
            while self.replies.len() > MAX_LESSONS {
                let other = self.replies.keys().find(|other| *other != lesson).cloned();
                other.map(|other| self.replies.remove(&other));
            }
        }
    }

    /// Returns the visit to a lesson. Returns `None` if the reader has not opened it.
    pub fn of(&self, id: &str) -> Option<Visit> {
        self.lessons.get(id).copied()
    }

    /// Returns whether a lesson is done.
    pub fn is_done(&self, id: &str) -> bool {
        self.of(id).is_some_and(|visit| visit.done)
    }

    /// Returns whether the reader has opened a lesson of the route.
    pub fn is_begun(&self) -> bool {
        self.lessons.keys().any(|id| place_on_route(id).is_some())
    }

    /// Returns the number of lessons of the route that are done.
    pub fn done_on_route(&self) -> usize {
        route().filter(|id| self.is_done(id)).count()
    }

    /// Returns the first lesson of the route that is not done, and the index of the slide where the reader left it.
    pub fn next_on_route(&self) -> Option<(&'static str, usize)> {
        let id = route().find(|id| !self.is_done(id))?;
        Some((id, self.of(id).map_or(0, |visit| visit.slide.into())))
    }
}
