//! How what an event holds becomes what is shown: values, slots, the cell where a step came from.

use super::{Slot, Value};
use crate::geometry::{Cell, Dir, Size};
use crate::root2::Root2;
use crate::terrain::Tile;

/// Something that a field can hold, as a value; `None` where there is nothing to show.
pub trait Show {
    /// The value.
    fn show(self) -> Option<Value>;
}

macro_rules! shown {
    ($($kind:ty => $value:expr;)*) => {
        $(impl Show for $kind {
            fn show(self) -> Option<Value> {
                let make: fn($kind) -> Value = $value;
                Some(make(self))
            }
        })*
    };
}

shown! {
    u8 => |n| Value::Int(n.into());
    u16 => |n| Value::Int(n.into());
    u32 => |n| Value::Int(n.into());
    u64 => |n| Value::Int(i64::try_from(n).unwrap_or(i64::MAX));
    usize => |n| Value::Int(i64::try_from(n).unwrap_or(i64::MAX));
    i8 => |n| Value::Int(n.into());
    i16 => |n| Value::Int(n.into());
    i32 => |n| Value::Int(n.into());
    i64 => Value::Int;
    f32 => |x| Value::Real(x.into());
    f64 => Value::Real;
    bool => Value::Flag;
    Cell => Value::Cell;
    Dir => Value::Dir;
    Tile => Value::Tile;
    &'static str => |word| Value::Word(word.into());
    Root2 => Value::from;
    Value => |value| value;
}

impl<T: Show> Show for Option<T> {
    fn show(self) -> Option<Value> {
        self.and_then(T::show)
    }
}

/// Something that names the cell where a step came from: the cell, or the direction of it from the cell it led to.
pub trait Toward {
    /// The cell.
    fn toward(self, cell: Option<Cell>) -> Option<Cell>;
}

impl Toward for Cell {
    fn toward(self, _: Option<Cell>) -> Option<Cell> {
        Some(self)
    }
}

impl Toward for Dir {
    fn toward(self, cell: Option<Cell>) -> Option<Cell> {
        // The event was made by a step on the map, so the neighbour exists; only the far edge needs a size.
        cell?.step(self, Size::new(u16::MAX, u16::MAX))
    }
}

impl<T: Toward> Toward for Option<T> {
    fn toward(self, cell: Option<Cell>) -> Option<Cell> {
        self.and_then(|place| place.toward(cell))
    }
}

/// Something that names the slot that an event writes: the slot, or a layer in the cell that it is about.
pub trait IntoSlot {
    /// The slot.
    fn into_slot(self, cell: Option<Cell>) -> Option<Slot>;
}

impl IntoSlot for u8 {
    #[inline]
    fn into_slot(self, cell: Option<Cell>) -> Option<Slot> {
        cell.map(|cell| Slot::Cell(self, cell))
    }
}

impl IntoSlot for Slot {
    #[inline]
    fn into_slot(self, _: Option<Cell>) -> Option<Slot> {
        Some(self)
    }
}

impl<T: IntoSlot> IntoSlot for Option<T> {
    #[inline]
    fn into_slot(self, cell: Option<Cell>) -> Option<Slot> {
        self.and_then(|slot| slot.into_slot(cell))
    }
}
