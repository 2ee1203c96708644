//! The expansions of a run as a table: order, cell, g, h, f, parent. An expansion is an event that its run marks as
//! taking an entry from an open list.

use super::ExportError;
use crate::formats::limits;
use gridscope_trace::event::{Level, Value};
use gridscope_trace::trace::schema::OpenListChange;
use gridscope_trace::{Cell, Replay};
use std::fmt::Write as _;
use std::io::{self, Write};

/// A table, with a note about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Column names.
    pub head: Vec<String>,
    /// Rows, each with one text per column. Missing fields are empty.
    pub rows: Vec<Vec<String>>,
    /// A note for the reader, such as that these are steps because nothing is expanded.
    pub note: Option<String>,
}

/// A table whose rows are made one by one.
pub struct LazyTable<'a> {
    head: Vec<String>,
    rows: Box<dyn Iterator<Item = Vec<String>> + 'a>,
    note: Option<String>,
}

/// Columns of every search.
const OF_SEARCHES: [&str; 3] = ["g", "h", "f"];

/// Returns the events that took a cell from an open list, in order.
pub fn expansions(replay: &Replay) -> Vec<usize> {
    let trace = replay.trace();
    let takes = |&i: &usize| trace.case(i).queue == OpenListChange::Dequeues && trace.cell(i).is_some();
    (0..replay.len()).filter(takes).collect()
}

/// Returns the expansions. For a run without expansions, returns its steps with their fields.
///
/// # Errors
/// Returns an error if there are no steps either.
pub fn lazy_table(replay: &Replay) -> Result<LazyTable<'_>, ExportError> {
    let all = expansions(replay);
    if all.is_empty() { steps(replay) } else { Ok(searched(replay, all)) }
}

/// Returns the whole table, like [`lazy_table`].
///
/// # Errors
/// Returns an error if there are neither expansions nor steps.
pub fn table(replay: &Replay) -> Result<Table, ExportError> {
    Ok(lazy_table(replay)?.table())
}

/// Returns the value of a field as text.
fn field(fields: &[(&str, Value)], name: &str) -> String {
    fields.iter().find(|(field, _)| *field == name).map_or_else(String::new, |(_, value)| value.to_string())
}

/// Returns the table of these expansions.
pub(super) fn searched(replay: &Replay, all: Vec<usize>) -> LazyTable<'_> {
    // Add the events' own fields as columns: numbers such as d, and words such as the end from which a search runs.
    let mut fields = Vec::new();
    let mut own: Vec<String> = Vec::new();
    for &i in &all {
        replay.fields_of(i, &mut fields);
        for (name, value) in &fields {
            let is_tabular = value.number().is_some() || matches!(value, Value::Word(_));
            let new = is_tabular && !OF_SEARCHES.contains(name) && !own.iter().any(|o| o == name);
            if new {
                own.push((*name).to_owned());
            }
        }
    }
    let columns: Vec<String> = OF_SEARCHES.map(str::to_owned).into_iter().chain(own).collect();
    let head = ["order".to_owned(), "cell".to_owned()].into_iter().chain(columns.iter().cloned());
    let head = head.chain(["parent".to_owned()]).collect();
    let mut beside = replay.fork();
    let mut fields = Vec::new();
    let rows = (1_usize..).zip(all).map(move |(order, i)| {
        replay.fields_of(i, &mut fields);
        let cell = replay.cell(i);
        beside.seek(i + 1);
        let parent = parent(&beside, i, cell);
        let texts = columns.iter().map(|name| field(&fields, name));
        let cell = |cell: Option<Cell>| cell.map(|c| c.to_string()).unwrap_or_default();
        let ends = [cell(replay.cell(i)), cell(parent)];
        let [first, last] = ends;
        [order.to_string(), first].into_iter().chain(texts).chain([last]).collect()
    });
    LazyTable { head, rows: Box::new(rows), note: None }
}

/// Returns the parent of a cell, right after its expansion.
fn parent(replay: &Replay, event: usize, cell: Option<Cell>) -> Option<Cell> {
    let stated_parent = replay.trace().from(event).filter(|&from| Some(from) != cell);
    let arrow = || {
        let cell = cell?;
        // An arrow points to a neighbour. A parent farther away is stated by the event that the cell holds.
        let holders = replay.holders(cell);
        let from = holders.iter().rev().find_map(|&i| replay.trace().from(i as usize).filter(|&from| from != cell));
        let near = replay.arrow(cell).and_then(|dir| {
            let (dx, dy) = dir.offset();
            let at = Cell::new(cell.x.checked_add_signed(dx as i16)?, cell.y.checked_add_signed(dy as i16)?);
            replay.size().contains(at).then_some(at)
        });
        match (near, from) {
            (Some(near), Some(from)) if in_line(cell, near, from) => Some(from),
            (near, from) => near.or(from),
        }
    };
    stated_parent.or_else(arrow)
}

/// Returns whether `far` is in the same direction from `cell` as its neighbour `near`.
fn in_line(cell: Cell, near: Cell, far: Cell) -> bool {
    let towards = |to: Cell| (i32::from(to.x) - i32::from(cell.x), i32::from(to.y) - i32::from(cell.y));
    let ((nx, ny), (fx, fy)) = (towards(near), towards(far));
    (nx.signum(), ny.signum()) == (fx.signum(), fy.signum())
}

fn steps(replay: &Replay) -> Result<LazyTable<'_>, ExportError> {
    let steps: Vec<usize> = replay.steps().iter().map(|&i| i as usize).collect();
    let steps: Vec<usize> = steps.into_iter().filter(|&i| replay.trace().level(i) == Level::Step).collect();
    let title = &replay.schema().title;
    if steps.is_empty() {
        return Err(ExportError(format!("{title} reports neither expansions nor steps, so there is no table of them")));
    }
    let mut names: Vec<String> = Vec::new();
    let mut fields = Vec::new();
    for &i in &steps {
        replay.fields_of(i, &mut fields);
        for (name, _) in &fields {
            if *name != "cell" && !names.iter().any(|n| n == name) {
                names.push((*name).to_owned());
            }
        }
    }
    let head = ["event", "kind", "cell"].into_iter().map(str::to_owned).chain(names.iter().cloned()).collect();
    let note = Some(format!("{title} expands nothing from an open list: these are its steps, with their fields"));
    let mut fields = Vec::new();
    let rows = steps.into_iter().map(move |i| {
        replay.fields_of(i, &mut fields);
        let cell = replay.cell(i).map(|c| c.to_string()).unwrap_or_default();
        let first = [(i + 1).to_string(), replay.kind(i).to_owned(), cell];
        first.into_iter().chain(names.iter().map(|name| field(&fields, name))).collect()
    });
    Ok(LazyTable { head, rows: Box::new(rows), note })
}

impl LazyTable<'_> {
    /// Makes all rows.
    pub fn table(self) -> Table {
        Table { head: self.head, rows: self.rows.collect(), note: self.note }
    }

    /// Writes comma-separated values, with column names. Returns the note about the table.
    ///
    /// # Errors
    /// Returns the error of the writer.
    pub fn write_csv(self, out: &mut dyn Write) -> io::Result<Option<String>> {
        let mut writer = csv::Writer::from_writer(out);
        for row in std::iter::once(self.head).chain(self.rows) {
            writer.write_record(row)?;
        }
        writer.flush()?;
        Ok(self.note)
    }
}

impl Table {
    /// Formats the table as Markdown, with aligned columns for readers of the plain text.
    pub fn markdown(&self) -> String {
        let clean = |text: &String| text.replace('|', "\\|");
        let wide = |c: usize| {
            let cells = self.rows.iter().chain([&self.head]).filter_map(|row| row.get(c));
            cells.map(|text| clean(text).chars().count()).max().unwrap_or(0).clamp(3, limits::COLUMN)
        };
        let wides: Vec<usize> = (0..self.head.len()).map(wide).collect();
        let line = |row: &[String]| {
            let cells = row.iter().zip(&wides).map(|(text, &w)| format!("{:>w$}", clean(text)));
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let mut out = line(&self.head);
        let rule: Vec<String> = wides.iter().map(|&w| format!("{}:", "-".repeat(w - 1))).collect();
        let _ = writeln!(out, "| {} |", rule.join(" | "));
        self.rows.iter().for_each(|row| out.push_str(&line(row)));
        out
    }
}
