//! Formats: round trips, reported losses, and bad input of every kind.

use gridscope::formats::{Options, format_for, movingai, read_bytes, read_file};
use gridscope::trace::scene::{Actor, ActorKind, AdditionalRun, Room, Scene, ScriptLine, Slide, TileDetail};
use gridscope::trace::slide::{Ask, AskOption, Motion, Show};
use gridscope::trace::{Cell, Dir, Grid, Rng, Tile, Verb};
use proptest::prelude::*;
use std::path::PathBuf;
use support::files::{read, shared, write};

/// Builds a scene with some of everything.
fn rich(seed: u64) -> Scene {
    let mut dice = Rng::new(seed);
    let mut scene = support::random(&mut dice, 12, Tile::ALL);
    let size = scene.size();
    let cell = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
    for kind in ActorKind::ALL {
        let mut actor = Actor::new(kind, cell(&mut dice));
        actor.set_facing((dice.below(2) == 0).then_some(Dir::Sw));
        actor.set_keys(if dice.below(2) == 0 { vec!["red".into()] } else { Vec::new() });
        actor.set_goal((dice.below(3) == 0).then(|| cell(&mut dice)));
        actor.set_route((0..dice.below(3)).map(|_| cell(&mut dice)).collect());
        actor.set_range((dice.below(2) == 0).then_some(205));
        actor.set_team((dice.below(2) == 0).then_some(2));
        scene.actors.push(actor);
    }
    let mut known = Grid::new(size, true);
    known[cell(&mut dice)] = false;
    scene.known = (dice.below(2) == 0).then_some(known);
    if dice.below(2) == 0 {
        support::weigh(&mut scene, &mut dice);
    }
    scene.details.insert(cell(&mut dice), TileDetail { inside: Some(Dir::N), key: Some("blue".into()) });
    let at = cell(&mut dice);
    scene.script.push(ScriptLine { turn: 3, verb: Verb::Move, at, to: Some(cell(&mut dice)), tile: None });
    scene.script.push(ScriptLine { turn: 4, verb: Verb::Place, at, to: None, tile: Some("crate".into()) });
    scene.rooms.push(Room { name: "hall \"A\"".into(), from: Cell::new(0, 0), to: at });
    scene.title = "A \"title\" with → signs".into();
    scene.notes = "First line.\n\n*Second* line.".into();
    scene.run.params.set("weight", 1.5);
    scene.run.at = Some(7);
    let other = AdditionalRun {
        name: Some("copies everything".into()),
        algorithm: Some("path-sampling".into()),
        seed: Some(9),
        start: Some(at),
        eyes: Some(1),
        params: scene.run.params.clone(),
    };
    scene.run.beside.push(other);
    scene.run.slides.push(Slide { at: 3, note: "*Here* it turns.".into(), ..Slide::default() });
    let option = |words: &str, holds: &str| AskOption { words: words.into(), holds: holds.into() };
    let question = || "How many?".to_owned();
    let asks = [
        Ask::Path { question: question(), then: Some("Why?".into()) },
        Ask::Cell { question: question(), hits: Some("tied".into()), then: None },
        Ask::Number { question: question(), of: "B.cost".into(), then: None },
        Ask::Choice {
            question: question(),
            options: vec![option("few", "outcome cost < 5"), option("many", "outcome cost >= 5")],
            then: None,
        },
    ];
    scene.run.slides.extend((10..).zip(asks).map(|(at, ask)| Slide {
        at,
        show: Some(if at == 10 { Show::All } else { Show::Signs(vec!["path".into()]) }),
        pins: Some(vec![Cell::new(1, 2)]),
        ask: Some(ask),
        play: Some(if at == 10 { Motion::Cut } else { Motion::Seconds(2.5) }),
        ..Slide::default()
    }));
    scene
}

#[test]
fn scene_files_round_trip() {
    for seed in 0..200 {
        let scene = rich(seed);
        let (text, lost) = write(&scene, "scene.json");
        assert!(lost.is_empty());
        let back = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(back.scene, scene, "{text}");
        assert_eq!(write(&back.scene, "json").0, text, "stable");
    }
}

#[test]
fn text_map_names_the_parts_it_cannot_hold() {
    let text = "title: Two rooms\n\n#######\n#G+..X#\n#~=↑b^#\n#######\n";
    let loaded = read(text).expect("a map");
    assert_eq!((loaded.format, loaded.scene.title.as_str()), ("text", "Two rooms"));
    let (back, lost) = write(&loaded.scene, "txt");
    assert_eq!((back.as_str(), lost.len()), (text, 0));
    let (_, lost) = write(&rich(5), "txt");
    let all = lost.join(", ");
    for what in ["notes", "script", "room", "run", "details"] {
        assert!(all.contains(what), "{what} is named in: {all}");
    }
}

/// The article's own pictures: `?` is an unknown cell, in reading and writing. If a thing is hidden there, a block says
/// where.
#[test]
fn unknown_cell_is_a_question_mark() {
    let picture = "###########\n#?.@......$\n###########\n";
    let loaded = read(picture).expect("a map");
    let known = loaded.scene.known.as_ref().expect("a mask");
    assert_eq!(known.as_slice().iter().filter(|k| !**k).count(), 1);
    assert!(!known[Cell::new(1, 1)] && loaded.scene.tiles[Cell::new(1, 1)] == Tile::Floor);
    assert_eq!(write(&loaded.scene, "txt"), (picture.to_owned(), Vec::new()));
    let mut hidden = loaded.scene;
    hidden.tiles[Cell::new(1, 1)] = Tile::Trap;
    let (text, lost) = write(&hidden, "txt");
    assert_eq!(text, "###########\n#^.@......$\n###########\n\nknown:\n...........\n.?.........\n...........\n");
    assert_eq!((lost, read(&text).expect("a map").scene), (Vec::new(), hidden));
    let named = read("?.@\n\nlegend:\n? = trap\n").expect("a map").scene;
    assert!(named.known.is_none() && named.tiles[Cell::new(0, 0)] == Tile::Trap, "the legend comes first");
}

#[test]
fn fenced_text_map_with_a_legend_is_read() {
    let loaded = read("```\r\n#####\r\n#G.D#\r\n###\r\n```\r\n\r\nlegend:\r\nD = secret-door\r\n").expect("a map");
    let scene = &loaded.scene;
    assert_eq!(scene.size().to_string(), "5 × 3");
    assert_eq!(scene.tiles[Cell::new(3, 1)], Tile::SecretDoor);
    assert_eq!(scene.tiles[Cell::new(4, 2)], Tile::Void);
    assert!(loaded.notes[0].contains("row 3"), "ragged rows are padded and it says so: {:?}", loaded.notes);
    let thief = read_bytes("x", b"@.X", &Options { thief: true, ..Options::default() }).expect("a map");
    assert_eq!(thief.scene.actors[0].kind, ActorKind::Thief);
    let explorer = read("\u{feff}@.X").expect("a byte-order mark is no glyph");
    assert_eq!(explorer.scene.actors[0].kind, ActorKind::Explorer);
}

/// Returns a scene file with these fields.
fn json(part: &str) -> String {
    format!("{{\"format\":\"gridscope-scene\",\"version\":1,{part}}}")
}

#[test]
fn bad_scene_is_refused_with_its_place() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let cases: Vec<(String, &[&str])> = vec![
        (json("\"rows\":[\"..\"],\"legend\":{\".\":\"flor\"}"), &["flor", "floor"]),
        (json("\"rows\":[\".?\"]"), &["row 1, column 2", "legend"]),
        (json("\"rows\":[]"), &["no cells"]),
        (json("\"rows\":[\"..\"],\"actors\":[{\"kind\":\"guard\",\"at\":[-1,0]}]"), &["line 1", "-1"]),
        (json("\"rows\":[\"..\"],\"actors\":[{\"kind\":\"guard\",\"at\":[5,0]}]"), &["guard", "(5,0)", "2 × 1"]),
        (json("\"rows\":[\"..\"],\"actors\":[{\"kind\":\"ogre\",\"at\":[0,0]}]"), &["ogre", "guard"]),
        (json("\"rows\":[\"..\"],\"actros\":[]"), &["actros", "actors"]),
        (json("\"rows\":[\"..\"],\"known\":[\"...\"]"), &["known", "2 × 1"]),
        (json("\"rows\":[\"..\"],\"run\":{\"seed\":NaN}"), &["line 1"]),
        (json("\"rows\":[\"..\"],\"script\":[{\"turn\":1,\"do\":\"juggle\",\"at\":[0,0]}]"), &["juggle"]),
        (
            json("\"rows\":[\"..\"],\"script\":[{\"turn\":1,\"do\":\"place\",\"at\":[0,0],\"tile\":\"x\"}]"),
            &["script line 1"],
        ),
        ("{\"format\":\"gridscope-scene\",\"version\":2,\"rows\":[\".\"]}".into(), &["version 2", "version 1"]),
        ("{\"format\":\"other\",\"version\":1}".into(), &["other", "gridscope-scene"]),
        ("{\"rows\":[\".\"]}".into(), &["gridscope-scene"]),
        ("{\"format\":\"gridscope-scene\",\"version\":1,\"rows\":[\"..".into(), &["line 1", "JSON"]),
        (format!("{{\"a\":{deep}"), &["line 1"]),
        (String::new(), &["no map"]),
        ("..\n.§".into(), &["line 2, column 2", "'§'"]),
        ("..\nlegend:\nD = dragon".into(), &["line 3", "dragon"]),
        ("..\nlegend:\nnonsense".into(), &["line 3", "="]),
        ("type octile\nheight 100000\nwidth 100000\nmap\n".into(), &["100000 × 100000", "too large"]),
        ("type octile\nheight -1\nwidth 4\nmap\n".into(), &["line 2", "whole number"]),
        ("type octile\nheight 2\nwidth 4\nmap\n....\n".into(), &["2 rows"]),
        ("type octile\nheight 1\nwidth 4\nmap\n..\n".into(), &["line 5", "4"]),
        ("type octile\nheight 1\nwidth 2\nmap\n.x\n".into(), &["line 5, column 2"]),
        ("type octile\nheight 1\nwidth 2\nmap\n..\n..\n".into(), &["line 6"]),
        ("type octile\nwidth 2\nmap\n..\n".into(), &["height"]),
    ];
    for (text, parts) in cases {
        let error = read(&text).expect_err(&text).clone();
        assert!(error.starts_with("here.txt"), "names the source: {error}");
        assert!(!error.contains('\n'), "one sentence: {error}");
        for part in parts {
            assert!(error.contains(part), "{part:?} in: {error}");
        }
    }
    let error = read_bytes("b.map", b"..\n.\xff.", &Options::default()).expect_err("no text").to_string();
    assert!(error.contains("b.map, line 2") && error.contains("UTF-8"), "{error}");
}

#[test]
fn folders_missing_files_and_scenarios_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = |path: PathBuf| read_file(&path, &Options::default()).expect_err("bad").to_string();
    assert!(error(folder.path().into()).contains("folder"));
    assert!(error(folder.path().join("missing.map")).contains("no such file"));
    let searches = folder.path().join("a.map.scen");
    std::fs::write(&searches, "version 1\n0\ta.map\t4\t4\t0\t0\t3\t3\t5\n").expect("written");
    assert!(error(searches).contains("its map a.map was not read"));
    let huge = folder.path().join("huge.txt");
    let file = std::fs::File::create(&huge).expect("a file");
    file.set_len(200 * 1024 * 1024).expect("a sparse file");
    assert!(error(huge).contains("too many"), "refused before it is read");
}

#[test]
fn too_wide_or_tall_scene_is_refused() {
    let wide = ".".repeat(100_000);
    assert!(read(&wide).expect_err("too wide").contains("100000 × 1"));
    let tall = ".\n".repeat(100_000);
    assert!(read(&tall).expect_err("too tall").contains("1 × 100000"));
}

#[test]
fn every_vector_scene_reads() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/vectors");
    let mut read_lines = 0;
    for file in ["astar.jsonl", "path-sampling.jsonl"] {
        let text = std::fs::read_to_string(folder.join(file)).expect("vectors");
        for line in text.lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            read(&value["scene"].to_string()).unwrap_or_else(|e| panic!("{file}: {e}"));
            read_lines += 1;
        }
    }
    assert_eq!(read_lines, 130);
}

#[test]
fn file_name_extension_chooses_the_format() {
    for (name, format) in [
        ("a.scene.json", "scene-json"),
        ("a.json", "scene-json"),
        ("A.TXT", "text"),
        ("x/y.map", "movingai"),
        ("text", "text"),
    ] {
        assert_eq!(format_for(name).map(gridscope::formats::Format::name), Some(format), "{name}");
    }
    assert!(format_for("a.jpeg").is_none());
}

/// A reader whose time grows with the square of the text length would take too long for these.
#[test]
fn long_noise_is_refused_in_linear_time() {
    let long = "x".repeat(1_000_000);
    let cases = [
        ("blank lines", "\n".repeat(200_000)),
        ("blank lines, then a map", format!("{}..", "\n".repeat(200_000))),
        ("blank lines inside a map", format!("..{}..", "\n".repeat(200_000))),
        ("many empty rows", json(&format!("\"rows\":[{}\"\"]", "\"\",".repeat(2_000_000)))),
        ("a long header", format!("type octile\n{long}\n")),
        ("a long field", json(&format!("\"rows\":[\".\"],\"{long}\":1"))),
        ("a long tile name", json(&format!("\"rows\":[\".\"],\"legend\":{{\".\":\"{long}\"}}"))),
        ("a long legend", format!("..\nlegend:\nD = {long}\n")),
        ("a line break in a name", json("\"rows\":[\".\"],\"a\\nb\":1")),
        ("a sign that moves the cursor", json("\"rows\":[\".\"],\"a\\u001b[2Jb\":1")),
    ];
    for (what, text) in cases {
        let result = read(&text);
        if what == "blank lines, then a map" {
            assert_eq!(result.expect("a map").scene.size().to_string(), "2 × 1");
            continue;
        }
        let error = result.expect_err(what);
        assert!(error.starts_with("here.txt"), "{what}: {error}");
        assert!(error.len() < 2000, "{what}: the sentence has {} bytes", error.len());
        assert!(!error.chars().any(char::is_control), "{what}: {error:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn endless_file_is_refused() {
    let error = read_file("/dev/zero".as_ref(), &Options::default());
    assert!(error.expect_err("endless").to_string().contains("larger than gridscope reads"));
}

#[test]
fn invalid_text_is_refused_with_line_and_byte() {
    let error = read_bytes("b.txt", "é.\n.\u{e9}".as_bytes(), &Options::default()).expect_err("no glyph").to_string();
    assert!(error.contains("line 1, column 1"), "{error}");
    let error = read_bytes("b.txt", b"..\n.\xff.", &Options::default()).expect_err("no text").to_string();
    assert!(error.contains("line 2") && error.contains("byte 4"), "{error}");
}

#[test]
fn a_misspelt_name_is_answered_with_the_nearest() {
    for (text, nearest) in [
        (json("\"rows\":[\"..\"],\"legend\":{\".\":\"flor\"}"), "nearest is floor"),
        (json("\"rows\":[\"..\"],\"legend\":{\".\":\"secretdoor\"}"), "nearest is secret-door"),
        (
            json("\"rows\":[\".\"],\"script\":[{\"turn\":1,\"do\":\"place\",\"at\":[0,0],\"tile\":\"wal\"}]"),
            "nearest is wall",
        ),
        ("..\nlegend:\nD = gaurd".into(), "nearest is guard"),
    ] {
        let error = read(&text).expect_err(&text);
        assert!(error.contains(nearest), "{nearest:?} in: {error}");
    }
}

#[test]
fn extension_fields_are_named_and_misspelt_ones_refused() {
    let loaded = read(&json("\"rows\":[\"..\"],\"x-editor\":{\"zoom\":[2]}")).expect("x- is allowed");
    assert!(loaded.notes.iter().any(|n| n.contains("x-editor")), "{:?}", loaded.notes);
    for bad in ["\"rows\":[\".\"],\"X-editor\":1", "\"rows\":[\".\"],\"tiles\":[{\"at\":[0,0],\"inisde\":\"n\"}]"] {
        let error = read(&json(bad)).expect_err(bad);
        assert!(error.contains("unknown field") && error.contains("line 1, column"), "{error}");
    }
    let newer = "{\"format\":\"gridscope-scene\",\"version\":2,\"levels\":[],\"rows\":[\".\"]}";
    assert!(read(newer).expect_err("newer").contains("version 2"), "the version comes before the fields");
}

#[test]
fn short_known_mask_is_padded_with_a_note() {
    let loaded = read(&json("\"rows\":[\"...\",\"...\"],\"known\":[\"?..\",\"?\"]")).expect("a scene");
    let known = loaded.scene.known.expect("a mask");
    assert_eq!(known.as_slice(), [false, true, true, false, true, true]);
    assert!(loaded.notes.iter().any(|n| n.contains("known") && n.contains("row 2")), "{:?}", loaded.notes);
}

#[test]
fn writing_an_invalid_scene_does_not_panic() {
    let mut scene = read("..").expect("a map").scene;
    support::put(&mut scene, ActorKind::Guard, 9, 9);
    for extension in ["txt", "map", "json"] {
        let written = format_for(extension).expect("a format").write(&scene, &Options::default());
        if extension == "txt" {
            let error = written.expect_err("no cell to draw the guard in").to_string();
            assert!(error.contains("guard") && error.contains("(9,9)"), "{error}");
        }
    }
}

#[test]
fn thieves_and_explorers_share_a_text_map() {
    let mut scene = read("....").expect("a map").scene;
    support::put(&mut scene, ActorKind::Thief, 1, 0);
    support::put(&mut scene, ActorKind::Explorer, 2, 0);
    for thief in [false, true] {
        let options = Options { thief, ..Options::default() };
        let written = format_for("txt").expect("text").write(&scene, &options).expect("text");
        assert_eq!(written.lost, Vec::<String>::new());
        let back = read_bytes("t", &written.bytes, &options).expect("what was written").scene;
        assert_eq!(back.actors, scene.actors);
        let mut only = scene.clone();
        only.actors.remove(0);
        let written = format_for("txt").expect("text").write(&only, &options).expect("text");
        let back = read_bytes("t", &written.bytes, &options).expect("what was written").scene;
        assert_eq!(back.actors, only.actors, "an explorer stays one whatever @ means");
    }
}

#[test]
fn lost_actor_fields_are_named() {
    let mut scene = read("G.X").expect("a map").scene;
    scene.actors[0].set_facing(Some(Dir::N));
    scene.actors[0].set_keys(vec!["red".into()]);
    let lost = write(&scene, "txt").1.join("; ");
    assert!(lost.contains("facing") && lost.contains("keys") && !lost.contains("route"), "{lost}");
    support::put(&mut scene, ActorKind::Guard, 1, 0);
    let lost = write(&scene, "map").1;
    assert!(lost.contains(&"2 guards".to_owned()) && lost.contains(&"1 goal".to_owned()), "{lost:?}");
}

#[test]
fn every_shared_vector_scene_reads_and_round_trips() {
    let folder = shared("vectors");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        support::skip::skip("vectors", &format!("there is no {}", folder.display()));
        return;
    };
    let mut count = 0;
    for path in entries.map(|e| e.expect("an entry").path()).filter(|p| p.extension().is_some_and(|e| e == "jsonl")) {
        for (i, line) in std::fs::read_to_string(&path).expect("vectors").lines().enumerate() {
            let at = format!("{}, line {}", path.display(), i + 1);
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let scene = read(&value["scene"].to_string()).unwrap_or_else(|e| panic!("{at}: {e}")).scene;
            assert_eq!(read(&write(&scene, "json").0).expect("what was written").scene, scene, "{at}");
            count += 1;
        }
    }
    assert!(count > 0, "no vector in {}", folder.display());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let _ = read_bytes("noise", &bytes, &Options::default());
    }

    #[test]
    fn no_damage_panics(
        seed in 0u64..50,
        extension in prop::sample::select(vec!["json", "txt", "map", "gridscope-link"]),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        let mut bytes = write(&rich(seed), extension).0.into_bytes();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        let _ = read_bytes("damaged", &bytes, &Options::default());
    }

    #[test]
    fn no_scenario_panics(body in "[0-9a-zNI.+\\-\t\n ]{0,200}") {
        let _ = movingai::read_scen("noise", &format!("version 1\n{body}"));
        let _ = movingai::read_scen("noise", &body);
    }
}
