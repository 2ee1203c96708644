//! Breakpoints of a session: when they stop, where they hit, and those that only note.

use super::Session;
use crate::core::trace::Replay;
use crate::core::trace::breakpoint::{Condition, Source};

/// A breakpoint and where it hits.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// When it stops.
    pub condition: Condition,
    /// Whether it is on.
    pub enabled: bool,
    /// Whether it only notes and never stops: a logpoint.
    pub notes: bool,
    /// Only the n-th time that the condition holds, from 1; 0: every time.
    pub nth: usize,
    /// The indices of the events at which it hits, ascending.
    pub hits: Vec<u32>,
}

impl Breakpoint {
    /// On, stopping every time.
    pub const fn new(condition: Condition) -> Self {
        Self { condition, enabled: true, notes: false, nth: 0, hits: Vec::new() }
    }

    /// Finds its hits in a run.
    pub fn find(&mut self, replay: Option<&Replay>) {
        self.find_within(replay, &mut || true);
    }

    /// The same as long as it is told to go on; where it is not, it finds none.
    pub(super) fn find_within(&mut self, replay: Option<&Replay>, goes_on: &mut dyn FnMut() -> bool) {
        self.hits = replay.and_then(|r| r.hits_within(&self.condition, goes_on)).unwrap_or_default();
        if let Some(skip) = self.nth.checked_sub(1) {
            self.hits = self.hits.get(skip).copied().into_iter().collect();
        }
    }

    /// Whether playing stops at it.
    pub const fn stops(&self) -> bool {
        self.enabled && !self.notes
    }
}

impl Session {
    /// Sets a breakpoint of that condition, or takes the one away that there is.
    pub(super) fn toggle_break(&mut self, condition: &Condition) {
        if let Some(i) = self.breakpoints.iter().position(|b| b.condition == *condition) {
            self.breakpoints.remove(i);
            return;
        }
        let mut breakpoint = Breakpoint::new(condition.clone());
        breakpoint.find(self.replay());
        self.breakpoints.push(breakpoint);
    }

    /// Changes one of them and looks for its hits again.
    pub(super) fn tune_break(&mut self, i: usize, change: impl FnOnce(&mut Breakpoint)) {
        let Some(mut breakpoint) = self.breakpoints.get(i).cloned() else { return };
        change(&mut breakpoint);
        breakpoint.find(self.replay());
        self.breakpoints[i] = breakpoint;
    }

    /// Keeps those that mean something to every algorithm: cells, and fields by name.
    pub(super) fn keep_general_breaks(&mut self) {
        let special = |c: &Condition| {
            matches!(c, Condition::Kind(_) | Condition::Check(_) | Condition::Phase(_) | Condition::Actor(_))
                || matches!(c, Condition::Number(Source::Layer | Source::Register, ..))
        };
        self.breakpoints.retain(|b| !b.condition.mentions(&special));
    }
}
