//! Numbers over time.

use super::{Replay, Series};
use crate::trace::lens::Gauge;

/// How many points a number over time is sampled at.
const SAMPLES: usize = 1500;

impl Replay {
    pub(super) fn find_series(&self) -> Vec<Series> {
        let (names, len) = (&self.schema().series, self.len());
        let mut values = vec![0.0; names.len()];
        let mut all: Vec<Series> = names.iter().map(|name| Series { name: name.clone(), points: Vec::new() }).collect();
        let every = len.div_ceil(SAMPLES).max(1);
        for i in 0..len {
            self.gauge_all(&mut values, i);
            if (i + 1) % every == 0 || i + 1 == len {
                for (series, value) in all.iter_mut().zip(&values) {
                    series.points.push([(i + 1) as f64, *value]);
                }
            }
        }
        all
    }

    /// What an event does to all numbers over time.
    pub(super) fn gauge_all(&self, values: &mut [f64], event: usize) {
        for (s, value) in values.iter_mut().enumerate() {
            match self.lens().gauge(s, self.trace(), event) {
                Gauge::Same => {}
                Gauge::Add(n) => *value += n as f64,
                Gauge::Set(x) => *value = x,
            }
        }
    }

    /// The numbers over time exactly at the cursor: the nearest sample before it, then event by event.
    pub(super) fn gauges_now(&self) -> Vec<f64> {
        let cursor = self.player.cursor();
        let series = self.series();
        let k = series.first().map_or(0, |s| s.points.partition_point(|p| p[0] <= cursor as f64));
        let mut values: Vec<f64> = series.iter().map(|s| k.checked_sub(1).map_or(0.0, |k| s.points[k][1])).collect();
        let start = match (k.checked_sub(1), series.first()) {
            (Some(k), Some(s)) => s.points[k][0] as usize,
            _ => 0,
        };
        for event in start..cursor {
            self.gauge_all(&mut values, event);
        }
        values
    }
}
