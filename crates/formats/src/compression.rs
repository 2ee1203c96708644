//! Packed files: gzip, Zstandard, and the column format inside either. Recognised by their first bytes and unpacked
//! while reading. Gzip and columns can also be written.

use super::columns;
use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read, Write};

/// First bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// First bytes of a Zstandard file.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Returns a reader of the contents, unpacked if the source is packed.
///
/// # Errors
/// Returns an error if the first bytes cannot be read.
pub(super) fn unpacked<'a>(mut from: impl BufRead + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let head = from.fill_buf()?;
    let mut bytes: Box<dyn Read + 'a> = if head.starts_with(&GZIP) {
        Box::new(MultiGzDecoder::new(from))
    } else if head.starts_with(&ZSTD) {
        Box::new(Unzstd { decoder: FrameDecoder::new(), source: from, begun: false })
    } else {
        Box::new(from)
    };
    let mut first = Vec::new();
    bytes.by_ref().take(columns::MAGIC.len() as u64).read_to_end(&mut first)?;
    Ok(if first == columns::MAGIC {
        Box::new(columns::Reader::new(bytes))
    } else {
        Box::new(io::Cursor::new(first).chain(bytes))
    })
}

/// File name endings that [`write_packed`] recognises for files of lines.
const LINES: [&str; 3] = [".jsonl", ".jsonl.gz", ".columns.gz"];

/// Returns whether a file with this name, or with this text as its extension, holds the lines of a trace or a log.
pub fn holds_lines(name: &str) -> bool {
    let name = format!(".{}", name.to_ascii_lowercase());
    LINES.iter().any(|end| name.ends_with(end))
}

/// Writes lines to a file called `name`. A name ending in `.gz` packs them with gzip. A name ending in `.columns.gz`
/// also puts them in columns first.
///
/// # Errors
/// Returns an error if writing fails, or if the name ends in `.zst`, which can only be read.
pub fn write_packed(
    name: &str,
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let ends_in = |end: &str| name.len() > end.len() && name.to_ascii_lowercase().ends_with(end);
    if ends_in(".zst") {
        let why = "Zstandard is read, not written; expected a name that ends in .gz, or neither";
        return Err(io::Error::new(io::ErrorKind::Unsupported, why));
    }
    if !ends_in(".gz") {
        return write(out);
    }
    let mut packer = GzEncoder::new(out, Compression::best());
    if ends_in(".columns.gz") {
        let mut lines = columns::Writer::new(packer)?;
        write(&mut lines)?;
        packer = lines.finish()?;
    } else {
        write(&mut packer)?;
    }
    packer.finish().map(drop)
}

/// Unpacks the frames of a Zstandard file, one after the other (Y. Collet and M. Kucherawy, RFC 8878, 2021).
struct Unzstd<R> {
    decoder: FrameDecoder,
    source: R,
    /// Whether the decoder is inside a frame.
    begun: bool,
}

fn broken(error: FrameDecoderError) -> io::Error {
    io::Error::other(error)
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
