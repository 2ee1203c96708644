//! Finds the arrivals of a block of nodes that lower a value, without a branch. For floods whose observer does not
//! listen.

use super::flood::Node;
use super::flood_cells::Spots;
use crate::geometry::Dir::{self, N};

/// Number of nodes processed together, so that their emissions stay in the L1 cache.
pub(super) const BLOCK: usize = 64;

/// An arrival of a block: the index of its node there, and the direction.
pub(super) type Arrival = (u8, Dir);

/// For each direction by which a node was reached, the neighbours it emits: the direction, and the index offset of the
/// neighbour. Unused entries have offset 0, the node itself, whose value the arrival cannot lower.
pub(super) type Emissions<const MAX_EMISSIONS: usize> = [[(Dir, isize); MAX_EMISSIONS]; 8];

pub(super) fn emissions<const MAX_EMISSIONS: usize>(
    spots: &Spots,
    of: fn(Dir) -> &'static [Dir],
) -> Emissions<MAX_EMISSIONS> {
    Dir::ALL.map(|by| std::array::from_fn(|k| of(by).get(k).map_or((by, 0), |&to| (to, spots.offset(to)))))
}

/// Collects the arrivals of a block that lower a value. Every arrival is written. If it lowers nothing, the next one
/// overwrites it.
pub(super) fn sift<const MAX_EMISSIONS: usize>(
    spots: &Spots,
    block: &[Node],
    step: u32,
    emissions: &Emissions<MAX_EMISSIONS>,
    arrivals: &mut Vec<Arrival>,
) {
    arrivals.resize(BLOCK * MAX_EMISSIONS, (0, N));
    let mut count = 0;
    for (i, node) in block.iter().enumerate() {
        let Some(by) = node.by else { continue };
        let rank = spots.rank(node.value.saturating_add(step));
        let at = spots.index(node.cell);
        for &(to, offset) in &emissions[by as usize] {
            arrivals[count] = (i as u8, to);
            count += usize::from(rank < spots.rank_at(at.wrapping_add_signed(offset)));
        }
    }
    arrivals.truncate(count);
}
