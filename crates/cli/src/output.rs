//! What the command line writes beside standard output: files, and lines on standard error.

use super::CliError;
use super::place::Place;
use crate::debugger::disk::replace;
use crate::formats::plain::sentence;
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file whole or not at all: what stood there before stays until the new content is on the disk. A pipe or a device
/// is written as it is.
pub(super) fn write_file(to: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    replace(to, write).map_err(|error| CliError::io(&to.display().to_string(), error))
}

/// Refuses to write a file over the one that is read.
pub(super) fn refuse_to_overwrite(read: &Place, to: &Place) -> Result<(), CliError> {
    // A terminal or a pipe is read and written at once.
    let whole = |place: &Place| Some(place).filter(|p| p.path().is_file()).and_then(|p| p.path().canonicalize().ok());
    match (whole(to), whole(read)) {
        (Some(to_whole), Some(read)) if to_whole == read => {
            Err(CliError::Input(format!("{to}: this is the file that is read; expected another one to write to")))
        }
        _ => Ok(()),
    }
}

/// A line on standard error that is no error.
pub(super) fn note(what: &str, text: &str) {
    // Nobody may be listening; what was asked for is done all the same.
    let _ = writeln!(io::stderr(), "{what}: {}", sentence(text));
}

/// A bar on standard error where that is a terminal, else nothing.
pub(super) fn progress(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if !std::io::IsTerminal::is_terminal(&std::io::stderr()) {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

/// Counts the bytes that are written through it.
pub(super) struct ByteCounter<'a> {
    out: &'a mut dyn Write,
    pub(super) bytes: u64,
}

impl<'a> ByteCounter<'a> {
    pub(super) const fn new(out: &'a mut dyn Write) -> Self {
        Self { out, bytes: 0 }
    }
}

impl Write for ByteCounter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes = self.bytes.saturating_add(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
