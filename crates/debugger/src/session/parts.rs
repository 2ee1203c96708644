//! The parts of a session. Opening something replaces [`Opened`] and [`DisplayState`] completely, so no field keeps a
//! value of an earlier scene. [`UserTools`] and [`Work`] stay.

use super::ask::Asking;
use super::place::Place;
use super::recording::Running;
use super::source::Source;
use super::strokes::Stroke;
use super::time::Jumps;
use super::{Breakpoint, Clip, Floating, Notice, OtherRun, Predict, Problem, Question, Recent, Run};
use crate::disk::address::LinkedView;
use crate::disk::map_source::{MapSource, PendingMap};
use crate::disk::prepare::Prepared;
use crate::disk::saving::Saving;
use crate::formats::movingai::Row;
use crate::formats::{FileQuestion, FormatError};
use crate::lab::find::Events;
use crate::lesson::exercise::ExerciseProgress;
use crate::session::background::work::Tasks;
use crate::session::command::{Area, Brush, Mode, Tool};
use crate::session::playback::Playback;
use crate::session::run_memory::RunMemory;
use crate::session::window::PanelId;
use gridscope_trace::Registry;
use gridscope_trace::Weight;
use gridscope_trace::geometry::Cell;
use gridscope_trace::scene::Scene;
use gridscope_trace::terrain::Tile;
use gridscope_trace::trace::Progress;
use gridscope_trace::trace::replay::WhyNot;
use std::path::PathBuf;
use std::sync::Arc;

/// The user's tools and the algorithms. They stay when another scene is opened.
#[non_exhaustive]
pub struct UserTools {
    /// The algorithms that can be chosen.
    pub(super) registry: Registry,
    /// The mode: Edit or Inspect.
    pub mode: Mode,
    /// The tool.
    pub tool: Tool,
    /// Content that the brush paints.
    pub brush: Brush,
    /// Width and height of brush and eraser in cells, an odd number.
    pub brush_size: u16,
    /// The weight that was used last.
    pub weight: Weight,
    /// The area that was copied last.
    pub(super) clip: Option<Arc<Clip>>,
    /// Highest seed that a scene was generated from.
    pub(crate) generated: u64,
}

impl Default for UserTools {
    fn default() -> Self {
        Self {
            registry: Registry::default(),
            mode: Mode::Inspect,
            tool: Tool::Brush,
            brush: Brush::Tile(Tile::Wall),
            brush_size: 1,
            weight: Weight::from(5),
            clip: None,
            generated: 0,
        }
    }
}

/// The opened scene or log: its source, its runs, and edits in progress.
#[derive(Default)]
#[non_exhaustive]
pub struct Opened {
    /// The main run.
    pub main: Option<Run>,
    /// Additional runs of the same scene, each with some differences.
    pub additional_runs: Vec<Run>,
    /// The view that the link of the scene states. The window takes the arrangement.
    pub linked: LinkedView,
    /// Runs of other files.
    pub other_runs: Vec<Run>,
    /// Run B: the run before the last edit.
    pub previous: Option<Run>,
    /// Whether run B is shown.
    pub comparing: bool,
    /// Place of the run that was freed to make room for the next one.
    pub(super) place_left: Option<Place>,
    /// Reason why the scene has no run, if it has none.
    pub problem: Option<Problem>,
    /// The selected area.
    pub selection: Option<Area>,
    /// The pasted piece, if it is not put down yet.
    pub(super) floating: Option<Floating>,
    /// First event at which the opened trace differs from the run of its scene.
    pub trace_differs: Option<FormatError>,
    /// The source behind the map.
    pub(crate) source: Source,
    /// The searches of the MovingAI scenario that is open, or that is beside the map.
    pub searches: Vec<Row>,
    /// The file that was opened, as long as what is shown is what it holds, apart from edits.
    pub file: Option<PathBuf>,
    /// The file that the map came from.
    pub(crate) map_source: Option<MapSource>,
    /// Scenes of other files that wait for their recording.
    pub(super) expected: Vec<OtherRun>,
    /// The stroke that is being drawn.
    pub(super) stroke: Option<Stroke>,
    /// The cell where the last stroke ended.
    pub(super) last_cell: Option<Cell>,
    /// The scene as given to students, while the user records a solution of its exercise.
    pub(super) given: Option<Arc<Scene>>,
    /// Number of events before the next recording begins.
    pub(super) first_event: usize,
    /// Number of events of the longest run of the last recording.
    pub(super) last_length: usize,
    /// Whether a new recording is needed, such as after a change of the scene.
    pub(super) stale: bool,
}

/// State of the display, and questions about the runs.
#[derive(Default)]
#[non_exhaustive]
pub struct DisplayState {
    /// Playback.
    pub playback: Playback,
    /// The breakpoints.
    pub breakpoints: Vec<Breakpoint>,
    /// The kind of event that *next hit* stops at besides breakpoints.
    pub chosen_kind: Option<String>,
    /// Index of the shown layer.
    pub layer: usize,
    /// The selected mover of a log. The selected cell follows it.
    pub mover: Option<usize>,
    /// The conflict of movers that is framed besides the next one.
    pub conflict: Option<usize>,
    /// The selected cell.
    pub selected: Option<Cell>,
    /// The cell or drawn path of the why-not question, with the answer for the main run.
    pub why_not: Option<(Vec<Cell>, WhyNot)>,
    /// The cell or path of that question while it has no answer.
    pub(super) asked: Option<Vec<Cell>>,
    /// The layer that is shown as soon as it is prepared.
    pub(super) awaited_layer: Option<usize>,
    /// The cell under the pointer, on the map or in a panel.
    pub hovered: Option<Cell>,
    /// The prediction of what comes next.
    pub predict: Option<Predict>,
    /// Progress of the scene's exercise, as of the last recording.
    pub exercise: ExerciseProgress,
    /// Conditions that this progress belongs to.
    pub(super) conditions: Vec<String>,
    /// Whether the next recording also tests the author's solution.
    pub(super) tests_solution: bool,
    /// Index of the slide that was turned to last. See [`Session::slide_at_hand`](super::Session::slide_at_hand).
    pub(super) slide: Option<usize>,
    /// Replies to the questions of slides.
    pub(super) asking: Asking,
    /// The panel to bring to the front next. The window takes it.
    pub panel: Option<PanelId>,
    /// Moments before jumps in time.
    pub(super) jumps: Jumps,
    /// Two cells whose views are shown once they are recorded. The first cell sees the second, which does not see back.
    pub(super) pair: Option<(Cell, Cell)>,
    /// Whether the next recording is the first of its scene.
    pub(super) is_first_recording: bool,
}

/// Work in progress, and its messages. It continues when another scene is opened, until it ends or is outdated.
#[non_exhaustive]
pub struct Work {
    /// Runs no longer shown. A window frees large ones on another thread.
    pub(super) retired: Vec<Run>,
    /// Maximum number of bytes that the shown runs may take while another is recorded. If they take more, some are
    /// freed first.
    pub room: usize,
    /// Memory for runs.
    pub(super) run_memory: RunMemory,
    /// The question that a task is answering, and the flag that stops it.
    pub(super) answering: Option<(Question, Progress)>,
    /// Notices to show, oldest first. The window takes them.
    pub notices: Vec<Notice>,
    /// The list of events, and the search among them.
    pub events: Events,
    /// Long tasks and their results.
    pub tasks: Tasks,
    /// The last commands, and reports of errors in gridscope itself.
    pub recent: Recent,
    /// Saves that are pending or running.
    pub(crate) saving: Saving,
    /// Result of the preparation for the current command.
    pub(crate) prepared: Option<Prepared>,
    /// Question that the user must answer before a map can be opened.
    pub(crate) asked: Option<(PendingMap, FileQuestion)>,
    /// Sentence that says what decides where the opened map is solid. The window takes it.
    pub(crate) decided: Option<String>,
    /// The running recording.
    pub(super) recording: Option<Running>,
}

/// Usual [`Work::room`], in bytes. The memory of a page only grows, and holds a large run twice at most.
const ROOM: usize = if cfg!(target_pointer_width = "32") { 64 << 20 } else { Progress::DEFAULT_MEMORY / 2 };

impl Default for Work {
    fn default() -> Self {
        Self {
            recording: None,
            asked: None,
            decided: None,
            answering: None,
            saving: Saving::default(),
            prepared: None,
            tasks: Tasks::default(),
            events: Events::default(),
            retired: Vec::new(),
            room: ROOM,
            run_memory: RunMemory::default(),
            notices: Vec::new(),
            recent: Recent::default(),
        }
    }
}
