//! The trace: all events of a run, each linked to the one that it replaced.
//!
//! Its skeleton lies in columns that are the same for every algorithm: the case of each event, the slot that it writes,
//! the event that it replaced. What else events hold lies behind [`Payload`]. So everything that moves, stops or compares
//! is compiled once.

use super::fold::Snapshots;
use super::heads::Keyframes;
use super::history::CellIndex;
use super::links::Links;
use super::payload::Payload;
use super::schema::{Case, Schema, Waits};
use crate::control::Halt;
use crate::event::{Level, Slot, Value, render};
use crate::geometry::{Cell, Size};
use std::sync::{Arc, OnceLock};

/// The link of a slot that nothing has written yet.
pub const NONE: u32 = u32::MAX;

/// How slots are numbered: layer after layer, each row-major, then the registers.
///
/// The `passing` layers behind the first `lasting` live for a phase only: what such a slot holds is stale as soon as a phase as shallow as
/// `scope`, or shallower, has begun since. So an inner run never has to wipe what the last one left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Layout {
    /// The size of each layer.
    pub size: Size,
    /// How many layers there are.
    pub layers: u8,
    /// How many registers there are.
    pub registers: u32,
    /// How many layers come before those that live for a phase.
    pub lasting: u8,
    /// How many of the layers live for a phase.
    pub passing: u8,
    /// The depth of that phase.
    pub scope: u8,
}

impl Layout {
    /// So many layers, all of which live for the whole run, and no registers.
    pub const fn new(size: Size, layers: u8) -> Self {
        Self { size, layers, registers: 0, lasting: 0, passing: 0, scope: 0 }
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

    /// The same with those that live for a phase behind so many others.
    #[must_use]
    pub const fn with_lasting(self, layers: u8) -> Self {
        Self { lasting: layers, ..self }
    }

    /// Whether the slot of a number lives for a phase only.
    const fn passes(self, slot: usize) -> bool {
        let (area, lasting) = (self.size.area(), self.lasting as usize);
        slot >= lasting * area && slot < (lasting + self.passing as usize) * area
    }

    /// Whether a layer lives for a phase only.
    #[inline]
    pub(super) const fn is_passing(self, layer: u8) -> bool {
        layer >= self.lasting && layer - self.lasting < self.passing
    }

    /// Whether there is such a slot.
    pub const fn has(self, slot: Slot) -> bool {
        match slot {
            Slot::Cell(layer, cell) => layer < self.layers && self.size.contains(cell),
            Slot::Register(n) => n < self.registers,
        }
    }

    /// How many slots there are.
    pub const fn slots(self) -> usize {
        self.size.area() * self.layers as usize + self.registers as usize
    }

    /// How many bytes it takes to stand at a moment of such a trace and to link it: two times what every slot holds.
    pub const fn bytes(self) -> usize {
        self.slots().saturating_mul(2 * size_of::<u32>())
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

/// A phase of a run: from its first event to the one that ends it, where a log has such; else to the event that begins the
/// next one as shallow or shallower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
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
pub struct Trace {
    pub(super) layout: Layout,
    pub(super) schema: Arc<Schema>,
    pub(super) payload: Box<dyn Payload>,
    /// The case of each event.
    pub(super) cases: Vec<u8>,
    /// What each event writes and replaced.
    pub(super) links: Links,
    pub(super) keyframes: Keyframes,
    /// The indices of events of level step or phase.
    pub(super) steps: Vec<u32>,
    pub(super) phases: Vec<Phase>,
    /// The events that begin a phase as shallow as the layout's scope; empty where no layer passes.
    pub(super) scopes: Vec<u32>,
    pub(super) halted: Option<Halt>,
    /// Which event named what is not there, if it was halted by one.
    pub(super) stray: Option<String>,
    pub(super) by_cell: OnceLock<CellIndex>,
    pub(super) by_kind: OnceLock<Vec<Vec<u32>>>,
    pub(super) snapshots: Snapshots,
}

impl Trace {
    /// How slots are numbered.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// What is said of its events.
    pub fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// How many events it has.
    pub const fn len(&self) -> usize {
        self.cases.len()
    }

    /// Whether nothing happened at all.
    pub const fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// How many bytes of memory it takes: events, links and keyframes.
    pub fn bytes(&self) -> usize {
        let columns = self.len() + self.links.bytes();
        let lists = self.steps.len() * size_of::<u32>() + self.phases.len() * size_of::<Phase>();
        self.payload.bytes() + columns + lists + self.keyframes.bytes()
    }

    /// What holds of an event, below [`Trace::len`].
    #[inline]
    pub fn case(&self, index: usize) -> &Case {
        &self.schema.cases[self.cases[index] as usize]
    }

    /// The number of the case that an event is of.
    pub fn case_number(&self, index: usize) -> usize {
        self.cases.get(index).map_or(0, |&case| case.into())
    }

    /// The name of an event's kind.
    pub fn kind(&self, index: usize) -> &str {
        &self.schema.kinds[self.case(index).kind as usize].name
    }

    /// The level of an event, with the depth of the phase that it begins.
    pub fn level(&self, index: usize) -> Level {
        match self.case(index).level {
            Level::Phase(depth) => {
                let at = self.phases.binary_search_by_key(&(index as u32), |p| p.start);
                Level::Phase(at.map_or(depth, |k| self.phases[k].depth))
            }
            level => level,
        }
    }

    /// The cell that an event is about.
    pub fn cell(&self, index: usize) -> Option<Cell> {
        self.payload.cell(index)
    }

    /// The other cell of an event that joins two.
    pub fn from(&self, index: usize) -> Option<Cell> {
        self.payload.from(index)
    }

    /// The fields of an event, in place of what `fields` held.
    pub fn fields<'a>(&'a self, index: usize, fields: &mut Vec<(&'a str, Value)>) {
        fields.clear();
        self.payload.fields(index, &mut |name, value| fields.push((name, value)));
    }

    /// One field of an event.
    pub fn field(&self, index: usize, name: &str) -> Option<Value> {
        let mut found = None;
        self.payload.fields(index, &mut |field, value| {
            if field == name && found.is_none() {
                found = Some(value);
            }
        });
        found
    }

    /// By which keys the cell of an event waits from now on, the smaller first; none where it does not wait.
    pub fn keys(&self, index: usize) -> Option<(u64, u64)> {
        match self.case(index).queue {
            Waits::Enqueues(_) => self.payload.keys(index),
            Waits::Unmoved | Waits::Dequeues => None,
        }
    }

    /// A template with what an event has.
    pub fn render(&self, index: usize, template: &str) -> String {
        let (mut fields, mut texts) = (Vec::new(), Vec::new());
        self.fields(index, &mut fields);
        self.payload.texts(index, &mut |name, text| texts.push((name, text)));
        render(template, &fields, &texts)
    }

    /// The sentence of an event.
    pub fn sentence(&self, index: usize) -> String {
        match &self.case(index).say {
            Some(template) => self.render(index, template),
            None => self.payload.said(index).unwrap_or_default(),
        }
    }

    /// What the phase that an event begins is called.
    pub fn phase_name(&self, start: usize) -> String {
        let case = self.case(start);
        match case.called.as_ref().or(case.actor.as_ref()) {
            Some(template) => self.render(start, template),
            None => self.kind(start).to_owned(),
        }
    }

    /// The same without what its template has in square brackets: what conditions know it by.
    pub fn phase_kind(&self, start: usize) -> String {
        let case = self.case(start);
        let Some(template) = case.called.as_ref().or(case.actor.as_ref()) else { return self.kind(start).to_owned() };
        let mut depth = 0;
        let outside = |c: &char| {
            depth += i32::from(*c == '[');
            let out = depth == 0;
            depth -= i32::from(*c == ']');
            out
        };
        let bare: String = template.chars().filter(outside).collect();
        self.render(start, &bare)
    }

    /// Whose turn the phase is that an event begins.
    pub fn actor(&self, start: usize) -> Option<String> {
        self.case(start).actor.as_ref().map(|template| self.render(start, template))
    }

    /// What an event's sentence says besides the fields.
    pub fn texts(&self, index: usize, visit: &mut dyn FnMut(&str, String)) {
        self.payload.texts(index, &mut |name, text| visit(name, text));
    }

    /// The slot that an event writes.
    pub fn written(&self, index: usize) -> Option<Slot> {
        let (slot, area) = (self.slot(index)?, self.layout.size.area());
        let cells = area * usize::from(self.layout.layers);
        Some(match slot.checked_sub(cells) {
            Some(register) => Slot::Register(register as u32),
            None => Slot::Cell((slot / area) as u8, self.layout.size.cell(slot % area)),
        })
    }

    /// The number of the slot that an event writes.
    #[inline]
    pub(super) fn slot(&self, index: usize) -> Option<usize> {
        self.links.get(index).map(|link| link.slot as usize)
    }

    /// Whether an event begins a phase or writes a register, and so may change anything.
    pub(super) fn is_turn(&self, index: usize) -> bool {
        let cells = self.layout.size.area() * self.layout.layers as usize;
        matches!(self.case(index).level, Level::Phase(_)) || self.slot(index).is_some_and(|slot| slot >= cells)
    }

    /// The event that event `i` replaced in its slot; none where that one was stale.
    pub fn replaced(&self, i: usize) -> Option<usize> {
        let p = self.links.get(i).map(|l| l.prev).filter(|&p| p != NONE)?;
        let passes = self.slot(i).is_some_and(|s| self.layout.passes(s));
        (!(passes && p < self.since(i + 1))).then_some(p as usize)
    }

    /// The event before which a passing slot's writer is stale at a moment.
    pub(super) fn since(&self, cursor: usize) -> u32 {
        let k = self.scopes.partition_point(|&s| (s as usize) < cursor);
        k.checked_sub(1).map_or(0, |k| self.scopes[k])
    }

    /// Whether an event begins a phase that makes what passing layers hold stale.
    pub(super) fn wipes(&self, index: usize) -> bool {
        self.scopes.binary_search(&(index as u32)).is_ok()
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

    /// The event that named a cell off the map or a slot that there is not, as a sentence: the recording ends before it.
    pub fn stray(&self) -> Option<&str> {
        self.stray.as_deref()
    }

    /// The indices of the events of a kind, by its name now or once, ascending; made at the first question.
    pub fn of_kind(&self, kind: &str) -> &[u32] {
        let by_kind = self.by_kind.get_or_init(|| {
            let kind = |case: u8| self.schema.cases[usize::from(case)].kind as usize;
            let mut counts = vec![0; self.schema.kinds.len()];
            self.cases.iter().for_each(|&case| counts[kind(case)] += 1);
            let mut all: Vec<Vec<u32>> = counts.into_iter().map(Vec::with_capacity).collect();
            for (i, &case) in self.cases.iter().enumerate() {
                all[kind(case)].push(i as u32);
            }
            all
        });
        self.schema.kind(kind).and_then(|k| by_kind.get(k as usize)).map_or(&[], |all| all)
    }

    /// The index by cell, if somebody has asked for it.
    pub(super) fn known_by_cell(&self) -> Option<&CellIndex> {
        self.by_cell.get()
    }

    /// The index by cell, made at the first question.
    pub fn by_cell(&self) -> &CellIndex {
        let new = || CellIndex::new(self.layout.size, &*self.payload, &mut || true);
        self.by_cell.get_or_init(|| new().unwrap_or_default())
    }

    /// Makes the index by cell, where it is not there, as long as it is told to go on. Says whether it is there.
    pub(super) fn knows_by_cell(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        if self.by_cell.get().is_none()
            && let Some(index) = CellIndex::new(self.layout.size, &*self.payload, goes_on)
        {
            _ = self.by_cell.set(index);
        }
        self.by_cell.get().is_some()
    }
}
