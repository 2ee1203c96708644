//! Long computations in parts: where they may be stopped, and where a thread may do other work in between.
//!
//! A long computation is an `async` function that [pauses](pause) every few thousand steps. If it can be stopped, it gets
//! a [`Pace`] and waits for [`Pace::part`]. It waits for nothing else, so it needs no runtime, and each poll runs one
//! part. A window with one thread polls it between frames. [`at_once`] polls it to its end.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

/// Decides between two parts of a long computation whether it continues.
pub struct Pace<'a>(&'a mut (dyn FnMut() -> bool + Send));

impl<'a> Pace<'a> {
    /// Creates a pace from a function that returns whether the computation continues.
    pub fn new(goes_on: &'a mut (dyn FnMut() -> bool + Send)) -> Self {
        Self(goes_on)
    }

    /// Ends a part: the next poll begins another. Returns `None` if the computation is to stop.
    pub async fn part(&mut self) -> Option<()> {
        pause().await;
        self.goes_on().then_some(())
    }

    /// Returns whether the computation continues.
    pub fn goes_on(&mut self) -> bool {
        (self.0)()
    }
}

impl std::fmt::Debug for Pace<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pace").finish_non_exhaustive()
    }
}

/// Lets the thread do other work: is ready at the second poll.
pub async fn pause() {
    let mut has_paused = false;
    poll_fn(|_| {
        if std::mem::replace(&mut has_paused, true) {
            return Poll::Ready(());
        }
        Poll::Pending
    })
    .await;
}

/// Pauses before every `many`-th step. Steps are counted from 0.
pub async fn pause_every(many: usize, step: usize) {
    if step.is_multiple_of(many) {
        pause().await;
    }
}

/// Puts a computation into a box. A computation of several others can be sent to another thread only if the compiler need
/// not look into all of them at once.
pub fn boxed<'a, T>(computation: impl Future<Output = T> + Send + 'a) -> Pin<Box<dyn Future<Output = T> + Send + 'a>> {
    Box::pin(computation)
}

/// Runs a computation to its end on this thread. It must not wait for another thread.
pub fn at_once<T>(computation: impl Future<Output = T>) -> T {
    let (mut computation, mut context) = (pin!(computation), Context::from_waker(Waker::noop()));
    loop {
        if let Poll::Ready(result) = computation.as_mut().poll(&mut context) {
            return result;
        }
    }
}

/// Runs a computation to its end on this thread, and never stops it.
pub(crate) fn to_the_end<T>(computation: impl AsyncFnOnce(&mut Pace<'_>) -> T) -> T {
    at_once(computation(&mut Pace::new(&mut || true)))
}
