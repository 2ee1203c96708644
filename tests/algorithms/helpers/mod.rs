//! What the tests of one algorithm share: its pictures, its outcome, moments of its runs.

pub mod air;
pub mod chess;
pub mod decks;
pub mod ground;
pub mod night;
