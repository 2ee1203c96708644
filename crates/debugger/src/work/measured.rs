//! What came of an experiment so far: of the scene, and of each run beside it.

use crate::experiment::{Measure, Row};

/// What came of experiments so far.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// What is varied.
    pub what: String,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// The runs so far.
    pub rows: Vec<Row>,
    /// How many runs there will be, those of the runs beside included.
    pub total: u64,
    /// How many of them were done before, when the same experiment was interrupted.
    pub before: u64,
    /// The same of each run beside.
    pub beside: Vec<MeasuredBeside>,
}

impl Measured {
    /// How many runs are done.
    pub fn done(&self) -> usize {
        self.rows.len() + self.beside.iter().map(|other| other.rows.len()).sum::<usize>()
    }
}

/// What came of the experiment on a run beside.
#[derive(Clone, Debug)]
pub struct MeasuredBeside {
    /// What sets it apart.
    pub title: String,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// The runs so far.
    pub rows: Vec<Row>,
}
