//! The rule of fewest jumps: breadth-first search over queen moves, to the first cells with an enemy in reach.
//!
//! ```text
//! 5 . . . . E . . .     U(1,1) wants to attack E(5,5), and A is on the diagonal between them. Cells that U sees
//! 4 . . . g . . . .     along the eight directions take one jump. Cells that these see, and U does not, take two;
//! 3 . . . . . . . .     and so on. Two jumps lead to cells around E, of which g is the nearest to U. The first of
//! 2 . A . . . . . .     its jumps ends at h.
//! 1 U . . h . . . .
//!   1 2 3 4 5 6 7 8
//! ```
//!
//! The article improves the choice of the target and leaves the path to it unchanged. This rule counts jumps from the
//! start. A jump is as long as under the other rules: any number of free cells along one direction, with no squeezed
//! diagonal step. Source of the search: E. F. Moore, *The Shortest Path Through a Maze*, 1959.

use super::board::{Board, Place, STEPS, direction, squared};
use super::event::ChessEvent as E;
use super::jumps::Reached;
use crate::observe::{Observer, StepCounter};
use crate::{Cell, Dir, Grid};
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Continue};

/// How a place was reached.
#[derive(Clone, Copy)]
struct Landing {
    /// Number of the search that wrote this entry. An older one counts as new.
    search: u32,
    /// Number of jumps to this place.
    jumps: u16,
    /// End of the first jump.
    first: Place,
    /// Direction back along the last jump, and the length of that jump.
    back: Option<Dir>,
    leg: u16,
}

/// The cell that the fewest jumps lead to.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    pub(super) reached: Reached,
    pub(super) jumps: u16,
}

/// Search data for the places of a board, reused between searches.
#[derive(Clone)]
pub(super) struct Fewest {
    area: usize,
    /// Allocated by the first search.
    landings: Vec<Landing>,
    search: u32,
    queue: VecDeque<Place>,
    goals: Vec<Place>,
}

impl Fewest {
    /// Creates a search with room for a board of `area` cells. It grows for larger boards.
    pub(super) fn new(area: usize) -> Self {
        Self { area, landings: Vec::new(), search: 0, queue: VecDeque::new(), goals: Vec::new() }
    }

    /// Returns the cell in reach of an enemy that takes the fewest jumps, excluding the piece's own cell. Among equals
    /// it is the nearest to the piece, then the first in scan order. `None` if no jumps lead to such a cell. `asked` is
    /// the test for an enemy in reach of a cell, and the number of steps that the test takes.
    pub(super) fn find<O: Observer<E>>(
        &mut self,
        board: &Board,
        from: Place,
        asked: (impl Fn(Cell) -> bool, usize),
        observer: &mut O,
    ) -> ControlFlow<O::Halt, Option<Goal>> {
        if self.landings.len() < board.area() {
            let new = Landing { search: 0, jumps: 0, first: Place::new(0, 0), back: None, leg: 0 };
            self.landings = Grid::filled(self.area.max(board.area()), new, &mut || observer.goes_on())?;
        }
        self.spread(board, from, asked, observer)?;
        if self.goals.is_empty() {
            return Continue(None);
        }
        let piece = board.cell(from);
        observer.on(E::PartBegan { part: super::event::Part::Weigh, at: piece })?;
        self.goals.sort_unstable();
        let mut best: Option<Goal> = None;
        for &place in &self.goals {
            let (cell, Landing { first, jumps, .. }) = (board.cell(place), self.landings[board.index(place)]);
            let (squared, hop) = (squared(piece, cell), board.cell(first));
            if let Some(best) = best.map(|b| b.reached.squared).filter(|&best| squared >= best) {
                observer.on(E::Farther { cell, squared, best })?;
            } else {
                best = Some(Goal { reached: Reached { cell, hop, squared }, jumps });
                observer.on(E::Preferred { cell, hop, jumps, squared })?;
            }
        }
        Continue(best)
    }

    /// Returns the end of the first jump toward a place and the number of jumps, if the last search reached the place.
    pub(super) fn reached(&self, board: &Board, place: Place) -> Option<(Place, u16)> {
        let landing = self.landings[board.index(place)];
        (landing.search == self.search && landing.jumps > 0).then_some((landing.first, landing.jumps))
    }

    /// Searches level by level, up to the first level with a goal. All goals of that level are known before one of its
    /// cells is taken.
    fn spread<O: Observer<E>>(
        &mut self,
        board: &Board,
        from: Place,
        asked: (impl Fn(Cell) -> bool, usize),
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let ((in_reach, steps), mut pace) = (asked, StepCounter::default());
        self.search += 1;
        self.queue.clear();
        self.goals.clear();
        let start = Landing { search: self.search, jumps: 0, first: from, back: None, leg: 0 };
        self.landings[board.index(from)] = start;
        self.queue.push_back(from);
        observer.on(E::Landed { cell: board.cell(from), dir: None, leg: 0, jumps: 0, goal: false })?;
        let mut max_jumps = u16::MAX;
        while let Some(at) = self.queue.pop_front() {
            let here = self.landings[board.index(at)];
            if here.jumps >= max_jumps {
                break;
            }
            observer.on(E::Took { cell: board.cell(at), dir: here.back, leg: here.leg, jumps: here.jumps })?;
            for (dx, dy) in STEPS {
                let (mut to, mut leg) = (at, 0);
                let dir = direction(-dx, -dy);
                while board.free(to.plus(dx, dy)) && !board.squeezed(to, dx, dy) {
                    (to, leg) = (to.plus(dx, dy), leg + 1);
                    let (cell, known) = (board.cell(to), &mut self.landings[board.index(to)]);
                    if known.search == self.search {
                        observer.on(E::LandedAgain { cell, dir, leg, jumps: known.jumps })?;
                        continue;
                    }
                    let (jumps, first) = (here.jumps + 1, if at == from { to } else { here.first });
                    *known = Landing { search: self.search, jumps, first, back: dir, leg };
                    self.queue.push_back(to);
                    pace.steps(steps, &mut || observer.goes_on())?;
                    let goal = in_reach(cell);
                    observer.on(E::Landed { cell, dir, leg, jumps, goal })?;
                    if goal {
                        self.goals.push(to);
                        max_jumps = jumps;
                    }
                }
            }
        }
        Continue(())
    }
}
