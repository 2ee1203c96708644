//! A second version of the search that counts the costs of its bookkeeping. It reports the same events in the same
//! order, with count events between them. It is slower than [`search`](super::search()).

use super::bookkeeping::{Books, Counts, Node, Place, Pointers, Positions};
use super::event::{AStarEvent as E, Arrival, Part};
use super::problem::{Bookkeeping, FallbackTies, Problem};
use super::search::Answer;
use super::tie::Equals;
use crate::{Cell, Dir, Observer, Rng};
use std::ops::ControlFlow::{self, Continue};

/// Searches from the problem's start to its goal and counts the costs of the bookkeeping.
///
/// # Errors
/// Breaks if the observer breaks.
pub fn search_counted<O: Observer<E>>(
    problem: &Problem,
    bookkeeping: Bookkeeping,
    observer: &mut O,
) -> ControlFlow<O::Halt, (Answer, Counts)> {
    match bookkeeping {
        Bookkeeping::Pointers => Search::run(problem, Pointers::new(problem), observer),
        step => Search::run(problem, Positions::new(problem, step), observer),
    }
}

struct Search<'a, B> {
    problem: &'a Problem,
    books: B,
    dice: Rng,
    expanded: u64,
    pushed: u64,
    /// The smallest distance of a closed cell to the goal, and the first cell closed with it.
    first_closest: Option<(u32, Cell)>,
}

impl<B: Books> Search<'_, B> {
    fn run<O: Observer<E>>(problem: &Problem, books: B, observer: &mut O) -> ControlFlow<O::Halt, (Answer, Counts)> {
        let dice = Rng::new(problem.seed);
        let mut s = Search { problem, books, dice, expanded: 0, pushed: 0, first_closest: None };
        let found = s.look(observer)?;
        let reached = if found {
            Some(problem.goal)
        } else if problem.fallback {
            s.settle(observer)?
        } else {
            None
        };
        let (mut g, mut path) = (0, Vec::new());
        if let Some(end) = reached {
            (g, path) = s.trace(end, observer)?;
        }
        s.count(reached.unwrap_or(problem.goal), observer)?;
        let Search { books, expanded, pushed, .. } = s;
        Continue((Answer { found, reached, g, path, expanded, pushed }, books.counts()))
    }

    fn look<O: Observer<E>>(&mut self, observer: &mut O) -> ControlFlow<O::Halt, bool> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Search, start: p.start, goal: p.goal })?;
        self.open(Node { cell: p.start, g: 0, parent: None, paths: 1.0, n: 1 }, None, observer)?;
        while let Some((cell, g, node)) = self.books.pop() {
            let Some(node) = node else {
                observer.on(E::Skipped { cell, g })?;
                continue;
            };
            self.expanded += 1;
            let h = self.books.h(cell);
            observer.on(E::Expanded { cell, parent: node.parent, g: node.g, h, paths: node.paths as f32 })?;
            if cell == p.goal {
                observer.on(E::Found { cell, g: node.g })?;
                return Continue(true);
            }
            let distance = p.distance(cell, h);
            if self.first_closest.is_none_or(|(closest, _)| distance < closest) {
                self.first_closest = Some((distance, cell));
            }
            let moves = p.passage.moves(p.size.index(cell));
            for &dir in &p.rules.order {
                if moves & (1 << dir as u8) != 0 {
                    self.arrive(&node, dir, observer)?;
                } else if let (Some(to), why) = p.passage.refusal(cell, dir) {
                    observer.on(E::Rejected { cell: to, from: dir.opposite(), why })?;
                }
            }
            self.count(cell, observer)?;
        }
        observer.on(E::Exhausted { cell: p.goal, expanded: self.expanded as u32 })?;
        Continue(false)
    }

    /// Handles an arrival at the neighbour of `parent` in direction `dir`.
    fn arrive<O: Observer<E>>(&mut self, parent: &Node, dir: Dir, observer: &mut O) -> ControlFlow<O::Halt> {
        let (p, from) = (self.problem, dir.opposite());
        let Some(cell) = parent.cell.step(dir, p.size) else { return Continue(()) };
        let g = parent.g + p.passage.price(p.size.index(cell), dir);
        let place = self.books.find(cell);
        if let Some((place, known)) = place.and_then(|place| Some((place, *self.books.node(place)?))) {
            let best = known.g;
            if g == best {
                return self.tie(known, place, from, parent.paths, observer);
            } else if g > best {
                return observer.on(E::Costlier { cell, from, g, best });
            } else if place.is_closed() && !p.reopen {
                return observer.on(E::Ignored { cell, from, g, best });
            }
        }
        self.open(Node { cell, g, parent: Some(from), paths: parent.paths, n: 1 }, place, observer)
    }

    fn open<O: Observer<E>>(&mut self, node: Node, before: Option<Place>, on: &mut O) -> ControlFlow<O::Halt> {
        self.books.push(node, before);
        self.pushed += 1;
        let Node { cell, g, parent, paths, .. } = node;
        let (h, paths) = (self.books.h(cell), paths as f32);
        on.on(match before {
            None => E::Opened { cell, parent, g, h, paths },
            Some(Place::Closed(_)) => E::Reopened { cell, parent, g, h, paths },
            Some(Place::Open(_)) => E::Lowered { cell, parent, g, h, paths },
        })
    }

    /// Handles an arrival at equal cost from the direction `from`, over `paths` paths.
    fn tie<O: Observer<E>>(
        &mut self,
        mut known: Node,
        place: Place,
        from: Dir,
        paths: f64,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let Node { cell, g, .. } = known;
        let Some(parent) = known.parent else { return Continue(()) };
        (known.n, known.paths) = (known.n.saturating_add(1), known.paths + paths);
        let equals = Equals { cell, from, n: known.n, paths, all_paths: known.paths };
        let (switch, chance) = self.problem.ties.switches(equals, &mut self.dice, observer)?;
        let parent = if switch { from } else { parent };
        known.parent = Some(parent);
        if let Some(node) = self.books.node(place) {
            *node = known;
        }
        let (n, paths) = (known.n, known.paths as f32);
        observer.on(E::Tied { cell, arrival: Arrival::new(from, parent), n, g, paths, chance: chance as f32 })
    }

    /// Chooses where to stop if the goal cannot be reached: one of the closed cells nearest to it.
    fn settle<O: Observer<E>>(&mut self, observer: &mut O) -> ControlFlow<O::Halt, Option<Cell>> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Fallback, start: p.start, goal: p.goal })?;
        let Some((closest, first)) = self.first_closest else { return Continue(None) };
        let mut closed = self.books.closed();
        closed.sort_by_key(|node| (node.cell.y, node.cell.x));
        let with_h: Vec<(Node, u32)> = closed.into_iter().map(|node| (node, self.books.h(node.cell))).collect();
        let all: Vec<(Node, u32)> =
            with_h.into_iter().filter(|(node, h)| p.distance(node.cell, *h) == closest).collect();
        for &(Node { cell, g, .. }, h) in &all {
            observer.on(E::Considered { cell, g, h })?;
        }
        // The cells are sorted row by row, so the first of equals has the lowest y, then x.
        let fallback_node = match p.fallback_ties {
            FallbackTies::Cost => all.iter().min_by_key(|(node, _)| node.g),
            FallbackTies::First => all.iter().find(|(node, _)| node.cell == first),
            FallbackTies::MapOrder => all.first(),
        };
        let Some(&(Node { cell, g, .. }, h)) = fallback_node else { return Continue(None) };
        observer.on(E::Settled { cell, g, h })?;
        Continue(Some(cell))
    }

    /// Walks the parents back from `end`. Returns the cost there, and the path.
    fn trace<O: Observer<E>>(&mut self, end: Cell, observer: &mut O) -> ControlFlow<O::Halt, (u64, Vec<Cell>)> {
        let p = self.problem;
        observer.on(E::Began { part: Part::Path, start: p.start, goal: p.goal })?;
        let mut at = Some(end);
        let mut next = None;
        let mut path = Vec::new();
        let mut cost = None;
        while let Some(node) = at.and_then(|cell| self.books.parent(cell)) {
            cost = cost.or(Some(node.g));
            path.push(node.cell);
            observer.on(E::Traced { cell: node.cell, next, g: node.g })?;
            at = node.parent.and_then(|dir| node.cell.step(dir, p.size));
            next = node.parent.map(Dir::opposite);
        }
        path.reverse();
        Continue((cost.unwrap_or(0), path))
    }

    fn count<O: Observer<E>>(&self, cell: Cell, observer: &mut O) -> ControlFlow<O::Halt> {
        let Counts { lookups, compared, estimates } = self.books.counts();
        let [lookups, estimates] = [lookups, estimates].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        observer.on(E::Counted { cell, lookups, compared, estimates })
    }
}
