//! `experiment` and `merge`: run many seeds, sweep a parameter or the size over a range, split the runs over several
//! machines, and merge the results.

use super::flags::JobsArgs;
use super::input::{RunArgs, Source, WithArgs};
use super::place::FileOrStream;
use super::plot::PlotArgs;
use super::{CliError, Start, bar, output};
use crate::debugger::disk::files::FileError;
use crate::debugger::lab::brief;
use crate::debugger::lab::experiment::{
    Experiment, ExperimentError, Finished, RowFile, Shard, ShardError, Summary, Sweep, Table, read_csv_within,
    write_csv,
};
use crate::formats::bounded_file;
use crate::formats::plain::{format_count, sentence};
use gridscope_trace::Registry;
use serde_json::{Map, json};
use std::collections::BTreeMap;
use std::io::Write;

/// Maximum number of runs without numbers that are listed.
const MAX_LISTED: usize = 10;

#[derive(clap::Args)]
pub(super) struct ExperimentArgs {
    /// A file, a preset's name, a link, or - for standard input
    scene: FileOrStream,
    /// Vary a parameter, size (stretches the map to that width) or actors (copies of the first)
    #[arg(long, value_name = "NAME=FROM..TO[:STEP]|NAME=A,B,C", value_parser = Sweep::parse)]
    sweep: Option<Sweep>,
    /// Seeds per value, starting with the scene's
    #[arg(long, value_name = "N", default_value_t = 100)]
    samples: u64,
    /// Do only this part of the runs, such as 3/16; needs --csv or --out; combine the parts with merge. In a job array,
    /// auto takes the number from Slurm, and auto/16 from PBS or GNU parallel
    #[arg(long, value_name = "K/N|auto[/N]", value_parser = shard, requires = "rows")]
    shard: Option<Shard>,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    with: WithArgs,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Print one CSV row per run when all are done, with a column for each number that occurs in any run, and flags as
    /// true or false, and a last column, part-of, that identifies the experiment
    #[arg(long, conflicts_with = "json", group = "rows")]
    csv: bool,
    /// Write the same rows to this file, as runs finish; resumes an interrupted file of the same experiment. For -, prints
    /// them as --csv does
    #[arg(short, long, value_name = "FILE.csv", group = "rows")]
    out: Option<FileOrStream>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    plot: PlotArgs,
}

#[derive(clap::Args)]
pub(super) struct MergeArgs {
    /// Tables written by experiment --csv or --out, all of one experiment
    #[arg(required = true, value_name = "FILE.csv")]
    files: Vec<FileOrStream>,
    /// Print one CSV row per run
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Write one CSV row per run to this file, or - for standard output
    #[arg(short, long, value_name = "FILE.csv")]
    out: Option<FileOrStream>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Parses a shard; `auto` reads the variables of the job scheduler.
fn shard(text: &str) -> Result<Shard, ShardError> {
    Shard::parse_in(text, |name| std::env::var(name).ok())
}

impl ExperimentArgs {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write, draws: bool) -> Result<Start, CliError> {
        let plot_format = self.plot.format(draws)?;
        self.run.budget.whole_runs()?;
        output::check_outputs(self.run.inputs(&self.scene), self.out.iter().chain(&self.plot.plot))?;
        let prints_rows = prints_rows(self.out.as_ref(), self.csv, self.json)?;
        let source = Source::load(&self.scene, &self.run.options(registry))?.within(&self.run.budget);
        let mut source = source.verified()?;
        let program = self.with.program();
        match program {
            Some(_) => source.send(&self.run)?,
            // Run once if only a run shows whether the events that the scene names exist.
            None if source.names_what_runs_have(&self.run) => source.check_names(&self.run)?,
            None => drop(source.plan(&self.run)?),
        }
        let at = |error: ExperimentError| {
            let (halted, sentence) = (error.is_halt(), format!("{}: {error}", source.name));
            if halted { CliError::Halted(sentence) } else { CliError::Input(sentence) }
        };
        let progress = self.run.budget.progress().with_workers(self.jobs.workers());
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let mut experiment =
            Experiment::new(registry, &source.scene, program, self.sweep, self.samples, shard, &progress)
                .map_err(at)?;
        experiment.fits().map_err(at)?;
        let bar = bar::counted(experiment.runs().count() as u64, "runs");
        let (mut file, done) = match self.out.as_ref().filter(|to| !to.is_stream()) {
            Some(to) => {
                let (file, done) = RowFile::open(to.path(), &mut experiment)?;
                (Some(file), done)
            }
            None => (None, Vec::new()),
        };
        let (begun, all) = (done.len(), experiment.runs().count());
        if begun > 0 {
            output::note("note", &format!("{begun} of {all} runs were already done"));
        }
        let what = experiment.what().to_owned();
        let part_of = Some(experiment.mark()?);
        let mut table = Table { what, measures: experiment.measures.clone(), rows: done, part_of };
        if plot_format.is_some() {
            // A wrong name is refused before the runs.
            self.plot.plots("", &table)?;
        }
        bar.set_position(begun as u64);
        // Runs of an earlier process do not count towards the rate.
        bar.reset_eta();
        let (mut late_runs, mut why_late) = (Vec::new(), None);
        let mut saved = Ok(());
        let done = experiment.run_rest(begun, &progress, |Finished { row, late }, measures| {
            if let Some(late) = late {
                bar.println(format!("run {} has no numbers: {}", row.run, sentence(&late)));
                late_runs.push(row.run);
                why_late = Some(late);
            }
            if let Some(file) = &mut file {
                saved = file.add(&row, measures);
            }
            table.rows.push(row);
            bar.inc(1);
            saved.is_ok()
        });
        saved?;
        done.map_err(at)?;
        bar.finish_and_clear();
        table.measures.clone_from(&experiment.measures);
        if let Some(file) = file {
            file.finish()?;
        }
        if let Some(late) = why_late {
            if late_runs.len() == all {
                return Err(CliError::Input(late));
            }
            let listed = late_runs.iter().take(MAX_LISTED).map(u64::to_string).collect::<Vec<_>>().join(", ");
            let more = if late_runs.len() > MAX_LISTED { ", …" } else { "" };
            let runs = format_count(late_runs.len(), "run");
            output::note("warning", &format!("{runs} of {all} without numbers ({listed}{more}): {late}"));
        }
        if prints_rows || !self.out.as_ref().is_some_and(FileOrStream::is_output) {
            print(out, &table, prints_rows, self.json)?;
        }
        for text in &source.notes {
            output::note("note", text);
        }
        let Some(format) = plot_format else { return Ok(Start::Exit(0)) };
        let title = Some(&source.scene.title).filter(|title| !title.is_empty()).unwrap_or(&source.name);
        let plots = self.plot.plots(title, &table)?;
        Ok(self.plot.file(plots, format).map_or(Start::Exit(0), Start::Plots))
    }
}

impl MergeArgs {
    pub(super) fn execute(self, out: &mut dyn Write) -> Result<Start, CliError> {
        output::check_outputs(&self.files, &self.out)?;
        let prints_rows = prints_rows(self.out.as_ref(), self.csv, self.json)?;
        let mut all: Option<Table> = None;
        let (mut from, mut taken) = (BTreeMap::<u64, &FileOrStream>::new(), 0);
        for name in &self.files {
            let bytes = bounded_file(name.path(), "a table that experiment --csv wrote")?;
            let table = read_csv_within(name.text(), &*bytes, &mut taken).map_err(FileError::from)?;
            drop(bytes);
            for row in &table.rows {
                if let Some(other) = from.insert(row.run, name) {
                    let run = row.run;
                    let found = if other.text() == name.text() {
                        format!("run {run} appears twice, or the file is given twice")
                    } else {
                        format!("run {run} is also in {other}")
                    };
                    return Err(CliError::Input(format!("{name}: {found}; expected each part once")));
                }
            }
            match &mut all {
                None => all = Some(table),
                Some(kept) => {
                    // Parts of one experiment may have different columns.
                    let names = |table: &Table| table.measures.iter().map(|m| m.name.clone()).collect::<Vec<_>>();
                    let same = table.part_of.is_some() && kept.part_of == table.part_of;
                    let differ = if kept.what != table.what || !same && names(kept) != names(&table) {
                        Some("its columns differ from those")
                    } else if kept.part_of != table.part_of {
                        Some("its scene or sweep differs from that")
                    } else {
                        None
                    };
                    if let Some(differ) = differ {
                        let first = self.files.first().map_or("the first", FileOrStream::text);
                        let expected = "expected parts of one experiment";
                        return Err(CliError::Input(format!("{name}: {differ} of {first}; {expected}")));
                    }
                    kept.join(table);
                }
            }
        }
        let Some(mut table) = all else { return Ok(Start::Exit(0)) };
        let all = table.runs_of_all();
        table.rows.sort_by_key(|r| r.run);
        if let Some(to) = self.out.as_ref().filter(|to| !to.is_stream()) {
            let mut rows = Vec::new();
            write_csv(&mut rows, &table).map_err(FileError::from)?;
            output::write_file(to.path(), |file| file.write_all(&rows))?;
        }
        if self.out.is_none() || prints_rows || self.json {
            print(out, &table, prints_rows, self.json)?;
        }
        missing(&table, all).map_or(Ok(Start::Exit(0)), |missing| Err(CliError::Input(missing)))
    }
}

/// Returns a sentence about missing runs, if there are any. The rows must be sorted. Old parts do not store the number
/// of runs, so for them only gaps before the last row are found.
fn missing(table: &Table, all: Option<u64>) -> Option<String> {
    let rows = &table.rows;
    // No run occurs twice, so there are at least as many run numbers as rows.
    let before = rows.last()?.run - (rows.len() as u64 - 1);
    let missing = all.map_or(before, |all| all.saturating_sub(rows.len() as u64));
    let first = (0..).zip(rows).find(|(run, row)| *run != row.run).map_or(rows.len() as u64, |(run, _)| run);
    let (many, is) = if missing == 1 { ("run", "is") } else { ("runs", "are") };
    let missing_text =
        all.map_or_else(|| format!("at least {missing} {many}"), |all| format!("{missing} of {all} runs"));
    let why = "a part was not given, or has not finished";
    (missing > 0).then(|| format!("{missing_text} {is} missing, from run {first} on: {why}"))
}

/// Returns whether the rows are printed: for `--csv`, and for `--out -`.
///
/// # Errors
/// Returns an error if they are printed together with JSON.
fn prints_rows(out: Option<&FileOrStream>, csv: bool, json: bool) -> Result<bool, CliError> {
    let prints_rows = csv || out.is_some_and(FileOrStream::is_stream);
    if prints_rows && json {
        return Err(CliError::Input("--out - --json: both go to standard output; expected one of the two".to_owned()));
    }
    Ok(prints_rows)
}

fn print(out: &mut dyn Write, table: &Table, csv: bool, json: bool) -> Result<(), CliError> {
    if csv {
        write_csv(out, table).map_err(FileError::from)?;
        return Ok(out.flush()?);
    }
    let summary = Summary::new(&table.measures, &table.rows);
    if json {
        writeln!(out, "{}", as_json(&table.what, &summary, table.rows.len()))?;
    } else {
        write_table(out, &table.what, &summary)?;
    }
    Ok(out.flush()?)
}

fn as_json(what: &str, summary: &Summary, runs: usize) -> serde_json::Value {
    let points = summary.points.iter().map(|(value, spreads)| {
        let measures: Map<_, _> = summary
            .measures
            .iter()
            .zip(spreads)
            .map(|(measure, spread)| (measure.name.clone(), json!(spread)))
            .collect();
        json!({ "value": value.parse::<f64>().map_or_else(|_| json!(value), |x| json!(x)), "measures": measures })
    });
    let exponents: Map<_, _> = summary
        .measures
        .iter()
        .enumerate()
        .filter_map(|(i, measure)| Some((measure.name.clone(), json!(summary.exponent(i)?))))
        .collect();
    json!({ "sweep": what, "runs": runs, "points": points.collect::<Vec<_>>(), "exponents": exponents })
}

/// Writes a block for each measure: value, mean ± standard deviation, median, minimum and maximum. For flags it writes
/// their share and its exact confidence bounds.
fn write_table(out: &mut dyn Write, what: &str, summary: &Summary) -> Result<(), CliError> {
    let brief = |x: f64| brief::brief(&json!(x));
    if summary.measures.iter().any(|measure| !measure.is_flag) {
        writeln!(out, "mean ± standard deviation, median, smallest and largest")?;
    }
    for (i, measure) in summary.measures.iter().enumerate() {
        let power = summary.exponent(i).map_or_else(String::new, |e| format!("  (grows as {what}^{e:.2})"));
        writeln!(out, "{}{power}", measure.name)?;
        let rows: Vec<_> = summary
            .points
            .iter()
            .map(|(value, spreads)| {
                let s = spreads[i];
                let name = if value.is_empty() { "  all".to_owned() } else { format!("  {what} {value}") };
                let spread_text = match (s.runs, s.share) {
                    (0, _) => "none".to_owned(),
                    (n, Some([low, high])) => {
                        let ones = (s.mean * n as f64).round();
                        let [mean, low, high] = [s.mean, low, high].map(brief);
                        let runs = format_count(n as usize, "run");
                        format!("true in {ones} of {runs}: a share of {mean}, 95 % interval {low} to {high}")
                    }
                    (n, None) => {
                        let [mean, sd, median, min, max] = [s.mean, s.sd, s.median, s.min, s.max].map(brief);
                        let runs = format_count(n as usize, "run");
                        format!("{mean} ± {sd}  median {median}  from {min} to {max}  in {runs}")
                    }
                };
                (name, spread_text)
            })
            .collect();
        brief::table(out, &rows)?;
    }
    Ok(())
}
