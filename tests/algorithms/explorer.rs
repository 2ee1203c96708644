//! The call for games makes the same decision as the recorded algorithm, on thousands of maps.

use gridscope::algorithms::auto_explore::{Explorer, Feature, List, PARAMS, Target};
use gridscope::algorithms::find;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Params, Progress, Rng, Scene, Size, Tile};
use serde_json::{Value, json};

/// Builds a partly known map with an explorer in its middle.
fn scene(dice: &mut Rng) -> Scene {
    let mut side = || 3 + dice.below(22) as u16;
    let size = Size::new(side(), side());
    let start = Cell::new(size.width / 2, size.height / 2);
    let kinds = [Tile::Wall, Tile::Door, Tile::Trap, Tile::Lava, Tile::Water, Tile::Portcullis, Tile::Window];
    let (walls, unknown) = (dice.below(5), dice.below(6));
    let mut tiles = Grid::new(size, Tile::Floor);
    let mut known = Grid::new(size, true);
    let mut actors = vec![Actor::new(ActorKind::Explorer, start)];
    for cell in size.cells().filter(|&c| c != start) {
        if dice.below(8) < walls {
            tiles[cell] = kinds[(dice.below(14) as usize).saturating_sub(7)];
        }
        known[cell] = dice.below(16) >= unknown;
        if dice.below(60) == 0 {
            actors.push(Actor::new(ActorKind::Item, cell));
        } else if dice.below(90) == 0 && tiles[cell] == Tile::Floor {
            let mut exit = Actor::new(ActorKind::Exit, cell);
            exit.set_down(Some(dice.below(2) == 0));
            actors.push(exit);
        }
    }
    if dice.below(3) == 0 {
        // A wall with doors, and everything behind it unknown.
        let wall = start.x + 1;
        for cell in size.cells().filter(|c| c.x >= wall) {
            (tiles[cell], known[cell]) = (if dice.below(4) == 0 { Tile::Door } else { Tile::Wall }, cell.x == wall);
        }
        for cell in size.cells().filter(|c| c.x < wall) {
            known[cell] = true;
        }
        actors.truncate(1);
    }
    let mut scene = Scene::new(tiles);
    (scene.actors, scene.known) = (actors, Some(known));
    scene.run.algorithm = "auto-explore".into();
    scene.run.params.set("picks", 1);
    scene
}

fn told(scene: &Scene, params: &Params, seed: u64) -> Explorer {
    let mut explorer = Explorer::with(scene.size(), &params.resolve(PARAMS).expect("its parameters"), seed);
    let known = scene.known.as_ref().expect("some of it");
    for cell in scene.size().cells().filter(|&c| known[c]) {
        let here = scene.actors.iter().find(|a| a.at == cell);
        let feature = here.and_then(|a| match a.kind {
            ActorKind::Item => Some(Feature::Item),
            ActorKind::Exit if a.down() == Some(false) => Some(Feature::Up),
            ActorKind::Exit => Some(Feature::Down),
            _ => None,
        });
        explorer.see(cell, scene.tiles[cell], feature);
    }
    explorer
}

#[test]
fn explorer_picks_as_the_stepped_algorithm_does() {
    let runner = find("auto-explore").expect("it is on the list");
    let mut dice = Rng::new(51);
    let mut kinds = std::collections::BTreeMap::new();
    for seed in 0..3000 {
        let mut scene = scene(&mut dice);
        if dice.below(2) == 0 {
            scene.run.params.set("item-greed", 12);
            scene.run.params.set("extra-rings", 0);
            scene.run.params.set("trap-cost", 3);
        }
        let mut explorer = told(&scene, &scene.run.params, seed);
        let shown =
            runner.outcome(&scene, &scene.run.params, seed, &Progress::default()).expect("a scene that can be run");
        let start = scene.actors[0].at;
        let picked = explorer.pick(start);
        let kind = picked.as_ref().map_or("none", |p| match p.list {
            List::Item => "item",
            List::Single => "single",
            List::Unknown => "unknown",
            List::Door => "door",
            List::Down | List::Up => "exit",
        });
        *kinds.entry(kind).or_insert(0) += 1;
        assert_eq!(shown["kind"], kind, "seed {seed}: {shown}");
        if let Some(picked) = picked {
            let ours =
                json!({ "target": picked.cell, "value": picked.value, "path": picked.path, "tied": picked.tied });
            for (name, value) in ours.as_object().expect("an object") {
                assert_eq!(&shown[name], value, "seed {seed}: {name} of {shown}");
            }
        } else {
            assert_eq!(shown["target"], Value::Null);
        }
        // Data left from an earlier decision changes nothing except the state of the dice.
        let from = Cell::new(dice.below(scene.size().width.into()) as u16, start.y);
        let again = explorer.pick(from).map(|p| (p.list, p.tied));
        let anew = told(&scene, &scene.run.params, seed).pick(from).map(|p| (p.list, p.tied));
        assert_eq!(again, anew, "seed {seed}: from {from}");
    }
    assert!(kinds.len() == 6 && kinds.values().all(|&n| n > 10), "{kinds:?}");
}

#[test]
fn explorer_forgets_cells_and_stays_on_its_map() {
    let mut explorer = Explorer::new(Size::new(4, 1));
    for x in 0..4 {
        explorer.see(Cell::new(x, 0), Tile::Floor, None);
    }
    explorer.see(Cell::new(9, 9), Tile::Floor, Some(Feature::Item));
    assert_eq!(explorer.pick(Cell::new(0, 0)), None, "nothing is left");
    assert_eq!(explorer.pick(Cell::new(9, 9)), None, "off the map");
    explorer.forget(Cell::new(2, 0));
    let target = explorer.pick(Cell::new(0, 0)).expect("the cell that it forgot");
    assert_eq!((target.cell, target.value, target.path), (Cell::new(2, 0), 2, vec![Cell::new(1, 0), Cell::new(2, 0)]));
    assert_eq!(explorer.flooded(), 3);
}

#[test]
fn explorer_uses_cells_learnt_between_picks() {
    let mut dice = Rng::new(52);
    let tiles = [Tile::Floor, Tile::Floor, Tile::Wall, Tile::Door, Tile::Trap, Tile::Water];
    let features = [Feature::Item, Feature::Down, Feature::Up];
    let (mut changed, mut found) = (0, 0);
    for seed in 0..300 {
        let mut scene = scene(&mut dice);
        if dice.below(2) == 0 {
            scene.run.params.set("extra-rings", 0);
        }
        if dice.below(2) == 0 {
            scene.run.params.set("traps", "last");
        }
        scene.run.params.set("terrain-costs", dice.below(2) == 0);
        scene.run.params.set("dear-diagonals", dice.below(3) == 0);
        let size = scene.size();
        let none = Explorer::with(size, &scene.run.params.resolve(PARAMS).expect("its parameters"), seed);
        // Everything that it knows, to be passed to an explorer without earlier decisions.
        let mut known: Grid<Option<(Tile, Option<Feature>)>> = Grid::new(size, None);
        let mut explorer = none.clone();
        for turn in 0..16 {
            // A few cells, or sometimes nearly all of them.
            let most = if dice.below(5) == 0 { size.area() as u64 } else { 8 };
            for _ in 0..=dice.below(most) {
                let cell = Cell::new(dice.below(size.width.into()) as u16, dice.below(size.height.into()) as u16);
                let feature = (dice.below(12) == 0).then(|| features[dice.below(3) as usize]);
                let seen = (dice.below(9) > 0).then(|| (tiles[dice.below(6) as usize], feature));
                changed += usize::from(known[cell] != seen);
                known[cell] = seen;
                match seen {
                    Some((tile, feature)) => explorer.see(cell, tile, feature),
                    None => explorer.forget(cell),
                }
            }
            let from = Cell::new(dice.below(size.width.into()) as u16, dice.below(size.height.into()) as u16);
            let mut anew = none.clone();
            for cell in size.cells() {
                if let Some((tile, feature)) = known[cell] {
                    anew.see(cell, tile, feature);
                }
            }
            // If several targets are equal, the two explorers may choose differently.
            let told = |p: Target| (p.list, (p.tied.len() == 1).then_some((p.value, p.path)), p.tied);
            let (ours, theirs) = (explorer.pick(from).map(told), anew.pick(from).map(told));
            assert_eq!(ours, theirs, "seed {seed}, turn {turn}: from {from}");
            assert_eq!(explorer.flooded(), anew.flooded(), "seed {seed}, turn {turn}: from {from}");
            found += usize::from(ours.is_some());
        }
    }
    assert!(changed > 10_000 && found > 2_000, "{changed} changes, {found} targets");
}
