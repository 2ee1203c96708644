//! Access to a session from outside the debugger: its parts can be read, and results can be taken. Commands change it.

use super::{DisplayState, Document, Notice, Opened, Problem, Session, UserTools, Work};
use crate::session::window::{Arrangement, PanelId};
use gridscope_trace::geometry::Cell;
use std::fmt::Debug;
use std::mem::take;
use std::path::PathBuf;

impl Session {
    /// Returns the scene and its edits.
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the user's tools.
    pub const fn hand(&self) -> &UserTools {
        &self.hand
    }

    /// Returns the opened scene or log, with its runs.
    pub const fn opened(&self) -> &Opened {
        &self.opened
    }

    /// Returns the state of the display, and questions about the runs.
    pub const fn display_state(&self) -> &DisplayState {
        &self.shown
    }

    /// Returns the work in progress.
    pub const fn work(&self) -> &Work {
        &self.work
    }

    /// Returns a number that changes whenever a scene is opened.
    pub const fn scene_number(&self) -> u64 {
        self.scene_number
    }

    /// Returns a number that changes whenever the runs or their view change. Callers use it to discard cached results.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Takes the notices to show, oldest first.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        take(&mut self.work.notices)
    }

    /// Takes the reports of errors in gridscope itself that are not saved to disk yet.
    pub fn take_crash_reports(&mut self) -> Vec<String> {
        take(&mut self.work.recent.unkept)
    }

    /// Takes the reason why the scene has no run, if it has none.
    pub const fn take_problem(&mut self) -> Option<Problem> {
        self.opened.problem.take()
    }

    /// Takes the panel to bring to the front next.
    pub const fn take_panel(&mut self) -> Option<PanelId> {
        self.shown.panel.take()
    }

    /// Takes the arrangement that the link of the scene states.
    pub const fn take_arrangement(&mut self) -> Option<Arrangement> {
        self.opened.linked.arrangement.take()
    }

    /// Adds a command to those that the report of an error lists.
    pub fn note_command(&mut self, command: &dyn Debug) {
        self.work.recent.note(command);
    }

    /// Sets the cell under the pointer, on the map or in a panel.
    pub const fn hover(&mut self, cell: Option<Cell>) {
        self.shown.hovered = cell;
    }

    /// Stops playback.
    pub const fn pause(&mut self) {
        self.shown.playback.playing = false;
    }

    /// Sets the folder in which the rows of experiments are kept.
    pub fn keep_rows_in(&mut self, folder: Option<PathBuf>) {
        self.work.tasks.rows = folder;
    }

    /// Sets the maximum number of bytes that the shown runs may take while another is recorded.
    pub const fn set_room(&mut self, bytes: usize) {
        self.work.room = bytes;
    }
}
