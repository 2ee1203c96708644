//! Oracles: second implementations of algorithms, with another structure.

pub mod chess;
pub mod dungeon;
pub mod guards;
pub mod prisoners;
