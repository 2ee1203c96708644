//! A folder of scenes: lists the files that may be scenes, without reading them.

use super::{FORMATS, FormatError, limits};
use std::fs;
use std::path::{Path, PathBuf};

/// Files of a folder that are named like scenes, sorted by name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Folder {
    /// Paths of the files, at most [`limits::FOLDER`].
    pub files: Vec<PathBuf>,
    /// A sentence for the user if not all files are listed.
    pub more: Option<String>,
}

impl Folder {
    /// Lists a folder, but not its subfolders. Skips hidden files and everything that is not a regular file.
    ///
    /// # Errors
    /// Returns an error that names the folder, if it cannot be read.
    pub fn of(path: &Path) -> Result<Self, FormatError> {
        let display_path = path.display().to_string();
        let refuse =
            |error: std::io::Error| FormatError::whole(&display_path, &error.to_string(), "a folder of scenes");
        let (mut files, mut looked) = (Vec::new(), 0_usize);
        for entry in fs::read_dir(path).map_err(refuse)?.take(limits::NAMES.saturating_add(1)) {
            let path = entry.map_err(refuse)?.path();
            looked = looked.saturating_add(1);
            // Skip pipes and devices: they may never end.
            if is_named_so(&path) && fs::metadata(&path).is_ok_and(|about| about.is_file()) {
                files.push(path);
            }
        }
        files.sort();
        let more = if looked > limits::NAMES {
            Some(format!("{display_path}: it has more than {} entries; not all of them were looked at", limits::NAMES))
        } else {
            let over = files.len().saturating_sub(limits::FOLDER);
            (over > 0).then(|| format!("{display_path}: {} of {} files are listed", limits::FOLDER, files.len()))
        };
        files.truncate(limits::FOLDER);
        Ok(Self { files, more })
    }
}

/// Returns whether a file has the name of a scene file.
fn is_named_so(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let name = name.to_ascii_lowercase();
    let ends = |ending: &&str| name.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.'));
    !name.starts_with('.') && FORMATS.iter().any(|format| format.reads() && format.extensions().iter().any(ends))
}
