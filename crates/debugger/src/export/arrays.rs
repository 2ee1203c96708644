//! Events and expansions of a run as arrays of NumPy with named fields.

use super::table::Table;
use crate::formats::npy::{Event, EventWriter, Field, FieldKind, Number, StructuredWriter, event_names};
use gridscope_trace::event::Value;
use gridscope_trace::{Cell, Replay};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

/// Names of the fields that hold the cell from which an event came.
const FROM: [&str; 2] = ["from", "parent"];
/// Numbers of every search, which have columns of their own.
const OF_SEARCHES: [&str; 3] = ["g", "h", "f"];

/// Writes the events of a run in a range: `event` (the number of the kind), `x`, `y`, `from_x`, `from_y`, `g`, `h`, `f`, and each
/// further number of the algorithm as `float64`. Returns the contents of the file that names the kinds.
///
/// # Errors
/// Returns the error of the writer.
pub fn events_npy(replay: &Replay, range: Range<usize>, out: &mut dyn Write) -> io::Result<String> {
    let kinds = replay.kinds();
    let numbers: BTreeMap<&str, u16> = (0..).zip(&kinds).map(|(number, kind)| (*kind, number)).collect();
    let further = numbers_of(replay);
    let fields: Vec<Field> = further.iter().map(|name| Field::new(*name, FieldKind::F8)).collect();
    let mut writer = EventWriter::new(out, &fields, range.len() as u64)?;
    let mut values = Vec::new();
    for i in range {
        replay.fields_of(i, &mut values);
        let number = |name: &str| values.iter().find(|(field, _)| *field == name).and_then(|(_, value)| value.number());
        let from = values.iter().find_map(|(field, value)| match value {
            Value::Cell(cell) if FROM.contains(field) => Some(*cell),
            _ => None,
        });
        let own: Vec<Number> = further.iter().map(|name| Number::from(number(name))).collect();
        writer.event(&Event {
            name: numbers.get(replay.kind(i)).copied().unwrap_or(u16::MAX),
            cell: replay.cell(i),
            from,
            g: number("g"),
            h: number("h"),
            f: number("f"),
            further: &own,
        })?;
    }
    writer.finish()?;
    Ok(event_names(kinds))
}

/// Returns the names of the fields that are numbers in some event, beside those of every search.
fn numbers_of(replay: &Replay) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let mut values = Vec::new();
    let all = replay.fields();
    for i in 0..replay.len() {
        if found.len() == all.len() {
            break;
        }
        replay.fields_of(i, &mut values);
        for (name, value) in &values {
            if value.number().is_some() && !OF_SEARCHES.contains(name) && !found.contains(name) {
                found.push(name);
            }
        }
    }
    found.sort_by_key(|name| all.iter().position(|field| field == name));
    found
}

/// The type that a column of a table has in an array.
enum Column {
    /// Two whole numbers, −1 if there is no cell.
    Cell,
    /// A number, NaN if there is none.
    Number,
    /// Words, which an array of numbers cannot hold.
    Words,
}

impl Column {
    fn of(table: &Table, index: usize) -> Self {
        let mut texts = table.rows.iter().filter_map(|row| row.get(index)).filter(|text| !text.is_empty());
        if texts.clone().all(|text| text.parse::<f64>().is_ok()) {
            Self::Number
        } else if texts.all(|text| Cell::from_text(text).is_some()) {
            Self::Cell
        } else {
            Self::Words
        }
    }
}

/// Writes a table as an array with a field for each column. The column `cell` becomes `x` and `y`, any other column of
/// cells becomes `NAME_x` and `NAME_y`. Returns the names of the columns of words, which are left out.
///
/// # Errors
/// Returns the error of the writer.
pub fn table_npy(table: &Table, out: &mut dyn Write) -> io::Result<Vec<String>> {
    let columns: Vec<Column> = (0..table.head.len()).map(|index| Column::of(table, index)).collect();
    let (mut fields, mut left_out) = (Vec::new(), Vec::new());
    for (name, column) in table.head.iter().zip(&columns) {
        let before = if name == "cell" { String::new() } else { format!("{name}_") };
        match column {
            Column::Cell => fields.extend(["x", "y"].map(|axis| Field::new(format!("{before}{axis}"), FieldKind::I4))),
            Column::Number => fields.push(Field::new(name.clone(), FieldKind::F8)),
            Column::Words => left_out.push(name.clone()),
        }
    }
    let mut writer = StructuredWriter::new(out, &fields, table.rows.len() as u64)?;
    let mut values = Vec::new();
    for row in &table.rows {
        values.clear();
        for (text, column) in row.iter().zip(&columns) {
            match column {
                Column::Cell => {
                    let cell = Cell::from_text(text);
                    let axes = [cell.map(|cell| cell.x), cell.map(|cell| cell.y)];
                    values.extend(axes.map(|axis| Number::Whole(axis.map_or(-1, i64::from))));
                }
                Column::Number => values.push(Number::from(text.parse::<f64>().ok())),
                Column::Words => {}
            }
        }
        writer.row(&values)?;
    }
    writer.finish()?;
    Ok(left_out)
}
