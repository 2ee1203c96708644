//! The loggers that users copy into their programs: each runs in its language, if that is installed, and its log is
//! audited.

use crate::program::{gridscope, ok, ok_json, text};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use support::skip::skip;

/// A map on which no path leads out of the room on the left.
const SHUT: &str = "##########\n#G..#....#\n#.#.#.##.#\n#...##.#X#\n##########\n";
/// A map whose rows have different lengths, the first one empty, and no wall around it.
const RAGGED: &str = "\n.......\n..G.\n..#..#.\n..#.....\n....X...  \n";

/// The maps for every example, the first one being the example's own, and the expected results.
pub const MAPS: [(&str, &str); 3] = [("", "found"), (SHUT, "none"), (RAGGED, "found")];

/// A language in which the loggers can be run.
struct Language {
    /// Programs that it needs on the path, each with the flag that prints its version.
    needs: &'static [(&'static str, &'static str)],
    logger: &'static str,
    example: &'static str,
    /// Command that compiles the source, if the language is compiled.
    compile: &'static [&'static str],
    /// Source that writes unusual values, begins a second search, and then ends like a crash, without cleaning up.
    crash: &'static str,
}

const C: &[&str] = &["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off"];

static LANGUAGES: [Language; 7] = [
    Language {
        needs: &[("python3", "--version")],
        logger: "gridscope.py",
        example: "astar.py",
        compile: &[],
        crash: r#"
import os, gridscope as g
g.start(["a\"\\b"], (1, 2), [0, 0], 4, "one", ["f", "-g"], optimal=False)
g.open(1, 2, None, float("inf"), float("nan"))
g.reject(0, 0, (1, 2), "line\nbreak")
g.start([], (0, 0), (1, 2), 4, "one", ["f"])
g.event("odd", ring=-0.5)
g.expand(0, 0)
os._exit(3)
"#,
    },
    Language {
        needs: &[("node", "--version")],
        logger: "gridscope.js",
        example: "astar.js",
        compile: &[],
        crash: r#"
const g = require("./gridscope.js");
g.start(["a\"\\b"], [1, 2], [0, 0], 4, "one", ["f", "-g"], { optimal: false });
g.open(1, 2, null, Infinity, NaN);
g.reject(0, 0, [1, 2], "line\nbreak");
g.start([], [0, 0], [1, 2], 4, "one", ["f"]);
g.event("odd", { ring: -0.5 });
g.expand(0, 0);
process.kill(process.pid, "SIGKILL");
"#,
    },
    Language {
        needs: &[("cc", "--version")],
        logger: "gridscope.h",
        example: "astar.c",
        compile: C,
        crash: r#"
#include "gridscope.h"
int main(void) {
    const char *rows[] = { "a\"\\b" };
    gridscope_start(rows, 1, 1, 2, 0, 0, 4, "one", "[\"f\",\"-g\"]", "\"optimal\":false");
    gridscope_open(1, 2, -1, -1, INFINITY, NAN);
    gridscope_reject(0, 0, 1, 2, "line\nbreak");
    gridscope_start(rows, 1, 0, 0, 1, 2, 4, "one", "[\"f\"]", "");
    gridscope_event("odd", "\"ring\":-0.5");
    gridscope_expand(0, 0, NAN);
    _Exit(3);
}
"#,
    },
    Language {
        needs: &[("mcs", "--version"), ("mono", "--version")],
        logger: "Gridscope.cs",
        example: "Astar.cs",
        compile: &["mcs", "-warnaserror"],
        crash: r#"
static class Crash {
    static void Main() {
        Gridscope.Start(new[] { "a\"\\b" }, new[] { 1, 2 }, new[] { 0, 0 }, 4, "one", new[] { "f", "-g" }, "optimal", false);
        Gridscope.Open(1, 2, null, double.PositiveInfinity, double.NaN);
        Gridscope.Reject(0, 0, new[] { 1, 2 }, "line\nbreak");
        Gridscope.Start(new string[0], new[] { 0, 0 }, new[] { 1, 2 }, 4, "one", new[] { "f" });
        Gridscope.Event("odd", "ring", -0.5);
        Gridscope.Expand(0, 0);
        System.Environment.Exit(3);
    }
}
"#,
    },
    lua(&[("lua5.4", "-v")]),
    lua(&[("lua", "-v")]),
    lua(&[("luajit", "-v")]),
];

const fn lua(needs: &'static [(&'static str, &'static str)]) -> Language {
    Language {
        needs,
        logger: "gridscope.lua",
        example: "astar.lua",
        compile: &[],
        crash: r#"
local g = require("gridscope")
g.start({ "a\"\\b" }, { 1, 2 }, { 0, 0 }, 4, "one", { "f", "-g" }, { optimal = false })
g.open(1, 2, nil, math.huge, 0 / 0)
g.reject(0, 0, { 1, 2 }, "line\nbreak")
g.start({}, { 0, 0 }, { 1, 2 }, 4, "one", { "f" })
g.event("odd", { ring = -0.5 })
g.expand(0, 0)
os.execute("kill -9 $PPID")
"#,
    }
}

impl Language {
    fn name(&self) -> &str {
        self.needs[0].0
    }

    /// Returns whether everything it needs is installed. Prints a message if not.
    fn is_here(&self) -> bool {
        let missing = self.needs.iter().find(|(program, flag)| {
            let asked = Command::new(program).arg(flag).stdin(Stdio::null()).output();
            !asked.is_ok_and(|out| out.status.success())
        });
        if let Some((program, _)) = missing {
            // One Lua is enough: the others are more of the same.
            let why = format!("there is no {program}, so {} was not run", self.logger);
            if ["lua", "luajit"].contains(program) { println!("skipped: {why}") } else { skip(program, &why) }
        }
        missing.is_none()
    }

    /// Returns the command that runs a source. Compiles it into the folder first, if needed.
    fn command(&self, folder: &Path, sources: &[PathBuf]) -> Vec<PathBuf> {
        let Some((compiler, flags)) = self.compile.split_first() else {
            return vec![self.name().into(), sources[0].clone()];
        };
        let program = folder.join("program.exe");
        let mut compile = Command::new(compiler);
        if self.name() == "cc" {
            compile.args(flags).arg(&sources[0]).arg("-o").arg(&program).arg("-lm");
        } else {
            compile.args(flags).arg(format!("-out:{}", program.display())).args(sources);
        }
        let out = compile.output().unwrap();
        assert!(out.status.success(), "{}: {}", self.name(), text(&out.stderr));
        if self.name() == "cc" { vec![program] } else { vec!["mono".into(), program] }
    }

    fn example(&self, folder: &Path) -> Vec<PathBuf> {
        self.command(folder, &[loggers().join("examples").join(self.example), loggers().join(self.logger)])
    }
}

fn loggers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("loggers")
}

fn here() -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().filter(|language| language.is_here())
}

/// Runs a program in a folder, with this value of the environment variable.
fn run(command: &[PathBuf], folder: &Path, switch: Option<&str>, input: &str) -> Output {
    let mut program = Command::new(&command[0]);
    program.args(&command[1..]).current_dir(folder).env_remove("GRIDSCOPE").env("PYTHONDONTWRITEBYTECODE", "1");
    program.envs(switch.map(|to| ("GRIDSCOPE", to)));
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

pub fn lines(log: &str) -> Vec<Value> {
    assert!(log.ends_with('\n'), "the last line is whole: {log}");
    log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

/// Returns whether two logs are equal, with a tolerance of 1e-9 for numbers.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            (a - b).abs() <= 1e-9 * a.abs().max(1.0)
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

pub fn assert_same(name: &str, got: &[Value], want: &[Value]) {
    for (n, (got, want)) in got.iter().zip(want).enumerate() {
        assert!(same(got, want), "{name}, line {}: {got}, not {want}", n + 1);
    }
    assert_eq!(got.len(), want.len(), "{name}");
}

/// Returns the logs of the first installed language on each of the maps.
pub fn first_language() -> Option<Vec<Vec<Value>>> {
    let language = here().next()?;
    let folder = tempfile::tempdir().unwrap();
    let command = language.example(folder.path());
    let log = |map| lines(text(&run(&command, folder.path(), Some("1"), map).stdout));
    Some(MAPS.iter().map(|(map, _)| log(map)).collect())
}

#[test]
fn every_language_logs_the_same_faultless_search() {
    let mut first: Option<Vec<Vec<Value>>> = None;
    for language in here() {
        let folder = tempfile::tempdir().unwrap();
        let (name, command) = (language.name(), language.example(folder.path()));
        let path = folder.path().join("search.trace.jsonl").display().to_string();
        let mut logs = Vec::new();
        for (map, result) in MAPS {
            let out = run(&command, folder.path(), Some(&path), map);
            assert!(out.status.success() && out.stdout.is_empty(), "{name}: {out:?}");
            let log = std::fs::read_to_string(&path).unwrap();
            let told = run(&command, folder.path(), Some("1"), map);
            assert_eq!(text(&told.stdout), log, "{name} tells standard output the same");
            let all = lines(&log);
            assert_eq!(all.last().unwrap()["result"], result, "{name}");
            // Every rule had all the fields it needs. Without a path, nothing about it was checked.
            let report = ok_json(&["check", &path, "--json"]);
            assert_eq!((&report["events"], &report["findings"]), (&json!(all.len() - 1), &json!([])), "{name}");
            let skipped = report["skipped"].as_array().unwrap();
            let no_path = skipped.iter().all(|skip| skip["why"] == "the log has no path" && result == "none");
            assert!(no_path && skipped.len() == if result == "none" { 3 } else { 0 }, "{name}: {report}");
            assert!(report["asked"].as_array().is_some_and(|asked| asked.len() >= 12), "{name}: {report}");
            let said = ok(&["step", &path, "--at", "5"]);
            let sentence = said.lines().nth(1).unwrap_or_default();
            assert!(said.starts_with("event 5 of ") && sentence.ends_with('.'), "{name}: {said}");
            logs.push(all);
        }
        for why in ["wall", "corner", "closed", "dearer", "equal"] {
            assert!(logs[0].iter().any(|line| line["why"] == why), "{name}: nothing is refused as {why}");
        }
        let first = first.get_or_insert_with(|| logs.clone());
        logs.iter().zip(first).for_each(|(got, want)| assert_same(name, got, want));
    }
}

#[test]
fn logger_is_silent_when_off() {
    for language in here() {
        let folder = tempfile::tempdir().unwrap();
        let (name, command) = (language.name(), language.example(folder.path()));
        let files = || folder.path().read_dir().unwrap().count();
        let before = files();
        let off = run(&command, folder.path(), Some("off"), SHUT);
        assert!(off.status.success() && off.stdout.is_empty(), "{name}: {off:?}");
        assert_eq!(files(), before, "{name} wrote a file");
        let unset = run(&command, folder.path(), None, SHUT);
        assert!(unset.status.success() && unset.stdout.is_empty(), "{name}: {unset:?}");
        let log = folder.path().join("gridscope.trace.jsonl");
        assert_eq!(gridscope(&["check", log.to_str().unwrap()]).status.code(), Some(0), "{name}");
        // A log that cannot be written is reported, but does not stop the program.
        let nowhere = folder.path().join("no/such/folder.trace.jsonl");
        let unwritten = run(&command, folder.path(), nowhere.to_str(), SHUT);
        assert!(unwritten.status.success(), "{name}: {unwritten:?}");
        let said = text(&unwritten.stderr);
        assert!(said.contains("no/such") && said.lines().count() == 2, "{name} says it once: {said}");
    }
}

#[test]
fn logger_never_replaces_other_files() {
    for language in here() {
        let folder = tempfile::tempdir().unwrap();
        let (name, command) = (language.name(), language.example(folder.path()));
        let file = folder.path().join("gridscope.trace.jsonl");
        for content in ["# gridscope-trace: notes about the format\n", "{\"format\":\"gridscope-scene\"}\n", "\0\u{1}"]
        {
            std::fs::write(&file, content).unwrap();
            // The file is named by the variable, or is the default.
            for switch in [file.to_str(), None] {
                let refused = run(&command, folder.path(), switch, SHUT);
                assert!(refused.status.success(), "{name}: {refused:?}");
                assert_eq!(std::fs::read_to_string(&file).unwrap(), content, "{name}");
                let said = text(&refused.stderr);
                assert_eq!(said.matches("is no gridscope log, so it is not replaced").count(), 1, "{name}: {said}");
            }
        }
        // An empty file and a log are replaced.
        std::fs::write(&file, "").unwrap();
        for map in [RAGGED, SHUT] {
            assert!(run(&command, folder.path(), file.to_str(), map).status.success(), "{name}");
            let log = std::fs::read_to_string(&file).unwrap();
            assert_eq!(text(&run(&command, folder.path(), Some("1"), map).stdout), log, "{name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn logger_does_not_write_through_a_link() {
    for language in here() {
        let folder = tempfile::tempdir().unwrap();
        let (name, command) = (language.name(), language.example(folder.path()));
        let (link, target) = (folder.path().join("gridscope.trace.jsonl"), folder.path().join("elsewhere"));
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let refused = run(&command, folder.path(), None, SHUT);
        assert!(refused.status.success(), "{name}: {refused:?}");
        assert!(!target.exists(), "{name} wrote through the link");
        let said = text(&refused.stderr);
        assert_eq!(said.matches("is a link, so it is not followed").count(), 1, "{name}: {said}");
        // A link that the user names is followed.
        let old = "{\"format\":\"gridscope-trace\"}\n";
        std::fs::write(&target, old).unwrap();
        assert!(run(&command, folder.path(), link.to_str(), SHUT).status.success(), "{name}");
        assert_ne!(std::fs::read_to_string(&target).unwrap(), old, "{name} did not write to the named link");
    }
}

#[test]
fn odd_values_and_crashes_leave_valid_json() {
    let want = [
        json!({ "format": "gridscope-trace", "version": 2, "map": ["a\"\\b"], "start": [1, 2], "goal": [0, 0],
                "neighbours": 4, "corners": "one", "order": ["f", "-g"], "optimal": false }),
        json!({ "event": "open", "at": [1, 2], "from": null, "g": "inf", "h": null }),
        json!({ "event": "reject", "at": [0, 0], "from": [1, 2], "why": "line\nbreak" }),
        json!({ "event": "begin", "phase": "search", "start": [0, 0], "goal": [1, 2], "order": ["f"] }),
        json!({ "event": "odd", "ring": -0.5 }),
        json!({ "event": "expand", "at": [0, 0], "g": null }),
    ];
    for language in here() {
        let folder = tempfile::tempdir().unwrap();
        let (source, logger) = (folder.path().join(language.example), folder.path().join(language.logger));
        std::fs::write(&source, language.crash).unwrap();
        std::fs::copy(loggers().join(language.logger), &logger).unwrap();
        let command = language.command(folder.path(), &[source, logger]);
        let out = run(&command, folder.path(), Some("crash.trace.jsonl"), "");
        assert!(!out.status.success(), "{}: {out:?}", language.name());
        let log = std::fs::read_to_string(folder.path().join("crash.trace.jsonl")).unwrap();
        assert_same(language.name(), &lines(&log), &want);
    }
}

#[test]
fn loggers_are_short_and_document_their_switch() {
    for name in ["gridscope.py", "gridscope.js", "gridscope.h", "Gridscope.cs", "gridscope.lua", "gridscope.gd"] {
        let logger = std::fs::read_to_string(loggers().join(name)).unwrap();
        assert!(logger.lines().count() < 50, "{name} has {} lines", logger.lines().count());
        for word in ["GRIDSCOPE=off", "GRIDSCOPE=1", "Unset, it writes to "] {
            assert!(logger.lines().take(5).any(|line| line.contains(word)), "{name} does not say {word}");
        }
        for call in ["start", "open", "expand", "reject", "path", "done", "event"] {
            assert!(logger.to_lowercase().contains(call), "{name} has no {call}");
        }
    }
}
