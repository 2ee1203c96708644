//! An error in the program itself: caught where work is handed out, told in one sentence, and kept as a report.

use crate::core::scene::Scene;
use crate::formats::{Format as _, Options, link};
use std::fmt::Write as _;

/// What broke, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("gridscope itself made an error, {reason:?}{}", .place.as_ref().map_or_else(String::new, |p| format!(" at {p}")))]
pub struct Crash {
    /// What the code that broke said.
    pub reason: String,
    /// The place in the source, where it is known.
    pub place: Option<String>,
}

impl Crash {
    /// One without a place.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), place: None }
    }

    /// What is needed to mend it: the version, what was done, the reason, the place, and the scene as a link.
    pub fn report(&self, doing: &str, scene: &Scene) -> String {
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
        text
    }
}
