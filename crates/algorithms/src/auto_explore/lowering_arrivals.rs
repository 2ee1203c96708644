//! Finds the arrivals of a block of nodes that lower a value, without a branch. For floods whose observer does not
//! listen.

use super::adjacency::emits;
use super::flood::Node;
use super::flood_cells::Spots;
use crate::geometry::Dir;

/// Number of nodes processed together, so that their emissions stay in the L1 cache.
pub(super) const BLOCK: usize = 64;

/// An arrival at a cell from a node of a block, in one word: the index of the cell's spot, then the index of the node in
/// the block, in the lowest byte the direction.
#[derive(Clone, Copy)]
pub(super) struct BlockArrival(u64);

impl BlockArrival {
    #[inline]
    pub(super) const fn spot(self) -> u32 {
        (self.0 >> 16) as u32
    }

    #[inline]
    pub(super) const fn node(self) -> usize {
        (self.0 >> 8) as usize % BLOCK
    }

    #[inline]
    pub(super) const fn by(self) -> Dir {
        Dir::ALL[self.0 as usize % 8]
    }
}

/// For each direction by which a node was reached, the neighbours it emits: the words to add to a [`BlockArrival`] with
/// the spot of the node. Unused entries are the node itself, whose value the arrival cannot lower.
type Emissions = [[u64; 3]; 8];

/// The arrivals of a block that are wanted.
#[derive(Clone, Default)]
pub(super) struct BlockArrivals {
    /// The cardinal emissions, and the diagonal ones.
    emissions: Vec<Emissions>,
    all: Vec<BlockArrival>,
    len: usize,
}

impl BlockArrivals {
    /// Prepares for floods on a map.
    pub(super) fn prepare(&mut self, spots: &Spots) {
        let word = |&to: &Dir| (i64::from(spots.offset(to)) << 16) as u64 + to as u64;
        let words = |dirs: &[Dir]| std::array::from_fn(|k| dirs.get(k).map_or(0, word));
        let cardinals = Dir::ALL.map(|by| words(emits(Some(by)).0));
        let diagonals = Dir::ALL.map(|by| words(emits(Some(by)).1));
        self.emissions = vec![cardinals, diagonals];
        self.all.resize(BLOCK * 3, BlockArrival(0));
    }

    pub(super) fn as_slice(&self) -> &[BlockArrival] {
        &self.all[..self.len]
    }

    /// Collects the cardinal or diagonal arrivals of a block that `wants` returns true for, given the node and the index
    /// of the spot. Every arrival is written. If it is not wanted, the next one overwrites it. No node of the block
    /// emits more than `MAX_EMISSIONS`.
    #[inline(never)]
    pub(super) fn collect<const MAX_EMISSIONS: usize>(
        &mut self,
        block: &[Node],
        diagonal: bool,
        wants: impl Fn(&Node, u32) -> bool,
    ) {
        let emissions = &self.emissions[usize::from(diagonal)];
        let mut len = 0;
        for (i, node) in block.iter().enumerate() {
            let Some(by) = node.by else { continue };
            let from = u64::from(node.spot) << 16 | (i as u64) << 8;
            for &word in &emissions[by as usize][..MAX_EMISSIONS] {
                let arrival = BlockArrival(from.wrapping_add(word));
                if let Some(place) = self.all.get_mut(len) {
                    *place = arrival;
                }
                len += usize::from(wants(node, arrival.spot()));
            }
        }
        self.len = len;
    }
}
