//! Decisions: the chosen candidate has the best score of its set.

use super::report;
use gridscope::debugger::audit::Rule;

/// Returns the lines on which the audit reports a wrong choice.
fn lines(events: &[&str]) -> Vec<usize> {
    let found = report(&events.join("\n")).findings;
    assert!(found.iter().all(|f| f.rule == Rule::Choice), "{found:?}");
    found.iter().map(|f| f.line).collect()
}

#[test]
fn a_better_candidate_is_named_in_three_programs() {
    // A frontier of cells. The lowest score wins.
    let explorer = [
        r#"{"event":"weigh","at":[1,1],"score":4}"#,
        r#"{"event":"weigh","at":[5,2],"score":3}"#,
        r#"{"event":"choose","at":[1,1]}"#,
    ];
    assert_eq!(lines(&explorer), [3]);
    let sentence = &report(&explorer.join("\n")).findings[0].sentence;
    assert_eq!(sentence, "(1,1) was chosen with a score of 4, but (5,2) (line 2) has 3, which is lower.");
    // Named actions. The highest score wins.
    let utility = [
        r#"{"event":"weigh","name":"flee","score":0.25,"set":"npc"}"#,
        r#"{"event":"weigh","name":"attack","score":0.75,"set":"npc"}"#,
        r#"{"event":"choose","name":"flee","set":"npc","best":"highest"}"#,
    ];
    assert_eq!(lines(&utility), [3]);
    // Several sets at a time. One candidate is weighed again.
    let squad = [
        r#"{"event":"begin","phase":"turn"}"#,
        r#"{"event":"weigh","name":"a","score":1,"set":"x"}"#,
        r#"{"event":"weigh","name":"a","score":9,"set":"y"}"#,
        r#"{"event":"weigh","name":"b","score":5,"set":"x"}"#,
        r#"{"event":"weigh","name":"b","score":8,"set":"y"}"#,
        r#"{"event":"weigh","name":"a","score":7,"set":"x"}"#,
        r#"{"event":"choose","name":"b","set":"x"}"#,
        r#"{"event":"choose","name":"a","set":"y"}"#,
        r#"{"event":"end"}"#,
    ];
    assert_eq!(lines(&squad), [8]);
}

#[test]
fn sound_decisions_are_never_accused() {
    let weigh = r#"{"event":"weigh","at":[1,1],"score":4}"#;
    let better = r#"{"event":"weigh","at":[2,1],"score":3}"#;
    let choose = r#"{"event":"choose","at":[1,1]}"#;
    let logs: [&[&str]; 12] = [
        // A tie, a difference by rounding, and a missing score.
        &[weigh, r#"{"event":"weigh","at":[2,1],"score":4}"#, choose],
        &[weigh, r#"{"event":"weigh","at":[2,1],"score":3.9999999}"#, choose],
        &[r#"{"event":"weigh","at":[1,1]}"#, better, choose],
        &[weigh, r#"{"event":"weigh","at":[2,1],"score":null}"#, choose],
        // A random choice, or a rule of the program's own.
        &[weigh, better, r#"{"event":"dice","p":0.5,"roll":0.2,"won":true}"#, choose],
        &[weigh, better, r#"{"event":"choose","at":[1,1],"best":"own"}"#],
        // A candidate that was never weighed, and one that was weighed for another set or another actor.
        &[better, choose],
        &[weigh, r#"{"event":"weigh","at":[2,1],"score":3,"set":"other"}"#, choose],
        &[
            r#"{"event":"weigh","at":[1,1],"score":4,"actor":"a"}"#,
            r#"{"event":"weigh","at":[2,1],"score":3,"actor":"b"}"#,
            r#"{"event":"choose","at":[1,1],"actor":"a"}"#,
        ],
        // A decision that was abandoned in an earlier phase.
        &[
            r#"{"event":"begin","phase":"turn"}"#,
            better,
            r#"{"event":"end"}"#,
            r#"{"event":"begin","phase":"turn"}"#,
            weigh,
            choose,
        ],
        // A candidate that is weighed again, and no decision at all.
        &[better, weigh, r#"{"event":"weigh","at":[2,1],"score":6}"#, choose],
        &[weigh, better, r#"{"event":"choose"}"#, weigh, choose],
    ];
    for log in logs {
        assert!(lines(log).is_empty(), "{log:#?}");
    }
}

/// A veto, a reservation or a cooldown takes a candidate out of its decision.
#[test]
fn rejected_candidate_may_lose_but_not_be_chosen() {
    let weigh = r#"{"event":"weigh","at":[1,1],"score":4}"#;
    let better = r#"{"event":"weigh","at":[2,1],"score":3}"#;
    let [worse_chosen, better_chosen] = [r#"{"event":"choose","at":[1,1]}"#, r#"{"event":"choose","at":[2,1]}"#];
    let occupied = r#"{"event":"reject","at":[2,1],"why":"occupied"}"#;
    assert_eq!(lines(&[weigh, better, worse_chosen]), [3], "nothing was rejected");
    assert_eq!(lines(&[weigh, better, occupied, worse_chosen]), [0; 0]);
    assert_eq!(lines(&[weigh, better, occupied, better_chosen]), [4]);
    let sentence = &report(&[weigh, better, occupied, better_chosen].join("\n")).findings[0].sentence;
    assert_eq!(sentence, "(2,1) was chosen, but line 3 rejected it as occupied.");
    // A candidate that is weighed again counts again.
    assert_eq!(lines(&[weigh, better, occupied, better, worse_chosen]), [5]);
    assert_eq!(lines(&[weigh, better, occupied, better, better_chosen]), [0; 0]);
    // By name, and without scores.
    let named = [
        r#"{"event":"weigh","name":"flee","score":1,"set":"npc","actor":"a"}"#,
        r#"{"event":"weigh","name":"attack","score":2,"set":"npc","actor":"a"}"#,
        r#"{"event":"reject","name":"flee","why":"cooldown","actor":"a"}"#,
    ];
    let choose = |name: &str| format!(r#"{{"event":"choose","name":"{name}","set":"npc","actor":"a"}}"#);
    assert_eq!(lines(&[&named[..], &[&choose("attack")]].concat()), [0; 0]);
    assert_eq!(lines(&[&named[..], &[&choose("flee")]].concat()), [4]);
    // Another actor, another set, and a rejection before the candidate was weighed.
    for other in [
        r#"{"event":"reject","at":[2,1],"why":"occupied","actor":"b"}"#,
        r#"{"event":"reject","at":[2,1],"why":"occupied","set":"y"}"#,
    ] {
        let with = |event: &str, score: u8| {
            format!(r#"{{"event":"{event}","at":[{score},1],"score":{score},"set":"x","actor":"a"}}"#)
        };
        assert_eq!(lines(&[&with("weigh", 2), &with("weigh", 3), other, &with("choose", 3)]), [4], "{other}");
    }
    assert_eq!(lines(&[occupied, weigh, better, worse_chosen]), [4]);
    // The refusal of a step by a search may be about the same cell, and says nothing about the candidate.
    for step in [
        r#"{"event":"reject","at":[2,1],"from":[1,1],"why":"occupied"}"#,
        r#"{"event":"reject","at":[2,1],"why":"closed"}"#,
    ] {
        for chosen in [worse_chosen, better_chosen] {
            assert_eq!(lines(&[weigh, better, step, chosen]), [0; 0], "{step} {chosen}");
        }
    }
}
