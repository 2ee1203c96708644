//! Preparations: reading a file or making a map before a command is carried out. A large one takes a while, so a window
//! runs it on another thread. A preparation does not use the session.

use crate::disk::address::{Address, LinkedView, is_local, replaces};
use crate::disk::files::FileError;
use crate::disk::map_source::{Again, MapReading, MapSource, PendingMap};
use crate::formats::link::holds_log;
use crate::formats::log::is_log;
use crate::formats::tile_mapping::Ask;
use crate::formats::{Content, FileQuestion, FormatError, Loaded, Options, holds_lines, movingai};
use crate::presets;
use crate::session::command::SessionCommand;
use crate::session::{OpenedLog, OtherRun, Session, Source};
use crate::{disk, disk::open};
use gridscope_trace::later::{Here, later};
use gridscope_trace::progress::{at_once, boxed};
use gridscope_trace::{Progress, Registry, Scene};
use std::path::{Path, PathBuf};
use std::pin::Pin;

/// Preparation that a command needs.
pub struct Preparation {
    command: SessionCommand,
    /// A sentence about the work in progress.
    pub says: String,
    work: Work,
    /// Progress that stops it soon.
    pub progress: Progress,
}

type Work = Pin<Box<dyn Future<Output = Result<PreparedContent, String>> + Send>>;

/// Result of a preparation, or why it failed.
pub struct Prepared {
    command: SessionCommand,
    pub(crate) what: Result<PreparedContent, String>,
}

impl Prepared {
    /// Returns why it failed, if it did.
    pub fn failure(&self) -> Option<&str> {
        self.what.as_ref().err().map(String::as_str)
    }
}

pub(crate) enum PreparedContent {
    /// A scene, map, trace or log to open.
    Opened(Box<Opened>),
    /// A run to compare with.
    Compared(Box<OtherRun>),
    /// A pasted text map.
    Pasted(Box<Loaded>),
    /// A generated scene.
    Made(Box<Scene>),
    /// A map that cannot be read before the user has answered a question.
    Asks(Box<(PendingMap, FileQuestion)>),
    /// The open map, read again from its file.
    Again(Box<Again>),
}

/// Content of a file, ready to be opened by a session.
pub(crate) struct Opened {
    pub(crate) scene: Scene,
    /// The file that was read, if it is one.
    pub(crate) file: Option<PathBuf>,
    /// Path to save to again, if the format can hold a whole scene.
    pub(crate) path: Option<PathBuf>,
    pub(crate) notes: Vec<String>,
    /// The note that says what decides where the map is solid.
    pub(crate) decided: Option<String>,
    pub(crate) source: Source,
    /// Searches of the MovingAI scenario beside the file.
    pub(crate) searches: Vec<movingai::Row>,
    /// Fingerprint of the file at `path`.
    pub(crate) held: Option<u64>,
    /// The file of a map, and how it was read.
    pub(crate) map_source: Option<MapSource>,
    /// The view that the link states.
    pub(crate) linked: LinkedView,
}

impl Preparation {
    /// Returns the preparation that a command needs, or `None` if it can be carried out at once.
    pub fn of(session: &Session, command: &SessionCommand) -> Option<Self> {
        if !command.effect().long {
            return None;
        }
        let registry = session.registry().clone();
        let progress = Progress::default();
        let stop = progress.clone();
        let opened = |opened: Opened| PreparedContent::Opened(Box::new(opened));
        let (says, work): (String, Work) = match command.clone() {
            SessionCommand::ReadAgain(reading) => {
                let mut source = session.map_source()?.clone();
                if let Some(answered) = reading {
                    source.reading = *answered;
                }
                let now = session.scene().clone();
                (
                    self::reading(&source.path),
                    boxed(async move {
                        let only_asks = source.reading.tiles.ask == Ask::Always;
                        match Again::read(&registry, &source, &now, &stop).await {
                            Ok(_) if only_asks => Err("The tiles of this file have fixed meanings.".into()),
                            Ok(again) => Ok(PreparedContent::Again(Box::new(again))),
                            Err(error) => ask(error, source, true),
                        }
                    }),
                )
            }
            SessionCommand::Open(path) => {
                let in_doubt = MapReading::default().asking(Ask::IfInDoubt);
                (reading(&path), boxed(open_or_ask(registry, path, in_doubt, stop)))
            }
            SessionCommand::OpenMap(source) => {
                (reading(&source.path), boxed(open_or_ask(registry, source.path, source.reading, stop)))
            }
            SessionCommand::CompareWith(path) => (
                reading(&path),
                boxed(async move {
                    let other = OtherRun::read(&registry, &path, &stop).await.map_err(|error| error.to_string())?;
                    Ok(PreparedContent::Compared(Box::new(other)))
                }),
            ),
            SessionCommand::OpenLink(text) => (
                "The link is being read.".into(),
                boxed(async move {
                    Opened::at_address(&registry, &text, &stop).await.map(opened).map_err(|error| error.to_string())
                }),
            ),
            SessionCommand::PasteText(text) if replaces(&text) => (
                PASTED.into(),
                boxed(async move {
                    Opened::pasted(&registry, &text, &stop).await.map(opened).map_err(|error| error.to_string())
                }),
            ),
            SessionCommand::PasteText(text) => (
                PASTED.into(),
                boxed(async move {
                    let map = open::text("the clipboard", &text, &Options::with_registry(&registry));
                    Ok(PreparedContent::Pasted(Box::new(map.map_err(|error| error.to_string())?)))
                }),
            ),
            SessionCommand::Make(order) => (
                format!("A map of {} × {} cells is being made.", order.width, order.height),
                boxed(async move {
                    let new_scene = later(Here::wait().await, || order.scene(&registry));
                    Ok(PreparedContent::Made(Box::new(new_scene.map_err(|error| error.to_string())?)))
                }),
            ),
            _ => return None,
        };
        Some(Self { command: command.clone(), says, work, progress })
    }

    /// Returns the command.
    pub const fn command(&self) -> &SessionCommand {
        &self.command
    }

    /// Returns whether the part of the program that a page loads first can do it: it has the scenes of links.
    pub(crate) fn is_first(&self) -> bool {
        matches!(&self.command, SessionCommand::OpenLink(text) if !holds_log(text) && !is_local(text))
    }

    /// Reads the file or makes the map. Reading a file can be stopped, but making a map cannot.
    pub fn run(self) -> Prepared {
        at_once(self.finish())
    }

    /// Like [`Preparation::run`], with pauses.
    pub(crate) async fn finish(self) -> Prepared {
        Prepared { command: self.command, what: self.work.await }
    }
}

const PASTED: &str = "The pasted text is being read.";

/// Length in bytes above which pasted text is read as a preparation.
pub(crate) const LARGE: usize = 1 << 20;

fn reading(path: &Path) -> String {
    format!("{} is being read.", path.file_name().unwrap_or(path.as_os_str()).to_string_lossy())
}

/// Returns the question that an error about a file asks.
///
/// # Errors
/// Returns the error as a sentence if it asks nothing.
fn ask(error: FileError, source: MapSource, again: bool) -> Result<PreparedContent, String> {
    match error {
        FileError::Format(FormatError { asks: Some(question), .. }) => {
            Ok(PreparedContent::Asks(Box::new((PendingMap { source, again }, *question))))
        }
        error => Err(error.to_string()),
    }
}

/// Reads a file, or returns the question that the user must answer first.
async fn open_or_ask(
    registry: Registry,
    path: PathBuf,
    reading: MapReading,
    progress: Progress,
) -> Result<PreparedContent, String> {
    match Opened::read(&registry, &path, &reading, &progress).await {
        Ok(opened) => Ok(PreparedContent::Opened(Box::new(opened))),
        Err(error) => ask(error, MapSource { path, reading }, false),
    }
}

/// Whether a log is audited when it is opened. An audit takes longer than reading.
#[derive(Clone, Copy)]
pub(super) enum LogAudit {
    Made,
    LeftOut,
}

/// Share of the time to open a log that reading its file takes. The audit and the conversion take the rest.
const READING: f64 = 0.4;

impl Opened {
    /// Reads a scene, a map of any format, a trace with its scene, or a log. A map without a title gets the name of its
    /// file.
    pub(crate) async fn read(
        registry: &Registry,
        path: &Path,
        reading: &MapReading,
        progress: &Progress,
    ) -> Result<Self, FileError> {
        Self::read_with(registry, path, reading, LogAudit::Made, progress).await
    }

    /// Like [`Opened::read`]. `audit` says whether a log is audited.
    pub(super) async fn read_with(
        registry: &Registry,
        path: &Path,
        reading: &MapReading,
        audit: LogAudit,
        progress: &Progress,
    ) -> Result<Self, FileError> {
        let is_log = path.file_name().is_some_and(|name| holds_lines(&name.to_string_lossy()));
        let read = if is_log { READING } else { 1.0 };
        let (content, held) =
            open::content(path, &reading.options(registry, path), &progress.for_part(0.0, read)).await?;
        let is_map = matches!(content, Content::Scene(_));
        let mut opened = Self::of(content, Some(path), audit, &progress.for_part(read, 1.0)).await?;
        progress.set_share(1.0);
        opened.file = Some(path.to_owned());
        opened.map_source = is_map.then(|| MapSource { path: path.to_owned(), reading: reading.clone() });
        opened.searches = searches_of(path);
        opened.held = opened.path.as_ref().map(|_| held);
        Ok(opened)
    }

    /// Reads what the address of a moment opens: that of a page, its fragment or a copied link. The name of a lesson and the
    /// text of a scene open it, too.
    pub(crate) async fn at_address(registry: &Registry, text: &str, progress: &Progress) -> Result<Self, FileError> {
        let address = Address::read(text).map_err(FileError::Address)?;
        let Some(address) = address else {
            let text = presets::find(text).map_or(text, |preset| preset.json);
            return Self::of_text(registry, "the address", text, progress).await;
        };
        let mut opened = if let Some(path) = address.file() {
            Self::read(registry, path, &MapReading::default(), progress).await?
        } else {
            Self::of_text(registry, address.name(), address.text(), progress).await?
        };
        opened.scene.run.at = address.view.at.or(opened.scene.run.at);
        opened.linked = address.view;
        Ok(opened)
    }

    /// Reads a log, a link of one, or the address of a lesson.
    async fn pasted(registry: &Registry, text: &str, progress: &Progress) -> Result<Self, FileError> {
        if !is_log(text.as_bytes()) && !matches!(Address::read(text), Ok(None)) {
            return Self::at_address(registry, text, progress).await;
        }
        Self::of_text(registry, "the clipboard", text, progress).await
    }

    async fn of_text(registry: &Registry, name: &str, text: &str, progress: &Progress) -> Result<Self, FileError> {
        let options = Options::with_registry(registry);
        let content = open::content_of(name, &mut text.as_bytes(), &options, progress).await?;
        Self::of(content, None, LogAudit::Made, progress).await
    }

    async fn of(
        content: Content,
        path: Option<&Path>,
        audit: LogAudit,
        progress: &Progress,
    ) -> Result<Self, FileError> {
        let plain = |scene| Self {
            scene,
            file: None,
            path: None,
            notes: Vec::new(),
            decided: None,
            source: Source::Ours,
            searches: Vec::new(),
            held: None,
            map_source: None,
            linked: LinkedView::default(),
        };
        Ok(match content {
            Content::Scene(loaded) => {
                let (mut scene, whole) = (loaded.scene, loaded.format == "scene-json");
                if let Some(path) = path.filter(|_| scene.title.is_empty() && !whole) {
                    // Without a title, a map gets the name of its file.
                    scene.title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                }
                let path = path.filter(|_| whole).map(Path::to_owned);
                Self { path, notes: loaded.notes, decided: loaded.decided, ..plain(scene) }
            }
            Content::Trace(trace) => {
                let scene = trace.scene.clone();
                Self { source: Source::Trace(Box::new(trace)), ..plain(scene) }
            }
            Content::Log(log) => {
                let broken = log.broken.iter().map(|bad| format!("Shown up to there: {bad}"));
                let (opened_log, scene) = later(Here::wait().await, || match audit {
                    LogAudit::Made => boxed(OpenedLog::of(&log, progress)),
                    LogAudit::LeftOut => boxed(OpenedLog::unaudited(&log, progress)),
                })
                .await;
                progress.check().map_err(|_| FileError::Stopped(log.name.clone()))?;
                let all = broken.chain(log.header.unknown()).chain(opened_log.note.clone());
                let notes = all.chain(opened_log.replay.schema().lacks()).collect();
                Self { notes, source: Source::Log(Box::new(opened_log)), ..plain(scene) }
            }
        })
    }
}

/// Returns the searches of a MovingAI scenario, or of the one beside a map: `cave.map.scen` for `cave.map`. Returns an
/// empty list if the scenario cannot be read.
fn searches_of(path: &Path) -> Vec<movingai::Row> {
    let mut name = path.as_os_str().to_owned();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("map") => name.push(".scen"),
        Some("scen") => {}
        _ => return Vec::new(),
    }
    let bytes = disk::read(Path::new(&name), "a MovingAI scenario").ok().flatten().unwrap_or_default();
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    movingai::read_scen(&name.to_string_lossy(), text).unwrap_or_default()
}

impl Session {
    /// Carries out a command with its finished preparation.
    pub fn apply_prepared(&mut self, prepared: Prepared) {
        let command = prepared.command.clone();
        self.work.prepared = Some(prepared);
        self.apply(&command);
        self.work.prepared = None;
    }

    /// Opens or shows the result of a command's preparation. If there is no result yet, prepares it now. On an error,
    /// the current scene stays open.
    pub(crate) fn take(&mut self, command: &SessionCommand) {
        let prepared = self.work.prepared.take().or_else(|| Some(Preparation::of(self, command)?.run()));
        match prepared.map(|prepared| prepared.what) {
            Some(Ok(PreparedContent::Opened(opened))) => self.open_what(*opened),
            Some(Ok(PreparedContent::Compared(other))) => self.show_other_run(*other),
            Some(Ok(PreparedContent::Made(scene))) => {
                if let SessionCommand::Make(order) = command {
                    self.hand.generated = self.hand.generated.max(order.seed);
                }
                self.open(*scene, None);
            }
            Some(Ok(PreparedContent::Pasted(loaded))) => self.paste_map(*loaded),
            Some(Ok(PreparedContent::Asks(asked))) => self.work.asked = Some(*asked),
            Some(Ok(PreparedContent::Again(again))) => self.take_again(*again),
            Some(Err(error)) => self.fail(error),
            None if matches!(command, SessionCommand::ReadAgain(_)) => {
                self.fail("The open map does not come from a file.");
            }
            None => {}
        }
    }
}
