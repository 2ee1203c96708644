//! What the benchmarks share: maps, and figures side by side.
//!
//! Repetitions of all rivals take turns, so that whatever else the machine does hits all of them alike; the smallest
//! time of each is what it takes undisturbed.
#![allow(dead_code, reason = "each benchmark uses its own part")]

use gridscope::core::geometry::{Cell, Size};
use gridscope::core::grid::Grid;
use gridscope::core::rng::Rng;
use gridscope::core::scene::{Actor, ActorKind, Scene};
use gridscope::core::terrain::Tile;
use std::time::Instant;

/// A square map with a share of walls, corner to corner, octile costs.
pub fn scene(side: u16, percent: u64, seed: u64) -> Scene {
    let size = Size::new(side, side);
    let mut dice = Rng::new(seed);
    let mut tiles = Grid::new(size, Tile::Floor);
    let (start, goal) = (Cell::new(0, 0), Cell::new(side - 1, side - 1));
    for c in size.cells() {
        // Room around both corners: neither is walled in.
        let near = c.x + c.y < 6 || 2 * (side - 1) - c.x - c.y < 6;
        if dice.below(100) < percent && !near {
            tiles[c] = Tile::Wall;
        }
    }
    let mut scene = Scene::new(tiles);
    scene.actors = vec![Actor::new(ActorKind::Guard, start), Actor::new(ActorKind::Goal, goal)];
    scene.run.params.set("costs", "octile");
    scene
}

/// The smallest of several times of each rival, in seconds, taken in turns.
pub fn race<const N: usize>(rounds: usize, mut rivals: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut best = [f64::MAX; N];
    for _ in 0..rounds {
        for (rival, best) in rivals.iter_mut().zip(&mut best) {
            let start = Instant::now();
            rival();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    best
}

/// Prints a figure with its goal.
pub fn row(what: &str, figure: &str, goal: &str) {
    println!("{what:<58} {figure:>12}   {goal}");
}
