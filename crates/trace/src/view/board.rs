//! A board: the role of each cell at one moment. The theme chooses the colours.

use crate::event::Word;
use crate::geometry::{Cell, Size};

/// The role of a cell. Its name is shown in legends, if the card defines no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, Word)]
#[words(name)]
#[repr(u8)]
pub enum Role {
    /// No role yet.
    #[default]
    #[word("not reached")]
    None,
    /// The cell waits in the open list.
    #[word("open")]
    Queued,
    /// The cell is settled.
    #[word("closed")]
    Done,
    /// The cell is being processed.
    Current,
    /// The cell is on the path.
    Path,
    /// The cell is a candidate of a choice.
    Candidate,
    /// The cell was chosen.
    Chosen,
    /// The cell was walked over. The more often, the hotter its colour.
    Walked,
    /// The cell is seen now.
    Seen,
    /// The cell is partly seen: something in front absorbs some of the light.
    Dimmed,
    /// The cell was scanned and is hidden.
    Hidden,
    /// The cell was seen before and is remembered.
    Remembered,
    /// The cell is unknown.
    Unknown,
    /// The belief about the cell is wrong.
    #[word("believed wrongly")]
    Wrong,
    /// The cell's value was removed, and it waits for another one.
    Raised,
    /// A step to the cell was refused.
    Refused,
    /// The cell is in the danger that actors flee from.
    Threat,
    /// The cell loses its air.
    Venting,
    /// The cell holds air back from the void.
    #[word("pressure wall")]
    Pressure,
}

impl Role {
    /// Returns the bit of the role in a set of roles.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// Returns the character in pictures, which also distinguishes the role without colour.
    pub const fn glyph(self) -> Option<char> {
        match self {
            Self::None => None,
            Self::Queued => Some('o'),
            Self::Done => Some('x'),
            Self::Current => Some('&'),
            Self::Path => Some('*'),
            Self::Candidate => Some('?'),
            Self::Chosen => Some('!'),
            Self::Walked => Some('·'),
            Self::Seen => Some('●'),
            Self::Dimmed => Some('◐'),
            Self::Hidden => Some('○'),
            Self::Remembered => Some('◌'),
            Self::Unknown => Some('░'),
            Self::Wrong => Some('≠'),
            Self::Raised => Some('▲'),
            Self::Refused => Some('×'),
            Self::Threat => Some('◆'),
            Self::Venting => Some('▽'),
            Self::Pressure => Some('■'),
        }
    }
}

/// A cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Mark {
    /// Heat in the displayed layer: 0 no value, 1 lowest … 255 highest.
    pub heat: u8,
    /// The role of the cell.
    pub role: Role,
}

impl Mark {
    /// Combines this mark with that of another layer on top. Only one of the two may have heat.
    #[inline]
    #[doc(hidden)]
    pub fn add(&mut self, over: Self) {
        self.role = if over.role == Role::None { self.role } else { over.role };
        self.heat = if over.heat == 0 { self.heat } else { over.heat };
    }
}

/// A mark for each cell, row-major.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// Width and height.
    pub size: Size,
    /// The marks.
    pub marks: Vec<Mark>,
}

impl Board {
    /// Returns the mark of a cell, or the empty mark outside.
    pub fn at(&self, c: Cell) -> Mark {
        if self.size.contains(c) {
            self.marks.get(self.size.index(c)).copied().unwrap_or_default()
        } else {
            Mark::default()
        }
    }
}

/// Converts a number within a layer's range to heat, 1 to 255.
#[inline]
pub fn heat(value: f64, (low, high): (f64, f64)) -> u8 {
    if high <= low {
        return 128;
    }
    1 + ((value - low) / (high - low) * 254.0).clamp(0.0, 254.0) as u8
}
