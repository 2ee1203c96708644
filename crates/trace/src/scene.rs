//! A scene: the map, who stands on it, what is known of it, what happens to it, and which algorithm runs on it.

mod drawn;
mod weights;

pub use super::actor::{Actor, ActorKind};
use super::exercise::Exercise;
use super::geometry::{Cell, Dir, Size, SizeError};
use super::grid::Grid;
use super::params::Params;
use super::question::Question;
use super::terrain::{Tile, Verb};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything that a run is made from. Same scene, same trace.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
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
    /// What entering a cell costs, 1 to 9 times the step, in place of what its tile adds; 0 where the tile says it. It counts
    /// wherever a run asks what terrain costs. `None` when no cell has one.
    pub weights: Option<Grid<u8>>,
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
    /// Further runs to show side by side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Beside>,
    /// Moments with a note, in the order in which a lesson shows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bookmarks: Vec<Bookmark>,
    /// What is asked when the scene is opened.
    #[serde(default, skip_serializing_if = "Question::is_empty")]
    pub question: Question,
    /// What a reader is to do with the scene.
    #[serde(default, skip_serializing_if = "Exercise::is_empty")]
    pub exercise: Exercise,
}

impl RunSpec {
    /// Drops what is about one run alone, for another one: its moments, what to compare with, what is asked and to be done.
    pub fn forget_moments(&mut self) {
        (self.at, self.question, self.exercise) = (None, Question::default(), Exercise::default());
        self.beside.clear();
        self.bookmarks.clear();
    }
}

/// A moment of a run with a note: a slide of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bookmark {
    /// How many events have happened.
    pub at: usize,
    /// What there is to see, in Markdown.
    #[serde(default)]
    pub note: String,
}

/// A run to show beside the first: what differs in it, in a file all in one object, such as
/// `{ "seed": 2, "ties": "paths" }`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Beside {
    /// Another algorithm; it takes the parameters of the first run that it knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// Another seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Other eyes to look through, by their number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eyes: Option<usize>,
    /// Another place for the actor that the run starts from, such as the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Cell>,
    /// Other parameters.
    #[serde(flatten)]
    pub params: Params,
}

impl Beside {
    /// Returns the differences in a few words, such as `Dijkstra's algorithm, seed 2` or `ties: paths`. `title_of` returns the
    /// title of an algorithm by its id.
    pub fn title(&self, title_of: impl Fn(&str) -> Option<&'static str>) -> String {
        let title = |id: &String| title_of(id).map_or(id.clone(), str::to_owned);
        let algorithm = self.algorithm.iter().map(title);
        let seed = self.seed.iter().map(|seed| format!("seed {seed}"));
        let start = self.start.iter().map(|cell| format!("from {cell}"));
        let eyes = self.eyes.iter().map(|eyes| format!("eyes {eyes}"));
        algorithm.chain(seed).chain(start).chain(eyes).chain(self.params.phrases()).collect::<Vec<_>>().join(", ")
    }
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
            bookmarks: Vec::new(),
            question: Question::default(),
            exercise: Exercise::default(),
        }
    }
}

/// Why a scene does not hold together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// A glyph stands for nothing.
    #[error("the glyph {glyph:?} at {at} stands for neither a tile nor an actor")]
    Glyph {
        /// The glyph.
        glyph: char,
        /// Where it stands.
        at: Cell,
    },
    /// The mask of known cells has another size than the map.
    #[error("the known mask is {known} cells and the map is {map}; they must be the same")]
    KnownSize {
        /// The size of the mask.
        known: String,
        /// The size of the map.
        map: String,
    },
    /// The weights have another size than the map.
    #[error("the weights are {weights} cells and the map is {map}; they must be the same")]
    WeightsSize {
        /// The size of the weights.
        weights: String,
        /// The size of the map.
        map: String,
    },
    /// A script line places a tile that there is not.
    #[error("script line {line}: there is no tile {tile:?}")]
    Tile {
        /// Which line, from 1.
        line: usize,
        /// The name that it says.
        tile: String,
    },
    /// A weight is more than the highest.
    #[error("the weight at {at} is {weight}; expected 1 to {MAX_WEIGHT}, or 0 for none")]
    Weight {
        /// Where.
        at: Cell,
        /// What it says.
        weight: u8,
    },
}

/// The highest weight that a cell can have.
pub const MAX_WEIGHT: u8 = 9;

impl Scene {
    /// An empty scene on the given ground.
    pub fn new(tiles: Grid<Tile>) -> Self {
        Self {
            title: String::new(),
            notes: String::new(),
            tiles,
            details: BTreeMap::new(),
            known: None,
            weights: None,
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

    /// Checks that everything lies on the map, and that there are the tiles that the script names.
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
            if let Some(c) = a.goal() {
                inside(c, &format!("the goal of the {name}"))?;
            }
            if let Some(c) = a.to() {
                inside(c, &format!("where the {name} leads"))?;
            }
            for &c in a.route() {
                inside(c, &format!("the route of the {name}"))?;
            }
        }
        for (line, number) in self.script.iter().zip(1..) {
            inside(line.at, "a script line")?;
            if let Some(c) = line.to {
                inside(c, "the `to` of a script line")?;
            }
            if let Some(tile) = line.tile.as_ref().filter(|name| Tile::from_name(name).is_none()) {
                return Err(SceneError::Tile { line: number, tile: tile.clone() });
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
        if let Some(weights) = &self.weights {
            if weights.size() != size {
                return Err(SceneError::WeightsSize { weights: weights.size().to_string(), map: size.to_string() });
            }
            if let Some(at) = size.cells().find(|&c| weights[c] > MAX_WEIGHT) {
                return Err(SceneError::Weight { at, weight: weights[at] });
            }
        }
        Ok(())
    }
}
