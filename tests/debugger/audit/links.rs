//! Searches over links: hexagons on shifted rows, and portals between parts of a map.

use super::quiet::{FOUND, log};
use super::report;
use gridscope::debugger::audit::{Report, Rule};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const ROWS: [&str; 4] = [".......", "..###..", ".......", "......."];

type At = (i32, i32);

/// Returns the free neighbours of a hexagon.
fn near((x, y): At) -> Vec<At> {
    let side = if y % 2 == 0 { -1 } else { 1 };
    let all = [(1, 0), (-1, 0), (0, -1), (side, -1), (0, 1), (side, 1)].map(|(dx, dy)| (x + dx, y + dy));
    let free = |&(x, y): &At| ROWS.get(y as usize).and_then(|row| row.as_bytes().get(x as usize)) == Some(&b'.');
    all.into_iter().filter(free).collect()
}

/// Returns the distance between two hexagons. The wrong one takes columns for an axis of the hexagons.
fn distance(a: At, b: At, is_wrong: bool) -> i32 {
    let axis = |(x, y): At| if is_wrong { x } else { x - (y - (y & 1)) / 2 };
    let (dq, dr) = (axis(a) - axis(b), a.1 - b.1);
    dq.abs().max(dr.abs()).max((dq + dr).abs())
}

/// Prints an A* over hexagons, from the bottom right to the top left.
fn hexagons(is_wrong: bool, more: &Value) -> String {
    let (start, goal) = ((6, 3), (0, 0));
    let mut header =
        json!({ "format": "gridscope-trace", "version": 2, "map": ROWS, "start": start, "goal": goal, "order": ["f"] });
    more.as_object().expect("fields").iter().for_each(|(name, value)| header[name] = value.clone());
    let h = |at: At| distance(at, goal, is_wrong);
    let mut lines = vec![header, json!({ "event": "open", "at": start, "g": 0, "h": h(start) })];
    let mut g = BTreeMap::from([(start, 0)]);
    let mut parents = BTreeMap::new();
    let mut closed = BTreeSet::new();
    let mut heap = BTreeSet::from([(h(start), start)]);
    while let Some((_, at)) = heap.pop_first() {
        if !closed.insert(at) {
            continue;
        }
        lines.push(json!({ "event": "expand", "at": at, "g": g[&at] }));
        if at == goal {
            break;
        }
        for to in near(at) {
            let cost = g[&at] + 1;
            if closed.contains(&to) || g.get(&to).is_some_and(|&known| cost >= known) {
                let why = if closed.contains(&to) { "closed" } else { "costlier" };
                lines.push(json!({ "event": "reject", "at": to, "from": at, "why": why }));
                continue;
            }
            g.insert(to, cost);
            parents.insert(to, at);
            heap.insert((cost + h(to), to));
            lines.push(json!({ "event": "open", "at": to, "from": at, "g": cost, "h": h(to), "step": 1 }));
        }
    }
    let mut way = vec![goal];
    while let Some(&before) = parents.get(&way[way.len() - 1]) {
        way.push(before);
    }
    way.reverse();
    lines.push(json!({ "event": "path", "cells": way, "cost": g[&goal] }));
    lines.push(json!({ "event": "done", "result": "found" }));
    lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Returns the links between all hexagons, as a header lists them.
fn listed() -> Value {
    let all = (0..4)
        .flat_map(|y| (0..7).map(move |x| (x, y)))
        .filter(|&(x, y)| ROWS[y as usize].as_bytes()[x as usize] == b'.');
    all.flat_map(|at| near(at).into_iter().map(move |to| json!([at, to, 1]))).collect()
}

fn rules(report: &Report) -> Vec<Rule> {
    let all: BTreeSet<Rule> = report.findings.iter().map(|finding| finding.rule).collect();
    all.into_iter().collect()
}

fn is_asked(report: &Report, rule: Rule) -> bool {
    report.asked.contains(&rule)
}

#[test]
fn hexagon_links_show_a_wrong_heuristic() {
    let sound = report(&hexagons(false, &json!({ "steps": "links" })));
    assert_eq!(sound.findings, []);
    let held = [Rule::Order, Rule::Cost, Rule::Parent, Rule::NeverOpened, Rule::Reexpanded, Rule::Inconsistent];
    let held = [&held[..], &[Rule::PathCost, Rule::Unsearched, Rule::Changed, Rule::Parents, Rule::Reason]].concat();
    assert!(held.iter().all(|&rule| is_asked(&sound, rule)), "{:?}", sound.asked);
    let unlisted = [Rule::Wall, Rule::Heuristic, Rule::Missed, Rule::NotShortest, Rule::NoPath];
    for rule in unlisted {
        let skipped = sound.skipped.iter().find(|skipped| skipped.rule == rule).expect("skipped");
        assert!(skipped.add.as_deref().is_some_and(|add| add.contains("\"links\"")), "{skipped:?}");
    }
    let with_links = json!({ "steps": "links", "links": listed() });
    let all = report(&hexagons(false, &with_links));
    assert_eq!((all.findings.clone(), all.skipped.clone()), (vec![], vec![]));
    assert!(unlisted.iter().all(|&rule| is_asked(&all, rule)));
    let wrong = report(&hexagons(true, &with_links));
    let first = wrong.findings.iter().find(|finding| finding.rule == Rule::Heuristic).expect("a fault");
    assert!(
        first.sentence.starts_with("At (6,3) h is 9, but the path from there to (0,0) costs 8."),
        "{}",
        first.sentence
    );
}

#[test]
fn hexagons_with_eight_neighbours_get_a_hint() {
    let eight = json!({ "neighbours": 8, "corners": "always", "costs": { "straight": 1, "diagonal": 1 } });
    let told = report(&hexagons(false, &eight));
    let hint = told.hint.as_deref().unwrap_or_default();
    assert!(hint.contains("even and odd rows") && hint.contains("\"steps\": \"links\""), "{told:?}");
    // A search over eight neighbours that passes some over gets no hint about hexagons.
    let square = r#""map":["...","...","..."],"start":[1,1],"neighbours":8,"corners":"always","steps":"one""#;
    let events = ["o 1,1", "e 1,1", "o 0,1 <1,1", "o 2,1 <1,1", "o 0,0 <1,1", "e 0,1", "r 1,1 <0,1 why=closed"];
    let other = report(&log(square, &[&events[..], &["e 2,1"]].concat()));
    assert!(other.has(Rule::Missed) && other.hint.is_none(), "{other:?}");
}

#[test]
fn wrong_costs_are_found_over_links() {
    let events = |g: u32, path: &str| {
        let path = format!(r#"{{"event":"path","cells":{path},"cost":8}}"#);
        let open = format!("o 9,3 <4,0 g={g} step=5");
        log(
            r#""steps":"links","start":[0,0],"goal":[9,3],"order":["g"]"#,
            &[
                "o 0,0 g=0",
                "e 0,0 g=0",
                "o 4,0 <0,0 g=3 step=3",
                "e 4,0 g=3",
                &open,
                &format!("e 9,3 g={g}"),
                &path,
                FOUND,
            ],
        )
    };
    let direct = "[[0,0],[4,0],[9,3]]";
    assert_eq!(report(&events(8, direct)).findings, []);
    let found = report(&events(7, direct)).findings;
    let first = found.first().expect("a fault");
    assert_eq!((first.rule, first.line), (Rule::Cost, 6), "{}", first.sentence);
    let found = report(&events(8, "[[0,0],[4,0],[7,7],[9,3]]"));
    // A path may be finer than its links: (7,7) is on the way from (4,0) to (9,3).
    assert_eq!(found.findings, []);
    let found = report(&events(8, "[[0,0],[7,7],[9,3]]")).findings;
    assert_eq!(found.first().map(|one| (one.rule, one.line)), Some((Rule::Unsearched, 8)), "{found:?}");
}

/// A search over portals between rooms. Its path is refined to cells.
#[test]
fn portals_are_sound_and_no_jumps_are_suggested() {
    let events = [
        "o 1,1 g=0",
        "e 1,1 g=0",
        "o 3,1 <1,1 g=2 step=2",
        "o 2,3 <1,1 g=3 step=3",
        "e 3,1 g=2",
        "o 4,1 <3,1 g=3 step=1",
        "e 2,3 g=3",
        "e 4,1 g=3",
        "o 6,3 <4,1 g=7 step=4",
        "e 6,3 g=7",
        r#"{"event":"path","cells":[[1,1],[2,1],[3,1],[4,1],[5,1],[6,1],[6,2],[6,3]],"cost":7}"#,
        FOUND,
    ];
    let map = r#""map":["........","........","........","........"],"start":[1,1],"goal":[6,3],"order":["g"],"optimal":false"#;
    let linked = report(&log(&format!(r#"{map},"steps":"links""#), &events));
    assert_eq!(linked.findings, []);
    for rule in [Rule::Order, Rule::Cost, Rule::NeverOpened, Rule::Reexpanded, Rule::Unsearched, Rule::Changed] {
        assert!(is_asked(&linked, rule), "{}", rule.name());
    }
    let bare = report(&log(&format!(r#"{map},"neighbours":4,"corners":"never","costs":{{"straight":1}}"#), &events));
    let adds: Vec<&str> = bare.skipped.iter().filter_map(|skipped| skipped.add.as_deref()).collect();
    assert_eq!((rules(&bare), adds.contains(&r#""steps": "links""#)), (vec![], true), "{adds:?}");
    assert!(adds.iter().all(|add| !add.contains("jump")), "{adds:?}");
}

/// Without a map, cells outside of all listed links are no error.
#[test]
fn cells_without_a_listed_link_are_accepted() {
    let header = r#""steps":"links","start":[0,0],"goal":[90,3],"links":[[[0,0],[2,0],1]],"order":["f"]"#;
    let path = r#"{"event":"path","cells":[[0,0],[90,3]]}"#;
    let events = ["o 0,0 g=0 h=1", "e 0,0 g=0", "o 90,3 <0,0 g=1 h=0 step=1", "e 90,3 g=1", path, FOUND];
    let _ = report(&log(header, &events));
    let _ = report(&log(header, &[&events[..2], &[r#"{"event":"done","result":"none"}"#]].concat()));
}

#[test]
fn listed_links_show_cheaper_paths_and_missed_links() {
    let header = |more: &str| {
        format!(
            r#""steps":"links","start":[0,0],"goal":[5,0],"links":[[[0,0],[2,0],1],[[2,0],[5,0],1],[[0,0],[5,0],9]],"order":["g"]{more}"#
        )
    };
    let path = |cells: &str| format!(r#"{{"event":"path","cells":{cells}}}"#);
    let direct = path("[[0,0],[5,0]]");
    let events = ["o 0,0 g=0", "e 0,0 g=0", "o 5,0 <0,0 g=9 step=9", "e 5,0 g=9", &direct, FOUND];
    let found = report(&log(&header(""), &events)).findings;
    let dear = found.iter().find(|one| one.rule == Rule::NotShortest).expect("a fault");
    assert!(
        dear.sentence.starts_with("The path from (0,0) to (5,0) costs 9, but one of 2 exists."),
        "{}",
        dear.sentence
    );
    let with_rejects = [
        "o 0,0 g=0",
        "e 0,0 g=0",
        "o 5,0 <0,0 g=9 step=9",
        "o 1,0 <0,0 g=1 step=1",
        "e 1,0 g=1",
        "r 5,0 <1,0 why=costlier",
        "e 5,0 g=9",
    ];
    let found = report(&log(&header(""), &with_rejects)).findings;
    assert!(found.iter().any(|one| one.rule == Rule::Missed && one.sentence.contains("(2,0)")), "{found:?}");
    let way = path("[[0,0],[2,0],[5,0]]");
    let sound = ["o 0,0 g=0", "e 0,0 g=0", "o 2,0 <0,0 g=1 step=1", "o 5,0 <0,0 g=9 step=9", "e 2,0 g=1"];
    let sound = [&sound[..], &["o 5,0 <2,0 g=2 step=1", "e 5,0 g=2", &way, FOUND]].concat();
    assert_eq!(report(&log(&header(""), &sound)).findings, []);
}
