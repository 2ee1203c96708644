//! Outcome of a ship: its decks, and the numbers for comparing both methods.

use super::builder::{Draft, HallwayMade, Item};
use super::plan::{self, Owner};
use crate::{Cell, Grid, Tile};
use serde::Serialize;
use std::collections::BTreeSet;

/// Outcome of a run. All cells are those of the map.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Outcome {
    /// Whether every deck was accepted.
    pub complete: bool,
    pub decks: Vec<Deck>,
    /// Total number of plans made.
    pub attempts: u32,
    /// Number of sections on all decks that did not become a room; 0 if rooms grow.
    pub refused: u32,
    /// Number of rooms on all decks.
    pub rooms: u32,
    /// Number of rooms with one door.
    pub dead_ends: u32,
    /// Number of rooms that cannot be reached from the start of their deck.
    pub unreachable: u32,
    /// Number of doors per room; 0 if there are no rooms.
    pub doors_a_room: f64,
}

/// An accepted deck. Its rooms and hallways are in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Deck {
    /// The map, one line per row, in the glyphs of text maps.
    pub rows: Vec<String>,
    pub start: Cell,
    pub goal: Cell,
    /// The exit on the goal: `stairs-down` or `teleporter`.
    pub exit: &'static str,
    pub rooms: Vec<RoomMade>,
    pub hallways: Vec<HallwayMade>,
    pub doors: Vec<Cell>,
    pub windows: Vec<Cell>,
    pub enemies: Vec<Cell>,
    /// The weapons, then the kits.
    pub items: Vec<Item>,
    /// Number of plans that it took.
    pub tries: u32,
    /// Number of straight steps from the start to the goal.
    pub steps: usize,
    #[serde(skip)]
    pub tiles: Grid<Tile>,
}

/// A room of a deck, by the corners of its bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct RoomMade {
    pub from: Cell,
    pub to: Cell,
    /// Number of cells of the plan in the room.
    pub cells: u32,
    /// `start`, `goal` or `room`.
    pub role: &'static str,
}

/// Counts over all decks.
#[derive(Default)]
pub(super) struct Tally {
    refused: u32,
    rooms: u32,
    dead_ends: u32,
    unreachable: u32,
    doors: u32,
}

impl Tally {
    /// Counts a finished deck.
    pub(super) fn add(&mut self, draft: &Draft, deck: &Deck) {
        let mut doors = vec![0u32; draft.rooms.len()];
        for &door in &deck.doors {
            // A door is between two cells of the plan. Each appears twice in the list.
            let sides: BTreeSet<Owner> = plan::owners(&draft.owner, door).into_iter().flatten().collect();
            sides.into_iter().filter_map(Owner::room).for_each(|room| doors[room as usize - 1] += 1);
        }
        self.refused += draft.refused;
        self.rooms += draft.rooms.len() as u32;
        self.dead_ends += doors.iter().filter(|&&n| n == 1).count() as u32;
        self.unreachable += draft.dry.iter().filter(|&&dry| dry).count() as u32;
        self.doors += deck.doors.len() as u32;
    }

    /// Writes the counts into the outcome.
    pub(super) fn write_to(self, outcome: &mut Outcome) {
        let Self { refused, rooms, dead_ends, unreachable, doors } = self;
        (outcome.refused, outcome.rooms, outcome.dead_ends, outcome.unreachable) =
            (refused, rooms, dead_ends, unreachable);
        outcome.doors_a_room = if rooms == 0 { 0.0 } else { doors as f64 / rooms as f64 };
    }
}
