//! The laws of replay for every listed algorithm, on every map of 3 × 2 cells and on large random ones. Back undoes
//! forward. A jump gives the same state as single steps. The same scene gives the same trace. A run without an observer
//! ends like a recorded one.

use crate::every_algorithm::{any_scene, moment, some_cells};
use gridscope::algorithms::{all, record};
use gridscope::trace::algorithm::Runner;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Progress, Replay, Rng, Scene, Size, Tile};

/// Walks over some moments forth and back, and jumps to them from far away.
fn walk(replay: &mut Replay, moments: std::ops::RangeInclusive<usize>, cells: &[Cell], dice: &mut Rng, what: &str) {
    let from = *moments.start();
    let to = *moments.end();
    let len = replay.len();
    replay.seek(from);
    let mut seen = vec![moment(replay, cells)];
    for at in from + 1..=to {
        replay.seek(at);
        seen.push(moment(replay, cells));
    }
    for at in (from..to).rev() {
        replay.seek(at);
        assert_eq!(moment(replay, cells), seen[at - from], "{what}: back at {at}");
    }
    let mut other = replay.fork();
    for _ in 0..6 {
        other.seek(dice.below(len as u64 + 1) as usize);
        let at = from + dice.below((to - from) as u64 + 1) as usize;
        other.seek(at);
        assert_eq!(moment(&other, cells), seen[at - from], "{what}: come to {at} from afar");
    }
}

/// Asserts that the same scene gives the same trace, and the same outcome without an observer. Returns the recording,
/// if the scene can be run.
fn recorded(runner: &dyn Runner, scene: &Scene, progress: &Progress, what: &str) -> Option<Replay> {
    let replay = match record(scene, progress) {
        Ok(replay) => replay,
        Err(error) => {
            let plain = runner.outcome(scene, &scene.run.params, scene.run.seed, progress);
            assert_eq!(plain.err().map(|e| e.to_string()), Some(error.to_string()), "{what}: refused watched alone");
            return None;
        }
    };
    let again = record(scene, progress).unwrap_or_else(|e| panic!("{what}: the second time {e}"));
    assert_eq!((replay.len(), replay.outcome()), (again.len(), again.outcome()), "{what}: twice");
    let every = (replay.len() / 400).max(1);
    for i in (0..replay.len()).step_by(every) {
        assert_eq!(replay.event_json(i), again.event_json(i), "{what}: event {i} twice");
    }
    if replay.halted().is_none() {
        let plain = runner.outcome(scene, &scene.run.params, scene.run.seed, progress);
        assert_eq!(plain.as_ref().ok(), Some(replay.outcome()), "{what}: watched by nobody");
    }
    Some(replay)
}

#[test]
fn replay_laws_hold_on_every_3x2_map() {
    const GROUND: [Tile; 4] = [Tile::Floor, Tile::Wall, Tile::Door, Tile::Rubble];
    let size = Size::new(3, 2);
    let cells: Vec<Cell> = size.cells().collect();
    for (k, &runner) in all().iter().enumerate() {
        let card = runner.card();
        let mut dice = Rng::new(k as u64);
        let mut ran = 0;
        // All 256 maps in a release build, otherwise a fifth of them.
        for number in (0..GROUND.len().pow(4)).step_by(if cfg!(debug_assertions) { 5 } else { 1 }) {
            // The first two actors are on floor in opposite corners. The other four cells take all possible tiles.
            let ground = |c: Cell| match size.index(c) {
                0 | 5 => Tile::Floor,
                i => GROUND[number / GROUND.len().pow(i as u32 - 1) % GROUND.len()],
            };
            let mut scene = Scene::new(Grid::from_vec(size, cells.iter().map(|&c| ground(c)).collect()).expect("six"));
            let kinds = card.actors.iter().flat_map(|need| vec![need.kinds[0]; 1 + usize::from(need.many)]);
            let stands = [0, 5, 1, 4].into_iter().map(|i| size.cell(i));
            scene.actors = kinds.zip(stands).map(|(kind, at)| Actor::new(kind, at)).collect();
            for (k, piece) in scene.actors.iter_mut().filter(|actor| actor.kind == ActorKind::Unit).enumerate() {
                piece.set_team(Some(1 + k as u8 % 2));
                piece.set_active((k == 0).then_some(true));
            }
            card.id.clone_into(&mut scene.run.algorithm);
            let what = format!("{} on {number}", card.id);
            let progress = Progress::default().with_budget(3_000);
            if let Some(mut replay) = recorded(runner, &scene, &progress, &what) {
                ran += 1;
                let len = replay.len();
                // A generator makes its own map, which is larger.
                let cells = if replay.size() == size { cells.clone() } else { some_cells(replay.size(), &mut dice) };
                let from = if len > 40 { dice.below(len as u64 - 40) as usize } else { 0 };
                walk(&mut replay, from..=len.min(from + 40), &cells, &mut dice, &what);
            }
        }
        // Two rows are too small for a maze or a ship.
        assert!(ran > 20 || matches!(card.id, "mazes" | "ship"), "{}: only {ran} maps could be run", card.id);
    }
}

#[test]
fn replay_laws_hold_on_large_maps() {
    let scenes = if cfg!(debug_assertions) { 2 } else { 60 };
    for (k, &runner) in all().iter().enumerate() {
        let id = runner.card().id;
        let mut dice = Rng::new(700 + k as u64);
        let mut ran = 0;
        for number in 0..50 * scenes {
            if ran == scenes {
                break;
            }
            let size = Size::new(24 + dice.below(40) as u16, 24 + dice.below(40) as u16);
            let scene = any_scene(runner, size, &mut dice);
            let progress = Progress::default().with_budget(30_000);
            let what = format!("{id}, {number}");
            if let Some(mut replay) = recorded(runner, &scene, &progress, &what) {
                ran += 1;
                let (len, cells) = (replay.len(), some_cells(replay.size(), &mut dice));
                for _ in 0..2 {
                    let from = dice.below(len as u64 + 1) as usize;
                    walk(&mut replay, from..=len.min(from + 25), &cells, &mut dice, &what);
                }
            }
        }
        assert_eq!(ran, scenes, "{id}: so many large maps could be run");
    }
}
