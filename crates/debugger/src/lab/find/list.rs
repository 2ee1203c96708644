//! The session's list of events: the filter, the events found so far, and the search in progress.

use super::{EventQuery, Found, ParsedFilterText, Search};
use gridscope_trace::trace::{Progress, Replay};

/// The listed events: all of them, or those that match the filter.
#[derive(Debug)]
pub struct Events {
    wanted: EventQuery,
    /// Interpretation of the filter text, set when a run was there.
    reading: ParsedFilterText,
    /// Why a text that looks like a condition is searched as words.
    no_condition: Option<String>,
    hits: Vec<u32>,
    /// Number of events that were searched.
    looked: usize,
    /// Whether `hits` belongs to the previous filter. The old hits are shown until the first new one arrives.
    retired_hits: bool,
    waiting: bool,
    /// Progress of the running search.
    running: Option<Progress>,
}

impl Default for Events {
    fn default() -> Self {
        Self {
            wanted: EventQuery::default(),
            reading: ParsedFilterText::Words(Vec::new()),
            no_condition: None,
            hits: Vec::new(),
            looked: 0,
            retired_hits: false,
            waiting: false,
            running: None,
        }
    }
}

impl Events {
    /// Returns the filter.
    pub const fn wanted(&self) -> &EventQuery {
        &self.wanted
    }

    /// Returns the interpretation of the filter text.
    pub const fn reading(&self) -> &ParsedFilterText {
        &self.reading
    }

    /// Returns why a text that looks like a condition is searched as words.
    pub fn no_condition(&self) -> Option<&str> {
        self.no_condition.as_deref()
    }

    /// Returns the indices of the events found so far, in ascending order. Returns `None` if all events are listed.
    pub fn hits(&self) -> Option<&[u32]> {
        (!self.wanted.is_everything()).then_some(&self.hits[..])
    }

    /// Returns how much of the run was searched, 0 to 1, during a search.
    pub fn progress(&self) -> Option<f32> {
        match &self.running {
            Some(progress) => Some(progress.share() as f32),
            None => self.waiting.then_some(0.0),
        }
    }

    /// Sets another filter and starts a search.
    pub(crate) fn look_for(&mut self, wanted: EventQuery) {
        self.wanted = wanted;
        (self.retired_hits, self.looked) = (true, 0);
        self.start();
    }

    /// Starts the search again for another run. If the run only grew, the events found so far stay.
    pub(crate) fn again(&mut self, grew: bool) {
        if !grew {
            self.hits.clear();
            self.looked = 0;
        }
        self.start();
    }

    fn start(&mut self) {
        if let Some(progress) = &self.running {
            // If the run only grew, the old search continues, because its results stay valid.
            if self.looked == 0 {
                progress.stop();
            }
        }
        self.waiting = !self.wanted.is_everything();
        if !self.waiting {
            self.hits = Vec::new();
        }
    }

    /// Resets the filter for another scene.
    pub(crate) fn clear(&mut self) {
        self.look_for(EventQuery::default());
        self.hits = Vec::new();
    }

    /// Returns the waiting search, unless one is in progress.
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
        (self.looked, self.running) = (replay.len(), Some(search.progress.clone()));
        Some(search)
    }

    /// Processes results of a search.
    pub fn handle_report(&mut self, found: Found) {
        let off = self.running.as_ref().is_none_or(Progress::is_stopped);
        if !off && std::mem::take(&mut self.retired_hits) {
            self.hits.clear();
        }
        match found {
            Found::Events(mut more) if !off => self.hits.append(&mut more),
            Found::Events(_) => {}
            Found::Done => self.running = None,
        }
    }

    /// Returns whether a search was started and is not done yet.
    pub const fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Returns the row of an event.
    ///
    /// # Errors
    /// Returns the row before which the event would be, if it is not listed.
    pub fn row_of(&self, event: usize, len: usize) -> Result<usize, usize> {
        match self.hits() {
            Some(hits) => hits.binary_search(&(event as u32)),
            None if event < len => Ok(event),
            None => Err(len),
        }
    }

    /// Returns the number of rows, for a run of `len` events.
    pub fn rows(&self, len: usize) -> usize {
        self.hits().map_or(len, |hits| hits.partition_point(|&i| (i as usize) < len))
    }

    /// Returns the event in a row.
    pub fn event(&self, row: usize) -> Option<usize> {
        match self.hits() {
            Some(hits) => hits.get(row).map(|&i| i as usize),
            None => Some(row),
        }
    }
}
