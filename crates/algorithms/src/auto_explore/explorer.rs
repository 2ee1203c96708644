//! The call that a game makes: where to go next, without a trace.

use super::PARAMS;
use super::choose::{Greed, List};
use super::memory::{Memory, Remembered};
use super::pick::{Asked, Picker};
use super::problem::Rules;
use crate::geometry::{Cell, Size};
use crate::observe::unhalted;
use crate::params::{Params, Resolved};
use crate::terrain::Tile;

/// What lies on a cell, as far as exploring goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Something to pick up.
    Item,
    /// A way to the deck below.
    Down,
    /// A way to the deck above; asked last of all.
    Up,
}

/// Where to go next.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Target {
    /// The cell itself.
    pub cell: Cell,
    /// What it is.
    pub list: List,
    /// Steps from where the explorer stands over known ground, what slow ground and doors cost beside them included. The path may
    /// be shorter, where it cuts across unknown cells.
    pub value: u32,
    /// From the first step to the cell. As in the original it may lead over unknown cells that have a value, where nobody knows yet
    /// whether one can stand, even where a known way is as short: look again after each step, and pick again where the next
    /// one turns out to be a wall.
    pub path: Vec<Cell>,
    /// All that were equal to it, itself included, by x, then y: dice chose among them.
    pub tied: Vec<Cell>,
}

/// What an explorer of a game knows of a map, and the memory of its picks: a pick costs what it floods, and what was learnt since
/// the last one. After a quarter of the map was learnt it costs a look at the whole map once.
///
/// It picks as a run of auto-explore does that is stepped; the flood is the same function. A pick after others, with
/// nothing learnt between them, takes about 1.7 times the time of a plain breadth-first flood for each cell that it floods
/// (`cargo bench -p gridscope-peers -- 13`).
///
/// ```
/// use gridscope_algorithms::auto_explore::{Explorer, Feature};
/// use gridscope_trace::geometry::{Cell, Size};
/// use gridscope_trace::terrain::Tile;
///
/// let mut explorer = Explorer::new(Size::new(11, 1));
/// for x in 2..10 {
///     explorer.see(Cell::new(x, 0), Tile::Floor, None);
/// }
/// assert_eq!(explorer.pick(Cell::new(4, 0)).unwrap().cell, Cell::new(1, 0)); // unknown, three steps away
/// explorer.see(Cell::new(9, 0), Tile::Floor, Some(Feature::Item)); // five steps, and an item is worth five more
/// assert_eq!(explorer.pick(Cell::new(4, 0)).unwrap().cell, Cell::new(9, 0));
/// ```
#[derive(Clone)]
pub struct Explorer {
    memory: Memory,
    rules: Rules,
    greed: Greed,
    picker: Picker,
}

impl std::fmt::Debug for Explorer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Explorer").field("size", &self.memory.size()).finish_non_exhaustive()
    }
}

impl Explorer {
    /// One that knows nothing of a map of that size, and weighs as the article does.
    pub fn new(size: Size) -> Self {
        // No parameter is set, so none can be wrong.
        Self::with(size, &Params::default().resolve(PARAMS).unwrap_or_default(), 0)
    }

    /// The same with other costs and greeds than the article's, by the names of [`PARAMS`], and a seed for its dice.
    pub fn with(size: Size, params: &Resolved, seed: u64) -> Self {
        let (rules, greed) = (Rules::of(params), Greed::of(params));
        Self { memory: Memory::new(size), rules, greed, picker: Picker::new(seed) }
    }

    /// Remembers a cell as it was seen last. A cell off the map is passed over. Secret doors are to be told as walls, and
    /// locked ones whose key it has as doors.
    pub fn see(&mut self, cell: Cell, tile: Tile, feature: Option<Feature>) {
        let exit = match feature {
            Some(Feature::Down) => Some(List::Down),
            Some(Feature::Up) => Some(List::Up),
            Some(Feature::Item) | None => None,
        };
        let item = feature == Some(Feature::Item);
        self.know(cell, Some(Remembered { tile, ground: self.rules.ground(tile, false), item, exit }));
    }

    /// Makes a cell unknown again.
    pub fn forget(&mut self, cell: Cell) {
        self.know(cell, None);
    }

    fn know(&mut self, cell: Cell, seen: Option<Remembered>) {
        if self.memory.size().contains(cell) {
            self.memory.learn(cell, seen);
        }
    }

    /// Where to go from a cell; `None` where nothing is left that it can come to, or the cell lies off the map.
    pub fn pick(&mut self, from: Cell) -> Option<Target> {
        if !self.memory.size().contains(from) {
            return None;
        }
        let Self { memory, rules, greed, picker } = self;
        let asked = Asked { memory, rules, greed: *greed, from, together: false, peek: None, aimed: None, here: None };
        let picked = unhalted(picker.pick(&asked, &mut ()))?;
        let (cell, list, value) = (picked.target, picked.list, picked.value);
        Some(Target { cell, list, value, path: picked.path, tied: picked.choice.tied })
    }

    /// How many cells the last pick flooded, unknown ones at its rim included.
    pub fn flooded(&self) -> usize {
        self.picker.flood.reached()
    }
}
