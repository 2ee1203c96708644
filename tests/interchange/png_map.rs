//! Maps as pictures with one pixel for each cell.
#![allow(clippy::disallowed_methods, reason = "tests make files")]
#![allow(clippy::unreadable_literal, reason = "colours are written as in #rrggbb")]

use crate::support::{
    ROOM, format, is_clear, random_scene, read_sample, round_trip, rows, sample, scenes, survives_damage,
};
use gridscope_formats::tile_mapping::TileAnswers;
use gridscope_formats::{FormatError, Loaded, Options, read_bytes, read_file};
use gridscope_trace::{Scene, Tile};
use std::collections::BTreeSet;

/// Encodes a picture of RGBA pixels.
fn png(width: u32, height: u32, pixels: &[[u8; 4]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels.as_flattened()).unwrap();
    writer.finish().unwrap();
    bytes
}

/// Encodes a row of opaque pixels.
fn row(colours: &[u32]) -> Vec<u8> {
    let pixels: Vec<[u8; 4]> = colours.iter().map(|rgb| (rgb << 8 | 0xff).to_be_bytes()).collect();
    png(pixels.len() as u32, 1, &pixels)
}

fn read(bytes: &[u8]) -> Result<Loaded, FormatError> {
    read_bytes("map.png", bytes, &Options::default())
}

/// Returns the keys of the colours that need an answer.
fn asked(bytes: &[u8]) -> Vec<String> {
    let asks = read(bytes).expect_err("questions").tiles().to_vec();
    asks.into_iter().filter(|ask| ask.meaning.is_none()).map(|ask| ask.key).collect()
}

fn room_with(tile: char, other: char) -> Vec<String> {
    ROOM.iter().map(|row| row.replace(tile, &other.to_string())).collect()
}

#[test]
fn png_samples_are_the_room() {
    for name in ["room-rgb", "room-indexed-4bit", "room-off-by-one-colour"] {
        let loaded = read_sample(&format!("pictures/{name}.png")).unwrap();
        assert_eq!((rows(&loaded.scene), loaded.format), (ROOM.map(String::from).to_vec(), "png"), "{name}");
        assert_eq!(loaded.notes.is_empty(), name != "room-off-by-one-colour", "{name}: {:?}", loaded.notes);
    }
    let transparent = read_sample("pictures/room-rgba-transparent-is-void.png").unwrap();
    assert_eq!(rows(&transparent.scene), room_with('=', ' '));
    let walls = read_sample("pictures/room-gray-1bit.png").unwrap();
    let expected: Vec<String> =
        ROOM.iter().map(|row| row.chars().map(|c| if "#=".contains(c) { '#' } else { '.' }).collect()).collect();
    assert_eq!(rows(&walls.scene), expected);
}

#[test]
fn values_of_a_mask_that_differ_a_little_are_asked_for() {
    for (low, high) in [(0x000000, 0x010101), (0x000000, 0x020202), (0xfdfdfd, 0xffffff)] {
        let keys: BTreeSet<String> = [low, high].map(|value| std::format!("#{value:06x}")).into();
        assert_eq!(asked(&row(&[low, high, low])).into_iter().collect::<BTreeSet<_>>(), keys);
    }
    assert_eq!(asked(&row(&[0x000000, 0x010101, 0xffffff])), ["#010101"], "black beside white is clear");
    let answers = Options { tiles: TileAnswers::from_text("#000000=floor,rest=wall").unwrap(), ..Options::default() };
    let loaded = read_bytes("map.png", &row(&[0x000000, 0x010101]), &answers).unwrap();
    assert_eq!(rows(&loaded.scene), [".#"]);
}

#[test]
fn answer_for_empty_cells_counts_for_transparent_pixels() {
    let answer = |text: &str| Options { tiles: TileAnswers::from_text(text).unwrap(), ..Options::default() };
    let half = png(2, 1, &[[0, 0, 0, 0], [0, 0, 0, 255]]);
    assert_eq!(rows(&read_bytes("map.png", &half, &answer("empty=floor 3")).unwrap().scene), [".#"]);
    let error = read_bytes("map.png", &row(&[0x000000]), &answer("empty=floor")).unwrap_err();
    assert!(error.to_string().contains("no cell of the map is empty"), "{error}");
}

/// Encodes a row of grey pixels of 16 bits.
fn grey16(values: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, values.len() as u32, 1);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    let mut writer = encoder.write_header().unwrap();
    writer
        .write_image_data(values.iter().flat_map(|value| value.to_be_bytes()).collect::<Vec<_>>().as_slice())
        .unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn values_of_16_bits_that_are_one_in_8_bits_are_refused() {
    let error = read(&grey16(&[1, 1, 2, 300])).unwrap_err();
    assert!(error.to_string().contains("16 bits a channel, and 1 and 2 are the same in 8 bits"), "{error}");
    assert_eq!(rows(&read(&grey16(&[0, 0xffff])).unwrap().scene), ["#."]);
    assert_eq!(asked(&grey16(&[0x4000, 0x8000, 0xc000])), ["#404040", "#808080", "#c0c0c0"]);
}

#[test]
fn damaged_pictures_are_refused_in_plain_words() {
    let whole = row(&[0x000000, 0xffffff]);
    let error = read(&whole[..whole.len() - 20]).unwrap_err().to_string();
    assert!(error.contains("the picture ends too early"), "{error}");
    let mut wrong = whole;
    wrong[20] ^= 1;
    let error = read(&wrong).unwrap_err().to_string();
    assert!(error.contains("the picture is damaged") && !error.contains('{'), "{error}");
}

#[test]
fn png_legend_colours_are_far_apart() {
    let colours: Vec<[u8; 3]> = Tile::ALL.iter().map(|&tile| tile.info().colour).chain([[255; 3]]).collect();
    for (i, a) in colours.iter().enumerate() {
        for b in &colours[..i] {
            assert!(a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 4), "{a:?} and {b:?} are too close");
        }
    }
}

#[test]
fn png_colours_near_the_legend_are_recognised() {
    let loaded = read(&row(&[0x000000, 0xffffff, 0x3c6ec8, 0x3e6cca, 0x010202, 0xfdfeff])).unwrap();
    assert_eq!(rows(&loaded.scene), ["#.~~#."]);
    assert_eq!(loaded.notes, ["3 pixels with almost a colour of the legend read as that colour."]);
    let error = read(&row(&[0x3c6ecb, 0xffffff, 0x000000])).unwrap_err();
    assert_eq!((&*error.tiles()[0].key, error.tiles()[0].colour), ("#3c6ecb", Some([0x3c, 0x6e, 0xcb])));
    // Alpha under 128 is void, whatever the colour.
    let pixels = [[255, 255, 255, 127], [255, 255, 255, 128], [1, 99, 3, 0]];
    assert_eq!(rows(&read(&png(3, 1, &pixels)).unwrap().scene), [" . "]);
}

#[test]
fn of_two_strange_colours_the_darker_is_wall() {
    let loaded = read(&row(&[0x202080, 0xffee00, 0x202080])).unwrap();
    assert_eq!(rows(&loaded.scene), ["#.#"]);
    assert!(loaded.notes[0].contains("#202080, is wall"), "{:?}", loaded.notes);
    // A third colour, or one of the legend, ends the rule.
    assert_eq!(asked(&row(&[0x202080, 0xffee00, 0xff0000])).len(), 3);
    assert_eq!(asked(&row(&[0x202080, 0x3c6ec8])).len(), 1);
    // Two colours of the same brightness are asked for.
    assert_eq!(asked(&row(&[0x112233])).len(), 1);
    let tiles = TileAnswers::from_text("#ffee00=lava,rest=floor").unwrap();
    let options = Options { tiles, ..Options::default() };
    assert_eq!(rows(&read_bytes("a", &row(&[0x202080, 0xffee00]), &options).unwrap().scene), [".!"]);
}

#[test]
fn png_answers_may_set_weights_and_are_stored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.png");
    std::fs::write(&path, row(&[0x102030, 0x3c3c46, 0x112233])).unwrap();
    let error = read_file(&path, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("#102030 (once)") && error.to_string().contains("--map-tiles"), "{error}");
    let answers = TileAnswers::from_text("#102030=floor 4,#112233=lava").unwrap();
    std::fs::write(gridscope_formats::answers_path(&path), answers.to_json()).unwrap();
    let scene = read_file(&path, &Options::default()).unwrap().scene;
    assert_eq!(
        (rows(&scene), scene.weights.unwrap().times().as_slice().to_vec()),
        (vec![".#!".to_owned()], vec![4, 0, 0])
    );
}

#[test]
fn a_photograph_is_refused_in_one_sentence() {
    let pixels: Vec<[u8; 4]> =
        (0..200 * 120_u32).map(|i| [(i % 251) as u8, (i / 7 % 256) as u8, (i % 89) as u8, 255]).collect();
    let colours = pixels.iter().collect::<std::collections::BTreeSet<_>>().len();
    assert!(colours > 10_000);
    let error = read(&png(200, 120, &pixels)).unwrap_err();
    let digits = colours.to_string();
    let grouped = format!("{},{}", &digits[..digits.len() - 3], &digits[digits.len() - 3..]);
    assert_eq!(
        error.to_string(),
        format!(
            "map.png: this is a picture of 200 × 120 pixels with {grouped} colours, not a map; \
             expected a map of one pixel a cell with at most 256 colours"
        )
    );
    // 256 colours without a meaning are asked for, and 257 are not.
    let strange = |n: u32| row(&(0..n).map(|i| 0x0a_0000 | (i / 16) << 12 | (i % 16) << 4).collect::<Vec<_>>());
    assert_eq!(asked(&strange(256)).len(), 256);
    let error = read(&strange(257)).unwrap_err();
    assert!(error.tiles().is_empty() && error.found.contains("257 colours"), "{error}");
}

#[test]
fn oversized_png_is_refused_by_its_header() {
    let mut bytes = row(&[0]);
    // The width is at byte 16, and the checksum of the header is at byte 29.
    bytes[16..24].copy_from_slice(&[0, 0, 0x50, 0, 0, 0, 0, 9]);
    let mut hasher = flate2::Crc::new();
    hasher.update(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&hasher.sum().to_be_bytes());
    let error = read(&bytes).unwrap_err();
    is_clear("a wide picture", &error);
    assert!(error.found.contains("20480 × 9 pixels, not a map"), "{error}");
}

#[test]
fn every_kind_of_png_is_read() {
    use png::{BitDepth, ColorType};
    // A row of 16 pixels: black, white, black …
    for (kind, depth, data) in [
        (ColorType::Grayscale, BitDepth::One, vec![0x55, 0x55]),
        (ColorType::Grayscale, BitDepth::Two, vec![0x33; 4]),
        (ColorType::Grayscale, BitDepth::Four, vec![0x0f; 8]),
        (ColorType::Grayscale, BitDepth::Eight, [0, 255].repeat(8)),
        (ColorType::Grayscale, BitDepth::Sixteen, [0, 0, 255, 255].repeat(8)),
        (ColorType::GrayscaleAlpha, BitDepth::Eight, [0, 255, 255, 255].repeat(8)),
        (ColorType::Rgb, BitDepth::Sixteen, [[0; 6], [255; 6]].concat().repeat(8)),
        (ColorType::Rgba, BitDepth::Sixteen, [[0, 0, 0, 0, 0, 0, 255, 255], [255; 8]].concat().repeat(8)),
        (ColorType::Indexed, BitDepth::Two, vec![0x11; 4]),
    ] {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 16, 1);
        encoder.set_color(kind);
        encoder.set_depth(depth);
        if kind == ColorType::Indexed {
            encoder.set_palette(vec![0, 0, 0, 255, 255, 255]);
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&data).unwrap();
        writer.finish().unwrap();
        let loaded = read(&bytes).unwrap_or_else(|error| panic!("{kind:?} {depth:?}: {error}"));
        assert_eq!(rows(&loaded.scene), ["#.".repeat(8)], "{kind:?} {depth:?}");
    }
}

#[test]
fn png_keeps_tiles_and_names_other_losses() {
    for (name, scene) in scenes(200) {
        let (written, read) = round_trip("png", &scene, &Options::default());
        assert_eq!(read, Scene::new(scene.tiles.clone()), "{name}");
        let whole = scene == Scene::new(scene.tiles.clone());
        assert_eq!(written.lost.is_empty(), whole, "{name}: {:?}", written.lost);
    }
    let scene = random_scene(3);
    let bytes = format("png").write(&scene, &Options::default()).unwrap().bytes;
    assert_eq!(bytes, format("png").write(&scene, &Options::default()).unwrap().bytes);
    let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let info = reader.info();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Indexed, png::BitDepth::Eight));
    let palette: Vec<u8> = Tile::ALL.iter().flat_map(|&tile| tile.info().colour).collect();
    assert_eq!(info.palette.as_deref(), Some(&*palette));
    let text = &info.uncompressed_latin1_text[0];
    let names: Vec<_> = Tile::ALL.iter().map(|tile| tile.info().name).collect();
    assert_eq!((&*text.keyword, &*text.text), ("gridscope", &*names.join(",")));
}

#[test]
fn damaged_png_is_read_or_refused() {
    let written = format("png").write(&random_scene(7), &Options::default()).unwrap();
    survives_damage("a written picture", &written.bytes, &Options::default());
    survives_damage(
        "a picture",
        &std::fs::read(sample("pictures/room-indexed-4bit.png")).unwrap(),
        &Options::default(),
    );
}
