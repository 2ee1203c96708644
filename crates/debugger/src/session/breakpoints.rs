//! Breakpoints of a session: their conditions, their hits, and logpoints, which never stop playback.

use super::Session;
use gridscope_trace::progress::Progress;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::breakpoint::{Condition, Source};

/// A breakpoint and its hits.
#[derive(Clone, PartialEq, Debug)]
pub struct Breakpoint {
    /// Condition at which it hits.
    pub condition: Condition,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Whether it is a logpoint, which lists its hits and never stops playback.
    pub notes: bool,
    /// Which occurrence of the condition hits, counted from 1. 0 means every occurrence.
    pub nth: usize,
    /// Indices of the events at which it hits, ascending. Empty until the hits are found.
    pub hits: Vec<u32>,
    /// Whether its hits in the current run are found.
    pub found: bool,
}

impl Breakpoint {
    /// Creates an enabled breakpoint that stops at every occurrence.
    pub const fn new(condition: Condition) -> Self {
        Self { condition, enabled: true, notes: false, nth: 0, hits: Vec::new(), found: false }
    }

    /// Finds the hits in a run, unless `progress` is stopped.
    pub(super) async fn find(&mut self, run: &Replay, progress: &Progress) {
        self.lose_hits();
        let Ok(mut hits) = run.hits(&self.condition, progress).await else { return };
        if let Some(skip) = self.nth.checked_sub(1) {
            hits = hits.get(skip).copied().into_iter().collect();
        }
        self.take_hits(hits);
    }

    /// Returns whether another breakpoint has the same hits.
    pub(super) fn hits_as(&self, other: &Self) -> bool {
        self.condition == other.condition && self.nth == other.nth
    }

    /// Stores the hits.
    pub(super) fn take_hits(&mut self, hits: Vec<u32>) {
        (self.hits, self.found) = (hits, true);
    }

    /// Discards the hits, so that they are found again.
    pub(super) fn lose_hits(&mut self) {
        (self.hits, self.found) = (Vec::new(), false);
    }

    /// Returns whether playback stops at it.
    pub const fn stops(&self) -> bool {
        self.enabled && !self.notes
    }
}

impl Session {
    /// Adds a breakpoint with this condition, or removes the one that exists.
    pub(super) fn toggle_break(&mut self, condition: &Condition) {
        if let Some(i) = self.shown.breakpoints.iter().position(|b| b.condition == *condition) {
            self.shown.breakpoints.remove(i);
            return;
        }
        self.shown.breakpoints.push(Breakpoint::new(condition.clone()));
    }

    /// Changes the breakpoint with index `i`.
    pub(super) fn tune_break(&mut self, i: usize, change: impl FnOnce(&mut Breakpoint)) {
        if let Some(breakpoint) = self.shown.breakpoints.get_mut(i) {
            change(breakpoint);
        }
    }

    /// Removes breakpoints that another algorithm may not have: on kinds of event, checks, phases, actors, layers and
    /// registers.
    pub(super) fn keep_general_breaks(&mut self) {
        let special = |c: &Condition| {
            matches!(c, Condition::Kind(_) | Condition::Check(_) | Condition::Phase(_) | Condition::Actor(_))
                || matches!(c, Condition::Number(Source::Layer | Source::Register, ..))
        };
        self.shown.breakpoints.retain(|b| !b.condition.mentions(&special));
    }
}
