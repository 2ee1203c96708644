//! Checks the claims of the auto chess lessons.

use crate::helpers::chess::chess;
use gridscope::algorithms::record;
use gridscope::trace::actor::FieldValue;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::replay::Outline;
use gridscope::trace::{Actor, ActorKind, Cell, Progress, Replay, Rng, Scene, Tile};
use serde_json::{Value, json};
use support::HitsOf as _;
use support::{lesson, scene_with};

fn run(scene: &Scene) -> Replay {
    let mut run = record(scene, &Progress::default()).unwrap_or_else(|e| panic!("{}: {e}", scene.title));
    run.seek(scene.run.picture_moment().expect("a lesson starts somewhere"));
    run
}

/// Returns the run at the lesson's moment, and the side-by-side run.
fn both(id: &str) -> [Replay; 2] {
    let scene = lesson(id);
    let both = gridscope::debugger::session::variants(&gridscope::registry(), &std::sync::Arc::new(scene));
    [run(&both[0].1), run(&both[1].1)]
}

fn sentence(run: &Replay) -> String {
    run.event(run.cursor() - 1).sentence
}

fn hop(run: &Replay) -> &Value {
    &run.outcome()["hop"]
}

#[test]
fn lesson_one_jump_replaces_two_stock_jumps() {
    let scene = lesson("one-jump-instead-of-two");
    let run = run(&scene);
    assert_eq!(sentence(&run), "Chose the diagonal jump from (2,7) to (5,4).");
    assert_eq!(run.outcome()["stock"]["hop"], json!([4, 5]));
    let gates: Vec<_> = [2, 1].map(|back| run.event(run.cursor() - 1 - back).sentence).into();
    assert!(gates[0].contains("1.4 cells from") && gates[1].contains("4.2 cells from"), "{gates:?}");
    let mut short = scene.clone();
    short.run.params.set("hull", 29);
    let reached = |scene: &Scene| {
        let out = record(scene, &Progress::default()).expect("a run").outcome().clone();
        out["candidates"].as_array().expect("rows").iter().filter(|c| c["in_reach"] == true).count()
    };
    assert_eq!((reached(&scene), reached(&short)), (9, 5), "the enemy's own cell and those around it");
}

#[test]
fn three_problem_lessons_differ_with_their_switch() {
    let [on, off] = both("problem-reach");
    assert_eq!(
        on.event(lesson("problem-reach").run.slides[1].at - 1).sentence,
        "(0,3) is not a candidate for the diagonal jump: one jump does not get there, since the first leg of its path ends at (2,5)."
    );
    assert_eq!((hop(&on), hop(&off)), (&json!([3, 6]), &json!([2, 5])));
    let diagonal = on.outcome()["candidates"].as_array().expect("rows").clone();
    assert_eq!(diagonal.iter().filter(|c| c["diagonal"] == true && c["in_reach"] == true).count(), 1);
    let [on, off] = both("problem-far");
    let gate = |id: &str, run: &Replay| run.event(lesson(id).run.slides[2].at - 1).sentence;
    assert_eq!(
        gate("problem-far", &on),
        "Gate far: (2,3) is 1.4 cells from the piece (3,4), not above the limit of 1.6 cells, so the diagonal jump is refused."
    );
    assert!(gate("problem-far", &off).ends_with("so the diagonal jump would be refused, but this gate is off."));
    assert_eq!((hop(&on), hop(&off)), (&json!([3, 3]), &json!([2, 3])));
    let [on, off] = both("problem-near");
    assert_eq!(
        gate("problem-near", &on),
        "Gate near: (7,3) is 4.5 cells from the stock hop (3,5), not below the limit of 1.6 cells, so the diagonal jump is refused."
    );
    assert_eq!((hop(&on), hop(&off)), (&json!([3, 5]), &json!([7, 3])));
}

#[test]
fn near_lesson_differs_between_prose_and_code() {
    let [prose, code] = both("near-prose-and-code");
    let gate = |run: &Replay| run.event(lesson("near-prose-and-code").run.slides[2].at - 1).sentence;
    assert_eq!(
        gate(&prose),
        "Gate near: (2,3) is 2 cells from the stock target (2,1), not below the limit of 1.6 cells, so the diagonal jump is refused."
    );
    assert_eq!(
        gate(&code),
        "Gate near: (2,3) is 1.4 cells from the stock hop (3,2), below the limit of 1.6 cells, so the diagonal jump passes."
    );
    for run in [&prose, &code] {
        assert_eq!(run.outcome()["stock"], json!({ "target": [2, 1], "hop": [3, 2] }));
    }
    assert_eq!((hop(&prose), &prose.outcome()["chose"]), (&json!([3, 2]), &json!("stock")));
    assert_eq!((hop(&code), &code.outcome()["chose"]), (&json!([2, 3]), &json!("diagonal")));
}

#[test]
fn jumper_with_manhattan_takes_a_longer_path() {
    let [jumper, shortest] = both("manhattan-longer-way");
    assert!(
        sentence(&jumper).contains("length 3 + 3√2 = 7.24, and its first leg ends at (1,4)"),
        "{}",
        sentence(&jumper)
    );
    assert!(jumper.explain().contains("1.17 longer"), "{}", jumper.explain());
    let longer = Condition::check("longer than the shortest");
    assert_eq!(jumper.hits_of(&longer), [jumper.cursor() as u32 - 1]);
    // On open ground, both ways are measured too, and both are the shortest.
    let open = chess("E.....\n......\n......\n....U.", &["range=210"]);
    let open = record(&open, &Progress::default()).expect("a run");
    assert!((0..open.len()).filter(|&i| open.kind(i) == "measured").count() == 2 && open.hits_of(&longer).is_empty());
    let before = |i: &usize| jumper.kind(*i) == "measured";
    let first = (0..jumper.len()).find(before).expect("it is measured");
    assert!(jumper.event(first).sentence.contains("length 7 + 1√2 = 8.41, and its first leg ends at (3,7)"));
    assert_eq!((hop(&jumper), hop(&shortest)), (&json!([3, 7]), &json!([1, 4])));
    assert_eq!(jumper.outcome()["stock"]["target"], shortest.outcome()["stock"]["target"]);
    assert!(!jumper.ties().is_empty());
    let labels: Vec<_> = jumper.figures().into_iter().map(|f| f.label).collect();
    assert!(labels.contains(&"jumper 8.41".to_owned()) && labels.contains(&"shortest 7.24".to_owned()), "{labels:?}");
}

#[test]
fn squeezed_piece_moves_once_a_friend_leaves() {
    let scene = lesson("squeezed");
    let stuck = run(&scene);
    let stock = |run: &Replay| run.outcome()["stock"].clone();
    assert_eq!(stock(&stuck), json!({ "target": [3, 3], "hop": [1, 3] }), "its target is one diagonal step away");
    for friend in [1, 2] {
        let mut free = scene.clone();
        free.actors.remove(friend);
        let out = record(&free, &Progress::default()).expect("a run");
        assert_eq!(stock(&out), json!({ "target": [3, 3], "hop": [3, 3] }), "one blocked cell is passed");
    }
}

#[test]
fn diagonal_rule_needs_fewer_jumps_in_the_lesson() {
    let alone: Vec<Value> = both("a-whole-fight").iter().map(|run| Value::clone(run.outcome())).collect();
    assert_eq!([&alone[0]["jumps"], &alone[1]["jumps"]], [&json!(12), &json!(21)]);
    let mut scene = lesson("a-whole-fight");
    scene.run.params.set("rule", "both");
    (scene.run.at, scene.run.picture) = (Some(7037), None);
    let mut run = run(&scene);
    assert_eq!(sentence(&run), "Chose the diagonal jump from (2,7) to (6,3).");
    let labels: Vec<String> = run.figures().into_iter().map(|f| f.label).filter(|l| !l.is_empty()).collect();
    assert_eq!(labels, ["near", "near", "far", "far", "cells", "diagonal jump"]);
    run.seek(run.cursor() + 2);
    assert_eq!(sentence(&run), "Unit 3 jumped from (2,7) to (6,3), jump 3 under the diagonal rule.");
    assert_eq!(run.outcome()["jumps"], json!({ "diagonal": 12, "stock": 21 }));
    assert_eq!(run.outcome()["rounds"], json!({ "diagonal": 2, "stock": 4 }));
    assert_eq!(run.turn(), Some(1));
    let third = run.tokens().into_iter().find(|t| t.actor == 2).expect("it moved");
    assert_eq!((third.at, third.acts), (Some(Cell::new(6, 3)), true));
    let other = run
        .figures()
        .into_iter()
        .find(|f| f.label == "3" && f.outline == Outline::Circle)
        .expect("a circle on the other board");
    assert_eq!(other.points[0], [5.5, 4.5]);
}

fn jumps(scene: &Scene) -> u64 {
    let runner = gridscope::algorithms::find("autochess").expect("it is on the list");
    runner.outcome(scene, &scene.run.params, 1, &Progress::default()).expect("an outcome")["jumps"]
        .as_u64()
        .expect("a number")
}

/// The piece goes in a circle only if all three switches are off. With any of them on, it arrives in one jump.
#[test]
fn piece_circles_only_with_all_three_switches_off() {
    let mut scene = lesson("round-and-round");
    for on in 0..8 {
        for (bit, name) in ["reach", "far", "near"].into_iter().enumerate() {
            scene.run.params.set(name, on >> bit & 1 == 1);
        }
        assert_eq!(jumps(&scene), if on == 0 { 30 } else { 1 }, "{on:03b}");
    }
}

/// With only *reach* off, pieces make detours but never go in circles, on boards where some do with all three off.
#[test]
fn no_piece_circles_with_only_reach_off() {
    let mut dice = Rng::new(5);
    let (mut most, mut circles) = (0, 0);
    for _ in 0..20_000 {
        let mut scene = scene_with(&"........\n".repeat(8), &["fight=on", "rule=diagonal", "reach=off"]);
        scene.run.algorithm = "autochess".into();
        let mut cells: Vec<Cell> = scene.size().cells().collect();
        let mut draw = || cells.swap_remove(dice.below(cells.len() as u64) as usize);
        let [mut piece, mut archer] = [draw(), draw()].map(|at| Actor::new(ActorKind::Unit, at));
        piece.set_team(Some(1));
        piece.set_active(Some(true));
        archer.set_team(Some(2));
        archer.set("range", Some(FieldValue::Number(900)));
        scene.actors = vec![piece, archer];
        for _ in 0..3 {
            let at = draw();
            scene.tiles[at] = Tile::Wall;
        }
        most = most.max(jumps(&scene));
        scene.run.params.set("far", false);
        scene.run.params.set("near", false);
        circles += u32::from(jumps(&scene) == 30);
    }
    assert!(most < 10 && circles > 0, "{most} jumps at the most, {circles} circles");
}

/// Without *near*, a piece lands among the enemies in the back row, out of reach of the front row.
#[test]
fn piece_lands_in_back_row_without_near() {
    let [off, on] = both("to-the-back-row");
    assert_eq!((hop(&off), hop(&on)), (&json!([7, 2]), &json!([2, 4])));
    let scene = lesson("to-the-back-row");
    let near = |x: u16, y: u16| -> Vec<u16> {
        let beside = |cell: Cell| cell.delta(Cell::new(x, y)).0.max(cell.delta(Cell::new(x, y)).1) <= 1;
        let enemies = scene.actors.iter().filter(|a| a.team() == Some(2) && beside(a.at));
        enemies.map(|a| a.at.y).collect()
    };
    assert_eq!((near(7, 2), near(2, 4)), (vec![1, 1], vec![3, 3, 3]), "two archers, or three of four fighters");
}
