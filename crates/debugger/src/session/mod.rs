//! A session: the document, its recorded runs on one clock, playback, breakpoints, and what is at hand.
//!
//! Recording may take long, so it is handed out as a [`Job`] that can run on any thread (or at once, by
//! [`Session::settle`]); its answer comes back through [`Session::finish`].

mod apply;
mod area;
mod asked;
mod background;
mod beside;
mod breaks;
mod chosen;
mod finding;
mod following;
mod job;
mod opened_log;
mod place;
mod predict;
mod problem;
mod question;
mod recent;
mod recording;
mod still;
mod strokes;
mod time;
mod variants;

pub use area::{Clip, Floating};
pub use asked::{Answer, Asked, Question};
pub use beside::GuestError;
pub(super) use beside::OtherRun;
pub use breaks::Breakpoint;
pub use job::{Job, Recorded};
pub use opened_log::OpenedLog;
pub use predict::{Given, Predict};
pub use problem::Problem;
pub use recent::{KEPT as COMMANDS_KEPT, Recent};
pub use recording::ProgramTime;
pub use variants::variants;

use super::command::{Area, Brush, Mode, Tool};
use super::document::Document;
use super::exercise::Progress;
use super::find::Events;
use super::playback::Playback;
use super::prepare::Prepared;
use super::program::{Growing, Program};
use super::saving::Saving;
use super::window::PanelId;
use super::work::Tasks;
use crate::core::algorithms;
use crate::core::card::Card;
use crate::core::geometry::Cell;
use crate::core::scene::{Bookmark, Scene};
use crate::core::terrain::Tile;
use crate::core::trace::replay::WhyNot;
use crate::core::trace::schema::{Layer, Schema};
use crate::core::trace::{Control, Replay};
use crate::formats::FormatError;
use crate::formats::movingai::Row;
use crate::formats::plain::sentence;
use crate::formats::trace_file::TraceFile;
use following::KeptMoment;
use place::Place;
use recording::Running;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use strokes::Stroke;

/// One recorded run and the scene that it was recorded from.
#[non_exhaustive]
pub struct Run {
    /// What sets it apart from the others.
    pub title: String,
    /// The scene.
    pub scene: Arc<Scene>,
    /// The run, with its cursor.
    pub replay: Replay,
    /// The stroke of the document that it belongs to.
    serial: u64,
}

/// Something to tell in passing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Whether something went wrong.
    pub error: bool,
    /// One sentence.
    pub text: String,
}

/// What a person is doing.
#[non_exhaustive]
pub struct Session {
    /// The scene and its edits.
    pub document: Document,
    /// The run that is looked at.
    pub main: Option<Run>,
    /// Runs of the same scene with other parameters.
    pub beside: Vec<Run>,
    /// Runs of other files.
    pub other_runs: Vec<Run>,
    /// Run B: the one before the last edit.
    pub previous: Option<Run>,
    /// Whether run B is shown.
    pub comparing: bool,
    /// Runs that nobody looks at any more.
    worn: Vec<Run>,
    /// Where the run stood that was let go for the next one.
    left: Option<Place>,
    /// How many bytes of memory the runs that are shown may take while another is recorded; more are let go first.
    pub room: usize,
    /// Why the scene has no run.
    pub problem: Option<Problem>,
    /// Playing.
    pub playback: Playback,
    /// The breakpoints.
    pub breakpoints: Vec<Breakpoint>,
    /// The kind of event that *next hit* stops at where there is no breakpoint.
    pub chosen_kind: Option<String>,
    /// Edit or inspect.
    pub mode: Mode,
    /// The tool.
    pub tool: Tool,
    /// What is painted.
    pub brush: Brush,
    /// How many cells wide brush and eraser are, an odd number.
    pub brush_size: u16,
    /// The weight that was in hand last.
    pub weight: u8,
    /// The selected area.
    pub selection: Option<Area>,
    /// What was pasted and is not put down yet.
    floating: Option<Floating>,
    /// What was copied.
    clip: Option<Arc<Clip>>,
    /// The layer that is shown, by its number on the card.
    pub layer: usize,
    /// The selected cell.
    pub selected: Option<Cell>,
    /// The cell, or the drawn path, that was asked why it did not win, and the answer for the main run.
    pub why_not: Option<(Vec<Cell>, WhyNot)>,
    /// The same, as long as there is no answer.
    asked: Option<Vec<Cell>>,
    /// The question that a task is answering, and the flag that stops it.
    answering: Option<(Question, Arc<AtomicBool>)>,
    /// The layer that is shown as soon as it is prepared.
    awaited_layer: Option<usize>,
    /// The cell under the pointer, wherever that is.
    pub hovered: Option<Cell>,
    /// What comes next, being predicted.
    pub predict: Option<Predict>,
    /// Pending notifications, oldest first; drained by the window.
    pub notices: Vec<Notice>,
    /// The list of events, and what is looked for among them.
    pub events: Events,
    /// Work that takes long, and what came of it.
    pub tasks: Tasks,
    /// How far the exercise of the scene is done, as of the last recording.
    pub exercise: Progress,
    /// The panel to bring to the front next; consumed by the window.
    pub panel: Option<PanelId>,
    /// The first event at which the trace that was opened is not the run of its scene, which is what is shown.
    pub trace_differs: Option<FormatError>,
    /// The log of another program that is looked at, in place of a run of ours.
    pub log: Option<OpenedLog>,
    /// The program behind the map, which is run again whenever the scene changes.
    pub program: Option<Arc<dyn Program>>,
    /// What it said besides its log.
    pub output: String,
    /// The log that is followed while it grows.
    pub follow: Option<Arc<dyn Growing>>,
    /// How many of its lines are shown.
    followed: usize,
    /// The moment that was looked at when it was begun anew.
    moment: Option<KeptMoment>,
    /// What was done last, and the reports of errors in the program itself.
    pub recent: Recent,
    /// The searches that lie beside the map as a MovingAI scenario.
    pub searches: Vec<Row>,
    /// Where jumps in time came from.
    jumps: time::Jumps,
    /// A number that changes with each scene that is opened.
    pub scene_number: u64,
    /// A number that changes with each recording that comes in.
    pub generation: u64,
    /// Scenes of other files that wait for their recording.
    expected: Vec<OtherRun>,
    /// What is still to be saved.
    pub(super) saving: Saving,
    /// What the command that is being done has waited for, where it has.
    pub(super) prepared: Option<Prepared>,
    /// The trace that the scene came out of, until its events are compared with those of its recording.
    pub(super) opened_trace: Option<TraceFile>,
    /// The pair whose two looks are shown once they are recorded: who sees, who does not see back.
    pair: Option<(Cell, Cell)>,
    /// A run that was recorded elsewhere, until it is shown as the first of its scene.
    handed: Option<Replay>,
    stroke: Option<Stroke>,
    last_cell: Option<Cell>,
    /// The seed that was generated from last.
    pub(super) generated: u64,
    /// Whether the scene has changed since the last job was handed out.
    stale: bool,
    running: Option<Running>,
    /// Whether the next recording is the first of its scene, and where to stand in it.
    arriving: bool,
}

impl Session {
    /// A session on a scene; nothing is recorded yet.
    pub fn new(scene: Scene) -> Self {
        let mut session = Self::blank(Document::new(scene, None));
        session.arrive_anew();
        session
    }

    /// A session before the first command.
    fn blank(document: Document) -> Self {
        Self {
            document,
            main: None,
            beside: Vec::new(),
            other_runs: Vec::new(),
            searches: Vec::new(),
            jumps: time::Jumps::default(),
            expected: Vec::new(),
            saving: Saving::default(),
            prepared: None,
            opened_trace: None,
            pair: None,
            previous: None,
            comparing: false,
            worn: Vec::new(),
            left: None,
            room: Control::DEFAULT_MEMORY / 2,
            problem: None,
            playback: Playback::default(),
            breakpoints: Vec::new(),
            chosen_kind: None,
            mode: Mode::Inspect,
            tool: Tool::Brush,
            brush: Brush::Tile(Tile::Wall),
            brush_size: 1,
            weight: 5,
            selection: None,
            floating: None,
            clip: None,
            layer: 0,
            selected: None,
            why_not: None,
            asked: None,
            answering: None,
            awaited_layer: None,
            hovered: None,
            predict: None,
            notices: Vec::new(),
            events: Events::default(),
            tasks: Tasks::default(),
            panel: None,
            exercise: Progress::default(),
            trace_differs: None,
            log: None,
            program: None,
            output: String::new(),
            follow: None,
            followed: 0,
            moment: None,
            recent: Recent::default(),
            scene_number: 0,
            generation: 0,
            handed: None,
            stroke: None,
            last_cell: None,
            generated: 0,
            stale: true,
            running: None,
            arriving: true,
        }
    }

    /// Looks at another scene, as if just started with it. Tools and view stay.
    pub fn open(&mut self, scene: Scene, path: Option<std::path::PathBuf>) {
        self.open_as(Document::new(scene, path));
    }

    /// Everything is as in a new session, except for what is named here: a new field belongs to what is open unless it is added to
    /// what stays.
    pub(super) fn open_as(&mut self, document: Document) {
        let old = std::mem::replace(self, Self::blank(document));
        self.playback.speed = old.playback.speed;
        // Nobody waits until all that was recorded is given back.
        let mut worn = old.worn;
        worn.extend(old.main.into_iter().chain(old.previous).chain(old.beside).chain(old.other_runs));
        // What a person has in hand.
        (self.mode, self.tool, self.brush, self.brush_size, self.weight) =
            (old.mode, old.tool, old.brush, old.brush_size, old.weight);
        (self.clip, self.generated) = (old.clip, old.generated);
        // How the program works, and what it has to say.
        (self.room, self.notices, self.recent) = (old.room, old.notices, old.recent);
        (self.scene_number, self.generation) = (old.scene_number, old.generation);
        // Jobs that are running, until they end or are outdated.
        (self.saving, self.prepared, self.running, self.answering) =
            (old.saving, old.prepared, old.running, old.answering);
        (self.tasks, self.events, self.worn) = (old.tasks, old.events, worn);
        self.arrive_anew();
    }

    /// The next recording is looked at as the first of its scene: from its own moment, in its first layer, with its own
    /// question. What was recorded or asked until now belongs to another.
    pub(super) fn arrive_anew(&mut self) {
        (self.generation, self.scene_number) = (self.generation + 1, self.scene_number + 1);
        self.cancel_recording();
        self.tasks.clear();
        self.events.clear();
        self.breakpoints.clear();
        (self.why_not, self.asked, self.predict, self.panel, self.pair) = (None, None, None, None, None);
        (self.selected, self.chosen_kind) = (None, None);
        (self.playback.range, self.playback.looping) = (None, false);
        self.exercise = Progress::default();
        self.arriving = true;
        self.layer = default_layer(self.card());
    }

    /// Whether the scene came out of a trace whose events are still to be compared with those of its recording.
    pub const fn compares_trace(&self) -> bool {
        self.opened_trace.is_some()
    }

    /// The scene as it is now.
    pub const fn scene(&self) -> &Scene {
        self.document.scene()
    }

    /// What can be shown of each cell.
    pub fn layers(&self) -> Vec<Layer> {
        match &self.log {
            Some(log) => log.replay.schema().layers.clone(),
            None => Schema::default().with_card(self.card()).layers,
        }
    }

    /// Whether a run is one of what is looked at now, and not of another algorithm that was looked at before.
    pub fn shows(&self, replay: &Replay) -> bool {
        match &self.log {
            Some(log) => log.replay.schema() == replay.schema(),
            None => replay.schema().algorithm == self.card().id,
        }
    }

    /// What is looked at, by name: the algorithm, or what the program of a log calls its own.
    pub fn algorithm_title(&self) -> String {
        match (&self.program, &self.log) {
            (Some(program), _) => program.name().to_owned(),
            (None, Some(log)) => log.replay.schema().title.to_string(),
            (None, None) => self.card().title.to_owned(),
        }
    }

    /// The card of the scene's algorithm; the first of the list where there is no such algorithm. That of a log is empty.
    pub fn card(&self) -> &'static Card {
        if self.log.is_some() || self.program.is_some() {
            return &super::log::CARD;
        }
        algorithms::find_or_first(&self.scene().run.algorithm).card()
    }

    /// The main run's replay.
    pub fn replay(&self) -> Option<&Replay> {
        self.main.as_ref().map(|r| &r.replay)
    }

    /// All runs that are shown, the main one first.
    pub fn shown(&self) -> impl Iterator<Item = &Run> {
        let previous = self.previous.as_ref().filter(|_| self.comparing);
        self.main.iter().chain(&self.beside).chain(previous).chain(&self.other_runs)
    }

    /// How many events have happened, and how many there are.
    pub fn moment(&self) -> (usize, usize) {
        self.replay().map_or((0, 0), |r| (r.cursor(), r.len()))
    }

    fn tell(&mut self, text: &str) {
        self.notices.push(Notice { error: false, text: sentence(text) });
    }

    /// Tells an error in passing.
    pub fn fail(&mut self, text: impl Into<String>) {
        self.notices.push(Notice { error: true, text: sentence(&text.into()) });
    }

    /// Runs an edit of the document and asks for a new recording where it changed something.
    fn edit(&mut self, change: impl FnOnce(&mut Document) -> bool) {
        self.stale |= change(&mut self.document);
    }

    /// Puts another scene in place of this one, where it is another and holds together; else says why not.
    fn replace(&mut self, scene: Scene) {
        match scene.validate() {
            Err(error) => self.fail(error.to_string()),
            Ok(()) if scene == *self.scene() => {}
            Ok(()) => self.edit(|d| d.replace(scene)),
        }
    }

    /// Edits the bookmarks, which changes nothing of the run.
    fn bookmarks(&mut self, merge: Option<usize>, change: impl FnOnce(&mut Vec<Bookmark>)) {
        let mut run = self.scene().run.clone();
        change(&mut run.bookmarks);
        self.document.set_run(run, merge.map(|i| format!("bookmark {i}")).as_deref());
    }
}

/// The number of the layer shown first.
fn default_layer(card: &Card) -> usize {
    card.layers.iter().position(|l| l.name == card.first_layer).unwrap_or(0)
}
