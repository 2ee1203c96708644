//! Each planted fault is found where it is, and described. Rules that the log does not state are not applied to it.

use super::planted::{Lines, all, corridor, rooms};
use super::report;
use gridscope::debugger::audit::{MAX_FINDINGS, Rule};
use gridscope::formats::log::Log;
use serde_json::{Value, json};

#[test]
fn test_logs_are_sound_before_faults_are_planted() {
    for lines in [rooms(), corridor()] {
        let found = report(&lines.text());
        assert_eq!((found.findings, found.skipped), (vec![], vec![]), "{}", lines.text());
        assert_eq!(found.events, lines.0.len() - 1);
    }
}

#[test]
fn planted_faults_are_found_at_line_and_cell() {
    let planted = all();
    // Faults of the other rules are planted in programs of their own.
    for rule in Rule::ALL.into_iter().take(13) {
        assert!(planted.iter().filter(|one| one.rule == rule).count() >= 2, "{}", rule.name());
    }
    for one in planted {
        let (name, text) = (one.rule.name(), one.lines.text());
        let found = report(&text).findings;
        let Some(first) = found.iter().find(|finding| finding.rule == one.rule) else {
            panic!("no {name} in {found:#?}\n{text}");
        };
        let at = first.at.map(|at| [at.x, at.y]);
        assert_eq!((first.line, at), (one.line, one.at), "{name}: {}\n{text}", first.sentence);
        assert_eq!(first.event + 2, first.line, "a header and no other lines");
        if let Some([x, y]) = at {
            assert!(first.sentence.contains(&format!("({x},{y})")), "{}", first.sentence);
        }
        assert!(first.sentence.ends_with('.'), "{}", first.sentence);
        assert!(found.is_sorted_by_key(|finding| finding.line));
    }
}

/// Returns header fields to remove, with the rules that need them.
fn needs() -> Vec<(&'static str, Vec<Rule>)> {
    let costs = vec![Rule::Cost, Rule::Heuristic, Rule::Inconsistent, Rule::PathCost, Rule::NotShortest];
    let ground = vec![Rule::Heuristic, Rule::Missed, Rule::NotShortest, Rule::NoPath];
    vec![
        ("order", vec![Rule::Order]),
        ("map", [ground.clone(), vec![Rule::Wall]].concat()),
        ("neighbours", ground.clone()),
        ("corners", ground),
        ("costs", costs),
        ("goal", vec![Rule::Heuristic, Rule::NoPath]),
    ]
}

#[test]
fn rule_without_its_facts_is_skipped() {
    for (fact, rules) in needs() {
        for one in all() {
            let mut lines = one.lines.clone();
            let header = lines.0[0].as_object_mut().expect("a header");
            // With four neighbours, no step passes a corner.
            if fact == "corners" && header["neighbours"] == 4 {
                continue;
            }
            header.remove(fact).expect("a fact");
            is_silent(&lines, &rules, fact);
        }
    }
}

#[test]
fn header_that_opts_out_silences_the_rule() {
    let shortest = [Rule::Heuristic, Rule::Inconsistent, Rule::NotShortest];
    for one in all() {
        let with = |field: &str, value: Value| {
            let mut lines = one.lines.clone();
            lines.0[0][field] = value;
            lines
        };
        is_silent(&with("optimal", false.into()), &shortest, "optimal");
        is_silent(&with("steps", "jump".into()), &[Rule::Missed], "jump");
        let own = [Rule::Cost, Rule::Heuristic, Rule::Missed, Rule::PathCost, Rule::NotShortest, Rule::NoPath];
        let lines = with("steps", "own".into());
        is_silent(&lines, &own, "own");
        let found = report(&lines.text()).findings;
        let one_of = |finding: &&gridscope::debugger::audit::Finding| {
            finding.rule == Rule::Parent && finding.sentence.contains("not one step away")
        };
        assert_eq!(found.iter().find(one_of), None, "steps are its own");
    }
    let mut bush = corridor();
    bush.0[0]["costs"].as_object_mut().expect("costs").remove("enter");
    is_silent(&bush, &[Rule::Cost, Rule::PathCost, Rule::NotShortest], "what a bush costs");
}

/// Asserts that none of these rules has a finding, and that each is reported as skipped, with a reason.
fn is_silent(lines: &Lines, rules: &[Rule], what: &str) {
    let found = report(&lines.text());
    for rule in rules {
        let name = rule.name();
        assert!(found.findings.iter().all(|finding| finding.rule != *rule), "{what}, {name}\n{}", lines.text());
        let why = found.skipped.iter().find(|skipped| skipped.rule == *rule).map(|skipped| skipped.why.as_str());
        assert!(why.is_some_and(|why| why.len() > 10), "{what}, {name}: {:?}", found.skipped);
    }
}

#[test]
fn corners_are_not_judged_unless_stated() {
    let mut lines = rooms();
    let index = lines.find("reject", [5, 2]);
    lines.0[index]["event"] = "open".into();
    assert_eq!(report(&lines.text()).findings.first().map(|f| (f.rule, f.line)), Some((Rule::Wall, index + 1)));
    lines.0[0].as_object_mut().expect("a header").remove("corners");
    assert!(report(&lines.text()).findings.iter().all(|finding| finding.rule != Rule::Wall));
}

/// If the kind of steps is not stated, jump points could explain a neighbour that is skipped in a maze, but not one in
/// a room.
#[test]
fn missed_neighbour_is_found_without_stated_steps() {
    for one in all().into_iter().filter(|one| one.rule == Rule::Missed) {
        let mut lines = one.lines;
        lines.0[0].as_object_mut().expect("a header").remove("steps");
        let found = report(&lines.text()).findings;
        let first = found.iter().find(|finding| finding.rule == Rule::Missed).map(|finding| finding.line);
        assert_eq!(first, Some(one.line), "{}", lines.text());
    }
}

/// If it is not known whether a path consists of jumps, the audit does not judge it, and says so.
#[test]
fn path_that_may_be_jumps_is_skipped() {
    let header = |more: &str| {
        format!(
            r#"{{"format":"gridscope-trace","version":2,"map":[".......","......."],"start":[0,0],"goal":[6,0],{more}}}"#
        )
    };
    let four = r#""neighbours":4,"costs":{"straight":1}"#;
    let far = r#"{"event":"path","cells":[[0,0],[3,0],[3,1],[6,1],[6,0]],"cost":500}"#;
    let ask = |more: &str, path: &str| report(&format!("{}\n{path}\n", header(more)));
    let why = |found: &gridscope::debugger::audit::Report, rule: Rule| {
        found.skipped.iter().find(|skipped| skipped.rule == rule).map(|skipped| skipped.why.clone()).unwrap_or_default()
    };
    let found = ask(four, far);
    assert_eq!(found.findings, []);
    for rule in [Rule::PathBroken, Rule::PathCost, Rule::NotShortest] {
        assert!(why(&found, rule).contains("states no steps"), "{}: {:?}", rule.name(), found.skipped);
    }
    assert!(found.skipped.is_sorted_by_key(|skipped| skipped.rule));
    for (steps, rule) in [("one", Rule::PathBroken), ("jump", Rule::PathCost)] {
        let found = ask(&format!(r#"{four},"steps":"{steps}""#), far);
        assert!(found.has(rule) && why(&found, rule).is_empty(), "{steps}: {found:?}");
    }
    // A diagonal step whose cost is not stated.
    let path = r#"{"event":"path","cells":[[0,0],[1,1],[2,0],[3,0],[4,0],[5,0],[6,0]],"cost":500}"#;
    let eight = r#""neighbours":8,"corners":"never","costs":{"straight":1}"#;
    let found = ask(eight, path);
    assert_eq!((why(&found, Rule::PathBroken), found.findings.len()), (String::new(), 0));
    assert!(why(&found, Rule::PathCost).contains("diagonal"), "{:?}", found.skipped);
}

/// An order by a field that no event has contradicts the log. If no event has g, the rule is skipped.
#[test]
fn order_by_missing_keys_is_not_judged() {
    let mut lines = rooms();
    for (keys, why) in [(json!(["prio"]), "\"prio\""), (json!(["f", "priority"]), "\"priority\"")] {
        lines.0[0]["order"] = keys;
        let log = Log::read("a log", lines.text().as_bytes()).expect("a log");
        let broken = log.broken.expect("refused").to_string();
        assert!(broken.contains("line 1") && broken.contains(why), "{broken}");
    }
    for line in lines.0.iter_mut().filter(|line| line["event"] == "open") {
        line["priority"] = line["g"].clone();
    }
    assert_eq!(report(&lines.text()).skipped, []);
    lines.0[0]["order"] = json!(["g"]);
    for line in lines.0.iter_mut().filter(|line| line["event"] == "open" || line["event"] == "expand") {
        line.as_object_mut().expect("an event").remove("g");
    }
    is_silent(&lines, &[Rule::Order], "no g");
    let found = report(&lines.text()).skipped;
    assert!(found.iter().any(|s| s.rule == Rule::Order && s.why.contains("\"g\"")), "{found:?}");
}

#[test]
fn rule_lists_at_most_twenty_findings() {
    let mut lines = rooms();
    let opens = lines.0.iter_mut().filter(|line| line["event"] == "open").skip(1);
    let wrong = opens.map(|line| line["g"] = json!(line["g"].as_f64().expect("g") + 0.25)).count();
    assert!(wrong > MAX_FINDINGS, "{wrong}");
    let found = report(&lines.text());
    assert_eq!(found.findings.iter().filter(|finding| finding.rule == Rule::Cost).count(), MAX_FINDINGS);
    assert_eq!(found.more, [(Rule::Cost, wrong - MAX_FINDINGS)]);
    assert_eq!(found.json()["more"], json!({ "cost": wrong - MAX_FINDINGS }));
}

/// The audit does not search a large map again for every line. Each of these paths would require that.
#[test]
fn broken_paths_do_not_repeat_large_searches() {
    // With x and y exchanged, the goal is outside the map.
    let (width, height) = (1024, 900);
    let mut rows = vec![".".repeat(width); height];
    // No path leads into the last corner.
    rows[height - 1] = format!("{}#.", ".".repeat(width - 2));
    rows[height - 2] = format!("{}#", ".".repeat(width - 1));
    let goal = [width - 1, height - 1];
    let header = json!({ "format": "gridscope-trace", "version": 2, "map": rows, "neighbours": 4, "steps": "one", "goal": goal });
    let path = json!({ "event": "path", "cells": [[0, 0], goal] });
    let lines: Vec<String> = std::iter::once(&header).chain([&path; 40]).map(Value::to_string).collect();
    let found = report(&lines.join("\n"));
    let asked = found.findings.iter().filter(|finding| finding.rule == Rule::NoPath).count();
    assert!((1..MAX_FINDINGS).contains(&asked), "{asked}");
    let why = format!("from line {} on, because the map would have to be searched too often", asked + 2);
    assert!(found.skipped.iter().any(|s| s.rule == Rule::NoPath && s.why == why), "{:?}", found.skipped);
}

/// The audit does not search a large map again for every path. Each of these complete paths could have a shorter
/// alternative.
#[test]
fn complete_paths_do_not_repeat_large_searches() {
    let side = 400;
    let end = side - 1;
    let header = json!({
        "format": "gridscope-trace", "version": 2, "map": vec![".".repeat(side); side], "neighbours": 4, "steps": "one",
        "costs": { "straight": 1 }, "optimal": true,
    });
    let cells = |detour: usize| {
        let down = (0..=detour).map(|y| [0, y]).chain((1..=end).map(|x| [x, detour]));
        let up = (0..detour).rev().map(|y| [end, y]).chain((1..=end).map(|y| [end, y]));
        down.chain(up).collect::<Vec<_>>()
    };
    // Each path is two steps too long, from a corner to the one below.
    let path = json!({ "event": "path", "cells": cells(1) });
    let lines: Vec<String> = std::iter::once(&header).chain([&path; 130]).map(Value::to_string).collect();
    let found = report(&lines.join("\n"));
    let asked = found.findings.iter().filter(|finding| finding.rule == Rule::NotShortest).count();
    let asked = asked + found.more.iter().filter(|more| more.0 == Rule::NotShortest).map(|more| more.1).sum::<usize>();
    assert!((50..120).contains(&asked), "{asked}");
    let why = format!("from line {} on, because the map would have to be searched too often", asked + 2);
    assert!(found.skipped.iter().any(|s| s.rule == Rule::NotShortest && s.why == why), "{:?}", found.skipped);
}

#[test]
fn frequent_heuristic_fault_is_reported_once_per_search() {
    let mut lines = rooms();
    let opens = lines.0.iter_mut().filter(|line| line["event"] == "open");
    for line in opens {
        line["h"] = json!(line["h"].as_f64().expect("h") + 50.0);
    }
    let opens = lines.0.iter().filter(|line| line["event"] == "open");
    let high = opens.map(|line| line["at"].to_string()).collect::<std::collections::HashSet<_>>().len();
    let found = report(&lines.text()).findings;
    let told: Vec<_> = found.iter().filter(|finding| finding.rule == Rule::Heuristic).collect();
    assert_eq!(told.len(), 1);
    assert!(
        told[0].sentence.ends_with(&format!("In this search there are {} more.", high - 1)),
        "{}",
        told[0].sentence
    );
}

#[test]
fn report_json_has_events_findings_asked_and_skipped() {
    let text = all().swap_remove(0).lines.text();
    let json = report(&text).json();
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&json), ["events", "findings", "asked", "skipped"]);
    assert_eq!(keys(&json["findings"][0]), ["line", "rule", "at", "sentence"]);
    assert_eq!((&json["findings"][0]["rule"], &json["findings"][0]["at"]), (&json!("order"), &json!([1, 2])));
    let bare = report("{\"event\":\"note\",\"text\":\"here\"}\n").json();
    assert_eq!(keys(&bare["skipped"][0]), ["rule", "why", "add"]);
    assert_eq!((&bare["events"], &bare["findings"]), (&json!(1), &json!([])));
    let path = all().into_iter().find(|one| one.rule == Rule::PathCost).expect("one");
    let json = report(&path.lines.text()).json();
    assert_eq!(json["findings"][0]["at"], Value::Null);
}

#[test]
fn numbers_printed_by_python_are_no_faults() {
    let mut text = corridor().text();
    text = text.replacen(
        "\"event\":\"path\"",
        "\"bound\":Infinity,\"least\":-Infinity,\"mean\":NaN,\"event\":\"path\"",
        1,
    );
    let waits = "{\"event\":\"open\",\"at\":[1,3],\"g\":Infinity,\"h\":NaN}\n{\"event\":\"expand\",\"at\":[1,1]";
    text = text.replacen("{\"event\":\"expand\",\"at\":[1,1]", waits, 1);
    assert_eq!(report(&text).findings, []);
    // An infinite h is an overestimate if there is a path.
    let line = corridor().find("open", [4, 1]) + 1;
    let lines: Vec<String> = corridor().0.iter().map(ToString::to_string).collect();
    let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let high = "{\"event\":\"open\",\"at\":[4,1],\"from\":[3,1],\"g\":30,\"h\":Infinity}";
    lines[line - 1] = high;
    let found = report(&lines.join("\n")).findings;
    let first = found.iter().find(|finding| finding.rule == Rule::Heuristic).expect("a fault");
    assert_eq!((first.line, first.sentence.contains("h is infinity")), (line, true), "{}", first.sentence);
}

/// A corridor in which a cell on the path becomes a wall. The incremental search continues with the next cell, but does
/// not update the cells at the wall. That is an error by any stated rule of steps, and cannot be judged without one.
#[test]
fn missing_update_is_found_if_steps_are_stated() {
    let found = |rules: &str| {
        let text = format!(
            r#"{{"format":"gridscope-trace","version":2,"map":["...."],"start":[0,0],"goal":[2,0],"incremental":true,"costs":{{"straight":1,"diagonal":1.5}},{rules}}}
{{"event":"open","at":[0,0],"g":0}}
{{"event":"expand","at":[0,0],"g":0}}
{{"event":"open","at":[1,0],"from":[0,0],"g":1}}
{{"event":"expand","at":[1,0],"g":1}}
{{"event":"open","at":[2,0],"from":[1,0],"g":2}}
{{"event":"expand","at":[2,0],"g":2}}
{{"event":"open","at":[3,0],"from":[2,0],"g":3}}
{{"event":"path","cells":[[0,0],[1,0],[2,0]],"cost":2}}
{{"event":"tile","at":[1,0],"tile":"wall"}}
{{"event":"expand","at":[3,0],"g":3}}
{{"event":"done","result":"none"}}"#
        );
        report(&text).findings.into_iter().map(|finding| finding.sentence).collect::<Vec<_>>()
    };
    let stale = "(1,0) is held at 1 since line 5, but on the ground as it is since line 10 its neighbours give no path: it \
                 was not updated.";
    assert_eq!(found(r#""neighbours":4"#), [stale]);
    assert_eq!(found(r#""neighbours":8,"corners":"always""#), [stale]);
    assert_eq!(found(r#""neighbours":8"#), [""; 0]);
}

/// D* Lite plans from the goal at (1,0) back to a robot at (3,0), which then takes a step and sees a wall behind it. The
/// cell (0,0) still waits with its old key 4. From the robot's new cell it would be 1 + 2, plus the key modifier (km),
/// which must be 1 by now.
#[test]
fn key_modifier_that_does_not_grow_is_found() {
    let found = |k1: u32| {
        let text = format!(
            r#"{{"format":"gridscope-trace","version":2,"map":["...."],"start":[3,0],"goal":[1,0],"neighbours":4,"incremental":true,"costs":{{"straight":1}},"order":["k1","k2"]}}
{{"event":"move","actor":"robot","at":[3,0]}}
{{"event":"open","at":[1,0],"g":0,"h":2,"k1":2,"k2":0}}
{{"event":"expand","at":[1,0],"g":0}}
{{"event":"open","at":[0,0],"from":[1,0],"g":1,"h":3,"k1":4,"k2":1}}
{{"event":"open","at":[2,0],"from":[1,0],"g":1,"h":1,"k1":2,"k2":1}}
{{"event":"expand","at":[2,0],"g":1}}
{{"event":"open","at":[3,0],"from":[2,0],"g":2,"h":0,"k1":2,"k2":2}}
{{"event":"expand","at":[3,0],"g":2}}
{{"event":"path","cells":[[3,0],[2,0],[1,0]],"cost":2}}
{{"event":"move","actor":"robot","at":[2,0]}}
{{"event":"tile","at":[3,0],"tile":"wall"}}
{{"event":"open","at":[3,0],"g":2,"rhs":null,"h":1,"k1":{k1},"k2":2}}
{{"event":"path","cells":[[2,0],[1,0]],"cost":1}}"#
        );
        report(&text).findings.into_iter().map(|finding| finding.sentence).collect::<Vec<_>>()
    };
    assert_eq!(found(4), [""; 0], "2 + 1 + 1");
    let [said] = &found(3)[..] else { panic!("{:?}", found(3)) };
    assert!(
        said.starts_with("(0,0) waits with k1 = 4 since line 5, but with the start at (2,0) its key is 3"),
        "{said}"
    );
}
