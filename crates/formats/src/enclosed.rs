//! Which cells of a map are enclosed by what blocks.

use crate::tile_mapping::is_opening;
use gridscope_trace::geometry::Cell;
use gridscope_trace::{Grid, Size, Tile};

/// Returns the cells that cannot be reached from the edge of the map over open cells.
pub(crate) fn cells(tiles: &Grid<Tile>, is_open: impl Fn(Tile) -> bool) -> Grid<bool> {
    let size = tiles.size();
    let is_edge = |at: &Cell| {
        let last = |at: u16, side: u16| at == 0 || at.saturating_add(1) == side;
        last(at.x, size.width) || last(at.y, size.height)
    };
    let mut inside = reached(tiles, size.cells().filter(is_edge), is_open);
    inside.as_mut_slice().iter_mut().for_each(|reached| *reached = !*reached);
    inside
}

/// Returns the void cells of a text map that are part of a room: nothing leads from them to the edge, and ground or a door
/// of the room is beside them or can be reached from them. `is_ground` says which tiles are ground.
pub(crate) fn rooms(tiles: &Grid<Tile>, is_ground: impl Fn(Tile) -> bool + Copy) -> Grid<bool> {
    let is_open = |tile| tile == Tile::Void || is_ground(tile);
    let inside = cells(tiles, is_open);
    let leads_on = |tile: Tile| tile.is_walkable() || matches!(tile, Tile::DoorLocked | Tile::SecretDoor);
    let has_room = |at: &Cell| tiles.get(*at).is_some_and(|&tile| is_ground(tile) || leads_on(tile));
    let seeds = tiles.size().cells().filter(has_room).flat_map(|at| neighbours(tiles.size(), at));
    let mut rooms = reached(tiles, seeds, is_open);
    for (room, (inside, tile)) in rooms.as_mut_slice().iter_mut().zip(inside.as_slice().iter().zip(tiles.as_slice())) {
        *room &= *inside && *tile == Tile::Void;
    }
    rooms
}

/// Returns whether a tile is walked on, and does not close a room as a door does.
pub(crate) fn is_ground(tile: Tile) -> bool {
    tile.is_walkable() && !is_opening(tile) && !matches!(tile, Tile::DoorOpen | Tile::SecretDoorOpen)
}

/// Returns the open cells that can be reached from the open ones of `seeds`, in straight steps.
fn reached(tiles: &Grid<Tile>, seeds: impl Iterator<Item = Cell>, is_open: impl Fn(Tile) -> bool) -> Grid<bool> {
    let size = tiles.size();
    let mut reached = Grid::new(size, false);
    let mut open: Vec<Cell> = seeds.collect();
    while let Some(at) = open.pop() {
        if reached.get(at) != Some(&false) || !tiles.get(at).is_some_and(|&tile| is_open(tile)) {
            continue;
        }
        reached.set(at, true);
        open.extend(neighbours(size, at).filter(|next| reached.get(*next) == Some(&false)));
    }
    reached
}

/// Returns the neighbours of a cell in the four straight directions.
fn neighbours(size: Size, at: Cell) -> impl Iterator<Item = Cell> {
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter();
    let next = move |(dx, dy)| Some(Cell::new(at.x.checked_add_signed(dx)?, at.y.checked_add_signed(dy)?));
    steps.filter_map(next).filter(move |next| next.x < size.width && next.y < size.height)
}
