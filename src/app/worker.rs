//! Records on a thread of its own, so that the window never waits. Only the window has threads.

use crate::debugger::Session;
use crate::debugger::session::Recorded;
use crate::debugger::work::Update;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

/// How long a frame waits for a recording that may be done at once: short runs then never flicker.
const PATIENCE: Duration = Duration::from_millis(6);

/// At most one recording under way, and one longer piece of work.
#[derive(Default)]
pub struct Worker {
    waiting: Option<Receiver<Recorded>>,
    work: Option<Receiver<Update>>,
}

impl Worker {
    /// Starts what there is to start and takes in what is done. Says whether one is under way.
    pub fn poll(&mut self, session: &mut Session, ctx: &egui::Context) -> bool {
        self.collect(session, Duration::ZERO);
        if self.waiting.is_none()
            && let Some(job) = session.take_job()
        {
            let (send, receive) = channel();
            let ctx = ctx.clone();
            let spawned = std::thread::Builder::new().name("recorder".into()).spawn(move || {
                // Nobody listens any more when the window has closed; then nothing is lost.
                let _ = send.send(job.run());
                ctx.request_repaint();
            });
            match spawned {
                Ok(_) => self.waiting = Some(receive),
                Err(error) => session.fail(format!("no thread could be started for the recording: {error}")),
            }
            self.collect(session, PATIENCE);
        }
        self.work(session, ctx);
        self.waiting.is_some() || self.work.is_some()
    }

    /// Starts the work that waits and takes in what there is of the one under way.
    fn work(&mut self, session: &mut Session, ctx: &egui::Context) {
        if let Some(receiver) = &self.work {
            loop {
                match receiver.try_recv() {
                    Ok(update) => session.desk.hear(update),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        self.work = None;
                        break;
                    }
                }
            }
        }
        if self.work.is_none()
            && let Some(work) = session.take_work()
        {
            let (send, receive) = channel();
            let ctx = ctx.clone();
            let spawned = std::thread::Builder::new().name("worker".into()).spawn(move || {
                work.run(&mut |update| _ = send.send(update));
                ctx.request_repaint();
            });
            match spawned {
                Ok(_) => self.work = Some(receive),
                Err(error) => session.desk.hear(Update::Failed(format!("no thread could be started: {error}"))),
            }
        }
    }

    fn collect(&mut self, session: &mut Session, patience: Duration) {
        if let Some(receiver) = &self.waiting
            && let Ok(recorded) = receiver.recv_timeout(patience)
        {
            self.waiting = None;
            session.finish(recorded);
        }
    }
}
