//! Files whose names the user did not give: copies, parts, files beside other files, and the program's own files.
//!
//! Someone else may have put anything there, such as a link in the folder of a lesson. So a link is never followed, and
//! only what gridscope wrote is replaced.

#![expect(clippy::disallowed_methods, reason = "this file is a part of the disk")]

use super::metadata::names;
use super::shelf;
use super::writing::{Step, step, write_atomically};
use crate::formats::limits;
use std::fs::{self, File};
use std::io;
use std::io::Read as _;
use std::path::Path;

/// Like [`replace`](super::replace), for a name that the user did not give. `is_ours` gets the contents of a file that
/// is there, and returns whether gridscope wrote it. A file that has these bytes already stays.
///
/// # Errors
/// Returns the errors of [`check_own`], and those of [`replace`](super::replace).
pub(crate) fn replace_own(to: &Path, bytes: &[u8], is_ours: impl FnOnce(&[u8]) -> bool) -> io::Result<()> {
    if let Some(shelf) = shelf::current() {
        return shelf.write(to, bytes);
    }
    if check_own(to, bytes, is_ours)? { write_atomically(to, |out| out.write_all(bytes)) } else { Ok(()) }
}

/// Returns whether [`replace_own`] has anything to write.
///
/// # Errors
/// Returns an error of the kind `AlreadyExists` if a link, a folder, or a file that is not ours is there, and the error
/// of the operating system if it cannot be read.
pub(crate) fn check_own(to: &Path, bytes: &[u8], is_ours: impl FnOnce(&[u8]) -> bool) -> io::Result<bool> {
    if shelf::current().is_some() {
        return Ok(true);
    }
    step(Step::Look, to)?;
    if fs::symlink_metadata(to).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return Ok(true);
    }
    step(Step::Read, to)?;
    let mut before = Vec::new();
    own_file(to, File::options().read(true))?.take(limits::FILE.saturating_add(1)).read_to_end(&mut before)?;
    if before == bytes {
        return Ok(false);
    }
    if is_ours(&before) { Ok(true) } else { Err(refusal("a file that gridscope may not have written")) }
}

/// Opens a file for reading and writing, for a name that the user did not give. Creates it if it does not exist.
///
/// # Errors
/// Returns an error if something else than a file is there, and the error of the operating system.
pub(crate) fn open_own(path: &Path) -> io::Result<File> {
    step(Step::Make, path)?;
    let mut options = File::options();
    options.read(true).write(true);
    match options.clone().create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => own_file(path, &options),
        opened => opened,
    }
}

/// Opens a file that is there and is no link.
fn own_file(path: &Path, options: &fs::OpenOptions) -> io::Result<File> {
    let about = fs::symlink_metadata(path)?;
    if !about.is_file() {
        return Err(refusal(match about.file_type() {
            kind if kind.is_symlink() => "a link",
            kind if kind.is_dir() => "a folder",
            _ => "something that is not a file",
        }));
    }
    let file = options.open(path)?;
    // Another process may just have put a link there.
    if names(path, &file) { Ok(file) } else { Err(refusal("a link")) }
}

/// Returns the error that says what is in the way.
fn refusal(found: &str) -> io::Error {
    let text = format!("{found} is there, and you did not name it; move it away, or use another name");
    io::Error::new(io::ErrorKind::AlreadyExists, text)
}
