//! The searches of a MovingAI scenario: opening one, and running them for their lengths.

use crate::disk::map_source::MapSource;
use crate::formats::movingai::Row;
use crate::{Session, SessionCommand};
use gridscope_trace::algorithm::Runner;
use gridscope_trace::card::{Between, Searched, Suite};
use gridscope_trace::{Actor, ActorKind, Cell, Params, Registry, RunError, Scene};

impl Session {
    /// Returns whether the user has yet to choose one of the searches of the scenario that is open.
    pub fn asks_for_search(&self) -> bool {
        let unchosen = |source: &MapSource| source.reading.row.is_none() && source.reading.movers.is_none();
        self.scenario().is_some_and(unchosen)
    }

    /// Returns the commands that open a search. Indices count from 0.
    pub fn open_search(&self, index: usize) -> Vec<SessionCommand> {
        let all = &self.opened().searches;
        let Some(row) = all.get(index) else { return Vec::new() };
        let scene = self.scene();
        let is_one_search = [ActorKind::Guard, ActorKind::Goal].into_iter().all(|kind| scene.of_kind(kind).count() < 2);
        if let Some(source) = self.scenario() {
            let open = all.get(source.reading.row.unwrap_or(1).saturating_sub(1));
            if !is_one_search || open.is_none_or(|open| open.map != row.map) {
                let mut source = source.clone();
                (source.reading.row, source.reading.movers) = (Some(index + 1), None);
                return vec![SessionCommand::OpenMap(Box::new(source))];
            }
        }
        let ends = [(ActorKind::Guard, row.start), (ActorKind::Goal, row.goal)];
        ends.map(|(kind, at)| SessionCommand::PutActor(kind, at)).into()
    }

    /// Returns whether the scene has the start and the goal of a row.
    pub fn has_search(&self, row: &Row) -> bool {
        let only = |kind| {
            let mut all = self.scene().of_kind(kind);
            all.next().filter(|_| all.next().is_none()).map(|actor| actor.at)
        };
        only(ActorKind::Guard) == Some(row.start) && only(ActorKind::Goal) == Some(row.goal)
    }

    /// Returns the source of the open scene if it is a scenario.
    fn scenario(&self) -> Option<&MapSource> {
        let is_scenario = |source: &&MapSource| source.path.extension().is_some_and(|ending| ending == "scen");
        self.map_source().filter(is_scenario).filter(|_| !self.opened().searches.is_empty())
    }
}

/// Searches on one map, with the algorithm of the scene if it can run a suite, or else with the first that can.
pub struct SearchRuns {
    between: Box<dyn Between>,
    /// Title of the algorithm.
    pub title: &'static str,
}

impl SearchRuns {
    /// Prepares the searches on the map of a scene. Returns `None` if no algorithm can run them.
    pub fn of(registry: &Registry, scene: &Scene) -> Option<Self> {
        let own = registry.find(&scene.run.algorithm).and_then(with_suite);
        let (runner, suite) = own.or_else(|| with_suites(registry).next())?;
        let between = prepare(runner, suite, scene, Cell::new(0, 0), Cell::new(0, 0), &Params::default()).ok()?;
        Some(Self { between, title: runner.card().title })
    }

    /// Returns the length of a shortest path, or `None` if there is none or if an end is blocked or outside the map.
    pub fn length(&mut self, row: &Row) -> Option<f64> {
        let ends = [row.start, row.goal];
        let is_on_map = ends.into_iter().all(|cell| self.between.size().contains(cell) && self.between.is_open(cell));
        is_on_map.then(|| self.between.search(row.start, row.goal)).and_then(|Searched { length, .. }| length)
    }
}

fn with_suite(runner: &'static dyn Runner) -> Option<(&'static dyn Runner, Suite)> {
    Some((runner, runner.card().suite?))
}

/// Returns the algorithms that can run the searches of a scenario.
pub fn with_suites(registry: &Registry) -> impl Iterator<Item = (&'static dyn Runner, Suite)> {
    registry.all().iter().filter_map(|&runner| with_suite(runner))
}

/// Prepares the searches on the map of a scene. The ends are placeholders. `params` change those of the benchmark.
///
/// # Errors
/// Returns an error if a parameter or the scene does not fit the algorithm.
pub fn prepare(
    runner: &dyn Runner,
    suite: Suite,
    scene: &Scene,
    start: Cell,
    goal: Cell,
    params: &Params,
) -> Result<Box<dyn Between>, RunError> {
    let mut own = Params::default();
    for text in suite.set {
        own.set_text(text)?;
    }
    let mut scene = scene.clone();
    let inside = |cell| if scene.size().contains(cell) { cell } else { Cell::new(0, 0) };
    let ends = [(ActorKind::Guard, inside(start)), (ActorKind::Goal, inside(goal))];
    scene.actors = ends.into_iter().map(|(kind, at)| Actor::new(kind, at)).collect();
    (suite.prepare)(&scene, &own.with(params).resolve(runner.card().params)?)
}
