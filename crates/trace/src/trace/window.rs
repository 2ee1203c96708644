//! Windows: a recording that begins in the middle of a run.
//!
//! Of the events before the window, only those are kept that a moment of the window can show: the last one in each slot,
//! those that began phases which are still open, and the last one of all. They come before the events of the window in the trace, so each
//! slot holds what it holds in the whole run. Indices count the stored events. [`Trace::number`] and
//! [`Trace::number_of_moment`] return the numbers of the whole run.

use super::lens::schema::SERIES;
use super::log::{Layout, Trace};
use super::missing_slot::Stray;
use crate::card::rows::Series;
use crate::event::{Event, Level, OpenListEffect};

/// Smallest number of events between two compactions.
const LEAST: usize = 1 << 16;
/// Number of slots whose flags are cleared in about the time of an event.
const SLOTS_PER_EVENT: usize = 16;

/// The events before a window.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Window {
    /// Number of events before the window in the whole run.
    first: usize,
    /// The indices in the whole run of the events that were kept, ascending.
    kept: Vec<u32>,
    /// The values of the series when the window begins.
    values: Vec<f64>,
}

/// The events before a window while the run has not reached it.
#[derive(Debug)]
pub(super) struct Before<E: Event> {
    /// Number of events before the window.
    from: usize,
    context: E::Context,
    series: &'static [Series<E>],
    window: Window,
}

impl<E: Event> Before<E> {
    /// Creates the list for a window that begins after `from` events.
    pub(super) fn new(from: usize, context: E::Context, series: &'static [Series<E>]) -> Self {
        let count = if series.is_empty() { SERIES.len() } else { series.len() };
        let window = Window { values: vec![0.0; count], ..Window::default() };
        Self { from, context, series, window }
    }

    /// Returns how many events, with those in `events`, the run has reported.
    fn count(&self, events: &[E]) -> usize {
        self.window.first + (events.len() - self.window.kept.len())
    }

    /// Returns the number of events that `events` may have before the next call of [`Before::compact`].
    pub(super) fn limit(&self, layout: Layout, events: &[E]) -> usize {
        let until = events.len() + (self.from - self.count(events));
        (2 * events.len()).max(LEAST).max(layout.slots() / SLOTS_PER_EVENT).min(until)
    }

    /// Drops the events that no moment from now on can show. Returns whether the window begins with the next event.
    pub(super) fn compact(&mut self, layout: Layout, events: &mut Vec<E>) -> bool {
        let count = self.count(events);
        self.add_to_series(events);
        let mut keeps = vec![false; events.len()];
        let mut held = vec![0_u64; layout.slots().div_ceil(64)];
        let (mut outer, mut waiting) = (u8::MAX, 0_usize);
        // The event that has just happened when the window begins.
        keeps.last_mut().into_iter().for_each(|last| *last = true);
        for (event, keeps) in events.iter().zip(&mut keeps).rev() {
            let case = &E::CASES[usize::from(event.case(&self.context))];
            if let Level::Phase(depth) = case.level {
                let depth = event.depth(&self.context).unwrap_or(depth);
                // A phase ends where one of the same or a smaller depth begins.
                *keeps |= depth < outer;
                outer = outer.min(depth);
            }
            let slot = event.slot(&self.context);
            // An event off the map is kept. It ends the trace.
            *keeps |= Stray::of(layout, slot, event.cell()).is_some();
            if let Some(slot) = slot.filter(|&slot| layout.has(slot)) {
                let slot = layout.index(slot);
                let (word, bit) = (&mut held[slot / 64], 1 << (slot % 64));
                let is_held = *word & bit == 0;
                *keeps |= is_held;
                waiting += usize::from(is_held && matches!(case.queue, OpenListEffect::Enqueues(_)));
                *word |= bit;
            }
        }
        if self.series.is_empty() {
            self.window.values[0] = waiting as f64;
        }
        let first_whole = self.window.first;
        let old = std::mem::take(&mut self.window.kept);
        let number = |index: usize| old.get(index).copied().unwrap_or_else(|| (first_whole + index - old.len()) as u32);
        self.window.kept = keeps.iter().enumerate().filter(|(_, keeps)| **keeps).map(|(i, _)| number(i)).collect();
        self.window.first = count;
        let mut to = 0;
        for (from, _) in keeps.iter().enumerate().filter(|(_, keeps)| **keeps) {
            events.swap(to, from);
            to += 1;
        }
        events.truncate(to);
        count == self.from
    }

    /// Adds the events since the last compaction to the series, except the number of waiting cells.
    fn add_to_series(&mut self, events: &[E]) {
        let new = || events.iter().skip(self.window.kept.len());
        for (row, value) in self.series.iter().zip(&mut self.window.values) {
            new().for_each(|event| (row.gauge)(event, &self.context).apply(value));
        }
        if self.series.is_empty() {
            let level = |event: &E| E::CASES[usize::from(event.case(&self.context))].level;
            let steps = new().filter(|event| matches!(level(event), Level::Step | Level::Phase(_))).count();
            self.window.values[1] += steps as f64;
        }
    }

    /// Returns the events before the window.
    pub(super) fn into_window(self) -> Window {
        self.window
    }
}

impl Window {
    /// Returns the number of stored events before the window.
    pub(super) const fn len(&self) -> usize {
        self.kept.len()
    }

    /// Returns the number of events of the whole run up to a stored event, which is included.
    pub(super) fn number(&self, index: usize) -> usize {
        self.kept.get(index).map_or_else(|| self.first + index - self.kept.len(), |&kept| kept as usize) + 1
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.kept)
    }
}

impl Trace {
    /// Returns the number of stored events before the window: the first moment that can be shown. 0 for a whole run.
    pub const fn first(&self) -> usize {
        self.window.len()
    }

    /// Returns the number of an event in the whole run, from 1.
    pub fn number(&self, index: usize) -> usize {
        self.window.number(index)
    }

    /// Returns how many events of the whole run have happened at a moment.
    pub fn number_of_moment(&self, cursor: usize) -> usize {
        self.window.first + cursor.saturating_sub(self.window.len())
    }

    /// Returns the moment at which this many events of the whole run have happened, or the nearest one.
    pub fn moment_of_number(&self, number: usize) -> usize {
        (self.window.len() + number.saturating_sub(self.window.first)).min(self.len())
    }

    /// Returns the values of the series at the first moment.
    pub(super) fn first_values(&self, series: usize) -> Vec<f64> {
        let mut values = self.window.values.clone();
        values.resize(series, 0.0);
        values
    }

    /// Returns the number of bytes for the numbers of events before a window.
    pub(super) fn window_bytes(&self) -> usize {
        self.window.bytes()
    }
}
