//! Converts files and pasted text to scenes, and scenes and tables to text.

use crate::disk::address::{Address, Link, replaces};
use crate::disk::map_source::{MapReading, MapSource};
use crate::disk::open::{self, fingerprint};
use crate::disk::prepare::{LARGE, LogAudit, Opened};
use crate::document::Document;
use crate::document::piece::Piece;
use crate::formats::plain::sentence;
use crate::formats::scene_json::SceneJson;
use crate::formats::{self, Format as _, FormatError, Loaded, Options, limits, text_map};
use crate::lab::experiment::{Table, TableError};
use crate::session::Clip;
use crate::session::command::Area;
use crate::session::command::generator_request::GeneratorRequest;
use crate::{Session, SessionCommand, disk};
use gridscope_trace::progress::at_once;
use gridscope_trace::{Cell, Grid, Progress, Registry, Replay, Scene, Size, Tile};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reason why something cannot be opened, saved or copied.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read or written in its format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The extension of the name has no format that can be written.
    #[error(
        "{0}: the extension is not of a known format; expected .scene.json, .txt, .map or another format that is written"
    )]
    NoFormat(String),
    /// The path does not end in a file name.
    #[error("{0}: names no file; expected a name in a folder")]
    NoName(String),
    /// The operating system refuses to write.
    #[error("{path}: cannot be written: {error}")]
    Unwritable {
        /// Path of the file.
        path: String,
        /// Error of the operating system.
        #[source]
        error: io::Error,
    },
    /// The rows of an experiment cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There are no rows yet.
    #[error("there is no table yet: run an experiment first")]
    NoTable,
    /// Nothing is recorded yet.
    #[error("nothing is recorded yet")]
    NoRun,
    /// The run cannot be exported.
    #[error("{0}")]
    Export(String),
    /// There is no shrunk map yet.
    #[error("no map was shrunk yet")]
    NoSmallMap,
    /// A file that held a map holds something else now.
    #[error("{0}: it holds no map any more; expected the map that was opened from it")]
    NoMap(String),
    /// The user cancelled.
    #[error("{0}: reading it was stopped")]
    Stopped(String),
    /// An address opens nothing.
    #[error("{0}")]
    Address(String),
    /// A log does not fit into a link.
    #[error(
        "this log is too long for a link, which holds {} kB of packed text; send its file, or export a page that plays",
        limits::SHARED / 1000
    )]
    LongLog,
}

/// Writes bytes so that the old file stays unchanged if writing fails halfway.
///
/// # Errors
/// Returns an error if the path has no file name, or if the operating system refuses.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    if path.file_name().is_none() {
        return Err(FileError::NoName(path.display().to_string()));
    }
    disk::replace(path, |out| out.write_all(bytes)).map_err(|error| unwritable(path, error))
}

/// Writes a file whose name the user did not give. A link there is never followed, and a file there is replaced only if
/// `is_ours` accepts its contents.
///
/// # Errors
/// Returns an error if something else is there, or if the operating system refuses.
pub fn write_own(path: &Path, bytes: &[u8], is_ours: impl FnOnce(&[u8]) -> bool) -> Result<(), FileError> {
    disk::replace_own(path, bytes, is_ours).map_err(|error| unwritable(path, error))
}

/// Maximum number of copies beside a file.
const COPIES: usize = 9;

/// Writes a copy beside a file, under the file's name with an ending, such as `.bak`. If something that `is_ours` does not
/// accept is there, the ending gets a number: `.bak-2`. Returns the path of the copy.
///
/// # Errors
/// Returns the errors of [`write_own`]. Up to nine copies are possible.
pub fn write_copy(
    path: &Path,
    ending: &str,
    bytes: &[u8],
    is_ours: impl Fn(&[u8]) -> bool,
) -> Result<PathBuf, FileError> {
    let is_taken = |error: &FileError| match error {
        FileError::Unwritable { error, .. } => error.kind() == io::ErrorKind::AlreadyExists,
        _ => false,
    };
    let mut number = 1;
    loop {
        let to = with_ending(path, &if number == 1 { ending.to_owned() } else { format!("{ending}-{number}") });
        match write_own(&to, bytes, &is_ours) {
            Err(error) if number < COPIES && is_taken(&error) => number += 1,
            done => return done.map(|()| to),
        }
    }
}

/// Writes files whose names come from another name, such as the pages of a handout. They replace only files that
/// gridscope wrote. If one of them is refused, none is written.
///
/// # Errors
/// Returns the errors of [`write_own`].
pub fn write_derived<'a>(files: impl IntoIterator<Item = (PathBuf, &'a [u8])>) -> Result<(), FileError> {
    let files = Vec::from_iter(files);
    files.iter().try_for_each(|(path, bytes)| check_derived(path, bytes))?;
    files.iter().try_for_each(|(path, bytes)| write_own(path, bytes, formats::is_ours))
}

/// Checks that [`write_derived`] may write a file.
fn check_derived(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    disk::check_own(path, bytes, formats::is_ours).map(drop).map_err(|error| unwritable(path, error))
}

fn unwritable(path: &Path, error: io::Error) -> FileError {
    FileError::Unwritable { path: path.display().to_string(), error }
}

/// Creates a folder and all missing parent folders.
///
/// # Errors
/// Returns an error if the operating system refuses.
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    disk::make_folder(folder).map_err(|error| unwritable(folder, error))
}

/// Returns the fingerprint of a file, or `None` if it does not exist or cannot be read.
pub(crate) fn fingerprint_of(path: &Path) -> Option<u64> {
    disk::read(path, "a scene").ok()?.as_deref().map(fingerprint)
}

/// Returns a path with an ending added: `mine.scene.json.bak`.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes a scene as a text map. Also returns what text cannot hold.
fn as_text(scene: &Scene) -> Result<(String, Vec<String>), FormatError> {
    let map_file = text_map::TextMap.write(scene, &Options::default())?;
    Ok((String::from_utf8_lossy(&map_file.bytes).into_owned(), map_file.lost))
}

/// Content to copy to the clipboard. Any thread can write it.
pub enum ClipboardContent {
    /// A map as text.
    Text(Scene),
    /// A map as comma-separated values.
    Csv(Scene),
    /// A moment as a link.
    Link(Link),
    /// A copied area.
    Area(Arc<Clip>),
}

impl ClipboardContent {
    /// Returns the text, and what it cannot hold.
    ///
    /// # Errors
    /// Returns an error if the content cannot be written in that form.
    pub fn run(self) -> Result<(String, Vec<String>), FileError> {
        at_once(self.into_text())
    }

    /// Like [`ClipboardContent::run`], with pauses.
    ///
    /// # Errors
    /// Returns an error if the content cannot be written in that form.
    pub async fn into_text(self) -> Result<(String, Vec<String>), FileError> {
        match self {
            Self::Text(scene) => Ok(as_text(&scene)?),
            Self::Csv(scene) => {
                let format = formats::format_for("csv").ok_or_else(|| FileError::NoFormat("csv".into()))?;
                let map_file = format.write(&scene, &Options::default())?;
                Ok((String::from_utf8_lossy(&map_file.bytes).into_owned(), map_file.lost))
            }
            Self::Link(link) => link.into_text().await,
            Self::Area(clip) => Ok((clip.text().map_err(Clone::clone)?.to_owned(), Vec::new())),
        }
    }
}

impl Session {
    /// Opens a session on a file.
    ///
    /// # Errors
    /// Returns an error if the file does not exist or cannot be read.
    pub fn on_file(registry: Registry, path: &Path) -> Result<Self, FileError> {
        Self::on_map(registry, &MapSource { path: path.to_owned(), reading: MapReading::default() })
    }

    /// Opens a session on a file of which no findings are shown, so that a log is not audited.
    ///
    /// # Errors
    /// Returns an error if the file does not exist or cannot be read.
    pub fn on_file_unaudited(registry: Registry, path: &Path) -> Result<Self, FileError> {
        let (reading, progress) = (MapReading::default(), Progress::default());
        let opened = at_once(Opened::read_with(&registry, path, &reading, LogAudit::LeftOut, &progress))?;
        Ok(Self::on_opened(registry, opened))
    }

    /// Opens a session on a file that is read in a given way.
    ///
    /// # Errors
    /// Returns an error if the file does not exist or cannot be read.
    pub fn on_map(registry: Registry, source: &MapSource) -> Result<Self, FileError> {
        let opened = at_once(Opened::read(&registry, &source.path, &source.reading, &Progress::default()))?;
        Ok(Self::on_opened(registry, opened))
    }

    /// Opens a session on the address of a moment: that of a page, its fragment or a copied link. The name of a lesson and
    /// the text of a scene open it, too.
    ///
    /// # Errors
    /// Returns an error if the text opens nothing.
    pub fn on_address(registry: Registry, text: &str) -> Result<Self, FileError> {
        let opened = at_once(Opened::at_address(&registry, text, &Progress::default()))?;
        Ok(Self::on_opened(registry, opened))
    }

    fn on_opened(registry: Registry, opened: Opened) -> Self {
        let nothing = Scene::new(Grid::new(Size::new(1, 1), Tile::Floor));
        let mut session = Self::new(registry, nothing);
        session.open_what(opened);
        session
    }

    pub(crate) fn open_what(&mut self, opened: Opened) {
        self.open_as(Document::as_read(opened.scene, opened.path, opened.held));
        self.opened.file = opened.file;
        self.opened.searches = opened.searches;
        self.opened.map_source = opened.map_source;
        self.set_source(opened.source);
        self.opened.linked = opened.linked;
        self.notify_opened(opened.notes, opened.decided);
    }

    /// Opens a scene from a generator with its default settings and a fresh seed.
    pub(crate) fn generate(&mut self, id: &str) {
        let Some(generator) = self.registry().generator(id) else {
            self.fail(format!("there is no generator {id:?}"));
            return;
        };
        let order = GeneratorRequest { seed: self.fresh_seed(), ..GeneratorRequest::plain(generator) };
        self.take(&SessionCommand::Make(Box::new(order)));
    }

    /// Returns a seed that this session has not used yet.
    pub fn fresh_seed(&self) -> u64 {
        self.hand.generated.max(self.scene().run.seed).wrapping_add(1)
    }

    /// Pastes text. A log is opened. A map replaces the current map as one edit, or floats over it if a drawing tool is
    /// active.
    pub fn paste(&mut self, text: &str) {
        if let Some(piece) = self.copied_piece(text) {
            // A piece copied in this program is complete, including what text cannot hold.
            self.work.prepared = None;
            if self.float(piece, true) {
                return;
            }
        }
        if replaces(text) || text.len() > LARGE {
            return self.take(&SessionCommand::PasteText(text.to_owned()));
        }
        let address = Address::read(text).ok().flatten();
        let text = address.as_ref().map_or(text, Address::text);
        match open::text("the clipboard", text, &Options::with_registry(self.registry())) {
            Ok(loaded) => {
                self.paste_map(loaded);
                self.opened.linked = address.map(|address| address.view).unwrap_or_default();
            }
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Floats a pasted map over the current one if possible, or else replaces the current map.
    pub(crate) fn paste_map(&mut self, loaded: Loaded) {
        if loaded.format == text_map::TextMap.name() && loaded.scene.title.is_empty() {
            let all = Area::at(Cell::new(0, 0), loaded.scene.size());
            if self.float(Piece::of(&loaded.scene, all), false) {
                return;
            }
        }
        let says_run = loaded.says_run();
        let mut scene = loaded.scene;
        if !says_run {
            // A text map does not state a run, so keep the current one.
            scene.run.clone_from(&self.scene().run);
            scene.run.forget_moments();
        }
        self.apply(&SessionCommand::Replace(Box::new(scene)));
        if says_run {
            self.reset_for_new_scene();
            self.apply(&SessionCommand::Rerun);
        }
        self.notify_all(loaded.notes);
    }

    /// Returns the map, ready to be copied as text.
    pub fn copying_text(&self) -> ClipboardContent {
        ClipboardContent::Text(self.scene().clone())
    }

    /// Returns the map, ready to be copied as comma-separated values.
    pub fn copying_csv(&self) -> ClipboardContent {
        ClipboardContent::Csv(self.scene().clone())
    }

    /// Returns the expansions of the main run as a Markdown table.
    ///
    /// # Errors
    /// Returns an error if there is no run, or if it has nothing to list.
    pub fn expansions_as_markdown(&self) -> Result<String, FileError> {
        let replay = self.replay().ok_or(FileError::NoRun)?;
        let table = crate::export::table::table(replay).map_err(|error| FileError::Export(error.to_string()))?;
        Ok(table.markdown())
    }

    /// Returns a link to this moment, ready to be copied.
    pub fn copying_link(&self) -> ClipboardContent {
        ClipboardContent::Link(self.link())
    }

    /// Returns the map as text, and what text cannot hold.
    ///
    /// # Errors
    /// Returns an error if the map cannot be written as text at all.
    pub fn as_text(&self) -> Result<(String, Vec<String>), FileError> {
        self.copying_text().run()
    }

    /// Returns a link to this moment.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written, or if a log is too long.
    pub fn as_link(&self) -> Result<String, FileError> {
        Ok(self.copying_link().run()?.0)
    }

    /// Returns everything about the scene, with its run and the cursor position, as the text of a scene file.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written.
    pub fn as_scene_file(&self) -> Result<String, FileError> {
        let mut scene = self.scene().clone();
        scene.run.at = self.replay().map(Replay::number_now);
        let scene_file = SceneJson.write(&scene, &Options::default())?;
        Ok(String::from_utf8_lossy(&scene_file.bytes).into_owned())
    }

    /// Returns the rows of the last experiment as comma-separated values.
    ///
    /// # Errors
    /// Returns an error if there are none yet.
    pub fn as_table(&self) -> Result<String, FileError> {
        let measured = self.work.tasks.measured.as_ref().filter(|m| !m.rows.is_empty());
        let measured = measured.ok_or(FileError::NoTable)?;
        let mut bytes = Vec::new();
        let (what, measures, rows) = (measured.what.clone(), measured.measures.clone(), measured.rows.clone());
        crate::lab::experiment::write_csv(&mut bytes, &Table { what, measures, rows, part_of: None })?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns the shrunk map as a Rust test.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn small_as_test(&self) -> Result<String, FileError> {
        let small = self.work.tasks.smaller.as_ref().ok_or(FileError::NoSmallMap)?;
        Ok(crate::lab::minimise::rust_test(&small.scene, &small.keep)?)
    }

    /// Returns the shrunk map as text.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn small_as_text(&self) -> Result<String, FileError> {
        let small = self.work.tasks.smaller.as_ref().ok_or(FileError::NoSmallMap)?;
        Ok(as_text(&small.scene)?.0)
    }

    pub(crate) fn save_table(&mut self, path: &Path) {
        let saved = self.as_table().and_then(|text| write_atomic(path, text.as_bytes()));
        match saved {
            Ok(()) => self.notify_all(vec![format!("Saved {}.", path.to_string_lossy())]),
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Adds notices for the user that are not errors.
    pub fn notify_all(&mut self, texts: Vec<String>) {
        let plain = |text: String| crate::session::Notice { error: false, text: sentence(&text) };
        self.work.notices.extend(texts.into_iter().map(plain));
    }
}
