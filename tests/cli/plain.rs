//! Text from files is printed without control characters: it does not move the cursor, ring the bell or change the text
//! direction.

use crate::program::{gridscope, gridscope_with, ok, secret_door, sentence, text};
use serde_json::{Value, json};

/// Colours, a bell, a terminal title, a line that is overwritten, one read from right to left, and one of zero width.
const HOSTILE: &str = "a\u{1b}[31mb\u{7}c\u{9b}2Jd\re\u{202e}f\u{2066}g\u{200f}h\u{61c}i\u{7f}j\u{2028}k\u{feff}l";

fn unseen(c: char) -> bool {
    c != '\n' && (c.is_control() || "\u{202e}\u{2066}\u{200f}\u{61c}\u{2028}\u{feff}".contains(c))
}

/// Writes files in which every name is this text.
fn hostile(folder: &std::path::Path) -> [String; 4] {
    let mut scene = secret_door();
    (scene["title"], scene["notes"]) = (HOSTILE.into(), HOSTILE.into());
    scene[format!("x-{HOSTILE}")] = 1.into();
    scene["run"]["bookmarks"] = json!([{ "at": 3, "note": HOSTILE }]);
    scene["actors"][0]["keys"] = json!([HOSTILE]);
    let header = json!({
        "format": "gridscope-trace", "version": 2, "title": HOSTILE, "algorithm": HOSTILE,
        "map": ["#####", "#...#", "#####"], "start": [1, 1], "goal": [3, 1], "neighbours": 4, "order": ["f"],
    });
    let event = |more: Value| {
        let mut event = json!({ "event": HOSTILE, "at": [1, 1], "g": 1, "say": HOSTILE, "why": HOSTILE });
        event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        event.to_string()
    };
    let lines = [
        header.to_string(),
        event(json!({ "event": "open", "list": HOSTILE })),
        event(json!({ "event": "reject" })),
        event(json!({ HOSTILE: 3 })),
        event(json!({ "event": "begin", "phase": HOSTILE })),
        event(json!({ "event": "set", "layer": HOSTILE, "value": 2 })),
        event(json!({ "event": "note", "text": HOSTILE })),
        event(json!({ "event": "done", "result": HOSTILE, HOSTILE: HOSTILE })),
    ];
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    [
        write("hostile.scene.json", &scene.to_string()),
        write("hostile.trace.jsonl", &lines.join("\n")),
        write("hostile.txt", &format!("title: {HOSTILE}\n\n{HOSTILE}\n")),
        write(
            "hostile.csv",
            &format!("run,{},seed,{}\n0,x,1,2\n", HOSTILE.replace('\r', ""), HOSTILE.replace('\r', "")),
        ),
    ]
}

#[test]
fn control_characters_of_files_never_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let [scene, log, map, table] = hostile(folder.path());
    let (scene, log) = (scene.as_str(), log.as_str());
    let mut heard = 0;
    for args in [
        &["run", scene][..],
        &["run", scene, "--json"],
        &["run", scene, "--picture"],
        &["run", scene, "--trace", "-"],
        &["step", scene, "--at", "3", "--why", "1,1"],
        &["why", scene, "2,1"],
        &["events", scene],
        &["table", scene],
        &["convert", scene, "-"],
        &["convert", scene, "-", "--to", "txt"],
        &["convert", scene, "-", "--to", "map"],
        &["minimise", scene, "--keep", "outcome found = true"],
        &["experiment", scene, "--samples", "2"],
        &["diff", scene, log],
        &["run", log],
        &["run", log, "--json"],
        &["run", log, "--trace", "-"],
        &["step", log, "--at", "4", "--why", "1,1"],
        &["step", log, "--at", "4", "--json"],
        &["why", log, "1,1"],
        &["why-not", log, "3,1"],
        &["events", log],
        &["events", log, "--json"],
        &["table", log],
        &["check", log],
        &["check", log, "--json"],
        &["run", &map],
        &["merge", &table],
        &["merge", &table, "--csv"],
        &["run", "hello", "--set", &format!("{HOSTILE}={HOSTILE}")],
        &["run", "hello", "--layer", HOSTILE],
        &[HOSTILE],
        &["run", HOSTILE, HOSTILE],
    ] {
        let out = gridscope(args);
        for (which, bytes) in [("standard output", &out.stdout), ("standard error", &out.stderr)] {
            let said = text(bytes);
            assert!(!said.contains(unseen), "{args:?}, {which}: {said:?}");
            heard += usize::from(said.contains("\\u001b"));
        }
    }
    assert!(heard > 20, "the texts are shown, only not raw: {heard}");
    let said = gridscope_with(&["check", "-"], format!("{{\"event\":\"{HOSTILE}").as_bytes());
    assert!(!text(&said.stderr).contains(unseen));
}

#[test]
fn escaped_output_reads_back_as_the_same_value() {
    let folder = tempfile::tempdir().unwrap();
    let [scene, ..] = hostile(folder.path());
    let back: Value = serde_json::from_slice(&gridscope(&["convert", &scene, "-"]).stdout).unwrap();
    assert_eq!((back["title"].as_str(), back["notes"].as_str()), (Some(HOSTILE), Some(HOSTILE)));
    // A file is not a terminal, so it keeps the characters.
    let file = folder.path().join("copy.scene.json");
    gridscope(&["convert", &scene, file.to_str().unwrap()]);
    let copied: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(copied, back);
    // The title of a text map is one line of text. A note says what it lost.
    let out = gridscope(&["convert", &scene, "-", "--to", "txt"]);
    assert!(text(&out.stdout).starts_with("title: a[31mbc2Jd efghijkl\n"), "{}", text(&out.stdout));
    assert!(text(&out.stderr).contains("lost: line ends and control characters of the title"));
}

#[test]
fn overlong_quote_is_cut_but_the_expectation_stays() {
    let long = "long ".repeat(12_000);
    for (args, input, expected) in [
        (&["run", "hello", "--layer", &long][..], "", "expected one of"),
        (&["run", &long, "hello"], "", "there is no algorithm"),
        (&["run", &long], "", "which gridscope presets lists"),
        (&["minimise", "hello", "--keep", &long], "", "was not understood"),
        (&["experiment", "hello", "--sweep", &long], "", "expected name=from..to"),
        (&["why", "hello", &long], "", "expected X,Y"),
        (&["generate", &long], "", "expected one of"),
        (&["convert", "hello", &long], "", "expected scene-json"),
        (&["events", "hello", "--kind", &long], "", "it has"),
        (&["step", "-"], &long, "cells in all are allowed"),
        (&["check", "-"], &format!("{{\"event\":\"open\",\"at\":\"{long}\"}}"), "expected a cell as [x, y]"),
    ] {
        let said = sentence(args, input);
        assert!(said.chars().count() < 1_300, "{} characters: {said}", said.len());
        assert!(said.contains(expected), "{args:?}: {expected:?} in {said}");
    }
    // A message of usual length is not shortened.
    assert!(!sentence(&["run", "no-such", "hello"], "").contains("more"));
    assert!(ok(&["presets"]).lines().count() > 60);
}
