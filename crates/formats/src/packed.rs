//! Packed files: gzip and Zstandard, and lines in columns in either, told by how they begin and unpacked as they are read;
//! gzip and columns are written too.

use super::columns;
use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read, Write};

/// What a file packed by gzip begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// What a file packed by Zstandard begins with.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What a source holds, unpacked where it is packed.
///
/// # Errors
/// When its first bytes cannot be read.
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

/// The ends of names of files of lines, as [`write_packed`] writes them.
const LINES: [&str; 3] = [".jsonl", ".jsonl.gz", ".columns.gz"];

/// Whether a file of that name, or one that ends in it, holds the lines of a trace or a log.
pub fn holds_lines(name: &str) -> bool {
    let name = format!(".{}", name.to_ascii_lowercase());
    LINES.iter().any(|end| name.ends_with(end))
}

/// Writes lines to a file of that name: packed by gzip where the name ends in `.gz`, and in columns before that where it
/// ends in `.columns.gz`.
///
/// # Errors
/// When writing fails, or the name promises a packing that is only read here.
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

/// Unpacks the frames of a Zstandard file (Y. Collet and M. Kucherawy, RFC 8878, 2021), one after the other.
struct Unzstd<R> {
    decoder: FrameDecoder,
    source: R,
    /// Whether a frame was begun.
    begun: bool,
}

fn broken(error: FrameDecoderError) -> io::Error {
    io::Error::other(error)
}

impl<R: BufRead> Unzstd<R> {
    /// Begins the next frame that holds something. Says whether there is one.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                // Frames that only programs of the writer's own understand.
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
            // The frame ends here; what it says of its content is checked.
            let (said, found) = (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
            if said.is_some() && said != found {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "its checksum is wrong"));
            }
            self.begun = false;
        }
    }
}
