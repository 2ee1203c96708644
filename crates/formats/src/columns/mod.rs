//! The column format: the text of a trace or a log, packed so that an event takes a few bytes, and restored byte for
//! byte.
//!
//! Lines that differ only in their numbers share a template. The numbers at one place of a template form a column. Each
//! number is stored as its difference from a number that is already known. That is the one above it in its column, one
//! further left in its line, or one in the previous line. The choice is made for each column of a block. The
//! differences are small: a neighbour is one step away from its parent, and costs grow slowly. gzip then compresses the
//! result.
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
//! All of these numbers are varints in base 128, lowest digit first. Differences are zigzag-coded (0, −1, 1, −2, …). A
//! reference is 0 (none: the number itself), 1 (the number above), 2 + 2j (number j of the same line) or 3 + 2j (number
//! j of the previous line, or 0 if it has none).

mod read;
mod write;

pub(super) use self::read::Reader;
pub(super) use self::write::Writer;
use super::Fails;
use super::gzip::Gzip;
use super::trace_format::{TraceFormat, WriteLines};
use gridscope_trace::workers::Workers;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};

/// Lines in columns.
#[derive(Debug)]
pub(super) struct Columns {
    /// Whether gzip packs them once more.
    pub(super) is_gzipped: bool,
}

impl TraceFormat for Columns {
    fn extensions(&self) -> &'static [&'static str] {
        if self.is_gzipped { &["columns.gz"] } else { &["columns"] }
    }

    /// The first bytes are those after unpacking.
    fn recognises(&self, head: &[u8]) -> bool {
        head.starts_with(FAMILY)
    }

    fn lines<'a>(&self, mut from: Box<dyn BufRead + Send + 'a>) -> Box<dyn BufRead + Send + 'a> {
        if !from.fill_buf().is_ok_and(|head| head.starts_with(MAGIC)) {
            let words = "its columns are of a later version than 1";
            return Box::new(BufReader::new(Fails(Some(io::Error::new(ErrorKind::InvalidData, words)))));
        }
        from.consume(MAGIC.len());
        Box::new(Reader::new(from))
    }

    fn write(&self, out: &mut dyn Write, lines: WriteLines<'_>, workers: &Workers) -> io::Result<()> {
        let columns = |packer: &mut dyn Write| {
            let mut writer = Writer::new(packer, workers)?;
            lines(&mut writer)?;
            writer.finish().map(drop)
        };
        if self.is_gzipped { Gzip.write(out, Box::new(columns), workers) } else { columns(out) }
    }
}

/// First bytes of a file in columns, after unpacking.
const MAGIC: &[u8] = b"gridscope-columns 1\n";
/// First bytes of a file in columns of any version.
const FAMILY: &[u8] = b"gridscope-columns ";
/// Maximum number of lines in a block.
const LINES: usize = 32_768;
/// Maximum number of numbers extracted from a line. A line with more, such as a header with weights, is stored as text.
const NUMBERS: usize = 256;
/// Maximum number of columns in a block.
const COLUMNS: usize = 65_536;
/// Upper bound for numbers: all have at most [`DIGITS`] digits.
const BOUND: u64 = 10_u64.pow(DIGITS as u32);
/// Byte that marks the place of a number in a template.
const MARK: u8 = 0;
/// Maximum number of digits in a number. A longer one is split into several.
const DIGITS: usize = 18;

/// The number from which a stored difference is measured.
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

    /// Returns the number that it refers to. `line` holds the numbers of the current line so far, `before` those of the
    /// previous line.
    fn value(self, above: u64, line: &[u64], before: &[u64]) -> u64 {
        match self {
            Self::None => 0,
            Self::Above => above,
            Self::Line(j) => line.get(j).copied().unwrap_or(0),
            Self::Before(j) => before.get(j).copied().unwrap_or(0),
        }
    }
}
