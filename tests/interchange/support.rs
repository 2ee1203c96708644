//! Shared code: samples, random scenes, round trips and damaged files.
#![allow(dead_code, reason = "each module uses its own part")]

use gridscope_formats::{FORMATS, Format, FormatError, Loaded, Options, Written, read_bytes, read_file};
use gridscope_presets::PRESETS;
use gridscope_trace::scene::{Actor, ActorKind, Room, Scene};
use gridscope_trace::{Cell, Dir, Grid, Rng, Size, Tile, Weight};
use std::path::PathBuf;

/// Returns the path of a sample, such as `tiled/room.tmx`.
pub fn sample(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/samples").join(name)
}

/// Reads a sample from its file, with files beside it.
pub fn read_sample(name: &str) -> Result<Loaded, FormatError> {
    read_file(&sample(name), &Options::default())
}

/// Returns the format of that name.
pub fn format(name: &str) -> &'static dyn Format {
    FORMATS.iter().copied().find(|format| format.name() == name).expect("a format of that name")
}

/// Returns the rows of the tiles as glyphs.
pub fn rows(scene: &Scene) -> Vec<String> {
    scene.tiles.rows().map(|row| row.iter().map(|tile| tile.info().glyph).collect()).collect()
}

/// The room of most samples, in glyphs.
pub const ROOM: [&str; 6] = ["########", "#..+..,#", "#..#.b,#", "##+#.=.#", "#..~..!#", "########"];

/// Returns the scenes of all lessons with their names, then random scenes.
pub fn scenes(random: u64) -> impl Iterator<Item = (String, Scene)> {
    let lessons = PRESETS.iter().map(|preset| (preset.id.to_owned(), preset.scene().expect("a scene")));
    lessons.chain((0..random).map(|seed| (format!("random {seed}"), random_scene(seed))))
}

/// Returns a random scene with every kind of content that a map can hold.
pub fn random_scene(seed: u64) -> Scene {
    let mut dice = Rng::new(seed);
    let mut pick = |n: usize| dice.below(n as u64) as usize;
    let size = Size::new(1 + pick(24) as u16, 1 + pick(18) as u16);
    let tiles =
        size.cells().map(|_| if pick(3) == 0 { Tile::ALL[pick(Tile::ALL.len())] } else { Tile::Floor }).collect();
    let mut scene = Scene::new(Grid::from_vec(size, tiles).expect("as many cells"));
    let mut cell = || Cell::new(pick(size.width.into()) as u16, pick(size.height.into()) as u16);
    let cells: Vec<Cell> = (0..12).map(|_| cell()).collect();
    for (i, &at) in cells.iter().enumerate().skip(6) {
        let kind = ActorKind::ALL[(seed as usize + i * 3) % ActorKind::ALL.len()];
        let mut actor = Actor::new(kind, at);
        if i % 2 == 0 {
            actor.set_facing(Dir::ALL.get(i % 8).copied());
        }
        scene.actors.push(actor);
    }
    if seed.is_multiple_of(3) {
        for (i, &at) in cells.iter().take(6).enumerate() {
            scene.set_weight(at, Weight::from(1 + i as u8));
        }
    }
    if seed.is_multiple_of(4) {
        let mut known = Grid::new(size, true);
        for &at in &cells[..5] {
            known[at] = false;
        }
        scene.known = Some(known);
    }
    if seed.is_multiple_of(5) {
        scene.title = "A \"room\" & <half> 'é' ${{ 1 }} {{rows}}".into();
        scene.notes = "Notes, with\ntwo lines.".into();
        scene.rooms.push(Room { name: "hall".into(), from: cells[0].min(cells[0]), to: cells[0] });
    }
    scene.run.seed = seed;
    scene.validate().expect("a valid scene");
    scene
}

/// Writes a scene in a format and reads it again, as bytes without files beside them.
pub fn round_trip(name: &str, scene: &Scene, options: &Options) -> (Written, Scene) {
    let written = format(name).write(scene, options).unwrap_or_else(|error| panic!("{name}: {error}"));
    let read = Options { from: Some(format(name).name()), ..options.clone() };
    let loaded = read_bytes("the file", &written.bytes, &read).unwrap_or_else(|error| panic!("{name}: {error}"));
    (written, loaded.scene)
}

/// Asserts that an error is one sentence that names what was found.
pub fn is_clear(what: &str, error: &FormatError) {
    let text = error.to_string();
    assert!(!text.contains('\n') && !error.found.is_empty() && text.len() < 2_500, "{what}: {text:?}");
}

/// Reads damaged versions of a file: cut at each byte (at most 3,000 places), and 2,000 times with a few bytes changed.
/// Each is read or refused in one sentence, within a second.
pub fn survives_damage(what: &str, bytes: &[u8], options: &Options) {
    let read = |bytes: &[u8], case: &str| {
        let began = std::time::Instant::now();
        match read_bytes(what, bytes, options) {
            Ok(loaded) => loaded.scene.validate().unwrap_or_else(|error| panic!("{what}, {case}: {error}")),
            Err(error) => is_clear(&format!("{what}, {case}"), &error),
        }
        assert!(began.elapsed().as_secs() < 5, "{what}, {case}: it takes too long");
    };
    for end in (0..bytes.len()).step_by(1 + bytes.len() / 3_000) {
        read(&bytes[..end], &format!("cut at {end}"));
    }
    let mut dice = Rng::new(bytes.len() as u64);
    for number in 0..2_000 {
        let mut changed = bytes.to_vec();
        for _ in 0..=dice.below(3) {
            let at = dice.below(bytes.len() as u64) as usize;
            match dice.below(4) {
                0 => changed[at] ^= 1 << dice.below(8),
                1 => changed[at] = b"0123456789-.,:<>\"'{}[]/e "[dice.below(25) as usize],
                2 => changed[at] = dice.below(256) as u8,
                _ => changed[at] = changed[dice.below(bytes.len() as u64) as usize],
            }
        }
        read(&changed, &format!("change {number}"));
    }
}
