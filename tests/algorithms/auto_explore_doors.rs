//! Doors that a run reaches, and the optional turn for opening one.

use crate::auto_explore_laws::{random, trace};
use gridscope::algorithms::auto_explore::ExploreEvent as E;
use gridscope::formats::{Options, read_bytes};
use gridscope::trace::event::Event as _;
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Grid, Rng, Scene, ScriptLine, Size, Tile, Verb};
use serde_json::Value;
use support::Traced;

/// Ground for rooms with doors.
const ROOMS: &str = "...#+";

/// Calls `check` for each door that the explorer opens while a neighbour of the door is unknown. Its arguments are the
/// door, the current target, and whether the explorer has left its first neighbourhood. Returns the number of such
/// doors.
fn opened_unexplored(scene: &Scene, events: &[E], mut check: impl FnMut(Cell, Option<Cell>, bool)) -> u32 {
    let (size, start) = (scene.size(), scene.actors[0].at);
    let mut known = scene.known.clone().expect("a mask");
    known[start] = true;
    let mut aimed = None;
    let mut moved = false;
    let mut count = 0;
    for event in events {
        match *event {
            E::Moved { .. } | E::Shifted { actor: 0, .. } => moved = true,
            E::Discovered { cell, .. } => known[cell] = true,
            E::Aimed { cell, .. } => aimed = Some(cell),
            E::Changed { cell, verb: None, to: Tile::DoorOpen, .. } => {
                let mut beside = Dir::ALL.into_iter().filter_map(|dir| cell.step(dir, size));
                if beside.any(|near| !known[near]) {
                    let (dx, dy) = start.delta(cell);
                    check(cell, aimed, moved || dx.max(dy) > 1);
                    count += 1;
                }
            }
            _ => {}
        }
    }
    count
}

/// Builds a ruin: rooms in rows and columns, with doors and holes in the walls between them, and remains of walls in
/// the rooms.
fn ruin(dice: &mut Rng) -> Scene {
    let size = Size::new(8 + dice.below(24) as u16, 8 + dice.below(16) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    let (across, down) = (3 + dice.below(4) as u16, 3 + dice.below(4) as u16);
    for cell in size.cells() {
        let rim = cell.x == 0 || cell.y == 0 || cell.x + 1 == size.width || cell.y + 1 == size.height;
        let wall = cell.x % across == 0 || cell.y % down == 0;
        tiles[cell] = match dice.below(24) {
            _ if rim => Tile::Wall,
            0..=3 if wall => Tile::Door,
            4..=6 if wall => Tile::Floor,
            _ if wall => Tile::Wall,
            0 => Tile::Wall,
            1 => Tile::Door,
            2 => Tile::Trap,
            _ => Tile::Floor,
        };
    }
    let start = size.cell(dice.below(size.area() as u64) as usize);
    tiles[start] = Tile::Floor;
    let mut scene = Scene::new(tiles);
    scene.actors.push(Actor::new(ActorKind::Explorer, start));
    for _ in 0..dice.below(4) {
        scene.actors.push(Actor::new(ActorKind::Item, size.cell(dice.below(size.area() as u64) as usize)));
    }
    scene.known = Some(Grid::new(size, false));
    "auto-explore".clone_into(&mut scene.run.algorithm);
    scene.run.seed = dice.below(1000);
    scene
}

/// A door with an unknown neighbour is not opened in passing: not by a step that avoids an ambush, not on a path over
/// unknown cells, and not for an item on it. The exceptions are a door next to the start of the run, and, with
/// `resume`, a door that is the target.
#[test]
fn no_unexplored_door_is_opened_in_passing() {
    let mut dice = Rng::new(45);
    let mut asked = 0;
    let mut aside = 0;
    let mut on_items = 0;
    let mut at_first = 0;
    for round in 0..400 {
        let mut scene = ruin(&mut dice);
        let sights = ["recursive", "symmetric", "strips", "bergstrom", "portal"];
        scene.run.params.set("sight", sights[round % 5]);
        scene.run.params.set("radius", dice.below(9));
        scene.run.params.set("traps", ["weighed", "last"][round % 2]);
        scene.run.params.set("opening-turn", round % 3 == 0);
        scene.run.params.set("resume-items", round % 4 == 0);
        // Several runs in a row, each from the end of the previous one and with its knowledge.
        for _ in 0..12 {
            let (run, outcome) = trace(&scene);
            at_first += opened_unexplored(&scene, run.events(), |door, aimed, moved| {
                assert!(!moved, "{door} was opened by the run that came to it, for {aimed:?}\n{scene:?}");
            });
            let stopped = outcome["stopped"].as_str().expect("a sentence");
            asked += run.events().iter().filter(|e| matches!(e, E::DoorMet { .. })).count();
            aside += run.events().iter().filter(|e| matches!(e, E::Sidestepped { .. })).count();
            if stopped.starts_with("Explored") {
                break;
            }
            go_on(&mut scene, run.events());
        }
        scene.run.params.set("resume", true);
        scene.run.params.set("actions", round % 8 == 0);
        let (run, _) = trace(&scene);
        opened_unexplored(&scene, run.events(), |door, aimed, _| {
            assert_eq!(aimed, Some(door), "it was opened in passing\n{scene:?}");
            on_items += u32::from(scene.of_kind(ActorKind::Item).any(|item| item.at == door));
        });
    }
    assert!(asked > 20 && aside > 500 && on_items > 0 && at_first > 200, "{asked} {aside} {on_items} {at_first}");
}

/// Applies the results of a run to the scene: the explorer's position, and the seen, opened and visited cells.
fn go_on(scene: &mut Scene, events: &[E]) {
    for event in events {
        match *event {
            E::Moved { cell, .. } => scene.actors[0].at = cell,
            E::Discovered { cell, .. } => _ = scene.known.as_mut().map(|known| known[cell] = true),
            E::Changed { cell, to, .. } => scene.tiles[cell] = to,
            E::Visited { actor, .. } => scene.actors[usize::from(actor)].set_seen(Some(true)),
            _ => {}
        }
    }
}

/// The step that avoids an ambush would lead onto a closed door with an unknown cell behind it. The explorer goes
/// straight, and the door waits for a run that begins next to it.
#[test]
fn door_at_an_ambush_step_is_opened_last() {
    let text = r#"{ "format": "gridscope-scene", "version": 1, "legend": { ".": "floor", "w": "wall", "+": "door" },
        "rows": [".wwwww", "w+...w", "w.w..w", "wwwwww"], "known": ["?.....", "......", "...?..", "......"],
        "actors": [{ "kind": "explorer", "at": [1, 2] }],
        "run": { "algorithm": "auto-explore", "params": { "radius": 1 }, "seed": 1 } }"#;
    let mut scene =
        read_bytes("door.scene.json", text.as_bytes(), &Options::default()).expect("a scene that can be read").scene;
    let (run, outcome) = trace(&scene);
    let walked = |run: &Traced<E>| -> Vec<(u16, u16)> {
        let step = |e: &E| if let E::Moved { cell, .. } = *e { Some((cell.x, cell.y)) } else { None };
        run.events().iter().filter_map(step).collect()
    };
    assert_eq!(walked(&run), [(2, 1), (3, 2), (2, 1)]);
    assert_eq!(outcome["stopped"], "Stopped at the closed door at (1,1): the cells behind it are unknown.");
    go_on(&mut scene, run.events());
    let (run, outcome) = trace(&scene);
    assert_eq!(walked(&run), [(1, 1), (0, 0)]);
    assert_eq!(outcome["stopped"], "Explored: every cell is known.");
}

/// A door that comes into view on a path over unknown cells ends that path. The run decides again and stops next to it.
/// A door whose neighbours are all known by then is opened in passing.
#[test]
fn door_that_comes_into_view_ends_the_path() {
    // Only the explorer's own cell is visible, so the door is found by touching it.
    let corridor = |known: &str| {
        let text = format!(
            r#"{{ "format": "gridscope-scene", "version": 1, "legend": {{ ".": "floor", "w": "wall", "+": "door" }},
            "rows": ["wwwwwww", "w..+..w", "wwwwwww"], "known": [".......", "{known}", "......."],
            "actors": [{{ "kind": "explorer", "at": [1, 1] }}],
            "run": {{ "algorithm": "auto-explore", "params": {{ "radius": 0 }}, "seed": 1 }} }}"#
        );
        trace(&read_bytes("door.scene.json", text.as_bytes(), &Options::default()).expect("a scene").scene)
    };
    let met = |run: &Traced<E>| {
        let event = run.events().iter().find(|e| matches!(e, E::DoorMet { .. }));
        event.map(|event| event.sentence(run.context()))
    };
    let (run, outcome) = corridor("...???.");
    let told = "A closed door came into view at (3,1), with unknown cells beside it: the explorer plans again.";
    assert_eq!(met(&run).as_deref(), Some(told));
    let stopped = "Stopped at the closed door at (3,1): the cells behind it are unknown.";
    assert_eq!((&outcome["moves"], &outcome["stopped"]), (&Value::from(1), &Value::from(stopped)));
    let (run, outcome) = corridor("...?...");
    assert_eq!((met(&run), &outcome["moves"]), (None, &Value::from(2)));
    assert_eq!(outcome["stopped"], "Explored: every cell is known.");
}

/// A run that reaches a door stops next to it, whatever its target was, unless `resume-doors` is on.
#[test]
fn run_does_not_open_a_reached_door() {
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
        assert!(!stopped((false, true)).starts_with("Stopped at the closed door"), "{plain:?}");
        assert!(!stopped((true, false)).starts_with("Item reached"), "{plain:?}");
        assert!(stopped((true, true)).starts_with("Explored"), "{plain:?}");
        let mut both = plain.clone();
        both.run.params.set("resume", true);
        assert_eq!(trace(&both).0.events(), with(true, true).0.events());
        let (run, outcome) = with(false, false);
        opened_unexplored(&plain, run.events(), |door, aimed, moved| {
            assert!(!moved, "{door} was opened by the run that came to it, for {aimed:?}\n{plain:?}");
        });
        let moved = run.events().iter().any(|e| matches!(e, E::Moved { .. }));
        // The previous decision had another target, so the last one begins next to the door.
        let last = outcome["picks"].as_array().and_then(|p| p.last()).expect("a pick");
        let beside = last["kind"] == "door" && last["walked"].as_array().is_some_and(Vec::is_empty);
        others += u32::from(
            moved && beside && outcome["stopped"].as_str().is_some_and(|s| s.starts_with("Stopped at the closed door")),
        );
    }
    assert!(others > 10, "only {others} runs stopped beside a door that another target led to");
}

/// Opening a door takes a turn of its own, which is counted. The explorer looks before it, and a script may close the
/// door again in it.
#[test]
fn opening_a_door_takes_its_own_turn() {
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
        // A turn begins between opening a door and stepping into it.
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
fn door_closed_while_opening_is_opened_again() {
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
