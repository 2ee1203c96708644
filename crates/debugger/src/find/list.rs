//! The list of events as a session keeps it: what is looked for, what was found of it so far, and the search under way.

use super::{Found, Reading, Search, Wanted};
use crate::core::trace::{Control, Replay};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The events that are listed: all, or those that were looked for.
#[derive(Debug)]
pub struct Events {
    wanted: Wanted,
    /// How its text is taken, once a run was there to take it.
    reading: Reading,
    /// Why it is taken as words, where it looks like a condition.
    no_condition: Option<String>,
    hits: Vec<u32>,
    /// How many events the hits were looked for among.
    looked: usize,
    /// Whether the hits are of what was looked for before: they are shown until the first of the new ones comes.
    worn: bool,
    waiting: bool,
    /// How to stop the search under way, and how far it is.
    running: Option<Arc<Control>>,
}

impl Default for Events {
    fn default() -> Self {
        Self {
            wanted: Wanted::default(),
            reading: Reading::Words(Vec::new()),
            no_condition: None,
            hits: Vec::new(),
            looked: 0,
            worn: false,
            waiting: false,
            running: None,
        }
    }
}

impl Events {
    /// What is looked for.
    pub const fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    /// How its text is taken.
    pub const fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Why it is taken as words, where it looks like a condition.
    pub fn no_condition(&self) -> Option<&str> {
        self.no_condition.as_deref()
    }

    /// The indices of the events that were found so far, ascending; none where all are listed.
    pub fn hits(&self) -> Option<&[u32]> {
        (!self.wanted.is_everything()).then_some(&self.hits[..])
    }

    /// How much of the run is searched, 0 to 1, while a search is under way.
    pub fn progress(&self) -> Option<f32> {
        match &self.running {
            Some(control) => Some(control.progress.load(Ordering::Relaxed) as f32 / 1000.0),
            None => self.waiting.then_some(0.0),
        }
    }

    /// Looks for something else.
    pub(crate) fn look_for(&mut self, wanted: Wanted) {
        self.wanted = wanted;
        (self.worn, self.looked) = (true, 0);
        self.start();
    }

    /// Looks again: another run is there. Where it only grew, what was found stays.
    pub(crate) fn again(&mut self, grew: bool) {
        if !grew {
            self.hits.clear();
            self.looked = 0;
        }
        self.start();
    }

    fn start(&mut self) {
        if let Some(control) = &self.running {
            // One of a run that grew is let go on: what it finds stays true.
            if self.looked == 0 {
                control.cancel.store(true, Ordering::Relaxed);
            }
        }
        self.waiting = !self.wanted.is_everything();
        if !self.waiting {
            self.hits = Vec::new();
        }
    }

    /// Forgets everything: another scene comes.
    pub(crate) fn clear(&mut self) {
        self.look_for(Wanted::default());
        self.hits = Vec::new();
    }

    /// Hands the search out that waits, where none is under way.
    pub(crate) fn take(&mut self, replay: &Replay) -> Option<Search> {
        if !self.waiting || self.running.is_some() {
            return None;
        }
        self.waiting = false;
        if self.looked == 0 {
            self.reading = self.wanted.reading(replay);
            self.no_condition = self.wanted.no_condition(&self.reading, replay);
        }
        let search = Search::of(&self.wanted, &self.reading, replay, self.looked);
        (self.looked, self.running) = (replay.len(), Some(Arc::clone(&search.control)));
        Some(search)
    }

    /// Takes in what a search tells.
    pub fn hear(&mut self, found: Found) {
        let off = self.running.as_ref().is_none_or(|control| control.stopped().is_err());
        if !off && std::mem::take(&mut self.worn) {
            self.hits.clear();
        }
        match found {
            Found::Events(mut more) if !off => self.hits.append(&mut more),
            Found::Events(_) => {}
            Found::Done => self.running = None,
        }
    }

    /// Whether a search was handed out and has not said that it is done.
    pub const fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// The row that an event stands in, else the row before which it would.
    ///
    /// # Errors
    /// The row before which it would stand, where it is not listed.
    pub fn row_of(&self, event: usize, len: usize) -> Result<usize, usize> {
        match self.hits() {
            Some(hits) => hits.binary_search(&(event as u32)),
            None if event < len => Ok(event),
            None => Err(len),
        }
    }

    /// How many rows there are, of a run of so many events.
    pub fn rows(&self, len: usize) -> usize {
        self.hits().map_or(len, |hits| hits.partition_point(|&i| (i as usize) < len))
    }

    /// The event of a row.
    pub fn event(&self, row: usize) -> Option<usize> {
        match self.hits() {
            Some(hits) => hits.get(row).map(|&i| i as usize),
            None => Some(row),
        }
    }
}
