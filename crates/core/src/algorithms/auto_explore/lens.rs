//! How a moment of auto-explore is looked at: layers, roles, arrows, figures, charts, checks. Nothing here runs anything.

use super::choose::List;
use super::event::{Context, ExploreEvent as E, FLOOD, KNOWN, LISTS, PATH, TARGET, TILES, WALKED, place};
use super::pad::Pad;
use crate::event::{Event, Queue, Value};
use crate::geometry::{Cell, Dir};
use crate::terrain::Tile;
use crate::trace::lens::Gauge;
use crate::trace::replay::{Bar, Chart, Figure, Outline, QueueEntry, Tie, Token};
use crate::trace::{CellState, Moment};
use crate::view::board::Role;

/// What the flood says of a cell: value, ring and key.
pub(super) fn flooded(event: &E) -> Option<(u32, u32, Pad)> {
    match *event {
        E::Reached { value, ring, by, .. } | E::Expanded { value, ring, by, .. } => Some((value, ring, by)),
        _ => None,
    }
}

/// The ring in which a cell took its value: expansions happen in the one after it.
fn ring(event: &E) -> Option<u32> {
    match *event {
        E::Reached { ring, .. } => Some(ring),
        E::Expanded { ring, .. } => Some(ring.saturating_sub(1)),
        _ => None,
    }
}

fn is_known(cell: &CellState<E>) -> bool {
    cell.player().trace().context().known[cell.cell()] || cell.layer(KNOWN).is_some()
}

/// What a layer of the card shows in a cell.
pub(super) fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
    match layer {
        0 => Some(Value::Word(status(cell)?)),
        3 => flooded(cell.layer(FLOOD)?)?.2.dir().map(Value::Dir),
        1 | 2 => {
            let (_, x) = number(layer, cell.layer(FLOOD)?)?;
            Some(Value::Int(x as i64))
        }
        4 => match cell.layer(LISTS)? {
            E::Listed { list, .. } => Some(Value::Word(list.one())),
            _ => None,
        },
        5 => number(5, cell.layer(KNOWN)?).map(|(_, x)| Value::Int(x as i64)),
        6 => number(6, cell.layer(WALKED)?).map(|(_, x)| Value::Int(x as i64)),
        _ => None,
    }
}

/// The layer whose event decides a number, and the number.
pub(super) fn number(layer: usize, event: &E) -> Option<(u8, f64)> {
    match (layer, event) {
        (1, _) => Some((FLOOD, ring(event)? as f64)),
        (2, _) => Some((FLOOD, flooded(event)?.0 as f64)),
        (5, E::Discovered { turn, .. }) => Some((KNOWN, *turn as f64)),
        (6, E::Walked { count, .. }) => Some((WALKED, *count as f64)),
        _ => None,
    }
}

fn status(cell: &CellState<E>) -> Option<&'static str> {
    let role = role(cell);
    (role != Role::None).then(|| super::CARD.role_name(role))
}

/// The part that a cell plays.
pub(super) fn role(cell: &CellState<E>) -> Role {
    let cx = cell.player().trace().context();
    let holds = |layer: u8| cell.layer(layer).map(|event| event.is(cx).role);
    if let Some(role) = [TARGET, PATH, LISTS].into_iter().find_map(holds) {
        return role;
    }
    if !is_known(cell) {
        return Role::Unknown;
    }
    [FLOOD, WALKED, KNOWN].into_iter().find_map(holds).unwrap_or(Role::None)
}

/// Toward the cell that this one was reached from.
pub(super) fn arrow(cell: &CellState<E>) -> Option<Dir> {
    flooded(cell.layer(FLOOD)?)?.2.dir().map(Dir::opposite)
}

/// How many were equal at the target.
pub(super) fn equals(cell: &CellState<E>) -> Option<u32> {
    match cell.layer(TARGET)? {
        E::Aimed { tied, .. } if *tied > 1 => Some(*tied),
        _ => None,
    }
}

/// Where the explorer stands now.
pub(super) fn explorer(player: &Moment<E>) -> Cell {
    let cx = player.trace().context();
    match player.get(place(cx.explorer)) {
        Some(E::Moved { cell, .. } | E::Shifted { cell, .. }) => *cell,
        _ => cx.start,
    }
}

/// The events of the pick that the moment lies in, with the number of the first.
pub(super) fn pick<'a>(player: &Moment<'a, E>) -> (usize, &'a [E]) {
    let trace = player.trace();
    let phases = trace.phases();
    let before = phases.partition_point(|p| (p.start as usize) < player.cursor());
    let start = phases[..before].iter().rev().find(|p| p.depth == 0).map_or(0, |p| p.start as usize);
    (start, &trace.events()[start..player.cursor()])
}

/// The path that was planned, once it is; else how the cell at hand was reached.
pub(super) fn path(player: &Moment<E>) -> Vec<Cell> {
    let mut path: Vec<Cell> = pick(player)
        .1
        .iter()
        .filter_map(|e| match e {
            E::Traced { cell, .. } => Some(*cell),
            _ => None,
        })
        .collect();
    path.reverse();
    if !path.is_empty() {
        return path;
    }
    let size = player.trace().layout().size;
    let mut cell = match player.last() {
        Some(E::Reached { cell, .. } | E::Expanded { cell, .. } | E::Listed { cell, .. }) => *cell,
        _ => return path,
    };
    loop {
        path.push(cell);
        let next = arrow(&player.at(cell)).and_then(|d| cell.step(d, size));
        match next {
            Some(next) if path.len() <= size.area() => cell = next,
            _ => break,
        }
    }
    path.reverse();
    path
}

/// What an event does to a number over time.
pub(super) fn gauge(series: usize, event: &E) -> Gauge {
    match (series, event) {
        (0, E::PickBegan { unknown, .. }) => Gauge::Set(*unknown as f64),
        (0, E::Discovered { new: true, .. }) => Gauge::Add(-1),
        (1, E::RingBegan { nodes, .. }) => Gauge::Set(*nodes as f64),
        (2, E::FloodBegan { .. }) => Gauge::Set(0.0),
        (2, E::Expanded { emitted, .. }) => Gauge::Add(*emitted as i64),
        (3, E::Aimed { value, .. }) => Gauge::Set(*value as f64),
        (4, E::Moved { .. }) => Gauge::Add(1),
        _ => Gauge::Same,
    }
}

/// Whether a check of the card holds at an event.
pub(super) fn check(check: usize, event: &E) -> bool {
    match (check, event) {
        (0, E::Rolled { .. })
        | (2, E::RingBegan { slow: true, .. })
        | (4, E::Sidestepped { .. })
        | (5, E::Traced { squared: true, .. })
        | (6, E::Shunned { .. }) => true,
        (1, E::Reached { lowered, .. }) => *lowered,
        (3, E::Listed { list, .. }) => *list == List::Single,
        (7, E::Weighed { verdict, .. }) => *verdict == super::words::Verdict::TooCostly,
        _ => false,
    }
}

/// The dice over equal targets.
pub(super) fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
    let E::Rolled { among, cell, .. } = *event else { return None };
    let board = super::board::Board::of(before);
    let all = board.choice.tied.iter().map(|&c| (c, "same key".to_owned())).collect();
    Some(Tie {
        what: format!("{among} targets with equal key and distance"),
        among: all,
        chosen: cell,
        rule: "uniformly random, in the order of x, then y".into(),
        roll: None,
        probability: Some(1.0 / among.max(1) as f64),
    })
}

/// Registers worth watching.
pub(super) fn watch(player: &Moment<E>) -> Vec<(&'static str, Value)> {
    let mut all = vec![("explorer", Value::Cell(explorer(player)))];
    let choice = super::board::thresholds_now(player);
    let greed = player.trace().context().greed;
    let mut int = |name, n: Option<u32>| all.extend(n.map(|n| (name, Value::Int(n as i64))));
    int("lowest unknown", choice.lowest_unknown);
    int("lowest item", choice.lowest_item);
    int("items up to", choice.bound(List::Item, greed));
    int("singles up to", choice.bound(List::Single, greed));
    all.extend(super::board::target(player).map(|(cell, _)| ("target", Value::Cell(cell))));
    all
}

/// Which turn the moment lies in.
pub(super) fn turn(player: &Moment<E>) -> Option<u32> {
    let cx = player.trace().context();
    cx.radius?;
    Some(match player.get(place(cx.explorer)) {
        Some(E::Moved { moves, .. }) => *moves,
        _ => 0,
    })
}

/// Tiles that are not as the scene has them.
pub(super) fn tiles(player: &Moment<E>) -> Vec<(Cell, Tile)> {
    let to = |(cell, event): (Cell, &E)| match *event {
        E::Changed { to, .. } => Some((cell, to)),
        _ => None,
    };
    player.layer(TILES).filter_map(to).collect()
}

/// Actors that are not as the scene has them.
pub(super) fn tokens(player: &Moment<E>) -> Vec<Token> {
    let cx = player.trace().context();
    let token = |actor: u16| {
        let (at, state) = match *player.get(place(actor))? {
            E::Moved { cell, .. } | E::Shifted { cell, .. } => (Some(cell), ""),
            E::Visited { cell, .. } => (Some(cell), "visited"),
            _ => (None, ""),
        };
        Some(Token { actor: actor as usize, at, facing: None, state, acts: actor == cx.explorer })
    };
    (0..cx.actors).filter_map(token).collect()
}

fn middle(cell: Cell) -> [f64; 2] {
    [cell.x as f64 + 0.5, cell.y as f64 + 0.5]
}

fn arrow_between(a: Cell, b: Cell, role: Role, label: String) -> Figure {
    Figure { outline: Outline::Arrow, points: vec![middle(a), middle(b)], role, label }
}

/// The 3, 5 or 8 arrows of a node, the range of sight, the line to the target, the step that avoids an ambush.
pub(super) fn figures(player: &Moment<E>) -> Vec<Figure> {
    let cx: &Context = player.trace().context();
    let me = explorer(player);
    let mut all = Vec::new();
    if let Some(radius) = cx.radius {
        let [x, y] = middle(me);
        let points = vec![[x, y], [x + radius as f64 + 0.5, y]];
        all.push(Figure { outline: Outline::Circle, points, role: Role::Seen, label: String::new() });
    }
    if let Some((cell, E::Aimed { list, .. })) = player.layer(TARGET).next()
        && cell != me
    {
        let points = vec![middle(me), middle(cell)];
        all.push(Figure { outline: Outline::Line, points, role: Role::Chosen, label: list.one().into() });
    }
    match player.last() {
        Some(E::Expanded { cell, by, .. }) => {
            let (cardinal, diagonal) = by.emits();
            let keys = cardinal.iter().map(|k| (k, Role::Queued)).chain(diagonal.iter().map(|k| (k, Role::Raised)));
            for (key, role) in keys {
                if let Some(to) = key.step(*cell, cx.size) {
                    all.push(arrow_between(
                        *cell,
                        to,
                        role,
                        key.dir().map_or_else(String::new, |d| d.arrow().to_string()),
                    ));
                }
            }
        }
        Some(event @ (E::Reached { by, .. } | E::Ignored { by, .. } | E::Blocked { by, .. })) => {
            if let Some((from, to)) = event.from().zip(event.cell()) {
                let role = if by.is_diagonal() { Role::Raised } else { Role::Queued };
                all.push(arrow_between(from, to, role, by.dir().map_or_else(String::new, |d| d.arrow().to_string())));
            }
        }
        Some(E::Sidestepped { cell, next, behind, .. }) => {
            all.push(arrow_between(me, *cell, Role::Path, "1".into()));
            all.push(arrow_between(*cell, *next, Role::Path, "2".into()));
            all.push(arrow_between(*behind, *next, Role::Threat, "ambush".into()));
        }
        _ => {}
    }
    all
}

/// How many nodes each ring of the flood expanded.
pub(super) fn charts(player: &Moment<E>) -> Vec<Chart> {
    let mut bars = Vec::new();
    let mut checks = 0;
    for event in pick(player).1 {
        match event {
            E::RingBegan { ring, nodes, slow } => {
                let slow = if *slow { ", slow" } else { "" };
                let label = format!("ring {ring}{slow}");
                bars.push(Bar { label, cells: Vec::new(), count: *nodes as f64, expected: None });
            }
            E::Expanded { emitted, .. } => checks += *emitted as u32,
            _ => {}
        }
    }
    if bars.is_empty() {
        return Vec::new();
    }
    let nodes: f64 = bars.iter().map(|b| b.count).sum();
    let note =
        format!("{nodes} expansions, {checks} neighbours looked at; all eight of each would be up to {}", 8.0 * nodes);
    vec![Chart { title: "Expansions by ring".into(), level: None, bars, note }]
}

/// Cells that wait to emit: the next ring in its order, then the slow ones.
pub(super) fn waiting(player: &Moment<E>) -> Vec<QueueEntry> {
    let cx = player.trace().context();
    let mut all: Vec<_> = player
        .layer(FLOOD)
        .filter_map(|(cell, event)| Some((event.keys(cx)?, player.at(cell).holder(FLOOD)?, cell, event)))
        .collect();
    all.sort_unstable_by_key(|e| (e.0, e.1));
    let entry = |((slow, _), event, cell, says): ((u64, u64), usize, Cell, &E)| {
        let key = match says.is(cx).queue {
            Queue::Enqueues(shown) => says.render(shown, cx),
            _ => String::new(),
        };
        QueueEntry { cell, event, key, tied: slow == 0 }
    };
    all.into_iter().map(entry).collect()
}
