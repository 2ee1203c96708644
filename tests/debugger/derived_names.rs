//! Files whose names the user did not give: a link there is never followed, what gridscope did not write is never
//! replaced, and gridscope's own earlier file is.

use gridscope::debugger::disk::crash::keep_report;
use gridscope::debugger::disk::map_source::{MapReading, MapSource};
use gridscope::debugger::disk::recovery::{RecoverySlot, leftover_scenes, write_recovery_copy};
use gridscope::debugger::disk::{Step, failing, replace};
use gridscope::debugger::export::map::MapExport;
use gridscope::debugger::lab::experiment::{Experiment, Shard, kept_rows};
use gridscope::debugger::{Session, SessionCommand};
use gridscope::formats::tile_mapping::TileAnswers;
use gridscope::trace::{Cell, Progress, Scene, Tile};
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use support::lesson;

/// Writes the version of a file with a number to a folder. Returns the errors.
type WriteVersion = fn(&Path, u16) -> String;

/// Returns a scene that differs from one version to the next.
fn version(number: u16) -> Scene {
    let mut scene = lesson("hello");
    scene.tiles[Cell::new(3 + number, 1)] = Tile::Water;
    scene
}

/// Applies a command. Returns the errors that the session shows.
fn errors(mut session: Session, command: &SessionCommand) -> String {
    session.apply(command);
    let errors = session.work().notices.iter().filter(|notice| notice.error).map(|notice| notice.text.as_str());
    errors.collect::<Vec<_>>().join("\n")
}

fn save(folder: &Path, name: &str, number: u16) -> String {
    errors(gridscope::session(version(number)), &SessionCommand::SaveAs(folder.join(name)))
}

fn exported(folder: &Path, format: &'static str, name: &str, number: u16) -> String {
    let export = MapExport { format, script: format == "godot" };
    let done = export.write_beside(&gridscope::registry(), &version(number), &folder.join(name));
    done.err().map(|error| error.to_string()).unwrap_or_default()
}

fn answers(folder: &Path, number: u16) -> String {
    let tiles = TileAnswers::from_text(&format!("{number}=wall")).expect("answers");
    let reading = MapReading { tiles, ..MapReading::default() };
    let source = MapSource { path: folder.join("mine.tmx"), reading };
    errors(gridscope::session(version(0)), &SessionCommand::RememberTiles(Box::new(source)))
}

fn recovery(folder: &Path, number: u16) -> String {
    write_recovery_copy(&folder.join("0.scene.json"), None, &version(number)).err().unwrap_or_default()
}

/// Each derived name, and what writes it.
const DERIVED: [(&str, WriteVersion); 11] = [
    ("mine.scene.json.bak", |folder, number| save(folder, "mine.scene.json", number)),
    ("mine.txt.bak", |folder, number| save(folder, "mine.txt", number)),
    ("mine.tiles.json", |folder, number| save(folder, "mine.npy", number)),
    ("mine.tiles.png", |folder, number| exported(folder, "tmx", "mine.tmx", number)),
    ("mine.tiles.png", |folder, number| exported(folder, "godot", "mine.tscn", number)),
    ("mine_astar.gd", |folder, number| exported(folder, "godot", "mine.tscn", number)),
    ("mine.pgm", |folder, number| exported(folder, "ros", "mine.yaml", number)),
    ("mine.co", |folder, number| exported(folder, "dimacs", "mine.gr", number)),
    ("mine.map", |folder, number| exported(folder, "scen", "mine.scen", number)),
    ("mine.tmx.tiles.json", answers),
    ("0.scene.json", recovery),
];

/// Removes what is at a path, of whatever kind.
fn clear(path: &Path) {
    let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
}

#[test]
fn gridscope_replaces_its_own_files() {
    for (name, write) in DERIVED {
        let folder = tempfile::tempdir().expect("a folder");
        for number in 0..3 {
            // Nothing in a MovingAI map says who wrote it.
            if name == "mine.map" && number > 0 {
                clear(&folder.path().join(name));
            }
            assert_eq!(write(folder.path(), number), "", "{name}, version {number}");
        }
        assert!(folder.path().join(name).is_file(), "{name} is written");
    }
}

/// Checks what happens if something else is there: a copy takes the next name, and any other file is refused.
fn check_refusal(folder: &Path, name: &str, error: &str, found: &str) {
    if name.contains(".bak") {
        assert_eq!(error, "", "{name}, {found}");
        assert!(folder.join(format!("{name}-2")).is_file(), "{name}, {found}");
    } else {
        assert!(error.contains(name) && error.contains(found), "{name}: {error:?}");
    }
}

#[test]
fn files_not_written_by_gridscope_stay() {
    for (name, write) in DERIVED {
        let folder = tempfile::tempdir().expect("a folder");
        let there = folder.path().join(name);
        write(folder.path(), 0);
        clear(&there);
        fs::write(&there, "export PRECIOUS=1\n").expect("written");
        check_refusal(folder.path(), name, &write(folder.path(), 1), "a file that gridscope may not have written");
        assert_eq!(fs::read_to_string(&there).expect("there"), "export PRECIOUS=1\n", "{name}");
        clear(&there);
        fs::create_dir(&there).expect("a folder");
        check_refusal(folder.path(), name, &write(folder.path(), 2), "a folder is there");
        assert!(there.is_dir(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn derived_file_is_never_written_through_a_link() {
    use std::os::unix::fs::symlink;
    for (name, write) in DERIVED {
        let folder = tempfile::tempdir().expect("a folder");
        let home = tempfile::tempdir().expect("a folder");
        let there = folder.path().join(name);
        write(folder.path(), 0);
        clear(&there);
        // The file of the user even looks like one of ours.
        let ours = "# gridscope\n";
        fs::write(home.path().join("startup"), ours).expect("written");
        for (target, number) in [("startup", 1), ("nothing", 2)] {
            symlink(home.path().join(target), &there).expect("a link");
            // Each version is another one, so that there is something to write.
            check_refusal(folder.path(), name, &write(folder.path(), number), "a link is there");
            assert!(fs::symlink_metadata(&there).expect("there").is_symlink(), "{name} to {target}");
            clear(&there);
        }
        assert_eq!(fs::read_to_string(home.path().join("startup")).expect("there"), ours, "{name}");
        assert!(!home.path().join("nothing").exists(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn the_programs_own_folders_follow_no_link() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let plant = |name: &str| symlink(path("target"), path(name)).expect("a link");
    // A report takes the next free number, and none if all are taken.
    plant("crash-1.txt");
    assert_eq!(keep_report(folder.path(), "gridscope made an error").expect("kept"), path("crash-2.txt"));
    (3..=50).for_each(|number| plant(&format!("crash-{number}.txt")));
    let error = keep_report(folder.path(), "gridscope made an error").expect_err("no room").to_string();
    assert!(error.contains("crash-50.txt") && error.contains("a link is there"), "{error}");
    // A window takes the next free place, and never locks through a link.
    plant("0.scene.json");
    assert_eq!(RecoverySlot::new(folder.path()).expect("a place").path(), path("1.scene.json"));
    assert!(leftover_scenes(folder.path()).is_empty());
    plant("2.lock");
    fs::write(path("1.scene.json"), "").expect("written");
    let error = RecoverySlot::new(folder.path()).expect_err("a link").to_string();
    assert!(error.contains("2.lock") && error.contains("a link is there"), "{error}");
    // The rows of an experiment.
    let rows = tempfile::tempdir().expect("a folder");
    let (scene, progress) = (lesson("hello"), Progress::default());
    let experiment = Experiment::new(&gridscope::registry(), &scene, None, None, 3, Shard::WHOLE, &progress);
    let mut experiment = experiment.expect("an experiment");
    drop(kept_rows(rows.path(), &mut experiment).expect("rows"));
    let rows_file = fs::read_dir(rows.path()).expect("a folder").next().expect("a file").expect("a file").path();
    clear(&rows_file);
    symlink(path("target"), &rows_file).expect("a link");
    let error = kept_rows(rows.path(), &mut experiment).expect_err("a link").to_string();
    assert!(error.contains("a link is there"), "{error}");
    assert!(!path("target").exists());
}

/// The file that is renamed over the old one has a name that someone else can guess.
#[cfg(unix)]
#[test]
fn link_at_the_temporary_name_is_not_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, target) = (folder.path().join("mine.txt"), folder.path().join("target"));
    let parts = Rc::new(RefCell::new(Vec::<PathBuf>::new()));
    let seen = Rc::clone(&parts);
    let note = move |step: Step, path: &Path| {
        if step == Step::Make {
            seen.borrow_mut().push(path.to_owned());
        }
        Ok(())
    };
    failing(note, || replace(&file, |out| out.write_all(b"old"))).expect("written");
    let part = parts.borrow().first().cloned().expect("its part");
    std::os::unix::fs::symlink(&target, &part).expect("a link");
    replace(&file, |out| out.write_all(b"new")).expect("written");
    assert_eq!(fs::read(&file).expect("there"), b"new");
    assert!(fs::symlink_metadata(&part).expect("there").is_symlink() && !target.exists());
}
