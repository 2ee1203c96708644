//! The words of the air: which flood goes, why a cell stops venting, why all is worked out again, why a blow breaks
//! nothing.

use super::event::{INNER, OUTER};
use crate::terrain::Tile;

/// Which of the two floods that find pressure walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flood {
    /// From all cells whose air is not 1.
    Outer,
    /// From all cells with air 1 that are not solid and do not vent.
    Inner,
}

impl Flood {
    /// The name in fields.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outer => "outer",
            Self::Inner => "inner",
        }
    }

    /// Where it starts, as the end of a phrase.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Outer => "from where air is not 1",
            Self::Inner => "from still, full air",
        }
    }

    /// The layer of what it reached.
    pub(super) const fn layer(self) -> u8 {
        match self {
            Self::Outer => OUTER,
            Self::Inner => INNER,
        }
    }
}

/// Why a cell stopped venting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// There is no air left in it.
    Empty,
    /// Nothing without air can be reached from it.
    Sealed,
    /// It is solid now.
    Solid,
}

impl Stop {
    /// The name in fields.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Sealed => "sealed",
            Self::Solid => "solid",
        }
    }
}

/// Why regions, distances and pressure walls are worked out again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The run began.
    Start,
    /// Something solid went, or the void came nearer.
    Opened,
    /// Something became solid.
    Closed,
}

impl Cause {
    /// The name in fields.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Opened => "opened",
            Self::Closed => "closed",
        }
    }

    /// The reason as the end of a sentence.
    pub const fn because(self) -> &'static str {
        match self {
            Self::Start => "the run begins",
            Self::Opened => "something was opened",
            Self::Closed => "something was closed",
        }
    }
}

/// Why a blow broke nothing, without dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spare {
    /// A bullet breaks pressure walls only.
    NoPressure,
    /// Nothing breaks this tile.
    Withstands(Tile),
    /// A shockwave of the same explosion broke it before.
    Broken,
}

impl Spare {
    /// The name in fields.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoPressure => "no pressure wall",
            Self::Withstands(_) => "withstands",
            Self::Broken => "broken before",
        }
    }

    /// The tile that withstands; empty where there is none.
    pub(super) const fn tile(self) -> &'static str {
        match self {
            Self::Withstands(tile) => tile.english(),
            Self::NoPressure | Self::Broken => "",
        }
    }
}
