//! What a flee map reports.

use crate::geometry::{Cell, Dir, Size};
use crate::grid::Grid;
use crate::root2::Root2;
use std::sync::Arc;

/// The neighbours that the walker weighs; they live for one turn of the walk.
pub const WEIGHED: u8 = 0;
/// Distances from the threat, d.
pub const DANGER: u8 = 1;
/// Distances from the frontier, d₂.
pub const ESCAPE: u8 = 2;
/// Values: padding + threshold − d + delay · d₂.
pub const VALUES: u8 = 3;
/// Brogue's numbers.
pub const BROGUE: u8 = 4;
/// Where the walker went by Sherratt's values.
pub const STEPS: u8 = 5;
/// Where it went by Brogue's.
pub const BROGUE_STEPS: u8 = 6;
/// How many layers there are.
pub const LAYERS: u8 = 7;

/// Whose rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Sherratt's, of 2016: out of the danger by the nearest way that is not too near the threat.
    Sherratt,
    /// Brogue's: away from the threat, over everything.
    Brogue,
}

impl Rule {
    /// The name in parameters and sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sherratt => "sherratt",
            Self::Brogue => "brogue",
        }
    }

    /// A value under this rule, as people read it: Sherratt's are lengths, Brogue's are hundredths.
    pub fn shown(self, worth: Root2) -> String {
        match self {
            Self::Sherratt => worth.long(),
            Self::Brogue => hundredths(worth.whole).to_string(),
        }
    }
}

/// Brogue's numbers are kept in hundredths.
pub(super) fn hundredths(v: i32) -> crate::event::Value {
    if v % 100 == 0 {
        crate::event::Value::Int(i64::from(v / 100))
    } else {
        crate::event::Value::Real(f64::from(v) / 100.0)
    }
}

/// The parts of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The first Dijkstra: how far from the threat.
    Danger,
    /// The second: how far from the frontier.
    Escape,
    /// The values.
    Values,
    /// Brogue: steps from the threat.
    Spread,
    /// Brogue: times −1.2.
    Scale,
    /// Brogue: relax again.
    Relax,
    /// The walker flees.
    Walk(Rule),
}

impl Part {
    /// The part's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Danger => "danger",
            Self::Escape => "escape",
            Self::Values => "values",
            Self::Spread => "spread",
            Self::Scale => "scale",
            Self::Relax => "relax",
            Self::Walk(Rule::Sherratt) => "walk",
            Self::Walk(Rule::Brogue) => "walk by brogue",
        }
    }
}

/// Why the walker stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// No neighbour is lower.
    Lowest,
    /// Its cell holds no value: it is out of reach of the threat.
    Safe,
}

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// What is fled from, in the scene's order.
    pub threats: Vec<Cell>,
    /// Who flees: its number in the scene, and where it starts.
    pub walker: Option<(usize, Cell)>,
    /// Below this distance from the threat cells are expanded.
    pub threshold: i32,
    /// How much a step on the way out weighs against a step nearer to the threat.
    pub delay: i32,
    /// Added to every value.
    pub padding: i32,
    /// Brogue's factor without its sign, in hundredths.
    pub factor: i32,
    /// Which rules are worked out.
    pub rules: Vec<Rule>,
    /// Where one can walk.
    pub open: Arc<Grid<bool>>,
}

impl Context {
    /// Sherratt's value of a cell.
    pub fn value(&self, d: Root2, d2: Root2) -> Root2 {
        Root2::new(self.padding.saturating_add(self.threshold), 0) - d + d2.times(self.delay)
    }
}

/// One event of a flee map. `from` points to the cell that a cell was reached from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FleeEvent {
    /// A part of the run began.
    Began {
        /// Which.
        part: Part,
    },
    /// A cell came into the danger, or by a shorter way, and waits.
    Reached {
        /// The cell.
        cell: Cell,
        /// Toward the threat.
        from: Option<Dir>,
        /// Its distance from the threat so far.
        d: Root2,
    },
    /// The distance of a cell below the threshold is final; it was expanded.
    Settled {
        /// The cell.
        cell: Cell,
        /// Toward the threat.
        from: Option<Dir>,
        /// Its distance from the threat.
        d: Root2,
    },
    /// A cell at or above the threshold: it belongs to the frontier and was not expanded.
    Bounded {
        /// The cell.
        cell: Cell,
        /// Toward the threat.
        from: Option<Dir>,
        /// Its distance from the threat.
        d: Root2,
    },
    /// Everything that the threat can reach lies below the threshold.
    Enclosed {
        /// How many cells that is.
        cells: u32,
    },
    /// A cell was reached from the frontier, and waits.
    Found {
        /// The cell.
        cell: Cell,
        /// Toward the frontier.
        from: Option<Dir>,
        /// Its distance from the frontier so far.
        d2: Root2,
    },
    /// The distance of a cell from the frontier is final.
    Measured {
        /// The cell.
        cell: Cell,
        /// Toward the frontier.
        from: Option<Dir>,
        /// Its distance from the frontier.
        d2: Root2,
    },
    /// A cell got its value.
    Valued {
        /// The cell.
        cell: Cell,
        /// Its distance from the threat.
        d: Root2,
        /// Its distance from the frontier; 0 where none can be reached.
        d2: Root2,
    },
    /// Brogue: a cell was reached in so many steps.
    Spread {
        /// The cell.
        cell: Cell,
        /// Toward the threat.
        from: Option<Dir>,
        /// How many steps.
        steps: u32,
    },
    /// Brogue: the steps were multiplied.
    Scaled {
        /// The cell.
        cell: Cell,
        /// How many steps.
        steps: u32,
        /// The product, in hundredths.
        v: i32,
    },
    /// Brogue: a cell was more than 1 above its lowest neighbour, and was lowered.
    Lowered {
        /// The cell.
        cell: Cell,
        /// Toward that neighbour.
        from: Dir,
        /// What it holds now, in hundredths.
        v: i32,
        /// What it held, in hundredths.
        was: i32,
    },
    /// The walker's turn began.
    Turned {
        /// By which rule it walks.
        rule: Rule,
        /// Where it stands.
        cell: Cell,
        /// The number of the turn, from 0.
        turn: u32,
        /// What its cell holds.
        worth: Root2,
    },
    /// A neighbour was weighed.
    Weighed {
        /// By which rule.
        rule: Rule,
        /// The neighbour.
        cell: Cell,
        /// Toward the walker.
        from: Dir,
        /// What it holds.
        worth: Root2,
    },
    /// Several neighbours are lowest: dice were thrown.
    Rolled {
        /// By which rule.
        rule: Rule,
        /// The one chosen.
        cell: Cell,
        /// Toward the walker.
        from: Dir,
        /// How many are lowest.
        n: u8,
        /// The number rolled, in [0, 1).
        roll: f64,
    },
    /// The walker took a step.
    Stepped {
        /// By which rule.
        rule: Rule,
        /// To here.
        cell: Cell,
        /// Toward where it came from.
        from: Dir,
        /// What the cell holds.
        worth: Root2,
    },
    /// The walker stopped.
    Stopped {
        /// By which rule.
        rule: Rule,
        /// Where.
        cell: Cell,
        /// Why.
        why: Stop,
        /// What the cell holds.
        worth: Root2,
    },
}

const _: () = assert!(size_of::<FleeEvent>() <= 24);
