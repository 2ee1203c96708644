//! Rows 1 to 4 and 12: A*, weighted cells, jump points, counting paths.

use crate::harness::{Report, mean, race};
use crate::maps::{self, Map};
use crate::peer::{DIAGONAL, Peer, STRAIGHT, node, octile};
use gridscope_algorithms::astar::{Memory, Problem, Ties, search_in};
use gridscope_algorithms::search::Finder;
use gridscope_trace::geometry::Cell;
use gridscope_trace::map::Path;
use gridscope_trace::observe::unhalted;
use std::hint::black_box;

/// Returns the cost in units that pathfinding's A* finds with the octile heuristic.
fn theirs(peer: &Peer, a: Cell, b: Cell) -> Option<u64> {
    let goal = node(b);
    pathfinding::directed::astar::astar(&node(a), |&at| peer.eight(at), |&at| octile(at, goal), |&at| at == goal)
        .map(|(_, cost)| cost.into())
}

/// Rows 1 to 3 and 12.
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
        let mut ours = |a, b| {
            (problem.start, problem.goal) = (a, b);
            unhalted(search_in(&mut memory, &problem, 0, &mut ())).g
        };
        for &(a, b, length) in &map.rows {
            let cost = ours(a, b);
            let exact = cost as f64 / f64::from(STRAIGHT);
            assert_eq!(theirs(&peer, a, b), Some(cost), "{}: {a} to {b}", map.name);
            assert_eq!(finder.path(a, b).map(|way| units(&way)), Some(cost), "{}: {a} to {b}", map.name);
            assert!((exact - length).abs() < 1e-2, "{}: {a} to {b}: {exact}, not {length}", map.name);
        }
        let [plain, jumped, other] = race(
            5,
            &mut [
                &mut || map.rows.iter().for_each(|&(a, b, _)| _ = black_box(ours(a, b))),
                &mut || map.rows.iter().for_each(|&(a, b, _)| _ = black_box(finder.path(a, b))),
                &mut || map.rows.iter().for_each(|&(a, b, _)| _ = black_box(theirs(&peer, a, b))),
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
            &mut [&mut || pairs.iter().for_each(|&(a, b)| _ = black_box(finder.path(a, b))), &mut || {
                for &(a, b) in &pairs {
                    black_box(theirs(&peer, a, b));
                }
            }],
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
        let [without, with] = race(7, &mut [&mut || all(&plain, &pairs, a), &mut || all(&counting, &pairs, b)]);
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
