//! Colouring a row of cells equals colouring each cell.

use gridscope::trace::view::board::{Mark, Role};
use gridscope::trace::view::palette::Palette;
use gridscope::trace::{Rng, Tile};

#[test]
fn palette_colours_a_row_like_its_cells() {
    let palette = Palette::new(|tile, mark| (tile as u8, mark.role as u8, mark.heat));
    let mut dice = Rng::new(3);
    let mut one_of = |all: usize| dice.below(all as u64) as usize;
    for length in (0..9).chain([63, 64, 257]) {
        let tiles: Vec<Tile> = (0..length).map(|_| Tile::ALL[one_of(Tile::ALL.len())]).collect();
        let mark = |role: usize, heat: usize| Mark { role: Role::ALL[role], heat: heat as u8 };
        let marks: Vec<Mark> = (0..length).map(|_| mark(one_of(Role::ALL.len()), one_of(256))).collect();
        let mut row = vec![(255, 255, 255); length];
        palette.fill_plain(&tiles, &mut row);
        assert!(row.iter().zip(&tiles).all(|(&colour, &tile)| colour == (tile as u8, 0, 0)), "{length} without marks");
        palette.fill(&tiles, &marks, &mut row);
        let each = tiles.iter().zip(&marks).map(|(&tile, &mark)| palette.at(tile, mark));
        assert!(each.eq(row.iter().copied()), "{length} with marks");
    }
}
