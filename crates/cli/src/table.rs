//! `table`: prints the expansions of a run, one per line: order, cell, g, h, f, parent.

use super::budget_flags::WindowArgs;
use super::input::{RunArgs, WithArgs};
use super::place::FileOrStream;
use super::render::{end, recorded, run_letter};
use super::{CliError, Start, Stdout, output};
use crate::debugger::export::arrays::table_npy;
use crate::debugger::export::table::lazy_table;
use crate::debugger::export::{ExportError, letter};
use gridscope_trace::Registry;
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file, a preset's name, or - for standard input
    scene: FileOrStream,
    /// Print comma-separated values (the default)
    #[arg(long, conflicts_with = "markdown")]
    csv: bool,
    /// Write an array of NumPy with a field for each column of numbers or cells
    #[arg(long, conflicts_with_all = ["csv", "markdown"])]
    npy: bool,
    /// Print a Markdown table
    #[arg(long)]
    markdown: bool,
    /// Print this run of a side-by-side scene: A, B, … [default: A]
    #[arg(long, value_name = "LETTER", value_parser = run_letter)]
    run: Option<usize>,
    #[command(flatten)]
    flags: RunArgs,
    #[command(flatten)]
    with: WithArgs,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut Stdout<'_>) -> Result<Start, CliError> {
        let fail = |error: ExportError| CliError::Input(format!("{}: {error}", self.scene));
        let session = recorded(registry, &self.scene, (&self.flags, &WindowArgs::default()), &self.with)?;
        let number = self.run.unwrap_or(0);
        let run = session.shown_runs().nth(number);
        let run = run.ok_or_else(|| fail(ExportError(format!("there is no run {}", letter(number)))))?;
        let lazy = lazy_table(&run.replay).map_err(fail)?;
        let note = if self.npy {
            let table = lazy.table();
            for words in table_npy(&table, out.raw())? {
                output::note("lost", &format!("the column {words}, which holds words"));
            }
            table.note
        } else if self.markdown {
            let table = lazy.table();
            out.write_all(table.markdown().as_bytes())?;
            table.note
        } else {
            lazy.write_csv(out)?
        };
        out.flush()?;
        if let Some(note) = note {
            output::note("note", &note);
        }
        end(&session, &self.flags.budget)
    }
}
