//! Straight lines between cells: how long they are, and whether they are barred.

use super::super::Ground;
use crate::geometry::{Cell, Dir};
use crate::movement::StepCosts;
use std::cmp::Ordering;

/// How many units make a length of 1. Lengths are roots: rounded to so small a unit they are whole numbers, which are added
/// and compared alike on every machine, and are off by no more than a billionth each.
const UNIT: u32 = 1_000_000_000;

/// The costs of its steps, where they go to neighbours.
pub(super) const COSTS: StepCosts = StepCosts { straight: UNIT, diagonal: 1_414_213_562, unit: UNIT };

/// The length of the straight line between two cells, in units, to the nearest.
pub(super) fn length(a: Cell, b: Cell) -> u64 {
    let (dx, dy) = a.delta(b);
    let square = u128::from(dx) * u128::from(dx) + u128::from(dy) * u128::from(dy);
    // Twice the root, then half of it rounded up: the nearest whole number.
    (4 * square * u128::from(UNIT) * u128::from(UNIT)).isqrt().div_ceil(2) as u64
}

/// Whether a way is shorter than another: by more than a millionth, for the sums of the same lengths in another order, or
/// in other parts, may differ by what was rounded.
pub(super) const fn is_shorter(new: u64, old: u64) -> bool {
    let least = if old > UNIT as u64 { old } else { UNIT as u64 };
    new < old && old - new > least / 1_000_000
}

/// Goes along the straight line between two cells, from one that it crosses to the next, as steps go.
///
/// # Errors
/// The last cell before the one that cannot be entered, or that lies past a corner which must not be passed.
pub(super) fn sight(ground: &Ground, from: Cell, to: Cell) -> Result<(), Cell> {
    let (dx, dy) = from.delta(to);
    let across = if from.x < to.x { Dir::E } else { Dir::W };
    let along = if from.y < to.y { Dir::S } else { Dir::N };
    let both = Dir::ALL.into_iter().find(|dir| dir.parts() == Some((across, along))).unwrap_or(across);
    let (mut cell, mut x, mut y) = (from, 0, 0);
    while x < dx || y < dy {
        // The line leaves a cell through the border that it crosses first, or exactly through the corner.
        let (horizontal, vertical) = ((1 + 2 * x) * dy, (1 + 2 * y) * dx);
        let dir = match horizontal.cmp(&vertical) {
            Ordering::Less => across,
            Ordering::Greater => along,
            Ordering::Equal => both,
        };
        (x, y) = (x + u32::from(dir != along), y + u32::from(dir != across));
        cell = ground.map.step(cell, dir).map_err(|_| cell)?.0;
    }
    Ok(())
}
