//! The words of a ship's events: the parts of the work, why something was refused, what is put on a deck.

use crate::event::Word;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Part {
    Hallways,
    Rooms,
    Doors,
    Windows,
    Test,
    Things,
    #[word("doors to hallways")]
    HallwayDoors,
    // From here on, of a ship whose hull comes first.
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

/// Why a hallway was refused, a room stopped growing, or a contact became no door.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
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

/// Why a cut was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum CutRefusal {
    Apart,
    Thin,
    Loss,
    Nothing,
}

/// Why a section became no room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum SectionRefusal {
    Small,
    Alone,
}

/// Why a section is not split any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Whole {
    #[word("small-enough")]
    SmallEnough,
    #[word("too-many")]
    TooMany,
}

/// Why a whole plan was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
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

    /// As sentences name it: `an enemy`.
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
