//! File formats that gridscope reads and writes: one module and one row per format, in [`FORMATS`] for scenes
//! and maps, and in [`TRACE_FORMATS`] for traces and logs.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]
// Input files are untrusted, so indexing and plain sums are denied (see `count.rs`).
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)]

pub(crate) use gridscope_core as core;

mod columns;
mod copy_lines;
mod count;
mod error;
pub mod folder;
mod foreign_formats;
mod gzip;
pub mod limits;
pub mod link;
pub mod log;
mod map_rows;
pub mod movingai;
pub mod plain;
pub mod scene_json;
mod stoppable;
pub mod survey;
pub mod text_map;
pub mod trace_file;
mod trace_format;
mod zstandard;

pub use self::copy_lines::{LineCopy, copy_lines};
pub use self::trace_format::{TRACE_FORMATS, TraceFormat, WriteLines, holds_lines, write_packed};
pub use error::FormatError;
pub use error::nearest;

use crate::core::algorithms::Registry;
use crate::core::scene::Scene;
use crate::count::Count as _;
use log::Log;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
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
}

/// A scene written to bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// Contents of the file.
    pub bytes: Vec<u8>,
    /// Parts of the scene that the format cannot hold, one phrase each: `the script (3 lines)`.
    pub lost: Vec<String>,
}

impl Loaded {
    /// Returns whether the format stores the run (algorithm, parameters, seed) and the cursor position.
    pub fn says_run(&self) -> bool {
        matches!(self.format, "scene-json" | "link")
    }
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
}

impl Options {
    /// Returns the default options with these algorithms.
    pub fn with_registry(registry: &Registry) -> Self {
        Self { registry: registry.clone(), ..Self::default() }
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
    /// Returns whether the beginning of a file looks like this format.
    fn recognises(&self, text: &str) -> bool;
    /// Reads a scene. `name` is the source's name in error messages.
    ///
    /// # Errors
    /// Returns an error that names the source, the place and what was expected, if the text is not valid.
    fn read(&self, name: &str, text: &str, options: &Options) -> Result<Loaded, FormatError>;
    /// Writes a scene and lists what the format cannot hold.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written at all.
    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError>;
}

/// All formats, in the order in which they try to recognise a file. The last one takes everything the others refuse.
pub static FORMATS: &[&dyn Format] = &[&scene_json::SceneJson, &link::Link, &movingai::MovingAi, &text_map::TextMap];

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
    let all = FORMATS.iter().map(|f| f.extensions()).chain(TRACE_FORMATS.iter().map(|f| f.extensions()));
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
    let bytes = bounded_file(path, "a scene, a text map or a MovingAI map")?;
    read_bytes(&path.display().to_string(), &bytes, options)
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
    read_content_of(&name, &mut open(path)?, options)
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
    let mut from = trace_format::unpacked(from).map_err(|e| unreadable(name, &e))?;
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
    if let Some(stranger) = foreign_formats::named(bytes) {
        return Err(foreign_formats::refused(name, stranger));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes.iter().take(error.valid_up_to()).filter(|&&b| b == b'\n').count().and(1);
        let found = format!("byte {} of the file is no UTF-8 text", error.valid_up_to());
        FormatError::at(name, line, None, &found, "a text file in UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let format = FORMATS.iter().find(|f| f.recognises(text)).unwrap_or(&(&text_map::TextMap as &dyn Format));
    format.read(name, text, options)
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
