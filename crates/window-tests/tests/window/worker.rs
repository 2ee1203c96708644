//! The window with its worker threads: recordings and tasks in the background, and how the window reports it if one
//! breaks.

use egui::accesskit::Role;
use egui::{Key, Modifiers, OutputCommand};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::files::storage::Storage;
use gridscope::app::view::{Dialog, PathFor};
use gridscope::app::worker::{Record, RunTask, Worker};
use gridscope::debugger::SessionCommand;
use gridscope::debugger::log::program::{Program, ProgramError, ProgramOutput};
use gridscope::debugger::session::background::work::{Task, Update, Work};
use gridscope::debugger::session::command::Mode;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::debugger::session::{COMMANDS_KEPT, Job, Recorded};
use gridscope::trace::trace::Trace;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Progress, Scene, Size, Tile};
use gridscope_window_tests::{arrange, key, scene, window_of, with_details};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

/// Opens a window with these functions for recordings and tasks.
fn window(record: Record, work: RunTask) -> Harness<'static, App> {
    let app = App::with_worker(gridscope::session(scene("secret-door")), with_details(), Worker::doing(record, work));
    window_of(app, 1400.0, 900.0)
}

fn works(work: Work, tell: &mut dyn FnMut(Update)) {
    work.run(tell);
}

/// Runs frames until a text is on the screen.
pub fn see(h: &mut Harness<'_, App>, text: &str) {
    let begun = Instant::now();
    while h.query_all_by_label_contains(text).next().is_none() {
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "{text:?} is not seen: {:?}",
            gridscope_window_tests::texts(h, "")
        );
        std::thread::sleep(Duration::from_millis(5));
        h.run_steps(1);
    }
}

/// Returns the text that the last frame copied to the clipboard.
fn copied(h: &Harness<'_, App>) -> Option<String> {
    h.output().platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    })
}

fn copy_report(h: &mut Harness<'_, App>) -> String {
    h.get_by_label("Menu").click();
    h.run_steps(2);
    h.get_by_label("Help menu").click();
    h.run_steps(2);
    h.get_by_label("Copy report").click();
    for _ in 0..4 {
        h.step();
        if let Some(text) = copied(h) {
            return text;
        }
    }
    panic!("nothing is copied");
}

/// The events of the shown run, and whether they were freed when the next recording began.
static SHOWN: Mutex<Option<Weak<Trace>>> = Mutex::new(None);
static IS_FREED: AtomicBool = AtomicBool::new(false);

#[test]
fn large_run_is_freed_before_the_next_recording() {
    fn record(job: Job) -> Recorded {
        let shown = SHOWN.lock().expect("a run").take();
        IS_FREED.fetch_or(shown.is_some_and(|shown| shown.upgrade().is_none()), Ordering::Relaxed);
        job.run()
    }
    let mut h = window(record, works);
    see(&mut h, "event ");
    // The history of a cell shows what its events changed.
    arrange(&mut h, Arrangement::Debug);
    h.state_mut().request(SessionCommand::Select(Some(Cell::new(2, 2))));
    h.state_mut().show_panel(PanelId::Cell);
    h.run_steps(10);
    *SHOWN.lock().expect("a run") = h.state().session().replay().map(|run| Arc::downgrade(run.player().trace()));
    h.state_mut().session_mut().set_room(0);
    h.state_mut().request(SessionCommand::SetSeed(7));
    h.run_steps(2);
    see(&mut h, "event ");
    assert!(IS_FREED.load(Ordering::Relaxed));
}

#[test]
fn real_worker_records_runs_and_experiments() {
    let app = App::new(gridscope::session(scene("secret-door")), with_details());
    let mut h = window_of(app, 1400.0, 900.0);
    see(&mut h, "event ");
    assert!(h.query_by_label_contains("This cannot run").is_none());
    h.state_mut().show_panel(PanelId::Experiment);
    h.run_steps(2);
    h.get_by_label("Run the experiment").click();
    see(&mut h, "all: share of 1");
    // Rows are shown as they arrive. The last one may still be missing.
    see(&mut h, "Run the experiment");
}

fn breaks_once(job: Job) -> Recorded {
    static BREAKS: AtomicBool = AtomicBool::new(true);
    assert!(!BREAKS.swap(false, Ordering::Relaxed), "the recorder breaks on purpose");
    job.run()
}

#[test]
fn panicking_recording_is_reported_and_survived() {
    let mut h = window(breaks_once, works);
    // The error is shown in place of the run, in the map, and as a toast.
    see(
        &mut h,
        &format!("This cannot run: gridscope itself made an error, \"the recorder breaks on purpose\" at {}:", file!()),
    );
    see(&mut h, "Nothing is lost; Help › Copy report");
    assert!(h.state().session().progress().is_none(), "nothing is waited for any more");
    let report = copy_report(&mut h);
    for part in
        ["while: recording\n", "run: astar, ", "reason: the recorder breaks on purpose\n", "scene: gridscope:1:"]
    {
        assert!(report.contains(part), "{part:?} in {report}");
    }
    assert!(report.contains(&format!("place: {}:", file!())), "{report}");
    key(&mut h, Modifiers::NONE, Key::F5);
    see(&mut h, "event ");
    assert!(h.query_by_label_contains("This cannot run").is_none());
}

fn never_records(_: Job) -> Recorded {
    panic!("always");
}

/// A scene that breaks the recorder is not recorded again and again. Edits made in the meantime are kept.
#[test]
fn recording_works_after_another_scene_broke() {
    static RUNS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    fn record(job: Job) -> Recorded {
        RUNS.fetch_add(1, Ordering::Relaxed);
        never_records(job)
    }
    let mut h = window(record, works);
    see(&mut h, "This cannot run");
    h.run_steps(20);
    assert_eq!(RUNS.load(Ordering::Relaxed), 1);
    h.state_mut().session_mut().apply(&SessionCommand::NextSeed);
    let begun = Instant::now();
    while RUNS.load(Ordering::Relaxed) < 2 {
        assert!(begun.elapsed() < Duration::from_mins(1), "the change is never tried");
        h.run_steps(1);
    }
    h.run_steps(20);
    assert_eq!(RUNS.load(Ordering::Relaxed), 2, "each change is tried once");
}

fn works_the_second_time(work: Work, tell: &mut dyn FnMut(Update)) {
    static BREAKS: AtomicBool = AtomicBool::new(true);
    assert!(!BREAKS.swap(false, Ordering::Relaxed), "the work breaks on purpose");
    work.run(tell);
}

#[test]
fn panicking_task_is_reported_and_survived() {
    let mut h = window(Job::run, works_the_second_time);
    h.state_mut().show_panel(PanelId::Experiment);
    see(&mut h, "Run the experiment");
    h.get_by_label("Run the experiment").click();
    see(&mut h, "This cannot be run: gridscope itself made an error, \"the work breaks on purpose\"");
    see(&mut h, "Nothing is lost; Help › Copy report");
    let report = copy_report(&mut h);
    assert!(report.contains("while: an experiment with 100 seeds\n"), "{report}");
    h.get_by_label("Run the experiment").click();
    see(&mut h, "all: share of 1");
    assert!(h.query_by_label_contains("This cannot be run").is_none());
}

/// A thread that ends without an answer is not shown as still working.
#[test]
fn task_thread_ending_without_an_answer_is_reported() {
    let mut h = window(Job::run, |_, _| ());
    h.state_mut().show_panel(PanelId::Experiment);
    see(&mut h, "Run the experiment");
    h.get_by_label("Run the experiment").click();
    see(&mut h, "its thread ended without an answer");
    h.get_by_label("Run the experiment");
}

/// Escape stops a long recording in every mode. During a short one, it keeps its usual meaning.
#[test]
fn escape_stops_a_long_recording() {
    fn record(job: Job) -> Recorded {
        while !job.progress.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        job.run()
    }
    for mode in [Mode::Inspect, Mode::Edit] {
        let mut h = window(record, works);
        h.state_mut().session_mut().apply(&SessionCommand::SetMode(mode));
        see(&mut h, "Recording…");
        let begun = Instant::now();
        while !h.state().session().is_recording_long() {
            assert!(begun.elapsed() < Duration::from_mins(1), "it never takes long");
            std::thread::sleep(Duration::from_millis(5));
            h.run_steps(1);
        }
        key(&mut h, Modifiers::NONE, Key::Escape);
        // The partial recording is shown, or dropped if it arrives too late.
        let begun = Instant::now();
        while h.state().session().progress().is_some() {
            assert!(begun.elapsed() < Duration::from_mins(1), "it is not stopped");
            std::thread::sleep(Duration::from_millis(5));
            h.run_steps(1);
        }
        assert_eq!(h.state().session().hand().mode, mode, "Escape did nothing else");
    }
}

/// A program that never answers.
#[derive(Debug)]
struct Hangs;

impl Program for Hangs {
    fn name(&self) -> &'static str {
        "hangs.py"
    }

    fn mark(&self) -> String {
        "hangs".into()
    }

    fn timeout(&self) -> Option<f64> {
        Some(60.0)
    }

    fn run(&self, _: &Scene, progress: &Progress) -> Result<ProgramOutput, ProgramError> {
        while !progress.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(ProgramError::Stopped("hangs.py".into()))
    }
}

/// For a program that hangs, the window shows the elapsed time and can stop it.
#[test]
fn hanging_program_can_be_stopped() {
    let mut session = gridscope::session(scene("secret-door"));
    session.apply(&SessionCommand::Attach(Arc::new(Hangs)));
    let mut h = window_of(App::new(session, with_details()), 1400.0, 900.0);
    see(&mut h, "hangs.py: 2 s of 60 s");
    see(&mut h, "hangs.py: 3 s of 60 s");
    h.get_by_label("Stop").click();
    h.run_steps(2);
    see(&mut h, "was stopped");
    assert!(h.state().session().progress().is_none(), "nobody waits for it");
}

/// The window does not wait for a cancelled recording that is still running.
#[test]
fn cancelled_recording_is_not_waited_for() {
    fn record(job: Job) -> Recorded {
        while !job.progress.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        // Like linking very many events, which cannot be cancelled. This thread outlives the test.
        std::thread::sleep(Duration::from_hours(1));
        job.run()
    }
    let mut h = window(record, works);
    see(&mut h, "Recording…");
    h.get_by_label("Cancel").click();
    h.run_steps(2);
    see(&mut h, "The recording was stopped, and nothing of it is kept");
    assert!(h.state().session().progress().is_none(), "nobody waits for it");
    assert!(h.state().session().replay().is_none());
}

/// A task that ignores cancellation. It outlives the test.
fn hears_nobody(_: Work, _: &mut dyn FnMut(Update)) {
    std::thread::sleep(Duration::from_hours(1));
}

/// The window does not wait for a cancelled task that is still running, and the next one starts.
#[test]
fn window_does_not_wait_for_a_cancelled_task() {
    let mut h = window(Job::run, hears_nobody);
    for _ in 0..2 {
        h.state_mut().session_mut().apply(&SessionCommand::Begin(Task::WhatWouldWin(Cell::new(1, 1), 0)));
        h.run_steps(2);
        assert!(h.state().session().work().tasks.is_running());
        h.state_mut().session_mut().apply(&SessionCommand::CancelWork);
        let begun = Instant::now();
        while h.state().session().work().tasks.is_running() {
            assert!(begun.elapsed() < Duration::from_mins(1), "it is waited for");
            std::thread::sleep(Duration::from_millis(5));
            h.run_steps(1);
        }
    }
}

/// Opens a window on a file with stored settings. Frames panic while the flag is set.
fn breaking(folder: &Path) -> (Harness<'static, App>, Arc<AtomicBool>) {
    let flag = Arc::new(AtomicBool::new(false));
    let breaks = Arc::clone(&flag);
    let app = App::without_worker(gridscope::session(scene("secret-door")), with_details())
        .keeping(Storage::at(&folder.join("window.json")))
        .with_draw_hook(move |_| assert!(!breaks.load(Ordering::Relaxed), "a frame breaks on purpose"));
    (window_of(app, 1400.0, 900.0), flag)
}

/// A panic in the window's own code closes nothing. The window reports it, writes a report with the last commands to
/// the disk, and the next frame works.
#[test]
fn panicking_frame_is_reported_with_the_last_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut h, breaks) = breaking(folder.path());
    for turn in 0..COMMANDS_KEPT as u16 + 20 {
        h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(turn % 7, 1))));
    }
    let mut drawn = scene("secret-door");
    drawn.run.seed = 77;
    h.state_mut().session_mut().apply(&SessionCommand::Replace(Box::new(drawn)));
    breaks.store(true, Ordering::Relaxed);
    h.run_steps(1);
    breaks.store(false, Ordering::Relaxed);
    h.run_steps(2);
    see(&mut h, "gridscope itself made an error");
    see(&mut h, "A report of the error is in");
    see(&mut h, "Slides");
    let report = std::fs::read_to_string(folder.path().join("crashes/crash-1.txt")).expect("a report");
    for part in ["a frame breaks on purpose", "seed 77", "scene: gridscope:1:", "Replace(Scene {", "Select(Some("] {
        assert!(report.contains(part), "{part:?} in {report}");
    }
    let commands = report.lines().skip_while(|line| !line.starts_with("commands")).skip(1);
    assert_eq!(commands.clone().count(), COMMANDS_KEPT, "{report}");
    assert!(commands.last().is_some_and(|last| last.contains("Replace(") && last.len() < 200), "{report}");
}

/// If every frame panics, the window stays open, says so, and recovers once frames work again.
#[test]
fn window_survives_frames_that_all_panic_and_recovers() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut h, breaks) = breaking(folder.path());
    let mut drawn = scene("secret-door");
    drawn.title = "changed".into();
    h.state_mut().session_mut().apply(&SessionCommand::Replace(Box::new(drawn)));
    breaks.store(true, Ordering::Relaxed);
    h.run_steps(6);
    h.get_by_label_contains("makes an error whenever it draws this");
    h.get_by_label("Try again").click();
    h.run_steps(6);
    h.get_by_label_contains("makes an error whenever it draws this");
    breaks.store(false, Ordering::Relaxed);
    h.get_by_label("Undo the last change").click();
    h.run_steps(3);
    see(&mut h, "Slides");
    assert!(h.query_by_label("Try again").is_none());
    assert_ne!(h.state().session().scene().title, "changed");
    // There is not a report for every frame.
    assert!(std::fs::read_dir(folder.path().join("crashes")).expect("reports").count() <= 4);
}

/// In that state, too, saving over another file asks first.
#[test]
fn broken_window_asks_before_replacing_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("theirs.scene.json");
    std::fs::write(&file, "theirs").expect("written");
    let (mut h, breaks) = breaking(folder.path());
    breaks.store(true, Ordering::Relaxed);
    h.run_steps(6);
    h.get_by_label_contains("makes an error whenever it draws this");
    h.state_mut().view_mut().dialog = Some(Dialog::Path(PathFor::Save, file.display().to_string()));
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Enter);
    see(&mut h, "Replace the file?");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "theirs");
    h.get_by_label("Replace").click();
    see(&mut h, "Saved ");
    assert!(std::fs::read_to_string(&file).expect("a file").contains("gridscope-scene"));
}

/// In a long run, a layer takes a while to compute. Until then, the previous layer is shown and the window keeps
/// running.
#[test]
fn layer_of_a_long_run_appears_once_computed() {
    let size = Size::new(520, 520);
    let mut large = Scene::new(Grid::new(size, Tile::Floor));
    let corner = Cell::new(519, 519);
    large.actors = vec![Actor::new(ActorKind::Guard, Cell::new(0, 0)), Actor::new(ActorKind::Goal, corner)];
    let mut h = window_of(App::new(gridscope::session(large), with_details()), 1400.0, 900.0);
    see(&mut h, "event ");
    let session = h.state().session();
    let (before, layers) = (session.display_state().layer, session.layers());
    let unknown = (0..layers.len()).find(|&layer| !session.unprepared(layer).is_empty());
    let layer = unknown.expect("a layer that is not worked out yet");
    assert_ne!(layer, before, "the layer that is shown is worked out");
    h.state_mut().show_panel(PanelId::Layers);
    h.run_steps(2);
    h.get_by_role_and_label(Role::RadioButton, &layers[layer].name).click();
    let begun = Instant::now();
    while h.state().session().display_state().layer != layer {
        assert!(begun.elapsed() < Duration::from_mins(1), "the layer is not shown");
        h.run_steps(1);
    }
    assert!(h.state().session().unprepared(layer).is_empty());
    h.run_steps(2);
    assert!(h.query_by_label_contains("made an error").is_none());
}
