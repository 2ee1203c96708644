//! Layers of tiles: which part of the plane is the map, and which tile, weight and knowledge each cell has.

use super::model::{Block, Content, KNOWN, Layer, Map, Orientation, UNKNOWN, WEIGHTS, is_layer, weight_named};
use crate::FormatError;
use crate::core::geometry::{Cell, Size};
use crate::core::grid::Grid;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use crate::count::Count as _;
use crate::tile_mapping::{ForeignTile, TileMapping, TileMeaning, is_collision_layer};

/// Number of keys that a note lists.
const LISTED: usize = 8;

/// The part of the plane that is the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    /// Column and row of its top left cell in the file.
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) size: Size,
}

impl Area {
    /// Returns the cell of a column and a row in the file, if it is on the map.
    pub(super) fn cell(self, x: i64, y: i64) -> Option<Cell> {
        let one = |at: i64, from: i64| u16::try_from(at.checked_sub(from)?).ok();
        let cell = Cell::new(one(x, self.x)?, one(y, self.y)?);
        self.size.contains(cell).then_some(cell)
    }
}

/// Returns by how many columns and rows a layer is shifted. An offset that is no whole number of tiles does not shift
/// it, and is `None`.
pub(super) fn shift(map: &Map, layer: &Layer) -> Option<(i64, i64)> {
    let (x, y) = layer.offset;
    if x == 0.0 && y == 0.0 {
        return Some((0, 0));
    }
    if map.orientation != Orientation::Orthogonal {
        return None;
    }
    let whole = |offset: f64, tile: f64| {
        let tiles = (offset / tile).round();
        ((offset / tile - tiles).abs() < 1e-6 && tiles.abs() < 1e9).then_some(tiles as i64)
    };
    Some((whole(x, map.tile_width)?, whole(y, map.tile_height)?))
}

/// Returns the layers of tiles with their shifts, from the lowest to the topmost.
fn tile_layers(map: &Map) -> impl Iterator<Item = (&Layer, &[Block], (i64, i64))> {
    map.layers.iter().filter_map(|layer| match &layer.content {
        Content::Tiles(blocks) => Some((layer, blocks.as_slice(), shift(map, layer).unwrap_or((0, 0)))),
        Content::Objects(_) => None,
    })
}

fn is_terrain(layer: &Layer) -> bool {
    !is_layer(&layer.name, WEIGHTS) && !is_layer(&layer.name, KNOWN)
}

/// Calls `each` for every cell with a tile: its column and row in the file, and its index in the palette.
fn each_tile(blocks: &[Block], (right, down): (i64, i64), mut each: impl FnMut(i64, i64, u16)) {
    for block in blocks {
        let top = block.y.saturating_add(down);
        let left = block.x.saturating_add(right);
        for (y, row) in (top..).zip(block.cells.chunks(block.width.max(1))) {
            for (x, &index) in (left..).zip(row) {
                if index != 0 {
                    each(x, y, index);
                }
            }
        }
    }
}

/// Returns the part of the plane that is the map: the size in the header. It is the box of all cells with a tile if the
/// map is infinite, or if a layer that is shifted has tiles outside the size in the header.
pub(super) fn area(name: &str, map: &Map) -> Result<Area, FormatError> {
    let refuse = |found: String| FormatError::whole(name, &found, "");
    let header = if map.infinite {
        None
    } else {
        let size = Size::checked(map.width, map.height).map_err(|error| refuse(error.to_string()))?;
        Some(Area { x: 0, y: 0, size })
    };
    let inside = |block: &Block, (right, down): (i64, i64)| {
        header.is_some_and(|area| {
            let height = block.cells.len().checked_div(block.width).unwrap_or(0);
            let fits = |from: i64, by: i64, long: usize, most: u16| {
                let from = from.saturating_add(by);
                from >= 0 && i64::try_from(long).is_ok_and(|long| from.saturating_add(long) <= i64::from(most))
            };
            fits(block.x, right, block.width, area.size.width) && fits(block.y, down, height, area.size.height)
        })
    };
    let terrain = || tile_layers(map).filter(|(layer, ..)| is_terrain(layer));
    if let Some(area) = header
        && terrain().all(|(_, blocks, shift)| blocks.iter().all(|block| inside(block, shift)))
    {
        return Ok(area);
    }
    let (mut from, mut to) = ((i64::MAX, i64::MAX), (i64::MIN, i64::MIN));
    for (_, blocks, shift) in terrain() {
        each_tile(blocks, shift, |x, y, _| {
            from = (from.0.min(x), from.1.min(y));
            to = (to.0.max(x), to.1.max(y));
        });
    }
    let long = |from: i64, to: i64| {
        to.checked_sub(from).and_then(|long| u64::try_from(long).ok()).map_or(0, |long| long.and(1))
    };
    match header {
        // The cells outside are empty.
        Some(area) if long(from.0, to.0) == 0 => return Ok(area),
        Some(area) if area.cell(from.0, from.1).is_some() && area.cell(to.0, to.1).is_some() => return Ok(area),
        None if long(from.0, to.0) == 0 => {
            return Err(FormatError::whole(name, "the map is infinite and has no tiles", "a tile"));
        }
        _ => {}
    }
    let size = Size::checked(long(from.0, to.0), long(from.1, to.1)).map_err(|error| refuse(error.to_string()))?;
    Ok(Area { x: from.0, y: from.1, size })
}

/// What a layer of tiles means for a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Covered {
    /// No layer has a tile.
    Empty,
    /// Only tiles without a meaning.
    Open,
    /// A tile with a meaning.
    Known,
}

/// The meaning of a tile, if it was looked up. `None` must be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Looked {
    Not,
    Up(Option<TileMeaning>),
}

/// Turns the layers of tiles into the tiles of a scene.
pub(super) struct Painter<'m, 'a> {
    map: &'m Map,
    area: Area,
    mapping: TileMapping<'a>,
    tiles: Grid<Tile>,
    weights: Option<Grid<u8>>,
    /// What is known of each tile of the palette.
    foreign: Vec<ForeignTile>,
    /// Meanings of each tile of the palette in ordinary layers and in layers of walls.
    meanings: Vec<[Looked; 2]>,
    notes: Vec<String>,
}

impl<'m, 'a> Painter<'m, 'a> {
    /// `foreign` has what is known of each tile of the palette.
    pub(super) fn new(map: &'m Map, area: Area, mapping: TileMapping<'a>, foreign: Vec<ForeignTile>) -> Self {
        Self {
            map,
            area,
            mapping,
            tiles: Grid::new(area.size, Tile::Void),
            weights: None,
            meanings: vec![[Looked::Not; 2]; foreign.len()],
            foreign,
            notes: Vec::new(),
        }
    }

    /// Returns the meaning of a tile of the palette, unless it must be asked for.
    fn meaning(&mut self, index: u16, collision: bool) -> Option<TileMeaning> {
        let index = usize::from(index);
        let of = self.meanings.get_mut(index).and_then(|of| of.get_mut(usize::from(collision)));
        match (of, self.foreign.get(index)) {
            (Some(Looked::Up(meaning)), _) => *meaning,
            (Some(slot), Some(tile)) => {
                let meaning = self.mapping.known_meaning(tile, collision);
                *slot = Looked::Up(meaning);
                meaning
            }
            _ => None,
        }
    }

    fn put(&mut self, cell: Cell, meaning: TileMeaning) {
        self.tiles.put(cell, meaning.tile);
        let size = self.area.size;
        if meaning.weight > 0 {
            self.weights.get_or_insert_with(|| Grid::new(size, 0)).put(cell, meaning.weight);
        } else if let Some(weights) = &mut self.weights {
            weights.put(cell, 0);
        }
    }

    /// Paints all layers from the lowest to the topmost: a tile with a meaning takes the cell, one without leaves it.
    /// Cells that only have tiles without a meaning get the answer for the rest, or their tiles are asked for.
    ///
    /// # Errors
    /// Returns an error with the tiles that need an answer.
    pub(super) fn paint(mut self, name: &str) -> Result<(Scene, Vec<String>), FormatError> {
        let (map, area) = (self.map, self.area);
        let mut covered = Grid::new(area.size, Covered::Empty);
        // Number of cells of each tile of the palette in ordinary layers and in layers of walls.
        let mut counts = vec![[0_usize; 2]; self.foreign.len()];
        let mut has_open = false;
        let terrain = || tile_layers(map).filter(|(layer, ..)| is_terrain(layer));
        for (layer, blocks, shift) in terrain() {
            let collision = is_collision_layer(&layer.name);
            let mut last = (0, None);
            each_tile(blocks, shift, |x, y, index| {
                let Some(cell) = area.cell(x, y) else { return };
                if last.0 != index {
                    last = (index, self.meaning(index, collision));
                }
                if let Some(count) =
                    counts.get_mut(usize::from(index)).and_then(|of| of.get_mut(usize::from(collision)))
                {
                    count.grow(1);
                }
                if let Some(meaning) = last.1 {
                    self.put(cell, meaning);
                    covered.put(cell, Covered::Known);
                } else {
                    has_open = true;
                    if covered.get(cell) == Some(&Covered::Empty) {
                        covered.put(cell, Covered::Open);
                    }
                }
            });
        }
        if has_open {
            self.paint_open(&covered, &mut counts);
        }
        for (index, of) in counts.iter().enumerate() {
            let Some(tile) = self.foreign.get(index) else { continue };
            for (&count, collision) in of.iter().zip([false, true]) {
                self.mapping.meaning(tile, collision, count);
            }
        }
        self.paint_weights();
        let known = self.known();
        self.notes.extend(self.mapping.finish(name)?);
        let mut scene = Scene::new(self.tiles);
        scene.weights = self.weights;
        scene.known = known;
        scene.drop_empty_weights();
        Ok((scene, self.notes))
    }

    /// Paints the cells that only have tiles without a meaning, and takes other tiles without a meaning out of the
    /// counts.
    fn paint_open(&mut self, covered: &Grid<Covered>, counts: &mut [[usize; 2]]) {
        let (map, area) = (self.map, self.area);
        // For each tile of the palette, the number of cells that it leaves open, and of those that it does not change.
        let mut open = vec![[0_usize; 2]; self.foreign.len()];
        let terrain = tile_layers(map).filter(|(layer, ..)| is_terrain(layer) && !is_collision_layer(&layer.name));
        for (_, blocks, shift) in terrain {
            each_tile(blocks, shift, |x, y, index| {
                let Some(cell) = area.cell(x, y) else { return };
                if self.meaning(index, false).is_none()
                    && let Some([open, unchanged]) = open.get_mut(usize::from(index))
                {
                    let is_known = covered.get(cell) == Some(&Covered::Known);
                    (if is_known { unchanged } else { open }).grow(1);
                }
            });
        }
        let mut rest = None;
        let mut left = Vec::new();
        for ((tile, &[open, unchanged]), of) in self.foreign.iter().zip(&open).zip(counts) {
            if open > 0 {
                rest = self.mapping.meaning(tile, false, open).or(rest);
            }
            if unchanged > 0 {
                left.push(format!("{} ({unchanged} ×)", tile.key));
            }
            if open > 0 || unchanged > 0 {
                // Their cells are counted, or not asked for.
                of[0] = 0;
            }
        }
        if let Some(rest) = rest {
            let cells = area.size.cells().filter(|&cell| covered.get(cell) == Some(&Covered::Open));
            cells.for_each(|cell| self.put(cell, rest));
        }
        if !left.is_empty() {
            let more = match left.len().less(LISTED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            left.truncate(LISTED);
            let list = left.join(", ");
            self.notes.push(format!("Tiles without a meaning leave cells as other layers have them: {list}{more}."));
        }
    }

    /// Reads the layers `weights`, and counts tiles that are no weight or off the map.
    fn paint_weights(&mut self) {
        let (map, area) = (self.map, self.area);
        let mut ignored = 0_usize;
        let mut values: Option<Vec<u8>> = None;
        for (_, blocks, shift) in tile_layers(map).filter(|(layer, ..)| is_layer(&layer.name, WEIGHTS)) {
            let mapping = &mut self.mapping;
            let mut weight = |tile: &ForeignTile| {
                let named = tile.names.iter().find_map(|name| weight_named(name));
                named.or_else(|| mapping.known_meaning(tile, false).map(|meaning| meaning.weight)).unwrap_or(0)
            };
            let values = values.get_or_insert_with(|| self.foreign.iter().map(&mut weight).collect());
            each_tile(blocks, shift, |x, y, index| {
                let value = values.get(usize::from(index)).copied().filter(|&value| value > 0);
                match (area.cell(x, y), value) {
                    (Some(cell), Some(value)) => {
                        self.weights.get_or_insert_with(|| Grid::new(area.size, 0)).put(cell, value);
                    }
                    _ => ignored.grow(1),
                }
            });
        }
        self.notes.extend(ignored_in(WEIGHTS, "no weights", ignored));
    }

    /// Reads the layers `known`, and counts tiles that do not mark unknown cells or are off the map.
    fn known(&mut self) -> Option<Grid<bool>> {
        let (map, area) = (self.map, self.area);
        let mut ignored = 0_usize;
        let mut known = None;
        for (_, blocks, shift) in tile_layers(map).filter(|(layer, ..)| is_layer(&layer.name, KNOWN)) {
            let mask = known.get_or_insert_with(|| Grid::new(area.size, true));
            each_tile(blocks, shift, |x, y, index| {
                let tile = self.foreign.get(usize::from(index));
                let marks = tile.is_some_and(|tile| tile.names.iter().any(|name| name == UNKNOWN));
                match area.cell(x, y) {
                    Some(cell) if marks => mask.put(cell, false),
                    _ => ignored.grow(1),
                }
            });
        }
        self.notes.extend(ignored_in(KNOWN, "no marks of unknown cells", ignored));
        known
    }
}

/// Returns the note about tiles of a layer that were not read.
fn ignored_in(layer: &str, what: &str, count: usize) -> Option<String> {
    let tiles = if count == 1 { "1 tile was".to_owned() } else { format!("{count} tiles were") };
    (count > 0).then(|| format!("In the layer {layer}, {tiles} not read: {what}, or off the map."))
}

/// Returns what a map says of each tile of its palette.
pub(super) fn foreign_tiles(map: &Map) -> Vec<ForeignTile> {
    map.palette.gids().iter().map(|&gid| foreign_tile(map, gid)).collect()
}

/// Returns what a map says of a tile.
fn foreign_tile(map: &Map, gid: u32) -> ForeignTile {
    let Some((tileset, id)) = map.tileset_of(gid) else {
        return ForeignTile::of_key(format!("gid:{gid}"));
    };
    let mut foreign = ForeignTile::of_key(format!("{}:{id}", tileset.name));
    if let Some(tile) = tileset.tiles.get(&id) {
        foreign.names.push(tile.class.clone());
        foreign.properties.clone_from(&tile.properties);
        foreign.has_shape = tile.has_shape;
    }
    foreign
}
