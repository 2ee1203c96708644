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

pub(crate) use self::body::{Body, Packer};
use self::line_reader::{EventLine, Reader};
pub(super) use self::lines::BESIDE;
use self::lines::Lines;
use super::log::{Bounds, Log};
use super::scene_json::SceneJson;
use super::survey::object;
use super::{Format, FormatError, Options};
use gridscope_trace::algorithm::Runner;
use gridscope_trace::card::{Card, CodeOnlyAnswer};
use gridscope_trace::outcome::Outcome;
use gridscope_trace::trace::{Contract, Halt, Progress, Replay, Steps, recorded_answers};
use gridscope_trace::workers::Workers;
use gridscope_trace::{Params, Registry, Scene, Tile};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, Read as _, Write};
use std::sync::Arc;

pub use gridscope_log::{FORMAT, VERSION};

/// Text in a header whose schema describes all events.
const WHOLE: &str = r#""schema":{"whole":true"#;

/// Number of lines that are made at once.
const LINES_AT_ONCE: usize = 2048;

/// Writes the trace of a run: the header, every event, and the outcome.
pub struct Writer<'a> {
    replay: &'a Replay,
    header: Value,
    lines: Lines<'a>,
}

impl<'a> Writer<'a> {
    /// Creates a writer for a run of `scene`. The `run` of the scene must be the one that was run.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written as JSON.
    pub fn new(scene: &Scene, replay: &'a Replay) -> Result<Self, FormatError> {
        let lines = Lines::of(replay);
        Ok(Self { replay, header: header(scene, replay, &lines)?, lines })
    }

    /// Writes the trace.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_on(out, &Workers::default())
    }

    /// Writes the trace, of which threads of the caller make the lines.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn write_on(&self, out: &mut dyn Write, workers: &Workers) -> io::Result<()> {
        writeln!(out, "{}", self.header)?;
        let mut written = Ok(());
        let threads = Progress::default().with_workers(workers.clone());
        threads.in_order(
            self.pieces(),
            |piece, _| self.piece(piece),
            |text| {
                written = text.map_or(Ok(()), |text| out.write_all(&text));
                written.is_ok()
            },
        );
        written?;
        self.write_end(out)
    }

    /// Returns the number of pieces in which the lines are made.
    fn pieces(&self) -> usize {
        self.replay.len().div_ceil(LINES_AT_ONCE)
    }

    /// Returns the lines of a piece.
    fn piece(&self, piece: usize) -> Vec<u8> {
        let first = piece.saturating_mul(LINES_AT_ONCE);
        let (mut texts, mut lines) = (self.lines.texts(), Vec::new());
        for index in first..self.replay.len().min(first.saturating_add(LINES_AT_ONCE)) {
            texts.write(index, &mut lines);
            lines.push(b'\n');
        }
        lines
    }

    fn write_end(&self, out: &mut dyn Write) -> io::Result<()> {
        let outcome = self.replay.outcome();
        if outcome.is_null() { Ok(()) } else { writeln!(out, "{}", end(outcome)) }
    }
}

fn header(scene: &Scene, replay: &Replay, lines: &Lines<'_>) -> Result<Value, FormatError> {
    let mut header = Map::new();
    header.insert("format".into(), FORMAT.into());
    header.insert("version".into(), VERSION.into());
    header.insert("algorithm".into(), scene.run.algorithm.as_str().into());
    let schema = replay.schema();
    header.insert("algorithm_title".into(), (*schema.title).into());
    let missing: Vec<_> = replay.code_only_answers().into_iter().map(CodeOnlyAnswer::name).collect();
    let whole =
        schema_json::write(schema, replay.trace().layout(), &lines.answers, &lines.habits, &lines.types, &missing);
    header.insert("schema".into(), whole);
    header.insert("scene".into(), scene_value(scene)?);
    header.insert("params".into(), scene.run.params.0.clone().into_iter().collect());
    header.insert("seed".into(), scene.run.seed.into());
    if !scene.title.is_empty() {
        header.insert("title".into(), scene.title.as_str().into());
    }
    if let Some(contract) = &schema.contract {
        state(contract, scene, &mut header);
    }
    if let Some(halted) = replay.halted() {
        header.insert("halted".into(), halted.into());
    }
    Ok(header.into())
}

/// Returns the JSON of the scene's file.
///
/// # Errors
/// Returns an error if the scene cannot be written as JSON.
pub fn scene_value(scene: &Scene) -> Result<Value, FormatError> {
    let scene_file = SceneJson.write(&scene.without_claims(), &Options::default())?;
    serde_json::from_slice(&scene_file.bytes).map_err(|e| FormatError::whole("the scene", &e.to_string(), "JSON"))
}

/// Writes the rules of a search into the header of a log.
fn state(contract: &Contract, scene: &Scene, header: &mut Map<String, Value>) {
    let Contract { start, goal, neighbours, corners, steps, costs, tile_costs, order, optimal, .. } = contract;
    header.insert("start".into(), json!(start));
    header.insert("goal".into(), json!(goal));
    header.insert("neighbours".into(), (*neighbours).into());
    header.insert("corners".into(), corners.name().into());
    if *steps != Steps::One {
        header.insert("steps".into(), steps.name().into());
    }
    if let Some((straight, diagonal)) = costs {
        let mut costs =
            Map::from_iter([("straight".to_owned(), json!(straight)), ("diagonal".to_owned(), json!(diagonal))]);
        let dear = Tile::ALL.iter().map(|tile| tile.info()).filter(|info| *tile_costs && info.cost > 0);
        costs.insert("enter".into(), dear.map(|info| (info.name.to_owned(), Value::from(info.cost))).collect());
        if scene.weights.is_some() {
            costs.insert("weights".into(), (*tile_costs).into());
        }
        header.insert("costs".into(), costs.into());
    }
    if !order.is_empty() {
        header.insert("order".into(), json!(order));
    }
    header.insert("optimal".into(), (*optimal).into());
}

/// Returns a run as a log, as if its trace had been written and read again.
///
/// # Errors
/// Returns an error if the scene cannot be written as JSON, and if `progress` is stopped.
pub async fn log_of(scene: &Scene, replay: &Replay, progress: &Progress) -> Result<Log, FormatError> {
    let (name, mut bytes) = ("the trace", Vec::new());
    // An audit needs only the fields of the events.
    let lines = Lines::bare(replay);
    let trace = Writer { replay, header: header(scene, replay, &lines)?, lines };
    bytes.extend_from_slice(trace.header.to_string().as_bytes());
    bytes.push(b'\n');
    for piece in 0..trace.pieces() {
        progress.pause().await.map_err(FormatError::stopped(name))?;
        bytes.extend_from_slice(&trace.piece(piece));
    }
    trace.write_end(&mut bytes).map_err(|error| FormatError::whole(name, &error.to_string(), "room for it"))?;
    Log::read_on(name, &*bytes, None, Bounds::default(), progress).await
}

/// Last line of a trace: the outcome.
#[derive(Serialize)]
struct End<'a> {
    event: &'a str,
    result: &'a str,
    outcome: &'a Outcome,
}

fn end(outcome: &Outcome) -> String {
    let result = match outcome.get("found").and_then(Value::as_bool) {
        Some(true) => "found",
        // A search that ended at a cell near the goal.
        Some(false) if outcome.get("reached").is_some_and(|reached| !reached.is_null()) => "closest",
        Some(false) => "none",
        None => "ended",
    };
    // Plain data can always be written.
    serde_json::to_string(&End { event: "done", result, outcome }).unwrap_or_default()
}

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
