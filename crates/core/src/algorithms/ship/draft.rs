//! A plan while it is drawn up: who owns which cell, the frontier, and what was built so far.

use super::event::ShipEvent as E;
use super::plan::{Owner, STRAIGHT, on_map};
use super::problem::{HallwayMade, Problem, Room};
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::observe::Observer;
use crate::rng::Rng;
use std::ops::ControlFlow::{self, Continue};

/// The plan that is being drawn up. Cells are those of the plan, faces those of the map.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) owner: Grid<Option<Owner>>,
    /// Which cells are labelled as near a hallway.
    pub(super) near: Grid<bool>,
    /// Which cells have ever been on the frontier.
    bordered: Grid<bool>,
    frontier: Vec<Cell>,
    /// How many cells have an owner.
    order: u32,
    pub(super) hallways: Vec<HallwayMade>,
    pub(super) rooms: Vec<Room>,
    /// Two rooms that touch without a door between them, and the faces where a door could be.
    pub(super) pairs: Vec<((u8, u8), Vec<Cell>)>,
    pub(super) doors: Vec<Cell>,
    pub(super) windows: Vec<Cell>,
    /// The floor of each room, row by row; known once the plan is tested.
    pub(super) floors: Vec<Vec<Cell>>,
    /// Where something was put.
    pub(super) taken: Grid<bool>,
}

/// Who draws plans up, with the dice; what happens is reported.
pub(super) struct Builder<'a, O> {
    pub(super) problem: &'a Problem,
    pub(super) dice: Rng,
    pub(super) observer: &'a mut O,
    pub(super) draft: Draft,
}

impl Draft {
    pub(super) fn new(problem: &Problem) -> Self {
        Self {
            owner: Grid::new(problem.plan, None),
            near: Grid::new(problem.plan, false),
            bordered: Grid::new(problem.plan, false),
            frontier: Vec::new(),
            order: 0,
            hallways: Vec::new(),
            rooms: Vec::new(),
            pairs: Vec::new(),
            doors: Vec::new(),
            windows: Vec::new(),
            floors: Vec::new(),
            taken: Grid::new(problem.map, false),
        }
    }

    /// Gives a cell to an owner; how many cells have one then. The report is the caller's.
    pub(super) fn take(&mut self, cell: Cell, owner: Owner) -> u32 {
        self.owner[cell] = Some(owner);
        self.order += 1;
        self.order
    }

    /// The cells of the frontier that nobody owns yet, in the order in which they joined it.
    pub(super) fn frontier(&mut self) -> &[Cell] {
        let owner = &self.owner;
        self.frontier.retain(|&cell| owner[cell].is_none());
        &self.frontier
    }
}

impl<O: Observer<E>> Builder<'_, O> {
    /// A number below `n`, every one equally likely.
    pub(super) fn roll(&mut self, n: usize) -> usize {
        self.dice.below(n as u64) as usize
    }

    /// Puts the neighbours of a cell that belong to nobody on the frontier.
    pub(super) fn border(&mut self, cell: Cell) -> ControlFlow<O::Halt> {
        let draft = &mut self.draft;
        for next in STRAIGHT.into_iter().filter_map(|dir| cell.step(dir, draft.owner.size())) {
            if draft.owner[next].is_none() && !draft.bordered[next] {
                draft.bordered[next] = true;
                draft.frontier.push(next);
                self.observer.on(E::Bordered { cell: on_map(next) })?;
            }
        }
        Continue(())
    }
}
