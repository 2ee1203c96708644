//! Maps as arrays in source: the numbers are those of the scene, and no text of a scene leaves its comment. The tools of the
//! languages that are installed compile or run the files (`foreign/arrays.sh`).
#![expect(clippy::disallowed_methods, reason = "files for the tools of other people are written to a temporary folder")]

use crate::support::{format, random_scene, read_sample, scenes};
use gridscope_formats::{FORMATS, Format, Options, format_for};
use gridscope_trace::actor::FieldValue;
use gridscope_trace::{Actor, ActorKind, Cell, Grid, Scene, Size, Tile, Weight};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

/// Name, file extension and sign of a comment of each language.
const LANGUAGES: [(&str, &str, &str); 7] = [
    ("c-array", "c", "//"),
    ("csharp-array", "cs", "//"),
    ("gdscript-array", "gd", "#"),
    ("js-array", "js", "//"),
    ("lua-array", "lua", "--"),
    ("python-array", "py", "#"),
    ("rust-array", "rs", "//"),
];

fn write(name: &str, scene: &Scene) -> String {
    let written = format(name).write(scene, &Options::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
    String::from_utf8(written.bytes).expect("text")
}

/// Returns the code of a line without its comment. No string of the files has the sign of a comment.
fn code<'a>(line: &'a str, sign: &str) -> &'a str {
    line.split_once(sign).map_or(line, |(code, _)| code)
}

/// Returns the rows of numbers after the line that begins a grid.
fn grid(text: &str, name: &str, sign: &str) -> Vec<Vec<u32>> {
    let lines = text.lines().map(|line| code(line, sign).trim());
    let begins = |line: &&str| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name);
    let rows = lines.skip_while(|line| !begins(line)).skip(1).skip_while(|line| *line == "{");
    rows.map_while(|line| {
        let row = line.strip_suffix(',')?.trim_start_matches(['{', '[', ' ']).trim_end_matches(['}', ']', ' ']);
        row.split(", ").map(|number| number.parse().ok()).collect()
    })
    .collect()
}

/// Returns the kinds and cells in the list of actors.
fn actors(text: &str, sign: &str) -> Vec<(String, Vec<u16>)> {
    let lines = text
        .lines()
        .map(|line| code(line, sign))
        .filter(|line| line.ends_with(", ") || line.ends_with(',') || line.ends_with("  "));
    let quoted = |line: &str| {
        line.split('"').find(|word| ActorKind::ALL.iter().any(|kind| kind.name() == *word)).map(str::to_owned)
    };
    let numbers = |line: &str| line.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    lines.filter_map(|line| Some((quoted(line)?, numbers(line)))).collect()
}

#[test]
fn arrays_hold_scenes_in_each_language() {
    for (name, scene) in scenes(200).filter(|(_, scene)| scene.size().area() < 20_000) {
        let tiles: Vec<Vec<u32>> =
            scene.tiles.rows().map(|row| row.iter().map(|&tile| tile as u32).collect()).collect();
        for (language, _, sign) in LANGUAGES {
            let text = write(language, &scene);
            assert_eq!(grid(&text, "TILES", sign), tiles, "{name}, {language}: {text}");
            let weights =
                scene.weights.as_ref().map_or(Vec::new(), |all| all.times().rows().map(<[u32]>::to_vec).collect());
            assert_eq!(grid(&text, "WEIGHTS", sign), weights, "{name}, {language}");
            let expected: Vec<_> =
                scene.actors.iter().map(|a| (a.kind.name().to_owned(), vec![a.at.x, a.at.y])).collect();
            assert_eq!(actors(&text, sign), expected, "{name}, {language}: {text}");
            for tile in scene.tiles.as_slice().iter().collect::<BTreeSet<_>>() {
                let constant = format!("TILE_{}", tile.info().name.to_uppercase().replace('-', "_"));
                let line = text.lines().find(|line| {
                    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == constant)
                });
                let value: String = line.expect(&constant).chars().filter(char::is_ascii_digit).collect();
                assert!(value.ends_with(&(*tile as u8).to_string()), "{language}: {line:?}");
            }
        }
    }
}

#[test]
fn arrays_have_the_costs_of_tiles_and_weights() {
    let mut scene = Scene::new(Grid::new(Size::new(4, 1), Tile::Floor));
    scene.tiles.set(Cell::new(1, 0), Tile::Swamp);
    scene.tiles.set(Cell::new(2, 0), Tile::Wall);
    for (language, _, sign) in LANGUAGES {
        assert_eq!(grid(&write(language, &scene), "COSTS", sign), [[1, 4, 0, 1]], "{language}");
        let mut weighed = scene.clone();
        weighed.set_weight(Cell::new(1, 0), Weight::from(9));
        weighed.set_weight(Cell::new(3, 0), Weight::from(200));
        assert_eq!(grid(&write(language, &weighed), "COSTS", sign), [[1, 9, 0, 200]], "{language}");
        let plain = Scene::new(Grid::new(Size::new(2, 1), Tile::Floor));
        assert!(!write(language, &plain).contains("COSTS"), "{language}");
    }
}

/// Texts that would end a comment, continue it on the next line, or change how the file is read.
const NASTY: &str = "*/ }; ]] --[[ \"\"\" ''' <!-- --> #{x} ${x} \\\nint x; ??/\r\nprint(1)\u{85}\u{2028}\u{202e}\u{0}\u{b} \
    coding: utf-7 coding=utf-16 vim: set x vi:x ex: \\";

fn nasty() -> Scene {
    let mut scene = random_scene(15);
    scene.title = NASTY.into();
    for actor in &mut scene.actors {
        actor.set_keys(vec![NASTY.into()]);
        actor.set("x-name", Some(FieldValue::Other(json!({ NASTY: [NASTY] }))));
        actor.set_room(Some(NASTY.repeat(20)));
    }
    scene
}

#[test]
fn scene_texts_stay_inside_comments() {
    let scene = nasty();
    let mut plain = scene.clone();
    plain.title = "A room".into();
    plain.actors = scene.actors.iter().map(|actor| Actor::new(actor.kind, actor.at)).collect();
    for (language, _, sign) in LANGUAGES {
        let (text, without) = (write(language, &scene), write(language, &plain));
        let bare = |text: &str| text.split('\n').map(|line| code(line, sign).trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(bare(&text), bare(&without), "{language}: {text}");
        for bad in ['\\', '\r', '\u{0}', '\u{b}', '\u{85}', '\u{2028}', '\u{202e}'] {
            assert!(!text.contains(bad), "{language}: {bad:?}");
        }
        for bad in ["??", "coding:", "coding=", "vim:", "vi:", "ex:"] {
            assert!(!text.contains(bad), "{language}: {bad:?}");
        }
        // Python looks for the encoding in the first two lines, which are always the same.
        let first = |text: &str| text.lines().take(2).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(first(&text), first(&without));
    }
}

#[test]
fn losses_of_array_files_are_named() {
    let lost = |scene: &Scene| format("c-array").write(scene, &Options::default()).expect("source").lost;
    let scene = read_sample("movingai/room.map").expect("a map").scene;
    assert_eq!(lost(&scene), ["the run (algorithm, parameters, seed)"]);
    let lost = lost(&nasty());
    assert!(lost.contains(&"the notes".into()) && lost.contains(&"1 room".into()), "{lost:?}");
    assert!(lost.iter().any(|lost| lost.starts_with("of the actors: all but kind and cell")), "{lost:?}");
}

#[test]
fn extension_chooses_one_language_only() {
    for (language, extension, _) in LANGUAGES {
        assert_eq!(format_for(&format!("level.{extension}")).map(Format::name), Some(language));
    }
    let mut all: Vec<_> = FORMATS.iter().flat_map(|format| format.extensions()).collect();
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count, "two formats have the same extension");
    assert_eq!(format_for("a.scene.json").map(Format::name), Some("scene-json"));
    assert_eq!(format_for("a.flat.json").map(Format::name), Some("flat-json"));
}

/// Scenes for the tools: actors with texts, weights, one cell, and nothing but a map.
fn for_tools() -> Vec<Scene> {
    let one = Scene::new(Grid::new(Size::new(1, 1), Tile::OneWayN));
    let mut row = Scene::new(Grid::new(Size::new(5, 1), Tile::DoorOpen));
    row.set_weight(Cell::new(4, 0), Weight::from(9));
    vec![nasty(), one, row]
}

#[cfg(unix)]
#[test]
fn language_tools_read_the_same_map() {
    let has = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    if !has("python3") {
        eprintln!("skipped: python3 is not installed");
        return;
    }
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/interchange/foreign/arrays.sh");
    for scene in for_tools() {
        let folder = tempfile::tempdir().expect("a folder");
        for (language, extension, _) in LANGUAGES {
            std::fs::write(folder.path().join(format!("map.{extension}")), write(language, &scene)).expect("a file");
        }
        std::fs::write(folder.path().join("map.flat.json"), write("flat-json", &scene)).expect("a file");
        let out = Command::new("sh").arg(&script).arg(folder.path()).output().expect("a shell");
        let said = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert!(out.status.success(), "{said}");
        eprint!("{said}");
    }
}
