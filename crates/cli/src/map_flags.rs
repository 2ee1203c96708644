//! Flags for maps of other programs: how they are read, and how they are written.

use super::CliError;
use super::place::FileOrStream;
use crate::debugger::disk::map_source::MapReading;
use crate::formats::tile_mapping::TileAnswers;
use crate::formats::{ArrayMeaning, FORMATS, Options, WriteOptions, bounded_file};

const READING: &str = "Reading maps of other programs";
const WRITING: &str = "Writing maps for other programs";

/// Flags that set how the map of another program is read.
#[derive(clap::Args, Clone, Default)]
#[command(next_help_heading = READING)]
pub(super) struct ReadArgs {
    /// Read the map as this format, by name, instead of recognising it by its content
    #[arg(id = "read-from", long = "from", value_name = "FORMAT", value_parser = readable)]
    from: Option<&'static str>,
    /// Meanings of the map's tiles, by the keys that messages print: 17=wall,#3c6ec8=water,rest=floor
    #[arg(long, value_name = "KEY=TILE,…", value_parser = TileAnswers::from_text, allow_hyphen_values = true)]
    map_tiles: Option<TileAnswers>,
    /// Kinds of actors that objects are, by their types: spawn=none,player=guard
    #[arg(long, value_name = "TYPE=ACTOR,…", value_parser = actors)]
    map_actors: Option<TileAnswers>,
    /// Meaning of the numbers in an array: free, wall, cost, tiles or occupancy
    #[arg(long, value_name = "MEANING", value_parser = meaning)]
    array: Option<ArrayMeaning>,
    /// Refuse an array of costs that are not above 0, but for -inf, which is a wall. Used by the Python package
    #[arg(long, hide = true)]
    strict_costs: bool,
    /// Level to read from a file with several, by name or number
    #[arg(long, value_name = "NAME|N")]
    level: Option<String>,
    /// Read the cells of a REXPaint file by glyph or by colour
    #[arg(long, value_name = "glyph|colour", default_value = "glyph", value_parser = ["glyph", "colour"])]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    by: String,
    /// Scenarios (.scen): the search to open, by its number from 1; with --agents, the first one [default: 1]
    #[arg(long, value_name = "N", value_parser = from_1)]
    row: Option<usize>,
    /// Map of a scenario, a search trace, or a plan of many movers, if it is not beside it
    #[arg(id = "map-file", long = "map", value_name = "FILE")]
    pub(super) map: Option<FileOrStream>,
}

/// How many searches of a scenario are opened together.
#[derive(clap::Args, Clone, Copy, Default)]
#[command(next_help_heading = READING)]
pub(super) struct MoverArgs {
    /// Scenarios: open this many searches as movers of one scene, each with a goal of its own
    #[arg(long, value_name = "N", value_parser = from_1)]
    pub(super) agents: Option<usize>,
}

/// Parses a number from 1.
pub(super) fn from_1(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "expected a whole number from 1".to_owned())
}

impl ReadArgs {
    /// Returns how these flags read a map.
    pub(super) fn reading(&self) -> MapReading {
        let mut tiles = self.map_tiles.clone().unwrap_or_default();
        tiles.complete(self.map_actors.clone().unwrap_or_default());
        MapReading {
            from: self.from,
            tiles,
            array: self.array,
            level: self.level.clone(),
            by_colour: self.by == "colour",
            map: self.map.as_ref().map(|map| map.path().to_owned()),
            row: self.row,
            movers: None,
        }
    }

    /// Returns the options with these flags.
    pub(super) fn within(&self, options: Options) -> Options {
        let movers = options.movers;
        Options { strict_costs: self.strict_costs, movers, ..self.reading().within(options) }
    }

    /// Returns the meaning of the numbers in an array.
    pub(super) const fn array(&self) -> Option<ArrayMeaning> {
        self.array
    }
}

fn actors(text: &str) -> Result<TileAnswers, String> {
    let mut answers = TileAnswers::default();
    answers.add_actors(text).map(|()| answers)
}

/// Parses the name or extension of a format that is read.
fn readable(text: &str) -> Result<&'static str, String> {
    let all = || FORMATS.iter().filter(|format| format.reads());
    let found = all().find(|format| format.name() == text || format.extensions().contains(&text));
    let names: Vec<_> = all().map(|format| format.name()).collect();
    found.map(|format| format.name()).ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

pub(super) fn meaning(text: &str) -> Result<ArrayMeaning, String> {
    let found = ArrayMeaning::ALL.into_iter().find(|(name, _)| *name == text);
    let names = ArrayMeaning::ALL.map(|(name, _)| name);
    found.map(|(_, meaning)| meaning).ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

/// Flags that set how a map is written for another program.
#[derive(clap::Args, Clone)]
#[command(next_help_heading = WRITING)]
pub(super) struct WriteArgs {
    /// Scenarios: the most searches in each bucket
    #[arg(long, value_name = "N", default_value_t = WriteOptions::default().queries)]
    queries: u32,
    /// Scenarios: this many searches first whose starts all differ, and whose goals all differ
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(super) agents: u32,
    /// Occupancy grids: the edge length of a cell in metres
    #[arg(long, value_name = "METRES", default_value_t = WriteOptions::default().resolution, value_parser = metres)]
    resolution: f64,
    /// A text to fill for each map; docs/formats.md lists the words in braces
    #[arg(long, value_name = "FILE")]
    pub(super) template: Option<FileOrStream>,
    /// Godot: also write a script that sets up a search grid (`AStarGrid2D`)
    #[arg(long)]
    astar_grid: bool,
}

fn metres(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (1e-6..=1e6).contains(number));
    number.ok_or_else(|| "expected a length in metres above 0, such as 0.05".to_owned())
}

impl WriteArgs {
    /// Returns the options with these flags for writing the file `to`. `array` is the meaning of the numbers in a written
    /// array, and `seed` sets the random choices of a scenario.
    ///
    /// # Errors
    /// Returns an error if the template cannot be read.
    pub(super) fn within(
        &self,
        options: &Options,
        to: &FileOrStream,
        array: Option<ArrayMeaning>,
        seed: u64,
    ) -> Result<Options, CliError> {
        let template = match &self.template {
            None => None,
            Some(file) => {
                let bytes = bounded_file(file.path(), "a template")?;
                let text = String::from_utf8(bytes);
                Some(text.map_err(|_| CliError::Input(format!("{file}: this is not UTF-8 text; expected a template")))?)
            }
        };
        let path = (!to.is_output()).then(|| to.path().to_owned());
        let mut options = Options { path, ..options.clone() };
        let write = &mut options.write;
        (write.array, write.queries, write.agents, write.seed) = (array, self.queries, self.agents, seed);
        (write.resolution, write.template, write.astar_grid) = (self.resolution, template, self.astar_grid);
        Ok(options)
    }
}
