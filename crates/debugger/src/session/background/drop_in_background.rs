//! Frees large values on another thread, so that the caller does not wait and cancelled work ends at once. No other
//! module of this crate starts a thread.

#![expect(clippy::disallowed_methods, reason = "the one place where the debugger starts a thread: to free memory")]

/// Number of events above which freeing a run takes a while.
pub const HEAVY: usize = 100_000;

/// Drops a value on a new thread. If no thread can be started, drops it on the calling thread.
pub fn drop_in_background(value: impl Send + 'static) {
    _ = std::thread::Builder::new().name("free memory".into()).spawn(move || drop(value));
}
