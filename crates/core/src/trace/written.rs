//! A log that somebody else wrote: events as data, with no code of theirs behind them.

use super::indexer::Indexer;
use super::lens::AnyLens;
use super::log::Layout;
use super::payload::Payload;
use super::replay::Replay;
use super::schema::{Field, Name, Schema};
use crate::event::{Level, Slot, Value};
use crate::geometry::Cell;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

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
pub fn replay(schema: Schema, layout: Layout, events: Vec<Written>, outcome: serde_json::Value) -> Replay {
    replay_with(schema, layout, events, outcome, Box::new(Declared))
}

/// The same, where somebody answers more than the schema does.
pub fn replay_with(
    schema: Schema,
    layout: Layout,
    events: Vec<Written>,
    outcome: serde_json::Value,
    lens: Box<dyn AnyLens>,
) -> Replay {
    make(schema, layout, (events, false), outcome, lens)
}

/// The same, where the fields of each event hold its cells, too, in their own order.
pub(super) fn replay_named(
    schema: Schema,
    layout: Layout,
    events: Vec<Written>,
    outcome: serde_json::Value,
    lens: Box<dyn AnyLens>,
) -> Replay {
    make(schema, layout, (events, true), outcome, lens)
}

fn make(
    schema: Schema,
    layout: Layout,
    (mut events, named): (Vec<Written>, bool),
    outcome: serde_json::Value,
    lens: Box<dyn AnyLens>,
) -> Replay {
    if schema.cases.is_empty() {
        events.clear();
    }
    let mut indexer = Indexer::new(layout, events.len(), size_of::<Written>());
    for event in &mut events {
        if usize::from(event.case) >= schema.cases.len() {
            event.case = 0;
        }
        let level = match schema.cases.get(usize::from(event.case)).map_or(Level::Detail, |case| case.level) {
            Level::Phase(_) => Level::Phase(event.depth),
            level => level,
        };
        event.slot = event.slot.filter(|&slot| layout.has(slot));
        if event.wipes {
            indexer.wipe();
        }
        indexer.push(event.case, event.slot, level);
    }
    let names = schema.fields.clone();
    let trace = indexer.finish(Arc::new(schema), Box::new(Events { events, names, named }), None);
    Replay::new(trace, outcome, lens)
}

/// The events, and what their fields are called.
#[derive(Debug)]
struct Events {
    events: Vec<Written>,
    names: Vec<Field>,
    /// Whether the fields hold the cells, too.
    named: bool,
}

impl Payload for Events {
    fn cell(&self, index: usize) -> Option<Cell> {
        self.events.get(index)?.cell
    }

    fn from(&self, index: usize) -> Option<Cell> {
        self.events.get(index)?.from
    }

    fn cells(&self, visit: &mut dyn FnMut(usize, Cell)) {
        for (i, event) in self.events.iter().enumerate() {
            if let Some(cell) = event.cell {
                visit(i, cell);
            }
        }
    }

    fn fields<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, Value)) {
        let Some(event) = self.events.get(index) else { return };
        for (name, cell) in [("cell", event.cell), ("from", event.from)] {
            if let Some(cell) = cell.filter(|_| !self.named) {
                visit(name, Value::Cell(cell));
            }
        }
        for (field, value) in &event.fields {
            if let Some(field) = self.names.get(usize::from(*field)) {
                visit(&field.name, value.clone());
            }
        }
    }

    fn texts<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, String)) {
        for (name, text) in self.events.get(index).into_iter().flat_map(|event| &event.texts) {
            visit(name, text.clone());
        }
    }

    fn said(&self, index: usize) -> Option<String> {
        self.events.get(index)?.say.clone()
    }

    fn keys(&self, index: usize) -> Option<(u64, u64)> {
        self.events.get(index)?.keys
    }

    fn same_from(&self, index: usize, other: &dyn Payload) -> usize {
        let Some(other) = other.as_any().downcast_ref::<Self>().filter(|o| o.names == self.names) else { return 0 };
        self.events.iter().zip(&other.events).skip(index).take_while(|(x, y)| x == y).count()
    }

    fn bytes(&self) -> usize {
        let fields: usize = self.events.iter().map(|e| e.fields.len() * size_of::<(u16, Value)>()).sum();
        fields + self.events.len() * size_of::<Written>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The lens of a log without code: everything is what the schema says.
#[derive(Debug)]
struct Declared;

impl AnyLens for Declared {}

/// Fields by their names, for whoever writes events and makes the schema as it goes.
#[derive(Debug, Default)]
pub struct Names(BTreeMap<String, u16>);

impl Names {
    /// The number of a field, which is new to the schema where its name is.
    pub fn number(&mut self, schema: &mut Schema, name: &str, number: bool) -> u16 {
        let next = schema.fields.len() as u16;
        *self.0.entry(name.to_owned()).or_insert_with(|| {
            schema.fields.push(Field { name: name.to_owned().into(), was: Vec::new(), help: Name::default(), number });
            next
        })
    }
}
