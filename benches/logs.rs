//! Opening logs of another program: how long it takes beside plain parsing, how much memory, and what a window waits for
//! while one grows. Each figure is that of a process of its own. `LINES` says how many lines there are.

#[path = "common/logs.rs"]
mod logs;

use gridscope::core::geometry::Size;
use gridscope::core::grid::Grid;
use gridscope::core::scene::Scene;
use gridscope::core::terrain::Tile;
use gridscope::core::view::board::Board;
use gridscope::debugger::Session;
use gridscope::debugger::audit::audit;
use gridscope::debugger::log::Shown;
use gridscope::formats::log::Log;
use gridscope::formats::{self, Content, Options};
use gridscope::outside::follow::Follow;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How much memory this process has needed at most, in MB, where the system says so.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|kb| kb.trim().trim_end_matches("kB").trim().parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

fn log(path: &Path) -> Option<Log> {
    match formats::read_content(path, &Options::default()).ok()? {
        Content::Log(log) => Some(*log),
        Content::Scene(_) | Content::Trace(_) => None,
    }
}

/// Does one thing with a file and prints the seconds and the memory that it took.
fn measure(what: &str, path: &Path) -> Option<()> {
    let (before, start) = (peak(), Instant::now());
    let said = |name: &str, start: Instant| {
        println!("    {name:<24} {:>8.3} s  {:>8.1} MB", start.elapsed().as_secs_f64(), peak() - before);
    };
    match what {
        "plain" => {
            for line in BufReader::new(File::open(path).ok()?).lines() {
                black_box(serde_json::from_str::<serde_json::Value>(&line.ok()?).ok()?);
            }
            said("plain serde_json", start);
        }
        "open" => {
            let log = log(path)?;
            said("read", start);
            let shown = Shown::of(&log);
            said("read and told", start);
            let board = Instant::now();
            let (mut replay, mut marks) = (shown.replay, Board::default());
            replay.seek(usize::MAX);
            replay.board(Some(1), &mut marks);
            black_box((replay.series().len(), marks));
            said("first look", board);
        }
        "window" => {
            let session = Session::on_file(path).ok()?;
            said("opened with its audit", start);
            black_box(session.moment());
        }
        "check" => {
            let log = log(path)?;
            let start = Instant::now();
            let report = audit(&log);
            said("audit", start);
            println!("    {} findings", report.findings.len());
        }
        _ => follow(path, what.strip_prefix("follow ")?.parse().ok()?)?,
    }
    Some(())
}

/// A file that comes at so many lines a second.
struct Slowly {
    from: BufReader<File>,
    line: Vec<u8>,
    told: usize,
    rate: f64,
    start: Instant,
}

impl Read for Slowly {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            // Some lines at once, as a pipe gives them.
            for _ in 0..self.rate as usize / 200 {
                self.told += usize::from(self.from.read_until(b'\n', &mut self.line)? > 0);
            }
            let due = Duration::from_secs_f64(self.told as f64 / self.rate);
            std::thread::sleep(due.saturating_sub(self.start.elapsed()));
        }
        let n = self.line.len().min(into.len());
        into[..n].copy_from_slice(&self.line[..n]);
        self.line.drain(..n);
        Ok(n)
    }
}

/// Follows a file as the window does: a job at a time on a thread, sixty frames a second.
fn follow(path: &Path, rate: f64) -> Option<()> {
    let start = Instant::now();
    let slowly = Slowly {
        from: BufReader::with_capacity(1 << 20, File::open(path).ok()?),
        line: Vec::new(),
        told: 0,
        rate,
        start,
    };
    let mut session = Session::new(Scene::new(Grid::new(Size::new(1, 1), Tile::Floor)));
    session.follow(Arc::new(Follow::on("a log", slowly, false)));
    let (mut slices, mut tells, mut busy): (Vec<f64>, usize, f64) = (Vec::new(), 0, 0.0);
    let (mut running, mut more, mut board) = (None::<mpsc::Receiver<_>>, true, Board::default());
    let mut fresh = false;
    while more || running.is_some() {
        let frame = Instant::now();
        let done = running.as_ref().and_then(|told| told.try_recv().ok());
        if let Some((recorded, seconds)) = done {
            session.finish(recorded);
            (running, tells, busy, fresh) = (None, tells + 1, busy + seconds, true);
        }
        more = session.keep_up();
        if running.is_none()
            && let Some(job) = session.take_job()
        {
            let (send, told) = mpsc::channel();
            std::thread::spawn(move || {
                let start = Instant::now();
                let recorded = job.run();
                let _ = send.send((recorded, start.elapsed().as_secs_f64()));
            });
            running = Some(told);
        }
        // What the window asks of a run to draw it.
        if let (Some(run), true) = (session.replay(), std::mem::take(&mut fresh)) {
            run.board(Some(session.layer), &mut board);
            black_box((run.series().len(), run.ties().len(), run.queue(20).1, run.watch().len(), run.path().len()));
        }
        slices.push(frame.elapsed().as_secs_f64() * 1000.0);
        std::thread::sleep(Duration::from_millis(16).saturating_sub(frame.elapsed()));
    }
    slices.sort_by(f64::total_cmp);
    let (longest, over) = (slices.last().copied()?, slices.iter().filter(|ms| **ms > 8.0).count());
    println!(
        "    followed at {rate} lines/s: {:.1} s, {tells} tellings ({busy:.1} s), longest slice {longest:.1} ms, {over} over 8 ms \
         of {} frames, {:.1} MB, {} events",
        start.elapsed().as_secs_f64(),
        slices.len(),
        peak(),
        session.moment().1
    );
    Some(())
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == "measure") {
        if measure(&args[at + 1], args[at + 2].as_ref()).is_none() {
            println!("    {} failed", args[at + 1]);
        }
        return;
    }
    let lines = std::env::var("LINES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let folder = std::env::temp_dir().join(format!("gridscope-logs-{}", std::process::id()));
    let made = std::fs::create_dir_all(&folder);
    for (name, rejects) in [("opens and expansions", false), ("with refusals", true)] {
        let path = folder.join(if rejects { "b.trace.jsonl" } else { "a.trace.jsonl" });
        let file = made.as_ref().ok().and_then(|()| File::create(&path).ok()).map(BufWriter::new);
        if file.is_none_or(|mut out| logs::write(&mut out, lines, rejects).is_err()) {
            println!("{}: cannot be written", path.display());
            continue;
        }
        let mb = std::fs::metadata(&path).map_or(0.0, |about| about.len() as f64 / (1 << 20) as f64);
        println!("{name}: {lines} lines, {mb:.1} MB");
        let asked = |what: &&&str| args.len() < 3 || args[1..].iter().any(|arg| what.starts_with(arg.as_str()));
        for what in ["plain", "open", "window", "check", "follow 100000"].iter().filter(asked) {
            let me = std::env::current_exe().unwrap_or_default();
            let _ = Command::new(me).args(["measure", what]).arg(&path).status();
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}
