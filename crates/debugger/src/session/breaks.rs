//! Breakpoints of a session: when they stop, where they hit, and those that only note.

use super::Session;
use crate::core::trace::Replay;
use crate::core::trace::breakpoint::{Condition, Source};

/// A breakpoint and where it hits.
#[derive(Clone, PartialEq, Debug)]
pub struct Breakpoint {
    /// When it stops.
    pub condition: Condition,
    /// Whether it is on.
    pub enabled: bool,
    /// Whether it only notes and never stops: a logpoint.
    pub notes: bool,
    /// Only the n-th time that the condition holds, from 1; 0: every time.
    pub nth: usize,
    /// The indices of the events at which it hits, ascending; none as long as they are not found.
    pub hits: Vec<u32>,
    /// Whether its hits in the run at hand are found.
    pub found: bool,
}

impl Breakpoint {
    /// On, stopping every time.
    pub const fn new(condition: Condition) -> Self {
        Self { condition, enabled: true, notes: false, nth: 0, hits: Vec::new(), found: false }
    }

    /// Finds its hits in a run, as long as it is told to go on.
    pub(super) fn find_within(&mut self, run: &Replay, goes_on: &mut dyn FnMut() -> bool) {
        self.lose_hits();
        let Some(mut hits) = run.hits_within(&self.condition, goes_on) else { return };
        if let Some(skip) = self.nth.checked_sub(1) {
            hits = hits.get(skip).copied().into_iter().collect();
        }
        self.take_hits(hits);
    }

    /// Whether another one hits where this one does.
    pub(super) fn hits_as(&self, other: &Self) -> bool {
        self.condition == other.condition && self.nth == other.nth
    }

    /// These are its hits.
    pub(super) fn take_hits(&mut self, hits: Vec<u32>) {
        (self.hits, self.found) = (hits, true);
    }

    /// Its hits are to be found again.
    pub(super) fn lose_hits(&mut self) {
        (self.hits, self.found) = (Vec::new(), false);
    }

    /// Whether playing stops at it.
    pub const fn stops(&self) -> bool {
        self.enabled && !self.notes
    }
}

impl Session {
    /// Sets a breakpoint of that condition, or takes the one away that there is.
    pub(super) fn toggle_break(&mut self, condition: &Condition) {
        if let Some(i) = self.shown.breakpoints.iter().position(|b| b.condition == *condition) {
            self.shown.breakpoints.remove(i);
            return;
        }
        self.shown.breakpoints.push(Breakpoint::new(condition.clone()));
    }

    /// Changes one of them.
    pub(super) fn tune_break(&mut self, i: usize, change: impl FnOnce(&mut Breakpoint)) {
        if let Some(breakpoint) = self.shown.breakpoints.get_mut(i) {
            change(breakpoint);
        }
    }

    /// Keeps those that mean something to every algorithm: cells, and fields by name.
    pub(super) fn keep_general_breaks(&mut self) {
        let special = |c: &Condition| {
            matches!(c, Condition::Kind(_) | Condition::Check(_) | Condition::Phase(_) | Condition::Actor(_))
                || matches!(c, Condition::Number(Source::Layer | Source::Register, ..))
        };
        self.shown.breakpoints.retain(|b| !b.condition.mentions(&special));
    }
}
