//! How an algorithm reports what it does: one trait with one method, pushed into by the algorithm.

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
}

/// A closure is an observer: this is how an algorithm inside another wraps its events.
impl<E, H, F: FnMut(E) -> ControlFlow<H>> Observer<E> for F {
    type Halt = H;

    #[inline]
    fn on(&mut self, event: E) -> ControlFlow<H> {
        self(event)
    }
}

/// Runs something under the observer that does not look, and takes its answer out.
pub fn unhalted<T>(flow: ControlFlow<Infallible, T>) -> T {
    match flow {
        ControlFlow::Continue(t) => t,
        ControlFlow::Break(never) => match never {},
    }
}
