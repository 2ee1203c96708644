//! Programs with a heap: A* and Dijkstra's algorithm as in textbooks, and weighted and greedy variants.

use super::print::Print;
use super::sound::Sound;
use super::world::{Bush, World, one};
use gridscope::trace::{Cell, Rng};
use std::collections::{HashMap, HashSet};

pub type Found = Option<(Vec<Cell>, f64)>;
pub type Order = &'static [&'static str];

/// Orders of an open list.
pub const ORDERS: [Order; 6] = [&["f"], &["f", "-g"], &["f", "h"], &["f", "#"], &["f", "-#"], &["f", "-g", "-#"]];

/// An entry of the heap.
struct Entry {
    keys: Vec<f64>,
    cell: Cell,
    from: Option<Cell>,
    g: f64,
}

/// Options of a search.
pub struct How<'a> {
    pub order: Order,
    /// Factor of h.
    pub weight: f64,
    /// Whether every neighbour that is not closed is pushed, so that duplicates are skipped when they are popped.
    pub pushes_all: bool,
    pub logs_start: bool,
    /// Cells that are refused for a reason of the program's own.
    pub refuses: &'a dyn Fn(Cell) -> Option<&'static str>,
    /// Maximum number of expansions.
    pub most: usize,
}

impl How<'_> {
    pub fn by(order: Order) -> Self {
        Self { order, weight: 1.0, pushes_all: false, logs_start: true, refuses: &|_| None, most: usize::MAX }
    }
}

/// Follows the parents back to the start.
pub fn way(parents: &HashMap<Cell, Cell>, goal: Cell) -> Vec<Cell> {
    let mut cells: Vec<Cell> = std::iter::successors(Some(goal), |cell| parents.get(cell).copied()).collect();
    cells.reverse();
    cells
}

/// Searches for the goal. Outdated entries stay in the heap and are skipped when they are popped.
pub fn search(world: &World, print: &mut Print, (start, goal): (Cell, Cell), how: &How<'_>) -> Found {
    let (mut heap, mut count): (Vec<Entry>, f64) = (Vec::new(), 0.0);
    let mut best = HashMap::from([(start, 0.0)]);
    let mut parents = HashMap::new();
    let mut closed = HashSet::new();
    let h = |cell: Cell| if how.weight == 0.0 { 0.0 } else { world.h(cell, goal) };
    let numbers = |cell: Cell, g: f64| [g, h(cell), g + how.weight * h(cell)];
    let mut push = |heap: &mut Vec<Entry>, cell: Cell, from: Option<Cell>, g: f64| {
        count += 1.0;
        let [_, h, f] = numbers(cell, g);
        let key = |name: &&str| match *name {
            "f" => f,
            "g" => g,
            "-g" => -g,
            "h" => h,
            "#" => count,
            "-#" => -count,
            other => panic!("no key {other}"),
        };
        heap.push(Entry { keys: how.order.iter().map(key).collect(), cell, from, g });
    };
    push(&mut heap, start, None, 0.0);
    if how.logs_start {
        print.open(start, None, numbers(start, 0.0));
    }
    while let Some(next) = (0..heap.len()).min_by(|&a, &b| heap[a].keys.partial_cmp(&heap[b].keys).expect("numbers")) {
        let Entry { cell, from, g, .. } = heap.remove(next);
        if closed.contains(&cell) || (!how.pushes_all && g > best[&cell]) {
            continue;
        }
        closed.insert(cell);
        parents.extend(from.map(|from| (cell, from)));
        print.expand(cell, numbers(cell, g));
        if cell == goal {
            return Some((way(&parents, goal), g));
        }
        for (next, why) in world.look(cell) {
            let spent = (closed.len() >= how.most).then_some("budget");
            if let Some(why) = why.or_else(|| (how.refuses)(next)).or(spent) {
                print.reject(next, cell, why);
                continue;
            }
            let g = g + world.price(cell, next);
            let known = best.get(&next).copied().unwrap_or(f64::INFINITY);
            if closed.contains(&next) {
                print.reject(next, cell, "closed");
            } else if !how.pushes_all && g >= known {
                print.reject(next, cell, if g == known { "equal" } else { "dearer" });
            } else {
                best.insert(next, g.min(known));
                push(&mut heap, next, Some(cell), g);
                print.open(next, Some(cell), numbers(next, g));
            }
        }
    }
    None
}

/// Returns a complete log of one search.
fn log(world: &World, mut print: Print, how: &How<'_>) -> Sound {
    let found = search(world, &mut print, (world.start, world.goal), how);
    print.finish(found.as_ref());
    Sound::new(world, print, how.order)
}

pub fn astar(dice: &mut Rng) -> Sound {
    let (world, print) = (World::new(dice), Print::new(dice));
    log(&world, print, &How::by(one(dice, &ORDERS)))
}

/// Keys are unrounded floats, so keys that should be equal may differ.
pub fn floats_by_f_and_larger_g(dice: &mut Rng) -> Sound {
    let (mut world, print) = (World::plain(dice), Print::new(dice).with("ghf"));
    (world.neighbours, world.straight, world.diagonal) = (8, 1.0, std::f64::consts::SQRT_2);
    log(&world, print, &How::by(&["f", "-g"]))
}

pub fn start_that_is_not_logged(dice: &mut Rng) -> Sound {
    let (world, print) = (World::new(dice), Print::new(dice));
    log(&world, print, &How { logs_start: false, ..How::by(one(dice, &ORDERS)) })
}

/// The heap has duplicates, and each tile has its own cost.
pub fn dijkstra_that_marks_when_it_takes(dice: &mut Rng) -> Sound {
    let bush = one(dice, &[Bush::Enter(20.0), Bush::Times(3.0), Bush::Times(0.5), Bush::Ignored]);
    let world = World::sized(dice, 11, bush);
    let print = Print::new(dice);
    log(&world, print, &How { weight: 0.0, pushes_all: dice.below(3) > 0, ..How::by(&["g"]) })
}

/// f is a weighted sum of g and h, so it has to be printed.
pub fn weighted_astar(dice: &mut Rng) -> Sound {
    let (world, print) = (World::new(dice), Print::new(dice).with("ghf"));
    let weight = one(dice, &[1.5, 2.0, 5.0]);
    Sound { optimal: false, ..log(&world, print, &How { weight, ..How::by(one(dice, &ORDERS)) }) }
}

pub fn greedy(dice: &mut Rng) -> Sound {
    let (world, print) = (World::new(dice), Print::new(dice).with("gh"));
    Sound { optimal: false, ..log(&world, print, &How::by(one(dice, &[&["h"] as Order, &["h", "#"], &["h", "-g"]]))) }
}

/// Units block some cells, but the map in the header does not show them.
pub fn units_in_the_way(dice: &mut Rng) -> Sound {
    let (world, mut print) = (World::new(dice), Print::new(dice));
    print.rejects = super::print::Rejects::All;
    let occupied: HashSet<Cell> = world.tiles.size().cells().filter(|_| dice.below(5) == 0).collect();
    let word = one(dice, &["occupied", "rule", "too steep"]);
    let refuses = |cell: Cell| (cell != world.start && occupied.contains(&cell)).then_some(word);
    log(&world, print, &How { refuses: &refuses, ..How::by(one(dice, &ORDERS)) })
}

/// Gives up after a number of expansions.
pub fn budget_that_runs_out(dice: &mut Rng) -> Sound {
    let (world, mut print) = (World::new(dice), Print::new(dice));
    print.rejects = super::print::Rejects::All;
    log(&world, print, &How { most: 1 + dice.below(15) as usize, ..How::by(one(dice, &ORDERS)) })
}
