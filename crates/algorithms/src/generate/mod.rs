//! Random scene generators: a ship, a maze, a cave, rooms, a dungeon. The same generator, size and seed give the
//! same scene on every machine.
//!
//! Every scene can be run at once. It is one connected region with an actor at one end and a goal at the other. The
//! dungeon has all the actors that one algorithm needs instead.
//!
//! To add a generator, write one file and add it to the list.

mod cave;
mod dungeon;
mod maze;
mod rooms;
mod ship;

use crate::{Actor, ActorKind, Cell, Grid, Scene, Tile};
pub(crate) use gridscope_trace::generate::{ALL_DECKS, Generator, SceneRequest, flood, is_open};

/// The generators, in the order in which they are displayed.
pub(crate) static GENERATORS: &[&Generator] =
    &[&ship::SHIP, &maze::MAZE, &cave::CAVE, &rooms::ROOMS, &dungeon::DUNGEON];

/// Creates a scene with these tiles, title and notes.
fn named(tiles: Grid<Tile>, title: String, notes: String) -> Scene {
    let mut scene = Scene::new(tiles);
    (scene.title, scene.notes) = (title, notes);
    scene
}

/// Places a guard and a goal on two cells that are farthest apart, or nearly so.
fn with_ends(mut scene: Scene) -> Scene {
    if let Some(any) = scene.size().cells().find(|&c| is_open(scene.tiles[c])) {
        let from = farthest(&scene.tiles, any);
        let to = farthest(&scene.tiles, from);
        scene.actors = vec![Actor::new(ActorKind::Guard, from), Actor::new(ActorKind::Goal, to)];
    }
    scene
}

/// Returns the floor cell that a flood reaches last.
fn farthest(tiles: &Grid<Tile>, from: Cell) -> Cell {
    flood(tiles, from).into_iter().rfind(|&c| tiles[c] == Tile::Floor).unwrap_or(from)
}
