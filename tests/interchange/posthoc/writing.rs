//! Search traces that are written.

use super::*;
use gridscope_trace::progress::{Progress, at_once};
use gridscope_trace::workers::Workers;

/// Parts of an event that a search trace keeps.
type Kept = (Word, Option<Cell>, Option<Cell>, [Option<f64>; 3]);

fn kept(log: &Log) -> Vec<Kept> {
    let whole = |event: &LogEvent| {
        let sum = || Some(event.g()? + event.h()?);
        [event.g().or(event.number("x-g")), event.h(), event.f().or_else(sum)].map(|x| x.filter(|x| x.is_finite()))
    };
    let is_kept = |event: &LogEvent| matches!(event.word, Word::Open | Word::Expand);
    // An expanded cell carries its parent in a search trace.
    let from = |event: &LogEvent| event.from.filter(|_| event.word == Word::Open);
    log.events.iter().filter(is_kept).map(|event| (event.word.clone(), event.at, from(&event), whole(&event))).collect()
}

fn paths(log: &Log) -> Vec<Vec<Cell>> {
    log.events.iter().filter_map(|event| event.cells("cells")).filter(|cells| !cells.is_empty()).collect()
}

/// Follows the parents as the program does that draws the path to an event.
fn drawn_path(events: &[Value], step: usize) -> Vec<Cell> {
    let at = |event: &Value| Cell::new(event["x"].as_u64().expect("x") as u16, event["y"].as_u64().expect("y") as u16);
    let (mut step, mut path) = (step, vec![at(&events[step])]);
    loop {
        let id = &events[step]["id"];
        let parent =
            events[..=step].iter().rev().filter(|event| event["id"] == *id).find_map(|event| event["pId"].as_str());
        let Some(parent) = parent else { break };
        let Some(before) = events[..=step].iter().rposition(|event| event["id"] == parent) else { break };
        assert_ne!(before, step, "an event is its own parent");
        step = before;
        path.push(at(&events[step]));
    }
    path.reverse();
    path
}

fn document(written: &Written) -> Value {
    serde_json::from_slice(&written.bytes).expect("JSON")
}

/// Asserts that nothing in a document is run but the views and the pivot.
fn runs_nothing_else(document: &Value) {
    let events = document["events"].to_string();
    assert!(!events.contains("${{"), "{events}");
}

#[test]
fn lessons_survive_posthoc() {
    let registry = gridscope_algorithms::registry();
    let mut searches = 0;
    for (name, scene) in scenes(0) {
        let progress = Progress::default().with_budget(4_000);
        let Ok(replay) = registry.record(&scene, &progress) else { continue };
        if replay.halted().is_some() {
            continue;
        }
        let options = PosthocOptions::of_file("a/room.trace.json").expect("a search trace");
        let written = write_posthoc(&scene, &replay, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        let before = at_once(log_of(&scene, &replay, &Progress::default())).expect("a log");
        let document = document(&written);
        runs_nothing_else(&document);
        let after = read(&written.bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(after.broken, None, "{name}");
        let is_search = before.header.words.values().any(|word| word == "open" || word == "expand");
        if is_search {
            searches += 1;
            assert_eq!(kept(&after), kept(&before), "{name}");
            assert_eq!(paths(&after), paths(&before), "{name}");
            assert_eq!((after.header.start, after.header.goal), (before.header.start, before.header.goal), "{name}");
        }
        // The path that is drawn to each end is the path of the run.
        let events = document["events"].as_array().expect("events");
        let ends: Vec<usize> = (0..events.len()).filter(|&step| events[step]["type"] == "end").collect();
        let (paths, last) = (paths(&before), ends.len().saturating_sub(3));
        assert_eq!(ends.len(), paths.len(), "{name}");
        let drawn: Vec<Vec<Cell>> = ends[last..].iter().map(|&step| drawn_path(events, step)).collect();
        assert_eq!(drawn, paths[last..], "{name}");
        let blocked = |row: &[gridscope_trace::terrain::Tile]| row.len();
        assert_eq!(
            after.header.ground().map(|ground| ground.rows().map(blocked).sum()),
            Some(scene.size().area()),
            "{name}"
        );
        assert_eq!(written.beside.len(), 1, "{name}");
        assert_eq!(written.beside[0].0, "room.map", "{name}");
        if replay.len() < 500 {
            let with_sentences = options.with_sentences(true);
            let told = self::document(&write_posthoc(&scene, &replay, &with_sentences).expect("written"));
            let says =
                |events: &Value| events.as_array().is_some_and(|all| all.iter().any(|event| event["say"].is_string()));
            assert!(!says(&document["events"]) && (!is_search || says(&told["events"])), "{name}");
            runs_nothing_else(&told);
        }
        let yaml = PosthocOptions::of_file("room.trace.yaml").expect("a search trace");
        let yaml = write_posthoc(&scene, &replay, &yaml).expect("written");
        let again = read(&yaml.bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(again.events.iter().eq(after.events.iter()), "{name}");
    }
    assert!(searches > 15, "{searches} searches");
}

#[test]
fn random_scenes_survive_posthoc() {
    let registry = gridscope_algorithms::registry();
    let mut count = 0;
    for seed in 0..200 {
        let mut scene = random_scene(seed);
        for algorithm in ["astar", "ida-star", "d-star-lite"] {
            scene.run.algorithm = algorithm.to_owned();
            let progress = Progress::default().with_budget(3_000);
            let Ok(replay) = registry.record(&scene, &progress) else { continue };
            let written = write_posthoc(&scene, &replay, &PosthocOptions::default()).expect("written");
            let before = at_once(log_of(&scene, &replay, &Progress::default())).expect("a log");
            let after = read(&written.bytes).unwrap_or_else(|error| panic!("{seed} {algorithm}: {error}"));
            runs_nothing_else(&document(&written));
            if algorithm != "d-star-lite" {
                assert_eq!(kept(&after), kept(&before), "{seed} {algorithm}");
                assert_eq!(paths(&after), paths(&before), "{seed} {algorithm}");
            }
            count += 1;
        }
    }
    assert!(count > 30, "{count} runs");
}

#[test]
fn losses_of_a_search_trace_are_counted() {
    let lines = [
        r#"{"format":"gridscope-trace","version":2,"map":["..."],"start":[0,0],"goal":[2,0]}"#,
        r#"{"event":"open","at":[0,0],"g":0,"h":2,"say":"${{ alert(1) }}"}"#,
        r#"{"event":"expand","at":[0,0],"big":true,"name":"${{ 1 }}","constructor":1}"#,
        r#"{"event":"reject","at":[1,0],"why":"wall"}"#,
        r#"{"event":"reject","at":[1,0],"why":"equal"}"#,
        r#"{"event":"dice","p":0.5,"roll":0.1,"won":true}"#,
        r#"{"event":"open","at":[1,0],"from":[0,0],"g":1}"#,
        r#"{"event":"open","at":[1,0],"from":[0,0],"g":0.5}"#,
        r#"{"event":"set","layer":"a","at":[0,0],"value":1}"#,
        r#"{"event":"see","at":[0,0]}"#,
        r#"{"event":"${{ x }}","at":[1,0]}"#,
        r#"{"event":"map","at":[1,0]}"#,
        r#"{"event":"tile","at":[1,0],"tile":"${{ y }}"}"#,
        r#"{"event":"note","text":"${{ 2 }}"}"#,
        r#"{"event":"path","cells":[[0,0],[1,0]]}"#,
        r#"{"event":"done","result":"found","cost":1}"#,
    ];
    let log = read(lines.join("\n")).expect("a log");
    let options = PosthocOptions::of_file("x.TRACE.YML").expect("a search trace").with_sentences(true);
    assert!(options.yaml && options.map == "x");
    assert_eq!(PosthocOptions::of_file("x.json"), None);
    let json = PosthocOptions::of_file("x.trace.json").expect("a search trace").with_sentences(true);
    let written = write_posthoc_log(&log, None, &json).expect("written");
    assert_eq!(
        written.lost,
        [
            "1 refused neighbour",
            "1 tie",
            "1 random draw",
            "1 change of a layer",
            "1 cell seen or no longer seen",
            "2 notes and outcomes",
            "2 texts and lists in events",
        ]
    );
    let document = document(&written);
    runs_nothing_else(&document);
    let types: Vec<&str> =
        document["events"].as_array().expect("events").iter().filter_map(|e| e["type"].as_str()).collect();
    assert_eq!(
        types,
        [
            "map",
            "source",
            "destination",
            "generating",
            "expanding",
            "generating",
            "updating",
            "$ {{ x }}",
            "map-event",
            "tile",
            "closing",
            "solution",
            "end"
        ]
    );
    assert_eq!(document["events"][3]["say"], "$ {{ alert(1) }}");
    assert_eq!(document["events"][4]["big"], true);
    let plain = write_posthoc_log(&log, None, &PosthocOptions::default()).expect("written");
    assert!(!String::from_utf8(plain.bytes).expect("text").contains("alert"));
}

#[test]
fn an_event_is_never_its_own_parent() {
    let lines = [
        r#"{"format":"gridscope-trace","version":2,"state":["t"],"waits":true}"#,
        r#"{"event":"open","at":[0,0],"t":0,"g":0}"#,
        r#"{"event":"expand","at":[0,0],"t":0}"#,
        r#"{"event":"open","at":[0,0],"t":1,"from":{"at":[0,0],"t":0},"g":1}"#,
        r#"{"event":"expand","at":[0,0],"t":1}"#,
        r#"{"event":"open","at":[1,0],"t":2,"from":{"at":[0,0],"t":1},"g":2}"#,
        r#"{"event":"path","cells":[[0,0],[0,0],[1,0]]}"#,
    ];
    let log = read(lines.join("\n")).expect("a log");
    let written = write_posthoc_log(&log, None, &PosthocOptions::default()).expect("written");
    let document = document(&written);
    let parents: Vec<(&str, Option<&str>)> = document["events"]
        .as_array()
        .expect("events")
        .iter()
        .map(|e| (e["id"].as_str().expect("id"), e["pId"].as_str()))
        .collect();
    assert!(parents.iter().all(|(id, parent)| Some(*id) != *parent), "{parents:?}");
    assert!(parents.contains(&("1,0@2", Some("0,0@1"))), "{parents:?}");
}

#[test]
fn a_second_search_has_ids_of_its_own() {
    let lines = [
        r#"{"event":"open","at":[0,0]}"#,
        r#"{"event":"expand","at":[0,0]}"#,
        r#"{"event":"open","at":[1,0],"from":[0,0]}"#,
        r#"{"event":"path","cells":[[0,0],[1,0]]}"#,
        r#"{"event":"open","at":[1,0]}"#,
        r#"{"event":"expand","at":[1,0]}"#,
        r#"{"event":"open","at":[0,0],"from":[1,0]}"#,
        r#"{"event":"path","cells":[[1,0],[0,0]]}"#,
    ];
    let log = read(lines.join("\n")).expect("a log");
    let written = write_posthoc_log(&log, None, &PosthocOptions::default()).expect("written");
    let document = document(&written);
    let events = document["events"].as_array().expect("events");
    let start = events.iter().position(|event| event["id"] == "1,0#2").expect("a second search");
    assert_eq!(events[start].get("pId"), None);
    assert_eq!(drawn_path(events, events.len() - 1), [Cell::new(1, 0), Cell::new(0, 0)]);
    assert_eq!(paths(&read(&written.bytes).expect("a log")), paths(&log));
}

#[test]
fn search_trace_keeps_the_pattern_of_the_sample() {
    let log = read_sample("ours/search-with-walls.trace.json");
    // Without a size, its map is an event like any other.
    assert_eq!((log.events.get(0).expect("an event").name().as_str(), log.header.scene.is_none()), ("map", true));
    assert_eq!(brief(&log)[1..], EVENTS);
    let written = write_posthoc_log(&log, None, &PosthocOptions::default()).expect("written");
    let (ours, pattern) =
        (document(&written), std::fs::read(sample("ours/search-with-walls.trace.json")).expect("a file"));
    let pattern: Value = serde_json::from_slice(&pattern).expect("JSON");
    assert_eq!((&ours["version"], &ours["pivot"]), (&pattern["version"], &pattern["pivot"]));
    assert_eq!(ours["views"]["main"][0]["$for"], pattern["views"]["main"][0]["$for"]);
    let names = |document: &Value| document.as_object().map(|all| all.keys().cloned().collect::<Vec<_>>());
    assert_eq!(names(&ours), names(&pattern));
}

#[test]
fn posthoc_walls_that_are_entered_are_floor() {
    let map = json!({ "type": "map", "id": "map", "x": 0, "y": 0, "width": 4, "height": 2,
        "walls": [{ "x": 1, "y": 0 }, { "x": 2, "y": 0 }, { "x": 9, "y": 9 }] });
    let open = |x: u16| json!({ "type": "generating", "id": format!("{x},0"), "x": x, "y": 0 });
    let tile = |x: u16| json!({ "type": "tile", "id": "t", "x": x, "y": 0, "tile": "wall" });
    let log = read(with_events(&json!([map, open(0), open(1), tile(0), tile(3)]))).expect("a log");
    let rows = log.header.line["map"].clone();
    assert_eq!(rows, json!(["..#.", "...."]));
    assert_eq!(
        log.events.get(0).expect("an event").text("text"),
        Some("1 wall is left out of the map, because events open or expand them.")
    );
    assert_eq!(brief(&log)[1..], ["open 0,0", "open 1,0", "x-tile 0,0", "tile 3,0"]);
    // A map that does not hold all events is no map.
    let log = read(with_events(&json!([map, open(7)]))).expect("a log");
    assert_eq!(
        (log.header.scene.is_none(), brief(&log)),
        (true, ["note", "map 0,0", "open 7,0"].map(String::from).into())
    );
}

#[test]
fn log_lines_become_a_search_trace() {
    let mut bytes = Vec::new();
    let lines = "{\"event\":\"open\",\"at\":[0,0],\"g\":0}\n{\"event\":\"expand\",\"at\":[0,0]}\n";
    write_packed("a.trace.json", &mut bytes, &Workers::default(), |out| out.write_all(lines.as_bytes()))
        .expect("written");
    assert_eq!(brief(&read(&bytes).expect("a log")), ["open 0,0", "expand 0,0", "closing 0,0"]);
    let bad = write_packed("a.trace.json", &mut Vec::new(), &Workers::default(), |out| {
        out.write_all(b"{\"event\":\"open\"}\n")
    });
    assert!(bad.is_err_and(|error| error.to_string().contains("\"at\"")));
}
