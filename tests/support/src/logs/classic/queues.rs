//! Programs with a queue, a stack or recursion: breadth-first, depth-first, iterative deepening, bidirectional.

use super::heaps::{Found, way};
use super::print::Print;
use super::sound::Sound;
use super::world::{World, one};
use gridscope::trace::{Cell, Rng};
use std::collections::{HashMap, HashSet, VecDeque};

/// Options of a program with a queue.
#[derive(Clone, Copy)]
struct How {
    /// Whether the queue is a stack.
    stack: bool,
    /// Whether a cell is marked when it is popped, so it may be in the queue several times.
    marks_late: bool,
    /// Whether the search stops as soon as it generates the goal.
    stops_early: bool,
}

fn search(world: &World, print: &mut Print, how: How) -> Found {
    let mut queue = VecDeque::from([(world.start, None, 0.0)]);
    let (mut marked, mut parents) = (HashSet::new(), HashMap::new());
    if !how.marks_late {
        marked.insert(world.start);
    }
    print.open(world.start, None, [0.0; 3]);
    while let Some((cell, from, g)) = if how.stack { queue.pop_back() } else { queue.pop_front() } {
        if how.marks_late && !marked.insert(cell) {
            continue;
        }
        parents.extend(from.map(|from| (cell, from)));
        print.expand(cell, [g, 0.0, g]);
        if cell == world.goal {
            return Some((way(&parents, cell), g));
        }
        for (next, why) in world.look(cell) {
            if let Some(why) = why.or_else(|| marked.contains(&next).then_some("closed")) {
                print.reject(next, cell, why);
                continue;
            }
            if !how.marks_late {
                marked.insert(next);
            }
            queue.push_back((next, Some(cell), g + 1.0));
            print.open(next, Some(cell), [g + 1.0, 0.0, g + 1.0]);
            if how.stops_early && next == world.goal {
                parents.insert(next, cell);
                return Some((way(&parents, next), g + 1.0));
            }
        }
    }
    None
}

/// Returns a world and a printer for programs that count steps. They print g, or no numbers.
fn counting(dice: &mut Rng) -> (World, Print) {
    let world = World::new(dice);
    let bush = if matches!(world.bush, super::world::Bush::None) { world.bush } else { super::world::Bush::Ignored };
    let print = Print::new(dice).with(one(dice, &["g", ""]));
    (World { bush, ..world }.steps_alike(), print)
}

pub fn breadth_first(dice: &mut Rng) -> Sound {
    let (world, mut print) = counting(dice);
    let how = How { stack: false, marks_late: dice.below(2) == 0, stops_early: dice.below(3) == 0 };
    let found = search(&world, &mut print, how);
    print.finish(found.as_ref());
    Sound::new(&world, print, &["#"])
}

pub fn depth_first_with_a_stack(dice: &mut Rng) -> Sound {
    let (world, mut print) = counting(dice);
    let how = How { stack: true, marks_late: dice.below(2) == 0, stops_early: dice.below(3) == 0 };
    let found = search(&world, &mut print, how);
    print.finish(found.as_ref());
    Sound { optimal: false, ..Sound::new(&world, print, &["-#"]) }
}

fn dive(world: &World, print: &mut Print, visited: &mut Vec<Cell>, way: &mut Vec<Cell>) -> bool {
    let cell = way[way.len() - 1];
    let g = (way.len() - 1) as f64;
    visited.push(cell);
    print.expand(cell, [g, 0.0, g]);
    if cell == world.goal {
        return true;
    }
    for (next, why) in world.look(cell) {
        if let Some(why) = why.or_else(|| visited.contains(&next).then_some("closed")) {
            print.reject(next, cell, why);
            continue;
        }
        print.open(next, Some(cell), [g + 1.0, 0.0, g + 1.0]);
        way.push(next);
        if dive(world, print, visited, way) {
            return true;
        }
        way.pop();
    }
    false
}

pub fn depth_first_by_recursion(dice: &mut Rng) -> Sound {
    let (world, mut print) = counting(dice);
    if dice.below(3) > 0 {
        print.open(world.start, None, [0.0; 3]);
    }
    let mut way = vec![world.start];
    let found = dive(&world, &mut print, &mut Vec::new(), &mut way).then(|| {
        let cost = (way.len() - 1) as f64;
        (way, cost)
    });
    print.finish(found.as_ref());
    Sound { optimal: false, ..Sound::new(&world, print, &["-#"]) }
}

/// Runs one iteration of iterative deepening. Returns the next bound, or `None` if the goal was found.
fn deepen(world: &World, print: &mut Print, way: &mut Vec<Cell>, g: f64, bound: f64, left: &mut usize) -> Option<f64> {
    let cell = way[way.len() - 1];
    *left = left.saturating_sub(1);
    print.expand(cell, [g, world.h(cell, world.goal), g + world.h(cell, world.goal)]);
    if cell == world.goal {
        return None;
    }
    let mut least = f64::INFINITY;
    for (next, why) in world.look(cell) {
        let there = g + world.price(cell, next);
        let f = there + world.h(next, world.goal);
        let closed = way.contains(&next).then_some("closed");
        if let Some(why) = why.or(closed) {
            print.reject(next, cell, why);
        } else if f > bound + 1e-9 {
            print.reject(next, cell, "budget");
            least = least.min(f);
        } else if *left > 0 {
            print.open(next, Some(cell), [there, world.h(next, world.goal), f]);
            way.push(next);
            least = least.min(deepen(world, print, way, there, bound, left)?);
            way.pop();
        }
    }
    Some(least)
}

/// IDA*: repeats a depth-first search with larger bounds, in phases named `iteration`.
pub fn iterative_deepening(dice: &mut Rng) -> Sound {
    let world = World::sized(dice, 6, super::world::Bush::None);
    let mut print = Print::new(dice);
    let (mut bound, mut left) = (world.h(world.start, world.goal), 3000);
    let numbered = dice.below(2) == 0;
    let mut found = None;
    for n in 1.. {
        let phase = if numbered { format!("iteration {n}") } else { "iteration".to_owned() };
        print.event(serde_json::json!({ "event": "begin", "phase": phase }));
        let mut way = vec![world.start];
        let rest = world.h(world.start, world.goal);
        print.open(world.start, None, [0.0, rest, rest]);
        let next = deepen(&world, &mut print, &mut way, 0.0, bound, &mut left);
        print.event(serde_json::json!({ "event": "end" }));
        match next {
            None => found = Some((way.windows(2).map(|pair| world.price(pair[0], pair[1])).sum::<f64>(), way)),
            Some(more) if more.is_finite() && left > 0 => {
                bound = more;
                continue;
            }
            Some(_) => {}
        }
        break;
    }
    if left == 0 && found.is_none() {
        print.event(serde_json::json!({ "event": "done", "result": "gave up" }));
    } else {
        print.finish(found.map(|(cost, way)| (way, cost)).as_ref());
    }
    Sound::new(&world, print, &[])
}

/// Two breadth-first searches that meet, each with its own open list.
pub fn from_both_ends(dice: &mut Rng) -> Sound {
    let (mut world, mut print) = counting(dice);
    world.tiles[world.goal] = gridscope::trace::terrain::Tile::Floor;
    let ends = [world.start, world.goal];
    let names = ["forward", "backward"];
    let mut parents: [HashMap<Cell, Cell>; 2] = Default::default();
    let mut costs = ends.map(|end| HashMap::from([(end, 0.0)]));
    let mut queues = ends.map(|end| VecDeque::from([end]));
    for side in 0..2 {
        print.list(names[side]);
        print.open(ends[side], None, [0.0; 3]);
    }
    let mut best = (ends[0] == ends[1]).then_some((0.0, ends[0]));
    while best.is_none() && queues.iter().all(|queue| !queue.is_empty()) {
        let side = usize::from(queues[0].len() > queues[1].len());
        print.list(names[side]);
        // Expands a whole level at a time, so the first meeting is on a shortest path.
        for cell in std::mem::take(&mut queues[side]) {
            let g: f64 = costs[side][&cell];
            print.expand(cell, [g, 0.0, g]);
            for (next, why) in world.look(cell) {
                let known = costs[side].contains_key(&next).then_some("closed");
                if let Some(why) = why.or(known) {
                    print.reject(next, cell, why);
                    continue;
                }
                costs[side].insert(next, g + 1.0);
                parents[side].insert(next, cell);
                queues[side].push_back(next);
                print.open(next, Some(cell), [g + 1.0, 0.0, g + 1.0]);
                if let Some(rest) = costs[1 - side].get(&next) {
                    let whole = g + 1.0 + rest;
                    best = best.filter(|b: &(f64, Cell)| b.0 <= whole).or(Some((whole, next)));
                }
            }
        }
    }
    let found = best.map(|(cost, middle)| {
        let back = way(&parents[1], middle).into_iter().rev().skip(1);
        (way(&parents[0], middle).into_iter().chain(back).collect::<Vec<_>>(), cost)
    });
    print.finish(found.as_ref());
    Sound::new(&world, print, &["#"])
}
