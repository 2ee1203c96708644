//! Which cells of a drawing are enclosed by what blocks.

use gridscope_trace::geometry::Cell;
use gridscope_trace::{Grid, Tile};

/// Returns the cells that cannot be reached from the edge of the map over void and floor.
pub(super) fn cells(tiles: &Grid<Tile>) -> Grid<bool> {
    let size = tiles.size();
    let mut inside = Grid::new(size, true);
    let is_edge = |at: &Cell| {
        let last = |at: u16, side: u16| at == 0 || at.saturating_add(1) == side;
        last(at.x, size.width) || last(at.y, size.height)
    };
    let mut reached: Vec<Cell> = size.cells().filter(is_edge).collect();
    while let Some(at) = reached.pop() {
        let is_open = matches!(tiles.get(at), Some(Tile::Void | Tile::Floor));
        if !is_open || inside.get(at) != Some(&true) {
            continue;
        }
        inside.set(at, false);
        for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let next = at.x.checked_add_signed(dx).zip(at.y.checked_add_signed(dy)).map(|(x, y)| Cell::new(x, y));
            reached.extend(next.filter(|next| inside.get(*next) == Some(&true)));
        }
    }
    inside
}
