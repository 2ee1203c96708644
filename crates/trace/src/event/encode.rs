//! Values as bytes, little-endian, for a run that another instance of the program records.

use crate::movement::Refusal;
use crate::root2::Root2;
use crate::{Cell, Dir, Tile, Verb};

/// A value that can be written as bytes and read back. The derive macro of the same name implements it.
pub trait Encode: Sized {
    /// Appends the value's bytes.
    fn encode(&self, to: &mut Vec<u8>);
    /// Reads a value and removes its bytes from the front. Returns `None` if the bytes are no such value.
    fn decode(from: &mut &[u8]) -> Option<Self>;
}

/// The functions that write and read an event.
#[derive(Clone, Copy, Debug)]
pub struct Codec<E> {
    /// Appends the event's bytes.
    pub encode: fn(&E, &mut Vec<u8>),
    /// Reads an event and removes its bytes from the front.
    pub decode: fn(&mut &[u8]) -> Option<E>,
}

impl<E: Encode> Codec<E> {
    /// The functions of the type itself.
    pub const OWN: Self = Self { encode: E::encode, decode: E::decode };
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Encode for $number {
            fn encode(&self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }

            fn decode(from: &mut &[u8]) -> Option<Self> {
                let (bytes, rest) = from.split_first_chunk()?;
                *from = rest;
                Some(Self::from_le_bytes(*bytes))
            }
        })*
    };
}

numbers! { u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 }

/// Encodes types that others define: as `$raw`, which one function makes and another reads.
macro_rules! encoded_as {
    ($($kind:ty as $raw:ty: $encode:expr, $decode:expr;)*) => {
        $(impl Encode for $kind {
            fn encode(&self, to: &mut Vec<u8>) {
                let raw: fn($kind) -> $raw = $encode;
                raw(*self).encode(to);
            }

            fn decode(from: &mut &[u8]) -> Option<Self> {
                let value: fn($raw) -> Option<$kind> = $decode;
                value(<$raw>::decode(from)?)
            }
        })*
    };
}

encoded_as! {
    bool as u8: u8::from, |byte| (byte < 2).then_some(byte == 1);
    Cell as u32: |cell| u32::from(cell.x) | u32::from(cell.y) << 16, |raw| Some(Cell::new(raw as u16, (raw >> 16) as u16));
    Dir as u8: |dir| dir as u8, |number| Dir::ALL.get(usize::from(number)).copied();
    Tile as u8: |tile| tile as u8, |number| Tile::ALL.get(usize::from(number)).copied();
    Verb as u8: |verb| verb as u8, |number| Verb::ALL.get(usize::from(number)).copied();
    Refusal as u8: |why| why as u8, |number| Refusal::ALL.get(usize::from(number)).copied();
    Root2 as u64: |length| u64::from(length.whole as u32) | u64::from(length.roots as u32) << 32,
        |raw| Some(Root2::new(raw as i32, (raw >> 32) as i32));
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self, to: &mut Vec<u8>) {
        self.is_some().encode(to);
        if let Some(value) = self {
            value.encode(to);
        }
    }

    fn decode(from: &mut &[u8]) -> Option<Self> {
        if bool::decode(from)? { T::decode(from).map(Some) } else { Some(None) }
    }
}
