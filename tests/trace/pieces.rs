//! A run that is sent in pieces of bytes is the run itself, for every algorithm. Without its last piece it is cancelled.

use gridscope::algorithms::{all, record};
use gridscope::debugger::session::variants;
use gridscope::presets::PRESETS;
use gridscope::trace::progress::at_once;
use gridscope::trace::scene::Scene;
use gridscope::trace::trace::{Pieces, Progress, Replay};
use std::collections::BTreeSet;
use std::sync::Arc;
use support::lesson;

/// Returns the pieces of a scene's run.
fn pieces(scene: &Scene, progress: &Progress) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    gridscope::registry().send(scene, progress, &mut |piece| pieces.push(piece)).expect("a run");
    pieces
}

/// Returns the run of a scene whose pieces have arrived. Whether it is complete shows in the last one.
fn received(scene: &Scene, pieces: Vec<Vec<u8>>) -> Replay {
    let progress = Progress::default();
    let arriving = Pieces::new(1, &progress);
    for piece in pieces {
        arriving.push(piece);
    }
    arriving.close();
    let mut run = at_once(gridscope::registry().begin(scene, &progress, &arriving)).expect("a run");
    while run.link(&progress, 1000) {}
    run.finish(&progress)
}

/// Compares events with all their fields, sentences and links, the outcome, and how the run ended.
fn assert_same(one: &Replay, other: &Replay, name: &str) {
    let ends = |run: &Replay| (run.len(), run.halted(), run.outcome().to_string(), run.bytes());
    assert_eq!(ends(one), ends(other), "{name}");
    let every = (one.len() / 20_000).max(1);
    for event in (0..one.len()).step_by(every) {
        assert_eq!(one.event_json(event), other.event_json(event), "{name}: event {event}");
        assert_eq!(one.trace().sentence(event), other.trace().sentence(event), "{name}: event {event}");
        assert_eq!(one.trace().replaced(event), other.trace().replaced(event), "{name}: event {event}");
    }
    assert_eq!(one.trace().steps(), other.trace().steps(), "{name}");
    assert_eq!(one.trace().phases(), other.trace().phases(), "{name}");
}

#[test]
fn every_lesson_arrives_in_pieces_as_recorded() {
    let mut seen = BTreeSet::new();
    for preset in PRESETS {
        let scene = Arc::new(preset.scene().expect("a scene"));
        for (title, scene) in variants(&gridscope::registry(), &scene) {
            seen.insert(scene.run.algorithm.clone());
            let progress = Progress::default();
            let own = record(&scene, &progress).expect("a run");
            assert_same(&own, &received(&scene, pieces(&scene, &progress)), &format!("{}: {title}", preset.id));
        }
    }
    let known: BTreeSet<String> = all().iter().map(|one| one.card().id.to_owned()).collect();
    assert_eq!(seen, known, "every algorithm has a lesson");
}

#[test]
fn run_in_pieces_halts_at_the_same_event() {
    let scene = lesson("hello");
    for budget in [0, 1, 100, usize::MAX] {
        let progress = Progress::default().with_budget(budget);
        let own = record(&scene, &progress).expect("a run");
        assert_same(&own, &received(&scene, pieces(&scene, &progress)), &format!("budget {budget}"));
    }
}

#[test]
fn run_without_its_last_piece_is_cancelled() {
    let scene = lesson("hello");
    let mut all = pieces(&scene, &Progress::default());
    all.pop();
    let run = received(&scene, all);
    let whole = record(&scene, &Progress::default()).expect("a run");
    assert_eq!((run.len(), run.halted().as_deref()), (whole.len(), Some("cancelled")));
}

#[test]
fn piece_that_is_cut_off_ends_the_run() {
    let scene = lesson("hello");
    let whole = pieces(&scene, &Progress::default()).swap_remove(0);
    for length in (13..whole.len()).step_by(101) {
        let run = received(&scene, vec![whole[..length].to_vec()]);
        assert_eq!(run.halted().as_deref(), Some("cancelled"), "{length} bytes");
    }
}

#[test]
fn several_runs_arrive_one_after_another() {
    let (first, second) = (lesson("hello"), lesson("i-see-you"));
    let progress = Progress::default();
    let arriving = Pieces::new(2, &progress);
    let all: Vec<Vec<u8>> = [&first, &second].into_iter().flat_map(|scene| pieces(scene, &progress)).collect();
    let count = all.len();
    let more: Vec<bool> = all.into_iter().map(|piece| arriving.push(piece)).collect();
    assert_eq!(more.iter().position(|more| !more), Some(count - 1), "another piece follows each but the last");
    for scene in [first, second] {
        let mut run = at_once(gridscope::registry().begin(&scene, &progress, &arriving)).expect("a run");
        while run.link(&progress, 1000) {}
        assert_same(&record(&scene, &progress).expect("a run"), &run.finish(&progress), &scene.title);
    }
}
