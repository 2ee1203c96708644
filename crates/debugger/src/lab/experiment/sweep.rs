//! Sweeps and parts of an experiment, parsed from the text that the user writes.

use crate::formats::limits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Error text: the forms of a sweep.
const EXPECTED: &str = "expected name=from..to, name=from..to:step or name=a,b,c";

/// Reason why a text is not a sweep.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SweepError {
    /// The text has another form.
    #[error("{0:?}: {expected}", expected = EXPECTED)]
    Form(String),
    /// A part of the text should be a number.
    #[error("{text:?} is not a number for {what} of {name}; {expected}", expected = EXPECTED)]
    Number {
        /// Name of the sweep.
        name: String,
        /// Which number.
        what: &'static str,
        /// Text found instead.
        text: String,
    },
    /// A number is longer than allowed.
    #[error("{what} of {name} has {length} characters; expected a number of at most {most}", most = limits::NUMBER)]
    Long {
        /// Name of the sweep.
        name: String,
        /// Which number.
        what: &'static str,
        /// Length of the text, in characters.
        length: usize,
    },
    /// The range contains no value.
    #[error("the range {range} of {name} is empty; expected a step above 0 and an end not below the start")]
    Empty {
        /// Name of the sweep.
        name: String,
        /// The range.
        range: String,
    },
    /// A value occurs more than once.
    #[error("{value} is in the values of {name} twice; expected each value once")]
    Twice {
        /// Name of the sweep.
        name: String,
        /// The value.
        value: String,
    },
    /// There are too many values.
    #[error("{range} of {name} are {} values; expected at most {most}", format_count(*.count), most = limits::SWEEP)]
    TooMany {
        /// Name of the sweep.
        name: String,
        /// The range.
        range: String,
        /// Number of values.
        count: f64,
    },
}

/// Formats a count, which may be very large.
fn format_count(count: f64) -> String {
    if count < 1e15 { count.to_string() } else { format!("{count:e}") }
}

/// Reason why a text is not a shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShardError {
    /// The text has another form, or there is no such part.
    #[error(
        "{0:?} is not a shard; expected a part and the number of parts, such as 3/16, or auto in a job of Slurm, or \
         auto/16 in a job of PBS or GNU parallel"
    )]
    Form(String),
    /// `auto`, and no job scheduler has set a number.
    #[error(
        "auto: this is not a job of an array: SLURM_ARRAY_TASK_ID, PBS_ARRAY_INDEX and PARALLEL_SEQ are not set; expected \
         a shard such as 3/16"
    )]
    NoJob,
    /// `auto`, but the scheduler does not tell how many jobs there are.
    #[error("auto: {0} does not report the number of parts; add it, such as auto/16")]
    NoCount(&'static str),
    /// The number of the job is not one of the parts.
    #[error(
        "auto: {variable} is {value:?}, which is none of {of} parts; expected a job array without gaps, from 1 to {of}"
    )]
    Number {
        /// Variable of the environment.
        variable: &'static str,
        /// Value of the variable.
        value: String,
        /// Number of parts.
        of: u64,
    },
}

/// A parameter or property, and the values that it takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Sweep {
    /// A parameter of the algorithm, `size` or `actors`.
    pub name: String,
    /// Values in order, as text.
    pub values: Vec<String>,
}

impl Sweep {
    /// Parses `name=from..to`, `name=from..to:step` or `name=a,b,c`.
    ///
    /// # Errors
    /// Returns an error if the text has another form, or if it has no values or too many.
    pub fn parse(text: &str) -> Result<Self, SweepError> {
        let form = || SweepError::Form(text.to_owned());
        let (name, range) = text.split_once('=').ok_or_else(form)?;
        let name = name.trim().to_owned();
        if name.is_empty() || range.trim().is_empty() {
            return Err(form());
        }
        let Some((from, rest)) = range.split_once("..") else {
            let count = range.split(',').count();
            if count > limits::SWEEP {
                return Err(SweepError::TooMany { name, range: range.to_owned(), count: count as f64 });
            }
            let values: Vec<String> = range.split(',').map(|v| v.trim().to_owned()).collect();
            let mut seen_values = BTreeSet::new();
            if let Some(value) = values.iter().find(|value| !seen_values.insert(value.as_str())) {
                return Err(SweepError::Twice { name, value: value.clone() });
            }
            return Ok(Self { name, values });
        };
        let (to, step) = rest.split_once(':').unwrap_or((rest, "1"));
        let number = |what: &'static str, text: &str| {
            let text = text.trim();
            if text.len() > limits::NUMBER {
                return Err(SweepError::Long { name: name.clone(), what, length: text.chars().count() });
            }
            let found = text.parse::<f64>().ok().filter(|x| x.is_finite());
            found.ok_or_else(|| SweepError::Number { name: name.clone(), what, text: text.to_owned() })
        };
        let (first, last, stride) = (number("the start", from)?, number("the end", to)?, number("the step", step)?);
        if stride <= 0.0 || last < first {
            return Err(SweepError::Empty { name, range: range.to_owned() });
        }
        // A float cannot overflow for any range.
        let count = ((last - first) / stride + 1e-9).floor() + 1.0;
        if count > limits::SWEEP as f64 {
            return Err(SweepError::TooMany { name, range: range.to_owned(), count });
        }
        // Multiply instead of adding up, so that 0..1:0.1 ends at 1.
        let texts = [from, to, step].map(str::trim);
        let places = texts.into_iter().map(places).max().unwrap_or(0);
        let text = |x: f64| format!("{x:.places$}");
        let values = (0..count as usize).map(|i| text(first + i as f64 * stride)).collect();
        Ok(Self { name, values })
    }
}

/// Returns how many decimals a number has, taking its exponent into account: two for 0.25 and 25e-2, none for 2.5e1.
fn places(text: &str) -> usize {
    // No number has more decimals than this.
    const MAX_DECIMALS: i64 = 330;
    let (number, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i64);
    decimals.saturating_sub(power.parse().unwrap_or(0)).clamp(0, MAX_DECIMALS) as usize
}

/// A part of an experiment that is split over several machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Number of the part, from 1.
    pub number: u64,
    /// Number of parts.
    pub of: u64,
}

impl Shard {
    /// A single part: the whole experiment.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Parses a text such as `3/16`.
    ///
    /// # Errors
    /// Returns an error if the text has another form, or if there is no such part.
    pub fn parse(text: &str) -> Result<Self, ShardError> {
        let parts = text.split_once('/').and_then(|(n, of)| Some((n.trim().parse().ok()?, of.trim().parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(ShardError::Form(text.to_owned())),
        }
    }

    /// Like [`Shard::parse`], but `auto` and `auto/16` take the number from the job scheduler. `variable` returns the
    /// value of an environment variable. If the command runs in GNU parallel inside another job, parallel's number counts.
    ///
    /// # Errors
    /// Returns an error if the text has another form, or if no scheduler has set a number that fits.
    pub fn parse_in(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Self, ShardError> {
        let stated_count = match text.strip_prefix("auto") {
            Some("") => None,
            Some(rest) => {
                let of = rest.strip_prefix('/').and_then(|of| of.trim().parse().ok()).filter(|&of: &u64| of > 0);
                Some(of.ok_or_else(|| ShardError::Form(text.to_owned()))?)
            }
            None => return Self::parse(text),
        };
        let set = |name| variable(name).filter(|value| !value.trim().is_empty());
        let number = |name| set(name).and_then(|value| value.trim().parse::<u64>().ok());
        for name in ["PARALLEL_SEQ", "PBS_ARRAY_INDEX", "SLURM_ARRAY_TASK_ID"] {
            let Some(value) = set(name) else { continue };
            let slurm = name.starts_with("SLURM");
            let of = match stated_count {
                None if slurm => number("SLURM_ARRAY_TASK_COUNT"),
                // Slurm may be outside of parallel, and knows its own count.
                None if set("SLURM_ARRAY_TASK_ID").is_some() => continue,
                stated => stated,
            };
            let of = of.ok_or(ShardError::NoCount(name))?;
            // Slurm's numbers may begin anywhere, and may be apart by a step.
            let (first, step) = if slurm {
                (number("SLURM_ARRAY_TASK_MIN").unwrap_or(1), number("SLURM_ARRAY_TASK_STEP").unwrap_or(1).max(1))
            } else {
                (1, 1)
            };
            let at = value.trim().parse::<u64>().ok().and_then(|id| id.checked_sub(first)).map(|from| from / step + 1);
            let at = at.filter(|at| (1..=of).contains(at));
            return at.map(|number| Self { number, of }).ok_or(ShardError::Number { variable: name, value, of });
        }
        Err(ShardError::NoJob)
    }
}
