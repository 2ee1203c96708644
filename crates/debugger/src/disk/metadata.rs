//! Metadata of files on a disk: mode, owner, and whether a path still leads to an open file.

use super::{Step, step};
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Returns whether a path still leads to an open file.
#[cfg(unix)]
pub(super) fn names(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let place = |about: Metadata| (about.dev(), about.ino());
    match (std::fs::symlink_metadata(path).map(place), file.metadata().map(place)) {
        (Ok(there), Ok(here)) => there == here,
        _ => false,
    }
}

/// Returns whether the path is that of a file, because the system cannot compare files.
#[cfg(not(unix))]
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

#[cfg(not(unix))]
pub(super) fn keep_mode(file: &File, path: &Path, before: &Metadata) -> io::Result<()> {
    step(Step::Mode, path)?;
    file.set_permissions(before.permissions())
}
