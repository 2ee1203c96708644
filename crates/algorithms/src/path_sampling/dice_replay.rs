//! A search that runs once, and whose dice are rolled again for each sample.
//!
//! The dice choose between parents at equal cost, and nothing else: costs, path counts and the order of expansions are the
//! same for every seed. So the ties of one search, in their order, are enough to tell the path for any seed.

use crate::astar::{AStarEvent as E, Memory, Problem, search_in};
use crate::observe::{Observer, StepCounter};
use crate::{Cell, Dir, Rng, Size};
use std::ops::ControlFlow::{self, Continue};

/// An arrival at equal cost: the dice take it if they roll less than the share.
#[derive(Clone, Copy, Debug)]
struct Tie {
    /// Index of the cell.
    at: u32,
    from: Dir,
    share: f64,
}

/// The choices that the dice of a search make.
#[derive(Debug)]
pub(super) struct DiceReplay {
    size: Size,
    /// The end of the path, if there is one.
    end: Option<Cell>,
    /// For each cell, its parent before the dice are rolled.
    parents: Vec<Option<Dir>>,
    /// All ties. There is one roll for each, in this order.
    ties: Vec<Tie>,
    /// Indices in `ties` that count for each cell, one cell after the other.
    of_cells: Vec<u32>,
    /// For each cell, the end of its indices in `of_cells`.
    ends: Vec<u32>,
}

impl DiceReplay {
    /// Runs the search once. Calls `goes_on` now and then.
    ///
    /// # Errors
    /// Breaks if `goes_on` breaks.
    pub(super) fn of<H>(problem: &Problem, goes_on: impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, Self> {
        let (size, cells) = (problem.size, problem.size.area());
        let (parents, since) = (vec![None; cells], vec![0; cells]);
        let mut collector =
            TieCollector { size, parents, since, ties: Vec::new(), goes_on, pace: StepCounter::default() };
        let end = search_in(&mut Memory::default(), problem, problem.seed, &mut collector)?.reached;
        let TieCollector { parents, since, ties, .. } = collector;
        // Ties before a cell was reached more cheaply are rolled, but do not count.
        let counts = |(index, tie): &(usize, &Tie)| *index as u32 >= since[tie.at as usize];
        let mut ends = vec![0u32; cells];
        ties.iter().enumerate().filter(counts).for_each(|(_, tie)| ends[tie.at as usize] += 1);
        let mut sum = 0;
        for end in &mut ends {
            // The start of the cell's indices for now. Placing them moves it to their end.
            sum += std::mem::replace(end, sum);
        }
        let mut of_cells = vec![0; sum as usize];
        for (index, tie) in ties.iter().enumerate().filter(counts) {
            let place = &mut ends[tie.at as usize];
            of_cells[*place as usize] = index as u32;
            *place += 1;
        }
        Continue(Self { size, end, parents, ties, of_cells, ends })
    }

    /// Returns the number of rolls of the dice.
    pub(super) fn rolls(&self) -> usize {
        self.ties.len()
    }

    /// Returns the path that the search finds with this seed. `rolls` is memory for the next call.
    pub(super) fn path(&self, seed: u64, rolls: &mut Vec<f64>) -> Vec<Cell> {
        let mut dice = Rng::new(seed);
        rolls.clear();
        rolls.extend(self.ties.iter().map(|_| dice.unit()));
        let (mut path, mut next) = (Vec::new(), self.end);
        while let Some(cell) = next {
            path.push(cell);
            next = self.parent(self.size.index(cell), rolls).and_then(|dir| cell.step(dir, self.size));
        }
        path.reverse();
        path
    }

    /// Returns the parent of a cell after its ties.
    fn parent(&self, at: usize, rolls: &[f64]) -> Option<Dir> {
        let first = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut parent = self.parents[at];
        for &index in &self.of_cells[first as usize..self.ends[at] as usize] {
            let tie = self.ties[index as usize];
            if rolls[index as usize] < tie.share {
                parent = Some(tie.from);
            }
        }
        parent
    }
}

/// Collects the parents and the ties of a search.
struct TieCollector<F> {
    size: Size,
    parents: Vec<Option<Dir>>,
    /// For each cell, the number of ties before its current cost.
    since: Vec<u32>,
    ties: Vec<Tie>,
    goes_on: F,
    pace: StepCounter,
}

impl<H, F: FnMut() -> ControlFlow<H>> Observer<E> for TieCollector<F> {
    type Halt = H;

    fn on(&mut self, event: E) -> ControlFlow<H> {
        match event {
            E::Opened { cell, parent, .. } | E::Lowered { cell, parent, .. } | E::Reopened { cell, parent, .. } => {
                let at = self.size.index(cell);
                self.parents[at] = parent;
                self.since[at] = self.ties.len() as u32;
            }
            E::Rolled { cell, from, chance, .. } => {
                self.ties.push(Tie { at: self.size.index(cell) as u32, from, share: chance });
            }
            _ => {}
        }
        self.pace.step(&mut self.goes_on)
    }

    fn goes_on(&mut self) -> ControlFlow<H> {
        (self.goes_on)()
    }
}
