//! Two hundred turns of eight guards on a map of 128², recorded: under two seconds. Printed.

#[path = "common/mod.rs"]
mod common;

use common::{race, row};
use gridscope::core::algorithms;
use gridscope::core::geometry::{Cell, Size};
use gridscope::core::grid::Grid;
use gridscope::core::rng::Rng;
use gridscope::core::scene::{Actor, ActorKind, Scene, ScriptLine};
use gridscope::core::terrain::{Tile, Verb};
use gridscope::core::trace::Control;

const SIDE: u16 = 128;

/// Rooms of 8² cells with doors, eight patrols from corner to corner, lamps, and a script that opens and closes doors.
fn house(knowledge: &str) -> Scene {
    let size = Size::new(SIDE, SIDE);
    let mut dice = Rng::new(8);
    let mut tiles = Grid::new(size, Tile::Floor);
    for c in size.cells() {
        let (x, y) = (c.x % 8, c.y % 8);
        if x == 0 || y == 0 {
            tiles[c] = Tile::Wall;
        }
        // A door in the middle of most walls.
        if (x == 0) != (y == 0) && (x == 4 || y == 4) && c.x > 0 && c.y > 0 && dice.below(8) > 0 {
            tiles[c] = if dice.below(2) == 0 { Tile::DoorOpen } else { Tile::Door };
        }
    }
    let mut scene = Scene::new(tiles);
    let cell = |dice: &mut Rng| Cell::new(4 + 8 * dice.below(16) as u16, 4 + 8 * dice.below(16) as u16);
    for k in 0..8 {
        let mut guard = Actor::new(ActorKind::Guard, Cell::new(4 + 16 * k, 4));
        guard.route = (0..4).map(|_| cell(&mut dice)).collect();
        scene.actors.push(guard);
    }
    for _ in 0..20 {
        scene.actors.push(Actor::new(ActorKind::Lamp, cell(&mut dice)));
    }
    let doors: Vec<Cell> = size.cells().filter(|&c| scene.tiles[c] == Tile::DoorOpen).collect();
    for turn in 0..200 {
        let at = doors[dice.below(doors.len() as u64) as usize];
        scene.script.push(ScriptLine { turn, verb: Verb::Place, at, to: None, tile: Some("wall".into()) });
    }
    scene.run.algorithm = "guards".into();
    scene.run.params.set("max-turns", 200);
    scene.run.params.set("knowledge", knowledge);
    scene
}

fn main() {
    for knowledge in ["omniscient", "default-memory", "last-seen"] {
        let scene = house(knowledge);
        let runner = algorithms::named("guards").expect("guards");
        let mut events = 0;
        let mut record = || {
            let run = algorithms::record(&scene, &Control::default()).expect("a run");
            assert_eq!((run.halted(), &run.outcome()["turns"]), (None, &200.into()));
            events = run.len();
        };
        let mut play = || {
            runner.outcome(&scene, &scene.run.params, 1).expect("an outcome");
        };
        let [recorded, played] = race(3, [&mut record, &mut play]);
        row(&format!("8 guards, 200 turns, 128², {knowledge}: recorded"), &format!("{recorded:.2} s"), "under 2 s");
        row("    the same, unobserved", &format!("{played:.2} s"), "");
        row("    events", &format!("{:.1} million", events as f64 / 1e6), "");
    }
}
