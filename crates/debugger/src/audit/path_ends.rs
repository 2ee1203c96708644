//! Checks where a path begins and ends, and the end of a search.

use super::digits::numbers_apart;
use super::judge::Judge;
use super::search::{Avoided, Search};
use super::{Finding, Rule};
use crate::formats::log::{EventList, LogEvent, Metric, Steps};
use gridscope_trace::geometry::Cell;
use rustc_hash::FxHashSet;

/// Maximum number of goals that a sentence names.
const NAMED: usize = 4;

impl Judge<'_> {
    /// Checks that a path begins at the start and ends at a goal.
    pub(super) async fn judge_ends(&mut self, index: usize, event: &LogEvent, (first, last): (Cell, Cell)) {
        // The start of an incremental search moves.
        let start = match &self.plans {
            Some(plans) => plans.start(),
            None => self.search.start.filter(|_| !self.occupied.contains(&first)),
        };
        if let Some(start) = start.filter(|&start| start != first) {
            let (begin, start) = (self.facts.place(first), self.facts.place(start));
            let sentence = format!("The path begins at {begin}, but the search starts at {start}.");
            self.add_finding(index, event, Rule::PathBroken, Some(first), sentence);
        }
        if self.search.goals.is_empty() || self.search.goals.contains(&last) {
            return;
        }
        if let Some(metric) = self.nearest {
            self.judge_nearest(index, event, (first, last), metric).await;
            return;
        }
        let end = self.facts.place(last);
        let named: Vec<String> =
            self.search.goals.iter().take(NAMED).map(|&goal| self.facts.place(goal).to_string()).collect();
        let sentence = match named.as_slice() {
            [goal] => format!("The path ends at {end}, but the goal is {goal}."),
            _ if self.search.goals.len() > NAMED => {
                format!("The path ends at {end}, which is none of the {} goals.", self.search.goals.len())
            }
            goals => format!("The path ends at {end}, but the goals are {}.", goals.join(" and ")),
        };
        self.if_found(index, event, Rule::PathBroken, last, sentence);
    }

    /// Checks a path that ends at no goal, in a log that promises the nearest cell if no goal can be reached.
    async fn judge_nearest(&mut self, index: usize, event: &LogEvent, (first, last): (Cell, Cell), metric: Metric) {
        if self.search.gave_up || self.search.changed || self.unasked[Rule::PathBroken as usize] {
            return;
        }
        let end = self.facts.place(last);
        let goals = self.search.goals.clone();
        if self.facts.knows_ways() && self.facts.states_steps() && self.facts.steps != Some(Steps::Any) {
            for &goal in &goals {
                let avoided = Avoided::by(&self.search, &self.occupied);
                if self.ways.is_still_checked(Rule::PathBroken, event.line())
                    && self.ways.is_joined(&self.facts, first, goal, true, &avoided).await
                {
                    let goal = self.facts.place(goal);
                    let sentence = format!("The path ends at {end}, but the goal {goal} can be reached.");
                    return self.add_finding(index, event, Rule::PathBroken, Some(last), sentence);
                }
            }
        }
        let away = |cell: Cell| {
            let all = goals.iter().map(|&goal| metric.of(self.facts.delta(cell, goal)));
            all.min_by(f64::total_cmp).unwrap_or(f64::INFINITY)
        };
        let nodes = self.search.lists.values().flat_map(|list| list.nodes.all());
        let expanded = nodes.filter(|(_, known)| known.was_expanded).map(|(node, _)| (away(node.cell), node.cell));
        let Some((least, cell)) = expanded.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))) else { return };
        let own = away(last);
        if least < own && !self.facts.rounding.same(least, own, 4) && own - least > 1e-6 * own {
            let [own, least] = numbers_apart([own, least]);
            let sentence = format!(
                "The path ends at {end}, {own} from the goal by the distance {}, but {} was expanded and is {least} from it.",
                metric.name(),
                self.facts.place(cell),
            );
            self.add_finding(index, event, Rule::PathBroken, Some(last), sentence);
        }
    }

    /// Checks whether the ends of a path with bad steps are connected at all.
    pub(super) async fn judge_joined(&mut self, index: usize, event: &LogEvent, (first, last): (Cell, Cell)) {
        let no_cells = FxHashSet::default();
        let no_search = Search::default();
        let avoided = Avoided::by(&no_search, &no_cells);
        let must_check = self.search.goals.contains(&last)
            && self.facts.knows_ways()
            && self.facts.steps != Some(Steps::Any)
            && self.is_still_checked(Rule::NoPath, event);
        if must_check && !self.ways.is_joined(&self.facts, first, last, false, &avoided).await {
            let (start, end) = (self.facts.place(first), self.facts.place(last));
            let sentence = format!("There is no path from {start} to {end}.");
            self.add_finding(index, event, Rule::NoPath, Some(last), sentence);
        }
    }

    /// Returns whether a rule that searches the map is still checked at this event.
    pub(super) fn is_still_checked(&mut self, rule: Rule, event: &LogEvent) -> bool {
        !self.unasked[rule as usize] && self.ways.is_still_checked(rule, event.line())
    }

    /// Records a fault that counts only if the search says that it found its goal, or says nothing.
    pub(super) fn if_found(&mut self, index: usize, event: &LogEvent, rule: Rule, at: Cell, sentence: String) {
        let finding = Finding { line: event.line(), event: index, rule, at: Some(at), sentence, t: None };
        self.search.if_found.push(finding);
    }

    /// Checks the end of a search: whether there is a path after all.
    pub(super) async fn done(&mut self, index: usize, event: &LogEvent, events: &EventList) {
        self.search.ended = true;
        self.search.result = event.text("result").map(str::to_owned);
        if self.search.result.as_deref() == Some("none") {
            // The last expansion has examined all its neighbours by now.
            self.judge_missed(events);
        }
        // If no start is stated, it is the cell opened first, unless the search came from the goal.
        let first = self.search.first.filter(|_| !self.search.is_backward());
        let Some(start) = self.search.start.or(first) else { return };
        let unasked = self.search.gave_up || (self.search.changed && !self.survey.opens);
        if self.search.result.as_deref() != Some("none") || !self.facts.knows_ways() || unasked {
            return;
        }
        for goal in self.search.goals.clone() {
            if !self.is_still_checked(Rule::NoPath, event) {
                return;
            }
            let avoided = Avoided::by(&self.search, &self.occupied);
            if self.ways.is_joined(&self.facts, start, goal, true, &avoided).await {
                let cause = self.where_lost((events, index), (start, goal), None).await;
                let (from, to) = (self.facts.place(start), self.facts.place(goal));
                let sentence =
                    format!("The log says that there is no path, but there is one from {from} to {to}.{cause}");
                return self.add_finding(index, event, Rule::NoPath, Some(goal), sentence);
            }
        }
    }
}
