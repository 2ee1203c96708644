//! Copies the lines of a trace or a log unchanged into a file with another packing.

use super::log::{Bounds, Reader, is_log, read_line};
use super::trace_file::{self, Kind, TraceFile};
use super::trace_format::{unpacked, write_packed};
use super::{FormatError, HEAD, TOO_LARGE, first_line, limits, too_large, unreadable};
use gridscope_trace::Registry;
use gridscope_trace::workers::Workers;
use std::io::{self, BufRead, BufReader, Read, Write};

/// Number of lines after which the events parsed so far are dropped.
const BATCH_LINES: usize = 1024;

/// A trace or a log that is about to be copied.
pub struct LineCopy<'a> {
    name: String,
    /// Bytes read so far.
    first: Vec<u8>,
    rest: Box<dyn BufRead + Send + 'a>,
}

impl<'a> LineCopy<'a> {
    /// Checks the beginning of a source, packed or not. `name` is the source's name in error messages.
    ///
    /// # Errors
    /// Returns an error if the source is neither a trace nor a log, or cannot be read.
    pub fn of(name: &str, from: &'a mut (dyn Read + Send)) -> Result<Self, FormatError> {
        let mut rest = unpacked(from);
        let mut first = Vec::new();
        rest.by_ref().take(HEAD).read_to_end(&mut first).map_err(|e| unreadable(name, &e))?;
        if !trace_file::is_trace(&first) && !is_log(&first) {
            return Err(FormatError::whole(
                name,
                "this is neither a trace nor a log",
                "lines of JSON, as `run --trace` writes them",
            ));
        }
        Ok(Self { name: name.to_owned(), first, rest })
    }

    /// Reads the source as a trace of an algorithm in the registry, so that the caller can compare it with a run of its
    /// scene. Returns `None` if it is not such a trace, or if the trace is larger than [`limits::TRACE`].
    ///
    /// # Errors
    /// Returns an error if the source cannot be read.
    pub fn trace(&mut self, registry: &Registry) -> Result<Option<TraceFile>, FormatError> {
        let unread = |error: io::Error| unreadable(&self.name, &error);
        if !trace_file::is_trace(&self.first) {
            return Ok(None);
        }
        first_line(&mut self.first, &mut *self.rest).map_err(unread)?;
        if trace_file::kind(registry, &self.first) != Some(Kind::Rerunnable) {
            return Ok(None);
        }
        let room = limits::TRACE.saturating_add(1).saturating_sub(self.first.len() as u64);
        self.rest.by_ref().take(room).read_to_end(&mut self.first).map_err(unread)?;
        if self.first.len() as u64 > limits::TRACE {
            return Ok(None);
        }
        trace_file::read(registry, &self.name, &self.first).map(Some)
    }

    /// Copies the lines into a file called `to`, packed by the threads of the caller as in [`write_packed`]. Returns the error of the first bad
    /// line. That line and the ones after it are copied too.
    ///
    /// # Errors
    /// Returns an error if the source is larger than [`limits::LOG`] after unpacking, or if reading or writing fails.
    pub fn write(self, to: &str, out: &mut dyn Write, workers: &Workers) -> Result<Option<FormatError>, FormatError> {
        let Self { name, first, rest } = self;
        let mut lines = BufReader::new(first.chain(rest).take(limits::LOG.saturating_add(1)));
        let (mut copied, mut broken) = (0, None);
        write_packed(to, out, workers, |out| {
            (copied, broken) = copy(&name, &mut lines, out)?;
            Ok(())
        })
        .map_err(|error| match error.kind() {
            // The error names the expected ending.
            io::ErrorKind::Unsupported => FormatError::whole(to, &error.to_string(), ""),
            _ => FormatError::whole(&name, &error.to_string(), "lines that can be copied"),
        })?;
        if copied > limits::LOG { Err(too_large(&name, TOO_LARGE, limits::LOG)) } else { Ok(broken) }
    }
}

/// Copies all lines. Returns the number of bytes copied and the error of the first bad line.
fn copy(name: &str, from: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<(u64, Option<FormatError>)> {
    // No events are kept, so their number needs no limit.
    let bounds = Bounds { events: usize::MAX, memory: usize::MAX, ..Bounds::default() };
    let (mut reader, mut dropped) = (Some(Reader::new(name, None).within(bounds)), Reader::blank(name));
    let mut copied = 0_u64;
    let mut broken = None::<FormatError>;
    let mut line = Vec::new();
    for number in 1_usize.. {
        line.clear();
        let mut from = &mut *from;
        match read_line(&mut from, &mut line) {
            Ok(0) => break,
            // A line longer than the limit continues after this piece.
            Err(error) if error.kind() != io::ErrorKind::FileTooLarge => return Err(error),
            _ => {}
        }
        out.write_all(&line)?;
        copied = copied.saturating_add(line.len() as u64);
        let Some(reads) = &mut reader else { continue };
        match reads.bytes(&line) {
            Ok(true) => {}
            Ok(false) => broken.clone_from(&reads.log().broken),
            Err(bad) => broken = Some(bad),
        }
        if broken.is_some() {
            reader = None;
        } else if number.is_multiple_of(BATCH_LINES) {
            reads.hand_over(&mut dropped);
            dropped.events.clear();
        }
    }
    let end = reader.and_then(|reader| reader.end().broken);
    Ok((copied, broken.or(end)))
}

/// Copies the lines of a trace or a log, packed or not, into a file called `to`.
///
/// # Errors
/// Returns an error in the same cases as [`LineCopy::of`] and [`LineCopy::write`].
pub fn copy_lines(name: &str, from: &mut (dyn Read + Send), to: &str, out: &mut dyn Write) -> Result<(), FormatError> {
    LineCopy::of(name, from)?.write(to, out, &Workers::default()).map(drop)
}
