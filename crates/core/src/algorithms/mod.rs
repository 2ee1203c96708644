//! The list of algorithms: one file or folder and one line in [`LIST`] each. Searches that share their ground lie in
//! [`search`].

pub mod astar;
pub mod atmosphere;
pub mod auto_explore;
pub mod autochess;
pub mod flee_map;
pub mod flow_map;
pub mod guards;
pub mod knowledge;
pub mod mazes;
pub mod npc;
pub mod path_sampling;
pub mod search;
pub mod shadowcast;
pub mod ship;

use crate::algorithm::{Entry, RunError, Runner};
use crate::scene::Scene;
use crate::trace::{Control, Replay};
use std::sync::{PoisonError, RwLock};

/// Every algorithm. A new one is one line here.
pub static LIST: &[&dyn Runner] = &[
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

/// Algorithms of other programs, added while this one runs.
static ADDED: RwLock<Vec<&'static dyn Runner>> = RwLock::new(Vec::new());

/// Adds an algorithm to those there are; of two with one id the one added last counts.
pub fn add(algorithm: &'static dyn Runner) {
    ADDED.write().unwrap_or_else(PoisonError::into_inner).insert(0, algorithm);
}

/// Every algorithm: those that were added, then [`LIST`].
pub fn all() -> Vec<&'static dyn Runner> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    added.iter().chain(LIST).copied().collect()
}

/// The algorithm of that id.
pub fn find(id: &str) -> Option<&'static dyn Runner> {
    all().into_iter().find(|a| a.card().id == id)
}

/// Records the scene with the algorithm, parameters and seed that it names.
///
/// # Errors
/// When there is no such algorithm, or a parameter or the scene does not fit.
pub fn record(scene: &Scene, control: &Control) -> Result<Replay, RunError> {
    named(&scene.run.algorithm)?.record(scene, &scene.run.params, scene.run.seed, control)
}

/// The algorithm of that id, or an error that names those there are.
///
/// # Errors
/// [`RunError::Unknown`].
pub fn named(id: &str) -> Result<&'static dyn Runner, RunError> {
    find(id).ok_or_else(|| RunError::Unknown {
        id: id.to_owned(),
        expected: all().into_iter().map(|a| a.card().id).collect::<Vec<_>>().join(", "),
    })
}
