//! Numbers over time.

use super::Replayer;
use crate::algorithms::{Algorithm, Gauge};
use crate::event::Event;
use crate::trace::replay::Series;
use crate::trace::{Replay, Trace};

/// How many points a number over time is sampled at.
const SAMPLES: usize = 1500;

impl<A: Algorithm> Replayer<A> {
    pub(super) fn find_series(trace: &Trace<A::Event>) -> Vec<Series> {
        let names = A::CARD.series;
        let mut values = vec![0.0; names.len()];
        let mut all: Vec<Series> = names.iter().map(|name| Series { name, points: Vec::new() }).collect();
        let every = trace.events().len().div_ceil(SAMPLES).max(1);
        for (i, event) in trace.events().iter().enumerate() {
            Self::gauge_all(&mut values, event, trace.context());
            if (i + 1) % every == 0 || i + 1 == trace.events().len() {
                for (series, value) in all.iter_mut().zip(&values) {
                    series.points.push([(i + 1) as f64, *value]);
                }
            }
        }
        all
    }

    pub(super) fn gauge_all(values: &mut [f64], event: &A::Event, context: &<A::Event as Event>::Context) {
        for (s, value) in values.iter_mut().enumerate() {
            match A::gauge(s, event, context) {
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
        for event in &self.trace().events()[start..cursor] {
            Self::gauge_all(&mut values, event, self.trace().context());
        }
        values
    }
}
