//! Constants from the source notes, with every chance in twelfths, and functions that format them.

use crate::event::Value;

/// Full air, in tenths.
pub(super) const FULL: u8 = 10;
/// Air that a venting cell loses in a unit of time, in tenths.
pub(super) const LOSS: u8 = 1;
/// Number of faces of the die. Every chance is a whole number of twelfths.
pub(super) const FACES: u8 = 12;
/// A player moves on a roll below this: chance 1/4.
pub(super) const PLAYER: u8 = 3;
/// Any other loose thing moves on a roll below this: chance 1/2.
pub(super) const LOOSE: u8 = 6;
/// A bullet breaks a pressure wall on a roll below this: chance 1/3.
pub(super) const BULLET: u8 = 4;
/// A shockwave breaks a wall on a roll below this: chance 2/3.
pub(super) const BLAST: u8 = 8;
/// Number of cells that flames cover, and the units of time that each burns.
pub(super) const FLAME: usize = 5;
pub(super) const BURNS: u8 = 3;

/// Health of a body, and units of time that the beacon must be held.
pub(super) const HEALTH: u8 = 4;
pub(super) const HOLD: u32 = 5;
/// Reach of the blast of an explosion and of a bloat, in cells.
pub(super) const BIG: u8 = 3;
pub(super) const SMALL: u8 = 2;
/// Health taken by a bullet, by a strike, and by a unit of time in flames or without air.
pub(super) const BULLET_TAKES: u8 = 2;
pub(super) const STRIKE_TAKES: u8 = 1;
pub(super) const UNIT_TAKES: u8 = 1;

/// Returns the health that a blast takes at a squared distance: 4 up to 1 cell away, 2 up to its reach.
pub(super) const fn blast_takes(squared: u32, reach: u8) -> u8 {
    match squared {
        0 | 1 => 4,
        far if far <= reach as u32 * reach as u32 => 2,
        _ => 0,
    }
}

/// Returns air given in tenths as a value to show.
pub(super) fn tenths(air: impl Into<u64>) -> Value {
    Value::cost(air.into(), FULL.into())
}

/// Returns a chance given in twelfths as a reduced fraction.
pub(super) fn chance(under: u8) -> String {
    let (mut a, mut b) = (under, FACES);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    format!("{} in {}", under / a.max(1), FACES / a.max(1))
}
