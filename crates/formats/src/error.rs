//! The error type of this crate: source, place, what was found and what was expected.

use super::limits::QUOTE;
use super::plain as unseen;
use super::question::FileQuestion;
use super::tile_mapping::{TileQuestion, describe_open_tiles};
use gridscope_trace::Scene;
use gridscope_trace::trace::Halt;
use std::fmt;

/// Reason why a file was refused, shown as one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError {
    /// Name of the source: a path, `standard input`, `the clipboard`.
    pub source: String,
    /// Line number, from 1.
    pub line: Option<usize>,
    /// Column number, from 1.
    pub column: Option<usize>,
    /// Description of what was found.
    pub found: String,
    /// Description of what was expected.
    pub expected: String,
    /// Question whose answer lets the file be read, if there is one.
    pub asks: Option<Box<FileQuestion>>,
}

impl FormatError {
    /// Checks a scene before it is written.
    pub(crate) fn check_scene(name: &str, scene: &Scene) -> Result<(), Self> {
        scene.validate().map_err(|error| Self::whole(name, &error.to_string(), "everything on the map"))
    }

    /// Builds an error about a source as a whole.
    pub fn whole(source: &str, found: &str, expected: &str) -> Self {
        let (found, expected) = (plain(found), plain(expected));
        Self { source: source.into(), line: None, column: None, found, expected, asks: None }
    }

    /// Builds an error that asks what the tiles and objects of a map stand for.
    pub(crate) fn asks(source: &str, question: FileQuestion) -> Self {
        let (found, expected) = describe_open_tiles(&question.tiles);
        Self { asks: Some(Box::new(question)), ..Self::whole(source, &found, &expected) }
    }

    /// Returns the tiles that the error asks about. The list is empty if it asks about none.
    pub fn tiles(&self) -> &[TileQuestion] {
        self.asks.as_deref().map_or(&[], |question| &question.tiles)
    }

    /// Builds an error about a line, and about a column if one is given.
    pub fn at(source: &str, line: usize, column: Option<usize>, found: &str, expected: &str) -> Self {
        Self { line: Some(line), column, ..Self::whole(source, found, expected) }
    }

    /// Builds an error about a byte of a text.
    pub(crate) fn at_byte(source: &str, text: &[u8], at: usize, found: &str, expected: &str) -> Self {
        let mut rows = text.get(..at).unwrap_or(text).split(|&b| b == b'\n');
        let row = rows.next_back().unwrap_or_default();
        let column = String::from_utf8_lossy(row).chars().count().saturating_add(1);
        Self::at(source, rows.count().saturating_add(1), Some(column), found, expected)
    }

    /// Returns a conversion of the reason why reading a source was stopped.
    pub(crate) fn stopped(source: &str) -> impl Fn(Halt) -> Self {
        move |halt| Self::whole(source, &halt.to_string(), "time to read all of it")
    }
}

/// Prepares a text for use in one sentence. Quotes from a file may be long, or contain line breaks or control
/// characters.
fn plain(text: &str) -> String {
    let mut quote: String = text.chars().take(QUOTE).collect();
    if text.chars().nth(QUOTE).is_some() {
        quote.push('…');
    }
    unseen::plain(&quote.replace('\n', "\\n").replace('\t', "\\t")).into_owned()
}

/// Returns the name with the fewest edits from `word` as ` (the nearest is …)`, or an empty text if none is close.
pub fn nearest(word: &str, names: impl Iterator<Item = &'static str>) -> String {
    // The time is the product of the lengths. A word longer than every name is close to none.
    if word.chars().count() > 40 {
        return String::new();
    }
    let best = names.map(|name| (strsim::levenshtein(word, name), name)).min_by_key(|&(n, _)| n);
    best.filter(|&(n, name)| n <= 2.max(name.len() / 3))
        .map_or(String::new(), |(_, n)| format!(" (the nearest is {n})"))
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.source)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.found)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        Ok(())
    }
}

impl std::error::Error for FormatError {}
