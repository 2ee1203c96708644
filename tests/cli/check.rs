//! `check`, the audit of a log: its output and exit codes.

use crate::program::{gridscope, gridscope_with, ok, ok_json, says, scene_file, text};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::{Read as _, Write};

/// The log of a search that found the end of a corridor.
const SOUND: &str = r######"{"format":"gridscope-trace","version":2,"map":["#####","#...#","#####"],"start":[1,1],"goal":[3,1],"neighbours":4,"costs":{"straight":1},"order":["f"]}
{"event":"open","at":[1,1],"g":0,"h":2}
{"event":"expand","at":[1,1]}
{"event":"open","at":[2,1],"from":[1,1],"g":1,"h":1}
{"event":"expand","at":[2,1]}
{"event":"open","at":[3,1],"from":[2,1],"g":2,"h":0}
{"event":"expand","at":[3,1]}
{"event":"path","cells":[[1,1],[2,1],[3,1]],"cost":2}
{"event":"done","result":"found"}
"######;

/// Returns [`SOUND`] with a wrong g.
fn wrong() -> String {
    SOUND.replace("\"g\":2", "\"g\":3")
}

/// Writes a file with these contents into a folder of its own.
fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let path = path.display().to_string();
    (folder, path)
}

#[test]
fn check_of_a_sound_log_is_exit_0() {
    let (_folder, path) = file("mine.trace.jsonl", SOUND.as_bytes());
    let printed = ok(&["check", &path]);
    assert!(printed.starts_with("8 events: 14 of 15 rules hold; 1 could not be checked.\n"), "{printed}");
    assert!(printed.contains("\n  missed: the log has no `reject` for a neighbour that is left out"), "{printed}");
    let report = ok_json(&["check", &path, "--json"]);
    assert_eq!((&report["events"], &report["findings"]), (&json!(8), &json!([])));
}

#[test]
fn check_of_a_faulty_log_is_exit_1() {
    let (_folder, path) = file("mine.trace.jsonl", wrong().as_bytes());
    let out = gridscope(&["check", &path]);
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(1), ""));
    let sentence = "At (3,1) g is 3, but (2,1) has 1 and the step costs 1: that makes 2.";
    assert!(text(&out.stdout).starts_with(&format!("line 6: cost: {sentence}\n8 events: 1 fault; ")));
    let out = gridscope(&["check", &path, "--json"]);
    let report: Value = serde_json::from_slice(&out.stdout).unwrap();
    let finding = json!({ "line": 6, "rule": "cost", "at": [3, 1], "sentence": sentence });
    assert_eq!((out.status.code(), &report["findings"]), (Some(1), &json!([finding])));
}

#[test]
fn unreadable_input_of_check_is_exit_2() {
    says(&["check", "nowhere.trace.jsonl"], "", &["nowhere.trace.jsonl"]);
    let cut = &SOUND[..SOUND.len() - 5];
    let (_folder, path) = file("cut.trace.jsonl", cut.as_bytes());
    says(&["check", &path], "", &["cut.trace.jsonl, line 9", "the line is cut off"]);
    let (_folder, path) = file("out.trace.jsonl", SOUND.replace("[2,1]}", "[9,1]}").as_bytes());
    says(&["check", &path, "--json"], "", &["line 5", "\"at\" is [9,1]", "a cell inside the ground of 5 × 3"]);
    says(&["check", "-"], "", &["standard input"]);
    let (_folder, scene) = scene_file();
    says(&["check", &scene], "", &["the scene has no exercise", "expected a scene with one"]);
    says(&["check"], "", &["required"]);
}

#[test]
fn check_reads_standard_input_and_gzip() {
    let out = gridscope_with(&["check", "-"], SOUND.as_bytes());
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), ""));
    let out = gridscope_with(&["check", "-", "--json"], wrong().as_bytes());
    assert_eq!(out.status.code(), Some(1));
    for (log, code) in [(SOUND.to_owned(), 0), (wrong(), 1)] {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(log.as_bytes()).unwrap();
        let (_folder, path) = file("mine.trace.jsonl.gz", &packed.finish().unwrap());
        assert_eq!(gridscope(&["check", &path]).status.code(), Some(code));
    }
}

#[test]
fn trace_named_gz_is_gzipped() {
    let (_folder, plain) = file("hello.trace.jsonl", b"");
    let packed = format!("{plain}.gz");
    for to in [&plain, &packed] {
        ok(&["run", "astar", "hello", "--trace", to]);
    }
    let lines = std::fs::read(&plain).unwrap();
    let mut unpacked = Vec::new();
    GzDecoder::new(std::fs::File::open(&packed).unwrap()).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, lines);
    assert_eq!(gridscope(&["check", &packed]).status.code(), Some(0));
    says(
        &["run", "astar", "hello", "--trace", &format!("{plain}.zst")],
        "",
        &["Zstandard is read, not written", ".gz"],
    );
}

#[test]
fn trace_without_an_ending_is_in_columns_and_opens_again() {
    let (folder, _) = file("other", b"");
    let to = folder.path().join("hello").display().to_string();
    let out = gridscope(&["run", "astar", "hello", "--trace", &to]);
    assert_eq!(out.status.code(), Some(0));
    assert!(text(&out.stderr).contains("written in packed columns, as .columns.gz"), "{}", text(&out.stderr));
    assert!(std::fs::read(&to).unwrap().starts_with(&[0x1f, 0x8b]));
    let lines = ok(&["run", "astar", "hello", "--trace", "-"]);
    let columns = format!("{to}.columns");
    ok(&["run", "astar", "hello", "--trace", &columns]);
    for from in [&to, &columns] {
        assert_eq!(ok(&["convert", from, "-", "--to", "jsonl"]), lines);
        assert_eq!(gridscope(&["check", from]).status.code(), Some(0));
        assert_eq!(ok(&["run", from, "--json"]), ok(&["run", "astar", "hello", "--json"]));
    }
}

#[test]
fn convert_packs_and_unpacks_log_lines() {
    let (folder, lines) = file("mine.trace.jsonl", SOUND.as_bytes());
    let at = |name: &str| folder.path().join(name).display().to_string();
    ok(&["convert", &lines, &at("a.columns.gz")]);
    ok(&["convert", &at("a.columns.gz"), &at("b.jsonl.gz")]);
    ok(&["convert", &at("b.jsonl.gz"), &at("c.jsonl")]);
    assert_eq!(std::fs::read_to_string(at("c.jsonl")).unwrap(), SOUND);
    let out = gridscope_with(&["convert", "-", "-", "--to", "jsonl"], &std::fs::read(at("a.columns.gz")).unwrap());
    assert_eq!(text(&out.stdout), SOUND);
    for packed in ["a.columns.gz", "b.jsonl.gz"] {
        assert_eq!(gridscope(&["check", &at(packed)]).status.code(), Some(0), "{packed}");
    }
    let (_folder, scene) = scene_file();
    says(&["convert", &scene, &at("no.jsonl")], "", &["this is neither a trace nor a log", "run --trace"]);
    says(&["convert", "hello", &at("no.jsonl")], "", &["this is a scene, which has no lines", "run --trace"]);
    says(&["convert", &at("nowhere"), &at("no.jsonl")], "", &["nowhere: it cannot be opened", "a trace or a log"]);
    assert!(!folder.path().join("no.jsonl").exists());
}

#[test]
fn unchecked_rules_are_listed_with_the_missing_fact() {
    let bare = SOUND.split_once('\n').unwrap().1;
    let out = gridscope_with(&["check", "-"], bare.as_bytes());
    let printed = text(&out.stdout);
    assert_eq!(out.status.code(), Some(0));
    assert!(
        printed.starts_with("8 events: 6 of 15 rules hold; 9 could not be checked.\nCould not be checked:\n"),
        "{printed}"
    );
    for rule in ["order", "cost", "wall", "heuristic", "missed", "path-cost", "not-shortest", "no-path"] {
        assert!(
            printed
                .lines()
                .any(|line| line.starts_with("  ") && line.contains(rule) && line.contains(": the header states no")),
            "{rule}: {printed}"
        );
    }
}

/// A guard that goes to and fro for ever is no fault, unless the header says so.
#[test]
fn repeated_turns_are_a_note_and_exit_0() {
    let header = |more: &str| format!("{{\"format\":\"gridscope-trace\",\"version\":2,\"map\":[\"...\"]{more}}}\n");
    let to = |n: u8| format!("{{\"event\":\"move\",\"actor\":\"a\",\"at\":[{},0]}}\n", n % 2);
    let moves = (0..10).map(to).collect::<Vec<_>>().concat();
    let said = "a repeats itself: its last 8 turns are those of 2 turns before, over (0,0) and (1,0).";
    let out = gridscope_with(&["check", "-"], (header("") + &moves).as_bytes());
    assert_eq!(out.status.code(), Some(0));
    assert!(text(&out.stdout).starts_with(&format!("line 11: note, repeats: {said}\n")), "{}", text(&out.stdout));
    let out = gridscope_with(&["check", "-"], (header(",\"repeats\":false") + &moves).as_bytes());
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stdout).starts_with(&format!("line 11: repeats: {said}\n")), "{}", text(&out.stdout));
}

#[test]
fn check_of_a_scene_reports_its_exercise() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.scene.json");
    let out = gridscope(&["check", "steps-are-not-cost"]);
    let said = text(&out.stdout);
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.starts_with("The paths have 8 and 12 steps. Change **one cell of swamp**"), "{said}");
    assert!(said.contains("  missing  Steps in run A must be exactly 12 (as in run B). Now: 8 steps."), "{said}");
    assert!(said.contains("  done     The map must have at least 4 cells of swamp. Now: 7."), "{said}");
    // The lesson with a wall in the swamp.
    let lesson = ok(&["convert", "steps-are-not-cost", "-"]);
    let mut scene: serde_json::Value = serde_json::from_str(&lesson).unwrap();
    let row = scene["rows"][3].as_str().unwrap().to_owned();
    scene["rows"][3] = format!("{}#{}", &row[..5], &row[6..]).into();
    std::fs::write(&file, scene.to_string()).unwrap();
    let out = gridscope(&["check", file.to_str().unwrap(), "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((out.status.code(), &json["done"]), (Some(0), &true.into()), "{json}");
    assert_eq!(json["claims"].as_array().unwrap().len(), 5);
    // An exercise that cannot be parsed is refused with its place. A scene without an exercise is not mistaken for a
    // log.
    scene["run"]["exercise"]["done"] = serde_json::json!(["outcome cost"]);
    std::fs::write(&file, scene.to_string()).unwrap();
    says(&["check", file.to_str().unwrap()], "", &["run.exercise.done, entry 1", "expected outcome FIELD = VALUE"]);
    says(&["check", "bush"], "", &["the scene has no exercise", "or a log"]);
}

#[test]
fn convert_warns_that_a_map_holds_no_events() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (trace, log) = (at("a.trace.jsonl"), at("b.trace.jsonl"));
    ok(&["run", "hello", "--trace", &trace]);
    let header = r##"{"format":"gridscope-trace","version":2,"map":["...","#.."],"start":[0,0],"neighbours":4}"##;
    std::fs::write(&log, format!("{header}\n{{\"event\":\"open\",\"at\":[0,0]}}\n")).unwrap();
    // Our own trace with an unknown algorithm is a log. Its outcome is not one of its events.
    let (foreign, text_of) = (at("c.trace.jsonl"), std::fs::read_to_string(&trace).unwrap());
    std::fs::write(&foreign, text_of.replace("\"astar\"", "\"mine\"")).unwrap();
    let said = gridscope(&["convert", &foreign, &at("m.txt")]).stderr;
    assert!(text(&said).contains("lost: 824 events"), "{}", text(&said));
    for (from, lost) in [(&trace, "lost: 824 events"), (&log, "lost: 1 event, and the rules in the header of the log")]
    {
        for to in ["m.txt", "m.scene.json", "m.map"] {
            let said = gridscope(&["convert", from, &at(to)]).stderr;
            assert_eq!(text(&said).matches(lost).count(), 1, "{from} {to}: {}", text(&said));
        }
    }
}

/// A search trace of Posthoc of a search from (0,0), with this event for its second cell.
fn search_trace(second: &str) -> String {
    let view = r#"{"main":[{"$":"rect","x":"${{ $.x }}","y":"${{ $.y }}"}]}"#;
    let events = [
        r#"{"type":"source","id":"a","x":0,"y":0,"g":0}"#,
        r#"{"type":"generating","id":"a","x":0,"y":0,"g":0}"#,
        r#"{"type":"expanding","id":"a","x":0,"y":0,"g":0}"#,
        second,
    ];
    format!(r#"{{"version":"1.4.0","views":{view},"events":[{}]}}"#, events.join(","))
}

#[test]
fn map_and_costs_of_a_search_trace_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let map = write("hall.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n");
    let check = |second: &str, rules: &[&str]| {
        let trace = write("a.trace.json", &search_trace(second));
        let out = gridscope(&[&["check", &trace, "--map", &map], rules].concat());
        (out.status.code(), format!("{}{}", text(&out.stdout), text(&out.stderr)))
    };
    let (into_wall, beside) = (
        r#"{"type":"generating","id":"b","pId":"a","x":1,"y":1,"g":1.4}"#,
        r#"{"type":"generating","id":"b","pId":"a","x":1,"y":0,"g":1.00004}"#,
    );
    let (code, report) = check(into_wall, &[]);
    assert!(code == Some(1) && report.contains("wall: (1,1) was opened, but it is a wall."), "{report}");
    assert!(report.contains("--costs octile"), "{report}");
    assert_eq!(check(beside, &[]).0, Some(0), "prices are not judged without costs");
    let (code, report) = check(beside, &["--costs", "octile"]);
    assert!(code == Some(1) && report.contains("g is 1.00004, but (0,0) has 0 and the step costs 1:"), "{report}");
    let sound = beside.replace("1.00004", "1");
    let rules = ["--costs", "octile", "--header", r#""corners": "never", "order": ["g"]"#];
    let (code, report) = check(&sound, &rules);
    assert!(code == Some(0) && !report.contains("states no costs"), "{report}");
    let (code, report) = check(&sound, &["--costs", "cheap"]);
    assert!(code == Some(2) && report.contains("expected octile, 1, 10/14"), "{report}");
    let out = gridscope(&["check", &map, "--costs", "1"]);
    assert!(text(&out.stderr).contains("logs of other programs, and this is none"), "{}", text(&out.stderr));
    let shifted = sound.replace(r#""x":1"#, r#""x":-1"#);
    let (code, report) = check(&shifted, &[]);
    assert!(code == Some(2) && report.contains(r#"--header '{"origin": [0, 0]}'"#), "{report}");
}
