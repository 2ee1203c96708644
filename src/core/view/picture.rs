//! A board as characters, for tests, terminals and bug reports.

use super::board::{Board, Role};
use crate::core::geometry::Cell;
use crate::core::grid::Grid;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use crate::core::trace::Replay;

/// The scene at the run's moment as text, a row a line: actors, then the path, then roles, then the ground
/// as it is then.
///
/// ```text
/// ##########
/// #G****xxo#
/// #x###D##x#
/// #xxxxxxxx#
/// ##########
/// ```
pub fn picture(scene: &Scene, replay: &dyn Replay) -> String {
    let mut board = Board::default();
    replay.board(None, &mut board);
    let size = scene.size();
    let mut path = Grid::new(size, false);
    for c in replay.path() {
        path[c] = true;
    }
    let mut tiles = scene.tiles.clone();
    for (c, tile) in replay.tiles().into_iter().filter(|(c, _)| size.contains(*c)) {
        tiles[c] = tile;
    }
    let mut text = String::with_capacity(size.area() + size.height as usize);
    for y in 0..size.height {
        for x in 0..size.width {
            let c = Cell::new(x, y);
            text.push(glyph_at(scene, &tiles, &board, &path, c));
        }
        text.push('\n');
    }
    text
}

fn glyph_at(scene: &Scene, tiles: &Grid<Tile>, board: &Board, path: &Grid<bool>, c: Cell) -> char {
    if let Some(i) = scene.actor_at(c) {
        return scene.actors[i].glyph();
    }
    let role = board.at(c).role;
    if path[c] && !matches!(role, Role::Current | Role::Chosen) {
        return '*';
    }
    role.glyph().unwrap_or_else(|| tiles[c].info().glyph)
}

/// What the characters of a picture mean, in one line.
pub fn key() -> String {
    Role::ALL.iter().filter_map(|r| r.glyph().map(|g| format!("{g} {}", r.name()))).collect::<Vec<_>>().join("   ")
}
