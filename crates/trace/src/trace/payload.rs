//! The contents of events besides the basic columns of a trace: fields, sentences, keys.

use crate::event::{Event, Value};
use crate::geometry::Cell;
use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;

/// The events of a trace without their type.
///
/// Code that moves a cursor reads only the basic columns of a trace. The payload is read one event at a time, when the
/// user looks at it. Indices must be below the number of events.
pub trait Payload: Debug + Send + Sync {
    /// Returns the cell that an event is about.
    fn cell(&self, index: usize) -> Option<Cell>;
    /// Returns the other cell, which a step came from.
    fn from(&self, index: usize) -> Option<Cell>;
    /// Visits the cell of each of these events that is about one, with the event's index, ascending.
    fn cells(&self, events: Range<usize>, visit: &mut dyn FnMut(usize, Cell));
    /// Visits the fields of an event.
    fn fields<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, Value));
    /// Visits the texts that its sentence uses besides the fields.
    fn texts<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, String));
    /// Returns the sentence of an event that has no template.
    fn custom_sentence(&self, index: usize) -> Option<String>;
    /// Returns the keys with which its cell waits in the open list from now on.
    fn keys(&self, index: usize) -> Option<(u64, u64)>;
    /// Returns a number of events, from an index on, that are certainly identical in another trace. This is a quick
    /// check for two runs of one algorithm with the same constants; otherwise it returns 0.
    fn same_from(&self, index: usize, other: &dyn Payload) -> usize;
    /// Returns the number of bytes of memory that the events use.
    fn bytes(&self) -> usize;
    /// Returns `self` for a downcast to its type.
    fn as_any(&self) -> &dyn Any;
}

/// Events of our own algorithms, with the constants that they do not repeat.
#[derive(Debug)]
pub(super) struct Events<E: Event> {
    pub(super) events: Vec<E>,
    pub(super) context: E::Context,
}

impl<E: Event> Payload for Events<E> {
    fn cell(&self, index: usize) -> Option<Cell> {
        self.events.get(index)?.cell()
    }

    fn from(&self, index: usize) -> Option<Cell> {
        self.events.get(index)?.from()
    }

    fn cells(&self, events: Range<usize>, visit: &mut dyn FnMut(usize, Cell)) {
        for (i, event) in events.clone().zip(self.events.get(events).unwrap_or_default()) {
            if let Some(cell) = event.cell() {
                visit(i, cell);
            }
        }
    }

    fn fields<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, Value)) {
        if let Some(event) = self.events.get(index) {
            event.fields(&self.context, &mut |name, value| visit(name, value));
        }
    }

    fn texts<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, String)) {
        if let Some(event) = self.events.get(index) {
            event.texts(&self.context, &mut |name, text| visit(name, text));
        }
    }

    fn custom_sentence(&self, index: usize) -> Option<String> {
        self.events.get(index)?.custom_sentence(&self.context)
    }

    fn keys(&self, index: usize) -> Option<(u64, u64)> {
        self.events.get(index)?.keys(&self.context)
    }

    fn same_from(&self, index: usize, other: &dyn Payload) -> usize {
        let Some(other) = other.as_any().downcast_ref::<Self>().filter(|o| o.context == self.context) else { return 0 };
        let both = self.events.iter().zip(&other.events).skip(index);
        both.take_while(|(x, y)| x == y).count()
    }

    fn bytes(&self) -> usize {
        self.events.len() * size_of::<E>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
