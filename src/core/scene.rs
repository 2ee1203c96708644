//! A scene: the map, who stands on it, what is known of it, what happens to it, and which algorithm runs on it.

use super::geometry::{Cell, Dir, Size, SizeError};
use super::grid::Grid;
use super::params::Params;
use super::terrain::{Tile, Verb};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything that a run is made from. Same scene, same trace.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// A short name; may be empty.
    pub title: String,
    /// What the scene is about, in Markdown; may be empty.
    pub notes: String,
    /// The ground.
    pub tiles: Grid<Tile>,
    /// What a tile's kind alone does not say: the inner side of a shutter, the key of a lock.
    pub details: BTreeMap<Cell, TileDetail>,
    /// Which cells the explorer knows; `None` when all are known.
    pub known: Option<Grid<bool>>,
    /// Who and what stands on the map, in the order in which they act.
    pub actors: Vec<Actor>,
    /// What changes the world, and when.
    pub script: Vec<ScriptLine>,
    /// Named rectangles with flow maps of their own.
    pub rooms: Vec<Room>,
    /// Which algorithm runs, with what.
    pub run: RunSpec,
}

/// Details of one tile.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileDetail {
    /// The side of a shutter from which it can be opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<Dir>,
    /// The name of the key that a lock needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A rectangle of the map with a name; both corners belong to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Room {
    /// The name, which an exit's `room` refers to.
    pub name: String,
    /// The top left corner.
    pub from: Cell,
    /// The bottom right corner.
    pub to: Cell,
}

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

/// One line of the script: at turn `turn`, do something at a cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptLine {
    /// When: the number of the turn, at whose beginning it happens.
    pub turn: u32,
    /// What is done.
    #[serde(rename = "do")]
    pub verb: Verb,
    /// Where.
    pub at: Cell,
    /// Where to, for `move`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Cell>,
    /// The name of the tile, for `place`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
}

/// Which algorithm runs, with which parameters and seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// The algorithm's id.
    #[serde(default = "default_algorithm")]
    pub algorithm: String,
    /// Its parameters; what is not named has its default.
    #[serde(default, skip_serializing_if = "Params::is_empty")]
    pub params: Params,
    /// The seed of the dice.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// The moment worth starting at: how many events have happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// Further runs to show side by side: each names the parameters that differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Params>,
}

fn default_algorithm() -> String {
    "astar".into()
}

const fn default_seed() -> u64 {
    1
}

impl Default for RunSpec {
    fn default() -> Self {
        Self {
            algorithm: default_algorithm(),
            params: Params::default(),
            seed: default_seed(),
            at: None,
            beside: Vec::new(),
        }
    }
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

/// Why a scene does not hold together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SceneError {
    /// No cells, or too many.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// An actor, a script line, a detail or a room lies off the map.
    #[error("{what} at {at} lies outside the map of {size} cells")]
    Outside {
        /// What lies outside, such as `the guard`.
        what: String,
        /// Where it is said to be.
        at: Cell,
        /// The size of the map.
        size: String,
    },
    /// The mask of known cells has another size than the map.
    #[error("the known mask is {known} cells and the map is {map}; they must be the same")]
    KnownSize {
        /// The size of the mask.
        known: String,
        /// The size of the map.
        map: String,
    },
}

impl Scene {
    /// An empty scene on the given ground.
    pub fn new(tiles: Grid<Tile>) -> Self {
        Self {
            title: String::new(),
            notes: String::new(),
            tiles,
            details: BTreeMap::new(),
            known: None,
            actors: Vec::new(),
            script: Vec::new(),
            rooms: Vec::new(),
            run: RunSpec::default(),
        }
    }

    /// Width and height of the map.
    pub const fn size(&self) -> Size {
        self.tiles.size()
    }

    /// The actors of one kind, in the scene's order.
    pub fn of_kind(&self, kind: ActorKind) -> impl Iterator<Item = &Actor> {
        self.actors.iter().filter(move |a| a.kind == kind)
    }

    /// The topmost actor on a cell: the last in the scene's order.
    pub fn actor_at(&self, c: Cell) -> Option<usize> {
        self.actors.iter().rposition(|a| a.at == c)
    }

    /// Checks that everything lies on the map.
    ///
    /// # Errors
    /// The first thing that does not, by name and place.
    pub fn validate(&self) -> Result<(), SceneError> {
        let size = self.size();
        Size::checked(size.width as u64, size.height as u64)?;
        let inside = |at: Cell, what: &str| {
            if size.contains(at) {
                Ok(())
            } else {
                Err(SceneError::Outside { what: what.to_owned(), at, size: size.to_string() })
            }
        };
        for a in &self.actors {
            let name = a.kind.name();
            inside(a.at, &format!("the {name}"))?;
            if let Some(c) = a.goal {
                inside(c, &format!("the goal of the {name}"))?;
            }
            for &c in &a.route {
                inside(c, &format!("the route of the {name}"))?;
            }
        }
        for line in &self.script {
            inside(line.at, "a script line")?;
            if let Some(c) = line.to {
                inside(c, "the `to` of a script line")?;
            }
        }
        for &c in self.details.keys() {
            inside(c, "a tile's details")?;
        }
        for room in &self.rooms {
            inside(room.from, &format!("the room {:?}", room.name))?;
            inside(room.to, &format!("the room {:?}", room.name))?;
        }
        if let Some(known) = &self.known
            && known.size() != size
        {
            return Err(SceneError::KnownSize { known: known.size().to_string(), map: size.to_string() });
        }
        Ok(())
    }
}
