//! A board of roles: what part each cell plays at one moment. Colours are left to the theme.

use crate::geometry::{Cell, Size};

/// The part that a cell plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[repr(u8)]
pub enum Role {
    /// None yet.
    #[default]
    None,
    /// It waits in the open list.
    Queued,
    /// It is settled.
    Done,
    /// It is being worked on.
    Current,
    /// It lies on the path.
    Path,
    /// It is one of those weighed for a choice.
    Candidate,
    /// It is the one chosen.
    Chosen,
    /// It was walked over, the more often the hotter.
    Walked,
    /// It is seen now.
    Seen,
    /// It is seen in part: something before it takes some of the light.
    Dimmed,
    /// It was scanned and is hidden.
    Hidden,
    /// It was seen once and is remembered.
    Remembered,
    /// Nothing is known of it.
    Unknown,
    /// What is believed of it is not so.
    Wrong,
    /// Its value was taken away, and it waits for another.
    Raised,
    /// It was refused.
    Refused,
    /// It is in the danger that is fled from.
    Threat,
    /// It loses its air.
    Venting,
    /// It holds air back from the void.
    Pressure,
}

impl Role {
    /// All roles, in the order of their numbers.
    pub const ALL: [Self; 19] = [
        Self::None,
        Self::Queued,
        Self::Done,
        Self::Current,
        Self::Path,
        Self::Candidate,
        Self::Chosen,
        Self::Walked,
        Self::Seen,
        Self::Dimmed,
        Self::Hidden,
        Self::Remembered,
        Self::Unknown,
        Self::Wrong,
        Self::Raised,
        Self::Refused,
        Self::Threat,
        Self::Venting,
        Self::Pressure,
    ];

    /// Its place in a set of roles that is kept as the bits of a number.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// The name in legends, where a card has no other for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "not reached",
            Self::Queued => "open",
            Self::Done => "closed",
            Self::Current => "current",
            Self::Path => "path",
            Self::Candidate => "candidate",
            Self::Chosen => "chosen",
            Self::Walked => "walked",
            Self::Seen => "seen",
            Self::Dimmed => "dimmed",
            Self::Hidden => "hidden",
            Self::Remembered => "remembered",
            Self::Unknown => "unknown",
            Self::Wrong => "believed wrongly",
            Self::Raised => "raised",
            Self::Refused => "refused",
            Self::Threat => "threat",
            Self::Venting => "venting",
            Self::Pressure => "pressure wall",
        }
    }

    /// The character in pictures, and the mark that tells it apart without colour.
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

/// One cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Mark {
    /// How hot it is in the layer shown: 0 no value, 1 lowest … 255 highest.
    pub heat: u8,
    /// The part that it plays.
    pub role: Role,
}

impl Mark {
    /// Lays what another layer gives over it: only one of them gives heat.
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
    /// The mark of a cell; the empty mark outside.
    pub fn at(&self, c: Cell) -> Mark {
        if self.size.contains(c) {
            self.marks.get(self.size.index(c)).copied().unwrap_or_default()
        } else {
            Mark::default()
        }
    }
}

/// A number of a layer's range as heat, 1 to 255.
#[inline]
pub fn heat(value: f64, (low, high): (f64, f64)) -> u8 {
    if high <= low {
        return 128;
    }
    1 + ((value - low) / (high - low) * 254.0).clamp(0.0, 254.0) as u8
}
