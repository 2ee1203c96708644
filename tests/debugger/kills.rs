//! A window is killed while it saves. The saved file, the backup, and the recovery file are each complete, either old
//! or new.
//!
//! Each kill ends a process of this test program that saves repeatedly with the window's code.

use gridscope::debugger::disk::recovery::{RecoverySlot, leftover_scenes, write_recovery_copy};
use gridscope::debugger::{Session, SessionCommand};
use gridscope::formats::Format as _;
use gridscope::formats::scene_json::SceneJson;
use gridscope::trace::{Grid, Rng, Scene, Size, Tile};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Environment variable with the folder in which the killed process saves.
const PLACE: &str = "GRIDSCOPE_TEST_KILLED_IN";

/// Returns one of two versions of a scene, about 30 KB each, so that saving takes more than one write.
fn version(tile: Tile) -> Scene {
    let mut scene = Scene::new(Grid::new(Size::new(160, 160), Tile::Floor));
    scene.title = format!("{tile:?}");
    for cell in scene.size().cells().filter(|c| c.x.is_multiple_of(3)).collect::<Vec<_>>() {
        scene.tiles[cell] = tile;
    }
    scene
}

fn bytes(scene: &Scene) -> Vec<u8> {
    SceneJson.write(scene, &gridscope::formats::Options::default()).expect("written").bytes
}

#[test]
#[ignore = "the test below starts it, and kills it"]
fn saving_process_to_be_killed() {
    let Some(folder) = std::env::var_os(PLACE) else { return };
    let (folder, scenes) = (Path::new(&folder), [version(Tile::Wall), version(Tile::Water)]);
    let file = folder.join("mine.scene.json");
    let mut session =
        Session::on_file(gridscope::registry(), &file).expect("a scene, whatever happened to the one before");
    let keeper = RecoverySlot::new(&folder.join("unsaved")).expect("a place");
    println!("it saves from now on");
    for turn in 0.. {
        session.apply(&SessionCommand::Replace(Box::new(scenes[turn % 2].clone())));
        write_recovery_copy(keeper.path(), Some(&file), session.scene()).expect("kept");
        session.apply(&SessionCommand::SaveAs(file.clone()));
        assert!(!session.document().is_changed(), "{:?}", session.work().notices);
        keeper.clear();
    }
}

/// Kills the process `times` times, at random moments. Returns how many kills happened during a write.
fn kills(times: u32) -> u32 {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, unsaved) = (folder.path().join("mine.scene.json"), folder.path().join("unsaved"));
    let scenes = [version(Tile::Wall), version(Tile::Water)];
    let whole = scenes.each_ref().map(bytes);
    fs::write(&file, &whole[0]).expect("written");
    let mut dice = Rng::new(16);
    let parts = |folder: &Path| {
        let all = fs::read_dir(folder).into_iter().flatten().flatten();
        all.filter(|entry| entry.path().extension().is_some_and(|e| e == "part")).count()
    };
    let mut amid = 0;
    for kill in 0..times {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "kills::saving_process_to_be_killed", "--ignored", "--nocapture", "--test-threads=1"])
            .env(PLACE, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let mut lines = BufReader::new(child.stdout.take().expect("its words")).lines();
        assert!(lines.any(|line| line.is_ok_and(|l| l.contains("it saves"))), "kill {kill}: it did not begin");
        // On a slow machine, the first write begins later. Until a kill has met a write, the delays grow.
        let most = if amid == 0 { 20_000 * u64::from(kill + 1) } else { 20_000 };
        std::thread::sleep(Duration::from_micros(dice.below(most)));
        child.kill().expect("killed");
        child.wait().expect("gone");
        let before = folder.path().join("mine.scene.json.bak");
        for path in [&file, &before] {
            let held = fs::read(path).ok();
            let torn = held.as_ref().is_some_and(|held| !whole.contains(held)) || (held.is_none() && path == &file);
            assert!(!torn, "kill {kill}: {} is torn", path.display());
        }
        for found in leftover_scenes(&unsaved) {
            assert!(scenes.contains(&found.scene), "kill {kill}: what was not saved is torn");
            found.clear();
        }
        let litter = parts(folder.path()) + parts(&unsaved);
        amid += u32::from(litter > 0);
        assert!(litter <= 3, "kill {kill}: what killed writers leave grows: {litter}");
    }
    // Saving both files once more cleans up after all kills.
    let mut session = Session::on_file(gridscope::registry(), &file).expect("a scene");
    for scene in &scenes {
        session.apply(&SessionCommand::Replace(Box::new(scene.clone())));
        session.apply(&SessionCommand::SaveAs(file.clone()));
    }
    let keeper = RecoverySlot::new(&unsaved).expect("a place");
    write_recovery_copy(keeper.path(), None, &scenes[0]).expect("kept");
    assert_eq!(parts(folder.path()) + parts(&unsaved), 0);
    amid
}

#[test]
fn session_killed_while_saving_tears_no_file() {
    assert!(kills(25) > 0, "none of the kills met it while it wrote");
}

/// The promised number of kills: `cargo test --release --test debugger -- --ignored a_thousand`.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_kills_tear_no_file() {
    let amid = kills(1000);
    println!("1,000 kills, {amid} of them amid a write: nothing torn");
    assert!(amid > 100, "{amid}");
}
