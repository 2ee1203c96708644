//! Maps of ROS: samples, round trips through files, facts of the format, and damaged files.

#![allow(clippy::disallowed_methods, reason = "pictures are read from files beside a map")]

use super::support::*;
use gridscope_formats::{FormatError, Loaded, Options, Written, read_bytes, read_file};
use gridscope_trace::terrain::{Tile, Walk};
use gridscope_trace::{Actor, ActorKind, Cell, Rng, Scene};
use std::path::Path;

const ROOM: [&str; 6] = ["########", "#......#", "#..#...#", "##.#.#.#", "#......#", "########"];
const SETTINGS: &str =
    "image: a.pgm\nresolution: 0.5\norigin: [1, 2, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n";

/// Reads settings with a picture `a.pgm` beside them.
fn read_with(folder: &Path, settings: &str, picture: &[u8]) -> Result<Loaded, FormatError> {
    std::fs::write(folder.join("a.yaml"), settings).unwrap();
    std::fs::write(folder.join("a.pgm"), picture).unwrap();
    read_file(&folder.join("a.yaml"), &Options::default())
}

/// Reads one row of pixels.
fn read_row(settings: &str, pixels: &[u8]) -> Result<Loaded, FormatError> {
    let folder = tempfile::tempdir().unwrap();
    let mut picture = format!("P5\n{} 1\n255\n", pixels.len()).into_bytes();
    picture.extend_from_slice(pixels);
    read_with(folder.path(), settings, &picture)
}

/// Returns the cells of the first row: `#` wall, `.` floor, `?` unknown.
fn row(loaded: &Loaded) -> String {
    let scene = &loaded.scene;
    let unknown = |at| scene.known.as_ref().is_some_and(|known| !known[at]);
    let glyph = |at: Cell| if unknown(at) { '?' } else { scene.tiles[at].info().glyph };
    (0..scene.size().width).map(|x| glyph(Cell::new(x, 0))).collect()
}

fn unknown_cells(scene: &Scene) -> Vec<Cell> {
    let known = scene.known.as_ref();
    scene.size().cells().filter(|&at| known.is_some_and(|known| !known[at])).collect()
}

#[test]
fn ros_samples_have_two_unknown_cells() {
    for name in ["room", "room-ascii", "negated"] {
        let loaded = read_sample(&format!("ros/{name}.yaml")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((loaded.format, rows(&loaded.scene)), ("ros", ROOM.map(String::from).to_vec()), "{name}");
        assert_eq!(unknown_cells(&loaded.scene), [Cell::new(6, 1), Cell::new(6, 2)], "{name}");
        assert!(loaded.notes.iter().any(|note| note.contains("0.1 m") && note.contains("(-0.4, -0.3)")), "{name}");
        assert!(loaded.notes.iter().all(|note| !note.contains("free_thresh")), "{:?}", loaded.notes);
    }
}

#[test]
fn settings_are_recognised_if_their_names_are_indented_or_quoted() {
    let each = |change: fn(&str) -> String| SETTINGS.lines().map(change).collect::<Vec<_>>().join("\n");
    let indented = each(|line| format!("  {line}"));
    let quoted = each(|line| format!("\"{}", line.replacen(':', "\":", 1)));
    for settings in [indented, quoted] {
        let loaded = read_row(&settings, &[254, 0]).unwrap_or_else(|error| panic!("{settings}{error}"));
        assert_eq!((loaded.format, row(&loaded).as_str()), ("ros", ".#"), "{settings}");
    }
}

#[test]
fn unknown_cells_that_read_as_free_are_noted() {
    let loaded = read_sample("ros/nav2-humble-unknown-reads-as-free.yaml").unwrap();
    assert_eq!(loaded.scene.known, None);
    let note = loaded.notes.iter().find(|note| note.contains("free_thresh")).expect("a note");
    assert!(note.contains("2 pixels") && note.contains("0.25"), "{note}");
}

#[test]
fn ros_thresholds_are_exclusive_and_modes_differ() {
    // p of these is 1, 0.65098, 0.64706, 0.2, 0.19608, 0.00392 and 0.
    let pixels = [0, 89, 90, 204, 205, 254, 255];
    assert_eq!(row(&read_row(SETTINGS, &pixels).unwrap()), "##???..");
    let negated = SETTINGS.replace("negate: 0", "negate: 1");
    assert_eq!(row(&read_row(&negated, &pixels.map(|v| 255 - v)).unwrap()), "##???..");
    // 0.2 is neither below 0.2 nor above it.
    let equal = SETTINGS.replace("0.196", "0.2").replace("0.65", "0.2");
    assert_eq!(row(&read_row(&equal, &[204, 205, 203]).unwrap()), "?.#");
    let scale = format!("{SETTINGS}mode: scale\n");
    let loaded = read_row(&scale, &pixels).unwrap();
    assert_eq!(row(&loaded), "##.....");
    assert!(loaded.notes.iter().any(|note| note.contains("3 cells between")), "{:?}", loaded.notes);
    // In the mode raw the pixel is the occupancy in percent.
    let raw = format!("mode: raw\n{SETTINGS}");
    assert_eq!(row(&read_row(&raw, &[0, 19, 20, 65, 66, 100, 101, 255]).unwrap()), "....##??");
}

#[test]
fn yaml_of_other_programs_is_read() {
    let same = [
        "image: 'a.pgm' # picture\nresolution: 5e-1\norigin: [1.0,2, 0]\nnegate: false\noccupied_thresh: .65\nfree_thresh: 0.196\n",
        "---\nresolution: 0.5\nimage: \"a\\u002epgm\"\norigin:\n- 1.0\n- 2.0 # metres\n- 0.0\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\nmode: trinary\n...\nend\n",
        "\u{feff}image: a.pgm\r\nresolution: 0.5\r\norigin: [1, 2]\r\nnegate: 0\r\noccupied_thresh: 0.65\r\nfree_thresh: 0.196\r\n",
    ];
    let expected = read_row(SETTINGS, &[0, 205, 254]).unwrap();
    assert_eq!(row(&expected), "#?.");
    for settings in same {
        let loaded = read_row(settings, &[0, 205, 254]).unwrap_or_else(|error| panic!("{settings}: {error}"));
        assert_eq!((&loaded.scene, &loaded.notes), (&expected.scene, &expected.notes), "{settings}");
    }
    let loaded = read_row("image: a.pgm\nresolution: 1\nvoxels: 3\nlist:\n  - x\n  - a: b\n", &[0, 205, 254]).unwrap();
    assert_eq!(row(&loaded), "#?.");
    let notes = loaded.notes.join(" ");
    for what in ["free_thresh (0.196)", "occupied_thresh (0.65)", "origin", "negate", "list", "voxels"] {
        assert!(notes.contains(what), "{what}: {notes}");
    }
    let turned = read_row(&SETTINGS.replace("2, 0]", "2, 0.5]"), &[0]).unwrap();
    assert!(turned.notes.iter().any(|note| note.contains("0.5 radians")), "{:?}", turned.notes);
}

#[test]
fn invalid_ros_settings_are_refused_with_their_line() {
    for (from, to, what) in [
        ("resolution: 0.5", "resolution: 0", "line 2: `resolution` is 0"),
        ("resolution: 0.5", "resolution: .nan", "line 2: `resolution` has no value"),
        ("resolution: 0.5", "resolution: .inf", "line 2: `resolution` is \"inf\""),
        ("origin: [1, 2, 0]", "origin: [1, 2, 0, 4]", "line 3: `origin`"),
        ("origin: [1, 2, 0]", "origin: [1, x]", "line 3: `origin`"),
        ("negate: 0", "negate: 2", "line 4: `negate`"),
        ("negate: 0", "mode: half", "line 4: `mode`"),
        ("negate: 0", "image: a.pgm", "line 4: \"image\" is twice in one object"),
        ("negate: 0", "negate: &a 0", "line 4: an anchor"),
        ("negate: 0", "negate: !!int 0", "line 4: a tag"),
        ("negate: 0", "negate: |\n  0", "line 4: a text over several lines"),
        ("negate: 0", "negate 0", "line 4: \"negate 0\" is not a name with a value"),
        ("negate: 0", "negate: 0\n  0", "line 5: a value continues in this line"),
        ("occupied_thresh: 0.65", "occupied_thresh: high", "line 5: `occupied_thresh`"),
        ("image: a.pgm", "image:", "line 1: `image` has no value"),
        ("image: a.pgm", "image: a.jpg", "does not end in pgm or png"),
        ("image: a.pgm", "image: b.pgm", "not there"),
        ("image: a.pgm", "image: /etc/a.pgm", "not relative"),
        ("image: a.pgm", "image: ../../../a.pgm", "climbs"),
        ("image: a.pgm", "image: file://a.pgm", "relative path"),
    ] {
        let error = read_row(&SETTINGS.replace(from, to), &[0]).unwrap_err();
        is_clear(to, &error);
        assert!(error.to_string().contains(what), "{to}: {error}");
    }
    // From a stream there is no picture.
    let error = read_bytes("standard input", SETTINGS.as_bytes(), &Options::default()).unwrap_err();
    assert!(error.found.contains("only if the map is a file"), "{error}");
}

#[test]
fn pictures_are_read_by_the_rules_of_pgm() {
    let folder = tempfile::tempdir().unwrap();
    let read = |picture: &[u8]| read_with(folder.path(), SETTINGS, picture);
    for picture in [
        &b"P5 3 1 255\n\x00\xcd\xfe"[..],
        b"P5\n# a comment\n3 # width\n1\n#\n255\n\x00\xcd\xfe",
        b"P2\n3 1\n255\n0 205 254",
        b"P2 #x\n3 1 255\n0\n205 # unknown\n254\n\n",
    ] {
        assert_eq!(row(&read(picture).unwrap()), "#?.", "{picture:?}");
    }
    // White space is a value of a pixel too.
    assert_eq!(row(&read(b"P5\n3 1\n255\n\x0a\x20\x23").unwrap()), "###");
    assert!(read(b"P5 1 1 255\n\xfe\xfe").unwrap().notes.iter().any(|note| note.contains("after the last pixel")));
    for (picture, what) in [
        (&b"P5\n3 1\n65535\n\0\0\0\0\0\0"[..], "largest value is 65535"),
        (b"P5\n3 2\n255\n\x00\xcd\xfe\xfe", "after 4 of its 6 pixels"),
        (b"P2\n3 1\n255\n0 205", "after 2 of its 3 pixels"),
        (b"P2\n3 1\n255\n0 205 256", "above 255"),
        (b"P2\n3 1\n255\n0 205 -1", "is not a number"),
        (b"P5\n0 1\n255\n", "byte 6"),
        (b"P5\n99999999999999999999 1\n255\n", "the width has 20 digits"),
        (b"P6\n1 1\n255\n\0\0\0", "neither PGM nor PNG"),
        (b"P5", "the width is not a number"),
        (b"", "neither PGM nor PNG"),
    ] {
        let error = read(picture).unwrap_err();
        is_clear(what, &error);
        assert!(error.to_string().contains(what), "{what}: {error}");
    }
    let giant = std::fs::read(sample("hostile/pgm-giant.pgm")).unwrap();
    let error = read(&giant).unwrap_err();
    assert!(error.to_string().contains("2000000000"), "{error}");
}

/// Returns a PNG picture of one row.
fn png(colour: png::ColorType, width: u32, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, 1);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn ros_picture_may_be_png() {
    let folder = tempfile::tempdir().unwrap();
    let grey = png(png::ColorType::Grayscale, 3, &[0, 205, 254]);
    assert_eq!(row(&read_with(folder.path(), SETTINGS, &grey).unwrap()), "#?.");
    // The average of the channels counts.
    let colour = png(png::ColorType::Rgb, 2, &[0, 0, 90, 255, 255, 250]);
    assert_eq!(row(&read_with(folder.path(), SETTINGS, &colour).unwrap()), "#.");
    // In the mode trinary the transparency is averaged in, so 205 becomes 217.5.
    let alpha = png(png::ColorType::Rgba, 2, &[205, 205, 205, 255, 254, 254, 254, 0]);
    let loaded = read_with(folder.path(), SETTINGS, &alpha).unwrap();
    assert_eq!(row(&loaded), ".?");
    assert!(loaded.notes.iter().any(|note| note.contains("fourth colour")), "{:?}", loaded.notes);
    let scale = format!("{SETTINGS}mode: scale\n");
    assert_eq!(row(&read_with(folder.path(), &scale, &alpha).unwrap()), ".?");
}

#[test]
fn ros_picture_alone_asks_for_its_settings() {
    for name in ["ros/room.pgm", "ros/room-ascii.pgm"] {
        let error = read_sample(name).unwrap_err();
        assert!(error.expected.starts_with("the .yaml"), "{error}");
    }
    let error = read_sample("hostile/pgm-giant.pgm").unwrap_err();
    is_clear("pgm-giant", &error);
}

#[test]
fn ros_image_path_outside_the_folder_is_refused() {
    let error = read_sample("hostile/ros-path-climbs.yaml").unwrap_err();
    is_clear("ros-path-climbs", &error);
    assert!(error.found.contains("climbs") && !error.to_string().contains("root"), "{error}");
}

fn save(written: &Written, path: &Path) {
    for (name, bytes) in &written.beside {
        std::fs::write(path.parent().unwrap().join(name), bytes).unwrap();
    }
    std::fs::write(path, &written.bytes).unwrap();
}

#[test]
fn scenes_survive_ros_except_for_named_losses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.yaml");
    let options = Options::default().at(&path);
    for (name, scene) in scenes(200) {
        let written = format("ros").write(&scene, &options).unwrap();
        save(&written, &path);
        let read = read_file(&path, &Options::default()).unwrap_or_else(|error| panic!("{name}: {error}")).scene;
        assert_eq!(unknown_cells(&read), unknown_cells(&scene), "{name}");
        let mut other = 0;
        for at in scene.size().cells() {
            let walks = matches!(scene.tiles[at].info().walk, Walk::Yes | Walk::Opens | Walk::NotThief);
            let unknown = scene.known.as_ref().is_some_and(|known| !known[at]);
            let expected = if unknown || walks { Tile::Floor } else { Tile::Wall };
            assert_eq!(read.tiles[at], expected, "{name}: {at}");
            other += usize::from(expected != scene.tiles[at]);
        }
        let lost: usize = written.lost.iter().filter_map(|lost| lost.split_once(" × ")?.0.parse::<usize>().ok()).sum();
        assert_eq!(lost, other, "{name}: {:?}", written.lost);
        let says = |what: &str| written.lost.iter().any(|lost| lost.contains(what));
        assert_eq!(says("actor"), !scene.actors.is_empty(), "{name}");
        assert_eq!(says("weights"), scene.weights.is_some(), "{name}");
        assert_eq!(says("title"), !scene.title.is_empty(), "{name}");
        if written.lost.is_empty() {
            assert_eq!(read, scene, "{name}");
        }
        assert_eq!(format("ros").write(&scene, &options).unwrap(), written, "{name}");
    }
}

#[test]
fn files_are_written_as_map_saver_writes_them() {
    let mut scene = Scene::from_rows(&["#.G", "+X#"]).unwrap();
    scene.known = Some(gridscope_trace::grid::Grid::new(scene.size(), true));
    scene.known.as_mut().unwrap()[Cell::new(1, 0)] = false;
    scene.actors.push(Actor::new(ActorKind::Lamp, (0, 0).into()));
    let mut options = Options::default().at(Path::new("maps/my map: #1.yaml"));
    options.write.resolution = 0.5;
    let written = format("ros").write(&scene, &options).unwrap();
    assert_eq!(
        String::from_utf8(written.bytes).unwrap(),
        "image: \"my map: #1.pgm\"\nmode: trinary\nresolution: 0.5\norigin: [0.0, 0.0, 0.0]\nnegate: 0\n\
         occupied_thresh: 0.65\nfree_thresh: 0.196\n# start (guard): x 1.250, y 0.750; cell (2,0)\n\
         # goal (goal): x 0.750, y 0.250; cell (1,1)\n"
    );
    let [(name, picture)] = &written.beside[..] else { panic!("one file beside") };
    assert_eq!(
        (name.as_str(), &picture[..]),
        ("my map: #1.pgm", &b"P5\n# Written by gridscope.\n3 2\n255\n\x00\xcd\xfe\xfe\xfe\x00"[..])
    );
    options.write.resolution = 0.0;
    assert!(format("ros").write(&scene, &options).is_err());
}

#[test]
fn damaged_maps_are_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.yaml");
    let picture = b"P5\n# a\n3 2\n255\n\x00\xcd\xfe\xfe\xfe\x00".to_vec();
    std::fs::write(folder.path().join("a.pgm"), &picture).unwrap();
    let options = Options { from: Some("ros"), ..Options::default() }.at(&path);
    survives_damage("a.yaml", SETTINGS.as_bytes(), &options);
    let text = b"P2\n3 2\n255\n0 205 254\n254 254 0\n".to_vec();
    let grey = png(png::ColorType::Grayscale, 3, &[0, 205, 254]);
    std::fs::write(&path, SETTINGS).unwrap();
    let mut dice = Rng::new(7);
    for whole in [picture, text, grey] {
        for number in 0..700_usize {
            let mut damaged = whole.clone();
            if number < whole.len() {
                damaged.truncate(number);
            } else {
                let at = dice.below(whole.len() as u64) as usize;
                damaged[at] =
                    if dice.below(2) == 0 { dice.below(256) as u8 } else { b"0129 #\n"[dice.below(7) as usize] };
            }
            std::fs::write(folder.path().join("a.pgm"), &damaged).unwrap();
            if let Err(error) = read_file(&path, &Options::default()) {
                is_clear(&format!("{number}"), &error);
            }
        }
    }
}

#[test]
fn other_files_are_not_maps_of_ros() {
    for text in ["image: a.pgm\n", "#image: a\n#resolution: 1\n", "{\"image:\": 1, \"resolution:\": 2}", "####\n#..#\n"]
    {
        assert!(!format("ros").recognises(text.as_bytes()), "{text}");
    }
    let yaml = std::fs::read(sample("posthoc/search.trace.yaml")).unwrap();
    assert!(!format("ros").recognises(&yaml));
}
