//! Plans of many movers, which are shown on a map of their own.

use crate::program::{gridscope, text};
use serde_json::json;

const MAP: &str = "type octile\nheight 2\nwidth 4\nmap\n....\n....\n";

/// Writes a result in which robots 0 and 1 exchange their cells in the second step, with its map beside it.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let result = json!({
        "actionModel": "MAPF", "AllValid": "Yes", "teamSize": 2, "start": [[0, 0, "N/A"], [0, 3, "N/A"]], "sumOfCost": 6,
        "makespan": 3, "actualPaths": ["R,R,R", "L,L,L"], "errors": [], "tasks": [[0, 0, 3], [1, 0, 0]],
        "events": [[[0, 0, "assigned"], [0, 3, "finished"]], [[1, 0, "assigned"], [1, 3, "finished"]]],
    });
    std::fs::write(folder.path().join("room_2.json"), result.to_string()).unwrap();
    std::fs::write(folder.path().join("m.map"), MAP).unwrap();
    folder
}

#[test]
fn check_of_a_plan_names_the_first_conflict() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (plan, map, log) = (path("room_2.json"), path("m.map"), path("plan.trace.jsonl"));
    let checked = gridscope(&["check", &plan, "--map", &map]);
    assert_eq!(checked.status.code(), Some(1));
    let printed = text(&checked.stdout);
    let first = "event 9, t = 2: move: 1 moves from (2,0) to (1,0), while 0 moves the other way (event 8).\n";
    assert!(printed.starts_with(first), "{printed}");
    assert!(printed.contains("claimed: The plan is stated to be valid, but has faults."), "{printed}");
    // The log that it becomes says the same.
    assert!(gridscope(&["convert", &plan, &log, "--map", &map]).status.success());
    assert_eq!(text(&gridscope(&["check", &log]).stdout), printed);
    let events = gridscope(&["events", &plan, "--map", &map]);
    assert!(text(&events.stdout).contains("1 moves to (1,0)."));
}

#[test]
fn plan_without_its_map_is_exit_2() {
    let folder = folder();
    let plan = folder.path().join("room_2.json").display().to_string();
    let refused = gridscope(&["check", &plan]);
    assert_eq!(refused.status.code(), Some(2));
    let expected = "holds no map; expected room_2.map beside it, or the map with --map FILE\n";
    assert!(text(&refused.stderr).ends_with(expected), "{}", text(&refused.stderr));
}
