//! Saving: a file is written completely or not at all, its old contents are kept as a backup, and files of other
//! programs are not touched.

use gridscope::debugger::disk::recovery::{
    Left, RecoverySlot, add, differs, leftover_scenes, look, write_recovery_copy,
};
use gridscope::debugger::disk::{Step, failing, replace};
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::scene::{Actor, ActorKind, AdditionalRun, Scene, TileDetail};
use gridscope::trace::{Cell, Grid, Size, Tile};
use std::path::{Path, PathBuf};
use std::{fs, io};
use support::lesson;

fn names(folder: &Path) -> Vec<String> {
    let mut all: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    all.sort();
    all
}

#[test]
fn save_backs_up_the_previous_content() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.scene.json");
    let mut session = gridscope::session(lesson("hello"));
    session.apply(&SessionCommand::SaveAs(file.clone()));
    let first = fs::read(&file).expect("saved");
    assert_eq!(names(folder.path()), ["mine.scene.json"], "there was nothing before");
    // Saving the same scene again makes no backup.
    session.apply(&SessionCommand::SaveAs(file.clone()));
    assert_eq!(names(folder.path()), ["mine.scene.json"]);
    let mut drawn = session.scene().clone();
    drawn.tiles[Cell::new(3, 1)] = Tile::Water;
    session.apply(&SessionCommand::Replace(Box::new(drawn)));
    session.apply(&SessionCommand::SaveAs(file.clone()));
    assert_eq!(names(folder.path()), ["mine.scene.json", "mine.scene.json.bak"]);
    assert_eq!(fs::read(folder.path().join("mine.scene.json.bak")).expect("kept"), first);
    assert_ne!(fs::read(&file).expect("saved"), first);
}

#[test]
fn second_session_asks_before_overwriting() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.scene.json");
    gridscope::session(lesson("hello")).apply(&SessionCommand::SaveAs(file.clone()));
    let [mut one, mut other] = [(); 2].map(|()| Session::on_file(gridscope::registry(), &file).expect("a scene"));
    let paint = |session: &mut Session, tile: Tile| {
        let mut drawn = session.scene().clone();
        drawn.tiles[Cell::new(3, 1)] = tile;
        session.apply(&SessionCommand::Replace(Box::new(drawn)));
        session.apply(&SessionCommand::SaveAs(file.clone()));
        (session.document().is_changed(), fs::read(&file).expect("there"))
    };
    let (unsaved, first) = paint(&mut one, Tile::Water);
    assert!(!unsaved);
    let (unsaved, held) = paint(&mut other, Tile::Lava);
    assert!(unsaved && held == first, "it asks, and writes nothing");
    assert!(other.work().notices.iter().any(|n| n.error && n.text.contains("another program changed it")));
    other.apply(&SessionCommand::SaveAs(file.clone()));
    assert!(!other.document().is_changed(), "asked once, it writes");
    assert_eq!(fs::read(folder.path().join("mine.scene.json.bak")).expect("kept"), first);
    // The second of two saves in a row does not ask.
    assert!(!paint(&mut other, Tile::Water).0);
}

/// A side-by-side run of a viewer that no longer exists is not written, because the file would not open again. The rest
/// is saved.
#[test]
fn save_leaves_out_an_invalid_additional_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.scene.json");
    let mut three = Scene::new(Grid::new(Size::new(9, 3), Tile::Floor));
    three.actors = [0, 2, 4].map(|x| Actor::new(ActorKind::Guard, Cell::new(x, 1))).into();
    three.run.beside = vec![AdditionalRun { eyes: Some(3), ..AdditionalRun::default() }];
    let mut session = gridscope::session(three.clone());
    session.apply(&SessionCommand::SaveAs(file.clone()));
    assert_eq!(Session::on_file(gridscope::registry(), &file).expect("a scene").scene(), &three);
    three.actors.pop();
    session.apply(&SessionCommand::Replace(Box::new(three.clone())));
    for _ in 0..2 {
        session.take_notices();
        session.apply(&SessionCommand::SaveAs(file.clone()));
        let [told] = &session.work().notices[..] else { panic!("{:?}", session.work().notices) };
        assert!(!told.error && told.text.contains("Left out"), "{told:?}");
        assert!(
            told.text.contains("a run beside (there are no eyes 3)") && !told.text.contains("cannot hold"),
            "{told:?}"
        );
        assert!(!session.document().is_changed(), "it is saved");
    }
    three.run.beside.clear();
    assert_eq!(Session::on_file(gridscope::registry(), &file).expect("it opens again").scene(), &three);
}

/// If a format cannot hold the whole scene, the scene stays unsaved. A second save is not mistaken for another
/// program's change.
#[test]
fn second_lossy_save_raises_no_conflict() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.txt");
    let mut plain = Scene::new(Grid::new(Size::new(5, 3), Tile::Floor));
    let mut session = gridscope::session(plain.clone());
    session.apply(&SessionCommand::SaveAs(file.clone()));
    assert!(!session.document().is_changed());
    plain.notes = "What a map in text has no place for.".into();
    session.apply(&SessionCommand::Replace(Box::new(plain)));
    for _ in 0..2 {
        session.take_notices();
        session.apply(&SessionCommand::SaveAs(file.clone()));
        let [told] = &session.work().notices[..] else { panic!("{:?}", session.work().notices) };
        assert!(!told.error && told.text.contains("This format cannot hold"), "{told:?}");
        assert!(session.document().is_changed());
    }
}

#[test]
fn longest_name_is_saved_beside_foreign_parts() {
    let folder = tempfile::tempdir().expect("a folder");
    let stranger = folder.path().join(".gridscope-0.part");
    fs::write(&stranger, "somebody else's").expect("written");
    let file = folder.path().join(format!("{}.scene.json", "a".repeat(244)));
    let mut session = gridscope::session(lesson("hello"));
    for water in [Tile::Water, Tile::Lava] {
        let mut drawn = session.scene().clone();
        drawn.tiles[Cell::new(3, 1)] = water;
        session.apply(&SessionCommand::Replace(Box::new(drawn)));
        session.apply(&SessionCommand::SaveAs(file.clone()));
        assert!(!session.document().is_changed(), "saved");
    }
    assert_eq!(fs::read_to_string(&stranger).expect("there"), "somebody else's");
    assert_eq!(names(folder.path()).len(), 2);
}

#[test]
fn failed_write_keeps_the_old_file_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.txt");
    fs::write(&file, "the old one").expect("written");
    for after in 0..40 {
        let mut left = after;
        let failed = replace(&file, |out| {
            for byte in b"the new one, which is longer than the old" {
                if left == 0 {
                    return Err(io::Error::other("the disk is full"));
                }
                left -= 1;
                out.write_all(&[*byte])?;
            }
            Ok(())
        });
        assert!(failed.is_err(), "after {after} bytes");
        assert_eq!(fs::read_to_string(&file).expect("there"), "the old one");
        assert_eq!(names(folder.path()), ["mine.txt"]);
    }
}

#[cfg(unix)]
#[test]
fn saving_keeps_links_and_file_modes() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("mine.txt"), folder.path().join("link.txt"));
    fs::write(&file, "the old one").expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
    symlink(&file, &link).expect("a link");
    replace(&link, |out| out.write_all(b"the new one")).expect("written");
    assert_eq!(fs::read_to_string(&file).expect("there"), "the new one");
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
}

fn told_and_found(folder: &Path, told: &mut Vec<String>) -> Vec<Left> {
    let mut all = Vec::new();
    look(folder, &mut |found| match found {
        Ok(left) => add(&mut all, left),
        Err(text) => told.push(text),
    });
    all
}

#[test]
fn leftover_work_is_found_with_its_differences() {
    let home = tempfile::tempdir().expect("a folder");
    let folder: PathBuf = home.path().join("unsaved");
    let file = home.path().join("mine.scene.json");
    let mut session = gridscope::session(lesson("hello"));
    session.apply(&SessionCommand::SaveAs(file.clone()));
    let mut drawn = lesson("hello");
    drawn.tiles[Cell::new(3, 1)] = Tile::Water;
    drawn.title = "Another".into();
    let (first, second) = (RecoverySlot::new(&folder).expect("a place"), RecoverySlot::new(&folder).expect("another"));
    assert_ne!(first.path(), second.path());
    write_recovery_copy(first.path(), Some(&file), &drawn).expect("kept");
    write_recovery_copy(second.path(), None, &drawn).expect("kept");
    assert!(leftover_scenes(&folder).is_empty(), "both windows live");
    drop(first);
    let found = leftover_scenes(&folder);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].of.as_deref(), &found[0].scene), (Some(file.as_path()), &drawn));
    assert_eq!(found[0].differs.as_deref(), Some("1 tile, title or notes"));
    assert!(leftover_scenes(&folder).is_empty(), "who found it holds it");
    found[0].clear();
    drop((found, second));
    // A recovery file that is cut off, or from another program, stays where it is and is not offered.
    fs::write(folder.join("5.scene.json"), "{\"of\":null}\n{\"format\":").expect("written");
    let mut told = Vec::new();
    let found = told_and_found(&folder, &mut told);
    assert_eq!((found.len(), found[0].of.as_deref()), (1, None));
    assert!(folder.join("5.scene.json").exists());
    assert!(
        told.len() == 1 && told[0].contains("5.scene.json: the unsaved work of a window cannot be read"),
        "{told:?}"
    );
    assert_eq!(differs(&drawn, &drawn), "nothing");
}

/// If a pipe is in the place of a file, reading or writing would wait for its other end for ever. The session does not.
#[test]
#[cfg(unix)]
fn saving_does_not_wait_for_a_foreign_pipe() {
    use std::cell::RefCell;
    use std::process::Command;
    use std::rc::Rc;
    let pipe = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("mine.scene.json");
    // The temporary file that is written first.
    let beside = Rc::new(RefCell::new(None));
    let seen = Rc::clone(&beside);
    let fault = move |step: Step, path: &Path| match step {
        Step::Make => {
            seen.borrow_mut().get_or_insert(path.to_owned());
            Err(io::Error::other("not now"))
        }
        _ => Ok(()),
    };
    failing(fault, || replace(&file, |out| out.write_all(b"one"))).expect_err("not now");
    pipe(beside.borrow().as_deref().expect("a place"));
    replace(&file, |out| out.write_all(b"one")).expect("written beside the pipe");
    assert_eq!(fs::read_to_string(&file).expect("there"), "one");
    // A recovery file may belong to a file that is a pipe, or be a pipe itself.
    let (folder, of) = (home.path().join("unsaved"), home.path().join("of.scene.json"));
    let keeper = RecoverySlot::new(&folder).expect("a place");
    write_recovery_copy(keeper.path(), Some(&of), &lesson("hello")).expect("kept");
    drop(keeper);
    pipe(&of);
    pipe(&folder.join("7.scene.json"));
    let mut told = Vec::new();
    let found = told_and_found(&folder, &mut told);
    assert_eq!((found.len(), found[0].differs.clone()), (1, None));
    assert!(told.len() == 1 && told[0].contains("7.scene.json") && told[0].contains("it is not a file"), "{told:?}");
}

/// A scene whose file would be too large to open again is not written, and neither is its recovery file.
#[test]
fn scene_too_large_to_reopen_is_not_written() {
    use gridscope::formats::scene_json::SceneJson;
    use gridscope::formats::{Format as _, Options};
    let mut large = Scene::new(Grid::new(Size::new(100, 70), Tile::Floor));
    for cell in large.size().cells() {
        large.details.insert(cell, TileDetail { key: Some("k".repeat(10_000)), ..TileDetail::default() });
    }
    let error = SceneJson.write(&large, &Options::default()).expect_err("70 MB").to_string();
    assert!(error.contains("it would be a file of 70") && error.contains("at most 64 MiB"), "{error}");
    let folder = tempfile::tempdir().expect("a folder");
    let error = write_recovery_copy(&folder.path().join("0.scene.json"), None, &large).expect_err("70 MB");
    assert!(error.contains("cannot be kept") && error.contains("at most 64 MiB"), "{error}");
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_scene_is_first_saved_under_its_title() {
    use gridscope::debugger::export::scene_name;
    let mut scene = gridscope::presets::find("hello").expect("a preset").scene().expect("a scene");
    for (title, name) in [
        ("Rings on water", "rings-on-water.scene.json"),
        ("../A: b\\c?", "a-b-c.scene.json"),
        ("§§§", "map.scene.json"),
        ("", "astar.scene.json"),
        // Windows makes no file of these names.
        ("CON", "con-map.scene.json"),
        ("Lpt1!", "lpt1-map.scene.json"),
        ("Console", "console.scene.json"),
    ] {
        title.clone_into(&mut scene.title);
        assert_eq!(scene_name(&gridscope::session(scene.clone())), name, "{title:?}");
    }
}

/// An animation may have 2000 frames. The message says how many events to skip if there would be more.
#[test]
fn an_animation_has_at_most_two_thousand_frames() {
    use gridscope::debugger::export::{Export, ExportKind, Format};
    let row = ".".repeat(40);
    let mut session =
        gridscope::session(support::scene(&format!("G{}\n{}{}X", &row[1..], format!("{row}\n").repeat(30), &row[1..])));
    session.settle();
    assert!(session.moment().1 >= 2000);
    let mut export = Export::new(ExportKind::Animation, Format::Gif, &session);
    (export.from, export.to, export.every) = (0, 1999, 1);
    assert_eq!(export.frames(), 2000);
    assert_eq!(export.check(&session), Ok(()));
    export.to = 2000;
    let error = export.check(&session).expect_err("too many frames").to_string();
    assert!(error.contains("2001 frames are more than the 2000") && error.contains("one event in 2"), "{error}");
}
