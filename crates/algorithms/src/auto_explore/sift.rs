//! Which arrivals of a block of nodes lower a value, found without a branch: for floods to which nobody listens.

use super::flood::Node;
use super::spots::Spots;
use crate::geometry::Dir::{self, N};

/// How many nodes are looked at together: what they emit stays in the nearest cache.
pub(super) const BLOCK: usize = 64;

/// An arrival of a block: the place of its node there, and the direction.
pub(super) type Arrival = (u8, Dir);

/// For each direction that a node was reached by what it emits: a direction, and how many spots further on that neighbour lies.
/// Where it emits fewer than so many, the node itself stands in, which it cannot lower.
pub(super) type Emissions<const MOST: usize> = [[(Dir, isize); MOST]; 8];

pub(super) fn emissions<const MOST: usize>(spots: &Spots, of: fn(Dir) -> &'static [Dir]) -> Emissions<MOST> {
    Dir::ALL.map(|by| std::array::from_fn(|k| of(by).get(k).map_or((by, 0), |&to| (to, spots.offset(to)))))
}

/// Those arrivals of a block that lower a value: each is written down, and the next one over it where it does not.
pub(super) fn sift<const MOST: usize>(
    spots: &Spots,
    block: &[Node],
    step: u32,
    emissions: &Emissions<MOST>,
    arrivals: &mut Vec<Arrival>,
) {
    arrivals.resize(BLOCK * MOST, (0, N));
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
