//! Levels of LDtk: notes that name the answer, and entities of another grid than that of the map.

use gridscope::formats::tile_mapping::TileAnswers;
use gridscope::formats::{Loaded, Options, read_bytes};
use gridscope::trace::{ActorKind, Cell, Scene};
use serde_json::{Value, json};

fn rows(scene: &Scene) -> Vec<String> {
    scene.tiles.rows().map(|row| row.iter().map(|tile| tile.info().glyph).collect()).collect()
}

fn has(loaded: &Loaded, note: &str) -> bool {
    loaded.notes.iter().any(|own| own == note)
}

/// Returns a project of LDtk with one level: layers from the top, and the names of the values from 1.
fn ldtk(values: &[&str], layers: &Value) -> Vec<u8> {
    let value = |(value, name): (usize, &&str)| json!({ "value": value, "identifier": name, "color": "#000000" });
    let values: Vec<Value> = (1..).zip(values).map(value).collect();
    json!({
        "__header__": { "app": "LDtk" }, "jsonVersion": "1.5.3",
        "defs": { "layers": [{ "uid": 1, "identifier": "Map", "intGridValues": values }] },
        "levels": [{ "identifier": "Level_0", "layerInstances": layers }],
    })
    .to_string()
    .into_bytes()
}

fn int_grid(name: &str, (width, height): (usize, usize), values: &[u8]) -> Value {
    json!({ "__identifier": name, "__type": "IntGrid", "__cWid": width, "__cHei": height, "__gridSize": 16,
        "layerDefUid": 1, "intGridCsv": values })
}

fn read(bytes: &[u8], answers: &str) -> Loaded {
    let tiles = TileAnswers::from_text(answers).expect("answers");
    read_bytes("a.ldtk", bytes, &Options { tiles, ..Options::default() }).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn void_of_a_level_whose_values_are_all_floor_names_the_answer() {
    let project = ldtk(&["Ground"], &json!([int_grid("Map", (4, 3), &[1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1])]));
    let loaded = read(&project, "");
    assert_eq!(rows(&loaded.scene), ["....", ".  .", "...."]);
    let note = "2 cells are void, because no layer has anything there. --map-tiles='empty=floor' changes it.";
    assert!(has(&loaded, note), "{:?}", loaded.notes);
    let answered = read(&project, "empty=floor,Map:Ground=wall");
    assert_eq!(rows(&answered.scene), ["####", "#..#", "####"]);
    assert_eq!(answered.notes, [""; 0]);
    // If there is hardly any floor, the note about that has the answer.
    let project = ldtk(&["Ground"], &json!([int_grid("Map", (4, 3), &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])]));
    let notes = read(&project, "").notes;
    assert!(notes.len() == 1 && notes[0].starts_with("Only 1 of 12 cells"), "{notes:?}");
}

#[test]
fn floor_of_a_level_where_a_tile_layer_draws_names_the_answer() {
    let tiles = json!({ "__identifier": "Tiles", "__type": "Tiles", "__cWid": 2, "__cHei": 1, "__gridSize": 16,
        "gridTiles": [{ "px": [16, 0], "t": 1 }] });
    let loaded = read(&ldtk(&["Ground"], &json!([tiles, int_grid("Map", (2, 1), &[1, 0])])), "");
    assert_eq!(rows(&loaded.scene), [".."]);
    let note =
        "Cells without a value are floor where a tile layer draws something. --map-tiles='empty=void' changes it.";
    assert!(has(&loaded, note), "{:?}", loaded.notes);
}

#[test]
fn entities_of_a_finer_or_coarser_grid_are_read_by_their_pixels() {
    let entity = |at: [i32; 2], cell: [i32; 2], pivot: [f64; 2]| {
        json!({ "__identifier": "Player", "px": at, "__grid": cell, "__pivot": pivot, "width": 8, "height": 8,
        "fieldInstances": [{ "__identifier": "Patrol", "__value": [{ "cx": cell[0], "cy": cell[1] }, { "cx": cell[0] + 1, "cy": cell[1] }] }] })
    };
    let room = json!({ "__identifier": "Room", "px": [8, 8], "__pivot": [0, 0], "width": 24, "height": 24, "fieldInstances": [] });
    let layer = |grid: i32, offset: i32, entities: Value| {
        json!({ "__identifier": "Ents", "__type": "Entities", "__cWid": 8, "__cHei": 6,
        "__gridSize": grid, "__pxTotalOffsetX": offset, "__pxTotalOffsetY": 0, "entityInstances": entities })
    };
    let walls = int_grid("Map", (4, 3), &[1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1]);
    let read = |layer: Value| read(&ldtk(&["wall", "floor"], &json!([layer, walls])), "").scene;
    // The middle of an entity of 8 pixels; its lower edge; its corner, in a layer that is moved by half a cell.
    for (at, cell, pivot, offset) in
        [([28, 20], [3, 2], [0.5, 0.5], 0), ([28, 32], [3, 3], [0.5, 1.0], 0), ([16, 16], [2, 2], [0.0, 0.0], 8)]
    {
        let scene = read(layer(8, offset, json!([entity(at, cell, pivot), room])));
        let [guard] = &scene.actors[..] else { panic!("{:?}", scene.actors) };
        assert_eq!((guard.kind, guard.at), (ActorKind::Guard, Cell::new(1, 1)), "{at:?}");
        assert_eq!(guard.route().len(), 2, "{at:?}");
        assert_eq!(guard.route()[0], Cell::new(1, 1), "{at:?}");
    }
    let scene = read(layer(8, 0, json!([room])));
    assert_eq!((scene.rooms[0].from, scene.rooms[0].to), (Cell::new(0, 0), Cell::new(1, 1)));
    let scene = read(layer(32, 0, json!([entity([34, 18], [1, 0], [0.0, 0.0])])));
    assert_eq!(scene.actors[0].at, Cell::new(2, 1));
}

#[test]
fn named_value_that_is_a_wall_only_by_its_layer_is_listed_with_its_answer() {
    let layer = int_grid("Collisions", (5, 1), &[1, 2, 2, 0, 3]);
    let project = ldtk(&["walls", "ladder", ""], &json!([layer]));
    let loaded = read(&project, "");
    assert_eq!(rows(&loaded.scene), ["###.#"]);
    let note = "These are walls only because their layer is one for collisions: Collisions:ladder (2). \
                --map-tiles='Collisions:ladder=floor' changes it.";
    assert!(has(&loaded, note), "{:?}", loaded.notes);
    let answered = read(&project, "Collisions:ladder=floor");
    assert_eq!(rows(&answered.scene), ["#...#"]);
    assert!(
        !has(&answered, note) && answered.notes.iter().all(|note| !note.contains("ladder")),
        "{:?}",
        answered.notes
    );
}
