//! Words for the events of a ship: parts of the work, reasons for refusals, and things on a deck.

use crate::event::{Encode, Word};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Part {
    Hallways,
    Rooms,
    Doors,
    Windows,
    Test,
    Things,
    #[word("doors to hallways")]
    HallwayDoors,
    // The parts from here on belong to the hull-first method.
    Hull,
    #[word("hallways along")]
    Along,
    #[word("hallways across")]
    Across,
    Sections,
    #[word("rooms of sections")]
    Furnishing,
    #[word("a door a side")]
    Ways,
}

/// Reasons why a hallway was refused, a room stopped growing, or a contact did not become a door.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Refusal {
    Border,
    Hallway,
    Near,
    Reach,
    Edge,
    Linked,
    #[word("hallway")]
    NotSeed,
    Lost,
    Short,
    #[word("crosses-none")]
    CrossesNone,
}

/// Reasons why a cut was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum CutRefusal {
    Apart,
    Thin,
    Loss,
    Nothing,
}

/// Reasons why a section did not become a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum SectionRefusal {
    Small,
    Alone,
}

/// Reasons why a section is not split further.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Whole {
    #[word("small-enough")]
    SmallEnough,
    #[word("too-many")]
    TooMany,
}

/// Reasons why a whole plan was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum PlanRefusal {
    #[word("few-rooms")]
    FewRooms,
    Apart,
    #[word("no-ends")]
    NoEnds,
    Cramped,
    #[word("no-hallway")]
    NoHallway,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Thing {
    Start,
    #[word("stairs-up")]
    StairsUp,
    #[word("stairs-down")]
    StairsDown,
    Teleporter,
    Enemy,
    Weapon,
    Kit,
}

impl Thing {
    pub(super) const fn is_entry(self) -> bool {
        matches!(self, Self::Start | Self::StairsUp)
    }

    pub(super) const fn is_exit(self) -> bool {
        matches!(self, Self::StairsDown | Self::Teleporter)
    }

    pub(super) const fn is_item(self) -> bool {
        matches!(self, Self::Weapon | Self::Kit)
    }

    /// Returns the name as used in a sentence: `an enemy`.
    pub(super) const fn english(self) -> &'static str {
        match self {
            Self::Start => "the start",
            Self::StairsUp => "the stairs from the deck before",
            Self::StairsDown => "the stairs to the next deck",
            Self::Teleporter => "the teleporter",
            Self::Enemy => "an enemy",
            Self::Weapon => "a weapon",
            Self::Kit => "a medical kit",
        }
    }
}
