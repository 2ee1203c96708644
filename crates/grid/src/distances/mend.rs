//! Repair: what one cell that opens or closes changes, and nothing else.
//!
//! ```text
//! ..3..4      a cell opens: it and its neighbours spread anew, and cells that are nearer by them spread on.
//! ..2#5       a cell closes: a cell that has no neighbour left by which its distance is what it was has lost the way, and
//! ..1..6      so may those that came by it. Then the lost ones are told by those beside them who are not.
//! ```
//!
//! Source: G. Ramalingam and Thomas Reps, *An Incremental Algorithm for a Generalization of the Shortest-Path Problem*, 1996.

use super::field::{Field, TooFar};
use super::ground::Ground;
use super::number::Number;

impl<N: Number> Field<N> {
    /// Mends the map after a place was opened.
    pub fn opened(&mut self, ground: &Ground, at: usize) -> Result<(), TooFar> {
        if self.values[at] == N::WALL {
            self.values[at] = N::NONE;
        }
        self.seed_around(ground, at);
        self.spread(ground)
    }

    /// Mends it after one was closed.
    pub fn closed(&mut self, ground: &Ground, at: usize) -> Result<(), TooFar> {
        self.seed_around(ground, at);
        if self.values[at] != N::GOAL {
            self.values[at] = N::WALL;
        }
        self.lose(ground);
        for &at in &self.lost {
            let near = ground.ways(at as usize).filter_map(|dir| {
                let from = ground.beside(at as usize, dir);
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
        // Not before all are asked: of the lost ones none counts.
        for &(value, at) in &self.seeds {
            self.values[at as usize] = value;
        }
        self.spread(ground)
    }

    /// Those of a place and the eight around it that have a distance become the seeds: every step that opens or closes with the
    /// place has both ends among them.
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

    /// Takes the distance from all that have lost their way, nearest first, beginning with the seeds.
    fn lose(&mut self, ground: &Ground) {
        self.lost.clear();
        while let Some(bucket) = self.buckets.next(&mut self.seeds) {
            for &(cell, value) in &bucket {
                let at = cell as usize;
                if self.values[at] != value || value == N::GOAL {
                    continue;
                }
                // A step is as long as a bucket is wide or longer: the cell that it came by has been asked before.
                let held = ground.ways(at).any(|dir| {
                    let from = ground.beside(at, dir);
                    let near = self.values[from];
                    near != N::NONE && near.get() + self.price(ground, from, dir) == value.get()
                });
                if held {
                    continue;
                }
                self.values[at] = N::NONE;
                self.lost.push(cell);
                for dir in ground.ways(at) {
                    let to = ground.beside(at, dir);
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
