//! Random ground for fields of view.

use gridscope::trace::{Cell, Grid, Rng, Size, Tile};

/// Builds a random map: open, cave-like or crowded, some with bushes and windows.
pub fn random_map(dice: &mut Rng, most: u64) -> Grid<Tile> {
    let size = Size::new(1 + dice.below(most) as u16, 1 + dice.below(most) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    let share = [3, 10, 25, 45][dice.below(4) as usize];
    let odd = dice.below(3) == 0;
    let odds = [Tile::Bush, Tile::Bush, Tile::OneWayN, Tile::OneWayE, Tile::OneWayS, Tile::OneWayW, Tile::Window];
    for c in size.cells() {
        if dice.below(100) < share {
            tiles[c] = if odd { odds[dice.below(odds.len() as u64) as usize] } else { Tile::Wall };
        }
    }
    tiles
}

pub fn any_cell(dice: &mut Rng, size: Size) -> Cell {
    size.cell(dice.below(size.area() as u64) as usize)
}

pub fn drawn(tiles: &Grid<Tile>) -> String {
    tiles.rows().map(|r| r.iter().map(|t| t.info().glyph).collect::<String>() + "\n").collect()
}
