//! A run of ours that is told by its trace file alone: its events as data, and what its algorithm's code said of each.
//!
//! What code works out for any moment, such as a scoreboard, no file can hold; [`Card::beyond`](crate::card::Card) names
//! it, and the answers here are then what the schema says.

use super::decision::Decision;
use super::lens::{AnyLens, Gauge, Paint, schema};
use super::log::{Layout, Trace};
use super::player::Player;
use super::replay::{Replay, Tie, Token, WhyNot};
use super::said::Said;
use super::schema::{Kind, Name, Schema, Waits};
use super::stated::Stated;
use super::written::{self, Written};
use crate::card::LayerKind;
use crate::event::{Level, Slot, Value};
use crate::geometry::{Cell, Dir};
use crate::movement::Passage;
use crate::outcome::Outcome;
use crate::terrain::Tile;
use crate::trace::why::Ended;
use crate::view::board::Role;
use crate::ways::Walk;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What a trace file tells beside its events.
#[derive(Debug, Default)]
pub struct Told {
    /// What holds of the events of each case, by its number, where nothing else is said of one.
    pub cases: Vec<Said>,
    /// What holds of single events instead.
    pub events: BTreeMap<u32, Said>,
    /// The ties that no open list explains.
    pub ties: BTreeMap<u32, Tie>,
    /// The choices that no open list explains; those at steps and phases hold until the next.
    pub decisions: BTreeMap<u32, Decision>,
    /// What the algorithm added to the sentences of events.
    pub second: BTreeMap<u32, String>,
    /// How a search steps, where it is one whose rules are stated.
    pub search: Option<Search>,
    /// Who stands where, which tiles have changed, and what is watched, from each moment at which that changes, by how many
    /// events have happened; none where the trace does not tell it.
    pub stages: Option<BTreeMap<u32, Stage>>,
    /// For each ready-made breakpoint, the events at which it holds, ascending.
    pub hits: Vec<Vec<u32>>,
    /// For each layer of the card, the layers of slots that give cells their parts, the last over those before; all
    /// where nothing is said.
    pub paint: Vec<Vec<u8>>,
    /// The layers of slots whose cells wait.
    pub lists: Vec<u8>,
    /// Whether it is a tie when one of several entries with the same first key is taken.
    pub taking_ties: bool,
    /// Whether of equal entries of the open list the newer goes first.
    pub newest_first: bool,
}

/// What is different from a moment on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stage {
    /// All tokens, where one is another.
    pub tokens: Option<Vec<Token>>,
    /// The tiles that change; none where one is as the scene has it again.
    pub tiles: Vec<(Cell, Option<Tile>)>,
    /// What is watched besides the numbers over time, where it is another.
    pub watch: Option<Vec<(Name, Value)>>,
    /// The turn, where it is another.
    pub turn: Option<Option<u32>>,
}

/// What is stated of a search, on the ground that it ran on.
#[derive(Debug)]
pub struct Search {
    /// The map as its mover meets it.
    pub passage: Passage,
    /// The directions in the order in which they are tried.
    pub order: Vec<Dir>,
    /// How many units of its costs a cost of 1 is.
    pub unit: u32,
    /// Where it started.
    pub start: Cell,
    /// Where it should end.
    pub goal: Cell,
    /// Whether its paths are to be the shortest.
    pub promises: bool,
    /// With what its paths may not be the shortest, as the beginning of a sentence; may be empty.
    pub with: String,
}

impl Search {
    /// Of a search of ours that states its rules, on the map as its mover meets it.
    pub fn of(stated: &Stated, passage: Passage) -> Option<Self> {
        let rules = stated.rules.as_ref()?;
        Some(Self {
            passage,
            order: rules.order.clone(),
            unit: rules.costs.unit,
            start: stated.start,
            goal: stated.goal,
            // Ours say with what they do not.
            promises: false,
            with: stated.with.to_owned(),
        })
    }

    fn walk(&self) -> Walk<'_> {
        Walk { passage: &self.passage, order: &self.order }
    }

    /// What a path cost, in units: the sum of its steps; where one of them is not allowed, what was said of its last cell
    /// when that was taken, if anything was.
    pub fn cost(&self, end: &Player, path: &[Cell]) -> Option<u64> {
        let (trace, &last) = (end.trace(), path.last()?);
        let price = |(&a, &b): (&Cell, &Cell)| {
            let dir = a.direction_to(b).filter(|dir| self.order.contains(dir))?;
            let (to, price) = self.passage.step(a, dir).ok()?;
            (to == b).then_some(u64::from(price))
        };
        let said = || {
            let all = trace.by_cell().of(last).iter().rev().map(|&i| i as usize);
            let mut taken = all.filter(|&i| stands(trace, trace.kind(i)) == "expand");
            let g = taken.find_map(|i| trace.field(i, "g")?.number()).filter(|g| (0.0..1e12).contains(g))?;
            Some((g * f64::from(self.unit)).round() as u64)
        };
        path.iter().zip(path.iter().skip(1)).map(price).sum::<Option<u64>>().or_else(said)
    }

    /// What `what` makes of the run at its end, which found this path; `stop` is where it stopped instead of at the goal.
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
            with: &self.with,
            stop,
            word: &|kind| stands(trace, kind),
        })
    }
}

/// The path at the end of a run, cell by cell, where its events have told one; else nothing.
pub fn told_path(end: &Player, path: &[Cell]) -> Vec<Cell> {
    let trace = end.trace();
    let told = |kind: &Kind| kind.stands == "path" && !trace.of_kind(&kind.name).is_empty();
    if !trace.schema().kinds.iter().any(told) {
        return Vec::new();
    }
    let mut all: Vec<Cell> = Vec::with_capacity(path.len());
    for &cell in path {
        // From one jump point to the next it leads straight on.
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

/// The neighbour of a cell in the direction of another one, which lies straight or diagonally from it.
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

/// The word of logs that a kind of event stands for.
fn stands<'a>(trace: &'a Trace, kind: &str) -> &'a str {
    let schema = trace.schema();
    schema.kind(kind).map_or("", |kind| &*schema.kinds[usize::from(kind)].stands)
}

/// The run that is told so.
pub fn replay(schema: Schema, layout: Layout, events: Vec<Written>, told: Told, outcome: impl Into<Outcome>) -> Replay {
    written::replay_named(schema, layout, events, outcome.into(), Box::new(told))
}

impl Told {
    fn said(&self, trace: &Trace, event: usize) -> Option<&Said> {
        self.events.get(&(event as u32)).or_else(|| self.cases.get(trace.case_number(event)))
    }

    /// The part that a cell plays while a layer is shown.
    fn role_at(&self, layer: usize, player: &Player, index: usize) -> Role {
        let trace = player.trace();
        let cell = trace.layout().size.cell(index);
        let all: Vec<u8> = (0..trace.layout().layers).collect();
        let layers = self.paint.get(layer).unwrap_or(&all);
        let held = layers.iter().rev().filter_map(|&l| player.holder(Slot::Cell(l, cell)));
        held.map(|event| self.role(trace, event)).find(|&role| role != Role::None).unwrap_or_default()
    }
}

impl Told {
    fn ask<T>(&self, end: &Player, what: impl FnOnce(&Ended<'_>) -> T) -> Option<T> {
        let path = told_path(end, &self.path(end));
        Some(self.search.as_ref()?.ask(end, path, self.decision(end), what))
    }
}

impl Told {
    /// The last stage up to a moment that says something.
    fn staged<T>(&self, player: &Player, what: impl Fn(&Stage) -> Option<T>) -> Option<T> {
        self.stages.as_ref()?.range(..=player.cursor() as u32).rev().find_map(|(_, stage)| what(stage))
    }
}

impl AnyLens for Told {
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
        let shown = trace.schema().layers.get(layer)?;
        if shown.kind == LayerKind::Status {
            let role = self.role_at(layer, player, index);
            return (role != Role::None).then(|| Value::Word(trace.schema().role_name(role)));
        }
        let cell = trace.layout().size.cell(index);
        let numbers = |said: &Said| said.number(layer).is_some();
        if !self.cases.iter().chain(self.events.values()).any(numbers) {
            return schema::value(layer, player, cell);
        }
        let held = |slots: u8| {
            let event = player.holder(Slot::Cell(slots, cell))?;
            let (decides, number) = self.said(trace, event)?.number(layer)?;
            (decides == slots).then(|| number.value(trace, event))?
        };
        (0..trace.layout().layers).find_map(held)
    }

    fn number(&self, layer: usize, trace: &Trace, event: usize) -> Option<(u8, f64)> {
        let (slots, number) = self.said(trace, event)?.number(layer)?;
        Some((slots, number.at(trace, event)?))
    }

    fn paint<'a>(&self, layer: usize, player: &'a Player) -> Paint<'a> {
        let all = || (0..player.trace().layout().layers).collect();
        Paint::Last(self.paint.get(layer).cloned().unwrap_or_else(all))
    }

    fn role(&self, trace: &Trace, event: usize) -> Role {
        self.said(trace, event).map_or(trace.case(event).role, |said| said.role)
    }

    fn explain(&self, player: &Player) -> String {
        let Some(last) = player.cursor().checked_sub(1) else { return String::new() };
        let told = self.second.get(&(last as u32)).cloned();
        told.or_else(|| Some(schema::decision(player)?.second_line())).unwrap_or_default()
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
        self.said(trace, event).map_or(Gauge::Same, |said| said.gauge(series, trace, event))
    }

    fn check(&self, check: usize, _: &Player, event: usize, _: bool) -> bool {
        self.hits.get(check).is_some_and(|hits| hits.binary_search(&(event as u32)).is_ok())
    }

    fn is_tie(&self, trace: &Trace, event: usize) -> bool {
        self.said(trace, event).is_some_and(|said| said.tie)
    }

    fn tie(&self, _: &Player, event: usize) -> Option<Tie> {
        self.ties.get(&(event as u32)).cloned()
    }

    fn question(&self, trace: &Trace, event: usize) -> Option<Name> {
        self.said(trace, event)?.question.clone()
    }

    fn rewatches(&self, trace: &Trace, event: usize) -> bool {
        self.said(trace, event).is_some_and(|said| said.rewatches)
    }

    fn restages(&self, trace: &Trace, event: usize) -> bool {
        self.said(trace, event).is_some_and(|said| said.restages)
    }

    fn decision(&self, player: &Player) -> Option<Decision> {
        let trace = player.trace();
        let last = player.cursor().checked_sub(1)?;
        if let Some(pop) = schema::decision(player) {
            return Some(pop);
        }
        let stays = |&(&i, _): &(&u32, &Decision)| i as usize == last || trace.case(i as usize).level != Level::Detail;
        let own = trace.case(last).queue != Waits::Dequeues;
        self.decisions.range(..=last as u32).rev().find(stays).map(|d| d.1.clone()).filter(|_| own)
    }
    fn why_not(&self, end: &Player, cell: Cell) -> Option<WhyNot> {
        self.ask(end, |search| search.why_not(cell))
    }

    fn why_not_path(&self, end: &Player, path: &[Cell]) -> Option<WhyNot> {
        self.ask(end, |search| search.why_not_path(path)).flatten()
    }
}
