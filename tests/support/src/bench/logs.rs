//! Logs of an A* on an open map, in the form in which another program would write them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Offsets of the neighbours in the order of expansion, and the cost of each step in quarters of a straight step.
const STEPS: [(i32, i32, u32); 8] =
    [(0, -1, 4), (1, 0, 4), (0, 1, 4), (-1, 0, 4), (1, -1, 6), (1, 1, 6), (-1, 1, 6), (-1, -1, 6)];

/// Writes a log with about `lines` lines after its header: an A* from corner to corner, with half the octile distance
/// as its heuristic. With `rejects`, it also reports every refused neighbour, with the reason and a number of the
/// program's own.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write(out: &mut dyn Write, lines: usize, rejects: bool) -> io::Result<()> {
    // A cell takes about two lines, or nine with the refusals.
    let side = ((lines as f64 / if rejects { 8.0 } else { 1.8 }).sqrt().ceil() as i32).clamp(8, 4096);
    let rows = vec![".".repeat(side as usize); side as usize];
    let header = serde_json::json!({
        "format": "gridscope-trace", "version": 2, "algorithm": "bench", "map": rows, "start": [0, 0],
        "goal": [side - 1, side - 1], "neighbours": 8, "corners": "never", "order": ["f"],
        "costs": { "straight": 1, "diagonal": 1.5 },
    });
    writeln!(out, "{header}")?;
    let quarters = |q: u32| f64::from(q) / 4.0;
    let h = |x: i32, y: i32| {
        let (dx, dy) = (side - 1 - x, side - 1 - y);
        (2 * dx.max(dy) + dx.min(dy)) as u32
    };
    let at = |x: i32, y: i32| (y * side + x) as usize;
    let (mut g, mut closed) = (vec![u32::MAX; (side * side) as usize], vec![false; (side * side) as usize]);
    let mut open = BinaryHeap::from([Reverse((h(0, 0), 0, 0, 0))]);
    g[0] = 0;
    let (mut written, mut line) = (1, String::new());
    writeln!(out, r#"{{"event":"open","at":[0,0],"g":0,"h":{0},"f":{0}}}"#, quarters(h(0, 0)))?;
    while let Some(Reverse((_, cost, x, y))) = open.pop() {
        if std::mem::replace(&mut closed[at(x, y)], true) {
            continue;
        }
        line.clear();
        let told = (quarters(cost), quarters(h(x, y)), quarters(cost + h(x, y)));
        let _ = writeln!(line, r#"{{"event":"expand","at":[{x},{y}],"g":{},"h":{},"f":{}}}"#, told.0, told.1, told.2);
        written += 1;
        for (dx, dy, price) in STEPS {
            let (nx, ny) = (x + dx, y + dy);
            if nx < 0 || ny < 0 || nx >= side || ny >= side || written >= lines {
                continue;
            }
            let next = cost + price;
            let _ = if closed[at(nx, ny)] || next >= g[at(nx, ny)] {
                if !rejects {
                    continue;
                }
                let why = if closed[at(nx, ny)] { "closed" } else { "dearer" };
                let rest = format_args!(r#""g":{},"why":"{why}","turns":{}"#, quarters(next), dx + dy + 2);
                writeln!(line, r#"{{"event":"reject","at":[{nx},{ny}],"from":[{x},{y}],{rest}}}"#)
            } else {
                g[at(nx, ny)] = next;
                open.push(Reverse((next + h(nx, ny), next, nx, ny)));
                let (h, f) = (quarters(h(nx, ny)), quarters(next + h(nx, ny)));
                let rest = format_args!(r#""g":{},"h":{h},"f":{f}"#, quarters(next));
                writeln!(line, r#"{{"event":"open","at":[{nx},{ny}],"from":[{x},{y}],{rest}}}"#)
            };
            written += 1;
        }
        out.write_all(line.as_bytes())?;
        if written >= lines {
            break;
        }
    }
    out.flush()
}
