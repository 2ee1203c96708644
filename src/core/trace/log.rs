//! The trace: all events of a run, each linked to the one that it replaced.

use super::history::CellIndex;
use super::recorder::Halt;
use crate::core::event::{Event, Level, Slot};
use crate::core::geometry::Size;
use std::sync::OnceLock;

/// The link of a slot that nothing has written yet.
pub const NONE: u32 = u32::MAX;

/// How slots are numbered: layer after layer, each row-major, then the registers.
///
/// The first `passing` layers live for a phase only: what such a slot holds is stale as soon as a phase as shallow as
/// `scope`, or shallower, has begun since. So an inner run never has to wipe what the last one left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The size of each layer.
    pub size: Size,
    /// How many layers there are.
    pub layers: u8,
    /// How many registers there are.
    pub registers: u32,
    /// How many of the layers, the first ones, live for a phase.
    pub passing: u8,
    /// The depth of that phase.
    pub scope: u8,
}

impl Layout {
    /// So many layers, all of which live for the whole run, and no registers.
    pub const fn new(size: Size, layers: u8) -> Self {
        Self { size, layers, registers: 0, passing: 0, scope: 0 }
    }

    /// The same with registers.
    #[must_use]
    pub const fn with_registers(self, registers: u32) -> Self {
        Self { registers, ..self }
    }

    /// The same with its first `layers` layers living only as long as a phase of this depth.
    #[must_use]
    pub const fn with_passing(self, layers: u8, scope: u8) -> Self {
        Self { passing: layers, scope, ..self }
    }

    /// Whether a slot lives for a phase only.
    const fn passes(self, slot: Slot) -> bool {
        matches!(slot, Slot::Cell(layer, _) if layer < self.passing)
    }

    /// How many slots there are.
    pub const fn slots(self) -> usize {
        self.size.area() * self.layers as usize + self.registers as usize
    }

    /// The number of a slot.
    #[inline]
    pub const fn index(self, slot: Slot) -> usize {
        match slot {
            Slot::Cell(layer, cell) => layer as usize * self.size.area() + self.size.index(cell),
            Slot::Register(n) => self.size.area() * self.layers as usize + n as usize,
        }
    }
}

/// A phase of a run: from its first event to the event that begins the next one as shallow or shallower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase {
    /// The event that begins it.
    pub start: u32,
    /// One past its last event.
    pub end: u32,
    /// How deep it is nested, from 0.
    pub depth: u8,
}

/// All slots as they were at one moment.
#[derive(Clone, Debug)]
pub(super) struct Keyframe {
    /// How many events had happened.
    pub(super) at: u32,
    /// For each slot the event that it holds, or [`NONE`].
    pub(super) head: Box<[u32]>,
}

/// A recorded run. It never changes; any number of players may stand on it.
#[derive(Debug)]
pub struct Trace<E: Event> {
    pub(super) layout: Layout,
    pub(super) context: E::Context,
    pub(super) events: Vec<E>,
    /// For each event the one that it replaced in its slot, or [`NONE`].
    pub(super) prev: Vec<u32>,
    pub(super) keyframes: Vec<Keyframe>,
    /// The indices of events of level step or phase.
    pub(super) steps: Vec<u32>,
    pub(super) phases: Vec<Phase>,
    /// The events that begin a phase as shallow as the layout's scope; empty where no layer passes.
    pub(super) scopes: Vec<u32>,
    pub(super) halted: Option<Halt>,
    pub(super) by_cell: OnceLock<CellIndex>,
}

impl<E: Event> Trace<E> {
    /// Works out what moving needs, in one pass: what each event replaced, steps, phases, and a keyframe whenever the
    /// log has grown by the size of one.
    pub(super) fn index(layout: Layout, context: E::Context, events: Vec<E>, halted: Option<Halt>) -> Self {
        let frame_bytes = layout.slots() * size_of::<u32>();
        let event_bytes = size_of::<E>() + size_of::<u32>();
        let spacing = (frame_bytes / event_bytes).max(256);
        let mut head = vec![NONE; layout.slots()];
        let mut prev = Vec::with_capacity(events.len());
        let mut keyframes = Vec::with_capacity(events.len() / spacing + 1);
        let mut steps = Vec::new();
        let mut phases: Vec<Phase> = Vec::new();
        let mut next = spacing;
        for (i, event) in events.iter().enumerate() {
            if i == next {
                next += spacing;
                keyframes.push(Keyframe { at: i as u32, head: head.clone().into_boxed_slice() });
            }
            prev.push(match event.slot() {
                Some(slot) => std::mem::replace(&mut head[layout.index(slot)], i as u32),
                None => NONE,
            });
            match event.level() {
                Level::Detail => {}
                Level::Step => steps.push(i as u32),
                Level::Phase(depth) => {
                    steps.push(i as u32);
                    end_phases(&mut phases, depth, i as u32);
                    phases.push(Phase { start: i as u32, end: NONE, depth });
                }
            }
        }
        end_phases(&mut phases, 0, events.len() as u32);
        let scopes = match layout.passing {
            0 => Vec::new(),
            _ => phases.iter().filter(|p| p.depth <= layout.scope).map(|p| p.start).collect(),
        };
        keyframes.push(Keyframe { at: events.len() as u32, head: head.into_boxed_slice() });
        Self { layout, context, events, prev, keyframes, steps, phases, scopes, halted, by_cell: OnceLock::new() }
    }

    /// How slots are numbered.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The constants of the run.
    pub const fn context(&self) -> &E::Context {
        &self.context
    }

    /// All events, in the order in which they happened.
    pub fn events(&self) -> &[E] {
        &self.events
    }

    /// The event that event `i` replaced in its slot; none where that one was stale.
    pub fn replaced(&self, i: usize) -> Option<usize> {
        let p = self.prev.get(i).copied().filter(|&p| p != NONE)?;
        let stale = self.events[i].slot().is_some_and(|s| self.layout.passes(s)) && p < self.since(i + 1);
        (!stale).then_some(p as usize)
    }

    /// The event before which a passing slot's writer is stale at a moment.
    pub(super) fn since(&self, cursor: usize) -> u32 {
        let k = self.scopes.partition_point(|&s| (s as usize) < cursor);
        k.checked_sub(1).map_or(0, |k| self.scopes[k])
    }

    /// The indices of the events of level step or phase, ascending.
    pub fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// All phases in the order of their beginnings.
    pub fn phases(&self) -> &[Phase] {
        &self.phases
    }

    /// Why the recording ended early, if it did.
    pub const fn halted(&self) -> Option<Halt> {
        self.halted
    }

    /// The index by cell, made at the first question.
    pub fn by_cell(&self) -> &CellIndex {
        self.by_cell.get_or_init(|| CellIndex::new(self.layout.size, &self.events))
    }
}

/// Ends every phase that is still open and at least as deep as `depth`. Open phases stand at the tail of each depth.
fn end_phases(phases: &mut [Phase], depth: u8, at: u32) {
    let mut shallowest = u8::MAX;
    for phase in phases.iter_mut().rev() {
        if phase.end == NONE && phase.depth >= depth {
            phase.end = at;
        }
        shallowest = shallowest.min(phase.depth);
        // Before the last phase of depth 0 everything is ended already.
        if shallowest == 0 {
            break;
        }
    }
}
