//! File formats for traces and logs: how their lines are stored in a file. One module per format, one row per format in
//! [`TRACE_FORMATS`].

use super::Fails;
use super::columns::Columns;
use super::format::here;
use super::gzip::Gzip;
use super::link::LinkedLines;
use super::posthoc::Posthoc;
use super::zstandard::Zstandard;
use gridscope_trace::later::{Here, later};
use gridscope_trace::workers::Workers;
use std::fmt::Debug;
use std::io::{self, BufRead, BufReader, Read, Write};

/// A function that writes the lines of a trace or a log.
pub type WriteLines<'a> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'a>;

/// A file format for the lines of a trace or a log.
pub trait TraceFormat: Sync + Debug {
    /// Returns the file name extensions without the leading dot. Files are written with the first.
    fn extensions(&self) -> &'static [&'static str];
    /// Returns whether a file that begins with these bytes is in this format.
    fn recognises(&self, head: &[u8]) -> bool;
    /// Returns a reader of the lines in a file. Bytes that are not in this format are an error of the reader.
    fn lines<'a>(&self, from: Box<dyn BufRead + Send + 'a>) -> Box<dyn BufRead + Send + 'a>;
    /// Writes a file with the lines that `lines` writes. The threads of the caller pack them.
    ///
    /// # Errors
    /// Returns an error if writing fails, or if the format can only be read.
    fn write(&self, out: &mut dyn Write, lines: WriteLines<'_>, workers: &Workers) -> io::Result<()>;
}

/// All trace formats. The last one is for files that no other format recognises.
pub static TRACE_FORMATS: &[&dyn TraceFormat] = &[
    &Later(Gzip),
    &Later(Zstandard),
    &Later(Columns { is_gzipped: true }),
    &Later(Columns { is_gzipped: false }),
    &Later(Posthoc),
    &Later(LinkedLines),
    &Lines,
];

/// A format that a page does not have before its first picture. Until then it recognises no file.
#[derive(Debug)]
struct Later<F>(F);

impl<F: TraceFormat> TraceFormat for Later<F> {
    fn extensions(&self) -> &'static [&'static str] {
        self.0.extensions()
    }

    fn recognises(&self, head: &[u8]) -> bool {
        Here::now().is_some_and(|here| later(here, || self.0.recognises(head)))
    }

    fn lines<'a>(&self, from: Box<dyn BufRead + Send + 'a>) -> Box<dyn BufRead + Send + 'a> {
        match Here::now() {
            Some(here) => later(here, || self.0.lines(from)),
            None => from,
        }
    }

    fn write(&self, out: &mut dyn Write, lines: WriteLines<'_>, workers: &Workers) -> io::Result<()> {
        later(here("the lines").map_err(io::Error::other)?, || self.0.write(out, lines, workers))
    }
}

/// Number of bytes by which a format is recognised.
const HEAD: u64 = 4096;
/// Maximum number of formats inside each other: columns are packed with gzip.
const LAYERS: usize = 2;

/// The lines themselves, without packing.
#[derive(Debug)]
struct Lines;

impl TraceFormat for Lines {
    fn extensions(&self) -> &'static [&'static str] {
        &["jsonl"]
    }

    fn recognises(&self, _: &[u8]) -> bool {
        false
    }

    fn lines<'a>(&self, from: Box<dyn BufRead + Send + 'a>) -> Box<dyn BufRead + Send + 'a> {
        from
    }

    fn write(&self, out: &mut dyn Write, lines: WriteLines<'_>, _: &Workers) -> io::Result<()> {
        lines(out)
    }
}

/// Returns a reader of the contents, unpacked if the source is packed. The first bytes decide. If they cannot be read, the
/// reader returns the error.
pub(super) fn unpacked<'a>(from: impl Read + Send + 'a) -> Box<dyn BufRead + Send + 'a> {
    let mut from: Box<dyn BufRead + Send + 'a> = Box::new(BufReader::new(from));
    for _ in 0..LAYERS {
        let mut head = Vec::new();
        // A packed log that was cut is read up to there, so its error comes after the bytes before it.
        let cut = from.by_ref().take(HEAD).read_to_end(&mut head).err();
        let format = TRACE_FORMATS.iter().find(|format| format.recognises(&head));
        from = Box::new(io::Cursor::new(head).chain(BufReader::new(Fails(cut))).chain(from));
        match format {
            Some(format) => from = format.lines(from),
            None => break,
        }
    }
    from
}

/// Returns the format for a file with this name, or with this text as its extension. The longest extension wins.
fn trace_format_for(name: &str) -> Option<&'static dyn TraceFormat> {
    let name = format!(".{}", name.to_ascii_lowercase());
    let length = |format: &dyn TraceFormat| {
        let fits = format.extensions().iter().filter(|extension| name.ends_with(&format!(".{extension}")));
        fits.map(|extension| extension.len()).max()
    };
    TRACE_FORMATS.iter().copied().filter(|&format| length(format).is_some()).max_by_key(|&format| length(format))
}

/// Returns whether a file with this name, or with this text as its extension, holds the lines of a trace or a log. A
/// name that only says how a file is packed (`.gz`) does not.
pub fn holds_lines(name: &str) -> bool {
    let name = format!(".{}", name.to_ascii_lowercase());
    TRACE_FORMATS.iter().filter_map(|format| format.extensions().first()).any(|end| name.ends_with(&format!(".{end}")))
}

/// Writes lines to a file called `name`, in the format of its extension. A name without a known extension gets plain
/// lines. The threads of the caller pack them; the bytes do not depend on their number.
///
/// # Errors
/// Returns an error if writing fails, or if the format can only be read.
pub fn write_packed(
    name: &str,
    out: &mut dyn Write,
    workers: &Workers,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    trace_format_for(name).unwrap_or(&Lines).write(out, Box::new(write), workers)
}
