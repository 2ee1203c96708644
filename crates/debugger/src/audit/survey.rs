//! What a log shows of its program's manner before it is judged: what it enters, how it logs.

use super::{guess, search};
use crate::core::geometry::{Cell, Size};
use crate::core::terrain::Tile;
use crate::core::trace::{Control, Halt};
use crate::formats::log::{Key, Log, Steps, Word, order, tile_named};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The whole log at a glance.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that the log shows")]
pub(super) struct Survey {
    /// The cells that the program enters, by their tiles.
    pub(super) entered: BTreeMap<Tile, HashSet<Cell>>,
    /// The tiles that the ground has, or gets.
    pub(super) tiles: BTreeSet<Tile>,
    /// Starts and goals that are stated: one can stand there, whatever the map has.
    pub(super) ends: HashSet<Cell>,
    /// Whether a goal is stated.
    pub(super) goal: bool,
    /// Where searches may have wanted to go: what is stated, and where paths end.
    pub(super) goals: HashSet<Cell>,
    /// Whether anything is opened.
    pub(super) opens: bool,
    /// Whether a search states its order.
    pub(super) order: bool,
    /// A key that is missing where no cell is opened with all keys of an order.
    pub(super) keyless: Option<String>,
    /// Whether cells are rejected `from` a cell for more than walls and corners.
    pub(super) tells_rejects: bool,
    /// The line from which on cells are opened or rejected from a cell after another one was expanded, as recursion does.
    pub(super) interleaved: Option<usize>,
    /// The same, if that is a habit.
    pub(super) recursive: Option<usize>,
    /// Whether there is anything else than a search: sight, layers, actors, decisions.
    pub(super) acts: bool,
    /// Whether cells are opened from others, and all from neighbours.
    pub(super) one_by_one: bool,
    /// Whether a single one goes farther, among many.
    pub(super) far_once: bool,
    /// Whether more than that one does.
    pub(super) strides: bool,
    /// Whether steps farther than a neighbour are a habit.
    pub(super) far: bool,
    /// Whether there is an h.
    pub(super) h: bool,
    /// Whether cells are opened with the two keys of D\* Lite.
    pub(super) keyed: bool,
    /// Whether an open list has a name.
    pub(super) lists: bool,
    /// A tile that the ground gets and nobody knows: whether one can stand on it is not known.
    pub(super) unknown: Option<String>,
    /// The fields that plainly belong to a node, in a log that states no state.
    pub(super) state: Vec<String>,
    /// The line in which the search plainly goes on over other ground, in a log that does not state that it is incremental.
    pub(super) incremental: Option<usize>,
    /// Whether an event has a reason to refuse a cell, a g at an expansion, or a path.
    pub(super) reasons: bool,
    pub(super) states_g: bool,
    pub(super) paths: bool,
    pub(super) expands: bool,
    /// Whether a phase is an iteration of deepening, in which a cell is met by every way that leads there.
    pub(super) iterates: bool,
}

impl Survey {
    pub(super) fn of(log: &Log, control: &Control) -> Result<Self, Halt> {
        let header = &log.header;
        let mut all = Self { order: header.order.is_some(), goal: header.goal.is_some(), ..Self::default() };
        all.ends.extend(header.start.into_iter().chain(header.goal));
        all.goals.extend(header.goal);
        // The orders that an opened cell may go by, and whether any did.
        let mut orders: [Option<Vec<Key>>; 2] = [header.order.clone(), None];
        let mut ordered = false;
        let mut ground = header.ground().cloned();
        all.tiles = ground.iter().flat_map(|g| g.as_slice().iter().copied()).collect();
        let (mut last, mut done): (HashMap<Option<String>, Cell>, HashSet<Cell>) = (HashMap::new(), HashSet::new());
        let (mut steps, mut far) = (0usize, 0usize);
        // By line of sight, a cell is reached from where the last one was reached from.
        let any = matches!(header.steps, Some(Steps::Any | Steps::Own));
        // How many expansions there are, and how many are of the one cell opened since the last.
        let (mut expansions, mut dives) = (0usize, 0usize);
        let mut opened: Vec<Cell> = Vec::new();
        let (mut late_line, mut dive_line) = (None, None);
        // The cells that are looked from after another one was expanded.
        let mut late: HashSet<Cell> = HashSet::new();
        for event in &log.events {
            control.stopped()?;
            let stands = |c: Cell| ground.as_ref().filter(|g| g.size().contains(c)).map(|g| (g[c], c));
            let mut entered: Vec<(Tile, Cell)> = Vec::new();
            all.keyed |= event.word == Word::Open && event.number("k1").and(event.number("k2")).is_some();
            all.h |= event.h().is_some() && matches!(event.word, Word::Open | Word::Expand);
            match &event.word {
                Word::Begin => {
                    let (start, goal) = (event.cell("start"), event.cell("goal"));
                    all.goal |= goal.is_some();
                    all.goals.extend(goal);
                    all.order |= event.others.contains_key("order");
                    orders[1] = event.others.get("order").and_then(|value| order(&value.json()).ok());
                    all.ends.extend(start.into_iter().chain(goal));
                    all.iterates |= event.begins_iteration();
                }
                Word::Tile => {
                    let name = event.text("tile");
                    let own = name.and_then(|name| header.terrain.named(name));
                    let tile = own.map(|own| own.1.drawn()).or_else(|| name.and_then(tile_named));
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
                    // The first is opened before anything happens.
                    if expansions > 1 && opened.len() == 1 && opened.first() == event.at.as_ref() {
                        dives += 1;
                        dive_line = dive_line.or(Some(event.line()));
                    }
                    opened.clear();
                    all.states_g |= event.g().is_some();
                    entered.extend(event.at.and_then(stands));
                    done.extend(event.at);
                    last.extend(event.at.map(|at| (event.list(), at)));
                }
                Word::Path => {
                    all.paths = true;
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
                            let missing = keys.iter().find(|key| search::carried(event, &key.field, 0).is_none());
                            ordered |= missing.is_none();
                            all.keyless = all.keyless.or_else(|| missing.map(|key| key.field.clone()));
                        }
                        entered.extend(event.at.and_then(stands));
                    }
                    let from = event.from.filter(|f| Some(*f) != event.at);
                    let why = event.text("why");
                    all.reasons |= !open && why.is_some();
                    all.tells_rejects |= !open && from.is_some() && !matches!(why, Some("wall" | "corner"));
                    if let (Some(from), Some(at)) = (from, event.at) {
                        let size = header.size.map(|(width, height)| Size::new(width, height));
                        let (dx, dy) = size.map_or_else(|| from.delta(at), |size| header.terrain.delta(size, from, at));
                        if open {
                            steps += 1;
                            far += usize::from(dx.max(dy) > 1);
                        }
                        if !any && done.contains(&from) && last.get(&event.list()) != Some(&from) {
                            late.insert(from);
                            late_line = late_line.or(Some(event.line()));
                        }
                    }
                }
                Word::Weigh | Word::Choose | Word::See | Word::Set | Word::Place | Word::Move => all.acts = true,
                _ => {}
            }
            for (tile, cell) in entered {
                all.entered.entry(tile).or_default().insert(cell);
            }
            all.lists |= event.list().is_some();
        }
        all.keyless = all.keyless.filter(|_| !ordered);
        // A walk that never turns back looks like recursion, unless a queue is stated: each cell is expanded as soon as it
        // is opened, and its other neighbours would be looked at on the way back.
        let queue = header
            .order
            .as_ref()
            .is_some_and(|order| order.first().is_some_and(|key| key.field != "#" || !key.falling));
        let dive = expansions > 1 && dives + 1 == expansions && !queue;
        all.interleaved = late_line.or(dive_line.filter(|_| dive));
        all.expands = expansions > 0;
        if !header.incremental {
            all.incremental = guess::incremental(log);
        }
        if header.state.is_empty() && !all.iterates && all.incremental.is_none() {
            all.state = guess::state(log);
        }
        all.recursive = late_line.filter(|_| late.len() > 1 && late.len() * 10 > expansions);
        all.far_once = far == 1 && steps >= 6;
        all.strides = far > 0 && !all.far_once;
        all.one_by_one = (steps > 0 && far == 0) || all.far_once;
        all.far = far >= 2 && far * 20 >= steps;
        Ok(all)
    }
}
