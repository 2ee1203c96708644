//! Mistakes that people reported about other programs, in small logs of our own, each beside its sound form.

use super::quiet::{FOUND, is_quiet, log};
use super::report;
use gridscope::debugger::audit::{Finding, Rule};
use serde_json::{Value, json};
use std::collections::HashMap;

fn first(header: &str, events: &[&str], rule: Rule) -> Finding {
    let report = report(&log(header, events));
    let found = report.findings.iter().find(|finding| finding.rule == rule);
    found.cloned().unwrap_or_else(|| panic!("no {}: {report:#?}", rule.name()))
}

const ROW: &str = r#""map":["...","..."],"start":[0,0],"goal":[1,0],"neighbours":4,"corners":"never","costs":{"straight":1},"order":["g"]"#;

#[test]
fn stale_mark_of_the_previous_search_is_named() {
    let header = ROW.replace(r#"["...","..."]"#, r#"["...",".#.","..."]"#);
    let one = ["o 0,0 g=0", "e 0,0 g=0", "o 1,0 <0,0 g=1", "o 0,1 <0,0 g=1", "e 1,0 g=1"];
    let path = r#"{"event":"path","cells":[[0,0],[1,0]],"cost":1}"#;
    let begin = r#"{"event":"begin","phase":"search","start":[0,1],"goal":[1,0]}"#;
    let one = [&one[..], &[path, FOUND, begin, "o 0,1 g=0", "e 0,1 g=0"]].concat();
    let near = r#"{"event":"path","cells":[[0,1],[0,0],[1,0]],"cost":2}"#;
    let sound = ["o 0,0 <0,1 g=1", "o 0,2 <0,1 g=1", "e 0,0 g=1", "o 1,0 <0,0 g=2", "e 0,2 g=1", "e 1,0 g=2"];
    is_quiet(&header, &[&one[..], &sound[..], &[near, FOUND]].concat());
    let around =
        ["r 0,0 <0,1 why=closed", "o 0,2 <0,1 g=1", "e 0,2 g=1", "o 1,2 <0,2 g=2", "e 1,2 g=2", "o 2,2 <1,2 g=3"];
    let rest =
        ["e 2,2 g=3", "o 2,1 <2,2 g=4", "e 2,1 g=4", "o 2,0 <2,1 g=5", "e 2,0 g=5", "o 1,0 <2,0 g=6", "e 1,0 g=6"];
    let far = r#"{"event":"path","cells":[[0,1],[0,2],[1,2],[2,2],[2,1],[2,0],[1,0]],"cost":6}"#;
    let found = first(&header, &[&one[..], &around[..], &rest[..], &[far, FOUND]].concat(), Rule::NotShortest);
    let cause = "The path was lost in line 12: (0,0) was refused from (0,1) as closed at cost 1.";
    assert!(found.sentence.ends_with(cause), "{}", found.sentence);
}

#[test]
fn heuristic_that_ignores_the_joined_edge_is_found() {
    let header = r#""map":["....."],"start":[0,0],"goal":[4,0],"wraps":"x","neighbours":4,"corners":"never","costs":{"straight":1},"order":["f"]"#;
    let path = r#"{"event":"path","cells":[[0,0],[4,0]],"cost":1}"#;
    is_quiet(header, &["o 0,0 g=0 h=1", "e 0,0", "o 4,0 <0,0 g=1 h=0", "o 1,0 <0,0 g=1 h=2", "e 4,0", path, FOUND]);
    let flat = ["o 0,0 g=0 h=4", "e 0,0", "o 4,0 <0,0 g=1 h=0", "o 1,0 <0,0 g=1 h=3", "e 4,0", path, FOUND];
    let found = first(header, &flat, Rule::Heuristic);
    assert_eq!((found.line, found.at.map(|at| (at.x, at.y))), (2, Some((0, 0))), "{}", found.sentence);
}

#[test]
fn path_with_a_missing_cell_is_found() {
    let header = ROW.replace("[1,0]", "[2,0]");
    let events = ["o 0,0 g=0", "e 0,0", "o 1,0 <0,0 g=1", "e 1,0", "o 2,0 <1,0 g=2", "e 2,0"];
    for (cells, fault) in [("[0,0],[1,0],[2,0]", false), ("[0,0],[2,0]", true), ("[2,0]", true)] {
        let path = format!(r#"{{"event":"path","cells":[{cells}]}}"#);
        let found = report(&log(&header, &[&events[..], &[&path, FOUND]].concat())).findings;
        assert_eq!(found.first().map(|one| (one.rule, one.line)), fault.then_some((Rule::PathBroken, 8)), "{found:?}");
    }
}

#[test]
fn keys_sorted_as_text_are_found() {
    let header = r#""size":[4,4],"neighbours":4,"order":["f"]"#;
    let begin = ["o 0,0 f=8", "e 0,0", "o 1,0 <0,0 f=10", "o 0,1 <0,0 f=8"];
    is_quiet(header, &[&begin[..], &["e 0,1", "e 1,0"]].concat());
    let found = first(header, &[&begin[..], &["e 1,0", "e 0,1"]].concat(), Rule::Order);
    assert_eq!(found.sentence, "(1,0) was expanded with f = 10 while (0,1) waited with f = 8 since line 5.");
}

/// A planner of many movers: a candidate that was refused is no better choice.
#[test]
fn refused_candidate_is_no_better_choice() {
    let header = r#""map":["..."],"neighbours":4,"name":"PIBT""#;
    let line = |event: Value| event.to_string();
    let weigh = |x: u16, score: u16| {
        line(json!({ "event": "weigh", "at": [x, 0], "score": score, "set": "a@1", "actor": "a" }))
    };
    let reject = line(json!({ "event": "reject", "at": [0, 0], "why": "swap", "actor": "a" }));
    let choose = line(json!({ "event": "choose", "at": [2, 0], "set": "a@1", "actor": "a" }));
    is_quiet(header, &[&weigh(0, 0), &weigh(2, 2), &reject, &choose]);
    assert_eq!(first(header, &[&weigh(0, 0), &weigh(2, 2), &choose], Rule::Choice).line, 4);
}

const ROOM: [&str; 6] = ["########", "#......#", "#.####.#", "#......#", "#####..#", "########"];

type At = (i32, i32);

fn free() -> Vec<At> {
    let all = (0..6).flat_map(|y| (0..8).map(move |x| (x, y)));
    all.filter(|&(x, y): &At| ROOM[y as usize].as_bytes()[x as usize] == b'.').collect()
}

/// Lowers each value to that of its best neighbour plus 1, beginning at these cells.
fn scan(values: &mut HashMap<At, f64>, mut waiting: Vec<At>) {
    while let Some((x, y)) = waiting.pop() {
        let of = values[&(x, y)];
        for to in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            if let Some(value) = values.get_mut(&to).filter(|value| **value > of + 1.0 + 1e-9) {
                *value = of + 1.0;
                waiting.push(to);
            }
        }
    }
}

/// Prints a flee map: the distances to (1,1) times -1.2, scanned again from some cells. `from` and the sources are in
/// coordinates of the log.
fn flee(again: &[At], layer: &Value, [left, top]: [i32; 2]) -> String {
    let mut values: HashMap<At, f64> = free().into_iter().map(|at| (at, 1e6)).collect();
    values.insert((1, 1), 0.0);
    scan(&mut values, vec![(1, 1)]);
    for value in values.values_mut() {
        *value *= -1.2;
    }
    scan(&mut values, again.to_vec());
    let header = json!({ "format": "gridscope-trace", "version": 2, "map": ROOM, "origin": [left, top], "neighbours": 4,
        "corners": "never", "costs": { "straight": 1 }, "layers": { "flee": layer } });
    let set = |at: At| {
        let value = (values[&at] * 1e6).round() / 1e6;
        json!({ "event": "set", "layer": "flee", "at": [at.0 + left, at.1 + top], "value": value })
    };
    std::iter::once(header)
        .chain(free().into_iter().map(set))
        .map(|line| line.to_string())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn flee_map_that_is_not_rescanned_is_found() {
    let plain = json!({ "kind": "distance" });
    let sound = report(&flee(&free(), &plain, [0, 0]));
    assert_eq!((sound.findings.clone(), sound.asked.contains(&Rule::Distance)), (vec![], true));
    let wrong = report(&flee(&[(1, 1)], &plain, [0, 0])).findings;
    let finding_text = "In the distances \"flee\", the value of (6,3) is -8.4, but its neighbour (6,4) has -9.6, which makes it at \
                most -8.6.";
    assert!(wrong.iter().any(|one| one.rule == Rule::Distance && one.sentence == finding_text), "{wrong:#?}");
    // With the sources stated, in the log's own coordinates.
    for origin in [[0, 0], [-3, 7]] {
        let source = |x: i32, y: i32| json!({ "kind": "distance", "sources": [[x + origin[0], y + origin[1]]] });
        assert_eq!(report(&flee(&free(), &source(6, 4), origin)).findings, []);
        let found = report(&flee(&free(), &source(5, 4), origin)).findings;
        let place = format!("({},{})", 6 + origin[0], 4 + origin[1]);
        assert!(found.iter().any(|one| one.sentence.contains(&format!("the value of {place} is -9.6"))), "{found:#?}");
    }
}

#[test]
fn negative_marks_are_not_judged_as_distances() {
    let header = |map: &str, sources: &str| {
        format!(
            r#""map":{map},"neighbours":4,"corners":"never","costs":{{"straight":1}},"layers":{{"d":{{"kind":"distance"{sources}}}}}"#
        )
    };
    let set = |x: usize, value: f64| format!(r#"{{"event":"set","layer":"d","at":[{x},0],"value":{value}}}"#);
    let quiet = |map: &str, sources: &str, values: &[f64]| {
        let events: Vec<String> = values.iter().enumerate().map(|(x, &value)| set(x, value)).collect();
        is_quiet(&header(map, sources), &events.iter().map(String::as_str).collect::<Vec<_>>());
    };
    // -1 for unknown, -2 for a wall, behind the end of a flood.
    quiet(r#"["......"]"#, "", &[0.0, 1.0, 2.0, 3.0, -1.0, -1.0]);
    quiet(r#"["......"]"#, r#","sources":[[0,0]]"#, &[0.0, 1.0, 2.0, 3.0, -1.0, -2.0]);
    quiet(r#"["......"]"#, r#","sources":[[0,0]]"#, &[-1.0; 6]);
    // Several desires, and cells that no flood reaches, times -1.2.
    quiet(r#"["......"]"#, "", &[-10.0, -9.0, -8.0, -7.0, -8.0, -9.0]);
    quiet(r#"["....#..."]"#, r#","sources":[[3,0]]"#, &[-0.2, -1.2, -2.2, -3.2, 0.0, -12000.0, -12000.0, -12000.0]);
    let wrong = [-10.0, -9.0, -6.0, -5.0];
    let events: Vec<String> = wrong.iter().enumerate().map(|(x, &value)| set(x, value)).collect();
    let text = log(&header(r#"["...."]"#, ""), &events.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(report(&text).findings.first().map(|one| (one.rule, one.line)), Some((Rule::Distance, 4)));
}

#[test]
fn flow_field_with_diagonals_of_1_is_found() {
    let header = r#""map":["...","..."],"neighbours":8,"corners":"always","costs":{"straight":1,"diagonal":1.4142135623730951},"layers":{"flow":{"kind":"distance","sources":[[0,0]]}}"#;
    let events = |diagonal: f64| {
        let values =
            [((0, 0), 0.0), ((1, 0), 1.0), ((0, 1), 1.0), ((1, 1), diagonal), ((2, 0), 2.0), ((2, 1), diagonal + 1.0)];
        values.map(|((x, y), value)| format!(r#"{{"event":"set","layer":"flow","at":[{x},{y}],"value":{value}}}"#))
    };
    let (sound, wrong) = (events(std::f64::consts::SQRT_2), events(1.0));
    is_quiet(header, &sound.iter().map(String::as_str).collect::<Vec<_>>());
    let found = first(header, &wrong.iter().map(String::as_str).collect::<Vec<_>>(), Rule::Distance);
    assert_eq!((found.line, found.at.map(|at| (at.x, at.y))), (5, Some((1, 1))), "{}", found.sentence);
}
