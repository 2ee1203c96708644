//! Outputs that are not regular files: standard output by its name, open files by their numbers, pipes by name. They
//! are written directly.
#![cfg(target_os = "linux")]

use crate::program::{ok, text};
use std::path::Path;
use std::process::{Command, Output};

/// Runs a shell command line in a folder, with the program as `$G`.
fn shell(folder: &Path, line: &str) -> Output {
    let mut command = Command::new("bash");
    command.args(["-c", line]).current_dir(folder).env("G", env!("CARGO_BIN_EXE_gridscope"));
    command.output().unwrap()
}

/// Runs a command line that must succeed, and returns its output.
fn comes_out(folder: &Path, line: &str) -> String {
    let out = shell(folder, line);
    assert_eq!(out.status.code(), Some(0), "{line}: {}", text(&out.stderr));
    text(&out.stdout).to_owned()
}

#[test]
fn pipes_devices_and_processes_are_written_directly() {
    let folder = tempfile::tempdir().unwrap();
    let trace = ok(&["run", "hello", "--trace", "-"]);
    let scene = ok(&["generate", "rooms"]);
    // A lesson with slides has several pages.
    std::fs::write(folder.path().join("small.txt"), "G..\n..X\n").unwrap();
    let rows = ok(&["experiment", "hello", "--samples", "2", "--csv"]).lines().count();
    for (to, line) in [
        ("standard output", "$G {} /dev/stdout"),
        ("standard output by its number", "$G {} /dev/fd/1"),
        ("an open pipe", "{ $G {} /dev/fd/3 3>&1 >/dev/null; } | cat"),
        ("an open file", "$G {} /dev/fd/3 3> open >/dev/null && cat open"),
        ("a pipe by its name", "rm -f pipe && mkfifo pipe && { $G {} pipe >/dev/null & cat pipe; wait $!; }"),
        ("a process", "{ $G {} >(cat >&3) >/dev/null; sleep 0.3; } 3>&1"),
    ] {
        let run = |args: &str| comes_out(folder.path(), &line.replace("{}", args));
        assert_eq!(run("run hello --trace"), trace, "{to}");
        assert_eq!(run("generate rooms -o"), scene, "{to}");
        assert_eq!(run("convert hello"), ok(&["convert", "hello", "-"]), "{to}");
        let small = run("minimise hello --keep 'hits expanded' -o");
        assert!(small.starts_with("{ \"format\": \"gridscope-scene\""), "{to}: {small}");
        assert_eq!(run("experiment hello --samples 2 -o").lines().count(), rows, "{to}");
        #[cfg(feature = "gui")]
        {
            let sheet = run("render small.txt --handout -o");
            assert!(sheet.contains("<svg") && sheet.trim_end().ends_with("</svg>"), "{to}: {sheet}");
        }
    }
    // The old contents of an open file stay, and so does what is written to it afterwards.
    let line = "echo before > all; { echo begun; $G generate rooms -o /dev/stdout; echo after; } >> all; cat all";
    assert_eq!(comes_out(folder.path(), line), format!("before\nbegun\n{scene}after\n"));
}

/// A reader may close the pipe early. This is not an error.
#[test]
fn closing_a_pipe_early_is_exit_0() {
    let folder = tempfile::tempdir().unwrap();
    let out = shell(folder.path(), "mkfifo pipe; head -c 1 pipe >/dev/null & $G run hello --trace pipe >/dev/null");
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), ""));
    comes_out(folder.path(), "$G generate maze --size 301x301 -o big.txt && $G run astar hello --trace a.jsonl");
    for line in [
        "$G experiment hello --samples 3000 --csv",
        "$G experiment hello --samples 3000 -o /dev/stdout",
        "$G convert a.jsonl - --to jsonl",
        "$G convert a.jsonl - --to columns",
        "$G table big.txt",
        "$G run big.txt --layer g --to csv",
        "echo '{\"id\":1,\"ask\":\"open\",\"file\":\"hello\"}' | $G serve",
    ] {
        // The program ends in the last place of a list, whose code is printed.
        let out = shell(folder.path(), &format!("{{ {line}; echo $? >&2; }} | head -c 0"));
        assert_eq!(text(&out.stderr), "0\n", "{line}");
    }
}

/// If standard output fails, the sentence is about standard output, whatever was being written.
#[test]
fn full_standard_output_is_named_in_the_sentence() {
    let folder = tempfile::tempdir().unwrap();
    comes_out(folder.path(), "$G run hello --trace a.jsonl");
    for line in [
        "$G convert a.jsonl - --to columns",
        "$G convert a.jsonl - --to jsonl",
        "$G experiment hello --samples 300 --csv",
        "$G table hello",
        "echo '{\"id\":1,\"ask\":\"open\",\"file\":\"hello\"}' | $G serve",
    ] {
        let out = shell(folder.path(), &format!("{line} > /dev/full"));
        let error = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{line}: {error}");
        assert!(
            error.starts_with("gridscope: standard output: ") && error.contains("No space left"),
            "{line}: {error}"
        );
    }
    let out = shell(folder.path(), "$G convert a.jsonl /dev/full --to columns");
    assert!(text(&out.stderr).starts_with("gridscope: /dev/full: No space left"), "{}", text(&out.stderr));
}

/// A command that cannot print what it has to say fails. One that prints nothing succeeds.
#[test]
fn command_that_cannot_print_is_exit_2() {
    let folder = tempfile::tempdir().unwrap();
    for args in
        ["run hello", "run hello --trace -", "step hello", "algorithms", "man", "--help", "run --help", "--version"]
    {
        for closed in [">&-", "<&- >&-", "> /dev/full"] {
            let out = shell(folder.path(), &format!("$G {args} {closed}"));
            let error = text(&out.stderr);
            assert_eq!(out.status.code(), Some(2), "{args} {closed}: {error}");
            assert!(error.starts_with("gridscope: standard output: "), "{args} {closed}: {error}");
        }
        assert_eq!(shell(folder.path(), &format!("$G {args} > /dev/null")).status.code(), Some(0), "{args}");
        assert_eq!(shell(folder.path(), &format!("$G {args} <> /dev/null >&0")).status.code(), Some(0), "{args}");
        assert_eq!(shell(folder.path(), &format!("$G {args} | true; exit ${{PIPESTATUS[0]}}")).status.code(), Some(0));
    }
    comes_out(folder.path(), "$G convert secret-door a.scene.json >&-");
}

/// Exceeding the user's file size limit is an error with a sentence, not a signal.
#[test]
fn file_size_limit_is_an_error_sentence() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("kept.trace.jsonl"), "what stood there\n").unwrap();
    for line in [
        "ulimit -f 1; $G run hello --trace kept.trace.jsonl",
        "ulimit -f 1; $G run hello --trace - > big",
        "ulimit -f 1; $G generate ship -o big.scene.json",
    ] {
        let out = shell(folder.path(), line);
        let error = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{line}: {error}");
        assert!(error.starts_with("gridscope: ") && error.contains("File too large"), "{line}: {error}");
    }
    let kept = std::fs::read_to_string(folder.path().join("kept.trace.jsonl")).unwrap();
    assert_eq!(kept, "what stood there\n");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".part")), "{left:?}");
}
