//! Slides draw signs that their runs can draw.

use gridscope::debugger::lesson::unknown_words::unknown_words;
use gridscope::presets::PRESETS;
use std::thread;
use support::runs;

#[test]
fn slides_name_signs_that_their_runs_draw() {
    let faults = |id: &str| {
        let scene = support::lesson(id);
        if scene.run.slides.iter().all(|slide| slide.show.is_none()) {
            return Vec::new();
        }
        let runs = runs(id);
        let words = unknown_words(&scene, &runs.iter().collect::<Vec<_>>());
        words.into_iter().map(|sentence| format!("{id}: {}", sentence.split(';').next().unwrap_or_default())).collect()
    };
    let share = PRESETS.len().div_ceil(2);
    let all: Vec<String> = thread::scope(|scope| {
        let part = |part: &'static [gridscope::presets::Preset]| {
            scope.spawn(move || part.iter().flat_map(|one| faults(one.id)).collect::<Vec<_>>())
        };
        let parts: Vec<_> = PRESETS.chunks(share).map(part).collect();
        parts.into_iter().flat_map(|part| part.join().expect("words")).collect()
    });
    assert!(all.is_empty(), "{}", all.join("\n"));
}
