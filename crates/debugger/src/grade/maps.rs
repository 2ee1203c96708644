//! Further maps for a program: shaped ones, then random ones. The same seed gives the same maps on every machine.

use gridscope_trace::{Actor, ActorKind, Cell, Grid, Rng, Scene, Size, Tile, Weight};

/// Shapes: S start, G goal, # wall. The Python package tries the same ones, and more that need prices or blocked ends.
pub(super) const SHAPES: [&str; 29] = [
    "SG",
    "GS",
    "S....G",
    "G......S",
    "S/././G",
    "G/./././S",
    "S./.G",
    "G./.S",
    "..../.SG./....",
    "S....../.....#./....#G#/.....#.",
    "....G../.#...../#S#..../.#.....",
    "S...#./....#./....#G",
    "S.../..../..../...G",
    "S..../...../...../....G",
    "S...../....../....../.....G",
    "S....../......./......./......G",
    "S......./......../......../.......G",
    "S......../........./........./........G",
    "......./...#.../S..#..G/...#.../.......",
    "S....../.#####./.#...#./.#####./......G",
    ".#.#.#.#S/.#.#.#.#./........./#.#.#.#.#/G#.#.#.#.",
    "S....../######./.....#./.###.#./.#G..#./.#####./.......",
    ".....#../...#.#../.S.#.#G./...###../........",
    "S#/#G",
    "S#./..G",
    ".#G/S..",
    "#G../..../.#../..../..../S...",
    "S...../.#.#.#/..#.#./#.#.#./.....G",
    "G...../....../..##../....../.....S",
];
/// Shares of walls of random maps.
const DENSITIES: [f64; 3] = [0.1, 0.25, 0.4];

/// Returns this many maps with the run of a scene. If its cells have weights, theirs are drawn from these, except on each
/// third map, where all cells cost the same.
pub fn further_maps(like: &Scene, count: usize, seed: u64) -> Vec<Scene> {
    let mut dice = Rng::new(seed);
    let shaped = SHAPES.iter().map(|shape| of_shape(like, shape));
    let mut maps: Vec<Scene> = shaped.chain((0..).map(|number| random(like, number, &mut dice))).take(count).collect();
    let weights = weights_of(like);
    if weights.len() > 1 {
        for (_, scene) in maps.iter_mut().enumerate().filter(|(number, _)| number % 3 > 0) {
            for cell in floors(scene) {
                scene.set_weight(cell, weights[dice.below(weights.len() as u64) as usize]);
            }
        }
    }
    maps
}

/// Returns the different weights of the floor. No weight is one of them.
fn weights_of(scene: &Scene) -> Vec<Weight> {
    let mut weights: Vec<_> = floors(scene).into_iter().map(|cell| scene.weight(cell).unwrap_or_default()).collect();
    weights.sort_by(|a, b| a.value().total_cmp(&b.value()));
    weights.dedup();
    weights
}

fn floors(scene: &Scene) -> Vec<Cell> {
    scene.size().cells().filter(|&cell| scene.tiles[cell] == Tile::Floor).collect()
}

fn of_shape(like: &Scene, shape: &str) -> Scene {
    let rows: Vec<&str> = shape.split('/').collect();
    let size = Size::new(rows.first().map_or(1, |row| row.len()) as u16, rows.len() as u16);
    let glyph = |cell: Cell| rows.get(usize::from(cell.y)).and_then(|row| row.as_bytes().get(usize::from(cell.x)));
    let end = |letter: u8| size.cells().find(|&cell| glyph(cell) == Some(&letter)).unwrap_or(Cell::new(0, 0));
    let mut tiles = Grid::new(size, Tile::Floor);
    for cell in size.cells().filter(|&cell| glyph(cell) == Some(&b'#')) {
        tiles[cell] = Tile::Wall;
    }
    with_map(like, tiles, end(b'S'), end(b'G'))
}

fn random(like: &Scene, number: usize, dice: &mut Rng) -> Scene {
    let size = Size::new(5 + dice.below(12) as u16, 5 + dice.below(12) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    for cell in size.cells() {
        if dice.unit() < DENSITIES[number % DENSITIES.len()] {
            tiles[cell] = Tile::Wall;
        }
    }
    let mut any = || Cell::new(dice.below(size.width.into()) as u16, dice.below(size.height.into()) as u16);
    let start = any();
    // Ends that are far apart show the most mistakes.
    let far = |cell: &Cell| cell.x.abs_diff(start.x) + cell.y.abs_diff(start.y);
    let mut goal = (0..5).map(|_| any()).max_by_key(far).unwrap_or(start);
    if goal == start {
        goal = Cell::new((start.x + 1) % size.width, start.y);
    }
    (tiles[start], tiles[goal]) = (Tile::Floor, Tile::Floor);
    with_map(like, tiles, start, goal)
}

/// Returns a scene with another map, without everything that belongs to the cells of the first one.
fn with_map(like: &Scene, tiles: Grid<Tile>, start: Cell, goal: Cell) -> Scene {
    let mover =
        like.actors.iter().find(|actor| actor.kind != ActorKind::Goal).map_or(ActorKind::Guard, |actor| actor.kind);
    let mut scene = like.clone();
    (scene.tiles, scene.known, scene.weights) = (tiles, None, None);
    scene.actors = vec![Actor::new(mover, start), Actor::new(ActorKind::Goal, goal)];
    scene.notes.clear();
    scene.details.clear();
    scene.script.clear();
    scene.rooms.clear();
    scene.run.forget_moments();
    scene
}
