//! The exercise of a lesson: a task for the reader, and the conditions under which it is solved.

use crate::solution::Solution;
use crate::{Cell, Grid, Size, Tile};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A task for the reader. Without conditions there is no exercise.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// The task, in Markdown.
    #[serde(default)]
    pub say: String,
    /// Conditions as text, such as `outcome cost >= B.cost + 20`. The exercise is solved when all of them hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
    /// The original map, one row per line in the glyphs of text maps. It is stored if a condition asks how much of the
    /// map is changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// The author's solution, to test the conditions with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Box<Solution>>,
}

impl Exercise {
    /// Returns whether there is no exercise.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Stores `tiles` as the original map, if a condition asks how much of it is changed and none is stored yet.
    pub fn give(&mut self, tiles: &Grid<Tile>) {
        let asks = |line: &String| line.split_whitespace().take(2).eq(["map", "changed"]);
        if self.given.is_empty() && self.done.iter().any(asks) {
            self.given = tiles.rows().map(|row| row.iter().map(|tile| tile.info().glyph).collect()).collect();
        }
    }

    /// Returns how many cells of a map differ from the original map. Cells that only one of the two maps has count too.
    /// Returns 0 if no original map is stored.
    pub fn changed(&self, tiles: &Grid<Tile>) -> usize {
        if self.given.is_empty() {
            return 0;
        }
        let original_glyphs: BTreeMap<(usize, usize), char> =
            (0..).zip(&self.given).flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, c)| ((x, y), c))).collect();
        let size = tiles.size();
        let same = |c: &Cell| original_glyphs.get(&(c.x.into(), c.y.into())) == Some(&tiles[*c].info().glyph);
        let unchanged_cells = size.cells().filter(same).count();
        let shared = size.cells().filter(|c| original_glyphs.contains_key(&(c.x.into(), c.y.into()))).count();
        original_glyphs.len() + size.area() - shared - unchanged_cells
    }

    /// Moves the original map to a map of another size. New cells are floor. `to` returns the new position of a cell.
    pub fn move_cells(&mut self, size: Size, to: impl Fn(Cell) -> Option<Cell>) {
        if self.given.is_empty() {
            return;
        }
        let mut moved = vec![vec![Tile::Floor.info().glyph; size.width.into()]; size.height.into()];
        for (y, row) in (0..).zip(&self.given) {
            for (x, letter) in (0..).zip(row.chars()) {
                let there =
                    to(Cell::new(x, y)).and_then(|c| moved.get_mut(usize::from(c.y))?.get_mut(usize::from(c.x)));
                if let Some(there) = there {
                    *there = letter;
                }
            }
        }
        self.given = moved.into_iter().map(String::from_iter).collect();
    }
}
