//! Hallways of the hull-first method: one or two along the hull, and up to two across, as long as the hull allows.

use super::Span;
use super::builder::{Builder, HallwayMade};
use super::event::ShipEvent as E;
use super::hull::inner;
use super::plan::{Extent, Owner, on_map};
use super::words::{Part, Refusal};
use crate::{Cell, Dir, Grid, Observer, Size};
use std::ops::ControlFlow::{self, Continue};

/// A possible hallway: its first lane, with the second one beside it.
struct Lane {
    from: Cell,
    dir: Dir,
    length: u16,
}

impl Lane {
    /// Returns the longest lane inside, in this direction, that uses one row or column and the next. Among equals, the
    /// first.
    fn longest(inner: &Grid<bool>, dir: Dir, at: u16) -> Self {
        let size = inner.size();
        let place = |along: u16| if dir == Dir::E { Cell::new(along, at) } else { Cell::new(at, along) };
        let end = if dir == Dir::E { size.width } else { size.height };
        let mut best = Self { from: place(0), dir, length: 0 };
        let mut run_start = 0;
        for along in 0..end {
            let cell = place(along);
            if inner[cell] && inner[beside(cell, dir)] {
                let length = along + 1 - run_start;
                if length > best.length {
                    best = Self { from: place(run_start), dir, length };
                }
            } else {
                run_start = along + 1;
            }
        }
        best
    }

    /// Returns the cells of both lanes.
    fn extent(&self) -> Extent {
        let long = self.length.max(1) - 1;
        let Cell { x, y } = self.from;
        let end = if self.dir == Dir::E { Cell::new(x + long, y) } else { Cell::new(x, y + long) };
        Extent { from: self.from, to: beside(end, self.dir) }
    }
}

/// Returns the cell of the second lane.
fn beside(cell: Cell, dir: Dir) -> Cell {
    if dir == Dir::E { Cell::new(cell.x, cell.y + 1) } else { Cell::new(cell.x + 1, cell.y) }
}

impl<O: Observer<E>> Builder<'_, O> {
    /// Builds the hallways of a hull. Returns whether there is any.
    pub(super) fn passages(&mut self, hull: &Grid<bool>) -> ControlFlow<O::Halt, bool> {
        let (problem, rules) = (self.problem, self.problem.context.rules());
        let cells: Vec<Cell> = hull.size().cells().filter(|&c| hull[c]).collect();
        let Some(extent) = Extent::round(&cells) else { return Continue(false) };
        let inner = inner(hull, rules.inside);
        let Size { width, height } = extent.size();
        let ways = if width >= height { [Dir::E, Dir::S] } else { [Dir::S, Dir::E] };
        let wanted = Span(1, problem.constant("along").into()).draw(&mut self.dice);
        self.observer.on(E::Entered { part: Part::Along, number: wanted })?;
        self.batch(&inner, extent, ways[0], wanted, 1)?;
        if self.draft.hallways.is_empty() {
            return Continue(false);
        }
        let wanted = Span(0, problem.constant("across").into()).draw(&mut self.dice);
        self.observer.on(E::Entered { part: Part::Across, number: wanted })?;
        self.batch(&inner, extent, ways[1], wanted, 2)?;
        Continue(true)
    }

    /// Builds up to `wanted` hallways in one direction.
    fn batch(&mut self, inner: &Grid<bool>, hull: Extent, dir: Dir, wanted: u32, batch: u8) -> ControlFlow<O::Halt> {
        let (rules, most) = (self.problem.context.rules(), self.problem.constant("hallway-tries"));
        let (first, last) = if dir == Dir::E { (hull.from.y, hull.to.y) } else { (hull.from.x, hull.to.x) };
        // Both lanes keep this distance from the edge of the hull.
        let places = (last + 1 - first).saturating_sub(2 * rules.inside + 1) as usize;
        let (mut laid, mut tries) = (Vec::new(), 0);
        while (laid.len() as u32) < wanted && tries < most && places > 0 {
            tries += 1;
            let at = first + rules.inside + self.roll(places) as u16;
            let lane = Lane::longest(inner, dir, at);
            let (from, length) = (on_map(lane.from), lane.length as u8);
            self.observer.on(E::Drawn { from, dir, length, batch })?;
            let crosses = |cell: Cell| matches!(self.draft.owner[cell], Some(Owner::Hallway(_)));
            let why = if lane.length < rules.short {
                Some(Refusal::Short)
            } else if laid.iter().any(|other| at.abs_diff(*other) < 2 + rules.inside) {
                Some(Refusal::Near)
            } else if batch == 2 && !lane.extent().cells().any(crosses) {
                Some(Refusal::CrossesNone)
            } else {
                None
            };
            if let Some(why) = why {
                self.observer.on(E::Refused { from, dir, length, at: from, why, tries: tries as u8 })?;
            } else {
                laid.push(at);
                self.pass(&lane, batch, tries as u8)?;
            }
        }
        self.observer.on(E::Exhausted { batch, built: laid.len() as u8, tries: tries as u8, draws: tries })
    }

    /// Builds a hallway. Where it crosses another, they are joined.
    fn pass(&mut self, lane: &Lane, batch: u8, tries: u8) -> ControlFlow<O::Halt> {
        let hallway = self.draft.hallways.len() as u8 + 1;
        for cell in lane.extent().cells() {
            if matches!(self.draft.owner[cell], Some(Owner::Hallway(_))) {
                continue;
            }
            let order = self.draft.take(cell, Owner::Hallway(hallway));
            self.observer.on(E::Laid { cell: on_map(cell), hallway, order })?;
        }
        let ((from, to), length) = (lane.extent().on_map(), lane.length as u8);
        self.draft.hallways.push(HallwayMade { from, to, length, batch });
        self.observer.on(E::Built { from, dir: lane.dir, length, hallway, tries })
    }
}
