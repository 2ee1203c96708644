//! Cancelled work ends: every task, a recording and its replay index, and questions about a run.

use gridscope::debugger::audit::{audit, audit_within};
use gridscope::debugger::drop_in_background::drop_in_background;
use gridscope::debugger::find::{EventQuery, Found, Search};
use gridscope::debugger::work::{Plan, Task, Update};
use gridscope::formats::trace_file;
use gridscope::trace::observe::StepCounter;
use gridscope::trace::pace::{Pace, at_once};
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::{Control, Halt, Replay};
use gridscope::trace::{Cell, Scene};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::thread::ThreadId;
use support::{lesson, scene_with};

/// Every cancelled task reports that it is done, and no result. Each is tried on a scene where it would find something.
#[test]
fn every_task_that_is_cancelled_says_that_it_is_done_and_nothing_else() {
    let tasks = [
        ("hello", Task::Experiment(Plan { sweep: String::new(), samples: 3 })),
        ("hello", Task::MakeSmall("hits tied".parse().expect("a symptom"))),
        ("i-see-you", Task::Tool("asymmetry".into())),
        ("item-against-unknown", Task::WhatWouldWin(Cell::new(1, 1), 0)),
    ];
    for (id, task) in tasks {
        for cancelled in [false, true] {
            let mut session = gridscope::session(lesson(id));
            session.work.tasks.begin(task.clone());
            let work = session.take_work().expect("work");
            if cancelled {
                session.work.tasks.cancel();
            }
            let mut told = Vec::new();
            work.run(&mut |update| told.push(update));
            let [first @ .., Update::Done] = &told[..] else { panic!("{task}: {told:?}") };
            // Progress reported before the cancellation is not a result.
            let nothing = first.iter().all(|update| matches!(update, Update::Share(_)));
            assert_eq!(nothing, cancelled, "{task}: {first:?}");
        }
    }
}

/// Late results are dropped if another scene was opened or another task was started in the meantime.
#[test]
fn what_a_task_still_tells_of_another_scene_is_not_heard() {
    let seeds = |samples| Task::Experiment(Plan { sweep: String::new(), samples });
    let tasks = [
        ("hello", seeds(3)),
        ("hello", Task::MakeSmall("hits tied".parse().expect("a symptom"))),
        ("i-see-you", Task::Tool("asymmetry".into())),
        ("item-against-unknown", Task::WhatWouldWin(Cell::new(1, 1), 0)),
        // An error of the old task is not a result of the new one either.
        ("hello", Task::MakeSmall("outcome found = false".parse().expect("a symptom"))),
    ];
    for (id, task) in tasks {
        let mut session = gridscope::session(lesson(id));
        let mut told = Vec::new();
        session.work.tasks.begin(task.clone());
        session.take_work().expect("work").run(&mut |update| told.push(update));
        session.open(lesson("secret-door"), None);
        for update in told.clone() {
            assert!(session.work.tasks.is_running(), "{task}");
            session.handle_report(update);
        }
        let tasks = &session.work.tasks;
        assert!(!tasks.is_running() && tasks.problem(|_| true).is_none(), "{task}");
        assert!(tasks.measured.is_none() && tasks.smaller.is_none(), "{task}");
        assert!(tasks.findings.is_none() && tasks.winning.is_none(), "{task}");
        assert!(session.work.notices.is_empty(), "{task}: {:?}", session.work.notices);
        // If the same task is started again, the late results belong to the earlier one.
        let mut session = gridscope::session(lesson(id));
        session.work.tasks.begin(seeds(2));
        session.take_work().expect("work");
        session.work.tasks.begin(task.clone());
        for update in told {
            session.handle_report(update);
        }
        assert!(session.take_work().is_some(), "{task} is still to be done");
        assert!(session.work.tasks.measured.is_none() && session.work.tasks.findings.is_none(), "{task}");
        let tasks = &session.work.tasks;
        assert!(tasks.winning.is_none() && tasks.problem(|_| true).is_none(), "{task}");
        assert!(tasks.smaller.as_ref().is_none_or(|small| small.trials == 0 && !small.done), "{task}");
    }
}

/// Builds an open map with more cells than the interval between two checks of cancellation. A search without a
/// heuristic visits all of them.
fn large() -> Scene {
    const SIDE: usize = 140;
    let row = ".".repeat(SIDE - 1);
    let rows = format!("G{row}\n{}{row}X", format!("{row}.\n").repeat(SIDE - 2));
    assert!(SIDE * SIDE > StepCounter::STEPS as usize);
    scene_with(&rows, &["heuristic=zero"])
}

fn recorded(scene: &Scene) -> Replay {
    gridscope::algorithms::record(scene, &Control::default()).expect("a run")
}

#[test]
fn a_recording_that_is_called_off_ends_with_all_that_would_come_after_it() {
    let mut session = gridscope::session(large());
    let job = session.take_job().expect("a job");
    job.control.cancel.store(true, Ordering::Relaxed);
    let recorded = job.run();
    assert!(recorded.runs().iter().all(|run| run.halted().is_some() && run.outcome().is_null()));
    session.finish(recorded);
    assert!(session.progress().is_none(), "nothing is waited for");
}

#[test]
fn what_is_asked_of_a_run_can_be_stopped() {
    let run = recorded(&large());
    assert!(run.len() > 4 * StepCounter::STEPS as usize, "{} events", run.len());
    let cell = Cell::new(70, 70);
    let conditions =
        [Condition::of_kind("expanded"), Condition::at_cell(cell), "g > 100".parse().expect("a condition")];
    for condition in conditions {
        let whole = run.hits(&condition);
        assert!(!whole.is_empty(), "{condition}");
        // At each of its checks except those after the last event.
        let mut asked = 0;
        assert_eq!(run.hits_within(&condition, &mut || (asked += 1, true).1), Some(whole), "{condition}");
        assert!(asked > 0);
        for n in [1, asked / 2, asked - 1].into_iter().filter(|n| (1..asked).contains(n)) {
            let run = recorded(&large());
            let mut left = n;
            let found = run.hits_within(&condition, &mut || {
                assert!(left > 0, "{condition}: it is asked again");
                left -= 1;
                left > 0
            });
            assert_eq!(found, None, "{condition}: stopped at question {n} of {asked}");
        }
    }
}

/// Background work on a run stops once no other owner has the run, and when it is cancelled.
#[test]
fn what_comes_after_a_run_is_left_with_it() {
    let run = recorded(&large());
    at_once(run.prepare_rest());
    assert!(run.known_ties().is_none() && run.known_history(Cell::new(1, 1)).is_none(), "nobody else has it");
    let shown = run.fork();
    at_once(run.prepare_rest());
    assert!(shown.known_ties().is_some_and(|ties| !ties.is_empty()));
    assert_eq!(shown.known_history(Cell::new(1, 1)), Some(run.history(Cell::new(1, 1))));

    // The board is the same whether it was prepared completely, or the preparation was stopped at any check.
    let mut plain = gridscope::trace::view::board::Board::default();
    let plain_run = recorded(&large());
    plain_run.board(Some(1), &mut plain);
    let mut asked = 0;
    at_once(recorded(&large()).prepare(1, &mut Pace::new(&mut || (asked += 1, true).1)));
    // There are two passes over the events, one for roles and one for heat, with a check every few thousand events.
    assert!(asked > 2 * plain_run.len() / 4096, "{asked} questions, {} events", plain_run.len());
    for n in (1..12).chain((1..=12).map(|share| asked * share / 12)) {
        let (run, mut left) = (recorded(&large()), n);
        let mut goes_on = || {
            left = left.saturating_sub(1);
            left > 0
        };
        at_once(run.prepare(1, &mut Pace::new(&mut goes_on)));
        let mut board = gridscope::trace::view::board::Board::default();
        run.board(Some(1), &mut board);
        assert_eq!(board.marks, plain.marks, "left at question {n}");
    }
}

/// A cancelled search reports nothing more.
#[test]
fn a_search_of_the_events_stops() {
    let run = recorded(&large());
    for wanted in [
        EventQuery { text: "expanded".into(), ..EventQuery::default() },
        EventQuery { kinds: vec!["expanded".into()], ..EventQuery::default() },
        EventQuery { cell: Some(Cell::new(70, 70)), ..EventQuery::default() },
    ] {
        let mut session = gridscope::session(large());
        session.settle();
        session.apply(&gridscope::debugger::SessionCommand::LookFor(Box::new(wanted.clone())));
        let search = session.take_search().expect("a search");
        session.apply(&gridscope::debugger::SessionCommand::LookFor(Box::default()));
        let mut told = Vec::new();
        search.run(&mut |found| told.push(found));
        assert_eq!(told, [Found::Done], "{wanted:?}");
        let mut found = 0;
        Search::new(&wanted, &run).run(&mut |more| {
            if let Found::Events(events) = more {
                found += events.len();
            }
        });
        assert!(found > 0, "{wanted:?}");
    }
}

/// A trace that ends too early differs from its run at the last event, unless the comparison is cancelled before.
#[test]
fn a_comparison_with_a_trace_stops() {
    let (scene, run) = (large(), recorded(&large()));
    let mut bytes = Vec::new();
    let trace = trace_file::Writer::new(&scene, &run).expect("a trace");
    trace.write(&mut bytes).expect("memory");
    let text = String::from_utf8(bytes).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let short = lines[..lines.len() - 2].join("\n");
    let trace = trace_file::read(&gridscope::registry(), "short", short.as_bytes()).expect("a trace");
    let mut asked = 0;
    assert!(at_once(trace.agrees_within(&run, &mut Pace::new(&mut || (asked += 1, true).1))).is_err());
    assert!(asked > 10, "{asked}");
    for n in [1, asked / 2, asked] {
        let mut left = n;
        let mut goes_on = || {
            assert!(left > 0, "it is asked again");
            left -= 1;
            left > 0
        };
        let stopped = at_once(trace.agrees_within(&run, &mut Pace::new(&mut goes_on)));
        assert_eq!(stopped, Ok(false), "stopped at question {n} of {asked}");
    }
}

#[test]
fn an_audit_stops() {
    let (scene, run) = (lesson("hello"), recorded(&lesson("hello")));
    let log = trace_file::log_of(&scene, &run).expect("a log");
    let cancelled = Control { cancel: true.into(), ..Control::default() };
    assert_eq!(audit_within(&log, &Control::default()), Ok(audit(&log)));
    assert_eq!(audit_within(&log, &cancelled), Err(Halt::Cancelled));
    assert!(trace_file::log_within(&scene, &run, &cancelled).is_err(), "nothing is written");
    let mut bytes = Vec::new();
    trace_file::Writer::new(&scene, &run).expect("a trace").write(&mut bytes).expect("memory");
    let trace = trace_file::read(&gridscope::registry(), "hello", &bytes).expect("a trace");
    assert_eq!(trace.log_within(&Control::default()).map(|log| log.events.len()), Ok(log.events.len()));
    assert!(trace.log_within(&cancelled).is_err(), "and nothing is read");
}

/// Reports the thread on which it is dropped.
struct Told(Sender<ThreadId>);

impl Drop for Told {
    fn drop(&mut self) {
        _ = self.0.send(std::thread::current().id());
    }
}

#[test]
fn what_is_dropped_aside_is_dropped_on_another_thread() {
    let (tell, told) = channel();
    drop_in_background(Told(tell));
    assert_ne!(told.recv().expect("it is dropped"), std::thread::current().id());
}

/// While a file is read, its share is reported: a window shows it.
#[test]
fn reading_a_file_reports_how_much_is_read() {
    use gridscope::debugger::SessionCommand;
    use gridscope::debugger::prepare::Preparation;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("long.trace.jsonl");
    let line = "{\"event\":\"note\",\"text\":\"a\",\"at\":[1,1]}\n";
    std::fs::write(
        &file,
        format!("{{\"format\":\"gridscope-trace\",\"version\":2,\"size\":[4,4]}}\n{}", line.repeat(5_000)),
    )
    .expect("written");
    let session = gridscope::session(lesson("hello"));
    let preparation = Preparation::of(&session, &SessionCommand::Open(file)).expect("it takes long");
    let control = std::sync::Arc::clone(&preparation.control);
    assert_eq!(control.progress.load(Ordering::Relaxed), 0);
    drop(preparation.run());
    assert_eq!(control.progress.load(Ordering::Relaxed), 1_000);
}
