//! A board as characters, for tests, terminals and bug reports.

use crate::geometry::Cell;
use crate::grid::Grid;
use crate::scene::Scene;
use crate::terrain::Tile;
use crate::trace::Replay;
use crate::view::board::{Board, Role};

/// Returns the scene at the run's moment as text, one row per line. In each cell an actor hides the path, the path
/// hides the role, and the role hides the tile.
///
/// ```text
/// ##########
/// #G****xxo#
/// #x###D##x#
/// #xxxxxxxx#
/// ##########
/// ```
pub fn picture(scene: &Scene, replay: &Replay) -> String {
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
    let standing = standing(scene, replay);
    let mut text = String::with_capacity(size.area() + size.height as usize);
    for y in 0..size.height {
        for x in 0..size.width {
            let c = Cell::new(x, y);
            text.push(standing[c].unwrap_or_else(|| glyph_at(tiles[c], &board, path[c], c)));
        }
        text.push('\n');
    }
    text
}

/// Returns the glyph of the topmost actor of each cell: the last in the scene's order.
fn standing(scene: &Scene, replay: &Replay) -> Grid<Option<char>> {
    let mut standing = Grid::new(scene.size(), None);
    let tokens = replay.tokens();
    for (i, actor) in scene.actors.iter().enumerate() {
        let at = tokens.iter().find(|t| t.actor == i).map_or(Some(actor.at), |t| t.at);
        if let Some(cell) = at.filter(|&c| scene.size().contains(c)) {
            standing[cell] = Some(actor.glyph());
        }
    }
    standing
}

fn glyph_at(tile: Tile, board: &Board, on_path: bool, c: Cell) -> char {
    let role = board.at(c).role;
    if on_path && !matches!(role, Role::Current | Role::Chosen) {
        return '*';
    }
    role.glyph().unwrap_or_else(|| tile.info().glyph)
}

/// Returns the meaning of the characters of a picture, in one line.
pub fn key() -> String {
    Role::ALL.iter().filter_map(|r| r.glyph().map(|g| format!("{g} {}", r.name()))).collect::<Vec<_>>().join("   ")
}
