//! `suite`: runs every search of a `MovingAI` .scen file and compares its length with the published one, in both
//! directions.
//!
//! The published lengths have few decimals, so a length is exact if |got − want| ≤ 0.02 + 2e-6 · want. The search is
//! the plain function with an observer that ignores all events. The problem is prepared once per map.

use super::input::{DialectArgs, parse_params};
use super::{CliError, Start};
use crate::debugger::{lab::brief, lab::searches};
use crate::formats::movingai::{Row, Verdict, line_numbers, read_scen};
use crate::formats::{FormatError, bounded_file, read_file};
use gridscope_trace::Registry;
use gridscope_trace::algorithm::Runner;
use gridscope_trace::card::{Between, Searched, Suite};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use web_time::Instant;

#[derive(clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "FILE.scen", help = "A MovingAI scenario file")]
    file: PathBuf,
    #[arg(
        long,
        help = "Print one JSON object: rows, exact, too_long, too_short, unsolved, blocked, expanded, seconds"
    )]
    json: bool,
    /// Print every row as comma-separated values: line, map, algorithm, start, goal, length, expected length, result,
    /// expansions, seconds
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Map file [default: the one named in the rows, or FILE without .scen, in the same folder]
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Algorithm, one that can run a suite [default: the first of them, A*]
    #[arg(long, value_name = "ID")]
    algorithm: Option<String>,
    /// Override a parameter of the benchmark (A*: octile costs, no corner cutting); may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Run only the first N rows
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    dialect: DialectArgs,
}

/// Counts of the results.
#[derive(Default)]
struct Tally {
    rows: usize,
    exact: usize,
    too_long: usize,
    too_short: usize,
    unsolved: usize,
    /// Number of rows that start or end on a blocked cell. They are not run.
    blocked: usize,
    expanded: u64,
    seconds: f64,
    /// Command that opens a row, without the number of the row.
    opens: String,
    /// Sentences about the first few rows that are wrong.
    off: Vec<String>,
}

/// Maximum number of wrong rows listed one by one.
const MAX_WRONG_ROWS: usize = 5;

/// Columns of `--csv`. The time differs from run to run, so it is last.
const COLUMNS: [&str; 12] = [
    "line",
    "map",
    "algorithm",
    "start_x",
    "start_y",
    "goal_x",
    "goal_y",
    "length",
    "expected",
    "result",
    "expanded",
    "seconds",
];

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let name = self.file.display().to_string();
        let bytes = bounded_file(&self.file, "a MovingAI scenario file")?;
        let text = String::from_utf8_lossy(&bytes);
        let rows = read_scen(&name, &text)?;
        if rows.is_empty() {
            let expected = "one search per line: bucket, map, width, height, start, goal, length";
            return Err(FormatError::whole(&name, "the scenario has no rows", expected).into());
        }
        let rows = &rows[..self.limit.unwrap_or(rows.len()).min(rows.len())];
        let (runner, suite) = self.suite(registry)?;
        let params = parse_params("--set", &self.set)?;
        params.resolve(runner.card().params).map_err(|e| CliError::run("--set", e))?;

        let bar = bar(rows.len());
        let mut tally = Tally { opens: self.opening_command(), ..Tally::default() };
        let mut table = csv::Writer::from_writer(Vec::new());
        if self.csv {
            table.write_record(COLUMNS).map_err(io::Error::from)?;
        }
        let mut map: Option<(String, PathBuf, Box<dyn Between>)> = None;
        for ((row, line), number) in rows.iter().zip(line_numbers(&text)).zip(1..) {
            if map.as_ref().is_none_or(|(named, ..)| *named != row.map) {
                let path = self.find_map(&name, row)?;
                let scene = read_file(&path, &self.dialect.options(registry))?.scene;
                let problem = searches::prepare(runner, suite, &scene, row.start, row.goal, &params);
                let problem = problem.map_err(|e| CliError::run(&path.display().to_string(), e))?;
                map = Some((row.map.clone(), path, problem));
            }
            let Some((named, path, problem)) = &mut map else { continue };
            row.fits(&name, line, &path.display().to_string(), problem.size())?;
            let clock = Instant::now();
            let ends = [row.start, row.goal].map(|cell| problem.is_open(cell));
            let answer = match ends {
                [true, true] => problem.search(row.start, row.goal),
                _ => Searched { length: None, expanded: 0 },
            };
            let seconds = clock.elapsed().as_secs_f64();
            tally.seconds += seconds;
            tally.expanded += answer.expanded;
            let result = tally.count((number, line), row, ends, answer.length);
            if self.csv {
                let id = runner.card().id.to_owned();
                let mut record = vec![line.to_string(), named.clone(), id];
                record.extend([row.start, row.goal].iter().flat_map(|c| [c.x, c.y]).map(|n| n.to_string()));
                let found = answer.length.map_or_else(String::new, |length| length.to_string());
                let expected = row.length.to_string();
                record.extend([found, expected, result.into(), answer.expanded.to_string(), format!("{seconds:.6}")]);
                table.write_record(record).map_err(io::Error::from)?;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if self.csv {
            out.write_all(&table.into_inner().map_err(csv::IntoInnerError::into_error)?)?;
        } else if self.json {
            writeln!(out, "{}", tally.json())?;
        } else {
            tally.write(&name, out)?;
        }
        Ok(Start::Exit(u8::from(tally.exact != tally.rows)))
    }

    /// Returns the algorithm to run and its suite.
    fn suite(&self, registry: &Registry) -> Result<(&'static dyn Runner, Suite), CliError> {
        let mut all = searches::with_suites(registry);
        let Some(id) = &self.algorithm else {
            return all.next().ok_or_else(|| CliError::Input("no algorithm can run a suite".to_owned()));
        };
        let runner = registry.named(id).map_err(|e| CliError::Input(format!("--algorithm: {e}")))?;
        let able: Vec<&str> = all.map(|(runner, _)| runner.card().id).collect();
        let none =
            || CliError::Input(format!("--algorithm: {id} cannot run a suite; expected one of {}", able.join(", ")));
        Ok((runner, runner.card().suite.ok_or_else(none)?))
    }

    /// Returns the command that opens a row, without the number of the row.
    fn opening_command(&self) -> String {
        let quoted = |path: &Path| quoted(&path.display().to_string());
        let map = self.map.as_deref().map_or_else(String::new, |map| format!(" --map {}", quoted(map)));
        format!("gridscope open {}{map} --row", quoted(&self.file))
    }

    /// Returns the path of the map for a row.
    fn find_map(&self, name: &str, row: &Row) -> Result<PathBuf, CliError> {
        if let Some(map) = &self.map {
            return Ok(map.clone());
        }
        let last = row.map.rsplit(['/', '\\']).next().unwrap_or_default();
        let beside = self.file.with_file_name(if last.is_empty() { "map" } else { last });
        let stripped = self.file.with_extension("");
        [beside, stripped].into_iter().find(|p| p.is_file()).ok_or_else(|| {
            CliError::Input(format!(
                "{name}: the map {} was not found; expected {last} in the same folder, or --map FILE",
                row.map
            ))
        })
    }
}

impl Tally {
    /// Counts a row with its number and its line. Returns its result as one word.
    fn count(&mut self, (number, line): (usize, usize), row: &Row, open: [bool; 2], got: Option<f64>) -> &'static str {
        self.rows += 1;
        if open != [true, true] {
            self.blocked += 1;
            let does = match open {
                [false, false] => format!("starts on {} and ends on {}, both on blocked ground", row.start, row.goal),
                [false, true] => format!("starts on blocked ground, at {}", row.start),
                [true, _] => format!("ends on blocked ground, at {}", row.goal),
            };
            self.note_wrong_row(number, &format!("line {line} {does}; expected free cells, so it was not run"));
            return "blocked";
        }
        let (word, said) = match got.map(|got| (got, row.verdict(got))) {
            None => {
                self.unsolved += 1;
                ("unsolved", "no path found".to_owned())
            }
            Some((got, Verdict::TooLong)) => {
                self.too_long += 1;
                ("too_long", format!("{got:.6}, too long"))
            }
            Some((got, Verdict::TooShort)) => {
                self.too_short += 1;
                ("too_short", format!("{got:.6}, too short"))
            }
            Some((_, Verdict::Exact)) => {
                self.exact += 1;
                return "exact";
            }
        };
        self.note_wrong_row(
            number,
            &format!("line {line}, {} to {}: {said}; expected {}", row.start, row.goal, row.length),
        );
        word
    }

    /// Keeps the sentence about a wrong row, with the command that opens it, if it is one of the first.
    fn note_wrong_row(&mut self, number: usize, sentence: &str) {
        if self.off.len() < MAX_WRONG_ROWS {
            self.off.push(format!("{sentence}\n    {} {number}", self.opens));
        }
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "rows": self.rows, "exact": self.exact, "too_long": self.too_long, "too_short": self.too_short,
            "unsolved": self.unsolved, "blocked": self.blocked, "expanded": self.expanded, "seconds": self.seconds,
        })
    }

    fn write(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let row = |name: &str, value: String| (name.to_owned(), value);
        let each = self.seconds / (self.rows.max(1) as f64) * 1e3;
        brief::table(
            out,
            &[
                row("suite", name.to_owned()),
                row("rows", self.rows.to_string()),
                row("exact", self.exact.to_string()),
                row("too long", self.too_long.to_string()),
                row("too short", self.too_short.to_string()),
                row("unsolved", self.unsolved.to_string()),
                row("blocked", self.blocked.to_string()),
                row("nodes", self.expanded.to_string()),
                row("time", format!("{:.3} s, {each:.3} ms per row", self.seconds)),
            ],
        )?;
        for line in &self.off {
            writeln!(out, "{line}")?;
        }
        let more = self.rows - self.exact - self.off.len();
        if more > 0 {
            writeln!(out, "and {more} more; --csv prints every row")?;
        }
        Ok(())
    }
}

/// Returns a word for a shell, in quotes if it has other characters than those of plain names.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/+:".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Returns a progress bar on standard error, or a hidden one if that is not a terminal.
fn bar(rows: usize) -> ProgressBar {
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} rows, {elapsed}, {eta} to go")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(rows as u64), target).with_style(style)
}
