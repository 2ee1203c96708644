//! The smallest game: a guard walks to a thief, who sees him come and runs. It depends on `gridscope-grid` alone.

use gridscope_grid::{distances::DistanceMap, finder::Finder, fov::FieldOfView, geometry::Cell, map::GridMap};

const MAP: [&str; 5] = ["..........", ".####.###.", ".#......#.", ".#.####.#.", ".........."];

fn main() {
    let Some(map) = GridMap::from_rows(&MAP, |glyph| glyph == '.') else { return };
    let (mut finder, mut view, mut flight) = (Finder::new(&map), FieldOfView::new(&map), DistanceMap::new(&map));
    let (mut guard, mut thief) = (Cell::new(0, 0), Cell::new(9, 4));
    for turn in 1..=12 {
        let Some(path) = finder.path(guard, thief) else { break };
        guard = path.cells[1.min(path.cells.len() - 1)];
        if view.look(thief, 8).sees(guard) {
            flight.set_goals(&[guard]);
            let around = map.size().cells().filter(|cell| map.is_free(*cell) && cell.direction_to(thief).is_some());
            thief = around.chain([thief]).max_by_key(|&cell| flight.get(cell)).unwrap_or(thief);
        }
        println!("turn {turn}: guard {guard}, thief {thief}, {:.1} apart", path.cost.approx());
    }
}
