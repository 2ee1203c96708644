//! The layers of a level that make the map: `IntGrid` layers, or tile layers if there are none, and the layers `Weights` and
//! `Known` that gridscope writes.

use super::super::painting::{Covered, Painting};
use super::super::tile_mapping::{
    EMPTY, ForeignTile, Found, KnownBy, TileAnswers, TileMapping, TileMeaning, is_collision_layer,
};
use super::super::{FormatError, Options, plain};
use super::entities::listed;
use super::placing::MapGrid;
use super::project::{Definitions, Layer};
use super::tiles::{self, TileNames};
use super::values::{self, ValueNames};
use super::{KNOWN, WEIGHTS};
use gridscope_trace::scene::Scene;
use gridscope_trace::{Cell, Grid, Tile, Weight};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Maximum number of different values or tiles in one layer.
const DIFFERENT: usize = 10_000;

/// Whatever a layer has in a cell: the value of an `IntGrid` layer, or the number of a tile.
pub(super) type CellValue = ([i64; 2], i64);

/// A layer with its place in the file.
pub(super) struct PlacedLayer {
    pub(super) place: String,
    pub(super) layer: Layer,
}

/// The part that a layer has in the map.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Values,
    Tiles,
    Weights,
    Known,
    None,
}

/// The map of a level.
pub(super) struct LevelMap {
    /// A scene with tiles, weights and known cells.
    pub(super) scene: Scene,
    pub(super) grid: MapGrid,
    /// Number of cells without a value or tile, and what they are by an answer or a rule.
    pub(super) empty: (usize, Option<(TileMeaning, KnownBy)>),
    pub(super) found: Found,
    /// Keys of the values or tiles.
    pub(super) keys: Vec<String>,
    /// Place in `keys` of what is topmost in each cell, counted from 1, or 0.
    pub(super) tops: Vec<u16>,
}

/// Reads the map of a level.
///
/// # Errors
/// Returns an error if there is no layer for a map, if a layer is not valid, or if the meaning of a tile is not known.
pub(super) fn read(
    name: &str,
    level: &str,
    layers: &[PlacedLayer],
    definitions: &Definitions,
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<LevelMap, FormatError> {
    let roles: Vec<Role> = layers.iter().map(|placed| role(&placed.layer, definitions)).collect();
    // Layers are listed from the top. The lowest one with contents has the grid of the map.
    let of_role =
        |role: Role| layers.iter().zip(&roles).rev().filter(move |(_, own)| **own == role).map(|(layer, _)| layer);
    let has_values = |placed: &&PlacedLayer| {
        let layer = &placed.layer;
        layer.values.iter().flatten().any(|&value| value != 0)
            || layer.old_values.as_ref().is_some_and(|all| !all.is_empty())
    };
    let has_tiles = |placed: &&PlacedLayer| tiles::all(&placed.layer).next().is_some();
    let by_values = of_role(Role::Values).find(has_values);
    let base = by_values
        .or_else(|| of_role(Role::Tiles).find(has_tiles))
        .or_else(|| of_role(Role::Values).next())
        .or_else(|| of_role(Role::Tiles).next());
    let Some(base) = base else {
        let found = format!("{level} has no layer with values or tiles");
        return Err(FormatError::whole(name, &found, "an IntGrid layer or a tile layer"));
    };
    let grid = MapGrid::of(name, &base.place, &base.layer)?;
    let used = if by_values.is_some() { Role::Values } else { role(&base.layer, definitions) };
    let mut map = Map {
        grid,
        cells: Painting::new(grid.size),
        weights: Vec::new(),
        known: None,
        outside: 0,
        keys: Vec::new(),
        tops: vec![0; grid.size.area()],
    };
    let mut mapping = TileMapping::new(&options.tiles);
    let collision = |placed: &&PlacedLayer| is_collision_layer(&placed.layer.name);
    let decides =
        |placed: &&PlacedLayer| collision(placed) && (has_values(placed) || used == Role::Tiles && has_tiles(placed));
    let deciding: Vec<&str> = of_role(used).filter(decides).map(|placed| placed.layer.name.as_str()).collect();
    mapping.decide_by_layers(&deciding);
    let mut assumed = BTreeMap::new();
    // Layers of collisions come last.
    let ordinary = of_role(used).filter(|placed| !collision(placed));
    for placed in ordinary.chain(of_role(used).filter(collision)) {
        let layer = &placed.layer;
        let Some(shift) = shift(&grid, layer, notes) else { continue };
        let collision = is_collision_layer(&layer.name);
        let (all, meanings) = if used == Role::Tiles {
            let names = TileNames::of(layer, definitions);
            let all = tiles::cells(layer);
            let foreign = |tile| names.foreign(tile);
            let meanings = meanings(name, placed, &all, foreign, &mut assumed, &mut mapping)?;
            map.note_tops(&all, shift, foreign);
            (all, meanings)
        } else {
            let names = ValueNames::of(layer, definitions);
            let all = values::cells(name, placed, definitions)?;
            let foreign = |value| names.foreign(value, options);
            let meanings = meanings(name, placed, &all, foreign, &mut assumed, &mut mapping)?;
            map.note_tops(&all, shift, foreign);
            (all, meanings)
        };
        map.paint(&all, shift, &meanings, collision);
    }
    let answer = mapping.empty().map(|meaning| (meaning, KnownBy::Answer));
    let empty = if used == Role::Values {
        let pictures = of_role(Role::Tiles).map(|placed| &placed.layer);
        map.fill_without_value(answer, pictures, notes)
    } else {
        map.fill_without_tile(answer)
    };
    // The weights come after all tiles, wherever their layer is.
    for placed in of_role(Role::Weights) {
        if let Some(shift) = shift(&grid, &placed.layer, notes) {
            map.weigh(&values::cells(name, placed, definitions)?, shift, &placed.layer.name, notes);
        }
    }
    for placed in of_role(Role::Known) {
        if let Some(shift) = shift(&grid, &placed.layer, notes) {
            map.know(&values::cells(name, placed, definitions)?, shift);
        }
    }
    let found = mapping.found(name)?;
    notes.extend(found.notes.iter().cloned());
    if let Some(key) = assumed.keys().next() {
        let walls = listed(&assumed);
        notes.push(format!(
            "These are walls only because their layer is one for collisions: {walls}. --map-tiles='{key}=floor' changes it."
        ));
    }
    notes.extend(unread(layers, &roles, used));
    if map.outside > 0 {
        notes.push(format!("{} off the map, because their layer has an offset.", are(map.outside, "cell")));
    }
    let mut scene = map.cells.scene();
    scene.set_weights(map.weights);
    scene.known = map.known;
    Ok(LevelMap { scene, grid, empty, found, keys: map.keys, tops: map.tops })
}

/// Returns the part that a layer has in the map.
fn role(layer: &Layer, definitions: &Definitions) -> Role {
    match layer.kind.as_str() {
        "IntGrid" if layer.name.eq_ignore_ascii_case(WEIGHTS) => Role::Weights,
        "IntGrid" if layer.name.eq_ignore_ascii_case(KNOWN) && values::marks_unknown(layer, definitions) => Role::Known,
        "IntGrid" => Role::Values,
        "Tiles" | "AutoLayer" => Role::Tiles,
        _ => Role::None,
    }
}

/// Returns how far a layer is moved, or `None` with a note if its cells have another size.
pub(super) fn shift(grid: &MapGrid, layer: &Layer, notes: &mut Vec<String>) -> Option<(i64, i64)> {
    if layer.grid != grid.pixels {
        notes.push(format!(
            "The layer {} has cells of {} pixels instead of {} and was not read.",
            layer.name, layer.grid, grid.pixels
        ));
        return None;
    }
    Some(grid.shift(layer).unwrap_or_else(|| {
        notes.push(format!("The offset of the layer {} is not a whole number of cells and was not used.", layer.name));
        (0, 0)
    }))
}

/// Returns the meaning of each value of a layer, and the rule that decided. Values without one are asked for. Those that
/// are walls although their names say nothing about it are added to `assumed`, with the number of their cells.
fn meanings(
    name: &str,
    placed: &PlacedLayer,
    all: &[CellValue],
    foreign: impl Fn(i64) -> ForeignTile,
    assumed: &mut BTreeMap<String, usize>,
    mapping: &mut TileMapping<'_>,
) -> Result<BTreeMap<i64, (TileMeaning, KnownBy)>, FormatError> {
    let collision = is_collision_layer(&placed.layer.name);
    let no_answers = TileAnswers::default();
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for &(_, value) in all {
        counts.entry(value).and_modify(|count| *count = count.saturating_add(1)).or_insert(1);
        if counts.len() > DIFFERENT {
            let found = format!("{} has more than {DIFFERENT} different values", placed.place);
            return Err(FormatError::whole(name, &found, &format!("at most {DIFFERENT}")));
        }
    }
    let meaning = |(value, count)| {
        let tile = foreign(value);
        let meaning = mapping.meaning(&tile, collision, count)?;
        // The answer for the rest leaves a layer of collisions as it is, so it does not count as an answer here.
        let by = mapping.known(&tile, collision).map_or(KnownBy::Collision, |(_, by)| by);
        let is_named = tile.names.iter().any(|name| !name.is_empty());
        let says_wall = || tile.names.iter().any(|name| is_collision_layer(name));
        let has_meaning = || TileMapping::new(&no_answers).known(&tile, false).is_some();
        if collision && by == KnownBy::Collision && is_named && !says_wall() && !has_meaning() {
            assumed.insert(tile.key.clone(), count);
        }
        Some((value, (meaning, by)))
    };
    Ok(counts.into_iter().filter_map(meaning).collect())
}

/// Returns notes about layers and details of tiles that are not kept.
fn unread(layers: &[PlacedLayer], roles: &[Role], used: Role) -> Vec<String> {
    let mut notes = Vec::new();
    let with =
        |role: Role| layers.iter().zip(roles).filter(move |(_, own)| **own == role).map(|(placed, _)| &placed.layer);
    let pictures: Vec<Cow<'_, str>> = if used == Role::Values {
        with(Role::Tiles)
            .filter(|layer| tiles::all(layer).next().is_some())
            .map(|layer| layer.name.as_str().into())
            .collect()
    } else {
        let flipped = with(Role::Tiles).flat_map(tiles::all).filter(|tile| tile.flips != 0).count();
        if flipped > 0 {
            notes.push(format!("{} flipped; a flip has no meaning here.", are(flipped, "tile")));
        }
        Vec::new()
    };
    if !pictures.is_empty() {
        let list = pictures.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
        let count = plain::format_count(pictures.len(), "tile layer");
        notes.push(format!("{count} beside the IntGrid layers did not count: {list}."));
    }
    let kinds = layers.iter().map(|placed| placed.layer.kind.as_str());
    let strange = kinds.filter(|kind| !matches!(*kind, "IntGrid" | "Tiles" | "AutoLayer" | "Entities")).count();
    if strange > 0 {
        notes.push(format!("{} of an unknown type and not read.", are(strange, "layer")));
    }
    notes
}

/// Returns the beginning of a sentence about a number of things: `1 tile is`, `2 tiles are`.
pub(super) fn are(n: usize, what: &str) -> String {
    format!("{} {}", plain::format_count(n, what), if n == 1 { "is" } else { "are" })
}

/// The map while its layers are put on it.
struct Map {
    grid: MapGrid,
    cells: Painting,
    weights: Vec<(Cell, Weight)>,
    known: Option<Grid<bool>>,
    /// Number of cells that are off the map.
    outside: usize,
    keys: Vec<String>,
    tops: Vec<u16>,
}

impl Map {
    /// Returns the cell of a place in a layer, and counts those off the map.
    fn cell(&mut self, at: [i64; 2], shift: (i64, i64)) -> Option<Cell> {
        let cell = self.grid.cell(at, shift);
        self.outside = self.outside.saturating_add(usize::from(cell.is_none()));
        cell
    }

    /// Puts the tiles of a layer on the map.
    fn paint(
        &mut self,
        all: &[CellValue],
        shift: (i64, i64),
        meanings: &BTreeMap<i64, (TileMeaning, KnownBy)>,
        collision: bool,
    ) {
        let mut last = None;
        for &(at, value) in all {
            let Some(cell) = self.cell(at, shift) else { continue };
            let index = self.grid.size.index(cell);
            let meaning = match last {
                Some((known, meaning)) if known == value => meaning,
                _ => meanings.get(&value).copied(),
            };
            last = Some((value, meaning));
            match meaning {
                Some((meaning, by)) if collision => self.cells.put_collision(index, meaning, by),
                Some((meaning, by)) => self.cells.put_tile(index, meaning, by),
                None => self.cells.leave_open(index),
            }
        }
    }

    /// Notes which key is topmost in each cell.
    fn note_tops(&mut self, all: &[CellValue], shift: (i64, i64), foreign: impl Fn(i64) -> ForeignTile) {
        let mut places = BTreeMap::new();
        for &(at, value) in all {
            let keys = &mut self.keys;
            let place = *places.entry(value).or_insert_with(|| {
                keys.push(foreign(value).key);
                u16::try_from(keys.len()).unwrap_or(0)
            });
            if let Some(cell) = self.grid.cell(at, shift) {
                self.tops.get_mut(self.grid.size.index(cell)).into_iter().for_each(|top| *top = place);
            }
        }
    }

    /// Sets the cells that have no value: to the answer, or to floor if a value of the level blocks, or where a tile layer
    /// draws something. Returns the number of cells without a value, and what they are if it is known. Cells that stay
    /// void are not known.
    fn fill_without_value<'l>(
        &mut self,
        answer: Option<(TileMeaning, KnownBy)>,
        pictures: impl Iterator<Item = &'l Layer>,
        notes: &mut Vec<String>,
    ) -> (usize, Option<(TileMeaning, KnownBy)>) {
        if answer.is_some() {
            return self.fill_without_tile(answer);
        }
        let floor = Some((TileMeaning::plain(Tile::Floor), KnownBy::Empty));
        let blocks = |tile: &Tile| *tile != Tile::Void && !tile.is_walkable();
        if self.cells.tiles().as_slice().iter().any(blocks) {
            if self.cells.count(Covered::Empty) > 0 {
                notes.push(format!("Cells without a value are floor. --map-tiles='{EMPTY}=void' changes it."));
            }
            return self.fill_without_tile(floor);
        }
        let mut drawn_cells = vec![false; self.grid.size.area()];
        for layer in pictures.filter(|layer| layer.grid == self.grid.pixels) {
            let shift = self.grid.shift(layer).unwrap_or((0, 0));
            for (at, _) in tiles::cells(layer) {
                if let Some(cell) = self.grid.cell(at, shift) {
                    drawn_cells.get_mut(self.grid.size.index(cell)).into_iter().for_each(|drawn| *drawn = true);
                }
            }
        }
        let is_drawn = |index: usize| drawn_cells.get(index) == Some(&true);
        let is_empty = |index: &usize| self.cells.covered(*index) == Covered::Empty;
        let left = (0..drawn_cells.len()).filter(is_empty).filter(|&index| !is_drawn(index)).count();
        self.cells.fill(Covered::Empty, |index| floor.filter(|_| is_drawn(index)).map(|(floor, _)| floor));
        let all = self.cells.count(Covered::Empty);
        if all > left {
            let pictures = "Cells without a value are floor where a tile layer draws something.";
            notes.push(format!("{pictures} --map-tiles='{EMPTY}=void' changes it."));
        }
        if left == 0 { (all, floor) } else { (left, None) }
    }

    /// Sets the cells that have no tile to the answer. Returns the number of these cells, and the answer.
    fn fill_without_tile(&mut self, answer: Option<(TileMeaning, KnownBy)>) -> (usize, Option<(TileMeaning, KnownBy)>) {
        self.cells.fill(Covered::Empty, |_| answer.map(|(meaning, _)| meaning));
        (self.cells.count(Covered::Empty), answer)
    }

    /// Sets the weights by a layer.
    fn weigh(&mut self, all: &[CellValue], shift: (i64, i64), layer: &str, notes: &mut Vec<String>) {
        let mut wrong = 0_usize;
        for &(at, value) in all {
            let weight = u32::try_from(value).ok().and_then(|times| Weight::new(times, 1));
            match (self.cell(at, shift), weight) {
                (None, _) => {}
                (_, None) => wrong = wrong.saturating_add(1),
                (Some(cell), Some(weight)) => self.weights.push((cell, weight)),
            }
        }
        if wrong > 0 {
            let values = are(wrong, "value");
            notes.push(format!("In the layer {layer}, {values} outside 1 to {} and not read.", Weight::MAX_TIMES));
        }
    }

    /// Marks the cells that are not known by a layer.
    fn know(&mut self, all: &[CellValue], shift: (i64, i64)) {
        let mut known = Grid::new(self.grid.size, true);
        for &(at, _) in all {
            if let Some(cell) = self.cell(at, shift) {
                known.set(cell, false);
            }
        }
        self.known = Some(known);
    }
}
