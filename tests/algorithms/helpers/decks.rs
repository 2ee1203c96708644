//! Shared code of the tests of ships: blank scenes, outcomes, traces, and a flood fill.

use gridscope::algorithms::ship::{Deck, Outcome, PARAMS, Problem, Ship, ShipEvent as E};
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::observe::unhalted;
use gridscope::trace::trace::{Progress, Recorder};
use gridscope::trace::{Cell, Grid, Scene, Size, Tile};
use support::Traced;

/// Builds a scene with only the size and the seed of a ship.
pub fn blank(width: u16, height: u16, seed: u64) -> Scene {
    let mut scene = Scene::new(Grid::new(Size::new(width, height), Tile::Void));
    "ship".clone_into(&mut scene.run.algorithm);
    scene.run.seed = seed;
    scene
}

pub fn problem(scene: &Scene) -> Problem {
    let params = scene.run.params.resolve(PARAMS).expect("parameters that fit");
    Problem::new(scene, &params, scene.run.seed).expect("a scene that fits")
}

pub fn outcome(scene: &Scene) -> Outcome {
    unhalted(Ship::run(&problem(scene), &mut ()))
}

pub fn trace(scene: &Scene) -> Traced<E> {
    let problem = problem(scene);
    let progress = Progress::default();
    let mut recorder = Recorder::new(Ship::layout(&problem), &progress);
    let _ = Ship::run(&problem, &mut recorder);
    Traced::new(recorder.finish(Ship::context(&problem)))
}

pub fn map(deck: &Deck) -> Vec<Vec<char>> {
    deck.rows.iter().map(|row| row.chars().collect()).collect()
}

/// Returns the number of cells that straight steps over floor and doors reach, from the outcome's rows alone.
pub fn reached(map: &[Vec<char>], from: Cell) -> usize {
    let mut seen = vec![vec![false; map[0].len()]; map.len()];
    let mut open = vec![(from.x as usize, from.y as usize)];
    seen[from.y as usize][from.x as usize] = true;
    let mut count = 0;
    while let Some((x, y)) = open.pop() {
        count += 1;
        for (x, y) in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            if matches!(map[y][x], '.' | '+') && !std::mem::replace(&mut seen[y][x], true) {
                open.push((x, y));
            }
        }
    }
    count
}
