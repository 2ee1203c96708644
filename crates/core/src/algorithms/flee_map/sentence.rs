//! What each event of a flee map says of itself: level, slot, line of the listing, sentence, fields.

use super::event::{
    BROGUE, BROGUE_STEPS, Context, DANGER, ESCAPE, FleeEvent as E, Part, Rule, STEPS, Stop, VALUES, WEIGHED, hundredths,
};
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::{Cell, Dir, Size};
use crate::root2::Root2;

fn beside(cell: Cell, dir: Option<Dir>) -> Option<Cell> {
    // The neighbour exists: the event was made by stepping from it. Only the far edge needs a size.
    cell.step(dir?, Size::new(u16::MAX, u16::MAX))
}

fn from(cell: Cell, dir: Option<Dir>) -> String {
    beside(cell, dir).map_or_else(|| cell.to_string(), |c| format!("{cell} from {c}"))
}

/// What a value is under its rule.
fn worth(rule: Rule, worth: Root2) -> Value {
    match rule {
        Rule::Sherratt => worth.value(),
        Rule::Brogue => hundredths(worth.whole),
    }
}

/// A length inside a sum: in brackets where it is a sum itself.
fn sum(d: Root2) -> String {
    if d.whole != 0 && d.roots != 0 { format!("({d})") } else { d.to_string() }
}

fn times(factor: i32) -> String {
    format!("−{}", hundredths(factor))
}

impl Event for E {
    type Context = Context;

    const KINDS: &'static [&'static str] = &[
        "began", "reached", "settled", "bounded", "enclosed", "found", "measured", "valued", "spread", "scaled",
        "lowered", "turned", "weighed", "rolled", "stepped", "stopped",
    ];
    const NUMBERS: &'static [&'static str] = &["d", "d2", "value", "steps", "was", "turn", "n", "roll", "cells"];

    fn kind(&self, _: &Context) -> &'static str {
        match self {
            E::Began { .. } => "began",
            E::Reached { .. } => "reached",
            E::Settled { .. } => "settled",
            E::Bounded { .. } => "bounded",
            E::Enclosed { .. } => "enclosed",
            E::Found { .. } => "found",
            E::Measured { .. } => "measured",
            E::Valued { .. } => "valued",
            E::Spread { .. } => "spread",
            E::Scaled { .. } => "scaled",
            E::Lowered { .. } => "lowered",
            E::Turned { .. } => "turned",
            E::Weighed { .. } => "weighed",
            E::Rolled { .. } => "rolled",
            E::Stepped { .. } => "stepped",
            E::Stopped { .. } => "stopped",
        }
    }

    fn level(&self, _: &Context) -> Level {
        match self {
            E::Began { .. } => Level::Phase(0),
            E::Turned { .. } => Level::Phase(1),
            E::Reached { .. } | E::Found { .. } | E::Weighed { .. } | E::Rolled { .. } => Level::Detail,
            _ => Level::Step,
        }
    }

    fn slot(&self, _: &Context) -> Option<Slot> {
        let (layer, cell) = match *self {
            E::Weighed { cell, .. } | E::Rolled { cell, .. } => (WEIGHED, cell),
            E::Reached { cell, .. } | E::Settled { cell, .. } | E::Bounded { cell, .. } => (DANGER, cell),
            E::Found { cell, .. } | E::Measured { cell, .. } => (ESCAPE, cell),
            E::Valued { cell, .. } => (VALUES, cell),
            E::Spread { cell, .. } | E::Scaled { cell, .. } | E::Lowered { cell, .. } => (BROGUE, cell),
            E::Stepped { rule, cell, .. } | E::Turned { rule, cell, .. } | E::Stopped { rule, cell, .. } => {
                (if rule == Rule::Sherratt { STEPS } else { BROGUE_STEPS }, cell)
            }
            E::Began { .. } | E::Enclosed { .. } => return None,
        };
        Some(Slot::Cell(layer, cell))
    }

    fn line(&self, _: &Context) -> u8 {
        match self {
            E::Began { part: Part::Danger } | E::Reached { from: None, .. } => 0,
            E::Settled { .. } => 1,
            E::Bounded { .. } => 2,
            E::Reached { .. } => 3,
            E::Began { part: Part::Escape } | E::Found { .. } | E::Measured { .. } => 4,
            E::Enclosed { .. } => 5,
            E::Began { part: Part::Values } | E::Valued { .. } => 6,
            E::Began { part: Part::Spread } | E::Spread { .. } => 7,
            E::Began { part: Part::Scale } | E::Scaled { .. } => 8,
            E::Began { part: Part::Relax } | E::Lowered { .. } => 9,
            E::Began { part: Part::Walk(_) } | E::Turned { .. } | E::Weighed { .. } => 10,
            E::Rolled { .. } | E::Stepped { .. } | E::Stopped { .. } => 11,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Began { .. } | E::Enclosed { .. } => None,
            E::Reached { cell, .. }
            | E::Settled { cell, .. }
            | E::Bounded { cell, .. }
            | E::Found { cell, .. }
            | E::Measured { cell, .. }
            | E::Valued { cell, .. }
            | E::Spread { cell, .. }
            | E::Scaled { cell, .. }
            | E::Lowered { cell, .. }
            | E::Turned { cell, .. }
            | E::Weighed { cell, .. }
            | E::Rolled { cell, .. }
            | E::Stepped { cell, .. }
            | E::Stopped { cell, .. } => Some(cell),
        }
    }

    fn from(&self) -> Option<Cell> {
        match *self {
            E::Reached { cell, from, .. }
            | E::Settled { cell, from, .. }
            | E::Bounded { cell, from, .. }
            | E::Found { cell, from, .. }
            | E::Measured { cell, from, .. }
            | E::Spread { cell, from, .. } => beside(cell, from),
            E::Lowered { cell, from, .. }
            | E::Weighed { cell, from, .. }
            | E::Rolled { cell, from, .. }
            | E::Stepped { cell, from, .. } => beside(cell, Some(from)),
            _ => None,
        }
    }

    fn tone(&self, _: &Context) -> Tone {
        match self {
            E::Rolled { .. } => Tone::Tied,
            E::Began { .. } | E::Enclosed { .. } | E::Turned { .. } | E::Weighed { .. } => Tone::Looked,
            _ => Tone::Wrote,
        }
    }

    fn phase_name(&self, cx: &Context) -> String {
        match self {
            E::Began { part } => part.name().to_owned(),
            E::Turned { turn, .. } => format!("turn {turn}"),
            _ => self.kind(cx).to_owned(),
        }
    }

    fn sentence(&self, cx: &Context) -> String {
        match *self {
            E::Began { part } => began(part, cx),
            E::Reached { cell, from: None, .. } => format!("The threat stands on {cell}: d = 0."),
            E::Reached { cell, from: dir, d } => format!("Reached {}: d = {}.", from(cell, dir), d.long()),
            E::Settled { cell, d, .. } => {
                format!("Settled {cell}: d = {}, below the threshold {}.", d.long(), cx.threshold)
            }
            E::Bounded { cell, d, .. } => format!(
                "{cell} is frontier: d = {}, at or above the threshold {}; nothing is reached from it.",
                d.long(),
                cx.threshold
            ),
            E::Enclosed { cells } => format!(
                "There is no frontier: all {cells} cells within reach lie below the threshold {}, so d₂ is taken as 0.",
                cx.threshold
            ),
            E::Found { cell, from: None, .. } => format!("{cell} is frontier: d₂ = 0."),
            E::Found { cell, from: dir, d2 } => format!("Reached {}: d₂ = {}.", from(cell, dir), d2.long()),
            E::Measured { cell, d2, .. } => format!("{cell} lies d₂ = {} from the frontier.", d2.long()),
            E::Valued { cell, d, d2 } => format!(
                "{cell} is worth {} + {} − {} + {} · {} = {}.",
                cx.padding,
                cx.threshold,
                sum(d),
                cx.delay,
                sum(d2),
                cx.value(d, d2).long()
            ),
            E::Spread { cell, from: None, .. } => format!("The threat stands on {cell}: 0 steps."),
            E::Spread { cell, from: dir, steps } => format!("Reached {}: {steps} steps.", from(cell, dir)),
            E::Scaled { cell, steps, v } => {
                format!("{cell}: {steps} · {} = {}.", times(cx.factor), hundredths(v))
            }
            E::Lowered { cell, from: dir, v, was } => {
                let lowest = beside(cell, Some(dir)).unwrap_or(cell);
                format!(
                    "Lowered {cell} from {} to {}: its neighbour {lowest} holds {}, and 1 more is enough.",
                    hundredths(was),
                    hundredths(v),
                    hundredths(v - 100)
                )
            }
            E::Turned { rule, cell, turn, worth } => {
                format!("Turn {turn}: the walker stands on {cell}, worth {}.", rule.shown(worth))
            }
            E::Weighed { rule, cell, worth, .. } => format!("Weighed {cell}: {}.", rule.shown(worth)),
            E::Rolled { cell, n, roll, .. } => {
                format!("{n} neighbours are equally low: rolled {roll:.3}, which takes {cell}, probability 1/{n}.")
            }
            E::Stepped { rule, cell, from, worth } => format!(
                "Stepped from {} to {cell}, worth {}.",
                beside(cell, Some(from)).unwrap_or(cell),
                rule.shown(worth)
            ),
            E::Stopped { cell, why: Stop::Safe, .. } => {
                format!("Stayed on {cell}: it holds no value, the danger does not reach it.")
            }
            E::Stopped { rule, cell, worth, .. } => {
                format!("Stopped on {cell}, worth {}: no neighbour is lower.", rule.shown(worth))
            }
        }
    }

    fn fields(&self, cx: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        if let Some(cell) = self.cell() {
            visit("cell", Value::Cell(cell));
        }
        if let Some(from) = self.from() {
            visit("from", Value::Cell(from));
        }
        match *self {
            E::Began { part } => visit("part", Value::Word(part.name())),
            E::Reached { d, .. } | E::Settled { d, .. } | E::Bounded { d, .. } => visit("d", d.value()),
            E::Enclosed { cells } => visit("cells", Value::Int(i64::from(cells))),
            E::Found { d2, .. } | E::Measured { d2, .. } => visit("d2", d2.value()),
            E::Valued { d, d2, .. } => {
                visit("d", d.value());
                visit("d2", d2.value());
                visit("value", cx.value(d, d2).value());
            }
            E::Spread { steps, .. } => visit("steps", Value::Int(i64::from(steps))),
            E::Scaled { steps, v, .. } => {
                visit("steps", Value::Int(i64::from(steps)));
                visit("value", hundredths(v));
            }
            E::Lowered { v, was, .. } => {
                visit("value", hundredths(v));
                visit("was", hundredths(was));
            }
            E::Turned { rule, turn, worth: w, .. } => {
                visit("rule", Value::Word(rule.name()));
                visit("turn", Value::Int(i64::from(turn)));
                visit("value", worth(rule, w));
            }
            E::Weighed { rule, worth: w, .. } | E::Stepped { rule, worth: w, .. } => {
                visit("rule", Value::Word(rule.name()));
                visit("value", worth(rule, w));
            }
            E::Rolled { rule, n, roll, .. } => {
                visit("rule", Value::Word(rule.name()));
                visit("n", Value::Int(i64::from(n)));
                visit("roll", Value::Real(roll));
            }
            E::Stopped { rule, why, worth: w, .. } => {
                visit("rule", Value::Word(rule.name()));
                visit("why", Value::Word(if why == Stop::Safe { "not reached" } else { "no neighbour is lower" }));
                if why == Stop::Lowest {
                    visit("value", worth(rule, w));
                }
            }
        }
    }
}

fn began(part: Part, cx: &Context) -> String {
    let who = match &cx.threats[..] {
        [one] => one.to_string(),
        all => format!("the nearest of {} threats", all.len()),
    };
    match part {
        Part::Danger => format!("Began to measure how far each cell lies from {who}, below {}.", cx.threshold),
        Part::Escape => "Began to measure how far each of them lies from the frontier, the way out.".into(),
        Part::Values => format!(
            "Began to add up: padding {} + threshold {} − d + delay {} · d₂.",
            cx.padding, cx.threshold, cx.delay
        ),
        Part::Spread => format!("Brogue's rule: began to count the steps from {who}."),
        Part::Scale => format!("Brogue's rule: began to multiply by {}.", times(cx.factor)),
        Part::Relax => "Brogue's rule: began to lower whatever is more than 1 above its lowest neighbour.".into(),
        Part::Walk(rule) => format!("The walker began to flee by the values of {}.", rule.name()),
    }
}
