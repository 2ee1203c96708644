//! Programs whose nodes have more than a cell: facing, time, odd and even diagonals, carried keys.

use super::engine::{How, Met, Order, Outcome, Task, search};
use super::grids::{cells, estimate};
use super::ground::{Ground, Spot};
use super::manner::Manner;
use super::one;
use super::printer::{Field, Node, Printer, Program};
use gridscope::trace::rng::Rng;
use std::collections::HashMap;

const FACING: Field = Field { name: "facing", words: &["e", "s", "w", "n"] };
const TIME: Field = Field { name: "t", words: &[] };
const AHEAD: [Spot; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Function that returns the neighbours of a node.
type Next = Box<dyn Fn(&Ground, Node) -> Vec<Met>>;
/// Function that returns what the state of a node adds to h.
type More = Box<dyn Fn(&Ground, Node) -> f64>;

/// A search over nodes with state.
pub struct Stateful {
    pub ground: Ground,
    pub fields: Vec<Field>,
    pub waits: bool,
    /// Whether the header can state the costs of a straight and of a diagonal step.
    pub costs: (bool, bool),
    pub first: [i32; 2],
    pub next: Next,
    pub more: More,
}

impl Stateful {
    /// Runs the search and prints it.
    pub fn run(&self, manner: Manner, how: &How, from_node: bool) -> (Printer, Outcome) {
        let mut print = Printer::new(manner, &self.ground);
        (print.state, print.from_node) = (self.fields.clone(), from_node);
        let arith = print.manner.arith;
        let task = Task {
            start: Node { at: self.ground.start, state: self.first },
            is_goal: &|node| node.at == self.ground.goal,
            next: &|node| (self.next)(&self.ground, node),
            h: &|node| arith.add(estimate(&self.ground, arith, node.at), (self.more)(&self.ground, node)),
        };
        let out = search(&task, how, &mut print);
        (print, out)
    }

    pub fn header(&self, program: Program) -> Program {
        let mut program = if self.waits { program.with("waits", true) } else { program };
        match self.costs {
            (false, _) => program = program.without("costs"),
            (true, false) => program = program.with("costs", serde_json::json!({ "straight": self.ground.straight })),
            _ => {}
        }
        program
    }

    /// Prints the end. A search with limited turns may miss a longer path, so it reports a timeout.
    pub fn finish(&self, print: &mut Printer, path: Option<(&[Spot], f64)>) {
        if path.is_none() && self.fields[0].name == TIME.name {
            print.event(serde_json::json!({ "event": "done", "result": "timeout" }));
        } else {
            print.finish(path);
        }
    }

    /// Returns a log in a random style.
    fn program(&self, dice: &mut Rng) -> Program {
        let manner = Manner::new(dice);
        let order: Order = one(dice, &[&["f"], &["g"], &["f", "-g"], &["f", "#"]]);
        let how = How { weight: if order[0] == "g" { 0.0 } else { 1.0 }, ..How::by(order) };
        let manner = if how.weight == 0.0 { manner.with(one(dice, &["g", "gf", ""])) } else { manner };
        let from_node = dice.below(3) > 0;
        let (mut print, out) = self.run(manner, &how, from_node);
        let path = out.path.as_ref().map(|(nodes, cost)| {
            let mut cells = cells(nodes);
            if dice.below(3) == 0 {
                cells.dedup();
            }
            (cells, *cost)
        });
        self.finish(&mut print, path.as_ref().map(|(cells, cost)| (cells.as_slice(), *cost)));
        self.header(Program::new(&self.ground, print, order))
    }
}

/// Returns the neighbours, with a state that may depend on the step.
fn steps(ground: &Ground, node: Node, state: impl Fn(Spot) -> [i32; 2]) -> Vec<Met> {
    let met = ground.look(node.at).into_iter();
    met.map(|(to, why)| {
        let met = why.map_or_else(|| Ok(ground.price(node.at, to)), Err);
        (Node { at: to, state: state(to) }, met)
    })
    .collect()
}

fn four(dice: &mut Rng, most: u64) -> Ground {
    let mut ground = Ground::new(dice, most).costing(1.0, 1.0);
    ground.neighbours = 4;
    ground
}

/// A turn and a step are one action: cost 1 ahead, more with a turn. The header cannot state the cost of a step.
pub fn turns_with_the_step(dice: &mut Rng) -> Stateful {
    let turn = one(dice, &[0.5, 3.0, 10.0]);
    Stateful {
        ground: four(dice, 10),
        fields: vec![FACING],
        waits: false,
        costs: (false, false),
        first: [dice.below(4) as i32, 0],
        next: Box::new(move |ground, node| {
            let turned = |k: i32| (node.state[0] + k).rem_euclid(4);
            let met = [(0, 1.0), (1, 1.0 + turn), (3, 1.0 + turn)].into_iter().filter_map(|(k, price)| {
                let (dx, dy) = AHEAD[turned(k) as usize];
                let to = (node.at.0 + dx, node.at.1 + dy);
                let met = if ground.is_free(to) { Ok(price) } else { Err("wall") };
                ground.is_inside(to).then_some((Node { at: to, state: [turned(k), 0] }, met))
            });
            met.collect()
        }),
        more: Box::new(|_, _| 0.0),
    }
}

/// A turn on the spot is an action of its own.
pub fn turns_on_the_spot(dice: &mut Rng) -> Stateful {
    let turn = one(dice, &[1.0, 0.5, 5.0]);
    Stateful {
        ground: four(dice, 9),
        fields: vec![FACING],
        waits: true,
        costs: (dice.below(2) == 0, false),
        first: [dice.below(4) as i32, 0],
        next: Box::new(move |ground, node| {
            let (dx, dy) = AHEAD[node.state[0] as usize];
            let ahead = (node.at.0 + dx, node.at.1 + dy);
            let met = if ground.is_free(ahead) { Ok(1.0) } else { Err("wall") };
            let turned = |k: i32| Node { at: node.at, state: [(node.state[0] + k).rem_euclid(4), 0] };
            let mut all = vec![(turned(1), Ok(turn)), (turned(3), Ok(turn))];
            if ground.is_inside(ahead) {
                all.push((Node { at: ahead, state: node.state }, met));
            }
            all
        }),
        // At least one turn if the goal is not ahead.
        more: Box::new(move |ground, node| {
            let (dx, dy) = AHEAD[node.state[0] as usize];
            let (x, y) = (ground.goal.0 - node.at.0, ground.goal.1 - node.at.1);
            let ahead = x * dy == y * dx && x * dx + y * dy >= 0;
            if ahead { 0.0 } else { turn }
        }),
    }
}

/// Returns the cells taken by other units, which walk to and fro, at each time.
fn taken(dice: &mut Rng, ground: &Ground) -> Vec<Vec<Spot>> {
    let patrol = |dice: &mut Rng| {
        let mut at = ground.spot(dice.below(ground.walls.len() as u64) as usize);
        let mut all = vec![at];
        for _ in 0..3 {
            let next = ground.next(at);
            if !next.is_empty() {
                at = next[dice.below(next.len() as u64) as usize].0;
            }
            all.push(at);
        }
        let back: Vec<Spot> = all[1..all.len() - 1].iter().rev().copied().collect();
        all.into_iter().chain(back).collect()
    };
    (0..=dice.below(3)).map(|_| patrol(dice)).collect()
}

/// Space and time: a step and a wait take one turn each, and a cell that is taken at that time cannot be entered.
pub fn space_and_time(dice: &mut Rng) -> Stateful {
    let mut ground = Ground::new(dice, 7).costing(1.0, 1.0);
    if dice.below(3) == 0 {
        ground = ground.costing(1.0, std::f64::consts::SQRT_2);
    }
    let others = taken(dice, &ground);
    let wait = if dice.below(6) == 0 { 0.5 } else { 1.0 };
    let last = 24;
    Stateful {
        ground,
        fields: vec![TIME],
        waits: true,
        costs: (true, true),
        first: [0, 0],
        next: Box::new(move |ground, node| {
            let t = node.state[0];
            if t >= last {
                return Vec::new();
            }
            let is_taken = |at: Spot, t: i32| others.iter().any(|way| way[t as usize % way.len()] == at);
            let swaps = |to: Spot| {
                others
                    .iter()
                    .any(|way| way[t as usize % way.len()] == to && way[(t as usize + 1) % way.len()] == node.at)
            };
            let mut all = steps(ground, node, |_| [t + 1, 0]);
            all.push((Node { at: node.at, state: [t + 1, 0] }, Ok(wait)));
            for (to, met) in &mut all {
                if met.is_ok() && (is_taken(to.at, t + 1) || swaps(to.at)) {
                    *met = Err("occupied");
                }
            }
            all
        }),
        more: Box::new(|_, _| 0.0),
    }
}

/// A robot that turns, waits or moves ahead in each turn.
pub fn time_and_facing(dice: &mut Rng) -> Stateful {
    let last = 16;
    Stateful {
        ground: four(dice, 6),
        fields: vec![TIME, FACING],
        waits: true,
        costs: (true, true),
        first: [0, dice.below(4) as i32],
        next: Box::new(move |ground, node| {
            let [t, facing] = node.state;
            if t >= last {
                return Vec::new();
            }
            let (dx, dy) = AHEAD[facing as usize];
            let ahead = (node.at.0 + dx, node.at.1 + dy);
            let stays = [0, 1, 3].map(|k| (Node { at: node.at, state: [t + 1, (facing + k) % 4] }, Ok(1.0)));
            let mut all = stays.to_vec();
            if ground.is_inside(ahead) {
                let met = if ground.is_free(ahead) { Ok(1.0) } else { Err("wall") };
                all.push((Node { at: ahead, state: [t + 1, facing] }, met));
            }
            all
        }),
        more: Box::new(|_, _| 0.0),
    }
}

/// Diagonal steps alternate between the costs 1 and 2.
pub fn odd_and_even_diagonals(dice: &mut Rng) -> Stateful {
    let mut ground = Ground::new(dice, 10).costing(1.0, 1.0);
    ground.neighbours = 8;
    Stateful {
        ground,
        fields: vec![Field { name: one(dice, &["odd", "parity"]), words: &[] }],
        waits: false,
        costs: (true, false),
        first: [0, 0],
        next: Box::new(|ground, node| {
            let odd = node.state[0];
            let mut all = steps(ground, node, |to| [if Ground::is_diagonal(node.at, to) { 1 - odd } else { odd }, 0]);
            for (to, met) in &mut all {
                if Ground::is_diagonal(node.at, to.at) && met.is_ok() {
                    *met = Ok(f64::from(1 + odd));
                }
            }
            all
        }),
        more: Box::new(|_, _| 0.0),
    }
}

/// Doors that need a key, which is on another cell.
pub fn keys_that_are_carried(dice: &mut Rng) -> Stateful {
    let mut ground = Ground::new(dice, 9);
    let (mut keys, mut doors) = (HashMap::new(), HashMap::new());
    for kind in 0..=dice.below(2) as i32 {
        keys.insert(ground.any(dice), 1 << kind);
        for _ in 0..3 {
            let at = ground.any(dice);
            if at != ground.start {
                doors.insert(at, 1 << kind);
            }
        }
    }
    let word = one(dice, &["locked", "rule"]);
    let first = keys.get(&ground.start).copied().unwrap_or(0);
    Stateful {
        ground,
        fields: vec![Field { name: "keys", words: &[] }],
        waits: false,
        costs: (true, true),
        first: [first, 0],
        next: Box::new(move |ground, node| {
            let carried = |to: Spot| node.state[0] | keys.get(&to).copied().unwrap_or(0);
            let mut all = steps(ground, node, |to| [carried(to), 0]);
            for (to, met) in &mut all {
                let door = doors.get(&to.at).copied().unwrap_or(0);
                if met.is_ok() && door & node.state[0] != door {
                    *met = Err(word);
                }
            }
            all
        }),
        more: Box::new(|_, _| 0.0),
    }
}

pub const KINDS: [fn(&mut Rng) -> Stateful; 6] = [
    turns_with_the_step,
    turns_on_the_spot,
    space_and_time,
    time_and_facing,
    odd_and_even_diagonals,
    keys_that_are_carried,
];

pub fn facing(dice: &mut Rng) -> Program {
    one(dice, &KINDS[..2])(dice).program(dice)
}

pub fn reservations(dice: &mut Rng) -> Program {
    space_and_time(dice).program(dice)
}

pub fn facing_in_time(dice: &mut Rng) -> Program {
    time_and_facing(dice).program(dice)
}

pub fn diagonals(dice: &mut Rng) -> Program {
    odd_and_even_diagonals(dice).program(dice)
}

pub fn keys(dice: &mut Rng) -> Program {
    keys_that_are_carried(dice).program(dice)
}

/// Returns a log with several nodes per cell that the header does not state. At least three cells are expanded more
/// than once.
pub fn unstated(dice: &mut Rng) -> Program {
    loop {
        let stateful = one(dice, &KINDS)(dice);
        let manner = Manner::new(dice).with(one(dice, &["g", "gh", "ghf"]));
        let (mut print, out) = stateful.run(manner, &How::by(&["f"]), false);
        let mut times: HashMap<Spot, usize> = HashMap::new();
        for node in &out.expanded {
            *times.entry(node.at).or_default() += 1;
        }
        if times.values().filter(|&&n| n > 1).count() >= 3 {
            let path = out.path.as_ref().map(|(nodes, cost)| (cells(nodes), *cost));
            stateful.finish(&mut print, path.as_ref().map(|(cells, cost)| (cells.as_slice(), *cost)));
            let order: &[&str] = if print.manner.open_fields == "g" { &[] } else { &["f"] };
            let program = stateful.header(Program::new(&stateful.ground, print, order));
            return program.without("state").without("waits");
        }
    }
}
