//! Two bookkeeping methods for a search: one node per cell, or lists that are searched by position.
//!
//! ```text
//! pointers     map  ▯▯▮▮▮▯▯   a node per cell, with its closed flag, its parent and its h
//!              open ▮▮▮       in order; the place of a new entry is found by binary search
//! positions    closed ▮▮▮▮▮   in the order of closing; a cell is searched for from the first entry on
//!              open   ▮▮▮     in order; the place of a new entry is found from the first on; f and h are recomputed
//! ```
//!
//! Four steps lead from the second to the first: a closed flag in each node, nodes found by pointer, open entries that
//! point to their nodes, and a stored estimate. Each can be taken alone.
//!
//! Source: James McNeill, *Pathfinding improvements* (development notes, May 2008), on his search before and after
//! the change.

use super::event::OpenOrder;
use super::problem::{Bookkeeping, Problem};
use crate::geometry::{Cell, Dir};
use serde::Serialize;

/// Operation counts of the bookkeeping of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Counts {
    /// Number of lookups of a cell's node.
    pub lookups: u64,
    /// Number of list entries compared with a position or an f.
    pub compared: u64,
    /// Number of times h was computed.
    pub estimates: u64,
}

/// The stored data of a cell.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) cell: Cell,
    pub(super) g: u64,
    pub(super) parent: Option<Dir>,
    /// Number of cheapest paths to the cell, and number of parents that offer the same cost.
    pub(super) paths: f64,
    pub(super) n: u8,
}

/// The place of a node in the books.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Open(usize),
    Closed(usize),
}

impl Place {
    pub(super) const fn is_closed(self) -> bool {
        matches!(self, Self::Closed(_))
    }
}

/// The bookkeeping of a search. A lowered cell is in the open list twice. The older entry is skipped when it is popped.
pub(super) trait Books {
    /// Returns the place of a cell's node, if it has one. Counts as a lookup.
    fn find(&mut self, cell: Cell) -> Option<Place>;
    /// Returns the node at a place found before, for reading or changing.
    fn node(&mut self, place: Place) -> Option<&mut Node>;
    /// Returns h of a cell that has a node, or is about to get one.
    fn h(&mut self, cell: Cell) -> u32;
    /// Pushes a node into the open list. `before` is the place of the cell's previous node.
    fn push(&mut self, node: Node, before: Option<Place>);
    /// Pops the first entry and closes its node. Returns the cell, the g it was pushed with, and the node. The node
    /// is `None` if the cell is closed already.
    fn pop(&mut self) -> Option<(Cell, u64, Option<Node>)>;
    /// Returns the node of a cell while the path is traced back.
    fn parent(&mut self, cell: Cell) -> Option<Node>;
    /// Returns all closed nodes.
    fn closed(&self) -> Vec<Node>;
    fn counts(&self) -> Counts;
}

/// Returns the sort key of an entry in the open list. The lowest key is popped first.
fn rank(problem: &Problem, g: u64, h: u32, age: u32) -> (u64, u32, u32) {
    let f = problem.f(g, h);
    match problem.open_order {
        OpenOrder::LowG => (f, u32::MAX - h, age),
        OpenOrder::HighG => (f, h, age),
        OpenOrder::Fifo => (f, 0, age),
        OpenOrder::Lifo => (f, 0, u32::MAX - age),
    }
}

fn estimate(problem: &Problem, counts: &mut Counts, cell: Cell) -> u32 {
    counts.estimates += 1;
    problem.heuristic.estimate(cell, problem.goal, problem.rules.costs)
}

/// Stores one node per cell, found by index without searching.
pub(super) struct Pointers<'a> {
    problem: &'a Problem,
    /// Node, closed flag and h of each cell, by cell index.
    nodes: Vec<Option<(Node, bool, u32)>>,
    /// Sort key, g and cell of each entry. The last one is popped next.
    open: Vec<((u64, u32, u32), u64, Cell)>,
    pushed: u32,
    counts: Counts,
}

impl<'a> Pointers<'a> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        let nodes = vec![None; problem.size.area()];
        Self { problem, nodes, open: Vec::new(), pushed: 0, counts: Counts::default() }
    }
}

impl Books for Pointers<'_> {
    fn find(&mut self, cell: Cell) -> Option<Place> {
        self.counts.lookups += 1;
        let at = self.problem.size.index(cell);
        self.nodes[at].map(|(_, closed, _)| if closed { Place::Closed(at) } else { Place::Open(at) })
    }

    fn node(&mut self, (Place::Open(at) | Place::Closed(at)): Place) -> Option<&mut Node> {
        self.nodes.get_mut(at)?.as_mut().map(|known| &mut known.0)
    }

    fn h(&mut self, cell: Cell) -> u32 {
        let known = self.nodes[self.problem.size.index(cell)].map(|known| known.2);
        known.unwrap_or_else(|| estimate(self.problem, &mut self.counts, cell))
    }

    fn push(&mut self, node: Node, _: Option<Place>) {
        let h = self.h(node.cell);
        let place = rank(self.problem, node.g, h, self.pushed);
        self.pushed += 1;
        let compared = &mut self.counts.compared;
        let at = self.open.partition_point(|waiting| {
            *compared += 1;
            waiting.0 > place
        });
        self.open.insert(at, (place, node.g, node.cell));
        self.nodes[self.problem.size.index(node.cell)] = Some((node, false, h));
    }

    fn pop(&mut self) -> Option<(Cell, u64, Option<Node>)> {
        let (_, g, cell) = self.open.pop()?;
        let known = self.nodes[self.problem.size.index(cell)].as_mut().filter(|known| !known.1);
        let node = known.map(|known| {
            known.1 = true;
            known.0
        });
        Some((cell, g, node))
    }

    fn parent(&mut self, cell: Cell) -> Option<Node> {
        self.nodes[self.problem.size.index(cell)].map(|known| known.0)
    }

    fn closed(&self) -> Vec<Node> {
        self.nodes.iter().flatten().filter(|known| known.1).map(|known| known.0).collect()
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}

/// Two lists, which are searched entry by entry. With a step towards pointers, some of the searches are not counted,
/// because they would not be made.
pub(super) struct Positions<'a> {
    problem: &'a Problem,
    step: Bookkeeping,
    /// All cells with a node, in the order of reaching, and the stored h of each cell.
    reached: Vec<Cell>,
    stored: Vec<Option<u32>>,
    /// In order, the next one first, with the age of each entry.
    open: Vec<(Node, u32)>,
    closed: Vec<Node>,
    pushed: u32,
    counts: Counts,
}

impl<'a> Positions<'a> {
    pub(super) fn new(problem: &'a Problem, step: Bookkeeping) -> Self {
        let stored = vec![None; problem.size.area()];
        let (open, closed, reached) = (Vec::new(), Vec::new(), Vec::new());
        Self { problem, step, reached, stored, open, closed, pushed: 0, counts: Counts::default() }
    }

    /// Returns the place of a cell's node, and counts the comparisons that lead to it.
    fn place(&mut self, cell: Cell) -> Option<Place> {
        let closed = self.closed.iter().position(|node| node.cell == cell);
        let open = || self.open.iter().position(|(node, _)| node.cell == cell);
        let place = closed.map(Place::Closed).or_else(|| open().map(Place::Open));
        self.counts.compared += match (self.step, place) {
            (Bookkeeping::Nodes, None) => 0,
            (Bookkeeping::Flag, _) => self.place_in_reached(cell),
            (Bookkeeping::Nodes, Some(Place::Open(_))) => self.closed.len(),
            (_, Some(Place::Closed(at))) => at + 1,
            (_, Some(Place::Open(at))) => self.closed.len() + at + 1,
            (_, None) => self.closed.len() + self.open.len(),
        } as u64;
        place
    }

    /// Returns how many nodes are compared until that of a cell is found in the list of all nodes.
    fn place_in_reached(&self, cell: Cell) -> usize {
        self.reached.iter().position(|&reached| reached == cell).map_or(self.reached.len(), |at| at + 1)
    }
}

impl Books for Positions<'_> {
    /// If a cell has several open entries, returns the first, which has the lowest g.
    fn find(&mut self, cell: Cell) -> Option<Place> {
        self.counts.lookups += 1;
        self.place(cell)
    }

    fn node(&mut self, place: Place) -> Option<&mut Node> {
        match place {
            Place::Open(at) => self.open.get_mut(at).map(|entry| &mut entry.0),
            Place::Closed(at) => self.closed.get_mut(at),
        }
    }

    fn h(&mut self, cell: Cell) -> u32 {
        let stored = self.stored[self.problem.size.index(cell)].filter(|_| self.step == Bookkeeping::Estimate);
        stored.unwrap_or_else(|| estimate(self.problem, &mut self.counts, cell))
    }

    fn push(&mut self, node: Node, before: Option<Place>) {
        match before {
            Some(Place::Closed(at)) => _ = self.closed.remove(at),
            Some(Place::Open(_)) => {}
            None => self.reached.push(node.cell),
        }
        let (problem, age) = (self.problem, self.pushed);
        self.pushed += 1;
        let h = self.h(node.cell);
        self.stored[problem.size.index(node.cell)] = Some(h);
        let place = rank(problem, node.g, h, age);
        let (counts, stored, step) = (&mut self.counts, &self.stored, self.step);
        let mut is_after = |(waiting, age): &(Node, u32)| {
            counts.compared += 1;
            let known = stored[problem.size.index(waiting.cell)].filter(|_| step == Bookkeeping::Estimate);
            let h = known.unwrap_or_else(|| estimate(problem, counts, waiting.cell));
            rank(problem, waiting.g, h, *age) > place
        };
        let at = match step {
            Bookkeeping::Queue => self.open.partition_point(|waiting| !is_after(waiting)),
            _ => self.open.iter().position(is_after).unwrap_or(self.open.len()),
        };
        self.open.insert(at, (node, age));
    }

    fn pop(&mut self) -> Option<(Cell, u64, Option<Node>)> {
        if self.open.is_empty() {
            return None;
        }
        let (node, _) = self.open.remove(0);
        if self.step != Bookkeeping::Queue {
            self.counts.lookups += 1;
        }
        let closed = self.closed.iter().position(|closed| closed.cell == node.cell);
        self.counts.compared += match self.step {
            Bookkeeping::Flag => self.place_in_reached(node.cell),
            _ => closed.map_or(self.closed.len(), |at| at + 1),
        } as u64;
        if closed.is_some() {
            return Some((node.cell, node.g, None));
        }
        self.closed.push(node);
        Some((node.cell, node.g, Some(node)))
    }

    fn parent(&mut self, cell: Cell) -> Option<Node> {
        let place = if self.step == Bookkeeping::Nodes {
            let counts = self.counts;
            let place = self.place(cell);
            self.counts = counts;
            place?
        } else {
            self.find(cell)?
        };
        self.node(place).copied()
    }

    fn closed(&self) -> Vec<Node> {
        self.closed.clone()
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}
