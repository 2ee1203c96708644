//! The open list at a player's moment. It is kept between calls, because a step changes only one or two entries of a
//! hundred thousand.

use super::log::NONE;
use super::player::Player;
use crate::geometry::Cell;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Largest number of events over which the list is updated. For a moment farther away it is rebuilt.
const FAR: usize = 16_384;

/// An entry, ordered as entries are popped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting {
    pub(super) keys: (u64, u64),
    /// The event that added the entry. It is counted from the end if the newest of equal entries comes first.
    place: u32,
    /// The cell, as a row-major index.
    pub(super) cell: u32,
}

/// The entries of a layer at the moment of the last call.
struct LayerEntries {
    layer: u8,
    cursor: usize,
    /// The event before which entries are stale.
    since: u32,
    newest: bool,
    entries: BTreeSet<Waiting>,
}

impl LayerEntries {
    fn entry(&self, player: &Player, event: u32, cell: u32) -> Option<Waiting> {
        let keys = player.trace().keys(event as usize)?;
        Some(Waiting { keys, place: if self.newest { u32::MAX - event } else { event }, cell })
    }

    fn add_entry(&mut self, player: &Player, event: u32, cell: u32) {
        if event != NONE && event >= self.since {
            self.entries.extend(self.entry(player, event, cell));
        }
    }

    fn take(&mut self, player: &Player, event: u32, cell: u32) {
        if event != NONE
            && let Some(entry) = self.entry(player, event, cell)
        {
            self.entries.remove(&entry);
        }
    }

    /// Builds the open list of a layer at a player's moment.
    fn at(player: &Player, layer: u8, newest: bool) -> Self {
        let (heads, since) = player.heads_of(layer);
        let mut looked = Self { layer, cursor: player.cursor(), since, newest, entries: BTreeSet::new() };
        let held_events = heads.iter().enumerate().filter(|&(_, event)| event != NONE && event >= since);
        // Collects all at once, which is cheaper than inserting one by one.
        looked.entries = held_events.filter_map(|(cell, event)| looked.entry(player, event, cell as u32)).collect();
        looked
    }

    /// Returns an entry with the event that added it.
    fn with_adding_event(&self, entry: &Waiting) -> (Waiting, usize) {
        (*entry, if self.newest { u32::MAX - entry.place } else { entry.place } as usize)
    }

    /// Updates the list with the events between its moment and the cursor.
    fn follow(&mut self, player: &Player) {
        let (links, area) = (&player.trace().links, player.trace().layout().size.area() as u32);
        let first = u32::from(self.layer) * area;
        let cell = |slot: u32| slot.checked_sub(first).filter(|cell| *cell < area);
        let (from, to) = (self.cursor, player.cursor());
        if from < to {
            links.ahead(from, to, |event, link| {
                if let Some(cell) = cell(link.slot) {
                    self.take(player, link.prev, cell);
                    self.add_entry(player, event, cell);
                }
            });
        } else {
            links.behind(to, from, |event, link| {
                if let Some(cell) = cell(link.slot) {
                    self.take(player, event, cell);
                    self.add_entry(player, link.prev, cell);
                }
            });
        }
        self.cursor = to;
    }
}

/// The open list of the last call. Each player has its own.
#[derive(Default)]
pub(super) struct OpenList(Mutex<Option<LayerEntries>>);

impl Clone for OpenList {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl std::fmt::Debug for OpenList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OpenList")
    }
}

impl OpenList {
    /// Calls `ask` with the open list of a layer at a player's moment. `newest` states whether the newest of equal
    /// entries comes first. It is `None` if their order does not matter.
    fn ask<T>(&self, player: &Player, layer: u8, newest: Option<bool>, ask: impl FnOnce(&LayerEntries) -> T) -> T {
        let since = player.heads_of(layer).1;
        let mut looked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same =
            |near: &LayerEntries| (near.layer, near.since) == (layer, since) && newest.is_none_or(|n| n == near.newest);
        ask(match &mut *looked {
            Some(near) if same(near) && near.cursor.abs_diff(player.cursor()) <= FAR => {
                near.follow(player);
                near
            }
            other => other.insert(LayerEntries::at(player, layer, newest.unwrap_or(false))),
        })
    }
}

impl Player {
    /// Returns the first waiting entries of a layer, at most `limit`, each with the event that added it, and the number
    /// of all entries.
    pub(super) fn first_waiting(&self, layer: u8, newest: bool, limit: usize) -> (Vec<(Waiting, usize)>, usize) {
        let first = |looked: &LayerEntries| {
            looked.entries.iter().take(limit).map(|entry| looked.with_adding_event(entry)).collect()
        };
        self.open.ask(self, layer, Some(newest), |looked| (first(looked), looked.entries.len()))
    }

    /// Returns the cells that wait in a layer with this first key, each with the event that added it, in the order in
    /// which they are popped. If `newest` is `None`, the order is arbitrary.
    pub(super) fn waiting_by(&self, layer: u8, key: u64, newest: Option<bool>) -> Vec<(Cell, usize)> {
        let size = self.trace().layout().size;
        let least = Waiting { keys: (key, 0), place: 0, cell: 0 };
        let upper_bound = Waiting { keys: (key, u64::MAX), place: u32::MAX, cell: u32::MAX };
        let cell_and_event = |(entry, event): (Waiting, usize)| (size.cell(entry.cell as usize), event);
        self.open.ask(self, layer, newest, |looked| {
            looked
                .entries
                .range(least..=upper_bound)
                .map(|entry| cell_and_event(looked.with_adding_event(entry)))
                .collect()
        })
    }
}
