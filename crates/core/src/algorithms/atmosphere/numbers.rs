//! The numbers of the page, with every chance as a whole number of twelfths.

/// Full air, in tenths.
pub const FULL: u8 = 10;
/// What a venting cell loses in a unit of time, in tenths.
pub const LOSS: u8 = 1;
/// The faces of the die. Every chance of the page is a whole number of twelfths.
pub const FACES: u8 = 12;
/// Under this roll a player moves: 1/4.
pub const PLAYER: u8 = 3;
/// Under this roll any other loose thing moves: 1/2.
pub const LOOSE: u8 = 6;
/// Under this roll a bullet breaks a pressure wall: 1/3.
pub const BULLET: u8 = 4;
/// Under this roll a shockwave breaks a wall: 2/3.
pub const BLAST: u8 = 8;
