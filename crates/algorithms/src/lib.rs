//! The algorithms of gridscope, a file or folder for each, and the registry that lists them.
//!
//! Each algorithm is an ordinary function that reports events, plus an implementation of
//! [`Algorithm`](gridscope_trace::algorithm::Algorithm) that builds its input from a scene. Searches that share a
//! map are in [`search`]. This crate does not deal with files, threads, clocks or screens.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

extern crate gridscope_trace as gridscope_core;

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
pub mod rng;
pub mod search;
pub mod shadowcast;
pub mod ship;
pub mod world;

pub(crate) use gridscope_grid::{bucket_queue, detours};
pub(crate) use gridscope_trace::{
    actor, algorithm, card, dijkstra, ends, event, fov, geometry, grid, heuristic, map, movement, observe, params,
    root2, run_error, scene, terrain, tool, trace, view, ways,
};

use crate::algorithm::{Entry, RunError, Runner};
use crate::card::{Card, Group};
use crate::scene::Scene;
use crate::trace::{Control, Replay};
use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard};

/// The built-in algorithms. To add a new one, add a row here.
static OWN: &[&dyn Runner] = &[
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

/// All registered algorithms: the built-in ones come first, and every id is unique.
static REGISTRY: LazyLock<RwLock<Vec<&'static dyn Runner>>> = LazyLock::new(|| RwLock::new(OWN.to_vec()));

fn registry() -> RwLockReadGuard<'static, Vec<&'static dyn Runner>> {
    REGISTRY.read().unwrap_or_else(PoisonError::into_inner)
}

/// Registers an algorithm. It replaces any algorithm with the same id.
pub fn add(algorithm: &'static dyn Runner) {
    let mut all = REGISTRY.write().unwrap_or_else(PoisonError::into_inner);
    match all.iter_mut().find(|old| old.card().id == algorithm.card().id) {
        Some(old) => *old = algorithm,
        None => all.push(algorithm),
    }
}

/// Returns all algorithms: the built-in ones, then the added ones, in that order.
pub fn all() -> Vec<&'static dyn Runner> {
    registry().clone()
}

/// Returns the cards of all algorithms by group, in the order of the groups. Empty groups are left out.
pub fn by_group() -> Vec<(Group, Vec<&'static Card>)> {
    let all: Vec<_> = all().into_iter().map(Runner::card).collect();
    let of = |group| (group, all.iter().copied().filter(|card| card.group == group).collect::<Vec<_>>());
    Group::ALL.into_iter().map(of).filter(|(_, cards)| !cards.is_empty()).collect()
}

/// Returns the algorithm with this id.
pub fn find(id: &str) -> Option<&'static dyn Runner> {
    registry().iter().copied().find(|a| a.card().id == id)
}

/// Returns the title of the algorithm with this id.
pub fn title_of(id: &str) -> Option<&'static str> {
    find(id).map(|one| one.card().title)
}

/// Returns the algorithm with this id, or the default one (A*) if there is none.
pub fn find_or_first(id: &str) -> &'static dyn Runner {
    find(id).unwrap_or(&Entry::<astar::AStar>::NEW)
}

/// Records the scene with the algorithm, parameters and seed that it names.
///
/// # Errors
/// Returns an error if there is no such algorithm, or if a parameter or the scene does not fit it.
pub fn record(scene: &Scene, control: &Control) -> Result<Replay, RunError> {
    named(&scene.run.algorithm)?.record(scene, &scene.run.params, scene.run.seed, control)
}

/// Returns the algorithm with this id.
///
/// # Errors
/// Returns [`RunError::Unknown`], which lists the known ids, if there is no such algorithm.
pub fn named(id: &str) -> Result<&'static dyn Runner, RunError> {
    find(id).ok_or_else(|| RunError::Unknown {
        id: id.to_owned(),
        expected: all().into_iter().map(|a| a.card().id).collect::<Vec<_>>().join(", "),
    })
}
