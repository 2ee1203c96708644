//! Search traces of Posthoc, `*.trace.json` and `*.trace.yaml`: version 1.4.0 is read and written, older ones are read.
//!
//! Source: the documentation and the protocol of [Posthoc](https://posthoc.pathfinding.ai) (Shortest Path Lab, Monash
//! University).
//!
//! A search trace is a list of events and a program that draws them. Only the events are read: they become the lines of
//! a log. The drawing program is JavaScript inside `${{ … }}`, and is never run. A place is taken from an expression only
//! if it is a field, or a field plus a number.
//!
//! The log states nothing that the search trace does not state. In particular its steps are the program's own, so an
//! audit does not judge parents, costs and paths.

mod document;
mod event;
mod kinds;
mod log_lines;
mod nodes;
mod notes;
mod own_kinds;
mod place;
mod recognise;
mod survey;
mod without_places;
mod write;
mod write_events;
mod write_lost;

pub use self::write::{PosthocOptions, write_posthoc, write_posthoc_log};

use super::log::Log;
use super::trace_format::{TraceFormat, WriteLines};
use super::{FormatError, TOO_LARGE, limits, too_large};
use gridscope_trace::workers::Workers;
use std::io::{self, BufRead, Cursor, Read, Write};

/// Search traces of Posthoc.
#[derive(Debug)]
pub(super) struct Posthoc;

/// Endings of the names of search traces.
const EXTENSIONS: [&str; 3] = ["trace.json", "trace.yaml", "trace.yml"];

impl TraceFormat for Posthoc {
    fn extensions(&self) -> &'static [&'static str] {
        &EXTENSIONS
    }

    fn recognises(&self, head: &[u8]) -> bool {
        !crate::plan::is_league(head) && recognise::is_search_trace(head)
    }

    fn lines<'a>(&self, from: Box<dyn BufRead + Send + 'a>) -> Box<dyn BufRead + Send + 'a> {
        match log_lines(from) {
            Ok(lines) => Box::new(Cursor::new(lines)),
            Err(error) => Box::new(io::BufReader::new(super::Fails(Some(error)))),
        }
    }

    fn write(&self, out: &mut dyn Write, lines: WriteLines<'_>, _: &Workers) -> io::Result<()> {
        let mut text = Vec::new();
        lines(&mut text)?;
        let log = Log::read("the trace", text.as_slice()).map_err(io::Error::other)?;
        if let Some(broken) = log.broken {
            return Err(io::Error::other(broken));
        }
        let output = write_posthoc_log(&log, None, &PosthocOptions::default()).map_err(io::Error::other)?;
        out.write_all(&output.bytes)
    }
}

/// Reads a search trace and returns it as the lines of a log.
///
/// # Errors
/// Returns the error of the source, or a [`FormatError`] without the name of the source.
fn log_lines(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limits::FILE.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limits::FILE {
        return Err(io::Error::other(too_large("", TOO_LARGE, limits::FILE)));
    }
    converted(&bytes).map_err(io::Error::other)
}

fn converted(bytes: &[u8]) -> Result<Vec<u8>, FormatError> {
    let text = super::utf8("", bytes)?;
    if text.trim_start().starts_with('{') {
        return log_lines::convert(&document::Document::of(text)?);
    }
    let json = super::yaml::json(text)?;
    let document = document::Document::of(&json).map_err(|error| FormatError { column: None, ..error })?;
    log_lines::convert(&document)
}
