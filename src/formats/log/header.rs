//! The first line of a log: the ground, and the rules that its program goes by.

use super::line::{Bad, cell, number};
use crate::core::geometry::{Cell, Size};
use crate::core::grid::Grid;
use crate::core::movement::Corners;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use crate::formats::count::Count as _;
use crate::formats::error::nearest;
use crate::formats::scene_json::SceneJson;
use crate::formats::text_map::TextMap;
use crate::formats::trace_file::known_version;
use crate::formats::{Format as _, Options};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The fields of a header that are understood; `x-…` is a program's own.
const FIELDS: [&str; 23] = [
    "format",
    "version",
    "title",
    "algorithm",
    "algorithm_title",
    "schema",
    "scene",
    "map",
    "legend",
    "params",
    "seed",
    "size",
    "start",
    "goal",
    "neighbours",
    "corners",
    "steps",
    "costs",
    "enter",
    "times",
    "order",
    "optimal",
    "halted",
];

/// How a program steps from cell to cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Steps {
    /// To a neighbour.
    One,
    /// Along a straight or diagonal run, each cell of it free.
    Jump,
    /// To any cell in line of sight.
    Any,
    /// By a rule of its own, such as portals.
    Own,
}

/// A key of the open list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// The field that decides; `#` is the number of the entry.
    pub field: String,
    /// Whether the larger comes first.
    pub falling: bool,
}

/// What steps cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Costs {
    /// A straight step.
    pub straight: f64,
    /// A diagonal step, where it is stated.
    pub diagonal: Option<f64>,
}

/// What a log states of itself. Nothing is filled in: a rule that is not stated is `None`.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Header {
    /// The version of the format; 2 where there is no header.
    pub version: u64,
    /// The title; may be empty.
    pub title: String,
    /// What the program calls its algorithm; may be empty.
    pub algorithm: String,
    /// The ground, where its tiles are stated, with the actors on it.
    pub scene: Option<Scene>,
    /// Width and height of the ground in cells, where they are stated.
    pub size: Option<(u16, u16)>,
    /// Where searches start.
    pub start: Option<Cell>,
    /// Where they want to go.
    pub goal: Option<Cell>,
    /// 4 or 8.
    pub neighbours: Option<u8>,
    /// When a diagonal step may pass a corner.
    pub corners: Option<Corners>,
    /// How it steps.
    pub steps: Option<Steps>,
    /// What steps cost.
    pub costs: Option<Costs>,
    /// What is added to a step onto a tile.
    pub enter: Option<BTreeMap<Tile, f64>>,
    /// What a step onto a tile is multiplied by.
    pub times: Option<BTreeMap<Tile, f64>>,
    /// Whether the weights of the scene count: a step onto a cell that has one costs so many times the step, whatever its tile is.
    pub weights: Option<bool>,
    /// The keys of the open list, the first decides.
    pub order: Option<Vec<Key>>,
    /// Whether its paths are to be the shortest.
    pub optimal: bool,
    /// The line as it stands; empty where there is none.
    pub line: Map<String, Value>,
    /// Which word a kind of event stands for, and with which reason: `expand`, `reject dearer`.
    pub words: BTreeMap<String, String>,
}

impl Header {
    /// What a log without a header states.
    pub(super) fn none() -> Self {
        Self { version: 2, optimal: true, ..Self::default() }
    }

    /// A sentence on the fields that nobody here knows, where there are such: one of them may be misspelt.
    pub fn unknown(&self) -> Option<String> {
        let strange = self.line.keys().filter(|name| !FIELDS.contains(&name.as_str()) && !name.starts_with("x-"));
        let strange: Vec<String> = strange
            .map(|name| format!("{:?}{}", name.chars().take(40).collect::<String>(), nearest(name, FIELDS.into_iter())))
            .collect();
        let more = if strange.len() > 5 { format!(" and {} more", strange.len().less(5)) } else { String::new() };
        let some = strange.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
        (!strange.is_empty()).then(|| format!("The header has fields that mean nothing here: {some}{more}."))
    }

    /// Whether it states rules of stepping, costs or order.
    pub const fn states_rules(&self) -> bool {
        self.neighbours.is_some()
            || self.corners.is_some()
            || self.steps.is_some()
            || self.costs.is_some()
            || self.enter.is_some()
            || self.times.is_some()
            || self.weights.is_some()
            || self.order.is_some()
    }

    /// The ground, where its tiles are stated.
    pub fn ground(&self) -> Option<&Grid<Tile>> {
        self.scene.as_ref().map(|scene| &scene.tiles)
    }

    /// The same on the ground of a scene, where one is given.
    pub(super) fn on(mut self, ground: Option<&Scene>) -> Self {
        if let Some(scene) = ground {
            (self.size, self.scene) = (Some((scene.size().width, scene.size().height)), Some(scene.clone()));
        }
        self
    }

    /// Reads the header line.
    pub(super) fn of(all: &Map<String, Value>) -> Result<Self, Bad> {
        let version = match all.get("version") {
            None => 2,
            Some(v) => known_version(v)?,
        };
        let text = |name: &str| all.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let scene = ground(all)?;
        let size = match (&scene, all.get("size")) {
            (Some(scene), _) => Some((scene.size().width, scene.size().height)),
            (None, Some(size)) => Some(sides(size)?),
            (None, None) => None,
        };
        let place = |name: &str| all.get(name).map_or(Ok(None), |v| cell(name, v, size));
        let neighbours = match all.get("neighbours").filter(|v| !v.is_null()) {
            None => None,
            Some(v) if v.as_u64() == Some(4) => Some(4),
            Some(v) if v.as_u64() == Some(8) => Some(8),
            Some(v) => return Err((format!("\"neighbours\" is {v}"), "4 or 8".into())),
        };
        let word = |name: &str| all.get(name).filter(|v| !v.is_null());
        let one_of = |name: &str, v: &Value, words: &str| (format!("{name:?} is {v}"), words.to_owned());
        let corners = word("corners")
            .map(|v| v.as_str().and_then(Corners::named).ok_or_else(|| one_of("corners", v, "never, one or always")));
        let steps = word("steps").map(|v| match v.as_str() {
            Some("one") => Ok(Steps::One),
            Some("jump") => Ok(Steps::Jump),
            Some("any") => Ok(Steps::Any),
            Some("own") => Ok(Steps::Own),
            _ => Err(one_of("steps", v, "one, jump, any or own")),
        });
        let prices = all.get("costs").unwrap_or(&Value::Null);
        Ok(Self {
            version,
            title: text("title"),
            algorithm: text("algorithm"),
            size,
            start: place("start")?,
            goal: place("goal")?,
            neighbours,
            corners: corners.transpose()?,
            steps: steps.transpose()?,
            costs: costs(prices)?,
            enter: by_tile("enter", all, prices)?,
            times: by_tile("times", all, prices)?,
            weights: match prices.get("weights") {
                None | Some(Value::Null) => None,
                Some(Value::Bool(count)) => Some(*count),
                Some(v) => return Err(one_of("weights", v, "true or false")),
            },
            order: all.get("order").filter(|v| !v.is_null()).map(order).transpose()?,
            optimal: match word("optimal") {
                None => true,
                Some(Value::Bool(optimal)) => *optimal,
                Some(v) => return Err(one_of("optimal", v, "true or false")),
            },
            line: all.clone(),
            words: words(all),
            scene,
        })
    }
}

/// What `schema` says of kinds: the word that each stands for.
fn words(all: &Map<String, Value>) -> BTreeMap<String, String> {
    let kinds = all.get("schema").and_then(|schema| schema.get("kinds")).and_then(Value::as_object);
    let word = |(kind, said): (&String, &Value)| Some((kind.clone(), said.get("as")?.as_str()?.to_owned()));
    kinds.into_iter().flatten().filter_map(word).collect()
}

/// The keys of an open list, such as `["f", "-g"]`.
///
/// # Errors
/// What was found and expected, where it is no list of fields.
pub fn order(value: &Value) -> Result<Vec<Key>, Bad> {
    let fail = || (format!("\"order\" is {value}"), "a list of fields such as [\"f\", \"-g\"]".to_owned());
    let all = value.as_array().ok_or_else(fail)?;
    all.iter()
        .map(|key| {
            let key = key.as_str().ok_or_else(fail)?;
            let field = key.strip_prefix('-').unwrap_or(key);
            Ok(Key { field: field.to_owned(), falling: field.len() < key.len() })
        })
        .collect()
}

fn sides(value: &Value) -> Result<(u16, u16), Bad> {
    let fail = || (format!("\"size\" is {value}"), "[width, height] in cells, whole numbers from 1".to_owned());
    let pair = match value.as_array().map(Vec::as_slice) {
        Some([width, height]) => width.as_u64().zip(height.as_u64()),
        _ => None,
    };
    let (width, height) = pair.ok_or_else(fail)?;
    let size = Size::checked(width, height).map_err(|error| (format!("\"size\": {error}"), String::new()))?;
    Ok((size.width, size.height))
}

/// The ground of `map` or `scene`.
fn ground(all: &Map<String, Value>) -> Result<Option<Scene>, Bad> {
    let options = Options::default();
    let loaded = if let Some(scene) = all.get("scene").filter(|v| !v.is_null()) {
        if !scene.is_object() {
            return Err((format!("\"scene\" is {scene}"), "a scene, an object".into()));
        }
        SceneJson.read("the scene", &scene.to_string(), &options)
    } else if let Some(map) = all.get("map").filter(|v| !v.is_null()) {
        let rows: Option<Vec<&str>> = map.as_array().map(|rows| rows.iter().filter_map(Value::as_str).collect());
        let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
            return Err((format!("\"map\" is {map}"), "the rows of a text map".into()));
        };
        match all.get("legend").filter(|v| v.is_object()) {
            Some(legend) => {
                let scene = json!({ "format": "gridscope-scene", "version": 1, "legend": legend, "rows": rows });
                SceneJson.read("the map", &scene.to_string(), &options)
            }
            None => return framed(&rows, options).map(Some),
        }
    } else {
        return Ok(None);
    };
    loaded.map(|loaded| Some(loaded.scene)).map_err(|e| (e.to_string(), String::new()))
}

/// A text map whose rows are taken exactly as they are, empty ones at its rim too: it is read inside a frame of wall.
fn framed(rows: &[&str], options: Options) -> Result<Scene, Bad> {
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    // Before the frame is built, which makes all rows as long as the longest.
    let size = Size::checked(width as u64, rows.len() as u64).map_err(|error| (error.to_string(), String::new()))?;
    let rim = "#".repeat(width.and(2));
    let inside = rows.iter().map(|row| format!("#{row:width$}#"));
    let text: Vec<String> = std::iter::once(rim.clone()).chain(inside).chain([rim]).collect();
    let (framed, frame) = match TextMap.read("the map", &text.join("\n"), &options) {
        Ok(loaded) => (loaded.scene, 1),
        // Without its frame, a place in it is where the header has it; and it may be the frame that has no room.
        Err(error) => match TextMap.read("the map", &rows.join("\n"), &options) {
            Ok(loaded) if loaded.scene.size() == size => (loaded.scene, 0),
            plain => return Err((plain.err().unwrap_or(error).to_string(), String::new())),
        },
    };
    let inside = |c: Cell| framed.tiles.get(Cell::new(c.x.and(frame), c.y.and(frame))).copied();
    let tiles = size.cells().filter_map(inside).collect();
    let Some(tiles) = Grid::from_vec(size, tiles) else {
        return Err(("the map is empty".into(), "the rows of a text map".into()));
    };
    let mut scene = Scene::new(tiles);
    for mut actor in framed.actors {
        actor.at = Cell::new(actor.at.x.less(frame), actor.at.y.less(frame));
        scene.actors.push(actor);
    }
    Ok(scene)
}

fn costs(value: &Value) -> Result<Option<Costs>, Bad> {
    if value.is_null() {
        return Ok(None);
    }
    let Some(all) = value.as_object() else {
        return Err((
            format!("\"costs\" is {value}"),
            "an object such as {\"straight\": 1, \"diagonal\": 1.4142136}".into(),
        ));
    };
    let price = |name: &str| all.get(name).map_or(Ok(None), |v| price(name, v));
    let diagonal = price("diagonal")?;
    Ok(price("straight")?.map(|straight| Costs { straight, diagonal }))
}

/// What something costs: 0 or more.
fn price(name: &str, value: &Value) -> Result<Option<f64>, Bad> {
    match number(name, value)? {
        Some(price) if price < 0.0 => Err((format!("{name:?} is {value}"), "a cost of 0 or more".into())),
        price => Ok(price),
    }
}

/// A number a tile; it stands in `costs` or beside it.
fn by_tile(name: &str, all: &Map<String, Value>, costs: &Value) -> Result<Option<BTreeMap<Tile, f64>>, Bad> {
    let Some(value) = costs.get(name).or(all.get(name)).filter(|v| !v.is_null()) else { return Ok(None) };
    let Some(pairs) = value.as_object() else {
        return Err((format!("{name:?} is {value}"), "an object such as {\"swamp\": 3}".into()));
    };
    let mut found = BTreeMap::new();
    for (tile, price) in pairs {
        let known =
            tile_named(tile).ok_or_else(|| (format!("{name:?} names {tile:?}"), "the name of a tile".to_owned()))?;
        if let Some(price) = self::price(tile, price)? {
            found.insert(known, price);
        }
    }
    Ok(Some(found))
}

/// The tile of that name or glyph.
pub fn tile_named(name: &str) -> Option<Tile> {
    let mut letters = name.chars();
    let glyph = letters.next().filter(|_| letters.next().is_none());
    Tile::from_name(name).or_else(|| glyph.and_then(Tile::from_glyph))
}
