//! A scene: a map with its actors, what is known of it, the script of changes, and the algorithm that runs on it.

mod from_glyphs;
mod script;
mod weights;

pub use self::weights::{BadWeight, WeightRows};
pub use super::actor::{Actor, ActorKind};
use super::algorithm::Runner;
use super::claim::Claim;
use super::exercise::Exercise;
use super::geometry::{Cell, Dir, Size, SizeError};
use super::grid::Grid;
use super::params::Params;
use super::question::Question;
use super::registry::Registry;
pub use super::slide::Slide;
use super::terrain::{Tile, Verb};
use super::weight::Weights;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter;

/// The complete input of a run. The same scene always gives the same trace.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Scene {
    /// A short name; may be empty.
    pub title: String,
    /// A description in Markdown; may be empty.
    pub notes: String,
    /// The tile of each cell.
    pub tiles: Grid<Tile>,
    /// Details that the kind of tile does not include: the inner side of a shutter, the key of a lock.
    pub details: BTreeMap<Cell, TileDetail>,
    /// The cells that the explorer knows. `None` if it knows all.
    pub known: Option<Grid<bool>>,
    /// Weights of cells: the factor of the cost of a step onto a cell, used instead of the cost that its tile adds. They
    /// count whenever a run uses terrain costs. `None` if no cell has a weight.
    pub weights: Option<Weights>,
    /// The actors on the map, in the order in which they act.
    pub actors: Vec<Actor>,
    /// Scheduled changes of the world.
    pub script: Vec<ScriptLine>,
    /// Named rectangles with flow maps of their own.
    pub rooms: Vec<Room>,
    /// The algorithm to run, with its parameters.
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

/// A named rectangle of the map. Both corners belong to it.
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

/// A line of the script: an action on a cell at turn `turn`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptLine {
    /// Number of the turn. The action happens at its beginning.
    pub turn: u32,
    /// The action.
    #[serde(rename = "do")]
    pub verb: Verb,
    /// The cell.
    pub at: Cell,
    /// The destination, for `move`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Cell>,
    /// The name of the tile, for `place`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
}

/// The algorithm to run, with its parameters and seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// The algorithm's id.
    #[serde(default = "default_algorithm")]
    pub algorithm: String,
    /// A name of two or three words for readers, for a run that is shown beside others. Empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The parameters. Those that are not named have their defaults.
    #[serde(default, skip_serializing_if = "Params::is_empty")]
    pub params: Params,
    /// The seed of the random numbers.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// The moment to open the run at, as the number of events that have happened. `None` is the first slide, or the end
    /// if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// The moment of the picture that stands for the scene, such as in a gallery of lessons. `None` if that is `at`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<usize>,
    /// Further runs to show side by side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<AdditionalRun>,
    /// Moments with a note, in the order in which a lesson shows them.
    #[serde(rename = "bookmarks", default, skip_serializing_if = "Vec::is_empty")]
    pub slides: Vec<Slide>,
    /// The facts that make the notes of the scene true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// The question that the scene opens with.
    #[serde(default, skip_serializing_if = "Question::is_empty")]
    pub question: Question,
    /// The exercise for the reader.
    #[serde(default, skip_serializing_if = "Exercise::is_empty")]
    pub exercise: Exercise,
}

impl RunSpec {
    /// Returns the names of all runs that have one.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let beside = self.beside.iter().filter_map(|other| other.name.as_deref());
        iter::once(&*self.name).filter(|name| !name.is_empty()).chain(beside)
    }

    /// Removes the names of runs whose settings differ from those in `before`, in which the names are the same.
    pub fn drop_outdated_names(&mut self, before: &Self) {
        let mut differing = before.beside.iter().flat_map(|other| other.params.0.keys());
        let has_other_algorithm = self.algorithm != before.algorithm;
        let has_other_seed = self.seed != before.seed && self.beside.iter().any(|other| other.seed.is_some());
        let has_other_settings = differing.any(|name| self.params.0.get(name) != before.params.0.get(name));
        if self.name == before.name && (has_other_algorithm || has_other_seed || has_other_settings) {
            self.name.clear();
        }
        for other in &mut self.beside {
            let old = before.beside.iter().filter(|old| old.name == other.name);
            let is_current = old.clone().any(|old| old == other) && (other.algorithm.is_some() || !has_other_algorithm);
            if !is_current && old.count() > 0 {
                other.name = None;
            }
        }
    }

    /// Removes everything that applies to one run only, to prepare for another run: its moments, comparisons, question
    /// and exercise.
    pub fn forget_moments(&mut self) {
        (self.at, self.picture) = (None, None);
        (self.question, self.exercise) = (Question::default(), Exercise::default());
        self.beside.clear();
        self.slides.clear();
        self.claims.clear();
    }

    /// Returns the moment to open the run at: its own, or that of the first slide in the list. `None` is the end.
    pub fn opening_moment(&self) -> Option<usize> {
        self.at.or_else(|| self.slides.first().map(|slide| slide.at))
    }

    /// Returns the moment of the picture that stands for the scene: its own, or the one at which the scene opens.
    pub fn picture_moment(&self) -> Option<usize> {
        self.picture.or(self.at)
    }
}

/// Another run to show beside the first, given by its differences. In a file they are all in one object, such as
/// `{ "seed": 2, "ties": "paths" }`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct AdditionalRun {
    /// A name of two or three words for readers, such as `copies everything`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Another algorithm. It takes over those parameters of the first run that it has too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// Another seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Another view, by its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eyes: Option<usize>,
    /// Another cell for the actor that the run starts from, such as the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Cell>,
    /// Other parameters.
    #[serde(flatten)]
    pub params: Params,
}

impl AdditionalRun {
    /// Returns the name, or without one the differences in a few words, such as `Dijkstra's algorithm, seed 2` or
    /// `ties by paths`. `main` is the algorithm of the first run.
    pub fn title(&self, registry: &Registry, main: &str) -> String {
        if let Some(name) = self.name.as_ref().filter(|name| !name.is_empty()) {
            return name.clone();
        }
        let card = registry.find(self.algorithm.as_deref().unwrap_or(main)).map(Runner::card);
        let title = |id: &String| registry.title_of(id).map_or(id.clone(), str::to_owned);
        let algorithm = self.algorithm.iter().map(title);
        let seed = self.seed.iter().map(|seed| format!("seed {seed}"));
        let start = self.start.iter().map(|cell| format!("from {cell}"));
        let eyes = self.eyes.iter().map(|eyes| format!("eyes {eyes}"));
        algorithm
            .chain(seed)
            .chain(start)
            .chain(eyes)
            .chain(self.params.phrases(card.map_or(&[], |card| card.params)))
            .collect::<Vec<_>>()
            .join(", ")
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
            name: String::new(),
            params: Params::default(),
            seed: default_seed(),
            at: None,
            picture: None,
            beside: Vec::new(),
            slides: Vec::new(),
            claims: Vec::new(),
            question: Question::default(),
            exercise: Exercise::default(),
        }
    }
}

/// The reason why a scene is inconsistent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The map has no cells, or too many.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// An actor, a script line, a detail or a room is off the map.
    #[error("{what} at {at} is outside the map of {size} cells")]
    Outside {
        /// The thing that is outside, such as `the guard`.
        what: String,
        /// The cell.
        at: Cell,
        /// The size of the map.
        size: String,
    },
    /// A glyph has no meaning.
    #[error("the glyph {glyph:?} at {at} stands for neither a tile nor an actor")]
    Glyph {
        /// The glyph.
        glyph: char,
        /// The cell.
        at: Cell,
    },
    /// The mask of known cells and the map differ in size.
    #[error("the known mask is {known} cells and the map is {map}; they must be the same")]
    KnownSize {
        /// The size of the mask.
        known: String,
        /// The size of the map.
        map: String,
    },
    /// The weights and the map differ in size.
    #[error("the weights are {weights} cells and the map is {map}; they must be the same")]
    WeightsSize {
        /// The size of the weights.
        weights: String,
        /// The size of the map.
        map: String,
    },
    /// A script line places an unknown tile.
    #[error("script line {line}: there is no tile {tile:?}")]
    Tile {
        /// Number of the line, from 1.
        line: usize,
        /// The name in the line.
        tile: String,
    },
}

impl Scene {
    /// Returns the scene without the claims of its lesson, which only its author needs.
    pub fn without_claims(&self) -> Cow<'_, Self> {
        let run = &self.run;
        if run.claims.is_empty() && run.slides.iter().all(|slide| slide.claims.is_empty()) {
            return Cow::Borrowed(self);
        }
        let mut scene = self.clone();
        scene.run.claims.clear();
        scene.run.slides.iter_mut().for_each(|slide| slide.claims.clear());
        Cow::Owned(scene)
    }

    /// Creates a scene with only the given tiles.
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

    /// Returns the width and height of the map.
    pub const fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Returns the actors of one kind, in the scene's order.
    pub fn of_kind(&self, kind: ActorKind) -> impl Iterator<Item = &Actor> {
        self.actors.iter().filter(move |a| a.kind == kind)
    }

    /// Returns the index of the topmost actor on a cell: the last in the scene's order.
    pub fn actor_at(&self, c: Cell) -> Option<usize> {
        self.actors.iter().rposition(|a| a.at == c)
    }

    /// Checks that everything is on the map, that the masks fit the map, and that the tiles in the script exist.
    ///
    /// # Errors
    /// Returns a [`SceneError`] for the first mistake, with its name and place.
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
        if let Some(weights) = &self.weights
            && weights.size() != size
        {
            return Err(SceneError::WeightsSize { weights: weights.size().to_string(), map: size.to_string() });
        }
        Ok(())
    }
}
