//! What can be got out of a run to be shown elsewhere: pictures, a range of time, a handout, a card to share, a table. Here
//! is what is asked for; the table is made here too, and what must be drawn is drawn by the window's room.

pub mod boxes;
mod name;
pub mod table;
mod words;

pub use name::{name_for, scene_name};
pub use words::parameters;

use super::Session;
use super::window::ThemeName;
use std::path::Path;

/// The most frames of an animation.
pub const MOST_FRAMES: usize = 2000;
/// The most frames that an animation has where nobody says how many.
pub const USUAL_FRAMES: usize = 300;
/// The largest side of a picture, in pixels.
pub const LONGEST_SIDE: usize = 16_384;
/// The most pixels of a picture.
pub const MOST_PIXELS: usize = 64_000_000;
/// The most pixels of all frames of an animation together.
pub const MOST_MOVING: usize = 1_500_000_000;
/// How long a frame stands where nobody says, in milliseconds.
pub const USUAL_DELAY: u32 = 120;

/// Why nothing is exported, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ExportError(pub String);

/// What the file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A picture of pixels (ISO/IEC 15948).
    Png,
    /// A picture of shapes (W3C, *Scalable Vector Graphics* 1.1, 2011).
    Svg,
    /// An animation of at most 256 colours (`CompuServe`, *GIF 89a*, 1990).
    Gif,
    /// An animation of all colours, in PNG.
    Apng,
    /// Comma-separated values (RFC 4180).
    Csv,
    /// A table of Markdown.
    Markdown,
}

/// What is exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// One moment.
    Picture,
    /// A range of time.
    Animation,
    /// A sheet to fill in by hand, or the one with the answers.
    Handout {
        /// Whether the values stand in the boxes.
        answers: bool,
    },
    /// A picture of 1600×900 with title and sentence.
    Card,
    /// What was expanded, in order.
    Table,
}

impl What {
    /// What it is called in sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Picture => "a picture",
            Self::Animation => "a range of time",
            Self::Handout { .. } => "a handout",
            Self::Card => "a card",
            Self::Table => "a table",
        }
    }

    /// The endings of its files, the usual one first.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Picture | Self::Card => &["png", "svg"],
            Self::Animation => &["gif", "apng", "png"],
            Self::Handout { .. } => &["svg"],
            Self::Table => &["csv", "md"],
        }
    }

    /// The format that a file's name says.
    ///
    /// # Errors
    /// Where the ending says none that this can be.
    pub fn format(self, path: &Path) -> Result<Format, ExportError> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        let format = match ending.as_str() {
            "png" if self == Self::Animation => Format::Apng,
            "png" => Format::Png,
            "apng" => Format::Apng,
            "svg" => Format::Svg,
            "gif" => Format::Gif,
            "csv" => Format::Csv,
            "md" => Format::Markdown,
            _ => return Err(self.refused(path)),
        };
        if self.endings().contains(&ending.as_str()) { Ok(format) } else { Err(self.refused(path)) }
    }

    fn refused(self, path: &Path) -> ExportError {
        let all: Vec<_> = self.endings().iter().map(|e| format!(".{e}")).collect();
        let name = self.name();
        ExportError(format!(
            "{}: {name} cannot be written so; expected a name that ends in {}",
            path.display(),
            any(&all)
        ))
    }
}

/// `.gif, .apng or .png`.
fn any(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Everything that can be chosen of an export.
#[derive(Clone, PartialEq, Debug)]
pub struct Export {
    /// What.
    pub what: What,
    /// How it is written.
    pub format: Format,
    /// The moment, of what shows one; the first of a range.
    pub from: usize,
    /// The last moment of a range.
    pub to: usize,
    /// Of a range every so many moments.
    pub every: usize,
    /// How long a frame stands, in milliseconds.
    pub delay: u32,
    /// Pixels a point, 1 to 4.
    pub scale: u8,
    /// The colours; a handout is always light.
    pub theme: ThemeName,
    /// Whether the sentence stands under the map.
    pub sentence: bool,
    /// Whether columns and rows are numbered at the rim.
    pub rulers: bool,
    /// The only one of the runs side by side to show; all where none is said.
    pub run: Option<usize>,
}

impl Export {
    /// Of a session at its moment, everything else as it is where nobody says.
    pub fn new(what: What, format: Format, session: &Session) -> Self {
        let (at, len) = session.moment();
        let moving = what == What::Animation;
        let (from, to) = if moving { (0, len) } else { (at, at) };
        Self {
            what,
            format,
            from,
            to,
            every: usual_stride(from, to),
            delay: USUAL_DELAY,
            scale: if moving { 1 } else { 2 },
            theme: ThemeName::Dark,
            sentence: matches!(what, What::Animation | What::Card),
            rulers: true,
            run: None,
        }
    }

    /// How long a frame stands in the file, in milliseconds: a GIF counts in hundredths of a second, and what is shorter than two of
    /// them is slowed down by who shows it.
    pub const fn stands(&self) -> u32 {
        match self.format {
            Format::Gif if self.delay < 20 => 20,
            Format::Gif => self.delay / 10 * 10,
            _ => self.delay,
        }
    }

    /// The moments that are shown; the last one always is.
    pub fn moments(&self) -> Vec<usize> {
        if self.what != What::Animation {
            return vec![self.from];
        }
        let mut all: Vec<usize> = (self.from..=self.to).step_by(self.every.max(1)).collect();
        if all.last() != Some(&self.to) {
            all.push(self.to);
        }
        all
    }

    /// How many frames there are.
    pub fn frames(&self) -> usize {
        if self.what == What::Animation { self.frames_of(self.every) } else { 1 }
    }

    /// How many frames the range has where every so many events are shown.
    pub fn frames_of(&self, every: usize) -> usize {
        self.to.saturating_sub(self.from).div_ceil(every.max(1)) + 1
    }

    /// Checks the moments against the number of events.
    ///
    /// # Errors
    /// Where there is no such moment, or a range ends before it begins.
    pub fn check_range(&self, len: usize) -> Result<(), ExportError> {
        if let Some(at) = [self.from, self.to].into_iter().find(|&at| at > len) {
            return Err(ExportError(format!("there is no event {at}; the last is {len}")));
        }
        if self.from > self.to {
            return Err(ExportError(format!("the range ends at {}, before it begins at {}", self.to, self.from)));
        }
        Ok(())
    }

    /// Checks what was chosen against the run.
    ///
    /// # Errors
    /// Where a moment is none of the run, or a limit is passed: the sentence says which.
    pub fn check(&self, session: &Session) -> Result<(), ExportError> {
        let fail = |text: String| Err(ExportError(text));
        self.check_range(session.moment().1)?;
        if !(1..=4).contains(&self.scale) {
            return fail(format!("the scale is {}; expected 1, 2, 3 or 4", self.scale));
        }
        if self.frames() > MOST_FRAMES {
            let (n, k) = (self.frames(), (self.to - self.from).div_ceil(MOST_FRAMES - 1));
            return fail(format!(
                "{n} frames are more than the {MOST_FRAMES} that an animation may have; show one event in {k}"
            ));
        }
        if let Some(run) = self.run.filter(|&run| run >= session.shown().count()) {
            let n = session.shown().count();
            let there = if n == 1 { "there is one".to_owned() } else { format!("there are {n}") };
            return fail(format!("there is no run {}; {there}", letter(run)));
        }
        Ok(())
    }
}

/// Every how many events a range is shown where nobody says: so that there are at most [`USUAL_FRAMES`].
pub fn usual_stride(from: usize, to: usize) -> usize {
    to.saturating_sub(from).div_ceil(USUAL_FRAMES - 1).max(1)
}

/// The letter of a run side by side, from A.
pub fn letter(run: usize) -> char {
    char::from(b'A' + (run % 26) as u8)
}
