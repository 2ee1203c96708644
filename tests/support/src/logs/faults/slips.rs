//! Planted mistakes that a program makes while it runs, and continues after.

use super::super::engine::{How, Mistake, Outcome, Slip, Task, search};
use super::super::grids::{estimate, finish, next};
use super::super::ground::Ground;
use super::super::manner::Manner;
use super::super::one;
use super::super::printer::{Node, Printer, Program};
use super::super::states::KINDS;
use super::shapes::Shape;
use super::{Planted, any, indices};
use gridscope::trace::rng::Rng;
use serde_json::Value;

/// Runs a program twice: to count the opportunities for a mistake, and to make it at one of them.
fn slipped(dice: &mut Rng, shape: &Shape, kind: Mistake) -> Option<(Program, usize, Outcome)> {
    let (_, out) = shape.run(Some(Slip { kind, nth: usize::MAX - 1 }));
    let nth = any(dice, &(0..out.chances).collect::<Vec<_>>())?;
    let (program, out) = shape.run(Some(Slip { kind, nth }));
    let made = out.made?;
    Some((program, made.0, out))
}

pub fn takes_worse(dice: &mut Rng, shape: fn(&mut Rng) -> Shape) -> Option<Planted> {
    let shape = shape(dice);
    let (program, index, _) = slipped(dice, &shape, Mistake::TakesWorse)?;
    Some(Planted::at(&program, [index], &["order"]))
}

/// A search over nodes with state expands a worse key.
pub fn takes_worse_state(dice: &mut Rng) -> Option<Planted> {
    let stateful = one(dice, &KINDS)(dice);
    let manner = Manner::full(dice);
    let run = |nth: usize| {
        let slip = Some(Slip { kind: Mistake::TakesWorse, nth });
        stateful.run(manner.clone(), &How { slip, ..How::by(&["f"]) }, true)
    };
    let nth = any(dice, &(0..run(usize::MAX - 1).1.chances).collect::<Vec<_>>())?;
    let (print, out) = run(nth);
    let program = stateful.header(Program::new(&stateful.ground, print, &["f"]));
    Some(Planted::at(&program, [out.made?.0], &["order"]))
}

pub fn price(dice: &mut Rng, shape: fn(&mut Rng) -> Shape) -> Option<Planted> {
    let shape = shape(dice);
    let exact = shape.manner.precision() == "exact";
    let off = if exact { 1.0 } else { shape.ground.straight * 0.4 };
    let off = one(dice, &[off, off, -off]);
    let (program, index, _) = slipped(dice, &shape, Mistake::Price(off))?;
    Some(Planted::at(&program, [index], &["cost"]))
}

pub fn enters(dice: &mut Rng, shape: fn(&mut Rng) -> Shape) -> Option<Planted> {
    let shape = shape(dice);
    let (program, index, _) = slipped(dice, &shape, Mistake::Enters)?;
    Some(Planted::at(&program, [index], &["wall"]))
}

/// A step through a wall between two cells.
pub fn passes_fence(dice: &mut Rng) -> Option<Planted> {
    let mut shape = super::shapes::astar(dice);
    shape.ground = shape.ground.with_edges(dice);
    shape.ground.edge_word = "wall";
    shape.ground.neighbours = 4;
    let (program, index, out) = slipped(dice, &shape, Mistake::Enters)?;
    let (_, node) = out.made?;
    shape.ground.is_free(node.at).then(|| Planted::at(&program, [index], &["wall", "parent"]))
}

pub fn skips(dice: &mut Rng, shape: fn(&mut Rng) -> Shape) -> Option<Planted> {
    let mut shape = shape(dice);
    // A skipped neighbour shows only if other refusals are printed.
    shape.manner.reject_g = dice.below(2) == 0;
    let (program, index, out) = slipped(dice, &shape, Mistake::Skips)?;
    let expand = (0..index).rev().find(|&i| program.lines[i]["event"] == "expand")?;
    let goes_on = program.lines[index..].iter().any(|line| line["event"] == "expand");
    let refuses =
        program.lines.iter().any(|line| line["event"] == "reject" && line["why"] != "wall" && line["why"] != "corner");
    let _ = out;
    (goes_on && refuses).then(|| Planted::at(&program, [expand], &["missed"]))
}

pub fn refuses(dice: &mut Rng, shape: fn(&mut Rng) -> Shape) -> Option<Planted> {
    let shape = shape(dice);
    let why = one(dice, &["wall", "corner", "closed", "costlier", "dearer", "equal"]);
    let (program, index, _) = slipped(dice, &shape, Mistake::Refuses(why))?;
    Some(Planted::at(&program, [index], &["reason"]))
}

/// Runs a program with another h at one cell.
fn with_h(shape: &Shape, cell: (i32, i32), h: f64) -> Program {
    let ground: &Ground = &shape.ground;
    let mut print = Printer::new(shape.manner.clone(), ground);
    let arith = print.manner.arith;
    let task = Task {
        start: Node::of(ground.start),
        is_goal: &|node| node.at == ground.goal,
        next: &|node| next(ground, node),
        h: &|node| if node.at == cell { h } else { estimate(ground, arith, node.at) },
    };
    let out = search(&task, &How { reopens: true, ..shape.how }, &mut print);
    finish(&mut print, &out);
    Program::new(ground, print, shape.how.order).with("precision", shape.manner.precision())
}

fn is_at(line: &Value, cell: [i32; 2]) -> bool {
    line["at"] == serde_json::json!(cell)
}

pub fn overestimates(dice: &mut Rng, shape: fn(&mut Rng) -> Shape) -> Option<Planted> {
    let shape = shape(dice);
    let rests = shape.ground.rests(&[shape.ground.goal]);
    let cell = shape.ground.any_free_spot(dice)?;
    let rest = rests[shape.ground.index(cell)];
    let more = if shape.manner.precision() == "exact" { 1.0 } else { shape.ground.straight.mul_add(0.3, rest * 0.2) };
    if !rest.is_finite() || cell == shape.ground.goal {
        return None;
    }
    let program = with_h(&shape, cell, rest + more);
    let told = shape.ground.told(cell);
    let lines = indices(&program, |line| is_at(line, told) && line.get("h").is_some());
    (!lines.is_empty()).then(|| Planted::at(&program, lines, &["heuristic"]))
}

pub fn falls(dice: &mut Rng, shape: fn(&mut Rng) -> Shape) -> Option<Planted> {
    let shape = shape(dice);
    let ground = &shape.ground;
    let cell = ground.any_free_spot(dice).filter(|&cell| cell != ground.goal)?;
    let program = with_h(&shape, cell, 0.0);
    let told = ground.told(cell);
    // The fault shows if the cell is opened from one whose h is larger than the step cost.
    let fallen = program.lines.iter().any(|line| {
        let from = line["from"].as_array().map(|at| [at[0].as_i64(), at[1].as_i64()]);
        let Some([Some(x), Some(y)]) = from else { return false };
        let from = (x as i32, y as i32);
        let h = estimate(ground, shape.manner.arith, from);
        line["event"] == "open" && is_at(line, told) && h > ground.price(from, cell) * 1.05 + 0.01
    });
    let lines = indices(&program, |line| is_at(line, told));
    fallen.then(|| Planted::at(&program, lines, &["inconsistent"]))
}
