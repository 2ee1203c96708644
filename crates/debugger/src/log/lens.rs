//! The lens of a log: tiles, actors, choices and several open lists, which its schema cannot describe.

use super::conversion::Tiles;
use crate::formats::log::near;
use gridscope_trace::event::{Slot, Value};
use gridscope_trace::trace::lens::{AnyLens, Gauge, Paint, schema};
use gridscope_trace::trace::recorded_answers::Search;
use gridscope_trace::trace::replay::{QueueEntry, Tie, Token, WhyNot};
use gridscope_trace::trace::schema::OpenListChange;
use gridscope_trace::trace::{Candidate, CandidateResult, Decision, Player, Trace};
use gridscope_trace::why::Ended;
use gridscope_trace::{Cell, Role, Tile};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A candidate of a choice.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    pub(super) event: u32,
    pub(super) cell: Option<Cell>,
    pub(super) name: Option<String>,
    pub(super) score: Option<f64>,
}

/// A choice: its candidates and the one chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    pub(super) set: String,
    /// Candidates, in the order of their events.
    pub(super) weighed: Vec<Weighed>,
    /// The choice made: its event, and the cell or name chosen.
    pub(super) chose: Option<(u32, Option<Cell>, Option<String>)>,
    /// Whether the highest score wins.
    pub(super) highest: bool,
}

impl Choice {
    /// Returns the first event about the choice.
    fn begins(&self) -> Option<u32> {
        self.weighed.first().map(|w| w.event).or(self.chose.as_ref().map(|c| c.0))
    }

    /// Returns whether a candidate is the chosen one.
    fn took(&self, cell: Option<Cell>, name: Option<&String>) -> bool {
        let Some((_, at, taken)) = &self.chose else { return false };
        if at.is_some() || cell.is_some() { *at == cell } else { taken.as_ref() == name }
    }

    fn best(&self) -> Option<f64> {
        self.weighed.iter().rev().find(|c| self.took(c.cell, c.name.as_ref()))?.score
    }

    /// Returns whether another candidate has the same score as the chosen one.
    pub(super) fn is_tied(&self) -> bool {
        let best = self.best();
        let equal = |score: Option<f64>| best.zip(score).is_some_and(|(a, b)| near(a, b));
        self.weighed.iter().any(|c| equal(c.score) && !self.took(c.cell, c.name.as_ref()))
    }

    /// Returns the choice as it is at the cursor.
    fn decision(&self, cursor: usize) -> Decision {
        let is_decided = self.chose.as_ref().is_some_and(|c| (c.0 as usize) < cursor);
        let best = self.best().filter(|_| is_decided);
        let mut all: Vec<(Option<f64>, Candidate)> = Vec::new();
        for Weighed { event, cell, name, score } in &self.weighed {
            if *event as usize >= cursor {
                continue;
            }
            let format_score = |x: Option<f64>| x.map_or_else(|| "—".to_owned(), |x| format!("{x}"));
            let fate = match (best, *score) {
                _ if is_decided && self.took(*cell, name.as_ref()) => CandidateResult::Chosen,
                (Some(best), Some(score)) if near(best, score) => CandidateResult::Tied("the same score".into()),
                (Some(best), Some(score)) if (score > best) == self.highest => {
                    let wins = if self.highest { "highest" } else { "lowest" };
                    CandidateResult::lost(
                        "passed-over",
                        format!("but its score {score} is better than {best}, since the {wins} wins"),
                    )
                }
                (Some(best), Some(score)) => {
                    let (reason, than) = if score > best { ("higher", "more") } else { ("lower", "less") };
                    CandidateResult::lost(reason, format!("its score {score} is {than} than {best}"))
                }
                _ if is_decided => CandidateResult::lost("not-taken", "another one was chosen"),
                _ => CandidateResult::Open,
            };
            let who = cell.map_or_else(|| name.clone().unwrap_or_default(), |cell| cell.to_string());
            let values = vec![who, format_score(*score)];
            all.push((*score, Candidate { cell: *cell, values, event: Some(*event as usize), against: None, fate }));
        }
        all.sort_by(|a, b| {
            let order = a.0.unwrap_or(f64::INFINITY).total_cmp(&b.0.unwrap_or(f64::INFINITY));
            if self.highest { order.reverse() } else { order }
        });
        Decision {
            title: if self.set.is_empty() { "The choice".into() } else { format!("The choice of {}", self.set) },
            columns: ["candidate", "score"].map(Into::into).into(),
            candidates: all.into_iter().map(|c| c.1).collect(),
            tied: best.map_or_else(String::new, |best| format!("equal score {best}")),
            rule: "the log says which one was chosen".into(),
            roll: None,
        }
    }
}

/// The lens of a log: data for views that its schema does not provide.
#[derive(Debug, Default)]
pub(super) struct LogLens {
    /// Number of open lists. Each has a layer, starting with layer 0.
    pub(super) lists: u8,
    /// Layers of paths, of choices, of visible cells, and of tiles.
    pub(super) answer: u8,
    pub(super) choice: u8,
    pub(super) sight: u8,
    pub(super) terrain: u8,
    /// Paths, each with the event of its first cell.
    pub(super) paths: Vec<(u32, Vec<Cell>)>,
    /// Events at which a search begins. Earlier paths belong to earlier searches.
    pub(super) path_begins: Vec<u32>,
    pub(super) choices: Vec<Choice>,
    /// Step rules of the log's only search, if they are stated.
    pub(super) search: Option<Search>,
    /// Choice that each event makes.
    pub(super) chosen: HashMap<u32, usize>,
    /// Events that are ties by themselves.
    pub(super) ties: HashSet<u32>,
    pub(super) tiles: Tiles,
    /// Index in the scene of each actor of the log.
    pub(super) actors: Vec<usize>,
    /// Events at which an actor is removed.
    pub(super) gone: HashSet<u32>,
    /// Whether the newer of two equal entries comes first.
    pub(super) newest_first: bool,
    /// Fields that, together with the cell, identify a node.
    pub(super) state: Vec<String>,
    /// The layer of the program's belief, and the tiles that the program believes in. The map has only the cells whose
    /// real tile differs, by row-major index.
    pub(super) belief: Option<(usize, Arc<HashMap<usize, Tile>>)>,
}

impl LogLens {
    /// Returns the choice at the cursor: the latest one with candidates.
    fn choice_at(&self, cursor: usize) -> Option<&Choice> {
        // Choices are ordered by their first events.
        let started_choices =
            self.choices.partition_point(|c| c.begins().is_some_and(|event| (event as usize) < cursor));
        self.choices.iter().take(started_choices).rev().find(|c| !c.weighed.is_empty())
    }
}

impl LogLens {
    /// Calls `what` with the search, if its rules are stated and it found its goal.
    fn ask<T>(&self, end: &Player, what: impl FnOnce(&Ended<'_>) -> T) -> Option<T> {
        let search = self.search.as_ref()?;
        let path = whole(&self.path(end));
        let whole = path.first() == Some(&search.start) && path.last() == Some(&search.goal);
        search.cost(end, &path).filter(|_| whole)?;
        Some(search.ask(end, path, None, what))
    }
}

impl LogLens {
    /// Returns the state of the node that an event opens, expands or closes, such as `t = 4`.
    fn node(&self, trace: &Trace, event: usize) -> Option<String> {
        if !matches!(trace.kind(event), "open" | "expand" | "close") {
            return None;
        }
        let value = |name: &String| Some(format!("{name} = {}", trace.field(event, name)?));
        Some(self.state.iter().filter_map(value).collect::<Vec<_>>().join(", "))
    }

    /// Returns the nodes on the open list, for a search that may have several nodes per cell.
    fn waiting_nodes(&self, player: &Player) -> Vec<QueueEntry> {
        let trace = player.trace();
        let last_begin = self.path_begins.iter().rev().find(|&&start| (start as usize) < player.cursor());
        let mut waiting: HashMap<(Option<String>, Cell, String), usize> = HashMap::new();
        for event in last_begin.map_or(0, |&start| start as usize)..player.cursor() {
            let Some((cell, node)) = trace.cell(event).zip(self.node(trace, event)) else { continue };
            let node = (trace.field(event, "list").map(|list| list.to_string()), cell, node);
            // An entry without a lower key changes nothing.
            let lower = |before: &usize| trace.keys(event).is_some_and(|keys| Some(keys) < trace.keys(*before));
            if trace.kind(event) != "open" {
                waiting.remove(&node);
            } else if waiting.get(&node).is_none_or(lower) {
                waiting.insert(node, event);
            }
        }
        let entry = |((list, cell, node), event): ((Option<String>, Cell, String), usize)| {
            let parts = list.into_iter().chain([node, key(trace, event)]).filter(|part| !part.is_empty());
            Some((trace.keys(event)?, QueueEntry::new(cell, event, parts.collect::<Vec<_>>().join("  "))))
        };
        in_order(waiting.into_iter().filter_map(entry).collect())
    }
}

/// Returns the key of an entry as the schema shows it.
fn key(trace: &Trace, event: usize) -> String {
    match &trace.case(event).queue {
        OpenListChange::Enqueues(template) => trace.render(event, template),
        OpenListChange::Unmoved | OpenListChange::Dequeues => String::new(),
    }
}

/// Sorts entries in the order in which they are expanded. Entries that share the lowest first key are tied.
fn in_order<K: Ord + Copy>(mut all: Vec<((K, K), QueueEntry)>) -> Vec<QueueEntry> {
    all.sort_unstable_by_key(|(keys, entry)| (*keys, entry.event));
    let lowest = all.first().map(|(keys, _)| keys.0);
    all.into_iter().map(|(keys, entry)| entry.tied(Some(keys.0) == lowest)).collect()
}

impl AnyLens for LogLens {
    fn value(&self, layer: usize, player: &Player, index: usize) -> Option<Value> {
        match &self.belief {
            Some((belief, tiles)) if *belief == layer => tiles.get(&index).copied().map(Value::Tile),
            _ => schema::value(layer, player, player.trace().layout().size.cell(index)),
        }
    }

    fn paint<'a>(&self, layer: usize, player: &'a Player) -> Paint<'a> {
        if let Some((_, tiles)) = self.belief.as_ref().filter(|(belief, _)| *belief == layer) {
            let tiles = Arc::clone(tiles);
            let role = move |index| if tiles.contains_key(&index) { Role::Wrong } else { Role::None };
            return Paint::Of(Vec::new(), Box::new(move |index, _| role(index)));
        }
        let mut layers = vec![self.sight];
        layers.extend(0..self.lists);
        layers.extend([self.answer, self.choice]);
        let since = self.choice_at(player.cursor()).and_then(|c| c.weighed.first()).map_or(0, |w| w.event);
        let last = layers.len() - 1;
        Paint::Of(
            layers,
            Box::new(move |_, held| {
                let role = |k: usize| {
                    let held_event = held[k].filter(|held| k != last || held.event >= since)?;
                    Role::ALL.get(usize::from(held_event.mark)).copied().filter(|&role| role != Role::None)
                };
                (0..=last).rev().find_map(role).unwrap_or(Role::None)
            }),
        )
    }

    fn path(&self, player: &Player) -> Vec<Cell> {
        let cursor = player.cursor() as u32;
        let last_begin = self.path_begins.iter().rev().find(|&&start| start < cursor).copied().unwrap_or(0);
        let found = self.paths.iter().rev().find(|(at, cells)| *at >= last_begin && at + cells.len() as u32 <= cursor);
        found.map_or_else(|| schema::way_back(player), |(_, cells)| cells.clone())
    }

    fn explain(&self, player: &Player) -> String {
        let Some(last) = player.cursor().checked_sub(1) else { return String::new() };
        let choice = self.chosen.get(&(last as u32)).and_then(|&k| self.choices.get(k));
        choice.map_or_else(String::new, |c| c.decision(player.cursor()).second_line())
    }

    fn queue_newest_first(&self, _: &Trace) -> bool {
        self.newest_first
    }

    fn gauge(&self, series: usize, trace: &Trace, event: usize) -> Gauge {
        if series < 2 {
            return schema::gauge(series, trace, event);
        }
        let name = trace.schema().series.get(series);
        let value = name.filter(|_| trace.cell(event).is_none()).and_then(|name| trace.field(event, name)?.number());
        value.map_or(Gauge::Same, Gauge::Set)
    }

    fn is_tie(&self, _: &Trace, event: usize) -> bool {
        self.ties.contains(&(event as u32))
    }

    fn tie(&self, before: &Player, event: usize) -> Option<Tie> {
        let trace = before.trace();
        if !self.ties.contains(&(event as u32)) || self.chosen.contains_key(&(event as u32)) {
            return None;
        }
        let (cell, from) = (trace.cell(event)?, trace.from(event)?);
        let holder = (0..self.lists).find_map(|list| before.holder(Slot::Cell(list, cell)))?;
        let current_parent = trace.from(holder)?;
        let g = trace.field(event, "g").or_else(|| trace.field(holder, "g"));
        let what = g.map_or_else(|| "equal paths".to_owned(), |g| format!("equal g = {g}"));
        let among = [current_parent, from].map(|cell| (cell, what.clone())).to_vec();
        Some(Tie::new(what, among, current_parent, "the first parent stays"))
    }

    fn restages(&self, trace: &Trace, event: usize) -> bool {
        self.tiles.contains_key(&(event as u32)) || matches!(trace.kind(event), "place" | "move" | "remove")
    }

    fn tiles(&self, player: &Player) -> Vec<(Cell, Tile)> {
        let size = player.trace().layout().size;
        if self.tiles.is_empty() {
            return Vec::new();
        }
        let tile_events = size.cells().filter_map(|cell| Some((cell, player.holder(Slot::Cell(self.terrain, cell))?)));
        tile_events.filter_map(|(cell, event)| Some((cell, *self.tiles.get(&(event as u32))?))).collect()
    }

    fn tokens(&self, player: &Player) -> Vec<Token> {
        let trace = player.trace();
        let last = player.cursor().checked_sub(1);
        let token = |(number, &actor): (usize, &usize)| {
            let holder = player.holder(Slot::Register(number as u32));
            let at = holder.filter(|&i| !self.gone.contains(&(i as u32))).and_then(|i| trace.cell(i));
            let acts = holder.is_some() && holder == last;
            Token::new(actor, at).acting(acts)
        };
        self.actors.iter().enumerate().map(token).collect()
    }

    fn decision(&self, player: &Player) -> Option<Decision> {
        let cursor = player.cursor();
        self.choice_at(cursor).map(|choice| choice.decision(cursor))
    }

    fn waiting(&self, player: &Player) -> Option<Vec<QueueEntry>> {
        if !self.state.is_empty() {
            return Some(self.waiting_nodes(player));
        }
        if self.lists < 2 {
            return None;
        }
        let trace = player.trace();
        let size = trace.layout().size;
        let mut all = Vec::new();
        for list in 0..self.lists {
            for cell in size.cells() {
                let Some(event) = player.holder(Slot::Cell(list, cell)) else { continue };
                let Some(keys) = trace.keys(event) else { continue };
                let key = key(trace, event);
                let key = trace.field(event, "list").map_or_else(|| key.clone(), |name| format!("{name}  {key}"));
                all.push((keys, QueueEntry::new(cell, event, key)));
            }
        }
        Some(in_order(all))
    }

    fn nodes(&self, player: &Player, cell: Cell) -> Vec<(String, usize)> {
        let mut nodes: Vec<(String, usize)> = Vec::new();
        if self.state.is_empty() {
            return nodes;
        }
        let trace = player.trace();
        let past = trace.by_cell().of(cell).iter().map(|&i| i as usize).take_while(|&i| i < player.cursor());
        for event in past {
            let Some(node) = self.node(trace, event) else { continue };
            nodes.retain(|(other, _)| *other != node);
            nodes.push((node, event));
        }
        nodes
    }

    fn why_not(&self, end: &Player, cell: Cell) -> Option<WhyNot> {
        if let Some(why) = self.ask(end, |search| search.why_not(cell)) {
            return Some(why);
        }
        let trace = end.trace();
        let way = self.path(end);
        let about: Vec<usize> = trace.by_cell().of(cell).iter().map(|&i| i as usize).collect();
        if way.contains(&cell) {
            return None;
        }
        if let Some(passed) = passed(trace, end, &about, cell, &way) {
            return Some(passed);
        }
        if about.iter().any(|&i| trace.kind(i) != "reject" && trace.kind(i) != "weigh") {
            return None;
        }
        let last = about.iter().rev().find(|&&i| trace.kind(i) == "reject").copied()?;
        let why = trace.field(last, "why").map_or_else(String::new, |why| format!(": {why}"));
        let from = trace.from(last).map_or_else(String::new, |from| format!(" from {from}"));
        let n = about.iter().filter(|&&i| trace.kind(i) == "reject").count();
        let times = if n == 1 { "once".to_owned() } else { format!("{n} times") };
        let sentence = format!("{cell} was rejected {times} and never opened; the last time{from}{why}.");
        Some(WhyNot::new("rejected", sentence).shown_by(last))
    }

    fn why_not_path(&self, end: &Player, path: &[Cell]) -> Option<WhyNot> {
        self.ask(end, |search| search.why_not_path(path)).flatten()
    }
}

/// Returns a path with all cells of its straight and diagonal runs.
fn whole(path: &[Cell]) -> Vec<Cell> {
    let runs = path.windows(2).flat_map(|ends| {
        let run = ends[0].run_to(ends[1]);
        if run.is_empty() { vec![ends[1]] } else { run }
    });
    path.first().copied().into_iter().chain(runs).collect()
}

/// Returns why a cell that was opened or expanded is not on the path found.
fn passed(trace: &Trace, end: &Player, about: &[usize], cell: Cell, way: &[Cell]) -> Option<WhyNot> {
    let goal = *way.last().filter(|_| way.len() > 1)?;
    let last = about.iter().rev().copied().find(|&i| matches!(trace.kind(i), "open" | "expand"))?;
    let named = ["f", "g"].iter().find_map(|name| Some((*name, trace.field(last, name)?)))?;
    let at_goal = end.trace().by_cell().of(goal).iter().rev().map(|&i| i as usize);
    let reached = at_goal.filter(|&i| matches!(trace.kind(i), "open" | "expand")).find_map(|i| trace.field(i, "g"))?;
    let (name, value) = named;
    let (what, turn) = match trace.kind(last) {
        "expand" => ("was expanded", "but the path found does not go through it"),
        _ => ("was opened", "but was not expanded before the search ended"),
    };
    let sentence = format!("{cell} {what} with {name} = {value}, {turn}: {goal} was reached with g = {reached}.");
    let reason = if what == "was opened" { "waited" } else { "passed" };
    Some(WhyNot::new(reason, sentence).shown_by(last).against(reached, value))
}
