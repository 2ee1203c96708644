//! The elements of an array: numbers of a fixed type, or texts of a fixed length.

use super::super::{FormatError, limits};
use super::header::Header;
use gridscope_trace::geometry::Size;
use std::borrow::Cow;

/// Largest whole number that a 64-bit float holds exactly, as do all smaller ones.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Type of the elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A truth value: one byte.
    Bool,
    /// A whole number without a sign, of this many bytes.
    Unsigned(usize),
    /// A whole number with a sign, of this many bytes.
    Signed(usize),
    /// A floating-point number of 4 or 8 bytes.
    Float(usize),
    /// A text of this many characters, four bytes each.
    Text(usize),
}

impl Kind {
    /// Reads a type such as `<f8`. The second value is whether the bytes of a number run from the highest.
    fn read(text: &str) -> Option<(Self, bool)> {
        let (order, rest) = (text.get(..1)?, text.get(1..)?);
        let big = match order {
            "<" => false,
            ">" => true,
            "|" if matches!(rest, "b1" | "u1" | "i1") => false,
            _ => return None,
        };
        let size: usize = rest.get(1..).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()?;
        let kind = match (rest.get(..1)?, size) {
            ("b", 1) => Self::Bool,
            ("u", 1 | 2 | 4 | 8) => Self::Unsigned(size),
            ("i", 1 | 2 | 4 | 8) => Self::Signed(size),
            ("f", 4 | 8) => Self::Float(size),
            ("U", _) => Self::Text(size),
            _ => return None,
        };
        Some((kind, big))
    }

    const fn bytes(self) -> usize {
        match self {
            Self::Bool => 1,
            Self::Unsigned(size) | Self::Signed(size) | Self::Float(size) => size,
            Self::Text(characters) => characters.saturating_mul(4),
        }
    }
}

/// The elements of a map: an array of two dimensions, height and width.
#[derive(Debug)]
pub(super) struct Elements<'a> {
    pub(super) kind: Kind,
    pub(super) size: Size,
    /// Number of bytes after the last element.
    pub(super) behind: usize,
    big: bool,
    fortran: bool,
    data: &'a [u8],
}

impl<'a> Elements<'a> {
    /// Checks the type, the shape and the number of bytes.
    ///
    /// # Errors
    /// Returns an error that says what was expected.
    pub(super) fn of(name: &str, header: &Header, bytes: &'a [u8]) -> Result<Self, FormatError> {
        let refuse = |found: &str, expected: &str| Err(FormatError::whole(name, found, expected));
        let text = &*header.kind;
        if text.starts_with('[') {
            let expected = "an array of numbers or texts, such as one field: numpy.save(file, array['field'])";
            return refuse("the array has named fields, so it is no map", expected);
        }
        if text.trim_start_matches(['|', '<', '>', '=']).starts_with('O') {
            let found =
                "the array is a pickle of Python objects (type |O), which could run a program and is never read";
            return refuse(found, "numbers or texts: numpy.save(file, array.astype('U'))");
        }
        if text.trim_start_matches('|').starts_with('S') {
            let found = format!("the elements have the type {text:?}, which is bytes");
            return refuse(&found, "str, as by numpy.save(file, array.astype('U'))");
        }
        let Some((kind, big)) = Kind::read(text) else {
            let expected = "bool, int8 to int64, uint8 to uint64, float32, float64 or str, as by array.astype('f8')";
            return refuse(&format!("the elements have the type {text:?}"), expected);
        };
        let ([height, width] | [1, height, width]) = *header.shape else {
            let found = format!("the array has the shape {}", header.shape_text());
            return refuse(&found, "two dimensions, (height, width), as by array.reshape(height, width)");
        };
        let size = Size::checked(width, height).map_err(|e| FormatError::whole(name, &e.to_string(), ""))?;
        let length = size.area().saturating_mul(kind.bytes());
        let end = header.data.saturating_add(length);
        let Some(data) = bytes.get(header.data..end) else {
            let found = format!("byte {}: the array is cut short", bytes.len());
            return refuse(&found, &format!("{length} bytes of {size} elements from byte {}", header.data));
        };
        if kind.bytes() > limits::FILE as usize {
            return refuse("the texts are too long", "names of tiles");
        }
        Ok(Self { kind, size, behind: bytes.len().saturating_sub(end), big, fortran: header.fortran, data })
    }

    /// Returns the bytes of a text. `index` counts row by row.
    pub(super) fn text_bytes(&self, index: usize) -> &'a [u8] {
        self.bytes(index, self.kind.bytes())
    }

    /// Returns the bytes of an element of this length.
    #[inline]
    fn bytes(&self, index: usize, length: usize) -> &'a [u8] {
        let at = if self.fortran {
            let (width, height) = (usize::from(self.size.width), usize::from(self.size.height));
            let (x, y) = (index.checked_rem(width).unwrap_or(0), index.checked_div(width).unwrap_or(0));
            x.saturating_mul(height).saturating_add(y)
        } else {
            index
        };
        let begin = at.saturating_mul(length);
        self.data.get(begin..begin.saturating_add(length)).unwrap_or_default()
    }

    /// Returns the bytes of a number with the lowest first.
    #[inline]
    fn low_first<const N: usize>(&self, index: usize) -> [u8; N] {
        let mut bytes = self.bytes(index, N).first_chunk().copied().unwrap_or([0; N]);
        if self.big {
            bytes.reverse();
        }
        bytes
    }

    /// Returns an element as a number. Texts are 0.
    #[inline]
    pub(super) fn number(&self, index: usize) -> f64 {
        match self.kind {
            Kind::Bool => f64::from(u8::from(self.low_first::<1>(index) != [0])),
            Kind::Unsigned(1) => u8::from_le_bytes(self.low_first(index)).into(),
            Kind::Unsigned(2) => u16::from_le_bytes(self.low_first(index)).into(),
            Kind::Unsigned(4) => u32::from_le_bytes(self.low_first(index)).into(),
            Kind::Unsigned(_) => u64::from_le_bytes(self.low_first(index)) as f64,
            Kind::Signed(1) => i8::from_le_bytes(self.low_first(index)).into(),
            Kind::Signed(2) => i16::from_le_bytes(self.low_first(index)).into(),
            Kind::Signed(4) => i32::from_le_bytes(self.low_first(index)).into(),
            Kind::Signed(_) => i64::from_le_bytes(self.low_first(index)) as f64,
            Kind::Float(4) => f32::from_le_bytes(self.low_first(index)).into(),
            Kind::Float(_) => f64::from_le_bytes(self.low_first(index)),
            Kind::Text(_) => 0.0,
        }
    }

    /// Returns an element as a text, without the zeros that fill it up. `None` means that it is no Unicode text.
    pub(super) fn text(&self, index: usize) -> Option<Cow<'static, str>> {
        let code = |four: &[u8]| {
            let mut four = <[u8; 4]>::try_from(four).ok()?;
            if self.big {
                four.reverse();
            }
            Some(u32::from_le_bytes(four))
        };
        let bytes = self.text_bytes(index);
        let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last.saturating_add(4) / 4);
        let codes = bytes.chunks_exact(4).take(used);
        codes.map(|four| code(four).and_then(char::from_u32)).collect::<Option<String>>().map(Cow::Owned)
    }

    /// Returns the first element that a 64-bit float does not hold exactly.
    pub(super) fn inexact(&self) -> Option<usize> {
        let wide = matches!(self.kind, Kind::Unsigned(8) | Kind::Signed(8));
        wide.then(|| (0..self.size.area()).find(|&index| self.number(index).abs() >= EXACT)).flatten()
    }

    /// Returns all elements as numbers.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f64> {
        (0..self.size.area()).map(|index| self.number(index))
    }
}
