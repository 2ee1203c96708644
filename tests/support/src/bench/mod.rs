//! Shared code of the benchmarks: maps, and figures side by side.
//!
//! The rivals take turns, so that other work on the machine affects them alike. The smallest time of each is its
//! undisturbed time.

pub mod logs;
pub mod sized;

use gridscope::trace::geometry::{Cell, Dir, Size};
use gridscope::trace::grid::Grid;
use gridscope::trace::rng::Rng;
use gridscope::trace::scene::{Actor, ActorKind, Scene, ScriptLine};
use gridscope::trace::terrain::{Tile, Verb};
use std::time::Instant;

/// Builds a square map with `percent` % walls, the start and the goal in opposite corners, and octile costs.
pub fn scene(side: u16, percent: u64, seed: u64) -> Scene {
    let size = Size::new(side, side);
    let mut dice = Rng::new(seed);
    let mut tiles = Grid::new(size, Tile::Floor);
    let (start, goal) = (Cell::new(0, 0), Cell::new(side - 1, side - 1));
    for c in size.cells() {
        // Keep both corners free, so that neither is walled in.
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

/// Builds a cave from noise that is smoothed four times, with a free middle. The whole map is unknown.
pub fn cave(side: u16, seed: u64) -> Scene {
    let size = Size::new(side, side);
    let mut dice = Rng::new(seed);
    let mut tiles = Grid::new(size, Tile::Floor);
    for c in size.cells() {
        if dice.below(100) < 44 {
            tiles[c] = Tile::Wall;
        }
    }
    for _ in 0..4 {
        let old = tiles.clone();
        for c in size.cells() {
            let wall = |d: &Dir| c.step(*d, size).is_none_or(|n| old[n] == Tile::Wall);
            let walls = Dir::ALL.iter().filter(|d| wall(d)).count() + (old[c] == Tile::Wall) as usize;
            tiles[c] = if walls >= 5 { Tile::Wall } else { Tile::Floor };
        }
    }
    let middle = Cell::new(side / 2, side / 2);
    for c in size.cells().filter(|c| c.x.abs_diff(middle.x) < 4 && c.y.abs_diff(middle.y) < 4) {
        tiles[c] = Tile::Floor;
    }
    let mut scene = Scene::new(tiles);
    scene.actors.push(Actor::new(ActorKind::Explorer, middle));
    scene.known = Some(Grid::new(size, false));
    "auto-explore".clone_into(&mut scene.run.algorithm);
    scene
}

/// Builds rooms of 8² cells. Most walls have a door in the middle, open or closed.
pub fn house(side: u16) -> Grid<Tile> {
    let mut dice = Rng::new(8);
    let mut tiles = Grid::new(Size::new(side, side), Tile::Floor);
    for c in tiles.size().cells() {
        let (x, y) = (c.x % 8, c.y % 8);
        if x == 0 || y == 0 {
            tiles[c] = Tile::Wall;
        }
        if (x == 0) != (y == 0) && (x == 4 || y == 4) && c.x > 0 && c.y > 0 && dice.below(8) > 0 {
            tiles[c] = if dice.below(2) == 0 { Tile::DoorOpen } else { Tile::Door };
        }
    }
    tiles
}

/// Builds a house of 128² cells with eight patrols through its rooms, lamps, and a script that walls up open doors for
/// 200 turns.
pub fn patrols(knowledge: &str) -> Scene {
    let mut scene = Scene::new(house(128));
    let mut dice = Rng::new(9);
    let cell = |dice: &mut Rng| Cell::new(4 + 8 * dice.below(16) as u16, 4 + 8 * dice.below(16) as u16);
    for k in 0..8 {
        let mut guard = Actor::new(ActorKind::Guard, Cell::new(4 + 16 * k, 4));
        guard.set_route((0..4).map(|_| cell(&mut dice)).collect());
        scene.actors.push(guard);
    }
    for _ in 0..20 {
        scene.actors.push(Actor::new(ActorKind::Lamp, cell(&mut dice)));
    }
    let doors: Vec<Cell> = scene.size().cells().filter(|&c| scene.tiles[c] == Tile::DoorOpen).collect();
    for turn in 0..200 {
        let at = doors[dice.below(doors.len() as u64) as usize];
        scene.script.push(ScriptLine { turn, verb: Verb::Place, at, to: None, tile: Some("wall".into()) });
    }
    scene.run.algorithm = "guards".into();
    scene.run.params.set("max-turns", 200);
    scene.run.params.set("knowledge", knowledge);
    scene
}

/// Runs the rivals in turns, and returns the smallest time of each in seconds.
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

/// Returns the peak memory of this process in MiB, or 0 if the system does not report it.
pub fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|kb| kb.trim().trim_end_matches("kB").trim().parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

/// Prints a figure with its goal.
pub fn row(what: &str, figure: &str, goal: &str) {
    println!("{what:<58} {figure:>12}   {goal}");
}
