//! The words of ship generation: the parts of its work, what it refuses and why, and what it puts on a deck.

/// A part of the work on a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A batch of hallways; the number says which, from 1.
    Hallways,
    /// Rooms; the number says how many were drawn to be made.
    Rooms,
    /// Doors between rooms that touch; the number says how many pairs do.
    Doors,
    /// Windows; the number says how many were drawn to be cut.
    Windows,
    /// The test whether all is one region; the number says how many cells of floor and doors there are.
    Test,
    /// Who and what is put on the deck; the number says how many rooms there are.
    Things,
}

impl Part {
    /// The name in fields.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hallways => "hallways",
            Self::Rooms => "rooms",
            Self::Doors => "doors",
            Self::Windows => "windows",
            Self::Test => "test",
            Self::Things => "things",
        }
    }
}

/// Why a hallway was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HallwayRefusal {
    /// An end lies too near the edge of the plan; such a draw is no valid try.
    Border,
    /// It would run over another hallway.
    Hallway,
    /// It would run over a cell labelled as near a hallway.
    Near,
}

impl HallwayRefusal {
    /// The name in fields.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Border => "border",
            Self::Hallway => "hallway",
            Self::Near => "near",
        }
    }
}

/// Why a room stopped growing somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GrowthRefusal {
    /// The cell lies too far from the seed.
    Reach,
    /// The plan ends.
    Edge,
}

impl GrowthRefusal {
    /// The name in fields.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reach => "reach",
            Self::Edge => "edge",
        }
    }
}

/// Why a contact is no door candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContactRefusal {
    /// The two rooms have a door already.
    Linked,
    /// The other side is a hallway: only a room's seed opens toward one.
    Hallway,
    /// Another candidate of the pair became the door.
    Lost,
}

impl ContactRefusal {
    /// The name in fields.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linked => "linked",
            Self::Hallway => "hallway",
            Self::Lost => "lost",
        }
    }
}

/// Why a whole plan was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanRefusal {
    /// The frontier was empty before there were enough rooms.
    FewRooms,
    /// Floor and doors are not one region.
    Apart,
    /// Fewer than two rooms are wider and taller than 2.
    NoEnds,
    /// The rooms between start and goal could be too small for everything.
    Cramped,
}

impl PlanRefusal {
    /// The name in fields.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FewRooms => "few-rooms",
            Self::Apart => "apart",
            Self::NoEnds => "no-ends",
            Self::Cramped => "cramped",
        }
    }
}

/// Who or what is put on a deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Thing {
    /// Where the ship is entered.
    Start,
    /// Stairs to the deck before: where this deck is entered.
    StairsUp,
    /// Stairs to the next deck: the goal of this one.
    StairsDown,
    /// The teleporter: the goal of the last deck.
    Teleporter,
    /// An enemy.
    Enemy,
    /// A weapon.
    Weapon,
    /// A medical kit.
    Kit,
}

impl Thing {
    /// The name in fields and labels.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::StairsUp => "stairs-up",
            Self::StairsDown => "stairs-down",
            Self::Teleporter => "teleporter",
            Self::Enemy => "enemy",
            Self::Weapon => "weapon",
            Self::Kit => "kit",
        }
    }

    /// As sentences name it: `an enemy`.
    pub const fn english(self) -> &'static str {
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
