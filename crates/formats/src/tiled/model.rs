//! A map of Tiled in memory. Both formats of Tiled describe the same map, so both readers fill this model.

use super::counts::{Dropped, Kept, Palette};
use crate::plain;
use crate::tile_mapping::{is_collision_layer, is_solid_property};
use gridscope_trace::Weight;
use gridscope_trace::geometry::Size;
use serde_json::Value;
use std::collections::BTreeMap;

/// Maximum length of a name of a tileset, in characters. Names are part of every key of a tile.
const NAME: usize = 100;

/// Largest width and height of a cell in pixels.
const MAX_PIXELS: f64 = 1e6;

/// Names and values of properties, in the order of the file.
pub(super) type Properties = Vec<(String, Value)>;

/// Arrangement of the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Orientation {
    #[default]
    Orthogonal,
    Isometric,
    Oblique,
}

impl Orientation {
    /// Reads the name of an orientation.
    ///
    /// # Errors
    /// Returns what was found and what was expected, if the cells are no squares in rows and columns.
    pub(super) fn from_text(text: &str) -> Result<Self, (String, String)> {
        match text {
            "orthogonal" | "" => Ok(Self::Orthogonal),
            "isometric" => Ok(Self::Isometric),
            "oblique" => Ok(Self::Oblique),
            _ => {
                let found = format!("the orientation is {text:?}, in which cells have other neighbours");
                Err((found, "orthogonal, isometric or oblique".into()))
            }
        }
    }
}

/// A map.
#[derive(Debug, Default)]
pub(super) struct Map {
    pub(super) orientation: Orientation,
    /// Columns and rows in the header. Infinite maps have no size.
    pub(super) width: u64,
    pub(super) height: u64,
    pub(super) infinite: bool,
    /// Width and height of a cell in pixels.
    pub(super) tile_width: f64,
    pub(super) tile_height: f64,
    /// Version of the program that wrote the map.
    pub(super) tiled_version: String,
    pub(super) properties: Properties,
    pub(super) tilesets: Vec<Tileset>,
    /// Numbers of the first tiles of the tilesets in ascending order, with the index of each tileset.
    pub(super) firsts: Vec<(u32, usize)>,
    pub(super) palette: Palette,
    /// Layers of tiles and objects from the lowest to the topmost. Groups are dissolved.
    pub(super) layers: Vec<Layer>,
    pub(super) dropped: Dropped,
    pub(super) kept: Kept,
}

impl Map {
    /// Returns the width and height of a cell in the units of objects. In isometric maps, objects have coordinates along
    /// the edges of the cells, in heights of a cell.
    pub(super) fn object_tile(&self) -> (f64, f64) {
        let is_isometric = self.orientation == Orientation::Isometric;
        (if is_isometric { self.tile_height } else { self.tile_width }, self.tile_height)
    }

    /// Returns the value of a property that is text.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|(key, _)| key == name).and_then(|(_, value)| value.as_str())
    }

    /// Checks the header.
    ///
    /// # Errors
    /// Returns what was found and what was expected, if the map is too large or its cells have no size.
    pub(super) fn check(&self) -> Result<(), (String, String)> {
        for (name, pixels) in [("tilewidth", self.tile_width), ("tileheight", self.tile_height)] {
            if !(pixels > 0.0 && pixels <= MAX_PIXELS) {
                return Err((format!("{name} is {pixels}"), "a number of pixels above 0".into()));
            }
        }
        if !self.infinite {
            Size::checked(self.width, self.height).map_err(|error| (error.to_string(), String::new()))?;
        }
        Ok(())
    }

    /// Prepares [`Map::tileset_of`] when all tilesets are complete.
    pub(super) fn sort_tilesets(&mut self) {
        self.firsts = self.tilesets.iter().enumerate().map(|(i, tileset)| (tileset.first, i)).collect();
        self.firsts.sort_unstable();
    }

    /// Returns the tileset that has the tile with this number, and the tile's number in it.
    pub(super) fn tileset_of(&self, gid: u32) -> Option<(&Tileset, u32)> {
        let after = self.firsts.partition_point(|&(first, _)| first <= gid);
        let &(first, i) = self.firsts.get(after.checked_sub(1)?)?;
        Some((self.tilesets.get(i)?, gid.saturating_sub(first)))
    }
}

/// A tileset.
#[derive(Debug, Default)]
pub(super) struct Tileset {
    /// Number of its first tile in the map.
    pub(super) first: u32,
    /// Path of the file that has the rest of the tileset.
    pub(super) source: Option<String>,
    /// The name, which is part of the key of each tile.
    pub(super) name: String,
    /// Width and height of a tile in pixels.
    pub(super) tile_width: f64,
    pub(super) tile_height: f64,
    /// Point of a tile object at which its coordinates are.
    pub(super) alignment: String,
    /// The picture of all tiles, unless each tile has its own.
    pub(super) picture: Option<String>,
    /// Number of tiles in a row of the picture, if the file says it.
    pub(super) columns: u32,
    /// Pixels around all tiles and between two tiles of the picture.
    pub(super) margin: u32,
    pub(super) spacing: u32,
    pub(super) tiles: BTreeMap<u32, Tile>,
}

/// Returns a name of a tileset, cut after 100 characters.
pub(super) fn tileset_name(text: &str) -> String {
    text.chars().take(NAME).collect()
}

/// The properties that a tileset gives to one of its tiles.
#[derive(Debug, Default)]
pub(super) struct Tile {
    pub(super) class: String,
    pub(super) properties: Properties,
    /// The picture of this tile alone.
    pub(super) picture: Option<String>,
    /// Whether a collision shape covers at least half of the tile.
    pub(super) has_shape: bool,
}

/// A layer of tiles or objects.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) name: String,
    /// Offset of the layer and the groups around it, in pixels.
    pub(super) offset: (f64, f64),
    /// Whether its tiles and objects are walls, by its name or a property such as `solid`.
    pub(super) is_collision: bool,
    pub(super) content: Content,
}

impl Layer {
    pub(super) fn new(name: String, offset: (f64, f64), properties: &Properties, content: Content) -> Self {
        let is_solid = properties.iter().any(|(name, value)| is_solid_property(name, value));
        let is_collision = is_solid || is_collision_layer(&name);
        Self { name, offset, is_collision, content }
    }
}

/// The content of a layer.
#[derive(Debug)]
pub(super) enum Content {
    Tiles(Vec<Block>),
    Objects(Vec<Object>),
}

/// A rectangle of cells.
#[derive(Debug)]
pub(super) struct Block {
    /// Column and row of its top left cell.
    pub(super) x: i64,
    pub(super) y: i64,
    /// Number of columns, at least 1.
    pub(super) width: usize,
    /// Index of each tile in the palette, row by row. 0 is no tile.
    pub(super) cells: Vec<u16>,
}

/// The outline of an object.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Shape {
    Ellipse,
    /// A rectangle whose shorter sides are half circles.
    Capsule,
    Point,
    Text,
    Polygon(Vec<(f64, f64)>),
    Polyline(Vec<(f64, f64)>),
}

/// An object. What is not set comes from its template.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    pub(super) class: Option<String>,
    pub(super) name: Option<String>,
    /// Position and size in pixels.
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    /// Number of the tile, for tile objects.
    pub(super) gid: Option<u32>,
    /// The outline, if it is no rectangle.
    pub(super) shape: Option<Shape>,
    /// Degrees by which it is turned clockwise on screen, around its position.
    pub(super) rotation: Option<f64>,
    pub(super) properties: Properties,
    /// Path of the file of its template, until that is read.
    pub(super) template: Option<String>,
}

/// Returns the left and top edge, the width and the height of the box around points.
fn box_around(points: impl Iterator<Item = (f64, f64)>) -> (f64, f64, f64, f64) {
    let none = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    let ((left, top), (right, bottom)) =
        points.fold(none, |(low, high), (x, y)| ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y))));
    (left, top, right - left, bottom - top)
}

impl Object {
    /// Returns whether it covers a part of the map, and is no tile.
    pub(super) fn has_area(&self) -> bool {
        let (.., width, height) = self.bounds();
        self.gid.is_none()
            && !matches!(self.shape, Some(Shape::Point | Shape::Text | Shape::Polyline(_)))
            && width > 0.0
            && height > 0.0
    }

    /// Returns the left and top edge, the width and the height of the box around it, in pixels, before it is turned.
    pub(super) fn bounds(&self) -> (f64, f64, f64, f64) {
        let Some(Shape::Polygon(points)) = &self.shape else {
            return (self.x, self.y, self.width.unwrap_or(0.0), self.height.unwrap_or(0.0));
        };
        let (left, top, width, height) = box_around(points.iter().copied());
        (self.x + left, self.y + top, width, height)
    }

    /// Like [`Object::bounds`], but after it is turned. `aspect` is that of [`Object::turn`].
    pub(super) fn turned_bounds(&self, aspect: f64) -> (f64, f64, f64, f64) {
        let (left, top, width, height) = self.bounds();
        let (right, bottom) = (left + width, top + height);
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
        box_around(corners.into_iter().map(|corner| self.turn(corner, self.degrees(), aspect)))
    }

    /// Returns by how many degrees it is turned clockwise.
    pub(super) fn degrees(&self) -> f64 {
        self.rotation.unwrap_or(0.0)
    }

    /// Returns where a point is after a turn around the position of the object. `aspect` is the width of a cell on screen
    /// over its width in the units of objects, because Tiled turns what it shows: it is 1 unless the map is isometric.
    fn turn(&self, (x, y): (f64, f64), degrees: f64, aspect: f64) -> (f64, f64) {
        let (sin, cos) = match degrees.rem_euclid(360.0) {
            0.0 => return (x, y),
            // The sine and cosine of these would be rounded.
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            other => other.to_radians().sin_cos(),
        };
        let (across, along) = (sin * (aspect + 1.0 / aspect) / 2.0, sin * (aspect - 1.0 / aspect) / 2.0);
        let (x, y) = (x - self.x, y - self.y);
        (self.x + x * (cos + along) - y * across, self.y + x * across + y * (cos - along))
    }

    /// Returns whether a point, in pixels, is inside its outline. `aspect` is that of [`Object::turn`].
    pub(super) fn contains(&self, point: (f64, f64), aspect: f64) -> bool {
        let (x, y) = self.turn(point, -self.degrees(), aspect);
        let (left, top, width, height) = self.bounds();
        let in_box = (left..=left + width).contains(&x) && (top..=top + height).contains(&y);
        in_box
            && match &self.shape {
                Some(Shape::Ellipse) => {
                    let from_middle = |at: f64, from: f64, size: f64| (at - from - size / 2.0) / (size / 2.0);
                    from_middle(x, left, width).hypot(from_middle(y, top, height)) <= 1.0
                }
                Some(Shape::Capsule) => {
                    let radius = width.min(height) / 2.0;
                    let outside = |at: f64, from: f64, size: f64| at - at.min(from + size - radius).max(from + radius);
                    outside(x, left, width).hypot(outside(y, top, height)) <= radius
                }
                Some(Shape::Polygon(points)) => {
                    let (x, y) = (x - self.x, y - self.y);
                    let next = points.iter().cycle().skip(1);
                    let crosses = |(a, b): &(&(f64, f64), &(f64, f64))| {
                        (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0
                    };
                    points.iter().zip(next).filter(crosses).count() % 2 == 1
                }
                _ => true,
            }
    }

    /// Returns whether the object covers at least half of a tile of that size. If it is turned, the middles of 16 × 16
    /// parts of the tile decide.
    pub(super) fn covers_half(&self, width: f64, height: f64) -> bool {
        if self.degrees() != 0.0 {
            let middle = |part: u8, size: f64| (f64::from(part) + 0.5) / 16.0 * size;
            let is_inside = |part: &u8| self.contains((middle(part % 16, width), middle(part / 16, height)), 1.0);
            return self.has_area() && (0..=u8::MAX).filter(is_inside).count() >= 128;
        }
        let wide =
            |from: f64, size: Option<f64>, most: f64| ((from + size.unwrap_or(0.0)).min(most) - from.max(0.0)).max(0.0);
        let box_area = wide(self.x, self.width, width) * wide(self.y, self.height, height);
        let area = match &self.shape {
            None => box_area,
            Some(Shape::Ellipse) => box_area * std::f64::consts::FRAC_PI_4,
            Some(Shape::Capsule) => {
                let (.., width, height) = self.bounds();
                let (short, long) = (width.min(height), width.max(height));
                box_area * (1.0 - (1.0 - std::f64::consts::FRAC_PI_4) * short / long)
            }
            Some(Shape::Polygon(points)) => {
                let next = points.iter().cycle().skip(1);
                let twice: f64 = points.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
                twice.abs() / 2.0
            }
            Some(Shape::Point | Shape::Text | Shape::Polyline(_)) => 0.0,
        };
        area > 0.0 && area * 2.0 >= width * height
    }
}

/// Attributes that layers, groups and picture layers share.
#[derive(Debug, Default)]
pub(super) struct LayerHead {
    pub(super) name: String,
    pub(super) offset: (f64, f64),
    pub(super) opacity: f64,
    pub(super) has_tint: bool,
    pub(super) has_parallax: bool,
}

impl LayerHead {
    /// Returns the offset inside a group.
    pub(super) fn offset_in(&self, group: (f64, f64)) -> (f64, f64) {
        (group.0 + self.offset.0, group.1 + self.offset.1)
    }

    /// Counts what the layer has and a scene has not.
    pub(super) fn count(&self, dropped: &mut Dropped) {
        let is_ours = is_layer(&self.name, WEIGHTS) || is_layer(&self.name, KNOWN);
        dropped.count("the opacity of # layer|", usize::from(self.opacity < 1.0 && !is_ours));
        dropped.count("the tint of # layer|", usize::from(self.has_tint));
        dropped.count("the parallax of # layer|", usize::from(self.has_parallax));
    }
}

/// Name of the layer of weights.
pub(super) const WEIGHTS: &str = "weights";
/// Name of the layer of unknown cells.
pub(super) const KNOWN: &str = "known";

/// Type of the tile that marks an unknown cell.
pub(super) const UNKNOWN: &str = "unknown";

/// Returns the type of the tile of a weight.
pub(super) fn weight_name(weight: Weight) -> String {
    format!("weight-{weight}")
}

/// Returns the weight whose tile has that type.
pub(super) fn weight_named(name: &str) -> Option<Weight> {
    name.strip_prefix("weight-")?.parse().ok()
}

/// Returns whether a layer has that name, in any case.
pub(super) fn is_layer(name: &str, expected: &str) -> bool {
    name.trim().eq_ignore_ascii_case(expected)
}

/// Returns a text of a file for use in a note: at most 60 visible characters.
pub(super) fn excerpt(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    let more = if text.chars().nth(60).is_some() { "…" } else { "" };
    format!("{}{more}", plain::plain(&short.replace('\n', " ")))
}

/// Returns the value of a property from its type and its text.
pub(super) fn property_value(kind: &str, text: &str) -> Value {
    let number = || text.trim().parse::<f64>().ok().and_then(serde_json::Number::from_f64).map(Value::Number);
    match kind {
        "bool" => Value::Bool(text.trim() == "true" || text.trim() == "1"),
        "int" => text.trim().parse::<i64>().map_or_else(|_| number().unwrap_or(Value::Null), Value::from),
        "float" => number().unwrap_or(Value::Null),
        "class" | "list" => Value::Null,
        _ => Value::String(text.to_owned()),
    }
}
