//! Recovery of unsaved work: each window saves a copy of its scene every few seconds. The next start finds the copies
//! of windows that were killed.
//!
//! ```text
//! unsaved/0.lock         locked by a window while it runs
//! unsaved/0.scene.json   its unsaved scene: a line that names the file, then the scene
//! ```
//!
//! A scene without a lock was left behind. Files are written completely or not at all. If a window is killed, the
//! version from a few seconds before remains.

use crate::disk::exact_path::ExactPath;
use crate::disk::files::{FileError, make_folder};
use crate::disk::{self, LockedFile};
use crate::formats::scene_json::SceneJson;
use crate::formats::{self, Format as _, Options, limits, read_bytes};
use gridscope_trace::scene::Scene;
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};

/// Maximum number of open windows, and of scenes left behind that are found.
const MAX_WINDOWS: u32 = 64;

fn lock_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number}.lock"))
}

fn scene_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number}.scene.json"))
}

/// Locks a number. Returns `None` if another window holds the lock.
fn lock(folder: &Path, number: u32) -> Result<Option<LockedFile>, FileError> {
    let path = lock_of(folder, number);
    let lock = disk::open_own(&path).and_then(|file| disk::hold(file, &path));
    lock.map_err(|error| FileError::Unwritable { path: path.display().to_string(), error })
}

/// Place where a window saves a copy of its unsaved scene.
#[derive(Debug)]
pub struct RecoverySlot {
    path: PathBuf,
    /// Lock held while the window runs.
    _lock: LockedFile,
}

impl RecoverySlot {
    /// Finds a place that no other window uses and that holds no scene left behind. Creates the folder if needed.
    ///
    /// # Errors
    /// Returns an error with the place and the reason, or if all places are taken.
    pub fn new(folder: &Path) -> Result<Self, FileError> {
        make_folder(folder)?;
        for number in 0..MAX_WINDOWS {
            let path = scene_of(folder, number);
            if path.symlink_metadata().is_err()
                && let Some(lock) = lock(folder, number)?
            {
                return Ok(Self { path, _lock: lock });
            }
        }
        let error = io::Error::other(format!("{MAX_WINDOWS} scenes are kept there already"));
        Err(FileError::Unwritable { path: folder.display().to_string(), error })
    }

    /// Returns the path of the copy.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the copy, because the scene was saved or is not needed.
    pub fn clear(&self) {
        // A missing file is fine.
        let _ = disk::remove(&self.path);
    }
}

/// Writes a copy of a scene. `of` is its file, if it has one.
///
/// # Errors
/// Returns a sentence that names the place, if writing fails.
pub fn write_recovery_copy(path: &Path, of: Option<&Path>, scene: &Scene) -> Result<(), String> {
    let fail =
        |error: &dyn std::fmt::Display| format!("{}: what was not saved cannot be kept: {error}", path.display());
    let scene_file = SceneJson.write(scene, &Options::default()).map_err(|error| fail(&error))?;
    let head = json!({ "format": "gridscope-unsaved", "of": of.map(|of| ExactPath(of.to_owned())) }).to_string();
    // Do not write a file that could not be read again.
    if (head.len() + 1 + scene_file.bytes.len()) as u64 > limits::FILE {
        return Err(fail(&format!("it takes more than {}", limits::mebibytes(limits::FILE))));
    }
    let bytes = [head.as_bytes(), b"\n", &scene_file.bytes].concat();
    disk::replace_own(path, &bytes, formats::is_ours).map_err(|error| fail(&error))
}

/// A scene that a window left behind.
#[derive(Debug)]
pub struct Left {
    /// The scene.
    pub scene: Scene,
    /// File from which it was opened, or to which it was last saved.
    pub of: Option<PathBuf>,
    path: PathBuf,
    /// Differences from the saved file, in words. `None` if there is no such file.
    pub differs: Option<String>,
    /// Lock that prevents other windows from offering it too.
    _lock: LockedFile,
}

impl Left {
    /// Removes the copy.
    pub fn clear(&self) {
        let _ = disk::remove(&self.path);
    }
}

/// Maximum number of bytes read at one start. The rest is left for the next start.
const AT_ONCE: u64 = 2 * limits::FILE;

/// Returns the scenes that windows have left behind in a folder. Skips files that cannot be read; they stay there.
pub fn leftover_scenes(folder: &Path) -> Vec<Left> {
    let mut all = Vec::new();
    look(folder, &mut |found| {
        if let Ok(left) = found {
            add(&mut all, left);
        }
    });
    all
}

/// Calls `tell` with each scene that windows have left behind in a folder, or with a sentence about why it cannot be
/// read.
pub fn look(folder: &Path, tell: &mut dyn FnMut(Result<Left, String>)) {
    let mut read = 0;
    for number in 0..MAX_WINDOWS {
        let path = scene_of(folder, number);
        read += path.metadata().map_or(0, |file| file.len());
        if read > AT_ONCE {
            return;
        }
        let fail =
            |error| format!("{}: the unsaved work of a window cannot be read: {error}; it stays there", path.display());
        if let Some(found) = read_left(folder, number).map_err(fail).transpose() {
            tell(found);
        }
    }
}

/// Adds a scene to the list. A window that was killed while it recovered a scene leaves the same scene twice. In that
/// case, one copy is removed.
pub fn add(all: &mut Vec<Left>, left: Left) {
    if all.iter().any(|other| other.of == left.of && other.scene == left.scene) {
        left.clear();
    } else {
        all.push(left);
    }
}

/// Reads the scene left behind under a number, unless a window holds its lock.
fn read_left(folder: &Path, number: u32) -> Result<Option<Left>, String> {
    let path = scene_of(folder, number);
    if !path.exists() {
        return Ok(None);
    }
    let Some(lock) = lock(folder, number).map_err(|error| error.to_string())? else { return Ok(None) };
    let bytes = disk::read(&path, "a scene").map_err(|error| error.to_string())?.ok_or("it is not a file")?;
    let text = std::str::from_utf8(&bytes).map_err(|error| error.to_string())?;
    let (head, scene) = text.split_once('\n').ok_or("it has only one line")?;
    let of = serde_json::from_str(head).and_then(|head: Value| serde_json::from_value(head["of"].clone()));
    let of: Option<ExactPath> = of.map_err(|error| format!("its first line: {error}"))?;
    let read =
        read_bytes("what was not saved", scene.as_bytes(), &Options::default()).map_err(|error| error.to_string())?;
    let (scene, of) = (read.scene, of.map(|of| of.0));
    let differs = of.as_deref().and_then(|of| differs_from(of, &scene));
    Ok(Some(Left { scene, of, path, differs, _lock: lock }))
}

/// Describes the differences from the saved file. Returns `None` if there is no such file.
fn differs_from(of: &Path, scene: &Scene) -> Option<String> {
    let bytes = disk::read(of, "a scene").ok()??;
    let saved = read_bytes(&of.to_string_lossy(), &bytes, &Options::default()).ok()?;
    Some(differs(&saved.scene, scene))
}

/// Describes the differences between two versions of a scene.
pub fn differs(a: &Scene, b: &Scene) -> String {
    let mut all = Vec::new();
    let mut many = |count: usize, one: &str, several: &str| match count {
        0 => {}
        1 => all.push(format!("1 {one}")),
        n => all.push(format!("{n} {several}")),
    };
    if a.size() == b.size() {
        many(a.size().cells().filter(|&c| a.tiles[c] != b.tiles[c]).count(), "tile", "tiles");
    }
    let others = |a: &Scene, b: &Scene| b.actors.iter().filter(|actor| !a.actors.contains(actor)).count();
    many(others(a, b).max(others(b, a)), "piece", "pieces");
    if a.size() != b.size() {
        all.push(format!("the size, {} against {}", b.size(), a.size()));
    }
    for (same, what) in [
        (a.weights == b.weights, "costs"),
        (a.title == b.title && a.notes == b.notes, "title or notes"),
        (a.run == b.run, "how it is run"),
        (a.details == b.details && a.known == b.known && a.script == b.script && a.rooms == b.rooms, "details"),
    ] {
        if !same {
            all.push(what.to_owned());
        }
    }
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}
