//! `suite`: runs every search of a `MovingAI` .scen file and compares its length with the published one, in both
//! directions.
//!
//! The published lengths have few decimals, so a length is exact if |got − want| ≤ 0.02 + 2e-6 · want. The search is
//! the plain function with an observer that ignores all events. The problem is prepared once per map.

use super::flags::JobsArgs;
use super::input::{DialectArgs, parse_params};
use super::{CliError, Start, bar};
use crate::debugger::{lab::brief, lab::searches};
use crate::formats::movingai::{Row, Verdict, line_numbers, read_scen};
use crate::formats::{FormatError, bounded_file, read_file};
use gridscope_trace::algorithm::Runner;
use gridscope_trace::card::{Between, Searched, Suite};
use gridscope_trace::{Params, Progress, Registry, Scene};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use web_time::Instant;

#[derive(clap::Args)]
#[command(mut_arg("jobs", |flag| flag.help("Number of rows done at once, with the same result [default: the number of processors]")))]
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
    jobs: JobsArgs,
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
        let lines: Vec<usize> = line_numbers(&text).collect();
        let rows = &rows[..self.limit.unwrap_or(rows.len()).min(rows.len()).min(lines.len())];
        let (runner, suite) = self.suite(registry)?;
        let params = parse_params("--set", &self.set)?;
        params.resolve(runner.card().params).map_err(|e| CliError::run("--set", e))?;

        let bar = bar::counted(rows.len() as u64, "rows");
        let mut tally = Tally { opens: self.opening_command(), ..Tally::default() };
        let mut table = csv::Writer::from_writer(Vec::new());
        if self.csv {
            table.write_record(COLUMNS).map_err(io::Error::from)?;
        }
        let progress = Progress::default().with_workers(self.jobs.workers());
        let mut first = 0;
        for rows in rows.chunk_by(|row, next| row.map == next.map) {
            let path = self.find_map(&name, &rows[0])?;
            let scene = read_file(&path, &self.dialect.options(registry))?.scene;
            let place = path.display().to_string();
            let on_map =
                Searches { runner, suite, scene: &scene, params: &params, place: &place, idle: Mutex::default() };
            // A map that cannot be used is refused before its rows.
            let problem = on_map.take(&rows[0])?;
            on_map.give_back(problem);
            let work = |piece: usize, _: &Progress| {
                let mut problem = on_map.take(&rows[0])?;
                let at = piece * AT_ONCE..rows.len().min((piece + 1) * AT_ONCE);
                let done = rows[at.clone()].iter().zip(&lines[first + at.start..]).map(|(row, &line)| {
                    row.fits(&name, line, &place, problem.size())?;
                    Ok(search(&mut *problem, row))
                });
                let done: Vec<Result<Done, CliError>> = done.collect();
                on_map.give_back(problem);
                Ok::<_, CliError>(done)
            };
            let (mut number, mut refused) = (first, None);
            let mut count = |done: Result<Done, CliError>| {
                let done = done?;
                let (row, line) = (&rows[number - first], lines[number]);
                number += 1;
                let result = tally.count((number, line), row, &done);
                bar.inc(1);
                if self.csv {
                    table.write_record(record(row, line, runner, &done, result)).map_err(io::Error::from)?;
                }
                Ok::<_, CliError>(())
            };
            progress.in_order(rows.len().div_ceil(AT_ONCE), work, |done| {
                let Some(done) = done else { return true };
                refused = done.and_then(|done| done.into_iter().try_for_each(&mut count)).err();
                refused.is_none()
            });
            if let Some(refused) = refused {
                return Err(refused);
            }
            first += rows.len();
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

/// Number of rows that are searched in one piece of work.
const AT_ONCE: usize = 16;

/// The searches on one map. Each thread has its own prepared problem.
struct Searches<'a> {
    runner: &'static dyn Runner,
    suite: Suite,
    scene: &'a Scene,
    params: &'a Params,
    /// Name of the map, for messages.
    place: &'a str,
    /// Problems that no thread uses.
    idle: Mutex<Vec<Box<dyn Between>>>,
}

impl Searches<'_> {
    /// Returns a problem that no other thread uses. `row` is any of the map.
    fn take(&self, row: &Row) -> Result<Box<dyn Between>, CliError> {
        if let Some(problem) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(problem);
        }
        let problem = searches::prepare(self.runner, self.suite, self.scene, row.start, row.goal, self.params);
        problem.map_err(|e| CliError::run(self.place, e))
    }

    fn give_back(&self, problem: Box<dyn Between>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(problem);
    }
}

/// A row that was searched.
struct Done {
    /// Whether the start and the goal are free.
    open: [bool; 2],
    answer: Searched,
    seconds: f64,
}

/// Runs the search of a row.
fn search(problem: &mut dyn Between, row: &Row) -> Done {
    let clock = Instant::now();
    let open = [row.start, row.goal].map(|cell| problem.is_open(cell));
    let answer = match open {
        [true, true] => problem.search(row.start, row.goal),
        _ => Searched { length: None, expanded: 0 },
    };
    Done { open, answer, seconds: clock.elapsed().as_secs_f64() }
}

/// Returns the values of a row, in the order of the columns.
fn record(row: &Row, line: usize, runner: &dyn Runner, done: &Done, result: &str) -> Vec<String> {
    let mut record = vec![line.to_string(), row.map.clone(), runner.card().id.to_owned()];
    record.extend([row.start, row.goal].iter().flat_map(|c| [c.x, c.y]).map(|n| n.to_string()));
    let found = done.answer.length.map_or_else(String::new, |length| length.to_string());
    let (expected, expanded) = (row.length.to_string(), done.answer.expanded.to_string());
    record.extend([found, expected, result.into(), expanded, format!("{:.6}", done.seconds)]);
    record
}

impl Tally {
    /// Counts a row with its number and its line. Returns its result as one word.
    fn count(&mut self, (number, line): (usize, usize), row: &Row, done: &Done) -> &'static str {
        self.rows += 1;
        self.seconds += done.seconds;
        self.expanded += done.answer.expanded;
        let (open, got) = (done.open, done.answer.length);
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
