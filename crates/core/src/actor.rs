//! Who and what can stand on a map.

use super::geometry::{Cell, Dir};
use serde::{Deserialize, Serialize};

/// The kinds of actor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ActorKind {
    /// Walks to a goal or along a route; the start of a search.
    Guard,
    /// Moves by the thief's column of the tile table.
    Thief,
    /// Explores.
    Explorer,
    /// Looks.
    Viewer,
    /// Where a search ends.
    Goal,
    /// Something to pick up.
    Item,
    /// A way out, up or down.
    Exit,
    /// Throws light.
    Lamp,
    /// Sleeps until a flow map reaches it.
    Prisoner,
    /// A piece of auto chess.
    Unit,
    /// Interrupts an explorer who sees it.
    Enemy,
}

impl ActorKind {
    /// Every kind, in the order of the table.
    pub const ALL: [Self; 11] = [
        Self::Guard,
        Self::Thief,
        Self::Explorer,
        Self::Viewer,
        Self::Goal,
        Self::Item,
        Self::Exit,
        Self::Lamp,
        Self::Prisoner,
        Self::Unit,
        Self::Enemy,
    ];

    /// The name in scene files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Guard => "guard",
            Self::Thief => "thief",
            Self::Explorer => "explorer",
            Self::Viewer => "viewer",
            Self::Goal => "goal",
            Self::Item => "item",
            Self::Exit => "exit",
            Self::Lamp => "lamp",
            Self::Prisoner => "prisoner",
            Self::Unit => "unit",
            Self::Enemy => "enemy",
        }
    }
}

/// Somebody or something on the map. Fields that a kind has no use for stay `None` or empty.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Actor {
    /// What it is.
    pub kind: ActorKind,
    /// Where it stands.
    pub at: Cell,
    /// Where it looks; absent: all round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Dir>,
    /// The names of the keys it carries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    /// Where it wants to go; absent: the scene's goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Cell>,
    /// The cells of its patrol, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<Cell>,
    /// How far it sees (guards, in cells) or reaches (units, in the board's units).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u32>,
    /// An item that was visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<bool>,
    /// An exit that leads down (`true`) or up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub down: Option<bool>,
    /// The room that an exit leads out of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// The value that an exit or a goal starts a flow map with, in steps; absent: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u32>,
    /// How far a lamp throws light, in cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<u32>,
    /// Whether a lamp burns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lit: Option<bool>,
    /// Whether a prisoner is chained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chained: Option<bool>,
    /// A unit's team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<u8>,
    /// Whether a unit is the one that decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
    /// Whether an enemy interrupts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hostile: Option<bool>,
}

impl Actor {
    /// An actor with nothing but a kind and a place.
    pub const fn new(kind: ActorKind, at: Cell) -> Self {
        Self {
            kind,
            at,
            facing: None,
            keys: Vec::new(),
            goal: None,
            route: Vec::new(),
            range: None,
            seen: None,
            down: None,
            room: None,
            value: None,
            radius: None,
            lit: None,
            chained: None,
            team: None,
            active: None,
            hostile: None,
        }
    }

    /// The glyph in text maps (`@` for a thief and for an explorer).
    pub fn glyph(&self) -> char {
        match self.kind {
            ActorKind::Guard => 'G',
            ActorKind::Thief | ActorKind::Explorer => '@',
            ActorKind::Viewer => 'V',
            ActorKind::Goal => 'X',
            ActorKind::Item => '$',
            ActorKind::Exit if self.down == Some(false) => '<',
            ActorKind::Exit => '>',
            ActorKind::Lamp => 'L',
            ActorKind::Prisoner => 'P',
            ActorKind::Unit if self.active == Some(true) => 'U',
            ActorKind::Unit if self.team == Some(2) => 'E',
            ActorKind::Unit => 'A',
            ActorKind::Enemy => 'M',
        }
    }

    /// The actor that a text map's glyph stands for; `@` is a thief where `thief` says so, else an explorer.
    pub fn from_glyph(glyph: char, at: Cell, thief: bool) -> Option<Self> {
        let kind = match glyph {
            'G' => ActorKind::Guard,
            '@' if thief => ActorKind::Thief,
            '@' => ActorKind::Explorer,
            'V' => ActorKind::Viewer,
            'X' => ActorKind::Goal,
            '$' => ActorKind::Item,
            '>' | '<' => ActorKind::Exit,
            'L' => ActorKind::Lamp,
            'P' => ActorKind::Prisoner,
            'U' | 'A' | 'E' => ActorKind::Unit,
            'M' => ActorKind::Enemy,
            _ => return None,
        };
        let mut actor = Self::new(kind, at);
        match glyph {
            '>' => actor.down = Some(true),
            '<' => actor.down = Some(false),
            'U' => (actor.team, actor.active) = (Some(1), Some(true)),
            'A' => actor.team = Some(1),
            'E' => actor.team = Some(2),
            _ => {}
        }
        Some(actor)
    }
}
