//! Files for paper: PDF and `TikZ`. A page in a browser has neither, and prints.

mod pdf;
mod tikz;

use self::pdf::Pdf;
pub(super) use super::ink::A4;
use super::ink::Page;
use super::stage::Stage;
use super::title;
use crate::canvas::sentence;
use crate::debugger::Session;
use crate::debugger::export::{ExportError, Format};
use crate::style::theme::Theme;

/// Points of a PDF for one of the canvas, which is a CSS pixel.
const CSS_PIXEL: f32 = 0.75;
/// Points of a PDF in a millimetre.
const MILLIMETRE: f32 = 72.0 / 25.4;

/// Draws the session's current moment.
pub(super) fn picture(format: Format, stage: &mut Stage, session: &Session) -> Result<Vec<u8>, ExportError> {
    if format == Format::Tikz {
        return tikz::picture(stage, session).map(String::into_bytes);
    }
    let stage_drawing = stage.shapes(session);
    let mut pdf = Pdf::new(&title(session), &sentence::words(session));
    pdf.page(stage_drawing.size, CSS_PIXEL, &stage_drawing.shapes, stage.textures());
    pdf.finish()
}

/// Writes sheets of A4 as one file.
pub(super) fn sheets(pages: &[Page], title: &str, theme: &Theme) -> Result<Vec<u8>, ExportError> {
    let mut pdf = Pdf::new(title, "");
    for page in pages {
        let (drawn, raster, points) = page.shapes(A4, theme);
        pdf.page(drawn.size, MILLIMETRE / points, &drawn.shapes, &raster);
    }
    pdf.finish()
}
