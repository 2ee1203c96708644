//! The waves so far, and the prisoners, as tables.

use super::descent::{height, map_of};
use super::event::{FAR, FlowEvent as E, WAVES};
use super::reason::Cause;
use super::state::People;
use crate::event::Slot;
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::{Row, Table};

/// How many prisoners are listed.
const LISTED: usize = 200;

fn or_dash<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "—".to_owned(), |v| v.to_string())
}

pub(super) fn waves(now: &Moment<E>) -> Option<Table> {
    let (trace, context) = (now.trace(), now.context());
    let last = now.holder(Slot::Register(WAVES));
    let row = |event: usize| {
        let E::WaveEnded { cause, map, cell, levels, cells, full } = trace.events()[event] else { return None };
        let from = (cause != Cause::First).then_some(cell);
        let place = context.place(map);
        let map = Some(place.trim_start_matches(" in ")).filter(|name| !name.is_empty());
        let values = [
            from.map_or_else(|| "exits".to_owned(), |cell| cell.to_string()),
            cause.word().to_owned(),
            or_dash(map),
            levels.to_string(),
            cells.to_string(),
            full.to_string(),
        ];
        Some(Row::new(values).at(from).shown_by(event))
    };
    let mut rows: Vec<Row> = std::iter::successors(last, |&i| trace.replaced(i)).filter_map(row).collect();
    rows.reverse();
    Table::new("Waves", &["from", "cause", "map", "levels", "cells", "full recomputation"], rows).unless_empty()
}

pub(super) fn prisoners(now: &Moment<E>) -> Option<Table> {
    let (context, people) = (now.context(), now.state::<People>());
    let row = |actor: u32| {
        let person = people.of(actor, context);
        let value = |at: Cell| Some(height(now, person.map.or_else(|| map_of(now, at))?, at));
        let value = person.at.and_then(value).filter(|&value| value != FAR);
        let values = [
            context.name(actor),
            or_dash(person.at),
            or_dash(value.map(|value| context.height(value))),
            if person.at.is_none() { "gone" } else { person.word() }.to_owned(),
            person.steps.to_string(),
            or_dash(person.left),
        ];
        Row::new(values).at(person.at).shown_by(person.event)
    };
    let rows = context.prisoners().take(LISTED).map(row).collect();
    Table::new("Prisoners", &["prisoner", "at", "value", "state", "steps", "left in turn"], rows).unless_empty()
}
