//! A thread that tells what it finds. Code that breaks on one breaks nothing else: the panic ends there, and what it said is
//! told.

#![expect(clippy::disallowed_methods, reason = "the one place where the window starts a thread")]

use super::caught::caught;
use crate::debugger::crash::Crash;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// A thread that tells what it finds.
pub(super) struct Thread<T> {
    told: Receiver<Message<T>>,
}

/// What comes from a thread.
enum Message<T> {
    Told(T),
    Crashed(Crash),
}

/// What is next to hear from a thread.
pub(super) enum Next<T> {
    /// Nothing yet.
    Nothing,
    /// This.
    Told(T),
    /// Nothing any more, and what broke, if something did.
    Ended(Option<Crash>),
}

impl<T: Send + 'static> Thread<T> {
    pub(super) fn start(
        name: &str,
        ctx: &egui::Context,
        work: impl FnOnce(&mut dyn FnMut(T)) + Send + 'static,
    ) -> io::Result<Self> {
        let (send, told) = channel();
        let ctx = ctx.clone();
        std::thread::Builder::new().name(name.into()).spawn(move || {
            // Nobody listens any more when the window has closed; then nothing is lost. What the work had borrowed is
            // gone with it, so that nothing half-done is seen afterwards.
            let done = caught(|| work(&mut |found| _ = send.send(Message::Told(found))));
            if let Err(crash) = done {
                _ = send.send(Message::Crashed(crash));
            }
            drop(send);
            ctx.request_repaint();
        })?;
        Ok(Self { told })
    }

    pub(super) fn next(&self, patience: Duration) -> Next<T> {
        match self.told.recv_timeout(patience) {
            Ok(Message::Told(found)) => Next::Told(found),
            Ok(Message::Crashed(crash)) => Next::Ended(Some(crash)),
            Err(RecvTimeoutError::Timeout) => Next::Nothing,
            Err(RecvTimeoutError::Disconnected) => Next::Ended(None),
        }
    }
}
