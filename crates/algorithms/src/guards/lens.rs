//! The lens of guards. The search inside a plan is shown by the lens of A*.

use super::event::{self, ACTING, Context, GuardsEvent as E, LIGHT, Part, TRUTH, aim, overlay, place, plan};
use super::state::{Plans, actual, at, believed, burns, inner, search, subject, tables, turn, whereabouts, why_not};
use super::{Guards, Problem, figures};
use crate::algorithm::Lens;
use crate::astar::{self, AStar, AStarEvent};
use crate::event::{Event as _, Value};
use crate::trace::lens::{Gauge, HeldEvent, Paint};
use crate::trace::replay::{Figure, Table, Token, WhyNot};
use crate::trace::{CellState, Decision, Moment};
use crate::{ActorKind, Cell, Dir, Role, Tile};
use std::cmp::Ordering;

/// The subject of the paint: a guard's beliefs or sight, the truth, the light, or the search of a plan.
#[derive(Clone, Copy)]
pub(crate) enum Aspect {
    Belief,
    Overlay,
    Actual,
    Lamplight,
    Search,
}

/// The layers of the search that give roles: first the cells on its answer, then its records.
const ANSWER: u8 = 2;
pub(crate) const RECORDS: u8 = 0;

/// Returns the paint from the view of a guard.
pub(crate) fn paint(aspect: Aspect, context: &Context, guard: u8) -> Paint<'_> {
    let map = context.map.as_slice();
    let role = move |index: usize, held: &[Option<HeldEvent>]| {
        let mark = |k: usize| held[k].map(|held| held.mark);
        let map = map[index] as u8;
        let (is, thinks) = (mark(2).unwrap_or(map), mark(5).unwrap_or(map));
        let parts = [mark(0), mark(1)].into_iter().flatten().map(|part| Role::ALL[usize::from(part)]);
        let searched = parts.into_iter().find(|&role| role != Role::None);
        match (aspect, mark(4)) {
            (Aspect::Overlay, Some(1)) => Role::Seen,
            (Aspect::Overlay, Some(_)) => Role::Hidden,
            (Aspect::Actual, _) if is != map => Role::Raised,
            (Aspect::Lamplight, _) if mark(3) == Some(1) => Role::Dimmed,
            (Aspect::Overlay | Aspect::Actual | Aspect::Lamplight, _) => Role::None,
            (Aspect::Belief, _) if is != thinks => Role::Wrong,
            (_, sees) => searched.unwrap_or(match sees {
                _ if is != thinks => Role::Wrong,
                Some(1) => Role::Seen,
                _ if thinks != map => Role::Remembered,
                _ => Role::None,
            }),
        }
    };
    Paint::Of(vec![ANSWER, RECORDS, TRUTH, LIGHT, overlay(guard), event::belief(guard)], Box::new(role))
}

fn name(tile: Tile) -> Value {
    Value::Word(tile.info().name.into())
}

pub(crate) fn belief(cell: &CellState<E>) -> Value {
    name(believed(cell, subject(cell.player())))
}

pub(crate) fn overlay_word(cell: &CellState<E>) -> Option<Value> {
    let word = match cell.layer(overlay(subject(cell.player())))? {
        E::Saw { lit: true, .. } => "seen, for a lamp lights it",
        E::Saw { .. } => "seen",
        _ => "seen before",
    };
    Some(Value::Word(word.into()))
}

pub(crate) fn truth(cell: &CellState<E>) -> Value {
    name(actual(cell))
}

pub(crate) fn light(cell: &CellState<E>) -> Option<Value> {
    matches!(cell.layer(LIGHT), Some(E::Lit { .. })).then_some(Value::Word("lit".into()))
}

/// Returns the role of a cell in the search of a plan.
pub(crate) fn search_word(cell: &CellState<E>) -> Option<Value> {
    let context = cell.player().context();
    let roles = [ANSWER, RECORDS].map(|layer| cell.layer(layer).map(|e| e.is(context).role));
    let role = roles.into_iter().flatten().find(|&role| role != Role::None)?;
    Some(Value::Word(role.name().into()))
}

pub(crate) fn f(event: &E, context: &Context) -> Option<Value> {
    astar::f(inner(event)?, &context.search)
}

pub(crate) fn g(event: &E, context: &Context) -> Option<Value> {
    astar::g(inner(event)?, &context.search)
}

pub(crate) fn h(event: &E, context: &Context) -> Option<Value> {
    astar::h(inner(event)?, &context.search)
}

/// Returns whether a change of a cell leaves the original map, returns to it, or neither.
pub(super) fn away(context: &Context, cell: Cell, from: Tile, to: Tile) -> Gauge {
    let map = context.map.get(cell).copied().unwrap_or(to);
    match (from == map, to == map) {
        (true, false) => Gauge::Add(1),
        (false, true) => Gauge::Add(-1),
        _ => Gauge::Same,
    }
}

/// Returns the paint from the view of the guard whose turn it is, or through whose eyes the map is shown.
pub(super) fn paint_now<'a>(aspect: Aspect, now: &Moment<'a, E>) -> Paint<'a> {
    paint(aspect, now.context(), subject(now))
}

/// Returns how an event changes the cost of a guard's plan.
pub(super) fn plan_cost(event: &E, context: &Context, of: u8) -> Gauge {
    match *event {
        E::Planned { guard, cost, .. } if guard == of => Gauge::Set(context.search.costs.display_cost(cost.get())),
        E::Arrived { guard, .. } if guard == of => Gauge::Set(0.0),
        _ => Gauge::Same,
    }
}

impl Lens for Guards {
    /// Returns the actual or believed tile; or whether a cell is seen or lit now; or else its role in the search.
    fn mark(event: &E, context: &Context) -> u8 {
        match *event {
            E::Changed { to: tile, .. } | E::Believed { tile, .. } => tile as u8,
            E::Saw { .. } | E::Lit { .. } => 1,
            E::LostSight { .. } | E::Darkened { .. } => 0,
            _ => event.is(context).role as u8,
        }
    }

    fn paint<'a>(now: &Moment<'a, E>) -> Paint<'a> {
        paint_now(Aspect::Search, now)
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
        let format_cost = |cost| now.context().cost(cost);
        let (old, number) = (old.get(), now.trace().number(i));
        let (difference, last) =
            (format_cost(cost.abs_diff(old)), format!("the {} of turn {turn} (event {})", format_cost(old), number));
        match cost.cmp(&old) {
            Ordering::Less => format!("{difference} less than {last}."),
            Ordering::Equal => format!("As much as {last}."),
            Ordering::Greater => format!("{difference} more than {last}: what it believes has changed."),
        }
    }

    fn queue_newest_first(context: &Context) -> bool {
        AStar::queue_newest_first(&context.search)
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
        let believed_tiles = now.layer(if truth { TRUTH } else { event::belief(guard) }).map(|(cell, _)| {
            let here = now.at(cell);
            (cell, if truth { actual(&here) } else { believed(&here, guard) })
        });
        believed_tiles.filter(|&(cell, tile)| map[cell] != tile).collect()
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
        figures::figures(now, true)
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        Self::decision(now).iter().map(Decision::table).chain(tables(now)).collect()
    }

    fn why_not_now(problem: &Problem, now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        why_not(problem, now, cell)
    }
}
