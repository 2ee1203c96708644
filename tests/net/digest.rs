//! A number for each run of each lesson, computed from all its events and its outcome, and for each generator's first
//! maps. Every bit counts.

use gridscope::core::algorithms::{Registry, record};
use gridscope::core::generate::{GENERATORS, PEOPLED};
use gridscope::core::trace::Control;
use gridscope::debugger::session::variants;
use gridscope::formats::scene_json::SceneJson;
use gridscope::formats::{Format as _, Options};
use gridscope::presets::{PRESETS, Preset};
use std::sync::Arc;

/// Initial value of FNV-1a.
const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues an FNV-1a digest.
fn fnv(digest: u64, text: &str) -> u64 {
    text.bytes().fold(digest, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns all digests, one line each.
///
/// # Errors
/// Returns an error for the first lesson that cannot be read or run, and for the first map that cannot be generated.
pub fn all() -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for lesson in PRESETS {
        lines.extend(of(lesson).map_err(|error| format!("{}: {error}", lesson.id))?);
    }
    for generator in GENERATORS.iter().chain(PEOPLED) {
        for seed in 1..=5 {
            let scene = generator.plain(seed).map_err(|error| error.to_string())?;
            let written = SceneJson.write(&scene, &Options::default()).map_err(|error| error.to_string())?;
            let digest = fnv(START, &String::from_utf8_lossy(&written.bytes));
            lines.push(format!("generate/{}/{seed} {digest:016x} 0", generator.id));
        }
    }
    Ok(lines)
}

/// Returns lines for the runs of a lesson, first the scene's own, then the side-by-side ones. Each has the digest and
/// the number of events: `hello 5cf1c2… 332`.
///
/// # Errors
/// Returns an error if the lesson cannot be read or run.
fn of(lesson: &Preset) -> Result<Vec<String>, String> {
    let scene = lesson.scene().map_err(|error| error.to_string())?;
    let mut lines = Vec::new();
    for (k, (_, scene)) in variants(&Registry::default(), &Arc::new(scene)).into_iter().enumerate() {
        let run = record(&scene, &Control::default()).map_err(|error| error.to_string())?;
        let events = (0..run.len()).fold(START, |digest, i| fnv(digest, &run.event_json(i).to_string()));
        let digest = fnv(events, &run.outcome().to_string());
        let name = if k == 0 { lesson.id.to_owned() } else { format!("{}+{k}", lesson.id) };
        lines.push(format!("{name} {digest:016x} {}", run.len()));
    }
    Ok(lines)
}
