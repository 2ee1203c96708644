//! Data for a handout: g, h and f of each cell at the end, when it was expanded, and the first expansions as a table.

use super::ExportError;
use super::table::{expansions, searched};
use gridscope_trace::trace::schema::OpenListChange;
use gridscope_trace::{Cell, Replay};
use std::collections::BTreeMap;

/// The boxes of each cell, and the answers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Boxes {
    /// Names of the boxes, at most three.
    pub names: Vec<String>,
    /// Answers for each cell that was reached, in the order of the names. Missing values are empty.
    pub values: BTreeMap<Cell, Vec<String>>,
    /// Numbers of each cell's expansions, from 1. Most cells have one.
    pub order: BTreeMap<Cell, Vec<usize>>,
    /// Number of expansions.
    pub expanded: usize,
    /// Column names of the table of expansions: `#`, `cell`, the boxes, `parent`.
    pub head: Vec<String>,
    /// The first expansions, at most [`MAX_ROWS`]. Missing values are empty.
    pub rows: Vec<Vec<String>>,
}

/// Largest number of rows in the table of expansions.
pub const MAX_ROWS: usize = 30;

/// Returns the boxes of a run: those of g, h and f that its events have. For a search without them, it is a number that
/// its expansions have.
///
/// # Errors
/// Returns an error if the run has none of these.
pub fn boxes(replay: &Replay) -> Result<Boxes, ExportError> {
    let known = |name: &&str| replay.schema().fields.iter().any(|f| f.number && f.name == **name);
    let mut names: Vec<&str> = ["g", "h", "f"].into_iter().filter(known).collect();
    let all = expansions(replay);
    let mut fields = Vec::new();
    if names.is_empty()
        && let Some(&first) = all.first()
    {
        // A flood may count its steps, or use another name for its distance.
        replay.fields_of(first, &mut fields);
        names.extend(fields.iter().find(|(_, value)| value.number().is_some()).map(|(name, _)| *name));
    }
    if names.is_empty() {
        let title = &replay.schema().title;
        return Err(ExportError(format!(
            "a handout asks for g, h and f of each expansion, and {title} has none of them; expected a search"
        )));
    }
    let mut values = BTreeMap::<Cell, Vec<String>>::new();
    for i in 0..replay.len() {
        let waits = replay.trace().case(i).queue != OpenListChange::Unmoved;
        let Some(cell) = replay.cell(i).filter(|_| waits) else { continue };
        replay.fields_of(i, &mut fields);
        let cell_values = values.entry(cell).or_insert_with(|| vec![String::new(); names.len()]);
        for (held, name) in cell_values.iter_mut().zip(&names) {
            if let Some((_, value)) = fields.iter().find(|(field, value)| field == name && value.number().is_some()) {
                *held = value.to_string();
            }
        }
    }
    let mut order = BTreeMap::<Cell, Vec<usize>>::new();
    for (number, &i) in (1..).zip(&all) {
        if let Some(cell) = replay.cell(i) {
            order.entry(cell).or_default().push(number);
        }
    }
    let (head, rows) = table(replay, &names, &all);
    Ok(Boxes {
        names: names.iter().map(|&name| name.to_owned()).collect(),
        values,
        order,
        expanded: all.len(),
        head,
        rows,
    })
}

/// Returns the table of the first expansions. Besides the boxes it has the side from which a cell was reached, if the
/// search has two.
fn table(replay: &Replay, names: &[&str], all: &[usize]) -> (Vec<String>, Vec<Vec<String>>) {
    let table = searched(replay, all.get(..MAX_ROWS).unwrap_or(all).to_vec()).table();
    let wanted = ["order", "cell", "list"].into_iter().chain(names.iter().copied()).chain(["parent"]);
    let columns: Vec<usize> = wanted.filter_map(|name| table.head.iter().position(|head| head == name)).collect();
    let pick = |row: &Vec<String>| columns.iter().filter_map(|&c| row.get(c).cloned()).collect::<Vec<_>>();
    let called = |name: String| match name.as_str() {
        "order" => "#".to_owned(),
        "list" => "side".to_owned(),
        _ => name,
    };
    (pick(&table.head).into_iter().map(called).collect(), table.rows.iter().map(pick).collect())
}
