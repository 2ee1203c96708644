//! Records on a thread of its own, so that the window never waits. Only the window has threads.

use crate::debugger::Session;
use crate::debugger::session::Recorded;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long a frame waits for a recording that may be done at once: short runs then never flicker.
const PATIENCE: Duration = Duration::from_millis(6);

/// At most one recording under way.
#[derive(Default)]
pub struct Worker {
    waiting: Option<Receiver<Recorded>>,
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
        self.waiting.is_some()
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
