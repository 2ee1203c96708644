//! An event of a log in a few bytes: numbers in as few as they need, repeated texts by their number.

use super::field_values::{LoggedValue, Others, Text};
use super::line::{LogEvent, OptionalNumber};
use super::word::Word;
use gridscope_trace::geometry::Cell;
use rustc_hash::FxHashMap;
use serde_json::{Map, Number, Value};

/// Longest text that is stored once for all events, in bytes.
const SHORT: usize = 48;
/// Maximum number of such texts.
const MAX_SHARED_TEXTS: usize = 4096;

// The first byte: the word, and what else there is.
const HAS_AT: u8 = 1 << 5;
const HAS_FROM: u8 = 1 << 6;
/// The line is not the one after that of the previous event.
const OTHER_LINE: u8 = 1 << 7;
// The second byte: two bits each for g, h and f, then these.
const HAS_OTHERS: u8 = 1 << 6;
/// `from` is beside `at`, and takes one byte.
const FROM_IS_BESIDE: u8 = 1 << 7;

/// Words by their numbers. The number after them stands for a program's own word.
static WORDS: [Word; 20] = [
    Word::Open,
    Word::Expand,
    Word::Close,
    Word::Reject,
    Word::Dice,
    Word::Path,
    Word::Done,
    Word::Weigh,
    Word::Choose,
    Word::Set,
    Word::Clear,
    Word::See,
    Word::Hide,
    Word::Tile,
    Word::Place,
    Word::Move,
    Word::Remove,
    Word::Begin,
    Word::End,
    Word::Note,
];
const OWN: u8 = 20;

/// How a number is stored.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Missing,
    /// A whole number below 2³².
    Whole,
    Double,
    /// A number that is a 32-bit float; for f, the sum of g and h, which takes no bytes.
    Short,
}

impl Form {
    fn of(number: Option<f64>) -> Self {
        match number {
            None => Self::Missing,
            Some(x) if f64::from(x as u32).to_bits() == x.to_bits() => Self::Whole,
            Some(x) if f64::from(x as f32).to_bits() == x.to_bits() => Self::Short,
            Some(_) => Self::Double,
        }
    }

    const fn read(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::Missing,
            1 => Self::Whole,
            2 => Self::Double,
            _ => Self::Short,
        }
    }
}

/// Texts that several events share, by their numbers from 1. A record has 0 in place of the number of any other text.
#[derive(Clone, Default)]
pub(super) struct SharedTexts {
    all: Vec<Text>,
    numbers: FxHashMap<Text, u32>,
}

impl SharedTexts {
    fn number(&mut self, text: &Text) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        if text.len() > SHORT || self.all.len() >= MAX_SHARED_TEXTS {
            return 0;
        }
        self.all.push(Text::clone(text));
        let number = self.all.len() as u32;
        self.numbers.insert(Text::clone(text), number);
        number
    }

    fn text(&self, number: u64) -> Option<&Text> {
        self.all.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }
}

/// Appends an event to `to`. `expected_line` is the line after that of the previous event.
pub(super) fn write(event: &LogEvent, expected_line: u32, texts: &mut SharedTexts, to: &mut Vec<u8>) {
    let (g, h, f) = (event.g(), event.h(), event.f());
    let sum = g.zip(h).map(|(g, h)| g + h);
    let of_f = match f {
        Some(f) if sum.is_some_and(|sum| sum.to_bits() == f.to_bits()) => Form::Short,
        f => match Form::of(f) {
            Form::Short => Form::Double,
            form => form,
        },
    };
    let forms = [Form::of(g), Form::of(h), of_f];
    let beside = event.at.zip(event.from).and_then(|(at, from)| beside(at, from));
    let word = WORDS.iter().position(|word| *word == event.word).map_or(OWN, |number| number as u8);
    let flag = |set: bool, flag: u8| if set { flag } else { 0 };
    to.push(
        word | flag(event.at.is_some(), HAS_AT)
            | flag(event.from.is_some(), HAS_FROM)
            | flag(event.line != expected_line, OTHER_LINE),
    );
    let bits = forms.iter().rev().fold(0, |bits, &form| bits << 2 | form as u8);
    to.push(bits | flag(!event.others.is_empty(), HAS_OTHERS) | flag(beside.is_some(), FROM_IS_BESIDE));
    if event.line != expected_line {
        number(event.line.into(), to);
    }
    if let Word::Own(name) = &event.word {
        text(name, texts, to);
    }
    if let Some(at) = event.at {
        cell(at, to);
    }
    match (event.from, beside) {
        (_, Some(beside)) => to.push(beside),
        (Some(from), None) => cell(from, to),
        (None, None) => {}
    }
    for (k, (value, form)) in [g, h, f].into_iter().zip(forms).enumerate() {
        let value = value.unwrap_or_default();
        match form {
            Form::Missing => {}
            Form::Whole => number(value as u64, to),
            Form::Double => to.extend(value.to_le_bytes()),
            Form::Short if k == 2 => {}
            Form::Short => to.extend((value as f32).to_le_bytes()),
        }
    }
    if !event.others.is_empty() {
        number(event.others.len() as u64, to);
        for (name, value) in event.others.fields() {
            text(name, texts, to);
            logged_value(value, texts, to);
        }
    }
}

/// Returns the offset of a cell beside another one, or of the same cell, in one byte.
fn beside(at: Cell, from: Cell) -> Option<u8> {
    let offset = |a: u16, b: u16| u8::try_from(i32::from(b).wrapping_sub(i32::from(a)).wrapping_add(1)).ok();
    let (dx, dy) = (offset(at.x, from.x)?, offset(at.y, from.y)?);
    (dx < 3 && dy < 3).then_some(dx << 2 | dy)
}

fn cell(cell: Cell, to: &mut Vec<u8>) {
    number(cell.x.into(), to);
    number(cell.y.into(), to);
}

/// Appends a whole number, seven bits a byte.
fn number(mut number: u64, to: &mut Vec<u8>) {
    while number >= 1 << 7 {
        to.push(number as u8 | 1 << 7);
        number >>= 7;
    }
    to.push(number as u8);
}

fn text(text: &Text, texts: &mut SharedTexts, to: &mut Vec<u8>) {
    let shared = texts.number(text);
    number(shared.into(), to);
    if shared == 0 {
        bytes(text, to);
    }
}

fn bytes(text: &str, to: &mut Vec<u8>) {
    number(text.len() as u64, to);
    to.extend_from_slice(text.as_bytes());
}

/// Kinds of values in a record.
#[derive(Clone, Copy)]
enum Tag {
    Null,
    No,
    Yes,
    Whole,
    /// A negative whole number −n − 1, stored as n.
    Negative,
    Double,
    Text,
    List,
    Object,
}

fn logged_value(value: &LoggedValue, texts: &mut SharedTexts, to: &mut Vec<u8>) {
    match value {
        LoggedValue::Text(shared) => {
            to.push(Tag::Text as u8);
            text(shared, texts, to);
        }
        LoggedValue::Json(value) => json(value, to),
        LoggedValue::Number(n) => json_number(n, to),
        LoggedValue::Null | LoggedValue::Flag(_) => json(&value.json(), to),
    }
}

fn json_number(n: &Number, to: &mut Vec<u8>) {
    if let Some(n) = n.as_u64() {
        to.push(Tag::Whole as u8);
        number(n, to);
    } else if let Some(n) = n.as_i64() {
        to.push(Tag::Negative as u8);
        number(!n as u64, to);
    } else {
        to.push(Tag::Double as u8);
        to.extend(n.as_f64().unwrap_or_default().to_le_bytes());
    }
}

fn json(value: &Value, to: &mut Vec<u8>) {
    match value {
        Value::Null => to.push(Tag::Null as u8),
        Value::Bool(flag) => to.push(if *flag { Tag::Yes } else { Tag::No } as u8),
        Value::Number(n) => json_number(n, to),
        Value::String(text) => {
            to.push(Tag::Text as u8);
            number(0, to);
            bytes(text, to);
        }
        Value::Array(all) => {
            to.push(Tag::List as u8);
            number(all.len() as u64, to);
            for value in all {
                json(value, to);
            }
        }
        Value::Object(all) => {
            to.push(Tag::Object as u8);
            number(all.len() as u64, to);
            for (name, value) in all {
                bytes(name, to);
                json(value, to);
            }
        }
    }
}

/// Bytes of records that are being read. Past their end, they are zeros.
#[derive(Clone, Copy, Default)]
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let Some((first, rest)) = self.0.split_first_chunk() else { return [0; N] };
        self.0 = rest;
        *first
    }

    fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte();
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 1 << 7 {
                break;
            }
        }
        number
    }

    fn cell(&mut self) -> Cell {
        let x = self.number() as u16;
        Cell::new(x, self.number() as u16)
    }

    fn bytes(&mut self) -> &'a str {
        let len = usize::try_from(self.number()).unwrap_or(0).min(self.0.len());
        let (text, rest) = self.0.split_at(len);
        self.0 = rest;
        std::str::from_utf8(text).unwrap_or_default()
    }

    fn text(&mut self, texts: &SharedTexts) -> Text {
        match self.number() {
            0 => self.bytes().into(),
            number => texts.text(number).map_or_else(|| "".into(), Text::clone),
        }
    }

    fn f64(&mut self) -> f64 {
        f64::from_le_bytes(self.array())
    }

    fn value(&mut self, texts: &SharedTexts) -> LoggedValue {
        const TEXT: u8 = Tag::Text as u8;
        let tag = self.byte();
        if tag == TEXT { LoggedValue::Text(self.text(texts)) } else { self.json_of(tag).into() }
    }

    fn json(&mut self) -> Value {
        let tag = self.byte();
        self.json_of(tag)
    }

    fn json_of(&mut self, tag: u8) -> Value {
        let tags =
            [Tag::Null, Tag::No, Tag::Yes, Tag::Whole, Tag::Negative, Tag::Double, Tag::Text, Tag::List, Tag::Object];
        match tags.get(usize::from(tag)).copied().unwrap_or(Tag::Null) {
            Tag::Null => Value::Null,
            Tag::No => Value::Bool(false),
            Tag::Yes => Value::Bool(true),
            Tag::Whole => self.number().into(),
            Tag::Negative => (!(self.number() as i64)).into(),
            Tag::Double => self.f64().into(),
            Tag::Text => {
                self.number();
                self.bytes().into()
            }
            Tag::List => (0..self.number()).map(|_| self.json()).collect::<Vec<_>>().into(),
            Tag::Object => {
                let count = self.number();
                let field = |_| (self.bytes().to_owned(), self.json());
                (0..count).map(field).collect::<Map<_, _>>().into()
            }
        }
    }
}

/// Reads the line of a record. `expected` is the line after that of the previous event.
pub(super) fn line(record: Bytes<'_>, expected: u32) -> u32 {
    let mut record = record;
    let flags = record.byte();
    record.byte();
    if flags & OTHER_LINE == 0 { expected } else { record.number() as u32 }
}

/// Reads the word and the cells of a record.
fn begin(record: &mut Bytes<'_>, expected_line: u32, texts: &SharedTexts) -> (LogEvent, u8) {
    let (first, second) = (record.byte(), record.byte());
    let mut event = LogEvent::bare(0);
    event.line = if first & OTHER_LINE == 0 { expected_line } else { record.number() as u32 };
    let word = WORDS.get(usize::from(first & (HAS_AT - 1)));
    event.word = word.cloned().unwrap_or_else(|| Word::Own(record.text(texts)));
    if first & HAS_AT != 0 {
        event.at = Some(record.cell());
    }
    if second & FROM_IS_BESIDE != 0 {
        let (offset, at) = (record.byte(), event.at.unwrap_or_default());
        let beside = |at: u16, offset: u8| at.wrapping_add(u16::from(offset)).wrapping_sub(1);
        event.from = Some(Cell::new(beside(at.x, offset >> 2), beside(at.y, offset & 3)));
    } else if first & HAS_FROM != 0 {
        event.from = Some(record.cell());
    }
    (event, second)
}

/// Reads a record without its numbers and other fields.
pub(super) fn outline(mut record: Bytes<'_>, expected_line: u32, texts: &SharedTexts) -> LogEvent {
    begin(&mut record, expected_line, texts).0
}

/// Reads a record.
pub(super) fn read(mut record: Bytes<'_>, expected_line: u32, texts: &SharedTexts) -> LogEvent {
    let (mut event, bits) = begin(&mut record, expected_line, texts);
    let mut number = |form: Form| match form {
        Form::Missing => None,
        Form::Whole => Some(record.number() as f64),
        Form::Double => Some(record.f64()),
        Form::Short => Some(f64::from(f32::from_le_bytes(record.array()))),
    };
    let (g, h) = (number(Form::read(bits)), number(Form::read(bits >> 2)));
    let f = match Form::read(bits >> 4) {
        Form::Short => g.zip(h).map(|(g, h)| g + h),
        form => number(form),
    };
    (event.g, event.h, event.f) = (OptionalNumber::of(g), OptionalNumber::of(h), OptionalNumber::of(f));
    if bits & HAS_OTHERS != 0 {
        let count = usize::try_from(record.number()).unwrap_or(0).min(record.0.len());
        event.others = Others::of((0..count).map(|_| (record.text(texts), record.value(texts))));
    }
    event
}
