//! What waits at a moment, and the events at which something that waited was equal.

use super::{QueueEntry, Replay};
use crate::geometry::Cell;
use crate::trace::Player;
use crate::trace::log::NONE;
use crate::trace::schema::Waits;
use std::collections::BTreeMap;

impl Replay {
    /// The cells that wait in an open list at a player's moment, first to be popped first, each with the event that put it
    /// there.
    fn waiting(&self, player: &Player, list: u8) -> Vec<(Cell, usize)> {
        let newest = self.lens().queue_newest_first(self.trace());
        let (heads, since) = player.heads_of(list);
        let held = heads.iter().enumerate().filter(|&(_, &i)| i != NONE && i >= since);
        let waits =
            held.filter_map(|(index, &i)| Some((self.trace().keys(i as usize)?, i as usize, self.size().cell(index))));
        let mut entries: Vec<((u64, u64), usize, Cell)> = waits.collect();
        entries.sort_unstable_by_key(|&(key, holder, _)| (key, if newest { usize::MAX - holder } else { holder }));
        entries.into_iter().map(|(_, holder, cell)| (cell, holder)).collect()
    }

    /// The cells that wait just before an event takes one of them.
    pub(super) fn waiting_for(&self, before: &Player, event: usize) -> Vec<(Cell, usize)> {
        let list = self.trace().slot(event).and_then(|slot| self.trace().layout().list(slot));
        if self.pops(event) { self.waiting(before, list.unwrap_or(0)) } else { Vec::new() }
    }

    /// What waits now, list after list, at most `limit` entries, and how many there are.
    pub(super) fn find_queue(&self, limit: usize) -> (Vec<QueueEntry>, usize) {
        if let Some(mut all) = self.lens().waiting(&self.player) {
            let len = all.len();
            all.truncate(limit);
            return (all, len);
        }
        let primary = |i: usize| self.trace().keys(i).map(|k| k.0);
        let shown = |event: usize| match &self.trace().case(event).queue {
            Waits::Enqueues(template) => self.trace().render(event, template),
            Waits::Unmoved | Waits::Dequeues => String::new(),
        };
        let (layout, mut all, mut len) = (self.trace().layout(), Vec::new(), 0);
        for list in 0..layout.lists.min(layout.layers) {
            let waiting = self.waiting(&self.player, list);
            let lowest = waiting.first().and_then(|&(_, i)| primary(i));
            let first = waiting.iter().take(limit.saturating_sub(len));
            all.extend(first.map(|&(cell, event)| QueueEntry {
                cell,
                event,
                key: shown(event),
                tied: primary(event) == lowest,
            }));
            len += waiting.len();
        }
        (all, len)
    }

    /// One forward pass: the events that are ties by themselves, and the pops at which another entry had the same
    /// primary key.
    pub(super) fn find_ties(&self) -> Vec<u32> {
        let (trace, lens) = (self.trace(), self.lens());
        let layout = trace.layout();
        // An algorithm with a list of its own says itself what was equal in it.
        let listed = lens.waiting(&self.player).is_none();
        let mut hits = Vec::new();
        let mut equals: BTreeMap<(u8, u64), u32> = BTreeMap::new();
        for i in 0..trace.len() {
            if trace.wipes(i) && trace.layout().passing > 0 {
                equals.clear();
            }
            let list = trace.slot(i).and_then(|slot| layout.list(slot));
            let primary = |event: usize| Some((list?, trace.keys(event)?.0));
            let before = trace.replaced(i).and_then(primary);
            let shared = before.is_some_and(|key| equals.get(&key).is_some_and(|&n| n > 1));
            if lens.is_tie(trace, i) || (listed && shared && self.pops(i)) {
                hits.push(i as u32);
            }
            if let Some(key) = before
                && let Some(n) = equals.get_mut(&key)
            {
                *n -= 1;
                if *n == 0 {
                    equals.remove(&key);
                }
            }
            if let Some(key) = primary(i) {
                *equals.entry(key).or_insert(0) += 1;
            }
        }
        hits
    }
}
