//! Long tasks and recordings as bytes: a worker reports what the task itself reports, and a run that it records is the
//! run that is recorded without it.

use gridscope::debugger::Session;
use gridscope::debugger::lab::experiment::{Measure, Row};
use gridscope::debugger::session::background::remote::{perform, update};
use gridscope::debugger::session::background::reports::Reports;
use gridscope::debugger::session::background::work::{Plan, Task, Tasks, Update, Work};
use gridscope::debugger::session::background::{Kind, Slices, Task as BackgroundTask};
use gridscope::debugger::session::{Job, variants};
use gridscope::trace::scene::AdditionalRun;
use gridscope::trace::trace::Pieces;
use gridscope::trace::{Cell, Scene};
use support::{lesson, scene};

/// Returns the same task twice.
fn twice(scene: &Scene, task: &Task) -> [Work; 2] {
    [(); 2].map(|()| {
        let mut tasks = Tasks::default();
        tasks.begin(task.clone());
        tasks.take(&gridscope::registry(), scene, None).expect("the task")
    })
}

/// Returns the reports of a task: those that it makes itself, and those of up to `workers` workers.
fn both(scene: &Scene, task: &Task, workers: usize) -> [Vec<Update>; 2] {
    let [here, there] = twice(scene, task);
    let [mut own, mut remote] = [const { Vec::new() }; 2];
    here.run(&mut |update| own.push(update));
    let requests = there.requests(workers).expect("a request");
    let mut reports = Reports::of(requests.len());
    // The last worker is the fastest.
    for (worker, request) in requests.iter().enumerate().rev() {
        perform(&gridscope::registry(), request, &mut |bytes| {
            reports.push(worker, &bytes).expect("a report");
            remote.extend(reports.pop());
        })
        .expect("a task of this build");
    }
    remote.extend(std::iter::from_fn(|| reports.pop()));
    [own, remote]
}

fn experiment(sweep: &str) -> Task {
    Task::Experiment(Plan { sweep: sweep.into(), samples: 5 })
}

#[test]
fn worker_reports_what_the_task_reports() {
    let tasks = [
        ("hello", experiment("")),
        ("hello", experiment("ties=first,last,paths")),
        ("hello", Task::Shrink("outcome cost >= 40".parse().expect("a symptom"))),
        ("i-see-you", Task::Tool("asymmetry".into())),
        ("item-against-unknown", Task::WhatWouldWin(Cell::new(1, 1), 0)),
    ];
    for (id, task) in tasks {
        for workers in [1, 2, 3, 50] {
            let [own, remote] = both(&lesson(id), &task, workers);
            assert_eq!(format!("{own:?}"), format!("{remote:?}"), "{id}: {task}, {workers} workers");
        }
    }
}

#[test]
fn workers_share_the_experiment_of_an_additional_run() {
    let mut scene = lesson("hello");
    scene.run.beside = vec![AdditionalRun { algorithm: Some("breadth-first".into()), ..AdditionalRun::default() }];
    let [own, remote] = both(&scene, &experiment(""), 3);
    assert_eq!(own.iter().filter(|update| matches!(update, Update::BesideRow(_))).count(), 5);
    assert_eq!(format!("{own:?}"), format!("{remote:?}"));
}

#[test]
fn rows_of_workers_with_different_numbers_have_the_numbers_of_all() {
    let measures = |names: &str| -> Vec<Measure> {
        names.chars().map(|name| Measure { name: name.into(), is_flag: name == 'a' }).collect()
    };
    let row = |run, numbers: &[f64]| {
        let measures = numbers.iter().map(|&number| (number > 0.0).then_some(number)).collect();
        Update::Row(Row { run, value: String::new(), seed: run, measures })
    };
    let beginning = |runs| Update::Begun(measures("a"), "seeds".into(), runs);
    let mut reports = Reports::of(2);
    let first = [beginning(2), row(0, &[1.0]), Update::Measures(measures("ac")), row(2, &[5.0, 6.0]), Update::Done];
    let second = [beginning(1), Update::Measures(measures("abc")), row(1, &[2.0, 3.0, 4.0]), Update::Done];
    let mut push = |worker, updates: &[Update]| {
        for update in updates {
            reports.push(worker, &serde_json::to_vec(update).expect("bytes")).expect("a report");
        }
        std::iter::from_fn(|| reports.pop()).collect::<Vec<_>>()
    };
    assert!(push(1, &second).is_empty(), "the first worker has the first run");
    let expected = [
        beginning(3),
        row(0, &[1.0]),
        Update::Measures(measures("abc")),
        row(1, &[2.0, 3.0, 4.0]),
        row(2, &[5.0, 0.0, 6.0]),
        Update::Done,
    ];
    assert_eq!(format!("{:?}", push(0, &first)), format!("{expected:?}"));
}

#[test]
fn worker_error_has_the_same_sentence() {
    let [own, remote] = both(&lesson("hello"), &experiment("nothing=1..3"), 2);
    let sentence = |updates: &[Update]| match updates {
        [Update::Failed(error)] => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(sentence(&own), sentence(&remote));
    assert!(perform(&gridscope::registry(), b"{}", &mut |_| {}).is_err());
    assert!(update(b"Nothing").is_err());
}

/// Returns the next recording of a session.
fn recording(session: &mut Session) -> Job {
    match session.next_task(Kind::Record) {
        Some(BackgroundTask::Record(job)) => *job,
        _ => panic!("a recording"),
    }
}

/// Returns the session of an open field, whose run has more than 300,000 events. Also returns the slices of its recording
/// in a worker, the place for the reports of the worker, and these reports.
fn large_recording(scene: Scene) -> (Session, Slices, Pieces, Vec<Vec<u8>>) {
    let mut session = gridscope::session(scene);
    let mut job = recording(&mut session);
    let (request, pieces) = job.request().expect("a worker for a large map");
    job.pieces = pieces.clone();
    let mut reports = Vec::new();
    perform(&gridscope::registry(), &request, &mut |report| reports.push(report)).expect("a recording");
    (session, BackgroundTask::Record(Box::new(job)).slices(), pieces, reports)
}

fn field(side: usize) -> Scene {
    let row = ".".repeat(side - 1);
    let rows = format!("G{row}\n{}{row}X", format!("{row}.\n").repeat(side - 2));
    let mut scene = scene(&rows);
    scene.run.algorithm = "dijkstra".into();
    scene
}

/// Runs slices until the recording waits for the worker.
fn prepare(session: &mut Session, slices: &mut Slices, pieces: &Pieces) {
    while !pieces.is_awaited() {
        assert!(slices.run_next(&mut |done| session.take_done(done)), "the recording ended without waiting");
    }
}

fn end(session: &mut Session, slices: Slices) {
    slices.run(&mut |done| session.take_done(done));
}

/// Returns what a session shows of its run.
fn run(session: &Session) -> (usize, String, String, Option<String>) {
    let replay = &session.opened().main.as_ref().expect("a run").replay;
    (replay.len(), replay.event_json(replay.len() - 1).to_string(), replay.outcome().to_string(), replay.halted())
}

fn run_here() -> (usize, String, String, Option<String>) {
    let mut session = gridscope::session(field(192));
    session.settle();
    run(&session)
}

#[test]
fn workers_long_run_equals_the_local_run() {
    let (mut session, mut slices, pieces, reports) = large_recording(field(192));
    prepare(&mut session, &mut slices, &pieces);
    let last = reports.len() - 1;
    for (number, report) in reports.into_iter().enumerate() {
        assert_eq!(pieces.push(report), number < last);
    }
    let here = run_here();
    assert_eq!(session.recorded_so_far(), here.0);
    assert!(!pieces.is_awaited());
    end(&mut session, slices);
    assert_eq!(run(&session), here);
}

#[test]
fn worker_records_all_runs_of_a_scene() {
    let mut scene = field(160);
    scene.run.beside = vec![AdditionalRun { algorithm: Some("breadth-first".into()), ..AdditionalRun::default() }];
    let (mut session, slices, pieces, reports) = large_recording(scene.clone());
    for report in reports {
        pieces.push(report);
    }
    end(&mut session, slices);
    let shown: Vec<usize> = session.shown_runs().map(|run| run.replay.len()).collect();
    let mut here = gridscope::session(scene.clone());
    here.settle();
    assert_eq!(shown, here.shown_runs().map(|run| run.replay.len()).collect::<Vec<_>>());
    assert_eq!(shown.len(), variants(&gridscope::registry(), &scene.into()).len());
}

#[test]
fn worker_is_asked_for_by_size_of_map_or_length_of_last_run() {
    let is_asked = |session: &mut Session| recording(session).request().is_some();
    assert!(!is_asked(&mut gridscope::session(lesson("hello"))));
    assert!(!is_asked(&mut gridscope::session(field(49))), "a small map");
    assert!(is_asked(&mut gridscope::session(field(60))), "the length is not known");
    let rerun = |scene: Scene| {
        let mut session = gridscope::session(scene);
        session.settle();
        session.apply(&gridscope::debugger::SessionCommand::Rerun);
        session
    };
    assert!(!is_asked(&mut rerun(field(60))), "the last run was short");
    let mut long = field(40);
    long.run.algorithm = "path-sampling".into();
    assert!(is_asked(&mut rerun(long)), "the last run was long");
}

#[test]
fn run_that_does_not_arrive_is_recorded_locally() {
    let (mut session, mut slices, pieces, _) = large_recording(field(192));
    prepare(&mut session, &mut slices, &pieces);
    pieces.close();
    end(&mut session, slices);
    assert_eq!(run(&session), run_here());
}

#[test]
fn cancelled_recording_keeps_the_arrived_events() {
    let (mut session, mut slices, pieces, mut reports) = large_recording(field(192));
    prepare(&mut session, &mut slices, &pieces);
    assert!(pieces.push(reports.swap_remove(0)));
    let arrived = session.recorded_so_far();
    session.note_long();
    session.apply(&gridscope::debugger::SessionCommand::Cancel);
    assert!(pieces.is_stopped());
    pieces.close();
    end(&mut session, slices);
    let shown = run(&session);
    assert_eq!((shown.0, shown.3.as_deref()), (arrived, Some("cancelled")));
}
