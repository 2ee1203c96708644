//! A whole auto-explore run on a cave: how long it takes, recorded and not. Printed, not asserted.

#[path = "common/mod.rs"]
mod common;

use common::{race, row};
use gridscope::core::algorithms::auto_explore::{PARAMS, Problem, explore};
use gridscope::core::algorithms::record;
use gridscope::core::geometry::{Cell, Dir, Size};
use gridscope::core::grid::Grid;
use gridscope::core::observe::unhalted;
use gridscope::core::rng::Rng;
use gridscope::core::scene::{Actor, ActorKind, Scene};
use gridscope::core::terrain::Tile;
use gridscope::core::trace::Control;
use std::hint::black_box;

/// A cave: noise, smoothed four times, with the middle kept open and nothing known of it.
fn cave(side: u16, seed: u64) -> Scene {
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

fn main() {
    println!("Auto-explore of a cave of 128 × 128 cells\n");
    for seed in 1..4 {
        let scene = cave(128, seed);
        let Ok(params) = scene.run.params.resolve(PARAMS) else { return };
        let Ok(problem) = Problem::new(&scene, &params, 1) else { return };
        let Ok(run) = record(&scene, &Control::default()) else { return };
        let picks = run.outcome()["picks"].as_array().map_or(0, Vec::len);
        let what = format!("seed {seed}: {picks} picks, {} moves, {} events", run.outcome()["moves"], run.len());
        row(&what, "", "");
        drop(run);
        let [plain, recorded] = race(
            3,
            [&mut || drop(black_box(unhalted(explore(&problem, &mut ())))), &mut || {
                drop(black_box(record(&scene, &Control::default())));
            }],
        );
        row("  run", &format!("{plain:.3} s"), "");
        row("  recorded", &format!("{recorded:.3} s"), "under a second");
    }
}
