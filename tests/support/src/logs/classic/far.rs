//! Programs with steps beyond neighbours: jump points and any-angle paths.

use super::heaps::{Found, way};
use super::print::Print;
use super::sound::Sound;
use super::world::{Bush, World, one};
use gridscope::trace::{Cell, Dir, Rng};
use std::collections::{HashMap, HashSet};

/// Returns the cell after a step in a direction, if the step is possible.
fn step(world: &World, from: Cell, dir: Dir) -> Option<Cell> {
    from.step(dir, world.tiles.size()).filter(|&to| world.refusal(from, to).is_none())
}

fn is_open(world: &World, x: i32, y: i32) -> bool {
    let size = world.tiles.size();
    (0..i32::from(size.width)).contains(&x)
        && (0..i32::from(size.height)).contains(&y)
        && world.is_free(Cell::new(x as u16, y as u16))
}

/// Returns the next cell in a direction where a turn may be useful (after D. Harabor and A. Grastien, *Online Graph
/// Pruning for Pathfinding on Grid Maps*, 2011). Stops at a few more cells than the paper, so that it works for every
/// rule of corner cutting.
fn jump(world: &World, from: Cell, dir: Dir) -> Option<Cell> {
    let mut last = from;
    loop {
        let cell = step(world, last, dir)?;
        let (x, y) = (i32::from(cell.x), i32::from(cell.y));
        let (dx, dy) = (x - i32::from(last.x), y - i32::from(last.y));
        let turns = if dx != 0 && dy != 0 {
            let ahead = |to: Cell| (i32::from(to.x) - x, i32::from(to.y) - y);
            let straight = Dir::ALL.into_iter().filter(|d| {
                let to = cell.step(*d, world.tiles.size()).map(ahead);
                to == Some((dx, 0)) || to == Some((0, dy))
            });
            let beside = !is_open(world, x - dx, y) || !is_open(world, x, y - dy);
            beside || { straight }.any(|d| jump(world, cell, d).is_some())
        } else {
            [1, -1].into_iter().any(|side| {
                let at = |k: i32| is_open(world, x + k * dx + side * dy, y + k * dy + side * dx);
                at(-1) != at(0) || at(0) != at(1)
            })
        };
        if cell == world.goal || turns {
            return Some(cell);
        }
        last = cell;
    }
}

fn straight_line(a: Cell, b: Cell) -> f64 {
    let (dx, dy) = a.delta(b);
    f64::from(dx).hypot(f64::from(dy))
}

/// Returns whether a line between two centres touches no wall.
fn sees(world: &World, from: Cell, to: Cell) -> bool {
    let (dx, dy) = from.delta(to);
    let n = 40 * dx.max(dy).max(1);
    (0..=n).all(|k| {
        let t = f64::from(k) / f64::from(n);
        let along = |a: u16, b: u16| f64::from(a) + (f64::from(b) - f64::from(a)) * t + 0.5;
        let (x, y) = (along(from.x, to.x), along(from.y, to.y));
        let nudged = [(-1e-6, -1e-6), (1e-6, -1e-6), (-1e-6, 1e-6), (1e-6, 1e-6)];
        nudged.into_iter().all(|(a, b)| is_open(world, (x + a).floor() as i32, (y + b).floor() as i32))
    })
}

/// A neighbour with its parent and step cost, or with the reason for refusing it.
type Met = (Cell, Result<(Cell, f64), &'static str>);

/// Best-first search over steps of any length. For a cell and its parent, `reach` returns the neighbours.
fn search(
    world: &World,
    print: &mut Print,
    h: &dyn Fn(Cell) -> f64,
    reach: &dyn Fn(Cell, Option<Cell>) -> Vec<Met>,
) -> Found {
    let numbers = |cell: Cell, g: f64| [g, h(cell), g + h(cell)];
    let mut best = HashMap::from([(world.start, 0.0)]);
    let (mut parents, mut closed) = (HashMap::<Cell, Cell>::new(), HashSet::new());
    let mut heap = vec![(h(world.start), world.start, 0.0)];
    print.open(world.start, None, numbers(world.start, 0.0));
    while let Some(next) = (0..heap.len()).min_by(|&a, &b| heap[a].0.total_cmp(&heap[b].0)) {
        let (_, cell, g) = heap.remove(next);
        if g > best[&cell] || !closed.insert(cell) {
            continue;
        }
        print.expand(cell, numbers(cell, g));
        if cell == world.goal {
            return Some((way(&parents, cell), g));
        }
        for (next, met) in reach(cell, parents.get(&cell).copied()) {
            let (from, price) = match met {
                Err(why) => {
                    print.reject(next, cell, why);
                    continue;
                }
                Ok(met) => met,
            };
            let g = best[&from] + price;
            if closed.contains(&next) {
                print.reject(next, cell, "closed");
            } else if best.get(&next).is_some_and(|&known| g >= known) {
                print.reject(next, cell, "dearer");
            } else {
                best.insert(next, g);
                parents.insert(next, from);
                heap.push((g + h(next), next, g));
                print.open(next, Some(from), numbers(next, g));
            }
        }
    }
    None
}

/// Opens only jump points. The path has only these, or all cells between them. The header states the kind of steps, or
/// not.
pub fn jump_points(dice: &mut Rng) -> Sound {
    let mut world = World::plain(dice);
    world.neighbours = 8;
    let mut print = Print::new(dice);
    let reach = |cell: Cell, _| {
        let dirs = Dir::ALL.into_iter().filter_map(|dir| Some((dir, cell.step(dir, world.tiles.size())?)));
        let met = dirs.filter_map(|(dir, next)| match world.refusal(cell, next) {
            Some(why) => Some((next, Err(why))),
            None => jump(&world, cell, dir).map(|to| {
                let (dx, dy) = cell.delta(to);
                (
                    to,
                    Ok((cell, f64::from(dx.max(dy)) * if dir.is_diagonal() { world.diagonal } else { world.straight })),
                )
            }),
        });
        met.collect()
    };
    let mut found = search(&world, &mut print, &|cell| world.h(cell, world.goal), &reach);
    // The cost must equal that of the search without jumps.
    let plain =
        super::heaps::search(&world, &mut Print::new(dice), (world.start, world.goal), &super::heaps::How::by(&["f"]));
    let costs = [found.as_ref(), plain.as_ref()].map(|way| way.map_or(-1.0, |way| way.1));
    assert!((costs[0] - costs[1]).abs() < 1e-6, "{costs:?} {:#?}", world.rows());
    if let Some((cells, _)) = found.as_mut().filter(|_| dice.below(2) == 0) {
        let mut all = vec![cells[0]];
        for &end in &cells[1..] {
            while all[all.len() - 1] != end {
                let last = all[all.len() - 1];
                let toward = |a: u16, b: u16| (i32::from(a) + (i32::from(b) - i32::from(a)).signum()) as u16;
                all.push(Cell::new(toward(last.x, end.x), toward(last.y, end.y)));
            }
        }
        *cells = all;
    }
    print.finish(found.as_ref());
    Sound { steps: one(dice, &[Some("jump"), None]), ..Sound::new(&world, print, &["f"]) }
}

/// Theta* (A. Nash and others, 2007): the parent of a cell is the farthest one in its line of sight.
pub fn any_angle(dice: &mut Rng) -> Sound {
    let mut world = World::sized(dice, 11, Bush::None);
    (world.neighbours, world.straight, world.diagonal) = (8, 1.0, std::f64::consts::SQRT_2);
    world.corners = gridscope::trace::movement::Corners::Never;
    let mut print = Print::new(dice);
    let reach = |cell: Cell, parent: Option<Cell>| {
        let met = world.look(cell).into_iter().map(|(next, why)| {
            let from = parent.filter(|&parent| why.is_none() && sees(&world, parent, next)).unwrap_or(cell);
            (next, why.map_or(Ok((from, straight_line(from, next))), Err))
        });
        met.collect()
    };
    let found = search(&world, &mut print, &|cell| straight_line(cell, world.goal), &reach);
    print.finish(found.as_ref());
    Sound { steps: Some("any"), ..Sound::new(&world, print, &["f"]) }
}
