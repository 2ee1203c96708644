//! Gives the rules that are not about best-first search access to the facts of a log.

use super::super::facts::{Facts, NoStep};
use super::World;
use crate::formats::log::{Header, Promises};
use gridscope_trace::{Cell, Tile};
use serde_json::{Map, Value};

/// The facts, and the header that they come from.
pub(in super::super) struct FactsWithHeader<'a> {
    pub(in super::super) facts: &'a Facts,
    pub(in super::super) header: &'a Header,
}

impl World for FactsWithHeader<'_> {
    fn line(&self) -> &Map<String, Value> {
        &self.header.line
    }

    fn promises(&self) -> &Promises {
        &self.header.promises
    }

    fn has_ground(&self) -> bool {
        self.facts.ground.is_some()
    }

    fn is_blocked(&self, cell: Cell) -> bool {
        self.facts.is_cell_blocked(cell)
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.facts.is_free(cell)
    }

    fn is_outside(&self, cell: Cell) -> bool {
        self.facts.ground.as_ref().is_some_and(|ground| !ground.size().contains(cell))
    }

    fn tile(&self, cell: Cell) -> Option<Tile> {
        self.facts.known_tile(cell)
    }

    fn no_step(&self, from: Cell, to: Cell) -> Option<String> {
        match self.facts.no_step(from, to) {
            Some(NoStep::Apart) => Some("which is not one step away".into()),
            Some(NoStep::Edge) => Some("through a wall between the two cells".into()),
            Some(NoStep::Through(c)) => Some(format!("through {}, which is blocked", self.facts.place(c))),
            None => self.facts.corner_cut(from, to).map(|c| format!("past the corner of {}", self.facts.place(c))),
        }
    }

    fn price(&self, from: Cell, to: Cell) -> Option<f64> {
        self.facts.price(from, to)
    }

    fn origin(&self) -> [i32; 2] {
        self.facts.origin
    }

    fn same(&self, a: f64, b: f64) -> bool {
        self.facts.rounding.same(a, b, 4) || (a - b).abs() <= 1e-9 * a.abs()
    }
}
