//! The question what the tiles and objects of a map mean: when it comes, and what it shows.

use crate::support::rows;
use gridscope_formats::tile_mapping::{Ask, KnownBy, TileAnswers, TileMeaning};
use gridscope_formats::{FileQuestion, FormatError, Loaded, ObjectKnownBy, Options, read_bytes};
use gridscope_trace::{ActorKind, Tile};

fn options(ask: Ask, tiles: &str, actors: &str) -> Options {
    let mut answers = TileAnswers::from_text(tiles).expect("answers");
    answers.add_actors(actors).expect("answers");
    answers.ask = ask;
    Options { tiles: answers, ..Options::default() }
}

fn read(text: &str, options: &Options) -> Result<Loaded, FormatError> {
    read_bytes("a.tmx", text.as_bytes(), options)
}

fn question(text: &str, ask: Ask, actors: &str) -> FileQuestion {
    *read(text, &options(ask, "", actors)).expect_err("a question").asks.expect("a question")
}

/// Returns a map of 3 × 2 cells with a layer of ground, a layer `Collision`, and objects.
fn map(ground: &str, collision: &str, objects: &str) -> String {
    let layer = |name: &str, cells: &str| {
        format!("<layer name=\"{name}\" width=\"3\" height=\"2\"><data encoding=\"csv\">{cells}</data></layer>")
    };
    let (ground, collision) = (layer("Ground", ground), layer("Collision", collision));
    format!(
        "<map width=\"3\" height=\"2\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" \
         tileheight=\"16\"><tile id=\"0\" type=\"plank_old\"/><tile id=\"1\" type=\"oak door\"/></tileset>\
         {ground}{collision}<objectgroup>{objects}</objectgroup></map>"
    )
}

const WALLS: &str = "9,9,0,0,0,0";
const STARTS: &str = "<object type=\"player\" x=\"32\" y=\"0\"/><object name=\"Spawn\" x=\"0\" y=\"16\"/>\
    <object type=\"npc\" x=\"0\" y=\"16\"/><object type=\"zone\" x=\"0\" y=\"0\" width=\"40\" height=\"32\"/>";

#[test]
fn decided_map_opens_with_its_sentence() {
    let loaded = read(&map("1,1,2,4,4,0", WALLS, ""), &options(Ask::IfInDoubt, "", "")).expect("all is decided");
    assert_eq!(rows(&loaded.scene), ["##+", "..."]);
    let sentence = "The layer Collision decides: 2 of 6 cells are wall, the rest is floor.";
    assert_eq!((loaded.decided.as_deref(), loaded.notes.as_slice()), (Some(sentence), &[sentence.to_owned()][..]));
}

#[test]
fn question_shows_what_is_topmost() {
    let asks = question(&map("1,1,2,4,4,0", WALLS, ""), Ask::Always, "");
    let names: Vec<_> = asks.tiles.iter().map(|tile| (tile.key.as_str(), tile.name.as_deref())).collect();
    assert_eq!(
        names,
        [("t:3", None), ("t:8", None), ("t:0", Some("plank_old")), ("t:1", Some("oak door")), ("empty", None)]
    );
    assert_eq!(*asks.top, [3, 3, 4, 1, 1, 5]);
    assert_eq!((asks.decided_by.as_deref(), asks.size.map(gridscope_trace::Size::area)), (Some("Collision"), Some(6)));
    let floor = TileMeaning::plain(Tile::Floor);
    assert_eq!(asks.tiles[2].meaning, Some((floor, KnownBy::Collision)));
    assert_eq!(asks.tiles[4].meaning, Some((floor, KnownBy::Empty)));
}

#[test]
fn several_starts_are_asked_in_the_window() {
    let text = map("1,1,1,1,1,1", WALLS, STARTS);
    assert!(read(&text, &options(Ask::IfNeeded, "", "")).is_ok(), "the command line notes it");
    let asks = question(&text, Ask::IfInDoubt, "");
    let of = |object: &gridscope_formats::ObjectQuestion| (object.name.clone(), object.kind, object.asks);
    let guard = Some(ActorKind::Guard);
    let objects: Vec<_> = asks.objects.iter().map(of).collect();
    assert_eq!(
        objects,
        [
            ("player".to_owned(), guard, true),
            ("spawn".to_owned(), guard, true),
            ("zone".to_owned(), None, false),
            ("npc".to_owned(), None, false),
        ]
    );
    assert_eq!((asks.objects[2].known_by, asks.objects[3].perhaps), (ObjectKnownBy::Area, guard));
    let answered = read(&text, &options(Ask::IfInDoubt, "", "player=guard,spawn=none")).expect("answers");
    assert_eq!(answered.scene.actors.len(), 1);
}

#[test]
fn map_with_hardly_any_floor_asks_about_empty_cells() {
    let text = map("0,0,0,0,0,0", WALLS, "");
    let asks = question(&text, Ask::IfInDoubt, "");
    let open: Vec<_> = asks.tiles.iter().filter(|tile| tile.meaning.is_none()).collect();
    assert_eq!((open.len(), open[0].key.as_str()), (1, "empty"));
    assert!(read(&text, &options(Ask::IfInDoubt, "empty=void", "")).is_ok(), "void is an answer");
    let loaded = read(&text, &options(Ask::IfInDoubt, "empty=floor", "")).expect("an answer");
    assert_eq!(rows(&loaded.scene)[1], "...");
}

#[test]
fn answer_for_objects_that_are_not_there_is_named() {
    let error =
        read(&map("1,1,1,1,1,1", WALLS, STARTS), &options(Ask::IfNeeded, "", "plyer=guard")).expect_err("no type");
    assert!(error.to_string().contains("no object of the map has the type plyer (the nearest is player)"), "{error}");
}

#[test]
fn answers_for_formats_without_keys_are_refused() {
    let map = b"type octile\nheight 1\nwidth 3\nmap\n.@.\n";
    assert!(read_bytes("a.map", map, &Options::default()).is_ok());
    for (tiles, actors, flag) in [("rest=floor", "", "--map-tiles"), ("", "player=guard", "--map-actors")] {
        let error = read_bytes("a.map", map, &options(Ask::IfNeeded, tiles, actors)).expect_err("fixed letters");
        assert!(error.to_string().contains(&format!("{flag} answers for")), "{error}");
    }
}
