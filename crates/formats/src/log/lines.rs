//! How much of a log is read, and its lines, none of which may fill the memory.

use crate::limits;
use std::io::{self, BufRead, ErrorKind, Read as _};

/// How much of a log is read. What goes beyond ends it, with a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The most events.
    pub events: usize,
    /// The most memory that its events may take, and the run that is told of them, in bytes.
    pub memory: usize,
    /// The most bytes of text, unpacked.
    pub bytes: u64,
}

impl Default for Bounds {
    /// 32 million events and 1 GiB of memory, whichever comes first.
    fn default() -> Self {
        Self { events: limits::EVENTS, memory: limits::MEMORY, bytes: limits::LOG }
    }
}

/// Reads on to the end of a line, its mark included, after what is at hand of it. Says how many bytes were read: 0 at the
/// end of what there is.
///
/// # Errors
/// [`ErrorKind::FileTooLarge`] where the line is longer than [`limits::LINE`], and what the source says.
pub fn read_line(from: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let room = (limits::LINE + 1).saturating_sub(line.len() as u64);
    let read = from.by_ref().take(room).read_until(b'\n', line)?;
    if line.len() as u64 > limits::LINE { Err(ErrorKind::FileTooLarge.into()) } else { Ok(read) }
}
