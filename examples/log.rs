//! A student's A* on a grid with eight neighbours and without corner cutting. The lines marked `log` are all that
//! gridscope needs:
//!
//! `GRIDSCOPE=astar.trace.jsonl cargo run --example log < maze.txt` (`#` wall, `.` floor, `G` the start, `X` the goal)

use gridscope::log::{Logger, Start};
use gridscope::trace::geometry::Cell;
use gridscope::trace::movement::Corners;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::io::{IsTerminal as _, Read as _, Write};

/// Default map, used if standard input has none.
pub const MAP: &str = "##############\n#......#.....#\n#.G..#.#..#..#\n#....#....#..#\n#..###.####..#\n#......#...X.#\n#....#.......#\n##############";
const DIAGONAL: f64 = std::f64::consts::SQRT_2;

fn free(rows: &[&str], x: i32, y: i32) -> bool {
    let row = usize::try_from(y).ok().and_then(|y| rows.get(y)).map_or(&b""[..], |row| row.as_bytes());
    usize::try_from(x).ok().and_then(|x| row.get(x)).is_some_and(|glyph| b".GX".contains(glyph))
}

fn octile(a: Cell, b: Cell) -> f64 {
    let (dx, dy) = a.delta(b);
    f64::from(dx) + f64::from(dy) + (DIAGONAL - 2.0) * f64::from(dx.min(dy))
}

/// Returns the log's header: the rules of this search. `gridscope check` audits the log against them.
pub fn header(rows: &[&str], start: Cell, goal: Cell) -> Start {
    let header = Logger::start(rows, start, goal).neighbours(8).corners(Corners::Never); // log
    header.order(&["f", "#"]).costs(1.0, Some(DIAGONAL)) // log
}

/// Returns the cost of a shortest path, if there is one.
pub fn astar<W: Write>(rows: &[&str], start: Cell, goal: Cell, log: &mut Logger<W>) -> Option<f64> {
    let mut g = BTreeMap::from([(start, 0.0)]);
    let mut parent = BTreeMap::new();
    let mut closed = BTreeSet::new();
    let mut heap = BinaryHeap::new();
    // The bits of non-negative floats sort like the numbers. If f is equal, the cell pushed first is expanded first.
    heap.push(Reverse((octile(start, goal).to_bits(), 0, start)));
    log.open(start, None, 0, octile(start, goal)); // log
    let mut pushed = 0;
    while let Some(Reverse((_, _, here))) = heap.pop() {
        if !closed.insert(here) {
            continue; // an outdated entry with a higher cost
        }
        let so_far = g[&here];
        log.expand(here, so_far); // log
        if here == goal {
            let mut path: Vec<Cell> = std::iter::successors(Some(here), |cell| parent.get(cell).copied()).collect();
            path.reverse();
            log.path(&path, so_far); // log
            log.done("found"); // log
            return Some(so_far);
        }
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|&step| step != (0, 0)) {
            let (x, y) = (i32::from(here.x) + dx, i32::from(here.y) + dy);
            let width = usize::try_from(y).ok().and_then(|y| rows.get(y)).map_or(0, |row| row.len());
            if x < 0 || x as usize >= width {
                continue; // off the map
            }
            let (to, cost) = (Cell::new(x as u16, y as u16), so_far + if dx != 0 && dy != 0 { DIAGONAL } else { 1.0 });
            let straight = |(dx, dy): (i32, i32)| free(rows, i32::from(here.x) + dx, i32::from(here.y) + dy);
            let why = match g.get(&to) {
                _ if !free(rows, x, y) => Some("wall"),
                _ if dx != 0 && dy != 0 && !(straight((dx, 0)) && straight((0, dy))) => Some("corner"),
                _ if closed.contains(&to) => Some("closed"),
                Some(&old) if cost == old => Some("equal"),
                Some(&old) if cost > old => Some("dearer"),
                _ => None,
            };
            if let Some(why) = why {
                log.reject(to, here, why); // log
                continue;
            }
            g.insert(to, cost);
            parent.insert(to, here);
            pushed += 1;
            heap.push(Reverse(((cost + octile(to, goal)).to_bits(), pushed, to)));
            log.open(to, Some(here), cost, octile(to, goal)); // log
        }
    }
    log.done("none"); // log
    None
}

/// Returns the rows of a text, and the cells of its `G` and `X`.
pub fn parts(text: &str) -> Option<(Vec<&str>, Cell, Cell)> {
    let rows: Vec<&str> = text.trim_end_matches(['\r', '\n']).lines().collect();
    let find = |glyph| {
        let place = |(y, row): (usize, &&str)| Some(Cell::new(row.find(glyph)? as u16, y as u16));
        rows.iter().enumerate().find_map(place)
    };
    let ends = find('G').zip(find('X'));
    ends.map(|(start, goal)| (rows, start, goal))
}

fn main() -> Result<(), String> {
    let mut text = String::new();
    if !std::io::stdin().is_terminal() {
        std::io::stdin().read_to_string(&mut text).map_err(|e| e.to_string())?;
    }
    let text = if text.is_empty() { MAP } else { &text };
    let (rows, start, goal) = parts(text).ok_or("the map needs a G (start) and an X (goal)")?;
    let mut log = header(&rows, start, goal).by_environment(); // log
    match astar(&rows, start, goal, &mut log) {
        Some(cost) => eprintln!("cost {cost:.4}"),
        None => eprintln!("there is no way"),
    }
    Ok(())
}
