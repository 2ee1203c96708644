//! Experiments as long tasks: of the scene, then of each additional run.

use super::{Plan, TaskError, Update, Work};
use crate::lab::experiment::{Experiment, ExperimentError, Row, RowFile, Sweep, kept_rows};
use crate::lab::outcome::OutcomeError;
use crate::session::variants;

impl Work {
    pub(super) fn experiment(&self, plan: &Plan, tell: &mut dyn FnMut(Update)) -> Result<(), TaskError> {
        let text = plan.sweep.trim();
        let sweep = if text.is_empty() { None } else { Some(Sweep::parse(text)?) };
        let what = sweep.as_ref().map_or_else(|| "seeds".to_owned(), |s| s.name.clone());
        let mut experiment = Experiment::new(
            &self.registry,
            &self.scene,
            self.program.clone(),
            sweep,
            plan.samples,
            self.part,
            &self.progress,
        )?;
        // Measure the additional runs too if possible, because two curves can be compared.
        let others = if self.program.is_some() { Vec::new() } else { variants(&self.registry, &self.scene) };
        let others: Vec<(String, Experiment)> = others
            .into_iter()
            .skip(1)
            .filter_map(|(title, scene)| {
                let sweep = if text.is_empty() { None } else { Some(Sweep::parse(text).ok()?) };
                Some((
                    title,
                    Experiment::new(&self.registry, &scene, None, sweep, plan.samples, self.part, &self.progress)
                        .ok()?,
                ))
            })
            .collect();
        experiment.fits()?;
        let runs = experiment.runs().count() * (1 + others.len());
        tell(Update::Begun(experiment.measures.clone(), what, runs as u64));
        self.rows(&mut experiment, tell, Update::Row)?;
        for (title, mut experiment) in others {
            tell(Update::Beside(title, experiment.measures.clone()));
            self.rows(&mut experiment, tell, Update::BesideRow)?;
        }
        Ok(())
    }

    /// Reports the runs of an experiment that were done before, then does the others. Each row is saved as soon as its
    /// run is done.
    fn rows(
        &self,
        experiment: &mut Experiment,
        tell: &mut dyn FnMut(Update),
        row: fn(Row) -> Update,
    ) -> Result<(), TaskError> {
        let folder = self.rows.as_deref().filter(|_| self.program.is_none());
        let (mut file, before) = match folder.map(|folder| kept_rows(folder, experiment)).transpose() {
            Ok(kept) => kept.map_or_else(Default::default, |(file, before)| (Some(file), before)),
            Err(error) => {
                tell(Update::NotSaved(error.to_string()));
                Default::default()
            }
        };
        let previous_rows = before.len();
        if previous_rows > 0 {
            // Rows from before may have measures that the first runs lack.
            tell(Update::Measures(experiment.measures.clone()));
            tell(Update::Before(previous_rows as u64));
        }
        for row_before in before {
            tell(row(row_before));
        }
        let (mut late, mut has_numbers) = (None, previous_rows > 0);
        let mut known = experiment.measures.clone();
        let done = experiment.run_rest(previous_rows, &self.progress, |finished, measures| {
            has_numbers |= finished.late.is_none();
            late = finished.late.or(late.take());
            if measures != known {
                known = measures.to_vec();
                tell(Update::Measures(measures.to_vec()));
            }
            if let Some(Err(error)) = file.as_mut().map(|file| file.add(&finished.row, measures)) {
                tell(Update::NotSaved(error.to_string()));
                file = None;
            }
            tell(row(finished.row));
            true
        });
        done?;
        if let Some(Err(error)) = file.map(RowFile::finish) {
            tell(Update::NotSaved(error.to_string()));
        }
        match late.filter(|_| !has_numbers) {
            Some(late) => {
                let error = OutcomeError::Late(late);
                Err(ExperimentError::Run { value: String::new(), error }.into())
            }
            None => Ok(()),
        }
    }
}
