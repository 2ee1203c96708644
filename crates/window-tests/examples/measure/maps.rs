//! The maps of the measurements.

use gridscope::trace::{Actor, ActorKind, Cell, Grid, Rng, Scene, Size, Tile};

/// Builds a square map with `percent` % walls, searched by A* from corner to corner.
pub fn scattered(side: u16, percent: u64) -> Scene {
    let size = Size::new(side, side);
    let (mut dice, mut tiles) = (Rng::new(1), Grid::new(size, Tile::Floor));
    for c in size.cells() {
        // Keep both corners free.
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
