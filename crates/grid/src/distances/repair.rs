//! Repair of the distances after one cell opens or closes. Only affected cells are recomputed.
//!
//! ```text
//! ..3..4      A cell opens: it and its neighbours spread again, and so do cells that become nearer through them.
//! ..2#5       A cell closes: a cell whose distance no neighbour supports any more loses it,
//! ..1..6      and so may cells reached through it. Then cells that kept theirs give new distances to the others.
//! ```
//!
//! Source: G. Ramalingam and Thomas Reps, *An Incremental Algorithm for a Generalization of the Shortest-Path Problem*,
//! 1996.

use super::field::{Field, TooFar};
use super::ground::Ground;
use super::number::Number;

impl<N: Number> Field<N> {
    /// Repairs the distances after a place was opened.
    pub(super) fn opened(&mut self, ground: &Ground, at: usize) -> Result<(), TooFar> {
        if self.values[at] == N::WALL {
            self.values[at] = N::NONE;
        }
        self.seed_around(ground, at);
        self.spread(ground)
    }

    /// Repairs the distances after a place was closed.
    pub(super) fn closed(&mut self, ground: &Ground, at: usize) -> Result<(), TooFar> {
        self.seed_around(ground, at);
        if self.values[at] != N::GOAL {
            self.values[at] = N::WALL;
        }
        self.lose(ground);
        for &at in &self.lost {
            let near = ground.ways(at as usize).filter_map(|dir| {
                let from = ground.neighbour(at as usize, dir);
                let value = self.values[from];
                (value != N::NONE).then(|| value.get() + self.price(ground, from, dir))
            });
            if let Some(best) = near.min() {
                if best >= self.scale.limit {
                    return Err(TooFar);
                }
                self.seeds.push((N::of(best), at));
            }
        }
        // Written only after all are computed, because lost places must not count as sources.
        for &(value, at) in &self.seeds {
            self.values[at as usize] = value;
        }
        self.spread(ground)
    }

    /// Makes seeds of the place and the eight around it, if they have a distance. Every step that becomes legal or
    /// illegal has both ends among these places.
    fn seed_around(&mut self, ground: &Ground, at: usize) {
        self.seeds.clear();
        for near in ground.around(at) {
            let value = self.values[near];
            if ground.free[near] && value != N::NONE {
                self.seeds.push((value, near as u32));
            }
        }
        self.seeds.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// Removes the distance of every place that is no longer supported by a neighbour, nearest first, starting with the
    /// seeds.
    fn lose(&mut self, ground: &Ground) {
        self.lost.clear();
        while let Some(bucket) = self.buckets.next(&mut self.seeds) {
            for &(cell, value) in &bucket {
                let at = cell as usize;
                if self.values[at] != value || value == N::GOAL {
                    continue;
                }
                // A step is at least as long as a bucket is wide, so the place that this one was reached from has been
                // checked.
                let has_support = ground.ways(at).any(|dir| {
                    let from = ground.neighbour(at, dir);
                    let near = self.values[from];
                    near != N::NONE && near.get() + self.price(ground, from, dir) == value.get()
                });
                if has_support {
                    continue;
                }
                self.values[at] = N::NONE;
                self.lost.push(cell);
                for dir in ground.ways(at) {
                    let to = ground.neighbour(at, dir);
                    let there = value.get() + self.price(ground, at, dir);
                    if self.values[to].get() == there && self.values[to] != N::NONE {
                        self.buckets.push(to, N::of(there));
                    }
                }
            }
            self.buckets.done(bucket);
        }
    }
}
