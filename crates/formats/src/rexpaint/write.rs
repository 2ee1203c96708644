//! Writes a scene as a drawing: terrain, actors and weights, and the values of a run if there are any.

use super::super::plain::format_count;
use super::super::{FormatError, Options, Written, limits, losses};
use super::{BLANK, INFINITE, TRANSPARENT, UNKNOWN, cp437, source};
use flate2::Compression;
use flate2::write::GzEncoder;
use gridscope_trace::scene::{ActorKind, RunSpec, Scene};
use gridscope_trace::{Cell, Grid, Tile, Weight};
use std::collections::BTreeSet;
use std::io::{self, Write as _};

/// Version of the format.
const VERSION: i32 = -1;
/// Bytes of the header, and of the size of a layer.
const HEADER: u64 = 8;
/// Dark and light colour of glyphs.
const INKS: [[u8; 3]; 2] = [[16, 16, 24], [240, 240, 240]];
/// Background of an unknown cell.
const DARK: [u8; 3] = [20, 20, 30];
/// Background of the values of a run, from the lowest to the highest.
const HEATS: [[u8; 3]; 6] =
    [[76, 64, 135], [78, 83, 153], [79, 102, 170], [79, 122, 185], [80, 142, 198], [83, 161, 209]];

/// A cell of a layer.
#[derive(Clone, Copy)]
struct Glyph {
    code: u8,
    foreground: [u8; 3],
    background: [u8; 3],
}

impl Glyph {
    /// A transparent cell.
    const NONE: Self = Self { code: BLANK, foreground: [0; 3], background: TRANSPARENT };

    /// Returns a glyph on a background of that colour, in ink that can be read on it.
    fn on(background: [u8; 3], code: u8) -> Self {
        Self { code, foreground: ink(background), background }
    }

    /// Returns a glyph on a transparent background, over a cell of that colour.
    fn over(below: [u8; 3], code: u8) -> Self {
        Self { code, foreground: ink(below), background: TRANSPARENT }
    }

    fn bytes(self) -> [u8; source::CELL] {
        let ([a, b, c], [d, e, f]) = (self.foreground, self.background);
        [self.code, 0, 0, 0, a, b, c, d, e, f]
    }
}

fn ink([red, green, blue]: [u8; 3]) -> [u8; 3] {
    let [dark, light] = INKS;
    // Green looks brightest, blue darkest.
    let parts = [(red, 3_u32), (green, 6), (blue, 1)].map(|(channel, share)| u32::from(channel).saturating_mul(share));
    if parts.iter().sum::<u32>() > 1_000 { dark } else { light }
}

pub(super) fn write(scene: &Scene, options: &Options) -> Result<Written, FormatError> {
    FormatError::check_scene("the scene", scene)?;
    let size = scene.size();
    let values = options.write.layer.as_ref();
    let layers: u32 = match (values, &scene.weights) {
        (Some(_), _) => 4,
        (None, Some(_)) => 3,
        (None, None) => 2,
    };
    let cells = (size.area() as u64).saturating_mul(source::CELL as u64);
    let whole = HEADER.saturating_add(u64::from(layers).saturating_mul(HEADER.saturating_add(cells)));
    if whole > limits::FILE {
        let found = format!("a drawing of {size} cells in {layers} layers unpacks to {whole} bytes");
        return Err(FormatError::whole("the scene", &found, &format!("at most {}", limits::mebibytes(limits::FILE))));
    }
    let actors = actors(scene);
    let range = values.map(|values| {
        let finite = values.as_slice().iter().flatten().copied().filter(|value| value.is_finite());
        finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    });
    let glyph = |layer: u32, at: Cell| match layer {
        1 => terrain(scene, at),
        2 => match actors.get(at) {
            Some(&code) if code != 0 => Glyph::over(terrain(scene, at).background, code),
            _ => Glyph::NONE,
        },
        3 => match scene.weight(at).and_then(Weight::digit) {
            Some(digit) => Glyph::over(terrain(scene, at).background, b'0'.saturating_add(digit)),
            None => Glyph::NONE,
        },
        _ => match (values.and_then(|values| values.get(at).copied().flatten()), range) {
            (Some(value), Some(range)) => value_of_run(value, range),
            _ => Glyph::NONE,
        },
    };
    let packed = || -> io::Result<Vec<u8>> {
        let mut out = GzEncoder::new(Vec::new(), Compression::default());
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&layers.to_le_bytes())?;
        let mut column = Vec::new();
        for layer in 1..=layers {
            out.write_all(&u32::from(size.width).to_le_bytes())?;
            out.write_all(&u32::from(size.height).to_le_bytes())?;
            for x in 0..size.width {
                column.clear();
                column.extend((0..size.height).flat_map(|y| glyph(layer, Cell::new(x, y)).bytes()));
                out.write_all(&column)?;
            }
        }
        out.finish()
    };
    let bytes = packed().map_err(|error| FormatError::whole("the scene", &error.to_string(), ""))?;
    Ok(Written::new(bytes, lost_parts(scene, options)))
}

fn terrain(scene: &Scene, at: Cell) -> Glyph {
    if is_unknown(scene, at) {
        return Glyph::on(DARK, UNKNOWN);
    }
    match scene.tiles.get(at) {
        None | Some(Tile::Void) => Glyph::NONE,
        Some(&tile) => Glyph::on(tile.info().colour, cp437::code(tile.info().glyph).unwrap_or(UNKNOWN)),
    }
}

fn is_unknown(scene: &Scene, at: Cell) -> bool {
    scene.known.as_ref().is_some_and(|known| known.get(at) == Some(&false))
}

/// Returns the code of the topmost actor on each cell, or 0.
fn actors(scene: &Scene) -> Grid<u8> {
    let mut codes = Grid::new(scene.size(), 0);
    for actor in &scene.actors {
        codes.set(actor.at, cp437::code(actor.glyph()).unwrap_or(UNKNOWN));
    }
    codes
}

/// Returns the last digit of a value, on the colour of its place between the lowest and the highest.
fn value_of_run(value: f64, (low, high): (f64, f64)) -> Glyph {
    if !value.is_finite() {
        return Glyph::on(DARK, INFINITE);
    }
    let share = if high > low { (value - low) / (high - low) } else { 0.5 };
    let heat = HEATS.get((share * HEATS.len() as f64) as usize).or(HEATS.last()).copied().unwrap_or(DARK);
    Glyph::on(heat, b'0'.saturating_add((value.abs().round() % 10.0) as u8))
}

/// Lists what the drawing does not hold.
fn lost_parts(scene: &Scene, options: &Options) -> Vec<String> {
    let mut lost = Vec::new();
    if let Some(known) = &scene.known {
        let cells = || scene.size().cells().filter(|&at| is_unknown(scene, at));
        let tiles = cells().filter(|&at| scene.tiles.get(at) != Some(&Tile::Floor)).count();
        if tiles > 0 {
            lost.push(format!("{} under unknown cells (read as floor)", format_count(tiles, "tile")));
        }
        if known.as_slice().iter().all(|&known| known) {
            lost.push("the known mask, in which every cell is known".into());
        }
    }
    lost.extend(losses::weights_but_digits(scene));
    lost.extend(losses::rest(scene, &RunSpec::default()));
    let other = if options.thief { ActorKind::Explorer } else { ActorKind::Thief };
    let read_as = if options.thief { ActorKind::Thief } else { ActorKind::Explorer };
    let misread = scene.of_kind(other).count();
    if misread > 0 {
        lost.push(format!("the kind of actor: {} × {} (drawn @, read as {})", misread, other.name(), read_as.name()));
    }
    let (mut cells, mut fields) = (BTreeSet::new(), BTreeSet::new());
    let mut hidden_actors = 0_usize;
    for actor in &scene.actors {
        hidden_actors = hidden_actors.saturating_add(usize::from(!cells.insert(actor.at)));
        fields.extend(losses::fields_beside_the_glyph(actor));
    }
    if hidden_actors > 0 {
        lost.push(format!("{} under others", format_count(hidden_actors, "actor")));
    }
    if !fields.is_empty() {
        lost.push(format!("of the actors: {}", fields.into_iter().collect::<Vec<_>>().join(", ")));
    }
    if losses::are_reordered(&scene.actors) {
        lost.push("the order of the actors".into());
    }
    if !scene.title.is_empty() {
        lost.push("the title".into());
    }
    lost
}
