//! Runs and logs that the calling program passes in for display. Nothing is run to show them.

use gridscope::debugger::Session;
use gridscope::debugger::session::command::{Brush, SessionCommand};
use gridscope::formats::log::Log;
use gridscope::log::Logger;
use gridscope::trace::{Cell, Progress, Tile};
use support::scene_with;

#[test]
fn external_run_reruns_after_an_edit() {
    let scene = scene_with("G...\n.##.\n...X", &[]);
    let mut elsewhere = scene.clone();
    elsewhere.run.seed = 9;
    let mut run = gridscope::registry()
        .named("breadth-first")
        .expect("it is on the list")
        .record(&elsewhere, &elsewhere.run.params, 9, &Progress::default())
        .expect("a run");
    run.seek(4);
    let events = run.len();
    let mut session = Session::on_run(gridscope::registry(), scene, run);
    session.settle();
    assert_eq!(session.moment(), (4, events));
    assert_eq!(session.card().id, "breadth-first");
    session.apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    session.apply(&SessionCommand::StrokeBegin(Cell::new(1, 0)));
    session.apply(&SessionCommand::StrokeEnd);
    session.settle();
    assert!(session.opened().problem.is_none());
    let run = session.replay().expect("a run");
    assert!(run.history(Cell::new(1, 0)).iter().all(|&i| run.kind(i as usize) == "rejected"), "there is a wall now");
}

#[test]
fn log_of_the_library_logger_opens_like_any() {
    let mut log = Logger::start(&["G.X"], (0, 0), (2, 0)).neighbours(4).to(Vec::new());
    log.open((0, 0), None, 0, 2);
    log.expand((0, 0), 0);
    log.event("note", &[("text", "here it ends".into())]);
    let mut session = Session::on_log(gridscope::registry(), &Log::of(&log).expect("a log"));
    session.settle();
    let run = session.replay().expect("a run");
    assert!((0..run.len()).any(|i| run.event(i).sentence.contains("here it ends")));
    assert_eq!(session.scene().size().width, 3);
}
