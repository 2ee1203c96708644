//! Cancelled work ends: every task, a recording and its replay index, and questions about a run.

use gridscope::debugger::SessionCommand;
use gridscope::debugger::audit::audit;
use gridscope::debugger::lab::find::{EventQuery, Found, Search};
use gridscope::debugger::session::background::drop_in_background::drop_in_background;
use gridscope::debugger::session::background::work::{Plan, Task, Update};
use gridscope::formats::trace_file;
use gridscope::trace::observe::StepCounter;
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::{Halt, Progress, Replay};
use gridscope::trace::{ActorKind, Cell, Grid, Scene, Size, Tile};
use std::sync::mpsc::{Sender, channel};
use std::thread::ThreadId;
use support::HitsOf as _;
use support::put;
use support::set;
use support::stopped_at;
use support::{lesson, scene_with};

/// Every cancelled task reports that it is done, and no result. Each is tried on a scene where it would find something.
#[test]
fn cancelled_task_reports_only_that_it_is_done() {
    let tasks = [
        ("hello", Task::Experiment(Plan { sweep: String::new(), samples: 3 })),
        ("hello", Task::Shrink("hits tied".parse().expect("a symptom"))),
        ("i-see-you", Task::Tool("asymmetry".into())),
        ("item-against-unknown", Task::WhatWouldWin(Cell::new(1, 1), 0)),
    ];
    for (id, task) in tasks {
        for cancelled in [false, true] {
            let mut session = gridscope::session(lesson(id));
            session.apply(&SessionCommand::Begin(task.clone()));
            let work = session.take_work().expect("work");
            if cancelled {
                session.apply(&SessionCommand::CancelWork);
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
fn late_results_of_another_scene_are_dropped() {
    let seeds = |samples| Task::Experiment(Plan { sweep: String::new(), samples });
    let tasks = [
        ("hello", seeds(3)),
        ("hello", Task::Shrink("hits tied".parse().expect("a symptom"))),
        ("i-see-you", Task::Tool("asymmetry".into())),
        ("item-against-unknown", Task::WhatWouldWin(Cell::new(1, 1), 0)),
        // An error of the old task is not a result of the new one either.
        ("hello", Task::Shrink("outcome found = false".parse().expect("a symptom"))),
    ];
    for (id, task) in tasks {
        let mut session = gridscope::session(lesson(id));
        let mut told = Vec::new();
        session.apply(&SessionCommand::Begin(task.clone()));
        session.take_work().expect("work").run(&mut |update| told.push(update));
        session.open(lesson("secret-door"), None);
        for update in told.clone() {
            assert!(session.work().tasks.is_running(), "{task}");
            session.handle_report(update);
        }
        let tasks = &session.work().tasks;
        assert!(!tasks.is_running() && tasks.problem(|_| true).is_none(), "{task}");
        assert!(tasks.measured.is_none() && tasks.smaller.is_none(), "{task}");
        assert!(tasks.findings.is_none() && tasks.winning.is_none(), "{task}");
        assert!(session.work().notices.is_empty(), "{task}: {:?}", session.work().notices);
        // If the same task is started again, the late results belong to the earlier one.
        let mut session = gridscope::session(lesson(id));
        session.apply(&SessionCommand::Begin(seeds(2)));
        session.take_work().expect("work");
        session.apply(&SessionCommand::Begin(task.clone()));
        for update in told {
            session.handle_report(update);
        }
        assert!(session.take_work().is_some(), "{task} is still to be done");
        assert!(session.work().tasks.measured.is_none() && session.work().tasks.findings.is_none(), "{task}");
        let tasks = &session.work().tasks;
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
    gridscope::algorithms::record(scene, &Progress::default()).expect("a run")
}

#[test]
fn cancelled_recording_also_cancels_its_later_steps() {
    let mut session = gridscope::session(large());
    let job = session.take_job().expect("a job");
    job.progress.stop();
    let recorded = job.run();
    assert!(recorded.runs().iter().all(|(run, _)| run.halted().is_some() && run.outcome().is_null()));
    session.finish(recorded);
    assert!(session.progress().is_none(), "nothing is waited for");
}

#[test]
fn questions_about_a_run_can_be_stopped() {
    let run = recorded(&large());
    assert!(run.len() > 4 * StepCounter::STEPS as usize, "{} events", run.len());
    let cell = Cell::new(70, 70);
    let conditions =
        [Condition::of_kind("expanded"), Condition::at_cell(cell), "g > 100".parse().expect("a condition")];
    for condition in conditions {
        let whole = run.hits_of(&condition);
        assert!(!whole.is_empty(), "{condition}");
        let progress = Progress::default();
        let (pauses, found) = stopped_at(usize::MAX, &progress, run.hits(&condition, &progress));
        assert_eq!(found, Ok(whole), "{condition}");
        assert!(pauses > 0);
        for n in [1, pauses / 2, pauses].into_iter().filter(|&n| n > 0) {
            let (run, progress) = (recorded(&large()), Progress::default());
            let (_, found) = stopped_at(n, &progress, run.hits(&condition, &progress));
            assert_eq!(found, Err(Halt::Cancelled), "{condition}: stopped at pause {n} of {pauses}");
        }
    }
}

/// Background work on a run stops once no other owner has the run, and when it is cancelled.
#[test]
fn background_preparation_stops_with_its_run() {
    let (run, users) = recorded(&large()).for_preparation();
    assert_eq!(at_once(run.prepare_rest(&users)), Err(Halt::Cancelled));
    assert!(run.known_ties().is_none() && run.known_history(Cell::new(1, 1)).is_none(), "nobody else has it");
    let shown = recorded(&large());
    let (run, users) = shown.for_preparation();
    assert_eq!(at_once(run.prepare_rest(&users)), Ok(()));
    assert!(shown.known_ties().is_some_and(|ties| !ties.is_empty()));
    assert_eq!(shown.known_history(Cell::new(1, 1)), Some(run.history(Cell::new(1, 1))));

    // The board is the same whether it was prepared completely, or the preparation was stopped at any check.
    let mut plain = gridscope::trace::view::board::Board::default();
    let plain_run = recorded(&large());
    plain_run.board(Some(1), &mut plain);
    let progress = Progress::default();
    let (pauses, _) = stopped_at(usize::MAX, &progress, recorded(&large()).prepare(1, &progress));
    // There are two passes over the events, one for roles and one for heat, with a pause every few thousand events.
    assert!(pauses > 2 * plain_run.len() / 4096, "{pauses} pauses, {} events", plain_run.len());
    for n in (1..12).chain((1..=12).map(|share| pauses * share / 12)) {
        let (run, progress) = (recorded(&large()), Progress::default());
        let (_, prepared) = stopped_at(n, &progress, run.prepare(1, &progress));
        assert_eq!(prepared, Err(Halt::Cancelled), "left at pause {n}");
        let mut board = gridscope::trace::view::board::Board::default();
        run.board(Some(1), &mut board);
        assert_eq!(board.marks, plain.marks, "left at pause {n}");
    }
}

/// The states of a long run, such as the pick of an explorer, are built in parts, and are the same at any moment.
#[test]
fn states_of_a_long_run_are_prepared_in_parts() {
    let size = Size::new(100, 100);
    let mut scene = Scene::new(Grid::new(size, Tile::Floor));
    scene.known = Some(Grid::new(size, false));
    put(&mut scene, ActorKind::Explorer, 0, 0);
    set(&mut scene, &["radius=3"]);
    scene.run.algorithm = "auto-explore".into();
    let (shown, plain) = (recorded(&scene), recorded(&scene));
    assert!(shown.len() > 1 << 18, "{} events", shown.len());
    let (run, users) = shown.for_preparation();
    assert_eq!(at_once(run.prepare_rest(&users)), Ok(()));
    // Nothing else is left to prepare.
    let (pauses, _) = stopped_at(usize::MAX, &users, run.prepare_rest(&users));
    assert_eq!(pauses, shown.len().div_ceil(1 << 17));
    for at in [0, 4_095, 4_096, 4_097, shown.len() / 2, shown.len()] {
        let [mut shown, mut plain] = [shown.fork(), plain.fork()];
        shown.seek(at);
        plain.seek(at);
        assert_eq!(shown.explain(), plain.explain(), "at {at}");
        assert_eq!(shown.tables(), plain.tables(), "at {at}");
    }
}

/// A cancelled search reports nothing more.
#[test]
fn cancelled_event_search_reports_no_more() {
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
fn comparison_with_a_trace_can_be_cancelled() {
    let (scene, run) = (large(), recorded(&large()));
    let mut bytes = Vec::new();
    let trace = trace_file::Writer::new(&scene, &run).expect("a trace");
    trace.write(&mut bytes).expect("memory");
    let text = String::from_utf8(bytes).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let short = lines[..lines.len() - 2].join("\n");
    let trace = trace_file::read(&gridscope::registry(), "short", short.as_bytes()).expect("a trace");
    let progress = Progress::default();
    let (pauses, compared) = stopped_at(usize::MAX, &progress, trace.agrees(&run, &progress));
    assert!(compared.is_err() && pauses > 10, "{pauses}");
    for n in [1, pauses / 2, pauses] {
        let progress = Progress::default();
        let (_, compared) = stopped_at(n, &progress, trace.agrees(&run, &progress));
        assert_eq!(compared, Ok(false), "stopped at pause {n} of {pauses}");
    }
}

#[test]
fn audit_can_be_cancelled() {
    let (scene, run) = (lesson("hello"), recorded(&lesson("hello")));
    let (progress, cancelled) = (&Progress::default(), &Progress::default());
    cancelled.stop();
    let log = at_once(trace_file::log_of(&scene, &run, progress)).expect("a log");
    assert!(at_once(audit(&log, progress)).is_ok_and(|report| report.events == log.tells()));
    assert_eq!(at_once(audit(&log, cancelled)), Err(Halt::Cancelled));
    assert!(at_once(trace_file::log_of(&scene, &run, cancelled)).is_err(), "nothing is written");
    let mut bytes = Vec::new();
    trace_file::Writer::new(&scene, &run).expect("a trace").write(&mut bytes).expect("memory");
    let trace = trace_file::read(&gridscope::registry(), "hello", &bytes).expect("a trace");
    assert_eq!(at_once(trace.log(progress)).map(|log| log.events.len()), Ok(log.events.len()));
    assert!(at_once(trace.log(cancelled)).is_err(), "and nothing is read");
}

/// Reports the thread on which it is dropped.
struct Told(Sender<ThreadId>);

impl Drop for Told {
    fn drop(&mut self) {
        _ = self.0.send(std::thread::current().id());
    }
}

#[test]
fn drop_in_background_uses_another_thread() {
    let (tell, told) = channel();
    drop_in_background(Told(tell));
    assert_ne!(told.recv().expect("it is dropped"), std::thread::current().id());
}

/// While a file is read, its share is reported: a window shows it.
#[test]
fn reading_a_file_reports_its_progress() {
    use gridscope::debugger::SessionCommand;
    use gridscope::debugger::disk::prepare::Preparation;
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
    let progress = preparation.progress.clone();
    assert_eq!(progress.share(), 0.0);
    drop(preparation.run());
    assert_eq!(progress.share(), 1.0);
}
