//! A symptom as text: how the user writes it, and how it is shown.

use super::super::{Against, Counted, RunField, SettingTest};
use super::{FieldTest, Symptom, SymptomError};
use crate::audit::Rule;
use gridscope_trace::params::Params;
use gridscope_trace::trace::breakpoint::Op;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hits(condition) => write!(f, "hits {condition}"),
            Self::Exactly(0, condition) => write!(f, "never {condition}"),
            Self::Exactly(_, condition) => write!(f, "once {condition}"),
            Self::Against(against) => write!(f, "outcome {against}"),
            Self::Map(counted, op, number) => write!(f, "map {counted} {} {number}", op.sign()),
            Self::Run(SettingTest { of, so, value }) => {
                let name = if of.run == 0 { of.what.clone() } else { of.to_string() };
                write!(f, "run {name} {} {value}", if *so { Op::Equal } else { Op::NotEqual }.sign())
            }
            Self::Outcome(field, FieldTest::Is(op, number)) => write!(f, "outcome {field} {} {number}", op.sign()),
            Self::Outcome(field, FieldTest::Reads(so, text)) => {
                write!(f, "outcome {field} {} {text}", if *so { Op::Equal } else { Op::NotEqual }.sign())
            }
            Self::Differs(param) => write!(f, "differs {param}"),
            Self::Longer => f.write_str("longer"),
            Self::Finds(tool) => write!(f, "finds {tool}"),
            Self::Finding(rule) => write!(f, "finding {}", rule.name()),
        }
    }
}

/// Sign between the line of an exercise and its own words.
const WORDS: &str = " # ";

/// Returns the own words of a line, such as `the wall must break` in `hits broke # the wall must break`.
pub fn words_of_line(line: &str) -> Option<&str> {
    line.split_once(WORDS).map(|(_, words)| words.trim()).filter(|words| !words.is_empty())
}

impl FromStr for Symptom {
    type Err = SymptomError;

    fn from_str(text: &str) -> Result<Self, SymptomError> {
        let text = text.split_once(WORDS).map_or(text, |(line, _)| line).trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "hits" | "never" | "once" => {
                let condition = rest.parse().map(|condition| match word {
                    "hits" => Self::Hits(condition),
                    "never" => Self::Exactly(0, condition),
                    _ => Self::Exactly(1, condition),
                });
                condition.map_err(|error| SymptomError::Condition { text: text.to_owned(), error })
            }
            "differs" if rest.starts_with("seed=") => match seed_of(rest) {
                Some(Err(seed)) => Err(SymptomError::Seed { text: text.to_owned(), seed }),
                _ => Ok(Self::Differs(rest.to_owned())),
            },
            "differs" => {
                let mut params = Params::default();
                params.set_text(rest).map_err(|error| SymptomError::Param { text: text.to_owned(), error })?;
                Ok(Self::Differs(rest.to_owned()))
            }
            "longer" if rest.is_empty() => Ok(Self::Longer),
            "finding" => Rule::named(rest).map(Self::Finding).ok_or_else(|| SymptomError::Rule(rest.to_owned())),
            "finds" if !rest.is_empty() => Ok(Self::Finds(rest.to_owned())),
            // Name of the symptom when there was only one tool.
            "asymmetric" if rest.is_empty() => Ok(Self::Finds("asymmetry".into())),
            "map" => {
                let fail = || SymptomError::Comparison(text.to_owned());
                let (name, op, number) = comparison(rest).ok_or_else(fail)?;
                let quantity = Counted::named(name)
                    .ok_or_else(|| SymptomError::Counted { text: text.to_owned(), name: name.to_owned() })?;
                let number = number.parse::<f64>().ok().filter(|n| n.is_finite()).ok_or_else(fail)?;
                Ok(Self::Map(quantity, op, number))
            }
            "run" => match comparison(rest) {
                Some((name, op @ (Op::Equal | Op::NotEqual), value)) => Ok(Self::Run(SettingTest {
                    of: RunField::parse(name),
                    so: op == Op::Equal,
                    value: value.to_owned(),
                })),
                _ => Err(SymptomError::Comparison(text.to_owned())),
            },
            "outcome" => {
                let fail = || SymptomError::Comparison(text.to_owned());
                let (field, op, number) = comparison(rest).ok_or_else(fail)?;
                if let Some(against) = Against::parse(field, op, number) {
                    return Ok(Self::Against(against));
                }
                let ask = match number {
                    "true" | "yes" => FieldTest::Is(op, 1.0),
                    "false" | "no" => FieldTest::Is(op, 0.0),
                    text => match (text.parse::<f64>(), op) {
                        (Ok(number), _) if number.is_finite() => FieldTest::Is(op, number),
                        (Err(_), Op::Equal) => FieldTest::Reads(true, text.trim_matches('"').to_owned()),
                        (Err(_), Op::NotEqual) => FieldTest::Reads(false, text.trim_matches('"').to_owned()),
                        _ => return Err(fail()),
                    },
                };
                Ok(Self::Outcome(field.to_owned(), ask))
            }
            _ => Err(SymptomError::Unknown(text.to_owned())),
        }
    }
}

/// Splits a comparison into left side, operator and right side. Returns `None` if one of them is missing.
fn comparison(text: &str) -> Option<(&str, Op, &str)> {
    let signs = ['<', '>', '=', '!', '≤', '≥', '≠'];
    let (left, rest) = text.split_at(text.find(signs)?);
    let right = rest.trim_start_matches(signs);
    let op = match rest[..rest.len() - right.len()].trim() {
        "<" => Op::Less,
        "<=" | "≤" => Op::AtMost,
        "=" | "==" => Op::Equal,
        "!=" | "≠" => Op::NotEqual,
        ">=" | "≥" => Op::AtLeast,
        ">" => Op::Greater,
        _ => return None,
    };
    let (left, right) = (left.trim(), right.trim());
    (!left.is_empty() && !right.is_empty()).then_some((left, op, right))
}

/// Returns the seed of `seed=2`, or the text in its place. Returns `None` if the text is about something else.
pub(super) fn seed_of(text: &str) -> Option<Result<u64, String>> {
    let seed = text.strip_prefix("seed=")?.trim();
    Some(seed.parse().map_err(|_| seed.to_owned()))
}
