//! Reports of workers that share a task, in the order in which one worker would make them.
//!
//! An experiment is shared: run `n` is done by worker `n` modulo their number. Any other task has one worker.

use super::remote::update;
use super::work::Update;
use crate::lab::experiment::{Measure, Row, add_measures, at_places};
use std::collections::VecDeque;

/// Reports of workers that share a task.
pub struct Reports {
    workers: Vec<Worker>,
    /// Worker that makes the next report.
    turn: usize,
    /// Measures of the rows that were taken.
    measures: Vec<Measure>,
}

#[derive(Clone, Default)]
struct Worker {
    /// Reports that were not taken yet.
    reports: VecDeque<Update>,
    /// Places of the numbers of this worker's rows among all measures.
    places: Vec<usize>,
}

impl Reports {
    /// Creates a place for the reports of this many workers.
    pub fn of(workers: usize) -> Self {
        Self { workers: vec![Worker::default(); workers], turn: 0, measures: Vec::new() }
    }

    /// Adds a report that [`perform`](super::remote::perform) made in a worker.
    ///
    /// # Errors
    /// Returns a sentence if the bytes are no report of this build.
    pub fn push(&mut self, worker: usize, report: &[u8]) -> Result<(), String> {
        let report = update(report)?;
        if let Some(worker) = self.workers.get_mut(worker) {
            worker.reports.push_back(report);
        }
        Ok(())
    }

    /// Takes the next report, if the worker that makes it has sent it.
    pub fn pop(&mut self) -> Option<Update> {
        loop {
            match self.workers.get_mut(self.turn)?.reports.pop_front()? {
                Update::Row(row) => return Some(Update::Row(self.row(row))),
                Update::BesideRow(row) => return Some(Update::BesideRow(self.row(row))),
                Update::Measures(measures) => {
                    let before = self.measures.clone();
                    let places = add_measures(&mut self.measures, &measures);
                    self.workers.get_mut(self.turn)?.places = places;
                    if self.measures != before {
                        return Some(Update::Measures(self.measures.clone()));
                    }
                }
                Update::Failed(error) => return Some(Update::Failed(error)),
                of_all => {
                    self.workers.get_mut(self.turn)?.reports.push_front(of_all);
                    return self.pop_of_all();
                }
            }
        }
    }

    /// Takes a report that each worker makes.
    fn pop_of_all(&mut self) -> Option<Update> {
        if self.workers.iter().any(|worker| worker.reports.is_empty()) {
            return None;
        }
        self.turn = 0;
        let reports: Vec<Update> = self.workers.iter_mut().filter_map(|worker| worker.reports.pop_front()).collect();
        let total = reports.iter().map(|report| if let Update::Begun(.., runs) = report { *runs } else { 0 }).sum();
        let mut report = reports.into_iter().reduce(|first, other| match other {
            Update::Failed(_) => other,
            _ => first,
        })?;
        if let Update::Begun(.., runs) = &mut report {
            *runs = total;
        }
        if let Update::Begun(measures, ..) | Update::Beside(_, measures) = &report {
            self.measures.clone_from(measures);
            self.workers.iter_mut().for_each(|worker| worker.places = (0..measures.len()).collect());
        }
        Some(report)
    }

    /// Returns a row of the worker whose turn it is, with its numbers in the order of all measures. The next worker then
    /// makes the next report.
    fn row(&mut self, row: Row) -> Row {
        let places = self.workers.get(self.turn).map_or(&[][..], |worker| &worker.places);
        let measures = at_places(places, row.measures, self.measures.len());
        self.turn = (self.turn + 1) % self.workers.len().max(1);
        Row { measures, ..row }
    }
}
