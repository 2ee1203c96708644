//! Scenes for each algorithm on a map of any size. Each has as much of what the algorithm works on as fits.

use super::{cave, house, scene};
use gridscope::trace::geometry::Cell;
use gridscope::trace::scene::{Actor, ActorKind, Scene, ScriptLine};
use gridscope::trace::terrain::{Tile, Verb};

/// Builds a map with only these actors, each at a fraction from 0 to 1 of the diagonal.
pub fn with(mut scene: Scene, actors: &[(ActorKind, f64)]) -> Scene {
    scene.actors.clear();
    let side = f64::from(scene.size().width - 1);
    for &(kind, place) in actors {
        let at = (side * place) as u16;
        let cell = Cell::new(at, at);
        // Keep the cells around the actor free, so that it is not walled in.
        for near in scene.size().cells().filter(|c| c.x.abs_diff(at) < 3 && c.y.abs_diff(at) < 3) {
            scene.tiles[near] = Tile::Floor;
        }
        scene.actors.push(Actor::new(kind, cell));
    }
    scene
}

/// Builds a scene for an algorithm on a map of `side` cells: a fifth of walls, or a map that suits the algorithm.
pub fn on(id: &str, side: u16) -> Scene {
    use ActorKind as K;
    let field = || Scene::new(scene(side, 20, 11).tiles);
    let (mut scene, params): (Scene, &[(&str, serde_json::Value)]) = match id {
        "path-sampling" => (with(field(), &[(K::Guard, 0.0), (K::Goal, 1.0)]), &[("samples", 1.into())]),
        "flow-map" | "dungeon" => (with(field(), &[(K::Exit, 0.5)]), &[]),
        "shadowcast" => {
            (with(Scene::new(scene(side, 1, 11).tiles), &[(K::Viewer, 0.5)]), &[("variant", "symmetric".into())])
        }
        "knowledge" => (with(Scene::new(scene(side, 1, 11).tiles), &[(K::Viewer, 0.5)]), &[("turns", 4.into())]),
        "npc" => (with(field(), &[(K::Guard, 0.4), (K::Goal, 0.6)]), &[("knows", "map".into())]),
        "flee-map" => (with(field(), &[(K::Enemy, 0.5)]), &[]),
        "guards" => (with(Scene::new(house(side)), &[(K::Guard, 4.0 / f64::from(side - 1)), (K::Goal, 0.5)]), &[]),
        "auto-explore" => {
            // Only a corner is unknown, so one decision floods the whole map.
            let mut scene = cave(side, 1);
            if let Some(known) = &mut scene.known {
                for cell in scene.tiles.size().cells() {
                    known[cell] = cell.x < side - 3 || cell.y < side - 3;
                }
            }
            (scene, &[("picks", 1.into())])
        }
        "autochess" => {
            let mut scene = with(Scene::new(scene(side, 12, 11).tiles), &[(K::Unit, 0.2), (K::Unit, 0.8)]);
            for (k, unit) in scene.actors.iter_mut().enumerate() {
                unit.set_team(Some(1 + k as u8));
                unit.set_active((k == 0).then_some(true));
            }
            (scene, &[])
        }
        "atmosphere" => {
            let mut scene = with(Scene::new(house(side)), &[]);
            let at = Cell::new(8, 4);
            scene.script.push(ScriptLine { turn: 0, verb: Verb::Smash, at, to: None, tile: None });
            (scene, &[])
        }
        "ida-star" => (scene(side, 0, 11), &[]),
        "mazes" | "ship" => (with(Scene::new(scene(side, 0, 11).tiles), &[]), &[]),
        _ => (scene(side, 20, 11), &[]),
    };
    for (name, value) in params {
        scene.run.params.set(name, value.clone());
    }
    scene.run.algorithm = id.into();
    scene
}
