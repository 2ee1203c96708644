//! Planted faults that appear at the end: a path that is not shortest, or no path although there is one.

use super::super::engine::{How, Mistake, Slip, Task, search};
use super::super::grids::{estimate, finish, next};
use super::super::ground::{Ground, Terrain};
use super::super::manner::{Manner, Rejects};
use super::super::printer::{Node, Printer, Program};
use super::super::{both_ends, one};
use super::shapes::{self, Shape};
use super::{Planted, any, indices};
use gridscope::trace::rng::Rng;

/// Returns the planted fault if the path costs more than the shortest one.
fn longer(shape: &Shape, program: &Program, cost: Option<f64>) -> Option<Planted> {
    let exact = shape.ground.shortest(shape.ground.start, shape.ground.goal)?;
    let index = program.lines.iter().position(|line| line["event"] == "path")?;
    (cost? > exact * 1.001 + 0.01).then(|| Planted::at(program, [index], &["not-shortest"]))
}

/// Cells are closed when they are pushed, so a cheaper path that is found later is refused.
pub fn marks_when_pushed(dice: &mut Rng) -> Option<Planted> {
    let mut shape = if dice.below(2) == 0 { shapes::astar(dice) } else { shapes::prices(dice) };
    shape.how.marks_pushed = true;
    shape.manner.rejects = one(dice, &[Rejects::None, Rejects::All]);
    let (program, out) = shape.run(None);
    longer(&shape, &program, out.path.map(|path| path.1))
}

/// The order counts h three times, but prints neither h nor f.
pub fn weighs(dice: &mut Rng) -> Option<Planted> {
    let mut shape = shapes::astar(dice);
    shape.how.weight = 3.0;
    shape.manner = shape.manner.with("g");
    let (program, out) = shape.run(None);
    longer(&shape, &program.without("order"), out.path.map(|path| path.1))
}

/// A neighbour is skipped, in a log without refusals.
pub fn skips(dice: &mut Rng) -> Option<Planted> {
    let mut shape = one(dice, &[shapes::astar as fn(&mut Rng) -> Shape, shapes::dijkstra, shapes::prices])(dice);
    shape.manner.rejects = Rejects::None;
    let kind = Mistake::Skips;
    let chances = shape.run(Some(Slip { kind, nth: usize::MAX - 1 })).1.chances;
    let nth = any(dice, &(0..chances).collect::<Vec<_>>())?;
    let (program, out) = shape.run(Some(Slip { kind, nth }));
    longer(&shape, &program, out.path.map(|path| path.1))
}

pub fn stops_early(dice: &mut Rng) -> Option<Planted> {
    let ground = both_ends::ground(dice);
    let how = both_ends::How { guided: dice.below(2) == 0, stops_early: true, in_turn: dice.below(2) == 0 };
    let met = both_ends::search(&ground, Manner::full(dice), how, ["forward", "backward"]);
    let exact = ground.shortest(ground.start, ground.goal)?;
    (met.cost? > exact * 1.001 + 0.01).then(|| Planted::at(&met.program, met.path_line, &["not-shortest"]))
}

/// Breadth-first search, although steps have different costs.
pub fn counts_steps(dice: &mut Rng) -> Option<Planted> {
    let mut shape = if dice.below(2) == 0 { shapes::dijkstra(dice) } else { shapes::prices(dice) };
    shape.how = How { weight: 0.0, marks_pushed: true, ..How::by(&["#"]) };
    shape.manner = shape.manner.with("g");
    let (program, out) = shape.run(None);
    longer(&shape, &program, out.path.map(|path| path.1))
}

/// Returns the planted fault if no path is found although there is one.
fn none(ground: &Ground, program: &Program, found: bool) -> Option<Planted> {
    ground.shortest(ground.start, ground.goal)?;
    let done = indices(program, |line| line["event"] == "done");
    (!found).then(|| Planted::at(program, done, &["no-path"]))
}

/// Runs a search on ground that differs from the header.
fn on_other_ground(shape: &Shape, other: &Ground) -> (Program, bool) {
    let mut print = Printer::new(shape.manner.clone(), &shape.ground);
    let arith = print.manner.arith;
    let task = Task {
        start: Node::of(shape.ground.start),
        is_goal: &|node| node.at == shape.ground.goal,
        next: &|node| next(other, node),
        h: &|node| estimate(&shape.ground, arith, node.at),
    };
    let out = search(&task, &shape.how, &mut print);
    finish(&mut print, &out);
    (Program::new(&shape.ground, print, shape.how.order), out.path.is_some())
}

fn any_shape(dice: &mut Rng) -> Shape {
    let all = [shapes::astar as fn(&mut Rng) -> Shape, shapes::dijkstra, shapes::breadth_first, shapes::prices];
    let mut shape = one(dice, &all)(dice);
    shape.manner.rejects = one(dice, &[Rejects::None, Rejects::Walls]);
    shape
}

pub fn last_column(dice: &mut Rng) -> Option<Planted> {
    let shape = any_shape(dice);
    let mut other = shape.ground.clone();
    for y in 0..other.height {
        let i = other.index((other.width - 1, y));
        other.walls[i] = true;
    }
    let mut shape = shape;
    shape.manner.rejects = Rejects::None;
    let (program, found) = on_other_ground(&shape, &other);
    none(&shape.ground, &program, found)
}

pub fn cut_off(dice: &mut Rng) -> Option<Planted> {
    let mut shape = if dice.below(2) == 0 { shapes::corridors(dice) } else { any_shape(dice) };
    shape.manner.rejects = Rejects::None;
    let kind = Mistake::Skips;
    let chances = shape.run(Some(Slip { kind, nth: usize::MAX - 1 })).1.chances;
    let nth = any(dice, &(0..chances).collect::<Vec<_>>())?;
    let (program, out) = shape.run(Some(Slip { kind, nth }));
    none(&shape.ground, &program, out.path.is_some())
}

pub fn never_arrives(dice: &mut Rng) -> Option<Planted> {
    let shape = any_shape(dice);
    let mut print = Printer::new(shape.manner.clone(), &shape.ground);
    let arith = print.manner.arith;
    let task = Task {
        start: Node::of(shape.ground.start),
        is_goal: &|_| false,
        next: &|node| next(&shape.ground, node),
        h: &|node| estimate(&shape.ground, arith, node.at),
    };
    let out = search(&task, &shape.how, &mut print);
    finish(&mut print, &out);
    none(&shape.ground, &Program::new(&shape.ground, print, shape.how.order), false)
}

pub fn shuns(dice: &mut Rng) -> Option<Planted> {
    let mut shape = any_shape(dice);
    if shape.ground.terrain == Terrain::Plain {
        return None;
    }
    shape.manner.rejects = Rejects::None;
    let mut other = shape.ground.clone();
    for i in 0..other.walls.len() {
        let dear = other.extras[i] > 0.0 || other.factors[i] > 1.0;
        other.walls[i] |= dear && other.spot(i) != other.start;
    }
    let (program, found) = on_other_ground(&shape, &other);
    none(&shape.ground, &program, found)
}
