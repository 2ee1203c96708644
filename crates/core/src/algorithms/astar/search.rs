//! The search itself. Every `on` stands after the change that it reports.

use super::event::{AStarEvent as E, Arrival, OpenOrder, Part, Ties};
use super::problem::{FallbackTies, Problem};
use crate::bucket_queue::{BucketQueue, Keyed};
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use crate::rng::Rng;
use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Continue};

/// One record a cell. The closed flag stands in it: there is no separate closed set.
#[derive(Clone, Copy)]
struct Record {
    g: u64,
    /// Computed once.
    h: u32,
    /// The number of the search that wrote it; for every other one the cell is new.
    search: u16,
    state: State,
    parent: Option<Dir>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Closed,
}

const NEW: Record = Record { g: 0, h: 0, search: 0, state: State::New, parent: None };

/// What is counted of the ways to a cell, where dice or an observer ask for it.
#[derive(Clone, Copy)]
struct Ways {
    /// How many cheapest paths lead here, as counted on the way; rounded past 2⁵³.
    paths: f64,
    /// How many arrivals at this cost.
    n: u8,
}

const NONE: Ways = Ways { paths: 0.0, n: 0 };

/// An entry of the open list: f, then the tie rule and the age as one number. Of equal f the lowest g is the highest h.
#[derive(Clone, Copy)]
struct Entry {
    f: u64,
    rank: u64,
    cell: Cell,
}

impl Entry {
    #[inline]
    const fn place(&self) -> u128 {
        (self.f as u128) << 64 | self.rank as u128
    }
}

impl Keyed for Entry {
    #[inline]
    fn key(&self) -> u64 {
        self.f
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl Eq for Entry {}

impl Ord for Entry {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.place().cmp(&other.place())
    }
}

/// With the comparisons that a heap makes in one step each.
impl PartialOrd for Entry {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    #[inline]
    fn lt(&self, other: &Self) -> bool {
        self.place() < other.place()
    }
    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.place() <= other.place()
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// Whether the goal was reached.
    pub found: bool,
    /// Where the path ends.
    pub reached: Option<Cell>,
    /// The cost of the path in units.
    pub g: u64,
    /// The path, both ends included; empty when nothing was reached.
    pub path: Vec<Cell>,
    /// How many cells were closed.
    pub expanded: u64,
    /// How many entries were pushed.
    pub pushed: u64,
}

/// The memory of a search, which the next one can use again: on a map of the same size or a smaller one it takes no more, and
/// nothing is cleared.
#[derive(Clone, Default)]
pub struct Memory {
    records: Vec<Record>,
    ways: Vec<Ways>,
    open: BucketQueue<Entry>,
    /// The number of the last search.
    search: u16,
}

impl Memory {
    /// Makes it ready for a search on so many cells. `counts`: the ways to them are counted.
    fn restart(&mut self, cells: usize, counts: bool) {
        match self.search.checked_add(1) {
            Some(next) => self.search = next,
            None => {
                self.records.fill(NEW);
                self.search = 1;
            }
        }
        if self.records.len() < cells {
            self.records.resize(cells, NEW);
        }
        if counts && self.ways.len() < cells {
            self.ways.resize(cells, NONE);
        }
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("records", &self.records.len()).finish_non_exhaustive()
    }
}

/// A neighbour's direction, what is added to a cell's number to come to it, and the price of the step where all ground is even.
#[derive(Clone, Copy)]
struct Step {
    dir: Dir,
    offset: isize,
    price: u32,
}

struct Search<'a> {
    problem: &'a Problem,
    memory: &'a mut Memory,
    steps: Vec<Step>,
    /// Whether the ways to each cell are counted.
    counts: bool,
    dice: Rng,
    expanded: u64,
    pushed: u64,
    /// The smallest h of a closed cell, and the first cell that was closed with it.
    first_closest: Option<(u32, Cell)>,
}

/// Searches from the problem's start to its goal; `seed` feeds the dice of the tie rule.
///
/// # Errors
/// Breaks when the observer asks for it.
pub fn search<O: Observer<E>>(problem: &Problem, seed: u64, observer: &mut O) -> ControlFlow<O::Halt, Answer> {
    search_in(&mut Memory::default(), problem, seed, observer)
}

/// The same in memory that an earlier search has used: for those who plan again and again.
///
/// # Errors
/// Breaks when the observer asks for it.
pub fn search_in<O: Observer<E>>(
    memory: &mut Memory,
    problem: &Problem,
    seed: u64,
    observer: &mut O,
) -> ControlFlow<O::Halt, Answer> {
    let counts = O::LISTENS || matches!(problem.ties, Ties::Parents | Ties::Paths);
    memory.restart(problem.size.area(), counts);
    let step = |&dir: &Dir| {
        let (dx, dy) = dir.offset();
        let offset = dy as isize * problem.size.width as isize + dx as isize;
        Step { dir, offset, price: problem.rules.costs.of(dir) }
    };
    let steps = problem.rules.order.iter().map(step).collect();
    let dice = Rng::new(seed);
    let mut s = Search { problem, memory, steps, counts, dice, expanded: 0, pushed: 0, first_closest: None };
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
    let g = reached.map_or(0, |c| s.memory.records[problem.size.index(c)].g);
    Continue(Answer { found, reached, g, path, expanded: s.expanded, pushed: s.pushed })
}

impl Search<'_> {
    /// The loop of the listing. Says whether the goal was reached.
    fn look<O: Observer<E>>(&mut self, observer: &mut O) -> ControlFlow<O::Halt, bool> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Search, start: p.start, goal: p.goal })?;
        let h = p.heuristic.estimate(p.start, p.goal, p.rules.costs);
        let start = p.size.index(p.start);
        // From one cell to the next f rises by a step there and, at most, as much again in h.
        let rise = 2 * u64::from(p.rules.costs.diagonal) * u64::from(p.weight.0);
        self.memory.open.restart(u64::from(h) * u64::from(p.weight.0), rise * p.passage.dearest());
        self.set(start, Record { g: 0, h, parent: None, ..self.open() }, 1.0);
        self.push(p.start, 0, h);
        observer.on(E::Opened { cell: p.start, parent: None, g: 0, h, paths: 1.0 })?;
        let even = p.passage.is_even();
        while let Some(Entry { f, cell, .. }) = self.memory.open.pop() {
            let at = p.size.index(cell);
            let r = self.memory.records[at];
            if r.state == State::Closed {
                let g = (f - r.h as u64 * p.weight.0 as u64) / p.weight.1 as u64;
                observer.on(E::Skipped { cell, g })?;
                continue;
            }
            self.memory.records[at].state = State::Closed;
            self.expanded += 1;
            let paths = self.paths(at);
            observer.on(E::Expanded { cell, parent: r.parent, g: r.g, h: r.h, paths: paths as f32 })?;
            if cell == p.goal {
                observer.on(E::Found { cell, g: r.g })?;
                return Continue(true);
            }
            if self.first_closest.is_none_or(|(h, _)| r.h < h) {
                self.first_closest = Some((r.h, cell));
            }
            let moves = p.passage.moves(at);
            for k in 0..self.steps.len() {
                let Step { dir, offset, price } = self.steps[k];
                if moves & (1 << dir as u8) != 0 {
                    let (to, next) = (cell.beside(dir), at.wrapping_add_signed(offset));
                    let price = if even { price } else { p.passage.price(to, dir) };
                    self.arrive(next, to, dir.opposite(), r.g + price as u64, paths, observer)?;
                } else if O::LISTENS
                    && let (Some(to), why) = p.passage.refusal(cell, dir)
                {
                    observer.on(E::Rejected { cell: to, from: dir.opposite(), why })?;
                }
            }
        }
        observer.on(E::Exhausted { cell: p.goal, expanded: self.expanded as u32 })?;
        Continue(false)
    }

    /// A neighbour at `cell`, the one of number `at`, whose parent would lie toward `from`, is reached at cost `g` over `paths`
    /// paths.
    #[expect(clippy::inline_always, reason = "one caller, in the innermost loop")]
    #[inline(always)]
    fn arrive<O: Observer<E>>(
        &mut self,
        at: usize,
        cell: Cell,
        from: Dir,
        g: u64,
        paths: f64,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let p = self.problem;
        let r = self.memory.records[at];
        let parent = Some(from);
        let state = if r.search == self.memory.search { r.state } else { State::New };
        match state {
            State::New => {
                let h = p.heuristic.estimate(cell, p.goal, p.rules.costs);
                self.set(at, Record { g, h, parent, ..self.open() }, paths);
                self.push(cell, g, h);
                observer.on(E::Opened { cell, parent, g, h, paths: paths as f32 })
            }
            State::Open if g < r.g => {
                self.set(at, Record { g, h: r.h, parent, ..self.open() }, paths);
                self.push(cell, g, r.h);
                observer.on(E::Lowered { cell, parent, g, h: r.h, paths: paths as f32 })
            }
            State::Closed if g < r.g && p.reopen => {
                self.set(at, Record { g, h: r.h, parent, ..self.open() }, paths);
                self.push(cell, g, r.h);
                observer.on(E::Reopened { cell, parent, g, h: r.h, paths: paths as f32 })
            }
            State::Closed if g < r.g => observer.on(E::Ignored { cell, from, g, best: r.g }),
            _ if g == r.g => self.tie(at, cell, from, paths, observer),
            _ => observer.on(E::Costlier { cell, from, g, best: r.g }),
        }
    }

    /// A record of this search that waits.
    #[inline]
    fn open(&self) -> Record {
        Record { search: self.memory.search, state: State::Open, ..NEW }
    }

    /// Writes a record over `paths` paths, which one parent offers so far.
    #[inline]
    fn set(&mut self, at: usize, record: Record, paths: f64) {
        self.memory.records[at] = record;
        if self.counts {
            self.memory.ways[at] = Ways { paths, n: 1 };
        }
    }

    /// Over how many paths a cell is reached; 0 where nobody counts.
    #[inline]
    fn paths(&self, at: usize) -> f64 {
        if self.counts { self.memory.ways[at].paths } else { 0.0 }
    }

    /// An arrival at equal cost: counts it, and lets the rule or the dice decide over the parent.
    fn tie<O: Observer<E>>(
        &mut self,
        at: usize,
        cell: Cell,
        from: Dir,
        paths: f64,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let r = &mut self.memory.records[at];
        if !self.counts {
            if self.problem.ties == Ties::Last && r.parent.is_some() {
                r.parent = Some(from);
            }
            return Continue(());
        }
        // The start has no parent to switch; nothing arrives there at its cost 0.
        let Some(parent) = r.parent else { return Continue(()) };
        let ways = &mut self.memory.ways[at];
        ways.n = ways.n.saturating_add(1);
        ways.paths += paths;
        let mut chance = 1.0;
        let switch = match self.problem.ties {
            Ties::First => false,
            Ties::Last => true,
            rule => {
                let share = if rule == Ties::Parents { 1.0 / ways.n as f64 } else { paths / ways.paths };
                let roll = self.dice.unit();
                observer.on(E::Rolled { cell, from, roll, chance: share })?;
                chance = if roll < share { share } else { 1.0 - share };
                roll < share
            }
        };
        let parent = if switch { from } else { parent };
        r.parent = Some(parent);
        let (n, g, paths) = (ways.n, r.g, ways.paths as f32);
        observer.on(E::Tied { cell, arrival: Arrival::new(from, parent), n, g, paths, chance: chance as f32 })
    }

    #[inline]
    fn push(&mut self, cell: Cell, g: u64, h: u32) {
        let p = self.problem;
        let age = self.pushed as u32;
        self.pushed += 1;
        let (tie, age) = match p.open_order {
            OpenOrder::LowG => (u32::MAX - h, age),
            OpenOrder::HighG => (h, age),
            OpenOrder::Fifo => (0, age),
            OpenOrder::Lifo => (0, u32::MAX - age),
        };
        let f = g * p.weight.1 as u64 + h as u64 * p.weight.0 as u64;
        self.memory.open.push(Entry { f, rank: u64::from(tie) << 32 | u64::from(age), cell });
    }

    /// Nowhere to go: the closed cell with the smallest h, then the smallest g, then the lowest y, then x.
    fn settle<O: Observer<E>>(&self, observer: &mut O) -> ControlFlow<O::Halt, Option<Cell>> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Fallback, start: p.start, goal: p.goal })?;
        let Some((closest, first)) = self.first_closest else { return Continue(None) };
        let mut best: Option<(u64, Cell)> = None;
        let search = self.memory.search;
        for (at, r) in self.memory.records.iter().take(p.size.area()).enumerate() {
            if r.search == search && r.state == State::Closed && r.h == closest {
                let cell = p.size.cell(at);
                observer.on(E::Considered { cell, g: r.g, h: r.h })?;
                // Row by row, so the first of equals has the lowest y, then x.
                if best.is_none_or(|(g, _)| r.g < g) {
                    best = Some((r.g, cell));
                }
            }
        }
        let chosen = match p.fallback_ties {
            FallbackTies::Cost => best.map_or(first, |(_, cell)| cell),
            FallbackTies::First => first,
        };
        let r = &self.memory.records[p.size.index(chosen)];
        observer.on(E::Settled { cell: chosen, g: r.g, h: r.h })?;
        Continue(Some(chosen))
    }

    /// Walks the parents back from `end`.
    fn trace<O: Observer<E>>(&self, end: Cell, observer: &mut O) -> ControlFlow<O::Halt, Vec<Cell>> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Path, start: p.start, goal: p.goal })?;
        let (mut cell, mut next, mut path) = (end, None, Vec::new());
        loop {
            let r = &self.memory.records[p.size.index(cell)];
            path.push(cell);
            observer.on(E::Traced { cell, next, g: r.g })?;
            let Some((dir, parent)) = r.parent.and_then(|d| Some((d, cell.step(d, p.size)?))) else { break };
            (cell, next) = (parent, Some(dir.opposite()));
        }
        path.reverse();
        Continue(path)
    }
}
