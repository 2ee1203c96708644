//! The movement rules of a run: those that its parameters set, or those that its log states.

use gridscope_trace::movement::{Rules, StepCosts, neighbour_order};
use gridscope_trace::params::Resolved;
use gridscope_trace::trace::Steps;
use gridscope_trace::trace::schema::Schema;
use gridscope_trace::{Card, Scene};

/// The movement rules of a run.
#[derive(Clone, Debug)]
pub(super) struct Movement {
    pub(super) rules: Rules,
    /// The smallest weight of a cell: the factor of estimates.
    pub(super) least_weight: u32,
    /// Whether steps have costs.
    pub(super) has_costs: bool,
    /// How far one step goes.
    pub(super) steps: Steps,
    /// The parameters. `None` for a log.
    pub(super) params: Option<Resolved>,
}

impl Movement {
    pub(super) fn of(scene: &Scene, card: &Card, schema: &Schema) -> Self {
        let contract = schema.contract.as_ref();
        let steps = contract.map_or(Steps::One, |contract| contract.steps);
        let even = StepCosts::new(1, 1, 1);
        let params = scene.run.params.resolve(card.params).ok().filter(|_| !card.params.is_empty());
        if let Some(params) = params {
            let has_costs = card.params.iter().any(|param| param.name == "costs");
            return Self {
                rules: params.movement_rules(even),
                least_weight: 1,
                has_costs,
                steps,
                params: Some(params),
            };
        }
        let mut rules = Rules { order: neighbour_order(8, 0), costs: even, ..Rules::straight() };
        let Some(contract) = contract else {
            return Self { rules, least_weight: 1, has_costs: false, steps, params: None };
        };
        if let Some(exact) = &contract.rules {
            return Self { rules: exact.clone(), least_weight: 1, has_costs: true, steps, params: None };
        }
        if let Some((straight, diagonal)) = contract.costs {
            // Four decimals, as costs are displayed.
            let units = |cost: f64| (cost * 10_000.0).round() as u32;
            rules.costs = StepCosts::new(units(straight), units(diagonal), 10_000);
        }
        rules.order = neighbour_order(contract.neighbours.into(), 0);
        (rules.corners, rules.terrain_costs) = (contract.corners, contract.tile_costs);
        Self { rules, least_weight: 1, has_costs: contract.costs.is_some(), steps, params: None }
    }
}
