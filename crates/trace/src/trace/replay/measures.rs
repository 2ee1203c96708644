//! Series: numbers over time.

use super::{Replay, Series};
use crate::observe::StepCounter;
use crate::progress::{Halt, Progress};
use crate::trace::log::Phase;
use std::ops::Range;

/// Number of points of a series, besides the ends of turns.
const SAMPLES: usize = 1500;
/// Number of phases in a part of the computation.
const PHASES: usize = 1024;

impl Replay {
    /// Computes the series.
    pub(super) async fn find_series(&self, progress: &Progress) -> Result<Vec<Series>, Halt> {
        let (names, len) = (&self.schema().series, self.len());
        let mut values = self.trace().first_values(names.len());
        let mut all: Vec<Series> = names.iter().map(|name| Series { name: name.clone(), points: Vec::new() }).collect();
        let every = len.div_ceil(SAMPLES).max(1);
        let ends: Vec<usize> = self.turns().iter().map(|t| t.end).take(SAMPLES).collect();
        let first = self.trace().first();
        if first > 0 {
            all.iter_mut().zip(&values).for_each(|(series, value)| series.points.push([first as f64, *value]));
        }
        let (mut at, mut asked, mut turn) = (first, first, 0);
        while at < len {
            // Moves to the next point in parts.
            let sampled = (at / every + 1) * every;
            let end = ends.get(turn).copied();
            let next = end.filter(|&end| end > at).unwrap_or(len).min(sampled).min(len);
            if at >= asked {
                progress.pause().await?;
                asked = at + StepCounter::STEPS as usize;
            }
            let to = next.min(asked);
            self.lens().gauges(self.trace(), at..to, &mut values);
            at = to;
            let turned = end == Some(at);
            turn += usize::from(turned);
            if at % every == 0 || at == len || turned {
                for (series, value) in all.iter_mut().zip(&values) {
                    series.points.push([at as f64, *value]);
                }
            }
        }
        Ok(all)
    }

    /// Computes the turns. For a run with very many phases that takes a while.
    pub(super) async fn find_turns(&self, progress: &Progress) -> Result<Vec<Range<usize>>, Halt> {
        // The turns of a fight, in which each piece has its own turn, are called rounds.
        let named = |p: &&Phase| {
            let name = self.phase_name(p.start as usize);
            name.starts_with("turn ") || name.starts_with("round ")
        };
        let mut all: Vec<&Phase> = Vec::new();
        for phases in self.phases().chunks(PHASES) {
            progress.pause().await?;
            all.extend(phases.iter().filter(named));
        }
        let depth = all.iter().map(|p| p.depth).min();
        let outer = all.into_iter().filter(|p| Some(p.depth) == depth);
        Ok(outer.map(|p| p.start as usize..p.end as usize).collect())
    }

    /// Returns the exact values of the series at the cursor: the nearest sample before it, then event by event.
    pub(super) fn gauges_now(&self) -> Vec<f64> {
        let cursor = self.player.cursor();
        let series = self.series();
        let k = series.first().map_or(0, |s| s.points.partition_point(|p| p[0] <= cursor as f64));
        let mut values = self.trace().first_values(series.len());
        if let Some(k) = k.checked_sub(1) {
            values = series.iter().map(|s| s.points[k][1]).collect();
        }
        let start = match (k.checked_sub(1), series.first()) {
            (Some(k), Some(s)) => s.points[k][0] as usize,
            _ => self.trace().first(),
        };
        self.lens().gauges(self.trace(), start..cursor, &mut values);
        values
    }
}
