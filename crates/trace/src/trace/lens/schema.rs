//! Answers from the schema of a trace alone.

use super::{Cell, Decision, Dir, Gauge, OpenListChange, Player, Role, Tie, Trace, Value};
use crate::card::{LayerKind, LayerSource};
use crate::event::{Level, Slot, Tone};
use crate::trace::pop_tie;
use crate::trace::replay::{Figure, Outline};
use crate::trace::schema::Layer;
use crate::trace::tally;
use std::collections::BTreeSet;

/// The question before an event that takes the first entry of the open list.
pub const QUESTION: &str = "Which cell is expanded next?";
/// The series of a log that names none: the number of waiting cells, and the number of steps.
pub const SERIES: [&str; 2] = ["open list", "steps"];

/// Returns the change of one of [`SERIES`] at an event.
pub fn gauge(series: usize, trace: &Trace, event: usize) -> Gauge {
    let waits = |i: usize| matches!(trace.case(i).queue, OpenListChange::Enqueues(_));
    match series {
        0 => match (trace.replaced(event).is_some_and(waits), waits(event)) {
            (false, true) => Gauge::Add(1),
            (true, false) => Gauge::Add(-1),
            _ => Gauge::Same,
        },
        1 if matches!(trace.case(event).level, Level::Step | Level::Phase(_)) => Gauge::Add(1),
        _ => Gauge::Same,
    }
}

/// Returns the tie between the entries that shared the first key with the one taken, in the order in which they would
/// have been taken.
pub fn tie(before: &Player, event: usize, waiting: &[(Cell, usize)]) -> Option<Tie> {
    let trace = before.trace();
    let keys = |holder: usize| trace.keys(holder);
    let render_keys = |holder: usize| match &trace.case(holder).queue {
        OpenListChange::Enqueues(template) => trace.render(holder, template),
        OpenListChange::Unmoved | OpenListChange::Dequeues => String::new(),
    };
    let chosen_cell = trace.cell(event)?;
    let chosen_holder = waiting.iter().find(|(cell, _)| *cell == chosen_cell)?.1;
    let first = keys(chosen_holder)?.0;
    let equal = || waiting.iter().filter(|(_, holder)| keys(*holder).is_some_and(|k| k.0 == first));
    let candidates: Vec<_> = equal().map(|&(cell, holder)| (cell, render_keys(holder))).collect();
    let apart = equal().any(|(_, holder)| keys(*holder) != keys(chosen_holder));
    let rule = if apart { "the lower second key first" } else { "the one that has waited longer first" };
    (candidates.len() > 1).then(|| Tie {
        what: format!("equal {}", render_keys(chosen_holder)),
        candidates,
        chosen: chosen_cell,
        rule: rule.to_owned(),
        roll: None,
        probability: None,
    })
}

/// Returns the choice of the last event, if it took the first entry of the open list of a search that states its order.
pub fn decision(player: &Player) -> Option<Decision> {
    let trace = player.trace();
    let order: Vec<&str> = trace.schema().order.iter().map(|key| &**key).collect();
    let last = player.cursor().checked_sub(1).filter(|&i| trace.case(i).queue == OpenListChange::Dequeues)?;
    let Some(Slot::Cell(layer, cell)) = trace.written_slot(last) else { return None };
    let entry = |event: usize, cell: Cell, keys: (u64, u64)| pop_tie::Entry {
        cell,
        keys,
        event: Some(event),
        terms: pop_tie::TERMS.into_iter().filter_map(|name| Some((name, trace.field(event, name)?))).collect(),
    };
    let keys = trace.keys(trace.replaced(last)?)?;
    let equal = player.waiting_by(layer, keys.0, None).into_iter();
    let equal = equal.filter_map(|(cell, event)| Some(entry(event, cell, trace.keys(event)?)));
    pop_tie::choice(&order, &entry(last, cell, keys), equal.collect())
}

/// Returns whether an event can change the result of [`watch`].
pub fn rewatches(trace: &Trace, event: usize) -> bool {
    trace.case(event).queue == OpenListChange::Dequeues && !trace.schema().order.is_empty()
}

/// Returns the cell that was taken last and its first key, in a search that states its order.
pub fn watch(player: &Player) -> Vec<(&'static str, Value)> {
    let trace = player.trace();
    let order = &trace.schema().order;
    if order.is_empty() {
        return Vec::new();
    }
    let before = trace.steps().partition_point(|&i| (i as usize) < player.cursor());
    let mut steps = trace.steps()[..before].iter().rev().map(|&i| i as usize);
    let last_pop = steps.find(|&i| trace.case(i).queue == OpenListChange::Dequeues);
    let Some((event, cell)) = last_pop.and_then(|i| Some((i, trace.cell(i)?))) else { return Vec::new() };
    let first = order.first().map(|key| key.trim_start_matches('-'));
    let named = [("f", "f of current"), ("g", "g of current"), ("h", "h of current")];
    let key = named.into_iter().find(|(name, _)| Some(*name) == first);
    let key = key.and_then(|(name, title)| Some((title, trace.field(event, name)?)));
    std::iter::once(("current", Value::Cell(cell))).chain(key).collect()
}

/// Returns the events that a cell holds, layer by layer.
fn holders(player: &Player, cell: Cell) -> impl Iterator<Item = usize> {
    (0..player.trace().layout().layers).filter_map(move |layer| player.holder(Slot::Cell(layer, cell)))
}

/// Like [`holders`], but without events that no longer count. Such an event counts only while one of its fields equals
/// that of the first layer's event.
fn counting(player: &Player, cell: Cell) -> Vec<usize> {
    let trace = player.trace();
    let all: Vec<usize> = holders(player, cell).collect();
    let first = all.first().copied();
    let counts = |&i: &usize| match (&trace.case(i).counts_while, first) {
        (Some(name), Some(first)) => trace.field(i, name) == trace.field(first, name),
        _ => true,
    };
    all.into_iter().filter(counts).collect()
}

/// Like [`counting`], but with events that depend on such a field first. They came later and have newer values.
fn later_first(player: &Player, cell: Cell) -> Vec<usize> {
    let mut all = counting(player, cell);
    all.sort_by_key(|&i| player.trace().case(i).counts_while.is_none());
    all
}

/// Returns the value of a layer in a cell. A numeric layer shows the field of its name, from the first event that has
/// it. A layer of words shows the cell's role.
pub fn value(layer: usize, player: &Player, cell: Cell) -> Option<Value> {
    let trace = player.trace();
    let schema = trace.schema();
    let layer = schema.layers.get(layer)?;
    if layer.kind == LayerKind::Status {
        let held_roles = holders(player, cell).map(|i| trace.case(i).role);
        return Some(Value::Word(schema.role_name(held_roles.filter(|&r| r != Role::None).last()?)));
    }
    let field = || later_first(player, cell).into_iter().find_map(|i| trace.field(i, &layer.name));
    match layer.shows {
        LayerSource::Field => field(),
        LayerSource::FieldOr(other) => field().or_else(|| holders(player, cell).next().map(|_| Value::Int(other))),
        LayerSource::Walked => tally::walked(player, cell),
        LayerSource::Order => {
            let pop_event = holders(player, cell).find(|&i| trace.case(i).queue == OpenListChange::Dequeues)?;
            let rank = trace.of_kind(trace.kind(pop_event)).partition_point(|&i| (i as usize) <= pop_event);
            Some(Value::Int(rank as i64))
        }
    }
}

/// Returns how many candidates were equal at a cell, from the field n of an event that still counts.
pub fn equals(player: &Player, cell: Cell) -> Option<u32> {
    let trace = player.trace();
    let tied = later_first(player, cell).into_iter().find(|&i| trace.case(i).counts_while.is_some())?;
    Some(trace.field(tied, "n")?.number()? as u32)
}

/// Returns the layer of slots and the number that an event gives a numeric layer. The events of the first layer with
/// that field decide.
pub fn number(layer: usize, trace: &Trace, event: usize) -> Option<(u8, f64)> {
    let plain = |l: &&Layer| l.kind == LayerKind::Scalar && l.shows == LayerSource::Field;
    let layer = trace.schema().layers.get(layer).filter(plain)?;
    let at = trace.slot(event)? / trace.layout().size.area().max(1);
    let at = u8::try_from(at).ok().filter(|&at| at < trace.layout().layers)?;
    Some((at, trace.field(event, &layer.name)?.number()?))
}

/// Returns where the step to a cell came from, limited to one layer if `layer` is set. If a tie changed the parent, the
/// field `parent` has the new one.
fn parent(player: &Player, cell: Cell, layer: Option<u8>) -> Option<Cell> {
    let trace = player.trace();
    let parent_of = |i: usize| match trace.field(i, "parent").filter(|_| trace.case(i).counts_while.is_some()) {
        Some(Value::Cell(parent)) => Some(parent),
        _ => trace.from(i),
    };
    let own = |&i: &usize| {
        let of = |layer: u8| trace.written_slot(i) == Some(Slot::Cell(layer, cell));
        layer.is_none_or(of) || trace.case(i).counts_while.is_some()
    };
    later_first(player, cell).into_iter().filter(own).find_map(parent_of)
}

/// Returns the direction of a cell's arrow, which points to where the step to it came from. For a longer step, it is
/// the nearest direction.
pub fn arrow(player: &Player, cell: Cell) -> Option<Dir> {
    let from = parent(player, cell, None)?;
    let sign = |a: u16, b: u16| (i32::from(b) - i32::from(a)).signum();
    let ((dx, dy), (x, y)) = (cell.delta(from), (sign(cell.x, from.x), sign(cell.y, from.y)));
    // The border between straight and diagonal directions is at 22.5°, whose tangent is √2 − 1.
    let nearest = if dx.min(dy) * 29 > dx.max(dy) * 12 {
        (x, y)
    } else if dx > dy {
        (x, 0)
    } else {
        (0, y)
    };
    Dir::ALL.into_iter().find(|dir| dir.offset() == nearest)
}

/// Returns the line of sight of the last event, and the steps of a run that samples paths.
pub fn figures(player: &Player) -> Vec<Figure> {
    let (mut all, trace) = (tally::figures(player), player.trace());
    let sight_figure = || {
        let last = player.cursor().checked_sub(1)?;
        let case = trace.case(last);
        let (name, ends) = (case.sight.clone()?, [trace.from(last)?, trace.cell(last)?]);
        let figure = match case.tone {
            Tone::Refused => Figure::through(Outline::Dashes, ends, Role::Refused, ""),
            _ => Figure::arrow(ends, Role::Seen, ""),
        };
        Some(figure.named(name))
    };
    all.extend(sight_figure());
    all
}

/// Returns the path to show, start first. In a run that samples paths, it is the current sample. Otherwise it is the
/// result of [`way_back`], unless the last events list path cells that are not the end of it. Then those cells are
/// returned.
pub fn path(player: &Player) -> Vec<Cell> {
    if let Some(sample) = tally::path(player) {
        return sample;
    }
    let trace = player.trace();
    let on_path = |i: &usize| trace.case(*i).role == Role::Path && trace.case(*i).level == Level::Detail;
    let reported_path: Vec<Cell> =
        (0..player.cursor()).rev().take_while(on_path).filter_map(|i| trace.cell(i)).collect();
    let back = way_back(player);
    if back.ends_with(&reported_path) { back } else { reported_path }
}

/// Returns the path back to the start, along where each step came from, with the start first. It begins at the cell
/// that was taken last from the open list, or at the cell that was chosen instead.
pub fn way_back(player: &Player) -> Vec<Cell> {
    let trace = player.trace();
    let before = trace.steps().partition_point(|&i| (i as usize) < player.cursor());
    let mut steps = trace.steps()[..before].iter().rev().map(|&i| i as usize);
    let searches = !trace.schema().order.is_empty();
    let is_choice = |i: &usize| {
        let case = trace.case(*i);
        case.queue == OpenListChange::Dequeues || (searches && case.role == Role::Chosen && case.level == Level::Step)
    };
    let Some((event, end)) = steps.find(is_choice).and_then(|i| Some((i, trace.cell(i)?))) else { return Vec::new() };
    // With two open lists, each leads back to its own end.
    let list = match trace.written_slot(event).filter(|_| trace.case(event).queue == OpenListChange::Dequeues) {
        Some(Slot::Cell(layer, _)) => Some(layer),
        _ => None,
    };
    let mut cell = end;
    let mut path = vec![end];
    let mut visited = BTreeSet::from([end]);
    // Steps lead back to a start, so this loop ends. A log of another program might contain a cycle, which `seen`
    // detects.
    while let Some(from) = parent(player, cell, list).filter(|&from| visited.insert(from)) {
        path.push(from);
        cell = from;
    }
    path.reverse();
    path
}
