//! One implementation of [`Replay`] for every algorithm: a player, and indices made at the first question.

use super::breakpoint::Condition;
use super::log::{NONE, Phase, Trace};
use super::player::Player;
use super::replay::{Chart, EventView, QueueEntry, Replay, Series, Tie};
use crate::core::algorithms::card::{Card, LayerKind};
use crate::core::algorithms::{Algorithm, Gauge};
use crate::core::event::{Event, Level, Slot, Value};
use crate::core::geometry::{Cell, Dir, Size};
use crate::core::view::board::{Board, Mark, Role, heat};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// How many points a number over time is sampled at.
const SAMPLES: usize = 1500;

/// A cursor on a recorded run of algorithm `A`.
pub struct Replayer<A: Algorithm> {
    player: Player<A::Event>,
    shared: Arc<Shared>,
}

/// The slot layer that decides a layer of the card, and the heat that each event gives it.
type HeatTable = (u8, Vec<u8>);

/// What forks of a run share: the outcome, and what was worked out once.
struct Shared {
    outcome: serde_json::Value,
    series: OnceLock<Vec<Series>>,
    ties: OnceLock<Vec<u32>>,
    ranges: OnceLock<Vec<(f64, f64)>>,
    /// For each layer the layer that decides it and the heat that each event gives, where one event decides.
    heats: Vec<OnceLock<Option<HeatTable>>>,
    /// The role that each event gives.
    roles: OnceLock<Vec<Role>>,
}

impl<A: Algorithm> Replayer<A> {
    /// A cursor at the start of a trace.
    pub fn new(trace: Trace<A::Event>, outcome: serde_json::Value) -> Self {
        Self {
            player: Player::new(Arc::new(trace)),
            shared: Arc::new(Shared {
                outcome,
                series: OnceLock::new(),
                ties: OnceLock::new(),
                ranges: OnceLock::new(),
                heats: A::CARD.layers.iter().map(|_| OnceLock::new()).collect(),
                roles: OnceLock::new(),
            }),
        }
    }

    /// The player, for whoever knows the algorithm.
    pub const fn player(&self) -> &Player<A::Event> {
        &self.player
    }

    fn trace(&self) -> &Trace<A::Event> {
        self.player.trace()
    }

    /// The cells that wait at a player's moment, first to be popped first, each with the event that put it there.
    fn waiting(player: &Player<A::Event>) -> Vec<(Cell, usize)> {
        let trace = player.trace();
        let newest = A::queue_newest_first(trace.context());
        let mut entries: Vec<((u64, u64), usize, Cell)> = (0..trace.layout().size.area())
            .filter_map(|index| {
                let state = player.at_index(index);
                let holder = state.holder(0)?;
                let key = A::queued(&trace.events()[holder], trace.context())?;
                Some((key, holder, state.cell()))
            })
            .collect();
        entries.sort_unstable_by_key(|&(key, holder, _)| (key, if newest { usize::MAX - holder } else { holder }));
        entries.into_iter().map(|(_, holder, cell)| (cell, holder)).collect()
    }

    /// One forward pass: the events that are ties by themselves, and the pops at which another entry had the same
    /// primary key.
    fn find_ties(trace: &Arc<Trace<A::Event>>) -> Vec<u32> {
        let mut hits = Vec::new();
        let mut equals: BTreeMap<u64, u32> = BTreeMap::new();
        let context = trace.context();
        let primary = |event: &A::Event| A::queued(event, context).map(|(key, _)| key);
        for (i, event) in trace.events().iter().enumerate() {
            let before = match event.slot() {
                Some(Slot::Cell(0, _)) => trace.replaced(i).and_then(|p| primary(&trace.events()[p])),
                _ => None,
            };
            let shared = before.is_some_and(|key| equals.get(&key).is_some_and(|&n| n > 1));
            if A::is_tie(event) || (A::pops(event) && shared) {
                hits.push(i as u32);
            }
            if matches!(event.slot(), Some(Slot::Cell(0, _))) {
                if let Some(key) = before
                    && let Some(n) = equals.get_mut(&key)
                {
                    *n -= 1;
                    if *n == 0 {
                        equals.remove(&key);
                    }
                }
                if let Some(key) = primary(event) {
                    *equals.entry(key).or_insert(0) += 1;
                }
            }
        }
        hits
    }

    fn find_series(trace: &Trace<A::Event>) -> Vec<Series> {
        let names = A::CARD.series;
        let mut values = vec![0.0; names.len()];
        let mut all: Vec<Series> = names.iter().map(|name| Series { name, points: Vec::new() }).collect();
        let every = trace.events().len().div_ceil(SAMPLES).max(1);
        for (i, event) in trace.events().iter().enumerate() {
            Self::gauge_all(&mut values, event, trace.context());
            if (i + 1) % every == 0 || i + 1 == trace.events().len() {
                for (series, value) in all.iter_mut().zip(&values) {
                    series.points.push([(i + 1) as f64, *value]);
                }
            }
        }
        all
    }

    fn gauge_all(values: &mut [f64], event: &A::Event, context: &<A::Event as Event>::Context) {
        for (s, value) in values.iter_mut().enumerate() {
            match A::gauge(s, event, context) {
                Gauge::Same => {}
                Gauge::Add(n) => *value += n as f64,
                Gauge::Set(x) => *value = x,
            }
        }
    }

    /// The numbers over time exactly at the cursor: the nearest sample before it, then event by event.
    fn gauges_now(&self) -> Vec<f64> {
        let cursor = self.player.cursor();
        let series = self.series();
        let k = series.first().map_or(0, |s| s.points.partition_point(|p| p[0] <= cursor as f64));
        let mut values: Vec<f64> = series.iter().map(|s| k.checked_sub(1).map_or(0.0, |k| s.points[k][1])).collect();
        let start = match (k.checked_sub(1), series.first()) {
            (Some(k), Some(s)) => s.points[k][0] as usize,
            _ => 0,
        };
        for event in &self.trace().events()[start..cursor] {
            Self::gauge_all(&mut values, event, self.trace().context());
        }
        values
    }

    /// The role of each cell: of the first layer that gives one. The cell that was just popped is the current one.
    ///
    /// Roles are looked up in a byte an event: the events themselves are too far apart in memory.
    fn roles(&self, marks: &mut [Mark]) {
        let table = self.shared.roles.get_or_init(|| self.trace().events().iter().map(A::role).collect());
        let area = self.size().area();
        for &layer in A::ROLE_LAYERS {
            let start = layer as usize * area;
            let heads = &self.player.heads()[start..start + area];
            for (mark, &holder) in marks.iter_mut().zip(heads) {
                if holder != NONE && mark.role == Role::None {
                    mark.role = table[holder as usize];
                }
            }
        }
        let last = self.player.cursor().checked_sub(1).map(|i| &self.trace().events()[i]);
        if let Some(cell) = last.filter(|e| A::pops(e)).and_then(Event::cell) {
            marks[self.size().index(cell)].role = Role::Current;
        }
    }

    /// The heat of each cell in a layer: from a byte an event where one event decides, else asked cell by cell.
    fn heats(&self, layer: usize, marks: &mut [Mark]) {
        let range = self.range(layer);
        let made = self.shared.heats[layer].get_or_init(|| self.heat_table(layer, range));
        if let Some((source, table)) = made {
            let start = *source as usize * marks.len();
            for (mark, &holder) in marks.iter_mut().zip(&self.player.heads()[start..]) {
                if holder != NONE {
                    mark.heat = table[holder as usize];
                }
            }
            return;
        }
        for (index, mark) in marks.iter_mut().enumerate().filter(|(_, m)| m.role != Role::None) {
            if let Some(x) = A::value(layer, &self.player.at_index(index)).and_then(Value::number) {
                mark.heat = heat(x, range);
            }
        }
    }

    fn heat_table(&self, layer: usize, range: (f64, f64)) -> Option<HeatTable> {
        let (events, context) = (self.trace().events(), self.trace().context());
        let number = |event: &A::Event| A::number(layer, event, context);
        let (source, _) = events.iter().find_map(number)?;
        Some((source, events.iter().map(|e| number(e).map_or(0, |(_, x)| heat(x, range))).collect()))
    }

    fn find_ranges(&self) -> Vec<(f64, f64)> {
        let mut player = self.player.clone();
        player.seek(usize::MAX);
        (0..A::CARD.layers.len())
            .map(|layer| {
                let number = |index| A::value(layer, &player.at_index(index)).and_then(Value::number);
                let mut all: Vec<f64> = (0..self.size().area()).filter_map(number).collect();
                all.sort_unstable_by(f64::total_cmp);
                // The hottest fiftieth shares one colour: a few cells of deep water must not cool all others.
                let high = all.len().saturating_sub(1) * 98 / 100;
                match (all.first(), all.get(high)) {
                    (Some(&low), Some(&high)) => (low, high),
                    _ => (0.0, 0.0),
                }
            })
            .collect()
    }
}

impl<A: Algorithm> Replay for Replayer<A> {
    fn card(&self) -> &'static Card {
        A::CARD
    }

    fn size(&self) -> Size {
        self.trace().layout().size
    }

    fn len(&self) -> usize {
        self.trace().events().len()
    }

    fn cursor(&self) -> usize {
        self.player.cursor()
    }

    fn seek(&mut self, at: usize) {
        self.player.seek(at);
    }

    fn fork(&self) -> Box<dyn Replay> {
        Box::new(Self { player: self.player.clone(), shared: Arc::clone(&self.shared) })
    }

    fn event(&self, index: usize) -> EventView {
        let index = index.min(self.len().saturating_sub(1));
        let event = &self.trace().events()[index];
        let context = self.trace().context();
        let mut fields = Vec::new();
        event.fields(context, &mut |name, value| fields.push((name, value)));
        EventView {
            index,
            kind: event.kind(),
            level: event.level(),
            line: event.line() as usize,
            cell: event.cell(),
            from: event.from(),
            tone: event.tone(),
            sentence: event.sentence(context),
            fields,
            replaced: self.trace().replaced(index),
        }
    }

    fn kind(&self, index: usize) -> &'static str {
        self.trace().events().get(index).map_or("", Event::kind)
    }

    fn kinds(&self) -> &'static [&'static str] {
        A::Event::KINDS
    }

    fn fields(&self) -> &'static [&'static str] {
        A::Event::NUMBERS
    }

    fn steps(&self) -> &[u32] {
        self.trace().steps()
    }

    fn phases(&self) -> &[Phase] {
        self.trace().phases()
    }

    fn phase_name(&self, start: usize) -> String {
        self.trace().events().get(start).map_or_else(String::new, |e| e.phase_name(self.trace().context()))
    }

    fn halted(&self) -> Option<String> {
        self.trace().halted().map(|h| h.to_string())
    }

    fn outcome(&self) -> &serde_json::Value {
        &self.shared.outcome
    }

    fn value(&self, layer: usize, cell: Cell) -> Option<Value> {
        if !self.size().contains(cell) {
            return None;
        }
        A::value(layer, &self.player.at(cell))
    }

    fn range(&self, layer: usize) -> (f64, f64) {
        let ranges = self.shared.ranges.get_or_init(|| self.find_ranges());
        ranges.get(layer).copied().unwrap_or((0.0, 0.0))
    }

    fn board(&self, layer: Option<usize>, board: &mut Board) {
        let size = self.size();
        board.size = size;
        board.marks.clear();
        board.marks.resize(size.area(), Mark::default());
        self.roles(&mut board.marks);
        let scalar = |l: &usize| A::CARD.layers.get(*l).is_some_and(|l| l.kind == LayerKind::Scalar);
        if let Some(layer) = layer.filter(scalar) {
            self.heats(layer, &mut board.marks);
        }
    }

    fn arrow(&self, cell: Cell) -> Option<Dir> {
        if !self.size().contains(cell) {
            return None;
        }
        A::arrow(&self.player.at(cell))
    }

    fn equals(&self, cell: Cell) -> Option<u32> {
        if !self.size().contains(cell) {
            return None;
        }
        A::equals(&self.player.at(cell))
    }

    fn path(&self) -> Vec<Cell> {
        A::path(&self.player)
    }

    fn explain(&self) -> String {
        A::explain(&self.player)
    }

    fn queue(&self, limit: usize) -> (Vec<QueueEntry>, usize) {
        let waiting = Self::waiting(&self.player);
        let (events, context) = (self.trace().events(), self.trace().context());
        let primary = |i: usize| A::queued(&events[i], context).map(|k| k.0);
        let lowest = waiting.first().and_then(|&(_, i)| primary(i));
        let entries = waiting
            .iter()
            .take(limit)
            .map(|&(cell, event)| QueueEntry {
                cell,
                event,
                key: A::queue_key(&events[event], context),
                tied: primary(event) == lowest,
            })
            .collect();
        (entries, waiting.len())
    }

    fn watch(&self) -> Vec<(&'static str, Value)> {
        let gauges = A::CARD.series.iter().zip(self.gauges_now());
        let mut all: Vec<_> = gauges.map(|(name, x)| (*name, Value::Real(x))).collect();
        all.extend(A::watch(&self.player));
        all
    }

    fn charts(&self) -> Vec<Chart> {
        A::charts(&self.player)
    }

    fn history(&self, cell: Cell) -> Vec<u32> {
        self.trace().by_cell().of(cell).to_vec()
    }

    fn holders(&self, cell: Cell) -> Vec<u32> {
        if !self.size().contains(cell) {
            return Vec::new();
        }
        let state = self.player.at(cell);
        let mut all: Vec<u32> =
            (0..self.trace().layout().layers).filter_map(|layer| state.holder(layer).map(|i| i as u32)).collect();
        all.sort_unstable();
        all
    }

    fn hits(&self, condition: &Condition) -> Vec<u32> {
        let trace = self.trace();
        if condition.is_empty() {
            return Vec::new();
        }
        let Some(name) = &condition.check else {
            // With a cell the index by cell holds every candidate.
            let matches = |i: &u32| condition.matches(&trace.events()[*i as usize], trace.context());
            return match condition.cell {
                Some(cell) => trace.by_cell().of(cell).iter().copied().filter(matches).collect(),
                None => (0..trace.events().len() as u32).filter(matches).collect(),
            };
        };
        let Some(check) = A::CARD.checks.iter().position(|c| c.name == name) else {
            return Vec::new();
        };
        let mut player = Player::new(Arc::clone(self.player.trace()));
        let mut hits = Vec::new();
        for (i, event) in trace.events().iter().enumerate() {
            let tied = self.ties().binary_search(&(i as u32)).is_ok();
            if A::check(check, &player, event, tied) && condition.matches(event, trace.context()) {
                hits.push(i as u32);
            }
            player.forward();
        }
        hits
    }

    fn ties(&self) -> &[u32] {
        self.shared.ties.get_or_init(|| Self::find_ties(self.player.trace()))
    }

    fn tie(&self, index: usize) -> Option<Tie> {
        let event = self.trace().events().get(index)?;
        self.ties().binary_search(&(index as u32)).ok()?;
        let mut before = self.player.clone();
        before.seek(index);
        let waiting = if A::pops(event) { Self::waiting(&before) } else { Vec::new() };
        A::tie(&before, event, &waiting)
    }

    fn series(&self) -> &[Series] {
        self.shared.series.get_or_init(|| Self::find_series(self.trace()))
    }

    fn event_json(&self, index: usize) -> serde_json::Value {
        let mut line = serde_json::Map::new();
        if let Some(event) = self.trace().events().get(index) {
            line.insert("event".into(), event.kind().into());
            event.fields(self.trace().context(), &mut |name, value| {
                line.insert(name.into(), value.json());
            });
        }
        serde_json::Value::Object(line)
    }
}

/// The next moment in a direction at which an event of at least `level` has just happened.
///
/// Moments count events: the event of index `i` has just happened at moment `i + 1`. At the ends it stays there.
pub fn next_moment(replay: &dyn Replay, level: Level, forward: bool) -> usize {
    let (cursor, len) = (replay.cursor(), replay.len());
    let moments: Vec<u32>;
    let starts: &[u32] = match level {
        Level::Detail => {
            return if forward { (cursor + 1).min(len) } else { cursor.saturating_sub(1) };
        }
        Level::Step => replay.steps(),
        Level::Phase(_) => {
            moments = replay.phases().iter().map(|p| p.start).collect();
            &moments
        }
    };
    // Moment of the event of index i: i + 1.
    if forward {
        let k = starts.partition_point(|&i| (i as usize) < cursor);
        starts.get(k).map_or(len, |&i| i as usize + 1)
    } else {
        let k = starts.partition_point(|&i| (i as usize) + 1 < cursor);
        k.checked_sub(1).map_or(0, |k| starts[k] as usize + 1)
    }
}
