//! The cost of a known trap: `traps = weighed` and `last` in corridors of 60 to 150 cells, compared with an unknown
//! cell, an item, an unexplored door and an exit at the other end.

use gridscope::algorithms::find;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Progress, Scene, Size, Tile};
use serde_json::{Value, json};
use support::pairs;

/// The target at the free end of a corridor.
#[derive(Clone, Copy, PartialEq, Debug)]
enum End {
    Unknown,
    Item,
    Door,
    Exit,
}

/// Builds a corridor with the explorer in it. To the west are a trap and an unknown cell behind it. To the east are
/// floor and another target, `n` steps away.
fn corridor(n: u16, end: End) -> Scene {
    let size = Size::new(n + 5, 3);
    let mut tiles = Grid::new(size, Tile::Wall);
    for x in 1..size.width - 1 {
        tiles[Cell::new(x, 1)] = Tile::Floor;
    }
    tiles[Cell::new(2, 1)] = Tile::Trap;
    let mut known = Grid::new(size, true);
    known[Cell::new(1, 1)] = false;
    let far = Cell::new(3 + n, 1);
    let mut scene = Scene::new(tiles);
    scene.actors.push(Actor::new(ActorKind::Explorer, Cell::new(3, 1)));
    match end {
        End::Unknown => known[far] = false,
        End::Item => scene.actors.push(Actor::new(ActorKind::Item, far)),
        End::Exit => scene.actors.push(Actor::new(ActorKind::Exit, far)),
        End::Door => {
            scene.tiles[far] = Tile::Door;
            known[Cell::new(4 + n, 1)] = false;
        }
    }
    scene.known = Some(known);
    "auto-explore".clone_into(&mut scene.run.algorithm);
    scene.run.params.set("picks", 1);
    scene
}

fn pick(mut scene: Scene, traps: &str) -> Value {
    scene.run.params.set("traps", traps);
    find("auto-explore")
        .expect("it is on the list")
        .outcome(&scene, &scene.run.params, 1, &Progress::default())
        .expect("an outcome")
        .into()
}

#[test]
fn weighed_trap_costs_67_steps() {
    for n in 60..=150 {
        // The cell behind the trap has the value 69. Both unknown cells are single, so the nearer one wins from four
        // steps before that.
        let behind = |end| pick(corridor(n, end), "weighed")["target"] == json!([1, 1]);
        assert_eq!(behind(End::Unknown), n >= 65, "{n}");
        // An item is worth five steps more than the nearest unknown cell.
        assert_eq!(behind(End::Item), n > 74, "{n}");
        assert!(behind(End::Door) && behind(End::Exit), "{n}");
    }
}

#[test]
fn mode_last_puts_traps_after_all_but_exits() {
    for n in 60..=150 {
        for end in [End::Unknown, End::Item, End::Door] {
            let found = pick(corridor(n, end), "last");
            assert_eq!((&found["target"], &found["value"]), (&json!([n + 3, 1]), &json!(n)), "{end:?}");
        }
        let found = pick(corridor(n, End::Exit), "last");
        assert_eq!((&found["target"], &found["value"]), (&json!([1, 1]), &json!(69)), "{n}");
        assert_eq!(pairs(&found["path"]), [(2, 1), (1, 1)]);
    }
}

/// Builds a ring of corridors with a trap on the short path to the far side. The free path is long.
fn ring(width: u16) -> Scene {
    let size = Size::new(width, 5);
    let mut tiles = Grid::new(size, Tile::Wall);
    for x in 1..width - 1 {
        tiles[Cell::new(x, 1)] = Tile::Floor;
        tiles[Cell::new(x, 3)] = Tile::Floor;
    }
    for x in [1, width - 2] {
        tiles[Cell::new(x, 2)] = Tile::Floor;
    }
    tiles[Cell::new(1, 2)] = Tile::Trap;
    let mut scene = Scene::new(tiles);
    scene.known = Some(Grid::new(size, true));
    scene.actors.push(Actor::new(ActorKind::Explorer, Cell::new(1, 1)));
    "auto-explore".clone_into(&mut scene.run.algorithm);
    scene.run.params.set("picks", 1);
    scene
}

#[test]
fn mode_last_takes_any_detour_around_traps() {
    for width in 40..=80 {
        for kind in [ActorKind::Item, ActorKind::Exit] {
            let mut scene = ring(width);
            scene.actors.push(Actor::new(kind, Cell::new(1, 3)));
            let (weighed, last) = (pick(scene.clone(), "weighed"), pick(scene, "last"));
            let over = |found: &Value| pairs(&found["path"]).contains(&(1, 2));
            // Over the trap, the cell below it has the value 69. The path round it has two steps per column, less the
            // corners.
            assert_eq!(over(&weighed), 2 * (u64::from(width) - 4) + 2 >= 69, "{width}: {weighed}");
            assert!(!over(&last), "{width}: {last}");
        }
    }
}

/// Returns the outcome in a known corridor whose east end is unknown. A trap is two cells before the end, `before`
/// steps east of the explorer.
fn way_over_a_trap(before: u16, at_trap: &str) -> Value {
    let size = Size::new(before + 5, 3);
    let mut tiles = Grid::new(size, Tile::Wall);
    for x in 1..size.width - 1 {
        tiles[Cell::new(x, 1)] = Tile::Floor;
    }
    tiles[Cell::new(1 + before, 1)] = Tile::Trap;
    let mut scene = Scene::new(tiles);
    let mut known = Grid::new(size, true);
    known[Cell::new(before + 3, 1)] = false;
    scene.known = Some(known);
    scene.actors.push(Actor::new(ActorKind::Explorer, Cell::new(1, 1)));
    "auto-explore".clone_into(&mut scene.run.algorithm);
    scene.run.params.set("at-trap", at_trap);
    scene.run.params.set("radius", 1);
    find("auto-explore")
        .expect("it is on the list")
        .outcome(&scene, &scene.run.params, 1, &Progress::default())
        .expect("an outcome")
        .into()
}

#[test]
fn mode_before_stops_at_traps_unless_beside_them() {
    for steps in 1..=4u16 {
        let (onto, before) = (way_over_a_trap(steps, "onto"), way_over_a_trap(steps, "before"));
        let all = json!("Explored: every cell is known.");
        assert_eq!((&onto["stopped"], &onto["moves"]), (&all, &json!(steps + 1)));
        if steps == 1 {
            assert_eq!(before, onto, "the run begins there");
        } else {
            let sentence = format!("Stopped at the trap at ({},1), which the path leads over.", 1 + steps);
            assert_eq!((&before["stopped"], &before["moves"]), (&json!(sentence), &json!(steps - 1)));
        }
    }
}
