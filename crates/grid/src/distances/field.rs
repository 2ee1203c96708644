//! Distances in numbers of one width, and the flood that spreads them: bucket after bucket, or, where each step costs the same,
//! level after level without a branch.
//!
//! Sources: Robert B. Dial, *Algorithm 360: Shortest-Path Forest with Topological Ordering*, 1969; Edward F. Moore, *The Shortest
//! Path through a Maze*, 1959.

use super::buckets::Buckets;
use super::ground::{Ground, STRIP};
use super::number::{Number, Scale};
use crate::geometry::Dir;

/// A distance did not fit into these numbers; what they say is not to be used.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooFar;

#[derive(Clone, Debug)]
pub(super) struct Field<N> {
    /// The distance of each place, plus one; empty before the first flood.
    pub values: Vec<N>,
    pub scale: Scale,
    /// What spreads next, the nearest last: a place with the value that it has.
    pub seeds: Vec<(N, u32)>,
    pub buckets: Buckets<N>,
    now: Vec<u32>,
    next: Vec<u32>,
    /// Those that lost their way while a repair is under way.
    pub lost: Vec<u32>,
}

impl<N: Number> Field<N> {
    pub fn new(scale: Scale, heaviest: u8) -> Self {
        let (now, next, lost) = Default::default();
        Self { values: Vec::new(), scale, seeds: Vec::new(), buckets: Buckets::new(scale, heaviest), now, next, lost }
    }

    /// Measures the whole map from some goals. A goal in a wall is a goal that nobody reaches.
    pub fn flood(&mut self, ground: &Ground, goals: &[u32]) -> Result<(), TooFar> {
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

    /// Spreads the seeds until no neighbour of theirs is nearer by them.
    pub fn spread(&mut self, ground: &Ground) -> Result<(), TooFar> {
        self.seeds.sort_unstable_by(|a, b| b.cmp(a));
        let done =
            if ground.straight && ground.weights.is_none() { self.by_level(ground) } else { self.by_bucket(ground) };
        if done.is_err() {
            self.buckets.clear();
            self.seeds.clear();
        }
        done
    }

    /// In which direction a cheapest way goes on from a place: nearer to a goal by what the step costs.
    pub fn toward(&self, ground: &Ground, at: usize) -> Option<Dir> {
        let value = self.values.get(at).filter(|&&value| value != N::NONE)?.get();
        let leads = |dir: usize| {
            let to = ground.beside(at, dir);
            self.values[to] != N::NONE && self.values[to].get() + self.price(ground, to, dir) == value
        };
        ground.ways(at).find(|&dir| leads(dir)).map(|dir| Dir::ALL[dir])
    }

    /// What a step costs of which the end nearer to the goal is `from`, in units.
    pub fn price(&self, ground: &Ground, from: usize, dir: usize) -> u64 {
        ground.weight(from) * if dir < 4 { self.scale.straight } else { self.scale.diagonal }
    }

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
            // Each may reach four. What lies beyond those that wait is left as it is.
            if next.len() < waiting * 4 {
                next.resize(waiting * 8, 0);
            }
            let found = reach(values, &ground.offsets, &now[..waiting], next, N::of(level + 1));
            std::mem::swap(now, next);
            waiting = found;
            level += 1;
        }
    }

    fn by_bucket(&mut self, ground: &Ground) -> Result<(), TooFar> {
        let Self { values, buckets, seeds, scale, .. } = self;
        let last = scale.limit.saturating_sub(2 * buckets.span()) >> scale.shift;
        while let Some(bucket) = buckets.next(seeds) {
            if buckets.level() >= last {
                return Err(TooFar);
            }
            for &(at, value) in &bucket {
                let at = at as usize;
                // A nearer way may have been found since.
                if values[at] == value {
                    expand(values, buckets, ground, *scale, at, value);
                }
            }
            buckets.done(bucket);
        }
        Ok(())
    }
}

/// Tells the neighbours of a place how far they lie by it. They step onto it, so its own weight counts.
#[inline]
fn expand<N: Number>(values: &mut [N], buckets: &mut Buckets<N>, ground: &Ground, scale: Scale, at: usize, value: N) {
    let weight = ground.weight(at);
    let (straight, diagonal) = (N::of(scale.straight * weight), N::of(scale.diagonal * weight));
    let (moves, offsets) = (ground.moves[at], &ground.offsets[at % STRIP]);
    for (dir, &by) in offsets.iter().enumerate() {
        let there = value.plus(if dir < 4 { straight } else { diagonal });
        // Asked of all eight alike: nobody is farther than who is not reached.
        let there = if moves >> dir & 1 == 1 { there } else { N::NONE };
        let to = at.wrapping_add(by);
        let old = &mut values[to];
        if there < *old {
            *old = there;
            buckets.push(to, there);
        }
    }
}

/// Gives the four neighbours of some places a value where theirs is larger, and says how many there are in `next`. Each
/// neighbour is written there, and counted only if it is new: no branch has to be guessed.
fn reach<N: Number>(values: &mut [N], offsets: &[[usize; 8]; STRIP], now: &[u32], next: &mut [u32], there: N) -> usize {
    let mut found = 0;
    for &at in now {
        let at = at as usize;
        let Some(out) = next.get_mut(found..).and_then(<[u32]>::first_chunk_mut::<4>) else { return found };
        let mut count = 0;
        let mut tell = |value: &mut N, to: usize| {
            let old = *value;
            *value = old.min(there);
            out[count] = to as u32;
            count += usize::from(old > there);
        };
        let row = at % STRIP;
        let within = row != 0 && row != STRIP - 1;
        let near = values.get_mut(at.wrapping_sub(STRIP)..).and_then(<[N]>::first_chunk_mut::<{ 2 * STRIP + 1 }>);
        if let Some(near) = near.filter(|_| within) {
            tell(&mut near[2 * STRIP], at + STRIP);
            tell(&mut near[0], at - STRIP);
            tell(&mut near[STRIP + 1], at + 1);
            tell(&mut near[STRIP - 1], at - 1);
        } else {
            for &by in &offsets[row][..4] {
                let to = at.wrapping_add(by);
                tell(&mut values[to], to);
            }
        }
        found += count;
    }
    found
}
