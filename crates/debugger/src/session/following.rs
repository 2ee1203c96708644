//! A log that is followed while it grows: it is told again from its beginning now and then, on the thread of a job, and what
//! the window asks of a run first is worked out there, too.

use super::place::Place;
use super::{Breakpoint, OpenedLog, Run, Session};
use crate::aside::drop_aside;
use crate::core::geometry::Cell;
use crate::core::scene::Scene;
use crate::core::trace::Replay;
use crate::core::view::board::Board;
use crate::program::Growing;
use std::sync::Arc;

/// A log that is looked at while it grows, and what goes with it to the thread that looks.
#[derive(Debug)]
pub(super) struct Followed {
    pub(super) log: Arc<dyn Growing>,
    /// The layer that is shown.
    layer: usize,
    /// Breakpoints whose hits are looked for.
    breakpoints: Vec<Breakpoint>,
}

/// The moment that was looked at when a log was begun anew.
pub(super) struct KeptMoment {
    place: Place,
    /// Where the cursor was left since.
    cursor: usize,
}

/// A look at such a log.
pub(super) struct Look {
    pub(super) log: OpenedLog,
    pub(super) scene: Scene,
    /// The run at its end.
    pub(super) run: Replay,
    pub(super) breakpoints: Vec<Breakpoint>,
}

impl Followed {
    /// Looks at what has come so far.
    pub(super) fn look(self) -> Option<Look> {
        let Self { log, layer, mut breakpoints } = self;
        let mut look = None;
        log.look(&mut |log| {
            let (log, scene) = OpenedLog::of(log);
            let mut run = log.replay.fork();
            run.seek(usize::MAX);
            // What a window asks of a new run to draw it; forks share the answers.
            for layer in [layer, run.schema().first_layer] {
                run.board(Some(layer), &mut Board::default());
            }
            let _ = (run.series(), run.ties(), run.history(Cell::new(0, 0)));
            for breakpoint in &mut breakpoints {
                breakpoint.find_within(&run, &mut || true);
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

    /// Has what has come of a log that is followed shown. Says whether more may come.
    pub fn keep_up(&mut self) -> bool {
        let Some(follow) = self.opened.follow.clone() else { return false };
        // Asked before how many lines there are: none comes after the end.
        let ended = follow.has_ended();
        let (lines, stuck) = (follow.lines(), follow.is_stuck());
        if follow.was_begun_anew() {
            self.tell("The file was begun anew: its new run is shown.");
            self.keep_moment();
        }
        if lines != self.opened.followed && self.work.recording.is_none() && (ended || follow.is_due()) {
            (self.opened.followed, self.opened.stale) = (lines, true);
        }
        if (ended || stuck) && lines == self.opened.followed && self.work.recording.is_none() {
            if let Some(problem) = follow.problem() {
                self.fail(format!("{problem}. What came before is shown."));
            }
            // It is a log like any other now; what is under way still shows its end.
            if ended && !self.opened.stale {
                self.opened.follow = None;
            }
        }
        self.opened.follow.is_some()
    }

    /// Notes the moment that is looked at, so that it is looked at in the new run, too. The end stays the end.
    fn keep_moment(&mut self) {
        let inside = self.opened.main.as_ref().filter(|run| run.replay.cursor() < run.replay.len());
        let inside = inside.map(|run| KeptMoment { place: Place::of(&run.replay), cursor: run.replay.cursor() });
        // One that the new run had not reached when it was begun once more still counts.
        self.opened.moment = inside.or(self.opened.moment.take());
    }

    /// Where to look in a run of a log that was begun anew: at the moment that was looked at before, or as near as the run
    /// goes so far. None if it was not begun anew, or somebody has moved since.
    pub(super) fn kept_moment(&mut self, run: &Replay, cursor: Option<usize>) -> Option<usize> {
        let kept =
            self.opened.moment.take().filter(|kept| self.opened.follow.is_some() && cursor == Some(kept.cursor))?;
        let at = kept.place.on(run);
        if at == run.len() {
            self.opened.moment = Some(KeptMoment { cursor: at, ..kept });
        }
        Some(at)
    }

    /// What goes with a log that is followed to the thread that looks at it.
    pub(super) fn followed(&self) -> Option<Followed> {
        let log = self.opened.follow.clone()?;
        Some(Followed { log, layer: self.shown.layer, breakpoints: self.shown.breakpoints.clone() })
    }

    /// Gives back what is not shown any more, of a log that is followed where nobody waits for it: to give back the memory
    /// of a million events takes longer than a frame may.
    pub(super) fn wear(&mut self, run: Option<Run>, log: Option<OpenedLog>) {
        if self.opened.follow.is_some() {
            drop_aside((run, log));
        } else {
            self.work.retired.extend(run);
        }
    }

    /// The runs that nobody looks at any more, for somebody to drop them where nobody waits.
    pub fn take_worn(&mut self) -> Vec<Run> {
        std::mem::take(&mut self.work.retired)
    }
}
