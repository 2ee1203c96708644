//! A moment of a run with its events typed, as the lens of an algorithm uses it.

use super::log::{NONE, Trace};
use super::payload::Events;
use super::player::Player;
use super::schema::{Case, OpenListChange};
use crate::event::{Event, Offset, Slot};
use crate::geometry::Cell;
use std::ops::Deref;

/// A trace with its events typed.
#[derive(Debug)]
pub struct Log<'a, E: Event> {
    trace: &'a Trace,
    events: &'a [E],
    context: &'a E::Context,
}

impl<E: Event> Copy for Log<'_, E> {}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derive would ask for contexts that are Copy")]
impl<E: Event> Clone for Log<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, E: Event> Log<'a, E> {
    /// Returns the trace, if its events are of that type.
    pub fn of(trace: &'a Trace) -> Option<Self> {
        let Events { events, context } = trace.payload.as_any().downcast_ref::<Events<E>>()?;
        Some(Self { trace, events, context })
    }

    /// Returns all events in order. Returns none if the run is part of another run, whose events wrap its own.
    pub const fn events(&self) -> &'a [E] {
        self.events
    }

    /// Returns the constants of the run.
    pub const fn context(&self) -> &'a E::Context {
        self.context
    }
}

impl<E: Event> Deref for Log<'_, E> {
    type Target = Trace;

    fn deref(&self) -> &Trace {
        self.trace
    }
}

/// Finds the events of a run that is part of another, by their indices in the whole trace.
pub trait Inner<E>: Sync {
    /// Returns the event, if it belongs to the inner run.
    fn event(&self, index: usize) -> Option<&E>;
}

/// A run whose events are wrapped by those of another run, which may itself be part of a third.
#[derive(Debug)]
pub struct Wrapped<'a, O: Event, E> {
    outer: Moment<'a, O>,
    unwrap: fn(&O) -> Option<&E>,
}

impl<O: Event, E> Inner<E> for Wrapped<'_, O, E> {
    fn event(&self, index: usize) -> Option<&E> {
        (self.unwrap)(self.outer.event(index)?)
    }
}

/// A moment of a run: a player, with the events typed.
#[derive(Clone, Copy)]
pub struct Moment<'a, E: Event> {
    player: &'a Player,
    log: Log<'a, E>,
    inner: Option<&'a dyn Inner<E>>,
    /// The first event of the run, if it is part of another.
    first: usize,
    /// The first slots of the run.
    slots: Offset,
    /// Whether the run is the only one of its kind in the trace.
    only: bool,
}

impl<'a, E: Event> Moment<'a, E> {
    /// Returns the moment of a player, if the events are of that type.
    pub fn of(player: &'a Player) -> Option<Self> {
        Some(Self {
            player,
            log: Log::of(player.trace())?,
            inner: None,
            first: 0,
            slots: Offset::default(),
            only: true,
        })
    }

    /// Returns a lookup for the events of a run inside this one, for [`Moment::inside`].
    pub const fn wrapped<I>(&self, unwrap: fn(&E) -> Option<&I>) -> Wrapped<'a, E, I> {
        Wrapped { outer: *self, unwrap }
    }

    /// Returns the same moment for a run inside this one, which began at event `first` and whose layers begin at
    /// `layer`.
    pub fn inside<'b, I: Event>(
        &self,
        inner: &'b dyn Inner<I>,
        context: &'b I::Context,
        first: usize,
        layer: u8,
    ) -> Moment<'b, I>
    where
        'a: 'b,
    {
        let log = Log { trace: self.log.trace, events: &[], context };
        let slots = Offset { layer: self.slots.layer + layer, ..self.slots };
        Moment { player: self.player, log, inner: Some(inner), first, slots, only: false }
    }

    /// Returns the same moment for a run that continues beside others throughout this one, with slots of its own.
    pub fn parallel_run<'b, I: Event>(
        &self,
        inner: &'b dyn Inner<I>,
        context: &'b I::Context,
        slots: Offset,
    ) -> Moment<'b, I>
    where
        'a: 'b,
    {
        Moment { slots, only: true, ..self.inside(inner, context, 0, 0) }
    }

    /// Returns another moment of the same run.
    pub const fn then<'b>(&self, player: &'b Player) -> Moment<'b, E>
    where
        'a: 'b,
    {
        let Self { log, inner, first, slots, only, .. } = *self;
        Moment { player, log, inner, first, slots, only }
    }

    /// Returns the player.
    pub const fn player(&self) -> &'a Player {
        self.player
    }

    /// Returns the trace with its events typed.
    pub const fn trace(&self) -> &Log<'a, E> {
        &self.log
    }

    /// Returns the constants of the run.
    pub const fn context(&self) -> &'a E::Context {
        self.log.context
    }

    /// Returns the first event of the run: 0 unless it is part of another.
    pub const fn first(&self) -> usize {
        self.first
    }

    /// Returns whether the run is part of another.
    pub(super) const fn is_inner(&self) -> bool {
        self.inner.is_some()
    }

    /// Returns whether there is no other run of its kind in the trace.
    pub(super) const fn is_only(&self) -> bool {
        self.only
    }

    /// Returns the index of the event that a slot of the run holds now, or `None` if it is empty or stale.
    #[inline]
    pub fn holder(&self, slot: Slot) -> Option<usize> {
        self.player.holder(slot.offset_by(self.slots))
    }

    /// Returns the cells of all events that wrote a slot of the run, like [`Player::trail`].
    pub fn trail(&self, start: Option<Cell>, slot: Slot) -> Vec<Cell> {
        self.player.trail(start, slot.offset_by(self.slots))
    }

    /// Returns the event with an index in the whole trace, if it belongs to this run.
    #[inline]
    pub fn event(&self, index: usize) -> Option<&'a E> {
        match self.inner {
            None => self.log.events.get(index),
            Some(inner) if index >= self.first => inner.event(index),
            Some(_) => None,
        }
    }

    /// Returns the steps of this run up to now, the last first, each with its index in the whole trace.
    pub fn steps_back(&self) -> impl Iterator<Item = (usize, &'a E)> + use<'a, '_, E> {
        let steps = self.log.steps();
        let before = steps.partition_point(|&i| (i as usize) < self.player.cursor());
        let after = steps[..before].partition_point(|&i| (i as usize) < self.first);
        steps[after..before].iter().rev().map_while(|&i| Some((i as usize, self.event(i as usize)?)))
    }

    /// Returns the event that a slot holds now.
    #[inline]
    pub fn get(&self, slot: Slot) -> Option<&'a E> {
        self.event(self.holder(slot)?)
    }

    /// Returns the events that a cell holds now, layer by layer.
    #[inline]
    pub fn at(&self, cell: Cell) -> CellState<'_, E> {
        self.at_index(self.log.layout().size.index(cell))
    }

    /// Returns the events that the cell with a row-major index holds now.
    #[inline]
    pub fn at_index(&self, index: usize) -> CellState<'_, E> {
        CellState { player: self, index, since: self.player.since_now() }
    }

    /// Returns every cell that holds an event of this run in a layer now, row by row.
    pub fn layer(&self, layer: u8) -> impl Iterator<Item = (Cell, &'a E)> {
        let size = self.log.layout().size;
        let (heads, since) = self.player.heads_of(self.slots.layer + layer);
        let held_events = heads.iter().zip(size.cells()).filter(move |&(i, _)| i != NONE && i >= since);
        held_events.filter_map(move |(i, cell)| Some((cell, self.event(i as usize)?)))
    }

    /// Like [`Moment::layer`], but only with waiting cells: those whose event put them into an open list.
    pub fn waiting(&self, layer: u8) -> impl Iterator<Item = (Cell, &'a E)> {
        let (size, trace) = (self.log.layout().size, self.trace());
        let enqueues = |case: &Case| matches!(case.queue, OpenListChange::Enqueues(_));
        let enqueues: Vec<bool> = trace.schema().cases.iter().map(enqueues).collect();
        let (heads, since) = self.player.heads_of(self.slots.layer + layer);
        let waits = move |i: u32| enqueues.get(trace.case_number(i as usize)) == Some(&true);
        let waiting_events = heads.iter().zip(size.cells()).filter(move |&(i, _)| i != NONE && i >= since && waits(i));
        waiting_events.filter_map(move |(i, cell)| Some((cell, self.event(i as usize)?)))
    }

    /// Like [`Moment::waiting`], but only with cells whose first key is `key`, in any order.
    pub fn waiting_by(&self, layer: u8, key: u64) -> Vec<(Cell, &'a E)> {
        if self.is_inner() {
            // The keys of an inner run depend on its own constants.
            let by = |event: &E| event.keys(self.context()).is_some_and(|keys| keys.0 == key);
            return self.waiting(layer).filter(|(_, event)| by(event)).collect();
        }
        let all = self.player.waiting_by(self.slots.layer + layer, key, None);
        all.into_iter().filter_map(|(cell, event)| Some((cell, self.event(event)?))).collect()
    }

    /// Returns the event that began the current phase of a depth.
    pub fn phase(&self, depth: u8) -> Option<&'a E> {
        self.event(self.player.phase_start(depth)?)
    }

    /// Returns the last event that has happened.
    pub fn last(&self) -> Option<&'a E> {
        self.event(self.player.cursor().checked_sub(1)?)
    }
}

/// Returns the event since which something holds for a cell, as [`Player::since`] does, for moments of the run of
/// `now`.
pub fn since<E: Event>(
    now: &Moment<E>,
    then: &mut Player,
    cell: Cell,
    holds: impl Fn(&Moment<E>) -> bool,
) -> Option<usize> {
    then.since(cell, |player| holds(&now.then(player)))
}

impl<E: Event> Deref for Moment<'_, E> {
    type Target = Player;

    fn deref(&self) -> &Player {
        self.player
    }
}

impl<E: Event> std::fmt::Debug for Moment<'_, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Moment").field("cursor", &self.player.cursor()).finish_non_exhaustive()
    }
}

/// The events that a cell holds at a moment.
#[derive(Clone, Copy, Debug)]
pub struct CellState<'a, E: Event> {
    player: &'a Moment<'a, E>,
    index: usize,
    /// Events in passing layers before this one are stale.
    since: u32,
}

impl<'a, E: Event> CellState<'a, E> {
    /// Returns the event that `layer` holds here.
    #[inline]
    pub fn layer(&self, layer: u8) -> Option<&'a E> {
        self.holder(layer).and_then(|i| self.player.event(i))
    }

    /// Returns the index of the event that `layer` holds here, or `None` if it is empty or stale.
    #[inline]
    pub fn holder(&self, layer: u8) -> Option<usize> {
        self.player.player.holder_at(self.player.slots.layer + layer, self.index, self.since)
    }

    /// Returns the number of an event in the whole run, from 1.
    pub fn number(&self, event: usize) -> usize {
        self.player.log.number(event)
    }

    /// Returns the cell.
    pub fn cell(&self) -> Cell {
        self.player.log.layout().size.cell(self.index)
    }

    /// Returns the row-major index of the cell.
    pub const fn index(&self) -> usize {
        self.index
    }

    /// Returns the moment that this belongs to.
    pub const fn player(&self) -> &'a Moment<'a, E> {
        self.player
    }
}
