//! A program behind the map, which is run again when the map changes, and a log that is followed while it grows.

use gridscope::debugger::audit::Rule;
use gridscope::debugger::lab::experiment::{Experiment, Shard};
use gridscope::debugger::lab::minimise::{Runs, Symptom, minimise};
use gridscope::debugger::log::program::Program;
use gridscope::debugger::session::background::work::Task;
use gridscope::debugger::session::command::{Brush, Tool};
use gridscope::debugger::{Session, SessionCommand};
use gridscope::formats::trace_file::Writer;
use gridscope::outside::follow::Follow;
use gridscope::outside::program::{Shell, StdinFormat, TIMEOUT};
use gridscope::trace::{Cell, Grid, Progress, Replay, Scene, Size, Tile};
use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Shell command that counts the walls of the rows it reads.
const COUNTS: &str = r#"n=$(tr -cd '#' | wc -c | tr -d ' '); echo "counting"; echo "{\"event\":\"open\",\"at\":[0,0],\"g\":$n}"; echo ready >&2"#;

fn program(command: &str) -> Shell {
    Shell { command: command.into(), sends: StdinFormat::Rows, timeout: TIMEOUT, file: None }
}

fn attach(session: &mut Session, program: Shell) {
    session.apply(&SessionCommand::Attach(Arc::new(program)));
}

fn scene() -> Scene {
    Scene::new(Grid::new(Size::new(4, 3), Tile::Floor))
}

fn g(session: &Session) -> Option<String> {
    let replay = session.replay()?;
    let layer = replay.schema().layer("g")?;
    let mut end = replay.fork();
    end.seek(usize::MAX);
    end.value(layer, Cell::new(0, 0)).map(|value| value.to_string())
}

#[test]
fn painting_runs_the_program_again() {
    let mut session = gridscope::session(scene());
    attach(&mut session, program(COUNTS));
    session.settle();
    assert_eq!(g(&session), Some("0".into()));
    assert_eq!(session.program_output(), "counting\nready\n");
    assert_eq!(program("python3 ../mine.py --fast").name(), "mine.py");
    assert_eq!(program("(python3 'py/mine.py'; exit 3)").name(), "mine.py");
    session.apply(&SessionCommand::SetTool(Tool::Brush));
    session.apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    for x in 1..3 {
        session.apply(&SessionCommand::StrokeBegin(Cell::new(x, 1)));
        session.apply(&SessionCommand::StrokeEnd);
        session.settle();
        assert_eq!(g(&session), Some(x.to_string()));
    }
    session.apply(&SessionCommand::Undo);
    session.settle();
    assert_eq!(g(&session), Some("1".into()));
    assert!(session.opened().previous.is_some(), "the run before stays as run B");
}

/// The algorithm is chosen while the run of the program is recorded.
#[test]
fn algorithm_chosen_during_a_run_of_the_program_replaces_the_program() {
    let mut session = gridscope::session(scene());
    attach(&mut session, program(COUNTS));
    let job = session.take_job().expect("a job");
    session.apply(&SessionCommand::SetAlgorithm("dijkstra".into()));
    session.finish(job.run());
    session.settle();
    assert!(session.log().is_none() && session.program().is_none());
    assert_eq!(session.card().id, "dijkstra");
}

#[test]
fn program_attached_to_a_trace_is_not_compared_with_the_trace() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.trace.jsonl");
    let traced = support::scene("G..\n..X");
    let replay = support::record(&traced);
    let mut bytes = Vec::new();
    Writer::new(&traced, &replay).expect("a header").write(&mut bytes).expect("written");
    std::fs::write(&path, bytes).expect("written");
    let mut session = Session::on_file(gridscope::registry(), &path).expect("a trace");
    assert!(session.compares_trace());
    attach(&mut session, program(COUNTS));
    assert!(!session.compares_trace());
    session.settle();
    assert_eq!(session.opened().trace_differs, None);
    assert_eq!((g(&session), session.replay().map(Replay::len)), (Some("0".into()), Some(1)));
}

#[test]
fn algorithm_chosen_before_the_first_line_of_a_followed_log_ends_following() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.trace.jsonl");
    std::fs::write(&path, "").expect("written");
    let mut session = gridscope::session(scene());
    session.follow(Arc::new(Follow::file(&path).expect("a file")));
    session.apply(&SessionCommand::SetAlgorithm("dijkstra".into()));
    assert!(!session.update_followed_log());
    session.settle();
    assert!(session.log().is_none());
}

#[test]
fn a_program_that_fails_says_why() {
    let mut session = gridscope::session(scene());
    attach(&mut session, program("echo it broke >&2; exit 3"));
    session.settle();
    let problem = session.opened().problem.as_ref().expect("a problem").to_string();
    assert!(problem.contains('3') && problem.contains("it broke"), "{problem}");
    // The events that it logged before are shown.
    let mut session = gridscope::session(scene());
    attach(&mut session, program(r#"echo '{"event":"open","at":[1,1],"g":7}'; exit 4"#));
    session.settle();
    assert_eq!(session.replay().map(Replay::len), Some(1));
    assert!(session.work().notices.iter().any(|n| n.error && n.text.contains('4')), "{:?}", session.work().notices);
    // A cell outside the map that was sent.
    let mut session = gridscope::session(scene());
    attach(&mut session, program(r#"echo '{"event":"open","at":[0,0]}'; echo '{"event":"open","at":[9,9]}'"#));
    session.settle();
    assert_eq!(session.replay().map(Replay::len), Some(1));
    assert!(session.work().notices.iter().any(|n| n.error && n.text.contains("4 × 3")), "{:?}", session.work().notices);
}

#[test]
fn a_program_that_hangs_can_be_stopped() {
    let progress = Progress::default();
    progress.stop();
    // If the test waited for it, it would take a day.
    let stopped = program("sleep 86400 | cat").run(&scene(), &progress);
    assert!(stopped.is_err_and(|error| error.to_string().contains("was stopped")));
}

/// A program that does not end is stopped after its time limit. The events so far are shown, with the reason why they
/// are incomplete.
#[test]
fn endless_program_is_stopped_at_its_time_limit() {
    let hangs = r#"echo '{"event":"open","at":[1,1],"g":7}'; echo thinking >&2; sleep 86400 | cat"#;
    let hangs = Shell { timeout: Duration::from_millis(300), ..program(hangs) };
    let said = hangs.run(&scene(), &Progress::default()).expect("a log");
    let failed = said.failed.as_deref().expect("it failed");
    assert_eq!((said.log.events.len(), said.last_line()), (1, "thinking"));
    assert!(failed.contains("not ended after 0.3 seconds") && failed.contains("--timeout"), "{failed}");
    // If it has no log, that is an error of the run. Its running time is shown while it runs.
    let mut session = gridscope::session(scene());
    attach(&mut session, Shell { timeout: Duration::from_millis(300), ..program("sleep 86400") });
    let job = session.take_job().expect("a job");
    assert_eq!(session.program_time(), None);
    session.note_taken(3.0);
    let time = session.program_time().expect("a time");
    assert_eq!((time.taken, time.most), (3.0, Some(0.3)));
    session.finish(job.run());
    let problem = session.opened().problem.as_ref().expect("a problem").to_string();
    assert!(problem.contains("not ended after 0.3 seconds"), "{problem}");
    assert_eq!(session.program_time(), None);
}

/// Of a program's standard error, the beginning and the end are kept. The end says why it failed.
#[test]
fn last_error_of_a_verbose_program_stays() {
    let says = program("echo first >&2; yes some words | head -c 5000000 >&2; echo >&2; echo last >&2; exit 3");
    let said = says.run(&scene(), &Progress::default()).expect("a log");
    assert_eq!((said.last_line(), said.failed.is_some()), ("last", true));
    assert!(
        said.other_output.contains("first\n") && said.other_output.len() < 2_000_000,
        "{}",
        said.other_output.len()
    );
}

/// A process that the program leaves behind holds its pipes open. If the session waited for it, this test would take a
/// day.
#[test]
fn program_with_a_background_process_has_ended() {
    let leaves = program(r#"sleep 86400 & echo '{"event":"open","at":[1,1],"g":7}'; echo so far >&2"#);
    let said = leaves.run(&scene(), &Progress::default()).expect("a log");
    assert_eq!((said.log.events.len(), said.failed.as_deref(), said.other_output.as_str()), (1, None, "so far\n"));
}

/// A process that has left the program's group is not stopped with it, and the session does not wait for it either.
#[test]
#[cfg(target_os = "linux")]
fn program_with_endless_output_is_not_waited_for() {
    // The wait ends with the time limit of the program.
    let command = r#"setsid sleep 60 & echo '{"event":"open","at":[1,1],"g":7}'"#;
    let soon = Shell { timeout: Duration::from_secs(2), ..program(command) };
    let error = soon.run(&scene(), &Progress::default()).expect_err("no end of the log").to_string();
    assert!(error.contains("holds its output open"), "{error}");
    // If it is stopped, the session does not wait at all.
    let leaves = program(command);
    let progress = Progress::default();
    let stop = progress.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stop.stop();
    });
    let error = leaves.run(&scene(), &progress).expect_err("it is stopped").to_string();
    assert!(error.contains("was stopped"), "{error}");
}

/// A program with other arguments, or with other input, is another program, so its rows are not mixed with the first
/// one's.
#[test]
fn experiment_mark_depends_on_the_whole_command() {
    let mark = |arguments: &str, sends: StdinFormat| {
        let command = format!(r#"echo '{{"event":"done","result":"found"}}' # ./s.py {arguments}"#);
        let program = Arc::new(Shell { command, sends, timeout: TIMEOUT, file: None });
        let all = Experiment::new(
            &gridscope::registry(),
            &scene(),
            Some(program),
            None,
            2,
            Shard::WHOLE,
            &Progress::default(),
        );
        all.expect("an experiment").mark().expect("a mark")
    };
    let marks =
        [mark("--greedy", StdinFormat::Rows), mark("--astar", StdinFormat::Rows), mark("--greedy", StdinFormat::Json)];
    assert_eq!(mark("--greedy", StdinFormat::Rows), marks[0]);
    assert!(marks[0] != marks[1] && marks[0] != marks[2], "{marks:?}");
}

#[test]
fn minimise_finds_the_smallest_failing_map() {
    let mut wrong = scene();
    wrong.tiles[Cell::new(2, 1)] = Tile::Wall;
    wrong.tiles[Cell::new(0, 2)] = Tile::Wall;
    // A program that opens the last wall it reads.
    let opens = program(
        r##"awk '{ i = index($0, "#"); if (i) { x = i - 1; y = NR - 1 } } END { if (x != "") printf "{\"event\":\"open\",\"at\":[%d,%d]}\n", x, y }'"##,
    );
    let keep: Symptom = "finding wall".parse().expect("a symptom");
    assert_eq!(keep, Symptom::Finding(Rule::Wall));
    let progress = Progress::default();
    let small = minimise(
        &wrong,
        &progress,
        Runs::Program,
        &|scene, progress| keep.holds_for_program(&gridscope::registry(), &opens, scene, progress),
        &mut |_, _| {},
    )
    .expect("small");
    assert_eq!(small.scene.size(), Size::new(1, 1));
    assert_eq!(small.scene.tiles[Cell::new(0, 0)], Tile::Wall);
    assert!("finding nothing".parse::<Symptom>().is_err_and(|error| error.to_string().contains("not-shortest")));
}

/// The smallest map is tried some more times, in the window as on the command line.
#[test]
fn shrinking_notices_a_program_that_answers_by_dice() {
    let found = r#"echo '{"event":"done","result":"found"}'"#;
    for (says, is_unsteady) in [(found.to_owned(), false), (format!("[ $((n % 2)) = 0 ] || {found}"), true)] {
        let folder = tempfile::tempdir().expect("a folder");
        let runs = folder.path().join("runs");
        let mut session = gridscope::session(scene());
        attach(&mut session, program(&format!("echo >> '{0}'; n=$(wc -l < '{0}'); {says}; true", runs.display())));
        session.settle();
        std::fs::write(&runs, "").expect("written");
        let keep: Symptom = "outcome result = found".parse().expect("a symptom");
        session.apply(&SessionCommand::Begin(Task::Shrink(keep)));
        session.settle();
        let smaller = session.work().tasks.smaller.as_ref().expect("a map");
        let said = smaller.unsteady.as_deref().unwrap_or_default();
        assert_eq!(said.contains("does not answer alike"), is_unsteady, "{says}: {said}");
        assert!(smaller.done);
    }
}

/// Follows a log until its run has `events` events.
fn until(session: &mut Session, events: usize) {
    let began = Instant::now();
    while session.replay().is_none_or(|run| run.len() != events) {
        assert!(began.elapsed() < Duration::from_mins(1), "{events} events");
        session.update_followed_log();
        session.settle();
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn edits_made_while_following_a_log_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.trace.jsonl");
    std::fs::write(&path, "{\"event\":\"open\",\"at\":[0,0],\"g\":0}\n").expect("written");
    let mut session = gridscope::session(scene());
    session.follow(Arc::new(Follow::file(&path).expect("a file")));
    until(&mut session, 1);
    assert_eq!(session.scene().title, "mine.trace.jsonl", "the log says so");
    assert!(!session.document().loses_work(), "nobody has written anything yet");
    session.apply(&SessionCommand::AddSlide);
    session.apply(&SessionCommand::OpenAt(Some(1)));
    session.apply(&SessionCommand::Describe("Mine".into(), "It looks to the right first.".into()));
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).expect("the file");
    for (events, x) in [(2, 5), (3, 9)] {
        writeln!(file, "{{\"event\":\"open\",\"at\":[{x},3],\"from\":[0,0],\"g\":1}}").expect("written");
        until(&mut session, events);
        let scene = session.scene();
        assert_eq!(scene.size(), Size::new(x + 1, 4), "the ground grows");
        assert_eq!((&*scene.title, &*scene.notes), ("Mine", "It looks to the right first."));
        assert_eq!((scene.run.at, scene.run.slides.len()), (Some(1), 1));
        assert!(session.document().loses_work());
    }
    let saved = folder.path().join("mine.scene.json");
    session.apply(&SessionCommand::SaveAs(saved.clone()));
    assert!(!session.document().is_changed());
    writeln!(file, "{{\"event\":\"open\",\"at\":[11,3],\"from\":[0,0],\"g\":1}}").expect("written");
    until(&mut session, 4);
    assert_eq!((&*session.scene().title, session.document().path.as_deref()), ("Mine", Some(&*saved)));
    assert!(session.document().is_changed(), "the file holds a smaller ground");
    session.apply(&SessionCommand::SaveAs(saved.clone()));
    assert_eq!(Session::on_file(gridscope::registry(), &saved).expect("a scene").scene(), session.scene());
}

/// If a program is run again, it writes its file from the start, and the new log is shown.
#[test]
fn restarted_log_replaces_the_shown_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.trace.jsonl");
    let lines = |cells: std::ops::Range<u16>| -> String {
        let lines = cells.map(|x| format!("{{\"event\":\"open\",\"at\":[{x},0],\"g\":{x}}}"));
        lines.flat_map(|line| [line, "\n".to_owned()]).collect()
    };
    std::fs::write(&path, lines(0..9) + "{\"event\":\"open\",").expect("written");
    let mut session = gridscope::session(scene());
    session.follow(Arc::new(Follow::file(&path).expect("a file")));
    until(&mut session, 9);
    assert!(session.work().notices.is_empty(), "{:?}", session.work().notices);
    std::fs::write(&path, lines(0..2)).expect("written");
    until(&mut session, 2);
    assert_eq!(session.scene().size(), Size::new(2, 1));
    assert!(
        session.work().notices.iter().any(|notice| notice.text.contains("started again")),
        "{:?}",
        session.work().notices
    );
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).expect("the file");
    write!(file, "{}", lines(2..5)).expect("written");
    until(&mut session, 5);
    assert_eq!(session.moment(), (5, 5), "at the end it stays at the end");
}

/// A growing log with too many own events is reported once.
#[test]
fn growing_log_warns_once_about_too_many_events() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.trace.jsonl");
    let words = |all: std::ops::Range<usize>| -> String {
        all.flat_map(|n| [format!("{{\"event\":\"word {n}\",\"at\":[0,0]}}"), "\n".to_owned()]).collect()
    };
    std::fs::write(&path, words(0..300)).expect("written");
    let mut session = gridscope::session(scene());
    session.follow(Arc::new(Follow::file(&path).expect("a file")));
    until(&mut session, 300);
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).expect("the file");
    write!(file, "{}", words(300..305)).expect("written");
    until(&mut session, 305);
    let told = session.work().notices.iter().filter(|notice| notice.text.contains("256")).count();
    assert_eq!(told, 1, "{:?}", session.work().notices);
}

#[test]
fn a_log_is_followed_while_it_grows() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.trace.jsonl");
    std::fs::write(&path, "{\"event\":\"open\",\"at\":[0,0],\"g\":0}\n{\"event\":\"expand\",").expect("written");
    let mut session = gridscope::session(scene());
    session.follow(Arc::new(Follow::file(&path).expect("a file")));
    // An incomplete last line is not read yet.
    until(&mut session, 1);
    assert_eq!(session.moment(), (1, 1));
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).expect("the file");
    writeln!(file, "\"at\":[0,0]}}\n{{\"event\":\"open\",\"at\":[5,3],\"from\":[0,0],\"g\":1}}").expect("written");
    until(&mut session, 3);
    assert_eq!(session.moment(), (3, 3), "whoever stands at the end stays there");
    assert_eq!(session.scene().size(), Size::new(6, 4), "the ground grows with it");
    session.apply(&SessionCommand::Seek(1));
    writeln!(file, "{{\"event\":\"expand\",\"at\":[5,3]}}").expect("written");
    until(&mut session, 4);
    assert_eq!(session.moment(), (1, 4), "whoever looks elsewhere is left there");
    // A line that cannot be read is reported. The file may still be written from the start again.
    writeln!(file, "{{\"event\":\"open\"}}").expect("written");
    let began = Instant::now();
    while session.work().notices.iter().all(|notice| !notice.error) {
        assert!(session.update_followed_log() && began.elapsed() < Duration::from_mins(1));
        session.settle();
    }
    let told = session.take_notices().pop().expect("a notice");
    assert!(told.error && told.text.contains("line 5") && told.text.contains("\"at\""), "{told:?}");
    assert_eq!(session.moment(), (1, 4));
}
