//! The search itself. Every `on` stands after the change that it reports.

use super::event::{AStarEvent as E, Arrival, OpenOrder, Part, Ties};
use super::problem::{FallbackTies, Problem};
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use crate::rng::Rng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow::{self, Continue};

/// One record a reached cell. The closed flag stands in it: there is no separate closed set.
#[derive(Clone, Copy)]
struct Record {
    g: u64,
    /// How many cheapest paths lead here, as counted on the way; rounded past 2⁵³.
    paths: f64,
    /// Computed once.
    h: u32,
    parent: Option<Dir>,
    /// How many arrivals at this cost.
    n: u8,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Closed,
}

const NEW: Record = Record { g: 0, paths: 0.0, h: 0, parent: None, n: 0, state: State::New };

/// An entry of the open list: points at a record, not at a position. Ordered by f, then by the tie key, then by age.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    f: u64,
    tie: u64,
    age: u32,
    record: u32,
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

/// The memory of a search, which the next one can use again.
#[derive(Default)]
pub struct Memory {
    records: Vec<Record>,
    open: BinaryHeap<Reverse<Entry>>,
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("records", &self.records.len()).finish_non_exhaustive()
    }
}

struct Search<'a> {
    problem: &'a Problem,
    records: Vec<Record>,
    open: BinaryHeap<Reverse<Entry>>,
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
    let Memory { mut records, mut open } = std::mem::take(memory);
    records.clear();
    records.resize(problem.size.area(), NEW);
    open.clear();
    let mut s = Search { problem, records, open, dice: Rng::new(seed), expanded: 0, pushed: 0, first_closest: None };
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
    let g = reached.map_or(0, |c| s.records[problem.size.index(c)].g);
    let (expanded, pushed) = (s.expanded, s.pushed);
    *memory = Memory { records: s.records, open: s.open };
    Continue(Answer { found, reached, g, path, expanded, pushed })
}

impl Search<'_> {
    /// The loop of the listing. Says whether the goal was reached.
    fn look<O: Observer<E>>(&mut self, observer: &mut O) -> ControlFlow<O::Halt, bool> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Search, start: p.start, goal: p.goal })?;
        let h = p.heuristic.estimate(p.start, p.goal, p.rules.costs);
        let start = p.size.index(p.start);
        self.records[start] = Record { g: 0, paths: 1.0, h, parent: None, n: 1, state: State::Open };
        self.push(start);
        observer.on(E::Opened { cell: p.start, parent: None, g: 0, h, paths: 1.0 })?;
        while let Some(Reverse(entry)) = self.open.pop() {
            let at = entry.record as usize;
            let (cell, r) = (p.size.cell(at), self.records[at]);
            if r.state == State::Closed {
                let g = (entry.f - r.h as u64 * p.weight.0 as u64) / p.weight.1 as u64;
                observer.on(E::Skipped { cell, g })?;
                continue;
            }
            self.records[at].state = State::Closed;
            self.expanded += 1;
            observer.on(E::Expanded { cell, parent: r.parent, g: r.g, h: r.h, paths: r.paths as f32 })?;
            if cell == p.goal {
                observer.on(E::Found { cell, g: r.g })?;
                return Continue(true);
            }
            if self.first_closest.is_none_or(|(h, _)| r.h < h) {
                self.first_closest = Some((r.h, cell));
            }
            for &dir in &p.rules.order {
                match p.passage.step(cell, dir) {
                    Ok((to, price)) => self.arrive(to, dir.opposite(), r.g + price as u64, r.paths, observer)?,
                    Err((Some(to), why)) => observer.on(E::Rejected { cell: to, from: dir.opposite(), why })?,
                    Err((None, _)) => {}
                }
            }
        }
        observer.on(E::Exhausted { cell: p.goal, expanded: self.expanded as u32 })?;
        Continue(false)
    }

    /// A neighbour at `cell`, whose parent would lie toward `from`, is reached at cost `g` over `paths` paths.
    #[expect(clippy::inline_always, reason = "one caller, in the innermost loop")]
    #[inline(always)]
    fn arrive<O: Observer<E>>(
        &mut self,
        cell: Cell,
        from: Dir,
        g: u64,
        paths: f64,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let p = self.problem;
        let at = p.size.index(cell);
        let r = &mut self.records[at];
        let parent = Some(from);
        match r.state {
            State::New => {
                let h = p.heuristic.estimate(cell, p.goal, p.rules.costs);
                *r = Record { g, paths, h, parent, n: 1, state: State::Open };
                self.push(at);
                observer.on(E::Opened { cell, parent, g, h, paths: paths as f32 })
            }
            State::Open if g < r.g => {
                *r = Record { g, paths, parent, n: 1, ..*r };
                let h = r.h;
                self.push(at);
                observer.on(E::Lowered { cell, parent, g, h, paths: paths as f32 })
            }
            State::Closed if g < r.g && p.reopen => {
                *r = Record { g, paths, parent, n: 1, state: State::Open, ..*r };
                let h = r.h;
                self.push(at);
                observer.on(E::Reopened { cell, parent, g, h, paths: paths as f32 })
            }
            State::Closed if g < r.g => observer.on(E::Ignored { cell, from, g, best: r.g }),
            _ if g == r.g => self.tie(at, cell, from, paths, observer),
            _ => observer.on(E::Costlier { cell, from, g, best: r.g }),
        }
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
        let r = &mut self.records[at];
        // The start has no parent to switch; nothing arrives there at its cost 0.
        let Some(parent) = r.parent else { return Continue(()) };
        r.n = r.n.saturating_add(1);
        r.paths += paths;
        let mut chance = 1.0;
        let switch = match self.problem.ties {
            Ties::First => false,
            Ties::Last => true,
            rule => {
                let share = if rule == Ties::Parents { 1.0 / r.n as f64 } else { paths / r.paths };
                let roll = self.dice.unit();
                observer.on(E::Rolled { cell, from, roll, chance: share })?;
                chance = if roll < share { share } else { 1.0 - share };
                roll < share
            }
        };
        let parent = if switch { from } else { parent };
        r.parent = Some(parent);
        let (n, g, paths) = (r.n, r.g, r.paths as f32);
        observer.on(E::Tied { cell, arrival: Arrival::new(from, parent), n, g, paths, chance: chance as f32 })
    }

    fn push(&mut self, at: usize) {
        let p = self.problem;
        let r = &self.records[at];
        let age = self.pushed as u32;
        self.pushed += 1;
        let (tie, age) = match p.open_order {
            OpenOrder::LowG => (r.g, age),
            OpenOrder::HighG => (u64::MAX - r.g, age),
            OpenOrder::Fifo => (0, age),
            OpenOrder::Lifo => (0, u32::MAX - age),
        };
        let f = r.g * p.weight.1 as u64 + r.h as u64 * p.weight.0 as u64;
        self.open.push(Reverse(Entry { f, tie, age, record: at as u32 }));
    }

    /// Nowhere to go: the closed cell with the smallest h, then the smallest g, then the lowest y, then x.
    fn settle<O: Observer<E>>(&self, observer: &mut O) -> ControlFlow<O::Halt, Option<Cell>> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Fallback, start: p.start, goal: p.goal })?;
        let Some((closest, first)) = self.first_closest else { return Continue(None) };
        let mut best: Option<(u64, Cell)> = None;
        for (at, r) in self.records.iter().enumerate() {
            if r.state == State::Closed && r.h == closest {
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
        let r = &self.records[p.size.index(chosen)];
        observer.on(E::Settled { cell: chosen, g: r.g, h: r.h })?;
        Continue(Some(chosen))
    }

    /// Walks the parents back from `end`.
    fn trace<O: Observer<E>>(&self, end: Cell, observer: &mut O) -> ControlFlow<O::Halt, Vec<Cell>> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Path, start: p.start, goal: p.goal })?;
        let (mut cell, mut next, mut path) = (end, None, Vec::new());
        loop {
            let r = &self.records[p.size.index(cell)];
            path.push(cell);
            observer.on(E::Traced { cell, next, g: r.g })?;
            let Some((dir, parent)) = r.parent.and_then(|d| Some((d, cell.step(d, p.size)?))) else { break };
            (cell, next) = (parent, Some(dir.opposite()));
        }
        path.reverse();
        Continue(path)
    }
}
