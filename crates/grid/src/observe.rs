//! How an algorithm reports what it does: one trait, pushed into by the algorithm.

use std::convert::Infallible;
use std::ops::ControlFlow;

/// Takes the events of an algorithm, one by one, in the order in which they happened.
///
/// An algorithm reports *after* its data changed and takes no step otherwise for its observer, so the function that is
/// stepped is the function that is benchmarked. For `()` the report does nothing and cannot stop the run: the
/// compiler removes it.
pub trait Observer<E> {
    /// Why the run was stopped from outside; [`Infallible`] when it cannot be.
    type Halt;

    /// Whether anybody looks. Where nobody does, an algorithm may leave out what only its events tell, and comes to the same
    /// answer.
    const LISTENS: bool = true;

    /// Takes one event.
    ///
    /// # Errors
    /// `ControlFlow::Break` asks the algorithm to stop at once.
    fn on(&mut self, event: E) -> ControlFlow<Self::Halt>;

    /// Whether to go on: asked by work that takes long and has nothing to report meanwhile. An observer that wraps another
    /// asks that one.
    ///
    /// # Errors
    /// `ControlFlow::Break` asks the algorithm to stop at once.
    fn goes_on(&mut self) -> ControlFlow<Self::Halt>;
}

/// The observer that does not look.
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

/// A closure is an observer that always goes on; an algorithm inside another tells that one's through [`Inside`].
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

/// The observer of an algorithm inside another: wraps its events in those of the other, for the observer of the whole. Unlike a
/// closure it also passes on what that one is asked: whether to go on, and whether anybody looks.
#[derive(Debug)]
pub struct Inside<'a, O, W> {
    outside: &'a mut O,
    wrap: W,
}

impl<'a, O, W> Inside<'a, O, W> {
    /// One that tells `outside` what `wrap` makes of an event.
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

/// Counts the steps of long work, and asks after every so many whether to go on. Work that takes fewer is done before anybody
/// would notice, and is not stopped.
#[derive(Clone, Debug, Default)]
pub struct Pace(u32);

impl Pace {
    /// How many steps lie between two questions: cells that are worked out or taken from a queue, which takes a few milliseconds
    /// at most.
    pub const STEPS: u32 = 1 << 14;

    /// One more step.
    ///
    /// # Errors
    /// Breaks where it is told to.
    #[inline]
    pub fn step<H>(&mut self, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H> {
        self.steps(1, goes_on)
    }

    /// So many more steps at once.
    ///
    /// # Errors
    /// Breaks where it is told to.
    #[inline]
    pub fn steps<H>(&mut self, count: usize, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H> {
        let steps = u64::from(self.0) + count as u64;
        self.0 = (steps % u64::from(Self::STEPS)) as u32;
        if steps >= u64::from(Self::STEPS) { goes_on() } else { ControlFlow::Continue(()) }
    }
}

/// The observer that does not look, for a run inside of something that can be stopped: it asks that now and then whether to go
/// on.
#[derive(Debug)]
pub struct Asking<F> {
    goes_on: F,
    pace: Pace,
}

impl<F> Asking<F> {
    /// One that asks so.
    pub const fn new(goes_on: F) -> Self {
        Self { goes_on, pace: Pace(0) }
    }
}

impl<E, H, F: FnMut() -> ControlFlow<H>> Observer<E> for Asking<F> {
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

/// What came of something that can be stopped, or why it was, as a result.
///
/// # Errors
/// Why it was stopped.
pub fn unless_stopped<T, H>(flow: ControlFlow<H, T>) -> Result<T, H> {
    match flow {
        ControlFlow::Continue(t) => Ok(t),
        ControlFlow::Break(halt) => Err(halt),
    }
}

/// Runs something under the observer that does not look, and takes its answer out.
pub fn unhalted<T>(flow: ControlFlow<Infallible, T>) -> T {
    match flow {
        ControlFlow::Continue(t) => t,
        ControlFlow::Break(never) => match never {},
    }
}
