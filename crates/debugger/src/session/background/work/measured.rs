//! Results of an experiment so far: for the scene, and for each additional run.

use crate::lab::experiment::{Measure, Row};

/// Results of an experiment so far.
#[derive(Clone, Debug, Default)]
pub struct ExperimentResults {
    /// Name of what is varied: the sweep's name, or `seeds`.
    pub what: String,
    /// Measures of each run.
    pub measures: Vec<Measure>,
    /// Rows of the finished runs.
    pub rows: Vec<Row>,
    /// Total number of runs, including the additional runs.
    pub total: u64,
    /// Number of these runs that were done earlier, before the experiment was interrupted.
    pub before: u64,
    /// Results for each additional run.
    pub beside: Vec<AdditionalMeasurements>,
}

impl ExperimentResults {
    /// Returns the number of finished runs.
    pub fn done(&self) -> usize {
        self.rows.len() + self.beside.iter().map(|other| other.rows.len()).sum::<usize>()
    }
}

/// Results of an experiment for an additional run.
#[derive(Clone, Debug)]
pub struct AdditionalMeasurements {
    /// Title that states what differs.
    pub title: String,
    /// Measures of each run.
    pub measures: Vec<Measure>,
    /// Rows of the finished runs.
    pub rows: Vec<Row>,
}
