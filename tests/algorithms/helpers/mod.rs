//! Shared code of the tests of each algorithm: its pictures, its outcome, moments of its runs.

pub mod air;
pub mod chess;
pub mod decks;
pub mod ground;
pub mod night;
