//! How an algorithm reports its events: it pushes them into an [`Observer`].

use std::convert::Infallible;
use std::ops::ControlFlow;

/// Receives the events of an algorithm, one by one, in the order in which they happen.
///
/// An algorithm reports an event *after* it has changed its data. It runs the same steps for every observer, so the
/// function that you step through is also the function that is benchmarked. For `()` the report does nothing and cannot
/// stop the run: the compiler removes it.
pub trait Observer<E> {
    /// The reason for stopping the run from outside; [`Infallible`] if it cannot be stopped.
    type Halt;

    /// Whether the observer uses the events. If not, an algorithm may skip work that only its events need. The result
    /// is the same.
    const LISTENS: bool = true;

    /// Receives one event.
    ///
    /// # Errors
    /// Returns `ControlFlow::Break` if the algorithm must stop at once.
    fn on(&mut self, event: E) -> ControlFlow<Self::Halt>;

    /// Checks whether the algorithm may continue. Long work calls this when it has no events to report. An observer
    /// that wraps another one passes the call on.
    ///
    /// # Errors
    /// Returns `ControlFlow::Break` if the algorithm must stop at once.
    fn goes_on(&mut self) -> ControlFlow<Self::Halt>;
}

/// The observer that ignores all events.
impl<E> Observer<E> for () {
    type Halt = Infallible;
    const LISTENS: bool = false;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "this is what makes the untraced function free")]
    fn on(&mut self, _: E) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn goes_on(&mut self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}

/// A closure is an observer that never stops the run by itself. To observe an algorithm inside another one, use
/// [`Inside`].
impl<E, H, F: FnMut(E) -> ControlFlow<H>> Observer<E> for F {
    type Halt = H;

    #[inline]
    fn on(&mut self, event: E) -> ControlFlow<H> {
        self(event)
    }

    #[inline]
    fn goes_on(&mut self) -> ControlFlow<H> {
        ControlFlow::Continue(())
    }
}

/// The observer of an algorithm inside another: wraps the inner events in events of the outer algorithm. Unlike a
/// closure, it also passes on [`Observer::goes_on`] and [`Observer::LISTENS`].
#[derive(Debug)]
pub struct Inside<'a, O, W> {
    outside: &'a mut O,
    wrap: W,
}

impl<'a, O, W> Inside<'a, O, W> {
    /// Creates an observer that passes each event through `wrap` to `outside`.
    pub const fn new(outside: &'a mut O, wrap: W) -> Self {
        Self { outside, wrap }
    }
}

impl<E, F, O: Observer<F>, W: FnMut(E) -> F> Observer<E> for Inside<'_, O, W> {
    type Halt = O::Halt;
    const LISTENS: bool = O::LISTENS;

    #[inline]
    fn on(&mut self, event: E) -> ControlFlow<O::Halt> {
        self.outside.on((self.wrap)(event))
    }

    #[inline]
    fn goes_on(&mut self) -> ControlFlow<O::Halt> {
        self.outside.goes_on()
    }
}

/// Counts the steps of long work and calls `goes_on` every [`StepCounter::STEPS`] steps. Shorter work finishes quickly and is
/// not interrupted.
#[derive(Clone, Debug, Default)]
pub struct StepCounter(u32);

impl StepCounter {
    /// Number of steps between two calls of `goes_on`. A step is one cell that is computed or taken from a queue, so
    /// this many take a few milliseconds at most.
    pub const STEPS: u32 = 1 << 14;

    /// Counts one more step.
    ///
    /// # Errors
    /// Breaks when `goes_on` breaks.
    #[inline]
    pub fn step<H>(&mut self, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H> {
        self.steps(1, goes_on)
    }

    /// Counts `count` more steps.
    ///
    /// # Errors
    /// Breaks when `goes_on` breaks.
    #[inline]
    pub fn steps<H>(&mut self, count: usize, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H> {
        let steps = u64::from(self.0) + count as u64;
        self.0 = (steps % u64::from(Self::STEPS)) as u32;
        if steps >= u64::from(Self::STEPS) { goes_on() } else { ControlFlow::Continue(()) }
    }
}

/// An observer that ignores events but calls `goes_on` now and then. Use it for a run inside another run that can be
/// stopped.
#[derive(Debug)]
pub struct StopChecker<F> {
    goes_on: F,
    pace: StepCounter,
}

impl<F> StopChecker<F> {
    /// Creates an observer that calls `goes_on`.
    pub const fn new(goes_on: F) -> Self {
        Self { goes_on, pace: StepCounter(0) }
    }
}

impl<E, H, F: FnMut() -> ControlFlow<H>> Observer<E> for StopChecker<F> {
    type Halt = H;
    const LISTENS: bool = false;

    #[inline]
    fn on(&mut self, _: E) -> ControlFlow<H> {
        self.pace.step(&mut self.goes_on)
    }

    #[inline]
    fn goes_on(&mut self) -> ControlFlow<H> {
        (self.goes_on)()
    }
}

/// Converts the outcome of work that can be stopped into a `Result`.
///
/// # Errors
/// Returns the reason for stopping if the work was stopped.
pub fn unless_stopped<T, H>(flow: ControlFlow<H, T>) -> Result<T, H> {
    match flow {
        ControlFlow::Continue(t) => Ok(t),
        ControlFlow::Break(halt) => Err(halt),
    }
}

/// Extracts the result of work that cannot be stopped.
pub fn unhalted<T>(flow: ControlFlow<Infallible, T>) -> T {
    match flow {
        ControlFlow::Continue(t) => t,
        ControlFlow::Break(never) => match never {},
    }
}
