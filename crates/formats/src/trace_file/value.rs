//! Values of fields in a trace file: JSON, with the type of the field if JSON alone is ambiguous.

use gridscope_trace::event::Value;
use gridscope_trace::{Cell, Dir, Tile};
use serde_json::Value as Json;

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
