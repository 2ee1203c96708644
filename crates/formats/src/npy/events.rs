//! The events of a run as an array with one element for each event.

use super::structured::{Field, FieldKind, Number, StructuredWriter};
use gridscope_trace::geometry::Cell;
use serde_json::json;
use std::io::{self, Write};

/// Fields of every event, before those of an algorithm.
const FIELDS: [(&str, FieldKind); 8] = [
    ("event", FieldKind::U2),
    ("x", FieldKind::I4),
    ("y", FieldKind::I4),
    ("from_x", FieldKind::I4),
    ("from_y", FieldKind::I4),
    ("g", FieldKind::F8),
    ("h", FieldKind::F8),
    ("f", FieldKind::F8),
];

/// An event of a run.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Event<'a> {
    /// Index of its name in the list of names.
    pub name: u16,
    /// The cell that it is about. `x` and `y` are −1 if there is none.
    pub cell: Option<Cell>,
    /// The cell that it came from. `from_x` and `from_y` are −1 if there is none.
    pub from: Option<Cell>,
    /// Cost from the start. NaN if there is none.
    pub g: Option<f64>,
    /// Estimate to the goal. NaN if there is none.
    pub h: Option<f64>,
    /// Sum of both. NaN if there is none.
    pub f: Option<f64>,
    /// Values of the further fields, in their order.
    pub further: &'a [Number],
}

/// Writes the events of a run: `event`, `x`, `y`, `from_x`, `from_y`, `g`, `h`, `f`, and further fields.
pub struct EventWriter<'a> {
    array: StructuredWriter<'a>,
    row: Vec<Number>,
}

impl<'a> EventWriter<'a> {
    /// Writes the header for `events` events. A further field whose name is one of the fixed fields gets `_` after its
    /// name until the name is free.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`StructuredWriter::new`].
    pub fn new(out: &'a mut dyn Write, further: &[Field], events: u64) -> io::Result<Self> {
        let mut fields: Vec<Field> = FIELDS.iter().map(|&(name, kind)| Field::new(name, kind)).collect();
        for field in further {
            let mut field = field.clone();
            while FIELDS.iter().any(|&(name, _)| name == field.name) {
                field.name.push('_');
            }
            fields.push(field);
        }
        Ok(Self { array: StructuredWriter::new(out, &fields, events)?, row: Vec::new() })
    }

    /// Writes one event.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`StructuredWriter::row`].
    pub fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        let side = |side: Option<u16>| Number::Whole(side.map_or(-1, i64::from));
        let axes = |cell: Option<Cell>| [side(cell.map(|cell| cell.x)), side(cell.map(|cell| cell.y))];
        self.row.clear();
        self.row.push(Number::Whole(event.name.into()));
        self.row.extend(axes(event.cell).into_iter().chain(axes(event.from)));
        self.row.extend([event.g, event.h, event.f].map(Number::from));
        self.row.extend(event.further);
        self.array.row(&self.row)
    }

    /// Ends the array.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`StructuredWriter::finish`].
    pub fn finish(self) -> io::Result<()> {
        self.array.finish()
    }
}

/// Returns the file beside an array of events: the name of each number in the field `event`.
pub fn event_names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut all = serde_json::Map::new();
    let mut number = 0_usize;
    for name in names {
        all.insert(number.to_string(), name.into());
        number = number.saturating_add(1);
    }
    format!("{:#}\n", json!({ "format": "gridscope-event-names", "version": 1, "events": all }))
}
