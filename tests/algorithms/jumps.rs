//! The call for games makes the same decision as the recorded piece, on thousands of boards. Fights without an observer
//! end like recorded ones.

use gridscope::algorithms::autochess::{Board, Jumps};
use gridscope::algorithms::{find, record};
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Params, Progress, Rng, Scene, Size, Tile};
use serde_json::json;
use support::cases;

/// Builds a board with an active piece and others of both teams.
fn board(dice: &mut Rng, most: u16) -> Scene {
    let mut side = || 2 + dice.below(u64::from(most) - 1) as u16;
    let size = Size::new(side(), side());
    let mut tiles = Grid::new(size, Tile::Floor);
    let walls = dice.below(40);
    for cell in size.cells() {
        if dice.below(100) < walls {
            tiles[cell] = Tile::Wall;
        }
    }
    let mut actors: Vec<Actor> = Vec::new();
    for cell in size.cells() {
        if tiles[cell] == Tile::Floor && dice.below(7) == 0 {
            let mut unit = Actor::new(ActorKind::Unit, cell);
            unit.set_team(Some(1 + dice.below(2) as u8));
            unit.set_range(Some([210, 210, 400][dice.below(3) as usize]));
            unit.set_active(actors.is_empty().then_some(true));
            actors.push(unit);
        }
    }
    if actors.is_empty() {
        let mut unit = Actor::new(ActorKind::Unit, Cell::new(0, 0));
        unit.set_active(Some(true));
        actors.push(unit);
    }
    let mut scene = Scene::new(tiles);
    scene.actors = actors;
    scene.run.algorithm = "autochess".into();
    for name in ["reach", "far", "near"] {
        scene.run.params.set(name, json!(dice.below(4) > 0));
    }
    scene.run.params.set("near-to", ["hop", "target"][dice.below(2) as usize]);
    scene.run.params.set("pathfinder", ["jumper", "shortest"][(dice.below(3) / 2) as usize]);
    scene
}

/// Resolves parameters with the card of the algorithm.
fn resolved(params: &Params) -> gridscope::trace::params::Resolved {
    params.resolve(find("autochess").expect("it is on the list").card().params).expect("its parameters")
}

#[test]
fn jumps_decide_like_the_stepped_piece() {
    let runner = find("autochess").expect("it is on the list");
    let mut dice = Rng::new(71);
    let (mut hops, mut diagonal) = (0, 0);
    for round in 0..cases(4000) {
        let scene = board(&mut dice, 12);
        let shown =
            runner.outcome(&scene, &scene.run.params, 0, &Progress::default()).expect("a scene that can be run");
        let (me, others) = scene.actors.split_first().expect("somebody");
        let foes: Vec<Cell> =
            others.iter().filter(|a| a.team().unwrap_or(1) != me.team().unwrap_or(1)).map(|a| a.at).collect();
        let place = Board::new(&scene.tiles, others.iter().map(|a| a.at), me.at);
        let mut jumps = Jumps::with(scene.size().area(), &resolved(&scene.run.params));
        for _ in 0..2 {
            let hop = jumps.decide(&place, me.at, &foes, me.range().unwrap_or(210) - 24);
            assert_eq!(json!(hop), shown["hop"], "board {round}: {shown}");
        }
        let mut other = scene.clone();
        other.run.params.set("rule", "stock");
        let mut jumps = Jumps::with(scene.size().area(), &resolved(&other.run.params));
        let hop = jumps.decide(&place, me.at, &foes, me.range().unwrap_or(210) - 24);
        assert_eq!(json!(hop), shown["stock"]["hop"], "board {round}: {shown}");
        other.run.params.set("rule", "fewest");
        let fewest =
            runner.outcome(&other, &other.run.params, 0, &Progress::default()).expect("a scene that can be run");
        let mut jumps = Jumps::with(scene.size().area(), &resolved(&other.run.params));
        for _ in 0..2 {
            let hop = jumps.decide(&place, me.at, &foes, me.range().unwrap_or(210) - 24);
            assert_eq!(json!(hop), fewest["hop"], "board {round}: {fewest}");
        }
        hops += usize::from(!shown["hop"].is_null());
        diagonal += usize::from(shown["chose"] == "diagonal");
    }
    assert!(hops > cases(1000) && diagonal > cases(100), "{hops} hops, {diagonal} of them diagonal");
}

#[test]
fn silent_fight_equals_the_recorded_fight() {
    let runner = find("autochess").expect("it is on the list");
    let mut dice = Rng::new(72);
    let mut jumps = 0;
    for round in 0..300 {
        let mut scene = board(&mut dice, 9);
        scene.run.params.set("fight", json!(true));
        let silent =
            runner.outcome(&scene, &scene.run.params, 0, &Progress::default()).expect("a scene that can be run");
        let recorded = record(&scene, &Progress::default()).expect("a scene that can be run");
        assert_eq!(recorded.outcome(), &silent, "fight {round}");
        jumps += silent["jumps"]["stock"].as_u64().unwrap_or(0);
    }
    assert!(jumps > 500, "{jumps}");
}

#[test]
fn pieces_off_the_board_block_no_cell() {
    let tiles = Grid::new(Size::new(8, 8), Tile::Floor);
    let (piece, enemy) = (Cell::new(2, 7), Cell::new(5, 3));
    let decide = |area, others: &[Cell], enemies: &[Cell], piece| {
        let board = Board::new(&tiles, others.iter().copied(), piece);
        Jumps::new(area).decide(&board, piece, enemies, 186)
    };
    let best = Some(Cell::new(5, 4));
    assert_eq!(decide(64, &[enemy], &[enemy], piece), best);
    // As row-major indices, (8,3) would be (0,4), and (13,3) the very cell the piece goes to.
    for off in [(8, 3), (13, 3), (9, 30), (u16::MAX, u16::MAX)].map(|(x, y)| Cell::new(x, y)) {
        assert_eq!(decide(64, &[enemy, off], &[enemy, off], piece), best, "{off}");
        assert_eq!(decide(64, &[enemy], &[enemy], off), None, "a piece at {off}");
        assert_eq!(decide(64, &[off], &[off], piece), None, "nobody to attack but {off}");
    }
    assert_eq!(decide(4, &[enemy], &[enemy], piece), best, "a board larger than there was room for");
    assert_eq!(decide(0, &[enemy], &[enemy], piece), best);
    // Several boards in a row, of any size, with each rule.
    let switches = [json!({}), json!({"pathfinder": "shortest"}), json!({"rule": "fewest"})];
    for switches in switches {
        let mut params = Params::default();
        for (name, value) in switches.as_object().into_iter().flatten() {
            params.set(name, value.clone());
        }
        let mut kept = Jumps::with(4, &resolved(&params));
        for side in [4, 9, 0, 3, 12, 8] {
            let tiles = Grid::new(Size::new(side, side), Tile::Floor);
            let (piece, enemy) = (Cell::new(0, side.saturating_sub(1)), Cell::new(side.saturating_sub(1), 0));
            let board = Board::new(&tiles, [enemy].into_iter(), piece);
            let decided = kept.decide(&board, piece, &[enemy], 186);
            assert_eq!(decided, Jumps::with(400, &resolved(&params)).decide(&board, piece, &[enemy], 186), "{side}");
            assert_eq!(decided.is_some(), side > 0, "{side}");
        }
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "the cell (4,0) lies outside a grid of 4 × 2")]
fn cell_off_a_grid_panics_as_an_index() {
    _ = Grid::new(Size::new(4, 2), 0)[Cell::new(4, 0)];
}
