//! The exact probability of each path under each rule, over the graph of all cheapest paths.

use super::Law;
use crate::cheapest_paths::Dag;
use crate::geometry::{Cell, Size};
use crate::observe::unless_stopped;
use crate::progress::{Halt, Progress};
use num_bigint::BigUint;

/// Largest number of cells on cheapest paths for which [`Law::Replanned`] is computed. The computation takes the square
/// of it.
const MAX_REPLANNED: usize = 2000;
/// Largest number of cheapest paths that are listed one by one.
pub const MAX_LISTED: u32 = 4096;

/// The exact expectations for samples of paths.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    size: Size,
    dag: Dag,
    children: Vec<Vec<u32>>,
    /// The index of each cell of the map in the graph, or `u32::MAX`.
    number: Vec<u32>,
    /// Number of cheapest paths.
    pub ways: BigUint,
    /// For each cell of the graph and each of its children, the probability that a plan from the cell begins with that
    /// child.
    first_step: Option<Vec<Vec<f64>>>,
    /// All cheapest paths in a fixed order, if there are few.
    pub paths: Vec<Vec<Cell>>,
}

impl Expectation {
    /// Largest number of cells on cheapest paths for which a trace file contains their graph.
    pub const MAX_TOLD: usize = 100_000;

    /// Computes the expectations from the graph of cheapest paths on a map of that size. Set `replan` if
    /// [`Law::Replanned`] is needed, which takes the square of the number of cells.
    ///
    /// # Errors
    /// Returns [`Halt::Cancelled`] if `progress` was cancelled.
    pub fn new(dag: Dag, size: Size, replan: bool, progress: &Progress) -> Result<Self, Halt> {
        progress.check()?;
        let mut number = vec![u32::MAX; size.area()];
        for (i, &c) in dag.cells.iter().enumerate() {
            number[size.index(c)] = i as u32;
        }
        let children = dag.children();
        let ways = unless_stopped(dag.ways(&mut || progress.goes_on()))?;
        let first_step = (replan && dag.cells.len() <= MAX_REPLANNED).then(|| first_steps(&dag, &children));
        let mut all = Self { size, children, number, first_step, paths: Vec::new(), ways, dag };
        if all.ways <= BigUint::from(MAX_LISTED) {
            all.paths = all.list();
        }
        Ok(all)
    }

    /// Returns the graph of cheapest paths.
    pub const fn graph(&self) -> &Dag {
        &self.dag
    }

    /// Returns the number of cheapest paths, rounded. It is infinite above 10³⁰⁸.
    pub fn ways_f64(&self) -> f64 {
        self.ways.to_string().parse().unwrap_or(f64::INFINITY)
    }

    /// Returns the exact probability of a path under a law. It is 0 for a path that is not a cheapest one. Returns
    /// `None` if it was not computed.
    pub fn of(&self, law: Law, path: &[Cell]) -> Option<f64> {
        if law == Law::Unknown {
            return None;
        }
        let numbers: Vec<u32> = path.iter().map(|&c| self.number[self.size.index(c)]).collect();
        if numbers.contains(&u32::MAX) {
            return Some(0.0);
        }
        if law == Law::Paths {
            return Some(1.0 / self.ways_f64());
        }
        let mut p = 1.0;
        for step in numbers.windows(2) {
            let (a, b) = (step[0] as usize, step[1] as usize);
            let Some(which) = self.children[a].iter().position(|&c| c as usize == b) else {
                return Some(0.0);
            };
            p *= match law {
                Law::Parents | Law::Paths => 1.0 / self.dag.parents[b].len() as f64,
                Law::Replanned => self.first_step.as_ref()?[a][which],
                Law::Field => 1.0 / self.children[a].len() as f64,
                Law::Unknown => return None,
            };
        }
        Some(p)
    }

    /// Returns the cells that follow `cell` on cheapest paths.
    pub fn next_cells(&self, cell: Cell) -> Vec<Cell> {
        let next = self.children.get(self.number[self.size.index(cell)] as usize);
        next.into_iter().flatten().map(|&c| self.dag.cells[c as usize]).collect()
    }

    /// Returns every step of the cheapest paths with the probability that a uniformly chosen path takes it.
    pub fn uniform_steps(&self) -> Vec<(Cell, Cell, f64)> {
        // Uses logarithms, because the number of paths may exceed the range of a number.
        let mut ways: Vec<f64> = Vec::with_capacity(self.dag.cells.len());
        for parents in &self.dag.parents {
            let max_ways = parents.iter().map(|&p| ways[p as usize]).fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = parents.iter().map(|&p| (ways[p as usize] - max_ways).exp()).sum();
            ways.push(if parents.is_empty() { 0.0 } else { max_ways + sum.ln() });
        }
        let mut mass = vec![0.0; ways.len()];
        if let Some(end) = mass.last_mut() {
            *end = 1.0;
        }
        let mut steps = Vec::new();
        for (v, parents) in self.dag.parents.iter().enumerate().rev() {
            for &p in parents {
                let share = mass[v] * (ways[p as usize] - ways[v]).exp();
                mass[p as usize] += share;
                steps.push((self.dag.cells[p as usize], self.dag.cells[v], share));
            }
        }
        steps
    }

    /// Returns all cheapest paths, depth first. Children are ordered by distance and position.
    fn list(&self) -> Vec<Vec<Cell>> {
        let mut all = Vec::new();
        let Some(last) = self.dag.cells.len().checked_sub(1) else { return all };
        let mut stack = vec![(0usize, 0usize)];
        while let Some((at, next)) = stack.last().copied() {
            if at == last && next == 0 {
                all.push(stack.iter().map(|&(i, _)| self.dag.cells[i]).collect());
            }
            let top = stack.len() - 1;
            stack[top].1 += 1;
            match self.children[at].get(next) {
                Some(&child) => stack.push((child as usize, 0)),
                None => stack.truncate(top),
            }
        }
        all
    }
}

/// Returns, for each cell, the probabilities of its first steps. A plan by [`Law::Parents`] walks back from the end and
/// chooses each best parent with equal probability. The share that comes back through a child is the probability of
/// that first step.
fn first_steps(dag: &Dag, children: &[Vec<u32>]) -> Vec<Vec<f64>> {
    let n = dag.cells.len();
    (0..n)
        .map(|from| {
            let mut below = vec![false; n];
            below[from] = true;
            for v in from + 1..n {
                below[v] = dag.parents[v].iter().any(|&p| below[p as usize]);
            }
            let mut mass = vec![0.0; n];
            mass[n - 1] = 1.0;
            let mut through = vec![0.0; n];
            for v in (from + 1..n).rev().filter(|&v| below[v]) {
                let best: Vec<usize> = dag.parents[v].iter().map(|&p| p as usize).filter(|&p| below[p]).collect();
                for &p in &best {
                    let share = mass[v] / best.len() as f64;
                    mass[p] += share;
                    if p == from {
                        through[v] = share;
                    }
                }
            }
            children[from].iter().map(|&c| through[c as usize]).collect()
        })
        .collect()
}
