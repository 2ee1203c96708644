//! Data tables of Unreal: names of rows first, then the fields of a structure.

use crate::support::{format, scenes};
use gridscope_formats::{Format, Options, format_for};
use gridscope_trace::{Cell, Grid, Scene, Size, Tile, Weight};
use std::collections::BTreeSet;

fn rows(scene: &Scene) -> Vec<Vec<String>> {
    let written = format("unreal").write(scene, &Options::default()).expect("a table");
    // No name has a comma or a quotation mark.
    let text = String::from_utf8(written.bytes).expect("text");
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn data_table_has_a_row_for_each_cell_and_actor() {
    for (name, scene) in scenes(40) {
        let rows = rows(&scene);
        assert_eq!(rows[0], ["---", "Kind", "X", "Y", "Cost", "Blocked"]);
        assert_eq!(rows.len(), 1 + scene.size().area() + scene.actors.len(), "{name}");
        let names: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(names.len(), rows.len(), "{name}: names of rows differ");
    }
}

#[test]
fn data_table_states_costs_and_blocked_cells() {
    let mut scene = Scene::new(Grid::new(Size::new(3, 1), Tile::Swamp));
    scene.tiles.set(Cell::new(1, 0), Tile::Wall);
    scene.set_weight(Cell::new(2, 0), Weight::from(200));
    let rows = rows(&scene);
    assert_eq!(rows[1], ["C_0_0", "swamp", "0", "0", "4", "False"]);
    assert_eq!(rows[2][5], "True");
    assert_eq!(rows[3][4], "200");
    assert_eq!(format_for("level.unreal.csv").map(Format::name), Some("unreal"));
    assert_eq!(format_for("level.csv").map(Format::name), Some("csv"));
}
