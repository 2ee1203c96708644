//! The events of a log, packed: some twenty bytes for a plain one. They are unpacked one by one as they are read.

use super::line::LogEvent;
use super::record::{self, Bytes, SharedTexts};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Number of events in a chunk, whose bytes are in one piece.
const CHUNK: usize = 4096;
/// Number of events after which the next one can be found without reading those before it.
const GROUP: usize = 32;
/// First byte of a record that is longer than a byte can say. Its length follows in four bytes.
const LONG: u8 = u8::MAX;

/// Some events.
#[derive(Clone, Default)]
struct Chunk {
    /// For each event its length, then its record.
    bytes: Vec<u8>,
    /// Where each group begins in the bytes, and the line of its first event.
    groups: Vec<(usize, u32)>,
}

/// The events of a log, in the order of its lines. A copy shares the events.
#[derive(Clone, Default)]
pub struct EventList {
    chunks: Vec<Arc<Chunk>>,
    texts: Arc<SharedTexts>,
    len: usize,
    bytes: usize,
    /// The line after that of the last event.
    next_line: u32,
    /// Reused buffer for a record.
    record: Vec<u8>,
}

impl EventList {
    /// Returns the number of events.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no events.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of bytes that the events take.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds an event at the end.
    pub fn push(&mut self, event: &LogEvent) {
        let begins_group = self.len.is_multiple_of(GROUP);
        if self.len.is_multiple_of(CHUNK) {
            if let Some(last) = self.chunks.last_mut() {
                Arc::make_mut(last).bytes.shrink_to_fit();
            }
            self.chunks.push(Arc::default());
        }
        let expected_line = if begins_group { event.line } else { self.next_line };
        self.record.clear();
        record::write(event, expected_line, Arc::make_mut(&mut self.texts), &mut self.record);
        let Some(chunk) = self.chunks.last_mut().map(Arc::make_mut) else { return };
        let before = chunk.bytes.len();
        if begins_group {
            chunk.groups.push((before, event.line));
            self.bytes = self.bytes.saturating_add(size_of::<(usize, u32)>());
        }
        match u8::try_from(self.record.len()) {
            Ok(len) if len < LONG => chunk.bytes.push(len),
            _ => {
                chunk.bytes.push(LONG);
                chunk.bytes.extend((self.record.len() as u32).to_le_bytes());
            }
        }
        chunk.bytes.extend_from_slice(&self.record);
        self.bytes = self.bytes.saturating_add(chunk.bytes.len().saturating_sub(before));
        self.len = self.len.saturating_add(1);
        self.next_line = event.line.wrapping_add(1);
    }

    /// Moves all events of another list to the end of this one.
    pub fn append(&mut self, other: &mut Self) {
        let other = std::mem::take(other);
        if self.is_empty() {
            *self = other;
        } else {
            other.iter().for_each(|event| self.push(&event));
        }
    }

    /// Removes all events.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns an event, if there are so many.
    pub fn get(&self, index: usize) -> Option<LogEvent> {
        self.range(index..index.saturating_add(1)).next()
    }

    /// Returns the last event.
    pub fn last(&self) -> Option<LogEvent> {
        self.get(self.len.checked_sub(1)?)
    }

    /// Returns the line of an event in the file, from 1, or 0 if there is no such event.
    pub fn line(&self, index: usize) -> usize {
        let mut records = self.records(index..index.saturating_add(1));
        records.next().map_or(0, |(record, expected)| record::line(record, expected) as usize)
    }

    /// Returns an event with its line, word and cells, but without its numbers and other fields.
    pub fn outline(&self, index: usize) -> Option<LogEvent> {
        self.outlines(index).next()
    }

    /// Returns the outlines of the events from an index on.
    pub fn outlines(&self, from: usize) -> impl Iterator<Item = LogEvent> {
        self.records(from..self.len).map(|(record, line)| record::outline(record, line, &self.texts))
    }

    /// Returns all events in order.
    pub fn iter(&self) -> Events<'_> {
        self.range(0..self.len)
    }

    /// Returns the events of a range in order, as far as there are so many.
    pub fn range(&self, range: Range<usize>) -> Events<'_> {
        Events { texts: &self.texts, records: self.records(range) }
    }

    fn records(&self, range: Range<usize>) -> Records<'_> {
        let end = range.end.min(self.len);
        let start = range.start.min(end);
        let mut records = Records { list: self, range: start..end, rest: Bytes::default(), line: 0 };
        // The first event may be in the middle of a group.
        records.range.start = start.saturating_sub(start % GROUP);
        while records.range.start < start && records.next().is_some() {}
        records
    }

    /// Returns the bytes from the beginning of a group, and the line of its first event.
    fn group(&self, index: usize) -> Option<(&[u8], u32)> {
        let chunk = self.chunks.get(index / CHUNK)?;
        let &(start, line) = chunk.groups.get(index % CHUNK / GROUP)?;
        Some((chunk.bytes.get(start..)?, line))
    }
}

impl fmt::Debug for EventList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Extend<LogEvent> for EventList {
    fn extend<I: IntoIterator<Item = LogEvent>>(&mut self, events: I) {
        events.into_iter().for_each(|event| self.push(&event));
    }
}

impl FromIterator<LogEvent> for EventList {
    fn from_iter<I: IntoIterator<Item = LogEvent>>(events: I) -> Self {
        let mut all = Self::default();
        all.extend(events);
        all
    }
}

impl<'a> IntoIterator for &'a EventList {
    type Item = LogEvent;
    type IntoIter = Events<'a>;

    fn into_iter(self) -> Events<'a> {
        self.iter()
    }
}

/// Records of some events, each with the line that it is on unless it says another.
#[derive(Clone)]
struct Records<'a> {
    list: &'a EventList,
    range: Range<usize>,
    rest: Bytes<'a>,
    /// The line after that of the previous event.
    line: u32,
}

impl<'a> Iterator for Records<'a> {
    type Item = (Bytes<'a>, u32);

    fn next(&mut self) -> Option<Self::Item> {
        let index = self.range.next()?;
        if index.is_multiple_of(GROUP) {
            let (bytes, line) = self.list.group(index)?;
            (self.rest, self.line) = (Bytes(bytes), line);
        }
        let (&len, rest) = self.rest.0.split_first()?;
        let (len, rest) = if len == LONG {
            let (len, rest) = rest.split_first_chunk()?;
            (u32::from_le_bytes(*len) as usize, rest)
        } else {
            (usize::from(len), rest)
        };
        let (record, rest) = rest.split_at_checked(len)?;
        self.rest = Bytes(rest);
        let expected = self.line;
        self.line = record::line(Bytes(record), expected).wrapping_add(1);
        Some((Bytes(record), expected))
    }
}

/// Events of a log, unpacked one by one.
#[derive(Clone)]
pub struct Events<'a> {
    texts: &'a SharedTexts,
    records: Records<'a>,
}

impl fmt::Debug for Events<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl Iterator for Events<'_> {
    type Item = LogEvent;

    fn next(&mut self) -> Option<LogEvent> {
        let (record, line) = self.records.next()?;
        Some(record::read(record, line, self.texts))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.records.range.size_hint()
    }
}

impl ExactSizeIterator for Events<'_> {}
