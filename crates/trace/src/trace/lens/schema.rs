//! What the schema of a trace answers by itself.

use super::{Cell, Decision, Dir, Gauge, Player, Role, Tie, Trace, Value, Waits};
use crate::card::{LayerKind, Shows};
use crate::event::{Level, Slot, Tone};
use crate::trace::pop;
use crate::trace::replay::{Figure, Outline};
use crate::trace::schema::Layer;
use crate::trace::tally;
use std::collections::BTreeSet;

/// What is asked before an event that takes the first of the open list.
pub const QUESTION: &str = "Which cell is expanded next?";
/// The numbers over time of a log that names none: how many wait, and how many steps there were.
pub const SERIES: [&str; 2] = ["open list", "steps"];

/// What an event does to one of [`SERIES`].
pub fn gauge(series: usize, trace: &Trace, event: usize) -> Gauge {
    let waits = |i: usize| matches!(trace.case(i).queue, Waits::Enqueues(_));
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

/// The entries that shared the first key with the one taken; the others follow in the order in which they would have
/// been taken.
pub fn tie(before: &Player, event: usize, waiting: &[(Cell, usize)]) -> Option<Tie> {
    let trace = before.trace();
    let keys = |holder: usize| trace.keys(holder);
    let shown = |holder: usize| match &trace.case(holder).queue {
        Waits::Enqueues(template) => trace.render(holder, template),
        Waits::Unmoved | Waits::Dequeues => String::new(),
    };
    let chosen = trace.cell(event)?;
    let taken = waiting.iter().find(|(cell, _)| *cell == chosen)?.1;
    let first = keys(taken)?.0;
    let equal = || waiting.iter().filter(|(_, holder)| keys(*holder).is_some_and(|k| k.0 == first));
    let among: Vec<_> = equal().map(|&(cell, holder)| (cell, shown(holder))).collect();
    let apart = equal().any(|(_, holder)| keys(*holder) != keys(taken));
    let rule = if apart { "the lower second key first" } else { "the one that has waited longer first" };
    (among.len() > 1).then(|| Tie {
        what: format!("equal {}", shown(taken)),
        among,
        chosen,
        rule: rule.to_owned(),
        roll: None,
        probability: None,
    })
}

/// The choice that the last event made, where it took the first of the open list of a search that states its order.
pub fn decision(player: &Player) -> Option<Decision> {
    let trace = player.trace();
    let order: Vec<&str> = trace.schema().order.iter().map(|key| &**key).collect();
    let last = player.cursor().checked_sub(1).filter(|&i| trace.case(i).queue == Waits::Dequeues)?;
    let Some(Slot::Cell(layer, cell)) = trace.written(last) else { return None };
    let entry = |event: usize, cell: Cell, keys: (u64, u64)| pop::Entry {
        cell,
        keys,
        event: Some(event),
        terms: pop::TERMS.into_iter().filter_map(|name| Some((name, trace.field(event, name)?))).collect(),
    };
    let keys = trace.keys(trace.replaced(last)?)?;
    let equal = player.waiting_by(layer, keys.0, None).into_iter();
    let equal = equal.filter_map(|(cell, event)| Some(entry(event, cell, trace.keys(event)?)));
    pop::choice(&order, &entry(last, cell, keys), equal.collect())
}

/// Whether an event can change what [`watch`] says.
pub fn rewatches(trace: &Trace, event: usize) -> bool {
    trace.case(event).queue == Waits::Dequeues && !trace.schema().order.is_empty()
}

/// The cell that was taken last, and its first key, in a search that states its order.
pub fn watch(player: &Player) -> Vec<(&'static str, Value)> {
    let trace = player.trace();
    let order = &trace.schema().order;
    if order.is_empty() {
        return Vec::new();
    }
    let before = trace.steps().partition_point(|&i| (i as usize) < player.cursor());
    let mut steps = trace.steps()[..before].iter().rev().map(|&i| i as usize);
    let taken = steps.find(|&i| trace.case(i).queue == Waits::Dequeues);
    let Some((event, cell)) = taken.and_then(|i| Some((i, trace.cell(i)?))) else { return Vec::new() };
    let first = order.first().map(|key| key.trim_start_matches('-'));
    let named = [("f", "f of current"), ("g", "g of current"), ("h", "h of current")];
    let key = named.into_iter().find(|(name, _)| Some(*name) == first);
    let key = key.and_then(|(name, title)| Some((title, trace.field(event, name)?)));
    std::iter::once(("current", Value::Cell(cell))).chain(key).collect()
}

/// The events that a cell holds, layer by layer.
fn holders(player: &Player, cell: Cell) -> impl Iterator<Item = usize> {
    (0..player.trace().layout().layers).filter_map(move |layer| player.holder(Slot::Cell(layer, cell)))
}

/// The same without what counts no more: an event that counts while a field is what the first layer has.
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

/// Those that count while a field stays, before the others: they came later, and say more of the same.
fn later_first(player: &Player, cell: Cell) -> Vec<usize> {
    let mut all = counting(player, cell);
    all.sort_by_key(|&i| player.trace().case(i).counts_while.is_none());
    all
}

/// A layer with numbers shows the field of its name of the first event that has it; one with words the cell's part.
pub fn value(layer: usize, player: &Player, cell: Cell) -> Option<Value> {
    let trace = player.trace();
    let schema = trace.schema();
    let layer = schema.layers.get(layer)?;
    if layer.kind == LayerKind::Status {
        let held = holders(player, cell).map(|i| trace.case(i).role);
        return Some(Value::Word(schema.role_name(held.filter(|&r| r != Role::None).last()?)));
    }
    let field = || later_first(player, cell).into_iter().find_map(|i| trace.field(i, &layer.name));
    match layer.shows {
        Shows::Field => field(),
        Shows::FieldOr(other) => field().or_else(|| holders(player, cell).next().map(|_| Value::Int(other))),
        Shows::Walked => tally::walked(player, cell),
        Shows::Order => {
            let taken = holders(player, cell).find(|&i| trace.case(i).queue == Waits::Dequeues)?;
            let rank = trace.of_kind(trace.kind(taken)).partition_point(|&i| (i as usize) <= taken);
            Some(Value::Int(rank as i64))
        }
    }
}

/// How many were equal at a cell, where an event that counts still says so in its field n.
pub fn equals(player: &Player, cell: Cell) -> Option<u32> {
    let trace = player.trace();
    let tied = later_first(player, cell).into_iter().find(|&i| trace.case(i).counts_while.is_some())?;
    Some(trace.field(tied, "n")?.number()? as u32)
}

/// A layer with numbers is decided by the events of the first layer that have the field of its name.
pub fn number(layer: usize, trace: &Trace, event: usize) -> Option<(u8, f64)> {
    let plain = |l: &&Layer| l.kind == LayerKind::Scalar && l.shows == Shows::Field;
    let layer = trace.schema().layers.get(layer).filter(plain)?;
    let at = trace.slot(event)? / trace.layout().size.area().max(1);
    let at = u8::try_from(at).ok().filter(|&at| at < trace.layout().layers)?;
    Some((at, trace.field(event, &layer.name)?.number()?))
}

/// Where the step came from that a cell holds, in one layer if that is given; where a tie changed that, the field parent
/// says it.
fn parent(player: &Player, cell: Cell, layer: Option<u8>) -> Option<Cell> {
    let trace = player.trace();
    let told = |i: usize| match trace.field(i, "parent").filter(|_| trace.case(i).counts_while.is_some()) {
        Some(Value::Cell(parent)) => Some(parent),
        _ => trace.from(i),
    };
    let own = |&i: &usize| {
        let of = |layer: u8| trace.written(i) == Some(Slot::Cell(layer, cell));
        layer.is_none_or(of) || trace.case(i).counts_while.is_some()
    };
    later_first(player, cell).into_iter().filter(own).find_map(told)
}

/// The arrow points to where the step came from that the cell holds: of a step farther than to a neighbour, in the
/// direction that is nearest to it.
pub fn arrow(player: &Player, cell: Cell) -> Option<Dir> {
    let from = parent(player, cell, None)?;
    let sign = |a: u16, b: u16| (i32::from(b) - i32::from(a)).signum();
    let ((dx, dy), (x, y)) = (cell.delta(from), (sign(cell.x, from.x), sign(cell.y, from.y)));
    // The borders between straight and diagonal lie at half a right angle's half, whose tangent is √2 − 1.
    let nearest = if dx.min(dy) * 29 > dx.max(dy) * 12 {
        (x, y)
    } else if dx > dy {
        (x, 0)
    } else {
        (0, y)
    };
    Dir::ALL.into_iter().find(|dir| dir.offset() == nearest)
}

/// The line of sight of the last event; of a run that samples paths, its steps.
pub fn figures(player: &Player) -> Vec<Figure> {
    let (mut all, trace) = (tally::figures(player), player.trace());
    let drawn = || {
        let last = player.cursor().checked_sub(1)?;
        let case = trace.case(last);
        let (name, ends) = (case.sight.clone()?, [trace.from(last)?, trace.cell(last)?]);
        let figure = match case.tone {
            Tone::Refused => Figure::through(Outline::Dashes, ends, Role::Refused, ""),
            _ => Figure::arrow(ends, Role::Seen, ""),
        };
        Some(figure.named(name))
    };
    all.extend(drawn());
    all
}

/// Of a run that samples paths, the cells of the sample at hand. Else what [`way_back`] says; else, where what is told at the moment, cell by cell and its end first, is no part of that, the
/// cells that were told. The start is the first.
pub fn path(player: &Player) -> Vec<Cell> {
    if let Some(sample) = tally::path(player) {
        return sample;
    }
    let trace = player.trace();
    let on_path = |i: &usize| trace.case(*i).role == Role::Path && trace.case(*i).level == Level::Detail;
    let told: Vec<Cell> = (0..player.cursor()).rev().take_while(on_path).filter_map(|i| trace.cell(i)).collect();
    let back = way_back(player);
    if back.ends_with(&told) { back } else { told }
}

/// From the cell of the last event that took something from the open list, of the last step after it, or of the
/// cell that was chosen instead, back along where each step came from; the start first.
pub fn way_back(player: &Player) -> Vec<Cell> {
    let trace = player.trace();
    let before = trace.steps().partition_point(|&i| (i as usize) < player.cursor());
    let mut steps = trace.steps()[..before].iter().rev().map(|&i| i as usize);
    let searches = !trace.schema().order.is_empty();
    let taken = |i: &usize| {
        let case = trace.case(*i);
        case.queue == Waits::Dequeues || (searches && case.role == Role::Chosen && case.level == Level::Step)
    };
    let Some((event, end)) = steps.find(taken).and_then(|i| Some((i, trace.cell(i)?))) else { return Vec::new() };
    // Of two open lists each leads back to its own end.
    let list = match trace.written(event).filter(|_| trace.case(event).queue == Waits::Dequeues) {
        Some(Slot::Cell(layer, _)) => Some(layer),
        _ => None,
    };
    let (mut cell, mut path, mut seen) = (end, vec![end], BTreeSet::from([end]));
    // Steps lead back to a start, so this ends; a log from elsewhere might not keep that promise.
    while let Some(from) = parent(player, cell, list).filter(|&from| seen.insert(from)) {
        path.push(from);
        cell = from;
    }
    path.reverse();
    path
}
