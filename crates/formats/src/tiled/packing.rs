//! Cells of a layer as Tiled packs them: numbers with commas, or base64 of words of four bytes, plain or compressed. No
//! more is unpacked than the size of the layer asks for.

use super::counts::Palette;
use crate::zstandard;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use base64::read::DecoderReader;
use flate2::bufread::{GzDecoder, ZlibDecoder};
use std::io::{self, BufRead, BufReader, Read};

/// Base64 with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);
/// Number of bytes unpacked at a time.
const STRETCH: usize = 1 << 16;

/// Reason why cells cannot be read.
#[derive(Debug)]
pub(super) struct Problem {
    /// Byte in the text.
    pub(super) at: usize,
    pub(super) found: String,
    pub(super) expected: String,
}

impl Problem {
    fn new(at: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { at, found: found.into(), expected: expected.into() }
    }
}

/// Collects the cells of a layer or a chunk.
#[derive(Debug)]
pub(super) struct Cells<'p> {
    palette: &'p mut Palette,
    indices: Vec<u16>,
    expected: usize,
    /// The number that is being read.
    number: Option<u32>,
    /// Whether a comma must stand before the next number.
    needs_comma: bool,
}

impl<'p> Cells<'p> {
    /// Starts a list of `expected` cells.
    pub(super) fn new(palette: &'p mut Palette, expected: usize) -> Self {
        Self { palette, indices: Vec::new(), expected, number: None, needs_comma: false }
    }

    /// Adds the number of a cell.
    ///
    /// # Errors
    /// Returns a problem if there are too many cells or too many different tiles.
    pub(super) fn push(&mut self, cell: u32) -> Result<(), Problem> {
        if self.indices.len() >= self.expected {
            let found = format!("there are more than {} cells", self.expected);
            return Err(Problem::new(0, found, format!("{} as the size says", self.expected)));
        }
        let index = self.palette.index(cell).ok_or_else(|| {
            let max_tiles = u16::MAX;
            Problem::new(0, format!("there are more than {max_tiles} different tiles"), format!("at most {max_tiles}"))
        })?;
        self.indices.push(index);
        Ok(())
    }

    /// Adds numbers that are separated by commas. White space may stand anywhere. A text may be given in several parts.
    ///
    /// # Errors
    /// Returns a problem at the first character that belongs to no number, and in the cases of [`Cells::push`].
    pub(super) fn csv(&mut self, text: &str) -> Result<(), Problem> {
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'0'..=b'9' if self.needs_comma => {
                    return Err(Problem::new(at, "there is no comma between two numbers", "a comma"));
                }
                b'0'..=b'9' => {
                    let digit = u32::from(byte.saturating_sub(b'0'));
                    let number = self.number.unwrap_or(0).checked_mul(10).and_then(|n| n.checked_add(digit));
                    let wrong = || Problem::new(at, "the number of a cell is too large", "at most 4294967295");
                    self.number = Some(number.ok_or_else(wrong)?);
                }
                b',' if self.number.is_none() && !self.needs_comma => {
                    return Err(Problem::new(at, "there is no number before a comma", "a number for each cell"));
                }
                b',' | b' ' | b'\t' | b'\r' | b'\n' => {
                    let had_number = self.number.is_some();
                    self.flush().map_err(|problem| Problem { at, ..problem })?;
                    self.needs_comma = byte != b',' && (had_number || self.needs_comma);
                }
                _ => {
                    let letter = text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or('?');
                    return Err(Problem::new(at, format!("{letter:?} is among the cells"), "numbers and commas"));
                }
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Problem> {
        match self.number.take() {
            Some(number) => self.push(number),
            None => Ok(()),
        }
    }

    /// Adds base64. `compression` is the compression that the file names. An empty name means none. Which one it is,
    /// the first bytes say, because files with a wrong name exist.
    ///
    /// # Errors
    /// Returns a problem if the text is not base64, cannot be unpacked or ends inside a cell, and in the cases of
    /// [`Cells::push`].
    pub(super) fn base64(&mut self, text: &str, compression: &str) -> Result<(), Problem> {
        let broken = |error: io::Error| {
            let what = if compression.is_empty() { "base64" } else { compression };
            Problem::new(0, format!("the cells cannot be unpacked ({error})"), format!("cells packed as {what}"))
        };
        let mut packed = BufReader::new(DecoderReader::new(WithoutSpace(text.as_bytes()), &BASE64));
        let mut plain: Box<dyn Read + '_> = match packed.fill_buf().map_err(broken)? {
            _ if compression.is_empty() => Box::new(packed),
            [0x1f, 0x8b, ..] => Box::new(GzDecoder::new(packed)),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Box::new(zstandard::unpacked(packed)),
            _ => Box::new(ZlibDecoder::new(packed)),
        };
        let mut bytes = vec![0; STRETCH];
        let mut filled = 0_usize;
        loop {
            let room = bytes.get_mut(filled..).unwrap_or_default();
            let more = match plain.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read.map_err(broken)?,
            };
            if more == 0 {
                break;
            }
            filled = filled.saturating_add(more);
            let whole = filled.saturating_sub(filled % 4);
            for word in bytes.get(..whole).unwrap_or_default().chunks_exact(4) {
                self.push(word.try_into().map_or(0, u32::from_le_bytes))?;
            }
            bytes.copy_within(whole..filled, 0);
            filled = filled.saturating_sub(whole);
        }
        if filled > 0 {
            return Err(Problem::new(0, "the cells end inside a word of four bytes", "four bytes for each cell"));
        }
        Ok(())
    }

    /// Returns the cells.
    ///
    /// # Errors
    /// Returns a problem if there are too few.
    pub(super) fn finish(mut self) -> Result<Vec<u16>, Problem> {
        self.flush()?;
        let count = self.indices.len();
        if count != self.expected {
            let are = if count == 1 { "is 1 cell".to_owned() } else { format!("are {count} cells") };
            return Err(Problem::new(0, format!("there {are}"), format!("{} as the size says", self.expected)));
        }
        Ok(self.indices)
    }
}

/// A reader that leaves out white space.
struct WithoutSpace<'a>(&'a [u8]);

impl Read for WithoutSpace<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0 = self.0.trim_ascii_start();
        let end = self.0.iter().take(into.len()).position(u8::is_ascii_whitespace);
        let (now, rest) = self.0.split_at(end.unwrap_or(self.0.len().min(into.len())));
        for (to, byte) in into.iter_mut().zip(now) {
            *to = *byte;
        }
        self.0 = rest;
        Ok(now.len())
    }
}
