//! Unsaved work of a window that ended is offered at the next start.

use egui::{Event, ViewportCommand, ViewportEvent};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::{Dialog, PathFor, Settings};
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::{Cell, Tile};
use gridscope_window_tests::{scene, window_of};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time after which these windows write an unsaved change.
const EVERY: Duration = Duration::from_millis(400);

fn started(folder: &Path) -> Harness<'static, App> {
    let app = App::without_worker(gridscope::session(scene("hello")), Settings::default());
    window_of(app.recovering(folder, EVERY), 1280.0, 800.0)
}

/// Starts a window and discards the unsaved work that it offers first.
fn thrown_away(folder: &Path) -> Harness<'static, App> {
    let mut window = started(folder);
    window.step();
    window.get_by_label("Discard").click();
    window.run_steps(4);
    window
}

/// Paints a cell, and runs frames until the window has stored the unsaved scene.
fn paint_and_wait(window: &mut Harness<'_, App>, folder: &Path) {
    paint(window, Tile::Water);
    wait(window, "something is written down", || folder.join("0.scene.json").exists());
}

/// Paints a cell of the open scene.
fn paint(window: &mut Harness<'_, App>, tile: Tile) {
    let mut drawn = window.state().session().scene().clone();
    drawn.tiles[Cell::new(3, 1)] = tile;
    window.state_mut().session_mut().apply(&SessionCommand::Replace(Box::new(drawn)));
}

/// Runs frames until a condition holds.
fn wait(window: &mut Harness<'_, App>, what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..600 {
        window.step();
        if is_so() {
            return;
        }
        std::thread::sleep(EVERY / 20);
    }
    panic!("{what}: it never came to that");
}

#[test]
fn unsaved_work_of_a_killed_window_is_offered() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("unsaved");
    let mut window = started(&folder);
    assert!(window.query_by_label("Restore unsaved work?").is_none(), "nothing was left behind yet");
    paint_and_wait(&mut window, &folder);
    // The program ends without notice.
    drop(window);
    let mut window = started(&folder);
    window.step();
    window.get_by_label("Restore unsaved work?");
    window.get_by_label("Open it").click();
    window.run_steps(4);
    let session = window.state().session();
    assert_eq!(session.scene().tiles[Cell::new(3, 1)], Tile::Water);
    assert!(session.document().loses_work(), "it is not saved yet");
    assert!(window.query_by_label("Restore unsaved work?").is_none());
    // The thread that stores the scene ends with a killed program, but not with a window of this test.
    wait(&mut window, "this window keeps it now", || !folder.join("0.scene.json").exists());
    // Killed again before the user did anything, the scene is still there.
    drop(window);
    drop(thrown_away(&folder));
    let mut window = started(&folder);
    window.step();
    assert!(window.query_by_label("Restore unsaved work?").is_none(), "it was thrown away");
}

/// Pasting a log or opening recovered work would replace the open scene, so the window asks first.
#[test]
fn replacing_unsaved_changes_asks_first() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("unsaved");
    let mut window = started(&folder);
    paint_and_wait(&mut window, &folder);
    drop(window);
    let mut window = started(&folder);
    window.step();
    paint(&mut window, Tile::Lava);
    let tile = |window: &Harness<'_, App>| window.state().session().scene().tiles[Cell::new(3, 1)];
    window.get_by_label("Open it").click();
    window.run_steps(4);
    window.get_by_label("Save the changes?");
    window.get_by_label("Cancel").click();
    window.run_steps(4);
    assert_eq!(tile(&window), Tile::Lava, "what was left behind is not opened");
    assert!(folder.join("0.scene.json").exists(), "and stays for the next start");
    let log = "{\"event\":\"open\",\"at\":[1,1]}\n";
    for (answer, opened) in [("Cancel", false), ("Don't save", true)] {
        window.event(Event::Paste(log.to_owned()));
        window.run_steps(4);
        window.get_by_label("Save the changes?");
        assert_eq!(tile(&window), Tile::Lava);
        window.get_by_label(answer).click();
        window.run_steps(4);
        assert_eq!(window.state().session().log().is_some(), opened, "{answer}");
    }
    // A pasted map is an edit like any other.
    let mut window = started(&home.path().join("others"));
    paint(&mut window, Tile::Lava);
    window.event(Event::Paste("G..X".into()));
    window.run_steps(4);
    assert!(window.query_by_label("Save the changes?").is_none());
}

/// A window may be killed after it has stored the recovered scene and before it has deleted the old copy. The scene is
/// then offered only once.
#[test]
fn work_recovered_twice_is_offered_once() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("unsaved");
    let mut window = started(&folder);
    paint_and_wait(&mut window, &folder);
    drop(window);
    std::fs::copy(folder.join("0.scene.json"), folder.join("1.scene.json")).expect("copied");
    let window = thrown_away(&folder);
    assert!(window.query_by_label("Restore unsaved work?").is_none(), "it was thrown away");
    drop(window);
    assert!(!folder.join("0.scene.json").exists() && !folder.join("1.scene.json").exists());
}

#[test]
fn running_windows_unsaved_work_is_not_offered() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("unsaved");
    let mut first = started(&folder);
    paint_and_wait(&mut first, &folder);
    let mut second = started(&folder);
    second.step();
    assert!(second.query_by_label("Restore unsaved work?").is_none(), "the first window lives");
    drop(second);
    // After an undo there is nothing to store.
    first.state_mut().session_mut().apply(&SessionCommand::Undo);
    wait(&mut first, "it is forgotten", || !folder.join("0.scene.json").exists());
}

#[test]
fn unwritable_recovery_folder_is_reported_once() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("a file");
    std::fs::write(&file, "").expect("written");
    let mut window = started(&file.join("unsaved"));
    window.step();
    let said = |node: &str| window.query_all_by_label_contains(node).next().is_some();
    assert!(said("what is not saved cannot be kept"), "said once");
}

/// If storing unsaved work failed, it is tried again without another change.
#[test]
fn failed_recovery_write_is_retried_without_a_change() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("unsaved");
    let mut window = started(&folder);
    // A folder is in the way of the file.
    let place = folder.join("0.scene.json");
    std::fs::create_dir(&place).expect("made");
    paint(&mut window, Tile::Water);
    let begun = Instant::now();
    while window.query_all_by_label_contains("what was not saved cannot be kept").next().is_none() {
        assert!(begun.elapsed() < Duration::from_mins(1), "it is told");
        std::thread::sleep(EVERY / 20);
        window.step();
    }
    assert!(window.query_by_label("Save a copy").is_some());
    std::fs::remove_dir(&place).expect("removed");
    wait(&mut window, "it is written down", || place.exists());
    assert!(window.query_by_label("Save a copy").is_none(), "it is kept again");
    window.state_mut().session_mut().apply(&SessionCommand::Undo);
    wait(&mut window, "it is forgotten", || !place.exists());
}

/// A window whose every frame breaks can be closed by its own button, and can save to a given path.
#[test]
fn window_whose_every_frame_panics_can_be_closed() {
    let home = tempfile::tempdir().expect("a folder");
    let (folder, file) = (home.path().join("unsaved"), home.path().join("mine.scene.json"));
    let flag = Arc::new(AtomicBool::new(false));
    let breaks = Arc::clone(&flag);
    let app = App::without_worker(gridscope::session(scene("hello")), Settings::default())
        .recovering(&folder, EVERY)
        .with_draw_hook(move |_| assert!(!breaks.load(Ordering::Relaxed), "a frame breaks on purpose"));
    let mut window = window_of(app, 1280.0, 800.0);
    paint(&mut window, Tile::Water);
    flag.store(true, Ordering::Relaxed);
    window.run_steps(6);
    let ask = |window: &mut Harness<'_, App>| {
        let root = window.input().viewport_id;
        window.input_mut().viewports.entry(root).or_default().events = vec![ViewportEvent::Close];
        window.step();
        window.input_mut().viewports.entry(root).or_default().events.clear();
        window.output().viewport_output[&root].commands.contains(&ViewportCommand::CancelClose)
    };
    assert!(ask(&mut window), "what is not saved would be lost");
    window.run_steps(2);
    window.get_by_label_contains("choose Close without saving");
    window.state_mut().view_mut().dialog = Some(Dialog::Path(PathFor::Save, file.display().to_string()));
    window.run_steps(2);
    window.get_by_label("Save").click();
    window.run_steps(2);
    let saved = Session::on_file(gridscope::registry(), &file).expect("saved");
    assert_eq!(saved.scene().tiles[Cell::new(3, 1)], Tile::Water);
    assert!(!ask(&mut window), "everything is saved");
    paint(&mut window, Tile::Lava);
    window.get_by_label("Close without saving").click();
    window.run_steps(1);
    assert!(!ask(&mut window), "it was meant");
    window.state_mut().leave();
    drop(window);
    // The scene is not lost.
    let mut window = started(&folder);
    window.step();
    window.get_by_label("Open it").click();
    window.run_steps(4);
    let session = window.state().session();
    assert_eq!(session.scene().tiles[Cell::new(3, 1)], Tile::Lava);
    assert_eq!(session.document().path.as_deref(), Some(file.as_path()));
    window.state_mut().leave();
    assert!(!folder.join("0.scene.json").exists() && !folder.join("1.scene.json").exists(), "as ever");
}
