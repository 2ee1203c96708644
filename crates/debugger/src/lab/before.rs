//! Why a search expanded one cell before another: which had the smaller key, by how much, since when, and by which event.

use gridscope_trace::trace::replay::QueueEntry;
use gridscope_trace::{Cell, Replay};

/// Maximum number of open cells searched for the two.
const MAX_CELLS: usize = 1 << 16;

/// State of one of the two cells at the deciding moment.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Side {
    /// The cell.
    pub cell: Cell,
    /// Number of the event that opened it with the numbers below, from 1. `None` if it was not open then.
    pub open_since: Option<usize>,
    /// Number of the first event that expanded it, from 1. `None` if none did.
    pub expanded: Option<usize>,
    /// Numbers of the cell, such as f, g and h, in the order of [`Before::names`].
    pub numbers: Vec<Option<f64>>,
}

/// The answer to *why this before that?*
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Before {
    /// The cell that was expanded first, and the other one.
    pub sides: [Side; 2],
    /// Number of the deciding event, from 1: the expansion of the first cell.
    pub event: usize,
    /// Names of the numbers.
    pub names: Vec<String>,
    /// The answer in one or two sentences.
    pub answer: String,
}

/// Compares two cells of a run. The first of the answer is the one that was expanded first, whatever the order of the
/// question.
///
/// # Errors
/// Returns a sentence if neither cell was expanded, if the run has no open list, or if it is a window.
pub fn before(replay: &Replay, cells: [Cell; 2]) -> Result<Before, String> {
    if replay.trace().first() > 0 {
        return Err(
            "A recording that begins in the middle of a run does not hold when each cell was opened.".to_owned()
        );
    }
    let [a, b] = cells;
    let expanded = cells.map(|cell| expanded(replay, cell));
    let [first, other] = match expanded {
        [None, None] => return Err(format!("Neither {a} nor {b} was expanded in this run.")),
        [Some(one), Some(two)] if two < one => [1, 0],
        [None, Some(_)] => [1, 0],
        _ => [0, 1],
    };
    let Some(event) = expanded[first] else { return Err(format!("{} was not expanded.", cells[first])) };
    let mut then = replay.fork();
    then.seek(event);
    let (entries, _) = then.queue(MAX_CELLS);
    let entry = |cell: Cell| entries.iter().find(|entry| entry.cell == cell);
    let (one, two) = (entry(cells[first]), entry(cells[other]));
    let names = names(replay, one);
    let side = |k: usize, entry: Option<&QueueEntry>| Side {
        cell: cells[k],
        open_since: entry.map(|entry| entry.event + 1),
        expanded: expanded[k].map(|event| event + 1),
        numbers: names.iter().map(|name| entry.and_then(|entry| number(replay, entry.event, name))).collect(),
    };
    let sides = [side(first, one), side(other, two)];
    let answer = answer(replay, &sides, &names, event + 1);
    Ok(Before { sides, event: event + 1, names, answer })
}

/// Returns the first event that expanded a cell: a step about it.
fn expanded(replay: &Replay, cell: Cell) -> Option<usize> {
    let steps = replay.steps();
    let about = replay.history(cell).into_iter();
    about.filter(|event| steps.binary_search(event).is_ok()).map(|event| event as usize).next()
}

/// Returns the names of the numbers that order the open list, then g and h if the events have them.
fn names(replay: &Replay, entry: Option<&QueueEntry>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let keys = replay.schema().order.iter().map(|key| key.trim_start_matches('-').to_owned());
    let Some(entry) = entry else { return all };
    for name in keys.chain(["f", "g", "h"].map(str::to_owned)) {
        if name != "#" && !all.contains(&name) && number(replay, entry.event, &name).is_some() {
            all.push(name);
        }
    }
    all
}

/// Returns a number of an event.
fn number(replay: &Replay, event: usize, name: &str) -> Option<f64> {
    let mut fields = Vec::new();
    replay.fields_of(event, &mut fields);
    fields.into_iter().find(|(own, _)| *own == name).and_then(|(_, value)| value.number())
}

fn answer(replay: &Replay, [one, two]: &[Side; 2], names: &[String], event: usize) -> String {
    let when = format!("When {} was expanded, at event {event},", one.cell);
    let Some(since) = two.open_since else {
        return match two.expanded {
            Some(later) => format!("{when} {} was not open. It was expanded later, at event {later}.", two.cell),
            None => format!("{when} {} was not open. It was never expanded.", two.cell),
        };
    };
    let order = replay.schema().order.iter();
    for key in order {
        let (name, larger) = (key.trim_start_matches('-'), key.starts_with('-'));
        if name == "#" {
            let rule = if larger { "opened later" } else { "opened earlier" };
            let own = one.open_since.unwrap_or(since);
            return format!(
                "{when} both were open with equal keys. {} was {rule}: at event {own}, and {} at event {since}.",
                one.cell, two.cell
            );
        }
        let Some(k) = names.iter().position(|own| own == name) else { continue };
        if let (Some(x), Some(y)) = (one.numbers[k], two.numbers[k])
            && x != y
        {
            let which = if larger { "larger" } else { "smaller" };
            let [x, y] = [x, y].map(crate::lab::ending::readable);
            return format!("{when} it had the {which} {name}: {x} against {y}. Both were open.");
        }
    }
    format!("{when} both were open, and no key tells them apart.")
}
