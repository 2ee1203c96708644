//! Search traces of Posthoc as logs: paths, places, costs, and findings that name events.

use gridscope::debugger::log::ConvertedLog;
use gridscope::formats::log::Log;
use gridscope::formats::{Content, Options};
use gridscope::trace::Cell;
use gridscope::trace::progress::at_once;
use serde_json::{Value, json};
use support::{audit, read_content_of};

/// Reads a search trace with these events. Each event has several lines in the file.
fn trace(events: &Value) -> Result<Log, String> {
    let text = serde_json::to_string_pretty(&json!({ "version": "1.4.0", "views": {}, "events": events }));
    match read_content_of("a.trace.json", &mut text.expect("JSON").as_bytes(), &Options::default()) {
        Ok(Content::Log(log)) => Ok(*log),
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error.to_string()),
    }
}

fn words(log: &Log) -> Vec<String> {
    log.events.iter().map(|event| event.name()).collect()
}

fn at(kind: &str, id: i64, x: i64, g: f64) -> Value {
    json!({ "type": kind, "id": id, "x": x, "y": 1, "g": g })
}

#[test]
fn parent_that_no_event_describes_ends_the_path() {
    for none in [json!(-1), json!(u64::MAX), json!("no parent"), json!(99)] {
        let log = trace(&json!([
            { "type": "source", "id": 0, "pId": none, "x": 1, "y": 1 },
            { "type": "expanding", "id": 0, "pId": none, "x": 1, "y": 1 },
            { "type": "generating", "id": 1, "pId": 0, "x": 2, "y": 1 },
            { "type": "end", "id": 1, "pId": 0, "x": 2, "y": 1 },
        ]))
        .expect("a log");
        assert_eq!(words(&log), ["source", "expand", "open", "x-end", "path", "done"], "{none}");
        let path = log.events.get(4).and_then(|event| event.cells("cells"));
        assert_eq!(path, Some(vec![Cell::new(1, 1), Cell::new(2, 1)]), "{none}");
    }
}

#[test]
fn way_over_an_event_without_a_place_is_left_out() {
    let log = trace(&json!([
        { "type": "source", "id": 0, "x": 1, "y": 1 }, { "type": "message", "id": 5, "pId": 0 },
        { "type": "generating", "id": 1, "pId": 5, "x": 2, "y": 1 }, { "type": "end", "id": 1, "x": 2, "y": 1 },
    ]))
    .expect("a log");
    assert_eq!(words(&log), ["note", "source", "message", "open", "x-end", "done"]);
}

#[test]
fn whole_numbers_keep_all_of_their_digits() {
    let log = trace(&json!([
        { "type": "source", "id": 0, "pId": u64::MAX, "x": 1, "y": 1, "seed": 9_007_199_254_740_993_u64,
          "least": i64::MIN },
    ]))
    .expect("a log");
    let mut replay = at_once(ConvertedLog::of(&log)).replay;
    replay.seek(replay.len());
    let all = replay.event(0).sentence;
    for number in ["18446744073709551615", "9007199254740993", "-9223372036854775808"] {
        assert!(all.contains(number), "{number}: {all}");
    }
}

#[test]
fn cost_that_differs_at_expansion_is_a_fault_by_any_amount() {
    for (g, is_fault) in [(5.0, false), (7.0, true), (5.25, true), (5.0 + 1e-12, false)] {
        let log = trace(&json!([
            at("source", 0, 1, 0.0),
            at("expanding", 0, 1, 0.0),
            at("generating", 1, 2, 5.0),
            at("expanding", 1, 2, g),
        ]))
        .expect("a log");
        assert_eq!(log.events.get(3).and_then(|event| event.g()), Some(g));
        let found: Vec<String> = audit(&log).findings.into_iter().map(|finding| finding.sentence).collect();
        assert_eq!(found.len(), usize::from(is_fault), "{g}: {found:?}");
    }
    // Costs of a billionth are told apart, too.
    let log = trace(&json!([
        at("source", 0, 1, 0.0),
        at("expanding", 0, 1, 0.0),
        at("generating", 1, 2, 5.125e-9),
        at("expanding", 1, 2, 7.375e-9),
    ]))
    .expect("a log");
    assert_eq!(audit(&log).findings.len(), 1);
}

#[test]
fn cost_after_an_end_or_a_source_belongs_to_another_search() {
    let first = [at("source", 0, 1, 0.0), at("expanding", 0, 1, 0.0), at("generating", 1, 2, 5.0)];
    let between = |kind: &str| {
        let after = [at(kind, 0, 1, 0.0), at("expanding", 1, 2, 7.0)];
        trace(&first.iter().cloned().chain(after).collect()).expect("a log")
    };
    let ended = between("end");
    let last = ended.events.last().expect("an event");
    assert_eq!((last.g(), last.number("x-g")), (None, Some(7.0)));
    for log in [ended, between("source")] {
        assert!(audit(&log).findings.is_empty(), "{:?}", audit(&log).findings);
    }
}

#[test]
fn findings_of_a_search_trace_name_events_and_no_lines() {
    let log = trace(&json!([
        { "type": "source", "id": 0, "pId": 3, "x": 1, "y": 1 }, at("expanding", 0, 1, 0.0),
        at("end", 0, 1, 0.0), at("source", 0, 1, 0.0), at("expanding", 0, 1, 0.0),
        at("generating", 1, 2, 5.0), at("expanding", 1, 2, 7.0),
    ]))
    .expect("a log");
    let report = audit(&log);
    let [finding] = &report.findings[..] else { panic!("{:?}", report.findings) };
    // The path of one cell is two events of the run, and the new search begins with one.
    assert_eq!(report.place(finding), "event 10");
    assert_eq!(finding.sentence, "(2,1) was expanded with g = 7, but it has g = 5 since event 9.");
    let json = report.json();
    assert_eq!((&json["findings"][0]["event"], json["findings"][0].get("line")), (&json!(10), None));
    let mut text = Vec::new();
    gridscope::debugger::ask::report::write_report(&report, &mut text).expect("text");
    let text = String::from_utf8(text).expect("text");
    assert!(text.starts_with("event 10: changed: ") && !text.contains("line "), "{text}");
    // The run has the same numbers.
    let mut replay = at_once(ConvertedLog::of(&log)).replay;
    replay.seek(replay.len());
    assert_eq!(replay.event(9).sentence, "Expanded (2,1), g = 7.");
}

#[test]
fn unreadable_event_of_a_search_trace_is_named_by_its_number() {
    let mut deep = json!(1);
    for _ in 0..70 {
        deep = json!([deep]);
    }
    let mut event = at("generating", 1, 2, 5.0);
    event["deep"] = deep;
    let log = trace(&json!([at("source", 0, 1, 0.0), event])).unwrap_or_else(|error| panic!("{error}"));
    let broken = log.broken.expect("too deep").to_string();
    assert!(broken.contains("event 2: ") && !broken.contains("line"), "{broken}");
}

#[test]
fn places_that_are_no_whole_numbers_are_named() {
    let events = json!([{ "type": "source", "id": 0, "x": 0.5, "y": 1.5 }, { "type": "expanding", "id": 0, "x": 0.5, "y": 1.5 }]);
    let error = trace(&events).expect_err("no cells");
    assert!(error.contains("the events have places that are not whole numbers, such as (0.5,1.5)"), "{error}");
}
