//! What each event of auto-explore says of itself: level, slot, line of the listing, sentence, fields.

use super::choose::{Choice, Greed, List};
use super::event::{Context, ExploreEvent as E, FLOOD, KNOWN, LISTS, PATH, TARGET, TILES, WALKED};
use super::flood::NONE;
use super::memory::Single;
use super::words::{Fate, Part, Stop, Verdict};
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::Cell;
use crate::terrain::Tile;

/// Why a target was chosen.
pub(super) fn why(list: List, target: Cell, value: u32, choice: &Choice, greed: Greed) -> String {
    let equal = match choice.tied.len() {
        n if n > 1 => format!(" Dice chose it among {n} equal ones."),
        _ => String::new(),
    };
    if choice.kept {
        return format!("The {} at {target} was aimed at before and can still be reached, value {value}.", list.one());
    }
    let reason = match (list, choice.lowest_unknown) {
        (List::Item, Some(n)) => {
            format!("value {value}, at most {} over the {n} of the nearest unknown cell", greed.item)
        }
        (List::Item, None) => format!("value {value}, and no unknown cell can be reached"),
        (List::Single, Some(n)) => format!(
            "value {value}, at most {} over the {n} of the nearest unknown cell, and the nearest by straight line",
            greed.single
        ),
        (List::Single | List::Unknown, _) => format!("value {value}, the lowest of all unknown cells"),
        (List::Door, _) => format!("value {value}; no unknown cell and no item can be reached"),
        (List::Down, _) => format!("value {value}; nothing is left to explore"),
        (List::Up, _) => format!("value {value}; nothing is left to explore, and no exit leads down"),
    };
    format!("The {} at {target}: {reason}.{equal}", list.one())
}

/// Why a run stopped.
pub(super) fn stopped(why: Stop, cell: Cell, unknown: u32) -> String {
    match why {
        Stop::Explored if unknown == 0 => "Explored: every cell is known.".into(),
        Stop::Explored => {
            format!("Explored: nothing is left that can be reached; {} stayed unknown.", cells(unknown))
        }
        Stop::AtDoor => format!("At a door: the one at {cell} is closed, and what lies behind it is unknown."),
        Stop::Item => format!("Item reached, at {cell}."),
        Stop::Exit => format!("Explored: the exit at {cell} is reached and nothing else is left."),
        Stop::Enemy => format!("Enemy in view, at {cell}."),
        Stop::Picks => format!("As many picks were made as were asked for; {} are still unknown.", cells(unknown)),
        Stop::Gone => format!("The explorer was taken off the map at {cell}."),
        Stop::Lost => format!("No way leads to {cell}."),
    }
}

/// What can not be reached, and by what.
pub(super) fn unreachable(list: List, cell: Cell, by: Cell, tile: Tile) -> String {
    let what = match list {
        List::Unknown | List::Single => format!("What lies at {cell}"),
        _ => format!("The {} at {cell}", list.one()),
    };
    format!("{what} can not be reached: the {tile} at {by} is in the way.")
}

fn cells(n: u32) -> String {
    if n == 1 { "1 cell".into() } else { format!("{n} cells") }
}

/// A list that was weighed.
pub(super) fn verdict(list: List, lowest: u32, bound: u32, verdict: Verdict) -> String {
    let all = match list {
        List::Item => "Items",
        List::Single => "Single cells",
        List::Unknown => "Unknown cells",
        List::Door => "Unexplored doors",
        List::Down => "Exits down",
        List::Up => "Exits up",
    };
    match (verdict, bound) {
        (Verdict::Empty, _) => format!("{all}: there is none."),
        (Verdict::Taken, NONE) => format!("{all}: they decide; the lowest value is {lowest}."),
        (Verdict::Taken, _) => format!("{all}: the lowest value {lowest} is at most {bound}, so they decide."),
        (Verdict::TooDear, _) => format!("{all}: the lowest value {lowest} is over {bound}, so they are passed over."),
    }
}

impl Event for E {
    type Context = Context;

    const KINDS: &'static [&'static str] = &[
        "began",
        "entered",
        "flooded",
        "ringed",
        "expanded",
        "sorted",
        "reached",
        "lowered",
        "ignored",
        "blocked",
        "listed",
        "sufficed",
        "settled",
        "weighed",
        "rolled",
        "aimed",
        "missed",
        "traced",
        "turned",
        "changed",
        "shifted",
        "removed",
        "failed",
        "discovered",
        "sidestepped",
        "shunned",
        "barred",
        "moved",
        "walked",
        "visited",
        "answered",
        "unreachable",
        "stopped",
    ];
    const NUMBERS: &'static [&'static str] = &[
        "value", "ring", "key", "pick", "turn", "unknown", "nodes", "emitted", "count", "best", "lowest", "bound",
        "tied", "among", "moves", "rings", "checks",
    ];

    fn kind(&self, _: &Context) -> &'static str {
        match self {
            E::Began { .. } => "began",
            E::Entered { .. } => "entered",
            E::Flooded { .. } => "flooded",
            E::Ringed { .. } => "ringed",
            E::Expanded { .. } => "expanded",
            E::Sorted { .. } => "sorted",
            E::Reached { lowered: false, .. } => "reached",
            E::Reached { .. } => "lowered",
            E::Ignored { .. } => "ignored",
            E::Blocked { .. } => "blocked",
            E::Listed { .. } => "listed",
            E::Sufficed { .. } => "sufficed",
            E::Settled { .. } => "settled",
            E::Weighed { .. } => "weighed",
            E::Rolled { .. } => "rolled",
            E::Aimed { .. } => "aimed",
            E::Missed { .. } => "missed",
            E::Traced { .. } => "traced",
            E::Turned { .. } => "turned",
            E::Changed { .. } => "changed",
            E::Shifted { .. } => "shifted",
            E::Removed { .. } => "removed",
            E::Failed { .. } => "failed",
            E::Discovered { .. } => "discovered",
            E::Sidestepped { .. } => "sidestepped",
            E::Shunned { .. } => "shunned",
            E::Barred { .. } => "barred",
            E::Moved { .. } => "moved",
            E::Walked { .. } => "walked",
            E::Visited { .. } => "visited",
            E::Answered { .. } => "answered",
            E::Unreachable { .. } => "unreachable",
            E::Stopped { .. } => "stopped",
        }
    }

    fn level(&self, _: &Context) -> Level {
        match self {
            E::Began { .. } => Level::Phase(0),
            E::Entered { .. } | E::Flooded { .. } => Level::Phase(1),
            E::Ringed { .. } | E::Turned { .. } => Level::Phase(2),
            E::Expanded { .. }
            | E::Settled { .. }
            | E::Weighed { .. }
            | E::Aimed { .. }
            | E::Missed { .. }
            | E::Sidestepped { .. }
            | E::Shunned { .. }
            | E::Barred { .. }
            | E::Moved { .. }
            | E::Visited { .. }
            | E::Changed { .. }
            | E::Stopped { .. } => Level::Step,
            _ => Level::Detail,
        }
    }

    fn slot(&self, _: &Context) -> Option<Slot> {
        match *self {
            E::Expanded { cell, .. } | E::Reached { cell, .. } => Some(Slot::Cell(FLOOD, cell)),
            E::Listed { cell, .. } => Some(Slot::Cell(LISTS, cell)),
            E::Aimed { cell, .. } => Some(Slot::Cell(TARGET, cell)),
            E::Traced { cell, .. } => Some(Slot::Cell(PATH, cell)),
            E::Discovered { cell, .. } => Some(Slot::Cell(KNOWN, cell)),
            E::Walked { cell, .. } => Some(Slot::Cell(WALKED, cell)),
            E::Changed { cell, .. } => Some(Slot::Cell(TILES, cell)),
            E::Shifted { actor, .. } | E::Removed { actor, .. } | E::Moved { actor, .. } | E::Visited { actor, .. } => {
                Some(Slot::Register(actor as u32))
            }
            _ => None,
        }
    }

    fn line(&self, _: &Context) -> u8 {
        match self {
            E::Began { .. } | E::Stopped { .. } | E::Unreachable { .. } => 0,
            E::Entered { part: Part::See, .. } | E::Discovered { .. } => 1,
            E::Flooded { .. } => 2,
            E::Ringed { slow: true, .. } => 4,
            E::Ringed { .. } | E::Expanded { .. } => 3,
            E::Sorted { .. } => 5,
            E::Reached { tile: None, .. } => 6,
            E::Listed { list, .. } if list.is_unknown() => 6,
            E::Ignored { .. } | E::Blocked { .. } => 7,
            E::Reached { .. } => 8,
            E::Listed { .. } => 9,
            E::Sufficed { .. } | E::Settled { .. } => 10,
            E::Entered { part: Part::Choose, .. } | E::Weighed { list: List::Item, .. } => 11,
            E::Weighed { list: List::Single, .. } => 12,
            E::Weighed { list: List::Unknown, .. } | E::Missed { .. } => 13,
            E::Weighed { .. } => 14,
            E::Rolled { .. } | E::Aimed { .. } => 15,
            E::Entered { part: Part::Path, .. } | E::Traced { .. } => 16,
            E::Entered { part: Part::Walk, .. }
            | E::Turned { .. }
            | E::Moved { .. }
            | E::Walked { .. }
            | E::Visited { .. }
            | E::Answered { .. }
            | E::Changed { .. }
            | E::Shifted { .. }
            | E::Removed { .. }
            | E::Failed { .. } => 17,
            E::Sidestepped { .. } => 18,
            E::Shunned { .. } | E::Barred { .. } => 19,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Began { at: cell, .. }
            | E::Entered { at: cell, .. }
            | E::Flooded { at: cell }
            | E::Missed { at: cell }
            | E::Expanded { cell, .. }
            | E::Reached { cell, .. }
            | E::Ignored { cell, .. }
            | E::Blocked { cell, .. }
            | E::Listed { cell, .. }
            | E::Rolled { cell, .. }
            | E::Aimed { cell, .. }
            | E::Traced { cell, .. }
            | E::Changed { cell, .. }
            | E::Shifted { cell, .. }
            | E::Removed { cell, .. }
            | E::Failed { cell }
            | E::Discovered { cell, .. }
            | E::Sidestepped { cell, .. }
            | E::Shunned { cell, .. }
            | E::Barred { cell, .. }
            | E::Moved { cell, .. }
            | E::Walked { cell, .. }
            | E::Visited { cell, .. }
            | E::Answered { cell }
            | E::Unreachable { cell, .. }
            | E::Stopped { cell, .. } => Some(cell),
            E::Ringed { .. }
            | E::Sorted { .. }
            | E::Sufficed { .. }
            | E::Settled { .. }
            | E::Weighed { .. }
            | E::Turned { .. } => None,
        }
    }

    fn from(&self) -> Option<Cell> {
        match *self {
            E::Reached { cell, by, .. }
            | E::Expanded { cell, by, .. }
            | E::Ignored { cell, by, .. }
            | E::Blocked { cell, by, .. } => by.source(cell),
            E::Moved { from, .. } => Some(from),
            E::Unreachable { by, .. } => Some(by),
            _ => None,
        }
    }

    fn tone(&self, cx: &Context) -> Tone {
        match self {
            E::Ignored { .. } | E::Blocked { .. } | E::Shunned { .. } | E::Barred { .. } | E::Unreachable { .. } => {
                Tone::Refused
            }
            E::Rolled { .. } => Tone::Tied,
            _ if self.slot(cx).is_some() => Tone::Wrote,
            _ => Tone::Looked,
        }
    }

    fn phase_name(&self, cx: &Context) -> String {
        match self {
            E::Began { pick, .. } => format!("pick {pick}"),
            E::Entered { part, .. } => part.name().to_owned(),
            E::Flooded { .. } => "flood".into(),
            E::Ringed { ring, .. } => format!("ring {ring}"),
            E::Turned { turn } => format!("turn {turn}"),
            _ => self.kind(cx).to_owned(),
        }
    }

    fn sentence(&self, cx: &Context) -> String {
        super::told::told(self, cx)
    }

    fn fields(&self, _: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        super::told::fields(self, visit);
    }
}

/// What becomes of a cell, as the end of a sentence.
pub(super) const fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Next => "it emits in the next ring",
        Fate::SafeDoor => "a safe door, one dearer",
        Fate::Slow => "slow ground, it waits until nothing else is left",
        Fate::Stays => "it emits nothing",
        Fate::Apart => "an unexplored door, no path leads over it",
    }
}

/// Why a cell is single, for the end of a sentence; empty where it is not.
pub(super) fn single(single: Single) -> String {
    if single == Single::No { String::new() } else { format!(", {}", single.because()) }
}
