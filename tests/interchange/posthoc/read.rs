//! Search traces that are read.

use super::*;
use gridscope_trace::progress::{Progress, at_once};
use gridscope_trace::workers::Workers;

#[test]
fn posthoc_samples_of_all_versions_are_one_log() {
    for name in ["search.trace.json", "search.trace.yaml", "older-1.0.5.trace.json", "older-1.0.4-eventList.trace.json"]
    {
        let log = read_sample(&format!("posthoc/{name}"));
        assert_eq!(brief(&log), EVENTS, "{name}");
        assert_eq!((log.header.start, log.header.goal), (cell(1, 1), cell(4, 4)), "{name}");
        let open = &log.events.get(4).expect("an event");
        assert_eq!((open.from, open.g(), open.h(), open.f()), (cell(1, 1), Some(1.0), Some(5.0), Some(6.0)), "{name}");
        let path = log.events.get(11).expect("an event").cells("cells").expect("a path");
        assert_eq!(path, [Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 1)], "{name}");
        // The end is not the destination, so the search does not claim to have found it.
        assert_eq!(log.events.get(12).expect("an event").text("result"), Some("end"), "{name}");
        assert!(log.header.words.is_empty() && log.whole.is_none(), "{name}");
    }
}

#[test]
fn posthoc_parent_id_0_is_read() {
    let log = read_sample("posthoc/ids-zero-and-missing-version.trace.json");
    assert_eq!(brief(&log), ["expand 0,0", "open 1,0"]);
    assert_eq!(log.events.get(1).expect("an event").from, cell(0, 0));
}

#[test]
fn code_in_posthoc_views_is_not_run() {
    let log = read_sample("hostile/posthoc-code-in-expression.trace.json");
    assert_eq!(log.events.get(0).expect("an event").text("text"), Some("2 expressions for a place are not run."));
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
fn other_files_are_not_taken_for_search_traces() {
    for folder in ["tiled", "odd", "ldtk", "tabletop", "roguelike", "hostile", "godot", "ros"] {
        for file in std::fs::read_dir(sample(folder)).expect("a folder") {
            let path = file.expect("a file").path();
            let name = path.display().to_string();
            if !path.is_file() || name.contains("posthoc") {
                continue;
            }
            let bytes = std::fs::read(&path).expect("a file");
            let log = matches!(
                at_once(read_content(&name, &mut &*bytes, &Options::default(), &Progress::default())),
                Ok(Content::Log(_))
            );
            assert!(!log, "{name}");
        }
    }
    let scene = r#"{"format":"gridscope-scene","version":1,"rows":["..#"],"notes":"\"events\": []"}"#;
    assert!(matches!(
        at_once(read_content("a", &mut scene.as_bytes(), &Options::default(), &Progress::default())),
        Ok(Content::Scene(_))
    ));
    // Only the outermost names count.
    let nested = r#"{"a":{"events":[]},"rows":[".."],"b":"events\": "}"#;
    let error = at_once(read_content("a", &mut nested.as_bytes(), &Options::default(), &Progress::default()))
        .expect_err("no scene");
    assert!(error.found.contains("names no format"), "{error}");
    assert!(
        at_once(read_content("a", &mut &b"version: 1\nimage: a.pgm\n"[..], &Options::default(), &Progress::default()))
            .is_err()
    );
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
fn posthoc_place_is_a_field_plus_a_number() {
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
fn posthoc_events_without_a_place_are_counted() {
    let log = read(with_events(&json!([
        { "type": "expand", "id": 1 }, { "type": "generate", "id": 2, "x": 1.5, "y": 2 }, { "type": "message", "id": 3 },
        { "type": "expand", "id": 4, "x": 1, "y": 1 },
    ])))
    .expect("a log");
    assert_eq!(brief(&log), ["note", "message", "expand 1,1"]);
    assert_eq!(
        log.events.get(0).expect("an event").text("text"),
        Some("2 events have no place in whole cells and are left out.")
    );
    let error = read(with_events(&json!([{ "type": "expand", "id": 1 }]))).expect_err("no place");
    assert!(error.found.contains("no event has a place"), "{error}");
}

#[test]
fn search_traces_without_cells_are_named() {
    for (events, what) in [
        (json!([{ "type": "source", "id": 0, "x1": 165, "y1": 263, "x2": 165, "y2": 260 }]), "a mesh or on intervals"),
        (json!([{ "type": "source", "id": 7 }, { "type": "generating", "id": 8, "pId": 7 }]), "this is a tree"),
        (json!([{ "type": "agent", "id": 0, "agent0": [{ "x": 23, "y": 13 }] }]), "lists of points"),
        (
            json!([{ "type": "source", "id": 0, "x": -73_533_430, "y": 1 }, { "type": "end", "id": 1, "x": 5, "y": 1 }]),
            "a map of roads",
        ),
    ] {
        let error = read(with_events(&events)).expect_err(what);
        assert!(error.found.contains(what) && error.expected.contains("a search on a grid"), "{error}");
    }
}

#[test]
fn posthoc_places_may_be_negative_or_distant() {
    let at = |x: i64, y: i64| json!({ "type": "expand", "id": format!("{x}/{y}"), "x": x, "y": y });
    let log = read(with_events(&json!([at(-3, 2), at(1, -1)]))).expect("a log");
    assert_eq!((log.header.origin, brief(&log)), ([-3, -1], vec!["expand 0,3".to_owned(), "expand 4,0".to_owned()]));
    let log = read(with_events(&json!([at(100_000, 7), at(100_002, 8)]))).expect("a log");
    assert_eq!((log.header.origin, brief(&log)[1].as_str()), ([100_000, 0], "expand 2,8"));
    let error = read(with_events(&json!([at(-73_000_000, 7), at(100_002, 8)]))).expect_err("too far");
    assert!(error.to_string().contains("x from -73000000 to 100002"), "{error}");
}

#[test]
fn posthoc_fields_with_a_log_meaning_are_renamed() {
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
    let first = log.events.get(0).expect("an event");
    let fields: Vec<String> = first.others.iter().map(|(name, value)| format!("{name} {value}")).collect();
    assert_eq!(fields, ["id \"a\"", "x-from \"b\"", "x-g \"much\"", "x-list 3", "colour \"red\"", "parts [1,2]"]);
    // A parent that no event has is kept as it stands.
    assert_eq!(log.events.get(2).and_then(|event| event.number("pId")), Some(9.0));
}

#[test]
fn g_that_differs_at_expansion_is_renamed_only_after_an_end() {
    let log = read(with_events(&json!([
        { "type": "generating", "id": 1, "x": 1, "y": 1, "g": 5 }, { "type": "expanding", "id": 1, "x": 1, "y": 1, "g": 7 },
        { "type": "generating", "id": 2, "x": 1, "y": 1, "g": 2 }, { "type": "expanding", "id": 2, "x": 1, "y": 1, "g": 2 },
    ])))
    .expect("a log");
    let costs: Vec<Option<f64>> = log.events.iter().map(|event| event.g()).collect();
    assert_eq!(costs, [Some(5.0), Some(7.0), Some(2.0), Some(2.0)]);
    let log = read(with_events(&json!([
        { "type": "generating", "id": 1, "x": 1, "y": 1, "g": 5 }, { "type": "end", "id": 1, "x": 1, "y": 1 },
        { "type": "expanding", "id": 1, "x": 1, "y": 1, "g": 7 },
    ])))
    .expect("a log");
    let last = log.events.last().expect("an event");
    assert_eq!((last.g(), last.number("x-g")), (None, Some(7.0)));
}

#[test]
fn second_posthoc_source_starts_another_search() {
    let log = read(with_events(&json!([
        { "type": "source", "id": 1, "x": 1, "y": 1 }, { "type": "expanding", "id": 1, "x": 1, "y": 1 },
        { "type": "source", "id": 2, "x": 2, "y": 1 }, { "type": "expanding", "id": 2, "x": 2, "y": 1 },
        { "type": "source", "id": 3, "x": 3, "y": 1 },
    ])))
    .expect("a log");
    assert_eq!(brief(&log), ["source 1,1", "expand 1,1", "begin", "expand 2,1", "end", "begin", "end"]);
    assert_eq!(log.events.get(2).expect("an event").cell("start"), cell(2, 1));
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
fn posthoc_yaml_is_read_in_common_styles() {
    let text = "--- \n# a trace\nversion: 1.4.0 # exactly\n\"views\": {main: [{$: rect, x: \"${{ $.x }}\"}]}\nevents:\n\
                - { type: source, id: 0, x: 1, y: 1 } # a comment\n- type: generate\n  id: 1\n  pId:\n  x: 1\n  y: 1\n  \
                g: 1.0e-05\n  say: 'it''s # \"x\"'\n-\n  type: \"expand\\u0069ng\"\n  x: 1\r\n  y: 1\n  f: .inf\n- {\n    \
                \"type\": \"close\",\"id\":\"a\",\n    x: 1, y: 1, z,\n  }\n- type: generate\n  id: 2\n  pId: 0\n  x: 2\n  y: 1";
    let log = read(text).expect("a log");
    assert_eq!(brief(&log), ["source 1,1", "open 1,1", "expand 1,1", "close 1,1", "open 2,1"]);
    let (open, expand) = (&log.events.get(1).expect("an event"), &log.events.get(2).expect("an event"));
    assert_eq!((open.g(), open.text("x-say"), open.from), (Some(0.00001), Some("it's # \"x\""), None));
    assert_eq!((expand.text("x-f"), log.events.get(4).expect("an event").from), (Some("inf"), cell(1, 1)));
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
        (5, "version: 1.4.0\nevents:\n- type: a\n  say: one\n    two", "continues"),
        (3, "version: 1.4.0\nevents:\n- say: \"one\n  two\"", "several lines"),
        (3, "version: 1.4.0\nevents:\n- say: \"\\q\"", "escape"),
        (4, "version: 1.4.0\nevents:\n- x: 1\n\ty: 2", "tab"),
        (4, "version: 1.4.0\nevents: []\n---\nversion: 1.4.0\n", "another document"),
        (4, "version: 1.4.0\nevents:\n- {x: 1,\n  y: 2", "not closed"),
        (4, "version: 1.4.0\nevents:\n- x: 1\n  words", "not a name"),
        (3, "version: 1.4.0\nevents:\n- {\"x\" 1}", "follows a name"),
        (3, "version: 1.4.0\nevents:\n- [1 [2]]", "follows a value"),
        (3, "version: 1.4.0\nevents:\n- [,]", "is not a value"),
        (3, "version: 1.4.0\nevents:\n- ? x\n", "lines of its own"),
        (4, "version: 1.4.0\nevents:\n  - x: 1\n - x: 2", "continues"),
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
fn packed_search_trace_is_read_and_copied() {
    let bytes = std::fs::read(sample("posthoc/search.trace.json")).expect("a sample");
    let mut packed = Vec::new();
    write_packed("a.trace.jsonl.gz", &mut packed, &Workers::default(), |out| out.write_all(&bytes)).expect("packed");
    assert_eq!(brief(&read(&packed).expect("a log")), EVENTS);
    let (mut from, mut lines) = (&bytes[..], Vec::new());
    LineCopy::of("a", &mut from)
        .expect("lines")
        .write("b.trace.jsonl", &mut lines, &Workers::default())
        .expect("copied");
    assert_eq!(brief(&read(&lines).expect("a log")), EVENTS);
    assert!(holds_lines("a.trace.json") && !holds_lines("a.scene.json"));
    assert!(file_endings().contains(&"yaml"));
}

#[test]
fn damaged_posthoc_files_are_read_or_refused() {
    for name in ["posthoc/search.trace.json", "posthoc/search.trace.yaml", "ours/search-with-walls.trace.json"] {
        let bytes = std::fs::read(sample(name)).expect("a sample");
        let check = |bytes: &[u8], case: String| match at_once(read_content(
            "the file",
            &mut &*bytes,
            &Options::default(),
            &Progress::default(),
        )) {
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
fn repetitive_traces_are_read_in_linear_time() {
    let began = Instant::now();
    let near = |what: &str| assert!(began.elapsed() < Duration::from_secs(10), "{what}: {:?}", began.elapsed());
    // Every end has a long way.
    let chain = (1..20_000).map(|i| json!({ "type": "open", "id": i, "pId": i - 1, "x": i % 100, "y": 0 }));
    let ends = (0..2_000)
        .flat_map(|i| [json!({ "type": "end", "id": 19_999 - i, "x": 0, "y": 0 }), json!({ "x": 0, "y": 0 })]);
    let first = json!({ "type": "open", "id": 0, "x": 0, "y": 0 });
    let log = read(with_events(&[first].into_iter().chain(chain).chain(ends).collect())).expect("a log");
    assert!(
        log.events.get(0).expect("an event").text("text").is_some_and(|text| text.contains("paths")),
        "{:?}",
        log.events.get(0).expect("an event")
    );
    near("ends");
    let wide = (0..2_000).map(|i| format!("\"a{i}\":1,")).collect::<Vec<_>>().concat();
    is_clear("wide", &read(format!("{{\"events\":[{{{wide}\"x\":1,\"y\":1}}]}}")).expect_err("too many fields"));
    is_clear("brackets", &read(format!("{{\"events\":[{}", "[".repeat(1 << 20))).expect_err("cut"));
    near("brackets");
}
