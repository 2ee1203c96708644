//! The file that a map came from: what its tiles were said to mean, and reading it again after another program changed
//! it.

use crate::disk::files::{FileError, write_derived};
use crate::formats::tile_mapping::{Ask, TileAnswers};
use crate::formats::{ArrayMeaning, Content, FileQuestion, Loaded, Options, answers_path};
use crate::{Session, SessionCommand, disk, disk::open};
use gridscope_trace::{Grid, Progress, Registry, Scene, Size, Tile};
use std::path::{Path, PathBuf};

/// How the map of another program is read.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct MapReading {
    /// Name of the format, instead of the one that the content suggests.
    pub from: Option<&'static str>,
    /// Meanings of the tiles.
    pub tiles: TileAnswers,
    /// Meaning of the numbers in an array.
    pub array: Option<ArrayMeaning>,
    /// Level to read, by name or number.
    pub level: Option<String>,
    /// Whether the cells of a REXPaint file are read by their colours instead of their glyphs.
    pub by_colour: bool,
    /// The map of a scenario or a search trace, if it is elsewhere.
    pub map: Option<PathBuf>,
    /// Number (from 1) of the search to read from a scenario.
    pub row: Option<usize>,
    /// Number of searches of a scenario to read as movers.
    pub movers: Option<usize>,
}

impl MapReading {
    /// Returns these options with the choices of this reading.
    pub fn within(self, options: Options) -> Options {
        let Self { from, tiles, array, level, by_colour, map, row, movers } = self;
        Options { from, tiles, array, level, by_colour, map, row, movers, ..options }
    }

    /// Returns the same, for asking the user like this.
    #[must_use]
    pub fn asking(mut self, ask: Ask) -> Self {
        self.tiles.ask = ask;
        self
    }

    /// Returns the options for reading the file at `path` so.
    pub(crate) fn options(&self, registry: &Registry, path: &Path) -> Options {
        self.clone().within(Options::with_registry(registry).at(path))
    }
}

/// A file, and how it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct MapSource {
    /// Path of the file.
    pub path: PathBuf,
    /// How it was read.
    pub reading: MapReading,
}

impl MapSource {
    /// Reads the map.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a map.
    pub async fn read(&self, registry: &Registry, progress: &Progress) -> Result<Loaded, FileError> {
        match open::content(&self.path, &self.reading.options(registry, &self.path), progress).await?.0 {
            Content::Scene(loaded) => Ok(loaded),
            _ => Err(FileError::NoMap(self.path.display().to_string())),
        }
    }
}

/// A map that cannot be read before the user has answered a question.
#[derive(Clone, PartialEq, Debug)]
pub struct PendingMap {
    /// The file, and the answers that were already given.
    pub source: MapSource,
    /// Whether the map is open and is read again.
    pub again: bool,
}

impl PendingMap {
    /// Returns the command that reads the map with more answers.
    pub fn read_with(&self, reading: MapReading) -> SessionCommand {
        if self.again {
            SessionCommand::ReadAgain(Some(Box::new(reading)))
        } else {
            SessionCommand::OpenMap(Box::new(MapSource { path: self.source.path.clone(), reading }))
        }
    }
}

/// A map that is read again.
pub(crate) struct Again {
    /// The scene, with the actors, run and texts of the one that is open where the file has none.
    pub(crate) scene: Scene,
    pub(crate) notes: Vec<String>,
    decided: Option<String>,
    /// How it was read.
    reading: MapReading,
}

impl Again {
    /// Reads the file again. `now` is the open scene.
    pub(crate) async fn read(
        registry: &Registry,
        source: &MapSource,
        now: &Scene,
        progress: &Progress,
    ) -> Result<Self, FileError> {
        Ok(Self::of(source.read(registry, progress).await?, now, source.reading.clone()))
    }

    fn of(loaded: Loaded, now: &Scene, reading: MapReading) -> Self {
        let says_run = loaded.says_run();
        let (mut scene, notes, decided) = (loaded.scene, loaded.notes, loaded.decided);
        if !says_run {
            scene.run.clone_from(&now.run);
            scene.run.forget_moments();
            if scene.title.is_empty() {
                scene.title.clone_from(&now.title);
            }
            if scene.notes.is_empty() {
                scene.notes.clone_from(&now.notes);
            }
            if scene.actors.is_empty() {
                let size = scene.size();
                scene.actors = now.actors.iter().filter(|actor| size.contains(actor.at)).cloned().collect();
            }
        }
        Self { scene, notes, decided, reading }
    }
}

impl Session {
    /// Returns the file that the open map came from, if it came from one.
    pub fn map_source(&self) -> Option<&MapSource> {
        self.opened.map_source.as_ref()
    }

    /// Creates a session with an empty map, and with a question about the map that is to be opened.
    pub fn asking(registry: Registry, source: MapSource, question: FileQuestion) -> Self {
        let empty = Scene::new(Grid::new(Size::new(24, 16), Tile::Floor));
        let mut session = Self::new(registry, empty);
        session.work.asked = Some((PendingMap { source, again: false }, question));
        session
    }

    /// Takes the question that reading a map has raised.
    pub fn take_asked(&mut self) -> Option<(PendingMap, FileQuestion)> {
        self.work.asked.take()
    }

    /// Takes the sentence that says what decides where the opened map is solid.
    pub fn take_decided(&mut self) -> Option<String> {
        self.work.decided.take()
    }

    /// Notifies about an opened map. The sentence about what decides is taken by the window.
    pub(crate) fn notify_opened(&mut self, mut notes: Vec<String>, decided: Option<String>) {
        notes.retain(|note| Some(note) != decided.as_ref());
        self.work.decided = decided;
        self.notify_all(notes);
    }

    /// Returns the command that asks what the tiles and objects of the open map mean.
    pub fn asking_about_tiles(&self) -> SessionCommand {
        let reading = self.map_source().map(|source| Box::new(source.reading.clone().asking(Ask::Always)));
        SessionCommand::ReadAgain(reading)
    }

    /// Writes the answers beside the file of the map, together with those that are there.
    pub(crate) fn remember_tiles(&mut self, source: &MapSource) {
        let path = answers_path(&source.path);
        let before = disk::read(&path, "a file of answers").ok().flatten();
        let before = before.and_then(|bytes| TileAnswers::from_json("the answers", &bytes).ok());
        let mut answers = source.reading.tiles.clone();
        answers.complete(before.unwrap_or_default());
        if let Err(error) = write_derived([(path, answers.to_json().as_bytes())]) {
            self.fail(format!("The answers were not kept: {error}."));
        }
    }

    /// Replaces the map by that of its file, as one edit.
    pub(crate) fn take_again(&mut self, again: Again) {
        self.apply(&SessionCommand::Replace(Box::new(again.scene)));
        if let Some(source) = &mut self.opened.map_source {
            source.reading = again.reading;
        }
        self.notify_opened(again.notes, again.decided);
    }
}
