//! One number for each run of each lesson: of all its events and its outcome, to the last bit.

use gridscope::core::algorithms::record;
use gridscope::core::trace::Control;
use gridscope::debugger::session::variants;
use gridscope::presets::Preset;
use std::sync::Arc;

/// FNV-1a.
fn fnv(digest: u64, text: &str) -> u64 {
    text.bytes().fold(digest, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The runs of a lesson, the one of its scene first, those beside it after: `hello 5cf1c2… 332`, the digest and how many
/// events there are.
///
/// # Errors
/// Where the lesson does not read, or cannot be run.
pub fn of(lesson: &Preset) -> Result<Vec<String>, String> {
    let scene = lesson.scene().map_err(|error| error.to_string())?;
    let mut lines = Vec::new();
    for (k, (_, scene)) in variants(&Arc::new(scene)).into_iter().enumerate() {
        let run = record(&scene, &Control::default()).map_err(|error| error.to_string())?;
        let events =
            (0..run.len()).fold(0xcbf2_9ce4_8422_2325, |digest, i| fnv(digest, &run.event_json(i).to_string()));
        let digest = fnv(events, &run.outcome().to_string());
        let name = if k == 0 { lesson.id.to_owned() } else { format!("{}+{k}", lesson.id) };
        lines.push(format!("{name} {digest:016x} {}", run.len()));
    }
    Ok(lines)
}
