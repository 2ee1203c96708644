//! What somebody remembers of each cell, and when it must be looked at again: knowledge cells and real cells.
//!
//! A real cell stores the turn of its last *knowable* change. A knowledge cell stores the turn of its last observation
//! and what was seen. A look at a cell that did not change since sets the turn and copies nothing:
//!
//! ```text
//! turn      0   1   2   3   4   5   6   7   8        changes at 0 and 5, each before the look of its turn
//! le       new new  ·   ·   ·  new new  ·   ·        dirty ⇔ knowledge.turn ≤ real.turn
//! lt       new  ·   ·   ·   ·  new  ·   ·   ·        one look cheaper, and blind to what comes after a look
//! ```
//!
//! Source: Stephen Sherratt, development notes of his 7DRL game of 2016: with everyone seeing every turn, the time went
//! not into finding the visible cells but into copying what was in them.
//!
//! A row of what is known is made when a cell of it is looked at for the first time; other looks take no memory beyond what
//! the thing seen itself takes, and that may be reused.

use super::geometry::{Cell, Size};

/// The turn of a knowledge cell that was never looked at.
pub const NEVER: i32 = -1;

/// When a cell that is seen is dirty: its memory is cleared and everything in it seen again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dirty {
    /// knowledge.turn ≤ real.turn: a change in the turn of the last look may have come after that look.
    Le,
    /// knowledge.turn < real.turn: misses a change that came after the look of its turn.
    Lt,
    /// Always: nothing is taken from memory, every cell is seen anew. What dirty stamps are measured against.
    Never,
}

impl Dirty {
    /// The three rules by name, as the parameter `dirty` offers them.
    pub const NAMES: &'static [&'static str] = &["le", "lt", "never"];

    /// The rule of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "le" => Some(Self::Le),
            "lt" => Some(Self::Lt),
            "never" => Some(Self::Never),
            _ => None,
        }
    }

    /// Whether what was observed last in turn `known` is out of date for a cell that changed last in turn `changed`.
    /// What was never observed always is.
    #[inline]
    pub const fn is_dirty(self, known: i32, changed: u32) -> bool {
        match self {
            Self::Le => known <= changed as i32,
            Self::Lt => known < changed as i32,
            Self::Never => true,
        }
    }

    /// Why such a cell is dirty or clean, with its numbers, as the second half of a sentence.
    pub fn because(self, known: i32, changed: u32) -> String {
        if known == NEVER {
            return "never seen before, so dirty".into();
        }
        let so = match (self, self.is_dirty(known, changed)) {
            (Self::Never, _) => "nothing is kept, so dirty".into(),
            (Self::Le, true) => format!("{known} ≤ {changed}, so dirty"),
            (Self::Le, false) => format!("{known} > {changed}, so clean"),
            (Self::Lt, true) => format!("{known} < {changed}, so dirty"),
            (Self::Lt, false) => format!("{known} ≥ {changed}, so clean"),
        };
        format!("last seen in turn {known}, last changed in turn {changed}: {so}")
    }
}

/// A map of which most cells are never written: a row has no values until one of its cells is.
#[derive(Clone, Debug)]
struct Rows<T> {
    width: usize,
    rows: Vec<Vec<T>>,
}

impl<T: Clone> Rows<T> {
    fn new(size: Size) -> Self {
        Self { width: size.width.into(), rows: vec![Vec::new(); size.height.into()] }
    }

    /// The value of a cell, to be written; a row without values is filled with `blank` first.
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

    /// The cells that have a value, row by row.
    fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        let rows = self.rows.iter().zip(0..);
        rows.flat_map(|(row, y)| row.iter().zip(0..).map(move |(value, x)| (Cell::new(x, y), value)))
    }
}

/// The real cells: the turn of each one's last knowable change (somebody enters or leaves, a door opens). It starts at 0.
#[derive(Clone, Debug)]
pub struct Stamps(Rows<u32>);

impl Stamps {
    /// Nothing has changed yet.
    pub fn new(size: Size) -> Self {
        Self(Rows::new(size))
    }

    /// Something knowable changed in a cell.
    pub fn touch(&mut self, cell: Cell, turn: u32) {
        *self.0.write(cell, || 0) = turn;
    }

    /// The turn of a cell's last knowable change.
    #[inline]
    pub fn of(&self, cell: Cell) -> u32 {
        self.0.get(cell).copied().unwrap_or(0)
    }
}

/// What a look did to a knowledge cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observed {
    /// The turn of the observation before; [`NEVER`] where there was none.
    pub before: i32,
    /// Whether the cell was dirty: cleared and seen again. Else only its turn was set.
    pub dirty: bool,
}

/// What somebody knows of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known<S> {
    /// The turn of the last observation; [`NEVER`] where there was none.
    pub turn: i32,
    /// What was seen then. It stays, stale or not, until it is seen again.
    pub seen: S,
}

/// What one character knows: a knowledge cell for each cell of the map.
#[derive(Clone, Debug)]
pub struct Memory<S>(Rows<Known<S>>);

impl<S: Clone + Default> Memory<S> {
    /// Nothing is known yet.
    pub fn new(size: Size) -> Self {
        Self(Rows::new(size))
    }

    /// Looks at a visible cell in turn `now`, which changed last in turn `changed`. `see` is called only where the cell
    /// is dirty: it clears what it is given and fills it with what is there. That value is the one of before, so what
    /// memory it holds is used again.
    #[inline]
    pub fn look(&mut self, cell: Cell, now: u32, changed: u32, rule: Dirty, see: impl FnOnce(&mut S)) -> Observed {
        let known = self.0.write(cell, || Known { turn: NEVER, seen: S::default() });
        let before = std::mem::replace(&mut known.turn, now as i32);
        let dirty = rule.is_dirty(before, changed);
        if dirty {
            see(&mut known.seen);
        }
        Observed { before, dirty }
    }
}

impl<S> Memory<S> {
    /// What was last seen in a cell; `None` where nothing ever was.
    #[inline]
    pub fn seen(&self, cell: Cell) -> Option<&S> {
        self.known(cell).map(|k| &k.seen)
    }

    /// What is known of a cell, with its turn; `None` where nothing is.
    #[inline]
    pub fn known(&self, cell: Cell) -> Option<&Known<S>> {
        self.0.get(cell).filter(|k| k.turn != NEVER)
    }

    /// Whether a cell was looked at in turn `now`.
    #[inline]
    pub fn is_visible(&self, cell: Cell, now: u32) -> bool {
        self.known(cell).is_some_and(|k| k.turn == now as i32)
    }

    /// Everything that is known, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &Known<S>)> {
        self.0.iter().filter(|(_, k)| k.turn != NEVER)
    }
}
