//! Distances in numbers of one width, and the flood that computes them: bucket by bucket, or, if each step costs the
//! same, level by level without a branch.
//!
//! Sources: Robert B. Dial, *Algorithm 360: Shortest-Path Forest with Topological Ordering*, 1969; Edward F. Moore,
//! *The Shortest Path through a Maze*, 1959.

use super::buckets::Buckets;
use super::ground::{Ground, STRIP};
use super::number::{Number, Scale};
use crate::geometry::Dir;

/// Error: a distance did not fit into these numbers, so their values must not be used.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooFar;

#[derive(Clone, Debug)]
pub(super) struct Field<N> {
    /// The distance of each place, plus one. Empty before the first flood.
    pub values: Vec<N>,
    pub scale: Scale,
    /// Places to spread from, each with its value. The nearest is last.
    pub seeds: Vec<(N, u32)>,
    pub buckets: Buckets<N>,
    now: Vec<u32>,
    next: Vec<u32>,
    /// Places whose distance became invalid during a repair.
    pub lost: Vec<u32>,
}

impl<N: Number> Field<N> {
    pub(super) fn new(scale: Scale, heaviest: u32) -> Self {
        let (now, next, lost) = Default::default();
        Self { values: Vec::new(), scale, seeds: Vec::new(), buckets: Buckets::new(scale, heaviest), now, next, lost }
    }

    /// Measures the whole map from some goals. A blocked goal is kept but never reached.
    pub(super) fn flood(&mut self, ground: &Ground, goals: &[u32]) -> Result<(), TooFar> {
        self.values.clear();
        self.values.extend(ground.free.iter().map(|&free| if free { N::NONE } else { N::WALL }));
        self.seeds.clear();
        for &goal in goals {
            self.values[goal as usize] = N::GOAL;
            if ground.free[goal as usize] {
                self.seeds.push((N::GOAL, goal));
            }
        }
        self.spread(ground)
    }

    /// Spreads the seeds until they shorten no other distance.
    pub(super) fn spread(&mut self, ground: &Ground) -> Result<(), TooFar> {
        self.seeds.sort_unstable_by(|a, b| b.cmp(a));
        let done =
            if ground.straight && ground.weights.is_none() { self.by_level(ground) } else { self.by_bucket(ground) };
        if done.is_err() {
            self.buckets.clear();
            self.seeds.clear();
        }
        done
    }

    /// Returns the direction of the first step of a cheapest path from a place to a goal.
    pub(super) fn toward(&self, ground: &Ground, at: usize) -> Option<Dir> {
        let value = self.values.get(at).filter(|&&value| value != N::NONE)?.get();
        let leads = |dir: usize| {
            let to = ground.neighbour(at, dir);
            self.values[to] != N::NONE && self.values[to].get() + self.price(ground, to, dir) == value
        };
        ground.ways(at).find(|&dir| leads(dir)).map(|dir| Dir::ALL[dir])
    }

    /// Returns the cost in units of a step whose end nearer to the goal is `from`.
    pub(super) fn price(&self, ground: &Ground, from: usize, dir: usize) -> u64 {
        ground.weight(from) * if dir < 4 { self.scale.straight } else { self.scale.diagonal }
    }

    // Neither loop is inlined: with both in one function, octile maps took 5 to 15 % longer.
    #[inline(never)]
    fn by_level(&mut self, ground: &Ground) -> Result<(), TooFar> {
        let Self { values, now, next, seeds, .. } = self;
        let (mut level, mut waiting) = (0, 0);
        loop {
            if waiting == 0 {
                let Some((value, _)) = seeds.last() else { return Ok(()) };
                level = value.get();
            }
            if level + 1 >= self.scale.limit {
                return Err(TooFar);
            }
            while let Some(&(value, at)) = seeds.last()
                && value.get() <= level
            {
                seeds.pop();
                if values[at as usize] == value {
                    now.truncate(waiting);
                    now.push(at);
                    waiting += 1;
                }
            }
            // Each place may reach four others. Entries past `waiting` are leftovers and are ignored.
            if next.len() < waiting * 4 {
                next.resize(waiting * 8, 0);
            }
            let found = reach(values, &ground.offsets, &now[..waiting], next, N::of(level + 1));
            std::mem::swap(now, next);
            waiting = found;
            level += 1;
        }
    }

    #[inline(never)]
    fn by_bucket(&mut self, ground: &Ground) -> Result<(), TooFar> {
        let Self { values, buckets, seeds, scale, .. } = self;
        let last = scale.limit.saturating_sub(2 * buckets.span()) >> scale.shift;
        while let Some(bucket) = buckets.next(seeds) {
            if buckets.level() >= last {
                return Err(TooFar);
            }
            for &(at, value) in &bucket {
                let at = at as usize;
                // A shorter path may have been found since this entry was pushed.
                if values[at] == value {
                    expand(values, buckets, ground, *scale, at, value);
                }
            }
            buckets.done(bucket);
        }
        Ok(())
    }
}

/// Updates the neighbours of a place with their distance through it. They step onto the place, so its own weight
/// counts.
#[inline]
fn expand<N: Number>(values: &mut [N], buckets: &mut Buckets<N>, ground: &Ground, scale: Scale, at: usize, value: N) {
    let weight = ground.weight(at);
    let (straight, diagonal) = (N::of(scale.straight * weight), N::of(scale.diagonal * weight));
    let (moves, offsets) = (ground.moves[at], &ground.offsets[at % STRIP]);
    for (dir, &by) in offsets.iter().enumerate() {
        let there = value.plus(if dir < 4 { straight } else { diagonal });
        // Handles all eight directions alike: `NONE` is never smaller than a stored value.
        let there = if moves >> dir & 1 == 1 { there } else { N::NONE };
        let to = at.wrapping_add(by);
        let old = &mut values[to];
        if there < *old {
            *old = there;
            buckets.push(to, there);
        }
    }
}

/// Lowers the value of the four neighbours of some places to `there`. Returns how many values were lowered; these
/// places are in `next`. Every neighbour is written there, and counted only if it is new, so there is no branch to
/// mispredict.
fn reach<N: Number>(values: &mut [N], offsets: &[[usize; 8]; STRIP], now: &[u32], next: &mut [u32], there: N) -> usize {
    let mut found = 0;
    for &at in now {
        let at = at as usize;
        let Some(out) = next.get_mut(found..).and_then(<[u32]>::first_chunk_mut::<4>) else { return found };
        let mut count = 0;
        let mut lower_value = |value: &mut N, to: usize| {
            let old = *value;
            *value = old.min(there);
            out[count] = to as u32;
            count += usize::from(old > there);
        };
        let row = at % STRIP;
        let within = row != 0 && row != STRIP - 1;
        let near = values.get_mut(at.wrapping_sub(STRIP)..).and_then(<[N]>::first_chunk_mut::<{ 2 * STRIP + 1 }>);
        if let Some(near) = near.filter(|_| within) {
            lower_value(&mut near[2 * STRIP], at + STRIP);
            lower_value(&mut near[0], at - STRIP);
            lower_value(&mut near[STRIP + 1], at + 1);
            lower_value(&mut near[STRIP - 1], at - 1);
        } else {
            for &by in &offsets[row][..4] {
                let to = at.wrapping_add(by);
                lower_value(&mut values[to], to);
            }
        }
        found += count;
    }
    found
}
