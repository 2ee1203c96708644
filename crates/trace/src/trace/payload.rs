//! What the events of a trace hold beside their skeleton: fields, sentences, keys.

use crate::event::{Event, Value};
use crate::geometry::Cell;
use std::any::Any;
use std::fmt::Debug;

/// The events of a trace without their type.
///
/// Everything that moves a cursor reads the skeleton of a trace; this is asked for one event at a time, when somebody
/// looks at it. Indices lie below the number of events.
pub trait Payload: Debug + Send + Sync {
    /// The cell that an event is about.
    fn cell(&self, index: usize) -> Option<Cell>;
    /// The other cell, where a step came from.
    fn from(&self, index: usize) -> Option<Cell>;
    /// The cell of each event that is about one, with the event's index, ascending.
    fn cells(&self, visit: &mut dyn FnMut(usize, Cell) -> bool);
    /// The fields of an event.
    fn fields<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, Value));
    /// What its sentence says besides the fields.
    fn texts<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, String));
    /// Its sentence, where no template says it.
    fn said(&self, index: usize) -> Option<String>;
    /// By which keys its cell waits in the open list from now on.
    fn keys(&self, index: usize) -> Option<(u64, u64)>;
    /// How many events from an index on are the very same in another trace, at least: a quick look where both are runs of
    /// one algorithm with the same constants; else 0.
    fn same_from(&self, index: usize, other: &dyn Payload) -> usize;
    /// How many bytes of memory the events take.
    fn bytes(&self) -> usize;
    /// Itself, for those who know its type.
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

    fn cells(&self, visit: &mut dyn FnMut(usize, Cell) -> bool) {
        for (i, event) in self.events.iter().enumerate() {
            if let Some(cell) = event.cell()
                && !visit(i, cell)
            {
                break;
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

    fn said(&self, index: usize) -> Option<String> {
        self.events.get(index)?.said(&self.context)
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
