//! A lane: at most one task of one kind. It decides when to wait for reports, and when a task is late or given up.

use super::Report;
use super::policy::Policy;
use crate::catch_panic::caught;
use crate::debugger::background::{Failure, Stop};
use crate::debugger::crash::Crash;
use crate::thread::{Next, Thread};
use egui::Context;
use std::collections::VecDeque;
use std::time::Duration;
use web_time::Instant;

/// The work of a task. It passes its reports to the function that it gets.
pub(crate) type Work = Box<dyn FnOnce(&mut dyn FnMut(Report)) + Send>;

/// Source of the reports of a task.
enum Source {
    Thread(Thread<Report>),
    /// Reports of a task that has run on the calling thread, and the panic that ended it.
    Queue(VecDeque<Report>, Option<Crash>),
}

impl Source {
    fn next(&mut self, wait: Duration) -> Next<Report> {
        match self {
            Self::Thread(thread) => thread.next(wait),
            Self::Queue(reports, crash) => reports.pop_front().map_or_else(|| Next::Ended(crash.take()), Next::Report),
        }
    }
}

/// The task of a lane.
struct Running {
    source: Source,
    stop: Stop,
    since: Instant,
    /// When the lane first noticed that the task was asked to stop.
    stopped: Option<Instant>,
    /// Whether the user was informed that the task takes long.
    told_late: bool,
}

impl Drop for Running {
    /// Asks the task to stop, because its reports are no longer needed.
    fn drop(&mut self) {
        self.stop.set();
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
    /// A task that was given up, and when.
    given_up: Option<(Source, Instant)>,
}

impl Lane {
    /// Returns whether a task is running, or one that was given up still keeps the next from starting.
    pub(super) fn is_busy(&self) -> bool {
        self.running.is_some() || self.given_up.is_some()
    }

    /// Returns how long the running task has run.
    pub(super) fn elapsed(&self) -> Option<Duration> {
        self.running.as_ref().map(|running| running.since.elapsed())
    }

    /// Starts a task on a thread.
    pub(super) fn start(&mut self, policy: &Policy, ctx: &Context, stop: Stop, work: Work) -> Result<(), Failure> {
        match Thread::start(policy.name, ctx, work) {
            Ok(thread) => {
                self.set(Source::Thread(thread), stop);
                Ok(())
            }
            Err(error) => Err(Failure::NoThread(error.to_string())),
        }
    }

    /// Runs a task on the calling thread, to its end.
    pub(super) fn run_in_turn(&mut self, stop: Stop, work: Work) {
        let mut reports = VecDeque::new();
        let crash = caught(|| work(&mut |report| reports.push_back(report))).err();
        self.set(Source::Queue(reports, crash), stop);
    }

    fn set(&mut self, source: Source, stop: Stop) {
        self.running = Some(Running { source, stop, since: Instant::now(), stopped: None, told_late: false });
    }

    /// Drops the running task: it is asked to stop, and its reports are not taken.
    pub(super) fn drop_task(&mut self) {
        self.running = None;
    }

    /// Gives the running task up. The next one waits until it has ended, but no longer than the policy says.
    pub(super) fn give_up(&mut self, policy: &Policy) {
        let Some(mut running) = self.running.take() else { return };
        if !policy.hinders.is_zero() {
            let nothing = Source::Queue(VecDeque::new(), None);
            self.given_up = Some((std::mem::replace(&mut running.source, nothing), Instant::now()));
        }
    }

    /// Returns the next event of the task. Waits for it at most as long as `wait`.
    pub(super) fn next(&mut self, policy: &Policy, wait: Duration) -> Event {
        self.given_up.take_if(|(source, since)| {
            since.elapsed() >= policy.hinders || !matches!(source.next(Duration::ZERO), Next::Nothing)
        });
        let Some(running) = &mut self.running else { return Event::Waiting };
        match running.source.next(wait) {
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
                if running.stop.is_set() {
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
        if let Some(mut running) = self.running.take() {
            running.stop = Stop::Never;
        }
    }
}
