//! Object layers of collisions: their areas are walls, and a note counts everything else.

use super::{actors, answered, layer, read, tmx};
use crate::support::rows;
use gridscope_trace::ActorKind;

/// Returns a map of floor with an object layer of collisions, for cells of this width and height.
fn map(orientation: &str, side: usize, (width, height): (u32, u32), objects: &str) -> String {
    let cells = vec!["1"; side * side].join(",");
    format!(
        "<map orientation=\"{orientation}\" width=\"{side}\" height=\"{side}\" tilewidth=\"{width}\" tileheight=\"{height}\">\
         <tileset firstgid=\"1\" name=\"t\"><tile id=\"0\" type=\"floor\"/></tileset>\
         <layer name=\"ground\"><data encoding=\"csv\">{cells}</data></layer>\
         <objectgroup name=\"Collisions\">{objects}</objectgroup></map>"
    )
}

#[test]
fn shapes_of_isometric_maps_are_in_heights_of_a_cell() {
    let box_of_a_cell = "<object x=\"64\" y=\"32\" width=\"32\" height=\"32\"/>";
    let loaded = read(&map("isometric", 4, (64, 32), box_of_a_cell)).expect("a map");
    assert_eq!(rows(&loaded.scene), ["....", "..#.", "....", "...."]);
    let loaded = read(&map("orthogonal", 4, (64, 32), box_of_a_cell)).expect("a map");
    assert_eq!(rows(&loaded.scene), ["....", ".#..", "....", "...."], "only half of the cell, up to its middle");
}

#[test]
fn rectangle_turned_by_90_degrees_is_a_column() {
    let column = [".....", "..#..", "..#..", "..#..", "....."];
    let row = "<object x=\"96\" y=\"32\" width=\"96\" height=\"32\" rotation=\"90\"/>";
    let loaded = read(&map("orthogonal", 5, (32, 32), row)).expect("a map");
    assert_eq!(rows(&loaded.scene), column);
    assert!(loaded.notes.iter().all(|note| !note.contains("rotated")), "{:?}", loaded.notes);
    let cells = vec!["1"; 25].join(",");
    let json = format!(
        r#"{{"width": 5, "height": 5, "tilewidth": 32, "tileheight": 32,
        "tilesets": [{{"firstgid": 1, "name": "t", "tiles": [{{"id": 0, "type": "floor"}}]}}],
        "layers": [{{"type": "tilelayer", "name": "ground", "width": 5, "height": 5, "data": [{cells}]}},
        {{"type": "objectgroup", "name": "Collisions",
        "objects": [{{"x": 64, "y": 128, "width": 96, "height": 32, "rotation": -90}}]}}]}}"#
    );
    assert_eq!(rows(&read(&json).expect("a map").scene), column);
}

/// Turns the corners of a convex outline on screen, and returns the rows of a map whose cells have their middle inside.
/// `position` and `corners` are in the units of objects, and `to_screen` takes those to the screen.
fn expected_rows(
    side: usize,
    (position, corners): ((f64, f64), &[(f64, f64)]),
    (width, height): (f64, f64),
    to_screen: impl Fn(f64, f64) -> (f64, f64),
) -> Vec<String> {
    let anchor = to_screen(position.0, position.1);
    let turn = 56.78_f64.to_radians();
    let turned = |&(x, y): &(f64, f64)| {
        let corner = to_screen(position.0 + x, position.1 + y);
        let (x, y) = (corner.0 - anchor.0, corner.1 - anchor.1);
        (anchor.0 + x * turn.cos() - y * turn.sin(), anchor.1 + x * turn.sin() + y * turn.cos())
    };
    let corners: Vec<_> = corners.iter().map(turned).collect();
    let glyph = |column: usize, row: usize| {
        let (x, y) = to_screen((column as f64 + 0.5) * width, (row as f64 + 0.5) * height);
        // The corners go round clockwise, so the inside is on the right of each edge.
        let inside = corners.iter().zip(corners.iter().cycle().skip(1));
        let inside = inside.map(|(a, b)| (b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0));
        if inside.fold(f64::INFINITY, f64::min) > 0.0 { '#' } else { '.' }
    };
    (0..side).map(|row| (0..side).map(|column| glyph(column, row)).collect()).collect()
}

#[test]
fn shapes_turn_around_their_position_on_screen() {
    let triangle = [(8.0, -20.0), (90.0, 10.0), (-10.0, 70.0)];
    let rectangle = [(0.0, 0.0), (70.0, 0.0), (70.0, 40.0), (0.0, 40.0)];
    let objects = |shape: &str| format!("<object x=\"83\" y=\"71\" rotation=\"56.78\" {shape}");
    for (shape, corners) in [
        ("><polygon points=\"8,-20 90,10 -10,70\"/></object>", &triangle[..]),
        ("width=\"70\" height=\"40\"/>", &rectangle[..]),
    ] {
        let outline = ((83.0, 71.0), corners);
        let loaded = read(&map("orthogonal", 12, (20, 16), &objects(shape))).expect("a map");
        let expected = expected_rows(12, outline, (20.0, 16.0), |x, y| (x, y));
        assert!(expected.concat().matches('#').count() > 5, "{expected:?}");
        assert_eq!(rows(&loaded.scene), expected, "{shape}");
        let loaded = read(&map("isometric", 12, (32, 16), &objects(shape))).expect("a map");
        let expected = expected_rows(12, outline, (16.0, 16.0), |x, y| (x - y, f64::midpoint(x, y)));
        assert!(expected.concat().matches('#').count() > 5, "{expected:?}");
        assert_eq!(rows(&loaded.scene), expected, "{shape}, isometric");
    }
}

#[test]
fn turned_shape_of_a_tile_covers_what_it_shows() {
    let tile = |shape: &str| {
        tmx(&layer("a", "1,5,1,1,1,1")).replace("<object x=\"0\" y=\"0\" width=\"16\" height=\"8\"/>", shape)
    };
    let turned = tile("<object x=\"16\" y=\"0\" width=\"16\" height=\"8\" rotation=\"90\"/>");
    assert_eq!(rows(&read(&turned).expect("a map").scene)[0], ".#.");
    let away = tile("<object x=\"0\" y=\"0\" width=\"16\" height=\"16\" rotation=\"90\"/>");
    assert!(read(&away).is_err(), "the shape is left of the tile, which has no meaning then");
}

#[test]
fn everything_else_in_a_collision_layer_is_counted_or_an_actor() {
    let line = "<object x=\"0\" y=\"9\"><polyline points=\"0,0 40,0\"/></object>";
    let tile = "<object gid=\"1\" x=\"0\" y=\"16\" width=\"16\" height=\"16\" rotation=\"9\"/>";
    let objects = format!(
        "{}{tile}{tile}<object x=\"3\" y=\"3\"><point/></object><object x=\"16\" y=\"0\" width=\"48\" height=\"4\"/>\
         <object type=\"player\" x=\"20\" y=\"20\"><point/></object><object x=\"32\" y=\"0\" width=\"16\" height=\"16\"/>",
        line.repeat(5)
    );
    let loaded = read(&map("orthogonal", 3, (16, 16), &objects)).expect("a map");
    assert_eq!(rows(&loaded.scene), ["..#", "...", "..."]);
    assert_eq!(actors(&loaded), [(ActorKind::Guard, 1, 1)]);
    let parts = "These parts of the map were not read: 5 lines in collision layers, 1 point in collision layers, \
                 1 shape in collision layers over no middle of a cell, 2 tile objects in collision layers.";
    assert!(loaded.notes.iter().any(|note| note == parts), "{:?}", loaded.notes);
}

#[test]
fn sentence_of_a_collision_layer_counts_void_and_other_blocked_cells() {
    let walls = |cells: &str| layer("Collision", cells);
    let decided = |text: &str, answers: &str| answered(text, answers).expect("a map").decided.expect("a sentence");
    let full = format!("{}{}", layer("ground", "1,3,1,1,1,1"), walls("2,0,0,0,0,0"));
    assert_eq!(
        decided(&tmx(&full), "t:2=rubble"),
        "The layer Collision decides: 1 of 6 cells are wall, the rest is floor."
    );
    let part = format!("{}{}", layer("ground", "0,1,3,0,0,0"), walls("2,0,0,0,0,0"));
    assert_eq!(
        decided(&tmx(&part), "t:2=window"),
        "The layer Collision decides: 1 of 6 cells are wall, 3 are void, 1 is blocked in another way, the rest is floor."
    );
}
