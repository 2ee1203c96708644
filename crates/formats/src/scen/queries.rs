//! Searches of all lengths: up to a number of them in each bucket.
//!
//! The distances from one start give a search for each bucket that the start reaches. Starts are drawn at random, and the
//! second start is the cell farthest from the first, because it has some of the longest ways of the map.

use super::{Query, ROWS};
use gridscope_trace::cost::Cost;
use gridscope_trace::{Cell, DistanceMap, Rng};
use std::collections::BTreeSet;

/// Maximum number of distances that are looked at, beside those of the first two starts.
const DISTANCES: usize = 2_000_000;
/// Number of starts to try for each search of a bucket, once all buckets that were found are full.
const PATIENCE: usize = 2;

/// Returns the rows: the scene's own searches, then up to `most` for each bucket, in the order of the buckets.
pub(super) fn rows(
    distances: &mut DistanceMap,
    free: &[Cell],
    own: &[Query],
    most: usize,
    dice: &mut Rng,
) -> Vec<Query> {
    let max_rows = most.min(ROWS);
    let mut buckets = Buckets { all: Vec::new(), most: max_rows, count: 0, pairs: BTreeSet::new() };
    buckets.pairs.extend(own.iter().map(|query| (query.start, query.goal)));
    let starts = DISTANCES.checked_div(free.len()).unwrap_or(0).max(2);
    let apiece = max_rows.div_ceil(starts.min(free.len()).max(1));
    // In a second round, a bucket that is still not full takes all that its starts offer.
    let mut tried = 0_usize;
    let patience = max_rows.saturating_mul(PATIENCE);
    'rounds: for quota in [apiece, max_rows] {
        let mut order = free.to_vec();
        let mut farthest = None;
        for k in 0..order.len() {
            if tried >= starts || buckets.count >= ROWS || (tried >= patience && buckets.are_full()) {
                break 'rounds;
            }
            let from_here = order.len().saturating_sub(k);
            order.swap(k, k.saturating_add(dice.below(from_here as u64) as usize));
            if let Some(place) = farthest.take().and_then(|cell| order.iter().skip(k).position(|&other| other == cell))
            {
                order.swap(k, k.saturating_add(place));
            }
            let Some(&start) = order.get(k) else { break };
            let end = buckets.add_from(start, distances.set_goals(&[start]), free, quota, dice);
            farthest = end.filter(|_| tried == 0);
            tried = tried.saturating_add(1);
        }
    }
    own.iter().copied().chain(buckets.all.into_iter().flatten()).take(ROWS).collect()
}

/// The searches that were chosen, by bucket.
struct Buckets {
    all: Vec<Vec<Query>>,
    /// Maximum number of searches in a bucket.
    most: usize,
    /// Number of searches in all buckets.
    count: usize,
    /// Start and goal of every search, so that none is chosen twice.
    pairs: BTreeSet<(Cell, Cell)>,
}

/// A random sample of the goals in one bucket.
#[derive(Clone, Default)]
struct Sample {
    seen: u64,
    goals: Vec<(Cell, Cost)>,
}

impl Buckets {
    /// Returns whether each bucket that was found is full.
    fn are_full(&self) -> bool {
        self.all.iter().all(|bucket| bucket.len() >= self.most)
    }

    /// Adds up to `quota` searches from a start to each bucket, and returns the cell farthest from the start.
    fn add_from(
        &mut self,
        start: Cell,
        distances: &DistanceMap,
        free: &[Cell],
        quota: usize,
        dice: &mut Rng,
    ) -> Option<Cell> {
        let mut samples: Vec<Sample> = Vec::new();
        let mut farthest: Option<(Cost, Cell)> = None;
        for &goal in free.iter().filter(|&&goal| goal != start) {
            let Some(length) = distances.get(goal) else { continue };
            if farthest.is_none_or(|(longest, _)| longest < length) {
                farthest = Some((length, goal));
            }
            let bucket = Query::bucket(length);
            let room = quota.min(self.most.saturating_sub(self.all.get(bucket).map_or(0, Vec::len)));
            if room == 0 || bucket >= ROWS || self.pairs.contains(&(start, goal)) {
                continue;
            }
            if samples.len() <= bucket {
                samples.resize(bucket.saturating_add(1), Sample::default());
            }
            let Some(sample) = samples.get_mut(bucket) else { continue };
            // Each goal of the bucket is as likely as any other to stay in the sample.
            sample.seen = sample.seen.saturating_add(1);
            if sample.goals.len() < room {
                sample.goals.push((goal, length));
            } else if let Some(place) = sample.goals.get_mut(dice.below(sample.seen) as usize) {
                *place = (goal, length);
            }
        }
        if self.all.len() < samples.len() {
            self.all.resize(samples.len(), Vec::new());
        }
        for (bucket, sample) in self.all.iter_mut().zip(samples) {
            for (goal, length) in sample.goals {
                if self.count < ROWS && self.pairs.insert((start, goal)) {
                    bucket.push(Query { start, goal, length });
                    self.count = self.count.saturating_add(1);
                }
            }
        }
        farthest.map(|(_, cell)| cell)
    }
}
