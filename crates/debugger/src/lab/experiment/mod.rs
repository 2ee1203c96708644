//! Experiments: one scene run with many seeds, and optionally with a parameter or the size swept over a range. Each
//! number of the outcome becomes a measure.
//!
//! A run is one row and depends only on its number. So an experiment can be split over several machines. The parts are
//! merged by run number, and the result is the same as from one machine.

mod copied_actors;
mod measures;
mod plots;
mod rows;
mod saved_rows;
mod stretch;
mod summary;
mod sweep;
mod table;

pub use copied_actors::crowd;
pub use measures::{Measure, numbers};
pub use plots::{DrawPlots, PlotCurve, PlotFormat, Plots};
pub use rows::RowFile;
pub use saved_rows::{MAX_KEPT, kept_rows};
pub use stretch::{StretchError, stretched};
pub use summary::{Spread, Summary};
pub use sweep::{Shard, ShardError, Sweep, SweepError};
pub use table::{Table, TableError, bytes_of, read_csv, read_csv_within, write_csv};

use crate::formats::scene_json::SceneJson;
use crate::formats::{Format as _, FormatError, Options, limits};
use crate::lab::outcome::{OutcomeError, outcome, program_outcome};
use crate::log::program::Program;
use gridscope_trace::outcome::Outcome;
use gridscope_trace::params::Kind;
use gridscope_trace::trace::{Halt, Progress};
use gridscope_trace::{Card, Registry, RunError, Scene};
use measures::measured;
pub(crate) use measures::{add_measures, at_places};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Properties of any scene that can be swept, besides the algorithm's parameters: the width of the map, and the number
/// of copies of the first actor.
pub const OF_THE_SCENE: [&str; 2] = ["size", "actors"];

/// Reason why an experiment cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A run gave no outcome, for the unchanged scene or for a value of the sweep.
    #[error("{}{error}", if .value.is_empty() { String::new() } else { format!("{value}: ") })]
    Run {
        /// Value of the sweep; empty without a sweep.
        value: String,
        /// Reason.
        error: OutcomeError,
    },
    /// There are no runs, or too many.
    #[error("{values} values with {samples} samples each do not make from 1 to {most} runs", most = limits::EXPERIMENT)]
    Runs {
        /// Number of values in the sweep.
        values: usize,
        /// Samples per value.
        samples: u64,
    },
    /// The rows take too much memory.
    #[error(
        "{rows} rows of {measures} numbers each take {} of memory; expected at most {}: fewer samples or values, or parts of it",
        limits::mebibytes(*bytes), limits::mebibytes(limits::TABLE as u64)
    )]
    Rows {
        /// Number of rows.
        rows: u64,
        /// Number of values in each row.
        measures: usize,
        /// Memory of the rows, in bytes.
        bytes: u64,
    },
    /// A value of a swept size is not a valid width.
    #[error("{0:?} is not a width; expected 1 to {most}", most = limits::SIDE)]
    Width(String),
    /// The number of actors is not possible: there is no actor to copy, not enough space, or more actors than a file
    /// can hold.
    #[error(
        "actors {0}: expected from 1 to {most}, one on the map to copy, a free cell for each more, and {file} of them at most",
        most = limits::ACTORS, file = limits::mebibytes(limits::FILE)
    )]
    Actors(String),
    /// The map of a swept size has too many cells.
    #[error("size {value}: {error}")]
    Size {
        /// The width.
        value: String,
        /// Reason why the map is too large.
        error: StretchError,
    },
    /// The swept name is not a parameter of the algorithm.
    #[error("{algorithm} has no parameter {name:?}; expected size, actors or one of {expected}")]
    NoParam {
        /// The algorithm.
        algorithm: &'static str,
        /// The swept name.
        name: String,
        /// Names that can be swept.
        expected: String,
    },
}

impl ExperimentError {
    /// Returns whether a budget ended the run.
    pub const fn is_halt(&self) -> bool {
        matches!(self, Self::Run { error: OutcomeError::Stopped(Halt::Budget | Halt::Memory), .. })
    }
}

impl From<RunError> for ExperimentError {
    fn from(error: RunError) -> Self {
        Self::Run { value: String::new(), error: error.into() }
    }
}

/// Result of one run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Number of the run in the whole experiment, from 0.
    pub run: u64,
    /// Value of the sweep; empty without a sweep.
    pub value: String,
    /// Seed of the run.
    pub seed: u64,
    /// Numbers of the outcome in the order of [`Experiment::measures`]. `None` if this run has no such number. Measures
    /// that first occurred in later runs are missing at the end.
    pub measures: Vec<Option<f64>>,
}

/// An experiment, ready to run.
pub struct Experiment {
    registry: Registry,
    /// Scene before a value of the sweep is set.
    scene: Scene,
    /// Card of the algorithm, unless a program runs instead.
    card: Option<&'static Card>,
    samples: u64,
    shard: Shard,
    /// Program that runs instead of the scene's algorithm.
    program: Option<Arc<dyn Program>>,
    /// Parameter or property that is varied.
    pub sweep: Option<Sweep>,
    /// Numbers in the outcomes of all runs so far.
    pub measures: Vec<Measure>,
}

/// A finished run.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// Row of the run.
    pub row: Row,
    /// Sentence about the time limit, if that ended the program. The row then has no numbers.
    pub late: Option<String>,
}

/// The numbers of a run, which are not in the order of the measures yet.
struct Outcomes {
    run: u64,
    value: String,
    seed: u64,
    numbers: Vec<(Measure, f64)>,
    late: Option<String>,
}

impl Outcomes {
    /// Puts the numbers in the order of the measures. Adds new measures at the end.
    fn finish(self, measures: &mut Vec<Measure>) -> Finished {
        let Self { run, value, seed, numbers, late } = self;
        let places = add_measures(measures, numbers.iter().map(|(measure, _)| measure));
        let row = at_places(&places, numbers.iter().map(|(_, number)| Some(*number)), measures.len());
        Finished { row: Row { run, value, seed, measures: row }, late }
    }
}

impl Experiment {
    /// Plans `samples` runs for each value of the sweep, with `program` if given, or else with the scene's algorithm.
    /// Seeds start with the scene's and increase by 1, or by [`Card::seeds`]. The first run of each value is executed
    /// here, under `progress`.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be run, if the sweep does not fit the algorithm, or if the caller cancels.
    pub fn new(
        registry: &Registry,
        scene: &Scene,
        program: Option<Arc<dyn Program>>,
        sweep: Option<Sweep>,
        samples: u64,
        shard: Shard,
        progress: &Progress,
    ) -> Result<Self, ExperimentError> {
        let card = match program {
            Some(_) => None,
            None => Some(registry.named(&scene.run.algorithm)?.card()),
        };
        let values = sweep.as_ref().map_or(1, |sweep| sweep.values.len());
        let runs = samples.checked_mul(values as u64).filter(|&n| n > 0 && n <= limits::EXPERIMENT);
        if runs.is_none() {
            return Err(ExperimentError::Runs { values, samples });
        }
        let (registry, scene) = (registry.clone(), scene.clone());
        let mut all = Self { registry, scene, card, samples, shard, program, sweep, measures: Vec::new() };
        // The measures start with those of each value's first run. Later runs may add more.
        let (mut measures, mut ended) = (Vec::new(), Ok(()));
        let first = |index: usize, progress: &Progress| all.outcome(index as u64 * samples, progress);
        progress.in_order(values, first, |outcome| {
            let Some(outcome) = outcome else { return true };
            ended = outcome.map(|run| drop(run.finish(&mut measures)));
            ended.is_ok()
        });
        ended?;
        progress.check().map_err(|halt| ExperimentError::Run { value: String::new(), error: halt.into() })?;
        all.measures = measures;
        Ok(all)
    }

    /// Returns a text that identifies this experiment, the same for all of its parts: a hash of the scene with its run,
    /// the program, the sweep and the samples. The total number of runs is appended.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written.
    pub fn mark(&self) -> Result<String, FormatError> {
        let mut scene = self.scene.clone();
        scene.title.clear();
        scene.notes.clear();
        scene.run.forget_moments();
        let sweep = self.sweep.iter().flat_map(|sweep| std::iter::once(&sweep.name).chain(&sweep.values));
        // The 1 was the number of parts. It stays, so that files of whole experiments that began earlier can go on.
        let counts = format!("{} 1", self.samples);
        let program = self.program.as_ref().map_or_else(String::new, |program| program.mark());
        let texts = sweep.map(String::as_str).chain([&*program, &counts]);
        let mut bytes = SceneJson.write(&scene, &Options::default())?.bytes;
        for text in texts {
            bytes.extend_from_slice(text.as_bytes());
            bytes.push(0);
        }
        // FNV-1a: G. Fowler, L. C. Noll, K.-P. Vo, 1991.
        let mark = bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325_u64, |mark, &byte| (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Ok(format!("{mark:016x}-{}", self.samples * self.values()))
    }

    /// Adds the measures that rows of earlier runs have.
    pub(crate) fn add_measures(&mut self, earlier: &[Measure]) {
        for measure in earlier {
            match self.measures.iter_mut().find(|known| known.name == measure.name) {
                // A column of a file without rows, or without values, does not show that it has flags.
                Some(known) => known.is_flag |= measure.is_flag,
                None => self.measures.push(measure.clone()),
            }
        }
    }

    /// Returns the column name for the values of the sweep.
    pub fn what(&self) -> &str {
        self.sweep.as_ref().map_or("value", |sweep| &sweep.name)
    }

    /// Returns the value and the seed of a run.
    fn names(&self, number: u64) -> (&str, u64) {
        let values = self.sweep.as_ref().map_or(&[][..], |sweep| &sweep.values);
        let value = values.get((number / self.samples % self.values()) as usize).map_or("", String::as_str);
        (value, self.seed(number))
    }

    /// Returns the seed of a run.
    fn seed(&self, number: u64) -> u64 {
        let apart = self.card.map_or(1, |card| card.seeds);
        self.scene.run.seed.wrapping_add((number % self.samples).wrapping_mul(apart))
    }

    /// Returns the number of values in the sweep, or 1 without a sweep.
    fn values(&self) -> u64 {
        self.sweep.as_ref().map_or(1, |sweep| sweep.values.len() as u64)
    }

    /// Returns the numbers of this part's runs, in ascending order.
    pub fn runs(&self) -> impl Iterator<Item = u64> + use<> {
        let all = self.samples * self.values();
        (self.shard.number - 1..all).step_by(usize::try_from(self.shard.of).unwrap_or(usize::MAX))
    }

    /// Checks that all rows fit in memory, so that a file with all of them can be continued.
    ///
    /// # Errors
    /// Returns an error if the rows take more memory than [`limits::TABLE`].
    pub fn fits(&self) -> Result<(), ExperimentError> {
        let of = |value: &str, begins| bytes_of(value.len(), self.measures.len(), begins) as u64;
        let values = self.sweep.as_ref().map_or(&[][..], |sweep| &sweep.values);
        let longest = values.iter().max_by_key(|value| value.len()).map_or("", String::as_str);
        let (rows, points) = (self.runs().count() as u64, self.values());
        let begin = points.min(rows);
        let bytes = begin * of(longest, true) + (rows - begin) * of(longest, false);
        let fits = bytes <= limits::TABLE as u64;
        if fits { Ok(()) } else { Err(ExperimentError::Rows { rows, measures: self.measures.len(), bytes }) }
    }

    /// Executes the runs of this part after the first `done` ones, under `progress` and on its
    /// [threads](Progress::in_order). `each` gets the finished runs in order, with all measures so far, and returns whether to
    /// go on.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be run, or if the caller cancels.
    pub fn run_rest(
        &mut self,
        done: usize,
        progress: &Progress,
        mut each: impl FnMut(Finished, &[Measure]) -> bool,
    ) -> Result<(), ExperimentError> {
        let number = |index: usize| self.shard.number - 1 + (done + index) as u64 * self.shard.of;
        let left = self.runs().count().saturating_sub(done);
        let mut measures = std::mem::take(&mut self.measures);
        let mut ended = Ok(());
        let mut goes_on = true;
        let work = |index: usize, progress: &Progress| self.outcome(number(index), progress);
        progress.in_order(left, work, |outcome| {
            let Some(outcome) = outcome else { return true };
            match outcome {
                Ok(run) => goes_on = each(run.finish(&mut measures), &measures),
                Err(error) => ended = Err(error),
            }
            goes_on && ended.is_ok()
        });
        self.measures = measures;
        if goes_on && ended.is_ok() {
            progress.check().map_err(|halt| ExperimentError::Run { value: String::new(), error: halt.into() })?;
        }
        ended
    }

    /// Executes one run.
    fn outcome(&self, number: u64, progress: &Progress) -> Result<Outcomes, ExperimentError> {
        let (value, scene) = self.varied((number / self.samples % self.values()) as usize)?;
        let seed = self.seed(number);
        match self.one(&value, &scene, seed, progress) {
            Ok(outcome) => Ok(Outcomes { run: number, value, seed, numbers: measured(&outcome), late: None }),
            Err(ExperimentError::Run { error: OutcomeError::Late(late), .. }) => {
                Ok(Outcomes { run: number, value, seed, numbers: Vec::new(), late: Some(late) })
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the outcome of one run.
    fn one(&self, value: &str, scene: &Scene, seed: u64, progress: &Progress) -> Result<Outcome, ExperimentError> {
        let outcome = match self.program.as_deref() {
            Some(program) => program_outcome(&self.registry, program, scene, seed, progress),
            None => outcome(&self.registry, scene, seed, progress),
        };
        outcome.map_err(|error| ExperimentError::Run { value: value.to_owned(), error })
    }

    /// Returns a value of the sweep, and the scene with it. Scenes are built one at a time, because all of them
    /// together would fill the memory. Parameters of a program are not checked, because only the program knows them.
    fn varied(&self, index: usize) -> Result<(String, Scene), ExperimentError> {
        let Some((sweep, value)) = self.sweep.as_ref().and_then(|sweep| Some((sweep, sweep.values.get(index)?))) else {
            return Ok((String::new(), self.scene.clone()));
        };
        let param = self.card.and_then(|card| card.params.iter().find(|p| p.name == sweep.name));
        if sweep.name == "size" && param.is_none() {
            let side = value.parse::<u16>().ok().filter(|&n| n > 0 && u32::from(n) <= limits::SIDE);
            let side = side.ok_or_else(|| ExperimentError::Width(value.clone()))?;
            let scene = stretched(&self.scene, side);
            let scene = scene.map_err(|error| ExperimentError::Size { value: value.clone(), error })?;
            return Ok((value.clone(), scene));
        }
        if sweep.name == "actors" && param.is_none() {
            let count = value.parse::<usize>().ok();
            let scene = count.and_then(|count| crowd(&self.scene, count));
            return Ok((value.clone(), scene.ok_or_else(|| ExperimentError::Actors(value.clone()))?));
        }
        let mut scene = self.scene.clone();
        let Some(card) = self.card else {
            scene.run.params.set_text(&format!("{}={value}", sweep.name)).map_err(RunError::from)?;
            return Ok((value.clone(), scene));
        };
        let Some(param) = param else {
            let names: Vec<_> = card.params.iter().map(|p| p.name).collect();
            return Err(ExperimentError::NoParam {
                algorithm: card.id,
                name: sweep.name.clone(),
                expected: names.join(", "),
            });
        };
        // For an integer parameter, 2.0 means 2.
        let whole = matches!(param.kind, Kind::Int(..)).then(|| value.trim_end_matches('0').trim_end_matches('.'));
        let text = whole.filter(|_| value.contains('.')).unwrap_or(value);
        scene.run.params.set_text(&format!("{}={text}", sweep.name)).map_err(RunError::from)?;
        scene.run.params.resolve(card.params).map_err(RunError::from)?;
        Ok((value.clone(), scene))
    }
}
