//! The parts of a map that both writers share: layers of numbers, objects, and the tiles of the tileset.

use super::fields;
use super::model::{KNOWN, Properties, UNKNOWN, WEIGHTS, weight_name};
use super::objects::{REVERSED, ROOM, ROUTE};
use super::scene::REST;
use crate::tileset::{self, PIXELS};
use crate::{FormatError, Options, limits, scene_rest};
use gridscope_trace::scene::{ActorKind, Room, Scene};
use gridscope_trace::{Cell, Tile, Weight};
use serde_json::json;

/// Version of the format that is written.
pub(super) const VERSION: &str = "1.10";
/// Version of Tiled that writes this version of the format. Some readers refuse files that do not name one.
pub(super) const TILED_VERSION: &str = "1.10.2";
/// Name of the tileset.
pub(super) const TILESET: &str = "gridscope";
/// Number of the first tile of the tileset. 0 is no tile.
const FIRST: u32 = 1;

/// A map to write.
pub(super) struct Output<'s> {
    scene: &'s Scene,
    /// Name of the picture of the tileset.
    pub(super) picture: String,
    /// Properties of the map.
    pub(super) properties: Properties,
    pub(super) layers: Vec<OutLayer>,
    pub(super) objects: Vec<OutObject>,
}

/// A layer of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutLayer {
    Terrain,
    Weights,
    Known,
}

impl OutLayer {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Terrain => "terrain",
            Self::Weights => WEIGHTS,
            Self::Known => KNOWN,
        }
    }
}

/// An object. Coordinates are in pixels.
#[derive(Debug)]
pub(super) struct OutObject {
    pub(super) name: String,
    pub(super) class: &'static str,
    /// Number of its tile. A tile object is placed by its lower left corner.
    pub(super) gid: Option<u32>,
    pub(super) x: u32,
    pub(super) y: u32,
    /// Width and height.
    pub(super) size: (u32, u32),
    pub(super) properties: Properties,
    /// Points of a polyline from its first point. Empty for a rectangle.
    pub(super) points: Vec<(i64, i64)>,
}

/// A tile of the tileset.
#[derive(Debug)]
pub(super) struct OutTile {
    pub(super) class: String,
    pub(super) properties: Properties,
    /// Whether a body cannot enter it, for programs that build bodies from tilesets.
    pub(super) is_solid: bool,
}

impl<'s> Output<'s> {
    /// Collects what a scene has.
    ///
    /// # Errors
    /// Returns an error if the rest of the scene cannot be written as a scene file.
    pub(super) fn new(scene: &'s Scene, options: &Options) -> Result<Self, FormatError> {
        let mut rest =
            Scene::new(gridscope_trace::grid::Grid::new(gridscope_trace::geometry::Size::new(1, 1), Tile::Floor));
        rest.title.clone_from(&scene.title);
        rest.notes.clone_from(&scene.notes);
        rest.details.clone_from(&scene.details);
        rest.script.clone_from(&scene.script);
        rest.run = scene.run.clone();
        // XML cannot hold these two characters, but JSON can name them.
        let rest = scene_rest::rest_of(&rest, scene.weights.as_ref())?
            .replace('\u{fffe}', "\\ufffe")
            .replace('\u{ffff}', "\\uffff");
        let mut layers = vec![OutLayer::Terrain];
        if scene.weights.as_ref().is_some_and(|all| !all.is_empty() && scene_rest::are_digits(all)) {
            layers.push(OutLayer::Weights);
        }
        if scene.known.is_some() {
            layers.push(OutLayer::Known);
        }
        let picture = format!("{}.tiles.png", options.stem());
        Ok(Self { scene, picture, properties: vec![(REST.to_owned(), json!(rest))], layers, objects: objects(scene) })
    }

    /// Returns the number of columns and rows.
    pub(super) fn size(&self) -> (u16, u16) {
        (self.scene.size().width, self.scene.size().height)
    }

    /// Appends the numbers of a row of a layer with commas between them.
    pub(super) fn push_row(&self, layer: OutLayer, y: u16, text: &mut String) {
        for x in 0..self.scene.size().width {
            if x > 0 {
                text.push(',');
            }
            let index = self.index(layer, Cell::new(x, y));
            push_number(index.map_or(0, |index| FIRST.saturating_add(index)), text);
        }
    }

    /// Returns the index in the tileset of the tile of a cell.
    fn index(&self, layer: OutLayer, cell: Cell) -> Option<u32> {
        match layer {
            OutLayer::Terrain => tileset::tile_index(&self.scene.tiles, cell),
            OutLayer::Weights => self.scene.weight(cell).and_then(Weight::digit).map(tileset::weight_index),
            OutLayer::Known => {
                let known = self.scene.known.as_ref().and_then(|known| known.get(cell));
                (known == Some(&false)).then_some(tileset::UNKNOWN)
            }
        }
    }

    /// Returns the number of the layer of objects, which comes after the layers of tiles.
    pub(super) fn object_layer(&self) -> usize {
        self.layers.len().saturating_add(1)
    }
}

/// Appends a number of at most three digits without allocating.
fn push_number(number: u32, text: &mut String) {
    for unit in [100, 10, 1] {
        if number >= unit || unit == 1 {
            text.push(char::from_digit(number.checked_div(unit).unwrap_or(0) % 10, 10).unwrap_or('0'));
        }
    }
}

/// Returns the tiles of the tileset, in the order of its picture.
pub(super) fn tiles() -> Vec<OutTile> {
    let terrain = |&tile: &Tile| {
        let info = tile.info();
        let properties = vec![
            ("cost".to_owned(), json!(info.cost)),
            ("opaque".to_owned(), json!(info.opacity == u8::MAX)),
            ("walks".to_owned(), json!(tile.is_walkable())),
        ];
        // Nothing is outside the map, so void needs no body.
        OutTile { class: info.name.to_owned(), properties, is_solid: !tile.is_walkable() && tile != Tile::Void }
    };
    let marks = (1..=tileset::DIGITS).map(|digit| weight_name(digit.into())).chain([UNKNOWN.to_owned()]);
    let actors = ActorKind::ALL.map(|kind| kind.name().to_owned());
    let others = marks.chain(actors).map(|class| OutTile { class, properties: Vec::new(), is_solid: false });
    Tile::ALL.iter().map(terrain).chain(others).chain(tileset::TURNING.iter().map(terrain)).collect()
}

fn pixels(cells: u16) -> u32 {
    u32::from(cells).saturating_mul(PIXELS)
}

/// Returns the actors in the scene's order, then their routes, then the rooms.
fn objects(scene: &Scene) -> Vec<OutObject> {
    let mut all = Vec::new();
    let mut routes = Vec::new();
    let mut counts = [0_usize; ActorKind::ALL.len()];
    for actor in &scene.actors {
        let count = counts.get_mut(actor.kind as usize).map_or(0, |count| {
            *count = count.saturating_add(1);
            *count
        });
        let name = format!("{} {count}", actor.kind.name());
        if let [first, _, ..] = actor.route() {
            let from = |cell: u16, first: u16| i64::from(pixels(cell)).saturating_sub(i64::from(pixels(first)));
            let points = actor.route().iter().map(|cell| (from(cell.x, first.x), from(cell.y, first.y))).collect();
            routes.push(OutObject {
                name: name.clone(),
                class: ROUTE,
                gid: None,
                x: pixels(first.x).saturating_add(PIXELS / 2),
                y: pixels(first.y).saturating_add(PIXELS / 2),
                size: (0, 0),
                properties: Vec::new(),
                points,
            });
        }
        all.push(OutObject {
            name,
            class: actor.kind.name(),
            gid: Some(FIRST.saturating_add(tileset::actor_index(actor.kind))),
            x: pixels(actor.at.x),
            y: pixels(actor.at.y.saturating_add(1)),
            size: (PIXELS, PIXELS),
            properties: fields::properties(actor),
            points: Vec::new(),
        });
    }
    all.extend(routes);
    all.extend(scene.rooms.iter().map(room));
    all
}

fn room(room: &Room) -> OutObject {
    let Room { name, from, to } = room;
    let (left, top) = (from.x.min(to.x), from.y.min(to.y));
    let long = |a: u16, b: u16| pixels(a.abs_diff(b).saturating_add(1));
    let axes = [("x", from.x > to.x), ("y", from.y > to.y)];
    let reversed: String = axes.into_iter().filter(|(_, is)| *is).map(|(axis, _)| axis).collect();
    let properties = if reversed.is_empty() { Vec::new() } else { vec![(REVERSED.to_owned(), json!(reversed))] };
    OutObject {
        name: name.clone(),
        class: ROOM,
        gid: None,
        x: pixels(left),
        y: pixels(top),
        size: (long(from.x, to.x), long(from.y, to.y)),
        properties,
        points: Vec::new(),
    }
}

/// Refuses a text that could not be read again.
pub(super) fn check_length(text: &str) -> Result<(), FormatError> {
    if text.len() as u64 > limits::FILE {
        let found = format!("the map would be a file of more than {}", limits::mebibytes(limits::FILE));
        return Err(FormatError::whole("the scene", &found, "a smaller map"));
    }
    Ok(())
}
