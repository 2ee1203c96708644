//! Prisoners that walk by a simple rule instead of the map, against a separate program and against the text of the
//! rules.

use crate::oracles::prisoners::{Room, Rule};
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Grid, Rng, Scene, Size, Tile};
use serde_json::{Value, json};
use support::record;

const TURNS: u32 = 400;

/// Builds a random map with exits, and prisoners on different cells.
fn any_scene(dice: &mut Rng) -> Scene {
    let size = Size::new(3 + dice.below(12) as u16, 3 + dice.below(9) as u16);
    let walls = dice.below(45);
    let mut tiles = Grid::new(size, Tile::Floor);
    for c in size.cells() {
        if dice.below(100) < walls {
            tiles[c] = Tile::Wall;
        }
    }
    let mut free: Vec<Cell> = size.cells().filter(|&c| tiles[c] == Tile::Floor).collect();
    let mut scene = Scene::new(tiles);
    let mut place = |dice: &mut Rng, kind, scene: &mut Scene| {
        if free.is_empty() {
            return;
        }
        let mut actor = Actor::new(kind, free.swap_remove(dice.below(free.len() as u64) as usize));
        if kind == ActorKind::Prisoner && dice.below(4) > 0 {
            actor.set_facing(Some(Dir::STRAIGHT[dice.below(4) as usize]));
        }
        scene.actors.push(actor);
    };
    for _ in 0..=dice.below(2) {
        place(dice, ActorKind::Exit, &mut scene);
    }
    for _ in 0..=dice.below(5) {
        place(dice, ActorKind::Prisoner, &mut scene);
    }
    scene.run.seed = dice.below(1000);
    scene.run.algorithm = "flow-map".into();
    scene.run.params.set("turns", TURNS);
    scene
}

/// Converts a scene for the oracle.
fn room(scene: &Scene) -> Room {
    let place = |c: Cell| (i32::from(c.x), i32::from(c.y));
    let of = |kind| scene.actors.iter().filter(move |a: &&Actor| a.kind == kind);
    Room {
        width: scene.size().width.into(),
        height: scene.size().height.into(),
        wall: scene.tiles.as_slice().iter().map(|&t| t == Tile::Wall).collect(),
        exits: of(ActorKind::Exit).map(|a| place(a.at)).collect(),
        prisoners: of(ActorKind::Prisoner).map(|a| (place(a.at), a.facing().map_or((0, -1), Dir::offset))).collect(),
    }
}

fn cells(path: &Value) -> Vec<(i32, i32)> {
    let pair = |c: &Value| (c[0].as_i64().expect("x") as i32, c[1].as_i64().expect("y") as i32);
    path.as_array().expect("a path").iter().map(pair).collect()
}

fn prisoners(outcome: &Value) -> &Vec<Value> {
    outcome["prisoners"].as_array().expect("prisoners")
}

#[test]
fn walk_rules_agree_with_an_independent_program() {
    let mut dice = Rng::new(451);
    let mut out = [0; 3];
    let mut stay = [0; 3];
    let mut long = 0;
    for round in 0..1500 {
        let mut scene = any_scene(&mut dice);
        if scene.of_kind(ActorKind::Exit).next().is_none() {
            continue;
        }
        for (k, (word, rule)) in
            [("right-hand", Rule::RightHand), ("left-hand", Rule::LeftHand), ("toward-exit", Rule::TowardExit)]
                .into_iter()
                .enumerate()
        {
            scene.run.params.set("walk", word);
            let outcome = record(&scene).outcome().clone();
            let expected = room(&scene).play(rule, TURNS);
            let mut left = 0;
            for (ours, theirs) in prisoners(&outcome).iter().zip(&expected) {
                let path = cells(&ours["path"]);
                // A run ends as soon as a state repeats. The oracle continues in its circle.
                assert!(theirs.path.starts_with(&path), "round {round}, {word}: {path:?} is not {:?}", theirs.path);
                assert_eq!(ours["left"], json!(theirs.left), "round {round}, {word}");
                long += usize::from(path.len() > 20);
                left += usize::from(theirs.left.is_some());
            }
            let all = expected.len();
            assert_eq!(prisoners(&outcome).len(), all);
            assert_eq!(outcome["out"], left, "round {round}, {word}");
            let share = (all > 0).then(|| left as f64 / all as f64);
            assert_eq!(outcome["share_out"], json!(share), "round {round}, {word}");
            out[k] += left;
            stay[k] += all - left;
        }
    }
    assert!(out.iter().chain(&stay).all(|&n| n > 300) && long > 300, "{out:?} left, {stay:?} stayed, {long} long ways");
}

#[test]
fn random_turns_go_straight_and_turn_evenly() {
    let mut dice = Rng::new(452);
    // How often each of three free directions was taken, in the order in which they are listed.
    let mut straight = 0;
    let mut turned = 0;
    let mut of_three = [0u32; 3];
    for round in 0..600 {
        let mut scene = any_scene(&mut dice);
        // A single prisoner, so that nothing is ever in its way.
        let first = scene.actors.iter().position(|a| a.kind == ActorKind::Prisoner);
        let mut k = 0;
        scene.actors.retain(|a| {
            k += 1;
            a.kind != ActorKind::Prisoner || Some(k - 1) == first
        });
        let (Some(me), Some(_)) =
            (scene.of_kind(ActorKind::Prisoner).next().cloned(), scene.of_kind(ActorKind::Exit).next())
        else {
            continue;
        };
        scene.run.params.set("walk", "random-turn");
        let outcome = record(&scene).outcome().clone();
        let size = scene.size();
        let free = |c: Cell, d: Dir| c.step(d, size).filter(|&to| scene.tiles[to] == Tile::Floor);
        let mut heading = me.facing().unwrap_or(Dir::N);
        let path: Vec<Cell> =
            cells(&prisoners(&outcome)[0]["path"]).iter().map(|c| Cell::new(c.0 as u16, c.1 as u16)).collect();
        for step in path.windows(2) {
            let went = Dir::STRAIGHT.into_iter().find(|&d| step[0].step(d, size) == Some(step[1]));
            let went = went.unwrap_or_else(|| panic!("round {round}: from {} to {}", step[0], step[1]));
            if free(step[0], heading).is_some() {
                assert_eq!(went, heading, "round {round}: straight on at {}", step[0]);
                straight += 1;
            } else {
                let open: Vec<Dir> = Dir::WINDS[..4].iter().copied().filter(|&d| free(step[0], d).is_some()).collect();
                let at = open.iter().position(|&d| d == went).expect("a free direction");
                turned += 1;
                if open.len() == 3 {
                    of_three[at] += 1;
                }
            }
            heading = went;
        }
    }
    let n: u32 = of_three.iter().sum();
    let expected = f64::from(n) / 3.0;
    let chi2: f64 = of_three.iter().map(|&k| (f64::from(k) - expected).powi(2) / expected).sum();
    assert!(straight > 5000 && turned > 2000 && n > 1000, "{straight} straight, {turned} turned, {n} of three");
    // Two degrees of freedom: a value above 13.8 has a probability of 1 in 1000.
    assert!(chi2 < 13.8, "{of_three:?}: {chi2}");
}

#[test]
fn prisoners_cheer_in_the_turn_their_ring_arrives() {
    let mut dice = Rng::new(453);
    let (mut heard, mut never) = (0, 0);
    for round in 0..400 {
        let mut scene = any_scene(&mut dice);
        if scene.of_kind(ActorKind::Exit).next().is_none() {
            continue;
        }
        let word = ["map", "right-hand", "random-turn", "toward-exit"][round % 4];
        scene.run.params.set("walk", word);
        let room = room(&scene);
        let distances = room.distances();
        for ripple in ["level", "whole"] {
            scene.run.params.set("ripple", ripple);
            let outcome = record(&scene).outcome().clone();
            for (ours, ((x, y), _)) in prisoners(&outcome).iter().zip(&room.prisoners) {
                // At one level per turn, the ring of distance 5 arrives in turn 5.
                let distance = distances[(y * room.width + x) as usize];
                let turn = distance.map(|d| if ripple == "level" { d } else { 0 });
                assert_eq!(ours["cheered"], json!(turn), "round {round}, {ripple}, ({x},{y})");
                heard += usize::from(turn.is_some());
                never += usize::from(turn.is_none());
            }
        }
    }
    assert!(heard > 800 && never > 100, "{heard} heard it, {never} never did");
}

/// Builds a corridor with a bend. The wall at the right hand ends at (2,1).
fn bend() -> Scene {
    let mut scene = Scene::new(Grid::new(Size::new(5, 5), Tile::Wall));
    for (x, y) in [(2, 1), (2, 2), (2, 3), (3, 1), (1, 3), (3, 3)] {
        scene.tiles[Cell::new(x, y)] = Tile::Floor;
    }
    scene.actors = vec![Actor::new(ActorKind::Exit, Cell::new(3, 1)), Actor::new(ActorKind::Prisoner, Cell::new(2, 3))];
    scene.run.algorithm = "flow-map".into();
    scene.run.params.set("walk", "right-hand");
    scene
}

#[test]
fn walk_rule_explains_each_tried_cell() {
    let scene = bend();
    let run = record(&scene);
    let sentences: Vec<String> = (0..run.len()).map(|i| run.event(i).sentence).collect();
    let said = |words: &str| assert!(sentences.iter().any(|s| s.contains(words)), "{words:?} in {sentences:#?}");
    said("Tried (2,2): it is free, and the rule takes it.");
    said("Tried (1,3): it is free, but the rule takes another before it.");
    said("Prisoner 1 left through the exit (3,1)");
    let why = run.why_not(Cell::new(1, 3));
    assert!(why.reason == "later" && why.sentence.contains("the rule takes another before it"), "{}", why.sentence);
    // Shut in between walls and bodies, it waits.
    let mut shut = scene.clone();
    shut.tiles = Grid::new(Size::new(7, 3), Tile::Wall);
    for x in 1..6 {
        shut.tiles[Cell::new(x, 1)] = Tile::Floor;
    }
    let actor = |kind, x| Actor::new(kind, Cell::new(x, 1));
    shut.actors = vec![
        actor(ActorKind::Exit, 1),
        actor(ActorKind::Guard, 1),
        actor(ActorKind::Prisoner, 2),
        actor(ActorKind::Prisoner, 3),
    ];
    let run = record(&shut);
    let waited = (0..run.len()).find(|&i| run.kind(i) == "waited").expect("a wait");
    assert_eq!(run.event(waited).sentence, "Prisoner 1 stays at (2,1): something is in the way on all sides.");
    assert_eq!((&run.outcome()["out"], &run.outcome()["share_out"]), (&json!(0), &json!(0.0)));
    // Prisoners that flee use the map.
    let mut flees = bend();
    flees.run.params.set("flee", true);
    let with = record(&flees).outcome().clone();
    flees.run.params.set("walk", "map");
    assert_eq!(with, *record(&flees).outcome());
}

#[test]
fn share_without_prisoners_is_null() {
    let mut scene = bend();
    scene.actors.truncate(1);
    assert_eq!(record(&scene).outcome()["share_out"], Value::Null);
}

/// From the corner of an empty room of 5 × 3 cells, two diagonal and two straight steps lead to the exit in the opposite
/// corner.
#[test]
fn distance_without_walls_is_octile() {
    let mut scene = Scene::new(Grid::new(Size::new(5, 3), Tile::Floor));
    scene.actors = vec![Actor::new(ActorKind::Exit, Cell::new(4, 2)), Actor::new(ActorKind::Prisoner, Cell::new(0, 0))];
    scene.run.algorithm = "flow-map".into();
    for (name, value) in [("walk", "toward-exit"), ("neighbours", "8"), ("costs", "octile")] {
        scene.run.params.set(name, value);
    }
    let run = record(&scene);
    let began = (0..run.len()).find(|&i| run.kind(i) == "actor-began").expect("a move");
    // In thousandths: 2 · 1414 + 2 · 1000.
    assert_eq!(
        run.event(began).sentence,
        "Prisoner 1 moves next, from (0,0): without walls the value there would be 4828."
    );
}
