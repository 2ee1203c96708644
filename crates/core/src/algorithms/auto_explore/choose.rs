//! Which target wins: the first list that is not empty, within it the key, then the straight line, then dice.
//!
//! Keys are whole numbers plus a straight-line distance √n. They are compared exactly, so that a tie is one.

use crate::geometry::Cell;
use std::cmp::Ordering;

/// The lists of targets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum List {
    /// Items that were not visited.
    Item,
    /// High-priority unknown cells.
    Single,
    /// Other unknown cells.
    Unknown,
    /// Unexplored doors.
    Door,
    /// Exits down.
    Down,
    /// Exits up.
    Up,
}

impl List {
    /// All, in the order in which they are asked.
    pub const ALL: [Self; 6] = [Self::Item, Self::Single, Self::Unknown, Self::Door, Self::Down, Self::Up];

    /// The kind of target, as outcomes name it.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::Single => "single",
            Self::Unknown => "unknown",
            Self::Door => "door",
            Self::Down | Self::Up => "exit",
        }
    }

    /// What is on it, one of them.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::Single => "single unknown cell",
            Self::Unknown => "unknown cell",
            Self::Door => "unexplored door",
            Self::Down => "exit down",
            Self::Up => "exit up",
        }
    }

    /// What is on it, all of them, as the beginning of a sentence.
    pub const fn all(self) -> &'static str {
        match self {
            Self::Item => "Items",
            Self::Single => "Single cells",
            Self::Unknown => "Unknown cells",
            Self::Door => "Unexplored doors",
            Self::Down => "Exits down",
            Self::Up => "Exits up",
        }
    }

    /// Whether what is on it is an unknown cell.
    pub const fn is_unknown(self) -> bool {
        matches!(self, Self::Single | Self::Unknown)
    }
}

/// How much farther one goes for what is worth more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Greed {
    /// By how much an item may cost more than the nearest unknown cell.
    pub item: u32,
    /// By how much a single cell may cost more than the nearest unknown cell.
    pub single: u32,
    /// By how much a step to a door or an exit outweighs a cell of straight distance.
    pub door_weight: u32,
}

/// A cell that may become the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// Its list.
    pub list: List,
    /// Its value in the flood.
    pub value: u32,
    /// The square of its straight-line distance from the explorer.
    pub square: u64,
    /// Whether it is a door whose best straight approach is worse than its best diagonal one.
    pub slant: bool,
}

/// A whole number plus the root of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The whole number.
    pub whole: u64,
    /// What the root is taken of.
    pub square: u64,
}

impl Key {
    /// As a decimal number, to be shown.
    pub fn shown(self) -> f64 {
        self.whole as f64 + (self.square as f64).sqrt()
    }
}

impl Ord for Key {
    /// By size; the same size by two different roots is told apart too, so that equal keys are equal.
    fn cmp(&self, other: &Self) -> Ordering {
        let sizes = if self.whole <= other.whole {
            longer(self.square, other.square, other.whole - self.whole)
        } else {
            longer(other.square, self.square, self.whole - other.whole).reverse()
        };
        // Of equal keys the one with the smaller straight-line distance goes first: the rule's first tie-break.
        sizes.then(self.square.cmp(&other.square))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// √a against √b + d: both sides squared, √a² − b − d² against 2 d √b, and squared again where that side is positive.
fn longer(a: u64, b: u64, d: u64) -> Ordering {
    let (a, b, d) = (a as i128, b as i128, d as i128);
    let left = a - b - d * d;
    if left < 0 { Ordering::Less } else { (left * left).cmp(&(4 * d * d * b)) }
}

impl Candidate {
    /// What decides inside its list. For all but doors and exits only the straight line counts.
    pub fn key(&self, greed: Greed) -> Key {
        let steps = match self.list {
            List::Item | List::Single | List::Unknown => 0,
            List::Door => self.value as u64 + self.slant as u64,
            List::Down | List::Up => self.value as u64,
        };
        Key { whole: greed.door_weight as u64 * steps, square: self.square }
    }
}

/// What was decided, and by which bounds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The list that decided; `None` where all are empty.
    pub list: Option<List>,
    /// The equal ones, by x, then y.
    pub tied: Vec<Cell>,
    /// Whether a target of before was kept.
    pub kept: bool,
    /// The lowest value of an item.
    pub lowest_item: Option<u32>,
    /// The lowest value of an unknown cell.
    pub lowest_unknown: Option<u32>,
}

/// Why a candidate is where it is on the scoreboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is equal to the best in everything: dice decide, or it is alone.
    Best,
    /// Its list decided, but its key is higher.
    Farther,
    /// Its list decides over the lowest value only, and its value is higher.
    Costlier,
    /// It costs more than the greed for its list allows.
    TooCostly,
    /// A list before its own decided.
    Later,
    /// Another target was kept from before.
    NotKept,
}

impl Choice {
    /// Decides. `aimed` is a target of before that is kept where it can be reached.
    pub fn of(all: &[Candidate], greed: Greed, aimed: Option<Cell>) -> Self {
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
        let best = all.iter().filter(runs).map(|c| c.key(greed)).min();
        let tied = all.iter().filter(runs).filter(|c| Some(c.key(greed)) == best);
        choice.tied = tied.map(|c| c.cell).collect();
        choice.tied.sort_unstable_by_key(|c| (c.x, c.y));
        choice
    }

    /// The highest value that list `list` admits; `None` where there is no bound.
    pub fn bound(&self, list: List, greed: Greed) -> Option<u32> {
        match list {
            List::Item => self.lowest_unknown.map(|n| n.saturating_add(greed.item)),
            List::Single => self.lowest_unknown.map(|n| n.saturating_add(greed.single)),
            List::Unknown => self.lowest_unknown,
            _ => None,
        }
    }

    /// Whether a candidate competes in a list.
    fn admits(&self, list: List, c: &Candidate, greed: Greed) -> bool {
        // Singles are unknown cells too.
        let member = c.list == list || (list == List::Unknown && c.list.is_unknown());
        let near = self.bound(list, greed).is_none_or(|bound| c.value <= bound);
        let lowest = list != List::Item || Some(c.value) == self.lowest_item;
        member && near && lowest
    }

    /// Why the target was chosen.
    pub fn why(&self, list: List, target: Cell, value: u32, greed: Greed) -> String {
        if self.kept {
            let one = list.one();
            return format!("The {one} at {target} was aimed at before and can still be reached, value {value}.");
        }
        let over = |more: u32, n: u32| format!("at most {more} over the {n} of the nearest unknown cell");
        let reason = match (list, self.lowest_unknown) {
            (List::Item, Some(n)) => over(greed.item, n),
            (List::Item, None) => "and no unknown cell can be reached".into(),
            (List::Single, Some(n)) => format!("{}, and the nearest by straight line", over(greed.single, n)),
            (List::Single | List::Unknown, _) => "the lowest of all unknown cells".into(),
            (List::Door, _) => "and no unknown cell and no item can be reached".into(),
            (List::Down, _) => "and nothing is left to explore".into(),
            (List::Up, _) => "and nothing is left to explore, and no exit leads down".into(),
        };
        let dice = match self.tied.len() {
            n if n > 1 => format!(" Dice chose it among {n} equal ones."),
            _ => String::new(),
        };
        format!("The {} at {target}: value {value}, {reason}.{dice}", list.one())
    }

    /// Where a candidate stands.
    pub fn standing(&self, c: &Candidate, greed: Greed) -> Standing {
        let Some(list) = self.list else { return Standing::Later };
        if self.tied.contains(&c.cell) {
            Standing::Best
        } else if self.kept {
            Standing::NotKept
        } else if self.admits(list, c, greed) {
            Standing::Farther
        } else if c.list == list || (list == List::Unknown && c.list.is_unknown()) {
            if list == List::Single { Standing::TooCostly } else { Standing::Costlier }
        } else if c.list < list {
            Standing::TooCostly
        } else {
            Standing::Later
        }
    }
}
