//! The lens of the flow map.

use super::event::register;
use super::event::{Cause, Context, FAR, FLEE, FlowEvent as E, GLOBAL, MARK, OTHER, ROOMS, TILES, WAVES, WHOLE};
use super::state::{
    self, People, arrow, displayed_value, explain_choice, height, map_of, shut, unreached, value_in, way_down,
};
use super::{FlowMap, Problem, figures};
use crate::algorithm::Lens;
use crate::event::{Event as _, Slot, Value};
use crate::trace::lens::Paint;
use crate::trace::replay::{Figure, Row, Table, Tie, Token, WhyNot};
use crate::trace::{CellState, Decision, Moment};
use crate::{Cell, Dir, Tile};

const LISTED: usize = 200;
/// The layers whose last event decides the role of a cell: the map of the whole, with the maps of rooms over it.
pub(crate) const DISPLAYED_LAYERS: [u8; 2] = [GLOBAL, ROOMS];

/// Returns the entry of the distance table for a cell. The marks -1 and 500 are words, so that the heat map and
/// breakpoints do not treat them as numbers.
fn entry(cell: &CellState<E>, layer: u8) -> Value {
    let now = cell.player();
    let more = if let Some(E::Wrote { value: FAR, over, .. }) = cell.layer(layer) { i64::from(*over) } else { 0 };
    match (displayed_value(cell, layer), now.get(Slot::Register(MARK))) {
        (FAR, _) if shut(now, cell.cell()) => Value::Word("-1".into()),
        (FAR, Some(E::Marked { mark })) if *mark != 500 => Value::Int(*mark + more),
        (FAR, _) => Value::Word((500 + more).to_string().into()),
        (value, _) => now.context().value(value),
    }
}

/// Returns the value that an event wrote into the slots of a layer, if it was written at all.
fn number_in(slots: u8, event: &E, context: &Context) -> Option<(u8, f64)> {
    let value = match *event {
        E::Wrote { value, .. } if value != FAR => context.value(value),
        E::FleeWritten { value, .. } => context.fled(value),
        _ => return None,
    };
    matches!(event.slot(context)?, Slot::Cell(at, _) if at == slots).then_some((slots, value.number()?))
}

pub(crate) fn distance(cell: &CellState<E>) -> Value {
    entry(cell, cell.player().context().main())
}

pub(crate) fn distance_number(event: &E, context: &Context) -> Option<(u8, f64)> {
    number_in(context.main(), event, context)
}

pub(crate) fn queued(cell: &CellState<E>) -> Value {
    let context = cell.player().context();
    Value::Flag(cell.layer(context.main()).is_some_and(|e| e.keys(context).is_some()))
}

pub(crate) fn level(cell: &CellState<E>) -> Option<Value> {
    let context = cell.player().context();
    level_number(cell.layer(context.main())?, context).map(|(_, level)| Value::Int(level as i64))
}

pub(crate) fn level_number(event: &E, context: &Context) -> Option<(u8, f64)> {
    let E::Wrote { level, .. } = *event else { return None };
    number_in(context.main(), event, context).map(|(slots, _)| (slots, level as f64))
}

pub(crate) fn flow(cell: &CellState<E>) -> Option<Value> {
    arrow(cell).map(|(dir, _)| Value::Word(dir.name().into()))
}

pub(crate) fn global(cell: &CellState<E>) -> Option<Value> {
    cell.player().context().has_rooms().then(|| entry(cell, GLOBAL))
}

pub(crate) fn global_number(event: &E, context: &Context) -> Option<(u8, f64)> {
    number_in(GLOBAL, event, context).filter(|_| context.has_rooms())
}

/// Returns the value that a fleeing prisoner walks down.
pub(super) fn flee_number(event: &E, context: &Context) -> Option<(u8, f64)> {
    number_in(FLEE, event, context)
}

impl Lens for FlowMap {
    const LISTS: &'static [u8] = &[ROOMS, GLOBAL, OTHER];

    fn paint<'a>(_: &Moment<'a, E>) -> Paint<'a> {
        Paint::Last(DISPLAYED_LAYERS.to_vec())
    }

    fn arrow(cell: &CellState<E>) -> Option<Dir> {
        arrow(cell).map(|a| a.0)
    }

    fn equals(cell: &CellState<E>) -> Option<u32> {
        arrow(cell).map(|a| a.1).filter(|&n| n > 1)
    }

    /// Returns the walked path of the prisoner that acted last. Before any has walked, the path out from the current
    /// cell.
    fn path(now: &Moment<E>) -> Vec<Cell> {
        let context = now.context();
        match (now.state::<People>().last_walker(), now.last()) {
            (Some(actor), _) => now.trail(Some(context.actors[actor as usize].1), register(actor)),
            (None, Some(&E::Wrote { value: FAR, .. })) => Vec::new(),
            (None, Some(&E::Wrote { map, cell, .. })) => way_down(now, map, cell, context.size.area()),
            _ => Vec::new(),
        }
    }

    /// Explains a tie. For a prisoner, also its remaining distance by the followed map and by the global map.
    fn explain(now: &Moment<E>) -> String {
        let context = now.context();
        let (cell, map) = match now.last() {
            Some(E::Tied { .. }) => return Self::decision(now).map_or_else(String::new, |d| d.second_line()),
            Some(&(E::Stepped { cell, map, .. } | E::Woke { cell, map, .. })) => (cell, map),
            _ => return String::new(),
        };
        if context.flee.is_some() || !context.has_rooms() {
            return String::new();
        }
        let values = [map, WHOLE].map(|map| value_in(now, map, cell));
        let [room, whole] = values.map(|value| context.value(value));
        match values {
            [FAR, _] => String::new(),
            [_, FAR] => format!("{room} to the exit of this room."),
            _ => format!("{room} to the exit of this room; {whole} out of the dungeon, by the global map."),
        }
    }

    fn is_tie(event: &E, _: &Context) -> bool {
        matches!(event, E::Tied { .. })
    }

    fn tie(before: &Moment<E>, _: &E) -> Option<Tie> {
        let then = before.player().at_moment(before.cursor() + 1);
        let tie = state::decision(&before.then(&then))?.tie()?;
        Some(Tie { probability: tie.probability.or(Some(1.0)), ..tie })
    }

    fn decision(now: &Moment<E>) -> Option<Decision> {
        state::decision(now)
    }

    fn restages(event: &E) -> bool {
        matches!(event, E::Changed { .. })
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let context = now.context();
        let mut all = Vec::new();
        all.extend(Self::turn(now).map(|t| ("turn", Value::Int(t as i64))));
        if let Some(&E::LevelBegan { level, value, .. }) = now.phase(2) {
            all.push(("level", Value::Int(level as i64)));
            all.push(("value of the level", context.value(value)));
        }
        if let Some(actor) = acting(now) {
            let at = now.state::<People>().of(actor, context).at;
            all.extend(at.map(|c| ("acting prisoner at", Value::Cell(c))));
        }
        all
    }

    fn turn(now: &Moment<E>) -> Option<u32> {
        if let Some(&E::TurnBegan { turn }) = now.phase(0) { Some(turn) } else { None }
    }

    fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
        let tile = |e: &E| if let E::Changed { to, .. } = e { Some(*to) } else { None };
        now.layer(TILES).filter_map(|(cell, e)| Some((cell, tile(e)?))).collect()
    }

    fn tokens(now: &Moment<E>) -> Vec<Token> {
        let context = now.context();
        let people = now.state::<People>();
        let acts = acting(now);
        let token = |actor: u32| {
            let person = people.of(actor, context);
            let state = if context.is_prisoner(actor) && now.cursor() > 0 { person.word() } else { "" };
            Token { actor: actor as usize, at: person.at, facing: None, state: state.into(), acts: acts == Some(actor) }
        };
        let has_token = |&actor: &u32| context.is_prisoner(actor) || people.of(actor, context).event.is_some();
        (0..context.actors.len() as u32).filter(has_token).map(token).collect()
    }

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        figures::figures(now, figures::Foreground::All)
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        let choice = Self::decision(now).map(|choice| choice.table());
        choice.into_iter().chain(waves(now)).chain(prisoners(now)).collect()
    }

    fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        explain_choice(end, cell).or_else(|| Some(unreached(problem, end, cell)))
    }
}

/// Returns the prisoner whose move it is.
fn acting(now: &Moment<E>) -> Option<u32> {
    if let Some(&E::ActorBegan { actor, .. }) = now.phase(1) { Some(actor) } else { None }
}

fn or_dash<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "—".to_owned(), |v| v.to_string())
}

fn waves(now: &Moment<E>) -> Option<Table> {
    let (trace, context) = (now.trace(), now.context());
    let last = now.holder(Slot::Register(WAVES));
    let row = |event: usize| {
        let Some(&E::WaveEnded { cause, map, cell, levels, cells, full }) = now.event(event) else { return None };
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

fn prisoners(now: &Moment<E>) -> Option<Table> {
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
            or_dash(person.cheered),
            or_dash(person.left),
        ];
        Row::new(values).at(person.at).shown_by(person.event)
    };
    let rows = context.prisoners().take(LISTED).map(row).collect();
    Table::new("Prisoners", &["prisoner", "at", "value", "state", "steps", "cheered in turn", "left in turn"], rows)
        .unless_empty()
}
