//! The words of ship generation: the parts of its work, what it refuses and why, and what it puts on a deck.

use crate::event::Word;

/// A part of the work on a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Part {
    Hallways,
    Rooms,
    Doors,
    Windows,
    Test,
    Things,
}

/// Why a hallway was refused, a room stopped growing, or a contact became no door.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the sentences of their events say it")]
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
}

/// Why a whole plan was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the sentences of their events say it")]
pub enum PlanRefusal {
    #[word("few-rooms")]
    FewRooms,
    Apart,
    #[word("no-ends")]
    NoEnds,
    Cramped,
}

/// Who or what is put on a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the words say it")]
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
    /// Whether a deck is entered here.
    pub(super) const fn is_entry(self) -> bool {
        matches!(self, Self::Start | Self::StairsUp)
    }

    /// Whether a deck is left here.
    pub(super) const fn is_exit(self) -> bool {
        matches!(self, Self::StairsDown | Self::Teleporter)
    }

    /// Whether it can be picked up.
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
