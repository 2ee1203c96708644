//! Enemies that hunt the explorer, and the air it breathes, checked with the events alone and with second
//! implementations.

use gridscope::trace::generate::{ALL_DECKS, SceneRequest};
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Grid, Params, Replay, Scene, ScriptLine, Size, Tile, Verb};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use support::count_of;

fn scene(rows: &[&str], set: &[&str]) -> Scene {
    let text = rows.join("\n");
    let mut scene = support::scene(&text.replace('?', "."));
    let glyphs = text.chars().filter(|&c| c != '\n');
    scene.known = Grid::from_vec(scene.size(), glyphs.map(|c| c != '?').collect());
    "auto-explore".clone_into(&mut scene.run.algorithm);
    support::set(&mut scene, &["actions=on"]);
    support::set(&mut scene, set);
    scene
}

fn number(event: &Value, name: &str) -> u32 {
    event[name].as_u64().unwrap_or_else(|| panic!("{name} in {event}")) as u32
}

/// Builds a small ship with an explorer that goes through all of it.
fn ship(seed: u64) -> Scene {
    let mut params = Params::default();
    for (name, value) in
        [("decks", 2), ("rooms-least", 4), ("rooms-most", 6), ("hallways", 1), ("enemy-rooms-least", 1)]
    {
        params.set(name, value);
    }
    let wish = SceneRequest { size: Size::new(40, 26), seed, deck: ALL_DECKS, params };
    gridscope::registry().generator("ship").expect("a ship").scene(&wish).expect("a scene")
}

/// Returns the number of steps from a cell to each other one, with doors open.
fn steps(tiles: &Grid<Tile>, from: Cell) -> BTreeMap<Cell, u32> {
    let mut far = BTreeMap::from([(from, 0)]);
    let mut open = VecDeque::from([from]);
    while let Some(c) = open.pop_front() {
        for to in Dir::ALL.into_iter().filter_map(|dir| c.step(dir, tiles.size())) {
            if (!tiles[to].is_solid() || tiles[to] == Tile::Door) && !far.contains_key(&to) {
                far.insert(to, far[&c] + 1);
                open.push_back(to);
            }
        }
    }
    far
}

#[test]
fn hunters_walk_to_where_they_saw_the_explorer() {
    let (mut hunted, mut struck, mut woke) = (0, 0, 0);
    for seed in 1..=6 {
        let scene = ship(seed);
        let run = support::record(&scene);
        let mut tiles = scene.tiles.clone();
        let mut at: Vec<Cell> = scene.actors.iter().map(|a| a.at).collect();
        let mut awake: BTreeMap<u32, Cell> = BTreeMap::new();
        let own = scene.actors.iter().position(|a| a.kind == ActorKind::Explorer).expect("an explorer");
        for i in 0..run.len() {
            let Some(cell) = run.trace().cell(i) else { continue };
            let event = run.event_json(i);
            let actor = || number(&event, "actor") as usize - 1;
            match run.kind(i) {
                "changed" => tiles[cell] = Tile::from_name(event["tile"].as_str().expect("a tile")).expect("a tile"),
                "forced" => {
                    assert_eq!(tiles[cell], Tile::Door, "seed {seed}, event {i}");
                    tiles[cell] = Tile::DoorOpen;
                }
                "moved" | "took-stairs" => at[own] = cell,
                "woke" => {
                    assert_eq!(at[actor()], cell);
                    awake.insert(actor() as u32, at[own]);
                    woke += 1;
                }
                "hunted" => {
                    let (who, from) = (actor(), at[actor()]);
                    assert!(awake.contains_key(&(who as u32)), "seed {seed}, event {i}: asleep");
                    let (dx, dy) = from.delta(cell);
                    assert!(dx.max(dy) == 1 && !tiles[cell].is_solid(), "seed {seed}, event {i}: {from} to {cell}");
                    assert!(at[own] != cell, "seed {seed}, event {i}: onto the explorer");
                    let to = &event["to"];
                    let part = |k: usize| to[k].as_u64().expect("a number") as u16;
                    let place = Cell::new(part(0), part(1));
                    let far = steps(&tiles, place);
                    assert!(far[&cell] <= far[&from], "seed {seed}, event {i}: not away from {place}");
                    at[who] = cell;
                    hunted += 1;
                }
                "struck" => {
                    let (dx, dy) = at[actor()].delta(at[own]);
                    assert!(dx.max(dy) <= 1, "seed {seed}, event {i}");
                    struck += 1;
                }
                "bumped" => {
                    let (dx, dy) = at[actor()].delta(at[own]);
                    assert!(dx.max(dy) <= 1, "seed {seed}, event {i}");
                }
                _ => {}
            }
        }
    }
    assert!(woke > 20 && hunted > 30 && struck > 5, "{woke} {hunted} {struck}");
}

/// Every turn of rest is caused by an event, and none is lost.
#[test]
fn rest_turns_equal_the_hurts_received() {
    let (mut rests, mut gasps) = (0, 0);
    for seed in 1..=6 {
        let run = support::record(&ship(seed));
        let mut owed = 0;
        for i in 0..run.len() {
            let event = || run.event_json(i);
            match run.kind(i) {
                "struck" | "gasped" => {
                    owed += 1;
                    gasps += u32::from(run.kind(i) == "gasped");
                    assert_eq!(number(&event(), "left"), owed, "seed {seed}, event {i}");
                }
                "rested" => {
                    owed -= 1;
                    rests += 1;
                    assert_eq!(number(&event(), "left"), owed, "seed {seed}, event {i}");
                }
                _ => {}
            }
        }
        // The path ends at the teleporter.
        let stopped = run.outcome()["stopped"].as_str().expect("a sentence").to_owned();
        assert!(stopped.starts_with("Explored: nothing is left but the teleporter"), "seed {seed}: {stopped}");
        let stairs = run.outcome()["stairs"].as_array().expect("stairs").len();
        assert!(stairs >= 1, "seed {seed}");
        let (turns, moves) = (&run.outcome()["turns"], &run.outcome()["moves"]);
        let acted = count_of(&run, "bumped") + count_of(&run, "rested") + count_of(&run, "tried");
        let closed = (0..run.len()).filter(|&i| {
            run.event_json(i)["sentence"] == Value::Null && {
                let event = run.event_json(i);
                event["event"] == "changed" && event["tile"] == "door"
            }
        });
        let spent = acted + closed.count();
        assert_eq!(turns.as_u64(), moves.as_u64().map(|m| m + spent as u64), "seed {seed}");
    }
    assert!(rests > 10 && gasps > 3, "{rests} {gasps}");
}

#[test]
fn unseen_enemy_sleeps_and_still_enemy_stays() {
    let rows = ["##########", "#@......M#", "##########"];
    let with = |people: &str| {
        let mut scene = scene(&rows, &["radius=3", people]);
        scene.known = None;
        scene.actors[0].set_strength(Some(2));
        scene.actors[1].set_strength(Some(1));
        scene.actors.push(Actor::new(ActorKind::Item, Cell::new(8, 1)));
        support::record(&scene)
    };
    let (still, hunt) = (with("people=still"), with("people=hunt"));
    assert_eq!((count_of(&still, "woke"), count_of(&still, "hunted")), (0, 0));
    assert_eq!((count_of(&hunt, "woke"), count_of(&hunt, "bumped")), (1, 1));
    let first = |run: &Replay, kind: &str| (0..run.len()).find(|&i| run.kind(i) == kind);
    let seen = first(&hunt, "woke").expect("it woke");
    let moves = (0..seen).filter(|&i| hunt.kind(i) == "moved").count();
    assert_eq!(moves, 4, "seen from (5,1), three cells away");
    assert!(count_of(&hunt, "hunted") >= 1);
}

#[test]
fn closed_door_keeps_air_from_a_hole() {
    // The room on the right has a hole. The explorer looks in, closes the door behind it, and breathes again outside.
    let rows = ["############", "#@....+....#", "#.....#....#", "############"];
    let mut all = scene(&rows, &["air=on", "radius=9"]);
    all.tiles[Cell::new(11, 1)] = Tile::Void;
    all.actors.push(Actor::new(ActorKind::Item, Cell::new(9, 2)));
    let mut known = Grid::new(all.size(), true);
    for c in all.size().cells().filter(|c| c.x > 6) {
        known[c] = false;
    }
    all.known = Some(known);
    let run = support::record(&all);
    let events: Vec<(String, Value)> = (0..run.len()).map(|i| (run.kind(i).to_owned(), run.event_json(i))).collect();
    let empty = events.iter().filter(|(kind, e)| kind == "aired" && e["air"] == 0).count();
    assert!(empty >= 8, "the room behind the door has none: {empty}");
    assert_eq!(count_of(&run, "vented"), 1, "the door lets the air of the first room out");
    assert!(count_of(&run, "gasped") > 0);
    let shut = events.iter().any(|(kind, e)| kind == "changed" && e["tile"] == "door");
    assert!(shut, "it closes the door behind it");
    support::set(&mut all, &["air=off"]);
    let off = support::record(&all);
    assert_eq!((count_of(&off, "aired"), count_of(&off, "gasped"), count_of(&off, "vented")), (0, 0, 0));
}

/// The air of a run equals that of the air algorithm, with the same doors at the same turns as script lines.
#[test]
fn air_of_a_run_equals_the_air_algorithm() {
    let mut compared = 0;
    for seed in 1..=5 {
        let scene = ship(seed);
        let run = support::record(&scene);
        let mut script = Vec::new();
        let (mut air, mut tiles) = (BTreeMap::<Cell, u64>::new(), scene.tiles.clone());
        let mut turns = 0;
        for i in 0..run.len() {
            let event = run.event_json(i);
            let (kind, cell) = (run.kind(i), run.trace().cell(i));
            if kind == "turn-began" {
                turns += 1;
            }
            let to = match kind {
                "changed" => event["tile"].as_str().map(str::to_owned),
                "forced" => Some("door-open".to_owned()),
                _ => None,
            };
            match (kind, cell) {
                ("aired", Some(c)) => _ = air.insert(c, event["air"].as_u64().expect("tenths")),
                (_, Some(at)) if to.is_some() => {
                    let verb = if to.as_deref() == Some("door") { Verb::Close } else { Verb::Open };
                    // An action after the air of its turn was updated belongs to the next unit of time. Actions of
                    // others belong to this one.
                    tiles[at] = Tile::from_name(to.as_deref().unwrap_or_default()).expect("a tile");
                    script.push(ScriptLine { turn: turns + 1, verb, at, to: None, tile: None });
                }
                _ => {}
            }
        }
        let mut alone = scene.clone();
        alone.actors.clear();
        alone.script = script;
        alone.run.params = Params::default();
        "atmosphere".clone_into(&mut alone.run.algorithm);
        support::set(&mut alone, &[&format!("turns={turns}"), "suction=off"]);
        let outcome = support::record(&alone).outcome().clone();
        // Walls and closed doors keep the air of their region. Nothing breathes it, so it is not compared.
        for (cell, tenths) in air.iter().filter(|(cell, _)| !tiles[**cell].is_solid()) {
            let there = outcome["air"][cell.y as usize][cell.x as usize].as_f64().expect("air");
            assert_eq!((there * 10.0).round() as u64, *tenths, "seed {seed}: {cell}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn runs_of_a_whole_ship_are_reproducible() {
    let (a, b) = (support::record(&ship(3)), support::record(&ship(3)));
    assert_eq!(a.outcome(), b.outcome());
    assert_eq!(a.len(), b.len());
}
