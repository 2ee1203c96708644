//! Any-angle programs: Theta* (A. Nash and others, 2007), Lazy Theta* (2010), and A* with path smoothing.

use super::ground::{Ground, Spot};
use super::manner::{Arith, Manner, Rejects};
use super::one;
use super::printer::{Node, Printer, Program};
use gridscope::trace::rng::Rng;
use serde_json::json;
use std::collections::{HashMap, HashSet};

/// Returns whether the straight line between the centres of two cells can be walked. It must not cross the inside of a
/// blocked cell. Unless corners may always be cut, it must not pass between two blocked cells that touch at a corner.
/// Computed in whole numbers.
pub fn is_clear(ground: &Ground, a: Spot, b: Spot) -> bool {
    let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
    // The side of the line on which a point is. The coordinates are doubled, so that corners of cells are whole
    // numbers.
    let side = |x: i64, y: i64| (dx * (y - 2 * i64::from(a.1)) - dy * (x - 2 * i64::from(a.0))).signum();
    let (left, right) = (a.0.min(b.0), a.0.max(b.0));
    let (top, bottom) = (a.1.min(b.1), a.1.max(b.1));
    for y in top..=bottom {
        for x in left..=right {
            let (cx, cy) = (2 * i64::from(x), 2 * i64::from(y));
            let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(i, j)| side(cx + i, cy + j));
            let crossed = corners.contains(&1) && corners.contains(&-1);
            if crossed && !ground.is_free((x, y)) {
                return false;
            }
            // A corner on the line, between two blocked cells.
            if ground.corners < 2 && side(cx + 1, cy + 1) == 0 && x < right && y < bottom && dx * dy > 0 {
                let beside = [(x + 1, y), (x, y + 1)];
                if beside.iter().all(|&at| !ground.is_free(at)) {
                    return false;
                }
            }
            if ground.corners < 2 && side(cx + 1, cy - 1) == 0 && x < right && y > top && dx * dy < 0 {
                let beside = [(x + 1, y), (x, y - 1)];
                if beside.iter().all(|&at| !ground.is_free(at)) {
                    return false;
                }
            }
        }
    }
    true
}

/// Returns whether the line does not even touch a blocked cell. Careful programs check this.
fn is_clear_of_corners(ground: &Ground, a: Spot, b: Spot) -> bool {
    let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
    let side = |x: i64, y: i64| (dx * (y - 2 * i64::from(a.1)) - dy * (x - 2 * i64::from(a.0))).signum();
    let rows = a.1.min(b.1)..=a.1.max(b.1);
    rows.into_iter().all(|y| {
        (a.0.min(b.0)..=a.0.max(b.0)).all(|x| {
            let (cx, cy) = (2 * i64::from(x), 2 * i64::from(y));
            let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(i, j)| side(cx + i, cy + j));
            let met = corners.contains(&0) || (corners.contains(&1) && corners.contains(&-1));
            !met || ground.is_free((x, y))
        })
    })
}

/// Checks the line by sampling, one cell of the longer axis at a time. It misses corners of walls.
pub fn is_clear_by_samples(ground: &Ground, a: Spot, b: Spot) -> bool {
    let n = (a.0 - b.0).abs().max((a.1 - b.1).abs());
    (0..=n).all(|i| {
        let along = |from: i32, to: i32| (f64::from(from) + f64::from((to - from) * i) / f64::from(n.max(1))).round();
        ground.is_free((along(a.0, b.0) as i32, along(a.1, b.1) as i32))
    })
}

/// Kind of an any-angle program.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    /// Checks the line before a cell is opened.
    Theta,
    /// Checks the line when a cell is expanded, and repairs the parent if it is blocked. The number selects how that is
    /// printed.
    Lazy(u64),
    /// A* over neighbours, followed by path smoothing.
    Pulled,
}

/// Function that checks a line.
pub type Look = fn(&Ground, Spot, Spot) -> bool;

fn length(arith: Arith, a: Spot, b: Spot) -> f64 {
    let (dx, dy) = (f64::from(a.0 - b.0), f64::from(a.1 - b.1));
    arith.of(arith.of(dx * dx + dy * dy).sqrt())
}

pub struct AnyAngle {
    pub program: Program,
    pub path: Option<Vec<Spot>>,
    /// Segments from a parent to its cell, with the index of the line that expands the cell.
    pub links: Vec<(Spot, Spot, usize)>,
}

/// Runs the search and prints it.
pub fn search(ground: &Ground, manner: Manner, kind: Kind, look: Look) -> AnyAngle {
    let arith = manner.arith;
    let mut print = Printer::new(manner, ground);
    let (start, goal) = (ground.start, ground.goal);
    let h = |at: Spot| length(arith, at, goal);
    let numbers = |at: Spot, g: f64| [g, h(at), arith.add(g, h(at))];
    let (mut g, mut parents) = (HashMap::from([(start, 0.0)]), HashMap::<Spot, Spot>::new());
    let mut closed = HashSet::new();
    let mut links = Vec::new();
    let mut found = false;
    let mut open = vec![(numbers(start, 0.0)[2], start, 0.0)];
    print.open(Node::of(start), None, numbers(start, 0.0));
    while let Some(taken) = (0..open.len()).min_by(|&a, &b| open[a].0.total_cmp(&open[b].0)) {
        let (_, at, entry) = open.swap_remove(taken);
        if closed.contains(&at) || entry > g[&at] {
            continue;
        }
        if let (Kind::Lazy(manner), Some(&parent)) = (kind, parents.get(&at))
            && !look(ground, parent, at)
        {
            let beside = ground.next(at).into_iter().map(|(to, _)| to).filter(|to| closed.contains(to));
            let best = beside.map(|to| (arith.add(g[&to], length(arith, to, at)), to));
            let Some((cost, from)) = best.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
            g.insert(at, cost);
            parents.insert(at, from);
            // Otherwise the expansion names the new parent.
            if manner == 0 {
                let (at, by, g) = (print.told(at), print.told(from), print.manner.number(cost));
                print.event(json!({ "event": "repair", "at": at, "g": g, "by": by }));
            }
        }
        closed.insert(at);
        let parent = parents.get(&at).copied();
        links.extend(parent.map(|parent| (parent, at, print.lines.len())));
        print.expand(Node::of(at), parent.map(Node::of), numbers(at, g[&at]));
        if at == goal {
            found = true;
            break;
        }
        for (to, why) in ground.look(at) {
            if let Some(why) = why {
                print.reject(Node::of(to), Node::of(at), why, None);
                continue;
            }
            if closed.contains(&to) {
                print.reject(Node::of(to), Node::of(at), "closed", None);
                continue;
            }
            let from = match (kind, parent) {
                (Kind::Theta, Some(parent)) if look(ground, parent, to) => parent,
                (Kind::Lazy(_), Some(parent)) => parent,
                _ => at,
            };
            let cost = arith.add(g[&from], length(arith, from, to));
            if g.get(&to).is_some_and(|&known| cost >= known) {
                let why = print.manner.dearer;
                print.reject(Node::of(to), Node::of(from), why, Some(cost));
                continue;
            }
            g.insert(to, cost);
            parents.insert(to, from);
            open.push((numbers(to, cost)[2], to, cost));
            print.open(Node::of(to), Some(Node::of(from)), numbers(to, cost));
        }
    }
    let path = found.then(|| {
        let mut cells = vec![goal];
        while let Some(&parent) = parents.get(&cells[cells.len() - 1]) {
            cells.push(parent);
        }
        cells.reverse();
        if kind == Kind::Pulled { pulled(ground, &cells, look) } else { cells }
    });
    let told = path.as_ref().map(|cells| {
        let cost = cells.windows(2).fold(0.0, |sum, pair| arith.add(sum, length(arith, pair[0], pair[1])));
        (cells.as_slice(), cost)
    });
    print.finish(told);
    let program = Program::new(ground, print, &["f"]).with("steps", "any").with("optimal", false);
    AnyAngle { program, path, links }
}

/// Returns the path without the cells that a straight line can skip.
fn pulled(ground: &Ground, cells: &[Spot], look: Look) -> Vec<Spot> {
    let (mut all, mut i) = (vec![cells[0]], 0);
    while i + 1 < cells.len() {
        i = (i + 1..cells.len()).rev().find(|&k| k == i + 1 || look(ground, cells[i], cells[k])).unwrap_or(i + 1);
        all.push(cells[i]);
    }
    all
}

/// Returns ground for any-angle search. Every neighbour that a step can reach is in line of sight.
pub fn ground(dice: &mut Rng) -> Ground {
    let mut ground = Ground::new(dice, 13).costing(1.0, std::f64::consts::SQRT_2);
    ground.neighbours = 8;
    ground.corners = one(dice, &[0, 0, 1]);
    ground
}

fn program(dice: &mut Rng, kind: Kind) -> Program {
    let (ground, manner) = (ground(dice), Manner::new(dice));
    let mut manner = match dice.below(3) {
        0 => manner.in_f32(dice),
        1 => manner.in_f64(dice),
        _ => manner,
    };
    if let Kind::Lazy(_) = kind {
        // The line to a parent is checked when the cell is expanded. The log says how it was repaired.
        manner.from = true;
        manner.expand_from = kind == Kind::Lazy(1) || dice.below(2) == 0;
        manner.rejects = one(dice, &[Rejects::None, Rejects::All]);
    }
    let look: Look = if ground.corners == 0 { one(dice, &[is_clear as Look, is_clear_of_corners]) } else { is_clear };
    search(&ground, manner, kind, look).program
}

pub fn theta(dice: &mut Rng) -> Program {
    program(dice, Kind::Theta)
}

pub fn lazy(dice: &mut Rng) -> Program {
    let printed = dice.below(2);
    program(dice, Kind::Lazy(printed))
}

pub fn pulled_straight(dice: &mut Rng) -> Program {
    program(dice, Kind::Pulled)
}
