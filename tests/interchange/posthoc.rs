//! Search traces of Posthoc: read as logs, and written from runs.

use crate::support::{is_clear, random_scene, sample, scenes};
use gridscope_core::algorithms::Registry;
use gridscope_core::geometry::Cell;
use gridscope_core::rng::Rng;
use gridscope_core::trace::Control;
use gridscope_formats::log::{Log, LogEvent, Word};
use gridscope_formats::trace_file::log_of;
use gridscope_formats::{
    Content, FormatError, LineCopy, Options, PosthocOptions, Written, file_endings, holds_lines, read_content_of,
    write_packed, write_posthoc, write_posthoc_log,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn read(text: impl AsRef<[u8]>) -> Result<Log, FormatError> {
    match read_content_of("the file", &mut text.as_ref(), &Options::default())? {
        Content::Log(log) => Ok(*log),
        other => panic!("no log: {other:?}"),
    }
}

fn read_sample(name: &str) -> Log {
    let log = read(std::fs::read(sample(name)).expect("a sample")).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(log.broken, None, "{name}");
    log
}

/// The events of a log as `word x,y`.
fn brief(log: &Log) -> Vec<String> {
    let at = |event: &LogEvent| event.at.map_or_else(String::new, |at| format!(" {},{}", at.x, at.y));
    log.events.iter().map(|event| format!("{}{}", event.name(), at(event))).collect()
}

#[expect(clippy::unnecessary_wraps, reason = "it is compared with cells that an event may lack")]
fn cell(x: u16, y: u16) -> Option<Cell> {
    Some(Cell::new(x, y))
}

/// A document with these events.
fn with_events(events: &Value) -> String {
    json!({ "version": "1.4.0", "views": {}, "events": events }).to_string()
}

const EVENTS: [&str; 13] = [
    "source 1,1",
    "destination 4,4",
    "open 1,1",
    "expand 1,1",
    "open 2,1",
    "open 1,2",
    "closing 1,1",
    "expand 2,1",
    "open 3,1",
    "open 1,2",
    "x-end 3,1",
    "path",
    "done",
];

#[test]
fn samples_of_all_versions_are_the_same_log() {
    for name in ["search.trace.json", "search.trace.yaml", "older-1.0.5.trace.json", "older-1.0.4-eventList.trace.json"]
    {
        let log = read_sample(&format!("posthoc/{name}"));
        assert_eq!(brief(&log), EVENTS, "{name}");
        assert_eq!((log.header.start, log.header.goal), (cell(1, 1), cell(4, 4)), "{name}");
        let open = &log.events[4];
        assert_eq!((open.from, open.g(), open.h(), open.f()), (cell(1, 1), Some(1.0), Some(5.0), Some(6.0)), "{name}");
        let path = log.events[11].cells("cells").expect("a path");
        assert_eq!(path, [Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 1)], "{name}");
        // The end is not the destination, so the search does not claim to have found it.
        assert_eq!(log.events[12].text("result"), Some("end"), "{name}");
        assert!(log.header.words.is_empty() && log.whole.is_none(), "{name}");
    }
}

#[test]
fn an_id_of_0_is_a_parent_when_it_is_read() {
    let log = read_sample("posthoc/ids-zero-and-missing-version.trace.json");
    assert_eq!(brief(&log), ["expand 0,0", "open 1,0"]);
    assert_eq!(log.events[1].from, cell(0, 0));
}

#[test]
fn code_in_views_is_counted_and_not_run() {
    let log = read_sample("hostile/posthoc-code-in-expression.trace.json");
    assert_eq!(log.events[0].text("text"), Some("2 expressions for a place are not run."));
    assert_eq!(brief(&log)[1..], EVENTS);
}

#[test]
fn aliases_in_yaml_are_refused_with_their_line() {
    let bytes = std::fs::read(sample("hostile/posthoc-yaml-aliases.trace.yaml")).expect("a sample");
    let error = read(bytes).expect_err("refused");
    assert_eq!((error.source.as_str(), error.line), ("the file", Some(1)));
    assert!(error.found.contains("anchor"), "{error}");
}

#[test]
fn what_is_no_search_trace_is_left_to_the_other_formats() {
    for folder in ["tiled", "odd", "ldtk", "tabletop", "roguelike", "hostile", "godot", "ros"] {
        for file in std::fs::read_dir(sample(folder)).expect("a folder") {
            let path = file.expect("a file").path();
            let name = path.display().to_string();
            if !path.is_file() || name.contains("posthoc") {
                continue;
            }
            let bytes = std::fs::read(&path).expect("a file");
            let log = matches!(read_content_of(&name, &mut &*bytes, &Options::default()), Ok(Content::Log(_)));
            assert!(!log, "{name}");
        }
    }
    let scene = r#"{"format":"gridscope-scene","version":1,"rows":["..#"],"notes":"\"events\": []"}"#;
    assert!(matches!(read_content_of("a", &mut scene.as_bytes(), &Options::default()), Ok(Content::Scene(_))));
    // Only the outermost names count.
    let nested = r#"{"a":{"events":[]},"rows":[".."],"b":"events\": "}"#;
    let error = read_content_of("a", &mut nested.as_bytes(), &Options::default()).expect_err("no scene");
    assert!(error.found.contains("names no format"), "{error}");
    assert!(read_content_of("a", &mut &b"version: 1\nimage: a.pgm\n"[..], &Options::default()).is_err());
    let log = read(r#"{"event":"x","events":[1],"at":[0,0]}"#).expect("a log");
    assert_eq!(brief(&log), ["x 0,0"]);
}

#[test]
fn the_events_may_come_after_long_views() {
    let part = json!({ "$": "rect", "x": "${{ $.col }}", "y": "${{ $.row }}", "fill": "red" });
    let views = json!({ "main": vec![part; 500] });
    let document = json!({ "version": "1.4.0", "views": views, "events": [{ "type": "expand", "col": 3, "row": 2 }] });
    assert_eq!(brief(&read(document.to_string()).expect("a log")), ["expand 3,2"]);
}

#[test]
fn a_place_is_a_field_plus_a_number() {
    let place = |x: &str, y: &str, event: Value| {
        let pivot = json!({ "x": x, "y": y });
        let document =
            json!({ "version": "1.4.0", "views": {}, "pivot": pivot, "events": [event, { "x": 0, "y": 0 }] });
        read(document.to_string()).map(|log| log.events.iter().find(|event| event.name() == "a").and_then(|a| a.at))
    };
    let event = || json!({ "type": "a", "id": 7, "col": 5, "row": 3 });
    for (x, y, at) in [
        ("${{ $.col }}", "${{ $.row }}", cell(5, 3)),
        ("${{$.col + 0.5}}", "${{ $.row+0.5 }}", cell(5, 3)),
        ("{{ctx.col}}", "{{$.event.row - 1}}", cell(5, 2)),
        ("${{ col + 2 }}", "${{ row }}", cell(7, 3)),
        ("${{ $.col * 2 }}", "${{ $.row }}", None),
        ("${{ $.col + $.row }}", "${{ $.row }}", None),
        ("${{ $.col + 1e3 }}", "${{ $.row }}", None),
        ("${{ $.col }} and ${{ $.row }}", "${{ $.row }}", None),
        ("${{ $.col() }}", "${{ $.row }}", None),
        ("${{ }}", "${{ 5 }}", None),
        ("$.col", "$.row", None),
    ] {
        assert_eq!(place(x, y, event()).expect("a log"), at, "{x} {y}");
    }
    // Whole numbers x and y come first, and other numbers are no cells.
    let (x, y) = ("${{ $.col }}", "${{ $.row }}");
    assert_eq!(place(x, y, json!({ "type": "a", "x": 1, "y": 2.0, "col": 5, "row": 3 })).expect("a log"), cell(1, 2));
    assert_eq!(place(x, y, json!({ "type": "a", "x": 1, "y": 2.5 })).expect("a log"), None);
}

#[test]
fn events_without_a_place_are_counted() {
    let log = read(with_events(&json!([
        { "type": "expand", "id": 1 }, { "type": "generate", "id": 2, "x": 1.5, "y": 2 }, { "type": "message", "id": 3 },
        { "type": "expand", "id": 4, "x": 1, "y": 1 },
    ])))
    .expect("a log");
    assert_eq!(brief(&log), ["note", "message", "expand 1,1"]);
    assert_eq!(log.events[0].text("text"), Some("2 events have no place in whole cells and are left out."));
    let error = read(with_events(&json!([{ "type": "expand", "id": 1 }]))).expect_err("no place");
    assert!(error.found.contains("no event has a place"), "{error}");
}

#[test]
fn places_may_be_negative_or_far_away() {
    let at = |x: i64, y: i64| json!({ "type": "expand", "id": format!("{x}/{y}"), "x": x, "y": y });
    let log = read(with_events(&json!([at(-3, 2), at(1, -1)]))).expect("a log");
    assert_eq!((log.header.origin, brief(&log)), ([-3, -1], vec!["expand 0,3".to_owned(), "expand 4,0".to_owned()]));
    let log = read(with_events(&json!([at(100_000, 7), at(100_002, 8)]))).expect("a log");
    assert_eq!((log.header.origin, brief(&log)[1].as_str()), ([100_000, 0], "expand 2,8"));
    let error = read(with_events(&json!([at(-73_000_000, 7), at(100_002, 8)]))).expect_err("too far");
    assert!(error.to_string().contains("x from -73000000 to 100002"), "{error}");
}

#[test]
fn fields_and_types_with_a_meaning_in_logs_get_other_names() {
    let log = read(with_events(&json!([
        { "type": "move", "id": "a", "x": 1, "y": 1, "from": "b", "g": "much", "list": 3, "colour": "red", "parts": [1, 2] },
        { "type": "path", "x": 1, "y": 1, "cells": 7 },
        { "type": "Expanding", "id": 3, "pId": 9, "x": 2, "y": 1, "g": 1.5 },
        { "x": 0, "y": 0 },
    ])))
    .expect("a log");
    assert_eq!(
        (brief(&log), log.broken),
        (["x-move 1,1", "x-path 1,1", "expand 2,1", "event 0,0"].map(String::from).into(), None)
    );
    let fields: Vec<String> = log.events[0].others.iter().map(|(name, value)| format!("{name} {value}")).collect();
    assert_eq!(fields, ["id \"a\"", "x-from \"b\"", "x-g \"much\"", "x-list 3", "colour \"red\"", "parts [1,2]"]);
    // A parent that no event has is kept as it stands.
    assert_eq!(log.events[2].number("pId"), Some(9.0));
}

#[test]
fn another_cost_at_the_expansion_is_no_cost_of_the_node() {
    let log = read(with_events(&json!([
        { "type": "generating", "id": 1, "x": 1, "y": 1, "g": 5 }, { "type": "expanding", "id": 1, "x": 1, "y": 1, "g": 7 },
        { "type": "generating", "id": 2, "x": 1, "y": 1, "g": 2 }, { "type": "expanding", "id": 2, "x": 1, "y": 1, "g": 2 },
    ])))
    .expect("a log");
    let costs: Vec<Option<f64>> = log.events.iter().map(LogEvent::g).collect();
    assert_eq!(costs, [Some(5.0), None, Some(2.0), Some(2.0)]);
    assert_eq!(log.events[1].number("x-g"), Some(7.0));
}

#[test]
fn a_later_source_begins_another_search() {
    let log = read(with_events(&json!([
        { "type": "source", "id": 1, "x": 1, "y": 1 }, { "type": "expanding", "id": 1, "x": 1, "y": 1 },
        { "type": "source", "id": 2, "x": 2, "y": 1 }, { "type": "expanding", "id": 2, "x": 2, "y": 1 },
        { "type": "source", "id": 3, "x": 3, "y": 1 },
    ])))
    .expect("a log");
    assert_eq!(brief(&log), ["source 1,1", "expand 1,1", "begin", "expand 2,1", "end", "begin", "end"]);
    assert_eq!(log.events[2].cell("start"), cell(2, 1));
}

#[test]
fn parents_in_a_circle_give_no_path() {
    let log = read(with_events(&json!([
        { "type": "open", "id": 1, "pId": 2, "x": 1, "y": 1 }, { "type": "open", "id": 2, "pId": 1, "x": 2, "y": 1 },
        { "type": "end", "id": 2, "x": 2, "y": 1 },
    ])))
    .expect("a log");
    assert_eq!(brief(&log), ["note", "open 1,1", "open 2,1", "x-end 2,1", "done"]);
}

#[test]
fn yaml_is_read_in_the_shapes_that_programs_print() {
    let text = "--- \n# a trace\nversion: 1.4.0 # exactly\n\"views\": {main: [{$: rect, x: \"${{ $.x }}\"}]}\nevents:\n\
                - { type: source, id: 0, x: 1, y: 1 } # a comment\n- type: generate\n  id: 1\n  pId:\n  x: 1\n  y: 1\n  \
                g: 1.0e-05\n  say: 'it''s # \"x\"'\n-\n  type: \"expand\\u0069ng\"\n  x: 1\r\n  y: 1\n  f: .inf\n- {\n    \
                \"type\": \"close\",\"id\":\"a\",\n    x: 1, y: 1, z,\n  }\n- type: generate\n  id: 2\n  pId: 0\n  x: 2\n  y: 1";
    let log = read(text).expect("a log");
    assert_eq!(brief(&log), ["source 1,1", "open 1,1", "expand 1,1", "close 1,1", "open 2,1"]);
    let (open, expand) = (&log.events[1], &log.events[2]);
    assert_eq!((open.g(), open.text("x-say"), open.from), (Some(0.00001), Some("it's # \"x\""), None));
    assert_eq!((expand.text("x-f"), log.events[4].from), (Some("inf"), cell(1, 1)));
    let json = "version: 1.4.0\nevents: [\n  {\"type\":\"expand\",\"x\":3,\"y\":4},\n\n  {\"x\":1,\"y\":1}\n]\n";
    assert_eq!(brief(&read(json).expect("a log")), ["expand 3,4", "event 1,1"]);
    let first = "events:\n- {type: expand, x: 3, y: 4}\nversion: 1.4.0\n";
    assert_eq!(brief(&read(first).expect("a log")), ["expand 3,4"]);
}

#[test]
fn other_yaml_is_refused_with_its_line() {
    for (line, text, what) in [
        (2, "version: 1.4.0\nevents: &a []", "an anchor"),
        (3, "version: 1.4.0\nevents:\n- *a", "an alias"),
        (3, "version: 1.4.0\nevents:\n- {id: *a}", "an alias"),
        (3, "version: 1.4.0\nevents:\n- !!map {}", "a tag"),
        (4, "version: 1.4.0\nevents:\n- type: a\n  say: |\n    text", "a text over several lines"),
        (5, "version: 1.4.0\nevents:\n- type: a\n  say: one\n    two", "goes on"),
        (3, "version: 1.4.0\nevents:\n- say: \"one\n  two\"", "several lines"),
        (3, "version: 1.4.0\nevents:\n- say: \"\\q\"", "escape"),
        (4, "version: 1.4.0\nevents:\n- x: 1\n\ty: 2", "tab"),
        (4, "version: 1.4.0\nevents: []\n---\nversion: 1.4.0\n", "another document"),
        (4, "version: 1.4.0\nevents:\n- {x: 1,\n  y: 2", "not closed"),
        (4, "version: 1.4.0\nevents:\n- x: 1\n  words", "no name"),
        (3, "version: 1.4.0\nevents:\n- {\"x\" 1}", "after a name"),
        (3, "version: 1.4.0\nevents:\n- [1 [2]]", "after a value"),
        (3, "version: 1.4.0\nevents:\n- [,]", "where a value"),
        (3, "version: 1.4.0\nevents:\n- ? x\n", "lines of its own"),
        (4, "version: 1.4.0\nevents:\n  - x: 1\n - x: 2", "goes on"),
    ] {
        let error = read(text).expect_err(text);
        is_clear(text, &error);
        let at = error.line.unwrap_or(0);
        assert!(at.abs_diff(line) <= 1 && error.found.contains(what), "{text:?}: {error}");
    }
    let deep = format!("version: 1.4.0\nevents: {}", "[".repeat(100_000));
    assert!(read(deep).expect_err("too deep").found.contains("64"));
}

#[test]
fn other_json_is_refused_in_one_sentence() {
    for text in [
        "{\"events\": 3}",
        "{\"events\": [1]}",
        "{\"events\": [{\"x\": 1",
        "{\"events\": []} x",
        "{\"views\": {}}",
        "{\"events\": [], \"eventList\": []}",
        "{\"events\": null}",
        "{\"events\": [[]]}",
    ] {
        let error = read(text).expect_err(text);
        is_clear(text, &error);
        assert_eq!(error.source, "the file", "{text}");
    }
    let error = read("{\n\"events\": [\n{\"x\":1,}]}").expect_err("a comma too many");
    assert!(error.to_string().contains("events[0]") || error.line == Some(3), "{error}");
    assert_eq!(read("{\"events\": []}").expect("nothing").events.len(), 0);
    let deep = with_events(&json!([{ "x": 1, "y": 1 }]))
        .replace("\"x\":1", &format!("\"a\":{}{},\"x\":1", "[".repeat(90), "]".repeat(90)));
    let log = read(deep).expect("a log");
    is_clear("deep", &log.broken.expect("too deep"));
}

#[test]
fn packed_search_traces_are_read_and_copied_as_lines() {
    let bytes = std::fs::read(sample("posthoc/search.trace.json")).expect("a sample");
    let mut packed = Vec::new();
    write_packed("a.trace.jsonl.gz", &mut packed, |out| out.write_all(&bytes)).expect("packed");
    assert_eq!(brief(&read(&packed).expect("a log")), EVENTS);
    let (mut from, mut lines) = (&bytes[..], Vec::new());
    LineCopy::of("a", &mut from).expect("lines").write("b.trace.jsonl", &mut lines).expect("copied");
    assert_eq!(brief(&read(&lines).expect("a log")), EVENTS);
    assert!(holds_lines("a.trace.json") && !holds_lines("a.scene.json"));
    assert!(file_endings().contains(&"yaml"));
}

#[test]
fn damaged_files_are_read_or_refused() {
    for name in ["posthoc/search.trace.json", "posthoc/search.trace.yaml", "ours/search-with-walls.trace.json"] {
        let bytes = std::fs::read(sample(name)).expect("a sample");
        let check = |bytes: &[u8], case: String| match read_content_of("the file", &mut &*bytes, &Options::default()) {
            Ok(Content::Log(log)) => {
                log.broken.iter().for_each(|error| is_clear(&case, error));
            }
            Ok(_) => {}
            Err(error) => is_clear(&case, &error),
        };
        for end in 0..bytes.len() {
            check(&bytes[..end], format!("{name} cut at {end}"));
        }
        let mut dice = Rng::new(7);
        for number in 0..1_000 {
            let mut changed = bytes.clone();
            for _ in 0..=dice.below(3) {
                let at = dice.below(bytes.len() as u64) as usize;
                changed[at] = match dice.below(3) {
                    0 => changed[at] ^ (1 << dice.below(8)),
                    1 => b"0123456789-.,:{}[]\"'#&*!|>\n "[dice.below(27) as usize],
                    _ => changed[dice.below(bytes.len() as u64) as usize],
                };
            }
            check(&changed, format!("{name}, change {number}"));
        }
    }
}

#[test]
fn large_and_repetitive_files_take_no_longer_than_their_size() {
    let began = Instant::now();
    let near = |what: &str| assert!(began.elapsed() < Duration::from_secs(10), "{what}: {:?}", began.elapsed());
    // Every end has a long way.
    let chain = (1..20_000).map(|i| json!({ "type": "open", "id": i, "pId": i - 1, "x": i % 100, "y": 0 }));
    let ends = (0..2_000)
        .flat_map(|i| [json!({ "type": "end", "id": 19_999 - i, "x": 0, "y": 0 }), json!({ "x": 0, "y": 0 })]);
    let first = json!({ "type": "open", "id": 0, "x": 0, "y": 0 });
    let log = read(with_events(&[first].into_iter().chain(chain).chain(ends).collect())).expect("a log");
    assert!(log.events[0].text("text").is_some_and(|text| text.contains("paths")), "{:?}", log.events[0]);
    near("ends");
    let wide = (0..2_000).map(|i| format!("\"a{i}\":1,")).collect::<Vec<_>>().concat();
    is_clear("wide", &read(format!("{{\"events\":[{{{wide}\"x\":1,\"y\":1}}]}}")).expect_err("too many fields"));
    is_clear("brackets", &read(format!("{{\"events\":[{}", "[".repeat(1 << 20))).expect_err("cut"));
    near("brackets");
}

/// Parts of an event that a search trace keeps.
type Kept = (Word, Option<Cell>, Option<Cell>, [Option<f64>; 3]);

fn kept(log: &Log) -> Vec<Kept> {
    let whole = |event: &LogEvent| {
        let sum = || Some(event.g()? + event.h()?);
        [event.g().or(event.number("x-g")), event.h(), event.f().or_else(sum)].map(|x| x.filter(|x| x.is_finite()))
    };
    let is_kept = |event: &&LogEvent| matches!(event.word, Word::Open | Word::Expand);
    // An expanded cell carries its parent in a search trace.
    let from = |event: &LogEvent| event.from.filter(|_| event.word == Word::Open);
    log.events.iter().filter(is_kept).map(|event| (event.word.clone(), event.at, from(event), whole(event))).collect()
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
fn each_lesson_is_written_and_read_again() {
    let registry = Registry::default();
    let mut searches = 0;
    for (name, scene) in scenes(0) {
        let control = Control { budget: 4_000, ..Control::default() };
        let Ok(replay) = registry.record(&scene, &control) else { continue };
        if replay.halted().is_some() {
            continue;
        }
        let options = PosthocOptions::of_file("a/room.trace.json").expect("a search trace");
        let written = write_posthoc(&scene, &replay, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        let before = log_of(&scene, &replay).expect("a log");
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
        let blocked = |row: &[gridscope_core::terrain::Tile]| row.len();
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
        assert_eq!(again.events, after.events, "{name}");
    }
    assert!(searches > 15, "{searches} searches");
}

#[test]
fn random_scenes_are_written_and_read_again() {
    let registry = Registry::default();
    let mut count = 0;
    for seed in 0..200 {
        let mut scene = random_scene(seed);
        for algorithm in ["astar", "ida-star", "d-star-lite"] {
            scene.run.algorithm = algorithm.to_owned();
            let control = Control { budget: 3_000, ..Control::default() };
            let Ok(replay) = registry.record(&scene, &control) else { continue };
            let written = write_posthoc(&scene, &replay, &PosthocOptions::default()).expect("written");
            let before = log_of(&scene, &replay).expect("a log");
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
fn what_is_lost_is_counted() {
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
fn the_pattern_of_what_is_written_is_kept() {
    let log = read_sample("ours/search-with-walls.trace.json");
    // Without a size, its map is an event like any other.
    assert_eq!((log.events[0].name().as_str(), log.header.scene.is_none()), ("map", true));
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
fn walls_that_are_entered_are_none() {
    let map = json!({ "type": "map", "id": "map", "x": 0, "y": 0, "width": 4, "height": 2,
        "walls": [{ "x": 1, "y": 0 }, { "x": 2, "y": 0 }, { "x": 9, "y": 9 }] });
    let open = |x: u16| json!({ "type": "generating", "id": format!("{x},0"), "x": x, "y": 0 });
    let tile = |x: u16| json!({ "type": "tile", "id": "t", "x": x, "y": 0, "tile": "wall" });
    let log = read(with_events(&json!([map, open(0), open(1), tile(0), tile(3)]))).expect("a log");
    let rows = log.header.line["map"].clone();
    assert_eq!(rows, json!(["..#.", "...."]));
    assert_eq!(log.events[0].text("text"), Some("1 wall is left out of the map, because events open or expand them."));
    assert_eq!(brief(&log)[1..], ["open 0,0", "open 1,0", "x-tile 0,0", "tile 3,0"]);
    // A map that does not hold all events is no map.
    let log = read(with_events(&json!([map, open(7)]))).expect("a log");
    assert_eq!(
        (log.header.scene.is_none(), brief(&log)),
        (true, ["note", "map 0,0", "open 7,0"].map(String::from).into())
    );
}

#[test]
fn lines_that_are_written_to_a_search_trace_become_one() {
    let mut bytes = Vec::new();
    let lines = "{\"event\":\"open\",\"at\":[0,0],\"g\":0}\n{\"event\":\"expand\",\"at\":[0,0]}\n";
    write_packed("a.trace.json", &mut bytes, |out| out.write_all(lines.as_bytes())).expect("written");
    assert_eq!(brief(&read(&bytes).expect("a log")), ["open 0,0", "expand 0,0", "closing 0,0"]);
    let bad = write_packed("a.trace.json", &mut Vec::new(), |out| out.write_all(b"{\"event\":\"open\"}\n"));
    assert!(bad.is_err_and(|error| error.to_string().contains("\"at\"")));
}
