//! What waits at a moment, and the events at which something that waited was equal.

use super::Replayer;
use crate::algorithms::Algorithm;
use crate::event::{Event, Slot};
use crate::geometry::Cell;
use crate::trace::{Player, Trace};
use std::collections::BTreeMap;
use std::sync::Arc;

impl<A: Algorithm> Replayer<A> {
    /// The cells that wait at a player's moment, first to be popped first, each with the event that put it there.
    pub(super) fn waiting(player: &Player<A::Event>) -> Vec<(Cell, usize)> {
        let trace = player.trace();
        let newest = A::queue_newest_first(trace.context());
        let mut entries: Vec<((u64, u64), usize, Cell)> = (0..trace.layout().size.area())
            .filter_map(|index| {
                let state = player.at_index(index);
                let holder = state.holder(0)?;
                let key = A::queued(&trace.events()[holder], trace.context())?;
                Some((key, holder, state.cell()))
            })
            .collect();
        entries.sort_unstable_by_key(|&(key, holder, _)| (key, if newest { usize::MAX - holder } else { holder }));
        entries.into_iter().map(|(_, holder, cell)| (cell, holder)).collect()
    }

    /// One forward pass: the events that are ties by themselves, and the pops at which another entry had the same
    /// primary key.
    pub(super) fn find_ties(trace: &Arc<Trace<A::Event>>) -> Vec<u32> {
        let mut hits = Vec::new();
        let mut equals: BTreeMap<u64, u32> = BTreeMap::new();
        let context = trace.context();
        let primary = |event: &A::Event| A::queued(event, context).map(|(key, _)| key);
        for (i, event) in trace.events().iter().enumerate() {
            let before = match event.slot(context) {
                Some(Slot::Cell(0, _)) => trace.replaced(i).and_then(|p| primary(&trace.events()[p])),
                _ => None,
            };
            let shared = before.is_some_and(|key| equals.get(&key).is_some_and(|&n| n > 1));
            if A::is_tie(event) || (A::pops(event) && shared) {
                hits.push(i as u32);
            }
            if matches!(event.slot(context), Some(Slot::Cell(0, _))) {
                if let Some(key) = before
                    && let Some(n) = equals.get_mut(&key)
                {
                    *n -= 1;
                    if *n == 0 {
                        equals.remove(&key);
                    }
                }
                if let Some(key) = primary(event) {
                    *equals.entry(key).or_insert(0) += 1;
                }
            }
        }
        hits
    }
}
