//! Weights in files: scenes, text maps, links and traces keep them, and other formats report the loss. An invalid
//! weight is refused with its place.

use gridscope::formats::{Options, format_for, read_bytes};
use gridscope::trace::Weight;
use gridscope::trace::geometry::Cell;
use support::files::{read, write};

const MAP: &str = "G..\n.#.\n..X\n\nweights:\n.12\n3.4\n9..\n";

/// Reads a table of costs.
fn costs(text: &str) -> gridscope::formats::Loaded {
    let array = Some(gridscope::formats::ArrayMeaning::Cost);
    let options = Options { from: Some("csv"), array, ..Options::default() };
    read_bytes("c.csv", text.as_bytes(), &options).expect("costs")
}

#[test]
fn costs_beyond_the_range_of_weights_are_said_to_be_equal() {
    let rounded = |text: &str| costs(text).notes;
    assert_eq!(
        rounded("1,2000000,1\n1,9000000,1\n"),
        [
            "The costs of 2 cells are rounded, by at most 8.0e6.",
            "The costs of 2 cells above 1,000,000 are 1,000,000 now, so another path may be the cheapest.",
        ]
    );
    assert_eq!(
        rounded("1e-9,2e-9,3e-9\n")[1..],
        ["The costs of 3 cells below 0.0001 are 0.0001 now, so another path may be the cheapest."]
    );
    assert_eq!(rounded("7.12344,2\n").len(), 1);
    // Beside a large cost, small ones have no unit.
    assert_eq!(
        rounded("1000000,0.25\n"),
        [
            "The cost of 1 cell is rounded, by at most 7.5e-1.",
            "The cost of 1 cell below 1 is 1 now, so another path may be the cheapest."
        ]
    );
}

#[test]
fn text_map_keeps_weights() {
    let loaded = read(MAP).expect("a map");
    let at = |x, y| loaded.scene.weight(Cell::new(x, y));
    assert_eq!(
        [at(0, 0), at(1, 0), at(2, 0), at(0, 1), at(0, 2)],
        [None, Some(Weight::from(1)), Some(Weight::from(2)), Some(Weight::from(3)), Some(Weight::from(9))]
    );
    let (text, lost) = write(&loaded.scene, "txt");
    assert_eq!((text.as_str(), lost.len()), (MAP, 0));
    // After a title and before a legend. Short rows and blank lines have no weights.
    let text = "title: T\n\nG..\nX!.\n\nweights:\n\n.7\n\nlegend:\n! = swamp\n";
    let scene = read(text).expect("a map").scene;
    assert_eq!((scene.weight(Cell::new(1, 0)), scene.weight(Cell::new(2, 0))), (Some(Weight::from(7)), None));
    assert_eq!(scene.title, "T");
}

#[test]
fn scene_file_keeps_weights() {
    let scene = read(MAP).expect("a map").scene;
    let (json, lost) = write(&scene, "scene.json");
    assert!(lost.is_empty() && json.contains("\"weights\": [\n    \".12\",\n    \"3.4\",\n    \"9..\"\n  ]"), "{json}");
    assert_eq!(read(&json).expect("a scene").scene, scene);
    // Rows of dots alone have no effect, and are not written back.
    let plain = json.replace(".12", "...").replace("3.4", "...").replace("9..", "...");
    let scene = read(&plain).expect("a scene").scene;
    assert_eq!(scene.weights, None);
    assert!(!write(&scene, "scene.json").0.contains("weights"));
    // A short row is reported.
    let short = json.replace("\"3.4\"", "\"3\"");
    let notes = read(&short).expect("a scene").notes;
    assert!(notes.iter().any(|n| n.contains("Of weights, row 2 was shorter")), "{notes:?}");
}

#[test]
fn link_keeps_weights_and_movingai_reports_their_loss() {
    let scene = read(MAP).expect("a map").scene;
    let format = format_for("link").or_else(|| format_for("url"));
    if let Some(format) = format {
        let written = format.write(&scene, &Options::default()).expect("a link");
        let back = read_bytes("the link", &written.bytes, &Options::default()).expect("a scene").scene;
        assert_eq!(back.weights, scene.weights);
    }
    let (_, lost) = write(&scene, "map");
    assert!(lost.contains(&"the weights".to_owned()), "{lost:?}");
}

#[test]
fn invalid_weight_is_refused_with_its_place() {
    for (text, parts) in [
        (MAP.replace("3.4", "3a4"), ["line 7, column 2", "'a'"]),
        (MAP.replace("3.4", "304"), ["line 7, column 2", "'0'"]),
        (MAP.replace("3.4", "3.4."), ["line 7", "3 × 3"]),
        (MAP.replace("9..", "9..\n1"), ["line 9", "3 × 3"]),
    ] {
        let error = read(&text).expect_err("no weights");
        assert!(parts.iter().all(|part| error.contains(part)), "{error}\n{text}");
    }
    let json = write(&read(MAP).expect("a map").scene, "json").0;
    for (old, new, part) in
        [("\"3.4\"", "\"3x4\"", "weights, row 2, column 2"), ("\"9..\"", "\"9...\"", "weights is 4 × 3")]
    {
        let error = read(&json.replacen(old, new, 1)).expect_err("no weights");
        assert!(error.contains(part), "{error}");
    }
}
