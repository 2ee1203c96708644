//! Gzip: lines of a trace or a log, packed.

use super::trace_format::{TraceFormat, WriteLines};
use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::io::{self, BufRead, BufReader, Write};

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

    fn write(&self, out: &mut dyn Write, lines: WriteLines<'_>) -> io::Result<()> {
        let mut packer = GzEncoder::new(out, Compression::default());
        lines(&mut packer)?;
        packer.finish().map(drop)
    }
}
