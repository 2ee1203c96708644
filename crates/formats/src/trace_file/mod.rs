//! Trace files: a header line that describes the run, then one line of JSON for each event.
//!
//! ```text
//! {"format":"gridscope-trace","version":2,"algorithm":"astar","scene":{…},"params":{…},"seed":1,"schema":{…}}
//! {"event":"began","part":"search"}
//! {"event":"opened","at":[1,1],"g":0,"h":10,"f":10,"paths":1}
//! {"event":"done","result":"found","outcome":{…}}
//! ```
//!
//! A trace is a log like that of any other program ([`super::log`]). The header states the rules of a search. The
//! schema in it assigns a standard word to each kind of event. Version 1 used `cell` for `at` and had no rules and no
//! last line.
//!
//! The format is based on lines so that programs in any language can write them one at a time, and a truncated file is
//! still useful. To read a trace of a built-in algorithm, gridscope runs the scene in it again. The same scene gives
//! the same trace. If it does not, [`TraceFile::agrees`] returns the first event that differs.

mod body;
mod choice;
mod event_facts;
mod line_reader;
mod line_shape;
mod lines;
mod rerun_check;
mod schema_json;
mod stage;
mod step;
mod tally;
mod value;
mod writer;

pub(crate) use self::body::{Body, Packer};
use self::line_reader::{EventLine, Reader};
pub(super) use self::lines::BESIDE;
use super::FormatError;
use super::log::{Bounds, Log};
use super::scene_json::SceneJson;
use super::survey::object;
use gridscope_trace::algorithm::Runner;
use gridscope_trace::card::Card;
use gridscope_trace::outcome::Outcome;
use gridscope_trace::trace::{Halt, Progress, Replay, recorded_answers};
use gridscope_trace::{Params, Registry, Scene};
use serde_json::Value;
use std::io::Read as _;
use std::sync::Arc;

pub use self::writer::{Writer, log_of, scene_value};
pub use gridscope_log::{FORMAT, VERSION};

/// Text in a header whose schema describes all events.
const WHOLE: &str = r#""schema":{"whole":true"#;

/// Kind of a trace written by gridscope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Trace of an algorithm in the registry. Its scene can be run again.
    Rerunnable,
    /// Trace of an algorithm that the registry does not have. Its header describes all of its events.
    Recorded,
}

/// Returns the kind of a gridscope trace from its first line. Returns `None` if another program wrote it, or if the
/// line is not a header.
pub(crate) fn kind(registry: &Registry, bytes: &[u8]) -> Option<Kind> {
    let line = bytes.split(|&b| b == b'\n').next()?;
    let header = object("", 1, std::str::from_utf8(line).ok()?, "").ok()?;
    let whole = header.get("schema").is_some_and(|schema| schema["whole"] == true);
    let ran = header.get("scene").is_some_and(Value::is_object);
    let known = header.get("algorithm").and_then(Value::as_str).is_some_and(|id| registry.find(id).is_some());
    let first = header.get("version").and_then(Value::as_u64) == Some(1);
    let ours = header.get("format").is_some_and(|format| format == FORMAT) && ran && (whole || first);
    ours.then_some(if known { Kind::Rerunnable } else { Kind::Recorded })
        .filter(|&kind| whole || kind == Kind::Rerunnable)
}

/// Returns whether the bytes are a trace file or its first few thousand bytes.
pub(crate) fn is_trace(bytes: &[u8]) -> bool {
    let line = bytes.split(|&b| b == b'\n').next().unwrap_or_default();
    let dense: Vec<u8> = line.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    // Inside a JSON string, these quotes would be escaped.
    let mark = br#""format":"gridscope-trace""#;
    dense.starts_with(b"{") && dense.windows(mark.len()).any(|w| w == mark)
}

/// A trace file that was read.
#[derive(Clone, Debug)]
pub struct TraceFile {
    name: String,
    version: u64,
    /// Shared with the log made from it, because a header with a large map is long.
    header: Arc<str>,
    body: Body,
    /// Card of the algorithm, if the registry has it.
    card: Option<&'static Card>,
    /// Scene of the trace. Its `run` holds the algorithm, parameters and seed of the header.
    pub scene: Scene,
}

/// Reads the header and the scene in it. The events stay text until [`TraceFile::agrees`] compares them.
///
/// # Errors
/// Returns an error if the header does not describe the run, or if its scene cannot be read.
pub fn read(registry: &Registry, name: &str, bytes: &[u8]) -> Result<TraceFile, FormatError> {
    read_text(registry, name, bytes.to_vec())
}

/// Like [`read`], but keeps the bytes instead of a copy.
pub(crate) fn read_text(registry: &Registry, name: &str, bytes: Vec<u8>) -> Result<TraceFile, FormatError> {
    let text = std::str::from_utf8(&bytes).map_err(|_| not_text(name))?;
    let (first, _) = text.split_once('\n').unwrap_or((text, ""));
    let (first, end) = (Arc::from(first), first.len().saturating_add(1));
    read_parts(registry, name, first, Body::Text(Arc::new(bytes), end))
}

/// Like [`read`], from the first line and the lines behind it in columns.
pub(crate) fn read_columns(
    registry: &Registry,
    name: &str,
    first: &[u8],
    body: Body,
) -> Result<TraceFile, FormatError> {
    let first = std::str::from_utf8(first).map_err(|_| not_text(name))?;
    read_parts(registry, name, first.into(), body)
}

fn not_text(name: &str) -> FormatError {
    FormatError::whole(name, "this is not text", "UTF-8")
}

fn read_parts(registry: &Registry, name: &str, first: Arc<str>, body: Body) -> Result<TraceFile, FormatError> {
    let fail = |found: &str, expected: &str| FormatError::at(name, 1, None, found, expected);
    let header = object(name, 1, &first, "the header of a trace as a JSON object")?;
    if header.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(fail("this is not a trace", "\"format\": \"gridscope-trace\""));
    }
    let version = header.get("version").unwrap_or(&Value::Null);
    let version = known_version(version).map_err(|(found, expected)| fail(&found, &expected))?;
    let Some(scene @ Value::Object(_)) = header.get("scene") else {
        return Err(fail("the header holds no scene", "\"scene\" with the scene that was run"));
    };
    // Line numbers inside the scene are useless, because it is a single line in this file.
    let loaded = SceneJson.read_text(name, &scene.to_string());
    let mut scene = loaded.map_err(|e| fail(&format!("the scene: {}", e.found), &e.expected))?.scene;
    let algorithm = header.get("algorithm").and_then(Value::as_str);
    if let Some(algorithm) = algorithm {
        algorithm.clone_into(&mut scene.run.algorithm);
    }
    if let Some(params) = header.get("params") {
        let params = params.as_object().ok_or_else(|| fail(&format!("params are {params}"), "an object"))?;
        scene.run.params = Params(params.clone().into_iter().collect());
    }
    if let Some(seed) = header.get("seed") {
        scene.run.seed = seed.as_u64().ok_or_else(|| fail(&format!("the seed is {seed}"), "a whole number"))?;
    }
    let card = algorithm.and_then(|id| registry.find(id)).map(Runner::card);
    Ok(TraceFile { name: name.to_owned(), version, header: first, body, card, scene })
}

/// Returns the version that a header names.
///
/// # Errors
/// Returns what was found and expected, if the version is newer than this program or not a version.
pub(super) fn known_version(version: &Value) -> Result<u64, (String, String)> {
    match version.as_u64() {
        Some(version @ 1..=VERSION) => Ok(version),
        Some(newer) if newer > VERSION => {
            let found = format!("version {newer} of {FORMAT} is newer than this program");
            Err((found, format!("version 1 or {VERSION}")))
        }
        _ => Err((format!("\"version\" is {version}"), format!("a whole number, 1 or {VERSION}"))),
    }
}

impl TraceFile {
    /// Returns the number of events, not counting the line with the outcome.
    pub fn events(&self) -> usize {
        let (mut lines, mut count) = (self.body.lines(), 0_usize);
        while let Ok(Some((_, line))) = lines.next() {
            let is_event = !super::is_blank_or_comment(line) && !line.starts_with(br#"{"event":"done""#);
            count = count.saturating_add(usize::from(is_event));
        }
        count
    }

    /// Returns the trace as a log for the audit, which checks whether the search follows its stated rules. A trace of
    /// version 1 states none.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Log::read_on`].
    pub async fn log(&self, progress: &Progress) -> Result<Log, FormatError> {
        let lines = self.header.as_bytes().chain(&b"\n"[..]).chain(self.body.reader());
        let whole = self.is_whole().then(|| Arc::new(self.clone()));
        let log = Log::read_on(&self.name, lines, None, Bounds::default(), progress).await?;
        Ok(Log { whole, ..log })
    }

    /// Returns whether the header describes all events, so that the trace can be shown without the algorithm.
    pub fn is_whole(&self) -> bool {
        self.header.contains(WHOLE)
    }

    /// Builds the run from the file alone, without the algorithm. If a line cannot be read, the run ends before it, and
    /// the error is returned with the run.
    ///
    /// # Errors
    /// Returns an error if the header does not describe all events.
    pub fn recorded_run(&self) -> Result<(Replay, Option<FormatError>), FormatError> {
        let fail = |line: usize, found: &str, expected: &str| FormatError::at(&self.name, line, None, found, expected);
        let header = object(&self.name, 1, &self.header, "the header of a trace as a JSON object")?;
        let whole =
            schema_json::read(&header, &self.scene).map_err(|expected| fail(1, "the schema is not whole", expected))?;
        let events = recorded_answers::begin(whole.layout);
        let mut reader = Reader { whole, events };
        let (mut outcome, mut broken) = (Value::Null, None);
        let mut lines = self.body.lines();
        loop {
            let (number, text) = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    broken = Some(super::unreadable(&self.name, &error));
                    break;
                }
            };
            let text = String::from_utf8_lossy(text);
            let line = match EventLine::read(&self.name, number, &text) {
                Ok(line) => line,
                Err(error) => {
                    broken = Some(error);
                    break;
                }
            };
            if line.get("event").is_some_and(|event| event == "done")
                && let Some(found) = line.get("outcome")
            {
                outcome = found.clone();
                break;
            }
            if let Err(expected) = reader.take(&line) {
                broken = Some(fail(number, text.trim(), &expected));
                break;
            }
        }
        let Reader { mut whole, events } = reader;
        let halted = header.get("halted").and_then(Value::as_str);
        let named = |halted| [Halt::Budget, Halt::Memory].into_iter().find(|halt| halt.to_string() == halted);
        whole.told.halted = halted.map(|halted| named(halted).unwrap_or(Halt::Cancelled));
        let mut outcome = Outcome::from(outcome);
        if let Some(card) = self.card {
            outcome = outcome.with_card(card);
        }
        Ok((recorded_answers::finish(events, whole.schema, whole.layout, whole.told, outcome), broken))
    }

    /// Returns the format version of the trace.
    pub const fn version(&self) -> u64 {
        self.version
    }
}
