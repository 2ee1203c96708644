//! The open list at a moment, kept from one look to the next: a step changes an entry or two of a hundred thousand.

use super::Replay;
use crate::geometry::Cell;
use crate::trace::Player;
use crate::trace::log::NONE;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Over so many events it is followed; for a moment farther away it is made anew.
const FAR: usize = 16_384;

/// An entry, in the order in which they are popped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting {
    pub(super) keys: (u64, u64),
    /// The event that put it there, counted from the end where the newest of equals goes first.
    place: u32,
    /// The cell, row-major.
    pub(super) cell: u32,
}

/// The entries of the first layer at the moment at which somebody looked last.
struct Looked {
    cursor: usize,
    /// The event before which holders were stale.
    since: u32,
    newest: bool,
    entries: BTreeSet<Waiting>,
}

impl Looked {
    fn entry(&self, replay: &Replay, event: u32, cell: u32) -> Option<Waiting> {
        let keys = replay.trace().keys(event as usize)?;
        Some(Waiting { keys, place: if self.newest { u32::MAX - event } else { event }, cell })
    }

    fn put(&mut self, replay: &Replay, event: u32, cell: u32) {
        if event != NONE && event >= self.since {
            self.entries.extend(self.entry(replay, event, cell));
        }
    }

    fn take(&mut self, replay: &Replay, event: u32, cell: u32) {
        if event != NONE
            && let Some(entry) = self.entry(replay, event, cell)
        {
            self.entries.remove(&entry);
        }
    }

    /// What waits in the list of a layer at a player's moment.
    fn at(replay: &Replay, player: &Player, layer: u8) -> Self {
        let (heads, since) = player.heads_of(layer);
        let newest = replay.lens().queue_newest_first(replay.trace());
        let mut looked = Self { cursor: player.cursor(), since, newest, entries: BTreeSet::new() };
        let held = heads.iter().enumerate().filter(|&(_, &event)| event != NONE && event >= since);
        // Sorted at once, which is cheaper than one by one.
        looked.entries = held.filter_map(|(cell, &event)| looked.entry(replay, event, cell as u32)).collect();
        looked
    }

    /// The entries in order, each with the event that put it there.
    fn listed(&self) -> impl Iterator<Item = (Waiting, usize)> + '_ {
        let event = |entry: &Waiting| if self.newest { u32::MAX - entry.place } else { entry.place } as usize;
        self.entries.iter().map(move |entry| (*entry, event(entry)))
    }

    /// Follows the events between its moment and the cursor.
    fn follow(&mut self, replay: &Replay) {
        let (links, area) = (&replay.trace().links, replay.size().area() as u32);
        let (from, to) = (self.cursor, replay.cursor());
        if from < to {
            links.ahead(from, to, |event, link| {
                if link.slot < area {
                    self.take(replay, link.prev, link.slot);
                    self.put(replay, event, link.slot);
                }
            });
        } else {
            links.behind(to, from, |event, link| {
                if link.slot < area {
                    self.take(replay, event, link.slot);
                    self.put(replay, link.prev, link.slot);
                }
            });
        }
        self.cursor = to;
    }
}

/// What was looked at last. A second cursor has a list of its own.
#[derive(Default)]
pub(super) struct OpenList(Mutex<Option<Looked>>);

impl Clone for OpenList {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl OpenList {
    /// The first entries of the first layer at the cursor of a run, at most so many, each with the event that put it there; and
    /// how many there are.
    pub(super) fn first(&self, replay: &Replay, limit: usize) -> (Vec<(Waiting, usize)>, usize) {
        let since = replay.player.heads_of(0).1;
        let mut looked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let looked = match &mut *looked {
            Some(near) if near.since == since && near.cursor.abs_diff(replay.cursor()) <= FAR => {
                near.follow(replay);
                near
            }
            other => other.insert(Looked::at(replay, &replay.player, 0)),
        };
        (looked.listed().take(limit).collect(), looked.entries.len())
    }
}

/// The cells that wait in the list of a layer at any player's moment, first to be popped first, each with the event that put
/// it there.
pub(super) fn waiting(replay: &Replay, player: &Player, layer: u8) -> Vec<(Cell, usize)> {
    let size = replay.size();
    Looked::at(replay, player, layer).listed().map(|(entry, event)| (size.cell(entry.cell as usize), event)).collect()
}
