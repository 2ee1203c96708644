//! The names of all session commands, and which of them are chosen more often.

use gridscope::debugger::SessionCommand;

macro_rules! names {
    ($($name:ident)*) => {
        /// The names of all commands, for random choice.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// Returns the name of a command. A command that is missing here does not compile.
        pub const fn name(command: &SessionCommand) -> &'static str {
            match command {
                $(SessionCommand::$name { .. } => stringify!($name),)*
            }
        }
    };
}

names! {
    New Generate Make Open OpenMap OpenLink RememberTiles ReadAgain OpenPreset SaveAs Undo Redo PasteText StrokeBegin StrokeTo StrokeEnd LineFromLast DragBegin Intervene
    Pick PutActor SetActor SetDetail Resize Crop SelectArea SelectAll CopyArea CutArea ClearArea MoveArea MirrorArea TurnArea
    PutDown DiscardOrStop Describe Replace SetMode ToggleMode SetTool SetBrush TileKey TakeWeight SetBrushSize LargerBrush
    SmallerBrush SetAlgorithm SetParam SetSeed NextSeed RestoreSavedRun Rerun RecordFromHere Cancel ToggleCompare AddRun SetRunDifferences SetRunName RemoveRun
    CompareWith RemoveOtherRun GoToDivergence Begin ShowBothViews CancelWork SaveTable TakeSmall PlayPause Forward Back Out Seek Home
    End Faster Slower Scrub JumpBack JumpForward SetSpeed ToggleLoop LoopFrom LoopTo SetRange Select SelectMover GoToConflict WhyNot WhyNotPath WhyNotHere BreakAt
    BreakHere AddBreakpoint RemoveBreakpoint ToggleBreakpoint NoteOnly BreakOnNth ChooseKind LookFor TogglePredict Guess
    NextQuestion AddSlide SetSlide SetQuestion OpenAt SetExercise Solution RemoveSlide ToSlide PlaySlide DraftReply DrawOn ShowAnswer AskAgain RestoreReplies LookThrough SetLayer Attach
}

/// Commands that users give most often.
pub(super) const OFTEN: &[&str] = &[
    "StrokeBegin",
    "StrokeTo",
    "StrokeTo",
    "StrokeEnd",
    "SetTool",
    "SetBrush",
    "PutActor",
    "DragBegin",
    "SelectArea",
    "CopyArea",
    "PasteText",
    "MoveArea",
    "SetParam",
    "SetActor",
    "Undo",
    "Redo",
    "Undo",
    "Redo",
    "Intervene",
    "AddSlide",
];

/// Commands that open another scene, which discards the undo history.
pub(super) const OPENS: &[&str] = &["New", "Generate", "Make", "Open", "OpenMap", "OpenLink", "OpenPreset"];
