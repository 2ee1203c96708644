//! A whole dungeon: how its flow maps and its guards affect each other, recomputed from the events alone.

use crate::oracles::dungeon::{Hunts, Maps};
use gridscope::algorithms::dungeon::{Dungeon, DungeonEvent as E, Outcome, Problem};
use gridscope::algorithms::flow_map::FlowMap;
use gridscope::algorithms::guards::GuardsEvent as G;
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::generate::SceneRequest;
use gridscope::trace::observe::unhalted;
use gridscope::trace::progress::at_once;
use gridscope::trace::{ActorKind, Params, Progress, Scene, Size, Tile};
use std::convert::Infallible;
use std::ops::ControlFlow::{self, Continue};

/// Returns a small generated dungeon.
pub fn generated(seed: u64) -> Scene {
    let wish = SceneRequest { size: Size::new(48, 32), seed, deck: 1, params: Params::default() };
    gridscope::registry().generator("rooms-dungeon").expect("a generator").scene(&wish).expect("a dungeon")
}

fn problem(scene: &Scene) -> Problem {
    let params = scene.run.params.resolve(Dungeon::CARD.params).expect("parameters that fit");
    at_once(Dungeon::prepare(scene, &params, scene.run.seed, &Progress::default())).expect("a dungeon")
}

fn outcome(scene: &Scene) -> Outcome {
    unhalted(Dungeon::run(&problem(scene), &mut ()))
}

/// Runs the dungeon and passes each event to `look`. Returns the outcome.
fn watched(scene: &Scene, mut look: impl FnMut(&E)) -> Outcome {
    let mut observer = |event: E| -> ControlFlow<Infallible> {
        look(&event);
        Continue(())
    };
    unhalted(Dungeon::run(&problem(scene), &mut observer))
}

fn without(scene: &Scene, kind: ActorKind) -> Scene {
    let mut other = scene.clone();
    other.actors.retain(|actor| actor.kind != kind);
    other
}

#[test]
fn repaired_room_maps_equal_rebuilt_maps_each_turn() {
    for (seed, curiosity) in [(1, "close"), (2, "off"), (3, "look")] {
        let mut scene = generated(seed);
        scene.run.params.set("turns", 60);
        scene.run.params.set("curiosity", curiosity);
        let mut maps = Maps::new(&scene);
        let mut held = 0;
        watched(&scene, |event| match event {
            E::Flow(event) => maps.take(event),
            E::Guard(G::TurnBegan { .. }) | E::Finished { .. } => held += u32::from(maps.hold()),
            E::Guard(_) => {}
        });
        assert!(held > 10, "{held} turns at which something had changed");
    }
}

#[test]
fn hunted_prisoners_were_seen_out_of_place() {
    let mut told = 0;
    for seed in [1, 4] {
        let mut scene = generated(seed);
        scene.run.params.set("turns", 100);
        let mut hunts = Hunts::new(&scene);
        let outcome = watched(&scene, |event| hunts.take(event));
        told += hunts.plans;
        for (number, prisoner) in outcome.prisoners.iter().enumerate() {
            assert!(prisoner.left.is_none() || prisoner.caught.is_none(), "prisoner {number} is out and caught");
            assert_eq!(prisoner.caught.is_some(), hunts.caught.contains(&number), "prisoner {number}");
            assert!(prisoner.caught.is_none() || prisoner.steps > 0, "who stays where the map has it is not caught");
        }
        assert_eq!(outcome.escaped + outcome.caught + outcome.inside, outcome.prisoners.len());
    }
    assert!(told > 50, "{told} plans after prisoners");
}

#[test]
fn dungeon_without_guards_equals_the_flow_map() {
    for seed in 1..4 {
        let mut scene = without(&generated(seed), ActorKind::Guard);
        scene.run.params.set("turns", 2000);
        let own = serde_json::to_value(outcome(&scene)).expect("JSON");
        let params = Params::default().resolve(FlowMap::CARD.params).expect("none");
        let flow =
            at_once(FlowMap::prepare(&scene, &params, scene.run.seed, &Progress::default())).expect("a flow map");
        let flow = serde_json::to_value(unhalted(FlowMap::run(&flow, &mut ()))).expect("JSON");
        for name in ["levels", "reached", "distance", "waves"] {
            assert_eq!(own[name], flow[name], "{name}, seed {seed}");
        }
        let both = own["prisoners"].as_array().into_iter().flatten().zip(flow["prisoners"].as_array().expect("some"));
        for (own, flow) in both {
            assert_eq!((&own["path"], &own["left"]), (&flow["path"], &flow["left"]), "seed {seed}");
        }
        assert_eq!((&own["guards"], &own["caught"]), (&serde_json::json!([]), &serde_json::json!(0)));
    }
}

/// All doors are open, nothing changes, and there is only one prisoner, so nothing is in its way.
fn still(seed: u64, prisoner: usize) -> Scene {
    let mut scene = without(&generated(seed), ActorKind::Guard);
    scene.script.clear();
    for cell in scene.size().cells().collect::<Vec<_>>() {
        if scene.tiles[cell] == Tile::Door {
            scene.tiles[cell] = Tile::DoorOpen;
        }
    }
    let all = scene.of_kind(ActorKind::Prisoner).count();
    let mut number = 0;
    scene.actors.retain(|actor| {
        number += usize::from(actor.kind == ActorKind::Prisoner);
        actor.kind != ActorKind::Prisoner || number == prisoner % all + 1
    });
    scene.actors.iter_mut().filter(|a| a.kind == ActorKind::Prisoner).for_each(|a| a.set_chained(None));
    scene
}

#[test]
fn whole_map_path_is_never_longer() {
    let mut shorter = 0;
    for seed in 1..7 {
        for prisoner in [0, 5, 11] {
            let mut scene = still(seed, prisoner);
            let each = outcome(&scene).prisoners.remove(0);
            scene.run.params.set("rooms", "whole");
            let whole = outcome(&scene).prisoners.remove(0);
            assert_eq!((each.each, each.whole), (Some(each.steps as u32), whole.whole), "seed {seed}");
            assert_eq!((whole.each, whole.whole), (None, Some(whole.steps as u32)), "seed {seed}");
            assert!(whole.steps <= each.steps && whole.left.is_some() && each.left.is_some(), "seed {seed}");
            shorter += usize::from(whole.steps < each.steps);
        }
    }
    assert!(shorter > 0, "doors that only the whole knows of");
}

/// Checks the claims of two lessons about both of their runs.
#[test]
fn lesson_room_maps_lead_into_the_guard() {
    let scene = |id: &str| gridscope::presets::find(id).expect("a lesson").scene().expect("a scene");
    let mut door = scene("a-door-for-everybody");
    let each = outcome(&door);
    door.run.params.set("rooms", "whole");
    let whole = outcome(&door);
    let of = |out: &Outcome| (out.prisoners[0].left, out.prisoners[0].caught, out.prisoners[0].steps);
    assert_eq!((of(&each), of(&whole)), ((None, Some(24), 17), (Some(31), None, 23)));
    assert_eq!((each.prisoners[0].each, each.prisoners[0].whole), (Some(28), Some(23)));
    let written: Vec<_> = each.changes.iter().map(|change| (change.cells.each, change.cells.whole)).collect();
    assert_eq!(written, [(Some(31), 1), (Some(30), 29)]);
    let mut hunt = scene("hunt-look-go-on");
    let errand = |out: &Outcome| (out.errands.len(), out.errands[0].cell, out.errands[0].done);
    let hunts = outcome(&hunt);
    hunt.run.params.set("hunts", false);
    let looks = outcome(&hunt);
    assert_eq!((errand(&hunts).2, hunts.escaped, hunts.inside), (Some(29), 1, 1));
    assert!(errand(&looks).2 < Some(29), "who does not hunt looks at once");
}

#[test]
fn changed_cells_are_counted_for_both_maps() {
    let scene = generated(2);
    let all = outcome(&scene);
    let sum = |of: fn(&gridscope::algorithms::dungeon::Cells) -> u32| {
        all.changes.iter().map(|change| of(&change.cells)).sum::<u32>()
    };
    assert_eq!(sum(|cells| cells.whole), all.written.whole);
    assert_eq!(sum(|cells| cells.each.expect("rooms with maps")), all.written.each.expect("rooms with maps"));
    let waves: u32 = all.waves.iter().map(|wave| wave.cells).sum();
    assert_eq!(Some(waves), all.written.each);
    let smashes = scene.script.iter().filter(|line| scene.tiles[line.at] == Tile::Door);
    for line in smashes {
        let told = all.changes.iter().any(|change| change.from == line.at && change.freed);
        assert!(told, "{} is smashed, or opened before", line.at);
    }
}
