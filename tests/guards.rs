//! The worked example of the page as pictures, and each rule of it by what it changes: sight, light, doors, knowledge,
//! routes, the script, and a hand that interferes.

mod common;

use common::{put, record, scene_with, set};
use gridscope::core::algorithms;
use gridscope::core::geometry::{Cell, Dir};
use gridscope::core::scene::{Actor, ActorKind, Scene, ScriptLine, TileDetail};
use gridscope::core::terrain::{Tile, Verb};
use gridscope::core::trace::{Control, Replay};
use gridscope::core::view::picture::picture;
use gridscope::debugger::Session;
use gridscope::debugger::command::Command;
use serde_json::{Value, json};

const EXAMPLE: &str = "
    #############
    #.X.........#
    #####W#####.#
    #####.#####.#
    #####.#####.#
    #G..........#
    #############";

fn guards(picture: &str, params: &[&str]) -> Scene {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "guards".into();
    scene
}

fn at_turn(turn: u32, verb: Verb, x: u16, y: u16) -> ScriptLine {
    ScriptLine { turn, verb, at: Cell::new(x, y), to: None, tile: None }
}

fn moved(turn: u32, from: (u16, u16), to: (u16, u16)) -> ScriptLine {
    let to = Some(Cell::new(to.0, to.1));
    ScriptLine { turn, verb: Verb::Move, at: Cell::new(from.0, from.1), to, tile: None }
}

/// The shutter is opened at turn 0.
fn opened(params: &[&str]) -> Scene {
    let mut scene = guards(EXAMPLE, params);
    scene.script.push(at_turn(0, Verb::Open, 5, 2));
    scene
}

fn outcome(scene: &Scene) -> Value {
    record(scene).outcome().clone()
}

fn error(scene: &Scene) -> String {
    let run = algorithms::record(scene, &Control::default());
    let text = run.err().map(|e| e.to_string()).unwrap_or_default();
    assert!(text.len() > 10 && !text.contains('\n'), "{text:?}");
    text
}

/// The moment just after the k-th event of a kind.
fn after(run: &mut dyn Replay, kind: &str, k: usize) {
    let i = (0..run.len()).filter(|&i| run.kind(i) == kind).nth(k).unwrap_or_else(|| panic!("no {kind} {k}"));
    run.seek(i + 1);
}

fn rows(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|l| !l.is_empty()).collect()
}

fn kinds(run: &dyn Replay, kind: &str) -> usize {
    (0..run.len()).filter(|&i| run.kind(i) == kind).count()
}

#[test]
fn who_knows_everything_takes_the_short_way() {
    let result = outcome(&opened(&["knowledge=omniscient"]));
    let guard = &result["guards"][0];
    assert_eq!(guard["plan_costs"][0], 22);
    assert_eq!((&result["turns"], &guard["arrived"]), (&json!(11), &json!(true)));
    assert_eq!(guard["path"].as_array().map(Vec::len), Some(12));
}

#[test]
fn default_memory_sets_out_on_the_long_way_and_turns_when_it_sees() {
    let scene = opened(&[]);
    let result = outcome(&scene);
    let guard = &result["guards"][0];
    assert_eq!(guard["plan_costs"], json!([46, 44, 42, 40, 14, 12, 10, 8, 6, 4, 2]));
    let path = [[1, 5], [2, 5], [3, 5], [4, 5], [5, 5], [5, 4], [5, 3], [5, 2], [5, 1], [4, 1], [3, 1], [2, 1]];
    assert_eq!(guard["path"], json!(path));
    assert_eq!((&result["turns"], &guard["arrived"]), (&json!(11), &json!(true)));
}

#[test]
fn kept_closed_the_first_four_plans_are_the_same() {
    let result = outcome(&guards(EXAMPLE, &[]));
    let guard = &result["guards"][0];
    let costs: Vec<u64> = guard["plan_costs"].as_array().unwrap().iter().map(|c| c.as_u64().unwrap()).collect();
    assert_eq!(costs[..5], [46, 44, 42, 40, 38]);
    assert_eq!((&result["turns"], costs.len()), (&json!(23), 23));
    assert_eq!(guard["path"].as_array().map(Vec::len), Some(24));
}

#[test]
fn the_example_as_pictures() {
    let scene = opened(&[]);
    let mut run = record(&scene);
    // The plan of the first turn, while the guard believes the shutter closed: that is wrong (≠). What lies in its
    // overlay (●) is as it believes; what the search closed (x) it does not see.
    after(&mut *run, "planned", 0);
    let first = "
        #############
        #.X*********#
        #####≠#####*#
        #####x#####*#
        ●●●●●x●●●●●*●
        ●G**********●
        ●●●●●●●●●●●●●";
    assert_eq!(rows(&picture(&scene, &*run)), rows(first), "{}", picture(&scene, &*run));
    // From (5,5) it sees the shutter, and everything is as it believes.
    after(&mut *run, "believed", 0);
    assert_eq!(run.event(run.cursor() - 1).cell, Some(Cell::new(5, 2)));
    assert_eq!(run.turn(), Some(4));
    assert!(run.event(run.cursor() - 1).sentence.contains("takes (5,2) for a shutter-open, no more a shutter"));
    after(&mut *run, "planned", 4);
    let fifth = "
        ####●●●######
        #.X***o.....#
        ####●*●####.#
        ####●*●####.#
        ●●●●●*●●●●●●●
        ●oxxxGxo●●●●●
        ●●●●●●●●●●●●●";
    assert_eq!(rows(&picture(&scene, &*run)), rows(fifth), "{}", picture(&scene, &*run));
    assert!(run.explain().contains("26 less than the 40 of turn 3"), "{}", run.explain());
    run.seek(run.len());
    let end = "
        ●●●●●●●●●●●●●
        ●●G●●●●●●●●●●";
    assert_eq!(rows(&picture(&scene, &*run))[..2], rows(end), "{}", picture(&scene, &*run));
}

#[test]
fn truth_overlay_and_belief_are_three_views_of_one_map() {
    let scene = opened(&[]);
    let mut run = record(&scene);
    after(&mut *run, "planned", 0);
    let shutter = Cell::new(5, 2);
    let layer = |name: &str| run.card().layers.iter().position(|l| l.name == name).expect("a layer");
    let word = |run: &dyn Replay, name: &str, c: Cell| run.value(layer(name), c).map(|v| v.to_string());
    assert_eq!(word(&*run, "truth", shutter).as_deref(), Some("shutter-open"));
    assert_eq!(word(&*run, "belief", shutter).as_deref(), Some("shutter"));
    assert_eq!(word(&*run, "overlay", shutter), None);
    assert_eq!(word(&*run, "overlay", Cell::new(1, 4)).as_deref(), Some("seen"));
    assert_eq!(run.tiles(), [(shutter, Tile::ShutterOpen)], "the truth");
    assert_eq!(run.eyes(), ["truth", "guard 1"]);
    let mut eyes = run.fork();
    eyes.look_through(1);
    assert_eq!(eyes.tiles(), [], "to the guard the map is as it was");
    let wrong = run.tables().into_iter().find(|t| t.title.starts_with("Believed wrongly: 1")).expect("a table");
    assert_eq!(wrong.rows[0].values[..4], ["1", "(5,2)", "shutter", "shutter-open"]);
    run.seek(run.len());
    let plans = run.tables().into_iter().find(|t| t.title == "Plans of guard 1").expect("a table");
    let costs: Vec<&str> = plans.rows.iter().rev().map(|r| r.values[3].as_str()).collect();
    assert_eq!(costs, ["46", "44", "42", "40", "14", "12", "10", "8", "6", "4", "2"]);
    let series = run.series().iter().find(|s| s.name == "plan cost, guard 1").expect("a series");
    assert_eq!(series.points.last().map(|p| p[1]), Some(0.0), "nothing is left to pay after arriving");
}

#[test]
fn a_guard_that_looked_away_goes_back_and_forth() {
    let mut scene = guards(&EXAMPLE.replace('W', "w"), &["max-turns=40"]);
    scene.script.push(at_turn(0, Verb::Close, 5, 2));
    let result = outcome(&scene);
    let costs = result["guards"][0]["plan_costs"].as_array().unwrap().clone();
    assert_eq!(
        costs[..9],
        [json!(22), json!(20), json!(18), json!(16), json!(38), json!(16), json!(38), json!(16), json!(38)]
    );
    assert_eq!((&result["turns"], &result["guards"][0]["arrived"]), (&json!(40), &json!(false)));
    set(&mut scene, &["knowledge=last-seen"]);
    let remembers = outcome(&scene);
    assert_eq!((&remembers["turns"], &remembers["guards"][0]["arrived"]), (&json!(23), &json!(true)));
    set(&mut scene, &["knowledge=omniscient"]);
    assert_eq!(outcome(&scene)["guards"][0]["plan_costs"][0], 46);
}

#[test]
fn why_not_asks_the_plan_of_the_moment() {
    let scene = opened(&[]);
    let mut run = record(&scene);
    after(&mut *run, "planned", 0);
    let why = run.why_not(Cell::new(5, 2));
    assert!(
        why.reason == "blocked" && why.sentence.starts_with("Guard 1, plan of turn 0: (5,2) was never reached"),
        "{why:?}"
    );
    let event = run.event(why.event.expect("an event"));
    assert!(event.kind == "rejected" && event.cell == Some(Cell::new(5, 2)) && event.index < run.cursor());
    assert!(why.sentence.contains(&format!("event {}", event.index + 1)), "{why:?}");
    after(&mut *run, "planned", 4);
    assert_eq!(run.why_not(Cell::new(5, 2)).reason, "on-path");
    let away = run.why_not(Cell::new(6, 5));
    assert!(
        away.reason == "dearer" && away.best.and_then(gridscope::core::event::Value::number) == Some(14.0),
        "{away:?}"
    );
}

#[test]
fn the_search_inside_keeps_its_open_list_its_ties_and_its_arrows() {
    let mut open = guards("G....\n.....\n.....\n....X", &["neighbours=4", "costs=1", "ties=parents"]);
    open.run.seed = 4;
    let mut run = record(&open);
    after(&mut *run, "expanded", 5);
    let (waiting, all) = run.queue(100);
    assert!(all == waiting.len() && all > 1 && waiting[0].key.starts_with("f "), "{waiting:?}");
    let last = run.event(run.cursor() - 1).cell.expect("a cell");
    assert!(run.arrow(last).is_some());
    let mut board = gridscope::core::view::board::Board::default();
    run.board(Some(0), &mut board);
    assert_eq!(board.at(last).role, gridscope::core::view::board::Role::Current);
    let tie = run.ties().iter().find_map(|&i| run.tie(i as usize).filter(|t| t.roll.is_some())).expect("a tie");
    assert!(tie.among.len() == 2 && tie.rule.starts_with("1/n over parents"), "{tie:?}");
}

#[test]
fn sight_ends_at_the_half_plane_the_range_and_the_dark() {
    let hall = "
        ################
        #G............X#
        ################";
    let seen = |change: &dyn Fn(&mut Scene)| {
        let mut scene = guards(hall, &["max-turns=1"]);
        change(&mut scene);
        let mut run = record(&scene);
        after(&mut *run, "planned", 0);
        let overlay = run.card().layers.iter().position(|l| l.name == "overlay").expect("a layer");
        (1..15).filter(|&x| run.value(overlay, Cell::new(x, 1)).is_some()).collect::<Vec<u16>>()
    };
    let move_to = |scene: &mut Scene, x: u16| scene.actors[0].at = Cell::new(x, 1);
    assert_eq!(seen(&|_| {}), (1..15).collect::<Vec<_>>());
    assert_eq!(seen(&|s| s.actors[0].range = Some(4)), (1..=5).collect::<Vec<_>>());
    let east = |s: &mut Scene| {
        move_to(s, 7);
        s.actors[0].facing = Some(Dir::E);
    };
    assert_eq!(seen(&east), (7..15).collect::<Vec<_>>(), "nothing behind its back, itself included");
    let lamp = |s: &mut Scene| {
        s.actors[0].range = Some(4);
        put(s, ActorKind::Lamp, 11, 1);
        s.actors.last_mut().unwrap().radius = Some(2);
    };
    assert_eq!(seen(&lamp), [1, 2, 3, 4, 5, 9], "what a lamp lights from twice as far");
    let far = |s: &mut Scene| {
        lamp(s);
        set(s, &["lit-factor=3"]);
    };
    assert_eq!(seen(&far), [1, 2, 3, 4, 5, 9, 10, 11, 12, 13]);
    let out = |s: &mut Scene| {
        far(s);
        s.script.push(at_turn(0, Verb::Douse, 11, 1));
    };
    assert_eq!(seen(&out), [1, 2, 3, 4, 5]);
    let unlit = |s: &mut Scene| {
        far(s);
        s.actors.last_mut().unwrap().lit = Some(false);
        s.script.push(at_turn(0, Verb::Light, 11, 1));
    };
    assert_eq!(seen(&unlit), [1, 2, 3, 4, 5, 9, 10, 11, 12, 13]);
    let carried = |s: &mut Scene| {
        far(s);
        s.script.push(moved(0, (11, 1), (7, 1)));
    };
    assert_eq!(seen(&carried), [1, 2, 3, 4, 5, 6, 7, 8, 9], "a lamp that is carried lights elsewhere");
}

#[test]
fn a_one_way_window_is_looked_through_one_way() {
    // A guard on either side of a window that lets looks pass eastward; the doors behind both are opened.
    let rooms = "
        ###########
        #.+.G→G.+.#
        ###########";
    let mut scene = guards(rooms, &["max-turns=1"]);
    (scene.actors[0].goal, scene.actors[1].goal) = (Some(Cell::new(1, 1)), Some(Cell::new(9, 1)));
    (scene.actors[0].facing, scene.actors[1].facing) = (Some(Dir::E), Some(Dir::W));
    scene.script = vec![at_turn(0, Verb::Open, 2, 1), at_turn(0, Verb::Open, 8, 1)];
    let mut run = record(&scene);
    let believed = |run: &dyn Replay| {
        let all = (0..run.len()).filter(|&i| run.kind(i) == "believed").map(|i| run.event_json(i));
        all.map(|e| (e["guard"].clone(), e["cell"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(believed(&*run), [(json!(1), json!([8, 1]))], "guard 1 sees the far door, guard 2 does not");
    scene.tiles[Cell::new(5, 1)] = Tile::OneWayW;
    run = record(&scene);
    assert_eq!(believed(&*run), [(json!(2), json!([2, 1]))]);
    set(&mut scene, &["sight=symmetric"]);
    assert_eq!(believed(&*record(&scene)), [], "to any other field of view it is opaque");
    // Nobody climbs through.
    scene.actors[1].goal = Some(Cell::new(1, 1));
    assert!(!outcome(&scene)["guards"][1]["arrived"].as_bool().unwrap());
}

#[test]
fn doors_open_when_walked_into_and_locks_want_their_key() {
    let hall = "######\n#G+.X#\n######";
    let run = record(&guards(hall, &[]));
    assert_eq!((kinds(&*run, "changed"), &run.outcome()["turns"]), (1, &json!(3)));
    let slow = record(&guards(hall, &["opening-turns=2"]));
    let guard = &slow.outcome()["guards"][0];
    assert_eq!((&slow.outcome()["turns"], &guard["plan_costs"]), (&json!(5), &json!([6, 6, 6, 4, 2])));
    assert_eq!(guard["path"].as_array().map(Vec::len), Some(4), "waiting is no move");
    let mut locked = guards(&hall.replace('+', "*"), &[]);
    let result = outcome(&locked);
    assert_eq!((&result["guards"][0]["arrived"], &result["turns"]), (&json!(false), &json!(2)), "then nothing stirs");
    locked.actors[0].keys = vec!["red".into()];
    assert_eq!(outcome(&locked)["turns"], 3);
    locked.details.insert(Cell::new(2, 1), TileDetail { key: Some("blue".into()), inside: None });
    assert_eq!(outcome(&locked)["guards"][0]["arrived"], false);
    // A door that costs more by one direction, as in A*.
    let round = "#######\n#G.+.X#\n#.###.#\n#.....#\n#######";
    assert_eq!(outcome(&guards(round, &[]))["guards"][0]["plan_costs"][0], 8);
    assert_eq!(outcome(&guards(round, &["door-cost=[20,0,0,0]"]))["guards"][0]["plan_costs"][0], 16);
}

#[test]
fn a_guard_that_believes_a_closed_door_open_walks_into_it() {
    // It looks west, and walks east into what it does not see.
    let mut scene = guards("#####\n#.#.#\n#Gs.#\n#####", &[]);
    scene.actors[0].facing = Some(Dir::W);
    scene.actors[0].goal = Some(Cell::new(3, 1));
    scene.script.push(at_turn(0, Verb::Close, 2, 2));
    let run = record(&scene);
    let waits: Vec<Value> = (0..run.len()).filter(|&i| run.kind(i) == "waited").map(|i| run.event_json(i)).collect();
    assert_eq!((&waits[0]["why"], &waits[0]["facing"]), (&json!("not as believed"), &json!("e")));
    // Then it faces the door, and sees it: it is not fooled again.
    assert_eq!(waits.len(), 1);
    let hits =
        run.hits(&gridscope::core::trace::breakpoint::Condition::check("a guard walked into what it did not know"));
    assert_eq!(hits.len(), 1);
}

#[test]
fn routes_go_round_and_goals_can_be_moved() {
    let mut scene = guards("#######\n#G....#\n#######", &["max-turns=12"]);
    scene.actors[0].route = vec![Cell::new(4, 1), Cell::new(2, 1)];
    let result = outcome(&scene);
    let xs: Vec<u64> = common::pairs(&result["guards"][0]["path"]).iter().map(|p| p.0).collect();
    assert_eq!(xs, [1, 2, 3, 4, 3, 2, 3, 4, 3, 2, 3, 4, 3]);
    assert_eq!((&result["turns"], &result["guards"][0]["arrived"]), (&json!(12), &json!(false)));
    scene.actors[0].route = vec![Cell::new(1, 1)];
    assert_eq!(outcome(&scene)["turns"], 2, "a route of the cell that it stands on: nothing stirs");
    let mut scene = guards("#######\n#G...X#\n#######", &[]);
    scene.script.push(moved(3, (5, 1), (1, 1)));
    let xs: Vec<u64> = common::pairs(&outcome(&scene)["guards"][0]["path"]).iter().map(|p| p.0).collect();
    assert_eq!(xs, [1, 2, 3, 4, 3, 2, 1]);
}

#[test]
fn a_thief_is_sought_where_it_is_believed_to_be() {
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
        // It goes round the corner while the guard is under way.
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
fn two_guards_never_share_a_cell() {
    let corridor = "#######\n#G...G#\n#######";
    let mut scene = guards(corridor, &[]);
    (scene.actors[0].goal, scene.actors[1].goal) = (Some(Cell::new(5, 1)), Some(Cell::new(1, 1)));
    let result = outcome(&scene);
    assert_eq!(common::pairs(&result["guards"][0]["path"]).last(), Some(&(3, 1)));
    assert_eq!(common::pairs(&result["guards"][1]["path"]).last(), Some(&(4, 1)));
    assert_eq!(result["turns"], 3, "each waits for the other; nothing stirs, so the run ends");
    // The script does not put one onto the other either, nor into a wall.
    scene.script = vec![moved(0, (1, 1), (5, 1)), moved(0, (1, 1), (0, 0))];
    let run = record(&scene);
    let denied: Vec<_> = (0..run.len()).filter(|&i| run.kind(i) == "denied").map(|i| run.event(i).sentence).collect();
    assert!(denied[0].ends_with("did nothing: somebody stands there."), "{denied:?}");
    assert!(denied[1].ends_with("did nothing: nobody can stand on a wall."), "{denied:?}");
    // One behind the other in a row: the first to move makes room.
    let mut row = guards("#########\n#GG.....#\n#########", &[]);
    (row.actors[0].goal, row.actors[1].goal) = (Some(Cell::new(6, 1)), Some(Cell::new(7, 1)));
    assert!(outcome(&row)["guards"].as_array().unwrap().iter().all(|g| g["arrived"] == true));
}

#[test]
fn a_shutter_lets_a_thief_out_of_its_inner_side() {
    let mut scene = guards("########\n#G...W@#\n########", &["max-turns=3"]);
    scene.actors[1].kind = ActorKind::Thief;
    scene.actors[0].goal = Some(Cell::new(2, 1));
    scene.details.insert(Cell::new(5, 1), TileDetail { inside: Some(Dir::E), key: None });
    scene.script.push(moved(0, (6, 1), (5, 1)));
    let run = record(&scene);
    assert_eq!((kinds(&*run, "changed"), kinds(&*run, "shifted"), kinds(&*run, "denied")), (1, 1, 0));
    scene.details.insert(Cell::new(5, 1), TileDetail { inside: Some(Dir::W), key: None });
    let run = record(&scene);
    assert_eq!((kinds(&*run, "changed"), kinds(&*run, "shifted"), kinds(&*run, "denied")), (0, 0, 1));
}

#[test]
fn a_hand_that_interferes_adds_a_line_at_the_turn_looked_at() {
    let mut session = Session::new(guards(EXAMPLE, &[]));
    session.settle();
    let run = session.replay().expect("a run");
    let turn_7 = run.phases().iter().find(|p| run.phase_name(p.start as usize) == "turn 7").expect("turn 7");
    let (at, before) = (turn_7.start as usize + 1, run.len());
    session.apply(&Command::Seek(at));
    assert_eq!(session.turn_now(), Some(7));
    let line = at_turn(session.turn_now().unwrap(), Verb::Open, 5, 2);
    session.apply(&Command::Intervene(line.clone()));
    session.settle();
    assert_eq!(session.problem, None);
    assert_eq!(session.scene().script, [line]);
    let run = session.replay().expect("a run");
    assert_eq!((run.cursor(), run.turn()), (at, Some(7)), "the place in time is kept");
    assert_ne!(run.len(), before);
    // Past the corridor by then: it does not see, and walks on.
    assert_eq!(run.outcome()["turns"], 23);
    // What was before turn 7 is as it was.
    let previous = session.previous.as_ref().expect("run B");
    assert!((0..at).all(|i| run.event_json(i) == previous.replay.event_json(i)));
    // The guard itself is carried: to where it sees the shutter.
    session.apply(&Command::Seek(at));
    let guard = session.replay().unwrap().tokens()[0].at.expect("on the map");
    assert_eq!(session.actor_now(guard), Some(1), "the second actor of the scene");
    session.apply(&Command::DragBegin(guard));
    session.apply(&Command::StrokeTo(Cell::new(5, 4)));
    session.apply(&Command::StrokeEnd);
    session.settle();
    assert_eq!(session.scene().script.len(), 2);
    let outcome = session.replay().unwrap().outcome();
    assert_eq!((&outcome["turns"], &outcome["guards"][0]["arrived"]), (&json!(13), &json!(true)), "{outcome}");
}

#[test]
fn a_run_that_ended_goes_on_after_a_hand_interferes() {
    // Shut in: it looks, then nothing stirs any more, and the run is over.
    let mut session = Session::new(guards("######\n#GS.X#\n######", &[]));
    session.settle();
    assert_eq!(session.replay().unwrap().outcome()["turns"], 2);
    session.apply(&Command::End);
    session.apply(&Command::Intervene(at_turn(session.turn_now().unwrap(), Verb::Open, 2, 1)));
    session.settle();
    let outcome = session.replay().unwrap().outcome();
    assert_eq!((&outcome["turns"], &outcome["guards"][0]["arrived"]), (&json!(4), &json!(true)));
    // What makes no sense is told, and changes nothing.
    session.apply(&Command::Intervene(at_turn(0, Verb::Open, 0, 0)));
    assert!(session.notices.last().is_some_and(|n| n.error));
    assert_eq!(session.scene().script.len(), 1);
}

#[test]
fn the_script_may_bring_a_guard_and_its_goal_together_or_take_either_away() {
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
fn lines_of_the_script_for_later_turns_keep_a_run_alive() {
    let mut scene = guards("######\n#GS.X#\n######", &[]);
    scene.script.push(at_turn(9, Verb::Open, 2, 1));
    assert_eq!(outcome(&scene)["turns"], 12);
    // Lines need not be in the order of their turns, and those of one turn keep theirs.
    scene.script.insert(0, at_turn(12, Verb::Close, 2, 1));
    assert_eq!(outcome(&scene)["turns"], 12);
}

#[test]
fn with_one_guard_and_nothing_unknown_the_first_plan_is_the_plan_of_a_star() {
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
fn scenes_that_can_not_be_run_say_why() {
    assert!(error(&guards("..X", &[])).contains("there is no guard"));
    assert!(error(&guards("G..", &[])).contains("nowhere to go"));
    assert!(error(&guards("G.X.X", &[])).contains("two goals, at (2,0) and (4,0)"));
    let change = |what: &dyn Fn(&mut Scene)| {
        let mut scene = guards("#G.X#", &[]);
        what(&mut scene);
        error(&scene)
    };
    assert!(change(&|s| s.actors[0].at = Cell::new(0, 0)).contains("the guard at (0,0) stands in a wall"));
    assert!(change(&|s| s.actors[1].at = Cell::new(4, 0)).contains("leads to (4,0), a wall that nobody can enter"));
    assert!(change(&|s| s.actors[0].goal = Some(Cell::new(0, 0))).contains("the goal of the guard at (1,0)"));
    assert!(change(&|s| s.actors[0].route = vec![Cell::new(9, 9)]).contains("(9,9) lies outside the map"));
    assert!(change(&|s| s.actors[0].route = vec![Cell::new(0, 0)]).contains("the route of the guard"));
    assert!(change(&|s| s.actors[0].range = Some(0)).contains("range 0"));
    assert!(change(&|s| s.actors[0].at = Cell::new(7, 7)).contains("(7,7) lies outside the map"));
    assert!(change(&|s| s.script.push(at_turn(1, Verb::Open, 0, 0))).contains("open does nothing to a wall"));
    assert!(change(&|s| s.script.push(at_turn(1, Verb::Open, 90, 0))).contains("outside the map"));
    assert!(change(&|s| s.script.push(at_turn(1, Verb::Light, 1, 0))).contains("no lamp"));
    assert!(change(&|s| put(s, ActorKind::Guard, 1, 0)).contains("guards 1 and 2 both stand at (1,0)"));
    assert!(change(&|s| set(s, &["knowledge=psychic"])).contains("knowledge"));
    assert!(change(&|s| set(s, &["sight=x-ray"])).contains("sight"));
    assert!(change(&|s| (0..120).for_each(|_| put(s, ActorKind::Guard, 2, 0))).contains("at most 100"));
    // A secret door may be a goal, for it may open; and what the script touches may be anything.
    let mut secret = guards("#G.S#", &[]);
    secret.actors[0].goal = Some(Cell::new(3, 0));
    assert_eq!(outcome(&secret)["guards"][0]["arrived"], false);
    let mut smashed = guards("#G.#", &[]);
    smashed.actors[0].goal = Some(Cell::new(3, 0));
    smashed.script.push(at_turn(1, Verb::Smash, 3, 0));
    assert_eq!(outcome(&smashed)["guards"][0]["arrived"], true);
}
