//! Logs with one planted fault each: the rules that may report it, the lines where it shows, and no other fault before
//! them.

pub mod beyond;
pub mod edited;
pub mod ends;
pub mod lines;
pub mod plans;
pub mod replanned;
pub mod shapes;
pub mod slips;

use super::printer::Program;
use gridscope::trace::rng::Rng;
use serde_json::Value;

/// A log with a planted fault.
pub struct Planted {
    pub text: String,
    /// Lines where the fault shows, from 1. Empty for any line.
    pub lines: Vec<usize>,
    /// Rules that report this fault.
    pub rules: Vec<&'static str>,
}

impl Planted {
    /// Builds a log whose fault shows at the lines with these indices.
    pub fn at(program: &Program, indices: impl IntoIterator<Item = usize>, rules: &[&'static str]) -> Self {
        // The header is line 1.
        let lines = indices.into_iter().map(|index| index + 2).collect();
        Self { text: program.full(), lines, rules: rules.to_vec() }
    }

    /// Returns whether these findings, as rules and lines, report the fault.
    pub fn is_found(&self, mut findings: impl Iterator<Item = (&'static str, usize)>) -> bool {
        findings.any(|(rule, line)| self.rules.contains(&rule) && (self.lines.is_empty() || self.lines.contains(&line)))
    }
}

/// A kind of fault in a kind of program.
pub struct Fault {
    pub rule: &'static str,
    pub name: &'static str,
    /// Plants the fault at a random place. Returns `None` if it would not contradict anything in the log.
    pub plant: fn(&mut Rng) -> Option<Planted>,
}

impl Fault {
    /// Returns the first log with this fault that a seed leads to.
    pub fn planted(&self, seed: u64) -> Planted {
        let mut dice = Rng::new(seed.wrapping_mul(0x9e37_79b9) ^ 0x5eed);
        (0..3000)
            .find_map(|_| (self.plant)(&mut dice))
            .unwrap_or_else(|| panic!("{} can be planted nowhere", self.name))
    }
}

/// Returns the indices of the lines that fulfil a condition.
pub fn indices(program: &Program, condition: impl Fn(&Value) -> bool) -> Vec<usize> {
    (0..program.lines.len()).filter(|&i| condition(&program.lines[i])).collect()
}

/// Returns a random item, if there is any.
pub fn any<T: Copy>(dice: &mut Rng, all: &[T]) -> Option<T> {
    (!all.is_empty()).then(|| all[dice.below(all.len() as u64) as usize])
}

macro_rules! faults {
    ($($rule:literal { $($name:literal: $plant:expr;)+ })+) => {
        /// All faults, in at least three programs for each rule.
        pub const FAULTS: &[Fault] = &[$($(Fault { rule: $rule, name: $name, plant: $plant },)+)+];
    };
}

faults! {
    "order" {
        "A* takes a worse key": |dice| slips::takes_worse(dice, shapes::astar);
        "Dijkstra takes a worse key": |dice| slips::takes_worse(dice, shapes::dijkstra);
        "breadth first leaves the queue's order": |dice| slips::takes_worse(dice, shapes::breadth_first);
        "depth first leaves the stack's order": |dice| slips::takes_worse(dice, shapes::depth_first);
        "greedy takes a worse key": |dice| slips::takes_worse(dice, shapes::greedy);
        "large numbers, a worse key": |dice| slips::takes_worse(dice, shapes::large_numbers);
        "a state with a worse key": slips::takes_worse_state;
    }
    "cost" {
        "A* adds a wrong price": |dice| slips::price(dice, shapes::astar);
        "Dijkstra adds a wrong price": |dice| slips::price(dice, shapes::dijkstra);
        "a grid of prices, a wrong price": |dice| slips::price(dice, shapes::prices);
        "large numbers, a price that is 1 off": |dice| slips::price(dice, shapes::large_numbers);
        "floats of 32 bits, a wrong price": |dice| slips::price(dice, shapes::f32s);
        "breadth first counts a step twice": |dice| slips::price(dice, shapes::breadth_first);
        "joined edges, a wrong price": |dice| slips::price(dice, shapes::joined);
    }
    "parent" {
        "A* names a wrong parent": |dice| edited::parent(dice, shapes::astar);
        "breadth first names a wrong parent": |dice| edited::parent(dice, shapes::breadth_first);
        "a grid of prices, a wrong parent": |dice| edited::parent(dice, shapes::prices);
        "depth first names a wrong parent": |dice| edited::parent(dice, shapes::depth_first);
        "joined edges, a wrong parent": |dice| edited::parent(dice, shapes::joined);
    }
    "wall" {
        "A* goes into a wall or past a corner": |dice| slips::enters(dice, shapes::astar);
        "Dijkstra goes into a wall": |dice| slips::enters(dice, shapes::dijkstra);
        "breadth first goes into a wall": |dice| slips::enters(dice, shapes::breadth_first);
        "a grid of prices, into a wall": |dice| slips::enters(dice, shapes::prices);
        "greedy goes into a wall": |dice| slips::enters(dice, shapes::greedy);
        "walls between cells are passed": slips::passes_fence;
    }
    "never-opened" {
        "A* expands what it never opened": |dice| edited::never_opened(dice, shapes::astar);
        "breadth first expands what it never opened": |dice| edited::never_opened(dice, shapes::breadth_first);
        "depth first expands what it never opened": |dice| edited::never_opened(dice, shapes::depth_first);
        "Dijkstra expands what it never opened": |dice| edited::never_opened(dice, shapes::dijkstra);
        "a state that was never opened": edited::never_opened_state;
    }
    "reexpanded" {
        "A* expands a cell twice": |dice| edited::twice(dice, shapes::astar);
        "breadth first expands a cell twice": |dice| edited::twice(dice, shapes::breadth_first);
        "Dijkstra expands a cell twice": |dice| edited::twice(dice, shapes::dijkstra);
        "floats of 32 bits, expanded twice": |dice| edited::twice(dice, shapes::f32s);
        "a state is expanded twice": edited::twice_state;
    }
    "heuristic" {
        "A* overestimates at a cell": |dice| slips::overestimates(dice, shapes::astar);
        "a grid of prices, overestimated": |dice| slips::overestimates(dice, shapes::prices);
        "floats of 32 bits, overestimated": |dice| slips::overestimates(dice, shapes::f32s);
        "large numbers, overestimated by 1": |dice| slips::overestimates(dice, shapes::large_numbers);
    }
    "inconsistent" {
        "A* falls at a cell": |dice| slips::falls(dice, shapes::astar);
        "a grid of prices, h falls": |dice| slips::falls(dice, shapes::prices);
        "floats of 32 bits, h falls": |dice| slips::falls(dice, shapes::f32s);
        "large numbers, h falls": |dice| slips::falls(dice, shapes::large_numbers);
    }
    "missed" {
        "A* passes over a neighbour": |dice| slips::skips(dice, shapes::astar);
        "Dijkstra passes over a neighbour": |dice| slips::skips(dice, shapes::dijkstra);
        "breadth first passes over a neighbour": |dice| slips::skips(dice, shapes::breadth_first);
        "a neighbour in a maze is passed over": |dice| slips::skips(dice, shapes::corridors);
        "a grid of prices, a neighbour passed over": |dice| slips::skips(dice, shapes::prices);
        "depth first passes over a neighbour": |dice| slips::skips(dice, shapes::depth_first);
    }
    "path-broken" {
        "the path of A* has a gap": |dice| edited::broken(dice, shapes::astar);
        "the path of a breadth-first search has a gap": |dice| edited::broken(dice, shapes::breadth_first);
        "the path on a grid of prices has a gap": |dice| edited::broken(dice, shapes::prices);
        "the path across joined edges has a gap": |dice| edited::broken(dice, shapes::joined);
        "the path of a stateful search has a gap": edited::broken_state;
    }
    "path-cost" {
        "A* states a wrong cost": |dice| edited::path_cost(dice, shapes::astar);
        "Dijkstra states a wrong cost": |dice| edited::path_cost(dice, shapes::dijkstra);
        "a grid of prices, a wrong cost": |dice| edited::path_cost(dice, shapes::prices);
        "floats of 32 bits, a wrong cost": |dice| edited::path_cost(dice, shapes::f32s);
        "large numbers, a cost that is 1 off": |dice| edited::path_cost(dice, shapes::large_numbers);
        "an any-angle path with a wrong cost": lines::path_cost;
    }
    "not-shortest" {
        "marks a cell when it is pushed": ends::marks_when_pushed;
        "weighs h, and says nothing": ends::weighs;
        "passes over a neighbour, and says nothing": ends::skips;
        "stops where two searches meet first": ends::stops_early;
        "breadth first where steps have prices": ends::counts_steps;
    }
    "no-path" {
        "the last column is never entered": ends::last_column;
        "the only way is passed over": ends::cut_off;
        "the goal is not known when it is met": ends::never_arrives;
        "dear ground is taken for a wall": ends::shuns;
    }
    "reason" {
        "A* refuses for a false reason": |dice| slips::refuses(dice, shapes::astar);
        "Dijkstra refuses for a false reason": |dice| slips::refuses(dice, shapes::dijkstra);
        "breadth first refuses for a false reason": |dice| slips::refuses(dice, shapes::breadth_first);
        "a grid of prices, a false reason": |dice| slips::refuses(dice, shapes::prices);
        "a maze, a false reason": |dice| slips::refuses(dice, shapes::corridors);
    }
    "line" {
        "Theta* looks by samples": |dice| lines::sampled(dice, super::angles::Kind::Theta);
        "Lazy Theta* looks by samples": |dice| lines::sampled(dice, super::angles::Kind::Lazy(1));
        "a path is pulled straight by samples": |dice| lines::sampled(dice, super::angles::Kind::Pulled);
    }
    "unsearched" {
        "A* ends, and the path goes on": |dice| edited::unsearched(dice, shapes::astar);
        "breadth first ends, and the path goes on": |dice| edited::unsearched(dice, shapes::breadth_first);
        "a grid of prices, and the path goes on": |dice| edited::unsearched(dice, shapes::prices);
        "depth first ends, and the path goes on": |dice| edited::unsearched(dice, shapes::depth_first);
    }
    "changed" {
        "A* expands at another cost": |dice| edited::changed(dice, shapes::astar);
        "Dijkstra expands at another cost": |dice| edited::changed(dice, shapes::dijkstra);
        "breadth first expands at another cost": |dice| edited::changed(dice, shapes::breadth_first);
        "floats of 32 bits, another cost": |dice| edited::changed(dice, shapes::f32s);
        "large numbers, another cost": |dice| edited::changed(dice, shapes::large_numbers);
        "a state is expanded at another cost": edited::changed_state;
    }
    "choice" {
        "another candidate is chosen": beyond::choice;
        "the highest is chosen where the lowest wins": beyond::opposite;
        "a score is printed wrongly": beyond::score;
    }
    "sight" {
        "a guard sees through a wall": beyond::sight;
        "a guard sees what another one could": beyond::sight_of_another;
        "an eye that is named sees through a wall": beyond::sight_from;
    }
    "distance" {
        "a distance is too high": |dice| beyond::distance(dice, true);
        "a distance is too low": |dice| beyond::distance(dice, false);
        "a distance is never updated": beyond::stale_distance;
    }
    "move" {
        "a guard walks into a wall": beyond::into_wall;
        "a guard walks too far": beyond::too_far;
        "a guard walks onto another": beyond::onto_another;
    }
    "parents" {
        "the path of A* leaves its parents": |dice| edited::detour(dice, shapes::astar);
        "the path of Dijkstra leaves its parents": |dice| edited::detour(dice, shapes::dijkstra);
        "the path of a breadth-first search leaves its parents": |dice| edited::detour(dice, shapes::breadth_first);
        "a path over prices leaves its parents": |dice| edited::detour(dice, shapes::prices);
        "a path over joined edges leaves its parents": |dice| edited::detour(dice, shapes::joined);
        "a path of large numbers leaves its parents": |dice| edited::detour(dice, shapes::large_numbers);
    }
    "repeats" {
        "a guard goes to and fro": |dice| beyond::repeats(dice, &[0, 1]);
        "a guard waits, and goes to and fro": |dice| beyond::repeats(dice, &[0, 0, 1]);
        "a guard goes to and fro over three cells": |dice| beyond::repeats(dice, &[0, 1, 2, 1]);
    }
    "start" {
        "a mover should start one cell away": |dice| plans::start(dice, 1);
        "a mover should start two cells away": |dice| plans::start(dice, 2);
        "a mover should start far away": |dice| plans::start(dice, 6);
    }
    "goal" {
        "a mover has another goal": plans::goal;
        "a mover gets another goal": |dice| plans::later_goal(dice, "goal");
        "a mover has not reached its goal": |dice| plans::later_goal(dice, "reached");
    }
    "heading" {
        "a mover faces another way": plans::facing;
        "a mover turns before its move": |dice| plans::turn(dice, 0);
        "a mover turns after its move": |dice| plans::turn(dice, 1);
    }
    "delay" {
        "a mover moves at the end of a delay": |dice| plans::delay(dice, 0);
        "a mover moves during a delay": |dice| plans::delay(dice, 2);
        "a mover is delayed from the beginning on": plans::early_delay;
    }
    "claimed" {
        "a plan claims another cost": |dice| plans::claim(dice, "cost");
        "a plan claims another makespan": |dice| plans::claim(dice, "makespan");
        "a plan claims to have faults": |dice| plans::claim(dice, "valid");
    }
    "reported" {
        "a program reports a fault": |dice| plans::reported(dice, 0);
        "a program reports a fault of a mover": |dice| plans::reported(dice, 1);
        "a program reports a fault of two movers": |dice| plans::reported(dice, 2);
    }
    "order" {
        "D* Lite: a key is not updated": replanned::key;
        "D* Lite: a key is printed, but not updated": replanned::printed_key;
        "LPA*: a key is not updated": replanned::key_of_lpa;
    }
    "not-shortest" {
        "D* Lite: km is forgotten": replanned::km;
        "D* Lite: a neighbour is not updated": replanned::neighbour;
        "LPA*: a neighbour is not updated": replanned::neighbour_of_lpa;
        "D* Lite: a stale plan": replanned::plan;
        "LPA*: a stale plan": replanned::plan_of_lpa;
    }
}
