//! Bodies: health, bloats and chains of them, people that hunt and shoot, the beacon, and the causes of deaths.

use crate::helpers::air::{at, error, run, sentences, set, ship};
use gridscope::algorithms::atmosphere::disc;
use gridscope::debugger::lab::query;
use gridscope::trace::actor::FieldValue;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::{Actor, ActorKind, Cell, Replay, Scene, ScriptLine, Size, Verb};
use serde_json::{Value, json};
use support::HitsOf as _;

fn fires(scene: &mut Scene, turn: u32, verb: Verb, from: (u16, u16), to: (u16, u16)) {
    let [at, to] = [from, to].map(|(x, y)| Cell::new(x, y));
    scene.script.push(ScriptLine { turn, verb, at, to: Some(to), tile: None });
}

fn beacon(scene: &mut Scene, x: u16, y: u16) {
    let mut item = Actor::new(ActorKind::Item, Cell::new(x, y));
    item.set("what", Some(FieldValue::Word("beacon".into())));
    scene.actors.push(item);
}

fn find(replay: &Replay, kind: &str) -> usize {
    (0..replay.len()).find(|&i| replay.kind(i) == kind).unwrap_or_else(|| panic!("no {kind}"))
}

fn kinds(replay: &Replay, event: usize) -> Vec<&str> {
    query::causes(replay, event).into_iter().map(|i| replay.kind(i)).collect()
}

/// Builds a map with three bloats two cells apart, and a guard next to the last one.
fn chain() -> Scene {
    let mut scene = ship("###############\n#.............#\n#..B.B.B......#\n#.............#\n###############");
    scene.actors.push(Actor::new(ActorKind::Guard, Cell::new(8, 2)));
    set(&mut scene, "health=on");
    fires(&mut scene, 1, Verb::Shoot, (1, 2), (3, 2));
    scene
}

#[test]
fn bloat_chain_bursts_one_per_turn() {
    let replay = run(&chain());
    let outcome = replay.outcome();
    let bursts = outcome["bursts"].as_array().expect("a list");
    let told: Vec<_> = bursts.iter().map(|b| (b["turn"].clone(), b["at"].clone())).collect();
    assert_eq!(told, [(json!(1), json!([3, 2])), (json!(2), json!([5, 2])), (json!(3), json!([7, 2]))]);
    let death = &outcome["deaths"][0];
    assert_eq!(
        (&death["who"], &death["at"], &death["turn"], &death["by"]),
        (&json!("guard"), &json!([8, 2]), &json!(3), &json!("blast"))
    );
    let event = death["event"].as_u64().expect("a number") as usize - 1;
    assert_eq!(replay.event(event).sentence, "The guard died at (8,2).");
    let expected = [
        "died", "hurt", "exploded", "burst", "swelled", "exploded", "burst", "swelled", "exploded", "burst", "stopped",
        "shot", "scripted",
    ];
    assert_eq!(kinds(&replay, event), expected);
    let causes = death["causes"].as_array().expect("a list");
    let also: Vec<_> = causes.iter().filter_map(|step| step["kind"].as_str()).collect();
    assert_eq!(also, expected[1..]);
    assert_eq!(replay.event(find(&replay, "scripted")).sentence, "Line 1 of the script: shoot at (1,2).");
    // At the moment of the death, the cell holds its event.
    let mut then = replay.fork();
    then.seek(event + 1);
    assert_eq!(query::current_event(&then, Cell::new(8, 2)), Some(event));
    assert_eq!(then.tables().iter().find(|t| t.title == "Who died").map(|t| t.rows[0].event), Some(Some(event)));
    assert_eq!(replay.hits_of(&Condition::check("a bloat burst")).len(), 3);
}

#[test]
fn blast_damage_falls_with_distance_and_walls_shield() {
    let mut scene = ship("#########\n#.......#\n#.G.G.GT#\n#.....TG#\n#########".replace('T', "#").as_str());
    set(&mut scene, "health=on");
    at(&mut scene, 1, Verb::Blast, 3, 2);
    let outcome = run(&scene).outcome().clone();
    assert_eq!(outcome["health"], json!([0, 0, 2, 4]));
    assert_eq!(outcome["deaths"].as_array().map(Vec::len), Some(2));
    let size = Size::new(9, 9);
    let cells: Vec<_> = disc(Cell::new(4, 4), size).into_iter().map(|c| (c.x, c.y)).collect();
    assert_eq!(cells.len(), 12, "{cells:?}");
}

#[test]
fn without_health_bloats_burst_and_none_die() {
    let mut scene = ship("#########\n#..G.G..#\n#########");
    at(&mut scene, 1, Verb::Blast, 4, 1);
    let replay = run(&scene);
    assert!(replay.outcome().get("deaths").is_none() && replay.outcome().get("health").is_none());
    assert!((0..replay.len()).all(|i| replay.event(i).fields.iter().all(|f| f.0 != "caused-by")));
    scene.actors.push(Actor::new(ActorKind::Bloat, Cell::new(7, 1)));
    let outcome = run(&scene).outcome().clone();
    assert_eq!((&outcome["deaths"], &outcome["health"]), (&json!([]), &json!([null, null, null])));
    assert_eq!(outcome["bursts"][0]["turn"], json!(2), "a bloat bursts all the same");
}

#[test]
fn flames_cost_three_and_missing_air_the_rest() {
    let mut scene = ship("~~~~~~~~~\n~#######~\n~#.....#~\n~#######~\n~~~~~~~~~");
    scene.actors.push(Actor::new(ActorKind::Guard, Cell::new(4, 2)));
    set(&mut scene, "health=on");
    set(&mut scene, "suction=off");
    fires(&mut scene, 1, Verb::Burn, (2, 2), (3, 2));
    assert_eq!(run(&scene).outcome()["health"], json!([1]));
    // A hole in the hull: ten units of time later the air is gone.
    at(&mut scene, 2, Verb::Smash, 6, 1);
    let replay = run(&scene);
    let death = &replay.outcome()["deaths"][0];
    assert_eq!(death["by"], json!("air"));
    let event = death["event"].as_u64().expect("a number") as usize - 1;
    assert_eq!(kinds(&replay, event), ["died", "hurt", "lost-air", "changed", "scripted"]);
}

#[test]
fn guard_lost_to_the_void_dies_of_it() {
    let mut scene = ship("~~~~~~~\n~#####~\n~#...#~\n~#####~\n~~~~~~~");
    scene.actors.push(Actor::new(ActorKind::Guard, Cell::new(4, 2)));
    set(&mut scene, "health=on");
    at(&mut scene, 1, Verb::Smash, 5, 2);
    let replay = (1..40).map(|seed| {
        scene.run.seed = seed;
        run(&scene)
    });
    let replay = replay.into_iter().find(|r| r.outcome()["deaths"][0]["by"] == "void").expect("a seed with a loss");
    let event = replay.outcome()["deaths"][0]["event"].as_u64().expect("a number") as usize - 1;
    assert_eq!(kinds(&replay, event), ["lost", "moved", "changed", "scripted"]);
}

/// Builds a corridor with an enemy at its west end, a player, and the beacon at its east end.
fn corridor() -> Scene {
    let mut scene = ship("####################\n#M................@#\n####################");
    beacon(&mut scene, 15, 1);
    set(&mut scene, "health=on");
    set(&mut scene, "people=act");
    scene
}

#[test]
fn player_shoots_enemies_and_holds_the_beacon() {
    let mut scene = corridor();
    set(&mut scene, "arrival=15");
    let replay = run(&scene);
    let outcome = replay.outcome();
    let dead = &outcome["deaths"][0];
    assert_eq!((&dead["who"], &dead["by"], &dead["turn"]), (&json!("enemy"), &json!("bullet"), &json!(2)));
    let wanted = json!({ "reached": 5, "held": 10, "sent": 9, "arrival": 15 });
    assert_eq!((&outcome["beacon"], &outcome["won"], &outcome["survivors"]), (&wanted, &json!(true), &json!(1)));
    assert_eq!(outcome["turns"], json!(15));
    let event = dead["event"].as_u64().expect("a number") as usize - 1;
    assert_eq!(kinds(&replay, event)[..5], ["died", "hurt", "stopped", "shot", "aimed"]);
    let last = sentences(&replay, "arrived");
    assert_eq!(last, ["The ship arrived, found the beacon, and took 1 survivor on board."]);
    set(&mut scene, "arrival=9");
    let late = run(&scene).outcome().clone();
    assert_eq!((&late["won"], &late["beacon"]["held"]), (&json!(false), &json!(4)));
    scene.actors.pop();
    assert!(error(&scene).contains("no ship finds a scene without a beacon"));
}

#[test]
fn enemy_walks_to_a_seen_explorer() {
    let mut scene = ship("##########\n#M.......#\n#....P..##\n#@.......#\n##########");
    scene.actors.retain(|actor| actor.kind != ActorKind::Prisoner);
    set(&mut scene, "health=on");
    set(&mut scene, "people=act");
    // The enemy acts first and is two cells away. Then the player fires twice.
    let replay = run(&scene);
    assert_eq!(sentences(&replay, "spotted")[0], "The enemy sees the explorer at (1,3).");
    assert_eq!(sentences(&replay, "walked")[0], "The enemy moved from (1,1) to (1,2).");
    assert_eq!(sentences(&replay, "hit"), ["The enemy hit the explorer at (1,3)."]);
    assert_eq!(replay.outcome()["health"], json!([0, 3]));
    let hit = find(&replay, "hit");
    assert_eq!(kinds(&replay, hit), ["hit", "spotted"]);
    // Out of sight and never seen, it waits.
    let mut apart = ship("##########\n#M...#..@#\n##########");
    set(&mut apart, "people=act");
    let replay = run(&apart);
    assert!(
        sentences(&replay, "stayed").contains(&"The enemy waits at (1,1): it has never seen the target.".to_owned())
    );
}

#[test]
fn bloat_in_the_way_kills_its_shooter() {
    let mut scene = ship("##########\n#@B......#\n##########");
    beacon(&mut scene, 8, 1);
    set(&mut scene, "health=on");
    set(&mut scene, "people=act");
    let replay = run(&scene);
    assert_eq!(replay.outcome()["deaths"][0]["who"], json!("explorer"));
    let event = replay.outcome()["deaths"][0]["event"].as_u64().expect("a number") as usize - 1;
    assert_eq!(kinds(&replay, event), ["died", "hurt", "exploded", "burst", "stopped", "shot", "aimed"]);
}

#[test]
fn opened_outer_door_is_a_breach() {
    let mut scene = ship("~~~~~~~~~~~\n~#########~\n~#@..+...~~\n~#########~\n~~~~~~~~~~~");
    beacon(&mut scene, 8, 2);
    set(&mut scene, "people=act");
    let outcome = run(&scene).outcome().clone();
    assert_eq!((&outcome["breaches"][0]["by"], &outcome["breaches"][0]["turn"]), (&Value::from("open"), &json!(3)));
}
