//! Goes through a log, event by event, and says what is wrong.

use super::facts::{Facts, NoStep};
use super::missed::Looked;
use super::search::{Avoided, ENTRIES, Search, Worst};
use super::shortest::Ways;
use super::survey::Survey;
use super::{Finding, Rule, near, shown};
use crate::core::geometry::Cell;
use crate::core::trace::{Control, Halt};
use crate::formats::log::{Header, Key, LogEvent, Word, order, tile_named};
use std::collections::{BTreeMap, HashSet};

/// What came of it.
pub(super) struct Judged {
    pub(super) found: Vec<Finding>,
    /// The line from which on a rule was not asked any more.
    pub(super) unasked_from: BTreeMap<Rule, usize>,
    /// The rules that were passed over on the way, and why.
    pub(super) passed_over: Vec<(Rule, &'static str)>,
}

/// The audit on its way through a log.
pub(super) struct Judge<'a> {
    pub(super) facts: Facts,
    pub(super) survey: Survey,
    /// The order that the header states.
    order: Vec<Key>,
    /// The rules that are not asked.
    pub(super) unasked: [bool; Rule::ALL.len()],
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
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        header: &Header,
        facts: Facts,
        survey: Survey,
        unasked: [bool; Rule::ALL.len()],
        control: &'a Control,
    ) -> Self {
        let order = header.order.clone().unwrap_or_default();
        let search = Search::new(header.start, header.goal, order.clone());
        Self {
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
        }
    }

    /// Judges event by event.
    pub(super) fn judge(mut self, events: &[LogEvent]) -> Result<Judged, Halt> {
        self.look_for_jumps(events);
        for (index, event) in events.iter().enumerate() {
            self.ways.control.stopped()?;
            self.event(index, event, events);
        }
        self.end_search(events);
        self.forgive_jumps();
        self.ways.control.stopped()?;
        Ok(Judged { found: self.found, unasked_from: self.ways.unasked_from, passed_over: self.passed_over })
    }

    pub(super) fn accuse(&mut self, index: usize, event: &LogEvent, rule: Rule, at: Option<Cell>, sentence: String) {
        if !self.unasked[rule as usize] {
            self.found.push(Finding { line: event.line(), event: index, rule, at, sentence });
        }
    }

    fn event(&mut self, index: usize, event: &LogEvent, events: &[LogEvent]) {
        match (&event.word, event.at) {
            (Word::Begin, _) if event.begins_search() => {
                let own = event.others.get("order").and_then(|value| order(&value.json()).ok());
                let search =
                    Search::new(event.cell("start"), event.cell("goal"), own.unwrap_or_else(|| self.order.clone()));
                self.begin_search(search, events);
            }
            (Word::Begin, _) if event.begins_iteration() => {
                self.search.lists.clear();
                self.search.current = None;
            }
            (Word::Open, Some(at)) => {
                let from = event.from.filter(|&from| from != at);
                if from.is_none() && self.search.ended {
                    self.begin_search(Search::new(None, None, self.order.clone()), events);
                } else if from.is_none() && self.search.is_empty() {
                    // It found nothing and did not say so.
                    let ends = if self.search.first == Some(at) {
                        (self.search.start, self.search.goal)
                    } else {
                        (None, None)
                    };
                    self.begin_search(Search::new(ends.0, ends.1, self.search.order.clone()), events);
                }
                self.open(index, event, at, from);
            }
            (Word::Expand, Some(at)) => self.expand(index, event, at, events),
            (Word::Close, Some(at)) => {
                let known = self.search.list(event.list()).take(at);
                if !known.was_expanded {
                    known.opened = None;
                }
            }
            (Word::Reject, Some(at)) => {
                let from = event.from.filter(|&from| from != at);
                if !matches!(event.text("why"), Some("wall" | "corner" | "closed" | "dearer" | "equal")) {
                    self.search.refused.insert(at);
                    self.search.gave_up |= event.text("why") == Some("budget");
                } else if let (Some(from), Some("closed" | "dearer" | "equal")) = (from, event.text("why")) {
                    let list = self.search.lists.get(&event.list());
                    let h = |cell: Cell| list?.cells.get(cell)?.h;
                    if let (Some(before), Some(h)) = (h(from), event.h().or(h(at))) {
                        self.falls(index, event, (from, before), (at, h));
                    }
                }
                self.look(event, at, from);
            }
            (Word::Path, _) => self.path(index, event),
            (Word::Done, _) => self.done(index, event),
            (Word::Place | Word::Move, Some(at)) => _ = self.occupied.insert(at),
            (Word::Tile, Some(at)) => {
                self.judge_h(events);
                // Before anything is expanded, the program sees the ground as it is.
                // Where nothing is opened, nobody knows when it looked.
                let looked = !self.survey.opens || self.search.lists.values().any(|list| list.expansions > 0);
                self.search.changed |= looked;
                self.search.changes += 1;
                self.altered.insert(at);
                self.search.current = None;
                if let (Some(tile), Some(ground)) = (event.text("tile").and_then(tile_named), &mut self.facts.ground)
                    && ground.size().contains(at)
                {
                    ground[at] = tile;
                }
            }
            _ => {}
        }
    }

    fn begin_search(&mut self, next: Search, events: &[LogEvent]) {
        self.end_search(events);
        self.search = next;
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
            if h > rest && !near(h, rest) {
                high.push((index, cell, h, rest));
            }
            true
        });
        high.sort_by_key(|one| one.0);
        for (index, cell, h, rest) in high {
            let line = events[index].line();
            let sentence =
                format!("At {cell} h is {}, but the way from there to {goal} costs {}.", shown(h), shown(rest));
            self.worst(h - rest, Finding { line, event: index, rule: Rule::Heuristic, at: Some(cell), sentence });
        }
    }

    /// A cell is looked at from another one, which is being expanded.
    fn look(&mut self, event: &LogEvent, at: Cell, from: Option<Cell>) {
        if let Some((_, cell, list, seen)) = &mut self.search.current
            && (from == Some(*cell) || from.is_none())
            && *list == event.list()
        {
            seen.insert(at);
        }
    }

    fn open(&mut self, index: usize, event: &LogEvent, at: Cell, from: Option<Cell>) {
        let name = event.list();
        self.look(event, at, from);
        if self.search.first.is_none() {
            self.search.first = Some(at);
        }
        self.stands(index, event, at, "opened");
        if let Some(from) = from {
            self.came_from(index, event, at, from, true);
            self.looked.came(at, from);
        }
        self.note_h(index, event, at);
        let order = std::mem::take(&mut self.search.order);
        self.search.list(name).open(at, event, &order);
        self.search.order = order;
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
        if self.facts.is_blocked(at) && self.search.told.insert(at) {
            let what = self.facts.ground.as_ref().map_or_else(String::new, |ground| ground[at].a());
            self.accuse(index, event, Rule::Wall, Some(at), format!("{at} was {verb}, but it is {what}."));
        }
    }

    /// What the step from a cell says of itself.
    fn came_from(&mut self, index: usize, event: &LogEvent, at: Cell, from: Cell, opened: bool) {
        let list = self.search.lists.entry(event.list()).or_default();
        let parent = list.cells.get(from);
        let (known, expanded) = (parent.is_some(), parent.is_some_and(|p| p.was_expanded));
        let (parent_g, parent_h) = (parent.and_then(super::search::Known::g), parent.and_then(|p| p.h));
        let entries = parent.filter(|p| !p.says_g).map_or_else(Vec::new, |p| p.entries.clone());
        if opened && list.expansions == 0 && !known {
            // The first steps come from a start that is not logged.
            self.search.implied.insert(from);
        }
        let run = self.facts.run_price(from, at);
        let fits = matches!((event.g(), parent_g, run), (Some(g), Some(before), Some(run)) if !near(g, before + run));
        let step = self.facts.no_step(from, at).or_else(|| fits.then_some(NoStep::Apart));
        let sentence = match &step {
            Some(NoStep::Apart) => Some(format!("{at} is said to be reached from {from}, which is no step away.")),
            Some(NoStep::Through(wall)) => {
                Some(format!("{at} is said to be reached from {from}, but {wall} lies between and cannot be entered."))
            }
            None if opened && !expanded && !self.search.is_start(from) => {
                Some(format!("{at} was opened from {from}, which was never expanded."))
            }
            None => None,
        };
        if let Some(sentence) = sentence {
            self.accuse(index, event, Rule::Parent, Some(at), sentence);
        }
        if step.is_some() {
            // What such a step costs is not asked.
            return;
        }
        if opened && let Some(corner) = self.facts.corner_cut(from, at) {
            let sentence = format!("{at} was opened from {from} past the corner {corner}, which is blocked.");
            self.accuse(index, event, Rule::Wall, Some(at), sentence);
        }
        let Some(price) = self.facts.price(from, at) else { return };
        // A search that comes from the goal pays for the step the other way.
        let backward =
            event.others.contains_key("list") || self.search.first.is_some() && self.search.first == self.search.goal;
        let back = self.facts.price(at, from).filter(|_| backward);
        if let (Some(g), Some(before)) = (event.g(), parent_g)
            && !near(g, before + price)
            && !back.is_some_and(|back| near(g, before + back))
            && !entries.iter().any(|&entry| near(g, entry + price))
            && entries.len() < ENTRIES
        {
            let sentence = format!(
                "At {at} g is {}, but {from} has {} and the step costs {}: that makes {}.",
                shown(g),
                shown(before),
                shown(price),
                shown(before + price)
            );
            self.accuse(index, event, Rule::Cost, Some(at), sentence);
        }
        if let (Some(h), Some(before), true) = (event.h(), parent_h, opened) {
            self.falls(index, event, (from, before), (at, h));
        }
    }

    /// Whether h falls by more than the price of a step.
    fn falls(&mut self, index: usize, event: &LogEvent, (from, before): (Cell, f64), (at, h): (Cell, f64)) {
        if self.search.changed || self.facts.no_step(from, at).is_some() {
            return;
        }
        let both = [self.facts.price(from, at), self.facts.price(at, from)];
        let Some(price) = both.into_iter().flatten().max_by(f64::total_cmp) else { return };
        let by = before - h - price;
        if by > 0.0 && !near(before - h, price) {
            let sentence = format!(
                "From {from} to {at} h falls from {} to {}, by more than the step costs: {}.",
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
        if self.search.current.as_ref().is_none_or(|current| current.1 != at) {
            self.judge_missed(events);
        }
        self.stands(index, event, at, "expanded");
        self.note_h(index, event, at);
        let name = event.list();
        if let Some(from) = event.from.filter(|&from| from != at) {
            self.came_from(index, event, at, from, false);
        }
        self.judge_order(index, event, at, name.clone());
        // A log that names its lists names them everywhere.
        let lists = self.search.lists.iter().filter(|(list, _)| name.is_none() || **list == name);
        let opened = lists.map(|l| l.1).any(|list| list.cells.get(at).is_some_and(|known| known.was_opened));
        let is_start = self.search.is_start(at);
        let changes = self.search.changes;
        let list = self.search.list(name.clone());
        let first = list.expansions == 0;
        list.expansions += 1;
        let known = list.take(at);
        let again = known.was_expanded;
        let g = event.g().or(known.opened);
        let lower = known.cheaper || matches!((g, known.expanded_at), (Some(g), Some(old)) if g < old && !near(g, old));
        (known.was_expanded, known.cheaper, known.expanded_at) = (true, false, g);
        known.says_g = event.g().is_some();
        known.h = event.h().or(known.h);
        // A way that was planned on other ground is planned again.
        let replanned = std::mem::replace(&mut known.on_ground, changes) != changes && known.opened_since;
        known.opened_since = false;
        if again && !lower && !replanned {
            let sentence = format!("{at} was expanded again without a lower g in between.");
            self.worst(
                0.0,
                Finding { line: event.line(), event: index, rule: Rule::Reexpanded, at: Some(at), sentence },
            );
        }
        if !opened && !first && !again && !is_start {
            self.accuse(index, event, Rule::NeverOpened, Some(at), format!("{at} was expanded but never opened."));
        }
        self.search.current = Some((index, at, name, HashSet::new()));
    }
}
