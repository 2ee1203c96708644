//! Checks the paths of a search: their steps, their cost, and whether a cheaper one exists.

use super::Rule;
use super::digits::numbers_apart;
use super::facts::NoStep;
use super::judge::Judge;
use super::node_records::{ENTRIES, NodeRecord};
use super::search::{Avoided, Search};
use crate::formats::log::{EventList, LogEvent, Steps};
use gridscope_trace::geometry::Cell;
use rustc_hash::FxHashSet;

/// Reason why a cheaper path proves nothing: the program may have refused it.
pub(super) const REFUSED: &str =
    "a cheaper path leads over cells that the program refused in its own word, or beyond its budget";

impl Judge<'_> {
    /// Checks a path: its steps, its ends and its cost.
    pub(super) async fn path(&mut self, index: usize, event: &LogEvent, events: &EventList) {
        self.search.ended = true;
        let cells = event.cells("cells").unwrap_or_default();
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
            if event.others.contains_key("cells") {
                self.search.empty_path = Some(index);
            }
            return;
        };
        let whole = self.steps(index, event, &cells);
        self.judge_ends(index, event, (first, last)).await;
        self.judge_searched(index, event, &cells);
        if !whole {
            // A path without bad steps already proves that the cells are connected.
            self.judge_joined(index, event, (first, last)).await;
            return;
        }
        let prices: Option<Vec<f64>> = cells.windows(2).map(|pair| self.facts.price(pair[0], pair[1])).collect();
        let sum = prices.map(|all| all.iter().sum::<f64>());
        self.judge_parents(index, event, &cells, sum);
        let (unjoined, unpriced) = self.facts.why_path_unchecked(&cells);
        let cost_unchecked = event.number("cost").filter(|&cost| !self.is_cost_of_end(last, cost)).and(unpriced);
        let rules = [(Rule::PathBroken, unjoined), (Rule::PathCost, cost_unchecked), (Rule::NotShortest, unpriced)];
        self.passed_over.extend(rules.into_iter().filter_map(|(rule, why)| Some((rule, why?))));
        let Some(sum) = sum else { return };
        let steps = match self.facts.steps {
            // For runs, each cell counts as one addition.
            Some(Steps::Jump | Steps::Any) => {
                cells.windows(2).map(|p| p[0].delta(p[1])).map(|d| d.0.max(d.1) as usize).sum()
            }
            _ => cells.len(),
        };
        if self.states.has_any() {
            self.judge_cost_of_node(index, event, (last, sum, steps));
        } else if let Some(cost) = event.number("cost").filter(|&cost| !self.facts.rounding.same(cost, sum, steps)) {
            let [cost, sum] = numbers_apart([cost, sum]);
            let sentence = format!("The stated cost of the path is {cost}, but its steps cost {sum}.");
            self.add_finding(index, event, Rule::PathCost, None, sentence);
        }
        self.judge_shortest((index, event, events), (first, last), (sum, steps)).await;
    }

    /// Checks whether a cheaper path exists.
    async fn judge_shortest(
        &mut self,
        (index, event, events): (usize, &LogEvent, &EventList),
        (first, last): (Cell, Cell),
        (sum, steps): (f64, usize),
    ) {
        let exact = self.facts.optimal && self.facts.steps != Some(Steps::Any) && self.facts.knows_ways();
        if !exact || (self.search.changed && self.plans.is_none()) {
            // The map has changed meanwhile, so it is unknown what the program could know.
            return;
        }
        if !self.is_still_checked(Rule::NotShortest, event) {
            return;
        }
        let (mut goals, rounding) = (self.search.goals.clone(), self.facts.rounding);
        let at_goal = goals.contains(&last);
        if !at_goal {
            goals = vec![last];
        }
        let is_cheaper = |rest: &f64| sum > *rest && !rounding.same(sum, *rest, steps);
        let cheaper = self.rest(first, &goals, sum, true).await.filter(is_cheaper);
        let refuses = self.search.gave_up || !self.search.refused.is_empty();
        if refuses && (cheaper.is_none() || self.search.gave_up) {
            let any = match cheaper {
                None => self.rest(first, &goals, sum, false).await.filter(is_cheaper),
                some => some,
            };
            self.passed_over.extend(any.map(|_| (Rule::NotShortest, REFUSED)));
            return;
        }
        let Some(shortest) = cheaper else { return };
        let mut nearest = last;
        for &goal in goals.iter().filter(|_| goals.len() > 1) {
            if self.rest(first, &[goal], sum, true).await.is_some_and(|rest| rest <= shortest) {
                nearest = goal;
                break;
            }
        }
        let (start, end) = (self.facts.place(first), self.facts.place(last));
        let cause = self.where_lost((events, index), (first, nearest), Some((shortest, sum))).await;
        let [sum, shortest] = numbers_apart([sum, shortest]);
        let other = if nearest == last {
            format!("one of {shortest} exists")
        } else {
            format!("the goal {} can be reached at {shortest}", self.facts.place(nearest))
        };
        let sentence = format!("The path from {start} to {end} costs {sum}, but {other}.{cause}");
        if at_goal {
            self.add_finding(index, event, Rule::NotShortest, Some(last), sentence);
        } else {
            self.if_found(index, event, Rule::NotShortest, last, sentence);
        }
    }

    /// Returns the cheapest cost from a cell to one of the goals, if it is at most `most`. If `careful`, not over cells
    /// that the program may have avoided.
    async fn rest(&mut self, from: Cell, goals: &[Cell], most: f64, careful: bool) -> Option<f64> {
        let open = Search::new(Some(from), goals.to_vec(), Vec::new());
        let avoided = Avoided::by(if careful { &self.search } else { &open }, &self.occupied);
        let mut rest = None;
        let visit_cell = |cell: Cell, cost: f64| {
            let found = cell == from;
            rest = rest.or(found.then_some(cost));
            found
        };
        self.ways.rests(&self.facts, goals, (1, most), &avoided, visit_cell).await;
        rest
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
            let (place, [cost, lowest]) = (self.facts.place(end), numbers_apart([cost, lowest]));
            let sentence = format!(
                "The stated cost of the path is {cost}, but no node of {place} has that g: the lowest is {lowest}."
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
                let place = self.facts.place(cell);
                let sentence = if self.facts.body == (1, 1) {
                    format!("The path goes through {place}, which is {}.", self.facts.what(cell))
                } else {
                    format!("The path goes through {place}, but there {}.", self.facts.what_blocks(cell))
                };
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
        let by_links = self.facts.steps == Some(Steps::Links);
        if self.unasked[Rule::Unsearched as usize] || !(one_by_one || by_line || by_links) {
            return;
        }
        let within = if by_links { self.facts.links.refined(cells) } else { FxHashSet::default() };
        // The goal may be found next to the cell expanded last, and the start need not be opened.
        let last = self.search.last_expanded;
        let ends_beside_last = cells.len() > 1 && last.is_some() && cells.get(cells.len() - 2).copied() == last;
        let inner = &cells[1..cells.len().saturating_sub(usize::from(ends_beside_last)).max(1)];
        let implied = |cell: &Cell| self.search.is_start(*cell);
        let all: Vec<Cell> = inner
            .iter()
            .copied()
            .filter(|c| !self.touched.contains(*c) && !implied(c) && !within.contains(c))
            .collect();
        let Some(&first) = all.first() else { return };
        let more =
            if all.len() > 1 { format!(", nor were {} more of its cells", all.len() - 1) } else { String::new() };
        let sentence = format!("The path goes through {}, which was never opened{more}.", self.facts.place(first));
        self.add_finding(index, event, Rule::Unsearched, Some(first), sentence);
    }
}
