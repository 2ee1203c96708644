//! A folder of scenes: which of its files may be such. What they hold is not read here.

use super::{FORMATS, FormatError, limits};
use crate::count::Count as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder that are named like a scene, in the order of their names.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Folder {
    /// The files, [`limits::FOLDER`] at most.
    pub files: Vec<PathBuf>,
    /// A sentence where there are more of them than that.
    pub more: Option<String>,
}

impl Folder {
    /// Looks through a folder, not through those inside it. Hidden files, and what is no file, are passed over.
    ///
    /// # Errors
    /// One sentence that names the folder, where it cannot be looked through.
    pub fn of(path: &Path) -> Result<Self, FormatError> {
        let shown = path.display().to_string();
        let refuse = |error: std::io::Error| FormatError::whole(&shown, &error.to_string(), "a folder of scenes");
        let (mut files, mut looked) = (Vec::new(), 0);
        for entry in fs::read_dir(path).map_err(refuse)?.take(limits::NAMES.and(1)) {
            let path = entry.map_err(refuse)?.path();
            looked = looked.and(1);
            // A pipe or a device may never end.
            if is_named_so(&path) && fs::metadata(&path).is_ok_and(|about| about.is_file()) {
                files.push(path);
            }
        }
        files.sort();
        let more = if looked > limits::NAMES {
            Some(format!("{shown}: it has more than {} entries; not all of them were looked at", limits::NAMES))
        } else {
            let over = files.len().less(limits::FOLDER);
            (over > 0).then(|| format!("{shown}: {} of {} files are listed", limits::FOLDER, files.len()))
        };
        files.truncate(limits::FOLDER);
        Ok(Self { files, more })
    }
}

/// Whether a file is named like one that holds a scene.
fn is_named_so(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let name = name.to_ascii_lowercase();
    let ends = |ending: &&str| name.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.'));
    !name.starts_with('.') && FORMATS.iter().any(|format| format.extensions().iter().any(ends))
}
