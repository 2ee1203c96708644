//! Files that are damaged or made to do harm.

use super::{floor, layer, objects, read, scene_of_fields, tmx, tmx_with};
use crate::support::{format, is_clear, read_sample, sample, survives_damage};
use gridscope_formats::Options;
use gridscope_trace::Weight;
use gridscope_trace::geometry::Cell;

#[test]
fn hostile_files_end_in_one_clear_sentence() {
    for (name, found) in [
        ("bomb-gzip", "more than 48 cells"),
        ("bomb-zstd", "more than 48 cells"),
        ("chunk-far", "is too large"),
        ("entities", "DOCTYPE"),
        ("giant", "2000000000 × 2000000000 cells is too large"),
        ("gid-of-no-tileset", "gridscope:51 (27 times)"),
        ("groups-deep", "nest more than 64 deep"),
        ("path-climbs", "climbs more than 2 folders"),
        ("too-few-cells", "there are 47 cells"),
        ("truncated", "XML"),
    ] {
        let began = std::time::Instant::now();
        let error = read_sample(&format!("hostile/{name}.tmx")).expect_err(name);
        is_clear(name, &error);
        assert!(error.to_string().contains(found), "{name}: {error}");
        assert!(began.elapsed().as_secs() < 2, "{name}");
    }
}

#[test]
fn limits_hold_for_depth_attributes_entities_and_numbers() {
    let attributes = " a=\"\"".repeat(300);
    let deep = "[".repeat(70) + &"]".repeat(70);
    for (text, found) in [
        (tmx(&format!("<x{attributes}/>")), "more than 256 attributes"),
        (tmx("<objectgroup name=\"&lol;\"/>"), "unrecognized entity `lol`"),
        (tmx(&layer("a", "1,&bad;")), "&bad;"),
        (
            tmx_with("tilesize=\"1\"", &floor())
                .replace("tilewidth=\"16\" tileheight=\"16\">", "tilewidth=\"0\" tileheight=\"16\">"),
            "tilewidth is 0",
        ),
        (tmx(&objects("<object x=\"nan\"/>")), "x of <object> is \"nan\""),
        (tmx(&layer("a", "").replace("width=\"3\"", "width=\"99999999999\"")), "99999999999 × 2 cells"),
        (format!("{}<more/>", tmx(&floor())), "more after the outermost element"),
        (format!("{{\"layers\": {deep}, \"tilewidth\": 1}}"), "64 lists and objects deep"),
        ("{\"layers\": [], \"tilewidth\": 1, \"layers\": []}".to_owned(), "is twice"),
        (
            "{\"layers\": 5, \"tilewidth\": 1, \"tileheight\": 1, \"width\": 1, \"height\": 1}".to_owned(),
            "layers: it is 5",
        ),
    ] {
        let error = read(&text).expect_err(found);
        is_clear(found, &error);
        assert!(error.to_string().contains(found), "{found}: {error}");
    }
    // Together, layers have a limit too, even if each of them is packed to a few bytes.
    let big = "<layer name=\"a\" width=\"4096\" height=\"4096\"><data encoding=\"csv\"/></layer>";
    is_clear("many layers", &read(&tmx(&big.repeat(5))).expect_err("too few cells"));
}

/// Removes most tiles of the tileset from a written map: it is the same in every file, and longer than the rest.
fn with_few_tiles(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is = |line: &str, id: usize| {
        line.starts_with(&format!("  <tile id=\"{id}\""))
            || line.contains(&format!("{{\"id\":{id},\"")) && line.contains("walks")
    };
    let first = lines.iter().position(|line| is(line, 2)).expect("a tile");
    let after = lines.iter().rposition(|line| is(line, 26)).expect("a tile");
    let turned = |id: usize| lines.iter().position(|line| is(line, id)).expect("a turned tile");
    [&lines[..first], &lines[after..turned(49)], &lines[turned(57)..]].concat().join("\n")
}

#[test]
fn damaged_tiled_files_are_read_or_refused() {
    let options = Options::default();
    let mut scene = scene_of_fields();
    scene.set_weight(Cell::new(1, 1), Weight::from(4));
    for name in ["tmx", "tmj"] {
        let written = String::from_utf8(format(name).write(&scene, &options).expect(name).bytes).expect("text");
        let small = with_few_tiles(&written);
        assert!(small.len() < 5_200 && read(&small).is_ok(), "{name}: {small}");
        survives_damage(&format!("a written {name}"), small.as_bytes(), &options);
    }
}

#[test]
fn damaged_tiled_samples_are_read_or_refused() {
    for name in ["tiled/room.tmx", "odd/infinite-negative-chunks-zlib.tmx"] {
        survives_damage(name, &std::fs::read(sample(name)).expect(name), &Options::default());
    }
}
