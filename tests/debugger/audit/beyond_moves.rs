//! Moves: into walls, too far, onto other actors.

use super::report;
use gridscope::debugger::audit::Rule;
use serde_json::json;

/// Returns the lines on which the audit reports a wrong move.
fn lines(more: &serde_json::Value, events: &[&str]) -> Vec<usize> {
    let mut header = json!({ "format": "gridscope-trace", "version": 2, "map": ["....", ".#+.", "...."], "neighbours": 8, "corners": "never" });
    header.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
    let found = report(&format!("{header}\n{}", events.join("\n"))).findings;
    assert!(found.iter().all(|f| f.rule == Rule::Move && f.sentence.ends_with('.')), "{found:?}");
    found.iter().map(|f| f.line).collect()
}

const A: &str = r#"{"event":"place","actor":"a","at":[0,0]}"#;
const B: &str = r#"{"event":"place","actor":"b","at":[1,0]}"#;

#[test]
fn walls_strides_corners_and_others_are_accused() {
    assert_eq!(lines(&json!({ "neighbours": 8 }), &[A, r#"{"event":"move","actor":"a","at":[1,1]}"#]), [3]);
    assert_eq!(lines(&json!({}), &[A, r#"{"event":"move","actor":"a","at":[3,0]}"#]), [3]);
    assert_eq!(
        lines(&json!({}), &[B, r#"{"event":"move","actor":"b","at":[0,1]}"#]),
        [3],
        "past the corner of the wall"
    );
    let four = json!({ "neighbours": 4 });
    assert_eq!(
        lines(&four, &[r#"{"event":"place","actor":"b","at":[2,0]}"#, r#"{"event":"move","actor":"b","at":[3,1]}"#]),
        [3]
    );
    // No names for what the actors do: numbers as actors, and a first move that is not a step.
    assert_eq!(
        lines(&json!({}), &[r#"{"event":"move","actor":1,"at":[3,0]}"#, r#"{"event":"move","actor":1,"at":[3,2]}"#]),
        [3]
    );
    // In turns.
    let turn = [
        A,
        B,
        r#"{"event":"begin","phase":"turn 1"}"#,
        r#"{"event":"move","actor":"b","at":[2,0]}"#,
        r#"{"event":"move","actor":"a","at":[1,0]}"#,
        r#"{"event":"end"}"#,
        r#"{"event":"begin","phase":"turn 2"}"#,
        r#"{"event":"move","actor":"a","at":[2,0]}"#,
        r#"{"event":"end"}"#,
    ];
    assert_eq!(lines(&json!({}), &turn), [9]);
    // By time, one path after the other.
    let timed = [
        r#"{"event":"move","actor":"a","at":[0,0],"t":0}"#,
        r#"{"event":"move","actor":"a","at":[1,0],"t":1}"#,
        r#"{"event":"move","actor":"a","at":[2,0],"t":2}"#,
        r#"{"event":"move","actor":"b","at":[2,0],"t":0}"#,
        r#"{"event":"move","actor":"b","at":[1,0],"t":1}"#,
        r#"{"event":"move","actor":"b","at":[0,0],"t":2}"#,
    ];
    assert_eq!(lines(&json!({}), &timed), [6], "the second one moves onto the first");
    // Actors that meet at the end of the run may capture each other.
    let last = [
        A,
        B,
        r#"{"event":"move","actor":"b","at":[2,0]}"#,
        r#"{"event":"move","actor":"a","at":[1,0]}"#,
        r#"{"event":"move","actor":"b","at":[1,0]}"#,
        r#"{"event":"done","result":"found"}"#,
    ];
    assert_eq!(lines(&json!({}), &last), [0; 0]);
}

#[test]
fn sound_moves_are_never_accused() {
    let none = json!({});
    let logs: [(&serde_json::Value, &[&str]); 8] = [
        // A first move, a wait, a door, and a wall that becomes floor.
        (&none, &[r#"{"event":"move","actor":"a","at":[3,2]}"#, r#"{"event":"move","actor":"a","at":[3,2]}"#]),
        (&none, &[r#"{"event":"place","actor":"a","at":[2,0]}"#, r#"{"event":"move","actor":"a","at":[2,1]}"#]),
        (&none, &[B, r#"{"event":"tile","at":[1,1],"tile":"floor"}"#, r#"{"event":"move","actor":"b","at":[1,1]}"#]),
        // A stated position is not a step.
        (&none, &[A, r#"{"event":"place","actor":"a","at":[3,2]}"#, r#"{"event":"move","actor":"a","at":[2,2]}"#]),
        // One actor is beaten and removed; one pushes a box; one walks onto a goal.
        (
            &none,
            &[
                A,
                B,
                r#"{"event":"move","actor":"b","at":[2,0]}"#,
                r#"{"event":"move","actor":"b","at":[1,0]}"#,
                r#"{"event":"move","actor":"a","at":[1,0]}"#,
                r#"{"event":"remove","actor":"b"}"#,
            ],
        ),
        (
            &none,
            &[
                A,
                r#"{"event":"place","actor":"flag","at":[1,0]}"#,
                r#"{"event":"move","actor":"a","at":[1,0]}"#,
                r#"{"event":"done","result":"found"}"#,
            ],
        ),
        // Moves that the header allows.
        (
            &json!({ "moves": { "ghost": { "walls": true } } }),
            &[
                r#"{"event":"place","actor":"g","kind":"ghost","at":[1,0]}"#,
                r#"{"event":"move","actor":"g","at":[1,1]}"#,
                r#"{"event":"move","actor":"g","at":[1,2]}"#,
            ],
        ),
        (&json!({ "moves": { "far": true } }), &[A, r#"{"event":"move","actor":"a","at":[3,2]}"#]),
    ];
    for (header, log) in logs {
        assert!(lines(header, log).is_empty(), "{log:#?}");
    }
}

/// Builds a `move` or `place` line, with the time if there is one.
fn stand(word: &str, actor: &str, x: u16, t: &str) -> String {
    let time = if t.is_empty() { String::new() } else { format!(r#","t":{t}"#) };
    format!(r#"{{"event":"{word}","actor":"{actor}","at":[{x},0]{time}}}"#)
}

/// A program may print its time on some lines only.
#[test]
fn moves_without_a_time_count_between_those_with_one() {
    let step = |actor: &str, x: u16, t: &str| stand("move", actor, x, t);
    let found = |events: &[String]| lines(&json!({}), &events.iter().map(String::as_str).collect::<Vec<_>>());
    let pair = [stand("place", "a", 1, ""), stand("place", "b", 0, "")];
    // a leaves its cell without a time, and b enters it with one.
    let follows = [step("a", 2, ""), step("b", 1, "382"), step("a", 3, ""), step("a", 2, "1913")];
    assert_eq!(found(&[&pair[..], &follows].concat()), [0; 0]);
    // The lines are in order of time, so a is still there at the end.
    let onto = [step("a", 2, "5"), step("b", 1, "7"), step("a", 1, "")];
    assert_eq!(found(&[&pair[..], &onto].concat()), [6]);
    // One path after the other: where a is between 0 and 2 is unknown.
    let paths = [step("a", 1, "0"), step("a", 2, ""), step("a", 3, "2"), step("b", 0, "0"), step("b", 1, "1")];
    assert_eq!(found(&paths), [0; 0]);
    // c has all times, and so has d.
    let more = [step("c", 1, "3"), step("c", 0, "4"), step("d", 1, "3"), step("d", 2, "4")];
    assert_eq!(found(&[&paths[..], &more].concat()), [9]);
}

/// Between two of its times, an actor is removed, and comes back elsewhere.
#[test]
fn actor_that_comes_back_is_not_on_its_old_cell() {
    let step = |actor: &str, x: u16, t: &str| stand("move", actor, x, t);
    let remove = r#"{"event":"remove","actor":"a"}"#.to_owned();
    for between in [vec![stand("place", "a", 3, "")], vec![remove.clone()], vec![remove, stand("place", "a", 3, "")]] {
        let first = [step("a", 0, "0"), step("a", 1, "1")];
        let last = [step("b", 0, "1"), step("b", 1, "2"), step("b", 2, "3"), step("a", 3, "4")];
        let log = [&first[..], &between, &last].concat();
        assert_eq!(lines(&json!({}), &log.iter().map(String::as_str).collect::<Vec<_>>()), [0; 0], "{log:#?}");
    }
}

/// Two actors exchange their cells in one phase, in two moves without a phase, and at one time.
#[test]
fn exchange_of_cells_is_accused_unless_allowed() {
    let to = |actor: &str, x: u16, y: u16, more: &str| {
        format!(r#"{{"event":"move","actor":"{actor}","at":[{x},{y}]{more}}}"#)
    };
    let (begin, end) = (r#"{"event":"begin","phase":"turn"}"#.to_owned(), r#"{"event":"end"}"#.to_owned());
    let place = |actor: &str, x: u16| format!(r#"{{"event":"place","actor":"{actor}","at":[{x},0]}}"#);
    let pair = [place("a", 0), place("b", 1)];
    let lines = |more: serde_json::Value, events: &[String]| {
        lines(&more, &events.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (a, b) = (to("a", 1, 0, ""), to("b", 0, 0, ""));
    let turn = [pair.to_vec(), vec![begin.clone(), a.clone(), b.clone(), end.clone()]].concat();
    let bare = [pair.to_vec(), vec![a.clone(), b.clone()]].concat();
    let timed = [to("a", 0, 0, r#","t":0"#), to("b", 1, 0, r#","t":0"#), to("a", 1, 0, r#","t":1"#)];
    let timed = [timed.to_vec(), vec![to("b", 0, 0, r#","t":1"#), to("a", 2, 0, r#","t":2"#)]].concat();
    let simultaneous = json!({ "moves": { "simultaneous": true } });
    assert_eq!(lines(json!({}), &turn), [6]);
    assert_eq!(lines(simultaneous.clone(), &bare), [5]);
    assert_eq!(lines(json!({}), &timed), [5]);
    for log in [&turn, &bare, &timed] {
        assert_eq!(lines(json!({ "moves": { "swap": true, "simultaneous": true } }), log), [0; 0], "{log:#?}");
        assert_eq!(lines(json!({ "moves": { "b": { "swap": true } } }), log), [0; 0], "{log:#?}");
    }
    let sentence = |log: &[String]| {
        let header = r#"{"format":"gridscope-trace","version":2,"map":["...."],"neighbours":4}"#;
        report(&format!("{header}\n{}", log.join("\n"))).findings[0].sentence.clone()
    };
    assert_eq!(sentence(&turn), "b moves from (1,0) to (0,0), while a moves the other way (line 5).");
    // Without a phase, moves may be in turns.
    assert_eq!(lines(json!({}), &bare), [0; 0]);
    // One follows the other, and three rotate.
    let third = [pair.to_vec(), vec![r#"{"event":"place","actor":"c","at":[0,1]}"#.to_owned()]].concat();
    for moves in [
        vec![a.clone(), to("b", 2, 0, "")],
        vec![to("b", 2, 0, ""), a.clone()],
        vec![to("c", 0, 0, ""), a, to("b", 0, 1, "")],
    ] {
        let log = [third.clone(), vec![begin.clone()], moves, vec![end.clone()]].concat();
        assert_eq!(lines(json!({ "corners": "always" }), &log), [0; 0], "{log:#?}");
    }
}
