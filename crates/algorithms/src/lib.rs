//! The algorithms of gridscope, a file or folder for each, and the registry that lists them.
//!
//! Each algorithm is an ordinary function that reports events, plus an implementation of
//! [`Algorithm`](gridscope_trace::algorithm::Algorithm) that builds its input from a scene. Searches that share a
//! map are in [`search`]. This crate does not deal with files, threads, clocks or screens.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

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
pub mod search;
pub mod shadowcast;
pub mod ship;
pub mod world;

pub(crate) use gridscope_grid::{bucket_queue, detours, records};
pub(crate) use gridscope_trace::{
    Actor, ActorKind, Cell, Dir, FieldOfView, Grid, GridMap, Observer, Progress, Replay, Rng, Role, RunError, Scene,
    ScriptLine, Size, Tile, Verb, Weights,
};
pub(crate) use gridscope_trace::{
    actor, algorithm, card, cheapest_paths, dijkstra, ends, event, geometry, grid, heuristic, map, movement, observe,
    params, root2, run_error, scene, terrain, tool, trace, weight,
};

use crate::algorithm::{Entry, Runner};
use gridscope_trace::Registry;

/// The built-in algorithms. To add a new one, add a row here.
static BUILT_IN: &[&dyn Runner] = &[
    &Entry::<astar::AStar>::NEW,
    &Entry::<path_sampling::PathSampling>::NEW,
    &Entry::<search::depth_first::DepthFirst>::NEW,
    &Entry::<search::breadth_first::BreadthFirst>::NEW,
    &Entry::<search::dijkstra::Dijkstra>::NEW,
    &Entry::<search::greedy::Greedy>::NEW,
    &Entry::<search::bidirectional_breadth_first::BidirectionalBreadthFirst>::NEW,
    &Entry::<search::bidirectional_astar::BidirectionalAStar>::NEW,
    &Entry::<search::jump_points::JumpPoints>::NEW,
    &Entry::<search::theta_star::ThetaStar>::NEW,
    &Entry::<search::ida_star::IdaStar>::NEW,
    &Entry::<search::d_star_lite::DStarLite>::NEW,
    &Entry::<mazes::Mazes>::NEW,
    &Entry::<flow_map::FlowMap>::NEW,
    &Entry::<dungeon::Dungeon>::NEW,
    &Entry::<shadowcast::Shadowcast>::NEW,
    &Entry::<knowledge::Knowledge>::NEW,
    &Entry::<npc::Npc>::NEW,
    &Entry::<flee_map::FleeMap>::NEW,
    &Entry::<guards::Guards>::NEW,
    &Entry::<auto_explore::AutoExplore>::NEW,
    &Entry::<autochess::AutoChess>::NEW,
    &Entry::<ship::Ship>::NEW,
    &Entry::<atmosphere::Atmosphere>::NEW,
];

/// Returns the registry of everything that is built in.
pub const fn registry() -> Registry {
    Registry::new(BUILT_IN, generate::GENERATORS)
}

/// Returns all built-in algorithms.
pub fn all() -> Vec<&'static dyn Runner> {
    BUILT_IN.to_vec()
}

/// Returns the built-in algorithm with this id.
pub fn find(id: &str) -> Option<&'static dyn Runner> {
    registry().find(id)
}

/// Records the scene with a built-in algorithm.
///
/// # Errors
/// Returns an error if there is no such algorithm, or if a parameter or the scene does not fit it.
pub fn record(scene: &Scene, progress: &Progress) -> Result<Replay, RunError> {
    registry().record(scene, progress)
}
