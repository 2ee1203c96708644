//! Goes through a log, event by event, and says what is wrong.

use super::beyond::{self, Beyond, Stated};
use super::facts::{Facts, NoStep};
use super::incremental::Plans;
use super::missed::Looked;
use super::node::{Node, States};
use super::search::{Avoided, ENTRIES, Known, Search, Worst, states_no_cost};
use super::shortest::Ways;
use super::survey::Survey;
use super::{Finding, Rule, shown};
use crate::core::geometry::Cell;
use crate::core::trace::{Control, Halt};
use crate::formats::log::{Header, Key, LogEvent, Steps, Word, order};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};

/// What came of it.
pub(super) struct Judged {
    pub(super) found: Vec<Finding>,
    /// The line from which on a rule was not asked any more.
    pub(super) unasked_from: BTreeMap<Rule, usize>,
    /// The rules that were passed over on the way, and why.
    pub(super) passed_over: Vec<(Rule, &'static str)>,
    /// What the rules beyond searches found.
    pub(super) beyond: beyond::Outcome,
}

/// The audit on its way through a log.
pub(super) struct Judge<'a> {
    /// The header line.
    line: &'a Map<String, Value>,
    beyond: Beyond,
    pub(super) facts: Facts,
    pub(super) survey: Survey,
    /// The order that the header states.
    order: Vec<Key>,
    /// The rules that are not asked.
    pub(super) unasked: [bool; Rule::ALL.len()],
    /// What belongs to a node beside its cell.
    pub(super) states: States,
    /// What an incremental search holds, if it is one.
    pub(super) plans: Option<Plans>,
    /// The rules that some path could not be asked, each with the reason.
    pub(super) passed_over: Vec<(Rule, &'static str)>,
    pub(super) search: Search,
    pub(super) found: Vec<Finding>,
    pub(super) ways: Ways<'a>,
    pub(super) looked: Looked,
    /// Cells where somebody stood.
    pub(super) occupied: HashSet<Cell>,
    /// Cells that are not as they were at first: a path may have led over them before.
    pub(super) altered: HashSet<Cell>,
    /// Cells that were opened or expanded so far, in any search.
    pub(super) touched: HashSet<Cell>,
    /// How many steps with another state cost what the header says, and how many do not.
    pub(super) turns: (usize, usize),
    /// Findings that hold only if the price of a step does not hang on the state.
    pub(super) if_plain: Vec<Finding>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        header: &'a Header,
        facts: Facts,
        survey: Survey,
        unasked: [bool; Rule::ALL.len()],
        control: &'a Control,
    ) -> Self {
        let order = header.order.clone().unwrap_or_default();
        let search = Search::new(header.start, header.goal, order.clone());
        let fields = if header.state.is_empty() { survey.state.clone() } else { header.state.clone() };
        Self {
            line: &header.line,
            beyond: Beyond::new(&header.line),
            states: States::new(fields),
            plans: (header.incremental || survey.incremental.is_some()).then(Plans::default),
            facts,
            survey,
            order,
            unasked,
            passed_over: Vec::new(),
            search,
            found: Vec::new(),
            ways: Ways::new(control),
            looked: Looked::default(),
            occupied: HashSet::new(),
            altered: HashSet::new(),
            touched: HashSet::new(),
            turns: (0, 0),
            if_plain: Vec::new(),
        }
    }

    /// Judges event by event.
    pub(super) fn judge(mut self, events: &[LogEvent]) -> Result<Judged, Halt> {
        self.look_for_jumps(events);
        for (index, event) in events.iter().enumerate() {
            self.ways.control.stopped()?;
            self.beyond.event(index, event, &Stated { facts: &self.facts, line: self.line });
            self.event(index, event, events);
        }
        self.end_search(events);
        self.forgive_jumps();
        if self.turns.0 > self.turns.1 {
            self.found.append(&mut self.if_plain);
        }
        self.ways.control.stopped()?;
        let beyond = self.beyond.finish(&Stated { facts: &self.facts, line: self.line });
        Ok(Judged { found: self.found, unasked_from: self.ways.unasked_from, passed_over: self.passed_over, beyond })
    }

    pub(super) fn accuse(&mut self, index: usize, event: &LogEvent, rule: Rule, at: Option<Cell>, sentence: String) {
        if !self.unasked[rule as usize] {
            self.found.push(Finding { line: event.line(), event: index, rule, at, sentence });
        }
    }

    /// Returns whether a search goes on although a path was told: its plans share one open list.
    const fn is_incremental(&self) -> bool {
        self.plans.is_some()
    }

    /// Where a step came from; a node may follow another one on its own cell if its state is another.
    fn came(&self, event: &LogEvent) -> Option<Cell> {
        event.from.filter(|&from| Some(from) != event.at || self.states.has_any())
    }

    fn event(&mut self, index: usize, event: &LogEvent, events: &[LogEvent]) {
        if self.ends_plan(event) {
            self.judge_plan(events, index);
        }
        match (&event.word, event.at) {
            (Word::Begin, _) if event.begins_search() && self.is_incremental() => {
                // The start moves, and the plans go on.
                self.search.start = event.cell("start").or(self.search.start);
                self.search.goal = event.cell("goal").or(self.search.goal);
            }
            (Word::Begin, _) if event.begins_search() => {
                let own = event.others.get("order").and_then(|value| order(&value.json()).ok());
                let search =
                    Search::new(event.cell("start"), event.cell("goal"), own.unwrap_or_else(|| self.order.clone()));
                self.begin_search(search, index, events);
            }
            (Word::Begin, _) if event.begins_iteration() => {
                self.search.lists.clear();
                self.search.current = None;
            }
            (Word::Open, Some(at)) => {
                let from = self.came(event);
                if from.is_none() && self.search.ended && !self.is_incremental() {
                    self.begin_search(Search::new(None, None, self.order.clone()), index, events);
                } else if from.is_none() && self.search.is_empty() && !self.is_incremental() {
                    // It found nothing and did not say so.
                    let ends = if self.search.first == Some(at) {
                        (self.search.start, self.search.goal)
                    } else {
                        (None, None)
                    };
                    let mut next = Search::new(ends.0, ends.1, self.search.order.clone());
                    // It may as well be a source that joins late.
                    next.earlier = self.search.expanded_cells();
                    self.begin_search(next, index, events);
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
            (Word::Reject, Some(at)) => self.reject(index, event, at, self.came(event)),
            (Word::Path, _) => self.path(index, event, events),
            (Word::Done, _) => self.done(index, event, events),
            (Word::Place | Word::Move, Some(at)) => {
                // The mover of an incremental search is in nobody's way.
                if !self.is_incremental() {
                    self.occupied.insert(at);
                } else if event.word == Word::Move {
                    // What is estimated is the way to a start that moved.
                    self.search.h.clear();
                    self.search.moved = true;
                    if let Some(plans) = &mut self.plans {
                        plans.move_start(at);
                    }
                }
            }
            (Word::Tile, Some(at)) => {
                self.judge_h(events);
                // Before anything is expanded, the program sees the ground as it is.
                // Where nothing is opened, nobody knows when it looked.
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

    /// Returns the node that an event is about. If the event leaves parts of the state open, it is the one that waits.
    pub(super) fn node(&mut self, event: &LogEvent, at: Cell, waits: bool) -> Node {
        let node = self.states.of(event, at);
        if !self.states.has_any() || self.states.names_all(event) {
            return node;
        }
        let Some(list) = self.search.lists.get(&event.list()) else { return node };
        let all = list.nodes.of(at);
        let fits = |other: &&Node| self.states.may_be(other.state, node.state);
        let waiting = |other: &&Node| !waits || list.nodes.get(**other).is_some_and(|known| known.waits.is_some());
        all.iter().filter(fits).find(waiting).or_else(|| all.iter().rev().find(fits)).copied().unwrap_or(node)
    }

    /// Returns the nodes that a step may have come from: the one that is named, or those of its cell that were expanded.
    pub(super) fn parents(&mut self, event: &LogEvent, from: Cell) -> Vec<Node> {
        if !self.states.has_any() {
            return vec![Node::plain(from)];
        }
        if let Some(node) = self.states.parent(event) {
            return vec![node];
        }
        let current = self.search.current.as_ref().map(|current| current.1).filter(|node| node.cell == from);
        let list = self.search.lists.entry(event.list()).or_default();
        let expanded = |node: &Node| list.nodes.get(*node).is_some_and(|known| known.was_expanded);
        let mut all: Vec<Node> = list.nodes.of(from).into_iter().filter(expanded).collect();
        all.sort_by_key(|node| Some(*node) != current);
        if all.is_empty() { vec![Node::plain(from)] } else { all }
    }

    /// Returns what is known of a node in a list, or in another list if it was never expanded there.
    fn known_anywhere(&self, list: Option<&String>, node: Node) -> Option<&Known> {
        let own = self.search.lists.get(&list.cloned()).and_then(|list| list.nodes.get(node));
        if own.is_some_and(|known| known.was_expanded) {
            return own;
        }
        let mut others = self.search.lists.values().filter_map(|list| list.nodes.get(node));
        others.find(|known| known.was_expanded).or(own)
    }

    fn begin_search(&mut self, next: Search, index: usize, events: &[LogEvent]) {
        self.end_search(events);
        self.search = Search { begins: index, ..next };
    }

    /// Says what is told once a search, and what depended on how it ended.
    fn end_search(&mut self, events: &[LogEvent]) {
        self.judge_h(events);
        let search = &mut self.search;
        if search.result.as_deref().is_none_or(|result| result == "found") {
            self.found.append(&mut search.if_found);
        }
        if let (Some("found"), Some(event)) = (search.result.as_deref(), search.empty_path) {
            let sentence = "The goal is said to be found, but the path has no cells.".into();
            self.found.push(Finding { line: events[event].line(), event, rule: Rule::PathBroken, at: None, sentence });
        }
        let mut worst: Vec<Worst> = search.worst.drain().map(|w| w.1).collect();
        worst.sort_by_key(|w| (w.finding.line, w.finding.rule));
        for Worst { mut finding, count, .. } in worst {
            if count > 1 {
                let other =
                    if count == 2 { "there is one more".into() } else { format!("there are {} more", count - 1) };
                finding.sentence = format!("{} In this search {other}.", finding.sentence);
            }
            self.found.push(finding);
        }
    }

    /// Notes a fault that is told once a search.
    fn worst(&mut self, by: f64, finding: Finding) {
        let rule = finding.rule;
        match self.search.worst.get_mut(&rule) {
            None => _ = self.search.worst.insert(rule, Worst { finding, by, count: 1 }),
            Some(known) => {
                known.count += 1;
                if by > known.by {
                    (known.by, known.finding) = (by, finding);
                }
            }
        }
    }

    /// Compares every h of the search with the true rest of the way.
    fn judge_h(&mut self, events: &[LogEvent]) {
        let all = std::mem::take(&mut self.search.h);
        let (Some(goal), false) = (self.search.goal, self.search.changed) else { return };
        // A search that comes from the goal estimates the way to the start.
        let backward = self.search.first == Some(goal);
        if all.is_empty() || self.survey.lists || !self.facts.optimal || self.facts.straight().is_none() || backward {
            return;
        }
        let first = all.values().map(|&(_, index)| index).min().map_or(0, |index| events[index].line());
        if self.unasked[Rule::Heuristic as usize] || !self.ways.still_asks(Rule::Heuristic, first) {
            return;
        }
        let avoided = Avoided::by(&self.search, &self.occupied);
        let mut high: Vec<(usize, Cell, f64, f64)> = Vec::new();
        // No rest that is longer than every h is less than one.
        let most = all.values().map(|known| known.0).fold(0.0, f64::max);
        self.ways.rests(&self.facts, goal, (all.len(), most), &avoided, |cell, rest| {
            let Some(&(h, index)) = all.get(&cell) else { return false };
            high.extend((h > rest).then_some((index, cell, h, rest)));
            true
        });
        let straight = self.facts.straight().unwrap_or(1.0).max(f64::MIN_POSITIVE);
        let rounding = self.facts.rounding;
        high.retain(|&(_, _, h, rest)| {
            // At least the steps of the shortest rest that there is.
            let steps = ((rest / straight).min(1e7) as usize).saturating_add(2);
            !rounding.same(h, rest, steps)
        });
        high.sort_by_key(|one| one.0);
        for (index, cell, h, rest) in high {
            let line = events[index].line();
            let sentence = format!(
                "At {} h is {}, but the way from there to {} costs {}.",
                self.facts.place(cell),
                shown(h),
                self.facts.place(goal),
                shown(rest)
            );
            self.worst(h - rest, Finding { line, event: index, rule: Rule::Heuristic, at: Some(cell), sentence });
        }
    }

    /// A cell is looked at from another one, which is being expanded.
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
            self.stands(index, event, at, "opened");
        }
        if let Some(from) = from {
            self.came_from(index, event, (node, from), true);
            self.looked.came(at, from);
        }
        if !self.search.moved {
            self.note_h(index, event, at);
        }
        self.touched.insert(at);
        let order = std::mem::take(&mut self.search.order);
        let rounding = self.facts.rounding;
        if self.is_incremental() {
            // Each opening says anew what the node costs.
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
        self.judge_reason(index, event, at, from);
        self.look(event, at, from);
    }

    fn note_h(&mut self, index: usize, event: &LogEvent, at: Cell) {
        let Some(h) = event.h().filter(|h| !h.is_nan()) else { return };
        if !self.search.changed {
            let known = self.search.h.entry(at).or_insert((h, index));
            if h > known.0 {
                *known = (h, index);
            }
        }
    }

    /// Nobody opens or expands a cell in a wall.
    fn stands(&mut self, index: usize, event: &LogEvent, at: Cell, verb: &str) {
        // An end that is not stated may be the cell where somebody stands.
        let open_end = self.search.start.is_none() || self.search.goal.is_none();
        if self.facts.may_block_ends() && open_end {
            return;
        }
        if self.facts.is_blocked(at) && self.search.told.insert(at) {
            let what = self.facts.what(at);
            let end = self.facts.ends.contains(&at) && !self.facts.may_block_ends();
            let hint = if end { " If its mover stands there, state \"blocked_ends\": true." } else { "" };
            let sentence = format!("{} was {verb}, but it is {what}.{hint}", self.facts.place(at));
            self.accuse(index, event, Rule::Wall, Some(at), sentence);
        }
    }

    /// Judges what the step from a cell to a node says of itself.
    fn came_from(&mut self, index: usize, event: &LogEvent, (node, from): (Node, Cell), opened: bool) {
        let (at, name) = (node.cell, event.list());
        let parents = self.parents(event, from);
        let list = self.search.lists.entry(name.clone()).or_default();
        let begun = list.expansions > 0;
        let known = parents.iter().any(|&parent| list.nodes.get(parent).is_some());
        let expanded = parents.iter().any(|&p| self.known_anywhere(name.as_ref(), p).is_some_and(|p| p.was_expanded));
        let stated = self.search.start.is_none_or(|start| start == from || self.search.goal == Some(from));
        if opened && !begun && !known && stated {
            // The first steps come from a start that is not logged.
            self.search.implied.insert(from);
        }
        let rounding = self.facts.rounding;
        let reach = self.facts.delta(from, at);
        let steps = reach.0.max(reach.1) as usize;
        let gs = |judge: &Self, parent: Node| judge.known_anywhere(name.as_ref(), parent).and_then(Known::g);
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
                Some((Rule::Parent, format!("{to} is said to be reached from {source}, which is no step away.")))
            }
            Some(NoStep::Through(wall)) => Some((
                Rule::Parent,
                format!(
                    "{to} is said to be reached from {source}, but {} lies between and cannot be entered.",
                    self.facts.place(*wall)
                ),
            )),
            Some(NoStep::Edge) => Some((
                Rule::Wall,
                format!("{to} is said to be reached from {source}, but a wall stands between the two."),
            )),
            None if opened && !expanded && !self.search.is_start(from) && !self.search.earlier.contains(&from) => {
                Some((Rule::Parent, format!("{to} was opened from {source}, which was never expanded.")))
            }
            None => None,
        };
        if let Some((rule, sentence)) = sentence {
            self.accuse(index, event, rule, Some(at), sentence);
        }
        if step.is_some() {
            // What such a step costs is not asked.
            return;
        }
        if opened && let Some(corner) = self.facts.corner_cut(from, at) {
            let sentence = format!(
                "{to} was opened from {source} past the corner {}, which is blocked.",
                self.facts.place(corner)
            );
            self.accuse(index, event, Rule::Wall, Some(at), sentence);
        }
        self.judge_cost(index, event, (node, from), &parents, steps);
        if let (Some(h), Some(before), true) =
            (event.h(), parents.first().and_then(|&p| self.known_anywhere(name.as_ref(), p)).and_then(|p| p.h), opened)
        {
            let stated = event.g().zip(parent_g).map(|(g, before)| g - before);
            let price = self.dearest(from, at, stated.filter(|_| self.states.has_any()));
            self.falls(index, event, (from, before), (at, h), price);
        }
    }

    /// Judges whether g of a node is that of where it came from, and the price of the step.
    fn judge_cost(
        &mut self,
        index: usize,
        event: &LogEvent,
        (node, from): (Node, Cell),
        parents: &[Node],
        steps: usize,
    ) {
        let (at, name) = (node.cell, event.list());
        let Some(price) = self.facts.price(from, at) else { return };
        if self.facts.tiles_priced && self.altered.contains(&at) {
            // What a tile cost before, the program may still reckon with.
            return;
        }
        // A search that comes from the goal pays for the step the other way.
        let backward =
            event.others.contains_key("list") || self.search.first.is_some() && self.search.first == self.search.goal;
        let back = self.facts.price(at, from).filter(|_| backward || self.is_incremental());
        let Some(g) = event.g() else { return };
        let rounding = self.facts.rounding;
        let mut told = None;
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
                // A line that was found blocked when the parent was taken has made it costlier since.
                return;
            }
            let ways = std::iter::once(before).chain(entries.iter().copied()).chain(own.iter().copied());
            let fits = ways.flat_map(|before| [Some(before + price), back.map(|back| before + back)]).flatten();
            if fits.into_iter().any(|cost| rounding.same(g, cost, steps)) || known.entries.len() >= ENTRIES {
                self.turns.0 += usize::from(parent.state != node.state);
                return;
            }
            told = told.or(Some((before, parent)));
        }
        let Some((before, parent)) = told else { return };
        let sentence = format!(
            "At {} g is {}, but {} has {} and the step costs {}: that makes {}.",
            self.states.name(node, self.facts.place(at)),
            shown(g),
            self.states.name(parent, self.facts.place(from)),
            shown(before),
            shown(price),
            shown(before + price)
        );
        if parent.state == node.state {
            self.accuse(index, event, Rule::Cost, Some(at), sentence);
        } else if !self.unasked[Rule::Cost as usize] {
            self.turns.1 += 1;
            let finding = Finding { line: event.line(), event: index, rule: Rule::Cost, at: Some(at), sentence };
            self.if_plain.push(finding);
        }
    }

    /// Returns the most that a step may cost, in either direction or as the log states.
    fn dearest(&self, from: Cell, at: Cell, stated: Option<f64>) -> Option<f64> {
        let both = [self.facts.price(from, at), self.facts.price(at, from), stated];
        both.into_iter().flatten().max_by(f64::total_cmp)
    }

    /// Whether h falls by more than the price of a step.
    fn falls(
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
        // Each h is a number by itself, of its own size.
        let bound = self.facts.rounding.bound(before.abs().max(h.abs()), 4) + self.facts.rounding.bound(price, 1);
        if by > bound {
            let sentence = format!(
                "From {} to {} h falls from {} to {}, by more than the step costs: {}.",
                self.facts.place(from),
                self.facts.place(at),
                shown(before),
                shown(h),
                shown(price)
            );
            self.worst(
                by,
                Finding { line: event.line(), event: index, rule: Rule::Inconsistent, at: Some(at), sentence },
            );
        }
    }

    fn expand(&mut self, index: usize, event: &LogEvent, at: Cell, events: &[LogEvent]) {
        let node = self.node(event, at, true);
        if self.search.current.as_ref().is_none_or(|current| current.1 != node) {
            self.judge_missed(events);
        }
        let name = event.list();
        let raises = self.search.lists.get(&name).and_then(|list| list.nodes.get(node)).is_some_and(|k| k.raises);
        let raised = self.altered.contains(&at) && (self.is_incremental() || raises);
        if !raised {
            self.stands(index, event, at, "expanded");
        }
        if !self.search.moved {
            self.note_h(index, event, at);
        }
        if let Some(from) = self.came(event) {
            self.came_from(index, event, (node, from), false);
        }
        self.judge_order(index, event, node, name.clone());
        self.judge_changed(index, event, node);
        self.judge_parent_line(index, event, node);
        // A log that names its lists names them everywhere.
        let lists = self.search.lists.iter().filter(|(list, _)| name.is_none() || **list == name);
        let opened = lists.map(|l| l.1).any(|list| list.nodes.get(node).is_some_and(|known| known.was_opened));
        let is_start = self.search.is_start(at) && !self.states.has_any();
        let changes = self.search.changes;
        let met = !self.touched.insert(at);
        self.search.last_expanded = Some(at);
        self.search.last_closed = None;
        let rounding = self.facts.rounding;
        let list = self.search.list(name.clone());
        let first = list.expansions == 0;
        list.expansions += 1;
        let known = list.take(node);
        let again = known.was_expanded;
        let g = event.g().or(known.opened);
        // What was rounded when it was printed may have been lower.
        let hidden = |g: f64, old: f64| g == old && known.opened_since && rounding.is_rounded(g);
        let lower = matches!((g, known.expanded_at), (Some(g), Some(old)) if g < old || hidden(g, old));
        // Where no g is stated, what was opened again may have been lower.
        let unknown = known.opened_since && (g.is_none() || known.expanded_at.is_none());
        let lower = lower || unknown || known.cheaper;
        (known.was_expanded, known.cheaper, known.expanded_at) = (true, false, g);
        known.says_g = event.g().is_some();
        known.h = event.h().or(known.h);
        // A way that was planned on other ground is planned again.
        let replanned = changes > 0 && known.opened_since;
        known.on_ground = changes;
        known.opened_since = false;
        let place = self.states.name(node, self.facts.place(at));
        if again && !lower && !replanned {
            let sentence = format!("{place} was expanded again without a lower g in between.");
            self.worst(
                0.0,
                Finding { line: event.line(), event: index, rule: Rule::Reexpanded, at: Some(at), sentence },
            );
        }
        let is_known = opened || first || again || is_start || (met && self.search.changed);
        if !is_known {
            self.accuse(index, event, Rule::NeverOpened, Some(at), format!("{place} was expanded but never opened."));
        }
        if let Some(plans) = &mut self.plans {
            plans.expand(node, event);
        }
        self.search.current = Some((index, node, name, HashSet::new()));
    }

    /// Returns whether lines of sight are steps.
    pub(super) fn goes_by_sight(&self) -> bool {
        self.facts.steps == Some(Steps::Any)
    }
}
