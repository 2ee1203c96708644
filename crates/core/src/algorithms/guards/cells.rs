//! A set of cells that is made anew again and again: emptied at no cost, and it knows what has come and gone.

use crate::geometry::{Cell, Size};

/// The set as it is now and as it was before.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    size: Size,
    /// For each cell the last set that it was in.
    stamps: Vec<u32>,
    now: u32,
    all: Vec<Cell>,
    before: Vec<Cell>,
}

impl Cells {
    /// An empty set of cells of a map.
    pub(super) fn new(size: Size) -> Self {
        // Stamps begin before the set before the first, so nothing was in that one either.
        Self { size, stamps: vec![0; size.area()], now: 2, all: Vec::new(), before: Vec::new() }
    }

    /// Whether a cell is in the set.
    #[inline]
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.stamps[self.size.index(cell)] == self.now
    }

    /// Empties the set.
    pub(super) fn renew(&mut self) {
        std::mem::swap(&mut self.all, &mut self.before);
        self.all.clear();
        self.now += 1;
    }

    /// Puts a cell in; says whether that is news: it was not in the set before the last renewal either.
    pub(super) fn insert(&mut self, cell: Cell) -> bool {
        let stamp = &mut self.stamps[self.size.index(cell)];
        if *stamp == self.now {
            return false;
        }
        let news = *stamp != self.now - 1;
        *stamp = self.now;
        self.all.push(cell);
        news
    }

    /// What was in the set before the last renewal and is not in it now.
    pub(super) fn gone(&self) -> impl Iterator<Item = Cell> {
        self.before.iter().copied().filter(|&c| !self.contains(c))
    }

    /// What is in the set, in the order in which it came in.
    pub(super) fn all(&self) -> &[Cell] {
        &self.all
    }
}
