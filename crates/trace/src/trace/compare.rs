//! Comparison of two traces: the first event that differs, and the cells whose values differ at two moments.

use super::replay::Replay;
use super::schema::OpenListChange;
use crate::geometry::Cell;
use crate::view::board::Board;

/// Returns the index of the first event at which two runs differ, comparing the contents of events. If one run ends
/// while the other continues, returns its length. Returns `None` if they are identical.
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

/// Returns where two runs with different kinds of events first expand different cells: the number of equal expansions,
/// and the differing event of each run, or its length if it has ended. Returns `None` if both expand the same cells in
/// the same order.
pub fn first_expansion_apart(a: &Replay, b: &Replay) -> Option<(usize, [usize; 2])> {
    let (mut x, mut y) = (expansions(a), expansions(b));
    for same in 0.. {
        match (x.next(), y.next()) {
            (None, None) => break,
            (Some(i), Some(j)) if a.cell(i) == b.cell(j) => {}
            (i, j) => return Some((same, [i.unwrap_or(a.len()), j.unwrap_or(b.len())])),
        }
    }
    None
}

/// Returns the events of a run that take the first entry of its open list.
fn expansions(run: &Replay) -> impl Iterator<Item = usize> {
    (0..run.len()).filter(|&i| run.trace().case(i).queue == OpenListChange::Dequeues)
}

/// Returns whether two runs have the same kinds of events, so that they can be compared event by event. If not, and
/// both expand cells, they are compared expansion by expansion.
pub fn share_words(a: &Replay, b: &Replay) -> bool {
    let names = |run: &Replay| run.kinds().iter().map(ToString::to_string).collect::<Vec<_>>();
    a.schema().algorithm == b.schema().algorithm
        || names(a) == names(b)
        || expansions(a).next().is_none()
        || expansions(b).next().is_none()
}

/// Returns the cells in which a layer, given by its number on the card, has different values at the moments of two
/// runs. For runs of different algorithms, returns the cells with different roles. Only cells that both maps have are
/// compared.
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
