//! Doors that a run comes to, and the turn that opening one may take.

use crate::auto_explore_laws::{random, trace};
use gridscope::core::algorithms::auto_explore::ExploreEvent as E;
use gridscope::core::geometry::{Cell, Size};
use gridscope::core::grid::Grid;
use gridscope::core::rng::Rng;
use gridscope::core::scene::{Actor, ActorKind, Scene, ScriptLine};
use gridscope::core::terrain::{Tile, Verb};
use serde_json::Value;

/// Ground of rooms with doors.
const ROOMS: &[Tile] = &[Tile::Floor, Tile::Floor, Tile::Floor, Tile::Wall, Tile::Door];

/// Who comes to a door stops beside it, whatever the pick that ended there was for, unless `resume-doors` is on.
#[test]
fn a_run_opens_no_door_that_it_came_to() {
    let (mut dice, mut others) = (Rng::new(27), 0);
    for round in 0..600 {
        let mut plain = random(&mut dice, ROOMS, round % 3 == 0);
        plain.run.params.set("radius", 1 + dice.below(3));
        let with = |items: bool, doors: bool| {
            let mut scene = plain.clone();
            scene.run.params.set("resume-items", items);
            scene.run.params.set("resume-doors", doors);
            trace(&scene)
        };
        let stopped = |(items, doors)| with(items, doors).1["stopped"].as_str().expect("a sentence").to_owned();
        assert!(!stopped((false, true)).starts_with("At a door"), "{plain:?}");
        assert!(!stopped((true, false)).starts_with("Item reached"), "{plain:?}");
        assert!(stopped((true, true)).starts_with("Explored"), "{plain:?}");
        let mut both = plain.clone();
        both.run.params.set("resume", true);
        assert_eq!(trace(&both).0.events(), with(true, true).0.events());
        let ((run, outcome), mut moved) = (with(false, false), false);
        for (i, event) in run.events().iter().enumerate() {
            match *event {
                E::Moved { .. } => moved = true,
                E::Changed { cell, verb: None, .. } => {
                    let passed = run.events()[i..].iter().find(|e| matches!(e, E::Moved { .. } | E::PickBegan { .. }));
                    let through = matches!(passed, Some(E::Moved { cell: to, .. }) if *to == cell);
                    assert!(through || !moved, "{cell} was opened by the run that came to it\n{plain:?}");
                }
                _ => {}
            }
        }
        // The pick before had another target, so the last one begins beside the door.
        let last = outcome["picks"].as_array().and_then(|p| p.last()).expect("a pick");
        let beside = last["kind"] == "door" && last["walked"].as_array().is_some_and(Vec::is_empty);
        others += u32::from(moved && beside && outcome["stopped"].as_str().is_some_and(|s| s.starts_with("At a door")));
    }
    assert!(others > 10, "only {others} runs stopped beside a door that another target led to");
}

/// Opening a door takes a turn that shows in the count, in which a script may close it again, and before which the explorer looks.
#[test]
fn opening_takes_a_turn_of_its_own() {
    let (mut dice, mut waited) = (Rng::new(29), 0);
    for round in 0..400 {
        let mut scene = random(&mut dice, ROOMS, round % 3 == 0);
        scene.run.params.set("resume", true);
        let (free, was) = trace(&scene);
        assert_eq!(was["turns"], Value::Null);
        scene.run.params.set("opening-turn", true);
        let (run, outcome) = trace(&scene);
        let opened = |events: &[E]| events.iter().filter(|e| matches!(e, E::Changed { verb: None, .. })).count() as u64;
        let moves = outcome["moves"].as_u64().expect("moves");
        let doors = opened(run.events());
        assert_eq!(outcome["turns"].as_u64(), Some(moves + doors), "{scene:?}");
        waited += doors;
        if opened(free.events()) == 0 {
            assert!(was["moves"] == outcome["moves"] && was["picks"] == outcome["picks"], "{scene:?}");
        }
        // Between opening a door and stepping into it lies the beginning of a turn.
        let mut open = None;
        for event in run.events() {
            match *event {
                E::Changed { cell, verb: None, .. } => open = Some(cell),
                E::TurnBegan { .. } => open = None,
                E::Moved { cell, .. } => assert_ne!(open, Some(cell), "{scene:?}"),
                _ => {}
            }
        }
    }
    assert!(waited > 100, "only {waited} doors were opened");
}

#[test]
fn a_door_that_closes_in_the_turn_that_opening_takes_is_opened_again() {
    let size = Size::new(7, 3);
    let mut tiles = Grid::new(size, Tile::Wall);
    for x in 1..6 {
        tiles[Cell::new(x, 1)] = Tile::Floor;
    }
    let door = Cell::new(3, 1);
    tiles[door] = Tile::Door;
    let mut scene = Scene::new(tiles);
    let mut known = Grid::new(size, true);
    known[Cell::new(5, 1)] = false;
    scene.known = Some(known);
    scene.actors.push(Actor::new(ActorKind::Explorer, Cell::new(1, 1)));
    "auto-explore".clone_into(&mut scene.run.algorithm);
    scene.run.params.set("radius", 1);
    scene.run.params.set("opening-turn", true);
    let place = |turn| ScriptLine { turn, verb: Verb::Place, at: door, to: None, tile: Some("door".into()) };
    for (closed, turns) in [(0, 4), (1, 5), (2, 6)] {
        scene.script = (2..2 + closed).map(place).collect();
        let (run, outcome) = trace(&scene);
        let opened = run.events().iter().filter(|e| matches!(e, E::Changed { verb: None, .. })).count();
        assert_eq!((&outcome["moves"], &outcome["turns"]), (&Value::from(3), &Value::from(turns)), "{outcome}");
        assert_eq!(opened, 1 + closed as usize);
    }
}
