//! Runs the sampling: finds the path for each seed, and counts how often it was found.

use super::dice_replay::DiceReplay;
use super::event::{Rule, SamplingEvent as E};
use super::problem::Problem;
use crate::astar::{Memory, search_in};
use crate::observe::{Observer, StepCounter, StopChecker};
use crate::trace::tally::chi_square;
use crate::{Cell, Progress, Rng, cheapest_paths};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::{self, Continue};

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// Number of cheapest paths.
    pub ways: cheapest_paths::Count,
    /// Number of runs per rule.
    pub samples: u32,
    /// Number of different paths found, under all rules together.
    pub distinct: usize,
    /// The result of each rule.
    pub rules: BTreeMap<&'static str, Tally>,
}

/// The result of one rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// Chi-square of the counts against uniform over paths.
    pub chi2: f64,
    /// p-value of `chi2`. 1 if there is only one path.
    pub p: f64,
    /// All paths found, the most frequent first. If all cheapest paths are listed, those that were never found are
    /// included.
    pub counts: Vec<Count>,
}

/// How often one path was found.
#[expect(clippy::struct_field_names, reason = "the outcome's own word")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Count {
    pub path: Vec<Cell>,
    pub count: u32,
    /// Exact probability of the path under this rule. `None` if it was not computed, or if the search ends before it
    /// has met all cheapest paths.
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
        let mut k = 0;
        each_walk(problem, rule, observer, |observer, path| {
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
            k += 1;
            let done = (done as f32 * problem.samples as f32 + k as f32) / runs;
            observer.on(E::Sampled { rule, path: number, count: *count, sample: k, done })
        })?;
        let (chi2, p) = chi_square(counts.values().copied(), expectation.ways_f64(), problem.samples);
        observer.on(E::Summed { rule, chi2, p })?;
        let (law, listed) = (problem.context.law(rule), expectation.paths.len() as u32);
        let count = |(path, number): (&Vec<Cell>, &u32)| {
            let count = counts.get(number).copied().unwrap_or(0);
            let make_count = || Count { path: path.clone(), count, expected: expectation.of(law, path) };
            (count > 0 || *number < listed).then(make_count)
        };
        let mut all: Vec<Count> = numbers.iter().filter_map(count).collect();
        all.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.path.cmp(&b.path)));
        rules.insert(rule.word(), Tally { chi2, p, counts: all });
    }
    let ways = cheapest_paths::Count(expectation.ways.clone());
    Continue(Outcome { ways, samples: problem.samples, distinct: came.len(), rules })
}

/// Number of paths that are found in one piece of work.
const AT_ONCE: u32 = 32;

/// Calls `take` with the path of each sample under a rule, in order. The paths are found on the threads of the problem.
fn each_walk<O: Observer<E>>(
    problem: &Problem,
    rule: Rule,
    observer: &mut O,
    mut take: impl FnMut(&mut O, Vec<Cell>) -> ControlFlow<O::Halt>,
) -> ControlFlow<O::Halt> {
    let dice = match rule {
        Rule::Parents => Some(DiceReplay::of(&problem.parents, || observer.goes_on())?),
        Rule::Paths => Some(DiceReplay::of(&problem.paths, || observer.goes_on())?),
        Rule::Replanned | Rule::Field => None,
    };
    let walker = || Walker {
        problem,
        rule,
        dice: dice.as_ref(),
        memory: Memory::default(),
        rolls: Vec::new(),
        pace: StepCounter::default(),
    };
    let seed = |k: u32| problem.parents.seed.wrapping_add(k.into());
    if problem.workers.count() == 1 {
        let mut walker = walker();
        for k in 0..problem.samples {
            let path = walker.walk(seed(k), &mut || observer.goes_on())?;
            take(observer, path)?;
        }
        return Continue(());
    }
    let work = |piece: usize, progress: &Progress| {
        let mut walker = walker();
        let first = piece as u32 * AT_ONCE;
        let samples = first..problem.samples.min(first + AT_ONCE);
        // Paths that are missing because the work was stopped are not taken.
        samples.map_while(|k| walker.walk(seed(k), &mut || progress.goes_on()).continue_value()).collect::<Vec<_>>()
    };
    let mut flow = Continue(());
    let pieces = problem.samples.div_ceil(AT_ONCE) as usize;
    Progress::default().with_workers(problem.workers.clone()).in_order(pieces, work, |paths| {
        flow = match paths {
            Some(paths) => paths.into_iter().try_for_each(|path| take(observer, path)),
            None => observer.goes_on(),
        };
        flow.is_continue()
    });
    flow
}

/// Finds the paths of one thread under a rule, with memory that they share.
struct Walker<'a> {
    problem: &'a Problem,
    rule: Rule,
    /// The search of the rule, if it differs between samples by its dice alone.
    dice: Option<&'a DiceReplay>,
    memory: Memory,
    rolls: Vec<f64>,
    pace: StepCounter,
}

impl Walker<'_> {
    /// Returns the path for a seed.
    fn walk<H>(&mut self, seed: u64, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, Vec<Cell>> {
        match self.dice {
            Some(dice) => {
                self.pace.steps(dice.rolls(), goes_on)?;
                Continue(dice.path(seed, &mut self.rolls))
            }
            None if self.rule == Rule::Replanned => self.replanned(seed, goes_on),
            None => Continue(down_the_field(self.problem, seed)),
        }
    }

    /// Plans, takes one step and plans again from there, until a plan has no step.
    fn replanned<H>(&mut self, seed: u64, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, Vec<Cell>> {
        let mut inner = StopChecker::new(goes_on);
        let mut search_from = self.problem.parents.clone();
        let mut dice = Rng::new(seed);
        let mut path = vec![search_from.start];
        // A fallback may lead back and forth between equally close cells. A walk longer than the map brings nothing new.
        while path.len() <= search_from.size.area() {
            let plan = search_in(&mut self.memory, &search_from, dice.below(u64::MAX), &mut inner)?.path;
            let Some(&next) = plan.get(1) else { break };
            path.push(next);
            search_from.start = next;
        }
        Continue(path)
    }
}

/// Steps from each cell to one of the best next cells, all equally likely.
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
