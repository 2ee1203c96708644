//! The registry of algorithms and generators: two lists in which each id occurs once.

use crate::algorithm::{Begun, RunError, Runner};
use crate::card::{Card, Group};
use crate::generate::Generator;
use crate::progress::{Progress, boxed};
use crate::scene::Scene;
use crate::trace::{Pieces, Replay, SendPiece};
use std::borrow::Cow;
use std::fmt;

/// A list of algorithms and one of generators, each with its own id. The default registry is empty: `gridscope::registry()`
/// returns the one with everything that is built in. A clone is cheap.
#[derive(Clone, Default)]
pub struct Registry {
    algorithms: Cow<'static, [&'static dyn Runner]>,
    generators: &'static [&'static Generator],
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.algorithms.iter().map(|one| one.card().id)).finish()
    }
}

impl Registry {
    /// Creates a registry of these algorithms and generators. No id may occur twice.
    pub const fn new(algorithms: &'static [&'static dyn Runner], generators: &'static [&'static Generator]) -> Self {
        Self { algorithms: Cow::Borrowed(algorithms), generators }
    }

    /// Adds an algorithm. It replaces any algorithm with the same id.
    #[must_use]
    pub fn with(mut self, algorithm: &'static dyn Runner) -> Self {
        let all = self.algorithms.to_mut();
        match all.iter_mut().find(|old| old.card().id == algorithm.card().id) {
            Some(old) => *old = algorithm,
            None => all.push(algorithm),
        }
        self
    }

    /// Returns all algorithms: the built-in ones, then the added ones, in that order.
    pub fn all(&self) -> &[&'static dyn Runner] {
        &self.algorithms
    }

    /// Returns the cards of all algorithms by group, in the order of the groups. Empty groups are left out.
    pub fn by_group(&self) -> Vec<(Group, Vec<&'static Card>)> {
        let cards =
            |group| self.algorithms.iter().map(|one| one.card()).filter(|card| card.group == group).collect::<Vec<_>>();
        Group::ALL.into_iter().map(|group| (group, cards(group))).filter(|(_, cards)| !cards.is_empty()).collect()
    }

    /// Returns the algorithm with this id.
    pub fn find(&self, id: &str) -> Option<&'static dyn Runner> {
        self.algorithms.iter().copied().find(|one| one.card().id == id)
    }

    /// Returns all generators, in the order in which they are displayed.
    pub const fn generators(&self) -> &'static [&'static Generator] {
        self.generators
    }

    /// Returns the generator with this id.
    pub fn generator(&self, id: &str) -> Option<&'static Generator> {
        self.generators.iter().copied().find(|generator| generator.id == id)
    }

    /// Returns the title of the algorithm with this id.
    pub fn title_of(&self, id: &str) -> Option<&'static str> {
        self.find(id).map(|one| one.card().title)
    }

    /// Records the scene with the algorithm, parameters and seed that it names.
    ///
    /// # Errors
    /// Returns an error if there is no such algorithm, or if a parameter or the scene does not fit it.
    pub fn record(&self, scene: &Scene, progress: &Progress) -> Result<Replay, RunError> {
        self.named(&scene.run.algorithm)?.record(scene, &scene.run.params, scene.run.seed, progress)
    }

    /// Runs a scene and keeps its events, to be linked piece by piece. Takes the next run of `pieces` instead, if it
    /// arrives.
    ///
    /// # Errors
    /// Returns an error if [`Registry::record`] would.
    pub fn begin<'a>(&self, scene: &'a Scene, progress: &'a Progress, pieces: &'a Pieces) -> Begun<'a> {
        match self.named(&scene.run.algorithm) {
            Ok(runner) => runner.begin(scene, &scene.run.params, scene.run.seed, progress, pieces),
            Err(error) => boxed(async { Err(error) }),
        }
    }

    /// Runs a scene and sends its events in pieces, as [`Runner::send`] does.
    ///
    /// # Errors
    /// Returns an error if [`Registry::record`] would, or if the algorithm's events are not declared as `encoded`.
    pub fn send(&self, scene: &Scene, progress: &Progress, send: SendPiece<'_>) -> Result<(), RunError> {
        self.named(&scene.run.algorithm)?.send(scene, &scene.run.params, scene.run.seed, progress, send)
    }

    /// Returns the algorithm with this id.
    ///
    /// # Errors
    /// Returns [`RunError::Unknown`], which lists the known ids, if there is no such algorithm.
    pub fn named(&self, id: &str) -> Result<&'static dyn Runner, RunError> {
        self.find(id).ok_or_else(|| RunError::Unknown {
            id: id.to_owned(),
            expected: self.algorithms.iter().map(|one| one.card().id).collect::<Vec<_>>().join(", "),
        })
    }
}
