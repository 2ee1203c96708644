//! Readers and writers that fail once the user cancels.

use gridscope_trace::trace::Control;
use std::io::{self, BufRead, Read, Write};

/// A reader or writer that returns an error once its control is stopped.
pub(crate) struct Stoppable<'a, S> {
    bytes: S,
    control: &'a Control,
}

impl<'a, S> Stoppable<'a, S> {
    /// Wraps `bytes` until `control` is cancelled.
    pub(crate) const fn new(bytes: S, control: &'a Control) -> Self {
        Self { bytes, control }
    }

    fn goes_on(&self) -> io::Result<()> {
        self.control.stopped().map_err(io::Error::other)
    }
}

impl<S: Read> Read for Stoppable<'_, S> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.goes_on()?;
        self.bytes.read(bytes)
    }
}

impl<S: BufRead> BufRead for Stoppable<'_, S> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.goes_on()?;
        self.bytes.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.bytes.consume(count);
    }
}

impl<S: Write> Write for Stoppable<'_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.goes_on()?;
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.bytes.flush()
    }
}
