//! Logs with several nodes per cell, and logs of programs that believe in other ground than they were sent.

use gridscope::debugger::log::ConvertedLog;
use gridscope::formats::log::Bounds;
use gridscope::formats::log::Log;
use gridscope::trace::progress::at_once;
use gridscope::trace::view::board::{Board, Role};
use gridscope::trace::{Cell, Grid, Replay, Scene, Size, Tile};
use support::read_log;

const TIMES: &str = r#"{"format":"gridscope-trace","version":2,"map":["..."],"start":[0,0],"goal":[2,0],"neighbours":4,"state":["t"],"waits":true,"order":["f"]}
{"event":"open","at":[0,0],"t":0,"g":0,"f":2}
{"event":"expand","at":[0,0],"t":0,"g":0}
{"event":"open","at":[0,0],"from":{"at":[0,0],"t":0},"t":1,"g":1,"f":3}
{"event":"open","at":[1,0],"from":{"at":[0,0],"t":0},"t":1,"g":1,"f":2}
{"event":"expand","at":[1,0],"t":1,"g":1}
{"event":"open","at":[1,0],"from":{"at":[1,0],"t":1},"t":2,"g":2,"f":3}
{"event":"open","at":[0,0],"from":{"at":[1,0],"t":1},"t":2,"g":2,"f":4}
"#;

fn waiting(replay: &Replay) -> Vec<String> {
    replay.queue(usize::MAX).0.into_iter().map(|entry| format!("{} {}", entry.cell, entry.key)).collect()
}

#[test]
fn each_node_of_a_cell_is_queued() {
    let mut replay = at_once(ConvertedLog::of(&Log::read("a log", TIMES.as_bytes()).expect("a log"))).replay;
    replay.seek(usize::MAX);
    assert_eq!(waiting(&replay), ["(0,0) t = 1  f 3  g 1", "(1,0) t = 2  f 3  g 2", "(0,0) t = 2  f 4  g 2"]);
    let nodes = replay.nodes(Cell::new(0, 0));
    assert_eq!(nodes, [("t = 0".to_owned(), 1), ("t = 1".to_owned(), 2), ("t = 2".to_owned(), 6)]);
    replay.seek(3);
    assert_eq!(waiting(&replay), ["(0,0) t = 1  f 3  g 1"]);
    assert_eq!(replay.nodes(Cell::new(0, 0)).len(), 2);
    assert!(replay.nodes(Cell::new(2, 0)).is_empty());
}

#[test]
fn cells_read_differently_are_a_belief_layer() {
    let mut sent = Scene::new(Grid::new(Size::new(3, 2), Tile::Floor));
    let same = sent.clone();
    sent.tiles[Cell::new(1, 1)] = Tile::Wall;
    sent.tiles[Cell::new(2, 1)] = Tile::Wall;
    let log = r#"{"format":"gridscope-trace","version":2,"map":["...","..."]}
{"event":"expand","at":[0,0]}
"#;
    let shown = |sent: &Scene| {
        at_once(ConvertedLog::of(&read_log("a log", log.as_bytes(), Some(sent), Bounds::default()).expect("a log")))
            .replay
    };
    let mut replay = shown(&sent);
    replay.seek(usize::MAX);
    let layer = replay.schema().layer("belief").expect("a layer");
    let value = |x, y| replay.value(layer, Cell::new(x, y)).map(|value| value.to_string());
    assert_eq!((value(1, 1), value(2, 1), value(0, 0)), (Some("floor".into()), Some("floor".into()), None));
    let mut board = Board::default();
    replay.board(Some(layer), &mut board);
    let wrong: Vec<bool> = sent.size().cells().map(|cell| board.at(cell).role == Role::Wrong).collect();
    assert_eq!(wrong, [false, false, false, false, true, true]);
    assert_eq!(shown(&same).schema().layer("belief"), None);
}
