//! Views of a moment of a dungeon: flow maps are shown by the lens of flow maps, guards by the lens of guards.

use super::event::{Context, DungeonEvent as E};
use super::{Dungeon, Problem};
use crate::algorithm::Lens;
use crate::event::{Offset, Value};
use crate::flow_map::figures::Foreground;
use crate::flow_map::lens::DISPLAYED_LAYERS;
use crate::flow_map::{self, FlowEvent, FlowMap};
use crate::guards::lens::{Aspect, RECORDS, paint};
use crate::guards::{self, Guards, GuardsEvent};
use crate::trace::lens::{Gauge, Paint};
use crate::trace::replay::{Figure, Table, Tie, Token, WhyNot};
use crate::trace::{CellState, Decision, Moment};
use crate::{ActorKind, Cell, Dir, Tile};

/// Number of the open list of a guard's search. It follows the layers of the flow map.
const SEARCHED: u8 = 5;

pub(super) const fn in_flow(event: &E) -> Option<&FlowEvent> {
    if let E::Flow(event) = event { Some(event) } else { None }
}

const fn in_guards(event: &E) -> Option<&GuardsEvent> {
    if let E::Guard(event) = event { Some(event) } else { None }
}

/// Calls `ask` with a moment as seen by the flow map.
fn flow<T>(now: &Moment<E>, ask: impl FnOnce(&Moment<FlowEvent>) -> T) -> T {
    ask(&now.parallel_run(&now.wrapped(in_flow), &now.context().flow, Offset::default()))
}

/// Calls `ask` with a moment as seen by the guards.
fn guards<T>(now: &Moment<E>, ask: impl FnOnce(&Moment<GuardsEvent>) -> T) -> T {
    ask(&now.parallel_run(&now.wrapped(in_guards), &now.context().guards, now.context().slots))
}

/// Returns whether it is a guard's turn.
fn guard_acts(now: &Moment<E>) -> bool {
    now.phase(1).and_then(in_guards).is_some()
}

/// Returns whether the last event belongs to the guards.
fn is_guards(now: &Moment<E>) -> bool {
    now.last().and_then(in_guards).is_some()
}

/// Returns the value of a cell as seen by the flow map.
pub(super) fn of_flow(cell: &CellState<E>, value: fn(&CellState<FlowEvent>) -> Option<Value>) -> Option<Value> {
    flow(cell.player(), |now| value(&now.at_index(cell.index())))
}

/// Returns the value of a cell as seen by the guards.
pub(super) fn of_guards(cell: &CellState<E>, value: fn(&CellState<GuardsEvent>) -> Option<Value>) -> Option<Value> {
    guards(cell.player(), |now| value(&now.at_index(cell.index())))
}

/// A value of a record of a guard's search.
type OfRecord = fn(&GuardsEvent, &guards::Context) -> Option<Value>;

pub(super) fn search_value(cell: &CellState<E>, value: OfRecord) -> Option<Value> {
    guards(cell.player(), |now| value(now.at_index(cell.index()).layer(RECORDS)?, now.context()))
}

pub(super) fn search_number(event: &E, context: &Context, value: OfRecord) -> Option<(u8, f64)> {
    Some((context.slots.layer + RECORDS, value(in_guards(event)?, &context.guards)?.number()?))
}

/// Returns the paint of the guards, in the layers of slots of this run.
pub(super) fn paint_guards<'a>(now: &Moment<'a, E>, aspect: Aspect) -> Paint<'a> {
    let (context, first) = (now.context(), now.context().slots.layer);
    match paint(aspect, &context.guards, guards(now, guards::subject)) {
        Paint::Of(layers, role) => Paint::Of(layers.into_iter().map(|l| first + l).collect(), role),
        Paint::Last(layers) => Paint::Last(layers.into_iter().map(|l| first + l).collect()),
    }
}

/// Returns how many cells an event wrote, in the map of the whole or in those of rooms.
pub(super) fn cells_written(event: &E, context: &Context, in_whole: bool) -> Gauge {
    match in_flow(event).and_then(|event| event.written_cells(&context.flow)) {
        Some((cells, of_whole)) if of_whole == in_whole => Gauge::Add(cells.into()),
        _ => Gauge::Same,
    }
}

impl Lens for Dungeon {
    const LISTS: &'static [u8] = &[0, 1, 2, SEARCHED];

    fn mark(event: &E, context: &Context) -> u8 {
        match event {
            E::Flow(event) => FlowMap::mark(event, &context.flow),
            E::Guard(event) => Guards::mark(event, &context.guards),
            E::Finished { .. } => 0,
        }
    }

    fn paint<'a>(_: &Moment<'a, E>) -> Paint<'a> {
        Paint::Last(DISPLAYED_LAYERS.to_vec())
    }

    fn arrow(cell: &CellState<E>) -> Option<Dir> {
        flow(cell.player(), |now| FlowMap::arrow(&now.at_index(cell.index())))
    }

    fn equals(cell: &CellState<E>) -> Option<u32> {
        flow(cell.player(), |now| FlowMap::equals(&now.at_index(cell.index())))
    }

    fn path(now: &Moment<E>) -> Vec<Cell> {
        if is_guards(now) { guards(now, Guards::path) } else { flow(now, FlowMap::path) }
    }

    fn explain(now: &Moment<E>) -> String {
        if is_guards(now) { guards(now, Guards::explain) } else { flow(now, FlowMap::explain) }
    }

    fn question(event: &E, context: &Context) -> Option<&'static str> {
        match event {
            E::Flow(event) => FlowMap::question(event, &context.flow),
            E::Guard(event) => Guards::question(event, &context.guards),
            E::Finished { .. } => None,
        }
    }

    fn is_tie(event: &E, context: &Context) -> bool {
        match event {
            E::Flow(event) => FlowMap::is_tie(event, &context.flow),
            E::Guard(event) => Guards::is_tie(event, &context.guards),
            E::Finished { .. } => false,
        }
    }

    fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
        match event {
            E::Flow(event) => flow(before, |now| FlowMap::tie(now, event)),
            E::Guard(event) => guards(before, |now| Guards::tie(now, event)),
            E::Finished { .. } => None,
        }
    }

    fn decision(now: &Moment<E>) -> Option<Decision> {
        if is_guards(now) { guards(now, Guards::decision) } else { flow(now, FlowMap::decision) }
    }

    fn rewatches(event: &E) -> bool {
        match event {
            E::Flow(event) => FlowMap::rewatches(event),
            E::Guard(event) => Guards::rewatches(event),
            E::Finished { .. } => false,
        }
    }

    fn restages(event: &E) -> bool {
        match event {
            E::Flow(event) => FlowMap::restages(event),
            E::Guard(event) => Guards::restages(event),
            E::Finished { .. } => false,
        }
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let turn = guards(now, Guards::turn);
        if guard_acts(now) || turn.is_none() {
            return if turn.is_some() { guards(now, Guards::watch) } else { flow(now, FlowMap::watch) };
        }
        let mut all = vec![("turn", Value::Int(turn.unwrap_or(0).into()))];
        all.extend(flow(now, FlowMap::watch).into_iter().filter(|(name, _)| *name != "turn"));
        all
    }

    fn turn(now: &Moment<E>) -> Option<u32> {
        guards(now, Guards::turn).or_else(|| flow(now, FlowMap::turn))
    }

    fn eyes(context: &Context) -> Vec<String> {
        Guards::eyes(&context.guards)
    }

    /// Returns the real tiles, or those that the selected guard believes.
    fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
        guards(now, Guards::tiles)
    }

    /// Returns the guards from the lens of guards, and all other actors from the lens of flow maps.
    fn tokens(now: &Moment<E>) -> Vec<Token> {
        let acts = guard_acts(now);
        let actors = &now.context().guards.actors;
        let kind = |token: &Token| actors.get(token.actor).map(|actor| actor.kind);
        let mut all = flow(now, FlowMap::tokens);
        all.retain(|token| kind(token) != Some(ActorKind::Guard));
        let walkers = guards(now, Guards::tokens).into_iter().filter(|token| kind(token) == Some(ActorKind::Guard));
        all.extend(walkers.map(|token| Token { acts: token.acts && acts, ..token }));
        all
    }

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        let guard_acts = guard_acts(now);
        // A dungeon has so many actors that only those of the event are in front.
        let of_event = || now.trace().field(now.cursor().checked_sub(1)?, "actor")?.number();
        let prisoner = of_event().map(|actor| actor as u32);
        let mut all = flow(now, |now| flow_map::figures::figures(now, Foreground::Only(prisoner)));
        all.extend(guards(now, |now| guards::figures::figures(now, guard_acts)));
        all
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        let (flow, guards) = (flow(now, FlowMap::tables), guards(now, Guards::tables));
        if is_guards(now) { guards.into_iter().chain(flow).collect() } else { flow.into_iter().chain(guards).collect() }
    }

    fn why_not_now(problem: &Problem, now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        if is_guards(now) { guards(now, |now| Guards::why_not_now(&problem.guards, now, cell)) } else { None }
    }

    fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        flow(end, |end| FlowMap::why_not(&problem.flow, end, cell))
    }
}
