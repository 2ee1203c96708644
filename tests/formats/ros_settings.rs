//! Maps of ROS: modes in any case, the mode raw, and pictures that the settings name by another folder.

use gridscope::formats::{FormatError, Loaded, Options, read_file};
use gridscope::trace::Scene;

/// Reads settings of ROS with one row of pixels in `a.pgm` beside them.
fn ros(settings: &str, pixels: &[u8]) -> Result<Loaded, FormatError> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut picture = format!("P5\n{} 1\n255\n", pixels.len()).into_bytes();
    picture.extend_from_slice(pixels);
    std::fs::write(folder.path().join("a.pgm"), picture).expect("a file");
    std::fs::write(folder.path().join("a.yaml"), format!("{settings}\nresolution: 0.5\norigin: [0, 0, 0]\n"))
        .expect("a file");
    read_file(&folder.path().join("a.yaml"), &Options::default())
}

fn rows(scene: &Scene) -> Vec<String> {
    scene.tiles.rows().map(|row| row.iter().map(|tile| tile.info().glyph).collect()).collect()
}

fn has(loaded: &Loaded, note: &str) -> bool {
    loaded.notes.iter().any(|own| own == note)
}

#[test]
fn raw_occupancy_between_the_thresholds_is_floor_and_only_above_100_unknown() {
    let loaded = ros("image: a.pgm\nmode: Raw", &[0, 20, 65, 66, 100, 101, 255]).expect("a map");
    let known: Vec<bool> = loaded.scene.known.as_ref().expect("unknown cells").as_slice().to_vec();
    assert_eq!(rows(&loaded.scene), ["...##.."]);
    assert_eq!(known, [true, true, true, true, true, false, false]);
    assert!(has(&loaded, "2 cells between free and occupied are floor."), "{:?}", loaded.notes);
}

#[test]
fn modes_of_ros_are_read_in_any_case() {
    for mode in ["Trinary", "SCALE", "Raw"] {
        ros(&format!("image: a.pgm\nmode: {mode}"), &[0, 254]).unwrap_or_else(|error| panic!("{error}"));
    }
    let error = ros("image: a.pgm\nmode: Half", &[0]).expect_err("no such mode").to_string();
    assert!(error.contains("`mode` is \"Half\"; expected trinary, scale or raw"), "{error}");
}

#[test]
fn absolute_path_of_a_ros_picture_asks_for_the_plain_name_that_is_there() {
    for image in ["/home/robot/maps/a.pgm", "C:/maps/a.pgm", "'C:\\maps\\a.pgm'", "../../../a.pgm"] {
        let error = ros(&format!("image: {image}"), &[0]).expect_err("another folder").to_string();
        assert!(error.ends_with("expected `image: a.pgm`, the picture beside the map"), "{image}: {error}");
    }
    let error = ros("image: /home/robot/maps/b.pgm", &[0]).expect_err("another folder").to_string();
    assert!(error.contains("not relative; expected the plain name of a picture"), "{error}");
}
