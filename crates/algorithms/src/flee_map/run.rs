//! The input of a flee map, the maps, and the walk down them. Each event is reported after the change it describes.

use super::event::{Context, FleeEvent as E, Part, Rule, Stop};
use super::{Outcome, Values};
use crate::dijkstra::{FloodEvent, flood, lowest};
use crate::knowledge::stage;
use crate::observe::{Inside, Observer, StepCounter, unless_stopped};
use crate::params::Resolved;
use crate::root2::Root2;
use crate::terrain::{Tile, Walk};
use crate::{ActorKind, Cell, Dir, Grid, Progress, Rng, RunError, Scene};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

/// Value of each cell, or `None` if it was not reached.
type Worths = Grid<Option<Root2>>;

pub(super) fn run<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let cx = &problem.context;
    let mut outcome = Outcome::default();
    for &rule in &cx.rules {
        let values = match rule {
            Rule::Sherratt => {
                let (values, frontier) = sherratt(cx, observer)?;
                outcome.frontier = frontier;
                values
            }
            Rule::Brogue => brogue(cx, observer)?,
        };
        let path = match cx.walker {
            // Each rule gets the same dice.
            Some((_, start)) => walk(cx, rule, &values, start, &mut Rng::new(problem.seed), observer)?,
            None => Vec::new(),
        };
        let value = Values { rule, cells: values };
        if rule == cx.rules[0] {
            (outcome.value, outcome.path) = (value, path);
        } else {
            (outcome.brogue, outcome.brogue_path) = (Some(value), path);
        }
    }
    Continue(outcome)
}

/// Computes Sherratt's values. A step away from the threat lowers the value, and a step away from the frontier
/// raises it `delay` times as much.
fn sherratt<O: Observer<E>>(cx: &Context, observer: &mut O) -> ControlFlow<O::Halt, (Worths, Vec<Cell>)> {
    observer.on(E::Began { part: Part::Danger })?;
    let limit = Root2::new(cx.threshold, 0);
    let step = |from: Cell, dir: Dir| cx.step(from, dir);
    let danger = flood(
        cx.size,
        cx.threats.iter().copied(),
        Some(limit),
        step,
        &mut Inside::new(observer, |e| match e {
            FloodEvent::Reached { cell, from, d } => E::Reached { cell, from, d },
            FloodEvent::Settled { cell, from, d } => E::Settled { cell, from, d },
            FloodEvent::Bounded { cell, from, d } => E::Bounded { cell, from, d },
        }),
    )?;
    let mut frontier = danger.frontier;
    frontier.sort_unstable();
    if frontier.is_empty() {
        let cells = danger.d.as_slice().iter().flatten().count() as u32;
        observer.on(E::Enclosed { cells })?;
    }
    observer.on(E::Began { part: Part::Escape })?;
    let inside = |from: Cell, dir: Dir| cx.step(from, dir).filter(|&to| danger.d[to].is_some());
    let escape = flood(
        cx.size,
        frontier.iter().copied(),
        None,
        inside,
        &mut Inside::new(observer, |e| match e {
            FloodEvent::Reached { cell, from, d } => E::Found { cell, from, d2: d },
            FloodEvent::Settled { cell, from, d } | FloodEvent::Bounded { cell, from, d } => {
                E::Measured { cell, from, d2: d }
            }
        }),
    )?;
    observer.on(E::Began { part: Part::Values })?;
    let (mut values, mut pace) = (danger.d, StepCounter::default());
    for cell in cx.size.cells() {
        pace.step(&mut || observer.goes_on())?;
        let Some(d) = values[cell] else { continue };
        let d2 = escape.d[cell].unwrap_or_default();
        values[cell] = Some(cx.value(d, d2));
        observer.on(E::Valued { cell, d, d2 })?;
    }
    Continue((values, frontier))
}

/// Computes Brogue's values: steps times −1.2, then relaxed, so that a path past the threat may lead somewhere even
/// farther.
fn brogue<O: Observer<E>>(cx: &Context, observer: &mut O) -> ControlFlow<O::Halt, Worths> {
    observer.on(E::Began { part: Part::Spread })?;
    let mut steps: Grid<Option<u32>> = Grid::within(cx.size, None, &mut || observer.goes_on())?;
    let mut queue = VecDeque::new();
    for &cell in &cx.threats {
        if steps[cell].is_none() {
            steps[cell] = Some(0);
            queue.push_back((cell, 0));
            observer.on(E::Spread { cell, from: None, steps: 0 })?;
        }
    }
    while let Some((cell, n)) = queue.pop_front() {
        for dir in Dir::WINDS {
            let Some(to) = cx.step(cell, dir).filter(|&to| steps[to].is_none()) else { continue };
            steps[to] = Some(n + 1);
            queue.push_back((to, n + 1));
            observer.on(E::Spread { cell: to, from: Some(dir.opposite()), steps: n + 1 })?;
        }
    }
    observer.on(E::Began { part: Part::Scale })?;
    let mut values: Worths = Grid::within(cx.size, None, &mut || observer.goes_on())?;
    let (mut open, mut pace) = (BinaryHeap::new(), StepCounter::default());
    for cell in cx.size.cells() {
        pace.step(&mut || observer.goes_on())?;
        let Some(n) = steps[cell] else { continue };
        let v = -cx.factor.saturating_mul(n as i32);
        values[cell] = Some(Root2::new(v, 0));
        open.push(Reverse((v, cell)));
        observer.on(E::Scaled { cell, steps: n, v })?;
    }
    drop(steps);
    observer.on(E::Began { part: Part::Relax })?;
    while let Some(Reverse((v, cell))) = open.pop() {
        if values[cell] != Some(Root2::new(v, 0)) {
            continue;
        }
        for dir in Dir::WINDS {
            let Some(to) = cx.step(cell, dir) else { continue };
            let Some(Root2 { whole: was, .. }) = values[to].filter(|was| was.whole > v + 100) else { continue };
            values[to] = Some(Root2::new(v + 100, 0));
            open.push(Reverse((v + 100, to)));
            observer.on(E::Lowered { cell: to, from: dir.opposite(), v: v + 100, was })?;
        }
    }
    Continue(values)
}

/// Walks to the lowest neighbour as long as it is lower. Values fall strictly, so the walk ends.
fn walk<O: Observer<E>>(
    cx: &Context,
    rule: Rule,
    values: &Worths,
    start: Cell,
    dice: &mut Rng,
    observer: &mut O,
) -> ControlFlow<O::Halt, Vec<Cell>> {
    observer.on(E::Began { part: if rule == Rule::Sherratt { Part::Walk } else { Part::BrogueWalk } })?;
    let mut path = vec![start];
    let Some(mut here) = values[start] else {
        observer.on(E::Stopped { rule, cell: start, why: Stop::Safe, worth: Root2::ZERO })?;
        return Continue(path);
    };
    let mut cell = start;
    for turn in 0.. {
        observer.on(E::TurnBegan { rule, cell, turn, worth: here })?;
        let mut candidates = Vec::with_capacity(8);
        for dir in Dir::WINDS {
            let Some(to) = cx.step(cell, dir) else { continue };
            let Some(worth) = values[to] else { continue };
            candidates.push((to, dir.opposite(), worth));
            observer.on(E::Weighed { rule, cell: to, from: dir.opposite(), worth })?;
        }
        candidates.retain(|w| w.2 < here);
        let best = lowest(&candidates, |w| w.2);
        let next_step = match best.len() {
            0 | 1 => best.first().copied(),
            n => {
                let (i, roll) = dice.pick(n);
                let (to, from, _) = best[i];
                observer.on(E::Rolled { rule, cell: to, from, n: n as u8, roll })?;
                Some(best[i])
            }
        };
        let Some((to, from, worth)) = next_step else { break };
        (cell, here) = (to, worth);
        path.push(cell);
        observer.on(E::Stepped { rule, cell, from, worth })?;
    }
    observer.on(E::Stopped { rule, cell, why: Stop::Lowest, worth: here })?;
    Continue(path)
}

/// Kinds of actor that can be fled from. The first kind present in the scene is the threat.
pub(super) const THREATS: &[ActorKind] =
    &[ActorKind::Enemy, ActorKind::Guard, ActorKind::Explorer, ActorKind::Thief, ActorKind::Viewer];
/// Kinds of actor that can flee, unless they are the threat.
pub(super) const WALKERS: &[ActorKind] =
    &[ActorKind::Thief, ActorKind::Explorer, ActorKind::Viewer, ActorKind::Prisoner];

/// The complete input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Constants of the run, which the events do not repeat.
    pub context: Context,
    /// The seed of the dice.
    pub seed: u64,
}

/// Returns whether a walker on a Dijkstra map plans through a tile. Doors count as passable, even if locked. Solid
/// tiles and void do not.
pub(crate) fn leads_through(tile: Tile) -> bool {
    match tile.info().walk {
        Walk::Yes | Walk::NotThief | Walk::Opens | Walk::WithKey => true,
        Walk::No | Walk::Thief(_) => false,
    }
}

impl Problem {
    pub(super) fn new(scene: &Scene, params: &Resolved, seed: u64, progress: &Progress) -> Result<Self, RunError> {
        let kind = stage::first_kind(scene, THREATS, "nobody to flee from")?;
        let size = scene.size();
        let (mut open, mut pace) = (Grid::new(size, false), StepCounter::default());
        for (&tile, open) in scene.tiles.as_slice().iter().zip(open.as_mut_slice()) {
            *open = leads_through(tile);
            unless_stopped(pace.step(&mut || progress.goes_on()))?;
        }
        let walker = scene.actors.iter().position(|a| a.kind != kind && WALKERS.contains(&a.kind));
        let number = |name: &str| params.int(name).unwrap_or(0) as i32;
        let rules = match params.word("rule").as_str() {
            "brogue" => vec![Rule::Brogue],
            "both" => vec![Rule::Sherratt, Rule::Brogue],
            _ => vec![Rule::Sherratt],
        };
        let context = Context {
            size,
            threats: scene.of_kind(kind).map(|a| a.at).collect(),
            walker: walker.map(|i| (i, scene.actors[i].at)),
            threshold: number("threshold"),
            delay: number("delay"),
            padding: number("padding"),
            factor: (params.real("factor").unwrap_or(-1.2) * -100.0).round() as i32,
            rules,
            open: Arc::new(open),
        };
        Ok(Self { context, seed })
    }
}

impl Context {
    /// Returns the cell that a step ends on, if it can be walked on. Diagonals may pass blocked corners.
    #[inline]
    pub fn step(&self, from: Cell, dir: Dir) -> Option<Cell> {
        from.step(dir, self.size).filter(|&to| self.open[to])
    }
}
