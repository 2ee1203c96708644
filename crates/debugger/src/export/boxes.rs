//! Data for a handout: g, h and f of each cell at the end, and when it was expanded.

use super::ExportError;
use super::table::expansions;
use crate::core::geometry::Cell;
use crate::core::trace::Replay;
use crate::core::trace::schema::OpenListChange;
use std::collections::BTreeMap;

/// The boxes of each cell, and the answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boxes {
    /// Names of the boxes, at most three.
    pub names: Vec<String>,
    /// Answers for each cell that was reached, in the order of the names. Missing values are empty.
    pub values: BTreeMap<Cell, Vec<String>>,
    /// Numbers of each cell's expansions, from 1. Most cells have one.
    pub order: BTreeMap<Cell, Vec<usize>>,
}

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
        let held = values.entry(cell).or_insert_with(|| vec![String::new(); names.len()]);
        for (held, name) in held.iter_mut().zip(&names) {
            if let Some((_, value)) = fields.iter().find(|(field, value)| field == name && value.number().is_some()) {
                *held = value.to_string();
            }
        }
    }
    let mut order = BTreeMap::<Cell, Vec<usize>>::new();
    for (number, i) in (1..).zip(all) {
        if let Some(cell) = replay.cell(i) {
            order.entry(cell).or_default().push(number);
        }
    }
    Ok(Boxes { names: names.into_iter().map(str::to_owned).collect(), values, order })
}
