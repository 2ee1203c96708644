//! Arrays whose elements have named fields, written one after the other.

use super::begin;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Type of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// `uint8`.
    U1,
    /// `uint16`.
    U2,
    /// `int32`.
    I4,
    /// `int64`.
    I8,
    /// `float64`.
    F8,
}

impl FieldKind {
    /// Returns the type in the notation of `NumPy`.
    const fn code(self) -> &'static str {
        match self {
            Self::U1 => "|u1",
            Self::U2 => "<u2",
            Self::I4 => "<i4",
            Self::I8 => "<i8",
            Self::F8 => "<f8",
        }
    }

    /// Returns the value that stands for none: −1, NaN, or the largest number of a type without a sign.
    pub const fn none(self) -> Number {
        match self {
            Self::U1 => Number::Whole(u8::MAX as i64),
            Self::U2 => Number::Whole(u16::MAX as i64),
            Self::I4 | Self::I8 => Number::Whole(-1),
            Self::F8 => Number::Real(f64::NAN),
        }
    }
}

/// A field of each element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Name, such as `g`.
    pub name: String,
    /// Type.
    pub kind: FieldKind,
}

impl Field {
    /// Returns a field.
    pub fn new(name: impl Into<String>, kind: FieldKind) -> Self {
        Self { name: name.into(), kind }
    }
}

/// The value of a field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// A whole number.
    Whole(i64),
    /// A floating-point number.
    Real(f64),
}

impl From<Option<f64>> for Number {
    /// Returns the number, or NaN.
    fn from(number: Option<f64>) -> Self {
        Self::Real(number.unwrap_or(f64::NAN))
    }
}

/// Writes an array with named fields. `NumPy` reads it with `numpy.load`, and a field with `array["g"]`.
pub struct StructuredWriter<'a> {
    out: &'a mut dyn Write,
    fields: Vec<Field>,
    left: u64,
    row: Vec<u8>,
}

impl<'a> StructuredWriter<'a> {
    /// Writes the header of an array of `rows` elements.
    ///
    /// # Errors
    /// Returns an error if two fields have the same name, if a name is empty, if the fields are too many for a header, or
    /// if the writer fails.
    pub fn new(out: &'a mut dyn Write, fields: &[Field], rows: u64) -> io::Result<Self> {
        let mut kinds = String::from("[");
        for (i, field) in fields.iter().enumerate() {
            if field.name.is_empty() {
                return Err(invalid("a field has no name".into()));
            }
            if fields.iter().take(i).any(|other| other.name == field.name) {
                return Err(invalid(format!("two fields have the name {:?}", field.name)));
            }
            let comma = if i == 0 { "" } else { ", " };
            // Writing to a String cannot fail.
            let _ = write!(kinds, "{comma}({}, '{}')", literal(&field.name), field.kind.code());
        }
        kinds.push(']');
        if fields.is_empty() {
            return Err(invalid("there are no fields".into()));
        }
        begin(out, &kinds, &[rows])?;
        Ok(Self { out, fields: fields.to_vec(), left: rows, row: Vec::new() })
    }

    /// Writes one element: a value for each field, in the order of the fields.
    ///
    /// # Errors
    /// Returns an error if there are more elements than announced, if the number of values is wrong, if a value does not
    /// fit into the type of its field, or if the writer fails.
    pub fn row(&mut self, values: &[Number]) -> io::Result<()> {
        if self.left == 0 {
            return Err(invalid("there are more rows than the header says".into()));
        }
        if values.len() != self.fields.len() {
            return Err(invalid(format!("a row has {} values; expected {}", values.len(), self.fields.len())));
        }
        self.row.clear();
        for (field, &value) in self.fields.iter().zip(values) {
            append(&mut self.row, field, value)?;
        }
        self.left = self.left.saturating_sub(1);
        self.out.write_all(&self.row)
    }

    /// Ends the array.
    ///
    /// # Errors
    /// Returns an error if there are fewer elements than announced, or if the writer fails.
    pub fn finish(self) -> io::Result<()> {
        if self.left > 0 {
            return Err(invalid(format!("there are {} rows fewer than the header says", self.left)));
        }
        self.out.flush()
    }
}

/// Adds the bytes of a value.
fn append(row: &mut Vec<u8>, field: &Field, value: Number) -> io::Result<()> {
    let wrong = || invalid(format!("the field {:?} cannot hold {value:?}", field.name));
    let whole = match value {
        Number::Whole(whole) => whole,
        Number::Real(real) if field.kind == FieldKind::F8 => {
            row.extend(real.to_le_bytes());
            return Ok(());
        }
        Number::Real(_) => return Err(wrong()),
    };
    match field.kind {
        FieldKind::U1 => row.extend(u8::try_from(whole).map_err(|_| wrong())?.to_le_bytes()),
        FieldKind::U2 => row.extend(u16::try_from(whole).map_err(|_| wrong())?.to_le_bytes()),
        FieldKind::I4 => row.extend(i32::try_from(whole).map_err(|_| wrong())?.to_le_bytes()),
        FieldKind::I8 => row.extend(whole.to_le_bytes()),
        FieldKind::F8 => row.extend((whole as f64).to_le_bytes()),
    }
    Ok(())
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Returns a text as a literal of Python in ASCII.
fn literal(text: &str) -> String {
    let mut quoted = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => quoted.extend(['\\', c]),
            ' '..='~' => quoted.push(c),
            // Writing to a String cannot fail.
            c => {
                let _ = write!(quoted, "\\U{:08x}", u32::from(c));
            }
        }
    }
    quoted.push('\'');
    quoted
}
