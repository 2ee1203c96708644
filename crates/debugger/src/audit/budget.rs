//! Checks a stated budget: nothing within it is refused for it, and nothing beyond it is opened.

use super::Rule;
use super::digits::numbers_apart;
use super::judge::Judge;
use crate::formats::log::{LogEvent, Word};
use gridscope_trace::geometry::Cell;

impl Judge<'_> {
    /// Follows the phases, which may state a budget.
    pub(super) fn note_budget(&mut self, event: &LogEvent) {
        match event.word {
            Word::Begin => self.budgets.push(event.number("budget")),
            Word::End if self.budgets.len() > 1 => _ = self.budgets.pop(),
            _ => {}
        }
    }

    /// Returns the budget of the innermost phase that states one, or else of the header.
    fn budget(&self) -> Option<f64> {
        self.budgets.iter().rev().find_map(|budget| *budget)
    }

    /// Checks that a cell is opened within the budget.
    pub(super) fn judge_budget(&mut self, index: usize, event: &LogEvent, at: Cell) {
        let Some((budget, g)) = self.budget().zip(event.g()) else { return };
        if self.facts.rounding.less(budget, g, 64) {
            let ([budget, g], place) = (numbers_apart([budget, g]), self.facts.place(at));
            let sentence = format!("{place} was opened with g = {g}, but the budget is {budget}.");
            self.add_finding(index, event, Rule::Cost, Some(at), sentence);
        }
    }

    /// Returns what is wrong if a cell was refused for the budget but is within it.
    pub(super) fn false_budget(&mut self, event: &LogEvent, at: Cell, from: Option<Cell>) -> Option<String> {
        let budget = self.budget()?;
        let node = self.states.of(event, at);
        let cost = self.this_way(event, node, from).or(event.g())?;
        let rounding = self.facts.rounding;
        // At the very edge, the program may have rounded in another way.
        let within = rounding.less(cost, budget, 64) || (rounding.is_exact() && cost <= budget);
        let source = from.map_or_else(String::new, |from| format!(" from {}", self.facts.place(from)));
        let [cost, limit] = numbers_apart([cost, budget]);
        within.then(|| {
            let place = self.facts.place(at);
            format!("{place} was refused{source} for the budget at cost {cost}, but the budget is {limit}.")
        })
    }
}
