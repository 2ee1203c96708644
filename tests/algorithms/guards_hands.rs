//! Guards in a world that users and scripts change: doors, routes, thieves, interventions, and scenes with errors.

use crate::helpers::night::{EXAMPLE, at_turn, error, guards, moved, outcome};
use gridscope::debugger::SessionCommand;
use gridscope::trace::scene::{Actor, ActorKind, Scene, ScriptLine, TileDetail};
use gridscope::trace::{Cell, Dir, Verb};
use serde_json::{Value, json};
use support::HitsOf as _;
use support::{count_of, put, record, set};

#[test]
fn doors_open_on_contact_and_locks_by_key() {
    let hall = "######\n#G+.X#\n######";
    let run = record(&guards(hall, &[]));
    assert_eq!((count_of(&run, "changed"), &run.outcome()["turns"]), (1, &json!(3)));
    let slow = record(&guards(hall, &["opening-turns=2"]));
    let guard = &slow.outcome()["guards"][0];
    assert_eq!((&slow.outcome()["turns"], &guard["plan_costs"]), (&json!(5), &json!([6, 6, 6, 4, 2])));
    assert_eq!(guard["path"].as_array().map(Vec::len), Some(4), "waiting is no move");
    let mut locked = guards(&hall.replace('+', "*"), &[]);
    let result = outcome(&locked);
    assert_eq!((&result["guards"][0]["arrived"], &result["turns"]), (&json!(false), &json!(2)), "then nothing stirs");
    locked.actors[0].set_keys(vec!["red".into()]);
    assert_eq!(outcome(&locked)["turns"], 3);
    locked.details.insert(Cell::new(2, 1), TileDetail { key: Some("blue".into()), inside: None });
    assert_eq!(outcome(&locked)["guards"][0]["arrived"], false);
    // A door that costs more in one direction, as in A*.
    let round = "#######\n#G.+.X#\n#.###.#\n#.....#\n#######";
    assert_eq!(outcome(&guards(round, &[]))["guards"][0]["plan_costs"][0], 8);
    assert_eq!(outcome(&guards(round, &["door-cost=[20,0,0,0]"]))["guards"][0]["plan_costs"][0], 16);
}

/// McNeill's picture: a guard saw the secret door open and goes to it. The door is closed again, although the guard's
/// goal is in it.
#[test]
fn closed_secret_door_keeps_the_guard_out() {
    let mut scene = guards("##########\n#G.......#\n#.###s##.#\n#........#\n##########", &[]);
    put(&mut scene, ActorKind::Goal, 5, 2);
    assert_eq!(outcome(&scene)["guards"][0]["arrived"], true);
    scene.script.push(at_turn(2, Verb::Close, 5, 2));
    let run = record(&scene);
    assert_eq!(count_of(&run, "changed"), 1);
    assert_eq!(run.outcome()["guards"][0]["arrived"], false);
}

#[test]
fn guard_walks_into_a_door_it_believes_open() {
    // The guard looks west, and walks east into a door that it does not see.
    let mut scene = guards("#####\n#.#.#\n#Gs.#\n#####", &[]);
    scene.actors[0].set_facing(Some(Dir::W));
    scene.actors[0].set_goal(Some(Cell::new(3, 1)));
    scene.script.push(at_turn(0, Verb::Close, 2, 2));
    let run = record(&scene);
    let waits: Vec<Value> = (0..run.len()).filter(|&i| run.kind(i) == "waited").map(|i| run.event_json(i)).collect();
    assert_eq!((&waits[0]["why"], &waits[0]["facing"]), (&json!("not as believed"), &json!("e")));
    // Then it faces the door and sees it, so it does not try again.
    assert_eq!(waits.len(), 1);
    let hits =
        run.hits_of(&gridscope::trace::trace::breakpoint::Condition::check("a guard walked into what it did not know"));
    assert_eq!(hits.len(), 1);
}

#[test]
fn routes_repeat_and_goals_can_be_moved() {
    let mut scene = guards("#######\n#G....#\n#######", &["max-turns=12"]);
    scene.actors[0].set_route(vec![Cell::new(4, 1), Cell::new(2, 1)]);
    let result = outcome(&scene);
    let xs: Vec<u64> = support::pairs(&result["guards"][0]["path"]).iter().map(|p| p.0).collect();
    assert_eq!(xs, [1, 2, 3, 4, 3, 2, 3, 4, 3, 2, 3, 4, 3]);
    assert_eq!((&result["turns"], &result["guards"][0]["arrived"]), (&json!(12), &json!(false)));
    scene.actors[0].set_route(vec![Cell::new(1, 1)]);
    assert_eq!(outcome(&scene)["turns"], 2, "a route of the cell that it stands on: nothing stirs");
    let mut scene = guards("#######\n#G...X#\n#######", &[]);
    scene.script.push(moved(3, (5, 1), (1, 1)));
    let xs: Vec<u64> = support::pairs(&outcome(&scene)["guards"][0]["path"]).iter().map(|p| p.0).collect();
    assert_eq!(xs, [1, 2, 3, 4, 3, 2, 1]);
}

#[test]
fn thief_is_sought_at_its_believed_place() {
    let house = "
        #########
        #G......#
        #.#####.#
        #.#...#.#
        #...#...#
        #########";
    let hunt = |knowledge: &str| {
        let mut scene = guards(house, &[knowledge, "max-turns=30"]);
        scene.actors.push(Actor::new(ActorKind::Thief, Cell::new(7, 1)));
        // The thief goes round the corner while the guard is on its way.
        scene.script = vec![moved(2, (7, 1), (7, 4)), moved(4, (7, 4), (5, 3))];
        outcome(&scene)
    };
    assert_eq!(hunt("knowledge=omniscient")["guards"][0]["arrived"], true);
    let memory = hunt("knowledge=default-memory");
    assert_eq!(
        (&memory["guards"][0]["arrived"], memory["turns"].as_u64() < Some(30)),
        (&json!(false), true),
        "{memory}"
    );
    assert_eq!(memory["guards"][0]["path"].as_array().unwrap().last(), Some(&json!([7, 1])), "where the map has it");
}

#[test]
fn guards_never_share_a_cell() {
    let corridor = "#######\n#G...G#\n#######";
    let mut scene = guards(corridor, &[]);
    scene.actors[0].set_goal(Some(Cell::new(5, 1)));
    scene.actors[1].set_goal(Some(Cell::new(1, 1)));
    let result = outcome(&scene);
    assert_eq!(support::pairs(&result["guards"][0]["path"]).last(), Some(&(3, 1)));
    assert_eq!(support::pairs(&result["guards"][1]["path"]).last(), Some(&(4, 1)));
    assert_eq!(result["turns"], 3, "each waits for the other; nothing stirs, so the run ends");
    // The script also does not put a guard onto another one, nor into a wall.
    scene.script = vec![moved(0, (1, 1), (5, 1)), moved(0, (1, 1), (0, 0))];
    let run = record(&scene);
    let denied: Vec<_> = (0..run.len()).filter(|&i| run.kind(i) == "denied").map(|i| run.event(i).sentence).collect();
    assert!(denied[0].ends_with("did nothing: an actor is there."), "{denied:?}");
    assert!(denied[1].ends_with("did nothing: no actor can be on a wall."), "{denied:?}");
    // Two guards in a row: the first to move makes room.
    let mut row = guards("#########\n#GG.....#\n#########", &[]);
    row.actors[0].set_goal(Some(Cell::new(6, 1)));
    row.actors[1].set_goal(Some(Cell::new(7, 1)));
    assert!(outcome(&row)["guards"].as_array().unwrap().iter().all(|g| g["arrived"] == true));
}

#[test]
fn shutter_opens_from_its_inner_side_only() {
    let mut scene = guards("########\n#G...W@#\n########", &["max-turns=3"]);
    scene.actors[1].kind = ActorKind::Thief;
    scene.actors[0].set_goal(Some(Cell::new(2, 1)));
    scene.details.insert(Cell::new(5, 1), TileDetail { inside: Some(Dir::E), key: None });
    scene.script.push(moved(0, (6, 1), (5, 1)));
    let run = record(&scene);
    assert_eq!((count_of(&run, "changed"), count_of(&run, "shifted"), count_of(&run, "denied")), (1, 1, 0));
    scene.details.insert(Cell::new(5, 1), TileDetail { inside: Some(Dir::W), key: None });
    let run = record(&scene);
    assert_eq!((count_of(&run, "changed"), count_of(&run, "shifted"), count_of(&run, "denied")), (0, 0, 1));
}

#[test]
fn intervention_is_added_at_the_viewed_turn() {
    let mut session = gridscope::session(guards(EXAMPLE, &[]));
    session.settle();
    let run = session.replay().expect("a run");
    let turn_7 = run.phases().iter().find(|p| run.phase_name(p.start as usize) == "turn 7").expect("turn 7");
    let (at, before) = (turn_7.start as usize + 1, run.len());
    session.apply(&SessionCommand::Seek(at));
    assert_eq!(session.turn_now(), Some(7));
    let line = at_turn(session.turn_now().unwrap(), Verb::Open, 5, 2);
    session.apply(&SessionCommand::Intervene(line.clone()));
    session.settle();
    assert_eq!(session.opened().problem, None);
    assert_eq!(session.scene().script, [line]);
    let run = session.replay().expect("a run");
    assert_eq!((run.cursor(), run.turn()), (at, Some(7)), "the place in time is kept");
    assert_ne!(run.len(), before);
    // The guard has already passed the corridor, so it does not see the change and walks on.
    assert_eq!(run.outcome()["turns"], 23);
    // Everything before turn 7 is unchanged.
    let previous = session.opened().previous.as_ref().expect("run B");
    assert!((0..at).all(|i| run.event_json(i) == previous.replay.event_json(i)));
    // Now the user moves the guard itself, to a cell from which it sees the shutter.
    session.apply(&SessionCommand::Seek(at));
    let guard = session.replay().unwrap().tokens()[0].at.expect("on the map");
    assert_eq!(session.actor_now(guard), Some(1), "the second actor of the scene");
    session.apply(&SessionCommand::DragBegin(guard));
    session.apply(&SessionCommand::StrokeTo(Cell::new(5, 4)));
    session.apply(&SessionCommand::StrokeEnd);
    session.settle();
    assert_eq!(session.scene().script.len(), 2);
    let outcome = session.replay().unwrap().outcome();
    assert_eq!((&outcome["turns"], &outcome["guards"][0]["arrived"]), (&json!(13), &json!(true)), "{outcome}");
}

#[test]
fn ended_run_continues_after_an_intervention() {
    // Shut in: it looks, then nothing happens any more, and the run ends.
    let mut session = gridscope::session(guards("######\n#GS.X#\n######", &[]));
    session.settle();
    assert_eq!(session.replay().unwrap().outcome()["turns"], 2);
    session.apply(&SessionCommand::End);
    session.apply(&SessionCommand::Intervene(at_turn(session.turn_now().unwrap(), Verb::Open, 2, 1)));
    session.settle();
    let outcome = session.replay().unwrap().outcome();
    assert_eq!((&outcome["turns"], &outcome["guards"][0]["arrived"]), (&json!(4), &json!(true)));
    // An intervention that makes no sense is reported, and changes nothing.
    session.apply(&SessionCommand::Intervene(at_turn(0, Verb::Open, 0, 0)));
    assert!(session.work().notices.last().is_some_and(|n| n.error));
    assert_eq!(session.scene().script.len(), 1);
}

#[test]
fn script_can_unite_or_remove_guard_and_goal() {
    let hall = "#######\n#G...X#\n#######";
    let with = |line: ScriptLine| {
        let mut scene = guards(hall, &["max-turns=9"]);
        scene.script.push(line);
        let result = outcome(&scene);
        let guard = &result["guards"][0];
        (result["turns"].as_u64().unwrap(), guard["plan_costs"].as_array().unwrap().len(), guard["arrived"] == true)
    };
    assert_eq!(with(moved(1, (2, 1), (5, 1))), (2, 1, true), "nobody plans after arriving");
    assert_eq!(with(moved(1, (5, 1), (2, 1))), (2, 1, true));
    assert_eq!(with(at_turn(1, Verb::Remove, 2, 1)), (2, 1, false), "the guard is gone");
    assert_eq!(with(at_turn(1, Verb::Remove, 5, 1)), (3, 1, false), "the goal is gone, and nothing stirs");
}

#[test]
fn later_script_lines_keep_a_run_going() {
    let mut scene = guards("######\n#GS.X#\n######", &[]);
    scene.script.push(at_turn(9, Verb::Open, 2, 1));
    assert_eq!(outcome(&scene)["turns"], 12);
    // Script lines need not be in the order of their turns. Lines of one turn keep their order.
    scene.script.insert(0, at_turn(12, Verb::Close, 2, 1));
    assert_eq!(outcome(&scene)["turns"], 12);
}

#[test]
fn first_plan_of_a_knowing_guard_equals_astar() {
    for params in [&["ties=parents"][..], &["ties=paths", "costs=octile"], &["neighbours=4", "costs=1"]] {
        let mut scene = guards("G....t..\n.##..h..\n....+...\n..,....X", params);
        scene.run.seed = 17;
        let first = outcome(&scene)["guards"][0]["plan_costs"][0].clone();
        let path: Vec<Value> = {
            let run = record(&scene);
            let planned = (0..run.len()).find(|&i| run.kind(i) == "planned").unwrap();
            let traced = (0..planned).rev().take_while(|&i| run.kind(i) == "traced");
            traced.map(|i| run.event_json(i)["cell"].clone()).collect()
        };
        scene.run.algorithm = "astar".into();
        let alone = outcome(&scene);
        assert_eq!((&alone["cost"], &alone["path"]), (&first, &Value::Array(path)), "{params:?}");
    }
}

#[test]
fn guard_scenes_that_cannot_run_are_explained() {
    assert!(error(&guards("..X", &[])).contains("there is no guard"));
    assert!(error(&guards("G..", &[])).contains("nowhere to go"));
    assert!(error(&guards("G.X.X", &[])).contains("two goals, at (2,0) and (4,0)"));
    let change = |what: &dyn Fn(&mut Scene)| {
        let mut scene = guards("#G.X#", &[]);
        what(&mut scene);
        error(&scene)
    };
    assert!(change(&|s| s.actors[0].at = Cell::new(0, 0)).contains("the guard at (0,0) is in a wall"));
    assert!(change(&|s| s.actors[1].at = Cell::new(4, 0)).contains("leads to (4,0), a wall, which cannot be entered"));
    assert!(change(&|s| s.actors[0].set_goal(Some(Cell::new(0, 0)))).contains("the goal of the guard at (1,0)"));
    assert!(change(&|s| s.actors[0].set_route(vec![Cell::new(9, 9)])).contains("(9,9) is outside the map"));
    assert!(change(&|s| s.actors[0].set_route(vec![Cell::new(0, 0)])).contains("the route of the guard"));
    assert!(change(&|s| s.actors[0].set_range(Some(0))).contains("range 0"));
    assert!(change(&|s| s.actors[0].at = Cell::new(7, 7)).contains("(7,7) is outside the map"));
    assert!(change(&|s| s.script.push(at_turn(1, Verb::Open, 0, 0))).contains("open does nothing to a wall"));
    assert!(change(&|s| s.script.push(at_turn(1, Verb::Open, 90, 0))).contains("outside the map"));
    assert!(change(&|s| s.script.push(at_turn(1, Verb::Light, 1, 0))).contains("no lamp"));
    assert!(change(&|s| put(s, ActorKind::Guard, 1, 0)).contains("guards 1 and 2 are both at (1,0)"));
    assert!(change(&|s| set(s, &["knowledge=psychic"])).contains("knowledge"));
    assert!(change(&|s| set(s, &["sight=x-ray"])).contains("sight"));
    assert!(change(&|s| (0..120).for_each(|_| put(s, ActorKind::Guard, 2, 0))).contains("at most 100"));
    // A secret door may be a goal, because it may open. A script line may refer to any cell.
    let mut secret = guards("#G.S#", &[]);
    secret.actors[0].set_goal(Some(Cell::new(3, 0)));
    assert_eq!(outcome(&secret)["guards"][0]["arrived"], false);
    let mut smashed = guards("#G.#", &[]);
    smashed.actors[0].set_goal(Some(Cell::new(3, 0)));
    smashed.script.push(at_turn(1, Verb::Smash, 3, 0));
    assert_eq!(outcome(&smashed)["guards"][0]["arrived"], true);
}
