//! The parts of a session. Opening something replaces [`Opened`] and [`Shown`] whole, so no field of an earlier scene can be
//! forgotten there; [`Hand`] and [`Work`] stay.

use super::following::KeptMoment;
use super::place::Place;
use super::recording::Running;
use super::strokes::Stroke;
use super::time::Jumps;
use super::{Breakpoint, Clip, Floating, Notice, OpenedLog, OtherRun, Predict, Problem, Question, Recent, Run};
use crate::command::{Area, Brush, Mode, Tool};
use crate::core::geometry::Cell;
use crate::core::terrain::Tile;
use crate::core::trace::replay::WhyNot;
use crate::core::trace::{Control, Replay};
use crate::exercise::Progress;
use crate::find::Events;
use crate::formats::FormatError;
use crate::formats::movingai::Row;
use crate::formats::trace_file::TraceFile;
use crate::playback::Playback;
use crate::prepare::Prepared;
use crate::program::{Growing, Program};
use crate::saving::Saving;
use crate::window::PanelId;
use crate::work::Tasks;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Tools in hand. They stay when another scene is opened.
#[non_exhaustive]
pub struct Hand {
    /// Edit or inspect.
    pub mode: Mode,
    /// The tool.
    pub tool: Tool,
    /// What the brush paints.
    pub brush: Brush,
    /// Width and height of brush and eraser in cells, an odd number.
    pub brush_size: u16,
    /// The weight that was used last.
    pub weight: u8,
    /// The area that was copied last.
    pub(super) clip: Option<Arc<Clip>>,
    /// The last seed that a scene was generated from.
    pub(crate) generated: u64,
}

impl Default for Hand {
    fn default() -> Self {
        Self {
            mode: Mode::Inspect,
            tool: Tool::Brush,
            brush: Brush::Tile(Tile::Wall),
            brush_size: 1,
            weight: 5,
            clip: None,
            generated: 0,
        }
    }
}

/// What is open: where it comes from, its runs, and what is done to its map.
#[derive(Default)]
#[non_exhaustive]
pub struct Opened {
    /// The run that is looked at.
    pub main: Option<Run>,
    /// Runs of the same scene with other parameters.
    pub beside: Vec<Run>,
    /// Runs of other files.
    pub other_runs: Vec<Run>,
    /// Run B: the run before the last edit.
    pub previous: Option<Run>,
    /// Whether run B is shown.
    pub comparing: bool,
    /// Place of the run that was freed to make room for the next one.
    pub(super) place_left: Option<Place>,
    /// Why the scene has no run.
    pub problem: Option<Problem>,
    /// The selected area.
    pub selection: Option<Area>,
    /// The piece that was pasted and is not put down yet.
    pub(super) floating: Option<Floating>,
    /// First event at which the opened trace differs from the run of its scene.
    pub trace_differs: Option<FormatError>,
    /// The log of another program that is shown instead of a run of ours.
    pub log: Option<OpenedLog>,
    /// The program behind the map. It runs again whenever the scene changes.
    pub program: Option<Arc<dyn Program>>,
    /// What the program printed besides its log.
    pub output: String,
    /// The log that is followed while it grows.
    pub follow: Option<Arc<dyn Growing>>,
    /// Number of its lines that are shown.
    pub(super) followed: usize,
    /// The moment that was shown when the log was begun anew.
    pub(super) moment: Option<KeptMoment>,
    /// The searches of the MovingAI scenario beside the map.
    pub searches: Vec<Row>,
    /// Scenes of other files that wait for their recording.
    pub(super) expected: Vec<OtherRun>,
    /// The trace that the scene was read from, until its events are compared with those of the recording.
    pub(crate) opened_trace: Option<TraceFile>,
    /// A run that was recorded elsewhere, until it is shown as the first run of its scene.
    pub(super) handed: Option<Replay>,
    /// The stroke that is being drawn.
    pub(super) stroke: Option<Stroke>,
    /// The cell where the last stroke ended.
    pub(super) last_cell: Option<Cell>,
    /// Whether the scene has changed since the last job was handed out.
    pub(super) stale: bool,
}

/// What is shown of the runs, and what is asked of them.
#[derive(Default)]
#[non_exhaustive]
pub struct Shown {
    /// Playback.
    pub playback: Playback,
    /// The breakpoints.
    pub breakpoints: Vec<Breakpoint>,
    /// The kind of event that *next hit* stops at if there is no breakpoint.
    pub chosen_kind: Option<String>,
    /// Number of the layer that is shown, on the card.
    pub layer: usize,
    /// The selected cell.
    pub selected: Option<Cell>,
    /// The cell, or the drawn path, that was asked why it did not win, with the answer for the main run.
    pub why_not: Option<(Vec<Cell>, WhyNot)>,
    /// The same question while it has no answer.
    pub(super) asked: Option<Vec<Cell>>,
    /// The layer that is shown as soon as it is prepared.
    pub(super) awaited_layer: Option<usize>,
    /// The cell under the pointer, on the map or in a panel.
    pub hovered: Option<Cell>,
    /// The prediction of what comes next.
    pub predict: Option<Predict>,
    /// Progress of the scene's exercise, as of the last recording.
    pub exercise: Progress,
    /// The panel to bring to the front next; the window takes it.
    pub panel: Option<PanelId>,
    /// Moments that jumps in time came from.
    pub(super) jumps: Jumps,
    /// The pair whose two views are shown once they are recorded: the first sees the second, which does not see back.
    pub(super) pair: Option<(Cell, Cell)>,
    /// Whether the next recording is the first of its scene.
    pub(super) arriving: bool,
}

/// Work under way, and what it has to say. It goes on when another scene is opened, until it ends or is outdated.
#[non_exhaustive]
pub struct Work {
    /// Runs no longer shown. They are freed on a background thread.
    pub(super) retired: Vec<Run>,
    /// Bytes that the runs that are shown may take while another is recorded. Beyond it, runs are freed first.
    pub room: usize,
    /// The question that a task is answering, and the flag that stops it.
    pub(super) answering: Option<(Question, Arc<AtomicBool>)>,
    /// Notices to show, oldest first; the window takes them.
    pub notices: Vec<Notice>,
    /// The list of events, and the search among them.
    pub events: Events,
    /// Long tasks and their results.
    pub tasks: Tasks,
    /// The last commands, and reports of errors in the program itself.
    pub recent: Recent,
    /// Files that are still to be saved.
    pub(crate) saving: Saving,
    /// The file or map that the current command needed.
    pub(crate) prepared: Option<Prepared>,
    /// The recording under way.
    pub(super) recording: Option<Running>,
}

impl Default for Work {
    fn default() -> Self {
        Self {
            recording: None,
            answering: None,
            saving: Saving::default(),
            prepared: None,
            tasks: Tasks::default(),
            events: Events::default(),
            retired: Vec::new(),
            room: Control::DEFAULT_MEMORY / 2,
            notices: Vec::new(),
            recent: Recent::default(),
        }
    }
}
