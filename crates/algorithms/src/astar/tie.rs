//! What an arrival at equal cost does: the rules of ties, and their dice.

use super::event::{AStarEvent as E, Ties};
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use crate::rng::Rng;
use std::ops::ControlFlow::{self, Continue};

/// Arrivals at one cell at equal cost, the new one included.
#[derive(Clone, Copy)]
pub(super) struct Equals {
    /// The cell, and the direction that the new one came from.
    pub(super) cell: Cell,
    pub(super) from: Dir,
    /// How many there are.
    pub(super) n: u8,
    /// Over how many paths the new one comes, and over how many all of them do.
    pub(super) paths: f64,
    pub(super) all_paths: f64,
}

impl Ties {
    /// Whether the new arrival takes the place of the parent, and how likely it was that this came out as it did.
    pub(super) fn switches<O: Observer<E>>(
        self,
        equals: Equals,
        dice: &mut Rng,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, (bool, f64)> {
        let Equals { cell, from, n, paths, all_paths } = equals;
        let share = match self {
            Self::First => return Continue((false, 1.0)),
            Self::Last => return Continue((true, 1.0)),
            Self::Parents => 1.0 / f64::from(n),
            Self::Paths => paths / all_paths,
        };
        let roll = dice.unit();
        observer.on(E::Rolled { cell, from, roll, chance: share })?;
        Continue(if roll < share { (true, share) } else { (false, 1.0 - share) })
    }
}
