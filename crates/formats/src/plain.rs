//! Cleans text from files before it reaches a terminal, a title or a message. Cleaned text cannot move the cursor, hide
//! what follows or change the reading direction.

use super::limits::{LINK, MESSAGE};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Returns whether a character controls the terminal or the text order instead of being displayed. These are control
/// characters other than tab and line feed, direction marks, and Unicode line separators.
pub fn is_unseen(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => true,
        c => c.is_control(),
    }
}

/// Replaces such characters with their JSON escapes, such as `\u001b`. Inside JSON the value stays the same.
pub fn plain(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_unseen) else { return Cow::Borrowed(text) };
    let (before, rest) = text.split_at(first);
    let mut out = before.to_owned();
    for c in rest.chars() {
        if is_unseen(c) {
            // Writing to a String cannot fail. All these characters are below 2^16.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Returns a count with its noun: `1 actor`, `2 actors`.
pub fn format_count(n: usize, what: &str) -> String {
    gridscope_trace::event::format_count(n as u64, what)
}

/// Formats a number with thousands separators: `1,846`.
pub fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok());
    groups.collect::<Vec<_>>().join(",")
}

/// Formats a text as one line for the user: cleaned, with each run of white space as one space. A text that is too long
/// is cut in the middle, so that its end (what was expected) stays visible.
pub fn sentence(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = plain(&line);
    let long = line.chars().count();
    if long <= MESSAGE {
        return line.into_owned();
    }
    let (head, tail) = (MESSAGE / 3 * 2, MESSAGE / 3);
    let cut = long.saturating_sub(head).saturating_sub(tail);
    let front: String = line.chars().take(head).collect();
    let back: String = line.chars().skip(head.saturating_add(cut)).collect();
    format!("{front} … {cut} characters more … {back}")
}

/// Escapes a text for HTML and SVG, as content or in an attribute with double quotes. Control characters become spaces.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Returns a text in quotes, with the escapes that Godot and Graphviz read.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Godot's texts cannot contain this character.
            '\0' => out.push('\u{fffd}'),
            c if c.is_control() => {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Returns whether a click may open an address found in a file. Only web pages are allowed, and no invisible
/// characters. Files, scripts, programs and relative paths are refused.
pub fn is_web(address: &str) -> bool {
    let web = ["http://", "https://"].iter().any(|scheme| address.len() > scheme.len() && address.starts_with(scheme));
    web && address.len() <= LINK && !address.contains(|c: char| c.is_whitespace() || is_unseen(c))
}

/// A writer that cleans everything written through it.
pub struct Plain<W: Write> {
    out: W,
    /// First bytes of a character whose remaining bytes have not been written yet.
    rest: Vec<u8>,
}

impl<W: Write> Plain<W> {
    /// Creates a writer that writes cleaned text to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, rest: Vec::new() }
    }

    /// Returns the writer below, for bytes that are no text, such as a picture.
    pub const fn raw(&mut self) -> &mut W {
        &mut self.out
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let joined_bytes;
        let all = if self.rest.is_empty() {
            bytes
        } else {
            let mut before = std::mem::take(&mut self.rest);
            before.extend_from_slice(bytes);
            joined_bytes = before;
            &joined_bytes
        };
        for chunk in all.utf8_chunks() {
            self.out.write_all(plain(chunk.valid()).as_bytes())?;
            let broken = chunk.invalid();
            // Only the last chunk may be an incomplete character.
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
