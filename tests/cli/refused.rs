//! Invalid references in a scene are refused with their places, by every command in the same way. Oddities are reported
//! by each command.

use crate::program::{gridscope, ok, says, scene_file, secret_door, sentence, text};
use serde_json::{Value, json};
use std::path::Path;

pub fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// Returns every command that reads a scene.
fn commands(scene: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["run", scene],
        vec!["step", scene],
        vec!["events", scene],
        vec!["why", scene, "1,1"],
        vec!["why-not", scene, "1,1"],
        vec!["diff", "hello", scene],
        vec!["diff", scene, "hello"],
        vec!["experiment", scene, "--samples", "1"],
        vec!["minimise", scene, "--keep", "outcome found = true"],
        vec!["convert", scene, "-"],
        vec!["table", scene],
        vec!["table", scene, "--seed", "7"],
        vec!["open", scene],
        vec!["sample-paths", scene],
        vec!["run", scene, "--with", "true"],
        vec!["check", scene, "--with", "true"],
    ]
}

#[test]
fn meaningless_scene_values_are_refused_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let with = |at: &str, value: Value| {
        let mut scene = secret_door();
        match at.split_once('.') {
            Some((outer, inner)) => scene[outer][inner] = value,
            None => scene[at] = value,
        }
        scene.to_string()
    };
    let question = |value: Value| with("run.question", value);
    let twice = |from: &str, to: &str| secret_door().to_string().replacen(from, to, 1);
    for (scene, words) in [
        (
            with("run.beside", json!([{ "seed": 2 }, { "ties": "sometimes" }])),
            &["run.beside, entry 2", "ties", "sometimes"][..],
        ),
        (with("run.beside", json!([{ "tise": "first" }])), &["run.beside, entry 1", "no parameter \"tise\"", "ties"]),
        (with("run.beside", json!([{ "algorithm": "best-of-all" }])), &["run.beside, entry 1", "best-of-all"]),
        (
            with("run.beside", json!([{ "start": [90, 1] }])),
            &["run.beside, entry 1", "(90,1) is outside the map", "10 × 5"],
        ),
        (question(json!({ "panel": "kitchen" })), &["run.question.panel", "kitchen"]),
        (with("run.beside", json!([{ "eyes": 7 }])), &["run.beside, entry 1", "no eyes 7", "0 to 2"]),
        (with("run.at", json!(5_000_000_000_u64)), &["run.at", "no event 5000000000", "at most 4294967294"]),
        (
            with("run.bookmarks", json!([{ "at": 3 }, { "at": 5_000_000_000_u64 }])),
            &["run.bookmarks, entry 2", "no event 5000000000"],
        ),
        (
            question(json!({ "measure": "cost of it all" })),
            &["run.question.measure", "is not a name", "such as \"cost\""],
        ),
        (question(json!({ "below": "attic" })), &["run.question.below", "attic"]),
        (question(json!({ "layer": "colour" })), &["run.question.layer", "\"colour\"", "expected one of"]),
        (
            question(json!({ "breakpoints": [{ "when": "g > 3" }, { "when": "g >" }] })),
            &["run.question.breakpoints, entry 2", "a number"],
        ),
        (question(json!({ "cell": [10, 1] })), &["run.question.cell", "(10,1) is outside"]),
        (question(json!({ "why_not": [[1, 1], [1, 50]] })), &["run.question.why_not", "(1,50) is outside"]),
        (question(json!({ "vary": "weight=3..1" })), &["run.question.vary", "is empty"]),
        (
            question(json!({ "vary": "wait=1..3" })),
            &["run.question.vary", "no parameter \"wait\"", "size, actors or one of"],
        ),
        (question(json!({ "keep": "smell" })), &["run.question.keep", "was not understood"]),
        (question(json!({ "samples": 0 })), &["run.question.samples", "0 seeds", "1 to 10000000"]),
        (
            with("tiles", json!([{ "at": [5, 2], "key": "red" }, { "at": [5, 2], "key": "blue" }])),
            &["tiles, entry 2", "(5,2)", "one entry for a cell"],
        ),
        (twice("\"title\":", "\"title\":\"a\",\"title\":"), &["line 1, column", "\"title\" is twice"]),
        (twice("\"ties\":", "\"ties\":\"last\",\"ties\":"), &["line 1, column", "\"run.params.ties\" is twice"]),
        (twice("\"#\":", "\"#\":\"floor\",\"#\":"), &["line 1, column", "\"legend.#\" is twice"]),
        (twice("\"at\":[1,1]", "\"at\":[1,1],\"at\":[2,1]"), &["line 1, column", "\"actors.at\" is twice"]),
        (twice("\"version\":1", "\"version\":9"), &["version 9 is newer than this program", "version 1"]),
        (with("colour", json!(1)), &["unknown field `colour`", "x-…"]),
    ] {
        let file = write(folder.path(), "bad.scene.json", &scene);
        for args in commands(&file) {
            let said = sentence(&args, "");
            for word in words.iter().chain([&file.as_str()]) {
                assert!(said.contains(word), "{args:?}: {word:?} in {said}");
            }
        }
        let vectors = write(folder.path(), "bad.jsonl", format!("\n{{\"scene\":{scene}}}\n"));
        let said = sentence(&["run", "--vectors", &vectors], "");
        let place = words.iter().find(|word| !word.starts_with("line 1")).unwrap();
        assert!(
            said.contains(place.trim_matches('"').rsplit("stands").next().unwrap()) && said.contains("line 2"),
            "{said}"
        );
    }
    // Without a fault, the scene is accepted.
    let file =
        write(folder.path(), "good.scene.json", question(json!({ "vary": "size=5..9", "layer": "g", "cell": [9, 4] })));
    ok(&["run", &file]);
    let file = write(folder.path(), "eyes.scene.json", with("run.beside", json!([{ "eyes": 2 }])));
    ok(&["run", &file]);
}

#[test]
fn fields_of_other_programs_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = secret_door();
    scene["x-editor"] = json!({ "zoom": 2 });
    let file = write(folder.path(), "theirs.scene.json", scene.to_string());
    for args in commands(&file)
        .into_iter()
        .filter(|args| !["open", "check", "run", "minimise"].contains(&args[0]) && args[1] != "hello")
    {
        let out = gridscope(&args);
        assert!(
            text(&out.stderr).contains("Fields of other programs are not kept: x-editor"),
            "{args:?}: {}",
            text(&out.stderr)
        );
    }
}

/// Writes our own trace with a changed g in one event.
fn tampered(folder: &Path) -> (String, usize) {
    let file = folder.join("run.trace.jsonl").display().to_string();
    ok(&["run", "astar", "secret-door", "--trace", &file]);
    let trace = std::fs::read_to_string(&file).unwrap();
    let line = trace.lines().position(|line| line.contains("\"g\":4,")).unwrap();
    let changed: Vec<String> = trace
        .lines()
        .enumerate()
        .map(|(i, text)| if i == line { text.replacen("\"g\":4,", "\"g\":3,", 1) } else { text.to_owned() })
        .collect();
    std::fs::write(&file, changed.join("\n")).unwrap();
    (file, line + 1)
}

#[test]
fn changed_trace_is_shown_with_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let (file, line) = tampered(folder.path());
    let place = format!("line {line}: event {}", line - 1);
    for args in [
        &["run", &file][..],
        &["run", &file, "--set", "ties=first"],
        &["run", &file, "--seed", "9"],
        &["run", "dijkstra", &file],
        &["run", &file, "--with", "true"],
        &["check", &file, "--with", "true"],
        &["step", &file, "--set", "ties=first"],
        &["why", &file, "1,1", "--seed", "9"],
        &["diff", "hello", &file, "--set-b", "ties=first"],
        &["experiment", &file, "--samples", "1"],
        &["minimise", &file, "--keep", "longer"],
        &["convert", &file, "-"],
        &["sample-paths", &file],
        &["paths", &file],
        &["table", &file, "--set", "ties=first"],
        &["table", &file, "--with", "true"],
    ] {
        says(args, "", &[&file, &place, "which is what its scene does when it is run", "or made by another program's"]);
    }
    for args in [
        &["step", &file, "--at", "3"][..],
        &["why", &file, "1,1"],
        &["why-not", &file, "1,1"],
        &["events", &file],
        &["diff", &file, "secret-door"],
        &["table", &file],
    ] {
        let out = gridscope(args);
        assert_eq!((out.status.code(), out.stdout.is_empty()), (Some(2), false), "{args:?}");
        let said = text(&out.stderr);
        assert!(said.contains(&place) && said.contains(&file), "{args:?}: {said}");
    }
    let out = gridscope(&["check", &file]);
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stdout).contains(&place));
}

#[test]
fn parts_of_different_experiments_do_not_merge() {
    let folder = tempfile::tempdir().unwrap();
    let part = |name: &str, args: &[&str]| {
        let rows = ok(&[&["experiment"], args, &["--samples", "4", "--csv"]].concat());
        write(folder.path(), name, rows)
    };
    let a = part("a.csv", &["secret-door", "--shard", "1/2"]);
    let b = part("b.csv", &["secret-door", "--shard", "2/2"]);
    assert!(ok(&["merge", &a, &b, "--json"]).contains("\"runs\":4"));
    for (name, args) in [
        ("seed.csv", &["secret-door", "--shard", "2/2", "--seed", "5"][..]),
        ("scene.csv", &["hello", "--shard", "2/2"]),
        ("ties.csv", &["secret-door", "--shard", "2/2", "--set", "ties=first"]),
        ("whole.csv", &["secret-door", "--seed", "3"]),
    ] {
        let other = part(name, args);
        let said = sentence(&["merge", &a, &other], "");
        let refused = said.contains("its scene or sweep differs") || said.contains("is also in");
        assert!(refused && said.contains(&other), "{name}: {said}");
    }
    // Parts of another number fit, as long as each run occurs once.
    let [second, fourth] =
        ["2/4", "4/4"].map(|shard| part(&format!("{}.csv", &shard[..1]), &["secret-door", "--shard", shard]));
    assert!(sentence(&["merge", &a, &second], "").contains("1 of 4 runs is missing"));
    ok(&["merge", &a, &second, &fourth]);
    // The title and the question do not change the run.
    let mut renamed = gridscope::presets::find("secret-door").unwrap().scene().unwrap();
    (renamed.title, renamed.run.at) = ("renamed".into(), Some(1));
    let format = gridscope::formats::format_for("scene.json").unwrap();
    let bytes = format.write(&renamed, &gridscope::formats::Options::default()).unwrap().bytes;
    let renamed = write(folder.path(), "renamed.scene.json", bytes);
    let c = part("c.csv", &[&renamed, "--shard", "2/2"]);
    ok(&["merge", &a, &c]);
}

#[test]
fn odd_scene_is_warned_about_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = secret_door();
    scene["actors"][0]["at"] = json!([0, 0]);
    let file = write(folder.path(), "wall.scene.json", scene.to_string());
    for args in commands(&file)
        .into_iter()
        .filter(|args| !["open", "minimise", "check"].contains(&args[0]) && !args.contains(&"true"))
    {
        let said = gridscope(&args).stderr;
        let warned = text(&said).matches("warning: The guard at (0,0) is in a wall, which cannot be entered.").count();
        assert_eq!(warned, 1, "{args:?}: {}", text(&said));
    }
    let empty = write(folder.path(), "none.map.scen", "version 1\n\n");
    says(&["suite", &empty], "", &[&empty, "has no rows; expected one search per line"]);
}

/// A file named in another file is only looked for in the same folder.
#[test]
fn files_outside_the_folder_are_never_read() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    let map = "type octile\nheight 1\nwidth 2\nmap\n..\n";
    let outside = write(folder.path(), "secret.map", map);
    let row = |name: &str| format!("version 1\n0\t{name}\t2\t1\t0\t0\t1\t0\t1\n");
    for name in ["../secret.map", &outside, "..", "/", "..\\secret.map", "inside/../../secret.map"] {
        let suite = write(&inside, "one.scen", row(name));
        says(&["suite", &suite], "", &["was not found"]);
    }
    write(&inside, "secret.map", map);
    let suite = write(&inside, "one.scen", row("../secret.map"));
    assert!(ok(&["suite", &suite, "--json"]).contains("\"exact\":1"), "the one beside it");
    // No field of a scene or a log names a file to open.
    let log =
        format!("{{\"format\":\"gridscope-trace\",\"version\":2,\"map\":\"{outside}\"}}\n{{\"event\":\"note\"}}\n");
    says(
        &["check", &write(&inside, "x.trace.jsonl", log.replace('\\', "/"))],
        "",
        &["\"map\" is", "the rows of a text map"],
    );
}

/// An empty file is reported as empty, not as an invalid map.
#[test]
fn empty_file_is_reported_as_empty() {
    let folder = tempfile::tempdir().unwrap();
    let empty = write(folder.path(), "a.trace.jsonl", "");
    let comments = write(folder.path(), "b.trace.jsonl", "// nothing yet\n\n");
    for log in [&empty, &comments] {
        says(&["check", log], "", &["there is no event in it"]);
    }
    says(&["check", "-"], "", &["there is nothing in it", "a log"]);
}

/// If a compressed log is cut off, the events before that are shown.
#[test]
fn cut_packed_log_is_shown_until_there() {
    let folder = tempfile::tempdir().unwrap();
    let log = write(folder.path(), "a.trace.jsonl", include_str!("../data/corridor.trace.jsonl"));
    let packed = folder.path().join("a.trace.jsonl.gz").to_str().unwrap().to_owned();
    ok(&["convert", &log, &packed]);
    let bytes = std::fs::read(&packed).unwrap();
    let cut = write(folder.path(), "cut.trace.jsonl.gz", &bytes[..bytes.len() - 40]);
    let out = gridscope(&["run", &cut, "--json"]);
    assert!(text(&out.stderr).contains("shown up to there"), "{}", text(&out.stderr));
    let events = |out: &[u8]| serde_json::from_str::<serde_json::Value>(text(out)).unwrap()["events"].as_u64().unwrap();
    let whole = events(gridscope(&["run", &log, "--json"]).stdout.as_slice());
    assert!((1..whole).contains(&events(&out.stdout)));
}

/// If the window cannot be opened, the message says why, without details of the build machine.
#[cfg(all(feature = "gui", target_os = "linux"))]
#[test]
fn window_without_a_display_is_explained() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gridscope"));
    command.args(["open", "hello"]);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(name);
    }
    let out = command.output().expect("the program");
    let said = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("the window cannot be opened") && said.contains("is there a display?"), "{said}");
    assert!(!said.contains(".rs") && !said.contains('/'), "{said}");
}

#[test]
fn unknown_tool_input_is_refused() {
    let (_folder, scene) = scene_file();
    says(&["sample-paths", &scene, "--input", "nope=1"], "", &["--input", "nope"]);
}

/// References that the scene's run does not have are reported by every command that runs it.
#[test]
fn missing_references_are_reported_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = secret_door();
    scene["run"] =
        json!({ "at": 99_999, "question": { "breakpoints": [{ "when": "nope >= 3" }, { "when": "g >= 3" }] } });
    let file = write(folder.path(), "odd.scene.json", scene.to_string());
    for args in [
        &["run", &file][..],
        &["step", &file],
        &["why", &file, "1,1"],
        &["events", &file],
        &["table", &file],
        &["experiment", &file, "--samples", "1"],
    ] {
        let out = gridscope(args);
        let said = text(&out.stderr);
        assert_eq!(out.status.code(), Some(0), "{args:?}: {said}");
        assert_eq!(said.matches("It opens at event 99999, and the run ends at ").count(), 1, "{args:?}: {said}");
        assert_eq!(
            said.matches("Breakpoint 1 asks for something that this run does not have: ").count(),
            1,
            "{args:?}: {said}"
        );
        assert!(!said.contains("Breakpoint 2"), "{args:?}: {said}");
    }
    scene["run"] = json!({ "question": { "breakpoints": [{ "when": "g >= 3", "nth": 0 }] } });
    let file = write(folder.path(), "never.scene.json", scene.to_string());
    says(&["run", &file], "", &["never.scene.json", "nth is 0; expected a number from 1"]);
}
