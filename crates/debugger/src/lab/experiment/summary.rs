//! Summary of an experiment: means and spreads for each value, and how fast they grow.

use super::{Measure, Row};
use gridscope_trace::trace::tally::clopper_pearson;
use serde::Serialize;

/// Statistics of one measure over the runs of one value.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Spread {
    /// Number of runs that have the measure.
    pub runs: u64,
    /// Mean.
    pub mean: f64,
    /// Median: half of the values are at most this, half at least.
    pub median: f64,
    /// Standard deviation of the sample; 0 for a single run.
    pub sd: f64,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// For a flag, the bounds of the probability of 1 with 95 % confidence, after Clopper and Pearson, assuming that
    /// each seed is an independent trial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<[f64; 2]>,
}

impl Spread {
    fn of(values: &[f64], is_flag: bool) -> Self {
        let runs = values.len() as f64;
        if values.is_empty() {
            return Self::default();
        }
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        // The middle value, or the two values next to the middle.
        let [low, high] = [(sorted.len() - 1) / 2, sorted.len() / 2].map(|at| sorted[at]);
        let (min, max) = (sorted[0], sorted[sorted.len() - 1]);
        // Rounding may move the mean outside the range. Equal samples must give their value as mean and a deviation of
        // 0.
        let mean = (values.iter().sum::<f64>() / runs).max(min).min(max);
        let ones = values.iter().filter(|&&x| x == 1.0).count() as u64;
        let widest = values.iter().map(|x| (x - mean).abs()).fold(0.0, f64::max);
        // The square of a very small number is 0. Divide by a power of two first, which does not round.
        let power = f64::from_bits(widest.to_bits() & f64::INFINITY.to_bits());
        let unit = power.clamp(f64::MIN_POSITIVE, f64::MAX);
        let square = values.iter().map(|x| ((x - mean) / unit).powi(2)).sum::<f64>();
        Self {
            runs: values.len() as u64,
            mean,
            median: low + (high - low) / 2.0,
            sd: if values.len() > 1 { unit * (square / (runs - 1.0)).sqrt() } else { 0.0 },
            min,
            max,
            share: is_flag.then(|| clopper_pearson(ones, values.len() as u64)),
        }
    }
}

/// Summary of the rows of an experiment: a spread for each measure, for each value in the order of the sweep.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Measures.
    pub measures: Vec<Measure>,
    /// Values and their spreads.
    pub points: Vec<(String, Vec<Spread>)>,
}

impl Summary {
    /// Summarises rows, in any order.
    pub fn new(measures: &[Measure], rows: &[Row]) -> Self {
        let mut sorted: Vec<&Row> = rows.iter().collect();
        sorted.sort_by_key(|r| r.run);
        let mut points: Vec<(String, Vec<Vec<f64>>)> = Vec::new();
        for row in sorted {
            if points.last().is_none_or(|(value, _)| *value != row.value) {
                points.push((row.value.clone(), vec![Vec::new(); measures.len()]));
            }
            let Some((_, columns)) = points.last_mut() else { continue };
            for (column, measure) in columns.iter_mut().zip(&row.measures) {
                column.extend(measure);
            }
        }
        let spread = |(value, columns): (String, Vec<Vec<f64>>)| {
            (value, columns.iter().zip(measures).map(|(c, measure)| Spread::of(c, measure.is_flag)).collect())
        };
        Self { measures: measures.to_vec(), points: points.into_iter().map(spread).collect() }
    }

    /// Returns the growth exponent of a measure's mean over the swept values: the slope of a straight line through the
    /// logarithms, by least squares. Returns `None` for flags, for fewer than three values, or if any value or mean is
    /// not above 0.
    pub fn exponent(&self, measure: usize) -> Option<f64> {
        let points: Option<Vec<(f64, f64)>> = self
            .points
            .iter()
            .map(|(value, spreads)| {
                let (x, y) = (
                    value.parse::<f64>().ok()?,
                    spreads.get(measure).filter(|s| s.runs > 0 && s.share.is_none())?.mean,
                );
                (x > 0.0 && y > 0.0).then(|| (x.ln(), y.ln()))
            })
            .collect();
        let points = points.filter(|p| p.len() >= 3)?;
        let n = points.len() as f64;
        let (mx, my) = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
        let (mut xy, mut xx) = (0.0, 0.0);
        for (x, y) in points {
            xy += (x - mx) * (y - my);
            xx += (x - mx).powi(2);
        }
        (xx > 0.0).then(|| xy / xx)
    }
}
