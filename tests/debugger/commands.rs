//! Every command of a session, in random order and with random arguments. None breaks the session, and everything can
//! be undone and redone, byte for byte.

use gridscope::algorithms;
use gridscope::presets::PRESETS;
use gridscope::trace::{Rng, Scene, Tile, Weights};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use support::random::commands::{sequence, take};
use support::random::random_commands::{NAMES, RandomCommands};

/// Returns a scene to begin with: a lesson on a small map, or a random map with a random algorithm.
fn begin(seed: u64, dice: &mut Rng) -> Scene {
    if seed.is_multiple_of(2) {
        let small: Vec<Scene> = PRESETS
            .iter()
            .filter_map(|preset| preset.scene().ok())
            .filter(|scene| scene.size().area() <= 300)
            .collect();
        return small[dice.below(small.len() as u64) as usize].clone();
    }
    let mut scene = support::random(dice, 10, Tile::ALL);
    let all = algorithms::all();
    all[dice.below(all.len() as u64) as usize].card().id.clone_into(&mut scene.run.algorithm);
    for kind in [gridscope::trace::scene::ActorKind::Explorer, gridscope::trace::scene::ActorKind::Unit] {
        let cell = scene.size().cell(dice.below(scene.size().area() as u64) as usize);
        scene.actors.push(support::random_actor(kind, cell, scene.size(), dice));
    }
    scene
}

/// Writes files to open and compare with: a lesson, a map, a log, a link, and a file that is none of these.
fn files(folder: &Path) {
    let lesson = PRESETS[0].json;
    let log = include_bytes!("../data/corridor.trace.jsonl");
    let all: [(&str, &[u8]); 5] = [
        ("a.scene.json", lesson.as_bytes()),
        ("b.txt", b"G..\n.#.\n..X\n"),
        ("c.trace.jsonl", log),
        ("d.map", b"type octile\nheight 1\nwidth 2\nmap\n.@\n"),
        ("e.scene.json", b"{}"),
    ];
    for (name, bytes) in all {
        std::fs::write(folder.join(name), bytes).expect("a file");
    }
}

/// Runs sequences with these seeds. Returns the commands that occurred.
fn sequences(seeds: std::ops::Range<u64>, commands: usize) -> BTreeSet<&'static str> {
    let folder = tempfile::tempdir().expect("a folder");
    files(folder.path());
    let chosen = RandomCommands::new(folder.path());
    let (mut met, mut broken) = (BTreeSet::new(), Vec::new());
    for seed in seeds {
        let mut dice = Rng::new(seed);
        let scene = begin(seed, &mut dice);
        let done = catch_unwind(AssertUnwindSafe(|| sequence(scene, dice, commands, &chosen)));
        match done.unwrap_or_else(|_| Err("a panic, told above".into())) {
            Ok(more) => met.extend(more),
            Err(wrong) => broken.push(format!("seed {seed}: {wrong}")),
        }
    }
    assert!(broken.is_empty(), "{} broken:\n{}", broken.len(), broken.join("\n"));
    met
}

#[test]
fn random_commands_can_all_be_undone() {
    let met = sequences(0..28, 300);
    let missing: Vec<_> = NAMES.iter().filter(|name| !met.contains(*name)).collect();
    assert!(missing.is_empty(), "commands that were never tried: {missing:?}");
}

#[test]
#[ignore = "some minutes: cargo test --release --test debugger -- --ignored a_million"]
fn a_million_commands_can_be_undone() {
    sequences(0..1000, 1000);
}

#[test]
fn lessons_survive_random_commands() {
    for seed in 0..12 {
        take(format!("lesson {seed}").as_bytes()).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
}

/// Regression tests for invalid edits that these sequences have found. Each is refused with a reason.
#[test]
fn invalid_edits_are_refused_with_a_reason() {
    use gridscope::debugger::SessionCommand as S;
    use gridscope::debugger::session::command::Sides;
    use gridscope::debugger::session::command::new_map::NewMap;
    use gridscope::trace::geometry::{Cell, Size};
    use gridscope::trace::scene::{Actor, ActorKind, AdditionalRun, ScriptLine, TileDetail};
    use gridscope::trace::terrain::Verb;

    let (far, before) = (Cell::new(9, 70), support::scene("G..\n..X"));
    let changed = |change: fn(&mut Scene)| {
        let mut scene = before.clone();
        change(&mut scene);
        S::Replace(Box::new(scene))
    };
    let place = |tile: &str| ScriptLine {
        turn: 1,
        verb: Verb::Place,
        at: Cell::new(1, 1),
        to: None,
        tile: Some(tile.to_owned()),
    };
    let refused = [
        S::New(NewMap { width: 4, height: 65_535, ..NewMap::default() }),
        S::New(NewMap { width: 0, ..NewMap::default() }),
        S::Resize(Size::new(65_535, 3), Sides::default()),
        S::SetDetail(far, TileDetail { key: Some("red".into()), ..TileDetail::default() }),
        S::SetActor(0, Box::new(Actor::new(ActorKind::Guard, far))),
        changed(|scene| scene.actors[0].at = Cell::new(9, 70)),
        changed(|scene| scene.weights = Some(Weights::new(Size::new(1, 1)))),
        S::Intervene(place("no-such")),
        S::ShowBothViews(far, Cell::new(0, 0)),
    ];
    for command in refused {
        let mut session = gridscope::session(before.clone());
        session.apply(&command);
        assert_eq!((session.scene(), session.work().notices.len()), (&before, 1), "{command:?}");
        assert_eq!(session.document().depth(), (0, 0), "{command:?}");
    }
    // A side-by-side run that starts outside the map has no recording, with any algorithm. The scene is unchanged.
    for id in algorithms::all().iter().map(|runner| runner.card().id) {
        let mut scene = before.clone();
        id.clone_into(&mut scene.run.algorithm);
        let mut session = gridscope::session(scene);
        session.apply(&S::AddRun(AdditionalRun { start: Some(far), ..AdditionalRun::default() }));
        session.settle();
        session.apply(&S::GoToDivergence(usize::MAX));
        assert!(session.scene().validate().is_ok());
    }
}
