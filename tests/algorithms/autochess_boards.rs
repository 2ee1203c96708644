//! Auto chess on boards that the original does not have: with tiles, of other sizes, without pieces, and scenes with
//! errors.

use crate::helpers::chess::{chess, error, outcome};
use gridscope::trace::{Cell, ScriptLine, Tile, Verb};
use serde_json::{Value, json};

#[test]
fn tiles_block_jumps_or_not() {
    let line = |tile: char| outcome(&chess(&format!("U{tile}.E"), &[]))["hop"].clone();
    for free in ['.', '+', '/', 's', 'w', 'H', ',', 'h', 't', 'b', '"', '~', '^', '!', ':'] {
        assert_eq!(line(free), json!([2, 0]), "{free}");
    }
    for blocked in ['#', '*', 'S', '=', 'W', '↑', '→', '%', 'T'] {
        assert_eq!(line(blocked), Value::Null, "{blocked}");
    }
    // A unit in a wall can leave it, because the start cell counts as free.
    let mut walled = chess("U..E", &[]);
    walled.tiles[Cell::new(0, 0)] = Tile::Wall;
    assert_eq!(outcome(&walled)["hop"], json!([2, 0]));
}

#[test]
fn autochess_scenes_that_cannot_run_are_explained() {
    assert!(error(&chess("E..A", &[])).contains("no active unit"));
    assert!(error(&chess("UE.U", &[])).contains("two active units, at (0,0) and (3,0)"));
    let mut off = chess("U.E", &[]);
    off.actors[1].at = Cell::new(9, 9);
    assert!(error(&off).contains("(9,9) is outside the map of 3 × 1"));
    off.actors[1].at = Cell::new(2, 0);
    off.actors[0].at = Cell::new(0, 7);
    assert!(error(&off).contains("outside"));
    assert!(error(&chess("U.E", &["hull=-1"])).contains("hull"));
    assert!(error(&chess("U.E", &["pathfinder=fastest"])).contains("pathfinder"));
    let mut script = chess("U..E", &["fight=on"]);
    script.script.push(ScriptLine { turn: 1, verb: Verb::Place, at: Cell::new(8, 8), to: None, tile: None });
    assert!(error(&script).contains("outside"));
    script.script[0].at = Cell::new(1, 0);
    assert!(error(&script).contains("place needs"));
}

#[test]
fn boards_without_a_jump_choose_none() {
    for picture in ["U", "U..", "U.A", "UE", "U#.E", "E\nU"] {
        let out = outcome(&chess(picture, &[]));
        let free = !out["hop"].is_null();
        assert!(!free || picture.len() > 2, "{picture}: {out}");
        assert_eq!(out["chose"] == "none", !free);
    }
    assert_eq!(outcome(&chess("U.A", &[]))["chose"], "none", "no enemy");
    assert_eq!(outcome(&chess("U..E", &["range=0"]))["chose"], "none", "no range");
}

#[test]
fn large_board_lists_only_cells_in_reach() {
    let mut scene = chess("U.E", &[]);
    let size = gridscope::trace::geometry::Size::new(300, 300);
    scene.tiles = gridscope::trace::grid::Grid::new(size, Tile::Floor);
    scene.actors[1].at = Cell::new(250, 200);
    let out = outcome(&scene);
    assert_eq!(out["candidates"].as_array().map(Vec::len), Some(9));
    assert_eq!(out["stock"]["target"], json!([249, 199]));
}
