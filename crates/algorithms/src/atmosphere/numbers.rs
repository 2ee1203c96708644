//! The numbers of the page, with every chance as a whole number of twelfths, and how numbers are shown.

use crate::event::Value;

/// Full air, in tenths.
pub(super) const FULL: u8 = 10;
/// What a venting cell loses in a unit of time, in tenths.
pub(super) const LOSS: u8 = 1;
/// The faces of the die. Every chance of the page is a whole number of twelfths.
pub(super) const FACES: u8 = 12;
/// Under this roll a player moves: 1/4.
pub(super) const PLAYER: u8 = 3;
/// Under this roll any other loose thing moves: 1/2.
pub(super) const LOOSE: u8 = 6;
/// Under this roll a bullet breaks a pressure wall: 1/3.
pub(super) const BULLET: u8 = 4;
/// Under this roll a shockwave breaks a wall: 2/3.
pub(super) const BLAST: u8 = 8;
/// How many cells flames cover, and for how many units of time each burns.
pub(super) const FLAME: usize = 5;
pub(super) const BURNS: u8 = 3;

/// The health of a body, and how long the beacon has to be held, in units of time.
pub(super) const HEALTH: u8 = 4;
pub(super) const HOLD: u32 = 5;
/// How far the blasts of an explosion and of a bloat hurt, in cells.
pub(super) const BIG: u8 = 3;
pub(super) const SMALL: u8 = 2;
/// What a bullet and a strike take of health, and what flames and missing air take in a unit of time.
pub(super) const BULLET_TAKES: u8 = 2;
pub(super) const STRIKE_TAKES: u8 = 1;
pub(super) const UNIT_TAKES: u8 = 1;

/// What a blast of some reach takes of health at a distance, squared: 4 up to 1 cell, 2 farther on.
pub(super) const fn blast_takes(squared: u32, reach: u8) -> u8 {
    match squared {
        0 | 1 => 4,
        far if far <= reach as u32 * reach as u32 => 2,
        _ => 0,
    }
}

/// Air in tenths as people read it.
pub(super) fn tenths(air: impl Into<u64>) -> Value {
    Value::cost(air.into(), FULL.into())
}

/// A chance in twelfths as the page writes it.
pub(super) fn chance(under: u8) -> String {
    let (mut a, mut b) = (under, FACES);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    format!("{}/{}", under / a.max(1), FACES / a.max(1))
}
