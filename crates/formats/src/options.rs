//! Choices for reading and writing files.

use super::movingai;
use super::tile_mapping::TileAnswers;
use gridscope_trace::{Grid, Registry};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// Meaning of the numbers in an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrayMeaning {
    /// 0 or false is a wall, anything else is free, as `walkable` in tcod.
    Free,
    /// 0 or false is free, anything else is a wall.
    Wall,
    /// The cost of entering a cell. Costs that are not positive, infinite or not a number are walls.
    Cost,
    /// Numbers or names of tiles.
    Tiles,
    /// An occupancy grid: −1 is unknown, 0 is free, 65 to 100 is a wall, as in ROS.
    Occupancy,
}

impl ArrayMeaning {
    /// All meanings with their names on the command line.
    pub const ALL: [(&'static str, Self); 5] = [
        ("free", Self::Free),
        ("wall", Self::Wall),
        ("cost", Self::Cost),
        ("tiles", Self::Tiles),
        ("occupancy", Self::Occupancy),
    ];
}

/// Choices for formats that can be read in more than one way.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Algorithms whose traces are read as runs to repeat. A trace of any other algorithm is read as a log.
    pub registry: Registry,
    /// Letters of a MovingAI map that are walkable.
    pub dialect: movingai::Dialect,
    /// Whether `@` in a text map is a thief; otherwise an explorer.
    pub thief: bool,
    /// The file that is read or written. Files beside it, and the answers in `FILE.tiles.json`, are found through it.
    pub path: Option<PathBuf>,
    /// Map of a scenario, a search trace, or a plan of many movers, if it is not beside it or not in it.
    pub map: Option<PathBuf>,
    /// Name of the format to read, instead of the one that the content suggests.
    pub from: Option<&'static str>,
    /// Meanings of the tiles of other programs.
    pub tiles: TileAnswers,
    /// Meaning of the numbers in an array.
    pub array: Option<ArrayMeaning>,
    /// Whether costs of an array that are not above 0 are refused, instead of read as walls. −∞ stays a wall.
    pub strict_costs: bool,
    /// Name or number (from 1) of the level to read, in files with several.
    pub level: Option<String>,
    /// Whether the cells of a REXPaint file are read by their colours instead of their glyphs.
    pub by_colour: bool,
    /// Fields that the user adds to the header of a log, or replaces in it.
    pub header: Map<String, Value>,
    /// Number (from 1) of the search to read from a scenario, or of the first one with `movers`.
    pub row: Option<usize>,
    /// Number of searches of a scenario to read as movers of one scene.
    pub movers: Option<usize>,
    /// Settings of formats that are written.
    pub write: WriteOptions,
}

/// Settings of formats that are written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Meaning of the numbers in a written array.
    pub array: Option<ArrayMeaning>,
    /// A layer of a run to write beside the map, row by row; `None` where a cell has no value.
    pub layer: Option<Grid<Option<f64>>>,
    /// Edge length of a cell in metres, for occupancy grids.
    pub resolution: f64,
    /// Number of searches in each bucket of a scenario.
    pub queries: u32,
    /// Number of agents with different starts and goals, for multi-agent scenarios.
    pub agents: u32,
    /// Seed of the random choices of a scenario.
    pub seed: u64,
    /// Text of a template to fill.
    pub template: Option<String>,
    /// Whether a script that sets up an `AStarGrid2D` is written beside a Godot scene.
    pub astar_grid: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            array: None,
            layer: None,
            resolution: 0.05,
            queries: 10,
            agents: 0,
            seed: 0,
            template: None,
            astar_grid: false,
        }
    }
}

impl Options {
    /// Returns the default options with these algorithms.
    pub fn with_registry(registry: &Registry) -> Self {
        Self { registry: registry.clone(), ..Self::default() }
    }

    /// Returns the same options for the file at `path`.
    #[must_use]
    pub fn at(&self, path: &Path) -> Self {
        Self { path: Some(path.to_owned()), ..self.clone() }
    }

    /// Returns the name of the file that is written, without its ending: `room` for `maps/room.tmx`. It is `map` if there
    /// is no file.
    pub(crate) fn stem(&self) -> &str {
        let name = self.path.as_deref().and_then(Path::file_name).and_then(|name| name.to_str());
        name.and_then(|name| name.split('.').next()).filter(|stem| !stem.is_empty()).unwrap_or("map")
    }
}
