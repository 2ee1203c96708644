//! Twenty thousand random changes to lessons in every format, to samples of each version and to texts of each small
//! language. Each result is read, or refused in one clear sentence. `fuzz/` tries many more.

use gridscope::trace::rng::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};
use support::cases;
use support::random::commands::take;
use support::random::mutate::mutated;
use support::random::seeds::seeds;
use support::random::targets::Target;

/// Number of changes tried in each of the four parts.
const TRIES: usize = 10_000;

/// Tries every text of some targets unchanged, and then with changes.
fn try_many(part: u64, of: fn(Target) -> bool) {
    let all: Vec<_> = seeds().into_iter().filter(|seed| of(seed.target)).collect();
    assert!(all.len() > 20, "there is what to change");
    let mut dice = Rng::new(part);
    for number in 0..cases(TRIES) {
        let one = &all[dice.below(all.len() as u64) as usize];
        let other = &all[dice.below(all.len() as u64) as usize];
        let text = mutated(&mut dice, &one.bytes, &other.bytes);
        let answer = catch_unwind(AssertUnwindSafe(|| one.target.take(&text)));
        let shown = String::from_utf8_lossy(&text);
        let shown: String = shown.chars().take(3_000).collect();
        let wrong = answer.unwrap_or_else(|_| Err("it broke the program".into()));
        if let Err(wrong) = wrong {
            panic!("part {part}, change {number} of {}: {wrong}\n{shown}", one.name);
        }
    }
}

#[test]
fn mutation_seeds_are_valid_before_mutation() {
    for seed in seeds().iter().filter(|seed| seed.target != Target::Commands) {
        seed.target.take(&seed.bytes).unwrap_or_else(|wrong| panic!("{}: {wrong}", seed.name));
    }
}

/// Every input that broke something once is now read, or refused with a clear error.
#[test]
fn inputs_that_once_broke_are_read_or_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/found");
    let mut tried = Vec::new();
    for entry in std::fs::read_dir(folder).expect("what was found") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let target = Target::of_file(&name);
        assert!(name.ends_with(&format!(".{target:?}").to_lowercase()), "{name}: its ending says who reads it");
        let text = std::fs::read(&path).expect("a file that can be read");
        let answer = catch_unwind(AssertUnwindSafe(|| target.take(&text)));
        answer
            .unwrap_or_else(|_| Err("it breaks the program".into()))
            .unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        tried.push(target);
    }
    for target in [Target::Reader, Target::Scenario, Target::Table, Target::Words, Target::Commands] {
        assert!(tried.contains(&target), "nothing is kept for {target:?}");
    }
}

#[test]
fn mutated_files_are_read_or_refused_clearly() {
    try_many(1, |target| target == Target::Reader);
}

#[test]
fn more_mutated_files_are_read_or_refused_clearly() {
    try_many(2, |target| target == Target::Reader);
}

#[test]
fn other_mutated_files_are_read_or_refused_clearly() {
    try_many(3, |target| target == Target::Reader);
}

#[test]
fn mutated_words_are_read_or_refused_clearly() {
    try_many(4, |target| !matches!(target, Target::Reader | Target::Commands));
}

/// A few sequences of random commands. `fuzz/` tries many.
#[test]
fn random_commands_can_all_be_undone() {
    for number in 0..60u64 {
        take(&number.to_le_bytes()).unwrap_or_else(|wrong| panic!("sequence {number}: {wrong}"));
    }
}
