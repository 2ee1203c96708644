//! What an experiment varies and which part of it is done, as a person writes them.

use crate::formats::limits;
use std::collections::BTreeSet;

/// What a sweep looks like.
const EXPECTED: &str = "expected name=from..to, name=from..to:step or name=a,b,c";

/// Why a text is no sweep.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SweepError {
    /// It has another form.
    #[error("{0:?}: {expected}", expected = EXPECTED)]
    Form(String),
    /// Something in it should be a number.
    #[error("{text:?} is no number for {what} of {name}; {expected}", expected = EXPECTED)]
    Number {
        /// What is swept.
        name: String,
        /// Which number.
        what: &'static str,
        /// What stands there.
        text: String,
    },
    /// A number is longer than any that is meant.
    #[error("{what} of {name} has {length} characters; expected a number of at most {most}", most = limits::NUMBER)]
    Long {
        /// What is swept.
        name: String,
        /// Which number.
        what: &'static str,
        /// How many characters stand there.
        length: usize,
    },
    /// The range has no value.
    #[error("the range {range} of {name} is empty; expected a step above 0 and an end not below the start")]
    Empty {
        /// What is swept.
        name: String,
        /// The range.
        range: String,
    },
    /// A value stands there more than once.
    #[error("{value} stands in the values of {name} twice; expected each value once")]
    Twice {
        /// What is swept.
        name: String,
        /// The value.
        value: String,
    },
    /// There are too many values.
    #[error("{range} of {name} are {} values; expected at most {most}", told(*.count), most = limits::SWEEP)]
    TooMany {
        /// What is swept.
        name: String,
        /// The range.
        range: String,
        /// How many values.
        count: f64,
    },
}

/// A count as a person reads it: there may be very many.
fn told(count: f64) -> String {
    if count < 1e15 { count.to_string() } else { format!("{count:e}") }
}

/// A text is no shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no shard; expected its number and how many there are, such as 3/16")]
pub struct ShardError(pub String);

/// What is varied.
#[derive(Clone, PartialEq, Debug)]
pub struct Sweep {
    /// A parameter of the algorithm, or `size`.
    pub name: String,
    /// The values, in order, as they are written.
    pub values: Vec<String>,
}

impl Sweep {
    /// Reads `name=from..to`, `name=from..to:step` or `name=a,b,c`.
    ///
    /// # Errors
    /// Where it has another form, no values, or too many.
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
            let mut seen = BTreeSet::new();
            if let Some(value) = values.iter().find(|value| !seen.insert(value.as_str())) {
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
        // In a float, which no range overflows.
        let count = ((last - first) / stride + 1e-9).floor() + 1.0;
        if count > limits::SWEEP as f64 {
            return Err(SweepError::TooMany { name, range: range.to_owned(), count });
        }
        // Steps are counted, not added up, so that 0..1:0.1 ends at 1.
        let texts = [from, to, step].map(str::trim);
        let places = texts.into_iter().map(places).max().unwrap_or(0);
        let text = |x: f64| format!("{x:.places$}");
        let values = (0..count as usize).map(|i| text(first + i as f64 * stride)).collect();
        Ok(Self { name, values })
    }
}

/// How many decimals a number has that is written like this, or to the power of ten that stands behind it: two of 0.25 and of
/// 25e-2, and none of 2.5e1.
fn places(text: &str) -> usize {
    // Of no number is there more.
    const MOST: i64 = 330;
    let (number, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i64);
    decimals.saturating_sub(power.parse().unwrap_or(0)).clamp(0, MOST) as usize
}

/// One of so many machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The only one.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Reads `3/16`.
    ///
    /// # Errors
    /// Where it has another form, or such a part does not exist.
    pub fn parse(text: &str) -> Result<Self, ShardError> {
        let parts = text.split_once('/').and_then(|(n, of)| Some((n.trim().parse().ok()?, of.trim().parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}
