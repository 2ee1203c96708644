//! The fields of the air's events by name, for breakpoints, trace files and the event's own table.

use super::event::{AirEvent as E, Flood, Spare, Stop};
use super::sentence::air;
use crate::event::Value;
use crate::geometry::Cell;
use crate::terrain::Tile;
use crate::world::verb_name;

/// Visits every field with its name.
#[rustfmt::skip]
pub(super) fn fields(event: &E, visit: &mut dyn FnMut(&'static str, Value)) {
    let int = |n: u32| Value::Int(n as i64);
    let small = |n: u8| Value::Int(n as i64);
    let sum = |tenths: u32| Value::cost(tenths as u64, 10);
    let flood = |f: Flood| Value::Word(match f { Flood::Outer => "outer", Flood::Inner => "inner" });
    let tile = |t: Tile| Value::Word(t.info().name);
    let (cell, flag) = (|c: Cell| Value::Cell(c), |b: bool| Value::Flag(b));
    let mut all = |fields: &[(&'static str, Value)]| fields.iter().for_each(|&(name, value)| visit(name, value));
    match *event {
        E::Began { void } => all(&[("void", int(void))]),
        E::Divided { cause } | E::Weakened { cause } => all(&[("cause", Value::Word(word(cause)))]),
        E::Joined { cell: c, region, solid, void } => {
            all(&[("cell", cell(c)), ("region", int(region)), ("solid", flag(solid)), ("airless", flag(void))]);
        }
        E::Sealed { region, cells, solid } => all(&[("region", int(region)), ("cells", int(cells)), ("solid", flag(solid))]),
        E::Left { region, cells, void } => all(&[("region", int(region)), ("cells", int(cells)), ("void", int(void))]),
        E::Filled { cell: c, before, left } => all(&[("cell", cell(c)), ("before", air(before)), ("left", sum(left))]),
        E::Searched { cause, sources } => all(&[("cause", Value::Word(word(cause))), ("sources", int(sources))]),
        E::Opened { cell: c, toward, distance } | E::Lowered { cell: c, toward, distance } => {
            all(&[("cell", cell(c)), ("toward", Value::Dir(toward)), ("distance", Value::Real(distance.value()))]);
        }
        E::Vented { cell: c, toward, again, distance } => all(&[
            ("cell", cell(c)), ("toward", Value::Dir(toward)), ("distance", Value::Real(distance.value())), ("again", flag(again)),
        ]),
        E::Stilled { cell: c, why } => {
            let why = match why { Stop::Empty => "empty", Stop::Sealed => "sealed", Stop::Solid => "solid" };
            all(&[("cell", cell(c)), ("why", Value::Word(why))]);
        }
        E::Flooded { flood: f, sources } => all(&[("flood", flood(f)), ("sources", int(sources))]),
        E::Reached { cell: c, flood: f, toward, solid } => {
            all(&[("cell", cell(c)), ("flood", flood(f)), ("solid", flag(solid))]);
            if let Some(dir) = toward { all(&[("toward", Value::Dir(dir))]); }
        }
        E::Pressed { cell: c } | E::Missed { cell: c } => all(&[("cell", cell(c))]),
        E::Relieved { cell: c, solid, outer, inner } => {
            all(&[("cell", cell(c)), ("solid", flag(solid)), ("outer", flag(outer)), ("inner", flag(inner))]);
        }
        E::Turned { turn } => all(&[("turn", int(turn))]),
        E::Scripted { cell: c, verb, line } => all(&[("cell", cell(c)), ("do", Value::Word(verb_name(verb))), ("line", int(line))]),
        E::Refused { cell: c, verb, .. } => all(&[("cell", cell(c)), ("do", Value::Word(verb_name(verb)))]),
        E::Changed { cell: c, from, to, left } => {
            all(&[("cell", cell(c)), ("tile", tile(to)), ("was", tile(from)), ("left", sum(left))]);
        }
        E::Carried { actor, from, to } => all(&[("actor", int(actor)), ("from", cell(from)), ("to", cell(to))]),
        E::Taken { actor, cell: c } | E::Stopped { actor, cell: c } | E::Passed { actor, cell: c } | E::Lost { actor, cell: c } => {
            all(&[("actor", int(actor)), ("cell", cell(c))]);
        }
        E::Lit { actor, cell: c, lit } => all(&[("actor", int(actor)), ("cell", cell(c)), ("lit", flag(lit))]),
        E::Shot { from, to } | E::Sent { from, to } => all(&[("from", cell(from)), ("to", cell(to))]),
        E::Exploded { cell: c, waves } => all(&[("cell", cell(c)), ("waves", int(waves))]),
        E::Struck { cell: c, roll, under } => {
            all(&[("cell", cell(c)), ("roll", small(roll)), ("under", small(under)), ("broke", flag(roll < under))]);
        }
        E::Spared { cell: c, why } => {
            let why = match why {
                Spare::NoPressure => "no pressure wall",
                Spare::Withstands(_) => "withstands",
                Spare::Broken => "broken before",
            };
            all(&[("cell", cell(c)), ("why", Value::Word(why))]);
        }
        E::Drained { cells } => all(&[("cells", int(cells))]),
        E::Thinned { cell: c, air: n, left } => all(&[("cell", cell(c)), ("air", air(n)), ("left", sum(left))]),
        E::Sucked { things } => all(&[("things", int(things))]),
        E::Gripped { actor, cell: c, roll, under } => {
            all(&[("actor", int(actor)), ("cell", cell(c)), ("roll", small(roll)), ("under", small(under)), ("moves", flag(roll < under))]);
        }
        E::Weighed { cell: c, actor, air: n, best, distance } => all(&[
            ("cell", cell(c)), ("actor", int(actor)), ("air", air(n)), ("distance", Value::Real(distance.value())), ("best", flag(best)),
        ]),
        E::Moved { actor, from, to, equals, pick } => {
            all(&[("actor", int(actor)), ("from", cell(from)), ("to", cell(to)), ("equals", small(equals)), ("pick", small(pick))]);
        }
        E::Ended { turns, lost, unread, left } => {
            all(&[("turn", int(turns)), ("lost", int(lost)), ("unread", int(unread)), ("left", sum(left))]);
        }
    }
}

const fn word(cause: super::event::Cause) -> &'static str {
    match cause {
        super::event::Cause::Start => "start",
        super::event::Cause::Opened => "opened",
        super::event::Cause::Closed => "closed",
    }
}
