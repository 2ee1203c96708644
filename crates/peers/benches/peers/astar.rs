//! Rows 1 to 4, 12 and 19: A*, weighted cells, jump points, counting paths, small maps.

use crate::harness::{Report, mean, race, side};
use crate::maps::{self, Map};
use crate::peer::{DIAGONAL, Peer, STRAIGHT, node, octile};
use gridscope_algorithms::astar::{Memory, Problem, Ties, path, search_in};
use gridscope_algorithms::search::Finder;
use gridscope_trace::geometry::Cell;
use gridscope_trace::map::{GridMap, Path};
use gridscope_trace::observe::unhalted;
use std::hint::black_box;

/// Returns the cost in units that pathfinding's A* finds with the octile heuristic.
fn theirs(peer: &Peer, a: Cell, b: Cell) -> Option<u64> {
    let goal = node(b);
    pathfinding::directed::astar::astar(&node(a), |&at| peer.eight(at), |&at| octile(at, goal), |&at| at == goal)
        .map(|(_, cost)| cost.into())
}

/// The side of pathfinding's A* in a race: one call for each pair of cells.
macro_rules! pathfinding_side {
    ($peer:expr, $pairs:expr) => {
        side!("pathfinding", {
            for &(a, b) in $pairs {
                let goal = node(b);
                let next = |&at: &u32| $peer.eight(at);
                black_box(pathfinding::directed::astar::astar(
                    &node(a),
                    next,
                    |&at| octile(at, goal),
                    |&at| at == goal,
                ));
            }
        })
    };
}

/// Rows 1 to 4, 12 and 19.
pub fn measure(report: &mut Report) {
    if report.wants("1") || report.wants("2") || report.wants("4") {
        searches(report);
    }
    if report.wants("3") {
        weighted(report);
    }
    if report.wants("12") {
        counted(report);
    }
    if report.wants("19") {
        small(report);
    }
}

/// Rows 1, 2 and 4.
fn searches(report: &mut Report) {
    let mut steps = Vec::new();
    let mut jumps = Vec::new();
    let mut worst = (0.0, String::new());
    let mut slowest = 0f64;
    for map in maps::movingai(200) {
        let peer = Peer::of(&map.free);
        let mut memory = Memory::default();
        let floor = map.floor();
        let (mut problem, mut finder) = (Problem::on(&floor, Cell::default(), Cell::default()), Finder::new(floor));
        for &(a, b, length) in &map.rows {
            (problem.start, problem.goal) = (a, b);
            let cost = unhalted(search_in(&mut memory, &problem, 0, &mut ())).g;
            let exact = cost as f64 / f64::from(STRAIGHT);
            assert_eq!(theirs(&peer, a, b), Some(cost), "{}: {a} to {b}", map.name);
            assert_eq!(finder.path(a, b).map(|way| units(&way)), Some(cost), "{}: {a} to {b}", map.name);
            assert!((exact - length).abs() < 1e-2, "{}: {a} to {b}: {exact}, not {length}", map.name);
        }
        let pairs: Vec<_> = map.rows.iter().map(|&(a, b, _)| (a, b)).collect();
        let [plain, jumped, other] = race(
            5,
            &mut [
                side!("gridscope", {
                    for &(a, b) in &pairs {
                        (problem.start, problem.goal) = (a, b);
                        black_box(unhalted(search_in(&mut memory, &problem, 0, &mut ())));
                    }
                }),
                side!("gridscope", pairs.iter().for_each(|&(a, b)| _ = black_box(finder.path(a, b)))),
                pathfinding_side!(&peer, &pairs),
            ],
        );
        println!("     {:<24} {:.3}   by jump points {:.3}", map.name, plain / other, jumped / other);
        steps.push(plain / other);
        jumps.push(jumped / other);
        slowest = slowest.max(jumped / plain);
        if plain / other > worst.0 {
            worst = (plain / other, map.name.clone());
        }
    }
    if steps.is_empty() {
        return;
    }
    let peer = "pathfinding::astar";
    let work = format!("A*, octile, no corner cutting: {} MovingAI maps, 200 searches each", steps.len());
    report.row("1", work, peer, format!("{:.3}", mean(&steps)), "0.50", "0.22");
    report.row("2", "its worst map", peer, format!("{:.3} ({})", worst.0, worst.1), "1.25", "0.40");
    report.row("4", "the same by jump points, as `Finder` does", peer, format!("{:.3}", mean(&jumps)), "0.10", "0.05");
    report.row("4", "its worst map against A* above", "own A*", format!("{slowest:.3}"), "1.1", "1.1");
}

fn units(way: &Path) -> u64 {
    way.cost.whole() as u64 * u64::from(STRAIGHT) + way.cost.roots() as u64 * u64::from(DIAGONAL)
}

/// Row 3.
fn weighted(report: &mut Report) {
    let mut ratios = Vec::new();
    for (side, percent) in [(49, 0), (128, 20), (256, 10), (512, 0), (512, 25)] {
        let free = maps::scattered(side, percent, 3);
        let weights = maps::weights(free.size(), 4);
        let map = Map { name: format!("{side}, {percent} %"), free, rows: Vec::new() };
        let peer = Peer::weighted(&map.free, &weights);
        let mut finder = Finder::new(map.floor().weights(|c| weights[c]));
        let pairs = maps::pairs(&map.free, 40, 5);
        for &(a, b) in &pairs {
            assert_eq!(finder.path(a, b).map(|way| units(&way)), theirs(&peer, a, b), "{}: {a} to {b}", map.name);
        }
        let [mine, other] = race(
            5,
            &mut [
                side!("gridscope", pairs.iter().for_each(|&(a, b)| _ = black_box(finder.path(a, b)))),
                pathfinding_side!(&peer, &pairs),
            ],
        );
        println!("     weighted {:<15} {:.3}", map.name, mine / other);
        ratios.push(mine / other);
    }
    report.row(
        "3",
        "A* on cells that cost 1 to 9",
        "pathfinding::astar",
        format!("{:.3}", mean(&ratios)),
        "0.33",
        "0.25",
    );
}

/// Row 19: maps as small as a level of a roguelike, on which the work at the start of a search counts.
fn small(report: &mut Report) {
    for (side, work) in [
        (16, "10,000 searches on 16²: one state for all (a call each, one `Finder`)"),
        (32, "10,000 searches on 32²"),
        (49, "10,000 searches on 49²"),
        (64, "10,000 searches on 64²"),
    ] {
        let free = maps::scattered(side, 20, 3);
        let peer = Peer::of(&free);
        let floor = GridMap::from(free.clone());
        let mut memory = Memory::default();
        let (mut problem, mut finder) = (Problem::on(&floor, Cell::default(), Cell::default()), Finder::new(&floor));
        let pairs = maps::pairs(&free, 10_000, 5);
        for &(a, b) in &pairs {
            (problem.start, problem.goal) = (a, b);
            let answer = unhalted(search_in(&mut memory, &problem, 0, &mut ()));
            let cost = theirs(&peer, a, b);
            assert_eq!(answer.found.then_some(answer.g), cost, "{side}²: {a} to {b}");
            assert_eq!(path(&floor, a, b).map(|way| units(&way)), cost, "{side}²: {a} to {b}");
            assert_eq!(finder.path(a, b).map(|way| units(&way)), cost, "{side}²: {a} to {b}");
        }
        let [state, call, jumps, other] = race(
            5,
            &mut [
                side!("gridscope", {
                    for &(a, b) in &pairs {
                        (problem.start, problem.goal) = (a, b);
                        black_box(unhalted(search_in(&mut memory, &problem, 0, &mut ())));
                    }
                }),
                side!("gridscope", pairs.iter().for_each(|&(a, b)| _ = black_box(path(&floor, a, b)))),
                side!("gridscope", pairs.iter().for_each(|&(a, b)| _ = black_box(finder.path(a, b)))),
                pathfinding_side!(&peer, &pairs),
            ],
        );
        let figure = format!("{:.3} ({:.3}, {:.3})", state / other, call / other, jumps / other);
        report.row("19", work, "pathfinding::astar", figure, "0.45", "0.25");
    }
}

/// Row 12: with random ties over paths, every arrival is counted. The same search without random ties counts nothing.
fn counted(report: &mut Report) {
    let mut ratios = Vec::new();
    for (side, percent) in [(128, 10), (256, 25), (512, 0), (512, 20)] {
        let map = Map { name: String::new(), free: maps::scattered(side, percent, 6), rows: Vec::new() };
        let mut memory = Memory::default();
        let floor = map.floor();
        let plain = Problem::on(&floor, Cell::default(), Cell::default());
        let counting = Problem { ties: Ties::Paths, ..plain.clone() };
        let pairs = maps::pairs(&map.free, 20, 7);
        let mut run = |problem: &Problem, (start, goal): (Cell, Cell)| {
            unhalted(search_in(&mut memory, &Problem { start, goal, ..problem.clone() }, 0, &mut ())).g
        };
        for &pair in &pairs {
            assert_eq!(run(&plain, pair), run(&counting, pair));
        }
        let mut memories = [Memory::default(), Memory::default()];
        let [a, b] = memories.each_mut();
        let [without, with] =
            race(7, &mut [side!("gridscope", all(&plain, &pairs, a)), side!("gridscope", all(&counting, &pairs, b))]);
        ratios.push(with / without);
    }
    report.row(
        "12",
        "counting all cheapest paths while searching",
        "plain search",
        format!("{:.2}", mean(&ratios)),
        "2.0",
        "1.5",
    );
}

fn all(problem: &Problem, pairs: &[(Cell, Cell)], memory: &mut Memory) {
    let mut problem = problem.clone();
    for &(start, goal) in pairs {
        (problem.start, problem.goal) = (start, goal);
        black_box(unhalted(search_in(memory, &problem, 0, &mut ())));
    }
}
