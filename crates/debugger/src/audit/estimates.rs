//! Checks that h is at most the true remaining cost, and falls by no more than the cost of a step.

use super::digits::numbers_apart;
use super::judge::Judge;
use super::search::Avoided;
use super::{Finding, Rule};
use crate::formats::log::{EventList, LogEvent};
use gridscope_trace::geometry::Cell;

impl Judge<'_> {
    /// Compares every h of the search with the true remaining cost.
    pub(super) async fn judge_h(&mut self, events: &EventList) {
        let all = std::mem::take(&mut self.search.h);
        let goals = self.search.goals.clone();
        // A search from the goal estimates the path to the start.
        let backward = self.search.is_backward();
        if goals.is_empty() || self.search.changed {
            return;
        }
        if all.is_empty() || self.survey.lists || !self.facts.optimal || !self.facts.has_prices() || backward {
            return;
        }
        let first = all.values().map(|&(_, index)| index).min().map_or(0, |index| events.line(index));
        if self.unasked[Rule::Heuristic as usize] || !self.ways.is_still_checked(Rule::Heuristic, first) {
            return;
        }
        let avoided = Avoided::by(&self.search, &self.occupied);
        let mut high: Vec<(usize, Cell, f64, f64)> = Vec::new();
        // A remaining cost above every h cannot be below one of them.
        let max_h = all.values().map(|known| known.0).fold(0.0, f64::max);
        let visit_cell = |cell: Cell, rest: f64| {
            let Some(&(h, index)) = all.get(&cell) else { return false };
            high.extend((h > rest).then_some((index, cell, h, rest)));
            true
        };
        self.ways.rests(&self.facts, &goals, (all.len(), max_h), &avoided, visit_cell).await;
        let straight = self.facts.straight().unwrap_or(1.0).max(f64::MIN_POSITIVE);
        let rounding = self.facts.rounding;
        high.retain(|&(_, _, h, rest)| {
            // A lower bound on the steps of the cheapest remaining path.
            let steps = ((rest / straight).min(1e7) as usize).saturating_add(2);
            !rounding.same(h, rest, steps)
        });
        high.sort_by_key(|one| one.0);
        for (index, cell, h, rest) in high {
            let line = events.line(index);
            let end = match goals.as_slice() {
                [goal] => self.facts.place(*goal).to_string(),
                _ => "the nearest goal".to_owned(),
            };
            let [high, low] = numbers_apart([h, rest]);
            let sentence =
                format!("At {} h is {high}, but the path from there to {end} costs {low}.", self.facts.place(cell));
            self.worst(
                h - rest,
                Finding { line, event: index, rule: Rule::Heuristic, at: Some(cell), sentence, t: None },
            );
        }
    }

    /// Keeps the largest h of a cell.
    pub(super) fn note_h(&mut self, index: usize, event: &LogEvent, at: Cell) {
        let Some(h) = event.h().filter(|h| !h.is_nan()) else { return };
        if !self.search.changed {
            let known = self.search.h.entry(at).or_insert((h, index));
            if h > known.0 {
                *known = (h, index);
            }
        }
    }

    /// Returns the highest possible cost of a step: that of either direction, or the stated one. `None` if it is
    /// unknown.
    pub(super) fn dearest(&self, from: Cell, at: Cell, stated: Option<f64>) -> Option<f64> {
        if self.facts.is_price_uncertain(from, at) {
            return None;
        }
        let both = [self.facts.price(from, at), self.facts.price(at, from), stated];
        both.into_iter().flatten().max_by(f64::total_cmp)
    }

    /// Checks whether h falls by more than the cost of a step.
    pub(super) fn falls(
        &mut self,
        index: usize,
        event: &LogEvent,
        (from, before): (Cell, f64),
        (at, h): (Cell, f64),
        price: Option<f64>,
    ) {
        if self.search.changed || self.search.moved || self.facts.no_step(from, at).is_some() {
            return;
        }
        let Some(price) = price else { return };
        let by = before - h - price;
        // Each h is rounded on its own, by an amount that depends on its size.
        let bound = self.facts.rounding.bound(before.abs().max(h.abs()), 4) + self.facts.rounding.bound(price, 1);
        if by > bound {
            let [before, h, cost] = numbers_apart([before, h, price]);
            let sentence = format!(
                "From {} to {} h falls from {before} to {h}, by more than the step costs: {cost}.",
                self.facts.place(from),
                self.facts.place(at),
            );
            self.worst(
                by,
                Finding { line: event.line(), event: index, rule: Rule::Inconsistent, at: Some(at), sentence, t: None },
            );
        }
    }
}
