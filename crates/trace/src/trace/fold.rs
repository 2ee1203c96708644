//! State that does not fit into slots, such as a list, a plan or a heap. It is built from the events in order.
//! Snapshots make every moment quick to reach.

use super::log::Trace;
use super::moment::Moment;
use crate::event::Event;
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Number of events between two snapshots.
const SPACING: usize = 4096;

/// A small state that is built from events in order. Data of single cells belongs in slots.
pub trait Fold: Clone + Default + Send + Sync + 'static {
    /// The events that the state is built from.
    type Event: Event;

    /// Applies the next event, which has that index in the trace.
    fn take(&mut self, index: usize, event: &Self::Event, context: &<Self::Event as Event>::Context);
}

/// The snapshots of each type of state that was requested.
#[derive(Default)]
pub(super) struct Snapshots(Mutex<BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl std::fmt::Debug for Snapshots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Snapshots")
    }
}

impl Snapshots {
    /// Returns the states before each event whose index is a multiple of the spacing, as far as they were built.
    fn of<S: State>(&self) -> Arc<Mutex<Vec<S>>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.entry(TypeId::of::<S>()).or_insert_with(|| Arc::new(Mutex::new(vec![S::default()])));
        Arc::clone(known).downcast().unwrap_or_default()
    }

    /// Returns whether a state was requested.
    pub(super) fn are_used(&self) -> bool {
        !self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

/// The traits that a state needs.
pub(super) trait State: Clone + Default + Send + Sync + 'static {}

impl<S: Clone + Default + Send + Sync + 'static> State for S {}

/// Returns the state after the first `cursor` events of a trace. `take` applies the event with the given index. All
/// calls for one type of state must use the same `take`.
pub(super) fn state<S: State>(trace: &Trace, cursor: usize, mut take: impl FnMut(&mut S, usize)) -> S {
    let snapshots = trace.snapshots.of::<S>();
    let mut snapshots = snapshots.lock().unwrap_or_else(PoisonError::into_inner);
    let mut state = snapshots.get(cursor / SPACING).or(snapshots.last()).cloned().unwrap_or_default();
    let known = snapshots.len().saturating_sub(1).min(cursor / SPACING);
    for index in known * SPACING..cursor {
        take(&mut state, index);
        if index + 1 == snapshots.len() * SPACING {
            snapshots.push(state.clone());
        }
    }
    state
}

impl<E: Event> Moment<'_, E> {
    /// Returns the state after the events up to now. In a run that is part of another, only its own events count. If
    /// there are several runs of the same kind, no snapshots are kept, and their states are built from their first
    /// event.
    pub fn state<F: Fold<Event = E>>(&self) -> F {
        // Of the events before a window only some are kept, so the state is built from those of the window.
        let first = self.trace().first();
        let take = |state: &mut F, index: usize| {
            if let Some(event) = self.event(index).filter(|_| index >= first) {
                state.take(index, event, self.context());
            }
        };
        if self.is_only() {
            return state(self.trace(), self.cursor(), take);
        }
        let mut state = F::default();
        (self.first()..self.cursor()).for_each(|index| take(&mut state, index));
        state
    }
}
