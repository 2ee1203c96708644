//! Walls of random maps: open ground, scattered walls, rooms, mazes and caves.

use super::one;
use gridscope::trace::rng::Rng;

/// Returns, row by row, whether each cell is a wall.
pub fn walls(dice: &mut Rng, width: i32, height: i32) -> Vec<bool> {
    let area = (width * height) as usize;
    match dice.below(6) {
        0 => (0..area).map(|_| dice.below(20) == 0).collect(),
        1 | 2 => {
            let share = 15 + dice.below(25);
            (0..area).map(|_| dice.below(100) < share).collect()
        }
        3 => rooms(dice, width, height),
        4 => maze(dice, width, height),
        _ => cave(dice, width, height),
    }
}

/// Returns rooms with a door or two in each wall between them.
fn rooms(dice: &mut Rng, width: i32, height: i32) -> Vec<bool> {
    let every = 3 + dice.below(3) as i32;
    let mut walls: Vec<bool> =
        (0..width * height).map(|i| i % width % every == every - 1 || i / width % every == every - 1).collect();
    for top in (0..height).step_by(every as usize) {
        for left in (0..width).step_by(every as usize) {
            let inner = |dice: &mut Rng| dice.below(every as u64 - 1) as i32;
            let east = (left + every - 1, top + inner(dice));
            let south = (left + inner(dice), top + every - 1);
            for (x, y) in [east, south] {
                if x < width && y < height && dice.below(8) > 0 {
                    walls[(y * width + x) as usize] = false;
                }
            }
        }
    }
    walls
}

/// Returns a maze, made by depth-first search over every other cell.
fn maze(dice: &mut Rng, width: i32, height: i32) -> Vec<bool> {
    let mut walls = vec![true; (width * height) as usize];
    let mut stack = vec![(0, 0)];
    walls[0] = false;
    while let Some(&(x, y)) = stack.last() {
        let inside = |(a, b): (i32, i32)| a >= 0 && b >= 0 && a < width && b < height;
        let dirs = [(2, 0), (-2, 0), (0, 2), (0, -2)].map(|(dx, dy)| (x + dx, y + dy));
        let fresh: Vec<(i32, i32)> =
            dirs.into_iter().filter(|&at| inside(at) && walls[(at.1 * width + at.0) as usize]).collect();
        if fresh.is_empty() {
            stack.pop();
            continue;
        }
        let to = one(dice, &fresh);
        walls[(to.1 * width + to.0) as usize] = false;
        walls[(i32::midpoint(y, to.1) * width + i32::midpoint(x, to.0)) as usize] = false;
        stack.push(to);
    }
    // Some loops.
    for wall in &mut walls {
        *wall = *wall && dice.below(12) > 0;
    }
    walls
}

/// Returns a cave, made by two rounds of a cellular automaton.
fn cave(dice: &mut Rng, width: i32, height: i32) -> Vec<bool> {
    let mut walls: Vec<bool> = (0..width * height).map(|_| dice.below(100) < 42).collect();
    for _ in 0..2 {
        let before = walls.clone();
        let is_wall = |x: i32, y: i32| x < 0 || y < 0 || x >= width || y >= height || before[(y * width + x) as usize];
        for (i, wall) in walls.iter_mut().enumerate() {
            let (x, y) = (i as i32 % width, i as i32 / width);
            let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
            *wall = around.filter(|(dx, dy)| is_wall(x + dx, y + dy)).count() >= 5;
        }
    }
    walls
}
