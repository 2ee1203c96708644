//! D* Lite: a plan from the goal that is mended, not made anew, when the ground changes under the one who walks.
//!
//! ```text
//! ###########
//! #·········#   G walks to X; # that has just appeared raises what
//! #··G···#▲X#   leads over it; only these cells, and those that
//! #······▲▲·#   depend on them, are done again
//! ###########
//! ```
//!
//! Each cell has g, the cost of the rest as it was settled, and rhs, what its neighbours promise. Where the two differ it
//! waits in a queue: a promise that is better is settled, one that is worse raises the cell first. Estimates lead to the one
//! who walks. When that one has moved, keys in the queue are too small by no more than the estimate between its places: so much is
//! added to those that come later, and nothing in the queue has to be touched.
//!
//! The script changes the ground, at the beginning of its turns; the one who walks learns of it at once.
//!
//! Source: Sven Koenig and Maxim Likhachev, *D\* Lite*, 2002.

mod event;
mod plan;

pub use event::{Context, DStarLiteEvent};

use super::{CONSISTENT, Ground, shared};
use crate::algorithm::{Algorithm, Lens, RunError};
use crate::card::{Card, Group, Layer};
use crate::ends::{NEEDS, ends};
use crate::geometry::{Cell, Dir};
use crate::movement::Mover;
use crate::observe::Observer;
use crate::params::Resolved;
use crate::scene::Scene;
use crate::terrain::Tile;
use crate::trace::replay::Token;
use crate::trace::{Control, Layout, Moment, Stated};
use crate::view::board::Role;
use crate::world::{Change, World, check};
use DStarLiteEvent as E;
use plan::{FAR, Plan};
use serde::Serialize;
use std::ops::ControlFlow::{self, Continue};

/// The algorithm of this module.
#[derive(Debug)]
pub struct DStarLite;

/// What a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    ground: Ground,
    scene: Scene,
    mover: Mover,
    walker: usize,
}

/// What comes out of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Whether the goal was reached.
    pub found: bool,
    /// What the way cost that was walked.
    pub cost: serde_json::Value,
    /// The way that was walked, both ends included.
    pub path: Vec<Cell>,
    /// What each plan promised from where it was made; `null` where there was no way.
    pub promised: Vec<Option<serde_json::Value>>,
    /// How many cells each plan settled or raised.
    pub planned: Vec<u64>,
    /// All of them.
    pub expanded: u64,
}

impl Lens for DStarLite {
    fn restages(event: &E) -> bool {
        matches!(event, E::Changed { .. })
    }

    /// What the script has built or taken away.
    fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
        let tile =
            |(cell, event): (Cell, &E)| if let E::Changed { tile, .. } = *event { Some((cell, tile)) } else { None };
        now.layer(event::TILES).filter_map(tile).filter(|&(cell, tile)| now.context().ground[cell] != tile).collect()
    }

    /// The one who walks, where it has come to.
    fn tokens(now: &Moment<E>) -> Vec<Token> {
        let Some(&E::Stepped { cell, from, .. }) = now.get(event::PLACE) else { return Vec::new() };
        let facing = Some(from.opposite());
        vec![Token { actor: now.context().walker, at: Some(cell), facing, state: "".into(), acts: true }]
    }
}

#[rustfmt::skip]
impl Algorithm for DStarLite {
    type Event = E;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &Card::new(
        "d-star-lite",
        "D* Lite",
        "Plans from the goal, walks, and when the ground changes on the way mends the plan where it must: the rest is used again.",
    )
    .group(Group::Search)
    .numbers(&["promised", "planned"])
    .terms(&[(&["rhs"],
        "What the distance of a cell should be by its neighbours; where it differs from g, the cell waits to be updated.")])
    .source("Sven Koenig, Maxim Likhachev: D* Lite (2002)")
    .listing(&[
        "all g, rhs ← ∞;  rhs(goal) ← 0;  queue the goal",
        "until the walker stands on the goal:",
        "    while the lowest key is below the walker's, or its g ≠ rhs:",
        "        g > rhs: g ← rhs; update its predecessors",
        "        no way: stop",
        "        else: g ← ∞; update it and its predecessors",
        "    update: rhs ← the least step + g of a neighbour; g ≠ rhs: queue",
        "        g = rhs: it waits no more",
        "    step to the neighbour with the least step + g",
        "    where the script changed the ground: update the cells round it",
    ])
    .params(&[
        shared("neighbours"), shared("costs"), shared("corners"), CONSISTENT, shared("turn"), shared("terrain-costs"),
        shared("door-cost"),
    ])
    .layers(&[
        Layer::field("g", "What the rest of the way costs, to the goal."),
        Layer::field("key", "What the queue is ordered by."),
        Layer::status("status", "Waiting, settled, raised, or walked over."),
    ])
    .roles(&[
        (Role::Queued, "waits"), (Role::Done, "settled"), (Role::Current, "current"), (Role::Raised, "raised"), (Role::Path, "path"),
    ])
    .needs(NEEDS);

    fn prepare(scene: &Scene, params: &Resolved, _: u64, control: &Control) -> Result<Problem, RunError> {
        check(scene).map_err(RunError::Scene)?;
        let (start, _) = ends(scene)?;
        let walker = scene.actors.iter().position(|actor| std::ptr::eq(actor, start)).unwrap_or(0);
        Ok(Problem { ground: Ground::new(scene, params, control)?, scene: scene.clone(), mover: Mover::of(start), walker })
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.ground.size(), event::WALKED + 1).with_registers(1)
    }

    fn context(problem: &Problem) -> Context {
        Context { costs: problem.ground.costs(), ground: problem.scene.tiles.clone(), walker: problem.walker }
    }

    /// The plan is mended while its start moves, which is no search that an audit knows: what is stated is the way walked.
    fn stated(problem: &Problem) -> Option<Stated> {
        let words = &[("changed", "tile"), ("traced", "path")];
        Some(Stated { optimal: false, rules: None, ..problem.ground.stated(&[], words) })
    }

    fn run<O: Observer<E>>(problem: &Problem, o: &mut O) -> ControlFlow<O::Halt, Outcome> {
        let mut walk = Walk { problem, world: World::new(&problem.scene), turn: 0, nth: 0, promised: Vec::new(), planned: Vec::new() };
        walk.go(o)
    }
}

/// A walk under way.
struct Walk<'a> {
    problem: &'a Problem,
    world: World,
    turn: u32,
    /// How many plans there were.
    nth: u32,
    promised: Vec<Option<serde_json::Value>>,
    planned: Vec<u64>,
}

impl Walk<'_> {
    fn go<O: Observer<E>>(&mut self, o: &mut O) -> ControlFlow<O::Halt, Outcome> {
        let mut ground = self.problem.ground.clone();
        self.script(&mut ground, o)?;
        self.begin(&ground, o)?;
        let mut plan = Plan::new(ground, o)?;
        self.mend(&mut plan, o)?;
        let (mut planned_at, mut path, mut cost) = (plan.ground.start, vec![plan.ground.start], 0);
        while plan.ground.start != plan.ground.goal {
            let Some((cell, from, price, rest)) = plan.step() else { break };
            self.turn += 1;
            (plan.ground.start, cost) = (cell, cost + price);
            path.push(cell);
            if let Some(actor) = self.world.actors.get_mut(self.problem.walker) {
                actor.at = cell;
            }
            o.on(E::Stepped { cell, from, turn: self.turn, g: rest })?;
            let changed = self.script(&mut plan.ground, o)?;
            if changed.is_empty() {
                continue;
            }
            self.begin(&plan.ground, o)?;
            plan.walked += u64::from(plan.ground.estimate(planned_at, cell));
            planned_at = cell;
            for cell in round(&plan.ground, &changed) {
                plan.ask(cell, o)?;
            }
            self.mend(&mut plan, o)?;
        }
        let (cell, found) = (plan.ground.start, plan.ground.start == plan.ground.goal);
        o.on(if found { E::Arrived { cell, turn: self.turn } } else { E::Stuck { cell } })?;
        path.iter().rev().try_for_each(|&cell| o.on(E::Traced { cell }))?;
        Continue(Outcome {
            found,
            cost: plan.ground.costs().cost(cost).json(),
            path,
            promised: std::mem::take(&mut self.promised),
            planned: std::mem::take(&mut self.planned),
            expanded: plan.expanded,
        })
    }

    fn begin<O: Observer<E>>(&mut self, ground: &Ground, o: &mut O) -> ControlFlow<O::Halt> {
        self.nth += 1;
        o.on(E::Planned { cell: ground.start, goal: ground.goal, nth: self.nth, turn: self.turn })
    }

    fn mend<O: Observer<E>>(&mut self, plan: &mut Plan, o: &mut O) -> ControlFlow<O::Halt> {
        let before = plan.expanded;
        plan.mend(o)?;
        let rest = plan.records[plan.ground.start].rhs;
        self.promised.push((rest != FAR).then(|| plan.ground.costs().cost(rest).json()));
        self.planned.push(plan.expanded - before);
        Continue(())
    }

    /// Does what the script says of this turn, and gives the cells whose tiles are others now.
    fn script<O: Observer<E>>(&mut self, ground: &mut Ground, o: &mut O) -> ControlFlow<O::Halt, Vec<Cell>> {
        let mut changed = Vec::new();
        for line in self.problem.scene.script.iter().filter(|line| line.turn == self.turn) {
            if let Ok(Change::Tile { at, to, .. }) = self.world.apply(line) {
                let key = self.world.details.get(&at).and_then(|detail| detail.key.as_deref());
                ground.map.set(at, to, &self.problem.mover, key);
                changed.push(at);
                o.on(E::Changed { cell: at, tile: to, turn: self.turn })?;
            }
        }
        Continue(changed)
    }
}

/// The cells whose steps may be others where some tiles are: these, and those round them, whose diagonals pass their corners.
fn round(ground: &Ground, changed: &[Cell]) -> Vec<Cell> {
    let beside = |&cell: &Cell| Dir::ALL.into_iter().filter_map(move |dir| cell.step(dir, ground.size()));
    let mut all: Vec<Cell> = changed.iter().copied().chain(changed.iter().flat_map(beside)).collect();
    all.sort_unstable();
    all.dedup();
    all
}
