//! The worked example of the page as pictures, and the effect of each of its rules: sight, light, doors, knowledge,
//! routes, the script, and edits during a run.

use crate::helpers::night::{EXAMPLE, after, at_turn, guards, moved, opened, outcome, rows};
use gridscope::trace::view::picture::picture;
use gridscope::trace::{ActorKind, Cell, Dir, Replay, Scene, Tile, Verb};
use serde_json::json;
use support::{put, record, set};

#[test]
fn omniscient_guard_takes_the_short_path() {
    let result = outcome(&opened(&["knowledge=omniscient"]));
    let guard = &result["guards"][0];
    assert_eq!(guard["plan_costs"][0], 22);
    assert_eq!((&result["turns"], &guard["arrived"]), (&json!(11), &json!(true)));
    assert_eq!(guard["path"].as_array().map(Vec::len), Some(12));
}

#[test]
fn guard_turns_when_it_sees_the_shutter() {
    let scene = opened(&[]);
    let result = outcome(&scene);
    let guard = &result["guards"][0];
    assert_eq!(guard["plan_costs"], json!([46, 44, 42, 40, 14, 12, 10, 8, 6, 4, 2]));
    let path = [[1, 5], [2, 5], [3, 5], [4, 5], [5, 5], [5, 4], [5, 3], [5, 2], [5, 1], [4, 1], [3, 1], [2, 1]];
    assert_eq!(guard["path"], json!(path));
    assert_eq!((&result["turns"], &guard["arrived"]), (&json!(11), &json!(true)));
}

#[test]
fn guard_without_heuristic_walks_to_the_closest_cell() {
    let result = outcome(&guards("#########\n#G...#.X#\n#########", &["heuristic=zero"]));
    assert_eq!(result["guards"][0]["path"], json!([[1, 1], [2, 1], [3, 1], [4, 1]]));
}

#[test]
fn closed_shutter_leaves_four_plans_equal() {
    let result = outcome(&guards(EXAMPLE, &[]));
    let guard = &result["guards"][0];
    let costs: Vec<u64> = guard["plan_costs"].as_array().unwrap().iter().map(|c| c.as_u64().unwrap()).collect();
    assert_eq!(costs[..5], [46, 44, 42, 40, 38]);
    assert_eq!((&result["turns"], costs.len()), (&json!(23), 23));
    assert_eq!(guard["path"].as_array().map(Vec::len), Some(24));
}

#[test]
fn pictures_of_the_shutter_example_show_its_plans() {
    let scene = opened(&[]);
    let mut run = record(&scene);
    // The plan of the first turn, while the guard wrongly believes that the shutter is closed (≠). Cells in its overlay
    // (●) are as it believes. It does not see the cells that the search closed (x).
    after(&mut run, "planned", 0);
    let first = "
        #############
        #.X*********#
        #####≠#####*#
        #####x#####*#
        ●●●●●x●●●●●*●
        ●G**********●
        ●●●●●●●●●●●●●";
    assert_eq!(rows(&picture(&scene, &run)), rows(first), "{}", picture(&scene, &run));
    // From (5,5) it sees the shutter, and everything is as it believes.
    after(&mut run, "believed", 0);
    assert_eq!(run.event(run.cursor() - 1).cell, Some(Cell::new(5, 2)));
    assert_eq!(run.turn(), Some(4));
    assert!(
        run.event(run.cursor() - 1).sentence.contains("believes that there is an open shutter at (5,2), not a shutter")
    );
    after(&mut run, "planned", 4);
    let fifth = "
        ####●●●######
        #.X***o.....#
        ####●*●####.#
        ####●*●####.#
        ●●●●●*●●●●●●●
        ●oxxxGxo●●●●●
        ●●●●●●●●●●●●●";
    assert_eq!(rows(&picture(&scene, &run)), rows(fifth), "{}", picture(&scene, &run));
    assert!(run.explain().contains("26 less than the 40 of turn 3"), "{}", run.explain());
    run.seek(run.len());
    let end = "
        ●●●●●●●●●●●●●
        ●●G●●●●●●●●●●";
    assert_eq!(rows(&picture(&scene, &run))[..2], rows(end), "{}", picture(&scene, &run));
}

#[test]
fn truth_and_belief_layers_differ_at_the_shutter() {
    let scene = opened(&[]);
    let mut run = record(&scene);
    after(&mut run, "planned", 0);
    let shutter = Cell::new(5, 2);
    let layer = |name: &str| run.schema().layers.iter().position(|l| l.name == name).expect("a layer");
    let word = |run: &Replay, name: &str, c: Cell| run.value(layer(name), c).map(|v| v.to_string());
    assert_eq!(word(&run, "truth", shutter).as_deref(), Some("shutter-open"));
    assert_eq!(word(&run, "belief", shutter).as_deref(), Some("shutter"));
    assert_eq!(word(&run, "overlay", shutter), None);
    assert_eq!(word(&run, "overlay", Cell::new(1, 4)).as_deref(), Some("seen"));
    assert_eq!(run.tiles(), [(shutter, Tile::ShutterOpen)], "the truth");
    assert_eq!(run.eyes(), ["truth", "guard 1"]);
    let mut eyes = run.fork();
    eyes.look_through(1);
    assert_eq!(eyes.tiles(), [], "to the guard the map is as it was");
    let wrong = run.tables().into_iter().find(|t| t.title.starts_with("Believed wrongly: 1")).expect("a table");
    assert_eq!(wrong.rows[0].values[..4], ["1", "(5,2)", "shutter", "open shutter"]);
    run.seek(run.len());
    let plans = run.tables().into_iter().find(|t| t.title == "Plans of guard 1").expect("a table");
    let costs: Vec<&str> = plans.rows.iter().rev().map(|r| r.values[3].as_str()).collect();
    assert_eq!(costs, ["46", "44", "42", "40", "14", "12", "10", "8", "6", "4", "2"]);
    let series = run.series().iter().find(|s| s.name == "plan cost, guard 1").expect("a series");
    assert_eq!(series.points.last().map(|p| p[1]), Some(0.0), "nothing is left to pay after arriving");
}

#[test]
fn default_memory_guard_walks_back_and_forth() {
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
fn why_not_is_answered_by_the_current_plan() {
    let scene = opened(&[]);
    let mut run = record(&scene);
    after(&mut run, "planned", 0);
    let why = run.why_not(Cell::new(5, 2));
    assert!(
        why.reason == "blocked" && why.sentence.starts_with("Guard 1, plan of turn 0: (5,2) was never reached"),
        "{why:?}"
    );
    let event = run.event(why.event.expect("an event"));
    assert!(event.kind == "rejected" && event.cell == Some(Cell::new(5, 2)) && event.index < run.cursor());
    assert!(why.sentence.contains(&format!("event {}", event.index + 1)), "{why:?}");
    after(&mut run, "planned", 4);
    assert_eq!(run.why_not(Cell::new(5, 2)).reason, "on-path");
    let away = run.why_not(Cell::new(6, 5));
    assert!(
        away.reason == "dearer" && away.best.as_ref().and_then(gridscope::trace::event::Value::number) == Some(14.0),
        "{away:?}"
    );
}

#[test]
fn nested_search_shows_open_list_ties_and_arrows() {
    let mut open = guards("G....\n.....\n.....\n....X", &["neighbours=4", "costs=1", "ties=parents"]);
    open.run.seed = 4;
    let mut run = record(&open);
    after(&mut run, "expanded", 5);
    let (waiting, all) = run.queue(100);
    assert!(all == waiting.len() && all > 1 && waiting[0].key.starts_with("f "), "{waiting:?}");
    let last = run.event(run.cursor() - 1).cell.expect("a cell");
    assert!(run.arrow(last).is_some());
    let mut board = gridscope::trace::view::board::Board::default();
    run.board(Some(0), &mut board);
    assert_eq!(board.at(last).role, gridscope::trace::view::board::Role::Current);
    let tie = run.ties().iter().find_map(|&i| run.tie(i as usize).filter(|t| t.roll.is_some())).expect("a tie");
    assert!(tie.candidates.len() == 2 && tie.rule.starts_with("1/n over parents"), "{tie:?}");
}

#[test]
fn sight_ends_at_half_plane_range_and_dark() {
    let hall = "
        ################
        #G............X#
        ################";
    let seen = |change: &dyn Fn(&mut Scene)| {
        let mut scene = guards(hall, &["max-turns=1"]);
        change(&mut scene);
        let mut run = record(&scene);
        after(&mut run, "planned", 0);
        let overlay = run.schema().layers.iter().position(|l| l.name == "overlay").expect("a layer");
        (1..15).filter(|&x| run.value(overlay, Cell::new(x, 1)).is_some()).collect::<Vec<u16>>()
    };
    let move_to = |scene: &mut Scene, x: u16| scene.actors[0].at = Cell::new(x, 1);
    assert_eq!(seen(&|_| {}), (1..15).collect::<Vec<_>>());
    assert_eq!(seen(&|s| s.actors[0].set_range(Some(4))), (1..=5).collect::<Vec<_>>());
    let east = |s: &mut Scene| {
        move_to(s, 7);
        s.actors[0].set_facing(Some(Dir::E));
    };
    assert_eq!(seen(&east), (7..15).collect::<Vec<_>>(), "nothing behind its back, itself included");
    let lamp = |s: &mut Scene| {
        s.actors[0].set_range(Some(4));
        put(s, ActorKind::Lamp, 11, 1);
        s.actors.last_mut().unwrap().set_radius(Some(2));
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
        s.actors.last_mut().unwrap().set_lit(Some(false));
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
fn one_way_window_is_seen_through_one_way() {
    // A guard on either side of a one-way window that can be seen through to the east. The doors behind both are
    // opened.
    let rooms = "
        ###########
        #.+.G→G.+.#
        ###########";
    let mut scene = guards(rooms, &["max-turns=1"]);
    scene.actors[0].set_goal(Some(Cell::new(1, 1)));
    scene.actors[1].set_goal(Some(Cell::new(9, 1)));
    scene.actors[0].set_facing(Some(Dir::E));
    scene.actors[1].set_facing(Some(Dir::W));
    scene.script = vec![at_turn(0, Verb::Open, 2, 1), at_turn(0, Verb::Open, 8, 1)];
    let mut run = record(&scene);
    let believed = |run: &Replay| {
        let all = (0..run.len()).filter(|&i| run.kind(i) == "believed").map(|i| run.event_json(i));
        all.map(|e| (e["guard"].clone(), e["cell"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(believed(&run), [(json!(1), json!([8, 1]))], "guard 1 sees the far door, guard 2 does not");
    scene.tiles[Cell::new(5, 1)] = Tile::OneWayW;
    run = record(&scene);
    assert_eq!(believed(&run), [(json!(2), json!([2, 1]))]);
    set(&mut scene, &["sight=symmetric"]);
    assert_eq!(believed(&record(&scene)), [], "to any other field of view it is opaque");
    // No guard climbs through.
    scene.actors[1].set_goal(Some(Cell::new(1, 1)));
    assert!(!outcome(&scene)["guards"][1]["arrived"].as_bool().unwrap());
}
