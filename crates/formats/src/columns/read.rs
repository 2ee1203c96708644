//! Unpacks the column format to text.

use super::{BOUND, COLUMNS, LINES, MARK, NUMBERS, Reference};
use crate::limits;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::ops::Range;

/// Amount of text produced at a time, in bytes. A longer line is produced as a whole.
const PIECE: usize = 64 << 10;

const fn unzigzag(code: u64) -> i64 {
    (code >> 1) as i64 ^ ((code & 1) as i64).wrapping_neg()
}

/// Reads a varint from the beginning of `bytes` and removes it.
fn take(bytes: &mut &[u8]) -> Option<u64> {
    if let Some((&byte @ ..0x80, rest)) = bytes.split_first() {
        *bytes = rest;
        return Some(byte.into());
    }
    let mut number = 0;
    for place in 0..10_u32 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(place.saturating_mul(7))?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn take_length(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(take(bytes)?).ok()
}

fn split<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (first, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(first)
}

/// A column of the current block.
struct Column {
    reference: Reference,
    /// Range of the differences that were not read yet.
    bytes: Range<usize>,
    above: u64,
}

struct Template {
    /// The texts before the numbers, and the one after the last.
    texts: Vec<Range<usize>>,
    columns: Vec<Column>,
}

/// The block that is being read.
#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    templates: Vec<Template>,
    /// Template number of each line.
    ids: Vec<usize>,
    /// Index of the next line.
    next: usize,
}

impl Block {
    /// Parses a block. Returns `None` if the bytes are not a valid block.
    fn of(bytes: Vec<u8>) -> Option<Self> {
        let mut rest = bytes.as_slice();
        let range = |piece: &[u8], after: &[u8]| {
            let end = bytes.len().saturating_sub(after.len());
            end.saturating_sub(piece.len())..end
        };
        let lines = take_length(&mut rest).filter(|n| (1..=LINES).contains(n))?;
        let count = take_length(&mut rest).filter(|n| (1..=lines).contains(n))?;
        let mut texts = Vec::new();
        let mut columns = 0_usize;
        for _ in 0..count {
            let length = take_length(&mut rest)?;
            let text = split(&mut rest, length)?;
            let mut start = bytes.len().saturating_sub(rest.len()).saturating_sub(length);
            let mut pieces = Vec::new();
            // One piece more than a template may have is enough to refuse it.
            for piece in text.split(|&byte| byte == MARK).take(NUMBERS.saturating_add(2)) {
                let end = start.saturating_add(piece.len());
                pieces.push(start..end);
                start = end.saturating_add(1);
            }
            let marks = pieces.len().saturating_sub(1);
            columns = columns.saturating_add(marks);
            if marks > NUMBERS || columns > COLUMNS {
                return None;
            }
            texts.push((pieces, marks));
        }
        let mut ids = Vec::new();
        for _ in 0..lines {
            ids.push(take_length(&mut rest).filter(|&id| id < count)?);
        }
        let mut templates = Vec::new();
        for (texts, marks) in texts {
            let mut columns = Vec::new();
            for _ in 0..marks {
                let reference = Reference::of(take(&mut rest)?)?;
                let length = take_length(&mut rest)?;
                let differences = split(&mut rest, length)?;
                columns.push(Column { reference, bytes: range(differences, rest), above: 0 });
            }
            templates.push(Template { texts, columns });
        }
        rest.is_empty().then_some(())?;
        Some(Self { bytes, templates, ids, next: 0 })
    }

    /// Appends the next line to `out` and replaces `before`, the numbers of the previous line, by its own. Returns
    /// whether there was one, or `None` if the block is invalid.
    fn line(&mut self, before: &mut Vec<u64>, numbers: &mut Vec<u64>, out: &mut Vec<u8>) -> Option<bool> {
        let Some(&id) = self.ids.get(self.next) else { return Some(false) };
        self.next = self.next.saturating_add(1);
        let template = self.templates.get_mut(id)?;
        numbers.clear();
        let mut texts = template.texts.iter();
        for (column, text) in template.columns.iter_mut().zip(&mut texts) {
            let mut rest = self.bytes.get(column.bytes.clone())?;
            let difference = unzigzag(take(&mut rest)?);
            column.bytes.start = column.bytes.end.saturating_sub(rest.len());
            let reference = column.reference.value(column.above, numbers, before);
            column.above = reference.wrapping_add(difference as u64);
            (column.above < BOUND).then_some(())?;
            numbers.push(column.above);
            out.extend_from_slice(self.bytes.get(text.clone())?);
            out.extend_from_slice(itoa::Buffer::new().format(column.above).as_bytes());
        }
        out.extend_from_slice(self.bytes.get(texts.next()?.clone())?);
        out.push(b'\n');
        std::mem::swap(before, numbers);
        Some(true)
    }
}

/// Reads the text of a file in columns.
pub(crate) struct Reader<R> {
    from: BufReader<R>,
    block: Block,
    /// Number of blocks started so far.
    blocks: usize,
    /// Numbers of the previous line.
    before: Vec<u64>,
    /// Memory for the numbers of a line.
    numbers: Vec<u64>,
    text: Vec<u8>,
    /// Number of bytes of `text` already returned.
    given: usize,
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// Creates a reader of a source whose [`super::MAGIC`] was already read.
    pub(crate) fn new(from: R) -> Self {
        let (from, block) = (BufReader::new(from), Block::default());
        let (before, numbers) = (Vec::new(), Vec::new());
        Self { from, block, blocks: 0, before, numbers, text: Vec::new(), given: 0, ended: false }
    }

    fn broken(&self, what: &str) -> io::Error {
        io::Error::new(ErrorKind::InvalidData, format!("its columns are broken: block {} {what}", self.blocks))
    }

    /// Reads a number directly from the file.
    fn length(&mut self) -> io::Result<u64> {
        let mut bytes = Vec::new();
        while bytes.last().is_none_or(|byte| byte & 0x80 != 0) && bytes.len() < 10 {
            let Some(&byte) = self.from.fill_buf()?.first() else { return Err(self.broken("is missing")) };
            self.from.consume(1);
            bytes.push(byte);
        }
        take(&mut bytes.as_slice()).ok_or_else(|| self.broken("has no length"))
    }

    fn next_block(&mut self) -> io::Result<()> {
        self.blocks = self.blocks.saturating_add(1);
        self.before.clear();
        let length = self.length()?;
        if length > limits::TRACE {
            return Err(self.broken(&format!("is longer than {}", limits::mebibytes(limits::TRACE))));
        }
        let mut bytes = Vec::new();
        self.from.by_ref().take(length).read_to_end(&mut bytes)?;
        if (bytes.len() as u64) < length {
            return Err(self.broken("is cut off"));
        }
        self.ended = length == 0;
        if self.ended && !self.from.fill_buf()?.is_empty() {
            return Err(self.broken("is the last, and there is more after it"));
        }
        self.block =
            if self.ended { Block::default() } else { Block::of(bytes).ok_or_else(|| self.broken("does not read"))? };
        Ok(())
    }
}

impl<R: Read> BufRead for Reader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.given >= self.text.len() {
            self.text.clear();
            self.given = 0;
            while !self.ended && self.text.len() < PIECE {
                match self.block.line(&mut self.before, &mut self.numbers, &mut self.text) {
                    Some(true) => {}
                    Some(false) if self.text.is_empty() => self.next_block()?,
                    Some(false) => break,
                    None => return Err(self.broken("does not read")),
                }
            }
        }
        Ok(self.text.get(self.given..).unwrap_or_default())
    }

    fn consume(&mut self, bytes: usize) {
        self.given = self.given.saturating_add(bytes);
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}
