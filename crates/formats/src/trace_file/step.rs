//! The step rules of a search, in the header of a trace.

use gridscope_trace::ends::ends;
use gridscope_trace::movement::{Corners, Mover, Passage, Rules, StepCosts};
use gridscope_trace::trace::Contract;
use gridscope_trace::trace::recorded_answers::Search;
use gridscope_trace::{Dir, Scene};
use serde_json::{Value, json};

/// Returns the step rules as JSON, if the search states them.
pub(super) fn write(contract: &Contract) -> Option<Value> {
    let Rules { order, costs, corners, terrain_costs, door_cost } = contract.rules.as_ref()?;
    Some(json!({
        "directions": order.iter().map(|dir| dir.name()).collect::<Vec<_>>(), "corners": corners.name(),
        "straight": costs.straight, "diagonal": costs.diagonal, "unit": costs.with_weight_unit(1).unit,
        "terrain_costs": terrain_costs, "door_cost": door_cost, "with": contract.caveat,
    }))
}

/// Reads the step rules and applies them to the map of the scene.
pub(super) fn read(json: &Value, scene: &Scene) -> Option<Search> {
    let number = |name: &str| u32::try_from(json[name].as_u64()?).ok();
    let name = |json: &Value| Dir::ALL.into_iter().find(|dir| json == dir.name());
    let door = |k: usize| {
        json["door_cost"].get(k).and_then(Value::as_u64).and_then(|cost| u32::try_from(cost).ok()).unwrap_or(0)
    };
    let costs = StepCosts::new(number("straight")?, number("diagonal")?, number("unit")?);
    let rules = Rules {
        order: json["directions"].as_array()?.iter().map(name).collect::<Option<_>>()?,
        costs,
        corners: Corners::named(json["corners"].as_str()?)?,
        terrain_costs: json["terrain_costs"].as_bool()?,
        door_cost: [door(0), door(1), door(2), door(3)],
    };
    let (start, goal) = ends(scene).ok()?;
    let plain = |cost: u32| (1..=1 << 20).contains(&cost);
    let bounded = [costs.straight, costs.diagonal, number("unit")?].into_iter().all(plain)
        && rules.door_cost.iter().all(|&cost| cost <= 1 << 20);
    let passage = bounded.then(|| Passage::new(scene, &Mover::of(start), &rules));
    passage.map(|passage| Search {
        unit: passage.costs().unit,
        passage,
        order: rules.order,
        start: start.at,
        goal,
        // Built-in algorithms state only when a path may not be the shortest.
        promises: false,
        caveat: json["with"].as_str().unwrap_or_default().to_owned(),
    })
}
