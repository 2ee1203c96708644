//! What is scanned at a moment, and what waits.

use super::context::Context;
use super::event::{STACK, ShadowEvent as E};
use super::slope::{Slope, Wedge};
use crate::event::Slot;
use crate::geometry::Cell;
use crate::trace::Moment;

/// What is scanned, or waits for it.
#[derive(Clone, Copy, Debug)]
pub(super) enum View {
    /// A row of a sector's wedge.
    Row(u8, Wedge),
    /// A cell that the flood comes into, with the sides of the wedge.
    Cell(Cell, Slope, Slope),
}

impl View {
    pub(super) const fn of(event: &E) -> Option<Self> {
        match *event {
            E::Pushed { sector, wedge, .. }
            | E::Called { sector, wedge, .. }
            | E::Scanned { sector, wedge, .. }
            | E::Resumed { sector, wedge, .. } => Some(Self::Row(sector, wedge)),
            E::Opened { cell, left, right, .. } | E::Flooded { cell, left, right, .. } => {
                Some(Self::Cell(cell, left, right))
            }
            _ => None,
        }
    }

    /// Its two sides as people write them.
    pub(super) fn sides(&self, context: &Context) -> String {
        match *self {
            Self::Row(_, Wedge { low, high, .. }) | Self::Cell(_, low, high) => context.sides(low, high),
        }
    }
}

/// The event that began the row or the cell at hand.
pub(super) fn begun(now: &Moment<E>) -> Option<usize> {
    let phases = now.trace().phases();
    let k = phases.partition_point(|p| (p.start as usize) < now.cursor()).checked_sub(1)?;
    Some(phases[k].start as usize)
}

/// The row or the cell at hand.
pub(super) fn at_hand(now: &Moment<E>) -> Option<View> {
    View::of(&now.trace().events()[begun(now)?])
}

/// The events that put there what lies on the stack, from the bottom.
pub(super) fn stack(now: &Moment<E>) -> Vec<usize> {
    let events = now.trace().events();
    (0..STACK).filter_map(|n| now.holder(Slot::Register(n))).filter(|&i| events[i].waits()).collect()
}
