//! Maps as tables (CSV).

use crate::support::{ROOM, format, is_clear, random_scene, read_sample, round_trip, rows, scenes, survives_damage};
use gridscope_formats::tile_mapping::TileAnswers;
use gridscope_formats::{ArrayMeaning, FormatError, Loaded, Options, format_for, read_bytes};
use gridscope_trace::{Grid, Scene, Size, Tile, Weight};

fn read_with(text: &str, options: &Options) -> Result<Loaded, FormatError> {
    read_bytes("map.csv", text.as_bytes(), options)
}

fn read(text: &str) -> Result<Loaded, FormatError> {
    read_with(text, &Options::default())
}

fn map(text: &str) -> Vec<String> {
    rows(&read(text).unwrap_or_else(|error| panic!("{text:?}: {error}")).scene)
}

#[track_caller]
fn refuses(text: &str, words: &[&str]) -> FormatError {
    let error = read(text).expect_err(text);
    is_clear(text, &error);
    let said = error.to_string();
    assert!(words.iter().all(|word| said.contains(word)), "{text:?}: {said}");
    error
}

fn answers(text: &str) -> Options {
    Options { tiles: TileAnswers::from_text(text).unwrap(), ..Options::default() }
}

fn array(meaning: ArrayMeaning) -> Options {
    Options { array: Some(meaning), ..Options::default() }
}

#[test]
fn csv_samples_are_the_room() {
    for name in ["tiles-by-name", "tiles-semicolon-crlf-bom", "glyphs-quoted"] {
        let loaded = read_sample(&format!("csv/{name}.csv")).unwrap();
        assert_eq!((rows(&loaded.scene), loaded.format), (ROOM.map(String::from).to_vec(), "csv"), "{name}");
        assert_eq!((&*loaded.notes, loaded.scene.actors.len()), (&[][..], 0), "{name}");
    }
}

#[test]
fn csv_rows_of_unequal_length_are_refused() {
    let error = read_sample("csv/ragged.csv").unwrap_err();
    assert_eq!(
        (error.line, &*error.found, &*error.expected),
        (Some(2), "the row has 2 cells", "3, as in the first row")
    );
    refuses("wall,wall\nwall,wall,wall\n", &["line 2", "3 cells", "2, as in the first row"]);
    // Only the last row may lack the separator that ends all others.
    refuses("1,1,\n1,1\n1,1,\n", &["line 2: the row has 2 cells"]);
    refuses("wall,wall\n\nwall,wall\n", &["line 3", "blank line"]);
}

#[test]
fn csv_numbers_without_a_meaning_are_asked_for() {
    let error = read_sample("csv/zeros-and-ones-1-is-wall.csv").unwrap_err();
    let asks: Vec<_> = error.tiles().iter().map(|ask| (&*ask.key, ask.count)).collect();
    assert_eq!(asks, [("1", 28), ("0", 20)]);
    let text = error.to_string();
    assert!(text.contains("--array free, wall, cost, tiles or occupancy") && text.contains("--map-tiles"), "{text}");
    let options = answers("1=wall,0=floor");
    let sample = "1,1,1\n1,0,1\n1,1,1\n";
    assert_eq!(rows(&read_with(sample, &options).unwrap().scene), ["###", "#.#", "###"]);
    assert_eq!(rows(&read_with(sample, &array(ArrayMeaning::Wall)).unwrap().scene), ["###", "#.#", "###"]);
    assert_eq!(rows(&read_with(sample, &array(ArrayMeaning::Free)).unwrap().scene), ["...", ".#.", "..."]);
    assert_eq!(rows(&read_with("0,1,17\n", &array(ArrayMeaning::Tiles)).unwrap().scene), [".#h"]);
    let refused = read_with("0,1,99\n", &array(ArrayMeaning::Tiles)).unwrap_err();
    let asked = refused.tiles().iter().filter(|ask| ask.meaning.is_none());
    assert_eq!(asked.map(|ask| &*ask.key).collect::<Vec<_>>(), ["99"]);
}

#[test]
fn csv_costs_become_weights() {
    let costs = |text: &str| {
        let loaded = read_with(text, &array(ArrayMeaning::Cost)).unwrap();
        let weight = |cell| loaded.scene.weight(cell).map_or(0.0, Weight::value);
        let weights: Vec<f64> = loaded.scene.size().cells().map(weight).collect();
        (rows(&loaded.scene).concat(), weights, loaded.notes)
    };
    assert_eq!(costs("1,2,9,0,-3,inf,nan\n"), ("...####".into(), vec![0.0, 2.0, 9.0, 0.0, 0.0, 0.0, 0.0], vec![]));
    for exact in [vec![10.0, 20.0, 34.0, 1000.0], vec![0.5, 1.25, 300.0], vec![0.001, 1000.0], vec![1.0 / 3.0, 0.75]] {
        let text: Vec<String> = exact.iter().map(f64::to_string).collect();
        assert_eq!(costs(&format!("{}\n", text.join(","))), (".".repeat(exact.len()), exact, vec![]));
    }
    let rounded = costs("7.12344,2\n");
    assert_eq!(
        (rounded.1, rounded.2),
        (vec![7.1234, 2.0], vec!["The cost of 1 cell is rounded, by at most 4.0e-5.".into()])
    );
    assert_eq!(costs("0.5,1,1e308\n").1, [1.0, 0.0, 1e6]);
    // Strict costs are above 0, or −∞ for a wall.
    let strict = |text: &str| read_with(text, &Options { strict_costs: true, ..array(ArrayMeaning::Cost) });
    assert_eq!(rows(&strict("1,2,0.5,-inf\n").unwrap().scene), ["...#"]);
    for (text, cell) in
        [("1,inf", "(1,0) is inf"), ("nan,1", "(0,0) is nan"), ("1,0", "(1,0) is 0"), ("-1,1", "(0,0) is -1")]
    {
        let error = strict(text).unwrap_err().to_string();
        assert!(error.contains(cell) && error.contains("a cost above 0"), "{error}");
    }
    // A comma is a decimal point in a table with semicolons.
    assert_eq!(costs("0,5;1,0;0\n"), ("..#".into(), vec![0.5, 0.0, 0.0], vec![]));
    let (all, none, _) = costs("1,1\n1,1\n");
    assert_eq!((&*all, &*none), ("....", &[0.0; 4][..]));
}

#[test]
fn csv_occupancy_grid_has_unknown_cells() {
    let loaded = read_with("-1,0,19,20,64,65,100\n", &array(ArrayMeaning::Occupancy)).unwrap();
    assert_eq!(rows(&loaded.scene), [".....##"]);
    let known = loaded.scene.known.unwrap();
    assert_eq!(known.as_slice(), [false, true, true, false, false, true, true]);
    assert_eq!(loaded.notes, ["2 cells between 19.6 % and 65 % read as unknown, as in ROS."]);
    let error = read_with("0,255\n", &array(ArrayMeaning::Occupancy)).unwrap_err();
    assert_eq!(&*error.found, "the cell (1,0) is 255");
    let error = read_with("0,inf\n", &array(ArrayMeaning::Free)).unwrap_err();
    assert!(error.found.ends_with("is inf"), "{error}");
}

#[test]
fn csv_separator_divides_the_first_line_evenly() {
    assert_eq!(map("wall\tfloor\n"), ["#."]);
    assert_eq!(map("#;,;.;,;#\n"), ["#,.,#"]);
    assert_eq!(map("sep=;\r\nwall;,\r\n"), ["#,"]);
    assert_eq!(map("\"#\",\"\"\"\",\" \",\",\"\n"), ["#\" ,"]);
    assert_eq!(map("wall\nfloor\n"), ["#", "."]);
    refuses("#####\n#...#\n", &["no comma, semicolon or tab divides the rows", "#####"]);
}

#[test]
fn csv_names_have_any_spelling() {
    assert_eq!(map("Door Open,ONE_WAY-N,grass,Stone\n"), ["/↑.#"]);
    let loaded = read("G,?,@,floor 3,\n.,.,.,.,.\n").unwrap();
    assert_eq!(rows(&loaded.scene), [".... ", "....."]);
    let actors: Vec<_> = loaded.scene.actors.iter().map(|actor| actor.kind.name()).collect();
    assert_eq!(actors, ["guard", "explorer"]);
    assert_eq!(loaded.scene.known.as_ref().unwrap().as_slice()[..3], [true, false, true]);
    assert_eq!(loaded.scene.weights.as_ref().unwrap().times().as_slice()[..5], [0, 0, 0, 3, 0]);
    assert_eq!(loaded.notes, ["1 empty cell is void. --map-tiles='empty=floor' changes it."]);
    // An answer counts before the meaning of a glyph.
    assert_eq!(rows(&read_with("G,door\n", &answers("G=lava")).unwrap().scene), ["!+"]);
    let error = refuses("wall,slime\nwall,slime\n", &["slime (2 times)", "--map-tiles"]);
    let known: Vec<_> = error.tiles().iter().map(|ask| (&*ask.key, ask.meaning.is_some())).collect();
    assert_eq!(known, [("slime", false), ("wall", true)]);
}

/// Rows of digits that nothing separates are a map of costs, whatever the file's name. Zeros and ones are asked for.
#[test]
fn digit_grid_opens_as_costs() {
    for name in ["map.txt", "map.csv", "map", "map.map"] {
        let loaded = read_bytes(name, b"11638\r\n10791\r\n\r\n", &Options::default()).unwrap();
        assert_eq!((rows(&loaded.scene), loaded.format), (vec![".....".into(), ".#...".into()], "csv"), "{name}");
        assert_eq!(loaded.scene.weights.unwrap().times().as_slice(), [0, 0, 6, 3, 8, 0, 0, 7, 9, 0], "{name}");
        assert!(loaded.notes.len() == 1 && loaded.notes[0].contains("--array"), "{:?}", loaded.notes);
    }
    let with = |text: &str, options: &Options| read_bytes("map.txt", text.as_bytes(), options);
    let asked = with("010\n001\n", &Options::default()).unwrap_err();
    assert_eq!(asked.tiles().iter().map(|ask| &*ask.key).collect::<Vec<_>>(), ["0", "1"]);
    assert!(asked.to_string().contains("--array free, wall"), "{asked}");
    let wall = array(ArrayMeaning::Wall);
    assert_eq!(rows(&with("010\n001\n", &wall).unwrap().scene), [".#.", "..#"], "as the message says");
    assert_eq!(rows(&with("20\n02\n", &answers("2=door,0=wall")).unwrap().scene), ["+#", "#+"]);
    // Other lengths are no grid, and a single row may be a number.
    for text in ["12\n345\n", "123456\n", "1\n2\n"] {
        assert!(with(text, &Options::default()).is_err(), "{text:?}");
    }
    assert_eq!(with("123.\n.45.\n", &Options::default()).unwrap_err().line, Some(1), "a text map");
}

/// The refusal of a table with another ending names flags that open it.
#[test]
fn blank_separated_numbers_name_flags_that_help() {
    let text = "1 0  1\n 1 0 12\n";
    let refused = read_bytes("map.txt", text.as_bytes(), &Options::default()).unwrap_err().to_string();
    assert!(refused.contains("--from csv") && refused.contains("--array free, wall, cost"), "{refused}");
    let options = Options { from: Some("csv"), ..array(ArrayMeaning::Free) };
    assert_eq!(rows(&read_bytes("map.txt", text.as_bytes(), &options).unwrap().scene), [".#.", ".#."]);
    assert_eq!(map("Door Open,wall\nwall,Door Open\n"), ["/#", "#/"], "blanks in names separate nothing");
}

#[test]
fn trailing_separators_and_row_numbers_are_left_out() {
    for text in ["1,0,\n0,1,\n", "1,0,\n0,1\n", "1,0,\n0,1,\n\n\n"] {
        let loaded = read_with(text, &answers("1=wall,0=floor")).unwrap();
        assert_eq!(rows(&loaded.scene), ["#.", ".#"], "{text:?}");
        assert_eq!(loaded.notes, ["The last column is empty and was left out."], "{text:?}");
    }
    // As pandas writes a frame.
    let loaded = read(",0,1\n0,wall,floor\n1,wall,door\n").unwrap();
    assert_eq!((rows(&loaded.scene), loaded.notes.len()), (vec!["#.".to_owned(), "#+".to_owned()], 1));
    refuses("x,y,g\n1,1,0\n", &["line 1", "one cell for each line"]);
}

#[test]
fn broken_csv_quotes_are_refused() {
    refuses("wall,\"floor\nwall,floor\n", &["line 1, column 6: the quote has no end"]);
    refuses("wall,floor\nwall,\"floor\"x\n", &["line 2, column 13", "'x' follows the quote"]);
    refuses("", &["no map"]);
    refuses("\n\n", &["no map"]);
    refuses(&format!("wall,{}\n", "x".repeat(500)), &["line 1, column 6", "500 bytes"]);
    let error = read_bytes("map.csv", b"wall,\xff\n", &Options::default()).unwrap_err();
    assert!(error.found.contains("byte 5"), "{error}");
}

#[test]
fn oversized_csv_table_is_refused_at_the_limit() {
    refuses(&"1,".repeat(20_000), &["line 1", "more than 16384 cells"]);
    refuses(&"1,1\n".repeat(20_000), &["line 16385"]);
}

#[test]
fn csv_keeps_tiles_and_names_other_losses() {
    for (name, scene) in scenes(200) {
        let (written, read) = round_trip("csv", &scene, &Options::default());
        assert_eq!(read, Scene::new(scene.tiles.clone()), "{name}");
        let whole = scene == Scene::new(scene.tiles.clone());
        assert_eq!(written.lost.is_empty(), whole, "{name}: {:?}", written.lost);
    }
    let scene = random_scene(60);
    let written = format("csv").write(&scene, &Options::default()).unwrap();
    assert_eq!(written.bytes, format("csv").write(&scene, &Options::default()).unwrap().bytes);
    for what in ["the weights", "the known mask", "the title", "the notes", "1 room", "the run", "guard"] {
        assert!(written.lost.iter().any(|lost| lost.contains(what)), "{what}: {:?}", written.lost);
    }
    assert!(!String::from_utf8(written.bytes).unwrap().contains('\r'));
}

#[test]
fn csv_layer_is_a_table_of_numbers() {
    let mut options = Options::default();
    let scene = read("floor,floor\nfloor,wall\n").unwrap().scene;
    options.write.layer = Grid::from_vec(scene.size(), vec![Some(0.0), Some(1.5), Some(f64::INFINITY), None]);
    let written = format("csv").write(&scene, &options).unwrap();
    assert_eq!((&*written.bytes, &*written.lost), (&b"0,1.5\ninf,\n"[..], &["the tiles".to_owned()][..]));
}

#[test]
fn csv_and_tsv_endings_choose_the_format() {
    assert_eq!(format_for("map.csv").unwrap().name(), "csv");
    assert_eq!(format_for("map.TSV").unwrap().name(), "csv");
    // Under another name, this text is a text map.
    let named = read("#,.,#\n").unwrap();
    assert_eq!((named.format, rows(&named.scene)), ("csv", vec!["#.#".to_owned()]));
    let unnamed = read_bytes("map", b"#,.,#\n", &Options::default()).unwrap();
    assert_eq!((unnamed.format, rows(&unnamed.scene)), ("text", vec!["#,.,#".to_owned()]));
    assert_eq!(unnamed.scene.tiles.as_slice()[1], Tile::Rubble);
    let from = Options { from: Some("csv"), ..Options::default() };
    assert_eq!(read_bytes("-", b"#,.,#\n", &from).unwrap().format, "csv");
}

#[test]
fn damaged_csv_is_read_or_refused() {
    let from = Options { from: Some("csv"), ..Options::default() };
    let written = format("csv").write(&random_scene(7), &Options::default()).unwrap();
    survives_damage("a written table", &written.bytes, &from);
    let sample = std::fs::read(crate::support::sample("csv/glyphs-quoted.csv")).unwrap();
    survives_damage("a table in quotes", &sample, &from);
    let numbers = b"1,1,2,3.5\n0,1,-1,inf\n";
    survives_damage("a table of costs", numbers, &Options { array: Some(ArrayMeaning::Cost), ..from });
}

/// Programs for tables break long fields into lines. A quote in a row of its own has its own error.
#[test]
fn quoted_fields_of_csv_may_have_line_breaks() {
    let loaded = read("\"stone\nwall\",floor\r\nfloor,\"swamp\r\n\"\n").unwrap();
    assert_eq!(rows(&loaded.scene), ["#.", ".≈"].map(|row| row.replace('≈', &Tile::Swamp.info().glyph.to_string())));
    let error = read("wall,floor\n\"wall,floor\nfloor,wall\n").unwrap_err().to_string();
    assert!(error.contains("line 2") && error.contains("the quote has no end"), "{error}");
    let error = read("\"a\nwall\",floor\nfloor\n").unwrap_err().to_string();
    assert!(error.contains("line 3"), "rows are counted by lines: {error}");
}

/// A file that could not be read again is refused before it is written.
#[test]
fn tables_that_are_too_large_are_not_written() {
    let scene = Scene::new(Grid::new(Size::new(2_000, 2_000), Tile::SecretDoorOpen));
    let error = format("csv").write(&scene, &Options::default()).unwrap_err().to_string();
    assert!(error.contains("table of tiles (CSV)") && error.contains("at most 64 MiB"), "{error}");
    let error = format("ldtk").write(&scene, &Options::default()).unwrap_err().to_string();
    assert!(error.contains("a map of 2000 × 2000 cells is too large"), "{error}");
}

#[test]
fn answer_for_empty_cells_of_a_table_counts() {
    assert_eq!(rows(&read_with("wall,,floor\n", &answers("empty=floor")).unwrap().scene), ["#.."]);
    let costs = Options { array: Some(ArrayMeaning::Cost), ..answers("empty=floor 4") };
    let scene = read_with("2,,3\n", &costs).unwrap().scene;
    assert_eq!(
        (rows(&scene), scene.weight(gridscope_trace::Cell::new(1, 0))),
        (vec!["...".into()], Some(Weight::from(4)))
    );
    assert_eq!(rows(&read_with("1,,0\n", &answers("empty=water,0=wall,1=floor")).unwrap().scene), [".~#"]);
    for (text, options) in [
        ("wall,floor\n", answers("empty=floor")),
        ("1,0\n", answers("empty=floor,rest=wall")),
        ("1,2\n", Options { array: Some(ArrayMeaning::Cost), ..answers("empty=floor") }),
    ] {
        let error = read_with(text, &options).unwrap_err();
        assert!(error.to_string().contains("no cell of the map is empty"), "{error}");
    }
}

#[test]
fn array_is_refused_for_a_table_of_names() {
    let error = read_with("wall,floor\n", &array(ArrayMeaning::Wall)).unwrap_err();
    assert!(error.to_string().contains("--array says what numbers mean, but the cells are no numbers"), "{error}");
    assert!(read_with("wall,floor\n", &array(ArrayMeaning::Tiles)).is_ok());
}

#[test]
fn row_and_column_numbers_from_1_are_left_out() {
    let free = array(ArrayMeaning::Free);
    for text in [",1,2,3\n1,0,1,0\n2,1,1,0\n", "\"\",0,1,2\n1,0,1,0\n2,1,1,0\n"] {
        let loaded = read_with(text, &free).unwrap();
        assert_eq!(rows(&loaded.scene), ["#.#", "..#"], "{text}");
        assert!(loaded.notes[0].contains("number the cells"), "{:?}", loaded.notes);
    }
    assert_eq!(rows(&read_with(",1,2\n2,0,1\n", &free).unwrap().scene), [" ..", ".#."]);
}
