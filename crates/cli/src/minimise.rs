//! `minimise`: reduces a scene as far as possible while it still shows a symptom.

use super::ending::ending;
use super::flags::JobsArgs;
use super::input::{LookArgs, Source};
use super::place::FileOrStream;
use super::{CliError, Start, bar, output};
use crate::debugger::lab::minimise::{NoSymptom, Runs, Symptom, minimise, rust_test, unsteady};
use crate::debugger::lab::outcome::OutcomeError;
use crate::formats::plain::format_count;
use crate::formats::{Options, format_for};
use crate::outside::interrupt::cancel_on_signals;
use gridscope_trace::{Progress, Registry, Scene};
use serde_json::json;
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The symptom to keep: "hits CONDITION", "never CONDITION", "once CONDITION", "outcome FIELD = VALUE", "outcome
    /// FIELD > B.FIELD + N", "map TILE = N", "run NAME = VALUE", "differs NAME=VALUE", "longer", "finds TOOL", or
    /// "finding RULE" of the audit
    #[arg(long, value_name = "SYMPTOM")]
    keep: Symptom,
    /// A file for the small scene, whose extension sets the format (.rs for a Rust test), or - for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    out: FileOrStream,
    #[command(flatten)]
    jobs: JobsArgs,
    #[command(flatten)]
    of: LookArgs,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        output::check_outputs(self.of.run.inputs(&self.of.scene), [&self.out])?;
        let source = Source::load(&self.of.scene, &self.of.run.options(registry))?.within(&self.of.run.budget);
        let mut source = source.verified()?;
        let program = self.of.with.program();
        match program {
            Some(_) => source.send(&self.of.run)?,
            None => drop(source.plan(&self.of.run)?),
        }
        let rust = self.out.path().extension().is_some_and(|e| e.eq_ignore_ascii_case("rs"));
        let format = match self.out.text() {
            _ if self.out.is_nameless() => format_for("scene.json"),
            name => format_for(name),
        };
        let format = format.filter(|_| !rust);
        if format.is_none() && !rust {
            return Err(CliError::Input(format!(
                "{}: the extension is not a known format; expected .scene.json, .txt, .map or .rs",
                self.out
            )));
        }
        let bar = bar::endless("trials");
        let keep = &self.keep;
        let progress = self.of.run.budget.progress().with_workers(self.jobs.workers());
        cancel_on_signals(&progress);
        let holds = |scene: &Scene, progress: &Progress| match &program {
            Some(program) => keep.holds_for_program(registry, &**program, scene, progress),
            None => keep.holds(registry, scene, progress),
        };
        let runs = if program.is_some() { Runs::Program } else { Runs::Algorithm };
        let small = minimise(&source.scene, &progress, runs, &holds, &mut |trials, scene| {
            bar.set_message(format!("{} cells", scene.size()));
            bar.set_position(trials as u64);
        });
        bar.finish_and_clear();
        let small = small.map_err(|_| {
            if let Err(stopped) = progress.check() {
                return CliError::Halted(format!("{}: {keep}: {stopped} during the first trial", source.name));
            }
            let why = match &program {
                Some(program) => match keep.missing_from_program(registry, &**program, &source.scene, &progress) {
                    NoSymptom::Run(failed) => return CliError::Input(failed.to_string()),
                    _ => format!("{} does not show this symptom on this scene", program.name()),
                },
                None => match keep.why_absent(registry, &source.scene, &progress) {
                    halted @ NoSymptom::Run(OutcomeError::Stopped(_)) => {
                        return CliError::Halted(format!("{}: {keep}: {halted}", source.name));
                    }
                    other => other.to_string(),
                },
            };
            CliError::Input(format!("{}: {keep}: {why}", source.name))
        })?;
        // A built-in algorithm gives the same answer each time.
        let program = program.as_ref().filter(|_| !progress.is_stopped());
        let unsteady = program.and_then(|program| unsteady(program.name(), &small.scene, &progress, &holds));
        let unsteady = unsteady.filter(|_| !progress.is_stopped());
        let stopped = progress.is_stopped();
        let mut lost = Vec::new();
        let bytes = match format {
            Some(format) => {
                let map_file = format.write(&small.scene, &Options::with_registry(registry))?;
                lost = map_file.lost;
                map_file.bytes
            }
            None => rust_test(&small.scene, keep)?.into_bytes(),
        };
        if !self.out.is_output() {
            output::write_file(self.out.path(), |file| file.write_all(&bytes))?;
        } else if !self.of.json {
            out.write_all(&bytes)?;
        }
        let (before, after) = (source.scene.size(), small.scene.size());
        if self.of.json {
            let scene: serde_json::Value = serde_json::from_slice(&bytes).unwrap_or_default();
            let all = json!({
                "keep": keep.to_string(),
                "before": [before.width, before.height],
                "after": [after.width, after.height],
                "trials": small.trials,
                "stopped": stopped,
                "scene": scene,
            });
            writeln!(out, "{all}")?;
        }
        out.flush()?;
        for note in &source.notes {
            output::note("note", note);
        }
        let trials = format_count(small.trials, "trial");
        let far = if stopped { ", and was stopped there; minimise the result to go on" } else { "" };
        output::note("note", &format!("{before} cells became {after} in {trials}, keeping: {keep}{far}"));
        if let Some(unsteady) = &unsteady {
            output::note("warning", unsteady);
        }
        for what in &lost {
            output::note("lost", what);
        }
        if stopped { ending(None, true) } else { Ok(Start::Exit(u8::from(unsteady.is_some()))) }
    }
}
