//! Checks that a node was reached by a valid step, and at the cost of that step.

use super::digits::numbers_apart;
use super::facts::NoStep;
use super::judge::Judge;
use super::node::Node;
use super::node_records::{ENTRIES, NodeRecord};
use super::{Finding, Rule};
use crate::formats::log::{LogEvent, Steps, Word};
use gridscope_trace::geometry::Cell;

impl Judge<'_> {
    /// Checks the step from a parent to a node.
    pub(super) fn came_from(&mut self, index: usize, event: &LogEvent, (node, from): (Node, Cell), opened: bool) {
        let (at, name) = (node.cell, event.list());
        let parents = self.parents(event, from);
        let list = self.search.lists.entry(name.clone()).or_default();
        let has_expanded = list.expansions > 0;
        let known = parents.iter().any(|&parent| list.nodes.get(parent).is_some());
        let expanded = parents.iter().any(|&p| self.known_anywhere(name.as_ref(), p).is_some_and(|p| p.was_expanded));
        let is_stated_end = self.search.start.is_none_or(|start| start == from || self.search.goals.contains(&from));
        if opened && !has_expanded && !known && is_stated_end {
            // The first steps come from a start that is not logged.
            self.search.implied.insert(from);
        }
        let rounding = self.facts.rounding;
        let reach = self.facts.delta(from, at);
        let steps = reach.0.max(reach.1) as usize;
        let gs = |judge: &Self, parent: Node| judge.known_anywhere(name.as_ref(), parent).and_then(NodeRecord::g);
        let run = self.facts.run_price(from, at);
        let parent_g = parents.first().and_then(|&parent| gs(self, parent));
        let fits = matches!(
            (event.g(), parent_g, run),
            (Some(g), Some(before), Some(run)) if !rounding.same(g, before + run, steps)
        );
        let step = self.facts.no_step(from, at).or_else(|| fits.then_some(NoStep::Apart));
        let (to, source) = (self.facts.place(at), self.facts.place(from));
        let sentence = match &step {
            Some(NoStep::Apart) => {
                Some((Rule::Parent, format!("{to} was reached from {source}, which is not one step away.")))
            }
            Some(NoStep::Through(wall)) => Some((
                Rule::Parent,
                format!(
                    "{to} was reached from {source}, but {} is between and cannot be entered.",
                    self.facts.place(*wall)
                ),
            )),
            Some(NoStep::Edge) => {
                Some((Rule::Wall, format!("{to} was reached from {source}, but a wall is between the two.")))
            }
            None if opened && !expanded && !self.search.is_start(from) && !self.search.earlier.contains(&from) => {
                Some((Rule::Parent, format!("{to} was opened from {source}, which was never expanded.")))
            }
            None => None,
        };
        if let Some((rule, sentence)) = sentence {
            self.add_finding(index, event, rule, Some(at), sentence);
        }
        if step.is_some() {
            // The cost of an invalid step is not checked.
            return;
        }
        if opened && let Some(corner) = self.facts.corner_cut(from, at) {
            let sentence = format!(
                "{to} was opened from {source} past the corner {}, which is blocked.",
                self.facts.place(corner)
            );
            self.add_finding(index, event, Rule::Wall, Some(at), sentence);
        }
        self.judge_cost(index, event, (node, from), &parents, steps);
        if let (Some(h), Some(before), true) =
            (event.h(), parents.first().and_then(|&p| self.known_anywhere(name.as_ref(), p)).and_then(|p| p.h), opened)
        {
            let g_difference = event.g().zip(parent_g).map(|(g, before)| g - before);
            let own = event.number("step").filter(|_| self.facts.steps == Some(Steps::Links));
            let price = self.dearest(from, at, own.or(g_difference.filter(|_| self.states.has_any())));
            self.falls(index, event, (from, before), (at, h), price);
        }
    }

    /// Checks that g is the sum of the parent's g and the cost of the step.
    pub(super) fn judge_cost(
        &mut self,
        index: usize,
        event: &LogEvent,
        (node, from): (Node, Cell),
        parents: &[Node],
        steps: usize,
    ) {
        let (at, name) = (node.cell, event.list());
        let own = event.number("step").filter(|_| self.facts.steps == Some(Steps::Links));
        let Some(price) = own.or_else(|| self.facts.price(from, at)) else { return };
        if (self.facts.tiles_priced && self.altered.contains(&at)) || self.facts.is_price_uncertain(from, at) {
            // The program may still use the old cost of a changed tile.
            return;
        }
        // A search from the goal pays for the step in the other direction.
        let backward = event.others.contains_key("list") || self.search.may_be_backward();
        let back = self.facts.price(at, from).filter(|_| backward || self.is_incremental());
        let Some(g) = event.g() else { return };
        let rounding = self.facts.rounding;
        let mut wrong_parent = None;
        for &parent in parents {
            let Some(known) = self.known_anywhere(name.as_ref(), parent) else { continue };
            let own = if self.is_incremental() {
                known.expanded_at.into_iter().chain(known.opened).collect()
            } else {
                Vec::new()
            };
            let before = known.g();
            let entries = if known.says_g { &own } else { &known.entries };
            let Some(before) = before else { return };
            if self.goes_by_sight() && !known.says_g && g > before + price {
                // The parent became costlier when its own line was found to be blocked.
                return;
            }
            let ways = std::iter::once(before).chain(entries.iter().copied()).chain(own.iter().copied());
            let fits = ways.flat_map(|before| [Some(before + price), back.map(|back| before + back)]).flatten();
            if fits.into_iter().any(|cost| rounding.same(g, cost, steps)) || known.entries.len() >= ENTRIES {
                self.turns.0 += usize::from(parent.state != node.state);
                if event.word == Word::Open {
                    self.note_turn(name.as_ref(), parent, at, 0.0);
                }
                return;
            }
            wrong_parent = wrong_parent.or(Some((before, parent)));
        }
        let Some((before, parent)) = wrong_parent else { return };
        // Without parents, the search may seem to begin anew, and then its first nodes are unknown.
        if self.states.has_any() && self.search.earlier.contains(&from) {
            return;
        }
        if event.word == Word::Open {
            self.note_turn(name.as_ref(), parent, at, g - (before + price));
        }
        let [g, had, cost, right] = numbers_apart([g, before, price, before + price]);
        let sentence = format!(
            "At {} g is {g}, but {} has {had} and the step costs {cost}: that makes {right}.",
            self.states.name(node, self.facts.place(at)),
            self.states.name(parent, self.facts.place(from)),
        );
        if parent.state == node.state {
            self.add_finding(index, event, Rule::Cost, Some(at), sentence);
        } else if !self.unasked[Rule::Cost as usize] {
            self.turns.1 += 1;
            let finding =
                Finding { line: event.line(), event: index, rule: Rule::Cost, at: Some(at), sentence, t: None };
            self.if_plain.push(finding);
        }
    }
}
