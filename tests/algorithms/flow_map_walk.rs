//! Prisoners on random maps: every step goes to a lower value, no two share a cell, a prisoner that left was on an
//! exit, and every run ends.

use gridscope::algorithms::flow_map::{FlowEvent as E, FlowMap, PARAMS, Problem};
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::scene::{Actor, ActorKind, Room, Scene, ScriptLine};
use gridscope::trace::trace::{Progress, Recorder};
use gridscope::trace::{Cell, Grid, Rng, Size, Tile, Verb};
use support::Traced;

fn trace(scene: &Scene) -> (Traced<E>, gridscope::algorithms::flow_map::Outcome) {
    let params = scene.run.params.resolve(PARAMS).expect("parameters that fit");
    let problem = Problem::new(scene, &params, scene.run.seed).unwrap_or_else(|e| panic!("{e}"));
    let progress = Progress::default();
    let mut recorder = Recorder::new(FlowMap::layout(&problem), &progress);
    let outcome = match FlowMap::run(&problem, &mut recorder) {
        std::ops::ControlFlow::Continue(outcome) => outcome,
        std::ops::ControlFlow::Break(halt) => panic!("{halt}"),
    };
    (Traced::new(recorder.finish(FlowMap::context(&problem))), outcome)
}

fn any_scene(dice: &mut Rng) -> Scene {
    let size = Size::new(3 + dice.below(10) as u16, 3 + dice.below(8) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    for c in size.cells() {
        tiles[c] = [Tile::Floor, Tile::Floor, Tile::Floor, Tile::Wall, Tile::Crate][dice.below(5) as usize];
    }
    let mut scene = Scene::new(tiles);
    scene.run.seed = dice.below(1000);
    let any = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
    for _ in 0..=dice.below(3) {
        scene.actors.push(Actor::new(ActorKind::Exit, any(dice)));
    }
    for _ in 0..=dice.below(5) {
        let mut prisoner = Actor::new(ActorKind::Prisoner, any(dice));
        prisoner.set_chained((dice.below(4) == 0).then_some(true));
        // Other tests have two prisoners on a cell.
        if !scene.actors.iter().any(|a| a.kind == ActorKind::Prisoner && a.at == prisoner.at) {
            scene.actors.push(prisoner);
        }
    }
    for turn in 1..dice.below(7) as u32 {
        let at = if dice.below(2) == 0 {
            scene.actors[dice.below(scene.actors.len() as u64) as usize].at
        } else {
            any(dice)
        };
        scene.script.push(ScriptLine { turn, verb: Verb::Smash, at, to: None, tile: None });
    }
    if dice.below(3) == 0 {
        // Two rooms that share a column.
        let x = 1 + dice.below(size.width as u64 - 2) as u16;
        let (right, bottom) = (size.width - 1, size.height - 1);
        scene.rooms = vec![
            Room { name: "west".into(), from: Cell::new(0, 0), to: Cell::new(x, bottom) },
            Room { name: "east".into(), from: Cell::new(x, 0), to: Cell::new(right, bottom) },
        ];
    }
    let params = &mut scene.run.params;
    params.set("ties", ["first", "random"][dice.below(2) as usize]);
    params.set("ripple", ["whole", "level"][dice.below(2) as usize]);
    params.set("neighbours", [4, 8][dice.below(2) as usize]);
    params.set("follow", ["rooms", "global"][dice.below(2) as usize]);
    params.set("flee", dice.below(5) == 0);
    params.set("turns", 300);
    scene
}

#[test]
fn prisoners_step_downhill_and_never_share_cells() {
    let mut dice = Rng::new(41);
    let (mut left, mut crossed_rooms) = (0, 0);
    for round in 0..1500 {
        let scene = any_scene(&mut dice);
        let (trace, outcome) = trace(&scene);
        let mut at: Vec<Option<Cell>> =
            scene.actors.iter().map(|a| (a.kind == ActorKind::Prisoner).then_some(a.at)).collect();
        let mut own = 0;
        for event in trace.events() {
            match *event {
                E::ActorBegan { value, actor, cell, .. } => {
                    assert_eq!(at[actor as usize], Some(cell), "round {round}");
                    own = value;
                }
                E::Stepped { actor, from, cell, value, crossed, .. } => {
                    assert_eq!(at[actor as usize], Some(from), "round {round}");
                    assert!(!at.contains(&Some(cell)), "round {round}: two on {cell}");
                    assert!(crossed || value < own, "round {round}: from {own} to {value}");
                    let (dx, dy) = from.delta(cell);
                    assert!(dx.max(dy) == 1, "round {round}: {from} to {cell}");
                    crossed_rooms += u32::from(crossed);
                    at[actor as usize] = Some(cell);
                }
                E::Left { actor, cell, .. } => {
                    let exit = |a: &Actor| a.kind == ActorKind::Exit && a.at == cell;
                    assert!(scene.actors.iter().any(exit), "round {round}");
                    left += 1;
                    at[actor as usize] = None;
                }
                _ => {}
            }
        }
        let ends = outcome.prisoners.iter().map(|p| p.path.last().copied());
        let told = at.iter().zip(&scene.actors).filter(|(_, a)| a.kind == ActorKind::Prisoner);
        for (end, (at, _)) in ends.zip(told) {
            assert!(at.is_none() || *at == end, "round {round}");
        }
        assert!(matches!(trace.events().last(), Some(E::Ended { .. })), "round {round}");
    }
    assert!(left > 300 && crossed_rooms > 50, "{left} left, {crossed_rooms} crossings");
}
