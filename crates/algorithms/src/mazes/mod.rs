//! Mazes, built step by step by three methods. Between any two cells of a maze there is exactly one path.
//!
//! ```text
//! #########    depth-first: long, winding passages; few dead ends
//! #...#...#    prim: short branches; many dead ends
//! ###.#.#.#    division: straight walls with one gap each;
//! #.....#.#    rooms within rooms
//! #########
//! ```
//!
//! Sources: Jamis Buck, *Mazes for Programmers*, 2015, for the recursive backtracker, Prim's algorithm and recursive
//! division; Robert C. Prim, *Shortest Connection Networks and Some Generalizations*, 1957.

mod event;
mod methods;

pub use event::{Context, MazesEvent};

use crate::algorithm::{Algorithm, Lens, RunError};
use crate::card::{CardOf, Group, Layer, OutcomeWords, Series};
use crate::observe::{Observer, StepCounter};
use crate::params::{Param, Resolved};
use crate::trace::{Layout, Moment, Progress};
use crate::{Cell, Dir, Grid, Rng, Role, Scene, Size, Tile};
use MazesEvent as E;
use serde::Serialize;
use std::ops::ControlFlow::{self, Continue};

/// The maze algorithm.
#[derive(Debug)]
pub struct Mazes;

/// The method that builds the maze.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Method {
    DepthFirst,
    Prim,
    Division,
}

/// The input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    ground: Grid<Tile>,
    method: Method,
    seed: u64,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The rows of the maze, `#` for wall and `.` for floor.
    pub rows: Vec<String>,
    /// Number of floor cells.
    pub floor: usize,
    /// Number of floor cells with at most one floor neighbour.
    pub dead_ends: usize,
}

/// A maze under construction: its floor, and its number of chambers across and down.
struct Plan {
    floor: Grid<bool>,
    across: u16,
    down: u16,
}

impl Lens for Mazes {
    fn restages(event: &E) -> bool {
        matches!(event, E::Walled { .. } | E::Cleared { .. })
    }

    /// Returns the changed tiles, so that the map shows the maze built so far.
    fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
        let tile = |(cell, event): (Cell, &E)| {
            (cell, if matches!(event, E::Walled { .. }) { Tile::Wall } else { Tile::Floor })
        };
        now.layer(event::GROUND).map(tile).filter(|&(cell, tile)| now.context().ground[cell] != tile).collect()
    }
}

#[rustfmt::skip]
impl Algorithm for Mazes {
    type Event = E;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CardOf::<E>::new(
        "mazes",
        "Mazes",
        "Makes a maze as large as the map, by one of three methods. Between any two of its cells there is exactly one path.",
    )
    .group(Group::Search)
    .outcome(&[
        OutcomeWords::count("floor", "cell of floor", "cells of floor"),
        OutcomeWords::count("dead_ends", "dead end", "dead ends"),
    ])
    .source("Jamis Buck: Mazes for Programmers (2015); Robert C. Prim: Shortest Connection Networks and Some Generalizations (1957)")
    .listing(&[
        "the ground: all wall; to be divided: one room",
        "depth-first, from any chamber:",
        "    a new chamber beside the top of the stack:",
        "        go on to it: it is the top of the stack",
        "    there is none: take the top away",
        "    clear the chamber and the wall between",
        "prim, from any chamber:",
        "    draw one of the chambers that wait",
        "    join it to the maze beside it, by dice",
        "    its new neighbours wait",
        "division, of the one room:",
        "    one passage: leave it",
        "    a wall across the longer side, one gap in it",
        "    build it, but for the gap",
    ])
    .params(&[Param::choice("method", &["depth-first", "prim", "division"], "depth-first",
        "Go on from the newest chamber, go on from a random one, or divide rooms by walls.")
    .labelled(&[("prim", "Prim")])])
    .layers(&[Layer::status("status", "Waiting or on the stack, or done.")])
    .roles(&[(Role::Queued, "waits"), (Role::Done, "done")])
    .series(&[
        // The first chamber is drawn without having waited, so it is not subtracted.
        Series::by("waiting", gauge!(+ E::Entered { .. } | E::Waited { .. }, - E::Left { .. } | E::Drawn { from: Some(_), .. })),
        Series::by("in the maze", gauge!(+ E::Entered { .. } | E::Drawn { .. })),
        Series::by("walls across rooms", gauge!(+ E::Divided { .. })),
    ]);

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, _: &Progress) -> Result<Problem, RunError> {
        let size = scene.size();
        if size.width < 3 || size.height < 3 {
            return Err(RunError::Scene(format!("a maze needs a map of at least 3 × 3 cells, and this one has {size}")));
        }
        let method = match params.word("method").as_str() {
            "prim" => Method::Prim,
            "division" => Method::Division,
            _ => Method::DepthFirst,
        };
        Ok(Problem { ground: scene.tiles.clone(), method, seed })
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.ground.size(), event::CHAMBERS + 1)
    }

    fn context(problem: &Problem) -> Context {
        Context { ground: problem.ground.clone() }
    }

    fn run<O: Observer<E>>(problem: &Problem, o: &mut O) -> ControlFlow<O::Halt, Outcome> {
        let (size, divides) = (problem.ground.size(), problem.method == Method::Division);
        let mut plan = Plan::new(size, divides);
        o.on(E::Began { floor: divides })?;
        for cell in size.cells() {
            o.on(if plan.floor[cell] { E::Cleared { cell, between: false } } else { E::Walled { cell, divides: false } })?;
        }
        o.on(E::Ready { chambers: u32::from(plan.across) * u32::from(plan.down) })?;
        let mut dice = Rng::new(problem.seed);
        match problem.method {
            Method::DepthFirst => plan.depth_first(&mut dice, o)?,
            Method::Prim => plan.prim(&mut dice, o)?,
            Method::Division => plan.divide(&mut dice, o)?,
        }
        plan.outcome(o)
    }
}

impl Plan {
    /// Creates a map of walls, or one room inside a wall. If a side is even, the last wall is twice as thick.
    fn new(size: Size, room: bool) -> Self {
        let (across, down) = ((size.width - 1) / 2, (size.height - 1) / 2);
        let mut floor = Grid::new(size, false);
        if room {
            floor.fill(Cell::new(1, 1), Size::new(2 * across - 1, 2 * down - 1), true);
        }
        Self { floor, across, down }
    }

    fn outcome<O: Observer<E>>(&self, o: &mut O) -> ControlFlow<O::Halt, Outcome> {
        let size = self.floor.size();
        let is_floor = |cell: Cell| self.floor[cell];
        let ways =
            |cell: Cell| Dir::STRAIGHT.into_iter().filter(|&dir| cell.step(dir, size).is_some_and(is_floor)).count();
        let (mut pace, mut goes_on) = (StepCounter::default(), || o.goes_on());
        let mut outcome = Outcome { rows: Vec::with_capacity(size.height.into()), floor: 0, dead_ends: 0 };
        for (y, row) in (0..).zip(self.floor.rows()) {
            pace.steps(row.len(), &mut goes_on)?;
            outcome.rows.push(row.iter().map(|&floor| if floor { '.' } else { '#' }).collect());
            for cell in (0..size.width).map(|x| Cell::new(x, y)).filter(|&cell| is_floor(cell)) {
                outcome.floor += 1;
                outcome.dead_ends += usize::from(ways(cell) < 2);
            }
        }
        Continue(outcome)
    }
}
