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

use super::board::{Board, Place, Way, direction};
use super::event::ChessEvent as E;
use super::heap::Heap;
use crate::geometry::Dir;
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
    pub fn find<O: Observer<E>>(&mut self, board: &Board, start: Place, goal: Place, observer: &mut O) -> Way<O> {
        self.search += 1;
        self.open.clear();
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
                return Continue(Some(self.chain(board, goal)));
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

    /// A jump point was found from a node: new or strictly cheaper ones are taken, closed ones left alone.
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

    fn chain(&self, board: &Board, goal: Place) -> Vec<Place> {
        let mut all = vec![goal];
        while let Some(parent) = self.nodes[board.index(all[all.len() - 1])].parent {
            all.push(parent);
        }
        all.reverse();
        all
    }
}

/// The direction back to a parent and how many cells away it lies.
fn link(parent: Option<Place>, place: Place) -> (Option<Dir>, u16) {
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

/// The jump point that a jump from a place finds, if any. A diagonal one also stops where a straight one would find
/// something.
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
