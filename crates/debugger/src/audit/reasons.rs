//! Checks that the reason of a rejection is true, and that a node is expanded with a g that it has.

use super::Rule;
use super::digits::numbers_apart;
use super::judge::Judge;
use super::node::Node;
use super::node_records::{ENTRIES, NodeRecord};
use crate::formats::log::{LogEvent, Steps};
use gridscope_trace::geometry::Cell;
use gridscope_trace::movement::Corners;

impl Judge<'_> {
    /// Checks the reason of a rejection.
    pub(super) fn judge_reason(&mut self, index: usize, event: &LogEvent, at: Cell, from: Option<Cell>) {
        if self.unasked[Rule::Reason as usize] {
            return;
        }
        let sentence = match event.text("why") {
            Some("wall") => self.false_wall(at, from),
            Some("corner") => from.and_then(|from| self.false_corner(at, from)),
            Some("budget") => self.false_budget(event, at, from),
            Some(why @ ("closed" | "dearer" | "costlier" | "equal")) => self.false_memory(event, why, at, from),
            _ => None,
        };
        if let Some(sentence) = sentence {
            self.add_finding(index, event, Rule::Reason, Some(at), sentence);
        }
    }

    /// Returns what is wrong if a cell was rejected as a wall but can certainly be entered.
    fn false_wall(&self, at: Cell, from: Option<Cell>) -> Option<String> {
        let may = self.facts.is_free(at) && !self.facts.ends.contains(&at) && !self.occupied.contains(&at);
        if !may || self.altered.contains(&at) {
            return None;
        }
        let place = self.facts.place(at);
        let what = self.facts.what(at);
        let Some(from) = from else { return Some(format!("{place} was refused as a wall, but it is {what}.")) };
        let (dx, dy) = self.facts.delta(from, at);
        // A program may use the word wall for the corner that it would cut, or for a wall between the two cells.
        let touches = dx.max(dy) == 1;
        let open = if touches && dx + dy == 2 {
            let sides = [Cell::new(at.x, from.y), Cell::new(from.x, at.y)];
            sides.into_iter().all(|side| self.facts.is_free(side) && !self.altered.contains(&side))
        } else {
            !touches || self.facts.no_step(from, at).is_none()
        };
        let source = self.facts.place(from);
        open.then(|| format!("{place} was refused as a wall from {source}, but it is {what}."))
    }

    /// Returns what is wrong if a step was rejected for a corner that may certainly be passed.
    fn false_corner(&self, at: Cell, from: Cell) -> Option<String> {
        let corners = self.facts.corners?;
        let (dx, dy) = self.facts.delta(from, at);
        if dx.max(dy) != 1 || matches!(self.facts.steps, Some(Steps::Own)) || self.facts.ground.is_none() {
            return None;
        }
        let (place, source) = (self.facts.place(at), self.facts.place(from));
        if dx + dy == 1 {
            return Some(format!("The step from {source} to {place} was refused for a corner, but it passes none."));
        }
        let sides = [Cell::new(at.x, from.y), Cell::new(from.x, at.y)];
        if sides.iter().any(|side| self.altered.contains(side) || self.occupied.contains(side)) {
            return None;
        }
        let free = |side: &Cell| self.facts.is_free(*side) && !self.facts.is_side_blocked(from, *side, at);
        let open = sides.iter().filter(|side| free(side) && !self.facts.ends.contains(side)).count();
        let (need, rule) = match corners {
            Corners::Never => (2, "both cells beside the corner are free"),
            Corners::One => (1, "one of the cells beside the corner is free"),
            Corners::Always => (0, "corners may be passed always"),
        };
        (open >= need).then(|| format!("The step from {source} to {place} was refused for a corner, but {rule}."))
    }

    /// Returns what is wrong if a node was rejected as known but was not reached, or only at a higher cost.
    fn false_memory(&mut self, event: &LogEvent, why: &str, at: Cell, from: Option<Cell>) -> Option<String> {
        // Joined plans may forget nodes. A reason about a node with a state needs all of the state.
        if !self.survey.opens || (self.states.has_any() && !self.states.names_all(event)) || self.plans.is_some() {
            return None;
        }
        let node = self.states.of(event, at);
        // Nearly all rejections are right, so texts are made for the others only.
        let was_refused = |judge: &Self| {
            let place = judge.states.name(node, judge.facts.place(at));
            let source = from.map_or_else(String::new, |from| format!(" from {}", judge.facts.place(from)));
            let reason = if why == "dearer" { "costlier" } else { why };
            format!("{place} was refused{source} as {reason}")
        };
        let knows =
            self.search.lists.values().filter_map(|list| list.nodes.get(node)).any(|k| k.was_opened || k.was_expanded);
        if !knows {
            // Another node of the cell may be why this one is no better, but not why this one is closed.
            let closed = self.states.has_any() && why == "closed" && !self.search.earlier.contains(&at);
            let unlogged = self.search.is_start(at) || (self.touched.contains(at) && !closed);
            return (!unlogged).then(|| format!("{}, but it was never opened.", was_refused(self)));
        }
        if self.goes_by_sight() || (why == "closed" && !self.facts.optimal) {
            // A greedy or depth-first search never reopens a closed cell.
            return None;
        }
        let (held, waits) = self.best_held(node, event)?;
        let this_way = self.this_way(event, node, from)?;
        let margin = if self.facts.rounding.is_exact() { 0.0 } else { 1e-6 * held.abs() };
        if held - this_way <= margin || self.facts.rounding.same(held, this_way, 4) {
            return None;
        }
        let was = if waits { "it was waiting" } else { "it was reached" };
        let [cost, held] = numbers_apart([this_way, held]);
        Some(format!("{} at cost {cost}, but {was} at {held}.", was_refused(self)))
    }

    /// Returns the lowest cost that a log states for a node, and whether the node is on the open list.
    fn best_held(&self, node: Node, event: &LogEvent) -> Option<(f64, bool)> {
        let all = self.search.lists.iter().filter(|(name, _)| **name == event.list());
        let all = all.filter_map(|(_, list)| list.nodes.get(node));
        let least = |known: &NodeRecord| {
            let entries =
                known.opened.into_iter().chain(known.expanded_at).chain(known.restated.filter(|g| !g.is_nan()));
            entries.min_by(f64::total_cmp)
        };
        all.filter(|known| known.restated.is_none_or(|g| !g.is_nan()))
            .filter_map(|known| Some((least(known)?, known.waits.is_some())))
            .min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Returns the cost of the rejected path: from the cost of the step, or else as the event states it.
    pub(super) fn this_way(&mut self, event: &LogEvent, node: Node, from: Option<Cell>) -> Option<f64> {
        let from = from?;
        let stated_cost = event.g();
        let parents = self.parents(event, from);
        let [parent] = parents.as_slice() else { return stated_cost };
        if self.states.has_any() || self.facts.is_price_uncertain(from, node.cell) {
            // The cost may depend on the state.
            return stated_cost;
        }
        let known = self.search.lists.get(&event.list()).and_then(|list| list.nodes.get(*parent));
        let before = known.filter(|known| known.was_expanded && known.restated.is_none()).and_then(NodeRecord::g);
        if self.facts.no_step(from, node.cell).is_some() || self.facts.corner_cut(from, node.cell).is_some() {
            return None;
        }
        let backward = self.search.may_be_backward();
        let price = [Some((from, node.cell)), (backward || event.list().is_some()).then_some((node.cell, from))];
        let prices = price.into_iter().flatten().filter_map(|(a, b)| self.facts.price(a, b));
        let price = prices.max_by(f64::total_cmp);
        match (before, price, stated_cost) {
            (Some(before), Some(price), Some(stated)) => Some((before + price).max(stated)),
            (Some(before), Some(price), None) => Some(before + price),
            (_, None, Some(stated)) => Some(stated),
            _ => None,
        }
    }

    /// Checks that a node is expanded with a g that it has.
    pub(super) fn judge_changed(&mut self, index: usize, event: &LogEvent, node: Node) {
        let Some(g) = event.g().filter(|_| !self.unasked[Rule::Changed as usize]) else { return };
        let named = event.list();
        let lists = self.search.lists.iter().filter(|(name, _)| named.is_none() || **name == named);
        let known: Vec<&NodeRecord> = lists.filter_map(|(_, list)| list.nodes.get(node)).collect();
        let rounding = self.facts.rounding;
        let states_g = known.iter().any(|known| !known.entries.is_empty());
        let full = known.iter().any(|known| known.entries.len() >= ENTRIES || known.restated.is_some());
        if !states_g || full {
            return;
        }
        let fits = known.iter().any(|known| {
            let own = known.entries.iter().copied().chain(known.opened).chain(known.expanded_at);
            own.into_iter().any(|own| rounding.same(own, g, 4) || (own - g).abs() <= 1e-9 * own.abs())
        });
        let plan_g = self.plans.as_ref().and_then(|plans| plans.g(node));
        let raised = self.plans.is_some() && (g.is_infinite() || plan_g.is_some_and(|held| held == g || held.is_nan()));
        if fits || raised || self.is_repaired(event, node, g) {
            return;
        }
        let Some(last) = known.iter().rev().find_map(|known| known.opened.or(known.entries.last().copied())) else {
            return;
        };
        let line = known.iter().map(|known| known.line).max().unwrap_or(0);
        let since = if line == 0 { String::new() } else { format!(" since line {line}") };
        let place = self.states.name(node, self.facts.place(node.cell));
        let [g, last] = numbers_apart([g, last]);
        let sentence = format!("{place} was expanded with g = {g}, but it has g = {last}{since}.");
        self.add_finding(index, event, Rule::Changed, Some(node.cell), sentence);
    }

    /// Returns whether a node got another parent when it was expanded, as in Lazy Theta*, or from the event itself.
    fn is_repaired(&self, event: &LogEvent, node: Node, g: f64) -> bool {
        let rounding = self.facts.rounding;
        let list = self.search.lists.get(&event.list());
        let by = |from: Cell| {
            let before = list.and_then(|list| list.nodes.get(Node::plain(from)))?;
            let price = self.facts.price(from, node.cell)?;
            Some(rounding.same(before.g()? + price, g, 4))
        };
        let named = event.from.filter(|&from| from != node.cell);
        if named.is_some_and(|from| by(from) == Some(true) || self.facts.is_price_uncertain(from, node.cell)) {
            return true;
        }
        if self.goes_by_sight() && self.facts.straight().is_none() {
            // The cost of the new parent's line is not stated.
            return true;
        }
        self.goes_by_sight() && self.facts.reachable_neighbours(node.cell, false).any(|from| by(from) == Some(true))
    }
}
