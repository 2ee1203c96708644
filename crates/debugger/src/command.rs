//! The commands: everything that can be done. Their names and keys are in [`super::table`].

use super::find::Wanted;
pub use super::hand::{Area, Brush, Half, Mode, Sides, Tool};
use super::new_map::NewMap;
use super::order::Order;
pub use super::stride::Stride;
use super::window::{Arrangement, PanelId, ThemeName};
use super::work::Task;
use crate::core::exercise::Exercise;
use crate::core::geometry::{Cell, Size};
use crate::core::question::Question;
use crate::core::scene::{Actor, ActorKind, Beside, Bookmark, Scene, ScriptLine, TileDetail};
use crate::core::trace::breakpoint::Condition;
use std::path::PathBuf;

/// Everything that can be done: the only way from a hand to the data. What changes what is looked at is a
/// [`SessionCommand`], what needs a window a [`WindowCommand`]; each is matched exhaustively where it is done, so that
/// one that nobody does cannot be built.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// For the session.
    Session(SessionCommand),
    /// For the window around it.
    Window(WindowCommand),
}

/// What a session does by itself, with a window or without.
#[derive(Clone, PartialEq, Debug)]
pub enum SessionCommand {
    // File
    /// An empty map.
    New(NewMap),
    /// A scene from the generator of that id, with a seed that was not used yet.
    Generate(&'static str),
    /// A scene from a generator, as it is ordered.
    Make(Box<Order>),
    /// Opens a file.
    Open(PathBuf),
    /// Opens an embedded preset.
    OpenPreset(&'static str),
    /// Saves under this name, in the format of its extension.
    SaveAs(PathBuf),

    // Edit
    /// Takes the last stroke back.
    Undo,
    /// Does it again.
    Redo,
    /// Replaces the map by one in text.
    PasteText(String),
    /// Starts a stroke at a cell with the tool and brush at hand.
    StrokeBegin(Cell),
    /// Takes the stroke on to a cell.
    StrokeTo(Cell),
    /// Ends it: one entry of undo.
    StrokeEnd,
    /// A straight line from the last cell of the last stroke.
    LineFromLast(Cell),
    /// Starts to drag the actor that stands on a cell.
    DragBegin(Cell),
    /// Adds a line to the script at the turn that is looked at: the run goes on from there.
    Intervene(ScriptLine),
    /// Makes what lies on a cell the brush.
    Pick(Cell),
    /// Puts an actor on a cell; one that the algorithm needs once is moved.
    PutActor(ActorKind, Cell),
    /// Changes the fields of an actor, by its number in the scene.
    SetActor(usize, Box<Actor>),
    /// Changes what a tile's kind alone does not say: the inner side of a shutter, the key of a lock.
    SetDetail(Cell, TileDetail),
    /// Changes width and height: which sides grow or shrink is told by the place of the old map on the new one. What is cut
    /// off is gone until undone, what is new is floor; whatever names a cell goes along.
    Resize(Size, Sides),
    /// Cuts the map down to the selected area.
    Crop,
    /// Selects an area of the map, or none.
    SelectArea(Option<Area>),
    /// Selects the whole map.
    SelectAll,
    /// Keeps the selected area to be pasted.
    CopyArea,
    /// The same, and leaves floor behind.
    CutArea,
    /// Makes floor of the selected area, with nobody on it.
    ClearArea,
    /// Moves the selected area, or what was pasted, by so many columns and rows.
    MoveArea(i32, i32),
    /// Mirrors it, left to right or top to bottom.
    MirrorArea(Half),
    /// Turns it by a quarter: `true` clockwise.
    TurnArea(bool),
    /// Puts down what was pasted.
    PutDown,
    /// Gives up what was pasted; else forgets the selection; else goes on to inspect.
    LetGo,
    /// Replaces title and notes.
    Describe(String, String),
    /// Replaces the whole scene.
    Replace(Box<Scene>),

    // What is at hand
    /// Edit or inspect.
    SetMode(Mode),
    /// The other mode.
    ToggleMode,
    /// Takes a tool.
    SetTool(Tool),
    /// Takes a brush.
    SetBrush(Brush),
    /// Takes the n-th tile of the palette, from 1; with a weight in hand, the weight n.
    TileKey(usize),
    /// Takes the weight that was in hand last.
    TakeWeight,
    /// How many cells wide brush and eraser are: 1, 3, 5 or 7.
    SetBrushSize(u16),
    /// The next larger brush.
    LargerBrush,
    /// The next smaller one.
    SmallerBrush,

    // Run
    /// Chooses the algorithm.
    SetAlgorithm(String),
    /// Chooses a parameter; null takes the default.
    SetParam(String, serde_json::Value),
    /// Chooses the seed.
    SetSeed(u64),
    /// The next seed.
    NextSeed,
    /// Algorithm, seed and parameters as the file or lesson has them; where the algorithm was another one, also what is about its run:
    /// slides, exercise, question, opening moment, runs side by side.
    BackToKept,
    /// Records again.
    Rerun,
    /// Stops the recording that is under way.
    Cancel,
    /// Shows run B beside, or not.
    ToggleCompare,
    /// Shows one more run beside: what differs in it.
    AddBeside(Beside),
    /// Changes what differs in the n-th run beside.
    SetBeside(usize, Beside),
    /// Takes the n-th run beside away.
    RemoveBeside(usize),
    /// Shows the run of a scene, map or trace file beside.
    CompareWith(PathBuf),
    /// Takes the n-th run of another file away.
    RemoveOtherRun(usize),
    /// Goes to the first event at which the main run and the n-th other run that is shown differ.
    ToParting(usize),
    /// Begins work that takes long: an experiment, or making the map small.
    Begin(Task),
    /// Shows two looks side by side, from either of two cells, each where it decided about the other cell.
    ShowPair(Cell, Cell),
    /// Stops the work under way; what it has found stays.
    CancelWork,
    /// Saves the table of the last experiment as comma-separated values.
    SaveTable(PathBuf),
    /// Opens the map that was made small.
    TakeSmall,

    // Time
    /// Plays or pauses.
    PlayPause,
    /// Steps forward.
    Forward(Stride),
    /// Steps back.
    Back(Stride),
    /// To the end of the phase.
    Out,
    /// To the moment at which so many events have happened.
    Seek(usize),
    /// To the start.
    Home,
    /// To the end.
    End,
    /// Plays faster.
    Faster,
    /// Plays slower.
    Slower,
    /// To a moment, as one of many on the way that a hand draws along the timeline.
    Scrub(usize),
    /// To where the last jump in time came from.
    JumpBack,
    /// To where the jump led that was taken back.
    JumpForward,
    /// Plays at this speed.
    SetSpeed(f64),
    /// Loops over the chosen range, or not.
    ToggleLoop,
    /// The range to loop begins at this moment.
    LoopFrom,
    /// It ends at this moment.
    LoopTo,
    /// Chooses the range, in moments.
    SetRange(Option<(usize, usize)>),

    // Ask
    /// Selects a cell.
    Select(Option<Cell>),
    /// Selects a cell and asks why it did not win.
    WhyNot(Cell),
    /// Asks why a path that somebody drew was not taken.
    WhyNotPath(Vec<Cell>),
    /// Asks of the hovered or selected cell why it did not win.
    WhyNotHere,
    /// Sets or takes away the breakpoint on a cell.
    BreakAt(Cell),
    /// Sets or takes away the breakpoint on the hovered or selected cell.
    BreakHere,
    /// Adds a breakpoint.
    AddBreakpoint(Condition),
    /// Takes a breakpoint away.
    RemoveBreakpoint(usize),
    /// Switches a breakpoint on or off.
    ToggleBreakpoint(usize),
    /// Makes a breakpoint note only and never stop, or stop again.
    NoteOnly(usize, bool),
    /// Makes a breakpoint hit only the n-th time, from 1; 0: every time.
    BreakOnNth(usize, usize),
    /// Chooses the kind of event that *next hit* stops at where there is no breakpoint.
    ChooseKind(Option<String>),
    /// Looks for events; all are listed where nothing is wanted of them.
    LookFor(Box<Wanted>),
    /// Begins to predict what comes next, or ends it.
    TogglePredict,
    /// Answers the question: this cell.
    Guess(Cell),
    /// On to the next question; one that was not answered does not count.
    NextQuestion,
    /// Marks this moment with a bookmark.
    AddBookmark,
    /// Changes the n-th bookmark.
    SetBookmark(usize, Bookmark),
    /// What the scene asks when it is opened.
    SetQuestion(Box<Question>),
    /// At which moment the scene opens; none is its end.
    OpenAt(Option<usize>),
    /// What a reader is to do with the scene.
    SetExercise(Box<Exercise>),
    /// Takes the n-th bookmark away.
    RemoveBookmark(usize),

    // View
    /// Looks through other eyes, by number.
    LookThrough(usize),
    /// Shows a layer.
    SetLayer(usize),
}

/// What only a window can do: dialogs, the clipboard, what is shown and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WindowCommand {
    // File
    /// Asks for a new map.
    AskNew,
    /// Asks what a generator is to make.
    AskGenerate,
    /// Asks for a file to open.
    AskOpen,
    /// Asks for a folder whose scenes stand beside the lessons.
    AskFolder,
    /// Opens what another window left behind.
    OpenLeft,
    /// Asks which of the searches that lie beside the map.
    AskSearch,
    /// Saves where it was opened or saved last; asks where there is no such place.
    Save,
    /// Asks where to save.
    AskSaveAs,
    /// Asks what to export, and where to.
    AskExport,
    /// Closes the window.
    Quit,

    // Edit
    /// Copies the map as text.
    CopyText,
    /// Copies a link to this moment: scene, parameters, seed and moment as a line of text.
    CopyLink,
    /// Copies the selected area as text and leaves floor behind.
    CutArea,
    /// Asks the clipboard for a map.
    AskPaste,
    /// Asks for another width and height of the map.
    AskResize,

    // Run
    /// Asks for a file to compare with.
    AskCompareWith,
    /// Copies the table of the last experiment.
    CopyTable,
    /// Asks where to save the table of the last experiment.
    AskSaveTable,
    /// Copies the map that was made small as a test in Rust.
    CopySmallTest,
    /// Copies the map that was made small as text.
    CopySmallText,

    // Time
    /// Asks for a moment.
    AskSeek,
    /// Asks which events are looked for.
    AskFind,

    // View
    /// Colours what differs between runs, or not.
    ToggleDifferences,
    /// Shows the whole map.
    Fit,
    /// Shows cells at their natural size.
    ActualSize,
    /// The hovered or selected cell in the middle, large enough for its numbers.
    ZoomToCell,
    /// The one that acts is kept in view, or not.
    ToggleFollow,
    /// The small picture of the whole map, or not.
    ToggleOverview,
    /// The grid lines.
    ToggleGrid,
    /// The numbers.
    ToggleNumbers,
    /// The arrows.
    ToggleArrows,
    /// The bare map, or everything.
    ToggleBareMap,
    /// Another arrangement of the panels.
    Arrange(Arrangement),
    /// The lessons, to choose from.
    AskLesson,
    /// The lesson after this one.
    NextLesson,
    /// Larger text, and everything with it.
    LargerText,
    /// Smaller text.
    SmallerText,
    /// Text of the usual size.
    UsualText,
    /// Full screen.
    ToggleFullScreen,
    /// The next theme.
    NextTheme,
    /// The theme of that name.
    SetTheme(ThemeName),
    /// Brings a panel to the front, and back where it was closed.
    ShowPanel(PanelId),
    /// The keyboard to the next panel, the map being the first.
    NextPanel,
    /// The keyboard to the panel before.
    PreviousPanel,
    /// The layout of the first start.
    ResetLayout,
    /// The list of all commands.
    Palette,
    /// The list of all keys.
    KeySheet,
    /// What the program is.
    About,
    /// Copies the report of the last error in the program itself.
    CopyReport,
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
