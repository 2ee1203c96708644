//! What each event of A* says of itself: level, slot, line of the listing, sentence, fields.

use super::event::{ANSWER, ARRIVALS, AStarEvent as E, Context, Part, RECORDS, Ties, count};
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::{Cell, Dir, Size};

impl Context {
    fn toward(&self, cell: Cell, dir: Option<Dir>) -> Option<Cell> {
        cell.step(dir?, self.size)
    }

    fn reached(&self, cell: Cell, parent: Option<Dir>) -> String {
        match self.toward(cell, parent) {
            Some(p) => format!("{cell} from {p}"),
            None => format!("{cell}, the start"),
        }
    }

    /// Where an arrival that ties, is dearer or is refused came from.
    fn via(&self, cell: Cell, from: Dir) -> String {
        self.toward(cell, Some(from)).map_or_else(String::new, |c| format!(" from {c}"))
    }
}

impl Event for E {
    type Context = Context;

    const KINDS: &'static [&'static str] = &[
        "began",
        "opened",
        "lowered",
        "reopened",
        "expanded",
        "skipped",
        "rejected",
        "dearer",
        "ignored",
        "rolled",
        "tied",
        "found",
        "exhausted",
        "considered",
        "settled",
        "traced",
    ];
    const NUMBERS: &'static [&'static str] = &["f", "g", "h", "n", "paths", "roll", "chance", "best", "expanded"];

    fn kind(&self) -> &'static str {
        match self {
            E::Began { .. } => "began",
            E::Opened { .. } => "opened",
            E::Lowered { .. } => "lowered",
            E::Reopened { .. } => "reopened",
            E::Expanded { .. } => "expanded",
            E::Skipped { .. } => "skipped",
            E::Rejected { .. } => "rejected",
            E::Dearer { .. } => "dearer",
            E::Ignored { .. } => "ignored",
            E::Rolled { .. } => "rolled",
            E::Tied { .. } => "tied",
            E::Found { .. } => "found",
            E::Exhausted { .. } => "exhausted",
            E::Considered { .. } => "considered",
            E::Settled { .. } => "settled",
            E::Traced { .. } => "traced",
        }
    }

    fn level(&self) -> Level {
        match self {
            E::Began { .. } => Level::Phase(0),
            E::Expanded { .. } | E::Found { .. } | E::Exhausted { .. } | E::Settled { .. } => Level::Step,
            _ => Level::Detail,
        }
    }

    fn slot(&self) -> Option<Slot> {
        match *self {
            E::Opened { cell, .. } | E::Lowered { cell, .. } | E::Reopened { cell, .. } | E::Expanded { cell, .. } => {
                Some(Slot::Cell(RECORDS, cell))
            }
            E::Tied { cell, .. } => Some(Slot::Cell(ARRIVALS, cell)),
            E::Considered { cell, .. } | E::Settled { cell, .. } | E::Traced { cell, .. } => {
                Some(Slot::Cell(ANSWER, cell))
            }
            _ => None,
        }
    }

    fn line(&self) -> u8 {
        match self {
            E::Skipped { .. } => 2,
            E::Expanded { .. } => 3,
            E::Found { .. } => 4,
            E::Rejected { .. } => 6,
            E::Began { part: Part::Search } | E::Opened { parent: None, .. } => 0,
            E::Opened { .. } | E::Lowered { .. } => 7,
            E::Tied { .. } | E::Rolled { .. } => 9,
            E::Reopened { .. } | E::Ignored { .. } => 8,
            E::Dearer { .. } => 10,
            E::Exhausted { .. } | E::Began { part: Part::Fallback } | E::Considered { .. } => 11,
            E::Settled { .. } => 12,
            E::Began { part: Part::Path } | E::Traced { .. } => 13,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Began { .. } => None,
            E::Opened { cell, .. }
            | E::Lowered { cell, .. }
            | E::Reopened { cell, .. }
            | E::Expanded { cell, .. }
            | E::Skipped { cell, .. }
            | E::Rejected { cell, .. }
            | E::Dearer { cell, .. }
            | E::Ignored { cell, .. }
            | E::Rolled { cell, .. }
            | E::Tied { cell, .. }
            | E::Found { cell, .. }
            | E::Exhausted { cell, .. }
            | E::Considered { cell, .. }
            | E::Settled { cell, .. }
            | E::Traced { cell, .. } => Some(cell),
        }
    }

    fn from(&self) -> Option<Cell> {
        let (cell, dir) = match *self {
            E::Opened { cell, parent, .. }
            | E::Lowered { cell, parent, .. }
            | E::Reopened { cell, parent, .. }
            | E::Expanded { cell, parent, .. } => (cell, parent?),
            E::Rejected { cell, from, .. }
            | E::Dearer { cell, from, .. }
            | E::Ignored { cell, from, .. }
            | E::Rolled { cell, from, .. } => (cell, from),
            E::Tied { cell, arrival, .. } => (cell, arrival.from()),
            _ => return None,
        };
        // The neighbour exists: the event was made by stepping from it. Only the far edge needs a size.
        cell.step(dir, Size::new(u16::MAX, u16::MAX))
    }

    fn tone(&self) -> Tone {
        match self {
            E::Rejected { .. } | E::Dearer { .. } | E::Ignored { .. } => Tone::Refused,
            E::Tied { .. } | E::Rolled { .. } => Tone::Tied,
            E::Began { .. } | E::Skipped { .. } | E::Found { .. } | E::Exhausted { .. } => Tone::Looked,
            _ => Tone::Wrote,
        }
    }

    fn phase_name(&self, _: &Context) -> String {
        match self {
            E::Began { part } => part.name().to_owned(),
            _ => self.kind().to_owned(),
        }
    }

    fn sentence(&self, cx: &Context) -> String {
        match *self {
            E::Began { part: Part::Search } => {
                format!("The search began: from {} to {}.", cx.start, cx.goal)
            }
            E::Began { part: Part::Fallback } => {
                "The goal can not be reached: which of the closed cells is closest to it?".into()
            }
            E::Began { part: Part::Path } => "Walked the parents back to the start.".into(),
            E::Opened { cell, parent, g, h, .. } => format!(
                "Opened {}: g = {}, h = {}, f = {}.",
                cx.reached(cell, parent),
                cx.cost(g),
                cx.cost(h as u64),
                cx.f_value(g, h)
            ),
            E::Lowered { cell, parent, g, h, .. } => format!(
                "Lowered {}: it is cheaper this way, g = {}, f = {}.",
                cx.reached(cell, parent),
                cx.cost(g),
                cx.f_value(g, h)
            ),
            E::Reopened { cell, parent, g, .. } => format!(
                "Reopened {}: it was closed at a higher cost, g = {} now.",
                cx.reached(cell, parent),
                cx.cost(g)
            ),
            E::Expanded { cell, g, h, .. } => format!(
                "Expanded {cell}: smallest f = {} (g = {}, h = {}).",
                cx.f_value(g, h),
                cx.cost(g),
                cx.cost(h as u64)
            ),
            E::Skipped { cell, g } => {
                format!("Skipped an old entry of {cell} with g = {}: the cell is closed.", cx.cost(g))
            }
            E::Rejected { cell, from, why } => {
                format!("Rejected {cell}{}: {}.", cx.via(cell, from), why.because())
            }
            E::Dearer { cell, from, g, best } => format!(
                "Ignored {cell}{}: g = {} is dearer than its {}.",
                cx.via(cell, from),
                cx.cost(g),
                cx.cost(best)
            ),
            E::Ignored { cell, from, g, best } => format!(
                "Ignored {cell}{}: g = {} is cheaper than its {}, but it is closed and closed cells stay closed.",
                cx.via(cell, from),
                cx.cost(g),
                cx.cost(best)
            ),
            E::Rolled { cell, roll, chance, .. } => format!(
                "Rolled {roll:.3} for {cell}: below {chance:.3} the parent changes{}.",
                if roll < chance { ", so it does" } else { "; it stays" }
            ),
            E::Tied { cell, arrival, n, g, chance, .. } => {
                let verdict = match (cx.ties, arrival.switched()) {
                    (Ties::First, _) => "the first parent stays".to_owned(),
                    (Ties::Last, _) => "the last parent wins".to_owned(),
                    (_, true) => format!("the dice switched the parent, probability {chance:.3}"),
                    (_, false) => format!("the dice kept the parent, probability {chance:.3}"),
                };
                format!(
                    "Tie at {cell}{}: equal g = {}, arrival n = {n}; {verdict}.",
                    cx.via(cell, arrival.from()),
                    cx.cost(g)
                )
            }
            E::Found { cell, g } => format!("Found the goal {cell} at cost {}.", cx.cost(g)),
            E::Exhausted { cell, expanded } => {
                format!("The open list is empty after {expanded} expansions: {cell} can not be reached.")
            }
            E::Considered { cell, g, h } => {
                format!("Considered {cell} as the place to stop: h = {}, g = {}.", cx.cost(h as u64), cx.cost(g))
            }
            E::Settled { cell, g, h } => format!(
                "Settled for {cell}: smallest h = {}, among those the smallest g = {}.",
                cx.cost(h as u64),
                cx.cost(g)
            ),
            E::Traced { cell, g, .. } => format!("{cell} lies on the path, g = {}.", cx.cost(g)),
        }
    }

    fn fields(&self, cx: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        if let Some(cell) = self.cell() {
            visit("cell", Value::Cell(cell));
        }
        if let Some(from) = self.from() {
            visit("from", Value::Cell(from));
        }
        match *self {
            E::Began { part } => visit("part", Value::Word(part.name())),
            E::Opened { g, h, paths, .. }
            | E::Lowered { g, h, paths, .. }
            | E::Reopened { g, h, paths, .. }
            | E::Expanded { g, h, paths, .. } => {
                visit("g", cx.cost(g));
                visit("h", cx.cost(h as u64));
                visit("f", cx.f_value(g, h));
                visit("paths", count(paths));
            }
            E::Skipped { g, .. } | E::Found { g, .. } | E::Traced { g, .. } => visit("g", cx.cost(g)),
            E::Rejected { why, .. } => visit("why", Value::Word(why.because())),
            E::Dearer { g, best, .. } | E::Ignored { g, best, .. } => {
                visit("g", cx.cost(g));
                visit("best", cx.cost(best));
            }
            E::Rolled { roll, chance, .. } => {
                visit("roll", Value::Real(roll));
                visit("chance", Value::Real(chance));
            }
            E::Tied { arrival, n, g, paths, chance, .. } => {
                visit("n", Value::Int(n as i64));
                visit("g", cx.cost(g));
                visit("paths", count(paths));
                visit("switched", Value::Flag(arrival.switched()));
                visit("chance", Value::Real(chance as f64));
            }
            E::Exhausted { expanded, .. } => visit("expanded", Value::Int(expanded as i64)),
            E::Considered { g, h, .. } | E::Settled { g, h, .. } => {
                visit("g", cx.cost(g));
                visit("h", cx.cost(h as u64));
            }
        }
    }
}
