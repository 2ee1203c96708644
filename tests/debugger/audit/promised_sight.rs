//! Promises about sight are checked, except at the edges, where fields of view differ.

use super::report;
use gridscope::debugger::audit::Rule;
use serde_json::{Value, json};

/// Builds a log with this promise on a map, and returns the lines and sentences of the findings about sight.
fn found(rows: &[&str], sight: &Value, events: &[Value]) -> Vec<(usize, String)> {
    let header = json!({ "format": "gridscope-trace", "version": 2, "map": rows, "sight": sight });
    let lines: Vec<String> = std::iter::once(&header).chain(events).map(Value::to_string).collect();
    let all = report(&lines.join("\n")).findings;
    assert!(all.iter().all(|finding| finding.rule == Rule::Sight && finding.at.is_some()), "{all:?}");
    all.into_iter().map(|finding| (finding.line, finding.sentence)).collect()
}

fn place(actor: &str, at: [i32; 2]) -> Value {
    json!({ "event": "place", "actor": actor, "at": at })
}

fn see(actor: &str, from: [i32; 2], at: [i32; 2]) -> Value {
    json!({ "event": "see", "at": at, "from": from, "actor": actor })
}

const OPEN: [&str; 9] = ["........."; 9];
const EYE: [i32; 2] = [4, 4];

/// Returns what a guard in the middle sees to the west, within 90 degrees and a distance of 4.
fn cone(is_seen: impl Fn(f64, f64, f64) -> bool) -> Vec<Value> {
    let mut all = vec![place("guard", EYE)];
    for (x, y) in (0..9).flat_map(|y| (0..9).map(move |x| (x, y))) {
        let (dx, dy) = (f64::from(x - EYE[0]), f64::from(y - EYE[1]));
        let angle = dy.atan2(dx).to_degrees();
        if [x, y] == EYE || is_seen(angle, dx, dy) {
            all.push(see("guard", EYE, [x, y]));
        }
    }
    all
}

fn off(angle: f64) -> f64 {
    ((angle - 180.0 + 540.0).rem_euclid(360.0) - 180.0).abs()
}

#[test]
fn cone_cut_at_the_angle_seam_is_found() {
    let promise = json!({ "radius": 4, "cone": { "facing": "w", "degrees": 90 } });
    let sound = cone(|angle, dx, dy| off(angle) <= 45.0 && dx.hypot(dy) <= 4.0);
    assert_eq!(found(&OPEN, &promise, &sound), []);
    let wrong = cone(|angle, dx, dy| (angle - 180.0).abs() <= 45.0 && dx.hypot(dy) <= 4.0);
    let [(line, sentence)] = &found(&OPEN, &promise, &wrong)[..] else { panic!("one fault") };
    let finding_text = "(2,3) is clear and within the radius and the cone, but guard at (4,4) does not see it.";
    assert_eq!((*line, sentence.as_str()), (wrong.len() + 1, finding_text));
}

/// The edges of the cone and of the radius, for other ways to measure and to compare.
#[test]
fn other_cone_and_radius_edges_are_sound() {
    let promise = json!({ "radius": 4, "cone": { "facing": 180, "degrees": 90 } });
    let ways: [&dyn Fn(f64, f64, f64) -> bool; 7] = [
        &|angle, dx, dy| off(angle) < 45.0 && dx.hypot(dy) < 4.0,
        &|angle, dx, dy| off(angle) <= 45.0 && dx.hypot(dy) <= 4.5,
        &|angle, dx, dy| off(angle) <= 45.0 && dx.abs().max(dy.abs()) <= 4.0,
        &|angle, dx, dy| off(angle) <= 45.0 && dx.abs() + dy.abs() <= 4.0,
        // Any cell that the cone touches.
        &|angle, dx, dy| {
            let half = (0.75_f64.sqrt() / dx.hypot(dy)).min(1.0).asin().to_degrees();
            off(angle) <= 45.0 + half && dx.hypot(dy) <= 4.0
        },
        &|angle, dx, dy| off(angle.round()) <= 45.0 && dx.hypot(dy) <= 4.0,
        &|_, dx, dy| -dx >= dy.abs() && dx.hypot(dy) <= 4.0,
    ];
    for (number, way) in ways.iter().enumerate() {
        assert_eq!(found(&OPEN, &promise, &cone(way)), [], "way {number}");
    }
}

#[test]
fn cells_beyond_the_radius_or_cone_are_found() {
    let promise = json!({ "radius": 3, "cone": { "facing": "w", "degrees": 90 } });
    let mut events = cone(|angle, dx, dy| off(angle) <= 45.0 && dx.hypot(dy) <= 3.0);
    events.push(see("guard", EYE, [0, 4]));
    events.push(see("guard", EYE, [7, 4]));
    let lines = events.len() + 1;
    let findings = found(&OPEN, &promise, &events);
    let sentences: Vec<_> = findings.iter().map(|one| (one.0, one.1.as_str())).collect();
    let expected = [
        (lines - 1, "(0,4) is stated as seen from (4,4), but it is outside of the radius of 3."),
        (lines, "(7,4) is stated as seen from (4,4), but it is outside of the cone of 90 degrees."),
    ];
    assert_eq!(sentences, expected);
    // With a stated metric, cells closer to the edge are judged.
    let far = |metric: &str| json!({ "radius": 3, "metric": metric });
    let diagonal = [place("guard", EYE), see("guard", EYE, [1, 1])];
    let beyond = |metric: &str| found(&OPEN, &far(metric), &diagonal).iter().any(|one| one.1.contains("outside"));
    assert!(beyond("manhattan") && beyond("euclid") && !beyond("chebyshev"));
}

#[test]
fn stated_facing_turns_the_cone() {
    let promise = json!({ "radius": 4, "cone": { "degrees": 90 } });
    let mut events = cone(|angle, dx, dy| off(angle) <= 45.0 && dx.hypot(dy) <= 4.0);
    events[0]["facing"] = "west".into();
    assert_eq!(found(&OPEN, &promise, &events), []);
    events[0]["facing"] = "e".into();
    let findings = found(&OPEN, &promise, &events);
    assert!(findings.iter().any(|one| one.1.contains("outside of the cone")), "{findings:?}");
    assert!(findings.iter().any(|one| one.1.contains("does not see it, nor")), "{findings:?}");
    // Without any direction, the cone is not asked.
    events[0].as_object_mut().expect("an event").remove("facing");
    assert_eq!(found(&OPEN, &promise, &events), []);
}

/// Walls, doors, unknown tiles and actors in the way may hide a cell.
#[test]
fn cells_that_may_be_hidden_are_not_missing() {
    let rows = ["......", ".#..+.", "......"];
    let all = |skip: &dyn Fn(i32, i32) -> bool, walls: bool| {
        let free = |x: i32, y: i32| rows[y as usize].as_bytes()[x as usize] == b'.';
        let cells = (0..3).flat_map(|y| (0..6).map(move |x| (x, y)));
        let seen = cells.filter(|&(x, y)| (walls || free(x, y)) && !skip(x, y));
        std::iter::once(place("a", [0, 0])).chain(seen.map(|(x, y)| see("a", [0, 0], [x, y]))).collect::<Vec<_>>()
    };
    let promise = json!({ "radius": 20 });
    let behind = |x: i32, y: i32| y > 0 && x > 0;
    assert_eq!(found(&rows, &promise, &all(&behind, false)), []);
    let missing = found(&rows, &promise, &all(&|x, y| behind(x, y) || (x, y) == (3, 0), false));
    assert!(missing[0].1.starts_with("(3,0) is clear and within the radius, but a at (0,0)"), "{missing:?}");
    // Walls count only if they are promised.
    let walls = json!({ "radius": 20, "walls": true });
    assert_eq!(found(&rows, &walls, &all(&behind, false)).len(), 1);
    assert_eq!(found(&rows, &walls, &all(&|x, y| behind(x, y) && (x, y) != (1, 1), true)), []);
    // Another actor blocks the view.
    let mut events = all(&|x, y| behind(x, y) || x > 2, false);
    events.insert(0, place("b", [2, 0]));
    assert_eq!(found(&rows, &promise, &events), []);
    // A door closes while the guard looks.
    let mut events = all(&behind, false);
    events.insert(1, json!({ "event": "tile", "at": [3, 0], "tile": "door" }));
    events.retain(|event| !(event["event"] == "see" && event["at"][1] == 0 && event["at"][0].as_i64() > Some(3)));
    assert_eq!(found(&rows, &promise, &events), []);
    // Without a radius, only a part may be logged.
    assert_eq!(found(&rows, &json!({ "symmetric": true }), &[place("a", [0, 0]), see("a", [0, 0], [1, 0])]), []);
}

#[test]
fn only_newly_seen_cells_need_logging() {
    let rows = ["...."];
    let promise = json!({ "radius": 10 });
    let first = [place("a", [0, 0]), see("a", [0, 0], [1, 0]), see("a", [0, 0], [2, 0]), see("a", [0, 0], [3, 0])];
    let step = json!({ "event": "move", "actor": "a", "at": [1, 0] });
    let then = [step.clone(), see("a", [1, 0], [0, 0])];
    assert_eq!(found(&rows, &promise, &[&first[..], &then[..]].concat()), []);
    // Before the step, too; and without the viewer's cell, the look may belong to either cell.
    assert_eq!(found(&rows, &promise, &[&first[..], &[see("a", [1, 0], [0, 0]), step.clone()]].concat()), []);
    let bare = |at: [i32; 2]| json!({ "event": "see", "at": at, "actor": "a" });
    let hide = json!({ "event": "hide", "actor": "a" });
    assert_eq!(found(&rows, &promise, &[&first[..], &[step.clone(), hide.clone(), bare([0, 0])]].concat()), []);
    let findings = found(&rows, &promise, &[&first[..], &[step, hide, see("a", [1, 0], [0, 0])]].concat());
    assert_eq!(findings.len(), 1, "what was hidden and is clear: {findings:?}");
}

const PILLAR: [&str; 3] = [".....", ".#...", "....."];

#[test]
fn one_sided_sight_of_a_pair_is_found() {
    let promise = json!({ "symmetric": true });
    let both = [place("guard", [0, 0]), place("thief", [4, 2])];
    let seen = [see("guard", [0, 0], [4, 2]), see("thief", [4, 2], [3, 2])];
    let [(line, sentence)] = &found(&PILLAR, &promise, &[&both[..], &seen[..]].concat())[..] else {
        panic!("one fault")
    };
    let finding_text =
        "guard at (0,0) sees thief at (4,2), but thief does not see guard. The line from (4,2) to (0,0) crosses (1,1).";
    assert_eq!((*line, sentence.as_str()), (4, finding_text));
    let back = see("thief", [4, 2], [0, 0]);
    assert_eq!(found(&PILLAR, &promise, &[&both[..], &seen[..], &[back]].concat()), []);
    // Not promised.
    assert_eq!(found(&PILLAR, &json!({}), &[&both[..], &seen[..]].concat()), []);
}

#[test]
fn looks_around_a_step_form_no_pair() {
    let promise = json!({ "symmetric": true });
    let both = [place("guard", [0, 0]), place("thief", [4, 2])];
    let (guard, thief) = (see("guard", [0, 0], [4, 2]), see("thief", [4, 2], [3, 2]));
    let to = |actor: &str, at: [i32; 2]| json!({ "event": "move", "actor": actor, "at": at });
    for moved in [to("thief", [4, 1]), to("guard", [1, 0]), json!({ "event": "tile", "at": [2, 1], "tile": "wall" })] {
        let events = [&both[..], &[guard.clone(), moved, thief.clone()]].concat();
        assert_eq!(found(&PILLAR, &promise, &events), [], "{events:?}");
    }
    // One has not looked, and one has left.
    assert_eq!(found(&PILLAR, &promise, &[&both[..], std::slice::from_ref(&guard)].concat()), []);
    let left = json!({ "event": "remove", "actor": "thief" });
    assert_eq!(found(&PILLAR, &promise, &[&both[..], &[thief.clone(), left, guard.clone()]].concat()), []);
    // With a cone, the other may look elsewhere.
    let cone = json!({ "symmetric": true, "cone": { "degrees": 90 } });
    let mut turned = both.clone();
    (turned[0]["facing"], turned[1]["facing"]) = (30.into(), "e".into());
    let looks = [guard, see("thief", [4, 2], [4, 2])];
    assert_eq!(found(&PILLAR, &cone, &[&turned[..], &looks[..]].concat()), []);
    turned[1]["facing"] = "w".into();
    assert_eq!(found(&PILLAR, &cone, &[&turned[..], &looks[..]].concat()).len(), 1);
}
