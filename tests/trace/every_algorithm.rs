//! Properties of every listed algorithm: the laws of replay on every lesson, and no panic on any scene with any
//! parameters, for any question about the run.

use gridscope::algorithms::{all, record};
use gridscope::presets::PRESETS;
use gridscope::trace::algorithm::Runner;
use gridscope::trace::event::Tone;
use gridscope::trace::params::{Kind, Param, Params};
use gridscope::trace::scene::{ActorKind, Room, Scene, ScriptLine};
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::view::board::Board;
use gridscope::trace::view::picture::picture;
use gridscope::trace::{Cell, Grid, Progress, Replay, Rng, Size, Tile, Verb};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use support::HitsOf as _;
use support::random_actor;

/// Returns everything that a moment shows, as text.
pub fn moment(replay: &Replay, cells: &[Cell]) -> String {
    let layers = 0..replay.schema().layers.len();
    let values: Vec<_> = layers.map(|l| cells.iter().map(|&c| replay.value(l, c)).collect::<Vec<_>>()).collect();
    let holders: Vec<_> = cells.iter().map(|&c| (replay.holders(c), replay.arrow(c), replay.equals(c))).collect();
    let drawn = (replay.path(), replay.tokens(), replay.tiles(), replay.figures());
    format!("{values:?} {holders:?} {drawn:?} {:?} {:?} {:?}", replay.turn(), replay.queue(20), replay.watch())
}

pub fn some_cells(size: Size, dice: &mut Rng) -> Vec<Cell> {
    (0..6).map(|_| Cell::new(dice.below(size.width as u64) as u16, dice.below(size.height as u64) as u16)).collect()
}

#[test]
fn stepping_equals_seeking_on_every_lesson() {
    let mut dice = Rng::new(5);
    for preset in PRESETS {
        let scene = preset.scene().expect("a scene");
        let mut replay = record(&scene, &Progress::default()).unwrap_or_else(|e| panic!("{}: {e}", preset.id));
        let cells = some_cells(replay.size(), &mut dice);
        let len = replay.len();
        let from = scene.run.picture_moment().unwrap_or(len / 2).saturating_sub(20).min(len);
        let to = (from + 40).min(len);
        replay.seek(from);
        let mut seen = vec![moment(&replay, &cells)];
        for at in from + 1..=to {
            replay.seek(at);
            seen.push(moment(&replay, &cells));
        }
        for at in (from..to).rev() {
            replay.seek(at);
            assert_eq!(moment(&replay, &cells), seen[at - from], "{}: back at {at}", preset.id);
        }
        let mut other = replay.fork();
        for _ in 0..8 {
            // Jump far away, across keyframes, and back.
            other.seek(dice.below(len as u64 + 1) as usize);
            let at = from + dice.below((to - from) as u64 + 1) as usize;
            other.seek(at);
            assert_eq!(moment(&other, &cells), seen[at - from], "{}: seek to {at}", preset.id);
        }
    }
}

#[test]
fn observing_changes_nothing_and_traces_are_reproducible() {
    for preset in PRESETS {
        let scene = preset.scene().expect("a scene");
        let runner = gridscope::algorithms::find(&scene.run.algorithm).expect("an algorithm");
        let plain =
            runner.outcome(&scene, &scene.run.params, scene.run.seed, &Progress::default()).expect("an outcome");
        let (a, b) = (
            record(&scene, &Progress::default()).expect("a run"),
            record(&scene, &Progress::default()).expect("a run"),
        );
        assert_eq!(a.outcome(), &plain, "{}", preset.id);
        assert_eq!((a.len(), a.outcome()), (b.len(), b.outcome()), "{}", preset.id);
        let every = (a.len() / 300).max(1);
        for i in (0..a.len()).step_by(every) {
            assert_eq!(a.event_json(i), b.event_json(i), "{} event {i}", preset.id);
        }
    }
}

#[test]
fn every_card_is_complete() {
    let mut ids = BTreeSet::new();
    for runner in all() {
        let card = runner.card();
        assert!(ids.insert(card.id), "{} is there twice", card.id);
        assert!(card.title.len() > 1 && card.summary.ends_with('.') && card.source.len() > 10, "{}", card.id);
        assert!((5..=40).contains(&card.listing.len()), "{}: {} lines", card.id, card.listing.len());
        // Roles and series may be declared by events, so they may be empty here. Layers must be named.
        assert!(!card.layers.is_empty(), "{}", card.id);
        for param in card.params {
            assert!(param.help.ends_with(['.', '…']), "{} {}: {}", card.id, param.name, param.help);
            let value = chosen(param, &mut Rng::new(1));
            let mut params = Params::default();
            params.set(param.name, value.clone());
            assert!(params.resolve(card.params).is_ok(), "{} {} = {value}", card.id, param.name);
        }
        let texts = card.layers.iter().map(|l| l.help).chain(card.checks.iter().map(|c| c.help));
        for text in texts {
            assert!(text.ends_with(['.', '…']), "{}: {text}", card.id);
        }
    }
}

/// Returns a valid value of a parameter.
fn chosen(param: &Param, dice: &mut Rng) -> Value {
    let int = |lo: i64, hi: i64, dice: &mut Rng| lo + dice.below((hi - lo).clamp(0, 40) as u64 + 1) as i64;
    match param.kind {
        Kind::Int(lo, hi) => int(lo, hi, dice).into(),
        Kind::Real(lo, hi) => json!(lo + (hi - lo).min(50.0) * dice.unit()),
        Kind::Flag => (dice.below(2) == 0).into(),
        Kind::Choice(words) => {
            let word = words[dice.below(words.len() as u64) as usize];
            serde_json::from_str(word).unwrap_or_else(|_| word.into())
        }
        Kind::PerDirection(hi) => int(0, hi, dice).into(),
    }
}

pub fn any_size(dice: &mut Rng) -> Size {
    let side = |dice: &mut Rng| [1, 2, 3, 5, 8, 8, 12, 17][dice.below(8) as usize];
    let size = Size::new(side(dice), side(dice));
    if dice.below(2) == 0 { Size::new(8 + dice.below(8) as u16, 8 + dice.below(6) as u16) } else { size }
}

/// Returns a random scene for an algorithm on a map of this size. It cannot always be run.
pub fn any_scene(runner: &dyn Runner, size: Size, dice: &mut Rng) -> Scene {
    let card = runner.card();
    let cell = |dice: &mut Rng| Cell::new(dice.below(size.width as u64) as u16, dice.below(size.height as u64) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    let rare = dice.below(60);
    for c in size.cells() {
        if dice.below(100) < rare {
            tiles[c] = Tile::ALL[dice.below(Tile::ALL.len() as u64) as usize];
        }
    }
    let mut scene = Scene::new(tiles);
    // The actors that the card asks for, sometimes one too few or too many, and some others.
    for need in card.actors {
        let n = [1, 1, 1, 1, 2, 3, 0][dice.below(7) as usize];
        for _ in 0..n {
            let kind = need.kinds[dice.below(need.kinds.len() as u64) as usize];
            scene.actors.push(random_actor(kind, cell(dice), size, dice));
        }
    }
    for _ in 0..dice.below(6) {
        let kind = ActorKind::ALL[dice.below(ActorKind::ALL.len() as u64) as usize];
        scene.actors.push(random_actor(kind, cell(dice), size, dice));
    }
    if dice.below(2) == 0 {
        let mut known = Grid::new(size, true);
        for c in size.cells() {
            known[c] = dice.below(3) > 0;
        }
        scene.known = Some(known);
    }
    let verbs = [
        Verb::Open,
        Verb::Close,
        Verb::Smash,
        Verb::Lock,
        Verb::Unlock,
        Verb::Move,
        Verb::Place,
        Verb::Remove,
        Verb::Light,
        Verb::Douse,
        Verb::Shoot,
        Verb::Blast,
        Verb::Rocket,
        Verb::Burn,
    ];
    for _ in 0..dice.below(5) * dice.below(2) {
        let verb = verbs[dice.below(verbs.len() as u64) as usize];
        let tile = Tile::ALL[dice.below(Tile::ALL.len() as u64) as usize].info().name.to_owned();
        // Usually where the verb has an effect.
        let able: Vec<Cell> = size.cells().filter(|&c| scene.tiles[c].after(verb).is_some()).collect();
        let at = if able.is_empty() { cell(dice) } else { able[dice.below(able.len() as u64) as usize] };
        let to = matches!(verb, Verb::Move | Verb::Shoot | Verb::Rocket | Verb::Burn).then(|| cell(dice));
        let tile = (verb == Verb::Place).then_some(tile);
        scene.script.push(ScriptLine { turn: dice.below(8) as u32, verb, at, to, tile });
    }
    if dice.below(5) == 0 {
        let (a, b) = (cell(dice), cell(dice));
        let (from, to) = (Cell::new(a.x.min(b.x), a.y.min(b.y)), Cell::new(a.x.max(b.x), a.y.max(b.y)));
        scene.rooms.push(Room { name: "hall".into(), from, to });
    }
    card.id.clone_into(&mut scene.run.algorithm);
    scene.run.seed = dice.below(1000);
    for param in card.params {
        if dice.below(3) == 0 {
            scene.run.params.set(param.name, chosen(param, dice));
        }
    }
    scene
}

/// Asks a run everything that a window asks, at several moments.
pub fn interrogate(scene: &Scene, replay: &mut Replay, dice: &mut Rng) {
    let (size, len) = (replay.size(), replay.len());
    let inside = |c: Cell| assert!(size.contains(c), "{c} lies off the map");
    let mut board = Board::default();
    let eyes = replay.eyes().len();
    for _ in 0..6 {
        replay.seek(
            [0, 1, len, dice.below(len as u64 + 1) as usize, dice.below(len as u64 + 1) as usize]
                [dice.below(5) as usize],
        );
        replay.look_through(dice.below(eyes as u64 + 1) as usize % eyes.max(1));
        for layer in 0..replay.schema().layers.len() {
            replay.board(Some(layer), &mut board);
            assert_eq!(board.marks.len(), size.area());
            let (low, high) = replay.range(layer);
            assert!(low <= high);
        }
        let _ = moment(replay, &some_cells(size, dice));
        replay.path().into_iter().for_each(inside);
        replay.tiles().into_iter().for_each(|t| inside(t.0));
        for token in replay.tokens() {
            assert!(token.actor < scene.actors.len());
            token.at.into_iter().for_each(inside);
        }
        for figure in replay.figures() {
            assert!(figure.points.iter().flatten().all(|x| x.is_finite()), "{figure:?}");
        }
        for table in replay.tables() {
            assert!(table.rows.iter().all(|r| r.values.len() == table.columns.len()), "{}", table.title);
            table.rows.iter().filter_map(|r| r.cell).for_each(inside);
            assert!(table.rows.iter().filter_map(|r| r.event).all(|e| e < replay.cursor()), "{}", table.title);
        }
        let _ = (replay.charts(), replay.explain());
        if size == scene.size() {
            assert_eq!(picture(scene, replay).lines().count(), size.height as usize);
        }
    }
    calm_events_change_no_more_than_their_cell(replay, dice);
    for _ in 0..20.min(len) {
        let i = dice.below(len as u64) as usize;
        let event = replay.event(i);
        assert!(event.sentence.ends_with(['.', '!', '?']), "{}: {:?}", event.kind, event.sentence);
        assert!(event.line < replay.schema().listing.len(), "{}: line {}", event.kind, event.line);
        assert!(replay.kinds().contains(&event.kind), "{}", event.kind);
        assert!(event.replaced.is_none_or(|r| r < i) && !(event.tone == Tone::Refused && event.sentence.is_empty()));
        event.cell.into_iter().chain(event.from).for_each(inside);
        if let Some(cell) = event.cell {
            assert!(replay.history(cell).binary_search(&(i as u32)).is_ok());
        }
        let _ = replay.event_json(i).to_string();
    }
    let phases: Vec<_> = replay.phases().to_vec();
    for phase in phases.iter().take(50) {
        assert!(
            phase.start < phase.end && phase.end as usize <= len && !replay.phase_name(phase.start as usize).is_empty()
        );
    }
    for check in &replay.schema().checks {
        let hits = replay.hits_of(&Condition::check(&check.name));
        assert!(hits.is_sorted());
    }
    for &tie in replay.ties().iter().take(10) {
        if let Some(tie) = replay.tie(tie as usize) {
            assert!(tie.probability.is_none_or(|p| (0.0..=1.0).contains(&p)));
        }
    }
    for series in replay.series() {
        assert!(series.points.iter().flatten().all(|x| x.is_finite()), "{}", series.name);
    }
}

/// Unless an event says otherwise, it changes neither watched values, nor positions of actors, nor tiles.
fn calm_events_change_no_more_than_their_cell(replay: &mut Replay, dice: &mut Rng) {
    let len = replay.len();
    let from = dice.below(len as u64 + 1) as usize;
    replay.seek(from);
    let series = replay.schema().series.len();
    let look = |replay: &Replay| (replay.watch().split_off(series), (replay.tokens(), replay.tiles()));
    let mut before = look(replay);
    for i in from..(from + 150).min(len) {
        replay.seek(i + 1);
        let after = look(replay);
        let what = format!("{} {}: {before:?} {after:?}", replay.schema().algorithm, replay.kind(i));
        assert!(replay.rewatches(i) || before.0 == after.0, "watched: {what}");
        assert!(replay.restages(i) || before.1 == after.1, "on stage: {what}");
        before = after;
    }
}

#[test]
fn no_scene_makes_any_algorithm_panic() {
    for (k, &runner) in all().iter().enumerate() {
        let mut dice = Rng::new(100 + k as u64);
        let mut ran = 0;
        for _ in 0..150 {
            let size = any_size(&mut dice);
            let scene = any_scene(runner, size, &mut dice);
            let progress = Progress::default().with_budget(20_000);
            match record(&scene, &progress) {
                Ok(mut replay) => {
                    ran += 1;
                    interrogate(&scene, &mut replay, &mut dice);
                }
                Err(error) => {
                    let text = error.to_string();
                    assert!(text.len() > 8 && !text.contains('\n') && text.len() < 400, "{text}");
                }
            }
        }
        assert!(ran > 15, "{}: only {ran} scenes could be run", runner.card().id);
    }
}

/// A run that is cancelled from the start has no outcome, in any algorithm. Cancellation is checked before anything
/// slow, and, without an observer, at each event.
#[test]
fn run_cancelled_at_once_has_no_outcome() {
    let mut stopped = std::collections::BTreeSet::new();
    for preset in gridscope::presets::PRESETS {
        let scene = preset.scene().expect(preset.id);
        let progress = Progress::default();
        progress.stop();
        let runner = gridscope::registry().named(&scene.run.algorithm).expect("an algorithm");
        let outcome = runner.outcome(&scene, &scene.run.params, scene.run.seed, &progress);
        assert!(
            matches!(
                outcome,
                Err(gridscope::trace::algorithm::RunError::Stopped(gridscope::trace::trace::Halt::Cancelled))
            ),
            "{}: {outcome:?}",
            preset.id
        );
        stopped.insert(scene.run.algorithm);
    }
    assert!(stopped.len() >= 10, "{stopped:?}");
}
