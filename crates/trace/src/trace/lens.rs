//! The interface between a trace and the code that answers questions about it: an algorithm, or the schema alone.

pub mod schema;

use super::decision::Decision;
use super::log::Trace;
use super::player::Player;
use super::replay::{Chart, Figure, QueueEntry, Rose, Table, Tie, Token, WhyNot};
use super::schema::{Name, OpenListChange};
use super::tally;
use crate::card::Card;
use crate::event::Value;
use crate::geometry::{Cell, Dir};
use crate::terrain::Tile;
use crate::view::board::Role;
use std::ops::Range;

/// The way in which roles of cells are found at a moment.
pub enum Paint<'a> {
    /// By the events that a cell holds in these layers. The last layer that gives a role wins.
    Last(Vec<u8>),
    /// By a function of the events that a cell, given by its row-major index, holds in these layers.
    Of(Vec<u8>, PaintFn<'a>),
}

/// Returns the role of a cell, given its row-major index and the events that it holds.
pub type PaintFn<'a> = Box<dyn Fn(usize, &[Option<HeldEvent>]) -> Role + Send + 'a>;

/// The event that a cell holds in one layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldEvent {
    /// A byte that the algorithm computes from the event.
    pub mark: u8,
    /// The index of the event.
    pub event: u32,
}

impl std::fmt::Debug for Paint<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Last(layers) | Self::Of(layers, _)) = self;
        f.debug_tuple("Paint").field(layers).finish()
    }
}

/// The change of a series at an event.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Gauge {
    /// No change.
    Same,
    /// Adds this number.
    Add(i64),
    /// Sets this number.
    Set(f64),
}

impl Gauge {
    /// Adds 1 if `counts` is set.
    pub const fn one_if(counts: bool) -> Self {
        if counts { Self::Add(1) } else { Self::Same }
    }

    /// Applies the change to a number.
    #[inline]
    pub(crate) fn apply(self, value: &mut f64) {
        match self {
            Self::Same => {}
            Self::Add(n) => *value += n as f64,
            Self::Set(x) => *value = x,
        }
    }
}

/// Applies the changes of some events to all series. `gauge` returns the change for a series and an event.
pub fn each_gauge(events: Range<usize>, values: &mut [f64], gauge: impl Fn(usize, usize) -> Gauge) {
    for event in events {
        for (series, value) in values.iter_mut().enumerate() {
            gauge(series, event).apply(value);
        }
    }
}

/// The questions about a moment that need no other argument. `$make` receives each as a function of a lens that answers
/// from the schema. [`AnyLens`] takes them as they are, the lens of an algorithm answers them by type, and
/// [`Replay`](super::replay::Replay) asks them at its cursor.
macro_rules! questions {
    ($make:ident) => {
        $make! {
            /// Returns the text that the algorithm adds to the sentence of the last event at this moment; may be empty.
            fn explain(self, player) -> String {
                schema::decision(player).map_or_else(String::new, |choice| choice.second_line())
            }
            /// Returns the turn that this moment belongs to, if the run has turns.
            fn turn(self, _player) -> Option<u32> { None }
            /// Returns the tiles that differ from the scene now.
            fn tiles(self, _player) -> Vec<(Cell, Tile)> { Vec::new() }
            /// Returns the actors that differ from the scene now.
            fn tokens(self, _player) -> Vec<Token> { Vec::new() }
            /// Returns the drawings over the map.
            fn figures(self, player) -> Vec<Figure> { schema::figures(player) }
            /// Returns the choice that this moment is about.
            fn decision(self, player) -> Option<Decision> { schema::decision(player) }
            /// Returns the tables of what was weighed and what is known.
            fn tables(self, player) -> Vec<Table> { self.decision(player).iter().map(Decision::table).collect() }
            /// Returns the directions taken so far, compared with a uniform choice.
            fn roses(self, player) -> Vec<Rose> { tally::roses(player) }
            /// Returns the bar charts at this moment.
            fn charts(self, player) -> Vec<Chart> { tally::charts(player) }
        }
    };
}
pub(crate) use questions;

macro_rules! by_schema {
    ($($(#[$doc:meta])* fn $name:ident($this:ident, $player:ident) -> $answer:ty $by_schema:block)*) => {
        $($(#[$doc])* fn $name(&$this, $player: &Player) -> $answer $by_schema)*
    };
}

/// Questions about a run, without the types of its algorithm. [`crate::algorithm::Lens`] describes each method. Indices
/// are those of events in the trace, or row-major indices of cells. By default the schema of the trace answers.
#[expect(missing_docs, reason = "each is the method of the same name of the typed trait")]
pub trait AnyLens: Send + Sync {
    questions!(by_schema);

    fn card(&self) -> Option<&'static Card> {
        None
    }
    fn value(&self, layer: usize, player: &Player, index: usize) -> Option<Value> {
        schema::value(layer, player, player.trace().layout().size.cell(index))
    }
    fn number(&self, layer: usize, trace: &Trace, event: usize) -> Option<(u8, f64)> {
        schema::number(layer, trace, event)
    }
    /// Like [`AnyLens::number`], but for many events and without the layers.
    fn numbers(&self, layer: usize, trace: &Trace, events: &[u32]) -> Vec<Option<f64>> {
        events.iter().map(|&event| Some(self.number(layer, trace, event as usize)?.1)).collect()
    }
    fn paint<'a>(&self, _layer: usize, player: &'a Player) -> Paint<'a> {
        Paint::Last((0..player.trace().layout().layers).collect())
    }
    fn mark(&self, trace: &Trace, event: usize) -> u8 {
        self.role(trace, event) as u8
    }
    fn role(&self, trace: &Trace, event: usize) -> Role {
        trace.case(event).role
    }
    /// Like [`AnyLens::role`], but for a range of events.
    fn roles(&self, trace: &Trace, events: Range<usize>) -> Vec<Role> {
        events.map(|event| self.role(trace, event)).collect()
    }
    fn arrow(&self, player: &Player, index: usize) -> Option<Dir> {
        schema::arrow(player, player.trace().layout().size.cell(index))
    }
    fn equals(&self, player: &Player, index: usize) -> Option<u32> {
        schema::equals(player, player.trace().layout().size.cell(index))
    }
    fn path(&self, player: &Player) -> Vec<Cell> {
        schema::path(player)
    }
    fn way(&self, end: &Player) -> Vec<Cell> {
        self.path(end)
    }
    fn lists(&self) -> &[u8] {
        &[0]
    }
    fn taking_ties(&self) -> bool {
        true
    }
    fn queue_newest_first(&self, _trace: &Trace) -> bool {
        false
    }
    fn gauge(&self, series: usize, trace: &Trace, event: usize) -> Gauge {
        schema::gauge(series, trace, event)
    }
    /// Applies the changes of some events to all series, event by event.
    fn gauges(&self, trace: &Trace, events: Range<usize>, values: &mut [f64]) {
        each_gauge(events, values, |series, event| self.gauge(series, trace, event));
    }
    fn check(&self, _check: usize, _before: &Player, _event: usize, _tied: bool) -> bool {
        false
    }
    fn is_tie(&self, _trace: &Trace, _event: usize) -> bool {
        false
    }
    fn tie(&self, _before: &Player, _event: usize) -> Option<Tie> {
        None
    }
    fn question(&self, trace: &Trace, event: usize) -> Option<Name> {
        (trace.case(event).queue == OpenListChange::Dequeues).then(|| schema::QUESTION.into())
    }
    fn answers(&self, _before: &Player, _event: usize) -> Option<Vec<Cell>> {
        None
    }
    fn rewatches(&self, trace: &Trace, event: usize) -> bool {
        schema::rewatches(trace, event)
    }
    fn restages(&self, _trace: &Trace, _event: usize) -> bool {
        false
    }
    fn watch(&self, player: &Player) -> Vec<(Name, Value)> {
        schema::watch(player).into_iter().map(|(name, value)| (name.into(), value)).collect()
    }
    fn eyes(&self, _trace: &Trace) -> Vec<String> {
        Vec::new()
    }
    fn waiting(&self, _player: &Player) -> Option<Vec<QueueEntry>> {
        None
    }
    fn nodes(&self, _player: &Player, _cell: Cell) -> Vec<(String, usize)> {
        Vec::new()
    }
    fn why_not_now(&self, _now: &Player, _cell: Cell) -> Option<WhyNot> {
        None
    }
    fn why_not(&self, _end: &Player, _cell: Cell) -> Option<WhyNot> {
        None
    }
    fn why_not_path(&self, _end: &Player, _path: &[Cell]) -> Option<WhyNot> {
        None
    }
}
