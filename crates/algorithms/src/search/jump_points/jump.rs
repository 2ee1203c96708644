//! Natural and forced neighbours, and where a jump ends.
//!
//! ```text
//! moving E to x:    #ff      The wall # blocks the path round x, so a path may turn
//!                   px.      at x: both cells f are forced neighbours, and a jump
//!                   ...      ends here.
//! ```
//!
//! If corners may not be cut, diagonal moves have no forced neighbours, because both cells beside the step are free.

use super::super::Ground;
use super::event::{JumpPointsEvent as E, Landing};
use crate::{Cell, Dir, Observer};
use std::ops::ControlFlow::{self, Continue};

/// Returns the two directions at right angles to a straight one.
const fn across(dir: Dir) -> [Dir; 2] {
    match dir {
        Dir::E | Dir::W => [Dir::S, Dir::N],
        _ => [Dir::E, Dir::W],
    }
}

/// Returns the diagonal between two straight directions, given in any order.
fn between(a: Dir, b: Dir) -> Option<Dir> {
    Dir::ALL.into_iter().find(|dir| dir.parts().is_some_and(|parts| parts == (a, b) || parts == (b, a)))
}

fn is_free(ground: &Ground, cell: Cell, dir: Dir) -> bool {
    cell.step(dir, ground.size()).is_some_and(|to| ground.map.is_open(to))
}

/// Returns whether a cell reached in a straight direction has forced neighbours on one side. This is so if the cell
/// on that side is free, but the one behind it is not.
fn is_forced(ground: &Ground, cell: Cell, dir: Dir, side: Dir) -> bool {
    let barred = |behind: Cell| !is_free(ground, behind, side);
    is_free(ground, cell, side) && cell.step(dir.opposite(), ground.size()).is_some_and(barred)
}

/// Returns whether a search continues in `dir` from a cell reached in direction `came`. Returns `None` if that
/// neighbour is pruned, `Some(true)` if it is forced, and `Some(false)` if it is natural.
pub(super) fn goes_on(ground: &Ground, cell: Cell, came: Option<Dir>, dir: Dir) -> Option<bool> {
    let Some(came) = came else { return Some(false) };
    if let Some((horizontal, vertical)) = came.parts() {
        return (dir == came || dir == horizontal || dir == vertical).then_some(false);
    }
    if dir == came {
        return Some(false);
    }
    let mut forced = across(came).into_iter().filter(|&side| is_forced(ground, cell, came, side));
    forced.any(|side| dir == side || between(came, side) == Some(dir)).then_some(true)
}

/// Jumps from a cell in a direction. Returns the cell where the jump ends, its number of steps and the reason, or
/// `None` if it finds nothing.
pub(super) fn jump<O: Observer<E>>(
    ground: &Ground,
    from: Cell,
    dir: Dir,
    o: &mut O,
) -> ControlFlow<O::Halt, Option<(Cell, u32, Landing)>> {
    let (mut cell, mut steps) = (from, 0);
    while let Ok((to, _)) = ground.map.step(cell, dir) {
        (cell, steps) = (to, steps + 1);
        if cell == ground.goal {
            return Continue(Some((cell, steps, Landing::Goal)));
        }
        if let Some((horizontal, vertical)) = dir.parts() {
            for straight in [horizontal, vertical] {
                if jump(ground, cell, straight, o)?.is_some() {
                    return Continue(Some((cell, steps, Landing::Turn)));
                }
            }
        } else if across(dir).into_iter().any(|side| is_forced(ground, cell, dir, side)) {
            return Continue(Some((cell, steps, Landing::Forced)));
        }
        o.on(E::Scanned { cell, dir })?;
    }
    Continue(None)
}
