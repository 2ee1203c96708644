//! Independent pieces of work that the threads of the caller do side by side. Their results arrive in order, so they do not
//! depend on the number of threads.
//!
//! This crate starts no thread. The caller passes [`Threads`] with [`Progress::with_workers`]; without them each piece is done
//! on the calling thread, one after the other.

use crate::progress::Progress;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Threads of the caller.
pub trait Threads: Send + Sync {
    /// Returns the number of threads.
    fn count(&self) -> usize;

    /// Runs `work` on each of up to `count` threads and `here` on the calling one, and returns once all have ended. If no
    /// thread can be started, returns `false` without calling either.
    fn run(&self, count: usize, work: &(dyn Fn() + Sync), here: &mut dyn FnMut()) -> bool;
}

/// A handle on threads, or on none. Clones share them.
#[derive(Clone, Default)]
pub struct Workers(Option<Arc<dyn Threads>>);

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Workers").field(&self.count()).finish()
    }
}

impl Workers {
    /// Creates a handle on threads.
    pub fn new(threads: impl Threads + 'static) -> Self {
        Self(Some(Arc::new(threads)))
    }

    /// Returns the number of pieces of work that are done at once.
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(1, |threads| threads.count().max(1))
    }
}

/// Number of results for each thread that may wait for an earlier one.
const AHEAD: usize = 16;
/// How long the calling thread waits for a result before it asks again whether to go on.
const PATIENCE: Duration = Duration::from_millis(20);

/// Results that were not taken yet, and the numbers of the next pieces.
struct Queue<T> {
    state: Mutex<State<T>>,
    /// Signals that the next result is there, or that the work has ended.
    is_ready: Condvar,
    /// Signals that another piece may begin, or that the work has ended.
    has_room: Condvar,
}

struct State<T> {
    results: BTreeMap<usize, T>,
    /// Number of the next piece that no thread has begun.
    next: usize,
    /// Number of the next result that is taken.
    taken: usize,
    has_ended: bool,
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of the next piece, once the calling thread has taken enough results.
    fn claim(&self, count: usize, ahead: usize) -> Option<usize> {
        let is_full =
            |state: &mut State<T>| !state.has_ended && state.next < count && state.next >= state.taken + ahead;
        let mut state = self.has_room.wait_while(self.lock(), is_full).unwrap_or_else(PoisonError::into_inner);
        let number = state.next;
        (!state.has_ended && number < count).then(|| {
            state.next += 1;
            number
        })
    }

    fn deliver(&self, number: usize, result: T) {
        let mut state = self.lock();
        state.results.insert(number, result);
        if number == state.taken {
            self.is_ready.notify_one();
        }
    }

    /// Returns the next result. `None` if it is not there in time. Breaks if the work has ended.
    fn take(&self) -> Result<Option<T>, ()> {
        let is_missing = |state: &mut State<T>| !state.has_ended && !state.results.contains_key(&state.taken);
        let waited = self.is_ready.wait_timeout_while(self.lock(), PATIENCE, is_missing);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if state.has_ended {
            return Err(());
        }
        let number = state.taken;
        let result = state.results.remove(&number);
        if result.is_some() {
            state.taken += 1;
            self.has_room.notify_all();
        }
        Ok(result)
    }

    fn end(&self) {
        self.lock().has_ended = true;
        self.is_ready.notify_all();
        self.has_room.notify_all();
    }
}

/// Ends the work when the calling thread leaves it, and when a thread panics, so that no thread waits for it.
struct Leaving<'a, T> {
    queue: &'a Queue<T>,
    /// Stops the pieces that are being done.
    job: &'a Progress,
    is_caller: bool,
}

impl<T> Drop for Leaving<'_, T> {
    fn drop(&mut self) {
        if self.is_caller || std::thread::panicking() {
            self.job.stop();
            self.queue.end();
        }
    }
}

impl Progress {
    /// Calls `work` with each number below `count`, on the [threads](Progress::with_workers) of the caller if it has any.
    /// Each piece gets a progress with its share of the memory, and no threads.
    ///
    /// `take` gets the results in the order of their numbers on the calling thread, and `None` now and then while it waits.
    /// It returns whether to go on. If not, or if this progress is stopped, the pieces that are being done are stopped, too.
    pub fn in_order<T: Send>(
        &self,
        count: usize,
        work: impl Fn(usize, &Self) -> T + Sync,
        mut take: impl FnMut(Option<T>) -> bool,
    ) {
        let jobs = self.workers().count().min(count);
        if let Some(threads) = self.workers().0.as_ref().filter(|_| jobs > 1)
            && self.on_threads(&**threads, jobs, count, &work, &mut take)
        {
            return;
        }
        let alone = self.clone().with_workers(Workers::default());
        for number in 0..count {
            if self.is_stopped() || !take(Some(work(number, &alone))) {
                return;
            }
        }
    }

    fn on_threads<T: Send>(
        &self,
        threads: &dyn Threads,
        jobs: usize,
        count: usize,
        work: &(impl Fn(usize, &Self) -> T + Sync),
        take: &mut impl FnMut(Option<T>) -> bool,
    ) -> bool {
        let job = self.one_of(jobs);
        let state = State { results: BTreeMap::new(), next: 0, taken: 0, has_ended: false };
        let queue = Queue { state: Mutex::new(state), is_ready: Condvar::new(), has_room: Condvar::new() };
        let (queue, job) = (&queue, &job);
        let on_each = || {
            let _leaving = Leaving { queue, job, is_caller: false };
            while let Some(number) = queue.claim(count, AHEAD * jobs) {
                queue.deliver(number, work(number, job));
            }
        };
        threads.run(jobs, &on_each, &mut || {
            let _leaving = Leaving { queue, job, is_caller: true };
            let mut left = count;
            while left > 0 {
                let Ok(result) = queue.take() else { return };
                left -= usize::from(result.is_some());
                if self.is_stopped() || !take(result) {
                    return;
                }
            }
        })
    }
}
