//! Recordings that begin in the middle of a run, for every algorithm: what they hold is what the whole run holds, and
//! nothing that can be asked of them panics.

use crate::every_algorithm::{any_scene, any_size, interrogate};
use gridscope::algorithms::{all, record};
use gridscope::trace::event::Slot;
use gridscope::trace::trace::Halt;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Progress, Replay, Rng, Scene, Size, Tile};

/// Returns the number in the whole run of the event that each slot holds.
fn held(replay: &Replay) -> Vec<Option<usize>> {
    let layout = replay.trace().layout();
    let cells = (0..layout.layers).flat_map(|layer| layout.size.cells().map(move |cell| Slot::Cell(layer, cell)));
    let slots = cells.chain((0..layout.registers).map(Slot::Register));
    slots.map(|slot| replay.player().holder(slot).map(|event| replay.number(event))).collect()
}

/// Returns the phases that are open at the cursor, by the numbers of their first events.
fn open_phases(replay: &Replay) -> Vec<usize> {
    let at = replay.cursor() as u32;
    let open = replay.phases().iter().filter(|phase| phase.start < at && at <= phase.end);
    open.map(|phase| replay.number(phase.start as usize)).collect()
}

/// Asserts that a window shows a moment of the whole run as that does.
fn same_moment(whole: &mut Replay, window: &mut Replay, number: usize, what: &str) {
    whole.seek(number);
    window.seek(window.moment_of_number(number));
    assert_eq!(window.number_now(), number, "{what}");
    assert_eq!(held(window), held(whole), "{what}: event {number}");
    assert_eq!(open_phases(window), open_phases(whole), "{what}: event {number}");
    if let Some(last) = number.checked_sub(1) {
        let own = window.cursor() - 1;
        assert_eq!(window.number(own), number, "{what}: the last event");
        assert_eq!(window.event_json(own), whole.event_json(last), "{what}: event {number}");
        assert_eq!(window.event(own).sentence, whole.event(last).sentence, "{what}: event {number}");
    }
}

/// Asserts that each layer of a window shows in each cell what it shows in the whole run, unless it counts from the start.
fn same_layers(whole: &Replay, window: &Replay, what: &str) {
    let layers = whole.schema().layers.iter().enumerate();
    for (layer, named) in layers.filter(|(_, layer)| &*layer.name != "order" || what.starts_with("shadowcast")) {
        for cell in whole.size().cells() {
            let what = format!("{what}: layer {}, {cell}", named.name);
            assert_eq!(window.value(layer, cell), whole.value(layer, cell), "{what}");
        }
    }
}

/// Returns a search over a map without walls, from corner to corner.
fn open_map(side: u16) -> Scene {
    let mut scene = Scene::new(Grid::new(Size::new(side, side), Tile::Floor));
    scene.actors =
        vec![Actor::new(ActorKind::Guard, Cell::new(0, 0)), Actor::new(ActorKind::Goal, Cell::new(side - 1, side - 1))];
    "astar".clone_into(&mut scene.run.algorithm);
    scene.run.params.set("heuristic", "zero");
    scene
}

fn window(scene: &Scene, from: usize, events: usize) -> Replay {
    record(scene, &Progress::default().with_budget(events).starting_after(from)).expect("the run was recorded before")
}

#[test]
fn windows_hold_what_the_whole_run_holds() {
    for (k, &runner) in all().iter().enumerate() {
        let mut dice = Rng::new(4100 + k as u64);
        let mut ran = 0;
        for _ in 0..60 {
            let size = any_size(&mut dice);
            let scene = any_scene(runner, size, &mut dice);
            let Ok(mut whole) = record(&scene, &Progress::default().with_budget(20_000)) else { continue };
            if whole.len() < 8 {
                continue;
            }
            ran += 1;
            let from = 1 + dice.below(whole.len() as u64 - 2) as usize;
            let events = 1 + dice.below((whole.len() - from) as u64) as usize;
            let what = format!("{}: {events} of {} from {from}", runner.card().id, whole.len());
            let mut part = window(&scene, from, events);
            let first = part.trace().first();
            assert_eq!(part.len() - first, events, "{what}");
            assert_eq!(part.number_of_moment(part.len()), from + events, "{what}");
            // Each slot has one event before the window, and so has each open phase.
            let max_events = part.trace().layout().slots() + open_phases(&part).len() + 1;
            assert!(first <= max_events.min(from), "{what}: {first} of at most {max_events}");
            assert_eq!(part.number(first), from + 1, "{what}");
            for round in 0..8 {
                let number = from + dice.below(events as u64 + 1) as usize;
                same_moment(&mut whole, &mut part, number, &what);
                if round == 0 {
                    same_layers(&whole, &part, &what);
                }
            }
            part.seek(0);
            assert_eq!(part.number_now(), from, "{what}: it cannot go before its start");
        }
        assert!(ran > 5, "{}: only {ran} scenes could be run", runner.card().id);
    }
}

#[test]
fn no_question_about_a_window_panics() {
    for (k, &runner) in all().iter().enumerate() {
        let mut dice = Rng::new(5100 + k as u64);
        for _ in 0..25 {
            let size = any_size(&mut dice);
            let scene = any_scene(runner, size, &mut dice);
            let Ok(whole) = record(&scene, &Progress::default().with_budget(20_000)) else { continue };
            let from = dice.below(whole.len() as u64 + 40) as usize;
            interrogate(&scene, &mut window(&scene, from, 10_000), &mut dice);
        }
    }
}

#[test]
fn why_not_numbers_the_events_of_the_whole_run() {
    let mut scene = open_map(12);
    scene.tiles.fill(Cell::new(4, 2), Size::new(1, 8), Tile::Wall);
    let whole = record(&scene, &Progress::default()).expect("a run");
    let from = whole.len() / 3;
    let part = window(&scene, from, usize::MAX);
    let mut numbered = 0;
    for cell in scene.size().cells() {
        let (all, own) = (whole.why_not(cell), part.why_not(cell));
        let hedge = format!("The events before {} are not recorded: this holds from there on.", from + 1);
        let sentence = own.sentence.strip_suffix(&hedge).expect("the answer says what it is about").trim_end();
        if let (Some(event), true) =
            (own.event, own.reason == all.reason && matches!(&*own.reason, "dearer" | "on-path"))
        {
            assert_eq!(sentence, all.sentence, "{cell}");
            assert_eq!(part.number(event), all.event.expect("an event") + 1, "{cell}");
            numbered += 1;
        }
    }
    assert!(numbered > 5, "{numbered}");
}

/// Events are dropped in several passes before a window that is far from the start.
#[test]
fn distant_window_holds_little_of_what_came_before() {
    let scene = open_map(400);
    let mut whole = record(&scene, &Progress::default()).expect("a run");
    let from = whole.len() - 1000;
    assert!(from > 300_000, "{from}");
    let mut part = window(&scene, from, usize::MAX);
    assert!(part.halted().is_none() && part.outcome() == whole.outcome(), "it ends as the whole run does");
    let slots = part.trace().layout().slots();
    assert!(part.trace().first() <= slots + 2, "{} of {slots} slots", part.trace().first());
    assert!(part.bytes() < whole.bytes(), "{} of {}", part.bytes(), whole.bytes());
    for number in [from, from + 1, from + 500, whole.len()] {
        same_moment(&mut whole, &mut part, number, "far");
    }
    let values = |run: &Replay| scene.size().cells().map(|cell: Cell| run.value(0, cell)).collect::<Vec<_>>();
    whole.seek(from + 7);
    part.seek(part.moment_of_number(from + 7));
    assert_eq!(values(&part), values(&whole));
}

/// The budgets of a window count from its first event, and so does its memory.
#[test]
fn budgets_of_a_window_count_from_its_start() {
    let scene = open_map(200);
    let whole = record(&scene, &Progress::default()).expect("a run");
    let part = window(&scene, whole.len() / 2, 10);
    assert_eq!((part.halted().is_some(), part.trace().halted()), (true, Some(Halt::Budget)));
    assert_eq!(part.len() - part.trace().first(), 10);
    // A window behind the end of the run shows its last moment.
    let mut behind = window(&scene, whole.len() + 5, 10);
    behind.seek(usize::MAX);
    assert_eq!((behind.number_now(), behind.len()), (whole.len(), behind.trace().first()));
    // Too little memory for the state before the window.
    let small = whole.trace().layout().bytes() + 50_000;
    let progress = Progress::default().with_memory(small).starting_after(whole.len() - 10);
    assert_eq!(record(&scene, &progress).expect("a beginning").trace().halted(), Some(Halt::Memory));
}

/// Budgets cut a run by what its trace takes: at the same event each time, and never above the budget.
#[test]
fn memory_cuts_a_run_by_its_bytes() {
    let scene = open_map(200);
    let whole = record(&scene, &Progress::default()).expect("a run");
    let mut before = 0;
    for share in [4, 3, 2] {
        let memory = whole.trace().layout().bytes() + whole.bytes() / share;
        let cut = || record(&scene, &Progress::default().with_memory(memory)).expect("a beginning");
        let (one, two) = (cut(), cut());
        assert_eq!((one.trace().halted(), one.len()), (Some(Halt::Memory), two.len()));
        assert!(one.bytes() <= memory && one.len() > before, "{} of {memory}", one.bytes());
        before = one.len();
    }
}
