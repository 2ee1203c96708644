//! The picture of a map: PGM or PNG, by its content.

use super::super::{FormatError, limits, picture};
use super::pgm;
use gridscope_trace::geometry::Size;

/// Position of the byte in a PNG file that says what its pixels are made of.
const COLOUR_TYPE: usize = 25;
/// Bit of that byte for pixels with transparency.
const HAS_ALPHA: u8 = 4;

/// A picture with a shade for each cell.
pub(super) struct Picture {
    pub(super) size: Size,
    pixels: Pixels,
    /// Whether the transparency is averaged in with the colours.
    pub(super) averages_alpha: bool,
    /// Whether there are bytes behind the last pixel.
    pub(super) has_rest: bool,
}

enum Pixels {
    Grey(Vec<u8>),
    Colour(Vec<[u8; 4]>),
}

impl Picture {
    /// Reads a picture. In the mode `trinary` the transparency counts as a colour.
    ///
    /// # Errors
    /// Returns an error if the picture is damaged, too large, or neither PGM nor PNG.
    pub(super) fn read(name: &str, bytes: &[u8], is_trinary: bool) -> Result<Self, FormatError> {
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            let picture = picture::decode(name, bytes)?;
            let (width, height) = (picture.width, picture.height);
            let size = Size::checked(width.into(), height.into()).map_err(|error| {
                let expected = format!("at most {} pixels a side", limits::SIDE);
                FormatError::whole(name, &error.to_string(), &expected)
            })?;
            let has_alpha = bytes.get(COLOUR_TYPE).is_some_and(|kind| kind & HAS_ALPHA != 0);
            let averages_alpha = has_alpha && is_trinary;
            return Ok(Self { size, pixels: Pixels::Colour(picture.rgba), averages_alpha, has_rest: false });
        }
        if matches!(bytes.first_chunk(), Some(b"P5" | b"P2")) {
            let (size, pixels, has_rest) = pgm::read(name, bytes)?;
            return Ok(Self { size, pixels: Pixels::Grey(pixels), averages_alpha: false, has_rest });
        }
        Err(FormatError::whole(name, "it is neither PGM nor PNG", "a grey picture: PGM (P5 or P2) or PNG"))
    }

    /// Returns the shade of a pixel, from 0 (black) to 255 (white), and whether it is opaque.
    pub(super) fn at(&self, index: usize) -> (f64, bool) {
        match &self.pixels {
            Pixels::Grey(pixels) => (pixels.get(index).copied().unwrap_or_default().into(), true),
            Pixels::Colour(pixels) => {
                let [red, green, blue, alpha] = pixels.get(index).copied().unwrap_or_default();
                let sum = [red, green, blue].map(f64::from).iter().sum::<f64>();
                let shade = if self.averages_alpha { (sum + f64::from(alpha)) / 4.0 } else { sum / 3.0 };
                (shade, alpha == u8::MAX)
            }
        }
    }
}
