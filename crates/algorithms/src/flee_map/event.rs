//! The events of a flee map.

use crate::event::{Encode, Event, Value, Word};
use crate::root2::Root2;
use crate::{Cell, Dir, Grid, Size};
use std::sync::Arc;

/// The layer of weighed neighbours. Its contents last for one turn of the walk.
pub(super) const CANDIDATES: u8 = 0;
pub(super) const DANGER: u8 = 1;
/// The layer of distances from the frontier, d₂.
pub(super) const ESCAPE: u8 = 2;
/// The layer of values: padding + threshold − d + delay · d₂.
pub(super) const VALUES: u8 = 3;
pub(super) const BROGUE: u8 = 4;
/// The layer of the walk by Sherratt's values.
pub(super) const STEPS: u8 = 5;
pub(super) const BROGUE_STEPS: u8 = 6;
pub(super) const LAYERS: u8 = 7;

/// A rule for fleeing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Word, Encode)]
pub enum Rule {
    /// Sherratt's rule, of 2016: leave the danger by the nearest path that does not go too near the threat.
    #[default]
    Sherratt,
    /// Brogue's rule: move away from the threat, across the whole map.
    Brogue,
}

impl Rule {
    /// Converts a value under this rule. Sherratt's values are lengths, Brogue's are hundredths.
    pub(super) fn value(self, worth: Root2) -> Value {
        match self {
            Self::Sherratt => Value::from(worth),
            Self::Brogue => hundredths(worth.whole),
        }
    }

    pub(super) fn long(self, worth: Root2) -> String {
        match self {
            Self::Sherratt => worth.long(),
            Self::Brogue => self.value(worth).to_string(),
        }
    }

    /// Returns where the rule leads, for a walk beside that of the other rule.
    pub(super) const fn goal(self) -> &'static str {
        match self {
            Self::Sherratt => "out of the danger",
            Self::Brogue => "far from it",
        }
    }

    pub(super) const fn steps(self) -> u8 {
        match self {
            Self::Sherratt => STEPS,
            Self::Brogue => BROGUE_STEPS,
        }
    }
}

/// Converts one of Brogue's numbers, which are stored in hundredths.
pub(super) fn hundredths(v: i32) -> Value {
    if v % 100 == 0 { Value::Int(i64::from(v / 100)) } else { Value::Real(f64::from(v) / 100.0) }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Part {
    Danger,
    Escape,
    Values,
    Spread,
    Scale,
    Relax,
    Walk,
    #[word("walk by brogue")]
    BrogueWalk,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Stop {
    #[word("no neighbour is lower")]
    Lowest,
    #[word("not reached")]
    Safe,
}

/// Constants of a run, which the events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    pub size: Size,
    /// The cells of the threats, in the scene's order.
    pub threats: Vec<Cell>,
    /// The walker who flees: its index in the scene, and its start.
    pub walker: Option<(usize, Cell)>,
    /// Cells below this distance from the threat are expanded.
    pub threshold: i32,
    /// How much a step nearer to the frontier weighs against a step nearer to the threat.
    pub delay: i32,
    pub padding: i32,
    /// Brogue's factor without its sign, in hundredths.
    pub factor: i32,
    pub rules: Vec<Rule>,
    pub open: Arc<Grid<bool>>,
}

impl Context {
    pub(super) fn value(&self, d: Root2, d2: Root2) -> Root2 {
        Root2::new(self.padding.saturating_add(self.threshold), 0) - d + d2.times(self.delay)
    }

    fn threat(&self) -> String {
        match &self.threats[..] {
            [one] => one.to_string(),
            all => format!("the nearest of {} threats", all.len()),
        }
    }

    fn minus(&self) -> String {
        format!("−{}", hundredths(self.factor))
    }
}

/// Formats a length as part of a sum, in brackets if it is a sum itself.
fn summand(d: Root2) -> String {
    if d.whole != 0 && d.roots != 0 { format!("({d})") } else { d.to_string() }
}

/// An event of a flee map. `from` points to the cell that a cell was reached from.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum FleeEvent {
    /// A part of the run began.
    #[event(phase(0), line = 11, called = "{part}", say = "Now the walker flees by Brogue's values.",
        case(part = Danger, line = 1,
            say = "First: how far is each cell from {threat}, up to {threshold}?"),
        case(part = Escape, line = 5,
            say = "Next: how far is each of them from the frontier, the way out?"),
        case(part = Values, line = 7,
            say = "Next: the value of each cell is padding {padding} + threshold {threshold} − d + delay {delay} · d₂."),
        case(part = Spread, line = 8, say = "Brogue's rule: count the steps from {threat}."),
        case(part = Scale, line = 9, say = "Brogue's rule: multiply by {factor}."),
        case(part = Relax, line = 10,
            say = "Brogue's rule: lower each cell that is more than 1 above its lowest neighbour."),
        case(part = Walk, say = "Now the walker flees by Sherratt's values."),
        text(threat = cx.threat(), threshold = cx.threshold, padding = cx.padding, delay = cx.delay,
            factor = cx.minus()))]
    Began { part: Part },
    /// A cell was reached from the threat, for the first time or by a shorter path, and queued.
    #[event(slot = DANGER, role = Queued, line = 4, enqueues(d.rank(), "d {exact}"),
        say = "Reached {cell} from {from}: distance d = {long} from the threat.",
        case(from.is_none(), line = 1, say = "The threat is at {cell}: distance d = 0."),
        text(exact = d, long = d.long()))]
    Reached { cell: Cell, from: Option<Dir>, #[show("distance from the threat")] d: Root2 },
    /// The distance of a cell below the threshold became final, and the cell was expanded.
    #[event(step, slot = DANGER, role = Threat, line = 2,
        say = "The distance of {cell} is final: d = {long}, below the threshold {threshold}.",
        text(long = d.long(), threshold = cx.threshold))]
    Settled { cell: Cell, from: Option<Dir>, d: Root2 },
    /// A cell at or above the threshold became part of the frontier. It was not expanded.
    #[event(step, slot = DANGER, role = Candidate, line = 3,
        say = "{cell} is on the frontier: its distance d = {long} is not below the threshold {threshold}, so the search stops there.",
        text(long = d.long(), threshold = cx.threshold))]
    Bounded { cell: Cell, from: Option<Dir>, d: Root2 },
    /// All cells that the threat can reach are below the threshold.
    #[event(step, line = 6, say = "There is no frontier: all {cells:count cell} that can be reached are below the threshold {threshold}, so d₂ is 0.",
        text(threshold = cx.threshold))]
    Enclosed { cells: u32 },
    /// A cell was reached from the frontier and queued.
    #[event(slot = ESCAPE, role = Queued, line = 5, enqueues(d2.rank(), "d₂ {exact}"),
        say = "Reached {cell} from {from}: d₂ = {long} from the frontier.",
        case(from.is_none(), role = None, say = "{cell} is on the frontier: d₂ = 0."),
        text(exact = d2, long = d2.long()))]
    Found { cell: Cell, from: Option<Dir>, #[show("distance from the frontier")] d2: Root2 },
    /// The distance of a cell from the frontier became final.
    #[event(step, slot = ESCAPE, role = Done, line = 5, say = "{cell} is d₂ = {long} from the frontier.",
        case(from.is_none(), role = None, say = "{cell} is on the frontier itself: d₂ = 0."),
        text(long = d2.long()))]
    Measured { cell: Cell, from: Option<Dir>, d2: Root2 },
    /// A cell got its value. d₂ is 0 if it cannot reach a frontier.
    #[event(step, slot = VALUES, role = Threat, line = 7,
        say = "The value of {cell} is {padding} + {threshold} − {far} + {delay} · {out} = {long}.",
        case(d >= Root2::new(cx.threshold, 0), role = Candidate),
        with(value = cx.value(d, d2)),
        text(padding = cx.padding, threshold = cx.threshold, far = summand(d), delay = cx.delay, out = summand(d2),
            long = cx.value(d, d2).long()))]
    Valued { cell: Cell, d: Root2, d2: Root2 },
    /// Brogue: a cell was reached, with the number of steps from the threat.
    #[event(step, slot = BROGUE, role = Threat, line = 8, say = "Reached {cell} from {from} in {steps:count step}.",
        case(from.is_none(), say = "The threat is at {cell}: 0 steps."))]
    Spread { cell: Cell, from: Option<Dir>, steps: u32 },
    /// Brogue: the number of steps was multiplied by the factor.
    #[event(step, slot = BROGUE, role = Threat, line = 9, say = "{cell}: {steps} · {factor} = {value}.",
        text(factor = cx.minus()))]
    Scaled { cell: Cell, steps: u32, #[show(name = "value", hundredths(v))] v: i32 },
    /// Brogue: a cell was more than 1 above its lowest neighbour and was lowered.
    #[event(step, slot = BROGUE, role = Raised, line = 10,
        say = "Lowered {cell} from {was} to {value}, 1 more than its neighbour {from} ({lowest}).",
        text(lowest = hundredths(v - 100)))]
    Lowered {
        cell: Cell, from: Dir, #[show(name = "value", hundredths(v))] v: i32,
        #[show("the value before", hundredths(was))] was: i32,
    },
    /// The walker's turn began.
    #[event(phase(1), slot = rule.steps(), tone = Looked, role = Walked, line = 11, called = "turn {turn}",
        was = "turned", say = "Turn {turn}: the walker is at {cell}, value {long}.",
        text(long = rule.long(worth)))]
    TurnBegan {
        rule: Rule, cell: Cell, turn: u32,
        #[show(name = "value", "what the cell holds", rule.value(worth))] worth: Root2,
    },
    /// A neighbour was weighed.
    #[event(slot = CANDIDATES, tone = Looked, role = Chosen, line = 11, say = "Looked at {cell}: value {long}.",
        text(long = rule.long(worth)))]
    Weighed {
        rule: Rule, cell: Cell, from: Dir,
        #[show(name = "value", rule.value(worth))] worth: Root2,
    },
    /// Several neighbours were lowest, and dice chose one.
    #[event(slot = CANDIDATES, tone = Tied, role = Chosen, line = 12,
        say = "{n} neighbours are equally low. The dice gave {roll:.3} and chose {cell}, a 1 in {n} chance.")]
    Rolled {
        rule: Rule, cell: Cell, from: Dir, #[show("how many are lowest")] n: u8,
        #[show("the number rolled, in [0, 1)")] roll: f64,
    },
    /// The walker took a step.
    #[event(step, slot = rule.steps(), role = Walked, line = 12, say = "The walker moved from {from} to {cell}; the value there is {long}.",
        text(long = rule.long(worth)))]
    Stepped {
        rule: Rule, cell: Cell, from: Dir,
        #[show(name = "value", rule.value(worth))] worth: Root2,
    },
    /// The walker stopped.
    #[event(step, slot = rule.steps(), role = Walked, line = 12,
        say = "The walker stops at {cell}, value {long}: no neighbour is lower.",
        case(why = Safe, say = "The walker stays at {cell}: it has no value, because the danger does not reach it."),
        text(long = rule.long(worth)))]
    Stopped {
        rule: Rule, cell: Cell, why: Stop,
        #[show(name = "value", (why == Stop::Lowest).then(|| rule.value(worth)))] worth: Root2,
    },
}
