//! Vaults of Dungeon Crawl: the sample, the glyphs, files with several vaults, and damaged files.

use super::support::*;
use gridscope_formats::tile_mapping::TileAnswers;
use gridscope_formats::{FormatError, Loaded, Options, read_bytes};
use gridscope_trace::{ActorKind, Cell, Tile, Weight};

const TWO: &str = "\
# A comment
default-depth: 3-5
{{
function helper() return \"MAP\" end
}}
NAME: first
TAGS: a \\
      MAP
SUBST: ? = .x
SUBST: 1 = x
: chance(500)
MAP
xxx
x.x
ENDMAP

NAME:   second
ORIENT: float
MAP
  xx
x.@
ENDMAP
";

fn read(text: &str, options: &Options) -> Result<Loaded, FormatError> {
    read_bytes("a.des", text.as_bytes(), options)
}

fn level(level: &str) -> Options {
    Options { level: Some(level.into()), ..Options::default() }
}

#[test]
fn dcss_sample_is_the_room() {
    let loaded = read_sample("roguelike/room.des").unwrap();
    assert_eq!((loaded.format, loaded.scene.title.as_str()), ("dcss", "gridscope_room"));
    // A vault has no rubble and no bush; `t` is a tree, `m` clear rock, `w` deep water and `l` lava.
    let expected = ["########", "#..+...#", "#..#.T.#", "##+#.=.#", "#..~..!#", "########"];
    assert_eq!(rows(&loaded.scene), expected);
    assert!(loaded.scene.actors.is_empty());
    assert_eq!(loaded.notes.len(), 1, "{:?}", loaded.notes);
    assert!(loaded.notes[0].contains("ORIENT (1), TAGS (1)"), "{:?}", loaded.notes);
}

#[test]
fn every_dcss_glyph_has_its_tile() {
    for (glyphs, tile, actor) in [
        ("xXcvba", Tile::Wall, None),
        ("mnoGI", Tile::Window, None),
        ("t", Tile::Tree, None),
        (".ABCTUVYOZ?", Tile::Floor, None),
        ("+", Tile::Door, None),
        ("=", Tile::SecretDoor, None),
        ("W", Tile::Swamp, None),
        ("w", Tile::Water, None),
        ("l", Tile::Lava, None),
        ("^~", Tile::Trap, None),
        ("@", Tile::Floor, Some((ActorKind::Explorer, None))),
        ("{([<", Tile::Floor, Some((ActorKind::Exit, Some(false)))),
        ("})]>", Tile::Floor, Some((ActorKind::Exit, Some(true)))),
        ("$%*|defghijk", Tile::Floor, Some((ActorKind::Item, None))),
        ("0123456789", Tile::Floor, Some((ActorKind::Enemy, None))),
    ] {
        for glyph in glyphs.chars() {
            let loaded = read(&format!("MAP\n{glyph}.\nENDMAP\n"), &Options::default()).unwrap();
            assert_eq!(loaded.scene.tiles[Cell::new(0, 0)], tile, "{glyph}");
            let found = loaded.scene.actors.first().map(|actor| (actor.kind, actor.down()));
            assert_eq!(found, actor, "{glyph}");
        }
    }
    let thief = read("MAP\n@\nENDMAP\n", &Options { thief: true, ..Options::default() }).unwrap();
    assert_eq!(thief.scene.actors[0].kind, ActorKind::Thief);
}

#[test]
fn dcss_glyph_that_a_header_line_replaces_is_asked_for() {
    let vault = "SUBST: ? = .x, =:bv\nKFEAT: ZY = W / l\nKMONS: O = orc\nMAP\nxZZ?x\nENDMAP\nMAP\nxOZZ=\nENDMAP\n";
    let error = read(vault, &Options::default()).unwrap_err();
    let asks: Vec<_> = error.tiles().iter().map(|ask| (ask.key.as_str(), ask.count)).collect();
    assert_eq!(asks, [("Z", 2), ("?", 1)]);
    // Lines before a map belong to that map.
    let second = read(vault, &level("2")).unwrap();
    assert_eq!(rows(&second.scene), ["#...S"]);
    assert!(
        second.notes.iter().any(|note| note.contains("as in the game: O floor (1), Z floor (2).")),
        "{:?}",
        second.notes
    );
    let tiles = TileAnswers::from_text("Z=floor 4,?=water,x=tree").unwrap();
    let loaded = read(vault, &Options { tiles, ..Options::default() }).unwrap();
    assert_eq!(rows(&loaded.scene), ["T..~T"]);
    assert_eq!(loaded.scene.weight((1, 0).into()), Some(Weight::from(4)));
}

#[test]
fn dcss_header_line_without_a_choice_says_what_a_glyph_is() {
    let lines = "KFEAT: EF = +\nKFEAT: H = altar_zin / altar_beogh w:5\nSUBST: J = w:20 w\nSUBST: K = vx, L=.x\nCLEAR: M\n\
        KFEAT: N = clear_stone_wall\nKFEAT: O = shallow water / deep water\nSUBST: P = w\nKFEAT: P = x\nKFEAT: Q = trap_net / web\n\
        KFEAT: R = sealed_door\nKFEAT: S = fountain_blue / stone_stairs_down_i\n";
    let read = |row: &str| read(&format!("{lines}MAP\n{row}\nENDMAP\n"), &Options::default());
    let loaded = read("xEFHJKMNQSx").unwrap();
    assert_eq!(rows(&loaded.scene), ["#++.~# =^.#"]);
    assert!(loaded.notes.iter().any(|note| note.contains("E door (1), F door (1), H floor (1)")), "{:?}", loaded.notes);
    for asked in ["L", "O", "P", "R"] {
        let error = read(&format!("x{asked}x")).unwrap_err();
        assert_eq!(error.tiles().iter().map(|ask| ask.key.as_str()).collect::<Vec<_>>(), [asked]);
    }
}

#[test]
fn first_vault_is_read_unless_another_is_named() {
    let first = read(TWO, &Options::default()).unwrap();
    assert_eq!((first.scene.title.as_str(), rows(&first.scene)), ("first", vec!["###".into(), "#.#".into()]));
    let notes = first.notes.join(" ");
    for what in ["Vault 1 (first) of 2", "SUBST (2)", "TAGS (1)", "Lua (1 line)"] {
        assert!(notes.contains(what), "{what}: {notes}");
    }
    for name in ["second", "2"] {
        let second = read(TWO, &level(name)).unwrap();
        // A blank is void, and a short row is filled up with void.
        assert_eq!((second.scene.title.as_str(), rows(&second.scene)), ("second", vec!["  ##".into(), "#.. ".into()]));
        assert_eq!(second.scene.actors[0].at, Cell::new(2, 1));
        assert!(second.notes.iter().any(|note| note.contains("row 2 was shorter")), "{:?}", second.notes);
    }
    let error = read(TWO, &level("third")).unwrap_err();
    assert!(error.to_string().contains("first, second, or a number from 1 to 2"), "{error}");
    assert!(read(TWO, &level("0")).is_err());
}

#[test]
fn dcss_features_read_as_others_are_counted() {
    let loaded = read("MAP\nTB.GG\nENDMAP\n", &Options::default()).unwrap();
    let notes = loaded.notes.join(" ");
    assert!(notes.contains("2 cells") && notes.contains("Statues and idols are windows: 2"), "{notes}");
}

#[test]
fn dcss_recognises_vaults_only() {
    for text in ["MAP\n###\n", "ENDMAP\nMAPS\n", "map\n##\nendmap\n", "####\n#MAP\n"] {
        assert!(!format("dcss").recognises(text.as_bytes()), "{text}");
    }
    assert!(format("dcss").recognises(b"  MAP\r\nxx\r\n  ENDMAP\r\n"));
    let loaded = read("NAME: crlf\r\nMAP\r\nx.\r\nENDMAP\r\n", &Options::default()).unwrap();
    assert_eq!((loaded.scene.title.as_str(), rows(&loaded.scene)), ("crlf", vec!["#.".into()]));
}

#[test]
fn hostile_vaults_are_refused_in_one_sentence() {
    let wide = format!("MAP\n{}\nENDMAP\n", "x".repeat(20_000));
    let high = format!("MAP\n{}ENDMAP\n", "x\n".repeat(20_000));
    let strange: String = (0..300_u32).filter_map(|n| char::from_u32(0x4e00 + n)).collect();
    let strange = format!("MAP\n{strange}\nENDMAP\n");
    let actors = format!("MAP\n{}ENDMAP\n", format!("{}\n", "1".repeat(200)).repeat(100));
    for (text, what) in [
        (wide.as_str(), "20000 × 1"),
        (&high, "1 × 16385"),
        (&strange, "different glyphs"),
        (&actors, "actors"),
        ("MAP\nENDMAP\n", ""),
        ("MAP\n\n\nENDMAP\n", ""),
    ] {
        match read(text, &Options::default()) {
            Ok(_) => assert!(what == "actors", "{what} was read"),
            Err(error) => {
                is_clear(what, &error);
                assert!(error.to_string().contains(what), "{what}: {error}");
            }
        }
    }
    // Many vaults cost no more memory than one.
    let many = "NAME: a\nMAP\nx\nENDMAP\n".repeat(100_000);
    let loaded = read(&many, &level("99999")).unwrap();
    assert!(loaded.notes.iter().any(|note| note.contains("99999 (a) of 100000")), "{:?}", loaded.notes);
}

#[test]
fn damaged_vaults_are_read_or_refused() {
    survives_damage("two.des", TWO.as_bytes(), &Options { from: Some("dcss"), ..Options::default() });
    let sample = std::fs::read(sample("roguelike/room.des")).unwrap();
    survives_damage("room.des", &sample, &Options::default());
}
