//! The symptom that stays while a map is made small, as a person writes it.

use crate::core::algorithms;
use crate::core::geometry::Cell;
use crate::core::params::Params;
use crate::core::scene::Scene;
use crate::core::trace::Control;
use crate::core::trace::breakpoint::{Condition, Op};
use crate::debugger::{asymmetry, brief, experiment, query};
use std::fmt;
use std::str::FromStr;

/// The symptom that must stay.
#[derive(Clone, PartialEq, Debug)]
pub enum Keep {
    /// A condition over events hits: `hits expanded and f >= 12`.
    Hits(Condition),
    /// A field of the outcome stands so to a number, a flag being 0 or 1, or reads so: `outcome cost > 12`,
    /// `outcome found = false`, `outcome ended = door`.
    Outcome(String, Stands),
    /// With another parameter, or another seed, something else comes out: `differs ties=last`, `differs seed=2`.
    Differs(String),
    /// The path is longer than the shortest, by an A* that promises it: `longer`.
    Longer,
    /// Somebody sees another without being seen, by the scene's rule of sight: `asymmetric`.
    Asymmetric,
}

/// How a field of the outcome stands.
#[derive(Clone, PartialEq, Debug)]
pub enum Stands {
    /// In this relation to a number.
    Is(Op, f64),
    /// It reads so (`true`), or otherwise (`false`): a word, or a cell such as `(3, 2)`.
    Reads(bool, String),
}

impl Keep {
    /// Why a scene does not have the symptom, in a sentence.
    pub fn missed(&self, scene: &Scene) -> String {
        let none = "the scene does not have the symptom that should be kept".to_owned();
        let run = match algorithms::record(scene, &Control::default()) {
            Ok(run) => run,
            Err(error) => return format!("{none}: {error}"),
        };
        let told = match self {
            Self::Hits(condition) => query::unknown(&*run, condition),
            Self::Outcome(field, _) => {
                let all = brief::rows(run.outcome());
                let known = experiment::numbers(run.outcome()).into_iter().map(|(name, _)| name);
                let mut known: Vec<String> = all.iter().map(|(name, _)| name.clone()).chain(known).collect();
                known.sort_unstable();
                known.dedup();
                match all.iter().find(|(name, _)| name == field) {
                    Some((_, said)) => Some(format!("{field} is {said}")),
                    None if known.contains(field) => None,
                    None => Some(format!("the outcome has no field {field:?}; it has {}", known.join(", "))),
                }
            }
            _ => None,
        };
        told.map_or_else(|| none.clone(), |told| format!("{none}: {told}"))
    }

    /// Whether a scene has the symptom. One that can not be run has none.
    pub fn holds(&self, scene: &Scene) -> bool {
        let outcome = |scene: &Scene| {
            let runner = algorithms::find(&scene.run.algorithm)?;
            runner.outcome(scene, &scene.run.params, scene.run.seed).ok()
        };
        match self {
            Self::Hits(condition) => {
                let replay = algorithms::record(scene, &Control::default());
                replay.is_ok_and(|run| !run.hits(condition).is_empty())
            }
            Self::Outcome(field, Stands::Is(op, number)) => outcome(scene).is_some_and(|o| {
                let found = experiment::numbers(&o).into_iter().find(|(name, _)| name == field);
                found.is_some_and(|(_, x)| op.holds(x, *number))
            }),
            Self::Outcome(field, Stands::Reads(so, text)) => outcome(scene).is_some_and(|o| {
                let found = brief::rows(&o).into_iter().find(|(name, _)| name == field);
                let wanted = Cell::from_text(text).map_or_else(|| text.clone(), |cell| cell.to_string());
                found.is_some_and(|(_, said)| (said == wanted) == *so)
            }),
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
            Self::Asymmetric => asymmetry::pairs(scene, &mut |_| true).is_ok_and(|found| found.total > 0),
            Self::Longer => {
                let mut exact = scene.clone();
                for text in ["weight=1", "heuristic=zero", "fallback=off"] {
                    if exact.run.params.set_text(text).is_err() {
                        return false;
                    }
                }
                let cost = |scene: &Scene| outcome(scene).filter(|o| o["found"] == true)?["cost"].as_f64();
                cost(scene).zip(cost(&exact)).is_some_and(|(a, b)| a > b)
            }
        }
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hits(condition) => write!(f, "hits {condition}"),
            Self::Outcome(field, Stands::Is(op, number)) => write!(f, "outcome {field} {} {number}", op.sign()),
            Self::Outcome(field, Stands::Reads(so, text)) => {
                write!(f, "outcome {field} {} {text}", if *so { Op::Equal } else { Op::NotEqual }.sign())
            }
            Self::Differs(param) => write!(f, "differs {param}"),
            Self::Longer => f.write_str("longer"),
            Self::Asymmetric => f.write_str("asymmetric"),
        }
    }
}

impl FromStr for Keep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "hits" => rest.parse().map(Self::Hits).map_err(|e| format!("{text:?}: after hits, {e}")),
            "differs" if rest.starts_with("seed=") => match seed_of(rest) {
                Some(Err(error)) => Err(format!("{text:?}: {error}")),
                _ => Ok(Self::Differs(rest.to_owned())),
            },
            "differs" => {
                let mut params = Params::default();
                params.set_text(rest).map_err(|e| format!("{text:?}: {e}"))?;
                Ok(Self::Differs(rest.to_owned()))
            }
            "longer" if rest.is_empty() => Ok(Self::Longer),
            "asymmetric" if rest.is_empty() => Ok(Self::Asymmetric),
            "outcome" => {
                let fail = || format!("{text:?}: expected outcome FIELD = VALUE, or another comparison");
                let at = rest.find(['<', '>', '=', '!', '≤', '≥', '≠']).ok_or_else(fail)?;
                let (field, comparison) = rest.split_at(at);
                let number = comparison.trim_start_matches(['<', '>', '=', '!', '≤', '≥', '≠']);
                let op = match comparison[..comparison.len() - number.len()].trim() {
                    "<" => Op::Less,
                    "<=" | "≤" => Op::AtMost,
                    "=" | "==" => Op::Equal,
                    "!=" | "≠" => Op::NotEqual,
                    ">=" | "≥" => Op::AtLeast,
                    ">" => Op::Greater,
                    _ => return Err(fail()),
                };
                let ask = match number.trim() {
                    "true" | "yes" => Stands::Is(op, 1.0),
                    "false" | "no" => Stands::Is(op, 0.0),
                    "" => return Err(fail()),
                    text => match (text.parse::<f64>(), op) {
                        (Ok(number), _) if number.is_finite() => Stands::Is(op, number),
                        (Err(_), Op::Equal) => Stands::Reads(true, text.trim_matches('"').to_owned()),
                        (Err(_), Op::NotEqual) => Stands::Reads(false, text.trim_matches('"').to_owned()),
                        _ => return Err(fail()),
                    },
                };
                if field.trim().is_empty() {
                    return Err(fail());
                }
                Ok(Self::Outcome(field.trim().to_owned(), ask))
            }
            _ => Err(format!(
                "{text:?} is no symptom; expected hits CONDITION, outcome FIELD = VALUE, differs NAME=VALUE, longer or asymmetric"
            )),
        }
    }
}

/// The seed of `seed=2`; `None` where it is about something else.
fn seed_of(text: &str) -> Option<Result<u64, String>> {
    let seed = text.strip_prefix("seed=")?.trim();
    Some(seed.parse().map_err(|_| format!("{seed:?} is no seed; expected a whole number from 0")))
}
