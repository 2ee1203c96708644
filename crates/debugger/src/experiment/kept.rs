//! The rows of experiments for which nobody named a file: an experiment of a window that was killed, or that was stopped,
//! goes on where it was when it is run again.
//!
//! ```text
//! experiments/0123456789abcdef-fedcba9876543210.csv      the experiment, and the build that runs it
//! ```
//!
//! Another build may come to other numbers, so it begins anew. Of a program that is run instead of an algorithm of ours
//! nobody knows whether it is the same one as before: its rows are not kept.

use super::{Experiment, Row, RowFile, TableError};
use crate::disk;
use crate::files::{FileError, make_folder};
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

/// Of how many experiments rows are kept; those that were not added to for the longest time go first.
pub const MOST_KEPT: usize = 20;

/// The rows of an experiment that are kept in a folder, and the file that further ones are added to.
///
/// # Errors
/// Where another window does the same experiment, or the system refuses.
pub fn kept_rows(folder: &Path, experiment: &Experiment) -> Result<(RowFile, Vec<Row>), FileError> {
    make_folder(folder)?;
    let path = folder.join(format!("{}-{:016x}.csv", experiment.mark()?, build()));
    if !path.exists() {
        make_room(folder);
    }
    match RowFile::open(&path, experiment) {
        // Whatever that is, it is none of ours.
        Err(FileError::Table(TableError::NotThis { .. })) => {
            disk::remove(&path).map_err(|error| FileError::Unwritable { path: path.display().to_string(), error })?;
            RowFile::open(&path, experiment)
        }
        opened => opened,
    }
}

/// Removes the files that were not added to for the longest time, so that there is room for one more.
fn make_room(folder: &Path) {
    let Ok(all) = fs::read_dir(folder) else { return };
    let rows = |entry: fs::DirEntry| {
        let path = entry.path();
        let changed = entry.metadata().and_then(|about| about.modified()).ok();
        path.extension().is_some_and(|ending| ending == "csv").then_some((changed, path))
    };
    let mut all: Vec<_> = all.flatten().filter_map(rows).collect();
    all.sort_unstable();
    for (_, path) in all.iter().rev().skip(MOST_KEPT - 1) {
        // One that cannot be removed is no reason not to begin.
        let _ = disk::remove(path);
    }
}

/// A number of the program that runs: its version, and the size and time of its file where the system tells them.
fn build() -> u64 {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    let about = std::env::current_exe().and_then(fs::metadata);
    about.map(|about| (about.len(), about.modified().ok())).ok().hash(&mut hasher);
    hasher.finish()
}
