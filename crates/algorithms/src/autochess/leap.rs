//! The first move of an assassin: a free jump, whatever lies between, to the cell nearest behind the enemy farthest away.
//!
//! ```text
//! 8 . . . . E x . .     Of both enemies (5,8) is farther from U(2,1). Behind it is whatever is farther from U than it is;
//! 7 . . . . . . . .     the nearest to it of what is free there is x(6,8), and there the piece lands.
//! 6 . . . E . . . .
//! ```
//!
//! The article speaks of pieces that are no assassins; what those do is chosen here.

use super::board::squared;
use super::event::ChessEvent as E;
use crate::geometry::Cell;
use crate::observe::Observer;
use std::cmp::Reverse;
use std::ops::ControlFlow::{self, Continue};

/// Where an assassin lands, and behind whom. Enemies are tried from the farthest on, equals in scan order, until one has a free
/// cell behind it: farther from the piece than the enemy is. Of those the nearest to the enemy is taken, of equals the one farthest
/// from the piece, then the first in scan order.
///
/// `free` are the free cells and `enemies` where enemies stand, each in scan order.
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
