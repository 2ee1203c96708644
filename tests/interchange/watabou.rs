//! One Page Dungeon: the sample, the shapes and doors, and damaged files.

use super::support::*;
use gridscope_formats::{FormatError, Loaded, Options, read_bytes};
use gridscope_trace::{Actor, ActorKind, Cell, Tile};
use std::fmt::Write as _;

fn read(text: &str) -> Result<Loaded, FormatError> {
    read_bytes("a.json", text.as_bytes(), &Options::default())
}

/// Returns a corridor of ten cells with these doors, and more fields.
fn corridor(doors: &str, more: &str) -> String {
    format!(r#"{{"rects": [{{"x": -0, "y": 0.0, "w": 10, "h": 1}}], "doors": [{doors}]{more}}}"#)
}

#[test]
fn watabou_sample_is_read() {
    let loaded = read_sample("tabletop/one-page-dungeon.json").unwrap();
    assert_eq!((loaded.format, loaded.scene.title.as_str()), ("watabou", "A Room and a Half"));
    let expected = [
        "#######", "##...##", "##...##", "##...##", "###S###", "##...##", "#.....#", "#.....#", "#...~.#", "##...##",
        "###.###", "#######",
    ];
    assert_eq!(rows(&loaded.scene), expected);
    let [exit] = &loaded.scene.actors[..] else { panic!("one exit") };
    assert_eq!((exit.kind, exit.at, exit.down()), (ActorKind::Exit, Cell::new(3, 10), Some(false)));
    assert_eq!(loaded.scene.notes, "- 1 (3,2): A chest.");
    let notes = loaded.notes.join(" ");
    assert!(notes.contains("(0,0) is (-3,-10)") && notes.contains("endings"), "{notes}");
}

#[test]
fn each_type_of_door_has_its_tile() {
    for (kind, tile, exit) in [
        (0, Tile::Floor, None),
        (1, Tile::Door, None),
        (2, Tile::Floor, None),
        (3, Tile::Floor, Some(false)),
        (4, Tile::Portcullis, None),
        (5, Tile::Door, None),
        (6, Tile::SecretDoor, None),
        (7, Tile::DoorLocked, None),
        (8, Tile::Floor, Some(true)),
        (9, Tile::Floor, Some(true)),
        (77, Tile::Door, None),
    ] {
        for (x, exit) in [(9, exit), (4, None)] {
            let door = format!(r#"{{"x": {x}, "y": 0, "dir": {{"x": 1, "y": 0}}, "type": {kind}}}"#);
            let loaded = read(&corridor(&door, "")).unwrap();
            assert_eq!(loaded.scene.tiles[Cell::new(x + 1, 1)], tile, "{kind}");
            let down = loaded.scene.actors.first().and_then(Actor::down);
            assert_eq!(down, exit, "stairs between two cells of the dungeon are no exit: {kind}");
        }
        let door = format!(r#"{{"x": 4, "y": 0, "type": {kind}}}"#);
        let loaded = read(&corridor(&door, "")).unwrap();
        assert_eq!(loaded.notes.iter().any(|note| note.contains("77 (1)")), kind == 77, "{:?}", loaded.notes);
    }
}

#[test]
fn round_rooms_lose_only_their_corners() {
    for (size, expected) in [
        (1, vec!["###", "#.#", "###"]),
        (3, vec!["#####", "#...#", "#...#", "#...#", "#####"]),
        (4, vec!["######", "##..##", "#....#", "#....#", "##..##", "######"]),
        (5, vec!["#######", "##...##", "#.....#", "#.....#", "#.....#", "##...##", "#######"]),
        (
            7,
            vec![
                "#########",
                "###...###",
                "##.....##",
                "#.......#",
                "#.......#",
                "#.......#",
                "##.....##",
                "###...###",
                "#########",
            ],
        ),
    ] {
        let text =
            format!(r#"{{"doors": [], "rects": [{{"x": 3, "y": -9, "w": {size}, "h": {size}, "rotunda": true}}]}}"#);
        assert_eq!(rows(&read(&text).unwrap().scene), expected, "{size}");
    }
}

#[test]
fn dungeon_water_columns_and_notes_are_read() {
    let more = r#", "title": "A\u202etitle", "story": "Once.",
        "water": [{"x": 1, "y": 0}, {"x": 1, "y": 5}], "columns": [{"x": 2, "y": 0}],
        "notes": [{"text": "One\ntwo", "ref": "a", "pos": {"x": 3.5, "y": 0.5}}, {"text": "far", "pos": {"x": 1e300, "y": 0}}]"#;
    let door = r#"{"x": 99, "y": 0, "type": 1}"#;
    let loaded = read(&corridor(door, more)).unwrap();
    assert_eq!(rows(&loaded.scene)[1], "#.~........#");
    assert_eq!(
        (loaded.scene.title.as_str(), loaded.scene.notes.as_str()),
        ("A title", "Once.\n\n- a (4,1): One two\n- : far")
    );
    let notes = loaded.notes.join(" ");
    assert!(
        notes.contains("water that are not on floor were left out: 1")
            && notes.contains("1 door outside")
            && notes.contains("1 column stands on corners of cells and blocks nothing"),
        "{notes}"
    );
}

#[test]
fn invalid_dungeon_values_are_refused_with_their_path() {
    let rect = |rect: &str| format!(r#"{{"rects": [{{"x": 0, "y": 0, "w": 1, "h": 1}}, {rect}], "doors": []}}"#);
    let many: String = (0..10).fold(String::new(), |mut all, _| {
        let _ = write!(all, r#"{{"x": 0, "y": 0, "w": 4000, "h": 4000}},"#);
        all
    });
    for (text, what) in [
        (
            rect(r#"{"x": 0.5, "y": 0, "w": 1, "h": 1}"#),
            "rects[1].x is 0.5; expected a whole number from -1000000 to 1000000",
        ),
        (rect(r#"{"x": 0, "y": 1e30, "w": 1, "h": 1}"#), "rects[1].y is 1e+30"),
        (rect(r#"{"x": 0, "y": 0, "w": 0, "h": 1}"#), "rects[1] is 0 × 1"),
        (rect(r#"{"x": 0, "y": 0, "w": 1}"#), "rects[1].h is missing"),
        (rect(r#"{"x": "0", "y": 0, "w": 1, "h": 1}"#), r#"rects[1].x is "0"; expected a number"#),
        (rect("7"), "rects[1] is 7; expected an object"),
        (rect(r#"{"x": 900000, "y": 0, "w": 1, "h": 1}"#), "rects: "),
        (rect(&format!(r#"{many}{{"x": 0, "y": 0, "w": 1, "h": 1}}"#)), "cover"),
        (r#"{"rects": [], "doors": []}"#.into(), "no rects"),
        (r#"{"rects": 1, "doors": []}"#.into(), "rects is 1; expected a list"),
        (corridor(r#"{"x": 0, "y": 0}"#, ""), "doors[0].type is missing"),
        (corridor("", r#", "notes": [{"text": 4}]"#), "line 1, column 83: notes[0].text is 4; expected a text"),
        (corridor("", ",").replace("}}", "}"), "line 1"),
    ] {
        let error = read(&text).unwrap_err();
        is_clear(what, &error);
        assert!(error.to_string().contains(what), "{what}: {error}");
    }
    // Texts and lists beyond the limits of a scene.
    let long = "x".repeat(300_000);
    let loaded = read(&corridor("", &format!(r#", "story": "{long}", "title": "{long}""#))).unwrap();
    assert!(loaded.scene.title.is_empty() && loaded.scene.notes.is_empty());
    assert!(loaded.notes.iter().any(|note| note.contains("too long")), "{:?}", loaded.notes);
    let exits = vec![r#"{"x": 0, "y": 0, "type": 3}"#; 10_001].join(",");
    assert!(read(&corridor(&exits, "")).unwrap_err().found.contains("exits"));
}

#[test]
fn other_json_is_not_a_dungeon() {
    for text in [
        r#"{"rects": []}"#,
        r#"{"a": {"rects": [], "doors": []}}"#,
        r#"{"rects, \"doors\": [": 1, "doors": []}"#,
        r#"{"rects": [], "rects": []}"#,
        r#"["rects", "doors"]"#,
        "rects: 1\ndoors: 2",
        "",
    ] {
        assert!(!format("watabou").recognises(text.as_bytes()), "{text}");
    }
    for name in ["ldtk/room.ldtk", "tiled/room.tmj", "tabletop/room.dd2vtt", "posthoc/search.trace.json"] {
        assert!(!format("watabou").recognises(&std::fs::read(sample(name)).unwrap()), "{name}");
    }
    assert!(format("watabou").recognises("\u{feff} {\"a\": \"}{\", \"doors\" : [], \"rects\":[]}".as_bytes()));
}

#[test]
fn damaged_dungeons_are_read_or_refused() {
    let sample = std::fs::read(sample("tabletop/one-page-dungeon.json")).unwrap();
    survives_damage("dungeon.json", &sample, &Options { from: Some("watabou"), ..Options::default() });
}
