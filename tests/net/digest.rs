//! One number for each run of each lesson, of all its events and its outcome, and for each generator's first maps: to the last bit.

use gridscope::core::algorithms::record;
use gridscope::core::generate::{GENERATORS, PEOPLED};
use gridscope::core::trace::Control;
use gridscope::debugger::session::variants;
use gridscope::formats::scene_json::SceneJson;
use gridscope::formats::{Format as _, Options};
use gridscope::presets::{PRESETS, Preset};
use std::sync::Arc;

/// Where FNV-1a begins.
const START: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a.
fn fnv(digest: u64, text: &str) -> u64 {
    text.bytes().fold(digest, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// All of them, a line each.
///
/// # Errors
/// The first lesson that does not read or cannot be run, and the first map that is not made.
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

/// The runs of a lesson, the one of its scene first, those beside it after: `hello 5cf1c2… 332`, the digest and how many
/// events there are.
///
/// # Errors
/// Where the lesson does not read, or cannot be run.
fn of(lesson: &Preset) -> Result<Vec<String>, String> {
    let scene = lesson.scene().map_err(|error| error.to_string())?;
    let mut lines = Vec::new();
    for (k, (_, scene)) in variants(&Arc::new(scene)).into_iter().enumerate() {
        let run = record(&scene, &Control::default()).map_err(|error| error.to_string())?;
        let events = (0..run.len()).fold(START, |digest, i| fnv(digest, &run.event_json(i).to_string()));
        let digest = fnv(events, &run.outcome().to_string());
        let name = if k == 0 { lesson.id.to_owned() } else { format!("{}+{k}", lesson.id) };
        lines.push(format!("{name} {digest:016x} {}", run.len()));
    }
    Ok(lines)
}
