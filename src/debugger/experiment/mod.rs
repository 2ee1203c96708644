//! Experiments: one scene run with many seeds, and with a parameter or the size swept over a range; every number of
//! the outcome becomes a measure.
//!
//! A run is one row, decided by its number alone, so an experiment can be split over machines: what the shards write is
//! put together by number and comes out as if one machine had done it all.

mod summary;
mod table;

pub use summary::{Spread, Summary};
pub use table::{read_csv, write_csv};

use crate::core::algorithm::Runner;
use crate::core::algorithms;
use crate::core::geometry::{Cell, MAX_SIDE, Size};
use crate::core::grid::Grid;
use crate::core::params::Kind;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How many values a range may have.
const MOST_VALUES: usize = 10_000;
/// How many runs an experiment may have.
const MOST_RUNS: u64 = 10_000_000;

/// What is varied.
#[derive(Clone, PartialEq, Debug)]
pub struct Sweep {
    /// A parameter of the algorithm, or `size`.
    pub name: String,
    /// The values, in order, as they are written.
    pub values: Vec<String>,
}

impl Sweep {
    /// Reads `name=from..to`, `name=from..to:step` or `name=a,b,c`.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let expected = "expected name=from..to, name=from..to:step or name=a,b,c";
        let (name, range) = text.split_once('=').ok_or_else(|| format!("{text:?}: {expected}"))?;
        let name = name.trim().to_owned();
        if name.is_empty() || range.trim().is_empty() {
            return Err(format!("{text:?}: {expected}"));
        }
        let Some((from, rest)) = range.split_once("..") else {
            let values = range.split(',').map(|v| v.trim().to_owned()).collect();
            return Ok(Self { name, values });
        };
        let (to, step) = rest.split_once(':').unwrap_or((rest, "1"));
        let number = |what: &str, text: &str| {
            let found = text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
            found.ok_or_else(|| format!("{text:?} is no number for {what} of {name}; {expected}"))
        };
        let (first, last, stride) = (number("the start", from)?, number("the end", to)?, number("the step", step)?);
        if stride <= 0.0 || last < first {
            return Err(format!(
                "the range {range} of {name} is empty; expected a step above 0 and an end not below the start"
            ));
        }
        let count = ((last - first) / stride + 1e-9).floor() as usize + 1;
        if count > MOST_VALUES {
            return Err(format!("the range {range} of {name} has {count} values; expected at most {MOST_VALUES}"));
        }
        // Steps are counted, not added up, so that 0..1:0.1 ends at 1.
        let places =
            [from, to, step].iter().map(|t| t.trim().split_once('.').map_or(0, |(_, d)| d.len())).max().unwrap_or(0);
        let values = (0..count).map(|i| format!("{:.places$}", first + i as f64 * stride)).collect();
        Ok(Self { name, values })
    }
}

/// One of so many machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The only one.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Reads `3/16`.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(n, of)| Some((n.trim().parse().ok()?, of.trim().parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(format!("{text:?} is no shard; expected its number and how many there are, such as 3/16")),
        }
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
    runner: &'static dyn Runner,
    scenes: Vec<(String, Scene)>,
    samples: u64,
    shard: Shard,
    /// What is varied.
    pub sweep: Option<Sweep>,
    /// The names of the numbers in the outcome.
    pub measures: Vec<String>,
}

impl Experiment {
    /// Lays out `samples` runs, seed after seed from the scene's own, for each value of the sweep.
    ///
    /// # Errors
    /// A sentence when the scene can not be run, or the sweep's name or a value does not fit the algorithm.
    pub fn new(scene: &Scene, sweep: Option<Sweep>, samples: u64, shard: Shard) -> Result<Self, String> {
        let runner = algorithms::named(&scene.run.algorithm).map_err(|e| e.to_string())?;
        let scenes = match &sweep {
            None => vec![(String::new(), scene.clone())],
            Some(sweep) => varied(scene, runner, sweep)?,
        };
        let runs = samples.checked_mul(scenes.len() as u64).filter(|&n| n > 0 && n <= MOST_RUNS);
        if runs.is_none() {
            return Err(format!(
                "{} values with {samples} samples each are no number of runs from 1 to {MOST_RUNS}",
                scenes.len()
            ));
        }
        // What can be measured is what the first run of any value gives.
        let mut measures: Vec<String> = Vec::new();
        for (value, scene) in &scenes {
            let outcome = runner
                .outcome(scene, &scene.run.params, scene.run.seed)
                .map_err(|e| if value.is_empty() { e.to_string() } else { format!("{value}: {e}") })?;
            for (name, _) in numbers(&outcome) {
                if !measures.contains(&name) {
                    measures.push(name);
                }
            }
        }
        Ok(Self { runner, scenes, samples, shard, sweep, measures })
    }

    /// The numbers of this shard's runs, ascending.
    pub fn runs(&self) -> impl Iterator<Item = u64> + use<> {
        let all = self.samples * self.scenes.len() as u64;
        (self.shard.number - 1..all).step_by(usize::try_from(self.shard.of).unwrap_or(usize::MAX))
    }

    /// Does one run.
    ///
    /// # Errors
    /// A sentence when the scene can not be run after all.
    pub fn run(&self, number: u64) -> Result<Row, String> {
        let (value, scene) = &self.scenes[(number / self.samples) as usize % self.scenes.len()];
        let seed = scene.run.seed.wrapping_add(number % self.samples);
        let outcome = self.runner.outcome(scene, &scene.run.params, seed).map_err(|e| e.to_string())?;
        let found = numbers(&outcome);
        let measure = |name: &String| found.iter().find(|(n, _)| n == name).map(|(_, x)| *x);
        Ok(Row { run: number, value: value.clone(), seed, measures: self.measures.iter().map(measure).collect() })
    }
}

/// The scene with each value of the sweep.
fn varied(scene: &Scene, runner: &dyn Runner, sweep: &Sweep) -> Result<Vec<(String, Scene)>, String> {
    let mut all = Vec::with_capacity(sweep.values.len());
    let param = runner.card().params.iter().find(|p| p.name == sweep.name);
    for value in &sweep.values {
        let mut scene = scene.clone();
        if sweep.name == "size" && param.is_none() {
            let side = value.parse::<u16>().ok().filter(|&n| n > 0 && u32::from(n) <= MAX_SIDE);
            let side = side.ok_or_else(|| format!("{value:?} is no width; expected 1 to {MAX_SIDE}"))?;
            scene = stretched(&scene, side);
        } else {
            let Some(param) = param else {
                let names: Vec<_> = runner.card().params.iter().map(|p| p.name).collect();
                return Err(format!(
                    "{} has no parameter {:?}; expected size or one of {}",
                    runner.card().id,
                    sweep.name,
                    names.join(", ")
                ));
            };
            // 2.0 for a whole number means 2.
            let whole = matches!(param.kind, Kind::Int(..)).then(|| value.trim_end_matches('0').trim_end_matches('.'));
            let text = whole.filter(|_| value.contains('.')).unwrap_or(value);
            scene.run.params.set_text(&format!("{}={text}", sweep.name)).map_err(|e| e.to_string())?;
            scene.run.params.resolve(runner.card().params).map_err(|e| e.to_string())?;
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
    let mut details = std::collections::BTreeMap::new();
    for c in size.cells() {
        let from = source(c);
        tiles[c] = scene.tiles[from];
        if let (Some(new), Some(old)) = (&mut known, &scene.known) {
            new[c] = old[from];
        }
        if let Some(detail) = scene.details.get(&from) {
            details.insert(c, detail.clone());
        }
    }
    let mut new = Scene { tiles, details, known, ..scene.clone() };
    for actor in &mut new.actors {
        actor.at = moved(actor.at);
        actor.goal = actor.goal.map(moved);
        actor.route.iter_mut().for_each(|c| *c = moved(*c));
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
