//! The tie-breaking rules for arrivals at equal cost, and their dice.

use super::event::{AStarEvent as E, Ties};
use crate::{Cell, Dir, Observer, Rng};
use std::ops::ControlFlow::{self, Continue};

/// Arrivals at one cell at equal cost, including the new one.
#[derive(Clone, Copy)]
pub(super) struct Equals {
    /// The cell, and the direction that the new arrival came from.
    pub(super) cell: Cell,
    pub(super) from: Dir,
    /// Number of arrivals.
    pub(super) n: u8,
    /// Number of paths of the new arrival, and of all arrivals.
    pub(super) paths: f64,
    pub(super) all_paths: f64,
}

impl Ties {
    /// Returns whether the new arrival replaces the parent, and the probability of that result.
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
