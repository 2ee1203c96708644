//! A worker thread that sends what it finds. A panic ends that thread only, and its message is reported.

#![expect(clippy::disallowed_methods, reason = "the one place where the window starts a thread")]

use crate::debugger::disk::crash::Crash;
use crate::host::catch_panic::caught;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// A running worker thread and the channel of its results.
pub(crate) struct Thread<T> {
    told: Receiver<Message<T>>,
}

/// A message from a worker thread.
enum Message<T> {
    Report(T),
    Crashed(Crash),
}

/// Next message from a worker thread.
pub(crate) enum Next<T> {
    /// Nothing yet.
    Nothing,
    /// A result.
    Report(T),
    /// The thread has ended, with the crash if it panicked.
    Ended(Option<Crash>),
}

impl<T: Send + 'static> Thread<T> {
    pub(crate) fn start(
        name: &str,
        ctx: &egui::Context,
        work: impl FnOnce(&mut dyn FnMut(T)) + Send + 'static,
    ) -> io::Result<Self> {
        let (send, told) = channel();
        let ctx = ctx.clone();
        std::thread::Builder::new().name(name.into()).spawn(move || {
            // If the window has closed, there is no receiver and the result is dropped. A panic also drops everything
            // the work had borrowed, so no half-changed state can be seen afterwards.
            let done = caught(|| work(&mut |found| _ = send.send(Message::Report(found))));
            if let Err(crash) = done {
                _ = send.send(Message::Crashed(crash));
            }
            drop(send);
            ctx.request_repaint();
        })?;
        Ok(Self { told })
    }

    pub(crate) fn next(&self, patience: Duration) -> Next<T> {
        match self.told.recv_timeout(patience) {
            Ok(Message::Report(found)) => Next::Report(found),
            Ok(Message::Crashed(crash)) => Next::Ended(Some(crash)),
            Err(RecvTimeoutError::Timeout) => Next::Nothing,
            Err(RecvTimeoutError::Disconnected) => Next::Ended(None),
        }
    }
}
