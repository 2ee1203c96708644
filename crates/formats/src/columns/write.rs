//! Packs text in the column format.

use super::{COLUMNS, DIGITS, LINES, MAGIC, MARK, NUMBERS, Reference};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, ErrorKind, Write};

/// Maximum text of a block, in bytes. The block ends after the line that reaches it.
const TEXT: usize = 16 << 20;
/// Number of lines of a template that are sampled to choose the reference of a column.
const SAMPLE: usize = 512;
/// How many numbers to the left, and in the previous line, are tried as a reference.
const REACH: usize = 24;

const fn zigzag(difference: i64) -> u64 {
    (difference.wrapping_shl(1) ^ (difference >> 63)) as u64
}

fn write_varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Extracts the numbers of a line. A leading zero, as in `007`, is a number of its own.
fn part(line: &[u8], template: &mut Vec<u8>, numbers: &mut Vec<u64>) {
    let mut rest = line;
    while let Some((&byte, after)) = rest.split_first() {
        if !byte.is_ascii_digit() {
            template.push(byte);
            rest = after;
            continue;
        }
        let longest = if byte == b'0' { 1 } else { DIGITS };
        let end = rest.iter().take(longest).take_while(|b| b.is_ascii_digit()).count();
        let (digits, after) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        let value = |n: u64, digit: &u8| n.wrapping_mul(10).wrapping_add(u64::from(digit & 0x0f));
        numbers.push(digits.iter().fold(0, value));
        template.push(MARK);
        rest = after;
    }
}

/// A template of the current block.
struct Template {
    text: Vec<u8>,
    columns: usize,
    /// Indices of its lines in the block.
    lines: Vec<usize>,
}

/// Packs the lines that are written to it.
pub(crate) struct Writer<W> {
    out: W,
    /// Text of the line that has not ended yet.
    open: Vec<u8>,
    by_text: HashMap<Vec<u8>, usize>,
    templates: Vec<Template>,
    /// Template number of each line.
    ids: Vec<usize>,
    /// Numbers of all lines. The next field holds where the numbers of each line begin.
    numbers: Vec<u64>,
    starts: Vec<usize>,
    columns: usize,
    text: usize,
}

impl<W: Write> Writer<W> {
    /// Creates a writer and begins the file.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub(crate) fn new(mut out: W) -> io::Result<Self> {
        out.write_all(MAGIC)?;
        Ok(Self {
            out,
            open: Vec::new(),
            by_text: HashMap::new(),
            templates: Vec::new(),
            ids: Vec::new(),
            numbers: Vec::new(),
            starts: Vec::new(),
            columns: 0,
            text: 0,
        })
    }

    /// Ends the file. If the last line has no line feed, one is added.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if !self.open.is_empty() {
            self.end_line()?;
        }
        self.end_block()?;
        let mut end = Vec::new();
        write_varint(0, &mut end);
        self.out.write_all(&end)?;
        Ok(self.out)
    }

    fn end_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.open);
        if line.contains(&MARK) {
            return Err(io::Error::new(ErrorKind::InvalidData, "a line holds a zero byte; expected text"));
        }
        let start = self.numbers.len();
        let mut template = Vec::with_capacity(line.len());
        part(&line, &mut template, &mut self.numbers);
        let mut count = self.numbers.len().saturating_sub(start);
        let known = self.by_text.contains_key(&template);
        if count > NUMBERS || (!known && self.columns.saturating_add(count) > COLUMNS) {
            self.numbers.truncate(start);
            (template, count) = (line.clone(), 0);
        }
        let id = match self.by_text.entry(template) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.columns = self.columns.saturating_add(count);
                let text = new.key().clone();
                self.templates.push(Template { text, columns: count, lines: Vec::new() });
                *new.insert(self.templates.len().saturating_sub(1))
            }
        };
        if let Some(template) = self.templates.get_mut(id) {
            template.lines.push(self.ids.len());
        }
        self.ids.push(id);
        self.starts.push(start);
        self.text = self.text.saturating_add(line.len());
        self.open = line;
        self.open.clear();
        if self.ids.len() >= LINES || self.text >= TEXT { self.end_block() } else { Ok(()) }
    }

    /// Returns the numbers of a line, or none if there is no such line.
    fn line(&self, line: Option<usize>) -> &[u64] {
        let Some(line) = line else { return &[] };
        let Some(&start) = self.starts.get(line) else { return &[] };
        let end = self.starts.get(line.saturating_add(1)).copied().unwrap_or(self.numbers.len());
        self.numbers.get(start..end).unwrap_or_default()
    }

    /// Returns the coded difference of the number in column `column` of the `k`th line of a template.
    fn difference(&self, template: &Template, k: usize, column: usize, reference: Reference) -> u64 {
        let place = template.lines.get(k).copied();
        let line = self.line(place);
        let above = k.checked_sub(1).and_then(|k| self.line(template.lines.get(k).copied()).get(column).copied());
        let before = self.line(place.and_then(|place| place.checked_sub(1)));
        let number = line.get(column).copied().unwrap_or(0);
        zigzag(number.wrapping_sub(reference.value(above.unwrap_or(0), line, before)) as i64)
    }

    /// Returns the reference with the smallest differences for a column.
    fn reference(&self, template: &Template, column: usize) -> Reference {
        let left = (column.saturating_sub(REACH)..column).map(Reference::Line);
        let all = [Reference::Above, Reference::None].into_iter().chain(left).chain((0..REACH).map(Reference::Before));
        let step = template.lines.len().div_ceil(SAMPLE).max(1);
        let bits = |reference: &Reference| {
            let differences =
                (0..template.lines.len()).step_by(step).map(|k| self.difference(template, k, column, *reference));
            differences.map(|difference| u64::from(u64::BITS.saturating_sub(difference.leading_zeros()))).sum::<u64>()
        };
        all.min_by_key(bits).unwrap_or(Reference::None)
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.ids.is_empty() {
            return Ok(());
        }
        let mut block = Vec::new();
        write_varint(self.ids.len() as u64, &mut block);
        write_varint(self.templates.len() as u64, &mut block);
        for template in &self.templates {
            write_varint(template.text.len() as u64, &mut block);
            block.extend_from_slice(&template.text);
        }
        for &id in &self.ids {
            write_varint(id as u64, &mut block);
        }
        let mut differences = Vec::new();
        for template in &self.templates {
            for column in 0..template.columns {
                let reference = self.reference(template, column);
                differences.clear();
                for k in 0..template.lines.len() {
                    write_varint(self.difference(template, k, column, reference), &mut differences);
                }
                write_varint(reference.code(), &mut block);
                write_varint(differences.len() as u64, &mut block);
                block.extend_from_slice(&differences);
            }
        }
        let mut length = Vec::new();
        write_varint(block.len() as u64, &mut length);
        self.out.write_all(&length)?;
        self.out.write_all(&block)?;
        self.by_text.clear();
        self.templates.clear();
        self.ids.clear();
        self.numbers.clear();
        self.starts.clear();
        (self.columns, self.text) = (0, 0);
        Ok(())
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|&b| b == b'\n') {
            match piece.split_last() {
                Some((b'\n', line)) => {
                    self.open.extend_from_slice(line);
                    self.end_line()?;
                }
                _ => self.open.extend_from_slice(piece),
            }
        }
        Ok(bytes.len())
    }

    /// Passes on complete blocks only. A flush does not end the current block.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
