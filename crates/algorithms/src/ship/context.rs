//! What the events of a ship are told with, and do not repeat.

use crate::geometry::Size;
use crate::grid::Grid;
use crate::scene::Actor;
use crate::terrain::Tile;
use std::sync::Arc;

/// What a run's events do not repeat; `near` and `border` are the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    pub(super) size: Size,
    pub(super) decks: u8,
    /// The tiles of the scene, over which the decks are drawn.
    pub(super) ground: Arc<Grid<Tile>>,
    /// The actors of the scene, which take the parts that they have on a deck.
    pub(super) actors: Arc<Vec<Actor>>,
    pub(super) near: u8,
    pub(super) border: u8,
    /// The rules of a hull that comes first; none where rooms grow and the hull is what comes of it.
    pub(super) hull: Option<Rules>,
}

/// What holds for a hull that comes first: its parameters, in cells of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// The rectangle that the hull is cut from keeps so far from the edge of the plan.
    pub(super) margin: u16,
    /// How many cells it has.
    pub(super) whole: u32,
    /// The hull is nowhere thinner than this.
    pub(super) thick: u16,
    /// It loses no more of its cells than this, in per cent.
    pub(super) loss: u16,
    /// With which probability it is mirrored, in per cent.
    pub(super) mirror: u16,
    /// How far inside the hull a hallway keeps, and from others that run the same way.
    pub(super) inside: u16,
    /// The shortest hallway.
    pub(super) short: u16,
    /// A section that has more cells is split.
    pub(super) most: u16,
    /// A section that has fewer becomes no room.
    pub(super) least: u16,
}

impl Context {
    /// Whether the hull comes first.
    pub(super) const fn first(&self) -> bool {
        self.hull.is_some()
    }

    pub(super) fn rules(&self) -> Rules {
        self.hull.unwrap_or_default()
    }
}
