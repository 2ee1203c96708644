//! Trace files: a header line that says what ran, then a line for each event, as JSON.
//!
//! ```text
//! {"format":"gridscope-trace","version":2,"algorithm":"astar","scene":{…},"params":{…},"seed":1,"schema":{…}}
//! {"event":"began","part":"search"}
//! {"event":"opened","at":[1,1],"g":0,"h":10,"f":10,"paths":1}
//! {"event":"done","result":"found","outcome":{…}}
//! ```
//!
//! It is a log like any other program's ([`super::log`]): the header states the rules of a search, and its schema which
//! word of logs each kind of event stands for. Version 1 had `cell` for `at`, no rules, and no last line.
//!
//! Lines, because a program in any language can write one at a time, and a file cut short is still of use. Reading one
//! of ours means running its scene again: same scene, same trace, and where it is not, [`TraceFile::agrees`] says from
//! which event on.

mod agrees;
mod choice;
mod lines;
mod says;
mod stage;
mod step;
mod tally;
mod value;
mod whole;

pub(super) use self::lines::BESIDE;
use self::lines::{Lines, Reader};
use super::log::Log;
use super::scene_json::SceneJson;
use super::stoppable::Stoppable;
use super::survey::object;
use super::{Format, FormatError, Options};
use crate::core::algorithms;
use crate::core::card::Beyond;
use crate::core::outcome::Outcome;
use crate::core::params::Params;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use crate::core::trace::{Control, Replay, Stated, Steps, told};
use crate::count::Count as _;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Read as _, Write};
use std::sync::Arc;

pub use gridscope_log::{FORMAT, VERSION};

/// How the header says that its schema is whole.
const WHOLE: &str = r#""schema":{"whole":true"#;

/// Writes the trace of a run: the header, every event, and what came out.
pub struct Writer<'a> {
    replay: &'a Replay,
    header: Value,
    lines: Lines<'a>,
}

impl<'a> Writer<'a> {
    /// Of a run of `scene`, with its `run` as it was run.
    ///
    /// # Errors
    /// When the scene cannot be written as JSON.
    pub fn new(scene: &Scene, replay: &'a Replay) -> Result<Self, FormatError> {
        let lines = Lines::of(replay);
        Ok(Self { replay, header: header(scene, replay, &lines)?, lines })
    }

    /// Writes it.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.header)?;
        for index in 0..self.replay.len() {
            writeln!(out, "{}", self.lines.line(index))?;
        }
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
    let missing: Vec<_> = replay.beyond().into_iter().map(Beyond::name).collect();
    let whole = whole::write(schema, replay.trace().layout(), &lines.told, &lines.habits, &lines.types, &missing);
    header.insert("schema".into(), whole);
    header.insert("scene".into(), scene_value(scene)?);
    header.insert("params".into(), scene.run.params.0.clone().into_iter().collect());
    header.insert("seed".into(), scene.run.seed.into());
    if !scene.title.is_empty() {
        header.insert("title".into(), scene.title.as_str().into());
    }
    if let Some(stated) = &schema.stated {
        state(stated, scene, &mut header);
    }
    if let Some(halted) = replay.halted() {
        header.insert("halted".into(), halted.into());
    }
    Ok(header.into())
}

/// The scene as the JSON that its file would hold.
///
/// # Errors
/// When it cannot be written.
pub fn scene_value(scene: &Scene) -> Result<Value, FormatError> {
    let written = SceneJson.write(scene, &Options::default())?;
    serde_json::from_slice(&written.bytes).map_err(|e| FormatError::whole("the scene", &e.to_string(), "JSON"))
}

/// The rules of a search, as the header of a log states them.
fn state(stated: &Stated, scene: &Scene, header: &mut Map<String, Value>) {
    let Stated { start, goal, neighbours, corners, steps, costs, enter, order, optimal, .. } = stated;
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
        let dear = Tile::ALL.iter().map(|tile| tile.info()).filter(|info| *enter && info.cost > 0);
        costs.insert("enter".into(), dear.map(|info| (info.name.to_owned(), Value::from(info.cost))).collect());
        if scene.weights.is_some() {
            costs.insert("weights".into(), (*enter).into());
        }
        header.insert("costs".into(), costs.into());
    }
    if !order.is_empty() {
        header.insert("order".into(), json!(order));
    }
    header.insert("optimal".into(), (*optimal).into());
}

/// The log that a run of ours is, as if its trace had been written and read.
///
/// # Errors
/// When the scene cannot be written as JSON.
pub fn log_of(scene: &Scene, replay: &Replay) -> Result<Log, FormatError> {
    log_within(scene, replay, &Control::default())
}

/// The same, as long as nobody cancels.
///
/// # Errors
/// As [`log_of`], and where somebody did.
pub fn log_within(scene: &Scene, replay: &Replay, control: &Control) -> Result<Log, FormatError> {
    let mut bytes = Vec::new();
    let failed = |error: io::Error| FormatError::whole("the trace", &error.to_string(), "room for it");
    // An audit asks for no more than the fields of the events.
    let lines = Lines::bare(replay);
    let trace = Writer { replay, header: header(scene, replay, &lines)?, lines };
    trace.write(&mut Stoppable::new(&mut bytes, control)).map_err(failed)?;
    read_within("the trace", bytes.as_slice(), control)
}

/// Reads a log as long as nobody cancels: one that was left in the middle is none.
fn read_within(name: &str, lines: impl BufRead, control: &Control) -> Result<Log, FormatError> {
    let log = Log::read(name, Stoppable::new(lines, control))?;
    match control.stopped() {
        Ok(()) => Ok(log),
        Err(halt) => Err(FormatError::whole(name, &halt.to_string(), "time to read all of it")),
    }
}

/// The last line: what came out.
#[derive(Serialize)]
struct End<'a> {
    event: &'a str,
    result: &'a str,
    outcome: &'a Outcome,
}

fn end(outcome: &Outcome) -> String {
    let result = match outcome.get("found").and_then(Value::as_bool) {
        Some(true) => "found",
        // A search that settles for a cell nearby says so.
        Some(false) if outcome.get("reached").is_some_and(|reached| !reached.is_null()) => "closest",
        Some(false) => "none",
        None => "ended",
    };
    // Plain data, which can always be written.
    serde_json::to_string(&End { event: "done", result, outcome }).unwrap_or_default()
}

/// Whose a trace of ours is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Of an algorithm that is known here: its scene can be run again.
    Ours,
    /// Of one that is not: its header says all of its events.
    Told,
}

/// Which of ours the bytes of a trace are, by their first line; none where another program wrote them, or it is no header.
pub fn kind(bytes: &[u8]) -> Option<Kind> {
    let line = bytes.split(|&b| b == b'\n').next()?;
    let header = object("", 1, std::str::from_utf8(line).ok()?, "").ok()?;
    let whole = header.get("schema").is_some_and(|schema| schema["whole"] == true);
    let ran = header.get("scene").is_some_and(Value::is_object);
    let known = header.get("algorithm").and_then(Value::as_str).is_some_and(|id| algorithms::find(id).is_some());
    let first = header.get("version").and_then(Value::as_u64) == Some(1);
    let ours = header.get("format").is_some_and(|format| format == FORMAT) && ran && (whole || first);
    ours.then_some(if known { Kind::Ours } else { Kind::Told }).filter(|&kind| whole || kind == Kind::Ours)
}

/// Whether bytes, or the first few thousand of them, are a trace file's.
pub fn is_trace(bytes: &[u8]) -> bool {
    let line = bytes.split(|&b| b == b'\n').next().unwrap_or_default();
    let dense: Vec<u8> = line.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    // Inside a JSON string these quotes would be escaped.
    let mark = br#""format":"gridscope-trace""#;
    dense.starts_with(b"{") && dense.windows(mark.len()).any(|w| w == mark)
}

/// A trace file that was read.
#[derive(Clone, Debug)]
pub struct TraceFile {
    name: String,
    version: u64,
    /// Shared with the log that it may be asked for: it is most of what a long trace takes.
    header: Arc<str>,
    body: Arc<str>,
    /// The scene, whose `run` is the header's algorithm, parameters and seed.
    pub scene: Scene,
}

/// Reads the header and the scene in it; the events stay text until [`TraceFile::agrees`] compares them.
///
/// # Errors
/// When the header does not say what ran, or the scene in it does not read.
pub fn read(name: &str, bytes: &[u8]) -> Result<TraceFile, FormatError> {
    let fail = |found: &str, expected: &str| FormatError::at(name, 1, None, found, expected);
    let text = std::str::from_utf8(bytes).map_err(|_| FormatError::whole(name, "this is no text", "UTF-8"))?;
    let (first, body) = text.split_once('\n').unwrap_or((text, ""));
    let header = object(name, 1, first, "the header of a trace as a JSON object")?;
    if header.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(fail("this is no trace", "\"format\": \"gridscope-trace\""));
    }
    let version = header.get("version").unwrap_or(&Value::Null);
    let version = known_version(version).map_err(|(found, expected)| fail(&found, &expected))?;
    let Some(scene @ Value::Object(_)) = header.get("scene") else {
        return Err(fail("the header holds no scene", "\"scene\" with the scene that was run"));
    };
    // Places inside the scene mean nothing here: in this file it is one line.
    let loaded = SceneJson.read(name, &scene.to_string(), &Options::default());
    let mut scene = loaded.map_err(|e| fail(&format!("the scene: {}", e.found), &e.expected))?.scene;
    if let Some(algorithm) = header.get("algorithm").and_then(Value::as_str) {
        algorithm.clone_into(&mut scene.run.algorithm);
    }
    if let Some(params) = header.get("params") {
        let params = params.as_object().ok_or_else(|| fail(&format!("params are {params}"), "an object"))?;
        scene.run.params = Params(params.clone().into_iter().collect());
    }
    if let Some(seed) = header.get("seed") {
        scene.run.seed = seed.as_u64().ok_or_else(|| fail(&format!("the seed is {seed}"), "a whole number"))?;
    }
    Ok(TraceFile { name: name.to_owned(), version, header: first.into(), body: body.into(), scene })
}

/// The version that a header names.
///
/// # Errors
/// What was found and expected, where it is newer than this program, or none.
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
    /// How many events it has, without the line that tells the outcome.
    pub fn events(&self) -> usize {
        let told = |line: &&str| !super::says_nothing(line.as_bytes()) && !line.starts_with(r#"{"event":"done""#);
        self.body.lines().filter(told).count()
    }

    /// The same as a log, for the audit, which asks whether it does what it says; that of version 1 states no rules.
    ///
    /// # Errors
    /// As [`Log::read`].
    pub fn log(&self) -> Result<Log, FormatError> {
        self.log_within(&Control::default())
    }

    /// The same, as long as nobody cancels.
    ///
    /// # Errors
    /// As [`Log::read`], and where somebody did.
    pub fn log_within(&self, control: &Control) -> Result<Log, FormatError> {
        let lines = self.header.as_bytes().chain(&b"\n"[..]).chain(self.body.as_bytes());
        let whole = self.is_whole().then(|| Arc::new(self.clone()));
        Ok(Log { whole, ..read_within(&self.name, lines, control)? })
    }

    /// Whether its header says all of its events, so that it can be shown with no algorithm at hand.
    pub fn is_whole(&self) -> bool {
        self.header.contains(WHOLE)
    }

    /// What it says, as a run at its beginning, with no algorithm at hand; where a line cannot be read, what came before
    /// it and why.
    ///
    /// # Errors
    /// When its header does not say all of its events.
    pub fn told(&self) -> Result<(Replay, Option<FormatError>), FormatError> {
        let fail = |line: usize, found: &str, expected: &str| FormatError::at(&self.name, line, None, found, expected);
        let header = object(&self.name, 1, &self.header, "the header of a trace as a JSON object")?;
        let whole =
            whole::read(&header, &self.scene).map_err(|expected| fail(1, "the schema is not whole", expected))?;
        let mut reader = Reader { whole, events: Vec::new() };
        let (mut outcome, mut broken) = (Value::Null, None);
        for (n, text) in self.body.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let line = match object(&self.name, n.and(2), text, "an event as a JSON object") {
                Ok(line) => line,
                Err(error) => {
                    broken = Some(error);
                    break;
                }
            };
            if line.get("event").is_some_and(|event| event == "done") && line.contains_key("outcome") {
                outcome = line.get("outcome").cloned().unwrap_or_default();
                break;
            }
            if let Err(expected) = reader.take(&line) {
                broken = Some(fail(n.and(2), text.trim(), &expected));
                break;
            }
        }
        let Reader { whole, events } = reader;
        let mut outcome = Outcome::from(outcome);
        if let Some(known) = algorithms::find(&whole.schema.algorithm) {
            outcome = outcome.with_card(known.card());
        }
        Ok((told::replay(whole.schema, whole.layout, events, whole.told, outcome), broken))
    }

    /// Which version it is.
    pub const fn version(&self) -> u64 {
        self.version
    }
}
