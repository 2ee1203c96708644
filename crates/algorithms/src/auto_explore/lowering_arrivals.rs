//! Arrivals of a flood whose observer does not listen: those of a block of nodes that lower a value are found without a
//! branch, and only these are processed.

use super::adjacency::{CARDINAL, DIAGONAL, emits};
use super::event::{ExploreEvent as E, Spread};
use super::flood::{Arrival, Flood, Map, Node};
use super::flood_cells::{Closed, Spots};
use super::run::Flow;
use crate::{Dir, Observer};
use std::ops::ControlFlow::Continue;

/// Number of nodes processed together, so that their emissions stay in the L1 cache.
const BLOCK: usize = 64;

/// An arrival at a cell from a node of a block, in one word: the index of the cell's spot, then the index of the node in
/// the block, in the lowest byte the direction.
#[derive(Clone, Copy)]
struct BlockArrival(u64);

impl BlockArrival {
    #[inline]
    const fn spot(self) -> u32 {
        (self.0 >> 16) as u32
    }

    #[inline]
    const fn node(self) -> usize {
        (self.0 >> 8) as usize % BLOCK
    }

    #[inline]
    const fn by(self) -> Dir {
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

    fn as_slice(&self) -> &[BlockArrival] {
        &self.all[..self.len]
    }

    /// Collects the cardinal or diagonal arrivals of a block that `wants` returns true for, given the node and the index
    /// of the spot. Every arrival is written. If it is not wanted, the next one overwrites it. No node of the block
    /// emits more than `MAX_EMISSIONS`.
    #[inline(never)]
    fn collect<const MAX_EMISSIONS: usize>(
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

impl Flood {
    /// Processes the cardinal or diagonal arrivals of a ring if the observer does not listen.
    pub(super) fn arrive_unheard<O: Observer<E>>(
        &mut self,
        on: Map<'_>,
        nodes: &[Node],
        diagonal: bool,
        ring: u32,
        observer: &mut O,
    ) -> Flow<O> {
        if let [Node { spot, value, by: None }] = *nodes {
            // The start.
            for by in if diagonal { DIAGONAL } else { CARDINAL } {
                if let Some(cell) = self.spots.cell(spot).step(by, on.0.size()) {
                    let value = value + if diagonal { on.1.diagonal } else { 1 };
                    self.arrive(on, Arrival { cell, value, by: Some(by) }, ring, observer)?;
                }
            }
            return Continue(());
        }
        let (by_cardinal, others) = nodes.split_at(self.cardinal);
        if diagonal {
            self.arrive_lowering::<2, O>(on, by_cardinal, diagonal, ring, observer)?;
            self.arrive_lowering::<3, O>(on, others, diagonal, ring, observer)
        } else {
            self.arrive_lowering::<1, O>(on, by_cardinal, diagonal, ring, observer)?;
            self.arrive_lowering::<2, O>(on, others, diagonal, ring, observer)
        }
    }

    /// For each block of nodes, first finds the arrivals that lower a value, then processes only these. Which ones they
    /// are is unpredictable, so the test uses no branch.
    fn arrive_lowering<const MAX_EMISSIONS: usize, O: Observer<E>>(
        &mut self,
        on: Map<'_>,
        nodes: &[Node],
        diagonal: bool,
        ring: u32,
        observer: &mut O,
    ) -> Flow<O> {
        let step = if diagonal { on.1.diagonal } else { 1 };
        let mut arrivals = std::mem::take(&mut self.arrivals);
        for block in nodes.chunks(BLOCK) {
            let level = self.level[0] || block.iter().all(|node| node.value.saturating_add(1) == ring);
            let closing = self.closing(ring).filter(|_| step == 1 && level);
            let spots = &self.spots;
            if closing.is_some() {
                arrivals.collect::<MAX_EMISSIONS>(block, diagonal, |_, spot| !spots.bars(spot));
            } else {
                let rank = |node: &Node| spots.rank(node.value.saturating_add(step));
                arrivals.collect::<MAX_EMISSIONS>(block, diagonal, |node, spot| spots.lowers(spot, rank(node)));
            }
            for &arrival in arrivals.as_slice() {
                let by = Some(arrival.by());
                match closing.map_or(Closed::No, |ring| self.spots.close(arrival.spot(), ring)) {
                    Closed::Now => {
                        self.next.push(Node { spot: arrival.spot(), value: ring, by });
                        // The event still counts for observers that limit the run, but they do not look at it.
                        let (cell, fate) = (self.spots.cell(arrival.spot()), Spread::Next);
                        observer.on(E::Reached { cell, by, value: ring, ring, fate, tile: None, lowered: false })?;
                    }
                    Closed::Before => {}
                    Closed::No => {
                        let value = block[arrival.node()].value.saturating_add(step);
                        let cell = self.spots.cell(arrival.spot());
                        self.arrive(on, Arrival { cell, value, by }, ring, observer)?;
                    }
                }
            }
        }
        self.arrivals = arrivals;
        Continue(())
    }
}
