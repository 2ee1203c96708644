//! The movement rules that the parameters of a search set.

use super::Resolved;
use crate::movement::{Corners, Rules, StepCosts, neighbour_order};

impl Resolved {
    /// Returns the movement rules that the parameters `neighbours`, `turn`, `costs`, `corners`, `terrain-costs` and
    /// `door-cost` set. `unset` is the step costs if the card has no parameter `costs`. Without the other parameters
    /// there are 8 neighbours, no corner cutting, and no costs for terrain or doors.
    pub fn movement_rules(&self, unset: StepCosts) -> Rules {
        Rules {
            order: neighbour_order(self.int("neighbours").unwrap_or(8), self.int("turn").unwrap_or(0)),
            costs: StepCosts::named(&self.word("costs")).unwrap_or(unset),
            corners: Corners::named(&self.word("corners")).unwrap_or(Corners::Never),
            terrain_costs: self.flag("terrain-costs"),
            door_cost: self.per_direction("door-cost"),
        }
    }
}
