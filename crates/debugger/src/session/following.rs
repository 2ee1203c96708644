//! Following a log while it grows. Now and then, a job converts it to a run again from its beginning. The job also
//! computes what the window needs of the run first.

use super::place::Place;
use super::{Breakpoint, OpenedLog, Run, Session};
use crate::drop_in_background::drop_in_background;
use crate::program::Growing;
use gridscope_trace::geometry::Cell;
use gridscope_trace::progress::{Progress, at_once};
use gridscope_trace::scene::Scene;
use gridscope_trace::trace::Replay;
use gridscope_trace::view::board::Board;
use std::sync::Arc;

/// A followed log, with the data that the worker thread needs.
#[derive(Debug)]
pub(super) struct Followed {
    pub(super) log: Arc<dyn Growing>,
    /// The layer that is shown.
    layer: usize,
    /// Breakpoints whose hits are to be found.
    breakpoints: Vec<Breakpoint>,
}

/// The moment that was shown when the program started its log again.
pub(super) struct RestartMoment {
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
    /// Takes a snapshot of the lines received so far.
    pub(super) fn look(self) -> Option<Look> {
        let Self { log, layer, mut breakpoints } = self;
        let mut look = None;
        let progress = &Progress::default();
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

impl Session {
    /// Follows a log while it grows.
    pub fn follow(&mut self, follow: Arc<dyn Growing>) {
        (self.opened.follow, self.opened.followed, self.opened.stale) = (Some(follow), 0, true);
    }

    /// Requests a recording of a followed log that has grown. Returns whether it may still grow.
    pub fn update_followed_log(&mut self) -> bool {
        let Some(follow) = self.opened.follow.clone() else { return false };
        // Ask this before counting lines, because no line comes after the end.
        let ended = follow.has_ended();
        let (lines, stuck) = (follow.lines(), follow.is_stuck());
        if follow.was_restarted() {
            self.notify("The file was started again: its new run is shown.");
            self.keep_moment();
        }
        if lines != self.opened.followed && self.work.recording.is_none() && (ended || follow.is_due()) {
            (self.opened.followed, self.opened.stale) = (lines, true);
        }
        if (ended || stuck) && lines == self.opened.followed && self.work.recording.is_none() {
            if let Some(problem) = follow.problem() {
                self.fail(format!("{problem}. What came before is shown."));
            }
            // The log is complete, and from now on an ordinary log. A requested recording must show its end first.
            if ended && !self.opened.stale {
                self.opened.follow = None;
            }
        }
        self.opened.follow.is_some()
    }

    /// Stores the shown moment, to show it in the new run too. A cursor at the end stays at the end.
    fn keep_moment(&mut self) {
        let inside = self.opened.main.as_ref().filter(|run| run.replay.cursor() < run.replay.len());
        let inside = inside.map(|run| RestartMoment { place: Place::of(&run.replay), cursor: run.replay.cursor() });
        // If the log is restarted again before its run has reached the stored moment, keep that moment.
        self.opened.moment = inside.or(self.opened.moment.take());
    }

    /// Returns the moment to show in the run of a restarted log: the stored moment, or the end if the run has not
    /// reached it yet. Returns `None` if the log was not restarted, or if the user has moved the cursor since.
    pub(super) fn kept_moment(&mut self, run: &Replay, cursor: Option<usize>) -> Option<usize> {
        let kept =
            self.opened.moment.take().filter(|kept| self.opened.follow.is_some() && cursor == Some(kept.cursor))?;
        let at = kept.place.on(run);
        if at == run.len() {
            self.opened.moment = Some(RestartMoment { cursor: at, ..kept });
        }
        Some(at)
    }

    /// Returns the followed log, with the data that the worker thread needs.
    pub(super) fn followed(&self) -> Option<Followed> {
        let log = self.opened.follow.clone()?;
        Some(Followed { log, layer: self.shown.layer, breakpoints: self.shown.breakpoints.clone() })
    }

    /// Discards a run and a log that are no longer shown. While a log is followed, both are freed on another thread,
    /// because freeing a million events takes longer than a frame. Otherwise the run is kept until
    /// [`Session::take_retired`].
    pub(super) fn retire_runs(&mut self, run: Option<Run>, log: Option<OpenedLog>) {
        if self.opened.follow.is_some() {
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
