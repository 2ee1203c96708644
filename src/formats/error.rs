//! The one error of this room: source, place, what was found, what was expected.

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
        Self { source: source.into(), line: None, column: None, found: found.into(), expected: expected.into() }
    }

    /// About a line, and maybe a column.
    pub fn at(source: &str, line: usize, column: Option<usize>, found: &str, expected: &str) -> Self {
        Self { line: Some(line), column, ..Self::whole(source, found, expected) }
    }
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
