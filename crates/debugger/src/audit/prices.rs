//! Costs of steps, as far as a log states them.

use super::facts::Facts;
use crate::formats::log::{CostOf, Steps};
use gridscope_trace::{Cell, Tile};
use std::collections::BTreeMap;

impl Facts {
    /// Returns the cost of a run longer than one step, if the log does not state its steps. The g values of a program
    /// that jumps agree with it.
    pub(super) fn run_price(&self, from: Cell, to: Cell) -> Option<f64> {
        let (dx, dy) = from.delta(to);
        if self.delta(from, to) != (dx, dy)
            || self.steps.is_some()
            || self.far
            || dx.max(dy) < 2
            || !(dx == 0 || dy == 0 || dx == dy)
        {
            return None;
        }
        let way: Vec<Cell> = std::iter::once(from).chain(from.run_to(to)).collect();
        way.windows(2).map(|pair| self.one(pair[0], pair[1])).sum()
    }

    /// Returns the stated cost of a straight step on plain floor.
    pub(super) const fn straight(&self) -> Option<f64> {
        self.straight
    }

    /// Returns the cost of a step, if it is known.
    pub(super) fn price(&self, from: Cell, to: Cell) -> Option<f64> {
        if self.steps == Some(Steps::Links) {
            return if from == to { self.wait } else { self.links.cost(from, to) };
        }
        let straight = self.straight?;
        if from == to {
            return self.wait;
        }
        let (dx, dy) = self.delta(from, to);
        match self.steps {
            Some(Steps::Any) => self.is_plain().then(|| f64::from(dx).hypot(f64::from(dy)) * straight),
            Some(Steps::Jump) if (dx == 0 || dy == 0 || dx == dy) && (dx, dy) == from.delta(to) => {
                let way = std::iter::once(from).chain(from.run_to(to)).collect::<Vec<_>>();
                way.windows(2).map(|pair| self.one(pair[0], pair[1])).sum()
            }
            Some(Steps::One) | None if dx.max(dy) == 1 => self.one(from, to),
            _ => None,
        }
    }

    /// Returns whether the log states what steps cost.
    pub(super) fn has_prices(&self) -> bool {
        self.straight.is_some() || self.steps == Some(Steps::Links)
    }

    /// Returns whether the steps to all cells cost the same.
    pub(super) fn is_plain(&self) -> bool {
        let plain = self.enter.is_empty() && self.times.is_empty() && self.weights.is_none();
        plain && self.terrain.factors.is_none() && self.terrain.own.is_none()
    }

    /// Returns the cost of a step to a neighbour.
    pub(super) fn one(&self, from: Cell, to: Cell) -> Option<f64> {
        if self.steps == Some(Steps::Links) {
            return self.links.cost(from, to);
        }
        if self.body != (1, 1) && !self.is_plain() {
            // Which of the covered tiles count is not stated.
            return None;
        }
        let (dx, dy) = self.delta(from, to);
        let base = if dx + dy == 2 { self.diagonal? } else { self.straight? };
        let leaves = self.terrain.cost_of != CostOf::Enter;
        let enters = self.terrain.cost_of != CostOf::Leave;
        if (leaves && self.has_two_prices(from)) || (enters && self.has_two_prices(to)) {
            return None;
        }
        let cost_at = |cell: Cell| {
            let (times, added) = self.share(cell);
            base * times + added
        };
        Some(match self.terrain.cost_of {
            CostOf::Enter => cost_at(to),
            CostOf::Leave => cost_at(from),
            CostOf::Average => f64::midpoint(cost_at(from), cost_at(to)),
            CostOf::Sum => cost_at(from) + cost_at(to),
        })
    }

    /// Returns the factor of a cell, and the cost that it adds.
    pub(super) fn share(&self, cell: Cell) -> (f64, f64) {
        if let Some(own) = self.terrain.own_at(cell) {
            return (own.times.unwrap_or(1.0), own.enter.unwrap_or(0.0));
        }
        if let Some(&factor) = self.terrain.factors.as_ref().and_then(|all| all.get(cell)) {
            return (if factor.is_nan() { 1.0 } else { factor }, 0.0);
        }
        if let Some(weight) = self.weights.as_ref().map(|all| all.get(cell)).filter(|weight| !weight.is_none()) {
            return (weight.value(), 0.0);
        }
        let tile = self.tile(cell);
        let of = |table: &BTreeMap<Tile, f64>| tile.and_then(|t| table.get(&t).copied());
        (of(&self.times).unwrap_or(1.0), of(&self.enter).unwrap_or(0.0))
    }
}
