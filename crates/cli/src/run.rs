//! `run`: runs an algorithm on a scene, or the scenes of a conformance file one after the other.

use super::budget_flags::WindowArgs;
use super::convert::write_converted;
use super::input::{RunArgs, Source, WithArgs};
use super::output;
use super::place::FileOrStream;
use super::{CliError, Start, Stdout};
use crate::debugger::disk::files::{with_ending, write_derived};
use crate::debugger::disk::open::check_usable;
use crate::debugger::export::arrays::events_npy;
use crate::debugger::export::layer::{find_layer, write_layer, write_layer_as};
use crate::debugger::lab::brief;
use crate::debugger::lab::outcome::{OutcomeError, outcome};
use crate::formats::survey::object;
use crate::formats::{
    FormatError, Options, PosthocOptions, WriteLines, limits, read_bytes, trace_file, write_packed, write_posthoc,
    write_posthoc_log,
};
use crate::outside::parallel;
use gridscope_trace::outcome::Outcome;
use gridscope_trace::trace::picture;
use gridscope_trace::workers::Workers;
use gridscope_trace::{Progress, Registry, Replay, Scene};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Use this algorithm instead of the scene's; `gridscope algorithms` lists them
    algorithm: Option<FileOrStream>,
    /// A file, a preset's name, a link, or - for standard input
    scene: Option<FileOrStream>,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    with: WithArgs,
    /// Print one JSON object: algorithm, outcome, events, and steps (events of level step, and starts of a phase)
    #[arg(long)]
    json: bool,
    /// Print a layer at the end of the run: one line per row, values separated by spaces, a dot for no value
    #[arg(long, value_name = "NAME")]
    layer: Option<String>,
    /// Print the layer in this format instead: csv, json, or npy for NumPy (float64, NaN for no value)
    #[arg(long = "to", value_name = "csv|json|npy", requires = "layer", value_parser = ["csv", "json", "npy"])]
    #[arg(hide_possible_values = true)]
    layer_format: Option<String>,
    /// Write all events as an array of NumPy with named fields, and FILE.names.json beside it for the names of the kinds
    #[arg(long, value_name = "FILE")]
    events_npy: Option<FileOrStream>,
    /// Write the trace to a file, or - for standard output: a header line, then one line of JSON per event; .gz
    /// compresses; .columns is faster than lines, and .columns.gz, also for a name without an ending, takes about a third
    /// of the bytes of .gz; .trace.json and .trace.yaml are search traces of Posthoc
    #[arg(long, value_name = "OUT", conflicts_with = "record_from")]
    trace: Option<FileOrStream>,
    /// Print the map at the end of the run as text, with a key
    #[arg(long)]
    picture: bool,
    /// Run the scene of each line {"scene": {…}} of a JSON-lines file, or - for standard input, and print one outcome
    /// per line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["algorithm", "run-algorithm", "scene", "set", "seed", "json", "layer", "trace", "events_npy", "picture"])]
    vectors: Option<FileOrStream>,
    #[command(flatten)]
    window: WindowArgs,
    /// Threads for the run.
    #[arg(skip)]
    workers: Workers,
}

impl Args {
    /// Returns the arguments for running an algorithm on a scene, and nothing more.
    pub(super) fn of(algorithm: &str, scene: FileOrStream, run: RunArgs, json: bool) -> Self {
        let (layer, layer_format, events_npy) = (None, None, None);
        let (trace, vectors) = (None, None);
        let (run, with) = (RunArgs { algorithm: Some(algorithm.into()), ..run }, WithArgs::none());
        let (algorithm, workers) = (None, Workers::default());
        Self {
            algorithm,
            scene: Some(scene),
            run,
            with,
            json,
            layer,
            layer_format,
            events_npy,
            trace,
            picture: false,
            vectors,
            window: WindowArgs::default(),
            workers,
        }
    }

    /// Sets the threads for the run.
    pub(super) fn with_workers(self, workers: Workers) -> Self {
        Self { workers, ..self }
    }

    pub(super) fn execute(self, registry: &Registry, out: &mut Stdout<'_>) -> Result<Start, CliError> {
        if let Some(file) = &self.vectors {
            vectors(registry, file, &self.run.budget.progress(), out)?;
            return Ok(Start::Exit(0));
        }
        // A single word is the scene, which names its algorithm.
        let stream = FileOrStream::from("-");
        let (algorithm, scene) = match (&self.algorithm, &self.scene) {
            (Some(only), None) if registry.find(only.text()).is_some() => {
                return Err(CliError::Input(format!("run {only}: expected a scene after the algorithm")));
            }
            (Some(only), None) => (None, only),
            (None, None) => {
                return Err(CliError::Input(
                    "run: expected a scene: a file, a preset's name, or - for standard input".to_owned(),
                ));
            }
            (algorithm, scene) => (algorithm.as_ref().map(FileOrStream::text), scene.as_ref().unwrap_or(&stream)),
        };
        if let (Some(one), Some(other)) = (algorithm, &self.run.algorithm) {
            return Err(CliError::Input(format!("run {one} --algorithm {other}: expected one of the two")));
        }
        let names = self.events_npy.as_ref().filter(|to| !to.is_output()).map(|to| FileOrStream::from(names_file(to)));
        output::check_outputs(self.run.inputs(scene), self.trace.iter().chain(&self.events_npy).chain(&names))?;
        let algorithm_id = algorithm.map(str::to_owned).or_else(|| self.run.algorithm.clone());
        let run = RunArgs { algorithm: algorithm_id, ..self.run.clone() };
        let source = Source::load(scene, &run.options(registry))?.within(&run.budget).in_window(&self.window)?;
        let mut source = source.with_workers(self.workers.clone()).run_program(&self.with, &run)?;
        let mut replay = source.record(&run)?;
        replay.seek(usize::MAX);
        let layer = self.layer.as_deref().map(|name| find_layer(&replay, name)).transpose();
        let layer = layer.map_err(|error| CliError::Input(format!("--layer: {error}")))?;
        let halted = replay.halted();
        let algorithm = replay.schema().algorithm.clone();
        let summary = Summary {
            algorithm: &algorithm,
            outcome: replay.outcome(),
            events: replay.number_of_moment(replay.len()),
            // Steps before the window were not counted.
            steps: self.window.record_from.is_none().then(|| replay.steps().len()),
            recorded_from: self.window.record_from,
            // A halted run has no outcome, and is not run again without a budget to get one.
            halted,
        };
        if let Some(to) = &self.trace {
            write_trace(to, &source, &replay, out)?;
        }
        if let Some(to) = &self.events_npy {
            write_events(to, &replay, out.raw())?;
        }
        if self.json {
            output::json(out, &summary)?;
        }
        if self.picture {
            write!(out, "{}", picture::picture(&source.scene, &replay))?;
            writeln!(out, "\n{}", picture::key())?;
        }
        if let Some(layer) = layer {
            match self.layer_format.as_deref() {
                None => write_layer(&replay, layer, out)?,
                Some("npy") => write_layer_as(&replay, layer, "npy", out.raw())?,
                Some(format) => write_layer_as(&replay, layer, format, out)?,
            }
        }
        if !self.json
            && !self.picture
            && layer.is_none()
            && !self.trace.iter().chain(&self.events_npy).any(FileOrStream::is_output)
        {
            write_summary(&summary, out)?;
        }
        out.flush()?;
        for note in &source.notes {
            output::note("note", note);
        }
        source.end()
    }
}

fn outcome_of(registry: &Registry, place: &str, scene: &Scene, progress: &Progress) -> Result<Outcome, CliError> {
    let at = |error| match error {
        OutcomeError::Run(error) => CliError::run(place, error),
        halted @ OutcomeError::Stopped(_) => CliError::Halted(format!("{place}: {halted}")),
        other => CliError::Input(format!("{place}: {other}")),
    };
    outcome(registry, scene, scene.run.seed, progress).map_err(at)
}

/// Summary of a run.
#[derive(Serialize)]
struct Summary<'a> {
    algorithm: &'a str,
    outcome: &'a Outcome,
    events: usize,
    steps: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded_from: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    halted: Option<String>,
}

fn write_summary(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut rows = vec![("algorithm".to_owned(), summary.algorithm.to_owned())];
    rows.extend(brief::rows_beside_counts(summary.outcome));
    let (events, steps) = (Some(summary.events.into()), summary.steps.map(Value::from));
    for (name, count) in
        [("recorded_from", summary.recorded_from.map(Value::from)), ("events", events), ("steps", steps)]
    {
        rows.extend(count.map(|count| (name.to_owned(), brief::brief(&count))));
    }
    brief::table(out, &rows)
}

/// Returns the file with the names of the kinds, beside the array of events.
fn names_file(array: &FileOrStream) -> OsString {
    with_ending(array.path(), ".names.json").into_os_string()
}

/// Writes the events as an array, and the names of their kinds beside it.
fn write_events(to: &FileOrStream, replay: &Replay, out: &mut dyn Write) -> Result<(), CliError> {
    if to.is_output() {
        events_npy(replay, replay.trace().first()..replay.len(), out)?;
        return Ok(());
    }
    let mut names = String::new();
    output::write_file(to.path(), |file| {
        names = events_npy(replay, replay.trace().first()..replay.len(), file)?;
        Ok(())
    })?;
    Ok(write_derived([(names_file(to).into(), names.as_bytes())])?)
}

fn write_trace(to: &FileOrStream, source: &Source, replay: &Replay, out: &mut Stdout<'_>) -> Result<(), CliError> {
    if let Some(options) = PosthocOptions::of_file(to.text()) {
        let posthoc_trace = match &source.log {
            Some(told) => write_posthoc_log(&told.log, told.behind.then_some(&source.scene), &options)?,
            None => write_posthoc(&source.scene, replay, &options)?,
        };
        let bytes = posthoc_trace.bytes.len() as u64;
        if bytes > limits::FILE {
            let [found, most, other] =
                [bytes.saturating_add((1 << 20) - 1), limits::FILE, limits::LONG_TRACE].map(limits::mebibytes);
            let text = format!(
                "{to}: gridscope opens such files of at most {most}, and this has {found}; a .trace.jsonl may have {other}"
            );
            output::note("warning", &text);
        }
        return write_converted(&posthoc_trace, to, &[], out).map(drop);
    }
    let workers = parallel::workers(None);
    let write: WriteLines<'_> = if let Some(told) = &source.log {
        let ground = told.behind.then(|| trace_file::scene_value(&source.scene)).transpose()?;
        Box::new(move |out: &mut dyn Write| told.log.write(out, ground))
    } else {
        let trace = trace_file::Writer::on(&source.scene, replay, workers.clone())?;
        Box::new(move |out: &mut dyn Write| trace.write(out))
    };
    if to.is_output() {
        return Ok(write(out)?);
    }
    let has_no_ending = to.path().extension().is_none() && !to.is_nameless();
    let name = if has_no_ending { COLUMNS } else { to.text() };
    output::write_file(to.path(), |file| write_packed(name, file, &workers, write))?;
    if has_no_ending {
        let text =
            format!("{to}: written in packed columns, as .{COLUMNS}; a name that ends in .trace.jsonl gets lines");
        output::note("note", &text);
    }
    Ok(())
}

/// Extension of a trace in packed columns, and the form of a trace whose name has no extension.
const COLUMNS: &str = "columns.gz";

/// Known fields of a line in a conformance file: its name, the scene, and the expected outcome for other programs.
const OF_A_LINE: [&str; 3] = ["id", "scene", "expect"];
/// Maximum number of unknown fields reported.
const MAX_TOLD: usize = 20;

/// Runs the scene of each line in order. Prints each outcome before reading the next line.
fn vectors(registry: &Registry, file: &FileOrStream, progress: &Progress, out: &mut dyn Write) -> Result<(), CliError> {
    let name = if file.is_stream() { "standard input" } else { file.text() };
    let mut lines: Box<dyn BufRead> = if file.is_stream() {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(file.path()).map_err(|e| CliError::io(name, e))?))
    };
    let mut reported_fields = BTreeSet::new();
    for number in 1.. {
        let place = format!("{name}, line {number}");
        let mut line = Vec::new();
        // Reading one byte more than allowed shows whether the line is too long.
        lines.by_ref().take(limits::LINE + 1).read_until(b'\n', &mut line).map_err(|e| CliError::io(&place, e))?;
        if line.len() as u64 > limits::LINE {
            let max_size = limits::mebibytes(limits::LINE);
            return Err(CliError::Input(format!("{place}: the line is longer than {max_size}; expected at most that")));
        }
        if line.is_empty() {
            return Ok(());
        }
        let text = std::str::from_utf8(&line).map_err(|e| CliError::Input(format!("{place}: {e}")))?;
        if !text.trim().is_empty() {
            writeln!(out, "{}", vector(registry, name, number, text, (progress, &mut reported_fields))?)?;
            out.flush()?;
        }
    }
    Ok(())
}

fn vector(
    registry: &Registry,
    name: &str,
    number: usize,
    line: &str,
    (progress, told): (&Progress, &mut BTreeSet<String>),
) -> Result<Outcome, CliError> {
    let bad = |found: &str, expected: &str| FormatError::at(name, number, None, found, expected);
    let shape = "a JSON object with a \"scene\"";
    let value = object(name, number, line, shape)?;
    let scene = value.get("scene").filter(|s| s.is_object()).ok_or_else(|| bad("there is no scene", shape))?;
    let known = |name: &str| OF_A_LINE.contains(&name) || name.starts_with("x-");
    for unknown in value.keys().filter(|name| !known(name)) {
        // A line may have unknown fields. Each is reported once, because it may be a typing mistake.
        if told.len() < MAX_TOLD && told.insert(unknown.clone()) {
            let fields = OF_A_LINE.join(", ");
            let text = format!("{name}, line {number}: field {unknown:?} is not used; a line has {fields}");
            output::note("warning", &text);
        }
    }
    // Line numbers inside the scene are useless, because it is a single line in this file.
    let loaded = read_bytes(name, scene.to_string().as_bytes(), &Options::default());
    let scene = loaded.map_err(|e| bad(&format!("the scene: {}", e.found), &e.expected))?.scene;
    check_usable(registry, name, &scene).map_err(|e| bad(&e.found, &e.expected))?;
    outcome_of(registry, &format!("{name}, line {number}"), &scene, progress)
}
