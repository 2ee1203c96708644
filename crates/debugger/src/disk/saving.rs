//! Saving a scene: writing the file, keeping a copy of the old file, and reporting the result. Writing a large scene
//! takes a while, so a window does it on another thread.

use crate::disk::files::{FileError, fingerprint_of, with_ending, write_atomic, write_copy, write_derived};
use crate::disk::open::{self, fingerprint};
use crate::formats::{self, Beside, Format, Options};
use crate::{Session, disk};
use gridscope_trace::{Registry, Scene};
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

/// Saves of a session that are pending or running.
#[derive(Default)]
pub(crate) struct Saving {
    /// Paths to save to, in order.
    next: VecDeque<PathBuf>,
    /// Path that is being written.
    now: Option<PathBuf>,
}

/// A scene to write to a file, on any thread.
pub struct Writing {
    registry: Registry,
    path: PathBuf,
    scene: Scene,
    /// Whether the file belongs to the document, and the fingerprint that its content had last, if known.
    its_own: bool,
    known: Option<u64>,
    before: State,
}

/// A state of the document: number of the opened scene, and number of edits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    opened: u64,
    edits: u64,
}

/// Result of writing a scene.
pub struct Written {
    path: PathBuf,
    before: State,
    outcome: Outcome,
}

enum Outcome {
    /// The scene is saved.
    Saved(Saved),
    /// Another program has changed the file. The value is its current fingerprint.
    Changed(Option<u64>),
    /// The scene cannot be written. The second value is the current fingerprint of the file.
    Failed(FileError, Option<u64>),
    /// The old content of the file cannot be read, so no copy could be kept. Nothing is written.
    Unread(String),
}

struct Saved {
    /// Parts that the format cannot hold.
    lost: Vec<String>,
    /// Parts that are not valid for this scene, such as an additional run with a view that does not exist.
    left_out: Vec<String>,
    /// Copy of the old content, if its name is not the usual one.
    copy: Option<PathBuf>,
    /// Fingerprint of the new content of the file.
    held: u64,
}

impl Writing {
    /// Writes the scene, in the format of the path's extension.
    pub fn run(self) -> Written {
        let outcome = self.outcome();
        Written { path: self.path, before: self.before, outcome }
    }

    fn outcome(&self) -> Outcome {
        let before = match disk::read(&self.path, "a scene") {
            Ok(before) => before,
            Err(error) => return Outcome::Unread(error.to_string()),
        };
        let now = before.as_deref().map(fingerprint);
        if self.its_own && now.is_some() && now != self.known {
            return Outcome::Changed(now);
        }
        match self.write(before.as_deref()) {
            Ok(saved) => Outcome::Saved(saved),
            // Any new content was written here, not by another program.
            Err(error) => Outcome::Failed(error, fingerprint_of(&self.path).or(now)),
        }
    }

    fn write(&self, before: Option<&[u8]>) -> Result<Saved, FileError> {
        let name = self.path.to_string_lossy();
        let format = formats::format_for(&name).ok_or_else(|| FileError::NoFormat(name.to_string()))?;
        let (scene, left_out) = open::without_invalid_parts(&self.registry, &self.scene);
        let output = format.write(&scene, &Options::default().at(&self.path))?;
        let copy = keep_before(&self.path, format, before, &output.bytes)?;
        write_derived(output.beside_at(&self.path))?;
        write_atomic(&self.path, &output.bytes)?;
        Ok(Saved { lost: output.lost, left_out, copy, held: fingerprint(&output.bytes) })
    }
}

/// Keeps a copy of the old content of a file, under its name with `.bak`. There is no copy if the old content is empty
/// or equal to the new one, or if writing replaces nothing. Returns the path of the copy if that name holds something else
/// than an earlier copy.
fn keep_before(
    path: &Path,
    format: &dyn Format,
    before: Option<&[u8]>,
    next: &[u8],
) -> Result<Option<PathBuf>, FileError> {
    let needs_copy = |before: &&[u8]| !before.is_empty() && *before != next && disk::overwrites();
    let Some(before) = before.filter(needs_copy) else { return Ok(None) };
    // A text that can be read only with corrections may be no map.
    let is_map = |copy: &[u8]| {
        let read = format.read("", copy, &Options::default(), &mut Beside::default());
        read.is_ok_and(|loaded| loaded.notes.is_empty())
    };
    let is_ours = |copy: &[u8]| formats::is_ours(copy) || is_map(copy);
    match write_copy(path, ".bak", before, is_ours) {
        // A name of the maximum length cannot get another ending. There is no copy then.
        Err(FileError::Unwritable { error, .. }) if error.kind() == io::ErrorKind::InvalidFilename => Ok(None),
        copy => Ok(Some(copy?).filter(|copy| *copy != with_ending(path, ".bak"))),
    }
}

impl Session {
    fn state(&self) -> State {
        State { opened: self.scene_number, edits: self.document.edits() }
    }

    /// Queues a save, in the format of the path's extension.
    pub(crate) fn save_as(&mut self, path: &Path) {
        // A file gets the map as students see it.
        if !self.keep_solution() {
            return;
        }
        self.work.saving.next.push_back(path.to_owned());
    }

    /// Returns whether a save is pending or running.
    pub fn is_saving(&self) -> bool {
        self.work.saving.now.is_some() || !self.work.saving.next.is_empty()
    }

    /// Hands out the next save, with the current scene. Only one save runs at a time.
    pub fn take_writing(&mut self) -> Option<Writing> {
        if self.work.saving.now.is_some() {
            return None;
        }
        let path = self.work.saving.next.pop_front()?;
        self.work.saving.now = Some(path.clone());
        Some(Writing {
            registry: self.registry().clone(),
            its_own: self.document.path.as_ref() == Some(&path),
            known: self.document.on_disk,
            path,
            scene: self.scene().clone(),
            before: self.state(),
        })
    }

    /// Handles the result of a save. Changes made meanwhile count as unsaved.
    pub fn handle_save_result(&mut self, written: Written) {
        self.work.saving.now = None;
        let Written { path, before, outcome } = written;
        let name = path.display();
        let is_open = before.opened == self.scene_number;
        let hold = |session: &mut Self, held: Option<u64>| {
            if is_open && session.document.path.as_deref() == Some(&*path) {
                session.document.on_disk = held;
            }
        };
        match outcome {
            Outcome::Unread(error) => {
                self.fail(format!(
                    "nothing was saved, because the present contents of the file could not be kept: {error}"
                ));
            }
            Outcome::Changed(now) => {
                hold(self, now);
                self.fail(format!(
                    "{name}: another program changed it after it was opened here, and nothing was saved; save again to write over it \
                     (it is kept as {name}.bak then), or save under another name"
                ));
            }
            Outcome::Failed(error, now) => {
                hold(self, now);
                self.fail(error.to_string());
            }
            Outcome::Saved(Saved { lost, left_out, copy, held }) => {
                if lost.is_empty() && is_open {
                    self.document.path = Some(path.clone());
                    if before == self.state() {
                        self.document.mark_saved();
                    } else {
                        self.document.mark_unsaved();
                    }
                }
                hold(self, Some(held));
                let mut message = format!("Saved {name}.");
                if let Some(copy) = copy.as_deref().and_then(Path::file_name) {
                    let (copy, usual) = (copy.display(), path.file_name().unwrap_or_default().display());
                    message =
                        format!("{message} What it held before is in {copy}, because {usual}.bak is not gridscope's.");
                }
                for (why, what) in [
                    ("This format cannot hold", lost),
                    ("Left out, because a file with it would not open again:", left_out),
                ] {
                    if !what.is_empty() {
                        message = format!("{message} {why} {}.", what.join(", "));
                    }
                }
                self.notify_all(vec![message]);
            }
        }
    }

    /// Handles a save that ended without a result.
    pub(crate) fn writing_broke(&mut self) {
        self.work.saving.now = None;
    }
}
