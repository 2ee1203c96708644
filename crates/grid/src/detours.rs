//! Steps that cannot lead to anything: where the parent of a cell steps to a neighbour of it at less than the way over the
//! cell costs, the neighbour is known at less already. A search to which nobody listens leaves them out; one that is
//! listened to tells of them as costlier.
//!
//! The idea is that of natural neighbours: Daniel Harabor and Alban Grastien, *Online Graph Pruning for Pathfinding on Grid
//! Maps*, 2011. It is right where a step costs what its direction and the cell that it ends on say, and nothing else.

use crate::geometry::Dir;
use crate::movement::{Passage, StepCosts};

/// By the direction from the parent, and the bits of the steps that may be taken there: the bits of the steps to leave out.
pub type Detours = [[u8; 256]; 8];

/// All ground is alike, and a diagonal is shorter than the two steps that it is made of.
static EVEN: Detours = detours(true);
/// A step costs its direction times what the cell says, and a diagonal no less than a straight step: over a straight step
/// and another it may be cheaper than at once, where the cell between is cheap and the last is not.
static WEIGHTED: Detours = detours(false);

/// Returns the steps to leave out on this ground, if there are any. They are right for a search that reopens closed cells.
pub fn of(passage: &Passage, costs: StepCosts) -> Option<&'static Detours> {
    if costs.straight == 0 || costs.diagonal < costs.straight {
        None
    } else if passage.is_even() && costs.diagonal < 2 * costs.straight {
        Some(&EVEN)
    } else {
        passage.is_plain().then_some(&WEIGHTED)
    }
}

const fn detours(even: bool) -> Detours {
    let mut all = [[0; 256]; 8];
    let mut k = 0;
    while k < 64 {
        let (to, last) = (Dir::ALL[k / 8], Dir::ALL[k % 8]);
        let ((x, y), (dx, dy)) = (to.offset(), last.offset());
        let mut b = 0;
        while b < 8 {
            let direct = Dir::ALL[b];
            let (ex, ey) = direct.offset();
            let is_shorter = even || !direct.is_diagonal() || last.is_diagonal();
            if ex == x + dx && ey == y + dy && is_shorter {
                let mut moves = 0;
                while moves < 256 {
                    all[to as usize][moves] |= ((moves >> b & 1) as u8) << last as u8;
                    moves += 1;
                }
            }
            b += 1;
        }
        k += 1;
    }
    all
}
