//! Air: the worked example of its page step by step, with pictures; doors, holes, and edits during a run.

use crate::helpers::air::{SHIP, after, at, drawn, place, run, sentences, set, ship, shows, walls};
use gridscope::trace::root2::Root2;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Replay, Scene, ScriptLine, Tile, Verb};
use serde_json::json;
use support::HitsOf as _;

fn worked() -> Scene {
    let mut scene = ship(SHIP);
    at(&mut scene, 1, Verb::Smash, 9, 3);
    at(&mut scene, 11, Verb::Open, 5, 3);
    at(&mut scene, 20, Verb::Close, 5, 3);
    scene
}

#[test]
fn floods_at_the_start_make_the_hull_pressurised() {
    let scene = worked();
    let mut replay = run(&scene);
    after(&mut replay, "start");
    // The wavefronts of the floods are still shown: ◆ from the void, ● from the rooms.
    drawn(
        &scene,
        &replay,
        "◆◆◆◆◆◆◆◆◆◆◆
         ◆■■■■■■■■■◆
         ◆■●●●●●●●■◆
         ◆■●●●●●●●■◆
         ◆■●●●●●●●■◆
         ◆■■■■■■■■■◆
         ◆◆◆◆◆◆◆◆◆◆◆",
    );
    assert_eq!(walls(&replay), 24, "the hull, corners included");
    assert_eq!(shows(&replay, "pressure", 5, 2), "inner flood");
    assert_eq!(shows(&replay, "pressure", 5, 3), "inner flood", "the door holds nothing back");
    for (x, y, region, air) in
        [(0, 0, "1", "0"), (1, 1, "2", "1"), (5, 2, "2", "1"), (2, 2, "3", "1"), (6, 2, "4", "1")]
    {
        assert_eq!((shows(&replay, "region", x, y), shows(&replay, "air", x, y)), (region.into(), air.into()));
    }
}

#[test]
fn smashed_outer_wall_vents_only_the_right_room() {
    let scene = worked();
    let mut replay = run(&scene);
    let loss = replay.phases().iter().find(|p| replay.phase_name(p.start as usize) == "loss").expect("a loss").start;
    replay.seek(loss as usize + 1);
    drawn(
        &scene,
        &replay,
        "~~~~~~~~~~~
         ~■■■■■####~
         ~■...■▽▽▽#~
         ~■...■▽▽▽▽~
         ~■...■▽▽▽#~
         ~■■■■■####~
         ~~~~~~~~~~~",
    );
    for (x, y, distance) in [
        (9, 3, "1"),
        (8, 3, "2"),
        (7, 3, "3"),
        (6, 3, "4"),
        (8, 2, "2.4142"),
        (8, 4, "2.4142"),
        (7, 2, "3.4142"),
        (7, 4, "3.4142"),
        (6, 2, "4.4142"),
        (6, 4, "4.4142"),
    ] {
        assert_eq!(shows(&replay, "distance", x, y), distance, "({x},{y})");
        assert_eq!(shows(&replay, "air", x, y), "1", "nothing is lost yet");
    }
    assert_eq!(replay.arrow(Cell::new(8, 2)), Some(Dir::Se), "the wind blows toward the hole");
    assert_eq!(replay.tiles(), [(Cell::new(9, 3), Tile::Rubble)]);
    assert_eq!(replay.turn(), Some(1));
    for (x, y) in [(5, 2), (5, 3)] {
        assert_eq!(shows(&replay, "pressure", x, y), "pressure wall");
    }
    assert_eq!(walls(&replay), 16);
}

#[test]
fn right_room_is_empty_after_ten_units() {
    let scene = worked();
    let mut replay = run(&scene);
    for unit in 1..=10u16 {
        after(&mut replay, &format!("turn {unit}"));
        let wanted = f64::from(10 - unit) / 10.0;
        let air = replay.value(0, Cell::new(6, 2)).and_then(|v| v.number());
        assert_eq!(air, Some(wanted), "unit {unit}");
        assert_eq!(shows(&replay, "air", 2, 2), "1");
    }
    drawn(
        &scene,
        &replay,
        "~~~~~~~~~~~
         ~■■■■■####~
         ~■...■○○○#~
         ~■...■○○○○~
         ~■...■○○○#~
         ~■■■■■####~
         ~~~~~~~~~~~",
    );
    assert_eq!(shows(&replay, "distance", 6, 2), "-", "at 0 it stopped");
}

#[test]
fn opened_inner_door_vents_the_left_room() {
    let scene = worked();
    let mut replay = run(&scene);
    after(&mut replay, "turn 11");
    for (x, y, distance) in
        [(5, 3, "1"), (4, 3, "2"), (3, 3, "3"), (2, 3, "4"), (4, 2, "2.4142"), (3, 2, "3.4142"), (2, 4, "4.4142")]
    {
        assert_eq!(shows(&replay, "distance", x, y), distance, "({x},{y})");
    }
    after(&mut replay, "turn 19");
    drawn(
        &scene,
        &replay,
        "~~~~~~~~~~~
         ~#########~
         ~#▽▽▽#○○○#~
         ~#▽▽▽▽○○○○~
         ~#▽▽▽#○○○#~
         ~#########~
         ~~~~~~~~~~~",
    );
    for (x, y) in [(2, 2), (3, 3), (4, 4), (5, 3)] {
        assert_eq!(shows(&replay, "air", x, y), "0.1", "nine units later");
    }
}

#[test]
fn closed_door_refills_the_left_room() {
    let scene = worked();
    let mut replay = run(&scene);
    after(&mut replay, "turn 20");
    for (x, y) in [(2, 2), (4, 3), (5, 3)] {
        assert_eq!((shows(&replay, "air", x, y), shows(&replay, "distance", x, y)), ("1".into(), "-".into()));
    }
    assert_eq!(shows(&replay, "air", 6, 3), "0", "the right room stays empty");
    assert_eq!(walls(&replay), 16);
    let outcome = replay.outcome();
    assert_eq!((&outcome["turns"], &outcome["air_left"]), (&json!(30), &json!(9.0)));
    assert_eq!(outcome["air"][3], json!([0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    assert_eq!(
        outcome["pressure"],
        json!([
            "...........",
            ".#####.....",
            ".#...#.....",
            ".#...#.....",
            ".#...#.....",
            ".#####.....",
            "..........."
        ])
    );
    assert_eq!(
        outcome["breaches"],
        json!([
            { "turn": 1, "at": [9, 3], "by": "smash", "opened": [[9, 3]], "vented": 10 },
            { "turn": 11, "at": [5, 3], "by": "open", "opened": [[5, 3]], "vented": 10 },
        ])
    );
    assert_eq!((&outcome["venting"], &outcome["lost"]), (&json!([]), &json!([])));
}

#[test]
fn series_and_checks_agree_with_the_outcome() {
    let scene = worked();
    let replay = run(&scene);
    let last = |name: &str| {
        let series = replay.series().iter().find(|s| s.name == name).expect("a series");
        (series.points.iter().map(|p| p[1]).fold(0.0, f64::max), series.points.last().expect("a point")[1])
    };
    assert_eq!(last("air left"), (19.0, 9.0), "18 cells and the place of the wall; the left room at the end");
    assert_eq!(last("venting cells"), (10.0, 0.0));
    assert_eq!(last("pressure walls"), (24.0, 16.0));
    let hits = |check: &str| replay.hits_of(&Condition::check(check)).len();
    assert_eq!(hits("air rises"), 10, "the left room and the door");
    assert_eq!(hits("a pressure wall appears"), 3 + 16);
    assert_eq!(hits("a pressure wall breaks"), 2, "the wall that was smashed, and the door that was opened");
    assert_eq!(hits("a cell began to vent"), 20);
    assert_eq!((hits("someone was lost"), hits("a line did nothing")), (0, 0));
}

#[test]
fn why_not_explains_unpressured_walls_and_unvented_cells() {
    let replay = run(&worked());
    let why = |x, y| replay.why_not(Cell::new(x, y)).sentence;
    assert!(why(9, 1).contains("from still, full air, does not reach it"), "{}", why(9, 1));
    assert!(why(1, 1).contains("both floods reach it"), "{}", why(1, 1));
    assert!(why(2, 2).contains("it is sealed"), "{}", why(2, 2));
    assert!(why(6, 2).contains("its air is gone"), "{}", why(6, 2));
    assert!(why(0, 0).contains("never had air"), "{}", why(0, 0));
    let mut inner = ship("~~~~~~~\n~#####~\n~#.#.#~\n~#####~\n~~~~~~~");
    inner.title = "two cells".into();
    let replay = run(&inner);
    let middle = replay.why_not(Cell::new(3, 2)).sentence;
    assert!(middle.contains("from where the air is not full, does not reach it"), "{middle}");
}

#[test]
fn region_open_to_the_void_never_has_air() {
    let scene = ship("~~~~~\n~###~\n~#..~\n~###~\n~~~~~");
    let replay = run(&scene);
    assert_eq!(replay.outcome()["air"][2], json!([0.0, 1.0, 0.0, 0.0, 0.0]));
    assert!(replay.why_not(Cell::new(2, 2)).sentence.contains("from the start"));
    let ground = run(&ship("~#####~\n~#.:.#~\n~#####~"));
    assert_eq!(ground.outcome()["air"][1], json!([0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]), "airless ground holds no air");
}

#[test]
fn door_does_not_close_on_a_body() {
    let mut scene = ship("~~~~~~~\n~#####~\n~#.M.#~\n~#####~\n~~~~~~~");
    scene.tiles[Cell::new(3, 2)] = Tile::DoorOpen;
    at(&mut scene, 1, Verb::Close, 3, 2);
    at(&mut scene, 3, Verb::Close, 3, 2);
    scene.script.insert(
        1,
        ScriptLine { turn: 2, verb: Verb::Move, at: Cell::new(3, 2), to: Some(Cell::new(2, 2)), tile: None },
    );
    let replay = run(&scene);
    assert_eq!(sentences(&replay, "refused"), ["Close at (3,2) did nothing: an actor is there."]);
    assert_eq!(sentences(&replay, "carried"), ["The script moved the enemy from (3,2) to (2,2)."]);
    assert_eq!(sentences(&replay, "changed"), ["The open door at (3,2) became a door."]);
}

/// Bodies hold a door open. Items do so only with a parameter, and marks never.
#[test]
fn bodies_hold_doors_and_items_by_parameter() {
    use ActorKind as K;
    let closes = |kind: K, set_to: &str| {
        let mut scene = ship("~~~~~~~\n~#####~\n~#...#~\n~#####~\n~~~~~~~");
        scene.tiles[Cell::new(3, 2)] = Tile::DoorOpen;
        scene.actors.push(Actor::new(kind, Cell::new(3, 2)));
        at(&mut scene, 1, Verb::Close, 3, 2);
        set(&mut scene, set_to);
        sentences(&run(&scene), "changed").len() == 1
    };
    let bodies = [K::Guard, K::Thief, K::Explorer, K::Prisoner, K::Unit, K::Enemy, K::Bloat];
    for kind in K::ALL {
        assert_eq!(closes(kind, "items-hold-doors=false"), !bodies.contains(&kind), "{kind:?}");
        assert_eq!(closes(kind, "items-hold-doors=true"), kind != K::Item && !bodies.contains(&kind), "{kind:?}");
    }
}

#[test]
fn placed_void_breaches_and_placed_wall_seals() {
    let mut scene = ship(SHIP);
    place(&mut scene, 1, "void", 7, 3);
    place(&mut scene, 6, "wall", 7, 3);
    at(&mut scene, 8, Verb::Remove, 1, 3);
    let mut replay = run(&scene);
    after(&mut replay, "turn 5");
    assert_eq!((shows(&replay, "air", 7, 3), shows(&replay, "air", 6, 2)), ("0".into(), "0.5".into()));
    after(&mut replay, "turn 6");
    assert_eq!((shows(&replay, "air", 7, 3), shows(&replay, "air", 6, 2)), ("1".into(), "1".into()));
    after(&mut replay, "turn 8");
    assert_eq!(shows(&replay, "air", 2, 2), "0.9");
    let by: Vec<_> = replay.outcome()["breaches"].as_array().expect("a list").iter().map(|b| b["by"].clone()).collect();
    assert_eq!(by, [json!("place"), json!("remove")]);
}

#[test]
fn later_script_line_changes_no_earlier_event() {
    let scene = worked();
    let mut other = scene.clone();
    at(&mut other, 7, Verb::Smash, 1, 3);
    let (a, b) = (run(&scene), run(&other));
    let turn = |r: &Replay, n: usize| {
        let phases = r.phases().iter().filter(|p| p.depth == 0).nth(n).expect("a turn").start;
        phases as usize
    };
    assert_eq!(turn(&a, 7), turn(&b, 7));
    assert!((0..=turn(&a, 7)).all(|i| a.event_json(i) == b.event_json(i)));
    assert_ne!(a.event_json(turn(&a, 7) + 1), b.event_json(turn(&b, 7) + 1));
}

#[test]
fn root_2_distances_are_compared_exactly() {
    let d = Root2::new;
    // 99/70 and 1393/985 are on either side of √2, 2·10⁻⁵ and 4·10⁻⁷ away.
    assert!(d(99, 0) > d(0, 70) && d(1393, 0) < d(0, 985) && d(1393, 70) < d(99, 985));
    // Numbers that a double cannot distinguish.
    let (a, b) = (d(1_855_077_841, 0), d(0, 1_311_738_121));
    assert!((a.approx() - b.approx()).abs() < 1e-6);
    assert_eq!((a.cmp(&b), b.cmp(&a)), (std::cmp::Ordering::Less, std::cmp::Ordering::Greater));
    assert_eq!(d(3, 1).cmp(&d(3, 1)), std::cmp::Ordering::Equal);
}
