//! `diff`: compares two runs: the first event that differs, the outcomes, and how many cells differ at the end.

use super::input::{RunArgs, Source, WithArgs, parse_params};
use super::place::FileOrStream;
use super::{CliError, Start, output};
use crate::debugger::ask::difference::{difference, write_difference};
use gridscope_trace::Registry;
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
        // Both runs together may use only the memory of one.
        let half = self.run.budget.shared_by(2);
        let a = Source::load(&self.a, &self.run.options(registry))?.within(&half);
        let mut a = a.run_program(&self.with, &first)?;
        let mut b = Source::load(&self.b, &self.run.options(registry))?.within(&half);
        let over = parse_params("--set-b", &self.set_b)?;
        let algorithm = other.algorithm.as_deref().unwrap_or(&b.scene.run.algorithm);
        if let Some(runner) = registry.find(algorithm) {
            over.resolve(runner.card().params).map_err(|e| CliError::run("--set-b", e))?;
        }
        let (mut run_a, mut run_b) = (a.show(&first)?, b.show(&other)?);
        run_a.seek(usize::MAX);
        run_b.seek(usize::MAX);
        let all = difference(&run_a, &run_b);
        if self.json {
            writeln!(out, "{all}")?;
        } else {
            write_difference(&run_a, &run_b, &all, out)?;
        }
        out.flush()?;
        for note in a.notes.iter().chain(&b.notes) {
            output::note("note", note);
        }
        let [end_of_a, end_of_b] = [a.end(), b.end()];
        match (end_of_a?, end_of_b?) {
            (Start::Exit(0), end) | (end, _) => Ok(end),
        }
    }
}
