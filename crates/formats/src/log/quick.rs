//! A fast reader for plain events, which are nearly all lines of a long log. It builds no JSON object.

use super::cell::Frame;
use super::field_values::{Others, Texts, Told};
use super::line::{LogEvent, Maybe};
use super::word::Word;
use crate::core::geometry::Cell;
use crate::count::Count as _;
use crate::survey::{ANY, look};
use serde_json::{Number, Value};

/// Fields that all logs share.
const COMMON: [&str; 6] = ["event", "at", "from", "g", "h", "f"];
/// Powers of ten that a 64-bit float holds exactly, as far as a short decimal needs them.
const TENS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Longest line for this reader, in bytes. Longer lines go to the slower reader, which limits their contents.
const LONGEST: usize = 1 << 16;

/// Reads an event whose cells and numbers are valid. Returns `None` for every other line, which the slower reader then
/// handles. A field called `dropped` is left out.
pub(super) fn event(
    line: usize,
    text: &str,
    size: Option<(u16, u16)>,
    (dropped, texts): (Option<&str>, &mut Texts),
) -> Option<LogEvent> {
    if text.len() > LONGEST {
        return None;
    }
    let mut scan = Scan { text, at: 0 };
    let mut seen = 0u8;
    let (mut event, mut word) = (LogEvent::bare(line), None);
    texts.fields.clear();
    scan.eat(b'{')?;
    if scan.next_is(b'}') {
        return None;
    }
    loop {
        let name = scan.string()?;
        scan.eat(b':')?;
        let number = COMMON.iter().position(|common| *common == name);
        if number.is_some_and(|n| seen & 1 << n != 0) {
            return None;
        }
        seen |= number.map_or(0, |n| 1 << n);
        match name {
            "event" => word = Some(Word::of(scan.string()?, texts)),
            "at" => event.at = scan.cell_or_null()?.0,
            "from" => event.from = scan.cell_or_null()?.0,
            "g" => event.g = scan.number_or_null()?,
            "h" => event.h = scan.number_or_null()?,
            "f" => event.f = scan.number_or_null()?,
            _ => {
                let value = scan.value(texts)?;
                if texts.fields.iter().any(|other| &*other.0 == name) {
                    return None;
                }
                if Some(name) != dropped {
                    let name = texts.of(name);
                    texts.fields.push((name, value));
                }
            }
        }
        if !scan.next_is(b',') {
            break;
        }
    }
    scan.eat(b'}')?;
    scan.skip();
    (event.word, event.others) = (word.filter(|_| scan.peek().is_none())?, Others::of(texts.fields.drain(..)));
    let (width, height) = size.unwrap_or((4096, 4096));
    let inside = |cell: Option<Cell>| cell.is_none_or(|c| c.x < width && c.y < height);
    let whole = inside(event.at) && inside(event.from) && !(event.word.needs_cell() && event.at.is_none());
    (whole && event.check(Frame { size, origin: [0, 0] }).is_ok()).then_some(event)
}

/// A position in a line. Its methods return `None` for anything they cannot read.
struct Scan<'a> {
    text: &'a str,
    at: usize,
}

/// A cell, or `None` for `null`.
struct Spot(Option<Cell>);

/// A JSON number.
enum Counted {
    Whole(u64),
    Below(i64),
    Real(f64),
}

impl<'a> Scan<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at.grow(1);
        }
    }

    /// Skips a character if it comes next, and returns whether it did.
    fn next_is(&mut self, sign: u8) -> bool {
        self.skip();
        let is = self.peek() == Some(sign);
        self.at.grow(usize::from(is));
        is
    }

    fn eat(&mut self, sign: u8) -> Option<()> {
        self.next_is(sign).then_some(())
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let is = self.text.get(self.at..)?.starts_with(word);
        self.at.grow(word.len());
        is.then_some(())
    }

    /// Reads a text without escapes.
    fn string(&mut self) -> Option<&'a str> {
        self.eat(b'"')?;
        let start = self.at;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' | 0..0x20 => return None,
                _ => self.at.grow(1),
            }
        }
        let text = self.text.get(start..self.at);
        self.at.grow(1);
        text
    }

    /// Reads a cell or `null`.
    fn cell_or_null(&mut self) -> Option<Spot> {
        self.skip();
        if self.peek() == Some(b'n') {
            return self.word("null").map(|()| Spot(None));
        }
        self.eat(b'[')?;
        let x = self.side()?;
        self.eat(b',')?;
        let y = self.side()?;
        self.eat(b']')?;
        Some(Spot(Some(Cell::new(x, y))))
    }

    fn side(&mut self) -> Option<u16> {
        match self.counted()? {
            Counted::Whole(n) => u16::try_from(n).ok(),
            Counted::Below(_) | Counted::Real(_) => None,
        }
    }

    /// Reads digits after the number `from`. Returns the resulting number and how many digits there were.
    fn digits(&mut self, from: u64) -> (u64, usize) {
        let (mut all, start) = (from, self.at);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            all = all.wrapping_mul(10).wrapping_add(u64::from(digit.less(b'0')));
            self.at.grow(1);
        }
        (all, self.at.less(start))
    }

    fn counted(&mut self) -> Option<Counted> {
        self.skip();
        let start = self.at;
        let negative = self.peek() == Some(b'-');
        self.at.grow(usize::from(negative));
        let leads = self.peek() == Some(b'0');
        let (whole, before) = self.digits(0);
        // The slower reader handles numbers of more than 18 digits and refuses those with leading zeros.
        if before == 0 || before > 18 || (leads && before > 1) {
            return None;
        }
        let (mut all, mut after, mut powers) = (whole, 0, false);
        let whole_ends = !matches!(self.peek(), Some(b'.' | b'e' | b'E'));
        if whole_ends {
            return match (negative, whole) {
                (false, n) => Some(Counted::Whole(n)),
                (true, 0) => None,
                (true, n) => Some(Counted::Below((n as i64).wrapping_neg())),
            };
        }
        if self.peek() == Some(b'.') {
            self.at.grow(1);
            (all, after) = self.digits(all);
            if after == 0 {
                return None;
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            powers = true;
            self.at.grow(1);
            self.at.grow(usize::from(matches!(self.peek(), Some(b'+' | b'-'))));
            if self.digits(0).1 == 0 {
                return None;
            }
        }
        if before.and(after) <= 15 && !powers {
            // Both numbers are exact, so their quotient is rounded correctly.
            let x = all as f64 / TENS.get(after)?;
            return Some(Counted::Real(if negative { -x } else { x }));
        }
        let x: f64 = self.text.get(start..self.at)?.parse().ok()?;
        x.is_finite().then_some(Counted::Real(x))
    }

    /// Reads a number or `null`.
    fn number_or_null(&mut self) -> Option<Maybe> {
        self.skip();
        match self.peek()? {
            b'n' => self.word("null").map(|()| Maybe::NONE),
            b'"' => match self.string()? {
                "inf" => Some(Maybe::of(Some(f64::INFINITY))),
                "-inf" => Some(Maybe::of(Some(f64::NEG_INFINITY))),
                _ => None,
            },
            _ => Some(Maybe::of(Some(match self.counted()? {
                Counted::Whole(n) => n as f64,
                Counted::Below(n) => n as f64,
                Counted::Real(x) => x,
            }))),
        }
    }

    /// Reads any value. Lists and objects go through the JSON library.
    fn value(&mut self, texts: &mut Texts) -> Option<Told> {
        self.skip();
        match self.peek()? {
            b'"' => Some(Told::Text(texts.of(self.string()?))),
            b'n' => self.word("null").map(|()| Told::Null),
            b't' => self.word("true").map(|()| Told::Flag(true)),
            b'f' => self.word("false").map(|()| Told::Flag(false)),
            b'[' | b'{' => {
                let rest = self.text.get(self.at..)?;
                let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
                let value = values.next()?.ok()?;
                let end = values.byte_offset();
                // An object may contain a field twice; the slower reader reports that.
                if rest.get(..end)?.contains('{') && look(rest.get(..end)?, &ANY).is_err() {
                    return None;
                }
                self.at.grow(end);
                Some(value.into())
            }
            _ => Some(Told::Number(match self.counted()? {
                Counted::Whole(n) => n.into(),
                Counted::Below(n) => n.into(),
                Counted::Real(x) => Number::from_f64(x)?,
            })),
        }
    }
}
