//! The algorithms of gridscope, a file or folder for each, and the registry that lists them.
//!
//! Each algorithm is an ordinary function that reports events, plus an implementation of
//! [`Algorithm`](gridscope_trace::algorithm::Algorithm) that builds its input from a scene. Searches that share a
//! map are in [`search`]. This crate does not deal with files, threads, clocks or screens.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

extern crate gridscope_trace as gridscope_core;

#[macro_use]
mod rows;

pub mod astar;
pub mod atmosphere;
pub mod auto_explore;
pub mod autochess;
pub mod descent;
pub mod dungeon;
pub mod flee_map;
pub mod flow_map;
pub mod generate;
pub mod guards;
pub mod knowledge;
pub mod mazes;
pub mod memory;
pub mod npc;
pub mod path_sampling;
mod registry;
pub mod rng;
pub mod search;
pub mod shadowcast;
pub mod ship;
pub mod world;

pub(crate) use gridscope_grid::{bucket_queue, detours};
pub(crate) use gridscope_trace::{
    Actor, ActorKind, Card, Cell, Control, Dir, FieldOfView, Grid, GridMap, Observer, Replay, Role, RunError, Scene,
    ScriptLine, Size, Tile, Verb, Weights,
};
pub(crate) use gridscope_trace::{
    actor, algorithm, card, cheapest_paths, dijkstra, ends, event, geometry, grid, heuristic, map, movement, observe,
    params, root2, run_error, scene, terrain, tool, trace, weight,
};

pub use registry::Registry;
#[doc(no_inline)]
pub use rng::Rng;

use crate::algorithm::Runner;
use crate::card::Group;

/// Returns all built-in algorithms: [`Registry::all`] of the default registry.
pub fn all() -> Vec<&'static dyn Runner> {
    Registry::default().all().to_vec()
}

/// Returns the cards of all built-in algorithms by group: [`Registry::by_group`] of the default registry.
pub fn by_group() -> Vec<(Group, Vec<&'static Card>)> {
    Registry::default().by_group()
}

/// Returns the built-in algorithm with this id: [`Registry::find`] of the default registry.
pub fn find(id: &str) -> Option<&'static dyn Runner> {
    Registry::default().find(id)
}

/// Returns the title of the built-in algorithm with this id: [`Registry::title_of`] of the default registry.
pub fn title_of(id: &str) -> Option<&'static str> {
    Registry::default().title_of(id)
}

/// Returns the built-in algorithm with this id, or A*: [`Registry::find_or_first`] of the default registry.
pub fn find_or_first(id: &str) -> &'static dyn Runner {
    Registry::default().find_or_first(id)
}

/// Records the scene with a built-in algorithm: [`Registry::record`] of the default registry.
///
/// # Errors
/// Returns an error if there is no such algorithm, or if a parameter or the scene does not fit it.
pub fn record(scene: &Scene, control: &Control) -> Result<Replay, RunError> {
    Registry::default().record(scene, control)
}

/// Returns the built-in algorithm with this id: [`Registry::named`] of the default registry.
///
/// # Errors
/// Returns [`RunError::Unknown`], which lists the known ids, if there is no such algorithm.
pub fn named(id: &str) -> Result<&'static dyn Runner, RunError> {
    Registry::default().named(id)
}
