//! What a ship is generated from: the size of the map, the dice, and the constants, which are parameters.

use super::event::Context;
use super::plan::{Extent, Owner, plan_size};
use crate::algorithm::RunError;
use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::params::{Param, Resolved};
use crate::rng::Rng;
use crate::scene::Scene;
use crate::terrain::Tile;
use serde::Serialize;
use std::sync::Arc;

/// The size of a map whose plan is 30 × 18.
pub const DECK: Size = Size::new(64, 40);
/// The shortest side of a map that has a plan, in cells.
const LEAST_SIDE: u16 = 10;
const MOST_SIDE: u16 = 512;

/// The constants of the page.
#[rustfmt::skip]
pub const PARAMS: &[Param] = &[
    Param::int("decks", (1, 9), 3, "How many decks the stairs join; the teleporter stands on the last."),
    Param::int("hallways", (0, 9), 2, "How many hallways each of the three batches gives at most."),
    Param::int("hallway-tries", (1, 100), 20, "How many valid tries a batch has."),
    Param::int("long-least", (2, 100), 10, "The shortest hallway of the first batch, in cells of the plan."),
    Param::int("long-most", (2, 100), 20, "The longest hallway of the first batch."),
    Param::int("middle-least", (2, 100), 7, "The shortest hallway of the second batch."),
    Param::int("middle-most", (2, 100), 12, "The longest hallway of the second batch."),
    Param::int("short-least", (2, 100), 4, "The shortest hallway of the third batch."),
    Param::int("short-most", (2, 100), 8, "The longest hallway of the third batch."),
    Param::int("inset", (0, 50), 4, "How many cells in from the edge of the plan a hallway starts."),
    Param::int("border", (0, 50), 2, "How many cells from the edge of the plan both of its ends keep away."),
    Param::int("near", (0, 20), 4, "How far the label near a hallway spreads; no other hallway comes so near."),
    Param::int("rooms-least", (1, 200), 12, "The fewest rooms of a deck; a plan with fewer is refused."),
    Param::int("rooms-most", (1, 200), 20, "The most rooms of a deck."),
    Param::int("reach-least", (1, 50), 2, "A room stays nearer to its seed than a number from this one …"),
    Param::int("reach-most", (1, 50), 4, "… to this one, diagonal steps counting 1."),
    Param::int("windows-least", (0, 500), 30, "The fewest windows, where so many faces look outside."),
    Param::int("windows-most", (0, 500), 40, "The most windows."),
    Param::int("enemy-rooms-least", (0, 200), 7, "Enemies are in so many rooms at the least, start and goal left out."),
    Param::int("enemy-rooms-most", (0, 200), 10, "Enemies are in so many rooms at the most."),
    Param::int("enemies-least", (1, 20), 1, "The fewest enemies of such a room."),
    Param::int("enemies-most", (1, 20), 3, "The most enemies of such a room."),
    Param::int("weapons-least", (0, 60), 4, "The fewest weapons of a deck."),
    Param::int("weapons-most", (0, 60), 8, "The most weapons of a deck."),
    Param::int("kits-least", (0, 60), 3, "The fewest medical kits of a deck."),
    Param::int("kits-most", (0, 60), 6, "The most medical kits of a deck."),
    Param::int("attempts", (1, 10_000), 1000, "After how many refused plans of a deck the ship is given up."),
];

/// A range that dice are thrown over; both ends belong to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span(pub(super) u32, pub(super) u32);

impl Span {
    /// A number of the range, every one equally likely.
    pub(super) fn draw(self, dice: &mut Rng) -> u32 {
        self.0 + dice.below((self.1 - self.0) as u64 + 1) as u32
    }
}

/// Everything that a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(super) map: Size,
    pub(super) plan: Size,
    params: Resolved,
    pub(super) seed: u64,
    pub(super) context: Context,
}

impl Problem {
    /// Takes the size of the scene's map and the parameters; what lies on the map plays no part.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        let map = scene.size();
        let fits = |side: u16| (LEAST_SIDE..=MOST_SIDE).contains(&side);
        if !fits(map.width) || !fits(map.height) {
            return Err(RunError::Scene(format!(
                "a deck of a ship needs a map of {LEAST_SIDE} to {MOST_SIDE} cells a side, {DECK} for the constants as \
                 they are, and this one has {map}; take a new map of that size"
            )));
        }
        let (ground, actors) = (Arc::new(scene.tiles.clone()), Arc::new(scene.actors.clone()));
        let n = |name| params.int(name).unwrap_or(0) as u8;
        let context = Context { size: map, decks: n("decks"), ground, actors, near: n("near"), border: n("border") };
        Ok(Self { map, plan: plan_size(map), params: params.clone(), seed, context })
    }

    /// A constant of the page, by the name of its parameter.
    pub(crate) fn constant(&self, name: &str) -> u16 {
        self.params.int(name).unwrap_or(0).max(0) as u16
    }

    /// The two that are the least and the most of something, whichever is the least.
    pub(super) fn span(&self, name: &str) -> Span {
        let [a, b] = ["least", "most"].map(|end| u32::from(self.constant(&format!("{name}-{end}"))));
        Span(a.min(b), a.max(b))
    }

    /// How many cells the rooms between start and goal must have for everything that could be put there.
    pub(super) fn needs(&self) -> u32 {
        let most = |name| self.span(name).1;
        most("enemy-rooms") * most("enemies") + most("weapons") + most("kits")
    }
}

/// What comes out. All cells are those of the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Outcome {
    /// Whether every deck was accepted.
    pub complete: bool,
    pub decks: Vec<Deck>,
    /// How many plans were made in all.
    pub attempts: u32,
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
    /// The map itself.
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

/// A hallway of a deck, by its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HallwayMade {
    pub from: Cell,
    pub to: Cell,
    /// How long it is, in cells of the plan.
    pub length: u8,
    /// The batch that gave it, from 1.
    pub batch: u8,
}

/// A weapon or a kit, as `kind` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    pub at: Cell,
    pub kind: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) extent: Extent,
    pub(super) cells: u32,
    /// What its first door leads to.
    pub(super) parent: Owner,
}
