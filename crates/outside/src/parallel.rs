//! Does many independent things on several threads.

#![expect(clippy::disallowed_methods, reason = "each worker is a thread of its own")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Calls `work` with each number below `count` on up to `jobs` threads. `done` gets each result on the calling thread, as
/// it ends, and returns whether to go on.
pub fn each<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    mut done: impl FnMut(usize, T) -> bool,
) {
    let (next, (send, results)) = (AtomicUsize::new(0), mpsc::channel());
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            let send = send.clone();
            let next = &next;
            let work = &work;
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || send.send((number, work(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        for (number, result) in results {
            if !done(number, result) {
                next.store(count, Ordering::Relaxed);
            }
        }
    });
}
