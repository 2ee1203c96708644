//! Library examples that are programs: a user's own algorithm has every subcommand, and a log written in Rust equals
//! those of the loggers in other languages.

#[path = "../../examples/bfs.rs"]
#[expect(dead_code, reason = "the program's own entry is not called here")]
mod bfs;
#[path = "../../examples/log.rs"]
#[expect(dead_code, reason = "the program's own entry is not called here")]
mod log;

use crate::loggers::{MAPS, assert_same, first_language, lines};
use crate::program::{ok_json, text};
use crate::write_your_own::Greedy;
use gridscope::formats::log::Log;
use gridscope::log::{Field, Logger, Output};
use gridscope::trace::geometry::Cell;
use serde_json::{Value, json};
use std::io::Write as _;

/// Returns the exit code and the output of the program in `examples/bfs.rs`.
fn own(args: &[&str]) -> (u8, String) {
    let mut out = Vec::new();
    let code = gridscope::app().with(bfs::Bfs).on("secret-door").run_with([&["bfs"], args].concat(), &mut out);
    (code, text(&out).to_owned())
}

#[test]
fn algorithm_of_another_program_has_every_subcommand() {
    let (code, said) = own(&["run", "bfs", "steps-are-not-cost", "--json"]);
    let said: Value = serde_json::from_str(&said).unwrap();
    let ours = ok_json(&["run", "breadth-first", "steps-are-not-cost", "--json"]);
    assert_eq!((code, &said["algorithm"], &said["outcome"]), (0, &json!("bfs"), &ours["outcome"]["steps"]));
    let (code, picture) = own(&["run", "bfs", "secret-door", "--picture"]);
    assert!(code == 0 && picture.contains("#G*******#"), "{picture}");
    assert!(own(&["algorithms"]).1.contains("bfs"));
    let card = own(&["algorithms", "bfs", "--json"]).1;
    let card: Value = serde_json::from_str(&card).unwrap();
    assert_eq!((&card["id"], &card["group"]), (&json!("bfs"), &json!("Yours")));
    // The trace of its run is like any other.
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("own.trace.jsonl").display().to_string();
    assert_eq!(own(&["run", "bfs", "secret-door", "--trace", &trace]).0, 0);
    assert_eq!(own(&["step", &trace, "--at", "5"]).0, 0);
    assert_eq!(own(&["run", "bfs", "no-such-lesson"]), (2, String::new()));
}

/// Programs in one process do not see each other's algorithms: one with `bfs`, one with another search, one with none.
#[test]
fn added_algorithm_belongs_to_its_program_only() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("own.trace.jsonl").display().to_string();
    assert_eq!(own(&["run", "bfs", "secret-door", "--trace", &trace]).0, 0);
    let others: [fn() -> gridscope::Builder; 2] = [gridscope::app, || gridscope::app().with(Greedy)];
    for (other, has_greedy) in others.into_iter().zip([false, true]) {
        let said = |args: &[&str]| {
            let mut out = Vec::new();
            let code = other().run_with([&["other"], args].concat(), &mut out);
            (code, text(&out).to_owned())
        };
        let list = said(&["algorithms"]).1;
        assert_eq!((list.contains("bfs"), list.contains("my-greedy")), (false, has_greedy), "{list}");
        assert_eq!(said(&["run", "bfs", "secret-door"]), (2, String::new()));
        assert_eq!(said(&["run", "my-greedy", "secret-door"]).0, if has_greedy { 0 } else { 2 });
        // Without its algorithm the trace is shown as a log, which has no run to repeat.
        assert_eq!(said(&["step", &trace, "--at", "5"]).1, own(&["step", &trace, "--at", "5"]).1);
        assert_eq!(said(&["run", &trace, "--seed", "7"]), (2, String::new()));
    }
    assert_eq!(own(&["run", &trace, "--seed", "7"]).0, 0);
    assert!(!own(&["algorithms"]).1.contains("my-greedy"));
}

#[cfg(not(feature = "gui"))]
#[test]
fn program_without_a_window_says_so() {
    let error = gridscope::app().with(bfs::Bfs).show("secret-door").unwrap_err();
    assert!(error.contains("built without its window"), "{error}");
    let missing = gridscope::app().show("no-such-lesson").unwrap_err();
    assert!(missing.starts_with("no-such-lesson: there is no such file"), "{missing}");
}

fn search(map: &str) -> String {
    let (rows, start, goal) = log::parts(map).unwrap();
    let mut logger = log::header(&rows, start, goal).to(Vec::new());
    log::astar(&rows, start, goal, &mut logger);
    text(&logger.into_inner()).to_owned()
}

#[test]
fn library_logger_writes_the_same_lines_as_others() {
    let others = first_language();
    for (n, (map, result)) in MAPS.into_iter().enumerate() {
        let said = search(if map.is_empty() { log::MAP } else { map });
        let all = lines(&said);
        assert_eq!(all.last().unwrap()["result"], result);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search.trace.jsonl");
        std::fs::write(&path, &said).unwrap();
        let report = ok_json(&["check", path.to_str().unwrap(), "--json"]);
        assert_eq!((&report["events"], &report["findings"]), (&json!(all.len() - 1), &json!([])));
        // Without a path, nothing about it was checked.
        let skipped = report["skipped"].as_array().unwrap();
        assert!(skipped.iter().all(|skip| skip["why"] == "the log has no path" && result == "none"), "{report}");
        if let Some(others) = &others {
            assert_same("Rust", &all, &others[n]);
        }
    }
}

#[test]
fn library_logger_writes_odd_values_as_json() {
    let mut logger =
        Logger::start(&["a\"\\b"], (1, 2), (0, 0)).order(&["f", "-g"]).more("optimal", false).to(Vec::new());
    logger.open((1, 2), None, f64::INFINITY, f64::NAN);
    logger.reject((0, 0), (1, 2), "line\nbreak");
    logger.search((0, 0), (1, 2));
    logger.event("odd", &[("ring", (-0.5).into()), ("cells", (&[Cell::new(1, 2)][..]).into())]);
    logger.search((1, 2), (0, 0));
    logger.expand((0, 0), Field::NONE);
    let want = [
        json!({ "format": "gridscope-trace", "version": 2, "map": ["a\"\\b"], "start": [1, 2], "goal": [0, 0],
                "order": ["f", "-g"], "optimal": false }),
        json!({ "event": "open", "at": [1, 2], "from": null, "g": "inf", "h": null }),
        json!({ "event": "reject", "at": [0, 0], "from": [1, 2], "why": "line\nbreak" }),
        json!({ "event": "begin", "phase": "search", "start": [0, 0], "goal": [1, 2], "order": ["f", "-g"] }),
        json!({ "event": "odd", "ring": -0.5, "cells": [[1, 2]] }),
        json!({ "event": "end" }),
        json!({ "event": "begin", "phase": "search", "start": [1, 2], "goal": [0, 0], "order": ["f", "-g"] }),
        json!({ "event": "expand", "at": [0, 0], "g": null }),
    ];
    assert!(Log::of(&logger).is_err(), "its map has no such glyph");
    assert_same("Rust", &lines(text(&logger.into_inner())), &want);
}

#[test]
fn logger_writes_where_the_environment_says() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.trace.jsonl");
    let mut logger = Logger::start(&["..."], (0, 0), (2, 0)).to(Output::of(file.to_str()));
    logger.open((0, 0), None, 0, 2);
    let log = Log::read("own", std::fs::read(&file).unwrap().as_slice()).unwrap();
    assert_eq!(log.events.len(), 1, "each line is written at once");
    // A log is replaced, but no other file.
    Logger::start(&["..."], (0, 0), (2, 0)).to(Output::of(file.to_str()));
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 1);
    std::fs::write(&file, "notes").unwrap();
    let refused = Output::of(file.to_str()).write_all(b"a").unwrap_err().to_string();
    assert!(refused.contains("it is no gridscope log, so it is not replaced"), "{refused}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "notes");
    Output::of(Some("off")).write_all(b"nothing").unwrap();
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    // A log that cannot be written does not stop the program.
    let nowhere = folder.path().join("no/such/folder.trace.jsonl");
    let mut logger = Logger::start(&["..."], (0, 0), (2, 0)).to(Output::of(nowhere.to_str()));
    logger.done("none");
    assert!(Output::of(nowhere.to_str()).write_all(b"a").unwrap_err().to_string().contains("no/such"));
}
