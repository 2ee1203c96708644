//! What an event of ship generation says of itself: level, slot, line, cell, tone.

use super::event::{Context, FACES, FLOOD, NEAR, PLAN, ShipEvent, ShipEvent as E, THINGS};
use super::plan::beyond;
use super::reason::{ContactRefusal, Part, Thing};
use super::sentence;
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::Cell;

impl Event for ShipEvent {
    type Context = Context;

    const KINDS: &'static [&'static str] = &[
        "began",
        "started",
        "entered",
        "drawn",
        "refused",
        "laid",
        "built",
        "labelled",
        "exhausted",
        "bordered",
        "seeded",
        "linked",
        "grown",
        "stopped",
        "touched",
        "passed",
        "closed",
        "opened",
        "glazed",
        "flooded",
        "accepted",
        "rejected",
        "dismissed",
        "placed",
        "crowded",
        "finished",
        "gave-up",
    ];
    const NUMBERS: &'static [&'static str] = &[
        "deck",
        "attempt",
        "number",
        "length",
        "batch",
        "tries",
        "hallway",
        "order",
        "distance",
        "room",
        "other",
        "draws",
        "reach",
        "among",
        "candidates",
        "cells",
        "have",
        "need",
        "width",
        "height",
    ];

    fn kind(&self, _: &Context) -> &'static str {
        match self {
            E::Began { .. } => "began",
            E::Started { .. } => "started",
            E::Entered { .. } => "entered",
            E::Drawn { .. } => "drawn",
            E::Refused { .. } => "refused",
            E::Laid { .. } => "laid",
            E::Built { .. } => "built",
            E::Labelled { .. } => "labelled",
            E::Exhausted { .. } => "exhausted",
            E::Bordered { .. } => "bordered",
            E::Seeded { .. } => "seeded",
            E::Linked { .. } => "linked",
            E::Grown { .. } => "grown",
            E::Stopped { .. } => "stopped",
            E::Touched { .. } => "touched",
            E::Passed { .. } => "passed",
            E::Closed { .. } => "closed",
            E::Opened { .. } => "opened",
            E::Glazed { .. } => "glazed",
            E::Flooded { .. } => "flooded",
            E::Accepted { .. } => "accepted",
            E::Rejected { .. } => "rejected",
            E::Dismissed { .. } => "dismissed",
            E::Placed { .. } => "placed",
            E::Crowded { .. } => "crowded",
            E::Finished { .. } => "finished",
            E::GaveUp { .. } => "gave-up",
        }
    }

    fn level(&self, _: &Context) -> Level {
        match self {
            E::Began { .. } => Level::Phase(0),
            E::Started { .. } => Level::Phase(1),
            E::Entered { .. } => Level::Phase(2),
            E::Refused { .. }
            | E::Built { .. }
            | E::Closed { .. }
            | E::Opened { .. }
            | E::Glazed { .. }
            | E::Accepted { .. }
            | E::Rejected { .. }
            | E::Placed { .. }
            | E::Finished { .. }
            | E::GaveUp { .. } => Level::Step,
            _ => Level::Detail,
        }
    }

    fn slot(&self, _: &Context) -> Option<Slot> {
        match *self {
            E::Bordered { cell } | E::Laid { cell, .. } | E::Seeded { cell, .. } | E::Grown { cell, .. } => {
                Some(Slot::Cell(PLAN, cell))
            }
            E::Labelled { cell, .. } => Some(Slot::Cell(NEAR, cell)),
            E::Linked { face, .. }
            | E::Touched { face, .. }
            | E::Passed { face, .. }
            | E::Opened { face, .. }
            | E::Glazed { face, .. } => Some(Slot::Cell(FACES, face)),
            E::Flooded { cell, .. } => Some(Slot::Cell(FLOOD, cell)),
            E::Placed { cell, .. } => Some(Slot::Cell(THINGS, cell)),
            _ => None,
        }
    }

    fn line(&self, _: &Context) -> u8 {
        match self {
            E::Began { .. } => 0,
            E::Started { .. } | E::Rejected { .. } => 1,
            E::Entered { part: Part::Hallways, .. } | E::Exhausted { .. } => 2,
            E::Drawn { .. } => 3,
            E::Refused { .. } => 4,
            E::Laid { .. } | E::Built { .. } => 5,
            E::Labelled { .. } => 6,
            E::Entered { part: Part::Rooms, .. } | E::Closed { .. } => 7,
            E::Bordered { .. } | E::Seeded { .. } => 8,
            E::Linked { .. } => 9,
            E::Grown { .. } | E::Stopped { .. } => 10,
            E::Touched { .. } | E::Passed { why: ContactRefusal::Linked | ContactRefusal::Hallway, .. } => 11,
            E::Entered { part: Part::Doors, .. } | E::Opened { .. } | E::Passed { .. } => 12,
            E::Entered { part: Part::Windows, .. } | E::Glazed { .. } => 13,
            E::Entered { part: Part::Test, .. } | E::Flooded { .. } | E::Accepted { .. } | E::GaveUp { .. } => 14,
            E::Entered { part: Part::Things, .. } | E::Dismissed { .. } | E::Placed { thing: Thing::Start, .. } => 15,
            E::Placed { thing: Thing::StairsUp | Thing::StairsDown | Thing::Teleporter, .. } => 16,
            E::Placed { .. } | E::Crowded { .. } => 17,
            E::Finished { .. } => 18,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Drawn { from, .. } | E::Built { from, .. } => Some(from),
            E::Refused { at, .. } => Some(at),
            E::Laid { cell, .. }
            | E::Labelled { cell, .. }
            | E::Bordered { cell }
            | E::Seeded { cell, .. }
            | E::Grown { cell, .. }
            | E::Stopped { cell, .. }
            | E::Closed { cell, .. }
            | E::Flooded { cell, .. }
            | E::Dismissed { cell, .. }
            | E::Placed { cell, .. }
            | E::Crowded { cell, .. } => Some(cell),
            E::Linked { face, .. }
            | E::Touched { face, .. }
            | E::Passed { face, .. }
            | E::Opened { face, .. }
            | E::Glazed { face, .. } => Some(face),
            _ => None,
        }
    }

    fn from(&self) -> Option<Cell> {
        match *self {
            E::Refused { from, .. } => Some(from),
            E::Grown { cell, from: Some(dir), .. } => beyond(cell, dir),
            _ => None,
        }
    }

    fn tone(&self, _: &Context) -> Tone {
        match self {
            E::Refused { .. }
            | E::Stopped { .. }
            | E::Passed { .. }
            | E::Rejected { .. }
            | E::Dismissed { .. }
            | E::Crowded { .. }
            | E::GaveUp { .. } => Tone::Refused,
            E::Opened { among, .. } if *among > 1 => Tone::Tied,
            E::Seeded { among, .. } if *among > 1 => Tone::Tied,
            E::Began { .. }
            | E::Started { .. }
            | E::Entered { .. }
            | E::Drawn { .. }
            | E::Exhausted { .. }
            | E::Accepted { .. }
            | E::Finished { .. } => Tone::Looked,
            _ => Tone::Wrote,
        }
    }

    fn phase_name(&self, cx: &Context) -> String {
        match self {
            E::Began { deck } => format!("deck {deck}"),
            E::Started { attempt, .. } => format!("plan {attempt}"),
            E::Entered { part: Part::Hallways, number } => format!("hallways {number}"),
            E::Entered { part, .. } => part.name().to_owned(),
            _ => self.kind(cx).to_owned(),
        }
    }

    fn progress(&self) -> Option<f32> {
        match self {
            E::Finished { done, .. } => Some(*done),
            _ => None,
        }
    }

    fn sentence(&self, context: &Context) -> String {
        sentence::sentence(self, context)
    }

    fn fields(&self, _: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        sentence::fields(self, visit);
    }
}
