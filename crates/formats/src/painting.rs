//! The cells of a map while tiles are put on them, layer by layer from the lowest.

use crate::tile_mapping::{KnownBy, TileMeaning, is_opening};
use gridscope_trace::{Grid, Scene, Size, Tile, Weights};

/// State of a cell so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Covered {
    /// No tile.
    Empty,
    /// Only tiles without a meaning.
    Open,
    /// A tile with a meaning.
    Known,
    /// An answer of the user, a tile with a property `gridscope`, a door or a window. A collision layer does not cover it.
    Fixed,
}

/// The cells of a map.
pub(crate) struct Painting {
    tiles: Grid<Tile>,
    weights: Option<Weights>,
    covered: Vec<Covered>,
}

impl Painting {
    /// Creates a map of empty cells.
    pub(crate) fn new(size: Size) -> Self {
        Self { tiles: Grid::new(size, Tile::Void), weights: None, covered: vec![Covered::Empty; size.area()] }
    }

    /// Returns what the cell with this index has.
    pub(crate) fn covered(&self, index: usize) -> Covered {
        self.covered.get(index).copied().unwrap_or(Covered::Empty)
    }

    /// Marks a cell as one that has a tile without a meaning.
    pub(crate) fn leave_open(&mut self, index: usize) {
        self.cover(index, Covered::Open);
    }

    /// Puts a tile on a cell.
    pub(crate) fn put_tile(&mut self, index: usize, meaning: TileMeaning, by: KnownBy) {
        let fixed = matches!(by, KnownBy::Answer | KnownBy::Mark) || is_opening(meaning.tile);
        if let Some(covered) = self.covered.get_mut(index) {
            *covered = if fixed { Covered::Fixed } else { Covered::Known };
        }
        self.set(index, meaning);
    }

    /// Puts a tile of a collision layer on a cell. It covers none that is fixed, unless it is fixed itself.
    pub(crate) fn put_collision(&mut self, index: usize, meaning: TileMeaning, by: KnownBy) {
        if by != KnownBy::Collision || self.covered(index) != Covered::Fixed {
            self.put_tile(index, meaning, by);
        }
    }

    /// Sets the tile of all cells that have been left like this.
    pub(crate) fn fill(&mut self, left: Covered, mut meaning: impl FnMut(usize) -> Option<TileMeaning>) {
        for index in 0..self.covered.len() {
            if self.covered(index) == left
                && let Some(meaning) = meaning(index)
            {
                self.set(index, meaning);
            }
        }
    }

    /// Returns the number of cells without any tile.
    pub(crate) fn count(&self, state: Covered) -> usize {
        self.covered.iter().filter(|&&covered| covered == state).count()
    }

    /// Returns the tiles.
    pub(crate) const fn tiles(&self) -> &Grid<Tile> {
        &self.tiles
    }

    /// Returns the map as a scene.
    pub(crate) fn scene(self) -> Scene {
        let mut scene = Scene::new(self.tiles);
        scene.weights = self.weights;
        scene.drop_empty_weights();
        scene
    }

    fn cover(&mut self, index: usize, by: Covered) {
        if let Some(covered) = self.covered.get_mut(index) {
            *covered = by.max(*covered);
        }
    }

    fn set(&mut self, index: usize, meaning: TileMeaning) {
        if let Some(tile) = self.tiles.as_mut_slice().get_mut(index) {
            *tile = meaning.tile;
        }
        let size = self.tiles.size();
        if (!meaning.weight.is_none() || self.weights.is_some()) && index < size.area() {
            self.weights.get_or_insert_with(|| Weights::new(size)).set(size.cell(index), meaning.weight);
        }
    }
}
