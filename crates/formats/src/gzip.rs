//! Gzip: lines of a trace or a log, packed.

use super::pieces::Pieces;
use super::trace_format::{TraceFormat, WriteLines};
use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use gridscope_trace::workers::Workers;
use std::io::{self, BufRead, BufReader, Write};

/// Size of the text in a member of the file, in bytes. Every reader of gzip takes several members as one text (RFC 1952, 2.2).
const PIECE: usize = 1 << 20;

/// Lines packed with gzip.
#[derive(Debug)]
pub(super) struct Gzip;

impl TraceFormat for Gzip {
    fn extensions(&self) -> &'static [&'static str] {
        &["jsonl.gz", "gz"]
    }

    fn recognises(&self, head: &[u8]) -> bool {
        head.starts_with(&[0x1f, 0x8b])
    }

    fn lines<'a>(&self, from: Box<dyn BufRead + Send + 'a>) -> Box<dyn BufRead + Send + 'a> {
        Box::new(BufReader::new(MultiGzDecoder::new(from)))
    }

    fn write(&self, out: &mut dyn Write, lines: WriteLines<'_>, workers: &Workers) -> io::Result<()> {
        let mut writer = Writer { members: Pieces::new(out, member, workers), open: Vec::new() };
        lines(&mut writer)?;
        let Writer { mut members, open } = writer;
        members.add(open)?;
        members.finish().map(drop)
    }
}

fn member(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(text)?;
    packer.finish()
}

struct Writer<'a> {
    members: Pieces<&'a mut dyn Write>,
    /// Text of the next member.
    open: Vec<u8>,
}

impl Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = PIECE.saturating_sub(self.open.len());
        let accepted = bytes.get(..room).unwrap_or(bytes);
        self.open.extend_from_slice(accepted);
        if self.open.len() >= PIECE {
            self.members.add(std::mem::take(&mut self.open))?;
        }
        Ok(accepted.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.members.flush()
    }
}
