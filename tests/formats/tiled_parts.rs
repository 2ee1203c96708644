//! Maps of Tiled: notes about traits that a scene lacks, capsules, and numbers that are texts.

use gridscope::formats::{FormatError, Loaded, Options, read_bytes};
use gridscope::trace::{Cell, Scene};
use serde_json::{Value, json};

fn rows(scene: &Scene) -> Vec<String> {
    scene.tiles.rows().map(|row| row.iter().map(|tile| tile.info().glyph).collect()).collect()
}

fn has(loaded: &Loaded, note: &str) -> bool {
    loaded.notes.iter().any(|own| own == note)
}

/// Returns a map of Tiled in JSON, 3 × 2 cells of 16 pixels, with these layers.
fn tiled(layers: &Value) -> Result<Loaded, FormatError> {
    let map = json!({
        "type": "map", "orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 16,
        "tilesets": [{ "firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16, "tilecount": 2,
            "tiles": [{ "id": 0, "type": "floor" }, { "id": 1, "type": "wall" }] }],
        "layers": layers,
    });
    read_bytes("a.tmj", map.to_string().as_bytes(), &Options::default())
}

fn ground(more: &Value) -> Value {
    let mut layer =
        json!({ "type": "tilelayer", "name": "ground", "width": 3, "height": 2, "data": [1, 1, 1, 1, 1, 1] });
    layer.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    layer
}

#[test]
fn only_the_traits_of_what_is_read_are_said_to_be_unread() {
    let turned = json!({ "opacity": 0.5, "tintcolor": "#ff0000", "parallaxx": 0.5, "data": [0x8000_0001_u32, 0x4000_0002, 2, 1, 1, 1] });
    let loaded = tiled(&json!([ground(&turned)])).expect("a map");
    assert_eq!(rows(&loaded.scene), [".##", "..."]);
    let note = "These parts of the map were not read: the opacity of 1 layer, the parallax of 1 layer, \
                the tint of 1 layer, the turn of 2 tiles.";
    assert!(has(&loaded, note), "{:?}", loaded.notes);
}

#[test]
fn capsules_are_walls_without_the_corners_of_their_rectangles() {
    let capsule = json!([{ "x": 7, "y": 7, "width": 34, "height": 18, "capsule": true }]);
    let walls = json!({ "type": "objectgroup", "name": "collisions", "objects": capsule });
    let loaded = tiled(&json!([ground(&json!({})), walls])).expect("a map");
    assert_eq!(rows(&loaded.scene), [".#.", ".#."]);
    let xml = r#"<map orientation="orthogonal" width="5" height="4" tilewidth="16" tileheight="16">
        <tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="0" type="floor"/></tileset>
        <layer name="ground" width="5" height="4"><data encoding="csv">1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1</data></layer>
        <objectgroup name="collisions"><object x="0" y="0" width="80" height="64"><capsule/></object></objectgroup></map>"#;
    let loaded = read_bytes("a.tmx", xml.as_bytes(), &Options::default()).expect("a map");
    assert_eq!(rows(&loaded.scene), [".###.", "#####", "#####", ".###."]);
}

#[test]
fn capsule_of_a_tile_blocks_it_if_it_covers_half_of_it() {
    let map = |width: u8| {
        json!({
            "type": "map", "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 16, "tileheight": 16,
            "tilesets": [{ "firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16, "tiles": [{ "id": 0,
                "objectgroup": { "objects": [{ "x": 0, "y": 0, "width": width, "height": 16, "capsule": true }] } },
                { "id": 1, "type": "floor" }] }],
            "layers": [{ "type": "tilelayer", "width": 1, "height": 1, "data": [1] }],
        })
    };
    // A rectangle of 9 × 16 pixels covers more than half, a capsule of that size less.
    let read = |width| read_bytes("a.tmj", map(width).to_string().as_bytes(), &Options::default());
    assert_eq!(rows(&read(10).expect("a shape decides").scene), ["#"]);
    assert!(read(9).is_err(), "nothing says what the tile is");
}

#[test]
fn numbers_of_tiled_may_be_texts() {
    let player = json!([{ "type": "player", "x": "17", "y": "1.5", "width": "8", "height": 8, "gid": "1" }]);
    let actors = json!({ "type": "objectgroup", "name": "actors", "objects": player });
    let loaded = tiled(&json!([ground(&json!({ "width": "3" })), actors])).expect("a map");
    assert_eq!(loaded.scene.actors[0].at, Cell::new(1, 0));
    let player = json!([{ "type": "player", "x": "far", "y": 1 }]);
    let error =
        tiled(&json!([ground(&json!({})), { "type": "objectgroup", "objects": player }])).expect_err("no number");
    assert!(error.to_string().contains("objects[0].x: it is \"far\"; expected a number"), "{error}");
}
