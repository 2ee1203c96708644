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
pub use rules::{Costs, Key, Precision, Steps, order, tile_named};
pub use word::Word;

use super::scene_json::SceneJson;
use super::survey::object;
use super::trace_file::{self, FORMAT, TraceFile, VERSION};
use super::{Format as _, FormatError, Options, is_blank_or_comment, limits};
use contradiction::UnseenKeys;
use field_values::Texts;
use gridscope_log::Logger;
use gridscope_trace::progress::{Progress, at_once};
use gridscope_trace::scene::Scene;
use serde_json::{Map, Value};
use std::io::{self, BufRead, ErrorKind, Write};
use std::sync::Arc;

/// Approximate size of an event in the run built from the log besides the packed event, with its share of keyframes, in
/// bytes.
const BYTES_PER_EVENT: usize = 32;

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

/// Adds lines to the text of a log, or drops the text if it becomes too long for a link.
fn keep_text(text: &mut Option<String>, lines: &str) {
    if let Some(text) = text {
        text.push_str(lines);
        if !lines.ends_with('\n') && !lines.is_empty() {
            text.push('\n');
        }
    }
    text.take_if(|text| text.len() > limits::SHARED_LOG);
}

/// Number of lines that are read between two pauses.
const LINES_AT_ONCE: usize = 512;

/// Returns whether two numbers are equal up to a millionth, because programs round what they print.
pub fn near(a: f64, b: f64) -> bool {
    a == b || (a.is_finite() && b.is_finite() && (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0))
}

/// Converts an event of version 1 to the field names of version 2.
fn renamed(mut all: Map<String, Value>, version: u64) -> Map<String, Value> {
    if version == 1
        && let Some(cell) = all.shift_remove("cell")
    {
        all.insert("at".into(), cell);
    }
    all
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

/// Reads a log line by line, as the lines arrive.
#[derive(Debug)]
pub struct Reader {
    log: Log,
    ground: Option<Scene>,
    /// Number of lines read.
    lines: usize,
    /// Whether a line was read that is neither empty nor a comment.
    begun: bool,
    texts: Texts,
    bounds: Bounds,
    /// Approximate memory of the events, packed and in the run built from the log, in bytes.
    weight: usize,
    /// Cells of a path that the program logs one by one, collected so far.
    path: Vec<LogEvent>,
    /// Fields of the stated open list order that no event has had so far.
    unseen: UnseenKeys,
    /// Fields that replace those of the header.
    stated: Map<String, Value>,
    has_ended: bool,
}

/// Returns the error for a file that was changed while it was read.
pub fn changed(name: &str) -> FormatError {
    let expected = "a file that is complete; open --follow shows one that grows";
    FormatError::whole(name, "the file was changed while it was read", expected)
}

impl Reader {
    /// Returns an empty log called `name`.
    pub fn blank(name: &str) -> Log {
        Log {
            name: name.to_owned(),
            header: Header::none(),
            events: EventList::default(),
            told: 0,
            broken: None,
            goes_on: false,
            whole: None,
            sent: None,
            text: Some(String::new()),
        }
    }

    /// Creates a reader at the beginning of a log called `name`. If the program was sent a scene, `ground` is that
    /// scene.
    pub fn new(name: &str, ground: Option<&Scene>) -> Self {
        let header = Header::none();
        let log = Log { header: header.clone().on(ground).unwrap_or(header), ..Self::blank(name) };
        let (texts, bounds) = (Texts::default(), Bounds::default());
        Self {
            log,
            ground: ground.cloned(),
            lines: 0,
            begun: false,
            texts,
            bounds,
            weight: 0,
            path: Vec::new(),
            unseen: UnseenKeys::default(),
            stated: Map::new(),
            has_ended: false,
        }
    }

    /// Replaces the usual limits. The caller checks the limit on bytes.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// Returns the part of the log read since the last call of [`Reader::hand_over`].
    pub const fn log(&self) -> &Log {
        &self.log
    }

    fn fail(&mut self, bad: &(String, String)) {
        self.log.broken = Some(FormatError::at(&self.log.name, self.lines, None, &bad.0, &bad.1));
    }

    /// Records that the caller stops reading here.
    pub fn stop(&mut self) {
        self.fail(&("reading was stopped here".into(), "the rest of the log".into()));
    }

    /// Records that the file was changed while it was read.
    pub fn was_changed(&mut self) {
        self.log.broken.get_or_insert_with(|| changed(&self.log.name));
    }

    /// Returns whether the log has ended.
    pub const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Records that the source cannot be read any further, and why.
    pub fn cannot_read(&mut self, error: &io::Error) {
        self.lines = self.lines.saturating_add(1);
        match error.kind() {
            ErrorKind::FileTooLarge => {
                self.fail(&("this line is too long".into(), format!("at most {}", limits::mebibytes(limits::LINE))));
            }
            _ => self.fail(&(format!("this cannot be read: {error}"), "text in UTF-8".into())),
        }
    }

    /// Reads the next line, like [`Reader::line`].
    ///
    /// # Errors
    /// Returns an error if the header cannot be read.
    pub fn bytes(&mut self, line: &[u8]) -> Result<bool, FormatError> {
        match std::str::from_utf8(line) {
            Ok(text) => self.line(text),
            Err(error) => {
                self.cannot_read(&io::Error::new(ErrorKind::InvalidData, error));
                Ok(false)
            }
        }
    }

    /// Reads the next line. Returns whether more lines can follow: no line is read after a bad one.
    ///
    /// # Errors
    /// Returns an error if the header cannot be read.
    pub fn line(&mut self, text: &str) -> Result<bool, FormatError> {
        self.lines = self.lines.saturating_add(1);
        keep_text(&mut self.log.text, text);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with("//") {
            return Ok(true);
        }
        let first = !std::mem::replace(&mut self.begun, true);
        let n = self.lines;
        let header = &self.log.header;
        let texts = &mut self.texts;
        let plain = !first && header.version != 1 && header.frame().is_plain();
        // This field is useless without the rest of the schema.
        let dropped = header.line.contains_key("schema").then_some(trace_file::BESIDE);
        let quick = plain.then(|| plain::event(n, text, header.size, (dropped, texts))).flatten();
        let careful = || {
            let mut all = line::object(text)?;
            dropped.map(|name| all.shift_remove(name));
            if first && all.contains_key("format") {
                return Ok(Err(all));
            }
            LogEvent::of(n, renamed(all, header.version), header.frame(), texts).map(Ok)
        };
        match quick.map_or_else(careful, |event| Ok(Ok(event))) {
            Ok(Err(mut header)) => {
                let fail = |bad: (String, String)| FormatError::at(&self.log.name, n, None, &bad.0, &bad.1);
                if header.get("format").and_then(Value::as_str) != Some(FORMAT) {
                    return Err(fail(("this is not a trace".into(), format!("\"format\": {FORMAT:?}"))));
                }
                header.extend(self.stated.clone());
                contradiction::grounds(&header).map_err(fail)?;
                self.unseen = UnseenKeys::of(n, &header);
                self.log.header =
                    Header::of(&header).and_then(|header| header.on(self.ground.as_ref())).map_err(fail)?;
                self.log.sent = self.ground.clone().filter(|_| self.log.header.states_ground());
            }
            Ok(Ok(event)) => self.take(event),
            Err(bad) => self.fail(&bad),
        }
        Ok(self.log.broken.is_none())
    }

    /// Adds an event, if the limits allow it.
    fn take(&mut self, event: LogEvent) {
        let Bounds { events, memory, .. } = self.bounds;
        // Each cell of a path becomes an event of the run.
        let parts = event.others.get("cells").map_or(0, LoggedValue::len).saturating_add(1);
        if self.log.told >= events {
            let max_events =
                if events < 1_000_000 { events.to_string() } else { format!("{} million", events / 1_000_000) };
            self.fail(&("there are too many events".into(), format!("at most {max_events}")));
        } else if self.weight > memory {
            let found = format!("the {} events so far fill the memory that a log may take", self.log.told);
            self.fail(&(found, format!("at most {}", limits::mebibytes(memory as u64))));
        } else {
            self.log.told = self.log.told.saturating_add(1);
            self.unseen.see(&event);
            let before = self.log.events.bytes();
            self.translate(event);
            let packed = self.log.events.bytes().saturating_sub(before);
            self.weight = self.weight.saturating_add(packed).saturating_add(parts.saturating_mul(BYTES_PER_EVENT));
        }
    }

    /// Replaces the kind of an event by the standard word that the schema assigns to it. Cells of a path that are
    /// logged one by one, from the goal, become one path.
    fn translate(&mut self, mut event: LogEvent) {
        if self.log.header.words.is_empty() {
            self.log.events.push(&event);
            return;
        }
        let standard_word = self.log.header.words.get(&event.name()).cloned().unwrap_or_default();
        if standard_word == "path" {
            self.path.push(event);
            return;
        }
        self.log.events.extend(LogEvent::path(std::mem::take(&mut self.path)));
        event.set_standard_word(&standard_word);
        self.log.events.push(&event);
    }

    /// Moves the events read since the last call to `log`, so that the caller can show them while more lines arrive.
    pub fn hand_over(&mut self, log: &mut Log) {
        if log.header != self.log.header {
            (log.header, log.sent) = (self.log.header.clone(), self.log.sent.clone());
        }
        log.name.clone_from(&self.log.name);
        match &mut self.log.text {
            Some(text) => keep_text(&mut log.text, &std::mem::take(text)),
            none => log.text.clone_from(none),
        }
        log.events.append(&mut self.log.events);
        (log.told, log.broken) = (self.log.told, self.log.broken.clone());
    }

    /// Ends the log: no more lines will arrive.
    pub fn close(&mut self) {
        self.has_ended = true;
        self.log.events.extend(LogEvent::path(std::mem::take(&mut self.path)));
        if !self.begun && self.log.broken.is_none() {
            let expected = "a line of JSON for each event";
            self.log.broken = Some(FormatError::whole(&self.log.name, "there is nothing in it", expected));
        }
        if let (None, Some((line, bad))) = (&self.log.broken, self.unseen.refused()) {
            self.log.broken = Some(FormatError::at(&self.log.name, line, None, &bad.0, &bad.1));
        }
    }

    /// Ends the log and returns it.
    pub fn end(mut self) -> Log {
        self.close();
        self.log
    }
}
