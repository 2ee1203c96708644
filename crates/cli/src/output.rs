//! Output besides standard output: files, and lines on standard error.

use super::CliError;
use super::place::FileOrStream;
use crate::debugger::disk::replace;
use crate::formats::plain::sentence;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file completely or not at all. The old contents stay until the new ones are on the disk. A pipe or a device
/// is written directly.
pub(super) fn write_file(to: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    replace(to, write).map_err(|error| CliError::io(&to.display().to_string(), error))
}

/// Refuses to overwrite the file that is being read.
pub(super) fn refuse_to_overwrite(read: &FileOrStream, to: &FileOrStream) -> Result<(), CliError> {
    // A terminal or a pipe may be read and written at the same time.
    let whole =
        |place: &FileOrStream| Some(place).filter(|p| p.path().is_file()).and_then(|p| p.path().canonicalize().ok());
    match (whole(to), whole(read)) {
        (Some(to_whole), Some(read)) if to_whole == read => {
            Err(CliError::Input(format!("{to}: this is the input file; expected another file to write to")))
        }
        _ => Ok(()),
    }
}

/// Prints data as a line of JSON.
///
/// # Errors
/// Returns an error if writing fails.
pub(super) fn json(out: &mut dyn Write, data: &impl Serialize) -> io::Result<()> {
    // JSON is written in many small pieces.
    let mut buffered = BufWriter::with_capacity(1 << 16, out);
    serde_json::to_writer(&mut buffered, data)?;
    writeln!(buffered)?;
    buffered.flush()
}

/// Prints a line on standard error that is not an error.
pub(super) fn note(what: &str, text: &str) {
    // Ignore a closed standard error: the command has still done its work.
    let _ = writeln!(io::stderr(), "{what}: {}", sentence(text));
}
