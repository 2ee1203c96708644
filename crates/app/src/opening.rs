//! Files that are opened or compared with are read, and maps made, on a thread of their own: a large one takes a while, and
//! the window goes on.

use super::App;
use super::perform::throws_away;
use super::thread::{Next, Thread};
use super::view::Dialog;
use crate::core::trace::Control;
use crate::debugger::SessionCommand;
use crate::debugger::aside::drop_aside;
use crate::debugger::prepare::{Preparation, Prepared};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use web_time::Instant;

/// How long a frame waits: what is small opens at once then.
const PATIENCE: Duration = Duration::from_millis(50);

/// What takes longer is told of, and can be stopped.
const LONG: Duration = Duration::from_millis(200);

/// How often it is asked whether another dialog has closed.
const ASKED: Duration = Duration::from_millis(100);

/// What is being read or made.
pub(super) struct Opening {
    command: SessionCommand,
    says: String,
    control: Arc<Control>,
    /// What is still to begin.
    preparation: Option<Preparation>,
    thread: Option<Thread<Prepared>>,
    since: Instant,
    /// The opening and the edits of the document when it began: what is drawn meanwhile is not thrown away.
    before: (u64, u64),
    /// What comes after it: files that were dropped together.
    then: Vec<Preparation>,
}

impl Drop for Opening {
    /// Nobody waits for it any more.
    fn drop(&mut self) {
        self.control.cancel.store(true, Ordering::Relaxed);
    }
}

impl App {
    /// What the document is now.
    fn document_now(&self) -> (u64, u64) {
        (self.session.opened, self.session.document.edits())
    }

    /// Begins with what a command waits for: in place of what another one does, but after one of the same frame.
    pub(super) fn begin_opening(&mut self, preparation: Preparation) {
        match &mut self.opening {
            Some(opening) if opening.preparation.is_some() => opening.then.push(preparation),
            _ => self.begin_opening_of(preparation, Vec::new()),
        }
    }

    fn begin_opening_of(&mut self, preparation: Preparation, then: Vec<Preparation>) {
        self.tell_no_more();
        self.opening = Some(Opening {
            command: preparation.command().clone(),
            says: preparation.says.clone(),
            control: Arc::clone(&preparation.control),
            preparation: Some(preparation),
            thread: None,
            since: Instant::now(),
            before: self.document_now(),
            then,
        });
    }

    fn tell_no_more(&mut self) {
        self.view.dialog.take_if(|dialog| matches!(dialog, Dialog::Opening(..)));
    }

    /// Goes on with it, and does the command once all is there.
    pub(super) fn open_on(&mut self, ctx: &egui::Context) {
        let Some(mut opening) = self.opening.take() else { return };
        let (shown, stopped) = match self.view.dialog {
            Some(Dialog::Opening(_, stopped)) => (true, stopped),
            _ => (false, false),
        };
        let now = self.document_now();
        if stopped || now.0 != opening.before.0 {
            // It was called off, or something else was opened meanwhile.
            return self.tell_no_more();
        }
        let mut patience = Duration::ZERO;
        if let Some(preparation) = opening.preparation.take() {
            match Thread::start("opener", ctx, move |tell| tell(preparation.run())) {
                Ok(thread) => (opening.thread, patience) = (Some(thread), PATIENCE),
                Err(error) => {
                    self.tell_no_more();
                    return self.session.fail(format!("it cannot be opened: {error}"));
                }
            }
        }
        if self.view.dialog.is_some() && !shown {
            // Nothing is opened beneath another question.
            ctx.request_repaint_after(ASKED);
            self.opening = Some(opening);
            return;
        }
        let Some(thread) = &opening.thread else { return };
        match thread.next(patience) {
            Next::Nothing => {
                let waited = opening.since.elapsed();
                if waited < LONG {
                    ctx.request_repaint_after(LONG.saturating_sub(waited));
                } else if !shown {
                    self.view.dialog = Some(Dialog::Opening(opening.says.clone(), false));
                    ctx.request_repaint();
                }
                self.opening = Some(opening);
            }
            Next::Told(prepared) => {
                self.view.dialog = None;
                let command = opening.command.clone();
                if throws_away(&command.clone().into()) && now != opening.before && self.session.document.loses_work() {
                    // Something was drawn meanwhile.
                    drop_aside(prepared);
                    self.view.dialog = Some(Dialog::Unsaved(Box::new(command.into())));
                    return;
                }
                self.session.apply_prepared(prepared);
                self.follow_up(&command);
                let mut then = std::mem::take(&mut opening.then);
                if !then.is_empty() {
                    let next = then.remove(0);
                    self.begin_opening_of(next, then);
                    ctx.request_repaint();
                }
            }
            Next::Ended(crash) => {
                self.view.dialog = None;
                if let Some(crash) = crash {
                    // It has not been done, and is what was asked for last.
                    self.session.recent.note(&opening.command);
                    self.session.crashed(&crash, "reading a file or making a map", None);
                }
            }
        }
    }
}
