//! Oddities of a scene are reported with their places, and no lesson has any.

use gridscope::debugger::document::scene_warnings::scene_warnings;
use gridscope::trace::{Actor, ActorKind, Cell, Scene, Tile, Weight};
use support::scene;

fn at(x: u16, y: u16) -> Cell {
    Cell::new(x, y)
}

#[test]
fn scene_warnings_state_their_cell() {
    let odd = |picture: &str| {
        scene_warnings(&gridscope::registry(), &scene(picture)).into_iter().map(|o| (o.at, o.text)).collect::<Vec<_>>()
    };
    assert_eq!(odd("G..X"), []);
    let mut walled = scene("G..X");
    walled.tiles[at(0, 0)] = Tile::Wall;
    walled.tiles[at(3, 0)] = Tile::Void;
    let texts: Vec<String> = scene_warnings(&gridscope::registry(), &walled).into_iter().map(|o| o.text).collect();
    assert_eq!(
        texts,
        [
            "The guard at (0,0) is in a wall, which cannot be entered.",
            "The goal at (3,0) is in the void, which cannot be reached."
        ]
    );
    let mut two = scene("G..X");
    two.actors.push(Actor::new(ActorKind::Goal, at(1, 0)));
    two.actors.push(Actor::new(ActorKind::Thief, at(0, 0)));
    let texts: Vec<String> = scene_warnings(&gridscope::registry(), &two).into_iter().map(|o| o.text).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts[0].contains("The guard and the thief are both at (0,0)"), "{texts:?}");
    assert!(texts[1].contains("a goal at (3,0) and another at (1,0)"), "{texts:?}");
    // A guard on the goal has arrived, and an item under an actor is being picked up, so neither is odd.
    let mut fine = scene("G..X");
    fine.actors[0].at = at(3, 0);
    fine.actors.push(Actor::new(ActorKind::Item, at(3, 0)));
    assert_eq!(scene_warnings(&gridscope::registry(), &fine), []);
    let mut explorers = scene("@.@");
    explorers.run.algorithm = "auto-explore".into();
    let texts: Vec<String> =
        scene_warnings(&gridscope::registry(), &explorers).into_iter().map(|warning| warning.text).collect();
    assert!(texts.iter().any(|text| text.contains("There is an explorer at (0,0)")), "{texts:?}");
    // A guard with its own goal does not make two goals odd.
    let mut own = scene("G..XX");
    assert_eq!(scene_warnings(&gridscope::registry(), &own).len(), 1);
    own.actors[0].set_goal(Some(at(1, 0)));
    assert_eq!(scene_warnings(&gridscope::registry(), &own), []);
}

/// If an algorithm ignores costs and the map has some, that is reported.
#[test]
fn ignored_terrain_costs_are_warned_about() {
    let texts = |algorithm: &str, scene: &Scene| {
        let mut scene = scene.clone();
        scene.run.algorithm = algorithm.to_owned();
        scene_warnings(&gridscope::registry(), &scene).into_iter().map(|o| o.text).collect::<Vec<_>>()
    };
    let (even, mut swamp) = (scene("G..X"), scene("G..X"));
    swamp.tiles[at(1, 0)] = Tile::Swamp;
    let mut weighted = scene("G..X");
    weighted.set_weight(at(2, 0), Weight::from(5));
    for algorithm in ["jump-points", "theta-star"] {
        assert!(texts(algorithm, &even).is_empty());
        assert!(
            texts(algorithm, &swamp)[0].contains("that swamp at (1,0) costs 3 more is not counted"),
            "{:?}",
            texts(algorithm, &swamp)
        );
        assert!(texts(algorithm, &weighted)[0].contains("that (2,0) costs 5 is not counted"));
    }
    assert!(texts("astar", &swamp).is_empty() && texts("astar", &weighted).is_empty());
}

#[test]
fn lessons_have_no_scene_warnings() {
    for preset in gridscope::presets::PRESETS {
        let scene = preset.scene().expect("a scene");
        assert_eq!(scene_warnings(&gridscope::registry(), &scene), [], "{}", preset.id);
    }
}
