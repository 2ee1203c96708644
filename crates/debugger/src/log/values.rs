//! Values of a log's fields as values of a run.

use crate::formats::log::LoggedValue;
use gridscope_trace::event::Value;
use gridscope_trace::geometry::Cell;

/// Converts a number to a value, to an integer if it is whole.
pub(super) fn number(x: f64) -> Value {
    if x.fract() == 0.0 && x.abs() < 9e15 { Value::Int(x as i64) } else { Value::Real(x) }
}

/// Converts a field of the program to a value. Lists and objects become text, except for cells.
pub(super) fn own(value: &LoggedValue) -> Value {
    match value {
        // Ids such as 2^64 - 1 keep all of their digits.
        LoggedValue::Number(n) => match (n.as_i64(), n.as_f64()) {
            (Some(whole), _) => Value::Int(whole),
            (None, _) if n.is_u64() => Value::Word(n.to_string().into()),
            (None, real) => number(real.unwrap_or(0.0)),
        },
        LoggedValue::Flag(flag) => Value::Flag(*flag),
        LoggedValue::Text(text) if &**text == "inf" => Value::Real(f64::INFINITY),
        LoggedValue::Text(text) => Value::Word(text.to_string().into()),
        LoggedValue::Null => Value::Word("null".into()),
        LoggedValue::Json(other) => {
            let cell = other.as_array().filter(|a| a.len() == 2).and_then(|a| a[0].as_u64().zip(a[1].as_u64()));
            match cell.filter(|&(x, y)| x < 4096 && y < 4096) {
                Some((x, y)) => Value::Cell(Cell::new(x as u16, y as u16)),
                None => Value::Word(other.to_string().into()),
            }
        }
    }
}

/// Returns whether a value means true. Programs without booleans may use a number that is not 0, or a word.
pub(super) fn is_true(value: &LoggedValue) -> bool {
    match value {
        LoggedValue::Flag(flag) => *flag,
        LoggedValue::Number(n) => n.as_f64() != Some(0.0),
        LoggedValue::Text(word) => !["", "0", "no", "false", "lost"].iter().any(|no| word.eq_ignore_ascii_case(no)),
        LoggedValue::Null | LoggedValue::Json(_) => false,
    }
}
