//! Programs other than best-first searches: floods that fill a layer with distances, guards that walk and see, and
//! decisions by scores.

use super::ground::{Ground, Spot, Terrain};
use super::manner::Manner;
use super::one;
use super::printer::{Printer, Program};
use super::sight::{is_hidden, is_seen};
use gridscope::trace::rng::Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Kind of a flood.
#[derive(Clone, Copy, PartialEq)]
enum Flood {
    /// The nearest cell first. Each cell is set once.
    Nearest,
    /// Each cell is set again whenever its distance decreases.
    Relaxes,
    /// Sweeps over the whole map until nothing changes.
    Sweeps,
}

/// A flood: its log, the sources, and the distances.
pub struct Flooded {
    pub program: Program,
    pub ground: Ground,
    pub sources: Vec<Spot>,
    pub distances: Vec<f64>,
}

/// Fills a layer with distances to the nearest source.
pub fn flood(dice: &mut Rng, full: bool) -> Flooded {
    let terrain = one(dice, &[Terrain::Plain, Terrain::Plain, Terrain::Enter, Terrain::Prices]);
    let mut ground = Ground::new(dice, 11).with_terrain(dice, terrain);
    let manner = if full { Manner::full(dice) } else { Manner::new(dice) };
    let mut sources: Vec<Spot> = (0..=dice.below(3)).map(|_| ground.any(dice)).collect();
    sources.sort_unstable();
    sources.dedup();
    let flood = one(dice, &[Flood::Nearest, Flood::Relaxes, Flood::Sweeps]);
    // For actors that walk towards the sources, or away from them. Only the direction of the step costs differs.
    let outward = dice.below(2) == 0;
    let distances = ground.spread(&sources, outward);
    let mut print = Printer::new(manner, &ground);
    let phase = dice.below(3) > 0;
    if phase {
        print.event(json!({ "event": "begin", "phase": "flood" }));
    }
    let unreached = if full { 0 } else { dice.below(4) };
    let free: Vec<Spot> = ground.spots().filter(|&at| ground.is_free(at)).collect();
    if unreached == 1 {
        for &at in &free {
            set(&mut print, at, 9999.0);
        }
    }
    let mut now: BTreeMap<Spot, f64> = BTreeMap::new();
    let lowered = |print: &mut Printer, now: &mut BTreeMap<Spot, f64>, at: Spot, value: f64| {
        let lower = now.get(&at).is_none_or(|&known| value < known - 1e-9);
        if lower {
            now.insert(at, value);
            set(print, at, value);
        }
        lower
    };
    for &source in &sources {
        lowered(&mut print, &mut now, source, 0.0);
    }
    // Every step is possible in both directions.
    let prices = |at: Spot| -> Vec<(Spot, f64)> {
        let next = ground.next(at).into_iter();
        next.map(|(to, price)| (to, if outward { price } else { ground.price(to, at) })).collect()
    };
    match flood {
        Flood::Nearest => {
            let reached = |at: &&Spot| distances[ground.index(**at)].is_finite() && !sources.contains(at);
            let mut order: Vec<&Spot> = free.iter().filter(reached).collect();
            order.sort_by(|a, b| distances[ground.index(**a)].total_cmp(&distances[ground.index(**b)]));
            for &at in order {
                let value = distances[ground.index(at)];
                lowered(&mut print, &mut now, at, value);
            }
        }
        Flood::Relaxes => {
            let mut left: Vec<Spot> = sources.clone();
            while !left.is_empty() {
                let at = left.remove(0);
                for (from, price) in prices(at) {
                    let value = now[&at] + price;
                    if lowered(&mut print, &mut now, from, value) {
                        left.push(from);
                    }
                }
            }
        }
        Flood::Sweeps => loop {
            let mut changed = false;
            for &at in &free {
                let best = ground
                    .next(at)
                    .into_iter()
                    .filter_map(|(to, price)| Some(now.get(&to)? + if outward { ground.price(to, at) } else { price }));
                let best = best.fold(f64::INFINITY, f64::min);
                if best.is_finite() && !sources.contains(&at) {
                    changed |= lowered(&mut print, &mut now, at, best);
                }
            }
            if !changed {
                break;
            }
        },
    }
    for (&at, &value) in &now {
        let exact = distances[ground.index(at)];
        assert!((value - exact).abs() < 1e-6, "{at:?}: {value} {exact}\n{}", ground.picture());
    }
    if phase {
        print.event(json!({ "event": "end" }));
    }
    let program = Program::new(&ground, print, &[]);
    let program = program.with("layers", json!({ "d": { "kind": "distance" } })).without("start").without("goal");
    Flooded { program, ground, sources, distances }
}

fn set(print: &mut Printer, at: Spot, value: f64) {
    let event = json!({ "event": "set", "layer": "d", "at": print.told(at), "value": print.manner.number(value) });
    print.event(event);
}

pub fn distance_layer(dice: &mut Rng) -> Program {
    flood(dice, false).program
}

/// Guards that walk and print what they see.
pub struct Patrol {
    pub program: Program,
    pub ground: Ground,
    /// For each line, the position of every guard when it is printed.
    pub places: Vec<BTreeMap<&'static str, Spot>>,
}

impl Patrol {
    /// Returns every position of a guard. A cell may be printed as seen before or after a step.
    pub fn places_of(&self, name: &str) -> Vec<Spot> {
        let mut all: Vec<Spot> = self.places.iter().filter_map(|places| places.get(name).copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

pub fn patrol(dice: &mut Rng) -> Patrol {
    let mut ground = Ground::new(dice, 9);
    let manner = Manner::new(dice);
    let mut print = Printer::new(manner, &ground);
    let mut places: BTreeMap<&'static str, Spot> = BTreeMap::new();
    let mut noted = Vec::new();
    for name in &["anna", "ben", "carl"][..=dice.below(3) as usize] {
        let at = ground.any(dice);
        if places.values().all(|&other| other != at) {
            places.insert(name, at);
            let event = json!({ "event": "place", "actor": name, "kind": "guard", "at": print.told(at) });
            print.event(event);
            noted.push(places.clone());
        }
    }
    let (tells_from, hides, phases) = (dice.below(2) == 0, dice.below(2) == 0, dice.below(2) == 0);
    let names: Vec<&'static str> = places.keys().copied().collect();
    for turn in 1..4 + dice.below(4) {
        if phases {
            print.event(json!({ "event": "begin", "phase": format!("turn {turn}") }));
        }
        for name in &names {
            let from = places[name];
            let free: Vec<Spot> = ground.next(from).into_iter().map(|next| next.0).collect();
            let free: Vec<Spot> = free.into_iter().filter(|to| places.values().all(|other| other != to)).collect();
            noted.resize(print.lines.len(), places.clone());
            if !free.is_empty() && dice.below(5) > 0 {
                let to = one(dice, &free);
                places.insert(name, to);
                let event = json!({ "event": "move", "actor": name, "at": print.told(to) });
                print.event(event);
            } else if dice.below(3) == 0 {
                let event = json!({ "event": "move", "actor": name, "at": print.told(from) });
                print.event(event);
            }
            if hides {
                print.event(json!({ "event": "hide", "actor": name }));
            }
            let eye = places[name];
            for at in ground.spots().filter(|&at| dice.below(3) == 0 && is_seen(&ground, eye, at)) {
                let mut event = json!({ "event": "see", "at": print.told(at), "actor": name });
                if tells_from {
                    event["from"] = print.told(eye);
                }
                print.event(event);
            }
            noted.resize(print.lines.len(), places.clone());
        }
        if phases {
            print.event(json!({ "event": "end" }));
        }
    }
    noted.resize(print.lines.len(), places.clone());
    let program = Program::new(&ground, print, &[]).without("start").without("goal").without("costs");
    Patrol { program, ground, places: noted }
}

pub fn guards(dice: &mut Rng) -> Program {
    patrol(dice).program
}

/// Returns a random cell that is hidden from all given eyes, for any points of the two cells.
pub fn hidden_from(ground: &Ground, eyes: &[Spot], dice: &mut Rng) -> Option<Spot> {
    let mut all: Vec<Spot> = ground.spots().collect();
    while !all.is_empty() {
        let at = all.swap_remove(dice.below(all.len() as u64) as usize);
        if eyes.iter().all(|&eye| is_hidden(ground, eye, at)) {
            return Some(at);
        }
    }
    None
}

/// Returns a program with decisions by scores. The chosen candidate has the best score of its set.
pub fn decisions(dice: &mut Rng) -> Program {
    let mut ground = Ground::new(dice, 9);
    let mut print = Printer::new(Manner::new(dice), &ground);
    let (named, sets) = (dice.below(2) == 0, dice.below(2) == 0);
    let best = one(dice, &[None, None, Some("lowest"), Some("highest")]);
    for n in 0..3 + dice.below(6) {
        let mut all: Vec<(Value, f64)> = Vec::new();
        for i in 0..=dice.below(6) {
            let who = if named {
                json!(format!("option {i}"))
            } else {
                let at = ground.any(dice);
                print.told(at)
            };
            if all.iter().all(|(other, _)| *other != who) {
                let score = dice.below(9) as f64 * one(dice, &[1.0, 0.5, -0.1, 0.333_333_333]);
                all.push((who, score));
            }
        }
        let field = if named { "name" } else { "at" };
        let told = |event: &str, who: &Value| {
            let mut event = json!({ "event": event });
            event[field] = who.clone();
            if sets {
                event["set"] = format!("move {n}").into();
            }
            event
        };
        for (i, (who, score)) in all.iter().enumerate() {
            let mut event = told("weigh", who);
            event["score"] = print.manner.number(*score);
            event["danger"] = json!(i);
            print.event(event);
        }
        let scores = all.iter().map(|candidate| candidate.1);
        let wins =
            if best == Some("highest") { scores.fold(f64::MIN, f64::max) } else { scores.fold(f64::MAX, f64::min) };
        let ties: Vec<&Value> =
            all.iter().filter(|candidate| candidate.1 == wins).map(|candidate| &candidate.0).collect();
        let mut event = told("choose", ties[dice.below(ties.len() as u64) as usize]);
        if let Some(best) = best {
            event["best"] = best.into();
        }
        print.event(event);
    }
    Program::new(&ground, print, &[]).without("start").without("goal").without("costs")
}
