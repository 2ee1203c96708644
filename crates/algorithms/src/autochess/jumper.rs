//! Jump point search, in the exact order of the Jumper library 1.8.1. Its Manhattan estimate is too high for diagonals,
//! so the path need not be shortest.
//!
//! ```text
//! 8 . . . . . . . G     from (1,1) to (8,8), (2,2) and (4,5) blocked:
//! 7 . . . . . . . o     jump points (2,1) (3,2) (5,4) (8,7) (8,8),
//! 6 . . . . . . / .     joined to the legs (2,1) (8,7) (8,8)
//! 5 . . . # . / . .
//! 4 . . . . o . . .
//! 3 . . . / . . . .
//! 2 . # o . . . . .
//! 1 S o . . . . . .
//! ```

use super::board::{Board, Place, Way, direction};
use super::event::ChessEvent as E;
use crate::{Dir, Grid, Observer};
use std::ops::ControlFlow::{self, Continue};

/// The neighbours of the start, in the order of the library. Steps are to the right and up.
const AROUND: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

#[derive(Clone, Copy)]
struct Node {
    /// Number of the search that wrote this node. An older one counts as new.
    search: u32,
    closed: bool,
    g: f64,
    h: u32,
    parent: Option<Place>,
}

/// Search data for the places of a board, reused between searches.
#[derive(Clone)]
pub struct Jumper {
    area: usize,
    /// Allocated by the first search.
    nodes: Vec<Node>,
    search: u32,
    open: Heap<Place>,
}

const NEW: Node = Node { search: 0, closed: false, g: 0.0, h: 0, parent: None };

impl Jumper {
    /// Creates a search with room for a board of `area` cells. It grows for larger boards.
    pub fn new(area: usize) -> Self {
        Self { area, nodes: Vec::new(), search: 0, open: Heap::default() }
    }

    /// Returns the jump points from `start` to a free `goal` elsewhere, both included. `None` if there is no path or a
    /// place is off the board.
    pub fn find<O: Observer<E>>(&mut self, board: &Board, start: Place, goal: Place, observer: &mut O) -> Way<O> {
        if !board.has(start) || !board.has(goal) {
            return Continue(None);
        }
        if self.nodes.len() < board.area() {
            self.nodes = Grid::filled(self.area.max(board.area()), NEW, &mut || observer.goes_on())?;
        }
        self.search += 1;
        self.open.entries.clear();
        self.nodes[board.index(start)] = Node { search: self.search, closed: false, g: 0.0, h: 0, parent: None };
        self.open.push(0.0, start);
        observer.on(E::Opened { cell: board.cell(start), dir: None, leg: 0, g: 0.0, h: 0 })?;
        loop {
            let tied = self.open.tied();
            let Some((_, place)) = self.open.pop() else { return Continue(None) };
            self.nodes[board.index(place)].closed = true;
            let node = self.nodes[board.index(place)];
            let (dir, leg) = link(node.parent, place);
            observer.on(E::Expanded { cell: board.cell(place), dir, leg, g: node.g, h: node.h, tied })?;
            if place == goal {
                let parent = |&at: &Place| self.nodes[board.index(at)].parent;
                let mut all: Vec<Place> = std::iter::successors(Some(goal), parent).collect();
                all.reverse();
                return Continue(Some(all));
            }
            let (tries, count) = successors(board, place, node.parent);
            for &step in tries[..count].iter().rev() {
                if let Some(point) = jump(board, goal, place, step) {
                    self.reach(board, goal, (place, point), observer)?;
                } else if let Some(dir) = direction(step.0, step.1) {
                    observer.on(E::Missed { cell: board.cell(place), dir })?;
                }
            }
        }
    }

    /// Handles a jump point found from a node. New and strictly cheaper ones are added, closed ones are skipped.
    fn reach<O: Observer<E>>(
        &mut self,
        board: &Board,
        goal: Place,
        (from, point): (Place, Place),
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let (dx, dy) = (f64::from(point.x - from.x), f64::from(point.y - from.y));
        let g = self.nodes[board.index(from)].g + (dx * dx + dy * dy).sqrt();
        let (dir, leg) = link(Some(from), point);
        let cell = board.cell(point);
        let known = self.nodes[board.index(point)];
        let new = known.search != self.search;
        if !new && known.closed {
            return observer.on(E::Skipped { cell, dir, leg });
        }
        if !new && g >= known.g {
            return observer.on(E::NotCheaper { cell, dir, leg, g, best: known.g });
        }
        let h = point.x.abs_diff(goal.x) + point.y.abs_diff(goal.y);
        self.nodes[board.index(point)] = Node { search: self.search, closed: false, g, h, parent: Some(from) };
        if new {
            self.open.push(g + f64::from(h), point);
            observer.on(E::Opened { cell, dir, leg, g, h })
        } else {
            self.open.lower(g + f64::from(h), point);
            observer.on(E::Lowered { cell, dir, leg, g, h })
        }
    }
}

/// Returns the direction and distance to a parent, in cells.
fn link(parent: Option<Place>, place: Place) -> (Option<Dir>, u16) {
    let Some(parent) = parent else { return (None, 0) };
    let (dx, dy) = place.toward(parent);
    let leg = place.x.abs_diff(parent.x).max(place.y.abs_diff(parent.y));
    (direction(dx, dy), leg as u16)
}

/// Returns the directions to jump from a node, in list order. They are tried in reverse.
fn successors(board: &Board, at: Place, parent: Option<Place>) -> ([(i32, i32); 8], usize) {
    let (mut list, mut count) = ([(0, 0); 8], 0);
    let mut add = |if_so: bool, step: (i32, i32)| {
        if if_so && count < list.len() {
            list[count] = step;
            count += 1;
        }
    };
    let free = |dx: i32, dy: i32| board.free(at.plus(dx, dy));
    let Some(parent) = parent else {
        for (dx, dy) in AROUND {
            add(free(dx, dy) && !board.squeezed(at, dx, dy), (dx, dy));
        }
        return (list, count);
    };
    match parent.toward(at) {
        (dx, dy) if dx == 0 || dy == 0 => {
            let on = free(dx, dy);
            add(on, (dx, dy));
            for (sx, sy) in [(dy.abs(), dx.abs()), (-dy.abs(), -dx.abs())] {
                add(on && !free(sx, sy), (dx + sx, dy + sy));
            }
        }
        (dx, dy) => {
            let (along, across) = (free(0, dy), free(dx, 0));
            add(along, (0, dy));
            add(across, (dx, 0));
            add(along || across, (dx, dy));
            add(along && !free(-dx, 0), (-dx, dy));
            add(across && !free(0, -dy), (dx, -dy));
        }
    }
    (list, count)
}

/// Returns the jump point found by a jump from a place, if any. A diagonal jump also stops where a straight jump would
/// find something.
fn jump(board: &Board, goal: Place, from: Place, (dx, dy): (i32, i32)) -> Option<Place> {
    let mut at = from;
    loop {
        at = at.plus(dx, dy);
        let free = |dx: i32, dy: i32| board.free(at.plus(dx, dy));
        if !free(0, 0) {
            return None;
        }
        let forced = if dx == 0 || dy == 0 {
            [(dy, dx), (-dy, -dx)].into_iter().any(|(sx, sy)| free(dx + sx, dy + sy) && !free(sx, sy))
        } else {
            let forced = free(-dx, dy) && !free(-dx, 0) || free(dx, -dy) && !free(0, -dy);
            forced || [(dx, 0), (0, dy)].into_iter().any(|straight| jump(board, goal, at, straight).is_some())
        };
        if at == goal || forced {
            return Some(at);
        }
        if dx != 0 && dy != 0 && !free(dx, 0) && !free(0, dy) {
            return None;
        }
    }
}

/// The binary heap of the library. Its handling of equal keys decides which path a piece takes.
///
/// The heap orders by f alone and is not stable. An entry moves up while its parent is *not* strictly less. It moves
/// down to its left child only if that child is *strictly* less than the right one. So equal entries swap, and their
/// order depends on all earlier operations. Any other heap finds other paths. Indices count from 1, as in the library.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap<T> {
    entries: Vec<(f64, T)>,
}

impl<T: Copy + PartialEq> Heap<T> {
    pub(super) fn push(&mut self, key: f64, item: T) {
        self.entries.push((key, item));
        self.up(self.entries.len());
    }

    /// Removes the root. The last entry takes its place and moves down.
    pub(super) fn pop(&mut self) -> Option<(f64, T)> {
        if self.entries.is_empty() {
            return None;
        }
        let root = self.entries.swap_remove(0);
        self.down(1);
        Some(root)
    }

    /// Lowers the key of an entry. It moves down from its place, then the entry now at that place moves up.
    pub(super) fn lower(&mut self, key: f64, item: T) {
        if let Some(i) = self.entries.iter().position(|e| e.1 == item) {
            self.entries[i].0 = key;
            self.down(i + 1);
            self.up(i + 1);
        }
    }

    /// Returns whether another entry has the key of the root. If so, one of the root's children has it.
    pub(super) fn tied(&self) -> bool {
        let root = self.entries.first().map(|e| e.0);
        self.entries.iter().skip(1).take(2).any(|e| Some(e.0) == root)
    }

    /// Returns all entries in the order in which the heap would return them.
    pub(super) fn in_order(&self) -> Vec<(f64, T)> {
        let mut rest = self.clone();
        std::iter::from_fn(|| rest.pop()).collect()
    }

    fn key(&self, i: usize) -> f64 {
        self.entries[i - 1].0
    }

    fn up(&mut self, mut i: usize) {
        while i > 1 {
            let parent = i / 2;
            if self.key(parent) < self.key(i) {
                return;
            }
            self.entries.swap(parent - 1, i - 1);
            i = parent;
        }
    }

    fn down(&mut self, mut i: usize) {
        let len = self.entries.len();
        while 2 * i <= len {
            let left = 2 * i;
            let child = if left < len && self.key(left) >= self.key(left + 1) { left + 1 } else { left };
            if self.key(i) < self.key(child) {
                return;
            }
            self.entries.swap(i - 1, child - 1);
            i = child;
        }
    }
}
