//! Maps of other programs in the window: the question what their tiles mean, the export, and a file that changes.
#![cfg(target_os = "linux")]

use crate::opening::Dropped;
use crate::worker::see;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::files::storage::Storage;
use gridscope::debugger::disk::files::FileError;
use gridscope::debugger::disk::map_source::{MapReading, MapSource};
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::{ActorKind, Cell, Tile};
use gridscope_window_tests::{click, key, lesson, scene, sees, texts, window_of, with_details};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Opens a window with worker threads.
pub(crate) fn threads() -> Harness<'static, App> {
    window_of(App::new(gridscope::session(scene("hello")), with_details()), 1440.0, 900.0)
}

/// Drops a file on the window.
pub(crate) fn drop_file(h: &mut Harness<'_, App>, path: &Path) {
    h.input_mut().dropped_files.push(Arc::new(Dropped(path.to_owned())));
    h.run_steps(1);
    h.input_mut().dropped_files.clear();
}

/// Waits until the scene has the title, which is the name of its file.
pub(crate) fn opened(h: &mut Harness<'_, App>, title: &str) {
    let begun = Instant::now();
    while h.state().session().scene().title != title {
        assert!(begun.elapsed() < Duration::from_secs(20), "{title} is not opened: {:?}", texts(h, ""));
        h.run_steps(1);
    }
    h.run_steps(2);
}

pub(crate) fn tile(h: &Harness<'_, App>, x: u16, y: u16) -> Tile {
    h.state().session().scene().tiles[Cell::new(x, y)]
}

#[test]
fn unknown_tiles_are_asked_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cellar.txt");
    std::fs::write(&file, "#######\n#..|..#\n#.''..#\n#######\n").expect("a file");
    let mut h = threads();
    drop_file(&mut h, &file);
    see(&mut h, "What do these tiles mean?");
    assert!(sees(&h, "2 tiles are to answer") && sees(&h, "2 left to answer") && sees(&h, "cellar.txt.tiles.json"));
    // Enter does nothing until all are answered.
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert!(sees(&h, "What do these tiles mean?"));
    for (glyph, name) in [("'", "door-open"), ("|", "door")] {
        click(&mut h, &format!("Meaning of {glyph}"));
        // The list is drawn last.
        h.query_all_by_label(name).last().expect("a tile").click();
        h.run_steps(3);
    }
    assert!(sees(&h, "nothing left to answer"));
    click(&mut h, "Open the map");
    opened(&mut h, "cellar");
    assert_eq!((tile(&h, 3, 1), tile(&h, 2, 2)), (Tile::Door, Tile::DoorOpen));
    assert!(h.query_by_label_contains("What do these tiles mean?").is_none());
    // In another window it is not asked again.
    let mut h = threads();
    drop_file(&mut h, &file);
    opened(&mut h, "cellar");
    assert_eq!(tile(&h, 3, 1), Tile::Door);
}

#[test]
fn a_cancelled_question_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cellar.txt");
    std::fs::write(&file, "#######\n#..|..#\n#######\n").expect("a file");
    let mut h = threads();
    let before = h.state().session().scene().clone();
    drop_file(&mut h, &file);
    see(&mut h, "What do these tiles mean?");
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert!(h.query_by_label_contains("What do these tiles mean?").is_none());
    assert_eq!(h.state().session().scene(), &before);
    assert!(!folder.path().join("cellar.txt.tiles.json").exists());
}

/// Ten saves of another program: each is offered, and the guard that was placed here stays.
#[test]
fn reread_of_a_changed_map_keeps_guards() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("room.txt");
    let rows = |x: usize| {
        let mut row = ".".repeat(12);
        row.replace_range(x..=x, "#");
        format!("############\n{row}\n############\n")
    };
    std::fs::write(&file, rows(1)).expect("a file");
    let mut h = threads();
    drop_file(&mut h, &file);
    opened(&mut h, "room");
    let put = SessionCommand::PutActor(ActorKind::Guard, Cell::new(0, 1));
    h.state_mut().session_mut().apply(&put);
    h.run_steps(2);
    assert!(h.query_by_label("Read it again").is_none(), "nothing has changed yet");
    for save in 2..6 {
        // Some systems count the time of a change in coarse steps, so the length changes too.
        std::fs::write(&file, rows(save) + &"\n".repeat(save)).expect("a file");
        see(&mut h, "room.txt was changed by another program.");
        if save == 5 {
            h.state_mut().session_mut().apply(&SessionCommand::SelectAll);
        }
        click(&mut h, "Read it again");
        let begun = Instant::now();
        while tile(&h, save as u16, 1) != Tile::Wall {
            assert!(begun.elapsed() < Duration::from_mins(1), "save {save} is not read");
            h.run_steps(1);
        }
        h.run_steps(2);
        assert_eq!(tile(&h, save as u16 - 1, 1), Tile::Floor, "save {save}");
        assert!(h.query_by_label("Read it again").is_none(), "save {save} is no longer offered");
        let guards = h.state().session().scene().of_kind(ActorKind::Guard).count();
        assert_eq!(guards, 1, "save {save}");
    }
    // Reading again is an edit, so undo brings the map before it back.
    key(&mut h, Modifiers::COMMAND, Key::Z);
    assert_eq!(tile(&h, 4, 1), Tile::Wall);
}

#[test]
fn map_export_lists_losses_before_writing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut h = lesson("hello");
    key(&mut h, Modifiers::COMMAND, Key::E);
    click(&mut h, "Map");
    let labels = h.query_all_by_label_contains(" known, ").count();
    assert!(labels >= 3, "{labels} formats");
    h.get_by_label_contains("MovingAI map: ").click();
    h.run_steps(3);
    assert!(sees(&h, "Not kept") && sees(&h, "the title"));
    let path = folder.path().join("out.map");
    h.get_by_label("Export to").focus();
    h.run_steps(1);
    key(&mut h, Modifiers::COMMAND, Key::A);
    h.event(egui::Event::Text(path.display().to_string()));
    h.run_steps(3);
    key(&mut h, Modifiers::NONE, Key::Enter);
    let begun = Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < Duration::from_mins(1), "nothing is written");
        h.run_steps(1);
    }
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.starts_with("type octile\n"), "{text}");
}

/// A project of LDtk with two levels, from a sample.
fn two_levels(folder: &Path) -> std::path::PathBuf {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/samples/ldtk/room.ldtk");
    let text = std::fs::read_to_string(sample).expect("a sample");
    let mut project: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let levels = project["levels"].as_array_mut().expect("levels");
    let mut second = levels[0].clone();
    second["identifier"] = "Cave".into();
    let layers = second["layerInstances"].as_array_mut().expect("layers");
    let cells = layers.iter_mut().find_map(|layer| layer["intGridCsv"].as_array_mut().filter(|all| !all.is_empty()));
    // The value of lava, in the cell (1,1).
    cells.expect("cells")[8 + 1] = 8.into();
    levels.push(second);
    let file = folder.join("two.ldtk");
    std::fs::write(&file, project.to_string()).expect("a file");
    file
}

#[test]
fn chosen_level_of_several_is_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = two_levels(folder.path());
    let mut h = threads();
    drop_file(&mut h, &file);
    see(&mut h, "What do these tiles mean?");
    assert!(sees(&h, "two.ldtk") && sees(&h, "nothing left to answer"));
    click(&mut h, "Level");
    h.query_all_by_label("Cave").last().expect("a level").click();
    h.run_steps(3);
    see(&mut h, "What do these tiles mean?");
    click(&mut h, "Open the map");
    let begun = Instant::now();
    while h.state().session().scene().title == scene("hello").title {
        assert!(begun.elapsed() < Duration::from_secs(20), "it is not opened");
        h.run_steps(1);
    }
    assert_eq!(tile(&h, 1, 1), Tile::Lava, "the cell that only this level has");
    assert!(h.query_by_label("What do these tiles mean?").is_none());
}

#[test]
fn one_click_answers_all_numbers_of_an_array() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("maze.csv");
    std::fs::write(&file, "0,0,0,0\n0,1,1,0\n0,0,0,0\n").expect("a file");
    let mut h = threads();
    drop_file(&mut h, &file);
    see(&mut h, "All numbers at once:");
    click(&mut h, "0 is wall");
    opened(&mut h, "maze");
    assert_eq!((tile(&h, 0, 0), tile(&h, 1, 1)), (Tile::Wall, Tile::Floor));
}

#[test]
fn rereading_a_map_asks_about_its_new_tile() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("room.txt");
    std::fs::write(&file, "#####\n#...#\n#####\n").expect("a file");
    let mut h = threads();
    drop_file(&mut h, &file);
    opened(&mut h, "room");
    let put = SessionCommand::PutActor(ActorKind::Guard, Cell::new(1, 1));
    h.state_mut().session_mut().apply(&put);
    std::fs::write(&file, "#####\n#..|#\n#####\n").expect("a file");
    key(&mut h, Modifiers::COMMAND, Key::R);
    see(&mut h, "What do these tiles mean?");
    click(&mut h, "Meaning of |");
    h.query_all_by_label("door").last().expect("a tile").click();
    h.run_steps(3);
    click(&mut h, "Open the map");
    let begun = Instant::now();
    while tile(&h, 3, 1) != Tile::Door {
        assert!(begun.elapsed() < Duration::from_secs(20), "it is not read");
        h.run_steps(1);
    }
    assert_eq!(h.state().session().scene().of_kind(ActorKind::Guard).count(), 1);
    // Reading again is one edit.
    key(&mut h, Modifiers::COMMAND, Key::Z);
    assert_eq!(tile(&h, 3, 1), Tile::Floor);
}

/// The command line opens the window with the question.
#[test]
fn window_started_with_a_map_asks_about_tiles() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cellar.txt");
    std::fs::write(&file, "#######\n#..|..#\n#######\n").expect("a file");
    let source = MapSource { path: file.clone(), reading: MapReading::default() };
    let error = Session::on_map(gridscope::registry(), &source).err().expect("a question");
    let FileError::Format(error) = error else { panic!("{error}") };
    let session = Session::asking(gridscope::registry(), source, *error.asks.expect("a question"));
    let settings = Storage::at(&folder.path().join("window.json"));
    let mut h = window_of(App::new(session, with_details()).keeping(settings), 1440.0, 900.0);
    see(&mut h, "What do these tiles mean?");
    click(&mut h, "Meaning of |");
    h.query_all_by_label("door").last().expect("a tile").click();
    h.run_steps(3);
    click(&mut h, "Open the map");
    opened(&mut h, "cellar");
    assert_eq!(tile(&h, 3, 1), Tile::Door);
}

/// The file of the other program is not the one that is suggested, and its folder is.
#[test]
fn export_suggests_another_name_than_the_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("maze.csv");
    std::fs::write(&file, "wall,floor\nfloor,wall\n").expect("a file");
    std::fs::write(folder.path().join("maze-gridscope.csv"), "").expect("a file");
    let mut h = threads();
    drop_file(&mut h, &file);
    opened(&mut h, "maze");
    key(&mut h, Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    let path = |h: &Harness<'_, App>| h.get_by_label("Export to").value().expect("a path");
    assert_eq!(Path::new(&path(&h)), folder.path().join("maze.tmx"));
    h.get_by_label_contains("table of tiles (CSV): ").click();
    h.run_steps(3);
    assert_eq!(Path::new(&path(&h)), folder.path().join("maze-gridscope.csv"));
    assert!(sees(&h, "replaces the file there"));
}

#[test]
fn the_palette_finds_formats_by_their_names() {
    let mut h = lesson("hello");
    for word in ["export map", "csv", "movingai"] {
        key(&mut h, Modifiers::COMMAND, Key::P);
        h.event(egui::Event::Text(word.into()));
        h.run_steps(3);
        assert!(h.query_all_by_label_contains("xport map").next().is_some(), "{word}");
        key(&mut h, Modifiers::NONE, Key::Escape);
    }
}
