//! The flow map: the conformance vectors, the room of the source as pictures, and the effect of each rule of the page.

use gridscope::algorithms::flow_map::{FlowEvent as E, FlowMap, Outcome, PARAMS, Problem, play};
use gridscope::formats::{Options, read_bytes};
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::observe::unhalted;
use gridscope::trace::trace::{Progress, Recorder, Replay};
use gridscope::trace::view::picture::picture;
use gridscope::trace::{ActorKind, Cell, Scene, ScriptLine, Verb};
use serde_json::{Value, json};
use support::{Traced, record, scene_with};

pub fn flow(picture: &str, params: &[&str]) -> Scene {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "flow-map".into();
    scene
}

pub fn line(turn: u32, verb: Verb, x: u16, y: u16) -> ScriptLine {
    ScriptLine { turn, verb, at: Cell::new(x, y), to: None, tile: None }
}

fn problem(scene: &Scene) -> Problem {
    let params = scene.run.params.resolve(PARAMS).expect("parameters that fit");
    Problem::new(scene, &params, scene.run.seed).unwrap_or_else(|e| panic!("{e}"))
}

pub fn outcome(scene: &Scene) -> Outcome {
    unhalted(play(&problem(scene), &mut ()))
}

fn trace(scene: &Scene) -> Traced<E> {
    let problem = problem(scene);
    let progress = Progress::default();
    let mut recorder = Recorder::new(FlowMap::layout(&problem), &progress);
    let _ = FlowMap::run(&problem, &mut recorder);
    Traced::new(recorder.finish(FlowMap::context(&problem)))
}

#[test]
fn flow_map_vectors_agree() {
    let text = include_str!("../data/vectors/flow-map.jsonl");
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        let scene = read_bytes("a vector", case["scene"].to_string().as_bytes(), &Options::default()).expect("a scene");
        let mut scene = scene.scene;
        let (id, expect) = (&case["id"], &case["expect"]);
        let after = serde_json::to_value(outcome(&scene)).expect("plain data");
        assert_eq!(after["distance"], expect["after"], "{id}: the table at the end");
        assert_eq!(after["waves"], expect["waves"], "{id}: the waves");
        scene.script.clear();
        let before = serde_json::to_value(outcome(&scene)).expect("plain data");
        assert_eq!(before["distance"], expect["before"], "{id}: the table of the first ripple");
        assert_eq!(before["waves"], json!([]), "{id}");
    }
}

/// The room of the source. The prisoner is at a cell from which 15 steps lead out.
pub const ROOM: &str = "
    ##############
    #..#P...%....#
    #..#....#...##
    #..######.#..#
    ####......#..#
    #.....#####..#
    #####.#..###.#
    #...#.####...>
    #...%......#.#
    ##############";

/// The table of the page, before anything is smashed.
const BEFORE: &str = "
 -1  -1  -1  -1  -1  -1  -1  -1  -1  -1  -1  -1  -1  -1
 -1 500 500  -1 500 500 500 500  -1  10   9   8   9  -1
 -1 500 500  -1 500 500 500 500  -1   9   8   7  -1  -1
 -1 500 500  -1  -1  -1  -1  -1  -1  10  -1   6   5  -1
 -1  -1  -1  -1  14  13  14  13  12  11  -1   5   4  -1
 -1  16  15  14  13  12  -1  -1  -1  -1  -1   4   3  -1
 -1  -1  -1  -1  -1  11  -1 500 500  -1  -1  -1   2  -1
 -1 500 500 500  -1  10  -1  -1  -1  -1   3   2   1   0
 -1 500 500 500  -1   9   8   7   6   5   4  -1   2  -1
 -1  -1  -1  -1  -1  -1  -1  -1  -1  -1  -1  -1  -1  -1";

/// Formats a table as the page does.
fn table(distance: &[Vec<i64>]) -> String {
    distance
        .iter()
        .map(|row| "\n".to_owned() + &row.iter().map(|v| format!("{v:>3}")).collect::<Vec<_>>().join(" "))
        .collect()
}

pub fn smashed(order: [(u32, u16, u16); 2]) -> Scene {
    let mut scene = flow(ROOM, &[]);
    scene.script = order.map(|(turn, x, y)| line(turn, Verb::Smash, x, y)).to_vec();
    scene
}

#[test]
fn distances_equal_the_table_of_the_source() {
    let result = outcome(&flow(ROOM, &[]));
    assert_eq!(table(&result.distance), BEFORE);
    assert_eq!((result.levels, result.reached), (17, 39), "levels 0 to 16");
    assert_eq!(result.prisoners[0].left, None, "no ripple wakes the prisoner");
    assert_eq!(result.prisoners[0].path, [Cell::new(4, 1)]);
}

#[test]
fn waves_of_two_smashes_are_independent_of_order() {
    let wave = |x, y, levels, cells| json!({ "from": [x, y], "levels": levels, "cells": cells });
    let first = outcome(&smashed([(1, 8, 1), (2, 4, 8)]));
    let other = outcome(&smashed([(2, 8, 1), (1, 4, 8)]));
    let same = outcome(&smashed([(3, 8, 1), (3, 4, 8)]));
    assert_eq!(json!(first.waves), json!([wave(8, 1, 6, 9), wave(4, 8, 5, 7)]));
    assert_eq!(json!(other.waves), json!([wave(4, 8, 5, 7), wave(8, 1, 6, 9)]));
    assert_eq!(json!(same.waves), json!(first.waves));
    assert_eq!((&first.distance, &first.distance), (&other.distance, &same.distance));
    assert_eq!((first.distance[1][8], first.distance[8][4]), (11, 10));
    assert_eq!(first.reached, 55, "what a full recomputation writes");
    // The prisoner woke in turn 1, walks from turn 2, is on the exit after 15 steps, and leaves with its next move.
    let path = &first.prisoners[0].path;
    assert_eq!((path.len() - 1, path[15], first.prisoners[0].left), (15, Cell::new(13, 7), Some(17)));
    assert_eq!(path[1], Cell::new(5, 1), "up is wall, right comes before down");
}

#[test]
fn picture_after_a_smash_shows_the_first_wave() {
    let scene = smashed([(1, 8, 1), (2, 4, 8)]);
    let mut run = record(&scene);
    let kinds: Vec<String> = (0..run.len()).map(|i| run.kind(i).to_owned()).collect();
    let smash = kinds.iter().position(|k| *k == "smashed").expect("a smash");
    run.seek(smash + 1);
    let shown = picture(&scene, &run);
    // The smashed cell is in the queue, and its way out is drawn. The cells behind it are not reached yet.
    assert_eq!(
        shown.trim(),
        "
##############
#..#P...****x#
#..#....#xx*##
#..######x#**#
####xxxxxx#x*#
#xxxxx#####x*#
#####x#..###*#
#...#x####xx*>
#...%xxxxxx#x#
##############"
            .trim()
    );
}

/// Returns the path of a prisoner as pairs.
pub fn trail(outcome: &Outcome, prisoner: usize) -> Vec<(u16, u16)> {
    outcome.prisoners[prisoner].path.iter().map(|c| (c.x, c.y)).collect()
}

#[test]
fn closed_door_raises_the_distances_behind_it() {
    let mut scene = flow("#######\n#.../.>\n#.###.#\n#.....#\n#######", &[]);
    let before = outcome(&scene);
    assert_eq!(before.distance[1], [-1, 5, 4, 3, 2, 1, 0]);
    scene.script = vec![line(1, Verb::Close, 4, 1)];
    let after = outcome(&scene);
    assert_eq!(after.distance[1], [-1, 9, 10, 11, -1, 1, 0]);
    assert_eq!(after.distance[3], [-1, 7, 6, 5, 4, 3, -1]);
    // The door, the three cells behind it, and (1,2), whose 6 came through the door and is now 8.
    assert_eq!(json!(after.waves), json!([{ "from": [4, 1], "levels": 9, "cells": 5 }]));
    // Opening it again gives the old table, with a wave of its own.
    scene.script.push(line(2, Verb::Open, 4, 1));
    let again = outcome(&scene);
    assert_eq!(again.distance, before.distance);
    assert_eq!(json!(again.waves[1]), json!({ "from": [4, 1], "levels": 5, "cells": 5 }));
}

#[test]
fn picture_shows_raised_cells_and_the_border_queue() {
    let mut scene = flow("#######\n#.../.>\n#.###.#\n#.....#\n#######", &[]);
    scene.script = vec![line(1, Verb::Close, 4, 1)];
    let mut run = record(&scene);
    let kinds: Vec<String> = (0..run.len()).map(|i| run.kind(i).to_owned()).collect();
    run.seek(kinds.iter().rposition(|k| *k == "raised").expect("a raised cell") + 1);
    assert_eq!(picture(&scene, &run).trim(), "#######\n#▲▲▲▲x>\n#▲###x#\n#xxxxx#\n#######");
    let border: Vec<String> =
        (0..run.len()).filter(|&i| kinds[i] == "requeued").map(|i| run.event(i).sentence).collect();
    assert_eq!(border, ["(1,3) keeps its value 7 and is queued: the ripple continues from there."]);
}

#[test]
fn smash_that_reaches_nothing_makes_an_empty_wave() {
    let mut scene = flow("#########\n#.%.#.%.>\n#########", &[]);
    scene.script = vec![line(1, Verb::Smash, 2, 1), line(2, Verb::Smash, 5, 1), line(3, Verb::Smash, 6, 1)];
    let result = outcome(&scene);
    assert_eq!(
        json!(result.waves),
        json!([{ "from": [2, 1], "levels": 0, "cells": 0 }, { "from": [6, 1], "levels": 2, "cells": 2 }])
    );
    assert_eq!(result.distance[1], [-1, 500, 500, 500, -1, 3, 2, 1, 0]);
}

#[test]
fn chained_prisoners_block_until_they_are_smashed() {
    let mut scene = flow("########\n#P.P..P>\n########", &[]);
    scene.actors[1].set_chained(Some(true));
    let shut = outcome(&scene);
    assert_eq!(shut.distance[1], [-1, 500, 500, -1, 3, 2, 1, 0]);
    // The prisoner beyond the chains woke before turn 1 and leaves with its second move.
    assert_eq!((shut.prisoners[2].left, shut.prisoners[0].left, shut.prisoners[1].left), (Some(2), None, None));
    scene.script = vec![line(3, Verb::Smash, 3, 1)];
    let open = outcome(&scene);
    assert_eq!(json!(open.waves), json!([{ "from": [3, 1], "levels": 3, "cells": 3 }]));
    // Freed in turn 3, it walks from turn 4: four steps, and out in turn 8. The one behind follows.
    assert_eq!((open.prisoners[1].left, open.prisoners[0].left), (Some(8), Some(10)));
    assert_eq!(trail(&open, 1), [(3, 1), (4, 1), (5, 1), (6, 1), (7, 1)]);
}

#[test]
fn prisoner_moved_onto_the_map_leaves() {
    let mut scene = flow("#######\n#P#...>\n#######", &[]);
    assert_eq!(outcome(&scene).prisoners[0].left, None, "walled in");
    scene.script = vec![ScriptLine { to: Some(Cell::new(3, 1)), ..line(3, Verb::Move, 1, 1) }];
    let carried = outcome(&scene);
    assert_eq!(trail(&carried, 0), [(1, 1), (3, 1), (4, 1), (5, 1), (6, 1)]);
    assert!(carried.prisoners[0].left.is_some());
}

#[test]
fn prisoners_move_nearest_first_and_wait() {
    // Both want the same cell. The prisoner that is first in the scene takes it.
    let result = outcome(&flow("#####\n#P.P#\n##.##\n##>##\n#####", &[]));
    assert_eq!(trail(&result, 0), [(1, 1), (2, 1), (2, 2), (2, 3)]);
    assert_eq!(trail(&result, 1), [(3, 1), (2, 1), (2, 2), (2, 3)]);
    assert_eq!((result.prisoners[0].left, result.prisoners[1].left), (Some(4), Some(5)));
    // A guard in a corridor blocks it for ever, but the run still ends.
    let stuck = outcome(&flow("######\n#PG..>\n######", &[]));
    assert_eq!((trail(&stuck, 0), stuck.prisoners[0].left), (vec![(1, 1)], None));
    // A prisoner that starts on an exit has no direction to continue in.
    let mut scene = flow("####\n#..>\n####", &[]);
    support::put(&mut scene, ActorKind::Prisoner, 3, 1);
    assert_eq!(outcome(&scene).prisoners[0].left, None);
}

#[test]
fn level_ripple_wakes_prisoners_as_the_ring_arrives() {
    let scene = flow("#########\n#P....P.>\n#########", &["ripple=level"]);
    let result = outcome(&scene);
    assert_eq!(result.levels, 8);
    let woke: Vec<(u32, u32)> = {
        let trace = trace(&scene);
        let mut turn = 0;
        let mut all = Vec::new();
        for e in trace.events() {
            match *e {
                E::TurnBegan { turn: t } => turn = t,
                E::Woke { actor, .. } => all.push((actor, turn)),
                _ => {}
            }
        }
        all
    };
    // Level 0 is written before turn 1, (6,1) in turn 2, and (1,1) in turn 7.
    assert_eq!(woke, [(1, 2), (0, 7)]);
    assert_eq!((result.prisoners[1].left, result.prisoners[0].left), (Some(5), Some(15)));
}

#[test]
fn dice_choose_evenly_among_equal_neighbours() {
    let open = "......\n......\nP....>\n......";
    let first = outcome(&flow("P.\n.>", &[]));
    assert_eq!(trail(&first, 0), [(0, 0), (1, 0), (1, 1)], "right comes before down");
    let mut right = 0;
    for seed in 0..200 {
        let mut scene = flow("P.\n.>", &["ties=random"]);
        scene.run.seed = seed;
        right += u32::from(trail(&outcome(&scene), 0)[1] == (1, 0));
    }
    assert!((70..130).contains(&right), "{right} of 200 went right");
    let run = record(&flow("P.\n.>", &["ties=random"]));
    let tie = run.tie(run.ties()[0] as usize).expect("a tie");
    assert_eq!((tie.candidates.len(), tie.probability), (2, Some(0.5)));
    assert!(tie.roll.is_some_and(|r| (0.0..1.0).contains(&r)));
    assert!(record(&flow(open, &[])).ties().is_empty(), "straight on there is no tie");
}

#[test]
fn diagonal_rules_and_terrain_change_the_distances() {
    let open = "....\n....\n...>";
    assert_eq!(outcome(&flow(open, &["neighbours=8"])).distance, [[3, 2, 2, 2], [3, 2, 1, 1], [3, 2, 1, 0]]);
    let octile = outcome(&flow(open, &["neighbours=8", "costs=octile"]));
    assert_eq!(octile.distance[0], [3828, 2828, 2414, 2000], "thousandths of a step, rounded");
    assert_eq!(octile.levels, 9, "a level is all cells of one distance");
    let corner = "##..\n##.#\n#..>";
    assert_eq!(outcome(&flow(corner, &["neighbours=8"])).distance[1][2], 2);
    assert_eq!(outcome(&flow(corner, &["neighbours=8", "corners=one"])).distance[1][2], 1);
    // Swamp adds 3 to its own cell, so the detour is cheaper, and the prisoner takes it.
    let swamp = "P.\"\".>\n......";
    let plain = outcome(&flow(swamp, &[]));
    assert_eq!((plain.distance[0][0], trail(&plain, 0).len()), (5, 6));
    let priced = outcome(&flow(swamp, &["terrain-costs=on"]));
    assert_eq!(priced.distance, [[7, 6, 8, 5, 1, 0], [6, 5, 4, 3, 2, 1]].map(|r| r.to_vec()));
    assert!(trail(&priced, 0).iter().all(|c| ![(2, 0), (3, 0)].contains(c)));
}

#[test]
fn goals_start_with_their_values() {
    let mut scene = flow("X......X", &[]);
    scene.actors[0].set_value(Some(3));
    assert_eq!(outcome(&scene).distance, [[3, 4, 5, 4, 3, 2, 1, 0]]);
    // A goal whose value is higher than the distance from the other goal is lowered. It is then no longer a source.
    scene.actors[0].set_value(Some(300));
    assert_eq!(outcome(&scene).distance, [[7, 6, 5, 4, 3, 2, 1, 0]]);
}

#[test]
fn path_over_500_steps_has_a_higher_mark() {
    // A winding corridor of 30 × 40 cells, with a path of more than 500 steps.
    let mut rows = Vec::new();
    for y in 0..40 {
        rows.push(match y % 4 {
            0 | 2 => ".".repeat(30),
            1 => format!("{}.", "#".repeat(29)),
            _ => format!(".{}", "#".repeat(29)),
        });
    }
    rows[0].replace_range(0..1, ">");
    rows[38] = "#".repeat(30);
    rows[39] = format!("{}.", "#".repeat(29));
    let result = outcome(&flow(&rows.join("\n"), &[]));
    let most = result.distance.iter().flatten().max().copied();
    assert_eq!(most, Some(1200), "the cell that is cut off is marked with the number of cells");
    assert_eq!(result.distance[39][29], 1200);
}

#[test]
fn walk_in_circles_between_rooms_is_stopped() {
    // The only exit of each room leads into the other, so the prisoner would walk in a circle for ever.
    let mut scene = flow("#######\n#..#..#\n#P.>..#\n#..#..#\n#######", &[]);
    let room = |name: &str, from, to| gridscope::trace::scene::Room { name: name.into(), from, to };
    scene.rooms = vec![room("west", Cell::new(0, 0), Cell::new(3, 4)), room("east", Cell::new(3, 0), Cell::new(6, 4))];
    let result = outcome(&scene);
    assert_eq!(result.prisoners[0].left, None);
    let last = record(&scene).event(record(&scene).len() - 1).sentence;
    assert!(last.contains("repeat forever"), "{last}");
}

/// In the source's own words, *the lowest positive neighbour*: an exit next to a smashed crate does not count.
#[test]
fn positive_smash_ignores_an_adjacent_exit() {
    let value = |smash: &str| {
        let mut scene = support::scene("#####\n#.%>#\n#...#\n#####");
        "flow-map".clone_into(&mut scene.run.algorithm);
        scene.run.params.set("smash", smash);
        scene.script.push(ScriptLine { turn: 1, verb: Verb::Smash, at: Cell::new(2, 1), to: None, tile: None });
        support::record(&scene).outcome()["distance"][1][2].clone()
    };
    assert_eq!((value("lowest"), value("positive")), (1.into(), 3.into()));
}

/// For a crate that no exit reaches, by the source's own words the lowest positive neighbour has 500, so the crate
/// takes 501.
#[test]
fn positive_smash_of_an_unreachable_crate_takes_501() {
    let ran = |smash: &str| {
        let mut scene = support::scene("#######\n#.%.#>#\n#...#.#\n#######");
        "flow-map".clone_into(&mut scene.run.algorithm);
        scene.run.params.set("smash", smash);
        scene.script.push(ScriptLine { turn: 1, verb: Verb::Smash, at: Cell::new(2, 1), to: None, tile: None });
        support::record(&scene)
    };
    let said = |run: &Replay| (0..run.len()).find(|&i| run.kind(i) == "smashed").map(|i| run.event(i).sentence);
    for (smash, value, says) in
        [("lowest", 500, "is not reached either"), ("positive", 501, "takes their mark plus one")]
    {
        let mut run = ran(smash);
        run.seek(usize::MAX);
        assert_eq!(run.outcome()["distance"][1], serde_json::json!([-1, 500, value, 500, -1, 0, -1]));
        assert_eq!(
            run.value(0, Cell::new(2, 1)).map(|v| v.to_string()),
            Some(value.to_string()),
            "as the board has it"
        );
        assert_eq!((&run.outcome()["reached"], &run.outcome()["waves"][0]["cells"]), (&2.into(), &0.into()));
        assert!(said(&run).is_some_and(|text| text.contains(says)), "{:?}", said(&run));
    }
}

/// By the source's literal words, a mark is a value like any other. So a cell freed next to a 501 alone takes 502, and
/// a mark that is too high is lowered. Once an exit reaches the cells, the marks are forgotten.
#[test]
fn positive_smash_counts_marks_up() {
    let ran = |map: &str, smash: &str, order: &[u16]| {
        let mut scene = support::scene(map);
        "flow-map".clone_into(&mut scene.run.algorithm);
        scene.run.params.set("smash", smash);
        let line =
            |(turn, &x): (u32, &u16)| ScriptLine { turn, verb: Verb::Smash, at: Cell::new(x, 1), to: None, tile: None };
        scene.script.extend((1..).zip(order).map(line));
        let mut run = support::record(&scene);
        run.seek(usize::MAX);
        let row = run.outcome()["distance"][1].clone();
        for (x, value) in row.as_array().expect("a row").iter().enumerate() {
            let board = run.value(0, Cell::new(x as u16, 1)).map(|v| v.to_string());
            assert_eq!(board, Some(value.to_string()), "({x},1) on the board");
        }
        let smashed = (0..run.len()).filter(|&i| run.kind(i) == "smashed");
        (row, smashed.map(|i| run.event(i).sentence).collect::<Vec<_>>())
    };
    // Crates between floor and a wall, with an exit behind the wall.
    let map = "##########\n#.%%%%#.>#\n##########";
    let (row, said) = ran(map, "positive", &[2, 3, 4]);
    assert_eq!(row, serde_json::json!([-1, 500, 501, 502, 503, -1, -1, 1, 0, -1]));
    assert!(said[1].contains("takes their lowest mark plus one, 2 more than other cells have"), "{said:?}");
    let (row, _) = ran(map, "lowest", &[2, 3, 4]);
    assert_eq!(row, serde_json::json!([-1, 500, 500, 500, 500, -1, -1, 1, 0, -1]));
    // A cell without a free neighbour keeps its 500, and the cells next to it take 501.
    let (row, _) = ran(map, "positive", &[4, 5, 2, 3]);
    assert_eq!(row, serde_json::json!([-1, 500, 501, 501, 500, 501, -1, 1, 0, -1]));
    // Cells that the exit reaches at last have their distances.
    let (row, _) = ran(map, "positive", &[2, 3, 4, 5, 6]);
    assert_eq!(row, serde_json::json!([-1, 7, 6, 5, 4, 3, 2, 1, 0, -1]));
    // The ripple continues among marks, because the floor at the other end has a lower one.
    let (row, _) = ran("###########\n#.%%%%%.#>#\n###########", "positive", &[2, 3, 4, 5, 6]);
    assert_eq!(row, serde_json::json!([-1, 500, 501, 502, 503, 502, 501, 500, -1, 0, -1]));
}

/// An enemy is a source of the map only for prisoners that flee.
#[test]
fn enemy_is_a_source_only_when_fleeing() {
    let mut scene = flow("#####\n#P..#\n#####", &[]);
    support::put(&mut scene, ActorKind::Enemy, 3, 1);
    let made =
        |scene: &Scene| Problem::new(scene, &scene.run.params.resolve(PARAMS).expect("parameters"), 1).map(|_| ());
    assert!(made(&scene).expect_err("no exit").to_string().contains("there is no exit"));
    scene.run.params.set("flee", true);
    assert!(made(&scene).is_ok());
}
