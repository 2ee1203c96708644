//! Text of files on its way to a terminal, a title or a message: nothing in it moves the cursor, hides what follows or turns
//! the direction of reading.

use super::limits::{LINK, MESSAGE};
use crate::count::Count as _;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Whether a character does something to a terminal, or to the order of those around it, instead of standing there: control
/// characters but for tabs and line ends, marks of direction, and Unicode's own line ends.
pub fn is_unseen(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => true,
        c => c.is_control(),
    }
}

/// A text with such characters written out as JSON does, `\u001b`: inside JSON it stays the same value.
pub fn plain(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_unseen) else { return Cow::Borrowed(text) };
    let (before, rest) = text.split_at(first);
    let mut out = before.to_owned();
    for c in rest.chars() {
        if is_unseen(c) {
            // Writing into a String does not fail. All of them lie below 2^16.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// `1 actor`, `2 actors`.
pub fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 || what.ends_with('s') { "" } else { "s" })
}

/// A text as one line for a person: plain, blanks and line ends as one space, and cut in its middle where it is too long,
/// so that what was expected still stands at its end.
pub fn sentence(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = plain(&line);
    let long = line.chars().count();
    if long <= MESSAGE {
        return line.into_owned();
    }
    let (head, tail) = (MESSAGE / 3 * 2, MESSAGE / 3);
    let cut = long.less(head).less(tail);
    let front: String = line.chars().take(head).collect();
    let back: String = line.chars().skip(head.and(cut)).collect();
    format!("{front} … {cut} characters more … {back}")
}

/// Whether an address that a file names is opened when somebody clicks it: a page of the web and nothing else, and nothing in
/// it that is not seen. No file, no script, no program, no relative path.
pub fn is_web(address: &str) -> bool {
    let web = ["http://", "https://"].iter().any(|scheme| address.len() > scheme.len() && address.starts_with(scheme));
    web && address.len() <= LINK && !address.contains(|c: char| c.is_whitespace() || is_unseen(c))
}

/// A writer through which only plain text goes.
pub struct Plain<W: Write> {
    out: W,
    /// The beginning of a character whose rest is still to come.
    rest: Vec<u8>,
}

impl<W: Write> Plain<W> {
    /// Writes to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, rest: Vec::new() }
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let joined;
        let all = if self.rest.is_empty() {
            bytes
        } else {
            let mut before = std::mem::take(&mut self.rest);
            before.extend_from_slice(bytes);
            joined = before;
            &joined
        };
        for chunk in all.utf8_chunks() {
            self.out.write_all(plain(chunk.valid()).as_bytes())?;
            let broken = chunk.invalid();
            // Only the last may be the beginning of a character.
            let ends = std::ptr::eq(broken.as_ptr_range().end, all.as_ptr_range().end);
            if ends && broken.len() < 4 && std::str::from_utf8(broken).is_err_and(|e| e.error_len().is_none()) {
                self.rest = broken.to_vec();
            } else if !broken.is_empty() {
                self.out.write_all("\u{fffd}".as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
