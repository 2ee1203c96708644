//! What path sampling reports.

use super::expected::Expectation;
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::{Cell, Size};
use std::sync::Arc;

/// How a path is chosen among equals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Rule {
    /// A* with reservoir sampling over parents.
    Parents,
    /// A* with switching in proportion to paths.
    Paths,
    /// The parents rule, planned again after each step.
    Replanned,
    /// Down a distance field, uniformly among the best next cells.
    Field,
}

impl Rule {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Parents, Self::Paths, Self::Replanned, Self::Field];

    /// The name in outcomes and layers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parents => "parents",
            Self::Paths => "paths",
            Self::Replanned => "replanned",
            Self::Field => "field",
        }
    }
}

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// What exactly should come.
    pub expectation: Arc<Expectation>,
    /// How many paths have a register of their own, for each rule.
    pub tracked: u32,
}

/// One event of path sampling.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SamplingEvent {
    /// The samples of a rule began.
    Began {
        /// The rule.
        rule: Rule,
    },
    /// A cell of a sampled path was counted.
    Walked {
        /// The rule.
        rule: Rule,
        /// The cell.
        cell: Cell,
        /// How often it was walked over now.
        count: u32,
    },
    /// A path was sampled.
    Sampled {
        /// The rule.
        rule: Rule,
        /// The number of the path, from 0.
        path: u32,
        /// How often it came now.
        count: u32,
        /// The how-manieth sample of this rule it is, from 1.
        sample: u32,
        /// How much of the whole run is done, 0 to 1.
        done: f32,
    },
    /// All samples of a rule are done.
    Summed {
        /// The rule.
        rule: Rule,
        /// Chi-square against uniform over paths.
        chi2: f64,
        /// Its p-value.
        p: f64,
    },
}

use SamplingEvent as E;

const _: () = assert!(size_of::<E>() <= 24);

impl Event for SamplingEvent {
    type Context = Context;

    const KINDS: &'static [&'static str] = &["began", "walked", "sampled", "summed"];
    const NUMBERS: &'static [&'static str] = &["count", "path", "sample", "chi2", "p"];

    fn kind(&self, _: &Context) -> &'static str {
        match self {
            E::Began { .. } => "began",
            E::Walked { .. } => "walked",
            E::Sampled { .. } => "sampled",
            E::Summed { .. } => "summed",
        }
    }

    fn level(&self, _: &Context) -> Level {
        match self {
            E::Began { .. } => Level::Phase(0),
            E::Sampled { .. } | E::Summed { .. } => Level::Step,
            E::Walked { .. } => Level::Detail,
        }
    }

    fn slot(&self, _: &Context) -> Option<Slot> {
        // Past the tracked paths a sample writes nothing: charts show the tracked ones.
        match *self {
            E::Walked { rule, cell, .. } => Some(Slot::Cell(rule as u8, cell)),
            E::Sampled { rule, path, .. } if path < super::run::MOST_TRACKED => {
                Some(Slot::Register(rule as u32 * super::run::MOST_TRACKED + path))
            }
            _ => None,
        }
    }

    fn line(&self, _: &Context) -> u8 {
        match self {
            E::Began { .. } => 0,
            E::Walked { .. } => 3,
            E::Sampled { .. } => 4,
            E::Summed { .. } => 5,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Walked { cell, .. } => Some(cell),
            _ => None,
        }
    }

    fn tone(&self, _: &Context) -> Tone {
        match self {
            E::Walked { .. } | E::Sampled { .. } => Tone::Wrote,
            E::Began { .. } | E::Summed { .. } => Tone::Looked,
        }
    }

    fn phase_name(&self, cx: &Context) -> String {
        match self {
            E::Began { rule } => format!("rule {}", rule.name()),
            _ => self.kind(cx).to_owned(),
        }
    }

    fn progress(&self) -> Option<f32> {
        match self {
            E::Sampled { done, .. } => Some(*done),
            _ => None,
        }
    }

    fn sentence(&self, cx: &Context) -> String {
        match *self {
            E::Began { rule } => match rule {
                Rule::Parents => "Began to sample A* with the 1/n rule over parents.".into(),
                Rule::Paths => "Began to sample A* with switching in proportion to paths.".into(),
                Rule::Replanned => "Began to sample planning again after each step.".into(),
                Rule::Field => "Began to sample walking down the distance field.".into(),
            },
            E::Walked { rule, cell, count } => {
                format!("{cell} was walked over for time {count} under the rule {}.", rule.name())
            }
            E::Sampled { rule, path, count, sample, .. } => {
                format!("Sample {sample} of the rule {}: path {}, for time {count}.", rule.name(), path + 1)
            }
            E::Summed { rule, chi2, p } => {
                let verdict = if cx.expectation.ways_f64() <= 1.0 {
                    "there is only one path"
                } else if p < 0.001 {
                    "not uniform over paths"
                } else {
                    "consistent with uniform over paths"
                };
                format!("Rule {}: chi-square {chi2:.1}, p {}: {verdict}.", rule.name(), shown_p(p))
            }
        }
    }

    fn fields(&self, _: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        match *self {
            E::Began { rule } => visit("rule", Value::Word(rule.name())),
            E::Walked { rule, cell, count } => {
                visit("rule", Value::Word(rule.name()));
                visit("cell", Value::Cell(cell));
                visit("count", Value::Int(count as i64));
            }
            E::Sampled { rule, path, count, sample, .. } => {
                visit("rule", Value::Word(rule.name()));
                visit("path", Value::Int(path as i64 + 1));
                visit("count", Value::Int(count as i64));
                visit("sample", Value::Int(sample as i64));
            }
            E::Summed { rule, chi2, p } => {
                visit("rule", Value::Word(rule.name()));
                visit("chi2", Value::Real(chi2));
                visit("p", Value::Real(p));
            }
        }
    }
}

/// A p-value as people read it.
pub(super) fn shown_p(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".into() } else { format!("= {p:.4}") }
}
