//! Animations: drawn frame by frame, so that a single thread can do other things in between.

use super::colours::Colours;
use super::moving::{Apng, Gif, Moving};
use super::raster::Pixels;
use super::stage::Stage;
use crate::debugger::export::{Export, ExportError, Format};
use crate::debugger::{Session, SessionCommand};
use gridscope_trace::Progress;

/// Number of frames that the colours of a GIF are chosen from.
const LOOKED_AT: usize = 12;
/// Minimum duration of the last frame, in milliseconds, so that the result can be seen.
const LAST: u32 = 2000;

/// An animation that is being drawn.
pub(crate) struct Animation {
    session: Session,
    stage: Stage,
    format: Format,
    /// Duration of a frame, in milliseconds.
    duration: u32,
    /// Number of events that have happened in each frame.
    moments: Vec<usize>,
    /// The frames that the colours of a GIF are chosen from: their number, and those that are drawn.
    looks: usize,
    looked_at: Vec<Pixels>,
    /// The file, once the colours are known.
    file: Option<Moving>,
    /// Number of frames in the file.
    written: usize,
}

impl Animation {
    /// Begins an animation of the session's run.
    pub(super) fn new(export: &Export, session: Session, stage: Stage) -> Self {
        let moments = export.moments();
        let looks = if export.format == Format::Gif { LOOKED_AT.min(moments.len()) } else { 0 };
        let (format, duration) = (export.format, export.frame_duration());
        Self { session, stage, format, duration, moments, looks, looked_at: Vec::new(), file: None, written: 0 }
    }

    /// Draws the next frame, and stores the share of frames in the file. Returns the bytes of the file when all are drawn.
    ///
    /// # Errors
    /// Returns an error if the file cannot hold a picture of this size.
    pub(crate) fn draw_next(&mut self, progress: &Progress) -> Result<Option<Vec<u8>>, ExportError> {
        let Some(file) = &mut self.file else {
            let k = self.looked_at.len();
            let spread = k * self.moments.len().saturating_sub(1) / self.looks.saturating_sub(1).max(1);
            if let Some(&at) = self.moments.get(spread).filter(|_| k < self.looks) {
                let picture = self.picture(at);
                self.looked_at.push(picture);
            } else {
                let (size, seen) = (self.stage.pixels(), std::mem::take(&mut self.looked_at));
                self.file = Some(match self.format {
                    Format::Gif => Moving::Gif(Box::new(Gif::new(Colours::of(seen.iter()), size)?)),
                    _ => Moving::Apng(Box::new(Apng::new(size, self.moments.len())?)),
                });
            }
            return Ok(None);
        };
        let Some(&at) = self.moments.get(self.written) else {
            return self.file.take().map(Moving::finish).transpose();
        };
        self.session.apply(&SessionCommand::Seek(at));
        let picture = self.stage.next_picture(&self.session);
        self.written += 1;
        progress.set_share(self.written as f64 / self.moments.len() as f64);
        let last = self.written == self.moments.len();
        file.frame(picture, if last { self.duration.max(LAST) } else { self.duration })?;
        Ok(None)
    }

    fn picture(&mut self, at: usize) -> Pixels {
        self.session.apply(&SessionCommand::Seek(at));
        self.stage.picture(&self.session)
    }
}
