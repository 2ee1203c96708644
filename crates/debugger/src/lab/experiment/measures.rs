//! The numbers of an outcome.

use gridscope_trace::outcome::Outcome;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A number that occurs in outcomes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Measure {
    /// Name of the number.
    pub name: String,
    /// Whether the value is a flag, stored as 1 and 0, and not a count that happens to be 0 or 1.
    pub is_flag: bool,
}

/// Adds measures to the known ones, and returns the place of each among these. One that is new comes last. It counts as a flag
/// only if it is one everywhere.
pub(crate) fn add_measures<'a>(
    known: &mut Vec<Measure>,
    measures: impl IntoIterator<Item = &'a Measure>,
) -> Vec<usize> {
    let mut place = |measure: &Measure| {
        let at = known.iter().position(|own| own.name == measure.name).unwrap_or(known.len());
        match known.get_mut(at) {
            Some(own) => own.is_flag &= measure.is_flag,
            None => known.push(measure.clone()),
        }
        at
    };
    measures.into_iter().map(&mut place).collect()
}

/// Returns a row of `count` numbers, with each number at its place.
pub(crate) fn at_places(
    places: &[usize],
    numbers: impl IntoIterator<Item = Option<f64>>,
    count: usize,
) -> Vec<Option<f64>> {
    let mut row = vec![None; count];
    for (&place, number) in places.iter().zip(numbers) {
        row[place] = number;
    }
    row
}

/// Returns every number of an outcome by name: flags as 0 and 1, lists as their length, nested names joined by dots. If
/// the outcome is a single number, its name is `outcome`.
pub fn numbers(outcome: &Outcome) -> Vec<(String, f64)> {
    measured(outcome).into_iter().map(|(measure, x)| (measure.name, x)).collect()
}

/// Like [`numbers`], but also returns which of them are flags.
pub(super) fn measured(outcome: &Outcome) -> Vec<(Measure, f64)> {
    fn visit(outcome: &Outcome, name: &str, value: &Value, all: &mut Vec<(Measure, f64)>) {
        let number = || Measure { name: name.to_owned(), is_flag: false };
        match value {
            Value::Number(n) => all.extend(n.as_f64().map(|x| (number(), x))),
            Value::Bool(b) => all.push((Measure { is_flag: true, ..number() }, f64::from(u8::from(*b)))),
            // A count above 2⁶⁴ is written as text.
            Value::String(s) if s.bytes().all(|b| b.is_ascii_digit()) => {
                all.extend(s.parse().ok().filter(|x: &f64| x.is_finite()).map(|x| (number(), x)));
            }
            // A cell is not a number.
            Value::Array(a) if a.len() == 2 && a.iter().all(Value::is_u64) && !outcome.is_numbers(name) => {}
            Value::Array(a) => all.push((Measure { name: format!("{name}.len"), is_flag: false }, a.len() as f64)),
            Value::Object(fields) => {
                for (key, value) in fields {
                    let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                    visit(outcome, &name, value, all);
                }
            }
            Value::Null | Value::String(_) => {}
        }
    }
    let mut all = Vec::new();
    visit(outcome, if outcome.is_object() { "" } else { "outcome" }, outcome, &mut all);
    all
}
