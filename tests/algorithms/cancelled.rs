//! Cancelled work ends, wherever it is: each algorithm on a map that takes a while, and each shared part, stopped at
//! any of its checks.

use gridscope::algorithms;
use gridscope::algorithms::astar::{Problem, search};
use gridscope::algorithms::atmosphere::Atmosphere;
use gridscope::algorithms::auto_explore::AutoExplore;
use gridscope::algorithms::dungeon::Dungeon;
use gridscope::algorithms::flee_map::FleeMap;
use gridscope::algorithms::mazes::Mazes;
use gridscope::trace::algorithm::{Algorithm, RunError};
use gridscope::trace::cheapest_paths::{self, Dag, Walk, count};
use gridscope::trace::dijkstra::{FloodEvent, flood};
use gridscope::trace::movement::{Body, Mover, Passage, Rules};
use gridscope::trace::observe::{Inside, Observer, StepCounter, StopChecker, unhalted};
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::{Halt, Pieces, Progress};
use gridscope::trace::{Cell, Grid, Size, Tile};
use std::ops::ControlFlow::{self, Break, Continue};
use support::bench::sized::on;
use support::stopped_at;

/// Numbers with very many digits are compared modulo this prime.
const PRIME: u64 = 1_000_000_007;

/// Side of a map with more cells than work processes between two checks.
const SIDE: u16 = 150;

#[test]
fn cancelled_algorithm_stops_at_once() {
    assert!(usize::from(SIDE).pow(2) > StepCounter::STEPS as usize);
    for runner in algorithms::all() {
        let id = runner.card().id;
        let mut scene = on(id, SIDE);
        scene.run.params.0.retain(|name, _| runner.card().params.iter().any(|param| param.name == name));
        let progress = Progress::default();
        progress.stop();
        let outcome = runner.outcome(&scene, &scene.run.params, 1, &progress);
        assert_eq!(outcome, Err(RunError::Stopped(Halt::Cancelled)), "{id}");
        // A partial recording may be shown, but there is no outcome.
        match runner.record(&scene, &scene.run.params, 1, &progress) {
            Ok(run) => {
                assert!(
                    run.halted().is_some() && run.outcome().is_null(),
                    "{id}: {} events, {}",
                    run.len(),
                    run.outcome()
                );
            }
            Err(error) => assert_eq!(error, RunError::Stopped(Halt::Cancelled), "{id}"),
        }
        progress.stop_and_forget();
        let forgotten = runner.record(&scene, &scene.run.params, 1, &progress).err();
        assert_eq!(forgotten, Some(RunError::Stopped(Halt::Cancelled)), "{id}");
    }
}

/// Runs `work` and stops it at its n-th check, for each n, until it finishes. Asserts that it stops there without
/// further checks. Returns its result, and the number of checks.
fn at_each_question<T>(mut work: impl FnMut(&mut dyn FnMut() -> ControlFlow<u32>) -> ControlFlow<u32, T>) -> (T, u32) {
    for n in 1.. {
        let mut asked = 0;
        let flow = work(&mut || {
            asked += 1;
            if asked == n { Break(n) } else { Continue(()) }
        });
        match flow {
            Break(at) => assert_eq!((at, asked), (n, n), "it stops where it is told to"),
            Continue(done) => return (done, asked),
        }
    }
    unreachable!("it asks for ever")
}

#[test]
fn long_preparations_can_be_cancelled() {
    let scene = on("astar", SIDE);
    let (size, steps) = (scene.size(), StepCounter::STEPS);
    let cells = size.area() as u32;
    let (grid, asked) = at_each_question(|ask| Grid::within(size, 7u64, &mut || ask()));
    assert_eq!((grid, asked), (Grid::new(size, 7), cells.div_ceil(steps) - 1));

    let (mover, rules) = (Mover::of(&scene.actors[0]), Rules::straight());
    let (map, asked) = at_each_question(|ask| Passage::within(&scene, &mover, &rules, &mut || ask()));
    assert_eq!(asked, 2 * (cells / steps), "once for the ground, once for the steps");
    let alike = |a: &Passage, b: &Passage| {
        for cell in size.cells() {
            for &dir in &rules.order {
                assert_eq!(a.step(cell, dir), b.step(cell, dir), "{cell} {dir:?}");
            }
        }
    };
    alike(&map, &Passage::new(&scene, &mover, &rules));
    let (wide, asked) = at_each_question(|ask| map.clone().wide(Body::new(2), &mut || ask()));
    assert_eq!(asked, 2 * (cells / steps));
    alike(&wide, &unhalted(map.clone().wide(Body::new(2), &mut || Continue(()))));

    let (start, end) = (Cell::new(0, 0), Cell::new(SIDE - 1, SIDE - 1));
    let walk = Walk { passage: &map, order: &rules.order };
    let (dag, asked) = at_each_question(|ask| Dag::new(walk, start, end, &mut || ask()));
    assert!(asked > 1 && dag == unhalted(Dag::new(walk, start, end, &mut || Continue(()))), "{asked}");
    let (distances, asked) = at_each_question(|ask| cheapest_paths::distances(walk, start, end, &mut || ask()));
    assert!(asked > 1, "{asked}");
    let (ways, _) = at_each_question(|ask| count(walk, &distances, end, &mut || ask()));
    assert_eq!(ways, unhalted(dag.ways(&mut || Continue(()))));
}

/// A scene that takes long to prepare is prepared in parts, so that a page is not blocked.
#[test]
fn preparing_a_run_pauses_and_stops_at_any_pause() {
    for id in ["path-sampling", "guards", "dungeon"] {
        let (runner, scene) = (algorithms::find(id).expect("it is on the list"), on(id, SIDE));
        let params = &scene.run.params;
        let progress = Progress::default();
        let (pauses, begun) =
            stopped_at(usize::MAX, &progress, runner.begin(&scene, params, 1, &progress, &Pieces::default()));
        assert!(begun.is_ok() && pauses > 0, "{id}: {pauses} pauses");
        for n in 1..=pauses {
            let progress = Progress::default();
            let (_, begun) = stopped_at(n, &progress, runner.begin(&scene, params, 1, &progress, &Pieces::default()));
            assert_eq!(begun.err(), Some(RunError::Stopped(Halt::Cancelled)), "{id}: stopped at pause {n}");
        }
    }
}

/// On open ground very many paths are cheapest, and counting them takes a while.
#[test]
fn path_counting_asks_about_cancelling() {
    let mut scene = on("astar", SIDE);
    scene.tiles = Grid::new(Size::new(SIDE, SIDE), Tile::Floor);
    let rules = Rules::straight();
    let start = Cell::new(0, 0);
    let end = Cell::new(SIDE - 1, SIDE - 1);
    let map = Passage::new(&scene, &Mover::of(&scene.actors[0]), &rules);
    let walk = Walk { passage: &map, order: &rules.order };
    let dag = unhalted(Dag::new(walk, start, end, &mut || Continue(())));
    assert_eq!(dag.cells.len(), scene.size().area());
    let (ways, asked) = at_each_question(|ask| dag.ways(&mut || ask()));
    assert_eq!(asked, 2 * scene.size().area() as u32 / StepCounter::STEPS, "once to see who is needed, once to count");
    // Each cell is reached from the one above and the one to the left: Pascal's triangle, modulo the prime.
    let mut row = vec![1u64; SIDE.into()];
    for _ in 1..SIDE {
        for x in 1..row.len() {
            row[x] = (row[x] + row[x - 1]) % PRIME;
        }
    }
    assert_eq!((ways % PRIME).to_string(), row[row.len() - 1].to_string());
}

/// A search inside another run is cancelled with it, although its events are not observed.
#[test]
fn nested_search_is_cancelled_with_its_run() {
    let mut scene = on("astar", SIDE);
    scene.run.params.set("heuristic", "zero");
    let runner = algorithms::find("astar").expect("A*");
    let params = scene.run.params.resolve(runner.card().params).expect("they fit");
    let problem = Problem::new(&scene, &params, 1).expect("it can be run");
    let (answer, asked) = at_each_question(|ask| search(&problem, 1, &mut StopChecker::new(ask)));
    assert!(answer.found && asked > 0, "{asked}");
}

/// An observer that counts events, and checks for cancellation.
struct Questioned<F> {
    events: usize,
    ask: F,
}

impl<E, F: FnMut() -> ControlFlow<u32>> Observer<E> for Questioned<F> {
    type Halt = u32;

    fn on(&mut self, _: E) -> ControlFlow<u32> {
        self.events += 1;
        Continue(())
    }

    fn goes_on(&mut self) -> ControlFlow<u32> {
        (self.ask)()
    }
}

#[test]
fn nested_observers_ask_the_outermost_about_cancelling() {
    let size = Size::new(SIDE, SIDE);
    let tables = size.area() as u32 / StepCounter::STEPS;
    let ((events, map), asked) = at_each_question(|ask| {
        let mut outside = Questioned { events: 0, ask };
        let mut inside = Inside::new(&mut outside, |told: FloodEvent| matches!(told, FloodEvent::Settled { .. }));
        let map = flood(size, [Cell::new(0, 0)], None, |from, dir| from.step(dir, size), &mut inside)?;
        Continue((outside.events, map))
    });
    assert_eq!(asked, 2 * tables, "once for the distances, once for the ways");
    assert!(events > size.area() && map.d.as_slice().iter().all(Option::is_some));
    const { assert!(!<Inside<'_, (), fn(u8) -> u8> as Observer<u8>>::LISTENS, "nobody looks outside") };
}

/// Returns how often a run checks for cancellation. The run must stop at any check, not only at its events.
fn questions_of<A: Algorithm>(flags: &[&str]) -> u32 {
    let mut scene = on(A::CARD.id, SIDE);
    scene.run.params.0.retain(|name, _| A::CARD.params.iter().any(|param| param.name == name));
    for flag in flags {
        scene.run.params.set(flag, true);
    }
    let params = scene.run.params.resolve(A::CARD.params).expect("they fit");
    let problem = at_once(A::prepare(&scene, &params, 1, &Progress::default())).expect("it can be run");
    let run_until = |n: u32| {
        let mut asked = 0;
        let ask = || {
            asked += 1;
            if asked == n { Break(n) } else { Continue(()) }
        };
        let stopped = A::run(&problem, &mut Questioned { events: 0, ask }).is_break();
        (stopped, asked)
    };
    let (_, all) = run_until(0);
    for n in [1, all.div_ceil(2), all].into_iter().filter(|&n| n > 0) {
        assert_eq!(run_until(n), (true, n), "{}: {all} questions", A::CARD.id);
    }
    all
}

#[test]
fn silent_runs_ask_about_cancelling_between_events() {
    assert!(questions_of::<Dungeon>(&[]) > 0, "of its two halves");
    assert!(questions_of::<Atmosphere>(&[]) > 0);
    assert!(questions_of::<AutoExplore>(&["actions", "air"]) > 0);
    assert!(questions_of::<FleeMap>(&[]) > 0);
    assert!(questions_of::<Mazes>(&[]) > 0, "of its outcome");
}
