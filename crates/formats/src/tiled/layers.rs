//! Layers of tiles: which tile and weight each cell has, and whether it is known.

use super::area::{Area, each_tile, is_terrain, tile_layers};
use super::model::{KNOWN, Map, UNKNOWN, WEIGHTS, is_layer, weight_named};
use crate::FormatError;
use crate::tile_mapping::{ForeignTile, TileMapping, TileMeaning, is_collision_layer};
use gridscope_trace::{Grid, Scene, Tile, Weight, Weights};

/// Number of keys that a note lists.
const LISTED: usize = 8;

/// The meaning of a layer of tiles for a cell.
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
    weights: Option<Weights>,
    /// The known properties of each tile of the palette.
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

    /// Sets the tile and the weight of a cell.
    fn put(&mut self, cell: usize, meaning: TileMeaning) {
        set(&mut self.tiles, cell, meaning.tile);
        if !meaning.weight.is_none() || self.weights.is_some() {
            self.weigh(cell, meaning.weight);
        }
    }

    fn weigh(&mut self, cell: usize, weight: Weight) {
        let size = self.area.size;
        self.weights.get_or_insert_with(|| Weights::new(size)).set(size.cell(cell), weight);
    }

    /// Paints all layers from the lowest to the topmost: a tile with a meaning takes the cell, one without leaves it.
    /// Cells that only have tiles without a meaning get the answer for the rest, or their tiles are asked for.
    ///
    /// # Errors
    /// Returns an error with the tiles that need an answer.
    pub(super) fn paint(mut self, name: &str) -> Result<(Scene, Vec<String>), FormatError> {
        let (map, area) = (self.map, self.area);
        let mut covered = vec![Covered::Empty; area.size.area()];
        // Number of cells of each tile of the palette in ordinary layers and in layers of walls.
        let mut counts = vec![[0_usize; 2]; self.foreign.len()];
        let mut has_open = false;
        let terrain = || tile_layers(map).filter(|(layer, ..)| is_terrain(layer));
        for (layer, blocks, shift) in terrain() {
            let collision = is_collision_layer(&layer.name);
            let mut last = (0, None);
            each_tile(area, blocks, shift, |cell, index| {
                if last.0 != index {
                    last = (index, self.meaning(index, collision));
                }
                if let Some(count) =
                    counts.get_mut(usize::from(index)).and_then(|of| of.get_mut(usize::from(collision)))
                {
                    *count = count.saturating_add(1);
                }
                let Some(slot) = covered.get_mut(cell) else { return };
                if let Some(meaning) = last.1 {
                    *slot = Covered::Known;
                    self.put(cell, meaning);
                } else {
                    has_open = true;
                    if *slot == Covered::Empty {
                        *slot = Covered::Open;
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
    fn paint_open(&mut self, covered: &[Covered], counts: &mut [[usize; 2]]) {
        let (map, area) = (self.map, self.area);
        // For each tile of the palette, the number of cells that it leaves open, and of those that it does not change.
        let mut open = vec![[0_usize; 2]; self.foreign.len()];
        let terrain = tile_layers(map).filter(|(layer, ..)| is_terrain(layer) && !is_collision_layer(&layer.name));
        for (_, blocks, shift) in terrain {
            each_tile(area, blocks, shift, |cell, index| {
                if self.meaning(index, false).is_none()
                    && let Some([open, unchanged]) = open.get_mut(usize::from(index))
                {
                    let is_known = covered.get(cell) == Some(&Covered::Known);
                    let count = if is_known { unchanged } else { open };
                    *count = count.saturating_add(1);
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
            let open = covered.iter().enumerate().filter(|(_, covered)| **covered == Covered::Open);
            open.for_each(|(cell, _)| self.put(cell, rest));
        }
        if !left.is_empty() {
            let more = match left.len().saturating_sub(LISTED) {
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
        let mut values: Option<Vec<Weight>> = None;
        for (_, blocks, shift) in tile_layers(map).filter(|(layer, ..)| is_layer(&layer.name, WEIGHTS)) {
            let mapping = &mut self.mapping;
            let mut weight = |tile: &ForeignTile| {
                let named = tile.names.iter().find_map(|name| weight_named(name));
                named.or_else(|| mapping.known_meaning(tile, false).map(|meaning| meaning.weight)).unwrap_or_default()
            };
            let values = values.get_or_insert_with(|| self.foreign.iter().map(&mut weight).collect());
            let weights = &mut self.weights;
            let off = each_tile(area, blocks, shift, |cell, index| {
                match values.get(usize::from(index)).copied().filter(|weight| !weight.is_none()) {
                    None => ignored = ignored.saturating_add(1),
                    Some(weight) => {
                        weights.get_or_insert_with(|| Weights::new(area.size)).set(area.size.cell(cell), weight);
                    }
                }
            });
            ignored = ignored.saturating_add(off);
        }
        self.notes.extend(ignored_in(WEIGHTS, "no weights", ignored));
    }

    /// Reads the layers `known`, and counts tiles that do not mark unknown cells or are off the map.
    fn known(&mut self) -> Option<Grid<bool>> {
        let (map, area) = (self.map, self.area);
        let mut ignored = 0_usize;
        let mut known = None;
        let marks_unknown = |tile: &ForeignTile| tile.names.iter().any(|name| name == UNKNOWN);
        let marks: Vec<bool> = self.foreign.iter().map(marks_unknown).collect();
        for (_, blocks, shift) in tile_layers(map).filter(|(layer, ..)| is_layer(&layer.name, KNOWN)) {
            let mask = known.get_or_insert_with(|| Grid::new(area.size, true));
            let off = each_tile(area, blocks, shift, |cell, index| {
                if marks.get(usize::from(index)) == Some(&true) {
                    set(mask, cell, false);
                } else {
                    ignored = ignored.saturating_add(1);
                }
            });
            ignored = ignored.saturating_add(off);
        }
        self.notes.extend(ignored_in(KNOWN, "no marks of unknown cells", ignored));
        known
    }
}

/// Sets the value of the cell with this index.
fn set<T>(grid: &mut Grid<T>, cell: usize, value: T) {
    if let Some(slot) = grid.as_mut_slice().get_mut(cell) {
        *slot = value;
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
