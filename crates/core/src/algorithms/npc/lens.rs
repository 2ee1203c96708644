//! How a moment of walking by a Dijkstra map is looked at, through the eyes of one walker. Nothing here runs anything.

use super::event::{Context, DISTANCE, How, MEMORY, NpcEvent as E, Part, TILES, WEIGHED, place, sight, total};
use crate::algorithms::knowledge::stage::word;
use crate::event::{Event, Queue, Value};
use crate::geometry::{Cell, Dir};
use crate::root2::Root2;
use crate::terrain::Tile;
use crate::trace::lens::Gauge;
use crate::trace::replay::{Figure, Outline, QueueEntry, Tie, Token};
use crate::trace::{CellState, Moment};
use crate::view::board::Role;

/// The number of those whose eyes are looked through.
pub(super) fn eyes(player: &Moment<E>) -> u8 {
    player.eyes().min(player.trace().context().minds.len().saturating_sub(1)) as u8
}

/// The walker whose turn it is.
pub(super) fn acting(player: &Moment<E>) -> Option<u8> {
    match player.phase(1) {
        Some(&E::WalkerBegan { mind, .. }) => Some(mind),
        _ => None,
    }
}

/// The turn that the moment lies in; after the end none.
pub(super) fn turn(player: &Moment<E>) -> Option<u32> {
    match player.phase(0) {
        Some(E::TurnBegan { turn }) => Some(*turn),
        _ => None,
    }
}

/// Where an actor is at a moment; `None` when it is gone.
pub(super) fn whereabouts(player: &Moment<E>, actor: usize) -> Option<Cell> {
    match player.get(place(actor as u16)) {
        Some(&E::Moved { to, .. }) => Some(to),
        Some(E::Removed { .. }) => None,
        _ => player.trace().context().starts.get(actor).copied(),
    }
}

/// What a walker knows of a cell: its ground, and the turn.
pub(super) fn known(cell: &CellState<E>, mind: u8) -> Option<(Tile, u32, How)> {
    match *cell.layer(MEMORY + mind)? {
        E::Knew { tile, turn, how, .. } => Some((tile, turn, how)),
        _ => None,
    }
}

/// What the ground of a cell is.
pub(super) fn real(cell: &CellState<E>) -> Tile {
    match cell.layer(TILES) {
        Some(&E::Changed { tile, .. }) => tile,
        _ => cell.player().trace().context().tiles[cell.cell()],
    }
}

/// The distance of a cell in the flood of the walker whose turn it is, and the way there.
pub(super) fn distance(cell: &CellState<E>) -> Option<(Root2, Option<Dir>)> {
    match *cell.layer(DISTANCE)? {
        E::Reached { d, from, .. } | E::Settled { d, from, .. } => Some((d, from)),
        _ => None,
    }
}

pub(super) fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
    let mind = eyes(cell.player());
    match layer {
        0 => Some(Value::Word(super::CARD.role_name(role(cell)).into())),
        1 => distance(cell).map(|d| d.0.value()),
        2 => known(cell, mind).map(|k| Value::Int(i64::from(k.1))),
        3 => known(cell, mind).map(|k| word(k.0)),
        _ => None,
    }
}

pub(super) fn role(cell: &CellState<E>) -> Role {
    let player = cell.player();
    let mind = eyes(player);
    if acting(player) == Some(mind) {
        let planning = matches!(player.phase(2), Some(E::PartBegan { part: Part::Plan, .. }));
        let flooded = || cell.layer(DISTANCE).filter(|_| planning);
        if let Some(event) = cell.layer(WEIGHED).or_else(flooded) {
            return event.is(player.trace().context()).role;
        }
    }
    match known(cell, mind) {
        None => Role::Unknown,
        Some((tile, ..)) if tile != real(cell) => Role::Wrong,
        Some((_, seen, how)) if how != How::Told && turn(player) == Some(seen) => Role::Seen,
        Some(_) => Role::Remembered,
    }
}

pub(super) fn arrow(cell: &CellState<E>) -> Option<Dir> {
    distance(cell)?.1
}

/// Where the walker whose turn it is means to go; without a plan, where it went.
pub(super) fn path(player: &Moment<E>) -> Vec<Cell> {
    let context = player.trace().context();
    let mind = acting(player).unwrap_or_else(|| eyes(player));
    let Some(&actor) = context.minds.get(mind as usize) else { return Vec::new() };
    let mut path: Vec<Cell> = whereabouts(player, actor).into_iter().collect();
    while let Some(&cell) = path.last()
        && let Some(next) = arrow(&player.at(cell)).and_then(|dir| cell.step(dir, context.size))
    {
        path.push(next);
        // Distances fall along the arrows, so this ends; a trace from elsewhere might not keep that promise.
        if path.len() > context.size.area() {
            break;
        }
    }
    if path.len() > 1 { path } else { trail(player, actor) }
}

/// Where an actor went until now, its start included.
pub(super) fn trail(player: &Moment<E>, actor: usize) -> Vec<Cell> {
    let trace = player.trace();
    let steps = trace.steps();
    let until = steps.partition_point(|&i| (i as usize) < player.cursor());
    let moved = steps[..until].iter().filter_map(|&i| match trace.events()[i as usize] {
        E::Moved { actor: who, to, .. } if who as usize == actor => Some(to),
        _ => None,
    });
    trace.context().starts.get(actor).copied().into_iter().chain(moved).collect()
}

/// The target's last known place, and since when.
pub(super) fn last_known(player: &Moment<E>, mind: u8) -> Option<(Cell, u32)> {
    match player.get(sight(mind)) {
        Some(&E::Sighted { cell, turn, .. }) => Some((cell, turn)),
        _ => None,
    }
}

pub(super) fn tiles(player: &Moment<E>) -> Vec<(Cell, Tile)> {
    let changed = player.layer(TILES).filter_map(|(cell, event)| match *event {
        E::Changed { tile, .. } => Some((cell, tile)),
        _ => None,
    });
    changed.filter(|&(cell, tile)| player.trace().context().tiles[cell] != tile).collect()
}

pub(super) fn tokens(player: &Moment<E>) -> Vec<Token> {
    let context = player.trace().context();
    let acts = acting(player).and_then(|m| context.minds.get(m as usize).copied());
    let token = |actor: usize| {
        let at = whereabouts(player, actor);
        let acting = acts == Some(actor);
        (acting || at != Some(context.starts[actor])).then_some(Token {
            actor,
            at,
            facing: None,
            state: "",
            acts: acting,
        })
    };
    (0..context.starts.len()).filter_map(token).collect()
}

/// From a walker to the place that it goes to, and a ring there where the target is not.
pub(super) fn figures(player: &Moment<E>) -> Vec<Figure> {
    let context = player.trace().context();
    let mind = eyes(player);
    let middle = |c: Cell| [f64::from(c.x) + 0.5, f64::from(c.y) + 0.5];
    let at = context.minds.get(mind as usize).and_then(|&actor| whereabouts(player, actor));
    let (Some(at), Some((place, since))) = (at, last_known(player, mind)) else { return Vec::new() };
    if whereabouts(player, context.target) == Some(place) || at == place {
        return Vec::new();
    }
    let [x, y] = middle(place);
    let label = format!("{} was here in turn {since}", context.aim());
    let ring = Figure { outline: Outline::Circle, points: vec![[x, y], [x + 0.4, y]], role: Role::Wrong, label };
    let line = Figure {
        outline: Outline::Arrow,
        points: vec![middle(at), [x, y]],
        role: Role::Remembered,
        label: String::new(),
    };
    vec![ring, line]
}

pub(super) fn waiting(player: &Moment<E>) -> Vec<QueueEntry> {
    let Some(E::PartBegan { part: Part::Plan, .. }) = player.phase(2) else { return Vec::new() };
    let context = player.trace().context();
    let mut all: Vec<_> = player
        .layer(DISTANCE)
        .filter_map(|(cell, event)| Some((event.keys(context)?, player.at(cell).holder(DISTANCE)?, cell, event)))
        .collect();
    all.sort_unstable_by_key(|e| (e.0, e.1));
    let first = all.first().map(|e| e.0);
    let key = |event: &E| match event.is(context).queue {
        Queue::Enqueues(shown) => event.render(shown, context),
        _ => String::new(),
    };
    all.into_iter()
        .map(|(keys, event, cell, says)| QueueEntry { cell, event, key: key(says), tied: Some(keys) == first })
        .collect()
}

pub(super) fn gauge(series: usize, event: &E, context: &Context) -> Gauge {
    let walks = |actor: u16| context.minds.contains(&(actor as usize));
    match (series, event) {
        (1, E::Moved { actor, .. }) if walks(*actor) => Gauge::Add(1),
        (2, E::Settled { from: None, .. }) => Gauge::Set(1.0),
        (0, E::Knew { how: How::Rebuilt, .. }) | (2, E::Settled { .. }) | (3, E::Arrived { .. }) => Gauge::Add(1),
        _ => Gauge::Same,
    }
}

pub(super) fn watch(player: &Moment<E>) -> Vec<(&'static str, Value)> {
    let context = player.trace().context();
    let mut all = Vec::new();
    if let Some(turn) = turn(player) {
        all.push(("turn", Value::Int(i64::from(turn))));
    }
    let mind = acting(player).unwrap_or_else(|| eyes(player));
    if let Some(&actor) = context.minds.get(mind as usize) {
        all.push(("walker", Value::Int(actor as i64)));
        if let Some(at) = whereabouts(player, actor) {
            all.push(("at", Value::Cell(at)));
            if let Some((d, ..)) = distance(&player.at(at)) {
                all.push(("d", d.value()));
            }
        }
    }
    if let Some((place, since)) = last_known(player, mind) {
        all.push(("last known place", Value::Cell(place)));
        all.push(("seen there in turn", Value::Int(i64::from(since))));
    }
    all
}

/// The event that began the turn of whoever acts.
pub(super) fn turn_start(player: &Moment<E>) -> Option<usize> {
    let phases = player.trace().phases();
    let begun = phases.partition_point(|p| (p.start as usize) < player.cursor());
    phases[..begun].iter().rev().find(|p| p.depth <= 1).filter(|p| p.depth == 1).map(|p| p.start as usize)
}

/// The neighbours weighed in this turn, nearest first, with their events and steps.
pub(super) fn weighed(player: &Moment<E>) -> Vec<(Root2, usize, Cell, Root2)> {
    let Some(start) = turn_start(player) else { return Vec::new() };
    let events = player.trace().events()[..player.cursor()].iter().enumerate().skip(start);
    let mut all: Vec<_> = events
        .filter_map(|(i, event)| match *event {
            E::Weighed { cell, from, d } => Some((total(d, from), i, cell, Root2::step(from))),
            _ => None,
        })
        .collect();
    all.sort_unstable();
    all
}

pub(super) fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
    let E::Rolled { cell, n, roll, .. } = *event else { return None };
    let all = weighed(before);
    let best = all.first()?.0;
    Some(Tie {
        what: format!("equal value plus step = {}", best.long()),
        among: all.iter().filter(|w| w.0 == best).map(|w| (w.2, format!("{} + {}", w.0 - w.3, w.3))).collect(),
        chosen: cell,
        rule: format!("⌊{roll:.3} · {n}⌋ of N, E, S, W, NE, SE, SW, NW, counted from 0"),
        roll: Some(roll),
        probability: Some(1.0 / f64::from(n)),
    })
}

pub(super) fn check(check: usize, before: &Moment<E>, event: &E) -> bool {
    let context = before.trace().context();
    let walks = |actor: u16| context.minds.contains(&(actor as usize));
    match (check, event) {
        (0, E::Sighted { mind, cell, .. }) => last_known(before, *mind).is_none_or(|(place, _)| place != *cell),
        (1, E::Missed { place, .. }) => place.is_some(),
        (2, E::Changed { by, .. }) => walks(*by),
        (3, E::Rolled { .. }) | (4, E::Arrived { .. }) | (5, E::Waited { .. }) => true,
        (6, E::Moved { actor, to, .. }) if walks(*actor) => {
            // A walker never steps on what it does not know; a script may put it anywhere.
            let mind = context.minds.iter().position(|&i| i == *actor as usize).unwrap_or(0);
            known(&before.at(*to), mind as u8).is_none()
        }
        _ => false,
    }
}

pub(super) fn explain(player: &Moment<E>) -> String {
    match player.last() {
        Some(E::Moved { .. }) => {
            let all = weighed(player);
            match (all.first(), all.get(1)) {
                (Some(best), Some(next)) if next.0 > best.0 => {
                    format!(
                        "It is nearest by {}: the next best, {}, comes to {}.",
                        best.0.long(),
                        next.2,
                        next.0.long()
                    )
                }
                _ => String::new(),
            }
        }
        Some(event @ E::Changed { .. }) => match event.cell().map(|c| player.at(c)) {
            Some(cell) if known(&cell, eyes(player)).is_some_and(|k| k.0 != real(&cell)) => {
                "It will be seen at the next look.".into()
            }
            _ => String::new(),
        },
        _ => String::new(),
    }
}
