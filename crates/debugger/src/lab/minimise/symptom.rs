//! The symptom that must stay while a map is minimised.

mod text;

pub use text::words_of_line;

use super::{Against, Counted, SettingTest};
use crate::audit::{Rule, audit};
use crate::formats::trace_file;
use crate::lab::outcome::{OutcomeError, look, outcome, program_outcome};
use crate::log::ConvertedLog;
use crate::log::program::Program;
use crate::session::tool::ToolError;
use crate::session::variants;
use crate::{lab::brief, lab::experiment, lab::find, session::tool};
use gridscope_trace::algorithm::Runner;
use gridscope_trace::outcome::Outcome;
use gridscope_trace::params::{ParamError, Params};
use gridscope_trace::progress::at_once;
use gridscope_trace::trace::Halt;
use gridscope_trace::trace::breakpoint::{Condition, ConditionError, Op};
use gridscope_trace::{Card, Cell, Progress, Registry, Replay, Scene};
use std::sync::Arc;
use text::seed_of;

/// A symptom that must stay.
#[derive(Clone, PartialEq, Debug)]
pub enum Symptom {
    /// A condition over events is true at least once: `hits expanded and f >= 12`.
    Hits(Condition),
    /// A condition over events is true exactly this often, never or once: `never expanded and f >= 12`.
    Exactly(usize, Condition),
    /// A comparison with the outcome of another run: `outcome cost >= B.cost + 20`.
    Against(Against),
    /// A count on the map: `map door = 1`, `map guard <= 2`, `map cells <= 80`.
    Map(Counted, Op, f64),
    /// A setting of a run: `run algorithm = greedy`, `run ties = first`, `run B.seed = 2`.
    Run(SettingTest),
    /// A comparison of a field of the outcome with a number (flags are 0 or 1) or a text: `outcome cost > 12`,
    /// `outcome found = false`, `outcome ended = door`.
    Outcome(String, FieldTest),
    /// Another parameter or another seed gives another outcome: `differs ties=last`, `differs seed=2`.
    Differs(String),
    /// The outcome costs more than with the parameters that guarantee the lowest cost: `longer`.
    Longer,
    /// A tool of the algorithm finds something: `finds asymmetry`.
    Finds(String),
    /// The audit of the run's log finds a fault: `finding not-shortest`.
    Finding(Rule),
}

/// Comparison for a field of the outcome.
#[derive(Clone, PartialEq, Debug)]
pub enum FieldTest {
    /// The field compares to a number in this way.
    Is(Op, f64),
    /// The field is equal (`true`) or not equal (`false`) to a text: a word, or a cell such as `(3, 2)`.
    Reads(bool, String),
}

/// Reason why a text is not a symptom.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SymptomError {
    /// The first word is unknown.
    #[error(
        "{0:?} was not understood; expected hits, never or once CONDITION, outcome FIELD = VALUE, outcome FIELD = B.FIELD, \
         map TILE = NUMBER, run NAME = VALUE, differs NAME=VALUE, longer, finds TOOL or finding RULE"
    )]
    Unknown(String),
    /// The word after `finding` is not a rule of the audit.
    #[error("{0:?}: there is no such rule; expected one of {known}", known = Rule::ALL.map(Rule::name).join(", "))]
    Rule(String),
    /// The text after `hits` is not a condition.
    #[error("{text:?}: after hits, {error}")]
    Condition {
        /// The whole text.
        text: String,
        /// Problem with the condition.
        error: ConditionError,
    },
    /// The text after `outcome`, `map` or `run` is not a comparison.
    #[error("{0:?}: expected outcome FIELD = VALUE, map TILE = NUMBER or run NAME = VALUE, or another comparison")]
    Comparison(String),
    /// The name after `map` is not something that can be counted.
    #[error("{text:?}: there is no tile or actor {name:?}; expected cells, changed, or a name as scene files have it")]
    Counted {
        /// The whole text.
        text: String,
        /// The name.
        name: String,
    },
    /// The text after `differs` is not a parameter with a value.
    #[error("{text:?}: {error}")]
    Param {
        /// The whole text.
        text: String,
        /// Problem with the parameter.
        error: ParamError,
    },
    /// The text after `differs seed=` is not a seed.
    #[error("{text:?}: {seed:?} is not a seed; expected a whole number from 0")]
    Seed {
        /// The whole text.
        text: String,
        /// Text found instead of a seed.
        seed: String,
    },
}

/// Reason why the scene does not have the symptom that should be kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSymptom {
    /// No details are known.
    #[error("{none}", none = NONE)]
    Plain,
    /// The scene cannot be run.
    #[error("{none}: {0}", none = NONE)]
    Run(#[from] OutcomeError),
    /// The condition names something that the run does not have, as a sentence.
    #[error("{none}: {0}", none = NONE)]
    Condition(String),
    /// The algorithm has no such tool.
    #[error("{none}: {0}", none = NONE)]
    Tool(ToolError),
    /// The field of the outcome has another value.
    #[error("{none}: {field} is {said}", none = NONE)]
    Is {
        /// Name of the field.
        field: String,
        /// Value of the field.
        said: String,
    },
    /// The outcome has no such field.
    #[error("{none}: the outcome has no field {field:?}; it has {known}", none = NONE)]
    NoField {
        /// Name of the field.
        field: String,
        /// Names of the existing fields.
        known: String,
    },
}

/// Beginning of each [`NoSymptom`] sentence.
const NONE: &str = "the scene does not have the symptom that should be kept";

impl Symptom {
    /// Returns why a scene does not have the symptom. Records its run, under `progress`.
    pub fn why_absent(&self, registry: &Registry, scene: &Scene, progress: &Progress) -> NoSymptom {
        look(registry, scene, progress, |run| self.missed_by(registry, scene, run)).unwrap_or_else(NoSymptom::from)
    }

    /// Like [`Symptom::why_absent`], but for a recorded run.
    fn missed_by(&self, registry: &Registry, scene: &Scene, run: &Replay) -> NoSymptom {
        if let Some(halt @ (Halt::Budget | Halt::Memory)) = run.trace().halted() {
            return OutcomeError::Stopped(halt).into();
        }
        match self {
            Self::Hits(condition) => find::unknown(run, condition).map_or(NoSymptom::Plain, NoSymptom::Condition),
            Self::Outcome(field, _) => {
                let all = brief::outcome_rows(run.outcome());
                let known = experiment::numbers(run.outcome()).into_iter().map(|(name, _)| name);
                let mut known: Vec<String> = all.iter().map(|(name, _)| name.clone()).chain(known).collect();
                known.sort_unstable();
                known.dedup();
                let field = field.clone();
                match all.into_iter().find(|(name, _)| *name == field) {
                    Some((_, said)) => NoSymptom::Is { field, said },
                    None if known.contains(&field) => NoSymptom::Plain,
                    None => NoSymptom::NoField { field, known: known.join(", ") },
                }
            }
            Self::Finds(id) => match tool::of(registry, scene, id) {
                Err(error) => NoSymptom::Tool(error),
                Ok(_) => NoSymptom::Plain,
            },
            Self::Exactly(..)
            | Self::Against(_)
            | Self::Map(..)
            | Self::Run(_)
            | Self::Differs(_)
            | Self::Longer
            | Self::Finding(_) => NoSymptom::Plain,
        }
    }

    /// Returns why the log of a program does not have the symptom. Runs the program again, under `progress`.
    pub fn missing_from_program(
        &self,
        registry: &Registry,
        program: &dyn Program,
        scene: &Scene,
        progress: &Progress,
    ) -> NoSymptom {
        program_outcome(registry, program, scene, scene.run.seed, progress)
            .map_or_else(NoSymptom::from, |_| NoSymptom::Plain)
    }

    /// Returns whether the log of a program on a scene has the symptom. A program that fails does not have it. Symptoms
    /// that only a built-in algorithm can have are never true.
    pub fn holds_for_program(
        &self,
        registry: &Registry,
        program: &dyn Program,
        scene: &Scene,
        progress: &Progress,
    ) -> bool {
        let Ok(said) = program.run(scene, progress) else { return false };
        if said.failed.is_some() || said.log.broken.is_some() {
            return false;
        }
        let log_replay = || at_once(ConvertedLog::of(&said.log)).replay;
        let hits = |condition| at_once(log_replay().hits(condition, progress)).map_or(0, |hits| hits.len());
        match self {
            Self::Finding(rule) => at_once(audit(&said.log, progress)).is_ok_and(|report| report.has(*rule)),
            Self::Hits(condition) => hits(condition) > 0,
            Self::Exactly(n, condition) => hits(condition) == *n,
            Self::Outcome(field, stands) => {
                let mut outcome = log_replay().outcome().clone();
                if let Some(card) = card(registry, scene) {
                    outcome = outcome.with_card(card);
                }
                stands.holds(field, &outcome)
            }
            Self::Map(counted, op, number) => op.holds(counted.count(scene) as f64, *number),
            Self::Against(_) | Self::Run(_) | Self::Differs(_) | Self::Longer | Self::Finds(_) => false,
        }
    }

    /// Returns whether a scene has the symptom, with an algorithm of the registry. A scene that cannot be run does not
    /// have it, and neither does a run that `progress` stops.
    pub fn holds(&self, registry: &Registry, scene: &Scene, progress: &Progress) -> bool {
        let outcome = |scene: &Scene| outcome(registry, scene, scene.run.seed, progress).ok();
        match self {
            Self::Hits(condition) => hits(registry, scene, condition, progress).is_some_and(|hits| hits > 0),
            Self::Exactly(n, condition) => hits(registry, scene, condition, progress) == Some(*n),
            Self::Against(against) => {
                let all = variants(registry, &Arc::new(scene.clone()));
                let numbers = against.numbers(&mut |run| outcome(&all.get(run)?.1));
                numbers.is_some_and(|(a, b)| against.op.holds(a, b))
            }
            Self::Map(counted, op, number) => op.holds(counted.count(scene) as f64, *number),
            Self::Run(told) => told.holds(registry, &Arc::new(scene.clone())),
            Self::Outcome(field, stands) => outcome(scene).is_some_and(|o| stands.holds(field, &o)),
            Self::Finding(rule) => {
                let log = look(registry, scene, progress, |run| at_once(trace_file::log_of(scene, run, progress)).ok())
                    .ok()
                    .flatten();
                log.and_then(|log| at_once(audit(&log, progress)).ok()).is_some_and(|report| report.has(*rule))
            }
            Self::Differs(param) => {
                let mut other = scene.clone();
                match seed_of(param) {
                    Some(Ok(seed)) => other.run.seed = seed,
                    Some(Err(_)) => return false,
                    None if other.run.params.set_text(param).is_err() => return false,
                    None => {}
                }
                outcome(scene).zip(outcome(&other)).is_some_and(|(a, b)| a != b)
            }
            Self::Finds(tool) => tool::find(registry, scene, tool, &Params::default(), progress, &mut |_| {})
                .is_ok_and(|found| !found.is_empty()),
            Self::Longer => {
                let Some(best) = card(registry, scene).and_then(|card| card.best) else { return false };
                let mut exact = scene.clone();
                for text in best.with {
                    if exact.run.params.set_text(text).is_err() {
                        return false;
                    }
                }
                let cost = |scene: &Scene| outcome(scene).filter(|o| o[best.reached] == true)?[best.least].as_f64();
                cost(scene).zip(cost(&exact)).is_some_and(|(a, b)| a > b)
            }
        }
    }
}

/// Returns the card of the scene's algorithm.
fn card(registry: &Registry, scene: &Scene) -> Option<&'static Card> {
    registry.named(&scene.run.algorithm).ok().map(Runner::card)
}

/// Returns how often a condition is true in a scene's run, or `None` if the run fails or is cancelled.
fn hits(registry: &Registry, scene: &Scene, condition: &Condition, progress: &Progress) -> Option<usize> {
    let hits = |run: &mut Replay| Some(at_once(run.hits(condition, progress)).ok()?.len());
    look(registry, scene, progress, hits).ok()?
}

impl FieldTest {
    /// Returns whether a field of an outcome satisfies the comparison.
    pub(crate) fn holds(&self, field: &str, outcome: &Outcome) -> bool {
        match self {
            Self::Is(op, number) => {
                let found = experiment::numbers(outcome).into_iter().find(|(name, _)| name == field);
                found.is_some_and(|(_, x)| op.holds(x, *number))
            }
            Self::Reads(so, text) => {
                let found = brief::outcome_rows(outcome).into_iter().find(|(name, _)| name == field);
                let wanted = Cell::from_text(text).map_or_else(|| text.clone(), |cell| cell.to_string());
                found.is_some_and(|(_, said)| (said == wanted) == *so)
            }
        }
    }
}
