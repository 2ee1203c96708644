//! Finds where a search lost a cheaper path: the first node on it that was rejected, jumped over, closed, or left on
//! the open list.

use super::digits::{number_text, numbers_apart};
use super::judge::Judge;
use super::node::Node;
use super::node_records::NodeRecord;
use super::search::Avoided;
use crate::formats::log::{EventList, Steps, Word};
use gridscope_trace::geometry::Cell;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Maximum number of cells on cheapest paths that are examined.
const MAX_CELLS: usize = 1 << 16;

/// A step of a cheapest path that the search did not take.
struct Gap {
    from: Cell,
    to: Cell,
    /// Cost of the path up to `to`.
    cost: f64,
}

/// Indices of the events about a step that the search did not take.
#[derive(Clone, Default)]
struct EventsAbout {
    /// First event that rejects the step, and first one that opens its end from its beginning.
    rejected: Option<usize>,
    opened: Option<usize>,
    /// First event that opens or rejects a cell behind its end, in one run from its beginning.
    passed: Option<usize>,
    /// First expansion of its beginning, last event that opens it, and first one that closes it.
    expanded: Option<usize>,
    waits: Option<usize>,
    closed: Option<usize>,
}

/// Returns the events about each gap in a range of events.
fn events_about(gaps: &[Gap], events: &EventList, range: Range<usize>) -> Vec<EventsAbout> {
    let mut of_cell: FxHashMap<Cell, Vec<usize>> = FxHashMap::default();
    for (k, gap) in gaps.iter().enumerate() {
        of_cell.entry(gap.from).or_default().push(k);
    }
    let mut all = vec![EventsAbout::default(); gaps.len()];
    for (index, event) in range.clone().zip(events.outlines(range.start)) {
        let Some(at) = event.at else { continue };
        for &k in of_cell.get(&at).into_iter().flatten() {
            match event.word {
                Word::Expand => _ = all[k].expanded.get_or_insert(index),
                Word::Open => all[k].waits = Some(index),
                Word::Close => _ = all[k].closed.get_or_insert(index),
                _ => {}
            }
        }
        let from = event.from.filter(|_| matches!(event.word, Word::Open | Word::Reject));
        for &k in from.and_then(|from| of_cell.get(&from)).into_iter().flatten() {
            let (gap, about) = (&gaps[k], &mut all[k]);
            if at != gap.to {
                if about.passed.is_none() && gap.from.run_to(at).contains(&gap.to) {
                    about.passed = Some(index);
                }
            } else if event.word == Word::Open {
                about.opened.get_or_insert(index);
            } else {
                about.rejected.get_or_insert(index);
            }
        }
    }
    all
}

impl Judge<'_> {
    /// Returns a sentence about where the search lost the cheaper path, beginning with a space. Empty if this cannot be
    /// found out. `events` are the events and the index of the path. `costs` are the shortest cost and the cost of the
    /// path found, or `None` if no path was found.
    pub(super) async fn where_lost(
        &mut self,
        (events, index): (&EventList, usize),
        (start, goal): (Cell, Cell),
        costs: Option<(f64, f64)>,
    ) -> String {
        if self.states.has_any() || !self.survey.opens || self.plans.is_some() {
            return String::new();
        }
        if self.search.lists.len() > 1 {
            return costs.and_then(|(_, sum)| self.waiting_below(sum)).unwrap_or_default();
        }
        let rests = self.all_rests(start, goal, costs).await;
        if !rests.contains_key(&start) {
            return String::new();
        }
        let gaps = match self.facts.steps {
            Some(Steps::Jump) => self.jump_gap(start, goal, &rests),
            Some(Steps::Any | Steps::Own) => return String::new(),
            _ => self.gaps(start, goal, &rests, costs.is_some()),
        };
        let about = events_about(&gaps, events, self.search.begins..index);
        let both = gaps.iter().zip(&about);
        let gap_sentences =
            both.filter_map(|(gap, about)| self.lost_step_sentence(gap, about, events, costs.is_some()));
        gap_sentences.min_by_key(|told| told.0).map(|told| format!(" The path was lost {}", told.1)).unwrap_or_default()
    }

    /// Returns the remaining cost from each cell that may be on a cheapest path.
    async fn all_rests(&mut self, start: Cell, goal: Cell, costs: Option<(f64, f64)>) -> FxHashMap<Cell, f64> {
        let (mut rests, avoided) = (FxHashMap::default(), Avoided::by(&self.search, &self.occupied));
        let max_cost = costs.map_or(f64::INFINITY, |costs| costs.0 * (1.0 + 1e-9));
        if costs.is_some() || self.facts.has_prices() {
            let visit_cell = |cell: Cell, cost: f64| {
                rests.insert(cell, cost);
                false
            };
            self.ways.rests(&self.facts, &[goal], (usize::MAX, max_cost), &avoided, visit_cell).await;
        } else {
            let visit_cell = |cell: Cell, cost: f64| _ = rests.insert(cell, cost);
            self.ways.hops(&self.facts, goal, start, &avoided, visit_cell).await;
        }
        rests
    }

    /// Returns the record of a cell in the search's only list.
    fn node_record(&self, cell: Cell) -> Option<&NodeRecord> {
        self.search.lists.values().next()?.nodes.get(Node::plain(cell))
    }

    /// Returns steps of cheapest paths from cells that the search reached at the right cost to cells that it did not.
    fn gaps(&self, start: Cell, goal: Cell, rests: &FxHashMap<Cell, f64>, priced: bool) -> Vec<Gap> {
        let rounding = self.facts.rounding;
        let mut visited = FxHashSet::from_iter([start]);
        let mut left = vec![(start, 0.0)];
        let mut gaps = Vec::new();
        while let Some((from, cost)) = left.pop() {
            if visited.len() > MAX_CELLS || from == goal {
                continue;
            }
            let rest = rests[&from];
            let mut nexts: Vec<Cell> = self.facts.reachable_neighbours(from, true).collect();
            nexts.sort_unstable();
            for to in nexts {
                let Some(&after) = rests.get(&to) else { continue };
                let price = self.facts.one(from, to).filter(|_| self.facts.has_prices()).unwrap_or(1.0);
                if !rounding.same(price + after, rest, 64) && (price + after - rest).abs() > 1e-9 * rest {
                    continue;
                }
                let there = cost + price;
                let record = self.node_record(to).filter(|known| known.was_opened || known.was_expanded);
                let reached = record.is_some_and(|known| match known.g().or(known.opened) {
                    Some(g) if priced => g <= there || rounding.same(g, there, 64),
                    _ => true,
                });
                if reached {
                    if visited.insert(to) {
                        left.push((to, there));
                    }
                } else {
                    gaps.push(Gap { from, to, cost: there });
                }
            }
        }
        gaps
    }

    /// Returns the first leg between turns of a cheapest path that no jump took.
    fn jump_gap(&self, start: Cell, goal: Cell, rests: &FxHashMap<Cell, f64>) -> Vec<Gap> {
        let (mut way, mut at) = (vec![start], start);
        while at != goal && way.len() <= MAX_CELLS {
            let rest = rests[&at];
            let cheapest = |to: &Cell| {
                let Some((&after, price)) = rests.get(to).zip(self.facts.one(at, *to)) else { return false };
                (price + after - rest).abs() <= 1e-9 * rest.max(1.0)
            };
            // Jump points are on paths that go diagonally first.
            let nexts: Vec<Cell> = self.facts.reachable_neighbours(at, true).filter(cheapest).collect();
            let diagonal = nexts.iter().copied().find(|to| at.delta(*to) == (1, 1));
            let Some(next) = diagonal.or(nexts.first().copied()) else { break };
            way.push(next);
            at = next;
        }
        let toward = |a: Cell, b: Cell| (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
        let turns: Vec<usize> = (1..way.len())
            .filter(|&k| k + 1 == way.len() || toward(way[k - 1], way[k]) != toward(way[k], way[k + 1]))
            .collect();
        let (mut from, mut cost) = (start, 0.0);
        for turn in turns {
            let to = way[turn];
            // A jump may end before the turn.
            for &at in &way[1..turn] {
                if !from.run_to(to).contains(&at) {
                    continue;
                }
                let price = self.facts.price(from, at).unwrap_or(f64::INFINITY);
                let known_g = self.node_record(at).and_then(|known| known.g().or(known.opened));
                if known_g.is_some_and(|g| self.facts.rounding.same(g, cost + price, turn + 2)) {
                    (from, cost) = (at, cost + price);
                }
            }
            let Some(price) = self.facts.price(from, to) else { break };
            let there = cost + price;
            let reached = self.node_record(to).and_then(|known| known.g().or(known.opened));
            if reached.is_none_or(|g| g > there && !self.facts.rounding.same(g, there, turn + 2)) {
                return vec![Gap { from, to, cost: there }];
            }
            (from, cost) = (to, there);
        }
        Vec::new()
    }

    /// Returns a sentence about how a step was lost, with its line.
    fn lost_step_sentence(
        &self,
        gap: &Gap,
        about: &EventsAbout,
        events: &EventList,
        priced: bool,
    ) -> Option<(usize, String)> {
        let (from, to) = (self.facts.place(gap.from), self.facts.place(gap.to));
        let event_of = |index: Option<usize>| events.get(index?);
        if let Some(event) = event_of(about.rejected) {
            let why = match event.text("why") {
                Some("dearer") => " as costlier".to_owned(),
                Some("wall") => " as a wall".to_owned(),
                Some("corner") => " for a corner".to_owned(),
                Some(why) => format!(" as {why}"),
                None => String::new(),
            };
            let record = self.node_record(gap.to).filter(|known| known.was_opened || known.was_expanded);
            let record = record.and_then(|known| Some((known.g().or(known.opened)?, known.was_expanded)));
            let [cost, known] = numbers_apart([gap.cost, record.map_or(gap.cost, |held| held.0)]);
            let at = if priced { format!(" at cost {cost}") } else { String::new() };
            let but = match record.filter(|_| priced) {
                Some((_, false)) => format!(", but it was waiting at {known}"),
                Some((_, true)) => format!(", but it was expanded at {known}"),
                None => String::new(),
            };
            return Some((
                event.line(),
                format!("in line {}: {to} was refused from {from}{why}{at}{but}.", event.line()),
            ));
        }
        if let Some(event) = event_of(about.opened) {
            let [g, cost] = numbers_apart([event.g().unwrap_or(gap.cost), gap.cost]);
            let with_g = event.g().map_or_else(String::new, |_| format!(" with g = {g}"));
            let line = event.line();
            return Some((
                line,
                format!("in line {line}: {to} was opened from {from}{with_g}, but that path costs {cost}."),
            ));
        }
        let Some(expanded) = event_of(about.expanded) else {
            let opened = event_of(about.waits)?;
            let line = opened.line();
            let key =
                opened.f().or_else(|| Some(opened.g()? + opened.h()?)).map(|f| format!(" with f = {}", number_text(f)));
            let key = key.or_else(|| opened.g().map(|g| format!(" with g = {}", number_text(g)))).unwrap_or_default();
            return Some(match event_of(about.closed) {
                Some(closed) => {
                    (closed.line(), format!("in line {}: {from} was closed without being expanded.", closed.line()))
                }
                None => {
                    (line, format!("at {from}: it was still waiting{key} since line {line} when the search ended."))
                }
            });
        };
        let line = expanded.line();
        Some(match event_of(about.passed).and_then(|event| event.at.map(|end| (event, end))) {
            Some((event, end)) => (
                event.line(),
                format!(
                    "in line {}: the jump from {from} to {} went past {to}, where the cheaper path turns.",
                    event.line(),
                    self.facts.place(end)
                ),
            ),
            None if self.facts.steps == Some(Steps::Jump) => {
                (line, format!("after line {line}: no jump from {from} ended at {to}, where the cheaper path turns."))
            }
            None => (
                line,
                format!("after line {line}: {from} was expanded, but {to} was neither opened nor rejected from it."),
            ),
        })
    }

    /// Returns a sentence about the keys below the path's cost that are still on the open lists of a bidirectional
    /// search.
    fn waiting_below(&mut self, cost: f64) -> Option<String> {
        let rounding = self.facts.rounding;
        let mut found = Vec::new();
        let mut names: Vec<Option<String>> = self.search.lists.keys().cloned().collect();
        names.sort();
        for name in names {
            let Some((node, keys)) = self.search.lists.get_mut(&name).and_then(|list| list.first(None)) else {
                continue;
            };
            let (Some(key), Some(&value)) = (self.search.order.first(), keys.first()) else { continue };
            if !key.falling && rounding.less(value, cost, 64) {
                let (list, place) = (name.unwrap_or_default(), self.facts.place(node.cell));
                let [value, _] = numbers_apart([value, cost]);
                found.push(format!("in the list {list:?} {place} waited with {} = {value}", key.field));
            }
        }
        (!found.is_empty())
            .then(|| format!(" When it ended, keys below {} still waited: {}.", number_text(cost), found.join(", ")))
    }
}
