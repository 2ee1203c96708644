//! `diff`: compares two runs: the first event that differs, the outcomes, and how many cells differ at the end.

use super::ending::ending;
use super::input::{RunArgs, Source, WithArgs, chosen};
use super::place::FileOrStream;
use super::{CliError, Start, output, text_table};
use crate::debugger::compare::{Divergence, divergence, measures};
use crate::formats::plain::counted;
use gridscope_trace::trace::compare::{differing_cells, share_words};
use gridscope_trace::{Control, Registry, Replay};
use serde_json::{Map, Value, json};
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The first run: a file (scene, map or trace), a preset's name, or - for standard input; with --with, the map to
    /// run the program on
    a: FileOrStream,
    /// The second run, given like the first; with --with, it runs the algorithm of --algorithm, or its own
    b: FileOrStream,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    with: WithArgs,
    /// Set a parameter of the second run only; may be repeated
    #[arg(long = "set-b", value_name = "NAME=VALUE")]
    set_b: Vec<String>,
    /// The seed of the second run
    #[arg(long)]
    seed_b: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let mut other = self.run.clone();
        other.set.extend(self.set_b.iter().cloned());
        other.seed = self.seed_b.or(other.seed);
        if self.a.is_stream() && self.b.is_stream() {
            return Err(CliError::Input("diff: only one of the two can be standard input".into()));
        }
        // The program replaces the algorithm of the first run; `--algorithm` sets that of the second.
        let algorithm = self.run.algorithm.clone().filter(|_| self.with.command.is_none());
        let first = RunArgs { algorithm, ..self.run.clone() };
        let mut a = Source::load(&self.a, &self.run.options(registry))?.run_program(&self.with, &first)?;
        let mut b = Source::load(&self.b, &self.run.options(registry))?;
        let over = chosen("--set-b", &self.set_b)?;
        let algorithm = other.algorithm.as_deref().unwrap_or(&b.scene.run.algorithm);
        if let Some(runner) = registry.find(algorithm) {
            over.resolve(runner.card().params).map_err(|e| CliError::run("--set-b", e))?;
        }
        // Both runs together may use only the memory of one.
        let control = Control { memory: Control::DEFAULT_MEMORY / 2, ..Control::default() };
        let (mut run_a, mut run_b) = (a.show_within(&first, &control)?, b.show_within(&other, &control)?);
        run_a.seek(usize::MAX);
        run_b.seek(usize::MAX);
        let all = compare(&run_a, &run_b);
        if self.json {
            writeln!(out, "{all}")?;
        } else {
            write(out, &run_a, &run_b, &all)?;
        }
        out.flush()?;
        for note in a.notes.iter().chain(&b.notes).chain(&run_a.halted()).chain(&run_b.halted()) {
            output::note("note", note);
        }
        let halted = run_a.halted().or(run_b.halted()).is_some();
        ending(a.fault.or(b.fault).as_deref(), halted)
    }
}

/// Compares two runs whose cursors are at the end.
fn compare(a: &Replay, b: &Replay) -> Value {
    let at = |run: &Replay, i: usize| if i < run.len() { run.event_json(i) } else { Value::Null };
    let divergence = divergence(a, b).map(|p| [p.after, p.other]);
    // Layers are compared by number, so only runs of the same algorithm are compared.
    let same = a.schema().algorithm == b.schema().algorithm;
    let layers = a.schema().layers.iter().enumerate().filter(|_| same);
    let cells: Map<String, Value> =
        layers.map(|(i, layer)| (layer.name.to_string(), differing_cells(a, b, i).len().into())).collect();
    json!({
        "algorithms": [&a.schema().algorithm, &b.schema().algorithm],
        "events": [a.len(), b.len()],
        "steps": [a.steps().len(), b.steps().len()],
        "first_divergence": divergence.map(|[i, j]| json!({
            "a": i + 1, "b": j + 1, "event_a": at(a, i), "event_b": at(b, j),
        })),
        "outcomes": [a.outcome(), b.outcome()],
        "cells": cells,
    })
}

fn write(out: &mut dyn Write, a: &Replay, b: &Replay, all: &Value) -> Result<(), CliError> {
    match divergence(a, b) {
        None if share_words(a, b) => writeln!(out, "the same, event by event: {}", counted(a.len(), "event"))?,
        None => writeln!(out, "both expand the same cells in the same order")?,
        Some(Divergence { after, other, expansions, sentences }) => {
            match expansions {
                None if after == 0 => writeln!(out, "the first event differs:")?,
                None if after == 1 => writeln!(out, "the first event is the same; the second differs:")?,
                None => writeln!(out, "the first {after} events are the same; event {} differs:", after + 1)?,
                Some(same) => {
                    let same = match same {
                        0 => "the first expansions are of different cells,".to_owned(),
                        1 => "the first expansion is of the same cell; then,".to_owned(),
                        _ => format!("the first {same} expansions are of the same cells; then,"),
                    };
                    writeln!(out, "{same} at event {} of A and {} of B:", after + 1, other + 1)?;
                }
            }
            for (name, sentence) in ["A", "B"].into_iter().zip(sentences) {
                writeln!(out, "  {name}: {}", sentence.as_deref().unwrap_or("it has ended"))?;
            }
        }
    }
    writeln!(out)?;
    let rows = measures([a, b]);
    let text = |s: &str| {
        if s.chars().count() > 40 { format!("{}…", s.chars().take(39).collect::<String>()) } else { s.to_owned() }
    };
    let wide = rows.iter().map(|r| text(&r.values[0]).chars().count()).max().unwrap_or(0).max(1);
    let table: Vec<_> = rows
        .iter()
        .map(|row| {
            let mark = if row.differs { "≠" } else { " " };
            let [a, b] = [0, 1].map(|i| row.shown().nth(i).map_or_else(String::new, text));
            (row.name.clone(), format!("{mark} {a:<wide$}  {b}"))
        })
        .collect();
    text_table::table(out, &table)?;
    let cells = all["cells"].as_object().into_iter().flatten();
    let differ: Vec<_> = cells.filter(|(_, n)| *n != 0).map(|(name, n)| format!("{name} {n}")).collect();
    if !differ.is_empty() {
        writeln!(out, "cells that differ at the end, by layer: {}", differ.join(", "))?;
    }
    Ok(())
}
