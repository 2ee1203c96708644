//! Logs of other programs, `*.trace.jsonl`, version 2: a line of JSON for each event, and maybe a header before them.
//!
//! ```text
//! {"format":"gridscope-trace","version":2,"map":["#####","#...#","#####"],"start":[1,1],"goal":[3,1],"neighbours":4}
//! {"event":"open","at":[1,1],"g":0,"h":2}
//! {"event":"expand","at":[1,1]}
//! ```
//!
//! Cells are `[x, y]`, x right, y down, (0,0) at the top left. Empty lines and those that begin with `//` are skipped. A
//! line states facts; nothing in a log is executed, and no path in it is opened.

mod header;
mod line;
mod quick;

pub use header::{Costs, Header, Key, Steps, order, tile_named};
pub use line::{LogEvent, Word};

use super::FormatError;
use super::trace_file::{self, FORMAT, MAX_BYTES, TraceFile, VERSION};
use crate::core::scene::Scene;
use serde_json::{Map, Value};
use std::io::{self, BufRead, Read as _, Write};
use std::sync::Arc;

/// The most events that are read.
pub const MOST_EVENTS: usize = 32_000_000;

/// A log that was read.
#[derive(Clone, Debug)]
pub struct Log {
    /// What the source is called.
    pub name: String,
    /// What it states of itself.
    pub header: Header,
    /// Its events, in the order of the lines.
    pub events: Vec<LogEvent>,
    /// How many lines told them.
    pub told: usize,
    /// Why reading stopped before the end: the first bad line.
    pub broken: Option<FormatError>,
    /// The trace of ours that it is, where its header says all of its events.
    pub whole: Option<Arc<TraceFile>>,
}

/// Whether two numbers are equal as logs have them: up to a millionth, for programs round what they print.
pub fn near(a: f64, b: f64) -> bool {
    a == b || (a.is_finite() && b.is_finite() && (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0))
}

/// An event as version 2 spells it.
fn renamed(mut all: Map<String, Value>, version: u64) -> Map<String, Value> {
    if version == 1
        && let Some(cell) = all.shift_remove("cell")
    {
        all.insert("at".into(), cell);
    }
    all
}

/// Whether the beginning of a file is a log's: its first line that is no comment is an event, or a header of version 2 or
/// later.
pub fn is_log(head: &[u8]) -> bool {
    let mut lines = head.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    let Some(line) = lines.find(|line| !line.is_empty() && !line.starts_with(b"//")) else { return false };
    if let Ok(Value::Object(all)) = serde_json::from_slice(line) {
        let version = all.get("version").and_then(Value::as_u64);
        return all.contains_key("event") || (all.get("format") == Some(&FORMAT.into()) && version != Some(1));
    }
    // A header may be longer than what is looked at; Python's numbers are no JSON.
    let dense: Vec<u8> = line.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    let has = |mark: &[u8]| dense.windows(mark.len()).any(|w| w == mark);
    let header = has(br#""format":"gridscope-trace""#) && !has(br#""version":1,"#) && !has(br#""version":1}"#);
    header || dense.starts_with(br#"{"event":"#)
}

impl Log {
    /// Puts the words of logs for the kinds that its schema says stand for them. The cells of a path that are told one by
    /// one, the goal first, are one path.
    fn translate(&mut self) {
        if self.header.words.is_empty() {
            return;
        }
        let mut all: Vec<LogEvent> = Vec::with_capacity(self.events.len());
        let mut back: Vec<LogEvent> = Vec::new();
        for mut event in std::mem::take(&mut self.events) {
            let said = self.header.words.get(&event.name()).cloned().unwrap_or_default();
            if said == "path" {
                back.push(event);
                continue;
            }
            all.extend(LogEvent::path(std::mem::take(&mut back)));
            event.stand_for(&said);
            all.push(event);
        }
        all.extend(LogEvent::path(back));
        self.events = all;
    }

    /// Writes it: the header, where there is one, and a line for each event. `ground` is put into the header, for a log
    /// that was told of a scene that it does not name itself.
    ///
    /// # Errors
    /// When writing fails.
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
        self.events.iter().try_for_each(|event| writeln!(out, "{}", event.json()))
    }

    /// Reads a log line by line, as far as it can be read.
    ///
    /// # Errors
    /// When the header cannot be read, or not a single line: what came before a bad line is a log, with the reason why it
    /// ends there in [`Log::broken`].
    pub fn read(name: &str, source: impl BufRead) -> Result<Self, FormatError> {
        Self::read_on(name, source, None)
    }

    /// The same of a program that was sent a scene: that is the ground, and a header adds rules only.
    ///
    /// # Errors
    /// As [`Log::read`].
    pub fn read_on(name: &str, source: impl BufRead, ground: Option<&Scene>) -> Result<Self, FormatError> {
        // One byte more than allowed tells that there is more.
        let mut source = source.take(MAX_BYTES + 1);
        let mut reader = Reader::new(name, ground);
        for text in source.by_ref().lines() {
            match text {
                Ok(text) if reader.line(&text)? => {}
                Ok(_) => break,
                Err(error) => {
                    reader.fail(&(format!("this cannot be read: {error}"), "text in UTF-8".into()));
                    break;
                }
            }
        }
        let mut log = reader.end();
        if source.limit() == 0 {
            let found = "this is more than is read";
            log.broken = Some(FormatError::whole(name, found, &format!("at most {} MB", MAX_BYTES >> 20)));
        }
        Ok(log)
    }
}

/// Reads a log as its lines come.
#[derive(Debug)]
pub struct Reader {
    log: Log,
    ground: Option<Scene>,
    /// How many lines there were.
    lines: usize,
    /// Whether a line was read that says something.
    begun: bool,
}

impl Reader {
    /// At the beginning of a log of that name; of a program that was sent a scene, that is the ground.
    pub fn new(name: &str, ground: Option<&Scene>) -> Self {
        let header = Header::none().on(ground);
        let log = Log { name: name.to_owned(), header, events: Vec::new(), told: 0, broken: None, whole: None };
        Self { log, ground: ground.cloned(), lines: 0, begun: false }
    }

    /// What was read so far.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    fn fail(&mut self, bad: &(String, String)) {
        self.log.broken = Some(FormatError::at(&self.log.name, self.lines, None, &bad.0, &bad.1));
    }

    /// Takes the next line. Says whether there may be more: after a bad one there is not.
    ///
    /// # Errors
    /// When the header cannot be read.
    pub fn line(&mut self, text: &str) -> Result<bool, FormatError> {
        self.lines += 1;
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with("//") {
            return Ok(true);
        }
        let (first, n, header) = (!std::mem::replace(&mut self.begun, true), self.lines, &self.log.header);
        let careful = || {
            let mut all = line::object(text)?;
            if header.line.contains_key("schema") {
                all.shift_remove(trace_file::BESIDE);
            }
            if first && all.contains_key("format") {
                return Ok(Err(all));
            }
            LogEvent::of(n, renamed(all, header.version), header.size).map(Ok)
        };
        let plain = !first && header.version != 1;
        let quick = plain.then(|| quick::event(n, text, header.size)).flatten();
        match quick.map_or_else(careful, |event| Ok(Ok(event))) {
            Ok(Err(header)) => {
                let fail = |bad: (String, String)| FormatError::at(&self.log.name, n, None, &bad.0, &bad.1);
                if header.get("format").and_then(Value::as_str) != Some(FORMAT) {
                    return Err(fail(("this is no trace".into(), format!("\"format\": {FORMAT:?}"))));
                }
                self.log.header = Header::of(&header).map_err(fail)?.on(self.ground.as_ref());
            }
            Ok(Ok(event)) => self.log.events.push(event),
            Err(bad) => self.fail(&bad),
        }
        if self.log.events.len() == MOST_EVENTS {
            self.fail(&("there are more events than are read".into(), "at most 32 million".into()));
        }
        Ok(self.log.broken.is_none())
    }

    /// The log, where nothing more comes.
    pub fn end(self) -> Log {
        let Self { mut log, begun, .. } = self;
        log.told = log.events.len();
        log.translate();
        if !begun && log.broken.is_none() {
            log.broken = Some(FormatError::whole(&log.name, "there is nothing in it", "a line of JSON for each event"));
        }
        log
    }
}
