//! A* without an observer against the same loop written by hand, and recorded. Ratios, printed.

#[path = "common/mod.rs"]
mod common;

use common::{race, row, scene};
use gridscope::core::algorithm::Algorithm as _;
use gridscope::core::algorithms::astar::{AStar, OpenOrder, PARAMS, Problem, Ties, search};
use gridscope::core::geometry::{Cell, Dir};
use gridscope::core::observe::unhalted;
use gridscope::core::rng::Rng;
use gridscope::core::trace::{Control, Recorder};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hint::black_box;

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Closed,
}

#[derive(Clone, Copy)]
struct Record {
    g: u64,
    paths: f64,
    h: u32,
    parent: Option<Dir>,
    n: u8,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    f: u64,
    tie: u64,
    age: u32,
    record: u32,
}

/// The loop of A* as one would write it that has no debugger to feed: the same records, heap, rules and parameters.
fn by_hand(p: &Problem) -> (u64, u64) {
    let mut records = vec![Record { g: 0, paths: 0.0, h: 0, parent: None, n: 0, state: State::New }; p.size.area()];
    let mut open = BinaryHeap::new();
    let mut dice = Rng::new(1);
    let (mut pushed, mut expanded) = (0u32, 0u64);
    let weight = (u64::from(p.weight.0), u64::from(p.weight.1));
    let mut closest: Option<(u32, Cell)> = None;
    let mut push = |open: &mut BinaryHeap<Reverse<Entry>>, at: usize, r: &Record| {
        let f = r.g * weight.1 + u64::from(r.h) * weight.0;
        let (tie, age) = match p.open_order {
            OpenOrder::LowG => (r.g, pushed),
            OpenOrder::HighG => (u64::MAX - r.g, pushed),
            OpenOrder::Fifo => (0, pushed),
            OpenOrder::Lifo => (0, u32::MAX - pushed),
        };
        open.push(Reverse(Entry { f, tie, age, record: at as u32 }));
        pushed += 1;
    };
    let start = p.size.index(p.start);
    let h = p.heuristic.estimate(p.start, p.goal, p.rules.costs);
    records[start] = Record { g: 0, paths: 1.0, h, parent: None, n: 1, state: State::Open };
    push(&mut open, start, &records[start]);
    while let Some(Reverse(entry)) = open.pop() {
        let at = entry.record as usize;
        let (cell, r) = (p.size.cell(at), records[at]);
        if r.state == State::Closed {
            continue;
        }
        records[at].state = State::Closed;
        expanded += 1;
        if cell == p.goal {
            return (r.g, expanded);
        }
        if closest.is_none_or(|(h, _)| r.h < h) {
            closest = Some((r.h, cell));
        }
        for &dir in &p.rules.order {
            let Ok((to, price)) = p.passage.step(cell, dir) else { continue };
            let i = p.size.index(to);
            let (g, parent, n) = (r.g + u64::from(price), Some(dir.opposite()), &mut records[i]);
            match n.state {
                State::New => {
                    let h = p.heuristic.estimate(to, p.goal, p.rules.costs);
                    *n = Record { g, paths: r.paths, h, parent, n: 1, state: State::Open };
                    push(&mut open, i, &records[i]);
                }
                State::Open if g < n.g => {
                    *n = Record { g, paths: r.paths, parent, n: 1, ..*n };
                    push(&mut open, i, &records[i]);
                }
                State::Closed if g < n.g && p.reopen => {
                    *n = Record { g, paths: r.paths, parent, n: 1, state: State::Open, ..*n };
                    push(&mut open, i, &records[i]);
                }
                _ if g == n.g && n.parent.is_some() => {
                    n.n = n.n.saturating_add(1);
                    n.paths += r.paths;
                    let switch = match p.ties {
                        Ties::First => false,
                        Ties::Last => true,
                        Ties::Parents => dice.unit() < 1.0 / f64::from(n.n),
                        Ties::Paths => dice.unit() < r.paths / n.paths,
                    };
                    if switch {
                        n.parent = parent;
                    }
                }
                _ => {}
            }
        }
    }
    black_box(closest);
    (u64::MAX, expanded)
}

fn main() {
    let control = Control::default();
    println!("A* on 512 × 512, eight neighbours, octile; smallest of 15 turns each\n");
    for percent in [0, 10, 20, 30] {
        let scene = scene(512, percent, 7);
        let Ok(params) = scene.run.params.resolve(PARAMS) else { return };
        let Ok(problem) = Problem::new(&scene, &params, 1) else { return };
        let answer = unhalted(search(&problem, 1, &mut ()));
        if answer.found {
            assert_eq!(by_hand(&problem), (answer.g, answer.expanded), "both must do the same work");
        }
        let mut events = 0;
        let [hand, plain, recorded, whole] = race(
            15,
            [
                &mut || _ = black_box(by_hand(&problem)),
                &mut || _ = black_box(search(&problem, 1, &mut ())),
                &mut || {
                    let mut recorder = Recorder::new(AStar::layout(&problem), &control);
                    let _ = black_box(search(&problem, 1, &mut recorder));
                },
                &mut || {
                    let mut recorder = Recorder::new(AStar::layout(&problem), &control);
                    let _ = black_box(search(&problem, 1, &mut recorder));
                    events = black_box(recorder.finish(AStar::context(&problem))).len();
                },
            ],
        );
        println!("{percent} % walls, {} expansions, {events} events", answer.expanded);
        row("  by hand, no observer", &format!("{:.2} ms", hand * 1e3), "");
        row("  with () against by hand", &format!("{:.3}", plain / hand), "at most 1.02");
        row("  recording against ()", &format!("{:.2}", recorded / plain), "at most 1.8, aiming at 1.3");
        row("  recording and indexing against ()", &format!("{:.2}", whole / plain), "");
    }
}
