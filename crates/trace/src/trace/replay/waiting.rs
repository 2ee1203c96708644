//! The open list at a moment, and the events at which several entries were equal.

use super::{QueueEntry, Replay};
use crate::geometry::Cell;
use crate::progress::{Halt, Progress};
use crate::trace::Player;
use crate::trace::log::NONE;
use crate::trace::open_list::Waiting;
use crate::trace::schema::OpenListChange;
use std::collections::BTreeMap;

/// Number of events in a part of the computation.
const BETWEEN: usize = 4096;

impl Replay {
    /// Returns the layer of the open list that an event writes.
    fn list(&self, event: usize) -> Option<u8> {
        let layer = self.trace().slot(event)? / self.size().area().max(1);
        self.lens().lists().iter().copied().find(|&list| usize::from(list) == layer)
    }

    /// Returns whether the newest of equal entries is taken first.
    fn newest_first(&self) -> bool {
        self.lens().queue_newest_first(self.trace())
    }

    /// Returns the cells that wait with the same first key as the one that an event takes, just before it. Returns none
    /// if the event takes none.
    pub(super) fn waiting_for(&self, before: &Player, event: usize) -> Vec<(Cell, usize)> {
        let replaced_event = self.trace().replaced(event).filter(|_| self.pops(event));
        let key = replaced_event.and_then(|taken| self.trace().keys(taken));
        let by = |key: (u64, u64)| before.waiting_by(self.list(event).unwrap_or(0), key.0, Some(self.newest_first()));
        key.map_or_else(Vec::new, by)
    }

    /// Returns whether there was a tie at an event. If the ties are not computed yet, computes only this one.
    pub(super) fn is_tied(&self, event: usize) -> bool {
        let worked_out = || {
            let waits = |before: &Player| self.waiting_for(before, event).len() > 1;
            let pops = self.list(event).is_some() && self.pops(event) && self.lists_ties();
            self.lens().is_tie(self.trace(), event) || (pops && self.at_other_moment(event, waits))
        };
        event < self.len()
            && self.known_ties().map_or_else(worked_out, |all| all.binary_search(&(event as u32)).is_ok())
    }

    /// Returns whether equal keys in the open list are ties. An algorithm with its own waiting list reports its ties
    /// itself.
    fn lists_ties(&self) -> bool {
        self.lens().taking_ties() && self.lens().waiting(&self.player).is_none()
    }

    /// Returns at most `limit` waiting entries, and the number of all.
    pub(super) fn find_queue(&self, limit: usize) -> (Vec<QueueEntry>, usize) {
        if let Some(mut all) = self.lens().waiting(&self.player) {
            let len = all.len();
            all.truncate(limit);
            return (all, len);
        }
        if self.lens().lists() != [0] {
            return self.find_lists(limit);
        }
        let (first, len) = self.player.first_waiting(0, self.newest_first(), limit);
        let lowest = first.first().map(|(entry, _)| entry.keys.0);
        let entry = |&(entry, event): &(Waiting, usize)| QueueEntry {
            cell: self.size().cell(entry.cell as usize),
            event,
            key: self.key(event),
            tied: Some(entry.keys.0) == lowest,
        };
        (first.iter().map(entry).collect(), len)
    }

    /// Returns the entries of several open lists, or of one that is not the first layer. They are sorted by all keys,
    /// then by event.
    fn find_lists(&self, limit: usize) -> (Vec<QueueEntry>, usize) {
        let lists = self.lens().lists();
        let mut all = Vec::new();
        for &layer in lists {
            let (heads, since) = self.player.heads_of(layer);
            let held_events = heads.iter().enumerate().filter(|&(_, i)| i != NONE && i >= since);
            all.extend(held_events.filter_map(|(index, i)| Some((self.trace().keys(i as usize)?, i as usize, index))));
        }
        all.sort_unstable();
        let lowest = all.first().map(|first| first.0);
        let same = |keys: (u64, u64)| match lists {
            [_] => lowest.map(|lowest| lowest.0) == Some(keys.0),
            _ => lowest == Some(keys),
        };
        let entry = |&(keys, event, index): &((u64, u64), usize, usize)| QueueEntry {
            cell: self.size().cell(index),
            event,
            key: self.key(event),
            tied: same(keys),
        };
        (all.iter().take(limit).map(entry).collect(), all.len())
    }

    /// Returns the keys of an entry for display.
    fn key(&self, event: usize) -> String {
        match &self.trace().case(event).queue {
            OpenListChange::Enqueues(template) => self.trace().render(event, template),
            OpenListChange::Unmoved | OpenListChange::Dequeues => String::new(),
        }
    }

    /// Finds all ties in one forward pass: the events that report a tie, and the pops at which another entry had the
    /// same primary key.
    pub(super) async fn find_ties(&self, progress: &Progress) -> Result<Vec<u32>, Halt> {
        let (trace, lens) = (self.trace(), self.lens());
        let listed = self.lists_ties();
        let mut hits = Vec::new();
        let mut equals: BTreeMap<(u8, u64), u32> = BTreeMap::new();
        for i in 0..trace.len() {
            if i.is_multiple_of(BETWEEN) {
                progress.pause().await?;
            }
            if trace.wipes(i) && trace.layout().passing > 0 {
                equals.clear();
            }
            let list = self.list(i);
            let primary = |event: usize| Some((list?, trace.keys(event)?.0));
            let before = trace.replaced(i).and_then(primary);
            let shared = before.is_some_and(|key| equals.get(&key).is_some_and(|&n| n > 1));
            if i >= trace.first() && (lens.is_tie(trace, i) || (listed && shared && self.pops(i))) {
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
        Ok(hits)
    }
}
