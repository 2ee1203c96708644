//! A log written by another program: events as data, without code that explains them.

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
use crate::progress::{Halt, Progress};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bytes per event for the spacing of keyframes. Less than an event really takes, so that keyframes take less memory
/// than events.
const EACH: usize = 16;

/// An event of such a log.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Written {
    /// The number of its case in the schema.
    pub case: u8,
    /// The slot that it writes.
    pub slot: Option<Slot>,
    /// The cell that it is about.
    pub cell: Option<Cell>,
    /// The cell that a step came from.
    pub from: Option<Cell>,
    /// The fields, each by its number in the schema.
    pub fields: Vec<(u16, Value)>,
    /// The texts that its sentence uses besides the fields.
    pub texts: Vec<(Name, String)>,
    /// The sentence, if the case has no template.
    pub say: Option<String>,
    /// The keys with which its cell waits from now on. Smaller keys come first.
    pub keys: Option<(u64, u64)>,
    /// The depth of the phase that it begins, if the case begins one.
    pub depth: u8,
    /// Whether the contents of passing layers are stale from here on, except for the slot that it writes itself.
    pub wipes: bool,
}

/// Creates a run from the events of another program. It can be viewed like one of ours.
///
/// `schema` describes the cases and fields that the events name by number. `layout` describes the slots. An event with
/// an unknown case gets the first case, and unknown fields are dropped. If the schema has no case, there are no events.
pub fn replay(schema: Schema, layout: Layout, events: Vec<Written>, outcome: impl Into<Outcome>) -> Replay {
    replay_with(schema, layout, events, outcome, Box::new(Declared))
}

/// Like [`replay`], but with a lens that can answer more than the schema.
pub fn replay_with(
    schema: Schema,
    layout: Layout,
    events: Vec<Written>,
    outcome: impl Into<Outcome>,
    lens: Box<dyn AnyLens>,
) -> Replay {
    write(schema, Writer::new(layout, events.len()), events, outcome.into(), lens)
}

fn write(schema: Schema, mut writer: Writer, events: Vec<Written>, outcome: Outcome, lens: Box<dyn AnyLens>) -> Replay {
    for event in events {
        writer.push(&schema, &event);
    }
    let layout = writer.layout;
    writer.finish(schema, layout, outcome, lens)
}

/// Creates such a run event by event, so that the events need not all be in memory at once.
#[derive(Debug)]
pub struct Writer {
    layout: Layout,
    indexer: Indexer,
    columns: Columns,
    /// Reason why the run ended early, if it did.
    halted: Option<Halt>,
}

impl Writer {
    /// Starts a run with these slots. `events` is the expected number of events.
    pub fn new(layout: Layout, events: usize) -> Self {
        Self { layout, indexer: Indexer::new(layout, events, EACH), columns: Columns::new(events), halted: None }
    }

    /// Starts a run in which the fields of each event include its cells, in their own order.
    pub(super) fn named(layout: Layout) -> Self {
        let mut writer = Self::new(layout, 0);
        writer.columns.name_cells();
        writer
    }

    /// Sets the reason why the run ended early, if it did.
    pub(super) const fn halt(&mut self, halted: Option<Halt>) {
        self.halted = halted;
    }

    /// Returns the number of events written.
    pub const fn len(&self) -> usize {
        self.columns.len()
    }

    /// Returns whether no event has been written.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the next event. Unknown cases and fields are handled as in [`replay`].
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

    /// Ends all open phases of at least this depth with the last event.
    pub fn end(&mut self, depth: u8) {
        self.indexer.end(depth);
    }

    /// Returns the cell that a step came from, for an event that was written.
    pub fn from(&self, index: usize) -> Option<Cell> {
        self.columns.from(index)
    }

    /// Visits the fields of an event that was written, each by its number.
    pub fn fields(&self, index: usize, visit: impl FnMut(u16, Value)) {
        self.columns.each(index, visit);
    }

    /// Replaces the keys of an event that was written with keys. If the second key was 0, it stays 0.
    pub fn rekey(&mut self, index: usize, keys: (u64, u64)) {
        self.columns.rekey(index, keys);
    }

    /// Returns the run. `layout` may now state which layers live only for a phase.
    pub fn finish(
        mut self,
        schema: Schema,
        layout: Layout,
        outcome: impl Into<Outcome>,
        lens: Box<dyn AnyLens>,
    ) -> Replay {
        self.columns.close(schema.fields.clone());
        let indexer = self.indexer.with_passing(layout.lasting, layout.passing, layout.scope);
        Replay::new(
            indexer.finish(Arc::new(schema), Box::new(self.columns), self.halted, &Progress::default()),
            outcome.into(),
            lens,
        )
    }
}

/// The lens of a log without code: all answers come from the schema.
#[derive(Debug)]
struct Declared;

impl AnyLens for Declared {}

/// Field numbers by name, for callers that write events and build the schema at the same time.
#[derive(Debug, Default)]
pub struct Names(BTreeMap<String, u16>);

impl Names {
    /// Returns the number of a field. Adds the field to the schema if its name is new.
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
