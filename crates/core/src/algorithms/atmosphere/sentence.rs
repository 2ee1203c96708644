//! What each event of the air says of itself: level, slot, line of the listing, sentence, fields.

use super::context::Context;
use super::event::{
    AIR, AirEvent as E, Cause, Flood, INNER, OUTER, REGIONS, Spare, Stop, TILES, VENTS, WALLS, WEIGHED,
};
use super::numbers::FACES;
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::{Cell, Dir};
use crate::terrain::Tile;
use crate::world::verb_name;

/// Air in tenths as people read it.
pub(super) fn air(tenths: u8) -> Value {
    Value::cost(tenths as u64, 10)
}

/// A sum of air in tenths.
fn sum(tenths: u32) -> Value {
    Value::cost(tenths as u64, 10)
}

/// A chance in twelfths as the page writes it.
pub(super) fn chance(under: u8) -> String {
    let (mut a, mut b) = (under, FACES);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    format!("{}/{}", under / a.max(1), FACES / a.max(1))
}

/// The first letter made a capital.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// The cell that an event points toward; it came from there, so it lies on the map.
const fn neighbour(cell: Cell, toward: Dir) -> Cell {
    let (dx, dy) = toward.offset();
    Cell::new(cell.x.wrapping_add_signed(dx as i16), cell.y.wrapping_add_signed(dy as i16))
}

fn cells(n: u32) -> String {
    if n == 1 { "1 cell".into() } else { format!("{n} cells") }
}

impl Cause {
    const fn because(self) -> &'static str {
        match self {
            Self::Start => "the run begins",
            Self::Opened => "something was opened",
            Self::Closed => "something was closed",
        }
    }
}

impl Flood {
    /// Where it starts, as the end of a phrase.
    pub(super) const fn source(self) -> &'static str {
        match self {
            Self::Outer => "from where air is not 1",
            Self::Inner => "from still, full air",
        }
    }
}

impl Event for E {
    type Context = Context;

    #[rustfmt::skip]
    const KINDS: &'static [&'static str] = &[
        "began", "divided", "joined", "sealed", "left", "filled", "searched", "opened", "lowered", "vented", "stilled",
        "weakened", "flooded", "reached", "pressed", "relieved", "turned", "scripted", "refused", "changed", "carried",
        "taken", "lit", "shot", "stopped", "missed", "exploded", "sent", "passed", "struck", "spared", "drained",
        "thinned", "sucked", "gripped", "weighed", "moved", "lost", "ended",
    ];
    const NUMBERS: &'static [&'static str] = &[
        "turn", "air", "before", "left", "distance", "region", "cells", "void", "sources", "roll", "under", "equals",
        "pick", "actor", "waves", "things", "lost", "line",
    ];

    #[rustfmt::skip]
    fn kind(&self, _: &Context) -> &'static str {
        match self {
            E::Began { .. } => "began",       E::Divided { .. } => "divided",   E::Joined { .. } => "joined",
            E::Sealed { .. } => "sealed",     E::Left { .. } => "left",         E::Filled { .. } => "filled",
            E::Searched { .. } => "searched", E::Opened { .. } => "opened",     E::Lowered { .. } => "lowered",
            E::Vented { .. } => "vented",     E::Stilled { .. } => "stilled",   E::Weakened { .. } => "weakened",
            E::Flooded { .. } => "flooded",   E::Reached { .. } => "reached",   E::Pressed { .. } => "pressed",
            E::Relieved { .. } => "relieved", E::Turned { .. } => "turned",     E::Scripted { .. } => "scripted",
            E::Refused { .. } => "refused",   E::Changed { .. } => "changed",   E::Carried { .. } => "carried",
            E::Taken { .. } => "taken",       E::Lit { .. } => "lit",           E::Shot { .. } => "shot",
            E::Stopped { .. } => "stopped",   E::Missed { .. } => "missed",     E::Exploded { .. } => "exploded",
            E::Sent { .. } => "sent",         E::Passed { .. } => "passed",     E::Struck { .. } => "struck",
            E::Spared { .. } => "spared",     E::Drained { .. } => "drained",   E::Thinned { .. } => "thinned",
            E::Sucked { .. } => "sucked",     E::Gripped { .. } => "gripped",   E::Weighed { .. } => "weighed",
            E::Moved { .. } => "moved",       E::Lost { .. } => "lost",         E::Ended { .. } => "ended",
        }
    }

    fn level(&self, _: &Context) -> Level {
        match self {
            E::Began { .. } | E::Turned { .. } | E::Ended { .. } => Level::Phase(0),
            E::Scripted { .. } | E::Drained { .. } | E::Sucked { .. } => Level::Phase(1),
            E::Divided { .. } | E::Searched { .. } | E::Weakened { .. } | E::Gripped { .. } => Level::Phase(2),
            E::Joined { .. }
            | E::Filled { .. }
            | E::Opened { .. }
            | E::Lowered { .. }
            | E::Reached { .. }
            | E::Sent { .. }
            | E::Thinned { .. }
            | E::Weighed { .. } => Level::Detail,
            _ => Level::Step,
        }
    }

    fn slot(&self, _: &Context) -> Option<Slot> {
        let (layer, cell) = match *self {
            E::Joined { cell, .. } => (REGIONS, cell),
            E::Filled { cell, .. } | E::Thinned { cell, .. } => (AIR, cell),
            E::Opened { cell, .. } | E::Lowered { cell, .. } | E::Vented { cell, .. } | E::Stilled { cell, .. } => {
                (VENTS, cell)
            }
            E::Reached { cell, flood: Flood::Outer, .. } => (OUTER, cell),
            E::Reached { cell, flood: Flood::Inner, .. } => (INNER, cell),
            E::Pressed { cell } | E::Relieved { cell, .. } => (WALLS, cell),
            E::Changed { cell, .. } => (TILES, cell),
            E::Weighed { cell, .. } => (WEIGHED, cell),
            E::Carried { actor, .. } | E::Taken { actor, .. } | E::Moved { actor, .. } | E::Lost { actor, .. } => {
                return Some(Slot::Register(actor));
            }
            _ => return None,
        };
        Some(Slot::Cell(layer, cell))
    }

    fn line(&self, _: &Context) -> u8 {
        match self {
            E::Began { .. } | E::Divided { .. } | E::Joined { .. } | E::Left { .. } => 0,
            E::Sealed { .. } | E::Filled { .. } => 1,
            E::Turned { .. } | E::Ended { .. } => 2,
            E::Scripted { .. } | E::Refused { .. } | E::Carried { .. } | E::Taken { .. } | E::Lit { .. } => 3,
            E::Shot { .. } | E::Stopped { .. } | E::Missed { .. } | E::Spared { why: Spare::NoPressure, .. } => 4,
            E::Struck { under, .. } if *under == super::numbers::BULLET => 4,
            E::Exploded { .. } | E::Sent { .. } | E::Passed { .. } | E::Struck { .. } | E::Spared { .. } => 5,
            E::Changed { .. } => 6,
            E::Searched { .. } | E::Opened { .. } | E::Lowered { .. } => 7,
            E::Vented { .. } | E::Stilled { why: Stop::Sealed | Stop::Solid, .. } => 8,
            E::Weakened { .. } | E::Pressed { .. } | E::Relieved { .. } => 9,
            E::Flooded { flood, .. } | E::Reached { flood, .. } => 10 + u8::from(*flood == Flood::Inner),
            E::Drained { .. } | E::Thinned { .. } | E::Stilled { .. } => 12,
            E::Sucked { .. } => 13,
            E::Gripped { .. } => 14,
            E::Weighed { .. } | E::Moved { .. } => 15,
            E::Lost { .. } => 16,
        }
    }

    #[rustfmt::skip]
    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Joined { cell, .. } | E::Filled { cell, .. } | E::Opened { cell, .. } | E::Lowered { cell, .. }
            | E::Vented { cell, .. } | E::Stilled { cell, .. } | E::Reached { cell, .. } | E::Pressed { cell }
            | E::Relieved { cell, .. } | E::Scripted { cell, .. } | E::Refused { cell, .. } | E::Changed { cell, .. }
            | E::Taken { cell, .. } | E::Lit { cell, .. } | E::Stopped { cell, .. } | E::Missed { cell }
            | E::Exploded { cell, .. } | E::Passed { cell, .. } | E::Struck { cell, .. } | E::Spared { cell, .. }
            | E::Thinned { cell, .. } | E::Gripped { cell, .. } | E::Weighed { cell, .. } | E::Lost { cell, .. } => {
                Some(cell)
            }
            E::Carried { to, .. } | E::Shot { to, .. } | E::Sent { to, .. } | E::Moved { to, .. } => Some(to),
            _ => None,
        }
    }

    fn from(&self) -> Option<Cell> {
        match *self {
            E::Carried { from, .. } | E::Shot { from, .. } | E::Sent { from, .. } | E::Moved { from, .. } => Some(from),
            E::Opened { cell, toward, .. } | E::Lowered { cell, toward, .. } | E::Vented { cell, toward, .. } => {
                Some(neighbour(cell, toward))
            }
            E::Reached { cell, toward, .. } => toward.map(|dir| neighbour(cell, dir)),
            _ => None,
        }
    }

    fn tone(&self, cx: &Context) -> Tone {
        match self {
            E::Refused { .. } | E::Spared { .. } | E::Relieved { .. } | E::Stopped { .. } | E::Missed { .. } => {
                Tone::Refused
            }
            E::Struck { .. } | E::Gripped { .. } => Tone::Tied,
            E::Moved { equals, .. } if *equals > 1 => Tone::Tied,
            _ if self.slot(cx).is_some() => Tone::Wrote,
            _ => Tone::Looked,
        }
    }

    fn acts(&self, _: &Context) -> bool {
        matches!(self, E::Gripped { .. })
    }

    fn phase_name(&self, cx: &Context) -> String {
        match *self {
            E::Began { .. } => "start".into(),
            E::Turned { turn } => format!("turn {turn}"),
            E::Scripted { cell, verb, .. } => format!("{} {cell}", verb_name(verb)),
            E::Drained { .. } => "loss".into(),
            E::Sucked { .. } => "suction".into(),
            E::Divided { .. } => "regions".into(),
            E::Searched { .. } => "distances".into(),
            E::Weakened { .. } => "pressure walls".into(),
            E::Gripped { actor, .. } => cx.name(actor).to_owned(),
            E::Ended { .. } => "end".into(),
            _ => self.kind(cx).to_owned(),
        }
    }

    fn sentence(&self, cx: &Context) -> String {
        rule_sentence(self, cx).or_else(|| deed_sentence(self, cx)).unwrap_or_else(|| format!("{}.", self.kind(cx)))
    }

    fn fields(&self, _: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        super::fields::fields(self, visit);
    }
}

/// Sentences of regions, distances, pressure walls and the loss of air.
fn rule_sentence(event: &E, cx: &Context) -> Option<String> {
    Some(match *event {
        E::Began { void: 0 } => "There is no void on this map: no air can leave it.".into(),
        E::Began { void } => format!("The map has {} without air of their own.", cells(void)),
        E::Divided { cause } => format!("Regions of equal solidity: {}.", cause.because()),
        E::Joined { cell, region, solid, void } => {
            let what = if void {
                "without air"
            } else if solid {
                "solid"
            } else {
                "open"
            };
            format!("{cell}, {what}, belongs to region {region}.")
        }
        E::Sealed { region, cells: n, solid } => {
            let what = if solid { "solid" } else { "open" };
            format!("Region {region}, {what}, has {} and no void: its air is 1.", cells(n))
        }
        E::Left { region, cells: n, void } => {
            format!("Region {region} has {}, {void} of them void: its air is left as it is.", cells(n))
        }
        E::Filled { cell, before, .. } => format!("The air of {cell} rose from {} to 1.", air(before)),
        E::Searched { sources: 0, .. } => "No open cell is without air: nothing can vent.".into(),
        E::Searched { cause, sources } => {
            format!("Distances from {} without air, through what is open: {}.", cells(sources), cause.because())
        }
        E::Opened { cell, toward, distance } => {
            format!("{cell} was reached from {} at distance {distance}.", neighbour(cell, toward))
        }
        E::Lowered { cell, toward, distance } => {
            format!("{cell} is nearer by way of {}: distance {distance}.", neighbour(cell, toward))
        }
        E::Vented { cell, toward, again, distance } => {
            let word = if again { "still vents, now" } else { "vents" };
            format!("{cell} {word} at distance {distance}, toward {}.", neighbour(cell, toward))
        }
        E::Stilled { cell, why } => match why {
            Stop::Empty => format!("{cell} has no air left and stopped venting."),
            Stop::Sealed => format!("{cell} stopped venting: nothing without air can be reached from it."),
            Stop::Solid => format!("{cell} stopped venting: it is solid now."),
        },
        E::Weakened { cause } => format!("Pressure walls: {}.", cause.because()),
        E::Flooded { flood, sources } => format!("The flood {} starts from {}.", flood.source(), cells(sources)),
        E::Reached { cell, flood, toward: None, .. } => format!("The flood {} starts from {cell}.", flood.source()),
        E::Reached { cell, flood, toward: Some(dir), solid } => {
            let stops = if solid { " and stops on it" } else { "" };
            format!("The flood {} reached {cell} from {}{stops}.", flood.source(), neighbour(cell, dir))
        }
        E::Pressed { cell } => format!("{cell} became a pressure wall: both floods reach it."),
        E::Relieved { cell, solid: false, .. } => format!("{cell} is no pressure wall any more: it is not solid."),
        E::Relieved { cell, outer, inner, .. } => {
            let which = match (outer, inner) {
                (false, false) => "neither flood reaches it".to_owned(),
                (false, true) => format!("the flood {} does not reach it", Flood::Outer.source()),
                _ => format!("the flood {} does not reach it", Flood::Inner.source()),
            };
            format!("{cell} is no pressure wall any more: {which}.")
        }
        E::Drained { cells: n } => {
            let verb = if n == 1 { "loses" } else { "lose" };
            format!("{} {verb} a tenth of air.", capital(&cells(n)))
        }
        E::Thinned { cell, air: n, left } => {
            format!("The air of {cell} fell to {}; {} is left in all.", air(n), sum(left))
        }
        E::Turned { turn } => format!("Unit {turn} of {} began.", cx.turns),
        E::Ended { turns, lost, unread, left } => {
            let late = match unread {
                0 => String::new(),
                1 => " One line of the script comes after that.".into(),
                n => format!(" {n} lines of the script come after that."),
            };
            let gone = match lost {
                0 => "nothing was lost".to_owned(),
                1 => "one thing was lost".to_owned(),
                n => format!("{n} things were lost"),
            };
            format!("After {turns} units of time {} of air is left, and {gone} to the void.{late}", sum(left))
        }
        _ => return None,
    })
}

/// Sentences of the script, of blows and of suction.
fn deed_sentence(event: &E, cx: &Context) -> Option<String> {
    let name = |actor| capital(&cx.told(actor));
    Some(match *event {
        E::Scripted { cell, verb, line } => format!("Line {line} of the script: {} at {cell}.", verb_name(verb)),
        E::Refused { cell, verb, why } => {
            format!("{} at {cell} did nothing: {}.", capital(verb_name(verb)), why.because())
        }
        E::Changed { cell, from, to: Tile::Void, .. } => format!("The {from} at {cell} gave way to the void."),
        E::Changed { cell, from, to, .. } => format!("The {from} at {cell} became {to}."),
        E::Carried { actor, from, to } => format!("{} was put from {from} to {to}.", name(actor)),
        E::Taken { actor, cell } => format!("{} was taken away from {cell}.", name(actor)),
        E::Lit { actor, cell, lit } => {
            let what = if lit { "lit" } else { "put out" };
            format!("{} at {cell} was {what}, which is nothing to the air.", name(actor))
        }
        E::Shot { from, to } if from == to => format!("A bullet was fired at {to}."),
        E::Shot { from, to } => format!("A bullet was fired from {from} at {to}."),
        E::Stopped { actor, cell } => format!("The bullet hit {} at {cell} and went no further.", cx.told(actor)),
        E::Missed { cell } => format!("The bullet met nothing solid as far as {cell}."),
        E::Exploded { cell, waves } => format!("An explosion at {cell} sent {waves} shockwaves to distance 4…5."),
        E::Sent { from, to } => format!("A shockwave left {from} toward {to}."),
        E::Passed { actor, cell } => format!("The shockwave went through {} at {cell}, as flames do.", cx.told(actor)),
        E::Struck { cell, roll, under } => {
            let result = if roll < under { "it broke" } else { "it held" };
            format!(
                "{cell} was struck: {roll} of {FACES} was rolled, under {under} it breaks ({}): {result}.",
                chance(under)
            )
        }
        E::Spared { cell, why: Spare::NoPressure } => {
            format!("The bullet did nothing to {cell}: it breaks pressure walls only.")
        }
        E::Spared { cell, why: Spare::Withstands(tile) } => format!("Nothing breaks the {tile} at {cell}."),
        E::Spared { cell, why: Spare::Broken } => {
            format!("The shockwave ended at {cell}, which another one of the same explosion had broken.")
        }
        E::Sucked { things: 1 } => "Suction pulls at one thing.".into(),
        E::Sucked { things } => format!("Suction pulls at {things} things."),
        E::Gripped { actor, cell, roll, under } => {
            let result = if roll < under { "it moves" } else { "it holds on" };
            format!(
                "{} at {cell}: {roll} of {FACES} was rolled, under {under} it moves ({}): {result}.",
                name(actor),
                chance(under)
            )
        }
        E::Weighed { cell, actor, air: 0, .. } => {
            format!("{cell}, without air, is a best place for {} to go.", cx.told(actor))
        }
        E::Weighed { cell, actor, air: n, best, distance } => {
            let verdict = if best { "is a best place" } else { "lost as a place" };
            format!("{cell}, air {}, distance {distance}, {verdict} for {} to go.", air(n), cx.told(actor))
        }
        E::Moved { actor, from, to, equals: 1, .. } => {
            format!("{} was sucked from {from} to {to}, the best of its neighbours.", name(actor))
        }
        E::Moved { actor, from, to, equals, .. } => {
            format!(
                "{} was sucked from {from} to {to}, one of {equals} best neighbours, each with 1/{equals}.",
                name(actor)
            )
        }
        E::Lost { actor, cell } => format!("{} was lost to the void at {cell}.", name(actor)),
        _ => return None,
    })
}
