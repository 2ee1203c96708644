//! `check`: the audit of a log. Does it do what it says?

use super::input::{Source, WithArgs, said_of};
use super::place::Place;
use super::{CliError, Start, output};
use crate::core::algorithms;
use crate::core::trace::Control;
use crate::debugger::audit::{Report, audit};
use crate::debugger::open;
use crate::formats::trace_file::TraceFile;
use crate::formats::{Content, FormatError, Options};
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The log of a program, .trace.jsonl (also .gz or .zst), or - for standard input; with --with the map that it runs on
    log: Place,
    #[command(flatten)]
    with: WithArgs,
    /// Print one JSON object: events, findings (line, rule, at, sentence), and the rules that were skipped, with the reason
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn execute(self, out: &mut dyn Write) -> Result<Start, CliError> {
        let options = Options::default();
        if let Some(program) = self.with.program() {
            let scene = Source::load(&self.log, options)?.verified()?.scene;
            let log = said_of(&*program, &scene)?.log;
            return match log.broken {
                Some(bad) => Err(bad.into()),
                None => self.say(&audit(&log), None, out),
            };
        }
        let content = if self.log.is_stream() {
            open::content_of("standard input", &mut std::io::stdin().lock(), &options)?
        } else {
            open::content(self.log.path(), &options)?
        };
        let report = match content {
            Content::Log(log) if log.broken.is_none() => {
                log.header.unknown().iter().for_each(|unknown| output::note("note", unknown));
                audit(&log)
            }
            Content::Log(log) => {
                return Err(log.broken.map_or_else(|| CliError::Input(self.log.to_string()), CliError::from));
            }
            Content::Trace(trace) => return self.own(&trace, out),
            Content::Scene(_) => {
                let scene = "this is a scene; expected a log, a line of JSON for each event";
                return Err(CliError::Input(format!("{}: {scene}", self.log)));
            }
        };
        self.say(&report, None, out)
    }

    /// One of our own traces: also, whether it is what its scene does.
    fn own(self, trace: &TraceFile, out: &mut dyn Write) -> Result<Start, CliError> {
        let replay =
            algorithms::record(&trace.scene, &Control::default()).map_err(|e| CliError::run(self.log.text(), e))?;
        let differs = trace.agrees(&replay).err();
        drop(replay);
        let log = trace.log()?;
        match log.broken {
            Some(bad) => Err(bad.into()),
            None => self.say(&audit(&log), differs.as_ref(), out),
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
            write(out, report)?;
        }
        out.flush()?;
        Ok(Start::Exit(u8::from(!report.findings.is_empty() || differs.is_some())))
    }
}

fn write(out: &mut dyn Write, report: &Report) -> Result<(), CliError> {
    for finding in &report.findings {
        writeln!(out, "line {}: {}: {}", finding.line, finding.rule.name(), finding.sentence)?;
    }
    for (rule, n) in &report.more {
        writeln!(out, "{}: and {n} more", rule.name())?;
    }
    let found = report.findings.len() + report.more.iter().map(|m| m.1).sum::<usize>();
    let faults = match found {
        0 => "no fault was found".to_owned(),
        1 => "1 fault".to_owned(),
        n => format!("{n} faults"),
    };
    writeln!(out, "{} events, {faults}.", report.events)?;
    if !report.skipped.is_empty() {
        writeln!(out, "Not asked:")?;
        for (rule, why) in &report.skipped {
            writeln!(out, "  {}: {why}", rule.name())?;
        }
    }
    Ok(())
}
