//! Movers of a log: whom they wait for, rings, delays and conflicts, and the selected one in a session.

use gridscope::debugger::ask::{Answer, Ask, OpenRequest, Sessions};
use gridscope::debugger::log::ConvertedLog;
use gridscope::debugger::movers::{ConflictKind, Movers, State};
use gridscope::debugger::session::command::Stride;
use gridscope::debugger::{Session, SessionCommand as S};
use gridscope::formats::log::Log;
use gridscope::trace::progress::at_once;
use gridscope::trace::{Cell, Progress};
use serde_json::json;
use support::plans::{conflict_log, plan_log, queue_log};

fn movers_of(lines: &str) -> Option<Movers> {
    let shown = at_once(ConvertedLog::of(&Log::read("plan.jsonl", lines.as_bytes()).expect("a log")));
    at_once(Movers::of(&shown.replay, &shown.scene))
}

fn movers(lines: &str) -> Movers {
    movers_of(lines).expect("movers")
}

#[test]
fn mover_waits_for_who_blocks_its_next_cell() {
    let movers = movers(&queue_log());
    let at = |mover, step| movers.sentence(mover, step);
    assert_eq!(at(0, 1), "0 waits for 1 since t = 0, which yields to 2.");
    assert_eq!(at(1, 2), "1 waits for 2 since t = 0.");
    assert_eq!(at(0, 3), "0 moves from (1,1) to (2,1) at t = 4.");
    assert_eq!(at(0, 6), "0 is in its goal (4,1) since t = 6.");
    assert_eq!(at(2, 0), "2 stays in (3,1) until t = 3, although its way is free.");
    assert_eq!(movers.outlook(0, 1), "2 leaves (3,1) at t = 3, 1 enters it at t = 4, 0 moves at t = 4");
    assert_eq!((movers.waiting_for(2, 1), movers.chain(0, 1).links), (vec![1], vec![1, 2]));
    assert_eq!((movers.counts(1), movers.counts(5)), ((3, 0), (0, 1)));
}

#[test]
fn mover_waits_for_who_enters_its_next_cell_first() {
    // 0 lets 1 pass the crossing (2,1) and then 2, which was farther away.
    let movers = movers(&plan_log(
        &["##.##", ".....", "##.##"],
        &[
            ([4, 1], &[[1, 1], [1, 1], [1, 1], [1, 1], [2, 1], [3, 1], [4, 1]]),
            ([2, 2], &[[2, 0], [2, 1], [2, 2]]),
            ([3, 1], &[[3, 1], [3, 1], [3, 1], [2, 1], [3, 1]]),
        ],
    ));
    assert_eq!(movers.sentence(0, 0), "0 waits for 1 since t = 0.");
    assert_eq!(movers.sentence(0, 2), "0 waits for 2 since t = 2.");
    assert_eq!(movers.since_text(0, 2), "before: 1");
    assert_eq!(movers.waits(0, 6), 3);
}

#[test]
fn ring_is_named_with_the_number_of_others() {
    let movers = movers(&plan_log(
        &["..", ".."],
        &[
            ([1, 0], &[[0, 0], [0, 0], [1, 0]]),
            ([1, 1], &[[1, 0], [1, 0], [1, 1]]),
            ([0, 1], &[[1, 1], [1, 1], [0, 1]]),
            ([0, 0], &[[0, 1], [0, 1], [0, 0]]),
        ],
    ));
    assert_eq!(movers.sentence(0, 0), "0 waits for itself, through 3 others: 1, 2, 3, since t = 0.");
    assert_eq!(movers.chain(0, 0).ring(), Some((3, 0)));
    assert!(movers.conflicts().is_empty(), "a ring may turn");
}

#[test]
fn movers_stuck_for_ever_wait_on_the_way_to_their_goals() {
    let movers =
        movers(&plan_log(&["....."], &[([4, 0], &[[0, 0], [1, 0]]), ([0, 0], &[[3, 0], [2, 0]]), ([4, 0], &[[4, 0]])]));
    assert_eq!(movers.sentence(0, 1), "0 waits for itself, through 1 other: 1, since t = 1.");
    assert_eq!((movers.state(0, 1), movers.delay(0), movers.outlook(0, 1)), (State::Waits, None, String::new()));
    assert_eq!(movers.figures(0).alone, Some(4));
}

#[test]
fn delay_is_arrival_minus_the_way_alone() {
    let movers = movers(&queue_log());
    let delays: Vec<_> = (0..3).map(|mover| movers.delay(mover)).collect();
    assert_eq!(delays, [Some(3), Some(3), Some(2)]);
    assert_eq!((movers.figures(0).alone, movers.figures(0).arrives), (Some(3), Some(6)));
}

#[test]
fn conflicts_are_cells_and_exchanges_in_time_order() {
    let movers = movers(&conflict_log());
    let told: Vec<_> =
        movers.conflicts().iter().map(|c| (movers.time(c.step), c.kind, movers.conflict_sentence(c))).collect();
    let cell = (1, ConflictKind::Cell, "1 moves to (1,0), where 0 is".to_owned());
    let swap = (3, ConflictKind::Swap, "2 and 1 exchange (3,0) and (2,0)".to_owned());
    assert_eq!(told, [cell, swap]);
    assert_eq!((movers.all()[1].conflicts, movers.conflict_pairs()), (2, 2));
}

#[test]
fn times_are_fields_phases_or_multiples() {
    let log = |first: &str, second: &str| {
        format!(
            "{}{first}{second}",
            r#"{"format":"gridscope-trace","version":2,"map":["....","...."]}
{"event":"place","actor":"robot 7","at":[0,0],"goal":[2,0]}
{"event":"place","actor":"robot 9","at":[0,1],"goal":[2,1]}
"#
        )
    };
    let by_fields = movers(&log(
        "{\"event\":\"move\",\"actor\":\"robot 7\",\"at\":[1,0],\"t\":10}\n",
        "{\"event\":\"move\",\"actor\":\"robot 9\",\"at\":[1,1],\"t\":20}\n",
    ));
    assert_eq!((by_fields.time(0), by_fields.time(2), by_fields.last_step()), (0, 20, 2));
    assert_eq!((by_fields.find("9"), by_fields.find("robot 7"), by_fields.find("8")), (Some(1), Some(0), None));
    let by_phases = movers(&log(
        "{\"event\":\"begin\",\"t\":4}\n{\"event\":\"move\",\"actor\":\"robot 7\",\"at\":[1,0]}\n{\"event\":\"end\"}\n",
        "{\"event\":\"begin\",\"phase\":\"step 5\"}\n{\"event\":\"end\"}\n",
    ));
    assert_eq!((by_phases.time(0), by_phases.last_step(), by_phases.step_at(3)), (3, 2, 0));
    assert!(movers_of(&log("{\"event\":\"move\",\"actor\":\"robot 7\",\"at\":[1,0]}\n", "")).is_none(), "no time");
    let back = "{\"event\":\"move\",\"actor\":\"robot 7\",\"at\":[1,0],\"t\":2}\n{\"event\":\"move\",\"actor\":\"robot 9\",\"at\":[1,1],\"t\":1}\n";
    assert!(movers_of(&log(back, "")).is_none(), "times decrease");
}

#[test]
fn badges_need_numbers_and_goals() {
    assert!(movers(&queue_log()).has_badges());
    let without_goals: Vec<String> = queue_log()
        .lines()
        .map(|line| {
            let mut line: serde_json::Value = serde_json::from_str(line).expect("a line");
            line.as_object_mut().expect("an object").remove("goal");
            format!("{line}\n")
        })
        .collect();
    assert!(!movers(&without_goals.concat()).has_badges());
    let named = queue_log().replace("\"actor\":0", "\"actor\":\"red\"");
    assert!(!movers(&named).has_badges());
    assert_eq!(movers(&named).label(0), "red");
}

#[test]
fn selected_mover_is_followed_until_escape() {
    let log = Log::read("queue.jsonl", queue_log().as_bytes()).expect("a log");
    let mut session = Session::on_log(gridscope::registry(), &log);
    session.settle();
    session.apply(&S::Home);
    session.apply(&S::Seek(3));
    session.apply(&S::Select(Some(Cell::new(2, 1))));
    assert_eq!(session.selected_mover().map(|own| own.1), Some(1));
    session.apply(&S::End);
    assert_eq!(session.display_state().selected, Some(Cell::new(5, 1)));
    session.apply(&S::SelectMover(Some(0)));
    assert_eq!(session.display_state().selected, Some(Cell::new(4, 1)));
    session.apply(&S::DiscardOrStop);
    assert_eq!((session.display_state().mover, session.display_state().selected), (None, None));
    session.apply(&S::Select(Some(Cell::new(1, 1))));
    assert_eq!((session.display_state().mover, session.display_state().selected), (None, Some(Cell::new(1, 1))));
}

#[test]
fn next_and_previous_conflict_go_to_their_times() {
    let log = Log::read("conflicts.jsonl", conflict_log().as_bytes()).expect("a log");
    let mut session = Session::on_log(gridscope::registry(), &log);
    session.settle();
    session.apply(&S::Home);
    let time = |session: &Session| {
        let movers = session.movers().expect("movers");
        movers.time(movers.step_at(session.moment().0))
    };
    session.apply(&S::Forward(Stride::Conflict));
    assert_eq!((time(&session), session.display_state().conflict), (1, Some(0)));
    session.apply(&S::Forward(Stride::Conflict));
    assert_eq!((time(&session), session.display_state().conflict), (3, Some(1)));
    session.apply(&S::Back(Stride::Conflict));
    assert_eq!(time(&session), 1);
    session.apply(&S::GoToConflict(1));
    assert_eq!(time(&session), 3);
}

#[test]
fn questions_about_an_actor_are_answered() {
    let mut sessions = Sessions::new(gridscope::registry(), None);
    let open = OpenRequest { text: Some(queue_log()), ..OpenRequest::default() };
    let mut answer = |ask: &Ask| sessions.answer("one", ask, None, &Progress::default());
    answer(&Ask::Open(Box::new(open))).expect("a log");
    let ask = |text: serde_json::Value| serde_json::from_value::<Ask>(text).expect("a question");
    let Ok(Answer::Why(why)) = answer(&ask(json!({ "ask": "why", "actor": 0, "at": 3 }))) else { panic!("why") };
    assert_eq!(why.data["sentence"], "0 waits for 1 since t = 0, which yields to 2.");
    assert_eq!(why.data["chain"][1]["actor"], "2");
    let not = |question: serde_json::Value| ask(question);
    let Ok(Answer::WhyNot(free)) = answer(&not(json!({ "ask": "why-not", "actor": "2", "cells": [[4, 1]], "at": 3 })))
    else {
        panic!("why not")
    };
    assert_eq!(free.data["reason"], "free");
    let Ok(Answer::WhyNot(taken)) = answer(&not(json!({ "ask": "why-not", "actor": "0", "cells": [[2, 1]], "at": 3 })))
    else {
        panic!("why not")
    };
    assert_eq!(taken.data["sentence"], "1 is in (2,1), and it leaves at t = 4.");
    assert!(answer(&ask(json!({ "ask": "why", "actor": 12 }))).is_err());
}
