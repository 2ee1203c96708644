//! A path follows the parents of its nodes, and costs what its end claims. Sound paths that differ are not accused.

use super::quiet::{FOUND, is_quiet, log};
use super::report;
use gridscope::debugger::audit::{Report, Rule};
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};

const ROWS: [&str; 4] = ["......", "..##..", "......", "......"];
const GOAL: (i32, i32) = (5, 3);
const EIGHT: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Floods over eight neighbours and walks back over the first `back` of them, to a neighbour with the lowest g.
fn flood(back: usize, states_g: bool, more: &Value) -> String {
    let mut header = json!({ "format": "gridscope-trace", "version": 2, "map": ROWS, "start": [0, 0], "goal": GOAL,
        "neighbours": 8, "corners": "always", "order": [if states_g { "g" } else { "#" }],
        "costs": { "straight": 1, "diagonal": 1 } });
    more.as_object().expect("fields").iter().for_each(|(name, value)| header[name] = value.clone());
    let free = |(x, y): (i32, i32)| ROWS.get(y as usize).and_then(|row| row.as_bytes().get(x as usize)) == Some(&b'.');
    let mut lines = vec![header];
    let mut add = |event: &str, at: (i32, i32), from: Option<(i32, i32)>, g: i32| {
        let mut line = json!({ "event": event, "at": at, "from": from });
        if states_g {
            line["g"] = g.into();
        }
        lines.push(line);
    };
    let (mut g, mut queue) = (HashMap::from([((0, 0), 0)]), VecDeque::from([(0, 0)]));
    add("open", (0, 0), None, 0);
    while let Some(at) = queue.pop_front() {
        add("expand", at, None, g[&at]);
        for (dx, dy) in EIGHT {
            let to = (at.0 + dx, at.1 + dy);
            if free(to) && !g.contains_key(&to) {
                g.insert(to, g[&at] + 1);
                queue.push_back(to);
                add("open", to, Some(at), g[&to]);
            }
        }
    }
    let mut way = vec![GOAL];
    while way[way.len() - 1] != (0, 0) {
        let (x, y) = way[way.len() - 1];
        let near = EIGHT[..back].iter().map(|(dx, dy)| (x + dx, y + dy)).filter(|at| g.contains_key(at));
        way.push(near.min_by_key(|at| g[at]).expect("a neighbour"));
    }
    way.reverse();
    lines.push(json!({ "event": "path", "cells": way }));
    lines.push(json!({ "event": "done", "result": "found" }));
    lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Returns the line, the cell and the sentence of the finding about parents.
fn found(text: &str) -> Option<(usize, [u16; 2], String)> {
    let all: Vec<_> = report(text).findings.into_iter().filter(|finding| finding.rule == Rule::Parents).collect();
    assert!(all.len() < 2, "{all:?}");
    let one = all.into_iter().next()?;
    let at = one.at.expect("a cell");
    Some((one.line, [at.x, at.y], one.sentence))
}

fn why(report: &Report, rule: Rule) -> String {
    report.skipped.iter().find(|skipped| skipped.rule == rule).map(|skipped| skipped.why.clone()).unwrap_or_default()
}

#[test]
fn path_ignoring_diagonal_parents_is_found() {
    let none = json!({});
    let text = flood(4, true, &none);
    let (line, at, sentence) = found(&text).expect("a fault");
    assert_eq!((line, at), (text.lines().count() - 1, [3, 3]), "{sentence}");
    let finding_text =
        "The path costs 8, but g of its end (5,3) is 5: (3,3) was opened from (2,2), but the path comes from (2,3).";
    assert_eq!(sentence, finding_text);
    for more in [none, json!({ "costs": null })] {
        assert_eq!(found(&flood(8, true, &more)), None);
        assert_eq!(found(&flood(8, false, &more)), None);
    }
    // With parents alone, and without costs. The step nearest to the goal that follows no parent is named.
    let bare = found(&flood(4, false, &json!({ "costs": null }))).expect("a fault");
    assert_eq!(bare.2, "(5,3) was opened from (4,2), but the path comes from (4,3).");
}

#[test]
fn a_smoothed_path_is_not_compared() {
    let report = report(&flood(4, true, &json!({ "path": "smoothed" })));
    assert!(!report.has(Rule::Parents) && why(&report, Rule::Parents).contains("smoothed"));
}

#[test]
fn path_cost_is_compared_without_parents() {
    let text = flood(4, true, &json!({}));
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for line in &mut lines {
        line.as_object_mut().expect("an object").remove("from");
    }
    let text = lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert_eq!(found(&text).expect("a fault").2, "The path costs 8, but g of its end (5,3) is 5.");
}

/// A g that was lowered, while the parent stayed.
#[test]
fn a_parent_that_was_not_updated_is_found() {
    let header = r#""map":["...","...","..."],"start":[0,0],"goal":[2,0],"neighbours":8,"corners":"always","costs":{"straight":2,"diagonal":3},"order":["g"]"#;
    let events = |cells: &str| {
        let path = format!(r#"{{"event":"path","cells":{cells}}}"#);
        let first = ["o 0,0 g=0", "e 0,0 g=0", "o 1,1 <0,0 g=3", "o 1,0 <0,0 g=2", "e 1,0 g=2", "o 2,0 <1,0 g=4"];
        log(header, &[&first[..], &["e 1,1 g=3", "r 2,0 <1,1 why=costlier", "e 2,0 g=4", &path, FOUND]].concat())
    };
    let found = found(&events("[[0,0],[1,1],[2,0]]")).expect("a fault");
    assert!(found.2.ends_with("(2,0) was opened from (1,0), but the path comes from (1,1)."), "{}", found.2);
    assert_eq!(report(&events("[[0,0],[1,0],[2,0]]")).findings, []);
}

const FOUR: &str = r#""map":["....","....","...."],"start":[0,0],"neighbours":4,"costs":{"straight":1}"#;

/// Returns a path event.
fn path(cells: &str) -> String {
    format!(r#"{{"event":"path","cells":{cells}}}"#)
}

#[test]
fn ties_of_equal_cost_are_not_accused() {
    // (1,1) was opened from (1,0). The program took the other parent, with the same cost, and did not print it.
    let path = path("[[0,0],[0,1],[1,1]]");
    for order in [r#","order":["g"]"#, ""] {
        let header = format!(r#"{FOUR},"goal":[1,1]{order}"#);
        let with = ["o 0,0 g=0", "e 0,0", "o 1,0 <0,0 g=1", "o 0,1 <0,0 g=1", "e 1,0", "o 1,1 <1,0 g=2", "e 0,1"];
        is_quiet(&header, &[&with[..], &["r 1,1 <0,1 why=equal", "e 1,1", &path, FOUND]].concat());
        is_quiet(&header, &[&with[..], &["e 1,1", &path, FOUND]].concat());
        let bare =
            ["o 0,0", "e 0,0", "o 1,0 <0,0", "o 0,1 <0,0", "e 1,0", "o 1,1 <1,0", "e 0,1", "e 1,1", &path, FOUND];
        is_quiet(&header, &bare);
    }
}

#[test]
fn keys_lowered_after_an_expansion_are_not_accused() {
    // An inconsistent h: (1,0) is expanded at 3, reopened at 1, and (2,0) keeps the higher g.
    let header = format!(r#"{FOUR},"goal":[3,0],"optimal":false"#);
    let path = path("[[0,0],[1,0],[2,0],[3,0]]");
    let first = ["o 0,0 g=0", "e 0,0", "o 0,1 <0,0 g=1", "e 0,1", "o 1,1 <0,1 g=2", "e 1,1", "o 1,0 <1,1 g=3", "e 1,0"];
    let then = ["o 2,0 <1,0 g=4", "o 1,0 <0,0 g=1", "e 2,0", "o 3,0 <2,0 g=5", "e 3,0", &path, FOUND];
    is_quiet(&header, &[&first[..], &then[..]].concat());
    // Reopened, and its child, too.
    let then = ["o 2,0 <1,0 g=4", "o 1,0 <0,0 g=1", "e 1,0", "o 2,0 <1,0 g=2", "e 2,0", "o 3,0 <2,0 g=3", "e 3,0"];
    is_quiet(&header, &[&first[..], &then[..], &[&path, FOUND]].concat());
}

#[test]
fn a_stack_with_duplicates_is_not_accused() {
    let path = path("[[0,0],[0,1],[1,1],[1,0]]");
    let events = ["o 0,0 g=0", "e 0,0", "o 1,0 <0,0 g=1", "o 0,1 <0,0 g=1", "e 0,1", "o 1,1 <0,1 g=2", "e 1,1"];
    for more in [r#","optimal":false,"order":["-#"]"#, r#","optimal":false"#] {
        let header = format!(r#"{FOUR},"goal":[1,0]{more}"#);
        is_quiet(&header, &[&events[..], &["o 1,0 <1,1 g=3", "e 1,0", &path, FOUND]].concat());
    }
}

#[test]
fn backward_and_bidirectional_searches_are_not_accused() {
    let header = format!(r#"{FOUR},"goal":[3,0]"#);
    let path = path("[[0,0],[1,0],[2,0],[3,0]]");
    for lists in [[" list=f", " list=b"], ["", ""]] {
        let [f, b] = lists;
        let events: Vec<String> = [
            format!("o 0,0 g=0{f}"),
            format!("o 3,0 g=0{b}"),
            format!("e 0,0{f}"),
            format!("o 1,0 <0,0 g=1{f}"),
            format!("e 3,0{b}"),
            format!("o 2,0 <3,0 g=1{b}"),
            format!("e 1,0{f}"),
            format!("o 2,0 <1,0 g=2{f}"),
            path.clone(),
            FOUND.to_owned(),
        ]
        .into();
        let text = log(&header, &events.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(found(&text), None);
        assert!(why(&report(&text), Rule::Parents).contains("both ends"), "{text}");
    }
    let back = ["o 3,0 g=0", "e 3,0", "o 2,0 <3,0 g=1", "e 2,0", "o 1,0 <2,0 g=2", "e 1,0", "o 0,0 <1,0 g=3", "e 0,0"];
    is_quiet(&header, &[&back[..], &[&path, FOUND]].concat());
    // Backward, a path that leaves the parents is found.
    let stray = path.replace("[1,0],[2,0]", "[0,1],[1,1],[2,1],[2,0]");
    let more = ["o 2,1 <2,0 g=2", "o 1,1 <2,1 g=3", "o 0,1 <1,1 g=4"];
    let text = log(&header, &[&back[..], &more[..], &[&stray, FOUND]].concat());
    assert!(found(&text).is_some_and(|found| found.2.contains("but the path goes on to")), "{:?}", found(&text));
}

#[test]
fn unlogged_ends_and_several_searches_are_not_accused() {
    let header = format!(r#"{FOUR},"goal":[2,0]"#);
    let (near, far) = (path("[[0,0],[1,0],[2,0]]"), path("[[2,0],[2,1],[1,1]]"));
    is_quiet(&header, &["o 0,0 g=0", "e 0,0", "o 1,0 <0,0 g=1", "e 1,0", &near, FOUND]);
    is_quiet(&header, &["o 1,0 <0,0 g=1", "e 1,0", "o 2,0 <1,0 g=2", "e 2,0", &near, FOUND]);
    // The second search has parents of its own.
    let begin = r#"{"event":"begin","phase":"search","start":[2,0],"goal":[1,1]}"#;
    let first = ["o 0,0 g=0", "e 0,0", "o 1,0 <0,0 g=1", "e 1,0", "o 2,0 <1,0 g=2", "e 2,0", &near, FOUND, begin];
    let second = ["o 2,0 g=0", "e 2,0", "o 2,1 <2,0 g=1", "e 2,1", "o 1,1 <2,1 g=2", "e 1,1", &far, FOUND];
    is_quiet(&header, &[&first[..], &second[..]].concat());
    // A path over two searches, told at the end.
    let whole = path("[[0,0],[1,0],[2,0],[2,1],[1,1]]");
    let text = log(&header, &[&first[..6], &[begin], &second[..6], &[&whole, FOUND]].concat());
    assert_eq!(found(&text), None);
}

#[test]
fn parents_of_jumps_and_sight_are_sound() {
    // A jump point search whose path names every cell, and one with the jump points alone.
    let octile = r#""map":["....","....","...."],"start":[0,0],"goal":[3,2],"neighbours":8,"corners":"always","costs":{"straight":1,"diagonal":1.4142135623730951},"steps":"jump""#;
    let jumps = ["o 0,0 g=0", "e 0,0", "o 2,2 <0,0 g=2.8284271247461903", "e 2,2", "o 3,2 <2,2 g=3.8284271247461903"];
    for cells in ["[[0,0],[2,2],[3,2]]", "[[0,0],[1,1],[2,2],[3,2]]"] {
        is_quiet(octile, &[&jumps[..], &["e 3,2", &path(cells), FOUND]].concat());
    }
    // Theta*, and a path that is pulled straight.
    let sight = octile.replace("jump", "any");
    let lines = ["o 0,0 g=0", "e 0,0", "o 1,1 <0,0 g=1.4142135623730951", "e 1,1 g=1.4142135623730951"];
    for (end, cells) in [
        (["o 3,2 <0,0 g=3.605551275463989", "e 3,2 g=3.605551275463989"], "[[0,0],[3,2]]"),
        (["o 3,2 <1,1 g=3.6502815398728847", "e 3,2 g=3.6502815398728847"], "[[0,0],[3,2]]"),
    ] {
        is_quiet(&sight, &[&lines[..], &end[..], &[&path(cells), FOUND]].concat());
    }
    // Nodes with a state: the path passes (1,0) twice.
    let state = r#""map":["..."],"start":[0,0],"goal":[1,0],"neighbours":4,"costs":{"straight":1},"state":["key"],"order":["g"]"#;
    let keys =
        ["o 0,0 g=0 key=0", "e 0,0 g=0 key=0", "o 1,0 <0,0 g=1 key=0", "e 1,0 g=1 key=0", "o 2,0 <1,0 g=2 key=1"];
    let back = ["e 2,0 g=2 key=1", "o 1,0 <2,0 g=3 key=1", "e 1,0 g=3 key=1"];
    is_quiet(state, &[&keys[..], &back[..], &[&path("[[0,0],[1,0],[2,0],[1,0]]"), FOUND]].concat());
    // Across the joined edges, and with an origin.
    let joined = r#""map":["....","...."],"origin":[-1,4],"start":[-1,4],"goal":[2,4],"wraps":"x","neighbours":4,"costs":{"straight":1}"#;
    let round = ["o -1,4 g=0", "e -1,4", "o 2,4 <-1,4 g=1", "e 2,4", &path("[[-1,4],[2,4]]"), FOUND];
    is_quiet(joined, &round);
    let text = log(joined, &[&round[..4], &[&path("[[-1,4],[-1,5],[2,5],[2,4]]"), FOUND]].concat());
    assert!(found(&text).is_some_and(|found| found.2.starts_with("The path costs 3, but g of its end (2,4) is 1")));
}

#[test]
fn rounding_and_step_counts_are_not_accused() {
    let header = r#""map":["......."],"start":[0,0],"goal":[6,0],"neighbours":4,"costs":{"straight":0.1}"#;
    let mut events = vec!["o 0,0 g=0".to_owned()];
    let mut g = 0.0;
    for x in 1..7 {
        g += 0.1;
        events.extend([format!("e {},0", x - 1), format!("o {x},0 <{},0 g={g:.15}", x - 1)]);
    }
    events.extend([path("[[0,0],[1,0],[2,0],[3,0],[4,0],[5,0],[6,0]]"), FOUND.to_owned()]);
    is_quiet(header, &events.iter().map(String::as_str).collect::<Vec<_>>());
    // g counts steps, and the costs are those of the ground.
    let text = log(
        r#""map":["..."],"start":[0,0],"goal":[2,0],"neighbours":4,"costs":{"straight":5}"#,
        &["o 0,0 g=0", "e 0,0", "o 1,0 g=1", "e 1,0", "o 2,0 g=2", "e 2,0", &path("[[0,0],[1,0],[2,0]]"), FOUND],
    );
    assert_eq!(found(&text), None);
}
