//! The real window in a process of its own: rows 16 and 17.

use super::report::Report;
use eframe::Frame;
use egui::Ui;
use gridscope::app::{App, run_in};
use gridscope::debugger::SessionCommand;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// First argument of a process that opens the window. The second one names the measurement.
pub const CHILD: &str = "child";
const START: &str = "start";
const PLAY: &str = "play";

/// Number of measurements of row 16.
const STARTS: usize = 7;
/// Time for which the window is watched, in seconds.
const WATCHED: u64 = 20;
/// Id of the lesson in the window.
const LESSON: &str = "hello";

/// Opens the window in another process, and returns the numbers that it prints. Returns `None` if there is no display.
fn ask(what: &str) -> Result<Option<Vec<f64>>, std::io::Error> {
    if std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none() {
        return Ok(None);
    }
    let home = tempfile::tempdir()?;
    let mut child = Command::new(std::env::current_exe()?);
    child.args([CHILD, what]).env("LIBGL_ALWAYS_SOFTWARE", "1");
    // As at the very first start.
    child.env("HOME", home.path()).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
    let said = child.output()?;
    let text = String::from_utf8_lossy(&said.stdout);
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    if numbers.is_empty() {
        println!("the window does not open: {}", String::from_utf8_lossy(&said.stderr));
        return Ok(None);
    }
    Ok(Some(numbers))
}

/// Row 16: the time from the start of the process to the first frame with a run, and the memory then.
pub fn start(report: &mut Report) -> Result<(), std::io::Error> {
    let mut times = Vec::new();
    for _ in 0..STARTS {
        if let Some([seconds, megabytes]) = ask(START)?.as_deref() {
            times.push((*seconds, *megabytes));
        }
    }
    if times.is_empty() {
        println!("row 16 wants a display");
    }
    times.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let Some((seconds, megabytes)) = times.get(times.len() / 2) else { return Ok(()) };
    let figure = format!("{seconds:.2} s; {megabytes:.0} MB");
    report.row(
        "16",
        "from process start to the first frame with a run; memory then",
        &figure,
        "0.5 s; 150 MB",
        "0.25 s; 110 MB",
    );
    Ok(())
}

/// Row 17: the additional processor time of playing ten events per second, compared with an idle window.
pub fn playing(report: &mut Report) -> Result<(), std::io::Error> {
    let Some(numbers) = ask(PLAY)? else {
        println!("row 17 wants a display");
        return Ok(());
    };
    let [idle, still, playing, frames] = numbers[..] else { return Ok(()) };
    let figure = format!("{:.2} ({frames:.1} frames a second)", playing - idle);
    let work = format!("playing at 1×, in cores more than the same window idle ({idle:.2}, {still:.0} frames)");
    report.row("17", &work, &figure, "—", "0.10");
    Ok(())
}

/// Runs the window in the other process.
pub fn child(what: &str) -> Result<(), String> {
    let scene = gridscope::presets::find(LESSON).ok_or("no such lesson")?.scene().map_err(|e| e.to_string())?;
    let what = what.to_owned();
    run_in(gridscope::session(scene), move |app| {
        let frames = Arc::new(AtomicU32::new(0));
        Box::new(Watched { app, plays: what == PLAY, shown: false, frames, watcher: None })
    })
}

/// The window's application, and what is measured from outside.
struct Watched {
    app: App,
    plays: bool,
    /// Whether the last frame showed a run.
    shown: bool,
    frames: Arc<AtomicU32>,
    /// Thread that counts the frames. It ends the process.
    watcher: Option<Arc<AtomicU32>>,
}

impl eframe::App for Watched {
    fn ui(&mut self, ui: &mut Ui, frame: &mut Frame) {
        self.frames.fetch_add(1, Ordering::Relaxed);
        if self.shown && self.watcher.is_none() {
            // The frame is on the screen now.
            if !self.plays {
                println!("{} {}", since_start(), memory());
                std::process::exit(0);
            }
            let frames = Arc::clone(&self.frames);
            let asked = Arc::new(AtomicU32::new(0));
            let ctx = ui.ctx().clone();
            self.watcher = Some(Arc::clone(&asked));
            std::thread::spawn(move || watch(&frames, &asked, &ctx));
        }
        if let Some(asked) = &self.watcher
            && asked.swap(0, Ordering::Relaxed) > 0
        {
            for command in [SessionCommand::Home, SessionCommand::PlayPause] {
                self.app.session_mut().apply(&command);
            }
        }
        self.app.ui(ui, frame);
        let shown = self.app.session().replay().is_some();
        if shown && !self.shown {
            ui.ctx().request_repaint();
        }
        self.shown = shown;
    }
}

/// Watches the window first idle, then playing, and prints what it measured.
fn watch(frames: &AtomicU32, asked: &AtomicU32, ctx: &egui::Context) {
    let seen = || {
        std::thread::sleep(Duration::from_secs(3));
        let cpu = cpu_time();
        let before = frames.load(Ordering::Relaxed);
        let begun = Instant::now();
        std::thread::sleep(Duration::from_secs(WATCHED));
        let seconds = begun.elapsed().as_secs_f64();
        ((cpu_time() - cpu) / seconds, f64::from(frames.load(Ordering::Relaxed) - before) / seconds)
    };
    let (idle, still) = seen();
    asked.store(1, Ordering::Relaxed);
    ctx.request_repaint();
    let (playing, drawn) = seen();
    println!("{idle} {still} {playing} {drawn}");
    std::process::exit(0);
}

/// Returns the fields of /proc/self/stat after the name, from the third field on.
fn stat() -> Vec<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let rest = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    rest.split_whitespace().map(|word| word.parse().unwrap_or(0.0)).collect()
}

/// Ticks of the kernel per second. The value is the same on every Linux.
const TICKS: f64 = 100.0;

/// Returns the processor time of this process in seconds.
fn cpu_time() -> f64 {
    stat().get(11..13).map_or(0.0, |times| times.iter().sum::<f64>() / TICKS)
}

/// Returns the time since this process was started, in seconds.
fn since_start() -> f64 {
    let up = std::fs::read_to_string("/proc/uptime").unwrap_or_default();
    let up: f64 = up.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
    up - stat().get(19).map_or(0.0, |ticks| ticks / TICKS)
}

/// Returns the memory in use, in MB.
fn memory() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}
