//! Measures opening logs of another program: the time compared with plain parsing, the memory, and how long a window
//! waits while a log grows. Each figure comes from a process of its own. `LINES` sets the number of lines.

use gridscope::debugger::Session;
use gridscope::debugger::audit::audit;
use gridscope::debugger::log::ConvertedLog;
use gridscope::formats::log::Log;
use gridscope::formats::{self, Content, Options};
use gridscope::outside::follow::Follow;
use gridscope::trace::geometry::Size;
use gridscope::trace::grid::Grid;
use gridscope::trace::progress::{Progress, at_once};
use gridscope::trace::scene::Scene;
use gridscope::trace::terrain::Tile;
use gridscope::trace::view::board::Board;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use support::bench::peak_memory;

fn log(path: &Path) -> Option<Log> {
    match at_once(formats::read_content(
        "a log",
        &mut formats::open(path).ok()?,
        &Options::default().at(path),
        &Progress::default(),
    ))
    .ok()?
    {
        Content::Log(log) => Some(*log),
        Content::Scene(_) | Content::Trace(_) => None,
    }
}

/// Does one thing with a file, and prints the seconds and the memory it took.
fn measure(what: &str, path: &Path) -> Option<()> {
    let (before, start) = (peak_memory(), Instant::now());
    let said = |name: &str, start: Instant| {
        println!("    {name:<24} {:>8.3} s  {:>8.1} MiB", start.elapsed().as_secs_f64(), peak_memory() - before);
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
            let shown = at_once(ConvertedLog::of(&log));
            said("read and told", start);
            let board = Instant::now();
            let (mut replay, mut marks) = (shown.replay, Board::default());
            replay.seek(usize::MAX);
            replay.board(Some(1), &mut marks);
            black_box((replay.series().len(), marks));
            said("first look", board);
        }
        "window" => {
            let session = Session::on_file(gridscope::registry(), path).ok()?;
            said("opened with its audit", start);
            black_box(session.moment());
        }
        "check" => {
            let log = log(path)?;
            let start = Instant::now();
            let report = at_once(audit(&log, &Progress::default())).unwrap_or_default();
            said("audit", start);
            println!("    {} findings", report.findings.len());
        }
        _ => follow(path, what.strip_prefix("follow ")?.parse().ok()?)?,
    }
    Some(())
}

/// A file that delivers `rate` lines per second.
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
            // Several lines at once, as a pipe delivers them.
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

/// Returns the processor time of this thread in milliseconds, if the system reports it. Other threads are not included.
fn ran() -> f64 {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    said.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e6
}

/// Waits of a window, one per frame, in milliseconds of elapsed time and of processor time.
#[derive(Default)]
struct Slices(Vec<(f64, f64)>);

impl Slices {
    fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let (clock, cpu) = (Instant::now(), ran());
        let done = work();
        self.0.push((clock.elapsed().as_secs_f64() * 1e3, ran() - cpu));
        done
    }

    fn say(&self, what: &str) {
        let most = |of: fn(&(f64, f64)) -> f64| self.0.iter().map(of).fold(0.0, f64::max);
        let over = self.0.iter().filter(|slice| slice.1 > 8.0).count();
        let (clock, cpu) = (most(|s| s.0), most(|s| s.1));
        println!(
            "      {what:<34} longest {clock:>6.1} ms, of the processor {cpu:>6.1} ms; {over} of {} over 8",
            self.0.len()
        );
    }
}

/// Follows a file as the window does: one job at a time on a thread, 60 frames per second.
fn follow(path: &Path, rate: f64) -> Option<()> {
    let start = Instant::now();
    let from = BufReader::with_capacity(1 << 20, File::open(path).ok()?);
    let slowly = Slowly { from, line: Vec::new(), told: 0, rate, start };
    let mut session = gridscope::session(Scene::new(Grid::new(Size::new(1, 1), Tile::Floor)));
    session.follow(Arc::new(Follow::on("a log", slowly, false)));
    let mut tells = 0;
    let mut busy = 0.0;
    let mut more = true;
    let mut board = Board::default();
    let mut running = None::<mpsc::Receiver<_>>;
    let [mut taken, mut asked, mut drawn, mut told] = [(); 4].map(|()| Slices::default());
    while more || running.is_some() {
        let frame = Instant::now();
        let done = running.as_ref().and_then(|told| told.try_recv().ok());
        if let Some((recorded, seconds)) = done {
            taken.time(|| session.finish(recorded));
            (running, tells, busy) = (None, tells + 1, busy + seconds);
            // The window asks a new run for these to draw it.
            if let Some(run) = session.replay() {
                drawn.time(|| run.board(Some(session.display_state().layer), &mut board));
                told.time(|| {
                    black_box((run.series().len(), run.ties().len(), run.queue(20).1, run.watch(), run.path()))
                });
            }
        }
        asked.time(|| {
            more = session.update_followed_log();
            let Some(job) = session.take_job().filter(|_| running.is_none()) else { return };
            let (send, told) = mpsc::channel();
            std::thread::spawn(move || {
                let start = Instant::now();
                let recorded = job.run();
                let _ = send.send((recorded, start.elapsed().as_secs_f64()));
            });
            running = Some(told);
        });
        std::thread::sleep(Duration::from_millis(16).saturating_sub(frame.elapsed()));
    }
    let (seconds, events) = (start.elapsed().as_secs_f64(), session.moment().1);
    println!(
        "    followed at {rate} lines/s: {seconds:.1} s, {events} events, told {tells} times ({busy:.1} s), {:.1} MiB",
        peak_memory()
    );
    taken.say("taking a run in");
    asked.say("asking whether there is more");
    drawn.say("its board, as at any moment");
    told.say("its open list, numbers, path");
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
        if file.is_none_or(|mut out| support::bench::logs::write(&mut out, lines, rejects).is_err()) {
            println!("{}: cannot be written", path.display());
            continue;
        }
        let mb = std::fs::metadata(&path).map_or(0.0, |about| about.len() as f64 / (1 << 20) as f64);
        println!("{name}: {lines} lines, {mb:.1} MiB");
        let asked = |what: &&&str| args.len() < 3 || args[1..].iter().any(|arg| what.starts_with(arg.as_str()));
        for what in ["plain", "open", "window", "check", "follow 100000"].iter().filter(asked) {
            let me = std::env::current_exe().unwrap_or_default();
            let _ = Command::new(me).args(["measure", what]).arg(&path).status();
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}
