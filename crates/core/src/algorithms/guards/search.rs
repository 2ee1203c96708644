//! The search inside a plan, looked at as A* looks at itself: its events are taken out and asked through its own lens.

use super::event::GuardsEvent as E;
use crate::algorithms::Algorithm as _;
use crate::algorithms::astar::{AStar, AStarEvent, Context, LAYERS, Part};
use crate::event::Value;
use crate::geometry::{Cell, Dir};
use crate::observe::Observer as _;
use crate::trace::replay::Tie;
use crate::trace::{CellState, Control, Layout, Player, Recorder};
use std::sync::Arc;

/// What an event of a search reported.
pub(super) const fn inner(event: &E) -> Option<&AStarEvent> {
    match event {
        E::Search(e) => Some(e),
        _ => None,
    }
}

/// The record that a cell has in the search of this phase.
pub(super) fn record<'a>(cell: &CellState<'a, E>) -> Option<&'a AStarEvent> {
    inner(cell.layer(0)?)
}

/// The part that a cell plays in the answer of the search of this phase.
pub(super) fn answer<'a>(cell: &CellState<'a, E>) -> Option<&'a AStarEvent> {
    inner(cell.layer(2)?)
}

const fn cost(event: &AStarEvent) -> Option<u64> {
    match *event {
        AStarEvent::Opened { g, .. }
        | AStarEvent::Lowered { g, .. }
        | AStarEvent::Reopened { g, .. }
        | AStarEvent::Expanded { g, .. } => Some(g),
        _ => None,
    }
}

/// The equal arrival that still counts in a cell, and how many there were.
fn tied(cell: &CellState<'_, E>) -> Option<(Dir, u8)> {
    let own = cost(record(cell)?)?;
    match inner(cell.layer(1)?)? {
        AStarEvent::Tied { arrival, n, g, .. } if *g == own => Some((arrival.parent(), *n)),
        _ => None,
    }
}

/// Toward the parent of a cell.
pub(super) fn parent(cell: &CellState<'_, E>) -> Option<Dir> {
    let own = match record(cell)? {
        AStarEvent::Opened { parent, .. }
        | AStarEvent::Lowered { parent, .. }
        | AStarEvent::Reopened { parent, .. }
        | AStarEvent::Expanded { parent, .. } => *parent,
        _ => None,
    };
    tied(cell).map_or(own, |(dir, _)| Some(dir))
}

/// How many parents of a cell are equal.
pub(super) fn equals(cell: &CellState<'_, E>) -> Option<u32> {
    tied(cell).map(|(_, n)| n as u32)
}

/// The last expansion of the search that goes on.
fn expanded(player: &Player<E>) -> Option<AStarEvent> {
    let trace = player.trace();
    let before = trace.steps().partition_point(|&i| (i as usize) < player.cursor());
    let searched = trace.steps()[..before].iter().rev().map_while(|&i| inner(&trace.events()[i as usize]));
    searched.copied().find(|e| matches!(e, AStarEvent::Expanded { .. } | AStarEvent::Settled { .. }))
}

/// The parents from the cell of the last expansion, the start first.
pub(super) fn path(player: &Player<E>) -> Vec<Cell> {
    let size = player.trace().layout().size;
    let Some(AStarEvent::Expanded { cell: end, .. } | AStarEvent::Settled { cell: end, .. }) = expanded(player) else {
        return Vec::new();
    };
    let (mut cell, mut path) = (end, vec![end]);
    while let Some(next) = parent(&player.at(cell)).and_then(|d| cell.step(d, size)) {
        path.push(next);
        cell = next;
        if path.len() > size.area() {
            break;
        }
    }
    path.reverse();
    path
}

/// The registers of the search.
pub(super) fn watch(player: &Player<E>) -> Vec<(&'static str, Value)> {
    match expanded(player) {
        Some(AStarEvent::Expanded { cell, g, h, .. }) => {
            vec![("current", Value::Cell(cell)), ("f of current", player.trace().context().search.f_value(g, h))]
        }
        _ => Vec::new(),
    }
}

/// The search of this moment as a trace of its own, at its last event, and the index of its first event.
pub(super) fn alone(player: &Player<E>) -> Option<(Player<AStarEvent>, usize)> {
    let trace = player.trace();
    let events = &trace.events()[..player.cursor()];
    let first = events.iter().rposition(|e| matches!(inner(e), Some(AStarEvent::Began { part: Part::Search, .. })))?;
    let control = Control::default();
    let mut recorder = Recorder::new(Layout::new(trace.layout().size, LAYERS), &control);
    for event in events[first..].iter().map_while(inner) {
        recorder.on(*event).continue_value()?;
    }
    let context = Context { before: first, ..trace.context().search.clone() };
    let mut alone = Player::new(Arc::new(recorder.finish(context)));
    alone.seek(usize::MAX);
    Some((alone, first))
}

/// What this moment adds to the sentence of the search's last event.
pub(super) fn explain(player: &Player<E>) -> String {
    alone(player).map_or_else(String::new, |(player, _)| AStar::explain(&player))
}

/// The tie at an event of the search.
pub(super) fn tie(before: &Player<E>, event: &E, waiting: &[(Cell, usize)]) -> Option<Tie> {
    let (player, first) = alone(before)?;
    let waiting: Vec<_> = waiting.iter().filter_map(|&(c, i)| Some((c, i.checked_sub(first)?))).collect();
    AStar::tie(&player, inner(event)?, &waiting)
}
