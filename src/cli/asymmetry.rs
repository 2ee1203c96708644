//! `asymmetry`: every pair of floors of which one sees the other without being seen.

use super::input::{RunArgs, Source};
use super::{CliError, Start, output};
use crate::debugger::asymmetry::pairs;
use crate::formats::Options;
use serde_json::json;
use std::io::Write;

/// How many pairs are printed for people.
const SHOWN: usize = 40;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file, a preset's name, or - for standard input
    scene: String,
    #[command(flatten)]
    run: RunArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn execute(self, out: &mut dyn Write) -> Result<Start, CliError> {
        let mut source = Source::load(&self.scene, Options::default())?;
        source.plan(None, &self.run)?;
        let bar = output::progress(1000);
        let found = pairs(&source.scene, &mut |share| {
            bar.set_position((share * 1000.0) as u64);
            true
        });
        bar.finish_and_clear();
        let found = found.map_err(|e| CliError::Input(format!("{}: {e}", source.name)))?;
        if self.json {
            let list: Vec<_> = found.list.iter().map(|(a, b)| [a, b]).collect();
            writeln!(out, "{}", json!({ "pairs": found.total, "list": list }))?;
        } else {
            writeln!(
                out,
                "{} ordered pairs, by {}: the first sees the second, which does not see it",
                found.total,
                found.look.variant.name()
            )?;
            for (a, b) in found.list.iter().take(SHOWN) {
                writeln!(out, "  {a} sees {b}")?;
            }
            if found.list.len() > SHOWN {
                writeln!(out, "  … and {} more, nearest first; --json lists them", found.list.len() - SHOWN)?;
            }
        }
        out.flush()?;
        for note in &source.notes {
            output::note("note", note);
        }
        Ok(Start::Exit(0))
    }
}
