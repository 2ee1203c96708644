//! The bytes of a REXPaint file, packed with gzip or not, read from the start.

use super::super::{FormatError, limits};
use flate2::bufread::MultiGzDecoder;
use gridscope_trace::geometry::Size;
use std::io::{ErrorKind, Read};

/// First bytes of a packed file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// Bytes of a cell: a code of four bytes, and two colours of three bytes each.
pub(super) const CELL: usize = 10;
/// Maximum number of layers. The editor makes 9.
const LAYERS: u32 = 1_000;
/// Range of version numbers that identify a file.
const VERSIONS: std::ops::RangeInclusive<i32> = -100..=-1;

/// Returns whether bytes begin like a REXPaint file, packed or not.
pub(super) fn recognises(bytes: &[u8]) -> bool {
    let mut head = Vec::new();
    // Damaged packed data may still hold the header.
    let _ = unpacked(bytes).take(12).read_to_end(&mut head);
    let mut words = head.chunks_exact(4).filter_map(|word| word.try_into().ok()).map(i32::from_le_bytes);
    match words.next() {
        Some(version) if VERSIONS.contains(&version) => true,
        // Files of the first editors begin with the number of layers, then the size of the first layer.
        Some(layers) => {
            let mut sides =
                words.filter(|&side| u32::try_from(side).is_ok_and(|side| (1..=limits::SIDE).contains(&side)));
            u32::try_from(layers).is_ok_and(|layers| (1..=LAYERS).contains(&layers))
                && sides.next().is_some()
                && sides.next().is_some()
        }
        None => false,
    }
}

fn unpacked(bytes: &[u8]) -> Box<dyn Read + '_> {
    if bytes.starts_with(&GZIP) { Box::new(MultiGzDecoder::new(bytes)) } else { Box::new(bytes) }
}

/// Reads a file from its start. Bytes are unpacked only as far as the sizes in the file ask for.
pub(super) struct Source<'a> {
    name: &'a str,
    from: Box<dyn Read + 'a>,
    /// Number of unpacked bytes read so far.
    at: u64,
}

impl<'a> Source<'a> {
    pub(super) fn new(name: &'a str, bytes: &'a [u8]) -> Self {
        Self { name, from: unpacked(bytes), at: 0 }
    }

    fn error(&self, found: &str, expected: &str) -> FormatError {
        FormatError::whole(self.name, &format!("byte {}: {found}", self.at), expected)
    }

    /// Fills `into` with the next bytes. `what` describes them in errors.
    pub(super) fn fill(&mut self, into: &mut [u8], what: &str) -> Result<(), FormatError> {
        self.from.read_exact(into).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => self.error(&format!("the file ends in {what}"), "a whole REXPaint file"),
            _ => self.error(&format!("the packed data of {what} are damaged"), "gzip"),
        })?;
        self.at = self.at.saturating_add(into.len() as u64);
        Ok(())
    }

    fn word(&mut self, what: &str) -> Result<i32, FormatError> {
        let mut word = [0; 4];
        self.fill(&mut word, what)?;
        Ok(i32::from_le_bytes(word))
    }

    /// Reads the version, if there is one, and the number of layers.
    pub(super) fn layers(&mut self) -> Result<u32, FormatError> {
        let first = self.word("the header")?;
        let layers = if first < 0 { self.word("the header")? } else { first };
        let expected = format!("1 to {LAYERS} layers");
        let fits = u32::try_from(layers).ok().filter(|layers| (1..=LAYERS).contains(layers));
        fits.ok_or_else(|| self.error(&format!("the file has {layers} layers"), &expected))
    }

    /// Reads the size of a layer, and checks that its cells fit in a file.
    pub(super) fn size(&mut self, layer: u32) -> Result<Size, FormatError> {
        let what = format!("the size of layer {layer}");
        let (width, height) = (self.word(&what)?, self.word(&what)?);
        let found = format!("layer {layer} has {width} × {height} cells");
        let sides = u64::try_from(width).ok().zip(u64::try_from(height).ok());
        let size = sides.and_then(|(width, height)| Size::checked(width, height).ok()).ok_or_else(|| {
            let expected = format!("sides of 1 to {} cells, and at most {} cells", limits::SIDE, limits::CELLS);
            self.error(&found, &expected)
        })?;
        let end = self.at.saturating_add((size.area() as u64).saturating_mul(CELL as u64));
        if end > limits::FILE {
            let expected = format!("at most {} of layers", limits::mebibytes(limits::FILE));
            return Err(self.error(&found, &expected));
        }
        Ok(size)
    }

    /// Returns whether there are bytes behind the last layer. At most one of them is unpacked.
    pub(super) fn goes_on(&mut self) -> Result<bool, FormatError> {
        let mut byte = [0];
        match self.from.read(&mut byte) {
            Ok(count) => Ok(count > 0),
            Err(_) => Err(self.error("the end of the packed data is damaged or missing", "gzip")),
        }
    }
}
