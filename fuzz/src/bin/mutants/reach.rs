//! Finds which changes a test reaches, and the fate of each change.

use super::tree::Copy;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Maximum time of a test on unchanged code. Slower tests are left out.
const LONGEST: Duration = Duration::from_mins(1);
/// Tests that together take at most this long are run in one go. Then the time limit is checked again.
const ROUND: Duration = Duration::from_secs(1);
/// A test that takes this many times longer than on unchanged code counts as endless.
const SLOWER: u32 = 20;
/// Memory limit of a test in KiB, set with `ulimit`. A change may make it allocate without end.
const MEMORY: u32 = 4 << 20;

/// A test and the changes it reaches.
pub struct Test {
    program: PathBuf,
    name: String,
    /// Time it takes on unchanged code.
    time: Duration,
    /// Indices of the changes it reaches.
    met: BTreeSet<usize>,
}

/// The fate of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// A test failed.
    Caught,
    /// A test did not end.
    Endless,
    /// No test failed within the time limit, and some tests were not run.
    OutOfTime,
    /// No test failed.
    NotNoticed,
    /// No test reaches it.
    NotReached,
}

/// Runs some tests of a program, one after the other. Returns `None` if they take longer than `patience`.
fn run(
    copy: &Copy,
    program: &Path,
    names: &[&str],
    env: (&str, String),
    patience: Duration,
) -> io::Result<Option<ExitStatus>> {
    let start_time = Instant::now();
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$@\""), "sh"]).arg(program);
    command.args(["--test-threads=1", "--exact"]).args(names).env(env.0, env.1).current_dir(&copy.to);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A process group of its own, so that processes started by a test end with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start_time.elapsed() > patience {
            Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Runs a test on unchanged code, and records which changes it reaches. Returns `None` if it fails or takes too long.
pub fn ask(copy: &Copy, (program, name): &(PathBuf, String)) -> io::Result<Option<Test>> {
    let notes = tempfile::NamedTempFile::new()?;
    let start_time = Instant::now();
    let env = ("MUTANTS_MET", notes.path().to_string_lossy().into_owned());
    let status = run(copy, program, &[name], env, LONGEST)?;
    let time = start_time.elapsed();
    if !status.is_some_and(|status| status.success()) {
        println!("{name} {} and is left out", if status.is_some() { "fails by itself" } else { "takes long" });
        return Ok(None);
    }
    let reached_changes = std::fs::read_to_string(notes.path())?.lines().filter_map(|line| line.parse().ok()).collect();
    Ok(Some(Test { program: program.clone(), name: name.clone(), time, met: reached_changes }))
}

/// Switches a change on and runs the tests that reach it, quickest first, until the time is over. In the second round,
/// the first `before` tests are skipped, and tests that reach the most changes come first, since they check the most.
/// Also returns how many tests were run so far.
pub fn fate(
    copy: &Copy,
    number: usize,
    tests: &[Test],
    before: usize,
    patience: Duration,
) -> io::Result<(Fate, usize)> {
    let mut all: Vec<&Test> = tests.iter().filter(|test| test.met.contains(&number)).collect();
    all.sort_by_key(|test| test.time);
    if let Some(rest) = all.get_mut(before..).filter(|_| before > 0) {
        rest.sort_by_key(|test| std::cmp::Reverse(test.met.len()));
    }
    if all.is_empty() {
        return Ok((Fate::NotReached, 0));
    }
    let (begun, mut at) = (Instant::now(), before);
    while at < all.len() {
        if begun.elapsed() > patience {
            return Ok((Fate::OutOfTime, at));
        }
        let mut sum = Duration::ZERO;
        let mut round: BTreeMap<&Path, (Vec<&str>, Duration)> = BTreeMap::new();
        while let Some(test) = all.get(at).filter(|test| sum.is_zero() || sum + test.time <= ROUND) {
            let (names, time) = round.entry(&test.program).or_default();
            names.push(&test.name);
            *time += test.time;
            sum += test.time;
            at += 1;
        }
        for (program, (names, time)) in round {
            let patience = time * SLOWER + Duration::from_secs(10);
            match run(copy, program, &names, ("MUTANT", number.to_string()), patience)? {
                None => return Ok((Fate::Endless, at)),
                Some(status) if !status.success() => return Ok((Fate::Caught, at)),
                Some(_) => {}
            }
        }
    }
    Ok((Fate::NotNoticed, at))
}
