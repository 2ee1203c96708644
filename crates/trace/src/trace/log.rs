//! The trace: all events of a run, each linked to the one that it replaced.
//!
//! The basic data is in columns that are the same for every algorithm: the case of each event, the slot that it writes,
//! and the event that it replaced. All other contents of events are behind [`Payload`]. So code that moves, stops or
//! compares is compiled only once.

use super::fold::Snapshots;
use super::history::{AT_ONCE, CellIndex};
use super::links::Links;
use super::payload::Payload;
use super::schema::{Case, OpenListChange, Schema};
use super::slot_contents::Keyframes;
use super::window::Window;
use crate::event::{Level, Slot, Value, render};
use crate::geometry::{Cell, Size};
use crate::progress::{Halt, Progress, at_once, keep};
use std::sync::{Arc, OnceLock};

/// Marks a slot that no event has written yet.
pub const NONE: u32 = u32::MAX;

/// The numbering of slots: layer after layer, each row-major, then the registers.
///
/// The `passing` layers after the first `lasting` ones live only for a phase. The content of such a slot is stale as
/// soon as a phase at depth `scope` or less has begun since it was written. So an inner run never has to clear what the
/// previous one left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Layout {
    /// The size of each layer.
    pub size: Size,
    /// Number of layers.
    pub layers: u8,
    /// Number of registers.
    pub registers: u32,
    /// Number of layers before those that live for a phase.
    pub lasting: u8,
    /// Number of layers that live for a phase.
    pub passing: u8,
    /// Depth of that phase.
    pub scope: u8,
}

impl Layout {
    /// Creates a layout with `layers` layers, which all live for the whole run, and without registers.
    pub const fn new(size: Size, layers: u8) -> Self {
        Self { size, layers, registers: 0, lasting: 0, passing: 0, scope: 0 }
    }

    /// Sets the number of registers.
    #[must_use]
    pub const fn with_registers(self, registers: u32) -> Self {
        Self { registers, ..self }
    }

    /// Makes the first `layers` layers live only for a phase of this depth.
    #[must_use]
    pub const fn with_passing(self, layers: u8, scope: u8) -> Self {
        Self { passing: layers, scope, ..self }
    }

    /// Sets the number of layers before those that live for a phase.
    #[must_use]
    pub const fn with_lasting(self, layers: u8) -> Self {
        Self { lasting: layers, ..self }
    }

    /// Returns whether the slot with this number lives only for a phase.
    const fn passes(self, slot: usize) -> bool {
        let (area, lasting) = (self.size.area(), self.lasting as usize);
        slot >= lasting * area && slot < (lasting + self.passing as usize) * area
    }

    /// Returns whether a layer lives only for a phase.
    #[inline]
    pub(super) const fn is_passing(self, layer: u8) -> bool {
        layer >= self.lasting && layer - self.lasting < self.passing
    }

    /// Returns whether a slot exists.
    pub const fn has(self, slot: Slot) -> bool {
        match slot {
            Slot::Cell(layer, cell) => layer < self.layers && self.size.contains(cell),
            Slot::Register(n) => n < self.registers,
        }
    }

    /// Returns the number of slots.
    pub const fn slots(self) -> usize {
        self.size.area() * self.layers as usize + self.registers as usize
    }

    /// Returns the number of bytes that a player and linking need for such a trace: two copies of all slots.
    pub const fn bytes(self) -> usize {
        self.slots().saturating_mul(2 * size_of::<u32>())
    }

    /// Returns the number of a slot.
    #[inline]
    pub const fn index(self, slot: Slot) -> usize {
        match slot {
            Slot::Cell(layer, cell) => layer as usize * self.size.area() + self.size.index(cell),
            Slot::Register(n) => self.size.area() * self.layers as usize + n as usize,
        }
    }
}

/// A phase of a run, from its first event to the event that ends it. If the log has no such event, the phase ends where
/// the next phase of the same or a smaller depth begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Phase {
    /// The event that begins the phase.
    pub start: u32,
    /// The index after its last event.
    pub end: u32,
    /// The nesting depth, from 0.
    pub depth: u8,
}

/// A recorded run. It never changes, so any number of players can use it.
#[derive(Debug)]
pub struct Trace {
    pub(super) layout: Layout,
    pub(super) schema: Arc<Schema>,
    pub(super) payload: Box<dyn Payload>,
    /// The case of each event.
    pub(super) cases: Vec<u8>,
    /// The slot that each event writes, and the event that it replaced.
    pub(super) links: Links,
    pub(super) keyframes: Keyframes,
    /// The indices of events of level step or phase.
    pub(super) steps: Vec<u32>,
    pub(super) phases: Vec<Phase>,
    /// The events that begin a phase at the layout's scope or less. Empty if no layer is passing.
    pub(super) scopes: Vec<u32>,
    pub(super) halted: Option<Halt>,
    /// A description of the event that named a missing cell or slot, if one halted the recording.
    pub(super) stray: Option<String>,
    pub(super) by_cell: OnceLock<CellIndex>,
    pub(super) by_kind: OnceLock<Vec<Vec<u32>>>,
    pub(super) snapshots: Snapshots,
    /// The events before the first one, if the recording began in the middle of the run.
    pub(super) window: Window,
}

impl Trace {
    /// Returns how slots are numbered.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the schema of its events.
    pub fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// Returns the number of events.
    pub const fn len(&self) -> usize {
        self.cases.len()
    }

    /// Returns whether there are no events.
    pub const fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// Returns the number of bytes of memory used: events, links and keyframes.
    pub fn bytes(&self) -> usize {
        let columns = self.len() + self.links.bytes();
        let lists = self.steps.len() * size_of::<u32>() + self.phases.len() * size_of::<Phase>();
        self.payload.bytes() + columns + lists + self.keyframes.bytes() + self.window_bytes()
    }

    /// Returns the case of an event, which must be below [`Trace::len`].
    #[inline]
    pub fn case(&self, index: usize) -> &Case {
        &self.schema.cases[self.cases[index] as usize]
    }

    /// Returns the number of an event's case.
    pub fn case_number(&self, index: usize) -> usize {
        self.cases.get(index).map_or(0, |&case| case.into())
    }

    /// Returns the name of an event's kind.
    pub fn kind(&self, index: usize) -> &str {
        &self.schema.kinds[self.case(index).kind as usize].name
    }

    /// Returns the level of an event, with the depth of the phase that it begins.
    pub fn level(&self, index: usize) -> Level {
        match self.case(index).level {
            Level::Phase(depth) => {
                let at = self.phases.binary_search_by_key(&(index as u32), |p| p.start);
                Level::Phase(at.map_or(depth, |k| self.phases[k].depth))
            }
            level => level,
        }
    }

    /// Returns the cell that an event is about.
    pub fn cell(&self, index: usize) -> Option<Cell> {
        self.payload.cell(index)
    }

    /// Returns the other cell of an event that joins two.
    pub fn from(&self, index: usize) -> Option<Cell> {
        self.payload.from(index)
    }

    /// Replaces the contents of `fields` with the fields of an event.
    pub fn fields<'a>(&'a self, index: usize, fields: &mut Vec<(&'a str, Value)>) {
        fields.clear();
        self.payload.fields(index, &mut |name, value| fields.push((name, value)));
    }

    /// Returns a field of an event.
    pub fn field(&self, index: usize, name: &str) -> Option<Value> {
        let mut found = None;
        self.payload.fields(index, &mut |field, value| {
            if field == name && found.is_none() {
                found = Some(value);
            }
        });
        found
    }

    /// Returns the keys with which the cell of an event waits from now on. Smaller keys come first. Returns `None` if
    /// it does not wait.
    pub fn keys(&self, index: usize) -> Option<(u64, u64)> {
        match self.case(index).queue {
            OpenListChange::Enqueues(_) => self.payload.keys(index),
            OpenListChange::Unmoved | OpenListChange::Dequeues => None,
        }
    }

    /// Fills a template with the fields and texts of an event.
    pub fn render(&self, index: usize, template: &str) -> String {
        let (mut fields, mut texts) = (Vec::new(), Vec::new());
        self.fields(index, &mut fields);
        self.payload.texts(index, &mut |name, text| texts.push((name, text)));
        render(template, &fields, &texts)
    }

    /// Returns the sentence of an event.
    pub fn sentence(&self, index: usize) -> String {
        match &self.case(index).say {
            Some(template) => self.render(index, template),
            None => self.payload.custom_sentence(index).unwrap_or_default(),
        }
    }

    /// Returns the name of the phase that an event begins.
    pub fn phase_name(&self, start: usize) -> String {
        let case = self.case(start);
        match case.called.as_ref().or(case.actor.as_ref()) {
            Some(template) => self.render(start, template),
            None => self.kind(start).to_owned(),
        }
    }

    /// Like [`Trace::phase_name`], but without the parts of the template in square brackets. Conditions use this name.
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

    /// Returns the name of the actor whose turn an event begins.
    pub fn actor(&self, start: usize) -> Option<String> {
        self.case(start).actor.as_ref().map(|template| self.render(start, template))
    }

    /// Visits the texts that an event's sentence uses besides the fields.
    pub fn texts(&self, index: usize, visit: &mut dyn FnMut(&str, String)) {
        self.payload.texts(index, &mut |name, text| visit(name, text));
    }

    /// Returns the slot that an event writes.
    pub fn written_slot(&self, index: usize) -> Option<Slot> {
        let (slot, area) = (self.slot(index)?, self.layout.size.area());
        let cells = area * usize::from(self.layout.layers);
        Some(match slot.checked_sub(cells) {
            Some(register) => Slot::Register(register as u32),
            None => Slot::Cell((slot / area) as u8, self.layout.size.cell(slot % area)),
        })
    }

    /// Returns the number of the slot that an event writes.
    #[inline]
    pub(super) fn slot(&self, index: usize) -> Option<usize> {
        self.links.get(index).map(|link| link.slot as usize)
    }

    /// Returns whether an event begins a phase or writes a register, so that anything may change.
    pub(super) fn is_turn(&self, index: usize) -> bool {
        let cells = self.layout.size.area() * self.layout.layers as usize;
        matches!(self.case(index).level, Level::Phase(_)) || self.slot(index).is_some_and(|slot| slot >= cells)
    }

    /// Returns the event that event `i` replaced in its slot. Returns `None` if there was none or if it was stale.
    pub fn replaced(&self, i: usize) -> Option<usize> {
        let p = self.links.get(i).map(|l| l.prev).filter(|&p| p != NONE)?;
        let passes = self.slot(i).is_some_and(|s| self.layout.passes(s));
        (!(passes && p < self.since(i + 1))).then_some(p as usize)
    }

    /// Returns the event before which the contents of a passing slot are stale at a moment.
    pub(super) fn since(&self, cursor: usize) -> u32 {
        let k = self.scopes.partition_point(|&s| (s as usize) < cursor);
        k.checked_sub(1).map_or(0, |k| self.scopes[k])
    }

    /// Returns whether an event begins a phase that makes the contents of passing layers stale.
    pub(super) fn wipes(&self, index: usize) -> bool {
        self.scopes.binary_search(&(index as u32)).is_ok()
    }

    /// Returns the indices of the events of level step or phase, ascending.
    pub fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// Returns all phases, ordered by their first event.
    pub fn phases(&self) -> &[Phase] {
        &self.phases
    }

    /// Returns why the recording ended early, if it did.
    pub const fn halted(&self) -> Option<Halt> {
        self.halted
    }

    /// Returns a sentence about the event that named a cell off the map or a slot that does not exist. The recording
    /// ends before it.
    pub fn stray(&self) -> Option<&str> {
        self.stray.as_deref()
    }

    /// Returns the indices of the events of a kind, ascending. Current and earlier names are accepted. Those before a window
    /// are left out. Computed on the first call.
    pub fn of_kind(&self, kind: &str) -> &[u32] {
        let find = || at_once(self.find_by_kind(&Progress::default())).unwrap_or_default();
        let by_kind = self.by_kind.get_or_init(find);
        self.schema.kind(kind).and_then(|k| by_kind.get(k as usize)).map_or(&[], |all| all)
    }

    async fn find_by_kind(&self, progress: &Progress) -> Result<Vec<Vec<u32>>, Halt> {
        let kind = |case: u8| self.schema.cases[usize::from(case)].kind as usize;
        let mut counts = vec![0; self.schema.kinds.len()];
        let (first, cases) = (self.first(), &self.cases[self.first()..]);
        for cases in cases.chunks(AT_ONCE) {
            progress.pause().await?;
            for &case in cases {
                counts[kind(case)] += 1;
            }
        }
        let mut all: Vec<Vec<u32>> = counts.into_iter().map(Vec::with_capacity).collect();
        for (part, cases) in cases.chunks(AT_ONCE).enumerate() {
            progress.pause().await?;
            for (i, &case) in (first + part * AT_ONCE..).zip(cases) {
                all[kind(case)].push(i as u32);
            }
        }
        Ok(all)
    }

    /// Computes the events of each kind, unless they are known.
    pub(super) async fn prepare_by_kind(&self, progress: &Progress) -> Result<(), Halt> {
        keep(&self.by_kind, self.find_by_kind(progress)).await
    }

    /// Returns the index by cell, if it has been computed.
    pub(super) fn known_by_cell(&self) -> Option<&CellIndex> {
        self.by_cell.get()
    }

    /// Returns the index by cell. Computed on the first call.
    pub fn by_cell(&self) -> &CellIndex {
        self.by_cell.get_or_init(|| at_once(self.find_by_cell(&Progress::default())).unwrap_or_default())
    }

    async fn find_by_cell(&self, progress: &Progress) -> Result<CellIndex, Halt> {
        CellIndex::new(self.layout.size, &*self.payload, self.len(), progress).await
    }

    /// Computes the index by cell, unless it is known.
    pub(super) async fn prepare_by_cell(&self, progress: &Progress) -> Result<(), Halt> {
        keep(&self.by_cell, self.find_by_cell(progress)).await
    }
}
