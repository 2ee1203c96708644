//! The first move of an assassin: a free jump, over any obstacle, to the nearest cell behind the farthest enemy.
//!
//! ```text
//! 8 . . . . E x . .     Of the two enemies, (5,8) is farther from U(2,1). Cells behind it are farther from U than
//! 7 . . . . . . . .     it is. The nearest free one of them is x(6,8), and the piece lands there.
//! 6 . . . E . . . .
//! ```
//!
//! The article only covers pieces that are not assassins. The behaviour of assassins is our own.

use super::board::squared;
use super::event::ChessEvent as E;
use crate::{Cell, Observer};
use std::cmp::Reverse;
use std::ops::ControlFlow::{self, Continue};

/// Returns where an assassin lands, and the enemy in front of it. Enemies are tried farthest first, equals in scan
/// order, until one has a free cell behind it: a cell farther from the piece than the enemy. Among these cells, the
/// nearest to the enemy wins, then the farthest from the piece, then the first in scan order.
///
/// `free` are the free cells and `enemies` the cells of the enemies, each in scan order.
pub(super) fn leap<O: Observer<E>>(
    piece: Cell,
    free: &[Cell],
    enemies: &[Cell],
    observer: &mut O,
) -> ControlFlow<O::Halt, Option<(Cell, Cell)>> {
    let mut enemies: Vec<(u32, Cell)> = enemies.iter().map(|&enemy| (squared(piece, enemy), enemy)).collect();
    enemies.sort_by_key(|e| Reverse(e.0));
    for (k, &(away, enemy)) in enemies.iter().enumerate() {
        observer.on(E::Aimed { enemy, squared: away, again: k > 0 })?;
        let mut best: Option<(u32, Reverse<u32>, Cell)> = None;
        for &cell in free {
            let (squared, far) = (squared(enemy, cell), squared(piece, cell));
            if far <= away {
                continue;
            }
            observer.on(E::Behind { cell, squared, far })?;
            if best.is_none_or(|(s, f, _)| (squared, Reverse(far)) < (s, f)) {
                best = Some((squared, Reverse(far), cell));
                observer.on(E::LedBehind { cell, squared, far })?;
            }
        }
        if let Some((_, _, cell)) = best {
            return Continue(Some((cell, enemy)));
        }
    }
    Continue(None)
}
