//! Limits on how much of a log is read, and a line reader that respects them.

use crate::limits;
use std::io::{self, BufRead, ErrorKind, Read as _};

/// Limits on how much of a log is read. A log that exceeds one ends there, with an error message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Maximum number of events.
    pub events: usize,
    /// Maximum memory for the events and for the run built from them, in bytes.
    pub memory: usize,
    /// Maximum number of bytes of text, after unpacking.
    pub bytes: u64,
}

impl Default for Bounds {
    /// Returns the usual limits.
    fn default() -> Self {
        Self { events: limits::EVENTS, memory: limits::LOG_MEMORY, bytes: limits::LOG }
    }
}

/// Reads to the end of a line, including the line feed, and appends to `line`. Returns the number of bytes read, which
/// is 0 at the end of the source.
///
/// # Errors
/// Returns [`ErrorKind::FileTooLarge`] if the line is longer than [`limits::LINE`], and any error of the source.
pub fn read_line(from: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let room = (limits::LINE + 1).saturating_sub(line.len() as u64);
    let read = from.by_ref().take(room).read_until(b'\n', line)?;
    if line.len() as u64 > limits::LINE { Err(ErrorKind::FileTooLarge.into()) } else { Ok(read) }
}
