//! The program as used by scripts: its output on both streams, and its exit codes.

use crate::program::{gridscope, gridscope_with, ok, ok_json, says, scene_file, secret_door, sentence, text};
use gridscope::algorithms;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn errors_are_one_sentence_and_exit_2() {
    let (folder, scene) = scene_file();
    let scene = scene.as_str();
    says(&["fly"], "", &["fly"]);
    says(&["run"], "", &["expected a scene"]);
    says(&["run", "astar", "nowhere.json"], "", &["nowhere.json", "gridscope presets lists"]);
    says(&["run", "astar", "helo"], "", &["helo", "the nearest is hello"]);
    says(&["run", "floyd-warshall", scene], "", &["floyd-warshall", "astar"]);
    says(&["run", "astar", scene, "--set", "weight=0"], "", &["--set", "weight", "from 1 to 100"]);
    says(&["run", "astar", scene, "--set", "wieght=2"], "", &["wieght", "weight"]);
    says(&["run", "astar", scene, "--set", "weight"], "", &["weight", "name=value"]);
    says(&["run", "astar", scene, "--layer", "q"], "", &["\"q\"", "status", "paths"]);
    says(&["run", "astar", "-"], "{", &["standard input"]);
    says(&["step", scene, "--at", "1", "--why", "10,0"], "", &["(10,0)", "10 × 5"]);
    says(&["step", scene, "--at", "1", "--why", "x"], "", &["X,Y"]);
    says(&["algorithms", "nope"], "", &["nope", "astar"]);
    says(&["convert", scene, "out.nope"], "", &["out.nope", "scene-json"]);
    says(&["convert", scene, "/nowhere/out.txt"], "", &["/nowhere/out.txt"]);
    says(&["open", "nowhere.json"], "", &["nowhere.json"]);
    says(&["open", "-"], "", &["standard input"]);
    says(&["suite", "nowhere.scen"], "", &["nowhere.scen"]);
    let bare = folder.path().join("bare.txt");
    std::fs::write(&bare, "###\n#.#\n###\n").unwrap();
    says(&["run", "astar", bare.to_str().unwrap()], "", &["bare.txt", "no start"]);
}

#[test]
fn odd_scene_gets_a_warning() {
    let (folder, scene) = scene_file();
    assert_eq!(text(&gridscope(&["run", &scene]).stderr), "");
    let walled = std::fs::read_to_string(&scene).expect("a scene");
    let mut walled: Value = serde_json::from_str(&walled).expect("JSON");
    let at = walled["actors"][0]["at"].clone();
    let (x, y) = (at[0].as_u64().expect("x") as usize, at[1].as_u64().expect("y") as usize);
    let mut row: Vec<char> = walled["rows"][y].as_str().expect("a row").chars().collect();
    row[x] = '#';
    walled["rows"][y] = row.into_iter().collect::<String>().into();
    let path = folder.path().join("walled.scene.json");
    std::fs::write(&path, walled.to_string()).expect("written");
    let said = gridscope(&["run", path.to_str().expect("a path"), "--json"]);
    assert!(said.status.success(), "{}", text(&said.stderr));
    let words = text(&said.stderr);
    assert!(words.contains(&format!("warning: The guard at ({x},{y}) is in a wall")), "{words}");
}

#[test]
fn run_prints_its_outcome_as_text_and_json() {
    let (_folder, scene) = scene_file();
    let summary = ok_json(&["run", "astar", &scene, "--json"]);
    let keys: Vec<_> = summary.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["algorithm", "outcome", "events", "steps"]);
    let outcome = &summary["outcome"];
    assert_eq!(outcome["found"], false);
    assert_eq!(outcome["reached"], json!([5, 1]));
    assert_eq!(outcome["expanded"], 18);
    assert_eq!(outcome["path"], json!([[1, 1], [2, 1], [3, 1], [4, 1], [5, 1]]));
    let people = ok(&["run", "astar", &scene]);
    assert!(people.contains("found      no\n") && people.contains("(4,1) (5,1)"), "{people}");
    assert!(people.contains(&format!("events     {}\n", summary["events"])), "{people}");
    let over = ok_json(&["run", "astar", &scene, "--json", "--set", "fallback=off", "--seed", "7"]);
    assert_eq!(over["outcome"]["reached"], Value::Null);
    // A single word is the scene, which names its algorithm.
    assert_eq!(ok_json(&["run", "suction", "--json"])["algorithm"], "atmosphere");
    says(&["run", "astar"], "", &["run astar: expected a scene after the algorithm"]);
    // Path sampling has another `ties` parameter. The run keeps only the parameters that both have.
    let other = ok_json(&["run", "path-sampling", &scene, "--json", "--set", "samples=10"]);
    assert_eq!(other["outcome"]["samples"], 10);
}

#[test]
fn scenes_come_from_files_presets_and_standard_input() {
    let scene = secret_door().to_string();
    let out = gridscope_with(&["run", "astar", "-", "--json"], scene.as_bytes());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    for preset in ok_json(&["presets", "--json"])["presets"].as_array().unwrap() {
        let id = preset["id"].as_str().unwrap();
        assert!(preset["size"][0].as_u64().unwrap() > 0, "{preset}");
        let algorithm = preset["algorithm"].as_str().unwrap();
        let by_name = ok(&["run", algorithm, id, "--json"]);
        assert_eq!(by_name, ok(&["run", algorithm, &format!("presets/{id}.scene.json"), "--json"]), "{id}");
    }
    assert!(ok(&["presets"]).contains("counter-example"));
}

#[test]
fn every_preset_file_is_embedded_and_runs() {
    use gridscope::algorithms;
    use gridscope::trace::trace::Progress;
    let mut ids: Vec<_> = gridscope::presets::PRESETS.iter().map(|p| format!("{}.scene.json", p.id)).collect();
    ids.sort();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("presets");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|f| f.unwrap().file_name().into_string().unwrap()).collect();
    files.retain(|name| name.ends_with(".scene.json"));
    files.sort();
    assert_eq!(ids, files, "each scene of of presets/ has its line in presets/src/lib.rs");
    for preset in gridscope::presets::PRESETS {
        let scene = preset.scene().unwrap_or_else(|e| panic!("{}: {e}", preset.id));
        let replay = algorithms::record(&scene, &Progress::default()).unwrap_or_else(|e| panic!("{}: {e}", preset.id));
        assert!(!replay.is_empty() && replay.halted().is_none(), "{}", preset.id);
        for (title, beside) in
            gridscope::debugger::session::variants(&gridscope::registry(), &std::sync::Arc::new(scene))
        {
            algorithms::record(&beside, &Progress::default()).unwrap_or_else(|e| panic!("{} {title}: {e}", preset.id));
        }
    }
}

#[test]
fn algorithms_command_lists_complete_cards() {
    let all = ok_json(&["algorithms", "--json"]);
    assert_eq!(all["algorithms"][0]["id"], "astar");
    let card = ok_json(&["algorithms", "astar", "--json"]);
    assert_eq!(card, all["algorithms"][0]);
    for key in ["title", "summary", "source", "listing", "params", "layers", "series", "actors", "checks"] {
        assert!(!card[key].is_null(), "{key}");
    }
    assert!(ok(&["algorithms"]).lines().count() >= 2);
    assert!(ok(&["algorithms", "path-sampling"]).contains("--set name=value"));
}

#[test]
fn step_prints_the_moment_and_the_cell() {
    let (_folder, scene) = scene_file();
    assert!(ok(&["step", &scene, "--at", "0"]).starts_with("event 0 of "));
    let said = ok(&["step", &scene, "--at", "30", "--why", "5,1"]);
    assert!(said.starts_with("event 30 of ") && said.contains("\nline "), "{said}");
    assert!(said.contains("(5,1) now: ") && said.contains("\n~ #"), "{said}");
    let told = ok_json(&["step", &scene, "--at", "30", "--why", "5,1", "--json"]);
    assert_eq!(told["at"], 30);
    let history = told["why"]["history"].as_array().unwrap();
    assert!(history.iter().all(|e| e["happened"] == (e["at"].as_u64().unwrap() <= 30)), "{told}");
    assert_eq!(history.len(), said.lines().filter(|l| l.contains('#')).count());
    assert_eq!(told["sentence"], said.lines().nth(1).unwrap());
}

#[test]
fn convert_round_trips_through_the_standard_streams() {
    let there = gridscope_with(&["convert", "-", "-"], secret_door().to_string().as_bytes());
    assert_eq!(there.status.code(), Some(0), "{}", text(&there.stderr));
    let again = gridscope_with(&["convert", "-", "-"], &there.stdout);
    assert_eq!(text(&again.stdout), text(&there.stdout));
    let map = gridscope_with(&["convert", "-", "-", "--to", "txt"], &there.stdout);
    assert_eq!(text(&map.stdout), "title: secret\n\n##########\n#G.......#\n#.###X##.#\n#........#\n##########\n");
    // Content that a text map cannot hold (the secret door under the goal) is reported on standard error.
    assert!(!map.stderr.is_empty() && text(&map.stderr).lines().all(|l| l.starts_with("lost: ")), "{map:?}");
    let back = gridscope_with(&["convert", "-", "-"], &map.stdout);
    assert_eq!(serde_json::from_slice::<Value>(&back.stdout).unwrap()["actors"].as_array().unwrap().len(), 2);
}

#[test]
fn convert_keeps_the_old_file_on_failure() {
    let (folder, scene) = scene_file();
    let before = std::fs::read(&scene).unwrap();
    let out = gridscope(&["convert", &scene, &scene]);
    assert_eq!(out.status.code(), Some(0));
    let parse = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap();
    assert_eq!(parse(&std::fs::read(&scene).unwrap())["rows"], parse(&before)["rows"]);
    let wrong = folder.path().join("wrong.scene.json");
    std::fs::write(&wrong, "{}").unwrap();
    sentence(&["convert", wrong.to_str().unwrap(), &scene], "");
    assert_eq!(parse(&std::fs::read(&scene).unwrap())["rows"], parse(&before)["rows"]);
    assert_eq!(folder.path().read_dir().unwrap().count(), 2, "nothing else is left behind");
}

/// A file may be converted in place, unless that loses content that the other format cannot hold.
#[test]
fn convert_in_place_refuses_to_lose_content() {
    let (folder, scene) = scene_file();
    let mut all: Value = serde_json::from_slice(&std::fs::read(&scene).unwrap()).unwrap();
    all["notes"] = "Mind the gap.".into();
    std::fs::write(&scene, all.to_string()).unwrap();
    let trace = folder.path().join("a.trace.jsonl").to_str().unwrap().to_owned();
    ok(&["run", &scene, "--trace", &trace]);
    let foreign = folder.path().join("foreign.scene.json").to_str().unwrap().to_owned();
    all["x-mine"] = 1.into();
    std::fs::write(&foreign, all.to_string()).unwrap();
    for (file, format) in [(&scene, "txt"), (&trace, "scene-json"), (&foreign, "scene-json")] {
        let before = std::fs::read(file).unwrap();
        says(&["convert", file, file, "--to", format], "", &["this is the input file"]);
        assert!(std::fs::read(file).unwrap() == before, "{file}");
    }
    assert_eq!(gridscope(&["convert", &scene, &scene]).status.code(), Some(0));
}

#[test]
fn trace_has_header_events_and_outcome() {
    let (folder, scene) = scene_file();
    let path = folder.path().join("run.trace.jsonl").display().to_string();
    let summary =
        ok_json(&["run", "astar", &scene, "--json", "--trace", &path, "--set", "ties=parents", "--seed", "3"]);
    let trace = std::fs::read_to_string(&path).unwrap();
    // A header before the events, and the outcome after them.
    assert_eq!(trace.lines().count() as u64, summary["events"].as_u64().unwrap() + 2);
    let end: Value = serde_json::from_str(trace.lines().last().unwrap()).unwrap();
    assert_eq!((&end["event"], &end["outcome"]), (&json!("done"), &summary["outcome"]));
    let header: Value = serde_json::from_str(trace.lines().next().unwrap()).unwrap();
    assert_eq!(header["format"], "gridscope-trace");
    assert_eq!((&header["algorithm"], &header["seed"]), (&json!("astar"), &json!(3)));
    assert_eq!(header["params"]["ties"], "parents");
    assert_eq!(header["scene"]["format"], "gridscope-scene");
    assert_eq!(trace, ok(&["run", "astar", &scene, "--trace", "-", "--set", "ties=parents", "--seed", "3"]));
    // A run from the trace alone is the same run.
    assert_eq!(ok_json(&["run", "astar", &path, "--json"]), summary);
    let lines: Vec<_> = trace.lines().collect();
    std::fs::write(&path, lines[..lines.len() - 1].join("\n")).unwrap();
    says(&["run", &path], "", &["run.trace.jsonl", &format!("line {}", lines.len()), "missing"]);
    std::fs::write(&path, trace.replacen("{\"event\":\"expanded\"", "{\"event\":\"skipped\"", 1)).unwrap();
    says(&["run", &path], "", &["run.trace.jsonl", "line 4", "skipped", "expanded"]);
    for args in [
        &["convert", &path, "-", "--to", "text"][..],
        &["minimise", &path, "--keep", "longer"],
        &["experiment", &path, "--samples", "2"],
    ] {
        says(args, "", &["line 4", "skipped", "expanded"]);
    }
    // A command that only examines the trace shows the recorded events, and says so.
    let shown = gridscope(&["step", &path, "--at", "3"]);
    assert_eq!((shown.status.code(), text(&shown.stdout).contains("event 3 of")), (Some(2), true));
    assert!(text(&shown.stderr).contains("the recorded events are shown") && text(&shown.stderr).contains("line 4"));
    let checked = gridscope(&["check", &path]);
    assert_eq!((checked.status.code(), text(&checked.stdout).contains("line 4: event 3 is")), (Some(1), true));
    std::fs::write(&path, "{\"format\":\"gridscope-trace\",\"version\":\"two\"}\n").unwrap();
    says(&["check", &path], "", &["line 1", "\"version\" is \"two\"", "a whole number"]);
}

/// A log of another program can be examined. None of our algorithms is run in its place.
#[test]
fn foreign_log_is_examined_and_never_rerun() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.trace.jsonl").display().to_string();
    std::fs::copy("tests/data/corridor.trace.jsonl", &path).unwrap();
    let run = ok_json(&["run", &path, "--json"]);
    assert_eq!((&run["algorithm"], &run["outcome"]["result"]), (&json!("a log"), &json!("found")));
    for args in [
        &["experiment", &path, "--samples", "2"][..],
        &["minimise", &path, "--keep", "longer"],
        &["run", "astar", &path],
        &["step", &path, "--set", "weight=2"],
    ] {
        says(args, "", &["mine.trace.jsonl", "a log of another program", "convert"]);
    }
    let map = gridscope(&["convert", &path, "-", "--to", "text"]);
    assert!(text(&map.stdout).contains("#G..#"));
    assert_eq!(text(&map.stderr), "lost: 12 events, and the rules in the header of the log\n");
}

/// A run that used up its budget has no outcome. It is not run again without a budget. The note comes first and last.
#[test]
fn halted_run_has_two_notes_and_no_outcome() {
    let (_folder, scene) = scene_file();
    let out = gridscope(&["run", "astar", &scene, "--json", "--events", "20"]);
    let summary: Value = serde_json::from_str(text(&out.stdout)).unwrap();
    assert_eq!((out.status.code(), &summary["events"], &summary["outcome"]), (Some(3), &json!(20), &Value::Null));
    let halted = summary["halted"].as_str().unwrap();
    let notes: Vec<&str> = text(&out.stderr).lines().collect();
    assert_eq!(notes.len(), 2);
    assert_eq!(notes[0], notes[1]);
    let way_on = ": 20 events are kept; --events 40 keeps twice as many, and --record-from 21 shows what follows";
    assert_eq!(notes[0], format!("note: {halted}{way_on}"));
    let whole = ok_json(&["run", "astar", &scene, "--json", "--events", "100000"]);
    assert!(whole.get("halted").is_none() && whole["outcome"]["found"] == json!(false));
}

/// Returns the outcomes of a vector file, with the expected ones.
fn vectors(name: &str) -> Vec<(Value, Value)> {
    let path = format!("tests/data/vectors/{name}");
    let file = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path)).unwrap();
    let outcomes = ok(&["run", "--vectors", &path]);
    assert_eq!(outcomes.lines().count(), file.lines().count());
    let parse = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    file.lines().zip(outcomes.lines()).map(|(case, outcome)| (parse(case), parse(outcome))).collect()
}

#[test]
fn astar_vectors_agree() {
    for (case, outcome) in vectors("astar.jsonl") {
        for (key, want) in case["expect"].as_object().unwrap() {
            let got = &outcome[key];
            let same = match (got.as_f64(), want.as_f64()) {
                (Some(got), Some(want)) => (got - want).abs() <= 1e-9 * want.abs().max(1.0),
                _ => got == want,
            };
            assert!(same, "case {}: {key} is {got}; expected {want}", case["id"]);
        }
    }
}

#[test]
fn path_sampling_vectors_agree() {
    for (case, outcome) in vectors("path-sampling.jsonl") {
        let (id, expect) = (&case["id"], &case["expect"]);
        assert_eq!(outcome["ways"], expect["ways"], "case {id}");
        let counts = |rule: &str| outcome["rules"][rule]["counts"].as_array().unwrap().clone();
        let parents = expect["parents_rule"].as_array().unwrap();
        assert_eq!(counts("parents").len(), parents.len(), "case {id}");
        for want in parents {
            let found = counts("parents").into_iter().find(|c| c["path"] == want["path"]);
            let got = found.unwrap_or_else(|| panic!("case {id}: {} is missing", want["path"]));
            let off = got["expected"].as_f64().unwrap() - want["p"].as_f64().unwrap();
            assert!(off.abs() < 1e-12, "case {id}: {got} against {want}");
        }
        for got in counts("paths") {
            let off = got["expected"].as_f64().unwrap() - expect["paths_rule_p"].as_f64().unwrap();
            assert!(off.abs() < 1e-12, "case {id}: {got}");
        }
    }
}

#[test]
fn bad_vector_ends_after_the_outcomes_before_it() {
    let line = json!({ "id": 1, "scene": secret_door(), "x-mine": true }).to_string();
    let out = gridscope_with(&["run", "--vectors", "-"], format!("{line}\n{line}\n{{\"id\":3}}\n{line}\n").as_bytes());
    assert_eq!((out.status.code(), text(&out.stdout).lines().count()), (Some(2), 2));
    assert!(text(&out.stderr).contains("standard input, line 3"), "{}", text(&out.stderr));
    let scene = json!({ "scene": { "format": "gridscope-scene", "version": 1, "rows": [] } }).to_string();
    says(&["run", "--vectors", "-"], &format!("{line}\n{scene}\n"), &["line 2"]);
    // An unknown field of a line is reported once, and otherwise ignored.
    let misspelt = json!({ "id": 1, "scene": secret_door(), "expects": {} }).to_string();
    let out = gridscope_with(&["run", "--vectors", "-"], format!("{misspelt}\n{misspelt}\n").as_bytes());
    assert_eq!((out.status.code(), text(&out.stdout).lines().count()), (Some(0), 2));
    let told = text(&out.stderr);
    assert_eq!(told.matches("field \"expects\" is not used; a line has id, scene, expect").count(), 1, "{told}");
    says(&["run", "--vectors", "nowhere.jsonl"], "", &["nowhere.jsonl"]);
}

#[test]
fn closed_output_pipe_is_exit_0() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridscope"))
        .args(["run", "astar", "cave-96x64", "--trace", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let out = child.wait_with_output().unwrap();
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), ""));
}

/// Writes a scenario on a map of two rooms that touch only at a corner.
fn small_suite(folder: &Path, rows: &str) -> String {
    std::fs::write(folder.join("two.map"), "type octile\nheight 3\nwidth 4\nmap\n..@.\n..@.\n@@..\n").unwrap();
    let path = folder.join("two.map.scen");
    std::fs::write(&path, format!("version 1\n{rows}")).unwrap();
    path.display().to_string()
}

#[test]
fn suite_reports_too_long_and_too_short_paths() {
    let folder = tempfile::tempdir().unwrap();
    let row = |goal: &str, length: f64| format!("0\tmaps/two.map\t4\t3\t0\t0\t{goal}\t{length}\n");
    let rows = row("1\t1", std::f64::consts::SQRT_2) + &row("1\t1", 1.0) + &row("1\t1", 2.0) + &row("3\t0", 5.0);
    let suite = small_suite(folder.path(), &rows);
    let out = gridscope(&["suite", &suite, "--json"]);
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(1), ""));
    let got: Value = serde_json::from_slice(&out.stdout).unwrap();
    for (key, want) in [("rows", 4), ("exact", 1), ("too_long", 1), ("too_short", 1), ("unsolved", 1)] {
        assert_eq!(got[key], want, "{got}");
    }
    assert_eq!(ok_json(&["suite", &suite, "--json", "--limit", "1"])["exact"], 1);
    let told = gridscope(&["suite", &suite]);
    assert!(text(&told.stdout).contains("line 5, (0,0) to (3,0): no path found; expected 5"), "{}", text(&told.stdout));
    let outside = small_suite(folder.path(), &row("4\t0", 4.0));
    says(&["suite", &outside], "", &["two.map.scen, line 2", "(4,0)"]);
    let other = small_suite(folder.path(), "0\ttwo.map\t9\t9\t0\t0\t1\t1\t1.41\n");
    says(&["suite", &other], "", &["two.map.scen", "9 × 9", "4 × 3"]);
    let lost = small_suite(folder.path(), "0\tgone.map\t4\t3\t0\t0\t1\t1\t1.41421356\n");
    assert_eq!(gridscope(&["suite", &lost]).status.code(), Some(0), "the .scen's own name finds the map");
}

/// Every algorithm with a suite runs the rows, and each length is exact.
#[test]
fn suite_runs_with_every_able_algorithm() {
    let folder = tempfile::tempdir().unwrap();
    let row = |goal: &str, length: f64| format!("0\tmaps/two.map\t4\t3\t0\t0\t{goal}\t{length}\n");
    let rows = row("0\t0", 0.0) + &row("0\t1", 1.0) + &row("1\t1", std::f64::consts::SQRT_2);
    let suite = small_suite(folder.path(), &rows);
    let able: Vec<&str> = algorithms::all()
        .into_iter()
        .map(gridscope::trace::algorithm::Runner::card)
        .filter(|c| c.suite.is_some())
        .map(|c| c.id)
        .collect();
    assert!(able.len() > 3, "{able:?}");
    for id in &able {
        let got = ok_json(&["suite", &suite, "--json", "--algorithm", id]);
        assert_eq!((&got["rows"], &got["exact"]), (&json!(3), &json!(3)), "{id}: {got}");
    }
    let mut named = vec!["flow-map", "cannot run a suite"];
    named.extend(&able);
    says(&["suite", &suite, "--algorithm", "flow-map"], "", &named);
    says(&["suite", &suite, "--algorithm", "nothing"], "", &["--algorithm", "nothing"]);
}
