//! The events of path sampling.

use crate::event::{Encode, Event, Slot, Word};
use crate::geometry::{Cell, Size};
use crate::trace::tally::{Expectation, Law, MAX_LISTED, is_sparse, shown_p};
use std::sync::Arc;

/// A rule that chooses a path among equals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Word, Encode)]
#[repr(u8)]
pub enum Rule {
    /// A* with reservoir sampling over parents.
    Parents,
    /// A* that switches the parent in proportion to path counts.
    Paths,
    /// The parents rule, with a new plan after each step.
    Replanned,
    /// A walk down a distance field, uniform among the best next cells.
    Field,
}

impl Rule {
    /// Returns the law of the samples, assuming that the search meets all cheapest paths.
    pub(super) const fn law(self) -> Law {
        match self {
            Self::Parents => Law::Parents,
            Self::Paths => Law::Paths,
            Self::Replanned => Law::Replanned,
            Self::Field => Law::Field,
        }
    }
}

/// Number of paths per rule that have their own register.
pub(super) const MAX_TRACKED: u32 = MAX_LISTED;

/// Constants of a run, which the events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    pub size: Size,
    /// Number of samples per rule.
    pub samples: u32,
    /// The exact distribution of the paths.
    pub expectation: Arc<Expectation>,
    /// For each rule, the law of its samples on this map with these parameters.
    pub laws: [Law; Rule::ALL.len()],
}

impl Context {
    /// Returns the law of the samples of a rule on this map.
    pub(super) const fn law(&self, rule: Rule) -> Law {
        self.laws[rule as usize]
    }
}

/// An event of path sampling. Paths are numbered from 0, but displayed from 1.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum SamplingEvent {
    /// The samples of a rule began.
    #[event(phase(0), line = 1, called = "rule {rule}", say = "Now sampling A* with the 1/n rule over parents.",
        case(rule = Paths, say = "Now sampling A* with a choice in proportion to paths."),
        case(rule = Replanned, say = "Now sampling a new plan after each step."),
        case(rule = Field, say = "Now sampling a walk down the distance field."))]
    Began { rule: Rule },
    /// A cell of a sampled path was counted.
    #[event(slot = rule as u8, role = Walked, line = 4,
        say = "The path goes through {cell}: {count:count time} so far under the {rule} rule.")]
    Walked { rule: Rule, cell: Cell, #[show("how often it was taken so far")] count: u32 },
    /// A path was sampled.
    #[event(step, slot = register(rule, path), line = 5, progress = done,
        say = "Sample {sample} of the {rule} rule gave path {path}, which has come up {count:count time} so far.")]
    Sampled {
        rule: Rule,
        #[show("the number of the path", path + 1)] path: u32,
        count: u32,
        #[show("the number of the sample among those of its rule")] sample: u32,
        #[show(skip)] done: f32,
    },
    /// All samples of a rule are done.
    #[event(step, line = 6, say = "Rule {rule}: chi-square {chi2:.1}, p {shown}: consistent with uniform over paths.",
        case(cx.expectation.ways_f64() <= 1.0,
            say = "Rule {rule}: chi-square {chi2:.1}, p {shown}: there is only one path."),
        case(is_sparse(cx.samples, cx.expectation.ways_f64()),
            say = "Rule {rule}: chi-square {chi2:.1}, p {shown}: too few samples to tell, fewer than 5 for each path."),
        case(p < 0.001, say = "Rule {rule}: chi-square {chi2:.1}, p {shown}: not uniform over paths."),
        text(shown = shown_p(p)))]
    Summed {
        rule: Rule,
        #[show("chi-square of the counts against uniform over paths")] chi2: f64,
        #[show("how likely a chi-square at least as high is if they are uniform")] p: f64,
    },
}

/// Returns the register that counts a path. Untracked paths have none, so charts show only the tracked ones.
pub(super) fn register(rule: Rule, path: u32) -> Option<Slot> {
    (path < MAX_TRACKED).then_some(Slot::Register(rule as u32 * MAX_TRACKED + path))
}
