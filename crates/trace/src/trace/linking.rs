//! Linking: after the recording each event is linked to the one that it replaced, and keyframes are made.

use super::indexer::Indexer;
use super::log::{Layout, Trace};
use super::missing_slot::Stray;
use super::payload::Events;
use super::recorder::CHECK_EVERY;
use super::schema::Schema;
use super::window::Window;
use crate::event::{Event, Level};
use crate::progress::{Halt, Progress};
use std::sync::Arc;

/// Number of events that are linked even if the caller has cancelled, because linking so few takes no noticeable time.
const CALLED_OFF: usize = 1 << 19;

/// With more slots than this, each event may write to memory that was never used before. The operating system takes far
/// longer for that than the event itself, so [`CALLED_OFF`] is reduced to a few thousand.
const MANY_SLOTS: usize = 1 << 22;

/// Recorded events that are being linked, as many at a time as the caller wants.
#[derive(Debug)]
pub struct Linking<E: Event> {
    layout: Layout,
    events: Vec<E>,
    context: E::Context,
    schema: Schema,
    indexer: Indexer,
    /// Only the levels of the cases, because whole cases would take up cache space.
    levels: Vec<Level>,
    /// Number of linked events that the cancel flag cannot stop.
    enough: usize,
    linked: usize,
    halted: Option<Halt>,
    stray: Option<Stray>,
    window: Window,
}

impl<E: Event> Linking<E> {
    /// Begins to link these events.
    pub(super) fn new(
        layout: Layout,
        events: Vec<E>,
        schema: Schema,
        context: E::Context,
        halted: Option<Halt>,
        window: Window,
    ) -> Self {
        Self {
            indexer: Indexer::new(layout, events.len(), size_of::<E>()),
            levels: E::CASES.iter().map(|case| case.level).collect(),
            enough: if layout.slots() > MANY_SLOTS { CALLED_OFF / 64 } else { CALLED_OFF },
            layout,
            events,
            context,
            schema,
            linked: 0,
            halted,
            stray: None,
            window,
        }
    }

    /// Links at most about `most` more events. Returns whether there are more to link.
    pub fn go_on(&mut self, progress: &Progress, most: usize) -> bool {
        let all = self.events.len();
        let fixed = self.layout.bytes() + all * size_of::<E>();
        let until = all.min(self.linked.saturating_add(most));
        while self.linked < until && self.stray.is_none() {
            let over = fixed + self.indexer.bytes() > progress.memory();
            if over || self.linked >= self.enough && progress.is_stopped() {
                self.halted = Some(if over { Halt::Memory } else { Halt::Cancelled });
                return false;
            }
            let due = match self.indexer.ready(progress) {
                Ok(due) => due,
                Err(halt) => {
                    self.halted = Some(halt);
                    return false;
                }
            };
            for event in &self.events[self.linked..all.min(self.linked + CHECK_EVERY).min(due)] {
                let slot = event.slot(&self.context);
                self.stray = Stray::of(self.layout, slot, event.cell());
                if self.stray.is_some() {
                    self.halted = Some(Halt::Stray);
                    break;
                }
                let case = event.case(&self.context);
                let level = match self.levels[case as usize] {
                    Level::Phase(depth) => Level::Phase(event.depth(&self.context).unwrap_or(depth)),
                    level => level,
                };
                self.indexer.push(case, slot, level);
                self.linked += 1;
            }
            progress.set_linked(self.linked);
        }
        self.linked < all && self.stray.is_none()
    }

    /// Returns the trace of the linked events.
    pub fn finish(mut self, progress: &Progress) -> Trace {
        let stray = self.stray.zip(self.events.get(self.linked)).map(|(stray, event)| {
            let case = &self.schema.cases[event.case(&self.context) as usize];
            let kind = &self.schema.kinds[case.kind as usize].name;
            format!("stopped: event {} ({kind}) {stray}", self.window.number(self.linked))
        });
        self.events.truncate(self.linked);
        self.events.shrink_to_fit();
        let events = Box::new(Events { events: self.events, context: self.context });
        let trace = self.indexer.finish(Arc::new(self.schema), events, self.halted, progress);
        Trace { stray, window: self.window, ..trace }
    }
}
