//! The question what the tiles and objects of a map mean, with what a person needs to see for an answer.

use crate::tile_mapping::{EMPTY, TileQuestion};
use gridscope_trace::Size;
use gridscope_trace::scene::ActorKind;
use std::borrow::Cow;
use std::collections::HashMap;

/// Largest map of which the question has the topmost tiles and a picture, in cells.
pub(crate) const MAX_PICTURE_CELLS: usize = 1 << 18;
/// Longest side of the picture of a map, in pixels.
const LONGEST: f64 = 1024.0;

/// Question that the user must or can answer before the map of another program is read.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct FileQuestion {
    /// Tiles of the map: first those whose meaning the user must say, then those that are known, each most frequent
    /// first.
    pub tiles: Box<[TileQuestion]>,
    /// Types of objects.
    pub objects: Box<[ObjectQuestion]>,
    /// Name of the collision layer that decides where the map is solid, or what else decides.
    pub decided_by: Option<String>,
    /// Beginning of the sentence about it: `The layer Collision decides`.
    pub decides: String,
    /// Names of the levels in the file, in its order, if there are several.
    pub levels: Box<[String]>,
    /// The level that the question is about.
    pub level: usize,
    /// Width and height of the map, if it is small enough to be drawn.
    pub size: Option<Size>,
    /// Topmost tile of each cell: its place in `tiles`, counted from 1, or 0.
    pub top: Box<[u16]>,
    /// The map as in the other program.
    pub picture: Option<MapPicture>,
}

/// How it is known what objects of a type are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKnownBy {
    /// An answer of the user.
    Answer,
    /// The type or the name.
    Type,
    /// They are areas, which are no actors.
    Area,
    /// No kind of actor has that name.
    Nothing,
}

/// A type of objects, and the kind of actor that they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectQuestion {
    /// The type, as `--map-actors` takes it.
    pub name: String,
    /// Number of objects.
    pub count: usize,
    /// Kind of actor, or `None` if they are left out.
    pub kind: Option<ActorKind>,
    /// How that is known.
    pub known_by: ObjectKnownBy,
    /// Kind that the name suggests. It is never an answer.
    pub perhaps: Option<ActorKind>,
    /// Whether the user must answer, because the start is one of several.
    pub asks: bool,
}

/// A picture of a map.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct MapPicture {
    /// Width in pixels.
    pub width: u32,
    /// Red, green, blue and alpha of each pixel, row by row.
    pub pixels: Vec<[u8; 4]>,
}

impl FileQuestion {
    /// Returns the place of each key in `tiles`, counted from 1.
    pub(crate) fn places(&self) -> HashMap<String, u16> {
        let places = self.tiles.iter().zip(1..u16::MAX);
        places.map(|(tile, place)| (tile.key.clone(), place)).collect()
    }

    /// Returns the place of empty cells, or 0.
    pub(crate) fn empty_place(&self) -> u16 {
        let place = self.tiles.iter().position(|tile| tile.key == EMPTY);
        place.and_then(|place| u16::try_from(place.saturating_add(1)).ok()).unwrap_or(0)
    }

    /// Sets which tile each cell shows. `key` returns the key of the cell with an index. The picture of the map has the
    /// colours of its tiles, if all have one.
    #[must_use]
    pub(crate) fn laid_out<'k>(mut self, size: Size, key: impl Fn(usize) -> Option<Cow<'k, str>>) -> Self {
        if size.area() > MAX_PICTURE_CELLS {
            return self;
        }
        let (places, empty) = (self.places(), self.empty_place());
        let place = |key: Cow<'k, str>| places.get(&*key).copied().unwrap_or(0);
        let top: Vec<u16> = (0..size.area()).map(|cell| key(cell).map_or(empty, place)).collect();
        let of_place = |place: &u16| self.tiles.get(usize::from(*place).checked_sub(1)?)?.colour;
        if self.tiles.iter().all(|tile| tile.colour.is_some() || tile.key == EMPTY) && !self.tiles.is_empty() {
            let pixel = |place| of_place(place).map_or([0; 4], |[red, green, blue]| [red, green, blue, u8::MAX]);
            let pixels = top.iter().map(pixel).collect();
            self.picture = Some(MapPicture { width: size.width.into(), pixels });
        }
        (self.size, self.top) = (Some(size), top.into());
        self
    }
}

/// A picture of a map while tiles are drawn on it.
pub(crate) struct MapCanvas {
    picture: MapPicture,
    height: u32,
    /// Pixels of the picture for each pixel of the file.
    scale: f64,
}

impl MapCanvas {
    /// Creates an empty picture of a map whose size in the file is `wide` × `high` pixels.
    pub(crate) fn new(wide: f64, high: f64) -> Self {
        let scale = (LONGEST / wide.max(high).max(1.0)).min(1.0);
        let side = |pixels: f64| (pixels * scale).round().clamp(1.0, LONGEST) as u32;
        let (width, height) = (side(wide), side(high));
        let pixels = vec![[0; 4]; (width as usize).saturating_mul(height as usize)];
        Self { picture: MapPicture { width, pixels }, height, scale }
    }

    /// Draws a tile of `width` pixels a row, whose corner is at these pixels of the file. `flips` mirrors it across and
    /// upside down.
    pub(crate) fn draw(&mut self, width: u32, tile: &[[u8; 4]], (left, top): (f64, f64), flips: (bool, bool)) {
        let width = width as usize;
        let height = tile.len().checked_div(width).unwrap_or(0);
        let span = |from: f64, long: usize, limit: u32| {
            let at = |edge: f64| (edge * self.scale).round().clamp(0.0, limit.into()) as u32;
            at(from)..at(from + long as f64)
        };
        let source = |at: u32, from: f64, long: usize, is_flipped: bool| {
            let pixel = (((f64::from(at) + 0.5) / self.scale - from).max(0.0) as usize).min(long.saturating_sub(1));
            if is_flipped { long.saturating_sub(1).saturating_sub(pixel) } else { pixel }
        };
        for y in span(top, height, self.height) {
            let row = source(y, top, height, flips.1).saturating_mul(width);
            for x in span(left, width, self.picture.width) {
                let from = row.saturating_add(source(x, left, width, flips.0));
                let to = (y as usize).saturating_mul(self.picture.width as usize).saturating_add(x as usize);
                if let (Some(&over), Some(under)) = (tile.get(from), self.picture.pixels.get_mut(to)) {
                    *under = blended(*under, over);
                }
            }
        }
    }

    /// Returns the picture, or `None` if nothing was drawn.
    pub(crate) fn finish(self) -> Option<MapPicture> {
        self.picture.pixels.iter().any(|pixel| *pixel != [0; 4]).then_some(self.picture)
    }
}

/// Returns a pixel with another one over it.
fn blended(under: [u8; 4], over: [u8; 4]) -> [u8; 4] {
    let [.., alpha] = over;
    if alpha == u8::MAX || under == [0; 4] {
        return if alpha == 0 { under } else { over };
    }
    let mix = |below: u8, above: u8| {
        let (below, above, alpha) = (u32::from(below), u32::from(above), u32::from(alpha));
        let sum = above.saturating_mul(alpha).saturating_add(below.saturating_mul(255_u32.saturating_sub(alpha)));
        u8::try_from(sum / 255).unwrap_or(u8::MAX)
    };
    let ([a, b, c, d], [e, f, g, _]) = (under, over);
    [mix(a, e), mix(b, f), mix(c, g), d.max(alpha)]
}
