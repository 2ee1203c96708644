//! Data shared by all events of a ship.

use crate::{Actor, Grid, Size, Tile};
use std::sync::Arc;

/// Data shared by all events of a run. `near` and `border` are the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    pub(super) size: Size,
    pub(super) decks: u8,
    /// The tiles of the scene, which the decks replace.
    pub(super) ground: Arc<Grid<Tile>>,
    /// The actors of the scene. Each takes the position of a matching thing on a deck.
    pub(super) actors: Arc<Vec<Actor>>,
    pub(super) near: u8,
    pub(super) border: u8,
    /// Rules of the hull-first method; `None` if rooms grow and shape the hull.
    pub(super) hull: Option<Rules>,
}

/// Rules of the hull-first method: its parameters, in cells of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Rules {
    /// Margin between the initial rectangle of the hull and the edge of the plan.
    pub(super) margin: u16,
    /// Number of cells of that rectangle.
    pub(super) whole: u32,
    /// Minimum thickness of the hull.
    pub(super) thick: u16,
    /// Maximum loss of cells by cuts, in percent.
    pub(super) loss: u16,
    /// Probability that the hull is mirrored, in percent.
    pub(super) mirror: u16,
    /// Minimum distance of a hallway from the edge of the hull, and from parallel hallways.
    pub(super) inside: u16,
    /// Minimum length of a hallway.
    pub(super) short: u16,
    /// A section with more cells is split.
    pub(super) most: u16,
    /// A section with fewer cells does not become a room.
    pub(super) least: u16,
}

impl Context {
    /// Returns whether the method is hull-first.
    pub(super) const fn first(&self) -> bool {
        self.hull.is_some()
    }

    pub(super) fn rules(&self) -> Rules {
        self.hull.unwrap_or_default()
    }
}
