//! Walking with a Dijkstra map over known cells: doors, last known positions, and random ties.

use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::view::picture::picture;
use gridscope::trace::{Actor, ActorKind, Cell, Scene, ScriptLine, Tile, Verb};
use serde_json::json;
use std::collections::BTreeSet;
use support::HitsOf as _;
use support::{record, refused, scene_with};

fn play(picture: &str, params: &[&str]) -> Scene {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "npc".into();
    scene
}

fn moved(turn: u32, at: (u16, u16), to: (u16, u16)) -> ScriptLine {
    let (at, to) = (Cell::new(at.0, at.1), Some(Cell::new(to.0, to.1)));
    ScriptLine { turn, verb: Verb::Move, at, to, tile: None }
}

fn told(scene: &Scene) -> Vec<String> {
    let run = record(scene);
    (0..run.len()).map(|i| run.event(i).sentence).collect()
}

#[test]
fn guard_walks_straight_to_a_visible_target() {
    let scene = play("#######\n#G...X#\n#######", &[]);
    let run = record(&scene);
    assert_eq!(run.outcome(), &json!({"turns": 4, "actors": [{"path": [[1, 1], [2, 1], [3, 1], [4, 1], [5, 1]]}]}));
    assert_eq!(run.hits_of(&Condition::check("arrived")).len(), 1);
    assert_eq!(run.event(run.len() - 1).sentence, "The run ended after 4 turns: 1 of 1 reached the goal.");
}

#[test]
fn guard_that_never_saw_the_target_waits() {
    let scene = play("#######\n#G.#.X#\n#######", &[]);
    let run = record(&scene);
    assert_eq!(run.outcome(), &json!({"turns": 1, "actors": [{"path": [[1, 1]]}]}));
    assert!(told(&scene).contains(&"The guard waits at (1,1): it has never seen the target.".to_owned()));
}

#[test]
fn guard_seeks_the_last_known_place() {
    let mut scene = play(
        "
        ##########
        #G...X...#
        ######.###
        ######..##
        ##########",
        &[],
    );
    // Out of sight in turn 1, round the corner.
    scene.actors[1].kind = ActorKind::Thief;
    scene.script = vec![moved(1, (5, 1), (7, 3)), moved(4, (7, 3), (8, 1))];
    let run = record(&scene);
    let text = told(&scene);
    for line in [
        "The guard sees the thief at (5,1).",
        "The guard cannot see the thief. It last saw it at (5,1), in turn 0.",
        "The guard sees the thief at (8,1).",
    ] {
        assert!(text.iter().any(|t| t == line), "nobody says {line:?}");
    }
    assert_eq!(run.outcome()["actors"][0]["path"].as_array().expect("a path").last(), Some(&json!([8, 1])));
    // Without the second move, it sees round the corner once it is at the place.
    scene.script.pop();
    let end = record(&scene).outcome()["actors"][0]["path"].clone();
    assert_eq!(end.as_array().expect("a path").last(), Some(&json!([7, 3])));
    // If the target has disappeared completely, it waits at the place.
    scene.script = vec![ScriptLine { verb: Verb::Remove, to: None, ..moved(1, (5, 1), (5, 1)) }];
    assert!(
        told(&scene).contains(&"The guard waits at (5,1): the target was last seen here, and is not here.".to_owned())
    );
}

#[test]
fn closed_door_is_opened_by_walking_into_it() {
    let map = "
        #########
        #G..+..X#
        #########";
    let mut scene = play(map, &[]);
    scene.actors[0].set_goal(Some(Cell::new(4, 1)));
    let mut run = record(&scene);
    // Three steps to the door, one turn to open it, then on. Behind the door the goal is in sight.
    let path: Vec<_> = (1..=7).map(|x| json!([x, 1])).collect();
    assert_eq!(run.outcome(), &json!({"turns": 7, "actors": [{"path": path}]}));
    assert_eq!(run.hits_of(&Condition::check("opened a door")).len(), 1);
    assert_eq!(run.tiles(), []);
    run.seek(usize::MAX);
    assert_eq!(run.tiles(), [(Cell::new(4, 1), Tile::DoorOpen)]);
    support::set(&mut scene, &["opening-turns=0"]);
    assert_eq!(record(&scene).outcome()["turns"], 6);
    // A plan may lead through a locked door, but the door stays shut without its key.
    scene.tiles[Cell::new(4, 1)] = Tile::DoorLocked;
    let text = told(&scene);
    assert!(
        text.contains(&"The guard waits at (3,1): the door is locked and the key is missing.".to_owned()),
        "{text:#?}"
    );
    scene.actors[0].set_keys(vec!["red".into()]);
    assert_eq!(record(&scene).outcome()["turns"], 6);
}

#[test]
fn unknown_room_is_seen_while_walking_through() {
    let map = "
        ###########
        #G........#
        #########.#
        #X........#
        ###########";
    let mut scene = play(map, &[]);
    scene.actors[0].set_goal(Some(Cell::new(1, 3)));
    // The guard knows a place, but no known path leads there.
    let run = record(&scene);
    assert_eq!(run.outcome()["turns"], 1);
    assert!(told(&scene).contains(&"The guard waits at (1,1): it knows no path there.".to_owned()));
    support::set(&mut scene, &["knows=map"]);
    let mut run = record(&scene);
    assert_eq!(run.outcome()["actors"][0]["path"].as_array().expect("a path").len(), 17);
    let see = run.hits_of(&Condition::check("the target was sighted elsewhere"));
    assert_eq!(see.len(), 1);
    // In the first turn the upper corridor is in sight. The lower one is remembered from what it was told.
    let plan = (0..run.len()).find(|&i| run.kind(i) == "missed").expect("it does not see it");
    run.seek(plan + 1);
    let shown = picture(&scene, &run);
    assert_eq!(shown.lines().nth(1), Some("●G●●●●●●●●●"), "{shown}");
    assert_eq!(shown.lines().nth(3), Some("◌X◌◌◌◌◌◌◌◌◌"), "{shown}");
}

#[test]
fn dice_choose_among_equal_paths() {
    let map = "
        #####
        #...#
        #G#X#
        #...#
        #####";
    let mut ways = BTreeSet::new();
    for seed in 0..30 {
        let mut scene = play(map, &["knows=map"]);
        scene.actors[0].set_goal(Some(Cell::new(3, 2)));
        scene.run.seed = seed;
        let run = record(&scene);
        let tie = run.tie(*run.ties().first().expect("a tie") as usize).expect("dice");
        assert_eq!((tie.candidates.len(), tie.probability), (2, Some(0.5)));
        assert!(tie.what.ends_with("= 2√2 = 2.8284"), "{}", tie.what);
        ways.insert(run.outcome()["actors"][0]["path"].to_string());
    }
    assert_eq!(ways.len(), 2, "{ways:?}");
}

/// Returns the listing line of the first wait of a play.
fn wait_line(scene: &Scene) -> String {
    let run = record(scene);
    let waited = run.hits_of(&Condition::of_kind("waited"))[0] as usize;
    run.schema().listing[run.event(waited).line].trim().to_owned()
}

#[test]
fn each_reason_to_wait_has_its_own_line() {
    assert_eq!(wait_line(&play("#######\n#G.#.X#\n#######", &[])), "no place is known: wait");
    let mut told = play("#######\n#G.#.X#\n#######", &[]);
    told.actors[0].set_goal(Some(Cell::new(5, 1)));
    assert_eq!(wait_line(&told), "none leads to the place: wait");
    told.actors[0].set_goal(Some(Cell::new(1, 1)));
    assert_eq!(wait_line(&told), "at the place, and the target is not: wait");
    let mut locked = play("######\n#G+.X#\n######", &["knows=map"]);
    locked.actors[0].set_goal(Some(Cell::new(4, 1)));
    locked.tiles[Cell::new(2, 1)] = Tile::DoorLocked;
    assert_eq!(wait_line(&locked), "a locked door, and no key: wait");
    // Two guards at the target: the first one waits for the other.
    let two = play("########\n#G.X..G#\n########", &[]);
    assert_eq!(wait_line(&two), "at the place, and the target too: wait");
}

#[test]
fn why_not_tells_dice_from_opened_doors() {
    let mut even = play("#####\n#...#\n#G#X#\n#...#\n#####", &["knows=map"]);
    even.actors[0].set_goal(Some(Cell::new(3, 2)));
    let run = record(&even);
    let taken = run.outcome()["actors"][0]["path"][1][1].as_u64().expect("a row");
    let (other, taken) = if taken == 1 { (3, "(2,1)") } else { (1, "(2,3)") };
    let why = run.why_not(Cell::new(2, other));
    assert_eq!(why.reason, "tied");
    assert!(why.sentence.contains(&format!("tied with {taken}: ")), "{}", why.sentence);
    let mut door = play("######\n#G+.X#\n######", &["knows=map", "turns=1"]);
    door.actors[0].set_goal(Some(Cell::new(4, 1)));
    let why = record(&door).why_not(Cell::new(2, 1));
    assert_eq!(why.reason, "opened");
    assert!(why.sentence.ends_with("the guard opened the door there, but did not go in."), "{}", why.sentence);
    door.tiles[Cell::new(2, 1)] = Tile::DoorLocked;
    let why = record(&door).why_not(Cell::new(2, 1));
    assert_eq!(why.reason, "waited");
    assert!(why.sentence.contains("but the walker stayed: the door is locked and the key is missing."));
}

#[test]
fn table_lists_neighbours_with_their_values() {
    let mut run = record(&play("#####\n#G.X#\n#...#\n#####", &[]));
    let went = run.hits_of(&Condition::Kind("moved".into()))[0] as usize;
    run.seek(went + 1);
    let table = &run.tables()[0];
    assert_eq!(table.rows[0].values, ["→", "(2,1)", "1", "1", "2", "chosen"]);
    assert_eq!(table.rows[1].values[..5], ["↘", "(2,2)", "√2 = 1.4142", "√2", "2√2 = 2.8284"]);
    assert_eq!(table.rows.len(), 8);
    assert!(table.rows[7].values[5].contains("it cannot be entered"));
    let why = run.why_not(Cell::new(2, 2));
    assert_eq!((&*why.reason, why.event.is_some()), ("farther", true), "{}", why.sentence);
    assert_eq!(run.why_not(Cell::new(0, 0)).reason, "blocked");
}

#[test]
fn phases_are_turn_actor_see_plan_move() {
    let run = record(&play("#####\n#G.X#\n#####", &[]));
    let names: Vec<_> = run.phases().iter().take(5).map(|p| (p.depth, run.phase_name(p.start as usize))).collect();
    let wanted = [(0, "turn 0"), (1, "guard"), (2, "see"), (2, "plan"), (2, "move")];
    assert_eq!(names, wanted.map(|(d, n)| (d, n.to_owned())));
}

#[test]
fn npc_refuses_bad_scenes_in_a_sentence() {
    assert_eq!(refused(&play("..X", &[])), "the scene has nobody who walks; put one of guard, enemy on the map");
    assert_eq!(
        refused(&play("G..", &[])),
        "the scene has no target to walk to; put one of goal, thief, explorer, viewer on the map"
    );
    assert_eq!(refused(&play("GXX", &[])), "the scene has 2 actors of kind goal; one target is expected");
    let mut wall = play("#G.X#", &[]);
    wall.script = vec![ScriptLine { turn: 1, verb: Verb::Open, at: Cell::new(0, 0), to: None, tile: None }];
    assert!(refused(&wall).starts_with("script line 1 (turn 1, at (0,0)): open does nothing to a wall"));
    // A walker in a wall steps out of it. A target in a wall is never reached.
    let mut odd = play("###\n...\n..X", &[]);
    odd.actors.push(Actor::new(ActorKind::Guard, Cell::new(1, 0)));
    assert_eq!(record(&odd).outcome()["actors"][0]["path"].as_array().expect("a path").last(), Some(&json!([2, 2])));
    let mut inside = play("G..\n.##\n.##", &[]);
    inside.actors.push(Actor::new(ActorKind::Goal, Cell::new(1, 1)));
    let out = record(&inside).outcome().clone();
    assert_eq!(out["turns"], 1, "{out}");
}
