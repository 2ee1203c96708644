//! Text maps of other programs: blanks, the ends of mazes, Sokoban, and separators.

use crate::support::{format, rows};
use gridscope_formats::tile_mapping::TileAnswers;
use gridscope_formats::{FormatError, Loaded, Options, read_bytes};
use gridscope_trace::scene::{Actor, ActorKind, Scene};
use gridscope_trace::{Cell, Grid, Size, Tile};

fn answered(text: &str, tiles: &str, actors: &str) -> Result<Loaded, FormatError> {
    let mut answers = TileAnswers::from_text(tiles).expect("answers");
    answers.add_actors(actors).expect("answers");
    read_bytes("a.txt", text.as_bytes(), &Options { tiles: answers, ..Options::default() })
}

fn read(text: &str) -> Loaded {
    answered(text, "", "").expect("a map")
}

fn has_note(loaded: &Loaded, part: &str) -> bool {
    loaded.notes.iter().any(|note| note.contains(part))
}

fn kinds(scene: &Scene) -> Vec<(ActorKind, Cell)> {
    scene.actors.iter().map(|actor| (actor.kind, actor.at)).collect()
}

/// Writes a scene as a text map, and returns the text and the scene that it is read as.
fn written(scene: &Scene) -> (String, Scene) {
    let text = format("text").write(scene, &Options::default()).expect("a text map");
    let text = String::from_utf8(text.bytes).expect("text");
    let scene = read(&text).scene;
    (text, scene)
}

#[test]
fn blanks_inside_the_walls_are_floor_beside_dots() {
    let layout = "%%%%%%%\n%.   P%\n% %%% %\n%  .  %\n%%%%%%%\n";
    let loaded = read(layout);
    assert_eq!(rows(&loaded.scene), ["%%%%%%%", "%.....%", "%.%%%.%", "%.....%", "%%%%%%%"]);
    assert!(has_note(&loaded, "Blanks inside the walls are floor: 9 cells. --map-tiles='empty=void'"));
    let void = answered(layout, "empty=void", "").expect("an answer");
    assert_eq!(rows(&void.scene)[2], "% %%% %");
    assert!(!has_note(&void, "Blanks inside"));
}

#[test]
fn blanks_between_rooms_outside_and_beside_short_rows_are_void() {
    let rooms = ["####   ####", "#..+   +..#", "####   ####"];
    assert_eq!(rows(&read(&rooms.join("\n")).scene), rooms);
    let ring = ["#######", "#.....#", "#.###.#", "#.# #.#", "#.###.#", "#.....#", "#######"];
    assert_eq!(rows(&read(&ring.join("\n")).scene), ring, "nothing leads into the blank");
    assert_eq!(
        rows(&read("#####\n#. .#\n#. .\n#####").scene),
        ["#####", "#. .#", "#. . ", "#####"],
        "a gap in the margin"
    );
    let door = "#######\n#..#  #\n#..+  #\n#######";
    assert_eq!(rows(&read(door).scene)[1], "#..#..#", "a door leads into the room");
}

#[test]
fn void_inside_a_room_comes_back_from_a_text_map() {
    let mut scene = read("#####\n#...#\n#...#\n#####").scene;
    scene.tiles[Cell::new(2, 1)] = Tile::Void;
    let (text, back) = written(&scene);
    assert_eq!(back.tiles, scene.tiles, "{text}");
    scene.tiles[Cell::new(0, 1)] = Tile::Void;
    scene.tiles[Cell::new(1, 1)] = Tile::Void;
    let (text, back) = written(&scene);
    assert_eq!((back.tiles, text.contains("legend")), (scene.tiles, false), "outside, a blank needs no legend");
}

#[test]
fn note_says_that_hardly_any_cell_can_be_walked_on() {
    let blank = format!("{}\n{}.\n", " ".repeat(9), " ".repeat(8)).repeat(2);
    let loaded = read(&format!("#{}\n{blank}", " ".repeat(20)));
    assert!(has_note(&loaded, "can be walked on. If cells without a tile are floor, say --map-tiles='empty=floor'"));
}

#[test]
fn letters_of_a_maze_are_its_start_and_goal() {
    for (start, goal) in [('S', 'E'), ('S', 'G'), ('S', 'F'), ('S', 'X'), ('A', 'B')] {
        let maze = format!("#####\n#{start}.{goal}#\n#####\n");
        let loaded = read(&maze);
        assert_eq!(
            kinds(&loaded.scene),
            [(ActorKind::Guard, Cell::new(1, 1)), (ActorKind::Goal, Cell::new(3, 1))],
            "{maze}"
        );
        assert_eq!(rows(&loaded.scene)[1], "#...#", "{maze}");
        assert!(has_note(&loaded, &format!("{start} is the start and {goal} is the goal")), "{:?}", loaded.notes);
    }
    let usual = answered("#S.E#", "S=secret-door", "").expect("an answer").scene;
    assert_eq!((rows(&usual), kinds(&usual)), (vec!["#S..#".into()], vec![(ActorKind::Unit, Cell::new(3, 0))]));
    let units = answered("#A.B#", "", "A=unit").expect("an answer").scene;
    assert_eq!(units.actors, read("#A.B#\n\nlegend:\nB = bloat\n").scene.actors, "the team stays");
}

#[test]
fn letters_keep_their_meaning_beside_other_actors_several_of_a_kind_or_a_legend() {
    for map in
        ["#S.S.E#", "#S.E.E#", "#S.E.@#", "#S.G.X#", "#A.B.B#", "#A.E.B#", "#S...A#", "#S.E#\n\nlegend:\nD = door\n"]
    {
        let loaded = read(map);
        let glyphs = map.split('\n').next().unwrap_or_default().chars();
        let usual: Vec<_> = glyphs.filter_map(|glyph| Actor::from_glyph(glyph, Cell::default(), false)).collect();
        let same = loaded.scene.actors.iter().zip(&usual).all(|(actor, usual)| actor.kind == usual.kind);
        assert!(same && loaded.scene.actors.len() == usual.len(), "{map}");
        assert!(!has_note(&loaded, "is the start"), "{map}");
    }
    // Scenes with one of each are written with a legend, so they come back.
    let mut scene = Scene::new(Grid::new(Size::new(4, 1), Tile::Floor));
    scene.tiles[Cell::new(1, 0)] = Tile::SecretDoor;
    scene.actors.push(Actor::new(ActorKind::Guard, Cell::new(3, 0)));
    assert_eq!(written(&scene).1, scene);
    let pair = read("A.B\n\nlegend:\n# = wall\n").scene;
    assert_eq!(written(&pair).1, pair);
}

#[test]
fn map_actors_answers_for_glyphs_of_a_text_map() {
    let loaded = answered("#s.S.Q#", "S=wall", "s=guard,Q=goal").expect("answers");
    assert_eq!(rows(&loaded.scene), ["#..#..#"]);
    assert_eq!(
        kinds(&loaded.scene),
        [(ActorKind::Guard, Cell::new(1, 0)), (ActorKind::Goal, Cell::new(5, 0))],
        "case matters"
    );
    assert!(answered("#.G#", "", "G=none").expect("an answer").scene.actors.is_empty());
    let missing = answered("#s.Q#", "Q=wall", "S=guard").expect_err("no S");
    assert!(missing.to_string().contains("answers for S, which is no glyph of the map"), "{missing}");
    let both = answered("#S.E#", "S=wall", "S=guard").expect_err("two answers");
    assert!(both.to_string().contains("both --map-tiles and --map-actors answer for S"), "{both}");
}

#[test]
fn sokoban_has_crates_and_a_player_on_a_place() {
    let level = "  ####\n###  #\n# $  #\n#  *+#\n######\n";
    let loaded = read(level);
    assert_eq!(rows(&loaded.scene), ["  ####", "###..#", "#.%..#", "#..%.#", "######"]);
    assert_eq!(kinds(&loaded.scene), [(ActorKind::Explorer, Cell::new(4, 3))]);
    assert!(has_note(&loaded, "This is read as Sokoban"), "{:?}", loaded.notes);
    let ours = read("######\n#@.$.#\n######\n");
    assert_eq!(kinds(&ours.scene).len(), 2, "an explorer and an item on floor of dots");
    let mut scene = Scene::from_rows(&["####", "##.$", "@###"]).expect("a scene");
    scene.tiles[Cell::new(0, 1)] = Tile::Void;
    assert_eq!(written(&scene).1, scene);
}

#[test]
fn separators_between_all_cells_are_left_out() {
    for map in ["#,#,#\n#,.,#\n#,#,#\n", "# # #\n# . #\n# # #\n"] {
        let loaded = read(map);
        assert_eq!(rows(&loaded.scene), ["###", "#.#", "###"], "{map}");
        assert!(has_note(&loaded, "which separate the cells"), "{:?}", loaded.notes);
    }
    assert_eq!(rows(&read("# # # #\n#     #\n# . # #\n# # # #\n").scene), ["####", "#..#", "#.##", "####"]);
    let rubble = "#,#,#\n#,.,#\n\nlegend:\n, = rubble\n";
    assert_eq!(rows(&read(rubble).scene), ["#,#,#", "#,.,#"], "a legend makes cells of them");
    assert_eq!(rows(&read("#####\n#, ,#\n#####\n").scene)[1], "#,.,#", "single commas and blanks are cells");
    for tile in [Tile::Rubble, Tile::Void] {
        let mut scene = Scene::new(Grid::new(Size::new(5, 2), Tile::Floor));
        for y in 0..2 {
            scene.tiles[Cell::new(1, y)] = tile;
            scene.tiles[Cell::new(3, y)] = tile;
        }
        assert_eq!(written(&scene).1, scene, "{tile}");
    }
}

#[test]
fn answer_for_empty_cells_needs_a_blank() {
    let error = answered("#.#", "empty=floor", "").expect_err("no blank");
    assert!(error.to_string().contains("no cell of the map is empty"), "{error}");
}
