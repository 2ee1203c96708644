//! Planted faults outside of best-first search: choices, sight, distances, steps of actors.

use super::super::beyond::{Flooded, decisions, flood, hidden_from, patrol};
use super::super::ground::{Spot, Terrain};
use super::super::one;
use super::super::printer::Program;
use super::super::sight::is_hidden;
use super::{Planted, any, indices};
use gridscope::trace::rng::Rng;
use serde_json::{Value, json};

fn is(line: &Value, word: &str) -> bool {
    line["event"] == word
}

/// Returns the indices of the candidates of the decision at a line.
fn candidates(program: &Program, choose: usize) -> Vec<usize> {
    let begin = (0..choose).rev().find(|&i| is(&program.lines[i], "choose")).map_or(0, |i| i + 1);
    (begin..choose).filter(|&i| is(&program.lines[i], "weigh")).collect()
}

fn score_of(line: &Value) -> f64 {
    line["score"].as_f64().unwrap_or_default()
}

/// Returns a random decision with at least two scores: its index, and those of a best candidate and another one.
fn decision(dice: &mut Rng, program: &Program) -> Option<(usize, usize, usize)> {
    let choose = any(dice, &indices(program, |line| is(line, "choose")))?;
    let all = candidates(program, choose);
    let highest = program.lines[choose]["best"] == "highest";
    let value = |i: usize| if highest { -score_of(&program.lines[i]) } else { score_of(&program.lines[i]) };
    let best = all.iter().copied().min_by(|&a, &b| value(a).total_cmp(&value(b)))?;
    let worse: Vec<usize> = all.into_iter().filter(|&i| value(i) > value(best) + 0.01).collect();
    Some((choose, best, any(dice, &worse)?))
}

pub fn choice(dice: &mut Rng) -> Option<Planted> {
    let mut program = decisions(dice);
    let (choose, _, other) = decision(dice, &program)?;
    for field in ["name", "at"] {
        if let Some(value) = program.lines[other].get(field).cloned() {
            program.lines[choose][field] = value;
        }
    }
    Some(Planted::at(&program, [choose], &["choice"]))
}

/// A decision states the opposite of its rule.
pub fn opposite(dice: &mut Rng) -> Option<Planted> {
    let mut program = decisions(dice);
    let (choose, ..) = decision(dice, &program)?;
    let highest = program.lines[choose]["best"] == "highest";
    program.lines[choose]["best"] = if highest { "lowest" } else { "highest" }.into();
    Some(Planted::at(&program, [choose], &["choice"]))
}

/// A losing candidate is printed with a score that would have won.
pub fn score(dice: &mut Rng) -> Option<Planted> {
    let mut program = decisions(dice);
    let (choose, best, other) = decision(dice, &program)?;
    let highest = program.lines[choose]["best"] == "highest";
    let better = score_of(&program.lines[best]) + if highest { 1.0 } else { -1.0 };
    program.lines[other]["score"] = json!(better);
    Some(Planted::at(&program, [choose], &["choice"]))
}

/// A guard repeats its way over neighbours, in a program that promises not to.
pub fn repeats(dice: &mut Rng, way: &[usize]) -> Option<Planted> {
    let mut patrol = patrol(dice);
    let mut cells = vec![patrol.ground.any(dice)];
    for n in 1..=way.iter().copied().max()? {
        let next: Vec<Spot> = patrol.ground.next(cells[n - 1]).into_iter().map(|next| next.0).collect();
        let fresh: Vec<Spot> = next.into_iter().filter(|at| !cells.contains(at)).collect();
        cells.push(any(dice, &fresh)?);
    }
    let begins = patrol.program.lines.len();
    let turns = way.iter().cycle().take(way.len() + 8);
    let moves = turns.map(|&n| json!({ "event": "move", "actor": "dora", "at": patrol.ground.told(cells[n]) }));
    patrol.program.lines.extend(moves);
    patrol.program.header.insert("repeats".into(), false.into());
    Some(Planted::at(&patrol.program, [begins + way.len() + 7], &["repeats"]))
}

fn see(dice: &mut Rng, from: bool) -> Option<Planted> {
    let mut patrol = patrol(dice);
    let sees = indices(&patrol.program, |line| is(line, "see") && line.get("from").is_some() == from);
    let index = any(dice, &sees)?;
    let name = patrol.program.lines[index]["actor"].as_str()?.to_owned();
    let at = hidden_from(&patrol.ground, &patrol.places_of(&name), dice)?;
    patrol.program.lines[index]["at"] = json!(patrol.ground.told(at));
    Some(Planted::at(&patrol.program, [index], &["sight"]))
}

pub fn sight(dice: &mut Rng) -> Option<Planted> {
    see(dice, false)
}

pub fn sight_from(dice: &mut Rng) -> Option<Planted> {
    see(dice, true)
}

/// A cell that one guard sees is printed as seen by another.
pub fn sight_of_another(dice: &mut Rng) -> Option<Planted> {
    let mut patrol = patrol(dice);
    let sees = indices(&patrol.program, |line| is(line, "see") && line.get("from").is_none());
    for _ in 0..6 {
        let index = any(dice, &sees)?;
        let line = &patrol.program.lines[index];
        let at = (line["at"][0].as_i64()? as i32, line["at"][1].as_i64()? as i32);
        let name = line["actor"].as_str()?;
        let others = patrol.places[index].iter().filter(|place| *place.0 != name);
        let others: Vec<&str> = others.map(|(name, _)| *name).collect();
        let other = any(dice, &others)?;
        if patrol.places_of(other).into_iter().all(|eye| is_hidden(&patrol.ground, eye, at)) {
            patrol.program.lines[index]["actor"] = other.into();
            return Some(Planted::at(&patrol.program, [index], &["sight"]));
        }
    }
    None
}

/// Returns a flood whose distances are clear from the header: all steps cost the same in both directions, and more than
/// seven cells are reached.
fn plain_flood(dice: &mut Rng) -> Option<Flooded> {
    let flooded = flood(dice, true);
    let reached = flooded.distances.iter().filter(|distance| distance.is_finite()).count();
    (flooded.ground.terrain == Terrain::Plain && reached > 7).then_some(flooded)
}

/// A cell other than a source ends at a wrong distance.
pub fn distance(dice: &mut Rng, high: bool) -> Option<Planted> {
    let flooded = plain_flood(dice)?;
    let mut program = flooded.program;
    let far = |at: &Spot| !flooded.sources.contains(at) && flooded.distances[flooded.ground.index(*at)].is_finite();
    let at = any(dice, &flooded.ground.spots().filter(far).collect::<Vec<_>>())?;
    let told = json!(flooded.ground.told(at));
    let index = *indices(&program, |line| is(line, "set") && line["at"] == told).last()?;
    let value = program.lines[index]["value"].as_f64()?;
    let off = flooded.ground.straight * one(dice, &[0.5, 1.0, 2.0]);
    let wrong = if high { value + off } else { value - off };
    // A cell with a low distance could be a source of its own, unless the distance of a neighbour contradicts that.
    let beside = flooded.ground.next(at).into_iter();
    let bound = beside.map(|(to, price)| flooded.distances[flooded.ground.index(to)] - price).fold(f64::MIN, f64::max);
    if !high && bound < wrong + 0.01 {
        return None;
    }
    program.lines[index]["value"] = json!(wrong);
    let beside = flooded.ground.look(at).into_iter().map(|(to, _)| json!(flooded.ground.told(to)));
    let near: Vec<Value> = beside.chain([told]).collect();
    let lines = indices(&program, |line| (is(line, "set") && near.contains(&line["at"])) || is(line, "end"));
    let last = program.lines.len() - 1;
    Some(Planted::at(&program, lines.into_iter().chain([last]), &["distance"]))
}

/// The last update of a cell is missing.
pub fn stale_distance(dice: &mut Rng) -> Option<Planted> {
    let flooded = plain_flood(dice)?;
    let mut program = flooded.program;
    let at = any(dice, &flooded.ground.spots().collect::<Vec<_>>())?;
    let told = json!(flooded.ground.told(at));
    let sets = indices(&program, |line| is(line, "set") && line["at"] == told);
    let [.., before, last] = sets[..] else { return None };
    if program.lines[before]["value"].as_f64()? < program.lines[last]["value"].as_f64()? + 0.05 {
        return None;
    }
    program.lines.remove(last);
    Some(Planted { lines: Vec::new(), ..Planted::at(&program, [], &["distance"]) })
}

/// Moves an actor to a cell that it cannot reach with one step.
fn step(dice: &mut Rng, wrong: impl Fn(&super::super::beyond::Patrol, usize, Spot, Spot) -> bool) -> Option<Planted> {
    let mut patrol = patrol(dice);
    let index = any(dice, &indices(&patrol.program, |line| is(line, "move")))?;
    let name = patrol.program.lines[index]["actor"].as_str()?.to_owned();
    let from = *patrol.places[..index].last()?.get(name.as_str())?;
    let all: Vec<Spot> = patrol.ground.spots().filter(|&to| wrong(&patrol, index, from, to)).collect();
    let to = any(dice, &all)?;
    patrol.program.lines[index]["at"] = json!(patrol.ground.told(to));
    Some(Planted::at(&patrol.program, [index], &["move"]))
}

pub fn into_wall(dice: &mut Rng) -> Option<Planted> {
    step(dice, |patrol, _, from, to| {
        let near = (from.0 - to.0).abs() <= 1 && (from.1 - to.1).abs() <= 1;
        near && !patrol.ground.is_free(to)
    })
}

pub fn too_far(dice: &mut Rng) -> Option<Planted> {
    step(dice, |patrol, index, from, to| {
        let far = (from.0 - to.0).abs() > 1 || (from.1 - to.1).abs() > 1;
        far && patrol.ground.is_free(to) && patrol.places[index - 1].values().all(|&other| other != to)
    })
}

/// The other actor is still there at the end of the turn. Two actors that move at the same time may swap places.
pub fn onto_another(dice: &mut Rng) -> Option<Planted> {
    step(dice, |patrol, index, from, to| {
        let lines = &patrol.program.lines;
        let mover = &lines[index]["actor"];
        let Some(end) = lines[index..].iter().position(|line| is(line, "end")).map(|n| index + n) else { return false };
        let others = patrol.places[index].keys().filter(|name| *mover != ***name);
        from != to && patrol.ground.next(from).iter().any(|next| next.0 == to) && { others }
            .any(|name| patrol.places[index - 1..=end].iter().all(|places| places.get(name) == Some(&to)))
    })
}
