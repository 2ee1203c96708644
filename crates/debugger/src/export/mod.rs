//! Export of a run: pictures, animations, handouts, cards, pages and tables. This module describes the request and
//! builds pages and tables. The window's crate draws the rest.

pub mod arrays;
pub mod boxes;
pub mod by_hand;
pub mod layer;
pub mod map;
mod name;
pub mod page;
mod scorm;
pub mod table;

pub use name::{file_names, name_for, scene_name};

use self::page::PageOptions;
use crate::Session;
use crate::session::window::ThemeName;
use std::path::Path;

/// Maximum number of frames in an animation.
pub(crate) const MAX_FRAMES: usize = 2000;
/// Default maximum number of frames in an animation.
pub const USUAL_FRAMES: usize = 300;
/// Largest side of a picture, in pixels.
pub const LONGEST_SIDE: usize = 16_384;
/// Maximum number of pixels in a picture.
pub const MAX_PIXELS: usize = 64_000_000;
/// Maximum number of pixels in all frames of an animation together.
pub const MAX_MOVING: usize = 1_500_000_000;
/// Default duration of a frame, in milliseconds.
pub const USUAL_DELAY: u32 = 120;

/// Reason why an export failed, as one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ExportError(pub String);

/// Format of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A bitmap picture (ISO/IEC 15948).
    Png,
    /// A vector picture (W3C, *Scalable Vector Graphics* 1.1, 2011).
    Svg,
    /// Pages of shapes and text (ISO 32000-1:2008).
    Pdf,
    /// Commands that LaTeX draws (T. Tantau, *The `TikZ` and PGF Packages*).
    Tikz,
    /// An animation of at most 256 colours (`CompuServe`, *GIF 89a*, 1990).
    Gif,
    /// An animation in PNG, with all colours.
    Apng,
    /// Comma-separated values (RFC 4180).
    Csv,
    /// A Markdown table.
    Markdown,
    /// A web page that needs no other file (WHATWG, *HTML Living Standard*).
    Html,
    /// A web page in a package for a learning platform (ADL, *SCORM* 1.2, 2001).
    Scorm,
}

impl Format {
    /// Returns whether pictures are shapes instead of pixels.
    pub const fn has_shapes(self) -> bool {
        matches!(self, Self::Svg | Self::Pdf | Self::Tikz)
    }

    /// Returns the theme of a picture in this format, unless another one is chosen. Paper is white.
    pub const fn usual_theme(self) -> ThemeName {
        if matches!(self, Self::Pdf | Self::Tikz) { ThemeName::Light } else { ThemeName::Dark }
    }
}

/// Whether this program writes PDF and `TikZ`. A page in a browser prints instead.
const HAS_PAPER: bool = cfg!(not(target_arch = "wasm32"));

/// Kind of export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportKind {
    /// A picture of one cursor position.
    Picture,
    /// An animation over a range of events.
    Animation,
    /// A sheet to fill in by hand, with or without the answers.
    Handout {
        /// Whether the values are filled in.
        answers: bool,
    },
    /// A picture of 1200×630 pixels with title, question and map.
    Card,
    /// The expansions, in order.
    Table,
    /// A page that plays a range of events.
    Page,
}

impl ExportKind {
    /// Returns its name for sentences.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Picture => "a picture",
            Self::Animation => "a range of time",
            Self::Handout { .. } => "a handout",
            Self::Card => "a card",
            Self::Table => "a table",
            Self::Page => "a page that plays",
        }
    }

    /// Returns the extensions of its files, the default one first.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Picture if HAS_PAPER => &["png", "svg", "pdf", "tex"],
            Self::Card if HAS_PAPER => &["png", "svg", "pdf"],
            Self::Picture | Self::Card => &["png", "svg"],
            Self::Animation => &["gif", "apng", "png"],
            Self::Handout { .. } if HAS_PAPER => &["svg", "pdf", "html"],
            Self::Handout { .. } => &["svg", "html"],
            Self::Table => &["csv", "md"],
            Self::Page => &["html", "zip"],
        }
    }

    /// Returns the extension of a suggested name. All pages of a handout are then in one file.
    pub fn suggested_extension(self) -> &'static str {
        match self {
            Self::Handout { .. } => {
                if HAS_PAPER {
                    "pdf"
                } else {
                    "html"
                }
            }
            _ => self.extensions().first().copied().unwrap_or("png"),
        }
    }

    /// Returns whether it shows a range of events instead of one moment.
    pub const fn has_range(self) -> bool {
        matches!(self, Self::Animation | Self::Page)
    }

    /// Returns the format that a file name asks for.
    ///
    /// # Errors
    /// Returns an error if the extension is not possible for this kind of export.
    pub fn format(self, path: &Path) -> Result<Format, ExportError> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        let ending = if ending == "tikz" { "tex".to_owned() } else { ending };
        let format = match ending.as_str() {
            "png" if self == Self::Animation => Format::Apng,
            "png" => Format::Png,
            "apng" => Format::Apng,
            "svg" => Format::Svg,
            "pdf" => Format::Pdf,
            "tex" => Format::Tikz,
            "gif" => Format::Gif,
            "csv" => Format::Csv,
            "md" => Format::Markdown,
            "html" => Format::Html,
            "zip" => Format::Scorm,
            _ => return Err(self.refused(path)),
        };
        if self.extensions().contains(&ending.as_str()) { Ok(format) } else { Err(self.refused(path)) }
    }

    fn refused(self, path: &Path) -> ExportError {
        let all: Vec<_> = self.extensions().iter().map(|e| format!(".{e}")).collect();
        let name = self.name();
        ExportError(format!(
            "{}: {name} cannot be written in this format; expected a name that ends in {}",
            path.display(),
            any(&all)
        ))
    }
}

/// Joins names: `.gif, .apng or .png`.
fn any(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// All settings of an export.
#[derive(Clone, PartialEq, Debug)]
pub struct Export {
    /// Kind of export.
    pub what: ExportKind,
    /// Format of the file.
    pub format: Format,
    /// Cursor position to show, or the first position of a range.
    pub from: usize,
    /// Last position of a range.
    pub to: usize,
    /// Number of events from one frame of a range to the next.
    pub every: usize,
    /// Duration of a frame, in milliseconds.
    pub delay: u32,
    /// Pixels per point, 1 to 4.
    pub scale: u8,
    /// Colours. A handout is always light.
    pub theme: ThemeName,
    /// Whether the sentence is shown below the map.
    pub sentence: bool,
    /// Whether columns and rows are numbered at the edges.
    pub rulers: bool,
    /// The only run to show, or `None` for all runs side by side.
    pub run: Option<usize>,
    /// Longest side of a picture's map in points, or `None` for the usual one.
    pub points: Option<u16>,
    /// Index of the slide whose moment, signs and pins are drawn, or `None` for every mark.
    pub slide: Option<usize>,
    /// Settings of a page.
    pub page: PageOptions,
}

impl Export {
    /// Creates an export of a session at its cursor, with default settings.
    pub fn new(what: ExportKind, format: Format, session: &Session) -> Self {
        let (at, len) = session.moment();
        let moving = what == ExportKind::Animation;
        let first = session.replay().map_or(0, |run| run.trace().first());
        let (from, to) = if what.has_range() { (first, len) } else { (at, at) };
        Self {
            what,
            format,
            from,
            to,
            every: usual_stride(from, to),
            delay: USUAL_DELAY,
            scale: if moving { 1 } else { 2 },
            theme: ThemeName::Dark,
            sentence: what == ExportKind::Animation,
            rulers: true,
            run: None,
            points: None,
            slide: None,
            page: PageOptions::default(),
        }
    }

    /// Returns whether the background is that of paper.
    pub const fn is_on_paper(&self) -> bool {
        matches!(self.format, Format::Pdf | Format::Tikz) && matches!(self.theme, ThemeName::Light)
    }

    /// Returns the duration of a frame in the file, in milliseconds. A GIF counts in hundredths of a second, and
    /// programs slow down frames shorter than two of them.
    pub const fn frame_duration(&self) -> u32 {
        match self.format {
            Format::Gif if self.delay < 20 => 20,
            Format::Gif => self.delay / 10 * 10,
            _ => self.delay,
        }
    }

    /// Returns the cursor positions of the frames. The last position is always included.
    pub fn moments(&self) -> Vec<usize> {
        if self.what != ExportKind::Animation {
            return vec![self.from];
        }
        let mut all: Vec<usize> = (self.from..=self.to).step_by(self.every.max(1)).collect();
        if all.last() != Some(&self.to) {
            all.push(self.to);
        }
        all
    }

    /// Returns the number of frames.
    pub fn frames(&self) -> usize {
        if self.what == ExportKind::Animation { self.frames_of(self.every) } else { 1 }
    }

    /// Returns the number of frames if every `every`th event is shown.
    pub fn frames_of(&self, every: usize) -> usize {
        self.to.saturating_sub(self.from).div_ceil(every.max(1)) + 1
    }

    /// Checks the range against the number of events.
    ///
    /// # Errors
    /// Returns an error if a position is past the end, or if the range ends before it begins.
    pub fn check_range(&self, len: usize) -> Result<(), ExportError> {
        if let Some(at) = [self.from, self.to].into_iter().find(|&at| at > len) {
            return Err(ExportError(format!("there is no event {at}; the last is {len}")));
        }
        if self.from > self.to {
            return Err(ExportError(format!("the range ends at {}, before it begins at {}", self.to, self.from)));
        }
        Ok(())
    }

    /// Checks the settings against the run.
    ///
    /// # Errors
    /// Returns an error that says which position or limit is wrong.
    pub fn check(&self, session: &Session) -> Result<(), ExportError> {
        let fail = |text: String| Err(ExportError(text));
        self.check_range(session.moment().1)?;
        if session.is_window() && !matches!(self.what, ExportKind::Picture | ExportKind::Animation) {
            return fail(format!(
                "{} shows a whole run, and this recording begins in the middle of one",
                self.what.name()
            ));
        }
        let events = self.to - self.from;
        if self.what == ExportKind::Page && events > page::MAX_EVENTS {
            let max_events = page::MAX_EVENTS;
            return fail(format!(
                "{events} events are more than the {max_events} that a page may have; choose a part of them"
            ));
        }
        if !(1..=4).contains(&self.scale) {
            return fail(format!("the scale is {}; expected 1, 2, 3 or 4", self.scale));
        }
        if self.frames() > MAX_FRAMES {
            let (n, k) = (self.frames(), (self.to - self.from).div_ceil(MAX_FRAMES - 1));
            return fail(format!(
                "{n} frames are more than the {MAX_FRAMES} that an animation may have; show one event in {k}"
            ));
        }
        let slides = session.scene().run.slides.len();
        if let Some(slide) = self.slide.filter(|&slide| slide >= slides) {
            return fail(format!("there is no slide {}; the scene has {slides}", slide + 1));
        }
        if let Some(run) = self.run.filter(|&run| run >= session.shown_runs().count()) {
            let n = session.shown_runs().count();
            let there = if n == 1 { "there is one".to_owned() } else { format!("there are {n}") };
            return fail(format!("there is no run {}; {there}", letter(run)));
        }
        Ok(())
    }
}

/// Returns the default number of events per frame, so that there are at most [`USUAL_FRAMES`].
pub fn usual_stride(from: usize, to: usize) -> usize {
    to.saturating_sub(from).div_ceil(USUAL_FRAMES - 1).max(1)
}

/// Returns the letter of a run, from A.
pub fn letter(run: usize) -> char {
    char::from(b'A' + (run % 26) as u8)
}
