//! The pieces of a run that a worker of the page records for a task on the calling thread.

use super::Report;
use super::turns::{Turn, Turns};
use crate::debugger::disk::crash::Crash;
use crate::debugger::session::background::WorkerRequest;
use crate::host::RemoteTask;
use crate::host::thread::Next;
use egui::Context;

/// A worker, and the recording that it is for.
pub(super) struct Feed {
    worker: RemoteTask,
    recording: WorkerRequest,
    /// Whether the worker has sent anything.
    has_sent: bool,
}

/// Whether the recording can continue.
enum Fed {
    Piece,
    Nothing,
    /// The recording continues without the worker.
    Over,
    /// The worker failed, perhaps with a crash.
    Failed(Option<Crash>),
}

impl Feed {
    /// Starts a worker. Returns `None` if the page cannot start one.
    pub(super) fn start(ctx: &Context, recording: WorkerRequest) -> Option<Self> {
        RemoteTask::start(ctx, &recording.request).map(|worker| Self { worker, recording, has_sent: false })
    }

    /// Passes on the next piece.
    fn pass_on(&mut self) -> Fed {
        if !self.recording.is_needed() {
            return Fed::Over;
        }
        match self.worker.next() {
            Next::Nothing => Fed::Nothing,
            Next::Report(piece) => {
                self.has_sent = true;
                if self.recording.pieces.send(piece).is_ok() { Fed::Piece } else { Fed::Over }
            }
            Next::Ended(crash) if self.has_sent => Fed::Failed(crash),
            // The page does not let the worker start.
            Next::Ended(_) => Fed::Over,
        }
    }
}

/// Returns the next report of a task. Before each slice, passes on a piece. Without one, the task waits.
pub(super) fn next(turns: &mut Turns, feed: &mut Option<Feed>, turn: &mut Turn) -> Next<Report> {
    let mut failed = None;
    let next = turns.next(turn, &mut || match feed.as_mut().map(Feed::pass_on) {
        None | Some(Fed::Piece) => true,
        Some(Fed::Nothing) => false,
        Some(Fed::Over) => {
            *feed = None;
            true
        }
        Some(Fed::Failed(crash)) => {
            failed = Some(crash);
            false
        }
    });
    failed.map_or(next, Next::Ended)
}
