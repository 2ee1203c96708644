//! Checks incremental searches: the numbers that the program keeps for each node after each change of the map.
//!
//! LPA* and D* Lite (S. Koenig and M. Likhachev, *D\* Lite*, 2002) keep two numbers for each node. g is the cost it was
//! expanded with. rhs is the best cost that its neighbours give. A node is on the open list while they differ. The
//! audit follows both through the log. It checks them only if they were right before the map changed for the first
//! time, because then the program really keeps them.

use super::digits::numbers_apart;
use super::judge::Judge;
use super::node::Node;
use super::{Finding, Rule};
use crate::formats::log::{EventList, LogEvent, Word};
use gridscope_trace::geometry::Cell;
use std::collections::BTreeMap;

/// Maximum number of nodes compared with their neighbours in one log.
const MAX_NODES: usize = 1 << 24;

/// Numbers that a program keeps for a node.
#[derive(Clone, Copy, Debug)]
struct NodeNumbers {
    /// Cost that it was expanded with; NaN if unknown.
    g: f64,
    /// Best cost that its neighbours give, as logged; NaN if unknown.
    rhs: f64,
    waits: bool,
    /// Whether it was opened without a parent. A root sets its own cost.
    root: bool,
    /// Line of the last event about it.
    line: usize,
    /// First key, heuristic, and number of moves of the start so far, when it was last opened.
    key: Option<(f64, f64, usize)>,
}

/// A heuristic for the remaining cost, from the distance between two cells.
type Estimate = fn(f64, f64, f64, f64) -> f64;

/// Heuristics that programs use. Arguments: the larger and the smaller distance along an axis, and the straight and the
/// diagonal cost.
const ESTIMATES: [Estimate; 4] = [
    |long, short, straight, _| (long + short) * straight,
    |long, short, straight, diagonal| long * straight + short * (diagonal - straight),
    |long, _, straight, _| long * straight,
    |long, short, straight, _| long.hypot(short) * straight,
];

/// State of an incremental search.
#[derive(Debug)]
pub(super) struct Plans {
    nodes: BTreeMap<Node, NodeNumbers>,
    /// Whether anything was opened, closed or expanded since the last check.
    dirty: bool,
    /// Event of the last change of the map after the first expansion.
    changed: Option<usize>,
    expanded: bool,
    /// Whether the numbers were right before the map changed; `None` before the first check.
    kept: Option<bool>,
    /// Start cell, and how often it has moved.
    start: Option<Cell>,
    moves: usize,
    /// Heuristics that agree with all logged values.
    estimates: Vec<usize>,
    estimated: usize,
    /// Part of the keys beyond g and h: how far the start has moved (km).
    offset: f64,
    /// Whether keys are the sum of g, h and an offset.
    keyed: bool,
    /// Number of nodes compared so far.
    compared: usize,
}

impl Default for Plans {
    fn default() -> Self {
        Self {
            nodes: BTreeMap::new(),
            dirty: false,
            changed: None,
            expanded: false,
            kept: None,
            start: None,
            moves: 0,
            estimates: (0..ESTIMATES.len()).collect(),
            estimated: 0,
            offset: 0.0,
            keyed: true,
            compared: 0,
        }
    }
}

impl Plans {
    fn node_numbers(&mut self, node: Node) -> &mut NodeNumbers {
        let new = NodeNumbers { g: f64::INFINITY, rhs: f64::INFINITY, waits: false, root: false, line: 0, key: None };
        self.dirty = true;
        self.nodes.entry(node).or_insert(new)
    }

    /// Records that a node is put on the open list.
    pub(super) fn open(&mut self, node: Node, event: &LogEvent, from: Option<Cell>) {
        let moves = self.moves;
        let numbers = self.node_numbers(node);
        // Some programs log g and rhs, others log only rhs, as g.
        let logged_rhs = match event.others.get("rhs") {
            Some(rhs) if rhs.is_null() => f64::INFINITY,
            _ => event.number("rhs").or(event.g()).unwrap_or(f64::INFINITY),
        };
        numbers.root |= from.is_none() && logged_rhs.is_finite();
        // Some programs log the smaller of the two. Then the other one is unknown.
        numbers.rhs = if logged_rhs.is_finite() && logged_rhs == numbers.g { f64::NAN } else { logged_rhs };
        (numbers.waits, numbers.line) = (true, event.line());
        numbers.key = None;
        if let Some((key, h)) = event.number("k1").zip(event.h()) {
            numbers.key = Some((key, h, moves));
            let least = numbers.g.min(numbers.rhs);
            if least.is_finite() {
                self.offset = key - least - h;
            }
        } else {
            self.keyed = false;
        }
    }

    /// Records that a node is removed from the open list, because both of its numbers agree.
    pub(super) fn close(&mut self, node: Node, event: &LogEvent) {
        let numbers = self.node_numbers(node);
        (numbers.waits, numbers.rhs, numbers.line) = (false, numbers.g, event.line());
    }

    /// Records that a node is expanded: it takes the better number, or is raised.
    pub(super) fn expand(&mut self, node: Node, event: &LogEvent) {
        self.expanded = true;
        let numbers = self.node_numbers(node);
        numbers.g = match (numbers.rhs, event.g()) {
            (rhs, _) if rhs < numbers.g => rhs,
            (rhs, _) if rhs > numbers.g => f64::INFINITY,
            (rhs, Some(g)) if rhs.is_nan() && g < numbers.g => g,
            (rhs, _) if rhs.is_nan() => f64::NAN,
            _ => numbers.g,
        };
        (numbers.waits, numbers.line) = (false, event.line());
    }

    /// Records that the map changes.
    pub(super) const fn change(&mut self, index: usize) {
        if self.expanded {
            self.changed = Some(index);
        }
    }

    /// Records the cell of the start.
    pub(super) fn move_start(&mut self, at: Cell) {
        if self.start.is_some_and(|start| start != at) {
            self.moves += 1;
        }
        self.start = Some(at);
    }

    /// Returns the cell of the start, if it has moved.
    pub(super) const fn start(&self) -> Option<Cell> {
        self.start
    }

    /// Returns the cost that a node was expanded with.
    pub(super) fn g(&self, node: Node) -> Option<f64> {
        self.nodes.get(&node).map(|held| held.g)
    }
}

impl Judge<'_> {
    /// Returns whether an event ends a plan. The program continues later with the nodes that are on the open list now.
    pub(super) fn ends_plan(&self, event: &LogEvent) -> bool {
        let ends = matches!(event.word, Word::Move | Word::Path | Word::Done | Word::Tile | Word::Begin);
        ends && self.plans.as_ref().is_some_and(|plans| plans.dirty)
    }

    /// Checks the program's numbers at the end of a plan.
    pub(super) fn judge_plan(&mut self, events: &EventList, index: usize, event: &LogEvent) {
        let Some(plans) = &mut self.plans else { return };
        plans.dirty = false;
        let changed = plans.changed;
        if changed.is_some() && plans.kept != Some(true) {
            return;
        }
        let fault = self.stale_node();
        let Some(plans) = &mut self.plans else { return };
        let Some(changed) = changed else {
            plans.kept = Some(plans.kept != Some(false) && fault.is_none());
            return;
        };
        let line = events.line(changed);
        if let Some((node, held, best)) = fault {
            let [own, right] = numbers_apart([held.0, best]);
            let best = if best.is_infinite() { "no path".to_owned() } else { right };
            let sentence = format!(
                "{} is held at {own} since line {}, but on the ground as it is since line {line} its neighbours give {best}: it was not updated.",
                self.states.name(node, self.facts.place(node.cell)),
                held.1,
            );
            self.add_finding(index, event, Rule::Cost, Some(node.cell), sentence);
        }
        self.judge_keys(index, event);
    }

    /// Returns the first node whose number differs from what its neighbours give: the node, its number and line, and
    /// the right number.
    fn stale_node(&mut self) -> Option<(Node, (f64, usize), f64)> {
        let plans = self.plans.as_ref()?;
        if self.facts.ground.is_none() || !self.facts.states_steps() || self.facts.straight().is_none() {
            return None;
        }
        if self.unasked[Rule::Cost as usize] || self.states.has_any() || plans.compared > MAX_NODES {
            return None;
        }
        let g = |cell: Cell| plans.g(Node::plain(cell)).unwrap_or(f64::INFINITY);
        let give = |cell: Cell, sure: bool, back: bool| {
            if self.facts.is_blocked(cell) {
                return Some(f64::INFINITY);
            }
            let price = |to: Cell| if back { self.facts.one(to, cell) } else { self.facts.one(cell, to) };
            self.facts.reachable_neighbours(cell, sure).try_fold(f64::INFINITY, |best: f64, to| {
                let there = g(to);
                (!there.is_nan()).then(|| price(to).map(|price| best.min(there + price))).flatten()
            })
        };
        let rounding = self.facts.rounding;
        let mut found: Option<(Node, (f64, usize), f64)> = None;
        for (&node, held) in &plans.nodes {
            let own = if held.waits { held.rhs } else { held.g };
            if held.root || own.is_nan() || (self.facts.tiles_priced && self.altered.contains(&node.cell)) {
                continue;
            }
            let ways = [(true, true), (true, false), (false, true), (false, false)];
            let neighbour_costs: Option<Vec<f64>> =
                ways.into_iter().map(|(sure, back)| give(node.cell, sure, back)).collect();
            let Some(given) = neighbour_costs else { continue };
            // A node that waits to be raised is ordered by its g. Its rhs may change without an event.
            let (own, most) = if held.waits { (own.min(held.g), held.g) } else { (own, f64::INFINITY) };
            let agrees = given
                .iter()
                .map(|best| best.min(most))
                .any(|best| rounding.same(own, best, 4) || (own - best).abs() <= 1e-6 * own.abs());
            if !agrees && found.as_ref().is_none_or(|found| held.line < found.1.1) {
                found = Some((node, (own, held.line), given[0]));
            }
        }
        let compared = plans.nodes.len();
        if let Some(plans) = &mut self.plans {
            plans.compared += compared;
        }
        found
    }

    /// Compares a logged h with the known heuristics, to find out which one the program uses.
    pub(super) fn learn_estimate(&mut self, event: &LogEvent, at: Cell) {
        let (straight, diagonal) = (self.facts.straight(), self.facts.diagonal);
        let rounding = self.facts.rounding;
        let search_start = self.search.start;
        let (Some(plans), Some(h)) = (&mut self.plans, event.h()) else { return };
        let (Some(start), Some(straight)) = (plans.start.or(search_start), straight) else { return };
        let (dx, dy) = start.delta(at);
        let (long, short) = (f64::from(dx.max(dy)), f64::from(dx.min(dy)));
        plans
            .estimates
            .retain(|&k| rounding.same(ESTIMATES[k](long, short, straight, diagonal.unwrap_or(straight)), h, 4));
        plans.estimated += 1;
    }

    /// Checks that the keys on the open list are not above the current keys of their nodes.
    fn judge_keys(&mut self, index: usize, event: &LogEvent) {
        let search_start = self.search.start;
        let Some(plans) = &self.plans else { return };
        let keyed = self.search.order.first().is_some_and(|key| key.field == "k1" && !key.falling);
        let (Some(start), Some(straight)) = (plans.start.or(search_start), self.facts.straight()) else { return };
        if !keyed || !plans.keyed || plans.estimated < 5 || self.unasked[Rule::Order as usize] {
            return;
        }
        let Some(&estimate) = plans.estimates.first() else { return };
        let diagonal = self.facts.diagonal.unwrap_or(straight);
        let rounding = self.facts.rounding;
        let mut worst: Option<(Node, f64, f64, usize)> = None;
        for (&node, held) in &plans.nodes {
            let Some((key, _, moves)) = held.key.filter(|_| held.waits) else { continue };
            let least = held.g.min(held.rhs);
            if moves == plans.moves || !least.is_finite() {
                continue;
            }
            let (dx, dy) = start.delta(node.cell);
            let now = ESTIMATES[estimate](f64::from(dx.max(dy)), f64::from(dx.min(dy)), straight, diagonal);
            let now = least + now + plans.offset;
            let by = key - now;
            if by > rounding.bound(key, 8) + 1e-6 * key.abs() && worst.is_none_or(|worst| by > worst.1 - worst.2) {
                worst = Some((node, key, now, held.line));
            }
        }
        let Some((node, key, now, line)) = worst else { return };
        let [key, now] = numbers_apart([key, now]);
        let sentence = format!(
            "{} waits with k1 = {key} since line {line}, but with the start at {} its key is {now}: the key modifier (km) must grow by as much as the start moves.",
            self.states.name(node, self.facts.place(node.cell)),
            self.facts.place(start),
        );
        if self.search.passed_over.insert(node) {
            self.found.push(Finding {
                line: event.line(),
                event: index,
                rule: Rule::Order,
                at: Some(node.cell),
                sentence,
                t: None,
            });
        }
    }
}
