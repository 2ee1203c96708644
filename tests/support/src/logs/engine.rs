//! Best-first search over nodes as in textbooks, with common habits of programs, and with one mistake if requested.

use super::manner::Arith;
use super::printer::{Node, Numbers, Printer};
use std::collections::{HashMap, HashSet};

pub type Order = &'static [&'static str];

/// A neighbour of a node, with the step cost or the reason for refusing it.
pub type Met = (Node, Result<f64, &'static str>);

/// The problem to search.
pub struct Task<'a> {
    pub start: Node,
    pub is_goal: &'a dyn Fn(Node) -> bool,
    pub next: &'a dyn Fn(Node) -> Vec<Met>,
    pub h: &'a dyn Fn(Node) -> f64,
}

/// Options of a search.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is one habit of a program")]
pub struct How {
    pub order: Order,
    /// Factor of h in f; 0 leaves h out.
    pub weight: f64,
    /// Whether a closed node is reopened at a lower cost.
    pub reopens: bool,
    /// Whether every neighbour that is not closed is pushed, so that duplicates are skipped when they are popped.
    pub pushes_all: bool,
    /// Whether a node is marked when it is pushed.
    pub marks_pushed: bool,
    /// Whether the search continues after the goal was expanded.
    pub floods: bool,
    pub slip: Option<Slip>,
}

impl How {
    pub const fn by(order: Order) -> Self {
        Self { order, weight: 1.0, reopens: false, pushes_all: false, marks_pushed: false, floods: false, slip: None }
    }
}

/// A single mistake, made at the `nth` opportunity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slip {
    pub kind: Mistake,
    pub nth: usize,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mistake {
    /// Expands an entry although one with a better key is in the open list.
    TakesWorse,
    /// Adds this error to a step cost.
    Price(f64),
    /// Enters a wall or cuts a corner.
    Enters,
    /// Skips a neighbour without printing anything.
    Skips,
    /// Refuses a neighbour for a wrong reason.
    Refuses(&'static str),
}

/// Result of a search.
pub struct Outcome {
    pub path: Option<(Vec<Node>, f64)>,
    /// Number of opportunities for the mistake.
    pub chances: usize,
    /// Index of the line with the mistake, and the node it concerns.
    pub made: Option<(usize, Node)>,
    pub g: HashMap<Node, f64>,
    pub expanded: Vec<Node>,
}

struct Entry {
    keys: Vec<f64>,
    node: Node,
    from: Option<Node>,
    g: f64,
    h: f64,
}

/// Returns the nodes from the start to a node.
pub fn way(parents: &HashMap<Node, Node>, last: Node) -> Vec<Node> {
    let mut nodes = vec![last];
    while let Some(&before) = parents.get(&nodes[nodes.len() - 1]) {
        nodes.push(before);
        assert!(nodes.len() < 100_000, "the parents go round in a circle");
    }
    nodes.reverse();
    nodes
}

/// Returns whether a key is certainly worse than another: its first different component is larger by more than
/// rounding.
fn is_worse(a: &[f64], b: &[f64]) -> bool {
    let differs = a.iter().zip(b).find(|(a, b)| (*a - *b).abs() > 0.05);
    differs.is_some_and(|(a, b)| a > b) && a.iter().zip(b).all(|(a, b)| (a - b).abs() > 0.05 || a == b)
}

/// Runs the search and prints it.
pub fn search(task: &Task<'_>, how: &How, print: &mut Printer) -> Outcome {
    let arith: Arith = print.manner.arith;
    let (mut heap, mut count): (Vec<Entry>, f64) = (Vec::new(), 0.0);
    let (mut best, mut parents) = (HashMap::from([(task.start, 0.0)]), HashMap::new());
    let (mut closed, mut pushed) = (HashSet::new(), HashSet::from([task.start]));
    let mut out = Outcome { path: None, chances: 0, made: None, g: HashMap::new(), expanded: Vec::new() };
    let h_of = |node: Node| if how.weight == 0.0 { 0.0 } else { arith.of((task.h)(node)) };
    let numbers = |g: f64, h: f64| -> Numbers { [g, h, arith.add(g, arith.mul(how.weight, h))] };
    let mut push = |heap: &mut Vec<Entry>, node: Node, from: Option<Node>, g: f64| -> Numbers {
        count += 1.0;
        let all = numbers(g, h_of(node));
        let key = |name: &&str| match *name {
            "f" => all[2],
            "g" => g,
            "-g" => -g,
            "h" => all[1],
            "#" => count,
            "-#" => -count,
            other => panic!("no key {other}"),
        };
        heap.push(Entry { keys: how.order.iter().map(key).collect(), node, from, g, h: all[1] });
        all
    };
    let mistake = how.slip.map(|slip| slip.kind);
    let nth = how.slip.map_or(usize::MAX, |slip| slip.nth);
    let first = push(&mut heap, task.start, None, 0.0);
    print.open(task.start, None, first);
    loop {
        let is_stale =
            |e: &Entry| closed.contains(&e.node) || (!how.pushes_all && best.get(&e.node).is_some_and(|&g| e.g > g));
        let compare = |a: &usize, b: &usize| heap[*a].keys.partial_cmp(&heap[*b].keys).expect("numbers");
        let Some(mut taken) = (0..heap.len()).min_by(compare) else { break };
        if mistake == Some(Mistake::TakesWorse) && out.made.is_none() && !is_stale(&heap[taken]) {
            let worse = (0..heap.len()).find(|&i| {
                heap[i].node != heap[taken].node && !is_stale(&heap[i]) && is_worse(&heap[i].keys, &heap[taken].keys)
            });
            if let Some(worse) = worse {
                if out.chances == nth {
                    out.made = Some((print.lines.len(), heap[worse].node));
                    taken = worse;
                }
                out.chances += 1;
            }
        }
        let stale = is_stale(&heap[taken]);
        let Entry { node, from, g, h, .. } = heap.remove(taken);
        if stale {
            if print.manner.closes && closed.contains(&node) {
                print.close(node);
            }
            continue;
        }
        closed.insert(node);
        best.insert(node, g);
        if let Some(from) = from {
            parents.insert(node, from);
        }
        print.expand(node, from, numbers(g, h));
        out.expanded.push(node);
        if (task.is_goal)(node) && out.path.is_none() {
            out.path = Some((way(&parents, node), g));
            if !how.floods {
                break;
            }
        }
        for (next, met) in (task.next)(node) {
            let known = best.get(&next).copied();
            let price = match met {
                Ok(price) => price,
                Err(why) => {
                    let enters =
                        mistake == Some(Mistake::Enters) && ["wall", "corner"].contains(&why) && known.is_none();
                    out.chances += usize::from(enters);
                    if !(enters && out.made.is_none() && out.chances == nth + 1) {
                        print.reject(next, node, why, None);
                        continue;
                    }
                    out.made = Some((print.lines.len(), next));
                    1.0
                }
            };
            let mut there = arith.add(g, price);
            let is_closed = closed.contains(&next);
            let marked = how.marks_pushed && pushed.contains(&next);
            let refusal = if marked || (is_closed && !how.reopens) {
                Some("closed")
            } else if known.is_some_and(|known| there >= known) && !how.pushes_all {
                let equal = known == Some(there) && print.manner.tells_equal;
                Some(if is_closed {
                    "closed"
                } else if equal {
                    "equal"
                } else {
                    print.manner.dearer
                })
            } else {
                None
            };
            if let Some(why) = refusal {
                print.reject(next, node, why, Some(there));
                continue;
            }
            let fresh = known.is_none_or(|known| there < known - 0.05);
            let chance = match mistake {
                Some(Mistake::Skips | Mistake::Refuses(_)) => fresh && !is_closed,
                Some(Mistake::Price(_)) => known.is_none(),
                _ => false,
            };
            out.chances += usize::from(chance);
            if chance && out.made.is_none() && out.chances == nth + 1 {
                match mistake {
                    Some(Mistake::Skips) => {
                        out.made = Some((print.lines.len(), next));
                        continue;
                    }
                    Some(Mistake::Refuses(why)) => {
                        out.made = Some((print.lines.len(), next));
                        print.reject(next, node, why, Some(there));
                        continue;
                    }
                    Some(Mistake::Price(off)) => {
                        out.made = Some((print.lines.len(), next));
                        there = arith.add(there, off);
                    }
                    _ => {}
                }
            }
            closed.remove(&next);
            pushed.insert(next);
            if known.is_none_or(|known| there < known) {
                best.insert(next, there);
            }
            let all = push(&mut heap, next, Some(node), there);
            print.open(next, Some(node), all);
        }
    }
    out.g = best;
    out
}
