//! Rows 6 to 8: distance maps with four and with eight neighbours, and their repair.

use crate::harness::{Report, mean, race, side};
use crate::maps;
use crate::peer::{DIAGONAL, Peer, STRAIGHT, node};
use bracket_pathfinding::prelude::DijkstraMap;
use gridscope_trace::distances::DistanceMap;
use gridscope_trace::geometry::{Cell, Size};
use gridscope_trace::grid::Grid;
use gridscope_trace::map::GridMap;
use gridscope_trace::rng::Rng;
use std::hint::black_box;
use std::time::Instant;

/// Returns a free cell near the middle.
fn middle(free: &Grid<bool>) -> Cell {
    let (x, y) = (free.size().width / 2, free.size().height / 2);
    (x..free.size().width).map(|x| Cell::new(x, y)).find(|&c| free[c]).unwrap_or_default()
}

/// Rows 6 to 8.
pub fn measure(report: &mut Report) {
    if report.wants("6") {
        straight(report);
    }
    if report.wants("7") {
        octile(report);
    }
    if report.wants("8") {
        falls(report);
        opening(report);
    }
}

/// Row 6.
fn straight(report: &mut Report) {
    let (mut bracket, mut reached) = (Vec::new(), Vec::new());
    for (side, percent) in [(512, 0), (512, 25), (2048, 0), (2048, 25)] {
        let free = maps::scattered(side, percent, 41);
        let size = free.size();
        let goal = middle(&free);
        let peer = Peer::of(&free);
        let mut map = DistanceMap::new(&GridMap::from(free).straight());
        let ((wide, high), start) = (peer.sides(), [peer.index(goal)]);
        map.set_goals(&[goal]);
        let mut theirs = DijkstraMap::new(wide, high, &start, &peer, f32::MAX);
        // bracket-pathfinding gives the start a distance of two steps to itself.
        let same =
            |c: Cell| c == goal || map.get(c).map_or(f32::MAX, |d| d.whole() as f32) == theirs.map[peer.index(c)];
        assert!(size.cells().all(same), "{side}, {percent} %");
        let all = || pathfinding::directed::bfs::bfs_reach(node(goal), |&at| peer.four(at));
        assert_eq!(all().count(), size.cells().filter(|&c| map.get(c).is_some()).count(), "{side}, {percent} %");
        let cells = all().count() as f64;
        let [ours, other, third] = race(
            if side > 1000 { 3 } else { 9 },
            &mut [
                side!("gridscope", black_box(map.set_goals(&[goal]))),
                side!("bracket-pathfinding", {
                    DijkstraMap::clear(&mut theirs);
                    DijkstraMap::build(&mut theirs, &start, &peer);
                    black_box(&theirs.map);
                }),
                side!(
                    "pathfinding",
                    pathfinding::directed::bfs::bfs_reach(node(goal), |&at| peer.four(at))
                        .for_each(|at| _ = black_box(at))
                ),
            ],
        );
        let each = ours / cells * 1e9;
        println!("     {side}², {percent:>2} % walls  {each:.1} ns a cell   {:.3} {:.3}", ours / other, ours / third);
        bracket.push(ours / other);
        reached.push(ours / third);
    }
    let work = "distance map, 4 neighbours: 512² and 2048², open and scattered";
    report.row("6", work, "bracket DijkstraMap", format!("{:.3}", mean(&bracket)), "0.15", "0.09");
    report.row("6", work, "pathfinding::bfs_reach", format!("{:.3}", mean(&reached)), "0.10", "0.05");
}

/// Row 7.
fn octile(report: &mut Report) {
    let mut ratios = Vec::new();
    for (name, free) in [
        ("512², open", maps::scattered(512, 0, 42)),
        ("512², 25 % walls", maps::scattered(512, 25, 42)),
        ("512², rooms", maps::rooms(512)),
        ("512², cave", maps::cave(512, 42)),
        ("1024², 10 % walls", maps::scattered(1024, 10, 42)),
    ] {
        let size = free.size();
        let goal = middle(&free);
        let peer = Peer::of(&free);
        let mut map = DistanceMap::new(&GridMap::from(free));
        map.set_goals(&[goal]);
        let all = || pathfinding::directed::dijkstra::dijkstra_all(&node(goal), |&at| peer.eight(at));
        let theirs = all();
        let units = |c: Cell| {
            map.get(c).map(|d| d.whole() as u64 * u64::from(STRAIGHT) + d.roots() as u64 * u64::from(DIAGONAL))
        };
        let same = |c: Cell| c == goal || units(c) == theirs.get(&node(c)).map(|&(_, cost)| cost.into());
        assert!(size.cells().all(same), "{name}");
        let cells = theirs.len() as f64;
        let [ours, all, reach] = race(
            5,
            &mut [
                side!("gridscope", black_box(map.set_goals(&[goal]))),
                side!(
                    "pathfinding",
                    black_box(pathfinding::directed::dijkstra::dijkstra_all(&node(goal), |&at| peer.eight(at)))
                ),
                // The distances one by one. They are not collected into a map for the caller.
                side!(
                    "pathfinding",
                    pathfinding::directed::dijkstra::dijkstra_reach(&node(goal), |&at| peer.eight(at))
                        .for_each(|item| _ = black_box(item.total_cost))
                ),
            ],
        );
        let other = all.min(reach);
        println!("     {name:<18} {:.1} ns a cell   {:.3}", ours / cells * 1e9, ours / other);
        ratios.push(ours / other);
    }
    let work = "distance map, octile, exact: 512² and 1024²";
    report.row(
        "7",
        work,
        "pathfinding::dijkstra_all or dijkstra_reach, the faster",
        format!("{:.3}", mean(&ratios)),
        "0.20",
        "0.10",
    );
}

/// Returns the floor with four and with eight neighbours.
fn both(free: &Grid<bool>) -> [(&'static str, GridMap); 2] {
    let floor = GridMap::from(free.clone());
    [("4", floor.clone().straight()), ("8", floor)]
}

/// Row 8: a random wall is removed.
fn falls(report: &mut Report) {
    const WALLS: u32 = 300;
    let (mut ratios, mut kinds) = (Vec::new(), Vec::new());
    for (side, percent) in [(512, 25), (2048, 20)] {
        let free = maps::scattered(side, percent, 43);
        let goal = middle(&free);
        let mut dice = Rng::new(44);
        let walls: Vec<Cell> = free.size().cells().filter(|&c| !free[c]).collect();
        let picked: Vec<Cell> = (0..WALLS).map(|_| walls[dice.below(walls.len() as u64) as usize]).collect();
        let mut opened = free.clone();
        for &c in &picked {
            opened[c] = true;
        }
        for ((neighbours, floor), (_, after)) in both(&free).into_iter().zip(both(&opened)) {
            let mut map = DistanceMap::new(&floor);
            map.set_goals(&[goal]);
            let mut mends = Vec::new();
            for turn in 0..5 {
                let mut mended = map.clone();
                let began = Instant::now();
                for &c in &picked {
                    mended.open(c);
                }
                mends.push(began.elapsed().as_secs_f64() / f64::from(WALLS));
                if turn == 0 {
                    assert!(mended.grid() == DistanceMap::new(&after).set_goals(&[goal]).grid(), "{side}");
                }
            }
            mends.sort_by(f64::total_cmp);
            let [rebuild] = race(5, &mut [side!("gridscope", black_box(map.set_goals(&[goal])))]);
            let times = rebuild / mends[2];
            println!(
                "     {side}², {neighbours} neighbours: {:.2} µs a wall, 1/{times:.0} of a rebuild",
                mends[2] * 1e6
            );
            ratios.push(mends[2] / rebuild);
            kinds.push(times);
        }
    }
    let worst = kinds.iter().copied().fold(f64::MAX, f64::min);
    let figure = format!("1/{:.0} (1/{worst:.0} at worst)", 1.0 / mean(&ratios));
    report.row("8", "repair after a random wall falls, mean of 300", "own rebuild", figure, "1/1000", "1/5000");
}

/// Row 8: removes a wall that closes off a tenth of the map.
fn opening(report: &mut Report) {
    let mut ratios = Vec::new();
    for percent in [0, 20] {
        let mut free = maps::scattered(512, percent, 45);
        let gate = Cell::new(256, 460);
        for c in Size::new(512, 512).cells().filter(|c| c.y == gate.y) {
            free[c] = false;
        }
        // No other wall in the way.
        for y in (0..512).filter(|&y| y != gate.y) {
            free[Cell::new(gate.x, y)] = true;
        }
        let goal = middle(&free);
        let mut after = free.clone();
        after[gate] = true;
        for ((neighbours, floor), (_, opened)) in both(&free).into_iter().zip(both(&after)) {
            let mut map = DistanceMap::new(&floor);
            map.set_goals(&[goal]);
            let mut mends = Vec::new();
            for turn in 0..9 {
                let mut mended = map.clone();
                let began = Instant::now();
                mended.open(gate);
                mends.push(began.elapsed().as_secs_f64());
                if turn == 0 {
                    assert!(mended.grid() == DistanceMap::new(&opened).set_goals(&[goal]).grid());
                    let count = |map: &DistanceMap| map.grid().as_slice().iter().flatten().count();
                    let share = count(&mended) as f64 / count(&map) as f64;
                    assert!((1.09..1.13).contains(&share), "{share}");
                }
            }
            mends.sort_by(f64::total_cmp);
            let mut anew = DistanceMap::new(&opened);
            let [rebuild] = race(9, &mut [side!("gridscope", black_box(anew.set_goals(&[goal])))]);
            println!("     a tenth opens, {percent:>2} % walls, {neighbours} neighbours: {:.3}", mends[4] / rebuild);
            ratios.push(mends[4] / rebuild);
        }
    }
    let work = "repair after a wall falls that opens a tenth of the map";
    report.row("8", work, "own rebuild", format!("{:.3}", mean(&ratios)), "0.3", "0.15");
}
