//! Meaning of the cells and objects of real maps: empty cells, collision layers, actors, and answers without a tile.

use crate::support::{format, rows};
use gridscope_formats::tile_mapping::{TileAnswers, TileMeaning};
use gridscope_formats::{ArrayMeaning, FormatError, Loaded, Options, read_bytes};
use gridscope_trace::scene::ActorKind;
use gridscope_trace::{Cell, Tile, Weight};

fn options(tiles: &str, actors: &str) -> Options {
    let mut answers = TileAnswers::from_text(tiles).expect("answers");
    answers.add_actors(actors).expect("answers");
    Options { tiles: answers, ..Options::default() }
}

fn read(name: &str, text: &str) -> Loaded {
    read_bytes(name, text.as_bytes(), &Options::default()).expect(name)
}

fn answered(name: &str, text: &str, tiles: &str) -> Result<Loaded, FormatError> {
    read_bytes(name, text.as_bytes(), &options(tiles, ""))
}

fn has_note(loaded: &Loaded, part: &str) -> bool {
    loaded.notes.iter().any(|note| note.contains(part))
}

/// Returns a map of Tiled, three cells wide, with a tileset `t` and this content.
fn tmx(height: u16, content: &str) -> String {
    std::format!(
        "<map width=\"3\" height=\"{height}\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"t\" \
         tilewidth=\"16\" tileheight=\"16\"><tile id=\"0\" type=\"stone_walls\"/><tile id=\"4\" type=\"old door\"/></tileset>{content}</map>"
    )
}

fn layer(name: &str, cells: &str) -> String {
    let height = cells.split(',').count() / 3;
    format!("<layer name=\"{name}\" width=\"3\" height=\"{height}\"><data encoding=\"csv\">{cells}</data></layer>")
}

#[test]
fn collision_layer_decides_and_all_other_tiles_are_floor() {
    for name in
        ["Collision", "ground_collisions", "Solid Level 2", "MainCollider", "no-go Walls", "BLOCKED", "obstacles_layer"]
    {
        let loaded = read("a.tmx", &tmx(1, &format!("{}{}", layer("Ground", "3,1,4"), layer(name, "0,0,9"))));
        assert_eq!(rows(&loaded.scene), ["..#"], "{name}: a picture of walls in another layer is floor");
        assert!(has_note(&loaded, &format!("The layer {name} decides")), "{:?}", loaded.notes);
    }
    for name in ["Walls_shadow", "Wallpaper", "Blockade"] {
        let error = answered("a.tmx", &tmx(1, &format!("{}{}", layer("Ground", "3,1,4"), layer(name, "0,0,9"))), "");
        assert!(error.expect_err(name).to_string().contains("t:2 (once)"), "{name}");
    }
}

#[test]
fn property_solid_of_a_layer_makes_it_a_collision_layer() {
    let solid = layer("Decoration", "0,9,0")
        .replace("<data", "<properties><property name=\"solid\" type=\"bool\" value=\"true\"/></properties><data");
    let loaded = read("a.tmx", &tmx(1, &format!("{}{solid}", layer("Ground", "3,3,4"))));
    assert_eq!(rows(&loaded.scene), [".#."]);
}

#[test]
fn objects_of_a_collision_layer_are_walls_where_they_cover_the_middle_of_a_cell() {
    let objects = "<objectgroup name=\"collision\"><object x=\"0\" y=\"0\" width=\"20\" height=\"10\"/>\
        <object x=\"32\" y=\"16\"><polygon points=\"0,0 16,0 16,16\"/></object>\
        <object x=\"16\" y=\"16\" width=\"16\" height=\"16\"><ellipse/></object></objectgroup>";
    let loaded = read("a.tmx", &tmx(2, &format!("{}{objects}", layer("Ground", "3,3,3,3,3,3"))));
    assert_eq!(rows(&loaded.scene), ["#..", ".##"]);
}

#[test]
fn door_and_answer_stand_above_a_collision_layer() {
    let text = tmx(1, &format!("{}{}", layer("Ground", "5,3,4"), layer("Collision", "9,9,9")));
    assert_eq!(rows(&read("a.tmx", &text).scene), ["+##"], "a door can be passed");
    assert_eq!(rows(&answered("a.tmx", &text, "t:2=water").expect("a map").scene), ["+~#"]);
}

#[test]
fn empty_cells_are_floor_beside_a_collision_layer_if_another_layer_covers_most_cells() {
    let collision = layer("Collision", "9,0,0");
    let most = tmx(1, &format!("{}{collision}", layer("Ground", "3,3,0")));
    assert_eq!(rows(&read("a.tmx", &most).scene), ["#.."]);
    let few = tmx(1, &format!("{}{collision}", layer("Ground", "3,0,0")));
    let loaded = read("a.tmx", &few);
    assert_eq!(rows(&loaded.scene), ["#  "]);
    assert!(has_note(
        &loaded,
        "Only 0 of 3 cells can be walked on. If cells without a tile are floor, say --map-tiles='empty=floor'"
    ));
    let loaded = answered("a.tmx", &few, "empty=floor 4").expect("an answer");
    assert_eq!((rows(&loaded.scene)[0].as_str(), loaded.scene.weight(Cell::new(2, 0))), ("#..", Some(Weight::from(4))));
}

#[test]
fn answer_without_a_tile_names_the_nearest_key() {
    let text = tmx(1, &layer("Ground", "1,1,5"));
    for (answer, nearest) in [("4=floor", "t:4"), ("t:0=floor,tt:4=wall", "t:4")] {
        let error = answered("a.tmx", &text, answer).expect_err("no such key").to_string();
        assert!(error.contains(&format!("(the nearest is {nearest})")), "{error}");
    }
    let error = answered("a.txt", "#.#\n#@#\n", "q=wall").expect_err("no such glyph").to_string();
    assert!(error.contains("no tile of the map has the key q"), "{error}");
    assert_eq!(rows(&answered("a.txt", "#.#\n#.#\n", "#=water").expect("a known glyph").scene), ["~.~", "~.~"]);
    // Answers beside the file may be those of another level.
    let mut remembered = TileAnswers::default();
    remembered.set("q", TileMeaning::plain(Tile::Wall));
    let options = Options { tiles: remembered, ..Options::default() };
    assert!(read_bytes("a.txt", b"#.#\n#.#\n", &options).is_ok());
}

#[test]
fn advice_of_a_message_can_be_given_as_it_stands() {
    let error = read_bytes("a.txt", b"-----\n|.@.|\n-----\n", &Options::default()).expect_err("strange glyphs");
    let advice = error.expected.split("--map-tiles='").nth(1).and_then(|rest| rest.split('\'').next()).expect("advice");
    let loaded = answered("a.txt", "-----\n|.@.|\n-----\n", advice).expect("the answer of the message");
    assert_eq!(loaded.scene.tiles[Cell::new(0, 0)], Tile::Wall);
}

/// Returns a map with floor and these objects.
fn with_objects(objects: &str) -> String {
    let ground = "<tileset firstgid=\"20\" name=\"f\"><tile id=\"0\" type=\"floor\"/></tileset>";
    tmx(2, &format!("{ground}{}<objectgroup>{objects}</objectgroup>", layer("Ground", "20,20,20,20,20,1")))
}

#[test]
fn areas_are_no_actors_and_of_several_starts_none_is_guessed() {
    let areas = "<object type=\"guard\" x=\"0\" y=\"0\" width=\"32\" height=\"16\"/><object type=\"npc\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"><ellipse/></object>";
    assert!(read("a.tmx", &with_objects(areas)).scene.actors.is_empty());
    let one = "<object type=\"player\" x=\"16\" y=\"0\"/>";
    let loaded = read("a.tmx", &with_objects(one));
    assert_eq!(
        loaded.scene.actors.iter().map(|actor| (actor.kind, actor.at)).collect::<Vec<_>>(),
        [(ActorKind::Guard, Cell::new(1, 0))]
    );
    let two = format!("{one}<object type=\"spawn\" x=\"0\" y=\"16\"/><object type=\"goal\" x=\"0\" y=\"0\"/>");
    let loaded = read("a.tmx", &with_objects(&two));
    assert_eq!(loaded.scene.actors.iter().map(|actor| actor.kind).collect::<Vec<_>>(), [ActorKind::Goal]);
    let mut marks: Vec<_> = loaded.scene.rooms.iter().map(|room| (room.name.as_str(), room.from)).collect();
    marks.sort();
    assert_eq!(marks, [("player", Cell::new(1, 0)), ("spawn", Cell::new(0, 1))]);
    assert!(has_note(&loaded, "--map-actors='player=guard,spawn=guard'"), "{:?}", loaded.notes);
    let loaded =
        read_bytes("a.tmx", with_objects(&two).as_bytes(), &options("", "spawn=none,player=thief")).expect("answers");
    assert_eq!(
        loaded.scene.actors.iter().map(|actor| actor.kind).collect::<Vec<_>>(),
        [ActorKind::Thief, ActorKind::Goal]
    );
}

#[test]
fn start_on_a_wall_is_only_marked() {
    let loaded = read("a.tmx", &with_objects("<object type=\"start\" x=\"32\" y=\"16\"/>"));
    assert!(loaded.scene.actors.is_empty() && loaded.scene.rooms.len() == 1);
    assert!(has_note(&loaded, "would start on a cell that cannot be walked on"), "{:?}", loaded.notes);
}

#[test]
fn answers_about_actors_are_remembered_beside_the_tiles() {
    let mut answers = TileAnswers::from_text("t:1=floor").expect("answers");
    answers.add_actors("Spawn=none,player=guard").expect("answers");
    let read = TileAnswers::from_json("a", answers.to_json().as_bytes()).expect("its own file");
    assert_eq!(read.to_json(), answers.to_json());
    assert!(answers.to_json().contains("\"spawn\": \"none\""));
    let error = TileAnswers::default().add_actors("player=gaurd").expect_err("no kind");
    assert!(error.contains("(the nearest is guard)"), "{error}");
}

#[test]
fn digits_alone_are_a_map_of_costs() {
    let loaded = read("a.txt", "123\n409\n");
    assert_eq!(rows(&loaded.scene), ["...", ".#."]);
    let costs: Vec<_> = loaded.scene.size().cells().map(|cell| loaded.scene.weight(cell).map(Weight::times)).collect();
    assert_eq!(costs, [None, Some(2), Some(3), Some(4), None, Some(9)]);
    assert!(has_note(&loaded, "and 0 as a wall"), "{:?}", loaded.notes);
    assert!(answered("a.txt", "12\n34\n", "1=wall,rest=floor").expect("answers").scene.weights.is_none());
    assert!(read_bytes("a.txt", b"123\n45\n", &Options::default()).is_err(), "rows of several lengths are no costs");
}

#[test]
fn lines_of_boxes_are_walls_and_blanks_without_any_dot_are_floor() {
    let loaded = read("a.txt", "┌──┐\n│@ █\n└──┘\n");
    assert_eq!(rows(&loaded.scene), ["####", "#..#", "####"]);
    assert!(has_note(&loaded, "--map-tiles='empty=void'"));
    let void = answered("a.txt", "┌──┐\n│@ █\n└──┘\n", "empty=void").expect("an answer");
    assert_eq!(rows(&void.scene), ["####", "#. #", "####"]);
    assert_eq!(rows(&read("a.txt", "###\n#.#\n## \n").scene)[2], "## ", "beside dots, blanks are void");
    let mut sealed = void.scene;
    sealed.tiles[Cell::new(1, 1)] = Tile::Wall;
    sealed.actors.clear();
    let written = format("text").write(&sealed, &Options::default()).expect("a text map");
    let written = String::from_utf8(written.bytes).expect("text");
    assert_eq!(read("a.txt", &written).scene.tiles, sealed.tiles, "void without floor comes back");
}

#[test]
fn prose_is_no_map_whatever_the_answer_for_the_rest() {
    let text = "Once upon a time there was a guard, who quickly\nwalked.\nThe end of 42 jumping foxes!\n";
    let error = answered("a.txt", text, "rest=floor").expect_err("prose");
    assert!(error.to_string().contains("reads as prose"), "{error}");
}

#[test]
fn stations_of_robots_are_free_in_a_map_that_has_an_emitter() {
    let map = |row: &str| format!("type octile\nheight 1\nwidth 3\nmap\n{row}\n");
    assert_eq!(rows(&read("a.map", &map("ES@")).scene), ["..#"]);
    assert_eq!(read("a.map", &map(".S@")).scene.tiles[Cell::new(1, 0)], Tile::Swamp);
}

#[test]
fn doctype_that_names_a_file_is_skipped_and_one_with_declarations_is_refused() {
    let map = tmx(1, &layer("Ground", "1,1,1"));
    assert_eq!(
        rows(&read("a.tmx", &format!("<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">{map}")).scene),
        ["###"]
    );
    let bomb = format!("<!DOCTYPE map [<!ENTITY a \"b\">]>{map}");
    assert!(
        read_bytes("a.tmx", bomb.as_bytes(), &Options::default())
            .expect_err("declarations")
            .to_string()
            .contains("DOCTYPE")
    );
}

#[test]
fn vault_that_begins_with_lua_is_read() {
    let vault = "{{\nlocal x = 1\n}}\nNAME: room\nMAP\nxxx\nx.x\nxxx\nENDMAP\n";
    assert_eq!(rows(&read("a.des", vault).scene), ["###", "#.#", "###"]);
}

#[test]
fn json_without_our_format_is_no_error_about_its_version() {
    let error = read_bytes("a.json", br#"{"version": "1.0.0", "name": "x"}"#, &Options::default()).expect_err("no map");
    assert!(error.to_string().contains("names no format"), "{error}");
}

#[test]
fn json_of_no_known_format_names_the_json_that_is_read() {
    for text in [r#"{"map": [[1, 0]]}"#, r#"{"format": "other"}"#] {
        let error = read_bytes("a.json", text.as_bytes(), &Options::default()).expect_err("no map").to_string();
        assert!(error.contains("gridscope-scene") && !error.contains('\n'), "{error}");
    }
    let error = read_bytes("a.json", br#"{"map": [[1, 0]]}"#, &Options::default()).expect_err("no map").to_string();
    assert!(error.contains("Tiled (.tmj), LDtk (.ldtk)"), "{error}");
    let error = read_bytes("a.json", br###"["##", ".."]"###, &Options::default()).expect_err("no map").to_string();
    assert!(error.contains("a list of texts in JSON") && error.contains("the lines of a text map"), "{error}");
}

#[test]
fn flags_that_do_not_apply_are_refused() {
    let plain = Options::default;
    for (flag, options) in [
        ("--array", Options { array: Some(ArrayMeaning::Wall), ..plain() }),
        ("--level", Options { level: Some("3".into()), ..plain() }),
        ("--by colour", Options { by_colour: true, ..plain() }),
    ] {
        let error = read_bytes("a.txt", b"#.#\n", &options).expect_err(flag).to_string();
        assert!(error.contains(&std::format!("{flag} is for ")) && error.contains("text map"), "{error}");
    }
    let mut written = Options { array: Some(ArrayMeaning::Cost), ..plain() };
    written.write.array = written.array;
    assert!(read_bytes("a.txt", b"#.#\n", &written).is_ok(), "the flag may be about what is written");
}

#[test]
fn names_of_starts_and_goals_may_have_several_words_and_numbers() {
    let kinds = |name: &str| {
        let object = std::format!("<object name=\"{name}\" x=\"16\" y=\"0\"/>");
        let scene = read("a.tmx", &with_objects(&object)).scene;
        scene.actors.iter().map(|actor| actor.kind).collect::<Vec<_>>()
    };
    for name in
        ["PlayerStart", "player_spawn", "SpawnPoint", "Start_1", "Player Spawn Point", "playerstart", "start position"]
    {
        assert_eq!(kinds(name), [ActorKind::Guard], "{name}");
    }
    for name in ["Finish", "EndPoint", "Goal 2", "end"] {
        assert_eq!(kinds(name), [ActorKind::Goal], "{name}");
    }
    for name in ["StartButton", "EndScreen", "PlayerHouse", "NoSpawn", "EnemySpawn", "Restart", "point", "ChestKey"] {
        assert!(kinds(name).is_empty(), "{name}");
    }
}
