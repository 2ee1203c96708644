//! The smallest algorithm: its declarations provide what its sixty lines do not contain.

#[path = "../../examples/bfs.rs"]
#[expect(dead_code, reason = "the program's own entry is not called here")]
mod example;

use example::Bfs;
use gridscope::trace::algorithm::{Entry, RunError, Runner as _};
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::{Progress, Replay};
use gridscope::trace::view::board::Board;
use gridscope::trace::{Cell, Dir, Params};
use support::HitsOf as _;
use support::scene_with;

fn run() -> Replay {
    let scene = scene_with("G...\n.##.\n...X", &[]);
    Entry::<Bfs>::NEW.record(&scene, &Params::default(), 1, &Progress::default()).expect("a scene with both ends")
}

#[test]
fn small_algorithm_works_from_its_declarations_alone() {
    let mut run = run();
    assert_eq!(run.outcome(), &serde_json::json!(5));
    run.seek(usize::MAX);
    let last = run.event(run.len() - 1);
    assert_eq!((last.kind, &*last.sentence, last.line), ("found", "Found the goal (3,2) after 5 steps.", 3));
    let cells = |all: &[(u16, u16)]| all.iter().map(|&(x, y)| Cell::new(x, y)).collect::<Vec<_>>();
    assert_eq!(run.path(), cells(&[(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2)]), "back along where each came from");
    assert_eq!(
        run.value(0, Cell::new(3, 0)).and_then(|v| v.number()),
        Some(3.0),
        "the field that the layer is named after"
    );
    assert_eq!(run.value(1, Cell::new(3, 0)).map(|v| v.to_string()).as_deref(), Some("closed"));
    assert_eq!(run.arrow(Cell::new(1, 0)), Some(Dir::W));
    let mut board = Board::default();
    run.board(Some(0), &mut board);
    assert!(board.at(Cell::new(3, 2)).heat > board.at(Cell::new(1, 0)).heat, "heat grows with the distance");
}

#[test]
fn bfs_open_list_is_ordered_with_ties() {
    let mut run = run();
    let third = run.trace().of_kind("expanded")[2] as usize;
    run.seek(third);
    let (waiting, many) = run.queue(9);
    let all: Vec<_> = waiting.iter().map(|w| (w.cell, &*w.key, w.tied)).collect();
    assert_eq!(many, 2);
    assert_eq!(all, [(Cell::new(0, 1), "d 1", true), (Cell::new(2, 0), "d 2", false)]);
    let second = run.trace().of_kind("expanded")[1];
    assert!(run.ties().contains(&second), "two cells waited at distance 1");
    assert_eq!(run.question(0).map(|q| q.1).as_deref(), Some("Which cell is expanded next?"));
}

#[test]
fn history_conditions_and_why_not_use_the_declarations() {
    let run = run();
    let corner = Cell::new(3, 0);
    let kinds: Vec<&str> = run.history(corner).into_iter().map(|i| run.kind(i as usize)).collect();
    assert_eq!(kinds, ["opened", "expanded"]);
    let far: Condition = "opened and d >= 4".parse().expect("a condition");
    assert!(
        run.hits_of(&far).iter().all(|&i| run.event(i as usize).sentence.contains("d = "))
            && !run.hits_of(&far).is_empty()
    );
    assert_eq!(run.why_not(Cell::new(1, 1)).reason, "never", "a wall was never reached");
    assert_eq!(run.why_not(Cell::new(0, 2)).reason, "written");
}

#[test]
fn run_with_unencoded_events_cannot_be_sent() {
    let scene = scene_with("G...\n.##.\n...X", &[]);
    let sent = Entry::<Bfs>::NEW.send(&scene, &Params::default(), 1, &Progress::default(), &mut |_| {});
    assert_eq!(sent, Err(RunError::Unsendable));
}
