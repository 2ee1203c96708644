//! Reads a log line by line, as the lines arrive.

use super::contradiction::{self, UnseenKeys};
use super::field_values::Texts;
use super::{Bounds, EventList, Header, Log, LogEvent, LoggedValue, line, plain};
use crate::trace_file::{self, FORMAT};
use crate::{FormatError, limits};
use gridscope_trace::scene::Scene;
use serde_json::{Map, Value};
use std::io::{self, ErrorKind};

/// Approximate size of an event in the run built from the log besides the packed event, with its share of keyframes, in
/// bytes.
const BYTES_PER_EVENT: usize = 32;

/// Reads a log line by line, as the lines arrive.
#[derive(Debug)]
pub struct Reader {
    pub(super) log: Log,
    pub(super) ground: Option<Scene>,
    /// Number of lines read.
    lines: usize,
    /// Number of the next event of the run that is built from the log.
    next_event: usize,
    /// Whether a line was read that is neither empty nor a comment.
    has_begun: bool,
    texts: Texts,
    pub(super) bounds: Bounds,
    /// Approximate memory of the events, packed and in the run built from the log, in bytes.
    weight: usize,
    /// Cells of a path that the program logs one by one, collected so far.
    path: Vec<LogEvent>,
    /// Fields of the stated open list order that no event has had so far.
    pub(super) unseen: UnseenKeys,
    /// Fields that replace those of the header.
    pub(super) stated: Map<String, Value>,
    has_ended: bool,
    /// Field of the events that is useless without the rest of the schema, if the log has one.
    dropped: Option<&'static str>,
    /// Whether the header has changed since it was handed over. Comparing headers would compare large maps.
    has_new_header: bool,
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
            next_event: 1,
            has_begun: false,
            texts,
            bounds,
            weight: 0,
            path: Vec::new(),
            unseen: UnseenKeys::default(),
            stated: Map::new(),
            has_ended: false,
            dropped: None,
            has_new_header: true,
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

    pub(super) fn set_header(&mut self, header: Header) {
        self.log.header = header;
        self.dropped = self.log.header.line.contains_key("schema").then_some(trace_file::BESIDE);
        self.has_new_header = true;
    }

    fn fail(&mut self, (found, expected): &(String, String)) {
        let name = &self.log.name;
        self.log.broken = Some(if self.log.header.is_converted() {
            let found = format!("event {}: {found}", self.next_event);
            FormatError::whole(name, &found, expected)
        } else {
            FormatError::at(name, self.lines, None, found, expected)
        });
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
        let first = !std::mem::replace(&mut self.has_begun, true);
        let n = self.lines;
        let header = &self.log.header;
        let texts = &mut self.texts;
        let plain = !first && header.version != 1 && header.frame().is_plain();
        let dropped = self.dropped;
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
                let header = Header::of(&header).and_then(|header| header.on(self.ground.as_ref())).map_err(fail)?;
                self.set_header(header);
                self.log.sent = self.ground.clone().filter(|_| self.log.header.states_ground());
            }
            Ok(Ok(event)) => self.take(event),
            Err(bad) => self.fail(&bad),
        }
        Ok(self.log.broken.is_none())
    }

    /// Adds an event, if the limits allow it.
    fn take(&mut self, mut event: LogEvent) {
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
            if self.log.header.is_converted() {
                event.line = self.next_event as u32;
            }
            self.next_event = self.next_event.saturating_add(parts);
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
        if std::mem::take(&mut self.has_new_header) {
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
        if !self.has_begun && self.log.broken.is_none() {
            let expected = "a line of JSON for each event";
            self.log.broken = Some(FormatError::whole(&self.log.name, "there is nothing in it", expected));
        }
        if let (None, Some((line, bad))) = (&self.log.broken, self.unseen.refused()) {
            let error = FormatError::at(&self.log.name, line, None, &bad.0, &bad.1);
            let line = error.line.filter(|_| !self.log.header.is_converted());
            self.log.broken = Some(FormatError { line, ..error });
        }
    }

    /// Ends the log and returns it.
    pub fn end(mut self) -> Log {
        self.close();
        self.log
    }
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

/// Converts an event of version 1 to the field names of version 2.
fn renamed(mut all: Map<String, Value>, version: u64) -> Map<String, Value> {
    if version == 1
        && let Some(cell) = all.shift_remove("cell")
    {
        all.insert("at".into(), cell);
    }
    all
}
