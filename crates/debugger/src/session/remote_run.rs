//! Recording a long run in a worker of the page. The worker sends its events in pieces, and each slice takes one.

use super::Problem;
use super::job::{Recording, Stage, is_stopped};
use crate::background::{Done, WorkerRequest};
use crate::core::algorithm::Unlinked;
use crate::core::scene::Scene;
use crate::core::trace::{Control, Halt};
use crate::crash::Crash;
use crate::remote;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Number of events that the page records itself, to find out whether a run is long. That takes some ten milliseconds.
const SHORT_RUN: usize = 1 << 18;

/// A run that a worker records.
pub(super) struct RemoteRun {
    title: String,
    scene: Arc<Scene>,
    run: Box<dyn Unlinked>,
    /// Pieces of the run. `None` until the worker was asked for.
    pieces: Option<Receiver<Vec<u8>>>,
    /// Tells the window that the run waits for pieces.
    waiting: Arc<()>,
}

impl Recording {
    /// Records the beginning of a run. If that is not all of it, it is to be recorded in a worker.
    pub(super) fn record_beginning(&mut self, title: String, scene: Arc<Scene>) -> Stage {
        let control = &self.job.control;
        let short = Control { budget: SHORT_RUN.min(control.budget), memory: control.memory, ..Control::default() };
        match self.job.registry.begin(&scene, &short) {
            Ok(mut run) if run.halted() == Some(Halt::Budget) && short.budget < control.budget => {
                run.restart();
                self.remote = Some(RemoteRun { title, scene, run, pieces: None, waiting: Arc::default() });
                Stage::AskWorker
            }
            Ok(run) => {
                control.events.store(short.events.into_inner(), Ordering::Relaxed);
                self.link_next(title, run)
            }
            Err(error) => self.fail(error.into()),
        }
    }

    /// Asks for a worker. If the scene cannot be sent, records the run here.
    pub(super) fn ask_worker(&mut self, tell: &mut dyn FnMut(Done)) -> Stage {
        let Some(remote) = &mut self.remote else { return Stage::Record };
        let control = &self.job.control;
        let Some(request) = remote::recording(&remote.scene, control) else { return self.record_here() };
        let (pieces, received) = channel();
        remote.pieces = Some(received);
        let (waiting, control) = (Arc::downgrade(&remote.waiting), Arc::clone(control));
        tell(Done::NeedsWorker(Box::new(WorkerRequest { request, pieces, waiting, control })));
        Stage::Receive
    }

    /// Takes the next piece, if it has arrived. If there is no worker, records the run here.
    pub(super) fn receive(&mut self) -> Stage {
        let Some(mut remote) = self.remote.take() else { return Stage::Record };
        let control = &self.job.control;
        if is_stopped(control) {
            return self.link_next(remote.title, remote.run);
        }
        match remote.pieces.as_ref().map_or(Err(TryRecvError::Disconnected), Receiver::try_recv) {
            Ok(piece) => match remote.run.take(&piece, control) {
                Ok(true) => {}
                Ok(false) => return self.link_next(remote.title, remote.run),
                Err(error) => return self.fail(Problem::Crash(Crash::new(error.to_string()))),
            },
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                self.remote = Some(remote);
                return self.record_here();
            }
        }
        self.remote = Some(remote);
        Stage::Receive
    }

    fn record_here(&mut self) -> Stage {
        let Some(RemoteRun { title, scene, run, .. }) = self.remote.take() else { return Stage::Record };
        drop(run);
        self.record_whole(title, &scene)
    }
}
