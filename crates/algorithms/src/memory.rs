//! Memory of an actor: the last observation of each cell, and when the cell must be looked at again.
//!
//! The map has real cells, and each actor has knowledge cells. A real cell stores the turn of its last *knowable*
//! change. A knowledge cell stores the turn of its last observation, and what was seen. If the cell has not changed
//! since, a look only updates the turn and copies nothing:
//!
//! ```text
//! turn      0   1   2   3   4   5   6   7   8        changes at 0 and 5, each before the look of its turn
//! le       new new  ·   ·   ·  new new  ·   ·        dirty ⇔ knowledge.turn ≤ real.turn
//! lt       new  ·   ·   ·   ·  new  ·   ·   ·        one look cheaper, but misses changes after a look
//! ```
//!
//! Source: Stephen Sherratt, development notes of his 7DRL game of 2016. Every character looked every turn. Most of
//! the time went not into finding the visible cells but into copying their contents.
//!
//! A row of knowledge cells is allocated when one of its cells is looked at for the first time. Further looks
//! allocate only what the observed contents need, and reuse that memory.

use super::geometry::{Cell, Size};
use crate::event::Word;

/// The turn of a knowledge cell that was never looked at.
pub const NEVER: i32 = -1;

/// The rule for when a visible cell is dirty: its memory is cleared and everything in it is seen again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Dirty {
    /// knowledge.turn ≤ real.turn: a change in the turn of the last look may have come after that look.
    Le,
    /// knowledge.turn < real.turn: misses a change that came after the look of its turn.
    Lt,
    /// Always dirty: memory is never reused and every cell is seen again. The baseline for measuring the other rules.
    Never,
}

impl Dirty {
    /// Names of the three rules, as the parameter `dirty` offers them.
    pub const NAMES: &'static [&'static str] = Self::WORDS;

    /// Returns whether an observation made in turn `known` is out of date for a cell that last changed in turn
    /// `changed`. A cell that was never observed ([`NEVER`]) is always out of date.
    #[inline]
    pub(crate) const fn is_dirty(self, known: i32, changed: u32) -> bool {
        match self {
            Self::Le => known <= changed as i32,
            Self::Lt => known < changed as i32,
            Self::Never => true,
        }
    }

    /// Explains with numbers why the cell is dirty or clean, as the second half of a sentence.
    pub(crate) fn because(self, known: i32, changed: u32) -> String {
        if known == NEVER {
            return "it was never seen before".into();
        }
        let so = match (self, self.is_dirty(known, changed)) {
            (Self::Never, _) => "nothing is kept",
            (Self::Le, true) if known == changed as i32 => "the same turn counts as out of date",
            (_, true) => "it is out of date",
            (Self::Lt, false) if known == changed as i32 => "the same turn counts as up to date",
            (_, false) => "it is up to date",
        };
        format!("last seen in turn {known}, last changed in turn {changed}; {so}")
    }
}

/// A grid of which most cells are never written. A row is allocated when one of its cells is first written.
#[derive(Clone, Debug)]
struct Rows<T> {
    width: usize,
    rows: Vec<Vec<T>>,
}

impl<T: Clone> Rows<T> {
    fn new(size: Size) -> Self {
        Self { width: size.width.into(), rows: vec![Vec::new(); size.height.into()] }
    }

    /// Returns the value of a cell for writing. An empty row is first filled with `blank`.
    #[inline]
    fn write(&mut self, cell: Cell, blank: impl FnOnce() -> T) -> &mut T {
        let row = &mut self.rows[usize::from(cell.y)];
        if row.is_empty() {
            row.resize(self.width, blank());
        }
        &mut row[usize::from(cell.x)]
    }
}

impl<T> Rows<T> {
    #[inline]
    fn get(&self, cell: Cell) -> Option<&T> {
        self.rows.get(usize::from(cell.y))?.get(usize::from(cell.x))
    }

    /// Iterates over the cells of the allocated rows, row by row.
    fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        let rows = self.rows.iter().zip(0..);
        rows.flat_map(|(row, y)| row.iter().zip(0..).map(move |(value, x)| (Cell::new(x, y), value)))
    }
}

/// The turn of the last knowable change of each real cell, such as an actor entering or a door opening. Starts at 0.
#[derive(Clone, Debug)]
pub struct Stamps(Rows<u32>);

impl Stamps {
    /// Creates stamps for a map of `size` where nothing has changed yet.
    pub fn new(size: Size) -> Self {
        Self(Rows::new(size))
    }

    /// Records a knowable change in a cell.
    pub(crate) fn touch(&mut self, cell: Cell, turn: u32) {
        *self.0.write(cell, || 0) = turn;
    }

    /// Returns the turn of the last knowable change of a cell.
    #[inline]
    pub fn of(&self, cell: Cell) -> u32 {
        self.0.get(cell).copied().unwrap_or(0)
    }
}

/// The effect of a look on a knowledge cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observed {
    /// The turn of the previous observation, or [`NEVER`].
    pub before: i32,
    /// Whether the cell was dirty, so that it was cleared and seen again. Otherwise only its turn was set.
    pub dirty: bool,
}

/// A knowledge cell: what one actor knows of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeCell<S> {
    /// The turn of the last observation, or [`NEVER`].
    pub turn: i32,
    /// The contents seen then. Kept, even if out of date, until the cell is seen again.
    pub seen: S,
}

/// The knowledge of one actor: a knowledge cell for each cell of the map.
#[derive(Clone, Debug)]
pub struct Memory<S>(Rows<KnowledgeCell<S>>);

impl<S: Clone + Default> Memory<S> {
    /// Creates an empty memory for a map of `size`.
    pub fn new(size: Size) -> Self {
        Self(Rows::new(size))
    }

    /// Looks at a visible cell in turn `now`. The cell last changed in turn `changed`.
    ///
    /// `see` is called only if the cell is dirty. It receives the old value, clears it and fills it with what is
    /// there now. This way the memory of the old value is reused.
    #[inline]
    pub fn look(&mut self, cell: Cell, now: u32, changed: u32, rule: Dirty, see: impl FnOnce(&mut S)) -> Observed {
        let known = self.0.write(cell, || KnowledgeCell { turn: NEVER, seen: S::default() });
        let before = std::mem::replace(&mut known.turn, now as i32);
        let dirty = rule.is_dirty(before, changed);
        if dirty {
            see(&mut known.seen);
        }
        Observed { before, dirty }
    }
}

impl<S> Memory<S> {
    /// Returns what was last seen in a cell, or `None` if it was never looked at.
    #[inline]
    pub(crate) fn last_seen(&self, cell: Cell) -> Option<&S> {
        self.known(cell).map(|k| &k.seen)
    }

    /// Returns the knowledge cell with its turn, or `None` if the cell was never looked at.
    #[inline]
    pub(crate) fn known(&self, cell: Cell) -> Option<&KnowledgeCell<S>> {
        self.0.get(cell).filter(|k| k.turn != NEVER)
    }

    /// Iterates over all known cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &KnowledgeCell<S>)> {
        self.0.iter().filter(|(_, k)| k.turn != NEVER)
    }
}
