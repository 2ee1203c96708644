//! Writing files so that nothing is lost: into a neighbour first, which then takes the name.

use super::CliError;
use crate::formats::plain::sentence;
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file whole or not at all: what stood there before stays until the new content is on the disk.
pub(super) fn write_file(to: &str, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    replace(Path::new(to), write).map_err(|error| CliError::Io { place: to.to_owned(), error })
}

fn replace(to: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // Through a link, to the file behind it; a pipe or device is written as it is.
    let target = fs::canonicalize(to).unwrap_or_else(|_| to.to_path_buf());
    let before = fs::metadata(&target).ok();
    if before.as_ref().is_some_and(|m| !m.is_file()) {
        return fill(File::options().write(true).open(&target)?, write).map(drop);
    }
    let beside = neighbour(&target)?;
    let done = File::create_new(&beside).and_then(|file| {
        if let Some(before) = &before {
            file.set_permissions(before.permissions())?;
        }
        fill(file, write)?.sync_all()?;
        fs::rename(&beside, &target)
    });
    if done.is_err() {
        // The error that matters is the one at hand.
        let _ = fs::remove_file(&beside);
    }
    done
}

fn fill(file: File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

/// A name in the same folder that nobody else uses.
fn neighbour(target: &Path) -> io::Result<PathBuf> {
    let name = target
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "there is no file name; expected one"))?;
    Ok(target.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id())))
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
