//! Builds the replay index (links, steps, phases, keyframes) during recording or after it.

use super::fold::Snapshots;
use super::links::{Link, Links};
use super::log::{Layout, NONE, Phase, Trace};
use super::payload::Payload;
use super::schema::Schema;
use super::slot_contents::{Heads, Keyframes};
use super::window::Window;
use crate::event::{Level, Slot};
use crate::progress::{Halt, Progress};
use std::sync::{Arc, OnceLock};

/// Smallest number of events between two keyframes.
const SPACING: usize = 16384;

/// Builds the replay index in one pass over the events: replaced events, steps, phases and keyframes. A new keyframe is
/// made when the log has grown by two and a half times the size of the last one.
#[derive(Debug)]
pub struct Indexer {
    layout: Layout,
    heads: Heads,
    cases: Vec<u8>,
    links: Links,
    keyframes: Keyframes,
    steps: Vec<u32>,
    phases: Vec<Phase>,
    /// The phases that are still open, deepest last.
    open: Vec<usize>,
    /// The events before which passing layers were cleared.
    wiped: Vec<u32>,
    /// The event before which the next keyframe is due.
    next: usize,
    /// Bytes per event, including its links.
    each: usize,
}

impl Indexer {
    /// Creates an indexer for up to `events` events of `bytes` bytes each.
    pub fn new(layout: Layout, events: usize, bytes: usize) -> Self {
        let heads = Heads::new(layout.slots());
        Self {
            layout,
            cases: Vec::with_capacity(events),
            links: Links::default(),
            keyframes: Keyframes::new(&heads),
            heads,
            steps: Vec::new(),
            phases: Vec::new(),
            open: Vec::new(),
            wiped: Vec::new(),
            next: SPACING,
            // Includes the bit of the event, and a link for every third event.
            each: bytes + 1 + size_of::<Link>() / 2,
        }
    }

    /// Returns the number of bytes used, without the current contents of the slots.
    pub fn bytes(&self) -> usize {
        let lists = self.steps.len() * size_of::<u32>() + self.phases.len() * size_of::<Phase>();
        self.cases.len() + self.links.bytes() + lists + self.keyframes.bytes()
    }

    /// Adds the next event: its case, the slot that it writes, and its level.
    #[inline]
    pub fn push(&mut self, case: u8, slot: Option<Slot>, level: Level) {
        let i = self.cases.len();
        if i == self.next {
            _ = self.keyframe(&Progress::default());
        }
        self.cases.push(case);
        self.links.push(slot.map(|slot| {
            let slot = self.layout.index(slot);
            Link { slot: slot as u32, prev: self.heads.replace(slot, i as u32) }
        }));
        match level {
            Level::Detail => {}
            Level::Step => self.steps.push(i as u32),
            Level::Phase(depth) => self.begin(i as u32, depth),
        }
    }

    #[cold]
    fn keyframe(&mut self, progress: &Progress) -> Result<(), Halt> {
        let bytes = self.keyframes.add(self.cases.len() as u32, &mut self.heads, progress);
        // Keyframes take two fifths of the memory of the events between them.
        self.next += SPACING.max(bytes.unwrap_or(0) / self.each * 5 / 2);
        bytes.map(|_| ())
    }

    /// Makes the keyframe that is due before the next event, if there is one. On the largest maps that takes a while.
    /// Returns the event before which the following keyframe is due.
    pub(super) fn ready(&mut self, progress: &Progress) -> Result<usize, Halt> {
        if self.cases.len() == self.next {
            self.keyframe(progress)?;
        }
        Ok(self.next)
    }

    fn begin(&mut self, start: u32, depth: u8) {
        self.steps.push(start);
        end_phases(&mut self.phases, &mut self.open, depth, start);
        self.open.push(self.phases.len());
        self.phases.push(Phase { start, end: NONE, depth });
    }

    /// Ends all open phases of at least this depth with the last event.
    pub fn end(&mut self, depth: u8) {
        end_phases(&mut self.phases, &mut self.open, depth, self.cases.len() as u32);
    }

    /// Sets which layers live for a phase, as [`Layout::with_passing`] does, if this is known only now.
    #[must_use]
    pub fn with_passing(mut self, lasting: u8, layers: u8, scope: u8) -> Self {
        self.layout = self.layout.with_passing(layers, scope).with_lasting(lasting);
        self
    }

    /// Makes the contents of passing layers stale from the next event on, independently of phases.
    pub fn wipe(&mut self) {
        self.wiped.push(self.cases.len() as u32);
    }

    /// Builds the trace of these events. If [`Indexer::wipe`] was called, phases do not make passing layers stale. The
    /// keyframe of the end is left out if `progress` is stopped.
    pub fn finish(
        mut self,
        schema: Arc<Schema>,
        payload: Box<dyn Payload>,
        halted: Option<Halt>,
        progress: &Progress,
    ) -> Trace {
        let len = self.cases.len() as u32;
        end_phases(&mut self.phases, &mut self.open, 0, len);
        let scopes = match self.layout.passing {
            0 => Vec::new(),
            _ if !self.wiped.is_empty() => self.wiped,
            _ => self.phases.iter().filter(|p| p.depth <= self.layout.scope).map(|p| p.start).collect(),
        };
        _ = self.keyframes.add(len, &mut self.heads, progress);
        self.links.shrink();
        Trace {
            layout: self.layout,
            schema,
            payload,
            cases: self.cases,
            links: self.links,
            keyframes: self.keyframes,
            steps: self.steps,
            phases: self.phases,
            scopes,
            halted,
            stray: None,
            by_cell: OnceLock::new(),
            by_kind: OnceLock::new(),
            snapshots: Snapshots::default(),
            window: Window::default(),
        }
    }
}

/// Ends every open phase that is at least as deep as `depth`. Open phases are on a stack, deepest on top.
fn end_phases(phases: &mut [Phase], open: &mut Vec<usize>, depth: u8, at: u32) {
    while let Some(p) = open.pop_if(|p| phases[*p].depth >= depth) {
        phases[p].end = at;
    }
}
