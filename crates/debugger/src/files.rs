//! Files and pasted text into scenes, scenes and tables into text, nothing lost on the way.

use super::command::Area;
use super::disk;
use super::document::Document;
use super::experiment::{Table, TableError};
use super::open::{self, fingerprint};
use super::order::Order;
use super::piece::Piece;
use super::prepare::{LARGE, Opened};
use super::session::Clip;
use super::{Session, SessionCommand};
use crate::core::generate;
use crate::core::geometry::Cell;
use crate::core::scene::Scene;
use crate::core::trace::{Control, Replay};
use crate::formats::log::is_log;
use crate::formats::plain::sentence;
use crate::formats::{self, Format as _, FormatError, Loaded, Options, text_map};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why something cannot be opened, saved or copied.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It does not read, or cannot be written, as its format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The extension of a name says no format that is written.
    #[error("{0}: the extension is of no known format; expected .scene.json, .txt or .map")]
    NoFormat(String),
    /// A path that ends in no name.
    #[error("{0}: names no file; expected a name in a folder")]
    NoName(String),
    /// The system refuses to write.
    #[error("{path}: cannot be written: {error}")]
    Unwritable {
        /// The file.
        path: String,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The rows of an experiment cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There are no rows yet.
    #[error("there is no table yet: run an experiment first")]
    NoTable,
    /// There is no small map yet.
    #[error("no map was made small yet")]
    NoSmallMap,
    /// Somebody stopped it.
    #[error("{0}: reading it was stopped")]
    Stopped(String),
}

/// Writes bytes so that a failure half-way leaves the old file as it was.
///
/// # Errors
/// When the path names no file, or the system refuses.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let shown = || path.display().to_string();
    if path.file_name().is_none() {
        return Err(FileError::NoName(shown()));
    }
    disk::replace(path, |out| out.write_all(bytes)).map_err(|error| FileError::Unwritable { path: shown(), error })
}

/// Makes a folder and all around it that are missing.
///
/// # Errors
/// When the system refuses.
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    disk::make_folder(folder).map_err(|error| FileError::Unwritable { path: folder.display().to_string(), error })
}

/// The fingerprint of a file; none where there is none, or it cannot be read.
pub(super) fn fingerprint_of(path: &Path) -> Option<u64> {
    disk::read(path, "a scene").ok()?.as_deref().map(fingerprint)
}

/// A path with an ending more: `mine.scene.json.bak`.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A scene as text.
fn as_text(scene: &Scene) -> Result<(String, Vec<String>), FormatError> {
    let written = text_map::TextMap.write(scene, &Options::default())?;
    Ok((String::from_utf8_lossy(&written.bytes).into_owned(), written.lost))
}

/// What is to be copied to the clipboard, written on any thread.
pub enum Copying {
    /// A map as text.
    Text(Scene),
    /// All of a scene as a link.
    Link(Scene),
    /// An area that was copied.
    Area(Arc<Clip>),
}

impl Copying {
    /// The text, and what it cannot hold.
    ///
    /// # Errors
    /// When it cannot be written so.
    pub fn run(self) -> Result<(String, Vec<String>), FileError> {
        match self {
            Self::Text(scene) => Ok(as_text(&scene)?),
            Self::Link(scene) => {
                let written = formats::link::Link.write(&scene, &Options::default())?;
                Ok((String::from_utf8_lossy(&written.bytes).trim_end().to_owned(), Vec::new()))
            }
            Self::Area(clip) => Ok((clip.text().map_err(Clone::clone)?.to_owned(), Vec::new())),
        }
    }
}

impl Session {
    /// A session on a file.
    ///
    /// # Errors
    /// When there is no such file, or it does not read.
    pub fn on_file(path: &Path) -> Result<Self, FileError> {
        let opened = Opened::read(path, &Control::default())?;
        let mut session = Self::new(opened.scene);
        session.document.on_disk = opened.held;
        session.document.path = opened.path;
        session.opened_trace = opened.trace;
        session.show_log(opened.log);
        session.searches = opened.searches;
        session.tell_all(opened.notes);
        Ok(session)
    }

    pub(super) fn open_what(&mut self, opened: Opened) {
        self.open_as(Document::as_read(opened.scene, opened.path, opened.held));
        // Its events are compared as soon as its scene is recorded.
        self.opened_trace = opened.trace;
        self.show_log(opened.log);
        self.searches = opened.searches;
        self.tell_all(opened.notes);
    }

    /// Opens a scene that a generator makes when nobody says more, with a fresh seed.
    pub(super) fn generate(&mut self, id: &str) {
        let Some(generator) = generate::find(id) else {
            self.fail(format!("there is no generator {id:?}"));
            return;
        };
        let order = Order { seed: self.fresh_seed(), ..Order::plain(generator) };
        self.take(&SessionCommand::Make(Box::new(order)));
    }

    /// A seed past all that this session has met.
    pub fn fresh_seed(&self) -> u64 {
        self.generated.max(self.scene().run.seed).wrapping_add(1)
    }

    /// Replaces the map by one in text, as one edit, or lays it over the map where a hand draws; a log is opened.
    pub fn paste(&mut self, text: &str) {
        if let Some(piece) = self.copied_piece(text) {
            // What was copied here is known, and lacks nothing that text cannot hold.
            self.prepared = None;
            if self.float(piece, true) {
                return;
            }
        }
        if is_log(text.as_bytes()) || text.len() > LARGE {
            return self.take(&SessionCommand::PasteText(text.to_owned()));
        }
        match open::text("the clipboard", text, &Options::default()) {
            Ok(loaded) => self.paste_map(loaded),
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Lays a map that was pasted over the one at hand where it fits there, else puts it in its place.
    pub(super) fn paste_map(&mut self, loaded: Loaded) {
        if loaded.format == text_map::TextMap.name() && loaded.scene.title.is_empty() {
            let all = Area::at(Cell::new(0, 0), loaded.scene.size());
            if self.float(Piece::of(&loaded.scene, all), false) {
                return;
            }
        }
        let says_run = loaded.says_run();
        let mut scene = loaded.scene;
        if !says_run {
            // A map in text says nothing of the run: the one at hand goes on with it.
            scene.run.clone_from(&self.scene().run);
            scene.run.forget_moments();
        }
        self.apply(&SessionCommand::Replace(Box::new(scene)));
        if says_run {
            self.arrive_anew();
            self.apply(&SessionCommand::Rerun);
        }
        self.tell_all(loaded.notes);
    }

    /// The map, to be copied as text.
    pub fn copying_text(&self) -> Copying {
        Copying::Text(self.scene().clone())
    }

    /// The scene as it is run and the moment that is looked at, to be copied as a link.
    pub fn copying_link(&self) -> Copying {
        let mut scene = open::meant_alone(self.scene()).0;
        scene.run.at = self.replay().map(Replay::cursor);
        Copying::Link(scene)
    }

    /// The map as text, and what text cannot hold.
    ///
    /// # Errors
    /// When the map cannot be written as text at all.
    pub fn as_text(&self) -> Result<(String, Vec<String>), FileError> {
        self.copying_text().run()
    }

    /// The scene as it is run and the moment that is looked at, as a link.
    ///
    /// # Errors
    /// When the scene cannot be written.
    pub fn as_link(&self) -> Result<String, FileError> {
        Ok(self.copying_link().run()?.0)
    }

    /// The rows of the last experiment as comma-separated values.
    ///
    /// # Errors
    /// Where there are none yet.
    pub fn as_table(&self) -> Result<String, FileError> {
        let measured = self.tasks.measured.as_ref().filter(|m| !m.rows.is_empty());
        let measured = measured.ok_or(FileError::NoTable)?;
        let mut bytes = Vec::new();
        let (what, measures, rows) = (measured.what.clone(), measured.measures.clone(), measured.rows.clone());
        super::experiment::write_csv(&mut bytes, &Table { what, measures, rows, part_of: None })?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The map that was made small as a test in Rust.
    ///
    /// # Errors
    /// Where there is none.
    pub fn small_as_test(&self) -> Result<String, FileError> {
        let small = self.tasks.smaller.as_ref().ok_or(FileError::NoSmallMap)?;
        Ok(super::minimise::rust_test(&small.scene, &small.keep)?)
    }

    /// The map that was made small as text.
    ///
    /// # Errors
    /// Where there is none.
    pub fn small_as_text(&self) -> Result<String, FileError> {
        let small = self.tasks.smaller.as_ref().ok_or(FileError::NoSmallMap)?;
        Ok(as_text(&small.scene)?.0)
    }

    pub(super) fn save_table(&mut self, path: &Path) {
        let saved = self.as_table().and_then(|text| write_atomic(path, text.as_bytes()));
        match saved {
            Ok(()) => self.tell_all(vec![format!("Saved {}.", path.to_string_lossy())]),
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Tells sentences, none of them an error.
    pub fn tell_all(&mut self, texts: Vec<String>) {
        let plain = |text: String| super::session::Notice { error: false, text: sentence(&text) };
        self.notices.extend(texts.into_iter().map(plain));
    }
}
