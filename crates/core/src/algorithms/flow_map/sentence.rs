//! What each event of a flow map says of itself: level, slot, line of the listing, sentence, fields.

use super::event::{Context, FAR, FLEE, FlowEvent as E, GLOBAL, MARK, OTHER, ROOMS, TILES, WAVES, WHOLE};
use super::run::printed;
use super::told::sentence;
use super::words::{Cause, How, Stay, Verdict};
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::Cell;
use crate::world::verb_name;

impl Context {
    /// A value as people read it: steps, or thousandths of one.
    pub fn value(&self, units: i64) -> Value {
        if units == FAR { Value::Word("not reached") } else { Value::Int(printed(units, self.unit)) }
    }

    /// A value of the map to flee by, in steps.
    pub fn fled(&self, value: i64) -> Value {
        Value::Real(value as f64 / (1000 * self.unit) as f64)
    }

    /// What a map is called at the end of a phrase: ` in room A`, ` in the global map`; nothing where there is one.
    pub fn place(&self, map: u16) -> String {
        match self.regions.get(map as usize) {
            None => " in the global map".into(),
            Some(r) if !r.name.is_empty() => format!(" in room {}", r.name),
            _ => String::new(),
        }
    }

    /// `prisoner 2`.
    pub fn name(&self, actor: u32) -> String {
        let kind = self.actors.get(actor as usize).map_or("actor", |a| a.0.name());
        format!("{kind} {}", self.numbers.get(actor as usize).copied().unwrap_or(0))
    }

    /// The register of an actor.
    const fn register(actor: u32) -> Slot {
        Slot::Register(super::event::REGISTERS + actor)
    }
}

impl Event for E {
    type Context = Context;

    const KINDS: &'static [&'static str] = &[
        "noted",
        "turn",
        "wave",
        "level",
        "seeded",
        "reached",
        "lowered",
        "smashed",
        "requeued",
        "uncovered",
        "expanded",
        "raised",
        "shut",
        "supported",
        "blocked",
        "kept",
        "skipped",
        "subsided",
        "marked",
        "changed",
        "failed",
        "moved",
        "removed",
        "freed",
        "woke",
        "acts",
        "weighed",
        "tied",
        "stepped",
        "waited",
        "left",
        "flee",
        "fled",
        "ended",
    ];
    const NUMBERS: &'static [&'static str] =
        &["value", "offer", "old", "level", "levels", "cells", "full", "turn", "n", "roll", "steps", "mark", "actor"];

    fn kind(&self, _: &Context) -> &'static str {
        match self {
            E::Noted { .. } => "noted",
            E::TurnBegan { .. } => "turn",
            E::WaveBegan { .. } => "wave",
            E::LevelBegan { .. } => "level",
            E::Wrote { how, .. } => how.name(),
            E::Raised { shut: true, .. } => "shut",
            E::Raised { .. } => "raised",
            E::Supported { .. } => "supported",
            E::Blocked { .. } => "blocked",
            E::Kept { .. } => "kept",
            E::Skipped { .. } => "skipped",
            E::Subsided { .. } => "subsided",
            E::Marked { .. } => "marked",
            E::Changed { .. } => "changed",
            E::Failed { .. } => "failed",
            E::Moved { .. } => "moved",
            E::Removed { .. } => "removed",
            E::Freed { .. } => "freed",
            E::Woke { .. } => "woke",
            E::ActorBegan { .. } => "acts",
            E::Weighed { .. } => "weighed",
            E::Tied { .. } => "tied",
            E::Stepped { .. } => "stepped",
            E::Waited { .. } => "waited",
            E::Left { .. } => "left",
            E::FleeBegan { .. } => "flee",
            E::Fled { .. } => "fled",
            E::Ended { .. } => "ended",
        }
    }

    fn level(&self, _: &Context) -> Level {
        match self {
            E::TurnBegan { .. } => Level::Phase(0),
            E::WaveBegan { .. } | E::ActorBegan { .. } | E::FleeBegan { .. } => Level::Phase(1),
            E::LevelBegan { .. } => Level::Phase(2),
            E::Wrote { how: How::Expanded | How::Smashed, .. }
            | E::Raised { .. }
            | E::Subsided { .. }
            | E::Changed { .. }
            | E::Failed { .. }
            | E::Moved { .. }
            | E::Removed { .. }
            | E::Freed { .. }
            | E::Woke { .. }
            | E::Stepped { .. }
            | E::Waited { .. }
            | E::Left { .. }
            | E::Ended { .. } => Level::Step,
            _ => Level::Detail,
        }
    }

    fn slot(&self, _: &Context) -> Option<Slot> {
        match *self {
            E::Wrote { lowest, map, cell, .. } | E::Raised { lowest, map, cell, .. } => {
                let layer = if map == WHOLE {
                    GLOBAL
                } else if lowest {
                    ROOMS
                } else {
                    OTHER
                };
                Some(Slot::Cell(layer, cell))
            }
            E::Changed { cell, .. } => Some(Slot::Cell(TILES, cell)),
            E::Fled { cell, .. } => Some(Slot::Cell(FLEE, cell)),
            E::Subsided { .. } => Some(Slot::Register(WAVES)),
            E::Marked { .. } => Some(Slot::Register(MARK)),
            E::Moved { actor, .. }
            | E::Removed { actor, .. }
            | E::Freed { actor, .. }
            | E::Woke { actor, .. }
            | E::Stepped { actor, .. }
            | E::Waited { actor, .. }
            | E::Left { actor, .. } => Some(Context::register(actor)),
            _ => None,
        }
    }

    fn line(&self, _: &Context) -> u8 {
        match self {
            E::Noted { .. } | E::Marked { .. } => 0,
            E::Wrote { how: How::Seeded, .. } | E::WaveBegan { cause: Cause::First | Cause::Source, .. } => 1,
            E::LevelBegan { raising: false, .. } | E::Skipped { .. } | E::Subsided { .. } => 2,
            E::Wrote { how: How::Expanded, .. } => 3,
            E::Blocked { .. } => 4,
            E::Kept { .. } => 5,
            E::Wrote { how: How::Reached | How::Lowered, .. } => 6,
            E::Woke { .. } => 7,
            E::WaveBegan { cause: Cause::Freed | Cause::Cost, .. }
            | E::Wrote { how: How::Smashed, .. }
            | E::Freed { .. } => 8,
            E::WaveBegan { cause: Cause::Closed | Cause::NoSource, .. } | E::Raised { shut: true, .. } => 9,
            E::LevelBegan { raising: true, .. } | E::Supported { .. } => 10,
            E::Raised { .. } => 11,
            E::Wrote { how: How::Requeued | How::Uncovered, .. } => 12,
            E::TurnBegan { .. }
            | E::Changed { .. }
            | E::Failed { .. }
            | E::Moved { .. }
            | E::Removed { .. }
            | E::Ended { .. } => 13,
            E::ActorBegan { .. } => 14,
            E::Left { .. }
            | E::Stepped { crossed: true, .. }
            | E::Waited { why: Stay::Blocked | Stay::NoDirection, .. } => 15,
            E::Weighed { .. } | E::Tied { .. } | E::Stepped { .. } => 16,
            E::Waited { .. } => 17,
            E::FleeBegan { .. } | E::Fled { .. } => 18,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Noted { cell, .. }
            | E::WaveBegan { cell, .. }
            | E::Wrote { cell, .. }
            | E::Raised { cell, .. }
            | E::Supported { cell, .. }
            | E::Blocked { cell, .. }
            | E::Kept { cell, .. }
            | E::Skipped { cell, .. }
            | E::Subsided { cell, .. }
            | E::Changed { cell, .. }
            | E::Failed { cell, .. }
            | E::Moved { cell, .. }
            | E::Removed { cell, .. }
            | E::Freed { cell, .. }
            | E::Woke { cell, .. }
            | E::ActorBegan { cell, .. }
            | E::Weighed { cell, .. }
            | E::Tied { cell, .. }
            | E::Stepped { cell, .. }
            | E::Waited { cell, .. }
            | E::Left { cell, .. }
            | E::Fled { cell, .. } => Some(cell),
            _ => None,
        }
    }

    fn from(&self) -> Option<Cell> {
        // Directions were steps on the map once, so the other end lies on it.
        let size = crate::geometry::Size::new(u16::MAX, u16::MAX);
        match *self {
            E::Wrote { toward, cell, .. } | E::Fled { toward, cell, .. } => cell.step(toward?, size),
            E::Supported { by, cell, .. } => cell.step(by?, size),
            E::Blocked { from, cell, .. }
            | E::Kept { from, cell, .. }
            | E::Weighed { from, cell, .. }
            | E::Tied { from, cell, .. } => cell.step(from, size),
            E::Moved { from, .. } | E::Stepped { from, .. } => Some(from),
            _ => None,
        }
    }

    fn tone(&self, _: &Context) -> Tone {
        match self {
            E::Wrote { how: How::Requeued | How::Uncovered | How::Expanded, .. } => Tone::Looked,
            E::Wrote { .. }
            | E::Raised { .. }
            | E::Changed { .. }
            | E::Moved { .. }
            | E::Removed { .. }
            | E::Freed { .. }
            | E::Woke { .. }
            | E::Stepped { .. }
            | E::Left { .. }
            | E::Fled { .. } => Tone::Wrote,
            E::Blocked { .. } | E::Failed { .. } | E::Waited { .. } => Tone::Refused,
            E::Weighed { verdict, .. } if *verdict != Verdict::Lower => Tone::Refused,
            E::Tied { .. } => Tone::Tied,
            _ => Tone::Looked,
        }
    }

    fn sentence(&self, cx: &Context) -> String {
        sentence(self, cx)
    }

    fn acts(&self, _: &Context) -> bool {
        matches!(self, E::ActorBegan { .. })
    }

    fn phase_name(&self, cx: &Context) -> String {
        match *self {
            E::TurnBegan { turn: 0 } => "first ripple".into(),
            E::TurnBegan { turn } => format!("turn {turn}"),
            E::WaveBegan { cause: Cause::First, map, .. } => format!("fill{}", cx.place(map)),
            E::WaveBegan { cell, map, .. } => format!("wave from {cell}{}", cx.place(map)),
            E::LevelBegan { raising: true, value, .. } => format!("raising {}", cx.value(value)),
            E::LevelBegan { value, .. } => format!("level {}", cx.value(value)),
            E::ActorBegan { actor, .. } => cx.name(actor),
            _ => self.kind(cx).to_owned(),
        }
    }

    fn fields(&self, cx: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        if let Some(cell) = self.cell() {
            visit("cell", Value::Cell(cell));
        }
        if let Some(from) = self.from() {
            visit("from", Value::Cell(from));
        }
        let int = |n: u32| Value::Int(n as i64);
        match *self {
            E::TurnBegan { turn } | E::Ended { turn, .. } => visit("turn", int(turn)),
            E::WaveBegan { cause, map, .. } => {
                visit("cause", Value::Word(cause.name()));
                visit("map", Value::Int(map as i64));
            }
            E::LevelBegan { map, cells, level, value, .. } => {
                visit("map", Value::Int(map as i64));
                visit("value", cx.value(value));
                visit("cells", int(cells));
                visit("level", int(level));
            }
            E::Wrote { map, level, value, .. } => {
                visit("map", Value::Int(map as i64));
                visit("value", cx.value(value));
                visit("level", int(level));
            }
            E::Raised { map, old, .. } => {
                visit("map", Value::Int(map as i64));
                visit("old", cx.value(old));
            }
            E::Supported { map, value, .. } | E::Skipped { map, value, .. } => {
                visit("map", Value::Int(map as i64));
                visit("value", cx.value(value));
            }
            E::Blocked { map, why, .. } => {
                visit("map", Value::Int(map as i64));
                visit("why", Value::Word(why.because()));
            }
            E::Kept { map, value, offer, .. } => {
                visit("map", Value::Int(map as i64));
                visit("value", cx.value(value));
                visit("offer", cx.value(offer));
            }
            E::Subsided { map, levels, cells, full, .. } => {
                visit("map", Value::Int(map as i64));
                visit("levels", int(levels));
                visit("cells", int(cells));
                visit("full", int(full));
            }
            E::Marked { mark } => visit("mark", Value::Int(mark)),
            E::Changed { from, to, solid, line, .. } => {
                visit("was", Value::Word(from.info().name));
                visit("is", Value::Word(to.info().name));
                visit("solid", Value::Flag(solid));
                visit("line", int(line + 1));
            }
            E::Failed { verb, line, .. } => {
                visit("verb", Value::Word(verb_name(verb)));
                visit("line", int(line + 1));
            }
            E::Woke { actor, map, value, .. } | E::ActorBegan { actor, map, value, .. } => {
                visit("actor", int(actor));
                visit("map", Value::Int(map as i64));
                visit("value", cx.height(value));
            }
            E::Weighed { actor, verdict, value, .. } => {
                visit("actor", int(actor));
                visit("value", cx.height(value));
                visit("verdict", Value::Word(verdict.because()));
            }
            E::Tied { actor, n, dice, roll, .. } => {
                visit("actor", int(actor));
                visit("n", Value::Int(n as i64));
                if dice {
                    visit("roll", Value::Real(roll));
                }
            }
            E::Stepped { actor, map, crossed, value, .. } => {
                visit("actor", int(actor));
                visit("map", Value::Int(map as i64));
                visit("value", cx.height(value));
                visit("crossed", Value::Flag(crossed));
            }
            E::Moved { actor, .. } | E::Removed { actor, .. } | E::Freed { actor, .. } | E::Waited { actor, .. } => {
                visit("actor", int(actor));
            }
            E::Left { actor, turn, steps, .. } => {
                visit("actor", int(actor));
                visit("turn", int(turn));
                visit("steps", int(steps));
            }
            E::FleeBegan { cells } => visit("cells", int(cells)),
            E::Fled { value, .. } => visit("value", cx.fled(value)),
            E::Noted { .. } => {}
        }
    }
}
