//! Second opinions: algorithms written again, the other way round.

pub mod chess;
pub mod dungeon;
pub mod guards;
pub mod prisoners;
