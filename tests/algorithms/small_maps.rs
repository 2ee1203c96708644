//! All small maps, against oracles that share no code with the algorithms: searches on 4 × 4 cells, and fields of view
//! and distances on all shapes of walls in 4 × 3 cells.

use crate::shadowcast_oracle::{oracle as seen_by_oracle, seen};
use gridscope::algorithms;
use gridscope::algorithms::shadowcast::{Look, Sight, Variant};
use gridscope::trace::map::GridMap;
use gridscope::trace::{Actor, ActorKind, Cell, DistanceMap, Grid, Progress, Scene, Size, Tile};
use serde_json::{Value, json};

/// Builds a map of walls, with one bit per cell.
fn walled(size: Size, walls: u32) -> Grid<Tile> {
    let tile = |i: usize| if walls >> i & 1 == 1 { Tile::Wall } else { Tile::Floor };
    Grid::from_vec(size, (0..size.area()).map(tile).collect()).expect("as many as cells")
}

/// Returns distances from a cell, with two costs for straight and diagonal steps and no corner cutting, by relaxing
/// until nothing changes.
fn relaxed(size: Size, walls: u32, from: usize, straight: u32, diagonal: Option<u32>) -> Vec<Option<u32>> {
    let (w, h) = (i32::from(size.width), i32::from(size.height));
    let free = |x: i32, y: i32| (0..w).contains(&x) && (0..h).contains(&y) && walls >> (y * w + x) & 1 == 0;
    let mut d = vec![None; size.area()];
    d[from] = Some(0);
    loop {
        let before = d.clone();
        for (i, here) in before.iter().enumerate() {
            let Some(here) = *here else { continue };
            let (x, y) = (i as i32 % w, i as i32 / w);
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let step = match diagonal {
                    _ if !free(x + dx, y + dy) => continue,
                    _ if dx == 0 || dy == 0 => straight,
                    Some(diagonal) if free(x + dx, y) && free(x, y + dy) => diagonal,
                    _ => continue,
                };
                let to = &mut d[((y + dy) * w + x + dx) as usize];
                *to = Some(to.map_or(here + step, |old| old.min(here + step)));
            }
        }
        if d == before {
            return d;
        }
    }
}

/// Returns the path that a search finds, or `None` if there is none.
fn found(outcome: &Value, what: &str) -> Option<Vec<Cell>> {
    let path: Vec<Cell> = serde_json::from_value(outcome["path"].clone()).expect("a path");
    assert_eq!(outcome["found"], Value::from(!path.is_empty()), "{what}");
    (!path.is_empty()).then_some(path)
}

/// Asserts that each step of a path is legal. Returns the numbers of straight and diagonal steps.
fn steps(path: &[Cell], walls: u32, what: &str) -> (u32, u32) {
    let free = |x: u16, y: u16| walls >> (y * 4 + x) & 1 == 0;
    let (mut straight, mut diagonal) = (0, 0);
    for pair in path.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        match a.delta(b) {
            (1, 0) | (0, 1) => straight += 1,
            (1, 1) => {
                assert!(free(b.x, a.y) && free(a.x, b.y), "{what}: a corner is cut at {a}");
                diagonal += 1;
            }
            apart => panic!("{what}: {a} to {b} are {apart:?} apart"),
        }
        assert!(free(b.x, b.y), "{what}: {b} is a wall");
    }
    (straight, diagonal)
}

/// Condition on a path: its straight and diagonal steps, the lowest cost, and the fewest steps.
type Keeps = fn((u32, u32), [u32; 2]) -> bool;

/// Runs a search from corner to corner, with four and with eight neighbours.
fn every_map(id: &str, is_right: Keeps) {
    let runner = algorithms::find(id).expect("an algorithm");
    let size = Size::new(4, 4);
    // All maps in a release build, otherwise a share of them.
    let share = if cfg!(debug_assertions) { 13 } else { 1 };
    let mut reached = 0;
    for walls in (0..1u32 << 15).filter(|walls| walls & 1 == 0).step_by(share) {
        for (neighbours, diagonal) in [(4, None), (8, Some(3))] {
            let mut scene = Scene::new(walled(size, walls));
            scene.actors = vec![Actor::new(ActorKind::Guard, size.cell(0)), Actor::new(ActorKind::Goal, size.cell(15))];
            id.clone_into(&mut scene.run.algorithm);
            for (name, value) in
                [("neighbours", json!(neighbours)), ("costs", json!("2/3")), ("fallback", json!(false))]
            {
                if runner.card().params.iter().any(|param| param.name == name) {
                    scene.run.params.set(name, value);
                }
            }
            let what = format!("{id} {neighbours} {walls:016b}");
            let outcome = runner
                .outcome(&scene, &scene.run.params, 1, &Progress::default())
                .unwrap_or_else(|e| panic!("{what}: {e}"));
            let best = relaxed(size, walls, 0, 2, diagonal)[15];
            let path = found(&outcome, &what);
            assert_eq!(path.is_some(), best.is_some(), "{what}");
            if let (Some(path), Some(best)) = (path, best) {
                reached += 1;
                assert_eq!((path[0], path[path.len() - 1]), (size.cell(0), size.cell(15)), "{what}");
                let fewest = relaxed(size, walls, 0, 1, diagonal.map(|_| 1))[15].expect("as many as there are ways");
                let steps = steps(&path, walls, &what);
                assert!(
                    is_right(steps, [best, fewest]),
                    "{what}: {steps:?} steps; {best} is the least, {fewest} the fewest"
                );
            }
        }
    }
    assert!(reached > 200, "{id}: only {reached} had a way");
}

#[test]
fn optimal_searches_find_the_cheapest_path() {
    for id in ["astar", "dijkstra", "bidirectional-astar", "ida-star"] {
        every_map(id, |(straight, diagonal), [best, _]| 2 * straight + 3 * diagonal == best);
    }
}

#[test]
fn step_searches_find_the_fewest_steps() {
    for id in ["breadth-first", "bidirectional-breadth-first"] {
        every_map(id, |(straight, diagonal), [_, fewest]| straight + diagonal == fewest);
    }
}

#[test]
fn other_searches_find_existing_paths() {
    for id in ["depth-first", "greedy"] {
        every_map(id, |(straight, diagonal), [best, fewest]| {
            2 * straight + 3 * diagonal >= best && straight + diagonal >= fewest
        });
    }
}

#[test]
fn views_on_4x3_maps_agree_with_the_oracle() {
    let size = Size::new(4, 3);
    let mut sight = Sight::default();
    let share = if cfg!(debug_assertions) { 5 } else { 1 };
    for walls in (0..1u32 << 12).step_by(share) {
        let tiles = walled(size, walls);
        // A corner, a side and the middle. The other cells are mirror images.
        for eye in [Cell::new(0, 0), Cell::new(1, 0), Cell::new(0, 1), Cell::new(1, 1)] {
            for variant in Variant::ALL {
                let look = Look::new(variant, eye);
                sight.look(&tiles, &look);
                assert_eq!(seen(&sight), seen_by_oracle(&tiles, &look), "{look:?} {walls:012b}");
            }
        }
    }
}

#[test]
fn distances_on_every_4x4_map_agree_with_relaxing() {
    let size = Size::new(4, 4);
    let share = if cfg!(debug_assertions) { 11 } else { 1 };
    for walls in (0..1u32 << 16).filter(|walls| walls & 1 == 0).step_by(share) {
        let free = (0..16).map(|i| walls >> i & 1 == 0).collect();
        let floor = GridMap::from(Grid::from_vec(size, free).expect("16 cells"));
        // A straight step is 13,860 and a diagonal one 19,601, which is √2 to more digits than sixteen steps can show.
        for (floor, diagonal) in [(floor.clone().straight(), None), (floor, Some(19_601))] {
            let mut map = DistanceMap::new(&floor);
            map.set_goals(&[size.cell(0)]);
            let oracle = relaxed(size, walls, 0, 13_860, diagonal);
            for (cell, expected) in size.cells().zip(oracle) {
                let got = map.get(cell).map(|d| (d.approx() * 13_860.0).round() as u32);
                assert_eq!(got, expected, "{cell} of {walls:016b}");
            }
        }
    }
}
