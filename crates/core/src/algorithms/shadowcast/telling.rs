//! What an event of a field of view says of itself: level, slot, line, fields and the name of its phase.

use super::Variant;
use super::event::{CUTS, Context, HIDDEN, SEEN, STACK, ShadowEvent as E};
use super::sentence::{sentence, side};
use super::slope::Slope;
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::Cell;

fn register(height: u16) -> Option<Slot> {
    ((height as u32) < STACK).then_some(Slot::Register(height as u32))
}

impl Event for E {
    type Context = Context;

    const KINDS: &'static [&'static str] = &[
        "stood",
        "entered",
        "pushed",
        "dropped",
        "ended",
        "scanned",
        "emptied",
        "cut",
        "lit",
        "brightened",
        "repeated",
        "hid",
        "called",
        "resumed",
        "opened",
        "closed",
        "flooded",
    ];
    const NUMBERS: &'static [&'static str] = &["row", "light", "min", "max", "was", "now", "height", "steps"];

    fn kind(&self, _: &Context) -> &'static str {
        match self {
            E::Stood { .. } => "stood",
            E::Entered { .. } => "entered",
            E::Pushed { .. } => "pushed",
            E::Dropped { .. } => "dropped",
            E::Ended { .. } => "ended",
            E::Scanned { .. } => "scanned",
            E::Emptied { .. } => "emptied",
            E::Cut { .. } => "cut",
            E::Lit { .. } => "lit",
            E::Brightened { .. } => "brightened",
            E::Repeated { .. } => "repeated",
            E::Hid { .. } => "hid",
            E::Called { .. } => "called",
            E::Resumed { .. } => "resumed",
            E::Opened { .. } => "opened",
            E::Closed { .. } => "closed",
            E::Flooded { .. } => "flooded",
        }
    }

    fn level(&self, _: &Context) -> Level {
        match self {
            E::Entered { .. } => Level::Phase(0),
            // A row lies inside the row before it: so the phases are the tree of the recursion.
            E::Scanned { wedge, .. } | E::Resumed { wedge, .. } => Level::Phase(wedge.depth.min(250) as u8),
            E::Flooded { steps, .. } => Level::Phase(*steps),
            E::Stood { .. } | E::Lit { .. } | E::Brightened { .. } | E::Hid { .. } | E::Called { .. } => Level::Step,
            _ => Level::Detail,
        }
    }

    fn slot(&self, _: &Context) -> Option<Slot> {
        match *self {
            E::Stood { cell } | E::Lit { cell, .. } | E::Brightened { cell, .. } => Some(Slot::Cell(SEEN, cell)),
            E::Hid { cell, .. } => Some(Slot::Cell(HIDDEN, cell)),
            E::Cut { cell, .. } => Some(Slot::Cell(CUTS, cell)),
            E::Pushed { height, .. }
            | E::Ended { height, .. }
            | E::Scanned { height, .. }
            | E::Called { height, .. }
            | E::Resumed { height, .. }
            | E::Opened { height, .. }
            | E::Flooded { height, .. } => register(height),
            _ => None,
        }
    }

    fn line(&self, _: &Context) -> u8 {
        match self {
            E::Stood { .. } => 0,
            E::Entered { .. } => 1,
            E::Scanned { .. } | E::Flooded { .. } => 2,
            E::Ended { .. } => 3,
            E::Lit { .. } | E::Brightened { .. } | E::Repeated { .. } => 5,
            E::Hid { .. } => 6,
            E::Cut { .. } => 7,
            E::Pushed { .. } | E::Called { .. } | E::Opened { .. } => 8,
            E::Resumed { .. } => 9,
            E::Dropped { .. } | E::Closed { .. } | E::Emptied { .. } => 10,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Stood { cell }
            | E::Cut { cell, .. }
            | E::Lit { cell, .. }
            | E::Brightened { cell, .. }
            | E::Repeated { cell, .. }
            | E::Hid { cell, .. }
            | E::Opened { cell, .. }
            | E::Closed { cell, .. }
            | E::Flooded { cell, .. } => Some(cell),
            _ => None,
        }
    }

    fn tone(&self, _: &Context) -> Tone {
        match self {
            E::Stood { .. } | E::Lit { .. } | E::Brightened { .. } => Tone::Wrote,
            E::Hid { .. } | E::Closed { .. } | E::Dropped { .. } | E::Ended { .. } => Tone::Refused,
            _ => Tone::Looked,
        }
    }

    fn sentence(&self, context: &Context) -> String {
        sentence(self, context)
    }

    fn fields(&self, context: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        fields(self, context, visit);
    }

    fn phase_name(&self, context: &Context) -> String {
        phase_name(self, context)
    }
}

fn ratio(s: Slope) -> Value {
    let (lateral, depth) = s.parts();
    Value::Ratio(lateral, depth)
}

fn fields(event: &E, cx: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
    if let Some(cell) = event.cell() {
        visit("cell", Value::Cell(cell));
    }
    let int = |n: i64| Value::Int(n);
    let mut sides = |low: Slope, high: Slope| {
        if cx.look.variant == Variant::Portal {
            let names =
                [("left-x", low.lateral), ("left-y", low.depth), ("right-x", high.lateral), ("right-y", high.depth)];
            for (name, n) in names {
                visit(name, int(n as i64));
            }
        } else {
            visit("min", ratio(low));
            visit("max", ratio(high));
        }
    };
    match *event {
        E::Stood { .. } | E::Entered { .. } => {}
        E::Pushed { wedge, .. } | E::Called { wedge, .. } | E::Scanned { wedge, .. } | E::Emptied { wedge, .. } => {
            sides(wedge.low, wedge.high);
            visit("row", int(wedge.depth as i64));
            visit("light", int(wedge.light as i64));
        }
        E::Resumed { wedge, .. } => {
            sides(wedge.low, wedge.high);
            visit("row", int(wedge.depth as i64));
        }
        E::Dropped { wedge, why, .. } | E::Ended { wedge, why, .. } => {
            sides(wedge.low, wedge.high);
            visit("row", int(wedge.depth as i64));
            visit("why", Value::Word(why.word()));
        }
        E::Cut { was, now, low, high, .. } => {
            sides(low, high);
            visit("was", int(was as i64));
            visit("now", int(now as i64));
        }
        E::Lit { light, low, high, .. }
        | E::Brightened { light, low, high, .. }
        | E::Repeated { light, low, high, .. } => {
            sides(low, high);
            visit("light", int(light as i64));
        }
        E::Hid { why, low, high, .. } => {
            sides(low, high);
            visit("why", Value::Word(why.word()));
        }
        E::Opened { left, right, dir, .. } | E::Closed { left, right, dir, .. } => {
            sides(left, right);
            visit("dir", Value::Dir(dir));
        }
        E::Flooded { left, right, dir, steps, .. } => {
            sides(left, right);
            visit("dir", Value::Dir(dir));
            visit("steps", int(steps as i64));
        }
    }
    if let E::Entered { sector }
    | E::Pushed { sector, .. }
    | E::Scanned { sector, .. }
    | E::Lit { sector, .. }
    | E::Hid { sector, .. } = *event
    {
        visit("sector", Value::Word(sector_word(cx, sector)));
    }
}

/// A sector's name without what it is.
pub(super) fn sector_word(cx: &Context, sector: u8) -> &'static str {
    cx.axes(sector)
        .map_or_else(|| super::portal::EDGES.get(sector as usize).map_or("eye", |d| side(*d)), |axes| axes.name)
}

fn phase_name(event: &E, cx: &Context) -> String {
    match *event {
        E::Entered { sector } => cx.sector(sector),
        E::Scanned { wedge, .. } => format!("row {}: {}", wedge.depth, cx.sides(wedge.low, wedge.high)),
        E::Resumed { wedge, .. } => format!("row {} goes on", wedge.depth),
        E::Flooded { cell, left, right, .. } => format!("{cell}: {}", cx.sides(left, right)),
        _ => event.kind(cx).to_owned(),
    }
}
