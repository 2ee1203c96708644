//! What a log says of its paths and its end.

use super::facts::NoStep;
use super::judge::Judge;
use super::search::{Avoided, Search};
use super::{Finding, Rule, near, shown};
use crate::core::geometry::Cell;
use crate::formats::log::{LogEvent, Steps};
use std::collections::HashSet;

impl Judge<'_> {
    /// A path: its steps, its ends, its cost.
    pub(super) fn path(&mut self, index: usize, event: &LogEvent) {
        self.search.ended = true;
        let cells = event.cells("cells").unwrap_or_default();
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
            if event.others.contains_key("cells") {
                self.search.empty_path = Some(index);
            }
            return;
        };
        let whole = self.steps(index, event, &cells);
        if let Some(start) = self.search.start.filter(|&start| start != first) {
            let sentence = format!("The path begins at {first}, but the search starts at {start}.");
            self.accuse(index, event, Rule::PathBroken, Some(first), sentence);
        }
        let goal = self.search.goal;
        if let Some(goal) = goal.filter(|&goal| goal != last) {
            let sentence = format!("The path ends at {last}, but the goal is {goal}.");
            self.if_found(index, event, Rule::PathBroken, last, sentence);
        }
        if !whole {
            // A path of good steps is a way by itself.
            let (nobody, nothing) = (HashSet::new(), Search::default());
            let avoided = Avoided::by(&nothing, &nobody);
            let asked = goal == Some(last)
                && self.facts.ground.is_some()
                && self.facts.steps != Some(Steps::Any)
                && self.still_asks(Rule::NoPath, event);
            if asked && !self.ways.is_joined(&self.facts, first, last, false, &avoided) {
                let sentence = format!("There can be no path from {first} to {last}: no way leads there.");
                self.accuse(index, event, Rule::NoPath, Some(last), sentence);
            }
            return;
        }
        let (unjoined, unpriced) = self.facts.unasked(&cells);
        let stated = event.number("cost").and(unpriced);
        let rules = [(Rule::PathBroken, unjoined), (Rule::PathCost, stated), (Rule::NotShortest, unpriced)];
        self.passed_over.extend(rules.into_iter().filter_map(|(rule, why)| Some((rule, why?))));
        let prices: Option<Vec<f64>> = cells.windows(2).map(|pair| self.facts.price(pair[0], pair[1])).collect();
        let Some(sum) = prices.map(|all| all.iter().sum::<f64>()) else { return };
        if let Some(cost) = event.number("cost").filter(|&cost| !near(cost, sum)) {
            let sentence = format!("The path is said to cost {}, but its steps cost {}.", shown(cost), shown(sum));
            self.accuse(index, event, Rule::PathCost, None, sentence);
        }
        let exact = self.facts.optimal && self.facts.steps != Some(Steps::Any) && self.facts.ground.is_some();
        if !exact || self.search.changed {
            // On ground that has changed meanwhile, nobody knows what the program could know.
            return;
        }
        if !self.still_asks(Rule::NotShortest, event) {
            return;
        }
        let (avoided, mut rest) = (Avoided::by(&self.search, &self.occupied), None);
        self.ways.rests(&self.facts, last, (1, sum), &avoided, |cell, cost| {
            let found = cell == first;
            rest = rest.or(found.then_some(cost));
            found
        });
        if let Some(shortest) = rest.filter(|&shortest| sum > shortest && !near(sum, shortest)) {
            let sentence =
                format!("The path from {first} to {last} costs {}, but one of {} exists.", shown(sum), shown(shortest));
            if goal == Some(last) {
                self.accuse(index, event, Rule::NotShortest, Some(last), sentence);
            } else {
                self.if_found(index, event, Rule::NotShortest, last, sentence);
            }
        }
    }

    /// Whether every step of a path is one; says which are not.
    fn steps(&mut self, index: usize, event: &LogEvent, cells: &[Cell]) -> bool {
        let mut whole = true;
        for &cell in cells {
            if self.facts.is_blocked(cell) && !self.altered.contains(&cell) {
                whole = false;
                let what = self.facts.ground.as_ref().map_or_else(String::new, |ground| ground[cell].a());
                let sentence = format!("The path leads over {cell}, which is {what}.");
                self.accuse(index, event, Rule::Wall, Some(cell), sentence);
            }
        }
        for pair in cells.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let sentence = match self.facts.no_step(from, to) {
                Some(NoStep::Apart) => format!("The path goes from {from} to {to}, which is no step."),
                Some(NoStep::Through(wall)) => {
                    format!("The path goes from {from} to {to}, but {wall} lies between and cannot be entered.")
                }
                None => {
                    if let Some(corner) =
                        self.facts.corner_cut(from, to).filter(|corner| !self.altered.contains(corner))
                    {
                        whole = false;
                        let sentence =
                            format!("The path goes from {from} to {to} past the corner {corner}, which is blocked.");
                        self.accuse(index, event, Rule::Wall, Some(to), sentence);
                    }
                    continue;
                }
            };
            whole = false;
            self.accuse(index, event, Rule::PathBroken, Some(to), sentence);
        }
        whole
    }

    /// Whether a rule is asked at an event for which the map has to be searched.
    fn still_asks(&mut self, rule: Rule, event: &LogEvent) -> bool {
        !self.unasked[rule as usize] && self.ways.still_asks(rule, event.line())
    }

    /// Notes a fault that is one only if the search says that it found its goal, or says nothing.
    fn if_found(&mut self, index: usize, event: &LogEvent, rule: Rule, at: Cell, sentence: String) {
        let finding = Finding { line: event.line(), event: index, rule, at: Some(at), sentence };
        self.search.if_found.push(finding);
    }

    /// The end: whether there is a way after all.
    pub(super) fn done(&mut self, index: usize, event: &LogEvent) {
        self.search.ended = true;
        self.search.result = event.text("result").map(str::to_owned);
        // Where no start is stated it is what was opened first, unless the search came from the goal.
        let first = self.search.first.filter(|first| Some(*first) != self.search.goal);
        let (Some(start), Some(goal)) = (self.search.start.or(first), self.search.goal) else { return };
        let unasked = self.search.gave_up || (self.search.changed && !self.survey.opens);
        if self.search.result.as_deref() != Some("none") || self.facts.ground.is_none() || unasked {
            return;
        }
        if !self.still_asks(Rule::NoPath, event) {
            return;
        }
        let avoided = Avoided::by(&self.search, &self.occupied);
        if self.ways.is_joined(&self.facts, start, goal, true, &avoided) {
            let sentence = format!("No path is said to exist, but a way leads from {start} to {goal}.");
            self.accuse(index, event, Rule::NoPath, Some(goal), sentence);
        }
    }
}
