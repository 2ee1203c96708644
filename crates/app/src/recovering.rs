//! Nothing that was drawn is lost with the window: every few seconds what is not saved is written down beside, on a thread of
//! its own, and the next start offers what a killed window left behind.

use super::App;
use super::thread::{Next, Thread};
use super::view::{Dialog, Found, Recover};
use crate::debugger::recovery::{Keeper, Left, add, keep, look};
use crate::debugger::{Session, WindowCommand};
use egui::Context;
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

/// How long a change may stand before it is written down.
pub const EVERY: Duration = Duration::from_secs(4);

/// How long a window that closes waits for what is still being written.
const PATIENCE: Duration = Duration::from_secs(3);

/// Where what is not saved is written down, and what was found there.
pub struct Recovering {
    keeper: Option<Keeper>,
    /// The opening and the revision that were written down last; none where that failed.
    written: Option<(u64, u64)>,
    /// Whether this window has written something down that it has not forgotten.
    there: bool,
    /// Since when there is something to write down.
    since: Option<Instant>,
    /// What is being written.
    busy: Option<Thread<Result<(), String>>>,
    /// Where it is looked for what other windows left behind, until that was begun.
    folder: Option<PathBuf>,
    /// What looks for it: large scenes take a while to read.
    looking: Option<Thread<Result<Left, String>>>,
    /// What other windows left behind, not yet answered.
    found: Vec<Left>,
    /// Whether it was asked about that.
    offered: bool,
    /// Why the last time nothing could be written down: it is told once.
    failed: Option<String>,
    /// What is open here of that. It stays where it is until this window has written it down itself.
    opened: Option<Left>,
}

impl Recovering {
    /// Nothing could be written down: it is tried again. Says whether the reason is to be told, which it is once.
    fn fails(&mut self, error: &str) -> bool {
        (self.written, self.since) = (None, Some(Instant::now()));
        self.failed.replace(error.to_owned()).as_deref() != Some(error)
    }
}

impl App {
    /// The same, keeping what is not saved in a folder, and offering what windows that live no more left there.
    #[must_use]
    pub fn recovering(mut self, folder: &Path) -> Self {
        let keeper = match Keeper::new(folder) {
            Ok(keeper) => Some(keeper),
            Err(error) => {
                self.session.fail(format!("what is not saved cannot be kept: {error}"));
                None
            }
        };
        let mut recovering = Recovering {
            keeper,
            written: None,
            there: false,
            since: None,
            busy: None,
            folder: Some(folder.to_owned()),
            looking: None,
            found: Vec::new(),
            offered: false,
            failed: None,
            opened: None,
        };
        if self.worker.is_none() {
            // Without threads it is read at once.
            recovering.folder = None;
            look(folder, &mut |found| hear(&mut self.session, found, &mut recovering.found));
        }
        self.recovering = Some(recovering);
        self.offer_left();
        self
    }

    /// Begins to look for what other windows left behind, and hears what was found.
    fn look_for_left(&mut self, ctx: &Context) {
        let Some(recovering) = &mut self.recovering else { return };
        if let Some(folder) = recovering.folder.take() {
            match Thread::start("left", ctx, move |tell| look(&folder, tell)) {
                Ok(thread) => recovering.looking = Some(thread),
                Err(error) => self.session.fail(format!("what other windows left cannot be looked for: {error}")),
            }
        }
        let before = recovering.found.len();
        while let Some(thread) = &recovering.looking {
            match thread.next(Duration::ZERO) {
                Next::Nothing => break,
                Next::Told(found) => hear(&mut self.session, found, &mut recovering.found),
                Next::Ended(crash) => {
                    recovering.looking = None;
                    if let Some(crash) = crash {
                        self.session.crashed(&crash, "looking for what other windows left", None);
                    }
                }
            }
        }
        let more = recovering.found.len() > before && matches!(self.view.dialog, Some(Dialog::Recovered(_)));
        if more || (!recovering.offered && self.view.dialog.is_none()) {
            self.offer_left();
        }
    }

    /// Asks what is to be done with the first of what was left behind.
    fn offer_left(&mut self) {
        let Some(recovering) = &mut self.recovering else { return };
        let Some((first, others)) = recovering.found.split_first() else { return };
        recovering.offered = true;
        self.view.dialog = Some(Dialog::Recovered(Found {
            title: first.scene.title.clone(),
            file: first.of.as_ref().map(|of| of.display().to_string()),
            differs: first.differs.clone(),
            others: others.len(),
        }));
    }

    /// Does what was answered, and sees to what is not saved.
    pub(super) fn recover(&mut self, ctx: &Context) {
        match self.view.recover.take() {
            Some(Recover::Open) => self.perform(ctx, WindowCommand::OpenLeft.into(), false),
            Some(Recover::Drop) => {
                if let Some(recovering) = self.recovering.as_mut().filter(|recovering| !recovering.found.is_empty()) {
                    recovering.found.remove(0).clear();
                }
                self.offer_left();
            }
            Some(Recover::Later) => {
                if let Some(recovering) = &mut self.recovering {
                    recovering.found.clear();
                    recovering.looking = None;
                }
            }
            None => {}
        }
        self.look_for_left(ctx);
        self.keep_unsaved(ctx);
    }

    /// Writes down what is not saved, no more often than every few seconds, and forgets it once it is saved.
    fn keep_unsaved(&mut self, ctx: &Context) {
        let Some(recovering) = &mut self.recovering else { return };
        let here = self.session.opened;
        let of_this = |written: Option<(u64, u64)>| written.is_some_and(|(opened, _)| opened == here);
        if let Some(thread) = &recovering.busy {
            let failed = match thread.next(Duration::ZERO) {
                Next::Nothing => return,
                Next::Told(Ok(())) => {
                    recovering.failed = None;
                    if of_this(recovering.written) {
                        forget(&mut recovering.opened);
                    }
                    None
                }
                Next::Told(Err(error)) => Some((error, None)),
                Next::Ended(crash) => {
                    recovering.busy = None;
                    crash.map(|crash| (crash.to_string(), Some(crash)))
                }
            };
            if let Some((error, crash)) = failed
                && recovering.fails(&error)
            {
                match crash {
                    Some(crash) => self.session.crashed(&crash, "writing down what is not saved", None),
                    None => self.session.fail(error),
                }
            }
        }
        let document = &self.session.document;
        if !document.loses_work() {
            if let (true, Some(keeper)) = (recovering.there, &recovering.keeper) {
                keeper.clear();
            }
            forget(&mut recovering.opened);
            (recovering.there, recovering.written, recovering.since) = (false, None, None);
            return;
        }
        let Some(keeper) = &recovering.keeper else { return };
        let now = (self.session.opened, document.revision());
        if recovering.written == Some(now) {
            return;
        }
        let waited = recovering.since.get_or_insert_with(Instant::now).elapsed();
        // What was opened of another window is written down at once.
        let at_once = recovering.opened.is_some() && recovering.failed.is_none() && !of_this(recovering.written);
        if waited < EVERY && !at_once {
            ctx.request_repaint_after(EVERY.saturating_sub(waited));
            return;
        }
        if recovering.busy.is_some() {
            return;
        }
        let (path, of, scene) = (keeper.path().to_owned(), document.path.clone(), document.scene().clone());
        let write = move |tell: &mut dyn FnMut(_)| tell(keep(&path, of.as_deref(), &scene));
        match Thread::start("keep", ctx, write) {
            Ok(thread) => {
                (recovering.busy, recovering.written, recovering.since) = (Some(thread), Some(now), None);
                recovering.there = true;
            }
            Err(error) => {
                let error = format!("what is not saved cannot be kept: {error}");
                if recovering.fails(&error) {
                    self.session.fail(error);
                }
            }
        }
    }

    /// The window closes as it was asked to: nothing is left behind, not by a thread that is still writing either. Where every
    /// frame breaks, nobody could look at what is not saved: the next start offers that.
    pub fn leave(&mut self) {
        if let Some(worker) = &mut self.worker {
            worker.save_all(&mut self.session);
        }
        let Some(Recovering { keeper, busy, mut opened, .. }) = self.recovering.take() else { return };
        if let Some(thread) = busy {
            while let Next::Told(_) = thread.next(PATIENCE) {}
        }
        let document = &self.session.document;
        if self.rescue.is_on() && document.loses_work() {
            let kept = keeper.map(|keeper| keep(keeper.path(), document.path.as_deref(), document.scene()));
            if matches!(kept, Some(Ok(()))) {
                forget(&mut opened);
            }
            return;
        }
        forget(&mut opened);
        if let Some(keeper) = keeper {
            keeper.clear();
        }
    }

    /// Opens what was left behind first, as something that is not saved.
    pub(super) fn open_left(&mut self) {
        let Some(recovering) = &mut self.recovering else { return };
        if recovering.found.is_empty() {
            return;
        }
        // Others are offered at the next start: one scene is open at a time.
        let found = recovering.found.remove(0);
        recovering.found.clear();
        recovering.looking = None;
        self.session.open(found.scene.clone(), found.of.clone());
        self.session.document.mark_unsaved();
        recovering.opened = Some(found);
    }
}

/// What was opened of another window is kept by this one, was saved, or is not wanted.
fn forget(opened: &mut Option<Left>) {
    if let Some(left) = opened.take() {
        left.clear();
    }
}

/// Takes in what was found, or tells why it cannot be read.
fn hear(session: &mut Session, found: Result<Left, String>, all: &mut Vec<Left>) {
    match found {
        Ok(left) => add(all, left),
        Err(unread) => session.fail(unread),
    }
}
