//! A lane: at most one task of one kind. It decides when to wait for reports, and when a task is late or given up.

use super::Report;
use super::policy::Policy;
use super::turns::{Turn, Turns};
use crate::debugger::disk::crash::Crash;
use crate::debugger::session::background::reports::Reports;
use crate::debugger::session::background::work::Update;
use crate::debugger::session::background::{Done, Failure, Slices};
use crate::host::RemoteTask;
use crate::host::thread::{Next, Thread};
use egui::Context;
use gridscope_trace::Progress;
use gridscope_trace::trace::Pieces;
use std::time::Duration;
use web_time::Instant;

/// The work of a task. It passes its reports to the function that it gets.
pub(crate) type Work = Slices<Report>;

/// Source of the reports of a task.
enum Source {
    Thread(Thread<Report>),
    /// The task runs on the calling thread. A worker may record the runs for it.
    Turns(Turns, Option<Recorder>),
    /// The task runs in workers of the page.
    Remote(Vec<RemoteTask>, Reports),
}

impl Source {
    /// Returns the next report. Waits for a thread at most as long as `wait`, and runs slices as long as `turn` lasts.
    fn next(&mut self, wait: Duration, turn: &mut Turn, progress: &Progress) -> Next<Report> {
        match self {
            Self::Thread(thread) => thread.next(wait),
            Self::Turns(turns, recorder) => receive(recorder).unwrap_or_else(|| turns.next(turn)),
            // Workers cannot be asked to stop. They are ended when the source is dropped, after the last report.
            Self::Remote(..) if progress.is_stopped() => Next::Report(Report::Session(Done::Work(Update::Done))),
            Self::Remote(workers, reports) => {
                for (number, worker) in workers.iter().enumerate() {
                    loop {
                        match worker.next() {
                            Next::Nothing => break,
                            Next::Ended(crash) => return Next::Ended(crash),
                            Next::Report(bytes) => {
                                if let Err(error) = reports.push(number, &bytes) {
                                    return Next::Ended(Some(Crash::new(&error)));
                                }
                            }
                        }
                    }
                }
                reports.pop().map_or(Next::Nothing, |update| Next::Report(Report::Session(Done::Work(update))))
            }
        }
    }
}

/// A worker that records the runs of a task on the calling thread, and the place for its reports.
pub(super) type Recorder = (RemoteTask, Pieces);

/// Passes on all that the worker has sent. Returns `None` if the task can continue.
fn receive(recorder: &mut Option<Recorder>) -> Option<Next<Report>> {
    let (worker, pieces) = recorder.as_ref()?;
    while !pieces.is_stopped() {
        let has_more = match worker.next() {
            Next::Nothing => return pieces.is_awaited().then_some(Next::Nothing),
            Next::Report(piece) => pieces.push(piece),
            Next::Ended(crash) if pieces.is_within_run() => return Some(Next::Ended(crash)),
            // The page does not let the worker start, or a run has an error: the task records the missing runs itself.
            Next::Ended(_) => false,
        };
        if !has_more {
            break;
        }
    }
    pieces.close();
    *recorder = None;
    None
}

/// The task of a lane.
struct Running {
    /// `None` once the source was taken out.
    source: Option<Source>,
    progress: Progress,
    since: Instant,
    /// When the lane first noticed that the task was asked to stop.
    stopped: Option<Instant>,
    /// Whether the user was informed that the task takes long.
    told_late: bool,
}

impl Drop for Running {
    /// Asks the task to stop, because its reports are no longer needed.
    fn drop(&mut self) {
        self.progress.stop();
    }
}

/// News from a lane for the window.
pub(super) enum Event {
    /// Nothing yet.
    Waiting,
    /// The task takes long. Comes once.
    Late,
    Report(Report),
    /// The task ended without its last report.
    Failed(Failure),
}

/// At most one running task, and the one before it if that was given up and has not ended yet.
#[derive(Default)]
pub(super) struct Lane {
    running: Option<Running>,
    /// A task on a thread that was given up, and when.
    given_up: Option<(Thread<Report>, Instant)>,
    /// Slices of a task that has made its last report. They prepare more data.
    rest: Option<Turns>,
}

impl Lane {
    /// Returns whether a task is running or preparing more data, or one that was given up still keeps the next from
    /// starting.
    pub(super) fn is_busy(&self) -> bool {
        self.running.is_some() || self.given_up.is_some() || self.rest.is_some()
    }

    /// Returns how long the running task has run.
    pub(super) fn elapsed(&self) -> Option<Duration> {
        self.running.as_ref().map(|running| running.since.elapsed())
    }

    /// Starts a task on a thread.
    pub(super) fn start(
        &mut self,
        policy: &Policy,
        ctx: &Context,
        progress: Progress,
        work: Work,
    ) -> Result<(), Failure> {
        match Thread::start(policy.name, ctx, |tell| work.run(tell)) {
            Ok(thread) => {
                self.set(Source::Thread(thread), progress);
                Ok(())
            }
            Err(error) => Err(Failure::NoThread(error.to_string())),
        }
    }

    /// Starts a task on the calling thread. [`Lane::next`] runs its slices. A worker may record its runs.
    pub(super) fn start_in_turns(&mut self, progress: Progress, work: Work, recorder: Option<Recorder>) {
        self.set(Source::Turns(Turns::new(work), recorder), progress);
    }

    /// Follows a task that runs in workers.
    pub(super) fn start_remote(&mut self, progress: Progress, workers: Vec<RemoteTask>) {
        let reports = Reports::of(workers.len());
        self.set(Source::Remote(workers, reports), progress);
    }

    fn set(&mut self, source: Source, progress: Progress) {
        self.running =
            Some(Running { source: Some(source), progress, since: Instant::now(), stopped: None, told_late: false });
    }

    /// Drops the running task: it is asked to stop, and its reports are not taken.
    pub(super) fn drop_task(&mut self) {
        self.running = None;
    }

    /// Gives the running task up. The next one waits until it has ended, but no longer than the policy says.
    pub(super) fn give_up(&mut self, policy: &Policy) {
        let Some(mut running) = self.running.take() else { return };
        // A task in turns ends when its slices are dropped.
        if let (Some(Source::Thread(thread)), false) = (running.source.take(), policy.hinders.is_zero()) {
            self.given_up = Some((thread, Instant::now()));
        }
    }

    /// Returns the next event of the task. Waits for a thread at most as long as `wait`, and runs slices as long as
    /// `turn` lasts.
    pub(super) fn next(&mut self, policy: &Policy, wait: Duration, turn: &mut Turn) -> Event {
        self.given_up.take_if(|(thread, since)| {
            since.elapsed() >= policy.hinders || !matches!(thread.next(Duration::ZERO), Next::Nothing)
        });
        self.rest.take_if(|rest| !matches!(rest.next(turn), Next::Nothing));
        let Some(running) = &mut self.running else { return Event::Waiting };
        let next =
            running.source.as_mut().map_or(Next::Ended(None), |source| source.next(wait, turn, &running.progress));
        match next {
            Next::Report(report) => {
                if report.is_last() {
                    self.end();
                }
                Event::Report(report)
            }
            Next::Ended(crash) => {
                self.end();
                let silent = || Crash::new("its thread ended without an answer");
                Event::Failed(Failure::Crash(crash.unwrap_or_else(silent)))
            }
            Next::Nothing => {
                if running.progress.is_stopped() {
                    running.stopped.get_or_insert_with(Instant::now);
                }
                let abandoned = |limit| running.stopped.is_some_and(|since| since.elapsed() > limit);
                if policy.abandon.is_some_and(abandoned) {
                    self.end();
                    return Event::Failed(Failure::Abandoned);
                }
                let late = policy.late.is_some_and(|limit| running.since.elapsed() > limit);
                if late && !std::mem::replace(&mut running.told_late, true) { Event::Late } else { Event::Waiting }
            }
        }
    }

    /// Forgets the task without asking it to stop. A recording continues after its last report, to prepare more data.
    fn end(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        running.progress = Progress::default();
        if let Some(Source::Turns(turns, _)) = running.source.take() {
            self.rest = Some(turns).filter(Turns::has_more);
        }
    }
}
