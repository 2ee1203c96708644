//! Opens or compares files and makes maps on a worker thread. A large one takes a while, and the window stays
//! responsive.

use crate::App;
use crate::background::{LaneId, Task};
use crate::debugger::SessionCommand;
use crate::debugger::disk::prepare::{Preparation, Prepared};
use crate::debugger::session::background::drop_in_background::drop_in_background;
use crate::debugger::session::background::{self, Kind};
use crate::dialogs::tiles::TilesForm;
use crate::layout::perform::throws_away;
use crate::view::Dialog;
use gridscope_trace::Progress;
use std::time::Duration;

/// The lane that reads files and makes maps.
const PREPARE: LaneId = LaneId::Session(Kind::Prepare);

/// Interval between checks whether another dialog has closed.
const LOOKED: Duration = Duration::from_millis(100);

/// The file being read or the map being made.
pub(crate) struct Opening {
    command: SessionCommand,
    says: String,
    progress: Progress,
    /// The task, until it is started.
    preparation: Option<Preparation>,
    /// Number of the opened scene and number of edits when it began. Edits made meanwhile must not be lost.
    before: (u64, u64),
    /// Tasks to run after this one, for example for files dropped together.
    then: Vec<Preparation>,
}

impl Opening {
    /// Returns a sentence about the work, with the share of the file that is read.
    fn words(&self) -> String {
        match (self.progress.share() * 1000.0).round() as u32 {
            0 => self.says.clone(),
            share @ ..1_000 => format!("{}: {} %.", self.says.trim_end_matches('.'), share / 10),
            _ => self.says.replace("is being read", "is read, and is being checked"),
        }
    }
}

impl App {
    /// Returns the number of the opened scene and its number of edits.
    fn document_now(&self) -> (u64, u64) {
        (self.session.scene_number(), self.session.document().edits())
    }

    /// Begins to prepare what a command needs. Replaces the current task, but waits for one that was begun in the same
    /// frame.
    pub(crate) fn begin_opening(&mut self, preparation: Preparation) {
        match &mut self.opening {
            Some(opening) if opening.preparation.is_some() => opening.then.push(preparation),
            _ => self.begin_opening_of(preparation, Vec::new()),
        }
    }

    fn begin_opening_of(&mut self, preparation: Preparation, then: Vec<Preparation>) {
        self.close_opening_dialog();
        self.background.drop_task(PREPARE);
        self.opening = Some(Opening {
            command: preparation.command().clone(),
            says: preparation.says.clone(),
            progress: preparation.progress.clone(),
            preparation: Some(preparation),
            before: self.document_now(),
            then,
        });
    }

    fn close_opening_dialog(&mut self) {
        self.view.dialog.take_if(|dialog| matches!(dialog, Dialog::Opening(..)));
    }

    /// Returns the file to read or the map to make, if one waits.
    pub(crate) fn next_preparation(&mut self) -> Option<Task> {
        let preparation = self.opening.as_mut()?.preparation.take()?;
        Some(Task::Session(background::Task::Prepare(Box::new(preparation))))
    }

    /// Returns whether another dialog is open. Nothing is opened beneath it.
    pub(crate) fn another_dialog_is_open(&self, ctx: &egui::Context) -> bool {
        let another = self.view.dialog.as_ref().is_some_and(|dialog| !matches!(dialog, Dialog::Opening(..)));
        let waits = another && self.opening.is_some();
        if waits {
            ctx.request_repaint_after(LOOKED);
        }
        waits
    }

    /// Returns whether the user has stopped it, or something else was opened meanwhile.
    pub(crate) fn opening_is_useless(&mut self) -> bool {
        let now = self.document_now();
        let stopped = matches!(self.view.dialog, Some(Dialog::Opening(_, true)));
        let useless = self.opening.as_ref().is_none_or(|opening| stopped || now.0 != opening.before.0);
        if useless {
            if self.opening.take().is_some() {
                self.link_stopped();
            }
            self.close_opening_dialog();
        }
        useless
    }

    /// Shows that preparing takes long and how far reading is, with a button that stops it.
    pub(crate) fn show_opening(&mut self, ctx: &egui::Context) {
        let Some(opening) = &self.opening else { return };
        match &mut self.view.dialog {
            None => self.view.dialog = Some(Dialog::Opening(opening.words(), false)),
            Some(Dialog::Opening(words, _)) => *words = opening.words(),
            Some(_) => return,
        }
        ctx.request_repaint();
    }

    /// Carries out the command with what was read or made.
    pub(crate) fn take_prepared(&mut self, ctx: &egui::Context, prepared: Prepared) {
        let Some(opening) = self.opening.take() else { return };
        self.view.dialog = None;
        let command = opening.command;
        let drawn_meanwhile = self.document_now() != opening.before && self.session.document().loses_work();
        if drawn_meanwhile && throws_away(&command.clone().into()) {
            drop_in_background(prepared);
            self.view.dialog = Some(Dialog::Unsaved(Box::new(command.into())));
            return;
        }
        if let (SessionCommand::OpenLink(_), Some(why)) = (&command, prepared.failure()) {
            let why = why.to_owned();
            return self.address_broken(&why);
        }
        self.session.apply_prepared(prepared);
        if self.ask_about_map() {
            return;
        }
        self.follow_up(&command);
        let mut then = opening.then.into_iter();
        if let Some(next) = then.next() {
            self.begin_opening_of(next, then.collect());
            ctx.request_repaint();
        }
    }

    /// Opens the dialog for a question that reading a map has raised. Returns whether there is one.
    pub(crate) fn ask_about_map(&mut self) -> bool {
        let Some((map, question)) = self.session.take_asked() else { return false };
        self.view.dialog = Some(Dialog::Tiles(Box::new(TilesForm::new(map, question))));
        true
    }

    /// Closes the dialog of a file that could not be read because of an error in the program.
    pub(crate) fn opening_failed(&mut self) {
        self.close_opening_dialog();
        if let Some(opening) = self.opening.take() {
            // The command has not been carried out, but a bug report names it as the last one.
            self.session.note_command(&opening.command);
        }
    }
}
