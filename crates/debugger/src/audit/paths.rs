//! Checks the paths and the end of a search.

use super::facts::NoStep;
use super::judge::Judge;
use super::search::{Avoided, ENTRIES, NodeRecord, Search};
use super::{Finding, Rule, shown};
use crate::core::geometry::Cell;
use crate::formats::log::{LogEvent, Steps};
use std::collections::HashSet;

impl Judge<'_> {
    /// Checks a path: its steps, its ends and its cost.
    pub(super) async fn path(&mut self, index: usize, event: &LogEvent, events: &[LogEvent]) {
        self.search.ended = true;
        let cells = event.cells("cells").unwrap_or_default();
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
            if event.others.contains_key("cells") {
                self.search.empty_path = Some(index);
            }
            return;
        };
        let whole = self.steps(index, event, &cells);
        // The start of an incremental search moves.
        let start = match &self.plans {
            Some(plans) => plans.start(),
            None => self.search.start.filter(|_| !self.occupied.contains(&first)),
        };
        if let Some(start) = start.filter(|&start| start != first) {
            let (first, start) = (self.facts.place(first), self.facts.place(start));
            let sentence = format!("The path begins at {first}, but the search starts at {start}.");
            self.add_finding(index, event, Rule::PathBroken, cells.first().copied(), sentence);
        }
        let goal = self.search.goal;
        if let Some(goal) = goal.filter(|&goal| goal != last) {
            let (end, goal) = (self.facts.place(last), self.facts.place(goal));
            let sentence = format!("The path ends at {end}, but the goal is {goal}.");
            self.if_found(index, event, Rule::PathBroken, last, sentence);
        }
        self.judge_searched(index, event, &cells);
        if !whole {
            // A path without bad steps already proves that the cells are connected.
            let (nobody, nothing) = (HashSet::new(), Search::default());
            let avoided = Avoided::by(&nothing, &nobody);
            let asked = goal == Some(last)
                && self.facts.ground.is_some()
                && self.facts.steps != Some(Steps::Any)
                && self.is_still_checked(Rule::NoPath, event);
            if asked && !self.ways.is_joined(&self.facts, first, last, false, &avoided).await {
                let (start, end) = (self.facts.place(first), self.facts.place(last));
                let sentence = format!("There is no path from {start} to {end}.");
                self.add_finding(index, event, Rule::NoPath, Some(last), sentence);
            }
            return;
        }
        let (unjoined, unpriced) = self.facts.why_path_unchecked(&cells);
        let stated = event.number("cost").and(unpriced);
        let rules = [(Rule::PathBroken, unjoined), (Rule::PathCost, stated), (Rule::NotShortest, unpriced)];
        self.passed_over.extend(rules.into_iter().filter_map(|(rule, why)| Some((rule, why?))));
        let prices: Option<Vec<f64>> = cells.windows(2).map(|pair| self.facts.price(pair[0], pair[1])).collect();
        let Some(sum) = prices.map(|all| all.iter().sum::<f64>()) else { return };
        let rounding = self.facts.rounding;
        let steps = match self.facts.steps {
            // For runs, each cell counts as one addition.
            Some(Steps::Jump | Steps::Any) => {
                cells.windows(2).map(|p| p[0].delta(p[1])).map(|d| d.0.max(d.1) as usize).sum()
            }
            _ => cells.len(),
        };
        if self.states.has_any() {
            self.judge_cost_of_node(index, event, (last, sum, steps));
        } else if let Some(cost) = event.number("cost").filter(|&cost| !rounding.same(cost, sum, steps)) {
            let sentence =
                format!("The stated cost of the path is {}, but its steps cost {}.", shown(cost), shown(sum));
            self.add_finding(index, event, Rule::PathCost, None, sentence);
        }
        let exact = self.facts.optimal && self.facts.steps != Some(Steps::Any) && self.facts.ground.is_some();
        if !exact || (self.search.changed && self.plans.is_none()) {
            // The map has changed meanwhile, so it is unknown what the program could know.
            return;
        }
        if !self.is_still_checked(Rule::NotShortest, event) {
            return;
        }
        let (avoided, mut rest) = (Avoided::by(&self.search, &self.occupied), None);
        let tell = |cell: Cell, cost: f64| {
            let found = cell == first;
            rest = rest.or(found.then_some(cost));
            found
        };
        self.ways.rests(&self.facts, last, (1, sum), &avoided, tell).await;
        if let Some(shortest) = rest.filter(|&shortest| sum > shortest && !rounding.same(sum, shortest, steps)) {
            let (start, end) = (self.facts.place(first), self.facts.place(last));
            let cause = self.where_lost(&events[..index], (first, last), Some((shortest, sum))).await;
            let sentence = format!(
                "The path from {start} to {end} costs {}, but one of {} exists.{cause}",
                shown(sum),
                shown(shortest)
            );
            if goal == Some(last) {
                self.add_finding(index, event, Rule::NotShortest, Some(last), sentence);
            } else {
                self.if_found(index, event, Rule::NotShortest, last, sentence);
            }
        }
    }

    /// Checks the cost of a path if the cost of a step may depend on the node. The cost must be the g of a node at the
    /// path's end, or the sum of its steps.
    fn judge_cost_of_node(&mut self, index: usize, event: &LogEvent, (end, sum, steps): (Cell, f64, usize)) {
        let Some(cost) = event.number("cost") else { return };
        let lists = self.search.lists.values();
        let nodes: Vec<&NodeRecord> =
            lists.flat_map(|list| list.nodes.of(end).into_iter().filter_map(|node| list.nodes.get(node))).collect();
        let full = nodes.iter().any(|known| known.entries.len() >= ENTRIES || known.restated.is_some());
        let own =
            |known: &&NodeRecord| known.entries.iter().copied().chain(known.opened).chain(known.expanded_at).collect();
        let all: Vec<f64> = nodes.iter().flat_map(own as fn(&&NodeRecord) -> Vec<f64>).collect();
        let lowest = all.iter().copied().min_by(f64::total_cmp);
        let (Some(lowest), false, 1) = (lowest, full, self.search.lists.len()) else {
            let why = "a path names cells, and no node at its end has a g that could be its cost";
            self.passed_over.push((Rule::PathCost, why));
            return;
        };
        let rounding = self.facts.rounding;
        if all.into_iter().chain([sum]).all(|own| !rounding.same(own, cost, steps)) {
            let place = self.facts.place(end);
            let sentence = format!(
                "The stated cost of the path is {}, but no node of {place} has that g: the lowest is {}.",
                shown(cost),
                shown(lowest)
            );
            self.add_finding(index, event, Rule::PathCost, Some(end), sentence);
        }
    }

    /// Checks the steps of a path and reports the bad ones. Returns whether all are good.
    fn steps(&mut self, index: usize, event: &LogEvent, cells: &[Cell]) -> bool {
        let mut whole = true;
        for &cell in cells {
            if self.facts.is_blocked(cell) && !self.may_have_been(cell) {
                whole = false;
                let sentence =
                    format!("The path goes through {}, which is {}.", self.facts.place(cell), self.facts.what(cell));
                self.add_finding(index, event, Rule::Wall, Some(cell), sentence);
            }
        }
        for pair in cells.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let (source, end) = (self.facts.place(from), self.facts.place(to));
            let sentence = match self.facts.no_step(from, to) {
                Some(NoStep::Apart) => format!("The path goes from {source} to {end}, which is not a step."),
                Some(NoStep::Through(wall)) => {
                    let wall = self.facts.place(wall);
                    format!("The path goes from {source} to {end}, but {wall} is between and cannot be entered.")
                }
                Some(NoStep::Edge) => {
                    whole = false;
                    let sentence = format!("The path goes from {source} to {end}, but a wall is between the two.");
                    self.add_finding(index, event, Rule::Wall, Some(to), sentence);
                    continue;
                }
                None => {
                    if let Some(corner) = self.facts.corner_cut(from, to).filter(|&corner| !self.may_have_been(corner))
                    {
                        whole = false;
                        let corner = self.facts.place(corner);
                        let sentence =
                            format!("The path goes from {source} to {end} past the corner {corner}, which is blocked.");
                        self.add_finding(index, event, Rule::Wall, Some(to), sentence);
                    }
                    if self.goes_by_sight()
                        && let Some(what) = self.in_the_way(from, to, |cell| self.may_have_been(cell))
                    {
                        whole = false;
                        let sentence = format!("The path's line from {source} to {end} {what}.");
                        self.add_finding(index, event, Rule::Line, Some(to), sentence);
                    }
                    continue;
                }
            };
            whole = false;
            self.add_finding(index, event, Rule::PathBroken, Some(to), sentence);
        }
        whole
    }

    /// Returns whether a cell may have been different when a path used it. A plan always uses the current map.
    fn may_have_been(&self, cell: Cell) -> bool {
        self.plans.is_none() && self.altered.contains(&cell)
    }

    /// Checks that a path uses only cells that were searched.
    fn judge_searched(&mut self, index: usize, event: &LogEvent, cells: &[Cell]) {
        let one_by_one = matches!(self.facts.steps, None | Some(Steps::One)) && self.facts.one_by_one;
        let by_line = self.facts.steps == Some(Steps::Any) && cells.len() > 2;
        if self.unasked[Rule::Unsearched as usize] || !(one_by_one || by_line) {
            return;
        }
        // The goal may be found next to the cell expanded last, and the start need not be opened.
        let last = self.search.last_expanded;
        let met = cells.len() > 1 && last.is_some() && cells.get(cells.len() - 2).copied() == last;
        let inner = &cells[1..cells.len().saturating_sub(usize::from(met)).max(1)];
        let implied = |cell: &Cell| self.search.is_start(*cell);
        let all: Vec<Cell> = inner.iter().copied().filter(|c| !self.touched.contains(c) && !implied(c)).collect();
        let Some(&first) = all.first() else { return };
        let more =
            if all.len() > 1 { format!(", nor were {} more of its cells", all.len() - 1) } else { String::new() };
        let sentence = format!("The path goes through {}, which was never opened{more}.", self.facts.place(first));
        self.add_finding(index, event, Rule::Unsearched, Some(first), sentence);
    }

    /// Returns whether a rule that searches the map is still checked at this event.
    fn is_still_checked(&mut self, rule: Rule, event: &LogEvent) -> bool {
        !self.unasked[rule as usize] && self.ways.is_still_checked(rule, event.line())
    }

    /// Records a fault that counts only if the search says that it found its goal, or says nothing.
    fn if_found(&mut self, index: usize, event: &LogEvent, rule: Rule, at: Cell, sentence: String) {
        let finding = Finding { line: event.line(), event: index, rule, at: Some(at), sentence };
        self.search.if_found.push(finding);
    }

    /// Checks the end of a search: whether there is a path after all.
    pub(super) async fn done(&mut self, index: usize, event: &LogEvent, events: &[LogEvent]) {
        self.search.ended = true;
        self.search.result = event.text("result").map(str::to_owned);
        if self.search.result.as_deref() == Some("none") {
            // The last expansion has examined all its neighbours by now.
            self.judge_missed(events);
        }
        // If no start is stated, it is the cell opened first, unless the search came from the goal.
        let first = self.search.first.filter(|first| Some(*first) != self.search.goal);
        let (Some(start), Some(goal)) = (self.search.start.or(first), self.search.goal) else { return };
        let unasked = self.search.gave_up || (self.search.changed && !self.survey.opens);
        if self.search.result.as_deref() != Some("none") || self.facts.ground.is_none() || unasked {
            return;
        }
        if !self.is_still_checked(Rule::NoPath, event) {
            return;
        }
        let avoided = Avoided::by(&self.search, &self.occupied);
        if self.ways.is_joined(&self.facts, start, goal, true, &avoided).await {
            let cause = self.where_lost(&events[..index], (start, goal), None).await;
            let (from, to) = (self.facts.place(start), self.facts.place(goal));
            let sentence = format!("The log says that there is no path, but there is one from {from} to {to}.{cause}");
            self.add_finding(index, event, Rule::NoPath, Some(goal), sentence);
        }
    }
}
