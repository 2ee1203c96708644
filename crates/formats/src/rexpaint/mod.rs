//! REXPaint drawings (`.xp`): layers of glyphs with a foreground and a background colour, packed with gzip.
//!
//! Source: the manual of REXPaint, appendix B. All numbers are little-endian: the version (negative), the number of
//! layers, and for each layer its width, its height and its cells, column by column. A cell is a code of four bytes and
//! the red, green and blue of both colours. Codes are those of code page 437. A background of (255, 0, 255) is
//! transparent. The first editors wrote no version.
//!
//! Of each cell the topmost layer counts that is not transparent there. Blanks between walls are floor. Layers above the
//! first may also hold actors (if all letters of the layer stand for actors),
//! weights (digits over a transparent background) and the values of a run (digits over a colour), which are not read.

mod cp437;
mod letters;
mod read;
mod source;
mod write;

use super::{Beside, Format, FormatError, FormatInfo, Keeps, Kept, Loaded, Options, Written};
use gridscope_trace::scene::Scene;

/// The REXPaint format.
#[derive(Debug)]
pub(crate) struct RexPaint;

/// The background that marks a cell as transparent.
const TRANSPARENT: [u8; 3] = [255, 0, 255];
/// Code of a blank.
const BLANK: u8 = b' ';
/// Code of an unknown cell.
const UNKNOWN: u8 = b'?';
/// Code of the sign ∞, for values of a run that are not finite.
const INFINITE: u8 = 236;

impl Format for RexPaint {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::new(
            "xp",
            "REXPaint drawing",
            &["xp"],
            Keeps::of([Kept::Part, Kept::All, Kept::Part, Kept::All, Kept::Nothing]),
        )
        .keyed(true);
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        source::recognises(bytes)
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        let (scene, notes) = read::read(name, bytes, options)?;
        Ok(Loaded::new(scene, self.name(), notes))
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        write::write(scene, options)
    }
}
