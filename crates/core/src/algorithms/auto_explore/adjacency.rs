//! Directional adjacency: which neighbours a node can newly reach, by the direction of the step that reached it.
//!
//! ```text
//! 7 8 9      The page names directions by a number pad; 2 is south (y + 1), 5 the start. A node reached by 6 comes
//! 4 5 6      after the cells of its ring to the north and south, so it emits 6 to the cardinal list, 3 and 9 to the
//! 1 2 3      diagonal one; a node reached diagonally emits five neighbours, the start all eight.
//! ```

use crate::geometry::Dir::{self, E, N, Ne, Nw, S, Se, Sw, W};

/// The cardinal directions 2, 4, 6, 8, in the order in which they are tried.
pub(super) const CARDINAL: [Dir; 4] = [S, W, E, N];
/// The diagonal directions 1, 3, 7, 9, in the order in which they are tried.
pub(super) const DIAGONAL: [Dir; 4] = [Sw, Se, Nw, Ne];

/// What a node emits to the cardinal list and to the diagonal one, in order; the start was reached by no direction.
#[inline]
pub(super) const fn emits(by: Option<Dir>) -> (&'static [Dir], &'static [Dir]) {
    match by {
        None => (&CARDINAL, &DIAGONAL),
        Some(S) => (&[S], &[Sw, Se]),
        Some(W) => (&[W], &[Sw, Nw]),
        Some(E) => (&[E], &[Se, Ne]),
        Some(N) => (&[N], &[Nw, Ne]),
        Some(Sw) => (&[S, W], &[Se, Sw, Nw]),
        Some(Se) => (&[S, E], &[Sw, Se, Ne]),
        Some(Nw) => (&[W, N], &[Sw, Nw, Ne]),
        Some(Ne) => (&[E, N], &[Se, Nw, Ne]),
    }
}

/// Directions as arrows.
pub(super) fn arrows(dirs: &[Dir]) -> String {
    dirs.iter().map(|dir| dir.arrow().to_string()).collect::<Vec<_>>().join(" ")
}
