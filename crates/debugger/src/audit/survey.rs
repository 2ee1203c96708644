//! Collects how a program works before its log is checked: what it enters and how it logs.

use super::node_map::CellSet;
use super::numbers::NumberStats;
use super::unstated_rules::{self, RaisedCosts, RepeatedNodes};
use super::{AT_ONCE, facts, search};
use crate::formats::log::{Header, Key, Log, Steps, Word, order, tile_named};
use gridscope_trace::terrain::Walk;
use gridscope_trace::trace::{Halt, Progress};
use gridscope_trace::{Cell, Grid, Size, Tile};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Overview of the whole log.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that the log shows")]
pub(super) struct Survey {
    /// Cells that the program enters, by tile.
    pub(super) entered: BTreeMap<Tile, FxHashSet<Cell>>,
    /// Tiles that the map has or gets.
    pub(super) tiles: BTreeSet<Tile>,
    /// Stated starts and goals. They can be entered whatever the map shows.
    pub(super) ends: FxHashSet<Cell>,
    /// Whether a goal is stated.
    pub(super) goal: bool,
    /// Possible goals of searches: the stated ones, and the ends of paths.
    pub(super) goals: FxHashSet<Cell>,
    /// Whether anything is opened.
    pub(super) opens: bool,
    /// Whether a search states its order.
    pub(super) order: bool,
    /// A missing key, if no cell is opened with all keys of an order.
    pub(super) keyless: Option<String>,
    /// Whether cells are rejected `from` a cell for other reasons than walls and corners.
    pub(super) tells_rejects: bool,
    /// First line where a cell is opened or rejected from a cell after another one was expanded, as in recursion.
    pub(super) interleaved: Option<usize>,
    /// Same line, if this happens often.
    pub(super) recursive: Option<usize>,
    /// Whether the log has anything besides searches: sight, layers, actors, decisions.
    pub(super) acts: bool,
    /// Whether cells are opened from other cells, always from neighbours.
    pub(super) one_by_one: bool,
    /// Whether exactly one step among many is longer.
    pub(super) far_once: bool,
    /// Whether more than that one are longer.
    pub(super) strides: bool,
    /// Whether long steps are frequent.
    pub(super) far: bool,
    /// Whether any event has an h.
    pub(super) h: bool,
    /// Whether cells are opened with the two keys of D\* Lite.
    pub(super) keyed: bool,
    /// Whether an open list has a name.
    pub(super) lists: bool,
    /// An unknown tile that the map gets. Whether it can be entered is unknown.
    pub(super) unknown: Option<String>,
    /// Fields that clearly belong to a node, in a log that does not state them.
    pub(super) state: Vec<String>,
    /// Line in which the search clearly continues on a changed map, in a log that does not state that it is
    /// incremental.
    pub(super) incremental: Option<usize>,
    /// Whether any event has a reason for a rejection, a g at an expansion, or is a path.
    pub(super) reasons: bool,
    pub(super) states_g: bool,
    pub(super) paths: bool,
    pub(super) expands: bool,
    /// Whether an event has a g; whether an opened or expanded cell names its parent; whether one of these has a g.
    pub(super) g: bool,
    pub(super) froms: bool,
    pub(super) priced: bool,
    /// Whether a cell is opened with a g, and whether one states the cost of its link.
    pub(super) opens_g: bool,
    pub(super) link_costs: bool,
    /// Whether a path states its cost, and whether a search ends without one.
    pub(super) path_cost: bool,
    pub(super) none: bool,
    /// Whether the header or a phase states a budget.
    pub(super) budget: bool,
    /// Whether a long step is no run over free cells, so that it is no jump.
    pub(super) no_jumps: bool,
    /// Whether a phase is an iteration of iterative deepening, which reaches a cell by every path to it.
    pub(super) iterates: bool,
    /// Evidence about its numbers.
    pub(super) numbers: NumberStats,
}

impl Survey {
    pub(super) async fn of(log: &Log, progress: &Progress) -> Result<Self, Halt> {
        let header = &log.header;
        let mut all = Self { order: header.order.is_some(), ..Self::default() };
        let goals = header.goals();
        all.goal = !goals.is_empty();
        all.ends.extend(header.start.into_iter().chain(goals.iter().copied()));
        all.goals.extend(goals);
        all.budget = header.promises.budget.is_some();
        // Orders that an opened cell may follow, and whether any cell has all keys of one.
        let mut orders: [Option<Vec<Key>>; 2] = [header.order.clone(), None];
        let mut ordered = false;
        let mut ground = header.ground().cloned();
        all.tiles = ground.iter().flat_map(|g| g.as_slice().iter().copied()).collect();
        let mut last: BTreeMap<Option<String>, Cell> = BTreeMap::new();
        let mut done = CellSet::default();
        let (mut steps, mut far) = (0usize, 0usize);
        // With line of sight, the parent may be the parent of an earlier cell.
        let any = matches!(header.steps, Some(Steps::Any | Steps::Links | Steps::Own));
        // Number of expansions, and number of those that expand the only cell opened since the last one.
        let (mut expansions, mut dives) = (0usize, 0usize);
        let mut opened: Vec<Cell> = Vec::new();
        let (mut late_line, mut dive_line) = (None, None);
        // Cells from which others are opened or rejected after another cell was expanded.
        let mut late = CellSet::default();
        let mut entered: Vec<(Tile, Cell)> = Vec::new();
        let (mut raised_costs, mut repeated_nodes) = (RaisedCosts::default(), RepeatedNodes::default());
        for (index, event) in log.events.iter().enumerate() {
            progress.pause_every(AT_ONCE, index).await?;
            if index.is_multiple_of(AT_ONCE) {
                progress.set_share(index as f64 / log.events.len() as f64);
            }
            all.numbers.see(&event, header);
            raised_costs.see(&event);
            repeated_nodes.see(&event);
            let stands = |c: Cell| ground.as_ref().filter(|g| g.size().contains(c)).map(|g| (g[c], c));
            all.keyed |= event.word == Word::Open && event.number("k1").and(event.number("k2")).is_some();
            let reaches = matches!(event.word, Word::Open | Word::Expand);
            let is_step = reaches && event.from.is_some_and(|from| Some(from) != event.at);
            all.g |= event.g().is_some();
            all.froms |= is_step;
            all.priced |= is_step && event.g().is_some();
            all.opens_g |= event.word == Word::Open && event.g().is_some();
            all.link_costs |= is_step && event.number("step").is_some();
            all.h |= event.h().is_some() && reaches;
            match &event.word {
                Word::Begin => {
                    let (start, goal) = (event.cell("start"), event.cell("goal"));
                    all.goal |= goal.is_some();
                    all.goals.extend(goal);
                    all.order |= event.others.contains_key("order");
                    orders[1] = event.others.get("order").and_then(|value| order(&value.json()).ok());
                    all.ends.extend(start.into_iter().chain(goal));
                    all.iterates |= event.begins_iteration();
                    all.budget |= event.number("budget").is_some();
                }
                Word::Tile => {
                    let name = event.text("tile");
                    let own = name.and_then(|name| header.terrain.named(name));
                    let tile = own.map(|own| own.1.builtin_tile()).or_else(|| name.and_then(tile_named));
                    if tile.is_none() && all.unknown.is_none() {
                        all.unknown = Some(name.unwrap_or_default().to_owned());
                    }
                    if let (Some(tile), Some(at), Some(ground)) = (tile, event.at, &mut ground)
                        && ground.size().contains(at)
                    {
                        ground[at] = tile;
                        all.tiles.insert(tile);
                    }
                }
                Word::Expand => {
                    expansions += 1;
                    // The first cell is opened before anything else happens.
                    if expansions > 1 && opened.len() == 1 && opened.first() == event.at.as_ref() {
                        dives += 1;
                        dive_line = dive_line.or(Some(event.line()));
                    }
                    opened.clear();
                    all.states_g |= event.g().is_some();
                    entered.extend(event.at.and_then(stands));
                    if let Some(at) = event.at {
                        done.insert(at);
                    }
                    last.extend(event.at.map(|at| (event.list(), at)));
                }
                Word::Path => {
                    all.paths = true;
                    all.path_cost |= event.number("cost").is_some();
                    let cells = event.cells("cells").unwrap_or_default();
                    let ends = [cells.first().copied(), cells.last().copied()];
                    all.goals.extend(ends.into_iter().flatten());
                    if header.blocked_ends {
                        all.ends.extend(ends.into_iter().flatten());
                    }
                    entered.extend(cells.into_iter().filter_map(stands));
                }
                Word::Open | Word::Reject => {
                    let open = event.word == Word::Open;
                    if open && header.blocked_ends && event.from.is_none() {
                        all.ends.extend(event.at);
                    }
                    if open {
                        all.opens = true;
                        opened.extend(event.at);
                        for keys in orders.iter().flatten() {
                            let missing = keys.iter().find(|key| search::carried(&event, &key.field, 0).is_none());
                            ordered |= missing.is_none();
                            all.keyless = all.keyless.or_else(|| missing.map(|key| key.field.clone()));
                        }
                        entered.extend(event.at.and_then(stands));
                    }
                    let from = event.from.filter(|f| Some(*f) != event.at);
                    let why = event.text("why");
                    let judged = matches!(why, Some("wall" | "corner" | "closed" | "dearer" | "costlier" | "equal"));
                    all.reasons |= !open && (judged || (all.budget && why == Some("budget")));
                    all.tells_rejects |= !open && from.is_some() && !matches!(why, Some("wall" | "corner"));
                    if let (Some(from), Some(at)) = (from, event.at) {
                        let size = header.size.map(|(width, height)| Size::new(width, height));
                        let (dx, dy) = size.map_or_else(|| from.delta(at), |size| header.terrain.delta(size, from, at));
                        if open {
                            steps += 1;
                            far += usize::from(dx.max(dy) > 1);
                            all.no_jumps |= dx.max(dy) > 1 && !is_run(header, ground.as_ref(), from, at);
                        }
                        if !any && done.contains(from) && last.get(&event.list()) != Some(&from) {
                            late.insert(from);
                            late_line = late_line.or(Some(event.line()));
                        }
                    }
                }
                Word::Done => all.none |= event.text("result") == Some("none"),
                Word::Weigh | Word::Choose | Word::See | Word::Set | Word::Place | Word::Move => all.acts = true,
                _ => {}
            }
            for (tile, cell) in entered.drain(..) {
                let cells = all.entered.entry(tile).or_default();
                // How many cells were entered matters for glyphs only.
                if cells.is_empty() || facts::is_glyph(tile) {
                    cells.insert(cell);
                }
            }
            all.lists |= event.list().is_some();
        }
        all.keyless = all.keyless.filter(|_| !ordered);
        // A walk that never turns back looks like recursion, unless a queue is stated: each cell is expanded as soon as
        // it is opened, and recursion would examine its other neighbours on the way back.
        let queue = header
            .order
            .as_ref()
            .is_some_and(|order| order.first().is_some_and(|key| key.field != "#" || !key.falling));
        let dive = expansions > 1 && dives + 1 == expansions && !queue;
        all.interleaved = late_line.or(dive_line.filter(|_| dive));
        all.expands = expansions > 0;
        if !header.incremental {
            all.incremental = raised_costs.line();
        }
        let may_have_states = header.state.is_empty() && !all.iterates && all.incremental.is_none();
        if may_have_states && repeated_nodes.is_repeated() {
            all.state = unstated_rules::state(log).await;
        }
        all.recursive = late_line.filter(|_| late.len() > 1 && late.len() * 10 > expansions);
        all.far_once = far == 1 && steps >= 6;
        all.strides = far > 0 && !all.far_once;
        all.one_by_one = (steps > 0 && far == 0) || all.far_once;
        all.far = far >= 2 && far * 20 >= steps;
        Ok(all)
    }
}

/// Returns whether a long step may be a jump: a straight or diagonal run over cells that are no walls.
fn is_run(header: &Header, ground: Option<&Grid<Tile>>, from: Cell, at: Cell) -> bool {
    let (dx, dy) = from.delta(at);
    let in_line = dx == 0 || dy == 0 || (dx == dy && header.neighbours != Some(4));
    let is_wall =
        |cell: &Cell| ground.and_then(|ground| ground.get(*cell)).is_some_and(|tile| tile.info().walk == Walk::No);
    in_line && !from.run_to(at).iter().any(is_wall)
}
