//! The sampling itself: many searches, each unobserved, and a count of what came.

use super::chi_square::chi_square_above;
use super::event::{Context, Rule, SamplingEvent as E};
use super::expected::Expectation;
use crate::algorithm::RunError;
use crate::algorithms::astar::{self, Ties, search};
use crate::geometry::Cell;
use crate::observe::{Observer, unhalted};
use crate::params::Resolved;
use crate::rng::Rng;
use crate::scene::Scene;
use crate::trace::Layout;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

/// How many paths of a rule have a register of their own.
pub(super) const MOST_TRACKED: u32 = super::expected::MOST_LISTED;

/// Everything that a run of path sampling needs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The search with dice over parents, and the same with dice over paths.
    parents: astar::Problem,
    paths: astar::Problem,
    end: Option<Cell>,
    samples: u32,
    rules: Vec<Rule>,
    pub(super) context: Context,
}

/// What comes out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// How many cheapest paths there are.
    pub ways: serde_json::Value,
    /// How many runs of each rule.
    pub samples: u32,
    /// How many different paths came, under all rules together.
    pub distinct: usize,
    /// For each rule what came.
    pub rules: BTreeMap<&'static str, Tally>,
}

/// What came under one rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// Chi-square of the counts against uniform over paths.
    pub chi2: f64,
    /// Its p-value; 1 where there is but one path.
    pub p: f64,
    /// Each path, the most frequent first; paths that never came are listed too where all paths are known.
    pub counts: Vec<Count>,
}

/// How often one path came.
#[expect(clippy::struct_field_names, reason = "the outcome's own word")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Count {
    /// The path, both ends included.
    pub path: Vec<Cell>,
    /// How often it came.
    pub count: u32,
    /// Its exact probability under this rule; null where it is not worked out.
    pub expected: Option<f64>,
}

impl Problem {
    /// Works a scene out.
    ///
    /// # Errors
    /// When the scene has no start or no goal, or two of them.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        let search_for = astar::Problem::new(scene, params, seed)?;
        let mut rules = vec![Rule::Parents, Rule::Paths];
        if params.flag("replan") {
            rules.push(Rule::Replanned);
        }
        if params.flag("field") {
            rules.push(Rule::Field);
        }
        let end = unhalted(search(&search_for, seed, &mut ())).reached;
        let expectation =
            Expectation::new(&search_for, end.unwrap_or(search_for.goal), rules.contains(&Rule::Replanned));
        Ok(Self {
            end,
            samples: params.int("samples").unwrap_or(1).max(1) as u32,
            rules,
            context: Context { size: search_for.size, expectation: Arc::new(expectation), tracked: MOST_TRACKED },
            paths: astar::Problem { ties: Ties::Paths, ..search_for.clone() },
            parents: astar::Problem { ties: Ties::Parents, ..search_for },
        })
    }

    pub(super) fn layout(&self) -> Layout {
        Layout::new(self.context.size, 4).with_registers(4 * MOST_TRACKED)
    }
}

/// Samples every rule.
///
/// # Errors
/// Breaks when the observer asks for it.
pub(super) fn sample<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let expectation = &problem.context.expectation;
    let mut numbers: BTreeMap<Vec<Cell>, u32> = BTreeMap::new();
    for path in &expectation.paths {
        numbers.insert(path.clone(), numbers.len() as u32);
    }
    let mut came = vec![false; numbers.len()];
    let mut rules = BTreeMap::new();
    let runs = problem.samples as f32 * problem.rules.len() as f32;
    for (done, &rule) in problem.rules.iter().enumerate() {
        observer.on(E::Began { rule })?;
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        let mut walked = vec![0u32; problem.context.size.area()];
        for k in 0..problem.samples {
            let path = walk(problem, rule, problem.parents.seed.wrapping_add(k as u64));
            for &cell in &path {
                let count = &mut walked[problem.context.size.index(cell)];
                *count += 1;
                observer.on(E::Walked { rule, cell, count: *count })?;
            }
            let next = numbers.len() as u32;
            let number = *numbers.entry(path).or_insert(next);
            came.resize(numbers.len(), false);
            came[number as usize] = true;
            let count = counts.entry(number).or_insert(0);
            *count += 1;
            let done = (done as f32 * problem.samples as f32 + k as f32 + 1.0) / runs;
            observer.on(E::Sampled { rule, path: number, count: *count, sample: k + 1, done })?;
        }
        let (chi2, p) = chi_square(counts.values().copied(), expectation.ways_f64(), problem.samples);
        observer.on(E::Summed { rule, chi2, p })?;
        rules.insert(rule, (chi2, p, counts));
    }
    Continue(Outcome {
        ways: astar::ways::json(&expectation.ways),
        samples: problem.samples,
        distinct: came.iter().filter(|&&c| c).count(),
        rules: rules
            .into_iter()
            .map(|(rule, (chi2, p, counts))| {
                (rule.name(), Tally { chi2, p, counts: tally(rule, &counts, &numbers, expectation) })
            })
            .collect(),
    })
}

/// One path under a rule.
fn walk(problem: &Problem, rule: Rule, seed: u64) -> Vec<Cell> {
    match rule {
        Rule::Parents => unhalted(search(&problem.parents, seed, &mut ())).path,
        Rule::Paths => unhalted(search(&problem.paths, seed, &mut ())).path,
        Rule::Replanned => replanned(problem.parents.clone(), seed),
        Rule::Field => down_the_field(problem, seed),
    }
}

/// Plans, takes one step, plans again from there, until a plan stays where it is.
fn replanned(mut search_from: astar::Problem, seed: u64) -> Vec<Cell> {
    let mut dice = Rng::new(seed);
    let mut path = vec![search_from.start];
    // A fallback may lead back and forth between equally close cells; a walk longer than the map has no news.
    while path.len() <= search_from.size.area() {
        let plan = unhalted(search(&search_from, dice.below(u64::MAX), &mut ())).path;
        let Some(&next) = plan.get(1) else { break };
        path.push(next);
        search_from.start = next;
    }
    path
}

/// From each cell to one of the best next cells, uniformly.
fn down_the_field(problem: &Problem, seed: u64) -> Vec<Cell> {
    let mut dice = Rng::new(seed);
    let mut path = vec![problem.parents.start];
    while let Some(&cell) = path.last()
        && Some(cell) != problem.end
    {
        let next = problem.context.expectation.next_cells(cell);
        if next.is_empty() {
            break;
        }
        path.push(next[dice.below(next.len() as u64) as usize]);
    }
    path
}

/// Chi-square of counts against `ways` equally likely paths, those that never came included, and its p-value.
pub(super) fn chi_square(counts: impl Iterator<Item = u32>, ways: f64, samples: u32) -> (f64, f64) {
    if ways <= 1.0 || samples == 0 {
        return (0.0, 1.0);
    }
    let expected = samples as f64 / ways;
    let (mut chi2, mut came) = (0.0, 0.0);
    for count in counts {
        chi2 += (count as f64 - expected).powi(2) / expected;
        came += 1.0;
    }
    chi2 += (ways - came).max(0.0) * expected;
    (chi2, chi_square_above(chi2, ways - 1.0))
}

fn tally(
    rule: Rule,
    counts: &BTreeMap<u32, u32>,
    numbers: &BTreeMap<Vec<Cell>, u32>,
    expectation: &Expectation,
) -> Vec<Count> {
    let listed = expectation.paths.len() as u32;
    let mut all: Vec<Count> = numbers
        .iter()
        .filter_map(|(path, number)| {
            let count = counts.get(number).copied().unwrap_or(0);
            (count > 0 || *number < listed).then(|| Count {
                path: path.clone(),
                count,
                expected: expectation.of(rule, path),
            })
        })
        .collect();
    all.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.path.cmp(&b.path)));
    all
}
