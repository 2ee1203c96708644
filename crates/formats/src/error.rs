//! The one error of this room: source, place, what was found, what was expected.

use super::limits::QUOTE;
use super::plain as unseen;
use crate::count::{Count as _, nth};
use std::fmt;

/// Why a file was refused, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError {
    /// What the source is called: a path, `standard input`, `the clipboard`.
    pub source: String,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column, from 1.
    pub column: Option<usize>,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl FormatError {
    /// About a source as a whole.
    pub fn whole(source: &str, found: &str, expected: &str) -> Self {
        Self { source: source.into(), line: None, column: None, found: plain(found), expected: plain(expected) }
    }

    /// About a line, and maybe a column.
    pub fn at(source: &str, line: usize, column: Option<usize>, found: &str, expected: &str) -> Self {
        Self { line: Some(line), column, ..Self::whole(source, found, expected) }
    }
}

/// A text as a part of one sentence: what it quotes from a file may be long, or break the line, or move the cursor.
fn plain(text: &str) -> String {
    let mut quote: String = text.chars().take(QUOTE).collect();
    if text.chars().nth(QUOTE).is_some() {
        quote.push('…');
    }
    unseen::plain(&quote.replace('\n', "\\n").replace('\t', "\\t")).into_owned()
}

/// The name that is the fewest edits away from `word`, as ` (the nearest is …)`; empty where none is near.
pub fn nearest(word: &str, names: impl Iterator<Item = &'static str>) -> String {
    // The work is the product of the lengths, and a word that is longer than any name is near none.
    if word.chars().count() > 40 {
        return String::new();
    }
    let best = names.map(|name| (edits(word, name), name)).min_by_key(|&(n, _)| n);
    best.filter(|&(n, name)| n <= 2.max(name.len() / 3))
        .map_or(String::new(), |(_, n)| format!(" (the nearest is {n})"))
}

/// How many letters must be put in, taken out or changed to make `b` of `a` (Levenshtein's distance).
fn edits(a: &str, b: &str) -> usize {
    // A row of the table without its first column, which counts from 0.
    let mut row: Vec<usize> = (1..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let (mut diagonal, mut left) = (i, nth(i));
        for (above, y) in row.iter_mut().zip(b.chars()) {
            let changed = diagonal.and(usize::from(x != y));
            diagonal = *above;
            left = changed.min(nth(diagonal)).min(nth(left));
            *above = left;
        }
    }
    row.last().copied().unwrap_or_else(|| a.chars().count())
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
