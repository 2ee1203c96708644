//! The binary heap of the Jumper library: what it does with equals decides which way a piece goes.
//!
//! It orders on f alone and is not stable. An entry goes up while its parent is *not* strictly less, and down to its
//! left child only where that one is *strictly* less than the right: so equals change places, and the order in which
//! they leave depends on all that happened before. Any other heap finds other paths.

/// Items with a key, the smallest at the root. Written with indices from 1, as the library has them.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap<T> {
    entries: Vec<(f64, T)>,
}

impl<T: Copy + PartialEq> Heap<T> {
    pub(super) const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    pub(super) fn push(&mut self, key: f64, item: T) {
        self.entries.push((key, item));
        self.up(self.entries.len());
    }

    /// Takes the root out: the last entry moves there and goes down.
    pub(super) fn pop(&mut self) -> Option<(f64, T)> {
        if self.entries.is_empty() {
            return None;
        }
        let root = self.entries.swap_remove(0);
        self.down(1);
        Some(root)
    }

    /// Gives an entry a smaller key: it goes down from its place, then whatever stands there now goes up.
    pub(super) fn lower(&mut self, key: f64, item: T) {
        if let Some(i) = self.entries.iter().position(|e| e.1 == item) {
            self.entries[i].0 = key;
            self.down(i + 1);
            self.up(i + 1);
        }
    }

    /// Whether another entry has the key of the root: then one of the root's children has it.
    pub(super) fn tied(&self) -> bool {
        let root = self.entries.first().map(|e| e.0);
        self.entries.iter().skip(1).take(2).any(|e| Some(e.0) == root)
    }

    /// All entries in the order in which it would give them out.
    pub(super) fn in_order(&self) -> Vec<(f64, T)> {
        let mut rest = self.clone();
        std::iter::from_fn(|| rest.pop()).collect()
    }

    /// The key at an index from 1.
    fn key(&self, i: usize) -> f64 {
        self.entries[i - 1].0
    }

    fn up(&mut self, mut i: usize) {
        while i > 1 {
            let parent = i / 2;
            if self.key(parent) < self.key(i) {
                return;
            }
            self.entries.swap(parent - 1, i - 1);
            i = parent;
        }
    }

    fn down(&mut self, mut i: usize) {
        let len = self.entries.len();
        while 2 * i <= len {
            let left = 2 * i;
            let child = if left < len && self.key(left) >= self.key(left + 1) { left + 1 } else { left };
            if self.key(i) < self.key(child) {
                return;
            }
            self.entries.swap(i - 1, child - 1);
            i = child;
        }
    }
}
