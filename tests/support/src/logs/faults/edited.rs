//! Planted faults of the output: a line that is changed, missing, or repeated.

use super::super::engine::How;
use super::super::manner::Manner;
use super::super::one;
use super::super::printer::Program;
use super::super::states::{KINDS, Stateful};
use super::shapes::Shape;
use super::{Planted, any, indices};
use gridscope::trace::rng::Rng;
use serde_json::{Value, json};

type MakeShape = fn(&mut Rng) -> Shape;

fn is(line: &Value, word: &str) -> bool {
    line["event"] == word
}

/// Returns whether two lines are about the same node.
fn same(a: &Value, b: &Value) -> bool {
    a["at"] == b["at"] && ["facing", "t", "odd", "parity", "keys"].iter().all(|name| a[*name] == b[*name])
}

fn spot(value: &Value) -> Option<(i32, i32)> {
    Some((value.get(0)?.as_i64()? as i32, value.get(1)?.as_i64()? as i32))
}

/// Returns a sound log of a search over nodes with state.
fn stateful(dice: &mut Rng) -> (Stateful, Program) {
    let stateful = one(dice, &KINDS)(dice);
    let (mut print, out) = stateful.run(Manner::full(dice), &How::by(&["f"]), true);
    let path = out.path.as_ref().map(|(nodes, cost)| (super::super::grids::cells(nodes), *cost));
    stateful.finish(&mut print, path.as_ref().map(|(cells, cost)| (cells.as_slice(), *cost)));
    let program = stateful.header(Program::new(&stateful.ground, print, &["f"]));
    (stateful, program)
}

pub fn parent(dice: &mut Rng, shape: MakeShape) -> Option<Planted> {
    let shape = shape(dice);
    let (mut program, _) = shape.run(None);
    let opens = indices(&program, |line| is(line, "open") && line["from"].is_array());
    // Not the start.
    let index = any(dice, opens.get(1..)?)?;
    let at = spot(&program.lines[index]["at"])?;
    let before = &program.lines[..index];
    let was = |word: &str, cell: &[i32; 2]| before.iter().any(|line| is(line, word) && line["at"] == json!(cell));
    let expanded: Vec<_> = shape.ground.spots().filter(|&s| was("expand", &shape.ground.told(s))).collect();
    let far = expanded.into_iter().filter(|&s| {
        let (dx, dy) = shape.ground.apart(s, at);
        dx.max(dy) > 1.0
    });
    let beside = shape.ground.next(at).into_iter().map(|next| next.0);
    let waiting = beside.filter(|&s| !was("expand", &shape.ground.told(s)));
    let wrong: Vec<_> = if dice.below(2) == 0 { far.collect() } else { waiting.collect() };
    let wrong = any(dice, &wrong)?;
    program.lines[index]["from"] = json!(shape.ground.told(wrong));
    Some(Planted::at(&program, [index], &["parent"]))
}

fn forget_opens(dice: &mut Rng, mut program: Program) -> Option<Planted> {
    let expands = indices(&program, |line| is(line, "expand"));
    let index = any(dice, expands.get(1..)?)?;
    let taken = program.lines[index].clone();
    let opens = indices(&program, |line| is(line, "open") && same(line, &taken));
    let gone: Vec<usize> = opens.into_iter().filter(|&i| i < index).collect();
    for &i in gone.iter().rev() {
        program.lines.remove(i);
    }
    Some(Planted::at(&program, [index - gone.len()], &["never-opened"]))
}

pub fn never_opened(dice: &mut Rng, shape: MakeShape) -> Option<Planted> {
    let (program, _) = shape(dice).run(None);
    forget_opens(dice, program)
}

pub fn never_opened_state(dice: &mut Rng) -> Option<Planted> {
    let program = stateful(dice).1;
    forget_opens(dice, program)
}

fn repeat(dice: &mut Rng, mut program: Program) -> Option<Planted> {
    let expands = indices(&program, |line| is(line, "expand"));
    let first = any(dice, expands.get(..expands.len().checked_sub(1)?)?)?;
    let later: Vec<usize> = expands.iter().copied().filter(|&i| i > first).collect();
    let index = any(dice, &later)?;
    let line = program.lines[first].clone();
    program.lines.insert(index, line);
    Some(Planted::at(&program, [index], &["reexpanded"]))
}

pub fn twice(dice: &mut Rng, shape: MakeShape) -> Option<Planted> {
    let (program, _) = shape(dice).run(None);
    repeat(dice, program)
}

pub fn twice_state(dice: &mut Rng) -> Option<Planted> {
    let program = stateful(dice).1;
    repeat(dice, program)
}

fn path_index(program: &Program) -> Option<usize> {
    program.lines.iter().position(|line| is(line, "path"))
}

pub fn broken(dice: &mut Rng, shape: MakeShape) -> Option<Planted> {
    let shape = shape(dice);
    let (mut program, _) = shape.run(None);
    let index = path_index(&program)?;
    let cells = program.lines[index]["cells"].as_array_mut()?;
    let removed = any(dice, &(0..cells.len()).collect::<Vec<_>>()).filter(|_| cells.len() > 2)?;
    let is_inner = removed > 0 && removed + 1 < cells.len();
    if is_inner {
        let (before, after) = (spot(&cells[removed - 1])?, spot(&cells[removed + 1])?);
        let (dx, dy) = shape.ground.apart(before, after);
        if dx.max(dy) < 2.0 {
            return None;
        }
    }
    cells.remove(removed);
    Some(Planted::at(&program, [index], &["path-broken"]))
}

pub fn broken_state(dice: &mut Rng) -> Option<Planted> {
    let (stateful, mut program) = stateful(dice);
    let index = path_index(&program)?;
    let cells = program.lines[index]["cells"].as_array_mut()?;
    let removed = any(dice, &(1..cells.len().checked_sub(1)?).collect::<Vec<_>>())?;
    let (before, after) = (spot(&cells[removed - 1])?, spot(&cells[removed + 1])?);
    let (dx, dy) = stateful.ground.apart(before, after);
    cells.remove(removed);
    (dx.max(dy) > 1.0).then(|| Planted::at(&program, [index], &["path-broken"]))
}

pub fn path_cost(dice: &mut Rng, shape: MakeShape) -> Option<Planted> {
    let shape = shape(dice);
    let (mut program, _) = shape.run(None);
    let index = path_index(&program)?;
    let cost = program.lines[index]["cost"].as_f64()?;
    let exact = shape.manner.precision() == "exact";
    let off = if exact { 1.0 } else { shape.ground.straight * 0.25 };
    let off = one(dice, &[off, -off]);
    program.lines[index]["cost"] = shape.manner.number(cost + off);
    Some(Planted::at(&program, [index], &["path-cost"]))
}

/// A cell between two others of the path is put in, as by a walk back that does not follow the parents.
pub fn detour(dice: &mut Rng, shape: MakeShape) -> Option<Planted> {
    let shape = shape(dice);
    let (mut program, _) = shape.run(None);
    let index = path_index(&program)?;
    let path: Vec<(i32, i32)> = program.lines[index]["cells"].as_array()?.iter().filter_map(spot).collect();
    let own: Vec<_> = shape.ground.spots().map(|at| (at, shape.ground.told(at))).collect();
    let at = |told: &(i32, i32)| own.iter().find(|one| json!(one.1) == json!([told.0, told.1])).map(|one| one.0);
    let place = any(dice, &(1..path.len()).collect::<Vec<_>>())?;
    let (before, after) = (at(&path[place - 1])?, at(&path[place])?);
    let leads = |from: (i32, i32), to: (i32, i32)| shape.ground.next(from).into_iter().find(|next| next.0 == to);
    let between: Vec<_> = shape.ground.next(before).into_iter().filter(|next| leads(next.0, after).is_some()).collect();
    let between = any(dice, &between)?.0;
    let told = json!(shape.ground.told(between));
    let cells = program.lines[index]["cells"].as_array_mut()?;
    if cells.contains(&told) {
        return None;
    }
    cells.insert(place, told);
    Some(Planted::at(&program, [index], &["parents"]))
}

/// The log ends early, and its path crosses cells that were never opened.
pub fn unsearched(dice: &mut Rng, shape: MakeShape) -> Option<Planted> {
    let (mut program, _) = shape(dice).run(None);
    let index = path_index(&program)?;
    let expands = indices(&program, |line| is(line, "expand"));
    let cut = any(dice, expands.get(1..)?).filter(|&cut| cut < index)?;
    let tail = program.lines.split_off(index);
    program.lines.truncate(cut);
    let opened = |cell: &Value| program.lines.iter().any(|line| is(line, "open") && line["at"] == *cell);
    let cells = tail[0]["cells"].as_array()?;
    // A program may recognise its goal when it generates it, without opening it.
    if cells[..cells.len() - 1].iter().all(opened) {
        return None;
    }
    let index = program.lines.len();
    program.lines.extend(tail);
    Some(Planted::at(&program, [index], &["unsearched"]))
}

fn another_g(dice: &mut Rng, mut program: Program, off: f64) -> Option<Planted> {
    let expands = indices(&program, |line| is(line, "expand") && line["g"].is_number());
    let index = any(dice, expands.get(1..)?)?;
    let taken = program.lines[index].clone();
    let g = taken["g"].as_f64()?;
    let new = g + one(dice, &[off, off, -off]);
    let entries = program.lines.iter().filter(|line| is(line, "open") && same(line, &taken));
    let known: Vec<f64> = entries.filter_map(|line| line["g"].as_f64()).collect();
    if new < 0.0 || known.iter().any(|&g| (g - new).abs() < off / 2.0) {
        return None;
    }
    let whole = new.fract() == 0.0;
    program.lines[index]["g"] = if whole { json!(new as i64) } else { json!(new) };
    Some(Planted::at(&program, [index], &["changed"]))
}

pub fn changed(dice: &mut Rng, shape: MakeShape) -> Option<Planted> {
    let shape = shape(dice);
    let (program, _) = shape.run(None);
    let off = if shape.manner.precision() == "exact" { 1.0 } else { shape.ground.straight * 0.3 };
    another_g(dice, program, off)
}

pub fn changed_state(dice: &mut Rng) -> Option<Planted> {
    let program = stateful(dice).1;
    another_g(dice, program, 0.3)
}
