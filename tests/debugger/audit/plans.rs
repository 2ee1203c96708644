//! Plans of many movers: conflicts, starts, goals, directions, delays and figures.

use super::report;
use gridscope::debugger::audit::{Report, Rule};
use gridscope::debugger::log::ConvertedLog;
use gridscope::debugger::movers::{Conflict, Movers};
use gridscope::formats::log::Log;
use gridscope::trace::Rng;
use gridscope::trace::progress::at_once;
use serde_json::{Value, json};
use std::collections::BTreeSet;

type Place = (u16, u16);

/// Returns the report of a plan: the cells of each mover at each time, on a map of 5 × 4 cells.
fn plan(header: &Value, movers: &[Vec<Place>], more: &[(usize, Value)]) -> Report {
    report(&plan_lines(header, movers, more))
}

/// Returns the lines of a log of a plan.
fn plan_lines(header: &Value, movers: &[Vec<Place>], more: &[(usize, Value)]) -> String {
    let mut all = json!({
        "format": "gridscope-trace", "version": 2, "map": vec!["....."; 4], "neighbours": 4, "moves": { "simultaneous": true },
    });
    all.as_object_mut().expect("an object").extend(header.as_object().cloned().unwrap_or_default());
    let mut lines = vec![all];
    for (number, cells) in movers.iter().enumerate() {
        let goal = cells.last().expect("a cell");
        lines.push(
            json!({ "event": "place", "actor": number.to_string(), "kind": "robot", "at": cells[0], "goal": goal }),
        );
    }
    lines.extend(more.iter().filter(|event| event.0 == 0).map(|event| event.1.clone()));
    for t in 1..movers.iter().map(Vec::len).max().unwrap_or(0) {
        lines.push(json!({ "event": "begin", "phase": format!("t {t}"), "t": t }));
        for (number, cells) in movers.iter().enumerate() {
            if let Some(at) = cells.get(t).filter(|at| **at != cells[t - 1]) {
                lines.push(json!({ "event": "move", "actor": number.to_string(), "at": at }));
            }
        }
        lines.extend(more.iter().filter(|event| event.0 == t).map(|event| event.1.clone()));
        lines.push(json!({ "event": "end" }));
    }
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    text.join("\n")
}

/// Returns the time and the two movers of each conflict in the list of a window.
fn listed_conflicts(lines: &str) -> Vec<(u64, String, String)> {
    let shown = at_once(ConvertedLog::of(&Log::read("plan.jsonl", lines.as_bytes()).expect("a log")));
    let movers = at_once(Movers::of(&shown.replay, &shown.scene)).expect("movers");
    let pair = |conflict: &Conflict| {
        let [a, b] = conflict.movers;
        (movers.time(conflict.step).unsigned_abs(), a.min(b).to_string(), a.max(b).to_string())
    };
    let mut all: Vec<_> = movers.conflicts().iter().map(pair).collect();
    all.sort();
    all
}

/// Returns rule, time and sentence of each finding.
fn findings(report: &Report) -> Vec<(Rule, Option<u64>, &str)> {
    report.findings.iter().map(|f| (f.rule, f.t, f.sentence.as_str())).collect()
}

/// Returns the time and the two movers of each conflict that a report names.
fn conflicts(report: &Report) -> BTreeSet<(u64, String, String)> {
    let pair = |sentence: &str| {
        let words: Vec<&str> = sentence.split([' ', '.']).collect();
        let place = |word: &str| words.iter().position(|one| *one == word);
        let other = place("where").or_else(|| place("while")).map(|index| words[index + 1]).expect("another mover");
        let mut pair = [words[0].to_owned(), other.to_owned()];
        pair.sort();
        pair
    };
    let all = report.findings.iter().filter(|f| f.rule == Rule::Move);
    all.map(|f| {
        let [one, other] = pair(&f.sentence);
        (f.t.expect("a time"), one, other)
    })
    .collect()
}

#[test]
fn vertex_swap_and_parked_movers_conflict() {
    let none = json!({});
    let vertex = plan(&none, &[vec![(0, 0), (1, 0)], vec![(2, 0), (1, 0)]], &[]);
    assert_eq!(findings(&vertex), [(Rule::Move, Some(1), "1 moves to (1,0), where 0 is.")]);
    let swap = plan(&none, &[vec![(0, 0), (1, 0)], vec![(1, 0), (0, 0)]], &[]);
    let sentence = "1 moves from (1,0) to (0,0), while 0 moves the other way (line 5).";
    assert_eq!(findings(&swap), [(Rule::Move, Some(1), sentence)]);
    let parked = plan(&none, &[vec![(0, 0), (1, 0)], vec![(1, 0)]], &[]);
    assert_eq!(findings(&parked), [(Rule::Move, Some(1), "0 moves to (1,0), where 1 is.")]);
}

#[test]
fn exchange_beside_a_third_mover_is_named() {
    // 23 and 32 exchange their cells, and 26 comes to one of them.
    let movers = [vec![(3, 1), (2, 1)], vec![(3, 2), (3, 1)], vec![(2, 1), (3, 1)]];
    let all = conflicts(&plan(&json!({}), &movers, &[]));
    let expected = [(1, "0", "2"), (1, "1", "2")].map(|(t, a, b)| (t, a.to_owned(), b.to_owned()));
    assert_eq!(all.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn exchange_inside_a_ring_is_found() {
    // Four movers turn round, but the last two exchange their cells.
    let ring = [vec![(0, 0), (1, 0)], vec![(1, 0), (0, 0)], vec![(1, 1), (0, 1)], vec![(0, 1), (1, 1)]];
    assert_eq!(conflicts(&plan(&json!({}), &ring, &[])).len(), 2);
}

#[test]
fn following_and_rotation_are_legal() {
    let ring = [vec![(0, 0), (1, 0)], vec![(1, 0), (1, 1)], vec![(1, 1), (0, 1)], vec![(0, 1), (0, 0)]];
    let queue = [vec![(0, 3), (1, 3), (2, 3)], vec![(1, 3), (2, 3), (3, 3)], vec![(2, 3), (3, 3), (4, 3)]];
    for movers in [&ring[..], &queue] {
        assert_eq!(findings(&plan(&json!({ "claims": { "valid": true } }), movers, &[])), []);
    }
}

#[test]
fn random_plans_have_the_conflicts_of_a_pairwise_search() {
    let mut dice = Rng::new(7);
    let mut found = 0;
    for _ in 0..300 {
        let mut movers: Vec<Vec<Place>> = (0..7).map(|k| vec![(k % 5, k / 5)]).collect();
        for _ in 0..4 {
            for cells in &mut movers {
                let (x, y) = cells[cells.len() - 1];
                let next = match dice.below(6) {
                    0 if x > 0 => (x - 1, y),
                    1 if x < 4 => (x + 1, y),
                    2 if y > 0 => (x, y - 1),
                    3 if y < 3 => (x, y + 1),
                    _ => (x, y),
                };
                cells.push(next);
            }
        }
        let mut expected = BTreeSet::new();
        for t in 1..5 {
            for (a, one) in movers.iter().enumerate() {
                for (b, other) in movers.iter().enumerate().skip(a + 1) {
                    let still = one[t] == one[t - 1] && other[t] == other[t - 1];
                    let swap = one[t] == other[t - 1] && other[t] == one[t - 1] && !still;
                    if (one[t] == other[t] && !still) || (swap && one[t] != other[t]) {
                        expected.insert((t as u64, a.to_string(), b.to_string()));
                    }
                }
            }
        }
        let lines = plan_lines(&json!({}), &movers, &[]);
        let report = report(&lines);
        found += expected.len();
        assert_eq!(listed_conflicts(&lines), expected.iter().cloned().collect::<Vec<_>>(), "{movers:?}");
        if report.more.is_empty() {
            assert_eq!(conflicts(&report), expected, "{movers:?}");
        }
        assert_eq!(report.faults(), expected.len(), "one finding for each pair and time: {movers:?}");
    }
    assert!(found > 500, "{found}");
}

#[test]
fn goals_and_starts_are_checked() {
    let arrive = json!({ "moves": { "simultaneous": true, "arrive": true } });
    let movers = [vec![(0, 0), (1, 0)]];
    let event = |word: &str, at: Place| json!({ "event": word, "actor": "0", "at": at });
    assert_eq!(findings(&plan(&arrive, &movers, &[])), []);
    let missed = plan(&arrive, &movers, &[(1, json!({ "event": "goal", "actor": "0", "goal": [3, 0] }))]);
    assert_eq!(findings(&missed), [(Rule::Goal, Some(1), "0 ends at (1,0), and not at its goal (3,0).")]);
    let early = plan(&json!({}), &movers, &[(0, event("reached", (1, 0))), (1, event("reached", (1, 0)))]);
    let sentence = "0 is at (0,0), and not at (1,0), which it should have reached.";
    assert_eq!(findings(&early), [(Rule::Goal, None, sentence)]);
    let start = json!({ "event": "place", "actor": "1", "at": [3, 3], "start": [3, 2] });
    let elsewhere = plan(&json!({}), &movers, &[(0, start)]);
    assert_eq!(findings(&elsewhere), [(Rule::Start, None, "1 is placed at (3,3), but it should start at (3,2).")]);
}

#[test]
fn moves_follow_the_heading() {
    let heading = json!({ "moves": { "simultaneous": true, "heading": true } });
    let place = json!({ "event": "place", "actor": "0", "kind": "robot", "at": [0, 0], "facing": "e" });
    let turn = |facing: &str| json!({ "event": "turn", "actor": "0", "at": [0, 0], "facing": facing });
    let walk = |movers: &[Place], more: &[(usize, Value)]| {
        let more: Vec<_> = std::iter::once((0, place.clone())).chain(more.iter().cloned()).collect();
        let report = plan(&heading, &[movers.to_vec()], &more);
        report.findings.iter().map(|f| f.sentence.clone()).collect::<Vec<_>>()
    };
    assert_eq!(walk(&[(0, 0), (1, 0)], &[]), [""; 0]);
    assert_eq!(walk(&[(0, 0), (0, 1)], &[]), ["0 moves to (0,1), s of it, but faces e."]);
    assert_eq!(walk(&[(0, 0), (0, 0), (0, 1)], &[(1, turn("s"))]), [""; 0]);
    assert_eq!(walk(&[(0, 0), (0, 0), (0, 0)], &[(1, turn("w"))]), ["0 turns from e to w in one step."]);
    assert_eq!(walk(&[(0, 0), (1, 0)], &[(1, turn("s"))]), ["0 moves and turns in one step."]);
}

#[test]
fn delays_and_reports_are_findings() {
    let movers = [vec![(0, 0), (0, 0), (1, 0), (2, 0), (3, 0)]];
    let delay = |t: usize, until: u64| (t - 1, json!({ "event": "delay", "actor": "0", "until": until }));
    assert_eq!(findings(&plan(&json!({}), &movers, &[delay(1, 1)])), []);
    let moved = plan(&json!({}), &movers, &[delay(1, 3)]);
    assert_eq!(findings(&moved), [(Rule::Delay, Some(2), "0 moves at t = 2, during its delay until t = 3.")]);
    let fault = json!({ "event": "fault", "text": "vertex conflict", "actor": "0", "other": "4" });
    let reported = plan(&json!({}), &movers, &[(3, fault.clone())]);
    assert_eq!(
        findings(&reported),
        [(Rule::Reported, Some(3), "The program reports, about 0 and 4: vertex conflict.")]
    );
    // In other logs these are words of the program.
    assert_eq!(findings(&plan(&json!({ "moves": {} }), &movers, &[(3, fault), delay(1, 3)])), []);
}

#[test]
fn claimed_figures_are_computed_again() {
    // The first one leaves its goal and comes back, so its cost is 4 and its loss 3.
    let movers = [vec![(1, 0), (1, 0), (1, 1), (1, 1), (1, 0)], vec![(3, 0), (4, 0)], vec![(0, 3)]];
    let claims = |claims: Value| plan(&json!({ "claims": claims }), &movers, &[]);
    let right = json!({ "cost": 5, "loss": 4, "makespan": 4, "steps": 12, "end": 4, "finished": 0, "errors": 0, "valid": true });
    assert_eq!(findings(&claims(right)), []);
    let wrong = claims(json!({ "cost": 6, "makespan": 3, "valid": false, "colour": 3 }));
    let sentences: Vec<&str> = wrong.findings.iter().map(|f| f.sentence.as_str()).collect();
    let expected = [
        "cost is stated as 6, but it is 5.",
        "makespan is stated as 3, but it is 4.",
        "The plan is stated to have faults, but has none.",
    ];
    assert_eq!(sentences, expected);
    assert!(wrong.has(Rule::Claimed));
}
