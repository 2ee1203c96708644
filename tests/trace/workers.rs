//! Independent pieces of work on several threads: their results are those of one thread, in the same order.

use gridscope::outside::parallel::workers;
use gridscope::trace::Progress;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread::{sleep, yield_now};
use std::time::Duration;

fn on(jobs: usize) -> Progress {
    Progress::default().with_workers(workers(Some(jobs)))
}

#[test]
fn results_arrive_in_order_for_any_number_of_threads() {
    for jobs in [1, 2, 3, 8, 64] {
        for count in [0, 1, 2, 7, 500] {
            let mut results = Vec::new();
            let work = |number: usize, _: &Progress| {
                // Earlier pieces take longer.
                sleep(Duration::from_micros(if number.is_multiple_of(5) { 200 } else { 0 }));
                number * number
            };
            on(jobs).in_order(count, work, |result| {
                results.extend(result);
                true
            });
            assert_eq!(results, (0..count).map(|n| n * n).collect::<Vec<_>>(), "{jobs} jobs, {count} pieces");
        }
    }
}

/// A piece that would never end is stopped, and later ones do not begin.
#[test]
fn pieces_end_when_a_result_is_refused() {
    let started_jobs = AtomicUsize::new(0);
    let work = |number: usize, progress: &Progress| {
        started_jobs.fetch_add(1, SeqCst);
        while number > 0 && !progress.is_stopped() {
            yield_now();
        }
        number
    };
    let mut results = Vec::new();
    let progress = on(4);
    progress.in_order(1000, work, |result| {
        results.extend(result);
        result.is_none()
    });
    assert_eq!(results, [0]);
    assert!(started_jobs.load(SeqCst) <= 5, "{started_jobs:?}");
    assert!(!progress.is_stopped(), "only the pieces were stopped");
}

#[test]
fn stopping_the_whole_stops_each_piece() {
    for jobs in [1, 4] {
        let progress = on(jobs);
        let whole = progress.clone();
        let work = |number: usize, progress: &Progress| {
            if number == 0 {
                whole.stop();
            }
            while !progress.is_stopped() {
                yield_now();
            }
        };
        let mut waited = 0;
        progress.in_order(1000, work, |result| {
            waited += usize::from(result.is_some());
            true
        });
        assert!(waited <= 1, "{jobs} jobs: {waited}");
    }
}

#[test]
fn panic_of_one_piece_ends_all() {
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let work = |number: usize, progress: &Progress| {
            assert!(number != 3, "the third piece fails");
            while number > 3 && !progress.is_stopped() {
                yield_now();
            }
        };
        on(3).in_order(100, work, |_| true);
    }));
    assert!(caught.is_err());
}

#[test]
fn jobs_share_the_memory_and_have_no_threads() {
    let limits = |jobs: usize, count: usize| {
        let mut all = Vec::new();
        let work = |_: usize, progress: &Progress| (progress.memory(), progress.budget(), progress.workers().count());
        on(jobs).with_memory(1200).with_budget(7).in_order(count, work, |limit| {
            all.extend(limit);
            true
        });
        all.dedup();
        all
    };
    assert_eq!(limits(4, 9), [(300, 7, 1)]);
    assert_eq!(limits(4, 3), [(400, 7, 1)], "no more jobs than pieces");
    assert_eq!(limits(1, 9), [(1200, 7, 1)]);
}

/// A run that needs more than its share is recorded as on one thread.
#[test]
fn run_above_its_share_gets_the_whole_memory() {
    let scene = gridscope::presets::find("hello").expect("a preset").scene().expect("a scene");
    let record = |progress: &Progress| {
        gridscope::registry()
            .record(&scene, progress)
            .map(|run| (run.len(), run.halted()))
            .map_err(|error| error.to_string())
    };
    let least = (1..1 << 20)
        .map(|kib| kib << 10)
        .find(|&bytes| record(&Progress::default().with_memory(bytes)).is_ok_and(|(_, halted)| halted.is_none()));
    let least = least.expect("some memory");
    for memory in [least, least / 2] {
        let alone = record(&Progress::default().with_memory(memory));
        let mut all = Vec::new();
        on(4).with_memory(memory).in_order(
            4,
            |_, progress| record(progress),
            |result| {
                all.extend(result);
                true
            },
        );
        assert_eq!(all, [&alone; 4].map(Clone::clone), "{memory} bytes");
    }
}
