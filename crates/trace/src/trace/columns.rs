//! Events of another program's log, stored in columns: about sixty bytes per event, with no allocation per event.

use super::imported_log::Written;
use super::payload::Payload;
use super::schema::{Field, Name};
use crate::event::Value;
use crate::geometry::{Cell, Dir};
use crate::terrain::Tile;
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;

/// Marks a missing cell. No map is large enough for this to be a cell.
const NOWHERE: u32 = u32::MAX;
/// The longest word, in bytes, that is stored only once for all events.
const SHORT: usize = 32;
/// The largest number of such words.
const MAX_WORDS: usize = 4096;

/// The meaning of the eight bytes of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tag {
    Int,
    Real,
    About,
    Ratio,
    Flag,
    Cell,
    Dir,
    Tile,
    Word,
    /// The sentence.
    Say,
    /// A text of the sentence besides the fields, with the number of its name.
    Beside,
    /// The keys of the open list: the first and the second.
    Key,
    Second,
}

/// The events in columns. The fields of all events are in one list, and all texts in one string.
#[derive(Debug, Default)]
pub(super) struct Columns {
    cases: Vec<u8>,
    cells: Vec<u32>,
    from: Vec<u32>,
    /// The end of each event's fields.
    ends: Vec<u32>,
    tags: Vec<(u16, Tag)>,
    bits: Vec<u64>,
    texts: String,
    /// The positions of short words.
    words: BTreeMap<String, u64>,
    names: Vec<Field>,
    /// Names of the texts that sentences use besides the fields.
    beside: Vec<Name>,
    /// Whether the fields include the cells.
    named: bool,
}

fn packed(cell: Option<Cell>) -> u32 {
    cell.map_or(NOWHERE, |cell| u32::from(cell.x) | u32::from(cell.y) << 16)
}

const fn unpacked(bits: u32) -> Option<Cell> {
    if bits == NOWHERE { None } else { Some(Cell::new(bits as u16, (bits >> 16) as u16)) }
}

impl Columns {
    /// Creates empty columns with room for `events` events.
    pub(super) fn new(events: usize) -> Self {
        let (cells, from, ends) = (Vec::with_capacity(events), Vec::with_capacity(events), Vec::with_capacity(events));
        Self { cases: Vec::with_capacity(events), cells, from, ends, ..Self::default() }
    }

    /// Sets that the fields include the cells.
    pub(super) const fn name_cells(&mut self) {
        self.named = true;
    }

    /// Returns the number of events.
    pub(super) const fn len(&self) -> usize {
        self.cases.len()
    }

    /// Adds an event of this case.
    pub(super) fn push(&mut self, case: u8, event: &Written) {
        self.cases.push(case);
        self.cells.push(packed(event.cell));
        self.from.push(packed(event.from));
        for (field, value) in &event.fields {
            let (tag, bits) = match *value {
                Value::Int(n) => (Tag::Int, n as u64),
                Value::Real(x) => (Tag::Real, x.to_bits()),
                Value::About(x) => (Tag::About, x.to_bits()),
                Value::Ratio(a, b) => (Tag::Ratio, u64::from(a as u32) | u64::from(b as u32) << 32),
                Value::Flag(flag) => (Tag::Flag, u64::from(flag)),
                Value::Cell(cell) => (Tag::Cell, u64::from(packed(Some(cell)))),
                Value::Dir(dir) => (Tag::Dir, dir as u64),
                Value::Tile(tile) => (Tag::Tile, tile as u64),
                Value::Word(ref word) => (Tag::Word, self.word(word)),
            };
            self.field(*field, tag, bits);
        }
        for (name, text) in &event.texts {
            let known = self.beside.iter().position(|known| known == name);
            let number = known.unwrap_or_else(|| {
                self.beside.push(name.clone());
                self.beside.len() - 1
            });
            let bits = self.word(text);
            self.field(number as u16, Tag::Beside, bits);
        }
        if let Some(say) = &event.say {
            let bits = self.text(say);
            self.field(0, Tag::Say, bits);
        }
        if let Some((first, second)) = event.keys {
            self.field(0, Tag::Key, first);
            if second != 0 {
                self.field(0, Tag::Second, second);
            }
        }
        self.ends.push(self.tags.len() as u32);
    }

    fn field(&mut self, field: u16, tag: Tag, bits: u64) {
        // A trace with more fields is rejected long before this limit. Further fields are dropped.
        if self.tags.len() < u32::MAX as usize {
            self.tags.push((field, tag));
            self.bits.push(bits);
        }
    }

    /// Stores a word and returns its position. A short word is stored only once.
    fn word(&mut self, word: &str) -> u64 {
        if word.len() > SHORT {
            return self.text(word);
        }
        if let Some(&bits) = self.words.get(word) {
            return bits;
        }
        let bits = self.text(word);
        if self.words.len() < MAX_WORDS {
            self.words.insert(word.to_owned(), bits);
        }
        bits
    }

    /// Stores a text and returns its start and length, packed.
    fn text(&mut self, text: &str) -> u64 {
        let start = self.texts.len();
        let Ok(end) = u32::try_from(start + text.len()) else { return 0 };
        self.texts.push_str(text);
        u64::from(start as u32) | u64::from(end - start as u32) << 32
    }

    fn read(&self, bits: u64) -> &str {
        let start = bits as u32 as usize;
        self.texts.get(start..start + (bits >> 32) as usize).unwrap_or_default()
    }

    /// Returns the range of an event's fields.
    fn range(&self, index: usize) -> Range<usize> {
        let start = index.checked_sub(1).and_then(|i| self.ends.get(i)).map_or(0, |&end| end as usize);
        start..self.ends.get(index).map_or(start, |&end| end as usize)
    }

    /// Visits the fields of an event, each with its number.
    pub(super) fn each(&self, index: usize, mut visit: impl FnMut(u16, Value)) {
        let range = self.range(index);
        let (tags, bits) = (self.tags.get(range.clone()), self.bits.get(range));
        for (&(field, tag), &bits) in tags.into_iter().flatten().zip(bits.into_iter().flatten()) {
            let value = match tag {
                Tag::Int => Value::Int(bits as i64),
                Tag::Real => Value::Real(f64::from_bits(bits)),
                Tag::About => Value::About(f64::from_bits(bits)),
                Tag::Ratio => Value::Ratio(bits as u32 as i32, (bits >> 32) as i32),
                Tag::Flag => Value::Flag(bits != 0),
                Tag::Cell => Value::Cell(Cell::new(bits as u16, (bits >> 16) as u16)),
                Tag::Dir => Value::Dir(Dir::ALL.get(bits as usize).copied().unwrap_or(Dir::E)),
                Tag::Tile => Value::Tile(Tile::ALL.get(bits as usize).copied().unwrap_or(Tile::Floor)),
                Tag::Word => Value::Word(self.read(bits).to_owned().into()),
                Tag::Say | Tag::Beside | Tag::Key | Tag::Second => continue,
            };
            visit(field, value);
        }
    }

    /// Returns the index of a tag among the fields, if the event has it.
    fn find(&self, index: usize, tag: Tag) -> Option<usize> {
        let range = self.range(index);
        let at = self.tags.get(range.clone())?.iter().rposition(|t| t.1 == tag)?;
        Some(range.start + at)
    }

    /// Replaces the keys of an event that has keys. If the second key was 0, it stays 0.
    pub(super) fn rekey(&mut self, index: usize, keys: (u64, u64)) {
        for (tag, key) in [(Tag::Key, keys.0), (Tag::Second, keys.1)] {
            if let Some(bits) = self.find(index, tag).and_then(|at| self.bits.get_mut(at)) {
                *bits = key;
            }
        }
    }

    /// Ends the recording and sets the names of the fields.
    pub(super) fn close(&mut self, names: Vec<Field>) {
        (self.names, self.words) = (names, BTreeMap::new());
    }

    /// Returns whether an event equals that of another log with the same field names.
    fn is_same(&self, other: &Self, index: usize) -> bool {
        let says = |all: &Self| {
            let (mut texts, mut fields) = (Vec::new(), Vec::new());
            all.each(index, |field, value| fields.push((field, value)));
            all.texts(index, &mut |name, text| texts.push((name.to_owned(), text)));
            (fields, texts, all.custom_sentence(index), all.keys(index))
        };
        self.cases.get(index) == other.cases.get(index)
            && self.cells.get(index) == other.cells.get(index)
            && self.from.get(index) == other.from.get(index)
            && says(self) == says(other)
    }
}

impl Payload for Columns {
    fn cell(&self, index: usize) -> Option<Cell> {
        self.cells.get(index).copied().and_then(unpacked)
    }

    fn from(&self, index: usize) -> Option<Cell> {
        self.from.get(index).copied().and_then(unpacked)
    }

    fn cells(&self, events: Range<usize>, visit: &mut dyn FnMut(usize, Cell)) {
        for (i, &bits) in events.clone().zip(self.cells.get(events).unwrap_or_default()) {
            if let Some(cell) = unpacked(bits) {
                visit(i, cell);
            }
        }
    }

    fn fields<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, Value)) {
        for (name, cell) in [("cell", self.cell(index)), ("from", self.from(index))] {
            if let Some(cell) = cell.filter(|_| !self.named) {
                visit(name, Value::Cell(cell));
            }
        }
        self.each(index, |field, value| {
            if let Some(field) = self.names.get(usize::from(field)) {
                visit(&field.name, value);
            }
        });
    }

    fn texts<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, String)) {
        let range = self.range(index);
        let (tags, bits) = (self.tags.get(range.clone()), self.bits.get(range));
        for (&(number, tag), &bits) in tags.into_iter().flatten().zip(bits.into_iter().flatten()) {
            if let (Tag::Beside, Some(name)) = (tag, self.beside.get(usize::from(number))) {
                visit(name, self.read(bits).to_owned());
            }
        }
    }

    fn custom_sentence(&self, index: usize) -> Option<String> {
        let at = self.find(index, Tag::Say)?;
        self.bits.get(at).map(|&bits| self.read(bits).to_owned())
    }

    fn keys(&self, index: usize) -> Option<(u64, u64)> {
        let bits = |tag| self.find(index, tag).and_then(|at| self.bits.get(at).copied());
        Some((bits(Tag::Key)?, bits(Tag::Second).unwrap_or(0)))
    }

    fn same_from(&self, index: usize, other: &dyn Payload) -> usize {
        let Some(other) = other.as_any().downcast_ref::<Self>().filter(|o| o.names == self.names) else { return 0 };
        let common = self.len().min(other.len());
        (index..common).take_while(|&i| self.is_same(other, i)).count()
    }

    fn bytes(&self) -> usize {
        let each = 1 + 3 * size_of::<u32>();
        let fields = self.bits.len() * (size_of::<u64>() + size_of::<(u16, Tag)>());
        self.len() * each + fields + self.texts.len()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
