//! Files that are opened or compared with are read, and maps made, on a thread of their own: a large one takes a while, and
//! the window goes on.

use super::App;
use super::perform::throws_away;
use super::view::Dialog;
use super::worker::{Next, Thread};
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

/// What is being read or made.
pub(super) struct Opening {
    command: SessionCommand,
    says: String,
    control: Arc<Control>,
    /// What is still to begin.
    preparation: Option<Preparation>,
    thread: Option<Thread<Prepared>>,
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

    /// Begins with what a command waits for, in place of what another one does.
    pub(super) fn begin_opening(&mut self, preparation: Preparation) {
        self.tell_no_more();
        self.opening = Some(Opening {
            command: preparation.command().clone(),
            says: preparation.says(),
            control: Arc::clone(&preparation.control),
            preparation: Some(preparation),
            thread: None,
            since: Instant::now(),
            told: false,
            before: self.document_now(),
        });
    }

    fn tell_no_more(&mut self) {
        self.view.dialog.take_if(|dialog| matches!(dialog, Dialog::Opening(_)));
    }

    /// Goes on with it, and does the command once all is there.
    pub(super) fn open_on(&mut self, ctx: &egui::Context) {
        let now = self.document_now();
        let Some(mut opening) = self.opening.take() else { return };
        if opening.told && !matches!(self.view.dialog, Some(Dialog::Opening(_))) {
            // It was called off.
            return;
        }
        if now.0 != opening.before.0 {
            // Something else was opened meanwhile.
            return self.tell_no_more();
        }
        let mut patience = Duration::ZERO;
        if let Some(preparation) = opening.preparation.take() {
            match Thread::start("opener", ctx, move |tell| tell(preparation.run())) {
                Ok(thread) => (opening.thread, patience) = (Some(thread), PATIENCE),
                Err(error) => return self.session.fail(format!("it cannot be opened: {error}")),
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
                    self.view.dialog = Some(Dialog::Opening(opening.says.clone()));
                    ctx.request_repaint();
                }
                self.opening = Some(opening);
            }
            Next::Told(prepared) => {
                self.tell_no_more();
                if throws_away(&opening.command.clone().into())
                    && now != opening.before
                    && self.session.document.loses_work()
                {
                    // Something was drawn meanwhile.
                    drop_aside(prepared);
                    self.view.dialog = Some(Dialog::Unsaved(Box::new(opening.command.clone().into())));
                    return;
                }
                self.session.apply_prepared(prepared);
                self.follow_up(&opening.command);
            }
            Next::Ended(crash) => {
                self.tell_no_more();
                if let Some(crash) = crash {
                    self.session.crashed(&crash, "reading a file or making a map", None);
                }
            }
        }
    }
}
