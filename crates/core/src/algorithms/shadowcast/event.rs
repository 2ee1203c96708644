//! What a field of view reports.

use super::scan::{HALVES, OCTANTS, QUADRANTS, Sector};
use super::sight::{Look, Variant};
use super::slope::{Slope, Wedge};
use crate::geometry::{Cell, Dir, Size};

/// The layer of cells that are seen, each with its light and the test that decided.
pub const SEEN: u8 = 0;
/// The layer of cells that were scanned and found hidden.
pub const HIDDEN: u8 = 1;
/// The layer of cells before which a wedge was cut.
pub const CUTS: u8 = 2;
/// How many layers there are.
pub const LAYERS: u8 = 3;
/// How many entries of the stack have a register of their own, from the bottom.
pub const STACK: u32 = 1024;

/// What the events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// The look.
    pub look: Look,
    /// Whether the eye stands in something opaque.
    pub in_wall: bool,
}

/// The test by which a cell is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// The wedge covers some of the cell's row inside it.
    Row,
    /// The same, by the second octant of a pair on their common diagonal: told only where the first did not see it.
    Diagonal,
    /// A wall of the row is always revealed.
    Wall,
    /// The wedge covers the floor's centre.
    Centre,
    /// The cell's own slopes touch the wedge.
    Slopes,
    /// The wedge came in through an edge.
    Edge,
    /// A corner that it shares with a seen cell lies inside the wedge.
    Corner,
}

/// Why a cell is not seen, or a wedge not scanned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// It is too far away.
    Range,
    /// The wedge does not cover the floor's centre.
    Centre,
    /// The cell's slopes lie past the end of the wedge.
    Slopes,
    /// A one-way window was entered against its direction.
    OneWay,
    /// The row lies outside the map.
    OffMap,
    /// Both ends of the wedge are equal.
    Equal,
    /// The wedge ends before it starts.
    Inverted,
}

impl Hidden {
    /// The reason in a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Range => "out of range",
            Self::Centre => "centre not covered",
            Self::Slopes => "past the end",
            Self::OneWay => "one-way window",
            Self::OffMap => "outside the map",
            Self::Equal => "equal ends",
            Self::Inverted => "ends before it starts",
        }
    }
}

/// One event of a field of view. `low` and `high` are the wedge that was tested against; `height` is where on the stack
/// something lies, from 0, past 1024 without a register.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ShadowEvent {
    /// The eye's own cell is seen.
    Stood {
        /// The eye's cell.
        cell: Cell,
    },
    /// A sector began.
    Entered {
        /// Its number.
        sector: u8,
    },
    /// A wedge was put on the stack.
    Pushed {
        /// The sector.
        sector: u8,
        /// Where on the stack.
        height: u16,
        /// The wedge.
        wedge: Wedge,
    },
    /// A wedge was thrown away before it was put on the stack.
    Dropped {
        /// The sector.
        sector: u8,
        /// Why.
        why: Hidden,
        /// The wedge.
        wedge: Wedge,
    },
    /// A wedge was taken off the stack and its row is not scanned.
    Ended {
        /// The sector.
        sector: u8,
        /// Where on the stack it lay.
        height: u16,
        /// Why.
        why: Hidden,
        /// The wedge.
        wedge: Wedge,
    },
    /// A wedge was taken off the stack and its row is scanned; in `bergstrom` the call came to this row.
    Scanned {
        /// The sector.
        sector: u8,
        /// Where on the stack it lay.
        height: u16,
        /// The wedge.
        wedge: Wedge,
    },
    /// No cell of the row is covered by the wedge.
    Emptied {
        /// The sector.
        sector: u8,
        /// The wedge.
        wedge: Wedge,
    },
    /// Light changed between a cell and the one before it in the row, so the wedge is cut at the corner.
    Cut {
        /// The cell after the change.
        cell: Cell,
        /// The sector.
        sector: u8,
        /// The light that is left after the cell before.
        was: u8,
        /// The light that is left after this cell.
        now: u8,
        /// The slope of the cut; in `strips` the outer one.
        low: Slope,
        /// The slope of the cut; in `strips` the inner one.
        high: Slope,
    },
    /// A cell was seen for the first time.
    Lit {
        /// The cell.
        cell: Cell,
        /// The sector.
        sector: u8,
        /// The light that reaches it.
        light: u8,
        /// By which test.
        how: How,
        /// The smaller slope of the wedge.
        low: Slope,
        /// The larger slope of the wedge.
        high: Slope,
    },
    /// A cell that is seen already was seen with more light.
    Brightened {
        /// The cell.
        cell: Cell,
        /// The sector.
        sector: u8,
        /// The light that reaches it.
        light: u8,
        /// By which test.
        how: How,
        /// The smaller slope of the wedge.
        low: Slope,
        /// The larger slope of the wedge.
        high: Slope,
    },
    /// A cell that is seen already came again.
    Repeated {
        /// The cell.
        cell: Cell,
        /// The sector.
        sector: u8,
        /// The light of this time.
        light: u8,
        /// By which test.
        how: How,
        /// The smaller slope of the wedge.
        low: Slope,
        /// The larger slope of the wedge.
        high: Slope,
    },
    /// A cell was tested and not seen.
    Hid {
        /// The cell.
        cell: Cell,
        /// The sector.
        sector: u8,
        /// Why.
        why: Hidden,
        /// The smaller slope of the wedge.
        low: Slope,
        /// The larger slope of the wedge.
        high: Slope,
    },
    /// `bergstrom`: a call waits at a blocker while the wedge before the blocker is scanned from the next row on.
    Called {
        /// The octant.
        sector: u8,
        /// Where on the stack the call waits.
        height: u16,
        /// The wedge that goes first.
        wedge: Wedge,
    },
    /// `bergstrom`: a call that waited goes on.
    Resumed {
        /// The octant.
        sector: u8,
        /// Where on the stack it waited.
        height: u16,
        /// Its wedge.
        wedge: Wedge,
    },
    /// `portal`: something of an edge lies in the wedge; the cell behind it waits.
    Opened {
        /// The cell behind the edge.
        cell: Cell,
        /// Toward it.
        dir: Dir,
        /// Where on the stack.
        height: u16,
        /// The left side of what is left of the wedge.
        left: Slope,
        /// Its right side.
        right: Slope,
    },
    /// `portal`: nothing of an edge lies in the wedge.
    Closed {
        /// The cell on this side of the edge.
        cell: Cell,
        /// Toward the edge.
        dir: Dir,
        /// The left side after clipping.
        left: Slope,
        /// The right side after clipping, not right of it.
        right: Slope,
    },
    /// `portal`: the flood came into a cell.
    Flooded {
        /// The cell.
        cell: Cell,
        /// Whence it came: it moved this way.
        dir: Dir,
        /// Where on the stack it lay.
        height: u16,
        /// How many edges it has passed.
        steps: u8,
        /// The left side of its wedge.
        left: Slope,
        /// The right side of its wedge.
        right: Slope,
    },
}

const _: () = assert!(size_of::<ShadowEvent>() <= 24);

impl Context {
    /// The axes of a sector; `None` in `portal`, whose sectors are the edges of the eye's cell.
    pub fn axes(&self, sector: u8) -> Option<Sector> {
        let all: &[Sector] = match self.look.variant {
            Variant::Recursive | Variant::Bergstrom => &OCTANTS,
            Variant::Strips => &HALVES,
            Variant::Symmetric => &QUADRANTS,
            Variant::Portal => return None,
        };
        all.get(sector as usize).copied()
    }

    /// What a sector is called: `octant north-north-east`.
    pub fn sector(&self, sector: u8) -> String {
        match (self.axes(sector), self.look.variant) {
            (Some(axes), Variant::Symmetric) => format!("quadrant {}", axes.name),
            (Some(axes), _) => format!("octant {}", axes.name),
            (None, _) => {
                let words = ["east", "west", "south", "north"];
                format!("the {} edge", words.get(sector as usize).unwrap_or(&"eye's"))
            }
        }
    }
}
