//! Output: files, lines on standard error, and what standard output and files have in common.

use super::CliError;
use super::place::FileOrStream;
use crate::debugger::disk::replace;
use crate::formats::plain::sentence;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A writer that remembers its first error. The code that writes may turn the error into another one.
pub(super) struct Remembering<'a> {
    out: &'a mut dyn Write,
    /// First error of the writer below.
    pub(super) failure: Option<io::Error>,
}

impl<'a> Remembering<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, failure: None }
    }

    fn remember(&mut self, error: &io::Error) {
        if error.kind() != io::ErrorKind::Interrupted && self.failure.is_none() {
            let same = error.raw_os_error().map(io::Error::from_raw_os_error);
            self.failure = Some(same.unwrap_or_else(|| io::Error::new(error.kind(), error.to_string())));
        }
    }
}

impl Write for Remembering<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes).inspect_err(|error| self.remember(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().inspect_err(|error| self.remember(error))
    }
}

/// Writes a file completely or not at all. The old contents stay until the new ones are on the disk. A pipe or a device
/// is written directly.
///
/// # Errors
/// Returns the error of the file if there is one, or else that of `write`.
pub(super) fn write_file(to: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    let mut failure = None;
    let result = replace(to, |file| {
        let mut file = Remembering::new(file);
        let result = write(&mut file);
        failure = file.failure;
        result
    });
    result.map_err(|error| CliError::io(&to.display().to_string(), failure.unwrap_or(error)))
}

/// Writes bytes to a file, or prints them for `-`.
pub(super) fn write_bytes(to: &FileOrStream, bytes: &[u8], out: &mut dyn Write) -> Result<(), CliError> {
    if to.is_output() { Ok(out.write_all(bytes)?) } else { write_file(to.path(), |file| file.write_all(bytes)) }
}

/// Checks that a command writes none of the files that it reads, and nothing twice.
pub(super) fn check_outputs<'a>(
    inputs: impl IntoIterator<Item = &'a FileOrStream>,
    outputs: impl IntoIterator<Item = &'a FileOrStream>,
) -> Result<(), CliError> {
    let is_file = |place: &&FileOrStream| !place.is_stream() && place.path().is_file();
    let inputs = inputs.into_iter().filter(is_file).filter_map(|place| place.path().canonicalize().ok());
    let inputs: Vec<PathBuf> = inputs.collect();
    let mut targets = Vec::new();
    for to in outputs {
        let Some(target) = output_target(to) else { continue };
        let found = if inputs.contains(&target) {
            "this is the input file"
        } else if targets.contains(&target) {
            "another output has this name"
        } else {
            targets.push(target);
            continue;
        };
        return Err(CliError::Input(format!("{to}: {found}; expected another file to write to")));
    }
    Ok(())
}

/// Returns the same path for all names of an output. Pipes and devices have none: they may be written twice.
fn output_target(to: &FileOrStream) -> Option<PathBuf> {
    if to.is_output() {
        return Some("-".into());
    }
    let path = to.path();
    if let Ok(target) = path.canonicalize() {
        return Some(target).filter(|target| target.is_file());
    }
    // The file does not exist yet, but its folder does.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
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
