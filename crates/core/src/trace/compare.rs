//! Comparison of two traces: the first event that differs, and the cells whose values differ at two moments.

use super::log::Trace;
use super::replay::Replay;
use crate::event::Event;
use crate::geometry::Cell;
use crate::view::board::Board;

/// The index of the first event at which two traces differ; where one ends while the other goes on, its length.
/// `None` when they are the same from end to end.
pub fn first_divergence<E: Event>(a: &Trace<E>, b: &Trace<E>) -> Option<usize> {
    let common = a.events().len().min(b.events().len());
    (0..common)
        .find(|&i| a.events()[i] != b.events()[i])
        .or_else(|| (a.events().len() != b.events().len()).then_some(common))
}

/// The same for two runs of whatever algorithms, by what their events say.
pub fn first_divergence_of(a: &dyn Replay, b: &dyn Replay) -> Option<usize> {
    let common = a.len().min(b.len());
    let (mut x, mut y) = (Vec::new(), Vec::new());
    // What is the same to the last bit says the same; only from there on need they be heard out.
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
pub fn differing_cells(a: &dyn Replay, b: &dyn Replay, layer: usize) -> Vec<Cell> {
    let (sa, sb) = (a.size(), b.size());
    let common = sa.cells().filter(|&c| sb.contains(c));
    if a.card().id == b.card().id {
        return common.filter(|&c| a.value(layer, c) != b.value(layer, c)).collect();
    }
    let (mut x, mut y) = (Board::default(), Board::default());
    a.board(None, &mut x);
    b.board(None, &mut y);
    common.filter(|&c| x.at(c).role != y.at(c).role).collect()
}
