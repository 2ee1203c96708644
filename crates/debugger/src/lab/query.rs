//! Queries on a run: the event that a cell holds, the chain of causes behind it, and why a cell did not win.

use gridscope_trace::event::{Tone, Value};
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::breakpoint::{Condition, Source};
use gridscope_trace::trace::schema::Name;
use gridscope_trace::trace::{CAUSED_BY, Replay};
use std::fmt;

/// Maximum length of a chain of causes.
const LONGEST: usize = 100_000;

/// Returns the event that caused another event. This is the event named in the field `caused-by`. Without that field,
/// it is the last write of the parent cell or the event replaced in its own slot, whichever is later. Without either,
/// it is the last write of its own cell.
pub fn cause(replay: &Replay, index: usize) -> Option<usize> {
    let event = replay.event(index);
    let named = event.fields.iter().find(|(name, _)| *name == CAUSED_BY);
    if let Some(Value::Int(number)) = named.map(|(_, value)| value) {
        // A cause comes before its effect. Anything else in a log is ignored.
        return usize::try_from(*number).ok()?.checked_sub(1).filter(|&cause| cause < index);
    }
    let from = event.from.filter(|&from| Some(from) != event.cell);
    let came = from.and_then(|from| last_write(replay, from, index));
    came.max(event.replaced).or_else(|| last_write(replay, event.cell?, index))
}

/// Returns the chain of causes of an event, starting with the event itself.
pub fn causes(replay: &Replay, index: usize) -> Vec<usize> {
    let mut chain = vec![index];
    while chain.len() < LONGEST {
        // A cause comes before its effect, so this loop ends.
        match chain.last().and_then(|&i| cause(replay, i)) {
            Some(i) => chain.push(i),
            None => break,
        }
    }
    chain
}

/// Returns the last event before `index` that wrote a cell.
fn last_write(replay: &Replay, cell: Cell, index: usize) -> Option<usize> {
    let history = replay.history(cell);
    let before = history.partition_point(|&i| (i as usize) < index);
    history[..before].iter().rev().map(|&i| i as usize).find(|&i| replay.event(i).tone == Tone::Wrote)
}

/// Returns the event that a cell holds now: the latest write that still counts, including a tie that changed the
/// parent. If there is none, returns an event that only marks a tie or a look.
pub fn current_event(replay: &Replay, cell: Cell) -> Option<usize> {
    let holders = replay.holders(cell);
    let writes = |i: usize| {
        let (tone, trace) = (replay.event(i).tone, replay.trace());
        let changed = || trace.from(i).is_some_and(|from| trace.field(i, "parent") == Some(Value::Cell(from)));
        tone == Tone::Wrote || tone == Tone::Tied && changed()
    };
    let wrote = holders.iter().rev().find(|&&i| writes(i as usize));
    wrote.or(holders.last()).map(|&i| i as usize)
}

/// Returns a sentence about the first name in a condition that this run does not know, with the names that it knows.
/// Fields are not checked, because events have fields of their own.
pub fn unknown(replay: &Replay, condition: &Condition) -> Option<String> {
    let schema = replay.schema();
    let says = |what: &str, name: &str, known: Vec<&str>| {
        (!known.contains(&name))
            .then(|| format!("{} has no {what} {name:?}; it has {}", schema.title, known.join(", ")))
    };
    match condition {
        // Former names of a kind or a check are also known.
        Condition::Kind(name) if replay.schema().kind(name).is_some() => None,
        Condition::Kind(name) => says("kind of event", name, replay.kinds()),
        Condition::Check(name) if schema.check(name).is_some() => None,
        Condition::Check(name) => says("check", name, schema.checks.iter().map(|c| &*c.name).collect()),
        Condition::Number(Source::Layer, name, _) => {
            says("layer", name, schema.layers.iter().map(|l| &*l.name).collect())
        }
        Condition::Number(Source::Register, name, _) => {
            let mut end = replay.fork();
            end.seek(usize::MAX);
            let (here, there) = (replay.watch(), end.watch());
            let mut known: Vec<&str> = here.iter().chain(&there).map(|(name, _)| &**name).collect();
            known.sort_unstable();
            known.dedup();
            says("register", name, known)
        }
        Condition::Actor(name) => {
            let actors = replay.actors();
            let fits = actors.iter().any(|a| a == name || a.starts_with(&format!("{name} ")));
            (!fits).then(|| match actors.len() {
                0 => format!("nobody takes turns in this run, so no {name:?} does"),
                1 => format!("no {name:?} acts in this run; {} does", actors.join("")),
                _ => format!("no {name:?} acts in this run; {} do", actors.join(", ")),
            })
        }
        Condition::All(all) | Condition::Any(all) => all.iter().find_map(|c| unknown(replay, c)),
        Condition::Not(inner) => unknown(replay, inner),
        _ => None,
    }
}

/// A change that an event made in a layer of a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// Name of the layer.
    pub layer: Name,
    /// Value before, or `None` for no value.
    pub before: Option<Value>,
    /// Value after.
    pub after: Option<Value>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let say = |value: &Option<Value>| value.as_ref().map_or_else(|| "–".to_owned(), Value::to_string);
        write!(f, "{} {} → {}", self.layer, say(&self.before), say(&self.after))
    }
}

/// Returns the changes that an event made to a cell, layer by layer. Leaves the cursor of `replay` next to the event.
pub fn changes(replay: &mut Replay, cell: Cell, event: usize) -> Vec<Change> {
    let layers = replay.schema().layers.clone();
    replay.seek(event);
    let before: Vec<_> = (0..layers.len()).map(|i| replay.value(i, cell)).collect();
    replay.seek(event + 1);
    let both = layers.iter().zip(before).enumerate();
    both.map(|(i, (layer, before))| Change { layer: layer.name.clone(), before, after: replay.value(i, cell) })
        .filter(|change| change.before != change.after)
        .collect()
}

/// Returns the values that the algorithm reports at the cursor. Leaves out numbers over time that are never set, such
/// as the plan of a third guard if there are only two.
pub fn watched(replay: &Replay) -> Vec<(Name, Value)> {
    let never = |name: &Name| replay.series().iter().any(|s| s.name == *name && s.is_nothing());
    replay.watch().into_iter().filter(|(name, _)| !never(name)).collect()
}

/// Returns the value of each layer at a cell.
pub fn values(replay: &Replay, cell: Cell) -> Vec<(Name, Value)> {
    let named = replay.schema().layers.iter().enumerate();
    named.filter_map(|(i, layer)| Some((layer.name.clone(), replay.value(i, cell)?))).collect()
}
