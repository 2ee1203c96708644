//! Explains why a solid is not a pressure wall, and why an open cell does not vent, at the end of a run.

use super::air::{State, is_void};
use super::event::{AIR, AirEvent as E, Flood, VENTS, WALLS};
use super::lens::{air_at, distance_of, pressed, tile_at, vents_at};
use super::numbers::{FULL, tenths};
use super::problem::Problem;
use super::rules::flood;
use crate::event::{Slot, Value};
use crate::geometry::Cell;
use crate::observe::unhalted;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

/// Rebuilds the air state of a moment from the layers.
fn state_at(problem: &Problem, now: &Moment<E>) -> State {
    let mut state = State::new(problem.world.clone());
    for cell in state.size().cells() {
        let here = now.at(cell);
        state.world.tiles[cell] = tile_at(now, cell);
        state.air[cell] = air_at(&here);
        state.vents[cell] = here.layer(VENTS).and_then(distance_of);
    }
    state
}

pub(super) fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> WhyNot {
    let state = state_at(problem, end);
    if state.solid(cell) { wall(&state, end, cell) } else { open(&state, end, cell) }
}

fn wall(state: &State, end: &Moment<E>, cell: Cell) -> WhyNot {
    let tile = tile_at(end, cell).english();
    let reached = |which| unhalted(flood(state, which, &mut ()))[cell];
    let no = |reason, because: String| {
        WhyNot::new(reason, format!("The {tile} at {cell} is not a pressure wall: {because}."))
    };
    let answer = if pressed(&end.at(cell)) {
        WhyNot::new(
            "pressure-wall",
            format!("The {tile} at {cell} is a pressure wall: both floods reach it, so it holds the air back."),
        )
    } else if reached(Flood::Outer) {
        let none = if state.size().cells().any(|c| state.still(c)) { "" } else { "; there is none left" };
        let source = Flood::Inner.word();
        no("one-flood", format!("the {source} flood, from still, full air, does not reach it{none}"))
    } else if reached(Flood::Inner) {
        let source = Flood::Outer.word();
        no(
            "one-flood",
            format!(
                "there is full air beside it, but the {source} flood, from where the air is not full, does not reach it"
            ),
        )
    } else {
        no("neither-flood", "neither flood reaches it, because it is behind other solid cells".into())
    };
    answer.shown_by(end.holder(Slot::Cell(WALLS, cell)))
}

fn open(state: &State, end: &Moment<E>, cell: Cell) -> WhyNot {
    let (tile, air) = (tile_at(end, cell), tenths(state.air[cell]));
    let vented = end.holder(Slot::Cell(VENTS, cell));
    let event = vented.or_else(|| end.holder(Slot::Cell(AIR, cell)));
    if let Some(distance) = vents_at(&end.at(cell)) {
        let sentence = format!("{cell} vents, at distance {}, and its air is {air}.", Value::from(distance));
        return WhyNot::new("vents", sentence).shown_by(vented).against(None, Value::Real(distance.approx()));
    }
    let (reason, sentence) = if is_void(tile) {
        return WhyNot::new("void", format!("{cell} is {}: it never had air to lose.", tile.a()));
    } else if state.air[cell] > 0 {
        let because = match state.size().cells().filter(|&c| state.air[c] == 0 && !state.solid(c)).count() {
            0 => "no open cell of the map is without air".to_owned(),
            n => format!("none of the {n} open cells without air can be reached from it: it is sealed"),
        };
        ("sealed", format!("{cell} does not vent: {because}."))
    } else if event.is_some() {
        ("empty", format!("{cell} no longer vents: its air is gone."))
    } else {
        ("empty", format!("{cell} never vented: its region was open to the void from the start, so it never had air."))
    };
    WhyNot::new(reason, sentence).shown_by(event).against(tenths(FULL), air)
}
