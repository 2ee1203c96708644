//! All commands. Their names and keys are in [`table`].

pub mod effect;
pub mod generator_request;
pub mod new_map;
pub(crate) mod solution_step;
pub(crate) mod stride;
pub mod table;
pub(crate) mod window_command;

use crate::disk::map_source::{MapReading, MapSource};
pub use crate::document::hand::{Area, Brush, MirrorAxis, Mode, Sides, Tool};
use crate::lab::find::EventQuery;
use crate::log::program::Program;
use crate::session::ask::{Replies, Reply};
use crate::session::background::work::Task;
use crate::session::command::generator_request::GeneratorRequest;
use crate::session::command::new_map::NewMap;
pub use crate::session::command::solution_step::SolutionStep;
pub use crate::session::command::stride::Stride;
pub use crate::session::command::window_command::WindowCommand;
use gridscope_trace::exercise::Exercise;
use gridscope_trace::geometry::{Cell, Size};
use gridscope_trace::question::Question;
use gridscope_trace::scene::{Actor, ActorKind, AdditionalRun, Scene, ScriptLine, Slide, TileDetail};
use gridscope_trace::trace::breakpoint::Condition;
use std::path::PathBuf;
use std::sync::Arc;

/// A command. The user changes data only by commands. A [`SessionCommand`] changes the session, and a [`WindowCommand`]
/// needs a window. Both are matched exhaustively where they are carried out, so a command without code does not
/// compile.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A command for the session.
    Session(SessionCommand),
    /// A command for the window.
    Window(WindowCommand),
}

/// A command that a session can carry out, with or without a window.
#[derive(Clone, PartialEq, Debug)]
pub enum SessionCommand {
    // File
    /// Opens an empty map.
    New(NewMap),
    /// Opens a scene from the generator with this id, with a seed that was not used yet.
    Generate(&'static str),
    /// Opens a scene from a generator with these settings.
    Make(Box<GeneratorRequest>),
    /// Opens a file.
    Open(PathBuf),
    /// Opens the map of another program, with what its tiles stand for.
    OpenMap(Box<MapSource>),
    /// Writes the answers about the tiles of a map beside its file.
    RememberTiles(Box<MapSource>),
    /// Reads the open map again from its file, as one edit. Without a reading, it is read as before.
    ReadAgain(Option<Box<MapReading>>),
    /// Opens the address of a moment: that of a page, its fragment, or a copied link.
    OpenLink(String),
    /// Opens an embedded preset.
    OpenPreset(&'static str),
    /// Saves to this path, in the format of its extension.
    SaveAs(PathBuf),

    // Edit
    /// Undoes the last stroke.
    Undo,
    /// Redoes the last stroke that was undone.
    Redo,
    /// Pastes a map or a log as text.
    PasteText(String),
    /// Starts a stroke at a cell, with the current tool and brush.
    StrokeBegin(Cell),
    /// Continues the stroke to a cell.
    StrokeTo(Cell),
    /// Ends the stroke, which is one undo entry.
    StrokeEnd,
    /// Paints a straight line from the last cell of the last stroke.
    LineFromLast(Cell),
    /// Starts to drag the actor on a cell.
    DragBegin(Cell),
    /// Adds a line to the script. The run continues from its turn.
    Intervene(ScriptLine),
    /// Picks the actor, weight or tile of a cell as the brush.
    Pick(Cell),
    /// Places an actor on a cell. If the algorithm needs only one such actor, the existing one is moved.
    PutActor(ActorKind, Cell),
    /// Changes the fields of an actor, given by its index in the scene.
    SetActor(usize, Box<Actor>),
    /// Changes the details of a tile: the inner side of a shutter, the key of a lock.
    SetDetail(Cell, TileDetail),
    /// Changes the size of the map. [`Sides`] is the position of the old map on the new one. Cells that are cut off are
    /// lost until undo, and new cells are floor. Everything that names a cell moves with it.
    Resize(Size, Sides),
    /// Crops the map to the selected area.
    Crop,
    /// Selects an area of the map, or clears the selection.
    SelectArea(Option<Area>),
    /// Selects the whole map.
    SelectAll,
    /// Copies the selected area.
    CopyArea,
    /// Copies the selected area, and clears it.
    CutArea,
    /// Turns the selected area into floor without actors. Discards a pasted piece instead, if there is one.
    ClearArea,
    /// Moves the selected area or the pasted piece by this number of columns and rows.
    MoveArea(i32, i32),
    /// Mirrors the selected area or the pasted piece, left to right or top to bottom.
    MirrorArea(MirrorAxis),
    /// Turns the selected area or the pasted piece by 90 degrees. `true` is clockwise.
    TurnArea(bool),
    /// Puts down the pasted piece.
    PutDown,
    /// Discards the pasted piece. If there is none, stops work that takes long, else clears the selection, else returns
    /// to the mode Inspect.
    DiscardOrStop,
    /// Replaces the title and the notes.
    Describe(String, String),
    /// Replaces the whole scene.
    Replace(Box<Scene>),

    // Tools
    /// Sets the mode.
    SetMode(Mode),
    /// Switches to the other mode.
    ToggleMode,
    /// Selects a tool.
    SetTool(Tool),
    /// Selects a brush.
    SetBrush(Brush),
    /// Selects the n-th tile of the palette as the brush, from 1. If the brush is a weight, selects the weight n
    /// instead.
    TileKey(usize),
    /// Selects the weight that was used last as the brush.
    TakeWeight,
    /// Sets the width of brush and eraser in cells: 1, 3, 5 or 7.
    SetBrushSize(u16),
    /// Makes the brush one size larger.
    LargerBrush,
    /// Makes the brush one size smaller.
    SmallerBrush,

    // Run
    /// Puts a program behind the map, instead of what is there. It runs again whenever the scene changes.
    Attach(Arc<dyn Program>),
    /// Sets the algorithm.
    SetAlgorithm(String),
    /// Sets a parameter. Null restores its default.
    SetParam(String, serde_json::Value),
    /// Sets the seed.
    SetSeed(u64),
    /// Uses the next seed.
    NextSeed,
    /// Restores the map, algorithm, seed and parameters of the file or lesson. If the algorithm was another one, also
    /// restores everything about its run: slides, exercise, question, opening moment, additional runs.
    RestoreSavedRun,
    /// Records the run again.
    Rerun,
    /// Records the run again, from the current moment on: what is behind a budget.
    RecordFromHere,
    /// Stops the running recording.
    Cancel,
    /// Shows or hides run B beside the main run.
    ToggleCompare,
    /// Adds a run beside the main run, given by its differences.
    AddRun(AdditionalRun),
    /// Changes the differences of an additional run, given by its index.
    SetRunDifferences(usize, AdditionalRun),
    /// Names a run that is shown beside others, counted from 0, the main run.
    SetRunName(usize, String),
    /// Removes an additional run, given by its index.
    RemoveRun(usize),
    /// Shows the run of a scene, map, trace or log file beside the main run.
    CompareWith(PathBuf),
    /// Removes the run of another file, given by its index.
    RemoveOtherRun(usize),
    /// Moves to the first event at which the main run and another shown run differ. The index counts the other runs.
    GoToDivergence(usize),
    /// Begins a long task, such as an experiment or minimising the map.
    Begin(Task),
    /// Shows the views from two cells side by side, each at the event that decided about the other cell.
    ShowBothViews(Cell, Cell),
    /// Stops the running task. Results so far stay.
    CancelWork,
    /// Saves the table of the last experiment as comma-separated values.
    SaveTable(PathBuf),
    /// Replaces the scene by the shrunk one.
    TakeSmall,

    // Time
    /// Starts or pauses playback.
    PlayPause,
    /// Steps forward by this stride.
    Forward(Stride),
    /// Steps back by this stride.
    Back(Stride),
    /// Moves to the end of the innermost phase, or to the end of the run.
    Out,
    /// Moves to the moment at which this number of events have happened.
    Seek(usize),
    /// Moves to the moment of a slide, given by its index.
    ToSlide(usize),
    /// Turns to the next slide and plays the events up to it. During that motion, goes to its end.
    PlaySlide,
    /// Moves to the start of the run.
    Home,
    /// Moves to the end of the run.
    End,
    /// Plays faster.
    Faster,
    /// Plays slower.
    Slower,
    /// Moves to a moment while the user drags along the timeline. No jump in time is remembered.
    Scrub(usize),
    /// Moves back to the moment before the last jump in time.
    JumpBack,
    /// Moves forward again to the moment before the last [`SessionCommand::JumpBack`].
    JumpForward,
    /// Sets the speed of playback.
    SetSpeed(f64),
    /// Switches looping over the range on or off.
    ToggleLoop,
    /// Sets the start of the loop range to the current moment.
    LoopFrom,
    /// Sets the end of the loop range to the current moment.
    LoopTo,
    /// Sets or removes the loop range, in moments. Looping is on if there is a range.
    SetRange(Option<(usize, usize)>),

    // Ask
    /// Selects a cell, or clears the selection of a cell.
    Select(Option<Cell>),
    /// Selects a mover of a log, given by its index, or none. The selected cell follows it.
    SelectMover(Option<usize>),
    /// Goes to the time step of a conflict of movers, given by its index, and frames it.
    GoToConflict(usize),
    /// Selects a cell and asks why it did not win.
    WhyNot(Cell),
    /// Asks why a path that the user drew was not taken.
    WhyNotPath(Vec<Cell>),
    /// Asks why the hovered or selected cell did not win.
    WhyNotHere,
    /// Adds or removes the breakpoint on a cell.
    BreakAt(Cell),
    /// Adds or removes the breakpoint on the hovered or selected cell.
    BreakHere,
    /// Adds a breakpoint.
    AddBreakpoint(Condition),
    /// Removes a breakpoint, given by its index.
    RemoveBreakpoint(usize),
    /// Enables or disables a breakpoint, given by its index.
    ToggleBreakpoint(usize),
    /// Makes a breakpoint a logpoint that never stops playback, or an ordinary breakpoint again.
    NoteOnly(usize, bool),
    /// Makes a breakpoint hit only at the n-th occurrence, counted from 1. 0 means every occurrence.
    BreakOnNth(usize, usize),
    /// Sets the kind of event that *next hit* stops at besides breakpoints.
    ChooseKind(Option<String>),
    /// Searches for events. An empty filter lists all events.
    LookFor(Box<EventQuery>),
    /// Starts or ends prediction.
    TogglePredict,
    /// Answers the prediction question with a cell.
    Guess(Cell),
    /// Goes to the next prediction question. A question without an answer does not count.
    NextQuestion,
    /// Changes the draft of a reply to the question of the slide at hand.
    DraftReply(Reply),
    /// Draws the reader's path on to a cell.
    DrawOn(Cell),
    /// Shows the answer to the question of the slide at hand, and compares the draft with it.
    ShowAnswer,
    /// Asks the question of the slide at hand again.
    AskAgain,
    /// Sets the replies that the reader gave when the lesson was open before.
    RestoreReplies(Replies),
    /// Adds a slide at the current moment.
    AddSlide,
    /// Changes a slide, given by its index.
    SetSlide(usize, Slide),
    /// Sets the question that the scene opens with.
    SetQuestion(Box<Question>),
    /// Sets the moment at which the scene opens. `None` is the end of the run.
    OpenAt(Option<usize>),
    /// Sets the exercise of the scene.
    SetExercise(Box<Exercise>),
    /// Records or tests the author's solution of the exercise.
    Solution(SolutionStep),
    /// Removes a slide, given by its index.
    RemoveSlide(usize),

    // View
    /// Sets the displayed view, given by its index.
    LookThrough(usize),
    /// Shows a layer, given by its index.
    SetLayer(usize),
}

impl From<SessionCommand> for Command {
    fn from(command: SessionCommand) -> Self {
        Self::Session(command)
    }
}

impl From<WindowCommand> for Command {
    fn from(command: WindowCommand) -> Self {
        Self::Window(command)
    }
}

impl From<&Command> for Command {
    fn from(command: &Self) -> Self {
        command.clone()
    }
}

impl From<&SessionCommand> for Command {
    fn from(command: &SessionCommand) -> Self {
        Self::Session(command.clone())
    }
}

impl From<&WindowCommand> for Command {
    fn from(command: &WindowCommand) -> Self {
        Self::Window(*command)
    }
}

impl PartialEq<SessionCommand> for Command {
    fn eq(&self, other: &SessionCommand) -> bool {
        matches!(self, Self::Session(own) if own == other)
    }
}

impl PartialEq<WindowCommand> for Command {
    fn eq(&self, other: &WindowCommand) -> bool {
        matches!(self, Self::Window(own) if own == other)
    }
}
