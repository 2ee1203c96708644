//! Straight lines between cells: their length, and whether they are blocked.

use super::super::Ground;
use crate::geometry::{Cell, Dir};
use crate::movement::StepCosts;
use std::cmp::Ordering;

/// Number of units in a length of 1. Lengths are square roots, rounded to whole units. Whole numbers are added and
/// compared the same way on every machine. Each length is off by at most a billionth.
const UNIT: u32 = 1_000_000_000;

/// The costs of steps to neighbours.
pub(super) const COSTS: StepCosts = StepCosts::new(UNIT, 1_414_213_562, UNIT);

/// Returns the length of the straight line between two cells, rounded to the nearest unit.
pub(super) fn length(a: Cell, b: Cell) -> u64 {
    let (dx, dy) = a.delta(b);
    let square = u128::from(dx) * u128::from(dx) + u128::from(dy) * u128::from(dy);
    // Computes twice the root, then half of it rounded up, which is the nearest whole number.
    (4 * square * u128::from(UNIT) * u128::from(UNIT)).isqrt().div_ceil(2) as u64
}

/// Returns whether a path is shorter than another by more than a millionth. Smaller differences may be rounding
/// errors: sums of the same lengths in another order, or of other parts of the same line, can differ.
pub(super) const fn is_shorter(new: u64, old: u64) -> bool {
    let least = if old > UNIT as u64 { old } else { UNIT as u64 };
    new < old && old - new > least / 1_000_000
}

/// Follows the straight line between two cells, step by step through the cells that it crosses.
///
/// # Errors
/// Returns the last free cell if the next cell cannot be entered, or if it is past a corner that must not be cut.
pub(super) fn sight(ground: &Ground, from: Cell, to: Cell) -> Result<(), Cell> {
    let (dx, dy) = from.delta(to);
    let across = if from.x < to.x { Dir::E } else { Dir::W };
    let along = if from.y < to.y { Dir::S } else { Dir::N };
    let both = Dir::ALL.into_iter().find(|dir| dir.parts() == Some((across, along))).unwrap_or(across);
    let mut cell = from;
    let mut x = 0;
    let mut y = 0;
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
