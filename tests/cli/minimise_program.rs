//! `minimise --with`: what is left when a signal stops it, and programs whose answers differ.
#![cfg(target_os = "linux")]

use crate::program::text;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Starts `minimise` on a lesson with a program, one run after the other. In its commands, `$n` is the number of the run.
fn start(folder: &Path, commands: &str, more: &[&str]) -> Child {
    start_jobs("1", folder, commands, more)
}

fn start_jobs(jobs: &str, folder: &Path, commands: &str, more: &[&str]) -> Child {
    let with = format!("echo >> runs; n=$(wc -l < runs); {commands}");
    let all = ["minimise", "hello", "--with", &with, "--keep", "outcome result = found", "--jobs", jobs];
    // A test may have been started with signals ignored, and a program that it starts would ignore them, too.
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_gridscope")]).args(all).args(more);
    command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started")
}

const FOUND: &str = r#"echo '{"event":"done","result":"found"}'"#;
const NONE: &str = r#"echo '{"event":"done","result":"none"}'"#;

/// Sends a signal as soon as the program hangs in the given run.
fn stopped(folder: &Path, signal: &str, run: usize, more: &[&str]) -> Output {
    let child = start(folder, &format!("if [ $n = {run} ]; then touch hangs; sleep 1000; fi; {FOUND}"), more);
    stop(child, folder, signal)
}

/// Sends a signal as soon as the program hangs.
fn stop(child: Child, folder: &Path, signal: &str) -> Output {
    let start_time = Instant::now();
    while !folder.join("hangs").exists() {
        assert!(start_time.elapsed() < Duration::from_mins(1), "the program hangs");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill").success());
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_signal_writes_the_smallest_map_so_far() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = tempfile::tempdir().expect("a folder");
        let out = stopped(folder.path(), signal, 3, &["-o", "small.scene.json"]);
        let error = text(&out.stderr);
        assert_eq!(out.status.code(), Some(3), "{signal}: {error}");
        assert!(error.contains(" trials, keeping: ") && error.contains("was stopped there"), "{signal}: {error}");
        let small = fs::read_to_string(folder.path().join("small.scene.json")).expect("written");
        let small = gridscope::formats::read_bytes("small", small.as_bytes(), &gridscope::formats::Options::default());
        let size = small.expect("a scene").scene.size();
        assert!(size.area() < 24 * 14 && error.contains(&format!("24 × 14 cells became {size}")), "{size}: {error}");
    }
    // Standard output gets the map if no file is named.
    let folder = tempfile::tempdir().expect("a folder");
    let out = stopped(folder.path(), "-TERM", 3, &["--json"]);
    let all: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!((out.status.code(), &all["stopped"]), (Some(3), &true.into()), "{all}");
    assert_ne!(all["before"], all["after"]);
}

/// All programs that run side by side are ended.
#[test]
fn a_signal_ends_the_programs_of_all_jobs() {
    let folder = tempfile::tempdir().expect("a folder");
    let hangs = format!("if [ $n -ge 3 ]; then echo $$ >> hanging; touch hangs; sleep 1000; fi; {FOUND}");
    let out = stop(start_jobs("4", folder.path(), &hangs, &["--json"]), folder.path(), "-INT");
    assert_eq!(out.status.code(), Some(3), "{}", text(&out.stderr));
    let hanging = fs::read_to_string(folder.path().join("hanging")).expect("the programs that hang");
    for group in hanging.lines() {
        let is_alive = || {
            let kill = Command::new("kill").args(["-0", "--", &format!("-{group}")]).output();
            kill.expect("kill").status.success()
        };
        // A killed program is there until the system has collected it.
        let start_time = Instant::now();
        while is_alive() {
            assert!(start_time.elapsed() < Duration::from_mins(1), "the process group {group} is gone");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_signal_during_the_first_trial_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = stopped(folder.path(), "-TERM", 1, &["-o", "small.scene.json"]);
    let error = text(&out.stderr);
    assert_eq!((out.status.code(), folder.path().join("small.scene.json").exists()), (Some(3), false), "{error}");
    assert!(error.contains("cancelled during the first trial"), "{error}");
}

/// The smallest map is tried three more times.
#[test]
fn a_program_that_answers_by_dice_is_noticed() {
    for (commands, code) in
        [(format!("if [ $((n % 2)) = 1 ]; then {FOUND}; else {NONE}; fi"), 1), (FOUND.to_owned(), 0)]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let out = start(folder.path(), &commands, &["-o", "small.scene.json"]).wait_with_output().expect("it ends");
        let error = text(&out.stderr);
        assert_eq!((out.status.code(), error.contains("does not answer alike")), (Some(code), code == 1), "{error}");
        assert!(folder.path().join("small.scene.json").exists());
    }
}
