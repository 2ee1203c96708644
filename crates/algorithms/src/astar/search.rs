//! The A* search. Each event is reported after the change it describes.

use super::event::{AStarEvent as E, Arrival, OpenOrder, Part, Ties};
use super::memory::Memory;
use super::problem::{FallbackTies, Problem};
use super::tie::Equals;
use crate::bucket_queue::{BucketQueue, Entry};
use crate::heuristic::Estimator;
use crate::records::{Improvements, Records};
use crate::{Cell, Dir, Observer, Rng, detours};
use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Continue};

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// Whether the goal was reached.
    pub found: bool,
    /// The end of the path.
    pub reached: Option<Cell>,
    /// The cost of the path, in units of the step costs.
    pub g: u64,
    /// The path, including both ends. Empty if nothing was reached.
    pub path: Vec<Cell>,
    /// Number of closed cells.
    pub expanded: u64,
    /// Number of entries pushed.
    pub pushed: u64,
}

/// A step to a neighbour: its direction and back, the offset between the two cell indices, and the step cost on even
/// ground.
#[derive(Clone, Copy)]
struct Step {
    dir: Dir,
    back: Dir,
    offset: isize,
    price: u64,
}

/// The steps of a search, in the order in which they are tried. Sets of directions and sets of places in the order are
/// bit masks.
struct Around {
    steps: [Step; 8],
    /// Index offset for each direction.
    offsets: [isize; 8],
    /// Mask of the directions that the search uses.
    all: u8,
    /// For each mask of four directions, the mask of their places in the order: the first four, then the last four.
    places: [[u8; 16]; 2],
}

impl Around {
    fn of(problem: &Problem) -> Self {
        let offset = |dir: Dir| dir.offset().1 as isize * problem.size.width as isize + dir.offset().0 as isize;
        let step = |dir: Dir| {
            let price = problem.rules.costs.of(dir).into();
            Step { dir, back: dir.opposite(), offset: offset(dir), price }
        };
        let (steps, offsets) = (Dir::ALL.map(step), Dir::ALL.map(offset));
        let mut around = Self { steps, offsets, all: 0, places: [[0; 16]; 2] };
        for (place, &dir) in problem.rules.order.iter().enumerate().take(8) {
            around.steps[place] = step(dir);
            around.all |= 1 << dir as u8;
            around.places[dir as usize / 4][1 << (dir as usize % 4)] = 1 << place;
        }
        for half in &mut around.places {
            for bits in 1..half.len() {
                let lowest = bits & bits.wrapping_neg();
                half[bits] = half[bits - lowest] | half[lowest];
            }
        }
        around
    }

    /// Returns the places of some directions in the order.
    #[inline]
    const fn places(&self, dirs: u8) -> u8 {
        self.places[0][dirs as usize % 16] | self.places[1][dirs as usize / 16]
    }
}

struct Search<'a> {
    problem: &'a Problem,
    records: &'a mut Records,
    open: &'a mut BucketQueue,
    /// Number of cheapest paths to each cell and of arrivals there. Empty if they are not counted.
    paths: &'a mut [f64],
    arrivals: &'a mut [u8],
    /// Whether the paths to each cell are counted.
    counts: bool,
    dice: Rng,
    estimator: Estimator,
    /// The bits of a rank that count, and those that are inverted before: age in the lower half, h in the upper half.
    rank_mask: u64,
    rank_flip: u64,
    expanded: u64,
    pushed: u64,
    /// The smallest distance of a closed cell to the goal, and the first cell closed with it.
    first_closest: Option<(u32, Cell)>,
}

/// Searches from the problem's start to its goal. `seed` starts the dice of the tie rule.
///
/// # Errors
/// Breaks if the observer breaks.
pub fn search<O: Observer<E>>(problem: &Problem, seed: u64, observer: &mut O) -> ControlFlow<O::Halt, Answer> {
    search_in(&mut Memory::default(), problem, seed, observer)
}

/// Like [`search`], but reuses the memory of an earlier search. Useful for callers that replan often.
///
/// # Errors
/// Breaks if the observer breaks.
pub fn search_in<O: Observer<E>>(
    memory: &mut Memory,
    problem: &Problem,
    seed: u64,
    observer: &mut O,
) -> ControlFlow<O::Halt, Answer> {
    let counts = O::LISTENS || matches!(problem.ties, Ties::Parents | Ties::Paths);
    memory.restart(&problem.passage, counts);
    let dice = Rng::new(seed);
    // For equal f, the lowest g means the highest h.
    let (rank_mask, rank_flip) = match problem.open_order {
        OpenOrder::LowG => (u64::MAX, u64::MAX << 32),
        OpenOrder::HighG => (u64::MAX, 0),
        OpenOrder::Fifo => (u64::MAX >> 32, 0),
        OpenOrder::Lifo => (u64::MAX >> 32, u64::MAX >> 32),
    };
    let estimator = Estimator::new(problem.heuristic, problem.goal, problem.rules.costs);
    let mut s = Search {
        problem,
        records: &mut memory.records,
        open: &mut memory.open,
        paths: &mut memory.paths,
        arrivals: &mut memory.arrivals,
        counts,
        dice,
        estimator,
        rank_mask,
        rank_flip,
        expanded: 0,
        pushed: 0,
        first_closest: None,
    };
    let found = s.look(observer)?;
    let reached = if found {
        Some(problem.goal)
    } else if problem.fallback {
        s.settle(observer)?
    } else {
        None
    };
    let path = match reached {
        Some(end) => s.trace(end, observer)?,
        None => Vec::new(),
    };
    let g = reached.map_or(0, |c| s.records.g(problem.size.index(c)));
    Continue(Answer { found, reached, g, path, expanded: s.expanded, pushed: s.pushed })
}

impl Search<'_> {
    /// Runs the main loop of the listing. Returns whether the goal was reached.
    fn look<O: Observer<E>>(&mut self, observer: &mut O) -> ControlFlow<O::Halt, bool> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Search, start: p.start, goal: p.goal })?;
        let h = self.estimator.estimate(p.start);
        let start = p.size.index(p.start);
        // From one cell to the next, f grows by the cost of the step and by at most as much again in h.
        let rise = 2 * u64::from(p.rules.costs.diagonal) * u64::from(p.weight.0);
        self.open.restart(p.weighted(h), rise * p.passage.typical_weight());
        self.set(start, 0, None, 1.0);
        self.push(p.start, 0, h);
        observer.on(E::Opened { cell: p.start, parent: None, g: 0, h, paths: 1.0 })?;
        let around = Around::of(p);
        // Without reopening, an arrival from the parent may have been ignored, so the pruning would be wrong.
        let detours = detours::of(&p.passage, p.rules.costs).filter(|_| !O::LISTENS && p.reopen);
        let even = p.passage.is_even();
        let equal_matters = self.counts || p.ties != Ties::First;
        let improvements = Improvements::on(&p.passage, equal_matters).filter(|_| !O::LISTENS);
        while let Some(Entry { key: f, cell, .. }) = self.open.pop() {
            let at = p.size.index(cell);
            let r = self.records.get(at);
            let h = if O::LISTENS || p.fallback { self.estimator.estimate(cell) } else { 0 };
            if r.is_closed() {
                let g = (f - p.weighted(h)) / p.weight.1 as u64;
                observer.on(E::Skipped { cell, g })?;
                continue;
            }
            self.records.close(at);
            self.expanded += 1;
            let (g, parent, paths) = (self.records.g(at), r.parent(), self.paths(at));
            observer.on(E::Expanded { cell, parent, g, h, paths: paths as f32 })?;
            if cell == p.goal {
                observer.on(E::Found { cell, g })?;
                return Continue(true);
            }
            if p.fallback {
                let distance = p.distance(cell, h);
                if self.first_closest.is_none_or(|(closest, _)| distance < closest) {
                    self.first_closest = Some((distance, cell));
                }
            }
            let mut moves = p.passage.moves(at);
            if !O::LISTENS
                && let Some(back) = parent
            {
                // Skip the step back to the parent. It costs more than the known path.
                moves &= !(1 << back as u8);
                if let Some(detours) = detours {
                    let offered = p.passage.moves(at.wrapping_add_signed(around.offsets[back as usize])) & around.all;
                    moves &= !detours[back.opposite() as usize][offered as usize];
                }
            }
            if let Some(improvements) = &improvements {
                moves &= improvements.of(self.records, at, g);
            }
            // Places of the steps to look at, as a mask. An observer also gets the refused steps.
            let mut left = around.places(if O::LISTENS { u8::MAX } else { moves });
            while left != 0 {
                let step = &around.steps[left.trailing_zeros() as usize % 8];
                left &= left - 1;
                if !O::LISTENS || moves & (1 << step.dir as u8) != 0 {
                    let next = at.wrapping_add_signed(step.offset);
                    let price = if even { step.price } else { p.passage.price(next, step.dir) };
                    self.arrive(next, cell, step, g + price, paths, observer)?;
                } else if let (Some(to), why) = p.passage.refusal(cell, step.dir) {
                    observer.on(E::Rejected { cell: to, from: step.back, why })?;
                }
            }
        }
        observer.on(E::Exhausted { cell: p.goal, expanded: self.expanded as u32 })?;
        Continue(false)
    }

    /// Handles an arrival at the cell with index `at`: the end of a step from `parent`, at cost `g`, over `paths` paths.
    #[expect(clippy::inline_always, reason = "one caller, in the innermost loop")]
    #[inline(always)]
    fn arrive<O: Observer<E>>(
        &mut self,
        at: usize,
        parent: Cell,
        &Step { dir, back: from, .. }: &Step,
        g: u64,
        paths: f64,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let order = self.records.compare(g, at);
        if !O::LISTENS && order.is_gt() {
            return Continue(());
        }
        let cell = parent.neighbour(dir);
        match order {
            Ordering::Equal => return self.tie(at, cell, from, paths, observer),
            Ordering::Greater => return observer.on(E::Costlier { cell, from, g, best: self.records.g(at) }),
            Ordering::Less => {}
        }
        let is_new = !self.records.is_reached(at);
        let was_closed = !is_new && self.records.get(at).is_closed();
        if was_closed && !self.problem.reopen {
            return observer.on(E::Ignored { cell, from, g, best: self.records.g(at) });
        }
        let (parent, h) = (Some(from), self.estimator.estimate(cell));
        self.set(at, g, parent, paths);
        self.push(cell, g, h);
        let paths = paths as f32;
        observer.on(match (is_new, was_closed) {
            (true, _) => E::Opened { cell, parent, g, h, paths },
            (_, true) => E::Reopened { cell, parent, g, h, paths },
            (_, false) => E::Lowered { cell, parent, g, h, paths },
        })
    }

    /// Opens a cell with `paths` paths, all from one parent.
    #[inline]
    fn set(&mut self, at: usize, g: u64, parent: Option<Dir>, paths: f64) {
        self.records.open(at, g, parent);
        if self.counts {
            (self.paths[at], self.arrivals[at]) = (paths, 1);
        }
    }

    /// Returns the number of cheapest paths counted to a cell, or 0 if the search does not count paths.
    #[inline]
    fn paths(&self, at: usize) -> f64 {
        if self.counts { self.paths[at] } else { 0.0 }
    }

    /// Handles an arrival at equal cost: counts it, and lets the tie rule or the dice choose the parent.
    fn tie<O: Observer<E>>(
        &mut self,
        at: usize,
        cell: Cell,
        from: Dir,
        paths: f64,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let parent = self.records.get(at).parent();
        if !self.counts {
            if self.problem.ties == Ties::Last && parent.is_some() {
                self.records.set_parent(at, from);
            }
            return Continue(());
        }
        // The start has no parent to switch. No other cell arrives there at cost 0.
        let Some(parent) = parent else { return Continue(()) };
        let n = self.arrivals[at].saturating_add(1);
        let all_paths = self.paths[at] + paths;
        (self.arrivals[at], self.paths[at]) = (n, all_paths);
        let equals = Equals { cell, from, n, paths, all_paths };
        let (switch, chance) = self.problem.ties.switches(equals, &mut self.dice, observer)?;
        let parent = if switch { from } else { parent };
        self.records.set_parent(at, parent);
        let (g, paths) = (self.records.g(at), all_paths as f32);
        observer.on(E::Tied { cell, arrival: Arrival::new(from, parent), n, g, paths, chance: chance as f32 })
    }

    #[inline]
    fn push(&mut self, cell: Cell, g: u64, h: u32) {
        let p = self.problem;
        let age = self.pushed as u32;
        self.pushed += 1;
        let rank = ((u64::from(h) << 32 | u64::from(age)) ^ self.rank_flip) & self.rank_mask;
        self.open.push(Entry { key: p.f(g, h), rank, cell });
    }

    /// Chooses where to stop if the goal cannot be reached. Among the closed cells nearest to the goal, the fallback
    /// tie rule decides.
    fn settle<O: Observer<E>>(&self, observer: &mut O) -> ControlFlow<O::Halt, Option<Cell>> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Fallback, start: p.start, goal: p.goal })?;
        let Some((closest, first)) = self.first_closest else { return Continue(None) };
        let mut best: Option<(u64, Cell)> = None;
        let mut first_on_map = None;
        for at in self.records.reached(p.size.area()) {
            let (cell, g) = (p.size.cell(at), self.records.g(at));
            let h = self.estimator.estimate(cell);
            if self.records.get(at).is_closed() && p.distance(cell, h) == closest {
                observer.on(E::Considered { cell, g, h })?;
                // Cells come row by row, so the first of equals has the lowest y, then x.
                first_on_map = first_on_map.or(Some(cell));
                if best.is_none_or(|(least, _)| g < least) {
                    best = Some((g, cell));
                }
            }
        }
        let fallback_cell = match p.fallback_ties {
            FallbackTies::Cost => best.map_or(first, |(_, cell)| cell),
            FallbackTies::First => first,
            FallbackTies::MapOrder => first_on_map.unwrap_or(first),
        };
        let g = self.records.g(p.size.index(fallback_cell));
        observer.on(E::Settled { cell: fallback_cell, g, h: self.estimator.estimate(fallback_cell) })?;
        Continue(Some(fallback_cell))
    }

    /// Walks the parents back from `end` and returns the path.
    fn trace<O: Observer<E>>(&self, end: Cell, observer: &mut O) -> ControlFlow<O::Halt, Vec<Cell>> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Path, start: p.start, goal: p.goal })?;
        let mut cell = end;
        let mut next = None;
        let mut path = Vec::new();
        loop {
            let at = p.size.index(cell);
            path.push(cell);
            observer.on(E::Traced { cell, next, g: self.records.g(at) })?;
            let Some((dir, parent)) = self.records.get(at).parent().and_then(|d| Some((d, cell.step(d, p.size)?)))
            else {
                break;
            };
            (cell, next) = (parent, Some(dir.opposite()));
        }
        path.reverse();
        Continue(path)
    }
}
