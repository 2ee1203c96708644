//! Zstandard: lines of a trace or a log, read but not written.

use super::limits::mebibytes;
use super::trace_format::{TraceFormat, WriteLines};
use gridscope_trace::workers::Workers;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, BufReader, Read, Write};

/// Lines packed with Zstandard.
#[derive(Debug)]
pub(super) struct Zstandard;

impl TraceFormat for Zstandard {
    fn extensions(&self) -> &'static [&'static str] {
        &["jsonl.zst", "zst"]
    }

    fn recognises(&self, head: &[u8]) -> bool {
        head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd])
    }

    fn lines<'a>(&self, from: Box<dyn BufRead + Send + 'a>) -> Box<dyn BufRead + Send + 'a> {
        Box::new(BufReader::new(Unzstd { decoder: decoder(), source: from, begun: false }))
    }

    fn write(&self, _: &mut dyn Write, _: WriteLines<'_>, _: &Workers) -> io::Result<()> {
        let why = "Zstandard is read, not written; expected a name that ends in .gz, or neither";
        Err(io::Error::new(io::ErrorKind::Unsupported, why))
    }
}

/// Unpacks the frames of a Zstandard file, one after the other (Y. Collet and M. Kucherawy, RFC 8878, 2021).
struct Unzstd<R> {
    decoder: FrameDecoder,
    source: R,
    /// Whether the decoder is inside a frame.
    begun: bool,
}

/// Returns a reader of the unpacked bytes of a Zstandard file.
pub(crate) fn unpacked<R: BufRead>(source: R) -> impl Read {
    Unzstd { decoder: decoder(), source, begun: false }
}

/// Returns a decoder that refuses frames which need more than 100 MiB of earlier bytes. A new one takes any first frame, and
/// would keep all of it: only later frames are checked. So it is given an empty one first.
fn decoder() -> FrameDecoder {
    // The magic number, no flags, a window of 1 KiB, and a last block without bytes.
    const EMPTY: [u8; 9] = [0x28, 0xb5, 0x2f, 0xfd, 0, 0, 1, 0, 0];
    let mut decoder = FrameDecoder::new();
    // If this fails, only the first frame goes unchecked.
    let _ = decoder.reset(EMPTY.as_slice());
    decoder
}

fn broken(error: FrameDecoderError) -> io::Error {
    match error {
        // The decoder's own sentence has another maximum.
        FrameDecoderError::WindowSizeTooBig { requested } => {
            io::Error::other(format!("its window is {}, and at most 100 MiB are possible", mebibytes(requested)))
        }
        other => io::Error::other(other),
    }
}

impl<R: BufRead> Unzstd<R> {
    /// Starts the next frame with content. Returns whether there is one.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                // Skippable frames hold data for other programs.
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let length = u64::from(length);
                    if io::copy(&mut (&mut self.source).take(length), &mut io::sink())? < length {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(broken(error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Unzstd<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if into.is_empty() {
                return Ok(0);
            }
            if !self.begun {
                self.begun = self.next_frame()?;
                if !self.begun {
                    return Ok(0);
                }
            }
            while self.decoder.can_collect() < into.len() && !self.decoder.is_finished() {
                let more = BlockDecodingStrategy::UptoBytes(into.len());
                self.decoder.decode_blocks(&mut self.source, more).map_err(broken)?;
            }
            let read = self.decoder.read(into)?;
            if read > 0 {
                return Ok(read);
            }
            // The frame has ended: compare its checksum.
            let (said, found) = (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
            if said.is_some() && said != found {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "its checksum is wrong"));
            }
            self.begun = false;
        }
    }
}
