//! Long tasks and recordings as bytes: a worker reports what the task itself reports, and a run that it records is the
//! run that is recorded without it.

use gridscope::debugger::Session;
use gridscope::debugger::session::background::remote::{perform, update};
use gridscope::debugger::session::background::work::{Plan, Task, Tasks, Update, Work};
use gridscope::debugger::session::background::{Done, Kind, Slices, Task as BackgroundTask, WorkerRequest};
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

/// Returns the reports of a task: those that it makes itself, and those of a worker.
fn both(scene: &Scene, task: &Task) -> [Vec<Update>; 2] {
    let [here, there] = twice(scene, task);
    let [mut own, mut remote] = [const { Vec::new() }; 2];
    here.run(&mut |update| own.push(update));
    let request = there.request().expect("a request");
    perform(&gridscope::registry(), &request, &mut |bytes| remote.push(update(&bytes).expect("a report")))
        .expect("a task of this build");
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
        let [own, remote] = both(&lesson(id), &task);
        assert_eq!(format!("{own:?}"), format!("{remote:?}"), "{id}: {task}");
    }
}

#[test]
fn worker_error_has_the_same_sentence() {
    let [own, remote] = both(&lesson("hello"), &experiment("nothing=1..3"));
    let sentence = |updates: &[Update]| match updates {
        [Update::Failed(error)] => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(sentence(&own), sentence(&remote));
    assert!(perform(&gridscope::registry(), b"{}", &mut |_| {}).is_err());
    assert!(update(b"Nothing").is_err());
}

/// Returns the session of an open field, and the slices of its recording, which may use a worker. The run has more than
/// 300,000 events.
fn large_recording() -> (Session, Slices) {
    let mut session = gridscope::session(field(192));
    let Some(BackgroundTask::Record(mut job)) = session.next_task(Kind::Record) else { panic!("a recording") };
    job.has_worker = true;
    (session, BackgroundTask::Record(job).slices())
}

fn field(side: usize) -> Scene {
    let row = ".".repeat(side - 1);
    let rows = format!("G{row}\n{}{row}X", format!("{row}.\n").repeat(side - 2));
    let mut scene = scene(&rows);
    scene.run.algorithm = "dijkstra".into();
    scene
}

/// Runs slices until the recording asks for a worker.
fn asked(session: &mut Session, slices: &mut Slices) -> WorkerRequest {
    loop {
        let mut asked = None;
        let goes_on = slices.run_next(&mut |done| match done {
            Done::NeedsWorker(request) => asked = Some(*request),
            other => session.take_done(other),
        });
        if let Some(asked) = asked {
            return asked;
        }
        assert!(goes_on, "the recording ended without asking for a worker");
    }
}

fn end(session: &mut Session, slices: Slices) {
    slices.run(&mut |done| session.take_done(done));
}

/// Returns the pieces of a recording.
fn pieces(request: &WorkerRequest) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    perform(&gridscope::registry(), &request.request, &mut |piece| pieces.push(piece)).expect("a recording");
    pieces
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
    let (mut session, mut slices) = large_recording();
    let request = asked(&mut session, &mut slices);
    for piece in pieces(&request) {
        assert!(request.is_needed());
        request.pieces.send(piece).expect("the recording takes it");
        assert!(slices.run_next(&mut |done| session.take_done(done)));
    }
    assert!(!request.is_needed(), "the last piece has arrived");
    let here = run_here();
    assert_eq!(session.recorded_so_far(), here.0);
    end(&mut session, slices);
    assert_eq!(run(&session), here);
}

#[test]
fn a_short_run_needs_no_worker() {
    let mut session = gridscope::session(lesson("hello"));
    let Some(BackgroundTask::Record(mut job)) = session.next_task(Kind::Record) else { panic!("a recording") };
    job.has_worker = true;
    let task = BackgroundTask::Record(job);
    task.run(&mut |done| {
        assert!(!matches!(done, Done::NeedsWorker(_)));
        session.take_done(done);
    });
    assert_eq!(run(&session).0, 824);
}

#[test]
fn long_run_without_a_worker_is_recorded_locally() {
    let (mut session, mut slices) = large_recording();
    drop(asked(&mut session, &mut slices));
    end(&mut session, slices);
    assert_eq!(run(&session), run_here());
}

#[test]
fn cancelled_recording_keeps_the_arrived_events() {
    let (mut session, mut slices) = large_recording();
    let request = asked(&mut session, &mut slices);
    request.pieces.send(pieces(&request).swap_remove(0)).expect("the recording takes it");
    assert!(slices.run_next(&mut |done| session.take_done(done)));
    let arrived = session.recorded_so_far();
    session.note_long();
    session.apply(&gridscope::debugger::SessionCommand::Cancel);
    drop(request);
    end(&mut session, slices);
    let shown = run(&session);
    assert_eq!((shown.0, shown.3.as_deref()), (arrived, Some("cancelled")));
}

#[test]
fn damaged_piece_ends_the_recording_with_a_reason() {
    let (mut session, mut slices) = large_recording();
    let request = asked(&mut session, &mut slices);
    request.pieces.send(b"GSRP".to_vec()).expect("the recording takes it");
    end(&mut session, slices);
    let problem = session.opened().problem.as_ref().expect("a problem").to_string();
    assert!(problem.contains("cut off or changed"), "{problem}");
}
