//! How a moment of guards is looked at. The search inside a plan is looked at as A* looks at itself.

use super::event::{Context, GuardsEvent as E, aim, overlay, place, plan};
use super::search::{inner, search};
use super::state::{
    ACTUAL, BELIEF, LAMPLIGHT, OVERLAY, SEARCH, actual, at, believed, default, is_lit, rest_of_plan, searched, sees,
    subject, tiles, tokens, trail, turn,
};
use super::words::{Part, Wait};
use super::{Guards, Problem, tables, why_not};
use crate::algorithm::Lens;
use crate::algorithms::astar::{AStar, AStarEvent};
use crate::event::{Event as _, Value};
use crate::geometry::{Cell, Dir};
use crate::terrain::Tile;
use crate::trace::lens::{Gauge, Paint};
use crate::trace::replay::{Figure, Table, Token, WhyNot};
use crate::trace::{CellState, Decision, Moment};
use crate::view::board::Role;

impl Lens for Guards {
    fn paint<'a>(layer: usize, now: &Moment<'a, E>) -> Paint<'a> {
        let now = *now;
        Paint::Of(Vec::new(), Box::new(move |index, _| Self::role_at(layer, &now.at_index(index))))
    }

    fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
        let (guard, context) = (subject(cell.player()), cell.player().context());
        let name = |tile: Tile| Some(Value::Word(tile.info().name.into()));
        match layer {
            BELIEF => name(believed(cell, guard)),
            OVERLAY => match cell.layer(overlay(guard))? {
                E::Saw { lit: true, .. } => Some(Value::Word("seen, for a lamp lights it".into())),
                E::Saw { .. } => Some(Value::Word("seen".into())),
                _ => Some(Value::Word("seen before".into())),
            },
            ACTUAL => name(actual(cell)),
            LAMPLIGHT => is_lit(cell).then_some(Value::Word("lit".into())),
            SEARCH => searched(cell).find_map(|e| match e.is(&context.search).role {
                Role::None => None,
                role => Some(Value::Word(role.name().into())),
            }),
            _ => {
                let number = AStar::number(layer - SEARCH, inner(cell.layer(0)?)?, &context.search)?.1;
                Some(if number.fract() == 0.0 { Value::Int(number as i64) } else { Value::Real(number) })
            }
        }
    }

    fn number(layer: usize, event: &E, context: &Context) -> Option<(u8, f64)> {
        AStar::number(layer.checked_sub(SEARCH)?, inner(event)?, &context.search)
    }

    fn role_at(layer: usize, cell: &CellState<E>) -> Role {
        let (guard, context) = (subject(cell.player()), cell.player().context());
        let (is, thinks) = (actual(cell), believed(cell, guard));
        let believes = if is != thinks {
            Role::Wrong
        } else if sees(cell, guard) {
            Role::Seen
        } else if thinks != default(cell) {
            Role::Remembered
        } else {
            Role::None
        };
        let searched = || searched(cell).map(|e| e.is(&context.search).role).find(|&r| r != Role::None);
        match layer {
            OVERLAY if sees(cell, guard) => Role::Seen,
            OVERLAY if cell.layer(overlay(guard)).is_some() => Role::Hidden,
            ACTUAL if is != default(cell) => Role::Raised,
            LAMPLIGHT if is_lit(cell) => Role::Dimmed,
            OVERLAY | ACTUAL | LAMPLIGHT => Role::None,
            BELIEF if believes == Role::Wrong => believes,
            _ => searched().unwrap_or(believes),
        }
    }

    fn arrow(cell: &CellState<E>) -> Option<Dir> {
        search(cell.player(), |now| AStar::arrow(&now.at(cell.cell())))
    }

    fn equals(cell: &CellState<E>) -> Option<u32> {
        search(cell.player(), |now| AStar::equals(&now.at(cell.cell())))
    }

    /// The search's path while there is one, else what is left of the plan.
    fn path(now: &Moment<E>) -> Vec<Cell> {
        match now.last() {
            Some(E::Search(_)) => search(now, AStar::path),
            _ => rest_of_plan(now, subject(now)),
        }
    }

    fn way(end: &Moment<E>) -> Vec<Cell> {
        trail(end, subject(end))
    }

    fn explain(player: &Moment<E>) -> String {
        let trace = player.trace();
        let Some(last) = player.cursor().checked_sub(1) else { return String::new() };
        match trace.events()[last] {
            E::Search(_) => search(player, AStar::explain),
            E::Planned { cost, .. } => {
                let context = trace.context();
                let before = trace.replaced(last).map(|i| (i, trace.events()[i]));
                let Some((i, E::Planned { cost: old, turn, .. })) = before else { return String::new() };
                let (cost, old) = (cost.get(), old.get());
                let (new, old_shown) = (context.cost(cost), context.cost(old));
                let difference = context.cost(cost.abs_diff(old));
                match cost.cmp(&old) {
                    std::cmp::Ordering::Less => {
                        format!("{difference} less than the {old_shown} of turn {turn} (event {}).", i + 1)
                    }
                    std::cmp::Ordering::Equal => format!("As much as the {new} of turn {turn} (event {}).", i + 1),
                    std::cmp::Ordering::Greater => format!(
                        "{difference} more than the {old_shown} of turn {turn} (event {}): what it believes has changed.",
                        i + 1
                    ),
                }
            }
            _ => String::new(),
        }
    }

    fn queue_newest_first(context: &Context) -> bool {
        AStar::queue_newest_first(&context.search)
    }

    fn gauge(series: usize, event: &E, cx: &Context) -> Gauge {
        // Away from what the map has, back to it, or neither.
        let away = |cell: Cell, from: Tile, to: Tile| {
            let map = cx.map.get(cell).copied().unwrap_or(to);
            match (from == map, to == map) {
                (true, false) => Gauge::Add(1),
                (false, true) => Gauge::Add(-1),
                _ => Gauge::Same,
            }
        };
        match *event {
            E::Planned { guard, cost, .. } if series < 3 && guard as usize == series => {
                Gauge::Set(cx.search.costs.shown(cost.get()))
            }
            E::Arrived { guard, .. } if series < 3 && guard as usize == series => Gauge::Set(0.0),
            E::Changed { cell, from, to, .. } if series == 3 => away(cell, from, to),
            E::Believed { cell, was, tile, .. } if series == 4 => away(cell, was, tile),
            _ => Gauge::Same,
        }
    }

    fn check(check: usize, before: &Moment<E>, event: &E, _: bool) -> bool {
        let last = |guard: u8| match before.get(plan(guard)) {
            Some(E::Planned { cost, .. }) => Some(cost.get()),
            _ => None,
        };
        match (check, *event) {
            (0, E::Planned { guard, cost, .. }) => last(guard).is_some_and(|old| cost.get() > old),
            (1, E::Believed { tile, actual, .. }) => tile != actual,
            (2, E::Believed { tile, actual, .. }) => tile == actual,
            // Where it came from, it goes again.
            (3, E::Moved { actor, cell, .. }) => {
                matches!(before.get(place(actor)), Some(E::Moved { from, .. }) if *from == cell)
            }
            (4, E::Waited { why, .. }) => matches!(why, Wait::Guard(_)),
            (5, E::Waited { why, .. }) => matches!(why, Wait::Refused(_)),
            (6, E::Arrived { .. }) | (7, E::Denied { .. }) => true,
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

    fn watch(player: &Moment<E>) -> Vec<(&'static str, Value)> {
        let context = player.trace().context();
        let guard = subject(player);
        let mut all = Vec::new();
        if let Some(turn) = turn(player) {
            all.push(("turn", Value::Int(turn as i64)));
            all.push(("guard", Value::Int(guard as i64 + 1)));
        }
        if let Some(cell) = at(player, guard) {
            all.push(("at", Value::Cell(cell)));
        }
        if let Some(E::Aimed { cell, .. }) = player.get(aim(guard)) {
            all.push(("goal", Value::Cell(*cell)));
        }
        if let Some(E::Planned { cost, end, .. }) = player.get(plan(guard)) {
            all.push(("plan cost", context.cost(cost.get())));
            all.push(("plan ends", Value::Cell(*end)));
        }
        if let Some(E::PartBegan { part, .. }) = player.phase(2) {
            all.push(("part", Value::Word(part.name().into())));
        }
        if let Some(E::PartBegan { part: Part::Plan, .. }) = player.phase(2) {
            all.extend(search(player, AStar::watch));
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
        tiles(now)
    }

    fn tokens(now: &Moment<E>) -> Vec<Token> {
        tokens(now)
    }

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        tables::figures(now)
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        Self::decision(now).iter().map(Decision::table).chain(tables::tables(now)).collect()
    }

    fn why_not_now(problem: &Problem, now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        why_not::why_not(problem, now, cell)
    }
}
