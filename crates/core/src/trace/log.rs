//! The trace: all events of a run, each linked to the one that it replaced.

use super::heads::{Heads, Keyframes};
use super::history::CellIndex;
use super::recorder::Halt;
use crate::event::{Event, Level, Slot};
use crate::geometry::Size;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The link of a slot that nothing has written yet.
pub const NONE: u32 = u32::MAX;

/// How many events lie between two keyframes at the least.
const SPACING: usize = 16384;

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

/// A recorded run. It never changes; any number of players may stand on it.
#[derive(Debug)]
pub struct Trace<E: Event> {
    pub(super) layout: Layout,
    pub(super) context: E::Context,
    pub(super) events: Vec<E>,
    /// For each event the one that it replaced in its slot, or [`NONE`].
    pub(super) prev: Vec<u32>,
    pub(super) keyframes: Keyframes,
    /// The indices of events of level step or phase.
    pub(super) steps: Vec<u32>,
    pub(super) phases: Vec<Phase>,
    /// The events that begin a phase as shallow as the layout's scope; empty where no layer passes.
    pub(super) scopes: Vec<u32>,
    pub(super) halted: Option<Halt>,
    pub(super) by_cell: OnceLock<CellIndex>,
    by_kind: OnceLock<BTreeMap<&'static str, Vec<u32>>>,
}

impl<E: Event> Trace<E> {
    /// Works out what moving needs, in one pass: what each event replaced, steps, phases, and a keyframe whenever the
    /// log has grown by what the last one took.
    pub(super) fn index(layout: Layout, context: E::Context, events: Vec<E>, halted: Option<Halt>) -> Self {
        let mut heads = Heads::new(layout.slots());
        let mut prev = Vec::with_capacity(events.len());
        let mut keyframes = Keyframes::new(&heads);
        let mut steps = Vec::new();
        let mut phases: Vec<Phase> = Vec::new();
        let mut open = Vec::new();
        let mut next = SPACING;
        for (i, event) in events.iter().enumerate() {
            if i == next {
                let bytes = keyframes.add(i as u32, &mut heads);
                next += SPACING.max(bytes / (size_of::<E>() + size_of::<u32>()));
            }
            prev.push(match event.slot(&context) {
                Some(slot) => heads.replace(layout.index(slot), i as u32),
                None => NONE,
            });
            match event.level(&context) {
                Level::Detail => {}
                Level::Step => steps.push(i as u32),
                Level::Phase(depth) => {
                    steps.push(i as u32);
                    end_phases(&mut phases, &mut open, depth, i as u32);
                    open.push(phases.len());
                    phases.push(Phase { start: i as u32, end: NONE, depth });
                }
            }
        }
        end_phases(&mut phases, &mut open, 0, events.len() as u32);
        let scopes = match layout.passing {
            0 => Vec::new(),
            _ => phases.iter().filter(|p| p.depth <= layout.scope).map(|p| p.start).collect(),
        };
        keyframes.add(events.len() as u32, &mut heads);
        let (by_cell, by_kind) = (OnceLock::new(), OnceLock::new());
        Self { layout, context, events, prev, keyframes, steps, phases, scopes, halted, by_cell, by_kind }
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
        let stale = self.events[i].slot(&self.context).is_some_and(|s| self.layout.passes(s)) && p < self.since(i + 1);
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

    /// The indices of the events of a kind, ascending; made at the first question.
    pub fn of_kind(&self, kind: &str) -> &[u32] {
        let by_kind = self.by_kind.get_or_init(|| {
            let mut all: BTreeMap<&'static str, Vec<u32>> = BTreeMap::new();
            for (i, event) in self.events.iter().enumerate() {
                all.entry(event.kind(&self.context)).or_default().push(i as u32);
            }
            all
        });
        by_kind.get(kind).map_or(&[], |all| all)
    }

    /// The index by cell, made at the first question.
    pub fn by_cell(&self) -> &CellIndex {
        self.by_cell.get_or_init(|| CellIndex::new(self.layout.size, &self.events))
    }
}

/// Ends every phase that is still open and at least as deep as `depth`. The open ones lie on a stack, deepest on top.
fn end_phases(phases: &mut [Phase], open: &mut Vec<usize>, depth: u8, at: u32) {
    while let Some(p) = open.pop_if(|p| phases[*p].depth >= depth) {
        phases[p].end = at;
    }
}
