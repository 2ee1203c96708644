//! Budgets of runs: flags and environment, where they cut a run, its note, and recordings from the middle.

use crate::program::{gridscope, ok, says, text};
use serde_json::Value;
use std::process::{Command, Output};

/// Runs the program with variables of the environment.
fn with_environment(variables: &[(&str, &str)], args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gridscope")).envs(variables.iter().copied()).args(args).output().unwrap()
}

/// Returns the number of events of `run hello --json`, and the exit code.
fn events(variables: &[(&str, &str)], more: &[&str]) -> (u64, Option<i32>) {
    let out = with_environment(variables, &[&["run", "hello", "--json"], more].concat());
    let summary: Value = serde_json::from_slice(&out.stdout).unwrap_or_else(|_| panic!("{}", text(&out.stderr)));
    (summary["events"].as_u64().unwrap(), out.status.code())
}

#[test]
fn flags_and_environment_set_the_same_budgets() {
    let (whole, code) = events(&[], &[]);
    assert_eq!(code, Some(0));
    assert_eq!(events(&[], &["--events", "9"]), (9, Some(3)));
    assert_eq!(events(&[("GRIDSCOPE_EVENTS", "9")], &[]), (9, Some(3)));
    assert_eq!(events(&[("GRIDSCOPE_EVENTS", "9")], &["--events", "12"]), (12, Some(3)), "the flag is stronger");
    assert_eq!(events(&[], &["--events", "9", "--partial"]), (9, Some(0)));
    // Bytes are counted, so the cut is the same however the size is written.
    let cut = events(&[], &["--memory", "24KiB"]);
    assert!(cut.1 == Some(3) && cut.0 > 100 && cut.0 < whole, "{cut:?} of {whole}");
    for size in ["0.0234375", "0.0234375MiB", "24576e-6MB", "24k", "0.024576MB"] {
        assert_eq!(events(&[], &["--memory", size]), cut, "{size}");
    }
    assert_eq!(events(&[("GRIDSCOPE_MEMORY", "24KiB")], &[]), cut);
    assert!(events(&[], &["--memory", "28KiB"]).0 > cut.0);
    for name in ["GRIDSCOPE_MEMORY", "GRIDSCOPE_EVENTS"] {
        assert_eq!(events(&[(name, "")], &[]), (whole, Some(0)), "an empty {name} counts as not set");
    }
    assert_eq!(gridscope(&["run", "hello", "--events", "0"]).status.code(), Some(2));
    for size in ["much", "0", "-1", "5 apples", ""] {
        let out = gridscope(&["run", "hello", &format!("--memory={size}")]);
        assert_eq!(out.status.code(), Some(2), "{size}");
        assert!(text(&out.stderr).contains("2GiB"), "{size}: {}", text(&out.stderr));
    }
}

/// The note comes before the result and after it, and names flags with which more is seen.
#[test]
fn cut_run_says_so_first_and_last() {
    for command in ["run", "step", "events", "table"] {
        let out = gridscope(&[command, "hello", "--events", "40"]);
        assert_eq!(out.status.code(), Some(3), "{command}");
        let notes: Vec<String> = text(&out.stderr).lines().map(str::to_owned).collect();
        let about = |note: &&String| note.contains("more events than the budget allows");
        assert_eq!(notes.iter().filter(about).count(), 2, "{command}: {notes:?}");
        assert!(about(&&notes[0]) && notes.last().is_some_and(|last| last.contains("--events 80")), "{notes:?}");
        assert!(!out.stdout.is_empty(), "{command}");
        let partial = gridscope(&[command, "hello", "--events", "40", "--partial"]);
        assert_eq!((partial.status.code(), &partial.stdout), (Some(0), &out.stdout), "{command}");
    }
    let out = gridscope(&["run", "hello", "--memory", "24KiB"]);
    let error = text(&out.stderr);
    assert!(error.contains("--memory 1MiB") && error.contains("--record-from "), "{error}");
    // The event that the note names is the next one.
    let next = error.split("--record-from ").nth(1).unwrap().split(' ').next().unwrap();
    let out = ok(&["events", "hello", "--record-from", next]);
    assert!(out.trim_start().starts_with(&format!("#{next} ")), "{out}");
}

#[test]
fn every_command_that_runs_or_opens_has_the_budgets() {
    for command in [
        "run",
        "step",
        "events",
        "why",
        "why-not",
        "diff",
        "experiment",
        "minimise",
        "table",
        "render",
        "check",
        "convert",
        "serve",
        "open",
        "sample-paths",
        "asymmetry",
    ] {
        let help = ok(&[command, "--help"]);
        for flag in ["--memory <SIZE>", "--events <N>", "--partial", "GRIDSCOPE_MEMORY", "GRIDSCOPE_EVENTS"] {
            assert!(help.contains(flag), "{command} has no {flag}");
        }
    }
}

/// Only a command that has `--record-from` names it.
#[test]
fn note_of_a_cut_run_names_flags_of_its_command() {
    let out = gridscope(&["sample-paths", "hello", "--events", "8"]);
    let error = text(&out.stderr);
    assert!(error.contains("--events 16 keeps twice as many") && !error.contains("--record-from"), "{error}");
}

/// The recording that only checks the names in a scene is no result.
#[test]
fn experiment_does_not_report_its_own_check_as_cut() {
    let out = gridscope(&["experiment", "hello", "--samples", "3", "--events", "9"]);
    assert!(out.status.success() && !text(&out.stderr).contains("kept"), "{}", text(&out.stderr));
}

/// A recording from the middle prints what the whole run prints there.
#[test]
fn recording_from_the_middle_shows_the_same_moments() {
    let same = |args: &[&str]| {
        let whole = ok(args);
        let part = ok(&[args, &["--record-from", "200"]].concat());
        assert_eq!(part, whole, "{args:?}");
    };
    same(&["step", "hello", "--at", "200"]);
    same(&["step", "hello", "--at", "321"]);
    same(&["step", "hello"]);
    same(&["run", "hello", "--picture"]);
    same(&["run", "hello", "--layer", "g"]);
    let outcome = |args: &[&str]| serde_json::from_str::<Value>(&ok(args)).unwrap();
    let whole = outcome(&["run", "hello", "--json"]);
    let part = outcome(&["run", "hello", "--json", "--record-from", "200"]);
    assert_eq!((&part["outcome"], &part["events"]), (&whole["outcome"], &whole["events"]));
    assert_eq!(part["recorded_from"], 200);

    let list = gridscope(&["events", "hello", "--record-from", "200", "--events", "3", "--partial"]);
    let list = text(&list.stdout).to_owned();
    let list: Vec<&str> = list.lines().collect();
    let all = ok(&["events", "hello"]);
    let all: Vec<&str> = all.lines().collect();
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(list.len(), 4, "three events and their number");
    for (part, whole) in list.iter().zip(&all[199..202]) {
        assert_eq!(words(part), words(whole));
    }
    assert_eq!(list[3], "3 of 3 events");

    let early = gridscope(&["step", "hello", "--record-from", "200", "--at", "7"]);
    assert!(text(&early.stderr).contains("event 7 is before the recording"), "{}", text(&early.stderr));
    for (args, reason) in [
        (&["run", "hello", "--record-from", "999999"][..], "expected --record-from at most"),
        (&["run", "hello", "--record-from", "0"], "--record-from"),
        (&["run", "hello", "--record-from", "9", "--trace", "-"], "--trace"),
    ] {
        let out = gridscope(args);
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert!(text(&out.stderr).contains(reason), "{args:?}: {}", text(&out.stderr));
    }
}

/// A page shows a whole run, so a part is not written as one.
#[test]
fn part_of_a_run_is_not_written_as_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.html");
    let out = gridscope(&["render", "hello", "--record-from", "200", "-o", file.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(2), "{}", text(&out.stderr));
    assert!(text(&out.stderr).contains("begins in the middle"), "{}", text(&out.stderr));
    assert!(!file.exists());
}

#[test]
fn trace_that_is_compared_in_part_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("hello.trace.jsonl").display().to_string();
    ok(&["run", "hello", "--trace", &trace]);
    for (more, code) in [(&["--partial"][..], 0), (&[], 3)] {
        let out = gridscope(&[&["check", &trace, "--events", "100"], more].concat());
        let said = text(&out.stderr);
        assert!(said.contains("only 100 events were compared"), "{said}");
        assert_eq!(out.status.code(), Some(code), "{said}");
    }
}

#[test]
fn counts_of_whole_runs_refuse_a_part() {
    for command in ["experiment", "sample-paths", "asymmetry"] {
        says(&[command, "hello", "--partial"], "", &["--partial", "has no result to count"]);
    }
}

#[test]
fn recording_begins_with_an_event_that_the_run_has() {
    says(&["run", "hello", "--record-from", "825"], "", &["the run has 824 events", "at most 824"]);
    ok(&["run", "hello", "--record-from", "824"]);
}
