//! Saving a scene: what is written, the file that stood there before, and what comes of it. A large scene takes a while to
//! write, and a window has it done on another thread.

use super::files::{FileError, fingerprint_of, with_ending, write_atomic};
use super::open::{self, fingerprint};
use super::{Session, disk};
use crate::core::scene::Scene;
use crate::formats::{self, Options};
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

/// The saves of a session that are not done yet.
#[derive(Default)]
pub(super) struct Saving {
    /// Where the scene is to be saved next.
    next: VecDeque<PathBuf>,
    /// Where somebody is writing it.
    now: Option<PathBuf>,
}

/// A scene to be written to a file, on any thread.
pub struct Writing {
    path: PathBuf,
    scene: Scene,
    /// Whether the file is that of the scene, and what it held as far as is known.
    its_own: bool,
    known: Option<u64>,
    before: State,
}

/// Which scene it is, and how often it was changed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    opened: u64,
    edits: u64,
}

/// What came of writing it.
pub struct Written {
    path: PathBuf,
    before: State,
    outcome: Outcome,
}

enum Outcome {
    /// It is saved.
    Saved(Saved),
    /// Somebody else has written the file, which holds this now.
    Changed(Option<u64>),
    /// It cannot be written; what the file holds now.
    Failed(FileError, Option<u64>),
    /// What the file held cannot be read, so it could not be kept.
    Unread(String),
}

struct Saved {
    /// What the format cannot hold.
    lost: Vec<String>,
    /// What means nothing on this map, such as a run beside through eyes that nobody has.
    left_out: Vec<String>,
    /// The fingerprint of what the file holds now.
    held: u64,
}

impl Writing {
    /// Where it is written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes it, in the format of the name's extension.
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
            // Whatever stands there now, it was none but us who wrote it.
            Err(error) => Outcome::Failed(error, fingerprint_of(&self.path).or(now)),
        }
    }

    fn write(&self, before: Option<&[u8]>) -> Result<Saved, FileError> {
        let name = self.path.to_string_lossy();
        let format = formats::format_for(&name).ok_or_else(|| FileError::NoFormat(name.to_string()))?;
        let (scene, left_out) = open::meant_alone(&self.scene);
        let written = format.write(&scene, &Options::default())?;
        keep_before(&self.path, before, &written.bytes)?;
        write_atomic(&self.path, &written.bytes)?;
        Ok(Saved { lost: written.lost, left_out, held: fingerprint(&written.bytes) })
    }
}

/// Keeps what a file held until now beside it, under its name and `.bak`, where that is something else than what comes.
fn keep_before(path: &Path, before: Option<&[u8]>, next: &[u8]) -> Result<(), FileError> {
    let Some(before) = before.filter(|&before| !before.is_empty() && before != next) else { return Ok(()) };
    match write_atomic(&with_ending(path, ".bak"), before) {
        // A name that is as long as can be has no room for more: then there is none.
        Err(FileError::Unwritable { error, .. }) if error.kind() == io::ErrorKind::InvalidFilename => Ok(()),
        kept => kept,
    }
}

impl Session {
    fn state(&self) -> State {
        State { opened: self.scene_number, edits: self.document.edits() }
    }

    /// Queues a save in the format of the name's extension.
    pub(super) fn save_as(&mut self, path: &Path) {
        self.work.saving.next.push_back(path.to_owned());
    }

    /// Whether something is still to be saved.
    pub fn is_saving(&self) -> bool {
        self.work.saving.now.is_some() || !self.work.saving.next.is_empty()
    }

    /// The scene as it is, where it is to be saved. One is written after the other.
    pub fn take_writing(&mut self) -> Option<Writing> {
        if self.work.saving.now.is_some() {
            return None;
        }
        let path = self.work.saving.next.pop_front()?;
        self.work.saving.now = Some(path.clone());
        Some(Writing {
            its_own: self.document.path.as_ref() == Some(&path),
            known: self.document.on_disk,
            path,
            scene: self.scene().clone(),
            before: self.state(),
        })
    }

    /// Takes in what came of it. What was changed meanwhile is not saved.
    pub fn hear_written(&mut self, written: Written) {
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
                self.fail(format!("nothing was saved, since what it holds now could not be kept: {error}"));
            }
            Outcome::Changed(now) => {
                hold(self, now);
                self.fail(format!(
                    "{name}: somebody else has changed it since it was opened here, and nothing was saved; save again to write over it \
                     (it is kept as {name}.bak then), or save under another name"
                ));
            }
            Outcome::Failed(error, now) => {
                hold(self, now);
                self.fail(error.to_string());
            }
            Outcome::Saved(Saved { lost, left_out, held }) => {
                if lost.is_empty() && is_open {
                    self.document.path = Some(path.clone());
                    if before == self.state() {
                        self.document.mark_saved();
                    } else {
                        self.document.mark_unsaved();
                    }
                }
                hold(self, Some(held));
                let mut told = format!("Saved {name}.");
                for (why, what) in [
                    ("This format cannot hold", lost),
                    ("Left out, for a file with it would not open again:", left_out),
                ] {
                    if !what.is_empty() {
                        told = format!("{told} {why} {}.", what.join(", "));
                    }
                }
                self.tell_all(vec![told]);
            }
        }
    }

    /// What was being written came to no end.
    pub fn writing_broke(&mut self) {
        self.work.saving.now = None;
    }
}
