//! Random changes of files, texts and commands against everything that reads them, for as many minutes as one likes.
//!
//! `cargo run --release -p gridscope-fuzz -- 15` runs fifteen minutes with a seed of its own that it prints; a second number
//! is the seed, and a third word one of the targets, where not all are wanted: reader, scenario, table, words or commands. What
//! breaks something is written to `fuzz/found/` and named; once it is mended it moves to
//! `tests/data/found/`, where every `cargo test` begins with it.

mod chosen;
mod commands;
mod mutate;
mod seeds;
mod targets;

use gridscope::core::rng::Rng;
use gridscope::formats::limits;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime};
use targets::Target;

/// An answer that takes longer is a find, too. On a machine that does much else at once it may not be one.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a target may take, and how many bytes. Commands may record several runs to their budgets, and a run is shown until the
/// next one is there.
const fn bounds(target: Target) -> (Duration, usize) {
    match target {
        Target::Commands => (Duration::from_mins(2), 2 * limits::MEMORY),
        _ => (PATIENCE, limits::MEMORY),
    }
}

/// Lets the system count anew how much memory this program has at most, where it can.
fn forget_memory() {
    _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory that this program has had since, in bytes, where the system says it.
fn most_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kib| kib << 10)
}

/// What was found once is tried again: the end of its name says who reads it.
fn again(file: &str) -> std::io::Result<()> {
    let text = std::fs::read(file)?;
    let (target, before) = (Target::of_file(file), Instant::now());
    println!("{target:?}: {:?} after {:?}", target.take(&text), before.elapsed());
    Ok(())
}

fn main() -> std::io::Result<()> {
    if let Some(file) = std::env::args().nth(1).filter(|file| std::path::Path::new(file).is_file()) {
        return again(&file);
    }
    let mut words = std::env::args().skip(1);
    let mut number = || words.next().map(|text| text.parse::<u64>());
    let (Some(Ok(minutes)), seed) = (number(), number()) else {
        println!("gridscope-fuzz MINUTES [SEED [TARGET]]  or  gridscope-fuzz FILE, to try again what was found");
        return Ok(());
    };
    let wanted = words.next();
    let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |since| since.as_secs());
    let seed = seed.and_then(Result::ok).unwrap_or_else(clock);
    let found = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    let mut all = seeds::seeds();
    all.retain(|text| wanted.as_deref().is_none_or(|name| format!("{:?}", text.target).eq_ignore_ascii_case(name)));
    println!("{} texts, seed {seed}, {minutes} minutes", all.len());
    if all.is_empty() {
        return Ok(());
    }
    let (start, mut dice, mut tried, mut broken) = (Instant::now(), Rng::new(seed), 0u64, 0u64);
    let (mut told, mut most) = (1, 0);
    while start.elapsed() < Duration::from_secs(minutes * 60) {
        let one = &all[dice.below(all.len() as u64) as usize];
        let other = &all[dice.below(all.len() as u64) as usize];
        let text = mutate::mutated(&mut dice, &one.bytes, &other.bytes);
        forget_memory();
        let before = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| one.target.take(&text)));
        tried += 1;
        let memory = most_memory().unwrap_or_default();
        most = most.max(memory);
        let (time, room) = bounds(one.target);
        let wrong = match answer {
            Ok(Ok(())) if before.elapsed() > time => format!("it took {:?}", before.elapsed()),
            Ok(Ok(())) if memory > room => format!("it takes {} MiB", memory >> 20),
            Ok(Ok(())) => {
                if start.elapsed().as_secs() / 60 >= told {
                    println!("{told} minutes: {tried} tried, {broken} broken");
                    told += 1;
                }
                continue;
            }
            Ok(Err(sentence)) => sentence,
            Err(_) => "it panicked".into(),
        };
        broken += 1;
        std::fs::create_dir_all(&found)?;
        let file = found.join(format!("{seed}-{tried}.{:?}", one.target).to_lowercase());
        std::fs::write(&file, &text)?;
        println!("{}, of {}: {}", file.display(), one.name, wrong.chars().take(600).collect::<String>());
    }
    println!("{tried} tried, {broken} broken, {} MiB at most", most >> 20);
    Ok(())
}
