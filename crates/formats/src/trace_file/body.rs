//! The lines of a trace behind its header, as they are kept in memory: text, or columns if the text would be long.

use crate::columns::{self, Columns};
use crate::trace_format::TraceFormat as _;
use gridscope_trace::workers::Workers;
use std::io::{self, BufRead, Write as _};
use std::sync::Arc;

/// The lines behind the header. Clones share them, because they are most of the memory of a long trace.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// The text of the file, and the byte at which the second line begins.
    Text(Arc<Vec<u8>>, usize),
    /// The lines in columns, without gzip.
    Columns(Arc<Vec<u8>>),
}

impl Body {
    /// Returns a reader of the lines.
    pub(super) fn reader(&self) -> Box<dyn BufRead + Send + '_> {
        match self {
            Self::Text(text, begin) => Box::new(text.get(*begin..).unwrap_or_default()),
            Self::Columns(bytes) => Columns { is_gzipped: false }.lines(Box::new(bytes.as_slice())),
        }
    }

    /// Returns the lines that are neither blank nor comments.
    pub(super) fn lines(&self) -> BodyLines<'_> {
        BodyLines { from: self.reader(), line: Vec::new(), number: 1 }
    }
}

/// The lines of a body, one after the other.
pub(super) struct BodyLines<'a> {
    from: Box<dyn BufRead + Send + 'a>,
    line: Vec<u8>,
    /// Number of the last line in the file. The header is line 1.
    number: usize,
}

impl BodyLines<'_> {
    /// Returns the next line that is neither blank nor a comment, with its number in the file and without its line feed.
    ///
    /// # Errors
    /// Returns an error if the columns are broken.
    pub(super) fn next(&mut self) -> io::Result<Option<(usize, &[u8])>> {
        loop {
            self.line.clear();
            if self.from.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            self.number = self.number.saturating_add(1);
            let text = self.line.trim_ascii();
            if !text.is_empty() && !text.starts_with(b"//") {
                break;
            }
        }
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        Ok(Some((self.number, line.strip_suffix(b"\r").unwrap_or(line))))
    }
}

/// Packs text in columns as it is read.
pub(crate) struct Packer(columns::Writer<Vec<u8>>);

impl Packer {
    /// Begins with the first part of the text.
    ///
    /// # Errors
    /// Returns an error if the text has a zero byte.
    pub(crate) fn new(text: &[u8]) -> io::Result<Self> {
        let mut writer = columns::Writer::new(Vec::new(), &Workers::default())?;
        writer.write_all(text)?;
        Ok(Self(writer))
    }

    /// Adds more text.
    ///
    /// # Errors
    /// Returns an error if the text has a zero byte.
    pub(crate) fn add(&mut self, text: &[u8]) -> io::Result<()> {
        self.0.write_all(text)
    }

    /// Returns the number of bytes of all complete blocks.
    pub(crate) fn bytes(&self) -> usize {
        self.0.get_ref().len()
    }

    /// Returns the lines.
    ///
    /// # Errors
    /// Returns an error if the text has a zero byte.
    pub(crate) fn finish(self) -> io::Result<Body> {
        Ok(Body::Columns(Arc::new(self.0.finish()?)))
    }
}
