//! Cells of actors at the times that a log states.

use super::Place;
use gridscope_trace::Cell;
use std::collections::{BTreeMap, HashMap};

/// Maximum number of moves with a time that are kept.
const MAX_MOVES: usize = 1 << 21;

/// A position with a time.
#[derive(Debug)]
pub(super) struct TimedCell {
    pub(super) actor: String,
    pub(super) at: Cell,
    pub(super) place: Place,
    /// Whether the actor moved there, and was not placed.
    pub(super) is_move: bool,
}

/// Knowledge about an actor's cells over time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Track {
    /// Each cell has a time.
    Known,
    /// The actor was removed, and has not come back.
    Removed,
    /// The actor's cell is unknown at some times.
    Lost,
}

/// Positions at each time.
#[derive(Debug, Default)]
pub(super) struct Timeline {
    cells: BTreeMap<u64, Vec<TimedCell>>,
    tracks: HashMap<String, Track>,
    /// Number of moves with a time.
    times: usize,
    /// Whether a move has no time.
    has_untimed_move: bool,
    /// Latest time so far.
    latest: f64,
    /// Whether an earlier time is on a later line.
    is_out_of_order: bool,
}

impl Timeline {
    /// Records the cell of an actor.
    pub(super) fn add(&mut self, time: Option<f64>, timed: TimedCell) {
        let time = time.filter(|t| t.is_finite() && *t >= 0.0);
        if let Some(t) = time {
            self.is_out_of_order |= t < self.latest;
            self.latest = self.latest.max(t);
        }
        self.has_untimed_move |= timed.is_move && time.is_none();
        let track = self.tracks.get(&timed.actor).copied();
        // An actor placed before any event has a time is there from the beginning.
        let Some(t) = time.or_else(|| (!timed.is_move && self.times == 0).then_some(0.0)) else {
            if timed.is_move || track.is_some() {
                self.tracks.insert(timed.actor, Track::Lost);
            }
            return;
        };
        let is_lost = matches!(track, Some(Track::Removed | Track::Lost));
        self.tracks.insert(timed.actor.clone(), if is_lost { Track::Lost } else { Track::Known });
        if self.times < MAX_MOVES {
            self.times += usize::from(timed.is_move);
            // The bits of non-negative numbers have the same order as the numbers.
            self.cells.entry((t + 0.0).to_bits()).or_default().push(timed);
        }
    }

    /// Records that an actor was removed.
    pub(super) fn remove(&mut self, actor: &str) {
        if let Some(track) = self.tracks.get_mut(actor).filter(|track| **track == Track::Known) {
            *track = Track::Removed;
        }
    }

    /// Returns whether times count, and not lines.
    pub(super) const fn counts(&self) -> bool {
        self.times > 0 && (!self.has_untimed_move || self.is_out_of_order)
    }

    /// Returns whether moves without a time cannot be checked against others, because the lines are in another order
    /// than the times.
    pub(super) const fn has_unordered_moves(&self) -> bool {
        self.times > 0 && self.has_untimed_move && self.is_out_of_order
    }

    /// Returns the cells at each time, without those of actors whose cell is unknown at some times.
    pub(super) fn into_cells(mut self) -> BTreeMap<u64, Vec<TimedCell>> {
        for cells in self.cells.values_mut() {
            cells.retain(|timed| self.tracks.get(&timed.actor) != Some(&Track::Lost));
        }
        self.cells
    }
}
