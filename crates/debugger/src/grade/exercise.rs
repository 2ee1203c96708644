//! The verdict about a scene that should solve the exercise of a lesson.

use super::{EXERCISE, Mark, Played, Verdict};
use crate::disk::open;
use crate::formats::{FormatError, Options};
use crate::lesson::exercise::{Claim, ExerciseProgress};
use gridscope_trace::event::capital;
use gridscope_trace::{Progress, Registry, Scene};
use std::path::Path;
use std::sync::Arc;

/// Judges a scene file by the exercise of a lesson. The file's own exercise does not count.
pub fn exercise(registry: &Registry, lesson: &Scene, file: &Path, progress: &Progress) -> Verdict {
    let read = open::scene(file, &Options::with_registry(registry));
    match read.map(|loaded| judged(registry, lesson, loaded.scene, progress)) {
        Ok(verdict) => verdict,
        Err(error) => unreadable(&error),
    }
}

fn unreadable(error: &FormatError) -> Verdict {
    Verdict::stopped_at(EXERCISE, 0, "The file cannot be read", &error.to_string())
}

fn judged(registry: &Registry, lesson: &Scene, mut scene: Scene, progress: &Progress) -> Verdict {
    scene.run.exercise = lesson.run.exercise.clone();
    scene.run.exercise.solution = None;
    scene.run.exercise.give(&lesson.tiles);
    let scene = Arc::new(scene);
    let played = |verdict: Verdict| Verdict { played: Played::Scene(Box::new((*scene).clone())), ..verdict };
    let halted = match registry.record(&scene, progress) {
        Ok(run) => run.halted(),
        Err(error) => return Verdict::stopped_at(EXERCISE, 1, "The scene cannot be run", &error.to_string()),
    };
    if let Some(halted) = halted {
        return played(Verdict::stopped_at(EXERCISE, 1, "The run is longer than the budget", &halted));
    }
    let progress = ExerciseProgress::of_scene(registry, &scene, progress);
    let missing: Vec<&Claim> = progress.claims.iter().filter(|claim| !claim.holds).collect();
    let of = progress.claims.len();
    let sentences = missing.iter().map(|claim| claim.sentence()).collect::<Vec<_>>().join("\n");
    let text = if missing.is_empty() { format!("All {of} conditions hold.") } else { sentences };
    let holding_count = of - missing.len();
    played(Verdict {
        marks: vec![Mark::checked(true), Mark::checked(true), Mark::checked(missing.is_empty())],
        rule: (!missing.is_empty()).then(|| "exercise".to_owned()),
        title: Some(if missing.is_empty() {
            "Solved".to_owned()
        } else {
            format!("Not solved: {holding_count} of {of} conditions hold")
        }),
        text,
        mistakes: missing.iter().map(|claim| capital(&claim.wanted)).collect(),
        ..Verdict::default()
    })
}
