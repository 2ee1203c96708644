//! D* Lite: a plan from the goal that is repaired, not computed again, when the ground changes while the walker moves.
//!
//! ```text
//! ###########
//! #·········#   G walks to X. A new wall # raises the cells whose paths
//! #··G···#▲X#   lead over it (▲). Only these cells, and those that
//! #······▲▲·#   depend on them, are updated.
//! ###########
//! ```
//!
//! Each cell has g, the settled cost of the rest of the path, and rhs, the least step cost plus g of a neighbour. If
//! they differ, the cell is in a queue. If rhs is lower, the cell is settled. If rhs is higher, the cell is raised
//! first.
//!
//! Heuristic estimates are to the walker's cell. After the walker has moved, the keys in the queue are too small, by
//! at most the estimate between its two places. That amount is added to all later keys, so the queued entries need
//! no change.
//!
//! The script changes the ground at the beginning of its turns. The walker learns of each change at once.
//!
//! Source: Sven Koenig and Maxim Likhachev, *D\* Lite*, 2002.

mod event;
mod plan;

pub use event::{Context, DStarLiteEvent};

use super::{CONSISTENT, Ground, shared};
use crate::algorithm::{Algorithm, Lens, RunError};
use crate::card::{Card, CardOf, Group, Layer};
use crate::ends::{NEEDS, ends};
use crate::movement::Mover;
use crate::params::Resolved;
use crate::trace::replay::Token;
use crate::trace::{Contract, Layout, Moment, Progress};
use crate::world::{Change, World};
use crate::{Cell, Dir, Observer, Role, Scene, Tile};
use DStarLiteEvent as E;
use plan::{FAR, Plan};
use serde::Serialize;
use std::ops::ControlFlow::{self, Continue};

/// The D* Lite algorithm.
#[derive(Debug)]
pub struct DStarLite;

/// The input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    ground: Ground,
    scene: Scene,
    mover: Mover,
    walker: usize,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Whether the goal was reached.
    pub found: bool,
    /// The cost of the path that was walked.
    pub cost: serde_json::Value,
    /// The path that was walked, including both ends.
    pub path: Vec<Cell>,
    /// The cost that each plan predicted from the walker's cell. `null` if there was no path.
    pub promised: Vec<Option<serde_json::Value>>,
    /// Number of cells that each plan settled or raised.
    pub planned: Vec<u64>,
    /// Number of cells that all plans settled or raised.
    pub expanded: u64,
}

impl Lens for DStarLite {
    fn restages(event: &E) -> bool {
        matches!(event, E::Changed { .. })
    }

    /// Returns the tiles that the script has built or removed.
    fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
        let tile =
            |(cell, event): (Cell, &E)| if let E::Changed { tile, .. } = *event { Some((cell, tile)) } else { None };
        now.layer(event::TILES).filter_map(tile).filter(|&(cell, tile)| now.context().ground[cell] != tile).collect()
    }

    /// Returns the walker at its current cell.
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

    const CARD: &'static CardOf<Self::Event> = &Card::new(
        "d-star-lite",
        "D* Lite",
        "Plans from the goal, then walks. When the ground changes, it repairs only the part of the plan that is affected.",
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
        "        no path: stop",
        "        else: g ← ∞; update it and its predecessors",
        "    update: rhs ← the least step + g of a neighbour; g ≠ rhs: queue",
        "        g = rhs: it waits no more",
        "    step to the neighbour with the least step + g",
        "    where the script changed the ground: update the cells round it",
    ])
    .by_hand(&[
        "At first g and rhs of every cell are ∞, and rhs of {goal} is 0. A cell is open while its g and rhs differ.",
        "Search from {goal}. Expand the open cell with the smallest sum of h and the smaller of g and rhs. If equal: the one where g or rhs is smaller.",
        "Is g larger than rhs? Then g becomes rhs. If not: g becomes ∞.",
        "Then work out rhs again: the least step to a neighbour plus its g, for the cells that a step leads here from.",
        "Stop when g and rhs of the walker's cell are equal and no open cell comes before it. Step to the neighbour with the least step + g.",
        "Where the ground changes: work out rhs again, and go on. Later sums grow by the h between the walker's old and new cell.",
    ])
    .params(&[
        shared("neighbours"), shared("costs"), shared("corners"), CONSISTENT, shared("turn"), shared("terrain-costs"),
        shared("door-cost"),
    ])
    .layers(&[
        Layer::field("g", "The cost of the rest of the path, to the goal."),
        Layer::field("key", "The queue is sorted by it."),
        Layer::status("status", "Waiting, settled, raised, or walked over."),
    ])
    .roles(&[
        (Role::Queued, "waits"), (Role::Done, "settled"), (Role::Current, "current"), (Role::Raised, "raised"), (Role::Path, "path"),
    ])
    .needs(NEEDS);

    async fn prepare(scene: &Scene, params: &Resolved, _: u64, progress: &Progress) -> Result<Problem, RunError> {
        scene.check_script().map_err(RunError::Scene)?;
        let (start, _) = ends(scene)?;
        let walker = scene.actors.iter().position(|actor| std::ptr::eq(actor, start)).unwrap_or(0);
        Ok(Problem { ground: Ground::new(scene, params, progress)?, scene: scene.clone(), mover: Mover::of(start), walker })
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.ground.size(), event::WALKED + 1).with_registers(1)
    }

    fn context(problem: &Problem) -> Context {
        Context { costs: problem.ground.costs(), ground: problem.scene.tiles.clone(), walker: problem.walker }
    }

    /// States only the walked path. The plan is repaired while its start moves, and an audit does not know such a
    /// search.
    fn contract(problem: &Problem) -> Option<Contract> {
        let words = &[("changed", "tile"), ("traced", "path")];
        Some(problem.ground.contract(&[], words).optimal(false).by_events())
    }

    fn run<O: Observer<E>>(problem: &Problem, o: &mut O) -> ControlFlow<O::Halt, Outcome> {
        let mut walk = Walk { problem, world: World::new(&problem.scene), turn: 0, nth: 0, promised: Vec::new(), planned: Vec::new() };
        walk.go(o)
    }
}

/// A walk in progress.
struct Walk<'a> {
    problem: &'a Problem,
    world: World,
    turn: u32,
    /// Number of plans so far.
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
        let mut planned_at = plan.ground.start;
        let mut path = vec![plan.ground.start];
        let mut cost = 0;
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
            plan.walked += plan.ground.estimate(planned_at, cell);
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

    /// Plays the script lines of this turn and returns the cells whose tiles changed.
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

/// Returns the cells whose steps may have changed: the changed cells, and those around them, whose diagonals pass
/// their corners.
fn round(ground: &Ground, changed: &[Cell]) -> Vec<Cell> {
    let beside = |&cell: &Cell| Dir::ALL.into_iter().filter_map(move |dir| cell.step(dir, ground.size()));
    let mut all: Vec<Cell> = changed.iter().copied().chain(changed.iter().flat_map(beside)).collect();
    all.sort_unstable();
    all.dedup();
    all
}
