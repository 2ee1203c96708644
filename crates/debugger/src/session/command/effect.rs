//! Effects of session commands, in one exhaustive match: what each command changes, and what it needs.

use crate::disk::address::replaces;
use crate::disk::prepare::LARGE;
use crate::session::command::{SessionCommand, SolutionStep};

/// The part of a session that a command changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changes {
    /// The scene or its parameters, so it is run again. Refused for the log of another program.
    Run,
    /// The document in another way. Also allowed for the log of another program.
    Document,
    /// Tools, the display, questions or searches.
    View,
    /// The cursor or playback.
    Time,
}

/// Effect of a command: what it changes, and what it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent fact about a command")]
pub struct Effect {
    /// The part that it changes.
    pub changes: Changes,
    /// Whether it replaces the document: unsaved changes are lost.
    pub opens: bool,
    /// Whether a file must be read or a map made first, which takes long.
    pub long: bool,
    /// Whether the pasted piece is put down first.
    pub puts_down: bool,
    /// Whether the map has another size afterwards.
    pub resizes: bool,
    /// Whether the moment before it is remembered, if it moves the cursor by more than an event.
    pub remembers_moment: bool,
}

impl Effect {
    const fn of(changes: Changes) -> Self {
        let puts_down = matches!(changes, Changes::Run | Changes::Document);
        Self { changes, opens: false, long: false, puts_down, resizes: false, remembers_moment: true }
    }

    const fn opening() -> Self {
        Self { opens: true, puts_down: false, ..Self::of(Changes::Document) }
    }
}

impl SessionCommand {
    /// Returns what the command changes, and what it needs.
    pub fn effect(&self) -> Effect {
        use SessionCommand as S;
        let (run, document) = (Effect::of(Changes::Run), Effect::of(Changes::Document));
        let (view, time) = (Effect::of(Changes::View), Effect::of(Changes::Time));
        match self {
            S::New(_) | S::Generate(_) | S::OpenPreset(_) => Effect::opening(),
            S::Make(_) | S::Open(_) | S::OpenMap(_) | S::OpenLink(_) => Effect { long: true, ..Effect::opening() },
            // A log or a lesson is opened. A map becomes an edit.
            S::PasteText(text) if replaces(text) => Effect { long: true, ..Effect::opening() },
            S::PasteText(text) => Effect { long: text.len() > LARGE, puts_down: false, ..document },
            S::CompareWith(_) => Effect { long: true, ..view },
            S::ReadAgain(_) => Effect { long: true, ..run },
            S::LineFromLast(_)
            | S::DragBegin(_)
            | S::Intervene(_)
            | S::PutActor(..)
            | S::SetActor(..)
            | S::SetDetail(..)
            | S::CutArea
            | S::Replace(_)
            | S::SetParam(..)
            | S::SetSeed(_)
            | S::NextSeed
            | S::RestoreSavedRun
            | S::TakeSmall
            | S::Begin(_)
            | S::Solution(SolutionStep::Begin | SolutionStep::Keep | SolutionStep::Cancel) => run,
            S::Resize(..) | S::Crop => Effect { resizes: true, ..run },
            // They act on the pasted piece, or begin a stroke that puts it down.
            S::StrokeBegin(_) | S::StrokeTo(_) | S::ClearArea | S::MoveArea(..) | S::MirrorArea(_) | S::TurnArea(_) => {
                Effect { puts_down: false, ..run }
            }
            S::Undo
            | S::Redo
            | S::Describe(..)
            | S::Attach(_)
            | S::SetAlgorithm(_)
            | S::AddSlide
            | S::SetSlide(..)
            | S::RemoveSlide(_)
            | S::SetQuestion(_)
            | S::OpenAt(_)
            | S::SetExercise(_)
            | S::Solution(SolutionStep::Remove)
            | S::AddRun(_)
            | S::SetRunDifferences(..)
            | S::SetRunName(..)
            | S::RemoveRun(_)
            | S::SaveAs(_) => document,
            S::StrokeEnd | S::PutDown | S::DiscardOrStop => Effect { puts_down: false, ..document },
            S::SetTool(_) | S::SetBrush(_) | S::SetMode(_) | S::ToggleMode | S::SelectArea(_) | S::SelectAll => {
                Effect { puts_down: true, ..view }
            }
            S::CopyArea
            | S::Pick(_)
            | S::TileKey(_)
            | S::TakeWeight
            | S::SetBrushSize(_)
            | S::LargerBrush
            | S::SmallerBrush
            | S::Rerun
            | S::RecordFromHere
            | S::Solution(SolutionStep::Test)
            | S::Cancel
            | S::CancelWork
            | S::ToggleCompare
            | S::RemoveOtherRun(_)
            | S::ShowBothViews(..)
            | S::SaveTable(_)
            | S::RememberTiles(_)
            | S::Select(_)
            | S::SelectMover(_)
            | S::WhyNot(_)
            | S::WhyNotPath(_)
            | S::WhyNotHere
            | S::BreakAt(_)
            | S::BreakHere
            | S::AddBreakpoint(_)
            | S::RemoveBreakpoint(_)
            | S::ToggleBreakpoint(_)
            | S::NoteOnly(..)
            | S::BreakOnNth(..)
            | S::ChooseKind(_)
            | S::LookFor(_)
            | S::TogglePredict
            | S::DraftReply(_)
            | S::DrawOn(_)
            | S::ShowAnswer
            | S::AskAgain
            | S::RestoreReplies(_)
            | S::LookThrough(_)
            | S::SetLayer(_) => view,
            S::GoToDivergence(_)
            | S::GoToConflict(_)
            | S::PlayPause
            | S::Forward(_)
            | S::Back(_)
            | S::Out
            | S::Seek(_)
            | S::ToSlide(_)
            | S::PlaySlide
            | S::Home
            | S::End
            | S::Faster
            | S::Slower
            | S::SetSpeed(_)
            | S::ToggleLoop
            | S::LoopFrom
            | S::LoopTo
            | S::SetRange(_)
            | S::Guess(_)
            | S::NextQuestion => time,
            S::Scrub(_) | S::JumpBack | S::JumpForward => Effect { remembers_moment: false, ..time },
        }
    }
}
