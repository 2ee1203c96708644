//! Directional adjacency: the neighbours that a node emits, given the direction of the step that reached it.

use crate::geometry::Dir::{self, N, Ne, Nw, S, Se, Sw, W};

/// Returns whether the best straight approach to a door of this value is worse than the best diagonal one. `of` returns
/// the value of the neighbour in a direction.
pub(super) fn slant(value: u32, of: impl Fn(Dir) -> Option<u32>) -> bool {
    let lowest = |dirs: [Dir; 4]| dirs.into_iter().filter_map(&of).fold(value, u32::min);
    lowest(CARDINAL) > lowest(DIAGONAL)
}

/// Directions in the order they are tried: 2, 4, 6, 8 and 1, 3, 7, 9 on a number pad.
pub(super) const CARDINAL: [Dir; 4] = [S, W, Dir::E, N];
pub(super) const DIAGONAL: [Dir; 4] = [Sw, Se, Nw, Ne];

/// Returns the neighbours that a node can newly reach, given the direction of the step that reached it: first the
/// cardinal list, then the diagonal one, in order. The start has no direction.
///
/// ```text
/// 7 8 9      The article names directions by a number pad: 2 is south (y + 1), 5 the start. A node reached by 6 comes
/// 4 5 6      after the cells of its ring to the north and south. So it emits 6 to the cardinal list, 3 and 9 to the
/// 1 2 3      diagonal one. A node reached diagonally emits five neighbours, the start all eight.
/// ```
#[inline]
pub(super) const fn emits(by: Option<Dir>) -> (&'static [Dir], &'static [Dir]) {
    match by {
        None => (&CARDINAL, &DIAGONAL),
        Some(S) => (&[S], &[Sw, Se]),
        Some(W) => (&[W], &[Sw, Nw]),
        Some(Dir::E) => (&[Dir::E], &[Se, Ne]),
        Some(N) => (&[N], &[Nw, Ne]),
        Some(Sw) => (&[S, W], &[Se, Sw, Nw]),
        Some(Se) => (&[S, Dir::E], &[Sw, Se, Ne]),
        Some(Nw) => (&[W, N], &[Sw, Nw, Ne]),
        Some(Ne) => (&[Dir::E, N], &[Se, Nw, Ne]),
    }
}

/// Returns the number of bounds tests for a node reached by a step in a direction. Each emission compares a coordinate
/// with the map edge ahead: one for a straight step, both for a diagonal one.
pub(super) const fn bounds_tests(by: Option<Dir>) -> u32 {
    let (cardinal, diagonal) = emits(by);
    (cardinal.len() + 2 * diagonal.len()) as u32
}

pub(super) fn arrows(dirs: &[Dir]) -> String {
    dirs.iter().map(|dir| dir.arrow().to_string()).collect::<Vec<_>>().join(" ")
}
