//! Calls for games, one line each and without a trace: a path, a field of view, and the distances to a goal.

use gridscope::algorithms::{astar, shadowcast};
use gridscope::trace::dijkstra;
use gridscope::trace::geometry::{Cell, Size};
use gridscope::trace::map::GridMap;

const MAP: [&str; 6] = ["############", "#..........#", "#.######.#.#", "#......#.#.#", "#......#...#", "############"];

pub(crate) fn main() {
    // The game keeps its own map. A closure returns whether a cell can be entered.
    let size = Size::new(12, 6);
    let map = GridMap::new(size, |cell| MAP[cell.y as usize].as_bytes()[cell.x as usize] == b'.');
    let (guard, thief) = (Cell::new(1, 4), Cell::new(9, 4));

    let path = astar::path(&map, guard, thief).expect("there is a path");
    println!("from {guard} to {thief}: {} steps, {} long = {:.2}", path.cells.len() - 1, path.cost, path.cost.approx());

    let seen = shadowcast::visible(&map, guard, 8);
    println!(
        "the guard sees {} cells, and the thief is {}",
        seen.len(),
        if seen.contains(&thief) { "one" } else { "none" }
    );

    // A distance map serves all actors with the same goals: a step to a lower number is a step on a shortest path.
    let far = dijkstra::distances(&map, &[thief]);
    for row in far.rows() {
        let text = row.iter().map(|d| d.map_or("   #".to_owned(), |d| format!("{:4.0}", d.approx())));
        println!("{}", text.collect::<String>());
    }
    // A* counts 1 and √2 as 13,860 and 19,601; the distance map counts more finely. Without weights, both are exact up
    // to 13,860 steps.
    assert_eq!(far[guard], Some(path.cost), "on this map both are exact");
}
