//! What a test reaches, and what becomes of a change.

use super::tree::Copy;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A test that takes longer by itself is left out.
const LONGEST: Duration = Duration::from_mins(1);
/// Tests that take no longer together run one after the other before it is asked again whether there is time.
const ROUND: Duration = Duration::from_secs(1);
/// Tests that take so much longer than they should run for ever.
const SLOWER: u32 = 20;
/// What the shell lets a test have, in KiB: a change may make it ask for memory without end.
const MEMORY: u32 = 4 << 20;

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
    /// No test failed in the time that there was, and some were not run.
    OutOfTime,
    /// No test fails.
    NotNoticed,
    /// No test meets it.
    NotReached,
}

/// Runs some tests of a program, one after the other; nothing where they take longer than that.
fn run(
    copy: &Copy,
    program: &Path,
    names: &[&str],
    env: (&str, String),
    patience: Duration,
) -> io::Result<Option<ExitStatus>> {
    let begun = Instant::now();
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$@\""), "sh"]).arg(program);
    command.args(["--test-threads=1", "--exact"]).args(names).env(env.0, env.1).current_dir(&copy.to);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A group of its own: what a test has started ends with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begun.elapsed() > patience {
            Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Runs a test of the unchanged program, and notes what it meets; nothing where it fails or takes too long.
pub fn ask(copy: &Copy, (program, name): &(PathBuf, String)) -> io::Result<Option<Test>> {
    let notes = tempfile::NamedTempFile::new()?;
    let begun = Instant::now();
    let env = ("MUTANTS_MET", notes.path().to_string_lossy().into_owned());
    let status = run(copy, program, &[name], env, LONGEST)?;
    let time = begun.elapsed();
    if !status.is_some_and(|status| status.success()) {
        println!("{name} {} and is left out", if status.is_some() { "fails by itself" } else { "takes long" });
        return Ok(None);
    }
    let met = std::fs::read_to_string(notes.path())?.lines().filter_map(|line| line.parse().ok()).collect();
    Ok(Some(Test { program: program.clone(), name: name.clone(), time, met }))
}

/// Switches a change on and runs the tests that meet it, the quick ones first, but for the rest once the time is over. Then
/// those that meet most come first, as they look at most, without those that were run before. How many were run until now,
/// too.
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
