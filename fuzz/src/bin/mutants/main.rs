//! Checks whether the tests notice changes of the code. Compiles a seeded sample of small changes to operators and
//! function bodies into a copy of the program, each behind its own switch. Then runs the tests that reach a change
//! until one of them fails: Richard A. `DeMillo`, Richard J. Lipton and Frederick G. Sayward, "Hints on test data
//! selection", 1978; all changes in one build: Roland H. Untch, "Mutation-based software testing using program
//! schemata", 1992.
//!
//! `cargo run --release -p gridscope-fuzz --features mutants --bin mutants -- 300` tries 300 changes in about an hour,
//! and prints a line for each as it is done. A second number is the seed. Further numbers select changes of the sample,
//! such as those that no test noticed, once there are tests for them. The tests of the window are left out. Quick tests
//! come first: every change gets 15 seconds, and those not noticed by then get a minute more. The copy is in
//! `target/mutants`; changes that do not compile are listed in `target/mutants/refused`.

mod find;
mod reach;
mod tree;

use find::Change;
use gridscope::trace::rng::Rng;
use reach::{Fate, Test};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Default number of changes.
const USUAL: usize = 300;
/// Number of changes tried at the same time.
const THREADS: usize = 2;
/// Time limit of the tests for a change, in each of the two rounds.
const PATIENCE: [Duration; 2] = [Duration::from_secs(15), Duration::from_mins(1)];

/// Folders whose code is changed. The sentences of events are not changed, since other tests compare them word for
/// word.
const PLACES: [&str; 5] =
    ["crates/grid/src", "crates/trace/src", "crates/algorithms/src", "crates/formats/src", "crates/debugger/src"];

/// Draws a sample of all changes. None is inside another one, and none is in `refused`.
fn sample(all: &[Change], refused: &[Change], count: usize, seed: u64) -> Vec<Change> {
    let (mut dice, mut left) = (Rng::new(seed), all.iter().collect::<Vec<_>>());
    let mut sampled_changes: Vec<Change> = Vec::new();
    while sampled_changes.len() < count && !left.is_empty() {
        let new = left.swap_remove(dice.below(left.len() as u64) as usize);
        let apart =
            |old: &Change| old.file != new.file || old.range.end <= new.range.start || new.range.end <= old.range.start;
        if !refused.contains(new) && sampled_changes.iter().all(apart) {
            sampled_changes.push(new.clone());
        }
    }
    sampled_changes
}

/// Returns the share of noticed changes in percent, and the bounds of its 95 % interval (E. B. Wilson, 1927).
fn share(caught: usize, tried: usize) -> (f64, f64, f64) {
    let (n, p, z) = (tried as f64, caught as f64 / tried as f64, 1.96_f64);
    let (middle, half) = (p + z * z / (2.0 * n), z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt());
    let of = |x: f64| 100.0 * x / (1.0 + z * z / n);
    (100.0 * p, of(middle - half), of(middle + half))
}

fn main() -> io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>().map_err(io::Error::other));
    let mut next = |usual| numbers.next().unwrap_or(Ok(usual));
    let (count, seed) = (next(USUAL as u64)? as usize, next(1)?);
    let only = numbers.map(|number| Ok(number? as usize)).collect::<io::Result<Vec<usize>>>()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let mut all = Vec::new();
    for place in PLACES {
        find::changes(root, &root.join(place), &mut all)?;
    }
    println!("{} changes can be made; a sample of {count} with seed {seed}", all.len());
    let copy = tree::Copy::new(root)?;
    // A change that does not compile does not count. Another one takes its place.
    let mut refused = copy.known(&all);
    let (changes, tests) = loop {
        let changes = sample(&all, &refused, count, seed);
        copy.write(&changes)?;
        match copy.build(&changes)? {
            Ok(tests) => break (changes, tests),
            Err(wrong) => {
                println!("{} of them do not compile", wrong.len());
                refused.extend(wrong.into_iter().map(|index| changes[index].clone()));
                copy.keep(&refused)?;
            }
        }
    };
    println!("{} tests are asked what they reach", tests.len());
    let tests = in_turns(&tests, |test| reach::ask(&copy, test)).into_iter().collect::<io::Result<Vec<_>>>()?;
    // A test that fails on the unchanged code is left out.
    let tests: Vec<Test> = tests.into_iter().flatten().collect();
    let wanted = (0..changes.len()).filter(|index| only.is_empty() || only.contains(index));
    let mut open: Vec<(usize, usize)> = wanted.map(|index| (index, 0)).collect();
    let (count, caught) = (open.len(), AtomicUsize::new(0));
    // Most changes are noticed quickly, so they come first. The others get more time in the second round.
    for (turn, patience) in PATIENCE.into_iter().enumerate() {
        let last = turn + 1 == PATIENCE.len();
        let fates = in_turns(&open, |&(index, before)| {
            let (fate, run) = reach::fate(&copy, index, &tests, before, patience)?;
            caught.fetch_add(usize::from(matches!(fate, Fate::Caught | Fate::Endless)), Ordering::Relaxed);
            if last || fate != Fate::OutOfTime {
                println!("{index:3} {fate:?} after {run} tests: {}", changes[index]);
                io::stdout().flush()?;
            }
            io::Result::Ok((fate == Fate::OutOfTime).then_some((index, run)))
        });
        open = fates.into_iter().collect::<io::Result<Vec<_>>>()?.into_iter().flatten().collect();
        println!("{} are left after {patience:?} each", open.len());
    }
    let caught = caught.into_inner();
    let (share, low, high) = share(caught, count);
    println!("{caught} of {count} are caught, {share:.1} % ({low:.1} to {high:.1})");
    Ok(())
}

/// Runs `work` on each item with a few threads. Returns the answers in the order of the items.
fn in_turns<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, answers) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = all.get(index) else { break };
                    let answer = work(one);
                    if let Ok(mut answers) = answers.lock() {
                        answers.push((index, answer));
                    }
                }
            });
        }
    });
    let mut answers = answers.into_inner().unwrap_or_default();
    answers.sort_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
