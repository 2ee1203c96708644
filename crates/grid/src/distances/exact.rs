//! Distances as exact costs in a heap: for weights that differ so much that there would be too many buckets, and for
//! distances that fit no number. Slower, and without repair.

use super::ground::Ground;
use crate::Cost;
use crate::geometry::Dir;
use crate::root2::Root2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The exact distance of each place, or `None` if no path is known. Empty before the first flood.
#[derive(Clone, Debug, Default)]
pub(super) struct Exact(Vec<Option<Cost>>);

impl Exact {
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, at: usize) -> Option<Cost> {
        *self.0.get(at)?
    }

    /// Measures the whole map from some goals.
    pub(super) fn flood(&mut self, ground: &Ground, goals: &[u32]) {
        self.0.clear();
        self.0.resize(ground.free.len(), None);
        let zero = Cost::new(0, 0, ground.unit);
        let mut waiting = BinaryHeap::new();
        for &goal in goals {
            self.0[goal as usize] = Some(zero);
            if ground.free[goal as usize] {
                waiting.push(Reverse((zero, goal)));
            }
        }
        while let Some(Reverse((cost, at))) = waiting.pop() {
            let at = at as usize;
            if self.0[at] != Some(cost) {
                continue;
            }
            for dir in ground.ways(at) {
                let (to, there) = (ground.neighbour(at, dir), cost + step(ground, at, dir));
                if self.0[to].is_none_or(|old| there < old) {
                    self.0[to] = Some(there);
                    waiting.push(Reverse((there, to as u32)));
                }
            }
        }
    }

    /// Returns the direction of the first step of a cheapest path from a place to a goal.
    pub(super) fn toward(&self, ground: &Ground, at: usize) -> Option<Dir> {
        let cost = self.get(at)?;
        let leads = |&dir: &usize| {
            let to = ground.neighbour(at, dir);
            self.get(to).is_some_and(|rest| rest + step(ground, to, dir) == cost)
        };
        ground.ways(at).find(leads).map(|dir| Dir::ALL[dir])
    }
}

/// Returns the cost of a step whose end nearer to the goal is `from`.
fn step(ground: &Ground, from: usize, dir: usize) -> Cost {
    let Root2 { whole, roots } = Root2::step(Dir::ALL[dir]);
    let weight = ground.weight(from).cast_signed();
    Cost::new(i64::from(whole) * weight, i64::from(roots) * weight, ground.unit)
}
