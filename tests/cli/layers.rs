//! Layers of a run: printed as grids, and written as numbers.

use crate::program::{ok, ok_json, scene_file};

#[test]
fn layers_and_pictures_are_printed_as_grids() {
    let (_folder, scene) = scene_file();
    for layer in ["status", "f", "g", "h", "order", "n", "paths"] {
        let grid = ok(&["run", "astar", &scene, "--layer", layer]);
        let rows: Vec<Vec<_>> = grid.lines().map(|l| l.split(' ').collect()).collect();
        assert_eq!(rows.len(), 5, "{layer}");
        assert!(rows.iter().all(|r| r.len() == 10), "{grid}");
        assert_eq!(rows[0][0], ".", "{layer}");
    }
    let g = ok(&["run", "astar", &scene, "--layer", "g"]);
    assert_eq!(g.lines().nth(1).unwrap(), ". 0 2 4 6 8 10 12 14 .");
    let all = ok(&["run", "astar", &scene, "--layer", "g", "--picture", "--json"]);
    let lines: Vec<_> = all.lines().collect();
    assert!(lines[0].starts_with("{\"algorithm\""), "{all}");
    assert_eq!(lines[2], "#G****xxx#", "{all}");
    assert_eq!((lines[6], lines.len()), ("", 8 + 5), "{all}");
    assert!(all.ends_with(&g), "{all}");
}

/// The -1 of a wall in a distance map is a word in the window, and a number in a file.
#[test]
fn distance_layer_is_written_as_numbers() {
    for (lesson, layer) in [("rings-on-water", "distance"), ("hello", "g"), ("a-door-for-everybody", "global")] {
        let run = ["run", lesson, "--layer", layer];
        let grid = ok(&run);
        let json = ok_json(&[&run[..], &["--to", "json"]].concat());
        let rows = json["layers"][0]["rows"].as_array().expect("rows");
        assert_eq!(grid.lines().count(), rows.len(), "{lesson}");
        for (line, row) in grid.lines().zip(rows) {
            let row: Vec<String> = row
                .as_array()
                .expect("a row")
                .iter()
                .map(|value| match value {
                    serde_json::Value::Null => ".".to_owned(),
                    serde_json::Value::Number(number) => number.to_string(),
                    other => panic!("{lesson}, {layer}: {other}"),
                })
                .collect();
            assert_eq!(line.split(' ').collect::<Vec<_>>(), row, "{lesson}, {layer}");
        }
    }
}
