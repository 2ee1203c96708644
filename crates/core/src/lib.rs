//! gridscope without files and screens, under one name: the modules of `gridscope-grid`, `gridscope-trace` and
//! `gridscope-algorithms`. The types that most callers name, such as [`Cell`], [`Scene`] and [`Replay`], are at the root,
//! too. It has no code of its own.
//!
//! Data flows one way: a [`scene::Scene`] and [`params::Params`] go into an [`algorithm::Algorithm`], which reports events to an
//! [`observe::Observer`]; a [`trace::Recorder`] stores them as a [`trace::Trace`]; a [`trace::Player`] moves a cursor
//! over it; [`view`] draws that moment as a board of roles.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

pub use gridscope_algorithms as algorithms;
pub use gridscope_algorithms::{Registry, Rng, generate, memory, rng, world};
#[doc(no_inline)]
pub use gridscope_trace::{
    Actor, ActorKind, Card, Cell, Control, Cost, Dir, DistanceMap, FieldOfView, Finder, Grid, GridMap, Observer,
    Params, Replay, Role, RunError, Scene, ScriptLine, Size, Tile, Verb, Weight, Weights,
};
pub use gridscope_trace::{
    actor, algorithm, card, cheapest_paths, control, cost, dijkstra, distances, ends, event, exercise, finder, floor,
    fov, geometry, grid, heuristic, later, map, movement, observe, outcome, pace, params, question, root2, run_error,
    scene, solution, terrain, tool, trace, view, weight, why,
};
