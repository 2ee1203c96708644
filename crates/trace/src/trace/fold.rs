//! What no slot can hold, such as a list, a plan or a heap: a state that is made of events one after the other, with
//! snapshots, so that any moment of it is near.

use super::log::Trace;
use super::moment::Moment;
use crate::event::Event;
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many events lie between two snapshots.
const SPACING: usize = 4096;

/// A small state that events make, one after the other. What lies in cells belongs into slots.
pub trait Fold: Clone + Default + Send + Sync + 'static {
    /// The events that it is made of.
    type Event: Event;

    /// Takes the next event, which has that index in the trace.
    fn take(&mut self, index: usize, event: &Self::Event, context: &<Self::Event as Event>::Context);
}

/// The snapshots of each state that somebody asked for.
#[derive(Default)]
pub(super) struct Snapshots(Mutex<BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl std::fmt::Debug for Snapshots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Snapshots")
    }
}

impl Snapshots {
    /// The states before each event whose index is a multiple of the spacing; made at the first question.
    fn of<S: State>(&self, events: usize, mut take: impl FnMut(&mut S, usize)) -> Arc<Vec<S>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(&TypeId::of::<S>()).and_then(|k| Arc::clone(k).downcast().ok()) {
            return known;
        }
        let mut state = S::default();
        let mut snapshots = vec![state.clone()];
        for i in 0..events {
            take(&mut state, i);
            if (i + 1).is_multiple_of(SPACING) {
                snapshots.push(state.clone());
            }
        }
        let snapshots = Arc::new(snapshots);
        all.insert(TypeId::of::<S>(), Arc::clone(&snapshots) as Arc<dyn Any + Send + Sync>);
        snapshots
    }
}

/// What a state has to be able to do.
pub(super) trait State: Clone + Default + Send + Sync + 'static {}

impl<S: Clone + Default + Send + Sync + 'static> State for S {}

/// The state that the first `cursor` events of a trace have made. `take` makes it of the events one by one, given by
/// their indices; there is one way to do so for each type of state.
pub(super) fn state<S: State>(trace: &Trace, cursor: usize, mut take: impl FnMut(&mut S, usize)) -> S {
    let snapshots = trace.snapshots.of(trace.len(), &mut take);
    let nearest = (cursor / SPACING).min(snapshots.len() - 1);
    let mut state = snapshots[nearest].clone();
    for index in nearest * SPACING..cursor {
        take(&mut state, index);
    }
    state
}

impl<E: Event> Moment<'_, E> {
    /// The state that the events up to now have made. In a run that is part of another, only its own events count.
    /// Of runs that are not the only ones of their kind there are no snapshots: their states are made from their first event.
    pub fn state<F: Fold<Event = E>>(&self) -> F {
        let take = |state: &mut F, index: usize| {
            if let Some(event) = self.event(index) {
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
