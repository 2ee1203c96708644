//! Checks that a path follows the parents that the search recorded, and costs no more than the g of its end.

use super::Rule;
use super::digits::numbers_apart;
use super::judge::Judge;
use super::node_records::{ENTRIES, NodeRecord};
use super::search::List;
use crate::formats::log::{Key, LogEvent, Steps};
use gridscope_trace::geometry::Cell;
use rustc_hash::FxHashSet;

/// Reasons why a path is not compared with the parents.
const BOTH_ENDS: &str = "the search comes from both ends, and its path follows the parents of neither";
const ELSEWHERE: &str = "no path begins where its search began";
const CHANGED: &str = "the ground changed during the search";

/// A step of a path that follows no parent: the cell, its parent, and where the path comes from instead.
struct Stray {
    at: Cell,
    parent: Cell,
    instead: Cell,
}

impl Judge<'_> {
    /// Checks a path whose steps are valid. `sum` is the cost of its steps, if known.
    pub(super) fn judge_parents(&mut self, index: usize, event: &LogEvent, cells: &[Cell], sum: Option<f64>) {
        if self.unasked[Rule::Parents as usize] || cells.len() < 2 {
            return;
        }
        match self.stray(cells, sum) {
            Err(why) => self.passed_over.push((Rule::Parents, why)),
            Ok(Some((at, sentence))) => self.add_finding(index, event, Rule::Parents, Some(at), sentence),
            Ok(None) => {}
        }
    }

    /// Returns the cell where a path leaves the parents, with a sentence, or why this cannot be checked.
    fn stray(&self, cells: &[Cell], sum: Option<f64>) -> Result<Option<(Cell, String)>, &'static str> {
        let mut lists = self.search.lists.values();
        let (Some(list), None) = (lists.next(), lists.next()) else { return Err(BOTH_ENDS) };
        if self.search.changed {
            return Err(CHANGED);
        }
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        // Without parents, it is not certain where a search begins.
        let earlier = |cell: Cell| !self.survey.froms && self.search.earlier.contains(&cell);
        let begins = |cell: Cell| self.search.first == Some(cell) || self.search.is_start(cell) || earlier(cell);
        let is_root = |cell: Cell| records(list, cell).any(|known| known.is_root);
        // The cell opened first may also be the goal, beside a start that is not logged.
        let from_goal = self.search.first == Some(last) && first != last && is_root(last);
        let backward = from_goal && (self.survey.froms || !begins(first));
        if !(backward || begins(first)) || cells.iter().collect::<FxHashSet<_>>().len() < cells.len() {
            return Err(ELSEWHERE);
        }
        // The way from the root of the parents.
        let way: Vec<Cell> = if backward { cells.iter().rev().copied().collect() } else { cells.to_vec() };
        let end = way[way.len() - 1];
        if self.survey.froms && is_root(end) {
            return Err(BOTH_ENDS);
        }
        let back: Option<f64> = cells.windows(2).map(|pair| self.facts.price(pair[1], pair[0])).sum();
        let sum = if backward { sum.zip(back).map(|(sum, back)| sum.min(back)) } else { sum };
        if let (Some(sum), Some(g)) = (sum, self.claimed_cost(list, end)) {
            let counts_steps = g == (way.len() - 1) as f64;
            if counts_steps || !self.facts.rounding.less(g, sum, way.len()) {
                return Ok(None);
            }
            let stray = if self.is_by_nodes(&way) { self.clearest_stray(list, &way) } else { None };
            let at = stray.as_ref().map_or(end, |stray| stray.at);
            let why = stray.map_or_else(|| ".".to_owned(), |stray| format!(": {}.", self.strays(&stray, backward)));
            let [g, sum] = numbers_apart([g, sum]);
            let sentence = format!("The path costs {sum}, but g of its end {} is {g}{why}", self.facts.place(end));
            return Ok(Some((at, sentence)));
        }
        if !self.is_by_nodes(&way) || self.depth(list, end).is_some_and(|depth| way.len() - 1 <= depth) {
            return Ok(None);
        }
        let stray = self.first_stray(list, &way, true);
        Ok(stray.map(|stray| (stray.at, format!("{}.", self.strays(&stray, backward)))))
    }

    /// Returns whether each cell of a path was a node of its own, so that no cell lies on a run or within a link.
    fn is_by_nodes(&self, way: &[Cell]) -> bool {
        match self.facts.steps {
            None | Some(Steps::One) => self.facts.one_by_one,
            Some(Steps::Links) => way.windows(2).all(|pair| self.facts.links.join(pair[0], pair[1])),
            _ => false,
        }
    }

    /// Returns the cost that a node at the end of a path claims, if that is certain.
    fn claimed_cost(&self, list: &List, end: Cell) -> Option<f64> {
        // A stack holds several entries of a cell, and the last one may be the costliest.
        let by_cost = |key: &Key| matches!(key.field.as_str(), "f" | "g") && !key.falling;
        let cheapest_counts = self.facts.optimal && self.search.order.first().is_some_and(by_cost);
        let mut claimed: Option<f64> = None;
        for known in records(list, end) {
            if known.restated.is_some() || known.entries.len() >= ENTRIES {
                return None;
            }
            if self.goes_by_sight() && !known.says_g {
                // The line to its parent may turn out to be blocked.
                return None;
            }
            let own = if known.says_g || (cheapest_counts && !self.states.has_any()) {
                known.g()
            } else {
                known.entries.iter().copied().max_by(f64::total_cmp)
            };
            claimed = Some(claimed.map_or(own?, |claimed| claimed.max(own.unwrap_or(f64::INFINITY))));
        }
        claimed
    }

    /// Returns the step nearest to the end of a way that is costlier than that from the parent, or else one that differs.
    fn clearest_stray(&self, list: &List, way: &[Cell]) -> Option<Stray> {
        self.first_stray(list, way, true).or_else(|| self.first_stray(list, way, false))
    }

    /// Returns the step nearest to the end of a way that follows no parent. If `careful`, a step that may be as cheap as
    /// that from the parent is accepted, and so is an earlier parent.
    fn first_stray(&self, list: &List, way: &[Cell], careful: bool) -> Option<Stray> {
        for pair in way.windows(2).rev() {
            let (from, at) = (pair[0], pair[1]);
            let mut parents = Vec::new();
            for known in records(list, at) {
                if known.is_root {
                    return None;
                }
                parents.extend(known.parents()?);
            }
            let Some(&parent) = parents.first() else { continue };
            let turned = records(list, from).filter_map(NodeRecord::parents).flatten().any(|cell| cell == at);
            let follows = parents.contains(&from) || turned || self.may_tie(list, from, at);
            if if careful { follows } else { parent == from } {
                continue;
            }
            return Some(Stray { at, parent, instead: from });
        }
        None
    }

    /// Returns whether a step may be as cheap as that from the recorded parent.
    fn may_tie(&self, list: &List, from: Cell, at: Cell) -> bool {
        let lowest = records(list, from).filter_map(NodeRecord::g).min_by(f64::total_cmp);
        let highest = records(list, at).filter_map(NodeRecord::g).max_by(f64::total_cmp);
        let Some((lowest, highest)) = lowest.zip(highest) else { return self.states.has_any() };
        let price = self.facts.price(from, at).unwrap_or(0.0);
        !self.facts.rounding.less(highest, lowest + price, 4)
    }

    /// Returns the number of parents of a cell up to the root, if no cell has a g.
    fn depth(&self, list: &List, end: Cell) -> Option<usize> {
        let (mut at, mut depth) = (end, 0);
        if self.survey.opens_g {
            return None;
        }
        while let Some((parent, _)) = records(list, at).find_map(|known| known.parent) {
            depth += 1;
            if depth > list.nodes.len() {
                return Some(usize::MAX);
            }
            at = parent;
        }
        Some(depth)
    }

    fn strays(&self, stray: &Stray, backward: bool) -> String {
        let [at, parent, instead] = [stray.at, stray.parent, stray.instead].map(|cell| self.facts.place(cell));
        let comes = if backward { "goes on to" } else { "comes from" };
        format!("{at} was opened from {parent}, but the path {comes} {instead}")
    }
}

/// Returns the records of all nodes of a cell.
fn records(list: &List, cell: Cell) -> impl Iterator<Item = &NodeRecord> {
    list.nodes.of(cell).into_iter().filter_map(|node| list.nodes.get(node))
}
