//! Choosing the algorithm on the command line. For a map without an algorithm, this is the only way.

use crate::program::{gridscope, ok, ok_json, says, text};
use serde_json::Value;

fn written(rows: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.txt");
    std::fs::write(&path, rows).unwrap();
    (folder, path.to_str().unwrap().to_owned())
}

fn by_dijkstra<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [args, &["--algorithm", "dijkstra"]].concat()
}

const MAP: &str = "G....\n.###.\n....X\n";

#[test]
fn every_command_on_a_run_accepts_another_algorithm() {
    let (folder, map) = written(MAP);
    for args in [
        &["run", &map, "--json"][..],
        &["step", &map, "--json"],
        &["why", &map, "4,2", "--json"],
        &["events", &map, "--json"],
    ] {
        assert_eq!(ok_json(&by_dijkstra(args))["algorithm"], "dijkstra", "{args:?}");
    }
    assert_eq!(
        ok_json(&by_dijkstra(&["diff", &map, &map, "--json"]))["algorithms"],
        serde_json::json!(["dijkstra", "dijkstra"])
    );
    assert!(ok(&by_dijkstra(&["why-not", &map, "0,0", "1,0"])).contains("drawn path"));
    assert_ne!(ok(&by_dijkstra(&["table", &map])), ok(&["table", &map]));
    assert!(ok(&by_dijkstra(&["experiment", &map, "--samples", "1", "--csv"])).starts_with("run,value,seed,"));
    let (small, rows) =
        (folder.path().join("s.scene.json"), ["minimise", &map, "--keep", "outcome found = true", "-o"]);
    assert!(gridscope(&by_dijkstra(&[&rows[..], &[small.to_str().unwrap()]].concat())).status.success());
    let small: Value = serde_json::from_slice(&std::fs::read(small).unwrap()).unwrap();
    assert_eq!(small["run"]["algorithm"], "dijkstra");
}

#[test]
fn algorithm_is_chosen_before_its_parameters_are_set() {
    let (_folder, map) = written(MAP);
    let set = ["--algorithm", "path-sampling", "--set", "samples=7", "--json"];
    assert_eq!(ok_json(&[&["run", &map], &set[..]].concat())["outcome"]["samples"], 7);
    says(&["run", &map, "--set", "samples=7"], "", &["no parameter \"samples\""]);
    says(&["run", "astar", &map, "--algorithm", "dijkstra"], "", &["expected one of the two"]);
    let other = ["--algorithm", "path-sampling", "--set", "samples=7", "--set-b", "samples=9", "--json"];
    let both = ok_json(&[&["diff", &map, &map], &other[..]].concat());
    assert_eq!(both["algorithms"], serde_json::json!(["path-sampling", "path-sampling"]));
    says(&["diff", &map, &map, "--set-b", "samples=9"], "", &["--set-b", "no parameter \"samples\""]);
    says(&["step", &map, "--algorithm", "nothing"], "", &["there is no algorithm \"nothing\"", "dijkstra"]);
}

#[test]
fn tools_need_an_algorithm_that_offers_them() {
    let (_folder, map) = written("V.#\n..G\n");
    let found = ok_json(&["asymmetry", &map, "--algorithm", "shadowcast", "--json"]);
    assert!(found["list"].is_array(), "{found}");
    says(&["asymmetry", &map], "", &["has no tool \"asymmetry\"; choose the algorithm", "with --algorithm"]);
    says(&["sample-paths", "counter-example"], "", &["choose the algorithm astar with --algorithm"]);
    assert!(ok(&["sample-paths", "counter-example", "--algorithm", "astar"]).contains("path-sampling"));
    let none = "there is no parameter \"samples\"; it has no parameters";
    says(&["sample-paths", "hello", "--input", "samples=5"], "", &[none]);
}

#[test]
fn logs_and_programs_accept_no_other_algorithm() {
    let (folder, map) = written(MAP);
    let log = folder.path().join("a.trace.jsonl");
    std::fs::write(&log, "{\"event\":\"open\",\"at\":[0,0]}\n").unwrap();
    for command in ["run", "step", "table"] {
        let args = [command, log.to_str().unwrap(), "--algorithm", "dijkstra"];
        says(&args, "", &["a log of another program cannot be run again"]);
    }
    says(&["step", &map, "--with", "true", "--algorithm", "astar"], "", &["in place of the algorithm astar"]);
}

/// `@` is an explorer, or a thief for algorithms that have thieves but no explorers.
#[test]
fn at_sign_is_a_thief_for_guards() {
    let (_folder, map) = written("#G.@#\n");
    let guards = ok_json(&["run", "guards", &map, "--json"]);
    assert_eq!(guards, ok_json(&["run", &map, "--algorithm", "guards", "--json"]));
    assert!(ok(&["run", "guards", &map]).contains("guards"));
    let out = gridscope(&["run", "astar", &map]);
    assert!(!text(&out.stderr).contains("thief"), "{}", text(&out.stderr));
}

#[test]
fn text_map_with_chosen_algorithm_has_new_defaults() {
    let (_folder, map) = written("###########\n#?.^.@...+?\n###########\n");
    let target = |more: &[&str]| {
        let args = [&["run", &map, "--algorithm", "auto-explore", "--json", "--set", "picks=1"], more].concat();
        ok_json(&args)["outcome"]["target"].clone()
    };
    // Traps come last, as the article says: the door is taken before the cell behind the trap.
    assert_eq!(target(&[]), target(&["--set", "traps=last"]));
    assert_ne!(target(&[]), target(&["--set", "traps=weighed"]));
}
