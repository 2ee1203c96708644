//! A log that somebody else wrote: events as data, with no code of theirs behind them.

use super::columns::Columns;
use super::indexer::Indexer;
use super::lens::AnyLens;
use super::log::Layout;
use super::payload::Payload;
use super::replay::Replay;
use super::schema::{Field, Name, Schema};
use crate::event::{Level, Slot, Value};
use crate::geometry::Cell;
use crate::outcome::Outcome;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What an event counts for where keyframes are set, in bytes: less than it takes, so that keyframes take less than events.
const EACH: usize = 16;

/// One event of such a log.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Written {
    /// The number of its case in the schema.
    pub case: u8,
    /// What it writes.
    pub slot: Option<Slot>,
    /// The cell that it is about.
    pub cell: Option<Cell>,
    /// The cell where a step came from.
    pub from: Option<Cell>,
    /// Its fields, each by its number in the schema.
    pub fields: Vec<(u16, Value)>,
    /// What its sentence says besides the fields.
    pub texts: Vec<(Name, String)>,
    /// Its sentence, where the case has no template.
    pub say: Option<String>,
    /// By which keys its cell waits from now on, the smaller first.
    pub keys: Option<(u64, u64)>,
    /// How deep the phase is that it begins, where the case begins one.
    pub depth: u8,
    /// Whether what passing layers hold is stale from here on, its own write excepted.
    pub wipes: bool,
}

/// Makes a run of events that somebody else wrote, which can be looked at like one of ours.
///
/// `schema` says what the cases and fields are that the events name by number; `layout` which slots there are. An event of
/// a case that the schema lacks is one of its first case, and a field that it lacks is left out; where it has no case at
/// all there are no events.
pub fn replay(schema: Schema, layout: Layout, events: Vec<Written>, outcome: impl Into<Outcome>) -> Replay {
    replay_with(schema, layout, events, outcome, Box::new(Declared))
}

/// The same, where somebody answers more than the schema does.
pub fn replay_with(
    schema: Schema,
    layout: Layout,
    events: Vec<Written>,
    outcome: impl Into<Outcome>,
    lens: Box<dyn AnyLens>,
) -> Replay {
    write(schema, Writer::new(layout, events.len()), events, outcome.into(), lens)
}

/// The same, where the fields of each event hold its cells, too, in their own order.
pub(super) fn replay_named(
    schema: Schema,
    layout: Layout,
    events: Vec<Written>,
    outcome: Outcome,
    lens: Box<dyn AnyLens>,
) -> Replay {
    let mut writer = Writer::new(layout, events.len());
    writer.columns.name_cells();
    write(schema, writer, events, outcome, lens)
}

fn write(schema: Schema, mut writer: Writer, events: Vec<Written>, outcome: Outcome, lens: Box<dyn AnyLens>) -> Replay {
    for event in events {
        writer.push(&schema, &event);
    }
    let layout = writer.layout;
    writer.finish(schema, layout, outcome, lens)
}

/// Makes such a run event by event, so that they need not all be at hand at once.
#[derive(Debug)]
pub struct Writer {
    layout: Layout,
    indexer: Indexer,
    columns: Columns,
}

impl Writer {
    /// At the beginning of a run of so many events, as far as one knows, with these slots.
    pub fn new(layout: Layout, events: usize) -> Self {
        Self { layout, indexer: Indexer::new(layout, events, EACH), columns: Columns::new(events) }
    }

    /// How many events were written.
    pub const fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether nothing was written yet.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the next event, whose case and fields are in the schema; as in [`replay`] where they are not.
    pub fn push(&mut self, schema: &Schema, event: &Written) {
        let case = if usize::from(event.case) < schema.cases.len() { event.case } else { 0 };
        let Some(said) = schema.cases.get(usize::from(case)) else { return };
        let level = match said.level {
            Level::Phase(_) => Level::Phase(event.depth),
            level => level,
        };
        if event.wipes {
            self.indexer.wipe();
        }
        self.indexer.push(case, event.slot.filter(|&slot| self.layout.has(slot)), level);
        self.columns.push(case, event);
    }

    /// The phases that are open and at least so deep end with the last event.
    pub fn end(&mut self, depth: u8) {
        self.indexer.end(depth);
    }

    /// Where a step came from, of an event that was written.
    pub fn from(&self, index: usize) -> Option<Cell> {
        self.columns.from(index)
    }

    /// The fields of an event that was written, each by its number.
    pub fn fields(&self, index: usize, visit: impl FnMut(u16, Value)) {
        self.columns.each(index, visit);
    }

    /// Says the keys of an event again that was written with some; a second key that was 0 stays so.
    pub fn rekey(&mut self, index: usize, keys: (u64, u64)) {
        self.columns.rekey(index, keys);
    }

    /// The run. `layout` may say of the slots which of them live for a phase only.
    pub fn finish(
        mut self,
        schema: Schema,
        layout: Layout,
        outcome: impl Into<Outcome>,
        lens: Box<dyn AnyLens>,
    ) -> Replay {
        self.columns.close(schema.fields.clone());
        let indexer = self.indexer.with_passing(layout.lasting, layout.passing, layout.scope);
        Replay::new(indexer.finish(Arc::new(schema), Box::new(self.columns), None, &mut || true), outcome.into(), lens)
    }
}

/// The lens of a log without code: everything is what the schema says.
#[derive(Debug)]
struct Declared;

impl AnyLens for Declared {}

/// Fields by their names, for those who write events and make the schema as they go.
#[derive(Debug, Default)]
pub struct Names(BTreeMap<String, u16>);

impl Names {
    /// The number of a field, which is new to the schema where its name is.
    pub fn number(&mut self, schema: &mut Schema, name: &str, number: bool) -> u16 {
        if let Some(&known) = self.0.get(name) {
            return known;
        }
        let next = schema.fields.len() as u16;
        schema.fields.push(Field { name: name.to_owned().into(), was: Vec::new(), help: Name::default(), number });
        self.0.insert(name.to_owned(), next);
        next
    }
}
