//! Jump point search as the Jumper library 1.8.1 does it, order by order: its Manhattan estimate is too high for
//! diagonals, so what it finds need not be shortest.
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

use super::board::{Board, Place, direction};
use super::event::ChessEvent as E;
use super::heap::Heap;
use crate::observe::Observer;
use std::ops::ControlFlow::{self, Continue};

/// The neighbours of the start, in the library's order: to the right and up.
const AROUND: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

#[derive(Clone, Copy)]
struct Node {
    /// Which search wrote it; an older one counts as new.
    search: u32,
    closed: bool,
    g: f64,
    h: u32,
    parent: Option<Place>,
}

/// Records of a board's places, kept from one search to the next.
#[derive(Clone)]
pub struct Jumper {
    nodes: Vec<Node>,
    search: u32,
    open: Heap<Place>,
}

impl Jumper {
    /// Room for a board of so many cells.
    pub fn new(area: usize) -> Self {
        let none = Node { search: 0, closed: false, g: 0.0, h: 0, parent: None };
        Self { nodes: vec![none; area], search: 0, open: Heap::new() }
    }

    /// The jump points from `start` to a free `goal` elsewhere, both included; `None` when there is no way.
    ///
    /// # Errors
    /// Breaks when the observer asks for it.
    pub fn find<O: Observer<E>>(
        &mut self,
        board: &Board,
        start: Place,
        goal: Place,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, Option<Vec<Place>>> {
        self.search += 1;
        self.open.clear();
        let at = |place: Place| board.size().index(board.cell(place));
        self.nodes[at(start)] = Node { search: self.search, closed: false, g: 0.0, h: 0, parent: None };
        self.open.push(0.0, start);
        observer.on(E::Opened { cell: board.cell(start), dir: None, leg: 0, g: 0.0, h: 0 })?;
        loop {
            let tied = self.open.tied();
            let Some((_, place)) = self.open.pop() else { return Continue(None) };
            self.nodes[at(place)].closed = true;
            let node = self.nodes[at(place)];
            let (dir, leg) = link(node.parent, place);
            observer.on(E::Expanded { cell: board.cell(place), dir, leg, g: node.g, h: node.h, tied })?;
            if place == goal {
                return Continue(Some(self.chain(board, goal)));
            }
            let (tries, count) = successors(board, place, node.parent);
            for &(dx, dy) in tries[..count].iter().rev() {
                match jump(board, goal, place, dx, dy) {
                    Some(point) => self.reach(board, goal, place, point, observer)?,
                    None => {
                        if let Some(dir) = direction(dx, dy) {
                            observer.on(E::Missed { cell: board.cell(place), dir })?;
                        }
                    }
                }
            }
        }
    }

    /// A jump point was found from a node: new or strictly cheaper ones are taken, closed ones left alone.
    fn reach<O: Observer<E>>(
        &mut self,
        board: &Board,
        goal: Place,
        from: Place,
        point: Place,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let at = |place: Place| board.size().index(board.cell(place));
        let (dx, dy) = (f64::from(point.x - from.x), f64::from(point.y - from.y));
        let g = self.nodes[at(from)].g + (dx * dx + dy * dy).sqrt();
        let (dir, leg) = link(Some(from), point);
        let cell = board.cell(point);
        let known = self.nodes[at(point)];
        if known.search != self.search {
            let h = point.x.abs_diff(goal.x) + point.y.abs_diff(goal.y);
            self.nodes[at(point)] = Node { search: self.search, closed: false, g, h, parent: Some(from) };
            self.open.push(g + f64::from(h), point);
            return observer.on(E::Opened { cell, dir, leg, g, h });
        }
        if known.closed {
            return observer.on(E::Skipped { cell, dir, leg });
        }
        if g < known.g {
            self.nodes[at(point)] = Node { g, parent: Some(from), ..known };
            self.open.lower(g + f64::from(known.h), point);
            return observer.on(E::Lowered { cell, dir, leg, g, h: known.h });
        }
        observer.on(E::NotCheaper { cell, dir, leg, g, best: known.g })
    }

    fn chain(&self, board: &Board, goal: Place) -> Vec<Place> {
        let mut all = vec![goal];
        while let Some(parent) = self.nodes[board.size().index(board.cell(all[all.len() - 1]))].parent {
            all.push(parent);
        }
        all.reverse();
        all
    }
}

/// The direction back to a parent and how many cells away it lies.
fn link(parent: Option<Place>, place: Place) -> (Option<crate::geometry::Dir>, u16) {
    let Some(parent) = parent else { return (None, 0) };
    let (dx, dy) = place.toward(parent);
    let leg = place.x.abs_diff(parent.x).max(place.y.abs_diff(parent.y));
    (direction(dx, dy), leg as u16)
}

/// The directions to jump in from a node, in the order of the lists; they are tried in reverse.
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
        (0, dy) => {
            let on = free(0, dy);
            add(on, (0, dy));
            add(on && !free(1, 0), (1, dy));
            add(on && !free(-1, 0), (-1, dy));
        }
        (dx, 0) => {
            let on = free(dx, 0);
            add(on, (dx, 0));
            add(on && !free(0, 1), (dx, 1));
            add(on && !free(0, -1), (dx, -1));
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

/// The jump point that a jump from a place finds, if any.
fn jump(board: &Board, goal: Place, from: Place, dx: i32, dy: i32) -> Option<Place> {
    let mut at = from.plus(dx, dy);
    if dx == 0 || dy == 0 {
        return straight(board, goal, at, dx, dy);
    }
    loop {
        let free = |dx: i32, dy: i32| board.free(at.plus(dx, dy));
        if !board.free(at) {
            return None;
        }
        let forced = free(-dx, dy) && !free(-dx, 0) || free(dx, -dy) && !free(0, -dy);
        if at == goal || forced {
            return Some(at);
        }
        let beside = [(dx, 0), (0, dy)];
        if beside.iter().any(|&(dx, dy)| straight(board, goal, at.plus(dx, dy), dx, dy).is_some()) {
            return Some(at);
        }
        if !free(dx, 0) && !free(0, dy) {
            return None;
        }
        at = at.plus(dx, dy);
    }
}

/// A straight jump goes on until something stops it.
fn straight(board: &Board, goal: Place, mut at: Place, dx: i32, dy: i32) -> Option<Place> {
    loop {
        if !board.free(at) {
            return None;
        }
        let free = |dx: i32, dy: i32| board.free(at.plus(dx, dy));
        let forced = if dy == 0 {
            free(dx, 1) && !free(0, 1) || free(dx, -1) && !free(0, -1)
        } else {
            free(1, dy) && !free(1, 0) || free(-1, dy) && !free(-1, 0)
        };
        if at == goal || forced {
            return Some(at);
        }
        at = at.plus(dx, dy);
    }
}
