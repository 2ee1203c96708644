//! A number for each run of each lesson, computed from all its events and its outcome, for the conformance cases of each
//! algorithm, and for each generator's first maps. Every bit counts.

use gridscope::algorithms::record;
use gridscope::debugger::session::variants;
use gridscope::formats::scene_json::SceneJson;
use gridscope::formats::{Format as _, Options, read_bytes};
use gridscope::presets::{PRESETS, Preset};
use gridscope::trace::{Progress, Scene};
use std::sync::Arc;

/// Initial value of FNV-1a.
const START: u64 = 0xcbf2_9ce4_8422_2325;

/// The conformance cases, one line of JSON each.
const VECTORS: [(&str, &str); 6] = [
    ("astar", include_str!("../../data/vectors/astar.jsonl")),
    ("auto-explore", include_str!("../../data/vectors/auto-explore.jsonl")),
    ("autochess", include_str!("../../data/vectors/autochess.jsonl")),
    ("flow-map", include_str!("../../data/vectors/flow-map.jsonl")),
    ("path-sampling", include_str!("../../data/vectors/path-sampling.jsonl")),
    ("shadowcast", include_str!("../../data/vectors/shadowcast.jsonl")),
];

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
    for (file, cases) in VECTORS {
        lines.push(vectors(file, cases).map_err(|error| format!("{file}: {error}"))?);
    }
    for generator in gridscope::registry().generators() {
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
    for (k, (_, scene)) in variants(&gridscope::registry(), &Arc::new(scene)).into_iter().enumerate() {
        let (digest, events) = of_run(START, &scene)?;
        let name = if k == 0 { lesson.id.to_owned() } else { format!("{}+{k}", lesson.id) };
        lines.push(format!("{name} {digest:016x} {events}"));
    }
    Ok(lines)
}

/// Continues a digest with all events and the outcome of a scene's run. Also returns the number of events.
fn of_run(digest: u64, scene: &Scene) -> Result<(u64, usize), String> {
    let run = record(scene, &Progress::default()).map_err(|error| error.to_string())?;
    let events = (0..run.len()).fold(digest, |digest, i| fnv(digest, &run.event_json(i).to_string()));
    Ok((fnv(events, &run.outcome().to_string()), run.len()))
}

/// Returns the line of a file of conformance cases, with the number of events of all cases.
fn vectors(file: &str, cases: &str) -> Result<String, String> {
    let (mut digest, mut events) = (START, 0);
    for line in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let scene = read_bytes(file, case["scene"].to_string().as_bytes(), &Options::default());
        let (next, more) = of_run(digest, &scene.map_err(|error| error.to_string())?.scene)?;
        (digest, events) = (next, events + more);
    }
    Ok(format!("vectors/{file} {digest:016x} {events}"))
}
