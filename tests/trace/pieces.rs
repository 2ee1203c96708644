//! A run that is sent in pieces of bytes is the run itself, for every algorithm. Other bytes are refused.

use gridscope::algorithms::{all, record};
use gridscope::debugger::session::variants;
use gridscope::presets::PRESETS;
use gridscope::trace::algorithm::Unlinked;
use gridscope::trace::progress::at_once;
use gridscope::trace::scene::Scene;
use gridscope::trace::trace::{Halt, PieceError, Progress, Replay};
use std::collections::BTreeSet;
use std::sync::Arc;
use support::lesson;

/// Returns the pieces of a scene's run.
fn pieces(scene: &Scene, progress: &Progress) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    gridscope::registry().send(scene, progress, &mut |piece| pieces.push(piece)).expect("a run");
    pieces
}

/// Returns a run of the scene that has no events and waits for pieces.
fn receiver(scene: &Scene) -> Box<dyn Unlinked> {
    let begun = Progress::default().with_budget(10);
    let mut run = at_once(gridscope::registry().begin(scene, &begun)).expect("a run");
    run.restart();
    run
}

fn finished(mut run: Box<dyn Unlinked>) -> Replay {
    let progress = Progress::default();
    while run.link(&progress, 1000) {}
    run.finish(&progress)
}

fn received(scene: &Scene, pieces: &[Vec<u8>]) -> Replay {
    let mut run = receiver(scene);
    let (last, rest) = pieces.split_last().expect("a piece");
    for piece in rest {
        assert_eq!(run.take(piece, &Progress::default()), Ok(true));
    }
    assert_eq!(run.take(last, &Progress::default()), Ok(false));
    finished(run)
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
            assert_same(&own, &received(&scene, &pieces(&scene, &progress)), &format!("{}: {title}", preset.id));
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
        assert_same(&own, &received(&scene, &pieces(&scene, &progress)), &format!("budget {budget}"));
    }
}

#[test]
fn run_without_its_last_piece_is_cancelled() {
    let scene = lesson("hello");
    let all = pieces(&scene, &Progress::default());
    let mut run = receiver(&scene);
    assert_eq!(run.take(&all[0], &Progress::default()), Ok(true));
    assert_eq!(run.halted(), Some(Halt::Cancelled));
    let run = finished(run);
    assert!(run.halted().is_some() && run.len() == record(&scene, &Progress::default()).expect("a run").len());
}

#[test]
fn pieces_with_changed_bytes_are_refused() {
    for preset in PRESETS.iter().step_by(7) {
        let scene = preset.scene().expect("a scene");
        let piece = pieces(&scene, &Progress::default().with_budget(40)).swap_remove(0);
        let mut run = receiver(&scene);
        for length in 0..piece.len() {
            assert!(run.take(&piece[..length], &Progress::default()).is_err(), "{}: {length} bytes", preset.id);
        }
        for at in 0..piece.len() {
            for change in [1, 0x80, 0xff] {
                let mut other = piece.clone();
                other[at] ^= change;
                assert!(run.take(&other, &Progress::default()).is_err(), "{}: byte {at}", preset.id);
            }
        }
        assert_eq!(run.take(&[&piece[..], &[0]].concat(), &Progress::default()), Err(PieceError::Damaged));
        assert_eq!(run.take(&piece, &Progress::default()), Ok(true), "{}", preset.id);
    }
}

#[test]
fn pieces_out_of_order_or_version_are_refused() {
    let scene = lesson("hello");
    let all = pieces(&scene, &Progress::default());
    let mut run = receiver(&scene);
    let mut refused = |piece: &[u8]| run.take(piece, &Progress::default()).expect_err("a refusal").to_string();
    assert_eq!(refused(b"{}"), "these bytes are no piece of a recording");
    let mut other = all[0].clone();
    other[4] = 2;
    assert_eq!(refused(&other), "a piece of a recording has version 2; expected version 1");
    let end = refused(&all[1]);
    assert!(end.ends_with("; expected event 0") && end.starts_with("a piece of a recording begins at event "), "{end}");
}
