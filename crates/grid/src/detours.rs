//! Steps that a search can skip. Suppose the parent of a cell can reach one of the cell's neighbours directly at less
//! cost than through the cell. Then the step from the cell to that neighbour cannot improve anything. A search without
//! an observer skips such steps. A search with an observer reports them as more expensive.
//!
//! The idea is that of natural neighbours: Daniel Harabor and Alban Grastien, *Online Graph Pruning for Pathfinding on
//! Grid Maps*, 2011. It is correct only if the cost of a step depends on its direction and on the cell that it ends on,
//! and on nothing else.

use crate::geometry::Dir;
use crate::movement::{Passage, StepCosts};

/// The steps to skip, as a bit set. Indexed by the direction from the parent, then by the bit set of the steps that the
/// parent can take.
pub type Detours = [[u8; 256]; 8];

/// For ground of even cost, when a diagonal costs less than the two straight steps that make it up.
static EVEN: Detours = detours(true);
/// For weighted ground, when a diagonal costs no less than a straight step. There two straight steps may be cheaper
/// than the diagonal: the cell between them may be cheap while the last cell is expensive.
static WEIGHTED: Detours = detours(false);

/// Returns the steps to skip on this ground, if any. They are correct for a search that reopens closed cells.
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
