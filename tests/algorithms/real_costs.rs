//! Costs that are any positive number: exact over one unit, as an independent Dijkstra in floats finds them.

use gridscope::trace::geometry::Dir;
use gridscope::trace::map::GridMap;
use gridscope::trace::movement::Corners;
use gridscope::trace::{Cell, Cost, DistanceMap, Finder, Grid, Rng, Scene, Size, Weight, Weights};
use support::{record, scene_with};

/// Returns the cost from a cell to all others. A step costs its length times the number of the cell that it ends on.
fn dijkstra(free: &Grid<bool>, costs: &Grid<f64>, corners: Corners, from: Cell) -> Grid<f64> {
    let size = free.size();
    let mut best = Grid::new(size, f64::INFINITY);
    let mut waiting = vec![from];
    best[from] = 0.0;
    while let Some(index) = (0..waiting.len()).min_by(|&a, &b| best[waiting[a]].total_cmp(&best[waiting[b]])) {
        let cell = waiting.swap_remove(index);
        for dir in Dir::ALL {
            let Some(to) = cell.step(dir, size).filter(|&to| free[to]) else { continue };
            let beside = dir.parts().map(|(a, b)| [a, b].map(|dir| free[cell.neighbour(dir)]));
            let legal = match (beside, corners) {
                (None, _) | (_, Corners::Always) => true,
                (Some(free), Corners::Never) => free == [true, true],
                (Some(free), Corners::One) => free != [false, false],
            };
            let there = best[cell] + if dir.is_diagonal() { 2f64.sqrt() } else { 1.0 } * costs[to];
            if legal && there < best[to] {
                best[to] = there;
                waiting.push(to);
            }
        }
    }
    best
}

/// Returns a random number: 1 to 300, quarters from 0.5 to 2, or thousandths from 0.001 to 1,000.
fn cost(dice: &mut Rng, kind: u64) -> f64 {
    match kind % 3 {
        0 => (1 + dice.below(300)) as f64,
        1 => (2 + dice.below(7)) as f64 / 4.0,
        _ => (1 + dice.below(1_000_000)) as f64 / 1000.0,
    }
}

fn near(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

#[test]
fn real_costs_agree_with_a_dijkstra_in_floats() {
    let mut dice = Rng::new(5);
    for round in 0..300 {
        let size = Size::new(1 + dice.below(14) as u16, 1 + dice.below(14) as u16);
        let free =
            Grid::from_vec(size, (0..size.area()).map(|_| dice.below(4) > 0).collect()).expect("as many as cells");
        let costs = Grid::from_vec(size, (0..size.area()).map(|_| cost(&mut dice, round)).collect()).expect("as many");
        let corners = [Corners::Never, Corners::One, Corners::Always][dice.below(3) as usize];
        let map = GridMap::from(free.clone()).weights(|cell| costs[cell]).corners(corners);
        let from = size.cell(dice.below(size.area() as u64) as usize);
        if !free[from] {
            continue;
        }
        let best = dijkstra(&free, &costs, corners, from);
        let mut finder = Finder::new(&map);
        let mut distances = DistanceMap::new(&map);
        for to in size.cells().filter(|&to| free[to]) {
            let path = finder.path(from, to);
            let cost = path.map_or(f64::INFINITY, |path| path.cost.approx());
            assert!(near(cost, best[to]), "{from} to {to}: {cost}, not {} on {map:?}", best[to]);
            let distance = distances.set_goals(&[to]).get(from).map_or(f64::INFINITY, Cost::approx);
            assert!(near(distance, best[to]), "{from} to {to}: {distance}, not {} on {map:?}", best[to]);
        }
        let mut scene = Scene::new(
            Grid::from_vec(
                size,
                free.as_slice()
                    .iter()
                    .map(|&free| {
                        gridscope::trace::Tile::from_name(if free { "floor" } else { "wall" }).expect("a tile")
                    })
                    .collect(),
            )
            .expect("as many"),
        );
        scene.weights = Some(Weights::from_numbers(size, |index| costs.as_slice()[index]).0);
        let goal = size.cell(dice.below(size.area() as u64) as usize);
        if !free[goal] || goal == from {
            continue;
        }
        scene.actors = scene_with("G.X", &[]).actors;
        scene.actors.iter_mut().for_each(|actor| {
            actor.at = if actor.goal().is_none() && actor.kind.name() == "goal" { goal } else { from }
        });
        for algorithm in ["astar", "dijkstra", "bidirectional-astar"] {
            scene.run.algorithm = algorithm.into();
            scene.run.params = scene_with("G.X", &["costs=octile", &format!("corners={}", corners.name())]).run.params;
            let found = record(&scene).outcome()["cost"].as_f64();
            if best[goal].is_finite() {
                let found = found.expect("a cost");
                assert!(
                    near(found, best[goal]),
                    "{algorithm}, {from} to {goal}: {found}, not {} on {map:?}",
                    best[goal]
                );
            }
        }
    }
}

#[test]
fn distance_beyond_64_bits_of_units_is_exact() {
    // Weights that differ a million times have a heap instead of buckets, and these costs go beyond 64 bits of units.
    let size = Size::new(200, 3);
    let row = |cell: Cell| cell.y == 1;
    for (weight, straight) in [(Weight::MAX_TIMES, false), (Weight::MAX_TIMES, true), (65_535, false), (7, true)] {
        let map = GridMap::new(size, row).weights(|cell| if cell.x == 0 { 1 } else { weight });
        let map = if straight { map.straight() } else { map };
        let mut distances = DistanceMap::new(&map);
        distances.set_goals(&[Cell::new(199, 1)]);
        assert_eq!(distances.get(Cell::new(0, 1)), Some(Cost::new(199 * i64::from(weight), 0, 1)));
        assert_eq!(distances.next_step(Cell::new(0, 1)), Some(Cell::new(1, 1)));
        distances.close(Cell::new(100, 1));
        assert_eq!((distances.get(Cell::new(0, 1)), distances.next_step(Cell::new(0, 1))), (None, None));
        distances.open(Cell::new(100, 1));
        assert_eq!(distances.get(Cell::new(99, 1)), Some(Cost::new(100 * i64::from(weight), 0, 1)));
    }
}

#[test]
fn real_weights_become_fractions_over_one_unit() {
    let weights = |numbers: &[f64]| Weights::from_numbers(Size::new(numbers.len() as u16, 1), |index| numbers[index]);
    for (numbers, unit) in [
        (&[1.0, 300.0][..], 1),
        (&[0.5, 1.5], 2),
        (&[0.1, 0.25], 20),
        (&[1.0 / 3.0, 0.5], 6),
        (&[0.0001, 1.0], 10_000),
        (&[1.0 / 32.0], 32),
    ] {
        let (weights, rounding) = weights(numbers);
        assert_eq!((weights.unit(), rounding.cells), (unit, 0), "{numbers:?}");
        let read: Vec<f64> = weights.size().cells().map(|cell| weights.get(cell).value()).collect();
        assert_eq!(read, numbers);
    }
    let (weights, rounding) = weights(&[std::f64::consts::PI, 1.0, f64::NAN, -1.0]);
    assert_eq!((weights.unit(), weights.times().as_slice()), (10_000, &[31_416, 10_000, 0, 0][..]));
    assert!(rounding.cells == 1 && rounding.most < 1e-5, "{rounding:?}");
    for text in ["0", "-1", "nan", "inf", "1e9", "1/0", "0/3", "", "1/20000"] {
        assert!(text.parse::<Weight>().is_err(), "{text:?}");
    }
}

#[test]
fn weights_keep_their_values_when_the_unit_changes() {
    let mut weights = Weights::new(Size::new(3, 1));
    for (x, text) in ["2", "1.5", "1/3"].into_iter().enumerate() {
        weights.set(Cell::new(x as u16, 0), text.parse().expect("a weight"));
    }
    let texts: Vec<String> = (0..3).map(|x| weights.get(Cell::new(x, 0)).to_string()).collect();
    assert_eq!((weights.unit(), texts), (6, ["2", "1.5", "1/3"].map(str::to_owned).to_vec()));
    let mut other = Weights::new(Size::new(1, 1));
    other.set(Cell::new(0, 0), "0.25".parse().expect("a weight"));
    weights.lay(&other, Cell::new(2, 0));
    assert_eq!(
        (weights.get(Cell::new(2, 0)).to_string(), weights.get(Cell::new(1, 0)).to_string()),
        ("0.25".into(), "1.5".into())
    );
    assert_eq!(weights.clone().reduced(), weights);
}
