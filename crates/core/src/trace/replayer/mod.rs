//! One implementation of [`Replay`] for every algorithm: a player, and indices made at the first question.

mod boards;
mod choices;
mod hits;
mod measures;
mod waiting;
mod why_not;

use super::breakpoint::Condition;
use super::log::{Phase, Trace};
use super::player::Player;
use super::replay::{Chart, EventView, Figure, QueueEntry, Replay, Rose, Series, Table, Tie, Token, WhyNot};
use crate::algorithms::Algorithm;
use crate::algorithms::card::Card;
use crate::event::{Event, Level, Slot, Value};
use crate::geometry::{Cell, Dir, Size};
use crate::terrain::Tile;
use crate::view::board::Board;
use std::sync::{Arc, OnceLock};

/// A cursor on a recorded run of algorithm `A`.
pub struct Replayer<A: Algorithm> {
    player: Player<A::Event>,
    shared: Arc<Shared<A::Problem>>,
}

/// What forks of a run share: the problem, the outcome, and what was worked out once.
struct Shared<P> {
    problem: P,
    outcome: serde_json::Value,
    series: OnceLock<Vec<Series>>,
    ties: OnceLock<Vec<u32>>,
    ranges: OnceLock<Vec<(f64, f64)>>,
    /// What each event gives a cell that holds it: roles alone, then for each layer of the card with that layer's heat.
    marks: Vec<OnceLock<boards::Marks>>,
}

impl<A: Algorithm> Replayer<A> {
    /// Whether an event begins a phase or writes a register, and so may change anything.
    fn is_turn(&self, event: &A::Event) -> bool {
        let cx = self.trace().context();
        matches!(event.level(cx), Level::Phase(_)) || matches!(event.slot(cx), Some(Slot::Register(_)))
    }

    /// A cursor at the start of a trace of a problem.
    pub fn new(trace: Trace<A::Event>, outcome: serde_json::Value, problem: A::Problem) -> Self {
        Self {
            player: Player::new(Arc::new(trace)),
            shared: Arc::new(Shared {
                problem,
                outcome,
                series: OnceLock::new(),
                ties: OnceLock::new(),
                ranges: OnceLock::new(),
                marks: (0..=A::CARD.layers.len()).map(|_| OnceLock::new()).collect(),
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
        self.fields_of(index, &mut fields);
        EventView {
            index,
            kind: event.kind(context),
            level: event.level(context),
            line: event.line(context) as usize,
            cell: event.cell(),
            from: event.from(),
            tone: event.tone(context),
            sentence: event.sentence(context),
            fields,
            replaced: self.trace().replaced(index),
        }
    }

    fn fields_of(&self, index: usize, fields: &mut Vec<(&'static str, Value)>) {
        fields.clear();
        if let Some(event) = self.trace().events().get(index) {
            event.fields(self.trace().context(), &mut |name, value| fields.push((name, value)));
        }
    }

    fn cell(&self, index: usize) -> Option<Cell> {
        self.trace().events().get(index).and_then(Event::cell)
    }

    fn same_from(&self, index: usize, other: &dyn Replay) -> usize {
        let Some(other) = other.as_any().downcast_ref::<Self>() else { return 0 };
        let (a, b) = (self.trace(), other.trace());
        if a.context() != b.context() {
            return 0;
        }
        let both = a.events().iter().zip(b.events()).skip(index);
        both.take_while(|(x, y)| x == y).count()
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn kind(&self, index: usize) -> &'static str {
        self.trace().events().get(index).map_or("", |e| e.kind(self.trace().context()))
    }

    fn kinds(&self) -> Vec<&'static str> {
        A::Event::kinds()
    }

    fn fields(&self) -> Vec<&'static str> {
        A::Event::numbers()
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

    fn acting(&self) -> Vec<u32> {
        let starts = self.trace().phases().iter().map(|p| p.start);
        starts.filter(|&i| self.trace().events()[i as usize].acts(self.trace().context())).collect()
    }

    fn actors(&self) -> Vec<String> {
        self.find_actors()
    }

    fn rewatches(&self, index: usize) -> bool {
        self.trace().events().get(index).is_some_and(|e| self.is_turn(e) || A::rewatches(e))
    }

    fn restages(&self, index: usize) -> bool {
        self.trace().events().get(index).is_some_and(|e| self.is_turn(e) || A::restages(e))
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
        self.draw(layer, board);
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
        if let Some(mut all) = A::waiting(&self.player) {
            let len = all.len();
            all.truncate(limit);
            return (all, len);
        }
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

    fn turn(&self) -> Option<u32> {
        A::turn(&self.player)
    }

    fn eyes(&self) -> Vec<String> {
        A::eyes(self.trace().context())
    }

    fn looking(&self) -> usize {
        self.player.eyes()
    }

    fn look_through(&mut self, eyes: usize) {
        self.player.set_eyes(eyes);
    }

    fn tiles(&self) -> Vec<(Cell, Tile)> {
        A::tiles(&self.player)
    }

    fn tokens(&self) -> Vec<Token> {
        A::tokens(&self.player)
    }

    fn figures(&self) -> Vec<Figure> {
        A::figures(&self.player)
    }

    fn tables(&self) -> Vec<Table> {
        A::tables(&self.player)
    }

    fn decided(&self) -> Option<Cell> {
        let marked = || self.tables().iter().flat_map(|t| &t.rows).find(|r| r.chosen && r.cell.is_some())?.cell;
        A::decided(&self.player).or_else(marked)
    }

    fn roses(&self) -> Vec<Rose> {
        A::roses(&self.player)
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
        self.find_hits(condition)
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

    fn question(&self, from: usize) -> Option<(usize, &'static str)> {
        self.find_question(from)
    }

    fn answers(&self, index: usize) -> Vec<Cell> {
        self.find_answers(index)
    }

    fn asked_at(&self, index: usize) -> usize {
        if self.dice_before(index).is_some() { index - 1 } else { index }
    }

    fn why_not(&self, cell: Cell) -> WhyNot {
        self.find_why_not(cell)
    }

    fn why_not_path(&self, path: &[Cell]) -> WhyNot {
        self.find_why_not_path(path)
    }

    fn series(&self) -> &[Series] {
        self.shared.series.get_or_init(|| Self::find_series(self.trace()))
    }

    fn event_json(&self, index: usize) -> serde_json::Value {
        let mut line = serde_json::Map::new();
        if let Some(event) = self.trace().events().get(index) {
            line.insert("event".into(), event.kind(self.trace().context()).into());
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
