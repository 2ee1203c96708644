//! Subcommands for tools, which algorithms offer on their cards. Each has the name from the card.

use super::flags::JobsArgs;
use super::input::{RunArgs, Source, parse_params};
use super::place::FileOrStream;
use super::{CliError, Start, Stdout, bar, output, run};
use crate::debugger::session::tool::{self, ToolError, find};
use clap::{ArgMatches, Args as _, FromArgMatches as _};
use gridscope_trace::Registry;
use gridscope_trace::tool::{Findings, Tool, ToolAction};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use std::io::Write;

/// Maximum number of rows printed as text.
const MAX_ROWS: usize = 40;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file, a preset's name, or - for standard input
    scene: FileOrStream,
    #[command(flatten)]
    run: RunArgs,
    /// Set an input of the tool; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    input: Vec<String>,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Adds a subcommand for each tool.
pub(super) fn add_to(registry: &Registry, mut command: clap::Command) -> clap::Command {
    for tool in tool::all(registry) {
        let about = tool.help.trim_end_matches('.');
        command = command.subcommand(Args::augment_args(clap::Command::new(tool.id)).about(about));
    }
    command
}

/// Returns the tool that the arguments name, with its own arguments.
pub(super) fn of(registry: &Registry, matches: &ArgMatches) -> Option<(&'static Tool, Result<Args, clap::Error>)> {
    let (name, said) = matches.subcommand()?;
    let tool = tool::all(registry).into_iter().find(|t| t.id == name)?;
    Some((tool, Args::from_arg_matches(said)))
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, tool: &Tool, out: &mut Stdout<'_>) -> Result<Start, CliError> {
        self.run.budget.whole_runs()?;
        let source = Source::load(&self.scene, &self.run.options(registry))?.within(&self.run.budget);
        let mut source = source.verified()?;
        if let ToolAction::Run(algorithm) = tool.does {
            source.choose(self.run.algorithm.as_deref())?;
            tool::of(registry, &source.scene, tool.id).map_err(|e| refused(&source.name, &e))?;
            // The tool accepts only the inputs on its card.
            parse_params("--input", &self.input)?.resolve(tool.inputs).map_err(|e| CliError::run("--input", e))?;
            return run::Args::of(algorithm, self.scene, self.run, self.json)
                .with_workers(self.jobs.workers())
                .execute(registry, out);
        }
        let inputs = parse_params("--input", &self.input)?;
        source.plan(&self.run)?;
        let bar = bar::share();
        let progress = self.run.budget.progress().with_workers(self.jobs.workers());
        let found = find(registry, &source.scene, tool.id, &inputs, &progress, &mut |share| {
            bar.set_position((share * 1000.0) as u64);
        });
        bar.finish_and_clear();
        let found = found.map_err(|e| refused(&source.name, &e))?;
        if self.json {
            output::json(out, &FoundJson(&found))?;
        } else {
            writeln!(out, "{}", found.summary)?;
            for row in 0..found.len().min(MAX_ROWS) {
                writeln!(out, "  {}", found.say(row))?;
            }
            if found.len() > MAX_ROWS {
                writeln!(out, "  … and {} more; --json lists them", found.len() - MAX_ROWS)?;
            }
        }
        out.flush()?;
        for note in &source.notes {
            output::note("note", note);
        }
        Ok(Start::Exit(0))
    }
}

/// The findings of a tool as JSON: the number of all, and the cells of each that is listed.
struct FoundJson<'a>(&'a Findings);

impl Serialize for FoundJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(2))?;
        map.serialize_entry(self.0.what.as_ref(), &self.0.total)?;
        map.serialize_entry("list", &self.0.rows().collect::<Vec<_>>())?;
        map.end()
    }
}

/// Builds the error of a tool that was refused, with a hint on how to choose another algorithm.
fn refused(name: &str, error: &ToolError) -> CliError {
    let how = if matches!(error, ToolError::NotOffered { .. }) { " with --algorithm" } else { "" };
    CliError::Input(format!("{name}: {error}{how}"))
}
