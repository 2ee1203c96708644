//! Programs that plan repeatedly: a robot that finds walls on its way, ground that changes, sources that are added
//! late.

use super::ground::{Ground, Spot, Terrain};
use super::lifelong::{Forgets, Habits, Lifelong};
use super::manner::Manner;
use super::one;
use super::printer::{Node, Printer, Program};
use gridscope::trace::rng::Rng;
use serde_json::json;
use std::collections::HashMap;

fn habits(dice: &mut Rng) -> Habits {
    Habits {
        promise: dice.below(3) > 0,
        expand_g: dice.below(3) > 0,
        lowers: dice.below(2) == 0,
        moves: dice.below(4) > 0,
        plans: dice.below(4) > 0,
        names_bushes: false,
    }
}

fn manner(dice: &mut Rng, ground: &Ground) -> Manner {
    let manner = Manner::new(dice);
    if ground.straight == 10.0 && ground.terrain == Terrain::Plain { manner.exact() } else { manner }
}

/// Panics if a plan is not shortest on the believed ground.
fn check(search: &Lifelong) {
    if search.forgets != Forgets::Nothing {
        return;
    }
    let exact = search.ground.shortest(search.position(), search.ground.goal);
    let same = match (search.cost(), exact) {
        (Some(cost), Some(exact)) => (cost - exact).abs() < 1e-6 * exact.max(1.0),
        (None, None) => true,
        _ => false,
    };
    assert!(same, "{:?} {exact:?}\n{}", search.cost(), search.ground.picture());
}

/// Result of a run.
pub struct Ran {
    pub program: Program,
    /// Number of opportunities for the mistake, the line where it was made, and the lines that are wrong because of it.
    pub chances: usize,
    pub made: Option<usize>,
    pub shown: Vec<usize>,
}

fn ran(search: Lifelong, first: &Ground, order: &[&str]) -> Ran {
    let made = search.made;
    let chances = search.chances();
    let shown = search.shown.clone();
    let program = Program::new(first, search.print, order).with("incremental", true);
    Ran { program, chances, made, shown }
}

/// D* Lite: the robot walks, sees the neighbouring cells, and plans again.
pub fn robot(dice: &mut Rng, full: bool, forgets: Forgets) -> Ran {
    let truth = Ground::new(dice, 14);
    let mut believed = truth.clone();
    let knows_nothing = dice.below(2) == 0;
    for at in truth.spots().filter(|&at| at != truth.goal && at != truth.start) {
        let i = truth.index(at);
        // The robot knows half of the walls and believes in some that do not exist, or it knows nothing.
        let known = if truth.walls[i] { dice.below(2) == 0 } else { dice.below(9) == 0 };
        believed.walls[i] = known && !knows_nothing;
    }
    let terrain = one(dice, &[Terrain::Plain, Terrain::Plain, Terrain::Prices]);
    let believed = believed.with_terrain(dice, terrain);
    let mut manner = manner(dice, &believed);
    let mut habits = habits(dice);
    if full {
        manner = Manner { arith: manner.arith, whole: manner.whole, ..Manner::full(dice) };
        habits = Habits { promise: true, expand_g: true, moves: true, plans: true, ..habits };
    }
    let first = believed.clone();
    let mut search = Lifelong::new(believed, manner, habits, true, forgets);
    let seen = |search: &Lifelong| -> Vec<Spot> {
        let beside = |&at: &Spot| (at.0 - search.position().0).abs() <= 1 && (at.1 - search.position().1).abs() <= 1;
        let mut all: Vec<Spot> = search.ground.differences(&truth).into_iter().filter(beside).collect();
        all.sort_unstable();
        all
    };
    let changed = seen(&search);
    search.learn(&changed);
    let mut found = search.plan();
    check(&search);
    for _ in 0..120 {
        if !found || !search.step() {
            break;
        }
        let changed = seen(&search);
        if changed.is_empty() {
            continue;
        }
        search.change(&changed);
        found = search.plan();
        check(&search);
    }
    let result = if search.position() == truth.goal { "found" } else { "none" };
    if forgets == Forgets::Nothing || result == "found" {
        search.print.event(json!({ "event": "done", "result": result }));
    }
    ran(search, &first, one(dice, &[&["k1", "k2"] as &[&str], &["k1", "k2"], &["k1"]]))
}

/// LPA*: the start and the goal stay, the ground changes.
pub fn changes(dice: &mut Rng, full: bool, forgets: Forgets) -> Ran {
    let terrain = one(dice, &[Terrain::Plain, Terrain::Plain, Terrain::Prices, Terrain::Enter]);
    let first = Ground::new(dice, 11).with_terrain(dice, terrain);
    let mut manner = manner(dice, &first);
    let mut habits = Habits { moves: false, ..habits(dice) };
    habits.names_bushes = terrain == Terrain::Enter && dice.below(2) == 0;
    if full {
        manner = Manner { arith: manner.arith, whole: manner.whole, ..Manner::full(dice) };
        habits = Habits { promise: true, expand_g: true, plans: true, ..habits };
    }
    let mut search = Lifelong::new(first.clone(), manner, habits, false, forgets);
    let mut found = search.plan();
    check(&search);
    for _ in 0..=dice.below(4) {
        let free = |at: &Spot| *at != first.start && *at != first.goal;
        let changed: Vec<Spot> = first.spots().filter(free).filter(|_| dice.below(12) == 0).collect();
        search.change(&changed);
        found = search.plan();
        check(&search);
    }
    if found || forgets == Forgets::Nothing {
        search.print.event(json!({ "event": "done", "result": if found { "found" } else { "none" } }));
    }
    ran(search, &first, &["k1", "k2"])
}

pub fn dstar_lite(dice: &mut Rng) -> Program {
    robot(dice, false, Forgets::Nothing).program
}

pub fn lpa_star(dice: &mut Rng) -> Program {
    changes(dice, false, Forgets::Nothing).program
}

/// D* Lite without a header field for it. The log shows that it is incremental, because cells are raised.
pub fn unstated(dice: &mut Rng) -> Program {
    dstar_lite(dice).without("incremental")
}

/// A flood to which sources are added while it runs.
pub fn late_sources(dice: &mut Rng) -> Program {
    let terrain = one(dice, &[Terrain::Plain, Terrain::Enter, Terrain::Prices]);
    let mut ground = Ground::new(dice, 11).with_terrain(dice, terrain);
    let (queue, manner) = (dice.below(3) == 0, Manner::new(dice));
    if queue {
        ground = ground.costing(1.0, 1.0);
        ground.factors.fill(1.0);
        ground.extras.fill(0.0);
        ground.terrain = Terrain::Plain;
    }
    let fields = if queue { "g" } else { one(dice, &["g", "gf"]) };
    let mut print = Printer::new(manner.with(fields), &ground);
    let (mut g, mut open) = (HashMap::new(), Vec::<(f64, usize, Spot)>::new());
    let mut count = 0;
    let mut sources: Vec<Spot> = (0..=dice.below(3)).map(|_| ground.any(dice)).collect();
    sources.dedup();
    let mut waiting: Option<Spot> = Some(ground.start);
    loop {
        if let Some(source) = waiting.take()
            && g.get(&source).is_none_or(|&known| known > 0.0)
        {
            g.insert(source, 0.0);
            count += 1;
            open.push((0.0, count, source));
            print.open(Node::of(source), None, [0.0; 3]);
        }
        let taken = (0..open.len()).min_by(|&a, &b| {
            if queue { open[a].1.cmp(&open[b].1) } else { open[a].partial_cmp(&open[b]).expect("numbers") }
        });
        let Some(taken) = taken else {
            waiting = sources.pop();
            if waiting.is_none() {
                break;
            }
            continue;
        };
        let (cost, _, at) = open.remove(taken);
        if cost > g[&at] {
            continue;
        }
        print.expand(Node::of(at), None, [cost, 0.0, cost]);
        for (to, why) in ground.look(at) {
            if let Some(why) = why {
                print.reject(Node::of(to), Node::of(at), why, None);
                continue;
            }
            let there = cost + ground.price(at, to);
            if g.get(&to).is_some_and(|&known| known <= there) {
                let why = print.manner.dearer;
                print.reject(Node::of(to), Node::of(at), why, Some(there));
                continue;
            }
            g.insert(to, there);
            count += 1;
            open.push((there, count, to));
            print.open(Node::of(to), Some(Node::of(at)), [there, 0.0, there]);
        }
        if dice.below(12) == 0 {
            waiting = sources.pop();
        }
    }
    print.event(json!({ "event": "done", "result": "flooded" }));
    let order: &[&str] = if queue { &["#"] } else { &["g"] };
    let program = Program::new(&ground, print, order).without("goal");
    if dice.below(2) == 0 { program.with("incremental", true) } else { program }
}
