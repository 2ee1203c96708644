//! Plans of many movers: each kind of file becomes a log on its map.
#![allow(clippy::disallowed_methods, reason = "tests make files")]

use gridscope_formats::log::{Log, LogEvent, Word};
use gridscope_formats::{Content, FormatError, Options, read_content};
use gridscope_trace::progress::{Progress, at_once};
use serde_json::json;
use std::path::PathBuf;

/// A map of 4 × 3 cells with a wall in its middle row.
const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n";

/// Files in a folder of their own.
struct Folder(tempfile::TempDir);

impl Folder {
    fn of(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str, map: Option<&str>) -> Result<Content, FormatError> {
        let path = self.path(name);
        let mut from = std::fs::File::open(&path).expect("a file");
        let options = Options { map: map.map(|map| self.path(map)), ..Options::default().at(&path) };
        at_once(read_content(name, &mut from, &options, &Progress::default()))
    }

    fn log(&self, name: &str, map: Option<&str>) -> Log {
        match self.read(name, map) {
            Ok(Content::Log(log)) => {
                assert!(log.broken.is_none(), "{:?}", log.broken);
                assert_eq!(log.header.unknown(), None);
                *log
            }
            other => panic!("{name}: {other:?}"),
        }
    }

    fn refusal(&self, name: &str, map: Option<&str>) -> String {
        self.read(name, map).expect_err("a refusal").to_string()
    }
}

/// Returns the events as text: word, actor and cell.
fn events(log: &Log) -> Vec<String> {
    let actor = |event: &LogEvent| event.text("actor").unwrap_or_default().to_owned();
    let at = |event: &LogEvent| {
        let goal = event.cell("goal").filter(|_| event.name() == "goal");
        event.at.or(goal).map(|at| at.to_string()).unwrap_or_default()
    };
    log.events
        .iter()
        .filter(|event| event.word != Word::End)
        .map(|event| match event.word {
            Word::Begin => event.text("phase").unwrap_or_default().to_owned(),
            _ => format!("{} {} {}", event.name(), actor(&event), at(&event)).trim().to_owned(),
        })
        .collect()
}

fn comment(log: &Log) -> &str {
    log.header.line["comment"].as_str().expect("a comment")
}

#[test]
fn turning_robots_of_2023_walk_their_actions() {
    let result = json!({
        "actionModel": "MAPF_T", "AllValid": "No", "teamSize": 1, "start": [[0, 0, "E"], [2, 2, "E"]],
        "numTaskFinished": 1, "sumOfCost": 5, "makespan": 5, "actualPaths": ["F,R,R,W,F"], "plannerPaths": ["F,R,R,T,F"],
        "errors": [[-1, -1, 4, "incorrect vector size"]],
        "events": [[[3, 0, "assigned"], [3, 1, "finished"], [4, 1, "assigned"]]], "tasks": [[3, 0, 1], [4, 0, 3]],
    });
    let folder = Folder::of(&[("room_2023.json", &result.to_string()), ("room.map", MAP)]);
    let log = folder.log("room_2023.json", None);
    let all = [
        "place 0 (0,0)",
        "goal 0 (1,0)",
        "t 1",
        "move 0 (1,0)",
        "reached 0 (1,0)",
        "goal 0 (3,0)",
        "t 2",
        "turn 0 (1,0)",
        "t 3",
        "turn 0 (1,0)",
        "t 4",
        "fault",
        "t 5",
        "move 0 (0,0)",
    ];
    assert_eq!(events(&log), all);
    assert_eq!(log.header.line["claims"], json!({ "steps": 5.0, "end": 5, "finished": 1, "valid": false }));
    assert!(comment(&log).starts_with("The map is room.map."), "{}", comment(&log));
}

#[test]
fn errands_of_2024_are_goals_in_their_order() {
    let result = json!({
        "actionModel": "MAPF_T", "AllValid": "Yes", "version": "2024 LoRR", "teamSize": 1, "start": [[0, 0, "E"]],
        "actualPaths": ["F,F"], "errors": [], "actualSchedule": ["1:7"], "tasks": [[7, 0, [0, 1, 0, 2]]],
        "events": [[1, 0, 7, 1], [2, 0, 7, 2]],
    });
    let folder = Folder::of(&[("a.json", &result.to_string()), ("a.map", MAP)]);
    let log = folder.log("a.json", None);
    let all = ["place 0 (0,0)", "t 1", "move 0 (1,0)", "reached 0 (1,0)", "goal 0 (2,0)", "goal 0 (2,0)", "t 2"];
    assert_eq!(events(&log)[..7], all);
}

#[test]
fn runs_of_2026_count_ticks_and_first_snapshot() {
    let result = json!({
        "actionModel": "MAPF_T", "version": "2026 LoRR", "teamSize": 1, "start": [[0, 0, "E"]], "agentMaxCounter": 3,
        "actualPaths": ["[(0,0,0,0,0):(F 2,W 1,F 1)][(4,0,0,0,0):(F 3,C 3)]"], "delayIntervals": [[[2, 3]]],
        "errors": [], "events": [], "tasks": [],
    });
    let folder = Folder::of(&[("a.json", &result.to_string()), ("a.map", MAP)]);
    let log = folder.log("a.json", None);
    let all = events(&log);
    let at = |what: &str| all.iter().position(|event| event == what).expect("it is there");
    assert_eq!(all[at("move 0 (1,0)") - 1], "t 4");
    assert_eq!(all[at("move 0 (2,0)") - 1], "t 7");
    assert_eq!(all[at("turn 0 (2,0)") - 1], "t 10");
    assert_eq!((all[at("t 3") + 1].as_str(), all.last().expect("an end").as_str()), ("delay 0", "turn 0 (2,0)"));
    assert!(comment(&log).contains("1 of 2 snapshots in the paths differ"), "{}", comment(&log));
}

#[test]
fn map_decides_which_way_is_up() {
    let plan = |actions: &str, row: u32| {
        json!({ "actionModel": "MAPF", "teamSize": 1, "start": [[row, 0, "N/A"]], "actualPaths": [actions] })
            .to_string()
    };
    let folder = Folder::of(&[
        ("a.json", &plan("U,U", 0)),
        ("b.json", &plan("U,U", 2)),
        ("c.json", &plan("U", 1)),
        ("m.map", MAP),
    ]);
    let down = folder.log("a.json", Some("m.map"));
    assert_eq!(events(&down).last().expect("a move"), "move 0 (0,2)");
    assert!(comment(&down).contains("U is y + 1; as y − 1 there would be 2 moves into walls"), "{}", comment(&down));
    let up = folder.log("b.json", Some("m.map"));
    assert_eq!(events(&up).last().expect("a move"), "move 0 (0,0)");
    let both = folder.log("c.json", Some("m.map"));
    assert_eq!(events(&both).last().expect("a move"), "move 0 (0,0)");
    assert!(comment(&both).contains("both fit"), "{}", comment(&both));
}

#[test]
fn visualizer_text_has_its_map_beside_it() {
    let text = "agents=2\nmap_file=../assets/m.map\nsolver=planner\nsoc=3\nmakespan=2\nsum_of_loss=3\nstarts=(0,0),(2,0),\n\
                goals=(2,0),(3,0),\nsolution=\n0:(0,0),(2,0),\n1:(1,0),(3,0),\n2:(2,0),(3,0),\n";
    let bare = "0:(0,0,X_PLUS),\n1:(1,0,X_PLUS),\n2:(1,0,Y_PLUS),\n";
    let lifelong = "map_file=m.map\n0:(0,0)->(2,0):5,\n1:(1,0)->(2,0):5,\n2:(2,0)->(0,0):-1,\n";
    let folder = Folder::of(&[("s.txt", text), ("bare.txt", bare), ("mapd.txt", lifelong), ("m.map", MAP)]);
    let log = folder.log("s.txt", None);
    let all = ["place 0 (0,0)", "place 1 (2,0)", "t 1", "move 0 (1,0)", "move 1 (3,0)", "t 2", "move 0 (2,0)"];
    assert_eq!(events(&log), all);
    assert_eq!(log.header.line["claims"], json!({ "cost": 3, "makespan": 2, "loss": 3 }));
    let goal = log.events.get(0).expect("an event").cell("goal");
    assert_eq!(goal, goal.filter(|at| (at.x, at.y) == (2, 0)));
    let bare = folder.log("bare.txt", Some("m.map"));
    assert_eq!(events(&bare), ["place 0 (0,0)", "t 1", "move 0 (1,0)", "t 2", "turn 0 (1,0)"]);
    assert!(comment(&bare).contains("states no goals"));
    let lifelong = events(&folder.log("mapd.txt", None));
    assert_eq!(lifelong[1], "goal 0 (2,0)");
    assert_eq!(lifelong.last().expect("an end"), "goal 0 (0,0)");
}

#[test]
fn tracker_tables_take_starts_from_the_scenario() {
    let scen = "version 1\n0\tm.map\t4\t3\t0\t0\t0\t2\t2\n0\tm.map\t4\t3\t3\t0\t2\t0\t1\n";
    let many = "map_name,scen_type,type_id,agents,lower_cost,solution_cost,solution_plan\nm,even,1,1,2,2,uu\n\
                m,even,1,2,3,3,\"uu\nl\"\n";
    let one = "\u{feff}\"agents\",\"lower_cost\",\"lower_date\",\"solution_cost\",\"solution_date\",\"path\"\n\
               \"2\",\"3\",\"2022-11-29\",\"3\",\"2022-11-29\",\"uu\nl\"\n";
    let folder = Folder::of(&[
        ("many.csv", many),
        ("m_even_1_2.csv", one),
        ("one.csv", one),
        ("m.map", MAP),
        ("m-even-1.scen", scen),
    ]);
    let all = ["place 0 (0,0)", "place 1 (3,0)", "t 1", "move 0 (0,1)", "move 1 (2,0)", "t 2", "move 0 (0,2)"];
    let log = folder.log("many.csv", None);
    assert_eq!(events(&log), all);
    assert!(comment(&log).contains("Row 2 of 2; --level N"), "{}", comment(&log));
    assert_eq!(log.header.line["claims"], json!({ "cost": 3 }));
    assert_eq!(events(&folder.log("m_even_1_2.csv", None)), all);
    assert_eq!(events(&folder.log("one.csv", Some("m-even-1.scen"))), all);
    assert!(folder.refusal("one.csv", Some("m.map")).contains("states no starts"));
}

#[test]
fn multi_robot_yaml_is_instance_or_schedule() {
    let instance = "agents:\n-   goal: [2, 0]\n    name: agent0\n    start: [0, 0]\nmap:\n    dimensions: [3, 1]\n    obstacles:\n    - !!python/tuple [1, 0]\n";
    let schedule = "statistics:\n  cost: 2\nschedule:\n  agent0:\n    - x: 0\n      y: 0\n      t: 0\n    - x: 1\n      y: 0\n      t: 1\n";
    let folder = Folder::of(&[("in.yaml", instance), ("out.yaml", schedule)]);
    let log = folder.log("in.yaml", None);
    assert_eq!(events(&log), ["place 0 (0,0)"]);
    let ground = log.header.ground().expect("a map");
    assert_eq!(ground.rows().map(<[_]>::len).collect::<Vec<_>>(), [3]);
    assert_eq!(events(&folder.log("out.yaml", Some("in.yaml"))), ["place 0 (0,0)", "t 1", "move 0 (1,0)"]);
    assert!(folder.refusal("out.yaml", None).ends_with("expected its instance, or a map, with --map FILE"));
}

/// Python programs sort the names, and write an instance in braces.
#[test]
fn multi_robot_yaml_has_names_in_any_order_and_braces() {
    let instance =
        "{agents: [{goal: [1, 0], name: agent0, start: [0, 0]}], map: {dimensions: [\n  3, 1], obstacles: []}}";
    let schedule = "cost: 2\nschedule:\n  agent0:\n  - t: 0\n    x: 0\n    y: 0\n  - t: 1\n    x: 1\n    y: 0\n";
    let folder = Folder::of(&[("in.yaml", instance), ("out.yaml", schedule)]);
    let log = folder.log("out.yaml", Some("in.yaml"));
    assert_eq!(events(&log)[..3], ["place 0 (0,0)", "t 1", "move 0 (1,0)"]);
    // The program counts two cells, where others count one move.
    assert!(log.header.line.get("claims").is_none_or(|claims| claims.get("cost").is_none()), "{:?}", log.header.line);
    assert!(comment(&log).contains("does not say what it counts"), "{}", comment(&log));
}

#[test]
fn problem_places_its_robots_or_is_its_map() {
    let problem = json!({
        "mapFile": "maps/m.map", "agentFile": "agents/a.agents", "teamSize": 2, "taskFile": "tasks/t.tasks",
        "taskAssignmentStrategy": "roundrobin",
    });
    let text = problem.to_string();
    let files = [
        ("p.json", text.as_str()),
        ("maps/m.map", MAP),
        ("agents/a.agents", "3\n0\n7\n8\n"),
        ("tasks/t.tasks", "2\n3\n11,0\n"),
    ];
    let folder = Folder::of(&files);
    let log = folder.log("p.json", None);
    assert_eq!(events(&log), ["place 0 (0,0)", "place 1 (3,1)"]);
    let goals: Vec<_> = log.events.iter().filter_map(|event| event.cell("goal")).map(|at| (at.x, at.y)).collect();
    assert_eq!(goals, [(3, 0), (3, 2)]);
    let Ok(Content::Scene(map)) = Folder::of(&files[..2]).read("p.json", None) else { panic!("the map") };
    assert!(map.notes[0].contains("without its robots: agents/a.agents: it is not there"), "{:?}", map.notes);
    assert!(Folder::of(&files[..1]).refusal("p.json", None).contains("expected maps/m.map beside it"));
    assert!(folder.refusal("agents/a.agents", None).contains("the .json file of the problem"));
}

#[test]
fn plans_that_cannot_be_shown_are_refused() {
    let result = |more: serde_json::Value| {
        let mut all = json!({ "actionModel": "MAPF_T", "version": "2026 LoRR", "teamSize": 1, "start": [[0, 0, "E"]],
            "actualPaths": ["[(0,0,0,0,0):(F 2)]"] });
        all.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
        all.to_string()
    };
    let crowd: Vec<_> = (0..10_001).map(|_| json!([0, 0, "E"])).collect();
    let cases = [
        (result(json!({ "actualPaths": [] })), "has no \"actualPaths\""),
        (result(json!({ "teamSize": 2 })), "1 starts and 1 paths for 2 robots"),
        (
            result(json!({ "teamSize": 10_001, "start": crowd, "actualPaths": vec!["[]"; 10_001] })),
            "10001 movers are too many",
        ),
        (result(json!({ "actualPaths": ["[(0,0,0,0,0):(F 4000000000)]"] })), "too many moves"),
        (result(json!({ "actualPaths": ["[(0,0,0,0,0):(W 4000000000)]"] })), "events; expected at most 5 million"),
        (result(json!({ "actualPaths": ["[(0,0):(W 4)]"] })), "actualPaths[0]: the segment"),
        (result(json!({ "actualPaths": ["[(0,0,0,0,0):(Q 4)]"] })), "the run \"Q 4\" means nothing"),
        (result(json!({ "start": [[9, 0, "E"]] })), "mover 0 starts at (0,9), which is off the map"),
        (result(json!({ "start": [[0, 0, "N/A"]] })), "has no direction"),
    ];
    for (text, expected) in cases {
        let folder = Folder::of(&[("a.json", &text), ("a.map", MAP)]);
        let refusal = folder.refusal("a.json", None);
        assert!(refusal.starts_with("a.json: ") && refusal.contains(expected), "{refusal}");
    }
    let folder = Folder::of(&[("a.json", &result(json!({})))]);
    assert!(folder.refusal("a.json", None).ends_with("expected a.map beside it, or the map with --map FILE"));
}

#[test]
fn map_that_is_in_its_file_twice_is_read_once() {
    let twice = format!("{MAP}\n{MAP}");
    let folder = Folder::of(&[("a.txt", "0:(0,0),\n"), ("a.map", &twice)]);
    assert_eq!(events(&folder.log("a.txt", None)), ["place 0 (0,0)"]);
}

#[test]
fn steps_off_the_map_are_faults() {
    let plan = json!({ "actionModel": "MAPF", "teamSize": 1, "start": [[0, 0, "N/A"]], "actualPaths": ["L,R"] });
    let folder = Folder::of(&[("a.json", &plan.to_string()), ("a.map", MAP)]);
    let log = folder.log("a.json", None);
    assert_eq!(events(&log), ["place 0 (0,0)", "t 1", "fault 0", "t 2", "move 0 (0,0)"]);
    assert_eq!(log.events.get(2).expect("an event").text("text"), Some("0 moves to (-1,0), which is off the map"));
}
