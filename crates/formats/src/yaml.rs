//! Converts the YAML that programs print to JSON: mappings and lists by indentation, lists and mappings in brackets, and
//! scalars on one line.
//!
//! Anchors, aliases, tags, texts over several lines, directives and further documents are refused with their line. So no
//! file can be larger after reading than it looks.

mod scalar;

use crate::{FormatError, limits};
use scalar::{Quoted, plain, read_quoted};
use serde_json::json;
use std::fmt::Write as _;

/// Largest result, in bytes.
const RESULT: usize = 2 * limits::FILE as usize;

/// Converts a document to JSON. Each value is on the line that it has in the document.
///
/// # Errors
/// Returns an error that names the line, if the document has something that is not read or is not valid.
pub(crate) fn json(text: &str) -> Result<String, FormatError> {
    let mut reader = Reader { rest: text, number: 0, line: None, out: String::new(), depth: 0 };
    reader.advance()?;
    if reader.line.is_some_and(|line| line.text == "---") {
        reader.advance()?;
    }
    reader.block()?;
    match reader.line {
        None => Ok(reader.out),
        Some(line) if line.text == "..." => Ok(reader.out),
        Some(line) if line.is_document_end() => Err(reader.refuse("another document begins", "one document")),
        Some(_) => Err(reader.refuse("the indentation fits nothing above", "names at the beginning of the line")),
    }
}

/// A line without indentation and line end.
#[derive(Clone, Copy)]
struct Line<'a> {
    indent: usize,
    text: &'a str,
}

impl Line<'_> {
    /// Returns whether the line is an entry of a list.
    fn is_entry(&self) -> bool {
        self.text == "-" || self.text.starts_with("- ")
    }

    /// Returns whether the line ends the document.
    fn is_document_end(&self) -> bool {
        self.indent == 0 && matches!(self.text, "---" | "...")
    }
}

/// A document that is being read, at the beginning of a line.
struct Reader<'a> {
    /// Text after the line.
    rest: &'a str,
    /// Number of the line, from 1.
    number: usize,
    /// The line. `None` at the end of the document.
    line: Option<Line<'a>>,
    out: String,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn refuse(&self, found: &str, expected: &str) -> FormatError {
        FormatError::at("", self.number, None, found, expected)
    }

    /// Goes to the next line that is neither empty nor a comment.
    fn advance(&mut self) -> Result<(), FormatError> {
        loop {
            if self.rest.is_empty() {
                self.line = None;
                return Ok(());
            }
            let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
            self.rest = rest;
            self.out.push_str(if self.number == 0 { "" } else { "\n" });
            self.number = self.number.saturating_add(1);
            let line = line.trim_end();
            let text = line.trim_start_matches(' ');
            if text.starts_with('\t') && !text.trim_start().is_empty() {
                return Err(self.refuse("the line is indented with a tab", "spaces"));
            }
            if !text.is_empty() && !text.starts_with('#') {
                self.line = Some(Line { indent: line.len().saturating_sub(text.len()), text });
                return if self.out.len() > RESULT {
                    Err(self.refuse("this is too large", &limits::mebibytes(RESULT as u64)))
                } else {
                    Ok(())
                };
            }
        }
    }

    fn enter(&mut self) -> Result<(), FormatError> {
        self.depth = self.depth.saturating_add(1);
        if self.depth > limits::DEPTH {
            let found = format!("this is more than {} lists and mappings deep", limits::DEPTH);
            return Err(self.refuse(&found, &format!("at most {}", limits::DEPTH)));
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Reads the value that begins with the line.
    fn block(&mut self) -> Result<(), FormatError> {
        let Some(line) = self.line else {
            return Err(self.refuse("the document ends", "a value"));
        };
        self.enter()?;
        if line.is_entry() {
            self.list(line.indent)?;
        } else if name(line.text).is_some() {
            self.mapping(line.indent)?;
        } else {
            self.value(line.text)?;
        }
        self.leave();
        Ok(())
    }

    /// Reads a mapping whose names have this indentation.
    fn mapping(&mut self, indent: usize) -> Result<(), FormatError> {
        self.out.push('{');
        let mut separator = "";
        while let Some(line) =
            self.line.filter(|line| line.indent == indent && !line.is_entry() && !line.is_document_end())
        {
            self.refuse_marks(line.text)?;
            let Some((name, value)) = name(line.text) else {
                return Err(
                    self.refuse(&format!("{:?} is not a name with a value", line.text), "such as `type: expand`")
                );
            };
            let name = match read_quoted(name) {
                Some(Quoted::Ends(name, _)) => name,
                _ => name.to_owned(),
            };
            let _ = write!(self.out, "{separator}{}:", json!(name));
            separator = ",";
            self.entry(value, |next| next.indent > indent || (next.indent == indent && next.is_entry()))?;
        }
        self.out.push('}');
        self.ends_here(indent)
    }

    /// Reads a list whose entries have this indentation.
    fn list(&mut self, indent: usize) -> Result<(), FormatError> {
        self.out.push('[');
        let mut separator = "";
        while let Some(line) = self.line.filter(|line| line.indent == indent && line.is_entry()) {
            self.out.push_str(std::mem::replace(&mut separator, ","));
            let value = line.text.strip_prefix('-').unwrap_or_default().trim_start();
            if value.starts_with("- ") || name(value).is_some() {
                let shift = line.text.len().saturating_sub(value.len());
                self.line = Some(Line { indent: indent.saturating_add(shift), text: value });
                self.block()?;
            } else {
                self.entry(value, |next| next.indent > indent)?;
            }
        }
        self.out.push(']');
        self.ends_here(indent)
    }

    /// Refuses a line that is indented more than the names or entries before it.
    fn ends_here(&self, indent: usize) -> Result<(), FormatError> {
        match self.line {
            Some(line) if line.indent > indent => {
                let expected = "each value on one line, and names and entries below each other";
                Err(self.refuse("a value continues in this line", expected))
            }
            _ => Ok(()),
        }
    }

    /// Reads the value after a name or a hyphen. If there is none on the line, `belongs` decides whether the next line is
    /// part of it.
    fn entry(&mut self, value: &'a str, belongs: impl Fn(&Line<'_>) -> bool) -> Result<(), FormatError> {
        if !without_comment(value).is_empty() {
            return self.value(value);
        }
        self.advance()?;
        if self.line.as_ref().is_some_and(belongs) {
            return self.block();
        }
        self.out.push_str("null");
        Ok(())
    }

    /// Refuses what begins with a mark of YAML that is not read.
    fn refuse_marks(&self, text: &str) -> Result<(), FormatError> {
        let what = match text.as_bytes().first() {
            Some(b'&') => "an anchor",
            Some(b'*') => "an alias",
            Some(b'!') => "a tag",
            Some(b'|' | b'>') => "a text over several lines",
            Some(b'%') => "a directive",
            Some(b'?') if text == "?" || text.starts_with("? ") => "a name on lines of its own",
            Some(b'@' | b'`') => "a character that YAML reserves",
            _ => return Ok(()),
        };
        Err(self.refuse(&format!("{what} is not read"), "plain values, or JSON"))
    }

    /// Reads a value that begins on this line, and goes to the next one.
    fn value(&mut self, text: &'a str) -> Result<(), FormatError> {
        self.refuse_marks(text)?;
        let rest = match text.as_bytes().first() {
            Some(b'{' | b'[') => self.flow(text)?,
            Some(b'"' | b'\'') => self.quoted(text)?,
            _ => {
                plain(without_comment(text), &mut self.out);
                ""
            }
        };
        if !without_comment(rest).is_empty() {
            return Err(self.refuse(&format!("{rest:?} follows a value"), "the end of the line"));
        }
        self.advance()
    }

    fn quoted(&mut self, text: &'a str) -> Result<&'a str, FormatError> {
        match read_quoted(text) {
            Some(Quoted::Ends(value, rest)) => {
                let _ = write!(self.out, "{}", json!(value));
                Ok(rest)
            }
            Some(Quoted::BadEscape) => {
                Err(self.refuse("a text has an escape that means nothing", "one of YAML or JSON"))
            }
            _ => Err(self.refuse("a text over several lines is not read", "its end on the same line")),
        }
    }

    /// Skips white space and comments inside brackets, over line ends too.
    fn skip(&mut self, mut text: &'a str) -> Result<&'a str, FormatError> {
        loop {
            text = text.trim_start();
            if !text.is_empty() && !text.starts_with('#') {
                return Ok(text);
            }
            self.advance()?;
            text =
                self.line.map(|line| line.text).ok_or_else(|| self.refuse("a bracket is not closed", "`]` or `}`"))?;
        }
    }

    /// Reads a value inside brackets, or one that begins with a bracket. Returns the text after it.
    fn flow(&mut self, text: &'a str) -> Result<&'a str, FormatError> {
        let text = self.skip(text)?;
        self.refuse_marks(text)?;
        match text.as_bytes().first() {
            Some(b'{') => self.pairs(text.strip_prefix('{').unwrap_or_default()),
            Some(b'[') => self.items(text.strip_prefix('[').unwrap_or_default()),
            Some(b'"' | b'\'') => self.quoted(text),
            _ => {
                let (value, rest) = flow_scalar(text);
                if value.is_empty() {
                    return Err(self.refuse(&format!("{:?} is not a value", brief(rest)), "a value"));
                }
                plain(value, &mut self.out);
                Ok(rest)
            }
        }
    }

    fn items(&mut self, mut text: &'a str) -> Result<&'a str, FormatError> {
        self.enter()?;
        self.out.push('[');
        let mut separator = "";
        loop {
            text = self.skip(text)?;
            if let Some(rest) = text.strip_prefix(']') {
                self.out.push(']');
                self.leave();
                return Ok(rest);
            }
            self.out.push_str(std::mem::replace(&mut separator, ","));
            text = self.flow(text)?;
            text = self.after_value(text, ']')?;
        }
    }

    fn pairs(&mut self, mut text: &'a str) -> Result<&'a str, FormatError> {
        self.enter()?;
        self.out.push('{');
        let mut separator = "";
        loop {
            text = self.skip(text)?;
            if let Some(rest) = text.strip_prefix('}') {
                self.out.push('}');
                self.leave();
                return Ok(rest);
            }
            self.refuse_marks(text)?;
            self.out.push_str(std::mem::replace(&mut separator, ","));
            let rest = if text.starts_with(['"', '\'']) {
                self.quoted(text)?
            } else {
                let (name, rest) = flow_scalar(text);
                if name.is_empty() {
                    return Err(self.refuse(&format!("{:?} is not a name", brief(rest)), "a name"));
                }
                let _ = write!(self.out, "{}", json!(name));
                rest
            };
            self.out.push(':');
            text = self.skip(rest)?;
            let value = match text.strip_prefix(':') {
                Some(rest) => self.skip(rest)?,
                None => text,
            };
            text = if value.starts_with([',', '}']) {
                self.out.push_str("null");
                value
            } else if value.len() == text.len() {
                return Err(self.refuse(&format!("{:?} follows a name", brief(text)), "`:` and a value"));
            } else {
                self.flow(value)?
            };
            text = self.after_value(text, '}')?;
        }
    }

    /// Reads the comma after a value, if the bracket does not close there.
    fn after_value(&mut self, text: &'a str, closing: char) -> Result<&'a str, FormatError> {
        let text = self.skip(text)?;
        match text.strip_prefix(',') {
            Some(rest) => Ok(rest),
            None if text.starts_with(closing) => Ok(text),
            None => Err(self.refuse(&format!("{:?} follows a value", brief(text)), &format!("`,` or `{closing}`"))),
        }
    }
}

/// Returns the beginning of a text, for a message.
fn brief(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Returns a text without the comment at its end.
fn without_comment(text: &str) -> &str {
    let end = if text.starts_with('#') { Some(0) } else { text.find(" #") };
    end.and_then(|end| text.get(..end)).unwrap_or(text).trim_end()
}

/// Splits a line into a name and the text after its colon. `None` if the line is no name with a value.
fn name(text: &str) -> Option<(&str, &str)> {
    if text.starts_with(['{', '[', '#']) {
        return None;
    }
    if text.starts_with(['"', '\'']) {
        let Some(Quoted::Ends(_, rest)) = read_quoted(text) else { return None };
        let value = rest.trim_start().strip_prefix(':')?;
        let end = text.len().saturating_sub(rest.len());
        return text.get(..end).map(|name| (name, value.trim_start()));
    }
    let found = text
        .find(": ")
        .or_else(|| text.find(":\t"))
        .or_else(|| text.len().checked_sub(1).filter(|_| text.ends_with(':')))?;
    let is_comment = text.find(" #").is_some_and(|comment| comment < found);
    let (name, value) = text.split_at_checked(found).filter(|_| !is_comment)?;
    Some((name.trim_end(), value.strip_prefix(':')?.trim_start()))
}

/// Splits a text inside brackets after an unquoted value.
fn flow_scalar(text: &str) -> (&str, &str) {
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|next| next.1);
        let ends = match letter {
            ',' | '[' | ']' | '{' | '}' => true,
            ':' => next.is_none_or(|next| next.is_whitespace() || ",[]{}".contains(next)),
            ' ' => next == Some('#'),
            _ => false,
        };
        if ends {
            let (value, rest) = text.split_at_checked(at).unwrap_or((text, ""));
            return (value.trim_end(), rest);
        }
    }
    (text.trim_end(), "")
}
