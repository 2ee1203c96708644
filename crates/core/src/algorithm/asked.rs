//! An outcome on its way into JSON, which asks now and then whether to go on: that of the largest map has a number a cell.

use crate::observe::{Pace, unless_stopped};
use crate::trace::Control;
use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::cell::RefCell;

/// Who asks, and how many elements of lists were written.
pub(super) struct Asker<'a>(RefCell<Pace>, &'a Control);

impl<'a> Asker<'a> {
    pub(super) fn new(control: &'a Control) -> Self {
        Self(RefCell::default(), control)
    }

    fn step<E: Error>(&self) -> Result<(), E> {
        unless_stopped(self.0.borrow_mut().step(&mut || self.1.goes_on())).map_err(E::custom)
    }
}

/// Something that is written as it is, and no further once somebody has cancelled.
pub(super) struct Asked<'a, T: ?Sized> {
    what: &'a T,
    asker: &'a Asker<'a>,
}

impl<'a, T: ?Sized> Asked<'a, T> {
    pub(super) const fn new(what: &'a T, asker: &'a Asker<'a>) -> Self {
        Self { what, asker }
    }
}

impl<T: Serialize + ?Sized> Serialize for Asked<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.what.serialize(Asking { to, asker: self.asker })
    }
}

/// A serializer, or one for the parts of something, that hands on all that it is given.
struct Asking<'a, S> {
    to: S,
    asker: &'a Asker<'a>,
}

impl<'a, S> Asking<'a, S> {
    fn inner<P, E>(self, part: impl FnOnce(S) -> Result<P, E>) -> Result<Asking<'a, P>, E> {
        Ok(Asking { to: part(self.to)?, asker: self.asker })
    }
}

/// What is written as it comes.
macro_rules! plain {
    ($($method:ident($($arg:ident: $kind:ty),*);)*) => {
        $(fn $method(self, $($arg: $kind),*) -> Result<Self::Ok, Self::Error> {
            self.to.$method($($arg),*)
        })*
    };
}

impl<'a, S: Serializer> Serializer for Asking<'a, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Asking<'a, S::SerializeSeq>;
    type SerializeTuple = Asking<'a, S::SerializeTuple>;
    type SerializeTupleStruct = Asking<'a, S::SerializeTupleStruct>;
    type SerializeTupleVariant = Asking<'a, S::SerializeTupleVariant>;
    type SerializeMap = Asking<'a, S::SerializeMap>;
    type SerializeStruct = Asking<'a, S::SerializeStruct>;
    type SerializeStructVariant = Asking<'a, S::SerializeStructVariant>;

    plain! {
        serialize_bool(v: bool);
        serialize_i8(v: i8);
        serialize_i16(v: i16);
        serialize_i32(v: i32);
        serialize_i64(v: i64);
        serialize_i128(v: i128);
        serialize_u8(v: u8);
        serialize_u16(v: u16);
        serialize_u32(v: u32);
        serialize_u64(v: u64);
        serialize_u128(v: u128);
        serialize_f32(v: f32);
        serialize_f64(v: f64);
        serialize_char(v: char);
        serialize_str(v: &str);
        serialize_bytes(v: &[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(name: &'static str);
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str);
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.to.serialize_some(&Asked::new(value, self.asker))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<S::Ok, S::Error> {
        self.to.serialize_newtype_struct(name, &Asked::new(value, self.asker))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.to.serialize_newtype_variant(name, index, variant, &Asked::new(value, self.asker))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        self.inner(|to| to.serialize_seq(len))
    }

    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, S::Error> {
        self.inner(|to| to.serialize_tuple(len))
    }

    fn serialize_tuple_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeTupleStruct, S::Error> {
        self.inner(|to| to.serialize_tuple_struct(name, len))
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        self.inner(|to| to.serialize_tuple_variant(name, index, variant, len))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        self.inner(|to| to.serialize_map(len))
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        self.inner(|to| to.serialize_struct(name, len))
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        self.inner(|to| to.serialize_struct_variant(name, index, variant, len))
    }
}

/// A part without a name, of a list or a tuple.
macro_rules! unnamed {
    ($($kind:ident $method:ident;)*) => {
        $(impl<S: $kind> $kind for Asking<'_, S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
                self.asker.step()?;
                self.to.$method(&Asked::new(value, self.asker))
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.to.end()
            }
        })*
    };
}

unnamed! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}

/// A part with a name.
macro_rules! named {
    ($($kind:ident;)*) => {
        $(impl<S: $kind> $kind for Asking<'_, S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), S::Error> {
                self.to.serialize_field(key, &Asked::new(value, self.asker))
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.to.end()
            }
        })*
    };
}

named! {
    SerializeStruct;
    SerializeStructVariant;
}

impl<S: SerializeMap> SerializeMap for Asking<'_, S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        self.to.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.to.serialize_value(&Asked::new(value, self.asker))
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.to.end()
    }
}
