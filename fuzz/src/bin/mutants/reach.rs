//! What a test reaches, and what becomes of a change.

use super::tree::Copy;
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// For how long tests run that may notice a change.
const PATIENCE: Duration = Duration::from_mins(1);
/// A test that takes so much longer than it should runs for ever.
const SLOWER: u32 = 20;

/// A test.
pub struct Test {
    program: PathBuf,
    name: String,
    /// How long it takes where nothing is changed.
    time: Duration,
    /// The changes that it meets.
    met: BTreeSet<usize>,
}

/// What becomes of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// A test fails.
    Caught,
    /// A test runs for ever.
    Endless,
    /// No test fails.
    NotNoticed,
    /// No test meets it.
    NotReached,
}

fn command(copy: &Copy, program: &PathBuf, name: &str) -> Command {
    let mut command = Command::new(program);
    command.args(["--exact", name, "--test-threads=1"]).current_dir(&copy.to);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Runs a test of the unchanged program, and notes what it meets; nothing where it fails.
pub fn ask(copy: &Copy, (program, name): &(PathBuf, String)) -> io::Result<Option<Test>> {
    let notes = tempfile::NamedTempFile::new()?;
    let begun = Instant::now();
    let status = command(copy, program, name).env("MUTANTS_MET", notes.path()).status()?;
    let time = begun.elapsed();
    if !status.success() {
        println!("{name} fails by itself and is left out");
        return Ok(None);
    }
    let met = std::fs::read_to_string(notes.path())?.lines().filter_map(|line| line.parse().ok()).collect();
    Ok(Some(Test { program: program.clone(), name: name.clone(), time, met }))
}

/// Switches a change on and runs the tests that meet it, the quick ones first.
pub fn fate(copy: &Copy, number: usize, tests: &[Test]) -> Fate {
    let mut all: Vec<&Test> = tests.iter().filter(|test| test.met.contains(&number)).collect();
    all.sort_by_key(|test| test.time);
    if all.is_empty() {
        return Fate::NotReached;
    }
    let begun = Instant::now();
    for test in all {
        if begun.elapsed() > PATIENCE {
            break;
        }
        let Ok(mut child) = command(copy, &test.program, &test.name).env("MUTANT", number.to_string()).spawn() else {
            continue;
        };
        let patience = test.time * SLOWER + Duration::from_secs(10);
        let started = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) if status.success() => break,
                Ok(Some(_)) => return Fate::Caught,
                _ if started.elapsed() > patience => {
                    _ = child.kill();
                    _ = child.wait();
                    return Fate::Endless;
                }
                _ => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
    Fate::NotNoticed
}
