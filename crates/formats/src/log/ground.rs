//! The map that a header states: rows, a scene, prices as numbers, walls between cells, and the program's own tiles.

use super::cell::{Frame, cell};
use super::line::LineFault;
use super::rules::{price, tile_named};
use crate::Options;
use crate::scene_json::SceneJson;
use crate::text_map::TextMap;
use gridscope_trace::scene::Scene;
use gridscope_trace::terrain::{Tile, Walk};
use gridscope_trace::{Cell, Dir, Grid, Size, Weight, Weights};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Maximum number of own tiles in a legend.
const MAX_OWN_TILES: usize = 250;

/// A tile defined by the program.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct OwnTile {
    /// Name of the tile.
    pub name: String,
    /// Cost added to a step onto it, if stated.
    pub enter: Option<f64>,
    /// Factor for the cost of a step onto it, if stated.
    pub times: Option<f64>,
    /// Whether the tile cannot be entered.
    pub blocked: bool,
}

impl OwnTile {
    /// Returns the built-in tile that it is drawn as.
    pub fn builtin_tile(&self) -> Tile {
        match tile_named(&self.name).filter(|_| self.name.chars().count() > 1) {
            Some(tile) => tile,
            None if self.blocked => Tile::Wall,
            None => Tile::Floor,
        }
    }
}

/// Cells whose tiles and factors set the cost of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CostOf {
    /// The cell that is entered.
    #[default]
    Enter,
    /// The cell that is left.
    Leave,
    /// The average of both.
    Average,
    /// The sum of both.
    Sum,
}

/// Statements of a header about the map, in addition to its tiles.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Terrain {
    /// The program's own tiles.
    pub tiles: Vec<OwnTile>,
    /// Number of each cell's own tile, from 1, or 0 for none. `None` if no cell has one.
    pub own: Option<Grid<u8>>,
    /// Cost factor of each cell; NaN if the cell is blocked.
    pub factors: Option<Grid<f64>>,
    /// Walls between cells. Each blocks the step from the cell in that direction, and the step back.
    pub edges: Vec<(Cell, Dir)>,
    /// Whether the left and right edges are joined, and whether the upper and lower edges are joined.
    pub wraps: (bool, bool),
    /// Cells that set the cost of a step.
    pub cost_of: CostOf,
}

impl Terrain {
    /// Returns the program's own tile at a cell, if there is one.
    pub fn own_at(&self, cell: Cell) -> Option<&OwnTile> {
        self.own_at_number(*self.own.as_ref()?.get(cell)?)
    }

    /// Returns the program's own tile with this number, counted from 1.
    fn own_at_number(&self, number: u8) -> Option<&OwnTile> {
        self.tiles.get(usize::from(number.checked_sub(1)?))
    }

    /// Returns the program's own tile with this name, and its number counted from 1.
    pub fn named(&self, name: &str) -> Option<(u8, &OwnTile)> {
        let (tile, number) = self.tiles.iter().zip(1..).find(|(tile, _)| tile.name == name)?;
        Some((number, tile))
    }

    /// Returns the distance between two cells along each axis, across joined edges if that is shorter.
    pub fn delta(&self, size: Size, from: Cell, to: Cell) -> (u32, u32) {
        let (dx, dy) = from.delta(to);
        let round = |d: u32, side: u16, joined: bool| if joined { d.min(u32::from(side).abs_diff(d)) } else { d };
        (round(dx, size.width, self.wraps.0), round(dy, size.height, self.wraps.1))
    }

    /// Returns the neighbour of a cell in a direction, across joined edges too.
    pub fn step(&self, size: Size, cell: Cell, dir: Dir) -> Option<Cell> {
        let (dx, dy) = dir.offset();
        let one = |at: u16, by: i32, side: u16, joined: bool| {
            let (to, side) = (i32::from(at).saturating_add(by), i32::from(side));
            let to = if joined { to.checked_rem_euclid(side)? } else { to };
            u16::try_from(to).ok().filter(|_| to < side)
        };
        Some(Cell::new(one(cell.x, dx, size.width, self.wraps.0)?, one(cell.y, dy, size.height, self.wraps.1)?))
    }

    /// Returns whether tiles and weights alone decide which steps are allowed and what they cost.
    pub fn is_plain(&self) -> bool {
        self.tiles.is_empty()
            && self.edges.is_empty()
            && self.wraps == (false, false)
            && self.cost_of == CostOf::Enter
            && self.factors.as_ref().is_none_or(is_drawn)
    }

    /// Returns a sentence about what the map cannot draw exactly, if there is anything.
    pub fn undrawn(&self) -> Option<String> {
        let mut all = Vec::new();
        let describe_tile = |tile: &OwnTile| format!("{} as {}", tile.name, tile.builtin_tile().english());
        let own: Vec<String> =
            self.tiles.iter().filter(|t| Tile::from_name(&t.name).is_none()).map(describe_tile).collect();
        if !own.is_empty() {
            let some = own.iter().take(4).cloned().collect::<Vec<_>>().join(", ");
            let more = if own.len() > 4 { format!(" and {} more", own.len().saturating_sub(4)) } else { String::new() };
            all.push(format!("the map shows {some}{more}"));
        }
        if self.factors.as_ref().is_some_and(|all| !is_drawn(all)) {
            all.push(format!("prices are shown rounded to fractions over {}", Weight::MAX_UNIT));
        }
        match self.edges.len() {
            0 => {}
            1 => all.push("a wall between two cells is not drawn".into()),
            n => all.push(format!("{n} walls between cells are not drawn")),
        }
        match self.wraps {
            (false, false) => {}
            (true, false) => all.push("that the left and right edges are joined is not drawn".into()),
            (false, true) => all.push("that the upper and lower edges are joined is not drawn".into()),
            (true, true) => all.push("that opposite edges are joined is not drawn".into()),
        }
        let mut text = all.join("; ");
        if let Some(first) = text.get(..1).map(str::to_uppercase) {
            text.replace_range(..1, &first);
        }
        (!text.is_empty()).then(|| format!("{text}. The audit takes all of it into account."))
    }
}

/// Reads the map from `scene`, `map` or `prices`, with all statements that go with it.
pub(super) fn ground(all: &Map<String, Value>, origin: [i32; 2]) -> Result<(Terrain, Option<Scene>), LineFault> {
    let mut terrain = Terrain::default();
    let mut scene = tiles(all, &mut terrain)?;
    let value = |name: &str| all.get(name).filter(|v| !v.is_null());
    if let Some(rows) = value("prices") {
        let factors = factors(rows)?;
        let size = factors.size();
        match &mut scene {
            Some(scene) if scene.size() != size => {
                let ground = scene.size();
                let found = format!("\"prices\" are {} × {}", size.width, size.height);
                return Err((found, format!("{} × {}, as the map is", ground.width, ground.height)));
            }
            Some(scene) => draw(scene, &factors),
            None => {
                let mut new = Scene::new(Grid::new(size, Tile::Floor));
                draw(&mut new, &factors);
                scene = Some(new);
            }
        }
        terrain.factors = Some(factors);
    }
    let size = scene.as_ref().map(|scene| (scene.size().width, scene.size().height));
    let size = size.or(value("size").map(super::rules::sides).transpose()?);
    if let Some(edges) = value("edges") {
        terrain.edges = self::edges(edges, Frame { size, origin })?;
    }
    if let Some(wraps) = value("wraps") {
        terrain.wraps = match wraps.as_str() {
            Some("x") => (true, false),
            Some("y") => (false, true),
            Some("both") => (true, true),
            _ => return Err((format!("\"wraps\" is {wraps}"), "x, y or both".into())),
        };
    }
    if let Some(cost_of) = value("cost_of") {
        terrain.cost_of = match cost_of.as_str() {
            Some("enter") => CostOf::Enter,
            Some("leave") => CostOf::Leave,
            Some("average") => CostOf::Average,
            Some("sum") => CostOf::Sum,
            _ => return Err((format!("\"cost_of\" is {cost_of}"), "enter, leave, average or sum".into())),
        };
    }
    Ok((terrain, scene))
}

/// Reads rows of numbers: the cost factor of each cell, or NaN if the cell is blocked.
fn factors(value: &Value) -> Result<Grid<f64>, LineFault> {
    let fail = || {
        let text: String = value.to_string().chars().take(60).collect();
        (format!("\"prices\" is {text}"), "rows of numbers, one a cell, null if blocked".to_owned())
    };
    let rows: Vec<&Vec<Value>> = value
        .as_array()
        .ok_or_else(fail)?
        .iter()
        .map(|row| row.as_array().ok_or_else(fail))
        .collect::<Result<_, _>>()?;
    let width = rows.first().map_or(0, |row| row.len());
    let size = Size::checked(width as u64, rows.len() as u64)
        .map_err(|error| (format!("\"prices\": {error}"), String::new()))?;
    let mut cells = Vec::with_capacity(size.area());
    for (y, row) in rows.iter().enumerate() {
        if row.len() != width {
            let found = format!("row {y} of \"prices\" has {} numbers", row.len());
            return Err((found, format!("{width}, as the first row has")));
        }
        for number in *row {
            cells.push(price("prices", number)?.filter(|x| x.is_finite()).unwrap_or(f64::NAN));
        }
    }
    Grid::from_vec(size, cells).ok_or_else(fail)
}

/// Draws factors on a scene: blocked cells as walls, others as weights.
fn draw(scene: &mut Scene, factors: &Grid<f64>) {
    let number = |index: usize| factors.as_slice().get(index).copied().filter(|&factor| factor != 1.0).unwrap_or(0.0);
    for cell in factors.size().cells() {
        let Some(&factor) = factors.get(cell) else { continue };
        let blocks = scene.tiles.get(cell).is_some_and(|tile| tile.info().walk == Walk::No);
        if factor.is_nan() != blocks {
            scene.tiles.set(cell, if factor.is_nan() { Tile::Wall } else { Tile::Floor });
        }
    }
    scene.weights = Some(Weights::from_numbers(factors.size(), number).0);
    scene.drop_empty_weights();
}

/// Returns whether weights hold all factors as they are.
fn is_drawn(factors: &Grid<f64>) -> bool {
    let number = |index: usize| factors.as_slice().get(index).copied().unwrap_or(0.0);
    let zero = factors.as_slice().iter().any(|&factor| factor <= 0.0);
    !zero && Weights::from_numbers(factors.size(), number).1.cells == 0
}

/// Reads walls between cells.
fn edges(value: &Value, frame: Frame) -> Result<Vec<(Cell, Dir)>, LineFault> {
    let fail = |found: &Value| {
        let text: String = found.to_string().chars().take(60).collect();
        (format!("\"edges\" holds {text}"), "a list such as [[3, 2, \"e\"]]: a cell and n, e, s or w".to_owned())
    };
    let all = value.as_array().ok_or_else(|| fail(value))?;
    let one = |edge: &Value| {
        let Some([x, y, dir]) = edge.as_array().map(Vec::as_slice) else { return Err(fail(edge)) };
        let dir =
            dir.as_str().and_then(|name| Dir::ALL.into_iter().find(|dir| dir.name() == name && !dir.is_diagonal()));
        let dir = dir.ok_or_else(|| fail(edge))?;
        let at = cell("edges", &json!([x, y]), frame)?.ok_or_else(|| fail(edge))?;
        Ok((at, dir))
    };
    all.iter().map(one).collect()
}

/// Numbers of the program's own tiles by glyph, and the rest of the legend.
type Legend = (BTreeMap<char, u8>, Map<String, Value>);

/// Splits a legend. Returns the program's own tiles by glyph, and the other entries.
fn legend(all: &Map<String, Value>, terrain: &mut Terrain) -> Result<Legend, LineFault> {
    let (mut glyphs, mut rest) = (BTreeMap::new(), Map::new());
    let Some(legend) = all.get("legend").and_then(Value::as_object) else { return Ok((glyphs, rest)) };
    for (glyph, said) in legend {
        let Some(own) = said.as_object() else {
            rest.insert(glyph.clone(), said.clone());
            continue;
        };
        let fail = || {
            let expected = "one glyph and an object such as {\"name\": \"mud\", \"enter\": 3}";
            (format!("\"legend\" has {glyph:?}: {said}"), expected.to_owned())
        };
        let mut letters = glyph.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return Err(fail()) };
        let name = own.get("name").and_then(Value::as_str).map_or_else(|| glyph.clone(), str::to_owned);
        let number = |field: &str| own.get(field).map_or(Ok(None), |v| price(field, v));
        let blocked = match own.get("blocked") {
            None | Some(Value::Null) => false,
            Some(Value::Bool(blocked)) => *blocked,
            Some(_) => return Err(fail()),
        };
        if terrain.tiles.len() == MAX_OWN_TILES {
            return Err((
                format!("\"legend\" has more than {MAX_OWN_TILES} tiles of its own"),
                format!("at most {MAX_OWN_TILES}"),
            ));
        }
        terrain.tiles.push(OwnTile { name, enter: number("enter")?, times: number("times")?, blocked });
        glyphs.insert(letter, terrain.tiles.len() as u8);
    }
    Ok((glyphs, rest))
}

/// Reads the tiles of `scene` or `map`.
fn tiles(all: &Map<String, Value>, terrain: &mut Terrain) -> Result<Option<Scene>, LineFault> {
    let options = Options::default();
    let (glyphs, rest) = legend(all, terrain)?;
    if let Some(scene) = all.get("scene").filter(|v| !v.is_null()) {
        if !scene.is_object() {
            return Err((format!("\"scene\" is {scene}"), "a scene, an object".into()));
        }
        let loaded = SceneJson.read_text("the scene", &scene.to_string());
        return loaded.map(|loaded| Some(loaded.scene)).map_err(|e| (e.to_string(), String::new()));
    }
    let Some(map) = all.get("map").filter(|v| !v.is_null()) else { return Ok(None) };
    let rows: Option<Vec<&str>> = map.as_array().map(|rows| rows.iter().filter_map(Value::as_str).collect());
    let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
        return Err((format!("\"map\" is {map}"), "the rows of a text map".into()));
    };
    let plain: Vec<String> = rows.iter().map(|row| row.chars().map(|c| plain(c, &glyphs, terrain)).collect()).collect();
    let named = all.get("legend").is_some_and(Value::is_object) && (!rest.is_empty() || glyphs.is_empty());
    let mut scene = if named {
        let scene = json!({ "format": "gridscope-scene", "version": 1, "legend": rest, "rows": plain });
        SceneJson.read_text("the map", &scene.to_string()).map_err(|e| (e.to_string(), String::new()))?.scene
    } else {
        framed(&plain.iter().map(String::as_str).collect::<Vec<_>>(), &options)?
    };
    if !glyphs.is_empty() {
        let mut own = Grid::new(scene.size(), 0u8);
        for (y, row) in rows.iter().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let cell = Cell::new(x as u16, y as u16);
                if let Some(&number) = glyphs.get(&letter) {
                    own.set(cell, number);
                    scene.tiles.set(cell, terrain.own_at_number(number).map_or(Tile::Floor, OwnTile::builtin_tile));
                }
            }
        }
        terrain.own = Some(own);
    }
    Ok(Some(scene))
}

/// Returns the glyph that is read in place of one of the program's own glyphs.
fn plain(glyph: char, glyphs: &BTreeMap<char, u8>, terrain: &Terrain) -> char {
    let own = glyphs.get(&glyph).and_then(|&number| terrain.own_at_number(number));
    own.map_or(glyph, |own| if own.blocked { '#' } else { '.' })
}

/// Reads a text map and keeps its empty rows at the edges. To do so, it reads the rows inside a frame of walls.
fn framed(rows: &[&str], options: &Options) -> Result<Scene, LineFault> {
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    // Check the size before building the frame, which makes all rows as long as the longest.
    let size = Size::checked(width as u64, rows.len() as u64).map_err(|error| (error.to_string(), String::new()))?;
    let rim = "#".repeat(width.saturating_add(2));
    let inside = rows.iter().map(|row| format!("#{row:width$}#"));
    let text: Vec<String> = std::iter::once(rim.clone()).chain(inside).chain([rim]).collect();
    let (framed, frame) = match TextMap.read_text("the map", &text.join("\n"), options) {
        Ok(loaded) => (loaded.scene, 1),
        // Try again without the frame: error positions are then right, and the frame itself may be what did not fit.
        Err(error) => match TextMap.read_text("the map", &rows.join("\n"), options) {
            Ok(loaded) if loaded.scene.size() == size => (loaded.scene, 0),
            plain => return Err((plain.err().unwrap_or(error).to_string(), String::new())),
        },
    };
    let inside = |c: Cell| framed.tiles.get(Cell::new(c.x.saturating_add(frame), c.y.saturating_add(frame))).copied();
    let tiles = size.cells().filter_map(inside).collect();
    let Some(tiles) = Grid::from_vec(size, tiles) else {
        return Err(("the map is empty".into(), "the rows of a text map".into()));
    };
    let mut scene = Scene::new(tiles);
    for mut actor in framed.actors {
        actor.at = Cell::new(actor.at.x.saturating_sub(frame), actor.at.y.saturating_sub(frame));
        scene.actors.push(actor);
    }
    Ok(scene)
}
