//! Knowledge: random plays against a world without stamps.

use super::knowledge::{line, moved, place};
use gridscope::algorithms::knowledge::{Knowledge, KnowledgeEvent as E, StageEvent};
use gridscope::trace::algorithm::Algorithm;
use gridscope::trace::progress::at_once;
use gridscope::trace::{Actor, ActorKind, Cell, Progress, Rng, Scene, Tile, Verb};
use serde_json::Value;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// Builds a random play: rooms with doors, characters on rounds, and a script that opens, closes, places, moves and
/// removes.
fn any_play(dice: &mut Rng) -> Scene {
    let ground = [Tile::Floor, Tile::Floor, Tile::Floor, Tile::Floor, Tile::Wall, Tile::Door, Tile::Bush, Tile::Window];
    let mut scene = support::random(dice, 9, &ground);
    let size = scene.size();
    let cell = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
    scene.actors.clear();
    for _ in 0..=dice.below(3) {
        let mut actor = Actor::new([ActorKind::Viewer, ActorKind::Guard][dice.below(2) as usize], cell(dice));
        actor.set_route((0..dice.below(3)).map(|_| cell(dice)).collect());
        actor.set_range((dice.below(4) == 0).then(|| dice.below(6) as u32));
        scene.actors.push(actor);
    }
    scene.actors.push(Actor::new(ActorKind::Item, cell(dice)));
    let doors: Vec<Cell> = size.cells().filter(|&c| scene.tiles[c] == Tile::Door).collect();
    for _ in 0..dice.below(7) {
        let (turn, at) = (dice.below(8) as u32, cell(dice));
        let door = (!doors.is_empty()).then(|| doors[dice.below(doors.len() as u64) as usize]);
        scene.script.push(match (dice.below(5), door) {
            (0, Some(door)) => line(turn, Verb::Open, (door.x, door.y)),
            (1, Some(door)) => line(turn, Verb::Close, (door.x, door.y)),
            (2, _) => place(turn, (at.x, at.y), ["rubble", "floor", "wall"][dice.below(3) as usize]),
            (3, _) => line(turn, Verb::Remove, (at.x, at.y)),
            _ => {
                let to = cell(dice);
                let from = scene.actors[dice.below(scene.actors.len() as u64) as usize].at;
                moved(turn, (from.x, from.y), (to.x, to.y))
            }
        });
    }
    scene.run.algorithm = "knowledge".into();
    if dice.below(2) == 0 {
        support::set(&mut scene, &["script-at=after-look"]);
    }
    let variant = ["recursive", "strips", "symmetric", "bergstrom", "portal"][dice.below(5) as usize];
    support::set(&mut scene, &[&format!("variant={variant}")]);
    scene
}

fn events(scene: &Scene, dirty: &str) -> (Vec<E>, Value) {
    let mut scene = scene.clone();
    support::set(&mut scene, &[&format!("dirty={dirty}")]);
    let params = scene.run.params.resolve(Knowledge::CARD.params).expect("parameters");
    let problem =
        at_once(Knowledge::prepare(&scene, &params, 1, &Progress::default())).unwrap_or_else(|e| panic!("{e}"));
    let mut all = Vec::new();
    let flow = Knowledge::run(&problem, &mut |e: E| {
        all.push(e);
        ControlFlow::<Infallible>::Continue(())
    });
    let ControlFlow::Continue(outcome) = flow;
    (all, serde_json::to_value(outcome).expect("an outcome"))
}

/// Returns the remembered part of a look's event.
fn memory(event: &E) -> Option<(Cell, u8, Tile, u8, u16)> {
    match *event {
        E::Looked { cell, mind, tile, crowd, top, .. } => Some((cell, mind, tile, crowd, top)),
        _ => None,
    }
}

#[test]
fn beliefs_agree_with_a_model_without_stamps() {
    let mut dice = Rng::new(21);
    let (mut looks, mut missed) = (0, 0);
    for k in 0..1500 {
        let scene = any_play(&mut dice);
        let mut kept = Vec::new();
        for dirty in ["le", "never", "lt"] {
            let (all, outcome) = events(&scene, dirty);
            // The world, from the events of changes alone.
            let mut tiles = scene.tiles.clone();
            let mut at: Vec<Option<Cell>> = scene.actors.iter().map(|a| Some(a.at)).collect();
            let mut sum = (0u64, 0u64, 0u64);
            for event in &all {
                match *event {
                    E::Stage(StageEvent::Changed { cell, tile, .. }) => tiles[cell] = tile,
                    E::Stage(StageEvent::Moved { actor, to, .. }) => at[actor as usize] = Some(to),
                    E::Stage(StageEvent::Removed { actor, .. }) => at[actor as usize] = None,
                    E::Looked { cell, tile, crowd, top, dirty: rebuilt, .. } => {
                        let here: Vec<u16> = (0..at.len()).filter(|&i| at[i] == Some(cell)).map(|i| i as u16).collect();
                        let real = (tiles[cell], here.len() as u8, here.last().copied().unwrap_or(u16::MAX));
                        let same = real == (tile, crowd, top);
                        if dirty == "lt" {
                            missed += usize::from(!same);
                            assert!(same || !rebuilt, "play {k}: a rebuilt cell is as it is");
                        } else {
                            assert!(same, "play {k}, {dirty}: {event:?} is not {real:?}");
                        }
                        looks += 1;
                    }
                    E::Summed { visible, rebuilt, refreshed, .. } => {
                        assert_eq!(visible, rebuilt + refreshed, "play {k}");
                        assert!(dirty != "never" || refreshed == 0);
                        sum.0 += u64::from(visible);
                        sum.1 += u64::from(rebuilt);
                        sum.2 += u64::from(refreshed);
                    }
                    _ => {}
                }
            }
            let total = |name: &str| -> u64 {
                outcome["turns"].as_array().expect("turns").iter().map(|t| t[name].as_u64().expect("n")).sum()
            };
            assert_eq!((total("visible"), total("rebuilt"), total("refreshed")), sum, "play {k}");
            kept.push((all.iter().filter_map(memory).collect::<Vec<_>>(), sum));
        }
        assert_eq!(kept[0].0, kept[1].0, "play {k}: stamps and copying all remember the same");
        assert_eq!((kept[0].1.0, kept[0].1.0), (kept[1].1.0, kept[2].1.0), "play {k}: what is visible is the same");
        assert!(kept[2].1.1 <= kept[0].1.1 && kept[0].1.1 <= kept[1].1.1, "play {k}: lt ≤ le ≤ never");
    }
    assert!(looks > 500_000 && missed > 100, "{looks} looks, {missed} missed by lt");
}
