//! The registry of algorithms: a list in which each id occurs once.

use crate::algorithm::{Entry, RunError, Runner, Unlinked};
use crate::card::{Card, Group};
use crate::scene::Scene;
use crate::trace::{Control, Replay, SendPiece};
use crate::{
    astar, atmosphere, auto_explore, autochess, dungeon, flee_map, flow_map, guards, knowledge, mazes, npc,
    path_sampling, search, shadowcast, ship,
};
use std::borrow::Cow;
use std::fmt;

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

/// A list of algorithms, each with its own id. The default registry has the built-in ones. A clone is cheap.
#[derive(Clone)]
pub struct Registry(Cow<'static, [&'static dyn Runner]>);

impl Default for Registry {
    fn default() -> Self {
        Self(Cow::Borrowed(BUILT_IN))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|one| one.card().id)).finish()
    }
}

impl Registry {
    /// Adds an algorithm. It replaces any algorithm with the same id.
    #[must_use]
    pub fn with(mut self, algorithm: &'static dyn Runner) -> Self {
        let all = self.0.to_mut();
        match all.iter_mut().find(|old| old.card().id == algorithm.card().id) {
            Some(old) => *old = algorithm,
            None => all.push(algorithm),
        }
        self
    }

    /// Returns all algorithms: the built-in ones, then the added ones, in that order.
    pub fn all(&self) -> &[&'static dyn Runner] {
        &self.0
    }

    /// Returns the cards of all algorithms by group, in the order of the groups. Empty groups are left out.
    pub fn by_group(&self) -> Vec<(Group, Vec<&'static Card>)> {
        let cards = |group| self.0.iter().map(|one| one.card()).filter(|card| card.group == group).collect::<Vec<_>>();
        Group::ALL.into_iter().map(|group| (group, cards(group))).filter(|(_, cards)| !cards.is_empty()).collect()
    }

    /// Returns the algorithm with this id.
    pub fn find(&self, id: &str) -> Option<&'static dyn Runner> {
        self.0.iter().copied().find(|one| one.card().id == id)
    }

    /// Returns the title of the algorithm with this id.
    pub fn title_of(&self, id: &str) -> Option<&'static str> {
        self.find(id).map(|one| one.card().title)
    }

    /// Returns the algorithm with this id, or the default one (A*) if there is none.
    pub fn find_or_first(&self, id: &str) -> &'static dyn Runner {
        self.find(id).unwrap_or(&Entry::<astar::AStar>::NEW)
    }

    /// Records the scene with the algorithm, parameters and seed that it names.
    ///
    /// # Errors
    /// Returns an error if there is no such algorithm, or if a parameter or the scene does not fit it.
    pub fn record(&self, scene: &Scene, control: &Control) -> Result<Replay, RunError> {
        self.named(&scene.run.algorithm)?.record(scene, &scene.run.params, scene.run.seed, control)
    }

    /// Runs a scene and keeps its events, to be linked piece by piece.
    ///
    /// # Errors
    /// Returns an error if [`Registry::record`] would.
    pub fn begin(&self, scene: &Scene, control: &Control) -> Result<Box<dyn Unlinked>, RunError> {
        self.named(&scene.run.algorithm)?.begin(scene, &scene.run.params, scene.run.seed, control)
    }

    /// Runs a scene and sends its events in pieces, as [`Runner::send`] does.
    ///
    /// # Errors
    /// Returns an error if [`Registry::record`] would, or if the algorithm's events are not declared as `encoded`.
    pub fn send(&self, scene: &Scene, control: &Control, send: SendPiece<'_>) -> Result<(), RunError> {
        self.named(&scene.run.algorithm)?.send(scene, &scene.run.params, scene.run.seed, control, send)
    }

    /// Returns the algorithm with this id.
    ///
    /// # Errors
    /// Returns [`RunError::Unknown`], which lists the known ids, if there is no such algorithm.
    pub fn named(&self, id: &str) -> Result<&'static dyn Runner, RunError> {
        self.find(id).ok_or_else(|| RunError::Unknown {
            id: id.to_owned(),
            expected: self.0.iter().map(|one| one.card().id).collect::<Vec<_>>().join(", "),
        })
    }
}
