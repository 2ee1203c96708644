//! The search for the parameter changes that let a candidate win, compared with trying every value.

use gridscope::debugger::SessionCommand;
use gridscope::debugger::lab::what_would_win::{WhatWouldWinError, what_would_win, wins};
use gridscope::debugger::session::background::work::Task;
use gridscope::trace::trace::{Halt, Progress};
use gridscope::trace::{Cell, Scene};
use serde_json::{Value, json};
use support::lesson;

/// Returns the nearest integer value at which a cell wins, by trying one after another.
fn scanned(scene: &Scene, cell: Cell, name: &str, from: i64, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
    let holds = |n: &i64| {
        let mut other = scene.clone();
        other.run.params.set(name, *n);
        wins(&gridscope::registry(), &other, cell, 0, &Progress::default())
    };
    range.filter(|n| *n != from).filter(holds).min_by_key(|n| (n - from).abs())
}

#[test]
fn nearest_winning_value_agrees_with_a_scan() {
    let mut found = 0;
    for id in ["item-against-unknown", "probable-corner", "probable-wall"] {
        let scene = lesson(id);
        for cell in scene.size().cells() {
            let Ok(all) = what_would_win(&gridscope::registry(), &scene, cell, 0, &Progress::default()) else {
                assert!(wins(&gridscope::registry(), &scene, cell, 0, &Progress::default()), "{id} {cell}");
                continue;
            };
            for (name, from) in [("item-greed", 5), ("single-greed", 4)] {
                let would = all.iter().find(|w| w.param == name).and_then(|w| w.to.as_i64());
                let expected = scanned(&scene, cell, name, from, 0..=40);
                // Farther away, the search doubles its steps.
                assert_eq!(would.filter(|n| *n <= 40), expected, "{id} {cell} {name}");
                found += usize::from(expected.is_some());
            }
        }
    }
    assert!(found >= 2, "{found} candidates could win by greed");
}

/// From its minimum, a parameter can only increase.
#[test]
fn winning_value_is_found_above_the_minimum() {
    let mut scene = lesson("item-against-unknown");
    scene.run.params.set("item-greed", 0);
    let cell = Cell::new(10, 1);
    let all = what_would_win(&gridscope::registry(), &scene, cell, 0, &Progress::default())
        .expect("it does not win without greed");
    let would = all.iter().find(|w| w.param == "item-greed").and_then(|w| w.to.as_i64());
    assert!(would.is_some());
    assert_eq!(would, scanned(&scene, cell, "item-greed", 0, 0..=40));
}

#[test]
fn switching_a_gate_off_makes_another_jump_win() {
    let scene = lesson("problem-far");
    let run = support::record(&scene);
    let hop = |outcome: &Value| outcome["hop"].clone();
    let mut other = scene.clone();
    other.run.params.set("far", false);
    let wanted = hop(support::record(&other).outcome());
    assert_ne!(hop(run.outcome()), wanted);
    let cell = Cell::new(wanted[0].as_u64().expect("x") as u16, wanted[1].as_u64().expect("y") as u16);
    let all = what_would_win(&gridscope::registry(), &scene, cell, 0, &Progress::default()).expect("an answer");
    assert!(all.iter().any(|w| w.param == "far" && w.to == json!(false)), "{all:?}");
}

#[test]
fn what_would_win_explains_inapplicable_scenes() {
    let scene = lesson("rings-on-water");
    let progress = Progress::default();
    let error = what_would_win(&gridscope::registry(), &scene, Cell::new(1, 1), 0, &progress)
        .expect_err("no scoreboard follows a parameter");
    assert!(matches!(error, WhatWouldWinError::NoParams(_)), "{error}");
    let scene = lesson("item-against-unknown");
    let error =
        what_would_win(&gridscope::registry(), &scene, Cell::new(10, 1), 0, &progress).expect_err("it is the target");
    assert_eq!(error, WhatWouldWinError::Won(Cell::new(10, 1)));
    assert_eq!(error.to_string(), "(10,1) has won already");
    let cancelled = Progress::default();
    cancelled.stop();
    let error =
        what_would_win(&gridscope::registry(), &scene, Cell::new(1, 1), 0, &cancelled).expect_err("nothing was tried");
    assert_eq!(error, WhatWouldWinError::Run(Halt::Cancelled.into()));
    // As a background task. A click sets the value.
    let mut session = gridscope::session(scene);
    session.settle();
    session.apply(&SessionCommand::Begin(Task::WhatWouldWin(Cell::new(1, 1), 0)));
    session.settle();
    let (cell, all) = session.work().tasks.winning.clone().expect("an answer");
    assert_eq!((cell, &*all[0].param, &all[0].to), (Cell::new(1, 1), "item-greed", &json!(4)));
}
