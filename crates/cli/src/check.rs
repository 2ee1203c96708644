//! `check`: audits a log (does the program do what it says?), or checks whether the exercise of a scene is solved.

use super::budget_flags::{self, BudgetArgs, WayOn};
use super::ending::ending;
use super::input::{Source, WithArgs, run_program};
use super::map_flags::{MoverArgs, ReadArgs};
use super::place::FileOrStream;
use super::rule_flags::RuleArgs;
use super::{CliError, Start, output};
use crate::debugger::ask::report::write_report;
use crate::debugger::audit::{Report, audit};
use crate::debugger::disk::open;
use crate::debugger::lesson::claims::{self, FalseClaim, false_claims};
use crate::debugger::lesson::exercise::ExerciseProgress;
use crate::debugger::lesson::unknown_words::unknown_words;
use crate::debugger::session::ask::ask_faults;
use crate::debugger::session::variants;
use crate::formats::log::Log;
use crate::formats::trace_file::TraceFile;
use crate::formats::{Content, FormatError, Options, PosthocOptions};
use gridscope_trace::progress::at_once;
use gridscope_trace::{Progress, Registry, Scene};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A scene or preset with an exercise; or a program's log, .trace.jsonl (also .gz or .zst), or - for standard
    /// input; with --with, the map to run the program on
    log: FileOrStream,
    #[command(flatten)]
    with: WithArgs,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    movers: MoverArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Check the claims of a lesson's slides instead of its exercise; docs/course.md
    #[arg(long, conflicts_with = "command")]
    claims: bool,
    /// Print one JSON object. For a log: events, findings (line, rule, at, sentence), the rules checked, and the rules
    /// that could not be checked, with the reason and what to add to the header
    #[arg(long)]
    json: bool,
}

fn audited(log: &Log) -> Result<Report, CliError> {
    at_once(audit(log, &Progress::default())).map_err(|halt| CliError::Halted(halt.to_string()))
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let options = self.read.within(Options { movers: self.movers.agents, ..Options::with_registry(registry) });
        let options = self.rules.within(options);
        let progress = &Progress::default();
        if let Some(program) = self.with.program() {
            let scene = Source::load(&self.log, &options)?.within(&self.budget).verified()?.scene;
            let log = run_program(&*program, &scene)?.log;
            return match log.broken {
                Some(bad) => Err(bad.into()),
                None => self.say(&audited(&log)?, None, out),
            };
        }
        let content = if self.log.is_stream() {
            at_once(open::content_of("standard input", &mut std::io::stdin(), &options, progress))?
        } else {
            match at_once(open::named(self.log.path(), self.log.text(), &options, progress))? {
                Some((content, ..)) => content,
                // The error of the system says what is wrong.
                None => at_once(open::content(self.log.path(), &options, progress))?.0,
            }
        };
        if !options.header.is_empty() && !matches!(&content, Content::Log(log) if log.whole.is_none()) {
            let found = "--costs and --header are for logs of other programs, and this is none";
            return Err(CliError::Input(format!("{}: {found}; expected such a log", self.log)));
        }
        let report = match content {
            Content::Log(log) if log.broken.is_none() => {
                log.header.unknown().iter().for_each(|unknown| output::note("note", unknown));
                audited(&log)?
            }
            Content::Log(log) => {
                return Err(log.broken.map_or_else(|| CliError::Input(self.log.to_string()), CliError::from));
            }
            Content::Trace(trace) => return self.own(registry, &trace, out),
            Content::Scene(loaded) if self.has_faulty_slides(registry, &loaded.scene, out)? => {
                return Ok(Start::Exit(1));
            }
            Content::Scene(loaded) if self.claims => return self.claims(registry, &loaded.scene, out),
            Content::Scene(loaded) => return self.exercise(registry, loaded.scene, out),
        };
        self.say(&report, None, out)
    }

    /// Audits a gridscope trace. Also checks that its scene gives the same run.
    fn own(self, registry: &Registry, trace: &TraceFile, out: &mut dyn Write) -> Result<Start, CliError> {
        let progress = &self.budget.progress();
        let replay = registry.record(&trace.scene, progress).map_err(|e| CliError::run(self.log.text(), e))?;
        let differs = at_once(trace.agrees(&replay, progress)).err();
        let (compared, cut) = (replay.len(), budget_flags::cut(&replay, &self.budget, WayOn::Budget));
        drop(replay);
        let log = at_once(trace.log(progress))?;
        if let Some(bad) = log.broken {
            return Err(bad.into());
        }
        let cut = cut.filter(|_| log.tells() > compared);
        let partial = self.budget.partial;
        let end = self.say(&audited(&log)?, differs.as_ref(), out)?;
        match cut {
            Some(cut) if differs.is_none() => {
                output::note("note", &format!("only {compared} events were compared with a run of the scene: {cut}"));
                if matches!(end, Start::Exit(0)) { ending(None, !partial) } else { Ok(end) }
            }
            _ => Ok(end),
        }
    }

    /// Prints the words of the slides that the runs of a scene cannot draw, and the questions that they cannot answer. Returns
    /// whether there are any.
    fn has_faulty_slides(&self, registry: &Registry, scene: &Scene, out: &mut dyn Write) -> Result<bool, CliError> {
        if scene.run.slides.iter().all(|slide| slide.show.is_none() && slide.ask.is_none()) {
            return Ok(false);
        }
        let record = |scene: &Scene| registry.record(scene, &self.budget.progress());
        let scene = Arc::new(scene.clone());
        let runs = variants(registry, &scene).into_iter().map(|(_, scene)| record(&scene));
        let runs = runs.collect::<Result<Vec<_>, _>>().map_err(|e| CliError::run(self.log.text(), e))?;
        let runs: Vec<_> = runs.iter().collect();
        let sentences = [unknown_words(&scene, &runs), ask_faults(registry, &scene, &runs)].concat();
        for sentence in &sentences {
            writeln!(out, "{}, {sentence}", self.log)?;
        }
        out.flush()?;
        Ok(!sentences.is_empty())
    }

    /// Checks whether what the slides of a scene claim is true.
    fn claims(self, registry: &Registry, scene: &Scene, out: &mut dyn Write) -> Result<Start, CliError> {
        let count = claims::count(scene);
        if count == 0 {
            let found = "no slide of the scene has claims; expected run.bookmarks with the field claims";
            return Err(CliError::Input(format!("{}: {found}", self.log)));
        }
        // An error of the run is reported once, and not for each claim.
        drop(registry.record(scene, &self.budget.progress()).map_err(|e| CliError::run(self.log.text(), e))?);
        let wrong = false_claims(registry, scene);
        if self.json {
            let row = |one: &FalseClaim| json!({ "slide": one.slide, "words": one.words, "reason": one.reason });
            let rows: Vec<Value> = wrong.iter().map(row).collect();
            writeln!(out, "{}", json!({ "claims": count, "false": rows }))?;
        } else {
            for one in &wrong {
                writeln!(out, "{}, {one}", self.log)?;
            }
            if wrong.is_empty() {
                writeln!(out, "All {count} claims are true.")?;
            }
        }
        out.flush()?;
        Ok(Start::Exit(u8::from(!wrong.is_empty())))
    }

    /// Checks whether the exercise of a scene is solved.
    fn exercise(self, registry: &Registry, scene: Scene, out: &mut dyn Write) -> Result<Start, CliError> {
        let asks = scene.run.slides.iter().filter(|slide| slide.ask.is_some()).count();
        if scene.run.exercise.done.is_empty() && asks > 0 {
            writeln!(
                out,
                "The run answers {}.",
                if asks == 1 { "the question".to_owned() } else { format!("all {asks} questions") }
            )?;
            out.flush()?;
            return Ok(Start::Exit(0));
        }
        if scene.run.exercise.done.is_empty() {
            let found = "the scene has no exercise; expected a scene with one, or a log with a line of JSON per event";
            return Err(CliError::Input(format!("{}: {found}", self.log)));
        }
        let scene = Arc::new(scene);
        // Record the run once, so that an error is reported.
        let progress = self.budget.progress();
        let run = registry.record(&scene, &progress).map_err(|e| CliError::run(self.log.text(), e))?;
        let cut = budget_flags::cut(&run, &self.budget, WayOn::Budget);
        budget_flags::report(cut.as_ref());
        drop(run);
        let exercise = ExerciseProgress::of_scene(registry, &scene, &progress);
        let task = &scene.run.exercise.say;
        if self.json {
            writeln!(out, "{}", exercise.json(task))?;
        } else {
            exercise.write(task, out)?;
        }
        out.flush()?;
        budget_flags::report(cut.as_ref());
        match cut {
            // A halted run has no outcome, so the exercise cannot be judged.
            Some(_) => ending(None, !self.budget.partial),
            None => Ok(Start::Exit(u8::from(!exercise.is_done()))),
        }
    }

    fn say(self, report: &Report, differs: Option<&FormatError>, out: &mut dyn Write) -> Result<Start, CliError> {
        if self.json {
            let mut all = report.json();
            if let Some(differs) = differs {
                all["differs"] = differs.to_string().into();
            }
            writeln!(out, "{all}")?;
        } else {
            if let Some(differs) = differs {
                writeln!(out, "{differs}")?;
            }
            write_report(report, out)?;
            let lacks_rules = report.skipped.iter().any(|skipped| skipped.add.is_some());
            if lacks_rules && PosthocOptions::of_file(self.log.text()).is_some() {
                writeln!(
                    out,
                    "A search trace states no rules. Give them: --map FILE, --costs octile, --header '\"corners\": …'"
                )?;
            }
        }
        out.flush()?;
        Ok(Start::Exit(u8::from(!report.findings.is_empty() || differs.is_some())))
    }
}
