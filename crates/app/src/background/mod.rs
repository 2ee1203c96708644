//! All background work of the window: tasks in lanes, polled in one place once a frame.
//!
//! A lane runs at most one task at a time. Its [`Policy`](policy::Policy) states how long a frame waits for the task
//! and when the user is informed. It also states when a task is given up, and whether closing the window waits. Tasks
//! run on threads. In a page, and for tests and pictures, they run on the calling thread in turns with the frames.

pub(crate) mod address_bar;
mod lane;
mod policy;
mod turns;

use crate::App;
use crate::debugger::Session;
use crate::debugger::disk::recovery::Left;
use crate::debugger::export::ExportError;
use crate::debugger::session::background::drop_in_background::{HEAVY, drop_in_background};
use crate::debugger::session::background::work::{Update, Work as LongWork};
use crate::debugger::session::background::{self, Done, Failure, Kind, Slices, report_recorded};
use crate::debugger::session::{Job, Recorded};
use crate::dialogs::{lesson_pictures, own_scenes};
use crate::export::preview::Preview;
use crate::host::RemoteTask;
use crate::view::Dialog;
use egui::Context;
use gridscope_trace::Progress;
use lane::{Event, Lane, Work};
pub(super) use policy::LaneId;
use std::time::Duration;
use turns::Turn;
use web_time::Instant;

/// Interval between two looks at a followed log.
const GROWTH: Duration = Duration::from_millis(150);
/// Time until the next frame while a task is running.
const SOON: Duration = Duration::from_millis(30);

/// Function that records a job.
pub type Record = fn(Job) -> Recorded;
/// Function that runs a long task and passes on its reports.
pub type RunTask = fn(LongWork, &mut dyn FnMut(Update));

/// Functions that run tasks. Tests replace those for recordings and long tasks.
#[derive(Clone, Copy, Default)]
pub struct Worker(Option<(Record, RunTask)>);

impl Worker {
    /// Creates a worker that records and works with these functions.
    pub const fn doing(record: Record, work: RunTask) -> Self {
        Self(Some((record, work)))
    }

    /// Returns the slices of a task of the session.
    fn slices(self, task: background::Task) -> Slices {
        match (self.0, task) {
            (Some((record, _)), background::Task::Record(job)) => {
                Slices::pausing(move |reports| async move { report_recorded(record(*job), reports).await })
            }
            (Some((_, run)), background::Task::Work(work)) => {
                Slices::whole(move |tell| run(*work, &mut |update| tell(Done::Work(update))))
            }
            (_, task) => task.slices(),
        }
    }
}

/// A task of any lane.
pub(super) enum Task {
    /// A task that the session handed out.
    Session(background::Task),
    /// A task of the window, and the progress that stops it.
    Window(Work, Progress),
}

/// A report of a task.
pub(crate) enum Report {
    /// A report for the session.
    Session(Done),
    /// An export is drawn. `None` if it was stopped.
    Exported(Result<Option<Vec<Vec<u8>>>, ExportError>),
    /// The preview of an export is drawn.
    Preview(Result<Preview, ExportError>),
    /// A file of the user's own folder is read. `None` after the last.
    OwnScene(Option<own_scenes::Found>),
    /// The picture of a lesson is drawn.
    LessonPicture(lesson_pictures::Drawn),
    /// Unsaved work that another window left, or why it cannot be read. `None` after the last.
    Leftover(Option<Box<Result<Left, String>>>),
    /// Unsaved work was stored for recovery, or could not be.
    RecoveryCopy(Result<(), String>),
    /// The address of a moment, or why it cannot be written.
    Address(address_bar::Use, address_bar::Written),
}

impl Report {
    /// Returns whether the task reports nothing more.
    const fn is_last(&self) -> bool {
        match self {
            Self::Session(done) => done.is_last(),
            Self::OwnScene(found) => found.is_none(),
            Self::LessonPicture(drawn) => matches!(drawn, lesson_pictures::Drawn::End),
            Self::Leftover(found) => found.is_none(),
            Self::Exported(_) | Self::Preview(_) | Self::RecoveryCopy(_) | Self::Address(..) => true,
        }
    }
}

/// The lanes, and what runs their tasks.
pub(super) struct Background {
    lanes: [Lane; LaneId::ALL.len()],
    worker: Worker,
    executor: Executor,
    /// When the turns of this frame end. `None` means that each lasts until its task has ended.
    turns_end: Option<Instant>,
    /// When the tasks of the last frame had their turn.
    worked: Option<Instant>,
}

/// Where tasks run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Executor {
    /// Each on a thread of its own.
    Threads,
    /// On the calling thread, one slice of each lane in every frame, and more within this time. `None` runs them to
    /// their ends.
    Turns(Option<Duration>),
}

impl Background {
    /// Creates lanes whose tasks run on threads, or in a page, which has one thread, in turns with the frames.
    pub(crate) fn new(worker: Worker) -> Self {
        let page = cfg!(target_arch = "wasm32");
        Self::on(if page { Executor::Turns(Some(turns::IN_A_FRAME)) } else { Executor::Threads }, worker)
    }

    /// Creates lanes whose tasks run one after another on the calling thread, to their ends within the frame.
    pub(crate) fn within_frames() -> Self {
        Self::on(Executor::Turns(None), Worker::default())
    }

    /// Creates lanes whose tasks run on the calling thread, in turns with the frames, as in a page.
    pub(crate) fn in_turns() -> Self {
        Self::on(Executor::Turns(Some(turns::IN_A_FRAME)), Worker::default())
    }

    fn on(executor: Executor, worker: Worker) -> Self {
        Self { lanes: Default::default(), worker, executor, turns_end: None, worked: None }
    }

    /// Returns whether tasks run on threads.
    pub(crate) fn has_threads(&self) -> bool {
        self.executor == Executor::Threads
    }

    /// Begins the turns of a frame.
    fn begin_turns(&mut self) {
        self.turns_end = match self.executor {
            Executor::Turns(Some(least)) => {
                let without_work = self.worked.map_or(least, |worked| worked.elapsed());
                Instant::now().checked_add(without_work.max(least).min(turns::MAX_IN_A_FRAME))
            }
            Executor::Turns(None) | Executor::Threads => None,
        };
    }

    fn lane(&mut self, id: LaneId) -> &mut Lane {
        &mut self.lanes[id.index()]
    }

    /// Returns whether a task of the lane is running.
    pub(crate) fn is_running(&self, id: LaneId) -> bool {
        self.lanes[id.index()].is_busy()
    }

    /// Drops the running task of a lane: it is asked to stop, and its reports are not taken.
    pub(crate) fn drop_task(&mut self, id: LaneId) {
        self.lane(id).drop_task();
    }

    fn start(&mut self, id: LaneId, ctx: &Context, mut task: Task) -> Result<(), Failure> {
        let mut recorder = None;
        match (self.executor, &mut task) {
            (Executor::Turns(Some(_)), Task::Session(background::Task::Work(work))) => {
                let requests = work.requests(RemoteTask::count());
                let start = |request: &Vec<u8>| RemoteTask::start(ctx, request);
                if let Some(workers) = requests.and_then(|all| all.iter().map(start).collect()) {
                    self.lane(id).start_remote(work.progress(), workers);
                    return Ok(());
                }
            }
            (Executor::Turns(Some(_)), Task::Session(background::Task::Record(job))) => {
                if let Some((request, pieces)) = job.request()
                    && let Some(worker) = RemoteTask::start(ctx, &request)
                {
                    job.pieces = pieces.clone();
                    recorder = Some((worker, pieces));
                }
            }
            #[cfg(not(target_arch = "wasm32"))]
            (Executor::Threads, Task::Session(background::Task::Work(work))) => {
                work.use_workers(gridscope_outside::parallel::workers(None));
            }
            _ => {}
        }
        let (progress, work) = match task {
            Task::Session(task) => {
                let (progress, shown) = (task.progress(), ctx.clone());
                let mut slices = self.worker.slices(task);
                let work = Slices::new(move |tell: &mut dyn FnMut(Report)| {
                    slices.run_next(&mut |done| {
                        tell(Report::Session(done));
                        // A recording continues after it has reported its runs.
                        shown.request_repaint();
                    })
                });
                (progress, work)
            }
            Task::Window(work, progress) => (progress, work),
        };
        if self.executor == Executor::Threads {
            return self.lane(id).start(id.policy(), ctx, progress, work);
        }
        self.lane(id).start_in_turns(progress, work, recorder);
        Ok(())
    }
}

impl App {
    /// Starts waiting tasks and handles the reports of running ones. Called once a frame.
    pub(super) fn work_in_background(&mut self, ctx: &Context) {
        self.background.begin_turns();
        for id in LaneId::ALL {
            self.drive(id, ctx);
        }
        self.background.worked = Some(Instant::now());
        self.free_retired();
        if LaneId::ALL.into_iter().any(|id| self.background.is_running(id) && !self.holds(ctx, id)) {
            // In turns, the next slice needs a frame.
            let threads = self.background.executor == Executor::Threads;
            ctx.request_repaint_after(if threads { SOON } else { Duration::ZERO });
        }
    }

    /// Frees the runs that are no longer shown, large ones on another thread.
    fn free_retired(&mut self) {
        let retired = self.session.take_retired();
        if retired.iter().any(|run| run.replay.len() > HEAVY) {
            drop_in_background(retired);
        }
    }

    /// Handles the reports of a lane and starts its next task.
    pub(super) fn drive(&mut self, id: LaneId, ctx: &Context) {
        let (policy, begun) = (id.policy(), Instant::now());
        let (mut wait, mut started) = (Duration::ZERO, false);
        let mut turn = Turn::until(self.background.turns_end);
        if self.holds(ctx, id) {
            return;
        }
        loop {
            let elapsed = self.background.lane(id).elapsed();
            let outdated = policy.outdated.is_some_and(|limit| elapsed.is_some_and(|elapsed| elapsed >= limit));
            if outdated && self.is_useless(id) {
                self.background.lane(id).give_up(policy);
                continue;
            }
            match self.background.lane(id).next(policy, wait.saturating_sub(begun.elapsed()), &mut turn) {
                Event::Report(report) => {
                    self.take_report(ctx, report);
                    wait = begun.elapsed() + policy.wait_more;
                }
                Event::Failed(failure) => self.take_failure(ctx, id, failure),
                Event::Late => self.tell_late(id),
                Event::Waiting if self.background.is_running(id) => break,
                Event::Waiting => {
                    if started && !policy.several && self.background.executor == Executor::Threads {
                        break;
                    }
                    let Some(task) = self.next_task(ctx, id) else { break };
                    // A recording that begins needs their memory.
                    self.free_retired();
                    started = true;
                    match self.background.start(id, ctx, task) {
                        Ok(()) => wait = self.waits(id),
                        Err(failure) => self.take_failure(ctx, id, failure),
                    }
                }
            }
        }
        match (id, self.background.lane(id).elapsed()) {
            (LaneId::Session(Kind::Record), Some(elapsed)) => self.session.note_taken(elapsed.as_secs_f64()),
            // The dialog may have been covered by another one.
            (LaneId::Session(Kind::Prepare), Some(elapsed)) if policy.late.is_some_and(|limit| elapsed > limit) => {
                self.show_opening(ctx);
            }
            _ => {}
        }
    }

    /// Returns how long the frame that starts a task waits for it. No frame waits for a followed log, because the log
    /// is read again and again.
    fn waits(&self, id: LaneId) -> Duration {
        if id == LaneId::Session(Kind::Record) && self.session.is_following() {
            return Duration::ZERO;
        }
        id.policy().wait
    }

    /// Returns the next task of a lane, if one waits.
    fn next_task(&mut self, ctx: &Context, id: LaneId) -> Option<Task> {
        match id {
            LaneId::Session(Kind::Copy) => self.next_copy(),
            LaneId::Session(Kind::Prepare) => self.next_preparation(),
            LaneId::Session(kind) => {
                if kind == Kind::Record && self.session.update_followed_log() {
                    ctx.request_repaint_after(GROWTH);
                }
                self.session.next_task(kind).map(Task::Session)
            }
            LaneId::Export => self.next_export(),
            LaneId::Preview => self.next_preview(),
            LaneId::OwnScenes => self.next_own_scenes(),
            LaneId::LessonPictures => self.next_lesson_pictures(),
            LaneId::Leftovers => self.next_look_for_left(),
            LaneId::RecoveryCopy => self.next_keep(ctx),
            LaneId::Address => self.next_address(ctx),
        }
    }

    /// Returns whether the lane is paused in this frame.
    fn holds(&self, ctx: &Context, id: LaneId) -> bool {
        id == LaneId::Session(Kind::Prepare) && self.another_dialog_is_open(ctx)
    }

    /// Returns whether the result of the running task is no longer needed.
    fn is_useless(&mut self, id: LaneId) -> bool {
        match id {
            LaneId::Session(Kind::Prepare) => self.opening_is_useless(),
            LaneId::Session(kind) => self.session.gives_up(kind),
            LaneId::Preview => !matches!(self.view.dialog, Some(Dialog::Export(_))),
            LaneId::OwnScenes => self.own_scenes_are_outdated(),
            LaneId::Leftovers => !self.looks_for_left(),
            LaneId::Export | LaneId::LessonPictures | LaneId::RecoveryCopy | LaneId::Address => false,
        }
    }

    /// Handles a report of a task.
    fn take_report(&mut self, ctx: &Context, report: Report) {
        match report {
            Report::Session(Done::Copied(copied)) => self.put_on_clipboard(ctx, copied),
            Report::Session(Done::Prepared(prepared)) => self.take_prepared(ctx, *prepared),
            Report::Session(done) => self.session.take_done(done),
            Report::Exported(answer) => self.take_export(ctx, answer),
            Report::Preview(answer) => self.view.previewing.take(ctx, answer),
            Report::LessonPicture(drawn) => self.view.pictures.take(ctx, drawn),
            Report::OwnScene(found) => self.view.own_scenes.take(ctx, found),
            Report::Leftover(found) => self.take_left(found.map(|found| *found)),
            Report::RecoveryCopy(kept) => self.take_kept(kept),
            Report::Address(wanted, fragment) => self.take_address(ctx, wanted, fragment),
        }
    }

    /// Handles the end of a task that did not make its last report.
    fn take_failure(&mut self, ctx: &Context, id: LaneId, failure: Failure) {
        let why = match &failure {
            Failure::Crash(crash) => crash.to_string(),
            Failure::NoThread(error) => format!("no thread could be started: {error}"),
            Failure::Abandoned => "it was stopped".to_owned(),
        };
        match id {
            LaneId::Session(kind) => {
                if kind == Kind::Prepare {
                    self.opening_failed();
                }
                return self.session.take_failure(kind, failure);
            }
            LaneId::Export => self.take_export(ctx, Ok(None)),
            // Drawing the same preview would fail again. It is tried again only for other settings.
            LaneId::Preview => return self.view.previewing.take(ctx, Err(ExportError(why))),
            LaneId::OwnScenes => return self.view.own_scenes.take_failure(&why),
            LaneId::LessonPictures | LaneId::Leftovers | LaneId::Address => {}
            LaneId::RecoveryCopy => {
                if !self.keeping_failed(&why) {
                    return;
                }
            }
        }
        match failure {
            Failure::Crash(crash) => self.session.crashed(&crash, id.doing(), None),
            Failure::NoThread(_) => self.session.fail(format!("{}: {why}", id.doing())),
            Failure::Abandoned => {}
        }
    }

    /// Informs the user that a task takes long.
    fn tell_late(&mut self, id: LaneId) {
        match id {
            LaneId::Session(Kind::Record) => self.session.note_long(),
            LaneId::Session(Kind::Save) => self.session.notify_all(vec!["The scene is being saved…".to_owned()]),
            _ => {}
        }
    }

    /// Ends background work before the window closes. Waits for running tasks as long as their policies allow, and
    /// writes pending saves.
    pub(super) fn finish_background(&mut self) {
        for id in LaneId::ALL {
            let (policy, begun) = (id.policy(), Instant::now());
            let Some(limit) = policy.exit else { continue };
            while let Event::Report(report) =
                self.background.lane(id).next(policy, limit.saturating_sub(begun.elapsed()), &mut Turn::until(None))
            {
                if let Report::Session(done) = report {
                    self.session.take_done(done);
                }
            }
            self.background.drop_task(id);
        }
        save_all(&mut self.session);
    }
}

/// Writes pending saves on the calling thread.
fn save_all(session: &mut Session) {
    while let Some(task) = session.next_task(Kind::Save) {
        task.run(&mut |done| session.take_done(done));
    }
}
