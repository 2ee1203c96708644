//! What no slot can hold, such as a list, a plan or a heap: a state that is made of events one after the other, with
//! snapshots, so that any moment of it is near.

use super::log::Trace;
use super::moment::{Log, Moment};
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
    fn of<F: Fold>(&self, log: Log<F::Event>) -> Arc<Vec<F>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(&TypeId::of::<F>()).and_then(|k| Arc::clone(k).downcast().ok()) {
            return known;
        }
        let mut state = F::default();
        let mut snapshots = vec![state.clone()];
        for (i, event) in log.events().iter().enumerate() {
            state.take(i, event, log.context());
            if (i + 1).is_multiple_of(SPACING) {
                snapshots.push(state.clone());
            }
        }
        let snapshots = Arc::new(snapshots);
        all.insert(TypeId::of::<F>(), Arc::clone(&snapshots) as Arc<dyn Any + Send + Sync>);
        snapshots
    }
}

impl<E: Event> Moment<'_, E> {
    /// The state that the events up to now have made. In a run that is part of another, only its own events count.
    pub fn state<F: Fold<Event = E>>(&self) -> F {
        let trace: &Trace = self.trace();
        let (mut state, from) = if self.is_inner() {
            (F::default(), self.first())
        } else {
            let snapshots = trace.snapshots.of::<F>(*self.trace());
            let nearest = (self.cursor() / SPACING).min(snapshots.len() - 1);
            (snapshots[nearest].clone(), nearest * SPACING)
        };
        for index in from..self.cursor() {
            if let Some(event) = self.event(index) {
                state.take(index, event, self.context());
            }
        }
        state
    }
}
