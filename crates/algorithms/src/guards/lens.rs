//! The lens of guards. The search inside a plan is shown by the lens of A*.

use super::event::{ACTING, Context, GuardsEvent as E, LIGHT, Part, TRUTH, Wait, aim, belief, overlay, place, plan};
use super::state::{Plans, actual, at, believed, burns, inner, search, subject, tables, turn, whereabouts, why_not};
use super::{Guards, Problem, figures};
use crate::algorithm::Lens;
use crate::astar::{AStar, AStarEvent};
use crate::event::{Event as _, Value};
use crate::trace::lens::{Gauge, HeldEvent, Paint};
use crate::trace::replay::{Figure, Table, Token, WhyNot};
use crate::trace::{CellState, Decision, Moment};
use crate::{ActorKind, Cell, Dir, Role, Tile};
use std::cmp::Ordering;

/// Indices of the card's layers. From `SEARCH` on, the layers of A* follow in their own order.
const BELIEF: usize = 0;
const OVERLAY: usize = 1;
const ACTUAL: usize = 2;
const LAMPLIGHT: usize = 3;
const SEARCH: usize = 4;

/// The layers of the search that give roles: first the cells on its answer, then its records.
const ANSWER: u8 = 2;
const RECORDS: u8 = 0;

/// Returns the paint of a layer from the view of a guard.
pub(crate) fn paint(layer: usize, context: &Context, guard: u8) -> Paint<'_> {
    let map = context.map.as_slice();
    let role = move |index: usize, held: &[Option<HeldEvent>]| {
        let mark = |k: usize| held[k].map(|held| held.mark);
        let map = map[index] as u8;
        let (is, thinks) = (mark(2).unwrap_or(map), mark(5).unwrap_or(map));
        let parts = [mark(0), mark(1)].into_iter().flatten().map(|part| Role::ALL[usize::from(part)]);
        let searched = parts.into_iter().find(|&role| role != Role::None);
        match (layer, mark(4)) {
            (OVERLAY, Some(1)) => Role::Seen,
            (OVERLAY, Some(_)) => Role::Hidden,
            (ACTUAL, _) if is != map => Role::Raised,
            (LAMPLIGHT, _) if mark(3) == Some(1) => Role::Dimmed,
            (OVERLAY | ACTUAL | LAMPLIGHT, _) => Role::None,
            (BELIEF, _) if is != thinks => Role::Wrong,
            (_, sees) => searched.unwrap_or(match sees {
                _ if is != thinks => Role::Wrong,
                Some(1) => Role::Seen,
                _ if thinks != map => Role::Remembered,
                _ => Role::None,
            }),
        }
    };
    Paint::Of(vec![ANSWER, RECORDS, TRUTH, LIGHT, overlay(guard), belief(guard)], Box::new(role))
}

impl Lens for Guards {
    fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
        let now = cell.player();
        let name = |tile: Tile| Some(Value::Word(tile.info().name.into()));
        match layer {
            BELIEF => name(believed(cell, subject(now))),
            OVERLAY => match cell.layer(overlay(subject(now)))? {
                E::Saw { lit: true, .. } => Some(Value::Word("seen, for a lamp lights it".into())),
                E::Saw { .. } => Some(Value::Word("seen".into())),
                _ => Some(Value::Word("seen before".into())),
            },
            ACTUAL => name(actual(cell)),
            LAMPLIGHT => matches!(cell.layer(LIGHT), Some(E::Lit { .. })).then_some(Value::Word("lit".into())),
            SEARCH => {
                let roles = [ANSWER, RECORDS].map(|layer| cell.layer(layer).map(|e| e.is(now.context()).role));
                let role = roles.into_iter().flatten().find(|&role| role != Role::None)?;
                Some(Value::Word(role.name().into()))
            }
            _ => {
                let number = Self::number(layer, cell.layer(RECORDS)?, now.context())?.1;
                Some(if number.fract() == 0.0 { Value::Int(number as i64) } else { Value::Real(number) })
            }
        }
    }

    fn number(layer: usize, event: &E, context: &Context) -> Option<(u8, f64)> {
        AStar::number(layer.checked_sub(SEARCH)?, inner(event)?, &context.search)
    }

    /// Returns the actual or believed tile; or whether a cell is seen or lit now; or else its role in the search.
    fn mark(event: &E, context: &Context) -> u8 {
        match *event {
            E::Changed { to: tile, .. } | E::Believed { tile, .. } => tile as u8,
            E::Saw { .. } | E::Lit { .. } => 1,
            E::LostSight { .. } | E::Darkened { .. } => 0,
            _ => event.is(context).role as u8,
        }
    }

    fn paint<'a>(layer: usize, now: &Moment<'a, E>) -> Paint<'a> {
        paint(layer, now.context(), subject(now))
    }

    fn arrow(cell: &CellState<E>) -> Option<Dir> {
        search(cell.player(), |now| AStar::arrow(&now.at(cell.cell())))
    }

    fn equals(cell: &CellState<E>) -> Option<u32> {
        search(cell.player(), |now| AStar::equals(&now.at(cell.cell())))
    }

    fn path(now: &Moment<E>) -> Vec<Cell> {
        match now.last() {
            Some(E::Search(_)) => search(now, AStar::path),
            _ => now.state::<Plans>().rest(now, subject(now)).iter().map(|step| step.0).collect(),
        }
    }

    fn way(end: &Moment<E>) -> Vec<Cell> {
        let context = end.context();
        let Some(known) = context.guards.get(subject(end) as usize) else { return Vec::new() };
        end.trail(context.actors.get(known.actor as usize).map(|a| a.at), place(known.actor))
    }

    fn explain(now: &Moment<E>) -> String {
        let cost = match now.last() {
            Some(E::Search(_)) => return search(now, AStar::explain),
            Some(E::Planned { cost, .. }) => cost.get(),
            _ => return String::new(),
        };
        let before = now.trace().replaced(now.cursor() - 1).and_then(|i| Some((i, now.event(i)?)));
        let Some((i, &E::Planned { cost: old, turn, .. })) = before else { return String::new() };
        let shown = |cost| now.context().cost(cost);
        let old = old.get();
        let (difference, last) =
            (shown(cost.abs_diff(old)), format!("the {} of turn {turn} (event {})", shown(old), i + 1));
        match cost.cmp(&old) {
            Ordering::Less => format!("{difference} less than {last}."),
            Ordering::Equal => format!("As much as {last}."),
            Ordering::Greater => format!("{difference} more than {last}: what it believes has changed."),
        }
    }

    fn queue_newest_first(context: &Context) -> bool {
        AStar::queue_newest_first(&context.search)
    }

    fn gauge(series: usize, event: &E, context: &Context) -> Gauge {
        // The change leaves the original map, returns to it, or neither.
        let away = |cell: Cell, from: Tile, to: Tile| {
            let map = context.map.get(cell).copied().unwrap_or(to);
            match (from == map, to == map) {
                (true, false) => Gauge::Add(1),
                (false, true) => Gauge::Add(-1),
                _ => Gauge::Same,
            }
        };
        match *event {
            E::Planned { guard, cost, .. } if series < 3 && guard as usize == series => {
                Gauge::Set(context.search.costs.shown(cost.get()))
            }
            E::Arrived { guard, .. } if series < 3 && guard as usize == series => Gauge::Set(0.0),
            E::Changed { cell, from, to, .. } if series == 3 => away(cell, from, to),
            E::Believed { cell, was, tile, .. } if series == 4 => away(cell, was, tile),
            _ => Gauge::Same,
        }
    }

    fn check(check: usize, before: &Moment<E>, event: &E, _: bool) -> bool {
        match (check, *event) {
            (0, E::Planned { guard, cost, .. }) => {
                matches!(before.get(plan(guard)), Some(E::Planned { cost: old, .. }) if cost.get() > old.get())
            }
            (1, E::Believed { tile, actual, .. }) => tile != actual,
            (2, E::Believed { tile, actual, .. }) => tile == actual,
            // The guard goes back to where it came from.
            (3, E::Moved { actor, cell, .. }) => {
                matches!(before.get(place(actor)), Some(E::Moved { from, .. }) if *from == cell)
            }
            (4, E::Waited { why, .. }) => matches!(why, Wait::Guard(_)),
            (5, E::Waited { why, .. }) => matches!(why, Wait::Refused(_)),
            (6, E::Arrived { .. })
            | (7, E::Noticed { .. })
            | (8, E::Examined { .. } | E::Righted { .. })
            | (9, E::Denied { .. })
            | (10, E::Spotted { .. })
            | (11, E::Caught { .. }) => true,
            _ => false,
        }
    }

    fn question(event: &E, _: &Context) -> Option<&'static str> {
        matches!(event, E::Moved { .. }).then_some("Where does the guard step?")
    }

    fn is_tie(event: &E, context: &Context) -> bool {
        inner(event).is_some_and(|e| AStar::is_tie(e, &context.search))
    }

    fn decision(now: &Moment<E>) -> Option<Decision> {
        search(now, AStar::decision)
    }

    fn rewatches(event: &E) -> bool {
        matches!(event, E::Search(AStarEvent::Expanded { .. } | AStarEvent::Settled { .. }))
    }

    fn restages(event: &E) -> bool {
        matches!(event, E::Changed { .. } | E::Believed { .. })
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let guard = subject(now);
        let mut all = Vec::new();
        if let Some(turn) = turn(now) {
            all.extend([("turn", Value::Int(turn.into())), ("guard", Value::Int(i64::from(guard) + 1))]);
        }
        all.extend(at(now, guard).map(|cell| ("at", Value::Cell(cell))));
        if let Some(E::Aimed { cell, .. }) = now.get(aim(guard)) {
            all.push(("goal", Value::Cell(*cell)));
        }
        if let Some(E::Planned { cost, end, .. }) = now.get(plan(guard)) {
            all.extend([("plan cost", now.context().cost(cost.get())), ("plan ends", Value::Cell(*end))]);
        }
        if let Some(E::PartBegan { part, .. }) = now.phase(2) {
            all.push(("part", Value::Word(part.word().into())));
            if *part == Part::Plan {
                all.extend(search(now, AStar::watch));
            }
        }
        all
    }

    fn turn(now: &Moment<E>) -> Option<u32> {
        turn(now)
    }

    fn eyes(context: &Context) -> Vec<String> {
        let guards = (1..=context.guards.len()).map(|g| format!("guard {g}"));
        std::iter::once("truth".to_owned()).chain(guards).collect()
    }

    fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
        let (map, guard) = (&now.context().map, subject(now));
        let truth = now.eyes() == 0;
        let held = now.layer(if truth { TRUTH } else { belief(guard) }).map(|(cell, _)| {
            let here = now.at(cell);
            (cell, if truth { actual(&here) } else { believed(&here, guard) })
        });
        held.filter(|&(cell, tile)| map[cell] != tile).collect()
    }

    fn tokens(now: &Moment<E>) -> Vec<Token> {
        let context = now.context();
        let acting = match now.get(ACTING) {
            Some(E::GuardBegan { guard, .. }) => Some(context.guards[*guard as usize].actor as usize),
            _ => None,
        };
        let token = |(i, actor): (usize, &crate::scene::Actor)| {
            let (at, facing, state) = whereabouts(now, i);
            let state = if actor.kind == ActorKind::Lamp && !burns(now, i) { "dark" } else { state };
            let changed = at != Some(actor.at) || facing != actor.facing() || !state.is_empty();
            let token = Token { actor: i, at, facing, state: state.into(), acts: acting == Some(i) };
            (changed || actor.kind == ActorKind::Guard).then_some(token)
        };
        context.actors.iter().enumerate().filter_map(token).collect()
    }

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        figures::figures(now)
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        Self::decision(now).iter().map(Decision::table).chain(tables(now)).collect()
    }

    fn why_not_now(problem: &Problem, now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        why_not(problem, now, cell)
    }
}
