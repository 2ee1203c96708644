//! MovingAI maps and scenarios, reading and writing, in every dialect.

use gridscope::debugger::{Session, SessionCommand};
use gridscope::formats::{Options, movingai, read_bytes, read_file};
use gridscope::trace::{ActorKind, Cell, Size};
use std::path::PathBuf;
use support::files::{read, shared, write};

#[test]
fn movingai_dialects_decide_which_tiles_are_walkable() {
    let text = "type octile\nheight 2\nwidth 6\nmap\n.@TSW.\n......\n";
    let loaded = read(text).expect("a map");
    assert_eq!(loaded.format, "movingai");
    assert_eq!(write(&loaded.scene, "map").0, text, "what was read is written again");
    let open = |dialect: movingai::Dialect, x: u16| {
        let options = Options { dialect, ..Options::default() };
        let mut scene = read_bytes("m", text.as_bytes(), &options).expect("a map").scene;
        support::put(&mut scene, ActorKind::Guard, x, 1);
        support::put(&mut scene, ActorKind::Goal, x, 0);
        scene.run.params.set("neighbours", 4);
        support::outcome(&scene).found
    };
    let usual = movingai::Dialect::default();
    assert_eq!([1, 2, 3, 4, 5].map(|x| open(usual, x)), [false, false, true, false, true]);
    let all = movingai::Dialect { swamp: true, water: true, trees: true };
    assert_eq!([1, 2, 3, 4, 5].map(|x| open(all, x)), [false, true, true, true, true]);
    let none = movingai::Dialect { swamp: false, water: false, trees: false };
    assert_eq!([1, 2, 3, 4, 5].map(|x| open(none, x)), [false, false, false, false, true]);
    let folded = read("type octile\nheight 1\nwidth 3\nmap\nGO.\n").expect("a map");
    assert_eq!(folded.notes.len(), 2, "what was folded is said");
}

#[test]
fn scenarios_round_trip() {
    let text = "version 1\n0\tmaps/a b.map\t4\t3\t0\t1\t3\t2\t3.41421\n";
    let rows = movingai::read_scen("s", text).expect("rows");
    assert_eq!((rows[0].map.as_str(), rows[0].goal), ("maps/a b.map", Cell::new(3, 2)));
    assert_eq!(movingai::write_scen(&rows), text);
    for (bad, part) in [
        ("", "version 1"),
        ("version 2\n", "version 1"),
        ("version 1\n0\tm\t4\t3\n", "line 2"),
        ("version 1\n0\tm\t4\t3\t0\t1\t3\t2\tNaN\n", "finite"),
        ("version 1\n0\tm\t4\t3\t-1\t1\t3\t2\t1\n", "start x"),
        ("version 1\n0\tm\t4\t3\t0\t1\t3\t2\t-1\n", "not negative"),
    ] {
        let error = movingai::read_scen("some.scen", bad).expect_err("bad input").to_string();
        assert!(error.starts_with("some.scen") && error.contains(part), "{error}");
    }
}

#[test]
fn movingai_map_keeps_all_and_names_changes_lost() {
    let loaded = read("type octile\nheight 1\nwidth 5\nmap\n.@TSW\n").expect("a map");
    assert_eq!(write(&loaded.scene, "map").1, Vec::<String>::new());
    let mut changed = loaded.scene;
    changed.run.seed = 7;
    assert!(write(&changed, "map").1.iter().any(|l| l.contains("run")), "a changed run is lost");
    let one = read("type octile\nheight 1\nwidth 3\nmap\nGO.\n").expect("a map").notes;
    assert_eq!(one[0], "1 cell of ground written G is floor, as those written with a dot.");
    assert_eq!(one[1], "1 cell written O is wall, as those written @.");
    let crowd = read("MM@.G").expect("a map").scene;
    assert!(write(&crowd, "map").1.contains(&"2 enemies".to_owned()));
    let hex = read("type hex\nheight 1\nwidth 1\nmap\n.\n").expect_err("another type");
    assert!(hex.contains("line 1") && hex.contains("hex") && hex.contains("octile"), "{hex}");
    let cut = read("\n\ntype octile\nheight 2\nwidth 1\nmap\n.\n").expect_err("cut short");
    assert!(cut.contains("line 8"), "{cut}");
}

#[test]
fn benchmark_maps_are_written_as_they_were_read() {
    let folder = std::env::var_os("GRIDSCOPE_MOVINGAI").map_or_else(|| shared("movingai"), PathBuf::from);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        support::skip::skip("movingai", &format!("there is no {}", folder.display()));
        return;
    };
    let paths = entries.map(|e| e.expect("an entry").path()).filter(|p| p.extension().is_some_and(|e| e == "map"));
    let mut count = 0;
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a map");
        let loaded = read_file(&path, &Options::default()).expect("a map");
        let (back, lost) = write(&loaded.scene, "map");
        assert!(back == text && lost.is_empty() && loaded.notes.is_empty(), "{}: {lost:?}", path.display());
        count += 1;
    }
    assert!(count > 0, "no map in {}", folder.display());
}

/// Opening `two.map` also loads the searches of `two.map.scen`. Opening another map does not.
#[test]
fn movingai_map_may_lack_its_type() {
    for head in ["height 2\nwidth 3\nmap\n", "\nwidth 3\r\nheight 2\r\nmap\r\n"] {
        let loaded = read(&format!("{head}.@.\n...\n")).expect("a map");
        assert_eq!((loaded.format, loaded.scene.size()), ("movingai", Size::new(3, 2)));
    }
    assert!(read("height 2\nmap\n..\n..\n").is_err());
}

#[test]
fn movingai_map_opens_with_its_scenario_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let map = "type octile\nheight 1\nwidth 3\nmap\n...\n";
    let (with, without) = (file("two.map", map), file("one.map", map));
    file("two.map.scen", "version 1\n0\ttwo.map\t3\t1\t0\t0\t2\t0\t2\n");
    let mut session = Session::on_file(gridscope::registry(), &with).expect("a map");
    let goals: Vec<Cell> = session.opened().searches.iter().map(|row| row.goal).collect();
    assert_eq!(goals, [Cell::new(2, 0)]);
    session.apply(&SessionCommand::Open(without));
    assert!(session.opened().searches.is_empty());
    session.apply(&SessionCommand::Open(with));
    assert_eq!(session.opened().searches.len(), 1);
}
