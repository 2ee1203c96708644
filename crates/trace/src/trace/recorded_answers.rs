//! A run of ours replayed from its trace file alone: its events as data, and the recorded answers of its algorithm's
//! code.
//!
//! A file cannot contain answers that code computes for any moment, such as a scoreboard.
//! [`Card::code_only_answers`](crate::card::Card) lists them. For these, the answers come from the schema.

use super::contract::Contract;
use super::decision::Decision;
use super::event_answers::EventAnswers;
use super::imported_log;
use super::lens::{AnyLens, Gauge, Paint, schema};
use super::log::{Layout, Trace};
use super::player::Player;
use super::replay::{Replay, Tie, Token, WhyNot};
use super::schema::{Kind, Name, OpenListChange, Schema};
use crate::card::LayerKind;
use crate::cheapest_paths::Walk;
use crate::event::{Level, Slot, Value};
use crate::geometry::{Cell, Dir};
use crate::movement::Passage;
use crate::outcome::Outcome;
use crate::progress::Halt;
use crate::terrain::Tile;
use crate::trace::why::Ended;
use crate::view::board::Role;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The contents of a trace file besides its events.
#[derive(Debug, Default)]
pub struct RecordedAnswers {
    /// The answers for the events of each case, by the case's number.
    pub cases: Vec<EventAnswers>,
    /// The answers for single events that differ from those of their case.
    pub events: BTreeMap<u32, EventAnswers>,
    /// The ties that the open list does not explain.
    pub ties: BTreeMap<u32, Tie>,
    /// The choices that the open list does not explain. Choices at steps and phases apply until the next one.
    pub decisions: BTreeMap<u32, Decision>,
    /// The text that the algorithm added to the sentences of events.
    pub second: BTreeMap<u32, String>,
    /// The steps of a search, if the algorithm is a search that states its rules.
    pub search: Option<Search>,
    /// Actors, changed tiles and watched values at each moment at which they change, by the number of events that have
    /// happened. `None` if the trace does not contain them.
    pub stages: Option<BTreeMap<u32, Stage>>,
    /// The events at which each ready-made breakpoint holds, ascending.
    pub hits: Vec<Vec<u32>>,
    /// For each layer of the card, the layers of slots that decide the roles of cells; later ones win. All layers
    /// decide if there is no entry.
    pub paint: Vec<Vec<u8>>,
    /// The layers of slots that hold waiting cells.
    pub lists: Vec<u8>,
    /// Whether taking one of several entries with the same first key counts as a tie.
    pub taking_ties: bool,
    /// Whether the newer of two equal entries of the open list is taken first.
    pub newest_first: bool,
    /// Why the recording ended early, if it did.
    pub halted: Option<Halt>,
}

/// The changes at a moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stage {
    /// All tokens, if any of them changed.
    pub tokens: Option<Vec<Token>>,
    /// The changed tiles. `None` if the tile is the one of the scene again.
    pub tiles: Vec<(Cell, Option<Tile>)>,
    /// The watched values besides the series, if they changed.
    pub watch: Option<Vec<(Name, Value)>>,
    /// The turn, if it changed.
    pub turn: Option<Option<u32>>,
}

/// The stated rules of a search, on the map that it ran on.
#[derive(Debug)]
pub struct Search {
    /// The map for the search's mover.
    pub passage: Passage,
    /// The directions in the order in which they are tried.
    pub order: Vec<Dir>,
    /// Number of units in a cost of 1.
    pub unit: u64,
    /// The start cell.
    pub start: Cell,
    /// The goal cell.
    pub goal: Cell,
    /// Whether its paths should be the shortest.
    pub promises: bool,
    /// The setting with which its paths may not be the shortest, as the beginning of a sentence; may be empty.
    pub caveat: String,
}

impl Search {
    /// Creates the search of one of our algorithms that states its rules, on the map for its mover.
    pub fn of(contract: &Contract, passage: Passage) -> Option<Self> {
        let rules = contract.rules.as_ref()?;
        Some(Self {
            unit: passage.costs().unit,
            passage,
            order: rules.order.clone(),
            start: contract.start,
            goal: contract.goal,
            // Our algorithms use the caveat to state when their paths may not be the shortest.
            promises: false,
            caveat: contract.caveat.to_owned(),
        })
    }

    fn walk(&self) -> Walk<'_> {
        Walk { passage: &self.passage, order: &self.order }
    }

    /// Returns the cost of a path in units: the sum of its steps. If one of them is not allowed, returns the cost that
    /// was reported when the last cell was expanded, if there was one.
    pub fn cost(&self, end: &Player, path: &[Cell]) -> Option<u64> {
        let (trace, &last) = (end.trace(), path.last()?);
        let price = |(&a, &b): (&Cell, &Cell)| {
            let dir = a.direction_to(b).filter(|dir| self.order.contains(dir))?;
            let (to, price) = self.passage.step(a, dir).ok()?;
            (to == b).then_some(price)
        };
        let logged_cost = || {
            let all = trace.by_cell().of(last).iter().rev().map(|&i| i as usize);
            let mut expand_events = all.filter(|&i| log_word(trace, trace.kind(i)) == "expand");
            let g = expand_events.find_map(|i| trace.field(i, "g")?.number()).filter(|g| (0.0..1e12).contains(g))?;
            Some((g * self.unit as f64).round() as u64)
        };
        path.iter().zip(path.iter().skip(1)).map(price).sum::<Option<u64>>().or_else(logged_cost)
    }

    /// Calls `what` with the run at its end. `path` is the path that it found, and `stop` is where it stopped instead
    /// of at the goal.
    pub fn ask<T>(
        &self,
        end: &Player,
        path: Vec<Cell>,
        stop: Option<Decision>,
        what: impl FnOnce(&Ended<'_>) -> T,
    ) -> T {
        let trace = end.trace();
        what(&Ended {
            now: end,
            first: 0,
            walk: self.walk(),
            unit: self.unit,
            start: self.start,
            goal: self.goal,
            cost: self.cost(end, &path),
            path,
            title: &trace.schema().title,
            promises: self.promises,
            with: &self.caveat,
            stop,
            word: &|kind| log_word(trace, kind),
        })
    }
}

/// Returns the path at the end of a run, cell by cell, or an empty list if its events report no path.
pub fn told_path(end: &Player, path: &[Cell]) -> Vec<Cell> {
    let trace = end.trace();
    let is_reported_path = |kind: &Kind| kind.stands == "path" && !trace.of_kind(&kind.name).is_empty();
    if !trace.schema().kinds.iter().any(is_reported_path) {
        return Vec::new();
    }
    let mut all: Vec<Cell> = Vec::with_capacity(path.len());
    for &cell in path {
        // Fills in the straight or diagonal run from one jump point to the next.
        while let Some(&last) = all.last()
            && let Some(next) = toward(last, cell)
            && next != cell
        {
            all.push(next);
        }
        all.push(cell);
    }
    all
}

/// Returns the neighbour of a cell in the direction of another one, which must be straight or diagonal from it.
fn toward(from: Cell, to: Cell) -> Option<Cell> {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let step = |from: u16, to: u16| match from.cmp(&to) {
        Ordering::Less => from + 1,
        Ordering::Equal => from,
        Ordering::Greater => from - 1,
    };
    let straight = dx == 0 || dy == 0 || dx == dy;
    (straight && from != to).then(|| Cell::new(step(from.x, to.x), step(from.y, to.y)))
}

/// Returns the standard log word for a kind of event.
fn log_word<'a>(trace: &'a Trace, kind: &str) -> &'a str {
    let schema = trace.schema();
    schema.kind(kind).map_or("", |kind| &*schema.kinds[usize::from(kind)].stands)
}

/// Starts the run of a trace file. Its events are written one after the other.
pub fn begin(layout: Layout) -> imported_log::Writer {
    imported_log::Writer::named(layout)
}

/// Ends the run of a trace file that [`begin`] started.
pub fn finish(
    mut events: imported_log::Writer,
    schema: Schema,
    layout: Layout,
    told: RecordedAnswers,
    outcome: impl Into<Outcome>,
) -> Replay {
    events.halt(told.halted);
    events.finish(schema, layout, outcome, Box::new(told))
}

impl RecordedAnswers {
    fn event_answers(&self, trace: &Trace, event: usize) -> Option<&EventAnswers> {
        self.events.get(&(event as u32)).or_else(|| self.cases.get(trace.case_number(event)))
    }

    /// Returns the role of a cell while a layer is shown.
    fn role_at(&self, layer: usize, player: &Player, index: usize) -> Role {
        let trace = player.trace();
        let cell = trace.layout().size.cell(index);
        let all: Vec<u8> = (0..trace.layout().layers).collect();
        let layers = self.paint.get(layer).unwrap_or(&all);
        let held_events = layers.iter().rev().filter_map(|&l| player.holder(Slot::Cell(l, cell)));
        held_events.map(|event| self.role(trace, event)).find(|&role| role != Role::None).unwrap_or_default()
    }
}

impl RecordedAnswers {
    fn ask<T>(&self, end: &Player, what: impl FnOnce(&Ended<'_>) -> T) -> Option<T> {
        let path = told_path(end, &self.path(end));
        Some(self.search.as_ref()?.ask(end, path, self.decision(end), what))
    }
}

impl RecordedAnswers {
    /// Returns the latest change up to a moment for which `what` returns a value.
    fn staged<T>(&self, player: &Player, what: impl Fn(&Stage) -> Option<T>) -> Option<T> {
        self.stages.as_ref()?.range(..=player.cursor() as u32).rev().find_map(|(_, stage)| what(stage))
    }
}

impl AnyLens for RecordedAnswers {
    fn tokens(&self, player: &Player) -> Vec<Token> {
        self.staged(player, |stage| stage.tokens.clone()).unwrap_or_default()
    }

    fn tiles(&self, player: &Player) -> Vec<(Cell, Tile)> {
        let stages = self.stages.iter().flat_map(|all| all.range(..=player.cursor() as u32));
        let mut now: BTreeMap<Cell, Option<Tile>> = BTreeMap::new();
        now.extend(stages.flat_map(|(_, stage)| stage.tiles.iter().copied()));
        now.into_iter().filter_map(|(cell, tile)| Some((cell, tile?))).collect()
    }

    fn watch(&self, player: &Player) -> Vec<(Name, Value)> {
        if !player.trace().schema().order.is_empty() {
            return schema::watch(player).into_iter().map(|(name, value)| (name.into(), value)).collect();
        }
        self.staged(player, |stage| stage.watch.clone()).unwrap_or_default()
    }

    fn turn(&self, player: &Player) -> Option<u32> {
        self.staged(player, |stage| stage.turn).flatten()
    }

    fn value(&self, layer: usize, player: &Player, index: usize) -> Option<Value> {
        let trace = player.trace();
        let layer_schema = trace.schema().layers.get(layer)?;
        if layer_schema.kind == LayerKind::Status {
            let role = self.role_at(layer, player, index);
            return (role != Role::None).then(|| Value::Word(trace.schema().role_name(role)));
        }
        let cell = trace.layout().size.cell(index);
        let numbers = |said: &EventAnswers| said.number(layer).is_some();
        if !self.cases.iter().chain(self.events.values()).any(numbers) {
            return schema::value(layer, player, cell);
        }
        let held_value = |slots: u8| {
            let event = player.holder(Slot::Cell(slots, cell))?;
            let (decides, number) = self.event_answers(trace, event)?.number(layer)?;
            (decides == slots).then(|| number.value(trace, event))?
        };
        (0..trace.layout().layers).find_map(held_value)
    }

    fn number(&self, layer: usize, trace: &Trace, event: usize) -> Option<(u8, f64)> {
        let (slots, number) = self.event_answers(trace, event)?.number(layer)?;
        Some((slots, number.at(trace, event)?))
    }

    fn paint<'a>(&self, layer: usize, player: &'a Player) -> Paint<'a> {
        let all = || (0..player.trace().layout().layers).collect();
        Paint::Last(self.paint.get(layer).cloned().unwrap_or_else(all))
    }

    fn role(&self, trace: &Trace, event: usize) -> Role {
        self.event_answers(trace, event).map_or(trace.case(event).role, |said| said.role)
    }

    fn explain(&self, player: &Player) -> String {
        let Some(last) = player.cursor().checked_sub(1) else { return String::new() };
        let recorded_line = self.second.get(&(last as u32)).cloned();
        recorded_line.or_else(|| Some(schema::decision(player)?.second_line())).unwrap_or_default()
    }

    fn queue_newest_first(&self, _: &Trace) -> bool {
        self.newest_first
    }

    fn taking_ties(&self) -> bool {
        self.taking_ties
    }

    fn lists(&self) -> &[u8] {
        &self.lists
    }

    fn gauge(&self, series: usize, trace: &Trace, event: usize) -> Gauge {
        self.event_answers(trace, event).map_or(Gauge::Same, |said| said.gauge(series, trace, event))
    }

    fn check(&self, check: usize, _: &Player, event: usize, _: bool) -> bool {
        self.hits.get(check).is_some_and(|hits| hits.binary_search(&(event as u32)).is_ok())
    }

    fn is_tie(&self, trace: &Trace, event: usize) -> bool {
        self.event_answers(trace, event).is_some_and(|said| said.tie)
    }

    fn tie(&self, _: &Player, event: usize) -> Option<Tie> {
        self.ties.get(&(event as u32)).cloned()
    }

    fn question(&self, trace: &Trace, event: usize) -> Option<Name> {
        self.event_answers(trace, event)?.question.clone()
    }

    fn rewatches(&self, trace: &Trace, event: usize) -> bool {
        self.event_answers(trace, event).is_some_and(|said| said.rewatches)
    }

    fn restages(&self, trace: &Trace, event: usize) -> bool {
        self.event_answers(trace, event).is_some_and(|said| said.restages)
    }

    fn decision(&self, player: &Player) -> Option<Decision> {
        let trace = player.trace();
        let last = player.cursor().checked_sub(1)?;
        if let Some(pop) = schema::decision(player) {
            return Some(pop);
        }
        let stays = |&(&i, _): &(&u32, &Decision)| i as usize == last || trace.case(i as usize).level != Level::Detail;
        let own = trace.case(last).queue != OpenListChange::Dequeues;
        self.decisions.range(..=last as u32).rev().find(stays).map(|d| d.1.clone()).filter(|_| own)
    }
    fn why_not(&self, end: &Player, cell: Cell) -> Option<WhyNot> {
        self.ask(end, |search| search.why_not(cell))
    }

    fn why_not_path(&self, end: &Player, path: &[Cell]) -> Option<WhyNot> {
        self.ask(end, |search| search.why_not_path(path)).flatten()
    }
}
