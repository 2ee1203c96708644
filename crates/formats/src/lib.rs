//! File formats: one file for each, and one line in [`FORMATS`]. What each reads, writes and refuses.

#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]
// What is read comes from anybody: no index is taken on trust, and no sum (`count.rs`).
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)]

pub(crate) use gridscope_core as core;

mod beside;
mod columns;
mod copied;
mod count;
mod error;
pub mod folder;
pub mod limits;
pub mod link;
pub mod log;
pub mod movingai;
mod packed;
pub mod plain;
pub mod scene_json;
mod stoppable;
mod strangers;
pub mod survey;
pub mod text_map;
pub mod trace_file;

pub use self::copied::{LineCopy, copy_lines};
pub use self::packed::{holds_lines, write_packed};
pub use error::FormatError;
pub use error::nearest;

use crate::core::scene::Scene;
use crate::count::Count as _;
use log::Log;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use trace_file::{Kind, TraceFile};

/// A scene that was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// The scene.
    pub scene: Scene,
    /// The name of the format that it was in.
    pub format: &'static str,
    /// What was mended on the way, a sentence each.
    pub notes: Vec<String>,
}

/// A scene that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What the format cannot hold, a phrase each: `the script (3 lines)`.
    pub lost: Vec<String>,
}

impl Loaded {
    /// Whether the format says what is run, too, and at which moment it is looked at.
    pub fn says_run(&self) -> bool {
        matches!(self.format, "scene-json" | "link")
    }
}

/// How files are understood where they leave a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Which letters of a MovingAI map can be walked.
    pub dialect: movingai::Dialect,
    /// Whether `@` in a text map is a thief; else an explorer.
    pub thief: bool,
}

/// One file format.
pub trait Format: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// The name for people.
    fn title(&self) -> &'static str;
    /// How file names end, without the leading dot, the one written first.
    fn extensions(&self) -> &'static [&'static str];
    /// Whether the beginning of a file looks like this format.
    fn recognises(&self, text: &str) -> bool;
    /// Reads a scene; `name` is what errors call the source.
    ///
    /// # Errors
    /// One sentence that names the source, the place and what was expected.
    fn read(&self, name: &str, text: &str, options: &Options) -> Result<Loaded, FormatError>;
    /// Writes a scene and says what was lost.
    ///
    /// # Errors
    /// One sentence when the scene cannot be written at all.
    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError>;
}

/// Every format, in the order in which they are asked whether they recognise a file; the last takes what is left.
pub static FORMATS: &[&dyn Format] = &[&scene_json::SceneJson, &link::Link, &movingai::MovingAi, &text_map::TextMap];

/// The format for a path or extension; of several that match the longest ending wins.
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

/// Reads a file of any format.
///
/// # Errors
/// When there is no such file, it is a folder, it is too large, or what [`read_bytes`] refuses.
pub fn read_file(path: &Path, options: &Options) -> Result<Loaded, FormatError> {
    let bytes = bounded_file(path, "a scene, a text map or a MovingAI map")?;
    read_bytes(&path.display().to_string(), &bytes, options)
}

/// What a file holds: a map or scene to run, or the trace of a run.
#[derive(Clone, Debug)]
pub enum Content {
    /// A scene.
    Scene(Loaded),
    /// A trace of ours as the first version wrote it, with the scene in it that is run again.
    Trace(TraceFile),
    /// What a program logged, which is shown for what it says.
    Log(Box<Log>),
}

/// Reads a file that may be a scene of any format or a trace; the content decides.
///
/// # Errors
/// As [`read_file`], and what [`trace_file::read`] refuses.
pub fn read_content(path: &Path, options: &Options) -> Result<Content, FormatError> {
    let name = path.display().to_string();
    read_content_of(&name, &mut open(path)?, options)
}

/// Opens a file for [`read_content_of`].
///
/// # Errors
/// When there is no such file, it is a folder, or the system refuses.
pub fn open(path: &Path) -> Result<File, FormatError> {
    opened(path, "a scene, a map or a trace")
}

/// The same from anything that can be read; `name` is what errors call it.
///
/// # Errors
/// As there.
pub fn read_content_of(name: &str, from: &mut dyn Read, options: &Options) -> Result<Content, FormatError> {
    let mut from = packed::unpacked(BufReader::new(from)).map_err(|e| unreadable(name, &e))?;
    content_of(name, &mut *from, *options)
}

fn content_of(name: &str, from: &mut dyn Read, options: Options) -> Result<Content, FormatError> {
    let mut bytes = Vec::new();
    let mut cut = from.take(HEAD).read_to_end(&mut bytes).err();
    if cut.is_none() && trace_file::is_trace(&bytes) {
        // Its header says whose it is, however long it is.
        cut = first_line(&mut bytes, from).err();
    }
    if let Some(error) = cut {
        // Of a packed log that was cut, what came before is shown.
        if !log::is_log(&bytes) || trace_file::kind(&bytes).is_some() {
            return Err(unreadable(name, &error));
        }
        return Ok(Content::Log(Box::new(Log::read(name, BufReader::new(bytes.chain(Fails(Some(error)))))?)));
    }
    match trace_file::kind(&bytes) {
        Some(kind @ (Kind::Ours | Kind::Told)) => {
            fill(&mut bytes, name, from, if kind == Kind::Ours { limits::TRACE } else { limits::TOLD })?;
            let trace = trace_file::read(name, &bytes)?;
            return Ok(if kind == Kind::Ours { Content::Trace(trace) } else { Content::Log(Box::new(trace.log()?)) });
        }
        None if trace_file::is_trace(&bytes) && !log::is_log(&bytes) => {
            fill(&mut bytes, name, from, limits::TRACE)?;
            return Ok(Content::Trace(trace_file::read(name, &bytes)?));
        }
        None if log::is_log(&bytes) => {
            return Ok(Content::Log(Box::new(Log::read(name, BufReader::new(bytes.chain(from)))?)));
        }
        None => {}
    }
    fill(&mut bytes, name, from, limits::FILE)?;
    if holds_lines(name) && bytes.split(|&b| b == b'\n').all(says_nothing) {
        return Err(FormatError::whole(
            name,
            "there is no event in it",
            "a line of JSON for each, such as {\"event\": \"open\", \"at\": [1, 1]}",
        ));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(FormatError::whole(name, "there is nothing in it", "a scene, a map, a trace or a log"));
    }
    Ok(Content::Scene(read_bytes(name, &bytes, &options)?))
}

/// Whether a line of a log is empty or a comment.
fn says_nothing(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with(b"//")
}

/// A source of which nothing more can be read.
struct Fails(Option<io::Error>);

impl Read for Fails {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Reads on until the first line is whole, or longer than any header.
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

/// The bytes of a file, [`limits::FILE`] at most; `expected` says what it should be.
///
/// # Errors
/// When there is no such file, it is a folder, or it is too large.
pub fn bounded_file(path: &Path, expected: &str) -> Result<Vec<u8>, FormatError> {
    let name = path.display().to_string();
    let mut file = opened(path, expected)?;
    // Refused before it is read, where the file says how long it is.
    if let Some(bytes) = file.metadata().ok().map(|about| about.len()).filter(|&n| n > limits::FILE) {
        return Err(too_large(&name, &format!("{bytes} bytes are too many"), limits::FILE));
    }
    let mut bytes = Vec::new();
    fill(&mut bytes, &name, &mut file, limits::FILE)?;
    Ok(bytes)
}

/// How much of a file is looked at to tell whether it is a trace.
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

/// Reads on to the end, `limit` bytes in all at most: a pipe or a device says that it holds nothing and may never end.
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

/// Reads bytes of any format: the content decides which. `name` is what errors call the source.
///
/// # Errors
/// One sentence that names the source, the place and what was expected.
pub fn read_bytes(name: &str, bytes: &[u8], options: &Options) -> Result<Loaded, FormatError> {
    if bytes.len() as u64 > limits::FILE {
        return Err(too_large(name, &format!("{} bytes are too many", bytes.len()), limits::FILE));
    }
    if let Some(stranger) = strangers::named(bytes) {
        return Err(strangers::refused(name, stranger));
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

/// What is said of a source of which no more is known than that it goes on.
const TOO_LARGE: &str = "this is larger than gridscope reads";

fn too_large(name: &str, found: &str, limit: u64) -> FormatError {
    FormatError::whole(name, found, &format!("at most {}", limits::mebibytes(limit)))
}

/// The lines of a text without their ends, whatever those are.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}
