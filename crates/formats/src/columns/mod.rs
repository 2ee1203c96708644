//! Lines in columns: the text of a trace or a log, packed so that an event takes a few bytes, and read back to the last
//! byte.
//!
//! Lines that differ in nothing but their numbers share a template, and the numbers at one place of a template are a
//! column. A number is kept as its difference from another that is known by then: the one above it in its column, one
//! further left in its line, or one of the line before; which of these is chosen for each column of a block. The order of
//! things does the rest: a neighbour is one step from the cell that it was reached from, and costs grow by little. gzip
//! goes over the result.
//!
//! ```text
//! gridscope-columns 1\n
//! block: its length in bytes, then
//!     n, the number of lines; t, the number of templates
//!     t templates: length, text with a zero byte for each number
//!     n numbers of templates, those of the lines
//!     for each column of each template: its reference, its length in bytes, its differences
//! a block of length 0 ends the file
//! ```
//!
//! All of these numbers are varints of base 128, the lowest digit first; differences are zigzag-coded (0, −1, 1, −2, …).
//! A reference is 0 (none: the number itself), 1 (the number above), 2 + 2j (number j of the same line) or 3 + 2j (number j
//! of the line before, 0 where it has none).

mod read;
mod write;

pub(super) use self::read::Reader;
pub(super) use self::write::Writer;

/// What such a file begins with, once unpacked.
pub(super) const MAGIC: &[u8] = b"gridscope-columns 1\n";
/// The most lines of a block.
const LINES: usize = 32_768;
/// The most numbers of a line that are kept apart. A line with more, such as a header with weights, stands as it is.
const NUMBERS: usize = 256;
/// The most columns of a block.
const COLUMNS: usize = 65_536;
/// No number has more than [`DIGITS`] digits.
const BOUND: u64 = 10_u64.pow(DIGITS as u32);
/// Where a number stood in a template.
const MARK: u8 = 0;
/// The most digits of a number; longer ones are several numbers.
const DIGITS: usize = 18;

/// What a number is kept as the difference from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reference {
    None,
    Above,
    Line(usize),
    Before(usize),
}

impl Reference {
    const fn code(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Above => 1,
            Self::Line(j) => (j as u64).saturating_mul(2).saturating_add(2),
            Self::Before(j) => (j as u64).saturating_mul(2).saturating_add(3),
        }
    }

    fn of(code: u64) -> Option<Self> {
        let place = usize::try_from(code.saturating_sub(2) >> 1).ok().filter(|&j| j < NUMBERS)?;
        Some(match code {
            0 => Self::None,
            1 => Self::Above,
            _ if code & 1 == 0 => Self::Line(place),
            _ => Self::Before(place),
        })
    }

    /// The number that it refers to, seen from a line whose numbers so far are `line`.
    fn value(self, above: u64, line: &[u64], before: &[u64]) -> u64 {
        match self {
            Self::None => 0,
            Self::Above => above,
            Self::Line(j) => line.get(j).copied().unwrap_or(0),
            Self::Before(j) => before.get(j).copied().unwrap_or(0),
        }
    }
}
