//! The questions of the command line: why, why-not, differences, asymmetry, experiments, minimising.

use crate::program::{gridscope, gridscope_with, ok, ok_json, says, text};
use gridscope::algorithms;
use gridscope::trace::{ActorKind, Cell, Progress, Scene};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

#[test]
fn why_and_why_not_answer_with_numbers() {
    let why = ok_json(&["why", "hello", "12,5", "--at", "723", "--json"]);
    assert_eq!((why["event"].as_u64(), why["now"]["f"].as_u64()), (Some(219), Some(48)));
    let chain = why["causes"].as_array().unwrap();
    assert_eq!((chain[0]["at"].as_u64(), chain.last().unwrap()["at"].as_u64()), (Some(219), Some(2)));
    assert!(ok(&["why", "hello", "12,5"]).contains("because of, back to the start:"));
    let not = ok_json(&["why-not", "hello", "12,5", "--json"]);
    assert_eq!((&not["reason"], &not["best"], &not["this"]), (&json!("dearer"), &json!(51), &json!(55)));
    assert!(not["sentence"].as_str().unwrap().contains("4 more than the path found (51)"));
    assert_eq!(ok_json(&["why-not", "hello", "0,0", "--json"])["reason"], "blocked");
    says(&["why", "hello", "99,1"], "", &["(99,1) is outside the map"]);
    says(&["why-not", "hello", "3"], "", &["expected X,Y"]);
}

/// The causes of a death lead from event to event back to the line of the script.
#[test]
fn why_walks_from_a_death_to_the_script() {
    let told = ok_json(&["run", "atmosphere", "a-chain-of-bloats", "--json"]);
    let death = &told["outcome"]["deaths"][0];
    let number = death["event"].to_string();
    let why = ok_json(&["why", "a-chain-of-bloats", "--event", &number, "--json"]);
    assert_eq!((&why["event"], &why["cell"]), (&death["event"], &death["at"]));
    let chain = why["causes"].as_array().unwrap();
    let same: Vec<_> = chain[1..].iter().map(|step| (&step["at"], &step["kind"])).collect();
    let causes = death["causes"].as_array().unwrap();
    assert_eq!(same, causes.iter().map(|step| (&step["event"], &step["kind"])).collect::<Vec<_>>());
    assert_eq!(chain.last().unwrap()["sentence"], "Line 1 of the script: shoot at (3,6).");
    assert!(ok(&["why", "a-chain-of-bloats", "15,8", "--at", "1200"]).contains("Line 1 of the script"));
    says(&["why", "hello", "--event", "9999"], "", &["there is no event 9999"]);
    says(&["why", "hello", "--event", "0"], "", &["there is no event 0"]);
}

#[test]
fn diff_finds_the_first_event_that_differs() {
    let same = ok_json(&["diff", "hello", "hello", "--json"]);
    let alone = ok_json(&["run", "hello", "--json"]);
    for count in ["events", "steps"] {
        assert_eq!(same[count], json!([alone[count], alone[count]]), "one count of {count} in both");
    }
    assert_eq!(same["first_divergence"], Value::Null);
    let other = ok_json(&["diff", "hello", "hello", "--set-b", "ties=last", "--json"]);
    let at = other["first_divergence"]["a"].as_u64().unwrap() as usize;
    // The difference equals that of a plain scan of both traces.
    let folder = tempfile::tempdir().unwrap();
    let trace = |name: &str, more: &[&str]| {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        let args = [&["run", "astar", "hello", "--trace", path][..], more].concat();
        assert!(gridscope(&args).status.success());
        let bare = |line: &str| {
            let mut event: Map<String, Value> = serde_json::from_str(line).unwrap();
            // Only the fields of the event count, not those added to it.
            event.shift_remove("_");
            Value::Object(event).to_string()
        };
        std::fs::read_to_string(path).unwrap().lines().skip(1).map(bare).collect::<Vec<_>>()
    };
    let (a, b) = (trace("a.trace.jsonl", &[]), trace("b.trace.jsonl", &["--set", "ties=last"]));
    let first = a.iter().zip(&b).position(|(a, b)| a != b).unwrap();
    assert_eq!(at, first + 1);
    // In a trace, the cell of an event is called `at`.
    let told = |name: &str| other["first_divergence"][name].to_string().replacen("\"cell\":", "\"at\":", 1);
    assert_eq!(told("event_a"), a[first]);
    assert_eq!(told("event_b"), b[first]);
    // Trace files can be compared like presets.
    let (a, b) = (folder.path().join("a.trace.jsonl"), folder.path().join("b.trace.jsonl"));
    let files = ok_json(&["diff", a.to_str().unwrap(), b.to_str().unwrap(), "--json"]);
    assert_eq!(files["first_divergence"], other["first_divergence"]);
}

#[test]
fn sharded_experiments_merge_to_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = ["experiment", "counter-example", "--set", "samples=50", "--sweep", "turn=0..2", "--samples", "4"];
    let whole = ok(&[&sweep[..], &["--csv"]].concat());
    let parts: Vec<String> = (1..=3)
        .map(|k| {
            let path = folder.path().join(format!("{k}.csv"));
            let part = ok(&[&sweep[..], &["--csv", "--shard", &format!("{k}/3")]].concat());
            std::fs::write(&path, part).unwrap();
            path.to_str().unwrap().to_owned()
        })
        .collect();
    let merged =
        |more: &[&str]| ok(&[&["merge"], &parts.iter().map(String::as_str).collect::<Vec<_>>()[..], more].concat());
    assert_eq!(merged(&["--csv"]), whole);
    let json: Value = serde_json::from_str(&merged(&["--json"])).unwrap();
    assert_eq!((&json["sweep"], &json["runs"]), (&json!("turn"), &json!(12)));
    assert_eq!(json["points"][0]["measures"]["samples"]["runs"], 4);
    says(&["merge", &parts[0], &parts[0]], "", &["the file is given twice; expected each part once"]);
    says(&["merge", &parts[0], &parts[1]], "", &["4 of 12 runs are missing, from run 2 on"]);
    // A file that ends early has no gap.
    let cut = folder.path().join("cut.csv").to_str().unwrap().to_owned();
    std::fs::write(&cut, std::fs::read_to_string(&parts[2]).unwrap().lines().take(4).collect::<Vec<_>>().join("\n"))
        .unwrap();
    says(&["merge", &parts[0], &parts[1], &cut], "", &["1 of 12 runs is missing, from run 11 on"]);
    says(&["experiment", "hello", "--sweep", "foo=1..2"], "", &["hello", "no parameter \"foo\""]);
    says(&["experiment", "hello", "--sweep", "weight=0..1"], "", &["weight"]);
    says(&["experiment", "hello", "--samples", "0"], "", &["do not make from 1 to"]);
}

#[test]
fn minimise_writes_the_smallest_scene() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.txt");
    let out = gridscope(&["minimise", "hello", "--keep", "differs ties=first", "-o", path.to_str().unwrap(), "--json"]);
    let json: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((&json["before"], &json["after"]), (&json!([24, 14]), &json!([3, 2])));
    assert!(std::fs::read_to_string(path).unwrap().contains("G..\n..X"));
    says(&["minimise", "hello", "--keep", "shorter"], "", &["was not understood"]);
    says(&["minimise", "hello", "--keep", "outcome found = no"], "", &["hello", "does not have the symptom"]);
    says(&["minimise", "hello", "--keep", "longer", "-o", "x.nonsense"], "", &["not a known format"]);
}

#[test]
fn link_runs_as_the_scene_it_came_from() {
    let link = ok(&["convert", "hello", "-", "--to", "link"]);
    let line = link.trim_end();
    assert_eq!(ok(&["run", "astar", line, "--json"]), ok(&["run", "astar", "hello", "--json"]));
    let piped = gridscope_with(&["run", "astar", "-", "--json"], format!("see {line} there").as_bytes());
    assert_eq!(text(&piped.stdout), ok(&["run", "astar", "hello", "--json"]));
}

/// Returns the cells that the viewer sees from a cell, from the outcome of a run.
fn seen(scene: &Scene, from: Cell) -> BTreeSet<Cell> {
    let mut scene = scene.clone();
    for actor in scene.actors.iter_mut().filter(|a| a.kind == ActorKind::Viewer) {
        actor.at = from;
    }
    let runner = algorithms::find("shadowcast").expect("it is there");
    let outcome = runner.outcome(&scene, &scene.run.params, 1, &Progress::default()).expect("it runs");
    let lit =
        |c: &Cell| outcome["visible_rows"][c.y as usize].as_str().is_some_and(|r| r.as_bytes()[c.x as usize] == b'1');
    scene.size().cells().filter(lit).collect()
}

#[test]
fn asymmetry_counts_agree_with_looking_from_everywhere() {
    let scene = gridscope::presets::find("i-see-you").expect("a preset").scene().expect("a scene");
    for (variant, total) in [("recursive", 356), ("strips", 192), ("bergstrom", 156), ("portal", 176), ("symmetric", 0)]
    {
        let answer = ok_json(&["asymmetry", "i-see-you", "--set", &format!("variant={variant}"), "--json"]);
        assert_eq!(answer["pairs"], total, "{variant}");
        let cell = |v: &Value| Cell::new(v[0].as_u64().expect("x") as u16, v[1].as_u64().expect("y") as u16);
        let list = answer["list"].as_array().expect("a list");
        let listed: BTreeSet<(Cell, Cell)> = list.iter().map(|p| (cell(&p[0]), cell(&p[1]))).collect();
        assert_eq!(listed.len(), total);
        // Computed directly.
        let mut scene = scene.clone();
        scene.run.params.set("variant", variant);
        let floors: Vec<Cell> = scene.size().cells().filter(|&c| scene.tiles[c].info().name != "wall").collect();
        let sees: Vec<BTreeSet<Cell>> = floors.iter().map(|&c| seen(&scene, c)).collect();
        let mut expected = BTreeSet::new();
        for (i, &a) in floors.iter().enumerate() {
            for (j, &b) in floors.iter().enumerate() {
                if sees[i].contains(&b) && !sees[j].contains(&a) {
                    expected.insert((a, b));
                }
            }
        }
        assert_eq!(listed, expected, "{variant}");
    }
}

#[test]
fn asymmetry_command_prints_pairs_or_explains() {
    let out = ok(&["asymmetry", "i-see-you"]);
    assert!(out.starts_with("356 ordered pairs, by recursive"), "{out}");
    says(
        &["asymmetry", "rings-on-water"],
        "",
        &["Flow map has no tool \"asymmetry\"; choose the algorithm shadowcast or"],
    );
    // Guards have their own rule of sight.
    assert!(ok(&["asymmetry", "unseen-shutter"]).contains("by portal"));
}

/// If another algorithm has a parameter of the same name that does not accept the scene's value, the value is dropped.
#[test]
fn parameter_value_that_does_not_fit_is_dropped() {
    const CARD: [gridscope::trace::params::Param; 3] = [
        gridscope::trace::params::Param::choice("ties", &["first", "last"], "first", ""),
        gridscope::trace::params::Param::int("weight", (1, 9), 1, ""),
        gridscope::trace::params::Param::int("size", (1, 9), 1, ""),
    ];
    let mut params = gridscope::trace::params::Params::default();
    params.set("ties", "parents");
    params.set("weight", 2);
    params.set("size", json!(null));
    params.keep_taken(&CARD);
    assert_eq!(params.0.into_keys().collect::<Vec<_>>(), ["size", "weight"]);
}

/// The difference of two runs is described in complete sentences, even if only a few events or expansions are equal.
#[test]
fn early_difference_is_a_full_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let log = |name: &str, cells: &[u16]| {
        let file = folder.path().join(name);
        let lines: Vec<String> = cells.iter().map(|x| json!({"event": "expand", "at": [x, 1]}).to_string()).collect();
        std::fs::write(&file, lines.join("\n")).unwrap();
        file.display().to_string()
    };
    let [a, b, c] = [log("a.trace.jsonl", &[1, 2]), log("b.trace.jsonl", &[2, 2]), log("c.trace.jsonl", &[1, 3])];
    for (other, said) in [(&b, "the first event differs:"), (&c, "the first event is the same; the second differs:")] {
        let told = ok(&["diff", &a, other]);
        assert!(told.starts_with(said), "{told}");
    }
}
