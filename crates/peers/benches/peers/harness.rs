//! Measurement in turns, medians, and the table of results.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A row of the table: a figure, its limit and its aim.
#[derive(Debug)]
struct Row {
    number: &'static str,
    work: String,
    against: &'static str,
    figure: String,
    at_most: &'static str,
    aim: &'static str,
}

/// The rows so far, and the requested row numbers.
#[derive(Debug)]
pub struct Report {
    rows: Vec<Row>,
    only: Vec<String>,
    keep: bool,
    load: String,
}

impl Report {
    /// Parses the arguments: numbers of rows, and `--keep`.
    pub fn new(args: impl Iterator<Item = String>) -> Self {
        let args: Vec<String> = args.collect();
        let keep = args.iter().any(|a| a == "--keep");
        // Cargo adds `--bench`.
        Self { rows: Vec::new(), only: args.into_iter().filter(|a| !a.starts_with("--")).collect(), keep, load: load() }
    }

    /// Returns whether a row was requested.
    pub fn wants(&self, number: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|n| n == number)
    }

    /// Adds a row, and prints it at once.
    pub fn row(
        &mut self,
        number: &'static str,
        work: impl Into<String>,
        against: &'static str,
        figure: impl Into<String>,
        at_most: &'static str,
        aim: &'static str,
    ) {
        let row = Row { number, work: work.into(), against, figure: figure.into(), at_most, aim };
        println!("{:>3}  {:<70} {:>24}   at most {at_most}, aim {aim}   ({against})", row.number, row.work, row.figure);
        self.rows.push(row);
    }

    /// Prints the table, and writes it to the page if `--keep` was given.
    pub fn end(self) {
        let mut text =
            String::from("| # | work | against | measured | at most | aim |\n| --- | --- | --- | --- | --- | --- |\n");
        for Row { number, work, against, figure, at_most, aim } in &self.rows {
            let _ = writeln!(text, "| {number} | {work} | {against} | {figure} | {at_most} | {aim} |");
        }
        println!("\n{} Profile {}, load average before: {}.\n\n{text}", machine(), profile(), self.load);
        if self.keep {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/RESULTS.md");
            let page = replaced(&std::fs::read_to_string(path).unwrap_or_default(), &self.load, &text);
            match std::fs::write(path, page) {
                Ok(()) => println!("written to benches/RESULTS.md"),
                Err(error) => println!("benches/RESULTS.md cannot be written: {error}"),
            }
        }
    }
}

/// Returns the page with the table of this profile replaced. The rest of the page is unchanged.
fn replaced(page: &str, load: &str, table: &str) -> String {
    let profile = profile();
    let heading = format!("## Profile `{profile}`\n");
    let section = format!("{heading}\n{} Load average before: {load}.\n\n{table}", machine());
    let (before, rest) = match page.find(&heading) {
        Some(at) => page.split_at(at),
        None => (page, ""),
    };
    let after = rest.get(heading.len()..).and_then(|rest| rest.find("\n## ").map(|at| &rest[at..])).unwrap_or_default();
    format!("{}\n\n{section}{after}", before.trim_end())
}

/// Returns the name of the build profile: the folder that holds `deps`. Cargo puts the profile `bench` into `release`.
fn profile() -> String {
    let path = std::env::current_exe().unwrap_or_default();
    let folder = path.ancestors().nth(2).and_then(std::path::Path::file_name);
    match folder.map(|name| name.to_string_lossy().into_owned()) {
        Some(name) if name != "release" => name,
        _ => "bench".into(),
    }
}

/// Returns the load average of the last minute. Figures measured while other programs run are worth little.
fn load() -> String {
    let all = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    all.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown").to_owned()
}

/// Describes the machine in one line: processor, cores, system.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name))?;
        line.split_once(':').map(|(_, value)| value.trim().to_owned())
    };
    let model = field("model name").or_else(|| field("CPU part")).unwrap_or_else(|| "unknown processor".into());
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    format!("{model}, {cores} cores, {} {}.", std::env::consts::OS, std::env::consts::ARCH)
}

/// One side of a race.
pub struct Side<'a> {
    /// The crate that does the work.
    pub who: &'static str,
    /// The code that is timed, as it is written in this benchmark.
    pub code: &'static str,
    /// A closure that runs this code.
    pub work: &'a mut dyn FnMut(),
}

/// Creates a [`Side`] from a name and the code to time.
macro_rules! side {
    ($who:expr, $code:expr) => {
        $crate::harness::Side { who: $who, code: stringify!($code), work: &mut || _ = $code }
    };
}
pub(crate) use side;

/// Prints the code that is timed, once for each piece of code.
fn show(side: &Side<'_>) {
    static SHOWN: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    let Ok(mut shown) = SHOWN.lock() else { return };
    if !shown.contains(&side.code) {
        shown.push(side.code);
        println!("     timed, {}: {}", side.who, side.code.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

/// Runs the works in turns, `turns` times each. Returns the median time of each in seconds. Prints what is timed.
pub fn race<const N: usize>(turns: usize, sides: &mut [Side<'_>; N]) -> [f64; N] {
    sides.iter().for_each(show);
    let mut times = [(); N].map(|()| Vec::with_capacity(turns));
    for turn in 0..turns {
        for k in 0..N {
            // The order rotates, because the first work finds the caches as the last one left them.
            let k = (k + turn) % N;
            let began = Instant::now();
            (sides[k].work)();
            times[k].push(began.elapsed());
        }
    }
    times.map(|mut times: Vec<Duration>| {
        times.sort_unstable();
        black_box(&times);
        times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64)
    })
}

/// Returns the geometric mean of some ratios.
pub fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
}
