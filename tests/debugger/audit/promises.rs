//! Several goals, budgets, the size of the mover, turns that repeat, and what counts as held.

use super::quiet::{FOUND, NONE, is_quiet, log};
use super::report;
use gridscope::debugger::audit::{Finding, Report, Rule};
use gridscope::debugger::log::ConvertedLog;
use gridscope::formats::log::Log;
use gridscope::trace::progress::at_once;

/// The line of a path.
macro_rules! path {
    ($cells:tt) => {
        concat!(r#"{"event":"path","cells":"#, stringify!($cells), "}")
    };
}

fn first(report: &Report, rule: Rule) -> Finding {
    let found = report.findings.iter().find(|finding| finding.rule == rule);
    found.cloned().unwrap_or_else(|| panic!("no {}: {report:#?}", rule.name()))
}

fn why(report: &Report, rule: Rule) -> &str {
    report.skipped.iter().find(|skipped| skipped.rule == rule).map_or("", |skipped| &skipped.why)
}

const TWO_GOALS: &str = r#""map":["......"],"start":[2,0],"goals":[[5,0],[0,0]],"neighbours":4,"corners":"never","costs":{"straight":1},"order":["f"]"#;

#[test]
fn farther_of_two_goals_is_found() {
    let near = ["o 2,0 g=0 h=2", "e 2,0 g=0", "o 1,0 <2,0 g=1 h=1", "o 3,0 <2,0 g=1 h=2", "e 1,0 g=1"];
    let near = [&near[..], &["o 0,0 <1,0 g=2 h=0", "e 0,0 g=2", path!([[2, 0], [1, 0], [0, 0]]), FOUND]].concat();
    let sound = report(&log(TWO_GOALS, &near));
    assert_eq!(sound.findings, []);
    for rule in [Rule::Heuristic, Rule::NotShortest, Rule::NoPath, Rule::PathBroken] {
        assert!(sound.asked.contains(&rule), "{}", rule.name());
    }
    // The estimate knows the first goal alone.
    let far = ["o 2,0 g=0 h=3", "e 2,0 g=0", "o 3,0 <2,0 g=1 h=2", "o 1,0 <2,0 g=1 h=4", "e 3,0 g=1"];
    let far = [&far[..], &["o 4,0 <3,0 g=2 h=1", "e 4,0 g=2", "o 5,0 <4,0 g=3 h=0", "e 5,0 g=3"]].concat();
    let far = [&far[..], &[path!([[2, 0], [3, 0], [4, 0], [5, 0]]), FOUND]].concat();
    let wrong = report(&log(TWO_GOALS, &far));
    let finding_text = first(&wrong, Rule::NotShortest).sentence;
    assert!(
        finding_text.starts_with("The path from (2,0) to (5,0) costs 3, but the goal (0,0) can be reached at 2."),
        "{finding_text}"
    );
    let finding_text = first(&wrong, Rule::Heuristic).sentence;
    assert!(
        finding_text.starts_with("At (1,0) h is 4, but the path from there to the nearest goal costs 1."),
        "{finding_text}"
    );
    // Without a promise of the cheapest, either goal is right.
    is_quiet(&format!(r#"{TWO_GOALS},"optimal":false"#), &far);
    let elsewhere = [&near[..7], &[path!([[2, 0], [1, 0]]), FOUND]].concat();
    let finding_text = first(&report(&log(TWO_GOALS, &elsewhere)), Rule::PathBroken).sentence;
    assert_eq!(finding_text, "The path ends at (1,0), but the goals are (5,0) and (0,0).");
    let none = report(&log(TWO_GOALS, &["o 2,0 g=0 h=2", "e 2,0 g=0", NONE]));
    assert!(first(&none, Rule::NoPath).sentence.contains("there is one from (2,0) to (5,0)"));
}

#[test]
fn unreachable_goal_requires_the_nearest_cell() {
    let header = |map: &str, metric: &str| {
        format!(
            r#""map":{map},"start":[0,0],"goal":[4,0],"nearest":"{metric}","neighbours":4,"corners":"never","costs":{{"straight":1}}"#
        )
    };
    let walled = r#"["...#.","...#."]"#;
    let all = ["o 0,0", "e 0,0", "o 1,0 <0,0", "o 0,1 <0,0", "e 1,0", "o 2,0 <1,0", "o 1,1 <1,0", "e 2,0", "e 0,1"];
    let nearest = path!([[0, 0], [1, 0], [2, 0]]);
    for metric in ["octile", "manhattan", "euclid"] {
        is_quiet(&header(walled, metric), &[&all[..], &[nearest, NONE]].concat());
        is_quiet(&header(walled, metric), &[&all[..], &[nearest, FOUND]].concat());
    }
    let short = path!([[0, 0], [1, 0]]);
    let found = report(&log(&header(walled, "octile"), &[&all[..], &[short, NONE]].concat()));
    let finding_text =
        "The path ends at (1,0), 3 from the goal by the distance octile, but (2,0) was expanded and is 2 from it.";
    assert_eq!(first(&found, Rule::PathBroken).sentence, finding_text);
    // The goal can be reached.
    let open = r#"["...#.","....."]"#;
    let found = report(&log(&header(open, "octile"), &[&all[..], &[nearest, FOUND]].concat()));
    assert_eq!(first(&found, Rule::PathBroken).sentence, "The path ends at (2,0), but the goal (4,0) can be reached.");
    // A search that gave up does not claim that it cannot.
    let gave_up = [&all[..], &["r 2,1 <2,0 why=budget", nearest, NONE]].concat();
    is_quiet(&header(open, "octile"), &gave_up);
}

const SQUARE: &str =
    r#""map":["...","..."],"start":[0,0],"goal":[2,0],"neighbours":4,"corners":"never","costs":{"straight":1}"#;

#[test]
fn refusal_may_excuse_a_dearer_path() {
    let dear = path!([[0, 0], [0, 1], [1, 1], [2, 1], [2, 0]]);
    let around = ["o 0,1 <0,0 g=1", "e 0,1", "o 1,1 <0,1 g=2", "e 1,1", "o 2,1 <1,1 g=3", "e 2,1", "o 2,0 <2,1 g=4"];
    for refusal in ["too-narrow", "budget", "occupied"] {
        let refused = format!("r 1,0 <0,0 why={refusal}");
        let events = [&["o 0,0 g=0", "e 0,0", &refused][..], &around[..], &["e 2,0", dear, FOUND]].concat();
        let report = report(&log(SQUARE, &events));
        assert_eq!(report.findings, []);
        assert!(why(&report, Rule::NotShortest).contains("in its own word"), "{:?}", report.skipped);
    }
    // The refused cell is on no cheaper path.
    let other = ["o 0,0 g=0", "e 0,0", "o 1,0 <0,0 g=1", "e 1,0", "r 1,1 <1,0 why=too-narrow", "o 2,0 <1,0 g=2"];
    let other = [&other[..], &["e 2,0", path!([[0, 0], [1, 0], [2, 0]]), FOUND]].concat();
    assert!(report(&log(SQUARE, &other)).asked.contains(&Rule::NotShortest));
    let dear = [&["o 0,0 g=0", "e 0,0"][..], &around[..], &["e 2,0", dear, FOUND]].concat();
    assert!(report(&log(SQUARE, &dear)).has(Rule::NotShortest), "nothing was refused");
}

#[test]
fn budget_applies_to_refusals_and_opened_cells() {
    let header = r#""map":["....."],"start":[0,0],"neighbours":4,"costs":{"straight":1},"order":["g"],"budget":2"#;
    let begin = ["o 0,0 g=0", "e 0,0 g=0", "o 1,0 <0,0 g=1", "e 1,0 g=1"];
    let at = |events: &[&str]| {
        let all = report(&log(header, &[&begin[..], events].concat())).findings;
        all.into_iter().map(|one| (one.rule, one.line, one.sentence)).collect::<Vec<_>>()
    };
    assert_eq!(at(&["o 2,0 <1,0 g=2", "e 2,0 g=2", "r 3,0 <2,0 why=budget g=3"]), []);
    let within = "(2,0) was refused from (1,0) for the budget at cost 2, but the budget is 2.".to_owned();
    assert_eq!(at(&["r 2,0 <1,0 why=budget g=2"]), [(Rule::Reason, 6, within.clone())]);
    assert_eq!(at(&["r 2,0 <1,0 why=budget"]), [(Rule::Reason, 6, within)]);
    let beyond = "(3,0) was opened with g = 3, but the budget is 2.".to_owned();
    assert_eq!(at(&["o 2,0 <1,0 g=2", "e 2,0 g=2", "o 3,0 <2,0 g=3"]), [(Rule::Cost, 8, beyond)]);
    // A phase has a budget of its own, and its end restores that of the header.
    let (turn, end) = (r#"{"event":"begin","phase":"turn","budget":1}"#, r#"{"event":"end"}"#);
    assert_eq!(at(&[turn, "r 2,0 <1,0 why=budget", end, "o 2,0 <1,0 g=2"]), []);
    assert_eq!(at(&[turn, end, "r 2,0 <1,0 why=budget"]).len(), 1);
    // Sums of tenths may end above or below the edge.
    let tenths = header.replace("\"straight\":1", "\"straight\":0.1").replace("\"budget\":2", "\"budget\":0.3");
    let sums = ["o 0,0 g=0", "e 0,0 g=0", "o 1,0 <0,0 g=0.1", "e 1,0 g=0.1", "o 2,0 <1,0 g=0.2", "e 2,0 g=0.2"];
    for edge in
        ["r 3,0 <2,0 why=budget g=0.30000000000000004", "o 3,0 <2,0 g=0.30000000000000004", "r 3,0 <2,0 why=budget"]
    {
        is_quiet(&tenths, &[&sums[..], &[edge]].concat());
    }
    // Nothing is stated.
    is_quiet(&header.replace(",\"budget\":2", ""), &[&begin[..], &["r 2,0 <1,0 why=budget g=2"]].concat());
}

#[test]
fn walls_and_corners_apply_to_the_whole_body() {
    let header = |body: &str| {
        format!(r#""map":[".....","....#","....."],"start":[0,0],"neighbours":8,"corners":"never","steps":"one"{body}"#)
    };
    let wide = header(r#","body":[2,2]"#);
    let straight = ["o 0,0", "e 0,0", "o 1,0 <0,0", "e 1,0", "o 2,0 <1,0", "e 2,0"];
    is_quiet(&wide, &straight);
    let found = |events: &[&str]| report(&log(&wide, &[&straight[..], events].concat())).findings;
    let wall = found(&["o 3,0 <2,0"]);
    assert_eq!((wall[0].rule, wall[0].line), (Rule::Wall, 8));
    assert_eq!(wall[0].sentence, "(3,0) was opened, but its 2 × 2 cells cover (4,1), which is a wall.");
    is_quiet(&header(""), &[&straight[..], &["o 3,0 <2,0"]].concat());
    let outside = found(&["o 2,1 <2,0", "e 2,1", "o 2,2 <2,1"]);
    assert!(outside[0].sentence.contains("which is outside of the ground"), "{outside:?}");
    // A refusal as a wall is true, where any cell under the mover is blocked; and false where none is.
    is_quiet(&wide, &[&straight[..], &["r 3,0 <2,0 why=wall", "r 2,2 <2,0 why=wall"]].concat());
    assert_eq!(found(&["r 2,1 <2,0 why=wall"])[0].rule, Rule::Reason);
    // A diagonal step past a corner.
    let corner = r#""map":["....","....","..#.","...."],"start":[0,0],"neighbours":8,"corners":"never","body":[2,1]"#;
    let step = ["o 1,1", "e 1,1", "r 0,2 <1,1 why=corner"];
    is_quiet(corner, &step);
    assert!(report(&log(&corner.replace(r#","body":[2,1]"#, ""), &step)).has(Rule::Reason));
    let past = report(&log(corner, &["o 1,1", "e 1,1", "o 0,2 <1,1"]));
    assert_eq!(
        first(&past, Rule::Wall).sentence,
        "(0,2) was opened from (1,1) past the corner (1,2), which is blocked."
    );
    let ways = r#""map":["....","...."],"start":[0,0],"goal":[2,0],"neighbours":4,"corners":"never","costs":{"straight":1},"body":[2,1]"#;
    let events = [
        "o 0,0 g=0",
        "e 0,0",
        "o 1,0 <0,0 g=1",
        "e 1,0",
        "o 2,0 <1,0 g=2",
        "e 2,0",
        path!([[0, 0], [1, 0], [2, 0]]),
        FOUND,
    ];
    is_quiet(ways, &events);
    is_quiet(&ways.replace("[2,0]", "[3,0]"), &[&events[..6], &[NONE]].concat());
}

#[test]
fn repeated_turns_are_a_note_unless_promised_otherwise() {
    let header = |more: &str| format!(r#""map":["...."],"neighbours":4{more}"#);
    let to = |x: u16, more: &str| format!(r#"{{"event":"move","actor":"a","at":[{x},0]{more}}}"#);
    let place = r#"{"event":"place","actor":"a","at":[0,0]}"#.to_owned();
    let events = |moves: Vec<String>| std::iter::once(place.clone()).chain(moves).collect::<Vec<_>>();
    let ask = |more: &str, moves: Vec<String>| {
        let events = events(moves);
        report(&log(&header(more), &events.iter().map(String::as_str).collect::<Vec<_>>()))
    };
    let sway = |turns: usize| (0..turns).map(|n| to(1 + (n % 2) as u16, "")).collect::<Vec<_>>();
    let noted = ask("", sway(10));
    assert_eq!(noted.findings, []);
    let finding_text = "a repeats itself: its last 8 turns are those of 2 turns before, over (1,0) and (2,0).";
    assert_eq!((noted.notes.len(), noted.notes[0].line, noted.notes[0].sentence.as_str()), (1, 12, finding_text));
    assert_eq!(noted.json()["notes"][0]["rule"], "repeats");
    assert_eq!(ask("", sway(9)).notes, []);
    let fault = ask(r#","repeats":false"#, sway(10));
    assert_eq!((first(&fault, Rule::Repeats).line, fault.notes.len()), (12, 0));
    // Another target each time, a longer round, and waiting are no repetition.
    let targets = (0..20).map(|n| to(1 + n % 2, &format!(r#","target":[{n},0]"#))).collect();
    assert_eq!(ask("", targets).notes, []);
    assert_eq!(ask("", (0..30).map(|n| to([0, 1, 2, 3, 2, 1][n % 6], "")).collect()).notes, []);
    assert_eq!(ask("", (0..30).map(|_| to(0, "")).collect()).notes, []);
    assert!(ask(r#","repeats":false"#, sway(4)).asked.contains(&Rule::Repeats));
    // The choices differ.
    let choose = |n: usize| format!(r#"{{"event":"choose","actor":"a","name":"plan {n}"}}"#);
    let chosen = (0..20).flat_map(|n| [choose(n), to(1 + (n % 2) as u16, "")]).collect();
    assert_eq!(ask("", chosen).notes, []);
}

#[test]
fn name_comment_and_author_are_known_and_shown() {
    let text = log(r#""map":["..."],"name":"my search","author":"Ada","comment":"a first try""#, &["o 0,0", "e 0,0"]);
    let read = Log::read("a log", text.as_bytes()).expect("a log");
    assert_eq!((read.header.unknown(), read.header.title.as_str()), (None, "my search"));
    let shown = at_once(ConvertedLog::of(&read));
    assert_eq!((shown.scene.title.as_str(), shown.note.as_deref()), ("my search", Some("By Ada. a first try")));
    let known = r#""goals":[[1,0]],"nearest":"octile","links":[],"sight":{"radius":2},"budget":3,"body":[1,2],"path":"smoothed","repeats":true"#;
    let text = log(&format!(r#""map":["...","..."],{known}"#), &["o 0,0"]);
    assert_eq!(Log::read("a log", text.as_bytes()).expect("a log").header.unknown(), None);
    for (bad, part) in [
        (r#""goal":[[1,2],[0,0]]"#, "several cells are \"goals\""),
        (r#""goals":[1,2]"#, "\"goals\" is 1"),
        (r#""nearest":"far""#, "manhattan, octile, euclid or chebyshev"),
        (r#""links":[[[0,0]]]"#, "two cells and a cost"),
        (r#""sight":{"range":2}"#, "\"range\""),
        (r#""sight":{"cone":{"facing":"up","degrees":90}}"#, "\"facing\""),
        (r#""budget":-1"#, "a cost of 0 or more"),
        (r#""body":[0,2]"#, "[width, height]"),
        (r#""repeats":3"#, "true or false"),
        (r#""steps":"hop""#, "one, jump, any, links or own"),
    ] {
        let error = Log::read("a log", log(bad, &[]).as_bytes()).expect_err(bad).to_string();
        assert!(error.contains(part) && error.contains("line 1"), "{error}");
    }
}

/// A search that adds 0.5 for each change of direction, with cells as nodes.
#[test]
fn g_that_grows_with_turns_suggests_a_state() {
    let header = r#""map":["....","....","...."],"start":[0,0],"neighbours":4,"costs":{"straight":1},"order":["g"]"#;
    let turning = ["o 0,0 g=0", "e 0,0 g=0", "o 1,0 <0,0 g=1", "o 0,1 <0,0 g=1", "e 1,0 g=1", "o 2,0 <1,0 g=2"];
    let turning = [&turning[..], &["o 1,1 <1,0 g=2.5", "e 2,0 g=2", "o 2,1 <2,0 g=3.5"]].concat();
    let finding_text = first(&report(&log(header, &turning)), Rule::Cost).sentence;
    assert!(finding_text.contains("Each change of direction adds 0.5. Is a node more than a cell"), "{finding_text}");
    // One step straight on costs more, too.
    let other = [&turning[..], &["o 3,0 <2,0 g=3.5"]].concat();
    let finding_text = first(&report(&log(header, &other)), Rule::Cost).sentence;
    assert!(!finding_text.contains("direction"), "{finding_text}");
}

#[test]
fn findings_show_enough_digits_to_tell_numbers_apart() {
    let header = r#""map":["..."],"start":[0,0],"neighbours":4,"costs":{"straight":1},"precision":"f64""#;
    let events = ["o 0,0 g=0", "e 0,0 g=0", "o 1,0 <0,0 g=1.00000123"];
    let finding_text = first(&report(&log(header, &events)), Rule::Cost).sentence;
    assert_eq!(finding_text, "At (1,0) g is 1.000001, but (0,0) has 0 and the step costs 1: that makes 1.");
    let dear = ["o 0,0 g=0", "e 0,0 g=0", "o 1,0 <0,0 g=1", "e 1,0 g=1.00000123"];
    let finding_text = first(&report(&log(header, &dear)), Rule::Changed).sentence;
    assert!(finding_text.starts_with("(1,0) was expanded with g = 1.000001, but it has g = 1"), "{finding_text}");
}

/// A rule counts as held only if something in the log could break it.
#[test]
fn rule_without_a_subject_is_skipped() {
    let bare = ["o 0,0", "e 0,0", "o 1,0 <0,0", "e 1,0", "o 2,0 <1,0", "e 2,0", path!([[0, 0], [1, 0], [2, 0]]), FOUND];
    let found = report(&log(SQUARE, &bare));
    assert_eq!(found.findings, []);
    for (rule, part) in [
        (Rule::Cost, "no event has a g"),
        (Rule::Reexpanded, "no event has a g"),
        (Rule::PathCost, "no path states its cost"),
    ] {
        assert!(why(&found, rule).contains(part) && !found.asked.contains(&rule), "{}: {found:#?}", rule.name());
    }
    let flood = report(&log(SQUARE, &["o 0,0 g=0", "e 0,0", "o 1,0 <0,0 g=1"]));
    for rule in [Rule::PathBroken, Rule::PathCost, Rule::NotShortest, Rule::NoPath] {
        assert!(!flood.asked.contains(&rule) && why(&flood, rule).contains("path"), "{}", rule.name());
    }
    let empty = report(&log(SQUARE, &[r#"{"event":"note","text":"nothing"}"#]));
    assert_eq!(empty.holding(), 0, "{empty:#?}");
}
