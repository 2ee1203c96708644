//! Errors in gridscope itself: caught where jobs run, shown as one sentence, and saved as a report.

use crate::disk::files::{FileError, make_folder, write_derived};
use crate::formats::{Format as _, Options, link};
use crate::session::Recent;
use gridscope_trace::scene::Scene;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Maximum number of reports in a folder. After that, the last one is overwritten.
const REPORTS: u32 = 50;

/// An error in gridscope itself.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("gridscope itself made an error, {reason:?}{}", .place.as_ref().map_or_else(String::new, |p| format!(" at {p}")))]
pub struct Crash {
    /// Message of the panic.
    pub reason: String,
    /// Place in the source, if known.
    pub place: Option<String>,
}

/// Formats a place in the source without the folders of the build machine: `cli/src/lib.rs:3:1`,
/// `csv-1.4.0/src/reader.rs:7:2`.
pub fn place_of(file: &str, line: u32, column: u32) -> String {
    let parts: Vec<&str> = file.split(['/', '\\']).collect();
    let absolute = file.starts_with(['/', '\\']) || file.contains(":\\");
    // The folder before the last `src` is that of the crate.
    let from = parts.iter().rposition(|part| *part == "src").filter(|_| absolute);
    let path_parts = parts.get(from.map_or(0, |src| src.saturating_sub(1))..).unwrap_or_default();
    format!("{}:{line}:{column}", path_parts.join("/"))
}

impl Crash {
    /// Creates a crash from a panic.
    pub fn of(panic: &std::panic::PanicHookInfo<'_>) -> Self {
        let reason = panic.payload_as_str().unwrap_or("a panic without a message").to_owned();
        Self { reason, place: panic.location().map(|at| place_of(at.file(), at.line(), at.column())) }
    }

    /// Creates a crash without a place.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), place: None }
    }

    /// Returns a report with everything needed to fix the error: version, activity, reason, place, the scene as a link
    /// with its parameters and seed, and the last commands, oldest first.
    pub(crate) fn report(&self, doing: &str, scene: &Scene, recent: &Recent) -> String {
        let mut text = format!("gridscope {}, an error in the program itself\n", env!("CARGO_PKG_VERSION"));
        let params = serde_json::to_string(&scene.run.params.0).unwrap_or_default();
        let run = format!("{}, parameters {params}, seed {}", scene.run.algorithm, scene.run.seed);
        let place = self.place.as_deref().unwrap_or("unknown");
        let scene = match link::Link.write(scene, &Options::default()) {
            Ok(written) => String::from_utf8_lossy(&written.bytes).trim_end().to_owned(),
            Err(error) => error.to_string(),
        };
        for (name, value) in
            [("while", doing), ("run", &run), ("reason", &self.reason), ("place", place), ("scene", &scene)]
        {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{name}: {value}");
        }
        text.push_str("commands, the oldest first:\n");
        for command in recent.iter() {
            let _ = writeln!(text, "  {command}");
        }
        text
    }
}

/// Writes a report to a folder, which is created if needed. Returns the path of the file.
///
/// # Errors
/// Returns an error if the operating system refuses.
pub fn keep_report(folder: &Path, report: &str) -> Result<PathBuf, FileError> {
    make_folder(folder)?;
    let path = |number: u32| folder.join(format!("crash-{number}.txt"));
    let free = (1..REPORTS).find(|&number| path(number).symlink_metadata().is_err()).unwrap_or(REPORTS);
    write_derived([(path(free), report.as_bytes())])?;
    Ok(path(free))
}
