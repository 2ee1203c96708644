//! File formats that gridscope reads and writes: one module and one row per format, in [`FORMATS`] for scenes
//! and maps, and in [`TRACE_FORMATS`] for traces and logs.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]
// Input files are untrusted, so indexing and plain sums are denied (see `count.rs`).
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)]

pub(crate) use gridscope_core as core;

mod actor_fields;
mod arrays;
mod beside;
mod cell_texts;
mod columns;
mod copy_lines;
mod count;
mod csv;
mod dcss;
mod error;
mod flat_json;
pub mod folder;
mod foreign_formats;
mod godot;
mod graph;
mod gzip;
mod keeps;
pub mod layer;
mod ldtk;
pub mod limits;
pub mod link;
pub mod log;
mod losses;
mod map_rows;
pub mod movingai;
pub mod npy;
mod numbers;
mod picture;
pub mod plain;
mod png_map;
mod posthoc;
mod rexpaint;
mod ros;
mod scen;
pub mod scene_json;
mod scene_rest;
mod stoppable;
pub mod survey;
mod template;
pub mod text_map;
mod tile_colours;
pub mod tile_mapping;
mod tiled;
mod tileset;
pub mod trace_file;
mod trace_format;
mod uvtt;
mod watabou;
mod zstandard;

pub use self::beside::Beside;
pub use self::copy_lines::{LineCopy, copy_lines};
pub use self::keeps::{Keeps, Kept};
pub use self::posthoc::{PosthocOptions, write_posthoc, write_posthoc_log};
pub use self::tile_colours::tile_colour;
pub use self::trace_format::{TRACE_FORMATS, TraceFormat, WriteLines, holds_lines, write_packed};
pub use error::FormatError;
pub use error::nearest;

use crate::core::algorithms::Registry;
use crate::core::grid::Grid;
use crate::core::scene::Scene;
use crate::count::Count as _;
use log::Log;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use tile_mapping::TileAnswers;
use trace_file::{Kind, TraceFile};

/// A scene read from a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// The scene.
    pub scene: Scene,
    /// Name of the format it was read from.
    pub format: &'static str,
    /// Corrections made while reading, one sentence each.
    pub notes: Vec<String>,
    holds_run: bool,
}

/// A scene written to bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// Contents of the file.
    pub bytes: Vec<u8>,
    /// Parts of the scene that the format cannot hold, one phrase each: `the script (3 lines)`.
    pub lost: Vec<String>,
    /// Files that belong beside this one, such as the picture of a tileset: a plain file name, and the contents. They are
    /// written before the file itself.
    pub beside: Vec<(String, Vec<u8>)>,
}

impl Written {
    /// Returns a file without others beside it.
    pub(crate) const fn new(bytes: Vec<u8>, lost: Vec<String>) -> Self {
        Self { bytes, lost, beside: Vec::new() }
    }
}

impl Loaded {
    /// Returns a scene read from a format that stores no run.
    pub(crate) const fn new(scene: Scene, format: &'static str, notes: Vec<String>) -> Self {
        Self { scene, format, notes, holds_run: false }
    }

    /// Returns the same, from a file that stores the run.
    pub(crate) fn with_run(self) -> Self {
        Self { holds_run: true, ..self }
    }

    /// Returns whether the file stores the run (algorithm, parameters, seed) and the cursor position.
    pub fn says_run(&self) -> bool {
        self.holds_run
    }
}

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
    /// Name of the format to read, instead of the one that the content suggests.
    pub from: Option<&'static str>,
    /// Meanings of the tiles of other programs.
    pub tiles: TileAnswers,
    /// Meaning of the numbers in an array.
    pub array: Option<ArrayMeaning>,
    /// Name or number (from 1) of the level to read, in files with several.
    pub level: Option<String>,
    /// Whether the cells of a REXPaint file are read by their colours instead of their glyphs.
    pub by_colour: bool,
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

/// A file format.
pub trait Format: Sync {
    /// Returns the name used on the command line.
    fn name(&self) -> &'static str;
    /// Returns the name shown to users.
    fn title(&self) -> &'static str;
    /// Returns the file name extensions without the leading dot. Files are written with the first.
    fn extensions(&self) -> &'static [&'static str];
    /// Returns which parts of a scene a written file keeps.
    fn keeps(&self) -> Keeps {
        Keeps::TILES
    }
    /// Returns whether files of this format can be read.
    fn reads(&self) -> bool {
        true
    }
    /// Returns whether scenes can be written in this format.
    fn writes(&self) -> bool {
        true
    }
    /// Returns whether the bytes of a file are in this format. The name of the file does not count.
    fn recognises(&self, bytes: &[u8]) -> bool;
    /// Reads a scene. `name` is the source's name in error messages, and `beside` has the files beside it.
    ///
    /// # Errors
    /// Returns an error that names the source, the place and what was expected, if the bytes are not valid.
    fn read(&self, name: &str, bytes: &[u8], options: &Options, beside: &mut Beside) -> Result<Loaded, FormatError> {
        let _ = (bytes, options, beside);
        // The list may be longer than a quote.
        let expected = foreign_formats::readable();
        Err(FormatError { expected, ..FormatError::whole(name, &format!("{} is only written", self.title()), "") })
    }
    /// Returns the names of the levels in a file, in its order. [`Options::level`] chooses one of them. Formats whose
    /// files have one map return none.
    fn levels(&self, bytes: &[u8]) -> Vec<String> {
        let _ = bytes;
        Vec::new()
    }
    /// Writes a scene and lists what the format cannot hold.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written at all.
    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let _ = (scene, options);
        let all: Vec<_> = FORMATS.iter().filter(|format| format.writes()).map(|format| format.name()).collect();
        let expected = format!("a format that is written: {}", all.join(", "));
        Err(FormatError::whole("the scene", &format!("{} is only read", self.title()), &expected))
    }
}

/// All formats, in the order in which they try to recognise a file. The last one takes everything the others refuse.
pub static FORMATS: &[&dyn Format] = &[
    &uvtt::UniversalVtt,
    &npy::Npy,
    &png_map::PngMap,
    &rexpaint::RexPaint,
    &tiled::Tmx,
    &tiled::Tmj,
    &ldtk::Ldtk,
    &watabou::Watabou,
    &scene_json::SceneJson,
    &dcss::Dcss,
    &ros::Ros,
    &link::Link,
    &movingai::MovingAi,
    &scen::Scen,
    &csv::Csv,
    &godot::Godot,
    &flat_json::FlatJson,
    &arrays::SourceArray::C,
    &arrays::SourceArray::CSHARP,
    &arrays::SourceArray::GDSCRIPT,
    &arrays::SourceArray::JAVASCRIPT,
    &arrays::SourceArray::LUA,
    &arrays::SourceArray::PYTHON,
    &arrays::SourceArray::RUST,
    &graph::GraphMl,
    &graph::Dimacs,
    &graph::Dot,
    &template::Template,
    &text_map::TextMap,
];

/// Names of formats in the order in which people look for them. Formats that are not here follow.
const LISTED: [&str; 13] =
    ["scene-json", "text", "tmx", "tmj", "ldtk", "godot", "xp", "png", "csv", "npy", "movingai", "ros", "scen"];

/// Returns all formats in the order of tables and dialogs.
pub fn listed() -> Vec<&'static dyn Format> {
    let mut all = FORMATS.to_vec();
    all.sort_by_key(|format| LISTED.iter().position(|name| *name == format.name()).unwrap_or(LISTED.len()));
    all
}

/// Returns the format for a path or extension. If several match, the longest extension wins.
pub fn format_for(path_or_extension: &str) -> Option<&'static dyn Format> {
    let name = path_or_extension.to_ascii_lowercase();
    let fits = |e: &str| name == e || name.ends_with(&format!(".{e}"));
    FORMATS
        .iter()
        .copied()
        .filter_map(|f| f.extensions().iter().filter(|e| fits(e)).map(|e| e.len()).max().map(|n| (n, f)))
        .max_by_key(|&(n, _)| n)
        .map(|(_, f)| f)
        .or_else(|| FORMATS.iter().copied().find(|f| f.name() == name))
}

/// Returns the endings of the names of files that can be read, without the dot, in alphabetical order.
pub fn file_endings() -> Vec<&'static str> {
    let read = FORMATS.iter().filter(|f| f.reads());
    let all = read.map(|f| f.extensions()).chain(TRACE_FORMATS.iter().map(|f| f.extensions()));
    all.flatten()
        .map(|extension| extension.rsplit('.').next().unwrap_or(extension))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

/// Reads a file of any format.
///
/// # Errors
/// Returns an error if the file does not exist, is a folder or is too large, or if [`read_bytes`] refuses it.
pub fn read_file(path: &Path, options: &Options) -> Result<Loaded, FormatError> {
    let bytes = bounded_file(path, "a scene or a map")?;
    read_bytes(&path.display().to_string(), &bytes, &options.at(path))
}

/// Contents of a file: a map or scene to run, or the trace of a run.
#[derive(Clone, Debug)]
pub enum Content {
    /// A scene.
    Scene(Loaded),
    /// A trace written by gridscope. Its header holds the scene, so the scene can be run again.
    Trace(TraceFile),
    /// A log written by another program, or a trace shown from its header alone.
    Log(Box<Log>),
}

/// Reads a file that may be a scene of any format, a trace or a log. The content decides which.
///
/// # Errors
/// Returns an error in the same cases as [`read_file`], and if [`trace_file::read`] refuses the file.
pub fn read_content(path: &Path, options: &Options) -> Result<Content, FormatError> {
    let name = path.display().to_string();
    read_content_of(&name, &mut open(path)?, &options.at(path))
}

/// Opens a file for [`read_content_of`].
///
/// # Errors
/// Returns an error if the file does not exist, is a folder, or the operating system refuses to open it.
pub fn open(path: &Path) -> Result<File, FormatError> {
    opened(path, "a scene, a map or a trace")
}

/// Like [`read_content`], but reads from any source. `name` is the source's name in error messages.
///
/// # Errors
/// Returns an error in the same cases as [`read_content`].
pub fn read_content_of(name: &str, from: &mut dyn Read, options: &Options) -> Result<Content, FormatError> {
    let mut from = trace_format::unpacked(from);
    if options.from.is_some() {
        let mut bytes = Vec::new();
        fill(&mut bytes, name, &mut from, limits::FILE)?;
        return Ok(Content::Scene(read_bytes(name, &bytes, options)?));
    }
    content_of(name, &mut *from, options)
}

fn content_of(name: &str, from: &mut dyn Read, options: &Options) -> Result<Content, FormatError> {
    let mut bytes = Vec::new();
    let mut cut = from.take(HEAD).read_to_end(&mut bytes).err();
    if cut.is_none() && trace_file::is_trace(&bytes) {
        // The header names the algorithm, so read the whole first line, however long it is.
        cut = first_line(&mut bytes, from).err();
    }
    if let Some(error) = cut {
        // A truncated packed log still shows the events before the cut.
        if !log::is_log(&bytes) || trace_file::kind(&options.registry, &bytes).is_some() {
            return Err(unreadable(name, &error));
        }
        return Ok(Content::Log(Box::new(Log::read(name, BufReader::new(bytes.chain(Fails(Some(error)))))?)));
    }
    match trace_file::kind(&options.registry, &bytes) {
        Some(kind @ (Kind::Rerunnable | Kind::Recorded)) => {
            fill(&mut bytes, name, from, if kind == Kind::Rerunnable { limits::TRACE } else { limits::TOLD })?;
            let trace = trace_file::read(&options.registry, name, &bytes)?;
            return Ok(if kind == Kind::Rerunnable {
                Content::Trace(trace)
            } else {
                Content::Log(Box::new(trace.log()?))
            });
        }
        None if trace_file::is_trace(&bytes) && !log::is_log(&bytes) => {
            fill(&mut bytes, name, from, limits::TRACE)?;
            return Ok(Content::Trace(trace_file::read(&options.registry, name, &bytes)?));
        }
        None if log::is_log(&bytes) => {
            return Ok(Content::Log(Box::new(Log::read(name, BufReader::new(bytes.chain(from)))?)));
        }
        None => {}
    }
    fill(&mut bytes, name, from, limits::FILE)?;
    if holds_lines(name) && bytes.split(|&b| b == b'\n').all(is_blank_or_comment) {
        return Err(FormatError::whole(
            name,
            "there is no event in it",
            "a line of JSON for each, such as {\"event\": \"open\", \"at\": [1, 1]}",
        ));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(FormatError::whole(name, "there is nothing in it", "a scene, a map, a trace or a log"));
    }
    Ok(Content::Scene(read_bytes(name, &bytes, options)?))
}

/// Returns whether a line of a log is empty or a comment.
fn is_blank_or_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with(b"//")
}

/// A reader that returns an error once, then the end of the file.
struct Fails(Option<io::Error>);

impl Read for Fails {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Reads until the first line is complete, or until it is longer than any header.
fn first_line(bytes: &mut Vec<u8>, from: &mut dyn Read) -> io::Result<()> {
    while !bytes.contains(&b'\n') && bytes.len() < limits::LINE as usize {
        let before = bytes.len();
        let more = from.take(before as u64).read_to_end(bytes)?;
        if more == 0 {
            break;
        }
    }
    Ok(())
}

/// Reads a file of at most [`limits::FILE`] bytes. `expected` describes what the file should be, for errors.
///
/// # Errors
/// Returns an error if the file does not exist, is a folder, is too large, or cannot be read.
pub fn bounded_file(path: &Path, expected: &str) -> Result<Vec<u8>, FormatError> {
    let name = path.display().to_string();
    let mut file = opened(path, expected)?;
    // Refuse a large file before reading it, if its size is known.
    if let Some(bytes) = file.metadata().ok().map(|about| about.len()).filter(|&n| n > limits::FILE) {
        return Err(too_large(&name, &format!("{bytes} bytes are too many"), limits::FILE));
    }
    let mut bytes = Vec::new();
    fill(&mut bytes, &name, &mut file, limits::FILE)?;
    Ok(bytes)
}

/// Number of bytes at the start of a file that are checked for the mark of a trace.
const HEAD: u64 = 4096;

fn opened(path: &Path, expected: &str) -> Result<File, FormatError> {
    let name = path.display().to_string();
    let about = std::fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => FormatError::whole(&name, "there is no such file", expected),
        _ => unreadable(&name, &error),
    })?;
    if about.is_dir() {
        return Err(FormatError::whole(&name, "this is a folder", expected));
    }
    File::open(path).map_err(|error| unreadable(&name, &error))
}

/// Reads to the end, up to `limit` bytes in total. A pipe or a device reports a size of 0 and may never end.
fn fill(bytes: &mut Vec<u8>, name: &str, from: &mut dyn Read, limit: u64) -> Result<(), FormatError> {
    let room = limit.and(1).less(bytes.len() as u64);
    from.take(room).read_to_end(bytes).map_err(|e| unreadable(name, &e))?;
    if bytes.len() as u64 > limit {
        return Err(too_large(name, TOO_LARGE, limit));
    }
    Ok(())
}

fn unreadable(name: &str, error: &io::Error) -> FormatError {
    // A format of several lines at once says what is wrong by itself.
    if let Some(inner) = error.get_ref().and_then(|inner| inner.downcast_ref::<FormatError>()) {
        return FormatError { source: name.to_owned(), ..inner.clone() };
    }
    FormatError::whole(name, &error.to_string(), "a file that can be read")
}

/// Reads bytes of any format. The content decides which. `name` is the source's name in error messages.
///
/// # Errors
/// Returns an error that names the source, the place and what was expected, if no format can read the bytes.
pub fn read_bytes(name: &str, bytes: &[u8], options: &Options) -> Result<Loaded, FormatError> {
    if bytes.len() as u64 > limits::FILE {
        return Err(too_large(name, &format!("{} bytes are too many", bytes.len()), limits::FILE));
    }
    let mut options = options.clone();
    options.tiles.complete(answers_beside(&options)?);
    let format = match options.from {
        Some(from) => FORMATS.iter().find(|format| format.name() == from),
        None => format_of(name, bytes)?,
    };
    let format = format.unwrap_or(&(&text_map::TextMap as &dyn Format));
    format.read(name, bytes, &options, &mut Beside::of(options.path.as_deref()))
}

/// Returns the format of a file by its content, and by its name only if its content is also a text map.
///
/// # Errors
/// Returns an error if the bytes are in a format that is not read.
fn format_of(name: &str, bytes: &[u8]) -> Result<Option<&'static &'static dyn Format>, FormatError> {
    // A format that is only written refuses its files by name.
    let found = FORMATS.iter().find(|format| format.recognises(bytes));
    let refused = |stranger| Err(foreign_formats::refused(name, &stranger));
    if let Some(format) = found.filter(|format| format.name() != text_map::TextMap.name()) {
        // A scene may be any JSON object.
        let any_object = format.name() == scene_json::SceneJson.name();
        let stranger = any_object.then(|| foreign_formats::of_json(bytes)).flatten();
        return stranger.map_or(Ok(found), refused);
    }
    let by_name = format_for(name).filter(|format| format.reads() && NAMED.contains(&format.name()));
    if let Some(named) = by_name {
        let format = FORMATS.iter().find(|format| format.name() == named.name());
        return foreign_formats::of_another_program(bytes).map_or(Ok(format), refused);
    }
    foreign_formats::named(bytes).map_or(Ok(None), refused)
}

/// Returns the names of the levels in a file, of which [`Options::level`] chooses one. It is empty if the format of the
/// file has one map a file, or if the file cannot be read.
pub fn levels_of(bytes: &[u8]) -> Vec<String> {
    if bytes.len() as u64 > limits::FILE {
        return Vec::new();
    }
    let format = FORMATS.iter().find(|format| format.reads() && format.recognises(bytes));
    format.map_or_else(Vec::new, |format| format.levels(bytes))
}

/// Formats that only the name of a file shows. Their text could also be a text map.
const NAMED: [&str; 1] = ["csv"];

/// Returns the answers in `FILE.tiles.json` beside the map, if that file is there.
fn answers_beside(options: &Options) -> Result<TileAnswers, FormatError> {
    let Some(path) = options.path.as_deref().map(answers_path).filter(|path| path.is_file()) else {
        return Ok(TileAnswers::default());
    };
    let bytes = bounded_file(&path, "a file of answers")?;
    TileAnswers::from_json(&path.display().to_string(), &bytes)
}

/// Returns the path of the file that holds the answers for a map: `room.tmx.tiles.json` for `room.tmx`.
pub fn answers_path(map: &Path) -> PathBuf {
    let mut name = map.as_os_str().to_owned();
    name.push(".tiles.json");
    name.into()
}

/// Returns the bytes as text, without a byte order mark.
///
/// # Errors
/// Returns an error that names the line and the byte where UTF-8 ends.
pub(crate) fn utf8<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes.iter().take(error.valid_up_to()).filter(|&&b| b == b'\n').count().and(1);
        let found = format!("byte {} of the file is no UTF-8 text", error.valid_up_to());
        FormatError::at(name, line, None, &found, "a text file in UTF-8")
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Returns the bytes after a byte order mark and white space.
pub(crate) fn head(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}

/// Error text for a source whose size is unknown but above the limit.
const TOO_LARGE: &str = "this is larger than gridscope reads";

fn too_large(name: &str, found: &str, limit: u64) -> FormatError {
    FormatError::whole(name, found, &format!("at most {}", limits::mebibytes(limit)))
}

/// Returns the lines of a text without line endings (`\n` or `\r\n`).
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}
