//! Threads for independent pieces of work: experiments, suites, minimising, grading and tools.

#![expect(clippy::disallowed_methods, reason = "each worker is a thread of its own")]

use gridscope_trace::workers::{Threads, Workers};
use std::thread;

/// Returns that many threads, or as many as there are processors.
pub fn workers(jobs: Option<usize>) -> Workers {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    Workers::new(Scoped(jobs.unwrap_or_else(processors).max(1)))
}

/// Threads that are started for each computation, and end with it. Starting one takes some 20 µs.
struct Scoped(usize);

impl Threads for Scoped {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, count: usize, work: &(dyn Fn() + Sync), here: &mut dyn FnMut()) -> bool {
        thread::scope(|scope| {
            // With fewer threads than asked for, the work takes longer.
            let started = (0..count.min(self.0))
                .map_while(|_| thread::Builder::new().name("worker".into()).spawn_scoped(scope, work).ok())
                .count();
            if started > 0 {
                here();
            }
            started > 0
        })
    }
}
