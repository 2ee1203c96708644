//! Bidirectional search, with a stopping rule: it stops when the best keys of both sides promise nothing better.

use super::grids::estimate;
use super::ground::{Ground, Spot, Terrain};
use super::manner::Manner;
use super::one;
use super::printer::{Node, Printer, Program};
use gridscope::trace::rng::Rng;
use std::collections::{HashMap, HashSet};

/// Result of a bidirectional search.
pub struct Met {
    pub program: Program,
    pub cost: Option<f64>,
    /// Index of the line of the path.
    pub path_line: Option<usize>,
}

#[derive(Clone, Copy)]
pub struct How {
    /// Whether it has a heuristic.
    pub guided: bool,
    /// Whether it stops at the first cell that both sides have expanded.
    pub stops_early: bool,
    /// Whether the sides take turns. Otherwise the side with the better key continues.
    pub in_turn: bool,
}

pub fn search(ground: &Ground, manner: Manner, how: How, names: [&'static str; 2]) -> Met {
    let arith = manner.arith;
    let ends = [ground.start, ground.goal];
    let turned = Ground { start: ground.goal, goal: ground.start, ..ground.clone() };
    let h = |side: usize, at: Spot| {
        let towards = if side == 0 { ground } else { &turned };
        if how.guided { estimate(towards, arith, at) } else { 0.0 }
    };
    let mut print = Printer::new(manner, ground);
    let mut g = ends.map(|end| HashMap::from([(end, 0.0)]));
    let mut parents: [HashMap<Spot, Spot>; 2] = [HashMap::new(), HashMap::new()];
    let mut closed: [HashSet<Spot>; 2] = [HashSet::new(), HashSet::new()];
    let mut open = [0, 1].map(|side| vec![(h(side, ends[side]), ends[side], 0.0)]);
    for side in 0..2 {
        print.list = Some(names[side]);
        print.open(Node::of(ends[side]), None, [0.0, h(side, ends[side]), h(side, ends[side])]);
    }
    let mut best = if ends[0] == ends[1] { (0.0, Some(ends[0])) } else { (f64::INFINITY, None) };
    let mut turn = 0;
    loop {
        for side in 0..2 {
            let (closed, g) = (&closed[side], &g[side]);
            open[side].retain(|&(_, at, cost)| !closed.contains(&at) && cost <= g[&at]);
        }
        let top = |side: usize| open[side].iter().map(|entry| entry.0).fold(f64::INFINITY, f64::min);
        let tops = [top(0), top(1)];
        if tops.contains(&f64::INFINITY) {
            break;
        }
        let over = if how.guided { tops[0].max(tops[1]) >= best.0 } else { tops[0] + tops[1] >= best.0 };
        if over {
            break;
        }
        let side = if how.in_turn { turn } else { usize::from(tops[1] < tops[0]) };
        turn = 1 - turn;
        let taken = (0..open[side].len()).min_by(|&a, &b| open[side][a].0.total_cmp(&open[side][b].0));
        let (f, at, cost) = open[side].remove(taken.expect("an entry"));
        closed[side].insert(at);
        print.list = Some(names[side]);
        print.expand(Node::of(at), parents[side].get(&at).copied().map(Node::of), [cost, h(side, at), f]);
        if how.stops_early && closed[1 - side].contains(&at) {
            best = (arith.add(g[0][&at], g[1][&at]), Some(at));
            break;
        }
        for (to, why) in ground.look(at) {
            if let Some(why) = why {
                print.reject(Node::of(to), Node::of(at), why, None);
                continue;
            }
            // The side of the goal takes the steps in reverse.
            let price = if side == 0 { ground.price(at, to) } else { ground.price(to, at) };
            let there = arith.add(cost, price);
            if closed[side].contains(&to) {
                print.reject(Node::of(to), Node::of(at), "closed", Some(there));
            } else if g[side].get(&to).is_some_and(|&known| there >= known) {
                let why = print.manner.dearer;
                print.reject(Node::of(to), Node::of(at), why, Some(there));
            } else {
                g[side].insert(to, there);
                parents[side].insert(to, at);
                let key = arith.add(there, h(side, to));
                open[side].push((key, to, there));
                print.open(Node::of(to), Some(Node::of(at)), [there, h(side, to), key]);
                if let Some(&rest) = g[1 - side].get(&to) {
                    let whole = arith.add(there, rest);
                    if whole < best.0 {
                        best = (whole, Some(to));
                    }
                }
            }
        }
    }
    let parents = &parents;
    let path = best.1.map(|middle| {
        let back = |side: usize| std::iter::successors(Some(middle), move |at| parents[side].get(at).copied());
        let mut cells: Vec<Spot> = back(0).collect();
        cells.reverse();
        cells.extend(back(1).skip(1));
        cells
    });
    print.list = None;
    print.finish(path.as_deref().map(|cells| (cells, best.0)));
    let path_line = print.lines.iter().position(|line| line["event"] == "path");
    let order: &[&str] = if how.guided { &["f"] } else { &["g"] };
    let program = Program::new(ground, print, order);
    Met { program, cost: path.map(|_| best.0), path_line }
}

pub fn ground(dice: &mut Rng) -> Ground {
    let terrain = one(dice, &[Terrain::Plain, Terrain::Plain, Terrain::Enter, Terrain::Prices]);
    Ground::new(dice, 12).with_terrain(dice, terrain)
}

fn program(dice: &mut Rng, guided: bool) -> Program {
    let (ground, manner) = (ground(dice), Manner::new(dice));
    let manner = if dice.below(3) == 0 { manner.in_f32(dice) } else { manner };
    let manner = if guided { manner } else { manner.with(one(dice, &["g", "gf", ""])) };
    let names = one(dice, &[["forward", "backward"], ["start", "goal"], ["0", "1"]]);
    let how = How { guided, stops_early: false, in_turn: dice.below(2) == 0 };
    let met = search(&ground, manner, how, names);
    let exact = ground.shortest(ground.start, ground.goal);
    let same = match (met.cost, exact) {
        (Some(cost), Some(exact)) => (cost - exact).abs() <= 1e-5 * exact.max(1.0),
        (None, None) => true,
        _ => false,
    };
    assert!(same, "{:?} {exact:?}\n{}", met.cost, ground.picture());
    met.program
}

pub fn dijkstra(dice: &mut Rng) -> Program {
    program(dice, false)
}

pub fn astar(dice: &mut Rng) -> Program {
    program(dice, true)
}
