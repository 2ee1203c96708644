//! Layers of tiles: which tile and weight each cell has, and whether it is known.

use super::area::{Area, each_tile, is_terrain, shift, tile_layers};
use super::counts::Dropped;
use super::model::{Block, Content, KNOWN, Layer, Map, Object, UNKNOWN, WEIGHTS, is_layer, weight_named};
use super::output::TILESET;
use crate::FormatError;
use crate::painting::{Covered, Painting};
use crate::question::{FileQuestion, MAX_PICTURE_CELLS};
use crate::tile_mapping::{ForeignTile, Found, KnownBy, TileMapping, TileMeaning};
use gridscope_trace::{Cell, Grid, Scene, Tile, Weight};

/// Number of keys that a note lists.
const LISTED: usize = 8;

/// The meaning of a tile, if it was looked up. `None` must be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Looked {
    Not,
    Up(Option<(TileMeaning, KnownBy)>),
}

/// Turns the layers of tiles into the tiles of a scene.
pub(super) struct Painter<'m, 'a> {
    map: &'m Map,
    area: Area,
    mapping: TileMapping<'a>,
    cells: Painting,
    /// The known properties of each tile of the palette.
    foreign: Vec<ForeignTile>,
    /// Meanings of each tile of the palette in ordinary layers and in layers of walls.
    meanings: Vec<[Looked; 2]>,
    notes: Vec<String>,
    dropped: Dropped,
}

/// The map with its tiles, and what there is to say of it.
pub(super) struct Painted {
    pub(super) scene: Scene,
    pub(super) notes: Vec<String>,
    /// Shapes that are no wall.
    pub(super) dropped: Dropped,
    /// Number of cells without any tile, and what they are by an answer or a rule.
    pub(super) empty: (usize, Option<(TileMeaning, KnownBy)>),
    pub(super) found: Found,
}

impl<'m, 'a> Painter<'m, 'a> {
    /// `foreign` has what is known of each tile of the palette.
    pub(super) fn new(map: &'m Map, area: Area, mut mapping: TileMapping<'a>, foreign: Vec<ForeignTile>) -> Self {
        let has_tile = |blocks: &[Block], shift| {
            let mut any = false;
            each_tile(area, blocks, shift, |_, _| any = true);
            any
        };
        let decides = |layer: &&Layer| match &layer.content {
            Content::Tiles(blocks) => is_terrain(layer) && has_tile(blocks, shift(map, layer).unwrap_or((0, 0))),
            Content::Objects(objects) => objects.iter().any(Object::has_area),
        };
        let collision = map.layers.iter().filter(|layer| layer.is_collision).filter(decides);
        mapping.decide_by_layers(&collision.map(|layer| layer.name.as_str()).collect::<Vec<_>>());
        mapping.decide_by_tiles(foreign.iter());
        let meanings = vec![[Looked::Not; 2]; foreign.len()];
        let (cells, notes, dropped) = (Painting::new(area.size), Vec::new(), Dropped::default());
        Self { map, area, mapping, cells, foreign, meanings, notes, dropped }
    }

    /// Returns the meaning of a tile of the palette, unless it must be asked for.
    fn meaning(&mut self, index: u16, collision: bool) -> Option<(TileMeaning, KnownBy)> {
        let index = usize::from(index);
        let of = self.meanings.get_mut(index).and_then(|of| of.get_mut(usize::from(collision)));
        match (of, self.foreign.get(index)) {
            (Some(Looked::Up(meaning)), _) => *meaning,
            (Some(slot), Some(tile)) => {
                let meaning = self.mapping.known(tile, collision);
                *slot = Looked::Up(meaning);
                meaning
            }
            _ => None,
        }
    }

    /// Paints all layers from the lowest to the topmost: a tile with a meaning takes the cell, one without leaves it.
    /// Layers of collisions come last. Cells that only have tiles without a meaning get the answer for the rest, or stay void.
    ///
    /// # Errors
    /// Returns an error if an answer has a key that no tile has.
    pub(super) fn paint(mut self, name: &str) -> Result<Painted, FormatError> {
        let (map, area) = (self.map, self.area);
        // Number of cells of each tile of the palette in ordinary layers and in layers of walls.
        let mut counts = vec![[0_usize; 2]; self.foreign.len()];
        // Number of cells that the fullest ordinary layer covers.
        let mut fullest = 0_usize;
        let mut has_open = false;
        for collision in [false, true] {
            let layers = tile_layers(map).filter(|(layer, ..)| is_terrain(layer) && layer.is_collision == collision);
            for (_, blocks, shift) in layers {
                let mut last = (0, None);
                let mut covers = 0_usize;
                each_tile(area, blocks, shift, |cell, index| {
                    if last.0 != index {
                        last = (index, self.meaning(index, collision));
                    }
                    if let Some(count) =
                        counts.get_mut(usize::from(index)).and_then(|of| of.get_mut(usize::from(collision)))
                    {
                        *count = count.saturating_add(1);
                    }
                    covers = covers.saturating_add(1);
                    match last.1 {
                        Some((meaning, by)) if collision => self.cells.put_collision(cell, meaning, by),
                        Some((meaning, by)) => self.cells.put_tile(cell, meaning, by),
                        None => {
                            has_open = true;
                            self.cells.leave_open(cell);
                        }
                    }
                });
                fullest = if collision { fullest } else { fullest.max(covers) };
            }
        }
        self.paint_shapes();
        if has_open {
            self.paint_open(&mut counts);
        }
        for (index, of) in counts.iter().enumerate() {
            let Some(tile) = self.foreign.get(index) else { continue };
            for (&count, collision) in of.iter().zip([false, true]) {
                self.mapping.meaning(tile, collision, count);
            }
        }
        let mostly_covered = self.mapping.has_collision_layer() && fullest.saturating_mul(2) > area.size.area();
        let floor = || mostly_covered.then_some((TileMeaning::plain(Tile::Floor), KnownBy::Empty));
        let meaning = self.mapping.empty().map(|meaning| (meaning, KnownBy::Answer)).or_else(floor);
        let empty = (self.cells.count(Covered::Empty), meaning);
        self.cells.fill(Covered::Empty, |_| meaning.map(|(meaning, _)| meaning));
        let weights = self.weights();
        let known = self.known();
        let found = self.mapping.found(name)?;
        self.notes.extend(found.notes.iter().cloned());
        let mut scene = self.cells.scene();
        scene.set_weights(weights);
        scene.known = known;
        Ok(Painted { scene, notes: self.notes, dropped: self.dropped, empty, found })
    }

    /// Paints walls where an object of a collision layer covers the middle of a cell.
    fn paint_shapes(&mut self) {
        let (map, area) = (self.map, self.area);
        let (tile_width, tile_height) = map.object_tile();
        let aspect = map.tile_width / tile_width;
        for layer in map.layers.iter().filter(|layer| layer.is_collision) {
            let Content::Objects(objects) = &layer.content else { continue };
            let (right, down) = shift(map, layer).unwrap_or((0, 0));
            for object in objects.iter().filter(|object| object.has_area()) {
                let (left, top, width, height) = object.turned_bounds(aspect);
                let first = |at: f64, tile: f64| (at / tile).floor().clamp(-1e9, 1e9) as i64;
                let columns = first(left, tile_width)..=first(left + width, tile_width);
                let rows = first(top, tile_height)..=first(top + height, tile_height);
                let (columns, rows) = area.clip(columns, rows, (right, down));
                let mut covers_none = true;
                for y in rows {
                    for x in columns.clone() {
                        let middle = ((x as f64 + 0.5) * tile_width, (y as f64 + 0.5) * tile_height);
                        let cell = area.cell(x.saturating_add(right), y.saturating_add(down));
                        if let Some(cell) = cell.filter(|_| object.contains(middle, aspect)) {
                            covers_none = false;
                            let wall = TileMeaning::plain(Tile::Wall);
                            self.cells.put_collision(area.size.index(cell), wall, KnownBy::Collision);
                        }
                    }
                }
                self.dropped.count("shape| in collision layers over no middle of a cell", usize::from(covers_none));
            }
        }
    }

    /// Paints the cells that only have tiles without a meaning, and takes other tiles without a meaning out of the
    /// counts.
    fn paint_open(&mut self, counts: &mut [[usize; 2]]) {
        let (map, area) = (self.map, self.area);
        // For each tile of the palette, the number of cells that it leaves open, and of those that it does not change.
        let mut open = vec![[0_usize; 2]; self.foreign.len()];
        for (_, blocks, shift) in tile_layers(map).filter(|(layer, ..)| is_terrain(layer) && !layer.is_collision) {
            each_tile(area, blocks, shift, |cell, index| {
                if self.meaning(index, false).is_none()
                    && let Some([open, unchanged]) = open.get_mut(usize::from(index))
                {
                    let count = if self.cells.covered(cell) == Covered::Open { open } else { unchanged };
                    *count = count.saturating_add(1);
                }
            });
        }
        let mut rest = None;
        let mut left = Vec::new();
        for ((tile, &[open, unchanged]), of) in self.foreign.iter().zip(&open).zip(counts) {
            if open > 0 || unchanged > 0 && self.mapping.is_decided() {
                rest = self.mapping.meaning(tile, false, open.max(1)).or(rest);
            }
            if unchanged > 0 {
                left.push(format!("{} ({unchanged} ×)", tile.key));
            }
            if open > 0 || unchanged > 0 {
                // Their cells are counted, or not asked for.
                of[0] = 0;
            }
        }
        self.cells.fill(Covered::Open, |_| rest);
        if !left.is_empty() && !self.mapping.has_collision_layer() {
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
    fn weights(&mut self) -> Vec<(Cell, Weight)> {
        let (map, area) = (self.map, self.area);
        let mut ignored = 0_usize;
        let mut weights = Vec::new();
        let mut of_tiles: Option<Vec<Weight>> = None;
        for (_, blocks, shift) in tile_layers(map).filter(|(layer, ..)| is_layer(&layer.name, WEIGHTS)) {
            let mapping = &mut self.mapping;
            let mut weight = |tile: &ForeignTile| {
                let named = tile.names.iter().find_map(|name| weight_named(name));
                named.or_else(|| mapping.known(tile, false).map(|(meaning, _)| meaning.weight)).unwrap_or_default()
            };
            let of_tiles = of_tiles.get_or_insert_with(|| self.foreign.iter().map(&mut weight).collect());
            let off = each_tile(area, blocks, shift, |cell, index| {
                match of_tiles.get(usize::from(index)).copied().filter(|weight| !weight.is_none()) {
                    None => ignored = ignored.saturating_add(1),
                    Some(weight) => weights.push((area.size.cell(cell), weight)),
                }
            });
            ignored = ignored.saturating_add(off);
        }
        self.notes.extend(ignored_in(WEIGHTS, "no weights", ignored));
        weights
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

/// Sets which tile of the question each cell shows: the topmost one that is in the question. Layers of collisions do not
/// show.
pub(super) fn show_tops(map: &Map, area: Area, places: &[u16], question: &mut FileQuestion) {
    if area.size.area() > MAX_PICTURE_CELLS {
        return;
    }
    let empty = question.empty_place();
    let mut top = vec![empty; area.size.area()];
    for (_, blocks, shift) in tile_layers(map).filter(|(layer, ..)| is_terrain(layer) && !layer.is_collision) {
        each_tile(area, blocks, shift, |cell, index| {
            let place = places.get(usize::from(index)).copied().unwrap_or(0);
            if let Some(top) = top.get_mut(cell).filter(|top| place > 0 || **top == empty) {
                *top = place;
            }
        });
    }
    (question.size, question.top) = (Some(area.size), top.into());
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
        if tileset.name == TILESET && Tile::from_name(&tile.class).is_some() {
            // Of the tiles that gridscope writes, the type says everything.
            foreign.properties.push((TILESET.into(), tile.class.clone().into()));
        }
        foreign.has_shape = tile.has_shape;
    }
    foreign
}
