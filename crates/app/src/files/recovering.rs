//! Recovery of unsaved work. Every few seconds, a worker thread writes a copy of unsaved changes. The next start offers
//! the copy that a killed window left.

use crate::App;
use crate::background::{Report, Task};
use crate::debugger::WindowCommand;
use crate::debugger::disk::recovery::{Left, RecoverySlot, add, look, write_recovery_copy};
use crate::debugger::session::background::Slices;
use crate::view::notice_lines::Subject;
use crate::view::{Dialog, Found, Recover};
use egui::Context;
use gridscope_trace::Progress;
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

/// Time after which an unsaved change is written to the copy.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) const EVERY: Duration = Duration::from_secs(4);

/// State of the recovery: this window's copy, and the copies left by other windows.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one independent fact about the copy or the search for others"
)]
pub(crate) struct Recovering {
    keeper: Option<RecoverySlot>,
    /// Time after which an unsaved change is written.
    every: Duration,
    /// Opened scene and revision of the last written copy. `None` if writing failed.
    written: Option<(u64, u64)>,
    /// Whether this window has written a copy and not removed it yet.
    there: bool,
    /// When the first change that is not in the copy was noticed.
    since: Option<Instant>,
    /// Whether a task is writing the copy.
    busy: bool,
    /// Folder to search for copies of other windows. `None` once the search has started.
    folder: Option<PathBuf>,
    /// Whether a task is searching for copies. Large scenes take a while to read.
    looking: bool,
    /// Copies of other windows that the user has not decided about.
    found: Vec<Left>,
    /// Whether the user was asked about them.
    offered: bool,
    /// Why the last copy could not be written. Reported once.
    failed: Option<String>,
    /// The copy that was opened in this window. It is kept until this window has written a copy of its own.
    opened: Option<Left>,
}

impl Recovering {
    /// Records that the copy could not be written; it is tried again later. Returns whether to report the reason, which
    /// is not reported twice in a row.
    fn fails(&mut self, error: &str) -> bool {
        (self.written, self.since) = (None, Some(Instant::now()));
        self.failed.replace(error.to_owned()).as_deref() != Some(error)
    }
}

impl App {
    /// Enables recovery: keeps copies of unsaved changes in `folder`, and offers the copies that closed windows left
    /// there. A change is written after the time `every`.
    #[must_use]
    pub fn recovering(mut self, folder: &Path, every: Duration) -> Self {
        let keeper = match RecoverySlot::new(folder) {
            Ok(keeper) => Some(keeper),
            Err(error) => {
                self.session.fail(format!("what is not saved cannot be kept: {error}"));
                None
            }
        };
        let recovering = Recovering {
            keeper,
            every,
            written: None,
            there: false,
            since: None,
            busy: false,
            folder: Some(folder.to_owned()),
            looking: false,
            found: Vec::new(),
            offered: false,
            failed: None,
            opened: None,
        };
        self.recovering = Some(recovering);
        self
    }

    /// Returns the task that looks for copies left by other windows, the first time only.
    pub(crate) fn next_look_for_left(&mut self) -> Option<Task> {
        let recovering = self.recovering.as_mut()?;
        let folder = recovering.folder.take()?;
        recovering.looking = true;
        let work = move |tell: &mut dyn FnMut(Report)| {
            look(&folder, &mut |found| tell(Report::Leftover(Some(Box::new(found)))));
            tell(Report::Leftover(None));
        };
        Some(Task::Window(Slices::whole(work), Progress::default()))
    }

    /// Returns whether the user still wants to know what other windows left.
    pub(crate) fn looks_for_left(&self) -> bool {
        self.recovering.as_ref().is_some_and(|recovering| recovering.looking)
    }

    /// Stores a copy that another window left, or reports why it cannot be read. `None` comes after the last one.
    pub(crate) fn take_left(&mut self, found: Option<Result<Left, String>>) {
        let Some(recovering) = &mut self.recovering else { return };
        match found {
            None => recovering.looking = false,
            Some(Ok(left)) => add(&mut recovering.found, left),
            Some(Err(unread)) => self.session.fail(unread),
        }
        // If the dialog about the first copy is open, its count of the others is updated.
        if matches!(self.view.dialog, Some(Dialog::Recovered(_))) {
            self.offer_left();
        }
    }

    /// Asks the user what to do with the first copy.
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

    /// Carries out the user's answer, and asks about copies of other windows.
    pub(crate) fn recover(&mut self, ctx: &Context) {
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
                    recovering.looking = false;
                }
            }
            None => {}
        }
        if self.view.dialog.is_none() && self.recovering.as_ref().is_some_and(|recovering| !recovering.offered) {
            self.offer_left();
        }
    }

    /// Records that the copy was written, or reports why it could not be.
    pub(crate) fn take_kept(&mut self, kept: Result<(), String>) {
        let Some(recovering) = &mut self.recovering else { return };
        recovering.busy = false;
        match kept {
            Ok(()) => {
                recovering.failed = None;
                self.view.drop_line(Subject::Storage);
                if recovering.written.is_some_and(|(opened, _)| opened == self.session.scene_number()) {
                    forget(&mut recovering.opened);
                }
            }
            Err(error) => {
                if recovering.fails(&error) {
                    self.storage_failed(&error);
                }
            }
        }
    }

    /// Records that the task that writes the copy ended early. Returns whether to tell the user, which is done once.
    pub(crate) fn keeping_failed(&mut self, why: &str) -> bool {
        self.recovering.as_mut().is_some_and(|recovering| {
            recovering.busy = false;
            recovering.fails(why)
        })
    }

    /// Returns the task that writes a copy of unsaved changes, at most once every few seconds. If everything is saved,
    /// removes the copy.
    pub(crate) fn next_keep(&mut self, ctx: &Context) -> Option<Task> {
        let recovering = self.recovering.as_mut().filter(|recovering| !recovering.busy)?;
        let document = &self.session.document();
        if !document.loses_work() {
            if let (true, Some(keeper)) = (recovering.there, &recovering.keeper) {
                keeper.clear();
            }
            forget(&mut recovering.opened);
            (recovering.there, recovering.written, recovering.since) = (false, None, None);
            return None;
        }
        let keeper = recovering.keeper.as_ref()?;
        let now = (self.session.scene_number(), document.revision());
        if recovering.written == Some(now) {
            return None;
        }
        let waited = recovering.since.get_or_insert_with(Instant::now).elapsed();
        // A copy opened from another window is written at once.
        let at_once = recovering.opened.is_some()
            && recovering.failed.is_none()
            && recovering.written.is_none_or(|(opened, _)| opened != now.0);
        if waited < recovering.every && !at_once {
            ctx.request_repaint_after(recovering.every.saturating_sub(waited));
            return None;
        }
        let path = keeper.path().to_owned();
        let of = document.path.clone();
        let scene = document.scene().clone();
        (recovering.busy, recovering.there) = (true, true);
        (recovering.written, recovering.since) = (Some(now), None);
        let work = move |tell: &mut dyn FnMut(Report)| {
            tell(Report::RecoveryCopy(write_recovery_copy(&path, of.as_deref(), &scene)));
        };
        Some(Task::Window(Slices::whole(work), Progress::default()))
    }

    /// Removes the copy when the window is closed normally, after all writing threads have ended. On the rescue screen,
    /// unsaved changes are written instead, because the user could not see them. The next start offers them.
    pub fn leave(&mut self) {
        self.finish_background();
        let Some(Recovering { keeper, mut opened, .. }) = self.recovering.take() else { return };
        let document = &self.session.document();
        if self.rescue.is_on() && document.loses_work() {
            let copy_result =
                keeper.map(|keeper| write_recovery_copy(keeper.path(), document.path.as_deref(), document.scene()));
            if matches!(copy_result, Some(Ok(()))) {
                forget(&mut opened);
            }
            return;
        }
        forget(&mut opened);
        if let Some(keeper) = keeper {
            keeper.clear();
        }
    }

    /// Opens the first copy as an unsaved scene.
    pub(crate) fn open_left(&mut self) {
        let Some(recovering) = &mut self.recovering else { return };
        if recovering.found.is_empty() {
            return;
        }
        // Only one scene is open at a time. The other copies are offered at the next start.
        let found = recovering.found.remove(0);
        recovering.found.clear();
        recovering.looking = false;
        self.session.open_unsaved(found.scene.clone(), found.of.clone());
        recovering.opened = Some(found);
    }
}

/// Removes the opened copy of another window, because this window has its own copy, or the scene was saved or
/// discarded.
fn forget(opened: &mut Option<Left>) {
    if let Some(left) = opened.take() {
        left.clear();
    }
}
