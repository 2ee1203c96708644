//! Files beside a map: tilesets, templates, levels and pictures that a map names by a path.

use super::file_name::is_device_name;
use super::limits;
use std::cell::Cell;
use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

/// Maximum number of files that one map can draw on.
const FILES: usize = 64;
/// Maximum number of folders that a path can climb.
const CLIMB: usize = 2;

/// Reads a file beside a map from somewhere else than the disk, by its path relative to the map.
pub type ReadBeside = fn(&Path) -> Option<Vec<u8>>;

thread_local! {
    static ELSEWHERE: Cell<Option<ReadBeside>> = const { Cell::new(None) };
}

/// Sets where this thread reads files beside maps, instead of the disk. A page has no disk.
pub fn read_beside_with(read: Option<ReadBeside>) {
    ELSEWHERE.set(read);
}

/// The files beside a map. A map that came from a stream, the clipboard or a link has none.
///
/// A path can be read if it is relative, climbs at most two folders, stays inside the grandparent folder of the map
/// (with symbolic links resolved), and has one of the endings that the format allows. The contents are never quoted in
/// an error.
#[derive(Debug, Default)]
pub struct Beside {
    folder: Option<PathBuf>,
    count: usize,
}

impl Beside {
    /// Returns the files beside the map at `path`, or none.
    pub fn of(path: Option<&Path>) -> Self {
        let folder = path.map(|path| match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        });
        Self { folder, count: 0 }
    }

    /// Reads the file that `source` names, relative to the map. `from` is the folder of the file that names it, relative
    /// to the map: empty for the map itself, `tilesets` for what `tilesets/a.tsx` names.
    ///
    /// # Errors
    /// Returns a phrase that says why the file was not read: `it is not there`.
    pub(crate) fn read(&mut self, from: &str, source: &str, endings: &[&str]) -> Result<Vec<u8>, String> {
        let Some(folder) = &self.folder else {
            return Err("files beside a map are read only if the map is a file".into());
        };
        if source.contains([':', '\\', '\0']) {
            return Err("its path is not a relative path with slashes".into());
        }
        let path = Path::new(from).join(source);
        let mut climbed = 0_usize;
        for part in path.components() {
            match part {
                // Reading a device may never end.
                Component::Normal(name) if cfg!(windows) && name.to_str().is_some_and(is_device_name) => {
                    return Err("Windows keeps its name for a device".into());
                }
                Component::Normal(_) | Component::CurDir => {}
                Component::ParentDir => climbed = climbed.saturating_add(1),
                Component::RootDir | Component::Prefix(_) => return Err("its path is not relative".into()),
            }
        }
        if climbed > CLIMB {
            return Err(format!("its path climbs more than {CLIMB} folders"));
        }
        let lower = source.to_ascii_lowercase();
        if !endings.iter().any(|ending| lower.ends_with(&format!(".{ending}"))) {
            return Err(format!("its name does not end in {}", endings.join(" or ")));
        }
        self.count = self.count.saturating_add(1);
        if self.count > FILES {
            return Err(format!("the map names more than {FILES} files"));
        }
        if let Some(read) = ELSEWHERE.get() {
            let bytes = read(&path).ok_or("it is not there: open or drop it together with the map")?;
            return if bytes.len() as u64 > limits::FILE { Err(too_large()) } else { Ok(bytes) };
        }
        let unread = |_| "it is not there, or cannot be read".to_owned();
        let home = folder.canonicalize().map_err(unread)?;
        let root = home.ancestors().take(CLIMB.saturating_add(1)).last().unwrap_or(&home);
        let found = folder.join(&path).canonicalize().map_err(unread)?;
        if !found.starts_with(root) {
            return Err("it is outside the folders around the map".into());
        }
        if !found.is_file() {
            return Err("it is not a file".into());
        }
        let mut bytes = Vec::new();
        let file = File::open(&found).map_err(unread)?;
        file.take(limits::FILE.saturating_add(1)).read_to_end(&mut bytes).map_err(unread)?;
        if bytes.len() as u64 > limits::FILE {
            return Err(too_large());
        }
        Ok(bytes)
    }
}

fn too_large() -> String {
    format!("it is larger than {}", limits::mebibytes(limits::FILE))
}
