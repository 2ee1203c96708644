//! Packs a text in pieces, several at once on the threads of the caller. Where a piece ends does not depend on the number of
//! threads, so neither do the bytes.

use gridscope_trace::trace::Progress;
use gridscope_trace::workers::Workers;
use std::io::{self, Write};

/// Number of pieces for each of several threads that are packed together. A thread that is done early takes another one.
const TOGETHER: usize = 2;

/// Packs pieces of a text.
pub(crate) struct Pieces<W> {
    out: W,
    pack: fn(&[u8]) -> io::Result<Vec<u8>>,
    threads: Progress,
    /// Pieces that are not packed yet.
    waiting: Vec<Vec<u8>>,
}

impl<W: Write> Pieces<W> {
    /// Writes pieces to `out` as `pack` returns them.
    pub(crate) fn new(out: W, pack: fn(&[u8]) -> io::Result<Vec<u8>>, workers: &Workers) -> Self {
        Self { out, pack, threads: Progress::default().with_workers(workers.clone()), waiting: Vec::new() }
    }

    /// Returns where the pieces are written.
    pub(crate) const fn get_ref(&self) -> &W {
        &self.out
    }

    /// Adds the next piece.
    ///
    /// # Errors
    /// Returns an error if a piece cannot be packed or written.
    pub(crate) fn add(&mut self, piece: Vec<u8>) -> io::Result<()> {
        self.waiting.push(piece);
        let threads = self.threads.workers().count();
        let is_enough = threads == 1 || self.waiting.len() >= threads.saturating_mul(TOGETHER);
        if is_enough { self.write() } else { Ok(()) }
    }

    /// Writes all pieces, and returns where they were written.
    ///
    /// # Errors
    /// Returns an error if a piece cannot be packed or written.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.write()?;
        Ok(self.out)
    }

    /// Passes on what was packed so far.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn write(&mut self) -> io::Result<()> {
        let Self { out, pack, threads, waiting } = self;
        let mut result = Ok(());
        threads.in_order(
            waiting.len(),
            |number, _| waiting.get(number).map_or(Ok(Vec::new()), |piece| pack(piece)),
            |packed| {
                result = packed.map_or(Ok(()), |packed| out.write_all(&packed?));
                result.is_ok()
            },
        );
        waiting.clear();
        result
    }
}
