//! The maps that are measured.

use gridscope::core::geometry::{Cell, Size};
use gridscope::core::grid::Grid;
use gridscope::core::rng::Rng;
use gridscope::core::scene::{Actor, ActorKind, Scene};
use gridscope::core::terrain::Tile;

/// A square map of which so many in a hundred cells are walls, searched by A* from corner to corner.
pub fn scattered(side: u16, percent: u64) -> Scene {
    let size = Size::new(side, side);
    let (mut dice, mut tiles) = (Rng::new(1), Grid::new(size, Tile::Floor));
    for c in size.cells() {
        // Neither corner is walled in.
        let near = c.x + c.y < 6 || 2 * (side - 1) - c.x - c.y < 6;
        if dice.below(100) < percent && !near {
            tiles[c] = Tile::Wall;
        }
    }
    let mut scene = Scene::new(tiles);
    let goal = Cell::new(side - 1, side - 1);
    scene.actors = vec![Actor::new(ActorKind::Guard, Cell::new(0, 0)), Actor::new(ActorKind::Goal, goal)];
    scene.run.params.set("costs", "octile");
    scene
}
