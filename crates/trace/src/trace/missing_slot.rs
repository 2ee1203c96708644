//! Events that name something that does not exist: a cell off the map, or a layer or register that the layout lacks.
//! Only an algorithm with a mistake reports such an event. Recording it would write the slot of another cell.

use super::log::Layout;
use crate::event::Slot;
use crate::geometry::{Cell, Size};
use std::fmt;

/// The missing thing that an event names.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stray {
    Cell(Cell, Size),
    Layer(u8, u8),
    Register(u32, u32),
}

impl Stray {
    /// Returns the missing thing that an event names, given the slot that it writes and the cell that it is about.
    #[inline]
    pub(super) fn of(layout: Layout, slot: Option<Slot>, about: Option<Cell>) -> Option<Self> {
        if slot.is_none_or(|slot| layout.has(slot)) && about.is_none_or(|cell| layout.size.contains(cell)) {
            return None;
        }
        Self::named(layout, slot, about)
    }

    #[cold]
    fn named(layout: Layout, slot: Option<Slot>, about: Option<Cell>) -> Option<Self> {
        let within = match slot {
            Some(Slot::Cell(layer, _)) if layer >= layout.layers => return Some(Self::Layer(layer, layout.layers)),
            Some(Slot::Register(n)) if n >= layout.registers => return Some(Self::Register(n, layout.registers)),
            Some(Slot::Cell(_, cell)) => Some(cell),
            Some(Slot::Register(_)) | None => None,
        };
        let mut cells = [about, within].into_iter().flatten();
        cells.find(|&cell| !layout.size.contains(cell)).map(|cell| Self::Cell(cell, layout.size))
    }
}

impl fmt::Display for Stray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Cell(cell, size) => write!(f, "names the cell {cell}, which is outside the map of {size}"),
            Self::Layer(slot, layers) => write!(f, "writes slot {slot}, and the layout has {layers}, counted from 0"),
            Self::Register(n, all) => write!(f, "writes register {n}, and the layout has {all}, counted from 0"),
        }
    }
}
