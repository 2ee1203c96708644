//! The lens of the air simulation: layers, arrows, gauges over time, tokens, checks.

use super::event::{AIR, AirEvent as E, CANDIDATES, Context, FIRE, HARM, INNER, OUTER, TILES, VENTS, WALLS, WAY};
use super::harm_event::HarmEvent as H;
use super::numbers::{FULL, HEALTH, tenths};
use super::problem::Problem;
use super::{Atmosphere, choice, decision, figures, tables, why_not};
use crate::algorithm::Lens;
use crate::event::{Slot, Value};
use crate::root2::Root2;
use crate::trace::lens::Paint;
use crate::trace::replay::{Figure, Table, Tie, Token, WhyNot};
use crate::trace::schema::Name;
use crate::trace::{CellState, Decision, Moment};
use crate::{Cell, Dir, Tile};

/// Returns the air that an event of the air layer leaves in its cell, in tenths.
pub(super) const fn air_after(event: &E) -> Option<u8> {
    match event {
        E::Filled { .. } => Some(FULL),
        E::LostAir { air, .. } => Some(*air),
        _ => None,
    }
}

/// Returns the current air of a cell, in tenths.
pub(super) fn air_at(cell: &CellState<E>) -> u8 {
    cell.layer(AIR).and_then(air_after).unwrap_or(0)
}

/// Returns the distance that an event of the venting layer gives its cell.
pub(super) const fn distance_of(event: &E) -> Option<Root2> {
    match event {
        E::Opened { distance, .. } | E::Lowered { distance, .. } | E::Vented { distance, .. } => Some(*distance),
        _ => None,
    }
}

/// Returns the distance stored in an event of the walk layer: from its cell to the destination of the walker.
pub(super) const fn way_of(event: &E) -> Option<Root2> {
    match event {
        E::Harm(H::Neared { d, .. } | H::Settled { d, .. }) => Some(*d),
        _ => None,
    }
}

/// Returns the current venting distance of a cell, if it vents.
pub(super) fn vents_at(cell: &CellState<E>) -> Option<Root2> {
    cell.layer(VENTS).filter(|e| matches!(e, E::Vented { .. })).and_then(distance_of)
}

pub(super) fn pressed(cell: &CellState<E>) -> bool {
    matches!(cell.layer(WALLS), Some(E::Pressed { .. }))
}

pub(super) fn tile_at(now: &Moment<E>, cell: Cell) -> Tile {
    match now.get(Slot::Cell(TILES, cell)) {
        Some(E::Changed { to, .. }) => *to,
        _ => now.context().ground[cell],
    }
}

/// Returns the cell of an actor and a word for how it got there. The cell is `None` if the actor is gone.
pub(super) fn place(now: &Moment<E>, actor: u32) -> (Option<Cell>, &'static str) {
    if health(now, actor) == Some(0) {
        return (None, "dead");
    }
    match now.get(Slot::Register(actor)) {
        Some(E::Lost { .. }) => (None, "lost"),
        Some(E::Taken { .. }) => (None, "taken"),
        Some(E::Moved { to, .. }) => (Some(*to), "sucked"),
        Some(E::Carried { to, .. }) => (Some(*to), "carried"),
        Some(E::Harm(H::Walked { to, .. })) => (Some(*to), "walked"),
        Some(E::Harm(H::Burst { .. })) => (None, "burst"),
        _ => (now.context().things.get(actor as usize).map(|t| t.at), ""),
    }
}

/// Returns the remaining health of an actor, if it has lost some.
pub(super) fn health(now: &Moment<E>, actor: u32) -> Option<u8> {
    match now.get(now.context().health(actor)) {
        Some(E::Harm(H::Hurt { left, .. })) => Some(*left),
        _ => None,
    }
}

/// Returns the state of an actor: hurt, about to burst, or else how it got to its cell.
fn state(now: &Moment<E>, actor: u32, came: &'static str) -> Name {
    match now.get(now.context().health(actor)) {
        Some(E::Harm(H::Hurt { left: 1.., .. })) => {
            format!("health {} of {HEALTH}", health(now, actor).unwrap_or(HEALTH)).into()
        }
        Some(E::Harm(H::Swelled { .. })) if came != "burst" => "about to burst".into(),
        _ => came.into(),
    }
}

/// Returns whether a cell is a pressure wall, or which floods have reached it.
pub(super) fn pressure(cell: &CellState<E>) -> Option<Value> {
    if pressed(cell) {
        return Some(Value::Word("pressure wall".into()));
    }
    match (cell.layer(OUTER).is_some(), cell.layer(INNER).is_some()) {
        (true, true) => Some(Value::Word("both floods".into())),
        (true, false) => Some(Value::Word("outer flood".into())),
        (false, true) => Some(Value::Word("inner flood".into())),
        (false, false) => None,
    }
}

/// Returns whether the first air and pressure walls have been found.
pub(super) fn is_underway(now: &Moment<E>) -> bool {
    Atmosphere::turn(now) > Some(0) || matches!(now.phase(1), Some(E::Scripted { .. }))
}

impl Lens for Atmosphere {
    const LISTS: &'static [u8] = &[VENTS];

    /// The air simulation has no path.
    fn path(_: &Moment<E>) -> Vec<Cell> {
        Vec::new()
    }

    fn paint<'a>(_: &Moment<'a, E>) -> Paint<'a> {
        Paint::Last(vec![AIR, VENTS, OUTER, INNER, WALLS, WAY, CANDIDATES, HARM, FIRE])
    }

    /// The wind direction: toward the next cell on the path out.
    fn arrow(cell: &CellState<E>) -> Option<Dir> {
        match cell.layer(VENTS)? {
            E::Opened { toward, .. } | E::Lowered { toward, .. } | E::Vented { toward, .. } => Some(*toward),
            _ => None,
        }
    }

    fn explain(now: &Moment<E>) -> String {
        match now.last() {
            Some(E::Moved { .. } | E::Harm(H::Rolled { .. } | H::Walked { .. })) => {
                Self::decision(now).map_or_else(String::new, |choice| choice.second_line())
            }
            Some(E::Pressed { cell }) => format!("The {} there holds the air back now.", tile_at(now, *cell).english()),
            Some(E::Changed { cell, .. }) => format!("Its air is {}.", tenths(air_at(&now.at(*cell)))),
            _ => String::new(),
        }
    }

    fn is_tie(event: &E, _: &Context) -> bool {
        matches!(event, E::Pulled { .. } | E::Struck { .. } | E::Moved { equals: 2.., .. } | E::Harm(H::Rolled { .. }))
    }

    fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
        decision::tie(before, event)
    }

    fn decision(now: &Moment<E>) -> Option<Decision> {
        decision::decision(now, None).or_else(|| choice::decision(now))
    }

    fn restages(event: &E) -> bool {
        matches!(event, E::Changed { .. })
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let mut all: Vec<_> = Self::turn(now).map(|turn| ("turn", Value::Int(turn.into()))).into_iter().collect();
        if let Some(&E::Pulled { cell, roll, under, .. }) = now.phase(2) {
            let [roll, under] = [roll, under].map(|n| Value::Int(n.into()));
            all.extend([("pulled at", Value::Cell(cell)), ("roll", roll), ("moves under", under)]);
        }
        all
    }

    /// Returns the current unit of time; 0 at the start.
    fn turn(now: &Moment<E>) -> Option<u32> {
        match now.phase(0)? {
            E::Began { .. } => Some(0),
            E::TurnBegan { turn: turns } | E::Ended { turns, .. } => Some(*turns),
            _ => None,
        }
    }

    fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
        let ground = &now.context().ground;
        now.layer(TILES).map(|(cell, _)| (cell, tile_at(now, cell))).filter(|&(cell, to)| to != ground[cell]).collect()
    }

    fn tokens(now: &Moment<E>) -> Vec<Token> {
        let things = &now.context().things;
        let token = |actor: usize| {
            let (at, came) = place(now, actor as u32);
            let acting = match now.phase(2) {
                Some(E::Pulled { actor, .. } | E::Harm(H::PersonBegan { actor, .. })) => Some(*actor as usize),
                _ => None,
            };
            let (acts, state) = (acting == Some(actor), state(now, actor as u32, came));
            let facing = things[actor].facing;
            (acts || !state.is_empty()).then_some(Token { actor, at, facing, state, acts })
        };
        (0..things.len()).filter_map(token).collect()
    }

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        figures::figures(now)
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        let choice = Self::decision(now).map(|choice| choice.table());
        [choice, tables::throws(now), tables::blows(now), tables::deaths(now), tables::things(now)]
            .into_iter()
            .flatten()
            .collect()
    }

    /// While a thing is being pulled, explains why it does not go to a neighbour.
    fn why_not_now(_: &Problem, now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        Self::decision(now)?.why_not(cell)
    }

    fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        Some(why_not::why_not(problem, end, cell))
    }
}
