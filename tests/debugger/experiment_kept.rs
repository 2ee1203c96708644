//! The stored rows of a window's experiments. An experiment that was cancelled, or whose window was killed, resumes.

use gridscope::debugger::lab::experiment::{MAX_KEPT, Row};
use gridscope::debugger::session::background::work::{ExperimentResults, Plan, Task, Update};
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::scene::Scene;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use support::faults::at_each_step;

const SWEEP: &str = "turn=0,1";
const SAMPLES: u64 = 3;

fn scene() -> Scene {
    let mut scene = gridscope::presets::find("counter-example").expect("a preset").scene().expect("a scene");
    scene.run.params.set_text("samples=20").expect("a parameter");
    scene
}

/// Returns a session that stores rows in a folder, if one is given.
fn session(scene: Scene, folder: Option<&Path>) -> Session {
    let mut session = gridscope::session(scene);
    session.keep_rows_in(folder.map(Path::to_owned));
    session
}

/// Runs the experiment until it has `most` rows. Returns the results so far.
fn run_until(session: &mut Session, sweep: &str, most: usize) -> ExperimentResults {
    let plan = Plan { sweep: sweep.to_owned(), samples: SAMPLES };
    session.apply(&SessionCommand::Begin(Task::Experiment(plan)));
    let work = session.take_work().expect("work");
    work.run(&mut |update| {
        session.handle_report(update);
        if session.work().tasks.measured.as_ref().is_some_and(|measured| measured.done() >= most) {
            session.apply(&SessionCommand::CancelWork);
        }
    });
    session.work().tasks.measured.clone().expect("rows")
}

fn run(session: &mut Session, sweep: &str) -> ExperimentResults {
    run_until(session, sweep, usize::MAX)
}

fn all_rows(measured: &ExperimentResults) -> Vec<Vec<Row>> {
    std::iter::once(&measured.rows).chain(measured.beside.iter().map(|other| &other.rows)).cloned().collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
}

#[test]
fn interrupted_experiment_resumes_with_the_same_rows() {
    let mut beside = scene();
    beside.run.beside =
        gridscope::presets::find("into-the-pocket").expect("a preset").scene().expect("a scene").run.beside;
    for scene in [scene(), beside] {
        let whole = run(&mut session(scene.clone(), None), SWEEP);
        assert_eq!((whole.before, whole.done() as u64), (0, whole.total));
        for stopped in 1..=whole.done() {
            let folder = tempfile::tempdir().expect("a folder");
            let folder = folder.path().join("experiments");
            let first = run_until(&mut session(scene.clone(), Some(&folder)), SWEEP, stopped);
            assert_eq!(first.done(), stopped);
            // Another window, after the first one was killed.
            let mut other = session(scene.clone(), Some(&folder));
            let second = run(&mut other, SWEEP);
            assert_eq!(second.before, stopped as u64, "the runs before are not done again");
            assert_eq!(all_rows(&second), all_rows(&whole));
            assert!(other.work().notices.is_empty(), "nobody is told of what goes as it should");
        }
    }
}

#[test]
fn another_experiment_starts_with_new_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    run(&mut session(scene(), Some(folder.path())), SWEEP);
    let mut painted = scene();
    painted.run.seed += 1;
    assert_eq!(run(&mut session(painted, Some(folder.path())), SWEEP).before, 0);
    assert_eq!(run(&mut session(scene(), Some(folder.path())), "turn=0").before, 0);
    assert_eq!(files(folder.path()).len(), 3);
    // Opening another scene does not change the folder for rows.
    let mut session = session(scene(), Some(folder.path()));
    session.apply(&SessionCommand::OpenPreset("hello"));
    assert_eq!(session.work().tasks.rows.as_deref(), Some(folder.path()));
}

#[test]
fn foreign_rows_file_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = run(&mut session(scene(), Some(folder.path())), SWEEP);
    let path = files(folder.path()).pop().expect("a file");
    for bytes in [&b"something else\n1,2,3\n"[..], b"\xff\xfe\n", b"\n\n"] {
        fs::write(&path, bytes).expect("written");
        let mut session = session(scene(), Some(folder.path()));
        let again = run(&mut session, SWEEP);
        assert_eq!((again.before, all_rows(&again)), (0, all_rows(&whole)));
        assert!(session.work().notices.is_empty());
        assert_eq!(run(&mut session, SWEEP).before, whole.total, "and kept again");
    }
}

#[test]
fn experiment_finishes_on_a_failing_disk() {
    let whole = run(&mut session(scene(), None), SWEEP);
    let mut told = 0;
    let steps = at_each_step(|_, broken| {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("experiments");
        let mut session = session(scene(), Some(&folder));
        let (done, _) = broken(&mut || run(&mut session, SWEEP));
        assert_eq!(all_rows(&done), all_rows(&whole));
        let notices = session.take_notices();
        told += notices.len();
        assert!(notices.iter().all(|notice| notice.text.starts_with("The rows of this experiment are not kept: ")));
        // The next experiment resumes with the stored rows, and gets the same result.
        assert_eq!(all_rows(&run(&mut session, SWEEP)), all_rows(&whole));
    });
    assert!(steps.len() >= 5 && told > 10, "told {told} times of {steps:?}");
}

#[test]
fn oldest_experiment_files_are_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = |age: u64| {
        let path = folder.path().join(format!("{age:016x}-0.csv"));
        fs::write(&path, "").expect("written");
        let file = fs::File::options().write(true).open(&path).expect("opened");
        file.set_modified(SystemTime::now() - Duration::from_secs(3600 * age)).expect("a time");
        path
    };
    let old: Vec<PathBuf> = (1..=MAX_KEPT as u64 + 3).map(old).collect();
    fs::write(folder.path().join("notes.txt"), "mine").expect("written");
    run(&mut session(scene(), Some(folder.path())), SWEEP);
    let left = files(folder.path());
    assert_eq!(left.len(), MAX_KEPT + 1, "with what is no table");
    assert!(old[..MAX_KEPT - 1].iter().all(|path| left.contains(path)), "the younger ones stay");
    assert!(left.contains(&folder.path().join("notes.txt")));
}

#[test]
fn experiment_without_a_folder_stores_nothing() {
    let mut session = session(scene(), None);
    let mut before = 0;
    for _ in 0..2 {
        session.apply(&SessionCommand::Begin(Task::Experiment(Plan { sweep: SWEEP.into(), samples: SAMPLES })));
        let work = session.take_work().expect("work");
        work.run(&mut |update| {
            before += usize::from(matches!(update, Update::Before(_)));
            session.handle_report(update);
        });
    }
    assert_eq!(before, 0);
}
