//! Conversions of what an event stores to what is shown: values, slots, and the cell that a step came from.

use super::{Slot, Value};
use crate::root2::Root2;
use crate::{Cell, Dir, Size, Tile};

/// A type of field that can be shown as a value.
pub trait Show {
    /// Returns the value, or `None` if there is nothing to show.
    fn show(self) -> Option<Value>;
}

/// Passes a field to `visit`, unless there is nothing to show. The derive macro calls it: one function for each type of
/// field is smaller than its code in each kind of event.
pub fn show_field<T: Show>(name: &'static str, field: T, visit: &mut dyn FnMut(&'static str, Value)) {
    if let Some(value) = field.show() {
        visit(name, value);
    }
}

/// Passes a text to `visit`.
pub fn show_text<T: ToString + ?Sized>(name: &'static str, text: &T, visit: &mut dyn FnMut(&'static str, String)) {
    visit(name, text.to_string());
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

/// A type that gives the cell that a step came from: the cell itself, or the direction to it from the cell that the
/// step led to.
pub trait Toward {
    /// Returns the cell that the step came from. `cell` is the cell that it led to.
    fn toward(self, cell: Option<Cell>) -> Option<Cell>;
}

impl Toward for Cell {
    fn toward(self, _: Option<Cell>) -> Option<Cell> {
        Some(self)
    }
}

impl Toward for Dir {
    fn toward(self, cell: Option<Cell>) -> Option<Cell> {
        // The event was made by a step on the map, so the neighbour exists. Only the far edge needs a size.
        cell?.step(self, Size::new(u16::MAX, u16::MAX))
    }
}

impl<T: Toward> Toward for Option<T> {
    fn toward(self, cell: Option<Cell>) -> Option<Cell> {
        self.and_then(|place| place.toward(cell))
    }
}

/// A type that gives the slot that an event writes: the slot itself, or a layer in the cell that the event is about.
pub trait IntoSlot {
    /// Returns the slot. `cell` is the cell that the event is about.
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
