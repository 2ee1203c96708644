//! Experiments: one scene run with many seeds, and with a parameter or the size swept over a range; every number of
//! the outcome becomes a measure.
//!
//! A run is one row, decided by its number alone, so an experiment can be split over machines: what the shards write is
//! put together by number and comes out as if one machine had done it all.

mod summary;
mod sweep;
mod table;

pub use summary::{Spread, Summary};
pub use sweep::{Shard, ShardError, Sweep, SweepError};
pub use table::{Table, TableError, read_csv, write_csv};

use super::outcome::{OutcomeError, outcome, outcome_behind};
use super::program::Program;
use crate::core::algorithm::RunError;
use crate::core::algorithms;
use crate::core::card::Card;
use crate::core::geometry::{Cell, MAX_SIDE, Size};
use crate::core::grid::Grid;
use crate::core::params::Kind;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use crate::core::trace::Control;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// How many runs an experiment may have.
const MOST_RUNS: u64 = 10_000_000;

/// Why an experiment cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A run gave no outcome: of the scene as it is, or with a value of the sweep.
    #[error("{}{error}", if .value.is_empty() { String::new() } else { format!("{value}: ") })]
    Run {
        /// The value of the sweep; empty where nothing is swept.
        value: String,
        /// Why.
        error: OutcomeError,
    },
    /// There are none, or too many.
    #[error("{values} values with {samples} samples each do not make from 1 to {most} runs", most = MOST_RUNS)]
    Runs {
        /// How many values are swept.
        values: usize,
        /// How many samples each.
        samples: u64,
    },
    /// A value of a swept size is none.
    #[error("{0:?} is no width; expected 1 to {most}", most = MAX_SIDE)]
    Width(String),
    /// What is swept is no parameter of the algorithm.
    #[error("{algorithm} has no parameter {name:?}; expected size or one of {expected}")]
    NoParam {
        /// The algorithm.
        algorithm: &'static str,
        /// What was to be swept.
        name: String,
        /// What can be.
        expected: String,
    },
}

impl From<RunError> for ExperimentError {
    fn from(error: RunError) -> Self {
        Self::Run { value: String::new(), error: error.into() }
    }
}

/// What came of one run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The number of the run in the whole experiment, from 0.
    pub run: u64,
    /// The value of what is swept; empty where nothing is.
    pub value: String,
    /// The seed.
    pub seed: u64,
    /// The numbers of the outcome in the order of [`Experiment::measures`]; none where this run has no such number.
    pub measures: Vec<Option<f64>>,
}

/// An experiment, ready to be run.
pub struct Experiment {
    scenes: Vec<(String, Scene)>,
    samples: u64,
    shard: Shard,
    /// What runs instead of the scene's algorithm.
    program: Option<Arc<dyn Program>>,
    /// What is varied.
    pub sweep: Option<Sweep>,
    /// The names of the numbers in the outcome.
    pub measures: Vec<String>,
}

impl Experiment {
    /// Lays out `samples` runs, seed after seed from the scene's own, for each value of the sweep; of a program, where one
    /// is given, else of the scene's algorithm. The first run of each value is done here, under `control`.
    ///
    /// # Errors
    /// When the scene cannot be run, the sweep's name or a value does not fit the algorithm, or somebody cancelled.
    pub fn new(
        scene: &Scene,
        program: Option<Arc<dyn Program>>,
        sweep: Option<Sweep>,
        samples: u64,
        shard: Shard,
        control: &Control,
    ) -> Result<Self, ExperimentError> {
        let card = match program {
            Some(_) => None,
            None => Some(algorithms::named(&scene.run.algorithm)?.card()),
        };
        let scenes = match &sweep {
            None => vec![(String::new(), scene.clone())],
            Some(sweep) => varied(scene, card, sweep)?,
        };
        let runs = samples.checked_mul(scenes.len() as u64).filter(|&n| n > 0 && n <= MOST_RUNS);
        if runs.is_none() {
            return Err(ExperimentError::Runs { values: scenes.len(), samples });
        }
        // What can be measured is what the first run of any value gives.
        let mut measures: Vec<String> = Vec::new();
        for (value, scene) in &scenes {
            let failed = |error| ExperimentError::Run { value: value.clone(), error };
            let outcome = one(program.as_deref(), scene, scene.run.seed, control).map_err(failed)?;
            for (name, _) in numbers(&outcome) {
                if !measures.contains(&name) {
                    measures.push(name);
                }
            }
        }
        Ok(Self { scenes, samples, shard, program, sweep, measures })
    }

    /// The numbers of this shard's runs, ascending.
    pub fn runs(&self) -> impl Iterator<Item = u64> + use<> {
        let all = self.samples * self.scenes.len() as u64;
        (self.shard.number - 1..all).step_by(usize::try_from(self.shard.of).unwrap_or(usize::MAX))
    }

    /// Does one run, under `control`.
    ///
    /// # Errors
    /// When the scene cannot be run after all, or somebody cancelled.
    pub fn run(&self, number: u64, control: &Control) -> Result<Row, ExperimentError> {
        let (value, scene) = &self.scenes[(number / self.samples) as usize % self.scenes.len()];
        let seed = scene.run.seed.wrapping_add(number % self.samples);
        let outcome = one(self.program.as_deref(), scene, seed, control);
        let found = numbers(&outcome.map_err(|error| ExperimentError::Run { value: value.clone(), error })?);
        let measure = |name: &String| found.iter().find(|(n, _)| n == name).map(|(_, x)| *x);
        Ok(Row { run: number, value: value.clone(), seed, measures: self.measures.iter().map(measure).collect() })
    }
}

/// The outcome of one run.
fn one(program: Option<&dyn Program>, scene: &Scene, seed: u64, control: &Control) -> Result<Value, OutcomeError> {
    match program {
        Some(program) => outcome_behind(program, scene, seed, control),
        None => outcome(scene, seed, control),
    }
}

/// The scene with each value of the sweep. What the parameters of a program are, only it knows: it is sent any.
fn varied(scene: &Scene, card: Option<&'static Card>, sweep: &Sweep) -> Result<Vec<(String, Scene)>, ExperimentError> {
    let mut all = Vec::with_capacity(sweep.values.len());
    let param = card.and_then(|card| card.params.iter().find(|p| p.name == sweep.name));
    for value in &sweep.values {
        let mut scene = scene.clone();
        if sweep.name == "size" && param.is_none() {
            let side = value.parse::<u16>().ok().filter(|&n| n > 0 && u32::from(n) <= MAX_SIDE);
            let side = side.ok_or_else(|| ExperimentError::Width(value.clone()))?;
            scene = stretched(&scene, side);
        } else if let Some(card) = card {
            let Some(param) = param else {
                let names: Vec<_> = card.params.iter().map(|p| p.name).collect();
                return Err(ExperimentError::NoParam {
                    algorithm: card.id,
                    name: sweep.name.clone(),
                    expected: names.join(", "),
                });
            };
            // 2.0 for a whole number means 2.
            let whole = matches!(param.kind, Kind::Int(..)).then(|| value.trim_end_matches('0').trim_end_matches('.'));
            let text = whole.filter(|_| value.contains('.')).unwrap_or(value);
            scene.run.params.set_text(&format!("{}={text}", sweep.name)).map_err(RunError::from)?;
            scene.run.params.resolve(card.params).map_err(RunError::from)?;
        } else {
            scene.run.params.set_text(&format!("{}={value}", sweep.name)).map_err(RunError::from)?;
        }
        all.push((value.clone(), scene));
    }
    Ok(all)
}

/// The scene drawn larger or smaller: each cell of the new map holds what the old one has at the same share of width
/// and height, so that walls stay walls and doors stay in them.
pub fn stretched(scene: &Scene, width: u16) -> Scene {
    let old = scene.size();
    let scale = |at: u16, from: u16, to: u16| ((at as u32 * 2 + 1) * to as u32 / (from as u32 * 2)) as u16;
    let height = ((old.height as u32 * width as u32 + old.width as u32 / 2) / old.width as u32).clamp(1, MAX_SIDE);
    let size = Size::new(width, height as u16);
    let source = |c: Cell| Cell::new(scale(c.x, size.width, old.width), scale(c.y, size.height, old.height));
    let moved = |c: Cell| Cell::new(scale(c.x, old.width, size.width), scale(c.y, old.height, size.height));
    let mut tiles = Grid::new(size, Tile::Floor);
    let mut known = scene.known.as_ref().map(|_| Grid::new(size, true));
    let mut weights = scene.weights.as_ref().map(|_| Grid::new(size, 0));
    let mut details = std::collections::BTreeMap::new();
    for c in size.cells() {
        let from = source(c);
        tiles[c] = scene.tiles[from];
        if let (Some(new), Some(old)) = (&mut known, &scene.known) {
            new[c] = old[from];
        }
        if let (Some(new), Some(old)) = (&mut weights, &scene.weights) {
            new[c] = old[from];
        }
        if let Some(detail) = scene.details.get(&from) {
            details.insert(c, detail.clone());
        }
    }
    let mut new = scene.clone();
    (new.tiles, new.details, new.known, new.weights) = (tiles, details, known, weights);
    new.drop_empty_weights();
    for actor in &mut new.actors {
        actor.at = moved(actor.at);
        actor.map_cells(|c| Some(moved(c)));
    }
    for line in &mut new.script {
        line.at = moved(line.at);
        line.to = line.to.map(moved);
    }
    for room in &mut new.rooms {
        (room.from, room.to) = (moved(room.from), moved(room.to));
    }
    new
}

/// Every number of an outcome by its name: flags as 0 and 1, lists by their length, nested ones joined by dots.
pub fn numbers(outcome: &Value) -> Vec<(String, f64)> {
    fn visit(name: &str, value: &Value, all: &mut Vec<(String, f64)>) {
        match value {
            Value::Number(n) => all.extend(n.as_f64().map(|x| (name.to_owned(), x))),
            Value::Bool(b) => all.push((name.to_owned(), f64::from(u8::from(*b)))),
            // A count past 2⁶⁴ is written as text.
            Value::String(s) if s.bytes().all(|b| b.is_ascii_digit()) => {
                all.extend(s.parse().ok().filter(|x: &f64| x.is_finite()).map(|x| (name.to_owned(), x)));
            }
            // A cell is no number.
            Value::Array(a) if a.len() == 2 && a.iter().all(Value::is_u64) => {}
            Value::Array(a) => all.push((format!("{name}.len"), a.len() as f64)),
            Value::Object(fields) => {
                for (key, value) in fields {
                    let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                    visit(&name, value, all);
                }
            }
            Value::Null | Value::String(_) => {}
        }
    }
    let mut all = Vec::new();
    visit("", outcome, &mut all);
    all
}
