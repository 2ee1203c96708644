//! Logs of other programs, `*.trace.jsonl`, version 2: an optional header, then one line of JSON per event.
//!
//! ```text
//! {"format":"gridscope-trace","version":2,"map":["#####","#...#","#####"],"start":[1,1],"goal":[3,1],"neighbours":4}
//! {"event":"open","at":[1,1],"g":0,"h":2}
//! {"event":"expand","at":[1,1]}
//! ```
//!
//! Cells are `[x, y]`: x to the right, y down, (0,0) at the top left. Empty lines and lines that begin with `//` are
//! skipped. A log is data only: nothing in it is executed, and no file that it names is opened.

mod cell;
mod contradiction;
mod event_list;
mod field_values;
mod given;
mod ground;
mod header;
mod line;
mod lines;
mod plain;
mod promises;
mod reader;
mod record;
mod rules;
mod word;

pub use event_list::{EventList, Events};
pub use field_values::{LoggedValue, Others, Text};
pub(crate) use given::Given;
pub use ground::{CostOf, OwnTile, Terrain};
pub use header::Header;
pub use line::{LogEvent, OptionalNumber};
pub use lines::{Bounds, read_line};
pub use promises::{Cone, Link, Metric, Promises, SightPromise, facing_of};
pub use reader::{Reader, changed};
pub use rules::{Costs, Key, Precision, Steps, order, tile_named};
pub use word::Word;

use super::scene_json::SceneJson;
use super::survey::object;
use super::trace_file::{FORMAT, TraceFile, VERSION};
use super::{Format as _, FormatError, Options, is_blank_or_comment};
use gridscope_log::Logger;
use gridscope_trace::progress::{Progress, at_once};
use gridscope_trace::scene::Scene;
use serde_json::Value;
use std::io::{self, BufRead, Write};
use std::sync::Arc;

/// A log read from a file, a program or a logger.
#[derive(Clone, Debug)]
pub struct Log {
    /// Name of the source, for error messages.
    pub name: String,
    /// Header: the map and the rules that the log states.
    pub header: Header,
    /// Events, in the order of the lines.
    pub events: EventList,
    /// Number of events read. A path listed cell by cell counts each cell.
    pub told: usize,
    /// Error of the first bad line, if reading stopped before the end.
    pub broken: Option<FormatError>,
    /// Whether the rest of its file is still being read.
    pub goes_on: bool,
    /// The gridscope trace that this log was made from, if its header describes all of its events.
    pub whole: Option<Arc<TraceFile>>,
    /// Scene sent to the program, if the header states another map that the program uses instead.
    pub sent: Option<Scene>,
    /// The lines as they were read. `None` if they are too long for a link.
    pub(crate) text: Option<String>,
}

/// Number of lines that are read between two pauses.
const LINES_AT_ONCE: usize = 512;

/// Returns whether two numbers are equal up to a millionth, because programs round what they print.
pub fn near(a: f64, b: f64) -> bool {
    a == b || (a.is_finite() && b.is_finite() && (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0))
}

/// Returns whether the beginning of a file looks like a log. Its first line that is not a comment must be an event, or
/// a header of version 2 or later.
pub fn is_log(head: &[u8]) -> bool {
    let mut lines = head.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    let Some(line) = lines.find(|line| !is_blank_or_comment(line)) else { return false };
    let all = std::str::from_utf8(line).ok().and_then(|line| object("", 1, line, "").ok());
    if let Some(all) = all {
        let version = all.get("version").and_then(Value::as_u64);
        return all.contains_key("event") || (all.get("format") == Some(&FORMAT.into()) && version != Some(1));
    }
    // A header may be longer than the part examined here, and Python's `Infinity` and `NaN` are not valid JSON.
    let dense: Vec<u8> = line.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    let has = |mark: &[u8]| dense.windows(mark.len()).any(|w| w == mark);
    let header = has(br#""format":"gridscope-trace""#) && !has(br#""version":1,"#) && !has(br#""version":1}"#);
    header || dense.starts_with(br#"{"event":"#)
}

impl Log {
    /// Reads the lines that a logger has stored so far.
    ///
    /// # Errors
    /// Returns an error if the header cannot be read, such as a map with an unknown glyph or a goal outside the map.
    pub fn of(logger: &Logger<Vec<u8>>) -> Result<Self, FormatError> {
        Self::read("the log", logger.lines())
    }

    /// Returns the number of events. The outcome at the end of a gridscope trace does not count.
    pub fn tells(&self) -> usize {
        let ends = self.whole.is_some() && self.events.last().is_some_and(|last| last.word == Word::Done);
        self.told.saturating_sub(usize::from(ends))
    }

    /// Returns the lines as they were read, for a link. The header states the scene that was sent to the program, unless
    /// it states a ground of its own. Returns `None` if they are too long for a link.
    pub fn lines_to_share(&self) -> Option<String> {
        let text = self.text.as_deref()?;
        let Some(sent) = self.header.scene.as_ref().filter(|_| !self.header.states_ground()) else {
            return Some(text.to_owned());
        };
        let scene = SceneJson.write(sent, &Options::default()).ok()?;
        let mut header = self.header.line.clone();
        header.entry("format").or_insert_with(|| FORMAT.into());
        header.entry("version").or_insert_with(|| VERSION.into());
        header.insert("scene".into(), serde_json::from_slice(&scene.bytes).ok()?);
        let events = if self.header.line.is_empty() {
            text
        } else {
            // The header is the first line that is neither empty nor a comment.
            let start = text.lines().find(|line| !is_blank_or_comment(line.as_bytes()))?;
            text.split_once(start)?.1
        };
        Some(format!("{}\n{}", Value::Object(header), events.trim_start()))
    }

    /// Writes the header, if there is one, and a line for each event. If `ground` is given, it is written into the
    /// header as the scene. Use it for a log of a program that was sent a scene and does not repeat it.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn write(&self, out: &mut dyn Write, ground: Option<Value>) -> io::Result<()> {
        let mut header = self.header.line.clone();
        if let Some(scene) = ground {
            header.entry("format").or_insert_with(|| FORMAT.into());
            header.entry("version").or_insert_with(|| VERSION.into());
            header.shift_remove("map");
            header.insert("scene".into(), scene);
        }
        if !header.is_empty() {
            writeln!(out, "{}", Value::Object(header))?;
        }
        self.events.iter().try_for_each(|event| writeln!(out, "{}", event.json(self.header.frame())))
    }

    /// Reads a log line by line, up to the first line that cannot be read.
    ///
    /// # Errors
    /// Returns an error if the header cannot be read. Any other bad line ends the log instead: [`Log::broken`] holds
    /// the reason, and the events before the line are kept.
    pub fn read(name: &str, source: impl BufRead) -> Result<Self, FormatError> {
        at_once(Self::read_on(name, source, None, Bounds::default(), &Progress::default()))
    }

    /// Like [`Log::read`], with pauses and other limits. If the program was sent a scene, that is the map, unless the header
    /// states another map that the program uses.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Log::read`], and if `progress` is stopped.
    pub async fn read_on(
        name: &str,
        source: impl BufRead,
        ground: Option<&Scene>,
        bounds: Bounds,
        progress: &Progress,
    ) -> Result<Self, FormatError> {
        Self::read_by(Reader::new(name, ground).within(bounds), source, progress).await
    }
}
