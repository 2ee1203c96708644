//! Air: bullets, explosions and suction with their probabilities, the lessons, and bad input.

use crate::helpers::air::{SHIP, after, at, error, run, sentences, set, ship, shows};
use gridscope::algorithms::atmosphere::{line, ring};
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::replay::Outline;
use gridscope::trace::{Actor, ActorKind, Cell, Progress, Scene, ScriptLine, Size, Tile, Verb};
use serde_json::{Value, json};
use support::HitsOf as _;

/// Returns the share of seeds for which a condition holds.
fn share(scene: &Scene, seeds: u64, holds: impl Fn(&Value) -> bool) -> f64 {
    let runner = gridscope::algorithms::find("atmosphere").expect("it is on the list");
    let hit = |seed| holds(&runner.outcome(scene, &scene.run.params, seed, &Progress::default()).expect("an outcome"));
    (0..seeds).filter(|&seed| hit(seed)).count() as f64 / seeds as f64
}

#[test]
fn bullet_breaks_a_third_of_pressure_walls() {
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
    assert_eq!(sentences(&replay, "spared"), ["The bullet did nothing to (5,2): bullets only break pressure walls."]);
}

#[test]
fn bullet_flies_to_the_first_obstacle() {
    let mut scene = ship(SHIP);
    scene.actors.push(Actor::new(ActorKind::Explorer, Cell::new(7, 3)));
    set(&mut scene, "smash=bullet");
    at(&mut scene, 1, Verb::Smash, 2, 3);
    let spared = sentences(&run(&scene), "spared");
    assert!(spared[0].contains("(5,3)"), "the closed door is in the way: {spared:?}");
    scene.tiles[Cell::new(5, 3)] = Tile::DoorOpen;
    assert_eq!(sentences(&run(&scene), "missed"), ["The bullet flew to (2,3) and hit nothing solid."]);
    scene.actors.push(Actor::new(ActorKind::Guard, Cell::new(4, 3)));
    assert_eq!(sentences(&run(&scene), "stopped"), ["The bullet hit the guard at (4,3) and stopped."]);
}

#[test]
fn explosion_breaks_walls_two_times_in_three() {
    let mut scene = ship(SHIP);
    set(&mut scene, "smash=blast");
    set(&mut scene, "turns=1");
    at(&mut scene, 1, Verb::Smash, 5, 2);
    // The centre is a solid cell. It is hit separately, and it is not a pressure wall.
    let centre = |o: &Value| {
        let breaches = o["breaches"].as_array().expect("a list");
        breaches.iter().any(|b| b["opened"].as_array().expect("a list").contains(&json!([5, 2])))
    };
    let two_thirds = share(&scene, 3000, centre);
    assert!((two_thirds - 2.0 / 3.0).abs() < 0.03, "{two_thirds}");
}

#[test]
fn shockwaves_reach_the_ring_and_pass_through_people() {
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
    let passed = sentences(&replay, "passed");
    assert!(
        passed.len() > 1 && passed[0] == "The shockwave went through the guard at (6,5), as flames do.",
        "{passed:?}"
    );
    assert_eq!(replay.outcome()["breaches"], json!([]), "there is nothing to break");
}

#[test]
fn suction_moves_things_twice_as_often_as_players() {
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
    scene.actors[1].set_chained(Some(true));
    assert_eq!(share(&scene, 100, |o| o["things"] == json!([[2, 3], [3, 3]])), 1.0, "places and the chained stay");
    scene.actors = vec![Actor::new(ActorKind::Item, Cell::new(2, 3))];
    set(&mut scene, "suction=off");
    assert_eq!(share(&scene, 100, |o| o["things"][0] == json!([2, 3])), 1.0);
}

#[test]
fn suction_breaks_ties_evenly() {
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
    assert_eq!((tie.candidates.len(), tie.probability), (3, Some(1.0 / 3.0)));
    let grip = (0..replay.len()).find(|&i| replay.kind(i) == "pulled").expect("it was pulled");
    assert_eq!(replay.tie(grip).and_then(|t| t.probability), Some(0.5));
    replay.seek(moved + 1);
    let table = &replay.tables()[0];
    assert_eq!((table.title.as_str(), table.rows.len()), ("Where suction takes the item: 6 candidates", 6));
    assert_eq!(table.rows.iter().filter(|r| r.chosen).count(), 1);
    assert_eq!(table.rows[0].values[1], "0", "air 0 first");
    let taken = replay.decision().and_then(|choice| choice.chosen_candidate().and_then(|c| c.cell));
    assert_eq!((taken, replay.decided()), (Some(tie.chosen), Some(tie.chosen)));
    assert!(table.rows[5].values[3].starts_with("it has air"), "{:?}", table.rows[5]);
    let figures = replay.figures();
    let of = |outline| figures.iter().filter(move |f| f.outline == outline);
    assert_eq!(of(Outline::Arrow).count(), 1, "one thing moved");
    assert_eq!(of(Outline::Plate).map(|f| f.beads.join(" ")).collect::<Vec<_>>(), ["1/3 1/3"], "those not taken");
    replay.seek(moved + 2);
    assert_eq!((replay.decided(), replay.event(moved + 1).kind), (Some(tie.chosen), "lost"), "it stays taken");
    replay.seek(usize::MAX);
    assert_eq!(replay.tokens()[0].at, None, "it is lost");
    assert_eq!(replay.hits_of(&Condition::check("someone was lost")).len(), 1);
}

#[test]
fn invalid_air_scripts_get_a_sentence() {
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
fn odd_maps_and_useless_lines_are_reported() {
    let sealed = run(&ship("#####\n#...#\n#####"));
    assert_eq!(sealed.event(0).sentence, "There is no void on this map: no air can leave it.");
    let void = run(&ship("~~~\n~~~"));
    assert_eq!(void.outcome()["air"], json!([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]));
    let mut broken = ship("#####\n#...#\n#####");
    at(&mut broken, 2, Verb::Smash, 0, 1);
    at(&mut broken, 2, Verb::Smash, 0, 1);
    let replay = run(&broken);
    assert_eq!(sentences(&replay, "searched"), ["Every open cell has air, so nothing can vent."]);
    assert_eq!(sentences(&replay, "refused"), ["Smash at (0,1) did nothing: that has no effect on rubble."]);
    let mut late = ship(SHIP);
    set(&mut late, "turns=3");
    at(&mut late, u32::MAX, Verb::Smash, 1, 1);
    let replay = run(&late);
    assert!(replay.event(replay.len() - 1).sentence.ends_with("The run ended before 1 line of the script."));
    late.run.params.0.clear();
    assert_eq!(run(&late).outcome()["turns"], 10_000, "and no run is endless");
    let mut early = ship(SHIP);
    at(&mut early, 0, Verb::Smash, 1, 3);
    assert_eq!(run(&early).outcome()["breaches"][0]["turn"], 0);
    let mut adrift = ship("~~~\n~~~");
    adrift.actors.push(Actor::new(ActorKind::Item, Cell::new(1, 1)));
    assert_eq!(run(&adrift).outcome()["lost"][0]["turn"], 1, "what is on the void is lost");
}

/// Returns a lesson's scene, and the sentence of the event at its moment.
fn lesson(id: &str) -> (Scene, String) {
    let scene = gridscope::presets::find(id).expect("a lesson").scene().expect("a scene");
    let at = scene.run.picture_moment().expect("a moment");
    let sentence = run(&scene).event(at - 1).sentence;
    (scene, sentence)
}

#[test]
fn air_lessons_open_at_their_stated_events() {
    let (scene, sentence) = lesson("a-breach");
    assert_eq!(sentence, "The air at (6,2) fell to 0.5; the whole map has 14 left.");
    assert_eq!(run(&scene).event(381).sentence, "(5,2) is a pressure wall now: both floods reach it.");
    let (mut scene, sentence) = lesson("open-the-door-and-close-it");
    assert_eq!(sentence, "The air at (2,2) rose from 0.1 to 1.");
    scene.script[2].turn = 21;
    assert!(sentences(&run(&scene), "filled").contains(&"The air at (2,2) rose from 0 to 1.".to_owned()));
}

/// Events of a shot belong to the script line that fires it: a bullet, a rocket and a blast in one run.
#[test]
fn shot_events_belong_to_their_script_line() {
    let mut scene = ship(SHIP);
    let fires = |turn, verb, at: (u16, u16), to: Option<(u16, u16)>| {
        let cell = |(x, y)| Cell::new(x, y);
        ScriptLine { turn, verb, at: cell(at), to: to.map(cell), tile: None }
    };
    scene.script.push(fires(1, Verb::Shoot, (2, 3), Some((8, 3))));
    scene.script.push(fires(2, Verb::Smash, (9, 3), None));
    scene.script.push(fires(3, Verb::Rocket, (2, 3), Some((8, 3))));
    scene.script.push(fires(4, Verb::Blast, (3, 3), None));
    let replay = run(&scene);
    assert_eq!(sentences(&replay, "shot"), ["A bullet was fired from (2,3) at (8,3)."]);
    assert!(sentences(&replay, "spared").iter().any(|s| s.contains("(5,3): bullets only break pressure walls")));
    assert_eq!(sentences(&replay, "launched"), ["A rocket was fired from (2,3) at (8,3)."]);
    let exploded = sentences(&replay, "exploded");
    assert!(exploded[0].starts_with("An explosion at (5,3)") && exploded[1].starts_with("An explosion at (3,3)"));
    let by: Vec<&str> =
        replay.outcome()["breaches"].as_array().expect("a list").iter().filter_map(|b| b["by"].as_str()).collect();
    assert_eq!(by.first(), Some(&"smash"), "a smash is still one: {by:?}");
    scene.script[0].to = None;
    assert!(error(&scene).contains("shoot needs a cell to fire at"));
}

/// Flames go through people to the first solid cell, at most five cells far, for three units of time. They use a tenth
/// of the air in each cell, but never the last one.
#[test]
fn flames_pass_through_people_and_use_air() {
    let mut scene = ship("~~~~~~~~~~~~~\n~###########~\n~#.........#~\n~#.........#~\n~###########~\n~~~~~~~~~~~~~");
    scene.actors.push(Actor::new(ActorKind::Enemy, Cell::new(4, 2)));
    let burn = |turn, from: (u16, u16), to: (u16, u16)| {
        let [at, to] = [from, to].map(|(x, y)| Cell::new(x, y));
        ScriptLine { turn, verb: Verb::Burn, at, to: Some(to), tile: None }
    };
    scene.script.push(burn(1, (2, 2), (3, 2)));
    let replay = run(&scene);
    let said = "Flames were thrown from (2,2) toward (3,2): they cover 5 cells.";
    assert_eq!(sentences(&replay, "threw"), [said]);
    assert_eq!(sentences(&replay, "scorched").len(), 4, "when they come, and in each of three units");
    let outcome = replay.outcome();
    let burns = outcome["burns"].as_array().expect("a list");
    let turns: Vec<_> = burns.iter().map(|b| (b["turn"].as_u64(), b["at"].clone())).collect();
    assert_eq!(turns, [1, 1, 2, 3].map(|turn| (Some(turn), json!([4, 2]))));
    assert_eq!(outcome["air"][2], json!([0.0, 1.0, 1.0, 0.7, 0.7, 0.7, 0.7, 0.7, 1.0, 1.0, 1.0, 1.0, 0.0]));
    assert_eq!(outcome["air_left"], json!(18.0 - 1.5), "air goes into flames and nowhere else");
    let mut middle = replay.fork();
    after(&mut middle, "turn 1");
    assert_eq!((shows(&middle, "fire", 3, 2), shows(&middle, "fire", 8, 2)), ("2".into(), "-".into()));
    // A closed door stops them. Repeated flames leave the last tenth.
    scene.tiles[Cell::new(6, 2)] = Tile::Door;
    assert!(sentences(&run(&scene), "threw")[0].ends_with("they cover 3 cells."));
    scene.script = (0..6).map(|i| burn(1 + 3 * i, (2, 2), (3, 2))).collect();
    let replay = run(&scene);
    assert_eq!(replay.outcome()["air"][2][3], json!(0.1));
    assert!(sentences(&replay, "went-out").contains(&"Nothing burns at (3,2): there is too little air.".to_owned()));
    scene.script[0].to = None;
    assert!(error(&scene).contains("burn needs a cell to fire at"));
}

#[test]
fn suction_lesson_shows_its_stated_loss() {
    let (scene, sentence) = lesson("suction");
    assert_eq!(sentence, "Item 1 was sucked from (16,4) to (17,4), one of 3 equally good neighbours, a 1 in 3 chance.");
    let mut replay = run(&scene);
    let at = scene.run.picture_moment().expect("a moment");
    assert_eq!(replay.event(at).sentence, "Item 1 was lost to the void at (17,4).");
    replay.seek(at);
    let tables = replay.tables();
    assert_eq!(tables[0].rows.len(), 6);
    assert_eq!(tables[1].title, "Pulled at in this unit");
    let thrown: Vec<String> = tables[1].rows.iter().map(|r| r.values.join(" ").trim_end().to_owned()).collect();
    let all = [
        "explorer 10 3 holds on",
        "enemy 1 10 6 holds on",
        "enemy 2 5 6 to (13,4)",
        "item 1 3 6 to (17,4)",
        "item 3  6",
    ];
    assert_eq!(thrown, all);
    assert_eq!(tables[1].rows.iter().position(|r| r.chosen), Some(3));
    assert_eq!(replay.tie(at - 1).and_then(|t| t.probability), Some(1.0 / 3.0));
    assert_eq!(sentences(&replay, "refused"), ["Close at (7,4) did nothing: an actor is there."]);
    after(&mut replay, "turn 3");
    assert_eq!(replay.tiles(), [(Cell::new(16, 4), Tile::Floor)], "the door is still open");
    after(&mut replay, "turn 6");
    assert_eq!((shows(&replay, "air", 3, 3), shows(&replay, "air", 12, 3)), ("1".into(), "0.5".into()));
}

#[test]
fn explosion_lesson_shows_its_stated_dice() {
    let (mut scene, sentence) = lesson("explosion");
    assert_eq!(sentence, "(7,5) was hit. The 12-sided die gave 10; below 8 it breaks, a 2 in 3 chance, so it held.");
    let mut replay = run(&scene);
    let at = scene.run.picture_moment().expect("a moment");
    assert_eq!(replay.event(at - 4).sentence, "The shockwave went through enemy 1 at (13,5), as flames do.");
    let outcome = replay.outcome().clone();
    assert_eq!(outcome["breaches"][0]["opened"].as_array().expect("a list").len(), 14);
    let lost = outcome["lost"].as_array().expect("a list");
    assert!(lost.len() == 3 && lost.iter().all(|l| l["turn"].as_u64() <= Some(5)), "{lost:?}");
    assert_eq!(outcome["things"], json!([[4, 5], null, null, null]));
    assert_eq!(outcome["air"][5][3], 1.0);
    replay.seek(at);
    assert_eq!(replay.tables()[0].title, "What was struck");
    assert!(replay.figures().len() > 15, "two circles and the shockwaves so far");
    set(&mut scene, "smash=bullet");
    assert_eq!(
        sentences(&run(&scene), "spared"),
        ["The bullet did nothing to (7,5): bullets only break pressure walls."]
    );
}

/// A shot continues beyond the cell it is aimed at: a bullet to the first person in its way, a rocket to a wall, and
/// both to the edge of the map if nothing is in the way.
#[test]
fn bullets_and_rockets_fly_until_they_hit() {
    let line = |verb, to| ScriptLine { turn: 1, verb, at: Cell::new(1, 2), to: Some(to), tile: None };
    let mut scene = ship("~~~~~~~~~~~\n###########\n#.........#\n###########");
    scene.script = vec![line(Verb::Rocket, Cell::new(3, 2))];
    assert!(sentences(&run(&scene), "exploded")[0].starts_with("An explosion at (10,2)"));
    scene.script = vec![line(Verb::Shoot, Cell::new(2, 2))];
    scene.actors.push(Actor::new(ActorKind::Enemy, Cell::new(7, 2)));
    assert!(sentences(&run(&scene), "stopped")[0].contains("at (7,2) and stopped"));
    let mut open = ship("~~~~~~~~~\n~~.....~~\n~~~~~~~~~");
    open.script = vec![ScriptLine { at: Cell::new(3, 1), ..line(Verb::Shoot, Cell::new(4, 1)) }];
    assert_eq!(sentences(&run(&open), "missed"), ["The bullet flew to (8,1) and hit nothing solid."]);
}
