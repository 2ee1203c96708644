//! Where an event is: its fields `x` and `y`, or the fields that the drawing program names.

use super::event::Event;
use serde_json::Value;

/// Farthest coordinate, in cells from the origin.
const FARTHEST: f64 = (1_u32 << 30) as f64;

/// A cell in the coordinates of the search trace.
pub(super) type Place = (i64, i64);

/// A field plus a number.
#[derive(Clone, PartialEq, Debug)]
struct Coordinate {
    field: String,
    plus: f64,
}

impl Coordinate {
    /// Reads an expression such as `${{ $.x + 0.5 }}` or `{{ctx.x}}`. Any other expression is `None`.
    fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix("${{").or_else(|| text.strip_prefix("{{"))?.strip_suffix("}}")?.trim();
        let named = ["$.event.", "ctx.", "$."].iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(text);
        let is_in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = named.find(|c| !is_in_name(c)).unwrap_or(named.len());
        let (field, rest) = named.split_at_checked(end)?;
        if field.is_empty() || field.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let rest = rest.trim_start();
        let plus = match (rest.strip_prefix('+'), rest.strip_prefix('-')) {
            _ if rest.is_empty() => 0.0,
            (Some(number), _) => plain_number(number)?,
            (_, Some(number)) => -plain_number(number)?,
            _ => return None,
        };
        Some(Self { field: field.to_owned(), plus })
    }

    /// Returns the cell's coordinate for an event.
    fn value(&self, event: &Event<'_>) -> Option<i64> {
        let number = event.number(&self.field).filter(|x| x.fract() == 0.0)?;
        let place = (number + self.plus).floor();
        (place.abs() < FARTHEST).then_some(place as i64)
    }
}

/// Reads digits with an optional decimal point.
fn plain_number(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = !text.is_empty() && text.len() < 20 && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    plain.then(|| text.parse().ok())?
}

/// Finds the places of events.
#[derive(Default, Debug)]
pub(super) struct Places {
    /// The fields that the drawing program names, if it names any.
    fields: Option<(Coordinate, Coordinate)>,
    /// Number of expressions for a place that are not understood.
    pub(super) unknown: usize,
}

impl Places {
    /// Looks for the fields in the main view and in the pivot.
    pub(super) fn of(views: &Value, pivot: &Value) -> Self {
        let parts = views["main"].as_array().into_iter().flatten().chain([pivot]);
        let mut places = Self::default();
        // A part that is drawn several times for an event is elsewhere each time.
        for part in parts.filter(|part| part["$for"].is_null()) {
            let [x, y] = ["x", "y"].map(|axis| part[axis].as_str());
            let read = [x, y].map(|text| text.and_then(Coordinate::of));
            let unknown = [x, y].iter().zip(&read).filter(|(text, read)| text.is_some() && read.is_none()).count();
            places.unknown = places.unknown.saturating_add(unknown);
            if let (None, [Some(x), Some(y)]) = (&places.fields, read) {
                places.fields = Some((x, y));
            }
        }
        places
    }

    /// Returns the cell of an event.
    pub(super) fn place(&self, event: &Event<'_>) -> Option<Place> {
        let whole = |name: &str| event.number(name).filter(|x| x.fract() == 0.0 && x.abs() < FARTHEST);
        if let (Some(x), Some(y)) = (whole("x"), whole("y")) {
            return Some((x as i64, y as i64));
        }
        let (x, y) = self.fields.as_ref()?;
        x.value(event).zip(y.value(event))
    }
}
