//! Cells that were set to one value, with their old values: an edit of any size that can be undone.

use crate::document::paint::Spans;

/// A painted set of cells.
#[derive(Clone, Debug)]
pub(crate) struct Painted<T> {
    pub(crate) cells: Spans,
    /// Old values, one span after the other.
    before: Vec<T>,
    after: T,
}

impl<T: Copy + PartialEq> Painted<T> {
    /// Paints cells of a map. Values are stored row by row. Returns `None` if all cells already have the value, or
    /// belong to another map.
    pub(crate) fn new(cells: Spans, after: T, values: &mut [T]) -> Option<Self> {
        let mut before = Vec::with_capacity(cells.len());
        for span in cells.each() {
            before.extend_from_slice(values.get(span)?);
        }
        let painted = Self { cells, before, after };
        painted.before.iter().any(|value| *value != after).then(|| painted.again(values))?;
        Some(painted)
    }

    /// Sets all cells to the new value.
    pub(crate) fn again(&self, values: &mut [T]) {
        self.cells.each().for_each(|span| values[span].fill(self.after));
    }

    /// Restores the old values.
    pub(crate) fn back(&self, values: &mut [T]) {
        let mut before = &self.before[..];
        for span in self.cells.each() {
            let (these, others) = before.split_at(span.len());
            values[span].copy_from_slice(these);
            before = others;
        }
    }
}
