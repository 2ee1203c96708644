//! The laws of replay: back undoes forward, seek equals the fold, observing changes nothing. Also the indices, against
//! plain scans.

use gridscope::algorithms::astar::{AStar, AStarEvent, search};
use gridscope::algorithms::find;
use gridscope::trace::algorithm::{Algorithm as _, RunError};
use gridscope::trace::event::{Event, Level};
use gridscope::trace::observe::{Observer as _, unhalted};
use gridscope::trace::trace::breakpoint::{Condition, Op};
use gridscope::trace::trace::replay::next_moment;
use gridscope::trace::trace::{Halt, NONE, Progress, Recorder, Replay, Watch};
use gridscope::trace::{Actor, ActorKind, Cell, Rng, Scene, Tile};
use std::ops::ControlFlow;
use std::sync::Arc;
use support::HitsOf as _;
use support::{Traced, problem, random, record, scene_with, set};

const GROUND: &[Tile] = &[Tile::Floor, Tile::Floor, Tile::Floor, Tile::Wall, Tile::Rubble, Tile::Door, Tile::Swamp];
const PARAMS: &[&[&str]] = &[
    &[],
    &["neighbours=4", "costs=1", "ties=parents"],
    &["costs=octile", "ties=paths", "weight=2.5"],
    &["heuristic=zero", "open-order=fifo", "ties=last"],
    &["heuristic=manhattan", "open-order=lifo", "corners=always"],
    &["weight=3", "reopen=off", "open-order=high-g", "corners=one"],
];

/// Returns the contents of every slot after the first `at` events, computed from the start.
fn fold<E: Event>(trace: &Traced<E>, at: usize) -> Vec<u32> {
    let mut heads = vec![NONE; trace.layout().slots()];
    for (i, event) in trace.events()[..at].iter().enumerate() {
        if let Some(slot) = event.slot(trace.context()) {
            heads[trace.layout().index(slot)] = i as u32;
        }
    }
    heads
}

fn laws(scene: &Scene, dice: &mut Rng) {
    let problem = problem(scene);
    let trace = Arc::new(support::trace(scene));
    let len = trace.events().len();
    let mut player = trace.player();
    let mut before = vec![player.heads()];
    while player.forward() {
        let now = player.heads();
        assert!(player.back());
        assert_eq!(&player.heads(), before.last().expect("a moment"), "back undoes forward");
        assert!(player.forward());
        before.push(now);
    }
    assert_eq!(before.len(), len + 1);
    for _ in 0..12 {
        let at = dice.below(len as u64 + 1) as usize;
        player.seek(at);
        assert_eq!((player.cursor(), player.heads()), (at, fold(&trace, at)), "seek is the fold");
        assert_eq!(player.heads(), before[at]);
        let elsewhere = dice.below(len as u64 + 1) as usize;
        let copy = player.clone();
        assert_eq!((copy.cursor(), copy.heads()), (at, player.heads()), "a copy stands where it was made");
        assert_eq!(copy.at_moment(elsewhere).heads(), before[elsewhere], "and goes anywhere from there");
    }
    let plain = unhalted(search(&problem, scene.run.seed, &mut ()));
    let progress = Progress::default();
    let mut recorder = Recorder::new(AStar::layout(&problem), &progress);
    assert_eq!(
        search(&problem, scene.run.seed, &mut recorder),
        ControlFlow::Continue(plain),
        "observing changes nothing"
    );
    let again: Traced<AStarEvent> = Traced::new(recorder.finish(problem.context()));
    assert_eq!(again.events(), trace.events(), "and the trace is the same twice");
}

#[test]
fn astar_replay_laws_hold_on_every_3x3_map() {
    let mut dice = Rng::new(1);
    for walls in 0..1u32 << 9 {
        if walls & 1 == 1 {
            continue;
        }
        let rows: Vec<String> = (0..3)
            .map(|y| {
                (0..3)
                    .map(|x| match (x, y) {
                        (0, 0) => 'G',
                        (2, 2) => 'X',
                        _ if walls >> (y * 3 + x) & 1 == 1 => '#',
                        _ => '.',
                    })
                    .collect()
            })
            .collect();
        for params in PARAMS {
            laws(&scene_with(&rows.join("\n"), params), &mut dice);
        }
    }
}

#[test]
fn astar_replay_laws_hold_on_random_maps() {
    let mut dice = Rng::new(2);
    for round in 0..150 {
        let mut scene = random(&mut dice, 14, GROUND);
        set(&mut scene, PARAMS[round % PARAMS.len()]);
        laws(&scene, &mut dice);
    }
}

#[test]
fn keyframes_of_long_traces_agree_with_folding() {
    let mut dice = Rng::new(3);
    let open = vec![".".repeat(60); 60].join("\n");
    let mut scene = scene_with(&open, &["heuristic=zero", "costs=octile"]);
    support::put(&mut scene, gridscope::trace::scene::ActorKind::Guard, 0, 0);
    support::put(&mut scene, gridscope::trace::scene::ActorKind::Goal, 59, 59);
    let trace = Arc::new(support::trace(&scene));
    let mut player = trace.player();
    for _ in 0..60 {
        let at = dice.below(trace.events().len() as u64 + 1) as usize;
        player.seek(at);
        assert_eq!(player.heads(), fold(&trace, at), "at {at}");
        assert_eq!(player.clone().heads(), player.heads(), "a copy at {at}");
    }
    player.seek(usize::MAX);
    assert_eq!(player.cursor(), trace.events().len(), "clamped at the end");
}

#[test]
fn budget_and_cancel_flag_stop_a_recording() {
    let open = format!("G{}\n{}X", ".".repeat(59), format!("{}\n", ".".repeat(60)).repeat(58) + &".".repeat(59));
    let scene = scene_with(&open, &["heuristic=zero"]);
    let whole = support::trace(&scene);
    let problem = problem(&scene);
    let progress = Progress::default().with_budget(5000);
    let mut recorder = Recorder::new(AStar::layout(&problem), &progress);
    assert_eq!(search(&problem, 1, &mut recorder), ControlFlow::Break(Halt::Budget));
    let part: Traced<AStarEvent> = Traced::new(recorder.finish(problem.context()));
    assert_eq!((part.halted(), part.events()), (Some(Halt::Budget), &whole.events()[..5000]), "a usable beginning");
    let progress = Progress::default();
    progress.stop();
    let mut recorder = Recorder::new(AStar::layout(&problem), &progress);
    assert_eq!(search(&problem, 1, &mut recorder), ControlFlow::Break(Halt::Cancelled));
    // A run without an observer has a hundred times the budget, and also ends there.
    let runner = find("astar").expect("A*");
    for (budget, ends) in [(50, true), (5000, false)] {
        let progress = Progress::default().with_budget(budget);
        let answer = runner.outcome(&scene, &scene.run.params, 1, &progress);
        assert_eq!(matches!(answer, Err(RunError::Stopped(Halt::Budget))), ends, "{budget}: {answer:?}");
    }
}

/// If a run is cancelled while its events are linked, it keeps the linked ones and has no outcome.
#[test]
fn cancelled_linking_keeps_the_linked_events() {
    let scene = scene_with("G.X", &[]);
    let whole = support::trace(&scene);
    let problem = problem(&scene);
    let progress = Progress::default();
    let mut recorder = Recorder::new(AStar::layout(&problem), &progress);
    let event = *whole.events().last().expect("an event");
    let all = 600_000;
    for _ in 0..all {
        assert_eq!(recorder.on(event), ControlFlow::Continue(()));
    }
    progress.stop();
    let part: Traced<AStarEvent> = Traced::new(recorder.finish(problem.context()));
    assert_eq!(part.halted(), Some(Halt::Cancelled));
    assert!((500_000..all).contains(&part.len()), "{} events are kept", part.len());
    assert_eq!((part.len(), part.events().len()), (progress.linked(), part.len()));
    assert_eq!(progress.events(), all, "as many as there were");
}

/// If no caller waits for a recording any more, it ends without a run.
#[test]
fn forgotten_recording_ends_without_a_run() {
    let open = format!("G{}\n{}X", ".".repeat(59), format!("{}\n", ".".repeat(60)).repeat(58) + &".".repeat(59));
    let mut scene = scene_with(&open, &["heuristic=zero"]);
    scene.run.algorithm = "astar".to_owned();
    for forget in [false, true] {
        let progress = Progress::default();
        if forget {
            progress.stop_and_forget();
        } else {
            progress.stop();
        }
        match gridscope::algorithms::record(&scene, &progress) {
            Ok(run) => assert!(!forget && run.halted().is_some() && run.outcome().is_null() && !run.is_empty()),
            Err(error) => assert!(forget && error == Halt::Cancelled.into(), "{error}"),
        }
    }
}

/// Returns the indices of the events for which a condition holds, found one by one.
fn scan(run: &Replay, holds: impl Fn(usize) -> bool) -> Vec<u32> {
    (0..run.len()).filter(|&i| holds(i)).map(|i| i as u32).collect()
}

#[test]
fn queries_agree_with_plain_scans() {
    let mut dice = Rng::new(4);
    for round in 0..40 {
        let mut scene = random(&mut dice, 9, GROUND);
        set(&mut scene, PARAMS[round % PARAMS.len()]);
        let run = record(&scene);
        let run = &run;
        let cell = run.size().cell(dice.below(run.size().area() as u64) as usize);
        assert_eq!(run.history(cell), scan(run, |i| run.event(i).cell == Some(cell)));
        assert_eq!(run.hits_of(&Condition::at_cell(cell)), run.history(cell));
        let expanded = Condition::of_kind("expanded");
        assert_eq!(run.hits_of(&expanded), scan(run, |i| run.event(i).kind == "expanded"));
        let dear = Condition::compare("f", Op::AtLeast, 12.0);
        let f = |i: usize| run.event(i).fields.iter().find(|(n, _)| *n == "f").and_then(|(_, v)| v.number());
        assert_eq!(run.hits_of(&dear), scan(run, |i| f(i).is_some_and(|f| f >= 12.0)));
        let both = expanded.clone().and(Condition::at_cell(cell));
        assert_eq!(
            run.hits_of(&both),
            scan(run, |i| run.event(i).kind == "expanded" && run.event(i).cell == Some(cell))
        );
        assert!(run.hits_of(&Condition::default()).is_empty(), "asking nothing hits nothing");
    }
}

/// The first entry of the open list is popped next. Ties are the pops at which the second entry had the same f.
fn open_list(scene: &Scene) {
    let mut run = record(scene);
    let mut tied = Vec::new();
    for i in 0..run.len() {
        run.seek(i);
        let event = run.event(i);
        if event.kind == "expanded" {
            let (queue, len) = run.queue(usize::MAX);
            assert_eq!(len, queue.len());
            assert_eq!(Some(queue[0].cell), event.cell, "event {i} of {:?}", scene.run.params);
            if queue.get(1).is_some_and(|e| e.tied) {
                tied.push(i as u32);
            }
        } else if event.kind == "tied" {
            tied.push(i as u32);
        }
    }
    assert_eq!(run.ties(), tied, "{:?}", scene.run.params);
    for &i in &tied {
        let tie = run.tie(i as usize).expect("a tie");
        assert!(tie.candidates.len() >= 2 && tie.candidates.iter().any(|(c, _)| *c == tie.chosen), "{tie:?}");
    }
}

#[test]
fn open_list_is_in_its_true_order() {
    let mut dice = Rng::new(5);
    for round in 0..48 {
        let mut scene = random(&mut dice, 7, GROUND);
        set(&mut scene, PARAMS[round % PARAMS.len()]);
        open_list(&scene);
    }
}

#[test]
fn f_falls_only_if_the_heuristic_is_inconsistent() {
    let check = Condition::check("f falls along a parent link");
    let mut dice = Rng::new(6);
    for _ in 0..60 {
        let scene = random(&mut dice, 9, &[Tile::Floor, Tile::Floor, Tile::Wall, Tile::Rubble]);
        assert!(record(&scene).hits_of(&check).is_empty(), "octile distance is consistent");
    }
    // Manhattan distance overestimates diagonals, so f decreases along every diagonal towards the goal.
    let scene = scene_with("G...\n....\n....\n...X", &["heuristic=manhattan"]);
    assert!(!record(&scene).hits_of(&check).is_empty());
}

#[test]
fn stride_buttons_stop_at_events_steps_and_phases() {
    let mut run = record(&scene_with("G..\n.#.\n..X", &[]));
    for level in [Level::Detail, Level::Step, Level::Phase(0)] {
        let wanted = |i: usize| match level {
            Level::Detail => true,
            Level::Step => run.event(i).level != Level::Detail,
            Level::Phase(_) => matches!(run.event(i).level, Level::Phase(_)),
        };
        let moments: Vec<usize> = (0..run.len()).filter(|&i| wanted(i)).map(|i| i + 1).collect();
        for at in 0..=run.len() {
            run.seek(at);
            let next = moments.iter().copied().find(|&m| m > at).unwrap_or(run.len());
            let previous = moments.iter().copied().rev().find(|&m| m < at).unwrap_or(0);
            assert_eq!(next_moment(&run, level, true), next, "{level:?} from {at}");
            assert_eq!(next_moment(&run, level, false), previous, "{level:?} back from {at}");
        }
    }
}

#[test]
fn open_and_closed_numbers_equal_counted_events() {
    let mut run = record(&scene_with("G.......\n.##.....\n....#...\n.......X", &["heuristic=zero"]));
    for at in 0..=run.len() {
        run.seek(at);
        let kinds = |kind: &str| (0..at).filter(|&i| run.event(i).kind == kind).count() as f64;
        let watch = run.watch();
        let value = |name: &str| watch.iter().find(|(n, _)| *n == name).and_then(|(_, v)| v.number());
        assert_eq!(value("open"), Some(kinds("opened") - kinds("expanded")));
        assert_eq!(value("closed"), Some(kinds("expanded")));
    }
}

#[test]
fn goal_cell_shows_g_h_and_status() {
    let mut run = record(&scene_with("G..\n...\n..X", &["ties=paths"]));
    run.seek(run.len());
    let goal = Cell::new(2, 2);
    let layer = |name: &str| run.schema().layers.iter().position(|l| l.name == name).expect("a layer");
    assert_eq!(run.value(layer("g"), goal).map(|v| v.to_string()), Some("6".into()));
    assert_eq!(run.value(layer("h"), goal).map(|v| v.to_string()), Some("0".into()));
    assert_eq!(run.value(layer("status"), goal).map(|v| v.to_string()), Some("path".into()));
}

#[test]
fn astar_events_take_at_most_24_bytes() {
    assert!(size_of::<AStarEvent>() <= 24);
}

/// A recording stays within its memory budget, including links and layers, whatever its events. Its events so far are
/// the beginning of the whole run.
#[test]
fn memory_budget_limits_a_recording() {
    let open = format!("G{}\n{}X", ".".repeat(299), format!("{}\n", ".".repeat(300)).repeat(298) + &".".repeat(299));
    let scene = scene_with(&open, &["heuristic=zero"]);
    let whole = record(&scene);
    let layout = whole.trace().layout();
    for part in [3, 10, 40] {
        let memory = layout.bytes() + whole.bytes() / part;
        let run = gridscope::algorithms::record(&scene, &Progress::default().with_memory(memory)).expect("a run");
        // Between two checks of the budget, several thousand events are linked, and the contents of the slots are
        // stored once more.
        let slack = 4096 * 32 + layout.bytes();
        assert!(run.bytes() <= memory - layout.bytes() + slack, "{} of {memory}", run.bytes());
        assert!(run.bytes() * 2 > memory - layout.bytes(), "{} of {memory}: it is made use of", run.bytes());
        assert!(run.halted().is_some_and(|why| why.contains("more memory than the budget")), "{:?}", run.halted());
        assert!(run.outcome().is_null() && run.len() < whole.len());
        assert!((0..run.len()).step_by(997).all(|i| run.event_json(i) == whole.event_json(i)));
    }
    let few = gridscope::algorithms::record(&scene, &Progress::default().with_memory(100_000));
    let said = few.expect_err("its layers alone are more").to_string();
    assert!(said.contains("layers of 300 × 300 cells take") && said.contains("at most 97 KiB"), "{said}");
}

/// A page has no second form of each algorithm for runs that are not recorded: there, a recorder drops its events.
#[test]
fn recorder_without_events_ends_like_a_watch() {
    let mut scene = Scene::from_rows(&vec![".".repeat(40); 40]).expect("a scene");
    for (kind, at) in [(ActorKind::Guard, Cell::new(0, 0)), (ActorKind::Goal, Cell::new(39, 39))] {
        scene.actors.push(Actor::new(kind, at));
    }
    // Without an estimate, the search has several thousand events.
    scene.run.params.set("heuristic", "zero");
    let problem = problem(&scene);
    let both = |progress: &Progress| {
        let mut recorder = Recorder::keeping_none(AStar::layout(&problem), progress);
        let dropped = AStar::run(&problem, &mut recorder);
        let watched = AStar::run(&problem, &mut Watch::new(progress));
        [format!("{dropped:?}"), format!("{watched:?}")]
    };
    let [dropped, watched] = both(&Progress::default());
    assert_eq!(dropped, watched);
    assert!(dropped.starts_with("Continue"), "{dropped}");
    // The smallest budgets of events stop both.
    for budget in 0..3 {
        let [dropped, watched] = both(&Progress::default().with_budget(budget));
        assert_eq!((&*dropped, &*watched), ("Break(Budget)", "Break(Budget)"), "{budget}");
    }
    let cancelled = Progress::default();
    cancelled.stop();
    let [dropped, watched] = both(&cancelled);
    assert_eq!((&*dropped, &*watched), ("Break(Cancelled)", "Break(Cancelled)"));
}
