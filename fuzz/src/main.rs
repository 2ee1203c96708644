//! Fuzzes everything that reads files, texts or commands with random changes, for a given number of minutes.
//!
//! `cargo run --release -p gridscope-fuzz -- 15` runs for 15 minutes with a random seed, which it prints. A second
//! number is the seed. A third word selects one target: reader, scenario, table, words or commands. `-- formats 20000`
//! changes files of each map format that often instead; a second number is the seed, a third word selects one format by
//! its name on the command line, and `--jobs 2` changes two formats at once instead of one for each processor. Each input that
//! breaks something is written to `fuzz/found/` and its name is printed. Once the fault is fixed, the file moves to
//! `tests/data/found/`, which every `cargo test` tries first.

mod formats;

use gridscope::formats::limits;
use gridscope::trace::rng::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime};
use support::random::mutate::mutated;
use support::random::seeds::seeds;
use support::random::targets::Target;

/// Time limit of an answer. A slower answer counts as a find, but may be due to a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// Returns the time limit of a target, and its memory limit in bytes. Commands may record several runs to their
/// budgets, and a run is kept until the next one replaces it.
const fn bounds(target: Target) -> (Duration, usize) {
    match target {
        Target::Commands => (Duration::from_mins(2), 2 * limits::MEMORY),
        _ => (PATIENCE, limits::MEMORY),
    }
}

/// Resets the system's record of this program's peak memory, if that is possible.
fn forget_memory() {
    _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Returns the peak memory of this program since the last reset in bytes, if the system reports it.
fn most_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kib| kib << 10)
}

/// Tries a found file again. Its extension selects the target.
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
    let mut words = std::env::args().skip(1).peekable();
    if words.next_if(|word| word == "formats").is_some() {
        let mut words: Vec<String> = words.collect();
        let flag = words.iter().position(|word| word == "--jobs");
        let jobs =
            flag.and_then(|at| words.drain(at..words.len().min(at + 2)).nth(1)).and_then(|text| text.parse().ok());
        let number = |at: usize, or: u64| words.get(at).and_then(|text| text.parse().ok()).unwrap_or(or);
        return formats::run(number(0, 20_000), number(1, 1), words.get(2).map(String::as_str), jobs);
    }
    let mut number = || words.next().map(|text| text.parse::<u64>());
    let (Some(Ok(minutes)), seed) = (number(), number()) else {
        println!(
            "gridscope-fuzz MINUTES [SEED [TARGET]]\ngridscope-fuzz formats [CHANGES [SEED [FORMAT]]] [--jobs N]\ngridscope-fuzz FILE, to try again what was found"
        );
        return Ok(());
    };
    let wanted = words.next();
    let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |since| since.as_secs());
    let seed = seed.and_then(Result::ok).unwrap_or_else(clock);
    let found = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    let mut all = seeds();
    all.retain(|text| wanted.as_deref().is_none_or(|name| format!("{:?}", text.target).eq_ignore_ascii_case(name)));
    println!("{} texts, seed {seed}, {minutes} minutes", all.len());
    if all.is_empty() {
        return Ok(());
    }
    let start = Instant::now();
    let mut dice = Rng::new(seed);
    let mut tried = 0u64;
    let mut broken = 0u64;
    let (mut told, mut most) = (1, 0);
    while start.elapsed() < Duration::from_secs(minutes * 60) {
        let one = &all[dice.below(all.len() as u64) as usize];
        let other = &all[dice.below(all.len() as u64) as usize];
        let text = mutated(&mut dice, &one.bytes, &other.bytes);
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
