//! Maps as pictures (`.png`) with one pixel for each cell, for reading and writing.
//!
//! A colour of the table of tiles stands for its tile, black for a wall and white for floor. A colour may differ a little.
//! Other colours are asked for, and so are several that are almost black or white in a picture without colours of the
//! table.

use super::picture::hex;
use super::tile_mapping::{EMPTY, ForeignTile, TileMapping, TileMeaning};
use super::{Beside, Format, FormatError, FormatInfo, Keeps, Loaded, Options, Written, losses, picture};
use gridscope_trace::{Grid, Scene, Size, Tile};
use std::collections::HashMap;

/// First bytes of a PNG file.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Maximum number of colours without a meaning. A picture with more of them is no map.
const COLOURS: usize = 256;
/// Maximum number of colours that are collected: every colour near the legend, and those without a meaning.
const COLLECTED: usize = 8_000;
/// Largest difference in a channel between a pixel and the legend.
const TOLERANCE: u8 = 2;
/// Lowest alpha of a pixel that is not void.
const OPAQUE: u8 = 128;

/// The format of maps as pictures.
#[derive(Debug)]
pub(crate) struct PngMap;

impl Format for PngMap {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo =
            FormatInfo::new("png", "picture, one pixel per cell", &["png"], Keeps::TILES).keyed(false);
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(SIGNATURE)
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        if let Some((width, height)) = picture::size_of(bytes)
            && let Err(error) = Size::checked(width.into(), height.into())
        {
            let found = format!("this is a picture of {width} × {height} pixels, not a map");
            let expected = format!("a map of one pixel a cell; {error}");
            return Err(FormatError::whole(name, &found, &expected));
        }
        let picture = picture::decode(name, bytes)?;
        let refuse = |found: &str| FormatError::whole(name, found, "a picture (PNG)");
        let size = Size::checked(picture.width.into(), picture.height.into()).map_err(|e| refuse(&e.to_string()))?;
        if let Some([one, two]) = picture.merged {
            let found = format!("the picture has 16 bits a channel, and {one} and {two} are the same in 8 bits");
            return Err(FormatError::whole(name, &found, "a picture of 8 bits a channel, or an array of NumPy (.npy)"));
        }
        let Some(counts) = counts(&picture.rgba) else { return Err(no_map(name, &picture)) };
        let mut colours: Vec<_> = counts.iter().map(|(&colour, &count)| (colour, count)).collect();
        colours.sort_unstable();
        let two = darker_and_lighter(&colours, options);
        let pure = DoubtfulPure::of(&colours);
        let mut mapping = TileMapping::new(&options.tiles);
        let mut meanings: HashMap<[u8; 3], TileMeaning> = HashMap::new();
        let (mut strange, mut near) = (0_usize, 0_usize);
        for &(colour, count) in &colours {
            let legend = of_legend(colour).filter(|&(base, _)| !pure.is(colour, base)).map(|(_, tile)| tile);
            let tile = legend.or_else(|| two.and_then(|two| two.tile(colour)));
            let names = tile.map(|tile| tile.info().name.to_owned()).into_iter().collect();
            let foreign = ForeignTile { names, colour: Some(colour), ..ForeignTile::of_key(hex(colour)) };
            let meaning = mapping.meaning(&foreign, false, count);
            let exact = tile.is_none_or(|tile| tile.info().colour == colour);
            near = near.saturating_add(if legend.is_some() && !exact && !is_pure(colour) { count } else { 0 });
            strange = strange.saturating_add(usize::from(meaning.is_none()));
            meanings.extend(meaning.map(|meaning| (colour, meaning)));
        }
        if strange > COLOURS {
            return Err(no_map(name, &picture));
        }
        let key = |cell: usize| match picture.rgba.get(cell) {
            Some(&[red, green, blue, alpha]) if alpha >= OPAQUE => Some(hex([red, green, blue]).into()),
            _ => None,
        };
        let mut notes = mapping.finish(name, size, key)?;
        if let Some(two) = two {
            let (dark, light) = (hex(two.darker), hex(two.lighter));
            notes.push(format!("The picture has two colours. The darker one, {dark}, is wall, and {light} is floor."));
        }
        if near > 0 {
            let pixels = super::plain::format_count(near, "pixel");
            notes.push(format!("{pixels} with almost a colour of the legend read as that colour."));
        }
        if bytes.iter().take(4096).collect::<Vec<_>>().windows(4).any(|w| w.iter().copied().eq(b"acTL")) {
            notes.push("Only the first frame of the animation was read.".into());
        }
        let mut scene = Scene::new(Grid::new(size, Tile::Void));
        let mut weights = Vec::new();
        let (empty, mut has_empty) = (options.tiles.get(EMPTY), false);
        let cells = size.cells().zip(scene.tiles.as_mut_slice());
        for ((cell, tile), &[red, green, blue, alpha]) in cells.zip(&picture.rgba) {
            has_empty |= alpha < OPAQUE;
            let meaning = if alpha < OPAQUE { empty.as_ref() } else { meanings.get(&[red, green, blue]) };
            if let Some(meaning) = meaning {
                *tile = meaning.tile;
                weights.extend((!meaning.weight.is_none()).then_some((cell, meaning.weight)));
            }
        }
        options.tiles.check_empty(name, has_empty)?;
        scene.set_weights(weights);
        Ok(Loaded::new(scene, self.name(), notes))
    }

    fn write(&self, scene: &Scene, _: &Options) -> Result<Written, FormatError> {
        let refuse = |error: png::EncodingError| FormatError::whole("the scene", &error.to_string(), "");
        let size = scene.size();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, size.width.into(), size.height.into());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(Tile::ALL.iter().flat_map(|&tile| tile.info().colour).collect::<Vec<_>>());
        let alpha = |&tile: &Tile| if tile == Tile::Void { 0 } else { u8::MAX };
        encoder.set_trns(Tile::ALL.iter().map(alpha).collect::<Vec<_>>());
        let names: Vec<_> = Tile::ALL.iter().map(|tile| tile.info().name).collect();
        encoder.add_text_chunk("gridscope".into(), names.join(",")).map_err(refuse)?;
        let mut writer = encoder.write_header().map_err(refuse)?;
        let pixels: Vec<u8> = scene.tiles.as_slice().iter().map(|&tile| tile as u8).collect();
        writer.write_image_data(&pixels).map_err(refuse)?;
        writer.finish().map_err(refuse)?;
        Ok(Written::new(bytes, losses::but_tiles(scene)))
    }
}

/// Returns the colour of the legend, black or white that a colour is almost, and its tile. Each channel may differ a
/// little.
fn of_legend(colour: [u8; 3]) -> Option<([u8; 3], Tile)> {
    // Void is transparent. Opaque black is a wall.
    let legend = Tile::ALL.iter().copied().filter(|&tile| tile != Tile::Void).map(|tile| (tile.info().colour, tile));
    legend
        .chain([([0; 3], Tile::Wall), ([255; 3], Tile::Floor)])
        .find(|&(base, _)| colour.iter().zip(base).all(|(&a, b)| a.abs_diff(b) <= TOLERANCE))
}

/// Colours of a picture that are almost black or white, but may be different values: there are several of them, and no
/// colour of the legend, as in a mask of 0 and 1.
struct DoubtfulPure {
    black: bool,
    white: bool,
    /// Whether the picture has black itself and white itself, which are clear then.
    has_both: bool,
}

impl DoubtfulPure {
    fn of(colours: &[([u8; 3], usize)]) -> Self {
        let bases = || colours.iter().filter_map(|&(colour, _)| Some(of_legend(colour)?.0));
        let has_legend = bases().any(|base| !is_pure(base));
        let is_doubtful = |pure| !has_legend && bases().filter(|base| *base == pure).count() > 1;
        let has_both = colours.iter().filter(|(colour, _)| is_pure(*colour)).count() == 2;
        Self { black: is_doubtful([0; 3]), white: is_doubtful([255; 3]), has_both }
    }

    /// Returns whether a colour that is almost `base` may be a different value.
    fn is(&self, colour: [u8; 3], base: [u8; 3]) -> bool {
        let is_doubtful = self.black && base == [0; 3] || self.white && base == [255; 3];
        is_doubtful && !(self.has_both && colour == base)
    }
}

/// Returns whether a colour is black or white.
fn is_pure(colour: [u8; 3]) -> bool {
    colour == [0; 3] || colour == [255; 3]
}

/// Returns how many opaque pixels each colour has, or `None` if there are too many colours.
fn counts(pixels: &[[u8; 4]]) -> Option<HashMap<[u8; 3], usize>> {
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for run in pixels.chunk_by(|a, b| a == b) {
        if let Some(&[red, green, blue, alpha]) = run.first()
            && alpha >= OPAQUE
        {
            counts
                .entry([red, green, blue])
                .and_modify(|count| *count = count.saturating_add(run.len()))
                .or_insert(run.len());
        }
        if counts.len() > COLLECTED {
            return None;
        }
    }
    Some(counts)
}

/// The two colours of a picture that has no others.
#[derive(Clone, Copy)]
struct TwoColours {
    darker: [u8; 3],
    lighter: [u8; 3],
}

impl TwoColours {
    fn tile(self, colour: [u8; 3]) -> Option<Tile> {
        match colour {
            colour if colour == self.darker => Some(Tile::Wall),
            colour if colour == self.lighter => Some(Tile::Floor),
            _ => None,
        }
    }
}

/// Returns the colours of a picture that has exactly two, if neither is in the legend or has an answer.
fn darker_and_lighter(colours: &[([u8; 3], usize)], options: &Options) -> Option<TwoColours> {
    let &[(one, _), (two, _)] = colours else { return None };
    let strange = |colour| of_legend(colour).is_none() && options.tiles.get(&hex(colour)).is_none();
    // Brightness by Rec. 601, in thousandths.
    let light = |[red, green, blue]: [u8; 3]| {
        let part = |value: u8, by: u32| u32::from(value).saturating_mul(by);
        part(red, 299).saturating_add(part(green, 587)).saturating_add(part(blue, 114))
    };
    if !strange(one) || !strange(two) || light(one) == light(two) {
        return None;
    }
    let (darker, lighter) = if light(one) < light(two) { (one, two) } else { (two, one) };
    Some(TwoColours { darker, lighter })
}

/// Returns the error about a picture with too many colours.
fn no_map(name: &str, picture: &picture::Picture) -> FormatError {
    // A bit for each colour that there can be.
    let mut colour_bits = vec![0_u64; 1 << 18];
    let mut colours = 0_usize;
    for &[red, green, blue, _] in &picture.rgba {
        let colour = u32::from_be_bytes([0, red, green, blue]);
        if let Some(bits) = colour_bits.get_mut(colour as usize >> 6) {
            let bit = 1_u64 << (colour & 63);
            colours = colours.saturating_add(usize::from(*bits & bit == 0));
            *bits |= bit;
        }
    }
    let (width, height) = (picture.width, picture.height);
    let found = format!("this is a picture of {width} × {height} pixels with {} colours, not a map", grouped(colours));
    FormatError::whole(name, &found, &format!("a map of one pixel a cell with at most {COLOURS} colours"))
}

/// Formats a number with a comma between thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && digits.len().saturating_sub(i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
