//! The sampling itself: many searches, each unobserved, and a count of what came.

use super::event::{Rule, SamplingEvent as E};
use super::problem::Problem;
use crate::astar::{self, AStarEvent, search};
use crate::geometry::Cell;
use crate::observe::{Asking, Observer};
use crate::rng::Rng;
use crate::trace::tally::chi_square;
use crate::ways;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::{self, Continue};

/// What comes out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// How many cheapest paths there are.
    pub ways: ways::Count,
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
    pub path: Vec<Cell>,
    pub count: u32,
    /// Its exact probability under this rule; null where it is not worked out, or the search ends before it has met all
    /// cheapest paths.
    pub expected: Option<f64>,
}

/// Samples every rule.
pub(super) fn sample<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let expectation = &problem.context.expectation;
    let mut numbers: BTreeMap<Vec<Cell>, u32> = expectation.paths.iter().cloned().zip(0..).collect();
    let mut came = BTreeSet::new();
    let mut rules = BTreeMap::new();
    let runs = problem.samples as f32 * problem.rules.len() as f32;
    for (done, &rule) in problem.rules.iter().enumerate() {
        observer.on(E::Began { rule })?;
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        let mut walked = vec![0u32; problem.context.size.area()];
        for k in 0..problem.samples {
            let path = walk(problem, rule, problem.parents.seed.wrapping_add(k as u64), observer)?;
            for &cell in &path {
                let count = &mut walked[problem.context.size.index(cell)];
                *count += 1;
                observer.on(E::Walked { rule, cell, count: *count })?;
            }
            let next = numbers.len() as u32;
            let number = *numbers.entry(path).or_insert(next);
            came.insert(number);
            let count = counts.entry(number).or_insert(0);
            *count += 1;
            let done = (done as f32 * problem.samples as f32 + k as f32 + 1.0) / runs;
            observer.on(E::Sampled { rule, path: number, count: *count, sample: k + 1, done })?;
        }
        let (chi2, p) = chi_square(counts.values().copied(), expectation.ways_f64(), problem.samples);
        observer.on(E::Summed { rule, chi2, p })?;
        let (law, listed) = (problem.context.law(rule), expectation.paths.len() as u32);
        let count = |(path, number): (&Vec<Cell>, &u32)| {
            let count = counts.get(number).copied().unwrap_or(0);
            let counted = || Count { path: path.clone(), count, expected: expectation.of(law, path) };
            (count > 0 || *number < listed).then(counted)
        };
        let mut all: Vec<Count> = numbers.iter().filter_map(count).collect();
        all.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.path.cmp(&b.path)));
        rules.insert(rule.word(), Tally { chi2, p, counts: all });
    }
    let ways = ways::Count(expectation.ways.clone());
    Continue(Outcome { ways, samples: problem.samples, distinct: came.len(), rules })
}

/// One path under a rule.
fn walk<O: Observer<E>>(problem: &Problem, rule: Rule, seed: u64, observer: &mut O) -> ControlFlow<O::Halt, Vec<Cell>> {
    let mut inner = Asking::new(|| observer.goes_on());
    Continue(match rule {
        Rule::Parents => search(&problem.parents, seed, &mut inner)?.path,
        Rule::Paths => search(&problem.paths, seed, &mut inner)?.path,
        Rule::Replanned => replanned(problem.parents.clone(), seed, &mut inner)?,
        Rule::Field => down_the_field(problem, seed),
    })
}

/// Plans, takes one step, plans again from there, until a plan stays where it is.
fn replanned<O: Observer<AStarEvent>>(
    mut search_from: astar::Problem,
    seed: u64,
    observer: &mut O,
) -> ControlFlow<O::Halt, Vec<Cell>> {
    let mut dice = Rng::new(seed);
    let mut path = vec![search_from.start];
    // A fallback may lead back and forth between equally close cells; a walk longer than the map has no news.
    while path.len() <= search_from.size.area() {
        let plan = search(&search_from, dice.below(u64::MAX), observer)?.path;
        let Some(&next) = plan.get(1) else { break };
        path.push(next);
        search_from.start = next;
    }
    Continue(path)
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
