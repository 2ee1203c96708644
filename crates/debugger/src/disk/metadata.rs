//! Metadata of files on a disk: mode, owner, and which file it is.

#![cfg_attr(windows, expect(clippy::disallowed_methods, reason = "this file is a part of the disk"))]

use super::{Step, step};
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Returns whether both are the same file, whatever their names are.
///
/// # Errors
/// Returns the error of the operating system.
pub fn is_same_file(one: &File, other: &File) -> io::Result<bool> {
    Ok(identity(one)? == identity(other)?)
}

#[cfg(unix)]
fn identity(file: &File) -> io::Result<impl PartialEq> {
    use std::os::unix::fs::MetadataExt as _;
    let about = file.metadata()?;
    Ok((about.dev(), about.ino()))
}

#[cfg(windows)]
fn identity(file: &File) -> io::Result<impl PartialEq> {
    let about = winapi_util::file::information(file)?;
    Ok((about.volume_serial_number(), about.file_index()))
}

/// Returns the time at which the file was created, because the system cannot compare files.
#[cfg(not(any(unix, windows)))]
fn identity(file: &File) -> io::Result<impl PartialEq> {
    Ok(file.metadata()?.created().ok())
}

/// Returns whether a path still leads to an open file. A link does not.
#[cfg(unix)]
pub(super) fn names(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let place = |about: Metadata| (about.dev(), about.ino());
    match (std::fs::symlink_metadata(path).map(place), file.metadata().map(place)) {
        (Ok(there), Ok(here)) => there == here,
        _ => false,
    }
}

/// Returns whether a path still leads to an open file. A link does not.
#[cfg(windows)]
pub(super) fn names(path: &Path, file: &File) -> bool {
    use std::os::windows::fs::OpenOptionsExt as _;
    /// Opens a link itself, not the file behind it.
    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    // Neither reads nor writes, so that no lock is in the way.
    let there = File::options().access_mode(0).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(path);
    there.and_then(|there| is_same_file(&there, file)).unwrap_or(false)
}

/// Returns whether the path is that of a file, because the system cannot compare files.
#[cfg(not(any(unix, windows)))]
pub(super) fn names(path: &Path, _: &File) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|about| about.is_file())
}

/// Gives a new file the mode, owner and group of the old one, as far as this process is allowed to.
#[cfg(unix)]
pub(super) fn keep_mode(file: &File, path: &Path, before: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let now = file.metadata()?;
    let owner = Some(before.uid()).filter(|&owner| owner != now.uid());
    let group = Some(before.gid()).filter(|&group| group != now.gid());
    let mut mode = before.permissions().mode() & 0o7777;
    let give = |owner, group| step(Step::Give, path).and_then(|()| fchown(file, owner, group));
    if (owner.is_some() || group.is_some()) && give(owner, group).is_err() {
        // Drop the set-user-id and set-group-id bits, because the owner or group may differ.
        mode &= 0o777;
        if group.is_some() && give(None, group).is_err() {
            // Do not give another group the permissions of the old one.
            mode = mode & 0o707 | (mode & 0o007) << 3;
        }
    }
    // Set the mode after the owner, because changing the owner may clear some mode bits.
    step(Step::Mode, path)?;
    file.set_permissions(std::fs::Permissions::from_mode(mode))
}

/// Refuses a file that is protected from writing. The only mode of such a system is that protection.
#[cfg(not(unix))]
pub(super) fn keep_mode(_: &File, path: &Path, before: &Metadata) -> io::Result<()> {
    step(Step::Mode, path)?;
    if before.permissions().readonly() {
        let text = "it is read-only; use another name, or allow writing to it";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
    }
    Ok(())
}

/// Adds its usual cause to an error of renaming.
pub(super) fn explain_rename(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        // Access denied, sharing violation, lock violation.
        Some(5 | 32 | 33) if cfg!(windows) => {
            io::Error::new(error.kind(), format!("another program has it open, or you may not write it ({error})"))
        }
        _ => error,
    }
}
