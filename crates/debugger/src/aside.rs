//! Memory that takes long to give back is given back aside: nobody waits for it, and work that was called off ends at once. The
//! only place of this room that starts a thread.

#![expect(clippy::disallowed_methods, reason = "the one place where the debugger starts a thread: to free memory")]

/// To give back the memory of a run with more events takes a while.
pub const HEAVY: usize = 100_000;

/// Drops a value on a thread of its own; where there is none to be had, here and now.
pub fn drop_aside(value: impl Send + 'static) {
    _ = std::thread::Builder::new().name("aside".into()).spawn(move || drop(value));
}
