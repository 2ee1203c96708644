//! Saved rows of experiments for which the user named no file. If the window was closed or the experiment was stopped,
//! it continues where it was when it is run again.
//!
//! ```text
//! experiments/0123456789abcdef-fedcba9876543210.csv      the experiment, and the build that ran it
//! ```
//!
//! Another build may give other numbers, so it starts again. For an external program, gridscope cannot know whether it
//! has changed, so its rows are not saved.

use super::{Experiment, Row, RowFile, TableError};
use crate::disk;
use crate::disk::files::{FileError, make_folder};
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

/// Maximum number of experiments with saved rows. The least recently changed files are removed first.
pub const MAX_KEPT: usize = 20;

/// Returns the saved rows of an experiment, and the file to which new rows are added.
///
/// # Errors
/// Returns an error if another window runs the same experiment, or if the operating system refuses.
pub fn kept_rows(folder: &Path, experiment: &mut Experiment) -> Result<(RowFile, Vec<Row>), FileError> {
    make_folder(folder)?;
    let path = folder.join(format!("{}-{:016x}.csv", experiment.mark()?, build()));
    if !path.exists() {
        make_room(folder);
    }
    match RowFile::open_own(&path, experiment) {
        // The file is not a table of this experiment.
        Err(FileError::Table(TableError::OtherExperiment { .. })) => {
            disk::remove(&path).map_err(|error| FileError::Unwritable { path: path.display().to_string(), error })?;
            RowFile::open_own(&path, experiment)
        }
        opened => opened,
    }
}

/// Removes the least recently changed files, to make space for one more.
fn make_room(folder: &Path) {
    let Ok(all) = fs::read_dir(folder) else { return };
    let rows = |entry: fs::DirEntry| {
        let path = entry.path();
        let changed = entry.metadata().and_then(|about| about.modified()).ok();
        path.extension().is_some_and(|ending| ending == "csv").then_some((changed, path))
    };
    let mut all: Vec<_> = all.flatten().filter_map(rows).collect();
    all.sort_unstable();
    for (_, path) in all.iter().rev().skip(MAX_KEPT - 1) {
        // Start anyway if a file cannot be removed.
        let _ = disk::remove(path);
    }
}

/// Returns a hash of the running program: its version, and the size and time of its file if available.
fn build() -> u64 {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    let about = std::env::current_exe().and_then(fs::metadata);
    about.map(|about| (about.len(), about.modified().ok())).ok().hash(&mut hasher);
    hasher.finish()
}
