//! What was not saved, kept beside: a window writes its scene down every few seconds, and the next start finds what a window
//! that was killed left behind.
//!
//! ```text
//! unsaved/0.lock         held by a window for as long as it lives
//! unsaved/0.scene.json   what it has not saved: a line that says of which file, then the scene
//! ```
//!
//! A scene whose lock nobody holds was left behind. What is written stands whole or not at all, so a kill at any moment
//! leaves the version of a few seconds before.

use super::disk::{self, Held};
use super::files::{FileError, make_folder};
use super::kept_path::KeptPath;
use crate::core::scene::Scene;
use crate::formats::scene_json::SceneJson;
use crate::formats::{Format as _, Options, limits};
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};

/// How many windows may be open at once, and how many scenes left behind are found.
const MOST: u32 = 64;

fn lock_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number}.lock"))
}

fn scene_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number}.scene.json"))
}

/// The lock of a number, where nobody holds it.
fn lock(folder: &Path, number: u32) -> Result<Option<Held>, FileError> {
    let path = lock_of(folder, number);
    let held = disk::open(&path).and_then(|file| disk::hold(file, &path));
    held.map_err(|error| FileError::Unwritable { path: path.display().to_string(), error })
}

/// Where a window writes down what it has not saved.
#[derive(Debug)]
pub struct Keeper {
    path: PathBuf,
    /// Held as long as the window lives.
    _lock: Held,
}

impl Keeper {
    /// A place that no other window has and where nothing was left behind; the folder is made where it is missing.
    ///
    /// # Errors
    /// The place with what the system says, or that all places are taken.
    pub fn new(folder: &Path) -> Result<Self, FileError> {
        make_folder(folder)?;
        for number in 0..MOST {
            let path = scene_of(folder, number);
            if !path.exists()
                && let Some(lock) = lock(folder, number)?
            {
                return Ok(Self { path, _lock: lock });
            }
        }
        let error = io::Error::other(format!("{MOST} scenes are kept there already"));
        Err(FileError::Unwritable { path: folder.display().to_string(), error })
    }

    /// The file that it writes.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Forgets what was written: it was saved, or is not wanted.
    pub fn clear(&self) {
        // Where there is none, nothing is to be done.
        let _ = disk::remove(&self.path);
    }
}

/// Writes a scene down that belongs to a file, or to none yet.
///
/// # Errors
/// One sentence that names the place.
pub fn keep(path: &Path, of: Option<&Path>, scene: &Scene) -> Result<(), String> {
    let fail =
        |error: &dyn std::fmt::Display| format!("{}: what was not saved cannot be kept: {error}", path.display());
    let written = SceneJson.write(scene, &Options::default()).map_err(|error| fail(&error))?;
    let head = json!({ "of": of.map(|of| KeptPath(of.to_owned())) }).to_string();
    // What could not be read again is not kept.
    if (head.len() + 1 + written.bytes.len()) as u64 > limits::FILE {
        return Err(fail(&format!("it takes more than {}", limits::mebibytes(limits::FILE))));
    }
    disk::replace(path, |out| {
        writeln!(out, "{head}")?;
        out.write_all(&written.bytes)
    })
    .map_err(|error| fail(&error))
}

/// A scene that a window left behind.
#[derive(Debug)]
pub struct Left {
    /// The scene as it was.
    pub scene: Scene,
    /// The file that it was opened from or saved to last.
    pub of: Option<PathBuf>,
    path: PathBuf,
    /// What differs from the file as it was saved, in words; none where there is no such file.
    pub differs: Option<String>,
    /// Held, so that no other window offers it as well.
    _lock: Held,
}

impl Left {
    /// Forgets it.
    pub fn clear(&self) {
        let _ = disk::remove(&self.path);
    }
}

/// How many bytes of what was left behind are read at a start; the rest stays for the next.
const AT_ONCE: u64 = 2 * limits::FILE;

/// What windows that live no more left behind in a folder. What cannot be read is passed over, and stays.
pub fn left(folder: &Path) -> Vec<Left> {
    let mut all = Vec::new();
    look(folder, &mut |found| {
        if let Ok(left) = found {
            add(&mut all, left);
        }
    });
    all
}

/// Tells of each scene that windows that live no more left behind in a folder, or in a sentence why it cannot be read.
pub fn look(folder: &Path, tell: &mut dyn FnMut(Result<Left, String>)) {
    let mut read = 0;
    for number in 0..MOST {
        let path = scene_of(folder, number);
        read += path.metadata().map_or(0, |file| file.len());
        if read > AT_ONCE {
            return;
        }
        let fail =
            |error| format!("{}: what a window left there cannot be read: {error}; it stays there", path.display());
        if let Some(found) = read_left(folder, number).map_err(fail).transpose() {
            tell(found);
        }
    }
}

/// Adds what was found. A window that opened what another left, and was killed before it had forgotten that, leaves the same once
/// more: then one of them is forgotten.
pub fn add(all: &mut Vec<Left>, left: Left) {
    if all.iter().any(|other| other.of == left.of && other.scene == left.scene) {
        left.clear();
    } else {
        all.push(left);
    }
}

/// What was left behind under a number, and is not held by a window.
fn read_left(folder: &Path, number: u32) -> Result<Option<Left>, String> {
    let path = scene_of(folder, number);
    if !path.exists() {
        return Ok(None);
    }
    let Some(lock) = lock(folder, number).map_err(|error| error.to_string())? else { return Ok(None) };
    let bytes = disk::read(&path, "a scene").map_err(|error| error.to_string())?.ok_or("it is no file")?;
    let text = std::str::from_utf8(&bytes).map_err(|error| error.to_string())?;
    let (head, scene) = text.split_once('\n').ok_or("it has one line alone")?;
    let of = serde_json::from_str(head).and_then(|head: Value| serde_json::from_value(head["of"].clone()));
    let of: Option<KeptPath> = of.map_err(|error| format!("its first line: {error}"))?;
    let read = SceneJson.read("what was not saved", scene, &Options::default()).map_err(|error| error.to_string())?;
    let (scene, of) = (read.scene, of.map(|of| of.0));
    let differs = of.as_deref().and_then(|of| differs_from(of, &scene));
    Ok(Some(Left { scene, of, path, differs, _lock: lock }))
}

/// What differs from a file as it was saved; none where there is no such file.
fn differs_from(of: &Path, scene: &Scene) -> Option<String> {
    let bytes = disk::read(of, "a scene").ok()??;
    let saved = SceneJson.read(&of.to_string_lossy(), std::str::from_utf8(&bytes).ok()?, &Options::default()).ok()?;
    Some(differs(&saved.scene, scene))
}

/// What differs between two versions of a scene, in words.
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
