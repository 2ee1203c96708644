//! Comparison of two traces: the first event that differs, and the cells whose values differ at two moments.

use super::replay::Replay;
use crate::geometry::Cell;
use crate::view::board::Board;

/// The index of the first event at which two runs differ, by what their events say; where one ends while the other goes
/// on, its length. `None` when they are the same from end to end.
pub fn first_divergence_of(a: &Replay, b: &Replay) -> Option<usize> {
    let common = a.len().min(b.len());
    let (mut x, mut y) = (Vec::new(), Vec::new());
    // Skip the prefix of bit-identical events; compare field by field only after it.
    (a.same_from(0, b)..common)
        .find(|&i| {
            a.fields_of(i, &mut x);
            b.fields_of(i, &mut y);
            a.kind(i) != b.kind(i) || x != y
        })
        .or_else(|| (a.len() != b.len()).then_some(common))
}

/// The cells in which a layer, by its number on the card, holds different values at the two runs' moments; of runs of
/// two algorithms, those that play different parts. Only cells that both maps have are compared.
pub fn differing_cells(a: &Replay, b: &Replay, layer: usize) -> Vec<Cell> {
    let (sa, sb) = (a.size(), b.size());
    let common = sa.cells().filter(|&c| sb.contains(c));
    if a.schema().algorithm == b.schema().algorithm {
        return common.filter(|&c| a.value(layer, c) != b.value(layer, c)).collect();
    }
    let (mut x, mut y) = (Board::default(), Board::default());
    a.board(None, &mut x);
    b.board(None, &mut y);
    common.filter(|&c| x.at(c).role != y.at(c).role).collect()
}
