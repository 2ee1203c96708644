//! Writes trace files.

use super::lines::Lines;
use super::schema_json;
use crate::log::{Bounds, Log};
use crate::scene_json::SceneJson;
use crate::{Format as _, FormatError, Options};
use gridscope_log::{FORMAT, VERSION};
use gridscope_trace::card::CodeOnlyAnswer;
use gridscope_trace::outcome::Outcome;
use gridscope_trace::trace::{Contract, Progress, Replay, Steps};
use gridscope_trace::workers::Workers;
use gridscope_trace::{Scene, Tile};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Number of lines that are made at once.
const LINES_AT_ONCE: usize = 2048;

/// Writes the trace of a run: the header, every event, and the outcome.
pub struct Writer<'a> {
    replay: &'a Replay,
    header: Value,
    lines: Lines<'a>,
    workers: Workers,
}

impl<'a> Writer<'a> {
    /// Creates a writer for a run of `scene`. The `run` of the scene must be the one that was run.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written as JSON.
    pub fn new(scene: &Scene, replay: &'a Replay) -> Result<Self, FormatError> {
        Self::on(scene, replay, Workers::default())
    }

    /// Like [`Writer::new`], but the threads of the caller make the lines.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written as JSON.
    pub fn on(scene: &Scene, replay: &'a Replay, workers: Workers) -> Result<Self, FormatError> {
        let lines = Lines::of(replay, &workers);
        Ok(Self { replay, header: header(scene, replay, &lines)?, lines, workers })
    }

    /// Writes the trace.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.header)?;
        let mut result = Ok(());
        let threads = Progress::default().with_workers(self.workers.clone());
        threads.in_order(
            self.pieces(),
            |piece, _| self.piece(piece),
            |text| {
                result = text.map_or(Ok(()), |text| out.write_all(&text));
                result.is_ok()
            },
        );
        result?;
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
    let trace = Writer { replay, header: header(scene, replay, &lines)?, lines, workers: Workers::default() };
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

/// Returns the last line of a trace.
pub(super) fn end(outcome: &Outcome) -> String {
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
