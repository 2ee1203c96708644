//! Estimates of the cost from one cell to another.

use crate::geometry::Cell;
use crate::movement::{Rules, StepCosts};

/// An estimate of the remaining cost to the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heuristic {
    /// Zero: A* becomes Dijkstra's algorithm.
    Zero,
    /// Manhattan distance: straight steps along both axes.
    Manhattan,
    /// Octile distance: diagonal steps, then straight steps. Exact on open ground with eight neighbours.
    Octile,
    /// Chebyshev distance: straight steps along the longer axis.
    Chebyshev,
    /// Straight-line distance, rounded down to a whole unit.
    Euclidean,
}

impl Heuristic {
    /// Names of the five heuristics, as offered by the parameter `heuristic`.
    pub const NAMES: &'static [&'static str] = &["zero", "manhattan", "octile", "chebyshev", "euclidean"];

    /// Returns the heuristic with that name. For any other name, returns octile if `diagonals` is set, else manhattan.
    pub fn named(name: &str, diagonals: bool) -> Self {
        match name {
            "zero" => Self::Zero,
            "manhattan" => Self::Manhattan,
            "octile" => Self::Octile,
            "chebyshev" => Self::Chebyshev,
            "euclidean" => Self::Euclidean,
            _ => Self::on_open_ground(diagonals),
        }
    }

    /// Returns the exact cost on open ground: octile if there are diagonal steps, else manhattan.
    pub const fn on_open_ground(diagonals: bool) -> Self {
        if diagonals { Self::Octile } else { Self::Manhattan }
    }

    /// Returns whether the heuristic may overestimate the remaining cost under these rules.
    pub fn is_over(self, rules: &Rules) -> bool {
        let Rules { costs, order, .. } = rules;
        let diagonals = order.len() == 8;
        match self {
            Self::Manhattan => diagonals,
            // If a diagonal costs less than √2 straight steps, it is shorter than the straight line.
            Self::Euclidean => {
                let square = |n: u32| u64::from(n) * u64::from(n);
                diagonals && square(costs.diagonal) < 2 * square(costs.straight)
            }
            Self::Octile => diagonals && costs.diagonal > 2 * costs.straight,
            Self::Zero | Self::Chebyshev => false,
        }
    }

    /// Returns the estimate from `a` to `b`, in units of the costs.
    #[inline]
    pub fn estimate(self, a: Cell, b: Cell, costs: StepCosts) -> u32 {
        let (dx, dy) = a.delta(b);
        match self {
            Self::Zero => 0,
            Self::Manhattan => costs.straight * (dx + dy),
            Self::Octile => costs.straight * dx.abs_diff(dy) + costs.diagonal * dx.min(dy),
            Self::Chebyshev => costs.straight * dx.max(dy),
            Self::Euclidean => {
                let square = |n: u32| n as u64 * n as u64;
                (square(costs.straight) * (square(dx) + square(dy))).isqrt() as u32
            }
        }
    }
}

/// A heuristic with a goal, prepared for many estimates.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Estimator {
    heuristic: Heuristic,
    goal: Cell,
    costs: StepCosts,
    /// Cost per cell along the longer axis, and what each cell along the shorter axis adds to it, modulo 2³².
    long: u32,
    short: u32,
}

impl Estimator {
    /// Prepares the estimates of the rest to `goal`.
    pub const fn new(heuristic: Heuristic, goal: Cell, costs: StepCosts) -> Self {
        let StepCosts { straight, diagonal, .. } = costs;
        let (long, short) = match heuristic {
            Heuristic::Zero | Heuristic::Euclidean => (0, 0),
            Heuristic::Manhattan => (straight, straight),
            Heuristic::Octile => (straight, diagonal.wrapping_sub(straight)),
            Heuristic::Chebyshev => (straight, 0),
        };
        Self { heuristic, goal, costs, long, short }
    }

    /// Returns the same as [`Heuristic::estimate`].
    #[expect(clippy::inline_always, reason = "computed for every cell that a search reaches")]
    #[inline(always)]
    pub fn estimate(&self, cell: Cell) -> u32 {
        if matches!(self.heuristic, Heuristic::Euclidean) {
            return self.heuristic.estimate(cell, self.goal, self.costs);
        }
        let (dx, dy) = cell.delta(self.goal);
        self.long.wrapping_mul(dx.max(dy)).wrapping_add(self.short.wrapping_mul(dx.min(dy)))
    }
}
