//! Packs text in the column format.

use super::{COLUMNS, DIGITS, LINES, MAGIC, MARK, NUMBERS, Reference};
use crate::pieces::Pieces;
use gridscope_trace::workers::Workers;
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
    /// The texts before the numbers, and the one after the last.
    parts: Vec<Vec<u8>>,
    columns: usize,
    /// Indices of its lines in the block.
    lines: Vec<usize>,
}

impl Template {
    /// Appends the numbers of a line for as long as [`part`] would give this template. Returns the rest of the line, and the
    /// length of the template up to there. Both are at their ends if the line has this template.
    fn numbers<'l>(&self, line: &'l [u8], numbers: &mut Vec<u64>) -> (&'l [u8], usize) {
        let (mut rest, mut fits) = (line, 0_usize);
        for (place, text) in self.parts.iter().enumerate() {
            if place > 0 {
                let longest = if rest.first() == Some(&b'0') { 1 } else { DIGITS };
                let mut number = 0_u64;
                let mut digits = 0_usize;
                while let Some(&digit) = rest.get(digits).filter(|byte| byte.is_ascii_digit())
                    && digits < longest
                {
                    number = number.wrapping_mul(10).wrapping_add(u64::from(digit & 0x0f));
                    digits = digits.saturating_add(1);
                }
                if digits == 0 {
                    break;
                }
                numbers.push(number);
                rest = rest.get(digits..).unwrap_or_default();
                fits = fits.saturating_add(1);
            }
            let Some(after) = rest.strip_prefix(text.as_slice()) else { break };
            rest = after;
            fits = fits.saturating_add(text.len());
        }
        (rest, fits)
    }
}

/// Where the numbers of a line begin, and those of the line before it.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    before: usize,
}

/// Number of lines' beginnings for which the last template is remembered.
const RECENT: usize = 256;

/// Returns a number below [`RECENT`] from the name of the event with which a line begins.
fn slot(line: &[u8]) -> usize {
    let name = line.get(10..18).and_then(|name| name.try_into().ok()).map_or(0, u64::from_le_bytes);
    (name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

/// Packs the lines that are written to it, several blocks at once on the threads of the caller.
pub(crate) struct Writer<W> {
    blocks: Pieces<W>,
    /// Text of the next block, and the number of lines that end in it.
    text: Vec<u8>,
    lines: usize,
}

impl<W: Write> Writer<W> {
    /// Creates a writer and begins the file.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub(crate) fn new(mut out: W, workers: &Workers) -> io::Result<Self> {
        out.write_all(MAGIC)?;
        Ok(Self { blocks: Pieces::new(out, block, workers), text: Vec::new(), lines: 0 })
    }

    /// Returns where the blocks are written.
    pub(crate) const fn get_ref(&self) -> &W {
        self.blocks.get_ref()
    }

    /// Ends the file. If the last line has no line feed, one is added.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.blocks.add(self.text)?;
        let mut out = self.blocks.finish()?;
        let mut end = Vec::new();
        write_varint(0, &mut end);
        out.write_all(&end)?;
        Ok(out)
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut begin = 0_usize;
        for end in memchr::memchr_iter(b'\n', bytes) {
            let after = end.saturating_add(1);
            self.lines = self.lines.saturating_add(1);
            let length = self.text.len().saturating_add(after.saturating_sub(begin));
            if self.lines >= LINES || length >= TEXT {
                self.text.extend_from_slice(bytes.get(begin..after).unwrap_or_default());
                self.blocks.add(std::mem::take(&mut self.text))?;
                (self.lines, begin) = (0, after);
            }
        }
        self.text.extend_from_slice(bytes.get(begin..).unwrap_or_default());
        Ok(bytes.len())
    }

    /// Passes on complete blocks only. A flush does not end the current block.
    fn flush(&mut self) -> io::Result<()> {
        self.blocks.flush()
    }
}

/// Packs a block of lines.
fn block(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut block = Block { recent: vec![usize::MAX; RECENT], ..Block::default() };
    let mut rest = text;
    while !rest.is_empty() {
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let (line, after) = rest.split_at_checked(end).unwrap_or_default();
        block.line(line)?;
        rest = after.get(1..).unwrap_or_default();
    }
    Ok(block.pack())
}

/// The lines of a block.
#[derive(Default)]
struct Block {
    by_text: HashMap<Vec<u8>, usize>,
    /// The template of the last line with each kind of beginning.
    recent: Vec<usize>,
    templates: Vec<Template>,
    /// Template number of each line.
    ids: Vec<usize>,
    /// Numbers of all lines. The next field holds where the numbers of each line begin.
    numbers: Vec<u64>,
    starts: Vec<usize>,
    columns: usize,
}

impl Block {
    /// Adds a line. `line` has no line feed.
    fn line(&mut self, line: &[u8]) -> io::Result<()> {
        let start = self.numbers.len();
        let slot = slot(line);
        let recent = self.recent.get(slot).copied().unwrap_or(usize::MAX);
        let (rest, template) = match self.templates.get(recent) {
            Some(template) => {
                let (rest, fits) = template.numbers(line, &mut self.numbers);
                (rest, template.text.get(..fits).unwrap_or_default())
            }
            None => (line, &[][..]),
        };
        let is_recent = rest.is_empty() && self.templates.get(recent).is_some_and(|it| it.text.len() == template.len());
        let id = if is_recent { recent } else { self.template_of(line, start, rest, template.to_vec())? };
        self.recent.get_mut(slot).into_iter().for_each(|recent| *recent = id);
        if let Some(template) = self.templates.get_mut(id) {
            template.lines.push(self.ids.len());
        }
        self.ids.push(id);
        self.starts.push(start);
        Ok(())
    }

    /// Returns the template of a line, of which `template` is the beginning, before `rest`. Appends the numbers of `rest`.
    /// The first of the line is number `start`.
    fn template_of(&mut self, line: &[u8], start: usize, rest: &[u8], mut template: Vec<u8>) -> io::Result<usize> {
        if rest.contains(&MARK) {
            return Err(io::Error::new(ErrorKind::InvalidData, "a line holds a zero byte; expected text"));
        }
        part(rest, &mut template, &mut self.numbers);
        let mut count = self.numbers.len().saturating_sub(start);
        let known = self.by_text.contains_key(&template);
        if count > NUMBERS || (!known && self.columns.saturating_add(count) > COLUMNS) {
            self.numbers.truncate(start);
            (template, count) = (line.to_vec(), 0);
        }
        Ok(match self.by_text.entry(template) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.columns = self.columns.saturating_add(count);
                let text = new.key().clone();
                let parts = text.split(|&byte| byte == MARK).map(<[u8]>::to_vec).collect();
                self.templates.push(Template { text, parts, columns: count, lines: Vec::new() });
                *new.insert(self.templates.len().saturating_sub(1))
            }
        })
    }

    /// Returns where the numbers of each line of a template are, and those of the line before it.
    fn places(&self, template: &Template) -> Vec<Place> {
        let place = |&line: &usize| {
            let start = self.starts.get(line).copied().unwrap_or(0);
            let before = line.checked_sub(1).and_then(|before| self.starts.get(before));
            Place { start, before: before.copied().unwrap_or(start) }
        };
        template.lines.iter().map(place).collect()
    }

    /// Visits the coded differences of a column, for every `step`th line of its template. Stops if `visit` returns
    /// `false`.
    fn differences(
        &self,
        places: &[Place],
        column: usize,
        reference: Reference,
        step: usize,
        mut visit: impl FnMut(u64) -> bool,
    ) {
        let number = |at: usize| self.numbers.get(at).copied().unwrap_or(0);
        let mut above = None;
        for (k, place) in places.iter().enumerate().step_by(step) {
            let known = match reference {
                Reference::Above if step == 1 => above.unwrap_or(0),
                Reference::Above => {
                    let above = k.checked_sub(1).and_then(|k| places.get(k));
                    above.map_or(0, |above| number(above.start.saturating_add(column)))
                }
                Reference::Line(j) => number(place.start.saturating_add(j)),
                Reference::Before(j) if j < place.start.saturating_sub(place.before) => {
                    number(place.before.saturating_add(j))
                }
                Reference::None | Reference::Before(_) => 0,
            };
            let own = number(place.start.saturating_add(column));
            above = Some(own);
            if !visit(zigzag(own.wrapping_sub(known) as i64)) {
                break;
            }
        }
    }

    /// Returns the reference with the smallest differences for a column. Of equal ones, this is the first.
    fn reference(&self, places: &[Place], column: usize) -> Reference {
        let left = (column.saturating_sub(REACH)..column).map(Reference::Line);
        let all = [Reference::Above, Reference::None].into_iter().chain(left).chain((0..REACH).map(Reference::Before));
        let step = places.len().div_ceil(SAMPLE).max(1);
        let mut best = (u64::MAX, Reference::None);
        for reference in all {
            let mut bits = 0_u64;
            self.differences(places, column, reference, step, |difference| {
                bits = bits.saturating_add(u64::from(u64::BITS.saturating_sub(difference.leading_zeros())));
                bits < best.0
            });
            if bits < best.0 {
                best = (bits, reference);
            }
        }
        best.1
    }

    /// Returns the packed block, with its length before it. Without lines, it is empty.
    fn pack(&self) -> Vec<u8> {
        if self.ids.is_empty() {
            return Vec::new();
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
            let places = self.places(template);
            for column in 0..template.columns {
                let reference = self.reference(&places, column);
                differences.clear();
                self.differences(&places, column, reference, 1, |difference| {
                    write_varint(difference, &mut differences);
                    true
                });
                write_varint(reference.code(), &mut block);
                write_varint(differences.len() as u64, &mut block);
                block.extend_from_slice(&differences);
            }
        }
        let mut packed = Vec::new();
        write_varint(block.len() as u64, &mut packed);
        packed.extend_from_slice(&block);
        packed
    }
}
