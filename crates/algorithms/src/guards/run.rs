//! The simulation: each turn runs its script, then each guard sees, believes, plans and moves one cell.

use super::curious::{Curious, ErrandOut};
use super::event::{End, GuardsEvent as E, Part, Units};
use super::hunt::{CatchOut, Quarry};
use super::problem::{Guard, Knowledge, Problem};
use super::see::Cells;
use crate::astar::{self, Memory};
use crate::event::{Value, format_count};
use crate::movement::Passage;
use crate::observe::{Inside, Observer};
use crate::shadowcast::Sight;
use crate::world::World;
use crate::{ActorKind, Cell, Dir, Tile};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};

/// Outcome of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Number of turns played.
    pub turns: u32,
    /// The guards, in scene order.
    pub guards: Vec<Walked>,
    /// Cells that curious guards wanted to inspect, in the order they were noticed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errands: Vec<ErrandOut>,
    /// Prisoners that hunting guards caught, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub caught: Vec<CatchOut>,
}

/// A guard in the outcome.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct Walked {
    /// Cells that the guard was on, including its start.
    pub path: Vec<Cell>,
    /// Cost of each of its plans; null if there was no path at all.
    pub plan_costs: Vec<Option<Value>>,
    /// Whether the guard is at its goal.
    pub arrived: bool,
}

pub(super) struct Walker<'a> {
    pub(super) spec: &'a Guard,
    pub(super) at: Cell,
    pub(super) facing: Option<Dir>,
    pub(super) leg: usize,
    pub(super) aim: Option<Cell>,
    pub(super) thief: Option<Cell>,
    pub(super) quarry: Option<Quarry>,
    /// Whether the hunted prisoner was in sight at the last report of its destination.
    pub(super) hunted: Option<bool>,
    /// The guard's search, on its beliefs.
    pub(super) search: astar::Problem,
    /// The cells that the guard can actually enter.
    pub(super) truth: Passage,
    /// Believed tile for each cell of [`Sim::touched`].
    pub(super) beliefs: BTreeMap<Cell, Tile>,
    pub(super) overlay: Cells,
    /// Cell, direction and world version of its last look.
    pub(super) looked: Option<(Cell, Option<Dir>, u32)>,
    /// The door that it is opening, and the number of turns left.
    pub(super) opening: Option<(Cell, u32)>,
    pub(super) gone: bool,
    pub(super) curious: Curious,
    pub(super) out: Walked,
}

impl Walker<'_> {
    pub(super) const fn acts(&self) -> bool {
        !self.gone && !self.out.arrived
    }
}

/// The simulation of guards in progress.
pub(crate) struct Sim<'a, O> {
    pub(super) observer: &'a mut O,
    pub(super) problem: &'a Problem,
    pub(super) world: World,
    pub(super) guards: Vec<Walker<'a>>,
    /// Cells whose tile ever changed, in order. Only there can belief and truth differ.
    pub(super) touched: Vec<Cell>,
    pub(super) light: Cells,
    /// Counter of the changes that affect sight.
    pub(super) version: u32,
    pub(super) lit_at: u32,
    pub(super) memory: Memory,
    pub(super) eyes: Sight,
    pub(super) turn: u32,
    pub(super) stirred: bool,
    pub(super) errands: Vec<ErrandOut>,
    pub(super) caught: Vec<CatchOut>,
    /// Tile changes that guards made since the last call of `made()`.
    pub(super) made: Vec<(Cell, Tile, Tile)>,
}

pub(super) fn run<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let mut sim = Sim::new(problem, observer);
    let mut script: Vec<usize> = (0..problem.scene.script.len()).collect();
    script.sort_by_key(|&i| problem.scene.script[i].turn);
    let mut next = 0;
    for g in 0..sim.guards.len() {
        sim.arrive(g)?;
    }
    let why = loop {
        if !sim.guards.iter().any(Walker::acts) {
            break End::Arrived;
        }
        if sim.turn == problem.max_turns {
            break End::Turns;
        }
        sim.stirred = false;
        sim.observer.on(E::TurnBegan { turn: sim.turn, of: problem.max_turns })?;
        let due = script[next..].partition_point(|&i| problem.scene.script[i].turn <= sim.turn);
        sim.play(&script[next..next + due])?;
        next += due;
        for g in 0..sim.guards.len() {
            sim.act(g)?;
        }
        sim.turn += 1;
        // The dice of another turn may send a guard along another path.
        let still = !sim.stirred && next == script.len() && !problem.dice;
        if still && sim.guards.iter().any(Walker::acts) {
            break End::Still;
        }
    };
    sim.observer.on(E::Ended { turns: sim.turn, why })?;
    Continue(sim.outcome())
}

impl<'a, O: Observer<E>> Sim<'a, O> {
    pub(crate) fn new(problem: &'a Problem, observer: &'a mut O) -> Self {
        let size = problem.scene.size();
        let walker = |spec: &'a Guard| {
            let actor = &problem.scene.actors[spec.actor];
            Walker {
                spec,
                at: actor.at,
                facing: actor.facing(),
                leg: 0,
                aim: None,
                thief: None,
                quarry: None,
                hunted: None,
                search: spec.search.clone(),
                truth: spec.search.passage.clone(),
                beliefs: BTreeMap::new(),
                overlay: Cells::new(size),
                looked: None,
                opening: None,
                gone: false,
                curious: Curious::default(),
                out: Walked { path: vec![actor.at], ..Walked::default() },
            }
        };
        let mut world = World::new(&problem.scene);
        world.wide = Some((ActorKind::Guard, problem.body()));
        Self {
            observer,
            problem,
            world,
            guards: problem.guards.iter().map(walker).collect(),
            touched: Vec::new(),
            light: Cells::new(size),
            version: 1,
            lit_at: 0,
            memory: Memory::default(),
            eyes: Sight::default(),
            turn: 0,
            stirred: false,
            errands: Vec::new(),
            caught: Vec::new(),
            made: Vec::new(),
        }
    }

    /// Returns the outcome so far.
    pub(super) fn outcome(self) -> Outcome {
        let guards = self.guards.into_iter().map(|g| g.out).collect();
        Outcome { turns: self.turn, guards, errands: self.errands, caught: self.caught }
    }

    pub(super) fn act(&mut self, g: usize) -> ControlFlow<O::Halt> {
        if !self.guards[g].acts() {
            return Continue(());
        }
        self.observer.on(E::GuardBegan { guard: g as u8, cell: self.guards[g].at })?;
        if self.at_goal(g) {
            // The script brought the guard and its goal together.
            return self.arrive(g);
        }
        self.see(g)?;
        self.believe(g)?;
        self.hunt(g)?;
        // A hunting guard closes no doors.
        if let Some(cell) = self.wonder(g)?.filter(|_| self.guards[g].quarry.is_none()) {
            return self.close(g, cell);
        }
        let path = self.plan(g)?;
        self.step(g, &path)?;
        self.arrive(g)
    }

    fn plan(&mut self, g: usize) -> ControlFlow<O::Halt, Vec<Cell>> {
        let aim = self.aim(g)?;
        // The card limits the number of turns, so it fits.
        let (guard, turn) = (g as u8, self.turn as u16);
        let at = self.guards[g].at;
        self.observer.on(E::PartBegan { part: Part::Plan, guard, cell: at, to: aim.unwrap_or(at) })?;
        let Some(goal) = aim else { return Continue(Vec::new()) };
        let blocked = self.in_the_way(g);
        let walker = &mut self.guards[g];
        for &cell in &blocked {
            walker.search.passage.block(cell);
        }
        (walker.search.start, walker.search.goal) = (at, goal);
        let seed = self.problem.seed_of(self.turn, g);
        let mut inside = Inside::new(self.observer, E::Search);
        let answer = astar::search_in(&mut self.memory, &walker.search, seed, &mut inside)?;
        for &cell in &blocked {
            let tile = self.believed(g, cell);
            let walker = &mut self.guards[g];
            self.problem.set(&mut walker.search.passage, walker.spec, cell, tile);
        }
        let walker = &mut self.guards[g];
        let Some(end) = answer.reached else {
            walker.out.plan_costs.push(None);
            self.observer.on(E::Despaired { guard, turn, cell: at })?;
            return Continue(answer.path);
        };
        let unit = walker.search.rules.costs.unit;
        walker.out.plan_costs.push(Some(Value::cost(answer.g, unit)));
        self.observer.on(E::Planned { guard, found: answer.found, turn, cell: at, end, cost: Units::new(answer.g) })?;
        Continue(answer.path)
    }

    /// Returns the cells of other guards that this one sees or knows of, if it plans around them.
    pub(super) fn in_the_way(&self, g: usize) -> Vec<Cell> {
        if !self.problem.around {
            return Vec::new();
        }
        let knows = |c: Cell| self.problem.knowledge == Knowledge::Omniscient || self.guards[g].overlay.contains(c);
        let others = self.guards.iter().enumerate().filter(|&(o, other)| o != g && !other.gone && knows(other.at));
        let (body, size) = (self.guards[g].spec.body, self.world.tiles.size());
        others.flat_map(|(_, other)| body.cells(other.at, size)).chain(self.kept_at(g)).collect()
    }

    pub(super) fn arrive(&mut self, g: usize) -> ControlFlow<O::Halt> {
        if !self.at_goal(g) {
            return Continue(());
        }
        let walker = &mut self.guards[g];
        walker.out.arrived = true;
        let (cell, facing) = (walker.at, walker.facing);
        let moves = walker.out.path.len() as u32 - 1;
        self.stirred = true;
        self.observer.on(E::Arrived { guard: g as u8, actor: walker.spec.actor as u16, cell, moves, facing })
    }
}

/// Returns the outcome in a sentence: which guards arrived.
pub(super) fn ending(outcome: &serde_json::Value) -> Option<String> {
    let turns = outcome["turns"].as_u64()?;
    let turns = format_count(turns, "turn");
    let arrived: Vec<bool> =
        outcome["guards"].as_array()?.iter().map(|guard| guard["arrived"].as_bool()).collect::<Option<_>>()?;
    Some(match arrived[..] {
        [] => return None,
        [true] => format!("The guard has arrived, after {turns}."),
        [false] => format!("The guard has not arrived after {turns}."),
        _ => {
            let there = arrived.iter().filter(|&&arrived| arrived).count();
            format!("{there} of {} guards have arrived after {turns}.", arrived.len())
        }
    })
}
