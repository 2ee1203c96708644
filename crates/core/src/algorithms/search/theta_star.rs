//! Theta*: A* whose parents need not be neighbours: a cell takes the parent of the cell that it is reached from, where that
//! one is in sight.
//!
//! ```text
//! ##########
//! #S       #   S start, X goal: the way goes straight from the start
//! #  `-.   #   to the corner, and from there straight to the goal,
//! #  ###`-.#   at any angle
//! #      X #
//! ##########
//! ```
//!
//! A line of sight runs from middle to middle; where it passes exactly between two cells it keeps the rule of corners, as a
//! diagonal step does. All ground costs the same, and a way costs its length. A cell that was taken is opened again where
//! it is reached by a shorter way: so the path is never longer than the shortest one by neighbours; the shortest there is at
//! any angle it need not be.
//!
//! Sources: Alex Nash, Kenny Daniel, Sven Koenig and Ariel Felner, *Theta\*: Any-Angle Path Planning on Grids*, 2007; the
//! walk of a line over a grid in whole numbers follows Amit Patel, *Line drawing on a grid*, 2014.

use super::{Answer, Costs, Ground, LAYERS, Open, Outcome, PATH, RECORDS, shared};
use crate::algorithm::{Algorithm, Lens, RunError};
use crate::card::{Beyond, Card, Group, Layer};
use crate::ends::NEEDS;
use crate::event::{Event, Value};
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::movement::{Refusal, StepCosts};
use crate::observe::Observer;
use crate::params::Resolved;
use crate::scene::Scene;
use crate::trace::replay::{Figure, Outline};
use crate::trace::{Control, Layout, Moment, Stated, Steps};
use crate::view::board::Role;
use std::ops::ControlFlow::{self, Continue};

/// How many units make a length of 1. Lengths are roots: rounded to so small a unit they are whole numbers, which are added
/// and compared alike on every machine, and are off by no more than a billionth each.
const UNIT: u32 = 1_000_000_000;

/// The costs of its steps, where they go to neighbours.
const COSTS: StepCosts = StepCosts { straight: UNIT, diagonal: 1_414_213_562, unit: UNIT };

/// The length of the straight line between two cells, in units, to the nearest.
fn length(a: Cell, b: Cell) -> u64 {
    let (dx, dy) = a.delta(b);
    let square = u128::from(dx) * u128::from(dx) + u128::from(dy) * u128::from(dy);
    // Twice the root, then half of it rounded up: the nearest whole number.
    (4 * square * u128::from(UNIT) * u128::from(UNIT)).isqrt().div_ceil(2) as u64
}

/// Whether a way is shorter than another: by more than a millionth, for the sums of the same lengths in another order, or
/// in other parts, may differ by what was rounded.
const fn is_shorter(new: u64, old: u64) -> bool {
    let least = if old > UNIT as u64 { old } else { UNIT as u64 };
    new < old && old - new > least / 1_000_000
}

/// What its events do not repeat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Context {
    /// Where it should end.
    pub goal: Cell,
    /// The unit of lengths.
    pub costs: Costs,
}

impl Context {
    fn cost(self, units: u64) -> Value {
        self.costs.cost(units)
    }

    fn h(self, cell: Cell) -> u64 {
        length(cell, self.goal)
    }
}

/// What the search reports. g is in units; `from` is the parent, which may lie anywhere in sight.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum ThetaStarEvent {
    /// A cell was reached for the first time and waits.
    #[event(slot = RECORDS, enqueues(g + cx.h(cell), "f {f}"), role = Queued, line = 10,
        say = "Opened {cell}[, straight from {from}]: g = {g}, f = {f}.", with(h = cx.cost(cx.h(cell)), f = cx.cost(g + cx.h(cell))))]
    Opened { cell: Cell, from: Option<Cell>, #[show("length of the shortest way so far", cost)] g: u64 },
    /// A cell that waits was reached by a shorter way.
    #[event(slot = RECORDS, enqueues(g + cx.h(cell), "f {f}"), role = Queued, line = 10,
        say = "Lowered {cell}, straight from {from}: g = {g}, f = {f}.", with(h = cx.cost(cx.h(cell)), f = cx.cost(g + cx.h(cell))))]
    Lowered { cell: Cell, from: Option<Cell>, #[show(cost)] g: u64 },
    /// A cell that had been taken was reached by a shorter way.
    #[event(slot = RECORDS, enqueues(g + cx.h(cell), "f {f}"), role = Queued, line = 10,
        say = "Reopened {cell}, straight from {from}: it was taken at more, g = {g} now.", with(h = cx.cost(cx.h(cell)), f = cx.cost(g + cx.h(cell))))]
    Reopened { cell: Cell, from: Option<Cell>, #[show(cost)] g: u64 },
    /// The cell with the smallest f was taken.
    #[event(step, slot = RECORDS, dequeues, role = Done, line = 3,
        say = "Expanded {cell}: smallest f = {f} (g = {g}, h = {h}).", with(h = cx.cost(cx.h(cell)), f = cx.cost(g + cx.h(cell))))]
    Expanded { cell: Cell, from: Option<Cell>, #[show(cost)] g: u64 },
    /// An entry was taken whose cell had been taken already.
    #[event(line = 3, say = "Skipped an old entry of {cell}: it was taken at less.")]
    Skipped { cell: Cell },
    /// A neighbour was refused.
    #[event(tone = Refused, line = 6, say = "Rejected {cell} from {from}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because(), word)] why: Refusal },
    /// The parent of the cell at hand sees a neighbour.
    #[event(line = 7, say = "{from} sees {cell}: the way goes straight there.")]
    Saw { cell: Cell, from: Cell },
    /// The parent of the cell at hand does not see a neighbour.
    #[event(tone = Refused, line = 8, say = "{from} does not see {cell}: the line is barred after {barred}. The way goes by {via}.")]
    Missed {
        cell: Cell, from: Cell,
        #[show("the last cell of the line that is free")] barred: Cell, #[show("the cell that it was reached from")] via: Cell,
    },
    /// A neighbour was reached by a way no shorter than it has.
    #[event(tone = Refused, line = 11, say = "Ignored {cell}, straight from {from}: g = {g} is no shorter than it has.")]
    Longer { cell: Cell, from: Cell, #[show(cost)] g: u64 },
    /// The goal was taken.
    #[event(step, line = 4, say = "Found the goal {cell} at length {g}.")]
    Found { cell: Cell, #[show(cost)] g: u64 },
    /// A turning point of the path.
    #[event(slot = PATH, role = Path, line = 12, say = "The path turns at {cell}, g = {g}.")]
    Traced { cell: Cell, #[show(cost)] g: u64 },
}

use ThetaStarEvent as E;

/// The algorithm of this module.
#[derive(Debug)]
pub struct ThetaStar;

impl Lens for ThetaStar {
    /// The line of sight that is being looked along.
    fn figures(now: &Moment<E>) -> Vec<Figure> {
        match now.last() {
            Some(E::Saw { cell, from }) => vec![Figure::arrow([*from, *cell], Role::Seen, "").named("line of sight")],
            Some(E::Missed { cell, from, .. }) => {
                vec![Figure::through(Outline::Dashes, [*from, *cell], Role::Refused, "").named("barred line of sight")]
            }
            _ => Vec::new(),
        }
    }
}

#[rustfmt::skip]
impl Algorithm for ThetaStar {
    type Event = E;
    type Problem = Ground;
    type Outcome = Outcome;

    const CARD: &'static Card = &Card::new(
        "theta-star",
        "Theta*",
        "A* at any angle: a cell takes the parent of the cell that it is reached from, where that one sees it, so paths bend only round corners.",
    )
    .group(Group::Search)
    .beyond(&[Beyond::Figures])
    .source("Alex Nash, Kenny Daniel, Sven Koenig, Ariel Felner: Theta*: Any-Angle Path Planning on Grids (2007)")
    .listing(&[
        "open ← {start};  g(start) ← 0",
        "while open is not empty",
        "    take the lowest f = g + straight line to the goal",
        "    if it is the goal: stop",
        "    for each of its eight neighbours",
        "        cannot be entered: skip",
        "        its parent sees the neighbour: straight from there",
        "        else: straight from here",
        "        the length of that way",
        "        new or shorter: g, parent; push",
        "        else: ignore",
        "walk the parents back",
    ])
    .params(&[shared("corners"), shared("turn")])
    .layers(&[
        Layer::field("g", "The length of the shortest way found so far."),
        Layer::field("f", "g + h: what the open list is ordered by."),
        Layer::field("h", "The straight line to the goal."),
        Layer::status("status", "Open, closed, or where the path turns."),
    ])
    .needs(NEEDS);

    fn prepare(scene: &Scene, params: &Resolved, _: u64, _: &Control) -> Result<Ground, RunError> {
        let mut ground = Ground::new(scene, params)?;
        ground.rules.costs = COSTS;
        Ok(ground)
    }

    fn layout(ground: &Ground) -> Layout {
        Layout::new(ground.size(), LAYERS)
    }

    fn context(ground: &Ground) -> Context {
        Context { goal: ground.goal, costs: ground.costs() }
    }

    fn stated(ground: &Ground) -> Option<Stated> {
        let words = &[
            ("opened", "open"), ("lowered", "open"), ("reopened", "open"), ("expanded", "expand"), ("rejected", "reject"),
            ("longer", "reject dearer"), ("traced", "path"),
        ];
        Some(Stated { steps: Steps::Any, ..ground.stated(&["f"], words) })
    }

    fn run<O: Observer<E>>(ground: &Ground, o: &mut O) -> ControlFlow<O::Halt, Outcome> {
        search(ground, o).map_continue(|answer| Outcome::of(answer, ground.costs()))
    }
}

/// Goes along the straight line between two cells, from one that it crosses to the next, as steps go.
///
/// # Errors
/// The last cell before the one that cannot be entered, or that lies past a corner which must not be passed.
fn sight(ground: &Ground, from: Cell, to: Cell) -> Result<(), Cell> {
    let (dx, dy) = from.delta(to);
    let across = if from.x < to.x { Dir::E } else { Dir::W };
    let along = if from.y < to.y { Dir::S } else { Dir::N };
    let both = Dir::ALL.into_iter().find(|dir| dir.parts() == Some((across, along))).unwrap_or(across);
    let (mut cell, mut x, mut y) = (from, 0, 0);
    while x < dx || y < dy {
        // The line leaves a cell through the border that it crosses first, or exactly through the corner.
        let (horizontal, vertical) = ((1 + 2 * x) * dy, (1 + 2 * y) * dx);
        let dir = match horizontal.cmp(&vertical) {
            std::cmp::Ordering::Less => across,
            std::cmp::Ordering::Greater => along,
            std::cmp::Ordering::Equal => both,
        };
        (x, y) = (x + u32::from(dir != along), y + u32::from(dir != across));
        cell = ground.map.step(cell, dir).map_err(|_| cell)?.0;
    }
    Ok(())
}

/// What is known of a cell: g, its parent, whether it was taken.
type Record = (u64, Option<Cell>, bool);

/// The loop of the listing.
fn search<O: Observer<E>>(ground: &Ground, o: &mut O) -> ControlFlow<O::Halt, Answer> {
    let none: Record = (u64::MAX, None, false);
    let (mut records, mut open, mut expanded) = (Grid::new(ground.size(), none), Open::new(), 0);
    records[ground.start].0 = 0;
    open.push(length(ground.start, ground.goal), ground.start);
    o.on(E::Opened { cell: ground.start, from: None, g: 0 })?;
    while let Some((_, cell)) = open.pop() {
        let (g, from, taken) = records[cell];
        if taken {
            o.on(E::Skipped { cell })?;
            continue;
        }
        (records[cell].2, expanded) = (true, expanded + 1);
        o.on(E::Expanded { cell, from, g })?;
        if cell == ground.goal {
            o.on(E::Found { cell, g })?;
            let back: Vec<Cell> = std::iter::successors(Some(cell), |&cell| records[cell].1).collect();
            back.iter().try_for_each(|&cell| o.on(E::Traced { cell, g: records[cell].0 }))?;
            return Continue(Answer { found: Some((g, back)), expanded });
        }
        for (to, dir, step) in ground.around(cell) {
            if let Err(why) = step {
                o.on(E::Rejected { cell: to, from: dir, why })?;
                continue;
            }
            let via = parent(ground, &records, cell, to, o)?;
            let (g, old) = (records[via].0 + length(via, to), records[to]);
            if !is_shorter(g, old.0) {
                o.on(E::Longer { cell: to, from: via, g })?;
                continue;
            }
            let from = Some(via);
            records[to] = (g, from, false);
            open.push(g + length(to, ground.goal), to);
            o.on(match old {
                (u64::MAX, ..) => E::Opened { cell: to, from, g },
                (_, _, true) => E::Reopened { cell: to, from, g },
                _ => E::Lowered { cell: to, from, g },
            })?;
        }
    }
    Continue(Answer { found: None, expanded })
}

/// The parent of a neighbour of a cell: that of the cell, where it sees the neighbour, else the cell.
fn parent<O: Observer<E>>(
    ground: &Ground,
    records: &Grid<Record>,
    cell: Cell,
    to: Cell,
    o: &mut O,
) -> ControlFlow<O::Halt, Cell> {
    let Some(from) = records[cell].1.filter(|&from| from != to) else { return Continue(cell) };
    match sight(ground, from, to) {
        Ok(()) => {
            o.on(E::Saw { cell: to, from })?;
            Continue(from)
        }
        Err(barred) => {
            o.on(E::Missed { cell: to, from, barred, via: cell })?;
            Continue(cell)
        }
    }
}
