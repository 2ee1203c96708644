//! Files that are opened or compared with are read on a thread of their own: a large log takes a while, and the window goes on.

use super::App;
use super::perform::throws_away;
use super::view::Dialog;
use super::worker::{Next, Thread};
use crate::core::trace::Control;
use crate::debugger::SessionCommand;
use crate::debugger::aside::drop_aside;
use crate::debugger::reading::{Read, Reading};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use web_time::Instant;

/// How long a frame waits for a file: small ones then open at once.
const PATIENCE: Duration = Duration::from_millis(50);

/// What takes longer is told of, and can be stopped.
const LONG: Duration = Duration::from_millis(200);

/// A file that is being read.
pub(super) struct Opening {
    command: SessionCommand,
    name: String,
    control: Arc<Control>,
    /// What is still to begin.
    reading: Option<Reading>,
    thread: Option<Thread<Read>>,
    since: Instant,
    /// Whether it was told of.
    told: bool,
    /// The opening and the revision of the document when it began: what is drawn meanwhile is not thrown away.
    before: (u64, u64),
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
        (self.session.opened, self.session.document.revision())
    }

    /// Begins to read what a command needs, in place of what is being read.
    pub(super) fn begin_reading(&mut self, reading: Reading) {
        self.opening = Some(Opening {
            command: reading.command().clone(),
            name: reading.name(),
            control: Arc::clone(&reading.control),
            reading: Some(reading),
            thread: None,
            since: Instant::now(),
            told: false,
            before: self.document_now(),
        });
    }

    /// Reads on, and does the command once all is read.
    pub(super) fn read_on(&mut self, ctx: &egui::Context) {
        let now = self.document_now();
        let Some(mut opening) = self.opening.take() else { return };
        if opening.told && !matches!(self.view.dialog, Some(Dialog::Opening(_))) {
            // It was called off.
            return;
        }
        let mut patience = Duration::ZERO;
        if let Some(reading) = opening.reading.take() {
            match Thread::start("opener", ctx, move |tell| tell(reading.read())) {
                Ok(thread) => (opening.thread, patience) = (Some(thread), PATIENCE),
                Err(error) => return self.session.fail(format!("{} cannot be read: {error}", opening.name)),
            }
        }
        let Some(thread) = &opening.thread else { return };
        match thread.next(patience) {
            Next::Nothing => {
                let waited = opening.since.elapsed();
                if waited < LONG {
                    ctx.request_repaint_after(LONG.saturating_sub(waited));
                } else if self.view.dialog.is_none() {
                    opening.told = true;
                    self.view.dialog = Some(Dialog::Opening(opening.name.clone()));
                    ctx.request_repaint();
                }
                self.opening = Some(opening);
            }
            Next::Told(read) => {
                self.view.dialog.take_if(|dialog| matches!(dialog, Dialog::Opening(_)));
                if throws_away(&opening.command.clone().into())
                    && now != opening.before
                    && self.session.document.loses_work()
                {
                    // Something was drawn meanwhile.
                    drop_aside(read);
                    self.view.dialog = Some(Dialog::Unsaved(Box::new(opening.command.clone().into())));
                    return;
                }
                self.session.apply_read(read);
                self.follow_up(&opening.command);
            }
            Next::Ended(crash) => {
                self.view.dialog.take_if(|dialog| matches!(dialog, Dialog::Opening(_)));
                if let Some(crash) = crash {
                    self.session.crashed(&crash, "reading a file", None);
                }
            }
        }
    }
}
