//! Goes through a log event by event and collects the findings.

use super::facts::Facts;
use super::incremental::Plans;
use super::missed_neighbours::NeighbourEvidence;
use super::node::{Node, States};
use super::node_map::CellSet;
use super::other_rules::{self, FactsWithHeader, OtherRules};
use super::search::{Search, states_no_cost};
use super::shortest::Ways;
use super::survey::Survey;
use super::turning::Turning;
use super::{AT_ONCE, Finding, Rule};
use crate::formats::log::{EventList, Header, Key, LogEvent, Metric, Steps, Word, order};
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::{Halt, Progress};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Result of checking a log.
pub(super) struct AuditResult {
    pub(super) found: Vec<Finding>,
    /// Line from which on a rule was no longer checked.
    pub(super) unasked_from: BTreeMap<Rule, usize>,
    /// Rules that were skipped on the way, and why.
    pub(super) passed_over: Vec<(Rule, &'static str)>,
    /// Result of the rules that are not about searches.
    pub(super) beyond: other_rules::Outcome,
}

/// State of the audit while it goes through a log.
pub(super) struct Judge<'a> {
    header: &'a Header,
    beyond: OtherRules,
    pub(super) facts: Facts,
    pub(super) survey: &'a Survey,
    /// Open list order that the header states.
    order: Vec<Key>,
    /// Whether each rule is not checked.
    pub(super) unasked: [bool; Rule::ALL.len()],
    /// Parts of a node other than its cell.
    pub(super) states: States,
    /// State of an incremental search, if the log has one.
    pub(super) plans: Option<Plans>,
    /// Rules that could not be checked for some path, with the reason.
    pub(super) passed_over: Vec<(Rule, &'static str)>,
    pub(super) search: Search,
    pub(super) found: Vec<Finding>,
    pub(super) ways: Ways<'a>,
    pub(super) looked: NeighbourEvidence,
    /// Cells where an actor has been.
    pub(super) occupied: FxHashSet<Cell>,
    /// Cells that have changed since the beginning. An earlier path may have used them before.
    pub(super) altered: FxHashSet<Cell>,
    /// Cells that any search has opened or expanded so far.
    pub(super) touched: CellSet,
    /// Number of steps that change the state and have the stated cost, and number of those that do not.
    pub(super) turns: (usize, usize),
    /// Findings that are valid only if the cost of a step does not depend on the state.
    pub(super) if_plain: Vec<Finding>,
    /// How the nearest cell is measured, if paths may end there.
    pub(super) nearest: Option<Metric>,
    /// Budget of the header, and of each open phase.
    pub(super) budgets: Vec<Option<f64>>,
    /// Evidence that g grows with each change of direction.
    pub(super) turning: Turning,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        header: &'a Header,
        facts: Facts,
        survey: &'a Survey,
        unasked: [bool; Rule::ALL.len()],
        progress: &'a Progress,
    ) -> Self {
        let order = header.order.clone().unwrap_or_default();
        let search = Search::new(header.start, header.goals(), order.clone());
        let fields = if header.state.is_empty() { survey.state.clone() } else { header.state.clone() };
        Self {
            header,
            beyond: OtherRules::new(&header.line),
            states: States::new(fields),
            plans: (header.incremental || survey.incremental.is_some()).then(Plans::default),
            facts,
            survey,
            order,
            unasked,
            passed_over: Vec::new(),
            search,
            found: Vec::new(),
            ways: Ways::new(progress),
            looked: NeighbourEvidence::default(),
            occupied: FxHashSet::default(),
            altered: FxHashSet::default(),
            touched: CellSet::default(),
            turns: (0, 0),
            if_plain: Vec::new(),
            nearest: header.promises.nearest,
            budgets: vec![header.promises.budget],
            turning: Turning::default(),
        }
    }

    /// Checks all events.
    pub(super) async fn judge(mut self, events: &EventList) -> Result<AuditResult, Halt> {
        self.look_for_jumps(events);
        for (index, event) in events.iter().enumerate() {
            if index.is_multiple_of(AT_ONCE) {
                self.ways.progress.pause().await?;
                self.ways.progress.set_share(index as f64 / events.len() as f64);
            }
            self.beyond.event(index, &event, &FactsWithHeader { facts: &self.facts, header: self.header });
            self.event(index, &event, events).await;
        }
        self.end_search(events).await;
        self.forgive_jumps();
        self.hint_at_turning();
        if self.turns.0 > self.turns.1 {
            self.found.append(&mut self.if_plain);
        }
        self.ways.progress.check()?;
        let beyond = self.beyond.finish(&FactsWithHeader { facts: &self.facts, header: self.header });
        Ok(AuditResult {
            found: self.found,
            unasked_from: self.ways.unasked_from,
            passed_over: self.passed_over,
            beyond,
        })
    }

    pub(super) fn add_finding(
        &mut self,
        index: usize,
        event: &LogEvent,
        rule: Rule,
        at: Option<Cell>,
        sentence: String,
    ) {
        if !self.unasked[rule as usize] {
            self.found.push(Finding { line: event.line(), event: index, rule, at, sentence, t: None });
        }
    }

    /// Returns whether a search continues after its path, because its plans share one open list.
    pub(super) const fn is_incremental(&self) -> bool {
        self.plans.is_some()
    }

    /// Returns the parent cell of a step. A node may have a parent on its own cell if their states differ.
    pub(super) fn parent_cell(&self, event: &LogEvent) -> Option<Cell> {
        event.from.filter(|&from| Some(from) != event.at || self.states.has_any())
    }

    async fn event(&mut self, index: usize, event: &LogEvent, events: &EventList) {
        if self.ends_plan(event) {
            self.judge_plan(events, index, event);
        }
        self.note_budget(event);
        match (&event.word, event.at) {
            (Word::Begin, _) if event.begins_search() && self.is_incremental() => {
                // The start moves, and the search continues.
                self.search.start = event.cell("start").or(self.search.start);
                if let Some(goal) = event.cell("goal") {
                    self.search.goals = vec![goal];
                }
            }
            (Word::Begin, _) if event.begins_search() => {
                let own = event.others.get("order").and_then(|value| order(&value.json()).ok());
                let goals = event.cell("goal").into_iter().collect();
                let search = Search::new(event.cell("start"), goals, own.unwrap_or_else(|| self.order.clone()));
                self.begin_search(search, index, events).await;
            }
            (Word::Begin, _) if event.begins_iteration() => {
                self.search.lists.clear();
                self.search.current = None;
            }
            (Word::Open, Some(at)) => {
                let from = self.parent_cell(event);
                if from.is_none() && self.search.ended && !self.is_incremental() {
                    self.begin_search(Search::new(None, Vec::new(), self.order.clone()), index, events).await;
                } else if from.is_none() && self.search.is_empty() && !self.is_incremental() {
                    // The last search found nothing and did not log its end.
                    let (start, goals) = if self.search.first == Some(at) {
                        (self.search.start, self.search.goals.clone())
                    } else {
                        (None, Vec::new())
                    };
                    let mut next = Search::new(start, goals, self.search.order.clone());
                    // The cell could also be another source of the same search, opened late.
                    next.earlier = self.search.expanded_cells();
                    self.begin_search(next, index, events).await;
                }
                self.open(index, event, at, from);
            }
            (Word::Expand, Some(at)) => self.expand(index, event, at, events),
            (Word::Close, Some(at)) => {
                let node = self.node(event, at, true);
                let known = self.search.list(event.list()).take(node);
                if !known.was_expanded {
                    known.opened = None;
                }
                self.search.last_closed = Some(node);
                if let Some(plans) = &mut self.plans {
                    plans.close(node, event);
                }
            }
            (Word::Reject, Some(at)) => self.reject(index, event, at, self.parent_cell(event)),
            (Word::Path, _) => self.path(index, event, events).await,
            (Word::Done, _) => self.done(index, event, events).await,
            (Word::Place | Word::Move, Some(at)) => {
                // The moving actor of an incremental search does not block cells.
                if !self.is_incremental() {
                    self.occupied.insert(at);
                } else if event.word == Word::Move {
                    // From here on, h estimates the path to the new start.
                    self.search.h.clear();
                    self.search.moved = true;
                    if let Some(plans) = &mut self.plans {
                        plans.move_start(at);
                    }
                }
            }
            (Word::Tile, Some(at)) => {
                self.judge_h(events).await;
                // Before the first expansion, the program sees the current map. If nothing is opened, it is unknown
                // when the program read the map.
                let looked = !self.survey.opens || self.search.lists.values().any(|list| list.expansions > 0);
                self.search.changed |= looked;
                self.search.changes += 1;
                self.altered.insert(at);
                self.search.current = None;
                if let Some(tile) = event.text("tile") {
                    self.facts.change(at, tile);
                }
                if let Some(plans) = &mut self.plans {
                    plans.change(index);
                }
            }
            (Word::Own(_), Some(at)) => {
                let node = self.node(event, at, true);
                for list in self.search.lists.values_mut() {
                    if list.nodes.get(node).is_some() {
                        list.nodes.at(node).restated = event.g().or(Some(f64::NAN));
                    }
                }
            }
            _ => {}
        }
    }

    /// Records that a cell is examined from the cell being expanded.
    fn look(&mut self, event: &LogEvent, at: Cell, from: Option<Cell>) {
        if let Some((_, cell, list, seen)) = &mut self.search.current
            && (from == Some(cell.cell) || from.is_none())
            && *list == event.list()
        {
            seen.insert(at);
        }
    }

    fn open(&mut self, index: usize, event: &LogEvent, at: Cell, from: Option<Cell>) {
        let name = event.list();
        if self.search.last_closed.is_some_and(|node| node.cell != at) {
            self.search.last_closed = None;
        }
        self.look(event, at, from);
        if self.search.first.is_none() {
            self.search.first = Some(at);
        }
        let node = self.states.of(event, at);
        let raises = states_no_cost(event);
        if !raises || !self.altered.contains(&at) {
            self.check_not_blocked(index, event, at, "opened");
        }
        self.judge_budget(index, event, at);
        if let Some(from) = from {
            self.note_link(event, from, at);
            self.came_from(index, event, (node, from), true);
            self.looked.record_parent(at, from);
        }
        if !self.search.moved {
            self.note_h(index, event, at);
        }
        self.touched.insert(at);
        let order = std::mem::take(&mut self.search.order);
        let rounding = self.facts.rounding;
        if self.is_incremental() {
            // Each `open` event states the current cost of the node.
            let known = self.search.list(name.clone()).nodes.at(node);
            known.opened = None;
        }
        self.search.list(name).open(node, event, &order, &rounding);
        self.search.order = order;
        if let Some(plans) = &mut self.plans {
            plans.open(node, event, from);
        }
        self.learn_estimate(event, at);
    }

    fn reject(&mut self, index: usize, event: &LogEvent, at: Cell, from: Option<Cell>) {
        let why = event.text("why");
        if !matches!(why, Some("wall" | "corner" | "closed" | "dearer" | "costlier" | "equal")) {
            self.search.refused.insert(at);
            self.search.gave_up |= why == Some("budget");
        } else if let (Some(from), Some("closed" | "dearer" | "costlier" | "equal")) = (from, why)
            && !self.states.has_any()
        {
            let list = self.search.lists.get(&event.list());
            let h = |cell: Cell| list?.nodes.get(Node::plain(cell))?.h;
            if let (Some(before), Some(h)) = (h(from), event.h().or(h(at))) {
                let price = self.dearest(from, at, None);
                self.falls(index, event, (from, before), (at, h), price);
            }
        }
        if let Some(from) = from {
            self.note_link(event, from, at);
            if why == Some("equal") {
                let node = self.states.of(event, at);
                let list = self.search.list(event.list());
                if list.nodes.get(node).is_some() {
                    list.nodes.at(node).note_parent(from);
                }
            }
        }
        self.judge_reason(index, event, at, from);
        self.look(event, at, from);
    }

    /// Returns whether steps go along lines of sight.
    pub(super) fn goes_by_sight(&self) -> bool {
        self.facts.steps == Some(Steps::Any)
    }
}
