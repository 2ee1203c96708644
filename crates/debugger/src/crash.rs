//! An error in the program itself: caught where work is handed out, told in one sentence, and kept as a report.

use super::files::{FileError, make_folder, write_atomic};
use super::session::Recent;
use crate::core::scene::Scene;
use crate::formats::{Format as _, Options, link};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// How many reports a folder holds; the last of them is written over then.
const REPORTS: u32 = 50;

/// What broke, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("gridscope itself made an error, {reason:?}{}", .place.as_ref().map_or_else(String::new, |p| format!(" at {p}")))]
pub struct Crash {
    /// What the code that broke said.
    pub reason: String,
    /// The place in the source, where it is known.
    pub place: Option<String>,
}

/// A place in the source without the folders of the one who built it: `cli/src/lib.rs:3:1`, `csv-1.4.0/src/reader.rs:7:2`.
pub fn place_of(file: &str, line: u32, column: u32) -> String {
    let parts: Vec<&str> = file.split(['/', '\\']).collect();
    let absolute = file.starts_with(['/', '\\']) || file.contains(":\\");
    // The folder before the last `src` is the crate's own.
    let from = parts.iter().rposition(|part| *part == "src").filter(|_| absolute);
    let kept = parts.get(from.map_or(0, |src| src.saturating_sub(1))..).unwrap_or_default();
    format!("{}:{line}:{column}", kept.join("/"))
}

impl Crash {
    /// What a panic said, and where.
    pub fn of(panic: &std::panic::PanicHookInfo<'_>) -> Self {
        let reason = panic.payload_as_str().unwrap_or("a panic without words").to_owned();
        Self { reason, place: panic.location().map(|at| place_of(at.file(), at.line(), at.column())) }
    }

    /// One without a place.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), place: None }
    }

    /// What is needed to mend it: the version, what was done, the reason, the place, the scene as a link with its parameters
    /// and seed, and the last commands, the oldest first.
    pub fn report(&self, doing: &str, scene: &Scene, recent: &Recent) -> String {
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
            // Writing to a string does not fail.
            let _ = writeln!(text, "{name}: {value}");
        }
        text.push_str("commands, the oldest first:\n");
        for command in recent.iter() {
            let _ = writeln!(text, "  {command}");
        }
        text
    }
}

/// Writes a report into a folder, which is made where it is missing; the answer is the file.
///
/// # Errors
/// When the system refuses.
pub fn keep_report(folder: &Path, report: &str) -> Result<PathBuf, FileError> {
    make_folder(folder)?;
    let path = |number: u32| folder.join(format!("crash-{number}.txt"));
    let free = (1..REPORTS).find(|&number| !path(number).exists()).unwrap_or(REPORTS);
    write_atomic(&path(free), report.as_bytes())?;
    Ok(path(free))
}
