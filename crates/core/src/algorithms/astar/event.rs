//! What A* reports.

use super::problem::FallbackTies;
use crate::event::Value;
use crate::geometry::{Cell, Dir, Size};
use crate::movement::{Refusal, StepCosts};

/// The layer of records: status, g, h, parent. Events that hold it put a cell in the open list or take it out.
pub const RECORDS: u8 = 0;
/// The layer of equal arrivals: n, paths, and the parent after the tie.
pub const ARRIVALS: u8 = 1;
/// The layer of fallback candidates and of the final path.
pub const ANSWER: u8 = 2;

/// How many layers there are.
pub const LAYERS: u8 = 3;

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// The unit of all costs.
    pub costs: StepCosts,
    /// The weight of h as a fraction.
    pub weight: (u32, u32),
    /// Where the search starts.
    pub start: Cell,
    /// Where it should end.
    pub goal: Cell,
    /// Which of equal f is popped first.
    pub open_order: OpenOrder,
    /// What an equal arrival does.
    pub ties: Ties,
    /// Which of equally close cells is settled for.
    pub fallback_ties: FallbackTies,
    /// How many events of a run that the search is a part of came before it: answers that number events count them.
    pub before: usize,
}

/// Which of two open entries with equal f is popped first; of those still equal, the one pushed earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenOrder {
    /// The one nearer the start.
    LowG,
    /// The one farther from the start.
    HighG,
    /// The one pushed first.
    Fifo,
    /// The one pushed last.
    Lifo,
}

/// What an arrival with exactly equal g does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The first parent stays.
    First,
    /// The last parent wins.
    Last,
    /// Reservoir sampling over parents: switch with probability 1/n.
    Parents,
    /// Switch with probability paths(parent) / paths(cell): uniform over paths.
    Paths,
}

/// Two directions in a byte: where an equal arrival came from and where the parent lies after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival(u8);

impl Arrival {
    /// Arrived from the neighbour in direction `from`; the parent now lies in direction `parent`.
    pub const fn new(from: Dir, parent: Dir) -> Self {
        Self(from as u8 | (parent as u8) << 4)
    }

    /// The direction of the neighbour that it arrived from.
    pub const fn from(self) -> Dir {
        Dir::ALL[(self.0 & 7) as usize]
    }

    /// The direction of the parent after the tie.
    pub const fn parent(self) -> Dir {
        Dir::ALL[(self.0 >> 4 & 7) as usize]
    }

    /// Whether the parent changed.
    pub const fn switched(self) -> bool {
        self.0 & 7 == self.0 >> 4 & 7
    }
}

/// The parts of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Looking for the goal.
    Search,
    /// The goal was not reached: looking for the closest cell that was.
    Fallback,
    /// Walking the parents back.
    Path,
}

impl Part {
    /// The part's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Fallback => "fallback",
            Self::Path => "path",
        }
    }
}

/// One event of A*. g and h are in units of the costs; directions point from the cell to where it was reached from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AStarEvent {
    /// A part of the run began.
    Began {
        /// Which.
        part: Part,
    },
    /// A cell was reached for the first time and pushed.
    Opened {
        /// The cell.
        cell: Cell,
        /// Toward its parent; `None` at the start.
        parent: Option<Dir>,
        /// Cheapest cost so far.
        g: u64,
        /// Estimate of the rest.
        h: u32,
        /// How many cheapest paths lead to it.
        paths: f32,
    },
    /// An open cell was reached more cheaply and pushed again.
    Lowered {
        /// The cell.
        cell: Cell,
        /// Toward its new parent.
        parent: Option<Dir>,
        /// Its new cost.
        g: u64,
        /// Estimate of the rest.
        h: u32,
        /// How many cheapest paths lead to it.
        paths: f32,
    },
    /// A closed cell was reached more cheaply and opened again.
    Reopened {
        /// The cell.
        cell: Cell,
        /// Toward its new parent.
        parent: Option<Dir>,
        /// Its new cost.
        g: u64,
        /// Estimate of the rest.
        h: u32,
        /// How many cheapest paths lead to it.
        paths: f32,
    },
    /// A cell was popped and closed.
    Expanded {
        /// The cell.
        cell: Cell,
        /// Toward its parent.
        parent: Option<Dir>,
        /// Its cost.
        g: u64,
        /// Estimate of the rest.
        h: u32,
        /// How many cheapest paths lead to it.
        paths: f32,
    },
    /// An entry was popped whose cell is closed already.
    Skipped {
        /// The cell.
        cell: Cell,
        /// The cost that the entry was pushed with.
        g: u64,
    },
    /// A neighbour can not be entered.
    Rejected {
        /// The neighbour.
        cell: Cell,
        /// Toward the cell that asked.
        from: Dir,
        /// Why.
        why: Refusal,
    },
    /// A neighbour was reached at a higher cost than it has.
    Dearer {
        /// The neighbour.
        cell: Cell,
        /// Toward the cell that arrived.
        from: Dir,
        /// The cost of this arrival.
        g: u64,
        /// The cost that it has.
        best: u64,
    },
    /// A closed neighbour was reached more cheaply, and closed cells stay closed.
    Ignored {
        /// The neighbour.
        cell: Cell,
        /// Toward the cell that arrived.
        from: Dir,
        /// The cost of this arrival.
        g: u64,
        /// The cost that it was closed with.
        best: u64,
    },
    /// Dice were thrown over an equal arrival.
    Rolled {
        /// The cell.
        cell: Cell,
        /// Toward the cell that arrived.
        from: Dir,
        /// The number rolled, in [0, 1).
        roll: f64,
        /// Below this the parent changes.
        chance: f64,
    },
    /// A neighbour was reached at exactly the cost that it has.
    Tied {
        /// The neighbour.
        cell: Cell,
        /// Where the arrival came from, and the parent after it.
        arrival: Arrival,
        /// How many equal arrivals there were, this one included.
        n: u8,
        /// The cost.
        g: u64,
        /// How many cheapest paths lead to it now.
        paths: f32,
        /// How likely what happened was; 1 where a rule decided.
        chance: f32,
    },
    /// The goal was popped.
    Found {
        /// The goal.
        cell: Cell,
        /// Its cost.
        g: u64,
    },
    /// The open list ran empty.
    Exhausted {
        /// The goal, not reached.
        cell: Cell,
        /// How many cells were expanded.
        expanded: u32,
    },
    /// A closed cell with the smallest h was weighed as the place to stop.
    Considered {
        /// The candidate.
        cell: Cell,
        /// Its cost.
        g: u64,
        /// Its estimate.
        h: u32,
    },
    /// The closest reachable cell was chosen.
    Settled {
        /// The cell.
        cell: Cell,
        /// Its cost.
        g: u64,
        /// Its estimate.
        h: u32,
    },
    /// A cell of the path was walked back over.
    Traced {
        /// The cell.
        cell: Cell,
        /// Toward the next one; `None` at its end.
        next: Option<Dir>,
        /// Its cost.
        g: u64,
    },
}

const _: () = assert!(size_of::<AStarEvent>() <= 24);

/// A count of paths as a value: exact below 2²⁴.
pub(super) fn count(paths: f32) -> Value {
    if paths < 16_777_216.0 { Value::Int(paths as i64) } else { Value::About(paths as f64) }
}

impl Context {
    /// f of a cell, in units times the denominator of the weight.
    #[inline]
    pub const fn f(&self, g: u64, h: u32) -> u64 {
        g * self.weight.1 as u64 + h as u64 * self.weight.0 as u64
    }

    /// f as people read it.
    pub fn f_value(&self, g: u64, h: u32) -> Value {
        Value::cost(self.f(g, h), self.costs.unit * self.weight.1)
    }

    /// A cost as people read it.
    pub fn cost(&self, units: u64) -> Value {
        Value::cost(units, self.costs.unit)
    }
}
