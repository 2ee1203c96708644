//! The call for games: where to go next, without a trace.

use super::PARAMS;
use super::choose::{Greed, List};
use super::memory::{Memory, Remembered};
use super::pick::{PickInput, Picker};
use super::problem::Rules;
use crate::observe::unhalted;
use crate::params::{Params, Resolved};
use crate::{Cell, Size, Tile};

/// Content of a cell, as far as exploring needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// An item to pick up.
    Item,
    /// An exit to the deck below.
    Down,
    /// An exit to the deck above; the last choice of all.
    Up,
}

/// A target to walk to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Target {
    /// The target cell.
    pub cell: Cell,
    /// The list that the target is on.
    pub list: List,
    /// Steps from the explorer over known ground, plus the extra cost of slow ground and doors. The path may be shorter
    /// if it cuts across unknown cells.
    pub value: u32,
    /// Cells from the first step to the target. As in the original, the path may cross unknown cells that have a value,
    /// even if a known path is as short. So look again after each step, and pick again if the next cell turns out to be
    /// a wall.
    pub path: Vec<Cell>,
    /// All equal targets, including this one, sorted by x, then y. Dice chose among them.
    pub tied: Vec<Cell>,
}

/// An explorer's knowledge of a map, and the state of its picks. The cost of a pick depends on the cells it floods and
/// on those learnt since the last pick. After a quarter of the map was learnt, one pick also passes over the whole map.
///
/// Picks the same targets as a stepped run of auto-explore: both use the same flood. A repeated pick with nothing learnt
/// in between takes 0.6 to 1.2 times as long per flooded cell as a plain breadth-first flood (`cargo bench -p
/// gridscope-peers -- 13`), if no step costs extra.
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
    /// Creates an explorer that knows nothing of a map of `size`, with the weights of the article.
    pub fn new(size: Size) -> Self {
        // No parameter is set, so none can be wrong.
        Self::with(size, &Params::default().resolve(PARAMS).unwrap_or_default(), 0)
    }

    /// Like [`new`](Self::new), but with other parameters, by the names of [`PARAMS`], and a seed for its dice.
    pub fn with(size: Size, params: &Resolved, seed: u64) -> Self {
        let (rules, greed) = (Rules::of(params), Greed::of(params));
        Self { memory: Memory::new(size), rules, greed, picker: Picker::new(seed) }
    }

    /// Remembers a cell as last seen. A cell off the map is ignored. Pass secret doors as walls, and locked doors whose
    /// key the explorer has as doors.
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

    /// Returns the target to walk to from a cell; `None` if no target is reachable or the cell is off the map.
    pub fn pick(&mut self, from: Cell) -> Option<Target> {
        if !self.memory.size().contains(from) {
            return None;
        }
        let Self { memory, rules, greed, picker } = self;
        let pick_input =
            PickInput { memory, rules, greed: *greed, from, together: false, peek: None, aimed: None, here: None };
        let picked = unhalted(picker.pick(&pick_input, &mut ()))?;
        let cell = picked.target;
        let list = picked.list;
        let value = picked.value;
        Some(Target { cell, list, value, path: picked.path, tied: picked.choice.tied })
    }

    /// Returns the number of cells that the last pick flooded, including unknown ones at its rim.
    pub fn flooded(&self) -> usize {
        self.picker.flood.reached()
    }
}
