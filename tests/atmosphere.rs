//! Air: the worked example step by step with pictures, bullets, explosions, suction, doors, bad input.

mod common;

use gridscope::core::algorithms::atmosphere::{Distance, line, ring};
use gridscope::core::algorithms::record;
use gridscope::core::geometry::{Cell, Dir, Size};
use gridscope::core::grid::Grid;
use gridscope::core::scene::{Actor, ActorKind, Scene, ScriptLine};
use gridscope::core::terrain::{Tile, Verb};
use gridscope::core::trace::breakpoint::Condition;
use gridscope::core::trace::{Control, Replay};
use gridscope::core::view::picture::picture;
use serde_json::{Value, json};

const SHIP: &str = "
    ~~~~~~~~~~~
    ~#########~
    ~#...#...#~
    ~#...+...#~
    ~#...#...#~
    ~#########~
    ~~~~~~~~~~~";

/// A scene from a picture in which `~` is void.
fn ship(picture: &str) -> Scene {
    let rows: Vec<&str> = picture.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let size = Size::new(rows[0].chars().count() as u16, rows.len() as u16);
    let mut scene = Scene::new(Grid::new(size, Tile::Floor));
    for (y, row) in rows.iter().enumerate() {
        for (x, glyph) in row.chars().enumerate() {
            let cell = Cell::new(x as u16, y as u16);
            match (glyph, Actor::from_glyph(glyph, cell, false)) {
                ('~', _) => scene.tiles[cell] = Tile::Void,
                (_, Some(actor)) => scene.actors.push(actor),
                _ => scene.tiles[cell] = Tile::from_glyph(glyph).expect("a glyph of the table"),
            }
        }
    }
    "atmosphere".clone_into(&mut scene.run.algorithm);
    scene
}

fn at(scene: &mut Scene, turn: u32, verb: Verb, x: u16, y: u16) {
    scene.script.push(ScriptLine { turn, verb, at: Cell::new(x, y), to: None, tile: None });
}

fn place(scene: &mut Scene, turn: u32, tile: &str, x: u16, y: u16) {
    let (at, tile) = (Cell::new(x, y), Some(tile.to_owned()));
    scene.script.push(ScriptLine { turn, verb: Verb::Place, at, to: None, tile });
}

fn set(scene: &mut Scene, text: &str) {
    scene.run.params.set_text(text).expect("name=value");
}

fn run(scene: &Scene) -> Box<dyn Replay> {
    record(scene, &Control::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn error(scene: &Scene) -> String {
    record(scene, &Control::default()).err().map(|e| e.to_string()).unwrap_or_default()
}

/// To the end of the outermost phase of that name.
fn after(replay: &mut dyn Replay, phase: &str) {
    let found = replay.phases().iter().find(|p| p.depth == 0 && replay.phase_name(p.start as usize) == phase).copied();
    replay.seek(found.unwrap_or_else(|| panic!("there is no {phase}")).end as usize);
}

/// What a layer shows in a cell, as text.
fn shows(replay: &dyn Replay, name: &str, x: u16, y: u16) -> String {
    let layer = replay.card().layers.iter().position(|l| l.name == name).expect("a layer");
    replay.value(layer, Cell::new(x, y)).map_or_else(|| "-".into(), |v| v.to_string())
}

fn sentences(replay: &dyn Replay, kind: &str) -> Vec<String> {
    (0..replay.len()).filter(|&i| replay.kind(i) == kind).map(|i| replay.event(i).sentence).collect()
}

fn drawn(scene: &Scene, replay: &dyn Replay, wanted: &str) {
    let wanted: Vec<String> =
        wanted.lines().map(|l| l.trim().replace('~', " ")).filter(|l| !l.trim().is_empty() || l.len() > 3).collect();
    let got = picture(scene, replay);
    assert_eq!(got.lines().collect::<Vec<_>>(), wanted, "\n{got}");
}

fn walls(replay: &dyn Replay) -> usize {
    replay.size().cells().filter(|c| shows(replay, "pressure", c.x, c.y) == "pressure wall").count()
}

fn worked() -> Scene {
    let mut scene = ship(SHIP);
    at(&mut scene, 1, Verb::Smash, 9, 3);
    at(&mut scene, 11, Verb::Open, 5, 3);
    at(&mut scene, 20, Verb::Close, 5, 3);
    scene
}

#[test]
fn at_first_the_hull_holds_the_air() {
    let scene = worked();
    let mut replay = run(&scene);
    after(&mut *replay, "start");
    // The floods are still to be seen: ◆ from the void, ● from the rooms.
    drawn(
        &scene,
        &*replay,
        "◆◆◆◆◆◆◆◆◆◆◆
         ◆■■■■■■■■■◆
         ◆■●●●●●●●■◆
         ◆■●●●●●●●■◆
         ◆■●●●●●●●■◆
         ◆■■■■■■■■■◆
         ◆◆◆◆◆◆◆◆◆◆◆",
    );
    assert_eq!(walls(&*replay), 24, "the hull, corners included");
    assert_eq!(shows(&*replay, "pressure", 5, 2), "inner flood");
    assert_eq!(shows(&*replay, "pressure", 5, 3), "inner flood", "the door holds nothing back");
    for (x, y, region, air) in
        [(0, 0, "1", "0"), (1, 1, "2", "1"), (5, 2, "2", "1"), (2, 2, "3", "1"), (6, 2, "4", "1")]
    {
        assert_eq!((shows(&*replay, "region", x, y), shows(&*replay, "air", x, y)), (region.into(), air.into()));
    }
}

#[test]
fn a_wall_is_destroyed_and_the_right_room_vents() {
    let scene = worked();
    let mut replay = run(&scene);
    let loss = replay.phases().iter().find(|p| replay.phase_name(p.start as usize) == "loss").expect("a loss").start;
    replay.seek(loss as usize + 1);
    drawn(
        &scene,
        &*replay,
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
        assert_eq!(shows(&*replay, "distance", x, y), distance, "({x},{y})");
        assert_eq!(shows(&*replay, "air", x, y), "1", "nothing is lost yet");
    }
    assert_eq!(replay.arrow(Cell::new(8, 2)), Some(Dir::Se), "the wind blows toward the hole");
    assert_eq!(replay.tiles(), [(Cell::new(9, 3), Tile::Rubble)]);
    assert_eq!(replay.turn(), Some(1));
    for (x, y) in [(5, 2), (5, 3)] {
        assert_eq!(shows(&*replay, "pressure", x, y), "pressure wall");
    }
    assert_eq!(walls(&*replay), 16);
}

#[test]
fn ten_units_later_the_right_room_is_empty_and_the_left_one_full() {
    let scene = worked();
    let mut replay = run(&scene);
    for unit in 1..=10u16 {
        after(&mut *replay, &format!("turn {unit}"));
        let wanted = f64::from(10 - unit) / 10.0;
        let air = replay.value(0, Cell::new(6, 2)).and_then(gridscope::core::event::Value::number);
        assert_eq!(air, Some(wanted), "unit {unit}");
        assert_eq!(shows(&*replay, "air", 2, 2), "1");
    }
    drawn(
        &scene,
        &*replay,
        "~~~~~~~~~~~
         ~■■■■■####~
         ~■...■○○○#~
         ~■...■○○○○~
         ~■...■○○○#~
         ~■■■■■####~
         ~~~~~~~~~~~",
    );
    assert_eq!(shows(&*replay, "distance", 6, 2), "-", "at 0 it stopped");
}

#[test]
fn the_door_opens_and_the_left_room_vents() {
    let scene = worked();
    let mut replay = run(&scene);
    after(&mut *replay, "turn 11");
    for (x, y, distance) in
        [(5, 3, "1"), (4, 3, "2"), (3, 3, "3"), (2, 3, "4"), (4, 2, "2.4142"), (3, 2, "3.4142"), (2, 4, "4.4142")]
    {
        assert_eq!(shows(&*replay, "distance", x, y), distance, "({x},{y})");
    }
    after(&mut *replay, "turn 19");
    drawn(
        &scene,
        &*replay,
        "~~~~~~~~~~~
         ~#########~
         ~#▽▽▽#○○○#~
         ~#▽▽▽▽○○○○~
         ~#▽▽▽#○○○#~
         ~#########~
         ~~~~~~~~~~~",
    );
    for (x, y) in [(2, 2), (3, 3), (4, 4), (5, 3)] {
        assert_eq!(shows(&*replay, "air", x, y), "0.1", "nine units later");
    }
}

#[test]
fn the_door_closes_and_the_left_room_is_full_at_once() {
    let scene = worked();
    let mut replay = run(&scene);
    after(&mut *replay, "turn 20");
    for (x, y) in [(2, 2), (4, 3), (5, 3)] {
        assert_eq!((shows(&*replay, "air", x, y), shows(&*replay, "distance", x, y)), ("1".into(), "-".into()));
    }
    assert_eq!(shows(&*replay, "air", 6, 3), "0", "the right room stays empty");
    assert_eq!(walls(&*replay), 16);
    let outcome = replay.outcome();
    assert_eq!(outcome["turns"], 30);
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
fn numbers_over_time_and_checks_say_the_same() {
    let scene = worked();
    let replay = run(&scene);
    let last = |name: &str| {
        let series = replay.series().iter().find(|s| s.name == name).expect("a series");
        (series.points.iter().map(|p| p[1]).fold(0.0, f64::max), series.points.last().expect("a point")[1])
    };
    assert_eq!(last("air left"), (19.0, 9.0), "18 cells and the place of the wall; the left room at the end");
    assert_eq!(last("venting cells"), (10.0, 0.0));
    assert_eq!(last("pressure walls"), (24.0, 16.0));
    let hits = |check: &str| replay.hits(&Condition::check(check)).len();
    assert_eq!(hits("air rises"), 10, "the left room and the door");
    assert_eq!(hits("a pressure wall appears"), 3 + 16);
    assert_eq!(hits("a pressure wall breaks"), 2, "the wall that was smashed, and the door that was opened");
    assert_eq!(hits("a cell began to vent"), 20);
    assert_eq!((hits("somebody is lost"), hits("a line did nothing")), (0, 0));
}

#[test]
fn why_a_wall_holds_nothing_and_why_a_cell_does_not_vent() {
    let replay = run(&worked());
    let why = |x, y| replay.why_not(Cell::new(x, y)).sentence;
    assert!(why(9, 1).contains("no air presses on it"), "{}", why(9, 1));
    assert!(why(1, 1).contains("both floods reach it"), "{}", why(1, 1));
    assert!(why(2, 2).contains("it is sealed"), "{}", why(2, 2));
    assert!(why(6, 2).contains("its air is gone"), "{}", why(6, 2));
    assert!(why(0, 0).contains("never had air"), "{}", why(0, 0));
    let mut inner = ship("~~~~~~~\n~#####~\n~#.#.#~\n~#####~\n~~~~~~~");
    inner.title = "two cells".into();
    let replay = run(&inner);
    let middle = replay.why_not(Cell::new(3, 2)).sentence;
    assert!(middle.contains("from where air is not 1 does not reach it"), "{middle}");
}

#[test]
fn a_region_that_touches_the_void_from_the_start_never_has_air() {
    let scene = ship("~~~~~\n~###~\n~#..~\n~###~\n~~~~~");
    let replay = run(&scene);
    assert_eq!(replay.outcome()["air"][2], json!([0.0, 1.0, 0.0, 0.0, 0.0]));
    assert!(replay.why_not(Cell::new(2, 2)).sentence.contains("from the start"));
    let ground = run(&ship("~#####~\n~#.:.#~\n~#####~"));
    assert_eq!(ground.outcome()["air"][1], json!([0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]), "airless ground holds no air");
}

#[test]
fn a_door_does_not_close_on_someone() {
    let mut scene = ship("~~~~~~~\n~#####~\n~#.M.#~\n~#####~\n~~~~~~~");
    scene.tiles[Cell::new(3, 2)] = Tile::DoorOpen;
    at(&mut scene, 1, Verb::Close, 3, 2);
    at(&mut scene, 3, Verb::Close, 3, 2);
    scene.script.insert(
        1,
        ScriptLine { turn: 2, verb: Verb::Move, at: Cell::new(3, 2), to: Some(Cell::new(2, 2)), tile: None },
    );
    let replay = run(&scene);
    assert_eq!(sentences(&*replay, "refused"), ["Close at (3,2) did nothing: somebody stands there."]);
    assert_eq!(sentences(&*replay, "carried"), ["Enemy was put from (3,2) to (2,2)."]);
    assert_eq!(sentences(&*replay, "changed"), ["The door-open at (3,2) became door."]);
}

#[test]
fn placing_and_removing_are_breaches_and_seals() {
    let mut scene = ship(SHIP);
    place(&mut scene, 1, "void", 7, 3);
    place(&mut scene, 6, "wall", 7, 3);
    at(&mut scene, 8, Verb::Remove, 1, 3);
    let mut replay = run(&scene);
    after(&mut *replay, "turn 5");
    assert_eq!((shows(&*replay, "air", 7, 3), shows(&*replay, "air", 6, 2)), ("0".into(), "0.5".into()));
    after(&mut *replay, "turn 6");
    assert_eq!((shows(&*replay, "air", 7, 3), shows(&*replay, "air", 6, 2)), ("1".into(), "1".into()));
    after(&mut *replay, "turn 8");
    assert_eq!(shows(&*replay, "air", 2, 2), "0.9");
    let by: Vec<_> = replay.outcome()["breaches"].as_array().expect("a list").iter().map(|b| b["by"].clone()).collect();
    assert_eq!(by, [json!("place"), json!("remove")]);
}

/// The share of seeds for which something holds.
fn share(scene: &Scene, seeds: u64, holds: impl Fn(&Value) -> bool) -> f64 {
    let runner = gridscope::core::algorithms::find("atmosphere").expect("it is on the list");
    let hit = |seed| holds(&runner.outcome(scene, &scene.run.params, seed).expect("an outcome"));
    (0..seeds).filter(|&seed| hit(seed)).count() as f64 / seeds as f64
}

#[test]
fn a_bullet_breaks_a_pressure_wall_with_a_third_and_nothing_else() {
    let mut scene = ship(SHIP);
    set(&mut scene, "smash=bullet");
    set(&mut scene, "turns=1");
    at(&mut scene, 1, Verb::Smash, 9, 3);
    let broke = |o: &Value| !o["breaches"].as_array().expect("a list").is_empty();
    let third = share(&scene, 3000, broke);
    assert!((third - 1.0 / 3.0).abs() < 0.03, "{third}");
    scene.script[0].at = Cell::new(5, 2);
    assert_eq!(share(&scene, 200, broke), 0.0, "the divider is no pressure wall");
    let replay = run(&scene);
    assert_eq!(sentences(&*replay, "spared"), ["The bullet did nothing to (5,2): it breaks pressure walls only."]);
}

#[test]
fn a_bullet_flies_from_the_player_to_the_first_it_meets() {
    let mut scene = ship(SHIP);
    scene.actors.push(Actor::new(ActorKind::Explorer, Cell::new(7, 3)));
    set(&mut scene, "smash=bullet");
    at(&mut scene, 1, Verb::Smash, 2, 3);
    let spared = sentences(&*run(&scene), "spared");
    assert!(spared[0].contains("(5,3)"), "the closed door is in the way: {spared:?}");
    scene.tiles[Cell::new(5, 3)] = Tile::DoorOpen;
    assert_eq!(sentences(&*run(&scene), "missed"), ["The bullet met nothing solid as far as (2,3)."]);
    scene.actors.push(Actor::new(ActorKind::Guard, Cell::new(4, 3)));
    assert_eq!(sentences(&*run(&scene), "stopped"), ["The bullet hit guard at (4,3) and went no further."]);
}

#[test]
fn an_explosion_breaks_any_wall_with_two_thirds() {
    let mut scene = ship(SHIP);
    set(&mut scene, "smash=blast");
    set(&mut scene, "turns=1");
    at(&mut scene, 1, Verb::Smash, 5, 2);
    // The centre is a solid: it takes a blow of its own, and it is no pressure wall.
    let centre = |o: &Value| {
        let breaches = o["breaches"].as_array().expect("a list");
        breaches.iter().any(|b| b["opened"].as_array().expect("a list").contains(&json!([5, 2])))
    };
    let two_thirds = share(&scene, 3000, centre);
    assert!((two_thirds - 2.0 / 3.0).abs() < 0.03, "{two_thirds}");
}

#[test]
fn shockwaves_fly_to_the_ring_and_through_people() {
    let size = Size::new(11, 11);
    let centre = Cell::new(5, 5);
    let all = ring(centre, size);
    let near = size.cells().filter(|c| {
        let (dx, dy) = (f64::from(c.x) - 5.0, f64::from(c.y) - 5.0);
        (4.0..=5.0).contains(&dx.hypot(dy))
    });
    assert_eq!(all, near.collect::<Vec<_>>());
    assert_eq!(all.len(), 36);
    assert_eq!(ring(Cell::new(0, 0), Size::new(3, 3)), []);
    let cells: Vec<_> = line(Cell::new(0, 0), Cell::new(4, 2)).map(|c| (c.x, c.y)).collect();
    assert_eq!(cells, [(1, 1), (2, 1), (3, 2), (4, 2)]);
    let mut open = ship(&["...........\n"; 11].concat());
    open.actors.push(Actor::new(ActorKind::Guard, Cell::new(6, 5)));
    set(&mut open, "smash=blast");
    at(&mut open, 0, Verb::Smash, 5, 5);
    let replay = run(&open);
    let passed = sentences(&*replay, "passed");
    assert!(passed.len() > 1 && passed[0] == "The shockwave went through guard at (6,5), as flames do.", "{passed:?}");
    assert_eq!(replay.outcome()["breaches"], json!([]), "there is nothing to break");
}

#[test]
fn suction_moves_a_thing_with_a_half_and_the_player_with_a_quarter() {
    let mut scene = ship("~~~~~~~\n~#####~\n~#...#~\n~#...#~\n~#...#~\n~#####~\n~~~~~~~");
    set(&mut scene, "turns=1");
    at(&mut scene, 1, Verb::Smash, 5, 3);
    for (kind, wanted) in [(ActorKind::Item, 0.5), (ActorKind::Enemy, 0.5), (ActorKind::Explorer, 0.25)] {
        scene.actors = vec![Actor::new(kind, Cell::new(2, 3))];
        let moved = share(&scene, 2000, |o| o["things"][0] == json!([3, 3]));
        let stayed = share(&scene, 2000, |o| o["things"][0] == json!([2, 3]));
        assert!((moved - wanted).abs() < 0.04, "{kind:?}: {moved}");
        assert!((moved + stayed - 1.0).abs() < 1e-9, "only to the best neighbour");
    }
    scene.actors = vec![Actor::new(ActorKind::Goal, Cell::new(2, 3)), Actor::new(ActorKind::Prisoner, Cell::new(3, 3))];
    scene.actors[1].chained = Some(true);
    assert_eq!(share(&scene, 100, |o| o["things"] == json!([[2, 3], [3, 3]])), 1.0, "places and the chained stay");
    scene.actors = vec![Actor::new(ActorKind::Item, Cell::new(2, 3))];
    set(&mut scene, "suction=off");
    assert_eq!(share(&scene, 100, |o| o["things"][0] == json!([2, 3])), 1.0);
}

#[test]
fn ties_at_the_hole_have_a_third_each_and_who_is_on_the_void_is_lost() {
    let mut scene = ship("~~~~~~~\n~#####~\n~#...#~\n~#...#~\n~#...#~\n~#####~\n~~~~~~~");
    set(&mut scene, "turns=1");
    at(&mut scene, 1, Verb::Smash, 5, 3);
    scene.tiles[Cell::new(5, 3)] = Tile::Window;
    scene.actors.push(Actor::new(ActorKind::Item, Cell::new(4, 3)));
    scene.script.insert(
        1,
        ScriptLine { turn: 1, verb: Verb::Move, at: Cell::new(4, 3), to: Some(Cell::new(5, 3)), tile: None },
    );
    for y in 2..=4 {
        let share = share(&scene, 3000, |o| o["lost"][0]["at"] == json!([6, y]));
        assert!((share - 1.0 / 6.0).abs() < 0.03, "{share}");
    }
    scene.run.seed = (0..50)
        .find(|&seed| {
            scene.run.seed = seed;
            !run(&scene).outcome()["lost"].as_array().expect("a list").is_empty()
        })
        .expect("a seed with a loss");
    let mut replay = run(&scene);
    let moved = (0..replay.len()).find(|&i| replay.kind(i) == "moved").expect("it moved");
    let tie = replay.tie(moved).expect("a tie");
    assert_eq!((tie.among.len(), tie.probability), (3, Some(1.0 / 3.0)));
    let grip = (0..replay.len()).find(|&i| replay.kind(i) == "gripped").expect("it was pulled");
    assert_eq!(replay.tie(grip).and_then(|t| t.probability), Some(0.5));
    replay.seek(moved + 1);
    let table = &replay.tables()[0];
    assert_eq!((table.title.as_str(), table.rows.len()), ("Where suction takes item", 6));
    assert_eq!(table.rows.iter().filter(|r| r.chosen).count(), 1);
    assert_eq!(table.rows[0].values[1], "0", "air 0 first");
    assert!(table.rows[5].values[3].starts_with("lost: it has air"), "{:?}", table.rows[5]);
    assert_eq!(replay.figures().len(), 1);
    replay.seek(usize::MAX);
    assert_eq!(replay.tokens()[0].at, None, "it is lost");
    assert_eq!(replay.hits(&Condition::check("somebody is lost")).len(), 1);
}

#[test]
fn a_hand_that_interferes_changes_nothing_before() {
    let scene = worked();
    let mut other = scene.clone();
    at(&mut other, 7, Verb::Smash, 1, 3);
    let (a, b) = (run(&scene), run(&other));
    let turn = |r: &dyn Replay, n: usize| {
        let phases = r.phases().iter().filter(|p| p.depth == 0).nth(n).expect("a turn").start;
        phases as usize
    };
    assert_eq!(turn(&*a, 7), turn(&*b, 7));
    assert!((0..=turn(&*a, 7)).all(|i| a.event_json(i) == b.event_json(i)));
    assert_ne!(a.event_json(turn(&*a, 7) + 1), b.event_json(turn(&*b, 7) + 1));
}

#[test]
fn distances_are_compared_exactly() {
    let d = |straight, diagonal| Distance { straight, diagonal };
    // 99/70 and 1393/985 lie on both sides of √2, 2·10⁻⁵ and 4·10⁻⁷ away.
    assert!(d(99, 0) > d(0, 70) && d(1393, 0) < d(0, 985) && d(1393, 70) < d(99, 985));
    // Where doubles no longer tell: 1607521/1136689 is 3·10⁻¹³ away.
    assert!(d(1_607_521, 0) > d(0, 1_136_689) && d(0, 1_136_689) < d(1_607_521, 0));
    assert_eq!(d(3, 1).cmp(&d(3, 1)), std::cmp::Ordering::Equal);
    assert_eq!(d(1, 1).to_string(), "2.414");
}

#[test]
fn bad_input_gets_a_sentence() {
    let mut opened = ship(SHIP);
    at(&mut opened, 1, Verb::Open, 1, 1);
    assert!(error(&opened).contains("open does nothing to a wall"), "{}", error(&opened));
    let mut smashed = ship(SHIP);
    at(&mut smashed, 1, Verb::Smash, 2, 2);
    assert!(error(&smashed).contains("smash does nothing to a floor"), "{}", error(&smashed));
    set(&mut smashed, "smash=blast");
    assert_eq!(error(&smashed), "", "an explosion needs nothing to break");
    let mut nothing = ship(SHIP);
    at(&mut nothing, 1, Verb::Light, 2, 2);
    assert!(error(&nothing).contains("no lamp"));
    let mut word = ship(SHIP);
    set(&mut word, "smash=hammer");
    assert!(error(&word).contains("smash"));
}

#[test]
fn odd_maps_are_told_not_refused() {
    let sealed = run(&ship("#####\n#...#\n#####"));
    assert_eq!(sealed.event(0).sentence, "There is no void on this map: no air can leave it.");
    let void = run(&ship("~~~\n~~~"));
    assert_eq!(void.outcome()["air"], json!([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]));
    let mut broken = ship("#####\n#...#\n#####");
    at(&mut broken, 2, Verb::Smash, 0, 1);
    at(&mut broken, 2, Verb::Smash, 0, 1);
    let replay = run(&broken);
    assert_eq!(sentences(&*replay, "searched"), ["No open cell is without air: nothing can vent."]);
    assert_eq!(sentences(&*replay, "refused"), ["Smash at (0,1) did nothing: a rubble does not do that."]);
    let mut late = ship(SHIP);
    set(&mut late, "turns=3");
    at(&mut late, u32::MAX, Verb::Smash, 1, 1);
    let replay = run(&late);
    assert!(replay.event(replay.len() - 1).sentence.ends_with("One line of the script comes after that."));
    late.run.params.0.clear();
    assert_eq!(run(&late).outcome()["turns"], 10_000, "and no run is endless");
    let mut early = ship(SHIP);
    at(&mut early, 0, Verb::Smash, 1, 3);
    assert_eq!(run(&early).outcome()["breaches"][0]["turn"], 0);
    let mut adrift = ship("~~~\n~~~");
    adrift.actors.push(Actor::new(ActorKind::Item, Cell::new(1, 1)));
    assert_eq!(run(&adrift).outcome()["lost"][0]["turn"], 1, "what is on the void is lost");
}
