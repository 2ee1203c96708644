//! Best-first programs on grids of every kind: terrain costs, walls between cells, joined edges, floats and large
//! integers.

use super::engine::{How, Met, Order, Outcome, Task, search};
use super::ground::{CostOf, Ground, Spot, Terrain};
use super::manner::{Arith, Manner};
use super::one;
use super::printer::{Node, Printer, Program};
use gridscope::trace::rng::Rng;

/// Orders of an open list.
const ORDERS: [Order; 6] = [&["f"], &["f", "-g"], &["f", "h"], &["f", "#"], &["f", "-#"], &["f", "-g", "-#"]];

/// Returns the heuristic: a lower bound of the rest of the cost, in the program's own arithmetic.
pub fn estimate(ground: &Ground, arith: Arith, at: Spot) -> f64 {
    let (dx, dy) = ground.apart(at, ground.goal);
    let (long, short) = (dx.max(dy), dx.min(dy));
    let (straight, diagonal) = ground.least();
    if ground.neighbours == 4 {
        return arith.mul(straight, long + short);
    }
    arith.add(arith.mul(straight, long - short), arith.mul(diagonal, short))
}

/// Returns the neighbours of a node without state.
pub fn next(ground: &Ground, node: Node) -> Vec<Met> {
    let met = ground.look(node.at).into_iter();
    met.map(|(to, why)| (Node::of(to), why.map_or_else(|| Ok(ground.price(node.at, to)), Err))).collect()
}

/// Searches from the start to the goal of the ground.
pub fn run(ground: &Ground, how: &How, print: &mut Printer) -> Outcome {
    let arith = print.manner.arith;
    let task = Task {
        start: Node::of(ground.start),
        is_goal: &|node| node.at == ground.goal,
        next: &|node| next(ground, node),
        h: &|node| estimate(ground, arith, node.at),
    };
    search(&task, how, print)
}

pub fn cells(path: &[Node]) -> Vec<Spot> {
    path.iter().map(|node| node.at).collect()
}

/// Prints the end of a search.
pub fn finish(print: &mut Printer, out: &Outcome) {
    let found = out.path.as_ref().map(|(nodes, cost)| (cells(nodes), *cost));
    print.finish(found.as_ref().map(|(cells, cost)| (cells.as_slice(), *cost)));
}

/// Panics if a path is not shortest. Then the generator is wrong, not the audit.
pub fn assert_shortest(ground: &Ground, out: &Outcome) {
    let (found, exact) = (out.path.as_ref().map(|path| path.1), ground.shortest(ground.start, ground.goal));
    let same = match (found, exact) {
        (Some(found), Some(exact)) => (found - exact).abs() <= 1e-5 * exact.max(1.0),
        (None, None) => true,
        _ => false,
    };
    assert!(same, "{found:?} {exact:?} from {:?} to {:?}\n{}", ground.start, ground.goal, ground.picture());
}

/// Returns a complete log of a search for a shortest path.
fn shortest(dice: &mut Rng, ground: &Ground, manner: &Manner, how: &How) -> Program {
    let mut print = Printer::new(manner.clone(), ground);
    let out = run(ground, how, &mut print);
    finish(&mut print, &out);
    assert_shortest(ground, &out);
    Program::new(ground, print, how.order).maybe_precise(dice, manner)
}

/// Returns a log of A* or Dijkstra's algorithm, in one of the common variants.
fn astar(dice: &mut Rng, ground: &Ground, manner: Manner) -> Program {
    let reopens = dice.below(3) == 0;
    if dice.below(4) == 0 {
        let how = How { weight: 0.0, pushes_all: dice.below(2) == 0, ..How::by(&["g"]) };
        let manner = manner.with(one(dice, &["g", "g", "gf", ""]));
        return shortest(dice, ground, &manner, &how);
    }
    let how = How { reopens, ..How::by(one(dice, &ORDERS)) };
    shortest(dice, ground, &manner, &how)
}

fn any_terrain(dice: &mut Rng) -> Terrain {
    one(
        dice,
        &[Terrain::Plain, Terrain::Enter, Terrain::Times, Terrain::Legend, Terrain::Prices, Terrain::PricesAndMap],
    )
}

pub fn any_ground(dice: &mut Rng) -> Program {
    let terrain = any_terrain(dice);
    let (ground, manner) = (Ground::new(dice, 13).with_terrain(dice, terrain), Manner::new(dice));
    astar(dice, &ground, manner)
}

/// Returns large open ground, so that rounding errors add up.
fn large(dice: &mut Rng) -> Ground {
    let mut ground = Ground::new(dice, 24);
    (ground.neighbours, ground.straight, ground.diagonal) = (8, 1.0, std::f64::consts::SQRT_2);
    if dice.below(3) == 0 {
        ground = ground.costing(0.1, 0.141_421_356_237);
    }
    ground
}

pub fn floats_of_32_bits(dice: &mut Rng) -> Program {
    let terrain = one(dice, &[Terrain::Plain, Terrain::Plain, Terrain::Prices]);
    let (ground, manner) = (large(dice).with_terrain(dice, terrain), Manner::new(dice).in_f32(dice));
    astar(dice, &ground, manner)
}

pub fn floats_of_64_bits(dice: &mut Rng) -> Program {
    let terrain = one(dice, &[Terrain::Plain, Terrain::Plain, Terrain::Times]);
    let (ground, manner) = (large(dice).with_terrain(dice, terrain), Manner::new(dice).in_f64(dice));
    astar(dice, &ground, manner)
}

/// A closed cell is reopened if its cost decreases, even in the last digit.
pub fn reopened_by_rounding(dice: &mut Rng) -> Program {
    let mut ground = large(dice);
    for wall in &mut ground.walls {
        *wall = *wall && dice.below(3) == 0;
    }
    let manner = if dice.below(2) == 0 { Manner::new(dice).in_f32(dice) } else { Manner::new(dice) };
    let order = one(dice, &ORDERS);
    shortest(dice, &ground, &manner, &How { reopens: true, ..How::by(order) })
}

pub fn large_whole_numbers(dice: &mut Rng) -> Program {
    let (straight, diagonal) =
        one(dice, &[(1_000_000.0, 1_414_214.0), (20_000_000.0, 28_284_271.0), (100_000.0, 100_001.0)]);
    let terrain = one(dice, &[Terrain::Plain, Terrain::Enter, Terrain::Times]);
    let ground = Ground::new(dice, 13).costing(straight, diagonal).with_terrain(dice, terrain);
    let manner = Manner::new(dice).exact();
    astar(dice, &ground, manner)
}

pub fn price_grids(dice: &mut Rng) -> Program {
    let terrain = one(dice, &[Terrain::Prices, Terrain::Prices, Terrain::PricesAndMap]);
    let (ground, manner) = (Ground::new(dice, 13).with_terrain(dice, terrain), Manner::new(dice));
    let manner = if dice.below(3) == 0 { manner.in_f32(dice) } else { manner };
    astar(dice, &ground, manner)
}

pub fn tiles_of_its_own(dice: &mut Rng) -> Program {
    let (ground, manner) = (Ground::new(dice, 13).with_terrain(dice, Terrain::Legend), Manner::new(dice));
    astar(dice, &ground, manner)
}

pub fn walls_between_cells(dice: &mut Rng) -> Program {
    let terrain = one(dice, &[Terrain::Plain, Terrain::Enter]);
    let (ground, manner) = (Ground::new(dice, 11).with_edges(dice).with_terrain(dice, terrain), Manner::new(dice));
    astar(dice, &ground, manner)
}

pub fn joined_edges(dice: &mut Rng) -> Program {
    let mut ground = Ground::new(dice, 12);
    ground.wraps = one(dice, &[(true, false), (false, true), (true, true)]);
    let terrain = one(dice, &[Terrain::Plain, Terrain::Prices]);
    let (ground, manner) = (ground.with_terrain(dice, terrain), Manner::new(dice));
    astar(dice, &ground, manner)
}

pub fn prices_of_both_cells(dice: &mut Rng) -> Program {
    let mut ground = Ground::new(dice, 12);
    ground.cost_of = one(dice, &[CostOf::Leave, CostOf::Average, CostOf::Sum]);
    let priced = if ground.cost_of == CostOf::Sum {
        one(dice, &[Terrain::Prices, Terrain::Times])
    } else {
        one(dice, &[Terrain::Prices, Terrain::Times, Terrain::Enter, Terrain::Legend])
    };
    let (ground, manner) = (ground.with_terrain(dice, priced), Manner::new(dice));
    astar(dice, &ground, manner)
}

pub fn negative_coordinates(dice: &mut Rng) -> Program {
    let terrain = any_terrain(dice);
    let mut ground = Ground::new(dice, 12).with_terrain(dice, terrain);
    ground.origin = (dice.below(40) as i32 - 30, dice.below(40) as i32 - 30);
    if dice.below(4) == 0 {
        ground = ground.with_edges(dice);
    }
    let manner = Manner::new(dice);
    astar(dice, &ground, manner)
}

/// The start and the goal may be walls in the map, since the units on them block them.
pub fn blocked_ends(dice: &mut Rng) -> Program {
    let mut ground = Ground::new(dice, 12);
    ground.blocked_ends = true;
    let (start, goal) = (ground.index(ground.start), ground.index(ground.goal));
    ground.walls[start] = dice.below(4) > 0;
    ground.walls[goal] = dice.below(3) > 0;
    let manner = Manner::new(dice);
    astar(dice, &ground, manner)
}

pub fn weighted(dice: &mut Rng) -> Program {
    let terrain = any_terrain(dice);
    let ground = Ground::new(dice, 13).with_terrain(dice, terrain);
    let (manner, weight) = (Manner::new(dice).with("ghf"), one(dice, &[1.2, 1.5, 3.0]));
    let manner = if dice.below(3) == 0 { manner.in_f32(dice) } else { manner };
    let reopens = dice.below(2) == 0;
    without_promise(&ground, manner, &How { weight, reopens, ..How::by(one(dice, &ORDERS)) })
}

pub fn greedy(dice: &mut Rng) -> Program {
    let terrain = any_terrain(dice);
    let (ground, manner) = (Ground::new(dice, 13).with_terrain(dice, terrain), Manner::new(dice).with("gh"));
    let reopens = dice.below(4) == 0;
    without_promise(
        &ground,
        manner,
        &How { reopens, ..How::by(one(dice, &[&["h"] as Order, &["h", "#"], &["h", "-g"]])) },
    )
}

/// Returns a log of a search whose paths need not be shortest.
fn without_promise(ground: &Ground, manner: Manner, how: &How) -> Program {
    let mut print = Printer::new(manner, ground);
    let out = run(ground, how, &mut print);
    finish(&mut print, &out);
    Program::new(ground, print, how.order).with("optimal", false)
}

/// Returns a log of a search with a queue or stack. Steps have costs, or each step counts as one.
fn blind(dice: &mut Rng, how: &How) -> Program {
    let (mut ground, manner) = (Ground::new(dice, 12), Manner::new(dice).with(one(dice, &["g", "g", ""])));
    let counts = dice.below(2) == 0;
    if counts {
        ground = ground.costing(1.0, 1.0);
    } else {
        let terrain = any_terrain(dice);
        ground = ground.with_terrain(dice, terrain);
    }
    let is_queue = how.order[0] == "#";
    let mut print = Printer::new(manner, &ground);
    let out = run(&ground, &How { weight: 0.0, ..*how }, &mut print);
    finish(&mut print, &out);
    if counts && is_queue {
        assert_shortest(&ground, &out);
        return Program::new(&ground, print, how.order);
    }
    Program::new(&ground, print, how.order).with("optimal", false)
}

pub fn breadth_first_marks_when_pushed(dice: &mut Rng) -> Program {
    blind(dice, &How { marks_pushed: true, ..How::by(&["#"]) })
}

pub fn breadth_first_marks_when_taken(dice: &mut Rng) -> Program {
    blind(dice, &How { pushes_all: true, ..How::by(&["#"]) })
}

pub fn depth_first_marks_when_pushed(dice: &mut Rng) -> Program {
    blind(dice, &How { marks_pushed: true, ..How::by(&["-#"]) })
}

pub fn depth_first_marks_when_taken(dice: &mut Rng) -> Program {
    blind(dice, &How { pushes_all: true, ..How::by(&["-#"]) })
}
