//! Projects that are read.

use super::*;
use gridscope_trace::Weight;

#[test]
fn ldtk_samples_are_the_room() {
    for name in SAMPLES {
        let path = sample(&format!("ldtk/{name}.ldtk"));
        let options = answers(if name.starts_with("pivot") { ANSWERS } else { "" });
        let loaded = gridscope_formats::read_file(&path, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((loaded.format, loaded.says_run()), ("ldtk", true), "{name}");
        assert!(loaded.notes.is_empty(), "{name}: {:?}", loaded.notes);
        is_the_room(name, &loaded.scene);
    }
}

#[test]
fn ldtk_values_without_a_name_are_asked_for() {
    let error = read_sample("ldtk/pivot-bottom-values-unnamed.ldtk").expect_err("nothing names the values");
    assert_eq!(error.tiles().len(), 8);
    assert_eq!((error.tiles()[0].key.as_str(), error.tiles()[0].count), ("Terrain:1", 27));
    assert_eq!(error.tiles()[0].colour, Some([0x3c, 0x3c, 0x46]), "the window shows the colour of the value");
    // A name that is no tile is a part of the key. The number is understood too.
    let mut project = room();
    project["defs"]["layers"][1]["intGridValues"][7]["identifier"] = json!("spikes");
    let error = read(&project, &Options::default()).expect_err("spikes are no tile");
    assert!(error.to_string().contains("Terrain:spikes (once)"), "{error}");
    for answer in ["Terrain:spikes=trap", "Terrain:8=trap", "rest=trap"] {
        let loaded = read(&project, &answers(answer)).expect("an answer");
        assert_eq!(loaded.scene.tiles[Cell::new(6, 4)], Tile::Trap, "{answer}");
    }
    // A group is a name for all of its values.
    project["defs"]["layers"][1]["intGridValues"][7]["groupUid"] = json!(4);
    project["defs"]["layers"][1]["intGridValuesGroups"] = json!([{ "uid": 4, "identifier": "Solid", "color": null }]);
    assert_eq!(read(&project, &Options::default()).expect("a group").scene.tiles[Cell::new(6, 4)], Tile::Wall);
    // So is a layer for walls.
    let mut project = room();
    project["defs"]["layers"][1]["intGridValues"] = json!([]);
    layer(&mut project, 1)["__identifier"] = json!("Collisions");
    let loaded = read(&project, &Options::default()).expect("all are walls");
    assert!(loaded.scene.tiles.as_slice().iter().all(|&tile| tile == Tile::Wall));
    // The values still have names. A wall with the name of another tile is listed.
    let mut project = room();
    layer(&mut project, 1)["__identifier"] = json!("Collisions");
    let decided = read(&project, &Options::default()).expect("all are walls").decided.expect("a sentence");
    assert!(decided.contains("Walls there have other names: ") && decided.contains("water (1)"), "{decided}");
    // An answer can have a weight. An empty cell is floor, because the level has solid values, unless it is answered.
    let mut project = room();
    layer(&mut project, 1)["intGridCsv"][0] = json!(0);
    let loaded = read(&project, &answers("Terrain:bush=floor 4")).expect("a weight");
    assert_eq!(loaded.scene.weight(Cell::new(5, 2)), Some(Weight::from(4)));
    assert_eq!(loaded.scene.tiles[Cell::new(0, 0)], Tile::Floor);
    assert!(loaded.notes.iter().any(|note| note.contains("--map-tiles='empty=void'")), "{:?}", loaded.notes);
    let loaded = read(&project, &answers("empty=void")).expect("an answer");
    assert_eq!(loaded.scene.tiles[Cell::new(0, 0)], Tile::Void);
}

/// Returns the levels that the window offers.
fn names_of_levels(project: &Value) -> Vec<String> {
    let mut options = Options::default();
    options.tiles.ask = Ask::IfInDoubt;
    let asks = read(project, &options).expect_err("which one?").asks.expect("a question");
    assert_eq!((asks.level, asks.tiles.iter().all(|tile| tile.meaning.is_some())), (0, true));
    asks.levels.to_vec()
}

#[test]
fn first_level_with_cells_is_read() {
    let mut project = room();
    let second = project["levels"][0].clone();
    for layer in project["levels"][0]["layerInstances"].as_array_mut().expect("layers") {
        layer["intGridCsv"] = json!([]);
    }
    project["levels"][0]["identifier"] = json!("Menu");
    project["levels"].as_array_mut().expect("a list").push(second);
    let loaded = read(&project, &Options::default()).expect("a level");
    assert!(
        loaded.notes.iter().any(|note| note.starts_with("This is the level Level_0, one of 2.")),
        "{:?}",
        loaded.notes
    );
}

#[test]
fn ldtk_level_is_chosen_by_name_or_number() {
    let mut project = room();
    let mut second = project["levels"][0].clone();
    second["identifier"] = json!("Cave");
    second["layerInstances"][1]["intGridCsv"][0] = json!(8);
    project["levels"].as_array_mut().expect("a list").push(second.clone());
    let first = read(&project, &Options::default()).expect("the first level");
    assert_eq!(first.scene.tiles[Cell::new(0, 0)], Tile::Wall);
    let note = "This is the level Level_0, one of 2. --level opens another one: Level_0, Cave.";
    assert!(first.notes.iter().any(|own| own == note), "{:?}", first.notes);
    assert_eq!(names_of_levels(&project), ["Level_0", "Cave"]);
    let at = |level: &str| {
        let options = Options { level: Some(level.into()), ..Options::default() };
        read(&project, &options).map(|loaded| loaded.scene.tiles[Cell::new(0, 0)])
    };
    for (level, tile) in
        [("Level_0", Tile::Wall), ("Cave", Tile::Lava), ("cave", Tile::Lava), ("1", Tile::Wall), ("2", Tile::Lava)]
    {
        assert_eq!(at(level), Ok(tile), "{level}");
    }
    for level in ["3", "0", "-1", "Level", ""] {
        let error = at(level).expect_err(level);
        assert!(error.to_string().contains("one of Level_0, Cave, or a number from 1 to 2"), "{error}");
    }
    // Levels of different worlds can have the same name.
    let mut project = room();
    let level = project["levels"][0].clone();
    project["levels"] = json!([]);
    project["worlds"] = json!([
        { "identifier": "A", "levels": [level.clone()] }, { "identifier": "B", "levels": [level, second] },
    ]);
    assert_eq!(names_of_levels(&project), ["A/Level_0", "B/Level_0", "Cave"]);
    project["worlds"] = json!([]);
    assert!(read(&project, &Options::default()).expect_err("none").to_string().contains("no level"));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test makes the files of a level")]
fn ldtk_level_files_stay_inside_the_folder() {
    let bytes = std::fs::read(sample("ldtk/separate.ldtk")).expect("the sample");
    let error = read_bytes("a.ldtk", &bytes, &Options::default()).expect_err("there is no folder");
    assert!(error.to_string().contains("levels[0] is in the file \"separate/Level_0.ldtkl\""), "{error}");
    let level = read_sample("ldtk/separate/Level_0.ldtkl").expect_err("a level alone has no definitions");
    assert!(level.to_string().contains("one level of a project"), "{level}");
    let climbs = read_sample("hostile/ldtk-path-climbs.ldtk").expect_err("it leaves the folder");
    assert!(climbs.to_string().contains("its path climbs"), "{climbs}");
    // The contents of such a file are never quoted.
    let folder = tempfile::tempdir().expect("a folder");
    for (content, place) in
        [("[\"secret\", 3]", "line 1"), ("{\n\"layerInstances\": \"secret\"}", "line 2"), ("secret", "line 1")]
    {
        std::fs::create_dir_all(folder.path().join("separate")).expect("a folder");
        std::fs::write(folder.path().join("separate/Level_0.ldtkl"), content).expect("a file");
        let options = Options::default().at(&folder.path().join("a.ldtk"));
        let format = FORMATS.iter().find(|format| format.name() == "ldtk").expect("the format");
        let error =
            format.read("a.ldtk", &bytes, &options, &mut Beside::of(options.path.as_deref())).expect_err(content);
        let text = error.to_string();
        assert!(!text.contains("secret") && text.contains("not a level of LDtk") && text.contains(place), "{text}");
    }
}

#[test]
fn ldtk_layer_offsets_move_by_whole_cells() {
    let mut project = room();
    // The actors are one cell to the right and two below, seen from the terrain.
    layer(&mut project, 1)["__pxTotalOffsetX"] = json!(-16);
    layer(&mut project, 0)["__pxTotalOffsetY"] = json!(32);
    let loaded = read(&project, &Options::default()).expect("a map");
    assert_eq!(loaded.scene.actors[0].at, Cell::new(2, 3));
    assert_eq!(loaded.scene.actors[0].route(), [Cell::new(2, 3), Cell::new(3, 3), Cell::new(3, 4)]);
    assert_eq!(loaded.scene.actors[1].at, Cell::new(7, 5));
    assert_eq!(rows(&loaded.scene), ROOM);
    layer(&mut project, 0)["__pxTotalOffsetY"] = json!(7);
    let loaded = read(&project, &Options::default()).expect("a map");
    assert_eq!(loaded.scene.actors[0].at, Cell::new(1, 1));
    assert_eq!(loaded.notes, ["The offset of the layer Actors is not a whole number of cells and was not used."]);
    layer(&mut project, 0)["__gridSize"] = json!(0);
    let loaded = read(&project, &Options::default()).expect("a map");
    assert_eq!(loaded.notes, ["The layer Actors has cells of 0 pixels instead of 16 and was not read."]);
    assert!(loaded.scene.actors.is_empty());
    let mut project = room();
    layer(&mut project, 0)["__pxTotalOffsetX"] = json!(32);
    let loaded = read(&project, &Options::default()).expect("a map");
    assert_eq!(loaded.notes, ["1 entity is off the map and not read."], "the goal was at 6");
}

#[test]
fn ldtk_layers_are_stacked_from_the_top() {
    let mut project = room();
    let mut above = layer(&mut project, 1).clone();
    above["__identifier"] = json!("Above");
    above["intGridCsv"] = json!(vec![0; 48]);
    above["intGridCsv"][9] = json!(4);
    project["levels"][0]["layerInstances"].as_array_mut().expect("a list").insert(1, above);
    let scene = read(&project, &Options::default()).expect("a map").scene;
    assert_eq!(scene.tiles[Cell::new(1, 1)], Tile::Water, "the upper layer covers the floor");
    assert_eq!(rows(&scene)[0], ROOM[0], "where it is empty, the lower one stays");
    project["levels"][0]["layerInstances"].as_array_mut().expect("a list").swap(1, 2);
    let scene = read(&project, &Options::default()).expect("a map").scene;
    assert_eq!(scene.tiles[Cell::new(1, 1)], Tile::Floor);
}

#[test]
fn ldtk_tile_layers_count_only_without_values() {
    let tile = |x: i32, y: i32, t: i32, f: i32| json!({ "px": [x * 16, y * 16], "src": [0, 0], "f": f, "t": t, "d": [0], "a": 1 });
    let mut project = room();
    let mut tiles = layer(&mut project, 1).clone();
    tiles["__type"] = json!("Tiles");
    tiles["__identifier"] = json!("Ground");
    tiles["__tilesetDefUid"] = json!(30);
    tiles["intGridCsv"] = json!([]);
    // Two tiles in one cell: the later one is above.
    tiles["gridTiles"] =
        json!([tile(0, 0, 1, 0), tile(1, 0, 5, 3), tile(2, 0, 9, 0), tile(2, 0, 7, 0), tile(3, 0, 11, 0)]);
    project["defs"]["tilesets"] = json!([{
        "uid": 30, "identifier": "Dungeon",
        "enumTags": [{ "enumValueId": "Wall", "tileIds": [1, 2] }, { "enumValueId": "Deep_Water", "tileIds": [7] }],
        "customData": [
            { "tileId": 5, "data": "{\"cost\": 3}" }, { "tileId": 9, "data": "walkable: false\nopaque=false" },
            { "tileId": 11, "data": "Gate" },
        ],
    }]);
    project["levels"][0]["layerInstances"].as_array_mut().expect("a list").insert(1, tiles);
    let loaded = read(&project, &Options::default()).expect("a map");
    assert_eq!(rows(&loaded.scene), ROOM, "the values decide");
    assert_eq!(loaded.notes, ["1 tile layer beside the IntGrid layers did not count: Ground."]);
    layer(&mut project, 2)["intGridCsv"] = json!(vec![0; 48]);
    let loaded = read(&project, &Options::default()).expect("a map");
    assert_eq!(rows(&loaded.scene)[0], "#.~H    ");
    assert_eq!(loaded.scene.weight(Cell::new(1, 0)), Some(Weight::from(3)));
    assert!(loaded.notes.contains(&"1 tile is flipped; a flip has no meaning here.".to_owned()), "{:?}", loaded.notes);
    layer(&mut project, 1)["gridTiles"][0]["t"] = json!(77);
    let error = read(&project, &Options::default()).expect_err("nothing is known of it");
    assert_eq!(error.tiles()[0].key, "Dungeon:77");
    layer(&mut project, 1)["__type"] = json!("AutoLayer");
    let tiles = layer(&mut project, 1)["gridTiles"].take();
    layer(&mut project, 1)["gridTiles"] = json!([]);
    layer(&mut project, 1)["autoLayerTiles"] = tiles;
    assert_eq!(rows(&read(&project, &answers("Dungeon:77=tree")).expect("a map").scene)[0], "T.~H    ");
}

#[test]
fn ldtk_layers_hold_weights_and_unknown_cells() {
    let mut project = room();
    let mut weights = layer(&mut project, 1).clone();
    weights["__identifier"] = json!("Weights");
    weights["layerDefUid"] = json!(77);
    weights["intGridCsv"] = json!(
        (0..48)
            .map(|i| if i == 9 {
                5
            } else if i == 10 {
                12
            } else {
                0
            })
            .collect::<Vec<_>>()
    );
    let mut known = weights.clone();
    known["__identifier"] = json!("Known");
    known["layerDefUid"] = json!(78);
    known["intGridCsv"][10] = json!(0);
    let layers = project["levels"][0]["layerInstances"].as_array_mut().expect("a list");
    layers.extend([weights, known]);
    let unknown =
        json!({ "uid": 78, "identifier": "Known", "intGridValues": [{ "value": 5, "identifier": "unknown" }] });
    project["defs"]["layers"].as_array_mut().expect("a list").push(unknown);
    let loaded = read(&project, &Options::default()).expect("a map");
    assert_eq!(loaded.scene.weight(Cell::new(1, 1)), Some(Weight::from(5)));
    assert_eq!(loaded.scene.weight(Cell::new(2, 1)), Some(Weight::from(12)));
    assert!(loaded.notes.is_empty(), "{:?}", loaded.notes);
    let known = loaded.scene.known.expect("unknown cells");
    assert_eq!(known.as_slice().iter().filter(|known| !**known).count(), 1);
    assert!(!known[Cell::new(1, 1)]);
}

#[test]
fn fields_of_entities_become_fields_of_actors() {
    let mut project = room();
    let field = |name: &str, value: Value| json!({ "__identifier": name, "__type": "", "__value": value, "defUid": 1, "realEditorValues": [] });
    let entity = |name: &str, at: [i32; 2], fields: Vec<Value>| {
        // The pixels are those of the pivot, which is not the cell.
        json!({ "__identifier": name, "__grid": at, "__pivot": [1, 1], "px": [at[0] * 16 + 16, at[1] * 16 + 16],
            "width": 16, "height": 16, "fieldInstances": fields })
    };
    let point = |x: i32, y: i32| json!({ "cx": x, "cy": y });
    let mut sized = entity("Room", [6, 4], vec![field("Name", json!("hall"))]);
    (sized["px"], sized["width"], sized["height"]) = (json!([112, 80]), json!(96), json!(64));
    layer(&mut project, 0)["entityInstances"] = json!([
        entity(
            "Player",
            [1, 1],
            vec![
                field("RANGE", json!(7.0)),
                field("facing", json!("Up")),
                field("Patrol", json!([point(1, 1), point(2, 2)])),
                field("keys", json!(["red", "blue"])),
                field("Home", point(5, 4)),
                field("Speed", json!(2.5)),
                field("seen", Value::Null),
                field("team", json!("red")),
            ]
        ),
        entity("Torch", [2, 2], vec![field("lit", json!(false)), field("Path", json!([point(0, 0)]))]),
        entity("Exit", [6, 4], vec![field("to", point(99, 0)), field("down", json!(true))]),
        entity("Dragon", [3, 3], vec![]),
        entity("Dragon", [4, 3], vec![]),
        entity("Item", [8, 0], vec![]),
        sized,
    ]);
    project["levels"][0]["fieldInstances"] = json!([field("Music", json!("a.ogg"))]);
    let loaded = read(&project, &Options::default()).expect("a map");
    let [guard, lamp, exit] = &loaded.scene.actors[..] else { panic!("{:?}", loaded.scene.actors) };
    assert_eq!(
        (guard.kind, guard.at, guard.range(), guard.facing()),
        (ActorKind::Guard, Cell::new(1, 1), Some(7), Some(Dir::N))
    );
    assert_eq!((guard.route(), guard.goal()), (&[Cell::new(1, 1), Cell::new(2, 2)][..], Some(Cell::new(5, 4))));
    assert_eq!((guard.keys(), guard.team()), (&["red".to_owned(), "blue".to_owned()][..], None));
    assert_eq!((lamp.kind, lamp.lit(), lamp.route()), (ActorKind::Lamp, Some(false), &[][..]));
    assert_eq!((exit.kind, exit.to(), exit.down()), (ActorKind::Exit, None, Some(true)));
    let [hall] = &loaded.scene.rooms[..] else { panic!("{:?}", loaded.scene.rooms) };
    assert_eq!((hall.name.as_str(), hall.from, hall.to), ("hall", Cell::new(1, 1), Cell::new(6, 4)));
    assert!(!loaded.says_run(), "nothing names a run");
    let expected = [
        "1 entity is off the map and not read.",
        "Entities that are not actors were not read: Dragon (2).",
        "Fields of entities that were not read: Path (1), Speed (1), team (1).",
        "Points that were read as the route of a guard: Patrol (1).",
        "Points that were read as the goal of a guard: Home (1).",
        "1 cell is off the map and left out of the fields of entities.",
        "Fields of the level were not read: Music.",
    ];
    assert_eq!(loaded.notes, expected);
}

#[test]
fn ldtk_values_before_0_8_count_from_0() {
    let bytes = std::fs::read(sample("ldtk/before-0.8-intGrid.ldtk")).expect("the sample");
    let mut project: Value = serde_json::from_slice(&bytes).expect("JSON");
    for value in project["defs"]["layers"][1]["intGridValues"].as_array_mut().expect("a list") {
        value.as_object_mut().expect("an object").remove("value");
    }
    for cell in layer(&mut project, 1)["intGrid"].as_array_mut().expect("a list") {
        cell["v"] = json!(cell["v"].as_i64().expect("a number") - 1);
    }
    is_the_room("from 0", &read(&project, &Options::default()).expect("a map").scene);
    // An old file lists only cells that have a value.
    layer(&mut project, 1)["intGrid"].as_array_mut().expect("a list").remove(0);
    assert_eq!(read(&project, &answers("empty=void")).expect("a map").scene.tiles[Cell::new(0, 0)], Tile::Void);
    layer(&mut project, 1)["intGrid"][3]["coordId"] = json!(48);
    let error = read(&project, &Options::default()).expect_err("it is off the layer");
    assert!(error.to_string().contains("layerInstances[1].intGrid, entry 4: coordId is 48"), "{error}");
}
