//! Trace files: a header line that says what ran, then a line for each event, as JSON.
//!
//! ```text
//! {"format":"gridscope-trace","version":1,"algorithm":"astar","scene":{…},"params":{…},"seed":1,"schema":{…}}
//! {"event":"began","part":"search"}
//! {"event":"opened","cell":[1,1],"g":0,"h":10,"f":10,"paths":1}
//! ```
//!
//! Lines, because a program in any language can write one at a time, and a file cut short is still of use. Reading one
//! of ours means running its scene again: same scene, same trace, and where it is not, [`TraceFile::agrees`] says from
//! which event on.

use super::{FormatError, Options, format_for, read_bytes};
use crate::core::params::Params;
use crate::core::scene::Scene;
use crate::core::trace::Replay;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// What `format` says in the header.
pub const FORMAT: &str = "gridscope-trace";
/// The version that is written, and the only one there is.
pub const VERSION: u64 = 1;

/// Why a trace file can not be used.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The embedded scene does not read, or the scene can not be written.
    #[error(transparent)]
    Scene(#[from] FormatError),
    /// The header lacks something or has it wrong.
    #[error("{name}, line 1: {what}; expected {expected}")]
    Header {
        /// The file.
        name: String,
        /// What is wrong.
        what: String,
        /// What should be there.
        expected: String,
    },
    /// A line after the header is no JSON object.
    #[error("{name}, line {line}: {what}; expected an event as a JSON object")]
    Line {
        /// The file.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What the reader says.
        what: String,
    },
    /// The scene was run again and something else happened.
    #[error("{name}, line {line}: event {} is {found}; expected {expected}, which is what its scene does when run", line - 1)]
    Differs {
        /// The file.
        name: String,
        /// The line of the first event that differs, from 1.
        line: usize,
        /// What the file says.
        found: String,
        /// What the run says.
        expected: String,
    },
}

/// The header line of a run: `scene` must be the one that was run, with its `run` as it was run.
///
/// # Errors
/// When the scene can not be written as JSON.
pub fn header(scene: &Scene, replay: &dyn Replay) -> Result<Value, TraceError> {
    let mut header = Map::new();
    header.insert("format".into(), FORMAT.into());
    header.insert("version".into(), VERSION.into());
    header.insert("algorithm".into(), scene.run.algorithm.as_str().into());
    header.insert("scene".into(), scene_value(scene)?);
    header.insert("params".into(), scene.run.params.0.clone().into_iter().collect());
    header.insert("seed".into(), scene.run.seed.into());
    header.insert("schema".into(), json!({ "events": replay.kinds(), "numbers": replay.fields() }));
    if let Some(halted) = replay.halted() {
        header.insert("halted".into(), halted.into());
    }
    Ok(header.into())
}

/// The scene as the JSON that its file would hold.
fn scene_value(scene: &Scene) -> Result<Value, TraceError> {
    let fail = |what: &str| TraceError::Header {
        name: "the trace".into(),
        what: what.to_owned(),
        expected: "a scene that can be written as JSON".into(),
    };
    let format = format_for("scene.json").ok_or_else(|| fail("there is no scene format"))?;
    let written = format.write(scene, &Options::default())?;
    serde_json::from_slice(&written.bytes).map_err(|e| fail(&e.to_string()))
}

/// Writes the header and every event.
///
/// # Errors
/// When writing fails.
pub fn write(out: &mut dyn Write, header: &Value, replay: &dyn Replay) -> io::Result<()> {
    writeln!(out, "{header}")?;
    for index in 0..replay.len() {
        writeln!(out, "{}", replay.event_json(index))?;
    }
    Ok(())
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
    body: String,
    /// The scene, whose `run` is the header's algorithm, parameters and seed.
    pub scene: Scene,
}

/// Reads the header and the scene in it; the events stay text until [`TraceFile::agrees`] compares them.
///
/// # Errors
/// When the header does not say what ran, or the scene in it does not read.
pub fn read(name: &str, bytes: &[u8]) -> Result<TraceFile, TraceError> {
    let fail = |what: String, expected: &str| TraceError::Header {
        name: name.to_owned(),
        what,
        expected: expected.to_owned(),
    };
    let text = std::str::from_utf8(bytes).map_err(|e| fail(format!("not text ({e})"), "UTF-8"))?;
    let (first, body) = text.split_once('\n').unwrap_or((text, ""));
    let header: Map<String, Value> =
        serde_json::from_str(first).map_err(|e| fail(e.to_string(), "the header of a trace as a JSON object"))?;
    if header.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(fail("not a trace".into(), "\"format\": \"gridscope-trace\""));
    }
    if header.get("version").and_then(Value::as_u64) != Some(VERSION) {
        let found = header.get("version").unwrap_or(&Value::Null);
        return Err(fail(format!("version {found}"), "version 1"));
    }
    let Some(scene @ Value::Object(_)) = header.get("scene") else {
        return Err(fail("no scene".into(), "\"scene\" with the scene that was run"));
    };
    let place = format!("{name}, line 1, its scene");
    let mut scene = read_bytes(&place, scene.to_string().as_bytes(), &Options::default())?.scene;
    if let Some(algorithm) = header.get("algorithm").and_then(Value::as_str) {
        algorithm.clone_into(&mut scene.run.algorithm);
    }
    if let Some(params) = header.get("params") {
        let params = params.as_object().ok_or_else(|| fail(format!("params {params}"), "an object"))?;
        scene.run.params = Params(params.clone().into_iter().collect());
    }
    if let Some(seed) = header.get("seed") {
        scene.run.seed = seed.as_u64().ok_or_else(|| fail(format!("seed {seed}"), "a whole number"))?;
    }
    Ok(TraceFile { name: name.to_owned(), body: body.to_owned(), scene })
}

impl TraceFile {
    /// Whether the run of its scene is the run that it tells of.
    ///
    /// # Errors
    /// [`TraceError::Differs`] at the first event that differs, or where one of them ends before the other.
    pub fn agrees(&self, replay: &dyn Replay) -> Result<(), TraceError> {
        let mut lines = self.body.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
        let differs = |line, found, expected| TraceError::Differs { name: self.name.clone(), line, found, expected };
        for index in 0..replay.len() {
            let expected = replay.event_json(index).to_string();
            let Some((n, line)) = lines.next() else {
                return Err(differs(index + 2, "missing".into(), expected));
            };
            if line == expected {
                continue;
            }
            // Another spelling of the same is the same. Both go through the same reader, so numbers stay comparable.
            let read = |text: &str| {
                serde_json::from_str::<Map<String, Value>>(text).map_err(|e| TraceError::Line {
                    name: self.name.clone(),
                    line: n + 2,
                    what: e.to_string(),
                })
            };
            if read(line)? != read(&expected)? {
                return Err(differs(n + 2, line.trim().to_owned(), expected));
            }
        }
        match lines.next() {
            Some((n, line)) => Err(differs(n + 2, line.trim().to_owned(), "the end".into())),
            None => Ok(()),
        }
    }
}
