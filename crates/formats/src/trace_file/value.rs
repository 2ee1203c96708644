//! Values of fields in a trace file: JSON, with the type of the field if JSON alone is ambiguous.

use gridscope_trace::event::Value;
use gridscope_trace::{Cell, Dir, Tile};
use serde::Serialize;
use serde_json::Value as Json;
use std::io::Write as _;

/// Number of results of [`kind`].
pub(super) const KIND_COUNT: usize = 7;
/// All results of [`kind`].
pub(super) static KINDS: [Option<&str>; KIND_COUNT] =
    [None, Some("about"), Some("direction"), Some("infinite"), Some("ratio"), Some("tile"), Some("uncounted")];

/// Returns the word for a value's type, if the JSON does not show it.
pub(super) fn kind(value: &Value) -> Option<&'static str> {
    match value {
        Value::About(x) if x.is_infinite() => Some("uncounted"),
        Value::Real(x) if x.is_infinite() => Some("infinite"),
        Value::About(_) => Some("about"),
        Value::Ratio(..) => Some("ratio"),
        Value::Dir(_) => Some("direction"),
        Value::Tile(_) => Some("tile"),
        Value::Int(_) | Value::Real(_) | Value::Flag(_) | Value::Cell(_) | Value::Word(_) => None,
    }
}

/// Returns whether the JSON of a value is read as the same value if its field has this type. This is the answer of
/// [`read`], without the JSON.
pub(super) fn reads_back(value: &Value, kind: Option<&str>) -> bool {
    let is_plain = !matches!(kind, Some("about" | "infinite" | "uncounted"));
    match *value {
        Value::Int(_) => is_plain,
        Value::Real(x) if x.is_finite() => is_plain,
        Value::Real(x) => x == f64::INFINITY && kind == Some("infinite"),
        Value::About(x) if x.is_finite() => kind == Some("about"),
        Value::About(x) => x == f64::INFINITY && kind == Some("uncounted"),
        Value::Ratio(above, _) => kind == Some("ratio") && above != i32::MIN,
        Value::Flag(_) | Value::Cell(_) => true,
        Value::Dir(_) => kind == Some("direction"),
        Value::Tile(_) => kind == Some("tile"),
        Value::Word(_) => !matches!(kind, Some("direction" | "ratio" | "tile")),
    }
}

/// Appends a value as JSON: the text of [`Value::json`].
pub(super) fn write(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Int(n) => out.extend_from_slice(itoa::Buffer::new().format(*n).as_bytes()),
        // JSON has no infinity and would write null, so a larger count becomes the largest floating-point number.
        Value::Real(x) | Value::About(x) => write_json(&x.clamp(f64::MIN, f64::MAX), out),
        Value::Ratio(..) => {
            // Writing to memory cannot fail.
            let _ = write!(out, "\"{value}\"");
        }
        Value::Flag(flag) => out.extend_from_slice(if *flag { b"true" } else { b"false" }),
        Value::Cell(cell) => {
            out.push(b'[');
            write_number(cell.x.into(), out);
            out.push(b',');
            write_number(cell.y.into(), out);
            out.push(b']');
        }
        Value::Dir(dir) => write_text(dir.name(), out),
        Value::Tile(tile) => write_text(tile.info().name, out),
        Value::Word(word) => write_text(word, out),
    }
}

/// Appends a whole number.
pub(super) fn write_number(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Appends a text in quotes.
pub(super) fn write_text(text: &str, out: &mut Vec<u8>) {
    write_json(text, out);
}

/// Appends plain data as JSON.
pub(super) fn write_json(data: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    // Plain data can always be written to memory.
    let _ = serde_json::to_writer(out, data);
}

/// Reads a value of a type. Returns `None` if the JSON is not such a value.
pub(super) fn read(json: &Json, kind: Option<&str>) -> Option<Value> {
    match (json, kind) {
        (Json::Number(_), Some("uncounted")) => Some(Value::About(f64::INFINITY)),
        (Json::Number(_), Some("infinite")) => Some(Value::Real(f64::INFINITY)),
        (Json::Number(n), Some("about")) => Some(Value::About(n.as_f64()?)),
        (Json::Number(n), _) => n.as_i64().map(Value::Int).or_else(|| n.as_f64().map(Value::Real)),
        (Json::Bool(flag), _) => Some(Value::Flag(*flag)),
        (Json::Array(_), _) => Some(Value::Cell(cell(json)?)),
        (Json::String(text), Some("direction")) => Dir::ALL.into_iter().find(|dir| dir.name() == text).map(Value::Dir),
        (Json::String(text), Some("tile")) => Tile::from_name(text).map(Value::Tile),
        (Json::String(text), Some("ratio")) => {
            let (above, below) = text.split_once('/')?;
            let (sign, above) = above.strip_prefix('−').map_or((1, above), |above| (-1, above));
            Some(Value::Ratio(above.parse::<i32>().ok()?.checked_mul(sign)?, below.parse().ok()?))
        }
        (Json::String(text), _) => Some(Value::Word(text.clone().into())),
        _ => None,
    }
}

/// Reads a list of two values.
pub(super) fn pair<'a, T>(json: &'a Json, of: impl Fn(&'a Json) -> Option<T>) -> Option<(T, T)> {
    match json.as_array()?.as_slice() {
        [first, second] => of(first).zip(of(second)),
        _ => None,
    }
}

/// Reads a cell: two whole numbers.
pub(super) fn cell(json: &Json) -> Option<Cell> {
    let number = |json: &Json| u16::try_from(json.as_u64()?).ok();
    match json.as_array()?.as_slice() {
        [x, y] => Some(Cell::new(number(x)?, number(y)?)),
        _ => None,
    }
}
