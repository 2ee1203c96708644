//! Estimates of the cost from one cell to another.

use crate::geometry::Cell;
use crate::movement::{Rules, StepCosts};

/// The estimate of the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heuristic {
    /// Nothing: A* becomes Dijkstra's algorithm.
    Zero,
    /// Straight steps along both axes.
    Manhattan,
    /// Diagonals, then straight steps: exact on open ground with eight neighbours.
    Octile,
    /// As many straight steps as the longer axis has.
    Chebyshev,
    /// The straight line, rounded down to a unit.
    Euclidean,
}

impl Heuristic {
    /// The five by name, as the parameter `heuristic` offers them.
    pub const NAMES: &'static [&'static str] = &["zero", "manhattan", "octile", "chebyshev", "euclidean"];

    /// The one of that name; where there is none, octile where diagonals are taken, else manhattan.
    pub fn named(name: &str, diagonals: bool) -> Self {
        match name {
            "zero" => Self::Zero,
            "manhattan" => Self::Manhattan,
            "octile" => Self::Octile,
            "chebyshev" => Self::Chebyshev,
            "euclidean" => Self::Euclidean,
            _ if diagonals => Self::Octile,
            _ => Self::Manhattan,
        }
    }

    /// Whether it may be more than the rest of the way costs under these rules.
    pub fn is_over(self, rules: &Rules) -> bool {
        let Rules { costs, order, .. } = rules;
        let diagonals = order.len() == 8;
        match self {
            Self::Manhattan => diagonals,
            // A diagonal that costs less than √2 straight steps is shorter than the straight line.
            Self::Euclidean => {
                let square = |n: u32| u64::from(n) * u64::from(n);
                diagonals && square(costs.diagonal) < 2 * square(costs.straight)
            }
            Self::Octile => diagonals && costs.diagonal > 2 * costs.straight,
            Self::Zero | Self::Chebyshev => false,
        }
    }

    /// The estimate from `a` to `b` in units of the costs.
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
