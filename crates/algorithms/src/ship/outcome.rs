//! What comes out of a ship: its decks, and what both methods are compared by.

use super::builder::{Draft, HallwayMade, Item};
use super::plan::{self, Owner};
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::terrain::Tile;
use serde::Serialize;
use std::collections::BTreeSet;

/// What comes out. All cells are those of the map.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Outcome {
    /// Whether every deck was accepted.
    pub complete: bool,
    pub decks: Vec<Deck>,
    /// How many plans were made in all.
    pub attempts: u32,
    /// How many sections of all decks became no room; where rooms grow there are no sections.
    pub refused: u32,
    /// How many rooms there are on all decks.
    pub rooms: u32,
    /// How many of them have one door.
    pub dead_ends: u32,
    /// How many of them cannot be reached from the start of their deck.
    pub unreachable: u32,
    /// How many doors there are for each room; 0 where there is no room.
    pub doors_a_room: f64,
}

/// A deck that was accepted. Its rooms and hallways stand in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Deck {
    /// The map, a row a line, in the glyphs of text maps.
    pub rows: Vec<String>,
    pub start: Cell,
    pub goal: Cell,
    /// What stands on the goal: `stairs-down` or `teleporter`.
    pub exit: &'static str,
    pub rooms: Vec<RoomMade>,
    pub hallways: Vec<HallwayMade>,
    pub doors: Vec<Cell>,
    pub windows: Vec<Cell>,
    pub enemies: Vec<Cell>,
    /// The weapons, then the kits.
    pub items: Vec<Item>,
    /// How many plans it took.
    pub tries: u32,
    /// How many straight steps it is from the start to the goal.
    pub steps: usize,
    #[serde(skip)]
    pub tiles: Grid<Tile>,
}

/// A room of a deck, by the corners of what it spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct RoomMade {
    pub from: Cell,
    pub to: Cell,
    /// How many cells of the plan it has.
    pub cells: u32,
    /// `start`, `goal` or `room`.
    pub role: &'static str,
}

/// What is counted over all decks.
#[derive(Default)]
pub(super) struct Tally {
    refused: u32,
    rooms: u32,
    dead_ends: u32,
    unreachable: u32,
    doors: u32,
}

impl Tally {
    /// Counts a deck that is done.
    pub(super) fn add(&mut self, draft: &Draft, deck: &Deck) {
        let mut doors = vec![0u32; draft.rooms.len()];
        for &door in &deck.doors {
            // A door lies between two cells of the plan, each of which is there twice.
            let sides: BTreeSet<Owner> = plan::owners(&draft.owner, door).into_iter().flatten().collect();
            sides.into_iter().filter_map(Owner::room).for_each(|room| doors[room as usize - 1] += 1);
        }
        self.refused += draft.refused;
        self.rooms += draft.rooms.len() as u32;
        self.dead_ends += doors.iter().filter(|&&n| n == 1).count() as u32;
        self.unreachable += draft.dry.iter().filter(|&&dry| dry).count() as u32;
        self.doors += deck.doors.len() as u32;
    }

    /// Writes it into the outcome.
    pub(super) fn tell(self, outcome: &mut Outcome) {
        let Self { refused, rooms, dead_ends, unreachable, doors } = self;
        (outcome.refused, outcome.rooms, outcome.dead_ends, outcome.unreachable) =
            (refused, rooms, dead_ends, unreachable);
        outcome.doors_a_room = if rooms == 0 { 0.0 } else { doors as f64 / rooms as f64 };
    }
}
