//! Following a log while it grows. Now and then, a job converts it to a run again from its beginning. The job also
//! computes what the window needs of the run first.

use super::place::Place;
use super::source::Source;
use super::{Breakpoint, OpenedLog, Run, Session};
use crate::log::program::Growing;
use crate::session::background::drop_in_background::drop_in_background;
use gridscope_trace::geometry::Cell;
use gridscope_trace::progress::{Progress, at_once};
use gridscope_trace::scene::Scene;
use gridscope_trace::trace::Replay;
use gridscope_trace::view::board::Board;
use std::mem::take;
use std::sync::Arc;

/// A followed log, with the data that the worker thread needs.
#[derive(Debug)]
pub(super) struct Followed {
    log: Arc<dyn Growing>,
    /// The layer that is shown.
    layer: usize,
    /// Breakpoints whose hits are to be found.
    breakpoints: Vec<Breakpoint>,
}

/// A log that is followed while it grows.
pub(crate) struct GrowingLog {
    reader: Arc<dyn Growing>,
    /// The log as it was shown last.
    pub(super) log: Option<Box<OpenedLog>>,
    /// Number of lines that are shown.
    lines: usize,
    /// The moment that was shown when the program started its log again.
    moment: Option<RestartMoment>,
}

/// A moment that was shown when a program started its log again.
struct RestartMoment {
    place: Place,
    /// Cursor position since then. Any other position means that the user has moved the cursor.
    cursor: usize,
}

/// A snapshot of a followed log.
pub(super) struct Look {
    pub(super) log: OpenedLog,
    pub(super) scene: Scene,
    /// The run, with its cursor at the end.
    pub(super) run: Replay,
    pub(super) breakpoints: Vec<Breakpoint>,
}

impl Followed {
    /// Takes a snapshot of the lines received so far. If `progress` is stopped, the report of its audit is empty.
    pub(super) fn look(self, progress: &Progress) -> Option<Look> {
        let Self { log, layer, mut breakpoints } = self;
        let mut look = None;
        log.look(&mut |log| {
            let (log, scene) = at_once(OpenedLog::of(log, progress));
            let mut run = log.replay.fork();
            run.seek(usize::MAX);
            // Compute what a window needs of a new run first. Forks share the results.
            for layer in [layer, run.schema().first_layer] {
                run.board(Some(layer), &mut Board::default());
            }
            let _ = (run.series(), run.ties(), run.history(Cell::new(0, 0)));
            for breakpoint in &mut breakpoints {
                at_once(breakpoint.find(&run, progress));
            }
            look = Some(Look { log, scene, run, breakpoints: std::mem::take(&mut breakpoints) });
        });
        look
    }
}

impl GrowingLog {
    /// Stops reading a log that does not grow.
    pub(super) fn stop(&self) {
        self.reader.stop();
    }

    /// Returns the followed log, with the data that the worker thread needs.
    pub(super) fn followed(&self, layer: usize, breakpoints: Vec<Breakpoint>) -> Followed {
        Followed { log: Arc::clone(&self.reader), layer, breakpoints }
    }
}

impl Source {
    /// Returns the moment to show in the run of a restarted log: the stored moment, or the end if the run has not
    /// reached it yet. Returns `None` if the log was not restarted, or if the user has moved the cursor since.
    pub(super) fn kept_moment(&mut self, run: &Replay, cursor: Option<usize>) -> Option<usize> {
        let Self::Growing(growing) = self else { return None };
        let restart_moment = growing.moment.take().filter(|kept| cursor == Some(kept.cursor))?;
        let at = restart_moment.place.on(run);
        if at == run.len() {
            growing.moment = Some(RestartMoment { cursor: at, ..restart_moment });
        }
        Some(at)
    }
}

impl Session {
    /// Follows a log while it grows.
    pub fn follow(&mut self, reader: Arc<dyn Growing>) {
        let growing = GrowingLog { reader, log: None, lines: 0, moment: None };
        (self.opened.source, self.opened.stale) = (Source::Growing(growing), true);
    }

    /// Returns whether a log is followed that may still grow.
    pub const fn is_following(&self) -> bool {
        matches!(self.opened.source, Source::Growing(_))
    }

    /// Returns the share that is read of a log whose beginning is shown meanwhile, 0 to 1.
    pub fn share_of_log_read(&self) -> Option<f64> {
        match &self.opened.source {
            Source::Growing(growing) => growing.reader.share(),
            _ => None,
        }
    }

    /// Requests a recording of a followed log that has grown. Returns whether it may still grow.
    pub fn update_followed_log(&mut self) -> bool {
        let Source::Growing(growing) = &mut self.opened.source else { return false };
        let reader = Arc::clone(&growing.reader);
        // Ask this before counting lines, because no line comes after the end.
        let ended = reader.has_ended();
        let (lines, stuck) = (reader.lines(), reader.is_stuck());
        let is_idle = self.work.recording.is_none();
        if lines != growing.lines && is_idle && (ended || reader.is_due()) {
            (growing.lines, self.opened.stale) = (lines, true);
        }
        let is_shown = (ended || stuck) && lines == growing.lines && is_idle;
        if reader.was_restarted() {
            self.notify("The file was started again: its new run is shown.");
            self.keep_moment();
        }
        if is_shown {
            if let Some(problem) = reader.problem() {
                self.fail(format!("{problem}. What came before is shown."));
            }
            // The log is complete, and from now on an ordinary log. A requested recording must show its end first.
            if ended && !self.opened.stale {
                self.end_following();
            }
        }
        self.is_following()
    }

    fn end_following(&mut self) {
        if let Source::Growing(growing) = take(&mut self.opened.source) {
            self.opened.source = growing.log.map_or(Source::Ours, Source::Log);
        }
    }

    /// Stores the shown moment, to show it in the new run too. A cursor at the end stays at the end.
    fn keep_moment(&mut self) {
        let Source::Growing(growing) = &mut self.opened.source else { return };
        let inside = self.opened.main.as_ref().filter(|run| run.replay.cursor() < run.replay.len());
        let inside = inside.map(|run| RestartMoment { place: Place::of(&run.replay), cursor: run.replay.cursor() });
        // If the log is restarted again before its run has reached the stored moment, keep that moment.
        growing.moment = inside.or(growing.moment.take());
    }

    /// Discards a run and a log that are no longer shown. While a log is followed, both are freed on another thread,
    /// because freeing a million events takes longer than a frame. Otherwise the run is kept until
    /// [`Session::take_retired`].
    pub(super) fn retire_runs(&mut self, run: Option<Run>, log: Option<Box<OpenedLog>>) {
        if self.is_following() {
            drop_in_background((run, log));
        } else {
            self.work.retired.extend(run);
        }
    }

    /// Returns the runs that are no longer shown. The caller can free them on another thread.
    pub fn take_retired(&mut self) -> Vec<Run> {
        std::mem::take(&mut self.work.retired)
    }
}
