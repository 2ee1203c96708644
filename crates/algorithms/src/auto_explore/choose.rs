//! Choice of the target: the first list that is not empty, then the key, then the straight line, then dice.
//!
//! Keys are whole numbers plus a straight-line distance √n. They are compared exactly, so ties are exact.

use crate::event::{Encode, Word};
use crate::geometry::Cell;
use crate::params::Resolved;
use std::cmp::Ordering;

/// The lists of targets, in order of preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Word, Encode)]
pub enum List {
    /// An item to pick up.
    Item,
    /// An unknown cell worth more than others: a probable corner or wall, or one whose neighbours are all known.
    #[word("single unknown cell")]
    Single,
    /// An unknown cell.
    #[word("unknown cell")]
    Unknown,
    /// A closed door with unknown cells beside it.
    #[word("unexplored door")]
    Door,
    /// An exit to the deck below.
    #[word("exit down")]
    Down,
    /// An exit to the deck above.
    #[word("exit up")]
    Up,
}

impl List {
    pub(super) const fn kind(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::Single => "single",
            Self::Unknown => "unknown",
            Self::Door => "door",
            Self::Down | Self::Up => "exit",
        }
    }

    /// Returns whether a candidate is on this list. Single cells also count as unknown cells.
    pub(super) fn has(self, c: &Candidate) -> bool {
        c.list == self || (self == Self::Unknown && c.list.is_unknown())
    }

    pub(super) const fn is_unknown(self) -> bool {
        matches!(self, Self::Single | Self::Unknown)
    }

    pub(super) const fn is_exit(self) -> bool {
        matches!(self, Self::Down | Self::Up)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Greed {
    pub(super) item: u32,
    pub(super) single: u32,
    pub(super) door_weight: u32,
}

impl Greed {
    pub(super) fn of(params: &Resolved) -> Self {
        let number = |name: &str| params.int(name).unwrap_or(0).max(0) as u32;
        Self { item: number("item-greed"), single: number("single-greed"), door_weight: number("door-weight") }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) cell: Cell,
    pub(super) list: List,
    pub(super) value: u32,
    /// Square of the straight-line distance from the explorer.
    pub(super) square: u64,
    /// Whether it is a door whose best straight approach is worse than its best diagonal one.
    pub(super) slant: bool,
    /// Number of unknown neighbours, in a pick that keeps large areas together.
    pub(super) around: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) whole: u64,
    square: u64,
}

impl Key {
    pub(super) fn to_f64(self) -> f64 {
        self.whole as f64 + (self.square as f64).sqrt()
    }
}

impl Ord for Key {
    /// Compares by size, then by the squared distance, so that only identical keys are equal.
    fn cmp(&self, other: &Self) -> Ordering {
        let sizes = if self.whole <= other.whole {
            longer(self.square, other.square, other.whole - self.whole)
        } else {
            longer(other.square, self.square, self.whole - other.whole).reverse()
        };
        // Among keys of equal size, the smaller straight-line distance goes first: the first tie-break of the rule.
        sizes.then(self.square.cmp(&other.square))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares √a with √b + d. Squares both sides, so a − b − d² is compared with 2d√b. If the left side is not negative,
/// squares both again.
fn longer(a: u64, b: u64, d: u64) -> Ordering {
    let (a, b, d) = (a as i128, b as i128, d as i128);
    let left = a - b - d * d;
    if left < 0 { Ordering::Less } else { (left * left).cmp(&(4 * d * d * b)) }
}

#[derive(Default)]
pub(super) struct Choice {
    pub(super) list: Option<List>,
    pub(super) tied: Vec<Cell>,
    pub(super) kept: bool,
    pub(super) lowest_item: Option<u32>,
    pub(super) lowest_unknown: Option<u32>,
}

impl Choice {
    /// Decides. `aimed` is an earlier target, which is kept if it can be reached.
    pub(super) fn of(all: &[Candidate], greed: Greed, aimed: Option<Cell>) -> Self {
        let lowest = |which: fn(List) -> bool| all.iter().filter(|c| which(c.list)).map(|c| c.value).min();
        let mut choice = Self {
            lowest_item: lowest(|l| l == List::Item),
            lowest_unknown: lowest(List::is_unknown),
            ..Self::default()
        };
        if let Some(kept) = all.iter().find(|c| Some(c.cell) == aimed) {
            return Self { list: Some(kept.list), tied: vec![kept.cell], kept: true, ..choice };
        }
        choice.list = List::ALL.into_iter().find(|&list| all.iter().any(|c| choice.admits(list, c, greed)));
        let Some(list) = choice.list else { return choice };
        let runs = |c: &&Candidate| choice.admits(list, c, greed);
        let best = all.iter().filter(runs).map(|c| choice.key(c, greed)).min();
        let tied = all.iter().filter(runs).filter(|c| Some(choice.key(c, greed)) == best);
        choice.tied = tied.map(|c| c.cell).collect();
        choice.tied.sort_unstable_by_key(|c| (c.x, c.y));
        choice
    }

    /// Returns the highest value that a list admits; `None` if there is no bound.
    pub(super) fn bound(&self, list: List, greed: Greed) -> Option<u32> {
        let more = match list {
            List::Item => greed.item,
            List::Single => greed.single,
            List::Unknown => 0,
            _ => return None,
        };
        self.lowest_unknown.map(|n| n.saturating_add(more))
    }

    pub(super) fn admits(&self, list: List, c: &Candidate, greed: Greed) -> bool {
        let near = self.bound(list, greed).is_none_or(|bound| c.value <= bound);
        let lowest = list != List::Item || Some(c.value) == self.lowest_item;
        list.has(c) && near && lowest
    }

    /// Returns the key that decides within a list. For items and unknown cells it is the straight line alone. Doors and
    /// exits add weighted steps. If large areas are kept together, it is the number of known neighbours.
    pub(super) fn key(&self, c: &Candidate, greed: Greed) -> Key {
        let steps = match (c.list, c.around) {
            (_, Some(around)) if self.list == Some(List::Unknown) => {
                return Key { whole: 8 - around as u64, square: 0 };
            }
            (List::Item | List::Single | List::Unknown, _) => 0,
            (List::Door, _) => c.value as u64 + c.slant as u64,
            (List::Down | List::Up, _) => c.value as u64,
        };
        Key { whole: greed.door_weight as u64 * steps, square: c.square }
    }

    pub(super) fn why(&self, list: List, target: Cell, value: u32, greed: Greed) -> String {
        let one = list.word();
        if self.kept {
            return format!("The {one} at {target} was the target before and can still be reached, value {value}.");
        }
        let over = |more: u32, n: u32| format!("at most {more} more than the {n} of the nearest unknown cell");
        let reason = match (list, self.lowest_unknown) {
            (List::Item, Some(n)) => over(greed.item, n),
            (List::Item, None) => "and no unknown cell can be reached".into(),
            (List::Single, Some(n)) => format!("{}, and the nearest in a straight line", over(greed.single, n)),
            (List::Single | List::Unknown, _) => "the lowest of all unknown cells".into(),
            (List::Door, _) => "and no unknown cell and no item can be reached".into(),
            (List::Down, _) => "and nothing is left to explore".into(),
            (List::Up, _) => "and nothing is left to explore, and no exit leads down".into(),
        };
        let dice = match self.tied.len() {
            n if n > 1 => format!(" The dice chose it among {n} equal ones."),
            _ => String::new(),
        };
        format!("The {one} at {target}: value {value}, {reason}.{dice}")
    }
}
