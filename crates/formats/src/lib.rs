//! File formats that gridscope reads and writes: one module and one row per format, in [`FORMATS`] for scenes
//! and maps, and in [`TRACE_FORMATS`] for traces and logs.
//!
//! Depend on `gridscope`: this crate makes no promise between versions.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]
// Input files are untrusted, so indexing and plain sums are denied.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)]

mod actor_fields;
mod arrays;
mod beside;
mod cell_texts;
mod columns;
mod copy_lines;
mod csv;
mod dcss;
mod enclosed;
mod error;
pub mod file_name;
mod flat_json;
pub mod folder;
mod foreign_formats;
mod format;
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
mod object_rows;
mod options;
mod outer_keys;
mod painting;
mod picture;
mod pieces;
pub mod plain;
mod plan;
mod png_map;
mod posthoc;
mod question;
mod reading;
mod rexpaint;
mod ros;
mod scen;
pub mod scene_json;
mod scene_rest;
pub mod solution;
pub mod survey;
mod template;
pub mod text_map;
pub mod tile_mapping;
mod tiled;
pub mod tileset;
pub mod trace_file;
mod trace_format;
mod unreal;
mod uvtt;
mod watabou;
mod yaml;
mod zstandard;

pub use self::beside::{Beside, ReadBeside, read_beside_with};
pub use self::copy_lines::{LineCopy, copy_lines};
pub use self::format::{Access, FORMATS, Format, FormatInfo, Purpose, file_endings, format_for, listed};
pub use self::keeps::{Keeps, Kept};
pub use self::options::{ArrayMeaning, Options, WriteOptions};
pub use self::posthoc::{PosthocOptions, write_posthoc, write_posthoc_log};
pub use self::reading::{
    Content, answers_path, bounded_file, is_log_of_a_program, open, read_bytes, read_content, read_file,
};
pub(crate) use self::reading::{
    Fails, HEAD, TOO_LARGE, first_line, is_blank_or_comment, map_given, too_large, unreadable,
};
pub use self::trace_format::{TRACE_FORMATS, TraceFormat, WriteLines, holds_lines, write_packed};
pub use error::{FormatError, nearest};
pub use question::{FileQuestion, MapPicture, ObjectKnownBy, ObjectQuestion};

use gridscope_trace::scene::Scene;
use std::path::{Path, PathBuf};

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
    /// The note that says what decides where the map is solid, if nothing was asked for that reason.
    pub decided: Option<String>,
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

/// Number of bytes at the beginning of a file in which [`is_ours`] looks.
const MARKED: usize = 1024;

/// Returns whether gridscope wrote a file. Files that it writes under names that the user did not give have its name near
/// their beginning, if their format has a place for it.
pub fn is_ours(bytes: &[u8]) -> bool {
    const MARK: &[u8] = b"gridscope";
    bytes.get(..MARKED).unwrap_or(bytes).windows(MARK.len()).any(|part| part == MARK)
}

impl Written {
    /// Returns the files beside this one, if it is written to `path`.
    pub fn beside_at<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = (PathBuf, &'a [u8])> {
        self.beside.iter().map(move |(name, bytes)| (path.with_file_name(name), &bytes[..]))
    }

    /// Returns a file without others beside it.
    pub(crate) const fn new(bytes: Vec<u8>, lost: Vec<String>) -> Self {
        Self { bytes, lost, beside: Vec::new() }
    }
}

impl Loaded {
    /// Returns a scene read from a format that stores no run.
    pub(crate) const fn new(scene: Scene, format: &'static str, notes: Vec<String>) -> Self {
        Self { scene, format, notes, decided: None, holds_run: false }
    }

    /// Returns the same, with a note that says what decides where the map is solid.
    pub(crate) fn decided_by(mut self, note: Option<String>) -> Self {
        self.notes.extend(note.clone());
        self.decided = note;
        self
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

/// Returns the bytes as text, without a byte order mark.
///
/// # Errors
/// Returns an error that names the line and the byte where UTF-8 ends.
pub(crate) fn utf8<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes.iter().take(error.valid_up_to()).filter(|&&b| b == b'\n').count().saturating_add(1);
        let found = format!("byte {} of the file is not UTF-8 text", error.valid_up_to());
        FormatError::at(name, line, None, &found, "a text file in UTF-8")
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Returns the bytes after a byte order mark and white space.
pub(crate) fn head(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}

/// Returns the lines of a text without line endings (`\n` or `\r\n`).
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}
