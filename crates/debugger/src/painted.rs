//! Cells that were given one value, and what they had before: an edit of any number of cells that can be taken back, row by row.

use super::paint::Spans;

/// What was painted.
#[derive(Clone, Debug)]
pub(super) struct Painted<T> {
    pub(super) cells: Spans,
    /// Of one stretch after the other.
    before: Vec<T>,
    after: T,
}

impl<T: Copy + PartialEq> Painted<T> {
    /// Paints cells of a map, whose values lie row by row; none where all have that value already, or are of another map.
    pub(super) fn new(cells: Spans, after: T, values: &mut [T]) -> Option<Self> {
        let mut before = Vec::with_capacity(cells.len());
        for span in cells.each() {
            before.extend_from_slice(values.get(span)?);
        }
        let painted = Self { cells, before, after };
        painted.before.iter().any(|value| *value != after).then(|| painted.again(values))?;
        Some(painted)
    }

    /// Gives all of them the value.
    pub(super) fn again(&self, values: &mut [T]) {
        self.cells.each().for_each(|span| values[span].fill(self.after));
    }

    /// Gives each what it had before.
    pub(super) fn back(&self, values: &mut [T]) {
        let mut before = &self.before[..];
        for span in self.cells.each() {
            let (these, others) = before.split_at(span.len());
            values[span].copy_from_slice(these);
            before = others;
        }
    }
}
