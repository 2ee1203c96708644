//! gridscope without files and screens, under one name: the modules of `gridscope-grid`, `gridscope-trace` and
//! `gridscope-algorithms`. It has no code of its own.
//!
//! Data flows one way: a [`scene::Scene`] and [`params::Params`] go into an [`algorithm::Algorithm`], which reports events to an
//! [`observe::Observer`]; a [`trace::Recorder`] stores them as a [`trace::Trace`]; a [`trace::Player`] moves a cursor
//! over it; [`view`] draws that moment as a board of roles.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

pub use gridscope_algorithms as algorithms;
pub use gridscope_algorithms::{generate, memory, rng, world};
pub use gridscope_trace::{
    actor, algorithm, card, cheapest_paths, control, dijkstra, distances, ends, event, exercise, finder, floor, fov,
    geometry, grid, heuristic, map, movement, observe, outcome, pace, params, question, root2, run_error, scene,
    solution, terrain, tool, trace, view, why,
};
