//! What has to be there before a command can be done, apart from the session that takes it in: a file that is read, a map
//! that is made. A large one takes a while, and a window has it prepared on another thread.

use super::command::SessionCommand;
use super::disk;
use super::files::FileError;
use super::open;
use super::session::{OpenedLog, OtherRun, Session};
use crate::core::scene::Scene;
use crate::core::trace::Control;
use crate::formats::log::is_log;
use crate::formats::trace_file::TraceFile;
use crate::formats::{Content, Loaded, Options, movingai};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a command waits for.
pub struct Preparation {
    command: SessionCommand,
    /// What is being done, in a sentence.
    pub says: String,
    work: Work,
    /// Set to stop it soon.
    pub control: Arc<Control>,
}

type Work = Box<dyn FnOnce(&Control) -> Result<What, String> + Send>;

/// What a command has waited for, or why it cannot be had.
pub struct Prepared {
    command: SessionCommand,
    pub(super) what: Result<What, String>,
}

pub(super) enum What {
    /// A scene, a map, a trace or a log, to be opened.
    Opened(Box<Opened>),
    /// One to compare with.
    Compared(Box<OtherRun>),
    /// A map in text that was pasted.
    Pasted(Box<Loaded>),
    /// What a generator has made.
    Made(Box<Scene>),
}

/// What a file holds, as a session opens it.
pub(super) struct Opened {
    pub(super) scene: Scene,
    /// Where it is saved again, if its format holds all of a scene.
    pub(super) path: Option<PathBuf>,
    pub(super) notes: Vec<String>,
    pub(super) trace: Option<TraceFile>,
    pub(super) log: Option<OpenedLog>,
    /// The searches of the MovingAI scenario that lies beside it.
    pub(super) searches: Vec<movingai::Row>,
    /// The fingerprint of the file at that path.
    pub(super) held: Option<u64>,
}

impl Preparation {
    /// What a command waits for; none for one that is done at once.
    pub fn of(command: &SessionCommand) -> Option<Self> {
        let opened = |opened: Opened| What::Opened(Box::new(opened));
        let (says, work): (String, Work) = match command.clone() {
            SessionCommand::Open(path) => (
                reading(&path),
                Box::new(move |control| Opened::read(&path, control).map(opened).map_err(|error| error.to_string())),
            ),
            SessionCommand::CompareWith(path) => (
                reading(&path),
                Box::new(move |control| {
                    let other = OtherRun::read(&path, control).map_err(|error| error.to_string())?;
                    Ok(What::Compared(Box::new(other)))
                }),
            ),
            SessionCommand::PasteText(text) if is_log(text.as_bytes()) => (
                PASTED.into(),
                Box::new(move |control| Opened::pasted(&text, control).map(opened).map_err(|error| error.to_string())),
            ),
            SessionCommand::PasteText(text) if text.len() > LARGE => (
                PASTED.into(),
                Box::new(move |_| {
                    let map = open::text("the clipboard", &text, &Options::default());
                    Ok(What::Pasted(Box::new(map.map_err(|error| error.to_string())?)))
                }),
            ),
            SessionCommand::Make(order) => (
                format!("A map of {} × {} cells is being made.", order.width, order.height),
                Box::new(move |_| Ok(What::Made(Box::new(order.scene().map_err(|error| error.to_string())?)))),
            ),
            _ => return None,
        };
        Some(Self { command: command.clone(), says, work, control: Arc::default() })
    }

    /// The command.
    pub const fn command(&self) -> &SessionCommand {
        &self.command
    }

    /// Reads or makes it. Reading a file ends soon where somebody stops it; a map is made all the same.
    pub fn run(self) -> Prepared {
        Prepared { command: self.command, what: (self.work)(&self.control) }
    }
}

const PASTED: &str = "What was pasted is being read.";

/// A longer text is read where nobody waits.
pub(super) const LARGE: usize = 1 << 20;

fn reading(path: &Path) -> String {
    format!("{} is being read.", path.file_name().unwrap_or(path.as_os_str()).to_string_lossy())
}

impl Opened {
    /// Reads a scene, a map of any format, a trace with its scene or a log. A map without a title is called by its file.
    pub(super) fn read(path: &Path, control: &Control) -> Result<Self, FileError> {
        let (content, held) = open::content_within(path, control)?;
        let mut opened = Self::of(content, Some(path), control)?;
        opened.searches = searches_beside(path);
        opened.held = opened.path.as_ref().map(|_| held);
        Ok(opened)
    }

    /// Reads a log out of text.
    fn pasted(text: &str, control: &Control) -> Result<Self, FileError> {
        Self::of(open::bytes_within("the clipboard", text.as_bytes(), control)?, None, control)
    }

    fn of(content: Content, path: Option<&Path>, control: &Control) -> Result<Self, FileError> {
        let plain = |scene| Self {
            scene,
            path: None,
            notes: Vec::new(),
            trace: None,
            log: None,
            searches: Vec::new(),
            held: None,
        };
        Ok(match content {
            Content::Scene(loaded) => {
                let (mut scene, whole) = (loaded.scene, loaded.format == "scene-json");
                if let Some(path) = path.filter(|_| scene.title.is_empty() && !whole) {
                    // A map says nothing of itself but by the name of its file.
                    scene.title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                }
                Self { path: path.filter(|_| whole).map(Path::to_owned), notes: loaded.notes, ..plain(scene) }
            }
            Content::Trace(trace) => {
                let scene = trace.scene.clone();
                Self { trace: Some(trace), ..plain(scene) }
            }
            Content::Log(log) => {
                let broken = log.broken.iter().map(|bad| format!("Shown up to there: {bad}"));
                let (shown, scene) =
                    OpenedLog::within(&log, control).map_err(|_| FileError::Stopped(log.name.clone()))?;
                let all = broken.chain(log.header.unknown()).chain(shown.note.clone());
                let notes = all.chain(shown.replay.schema().lacks()).collect();
                Self { notes, log: Some(shown), ..plain(scene) }
            }
        })
    }
}

/// The searches of the MovingAI scenario that lies beside a map, as they are handed out: `cave.map` and `cave.map.scen`.
/// One that cannot be read is as none.
fn searches_beside(path: &Path) -> Vec<movingai::Row> {
    if path.extension().is_none_or(|e| e != "map") {
        return Vec::new();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".scen");
    let bytes = disk::read(Path::new(&name), "a MovingAI scenario").ok().flatten().unwrap_or_default();
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    movingai::read_scen(&name.to_string_lossy(), text).unwrap_or_default()
}

impl Session {
    /// Does a command with what it has waited for.
    pub fn apply_prepared(&mut self, prepared: Prepared) {
        let command = prepared.command.clone();
        self.work.prepared = Some(prepared);
        self.apply(&command);
        self.work.prepared = None;
    }

    /// Opens or shows beside what a command has waited for, or gets it now; on an error what was open stays open.
    pub(super) fn take(&mut self, command: &SessionCommand) {
        let prepared = self.work.prepared.take().or_else(|| Some(Preparation::of(command)?.run()));
        match prepared.map(|prepared| prepared.what) {
            Some(Ok(What::Opened(opened))) => self.open_what(*opened),
            Some(Ok(What::Compared(other))) => self.show_beside(*other),
            Some(Ok(What::Made(scene))) => {
                if let SessionCommand::Make(order) = command {
                    self.hand.generated = self.hand.generated.max(order.seed);
                }
                self.open(*scene, None);
            }
            Some(Ok(What::Pasted(loaded))) => self.paste_map(*loaded),
            Some(Err(error)) => self.fail(error),
            None => {}
        }
    }
}
