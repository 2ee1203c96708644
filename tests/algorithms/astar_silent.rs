//! Without an observer, the search skips unnecessary steps. Its outcome equals that of a recorded run.

use gridscope::algorithms::astar::Problem;
use gridscope::algorithms::{find, record};
use gridscope::trace::cheapest_paths::{Count, Dag};
use gridscope::trace::observe::unhalted;
use gridscope::trace::{ActorKind, Cell, Progress, Rng, Scene, Tile};
use serde_json::{Value, json};
use std::ops::ControlFlow::Continue;
use support::{cases, random, weigh};

fn one(dice: &mut Rng, of: &[Value]) -> Value {
    of[dice.below(of.len() as u64) as usize].clone()
}

/// Returns a random map, and a search on it with random rules.
pub fn asked(dice: &mut Rng) -> Scene {
    let even = [Tile::Floor, Tile::Floor, Tile::Floor, Tile::Wall];
    let rough =
        [Tile::Floor, Tile::Floor, Tile::Swamp, Tile::Bush, Tile::Door, Tile::Wall, Tile::OneWayE, Tile::OneWayN];
    let ground: &[Tile] = if dice.below(2) == 0 { &even } else { &rough };
    let mut scene = random(dice, 14, ground);
    if dice.below(2) == 0 {
        weigh(&mut scene, dice);
    }
    if dice.below(2) == 0 {
        scene.actors[0].kind = ActorKind::Thief;
    }
    let params = &mut scene.run.params;
    params.set("neighbours", one(dice, &[json!(4), json!(8), json!(8)]));
    params.set("costs", one(dice, &[json!("1"), json!("2/3"), json!("10/14"), json!("octile")]));
    params.set("corners", one(dice, &[json!("never"), json!("one"), json!("always")]));
    let heuristics = ["auto", "zero", "manhattan", "octile", "chebyshev", "euclidean"].map(Value::from);
    params.set("heuristic", one(dice, &heuristics));
    params.set("weight", one(dice, &[json!(1), json!(1), json!(2.5), json!(20)]));
    let orders = ["low-g", "high-g", "fifo", "lifo"].map(Value::from);
    params.set("open-order", one(dice, &orders));
    params.set("ties", one(dice, &["first", "last", "parents", "paths"].map(Value::from)));
    params.set("reopen", dice.below(2) == 0);
    params.set("turn", dice.below(4));
    params.set("terrain-costs", dice.below(2) == 0);
    params.set("door-cost", one(dice, &[json!(0), json!(7), json!([1, 2, 3, 4])]));
    scene
}

#[test]
fn silent_search_equals_the_recorded_search() {
    let runner = find("astar").expect("it is on the list");
    let mut dice = Rng::new(81);
    let (mut found, mut reopened, mut counted) = (0, 0, 0);
    for round in 0..cases(6000) {
        let scene = asked(&mut dice);
        let seed = scene.run.seed;
        let silent =
            runner.outcome(&scene, &scene.run.params, seed, &Progress::default()).expect("a scene that can be run");
        let recorded = record(&scene, &Progress::default()).expect("a scene that can be run");
        assert_eq!(recorded.outcome(), &silent, "scene {round}: {:?}\n{:?}", scene.run.params, scene.tiles);
        // The count from the data that the search leaves equals a count from scratch.
        let params = scene.run.params.resolve(find("astar").expect("it is on the list").card().params);
        let problem = Problem::new(&scene, &params.expect("they ran"), seed).expect("it ran");
        if let Ok(reached) = serde_json::from_value::<Cell>(silent["reached"].clone()) {
            let go_on = &mut || Continue(());
            let dag = unhalted(Dag::new(problem.walk(), problem.start, reached, go_on));
            let ways = unhalted(dag.ways(go_on));
            assert_eq!(json!(Count(ways)), silent["ways"], "scene {round}: {:?}\n{:?}", scene.run.params, scene.tiles);
            counted += 1;
        }
        found += usize::from(silent["found"] == true);
        let kind = |i: usize| recorded.event_json(i)["event"] == "reopened";
        reopened += usize::from((0..recorded.len()).any(kind));
    }
    assert!(
        found > cases(1500) && reopened > cases(30) && counted > cases(4000),
        "{found} found, {reopened} opened a cell again, {counted} counted"
    );
}
