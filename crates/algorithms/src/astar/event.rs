//! The events of A*.

use super::problem::{FallbackTies, Heuristic};
use crate::event::{Encode, Event, Value, Word};
use crate::geometry::{Cell, Dir, Size};
use crate::movement::{Refusal, StepCosts};

/// The layer of records: status, g, h, parent. Events in this layer put a cell into the open list or take it out.
pub(super) const RECORDS: u8 = 0;
/// The layer of equal arrivals: n, paths, and the parent after the tie.
pub(super) const ARRIVALS: u8 = 1;
/// The layer of fallback candidates and of the final path.
pub(super) const ANSWER: u8 = 2;

/// Number of layers.
pub const LAYERS: u8 = 3;

/// Constants of a run, which the events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// The unit of all costs.
    pub costs: StepCosts,
    /// The weight of h as a fraction.
    pub weight: (u32, u32),
    /// The smallest weight of a cell. An estimate in an event, times this number, is in units of the costs.
    pub least_weight: u32,
    /// The start of the search.
    pub start: Cell,
    /// The goal of the search.
    pub goal: Cell,
    /// Which of two open entries with equal f is popped first.
    pub open_order: OpenOrder,
    /// The rule for an arrival at equal cost.
    pub ties: Ties,
    /// Which of several equally close cells is chosen as the fallback.
    pub fallback_ties: FallbackTies,
    /// The measure of how close a cell is to the goal, if it is not h.
    pub measure: Option<Heuristic>,
}

/// Which of two open entries with equal f is popped first. If they are still equal, the one pushed earlier is popped
/// first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[words(name, kebab)]
pub enum OpenOrder {
    /// The entry nearer the start.
    LowG,
    /// The entry farther from the start.
    HighG,
    /// The entry pushed first.
    Fifo,
    /// The entry pushed last.
    Lifo,
}

impl OpenOrder {
    /// Returns the sort keys of the open list, as a log writes them.
    pub(crate) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::LowG => &["f", "g"],
            Self::HighG => &["f", "-g"],
            Self::Fifo => &["f", "#"],
            Self::Lifo => &["f", "-#"],
        }
    }
}

/// The rule for an arrival at exactly equal g.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[words(name)]
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

/// Two directions packed into a byte: where an equal arrival came from, and where the parent is after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub struct Arrival(u8);

impl Arrival {
    /// Packs the direction `from` of the arriving neighbour and the direction `parent` of the parent after the tie.
    pub const fn new(from: Dir, parent: Dir) -> Self {
        Self(from as u8 | (parent as u8) << 4)
    }

    /// Returns the direction of the neighbour that arrived.
    pub(crate) const fn from(self) -> Dir {
        Dir::ALL[(self.0 & 7) as usize]
    }

    /// Returns the direction of the parent after the tie.
    pub(crate) const fn parent(self) -> Dir {
        Dir::ALL[(self.0 >> 4 & 7) as usize]
    }

    /// Returns whether the parent changed.
    pub(crate) const fn switched(self) -> bool {
        self.0 & 7 == self.0 >> 4 & 7
    }
}

/// The parts of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Part {
    /// The search for the goal.
    Search,
    /// The search for the closest reached cell, if the goal was not reached.
    Fallback,
    /// The walk back along the parents.
    Path,
}

/// An event of A*. g and h are in units of the costs. Directions point from the cell to the neighbour it was reached
/// from.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum AStarEvent {
    /// A part of the run began.
    #[event(phase(0), line = 1, called = "{part}",
        say = "The search begins at {start}; the goal is {goal}.",
        case(part = Fallback, line = 12, say = "{goal} cannot be reached. Next: which closed cell is closest to it?"),
        case(part = Path, line = 14, say = "Now the parents lead back to the start: that is the path."),
        text(start = start, goal = goal))]
    Began { part: Part, #[show(skip)] start: Cell, #[show(skip)] goal: Cell },
    /// A cell was reached for the first time and pushed.
    #[event(slot = RECORDS, role = Queued, line = 8, enqueues(cx.f(g, h), cx.second(g), "f {f}  g {g}"),
        say = "Opened {cell} from {from}: g = {g}, h = {h}, f = {f}.",
        case(parent.is_none(), line = 1, say = "Opened {cell}, the start: g = {g}, h = {h}, f = {f}."),
        with(f = cx.f_value(g, h)))]
    Opened {
        cell: Cell, parent: Option<Dir>, #[show("cost of the cheapest path so far", cost)] g: u64,
        #[show("estimate of the rest", estimate)] h: u32, #[show("how many cheapest paths lead to it", count(paths))] paths: f32,
    },
    /// An open cell was reached more cheaply and pushed again.
    #[event(slot = RECORDS, role = Queued, line = 8, enqueues(cx.f(g, h), cx.second(g), "f {f}  g {g}"),
        say = "Found a cheaper path to {cell}, from {from}: g = {g}, f = {f}.",
        with(f = cx.f_value(g, h)))]
    Lowered { cell: Cell, parent: Option<Dir>, #[show(cost)] g: u64, #[show(estimate)] h: u32, #[show(count(paths))] paths: f32 },
    /// A closed cell was reached more cheaply and opened again.
    #[event(slot = RECORDS, role = Queued, line = 9, enqueues(cx.f(g, h), cx.second(g), "f {f}  g {g}"),
        say = "Reopened {cell}: the path from {from} is cheaper than the one it was closed with, g = {g} now.",
        with(f = cx.f_value(g, h)))]
    Reopened { cell: Cell, parent: Option<Dir>, #[show(cost)] g: u64, #[show(estimate)] h: u32, #[show(count(paths))] paths: f32 },
    /// A cell was popped and closed.
    #[event(step, slot = RECORDS, role = Done, line = 4, dequeues,
        say = "Expanded {cell}: smallest f = {f} (g = {g}, h = {h}).",
        with(f = cx.f_value(g, h)))]
    Expanded { cell: Cell, parent: Option<Dir>, #[show(cost)] g: u64, #[show(estimate)] h: u32, #[show(count(paths))] paths: f32 },
    /// An entry was popped, but its cell is closed already.
    #[event(line = 3, say = "Skipped an old entry of {cell} (g = {g}): the cell is already closed.")]
    Skipped { cell: Cell, #[show("the cost that the entry was pushed with", cost)] g: u64 },
    /// A neighbour cannot be entered.
    #[event(line = 7, tone = Refused, say = "No step from {from} to {cell}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because())] why: Refusal },
    /// A neighbour was reached at a higher cost than it already has.
    #[event(line = 11, tone = Refused, was = "dearer",
        say = "No change at {cell}: from {from} it would cost {g}, and it already has {best}.")]
    Costlier { cell: Cell, from: Dir, #[show(cost)] g: u64, #[show("the cost that the cell has", cost)] best: u64 },
    /// A closed neighbour was reached more cheaply, but closed cells stay closed.
    #[event(line = 9, tone = Refused,
        say = "No change at {cell}: from {from} it would cost {g}, less than its {best}, but closed cells stay closed.")]
    Ignored { cell: Cell, from: Dir, #[show(cost)] g: u64, #[show(cost)] best: u64 },
    /// Dice were rolled to decide an equal arrival.
    #[event(line = 10, tone = Tied,
        say = "The dice gave {roll:.3}, which is not below {chance:~3}, so {cell} keeps its parent.",
        case(roll < chance, say = "The dice gave {roll:.3}, less than {chance:~3}, so {cell} takes its new parent."))]
    Rolled { cell: Cell, from: Dir, #[show("the number rolled, in [0, 1)")] roll: f64, chance: f64 },
    /// A neighbour was reached at exactly the cost it already has.
    #[event(slot = ARRIVALS, line = 10, tone = Tied, from = arrival.from(),
        say = "Tie at {cell}: from {from} it costs {g} as well. The dice {switched?chose the new parent|kept the parent} {parent}, {chance:odds}.",
        case(cx.ties == Ties::First, say = "Tie at {cell}: from {from} it costs {g} as well. The first parent, {parent}, stays."),
        case(cx.ties == Ties::Last, say = "Tie at {cell}: from {from} it costs {g} as well. The last parent, {parent}, wins."),
        counts_while = "g",
        with(switched: word = arrival.switched(), parent: word = cell.step(arrival.parent(), cx.size)))]
    Tied {
        cell: Cell, #[show(skip)] arrival: Arrival, #[show("how many equal arrivals there were, this one included")] n: u8,
        #[show(cost)] g: u64, #[show(count(paths))] paths: f32,
        #[show("how likely what happened was; 1 where a rule decided")] chance: f32,
    },
    /// The goal was popped.
    #[event(step, line = 5, say = "Found the goal {cell} at cost {g}.")]
    Found { cell: Cell, #[show(cost)] g: u64 },
    /// The open list ran empty.
    #[event(step, line = 12,
        say = "The open list is empty after {expanded:count expansion}: {cell} cannot be reached.")]
    Exhausted { cell: Cell, expanded: u32 },
    /// A closed cell nearest to the goal was considered as the place to stop.
    #[event(slot = ANSWER, role = Candidate, line = 12,
        say = "{cell} is a candidate for the place to stop: h = {h}, g = {g}.",
        case(cx.measure.is_some(), say = stop_by_distance))]
    Considered { cell: Cell, #[show(cost)] g: u64, #[show(estimate)] h: u32 },
    /// The closest reachable cell was chosen.
    #[event(step, slot = ANSWER, role = Chosen, line = 13,
        say = "The goal is out of reach. Going to {cell} instead: the closest (h = {h}) and, of those, the cheapest (g = {g}).",
        case(cx.measure.is_some(), say = stop_by_distance),
        case(cx.fallback_ties == FallbackTies::First, say = "The goal is out of reach. Going to {cell} instead: the closest (h = {h}) and, of those, the first that was closed."),
        case(cx.fallback_ties == FallbackTies::MapOrder, say = "The goal is out of reach. Going to {cell} instead: the closest (h = {h}) and, of those, the first on the map, row by row."))]
    Settled { cell: Cell, #[show(cost)] g: u64, #[show(estimate)] h: u32 },
    /// A cell was added to the path while it was traced back.
    #[event(slot = ANSWER, role = Path, line = 14, say = "{cell} is on the path, at cost {g} from the start.")]
    Traced { cell: Cell, #[show(skip)] next: Option<Dir>, #[show(cost)] g: u64 },
    /// The bookkeeping costs so far, reported after each expansion and at the end if they are counted.
    #[event(line = 2,
        say = "Work so far: {lookups:count lookup}, {compared:count comparison}, {estimates:count estimate}.")]
    Counted {
        cell: Cell, #[show("how often it was asked what is known of a cell")] lookups: u32,
        #[show("with how many entries of a list a position or an f was compared")] compared: u64,
        #[show("how often h was computed")] estimates: u32,
    },
}

/// Returns the sentence of an event about the place to stop, if h is not what makes it the closest.
fn stop_by_distance(event: &AStarEvent, cx: &Context) -> String {
    let distance = |cell, h| format!("{} from the goal on open ground", cx.estimate(cx.distance(cell, h)));
    match *event {
        AStarEvent::Considered { cell, g, h } => {
            let (distance, g) = (distance(cell, h), cx.cost(g));
            format!("{cell} is a candidate for the place to stop: {distance}, g = {g}.")
        }
        AStarEvent::Settled { cell, g, h } => {
            let which = match cx.fallback_ties {
                FallbackTies::Cost => format!("the cheapest (g = {})", cx.cost(g)),
                FallbackTies::First => "the first that was closed".to_owned(),
                FallbackTies::MapOrder => "the first on the map, row by row".to_owned(),
            };
            let distance = distance(cell, h);
            format!(
                "The goal is out of reach. Going to {cell} instead: the closest ({distance}) and, of those, {which}."
            )
        }
        _ => String::new(),
    }
}

/// Returns a count of paths as a value. Exact below 2²⁴.
pub(super) fn count(paths: f32) -> Value {
    if paths < 16_777_216.0 { Value::Int(paths as i64) } else { Value::About(paths as f64) }
}

impl Context {
    /// Returns f of a cell, in units times the denominator of the weight.
    #[inline]
    pub const fn f(&self, g: u64, h: u32) -> u64 {
        g * self.weight.1 as u64 + h as u64 * self.weight.0 as u64 * self.least_weight as u64
    }

    /// Returns the numeric key that settles equal f in the open list. The lower key is popped first.
    #[inline]
    pub(crate) const fn second(&self, g: u64) -> u64 {
        match self.open_order {
            OpenOrder::LowG => g,
            OpenOrder::HighG => u64::MAX - g,
            OpenOrder::Fifo | OpenOrder::Lifo => 0,
        }
    }

    /// Returns the distance on open ground from a cell to the goal. `h` is the estimate of the cell.
    pub(super) fn distance(&self, cell: Cell, h: u32) -> u32 {
        self.measure.map_or(h, |measure| measure.estimate(cell, self.goal, self.costs))
    }

    /// Returns f as a displayed value.
    pub(crate) fn f_value(&self, g: u64, h: u32) -> Value {
        Value::cost(self.f(g, h), self.costs.unit * u64::from(self.weight.1))
    }

    /// Returns an estimate of an event in units of the costs.
    pub(crate) const fn estimate_units(&self, h: u32) -> u64 {
        h as u64 * self.least_weight as u64
    }

    /// Returns an estimate of an event as a displayed value.
    pub(crate) fn estimate(&self, h: u32) -> Value {
        self.cost(self.estimate_units(h))
    }

    /// Returns a cost as a displayed value.
    pub(crate) fn cost(&self, units: u64) -> Value {
        Value::cost(units, self.costs.unit)
    }
}
