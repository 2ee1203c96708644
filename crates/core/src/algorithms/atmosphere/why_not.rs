//! Why a solid is no pressure wall, and why an open cell does not vent, at the end of a run.

use super::event::AirEvent as E;
use super::lens::{air_after, distance_of, pressed, tile_at, vents_at};
use super::numbers::{FULL, tenths};
use super::problem::Problem;
use super::reason::Flood;
use super::rules::flood;
use super::state::{State, is_void};
use crate::event::{Slot, Value};
use crate::geometry::Cell;
use crate::observe::unhalted;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

/// The air at a moment, put together of what the layers hold.
fn state_at(problem: &Problem, player: &Moment<E>) -> State {
    let mut state = State::new(problem.world.clone());
    for (cell, event) in player.layer(super::event::TILES) {
        if let E::Changed { to, .. } = event {
            state.world.tiles[cell] = *to;
        }
    }
    for (cell, event) in player.layer(super::event::AIR) {
        state.air[cell] = air_after(event).unwrap_or(0);
    }
    for (cell, event) in player.layer(super::event::VENTS) {
        state.vents[cell] = distance_of(event);
    }
    state
}

pub(super) fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> WhyNot {
    let state = state_at(problem, end);
    if state.solid(cell) { wall(&state, end, cell) } else { open(&state, end, cell) }
}

fn wall(state: &State, end: &Moment<E>, cell: Cell) -> WhyNot {
    let event = end.holder(Slot::Cell(super::event::WALLS, cell));
    let tile = tile_at(end, cell).english();
    let answer = |reason, sentence| WhyNot { reason, sentence, event, best: None, this: None };
    if pressed(&end.at(cell)) {
        return answer("pressure-wall", format!("The {tile} at {cell} is a pressure wall: both floods reach it."));
    }
    let reached = |which| unhalted(flood(state, which, &mut ()))[cell];
    let (outer, inner) = (reached(Flood::Outer), reached(Flood::Inner));
    let (reason, because) = match (outer, inner) {
        (false, false) => ("neither-flood", "neither flood reaches it, for it lies behind other solids".to_owned()),
        (false, true) => {
            ("one-flood", format!("there is air before it, but the flood {} does not reach it", Flood::Outer.source()))
        }
        _ => {
            let sources = state.size().cells().filter(|&c| state.still(c)).count();
            let none = if sources == 0 { ", of which there is none left" } else { "" };
            (
                "one-flood",
                format!("no air presses on it, for the flood {} does not reach it{none}", Flood::Inner.source()),
            )
        }
    };
    answer(reason, format!("The {tile} at {cell} is no pressure wall: {because}."))
}

fn open(state: &State, end: &Moment<E>, cell: Cell) -> WhyNot {
    let tile = tile_at(end, cell);
    let event = end.holder(Slot::Cell(super::event::VENTS, cell));
    if let Some(distance) = vents_at(&end.at(cell)) {
        let sentence = format!("{cell} vents, at distance {distance}, and holds {} of air.", tenths(state.air[cell]));
        return WhyNot { reason: "vents", sentence, event, best: None, this: Some(Value::Real(distance.value())) };
    }
    if is_void(tile) {
        let sentence = format!("{cell} is {}: it never had air to lose.", tile.a());
        return WhyNot { reason: "void", sentence, event: None, best: None, this: None };
    }
    let emptied = end.holder(Slot::Cell(super::event::AIR, cell));
    let this = Some(tenths(state.air[cell]));
    let best = Some(tenths(FULL));
    if state.air[cell] == 0 {
        let sentence = match event.or(emptied) {
            Some(_) => format!("{cell} no longer vents: its air is gone."),
            None => {
                format!("{cell} never vented: its region was open to the void from the start, so it never had air.")
            }
        };
        return WhyNot { reason: "empty", sentence, event: event.or(emptied), best, this };
    }
    let without = state.size().cells().filter(|&c| state.air[c] == 0 && !state.solid(c)).count();
    let because = match (without, end.get(Slot::Cell(super::event::REGIONS, cell))) {
        (0, _) => "no open cell of the map is without air".to_owned(),
        (n, _) => format!("none of the {n} open cells without air can be reached from it: it is sealed"),
    };
    let sentence = format!("{cell} does not vent: {because}.");
    WhyNot { reason: "sealed", sentence, event: event.or(emptied), best, this }
}
